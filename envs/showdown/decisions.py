"""What is asked in a Showdown: of whom, what is legal, and what an answer does."""

from throwdown.envs.core.decisions import Decision, Decisions
from throwdown.envs.showdown import combat, decks, effects, flow, leader, missions, stack, steps
from throwdown.envs.showdown.actions import LAYOUT
from throwdown.envs.showdown.state import Phase

LEADING = ("pass", "card", "leader")
"""What uses a Leader Action, or leaves it."""
ANYBODY = ("own", "opposing")

DECISIONS = Decisions(
    Phase,
    LAYOUT,
    {
        Phase.MULLIGAN: Decision(("mulligan", "keep"), flow.at_turn, decks.mulligans, decks.mulligan),
        Phase.ACTION: Decision(
            (*LEADING, "fill", "buy", "upgrade", "heal", "flip", "switch"),
            flow.at_turn,
            steps.choices,
            steps.act,
        ),
        Phase.BEARER: Decision(("own",), flow.at_turn, steps.bearer_choices, steps.bear, True),
        Phase.UPGRADE: Decision(("own",), flow.at_turn, steps.upgrades, steps.upgrade, True),
        Phase.HEAL: Decision(ANYBODY, flow.at_turn, steps.heals, steps.heal, True),
        Phase.WINDOW: Decision(LEADING, flow.waiting, leader.in_window, leader.interrupt),
        Phase.MISSION: Decision((*LEADING, "own"), flow.at_turn, missions.choices, missions.act),
        Phase.EMPLOY: Decision(("own",), flow.resolving, missions.payers, missions.pay_price, True),
        Phase.TARGET: Decision(ANYBODY, flow.resolving, effects.aims, effects.aim, True),
        Phase.DROP: Decision(("card",), flow.suffering, effects.drops, effects.drop),
        Phase.STOP: Decision(("stack",), flow.resolving, effects.stops, effects.stop, True),
        Phase.ASSIGN: Decision(("join", "stay"), flow.at_turn, combat.assignments, combat.assign, True),
        Phase.COMPOSE: Decision((*LEADING, "over", "ability"), flow.at_turn, stack.choices, stack.compose),
        Phase.REACT: Decision(LEADING, flow.at_turn, leader.in_window, leader.react),
        Phase.PAY: Decision(("pay", "whiff"), flow.at_turn, stack.payments, stack.pay),
        Phase.AIM: Decision(ANYBODY, flow.at_turn, stack.aims, stack.aim, True),
        Phase.LAST: Decision(LEADING, flow.at_turn, leader.in_window, leader.be_last),
        Phase.DISCARD: Decision(("pass", "card"), flow.at_turn, decks.discards, decks.discard_more),
    },
    flow.step,
)
