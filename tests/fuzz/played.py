"""Play positions varied at random with every array index checked: no rule, and no observation, leaves an array.

``NUMBA_DISABLE_JIT=1 python -m tests.fuzz.played [GAME ...] [--tries N] [--seed S]`` runs it in plain Python, where a
number that its field does not hold is refused as well; `tests.parity.bounds_check` runs a slice of it compiled.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tests.fuzz.support import is_taken
from tests.fuzz.varied import Pool
from tests.support import CASES, setup_of
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.core.records import Row, Rows
from throwdown.envs.registry import games, make_setup
from throwdown.envs.tables.table import Table

PLIES = 100
A_SETUP = 20
"""Positions varied in one setup before another is played."""
EVERY = 7
"""Plies from one look at what is redealt, and at what comes back from a position, to the next."""


class Strict(np.ndarray):
    """An array that refuses indexes below zero, which Python counts from the end: `NONE` is -1."""

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(not_below(key))

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(not_below(key), value)


def not_below(key: Any) -> Any:
    """Return an index, if none of its parts is below zero."""
    for part in key if isinstance(key, tuple) else (key,):
        if isinstance(part, int | np.integer) and part < 0:
            raise IndexError(f"index {part} is below zero")
    return key


def be_strict() -> None:
    """Let the arrays in records refuse indexes below zero, in plain Python."""
    get_field, get_row = Row.__getattr__, Rows.__getitem__

    def field(self: Row, name: str) -> Any:
        found = get_field(self, name)
        return found.view(Strict) if type(found) is np.ndarray else found

    Row.__getattr__ = field  # type: ignore[method-assign]
    Rows.__getitem__ = lambda self, key: get_row(self, not_below(key))  # type: ignore[method-assign]


def setups(id: str, scenario: Any, seed: int) -> Iterator[Setup]:
    """Yield a shipped scenario and then, without end, scenarios varied at random that are accepted."""
    shipped = setup_of(id, scenario)
    yield shipped
    rng = random.Random(seed)
    if games()[id].files is None:
        return
    others = [setup_of(id, name).config for name in games()[id].scenarios]
    pool = Pool([*others, shipped.config])
    while True:
        try:
            yield make_setup(id, pool.varied(dict(rng.choice([shipped.config, *others])), rng))
        except InvalidConfig:
            continue


def come_back(setup: Setup, table: Table) -> Table:
    """Return the table that a table's own position sets up, which says the same."""
    position = table.position()
    again = Table.from_setup_position(setup, position)
    assert again.position() == position, differences(table, again)
    same_as(table, again)
    return again


def same_as(table: Table, again: Table) -> None:
    """What is legal, what every seat observes and what the table looks like is the same."""
    assert (again.over, again.legal_ids()) == (table.over, table.legal_ids()), differences(table, again)
    for seat in range(len(table.setup.seats)):
        assert (again.observe(seat) == table.observe(seat)).all(), differences(table, again)


def differences(table: Table, again: Table) -> str:
    """Return in which fields two tables differ."""
    found: list[str] = []

    def compare(a: Any, b: Any, place: str) -> None:
        for name in a.dtype.names or ():
            compare(np.asarray(a[name]), np.asarray(b[name]), f"{place}.{name}")
        if not a.dtype.names:
            found.extend(
                f"{place}{list(at)}: {a[at]} became {b[at]}" for at in map(tuple, np.argwhere(a != b))
            )

    compare(np.asarray(table._states), np.asarray(again._states), "")
    return "; ".join(found)


def look(table: Table, is_close: bool, seed: int) -> None:
    """Observe as every seat; if looked at closely, deal anew for every seat and write positions, too."""
    setup, rows = table.setup, []
    low, high = setup.game.fields.bounds(setup.counts)
    for seat in range(len(setup.seats)):
        row = table.observe(seat)
        rows.append(row)
        if not ((low <= row) & (row <= high)).all():
            names = list(setup.describe(row).items())
            wrong = [names[i] for i in np.flatnonzero((row < low) | (row > high))]
            raise AssertionError(f"outside the bounds: {wrong}")
    if is_close:
        for seat in range(len(setup.seats)):
            world = table.redeal(seat, seed)
            assert (world.observe(seat) == rows[seat]).all(), setup.seats[seat]
            assert world.over or world.mask().any(), (setup.seats[seat], seed)
            come_back(setup, world)


