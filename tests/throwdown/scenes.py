"""Small scenarios and situations for the tests by clause; every number that a test is about stands in the test."""

from __future__ import annotations

from typing import Any

from throwdown import Table

PILOT: dict[str, Any] = {
    "steel": 3,
    "flesh": 3,
    "synch": 2,
    "solo": 1,
    "charge_max": 5,
    "charges": 3,
    "buffer_max": 3,
    "buffers": 0,
    "hand_max": 3,
}
THREAT: dict[str, Any] = {"name": "Wall", "rating": 4}
GIANT: dict[str, Any] = {"name": "Hill", "rating": 4, "giant": True}
ROBO: dict[str, Any] = {"name": "Tin", "endurance": 4}
CREW = {"pit_crew": {"value": 2, "max": 3}}
POSITIONS: list[dict[str, Any]] = [
    {"name": "Head", "tech": {"name": "Up", "effects": ["+Rumble-Strike(stage)"]}},
    {"name": "Arm", "tech": {"name": "Out", "effects": ["+Trauma:Threat(stage)"]}},
    {"name": "Leg", "tech": {"name": "Kick", "effects": ["+Form-Buffer(stage)"]}},
]
RUMBLES: dict[str, Any] = {
    "positions": POSITIONS,
    "resources": CREW,
    "crisis": {"tier": 2, "gate": 0, "needs_giant": False},
}


def tech(*effects: str, **more: Any) -> dict[str, Any]:
    """Return a Tech."""
    return {"name": "Trick", "effects": list(effects), **more}


