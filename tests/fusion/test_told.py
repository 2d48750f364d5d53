"""What happens to the gauges that all see is told: the events alone say how the world stands (TP-74)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.fusion.sound import assert_sound
from tests.support import choose
from throwdown import Table
from throwdown.envs.core.events import Happening
from throwdown.envs.fusion.session.positions.position import part_of
from throwdown.envs.fusion.world.terms import COACH
from throwdown.envs.registry import make_setup

GAMES = ("throwdown-v0", "pile-v0", "gambit-v0", "session-v0")
PLIES = 30
GAUGES = (
    *(
        "harmony",
        "location",
        "omens",
        "spent",
        "charges",
        "buffers",
        "commitment",
        "endurance",
        "gear",
        "lessons",
    ),
    *("rating", "strikes", "favor_n", "resource"),
)


def gauges(table: Table) -> dict[str, Any]:
    """Return what the events tell of, as plain numbers."""
    s = table.state if "world" in table.state.dtype.names else part_of(table.state)[0]
    found = {name: np.asarray(getattr(s.world, name)).tolist() for name in GAUGES}
    return {**found, "threat_buffers": int(s.world.threat_buffers.sum()), "rumble": int(s.conflict.rumble)}


def write_down(g: dict[str, Any], e: Happening) -> None:
    """Change the gauges as an event says."""
    match e.kind:
        case "HARMONY_LOST":
            g["harmony"] -= 1
        case "HARMONY_RAISED":
            g["harmony"] += 1
        case "CHARGED":
            g["charges"][e.seat] += e.amount
        case "CHARGE_SPENT":
            g["charges"][e.seat] -= e.amount
        case "CHARGE_LENT":
            g["charges"][e.seat] -= e.amount
            g["charges"][e.number] += e.amount
        case "CHARGES_PURGED":
            assert g["charges"][e.seat] == e.amount
            g["charges"][e.seat] = 0
        case "COMMITMENT_LOWERED":
            g["commitment"][e.seat][e.card] -= 1
        case "COMMITMENT_RECOVERED":
            g["commitment"][e.seat][e.card] += e.amount
        case "RATING_LOWERED":
            g["rating"][e.seat] -= 1
        case "RATING_RECOVERED":
            g["rating"][e.seat] += e.amount
        case "STRIKE_ADDED" | "STRIKE_REMOVED":
            g["strikes"][e.amount] += 1 if e.kind == "STRIKE_ADDED" else -1
            assert g["strikes"][e.amount] == e.number
        case "RESOURCE_SPENT" | "RESOURCE_GAINED":
            g["resource"][e.amount] += e.number if e.kind == "RESOURCE_GAINED" else -e.number
        case "LOCATION_RUINED" | "LOCATION_REBUILT":
            g["location"] = e.amount
        case "JOKER_SURFACED":
            g["omens"] += 1
        case "OMEN_SPENT":
            g["omens"] -= 1
            g["spent"] = e.number
        case "JOKERS_RETURNED":
            g["spent"] -= e.amount
        case "ENDURANCE_LOST":
            g["endurance"][e.seat] -= 1
        case "ENDURANCE_REPAIRED":
            g["endurance"][e.seat] += e.amount
        case "FAVOR_INVESTED" | "FAVOR_TAKEN":
            g["favor_n"][e.amount] += 1 if e.kind == "FAVOR_INVESTED" else -1
        case "FACTION_REMOVED" | "FACTION_TURNED":
            g["favor_n"][e.amount] = 0
        case "GEAR_DESTROYED":
            g["gear"][e.seat] &= ~(1 << e.amount)
        case "LESSON_RECORDED":
            g["lessons"][e.seat] += 1
        case "FORTIFIED":
            g["buffers"][e.seat] += e.amount
        case "THREAT_FORTIFIED":
            g["threat_buffers"] += 1
        case "BUFFER_SPENT" if e.seat == COACH:
            g["threat_buffers"] -= 1
        case "BUFFER_SPENT" if g["rumble"] == 0:  # else it was the Final Form's
            g["buffers"][e.seat] -= 1
        case "FORM_ASSEMBLED":
            g["rumble"] = 1


def assert_told(table: Table, action: int) -> None:
    """Play an action, and see that its events tell of every change of a gauge, and that the state is sound."""
    g, since = gauges(table), len(table.events)
    table.play(action)
    for e in table.events[since:]:
        write_down(g, e)
    now = gauges(table)
    assert {**g, "rumble": 0} == {**now, "rumble": 0}, [e.kind for e in table.events[since:]]
    assert_sound(table.state)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("id", GAMES)
def test_tp_74_every_change_of_a_gauge_is_told(id: str, seed: int) -> None:
    table = Table.deal(id, seed, "trio")
    for ply in range(PLIES):
        if table.over:
            break
        assert_told(table, choose(table.game, table.legal_ids(), seed, ply, 0.02))


def test_a_small_deck_is_told_with_the_goal() -> None:
    """Who solves a puzzle of a small game must know what may be in a hand."""
    told = Table.from_setup(make_setup("throwdown-v0", "mini-2m"), 1).goal("pilot_0")
    assert told.endswith("The deck holds only the 3, 4, 5, 6 of ♦, ♥, ♠, 1 copy of each."), told
    assert "The deck holds" not in Table.from_setup(make_setup("throwdown-v0", "duel"), 1).goal("pilot_0")
    for game in ("pile-v0", "gambit-v0"):
        assert "of ♦, 2 copies of each." in Table.from_setup(make_setup(game, "mini"), 1).goal("coach_0")
