from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support import CASES, GAMES, walk
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord
from throwdown.envs.tables import record
from throwdown.envs.tables.table import Table

each_case = pytest.mark.parametrize(("id", "scenario"), CASES)


def played(id: str = "throwdown-v0", scenario: str = "duel", seed: int = 3) -> Table:
    *_, table = walk(id, scenario, seed, keep=0.02)
    return table


@each_case
def test_a_record_gives_the_game_back(id: str, scenario: str) -> None:
    for table in walk(id, scenario, 21, keep=0.05):
        if len(table.history) % 7 and not table.over:
            continue
        again = Table.from_json(table.to_json())
        assert again.history == table.history and again.check == table.check and again.over == table.over
        assert again.events == table.events and again.returns() == table.returns()
        assert again.observe(0).tolist() == table.observe(0).tolist() and again.legal() == table.legal()
        assert again.to_json() == table.to_json()


def test_a_record_keeps_options_scenario_and_notes(tmp_path: Path) -> None:
    table = Table.deal(seed=4, scenario="trio", reward="score", max_pilots=5, ace="eleven")
    for _ in range(12):
        table.play(table.legal_ids()[0], policy={"concede": 0.25}, value=0.5)
    table.save(tmp_path / "deep" / "game.json")
    assert [f.name for f in (tmp_path / "deep").iterdir()] == ["game.json"]
    again = Table.load(tmp_path / "deep" / "game.json")
    assert again.setup.options == table.setup.options and again.setup.config == table.setup.config
    assert again.notes == table.notes and again.notes[3] == {"policy": {"concede": 0.25}, "value": 0.5}


def test_a_record_says_what_it_is() -> None:
    data = json.loads(played().to_json())
    assert data["format"] == "throwdown-record" and data["version"] == 3 and data["rules_version"]
    assert (
        data["game"] == "throwdown-v0" and data["scenario"] == "duel" and data["seed"] == 3 and data["over"]
    )
    assert set(data["moves"][0]) == {"agent", "action", "check"}


def test_part_of_a_record_can_be_replayed() -> None:
    table = played()
    parsed = record.parse(table.to_json())
    for until in (0, 1, 5, len(table.history)):
        assert Table.replay(parsed, until).history == table.history[:until]


def other_action(data: dict[str, Any], at: int) -> str:
    """Return another action that is legal before a move."""
    table = Table.replay(record.GameRecord.model_validate(data), at)
    return next(a for a in table.legal() if a != data["moves"][at]["action"])


def branching(data: dict[str, Any]) -> int:
    """Return the number of a move, counted from 0, that had an alternative."""
    for at in range(4, len(data["moves"])):
        if len(Table.replay(record.GameRecord.model_validate(data), at).legal()) > 1:
            return at
    raise AssertionError


def change_action(data: dict[str, Any]) -> str:
    at = branching(data)
    data["moves"][at]["action"] = other_action(data, at)
    return rf"^Move {at + 1} \(.*led elsewhere"


def illegal_action(data: dict[str, Any]) -> str:
    data["moves"][2]["action"] = "position 0"
    return r"^Move 3 \(.*position 0\) is not legal"


def no_action(data: dict[str, Any]) -> str:
    data["moves"][2]["action"] = "counter 99"
    return r"^Move 3 \(.*counter 99\) is not legal"


def change_seat(data: dict[str, Any]) -> str:
    move = data["moves"][3]
    move["agent"] = "pilot_0" if move["agent"] == "coach_0" else "coach_0"
    return r"^Move 4: it is recorded for"


def change_seed(data: dict[str, Any]) -> str:
    data["seed"] += 1
    return r"^Move 1"


def change_scenario(data: dict[str, Any]) -> str:
    data["config"]["harmony"] = 1
    data["config"]["coach"]["hand_max"] = 4
    return r"^Move \d+"


def drop_move(data: dict[str, Any]) -> str:
    del data["moves"][4]
    return r"^Move 5"


def drop_last_move(data: dict[str, Any]) -> str:
    del data["moves"][-1]
    return rf"^After move {len(data['moves'])} the record says the game is over"


def add_move(data: dict[str, Any]) -> str:
    data["moves"].append(data["moves"][-1])
    return rf"^Move {len(data['moves'])}: it is recorded for .* the game is over"


def change_returns(data: dict[str, Any]) -> str:
    data["returns"]["coach_0"] *= -1
    return rf"^After move {len(data['moves'])} the record gives coach_0"


def lose_returns(data: dict[str, Any]) -> str:
    del data["returns"]["pilot_0"]
    return r"^After move \d+ the record gives pilot_0 None"


def change_over(data: dict[str, Any]) -> str:
    data["over"] = False
    return r"^After move \d+ the record says the game is unfinished"


