"""Lazy reports on the endings of games: environments record only the deal and the moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from throwdown.envs.core.kit import Ints, Setup, words_of
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.table import Table

NAMES = ("winner", "score", "stage", "result", "log")
"""Infos on a finished game, for one seat.

- ``winner``: the side that won, None if nobody did;
- ``score``, ``stage``, ``result``: the points by side, the stage reached and the kind of ending, if the game has them;
- ``log``: the events seen by that seat, a sentence per line. It is one text because frameworks that stack infos need
  values of one shape.
"""


Makers = dict[str, Callable[[], Any]]
"""The functions that compute the values of infos, by name."""


class Infos(dict[str, Any]):
    """A dict with lazily computed values; copies and pickles are plain dicts.

    Args:
        makers: the functions that compute them.
        **known: values known from the start.
    """

    def __init__(self, makers: Mapping[str, Callable[[], Any]], **known: Any) -> None:
        super().__init__({**known, **dict.fromkeys(makers)})
        self._makers = dict(makers)

    def __getitem__(self, name: str) -> Any:
        if name in self._makers:
            super().__setitem__(name, self._makers.pop(name)())
        return super().__getitem__(name)

    def __setitem__(self, name: str, value: Any) -> None:
        self._makers.pop(name, None)
        super().__setitem__(name, value)

    def __iter__(self) -> Iterator[str]:
        # Overridden so that dict() reads the values one by one instead of copying the storage.
        return super().__iter__()

    def get(self, name: str, default: Any = None) -> Any:
        """Return a value."""
        return self[name] if name in self else default  # noqa: SIM401 (that would recurse)

    def copy(self) -> dict[str, Any]:
        """Return a plain dict."""
        return {name: self[name] for name in self}

    def items(self) -> Any:
        """Return names and values."""
        return self.copy().items()

    def values(self) -> Any:
        """Return the values."""
        return self.copy().values()

    def __eq__(self, other: object) -> bool:
        return self.copy() == other

    def __repr__(self) -> str:
        return repr(self.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self.copy(),)


@dataclass(frozen=True, eq=False)
class Story:
    """The record of a game: its deal and its moves.

    Attributes:
        setup: the game's setup.
        origin: the seed of the deal, or the key of the previous game in its row.
        is_next: whether it followed another game.
        moves: the actions.
    """

    setup: Setup
    origin: int
    is_next: bool
    moves: tuple[int, ...]

    def table(self, setup: Setup) -> Table:
        """Return the game, replayed."""
        deal = Table.following if self.is_next else Table.from_setup
        table = deal(setup, self.origin)
        for action in self.moves:
            table.play(action)
        return table


def everyones_infos(story: Story) -> list[Infos]:
    """Return the infos of every seat; the game is replayed once for all of them."""
    table = cache(lambda: story.table(story.setup))
    return [Infos(_makers(story, table, viewer)) for viewer in range(len(story.setup.seats))]


def _makers(story: Story, table: Callable[[], Table], viewer: int) -> Makers:
    def told(name: str) -> Any:
        return words_of(story.setup.game.text, "ending")(table().state, story.setup).get(name)

    return {
        "winner": lambda: _winner(story, table()),
        "score": lambda: told("score"),
        "stage": lambda: told("stage"),
        "result": lambda: told("result"),
        "log": lambda: "\n".join(table().narrate(viewer)),
    }


def _winner(story: Story, table: Table) -> str | None:
    """Return the side with the largest return, if returns mean wins; None if several have it."""
    setup = story.setup
    if any(setup.options.get(name) != value for name, value in setup.game.wins.items()):
        table = story.table(make_setup(setup.game.id, setup.config, **{**setup.options, **setup.game.wins}))
    returns = table.returns()
    best = max(returns.values())
    sides = {side for seat, side in zip(setup.seats, setup.sides) if returns[seat] == best}
    return sides.pop() if len(sides) == 1 else None


class Chronicle:
    """Records the deals and the moves of a batch of games, in arrays.

    Args:
        setup: the games' setup.
        n: number of games.
    """

    def __init__(self, setup: Setup, n: int) -> None:
        self.setup = setup
        self.origins = np.zeros(n, np.int64)
        self.followed = np.zeros(n, np.bool_)
        self.counts = np.full(n, -1, np.int64)  # -1: a game restored midway
        self.moves = np.zeros((n, 64), np.int16)

    def begin(self, rows: Ints, origins: Ints, followed: bool) -> None:
        """Record the deal of games, from seeds or as successors of games with these keys."""
        self.origins[rows], self.followed[rows], self.counts[rows] = origins, followed, 0

    def forget(self) -> None:
        """Record that all games were restored midway."""
        self.counts[:] = -1

    def note(self, rows: Ints, actions: Ints) -> None:
        """Record the actions played."""
        at = self.counts[rows]
        if len(at) and at.max() >= self.moves.shape[1]:
            self.moves = np.concatenate([self.moves, np.zeros_like(self.moves)], axis=1)
        known = at >= 0
        if not known.all():
            rows, actions, at = rows[known], actions[known], at[known]
        self.moves[rows, at] = actions
        self.counts[rows] += 1

    def makers(self, row: int, viewer: int) -> Makers:
        """Return the functions that compute a seat's infos in a row whose game has ended.

        There are none for a game restored midway, whose beginning is not recorded.
        """
        count = int(self.counts[row])
        if count < 0:
            return {name: lambda: None for name in NAMES}
        moves = tuple(self.moves[row, :count].tolist())
        story = Story(self.setup, int(self.origins[row]), bool(self.followed[row]), moves)
        return _makers(story, cache(lambda: story.table(story.setup)), viewer)
