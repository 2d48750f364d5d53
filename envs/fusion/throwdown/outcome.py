"""The outcome: spoils, what they are worth, discard and draw (TS-104 to TS-128)."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, emit
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.stakes import weigh_changes
from throwdown.envs.fusion.throwdown.actions import (
    CHARGEUP_SELF,
    CHARGEUP_TEAM,
    CHARGEUP_TEAM_FULL,
    FORTIFY_SELF,
    FORTIFY_TEAM,
    FORTIFY_TEAM_FULL,
    N_BASIC,
    PURGE_CHOICE,
    RALLY,
    RECOVER_SELF,
    RECOVER_SELF_ALL,
    RECOVER_THREAT,
    RECOVER_THREAT_ALL,
    SCHISM_TEAM,
    TRAUMA_PILOT,
    TRAUMA_THREAT,
)
from throwdown.envs.fusion.throwdown.actions import (
    SPOILS as SPOIL_NAMES,
)
from throwdown.envs.fusion.throwdown.state import (
    CALLED_OFF,
    CONCEDED,
    DISCARD_PHASE,
    DISCARDS,
    E_AIMED,
    E_ENDED,
    E_SPOIL,
    E_WAIVED,
    END,
    OVER,
    RECOVER_PHASE,
    SPOIL_PHASE,
    SPOIL_PILOT_PHASE,
    SPOIL_THREAT_PHASE,
)
from throwdown.envs.fusion.triggers import (
    chargeup_each,
    commitments_left,
    fortify,
    fortify_each,
    lowered_commitments,
    purge,
    rally,
    recover,
    recover_threat,
    schism,
    threat_trauma,
    trauma,
)
from throwdown.envs.fusion.world import COACH, MAX_HARMONY, chargeup, draw, hand_size, to_trash

FULL = 99
BASIC = (1 << N_BASIC) - 1
ULTIMATE = (1 << len(SPOIL_NAMES)) - 1 - BASIC


def _word(*kinds: int) -> int:
    return sum(1 << kind for kind in kinds)


NEEDS_PILOT = _word(CHARGEUP_SELF, FORTIFY_SELF, PURGE_CHOICE, RECOVER_SELF, TRAUMA_PILOT, RECOVER_SELF_ALL)
NEEDS_THREAT = _word(RECOVER_THREAT, TRAUMA_THREAT, RECOVER_THREAT_ALL)
FOR_COACH = _word(PURGE_CHOICE, SCHISM_TEAM, TRAUMA_PILOT, RECOVER_THREAT, RECOVER_THREAT_ALL)
"""Each side takes what helps its own or hurts the other (C-136); the rest is for the Pilots."""


@kernel
def is_alive(s: Any, side: int) -> bool:
    """Return whether an involved member of a side is still up (TS-110, C-139)."""
    if side == 0:
        for t in range(s.cfg.threats):
            if s.world.rating[t] > 0:
                return True
        return False
    for p in range(1, s.cfg.pilots + 1):
        if s.involved[p] == 1 and commitments_left(s, p) == 4:
            return True
    return False


@kernel
def count_spoils(s: Any) -> None:
    """Work out what each side may take (TS-106 to TS-110, C-134, C-135, C-138)."""
    winner, loser = wide(s.winner), 1 - wide(s.winner)
    s.basic[winner] = s.stage
    s.ultimate[winner] = (1 if s.score[loser] == 0 else 0) + (2 if s.score[winner] == 127 else 0)
    s.basic[loser] = 1 if 2 * s.score[loser] > s.score[winner] and is_alive(s, loser) else 0
    s.ultimate[loser] = 0


@kernel
def fits_pilot(s: Any, kind: int, p: int) -> bool:
    """Return whether a spoil would change anything for a Pilot; *Self* is an involved one (C-136)."""
    w, cfg = s.world, s.cfg
    if kind == PURGE_CHOICE:
        return w.charges[p] > 0
    if kind == TRAUMA_PILOT:
        return commitments_left(s, p) > 0
    if s.involved[p] == 0:
        return False
    if kind == CHARGEUP_SELF:
        return w.charges[p] < cfg.charge_max[p]
    if kind == FORTIFY_SELF:
        return w.buffers[p] < cfg.buffer_max[p]
    for k in range(4):
        if w.commitment[p, k] < cfg.commitment_max[p, k]:
            return True
    return False


@kernel
def fits_threat(s: Any, kind: int, t: int) -> bool:
    """Return whether a spoil would change anything for a Threat that is in play."""
    rating = s.world.rating[t]
    return rating > 0 and (kind == TRAUMA_THREAT or rating < s.cfg.rating_max[t])


@kernel
def needs_pilot(kind: int) -> bool:
    """Return whether a spoil names a Pilot."""
    return (NEEDS_PILOT >> kind) & 1 != 0


@kernel
def needs_threat(kind: int) -> bool:
    """Return whether a spoil names a Threat."""
    return (NEEDS_THREAT >> kind) & 1 != 0


@kernel
def changes_team(s: Any, kind: int) -> bool:
    """Return whether a spoil for the whole team would change anything."""
    w, cfg = s.world, s.cfg
    if kind == RALLY and w.harmony < MAX_HARMONY:
        return True
    for p in range(1, cfg.pilots + 1):
        if kind == SCHISM_TEAM:
            if w.harmony > 1 or commitments_left(s, p) > 0:
                return True
        elif kind == FORTIFY_TEAM or kind == FORTIFY_TEAM_FULL:
            if w.buffers[p] < cfg.buffer_max[p]:
                return True
        elif w.charges[p] < cfg.charge_max[p]:
            return True
    return False


@kernel
def targets(s: Any, kind: int) -> int:
    """Return the Pilots (bit seat - 1) or Threats (bit number) whom a spoil may concern; 1 for a team's."""
    word = 0
    if needs_pilot(kind):
        for p in range(1, s.cfg.pilots + 1):
            word |= (1 if fits_pilot(s, kind, p) else 0) << (p - 1)
    elif needs_threat(kind):
        for t in range(s.cfg.threats):
            word |= (1 if fits_threat(s, kind, t) else 0) << t
    elif changes_team(s, kind):
        word = 1
    return word


