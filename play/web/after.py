"""Messages beyond a single game: trials, puzzles, reviews of finished games, and a person's results."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from throwdown.agents.search.watch import is_late
from throwdown.evaluation.statistics import Interval
from throwdown.play import puzzles, storage
from throwdown.play.review import Judgement, Review, Summary
from throwdown.play.session import Session
from throwdown.play.web.base import Answer, Message, Move, Name, OfGame, Request

AT_ONCE = 4
"""Decisions reviewed per answer."""


class Branch(OfGame):
    """Begin a trial after a number of moves; in a game that goes on, hidden information is redealt.

    Attributes:
        move: the number of moves.
        is_alone: whether the person takes all its seats.
    """

    type: Literal["branch"]
    move: Move
    is_alone: bool = False


class TryPuzzle(Request):
    """Begin with a puzzle: the named one, or else today's."""

    type: Literal["puzzle"]
    name: Name = ""


class AskReview(OfGame):
    """Review decisions of a finished game in batches: those from ``first`` on, counted from 0."""

    type: Literal["review"]
    first: Move = 0


class AskRecords(Request):
    """Ask for the person's results and the puzzles."""

    type: Literal["records"]


class Worth(Message):
    """A choice, by its id, with its win chance in shares of 1: [mean, low, high]."""

    action: int
    name: str
    chance: list[float]


class PuzzleTold(Message):
    """A puzzle.

    Attributes:
        name: its name.
        next: the name of the next puzzle.
        options: the values of the choices, the best first; empty before the answer.
        chosen: the id of the choice made; null before.
        is_solved: whether it was the best choice.
        reason: the reason for the best choice; empty before.
    """

    name: str
    next: str
    options: list[Worth] = Field(default_factory=list)
    chosen: int | None = None
    is_solved: bool = False
    reason: str = ""


class JudgedTold(Message):
    """The review of a decision; see `review.Judgement`.

    Attributes:
        chosen: the id of the choice made.
        cost: the lead in win rate of the best choice, as shares of 1: [mean, low, high].
        reason: why the best choice was better, if the one made was costly; else empty.
    """

    move: int
    by: str
    is_own: bool
    chosen: int
    options: list[Worth]
    could_know: float
    cost: list[float]
    hindsight: float
    changed: float
    is_costly: bool
    reason: str


class Reviewed(Answer):
    """Reviewed decisions.

    Attributes:
        judged: a batch of them.
        done: the number of decisions reviewed so far.
        of: the total number of decisions.
        told: the summary, in sentences, when all are reviewed.
        quality: of the person's decisions, in percent: [mean, low, high], when all are reviewed, if anything was at
            stake.
        costliest: the most costly moves, the worst first, when all are reviewed.
    """

    type: Literal["reviewed"] = "reviewed"
    judged: list[JudgedTold]
    done: int
    of: int
    told: list[str] = Field(default_factory=list)
    quality: list[float] | None = None
    costliest: list[int] = Field(default_factory=list)


class RecordTold(Message):
    """The person's results in games of one kind; see `storage.Standing`.

    Attributes:
        title: the game's name for people.
        person: the person's role.
        opponent: the opponent's name.
    """

    game: str
    scenario: str
    role: str
    against: str
    title: str
    person: str
    opponent: str
    won: int
    drawn: int
    lost: int
    chance: Annotated[list[float], Field(min_length=3, max_length=3)]
    quality: float | None
    reviewed: int


class TodayTold(Message):
    """The puzzle of the day: its name, how hard it is, and the cards among its choices, by code."""

    name: str
    game: str
    scenario: str
    grade: puzzles.Grade
    cards: list[str]


class Records(Answer):
    """The person's results and the puzzles.

    Attributes:
        kinds: by game, scenario, role and opponent.
        puzzles: the names of all puzzles, by scenario and from easy to hard.
        today: today's puzzle for this person; null if there are no puzzles.
        solved: the names of puzzles solved at the first try.
        missed: the names of the other puzzles tried.
    """

    type: Literal["records"] = "records"
    kinds: list[RecordTold]
    puzzles: list[str]
    today: TodayTold | None
    solved: list[str]
    missed: list[str]


