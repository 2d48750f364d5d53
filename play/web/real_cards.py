"""Messages about games with real cards."""

from __future__ import annotations

from typing import Literal

from throwdown.envs.core.scene import Scene
from throwdown.play.companion.dealer import Line, Question
from throwdown.play.web.base import Action, Answer, Message, Move, Name, OfGame, Request, Seed, Verdict


class NewCompanion(Request):
    """Begin a game with real cards: people hold all Pilots, the program plays Coach and tracks the game.

    Attributes:
        game: its id.
        scenario: one of its scenarios.
        deal: ``hands``: the table deals a real deck; ``program``: the program deals, the table takes the same cards.
        against: Coach's player, as in `New`; empty: the default.
        seed: of the program's choices; null: an unpredictable one. A game with a given seed is a shared deal.
    """

    type: Literal["real"]
    game: Name
    scenario: Name
    deal: Literal["hands", "program"] = "hands"
    against: Name = ""
    seed: Seed | None = None


class Enter(OfGame):
    """Answer the current question.

    Attributes:
        entries: the number of entries of the ledger; the answer is refused if it has changed.
        answer: an option's id, or typed text: an option's text or name, or a card.
        card: replaces the option's own card, and need not belong to an option: the refusal then says why.
    """

    type: Literal["enter"]
    entries: Move
    answer: Action | Name
    card: Name = ""


class Correct(OfGame):
    """Change an entry of the ledger, or remove it and all later ones.

    Attributes:
        number: its number, counted from 1.
        text: the corrected answer; empty: remove.
        entries: the number of entries of the ledger; the request is refused if it has changed. Null: not checked.
    """

    type: Literal["correct"]
    number: Move
    text: Name = ""
    entries: Move | None = None


class EntryTold(Message):
    """An entry of the ledger: its subject and the answer."""

    about: str
    told: str


class CompanionTold(Answer):
    """A game with real cards.

    Attributes:
        game: its key.
        id: the id of the game played.
        title: the name of its table for people.
        scenario: its scenario.
        deal: the kind of deal, as in `NewCompanion`.
        about: the players and the deal, in words.
        moves: the number of moves made.
        lines: sentences for the table since its last answer.
        question: the current question; null when the game is over.
        scene: the table as seen by the asked seat; null before the deal.
        row: Coach's cards on the table, from left to right; empty if not laid out.
        ledger: the entries.
        dropped: the entries removed by the last correction, in words.
        is_shared_deal: whether the seed was given, or revealed before the game was over.
        verdict: whether the Pilots won, lost or drew; empty while the game goes on.
        ending: the course of the game, in sentences; empty while it goes on.
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