@kernel
def legal_spoils(s: Any) -> int:
    """Return the spoils that the taking side may choose, as a word (C-136)."""
    side, word = wide(s.taker), 0
    open_kinds = (BASIC if s.basic[side] > 0 else 0) | (ULTIMATE if s.ultimate[side] > 0 else 0)
    open_kinds &= FOR_COACH if side == 0 else ~FOR_COACH
    while open_kinds != 0:
        kind = cardset.lowest(open_kinds)
        if targets(s, kind) != 0:
            word |= 1 << kind
        open_kinds &= open_kinds - 1
    return word


@kernel
def await_spoils(s: Any, out: Any) -> bool:
    """Let the winner, then the loser choose its spoils (TS-104, C-137)."""
    if s.result == CONCEDED:
        if s.taker == NONE:
            count_spoils(s)
            s.taker = s.winner
        while True:
            if legal_spoils(s) != 0:
                s.phase = SPOIL_PHASE
                s.seat = s.commander[s.taker]
                return True
            if s.taker != s.winner:
                break
            s.taker = 1 - s.winner
    measure(s)
    s.at = 0
    s.step = DISCARDS
    return False


@kernel
def waive(s: Any, out: Any) -> None:
    """Take no more spoils."""
    emit(out, E_WAIVED, s.seat, NONE, s.basic[s.taker] + s.ultimate[s.taker], EVERYONE, s.stage)
    s.basic[s.taker] = 0
    s.ultimate[s.taker] = 0


@kernel
def choose_spoil(s: Any, kind: int, out: Any) -> bool:
    """Take a spoil; return whether its target must be chosen first."""
    if kind < N_BASIC:
        s.basic[s.taker] -= 1
    else:
        s.ultimate[s.taker] -= 1
    s.spoil = kind
    emit(out, E_SPOIL, s.seat, NONE, kind, EVERYONE, s.stage)
    word = targets(s, kind)
    if cardset.popcount(word) > 1:
        s.phase = SPOIL_PILOT_PHASE if needs_pilot(kind) else SPOIL_THREAT_PHASE
        return True
    return choose_target(s, cardset.lowest(word) + (1 if needs_pilot(kind) else 0), out)


