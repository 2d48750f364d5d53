"""A side's turn: the Assist round, then one Drive (TS-48 to TS-70)."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, emit
from throwdown.envs.core.jit import fill, kernel, wide
from throwdown.envs.fusion.order import (
    BEATS,
    BLOCKS,
    DIFFERENCE,
    MAX_STRIKE,
    OPEN_DIFFERENCE,
    OPEN_WITHIN,
    VALUE,
    WITHIN,
)
from throwdown.envs.fusion.throwdown.actions import ASK, BLOCK_PAGE, COUNTER_PAGE, ESCALATE_PAGE, OTHER_PAGE
from throwdown.envs.fusion.throwdown.state import (
    ALLY_PHASE,
    ASSIST_PHASE,
    ASSISTS,
    BY_ESCALATE,
    BY_INITIATIVE,
    BY_RUMBLE,
    CONCEDED,
    DRIVE,
    DRIVE_PHASE,
    E_ASKED,
    E_BLOCKED,
    E_CHARGE_TECH,
    E_CONCEDED,
    E_COUNTERED,
    E_DISSONATED,
    E_ESCALATED,
    E_HANDED_BACK,
    E_NEGATED,
    E_PASSED,
    E_RESONATED,
    E_SCORED,
    LAST_STAGE,
    SPOILS,
    TURN,
    UNOPENED,
)
from throwdown.envs.fusion.triggers import schism
from throwdown.envs.fusion.world import COACH, chargeup, leave_hand, to_trash


@kernel
def top_card(s: Any) -> int:
    """Return the card on top of the Pile."""
    return wide(s.pile_card[s.pile_n - 1])


@kernel
def lay(s: Any, seat: int, c: int) -> None:
    """Lay a card on top of the Pile."""
    s.pile_card[s.pile_n] = c
    s.pile_by[s.pile_n] = seat
    s.pile_n += 1


@kernel
def is_opener(s: Any) -> bool:
    """Return whether the top card is the one that opened the present stage."""
    return s.pile_n - 1 == s.pile_from[s.stage]


@kernel
def can_be_blocked(s: Any) -> bool:
    """Return whether the top card may be Blocked at all (TS-62, TS-63, C-95)."""
    if s.pile_n < 2:
        return False
    how = s.opened[s.stage]
    return not (is_opener(s) and (how == BY_INITIATIVE or how == BY_RUMBLE))


@kernel
def begin_turn(s: Any) -> None:
    """Start the turn of the side to move."""
    fill(s.asked, 0)
    fill(s.bonus, 0)
    s.at = 1
    s.step = ASSISTS if s.side == 1 else DRIVE


@kernel
def await_assists(s: Any) -> bool:
    """Offer every involved Pilot who could pay for one an Assist, in seat order (TS-76)."""
    while s.at <= s.cfg.pilots:
        if s.involved[s.at] == 1 and s.world.charges[s.at] > 0 and s.strike[s.at] < MAX_STRIKE:
            s.phase = ASSIST_PHASE
            s.seat = s.at
            return True
        s.at += 1
    s.step = DRIVE
    return False


@kernel
def assist(s: Any, charge: bool, out: Any) -> None:
    """Use the basic Charge Tech, one Charge for +1 Strike this turn (TS-12), or pass."""
    p = wide(s.seat)
    if charge:
        s.world.charges[p] -= 1
        s.bonus[p] += 1
    emit(out, E_CHARGE_TECH if charge else E_PASSED, p, NONE, 1, EVERYONE, s.stage)
    s.at += 1


@kernel
def await_drive(s: Any) -> bool:
    """Have the Commander declare the Drive (TS-56)."""
    s.phase = DRIVE_PHASE
    s.seat = s.commander[s.side]
    return True


@kernel
def legal_plays(s: Any, p: int, out: Any) -> None:
    """Write the Counters, Blocks and Escalates that ``p`` has from her own Hand and Strike (C-92, C-103)."""
    words, hand, order = out.words, s.world.hand[p, 0], wide(s.cfg.order)
    top = top_card(s)
    rank = top >> 2
    if p == COACH:
        words[COUNTER_PAGE] = hand & WITHIN[order, rank, s.strike[COACH]]
    else:
        words[COUNTER_PAGE] = hand & BEATS[order, rank]
    if can_be_blocked(s):
        words[BLOCK_PAGE] = hand & BLOCKS[s.cfg.strict_block, top]
    if s.stage < LAST_STAGE:
        words[ESCALATE_PAGE] = hand
        if p == COACH:
            words[ESCALATE_PAGE] = hand & OPEN_WITHIN[s.cfg.reference, order, rank, s.strike[COACH]]


@kernel
def legal_asks(s: Any, out: Any) -> None:
    """Write the allies that the Commander may still ask; their cards play no part in it."""
    if s.side == 1:
        for p in range(1, s.cfg.pilots + 1):
            if s.involved[p] == 1 and p != s.commander[1] and s.asked[p] == 0:
                out.words[OTHER_PAGE] |= cardset.ONE << (ASK + p - 1)


@kernel
def check_strike(s: Any, p: int, gap: int, out: Any) -> None:
    """Classify a Pilot's play: Resonant charges her up, Dissonant fires Schism by stage (TS-07 to TS-11)."""
    strike = s.strike[p] + s.bonus[p]
    if gap > strike:
        emit(out, E_DISSONATED, p, NONE, s.stage, EVERYONE, s.stage)
        schism(s, p, wide(s.stage))
    elif gap == 1:
        emit(out, E_RESONATED, p, NONE, 1, EVERYONE, s.stage)
        chargeup(s, p, 1, out)


