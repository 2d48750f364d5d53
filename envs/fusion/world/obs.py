"""What the observations of all FUSION games share: runs of fields, and the kernels that write them.

A game puts these runs into a layout of its own; a kernel is told where in the row its run begins.
"""

from __future__ import annotations

from collections.abc import Sequence

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.fields import Field, Fields
from throwdown.envs.core.kit import NONE, Ints, Named, cardset, kernel
from throwdown.envs.fusion.world import hidden, terms
from throwdown.envs.fusion.world.book import MAX_EVENTS, MAX_GEAR, MAX_ROBO_TECHS, MAX_TECHS, Kind, Page
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import COACH, Faction, Point


def head(phases: Sequence[str]) -> list[Field]:
    """Return the fields with which every layout begins; see `observe_head`."""
    return [
        Field("phase", len(phases), 0, 1, f"what is being decided, one-hot: {', '.join(phases)}"),
        Field("viewer", terms.SEATS, 0, 1, "the viewer, one-hot over seats: Coach, then the Pilots"),
        Field("mover", terms.SEATS, 0, 1, "who decides, one-hot; none when it is over"),
        Field("hand", FACES, 0, 2, "the viewer's hand, copies per card"),
    ]


TRASH = Field("trash", FACES, 0, 2, "cards in the Trash, copies per card")
TEAM = (
    Field("harmony", 1, 0, 7, "team Harmony, 1 Red to 7 Violet"),
    Field("deck", 2, 0, 108, "cards left in the deck (Coach's; the Pilots', if they have their own)"),
    Field("omens", 1, 0, 4, "Active Omens"),
    Field("spent", 1, 0, 4, "Spent Omens"),
    Field("crisis", 1, 0, terms.MAX_CRISIS, "Crisis tier"),
    Field("location", 1, 0, 3, "the Location: 0 none, 1 Razed, 2 Damaged, 3 Standing"),
    Field("resource", terms.MAX_RESOURCES, 0, 30, "Resources: Pit Crew, Fan Club, the scenario's own"),
    Field("events", MAX_EVENTS, 0, 1, "Escalation Events used up"),
    Field(
        "faction",
        terms.MAX_FACTIONS,
        0,
        3,
        "Factions: 0 not revealed, 1 in play, 2 out of play, 3 now a Threat",
    ),
    Field("strikes", terms.MAX_FACTIONS, 0, 3, "Strikes on each Faction"),
    Field("favor", terms.MAX_FACTIONS, 0, 6, "cards in each Faction's stack"),
    Field("favor_top", terms.MAX_FACTIONS, 0, 52, "each stack's face-up card: 1 + its id, 0 = none"),
    Field("table", FACES, -1, 1, "cards on the table to be played: 1 by the viewer's side, -1 by the other"),
)
THREATS = (
    Field("rating", terms.MAX_THREATS, 0, 30, "Rating of every Threat"),
    Field("rating_max", terms.MAX_THREATS, 0, 30, "its full Rating"),
    Field("threat_buffers", terms.MAX_THREATS, 0, 30, "its Buffers"),
    Field("stack", terms.MAX_THREATS, 0, 108, "cards invested in it"),
    Field("threat_used", terms.MAX_THREATS, 0, 1, "whether it used a Wave or a Storm this turn"),
    Field("threat_hit", terms.MAX_THREATS, 0, 1, "whether the point that is landing hits it"),
)
PENDING = (
    Field(
        "damage",
        (len(Point) - 1),
        0,
        1,
        f"the point that is landing, one-hot: {', '.join(Point.labels()[1:])}",
    ),
    Field("points", 1, 0, 127, "points of damage that wait"),
    Field("effect", len(Kind), 0, 1, "the effect that is being aimed, one-hot, see the content reference"),
)
PILOT = "pilot"
"""What the blocks of an observation are about."""

COACH_HAND = Field("coach_hand", 1, 0, 108, "cards in Coach's hand")
HAND_SIZE = Field("hand_size", 1, 0, 108, "cards in hand")
GAUGES = (
    Field("charges", 1, 0, 30, "Charges"),
    Field("charge_max", 1, 0, 30, "size of the gauge"),
    Field("buffers", 1, 0, 30, "Buffers"),
    Field("buffer_max", 1, 0, 30, "their maximum"),
    Field("commitment", 4, 0, 15, "Steel, Flesh, Synch, Solo"),
    Field("commitment_max", 4, 0, 15, "their maxima"),
)
OUTFIT = (
    Field("robo", 1, 0, 2, "her Robo: 0 not here, 1 here from the start, 2 summoned"),
    Field("endurance", 1, 0, 15, "its Endurance"),
    Field("endurance_max", 1, 0, 15, "its full Endurance"),
    Field("gear", MAX_GEAR, 0, 2, "pieces of Gear: 0 none, 1 ready, 2 used in this conflict"),
    Field("tech_used", MAX_TECHS + MAX_ROBO_TECHS, 0, 1, "Techs and Robo Techs used in this conflict"),
    Field("hit", 1, 0, 1, "is hit by the point that is landing"),
)
KNOWN = Field(
    "known", FACES, 0, 2, "cards that the viewer knows to be in her hand (all of them if hands are shared)"
)


