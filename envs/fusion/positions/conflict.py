"""The part of a position that all conflicts of FUSION share: the whole world, the conflict, and what waits.

`ConflictPosition` extends `positions.WorldPosition` by Factions, Resources, Robos, Gear, the Final Form, pending damage
and the agenda of effects; `read_conflict` writes all of it down.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from throwdown.envs.core.kit import NONE, Ints, Setup
from throwdown.envs.fusion.positions import world
from throwdown.envs.fusion.positions.world import Count, Part, WorldPosition
from throwdown.envs.fusion.words.names import resource_names
from throwdown.envs.fusion.world import book, conflict, terms
from throwdown.envs.fusion.world.cards import NAMES
from throwdown.envs.fusion.world.state import World
from throwdown.envs.fusion.world.terms import MAX_FACTIONS, Commitment, Faction, Location, Point, Robo

Landing = Literal[
    "trauma", "purge", "threat-trauma", "schism", "ruin", "disfavor", "form-trauma", "endurance"
]
Marks = list[Count | str]
"""Abilities of a page, by their places or names."""


class FactionPosition(Part):
    """One Faction."""

    state: Literal["hidden", "in-play", "removed", "turned"] | None = Field(
        default=None,
        description="not revealed, in play, out of play, or turned into a Threat; by default as its sheet says",
    )
    strikes: Count | None = Field(default=None, description="its Strikes; by default as its sheet says")
    favor: list[str] = Field(default=[], description="the cards of its stack, the top last")
    hidden: Count | None = Field(
        default=None,
        description="number of cards at the bottom that nobody has seen; by default all but the top",
    )


class Damage(Part):
    """Damage that waits for somebody's decision."""

    trauma: dict[str, Count] = Field(default={}, description="points of Trauma per Pilot")
    purge: list[str] = Field(default=[], description="Pilots on whom a Purge is waiting")
    threat_trauma: dict[int, Count] = Field(
        default={}, description="points of Trauma per Threat (its number)"
    )
    disfavor: dict[int, Count] = Field(
        default={}, description="Strikes that are waiting, per Faction (its number)"
    )
    schism: Count = Field(default=0, description="points of Schism")
    caused_by: str | None = Field(
        default=None, description="the Pilot who caused the Schism; if left out, the team is the target"
    )
    form: Count = Field(default=0, description="points of Trauma on the Final Form")
    endurance: Count = Field(default=0, description="points of Endurance loss that no Buffer prevents")
    ruin: Count = Field(default=0, description="points of Ruin")
    landing: Landing | None = Field(
        default=None,
        description="the kind of the present point; by default the first in the order of settling",
    )
    target: str | int | None = Field(
        default=None, description="the Pilot (seat), Threat or Faction (number) that it hits"
    )
    declined: str | None = Field(default=None, description="the last seat that let the present point pass")


class Carried(Part):
    """An ability or a single effect that is being carried out."""

    ability: Count | str | None = Field(default=None, description="the ability's id in the book, or its name")
    done: Count = Field(default=0, description="number of its effects that are done")
    by: str = Field(description="the seat that fired it")
    source: int | None = Field(default=None, description="the Threat from which it comes")
    scale: Count = Field(default=1, description="the stage by which its amounts may be multiplied")
    effect: str | None = Field(
        default=None,
        description="a single effect's kind, as in trauma",
        json_schema_extra={"enum": [*book.Kind.labels(), None]},
    )
    target: str | None = Field(
        default=None,
        description="the target of the effect, as in pilot",
        json_schema_extra={"enum": [*book.Target.labels(), None]},
    )
    amount: int = Field(default=1, description="a single effect's amount")


class Choice(Part):
    """What the present effect still needs."""

    left: Count = Field(default=0, description="cards still to be discarded")
    faction: int | None = Field(default=None, description="the Faction that is being invested in")
    fate: int | None = Field(default=None, description="the Faction that has its third Strike")
    pay: Count = Field(default=0, description="cards still to be discarded as payment")
    pay_class: str = Field(
        default="none",
        description="the class of cards that may pay",
        json_schema_extra={"enum": [*book.CardClass.labels()]},
    )
    payer: str | None = Field(default=None, description="the seat that pays")


