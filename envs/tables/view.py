"""Views: the information of the seats to move, which is all that a player gets."""

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
"""The parts of a view, and their names in error messages."""


class View:
    """The information of the seats to move in n games; each part is computed on first access.

    A view holds no game state. Its creator closes it before the games go on; parts not computed by then are no longer
    available, so that a view never leaks what another seat observes later.

    Args:
        rows: int64, shape (n,); the rows of the games in their batch, for players that keep data per game.
        parts: functions that compute the parts, by the names in `PARTS`; access to a missing part raises.
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
        """Return a view of plain arrays, such as those of an environment.

        Args:
            observations: shape (n, width), or (width,) for one game.
            masks: shape (n, actions), or (actions,); 1 = legal.
            setup: the setup, if players need it.
            seats: int64, shape (n,); the seats to move, likewise.
            sets: the names of their information sets, likewise.
            texts: the tables as text, likewise.

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
        """Return a copy with other functions for some parts, by the names in `PARTS`."""
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
        """The tables as text, each with the current decision."""
        found: list[str] = self._make("texts")
        return found

    @cached_property
    def sets(self) -> list[int]:
        """The names of their information sets, with perfect recall; see `recall.Memory.sets`."""
        found: list[int] = self._make("sets")
        return found

    def worlds(self, rng: np.random.Generator) -> Worlds:
        """Return a possible world for each seat to move, a new one at every call; see `worlds.imagine`."""
        found: Worlds = self._make("worlds", rng)
        return found

    def narrowed(self, banned: Bytes) -> View:
        """Return the view without some actions, except where no other is legal.

        Only masks can be narrowed: the new view has neither information sets nor possible worlds.

        Args:
            banned: int8, shape (actions,), or (n, actions) for one row per game; 1 = banned.
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
        """Make parts that are not computed yet unavailable."""
        self._parts, self._is_closed = {}, True
