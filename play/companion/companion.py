"""The table companion: a ledger of the table's answers, and the game that follows from it."""

from __future__ import annotations

import json
from collections.abc import Collection
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.scene import Scene
from throwdown.envs.tables import record
from throwdown.envs.tables.table import Table
from throwdown.play import screen
from throwdown.play.companion.dealer import HANDS, PROGRAM, Answerable, Dealer, Dealers, Line, Question
from throwdown.play.session import named_again, read_text, usual_opponent

FORMAT, VERSION = "throwdown-companion", 2
"""Version 1, without `SavedCompanion.is_shared_deal`, can also be read."""
GAMES = {"throwdown-v0": "throwdown.play.throwdown"}
"""The games that can be played with real cards: by id, the module with their ``DEALERS``."""
MOST_ENTRIES = 2000


class LedgerEntry(BaseModel):
    """An answer of the table.

    Attributes:
        key: the key of the question, see `Question`.
        text: the answer.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    key: Annotated[record.Plain, Field(max_length=80)]
    text: Annotated[record.Plain, Field(max_length=80)]


class SavedCompanion(BaseModel):
    """A saved game with real cards: setup, opponent and the table's answers."""

    model_config = ConfigDict(extra="forbid", strict=True)
    format: str = FORMAT
    version: int = VERSION
    deal: Literal["program", "hands"]
    against: str
    seed: int
    record: dict[str, Any]
    is_shared_deal: bool = False
    entries: Annotated[list[LedgerEntry], Field(max_length=MOST_ENTRIES)]


class Noted(NamedTuple):
    """An entry of the ledger: its subject and answer in words, and the state before it."""

    entry: LedgerEntry
    about: str
    told: str
    before: Dealer


class Companion:
    """A game with real cards.

    Its state depends only on the setup, the seed and the entries. An entry can be removed or changed at any time; the
    game is then replayed from it.

    Args:
        setup: the setup.
        deal: `PROGRAM` or `HANDS`.
        against: the agent of the program's side; the default one if left out.
        seed: of the program's deal and of all its choices.
        path: where `save` writes by default.

    Attributes:
        is_shared_deal: whether the seed may have been known before the end; see `Session`.
        noted: the ledger.
        dropped: the entries removed by the last correction, in words.

    Raises:
        InvalidConfig: the game does not support real cards, or the agent does not.
    """

    def __init__(
        self,
        setup: kit.Setup,
        deal: str = HANDS,
        against: str = "",
        seed: int = 0,
        path: str | Path | None = None,
    ) -> None:
        if setup.game.id not in GAMES:
            raise kit.InvalidConfig(
                tr(
                    "{game} is not played with real cards; {games} is.",
                    game=setup.game.id,
                    games=", ".join(GAMES),
                )
            )
        if deal not in (PROGRAM, HANDS):
            raise kit.InvalidConfig(tr("'{deal}' is not a way to deal; give program or hands.", deal=deal))
        self.setup, self.seed = setup, kit.check_seed(seed)
        self.against = against or usual_opponent(setup, f"{setup.roles[-1]}s")
        self.path = None if path is None else Path(path)
        self.is_shared_deal = False
        self.noted: list[Noted] = []
        self.dropped: list[str] = []
        dealers: Dealers = import_module(GAMES[setup.game.id]).DEALERS
        self._now = dealers[deal](setup, self.against, self.seed)

    @property
    def deal(self) -> str:
        """The kind of deal: `PROGRAM` or `HANDS`."""
        return self._now.deal

    @property
    def question(self) -> Question | None:
        """The current question; None when the game is over."""
        return self._now.question

    @property
    def lines(self) -> list[Line]:
        """The sentences for the table since its last answer."""
        return self._now.lines

    @property
    def table(self) -> Table | None:
        """The game as far as it is known, with guesses for face-down cards; None before the deal."""
        return self._now.table

    @property
    def moves(self) -> int:
        """The number of completed moves; `why` explains them."""
        return self._now.moves

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.question is None

    def scene(self) -> Scene | None:
        """Return the table as seen by the asked seat; None before the deal."""
        return self._now.scene()

    def row(self) -> list[str]:
        """Return the program's cards on the table from left to right; none if they are not laid out."""
        return self._now.row()

    def why(self, move: int | None = None) -> list[str]:
        """Return the alternatives to a move and its purpose; see `Session.why`.

        Raises:
            IllegalAction: there is no such move.
        """
        return self._now.why(move)

    def ending(self) -> list[str]:
        """Return the outcome in sentences; empty while the game goes on."""
        table = self.table
        if not self.over or table is None:
            return []
        score = screen.score_line(table, self.setup.seats[-1])
        return [text for text in (self._now.verdict, score, table.decided()) if text]

    # The ledger ------------------------------------------------------------------------------------------------------

    def enter(self, answer: str | int, card: str = "") -> Answerable:
        """Enter the table's answer, let the program act until the next question; see `Dealer.enter`.

        Raises:
            IllegalAction: the answer is unknown, illegal, or a card that cannot be there; nothing has changed.
        """
        before, later = self._now, self._now.clone()
        noted, option = _entered(later, answer, before, card)
        self._now, self.noted, self.dropped = later, [*self.noted, noted], []
        return option

    def correct(self, number: int, text: str = "") -> list[str]:
        """Change an entry, or without a text remove it and all that follow; return the removed entries.

        The game is replayed from the entry. Later entries stay as long as they answer the questions that then arise.

        Args:
            number: the entry's, counted from 1.
            text: the corrected answer.

        Raises:
            IllegalAction: there is no such entry, or the text does not answer its question; nothing has changed.
        """
        if not 1 <= number <= len(self.noted):
            raise kit.IllegalAction(
                tr("There is no entry {number}; the ledger has {n}.", number=number, n=len(self.noted))
            )
        kept, rest = self.noted[: number - 1], self.noted[number - 1 :]
        now = rest[0].before.clone()
        if text:
            noted, _ = _entered(now, text, rest[0].before)
            kept, rest = [*kept, noted], rest[1:]
        while text and rest and now.question is not None and now.question.key == rest[0].entry.key:
            before = now.clone()
            try:
                noted, _ = _entered(now, rest[0].entry.text, before)
            except kit.IllegalAction:
                break
            kept, rest = [*kept, noted], rest[1:]
        self._now, self.noted = now, kept
        self.dropped = [f"{x.about}: {x.told}" for x in rest]
        return self.dropped

    # Files -----------------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """Return the game as JSON."""
        opening = Table.from_setup(self.setup, self.seed)
        saved = SavedCompanion(
            deal="hands" if self.deal == HANDS else "program",
            against=self.against,
            seed=self.seed,
            record=json.loads(opening.to_json()),
            is_shared_deal=self.is_shared_deal,
            entries=[x.entry for x in self.noted],
        )
        return saved.model_dump_json(indent=1)

    def save(self, path: str | Path | None = None) -> Path:
        """Write the game atomically and return the file, which becomes the default.

        Raises:
            InvalidConfig: the file exists and holds something else, or cannot be written.
        """
        target = Path(path) if path is not None else self.path or Path("throwdown-companion.json")
        check_target(target)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            kit.write_file(target, self.to_json() + "\n")
        except OSError as error:
            raise kit.InvalidConfig(
                tr("'{file}' cannot be written: {reason}.", file=target, reason=error.strerror)
            ) from None
        self.path = target
        return target

    @classmethod
    def from_json(cls, text: str, source: str = "The text", named: Collection[str] = ()) -> Companion:
        """Return the game written by `to_json`, replayed from its entries.

        Args:
            text: the JSON text.
            source: its name in error messages.
            named: the agent, as `core.names.Typed` again if it is a file or code: it is not opened otherwise.

        Raises:
            InvalidRecord: the text is damaged, foreign or of another version, or an entry answers nothing.
            InvalidConfig: the agent cannot be loaded any more, or see `session.named_again`.
        """
        return from_saved(read_saved(text, source), source, named)

    @classmethod
    def load(cls, path: str | Path, named: Collection[str] = ()) -> Companion:
        """Return the game in a file; see `from_json`."""
        found = cls.from_json(read_text(path), f"'{path}'", named)
        found.path = Path(path)
        return found


