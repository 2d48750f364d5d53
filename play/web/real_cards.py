"""What the page and the server say to each other about games with real cards."""

from __future__ import annotations

from typing import Literal

from throwdown.envs.core.scene import Scene
from throwdown.play.companion.dealer import Line, Question
from throwdown.play.web.base import Answer, Message, Move, Name, OfGame, Request, Seed, Verdict


class NewCompanion(Request):
    """Begin a game with real cards: persons hold all Pilots, the program plays Coach and keeps the books.

    Attributes:
        game: its id.
        scenario: one of its scenarios.
        deal: ``hands``: the table deals a real deck; ``program``: the program deals, the table takes the same cards.
        against: who plays Coach, as `New` takes it; empty: the usual one.
        seed: of the program's choices; null: one that nobody can guess. A game with a given seed is a shared deal.
    """

    type: Literal["real"]
    game: Name
    scenario: Name
    deal: Literal["hands", "program"] = "hands"
    against: Name = ""
    seed: Seed | None = None


class Enter(OfGame):
    """Answer what the table is asked.

    Attributes:
        entries: how many entries the ledger had; an answer for another moment is refused.
        text: an option's text or name, or a card.
    """

    type: Literal["enter"]
    entries: Move
    text: Name


class Correct(OfGame):
    """Change an entry of the ledger, or take it and all that follow back.

    Attributes:
        number: the entry's, counted from 1.
        text: what should have been told; empty: take back.
        entries: how many entries the ledger had; at another moment it is refused. Null: at any.
    """

    type: Literal["correct"]
    number: Move
    text: Name = ""
    entries: Move | None = None


class EntryTold(Message):
    """An entry of the ledger: whom or what it is about, and what was told."""

    about: str
    told: str


class CompanionTold(Answer):
    """A game with real cards.

    Attributes:
        game: its key.
        id: the id of what is played.
        title: what is played.
        scenario: its scenario.
        deal: how cards are dealt, as `NewCompanion` takes it.
        about: who plays whom, and how.
        moves: so many have been made.
        lines: what the table was told since its last answer.
        question: what it is asked; null when the game is over.
        scene: the table, as far as whoever is asked may see it; null before it is dealt.
        row: Coach's cards as they lie on the table, from left to right; none where they do not.
        ledger: the entries.
        dropped: entries that the last correction took off the ledger, in words.
        is_shared_deal: whether the seed was given or told before the game was over.
        verdict: whether the Pilots won, lost or drew; empty while it goes on.
        ending: how it went, in sentences; empty while it goes on.
    """

    type: Literal["real"] = "real"
    game: str
    id: str
    title: str
    scenario: str
    deal: str
    about: str
    moves: int
    lines: list[Line]
    question: Question | None
    scene: Scene | None
    row: list[str]
    ledger: list[EntryTold]
    dropped: list[str]
    is_shared_deal: bool
    verdict: Verdict
    ending: list[str]
