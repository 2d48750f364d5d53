"""What comes of a Gambit where there are Factions, Resources, a Location and Threats with Waves; and its words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from throwdown.agents import load
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import Event
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.fusion.gambit import GAMBIT, configure, text
from throwdown.envs.fusion.gambit.actions import LAYOUT
from throwdown.envs.fusion.gambit.state import EVENT_NAMES, PHASES
from throwdown.envs.table import Table

HANDS = {"coach_0": ["2D"], "pilot_0": ["9S", "3S", "4H"], "pilot_1": ["5H"]}
POSITIVE = [f"consequence {k}" for k in ("narrative", "chargeup", "favor", "fortify", "rebuild", "replenish")]
NEGATIVE = [f"consequence {k}" for k in ("narrative", "wave", "disfavor", "purge", "strife")]


def rich(**more: Any) -> dict[str, Any]:
    """Return a scenario in which every consequence but Recover would change something."""
    pilot: dict[str, Any] = {
        "steel": 2,
        "flesh": 2,
        "synch": 1,
        "solo": 1,
        "charge_max": 2,
        "charges": 1,
        "buffer_max": 2,
        "buffers": 1,
        "hand_max": 3,
    }
    waves = [
        {"name": "Rain", "effects": ["+Trauma:Choice(1)"]},
        {"name": "Fog", "effects": ["+Schism:Team(1)"]},
    ]
    return {
        "title": "Rich",
        "harmony": 4,
        "coach": {"hand_max": 3},
        "pilots": [{"name": "A", **pilot}, {"name": "B", **pilot}],
        "threats": [{"name": "Storm", "rating": 2, "waves": waves}, {"name": "Dull", "rating": 1}],
        "factions": [{"name": "Dockers", "favor": 2}, {"name": "Guild", "favor": 1, "controller": "coach"}],
        "location": {"name": "Harbour", "state": "damaged"},
        "resources": {"pit_crew": {"value": 0, "max": 1}, "fan_club": {"value": 0, "max": 1}},
        **more,
    }


def won(scenario: dict[str, Any] | None = None, **more: Any) -> Table:
    """Return a Gambit in which pilot_0 has just reached "Yes, and"."""
    return play("9S", scenario, **more)


def lost(scenario: dict[str, Any] | None = None, **more: Any) -> Table:
    """Return a Gambit in which pilot_0 has just picked "Yes, but"."""
    t = play("3S", scenario, **more)
    t.play("yes-but")
    return t


def play(card: str, scenario: dict[str, Any] | None = None, **more: Any) -> Table:
    position: dict[str, Any] = {
        "hands": HANDS,
        "threshold": "8D",
        "acting": "pilot_0",
        "deck": {"next": ["6C", "5C", "4C", "7C"], "jokers": []},
        "factions": [{"favor": ["KC", "QC"]}, {"favor": ["JC"]}],
        **more,
    }
    t = Table.from_position(
        position, "gambit-v0", scenario or rich(), specialty_involved=more.pop("sp", "no")
    )
    t.play(f"answer {card}")
    return t


def test_ga_18_the_positive_consequences_that_would_change_something() -> None:
    assert won().legal() == POSITIVE
    full = {"charges": {"pilot_0": 2}, "buffers": {"pilot_0": 2}, "location": "standing"}
    t = won(**full, resources={"pit-crew": 1, "fan-club": 1}, commitments={"pilot_0": {"steel": 1}})
    assert t.legal() == ["consequence narrative", "consequence favor", "consequence recover"]
    assert "maximum" in t.explain("consequence replenish") and "Damaged" in t.explain("consequence rebuild")


def test_ga_18_favor_puts_a_card_of_the_acting_pilot_on_a_faction() -> None:
    t = won()
    t.play("consequence favor")
    assert (t.phase, t.agent) == ("invest", "pilot_0")
    assert t.legal() == ["invest 3S", "invest 4H"]
    assert "no KD in hand" in t.explain("invest KD")
    t.play("invest 4H")
    docker = t.view("pilot_1")["factions"][0]
    assert t.over and docker["favor"] == 3 and docker["top"] == "4H"


def test_me_21_favor_takes_a_strike_off_instead() -> None:
    t = won(factions=[{"favor": ["KC"], "strikes": 2}, {"favor": ["JC"]}])
    t.play("consequence favor")
    t.play("remove-strike")
    assert t.over and t.view()["factions"][0]["strikes"] == 1


def test_ga_18_rebuild_and_replenish() -> None:
    t = won()
    t.play("consequence rebuild")
    assert t.over and t.view()["location"] == "standing"
    t = won()
    t.play("consequence replenish")
    assert (t.phase, t.agent, t.legal()) == ("target", "pilot_0", ["resource 0", "resource 1"])
    t.play("resource 1")
    assert t.over and t.view()["resources"] == {"pit crew": 0, "fan club": 1}


def test_ga_23_the_negative_consequences_that_would_change_something() -> None:
    assert lost().legal() == NEGATIVE
    bare = rich(threats=[{"name": "Dull", "rating": 1}], factions=[])
    t = lost(bare, factions=[], charges={"pilot_0": 0})
    assert t.legal() == ["consequence narrative", "consequence strife"]
    assert "Wave" in t.explain("consequence wave") and "Faction" in t.explain("consequence disfavor")
    assert "GA-28" in t.explain("consequence rebuild")


def test_ga_23_coach_picks_a_wave_of_a_threat_in_play_and_its_target() -> None:
    t = lost()
    t.play("consequence wave")
    assert (t.phase, t.agent, t.legal()) == ("wave", "coach_0", ["wave 0.0", "wave 0.1"])
    assert "Dull has no Wave 0" in t.explain("wave 1.0") and "no Threat 5" in t.explain("wave 5.0")
    t.play("wave 0.0")
    assert (t.phase, t.agent) == ("target", "coach_0")
    assert {"pilot pilot_0", "pilot pilot_1"} <= set(t.legal())
    assert "There is no pilot_5" in t.explain("pilot pilot_5")
    t.play("pilot pilot_1")
    assert (t.phase, t.agent) == ("buffer", "pilot_1")
    t.play("accept")
    t.play("commitment flesh")
    assert t.over and t.view()["pilots"]["pilot_1"]["commitments"]["flesh"] == 1


def test_ga_23_a_wave_without_a_choice_fires_at_once() -> None:
    t = lost(buffers={"pilot_0": 0, "pilot_1": 0})
    t.play("consequence wave")
    t.play("wave 0.1")
    assert t.over and t.view()["harmony"] == 3


def test_ga_23_disfavor_strikes_a_faction_and_the_fan_club_prevents_it() -> None:
    t = lost(resources={"fan-club": 1})
    t.play("consequence disfavor")
    assert (t.phase, t.agent, t.legal()) == ("target", "coach_0", ["faction 0", "faction 1"])
    t.play("faction 0")
    assert (t.phase, t.agent, t.legal()) == ("buffer", "pilot_0", ["fan-club", "accept"])
    assert "ME-52" in t.explain("buffer")
    u = Table.from_json(t.to_json())
    t.play("fan-club")
    u.play("accept")
    assert t.over and t.view()["factions"][0]["strikes"] == 0 and t.view()["resources"]["fan club"] == 0
    assert u.over and u.view()["factions"][0]["strikes"] == 1


def test_me_51_a_third_strike_is_coachs_to_judge() -> None:
    turning = {"name": "Dockers", "favor": 2, "threat": {"name": "Mob", "rating": 3}}
    scenario = rich(factions=[turning, {"name": "Guild", "favor": 1}])
    for answer, state, rating in (("turn-faction", "now a Threat", 3), ("remove-faction", "out of play", 0)):
        t = lost(scenario, factions=[{"favor": ["KC"], "strikes": 2}, {"favor": ["JC"]}])
        t.play("consequence disfavor")
        t.play("faction 0")
        assert (t.phase, t.agent) == ("fate", "coach_0")
        t.play(answer)
        assert t.over and t.view()["factions"][0]["state"] == state
        assert t.view()["threats"][2]["rating"] == rating


def test_c_45_the_visible_card_of_a_pilots_faction_may_be_played() -> None:
    hands = {"coach_0": ["2D"], "pilot_0": ["3S"]}
    t = Table.from_position(
        {
            "hands": hands,
            "threshold": "8D",
            "factions": [{"favor": ["TC", "QC"]}, {"favor": ["JC"]}],
            "deck": {"jokers": []},
        },
        "gambit-v0",
        rich(),
    )
    assert t.legal() == ["answer QC", "answer 3S", "flip"] or set(t.legal()) == {
        "answer 3S",
        "answer QC",
        "flip",
    }
    assert "C-45" in t.explain("answer JC"), "that one is Coach's"
    assert "C-45" in t.explain("answer TC"), "that one lies face-down"
    assert t.view("pilot_1")["factions"][0]["cards"] == ["??", "QC"]
    t.play("answer QC")
    assert t.view()["outcome"] == "yes-and" and t.view()["hands"]["pilot_0"]["cards"] == ["3S"]
    assert t.view("pilot_0")["factions"][0]["top"] == "TC", "the next one is turned up"


def test_ga_27_two_consequences_one_after_the_other() -> None:
    t = lost(specialty_involved=True, buffers={"pilot_0": 0, "pilot_1": 0})
    t.play("consequence wave")
    t.play("wave 0.1")
    assert (t.phase, t.agent, t.view()["consequences_left"]) == ("consequence", "coach_0", 1)
    t.play("consequence disfavor")
    t.play("faction 1")
    assert t.over and t.view()["factions"][1]["strikes"] == 1 and t.view()["harmony"] == 3


@pytest.mark.parametrize(
    "scenario", ["trio", "intrigue", "siege", rich()], ids=["trio", "intrigue", "siege", "rich"]
)
def test_positions_words_and_reasons_hold_at_every_decision(scenario: Any) -> None:
    setup = configure(scenario, {"specialty_involved": "yes"})
    rng = np.random.default_rng(1)
    seen: set[str] = set()
    for seed in range(40 if IS_COMPILED else 12):
        t = Table.deal("gambit-v0", seed, scenario, specialty_involved="yes")
        t.play("accept-gambit")
        while not t.over:
            seen.add(t.phase)
            assert t.narrate() and all(line.endswith(".") for line in t.narrate())
            assert text.prompt(t.state, setup).endswith(".") and text.help(t.state)
            u = Table.from_position(t.position(), "gambit-v0", scenario, specialty_involved="yes")
            assert u.position() == t.position() and (u.mask() == t.mask()).all()
            assert [u.view(k) for k in setup.seats] == [t.view(k) for k in setup.seats]
            legal = t.mask()
            for a in rng.choice(LAYOUT.n, 60, replace=False):
                why = text.explain(t.state, int(a), setup)
                assert ("is legal now" in why) == bool(legal[a]), (LAYOUT.labels[a], why)
            t.play(str(rng.choice(t.legal())))
    assert "consequence" in seen


def test_every_phase_and_event_has_words() -> None:
    assert set(text.TASKS) == set(text.HELP) == set(PHASES)
    setup = configure("intrigue", {})
    for kind in EVENT_NAMES:
        card = 3 if kind.startswith("COMMITMENT") else NONE
        sentence = text.narrate(Event(kind, 1, card, 1, 1), setup)
        assert sentence.endswith(".") and "??" not in sentence, sentence
    assert {LAYOUT.labels[k].split()[0] for k in range(LAYOUT.n)} == set(text.WHEN)


@pytest.mark.parametrize("scenario", ["intrigue", "trio", "siege"])
def test_the_heuristic_always_moves_legally(scenario: str) -> None:
    setup = configure(scenario, {"specialty_involved": "yes"})
    batch, rng = Batch(setup, 32, autoreset=True), np.random.default_rng(0)
    players = [load(name, setup, role) for name, role in (("heuristic", "coach"), ("heuristic", "pilot"))]
    step = batch.reset()
    for _ in range(40):
        actions = np.full(32, -1, np.int64)
        for side, agent in enumerate(players):
            rows = np.minimum(step.seats, 1) == side
            if rows.any():
                actions[rows] = agent.act(step.observations[rows], step.masks[rows], rng)
        step = batch.step(actions)
        assert not step.errors.any()
    assert GAMBIT.id == "gambit-v0"
