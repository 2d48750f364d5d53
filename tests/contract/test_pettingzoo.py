from __future__ import annotations

import copy
import importlib
import pickle
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import throwdown
from tests.support import (
    CASES,
    FUSION,
    FUSION_CASES,
    GAMES,
    HAS_REGISTRY,
    OTHERS,
    TWO,
    Sampler,
    choose,
    content,
    known,
    setup_of,
)
from throwdown.envs import make_raw
from throwdown.envs.core.batch import act_one
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.core.records import row
from throwdown.envs.fusion.sheets.scenario import REWARDS
from throwdown.envs.registry import games

# PettingZoo gives these two to every foreign environment whose observation is a dict.
known_warnings = pytest.mark.filterwarnings(
    "error",
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)
each_case = pytest.mark.parametrize(("id", "scenario"), CASES)
each_team = pytest.mark.parametrize(("id", "scenario"), TWO)
each_game = pytest.mark.parametrize("id", GAMES)


def play(env: Any, key: int, keep: float = 0.1, plies: int = 10**6) -> list[tuple[str, int]]:
    """Play on by fixed picks until the game is over or ``plies`` are done; return what was played."""
    raw, moves = env.unwrapped, []
    while len(moves) < plies and not raw.terminations[env.agent_selection]:
        agent = env.agent_selection
        legal = np.flatnonzero(env.observe(agent)["action_mask"]).tolist()
        action = choose(raw.setup.game, legal, key, len(moves), keep)
        env.step(action)
        moves.append((agent, action))
    return moves


def phase_of(env: Any) -> int:
    """Return what is being decided."""
    return int(row(env.unwrapped._states).phase)


def snapshot(env: Any) -> tuple[Any, ...]:
    """Return everything that a refused action must leave as it was."""
    raw = env.unwrapped
    return (
        content(raw._states),
        raw.agent_selection,
        list(raw.agents),
        dict(raw.rewards),
        dict(raw._cumulative_rewards),
        dict(raw.terminations),
        raw.observe(raw.agent_selection)["action_mask"].tobytes(),
        raw.observe(raw.agent_selection)["observation"].tobytes(),
    )


@known_warnings
@each_case
def test_api_test_passes(id: str, scenario: str) -> None:
    api_test(throwdown.make(id, scenario), num_cycles=400)


@known_warnings
@each_team
def test_api_test_passes_on_the_raw_environment(id: str, scenario: str) -> None:
    api_test(make_raw(id, scenario), num_cycles=200)


@known_warnings
@each_team
def test_seed_test_passes(id: str, scenario: str) -> None:
    seed_test(lambda: throwdown.make(id, scenario), num_cycles=200)


@known_warnings
@each_team
def test_render_test_passes(id: str, scenario: str) -> None:
    render_test(lambda render_mode: throwdown.make(id, scenario, render_mode=render_mode))