class ConflictPosition(WorldPosition):
    """A situation of the world and of a conflict in it; everything in it is optional."""

    spent: Count | None = Field(default=None, description="Spent Omens")
    crisis: Count | None = Field(default=None, description="the Crisis tier")
    location: Literal["none", "razed", "damaged", "standing"] | None = Field(
        default=None, description="the state of the Location"
    )
    resources: dict[str, Count] = Field(default={}, description="points of the team's Resources by name")
    endurance: dict[str, Count] = Field(default={}, description="Endurance of the Pilots' Robos")
    gear: dict[str, list[Count]] = Field(
        default={}, description="the pieces of Gear that Pilots own, by number"
    )
    commitment_max: dict[str, dict[world.CommitmentName, Count]] = Field(
        default={}, description="maxima of Commitments that a Crisis has lowered"
    )
    lessons: dict[str, Count] = Field(default={}, description="Lessons recorded")
    factions: list[FactionPosition] = Field(default=[], description="the Factions, in the scenario's order")
    extra: list[str] = Field(default=[], description="face-up cards beside the Threats that Coach may play")
    used_up: dict[str, Marks] = Field(
        default={},
        description="abilities used in this scenario, by their places on the page of a seat or by their names; Coach's "
        "page has the Escalation Events and the Location's boons",
    )
    used: dict[str, Marks] = Field(default={}, description="abilities used in this conflict, likewise")
    used_now: dict[str, Marks] = Field(default={}, description="abilities used in this turn, likewise")
    threats_used: dict[int, list[Annotated[int, Field(ge=0, le=3)]]] = Field(
        default={},
        description="Waves (0 and 1) and Storms (2 and 3) that Threats, by number, have used this turn; in the "
        "stages edition 0 stands for any",
    )
    commander: str | None = Field(default=None, description="the Pilots' Commander")
    involved: list[str] | None = Field(
        default=None, description="the seats that take part; by default Commanders and seats that laid a card"
    )
    strike: dict[str, Count] = Field(
        default={},
        description="Strike per seat, as fixed at the start; by default from the sheets (TS-36, TS-38)",
    )
    bonus: dict[str, int] = Field(default={}, description="Strike gained this turn")
    robos: dict[str, Literal["absent", "present", "summoned"]] = Field(
        default={}, description="Robos that are here, from the start or summoned"
    )
    positions: dict[str, Count] = Field(
        default={}, description="Positions in the Final Form per Pilot; 0 is the Head"
    )
    ejected: list[str] | None = Field(
        default=None, description="Pilots who were forced out of the Final Form"
    )
    form_buffers: Count | None = Field(default=None, description="Buffers of the Final Form")
    form_charges: Count | None = Field(default=None, description="Charges of the Final Form")
    form_strike: int = Field(default=0, description="Rumble Strike gained this turn")
    stopped: bool = Field(
        default=False, description="whether the deck has run out and the conflict must stop (C-15)"
    )
    broken: bool = Field(
        default=False, description="whether a +BREAK! is waiting for its turn (pile edition)"
    )
    damage: Damage = Field(default=Damage(), description="damage that waits for a decision")
    agenda: list[Carried] = Field(
        default=[], description="abilities and effects that are being carried out, the present one last"
    )
    choice: Choice = Field(default=Choice(), description="the input that the present effect still needs")


def bits(word: Any) -> list[int]:
    """Return the bits of a word, the lowest first."""
    return [k for k in range(31) if (int(word) >> k) & 1]


def _marked(words: Ints, setup: Setup) -> dict[str, list[int]]:
    """Return the bits of each seat's word, where there are any."""
    return {n: bits(words[p]) for p, n in enumerate(setup.seats) if words[p]}


def read_conflict(s: conflict.ConflictState, setup: Setup) -> dict[str, Any]:
    """Return the fields of `ConflictPosition` but for the stakes."""
    return {
        **world.read_world(s, setup),
        **_read_outfit(s, setup),
        **_read_conflict(s, setup),
        **_read_pending(s, setup),
    }


def _read_outfit(s: conflict.ConflictState, setup: Setup) -> dict[str, Any]:
    """Return what Robos, Gear, Factions, Resources and the Location are."""
    w, cfg, pilots = s.world, s.cfg, list(enumerate(setup.seats))[1:]
    fallen = [(p, n) for p, n in pilots if (w.commitment_max[p] != cfg.commitment_max[p]).any()]
    return {
        "commitment_max": {
            n: {c: int(w.commitment_max[p, k]) for k, c in enumerate(Commitment.labels())} for p, n in fallen
        },
        "spent": int(w.spent),
        "crisis": int(w.crisis),
        "lessons": {n: int(w.lessons[p]) for p, n in pilots if w.lessons[p]},
        "location": Location(w.location).label,
        "resources": {n: int(w.resource[r]) for r, n in enumerate(resource_names(setup))},
        "endurance": {n: int(w.endurance[p]) for p, n in pilots if cfg.endurance[p]},
        "gear": {n: bits(w.gear[p]) for p, n in pilots if cfg.gear[p]},
        "factions": [_read_faction(w, f) for f in range(cfg.factions)],
        "extra": world.names(w.extra),
        "used_up": _marked(w.used, setup),
    }


