"""How games ended, worked out when somebody reads it: environments only note the deal and the moves."""

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
"""What infos say of a finished game, for the seat that they belong to.

- ``winner``: the side that won, None if nobody did;
- ``score``, ``stage``, ``result``: the points by side, how far it came, and how it ended, where the game knows such;
- ``log``: what happened, as that seat saw it, a sentence a line. It is one text because frameworks that stack infos
  want values of one shape.
"""


Makers = dict[str, Callable[[], Any]]
"""What works out the values of infos, by their names."""


class Infos(dict[str, Any]):
    """A dict of which some values are worked out when they are first read; copied or pickled, it is a plain one.

    Args:
        makers: what works them out.
        **known: values that are there from the start.
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
        return (
            super().__iter__()
        )  # with an own one, dict() asks for the values one by one instead of copying them

    def get(self, name: str, default: Any = None) -> Any:
        """Return a value."""
        return self[name] if name in self else default  # noqa: SIM401 (that would be itself)

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
    """A game as it was dealt and played.

    Attributes:
        setup: what was played.
        origin: the seed of the deal, or the key of the game that it followed in its row.
        is_next: whether it followed another one.
        moves: the actions.
    """

    setup: Setup
    origin: int
    is_next: bool
    moves: tuple[int, ...]

    def table(self, setup: Setup) -> Table:
        """Return the game, played once more."""
        deal = Table.following if self.is_next else Table.from_setup
        table = deal(setup, self.origin)
        for action in self.moves:
            table.play(action)
        return table


def everyones_infos(story: Story) -> list[Infos]:
    """Return the infos of every seat; the game is played once more for all of them."""
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
    """Return the side whose return is the largest where returns say who won, None if several have it."""
    setup = story.setup
    if any(setup.options.get(name) != value for name, value in setup.game.wins.items()):
        table = story.table(make_setup(setup.game.id, setup.config, **{**setup.options, **setup.game.wins}))
    returns = table.returns()
    best = max(returns.values())
    sides = {side for seat, side in zip(setup.seats, setup.sides) if returns[seat] == best}
    return sides.pop() if len(sides) == 1 else None


class Chronicle:
    """Notes how the games of a batch were dealt and what was played, in arrays.

    Args:
        setup: what is played.
        n: number of games.
    """

    def __init__(self, setup: Setup, n: int) -> None:
        self.setup = setup
        self.origins = np.zeros(n, np.int64)
        self.followed = np.zeros(n, np.bool_)
        self.counts = np.full(n, -1, np.int64)  # -1: a game that was taken up midway
        self.moves = np.zeros((n, 64), np.int16)

    def begin(self, rows: Ints, origins: Ints, followed: bool) -> None:
        """Note that games are dealt, from seeds or as those that follow games with these keys."""
        self.origins[rows], self.followed[rows], self.counts[rows] = origins, followed, 0

    def forget(self) -> None:
        """Note that all games were taken up midway."""
        self.counts[:] = -1

    def note(self, rows: Ints, actions: Ints) -> None:
        """Note what is played."""
        at = self.counts[rows]
        if len(at) and at.max() >= self.moves.shape[1]:
            self.moves = np.concatenate([self.moves, np.zeros_like(self.moves)], axis=1)
        known = at >= 0
        if not known.all():
            rows, actions, at = rows[known], actions[known], at[known]
        self.moves[rows, at] = actions
        self.counts[rows] += 1

    def makers(self, row: int, viewer: int) -> Makers:
        """Return what works out the infos of a seat in a row whose game has ended.

        Nothing is told of a game that was taken up midway: nobody has noted how it began.
        """
        count = int(self.counts[row])
        if count < 0:
            return {name: lambda: None for name in NAMES}
        moves = tuple(self.moves[row, :count].tolist())
        story = Story(self.setup, int(self.origins[row]), bool(self.followed[row]), moves)
        return _makers(story, cache(lambda: story.table(story.setup)), viewer)
