"""Scenarios and content: data files, and one sentence a mistake."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.challenge.support import ID
from throwdown.envs.challenge.sheets import library
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import find_game, make_setup
from throwdown.envs.tables.table import Table

TITLE = {"title": "Mine", "mode": "scene", "cast": [["courier"]], "obstacles": ["rooftop-gap"]}


def test_every_shipped_scenario_is_a_file_and_its_resolved_data_make_it_again() -> None:
    game = find_game(ID)
    assert set(game.scenarios) == {"scene", "duel", "duel-2v2", "attempt", "mini"} and game.default == "scene"
    for name in game.scenarios:
        setup = make_setup(ID, name)
        again = make_setup(ID, dict(setup.config))
        assert again.config == setup.config and again.template.tobytes() == setup.template.tobytes()


def test_cho_32_the_sample_characters() -> None:
    people = {
        k: x for k, x in library.LIBRARY.shelf("characters").items() if not x.get("busted") and k != "spotter"
    }
    orator = people["orator"]
    assert [orator[core] for core in ("speed", "brawn", "brain", "heart")] == [1, -1, 0, 4]
    assert all(min(x[c] for c in ("speed", "brawn", "brain", "heart")) == -1 for x in people.values())
    assert all(x["stamina"] in (6, 7) for x in people.values())


def test_a_designer_adds_content_without_code(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        """
title = "Mine"
mode = "scene"
rounds = 2
income = 30
hostile = 1
cast = [[{ name = "Diver", speed = 2, brawn = 2, brain = 0, heart = 0, stamina = 3 }]]
obstacles = [{ name = "Wreck", core = "brawn", band = "hero" }, { use = "rooftop-gap", name = "Reef gap" }]
hazards = ["grapple"]
""",
        encoding="utf-8",
    )
    table = Table.deal(ID, 1, str(file))
    assert table.setup.people == ("Table", "Diver")
    assert [str(table.describe(i)).split(":")[0] for i in table.legal_ids()] == [
        "Post Wreck",
        "Post Reef gap",
    ]
    while not table.over:
        table.play(table.legal_ids()[-1])
    assert table.look_up("wreck")[0].kind == "obstacle"


PLAIN = {"name": "Nobody", "speed": 0, "brawn": 0, "brain": 0, "heart": 0, "stamina": 0}
WRONG: list[tuple[Any, dict[str, Any], str]] = [
    ("scen", {}, r"'scen' is not a scenario \(did you mean 'scene'\?\)"),
    ("scene", {"round": 3}, r"'round' is not an option \(did you mean 'rounds'\?\)"),
    ("scene", {"rounds": 9}, "rounds is 9: it must be less than or equal to 8"),
    (
        "scene",
        {"cast": "curier"},
        r"cast: 'curier' is not in the library of characters \(did you mean 'courier'\?\)",
    ),
    ("duel", {"cast": "courier"}, "cast names 1 Character; 'duel' has 2"),
    ("attempt", {"difficulty": 26}, "attempt.difficulty is 26"),
    ({**TITLE, "cast": []}, {}, "cast"),
    ({**TITLE, "cast": [["courier"], ["orator"]]}, {}, "cast has 2 lists of Characters; a scene has 1"),
    ({**TITLE, "mode": "duel"}, {}, "cast has 1 list of Characters; a duel has 2 or 4"),
    (
        "duel",
        {"cast": "courier,spotter"},
        "cast: no Character of side B makes presses; a duel needs one or more on each side",
    ),
    (
        {**TITLE, "cast": [[{**PLAIN, "boons": "always"}]]},
        {},
        "cast.0.0.boons is 'always': it must be 'harm'",
    ),
    ({**TITLE, "obstacles": []}, {}, "obstacles is empty; a scene needs one or more"),
    ({**TITLE, "hostile": 1}, {}, "hazards is empty"),
    ({**TITLE, "obstacles": ["roof-gap"]}, {}, r"obstacles.0: 'roof-gap' is not in the library"),
    ({**TITLE, "obstacles": ["rooftop-gap", "rooftop-gap"]}, {}, "obstacles has 'Rooftop gap' twice"),
    (
        {**TITLE, "bands": {"hero": {"low": 10, "high": 19}}},
        {},
        "bands.hero.*at most 4 higher, not from 10 to 19",
    ),
    ({**TITLE, "bands": {"silly": {"low": 1, "high": 2}}}, {}, "bands.silly"),
    (
        {**TITLE, "deck": {"ranks": "2", "suits": "CD"}},
        {},
        "deck: a personal deck has 4 cards; it needs 8 or more with Stamina, Boons or Jokers",
    ),
    ("mini", {"boon_at": 1}, "deck: a personal deck has 4 cards; it needs 8 or more"),
    ("mini", {"cast": "courier,orator"}, "deck: a personal deck has 4 cards; it needs 8 or more"),
    (
        {**TITLE, "cast": [[PLAIN]], "deck": {"ranks": "238", "suits": "C", "jokers": ""}},
        {},
        "deck: a personal deck has 3 cards; it needs 4 or more",
    ),
    ({**TITLE, "deck": {"ranks": "22"}}, {}, "ranks is '22'; give some of 23456789TJQKA, each once"),
    ({**TITLE, "gool": 5}, {}, r"'gool' is not a field \(did you mean 'goal'\?\)"),
]


@pytest.mark.parametrize(("scenario", "options", "says"), WRONG, ids=[says for *_, says in WRONG])
def test_a_wrong_scenario_is_refused_in_a_sentence(scenario: Any, options: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidConfig, match=says) as error:
        make_setup(ID, scenario, **options)
    assert str(error.value).endswith(".")


def test_wrong_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match="cannot be read"):
        make_setup(ID, tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_text("title = ", encoding="utf-8")
    with pytest.raises(InvalidConfig, match="is not valid TOML"):
        make_setup(ID, tmp_path / "bad.toml")


@pytest.mark.parametrize(
    ("rounds", "says"),
    [
        (1, ", 1 obstacle, 0 hazards, 1 Round, goal 4, limit 5 Harm"),
        (2, ", 1 obstacle, 0 hazards, 2 Rounds, goal 4, limit 5 Harm"),
    ],
)
def test_a_summary_counts_one_round_and_many(rounds: int, says: str) -> None:
    setup = make_setup(ID, TITLE | {"rounds": rounds, "goal": 4, "limit": 5, "hostile": 0})
    assert setup.game.text.summary(setup).endswith(says)