def change_final(data: dict[str, Any]) -> str:
    data["final"] = "0" * 16
    return r"^After move \d+ the game is not the recorded one"


def change_check(data: dict[str, Any]) -> str:
    data["moves"][1]["check"] = "0" * 16
    return r"^Move 2 \(.*led elsewhere"


def change_version(data: dict[str, Any]) -> str:
    data["version"] = 2
    return "has record version 2; this release reads version 3"


def change_format(data: dict[str, Any]) -> str:
    data["format"] = "pgn"
    return "is not a game record: its format is not"


def change_rules(data: dict[str, Any]) -> str:
    data["rules_version"] = "0"
    return "was played by rules version 0 of throwdown-v0; this release plays version"


def change_game(data: dict[str, Any]) -> str:
    data["game"] = "throwdwn-v0"
    return "start cannot be set up: .*did you mean 'throwdown-v0'"


def change_option(data: dict[str, Any]) -> str:
    data["options"]["reward"] = "fame"
    return "start cannot be set up: .*reward"


def change_config(data: dict[str, Any]) -> str:
    data["config"]["harmony"] = 99
    return "start cannot be set up: .*harmony"


def lose_seed(data: dict[str, Any]) -> str:
    del data["seed"]
    return "either a seed or a position"


def lose_moves(data: dict[str, Any]) -> str:
    del data["moves"]
    return "is a damaged game record: .*moves"


def junk_field(data: dict[str, Any]) -> str:
    data["winner"] = "me"
    return "is a damaged game record: .*winner"


def junk_move(data: dict[str, Any]) -> str:
    data["moves"][0] = 7
    return r"is a damaged game record: moves\.0"


def bad_seed(data: dict[str, Any]) -> str:
    data["seed"] = -5
    return "start cannot be set up: seed is -5"


def change_title(data: dict[str, Any]) -> str:
    """No event and no state shows it."""
    data["config"]["title"] = "another"
    return r"^After move \d+ the game is not the recorded one"


def rename_scenario(data: dict[str, Any]) -> str:
    data["scenario"] = "trio"
    return r"^After move \d+ the game is not the recorded one"


def lower_a_cap(data: dict[str, Any]) -> str:
    """A rule of which this game made no use."""
    data["config"]["coach"]["hand_max"] += 1
    return r"^(Move \d+|After move \d+ the game is not the recorded one)"


def more_returns(data: dict[str, Any]) -> str:
    data["returns"]["pilot_6"] = 0.0
    return r"^After move \d+ the record gives pilot_6 0\.0, but the game has nobody of that name"


def endless_returns(data: dict[str, Any]) -> str:
    data["returns"]["coach_0"] = float("nan")
    return r"is a damaged game record: returns\.coach_0"


def text_seed(data: dict[str, Any]) -> str:
    data["seed"] = str(data["seed"])
    return "is a damaged game record: seed is '"


def fraction_seed(data: dict[str, Any]) -> str:
    data["seed"] = float(data["seed"])
    return "is a damaged game record: seed is"


def true_version(data: dict[str, Any]) -> str:
    data["version"] = 3.0
    return "is a damaged game record: version is 3.0"


def number_over(data: dict[str, Any]) -> str:
    data["over"] = 1
    return "is a damaged game record: over is 1"


def text_config(data: dict[str, Any]) -> str:
    data["config"]["harmony"] = str(data["config"]["harmony"])
    return "start cannot be set up: .*harmony is '4' in quotes: it must be a whole number"


def true_option(data: dict[str, Any]) -> str:
    data["options"]["max_pilots"] = True
    return "options was changed|start cannot be set up"


def text_value(data: dict[str, Any]) -> str:
    data["moves"][0]["value"] = "0.5"
    return r"is a damaged game record: moves\.0\.value"


def steer_the_terminal(data: dict[str, Any]) -> str:
    data["moves"][0]["agent"] = "\x1b[2J"
    return r"is a damaged game record: moves\.0\.agent"


TAMPERINGS: list[Callable[[dict[str, Any]], str]] = [
    change_action,
    illegal_action,
    no_action,
    change_seat,
    change_seed,
    change_scenario,
    drop_move,
    drop_last_move,
    add_move,
    change_returns,
    lose_returns,
    change_over,
    change_final,
    change_check,
    change_version,
    change_format,
    change_rules,
    change_game,
    change_option,
    change_config,
    lose_seed,
    lose_moves,
    junk_field,
    junk_move,
    bad_seed,
    change_title,
    rename_scenario,
    lower_a_cap,
    more_returns,
    endless_returns,
    text_seed,
    fraction_seed,
    true_version,
    number_over,
    text_config,
    true_option,
    text_value,
    steer_the_terminal,
]


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("seed", [3, 8])
def test_a_tampered_record_is_refused_with_move_and_reason(
    tamper: Callable[[dict[str, Any]], str], seed: int
) -> None:
    data = copy.deepcopy(json.loads(played(seed=seed).to_json()))
    pattern = tamper(data)
    with pytest.raises(InvalidRecord, match=pattern) as error:
        Table.from_json(json.dumps(data))
    assert str(error.value).isprintable() and str(error.value).rstrip(".") != ""


