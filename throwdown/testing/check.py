"""All that is looked at in a game, in order: first what could do harm, last what takes long."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import Any

from throwdown.agents.heuristics import has_heuristic
from throwdown.envs.core.calls import Kernels, compile_rule
from throwdown.envs.core.errors import InvalidGame
from throwdown.envs.core.game import Game
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.core.names import typed
from throwdown.envs.registry import find_game
from throwdown.envs.tables.table import Table
from throwdown.testing import exact, games, hidden, parity, players
from throwdown.testing.report import SHOWN, Check, Report
from throwdown.testing.walks import moments, stage

MOST_MOVES = 10_000
GAMES = 6
FIRST, EVERY = 3, 25
"""Of decisions of one kind the first few are looked at, then one in so many."""
KEYS = 4
ALIKE, MOVES, WORLDS = 64, 3, 6
"""Deals whose events are compared, and at a decision the moves that are followed, in so many deals."""

Progress = Callable[[int, int], None]
Faults = Iterator[str]
Look = Callable[[Table, int, range], Faults]
Step = tuple[str, Callable[[], Faults]]


class Skip(Exception):
    """There is nothing to look at; the text says why."""


def check_game(
    game: str | Game,
    scenarios: Sequence[str] | None = None,
    *,
    exact_scenario: str | Mapping[str, Any] | None = None,
    games_each: int = GAMES,
    most_moves: int = MOST_MOVES,
    seed: int = 0,
    progress: Progress | None = None,
) -> Report:
    """Look for what is wrong with a game: the same that this package's tests look for in its own games.

    Its rules are compiled, and played compiled and in plain Python with every array index checked. Random games must
    come to an end with something legal at every decision, and pay what they should. Nothing that a seat observes or is
    told may follow from what it cannot know: all that is dealt anew. Of a small scenario redeals are compared with all
    deals.

    Args:
        game: the id of an installed game, or a game.
        scenarios: those that are looked at; by default all.
        exact_scenario: a small scenario, as a name or plain data, whose deals are all enumerated; by default the first
            that is small enough.
        games_each: random games of a scenario that are looked at closely.
        most_moves: moves after which a game must be over.
        seed: everything random follows from it.
        progress: called as ``progress(done, steps)``.

    Raises:
        UnknownGame, InvalidConfig: there is no such game or scenario.
    """
    found = find_game(game) if isinstance(game, str) else game
    names = typed(list(found.scenarios if scenarios is None else scenarios))
    small = names if exact_scenario is None else [typed(exact_scenario)]
    checker = _Checker(found, names, small, range(seed, seed + games_each), most_moves)
    steps = sum(map(len, checker.stages))
    checks: list[Check] = []
    for looks in checker.stages:
        if any(check.faults for check in checks):
            checks += [
                Check(name, skipped="not checked until the faults above are mended.") for name, _ in looks
            ]
            continue
        for name, look in looks:
            if progress is not None:
                progress(len(checks), steps)
            checks.append(_looked(name, look))
    return Report(found.id, tuple(checks))


def _looked(name: str, look: Callable[[], Faults]) -> Check:
    """Return what a step finds; what somebody's code raises is a fault, too."""
    faults: list[str] = []
    try:
        for fault in islice(look(), SHOWN):
            faults.append(fault)
    except Skip as why:
        return Check(name, tuple(faults), "" if faults else str(why))
    except Exception as error:
        faults.append(parity.raised(error))
    return Check(name, tuple(faults))


