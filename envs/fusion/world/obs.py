"""What the observations of all FUSION games share: groups of fields, and the kernels that write them.

A game puts these groups into an observation of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import NONE, Flags, Ints, Observation, cardset, kernel
from throwdown.envs.core.observations import flag, flags, number, numbers
from throwdown.envs.fusion.world import hidden, terms
from throwdown.envs.fusion.world.book import MAX_EVENTS, MAX_GEAR, MAX_ROBO_TECHS, MAX_TECHS, Kind, Page
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import COACH, Faction, Point

PILOT = "pilot"
"""What the blocks of an observation are about."""


def phases(names: Sequence[str]) -> Any:
    """Return the field with which every observation begins."""
    return flags(f"what is being decided, one-hot: {', '.join(names)}", len(names))


class Head(Observation):
    """Who looks, and what she holds."""

    viewer: Flags = flags("the viewer, one-hot over seats: Coach, then the Pilots", terms.SEATS)
    mover: Flags = flags("the seat that decides, one-hot; none when the conflict is over", terms.SEATS)
    hand: Ints = numbers("the viewer's hand, copies per card", 0, 2, FACES)


def trash() -> Any:
    """Return the field of the cards in the Trash."""
    return numbers("cards in the Trash, copies per card", 0, 2, FACES)


def coach_hand() -> Any:
    """Return the field of the number of Coach's cards."""
    return number("cards in Coach's hand", 0, 108)


def hand_size() -> Any:
    """Return the field of the number of a Pilot's cards."""
    return number("cards in hand", 0, 108)


class Team(Observation):
    """What the team, the Factions and the Location have."""

    harmony: int = number("team Harmony, 1 Red to 7 Violet", 0, 7)
    deck: Ints = numbers(
        "cards left in the deck (in Coach's and in the Pilots' deck, if decks are separate)", 0, 108, 2
    )
    omens: int = number("Active Omens", 0, 4)
    spent: int = number("Spent Omens", 0, 4)
    crisis: int = number("Crisis tier", 0, terms.MAX_CRISIS)
    location: int = number("the Location: 0 none, 1 Razed, 2 Damaged, 3 Standing", 0, 3)
    resource: Ints = numbers("Resources: Pit Crew, Fan Club, the scenario's own", 0, 30, terms.MAX_RESOURCES)
    events: Flags = flags("Escalation Events used up", MAX_EVENTS)
    faction: Ints = numbers(
        "Factions: 0 not revealed, 1 in play, 2 out of play, 3 now a Threat", 0, 3, terms.MAX_FACTIONS
    )
    strikes: Ints = numbers("Strikes on each Faction", 0, 3, terms.MAX_FACTIONS)
    favor: Ints = numbers("cards in each Faction's stack", 0, 6, terms.MAX_FACTIONS)
    favor_top: Ints = numbers("each stack's face-up card: 1 + its id, 0 = none", 0, 52, terms.MAX_FACTIONS)
    table: Ints = numbers(
        "cards on the table that a side may play: 1 the viewer's, -1 the other", -1, 1, FACES
    )


class Threats(Observation):
    """The Threats."""

    rating: Ints = numbers("Rating of every Threat", 0, 30, terms.MAX_THREATS)
    rating_max: Ints = numbers("full Rating of every Threat", 0, 30, terms.MAX_THREATS)
    threat_buffers: Ints = numbers("Buffers of every Threat", 0, 30, terms.MAX_THREATS)
    stack: Ints = numbers("cards invested in every Threat", 0, 108, terms.MAX_THREATS)
    threat_used: Flags = flags("whether the Threat has used a Wave or a Storm this turn", terms.MAX_THREATS)
    threat_hit: Flags = flags("whether the Threat is hit by the point that is landing", terms.MAX_THREATS)


class Pending(Observation):
    """What waits to be resolved."""

    damage: Flags = flags(
        f"the point that is landing, one-hot: {', '.join(Point.labels()[1:])}", len(Point) - 1
    )
    points: int = number("points of damage that are waiting", 0, 127)
    effect: Flags = flags("the effect that is being aimed, one-hot (see the content reference)", len(Kind))


class Gauges(Observation):
    """The gauges on a Pilot's sheet."""

    charges: int = number("Charges", 0, 30)
    charge_max: int = number("size of the gauge", 0, 30)
    buffers: int = number("Buffers", 0, 30)
    buffer_max: int = number("the most Buffers", 0, 30)
    commitment: Ints = numbers("Steel, Flesh, Synch, Solo", 0, 15, 4)
    commitment_max: Ints = numbers("maxima of Steel, Flesh, Synch, Solo", 0, 15, 4)


class Outfit(Observation):
    """A Pilot's Robo, Gear and Techs."""

    robo: int = number("her Robo: 0 not here, 1 here from the start, 2 summoned", 0, 2)
    endurance: int = number("Endurance of her Robo", 0, 15)
    endurance_max: int = number("full Endurance of her Robo", 0, 15)
    gear: Ints = numbers("pieces of Gear: 0 none, 1 ready, 2 used in this conflict", 0, 2, MAX_GEAR)
    tech_used: Flags = flags("Techs and Robo Techs used in this conflict", MAX_TECHS + MAX_ROBO_TECHS)
    hit: bool = flag("whether she is hit by the point that is landing")


