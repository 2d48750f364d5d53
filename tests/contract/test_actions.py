"""Every entry that takes an action takes the same things for one, and refuses the rest with the same error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import throwdown
from tests.support import refusal
from throwdown.agents import load
from throwdown.envs import make_raw
from throwdown.envs.core.records import content
from throwdown.envs.registry import make_setup

ID = "leduc-v0"
WRONG = [
    0.9,
    1.0,
    "1",
    None,
    True,
    np.True_,
    np.array(True),
    np.array(1.0),
    [1],
    [[1]],
    -1,
    10**6,
    1 << 70,
    type,
]
"""What is no action of a game; of several games, in the place of each of theirs."""


def table() -> tuple[Callable[[Any], Any], Callable[[], bytes]]:
    made = throwdown.Table.deal(ID, seed=3)
    return made.play, lambda: made.content


def agents() -> tuple[Callable[[Any], Any], Callable[[], bytes]]:
    env = make_raw(ID)
    env.reset(seed=3)
    return env.step, lambda: content(env._states)


def solo() -> tuple[Callable[[Any], Any], Callable[[], bytes]]:
    env = throwdown.make_solo(ID, opponent="random")
    env.reset(seed=3)
    return env.step, lambda: content(env.runner.driver.batch.states)


def code() -> tuple[Callable[[Any], Any], Callable[[], bytes]]:
    made = throwdown.Table.deal(ID, seed=3)

    def answer(given: Any) -> None:
        agent = load(lambda mask: given, made.setup)
        made.play(int(agent.act(made.decision(), np.random.default_rng(1))[0]))

    return answer, lambda: made.content


def vector() -> tuple[Callable[[Any], Any], Callable[[], bytes]]:
    env = throwdown.make_vec(ID, 2, opponent="random")
    env.reset(seed=3)
    return lambda given: env.step([given, given]), lambda: content(env.runner.driver.batch.states)


def batch() -> tuple[Callable[[Any], Any], Callable[[], bytes]]:
    made = throwdown.Batch(ID, 2)
    made.reset()
    return lambda given: made.play([0, 1], [given, given]), lambda: content(made.states)


def stable_baselines() -> tuple[Callable[[Any], Any], Callable[[], bytes]]:
    pytest.importorskip("stable_baselines3")
    env = throwdown.make_sb3(ID, 2, opponent="random", illegal="raise")
    env.reset()
    return lambda given: env.step([given, given]), lambda: content(env.runner.driver.batch.states)


SINGLE = {"Table": table, "AEC": agents, "solo": solo, "code": code}
ROWS = {"vector": vector, "sb3": stable_baselines}
each_entry = pytest.mark.parametrize("entry", [*SINGLE, *ROWS])


@each_entry
@pytest.mark.parametrize("given", WRONG, ids=repr)
def test_what_is_no_action_is_refused_and_changes_nothing(entry: str, given: Any) -> None:
    if isinstance(given, str) and entry == "code":
        pytest.skip("an agent may answer a text")
    step, state = {**SINGLE, **ROWS}[entry]()
    before = state()
    refusal(throwdown.IllegalAction, lambda: step(given))
    assert state() == before


@each_entry
@pytest.mark.parametrize("given", [1, np.int8(1), np.uint64(1), np.array(1)], ids=repr)
def test_a_whole_number_is_an_action_in_every_form(entry: str, given: Any) -> None:
    step, state = {**SINGLE, **ROWS}[entry]()
    before = state()
    step(given)
    assert state() != before


@pytest.mark.parametrize("given", [0.9, "1", None, [1], [[1]]], ids=repr)
def test_a_batch_refuses_what_is_no_row_of_numbers(given: Any) -> None:
    step, state = batch()
    before = state()
    refusal(throwdown.IllegalAction, lambda: step(given))
    assert state() == before


def test_the_spaces_hold_what_is_taken() -> None:
    env = make_raw(ID)
    env.reset(seed=3)
    assert env.action_space("player_0").contains(np.array(1))
    env.step(np.array(1))
    assert make_setup(ID).game.actions.n == env.action_space("player_0").n
