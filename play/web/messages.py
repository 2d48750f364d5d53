"""Messages between the page and the server: JSON, one message a WebSocket frame.

Every request carries a number chosen by the client, and gets exactly one answer, with the same number. `schema` returns
the JSON Schema of both directions, for writing other clients.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from throwdown.envs.core import kit
from throwdown.envs.core.events import Sound
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
    """Identify the player: the first message of every connection. Games belong to the player who began them."""

    type: Literal["hello"]
    player: base.Key


class AskCatalogue(Request):
    """Ask for the games and their scenarios."""

    type: Literal["catalogue"]


class AskSeats(Request):
    """Ask for the seats, opponents and levels of a scenario."""

    type: Literal["seats"]
    game: base.Name
    scenario: base.Name


class AskGames(Request):
    """Ask for the games begun by the player."""

    type: Literal["games"]


class New(Request):
    """Deal a new game.

    Attributes:
        game: its id.
        scenario: one of its scenarios.
        seats: the person's seats, separated by commas; empty: the default.
        against: the other side's player, as in `throwdown play --against`; empty: the default.
        seed: of the deal; null: an unpredictable one. A game with a given seed is a shared deal.
    """

    type: Literal["new"]
    game: base.Name
    scenario: base.Name
    seats: Annotated[str, Field(max_length=200)] = ""
    against: base.Name = ""
    seed: base.Seed | None = None


class Open(OfGame):
    """Show a game, with the moves since the person's last decision."""

    type: Literal["open"]


class Act(OfGame):
    """Play a choice.

    Attributes:
        move: the number of moves made at the time of the choice; the request is refused if it has changed.
        action: its id.
    """

    type: Literal["act"]
    move: base.Move
    action: base.Action


class Undo(OfGame):
    """Take back the person's last decision and all later moves.

    Attributes:
        move: the number of moves made at the time of the request, which is refused if it has changed; null: any.
    """

    type: Literal["undo"]
    move: base.Move | None = None


class Rematch(OfGame):
    """Deal another game with the same people.

    Attributes:
        is_turned: with sides changed, if `Position.can_turn`.
    """

    type: Literal["rematch"]
    is_turned: bool = False


class Remove(OfGame):
    """Delete a game for good."""

    type: Literal["remove"]


class AskHint(OfGame):
    """Ask for a hint."""

    type: Literal["hint"]


class AskWhy(OfGame):
    """Ask for the alternatives to a move; null: to the last one."""

    type: Literal["why"]
    move: base.Move | None = None


class AskWord(OfGame):
    """Ask for the meaning of a word, a name, a rule or an action, or for the reason why an action is not allowed."""

    type: Literal["word"]
    text: base.Name


class AskMoment(OfGame):
    """Ask for the table before a move, counted from 0, as seen by the person; everything once the game is over.

    Attributes:
        move: the number of moves made.
        is_open: whether to show everything; refused while the game goes on.
    """

    type: Literal["moment"]
    move: base.Move
    is_open: bool = False


class AskLog(OfGame):
    """Ask for the log since the deal, as seen by the person."""

    type: Literal["log"]


class Share(OfGame):
    """Reveal the seed of a game that goes on, so that others can play the same deal, and the hidden cards in its file.

    The stored game is marked as a shared deal from then on.
    """

    type: Literal["share"]


class Export(OfGame):
    """Export a game as JSON for ``throwdown play --resume`` and ``throwdown replay``.

    A game that goes on and is not a shared deal is exported as a trial: it begins at the current position, with the
    information hidden from the player redealt. With real cards (for ``throwdown companion --resume``) the request is
    refused in that case.
    """

    type: Literal["export"]


