"""What ships: enough of everything, all of it valid, and what the text says of the colours that it names."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from tests.fusion.support import ability_names
from throwdown.envs.core.events import MAX_CONTENT
from throwdown.envs.fusion.sheets import library
from throwdown.envs.fusion.sheets.scenario import RulesSheet, Scenario
from throwdown.envs.fusion.sheets.setups import SCENARIO_FOLDER, load_scenario
from throwdown.envs.fusion.sheets.writer import abilities, all_threats, write_book
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.fusion.world import book

WHOLE = {  # one scenario out of the whole library, so that every entry is read
    "title": "Library",
    "harmony": 7,
    "coach": {"hand_max": 5},
    "resources": {"pit_crew": {"value": 7, "max": 7}, "fan_club": {"value": 1, "max": 1}},
}


def names_of(table: str) -> list[str]:
    return list(library.table(table))


def scenario(name: str) -> Scenario:
    return load_scenario(name)[1]


def of_library(**parts: object) -> Scenario:
    return load_scenario({**WHOLE, "pilots": ["red"], "threats": ["tide"], **parts})[1]


@pytest.mark.parametrize("name", THROWDOWN.scenarios)
def test_a_scenario_says_of_its_rules_only_what_differs(name: str) -> None:
    said = tomllib.loads((SCENARIO_FOLDER / f"{name}.toml").read_text(encoding="utf-8")).get("rules", {})
    plain = RulesSheet().model_dump()
    assert [rule for rule, value in said.items() if value == plain[rule]] == []


@pytest.mark.parametrize(
    ("table", "least"),
    [("pilots", 7), ("threats", 10), ("gear", 8), ("factions", 4), ("positions", 7), ("locations", 4)],
)
def test_there_is_enough(table: str, least: int) -> None:
    assert len(names_of(table)) >= least
    assert all(name == name.lower() for name in names_of(table))


def test_every_entry_of_the_library_is_valid() -> None:
    pilots = of_library(pilots=names_of("pilots"), positions=names_of("positions")).pilots
    assert all(pilot.techs and pilot.robo is not None and pilot.gear for pilot in pilots)
    for name in names_of("threats"):
        (threat,) = of_library(threats=[name]).threats
        assert threat.waves and threat.storms
    for gear in names_of("gear"):
        of_library(pilots=[{"use": "red", "gear": [gear]}])
    for location in names_of("locations"):
        place = of_library(location=location).location
        assert place is not None and place.boons
    assert len(of_library(factions=names_of("factions")[:4]).factions) == 4
    of_library(charge_techs=names_of("charge-techs"))


def test_eight_threats_and_two_monsters() -> None:
    giants = [bool(entry.get("giant")) for entry in library.table("threats").values()]
    assert sum(giants) >= 2 and giants.count(False) >= 8


def test_positions_begin_with_the_head_and_grow_with_the_stage() -> None:
    assert names_of("positions")[0] == "head"
    for entry in library.table("positions").values():
        assert any("stage" in effect for effect in entry["tech"]["effects"])


def test_playbooks_are_of_one_size() -> None:
    """What `pilots.toml` says of them."""
    for pilot in of_library(pilots=names_of("pilots")).pilots:
        assert pilot.steel + pilot.flesh + pilot.synch + pilot.solo == 10
        assert pilot.charge_max + pilot.buffer_max == 5


def test_pink_has_two_limits_lifted() -> None:
    """SY-35."""
    for pilot in of_library(pilots=names_of("pilots")).pilots:
        pink = pilot.colour == "pink"
        assert (pilot.tech_assists > 1) == pink and pilot.buffers_for_all == pink


def test_hammers_base_power_fires_a_trigger() -> None:
    """B-29."""
    (hammer,) = of_library(pilots=["hammer"]).pilots
    first = hammer.techs[0]
    assert first.per == "turn" and all(book.ALL_TRIGGERS >> effect.kind & 1 for effect in first.parsed())


def test_red_is_a_leader_by_habit_only() -> None:
    """TS-28: leading has no part in the rules."""
    (red,) = of_library(pilots=["red"]).pilots
    assert red.colour == "red" and "lead" in red.text


def test_scenarios_that_ship() -> None:
    assert len(THROWDOWN.scenarios) >= 8 and {"duel", "small", "trio"} <= set(THROWDOWN.scenarios)


@pytest.mark.parametrize("name", THROWDOWN.scenarios)
def test_a_scenario(name: str) -> None:
    sheet = scenario(name)
    assert sheet.title and sheet.description and name == name.lower()
    assert load_scenario(sheet.model_dump())[1] == sheet
    rows = write_book(sheet)
    assert rows.shape == (MAX_CONTENT,) and rows.dtype == np.int16
    found = list(abilities(sheet))
    assert len({ability.id for ability in found}) == len(found)
    written = np.flatnonzero(rows[: book.SIZE].reshape(-1, book.ROW)[:, book.Ability.EXISTS])
    assert list(written) == sorted(ability_names(sheet))
    if sheet.positions:
        assert any(pilot.robo is not None for pilot in sheet.pilots)


@pytest.mark.parametrize("name", ["duel", "small"])
def test_scenarios_without_content(name: str) -> None:
    """Figures of speed compare with them."""
    sheet = scenario(name)
    events = {event.name for event in sheet.escalation}  # the duel's, for its Omens
    assert set(ability_names(sheet).values()) == {"Focus", *events}
    assert not sheet.factions and not sheet.positions and sheet.location is None and sheet.resources is None


def test_trio_has_everything() -> None:
    sheet = scenario("trio")
    assert all(pilot.techs and pilot.gear and pilot.robo for pilot in sheet.pilots)
    assert all(threat.waves and threat.storms for threat in sheet.threats)
    assert sheet.factions and sheet.location and sheet.resources and sheet.escalation and sheet.positions


def test_seven_is_the_full_rumble() -> None:
    sheet = scenario("seven")
    assert len(sheet.pilots) == 7 and len(sheet.positions) == 7 and sheet.harmony == 7
    assert any(threat.giant for threat in sheet.threats) and sheet.crisis.tier < sheet.crisis.gate
    assert len({pilot.name for pilot in sheet.pilots}) == 7
    assert any(f.threat for f in sheet.factions) and len(all_threats(sheet)) > len(sheet.threats)


@pytest.mark.parametrize("file", sorted(SCENARIO_FOLDER.parent.glob("**/*.toml")), ids=lambda f: f.stem)
def test_numbers_have_a_reason(file: Path) -> None:
    """Every file of content says in a comment why its numbers are what they are; those without content are older."""
    text = file.read_text(encoding="utf-8")
    assert tomllib.loads(text)
    if file.stem not in ("duel", "small"):
        assert text.count("\n# ") + text.startswith("# ") >= 1
