"""What a picture of a FUSION game shows of the world: people, Threats, Factions, heaps of cards, Harmony.

Everything comes out of what the viewer may know: what `table` says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from throwdown.envs.core.colours import colour_of as kind_colour
from throwdown.envs.core.kit import Setup, plural, tr
from throwdown.envs.core.scene import HIDDEN, Gauge, Laid, Person, Scene, Stock, Thing
from throwdown.envs.fusion.words import ahead, names, table
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import COACH, Commitment, Faction, Location, Robo

COLOURS = {
    "red": "#d64045",
    "pink": "#e58bb0",
    "hammer": "#a8763e",
    "blue": "#3f7fd0",
    "yellow": "#c9a227",
    "green": "#4f9d57",
    "violet": "#8a63c2",
}
"""The colours of playbooks, in shades that are told apart on felt and on paper."""
OTHERS, COACHS = "#7f8c8d", "#5c6784"
RAINBOW = "#d64045 #e58a3c #e9c84a #5bb06a #4a8fd8 #5b5fc7 #9a63c8"
CHARGE, BUFFER, HURT, POINT, SUPPLY = "#f0c454", "#7fb7d6", "#d9695f", "#b9c7a5", "#8fc1a9"
COMMITMENT_ICONS: dict[int, str] = {
    Commitment.STEEL: "shield",
    Commitment.FLESH: "heart",
    Commitment.SYNCH: "link",
    Commitment.SOLO: "star",
}
STRIKE = 12
"""Where the gauge of a Strike ends; more is said by its number."""


def name_of(p: int, setup: Setup) -> str:
    """Return what people call a seat: Coach, or a Pilot by her playbook."""
    return tr("Coach") if p == COACH else tr(str(setup.config["pilots"][p - 1]["name"]))


def colour_of(p: int, setup: Setup) -> str:
    """Return a seat's colour."""
    if p == COACH:
        return COACHS
    pilot = setup.config["pilots"][p - 1]
    return COLOURS.get(pilot["colour"]) or COLOURS.get(str(pilot["name"]).lower(), OTHERS)


def by_name(text: str, setup: Setup) -> str:
    """Return a text in which people have names."""
    seats = {seat: name_of(p, setup) for p, seat in enumerate(setup.seats)}
    return re.sub("|".join(map(re.escape, seats)), lambda found: seats[found[0]], text)


def laid(card: str, seat: int, setup: Setup) -> Laid:
    """Return a card on the table with who laid it."""
    return Laid(card, name_of(seat, setup), colour_of(seat, setup))


def strike(n: int) -> Gauge:
    """Return the gauge of a Strike."""
    return Gauge(tr("Strike"), n, STRIKE, HURT, icon="strike")


def person(
    s: ConflictState,
    p: int,
    viewer: int | None,
    setup: Setup,
    first: Sequence[Gauge] = (),
    notes: Sequence[str] = (),
    laid: str | None = None,
) -> Person:
    """Return somebody at the table.

    Args:
        s: the record of a game.
        p: the seat.
        viewer: who looks.
        setup: what is played.
        first: gauges of the game's own.
        notes: what she is in it, a few words each.
        laid: the card face-down before her, if there is one, as the viewer knows it.
    """
    seen = table.hand_view(s, viewer, p)
    cards = (*seen["cards"], *[HIDDEN] * (seen["size"] - len(seen["cards"])))
    return Person(
        name=name_of(p, setup),
        is_viewer=p == viewer,
        cards=cards,
        colour=colour_of(p, setup),
        gauges=(*first, *(_gauges(s, p) if p != COACH else ())),
        notes=(
            *notes,
            *([tr("Robo")] if _has_robo(s, p) else []),
            *([plural("{n} card", "{n} cards", seen["size"])] if seen["size"] > 5 else []),
        ),
        laid=() if laid is None else (laid,),
        is_to_move=not s.over and int(s.seat) == p,
        kind="coach" if p == COACH else "pilot",
    )


def _has_robo(s: ConflictState, p: int) -> bool:
    return p != COACH and bool(s.cfg.endurance[p]) and int(s.conflict.robo[p]) != Robo.ABSENT


def _gauges(s: ConflictState, p: int) -> list[Gauge]:
    w, cfg = s.world, s.cfg
    found = [
        Gauge(tr("Charges"), int(w.charges[p]), int(cfg.charge_max[p]), CHARGE, icon="charge"),
        Gauge(tr("Buffers"), int(w.buffers[p]), int(cfg.buffer_max[p]), BUFFER, icon="buffer"),
    ]
    if cfg.endurance[p]:
        endurance = Gauge(
            tr("Endurance"), int(w.endurance[p]), int(cfg.endurance[p]), SUPPLY, icon="endurance"
        )
        found.append(endurance)
    for k, name in names.COMMITMENTS.items():
        most = int(w.commitment_max[p, k])
        found.append(Gauge(name, int(w.commitment[p, k]), most, POINT, icon=COMMITMENT_ICONS[k]))
    return found


