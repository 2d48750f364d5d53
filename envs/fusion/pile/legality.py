"""What the seat to move may do, phase by phase."""

from __future__ import annotations

from throwdown.envs.core.kit import Out, cardset, kernel
from throwdown.envs.fusion.pile import initiative, main_actions, payload, side_actions, table
from throwdown.envs.fusion.pile.actions import Act, Page, SpoilAct
from throwdown.envs.fusion.pile.state import Phase, State
from throwdown.envs.fusion.world import choices, decisions
from throwdown.envs.fusion.world.terms import FIRST_PHASE


@kernel
def legal(s: State, out: Out) -> None:
    """Write the legal set of the seat to move."""
    for w in range(Page.END):
        out.words[w] = 0
    if s.phase < FIRST_PHASE:
        decisions.legal_choice(s, out)
    elif s.phase == Phase.TURN:
        main_actions.legal_main(s, s.seat, out)
        side_actions.legal_side(s, s.seat, out)
    elif s.phase < Phase.TURN:
        legal_opening(s, out)
    elif s.phase < Phase.SPOILS:
        legal_in_turn(s, out)
    else:
        legal_outcome(s, out)


@kernel
def legal_opening(s: State, out: Out) -> None:
    """Write the legal set before the first turn."""
    if s.phase == Phase.LAY:
        out.words[Page.INITIATIVE] = s.world.hand[s.seat, 0]
    elif s.phase == Phase.SIDE:
        out.words[Page.OTHER] = initiative.side_word(s, s.seat) | (cardset.ONE << Act.SIT_OUT)
    elif s.phase == Phase.STAKES:
        out.words[Page.OTHER] = initiative.foci(s) << Act.STAKES


@kernel
def legal_in_turn(s: State, out: Out) -> None:
    """Write the legal set of a decision that belongs to an action of the turn."""
    words, p = out.words, s.turn
    if s.phase == Phase.ASSIST_DISCARD:
        words[choices.Page.DISCARD] = table.own_word(s, p)
    elif s.phase == Phase.ASSIST_PASS:
        words[Page.GIVE] = table.own_word(s, p)
    elif s.phase == Phase.RECHARGE:
        words[choices.Page.DISCARD] = table.hand_word(s, p, 0)
    elif s.phase == Phase.INVITE:
        words[choices.Page.CHOICE] = (side_actions.invitable(s, p) & ~s.asked) << choices.Act.PILOT
        words[Page.OTHER] = cardset.ONE << Act.DONE
    elif s.phase == Phase.CONSENT:
        words[Page.OTHER] = (cardset.ONE << Act.CONSENT) | (cardset.ONE << Act.DECLINE)
    elif s.phase == Phase.PARTNER:
        words[Page.ABILITY] = side_actions.usable_abilities(s, p, s.owner, out)
    elif s.phase == Phase.FUSION_PAY:
        words[choices.Page.DISCARD] = side_actions.payable_together(s)


@kernel
def legal_outcome(s: State, out: Out) -> None:
    """Write the legal set after the last Fold."""
    words, side = out.words, s.taker
    if s.phase == Phase.SPOILS:
        words[Page.SPOILS] = payload.spoils_word(s) | (cardset.ONE << SpoilAct.DONE)
    elif s.phase == Phase.CONCESSION:
        words[Page.SPOILS] = (payload.takeable(s, side) << SpoilAct.CONCESSION) | (
            cardset.ONE << SpoilAct.DONE
        )
    elif s.phase == Phase.RESTORE:
        words[choices.Page.CHOICE] = payload.members_hurt(s, side)
    elif s.phase == Phase.ORDER:
        words[choices.Page.CHOICE] = payload.landing_word(s, side) << choices.Act.DAMAGE
    elif s.phase == Phase.PAYLOAD:
        words[choices.Page.CHOICE] = payload.members(s, side, s.effect)
    elif s.phase == Phase.DROP:
        words[choices.Page.DISCARD] = s.world.hand[s.seat, 0]
