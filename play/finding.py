"""Search for puzzles in games between the strongest players.

A position qualifies if one choice is clearly the best, winning more often than every other by `LEAST_GAP`, and is not
obvious. There are two judges:

* `Rollouts`, for every game, uses playouts by the strongest players in the same possible worlds: the 95 % interval of
  the lead begins at `LEAST_LEAD` or more, and a tree search that looks far ahead (`SEARCH`) makes the choice, too, but
  the heuristic does not;
* `Solved`, for a game small enough for a tree, knows the exact values of choices: a short search (`GLANCE`) does not
  always make the best one.

Both judge only from the information of the seat to move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np

from throwdown.agents import Agent, load
from throwdown.envs.core import kit
from throwdown.envs.tables import drive
from throwdown.envs.tables.table import Table
from throwdown.evaluation.exact import cross, report
from throwdown.evaluation.exact.solve import best_response
from throwdown.evaluation.statistics import Interval
from throwdown.evaluation.workers import distribute
from throwdown.play.hint import Lead, make_hint
from throwdown.play.outlook import LIKELY, WIN, Adviser, Effort, Outlook, Progress, spread
from throwdown.play.puzzles import Puzzle, PuzzleFile, PuzzleOption, read

R = TypeVar("R")

LEAST_GAP, LEAST_LEAD = 0.1, 0.08
"""The least lead of the best choice over the next in win rate: as measured, and at the low end of the interval."""
SURE_GAP = 0.15
"""The lead after a short evaluation that leads to a full one."""
FEWEST = 3
"""The minimum number of choices of a puzzle; in a solved game two that do not give up suffice."""
QUICK, LONG = Effort(64, 15_000), Effort(4096, 4_000_000)
SEARCH = "ismcts:10000"
UNTIL = 1e-4
"""The exploitability at which solving stops, as a share of half the range of returns."""
GLANCE, GLANCES = "ismcts:100", 20
"""The short search for the difficulty of a puzzle in a solved game, and the number of times it is run."""


class PuzzleJudge(Protocol):
    """Evaluates positions: the strongest players' choice, and whether one choice is clearly the best.

    Attributes:
        is_exact: whether the values of choices are known exactly, without playouts.
    """

    is_exact: bool

    def choose(self, table: Table, seed: int) -> int:
        """Return the strongest player's choice at a table."""

    def judge(self, table: Table, seed: int) -> Puzzle | None:
        """Return the puzzle at a table, if one choice is clearly the best there."""


class Finder:
    """Searches games of a setup for puzzles.

    Args:
        setup: the setup.
        seed: of the first game; the next games have the next seeds.
        judge: of positions, `Rollouts` by default.
    """

    def __init__(self, setup: kit.Setup, seed: int = 0, judge: PuzzleJudge | None = None) -> None:
        self.setup, self.seed = setup, kit.check_seed(seed)
        self.judge: PuzzleJudge = Rollouts(setup) if judge is None else judge

    def find(
        self,
        out: Path,
        count: int,
        most: int,
        made_by: str,
        progress: Progress | None = None,
        workers: int | None = 1,
        on: str = "",
    ) -> PuzzleFile:
        """Search until ``count`` puzzles are found; the file is written after every game, and resumed if it exists.

        Other processes search the next games meanwhile; the file is that of a search one game after the other.

        Args:
            out: the file.
            count: the total number of puzzles.
            most: the maximum total number of games searched.
            made_by: stored in the file.
            progress: called as ``progress(found, count)`` after every game.
            workers: maximum number of processes, None for one per core.
            on: where they run, see `evaluation.workers.start_workers`.

        Raises:
            InvalidConfig: the file holds puzzles of another setup or search.
            InvalidRecord: it is damaged.
        """
        setup = self.setup
        made = PuzzleFile(
            game=setup.game.id,
            scenario=setup.scenario,
            rules_version=setup.game.rules_version,
            made_by=made_by,
            seed=self.seed,
            tried=0,
            puzzles=[],
        )
        if out.is_file():
            there = read(out)
            if any(getattr(there, name) != getattr(made, name) for name in ("game", "scenario", "seed")):
                raise kit.InvalidConfig(
                    f"'{out}' holds puzzles of {there.scenario} ({there.game}) from seed {there.seed}; name another "
                    "file."
                )
            if any((one.answers[0].games == 0) != self.judge.is_exact for one in there.puzzles):
                how = "by games played out" if self.judge.is_exact else "by the solved game"
                raise kit.InvalidConfig(f"'{out}' holds puzzles that were judged {how}; name another file.")
            made = there.model_copy(update={"made_by": made_by})
        if len(made.puzzles) >= count:
            return made
        games = range(made.seed + made.tried, made.seed + most)
        for found in in_order(distribute(self._in_game, games, workers, on)):
            made.tried += 1
            if found is not None and not any(is_alike(found, other) for other in made.puzzles):
                made.puzzles = sorted([*made.puzzles, found], key=lambda x: x.hardness)
            kit.write_file(out, made.model_dump_json(indent=1) + "\n")
            if progress is not None:
                progress(len(made.puzzles), count)
            if len(made.puzzles) >= count:
                break
        return made

    def _in_game(self, seed: int) -> Puzzle | None:
        """Return the first puzzle of a game."""
        seed %= kit.SEEDS
        table = Table.from_setup(self.setup, seed)
        while not table.over:
            found = self.judge.judge(table, seed)
            if found is not None:
                return found
            table.play(self.judge.choose(table, seed))
        return None