class TeamAt(Named):
    """Places in a run of `TEAM`."""

    HARMONY = Fields(TEAM).at("harmony")
    DECK = Fields(TEAM).at("deck")
    OMENS = Fields(TEAM).at("omens")
    SPENT = Fields(TEAM).at("spent")
    CRISIS = Fields(TEAM).at("crisis")
    LOCATION = Fields(TEAM).at("location")
    RESOURCE = Fields(TEAM).at("resource")
    EVENTS = Fields(TEAM).at("events")
    FACTION = Fields(TEAM).at("faction")
    STRIKES = Fields(TEAM).at("strikes")
    FAVOR = Fields(TEAM).at("favor")
    FAVOR_TOP = Fields(TEAM).at("favor_top")
    TABLE = Fields(TEAM).at("table")


class ThreatAt(Named):
    """Places in a run of `THREATS`."""

    RATING = Fields(THREATS).at("rating")
    RATING_MAX = Fields(THREATS).at("rating_max")
    THREAT_BUFFERS = Fields(THREATS).at("threat_buffers")
    STACK = Fields(THREATS).at("stack")
    THREAT_USED = Fields(THREATS).at("threat_used")
    THREAT_HIT = Fields(THREATS).at("threat_hit")


class PendingAt(Named):
    """Places in a run of `PENDING`."""

    POINTS = Fields(PENDING).at("points")
    EFFECT = Fields(PENDING).at("effect")


class GaugeAt(Named):
    """Places in a run of `GAUGES`."""

    CHARGES = Fields(GAUGES).at("charges")
    CHARGE_MAX = Fields(GAUGES).at("charge_max")
    BUFFERS = Fields(GAUGES).at("buffers")
    BUFFER_MAX = Fields(GAUGES).at("buffer_max")
    COMMITMENT = Fields(GAUGES).at("commitment")
    COMMITMENT_MAX = Fields(GAUGES).at("commitment_max")


class OutfitAt(Named):
    """Places in a run of `OUTFIT`."""

    ROBO = Fields(OUTFIT).at("robo")
    ENDURANCE = Fields(OUTFIT).at("endurance")
    ENDURANCE_MAX = Fields(OUTFIT).at("endurance_max")
    GEAR = Fields(OUTFIT).at("gear")
    TECH_USED = Fields(OUTFIT).at("tech_used")
    HIT = Fields(OUTFIT).at("hit")


@kernel
def observe_head(s: ConflictState, viewer: int, row: Ints, at: int) -> None:
    """Write the `head`, in which ``viewer`` lies at ``at``."""
    row[s.phase] = 1
    row[at + viewer] = 1
    if not s.over:
        row[at + terms.SEATS + s.seat] = 1
    cardset.write(s.world.hand[viewer], row, at + 2 * terms.SEATS)


@kernel
def observe_team(s: ConflictState, viewer: int, row: Ints, team: int, trash: int) -> None:
    """Write what the team, the Factions and the Location have from ``team`` on, and the Trash."""
    w = s.world
    row[team + TeamAt.HARMONY] = w.harmony
    row[team + TeamAt.OMENS] = w.omens
    row[team + TeamAt.SPENT] = w.spent
    row[team + TeamAt.CRISIS] = w.crisis
    row[team + TeamAt.LOCATION] = w.location
    for d in range(s.cfg.decks):
        row[team + TeamAt.DECK + d] = w.decks[d].n
        cardset.write(w.decks[d].trash, row, trash)
    for r in range(s.cfg.resources):
        row[team + TeamAt.RESOURCE + r] = w.resource[r]
    if s.cfg.coach_assists:
        for k in range(MAX_EVENTS):
            row[team + TeamAt.EVENTS + k] = (w.used[COACH] >> k) & 1
        mark_table(w.extra[0], 1 if viewer == COACH else -1, row, team + TeamAt.TABLE)
    for f in range(s.cfg.factions):
        observe_faction(s, f, viewer, row, team)


@kernel
def mark_table(word: int, value: int, row: Ints, at: int) -> None:
    """Write a value for every card of a word."""
    left = word
    while left != 0:
        row[at + cardset.lowest(left)] = value
        left &= left - 1