class Known(Observation):
    """What is known of a Pilot's hand."""

    known: Ints = numbers(
        "cards that the viewer knows to be in her hand (all of them if hands are shared)", 0, 2, FACES
    )


@kernel
def observe_head(s: ConflictState, viewer: int, head: Head) -> None:
    """Write who looks, who decides, and the viewer's hand."""
    head.viewer[viewer] = True
    if not s.over:
        head.mover[s.seat] = True
    cardset.show(s.world.hand[viewer], head.hand)


@kernel
def observe_team(s: ConflictState, viewer: int, team: Team, trash: Ints) -> None:
    """Write what the team, the Factions and the Location have, and the Trash."""
    w = s.world
    team.harmony = w.harmony
    team.omens = w.omens
    team.spent = w.spent
    team.crisis = w.crisis
    team.location = w.location
    for d in range(s.cfg.decks):
        team.deck[d] = w.decks[d].n
        cardset.show(w.decks[d].trash, trash)
    for r in range(s.cfg.resources):
        team.resource[r] = w.resource[r]
    if s.cfg.coach_assists:
        for k in range(MAX_EVENTS):
            team.events[k] = (w.used[COACH] >> k) & 1 != 0
        mark_table(w.extra[0], 1 if viewer == COACH else -1, team.table)
    for f in range(s.cfg.factions):
        observe_faction(s, f, viewer, team)


@kernel
def mark_table(word: int, value: int, table: Ints) -> None:
    """Write a value for every card of a word."""
    left = word
    while left != 0:
        table[cardset.lowest(left)] = value
        left &= left - 1


@kernel
def observe_faction(s: ConflictState, f: int, viewer: int, team: Team) -> None:
    """Write a Faction, all of which is public but the cards that were never face-up."""
    w = s.world
    n = w.favor_n[f]
    team.faction[f] = w.faction[f]
    team.strikes[f] = w.strikes[f]
    team.favor[f] = n
    if n > 0 and w.faction[f] == Faction.IN_PLAY:
        c = w.favor[f, n - 1]
        team.favor_top[f] = 1 + c
        mine = s.cfg.favor_coach[f] == (viewer == COACH)
        team.table[c] = 1 if mine else -1


@kernel
def observe_threats(s: ConflictState, threats: Threats) -> None:
    """Write the Threats."""
    w = s.world
    for t in range(s.cfg.threats):
        threats.rating[t] = w.rating[t]
        threats.rating_max[t] = s.cfg.rating_max[t]
        threats.threat_buffers[t] = w.threat_buffers[t]
        threats.stack[t] = cardset.size(w.stack[t])
        threats.threat_used[t] = s.conflict.threat_used[t] != 0
    if s.pending.kind == Point.THREAT_TRAUMA:
        threats.threat_hit[s.pending.target] = True


@kernel
def observe_pending(s: ConflictState, kind: int, pending: Pending) -> None:
    """Write the point that is landing, what waits, and the kind of the effect being aimed."""
    d = s.pending
    if d.kind != Point.NONE:
        pending.damage[d.kind - 1] = True
    pending.points = min(127, d.waiting)
    if kind != 0:
        pending.effect[kind] = True


@kernel
def observe_outfit(s: ConflictState, p: int, outfit: Outfit) -> None:
    """Write a Pilot's Robo, Gear and Techs, and whether she is being hit."""
    w, used = s.world, s.conflict.used[p]
    outfit.robo = s.conflict.robo[p]
    outfit.endurance = w.endurance[p]
    outfit.endurance_max = s.cfg.endurance[p]
    if w.gear[p] != 0:
        for g in range(MAX_GEAR):
            if (w.gear[p] >> g) & 1 == 1:
                outfit.gear[g] = 1 + ((used >> (Page.ACTIVATE + g)) & 1)
    if used != 0:
        for k in range(MAX_TECHS + MAX_ROBO_TECHS):
            outfit.tech_used[k] = (used >> k) & 1 != 0
    kind = s.pending.kind
    if kind != Point.NONE:
        target = s.pending.schism_by if kind == Point.SCHISM else s.pending.target
        personal = kind == Point.TRAUMA or kind == Point.PURGE or kind == Point.SCHISM
        outfit.hit = personal and (target == p or target == NONE)


@kernel
def observe_gauges(s: ConflictState, p: int, gauges: Gauges) -> None:
    """Write the gauges on a Pilot's sheet."""
    w, cfg = s.world, s.cfg
    gauges.charges = w.charges[p]
    gauges.charge_max = cfg.charge_max[p]
    gauges.buffers = w.buffers[p]
    gauges.buffer_max = cfg.buffer_max[p]
    for k in range(4):
        gauges.commitment[k] = w.commitment[p, k]
        gauges.commitment_max[k] = w.commitment_max[p, k]


@kernel
def observe_known(s: ConflictState, viewer: int, p: int, known: Known) -> None:
    """Write what the viewer knows of a Pilot's hand."""
    if hidden.can_see_hand(s, viewer, p):
        cardset.show(s.world.hand[p], known.known)
    elif viewer != COACH:
        cardset.show(s.world.known[viewer - 1, p - 1], known.known)
