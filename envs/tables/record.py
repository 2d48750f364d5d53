"""Game records: versioned JSON that can be replayed and verified."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Protocol, Self, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from throwdown.envs.core import errors, kit
from throwdown.envs.registry import find_game, rebuild_setup, setup_key

FORMAT = "throwdown-record"
VERSION = 3


def _harmless(text: str) -> str:
    if not errors.is_harmless(text):
        raise ValueError("it contains control characters")
    return text


Plain = Annotated[str, AfterValidator(_harmless)]
"""A text that is safe to print."""


class Notes(BaseModel):
    """An agent's evaluation of a move."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)
    policy: dict[Plain, float] | None = None
    """Probabilities of the actions considered."""
    value: float | None = None
    """The agent's estimate of its return."""


class Move(Notes):
    """One action: agent, text, and a hash of the game after it."""

    model_config = ConfigDict(strict=True)
    agent: Plain
    action: Plain
    check: Plain


class GameRecord(BaseModel):
    """A whole game from a seed, or from a position."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
    format: Plain
    version: int
    game: Plain
    rules_version: Plain
    scenario: Plain
    config: dict[str, Any]
    options: dict[str, Any]
    seed: int | None = None
    position: dict[str, Any] | None = None
    moves: list[Move]
    over: bool
    returns: dict[Plain, float]
    final: Plain
    """A hash of the whole game at the end: its configuration, its history and its state."""


def check_notes(notes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the notes of a move as stored in a record.

    Raises:
        InvalidConfig: a note cannot be stored.
    """
    try:
        return Notes.model_validate(notes).model_dump(exclude_none=True)
    except ValidationError as error:
        raise kit.InvalidConfig(kit.one_sentence(error, "The notes of a move", Notes.model_fields)) from None


class Recordable(Protocol):
    """The source of a record, and the game it is replayed on: a `table.Table`."""

    setup: kit.Setup
    history: list[tuple[str, str]]
    notes: list[dict[str, Any]]
    check: int

    @classmethod
    def from_setup(cls, setup: kit.Setup, seed: int = 0) -> Self:
        """Deal a new game."""

    @classmethod
    def from_setup_position(cls, setup: kit.Setup, position: Mapping[str, Any]) -> Self:
        """Set up a position."""

    @property
    def content(self) -> bytes:
        """The bytes of the current state."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def agent(self) -> str | None:
        """The agent to move."""

    @property
    def origin(self) -> Mapping[str, Any]:
        """The ``seed`` or ``position`` that the game started from."""

    @property
    def checks(self) -> list[int]:
        """The hash after every move."""

    def play(self, action: str | int, **notes: Any) -> Any:
        """Play an action."""

    def returns(self) -> dict[str, float]:
        """Return every agent's return."""


T = TypeVar("T", bound=Recordable)


def _hash(check: int) -> str:
    return f"{check:016x}"


def _text(data: Any) -> str:
    """Return plain data as one text: equal texts, equal data and types."""
    return json.dumps(data, sort_keys=True)


def _final(table: Recordable) -> str:
    """Return the hash of a whole game: its setup, its history and its state."""
    made = _text([*setup_key(table.setup), table.setup.game.rules_version, table.check])
    return hashlib.sha256(made.encode() + table.content).hexdigest()[:16]


def to_record(table: Recordable) -> GameRecord:
    """Return the record of a game so far.

    Raises:
        InvalidRecord: the game was redealt, and does not support positions to start from.
    """
    setup, moves = table.setup, []
    if not table.origin:
        raise kit.InvalidRecord(
            f"A redealt game of {setup.game.id} cannot be recorded, because it has no positions."
        )
    for (agent, action), notes, check in zip(table.history, table.notes, table.checks, strict=True):
        moves.append(Move(agent=agent, action=action, check=_hash(check), **notes))
    return GameRecord(
        format=FORMAT,
        version=VERSION,
        game=setup.game.id,
        rules_version=setup.game.rules_version,
        scenario=setup.scenario,
        config=dict(setup.config),
        options=dict(setup.options),
        moves=moves,
        over=table.over,
        returns=table.returns(),
        final=_final(table),
        **table.origin,
    )


def dump(table: Recordable) -> str:
    """Return a game's record as JSON text."""
    return to_record(table).model_dump_json(indent=1, exclude_none=True)


def write(table: Recordable, path: str | Path) -> None:
    """Write a game's record atomically."""
    kit.write_file(path, dump(table) + "\n")


