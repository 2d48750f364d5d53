"""The budget of a search."""

import math
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

from throwdown.agents.search import watch
from throwdown.envs.core.kit import InvalidConfig

CHUNK = 64
"""Simulations between checks of the clock and of the watch."""
_TEXT = re.compile(r"([0-9]{1,12})|([0-9]{1,12}(?:\.[0-9]{1,12})?)(ms|s)")
_MOST = 10_000_000


@dataclass(frozen=True)
class Budget:
    """A number of simulations, or a time; one of the two is None.

    Attributes:
        simulations: 1 to 10,000,000.
        seconds: per decision, above 0 and at most 3,600; the choice then depends on the machine.
    """

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if (self.simulations is None) == (self.seconds is None):
            raise InvalidConfig("a budget is either a number of simulations or a time.")
        if self.simulations is not None and not 1 <= self.simulations <= _MOST:
            raise InvalidConfig(f"{self.simulations} simulations are not a budget; give 1 to {_MOST:,}.")
        if self.seconds is not None and not 0 < self.seconds <= 3600:
            raise InvalidConfig(f"{self.seconds:g} s is not a budget; give a time above 0 and up to 3600s.")

    def chunks(self, size: int = CHUNK) -> Iterator[tuple[int, int]]:
        """Yield ranges of simulations until the budget is spent or `is_late`, at least one.

        With a time budget, or under a watch, each has at most ``size`` simulations; else there is only one.
        """
        if self.simulations is not None and not watch.is_watched():
            yield 0, self.simulations
            return
        end = math.inf if self.seconds is None else time.perf_counter() + self.seconds
        first, most = 0, self.simulations or _MOST
        while (
            first < most and (not watch.is_late() or first == 0) and (time.perf_counter() < end or first == 0)
        ):
            last = min(first + size, most)
            yield first, last
            first = last

    @property
    def text(self) -> str:
        """The budget as text, as in an agent's spec."""
        if self.simulations is not None:
            return str(self.simulations)
        assert self.seconds is not None
        return f"{self.seconds * 1000:g}ms"


def read_budget(text: str) -> Budget:
    """Parse a budget: ``10000`` simulations, ``50ms`` or ``2s``.

    Raises:
        InvalidConfig: the text is not a budget.
    """
    found = _TEXT.fullmatch(text.strip())
    if found is None:
        raise InvalidConfig(
            f"'{text}' is not a budget: write a number of simulations, such as 10000, or a time, such as 50ms or 2s."
        )
    simulations, amount, unit = found.groups()
    if simulations is not None:
        return Budget(simulations=int(simulations))
    return Budget(seconds=float(amount) / (1000 if unit == "ms" else 1))
