"""Random games that are the same for everybody who plays them: where checks look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from throwdown.envs.core.kit import Game, Setup, mix
from throwdown.envs.tables.table import Table


def choose(game: Game, legal: list[int], key: int, ply: int, keep: float = 0.1) -> int:
    """Return one of the legal ids, always the same for a key and a ply; an exit such as Concede is kept seldom."""
    r = mix(key, ply)
    others = [a for a in legal if a not in game.exits]
    if others and len(others) < len(legal) and (mix(r, 1) % 1000) < keep * 1000:
        return next(a for a in legal if a in game.exits)
    pool = others or legal
    return pool[r % len(pool)]


def playthrough(setup: Setup, seed: int, keep: float = 0.1) -> Iterator[Table]:
    """Play a game by fixed picks and hand out the same table before every move, and at the end."""
    table = Table.from_setup(setup, seed)
    yield table
    ply = 0
    while not table.over:
        table.play(choose(table.game, table.legal_ids(), seed, ply, keep))
        ply += 1
        yield table


class Sampler:
    """Says which of many moments of a case to look at closely: the first few of every kind, then one in ``every``.

    A long game asks the same kinds of questions again and again; what is wrong shows in the first of them, or in many.
    """

    def __init__(self, first: int, every: int) -> None:
        self.first, self.every, self.seen = first, every, Counter[Any]()

    def takes(self, kind: Any) -> bool:
        """Return whether to look at another moment of a kind."""
        self.seen[kind] += 1
        return self.seen[kind] <= self.first or self.seen[kind] % self.every == 0


def phase(table: Table) -> Any:
    """Return what is being decided: moments of one phase are of one kind."""
    return table.phase


def stage(table: Table) -> Any:
    """Return what is being decided, by whom and about how far into the game, for a closer look."""
    return table.phase, table.agent, len(table.history).bit_length()


def moments(
    setup: Setup,
    seeds: Iterable[int],
    first: int,
    every: int,
    ends: bool = True,
    kind: Callable[[Table], Any] = phase,
) -> Iterator[Table]:
    """Yield tables of random games at moments that a `Sampler` takes by their kind, and at the ends if wanted."""
    sampler = Sampler(first, every)
    for seed in seeds:
        for table in playthrough(setup, seed, keep=0.02):
            if ends if table.over else sampler.takes(kind(table)):
                yield table


def place(table: Table) -> str:
    """Return where a table stands, for a sentence: ``scenario 'duel', seed 3, after 5 moves``."""
    n = len(table.history)
    when = "at the deal" if n == 0 else f"after {n} move{'' if n == 1 else 's'}"
    return f"scenario '{table.setup.scenario}', seed {table.origin.get('seed')}, {when}"
