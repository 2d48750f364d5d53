"""What a side does before its Drive: Techs, Gear, Robos, the Location, Waves, Storms, Omens (TS-76 to TS-87)."""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, act_of, allow, allow_each, entry, kernel, tell
from throwdown.envs.fusion.throwdown import drives
from throwdown.envs.fusion.throwdown.actions import Act
from throwdown.envs.fusion.throwdown.state import Event, Phase, State, Step
from throwdown.envs.fusion.world import book, choices, conflict, deal, terms, usage
from throwdown.envs.fusion.world.terms import COACH

RUMBLE_TECH, BOON = Act.RUMBLE_TECH - Act.TECH, Act.BOON - Act.TECH
"""Their bits in a word of Assists, after those of a Pilot's page."""


@kernel
def scale_of(s: State) -> int:
    """Return the stage that an effect may count by: in a Rumble the Rumble's (TS-81)."""
    return s.conflict.rumble if s.conflict.rumble > 0 else s.stage


@kernel
def assist_word(s: State, p: int, public: bool, out: Out) -> int:
    """Return a Pilot's Assists, as a word from `Act.TECH` on; as far as everybody can tell, if ``public``."""
    word = usage.usable(s, p, public, out)
    if s.conflict.rumble > 0 and can_rumble_tech(s, p, out):
        word |= 1 << RUMBLE_TECH
    if (terms.USABLE >> s.world.location) & 1:
        for k in range(book.MAX_BOONS):
            if usage.can_use_boon(s, p, k, public, out):
                word |= 1 << (BOON + k)
    return word & allowance(s, p)


@kernel
def allowance(s: State, p: int) -> int:
    """Return which Assists are left to a Pilot this turn: one, or for Pink several Techs (TS-79, SY-35, C-113)."""
    word = 0
    if s.techs < s.cfg.tech_assists[p] and (s.others == 0 or s.cfg.tech_assists[p] > 1):
        word |= book.TECHS
    if s.others == 0 and (s.techs == 0 or s.cfg.tech_assists[p] > 1):
        word |= ~book.TECHS
    return word


@kernel
def can_rumble_tech(s: State, p: int, out: Out) -> bool:
    """Return whether a Pilot may use her Position's Rumble Tech (TS-80, TS-81)."""
    if not conflict.in_form(s, p) or s.conflict.form_charges == 0:
        return False
    a = book.of_position(s.conflict.position[p])
    return book.exists(out, a) and usage.is_fresh(s, p, RUMBLE_TECH, a, out)


@kernel
def offer_assists(s: State, out: Out) -> None:
    """Offer every acting Pilot who, for all to see, could pay for one an Assist, in seat order (TS-76)."""
    while s.at <= s.cfg.pilots:
        p = s.at
        if drives.is_acting(s, p) and assist_word(s, p, True, out) != 0:
            ask(s, Phase.ASSIST)
            return
        next_assistant(s)
    s.step = Step.DRIVE


@kernel
def next_assistant(s: State) -> None:
    """Go on to the next Pilot."""
    s.at += 1
    s.techs = 0
    s.others = 0


@kernel
def legal_assists(s: State, out: Out) -> None:
    """Any Assist that she can pay for, or none."""
    allow_each(out, Act.TECH, assist_word(s, s.seat, False, out))
    allow(out, Act.PASS)


@kernel
def assist(s: State, action: int, out: Out) -> None:
    """Carry out an Assist, or pass."""
    p, k = s.seat, action - Act.TECH
    if action == Act.PASS:
        next_assistant(s)
        tell(out, Event.ASSIST_PASSED, p)
        return
    if (book.TECHS >> k) & 1 == 1:
        s.techs += 1
    else:
        s.others += 1
    if action == Act.RUMBLE_TECH:
        use_rumble_tech(s, p, out)
    elif act_of(Act, action) == Act.BOON:
        usage.use_boon(s, p, action - Act.BOON, scale_of(s), out)
    else:
        usage.use(s, p, k, scale_of(s), out)
    if allowance(s, p) == 0:
        next_assistant(s)


