"""Puzzles: positions of real games with one choice that is clearly the best.

`find` looks for them in games that the strongest players play with each other. A position is taken if

* one choice wins clearly more often than every other in games played out, in the same possible worlds, by the strongest
  players (`LEAST_GAP`), and the 95 % interval of its lead over the next best begins at `LEAST_LEAD` or more;
* a tree search that looks far ahead (`SEARCH`) makes that choice, too;
* the heuristic does not: what is plain to see is no puzzle.

All of this is judged from what the seat to move may know. The answers are kept with the puzzles, so that nothing is
computed when one is shown.
"""

from __future__ import annotations

import datetime
from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from throwdown.agents import Agent, load
from throwdown.envs import drive
from throwdown.envs.core import kit
from throwdown.envs.registry import make_setup
from throwdown.envs.table import Table
from throwdown.evaluation.statistics import Interval
from throwdown.play.hint import Lead, make_hint
from throwdown.play.outlook import LIKELY, WIN, Adviser, Effort, Outlook, Progress, spread

FOLDER = Path(__file__).resolve().parent / "puzzles"
FORMAT, VERSION = "throwdown-puzzles", 2
LEAST_GAP, LEAST_LEAD = 0.1, 0.08
"""How much more often the best choice wins than the next one: as measured, and at the least end of the interval."""
SURE_GAP = 0.15
"""The lead after a first look that makes a second one worth while."""
FEWEST = 3
"""Choices that a puzzle has at least."""
QUICK, LONG = Effort(64, 15_000), Effort(4096, 4_000_000)
SEARCH = "ismcts:10000"
_FIRST_DAY = datetime.date(2026, 1, 1)
_STREAM = 0x9022


Bounds = Annotated[list[float], Field(min_length=3, max_length=3)]
"""A mean and the ends of its interval at 95 %: [mean, low, high]."""


class PuzzleOption(BaseModel):
    """A choice of a puzzle and what it is worth; see `hint.Option`."""

    model_config = ConfigDict(extra="forbid", strict=True)
    action: str
    chance: Bounds
    games: int


class Puzzle(BaseModel):
    """A position with one best choice.

    Attributes:
        seed: of the deal.
        moves: that lead to it.
        answers: all choices, the best one first, then by how often they win.
        lead: how much more often the best choice wins than the next: [mean, low, high], shares of 1.
        reason: why it is the best, as a hint says it: what it has over the choice that returns most of the others.
        hardness: how often the strongest policy itself does not play the best choice: a share of 1.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    seed: int
    moves: list[str]
    answers: list[PuzzleOption]
    lead: Bounds
    reason: Lead
    hardness: float


class PuzzleFile(BaseModel):
    """The puzzles of a scenario.

    Attributes:
        made_by: the command that found them.
        seed: of the first game that was looked through.
        tried: how many games were.
        puzzles: from easy to hard.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    format: str = FORMAT
    version: int = VERSION
    game: str
    scenario: str
    rules_version: str
    made_by: str
    seed: int
    tried: int
    puzzles: list[Puzzle]


class NamedPuzzle(NamedTuple):
    """A puzzle with its name, ``SCENARIO-NUMBER``, counted from 1."""

    name: str
    game: str
    scenario: str
    puzzle: Puzzle

    def table(self) -> Table:
        """Return the table at which the choice is to be made.

        Raises:
            InvalidConfig: the puzzle does not fit the rules; puzzles are then to be found anew.
        """
        table = Table.from_setup(make_setup(self.game, self.scenario), self.puzzle.seed)
        try:
            for move in self.puzzle.moves:
                table.play(move)
        except kit.IllegalAction as error:
            raise kit.InvalidConfig(f"Puzzle {self.name} does not fit the rules: {error}") from None
        return table

    def reason(self) -> str:
        """Return why the best choice is the best, in sentences."""
        reason = self.puzzle.reason
        return " ".join(reason.sentences(self.table().describe(reason.rival).title, is_best=True))

    def judge(self, action: str) -> PuzzleOption:
        """Return what a choice is worth.

        Raises:
            IllegalAction: the puzzle has no such choice.
        """
        for answer in self.puzzle.answers:
            if answer.action == action:
                return answer
        raise kit.IllegalAction(f"'{action}' is no choice of puzzle {self.name}.")


def read(path: Path) -> PuzzleFile:
    """Return the puzzles in a file.

    Raises:
        InvalidRecord: it cannot be read, is damaged or of another version.
    """
    try:
        data = kit.parse_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise kit.InvalidRecord(f"'{path}' cannot be read: {error}.") from None
    try:
        found = PuzzleFile.model_validate(data)
    except ValidationError as error:
        raise kit.InvalidRecord(kit.one_sentence(error, f"'{path}'", PuzzleFile.model_fields)) from None
    if (found.format, found.version) != (FORMAT, VERSION):
        raise kit.InvalidRecord(f"'{path}' is no file of puzzles of version {VERSION}.")
    return found


