"""Turns of a Throwdown in which one ability fires, for the tests of the +Triggers; every number stands in the test."""

from __future__ import annotations

from typing import Any

from tests.throwdown.scenes import THREAT, assisting, coach_assisting, kinds, sheet, tech
from throwdown import Table

GUILD: dict[str, Any] = {"name": "Guild", "favor": 0}
DOCKERS: dict[str, Any] = {"name": "Dockers", "favor": 0}
HERE = {"name": "Harbour"}
TWO: tuple[dict[str, Any], ...] = ({}, {})


def struck(
    *effects: str,
    pilots: tuple[dict[str, Any], ...] = ({},),
    rules: dict[str, Any] | None = None,
    threats: tuple[dict[str, Any], ...] = (),
    threat: dict[str, Any] | None = None,
    sheet_of: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """Return stage 1 just after Coach paid, with the Queen of Spades, for a Wave with these effects."""
    wet = {**THREAT, "waves": [{"name": "Rain", "effects": list(effects)}], **(threat or {})}
    data = sheet(*pilots, threats=[wet, *threats], rules=rules, **(sheet_of or {}))
    table = coach_assisting(data, more.pop("hand", ["QS", "2S"]), **more)
    table.play("wave 0.0")
    table.play("discard QS")
    return table


def helped(
    *effects: str,
    pilots: tuple[dict[str, Any], ...] = ({},),
    rules: dict[str, Any] | None = None,
    cost: dict[str, Any] | None = None,
    sheet_of: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """Return stage 1 just after pilot_0 used a Tech with these effects."""
    first = {**pilots[0], "techs": [tech(*effects, **({"cost": cost} if cost else {}))]}
    table = assisting(sheet(first, *pilots[1:], rules=rules, **(sheet_of or {})), **more)
    table.play("tech 0")
    return table


def accept(table: Table, *answers: str) -> Table:
    """Answer what is asked, in this order."""
    for answer in answers:
        table.play(answer)
    return table


def count(table: Table, kind: str) -> int:
    """Return how often something happened."""
    return kinds(table).count(kind)


def commitments(table: Table, p: int) -> list[int]:
    """Return a Pilot's Commitments."""
    values: list[int] = table.state.world.commitment[p].tolist()
    return values


def faction(table: Table, f: int = 0) -> dict[str, Any]:
    """Return a Faction as a position tells it."""
    found: dict[str, Any] = table.position()["factions"][f]
    return found