def sheet(*pilots: dict[str, Any], rules: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Return a scenario with these Pilots (what they have beside `PILOT`), no Jokers and no final step."""
    names = ("Ada", "Bea", "Cyd", "Dot")
    return {
        "title": "Test",
        "harmony": 4,
        "coach": {"hand_max": 5},
        "pilots": [{"name": n, **PILOT, **p} for n, p in zip(names, pilots or ({},))],
        "threats": [THREAT],
        "deck": {"jokers": 0},
        "rules": {
            "discard_and_draw": False,
            "fights_for": "team",
            "challenger": "coach_0",
            **(rules or {}),
        },
        **more,
    }


def piles(*stages: list[tuple[str, str]], first: str = "initiative") -> list[dict[str, Any]]:
    """Return Piles, the first opened by ``first``, the others by Escalate."""
    return [
        {"opened": "escalate" if k else first, "cards": [{"card": c, "by": p} for c, p in stage]}
        for k, stage in enumerate(stages)
    ]


def seats_of(data: dict[str, Any]) -> list[str]:
    """Return the Pilots' seats of a scenario."""
    return [f"pilot_{k}" for k in range(len(data["pilots"]))]


def fight(
    data: dict[str, Any],
    top: str = "5C",
    by: str = "coach_0",
    hands: dict[str, list[str]] | None = None,
    phase: str | None = None,
    **more: Any,
) -> Table:
    """Return stage 1 with ``top`` on the Pile and the other side to move: all Pilots involved, pilot_0 commanding."""
    other = "coach_0" if by != "coach_0" else "pilot_0"
    position = {
        "hands": {"pilot_0": ["9H", "QH", "2H"], "coach_0": ["9S", "QS", "AS"]} if hands is None else hands,
        "pile": piles([(top, by)]),
        "phase": phase or "drive",
        "turn": other,
        "commander": "pilot_0",
        "involved": seats_of(data),
        **more,
    }
    return Table.from_position(position, scenario=data)


def assisting(data: dict[str, Any], **more: Any) -> Table:
    """Return stage 1 with pilot_0 to Assist."""
    return fight(data, phase="assist", **more)


def coach_assisting(data: dict[str, Any], hand: list[str], **more: Any) -> Table:
    """Return stage 1 with Coach to Assist from a hand."""
    hands = {"coach_0": hand, "pilot_0": ["9H", "8H"]}
    return fight(data, by="pilot_0", phase="coach-assist", hands=hands, **more)


THIRD = [("3C", "coach_0"), ("4C", "pilot_0")], [("3D", "coach_0"), ("4D", "pilot_0")], [("5H", "coach_0")]
"""Piles of stage 3, the Pilots to move: Coach yielded nothing yet, so the Pilots scored 1 and 2."""


def third(data: dict[str, Any], by: str = "pilot_0", **more: Any) -> Table:
    """Return stage 3 with ``by`` to Drive: the Pilots (or Coach) lead 3 to 0."""
    coach, pilot = ("coach_0", "pilot_0") if by == "pilot_0" else ("pilot_0", "coach_0")
    swap = {"coach_0": coach, "pilot_0": pilot}
    stages = [[(c, swap[p]) for c, p in stage] for stage in THIRD]
    position = {
        "hands": {"pilot_0": ["6H", "7H", "8H"], "coach_0": ["6S", "7S", "8S"]},
        "pile": piles(*stages),
        "phase": "drive",
        "turn": by,
        "commander": "pilot_0",
        "involved": seats_of(data),
        **more,
    }
    return Table.from_position(position, scenario=data)


def rumbles(data: dict[str, Any], by: str = "pilot_0", card: str | None = None, **more: Any) -> Table:
    """Return the first decision of the other side in a Rumble that ``by`` has Initiated with a 6, or ``card``.

    pilot_0 is the Head, the others take the Positions after it in seat order; the Head shares nothing.
    """
    table = third(data, by, **more)
    table.play(f"rumble {card or ('6H' if by == 'pilot_0' else '6S')}")
    while table.phase == "position":
        table.play(f"position {seats_of(data).index(str(table.agent))}")
    while table.phase == "share":
        table.play("done")
    return table


def skip(table: Table) -> Table:
    """Pass Assists until somebody Drives."""
    while table.phase in ("assist", "coach-assist"):
        table.play("pass")
    return table


def kinds(table: Table, since: int = 0) -> list[str]:
    """Return the kinds of the events so far."""
    return [event.kind for event in table.events_seen(None, since)]


def of(table: Table, action: str) -> list[str]:
    """Play an action and return the kinds of its events."""
    return [event.kind for event in table.play(action)]


def starting(table: Table, *verbs: str) -> list[str]:
    """Return the legal actions that begin with one of these verbs."""
    return [a for a in table.legal() if a.split(" ")[0] in verbs]


def finish(table: Table) -> Table:
    """Play to the end: no spoils, and the first card that may go is discarded."""
    while not table.over:
        legal = table.legal()
        table.play("spoil none" if "spoil none" in legal else legal[0])
    return table


def hand_of(table: Table, seat: str) -> list[str]:
    """Return the cards of a hand, in order."""
    return sorted(table.position()["hands"].get(seat, []))


def size(table: Table, seat: int) -> int:
    """Return the number of cards in a hand."""
    return sum(int(w).bit_count() for w in table.state.world.hand[seat])


def world(table: Table, name: str) -> Any:
    """Return a gauge of the world."""
    value = getattr(table.state.world, name)
    return value.tolist() if hasattr(value, "tolist") else value


def conflict(table: Table, name: str) -> Any:
    """Return a number of the conflict."""
    value = getattr(table.state.conflict, name)
    return value.tolist() if hasattr(value, "tolist") else value


def stage_one(
    top: str,
    by: str = "coach_0",
    hands: dict[str, list[str]] | None = None,
    under: list[tuple[str, str]] | None = None,
    opened: str = "initiative",
    scenario: str = "duel",
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """Return stage 1 with ``top`` on the Pile (over ``under``) and the other side to Drive."""
    cards = [{"card": c, "by": p} for c, p in under or []] + [{"card": top, "by": by}]
    position = {"hands": hands or {}, "pile": [{"opened": opened, "cards": cards}], "phase": "drive", **more}
    return Table.from_position(position, scenario=scenario, **(options or {}))


ONE = sheet({"robo": ROBO}, **RUMBLES)
TWO = sheet({"robo": ROBO}, {"robo": ROBO}, **RUMBLES)
MONSTER = {**RUMBLES, "threats": [GIANT], "crisis": {"tier": 3}}


def in_rumble(data: dict[str, Any], stages: list[list[tuple[str, str]]], **more: Any) -> Table:
    """Return a position in a Rumble, whose Piles are those of its stages; pilot_0 is the Head and commands."""
    laid = [
        {"opened": "escalate" if k else "rumble", "cards": [{"card": c, "by": p} for c, p in stage]}
        for k, stage in enumerate(stages)
    ]
    position = {
        "hands": {"pilot_0": ["9H", "KH"], "coach_0": ["QS", "AS"]},
        "pile": laid,
        "phase": "drive",
        "commander": "pilot_0",
        "involved": [f"pilot_{k}" for k in range(len(data["pilots"]))],
        **more,
    }
    return Table.from_position(position, scenario=data)


def last_stage(**more: Any) -> Table:
    """Return stage 7, the Pilots to Drive."""
    laid = [[("3C", "coach_0"), ("4C", "pilot_0")], [("3D", "coach_0"), ("4D", "pilot_0")]]
    laid += [[("3H", "coach_0"), ("4H", "pilot_0")], [("5C", "coach_0")]]
    return in_rumble(ONE, laid, **more)