class _Checker:
    """What is looked at in a game, in stages: after one with faults the next would say little, or do harm."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        small: Sequence[str | Mapping[str, Any]],
        seeds: range,
        most_moves: int,
    ) -> None:
        self.game, self.names = game, names
        self.setups, self.small = ([game.configure(one) for one in some] for some in (names, small))
        self.seeds, self.most_moves = seeds, most_moves
        self.stages: tuple[tuple[Step, ...], ...] = (
            (
                ("its parts fit together", lambda: games.well_formed(game)),
                ("all its rules compile", self.compiles),
            ),
            (
                ("in plain Python no index leaves its array", self.plays_plain),
                ("compiled, with every index checked, it plays the same", self.plays_alike),
            ),
            (("games end, something is legal at every decision, and returns add up", self.ends),),
            (
                ("its words are all there", self.speaks),
                ("observations and masks tell nothing hidden", self.moments(hidden.observed)),
                ("words tell nothing hidden", self.moments(hidden.said)),
                ("refusals tell nothing hidden", self.moments(_refused)),
                ("options and `why` tell nothing hidden", self.moments(_answered)),
                ("events tell nothing hidden", self.events),
                ("redeals keep nothing of what is hidden", self.moments(_remembered)),
                ("redeals make every deal that fits what a seat has seen, and no other", self.redeals),
                ("its heuristic does better than chance", self.heuristic),
            ),
        )

    def compiles(self) -> Faults:
        """See that every rule can be compiled, which takes no memory then."""
        if not IS_COMPILED:
            raise Skip("nothing is compiled in this process (NUMBA_DISABLE_JIT).")
        for name in Kernels._fields:
            try:
                compile_rule(self.game.state.dtype, name)
            except InvalidGame as error:
                yield str(error)

    def _replayed(self, compiled: bool) -> parity.Played:
        names, seeds = self.names, self.seeds[:2]
        if not compiled and not IS_COMPILED:  # that is what this process does
            return parity.play(self.game, names, seeds)
        if not parity.module_of(self.game):
            raise Skip("no module has this game among its GAMES, so no other process can play it.")
        return parity.replay(self.game, names, seeds, compiled)

    @cached_property
    def _plain(self) -> parity.Played:
        return self._replayed(compiled=False)

    def plays_plain(self) -> Faults:
        """See that plain Python plays without an error."""
        yield from self._plain[1]

    def plays_alike(self) -> Faults:
        """See that compiled rules, every index checked, show what plain Python shows."""
        if not IS_COMPILED:
            raise Skip("nothing is compiled in this process (NUMBA_DISABLE_JIT).")
        lines, faults = self._plain
        if faults:
            raise Skip("not checked until the faults above are mended.")
        compiled, faults = self._replayed(compiled=True)
        yield from faults or parity.compare(lines, compiled)

    def ends(self) -> Faults:
        """See that random games come to an end, and pay what they should."""
        for setup in self.setups:
            yield from games.watched(setup, self.seeds[0], self.most_moves)

    def speaks(self) -> Faults:
        """See that the words are there at every kind of decision, and at the ends."""
        for setup in self.setups:
            for table in moments(setup, self.seeds, FIRST, EVERY, kind=stage):
                yield from games.spoken(table)

    def moments(self, look: Look) -> Callable[[], Faults]:
        """Return what looks at moments of random games, for every seat."""

        def looking() -> Faults:
            for setup in self.setups:
                for n, table in enumerate(moments(setup, self.seeds, FIRST, EVERY, kind=stage)):
                    for seat in range(len(setup.seats)):
                        yield from look(table, seat, range(n, n + KEYS))

        return looking

    def events(self) -> Faults:
        """See what deals, and the moves of others, tell a seat."""
        for setup in self.setups:
            for seat in range(len(setup.seats)):
                yield from hidden.dealt(setup, seat, range(self.seeds[0], self.seeds[0] + ALIKE))
        yield from self.moments(_followed)()

    def redeals(self) -> Faults:
        """See that redeals of the first scenario that is small enough are right to the last deal."""
        for setup in self.small:
            with suppress(exact.TooLarge):
                yield from exact.redeals(setup)
                return
        raise Skip(
            f"no scenario has at most {exact.HISTORIES:,} histories, so that all its deals could be compared; name a "
            "smaller one."
        )

    def heuristic(self) -> Faults:
        """See that the game's heuristic, if it has one, does better than chance."""
        if not has_heuristic(self.setups[0]):
            raise Skip("it has none; with one, this would show returns that go to the wrong seats.")
        for setup in self.setups:
            yield from players.outplayed(setup, self.seeds[0])


def _refused(table: Table, seat: int, keys: range) -> Faults:
    if not table.over and seat == int(table.state.seat):
        yield from hidden.refused(table, keys)


def _answered(table: Table, seat: int, keys: range) -> Faults:
    if not table.over and seat != int(table.state.seat):
        yield from hidden.answered(table, seat, keys)


def _remembered(table: Table, seat: int, keys: range) -> Faults:
    yield from hidden.remembered(table, seat, keys[0])


def _followed(table: Table, seat: int, keys: range) -> Faults:
    if not table.over and seat != int(table.state.seat):
        legal = table.legal_ids()
        some = [legal[(keys[0] + k) % len(legal)] for k in range(min(MOVES, len(legal)))]
        yield from hidden.followed(table, seat, some, range(keys[0], keys[0] + WORLDS))