def _numbers(interval: Interval) -> list[float]:
    return [float(x) for x in interval]


def puzzle_told(session: Session) -> PuzzleTold | None:
    """Return the puzzle at the start of a session, with the answer after a choice."""
    if not session.puzzle:
        return None
    every = [one.name for one in puzzles.puzzles()]
    if session.puzzle not in every:
        return None
    one = puzzles.puzzle_of(session.puzzle)
    following = every[(every.index(one.name) + 1) % len(every)]
    if len(session.table.history) <= session.given:
        return PuzzleTold(name=one.name, next=following)
    chosen, then = session.table.history[session.given][1], session.table.before(session.given + 1)
    ids = [then.action_id(x.action) for x in one.puzzle.answers]
    options = [
        Worth(action=id, name=then.describe(id).title, chance=x.chance)
        for id, x in zip(ids, one.puzzle.answers, strict=True)
    ]
    return PuzzleTold(
        name=one.name,
        next=following,
        options=options,
        chosen=then.action_id(chosen),
        is_solved=one.judge(chosen) is one.puzzle.answers[0],
        reason=one.reason(),
    )


class Looking:
    """An incremental review of a finished game.

    Args:
        session: the game.
        viewer: the person's seat.
        results: the folder in which the results are kept; see `storage`.

    Raises:
        IllegalAction: the game goes on.
    """

    def __init__(self, session: Session, viewer: str, results: Path | None = None) -> None:
        self.session, self.review, self._results = session, Review(session, viewer), results
        self._judged: list[Judgement] = []
        self._summary: Summary | None = None

    def look(self, first: int) -> Reviewed:
        """Return reviews from decision ``first`` on, counted from 0: `AT_ONCE`, or at least one if it is late."""
        moves = self.review.moves
        start = min(first, len(self._judged))
        until = min(len(moves), start + AT_ONCE)
        while len(self._judged) < until:
            if is_late() and len(self._judged) > start:
                until = len(self._judged)
                break
            self._judged.append(self.review.judge(moves[len(self._judged)]))
        found = Reviewed(
            judged=[self._told(x) for x in self._judged[min(first, until) : until]],
            done=until,
            of=len(moves),
        )
        if until == len(moves):
            self._conclude(found)
        return found

    def _conclude(self, found: Reviewed) -> None:
        if self._summary is None:
            self._summary = self.review.summary(self._judged)
            if self._summary.quality is not None:
                storage.note_review(self.session, self._summary.quality.mean, self._results)
        summary = self._summary
        found.told, found.costliest = summary.sentences(), list(summary.costliest)
        found.quality = None if summary.quality is None else _numbers(summary.quality)

    def _told(self, one: Judgement) -> JudgedTold:
        setup = self.session.table.setup
        return JudgedTold(
            move=one.move,
            by=setup.person(one.seat),
            is_own=one.is_own,
            chosen=one.chosen,
            options=[Worth(action=x.action, name=x.name, chance=_numbers(x.chance)) for x in one.options],
            could_know=one.could_know,
            cost=_numbers(one.cost),
            hindsight=one.hindsight,
            changed=one.changed,
            is_costly=one.is_costly,
            reason=one.reason,
        )


def today_told(one: puzzles.NamedPuzzle) -> TodayTold:
    """Return a puzzle as that of the day."""
    grade, cards = one.puzzle.grade, one.puzzle.cards
    return TodayTold(name=one.name, game=one.game, scenario=one.scenario, grade=grade, cards=cards)


def records(results: Path | None = None) -> Records:
    """Return the person's results and the puzzles."""
    tried, every = storage.read_puzzles(results), [one.name for one in puzzles.puzzles()]
    kinds = []
    for x in storage.standings(results):
        named = dict(zip(("title", "person", "opponent"), x.in_words(), strict=True))
        kinds.append(RecordTold(**x._asdict() | named | {"chance": _numbers(x.chance)}))
    solved = [name for name in every if tried.get(name) is True]
    today = today_told(puzzles.daily(datetime.date.today(), len(solved))) if every else None
    return Records(
        kinds=kinds,
        puzzles=every,
        today=today,
        solved=solved,
        missed=[name for name in every if tried.get(name) is False],
    )
