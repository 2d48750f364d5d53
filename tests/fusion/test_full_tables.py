"""Every rule holds at the largest table that there can be: each list of a scenario as long as it may be."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fusion.test_told import assert_told
from tests.support import assert_conserved, choose
from throwdown import Table

DAMAGE = ("Trauma:Pilot(1)", "Purge:Each", "Strife", "Disfavor", "Trauma:Each(1)", "Damage:Choice", "Ruin")
HELP = (
    "Draw:Team(1)",
    "Strike:Ally(1)",
    "Fortify:Ally(1)",
    "Recover:Ally(1)",
    "Favor",
    "Repair:Team(1)",
    "Replenish",
)


def ability(name: str, *effects: str, **more: Any) -> dict[str, Any]:
    """Return an ability, of which every table has many."""
    return {"name": name, "effects": [f"+{effect}" for effect in effects], **more}


def pilot(k: int) -> dict[str, Any]:
    """Return a Pilot with all that one can have."""
    gear = [
        {"name": f"Kit {g}", "draw": 1, "strike": 1, "sacrifice": ["+Chargeup:Self(1)"]} for g in range(3)
    ]
    techs = [ability(f"Trick {k}.{t}", HELP[(k + t) % len(HELP)]) for t in range(4)]
    robo = {
        "name": f"Robo {k}",
        "endurance": 3,
        "rider": 1,
        "present": k % 2 == 0,
        "summon": ["+Draw:Self(1)"],
    }
    gauges = {"steel": 2, "flesh": 2, "synch": 2, "solo": 2, "lowered": {"steel": 1}, "hand_max": 2}
    charged = {"charge_max": 3, "charges": 2, "buffer_max": 2, "buffers": 1, "specialty": "recover"}
    return {"name": f"Pilot {k}", **gauges, **charged, "gear": gear, "techs": techs, "robo": robo}


def threat(k: int) -> dict[str, Any]:
    """Return a Threat with all that one can have."""
    waves = [ability(f"Wave {k}.{i}", DAMAGE[(k + i) % len(DAMAGE)], immediate=i == 1) for i in range(2)]
    storms = [ability(f"Storm {k}.{i}", DAMAGE[(k + 3 + i) % len(DAMAGE)]) for i in range(2)]
    if k == 7:
        waves[0] = ability("Wave 7.0", "BREAK!")
    told = {"name": f"Threat {k}", "rating": 3, "lowered": 1, "buffer_max": 2, "buffers": 1, "giant": k == 7}
    return {**told, "waves": waves, "storms": storms, "extra": 1 if k == 6 else 0}


FULL: dict[str, Any] = {
    "title": "Full",
    "harmony": 7,
    "coach": {"hand_max": 4},
    "pilots": [pilot(k) for k in range(7)],
    "threats": [threat(k) for k in range(8)],
    "factions": [
        {"name": f"Faction {k}", "favor": 2, "controller": "coach" if k == 2 else "pilots"} for k in range(4)
    ],
    "location": {
        "name": "Bay",
        "state": "damaged",
        "boons": [ability(f"Boon {k}", "Draw:Self(1)") for k in range(2)],
    },
    "resources": {"pit_crew": {"value": 4, "max": 5}, "fan_club": {"value": 1, "max": 2}},
    "escalation": [ability(f"Event {k}", DAMAGE[k]) for k in range(4)],
    "positions": [
        {"name": f"Place {k}" if k else "Head", "tech": ability(f"Move {k}", "Trauma:Threat(stage)")}
        for k in range(8)
    ],
    "charge_techs": ["focus", "surge"],
    "crisis": {"tier": 2, "gate": 0, "needs_giant": False},
    "session": {"begins": "pilots"},
}
SEATS = [f"pilot_{k}" for k in range(7)]
HANDS = {
    "coach_0": ["JS", "QS", "AS", "7S"],
    **{seat: [f"{6 + k}H" if k < 4 else f"{k - 1}D", f"{2 + k}C"] for k, seat in enumerate(SEATS)},
}
LAID = [{"card": "3S", "by": "coach_0"}, {"card": "4S", "by": "pilot_6"}]
PILE = {"hands": HANDS, "pile": LAID, "sides": dict.fromkeys(SEATS, 1) | {"coach_0": 0}}
OWED = {
    "payloads": {"0": {"trauma": 2, "favor": 1}, "1": {"trauma": 2, "purge": 2, "disfavor": 1, "strife": 2}},
    "strife": {"pilot_0": 1, "pilot_6": 1},
    "flow": {"taker": 1, "won": 2, "leader": [0, 7]},
}
STAGES = [
    {"opened": "initiative" if k == 0 else "escalate", "cards": [{"card": c, "by": p} for c, p in stage]}
    for k, stage in enumerate(
        ([("3S", "coach_0"), ("4S", "pilot_6")], [("3D", "coach_0"), ("4D", "pilot_6")], [("5S", "coach_0")])
    )
]
FOUGHT = {
    "hands": HANDS,
    "pile": STAGES,
    "phase": "drive",
    "turn": "pilot_6",
    "commander": "pilot_6",
    "involved": SEATS,
}
MOMENTS: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "a turn on the Pile": ("pile-v0", {**PILE, "turn": "pilot_6", "phase": "turn"}, ()),
    "Coach's turn on the Pile": ("pile-v0", {**PILE, "turn": "coach_0", "phase": "turn"}, ("storm", "wave")),
    "Fusions on the Pile": (
        "pile-v0",
        {**PILE, "turn": "coach_0", "phase": "turn", "fused": {"pilot_5": "pilot_6", "pilot_6": "pilot_6"}},
        ("wave", "discard"),
    ),
    "a Fusion's turn": (
        "pile-v0",
        {**PILE, "turn": "pilot_6", "phase": "turn", "fused": dict.fromkeys(SEATS, "pilot_6")},
        ("partner", "tech", "discard"),
    ),
    "spoils of the Pile": (
        "pile-v0",
        {
            **PILE,
            **OWED,
            "result": "fought",
            "phase": "spoils",
            "decides": "pilot_6",
            "winner": 1,
            "deferred": False,
        },
        (),
    ),
    "the last stage": ("throwdown-v0", FOUGHT, ("rumble", "position", "give", "pilot")),
    "the end": ("throwdown-v0", FOUGHT, ("concede", "spoil")),
    "Coach's Assists": (
        "throwdown-v0",
        {**FOUGHT, "pile": STAGES[:2], "phase": "coach-assist", "turn": "coach_0"},
        ("storm", "wave"),
    ),
    "a Gambit": ("gambit-v0", {"hands": HANDS, "phase": "threshold", "acting": "pilot_6"}, ()),
}
"""The game, where it stands, and what is played there wherever it can be."""


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_largest_table_is_played_on(moment: str, seed: int) -> None:
    id, position, wanted = MOMENTS[moment]
    table = Table.from_position(position, id, FULL)
    for ply in range(25):
        if table.over:
            break
        ids = [
            a
            for a, name in zip(table.legal_ids(), table.legal(), strict=True)
            if name.split(" ")[0] in wanted
        ]
        assert_told(table, choose(table.game, ids or table.legal_ids(), seed, ply, 0.02))
        assert_conserved(table.state, table.setup)


@pytest.mark.parametrize("id", ["throwdown-v0", "pile-v0", "gambit-v0", "session-v0"])
def test_the_largest_table_is_dealt(id: str) -> None:
    table = Table.deal(id, 2, FULL)
    for ply in range(20):
        if table.over:
            break
        assert_told(table, choose(table.game, table.legal_ids(), 2, ply, 0.02))
        assert_conserved(table.state, table.setup)


def test_me_12_a_break_looks_through_the_largest_table() -> None:
    fused = {
        "pilot_0": "pilot_0",
        "pilot_1": "pilot_0",
        "pilot_4": "pilot_6",
        "pilot_5": "pilot_6",
        "pilot_6": "pilot_6",
    }
    table = Table.from_position({**PILE, "turn": "coach_0", "phase": "turn", "fused": fused}, "pile-v0", FULL)
    table.play("wave 7.0")
    table.play("discard JS")
    assert table.view()["fusions"] == {"pilot_0": "pilot_0", "pilot_1": "pilot_0"}
