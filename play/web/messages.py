"""What the page and the server say to each other: JSON, one message a WebSocket frame.

Every request has a number of the client's own, and every request is answered once, with that number. The JSON Schema of
both directions is `schema`, so that others may write clients.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from throwdown.envs.core import kit
from throwdown.envs.core.scene import Scene
from throwdown.play.web import base
from throwdown.play.web.after import (
    AskRecords,
    AskReview,
    Branch,
    PuzzleTold,
    Records,
    Reviewed,
    TryPuzzle,
    Worth as Worth,
)
from throwdown.play.web.base import (
    MOST_BYTES as MOST_BYTES,
    Answer as Answer,
    OfGame as OfGame,
    Request as Request,
)
from throwdown.play.web.learning import AskGlossary, AskRulebook, Glossary, LessonTold, Rulebook
from throwdown.play.web.real_cards import CompanionTold, Correct, Enter, NewCompanion


class Hello(Request):
    """Who is there: the first message of every connection. Games belong to the player who began them."""

    type: Literal["hello"]
    player: base.Key


class AskCatalogue(Request):
    """Which games and scenarios there are."""

    type: Literal["catalogue"]


class AskSeats(Request):
    """Which seats, opponents and levels a scenario has."""

    type: Literal["seats"]
    game: base.Name
    scenario: base.Name


class AskGames(Request):
    """Which games the player has begun."""

    type: Literal["games"]


class New(Request):
    """Deal a new game.

    Attributes:
        game: its id.
        scenario: one of its scenarios.
        seats: the person's seats, several with commas; empty: the usual one.
        against: who plays the other side, as `throwdown play --against` takes it; empty: the usual one.
        seed: of the deal; null: one that nobody can guess. A game with a given seed is a shared deal.
    """

    type: Literal["new"]
    game: base.Name
    scenario: base.Name
    seats: Annotated[str, Field(max_length=200)] = ""
    against: base.Name = ""
    seed: base.Seed | None = None


class Open(OfGame):
    """Show a game, with what happened since the person's last decision."""

    type: Literal["open"]


class Act(OfGame):
    """Play a choice.

    Attributes:
        move: how many moves had been made when it was chosen; a choice for another moment is refused.
        action: its id.
    """

    type: Literal["act"]
    move: base.Move
    action: base.Action


class Undo(OfGame):
    """Take back the person's last decision and all that followed.

    Attributes:
        move: how many moves had been made when it was asked for; at another moment it is refused. Null: at any.
    """

    type: Literal["undo"]
    move: base.Move | None = None


class Rematch(OfGame):
    """Deal another game with the same people."""

    type: Literal["rematch"]


class Remove(OfGame):
    """Delete a game for good."""

    type: Literal["remove"]


class AskHint(OfGame):
    """What had best be played."""

    type: Literal["hint"]


class AskWhy(OfGame):
    """What else could have been played at a move; None: the last one."""

    type: Literal["why"]
    move: base.Move | None = None


class AskWord(OfGame):
    """What a word, a name, a rule or an action means, or why an action is not allowed."""

    type: Literal["word"]
    text: base.Name


class AskMoment(OfGame):
    """How the table was before a move, counted from 0, as the person saw it; all of it once the game is over.

    Attributes:
        move: so many moves had been made.
        is_open: whether everything is shown, which a game that goes on refuses.
    """

    type: Literal["moment"]
    move: base.Move
    is_open: bool = False


class AskLog(OfGame):
    """What has happened since the deal, as the person saw it."""

    type: Literal["log"]


class Share(OfGame):
    """Tell the seed of a game that goes on, so that others can play the same deal, and its file the hidden cards.

    What is kept of the game says from then on that its deal was shared.
    """

    type: Literal["share"]


class Export(OfGame):
    """The game as JSON, which ``throwdown play --resume`` and ``throwdown replay`` read.

    While a game goes on and its deal was not shared, this is a trial that begins where it stands, with all that the
    player cannot know dealt anew. One with real cards, which ``throwdown companion --resume`` reads, is refused then.
    """

    type: Literal["export"]


class Import(Request):
    """Take a game over from JSON, such as `Export` gave or a command's ``--save`` wrote.

    One that goes on is a shared deal: its text tells what is hidden.
    """

    type: Literal["import"]
    text: Annotated[str, Field(max_length=base.MOST_BYTES)]


