"""Puzzles: positions of real games with one clearly best choice; `finding` searches for them.

The answers are stored with the puzzles, so that showing one needs no computation.
"""

from __future__ import annotations

import datetime
import re
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import tr
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.table import Table
from throwdown.play.hint import Lead

FOLDER = Path(__file__).resolve().parent / "puzzles"
FORMAT, VERSION = "throwdown-puzzles", 2
_FIRST_DAY = datetime.date(2026, 1, 1)
_STREAM = 0x9022
_EASY = "duel"
Grade = Literal["easy", "medium", "hard"]
MISSED = 0.25
"""A puzzle that the strongest policy misses as often is hard."""
CLEAR, FEW = 0.3, 4
"""A puzzle with this lead or a larger one, and no more choices, is easy."""
NEWCOMER = 3
"""Until as many puzzles are solved, those of a day are easy."""

_CARD = re.compile("[2-9TJQKA][CDHS]")
Bounds = Annotated[list[float], Field(min_length=3, max_length=3)]
"""A mean and its 95 % interval: [mean, low, high]."""


class PuzzleOption(BaseModel):
    """A choice of a puzzle and its value; see `hint.Option`. ``games`` is 0 where the value is exact."""

    model_config = ConfigDict(extra="forbid", strict=True)
    action: str
    chance: Bounds
    games: int


class Puzzle(BaseModel):
    """A position with one best choice.

    Attributes:
        seed: of the deal.
        moves: the moves up to the position.
        answers: all choices, the best one first, then by how often they win.
        lead: the lead in win rate of the best choice over the next: [mean, low, high], shares of 1.
        reason: its advantages over the other choice with the highest return, worded like a hint.
        hardness: how often the strongest policy (in a solved game, a short search) misses the best choice: a share of
            1.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    seed: int
    moves: list[str]
    answers: list[PuzzleOption]
    lead: Bounds
    reason: Lead
    hardness: float

    @property
    def grade(self) -> Grade:
        """How hard it is for people."""
        if self.hardness >= MISSED:
            return "hard"
        return "easy" if self.lead[0] >= CLEAR and len(self.answers) <= FEW else "medium"

    @property
    def cards(self) -> list[str]:
        """The cards among its choices, by code, each once."""
        words = [word for answer in self.answers for word in answer.action.split()]
        return [word for word in dict.fromkeys(words) if _CARD.fullmatch(word)]


class PuzzleFile(BaseModel):
    """The puzzles of a scenario.

    Attributes:
        made_by: the command that found them.
        seed: of the first game searched.
        tried: the number of games searched.
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
        """Return the table of the position.

        Raises:
            InvalidConfig: the puzzle does not fit the rules; puzzles must then be searched again.
        """
        table = Table.from_setup(make_setup(self.game, self.scenario), self.puzzle.seed)
        try:
            for move in self.puzzle.moves:
                table.play(move)
        except kit.IllegalAction as error:
            raise kit.InvalidConfig(f"Puzzle {self.name} does not fit the rules: {error}") from None
        return table

    def reason(self) -> str:
        """Return the reason for the best choice, in sentences."""
        reason = self.puzzle.reason
        table = self.table()
        told = [text for text in (table.merit(self.puzzle.answers[0].action, reason.rival),) if text]
        told += reason.sentences(table.describe(reason.rival).title, is_best=True)
        if not self.puzzle.answers[0].games:
            told.append(tr("That is exact: this game is solved."))
        return " ".join(told)

    def judge(self, action: str) -> PuzzleOption:
        """Return the value of a choice.

        Raises:
            IllegalAction: the puzzle has no such choice.
        """
        for answer in self.puzzle.answers:
            if answer.action == action:
                return answer
        raise kit.IllegalAction(f"'{action}' is not a choice of puzzle {self.name}.")


def read(path: Path) -> PuzzleFile:
    """Read the puzzles of a file.

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
        raise kit.InvalidRecord(f"'{path}' is not a file of puzzles of version {VERSION}.")
    return found


@cache
def puzzles() -> tuple[NamedPuzzle, ...]:
    """Return the shipped puzzles, by scenario and from easy to hard."""
    found = []
    for path in sorted(FOLDER.glob("*/*.json")):
        file = read(path)
        found += [
            NamedPuzzle(f"{file.scenario}-{k}", file.game, file.scenario, puzzle)
            for k, puzzle in enumerate(file.puzzles, start=1)
        ]
    return tuple(found)


def puzzle_of(name: str) -> NamedPuzzle:
    """Return a puzzle by name, or today's puzzle for an empty name.

    Raises:
        InvalidConfig: there is no such puzzle.
    """
    if not name:
        return daily(datetime.date.today())
    named = {one.name: one for one in puzzles()}
    if name not in named:
        raise kit.InvalidConfig(
            f"There is no puzzle '{name}'{kit.did_you_mean(name, named)}; there are {ranges()}."
        )
    return named[name]


def daily(day: datetime.date, solved: int = NEWCOMER) -> NamedPuzzle:
    """Return the puzzle of a day, without repetition until all were shown: an easy duel for newcomers.

    Args:
        day: the day.
        solved: the number of puzzles that the person has solved.
    """
    every = puzzles()
    if solved < NEWCOMER:
        every = tuple(x for x in every if x.scenario == _EASY and x.puzzle.grade == "easy" and x.puzzle.cards)
    rounds, k = divmod((day - _FIRST_DAY).days, len(every))
    return every[int(np.random.default_rng([_STREAM, rounds % 2**32]).permutation(len(every))[k])]


def ranges() -> str:
    """Return the names of the puzzles as ranges: ``duel-1 to duel-60, trio-1 to trio-50``."""
    counts: dict[str, int] = {}
    for one in puzzles():
        counts[one.scenario] = counts.get(one.scenario, 0) + 1
    return ", ".join(f"{name}-1 to {name}-{n}" for name, n in counts.items())
