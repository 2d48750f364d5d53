"""How damage lands: point by point, until nothing waits.

Each point may be prevented by a Buffer, which is somebody's decision, so points wait in the record's ``pending`` until
`settle` has worked them off (C-24 to C-27, C-36, C-146).
"""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, Out, emit
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.world.conflict import (
    ABSENT,
    ASSIGN,
    BUFFER,
    COMMITMENT,
    DISFAVOR,
    ENDURANCE,
    FATE,
    FORM_TRAUMA,
    NO_DAMAGE,
    PURGE,
    RUIN,
    SCHISM,
    THREAT_TRAUMA,
    TRAUMA,
    ConflictState,
    in_form,
    leader,
)
from throwdown.envs.fusion.world.deal import favor_deck, spend_resource, to_trash
from throwdown.envs.fusion.world.state import (
    BUFFER_KEPT,
    BUFFER_SPENT,
    CARD_DISCARDED,
    CHARGES_PURGED,
    COACH,
    COMMITMENT_LOWERED,
    CRISIS_ENTERED,
    ENDURANCE_LOST,
    FACTION_REMOVED,
    FACTION_TURNED,
    FAN_CLUB,
    HARMONY_LOST,
    IN_PLAY,
    LOCATION_RUINED,
    RATING_LOWERED,
    RAZED,
    REMOVED,
    ROBO_LOST,
    STRIKE_ADDED,
    THREAT_DEFEATED,
    TRAUMA_SHIFTED,
    TURNED,
)
from throwdown.envs.fusion.world.triggers import trauma


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
    emit(out, COMMITMENT_LOWERED, p, k, 1, EVERYONE, 0)
    if commitments_left(s, p) == 0:
        emit(out, CRISIS_ENTERED, p, NONE, s.cfg.crisis_loss, EVERYONE, 0)
        for j in range(4):
            w.commitment_max[p, j] = max(0, wide(w.commitment_max[p, j]) - wide(s.cfg.crisis_loss))


@kernel
def next_point(s: ConflictState) -> int:
    """Choose the point to settle next: the consequences of one come before the next of its cause."""
    d = s.pending
    for p in range(1, s.cfg.pilots + 1):
        if d.trauma[p] > 0:
            d.target = p
            return TRAUMA
    for t in range(s.cfg.threats):
        if d.threat_trauma[t] > 0:
            d.target = t
            return THREAT_TRAUMA
    for p in range(1, s.cfg.pilots + 1):
        if d.purge[p] > 0:
            d.target = p
            return PURGE
    for f in range(s.cfg.factions):
        if d.disfavor[f] > 0:
            d.target = f
            return DISFAVOR
    d.target = NONE
    if d.form > 0:
        return FORM_TRAUMA
    if d.endurance > 0:
        return ENDURANCE
    return RUIN if d.ruin > 0 else SCHISM


@kernel
def forms_robos(s: ConflictState) -> int:
    """Return the Pilots of the Final Form whose Robos still have Endurance, as a word (bit seat - 1)."""
    word = 0
    for p in range(1, s.cfg.pilots + 1):
        word |= (1 if in_form(s, p) and s.world.endurance[p] > 0 else 0) << (p - 1)
    return word


@kernel
def is_moot(s: ConflictState, kind: int) -> bool:
    """Return whether a point can change nothing (C-27)."""
    d, w = s.pending, s.world
    if kind == TRAUMA:
        return commitments_left(s, d.target) == 0
    if kind == THREAT_TRAUMA:
        return bool(w.rating[d.target] == 0)
    if kind == PURGE:
        return bool(w.charges[d.target] == 0)
    if kind == DISFAVOR:
        return bool(w.faction[d.target] != IN_PLAY)
    if kind == RUIN:
        return w.location <= RAZED
    if kind == FORM_TRAUMA or kind == ENDURANCE:
        return forms_robos(s) == 0
    return s.cfg.clip_schism == 1 and w.harmony == 1


@kernel
def drop_point(s: ConflictState) -> None:
    """Take the present point off those that wait."""
    d = s.pending
    d.waiting -= 1
    if d.kind == TRAUMA:
        d.trauma[d.target] -= 1
    elif d.kind == THREAT_TRAUMA:
        d.threat_trauma[d.target] -= 1
    elif d.kind == PURGE:
        d.purge[d.target] = 0
    elif d.kind == SCHISM:
        d.schism -= 1
    elif d.kind == DISFAVOR:
        d.disfavor[d.target] -= 1
    elif d.kind == RUIN:
        d.ruin -= 1
    elif d.kind == FORM_TRAUMA:
        d.form -= 1
    else:
        d.endurance -= 1
    d.kind = NO_DAMAGE
    d.asked = 0


