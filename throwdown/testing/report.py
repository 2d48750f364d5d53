"""What a check of a game found."""

from __future__ import annotations

from dataclasses import dataclass

SHOWN = 3
"""Faults of one kind that are told; where there is one, there are often many alike."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at.

    Attributes:
        name: what should hold, such as ``redeals keep nothing of what is hidden``.
        faults: a sentence for each time that it does not hold, the first few of them.
        skipped: why it was not looked at, or empty.
    """

    name: str
    faults: tuple[str, ...] = ()
    skipped: str = ""

    @property
    def state(self) -> str:
        """``ok``, ``fault`` or ``skipped``."""
        return "fault" if self.faults else "skipped" if self.skipped else "ok"

    def lines(self) -> list[str]:
        """Return what was found as text: a line for the check, and an indented one for each fault."""
        told = [*self.faults, *([self.skipped] if self.skipped else [])]
        return [f"{self.state:8}{self.name}", *(f"{'':8}{text}" for text in told)]


@dataclass(frozen=True)
class Report:
    """All that was looked at in a game.

    Attributes:
        game: the game's id.
        checks: in the order in which they were made.
    """

    game: str
    checks: tuple[Check, ...]

    @property
    def is_sound(self) -> bool:
        """Whether no fault was found."""
        return not self.faults

    @property
    def faults(self) -> tuple[str, ...]:
        """A sentence for every fault."""
        return tuple(fault for check in self.checks for fault in check.faults)

    def __str__(self) -> str:
        """Return a line for every check, and one for each fault."""
        return "\n".join(line for check in self.checks for line in check.lines())