@kernel
def choose_target(s: Any, target: int, out: Any) -> bool:
    """Name whom the spoil concerns; return whether a Commitment must be chosen too."""
    s.target = target
    if needs_pilot(s.spoil) or needs_threat(s.spoil):
        emit(out, E_AIMED, s.seat, s.spoil, target, EVERYONE, s.stage)
    if s.spoil == RECOVER_SELF:
        word = lowered_commitments(s, target)
        if cardset.popcount(word) > 1:
            s.phase = RECOVER_PHASE
            return True
        take_spoil(s, cardset.lowest(word), out)
        return False
    take_spoil(s, 0, out)
    return False


@kernel
def take_spoil(s: Any, k: int, out: Any) -> None:
    """Apply the chosen spoil (TS-112 to TS-127)."""
    kind, x = wide(s.spoil), wide(s.target)
    s.spoil = NONE
    s.target = NONE
    if kind == CHARGEUP_SELF:
        chargeup(s, x, FULL, out)
    elif kind == CHARGEUP_TEAM:
        chargeup_each(s, 1, out)
    elif kind == FORTIFY_SELF:
        fortify(s, x, FULL, out)
    elif kind == FORTIFY_TEAM:
        fortify_each(s, 1, out)
    elif kind == PURGE_CHOICE:
        purge(s, x)
    elif kind == RECOVER_SELF:
        recover(s, x, k, 1, out)
    elif kind == RECOVER_THREAT:
        recover_threat(s, x, 1, out)
    elif kind == SCHISM_TEAM:
        schism(s, NONE, 1)
    elif kind == TRAUMA_PILOT:
        trauma(s, x)
    elif kind == TRAUMA_THREAT:
        threat_trauma(s, x)
    elif kind == CHARGEUP_TEAM_FULL:
        chargeup_each(s, FULL, out)
    elif kind == FORTIFY_TEAM_FULL:
        fortify_each(s, FULL, out)
    elif kind == RALLY:
        rally(s, out)
    elif kind == RECOVER_SELF_ALL:
        for j in range(4):
            recover(s, x, j, FULL, out)
    else:
        recover_threat(s, x, FULL, out)


@kernel
def measure(s: Any) -> None:
    """Work out the Pilots' stakes: half the win, half what changed hands (see the docs on rewards)."""
    if s.result == CALLED_OFF:
        s.stakes = 0.0
        return
    s.stakes = (0.5 if s.winner == 1 else -0.5) + weigh_changes(s)


@kernel
def seat_in_order(s: Any, k: int) -> int:
    """Return who comes k-th in the final step: the winner's side first, Commanders before the others (C-148)."""
    first = s.winner if s.winner != NONE else (0 if s.challenger == COACH else 1)
    if k == (0 if first == 0 else s.cfg.pilots):
        return COACH
    j = k - 1 if first == 0 else k
    boss = wide(s.commander[1]) if s.commander[1] != NONE else 1
    if j == 0:
        return boss
    return j if j < boss else j + 1


@kernel
def await_discards(s: Any, out: Any) -> bool:
    """Have everybody discard down to Max, then draw up to Max, and clear the Piles away (TS-128, C-148)."""
    if s.cfg.final_step == 1:
        while s.at <= s.cfg.pilots:
            p = seat_in_order(s, wide(s.at))
            if hand_size(s, p) > s.cfg.hand_max[p]:
                s.phase = DISCARD_PHASE
                s.seat = p
                return True
            s.at += 1
        for k in range(s.cfg.pilots + 1):
            p = seat_in_order(s, k)
            draw(s, p, wide(s.cfg.hand_max[p]) - hand_size(s, p), out)
    for i in range(s.pile_n):
        to_trash(s, wide(s.pile_by[i]), wide(s.pile_card[i]))
    s.pile_n = 0
    emit(out, E_ENDED, s.commander[s.winner] if s.winner != NONE else NONE, NONE, s.result, EVERYONE, s.stage)
    s.step = END
    s.phase = OVER
    s.over = True
    return True