@kernel
def observe_faction(s: ConflictState, f: int, viewer: int, row: Ints, team: int) -> None:
    """Write a Faction, all of which is public but the cards that were never face-up."""
    w = s.world
    n = w.favor_n[f]
    row[team + TeamAt.FACTION + f] = w.faction[f]
    row[team + TeamAt.STRIKES + f] = w.strikes[f]
    row[team + TeamAt.FAVOR + f] = n
    if n > 0 and w.faction[f] == Faction.IN_PLAY:
        c = w.favor[f, n - 1]
        row[team + TeamAt.FAVOR_TOP + f] = 1 + c
        mine = s.cfg.favor_coach[f] == (viewer == COACH)
        row[team + TeamAt.TABLE + c] = 1 if mine else -1


@kernel
def observe_threats(s: ConflictState, row: Ints, at: int) -> None:
    """Write the Threats from ``at`` on."""
    w = s.world
    for t in range(s.cfg.threats):
        row[at + ThreatAt.RATING + t] = w.rating[t]
        row[at + ThreatAt.RATING_MAX + t] = s.cfg.rating_max[t]
        row[at + ThreatAt.THREAT_BUFFERS + t] = w.threat_buffers[t]
        row[at + ThreatAt.STACK + t] = cardset.size(w.stack[t])
        row[at + ThreatAt.THREAT_USED + t] = 1 if s.conflict.threat_used[t] != 0 else 0
    if s.pending.kind == Point.THREAT_TRAUMA:
        row[at + ThreatAt.THREAT_HIT + s.pending.target] = 1


@kernel
def observe_pending(s: ConflictState, kind: int, row: Ints, at: int) -> None:
    """Write from ``at`` on the point that is landing, what waits, and the kind of the effect being aimed."""
    d = s.pending
    if d.kind != Point.NONE:
        row[at + d.kind - 1] = 1
    row[at + PendingAt.POINTS] = min(127, d.waiting)
    if kind != 0:
        row[at + PendingAt.EFFECT + kind] = 1


@kernel
def observe_outfit(s: ConflictState, p: int, row: Ints, o: int) -> None:
    """Write a Pilot's Robo, Gear and Techs, and whether she is being hit."""
    w, used = s.world, s.conflict.used[p]
    row[o + OutfitAt.ROBO] = s.conflict.robo[p]
    row[o + OutfitAt.ENDURANCE] = w.endurance[p]
    row[o + OutfitAt.ENDURANCE_MAX] = s.cfg.endurance[p]
    if w.gear[p] != 0:
        for g in range(MAX_GEAR):
            if (w.gear[p] >> g) & 1 == 1:
                row[o + OutfitAt.GEAR + g] = 1 + ((used >> (Page.ACTIVATE + g)) & 1)
    if used != 0:
        for k in range(MAX_TECHS + MAX_ROBO_TECHS):
            row[o + OutfitAt.TECH_USED + k] = (used >> k) & 1
    kind = s.pending.kind
    if kind != Point.NONE:
        target = s.pending.schism_by if kind == Point.SCHISM else s.pending.target
        personal = kind == Point.TRAUMA or kind == Point.PURGE or kind == Point.SCHISM
        row[o + OutfitAt.HIT] = 1 if personal and (target == p or target == NONE) else 0


@kernel
def observe_gauges(s: ConflictState, p: int, row: Ints, o: int) -> None:
    """Write the gauges on a Pilot's sheet."""
    w, cfg = s.world, s.cfg
    row[o + GaugeAt.CHARGES] = w.charges[p]
    row[o + GaugeAt.CHARGE_MAX] = cfg.charge_max[p]
    row[o + GaugeAt.BUFFERS] = w.buffers[p]
    row[o + GaugeAt.BUFFER_MAX] = cfg.buffer_max[p]
    for k in range(4):
        row[o + GaugeAt.COMMITMENT + k] = w.commitment[p, k]
        row[o + GaugeAt.COMMITMENT_MAX + k] = w.commitment_max[p, k]


@kernel
def observe_known(s: ConflictState, viewer: int, row: Ints, slots: int, slot_width: int) -> None:
    """Write, behind the slots of several Pilots, what the viewer knows of their hands."""
    if s.cfg.slots == 1:
        return
    for p in range(1, s.cfg.pilots + 1):
        o = slots + s.cfg.slots * slot_width + (p - 1) * FACES
        if hidden.can_see_hand(s, viewer, p):
            cardset.write(s.world.hand[p], row, o)
        elif viewer != COACH:
            cardset.write(s.world.known[viewer - 1, p - 1], row, o)
