"""How a Throwdown runs from the challenge to its end, and that `RULES.md` has every rule of group 7."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.inventory import named_in, rules
from tests.support import folder_of, walk
from tests.throwdown.scenes import (
    ONE,
    conflict,
    fight,
    kinds,
    of,
    rumbles,
    sheet,
    size,
    skip,
    starting,
    third,
    world,
)
from throwdown import Table
from throwdown.envs.registry import find_game

DRIVES = {"COUNTERED", "BLOCKED", "ESCALATED", "RUMBLE_INITIATED", "CONCEDED"}


def test_every_rule_of_the_group_is_written_down() -> None:
    written = named_in((folder_of(find_game("throwdown-v0")) / "RULES.md").read_text(encoding="utf-8"))
    assert [rule for rule in rules() if rule.startswith("TS") and rule not in written] == []


@pytest.mark.parametrize("scenario", ["duel", "trio", "titan"])
def test_ts_01_ts_40_ts_68_sides_alternate_until_somebody_concedes(scenario: str) -> None:
    for seed in range(3):
        table = list(walk("throwdown-v0", scenario, seed))[-1]
        drives = [e for e in table.events if e.kind in DRIVES]
        last, routed = drives[-1], "ROUTED" in kinds(table)
        assert last.kind == "CONCEDED"
        sides = [e.seat > 0 for e in drives]
        assert routed or all(a != b for a, b in pairwise(sides))
        assert int(table.state.winner) == (0 if last.seat > 0 else 1)
        assert kinds(table).index("CONCEDED") > max(
            (k for k, kind in enumerate(kinds(table)) if kind in DRIVES - {"CONCEDED"}), default=0
        )


@pytest.mark.parametrize("challenger", ["coach_0", "pilot_0", "pilot_1"])
def test_ts_17_ts_19_ts_20_ts_24_ts_28_the_challenge(challenger: str) -> None:
    """Whoever it is: a Hand card, face-down, not replaced; its player commands, whatever her colour."""
    data = sheet({"colour": "pink"}, {"colour": "red"}, rules={"challenger": challenger})
    data["factions"] = [{"name": "Dockers", "favor": 2}]
    table = Table.deal(seed=1, scenario=data)
    seat = table.setup.seats.index(challenger)
    before, hand = size(table, seat), table.position()["hands"][challenger]
    assert table.agent == challenger and set(table.legal()) == {f"initiative {c}" for c in hand}
    table.play(table.legal()[0])
    assert size(table, seat) == before - 1 and "CARD_DRAWN" not in kinds(table, 1)
    others = [p for p in range(3) if p != seat]
    assert all(table.events_seen(p)[-1].card == -1 for p in others) and table.events_seen(seat)[-1].card >= 0
    assert conflict(table, "commander")[seat > 0] == seat


@pytest.mark.parametrize("challenger", ["coach_0", "pilot_0", "pilot_4"])
def test_ts_23_there_are_two_sides(challenger: str) -> None:
    """Coach against the Pilots: a challenge is answered across the table, and each side has one Commander."""
    for seed in range(3):
        table = Table.deal(seed=seed, scenario="seven", challenger=challenger, reward="win")
        sides = []
        while table.phase in ("challenge", "threats", "answer"):
            if table.phase != "threats":
                sides.append(table.agent == "coach_0")
            table.play(table.legal()[0])
        assert sides == [challenger == "coach_0", challenger != "coach_0"]
        coach, boss = conflict(table, "commander")
        assert coach == 0 and boss > 0 and conflict(table, "involved")[0] == 1
        while not table.over:
            table.play(table.legal()[-1])
        returns = table.returns()
        assert {returns[f"pilot_{k}"] for k in range(7)} == {-returns["coach_0"]} != {0.0}


def test_ts_25_ts_33_the_commander_alone_draws_the_bonus() -> None:
    data = sheet({"synch": 4}, {"synch": 3}, rules={"challenger": "pilot_1"})
    table = Table.deal(seed=2, scenario=data)
    table.play(table.legal()[0])
    table.play(table.legal()[0])
    events = table.play("support")
    assert [e.seat for e in events if e.kind == "CARD_DRAWN"] == [2, 2, 2]


@pytest.mark.parametrize(
    ("option", "challenger", "strike"),
    [
        ("challenger", "coach_0", 1),
        ("challenger", "pilot_0", 3),
        ("pilots", "coach_0", 3),
        ("coach", "pilot_0", 1),
    ],
)
def test_ts_30_ts_36_who_began_it(option: str, challenger: str, strike: int) -> None:
    data = sheet({"steel": 3, "flesh": 1}, rules={"challenger": challenger, "started_by": option})
    table = Table.deal(seed=1, scenario=data)
    table.play(table.legal()[0])
    table.play(table.legal()[0])
    assert conflict(table, "strike")[1] == strike


def test_ts_39_three_stages_and_their_names() -> None:
    table = fight(sheet(), hands={"pilot_0": ["5H", "4H"], "coach_0": ["5S"]})
    shown = []
    for action in ("escalate 5H", "escalate 5S"):
        shown.append(table.render())
        table.play(action)
    shown.append(table.render())
    for text, name in zip(shown, ("Confrontation", "Struggle", "Final Attack")):
        assert name in text
    assert not starting(table, "escalate", "rumble")


def test_ts_06_pilots_may_exceed_strike_and_coach_may_not() -> None:
    table = fight(sheet(), hands={"pilot_0": ["KH"], "coach_0": []}, strike={"pilot_0": 1})
    assert "counter KH" in table.legal()
    table = fight(sheet(), by="pilot_0", hands={"coach_0": ["KS"], "pilot_0": []}, strike={"coach_0": 1})
    assert "counter KS" not in table.legal()


def test_ts_46_ts_62_the_winning_card_opens_stage_1() -> None:
    data = sheet()
    position = {
        "phase": "answer",
        "turn": "pilot_0",
        "challenger": "coach_0",
        "sealed": {"coach_0": "9C"},
        "hands": {"pilot_0": ["JH"], "coach_0": ["JS"]},
    }
    table = Table.from_position(position, scenario=data)
    table.play("initiative JH")
    assert table.position()["pile"] == [{"opened": "initiative", "cards": [{"card": "JH", "by": "pilot_0"}]}]
    assert table.agent == "coach_0" and "block JS" not in table.legal()


def test_ts_47_whoever_lost_initiative_begins() -> None:
    for mine, first in (("JH", "coach_0"), ("5H", "pilot_0")):
        position = {
            "phase": "answer",
            "turn": "pilot_0",
            "challenger": "coach_0",
            "sealed": {"coach_0": "9C"},
            "hands": {"pilot_0": [mine], "coach_0": ["JS"]},
        }
        table = Table.from_position(position, scenario=sheet())
        table.play(f"initiative {mine}")
        assert skip(table).agent == first


def test_ts_69_c_115_nothing_follows_a_concede_and_the_hand_is_kept() -> None:
    table = fight(sheet(), hands={"pilot_0": ["9H", "8H"], "coach_0": ["9S"]})
    table.play("concede")
    assert size(table, 1) == 2 and table.phase == "spoil"
    assert "not part of this decision" in table.explain("counter 9H")


def test_ts_73_then_the_rumbles_rules_hold() -> None:
    before, after = third(ONE), rumbles(ONE)
    assert conflict(before, "rumble") == 0 and conflict(after, "rumble") == 1
    assert conflict(after, "head") == 1 and conflict(after, "form_buffers") == world(after, "harmony")


def test_ts_53_ts_88_the_stages_of_a_rumble_have_names_too() -> None:
    assert "Rumble 1" in rumbles(ONE).render() and "Final Form" in rumbles(ONE).render()


def test_ts_51_ts_52_the_other_side_scores_what_one_yields() -> None:
    table = fight(sheet(), hands={"pilot_0": ["5H"], "coach_0": ["5S"]})
    assert "STAGE_SCORED" in of(table, "escalate 5H") and table.state.score.tolist() == [1, 0]
    table.play("escalate 5S")
    assert table.state.score.tolist() == [1, 2]
