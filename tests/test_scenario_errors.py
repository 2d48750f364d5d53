"""Mistakes in scenarios and options, one clear sentence each."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import pytest

import throwdown
from tests.support import FUSION, GAMES, refusal, setup_of
from throwdown.envs.core.errors import InvalidConfig, ThrowdownError
from throwdown.envs.fusion.sheets.abilities import parse
from throwdown.envs.fusion.sheets.setups import SCENARIO_FOLDER
from throwdown.envs.registry import make_setup

each_game = pytest.mark.parametrize("id", GAMES)


@pytest.mark.parametrize("id", FUSION)
def test_unknown_scenario(id: str) -> None:
    text = refusal(InvalidConfig, lambda: throwdown.make(id, "duell"))
    assert "'duell' is not a scenario (did you mean 'duel'?)" in text and "trio" in text
    text = refusal(InvalidConfig, lambda: throwdown.make(id, "nosuch.toml"))
    assert "'nosuch.toml' cannot be read" in text


@pytest.mark.parametrize(
    ("content_", "said"),
    [
        (b"title = ", "is not valid TOML"),
        (b"= 1", "is not valid TOML"),
        (b"[coach\nhand_max = 3", "is not valid TOML"),
        (b"\xff\xfe", "cannot be read: it is not text"),
    ],
)
def test_broken_toml(content_: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(content_)
    text = refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", str(file)))
    assert f"mine.toml' {said}" in text


def test_a_folder_is_no_scenario(tmp_path: Path) -> None:
    folder = tmp_path / "mine.toml"
    folder.mkdir()
    assert "cannot be read" in refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", str(folder)))


def changed(path: str, value: Any) -> dict[str, Any]:
    """Return the duel with one field changed; ``...`` removes it."""
    data: dict[str, Any] = copy.deepcopy(dict(setup_of().config))
    at: Any = data
    *way, last = path.split(".")
    for key in way:
        at = at[int(key)] if key.isdigit() else at[key]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("harmony", 0, "harmony is 0"),
        ("harmony", 8, "harmony is 8"),
        ("harmony", "high", "harmony is 'high'"),
        ("harmony", ..., "'harmony' is missing"),
        ("harmoni", 3, "'harmoni' is not a field (did you mean 'harmony'?)"),
        ("coach.hand_max", 0, "coach.hand_max is 0"),
        ("coach.hand_maks", 3, "'coach.hand_maks' is not a field (did you mean 'hand_max'?)"),
        ("pilots", [], "pilots"),
        ("pilots.0.steel", -1, "pilots.0.steel is -1"),
        ("pilots.0.steel", 16, "pilots.0.steel is 16"),
        ("pilots.0.charges", 9, "charges is 9, above charge_max 3"),
        ("pilots.0.buffers", 9, "buffers is 9, above buffer_max 2"),
        ("pilots.0.lowered", {"steel": 9}, "lowered.steel is 9, above steel 3"),
        ("pilots.0.specialty", "sing", "pilots.0.specialty is 'sing'"),
        ("threats", [], "threats"),
        ("threats.0.lowered", 4, "lowered is 4"),
        ("threats.0.rating", 0, "threats.0.rating is 0"),
        ("deck.ranks", "23X", "'23X' must consist of distinct letters"),
        ("deck.suits", "CC", "'CC' must consist of distinct letters"),
        ("deck.copies", 3, "deck.copies is 3"),
        ("deck.jokers", 5, "deck.jokers is 5"),
        ("rules.ace", "high", "rules.ace is 'high'"),
        ("rules.challenger", "pilot_3", "rules.challenger is 'pilot_3'"),
        ("rules.challenger", "nobody", "rules.challenger is 'nobody'"),
        ("stakes.harmony", 0.5, "the weights sum to 0.8; they must sum to 0.5"),
        ("title", 7, "title is 7"),
    ],
)
def test_wrong_fields_of_a_scenario_are_named(path: str, value: Any, named: str) -> None:
    text = refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", changed(path, value)))
    assert named in text and text.startswith("Scenario 'custom'")


def test_scenarios_that_cannot_be_dealt() -> None:
    data = changed("deck", {"ranks": "23", "suits": "CD", "copies": 1, "jokers": 0})
    assert "the deck has 4" in refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", data))
    data = changed("deck.copies", 1)
    assert "deck.copies must be 2" in refusal(
        InvalidConfig, lambda: throwdown.make("throwdown-v0", data, decks="separate")
    )


def test_several_mistakes_are_counted_and_told() -> None:
    data = changed("harmony", 0)
    data["coach"]["hand_max"] = 0
    assert refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", data)).splitlines() == [
        "Scenario 'custom': 2 mistakes.",
        "  harmony is 0: it must be greater than or equal to 1.",
        "  coach.hand_max is 0: it must be greater than or equal to 1.",
    ]


@each_game
@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"render_mode": "svg"}, "render_mode is 'svg'"),
        ({"render_mode": "ansi", "render_seat": "pilot_7"}, "render_seat is 'pilot_7'"),
        ({"colour": "red"}, "'colour' is not an option"),
    ],
)
def test_wrong_options_of_any_game_are_named(id: str, options: dict[str, Any], named: str) -> None:
    assert named in refusal(InvalidConfig, lambda: throwdown.make(id, **options))


@pytest.mark.parametrize("id", FUSION)
@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"reward": "fame"}, "fame"),
        ({"rewrad": "win"}, "did you mean 'reward'?"),
        ({"ace": "low"}, "ace"),
        ({"blok": "higher"}, "did you mean 'block'?"),
        ({"max_pilots": 0}, "max_pilots"),
        ({"max_pilots": 8}, "max_pilots"),
        ({"share_hands": "maybe"}, "share_hands"),
    ],
)
def test_wrong_options_are_named(id: str, options: dict[str, Any], named: str) -> None:
    assert named in refusal(InvalidConfig, lambda: throwdown.make(id, **options))


def test_fewer_slots_than_pilots() -> None:
    text = refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", "trio", max_pilots=2))
    assert "max_pilots is 2, but the scenario has 3 Pilots" in text


def test_what_a_message_quotes_steers_no_terminal() -> None:
    error = ThrowdownError("a\x1b[2J\u202eb\r\nc\ud800")
    assert str(error) == "a\\x1b[2J\\u202eb\\r\\nc\\ud800"
    assert len(str(ThrowdownError("x" * 10**6))) < 2100
    deep: list[Any] = []
    for _ in range(10**5):
        deep = [deep]
    for value in (deep, "x" * 10**6, 10**5000, {"a": deep}):
        assert (
            len(
                refusal(
                    InvalidConfig,
                    lambda value=value: throwdown.make("throwdown-v0", changed("harmony", value)),
                )
            )
            < 300
        )  # type: ignore[misc]


@pytest.mark.parametrize("path", ["title", "pilots.0.name", "threats.0.name", "coach.name"])
def test_texts_of_a_scenario_steer_no_terminal(path: str, tmp_path: Path) -> None:
    text = refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", changed(path, "a\x1b[2Jb")))
    assert "control characters" in text or "is not a field" in text
    (tmp_path / "a\x1b[2J.toml").write_bytes((SCENARIO_FOLDER / "duel.toml").read_bytes())
    assert make_setup("throwdown-v0", tmp_path / "a\x1b[2J.toml").scenario == "a\\x1b[2J"


def test_scenarios_nested_too_deeply() -> None:
    for value in ([], {}):
        deep: Any = value
        for _ in range(10**4):
            deep = [deep] if isinstance(deep, list) else {"use": deep}
        data = {"pilots": deep}
        text = refusal(InvalidConfig, lambda data=data: throwdown.make("throwdown-v0", data))  # type: ignore[misc]
        assert "nested too deeply" in text


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("harmony", "4", "harmony is '4' in quotes: it must be a whole number, without quotes."),
        ("harmony", 4.5, "harmony is 4.5: it must be a whole number."),
        ("harmony", [4], "harmony is a list: it must be a whole number."),
        ("harmony", True, "harmony is True: it must be a whole number."),
        ("title", 4, "title is 4: it must be a text, in quotes."),
        ("title", {"text": "x" * 500}, "title is a table: it must be a text, in quotes."),
        ("coach", [{"hand_max": 3}], "coach is a list, where there is one table: write [coach], in single brackets."),
        ("pilots", [], "pilots: it must have at least 1 item, not 0."),
        ("coach", 3, "coach is 3: it must be a table, [coach] or { NAME = VALUE }."),
        ("rules.ace", 14, "rules.ace is 14: it must be 'trump', 'eleven' or 'fourteen'."),
        ("rules.two_beats_ace", "yes", "rules.two_beats_ace is 'yes' in quotes: it must be true or false, without "
         "quotes."),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_kind_is_told_as_it_is_written_in_a_file(
    path: str, value: Any, said: str
) -> None:
    text = refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", changed(path, value)))
    assert text == f"Scenario 'custom': {said}"


def test_a_table_where_there_can_be_several_wants_double_brackets() -> None:
    data = changed("title", "Own")
    data["threats"] = data["threats"][0]
    text = refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", data))
    assert "threats" in text and "[[threats]], in double brackets" in text and len(text) < 200


@pytest.mark.parametrize(
    ("written", "advice"),
    [
        ("title = Own", "put a text in quotes"),
        ("harmony = True", "write true and false in small letters"),
        ("title", "write NAME = VALUE"),
        ('title = "Own" and more', "nothing after a value but a # comment"),
        ('title = "Own', "close the quotes"),
        ('title = "A"\ntitle = "B"', "leave one out"),
        ("[coach]\n[coach]", "write each of several as [[name]]"),
        ("pilots = [1, 2", "close the list with ]"),
    ],
)
def test_bad_toml_is_told_with_what_to_write(written: str, advice: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(written + "\n", encoding="utf-8")
    text = refusal(InvalidConfig, lambda: throwdown.make("throwdown-v0", str(file)))
    assert advice in text and ("line" in text or "end of document" in text)


def test_an_effect_that_needs_an_amount_is_not_taken_without_one() -> None:
    for effect in ("+Trauma:Threat", "+Strike:Self"):
        with pytest.raises(
            ValueError,
            match=f"has no amount, but .* needs one: write for example '{re.escape(effect)}\\(1\\)'",
        ):
            parse(effect)
    assert parse("+Trauma:Threat(1)").amount == parse("+Chargeup:Team").amount == 1
