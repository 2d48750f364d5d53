"""What is asked in a game of Challenges: of whom, what is legal, and what an answer does."""

from throwdown.envs.challenge import flow, legality, plays
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
        Phase.POST: Decision((Act.TEMPLATE,), flow.table, legality.obstacles, plays.post),
        Phase.DIFFICULTY: Decision((Act.OFFSET,), flow.table, legality.offsets, plays.set_difficulty),
        Phase.PRIORITY: Decision(
            (Act.PASS, Act.CHOOSE, *PREPARING, Act.FRENZY, Act.BOON_GIFT, Act.TEMPLATE, Act.TOKEN),
            flow.at_turn,
            legality.at_priority,
            plays.at_priority,
            legality.is_priority_public,
        ),
        Phase.TARGET: Decision((Act.CHOOSE,), flow.attacking, legality.targets, plays.aim, True),
        Phase.ANSWER: Decision(
            (Act.PASS, Act.FRENZY, Act.REACT, Act.REACT_FAST),
            flow.defending,
            legality.answers,
            plays.answer,
            True,
        ),
        Phase.REACTION: Decision(
            (Act.CHOOSE, *PREPARING), flow.defending, legality.reactions, plays.react, True
        ),
        Phase.BEFORE: Decision(
            (Act.PASS, Act.FRENZY, *PREPARING), flow.defending, legality.before, plays.begin_forced, True
        ),
        Phase.CARDS: Decision(
            (Act.PASS, Act.FRENZY, *DRAWING),
            flow.attempting,
            legality.further,
            plays.go_further,
            legality.are_cards_public,
        ),
        Phase.KNUCKLE: Decision(
            (Act.PASS, Act.KNUCKLE), flow.attempting, legality.retries, plays.retry, True
        ),
    },
    flow.step,
)