@pytest.mark.parametrize(
    "text", ["", "junk", "[]", "7", "null", "{}", '{"format": 1}', '{"format": "throwdown-record"}']
)
def test_junk_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord):
        Table.from_json(text)
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidRecord, match=r"game\.json"):
        Table.load(file)


@pytest.mark.parametrize("text", ["[" * 10**5, '{"a":' * 10**5, '{"format": ' + "[" * 500 + "]" * 500 + "}"])
def test_what_is_nested_too_deeply_is_refused(text: str) -> None:
    with pytest.raises(InvalidRecord, match="nested too deeply"):
        Table.from_json(text)


def test_a_digit_too_many_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="not valid JSON"):
        Table.from_json('{"version": ' + "9" * 5000 + "}")


def test_a_rule_that_no_event_shows_is_covered() -> None:
    """The Harmony of a game that has just begun has met nothing yet."""
    data = json.loads(Table.deal(seed=3, scenario="duel").to_json())
    data["config"]["harmony"] += 1
    with pytest.raises(InvalidRecord, match=r"^After move 0 the game is not the recorded one"):
        Table.from_json(json.dumps(data))


@pytest.mark.parametrize(
    ("notes", "match"),
    [
        ({"comment": "well played"}, "'comment' is not a field"),
        ({"value": float("nan")}, "value is nan"),
        ({"value": "high"}, "value is 'high'"),
        ({"policy": [0.5]}, "policy is"),
        ({"policy": {"concede": float("inf")}}, "policy.concede is inf"),
        ({"policy": {"\x1b[2J": 1.0}}, "control characters"),
        ({"value": lambda: 0}, "value is"),
    ],
)
def test_notes_that_cannot_be_saved_are_refused_when_given(notes: dict[str, Any], match: str) -> None:
    table = Table.deal(seed=4)
    before = table.to_json()
    with pytest.raises(InvalidConfig, match=match) as error:
        table.play(table.legal_ids()[0], **notes)
    assert str(error.value).startswith("The notes of a move: ") and str(error.value).isprintable()
    assert table.to_json() == before


def test_numbers_of_numpy_are_notes() -> None:
    table = Table.deal(seed=4)
    table.play(table.legal_ids()[0], value=np.float32(0.5), policy={"concede": np.float32(0.25)})
    assert table.notes == [{"value": 0.5, "policy": {"concede": 0.25}}]
    assert Table.from_json(table.to_json()).notes == table.notes


def test_a_redealt_game_has_a_record() -> None:
    table = Table.deal(seed=4)
    table.play(table.legal_ids()[0])
    again = table.redeal("pilot_0", 5)
    for _ in range(4):
        again.play(again.legal_ids()[0])
    assert Table.from_json(again.to_json()).content == again.content


@pytest.mark.parametrize("id", GAMES)
def test_a_table_can_be_pickled_and_copied(id: str) -> None:
    table = next(table for table in walk(id, None, 5, keep=0) if len(table.history) == 2)
    for again in (pickle.loads(pickle.dumps(table)), copy.copy(table), copy.deepcopy(table)):
        assert again.to_json() == table.to_json() and again.content == table.content
        assert again.legal() == table.legal() and again.observe().tolist() == table.observe().tolist()
        again.undo()
        assert len(table.history) == 2 and len(again.history) == 1
        again.play(again.legal_ids()[-1])
        while not again.over and len(again.history) < 9:
            again.play(again.legal_ids()[0])
        assert Table.from_json(again.to_json()).content == again.content


def test_unreadable_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="cannot be read: No such file"):
        Table.load(tmp_path / "missing.json")
    with pytest.raises(InvalidRecord, match="cannot be read"):
        Table.load(tmp_path)
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(InvalidRecord, match="it is not text"):
        Table.load(tmp_path / "binary.json")


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    text = played().to_json()
    for part in (0.1, 0.5, 0.99):
        with pytest.raises(InvalidRecord, match="not valid JSON"):
            Table.from_json(text[: int(len(text) * part)])


def test_writing_fails_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.json"
    played().save(file)
    before = file.read_text(encoding="utf-8")

    def fail(*_: Any) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        played(seed=9).save(file)
    assert file.read_text(encoding="utf-8") == before
    assert [f.name for f in tmp_path.iterdir()] == ["game.json"]
