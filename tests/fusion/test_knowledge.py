"""What Pilots come to know of each other's hands, and when they know it no longer (OP-09, TS-34, C-60)."""

from __future__ import annotations

from typing import Any

from tests.throwdown.scenes import fight, sheet, skip, tech
from throwdown import Table

KNOWN = {
    "pilot_0": {"pilot_1": ["5H"], "pilot_2": ["7H", "7H"]},
    "pilot_1": {"pilot_0": ["3H"], "pilot_2": ["7H"]},
    "pilot_2": {"pilot_0": ["3H", "4H"], "pilot_1": ["6H"]},
}
HANDS = {
    "coach_0": ["9S"],
    "pilot_0": ["3H", "4H", "9H"],
    "pilot_1": ["5H", "6H"],
    "pilot_2": ["7H", "7H", "8H"],
}


def known(table: Table) -> dict[str, dict[str, list[str]]]:
    """Return what is known now, as positions tell it."""
    told: dict[str, dict[str, list[str]]] = table.position().get("known", {})
    return {
        viewer: {holder: cards for holder, cards in hands.items() if cards} for viewer, hands in told.items()
    }


def swap(giver: str, boss: str) -> Table:
    """Return a Throwdown in which a Pilot may give the Commander cards."""
    position: dict[str, Any] = {
        "phase": "give",
        "turn": giver,
        "commander": boss,
        "hands": HANDS,
        "known": KNOWN,
    }
    position["involved"] = ["pilot_0", "pilot_1", "pilot_2"]
    position["sealed"] = {"coach_0": "KC", boss: "QC"}
    return Table.from_position(position, scenario=sheet({}, {}, {}))


def test_ts_34_a_gift_is_known_to_these_two_and_unsettles_the_third() -> None:
    table = swap("pilot_0", "pilot_1")
    table.play("give 4H")
    assert known(table) == {
        "pilot_0": {"pilot_1": ["4H", "5H"], "pilot_2": ["7H", "7H"]},
        "pilot_1": {"pilot_0": ["3H"], "pilot_2": ["7H"]},
        "pilot_2": {"pilot_1": ["6H"]},
    }


def test_ts_34_a_known_card_that_is_given_is_no_longer_known_to_be_there() -> None:
    table = swap("pilot_0", "pilot_1")
    table.play("give 3H")
    assert known(table)["pilot_1"] == {"pilot_2": ["7H"]}
    assert known(table)["pilot_0"]["pilot_1"] == ["3H", "5H"]


def test_ts_34_the_last_pilot_gives_too() -> None:
    table = swap("pilot_2", "pilot_0")
    table.play("give 7H")
    assert known(table) == {
        "pilot_0": {"pilot_1": ["5H"], "pilot_2": ["7H"]},
        "pilot_1": {"pilot_0": ["3H"]},
        "pilot_2": {"pilot_0": ["3H", "4H", "7H"], "pilot_1": ["6H"]},
    }


def test_op_09_a_card_that_leaves_openly_is_known_to_be_gone() -> None:
    data = sheet({}, {}, {"techs": [tech("+Draw:Self(1)", cost={"cards": 1})]})
    table = fight(data, phase="assist", hands=HANDS, known=KNOWN, turn="pilot_2")
    table.play("tech 0")
    table.play("discard 7H")
    assert known(table)["pilot_0"]["pilot_2"] == ["7H"] and "pilot_2" not in known(table)["pilot_1"]
    table = fight(sheet({}, {}, {}), hands=HANDS, known=KNOWN)
    skip(table).play("counter 9H")
    assert known(table) == KNOWN
    table = fight(sheet({}, {}, {}), top="2C", hands=HANDS, known=KNOWN)
    skip(table).play("counter 3H")
    assert known(table)["pilot_1"] == {"pilot_2": ["7H"]} and known(table)["pilot_2"]["pilot_0"] == ["4H"]