def _read_faction(w: World, f: int) -> dict[str, Any]:
    return {
        "state": Faction(w.faction[f]).label,
        "strikes": int(w.strikes[f]),
        "favor": [NAMES[c] for c in w.favor[f][: w.favor_n[f]]],
        "hidden": int(w.favor_hidden[f]),
    }


def _read_conflict(s: conflict.ConflictState, setup: Setup) -> dict[str, Any]:
    c, seats = s.conflict, setup.seats
    boss = int(c.commander[1])
    formed = any(c.position[p] != NONE for p in range(len(seats)))
    return {
        "used": _marked(c.used, setup),
        "used_now": _marked(c.turn_used, setup),
        "threats_used": {t: bits(c.threat_used[t]) for t in range(s.cfg.threats) if c.threat_used[t]},
        "commander": None if boss == NONE else seats[boss],
        "involved": [n for p, n in enumerate(seats) if c.involved[p]],
        "strike": {n: int(c.strike[p]) for p, n in enumerate(seats)},
        "bonus": {n: int(c.bonus[p]) for p, n in enumerate(seats) if c.bonus[p]},
        "robos": {n: Robo(c.robo[p]).label for p, n in enumerate(seats) if s.cfg.endurance[p]},
        "positions": {n: int(c.position[p]) for p, n in enumerate(seats) if c.position[p] != NONE},
        "ejected": [n for p, n in enumerate(seats) if c.ejected[p]] if formed else None,
        "form_buffers": int(c.form_buffers) if formed else None,
        "form_charges": int(c.form_charges) if formed else None,
        "form_strike": int(c.form_strike),
        "stopped": c.stopped,
        "broken": c.broken,
    }


def _read_pending(s: conflict.ConflictState, setup: Setup) -> dict[str, Any]:
    d, seats = s.pending, setup.seats

    faction, fate, payer = int(d.faction), int(d.fate), int(d.payer)
    return {
        "damage": _read_damage(d, seats) if d.waiting else {},
        "agenda": [_read_carried(d, i, seats) for i in range(d.depth)],
        "choice": world.told(
            {
                "left": int(d.left),
                "faction": faction if s.phase == terms.Choice.INVEST else None,
                "fate": None if fate == NONE else fate,
                "pay": int(d.pay),
                "pay_class": book.CardClass(d.pay_class).label if d.pay else None,
                "payer": seats[payer] if d.pay else None,
            }
        ),
    }


def _read_damage(d: conflict.Pending, seats: tuple[str, ...]) -> dict[str, Any]:
    kind, by, asked, target = int(d.kind), int(d.schism_by), int(d.asked), int(d.target)
    hit: str | int | None = seats[target] if kind in (Point.TRAUMA, Point.PURGE) else target
    aimed = kind in (Point.TRAUMA, Point.PURGE, Point.THREAT_TRAUMA) or Point(kind).label == "disfavor"
    return world.told(
        {
            "trauma": {n: int(d.trauma[p]) for p, n in enumerate(seats) if d.trauma[p]},
            "purge": [n for p, n in enumerate(seats) if d.purge[p]],
            "threat_trauma": {t: int(x) for t, x in enumerate(d.threat_trauma) if x},
            "disfavor": {f: int(d.disfavor[f]) for f in range(MAX_FACTIONS) if d.disfavor[f]},
            **{name: int(getattr(d, name)) for name in ("schism", "form", "endurance", "ruin")},
            "caused_by": seats[by] if d.schism and by != NONE else None,
            "landing": None if kind == Point.NONE else Point(kind).label,
            "target": hit if kind != Point.NONE and aimed else None,
            "declined": seats[asked] if asked else None,
        }
    )


def _read_carried(d: conflict.Pending, i: int, seats: tuple[str, ...]) -> dict[str, Any]:
    a, source = int(d.ability[i]), int(d.source[i])
    item: dict[str, Any] = {
        "done": int(d.at[i]),
        "by": seats[d.by[i]],
        "source": None if source == NONE else source,
        "scale": int(d.scale[i]),
    }
    if a != NONE:
        return world.told({**item, "ability": a})
    single = {
        "effect": book.Kind(d.effect[i]).label,
        "target": book.Target(d.aim[i]).label,
        "amount": int(d.amount[i]),
    }
    return world.told({**item, **single})
