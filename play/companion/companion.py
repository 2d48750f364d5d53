"""The table companion: what the table has told, one entry after another, and all that follows from it."""

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
"""Version 1 has no `SavedCompanion.is_shared_deal`, and is read as well."""
GAMES = {"throwdown-v0": "throwdown.play.throwdown"}
"""The games that can be played with real cards: the id of each, and the module that holds its ``DEALERS``."""
MOST_ENTRIES = 2000


class LedgerEntry(BaseModel):
    """What the table told.

    Attributes:
        key: names the question that it answered, see `Question`.
        text: the answer.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    key: Annotated[record.Plain, Field(max_length=80)]
    text: Annotated[record.Plain, Field(max_length=80)]


class SavedCompanion(BaseModel):
    """What a file of a game with real cards holds: what is played, against whom, and what the table told."""

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
    """An entry of the ledger: what it was about and what was told, in words; and how everything stood before."""

    entry: LedgerEntry
    about: str
    told: str
    before: Dealer


class Companion:
    """A game with real cards.

    All that it says follows from what is played, the seed and the entries. An entry can be taken back or changed at any
    time; what follows from it is then worked out anew.

    Args:
        setup: what is played.
        deal: `PROGRAM` or `HANDS`.
        against: the agent that plays the program's side; the usual one if left out.
        seed: of the program's deal and of all its choices.
        path: where `save` writes by default.

    Attributes:
        is_shared_deal: whether somebody may have known the seed before the game was over; see `Session`.
        noted: the ledger.
        dropped: what the last correction took off it, in words.

    Raises:
        InvalidConfig: the game is not played with real cards, or the agent cannot play so.
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
            raise kit.InvalidConfig(tr("'{deal}' is no way to deal; it is program or hands.", deal=deal))
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
        """How cards are dealt: `PROGRAM` or `HANDS`."""
        return self._now.deal

    @property
    def question(self) -> Question | None:
        """What the table is asked; None when the game is over."""
        return self._now.question

    @property
    def lines(self) -> list[Line]:
        """What the table was told since its last answer."""
        return self._now.lines

    @property
    def table(self) -> Table | None:
        """The game as far as it is certain, None before it is dealt; what lies face-down in it may be a guess."""
        return self._now.table

    @property
    def moves(self) -> int:
        """How many moves are over; `why` explains them."""
        return self._now.moves

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.question is None

    def scene(self) -> Scene | None:
        """Return the table as far as whoever is asked may see it; None before it is dealt."""
        return self._now.scene()

    def row(self) -> list[str]:
        """Return the program's cards as they lie on the table, from left to right; none where they do not."""
        return self._now.row()

    def why(self, move: int | None = None) -> list[str]:
        """Return what else could have been played at a move, and what it was for; see `Session.why`.

        Raises:
            IllegalAction: there is no such move.
        """
        return self._now.why(move)

    def ending(self) -> list[str]:
        """Return how the game went and who won, in sentences; nothing while it goes on."""
        table = self.table
        if not self.over or table is None:
            return []
        score = screen.score_line(table, self.setup.seats[-1])
        return [text for text in (self._now.verdict, score, table.decided()) if text]

    # The ledger ------------------------------------------------------------------------------------------------------

    def enter(self, text: str) -> Answerable:
        """Take what the table tells, have the program act until it is asked again, and return what was understood.

        Raises:
            IllegalAction: it means nothing, the rules forbid it, or a card cannot be there; nothing has changed.
        """
        before, later = self._now, self._now.clone()
        noted, option = _entered(later, text, before)
        self._now, self.noted, self.dropped = later, [*self.noted, noted], []
        return option

    def correct(self, number: int, text: str = "") -> list[str]:
        """Change an entry, or without a text take it and all that follow back; return what fell off the ledger.

        What follows from the entries is worked out anew. The later entries stay as far as they answer what is asked
        then.

        Args:
            number: the entry's, counted from 1.
            text: what should have been told.

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
        """Write the game, whole or not at all, and return the file; later saves go there too.

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
        """Return the game that `to_json` wrote, worked out from its entries.

        Args:
            text: what was written.
            source: what it is called in errors.
            named: the agent, `core.names.Typed` again if it is a file or code: else it is not opened.

        Raises:
            InvalidRecord: the text is damaged, foreign or of another version, or an entry answers nothing.
            InvalidConfig: the agent cannot be loaded any more, or see `session.named_again`.
        """
        return made_of(read_saved(text, source), source, named)

    @classmethod
    def load(cls, path: str | Path, named: Collection[str] = ()) -> Companion:
        """Return the game in a file; see `from_json`."""
        found = cls.from_json(read_text(path), f"'{path}'", named)
        found.path = Path(path)
        return found


def _entered(now: Dealer, text: str, before: Dealer) -> tuple[Noted, Answerable]:
    """Have a dealer take an answer; return the entry of the ledger, and what was understood."""
    question = now.question
    option = now.enter(text)
    assert question is not None
    return Noted(
        LedgerEntry(key=question.key, text=option.action), question.about, option.title, before
    ), option


def is_saved(text: str) -> bool:
    """Return whether a text says that it is such a file."""
    try:
        data = kit.parse_json(text)
    except ValueError:
        return False
    return isinstance(data, dict) and data.get("format") == FORMAT


def read_saved(text: str, source: str = "The text") -> SavedCompanion:
    """Return what a file holds; see `Companion.from_json`."""
    if not is_saved(text):
        raise kit.InvalidRecord(
            tr(
                "{source} is no game of the table companion: its format is not '{format}'.",
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


def made_of(saved: SavedCompanion, source: str = "The text", named: Collection[str] = ()) -> Companion:
    """Return the game that a file holds; see `Companion.from_json`."""
    against = named_again({"--against": saved.against}, named)["--against"]
    game = record.parse(json.dumps(saved.record), source)
    if game.seed != saved.seed or game.moves:
        raise kit.InvalidRecord(tr("{source} is damaged: its record is not that of the deal.", source=source))
    found = Companion(Table.replay(game).setup, saved.deal, against, kit.check_seed(saved.seed))
    found.is_shared_deal = saved.is_shared_deal
    for number, entry in enumerate(saved.entries, start=1):
        question = found.question
        try:
            if question is None or question.key != entry.key:
                raise kit.IllegalAction(tr("nothing of the kind is asked there"))
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
    """Refuse to write over a file that is no game of the companion's; a device or a pipe is no file."""
    if not path.is_file():
        return
    try:
        is_ours = is_saved(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        is_ours = False
    if not is_ours:
        raise kit.InvalidConfig(tr("'{file}' exists and is not a game of the table companion.", file=path))