Asked = Annotated[
    Hello | AskCatalogue | AskSeats | AskGames | New | Open | Act | Undo | Rematch | Remove | AskHint | AskWhy
    | AskWord | AskMoment | AskLog | Share | Export | Import | AskGlossary | AskRulebook | Branch | TryPuzzle
    | AskReview | AskRecords | NewCompanion | Enter | Correct,
    Field(discriminator="type"),
]  # fmt: skip


class Done(Answer):
    """A request without a further answer has been carried out."""

    type: Literal["done"] = "done"


class GameInfo(base.Message):
    """A game that can be played.

    Attributes:
        id: its id.
        title: what people call it.
        scenarios: their names, the usual one first.
    """

    id: str
    title: str
    scenarios: list[str]


class Catalogue(Answer):
    """Which games there are."""

    type: Literal["catalogue"] = "catalogue"
    games: list[GameInfo]


class SeatInfo(base.Message):
    """A seat that a person may take; ``goal`` says what it plays for."""

    seat: str
    person: str
    role: str
    side: str
    goal: str


class Opponent(base.Message):
    """Somebody to play against.

    Attributes:
        spec: what `New.against` takes.
        name: what people call it.
        note: how it plays.
        roles: the roles that it can play.
        rating: Elo points with an interval of 95 %, where they were measured: [mean, low, high].
    """

    spec: str
    name: str
    note: str
    roles: list[str]
    rating: list[float] | None = None


class Seats(Answer):
    """What a scenario is, and who may sit where.

    Attributes:
        title: what people call it.
        about: what it is.
        usual: the seats that a person takes by default.
        seats: all seats.
        opponents: who may be played against, the usual one first.
    """

    type: Literal["seats"] = "seats"
    title: str
    about: str
    usual: str
    seats: list[SeatInfo]
    opponents: list[Opponent]


class Saved(base.Message):
    """A game that the player has begun.

    Attributes:
        game: its key.
        title: what is played.
        scenario: its scenario.
        about: who plays whom.
        moves: so many have been made.
        verdict: won, lost or drawn; empty while it goes on.
        changed: when, in seconds since 1970.
        is_damaged: whether nothing but its key and ``changed`` could be read.
    """

    game: str
    title: str
    scenario: str
    about: str
    moves: int
    verdict: base.Verdict
    changed: float
    is_damaged: bool = False


class Games(Answer):
    """The player's games, the latest first."""

    type: Literal["games"] = "games"
    games: list[Saved]


class Choice(base.Message):
    """What the person may do now: the action's id, and what people are told of it; see `kit.Description`."""

    action: int
    name: str
    what: str = ""
    cost: str = ""
    effect: str = ""
    mark: str = ""
    on: str = ""


class SpeechTold(base.Message):
    """What an opponent says: the speaker's name, and the line."""

    who: str
    text: str


class Step(base.Message):
    """One move, as the person saw it.

    Attributes:
        move: its number, counted from 1; 0 is the deal.
        by: who moved, by name; empty for the deal.
        is_own: whether it was the person.
        told: what happened, in sentences.
        says: what an opponent says to it; null: nothing.
        scene: the table afterwards.
    """

    move: int
    by: str
    is_own: bool
    told: list[str]
    says: SpeechTold | None = None
    scene: Scene


class ChapterTold(base.Message):
    """A part of a long game; see `table.Chapter`."""

    move: int
    title: str
    told: list[str]