@kernel
def can_shift(s: ConflictState, p: int) -> bool:
    """Return whether a Pilot's Robo may take the point of Trauma on her (SY-11, B-10)."""
    there = s.conflict.robo[p] != ABSENT and s.conflict.rumble == 0
    return there and s.cfg.trauma_shift[p] == 1 and s.world.endurance[p] > 0


@kernel
def can_prevent(s: ConflictState, p: int) -> bool:
    """Return whether a Pilot may prevent the present point on her with a Buffer, or let her Robo take it."""
    d = s.pending
    if s.conflict.rumble == 0 and s.world.buffers[p] > 0:  # personal Buffers are off in a Rumble (TS-89)
        return True
    return d.kind == TRAUMA and can_shift(s, p)


@kernel
def next_asked(s: ConflictState) -> int:
    """Return the next seat that may prevent the present point, or NONE (ME-52, ME-55, ME-64, ME-71, C-26, C-123)."""
    d, w = s.pending, s.world
    if d.kind == THREAT_TRAUMA:
        return COACH if d.asked == 0 and w.threat_buffers[d.target] > 0 else NONE
    if d.kind == DISFAVOR:
        return leader(s) if d.asked == 0 and w.resource[FAN_CLUB] > 0 else NONE
    if d.kind == RUIN or d.kind == FORM_TRAUMA:
        return leader(s) if d.asked == 0 and s.conflict.rumble > 0 and s.conflict.form_buffers > 0 else NONE
    if d.kind == ENDURANCE:
        return NONE
    for p in range(max(1, d.asked + 1), s.cfg.pilots + 1):
        mine = d.target == p
        if d.kind == SCHISM:
            mine = d.schism_by == NONE or d.schism_by == p or s.cfg.buffers_for_all[p] == 1
        if mine and can_prevent(s, p):
            return p
    return NONE


@kernel
def land(s: ConflictState, out: Out) -> bool:
    """Let the present point land; return whether somebody must choose something first."""
    d, w = s.pending, s.world
    if d.kind == TRAUMA:
        p = wide(d.target)
        if commitments_left(s, p) > 1:
            s.phase = COMMITMENT
            s.seat = p
            return True
        for k in range(4):
            if w.commitment[p, k] > 0:
                lower_commitment(s, p, k, out)
                break
    elif d.kind == THREAT_TRAUMA:
        w.rating[d.target] -= 1
        emit(out, RATING_LOWERED, d.target, NONE, 1, EVERYONE, 0)
        if w.rating[d.target] == 0:
            emit(out, THREAT_DEFEATED, d.target, NONE, 1, EVERYONE, 0)
    elif d.kind == PURGE:
        emit(out, CHARGES_PURGED, d.target, NONE, w.charges[d.target], EVERYONE, 0)
        w.charges[d.target] = 0
    elif d.kind == SCHISM:
        land_schism(s, out)
    else:
        return land_rare(s, out)
    drop_point(s)
    return False


@kernel
def land_schism(s: ConflictState, out: Out) -> None:
    """A point of Schism or Strife: Harmony falls, in the Red the team suffers instead (ME-61 to ME-63, C-155)."""
    if s.world.harmony > 1:
        s.world.harmony -= 1
        emit(out, HARMONY_LOST, s.pending.schism_by, NONE, 1, EVERYONE, 0)
        return
    for p in range(1, s.cfg.pilots + 1):
        trauma(s, p, 1)


@kernel
def land_rare(s: ConflictState, out: Out) -> bool:
    """Let a point of +Disfavor, +Ruin or on the Final Form land; return whether somebody must choose first."""
    d, w = s.pending, s.world
    if d.kind == DISFAVOR:
        f = wide(d.target)
        w.strikes[f] += 1
        emit(out, STRIKE_ADDED, NONE, NONE, f, EVERYONE, w.strikes[f])
        drop_point(s)
        return w.strikes[f] >= 3 and strike_out(s, f, out)
    if d.kind == RUIN:
        w.location -= 1
        emit(out, LOCATION_RUINED, NONE, NONE, w.location, EVERYONE, 0)
        drop_point(s)
        return False
    word = forms_robos(s)
    if cardset.popcount(word) > 1:
        s.phase = ASSIGN
        s.seat = leader(s)
        return True
    lose_endurance(s, cardset.lowest(word) + 1, out)
    drop_point(s)
    return False