class Import(Request):
    """Import a game from JSON: from `Export`, or a file written with ``--save``.

    A game that goes on becomes a shared deal, because its text contains hidden information.
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
    """The request was carried out; there is nothing further to answer."""

    type: Literal["done"] = "done"


class TableInfo(base.Message):
    """A scenario of a game, as it is offered to people.

    Attributes:
        scenario: its id.
        name: its name for people.
        about: a sentence about it.
        sides: the number of players on one's own side and on the other; empty: unknown.
        minutes: that a game takes; 0: unknown.
        difficulty: 1 to 3; 0: unknown.
        picture: the kind of its picture; empty: a plain one.
        colours: two for the picture, as #rrggbb; empty: plain ones.
        is_more: whether it is offered apart from the gallery.
    """

    scenario: str
    name: str
    about: str = ""
    sides: list[int] = Field(default_factory=list)
    minutes: int = 0
    difficulty: int = 0
    picture: str = ""
    colours: list[str] = Field(default_factory=list)
    is_more: bool = False


class GameInfo(base.Message):
    """A playable game.

    Attributes:
        id: its id.
        title: its name for people.
        tables: its scenarios, in the order in which they are offered.
    """

    id: str
    title: str
    tables: list[TableInfo]


class Catalogue(Answer):
    """The playable games."""

    type: Literal["catalogue"] = "catalogue"
    games: list[GameInfo]


class SeatInfo(base.Message):
    """A seat open to people; ``goal`` is its aim in the game."""

    seat: str
    person: str
    role: str
    side: str
    goal: str


class Opponent(base.Message):
    """An opponent.

    Attributes:
        spec: its name in `New.against`.
        name: its name for people.
        note: its style of play.
        roles: the roles it can play.
        rating: Elo points with a 95 % interval, if measured: [mean, low, high].
        level: its number on the ladder of levels; 0: it is not one of them.
        is_more: whether it is offered apart from the usual ones.
    """

    spec: str
    name: str
    note: str
    roles: list[str]
    rating: list[float] | None = None
    level: int = 0
    is_more: bool = False


class Seats(Answer):
    """The description, seats and opponents of a scenario.

    Attributes:
        title: its name for people.
        about: its description.
        usual: the person's default seats.
        seats: all seats.
        opponents: the available opponents, the default first.
    """

    type: Literal["seats"] = "seats"
    title: str
    about: str
    usual: str
    seats: list[SeatInfo]
    opponents: list[Opponent]


class Saved(base.Message):
    """A game begun by the player.

    Attributes:
        game: its key.
        id: the id of the game played; empty: unknown.
        title: the title of the game played.
        scenario: its scenario.
        about: the players.
        moves: the number of moves made.
        verdict: won, lost or drawn; empty while the game goes on.
        is_apart: whether it is a puzzle, a trial or a game with real cards.
        changed: the time of the last change, in seconds since 1970.
        is_damaged: whether only its key and ``changed`` could be read.
    """

    game: str
    id: str = ""
    title: str
    scenario: str
    about: str
    moves: int
    verdict: base.Verdict
    is_apart: bool = False
    changed: float
    is_damaged: bool = False


class Games(Answer):
    """The player's games, the latest first."""

    type: Literal["games"] = "games"
    games: list[Saved]


class Choice(base.Message):
    """A possible choice of the person: the action's id and its description; see `kit.Description`."""

    action: int
    name: str
    what: str = ""
    cost: str = ""
    effect: str = ""
    mark: str = ""
    on: str = ""
    tag: str = ""
    lies: str = ""
    then: tuple[tuple[str, int], ...] = ()
    gives_up: bool = False


class SpeechTold(base.Message):
    """A line said by an opponent: the speaker's name and the text."""

    who: str
    text: str


class Step(base.Message):
    """One move, as seen by the person.

    Attributes:
        move: its number, counted from 1; 0 is the deal.
        by: the mover's name; empty for the deal.
        is_own: whether the mover was the person.
        told: its events, in sentences.
        sounds: the sounds of its events, in order.
        says: an opponent's comment on it; null: none.
        scene: the table afterwards.
    """

    move: int
    by: str
    is_own: bool
    told: list[str]
    sounds: list[Sound] = Field(default_factory=list)
    says: SpeechTold | None = None
    scene: Scene


