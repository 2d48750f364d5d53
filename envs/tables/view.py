"""What the seats to move may know: all that a player is handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from throwdown.envs.core.kit import Bytes, Ints, InvalidConfig, Setup, Worlds

PARTS = {
    "setup": "what is played",
    "seats": "which seats are to move",
    "observations": "observations",
    "masks": "masks",
    "texts": "what they see as text",
    "sets": "information sets",
    "worlds": "possible worlds",
}
"""The parts of a view, and what a sentence calls them."""


class View:
    """What the seats to move in n games may know; every part is made when it is first asked for.

    A view holds no state of a game, and whoever made it closes it before its games go on: what nobody has asked for by
    then is gone, so that nobody sees by it what another seat observes later.

    Args:
        rows: int64, shape (n,); the places of the games where they are played, for players that keep something by game.
        parts: what makes each part, by the names in `PARTS`; what is missing is refused when it is asked for.
    """

    def __init__(self, rows: Ints, parts: Mapping[str, Callable[..., Any]]) -> None:
        self.rows = rows
        self._parts, self._is_closed = parts, False

    @classmethod
    def of(
        cls,
        observations: np.ndarray,
        masks: np.ndarray,
        *,
        setup: Setup | None = None,
        seats: Ints | None = None,
        sets: Sequence[int] | None = None,
        texts: Sequence[str] | None = None,
    ) -> View:
        """Return a view made from plain arrays, such as an environment hands out.

        Args:
            observations: shape (n, width), or (width,) for one game.
            masks: shape (n, actions), or (actions,); 1 = legal.
            setup: what is played, if players are to know it.
            seats: int64, shape (n,); the seats to move, likewise.
            sets: the names of their information sets, likewise.
            texts: what they see as text, likewise.

        Raises:
            InvalidConfig: the arrays do not belong together.
        """
        rows, legal = np.atleast_2d(observations), np.atleast_2d(masks)
        if rows.ndim != 2 or legal.ndim != 2 or len(rows) != len(legal):
            raise InvalidConfig(
                f"observations have shape {np.shape(observations)} and masks {np.shape(masks)}; they must be "
                "(n, width) and (n, actions), one row a game."
            )
        given: dict[str, Any] = {"observations": rows, "masks": legal, "setup": setup, "seats": seats}
        given |= {"sets": sets, "texts": texts}
        parts = {name: (lambda value=value: value) for name, value in given.items() if value is not None}
        return cls(np.arange(len(rows), dtype=np.int64), parts)

    def replaced(self, **parts: Callable[..., Any]) -> View:
        """Return a view in which some parts are made otherwise, by the names in `PARTS`."""
        return View(self.rows, {**self._parts, **parts})

    def __len__(self) -> int:
        return len(self.rows)

    def _make(self, part: str, *given: Any) -> Any:
        if self._is_closed:
            raise InvalidConfig(f"this view cannot tell {PARTS[part]} any more: its games have gone on.")
        if part not in self._parts:
            raise InvalidConfig(
                f"this view cannot tell {PARTS[part]}, only {', '.join(PARTS[name] for name in self._parts)}: let the "
                "agent play in a match, in an environment or at a table, which know the game."
            )
        return self._parts[part](*given)

    @cached_property
    def setup(self) -> Setup:
        """What is played."""
        found: Setup = self._make("setup")
        return found

    @cached_property
    def seats(self) -> Ints:
        """Int64, shape (n,): the seats to move."""
        found: Ints = self._make("seats")
        return found

    @cached_property
    def observations(self) -> Bytes:
        """Int8, shape (n, width): what they observe."""
        found: Bytes = self._make("observations")
        return found

    @cached_property
    def masks(self) -> Bytes:
        """Int8, shape (n, actions): 1 = legal, at least one in every row."""
        found: Bytes = self._make("masks")
        return found

    @cached_property
    def texts(self) -> list[str]:
        """What they see, as text: the table and what is being decided."""
        found: list[str] = self._make("texts")
        return found

    @cached_property
    def sets(self) -> list[int]:
        """The names of their information sets, with perfect recall; see `recall.Memory.sets`."""
        found: list[int] = self._make("sets")
        return found

    def worlds(self, rng: np.random.Generator) -> Worlds:
        """Return a possible world for each seat to move, another one at every call; see `worlds.imagine`."""
        found: Worlds = self._make("worlds", rng)
        return found

    def narrowed(self, banned: Bytes) -> View:
        """Return the same view without some actions wherever another one is legal.

        Only masks can be narrowed: the new view knows neither information sets nor possible worlds.

        Args:
            banned: int8, shape (actions,), or (n, actions) for every game its own; 1 at what is not to be chosen.
        """

        def masks() -> Bytes:
            left = self.masks & (1 - banned)
            return np.where(left.any(axis=1, keepdims=True), left, self.masks)

        names = ("setup", "seats", "observations", "texts")
        parts: dict[str, Callable[..., Any]] = {
            name: (lambda name=name: getattr(self, name)) for name in names
        }
        return View(self.rows, parts | {"masks": masks})

    def close(self) -> None:
        """Forget how parts are made that nobody has asked for."""
        self._parts, self._is_closed = {}, True
