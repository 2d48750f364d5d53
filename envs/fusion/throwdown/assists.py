"""What a side does before its Drive: Techs, Gear, Robos, the Location, Waves, Storms, Omens (TS-76 to TS-87)."""

from __future__ import annotations

import numpy as np

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, Out, emit
from throwdown.envs.core.jit import entry, kernel, wide
from throwdown.envs.fusion.throwdown.actions import ASSIST_PAGE, BOON, CHARGE, PASS, RUMBLE_TECH
from throwdown.envs.fusion.throwdown.drives import is_acting
from throwdown.envs.fusion.throwdown.state import ASSIST_PHASE, COACH_ASSIST_PHASE, DRIVE, E_PASSED, State
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.choices import OMENS, STORMS, WAVE_PAGE, WAVES
from throwdown.envs.fusion.world.conflict import in_form
from throwdown.envs.fusion.world.deal import hand_size
from throwdown.envs.fusion.world.state import ABILITY_USED, COACH, FORM_STRENGTHENED
from throwdown.envs.fusion.world.usage import (
    begin,
    can_spend_omen,
    can_use_boon,
    count_payable,
    demand,
    is_fresh,
    spend_omen,
    usable,
    use,
    use_boon,
    use_threat,
)

TECH_BITS = (1 << book.ACTIVATE) - 1 | 3 << CHARGE
"""Techs, Robo Techs and Charge Techs, on the page of Assists."""


@kernel
def scale_of(s: State) -> int:
    """Return the stage that an effect may count by: in a Rumble the Rumble's (TS-81)."""
    return wide(s.conflict.rumble) if s.conflict.rumble > 0 else wide(s.stage)


@kernel
def assist_word(s: State, p: int, public: bool, out: Out) -> int:
    """Return a Pilot's Assists, as a word of their page; as far as everybody can tell, if ``public``."""
    word = wide(usable(s, p, public, out))
    if s.conflict.rumble > 0 and can_rumble_tech(s, p, out):
        word |= wide(1) << RUMBLE_TECH
    if s.world.location > 1:
        for k in range(book.MAX_BOONS):
            if can_use_boon(s, p, k, public, out):
                word |= wide(1) << (BOON + k)
    return word & allowance(s, p)


@kernel
def allowance(s: State, p: int) -> int:
    """Return which Assists are left to a Pilot this turn: one, or for Pink several Techs (TS-79, SY-35, C-113)."""
    techs = wide(TECH_BITS)
    word = wide(0)
    if s.techs < s.cfg.tech_assists[p] and (s.others == 0 or s.cfg.tech_assists[p] > 1):
        word |= techs
    if s.others == 0 and (s.techs == 0 or s.cfg.tech_assists[p] > 1):
        word |= ~techs
    return word


@kernel
def can_rumble_tech(s: State, p: int, out: Out) -> bool:
    """Return whether a Pilot may use her Position's Rumble Tech (TS-80, TS-81)."""
    if not in_form(s, p) or s.conflict.form_charges == 0:
        return False
    a = book.of_position(wide(s.conflict.position[p]))
    return book.exists(out, a) and is_fresh(s, p, RUMBLE_TECH, a, out)


@kernel
def await_assists(s: State, out: Out) -> bool:
    """Offer every acting Pilot who, for all to see, could pay for one an Assist, in seat order (TS-76)."""
    while s.at <= s.cfg.pilots:
        p = wide(s.at)
        if is_acting(s, p) and assist_word(s, p, True, out) != 0:
            s.phase = ASSIST_PHASE
            s.seat = p
            return True
        next_assistant(s)
    s.step = DRIVE
    return False


@kernel
def next_assistant(s: State) -> None:
    """Go on to the next Pilot."""
    s.at += 1
    s.techs = 0
    s.others = 0


@kernel
def legal_assists(s: State, out: Out) -> None:
    """Write the Assists of the Pilot to move."""
    out.words[ASSIST_PAGE] = assist_word(s, wide(s.seat), False, out) | (cardset.ONE << PASS)


