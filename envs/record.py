"""Game records: what was played, versioned, as JSON that anybody can replay and verify."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from throwdown.envs.core.kit import InvalidRecord, Setup, ThrowdownError, one_sentence, write_file
from throwdown.envs.registry import make_setup

FORMAT = "throwdown-record"
VERSION = 2


class Move(BaseModel):
    """One action: who played what, and a hash of the game after it."""

    model_config = ConfigDict(extra="forbid")
    agent: str
    action: str
    check: str
    policy: dict[str, float] | None = None
    """Probabilities of the actions that the agent considered."""
    value: float | None = None
    """What the agent thought the position was worth to it."""


class GameRecord(BaseModel):
    """A whole game from a seed, or from a position."""

    model_config = ConfigDict(extra="forbid")
    format: str
    version: int
    game: str
    rules_version: str
    scenario: str
    config: dict[str, Any]
    options: dict[str, Any]
    seed: int | None = None
    position: dict[str, Any] | None = None
    moves: list[Move]
    over: bool
    returns: dict[str, float]
    final: str
    """A hash of the game at the end."""


class Recordable(Protocol):
    """What a record is made of and replayed on: a `table.Table`."""

    setup: Setup
    history: list[tuple[str, str]]
    notes: list[dict[str, Any]]
    check: int

    @classmethod
    def from_setup(cls, setup: Setup, seed: int = 0) -> Self:
        """Deal a new game."""

    @classmethod
    def from_setup_position(cls, setup: Setup, position: Mapping[str, Any]) -> Self:
        """Set a situation up."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def agent(self) -> str | None:
        """Who is to move."""

    @property
    def origin(self) -> Mapping[str, Any]:
        """``seed`` or ``position``: where the game comes from."""

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


def to_record(table: Recordable) -> GameRecord:
    """Return the record of a game so far.

    Raises:
        InvalidRecord: the game was redealt, and has no positions to start from.
    """
    setup, moves = table.setup, []
    if not table.origin:
        raise InvalidRecord(
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
        final=_hash(table.check),
        **table.origin,
    )


def dump(table: Recordable) -> str:
    """Return a game's record as JSON text."""
    return to_record(table).model_dump_json(indent=1, exclude_none=True)


def write(table: Recordable, path: str | Path) -> None:
    """Write a game's record, whole or not at all."""
    write_file(path, dump(table) + "\n")


def parse(text: str, source: str = "The text") -> GameRecord:
    """Return the record in a JSON text.

    Raises:
        InvalidRecord: it is no record, or one of another version.
    """
    try:
        data = json.loads(text)
    except ValueError as error:
        raise InvalidRecord(f"{source} is not a game record: it is not valid JSON ({error}).") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InvalidRecord(f"{source} is not a game record: its format is not '{FORMAT}'.")
    if data.get("version") != VERSION:
        raise InvalidRecord(
            f"{source} has record version {data.get('version')}; this release reads version {VERSION}."
        )
    try:
        return GameRecord.model_validate(data)
    except ValidationError as error:
        raise InvalidRecord(
            one_sentence(error, f"{source} is a damaged game record", GameRecord.model_fields)
        ) from None


def read(path: str | Path) -> GameRecord:
    """Return the record in a file; see `parse`."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise InvalidRecord(f"The record '{path}' cannot be read: {reason}.") from None
    return parse(text, f"'{path}'")


def replay(record: GameRecord, tables: type[T], until: int | None = None) -> T:
    """Return the game after its first ``until`` moves (all by default), verified move by move.

    Args:
        record: what was played.
        tables: the class of the game that is returned.
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
    """Return a record's game before its first move."""
    try:
        setup = replace(make_setup(record.game, record.config, **record.options), scenario=record.scenario)
        if setup.game.rules_version != record.rules_version:
            raise InvalidRecord(
                f"The record was played by rules version {record.rules_version} of {record.game}; "
                f"this release plays version {setup.game.rules_version}."
            )
        if (record.seed is None) == (record.position is None):
            raise InvalidRecord("The record must have either a seed or a position.")
        if record.position is not None:
            table = tables.from_setup_position(setup, record.position)
        else:
            assert record.seed is not None
            table = tables.from_setup(setup, record.seed)
    except InvalidRecord:
        raise
    except ThrowdownError as error:
        raise InvalidRecord(f"The record's start cannot be set up: {error}") from None
    return table


def follow(table: Recordable, number: int, move: Move) -> None:
    """Play a recorded move and verify it."""
    if table.agent != move.agent:
        to_move = f"{table.agent} is to move" if table.agent else "the game is over"
        raise InvalidRecord(f"Move {number}: it is recorded for {move.agent}, but {to_move}.")
    try:
        table.play(
            move.action,
            **{k: v for k, v in (("policy", move.policy), ("value", move.value)) if v is not None},
        )
    except ThrowdownError as error:
        raise InvalidRecord(f"Move {number} ({move.agent}: {move.action}) is not legal: {error}") from None
    if _hash(table.check) != move.check:
        raise InvalidRecord(
            f"Move {number} ({move.agent}: {move.action}) led elsewhere than recorded: the seed, the scenario or the "
            "move was changed, or other rules were in force."
        )


def verify_end(record: GameRecord, table: Recordable) -> None:
    """Verify a record's result."""
    end = len(record.moves)
    if record.over != table.over:
        was, now = ("over", "goes on") if record.over else ("unfinished", "is over")
        raise InvalidRecord(f"After move {end} the record says the game is {was}, but it {now}.")
    if record.final != _hash(table.check):
        raise InvalidRecord(
            f"After move {end} the game is not the recorded one: the deal or a move was changed."
        )
    for agent, value in table.returns().items():
        if abs(record.returns.get(agent, float("nan")) - value) > 1e-6 or agent not in record.returns:
            raise InvalidRecord(
                f"After move {end} the record gives {agent} {record.returns.get(agent)}, but the game gave {value:g}."
            )
