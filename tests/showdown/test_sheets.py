"""Decks, cards and scenarios as data: what makes a deck legal, and what is refused in one sentence."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.showdown.support import ID
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import find_game, make_setup
from throwdown.envs.showdown.sheets import library

CONFIG = make_setup(ID, "showdown").config


def deck(side: str = "heroes", **changes: Any) -> dict[str, Any]:
    """The scenario with another deck."""
    return {**CONFIG, side: {**CONFIG[side], **changes}}


def cards(*more: dict[str, Any], side: str = "heroes", leave: int = 1) -> list[dict[str, Any]]:
    return [*CONFIG[side]["cards"][:-leave], *more]


def said(data: Any) -> str:
    with pytest.raises(InvalidConfig) as error:
        find_game(ID).configure(data)
    text = str(error.value)
    assert text.endswith(".") and "\n" not in text
    return text


PLAIN = {"name": "Extra", "kind": "ally", "power": 1}


def test_sd_03_a_deck_has_60_cards_at_most() -> None:
    """Golden 2: not counting Heroes, Villains and Leaders."""
    assert find_game(ID).configure(deck(cards=cards(PLAIN))).scenario == "custom"
    assert "counts 61; a deck has at most 60" in said(deck(cards=cards({**PLAIN, "copies": 2})))


def test_sd_04_any_number_of_copies_but_of_supers() -> None:
    """SHO-30, golden 3: one Super card in a deck, not one of each name."""
    many = [{**PLAIN, "copies": 60}]
    assert find_game(ID).configure(deck(cards=many)).counts["hero"] == 24
    for spelt in ("Super", "super"):
        big = {**PLAIN, "name": "Second Titan", "classes": [spelt]}
        assert "has 2 Super cards" in said(deck(cards=cards(big)))


def test_sd_05_cards_of_one_set_only() -> None:
    """SHO-31, golden 4: deck, Leader and Initial Cards together; cards without a Set join any."""
    assert "of one Set" in said(deck(cards=cards({**PLAIN, "set": "Z"})))
    assert "of one Set" in said(deck(leader={**CONFIG["heroes"]["leader"], "set": "Z"}))
    assert "'Red Sentai' of Set Z" in said(
        deck(initials=[{**CONFIG["heroes"]["initials"][0], "set": "Z"}, *CONFIG["heroes"]["initials"][1:]])
    )


def test_sd_06_initial_cards_keep_the_table_rule() -> None:
    red = CONFIG["heroes"]["initials"][0]
    assert "initials has 'Red Sentai' twice" in said(deck(initials=[red, red]))


def test_sd_16_a_leaders_keyword_needs_an_initial_card() -> None:
    assert "has the Keyword Robot" in said(deck(leader={**CONFIG["heroes"]["leader"], "keyword": "Robot"}))


STACK = {"when": "stack", "cost": 1, "initiative": 1, "effects": [{"do": "power"}]}
WORK = {"when": "employ", "effects": [{"do": "draw"}]}


@pytest.mark.parametrize(
    ("card", "part"),
    [
        ({"kind": "combat"}, "has 0 texts; a card of kind combat has 1"),
        ({"kind": "combat", "texts": [STACK, STACK]}, "has 2 texts"),
        (
            {"kind": "combat", "power": 2, "texts": [STACK]},
            "has power 2; a card of kind combat must have none",
        ),
        ({"kind": "event", "texts": [STACK]}, "a card of kind event has leader"),
        ({"kind": "mission", "texts": [STACK]}, "a card of kind mission has mission"),
        (
            {"kind": "equipment", "texts": [{"when": "employ", "effects": [{"do": "draw"}]}]},
            "of kind equipment has stack",
        ),
        ({"kind": "spell"}, "kind"),
        ({"copies": 0}, "copies"),
        ({"texts": [{**STACK, "effects": [{"do": "heal"}]}]}, "cannot be staged"),
        ({"texts": [{**STACK, "effects": [{"do": "power", "amount": 0}]}]}, "amount is 0"),
        ({"texts": [{**STACK, "effects": [{"do": "shoot", "amount": -1}]}]}, "amount is -1"),
        (
            {"texts": [{**STACK, "effects": [{"do": "power"}, {"do": "shoot", "who": "own"}]}]},
            "share one target",
        ),
        ({"texts": [{"when": "employ", "effects": [{"do": "shoot"}]}]}, "is for the Stack"),
        ({"texts": [{"when": "employ", "effects": [{"do": "valor"}]}]}, "needs a Combat"),
        (
            {"texts": [{"when": "employ", "cost": 2, "effects": [{"do": "draw"}]}]},
            "cost and initiative are for",
        ),
        ({"texts": [{"when": "employ", "employ": 2, "effects": [{"do": "draw"}]}]}, "employ is a price"),
        ({"texts": [{"when": "employ", "effects": [{"do": "draw", "who": "own"}]}]}, "aimed at nobody"),
        (
            {"texts": [{"when": "employ", "effects": [{"do": "upgrade", "who": "each"}]}]},
            "only heal can reach each",
        ),
        ({"colour": "red"}, "colour"),
    ],
)
def test_cards_that_cannot_be_are_refused(card: dict[str, Any], part: str) -> None:
    """SDE-06."""
    assert part in said(deck(cards=cards({**PLAIN, **card})))


def gear(name: str, kind: str, *initiatives: int | str, **data: Any) -> dict[str, Any]:
    """A card with texts for some Tics."""
    return {"name": name, "kind": kind, "texts": [{**STACK, "initiative": n} for n in initiatives], **data}


@pytest.mark.parametrize(
    ("more", "part"),
    [
        ([gear("A", "equipment", 5, 5)], "'Red Sentai' could have 3 Abilities in Tic 5"),
        ([gear("A", "vehicle", "X", "X")], "'Academy Cadet' could have 3 Abilities in Tic 4"),
        ([gear("A", "vehicle", 7), gear("B", "equipment", "X", 7)], "could have 3 Abilities in Tic 7"),
        ([gear("A", "ally", 7, 7), gear("B", "equipment", "X")], "'A' could have 3 Abilities in Tic 7"),
        (
            [gear("A", "equipment", "X", "X", keyword="Cadet"), gear("B", "vehicle", "X")],
            "'Academy Cadet' could have 3 Abilities in every Tic",
        ),
        (
            [gear("A", "vehicle", 7, 7, classes=["Ship"]), gear("B", "vehicle", 7)],
            "could have 3 Abilities in Tic 7",
        ),
        (
            [gear("A", "equipment", 7, 7, classes=["Ship"]), gear("B", "vehicle", 7)],
            "could have 3 Abilities in Tic 7",
        ),
        ([gear(f"Ship {k}", "vehicle", classes=["ship"]) for k in range(4)], "has 5 different Ship Vehicles"),
        ([{"name": "A", "kind": "ally", "texts": [WORK, WORK]}], "has two texts with when = 'employ'"),
    ],
)
def test_sde_02_decks_for_which_there_are_not_enough_actions_are_refused(
    more: list[dict[str, Any]], part: str
) -> None:
    assert part in said(deck(cards=cards(*more, leave=len(more))))


@pytest.mark.parametrize(
    "more",
    [
        [gear("A", "equipment", 7, 7, classes=["Ship"]), gear("B", "equipment", 7)],  # one of them is blank
        [gear("A", "equipment", 7, 7), gear("B", "equipment", 7)],  # one place
        [gear("A", "ally", 7, 7, classes=["Mecha"]), gear("B", "equipment", 7, keyword="A")],
        [gear("A", "ally", 7, 7, classes=["Kaiju"]), gear("B", "vehicle", 7, classes=["Ship"], keyword="A")],
        [gear("A", "ally", 7, 7, classes=["Mook"]), gear("B", "vehicle", 7, keyword="A")],
        [gear("A", "ally", 7, 7), gear("B", "equipment", 8), gear("C", "vehicle", 9)],
        [gear("A", "equipment", 7, 7, keyword="Sentai"), gear("B", "vehicle", 7, keyword="Cadet")],
    ],
)
def test_sde_02_two_abilities_of_one_tic_are_no_reason_to_refuse_a_deck(more: list[dict[str, Any]]) -> None:
    """Attachments that nobody can bear together, or that are blank together, do not count together."""
    assert find_game(ID).configure(deck(cards=cards(*more, leave=len(more)))).scenario == "custom"


@pytest.mark.parametrize(
    ("data", "part"),
    [
        ({"heroes": "sentia"}, "did you mean 'sentai'"),
        ({"heroes": "gloom"}, "heroes has the deck 'Gloom Syndicate'"),
        ({"wounds": 5}, "give no more Wounds than Actions"),
        ({"handsize": 4}, "fewer Wounds than cards"),
        ({"turns": 0}, "turns"),
        ({"wound_scope": "some"}, "wound_scope"),
        ({"turnss": 3}, "turnss"),
    ],
)
def test_scenarios_that_cannot_be_are_refused(data: dict[str, Any], part: str) -> None:
    assert part in said({**CONFIG, **data})


def test_a_list_names_each_card_once() -> None:
    assert "cards lists 'Taunt' twice" in said(
        deck(cards=cards({**CONFIG["heroes"]["cards"][15], "copies": 1}))
    )


def test_an_initial_card_begins_on_the_face_with_less_power() -> None:
    """SD-13."""
    red = CONFIG["heroes"]["initials"][0]
    turned = {**red, "front": red["back"], "back": red["front"]}
    assert "it begins on the face with less" in said(deck(initials=[turned]))


@pytest.mark.parametrize("name", ["sentai", "gloom", "sentai-printed", "gloom-printed"])
def test_the_sample_decks_have_60_cards(name: str) -> None:
    found = library.resolve_deck(name, "deck")
    assert sum(card["copies"] for card in found["cards"]) == 60


def test_decks_are_options_and_configurations_are_read_again() -> None:
    setup = find_game(ID).configure("showdown", {"heroes": "sentai-printed"})
    assert setup.config["heroes"]["title"].endswith("first print")
    assert find_game(ID).configure(setup.config).config == setup.config


OWN = """
title = "Own"
heroes = {{ use = "sentai", cards = {cards} }}
villains = "gloom"
"""


@pytest.mark.parametrize(
    "cards",
    [
        '{ academy-cadet = 2, extra = { name = "Extra", kind = "ally", power = 1, copies = 3 } }',
        '[{ use = "academy-cadet", copies = 2 }, { name = "Extra", kind = "ally", power = 1, copies = 3 }]',
        '{ c = { use = "academy-cadet", copies = 2 }, x = { name = "Extra", kind = "ally", power = 1, copies = 3 } }',
    ],
    ids=["by name", "as a list", "by use"],
)
def test_a_new_card_stands_beside_cards_of_the_library(cards: str) -> None:
    setup = find_game(ID).configure(tomllib.loads(OWN.format(cards=cards)))
    found = [(card["name"], card["copies"], card["power"]) for card in setup.config["heroes"]["cards"]]
    assert found == [("Academy Cadet", 2, 1), ("Extra", 3, 1)]
    assert find_game(ID).configure(setup.config).config == setup.config


def test_a_card_that_is_neither_of_the_library_nor_whole_is_named() -> None:
    text = said(tomllib.loads(OWN.format(cards="{ acadmy-cadet = 2 }")))
    assert "'acadmy-cadet' is not in the library of cards" in text and "academy-cadet" in text
    text = said(tomllib.loads(OWN.format(cards='{ extra = { name = "Extra", kind = "allly" } }')))
    assert "kind" in text and "ally" in text


DECK = """
title = "Two Cadets"
side = "heroes"
leader = { name = "Captain Beacon" }
initials = ["red-sentai"]

