"""What is asked in a Showdown: of whom, what is legal, and what an answer does."""

from throwdown.envs.core.decisions import Decision, Decisions
from throwdown.envs.showdown import combat, decks, effects, flow, leader, missions, stack, steps
from throwdown.envs.showdown.actions import LAYOUT, Act
from throwdown.envs.showdown.state import Phase, Step

LEADING = (Act.PASS, Act.CARD, Act.LEADER)
"""What uses a Leader Action, or leaves it."""
ANYBODY = (Act.OWN, Act.OPPOSING)

DECISIONS = Decisions(
    Phase,
    LAYOUT,
    {
        Phase.MULLIGAN: Decision(
            (Act.MULLIGAN, Act.KEEP), flow.at_turn, decks.mulligans, decks.mulligan, step=Step.MULLIGAN
        ),
        Phase.ACTION: Decision(
            (*LEADING, Act.FILL, Act.BUY, Act.UPGRADE, Act.HEAL, Act.FLIP, Act.SWITCH),
            flow.at_turn,
            steps.choices,
            steps.act,
            step=Step.ACTION,
        ),
        Phase.BEARER: Decision((Act.OWN,), flow.at_turn, steps.bearer_choices, steps.bear, True, Step.ACTION),
        Phase.UPGRADE: Decision((Act.OWN,), flow.at_turn, steps.upgrades, steps.upgrade, True, Step.ACTION),
        Phase.HEAL: Decision(ANYBODY, flow.at_turn, steps.heals, steps.heal, True, Step.ACTION),
        Phase.WINDOW: Decision(LEADING, flow.waiting, leader.in_window, leader.interrupt, step=Step.WINDOW),
        Phase.MISSION: Decision(
            (*LEADING, Act.OWN), flow.at_turn, missions.choices, missions.act, step=Step.MISSION
        ),
        Phase.EMPLOY: Decision((Act.OWN,), flow.resolving, missions.payers, missions.pay_price, True),
        Phase.TARGET: Decision(ANYBODY, flow.resolving, effects.aims, effects.aim, True),
        Phase.DROP: Decision((Act.CARD,), flow.suffering, effects.drops, effects.drop),
        Phase.STOP: Decision((Act.STACK,), flow.resolving, effects.stops, effects.stop, True),
        Phase.ASSIGN: Decision(
            (Act.JOIN, Act.STAY), flow.at_turn, combat.assignments, combat.assign, True, Step.ASSIGN
        ),
        Phase.COMPOSE: Decision(
            (*LEADING, Act.OVER, Act.ABILITY), flow.at_turn, stack.choices, stack.compose, step=Step.COMPOSE
        ),
        Phase.REACT: Decision(LEADING, flow.at_turn, leader.in_window, leader.react, step=Step.REACT),
        Phase.PAY: Decision((Act.PAY, Act.WHIFF), flow.at_turn, stack.payments, stack.pay, step=Step.PAY),
        Phase.AIM: Decision(ANYBODY, flow.at_turn, stack.aims, stack.aim, True, Step.PAY),
        Phase.LAST: Decision(LEADING, flow.at_turn, leader.in_window, leader.be_last, step=Step.LAST),
        Phase.DISCARD: Decision(
            (Act.PASS, Act.CARD), flow.at_turn, decks.discards, decks.discard_more, step=Step.DISCARD
        ),
    },
    flow.step,
)