def play_on(table: Table, rng: random.Random, plies: int = PLIES) -> None:
    """Play on at random, looked at by all seats, beside a table that was set up from the other's position."""
    again = table
    for ply in itertools.count():
        is_close = ply % EVERY == 0 or table.over
        look(table, is_close, ply)
        if is_close:
            assert again.position() == table.position(), differences(table, again)
            again = come_back(table.setup, table)
        if ply == plies or table.over:
            return
        assert table.mask().any(), table.render()
        action = rng.choice(table.legal_ids())
        table.play(action)
        again.play(action)
        same_as(table, again)


class Run:
    """Many tries of one case; what is wrong is kept by where it was found, with the first example of each.

    Attributes:
        told: how many varied positions were taken, and how many refused.
        wrong: the first example of every fault, as text.
    """

    def __init__(self, id: str, scenario: Any, seed: int, moments: int = 60) -> None:
        """Take up to so many moments of each random game to be varied."""
        self.moments = moments
        self.rng, self.told = random.Random(seed), Counter[str]()
        self.wrong: dict[str, str] = {}
        self._setups = setups(id, scenario, seed)

    def play(self, tries: int) -> None:
        """Try so many more varied positions."""
        setup = next(self._setups)
        while tries > 0:
            seen = self._positions(setup)
            pool, n = Pool(seen), min(tries, A_SETUP)
            for _ in range(n):
                self._try(setup, pool.varied(self.rng.choice(seen), self.rng))
            tries -= n
            self.told["scenarios"] += 1
            setup = next(self._setups, setup)

    def _positions(self, setup: Setup) -> list[Any]:
        """Return positions of a random game, looked at closely."""
        table = Table.from_setup(setup, self.rng.randrange(1 << 40))
        seen = [table.position()]

        def walk() -> None:
            while not table.over and len(seen) < self.moments:
                play_on(table, self.rng, EVERY)
                seen.append(table.position())

        self._guard(walk, setup, None)
        return seen

    def _try(self, setup: Setup, position: Any) -> None:
        key, taken = self.rng.randrange(1 << 40), []
        self._guard(
            lambda: taken.append(is_taken(lambda: Table.from_setup_position(setup, position))),
            setup,
            position,
        )
        self.told["taken" if taken == [True] else "refused"] += 1
        if taken == [True]:
            table = Table.from_setup_position(setup, position)
            self._guard(lambda: play_on(table, random.Random(key)), setup, position)

    def _guard(self, act: Callable[[], object], setup: Setup, position: Any) -> None:
        try:
            act()
        except Exception as error:
            lines = traceback.extract_tb(error.__traceback__)
            at = [f"{Path(f.filename).name}:{f.lineno}" for f in lines[-4:]]
            name = f"{type(error).__name__} {str(error)[:90]} {at}"
            self.told["wrong"] += 1
            self.wrong.setdefault(
                name, json.dumps({"scenario": setup.config, "position": position}, default=str)
            )


def main() -> None:
    """Run what the command line asks for, print what was found, and fail if anything was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--tries", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    found = 0
    if not IS_COMPILED:
        be_strict()
    for id, scenario in CASES:
        if games()[id].positions is None or (args.games and id not in args.games):
            continue
        run = Run(id, scenario, args.seed)
        run.play(args.tries)
        found += len(run.wrong)
        print(id, scenario if isinstance(scenario, str) else "older", dict(run.told), flush=True)
        for name, example in run.wrong.items():
            print(f"  {name}\n    {example}", flush=True)
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
