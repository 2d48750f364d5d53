"""How damage lands: point by point, until nothing waits.

Each point may be prevented by a Buffer, which is somebody's decision, so points wait in the record's ``pending`` until
`settle` has worked them off (C-24 to C-27, C-36, C-146).
"""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow, allow_each, cardset, kernel, tell
from throwdown.envs.fusion.world import conflict, deal, triggers
from throwdown.envs.fusion.world.choices import Act
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import (
    COACH,
    USABLE,
    Choice,
    Event,
    Faction,
    Location,
    Point,
    Resource,
    Robo,
)


@kernel
def commitments_left(s: ConflictState, p: int) -> int:
    """Return how many of a Pilot's Commitments are above 0."""
    n = 0
    for k in range(4):
        n += 1 if s.world.commitment[p, k] > 0 else 0
    return n


@kernel
def is_commitment_dead(s: ConflictState, p: int) -> bool:
    """Return whether a Commitment that a Pilot has at all has fallen to 0 (TS-130, C-28)."""
    for k in range(4):
        if s.world.commitment[p, k] == 0 and s.cfg.commitment_max[p, k] > 0:
            return True
    return False


@kernel
def lower_commitment(s: ConflictState, p: int, k: int, out: Out) -> None:
    """Take one point of +Trauma on Commitment ``k`` (ME-66); the last one at 0 is a Crisis (ME-68, B-20)."""
    w = s.world
    w.commitment[p, k] -= 1
    tell(out, Event.COMMITMENT_LOWERED, p, card=k)
    if commitments_left(s, p) == 0:
        tell(out, Event.CRISIS_ENTERED, p, amount=s.cfg.crisis_loss)
        for j in range(4):
            w.commitment_max[p, j] = max(0, w.commitment_max[p, j] - s.cfg.crisis_loss)


@kernel
def next_point(s: ConflictState) -> int:
    """Choose the point to settle next: the consequences of one come before the next of its cause."""
    d = s.pending
    for p in range(1, s.cfg.pilots + 1):
        if d.trauma[p] > 0:
            d.target = p
            return Point.TRAUMA
    for t in range(s.cfg.threats):
        if d.threat_trauma[t] > 0:
            d.target = t
            return Point.THREAT_TRAUMA
    for p in range(1, s.cfg.pilots + 1):
        if d.purge[p]:
            d.target = p
            return Point.PURGE
    for f in range(s.cfg.factions):
        if d.disfavor[f] > 0:
            d.target = f
            return Point.DISFAVOR
    d.target = NONE
    if d.form > 0:
        return Point.FORM_TRAUMA
    if d.ruin > 0:  # an Escalate fires it before its own Strike check (ME-46, C-35)
        return Point.RUIN
    return Point.ENDURANCE if d.endurance > 0 else Point.SCHISM


@kernel
def forms_robos(s: ConflictState) -> int:
    """Return the Pilots of the Final Form whose Robos still have Endurance, as a word (bit seat - 1)."""
    word = 0
    for p in range(1, s.cfg.pilots + 1):
        word |= (1 if conflict.in_form(s, p) and s.world.endurance[p] > 0 else 0) << (p - 1)
    return word


@kernel
def is_moot(s: ConflictState, kind: int) -> bool:
    """Return whether a point can change nothing (C-27)."""
    d, w = s.pending, s.world
    if kind == Point.TRAUMA:
        return commitments_left(s, d.target) == 0
    if kind == Point.THREAT_TRAUMA:
        return bool(w.rating[d.target] == 0)
    if kind == Point.PURGE:
        return bool(w.charges[d.target] == 0)
    if kind == Point.DISFAVOR:
        return bool(w.faction[d.target] != Faction.IN_PLAY)
    if kind == Point.RUIN:
        return (USABLE >> w.location) & 1 == 0
    if kind == Point.FORM_TRAUMA or kind == Point.ENDURANCE:
        return forms_robos(s) == 0
    return s.cfg.clip_schism and w.harmony == 1


@kernel
def drop_point(s: ConflictState) -> None:
    """Take the present point off those that wait."""
    d = s.pending
    d.waiting -= 1
    if d.kind == Point.TRAUMA:
        d.trauma[d.target] -= 1
    elif d.kind == Point.THREAT_TRAUMA:
        d.threat_trauma[d.target] -= 1
    elif d.kind == Point.PURGE:
        d.purge[d.target] = False
    elif d.kind == Point.SCHISM:
        d.schism -= 1
    elif d.kind == Point.DISFAVOR:
        d.disfavor[d.target] -= 1
    elif d.kind == Point.RUIN:
        d.ruin -= 1
    elif d.kind == Point.FORM_TRAUMA:
        d.form -= 1
    else:
        d.endurance -= 1
    d.kind = Point.NONE
    d.asked = 0


@kernel
def can_shift(s: ConflictState, p: int) -> bool:
    """Return whether a Pilot's Robo may take the point of Trauma on her (SY-11, B-10)."""
    there = s.conflict.robo[p] != Robo.ABSENT and s.conflict.rumble == 0
    return there and s.cfg.trauma_shift[p] and s.world.endurance[p] > 0


