from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.agents.support import midgame, setup_of, win_rate
from tests.fusion.support import CREW, HEAD, ROBO, tech, with_pilot, with_threat
from throwdown.agents import RandomAgent, load
from throwdown.agents.heuristics.conflicts import slots_of
from throwdown.agents.heuristics.throwdown import Heuristic
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.fusion.throwdown import THROWDOWN, obs
from throwdown.envs.fusion.throwdown.actions import LAYOUT
from throwdown.envs.fusion.throwdown.state import Opening, Phase
from throwdown.envs.fusion.world.cards import card_id
from throwdown.envs.fusion.world.terms import Choice, Point
from throwdown.envs.tables.view import View

GAMES = 800 if IS_COMPILED else 12
SLOW = () if IS_COMPILED else ("titan", "seven")


class Hand:
    """A decision in a duel, written by hand: stage 1, a Pilot's Strike 3, Coach's 4, four cards against hers."""

    def __init__(
        self,
        top: str,
        cards: str,
        phase: int = Phase.DRIVE,
        stage: int = 1,
        opener: int = 1,
        seat: int = 1,
        setup: Setup | None = None,
    ) -> None:
        row = np.zeros(obs.FIELDS.width({"pilot": 1}), np.int8)
        seen, me = obs.Seen.of(row), obs.Pilot.of(row)
        seen.phase[phase] = seen.head.viewer[seat] = seen.head.mover[seat] = seen.stage[stage - 1] = True
        for c in cards.split():
            seen.head.hand[card_id(c)] += 1
        seen.top[card_id(top)], seen.piles[card_id(top)] = True, 1
        seen.top_opener, seen.team.harmony, seen.coach_hand, seen.coach_strike = opener, 4, 4, 4
        seen.threats.rating[0] = seen.threats.rating_max[0] = 3
        me.involved = me.commander = True
        me.gauges.charges = me.gauges.buffers = 1
        me.strike = me.gauges.charge_max = me.hand_size = 3
        me.gauges.commitment[:], me.gauges.commitment_max[:] = 2, 3
        self.seen, self.me = seen, me
        self.row = row
        self.agent = Heuristic() if setup is None else Heuristic().bind(setup)

    def choose(self, *legal: str) -> str:
        mask = np.zeros(LAYOUT.n, np.int8)
        mask[[LAYOUT.parse(text) for text in legal]] = 1
        action = self.agent.act(View.of(self.row, mask), np.random.default_rng(0))[0]
        return LAYOUT.labels[action].lower()


def pilot_with(*effects: str, **cost: Any) -> Setup:
    """Return a scenario whose Pilot has one Tech."""
    return THROWDOWN.configure(with_pilot(techs=[tech(*effects, cost=cost)]), {})


@pytest.mark.parametrize(
    "scenario", [name for name in THROWDOWN.scenarios if name not in SLOW and name != "mini"]
)
def test_it_beats_random_in_both_roles_of_every_scenario(scenario: str) -> None:
    setup = setup_of(scenario)
    heuristic, random = load("heuristic", setup), RandomAgent()
    low = 0.72 if IS_COMPILED else 0.5
    assert win_rate(setup, random, heuristic, GAMES) > low
    assert 1 - win_rate(setup, heuristic, random, GAMES) > low


@pytest.mark.parametrize(
    "options",
    [
        {"max_pilots": 5},
        {"ace": "eleven"},
        {"decks": "separate"},
        {"share_hands": True},
        {"rumble_from": "any"},
        {"rout": "all-balances"},
    ],
)
def test_it_plays_legally_under_options(options: dict[str, object]) -> None:
    setup = setup_of("trio", **options)
    heuristic = load("heuristic", setup)
    win_rate(setup, heuristic, heuristic, 200 if IS_COMPILED else 2)


def test_it_counters_in_range_and_with_the_cheap_card() -> None:
    legal = ("counter 8c", "counter kc", "escalate 8c", "escalate kc", "concede")
    assert Hand("7C", "8C KC").choose(*legal) == "counter 8c"


