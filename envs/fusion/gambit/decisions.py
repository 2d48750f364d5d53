"""What a Gambit asks: of whom, what is legal, and what an answer does."""

from __future__ import annotations

from throwdown.envs.core.decisions import Decision, Decisions
from throwdown.envs.fusion.gambit import flow, outcome, proposal, threshold
from throwdown.envs.fusion.gambit.actions import LAYOUT, Act
from throwdown.envs.fusion.gambit.state import Phase, Step
from throwdown.envs.fusion.world import choices
from throwdown.envs.fusion.world.decisions import CHOICES, coach
from throwdown.envs.fusion.world.terms import Choice

DECISIONS = Decisions(
    (*Choice, *Phase),
    LAYOUT,
    {
        **CHOICES,
        Phase.ACCEPT: Decision(
            (Act.ACCEPT, Act.DECLINE),
            proposal.pilot,
            proposal.legal_replies,
            proposal.reply,
            step=Step.THRESHOLD,
        ),
        Phase.THRESHOLD: Decision(
            (Act.THRESHOLD, Act.BLIND, choices.Act.OMEN),
            coach,
            threshold.legal_thresholds,
            threshold.lay_threshold,
            step=Step.THRESHOLD,
        ),
        Phase.ANSWER: Decision(
            (Act.ANSWER, Act.FLIP),
            proposal.pilot,
            threshold.legal_answers,
            threshold.answer,
            step=Step.ANSWER,
        ),
        Phase.OUTCOME: Decision(
            (Act.YES_BUT, Act.NO_BUT, Act.NO_AND),
            proposal.pilot,
            threshold.legal_outcomes,
            threshold.pick_outcome,
            step=Step.REVEAL,
        ),
        Phase.CONSEQUENCE: Decision(
            (Act.CONSEQUENCE, choices.Act.OMEN),
            coach,
            outcome.legal_consequences,
            outcome.choose_consequence,
            step=Step.CONSEQUENCES,
        ),
        Phase.CLAIM: Decision(
            (Act.CLAIM, Act.NO_CLAIM),
            proposal.pilot,
            proposal.legal_claims,
            proposal.claim,
            step=Step.THRESHOLD,
        ),
        Phase.AGREE: Decision(
            (Act.AGREE, Act.DISAGREE), coach, proposal.legal_judgements, proposal.judge, step=Step.THRESHOLD
        ),
    },
    flow.step,
)