@kernel
def can_prevent(s: ConflictState, p: int) -> bool:
    """Return whether a Pilot may prevent the present point on her with a Buffer, or let her Robo take it."""
    d = s.pending
    if s.conflict.rumble == 0 and s.world.buffers[p] > 0:  # personal Buffers are off in a Rumble (TS-89)
        return True
    return d.kind == Point.TRAUMA and can_shift(s, p)


@kernel
def next_asked(s: ConflictState) -> int:
    """Return the next seat that may prevent the present point, or NONE (ME-52, ME-55, ME-64, ME-71, C-26, C-123)."""
    d, w = s.pending, s.world
    if d.kind == Point.THREAT_TRAUMA:
        return COACH if d.asked == 0 and w.threat_buffers[d.target] > 0 else NONE
    if d.kind == Point.DISFAVOR:
        return conflict.leader(s) if d.asked == 0 and w.resource[Resource.FAN_CLUB] > 0 else NONE
    if d.kind == Point.RUIN or d.kind == Point.FORM_TRAUMA:
        return (
            conflict.leader(s)
            if d.asked == 0 and s.conflict.rumble > 0 and s.conflict.form_buffers > 0
            else NONE
        )
    if d.kind == Point.ENDURANCE:
        return NONE
    for p in range(max(1, d.asked + 1), s.cfg.pilots + 1):
        mine = d.target == p
        if d.kind == Point.SCHISM:
            mine = d.schism_by == NONE or d.schism_by == p or s.cfg.buffers_for_all[p]
        if mine and can_prevent(s, p):
            return p
    return NONE


@kernel
def land(s: ConflictState, out: Out) -> None:
    """Let the present point land, or ask what must be chosen first."""
    d, w = s.pending, s.world
    if d.kind == Point.TRAUMA:
        p = d.target
        if commitments_left(s, p) > 1:
            ask(s, Choice.COMMITMENT)
            return
        for k in range(4):
            if w.commitment[p, k] > 0:
                lower_commitment(s, p, k, out)
                break
    elif d.kind == Point.THREAT_TRAUMA:
        w.rating[d.target] -= 1
        tell(out, Event.RATING_LOWERED, d.target)
        if w.rating[d.target] == 0:
            tell(out, Event.THREAT_DEFEATED, d.target)
    elif d.kind == Point.PURGE:
        tell(out, Event.CHARGES_PURGED, d.target, amount=w.charges[d.target])
        w.charges[d.target] = 0
    elif d.kind == Point.SCHISM:
        land_schism(s, out)
    else:
        land_rare(s, out)
        return
    drop_point(s)


@kernel
def land_schism(s: ConflictState, out: Out) -> None:
    """A point of Schism or Strife: Harmony falls, in the Red the team suffers instead (ME-61 to ME-63, C-155)."""
    if s.world.harmony > 1:
        s.world.harmony -= 1
        tell(out, Event.HARMONY_LOST, s.pending.schism_by)
        return
    for p in range(1, s.cfg.pilots + 1):
        triggers.trauma(s, p, 1)


@kernel
def land_rare(s: ConflictState, out: Out) -> None:
    """Let a point of +Disfavor, +Ruin or on the Final Form land, or ask what must be chosen first."""
    d, w = s.pending, s.world
    if d.kind == Point.DISFAVOR:
        f = d.target
        w.strikes[f] += 1
        tell(out, Event.STRIKE_ADDED, amount=f, number=w.strikes[f])
        drop_point(s)
        if w.strikes[f] >= 3:
            strike_out(s, f, out)
        return
    if d.kind == Point.RUIN:
        w.location = Location.RAZED if w.location == Location.DAMAGED else Location.DAMAGED
        tell(out, Event.LOCATION_RUINED, amount=w.location)
        drop_point(s)
        return
    word = forms_robos(s)
    if cardset.popcount(word) > 1:
        ask(s, Choice.ENDURANCE)
        return
    lose_endurance(s, cardset.lowest(word) + 1, out)
    drop_point(s)


@kernel
def strike_out(s: ConflictState, f: int, out: Out) -> None:
    """A Faction's third Strike: it goes, or Coach turns it into a Threat (ME-51)."""
    if s.cfg.faction_threat[f] == NONE:
        settle_fate(s, f, False, out)
    else:
        s.pending.fate = f
        ask(s, Choice.FATE)