def test_it_would_rather_not_be_dissonant() -> None:
    assert Hand("5C", "7C QC").choose("counter 7c", "counter qc", "concede") == "counter 7c"


def test_it_plays_a_card_on_the_table_before_one_in_hand() -> None:
    hand = Hand("7C", "9C")
    hand.seen.team.table[card_id("9D")] = 1
    assert hand.choose("counter 9c", "counter 9d", "concede") == "counter 9d"


def test_it_blocks_an_escalate() -> None:
    hand = Hand("9C", "9S TS", stage=2, opener=Opening.ESCALATE)
    assert hand.choose("counter ts", "block 9s", "escalate ts", "escalate 9s", "concede") == "block 9s"


def test_it_does_not_concede_with_a_play_left() -> None:
    assert Hand("KC", "2C").choose("escalate 2c", "concede") == "escalate 2c"
    assert Hand("KC", "2C", stage=3).choose("rumble 2c", "concede") == "rumble 2c"


def test_it_charges_only_for_a_counter_that_becomes_safe() -> None:
    assert Hand("5C", "9C", phase=Phase.ASSIST).choose("charge 0", "pass") == "charge 0"
    assert Hand("5C", "8C", phase=Phase.ASSIST).choose("charge 0", "pass") == "pass"
    assert Hand("5C", "TC", phase=Phase.ASSIST).choose("charge 0", "pass") == "pass"


@pytest.mark.parametrize(
    ("effect", "cost", "used"),
    [
        ("+Draw:Self(1)", {"charges": 1}, True),
        ("+Discard:Coach(2)", {}, True),
        ("+Recover:Self(1)", {"charges": 1}, True),
        ("+Fortify:Self(1)", {"charges": 1}, False),  # her Buffers are full
        ("+Strike:Self(3)", {"charges": 1}, False),  # what she would Counter with is safe already
        ("+Chargeup:Self(1)", {"cards": 2}, False),  # dearer than it is worth
        ("+Discard:Self(2)", {}, False),
        ("+Schism:Team(1)", {}, False),
    ],
)
def test_it_reads_what_a_tech_does_and_costs(effect: str, cost: dict[str, int], used: bool) -> None:
    hand = Hand("5C", "8C 9S KD", phase=Phase.ASSIST, setup=pilot_with(effect, **cost))
    hand.me.gauges.buffer_max = 1
    assert hand.choose("tech 0", "pass") == ("tech 0" if used else "pass")


def test_it_weighs_strike_by_the_drive_that_it_allows() -> None:
    setup = pilot_with("+Strike:Self(3)", charges=1)
    assert Hand("5C", "JC QC", phase=Phase.ASSIST, setup=setup).choose("tech 0", "pass") == "tech 0"
    assert Hand("5C", "8C QC", phase=Phase.ASSIST, setup=setup).choose("tech 0", "pass") == "pass"


def test_it_destroys_gear_only_when_the_conflict_is_about_to_be_decided() -> None:
    gear = {"name": "Bag", "draw": 1, "sacrifice": ["+Draw:Self(1)"]}
    setup = THROWDOWN.configure(with_pilot(gear=[gear]), {})
    for stage, cards, expected in ((1, 9, "pass"), (3, 9, "sacrifice 0")):
        hand = Hand("5C", "8C 9S KD", phase=Phase.ASSIST, stage=stage, setup=setup)
        hand.me.hand_size = cards
        assert hand.choose("sacrifice 0", "pass") == expected


def test_coach_pays_for_a_wave_with_a_card_that_he_can_spare() -> None:
    setup = THROWDOWN.configure(with_threat(waves=[tech("+Discard:Commander(2)")]), {})
    plenty = "JC 2C 3C 4C 5C 6C 7C 8C 9C TC 2D 3D 4D 5D 6D 7D"
    for cards, expected in ((plenty, "wave 0.0"), ("KC KD", "pass")):
        hand = Hand("5C", cards, phase=Phase.COACH_ASSIST, seat=0, setup=setup)
        hand.seen.coach_hand = len(cards.split())
        assert hand.choose("wave 0.0", "pass") == expected