def in_order(found: Iterable[tuple[int, R]]) -> Iterator[R]:
    """Yield results by their places, 0, 1, 2 …; those that come too early wait."""
    waiting: dict[int, R] = {}
    place = 0
    for k, result in found:
        waiting[k] = result
        while place in waiting:
            yield waiting.pop(place)
            place += 1


def is_alike(one: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles have choices of equal values: probably one position with other suits."""
    mine, theirs = ([x.chance for x in found.answers] for found in (one, other))
    return mine == theirs


def ask(agents: dict[str, Agent], table: Table, *stream: int) -> int:
    """Return the choice at a table by the agent of the role to move."""
    role = table.setup.roles[table.setup.seat(table.agent or "")]
    rng = np.random.default_rng([*stream, len(table.history)])
    return int(drive.Seated(agents[role], rng).choose(table.decision())[0])


def players(setup: kit.Setup, spec: str) -> dict[str, Agent]:
    """Return an agent for every role."""
    return {role: load(spec, setup, role) for role in dict.fromkeys(setup.roles)}


class Rollouts:
    """Judges by playouts and by a tree search."""

    is_exact = False

    def __init__(self, setup: kit.Setup) -> None:
        self.adviser = Adviser(setup)
        self.plain, self.search = players(setup, "heuristic"), players(setup, SEARCH)

    def choose(self, table: Table, seed: int) -> int:
        """Return the strongest player's choice at a table."""
        return ask(self.adviser.players, table, seed)

    def judge(self, table: Table, seed: int) -> Puzzle | None:
        """Return the puzzle at a table, if one choice is clearly the best there."""
        if len(table.legal_ids()) < FEWEST:
            return None
        quick = self.adviser.consider(table.decision(), (seed, len(table.history), 1), QUICK)
        best = quick.best()
        if lead_of(quick, best)[0] < SURE_GAP:
            return None
        action = int(quick.actions[best])
        if ask(self.plain, table, seed, 2) == action:
            return None
        if ask(self.search, table, seed, 3) != action:
            return None
        long = self.adviser.consider(table.decision(), (seed, len(table.history), 4), LONG)
        if int(long.actions[long.best()]) != action:
            return None
        lead = lead_of(long, long.best())
        if lead[0] < LEAST_GAP or lead[1] < LEAST_LEAD:
            return None
        return _puzzle(table, seed, long, lead)


def lead_of(outlook: Outlook, best: int) -> Interval:
    """Return the lead in win rate of a choice over the next best, with its 95 % interval."""
    wins = outlook.ends[:, :, WIN] > 0
    tried = np.isfinite(outlook.ends[:, :, WIN])
    leads = []
    for k in range(len(outlook.actions)):
        if k != best:
            both = tried[:, best] & tried[:, k]
            mean, error = spread(wins[both, best] * 1.0 - wins[both, k])
            leads.append(Interval(mean, mean - LIKELY * error, mean + LIKELY * error))
    return min(leads)


def _puzzle(table: Table, seed: int, outlook: Outlook, lead: Interval) -> Puzzle:
    hint = make_hint(table, outlook)
    assert hint.lead is not None
    (first, *rest), labels = hint.options, table.game.actions.labels
    answers = [
        PuzzleOption(action=labels[x.action], chance=[round(float(v), 4) for v in x.chance], games=x.games)
        for x in (first, *sorted(rest, key=lambda x: -x.chance.mean))
    ]
    return Puzzle(
        seed=seed,
        moves=[action for _, action in table.history],
        answers=answers,
        lead=[round(float(v), 4) for v in lead],
        reason=hint.lead,
        hardness=round(1.0 - float(outlook.favour[outlook.best()]), 4),
    )


class Solved:
    """Judges by the solution of a small game: the values of choices to a best response against an equilibrium.

    The other side's part of the equilibrium is exact only as far as its exploitability is 0. At rarely reached
    positions it may hide an error as large as a gap between two choices; such gaps do not count, see `is_sure`.

    Args:
        found: the solution; the shipped puzzles use one of `UNTIL`.

    Attributes:
        values: float64 (S,); returns of choices to the deciding seat, by slot of the tree.
        wins: float64 (S,); their win rates.
        mass: float64 (I,); the probability that chance and the other side lead to an information set.
    """

    is_exact = True

    def __init__(self, found: report.Solution) -> None:
        self.found, self.tree = found, found.tree
        setup = found.tree.setup
        self.glance = players(setup, GLANCE)
        self._order = np.argsort(self.tree.key)
        self._exits = setup.game.exits
        self.values, self.wins = np.zeros((2, len(self.tree.action)))
        self.mass = np.zeros(len(self.tree.side))
        for side in range(len(self.tree.sides)):
            _, strategy = best_response(self.tree, self.found.strategy, side)
            has_won = self.tree.value > 0 if side == 0 else self.tree.value < 0
            values, mass = cross.action_values(self.tree, strategy, side)
            wins, _ = cross.action_values(self.tree, strategy, side, np.asarray(has_won, np.float64))
            mine = self.tree.side == side
            self.mass[mine] = mass[mine]
            slots, _ = self.tree.slots_of(np.flatnonzero(mine))
            self.values[slots], self.wins[slots] = values[slots], wins[slots]

    def _place(self, table: Table) -> tuple[int, slice]:
        """Return the information set of the seat to move at a table, and its slots."""
        at = np.searchsorted(self.tree.key, table.information_set(), sorter=self._order)
        i = int(self._order[at])
        return i, slice(int(self.tree.first[i]), int(self.tree.first[i + 1]))

    def choose(self, table: Table, seed: int) -> int:
        """Return an action of the equilibrium at a table; the sides take turns to play at random instead.

        So positions after a player's mistake occur, too. The values of that player's actions do not depend on the way
        there.
        """
        i, slots = self._place(table)
        chances = self.found.strategy[slots]
        if self.tree.side[i] == seed % len(self.tree.sides):
            chances = np.ones(len(chances))
        rng = np.random.default_rng([seed, len(table.history)])
        return int(rng.choice(self.tree.action[slots], p=chances / chances.sum()))

    def is_sure(self, gap: float, i: int) -> bool:
        """Return whether the gap between the returns of two choices exceeds the error of the solution.

        If a side plays worse than possible by e somewhere, it loses e times the mass there; the sum of these losses is
        the exploitability.
        """
        return bool(gap * self.mass[i] > 2 * self.found.found.mean)

    def judge(self, table: Table, seed: int) -> Puzzle | None:
        """Return the puzzle at a table, if one choice is clearly the best there."""
        i, slots = self._place(table)
        values, wins, actions = self.values[slots], self.wins[slots], self.tree.action[slots]
        if np.isin(actions, self._exits, invert=True).sum() < 2:
            return None
        best = int(values.argmax())
        others = [k for k in range(len(actions)) if k != best]
        rival = max(others, key=lambda k: (wins[k], values[k]))
        gap, lead = values[best] - values[others].max(), float(wins[best] - wins[rival])
        if lead < LEAST_GAP or not self.is_sure(gap, i):
            return None
        missed = sum(ask(self.glance, table, seed, k) != actions[best] for k in range(GLANCES))
        if not missed:
            return None
        ids = table.setup.game.actions.labels
        reason = Lead(
            rival=ids[actions[rival]],
            games=round(100 * lead),
            leaves={},
            returns=float(values[best] - values[rival]),
            yields=[],
        )
        return Puzzle(
            seed=seed,
            moves=[action for _, action in table.history],
            answers=[
                PuzzleOption(action=ids[actions[k]], chance=[round(float(wins[k]), 4)] * 3, games=0)
                for k in (best, *sorted(others, key=lambda k: -wins[k]))
            ],
            lead=[round(lead, 4)] * 3,
            reason=reason,
            hardness=missed / GLANCES,
        )
