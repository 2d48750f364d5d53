"""What is asked in a Showdown: of whom, what is legal, and what an answer does."""

from throwdown.envs.core.decisions import Decision, Decisions
from throwdown.envs.showdown import combat, decks, effects, flow, leader, missions, stack, steps
from throwdown.envs.showdown.actions import LAYOUT, Act
from throwdown.envs.showdown.state import Phase

LEADING = (Act.PASS, Act.CARD, Act.LEADER)
"""What uses a Leader Action, or leaves it."""
ANYBODY = (Act.OWN, Act.OPPOSING)

DECISIONS = Decisions(
    Phase,
    LAYOUT,
    {
        Phase.MULLIGAN: Decision((Act.MULLIGAN, Act.KEEP), flow.at_turn, decks.mulligans, decks.mulligan),
        Phase.ACTION: Decision(
            (*LEADING, Act.FILL, Act.BUY, Act.UPGRADE, Act.HEAL, Act.FLIP, Act.SWITCH),
            flow.at_turn,
            steps.choices,
            steps.act,
        ),
        Phase.BEARER: Decision((Act.OWN,), flow.at_turn, steps.bearer_choices, steps.bear, True),
        Phase.UPGRADE: Decision((Act.OWN,), flow.at_turn, steps.upgrades, steps.upgrade, True),
        Phase.HEAL: Decision(ANYBODY, flow.at_turn, steps.heals, steps.heal, True),
        Phase.WINDOW: Decision(LEADING, flow.waiting, leader.in_window, leader.interrupt),
        Phase.MISSION: Decision((*LEADING, Act.OWN), flow.at_turn, missions.choices, missions.act),
        Phase.EMPLOY: Decision((Act.OWN,), flow.resolving, missions.payers, missions.pay_price, True),
        Phase.TARGET: Decision(ANYBODY, flow.resolving, effects.aims, effects.aim, True),
        Phase.DROP: Decision((Act.CARD,), flow.suffering, effects.drops, effects.drop),
        Phase.STOP: Decision((Act.STACK,), flow.resolving, effects.stops, effects.stop, True),
        Phase.ASSIGN: Decision((Act.JOIN, Act.STAY), flow.at_turn, combat.assignments, combat.assign, True),
        Phase.COMPOSE: Decision(
            (*LEADING, Act.OVER, Act.ABILITY), flow.at_turn, stack.choices, stack.compose
        ),
        Phase.REACT: Decision(LEADING, flow.at_turn, leader.in_window, leader.react),
        Phase.PAY: Decision((Act.PAY, Act.WHIFF), flow.at_turn, stack.payments, stack.pay),
        Phase.AIM: Decision(ANYBODY, flow.at_turn, stack.aims, stack.aim, True),
        Phase.LAST: Decision(LEADING, flow.at_turn, leader.in_window, leader.be_last),
        Phase.DISCARD: Decision((Act.PASS, Act.CARD), flow.at_turn, decks.discards, decks.discard_more),
    },
    flow.step,
)
