"""What a Throwdown on the Pile asks: of whom, what is legal, and what an answer does."""

from __future__ import annotations

from throwdown.envs.core.decisions import Decision, Decisions
from throwdown.envs.fusion.pile import flow, initiative, main_actions, outcome, payload, side_actions, turns
from throwdown.envs.fusion.pile.actions import LAYOUT, Act
from throwdown.envs.fusion.pile.state import Phase, Step
from throwdown.envs.fusion.world import choices, effects
from throwdown.envs.fusion.world.decisions import CHOICES
from throwdown.envs.fusion.world.terms import Choice

MAIN = (Act.PUSH, Act.BEAT_BACK, Act.FOLD, Act.CARD_ASSIST, Act.STRIKE_ASSIST)
SIDE = (
    Act.RECHARGE,
    Act.FUSION,
    Act.INVOKE,
    Act.PARTNER,
    Act.ABILITY,
    choices.Act.WAVE,
    choices.Act.STORM,
    choices.Act.OMEN,
)

DECISIONS = Decisions(
    (*Choice, *Phase),
    LAYOUT,
    {
        **CHOICES,
        Choice.OVER: CHOICES[Choice.OVER]._replace(step=Step.END),
        Phase.STAKES: Decision(
            (Act.STAKES,),
            initiative.challenger,
            initiative.legal_stakes,
            initiative.set_stakes,
            step=Step.SIDES,
        ),
        Phase.LAY: Decision(
            (Act.INITIATIVE,),
            initiative.layer,
            initiative.legal_cards,
            initiative.lay_initiative,
            step=Step.SIDES,
        ),
        Phase.SIDE: Decision(
            (Act.JOIN, Act.OPPOSE, Act.SIT_OUT),
            initiative.seat_at_hand,
            initiative.legal_sides,
            initiative.take_side,
            step=Step.SIDES,
        ),
        Phase.TURN: Decision((*MAIN, *SIDE), turns.mover, turns.legal_turn, turns.act),
        Phase.ASSIST_DISCARD: Decision(
            (choices.Act.DISCARD,), turns.mover, main_actions.legal_assist_discards, main_actions.pay_assist
        ),
        Phase.ASSIST_PASS: Decision(
            (Act.GIVE,), turns.mover, main_actions.legal_passes, main_actions.pass_on
        ),
        Phase.RECHARGE: Decision(
            (choices.Act.DISCARD,), turns.mover, side_actions.legal_recharges, side_actions.recharge
        ),
        Phase.INVITE: Decision(
            (choices.Act.PILOT, Act.DONE), turns.mover, side_actions.legal_invitations, side_actions.invite
        ),
        Phase.CONSENT: Decision(
            (Act.CONSENT, Act.DECLINE),
            side_actions.invited,
            side_actions.legal_consent,
            side_actions.answer_invitation,
        ),
        Phase.PARTNER: Decision(
            (Act.ABILITY,), turns.mover, side_actions.legal_partner, side_actions.use_partner
        ),
        Phase.FUSION_PAY: Decision(
            (choices.Act.DISCARD,), turns.mover, side_actions.legal_fusion_pay, side_actions.pay_together
        ),
        Phase.SPOILS: Decision(
            (Act.SPEND, Act.SPADE, Act.SPOILS_DONE),
            payload.leader,
            payload.legal_spoils,
            payload.spend,
            step=Step.SPOILS,
        ),
        Phase.CONCESSION: Decision(
            (Act.CONCESSION, Act.SPOILS_DONE),
            payload.leader,
            payload.legal_concessions,
            payload.concede,
            step=Step.SPOILS,
        ),
        Phase.RESTORE: Decision(
            (choices.Act.PILOT, choices.Act.THREAT),
            payload.leader,
            payload.legal_restores,
            payload.restore,
            step=Step.SPOILS,
        ),
        Phase.PAYLOAD: Decision(
            (choices.Act.PILOT, choices.Act.THREAT, choices.Act.FACTION),
            payload.leader,
            payload.legal_hits,
            payload.assign,
            step=Step.PAYLOADS,
        ),
        Phase.DROP: Decision(
            (choices.Act.DISCARD,), outcome.dropper, effects.legal_discards, outcome.drop, step=Step.DROPS
        ),
        Phase.ORDER: Decision(
            (choices.Act.DAMAGE,),
            payload.leader,
            payload.legal_orders,
            payload.choose_order,
            step=Step.PAYLOADS,
        ),
    },
    flow.step,
)