@kernel
def end_turn(s: Any) -> None:
    """Hand the turn over."""
    s.side = 1 - s.side
    s.step = TURN


@kernel
def score(s: Any, side: int, out: Any) -> None:
    """Give a side the present stage (TS-51, TS-52)."""
    points = 1 << (wide(s.stage) - 1)
    s.score[side] += points
    s.scored[s.stage] = side
    emit(out, E_SCORED, s.commander[side], NONE, points, EVERYONE, s.stage)


@kernel
def counter(s: Any, p: int, c: int, out: Any) -> None:
    """Beat the top of the Pile (TS-58)."""
    gap = wide(DIFFERENCE[s.cfg.order, c >> 2, top_card(s) >> 2])
    leave_hand(s, p, c)
    lay(s, p, c)
    emit(out, E_COUNTERED, p, c, gap, EVERYONE, s.stage)
    if p != COACH:
        check_strike(s, p, gap, out)
    end_turn(s)


@kernel
def block(s: Any, p: int, c: int, out: Any) -> None:
    """Discard the top card together with this one; an Escalate is undone by it (TS-60, TS-61, C-96, C-98)."""
    leave_hand(s, p, c)
    to_trash(s, p, c)
    emit(out, E_BLOCKED, p, c, top_card(s), EVERYONE, s.stage)
    opener = is_opener(s)
    s.pile_n -= 1
    to_trash(s, wide(s.pile_by[s.pile_n]), wide(s.pile_card[s.pile_n]))
    if opener:
        s.opened[s.stage] = UNOPENED
        s.stage -= 1
        points = 1 << (wide(s.stage) - 1)
        s.score[s.scored[s.stage]] -= points
        s.scored[s.stage] = NONE
        emit(out, E_NEGATED, p, NONE, points, EVERYONE, s.stage)
    end_turn(s)


@kernel
def opening_gap(s: Any, c: int) -> int:
    """Return the Strike difference of a card that opens a stage (C-100)."""
    if s.cfg.reference == 0:
        return wide(OPEN_DIFFERENCE[s.cfg.order, c >> 2, top_card(s) >> 2])
    return wide(VALUE[s.cfg.order, c >> 2]) if s.cfg.reference == 1 else 0


@kernel
def escalate(s: Any, p: int, c: int, out: Any) -> None:
    """Yield the stage and open the next one (TS-64, TS-65, C-101, C-102)."""
    gap = opening_gap(s, c)
    score(s, 1 - s.side, out)
    leave_hand(s, p, c)
    s.stage += 1
    s.opened[s.stage] = BY_ESCALATE
    s.pile_from[s.stage] = s.pile_n
    lay(s, p, c)
    emit(out, E_ESCALATED, p, c, gap, EVERYONE, s.stage)
    if p != COACH:
        check_strike(s, p, gap, out)
    end_turn(s)


@kernel
def concede(s: Any, out: Any) -> None:
    """Yield the stage and the Throwdown (TS-68, TS-69, C-131)."""
    emit(out, E_CONCEDED, s.seat, NONE, 1, EVERYONE, s.stage)
    score(s, 1 - s.side, out)
    s.winner = 1 - s.side
    s.result = CONCEDED
    s.step = SPOILS


@kernel
def ask(s: Any, p: int, out: Any) -> None:
    """Offer the Drive to an ally, once a turn (C-91)."""
    emit(out, E_ASKED, s.seat, NONE, p, EVERYONE, s.stage)
    s.asked[p] = 1
    s.phase = ALLY_PHASE
    s.seat = p


@kernel
def hand_back(s: Any, out: Any) -> None:
    """Leave the Drive to the Commander."""
    emit(out, E_HANDED_BACK, s.seat, NONE, 1, EVERYONE, s.stage)
    s.step = DRIVE
