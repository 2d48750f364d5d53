from __future__ import annotations

import numpy as np
import pytest

from tests.agents.support import midgame, setup_of, win_rate
from throwdown.agents import RandomAgent, load
from throwdown.agents.heuristics.throwdown import HeuristicAgent, slots_of
from throwdown.envs.core.cards import card_id
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.fusion.throwdown import obs
from throwdown.envs.fusion.throwdown.actions import LAYOUT
from throwdown.envs.fusion.throwdown.state import ASSIST_PHASE, BY_ESCALATE, DRIVE_PHASE
from throwdown.envs.fusion.triggers import BUFFER

GAMES = 1500 if IS_COMPILED else 40


class Hand:
    """A Pilot's decision in a duel, written by hand: hers to move, stage 1, Strike 3, against four cards."""

    def __init__(
        self, top: str, cards: str, phase: int = DRIVE_PHASE, stage: int = 1, opener: int = 1
    ) -> None:
        row = np.zeros(obs.FIELDS.width(1), np.int8)
        row[obs.PHASE + phase] = row[obs.VIEWER + 1] = row[obs.MOVER + 1] = row[obs.STAGE + stage - 1] = 1
        for c in cards.split():
            row[obs.HAND + card_id(c)] += 1
        row[obs.TOP + card_id(top)] = row[obs.PILES + card_id(top)] = 1
        row[obs.TOP_OPENER], row[obs.HARMONY], row[obs.COACH_HAND], row[obs.COACH_STRIKE] = opener, 4, 4, 4
        me = obs.SLOTS
        row[me + obs.INVOLVED] = row[me + obs.COMMANDER] = row[me + obs.CHARGES] = row[me + obs.BUFFERS] = 1
        row[me + obs.STRIKE] = row[me + obs.CHARGE_MAX] = 3
        self.row = row

    def choose(self, *legal: str) -> str:
        mask = np.zeros(LAYOUT.n, np.int8)
        mask[[LAYOUT.parse(text) for text in legal]] = 1
        action = HeuristicAgent().act(self.row[None], mask[None], np.random.default_rng(0))[0]
        return LAYOUT.labels[action].lower()


@pytest.mark.parametrize("scenario", ["duel", "trio", "mini"])
def test_it_beats_random_in_both_roles(scenario: str) -> None:
    setup = setup_of(scenario)
    heuristic, random = load("heuristic", setup), RandomAgent()
    low = 0.72 if IS_COMPILED else 0.5
    assert win_rate(setup, random, heuristic, GAMES) > low
    assert 1 - win_rate(setup, heuristic, random, GAMES) > low


@pytest.mark.parametrize(
    "options", [{"max_pilots": 5}, {"ace": "eleven"}, {"decks": "separate"}, {"share_hands": True}]
)
def test_it_plays_legally_under_options(options: dict[str, object]) -> None:
    setup = setup_of("trio", **options)
    heuristic = load("heuristic", setup)
    win_rate(setup, heuristic, heuristic, 200 if IS_COMPILED else 5)


def test_it_counters_in_range_and_with_the_cheap_card() -> None:
    legal = ("counter 8c", "counter kc", "escalate 8c", "escalate kc", "concede")
    assert Hand("7C", "8C KC").choose(*legal) == "counter 8c"


def test_it_would_rather_not_be_dissonant() -> None:
    assert Hand("5C", "7C QC").choose("counter 7c", "counter qc", "concede") == "counter 7c"


def test_it_blocks_an_escalate() -> None:
    hand = Hand("9C", "9S TS", stage=2, opener=BY_ESCALATE)
    assert hand.choose("counter ts", "block 9s", "escalate ts", "escalate 9s", "concede") == "block 9s"


def test_it_does_not_concede_with_a_play_left() -> None:
    assert Hand("KC", "2C").choose("escalate 2c", "concede") == "escalate 2c"


def test_it_charges_only_for_a_counter_that_becomes_safe() -> None:
    assert Hand("5C", "9C", phase=ASSIST_PHASE).choose("charge", "pass") == "charge"
    assert Hand("5C", "8C", phase=ASSIST_PHASE).choose("charge", "pass") == "pass"
    assert Hand("5C", "TC", phase=ASSIST_PHASE).choose("charge", "pass") == "pass"


def test_it_spends_a_buffer_on_trauma() -> None:
    hand = Hand("5C", "9C", phase=BUFFER)
    hand.row[obs.DAMAGE] = 1
    assert hand.choose("buffer", "accept") == "buffer"


def test_ties_are_broken_at_random_but_by_the_generator_alone() -> None:
    setup = setup_of("duel")
    step, agent = midgame(setup, 64), load("heuristic", setup)
    one, two = (agent.act(step.observations, step.masks, np.random.default_rng(3)) for _ in range(2))
    assert (one == two).all()
    assert (step.masks[np.arange(64), one] == 1).all()


def test_slots_follow_from_the_width() -> None:
    assert [slots_of(obs.FIELDS.width(k)) for k in (1, 3, 7)] == [1, 3, 7]
    with pytest.raises(InvalidConfig, match="numbers wide"):
        slots_of(7)