def _entered(now: Dealer, answer: str | int, before: Dealer, card: str = "") -> tuple[Noted, Answerable]:
    """Pass an answer to a dealer; return the ledger's entry, and how the answer was understood."""
    question = now.question
    option = now.enter(answer, card)
    assert question is not None
    return Noted(
        LedgerEntry(key=question.key, text=option.text), question.about, option.title, before
    ), option


def is_saved(text: str) -> bool:
    """Return whether a text claims to be a saved game with real cards."""
    try:
        data = kit.parse_json(text)
    except ValueError:
        return False
    return isinstance(data, dict) and data.get("format") == FORMAT


def read_saved(text: str, source: str = "The text") -> SavedCompanion:
    """Parse a saved game; see `Companion.from_json`."""
    if not is_saved(text):
        raise kit.InvalidRecord(
            tr(
                "{source} is not a game of the table companion: its format is not '{format}'.",
                source=source,
                format=FORMAT,
            )
        )
    data = kit.parse_json(text)
    if data.get("version") not in (1, VERSION):
        raise kit.InvalidRecord(
            tr(
                "{source} has companion version {version}; this release reads versions 1 and {own}.",
                source=source,
                version=data.get("version"),
                own=VERSION,
            )
        )
    try:
        return SavedCompanion.model_validate(data)
    except ValidationError as error:
        what = tr("{source} is a damaged game of the table companion", source=source)
        raise kit.InvalidRecord(kit.one_sentence(error, what, SavedCompanion.model_fields)) from None


def from_saved(saved: SavedCompanion, source: str = "The text", named: Collection[str] = ()) -> Companion:
    """Return the game of a saved one; see `Companion.from_json`."""
    against = named_again({"--against": saved.against}, named)["--against"]
    game = record.parse(json.dumps(saved.record), source)
    if game.seed != saved.seed or game.moves:
        raise kit.InvalidRecord(tr("{source} is damaged: its record does not match its deal.", source=source))
    found = Companion(Table.replay(game).setup, saved.deal, against, kit.check_seed(saved.seed))
    found.is_shared_deal = saved.is_shared_deal
    for number, entry in enumerate(saved.entries, start=1):
        question = found.question
        try:
            if question is None or question.key != entry.key:
                raise kit.IllegalAction(tr("the question there is another one"))
            found.enter(entry.text)
        except kit.IllegalAction as error:
            raise kit.InvalidRecord(
                tr(
                    "{source}: entry {number} ('{text}') does not fit: {reason}",
                    source=source,
                    number=number,
                    text=entry.text,
                    reason=str(error).rstrip(".") + ".",
                )
            ) from None
    return found


def check_target(path: Path) -> None:
    """Raise rather than overwrite a file that is not a saved companion game; devices and pipes are accepted."""
    if not path.is_file():
        return
    try:
        is_ours = is_saved(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        is_ours = False
    if not is_ours:
        raise kit.InvalidConfig(tr("'{file}' exists and is not a game of the table companion.", file=path))
