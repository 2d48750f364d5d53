"""What is asked in a game of Challenges: of whom, what is legal, and what an answer does."""

from throwdown.envs.challenge import flow, legality, plays
from throwdown.envs.challenge.actions import LAYOUT
from throwdown.envs.challenge.state import Phase
from throwdown.envs.core.decisions import Decision, Decisions

PREPARING = ("heartseeker", "boon-bang", "boon-bust")
DRAWING = ("double", "double-reach", "triple", "triple-reach")
TABLES = ("template", "difficulty", "token")
"""The actions of the Table; but for passing, all others are for Characters."""

DECISIONS = Decisions(
    Phase,
    LAYOUT,
    {
        Phase.POST: Decision(("template",), flow.table, legality.obstacles, plays.post),
        Phase.DIFFICULTY: Decision(("difficulty",), flow.table, legality.offsets, plays.set_difficulty),
        Phase.PRIORITY: Decision(
            ("pass", "choose", *PREPARING, "frenzy", "boon-gift", "template", "token"),
            flow.at_turn,
            legality.at_priority,
            plays.at_priority,
            legality.is_priority_public,
        ),
        Phase.TARGET: Decision(("choose",), flow.attacking, legality.targets, plays.aim, True),
        Phase.ANSWER: Decision(
            ("pass", "frenzy", "react", "react-fast"), flow.defending, legality.answers, plays.answer, True
        ),
        Phase.REACTION: Decision(
            ("choose", *PREPARING), flow.defending, legality.reactions, plays.react, True
        ),
        Phase.BEFORE: Decision(
            ("pass", "frenzy", *PREPARING), flow.defending, legality.before, plays.begin_forced, True
        ),
        Phase.CARDS: Decision(
            ("pass", "frenzy", *DRAWING),
            flow.attempting,
            legality.further,
            plays.go_further,
            legality.are_cards_public,
        ),
        Phase.KNUCKLE: Decision(
            ("pass", "knuckle-down"), flow.attempting, legality.retries, plays.retry, True
        ),
    },
    flow.step,
)
