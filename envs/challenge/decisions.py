"""What is asked in a game of Challenges: of whom, what is legal, and what an answer does."""

from throwdown.envs.challenge import attempts, flow, hostile, posting, priority
from throwdown.envs.challenge.actions import LAYOUT, Act
from throwdown.envs.challenge.state import Phase
from throwdown.envs.core.decisions import Decision, Decisions

PREPARING = (Act.HEARTSEEKER, Act.BOON_BANG, Act.BOON_BUST)
DRAWING = (Act.DOUBLE, Act.DOUBLE_REACH, Act.TRIPLE, Act.TRIPLE_REACH)
TABLES = (Act.TEMPLATE, Act.OFFSET, Act.TOKEN)
"""The actions of the Table; but for passing, all others are for Characters."""

DECISIONS = Decisions(
    Phase,
    LAYOUT,
    {
        Phase.POST: Decision((Act.TEMPLATE,), posting.table, posting.obstacles, posting.post),
        Phase.DIFFICULTY: Decision((Act.OFFSET,), posting.table, posting.offsets, posting.set_difficulty),
        Phase.PRIORITY: Decision(
            (Act.PASS, Act.CHOOSE, *PREPARING, Act.FRENZY, Act.BOON_GIFT, Act.TEMPLATE, Act.TOKEN),
            priority.at_turn,
            priority.legal_at_priority,
            priority.act_at_priority,
            priority.is_priority_public,
        ),
        Phase.TARGET: Decision((Act.CHOOSE,), hostile.attacking, hostile.targets, hostile.aim, True),
        Phase.ANSWER: Decision(
            (Act.PASS, Act.FRENZY, Act.REACT, Act.REACT_FAST),
            hostile.defending,
            hostile.answers,
            hostile.answer,
            True,
        ),
        Phase.REACTION: Decision(
            (Act.CHOOSE, *PREPARING), hostile.defending, hostile.reactions, hostile.react, True
        ),
        Phase.BEFORE: Decision(
            (Act.PASS, Act.FRENZY, *PREPARING), hostile.defending, hostile.before, hostile.begin_forced, True
        ),
        Phase.CARDS: Decision(
            (Act.PASS, Act.FRENZY, *DRAWING),
            attempts.attempting,
            attempts.further,
            attempts.go_further,
            attempts.are_cards_public,
        ),
        Phase.KNUCKLE: Decision(
            (Act.PASS, Act.KNUCKLE), attempts.attempting, attempts.retries, attempts.retry, True
        ),
    },
    flow.step,
)