class Position(Answer):
    """A game as the person sees it.

    Attributes:
        game: its key.
        id: the id of what is played.
        title: what is played.
        scenario: its scenario.
        seed: of the deal, once the game is over or its deal was shared; null before, and in a trial.
        is_shared_deal: whether the seed was given or told before the game was over.
        seat: the seat that looks.
        seats: the person's seats, with commas between.
        against: who plays the other side; `New` with these, the id, the scenario and the seed deals the same.
        about: who plays whom.
        goal: what the seat plays for.
        moves: so many have been made.
        steps: what happened since the person's last decision, that decision first.
        scene: the table now.
        prompt: who decides what.
        help: the rules of what is being decided.
        choices: what the person may do; empty if the game is over.
        lessons: what the moment teaches, the most urgent first; empty if the person has nothing to decide.
        blocked: why the cards in hand that cannot be played cannot, by card.
        forced: why there is no choice, if there is none.
        can_undo: whether there is a decision to take back.
        taken_back: how often one was.
        is_trial: whether the game began in the middle of another, to try something.
        puzzle: the puzzle that it began with, if any.
        verdict: won, lost or drawn; empty while the game goes on.
        chapters: the parts of a long game so far.
        ending: how it went, what decided it and the returns, in sentences; empty while the game goes on.
    """

    type: Literal["position"] = "position"
    game: str
    id: str
    title: str
    scenario: str
    seed: int | None
    is_shared_deal: bool
    seat: str
    seats: str
    against: str
    about: str
    goal: str
    moves: int
    steps: list[Step]
    scene: Scene
    prompt: str
    help: str
    choices: list[Choice]
    lessons: list[LessonTold]
    blocked: dict[str, str]
    forced: str
    can_undo: bool
    taken_back: int
    is_trial: bool
    puzzle: PuzzleTold | None
    verdict: base.Verdict
    chapters: list[ChapterTold]
    ending: list[str]


class Compiling(Answer):
    """Nothing was done: the rules of the game are still being compiled. Ask again in a second.

    Attributes:
        game: its id.
        title: its name.
        share: what is done, an estimate: 0 to 1.
        left: seconds that are left, an estimate.
    """

    type: Literal["preparing"] = "preparing"
    game: str
    title: str
    share: float
    left: float


class Problem(Answer):
    """A request was refused, and nothing has changed.

    Attributes:
        message: why, in a sentence.
        now: the game as it is now, if it has gone on since it was looked at.
    """

    type: Literal["problem"] = "problem"
    message: str
    now: Position | CompanionTold | None = None


class HintTold(Answer):
    """A hint.

    Attributes:
        best: the id of what to play.
        options: the choices, the best first.
        reason: why.
        about: how the figures were found.
    """

    type: Literal["hint"] = "hint"
    best: int
    options: list[Worth]
    reason: str
    about: str


class Told(Answer):
    """Sentences, each with what it is about, if anything."""

    type: Literal["told"] = "told"
    entries: list[tuple[str, str]]


class Moment(Answer):
    """The table at some moment of a game, and what the move that led there told."""

    type: Literal["moment"] = "moment"
    move: int
    moves: int
    by: str
    told: list[str]
    scene: Scene


class Logged(Answer):
    """All that happened, the deal first: who moved, by name (empty for the deal), and what it told, in sentences."""

    type: Literal["logged"] = "logged"
    entries: list[tuple[str, list[str]]]


class Exported(Answer):
    """A game as JSON."""

    type: Literal["exported"] = "exported"
    text: str


Answered = Annotated[
    Problem | Compiling | Done | Catalogue | Seats | Games | Position | HintTold | Told | Moment | Logged | Exported
    | Glossary | Rulebook | Reviewed | Records | CompanionTold,
    Field(discriminator="type"),
]  # fmt: skip

_asked: TypeAdapter[Any] = TypeAdapter(Asked)
_answered: TypeAdapter[Any] = TypeAdapter(Answered)


def parse(text: str) -> Any:
    """Return the request in a text.

    Raises:
        InvalidRecord: it is none; the sentence says why.
    """
    if len(text.encode("utf-8", "surrogatepass")) > base.MOST_BYTES:
        raise kit.InvalidRecord(f"The message is longer than {base.MOST_BYTES:,} bytes.")
    try:
        return _asked.validate_json(text)
    except ValidationError as error:
        raise kit.InvalidRecord(kit.one_sentence(error, "The message")) from None
    except (ValueError, RecursionError):
        raise kit.InvalidRecord("The message is not JSON.") from None


def number_of(text: str) -> int:
    """Return the number of a request that may be damaged, 0 if it cannot be told."""
    try:
        data = kit.parse_json(text)
    except ValueError:
        return 0
    number = data.get("request") if isinstance(data, dict) else None
    return number if type(number) is int and 0 <= number < 2**31 else 0


def schema() -> dict[str, Any]:
    """Return the JSON Schema of what clients may send, and of what the server answers."""
    return {"requests": _asked.json_schema(), "answers": _answered.json_schema()}
