"""A Skirmish as a picture: the map, who stands where, hands, Team Hands and the count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from throwdown.envs.core import scene as drawn
from throwdown.envs.core.colours import colour_of
from throwdown.envs.core.kit import NONE, InvalidConfig, Setup, did_you_mean, tr
from throwdown.envs.skirmish.state import FULL, KIT, OUT_OF_SIGHT, State
from throwdown.envs.skirmish.words import names, text

MCS = ("#3f7fd0", "#3fa38f", "#9a5fc4", "#c04f86")
CPU = "#d06a3f"
PIT = "#a05a5a"
HP, METER, POINTS = "#5fb26a", "#f0c454", "#6a9be0"


def scene(s: State, viewer: int | None, setup: Setup) -> drawn.Scene:
    """Return what a picture of the table shows, as ``viewer`` (None: everything) sees it."""
    seen = text.view(s, viewer, setup)
    mcs = [name for name, x in seen["processes"].items() if x["side"] == "mcs"]
    people = tuple(_mc(name, seen, MCS[k], viewer == 0) for k, name in enumerate(mcs))
    cpu = (_cpu(seen, viewer == 1, setup),)
    return drawn.Scene(
        title=setup.game.title,
        place=_place(seen),
        far=people if viewer == 1 else cpu,
        near=cpu if viewer == 1 else people,
        piles=_piles(s, seen, setup),
        map=_map(seen, setup),
        stocks=tuple(
            drawn.Stock(title, seen["team_hands"][seat]["deck"], drawn.HIDDEN)
            for title, seat in zip(setup.people, setup.seats)
        ),
        prompt=text.prompt(s, setup),
        tint=colour_of("location", str(setup.config["map"]["name"])),
    )


def _place(seen: dict[str, Any]) -> str:
    place = [text.round_text(seen)]
    if seen["fights"] > 1:
        place.insert(0, text.fight_text(seen))
    return drawn.place(names.joined(place), seen["turn"] is None)


def _mc(name: str, seen: dict[str, Any], colour: str, is_viewer: bool) -> drawn.Person:
    x = seen["processes"][name]
    gauges = [
        drawn.Gauge(names.HP, x["hp"], x["max_hp"], HP),
        drawn.Gauge(names.MOVE, x["move_points"], 0, POINTS),
    ]
    if x["interrupt"]:
        gauges.insert(1, drawn.Gauge(names.METER, x["meter"], FULL, METER))
    notes = [*x["statuses"], x["loadout"], x["interrupt"] or ""] if x["up"] else [tr("down")]
    return drawn.Person(
        name=name,
        is_viewer=is_viewer,
        cards=tuple(x["hand"]),
        colour=colour,
        gauges=tuple(gauges),
        notes=tuple(note for note in notes if note),
        laid=tuple(x["laid"]),
        is_to_move=seen["acting"] == name,
        kind="mc",
    )


def _kind(x: Mapping[str, Any]) -> str:
    """Return the kind of a process."""
    return "mc" if x["side"] == "mcs" else "boss" if x["boss"] else "mob"


def _cpu(seen: dict[str, Any], is_viewer: bool, setup: Setup) -> drawn.Person:
    return drawn.Person(
        name=setup.people[1],
        is_viewer=is_viewer,
        cards=tuple(seen["cpu"]["hand"]),
        colour=CPU,
        gauges=_mobs(seen),
        notes=(tr("Draw {n}", n=seen["cpu"]["draw"]),),
        is_to_move=seen["turn"] == "cpu_0",
        kind="cpu",
    )


def _map(seen: dict[str, Any], setup: Setup) -> drawn.Map:
    """Return the areas with who stands in them, and the ways."""
    sheet = setup.config["map"]

    def figure(name: str) -> drawn.Figure:
        x = seen["processes"][name]
        return drawn.Figure(
            name,
            names.sign(name),
            _colour(name, seen),
            drawn.Gauge(names.HP, x["hp"], x["max_hp"], HP),
            seen["acting"] == name,
            _kind(x),
        )

    spots = (
        replace(_spot(area, name), figures=tuple(figure(who) for who in seen["areas"][name]["here"]))
        for area, name in zip(sheet["areas"], names.areas(setup))
    )
    return drawn.Map(tuple(spots), _ways(sheet))


def _spot(area: Mapping[str, Any], name: str) -> drawn.Spot:
    """Return an area without anybody."""
    note = tr("falling") if area["falling"] else "X" if area["boss"] else ""
    note = tr("start") if area["start"] else note
    return drawn.Spot(name, area["x"], area["y"], note, PIT if area["falling"] else "")


def _ways(sheet: Mapping[str, Any]) -> tuple[drawn.Way, ...]:
    """Return the paths of a map with what they cost on foot, and its links; out of a Falling area one just falls."""
    have = [area["name"] for area in sheet["areas"]]
    ways = []
    for x in sheet["routes"]:
        start, end = have.index(x["from"]), have.index(x["to"])
        cost = "" if sheet["areas"][start]["falling"] else str(x["cost"])
        ways.append(drawn.Way(start, end, cost, x["one-way"]))
    ways += [drawn.Way(have.index(a), have.index(b), is_sight=True) for a, b in sheet["links"]]
    return tuple(ways)


def plan(setup: Setup, start: str) -> drawn.Scene:
    """Return the map of a scenario with the least Range that reaches every area from one of them (SK-39 to SK-44).

    Args:
        setup: the scenario.
        start: from which area; empty: where the MCs start.

    Raises:
        InvalidConfig: the map has no such area.
    """
    sheet, have = setup.config["map"], names.areas(setup)
    areas = sheet["areas"]
    here = start or next(name for name, area in zip(have, areas) if area["start"])
    if here not in have:
        raise InvalidConfig(
            f"'{here}' is not an area of {sheet['name']}{did_you_mean(here, have)}; it has {', '.join(have)}."
        )
    reach = [int(x) for x in setup.template["cfg"]["sight"][0][have.index(here)][: len(have)]]
    spots = (
        replace(_spot(area, name), mark="" if x == OUT_OF_SIGHT else str(x), is_lit=name == here)
        for area, name, x in zip(areas, have, reach, strict=True)
    )
    return drawn.Scene(
        title=tr(sheet["name"]),
        place=tr("Range from {where}", where=here),
        map=drawn.Map(tuple(spots), _ways(sheet), is_alone=True),
        prompt=tr(
            "On paths: Move points. In gold: the Range that a shot needs; without a number: out of sight. "
            "Dashed: a Line of Sight link."
        ),
    )


def _mobs(seen: dict[str, Any]) -> tuple[drawn.Gauge, ...]:
    """Return the HP of what the CPU runs and stands, with its statuses, and the meters of Interrupts."""
    found = []
    for name, x in seen["processes"].items():
        if x["side"] != "cpu" or not x["up"]:
            continue
        note = " ".join([str(x["hp"]), *x["statuses"]])
        found.append(drawn.Gauge(name, x["hp"], x["max_hp"], HP, note))
        if x["interrupt"]:
            found.append(drawn.Gauge(x["interrupt"], x["meter"], FULL, METER))
    return tuple(found)


def _piles(s: State, seen: dict[str, Any], setup: Setup) -> tuple[drawn.Pile, ...]:
    """Return the Team Hands and the count: the card of the turn first, then those to come."""
    found = []
    for title, who, colour, seat in zip(names.TEAM_HANDS, setup.people, (MCS[0], CPU), setup.seats):
        team = seen["team_hands"][seat]
        cards = tuple(drawn.Laid(card, who, colour) for card in team["cards"])
        found.append(drawn.Pile(title, cards, names.joined(team["uptimes"]), share=3))
    coming = [(x["card"], x["who"]) for x in seen["count"] if x["card"]]
    acting, note = seen["acting"], ""
    if acting and seen["card"] and s.active != NONE:
        coming.insert(0, (KIT.name(int(s.active)), acting))
        note = tr("{who} first", who=acting)
    laid = tuple(drawn.Laid(card, _owner(who, seen, setup), _colour(who, seen)) for card, who in coming)
    found.append(drawn.Pile(names.COUNT, laid, note, is_lit=True, share=5))
    return tuple(found)


def _owner(who: str, seen: dict[str, Any], setup: Setup) -> str:
    """Return what the mark on a card of the count stands for."""
    return who if who in seen["processes"] else setup.people[1]


def _colour(who: str, seen: dict[str, Any]) -> str:
    """Return the colour of an MC, or of the CPU and all that it runs."""
    mcs = [name for name, x in seen["processes"].items() if x["side"] == "mcs"]
    return MCS[mcs.index(who)] if who in mcs else CPU