def test_coach_spends_an_omen_for_an_event_that_helps_him() -> None:
    events = [tech("+Draw:Self(2)"), tech("+Trauma:Choice(1)"), tech("+Chargeup:Team(1)")]
    setup = THROWDOWN.configure({**with_pilot(), "escalation": events}, {})
    hand = Hand("5C", "9C KC", phase=Phase.COACH_ASSIST, seat=0, setup=setup)
    assert hand.choose("omen 0", "omen 1", "omen 2", "pass") == "omen 0"
    assert hand.choose("omen 2", "pass") == "pass"


def test_the_commander_takes_the_head_if_her_robo_is_sturdy() -> None:
    arm = {"name": "Arm", "tech": tech("+Draw:Self(stage)")}
    setup = THROWDOWN.configure({**with_pilot(robo=ROBO), "resources": CREW, "positions": [HEAD, arm]}, {})
    for endurance, expected in ((4, "position 0"), (1, "position 1")):
        hand = Hand("5C", "9C", phase=Phase.POSITION, stage=4, setup=setup)
        hand.me.outfit.endurance = endurance
        assert hand.choose("position 0", "position 1") == expected


@pytest.mark.parametrize(
    ("landing", "form_buffers", "expected"),
    [
        ("trauma", 0, "buffer"),
        ("ruin", 2, "accept"),
        ("ruin", 7, "buffer"),
        ("form-trauma", 1, "buffer"),
    ],
)
def test_it_spends_buffers_where_they_count(landing: str, form_buffers: int, expected: str) -> None:
    hand = Hand("5C", "9C", phase=Choice.BUFFER)
    hand.seen.pending.damage[Point.of(landing) - 1] = True
    hand.seen.form_buffers = form_buffers
    assert hand.choose("buffer", "accept") == expected


def test_a_sturdy_robo_takes_trauma_and_a_frail_one_only_if_its_pilot_is_nearly_routed() -> None:
    for endurance, commitment, expected in ((4, 3, "shift"), (1, 3, "accept"), (1, 1, "shift")):
        hand = Hand("5C", "9C", phase=Choice.BUFFER)
        hand.seen.pending.damage[0] = True
        hand.me.outfit.endurance = endurance
        hand.me.gauges.commitment[:] = commitment
        assert hand.choose("shift", "accept") == expected


def test_ties_are_broken_at_random_but_by_the_generator_alone() -> None:
    setup = setup_of("duel")
    step, agent = midgame(setup, 64), load("heuristic", setup)
    one, two = (agent.act(View.of(step.observations, step.masks), np.random.default_rng(3)) for _ in range(2))
    assert (one == two).all()
    assert (step.masks[np.arange(64), one] == 1).all()


def test_slots_follow_from_the_width() -> None:
    assert [slots_of(obs.FIELDS.width({"pilot": k}), obs.FIELDS, "throwdown-v0") for k in (1, 3, 7)] == [
        1,
        3,
        7,
    ]
    with pytest.raises(InvalidConfig, match="numbers wide"):
        slots_of(7, obs.FIELDS, "throwdown-v0")


@pytest.mark.parametrize(
    ("rating", "invested", "buffers", "expected"),
    [(3, 0, 0, "involve"), (1, 2, 0, "involve"), (1, 0, 1, "involve"), (1, 0, 0, "leave-out")],
)
def test_coach_keeps_a_threat_out_that_is_nearly_down_and_has_nothing_to_give(
    rating: int, invested: int, buffers: int, expected: str
) -> None:
    hand = Hand("5C", "9C", phase=Phase.THREATS, seat=0)
    threats = hand.seen.threats
    hand.seen.asked_threat[1] = True
    threats.rating[1], threats.rating_max[1] = rating, 3
    threats.stack[1], threats.threat_buffers[1] = invested, buffers
    assert hand.choose("involve", "leave-out") == expected


def test_a_pilot_brings_her_robo_while_it_can_be_paid_for() -> None:
    assert Hand("5C", "9C", phase=Phase.BOARD).choose("board", "on-foot") == "board"