class ChapterTold(base.Message):
    """A part of a long game; see `table.Chapter`."""

    move: int
    title: str
    told: list[str]


class Position(Answer):
    """A game as seen by the person.

    Attributes:
        game: its key.
        id: the id of the game played.
        title: its title.
        scenario: its scenario.
        seed: of the deal, once the game is over or is a shared deal; null before, and in a trial.
        is_shared_deal: whether the seed was given, or revealed before the game was over.
        seat: the viewing seat.
        seats: the person's seats, separated by commas.
        against: the other side's player; `New` with these, the id, the scenario and the seed repeats the deal.
        about: the players.
        goal: the seat's aim in the game.
        moves: the number of moves made.
        steps: the moves from the person's last decision on.
        scene: the current table; of a game that is over, everything, with the cards that lay last on a pile in use.
        prompt: the current decision, and whose it is.
        help: the rules of that decision.
        choices: the person's legal choices; empty if the game is over.
        lessons: the lessons of the moment, the most urgent first; empty if the person has nothing to decide.
        blocked: by card, why a card in hand cannot be played.
        forced: why there is no choice; empty if there is one.
        can_undo: whether a decision can be taken back.
        can_turn: whether the game is over, and can be played again with sides changed.
        taken_back: the number of undos so far.
        is_trial: whether the game is a trial, begun in the middle of another.
        puzzle: the puzzle at its start, if any.
        verdict: won, lost or drawn; empty while the game goes on.
        headline: why the game was won or lost, in one short sentence; empty while it goes on.
        chapters: the parts of a long game so far.
        ending: the course of the game, the deciding moment and the returns, in sentences; empty while it goes on.
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
    can_turn: bool
    taken_back: int
    is_trial: bool
    puzzle: PuzzleTold | None
    verdict: base.Verdict
    headline: str
    chapters: list[ChapterTold]
    ending: list[str]


class Compiling(Answer):
    """The rules of the game are still being compiled, and nothing was done. Ask again in a second.

    Attributes:
        game: its id.
        title: its name.
        share: the share done, 0 to 1, an estimate.
        left: the seconds left, an estimate.
    """

    type: Literal["preparing"] = "preparing"
    game: str
    title: str
    share: float
    left: float


class Problem(Answer):
    """The request was refused, and nothing has changed.

    Attributes:
        message: the reason, in a sentence.
        now: the current game, if it has changed since the client last saw it.
    """

    type: Literal["problem"] = "problem"
    message: str
    now: Position | CompanionTold | None = None


class HintTold(Answer):
    """A hint.

    Attributes:
        best: the id of the recommended action.
        options: the choices, the best first.
        reason: the reason for it.
        about: the method behind the figures.
    """

    type: Literal["hint"] = "hint"
    best: int
    options: list[Worth]
    reason: str
    about: str


class Told(Answer):
    """Sentences, each with its subject, if any."""

    type: Literal["told"] = "told"
    entries: list[tuple[str, str]]


class Moment(Answer):
    """The table at a moment of a game, and the events of the move before."""

    type: Literal["moment"] = "moment"
    move: int
    moves: int
    by: str
    told: list[str]
    scene: Scene


class Logged(Answer):
    """The whole log, the deal first.

    Attributes:
        entries: by move, the mover's seat and name (both empty for the deal), and the events, in sentences.
    """

    type: Literal["logged"] = "logged"
    entries: list[tuple[str, str, list[str]]]


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
    """Parse a request.

    Raises:
        InvalidRecord: the text is not a request; the message says why.
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
    """Return the number of a request that may be damaged, 0 if it is unreadable."""
    try:
        data = kit.parse_json(text)
    except ValueError:
        return 0
    number = data.get("request") if isinstance(data, dict) else None
    return number if type(number) is int and 0 <= number < 2**31 else 0


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the clients' requests and the server's answers."""
    return {"requests": _asked.json_schema(), "answers": _answered.json_schema()}