@kernel
def strike_out(s: ConflictState, f: int, out: Out) -> bool:
    """A Faction's third Strike: it goes, or Coach turns it into a Threat (ME-51); return whether he must choose."""
    if s.cfg.faction_threat[f] == NONE:
        decide_fate(s, f, False, out)
        return False
    s.pending.fate = f
    s.phase = FATE
    s.seat = COACH
    return True


@kernel
def decide_fate(s: ConflictState, f: int, turns: bool, out: Out) -> None:
    """Take a Faction out of play: its cards go to the Trash, or onto the Threat that it becomes (C-30)."""
    w, cfg = s.world, s.cfg
    s.pending.fate = NONE
    t = wide(cfg.faction_threat[f])
    invests = turns and favor_deck(s, f) == 0  # a stack holds cards of Coach's deck
    if turns:
        w.rating[t] = cfg.rating_max[t]
        w.threat_buffers[t] = cfg.threat_buffer_max[t]
    for i in range(w.favor_n[f]):
        c = wide(w.favor[f, i])
        if invests:
            cardset.add(w.stack[t], c)
        else:
            to_trash(s, COACH if cfg.favor_coach[f] == 1 else 1, c)
            emit(out, CARD_DISCARDED, NONE, c, 1, EVERYONE, 0)
    w.favor_n[f] = 0
    w.favor_hidden[f] = 0
    w.faction[f] = TURNED if turns else REMOVED
    emit(out, FACTION_TURNED if turns else FACTION_REMOVED, NONE, NONE, f, EVERYONE, 0)


@kernel
def lose_endurance(s: ConflictState, p: int, out: Out) -> None:
    """A Robo loses a point of Endurance; at 0 it forces its Pilot out of the Rumble (TS-93, TS-94, C-125)."""
    s.world.endurance[p] -= 1
    emit(out, ENDURANCE_LOST, p, NONE, 1, EVERYONE, 0)
    if s.world.endurance[p] == 0:
        emit(out, ROBO_LOST, p, NONE, 1, EVERYONE, 0)
        if in_form(s, p):
            s.conflict.ejected[p] = 1
        s.conflict.robo[p] = ABSENT


@kernel
def settle(s: ConflictState, out: Out) -> bool:
    """Work off waiting damage; return True where somebody must decide first (phase and seat are set)."""
    d = s.pending
    while d.waiting > 0:
        if d.kind == NO_DAMAGE:
            d.kind = next_point(s)
            d.asked = 0
        if is_moot(s, d.kind):
            drop_point(s)
            continue
        p = next_asked(s)
        if p != NONE:
            s.phase = BUFFER
            s.seat = p
            return True
        if land(s, out):
            return True
    return False


@kernel
def decide_buffer(s: ConflictState, spend: bool, out: Out) -> None:
    """Carry out the decision of phase `BUFFER`: prevent the present point, or let it pass."""
    d, w = s.pending, s.world
    seat = wide(s.seat)
    if not spend:
        d.asked = seat if d.kind == TRAUMA or d.kind == PURGE or d.kind == SCHISM else 1
        emit(out, BUFFER_KEPT, seat, NONE, 1, EVERYONE, 0)
        return
    if d.kind == DISFAVOR:
        spend_resource(s, FAN_CLUB, 1, out)
    else:
        if d.kind == THREAT_TRAUMA:
            w.threat_buffers[d.target] -= 1
        elif d.kind == RUIN or d.kind == FORM_TRAUMA:
            s.conflict.form_buffers -= 1
        else:
            w.buffers[seat] -= 1
        emit(out, BUFFER_SPENT, seat, NONE, 1, EVERYONE, 0)
    drop_point(s)


@kernel
def decide_shift(s: ConflictState, out: Out) -> None:
    """A Pilot's Robo takes the point of Trauma on her."""
    p = wide(s.seat)
    emit(out, TRAUMA_SHIFTED, p, NONE, 1, EVERYONE, 0)
    drop_point(s)
    lose_endurance(s, p, out)


@kernel
def decide_commitment(s: ConflictState, k: int, out: Out) -> None:
    """Carry out the decision of phase `COMMITMENT`."""
    lower_commitment(s, wide(s.seat), k, out)
    drop_point(s)


@kernel
def decide_assign(s: ConflictState, p: int, out: Out) -> None:
    """Carry out the decision of phase `ASSIGN`: whose Robo takes the point (TS-92, C-125)."""
    lose_endurance(s, p, out)
    drop_point(s)