@kernel
def use_rumble_tech(s: State, p: int, out: Out) -> None:
    """Use a Position's Rumble Tech, scaled by the Rumble stage (TS-80, TS-81)."""
    a = book.of_position(s.conflict.position[p])
    s.conflict.form_charges -= 1
    s.conflict.used[p] |= 1 << RUMBLE_TECH
    s.conflict.turn_used[p] |= 1 << RUMBLE_TECH
    tell(out, terms.Event.ABILITY_USED, p, amount=a)
    tell(out, terms.Event.FORM_STRENGTHENED, p, amount=book.Kind.RUMBLE_CHARGE, number=-1)
    usage.begin(s, a, p, NONE, scale_of(s), out)


# Coach ---------------------------------------------------------------------------------------------------------------


@kernel
def price(s: State, t: int, storm: bool) -> int:
    """Return the class of card that pays a Wave or a Storm: cheaper for the Monster in a Rumble (TS-82, TS-84)."""
    cheaper = s.conflict.rumble > 0 and s.cfg.giant[t]
    if storm:
        return book.CardClass.FACE_OR_ACE if cheaper else book.CardClass.ACE
    return book.CardClass.ANY if cheaper else book.CardClass.FACE_OR_ACE


@kernel
def coach_word(s: State, public: bool, out: Out) -> int:
    """Return Coach's Assists, as a word from `choices.Act.WAVE` on: once per Threat and turn (TS-77, TS-83, C-112)."""
    word = 0
    for t in range(s.cfg.threats):
        if not conflict.is_engaged(s, t) or s.conflict.threat_used[t] != 0:
            continue
        for k in range(book.MAX_WAVES + book.MAX_STORMS):
            storm = k >= book.MAX_WAVES
            if not book.exists(out, book.of_threat(t, k)):
                continue
            if (
                deal.hand_size(s, COACH) > 0
                if public
                else usage.count_payable(s, COACH, price(s, t, storm)) > 0
            ):
                word |= 1 << (usage.attack_action(t, k) - choices.Act.WAVE)
    for k in range(book.MAX_EVENTS):
        if usage.can_spend_omen(s, k, out):
            word |= 1 << (choices.Act.OMEN - choices.Act.WAVE + k)
    return word


@kernel
def offer_coach_assists(s: State, out: Out) -> None:
    """Offer Coach an Assist as long as he could, for all to see, pay for one (TS-77)."""
    if coach_word(s, True, out) != 0:
        ask(s, Phase.COACH_ASSIST)
    else:
        s.step = Step.DRIVE


@kernel
def legal_coach_assists(s: State, out: Out) -> None:
    """Any Assist that he can pay for, or none."""
    allow_each(out, choices.Act.WAVE, coach_word(s, False, out))
    allow(out, Act.PASS)


@kernel
def assist_as_coach(s: State, action: int, out: Out) -> None:
    """Carry out an Assist of Coach's, whose price in cards comes first, or pass."""
    if action == Act.PASS:
        s.step = Step.DRIVE
        tell(out, Event.ASSIST_PASSED, COACH)
        return
    what = act_of(choices.Act, action)
    if what == choices.Act.OMEN:
        usage.spend_omen(s, action - choices.Act.OMEN, scale_of(s), out)
        return
    t = usage.threat_of(action)
    s.conflict.threat_used[t] = 1
    usage.use_threat(s, t, usage.attack_of(action), scale_of(s), out)
    usage.demand(s, COACH, 1, price(s, t, what == choices.Act.STORM))


@entry
def can_assist(states: np.ndarray, outs: np.ndarray) -> bool:
    """Return whether the seat to move of a position set up from outside could, for all to see, pay for an Assist."""
    s: State = states[0]
    out: Out = outs[0]
    if s.phase == Phase.COACH_ASSIST:
        return coach_word(s, True, out) != 0
    return assist_word(s, s.seat, True, out) != 0
