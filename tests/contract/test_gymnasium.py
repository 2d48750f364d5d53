"""The ids by which gymnasium knows the games, and its own checks of what they make."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env

import throwdown
from tests.support import GAMES, HAS_REGISTRY
from throwdown.envs.registry import games

IDS = sorted(id for id in gymnasium.registry if id.startswith("throwdown/"))


def test_every_game_and_every_shipped_scenario_has_an_id() -> None:
    scenarios = games()["throwdown-v0"].scenarios
    assert sorted([f"throwdown/{name}-v0" for name in scenarios] + [f"throwdown/{id}" for id in GAMES]) == IDS
    assert not set(scenarios) & {id.rpartition("-v")[0] for id in GAMES}, "a scenario would hide a game"


@pytest.mark.parametrize("id", ["throwdown/duel-v0", "throwdown/mini-11k-v0", "throwdown/kuhn-v0"])
def test_gymnasium_makes_and_checks_them(id: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(id, opponent="random")
        assert env.spec is not None and env.spec.id == id
        check_env(env.unwrapped, skip_render_check=True)
        observation, _ = env.reset(seed=3)
        for _ in range(5):
            observation, _, over, _, _ = env.step(env.action_space.sample(observation["action_mask"]))
            if over:
                observation, _ = env.reset()
        env.close()


def test_an_id_stands_for_its_scenario_and_takes_options() -> None:
    env = gymnasium.make("throwdown/trio-v0", seat="coach_0", opponent="random", reward="win", ace="eleven")
    setup = env.unwrapped.setup
    assert (setup.game.id, setup.scenario) == ("throwdown-v0", "trio")
    assert setup.options["reward"] == "win" and setup.config["rules"]["ace"] == "eleven"
    own = throwdown.make_solo("throwdown-v0", "coach_0", "random", "trio", reward="win", ace="eleven")
    assert np.array_equal(env.reset(seed=1)[0]["observation"], own.reset(seed=1)[0]["observation"])


MODES = ("sync", "vector_entry_point", "async")


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("mode", MODES)
def test_gymnasium_makes_vectors_of_every_game(id: str, mode: str) -> None:
    made = gymnasium.make_vec(f"throwdown/{id}", 2, mode, opponent="random")
    spec = gymnasium.envs.registration.EnvSpec.from_json(made.spec.to_json())
    made.close()
    vec = gymnasium.make_vec(spec, 2, mode)
    try:
        setup = throwdown.make_vec(id, 1).setup
        assert vec.spec == spec and vec.num_envs == 2
        shown, _ = vec.reset(seed=1)
        for _ in range(4):
            assert shown["observation"].shape == (2, setup.width) and vec.observation_space.contains(shown)
            shown, rewards, *_ = vec.step(vec.action_space.sample())
            assert rewards.shape == (2,)
    finally:
        vec.close()


@pytest.mark.parametrize("id", GAMES)
def test_a_specification_can_be_written_down_and_made_again(id: str) -> None:
    env = gymnasium.make(f"throwdown/{id}", opponent="random", seed=4)
    spec = gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json())
    assert spec == env.spec
    if HAS_REGISTRY:
        assert pettingzoo.spec("aec", f"throwdown/{id}").kwargs == {"id": id}
    other = gymnasium.make(spec)
    assert other.unwrapped.setup.game.id == id
    ours, theirs = env.reset()[0], other.reset()[0]
    assert np.array_equal(ours["observation"], theirs["observation"])


def test_the_vector_entry_point_is_make_vec() -> None:
    vec = gymnasium.make_vec("throwdown/duel-v0", num_envs=3)
    assert isinstance(vec.unwrapped, type(throwdown.make_vec(num_envs=1)))
    assert vec.reset(seed=1)[0]["observation"].shape == (3, vec.unwrapped.setup.width)