@each_team
def test_render_modes(id: str, scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    for seat in (None, *setup_of(id, scenario).seats[:2]):
        env = throwdown.make(id, scenario, render_mode="ansi", render_seat=seat)
        env.reset(seed=5)
        text = env.render()
        assert isinstance(text, str) and len(text) > 20
        env = throwdown.make(id, scenario, render_mode="rgb_array", render_seat=seat)
        env.reset(seed=5)
        picture = env.render()
        assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3
        assert len(np.unique(picture)) > 3
    capsys.readouterr()
    env = throwdown.make(id, scenario, render_mode="human")
    env.reset(seed=5)
    assert capsys.readouterr().out.strip()


@pytest.mark.skipif(not HAS_REGISTRY, reason="PettingZoo has a registry from 1.27 on")
@each_game
def test_pettingzoo_registry_makes_it(id: str) -> None:
    for name in (f"throwdown/{id}", f"throwdown/{id.replace('-', '_')}"):
        env = pettingzoo.make("aec", name, scenario=games()[id].scenarios[-1])
        env.reset(seed=1)
        assert env.unwrapped.setup.game.id == id
        assert env.unwrapped.setup.scenario == games()[id].scenarios[-1]
        assert env.metadata["name"] == id.replace("-", "_")
        assert not env.metadata["is_parallelizable"]


@each_game
def test_module_offers_env_and_raw_env(id: str) -> None:
    module = importlib.import_module(f"throwdown.envs.{id.replace('-', '_')}")
    scenario = games()[id].default
    wrapped, raw = module.env(scenario=scenario), module.raw_env(scenario=scenario)
    assert wrapped.unwrapped is not wrapped and raw.unwrapped is raw
    wrapped.reset(seed=3)
    raw.reset(seed=3)
    for agent in raw.possible_agents:
        np.testing.assert_array_equal(
            wrapped.observe(agent)["observation"], raw.observe(agent)["observation"]
        )


@each_team
@pytest.mark.parametrize("how", ["deepcopy", "pickle"])
@pytest.mark.parametrize("wrapped", [True, False])
def test_copies_keep_the_whole_game(id: str, scenario: str, how: str, wrapped: bool) -> None:
    env = throwdown.make(id, scenario) if wrapped else make_raw(id, scenario)
    for seed, plies in ((1, 0), (2, 6), (3, 15)):
        env.reset(seed=seed)
        play(env, seed, keep=0, plies=plies)
        twin = copy.deepcopy(env) if how == "deepcopy" else pickle.loads(pickle.dumps(env))
        before = snapshot(env)
        assert snapshot(twin) == before
        moves = play(twin, 99)
        assert snapshot(env) == before, "playing the copy must not touch the original"
        assert play(env, 99) == moves
        assert dict(env.rewards) == dict(twin.rewards)
        np.testing.assert_array_equal(env.state(), twin.state())
        env.reset()
        twin.reset()
        assert row(env.unwrapped._states).rng.key == row(twin.unwrapped._states).rng.key, "the next deal"


@pytest.mark.parametrize("id", FUSION)
def test_copies_keep_options(id: str) -> None:
    options = {"reward": "win", "max_pilots": 5, "ace": "eleven", "share_hands": True}
    env = make_raw(id, "trio", **known(id, "trio", options))
    env.reset(seed=1)
    twin = pickle.loads(pickle.dumps(env))
    assert twin.setup.options == env.setup.options and twin.setup.config == env.setup.config
    assert twin.setup.scenario == env.setup.scenario == "trio"
    assert twin.observation_space("coach_0") == env.observation_space("coach_0")


@each_case
def test_mask_is_exactly_what_step_accepts(id: str, scenario: str) -> None:
    """Every id is tried: what the mask allows plays on a copy, what it forbids raises and changes nothing."""
    env, sampler = make_raw(id, scenario), Sampler(first=1, every=40)
    for seed in (1, 2):
        env.reset(seed=seed)
        ply = 0
        while not env.terminations[env.agent_selection]:
            mask = env.observe(env.agent_selection)["action_mask"]
            legal = np.flatnonzero(mask).tolist()
            assert legal, "a live seat always has a choice"
            if sampler.takes(phase_of(env)):
                before = snapshot(env)
                for action in range(-1, len(mask) + 1):
                    if action in legal:
                        twin = copy.deepcopy(env)
                        twin.step(action)
                        assert snapshot(twin)[0] != before[0]
                    else:
                        with pytest.raises(IllegalAction) as refusal:
                            env.step(action)
                        assert_sentence(str(refusal.value))
                assert snapshot(env) == before
            env.step(choose(env.setup.game, legal, seed, ply, 0.05))
            ply += 1


def assert_sentence(text: str) -> None:
    assert len(text) > 12 and text.endswith(".") and "\n" not in text, text


@each_case
def test_every_refusal_is_a_sentence_and_changes_nothing(id: str, scenario: str) -> None:
    """The same, cheaper and over whole games: refused ids only, most of them where a phase is new."""
    env, sampler = make_raw(id, scenario), Sampler(first=4, every=40)
    for seed in (10, 11):
        env.reset(seed=seed)
        ply = 0
        while not env.terminations[env.agent_selection]:
            mask = env.observe(env.agent_selection)["action_mask"]
            before = snapshot(env)
            step = 3 if sampler.takes(phase_of(env)) else 41
            for action in np.flatnonzero(mask == 0).tolist()[ply % step :: step]:
                with pytest.raises(IllegalAction) as refusal:
                    env.step(action)
                assert_sentence(str(refusal.value))
            assert snapshot(env) == before
            env.step(choose(env.setup.game, np.flatnonzero(mask).tolist(), seed, ply))
            ply += 1


@each_case
def test_observations_and_masks_of_every_seat(id: str, scenario: str) -> None:
    env = make_raw(id, scenario)
    space = env.observation_space(env.possible_agents[0])
    for seed in range(20, 26):
        env.reset(seed=seed)
        ply = 0
        while True:
            over = env.terminations[env.agent_selection]
            for agent in env.possible_agents:
                seen, again = env.observe(agent), env.observe(agent)
                assert space.contains(seen), f"{agent} at ply {ply}"
                assert seen["action_mask"].dtype == seen["observation"].dtype == np.int8
                assert seen["action_mask"].any() == (agent == env.agent_selection and not over)
                for key in seen:
                    assert not np.shares_memory(seen[key], again[key])
                    np.testing.assert_array_equal(seen[key], again[key])
            if over:
                break
            held = env.observe(env.agent_selection)
            kept = copy.deepcopy(held)
            legal = np.flatnonzero(held["action_mask"]).tolist()
            env.step(choose(env.setup.game, legal, seed, ply))
            for key in held:
                np.testing.assert_array_equal(
                    held[key], kept[key], "a step must not write into what was handed out"
                )
            ply += 1


@each_case
def test_observation_of_the_seat_to_move_is_the_one_it_would_have_otherwise(id: str, scenario: str) -> None:
    """`observe` answers the mover from a kept row; it must equal a fresh look."""
    env = make_raw(id, scenario)
    env.reset(seed=31)
    for ply in range(60):
        if env.terminations[env.agent_selection]:
            break
        seen = env.observe(env.agent_selection)
        np.testing.assert_array_equal(seen["observation"], env._view(env.agent_selection))
        env.step(choose(env.setup.game, np.flatnonzero(seen["action_mask"]).tolist(), 31, ply))


@pytest.mark.parametrize(
    ("id", "scenario", "options"),
    [(*case, {"reward": x}) for case in FUSION_CASES if case[0] != "session-v0" for x in REWARDS]
    + [(*case, {}) for case in [*FUSION_CASES, *OTHERS] if case in OTHERS or case[0] == "session-v0"],
    ids=str,
)
def test_rewards_are_exact_for_every_seat(id: str, scenario: str, options: dict[str, str]) -> None:
    env = make_raw(id, scenario, **options)
    paid = set()
    for seed in range(40, 52):
        env.reset(seed=seed)
        ply = 0
        while not env.terminations[env.agent_selection]:
            assert set(env.rewards.values()) == {0.0}
            assert set(env._cumulative_rewards.values()) == {0.0}
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()
            env.step(choose(env.setup.game, legal, seed, ply))
            ply += 1
        returns = dict(env.rewards)
        one, other = ({returns[env.setup.seats[p]] for p in team} for team in env.setup.teams.values())
        assert len(one) == len(other) == 1 and one == {-value for value in other}
        assert env._cumulative_rewards == env.rewards and all(env.terminations.values())
        paid |= one
        totals = {}
        for agent in env.agent_iter():
            seen, value, done, cut, _ = env.last()
            assert done and not cut and not seen["action_mask"].any()
            totals[agent] = value
            env.step(None)
        assert totals == returns
        assert env.agents == []
    assert len(paid) > 1 or id == "session-v0", (
        "both outcomes should occur (random Pilots hardly win a session)"
    )


@each_game
def test_stepping_after_the_end(id: str) -> None:
    env = make_raw(id)
    env.reset(seed=7)
    play(env, 7)
    before = content(env._states)
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    assert content(env._states) == before
    env.step(None)
    assert len(env.agents) == len(env.possible_agents) - 1
    env.reset(seed=8)
    assert env.agents == env.possible_agents and not any(env.terminations.values())


@each_game
def test_order_is_enforced(id: str) -> None:
    env = throwdown.make(id)
    with pytest.raises(AssertionError):
        env.step(0)
    with pytest.raises(AssertionError):
        env.observe(env.unwrapped.possible_agents[0])
    env.reset(seed=1)
    other = next(a for a in env.possible_agents if a != env.agent_selection)
    assert not env.observe(other)["action_mask"].any(), "acting out of turn: no action is offered"


@each_game
@pytest.mark.parametrize(
    "action",
    [None, 1.0, 0.5, "concede", True, np.float32(2), np.array([3]), -1, 10**6, 2**70, np.bool_(True)],
    ids=repr,
)
def test_what_is_no_action_is_refused_in_one_sentence(id: str, action: Any) -> None:
    env = make_raw(id)
    env.reset(seed=1)
    before = snapshot(env)
    with pytest.raises(IllegalAction) as refusal:
        env.step(action)
    assert_sentence(str(refusal.value))
    assert snapshot(env) == before


@each_game
def test_wrapped_environment_refuses_what_is_out_of_bounds(id: str) -> None:
    env = throwdown.make(id)
    env.reset(seed=1)
    for action in (-1, 10**6, 0.5, "concede"):
        with pytest.raises(AssertionError):
            env.step(action)


@each_game
def test_numpy_integers_of_any_width_are_actions_and_compile_nothing(id: str) -> None:
    env = make_raw(id)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
    compiled = len(act_one.signatures) if hasattr(act_one, "signatures") else 0
    env.reset(seed=1)
    for kind in (np.int64, np.int32, np.uint16):
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(kind(legal[-1]))
        env.reset(seed=1)
    if compiled:
        assert len(act_one.signatures) == compiled


@each_game
def test_terminate_illegal_ends_the_game_instead(id: str) -> None:
    env = throwdown.make(id, terminate_illegal=True)
    env.reset(seed=1)
    offender = env.agent_selection
    mask = env.last()[0]["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.unwrapped._cumulative_rewards[offender] == -1
    assert all(env.terminations.values())


@each_game
def test_same_seed_same_game_and_other_seed_another(id: str) -> None:
    env, twin = make_raw(id), make_raw(id)
    env.reset(seed=11)
    twin.reset(seed=11)
    assert content(env._states) == content(twin._states)
    env.reset()
    twin.reset()
    assert content(env._states) == content(twin._states), "the stream goes on"
    twin.reset(seed=12)
    assert content(env._states) != content(twin._states)


@each_team
def test_state_is_the_observation_of_all(id: str, scenario: str) -> None:
    env = make_raw(id, scenario)
    env.reset(seed=2)
    rows = env.state().reshape(len(env.possible_agents), -1)
    assert env.state_space.contains(env.state())
    for seen, agent in zip(rows, env.possible_agents, strict=True):
        np.testing.assert_array_equal(seen, env.observe(agent)["observation"])


@pytest.mark.parametrize("seed", [0, 7, 2**40])
def test_a_seed_deals_the_same_game_everywhere(seed: int) -> None:
    env, table = throwdown.make("throwdown-v0"), throwdown.Table.deal("throwdown-v0", seed=seed)
    env.reset(seed=seed)
    step = throwdown.Batch("throwdown-v0", n=1, seed=seed).reset()
    seen = env.last()[0]["observation"]
    assert env.agent_selection == table.agent
    assert (seen == table.observe()).all() and (seen == step.observations[0]).all()


def test_games_after_a_seed_are_a_reproducible_series() -> None:
    series = []
    for _ in range(2):
        env = throwdown.make("throwdown-v0")
        env.reset(seed=3)
        deals = [env.state().tobytes()]
        for _ in range(3):
            env.reset()
            deals.append(env.state().tobytes())
        series.append(deals)
    assert series[0] == series[1] and len(set(series[0])) == 4