@cache
def puzzles() -> tuple[NamedPuzzle, ...]:
    """Return the puzzles that come with the package, by scenario and from easy to hard."""
    found = []
    for path in sorted(FOLDER.glob("*/*.json")):
        file = read(path)
        found += [
            NamedPuzzle(f"{file.scenario}-{k}", file.game, file.scenario, puzzle)
            for k, puzzle in enumerate(file.puzzles, start=1)
        ]
    return tuple(found)


def puzzle_of(name: str) -> NamedPuzzle:
    """Return a puzzle by name; an empty name is the puzzle of today.

    Raises:
        InvalidConfig: there is none.
    """
    if not name:
        return daily(datetime.date.today())
    named = {one.name: one for one in puzzles()}
    if name not in named:
        raise kit.InvalidConfig(
            f"There is no puzzle '{name}'{kit.did_you_mean(name, named)}; they are called {ranges()}."
        )
    return named[name]


def daily(day: datetime.date) -> NamedPuzzle:
    """Return the puzzle of a day: the same for everybody, and none twice until all were shown."""
    every = puzzles()
    rounds, k = divmod((day - _FIRST_DAY).days, len(every))
    return every[int(np.random.default_rng([_STREAM, rounds % 2**32]).permutation(len(every))[k])]


def ranges() -> str:
    """Return what the puzzles are called: ``duel-1 to duel-60, trio-1 to trio-50``."""
    counts: dict[str, int] = {}
    for one in puzzles():
        counts[one.scenario] = counts.get(one.scenario, 0) + 1
    return ", ".join(f"{name}-1 to {name}-{n}" for name, n in counts.items())


class Finder:
    """Looks for puzzles in a game.

    Args:
        setup: what is played.
        seed: games are dealt from it, and from the numbers after it.
    """

    def __init__(self, setup: kit.Setup, seed: int = 0) -> None:
        self.setup, self.seed = setup, kit.check_seed(seed)
        self.adviser = Adviser(setup)
        roles = dict.fromkeys(setup.roles)
        self.plain = {role: load("heuristic", setup, role) for role in roles}
        self.search = {role: load(SEARCH, setup, role) for role in roles}

    def find(
        self, out: Path, count: int, most: int, made_by: str, progress: Progress | None = None
    ) -> PuzzleFile:
        """Look until so many puzzles are found; the file is written after every game, and gone on with if it is there.

        Args:
            out: the file.
            count: puzzles in all.
            most: games that are looked through at most, in all.
            made_by: kept in the file.
            progress: called as ``progress(found, count)`` after every game.

        Raises:
            InvalidConfig: the file holds puzzles of something else.
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
        if out.exists():
            there = read(out)
            if any(getattr(there, name) != getattr(made, name) for name in ("game", "scenario", "seed")):
                raise kit.InvalidConfig(
                    f"'{out}' holds puzzles of {there.scenario} ({there.game}) from seed {there.seed}; name another "
                    "file."
                )
            made = there.model_copy(update={"made_by": made_by})
        while len(made.puzzles) < count and made.tried < most:
            found = self._in_game((made.seed + made.tried) % kit.SEEDS)
            made.tried += 1
            made.puzzles = sorted([*made.puzzles, *([found] if found else [])], key=lambda x: x.hardness)
            kit.write_file(out, made.model_dump_json(indent=1) + "\n")
            if progress is not None:
                progress(len(made.puzzles), count)
        return made

    def _in_game(self, seed: int) -> Puzzle | None:
        """Return the first puzzle of a game."""
        table, setup = Table.from_setup(self.setup, seed), self.setup
        while not table.over:
            role = setup.roles[setup.seat(table.agent or "")]
            if len(table.legal_ids()) >= FEWEST:
                found = self._here(table, role, seed)
                if found is not None:
                    return found
            table.play(self._ask(self.adviser.players[role], table, seed))
        return None

    def _ask(self, agent: Agent, table: Table, *stream: int) -> int:
        rng = np.random.default_rng([*stream, len(table.history)])
        return int(drive.Seated(agent, rng).choose(table.decision())[0])

    def _here(self, table: Table, role: str, seed: int) -> Puzzle | None:
        """Return the puzzle at a table, if it is one."""
        quick = self.adviser.consider(table.decision(), (seed, len(table.history), 1), QUICK)
        best = quick.best()
        if lead_of(quick, best)[0] < SURE_GAP:
            return None
        action = int(quick.actions[best])
        if self._ask(self.plain[role], table, seed, 2) == action:
            return None
        if self._ask(self.search[role], table, seed, 3) != action:
            return None
        long = self.adviser.consider(table.decision(), (seed, len(table.history), 4), LONG)
        if int(long.actions[long.best()]) != action:
            return None
        lead = lead_of(long, long.best())
        if lead[0] < LEAST_GAP or lead[1] < LEAST_LEAD:
            return None
        return _puzzle(table, seed, long, lead)


def lead_of(outlook: Outlook, best: int) -> Interval:
    """Return how much more often a choice wins than the next best, with the interval at 95 %."""
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
    first, *rest = hint.options
    answers = [
        PuzzleOption(action=x.action, chance=[round(float(v), 4) for v in x.chance], games=x.games)
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