[cards]
academy-cadet = 2
"""


def test_a_deck_may_lie_in_a_file_beside_its_scenario(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "mine.toml").write_text(DECK, encoding="utf-8")
    scenario = tmp_path / "mine.toml"
    scenario.write_text('title = "Own"\nheroes = "decks/mine.toml"\nvillains = "gloom"\n', encoding="utf-8")
    setup = find_game(ID).configure(scenario)
    assert setup.config["heroes"]["title"] == "Two Cadets" and len(setup.config["heroes"]["cards"]) == 1


@pytest.mark.parametrize("place", ["../mine.toml", "/mine.toml", "none.toml"])
def test_a_deck_elsewhere_is_refused(place: str, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(DECK, encoding="utf-8")
    (tmp_path / "inner").mkdir()
    scenario = tmp_path / "inner" / "scenario.toml"
    where = str(tmp_path / "mine.toml") if place.startswith("/") else place
    scenario.write_text(f'title = "Own"\nheroes = "{where}"\nvillains = "gloom"\n', encoding="utf-8")
    assert "mine.toml" in said(scenario) or "none.toml" in said(scenario)


def test_data_and_names_that_were_read_name_no_deck_files(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(DECK, encoding="utf-8")
    text = said({**CONFIG, "heroes": str(tmp_path / "mine.toml")})
    assert "is a file, and only a file that somebody names" in text


@pytest.mark.parametrize(
    ("turns", "wounds", "says"),
    [(1, 1, "1 Turn, 1 Leader Wound"), (4, 3, "4 Turns, 3 Leader Wounds")],
)
def test_a_summary_counts_one_turn_and_many(turns: int, wounds: int, says: str) -> None:
    setup = find_game(ID).configure({**CONFIG, "turns": turns, "wounds": wounds})
    assert find_game(ID).text.summary(setup).endswith(f", {says}")