def things(s: ConflictState, viewer: int | None, setup: Setup) -> list[Thing]:
    """Return Threats, Robos, Factions, the Location and Resources."""
    w, cfg = s.world, s.cfg
    found = [_threat(s, t, viewer, setup) for t in range(int(cfg.threats)) if table.is_met(s, t)]
    found += [_robo(s, p, setup) for p in range(1, len(setup.seats)) if _has_robo(s, p)]
    found += [_faction(seen) for seen in table.factions_view(s, viewer, setup)]
    if w.location != Location.NONE:
        place = names.location_name(setup)
        found.append(Thing(place, names.LOCATION_STATES[int(w.location)], kind="location"))
    for r in range(int(cfg.resources)):
        points = Gauge("", int(w.resource[r]), int(cfg.resource_max[r]), SUPPLY)
        found.append(Thing(names.resource_title(r, setup), gauges=(points,), kind="resource"))
    return found


def _threat(s: ConflictState, t: int, viewer: int | None, setup: Setup) -> Thing:
    seen, most = table.threat_view(s, t, viewer, setup), int(s.cfg.threat_buffer_max[t])
    stack = seen["invested"]
    n = stack if isinstance(stack, int) else len(stack)
    kind = tr("Monster") if s.cfg.giant[t] else tr("Threat")
    gauges = [Gauge(tr("Rating"), seen["rating"], seen["rating_max"], HURT, icon="star")]
    if most:
        gauges.append(Gauge(tr("Buffers"), seen["buffers"], most, BUFFER, icon="buffer"))
    note = tr(", ").join((kind, tr("{n} invested", n=n))) if n else kind
    return Thing(
        names.threat_name(t, setup), note, tuple(gauges), kind="monster" if s.cfg.giant[t] else "threat"
    )


def _robo(s: ConflictState, p: int, setup: Setup) -> Thing:
    name = tr(str(setup.config["pilots"][p - 1]["robo"]["name"]))
    return Thing(name, tr("Robo of {pilot}", pilot=name_of(p, setup)), kind="robo")


def _faction(seen: Mapping[str, Any]) -> Thing:
    name, note = tr(seen["name"]), names.FACTION_NOTES[seen["state"]]
    if seen["state"] != names.FACTION_STATES[Faction.IN_PLAY]:
        return Thing(name, tr("Faction, {state}", state=note), kind="faction")
    note = tr("Faction, Coach's") if seen["controller"] == "coach" else tr("Faction, the Pilots'")
    strikes = Gauge(ahead.FACTION_STRIKES, seen["strikes"], ahead.OUT, HURT)
    return Thing(name, note, (strikes,), tuple(seen["cards"]), "faction")


def stocks(s: ConflictState) -> list[Stock]:
    """Return the decks and the Trash: its cards are public, its highest is on top."""
    w, decks = s.world, range(int(s.cfg.decks))
    found = []
    for d in decks:
        trash = table.card_names(w.decks[d].trash)
        name = (tr("Coach's deck"), tr("Pilots' deck"))[d] if len(decks) == 2 else tr("Deck")
        found.append(Stock(name, int(w.decks[d].n)))
        found.append(Stock(tr("Trash"), len(trash), trash[-1] if trash else None))
    return found


def harmony(s: ConflictState) -> Gauge:
    """Return Harmony, in the colours of its levels."""
    now = int(s.world.harmony)
    return Gauge(tr("Harmony"), now, 7, RAINBOW, names.HARMONY_NAMES[now])


def tint(s: ConflictState, setup: Setup) -> str:
    """Return the colour of the Location, which lights the table; empty without one."""
    if s.world.location == Location.NONE:
        return ""
    return kind_colour("location", str(setup.config["location"]["name"]))


def gauges(s: ConflictState) -> list[Gauge]:
    """Return the Omens, if there are any."""
    w = s.world
    if not (w.omens or w.spent):
        return []
    note = tr("{active} Active, {spent} Spent", active=int(w.omens), spent=int(w.spent))
    return [
        Gauge(tr("Omens"), int(w.omens), note=note, icon="eye"),
        Gauge(tr("Crisis tier"), int(w.crisis), 4, HURT, icon="flame"),
    ]


def scene(
    s: ConflictState,
    viewer: int | None,
    setup: Setup,
    prompt: str,
    of: Callable[[int], Person],
    **own: Any,
) -> Scene:
    """Return the table: Coach opposite, the Pilots on this side, the world at the sides.

    Args:
        s: the record of a game.
        viewer: who looks.
        setup: what is played.
        prompt: who decides what.
        of: a seat's person.
        **own: what else a game shows: ``place``, ``piles``, and ``gauges``, which stand above the world's.
    """
    people = [of(p) for p in range(len(setup.seats))]
    return Scene(
        title=setup.game.title,
        far=(people[COACH],),
        near=tuple(people[COACH + 1 :]),
        things=tuple(things(s, viewer, setup)),
        stocks=tuple(stocks(s)),
        gauges=(*own.pop("gauges", ()), *gauges(s)),
        ring=harmony(s),
        prompt=by_name(prompt, setup),
        tint=tint(s, setup),
        **own,
    )
