"""What a Gambit asks: of whom, what is legal, and what an answer does."""

from __future__ import annotations

from throwdown.envs.core.decisions import Decision, Decisions
from throwdown.envs.fusion.gambit import flow, outcome, proposal, threshold
from throwdown.envs.fusion.gambit.actions import LAYOUT
from throwdown.envs.fusion.gambit.state import Phase
from throwdown.envs.fusion.world.decisions import CHOICES, coach
from throwdown.envs.fusion.world.terms import Choice

DECISIONS = Decisions(
    (*Choice, *Phase),
    LAYOUT,
    {
        **CHOICES,
        Phase.ACCEPT: Decision(
            ("accept-gambit", "decline"), proposal.pilot, proposal.legal_replies, proposal.reply
        ),
        Phase.THRESHOLD: Decision(
            ("threshold", "blind", "omen"), coach, threshold.legal_thresholds, threshold.lay_threshold
        ),
        Phase.ANSWER: Decision(("answer", "flip"), proposal.pilot, threshold.legal_answers, threshold.answer),
        Phase.OUTCOME: Decision(
            ("yes-but", "no-but", "no-and"), proposal.pilot, threshold.legal_outcomes, threshold.pick_outcome
        ),
        Phase.CONSEQUENCE: Decision(
            ("consequence", "omen"), coach, outcome.legal_consequences, outcome.choose_consequence
        ),
        Phase.CLAIM: Decision(("claim", "no-claim"), proposal.pilot, proposal.legal_claims, proposal.claim),
        Phase.AGREE: Decision(("agree", "disagree"), coach, proposal.legal_judgements, proposal.judge),
    },
    flow.step,
)
