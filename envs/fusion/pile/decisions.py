"""What a Throwdown on the Pile asks: of whom, what is legal, and what an answer does."""

from __future__ import annotations

from throwdown.envs.core.decisions import Decision, Decisions
from throwdown.envs.fusion.pile import flow, initiative, main_actions, outcome, payload, side_actions, turns
from throwdown.envs.fusion.pile.actions import LAYOUT
from throwdown.envs.fusion.pile.state import Phase
from throwdown.envs.fusion.world.decisions import CHOICES
from throwdown.envs.fusion.world.terms import Choice

MAIN = ("push", "beat-back", "fold", "card-assist", "strike-assist")
SIDE = ("recharge", "fusion", "invoke", "partner", "ability", "wave", "storm", "omen")

DECISIONS = Decisions(
    (*Choice, *Phase),
    LAYOUT,
    {
        **CHOICES,
        Phase.STAKES: Decision(
            ("stakes",), initiative.challenger, initiative.legal_stakes, initiative.set_stakes
        ),
        Phase.LAY: Decision(
            ("initiative",), initiative.layer, initiative.legal_cards, initiative.lay_initiative
        ),
        Phase.SIDE: Decision(
            ("join", "oppose", "sit-out"),
            initiative.seat_at_hand,
            initiative.legal_sides,
            initiative.take_side,
        ),
        Phase.TURN: Decision((*MAIN, *SIDE), turns.mover, turns.legal_turn, turns.act),
        Phase.ASSIST_DISCARD: Decision(
            ("discard",), turns.mover, main_actions.legal_assist_discards, main_actions.pay_assist
        ),
        Phase.ASSIST_PASS: Decision(("give",), turns.mover, main_actions.legal_passes, main_actions.pass_on),
        Phase.RECHARGE: Decision(
            ("discard",), turns.mover, side_actions.legal_recharges, side_actions.recharge
        ),
        Phase.INVITE: Decision(
            ("pilot", "done"), turns.mover, side_actions.legal_invitations, side_actions.invite
        ),
        Phase.CONSENT: Decision(
            ("consent", "decline"),
            side_actions.invited,
            side_actions.legal_consent,
            side_actions.answer_invitation,
        ),
        Phase.PARTNER: Decision(
            ("ability",), turns.mover, side_actions.legal_partner, side_actions.use_partner
        ),
        Phase.FUSION_PAY: Decision(
            ("discard",), turns.mover, side_actions.legal_fusion_pay, side_actions.pay_together
        ),
        Phase.SPOILS: Decision(
            ("spend", "spade", "spoils-done"), payload.leader, payload.legal_spoils, payload.spend
        ),
        Phase.CONCESSION: Decision(
            ("concession", "spoils-done"), payload.leader, payload.legal_concessions, payload.concede
        ),
        Phase.RESTORE: Decision(("pilot", "threat"), payload.leader, payload.legal_restores, payload.restore),
        Phase.PAYLOAD: Decision(
            ("pilot", "threat", "faction"), payload.leader, payload.legal_hits, payload.assign
        ),
        Phase.DROP: Decision(("discard",), outcome.dropper, outcome.legal_drops, outcome.drop),
        Phase.ORDER: Decision(("damage",), payload.leader, payload.legal_orders, payload.choose_order),
    },
    flow.step,
)
