"""What the seat to move may do, phase by phase."""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.events import Out
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.pile.actions import (
    ABILITY_PAGE,
    CONCESSION,
    CONSENT,
    DECLINE,
    DONE,
    GIVE_PAGE,
    INITIATIVE_PAGE,
    OTHER_PAGE,
    PAGES,
    SIT_OUT,
    SPOILS_DONE,
    SPOILS_PAGE,
    STAKES,
)
from throwdown.envs.fusion.pile.initiative import foci, side_word
from throwdown.envs.fusion.pile.main_actions import legal_main
from throwdown.envs.fusion.pile.payload import landing_word, members, members_hurt, spoils_word, takeable
from throwdown.envs.fusion.pile.side_actions import invitable, legal_side, payable_together, usable_abilities
from throwdown.envs.fusion.pile.state import (
    ASSIST_DISCARD,
    ASSIST_PASS,
    CONCESSION_PHASE,
    CONSENT_PHASE,
    DROP_PHASE,
    FUSION_PAY,
    INVITE_PHASE,
    LAY_PHASE,
    ORDER_PHASE,
    PARTNER_PHASE,
    PAYLOAD_PHASE,
    RECHARGE_PHASE,
    RESTORE_PHASE,
    SIDE_PHASE,
    SPOILS_PHASE,
    STAKES_PHASE,
    TURN_PHASE,
    State,
)
from throwdown.envs.fusion.pile.table import hand_word, own_word
from throwdown.envs.fusion.world.choices import (
    CHOICE_PAGE,
    CHOOSE_DAMAGE,
    CHOOSE_PILOT,
    DISCARD_PAGE,
    legal_choice,
)
from throwdown.envs.fusion.world.conflict import FIRST_PHASE


@kernel
def legal(s: State, out: Out) -> None:
    """Write the legal set of the seat to move."""
    for w in range(PAGES):
        out.words[w] = 0
    if s.phase < FIRST_PHASE:
        legal_choice(s, out)
    elif s.phase == TURN_PHASE:
        legal_main(s, wide(s.seat), out)
        legal_side(s, wide(s.seat), out)
    elif s.phase < TURN_PHASE:
        legal_opening(s, out)
    elif s.phase < SPOILS_PHASE:
        legal_in_turn(s, out)
    else:
        legal_outcome(s, out)


@kernel
def legal_opening(s: State, out: Out) -> None:
    """Write the legal set before the first turn."""
    if s.phase == LAY_PHASE:
        out.words[INITIATIVE_PAGE] = s.world.hand[s.seat, 0]
    elif s.phase == SIDE_PHASE:
        out.words[OTHER_PAGE] = wide(side_word(s, wide(s.seat))) | (cardset.ONE << SIT_OUT)
    elif s.phase == STAKES_PHASE:
        out.words[OTHER_PAGE] = wide(foci(s)) << STAKES


@kernel
def legal_in_turn(s: State, out: Out) -> None:
    """Write the legal set of a decision that belongs to an action of the turn."""
    words, p = out.words, wide(s.turn)
    if s.phase == ASSIST_DISCARD:
        words[DISCARD_PAGE] = own_word(s, p)
    elif s.phase == ASSIST_PASS:
        words[GIVE_PAGE] = own_word(s, p)
    elif s.phase == RECHARGE_PHASE:
        words[DISCARD_PAGE] = hand_word(s, p, 0)
    elif s.phase == INVITE_PHASE:
        words[CHOICE_PAGE] = (invitable(s, p) & ~wide(s.asked)) << CHOOSE_PILOT
        words[OTHER_PAGE] = cardset.ONE << DONE
    elif s.phase == CONSENT_PHASE:
        words[OTHER_PAGE] = (cardset.ONE << CONSENT) | (cardset.ONE << DECLINE)
    elif s.phase == PARTNER_PHASE:
        words[ABILITY_PAGE] = usable_abilities(s, p, wide(s.owner), out)
    elif s.phase == FUSION_PAY:
        words[DISCARD_PAGE] = payable_together(s)


@kernel
def legal_outcome(s: State, out: Out) -> None:
    """Write the legal set after the last Fold."""
    words, side = out.words, wide(s.taker)
    if s.phase == SPOILS_PHASE:
        words[SPOILS_PAGE] = spoils_word(s) | (cardset.ONE << SPOILS_DONE)
    elif s.phase == CONCESSION_PHASE:
        words[SPOILS_PAGE] = (takeable(s, side) << CONCESSION) | (cardset.ONE << SPOILS_DONE)
    elif s.phase == RESTORE_PHASE:
        words[CHOICE_PAGE] = members_hurt(s, side)
    elif s.phase == ORDER_PHASE:
        words[CHOICE_PAGE] = landing_word(s, side) << CHOOSE_DAMAGE
    elif s.phase == PAYLOAD_PHASE:
        words[CHOICE_PAGE] = members(s, side, wide(s.effect))
    elif s.phase == DROP_PHASE:
        words[DISCARD_PAGE] = s.world.hand[s.seat, 0]