@kernel
def settle_fate(s: ConflictState, f: int, turns: bool, out: Out) -> None:
    """Take a Faction out of play: its cards go to the Trash, or onto the Threat that it becomes (C-30, C-140)."""
    w, cfg = s.world, s.cfg
    s.pending.fate = NONE
    t = cfg.faction_threat[f]
    invests = turns and cfg.stacks and deal.favor_deck(s, f) == 0  # a stack holds cards of Coach's deck
    if turns:
        w.rating[t] = cfg.rating_max[t]
        w.threat_buffers[t] = cfg.threat_buffer_max[t]
    for i in range(w.favor_n[f]):
        c = w.favor[f, i]
        if invests:
            cardset.add(w.stack[t], c)
        else:
            deal.to_trash(s, COACH if cfg.favor_coach[f] else 1, c)
            tell(out, Event.CARD_DISCARDED, card=c)
    w.favor_n[f] = 0
    w.favor_hidden[f] = 0
    w.faction[f] = Faction.TURNED if turns else Faction.REMOVED
    tell(out, Event.FACTION_TURNED if turns else Event.FACTION_REMOVED, amount=f)


@kernel
def lose_endurance(s: ConflictState, p: int, out: Out) -> None:
    """A Robo loses a point of Endurance; at 0 it forces its Pilot out of the Rumble (TS-93, TS-94, C-125)."""
    s.world.endurance[p] -= 1
    tell(out, Event.ENDURANCE_LOST, p)
    if s.world.endurance[p] == 0:
        tell(out, Event.ROBO_LOST, p)
        if conflict.in_form(s, p):
            s.conflict.ejected[p] = True
        s.conflict.robo[p] = Robo.ABSENT


@kernel
def settle(s: ConflictState, out: Out) -> None:
    """Work off waiting damage until somebody must decide."""
    d = s.pending
    while d.waiting > 0 and not s.asks:
        if d.kind == Point.NONE:
            d.kind = next_point(s)
            d.asked = 0
        if is_moot(s, d.kind):
            drop_point(s)
        elif next_asked(s) != NONE:
            ask(s, Choice.BUFFER)
        else:
            land(s, out)


# Decisions -----------------------------------------------------------------------------------------------------------


@kernel
def legal_prevention(s: ConflictState, out: Out) -> None:
    """Accept the present point, or prevent it by what the seat has."""
    d = s.pending
    allow(out, Act.ACCEPT)
    if d.kind == Point.DISFAVOR:
        allow(out, Act.FAN_CLUB)
    elif d.kind == Point.THREAT_TRAUMA or d.kind == Point.RUIN or d.kind == Point.FORM_TRAUMA:
        allow(out, Act.BUFFER)
    else:
        if s.world.buffers[s.seat] > 0 and s.conflict.rumble == 0:
            allow(out, Act.BUFFER)
        if d.kind == Point.TRAUMA and can_shift(s, s.seat):
            allow(out, Act.SHIFT)


@kernel
def prevent(s: ConflictState, action: int, out: Out) -> None:
    """Prevent the present point, let the Robo take it, or let it pass."""
    d, w = s.pending, s.world
    seat = s.seat
    if action == Act.ACCEPT:
        d.asked = seat if d.kind == Point.TRAUMA or d.kind == Point.PURGE or d.kind == Point.SCHISM else 1
        tell(out, Event.BUFFER_KEPT, seat)
        return
    if action == Act.SHIFT:
        tell(out, Event.TRAUMA_SHIFTED, seat)
        drop_point(s)
        lose_endurance(s, seat, out)
        return
    if action == Act.FAN_CLUB:
        deal.spend_resource(s, Resource.FAN_CLUB, 1, out)
    else:
        if d.kind == Point.THREAT_TRAUMA:
            w.threat_buffers[d.target] -= 1
        elif d.kind == Point.RUIN or d.kind == Point.FORM_TRAUMA:
            s.conflict.form_buffers -= 1
        else:
            w.buffers[seat] -= 1
        tell(out, Event.BUFFER_SPENT, seat)
    drop_point(s)


@kernel
def target(s: ConflictState) -> int:
    """Return the Pilot whom the present point or effect hits."""
    return s.pending.target


@kernel
def legal_commitments(s: ConflictState, out: Out) -> None:
    """Any Commitment above 0 (ME-67)."""
    for k in range(4):
        if s.world.commitment[s.seat, k] > 0:
            allow(out, Act.COMMITMENT + k)


@kernel
def choose_commitment(s: ConflictState, action: int, out: Out) -> None:
    """Lower a Commitment by the present point (ME-66)."""
    lower_commitment(s, s.seat, action - Act.COMMITMENT, out)
    drop_point(s)


@kernel
def legal_robos(s: ConflictState, out: Out) -> None:
    """Any Robo of the Final Form that has Endurance left."""
    allow_each(out, Act.PILOT, forms_robos(s))


@kernel
def choose_robo(s: ConflictState, action: int, out: Out) -> None:
    """Let a Robo take the present point (TS-92, C-125)."""
    lose_endurance(s, action - Act.PILOT + 1, out)
    drop_point(s)


@kernel
def legal_fates(s: ConflictState, out: Out) -> None:
    """Both fates of a Faction that has its third Strike."""
    allow(out, Act.REMOVE_FACTION)
    allow(out, Act.TURN_FACTION)


@kernel
def choose_fate(s: ConflictState, action: int, out: Out) -> None:
    """Remove the Faction, or turn it into a Threat (ME-51)."""
    settle_fate(s, s.pending.fate, action == Act.TURN_FACTION, out)