@kernel
def assist(s: State, k: int, out: Out) -> None:
    """Carry out an Assist, or pass."""
    p = wide(s.seat)
    if k == PASS:
        if s.phase == COACH_ASSIST_PHASE:
            s.step = DRIVE
        else:
            next_assistant(s)
        emit(out, E_PASSED, p, NONE, 1, EVERYONE, s.stage)
        return
    if (TECH_BITS >> k) & 1 == 1:
        s.techs += 1
    else:
        s.others += 1
    if k == RUMBLE_TECH:
        use_rumble_tech(s, p, out)
    elif k >= BOON:
        use_boon(s, p, k - BOON, scale_of(s), out)
    else:
        use(s, p, k, scale_of(s), out)
    if allowance(s, p) == 0:
        next_assistant(s)


@kernel
def use_rumble_tech(s: State, p: int, out: Out) -> None:
    """Use a Position's Rumble Tech, scaled by the Rumble stage (TS-80, TS-81)."""
    a = book.of_position(wide(s.conflict.position[p]))
    s.conflict.form_charges -= 1
    s.conflict.used[p] = wide(s.conflict.used[p]) | (1 << RUMBLE_TECH)
    s.conflict.turn_used[p] = wide(s.conflict.turn_used[p]) | (1 << RUMBLE_TECH)
    emit(out, ABILITY_USED, p, NONE, a, EVERYONE, s.stage)
    emit(out, FORM_STRENGTHENED, p, NONE, book.RUMBLE_CHARGE, EVERYONE, -1)
    begin(s, a, p, NONE, scale_of(s), out)


# Coach ---------------------------------------------------------------------------------------------------------------


@kernel
def price(s: State, t: int, storm: bool) -> int:
    """Return the class of card that pays a Wave or a Storm: cheaper for the Monster in a Rumble (TS-82, TS-84)."""
    cheaper = s.conflict.rumble > 0 and s.cfg.giant[t] == 1
    if storm:
        return book.FACE_OR_ACE if cheaper else book.ACE_CARD
    return book.ANY_CARD if cheaper else book.FACE_OR_ACE


@kernel
def coach_word(s: State, public: bool, out: Out) -> int:
    """Return Coach's Assists, as a word of the page of Waves: once per Threat and turn (TS-77, TS-83, C-112)."""
    word = wide(0)
    for t in range(s.cfg.threats):
        if s.world.rating[t] == 0 or s.conflict.threat_used[t] != 0:
            continue
        for k in range(book.MAX_WAVES + book.MAX_STORMS):
            storm = k >= book.MAX_WAVES
            if not book.exists(out, book.of_threat(t, k)):
                continue
            if hand_size(s, COACH) > 0 if public else count_payable(s, COACH, price(s, t, storm)) > 0:
                word |= wide(1) << (STORMS + 2 * t + k - book.MAX_WAVES if storm else WAVES + 2 * t + k)
    for k in range(book.MAX_EVENTS):
        if can_spend_omen(s, k, out):
            word |= wide(1) << (OMENS + k)
    return word


@kernel
def await_coach_assists(s: State, out: Out) -> bool:
    """Offer Coach an Assist as long as he could, for all to see, pay for one (TS-77)."""
    if coach_word(s, True, out) != 0:
        s.phase = COACH_ASSIST_PHASE
        s.seat = COACH
        return True
    s.step = DRIVE
    return False


@kernel
def legal_coach_assists(s: State, out: Out) -> None:
    """Write Coach's Assists."""
    out.words[WAVE_PAGE] = coach_word(s, False, out)
    out.words[ASSIST_PAGE] = cardset.ONE << PASS


@kernel
def coach_assist(s: State, bit: int, out: Out) -> None:
    """Carry out an Assist of Coach's, a bit of the page of Waves; its price in cards comes first."""
    if bit >= OMENS:
        spend_omen(s, bit - OMENS, scale_of(s), out)
        return
    storm = bit >= STORMS
    at = bit - STORMS if storm else bit - WAVES
    t = at // 2
    s.conflict.threat_used[t] = 1
    use_threat(s, t, at % 2 + (book.MAX_WAVES if storm else 0), scale_of(s), out)
    demand(s, COACH, 1, price(s, t, storm))


@entry
def can_assist(states: np.ndarray, outs: np.ndarray) -> bool:
    """Return whether the seat to move of a position set up from outside could, for all to see, pay for an Assist."""
    s: State = states[0]
    out: Out = outs[0]
    if s.phase == COACH_ASSIST_PHASE:
        return coach_word(s, True, out) != 0
    return assist_word(s, wide(s.seat), True, out) != 0