def parse(text: str, source: str = "The text") -> GameRecord:
    """Parse a record from JSON text.

    Raises:
        InvalidRecord: the text is not a record, or has another version.
    """
    try:
        data = kit.parse_json(text)
    except ValueError as error:
        raise kit.InvalidRecord(f"{source} is not a game record: it is not valid JSON ({error}).") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise kit.InvalidRecord(f"{source} is not a game record: its format is not '{FORMAT}'.")
    if data.get("version") != VERSION:
        raise kit.InvalidRecord(
            f"{source} has record version {data.get('version')}; this release reads version {VERSION}."
        )
    try:
        return GameRecord.model_validate(data)
    except ValidationError as error:
        raise kit.InvalidRecord(
            kit.one_sentence(error, f"{source} is a damaged game record", GameRecord.model_fields)
        ) from None


def read(path: str | Path) -> GameRecord:
    """Read a record from a file; see `parse`."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise kit.InvalidRecord(f"The record '{path}' cannot be read: {reason}.") from None
    return parse(text, f"'{path}'")


def replay(record: GameRecord, tables: type[T], until: int | None = None) -> T:
    """Return the game after its first ``until`` moves (all by default), verified move by move.

    Args:
        record: the record.
        tables: the class of the returned game.
        until: number of moves.

    Raises:
        InvalidRecord: a move does not replay as recorded; the sentence names its number and the reason.
    """
    table = opening(record, tables)
    for number, move in enumerate(record.moves[:until], start=1):
        follow(table, number, move)
    if until is None or until >= len(record.moves):
        verify_end(record, table)
    return table


def opening(record: GameRecord, tables: type[T]) -> T:
    """Return the game of a record before its first move."""
    try:
        rules = find_game(record.game).rules_version
        if rules != record.rules_version:  # their options may have been different
            raise kit.InvalidRecord(
                f"The record was played by rules version {record.rules_version} of {record.game}; "
                f"this release plays version {rules}."
            )
        setup = rebuild_setup((record.game, record.config, record.options, record.scenario))
        if (record.seed is None) == (record.position is None):
            raise kit.InvalidRecord("The record must have either a seed or a position.")
        if record.position is not None:
            table = tables.from_setup_position(setup, record.position)
        else:
            assert record.seed is not None
            table = tables.from_setup(setup, record.seed)
        given = {"config": record.config, "options": record.options, "position": record.position}
        made = {"config": setup.config, "options": setup.options, "position": table.origin.get("position")}
        for name, data in given.items():
            if _text(data) != _text(made[name]):
                raise kit.InvalidRecord(
                    f"The record's {name} was changed: it is not written as records write it."
                )
    except kit.InvalidRecord:
        raise
    except kit.ThrowdownError as error:
        raise kit.InvalidRecord(f"The record's start cannot be set up: {error}") from None
    return table


def follow(table: Recordable, number: int, move: Move) -> None:
    """Play a recorded move and verify it."""
    if table.agent != move.agent:
        to_move = f"{table.agent} is to move" if table.agent else "the game is over"
        raise kit.InvalidRecord(f"Move {number}: it is recorded for {move.agent}, but {to_move}.")
    try:
        table.play(
            move.action,
            **{k: v for k, v in (("policy", move.policy), ("value", move.value)) if v is not None},
        )
    except kit.ThrowdownError as error:
        raise kit.InvalidRecord(
            f"Move {number} ({move.agent}: {move.action}) is not legal: {error}"
        ) from None
    if _hash(table.check) != move.check:
        raise kit.InvalidRecord(
            f"Move {number} ({move.agent}: {move.action}) led elsewhere than recorded: the seed, the scenario or the "
            "move was changed, or other rules were in force."
        )


def verify_end(record: GameRecord, table: Recordable) -> None:
    """Verify a record's result."""
    end = len(record.moves)
    if record.over != table.over:
        was, now = ("over", "goes on") if record.over else ("unfinished", "is over")
        raise kit.InvalidRecord(f"After move {end} the record says the game is {was}, but it {now}.")
    if record.final != _final(table):
        raise kit.InvalidRecord(
            f"After move {end} the game is not the recorded one: the deal, a move, the scenario or an option was "
            "changed."
        )
    returns = table.returns()
    for agent in {**returns, **record.returns}:
        told, value = record.returns.get(agent), returns.get(agent)
        if told is None or value is None or abs(told - value) > 1e-6:
            gave = "has nobody of that name" if value is None else f"gave {value:g}"
            raise kit.InvalidRecord(f"After move {end} the record gives {agent} {told}, but the game {gave}.")
