"""The vector and the solo environment keep gymnasium's conventions."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from throwdown.agents import RandomAgent, load
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.environments.solo import ThrowdownSoloEnv
from throwdown.envs.environments.vector import ThrowdownVectorEnv
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.view import View

RANDOM = RandomAgent()
SETUP = make_setup("throwdown-v0", "duel")
BOTH = {"coach": RANDOM, "pilot": RANDOM}


def roll(env, steps, seed=0):
    rng, out = np.random.default_rng(seed), []
    obs, _ = env.reset(seed=seed)
    for _ in range(steps):
        actions = RANDOM.act(View.of(obs["observation"], obs["action_mask"]), rng)
        out.append((obs, *env.step(actions)))
        obs = out[-1][1]
    return out


@pytest.mark.parametrize("seat", ["coach", "pilot", "pilot_0"])
def test_vector_spaces_and_final_observations(seat):
    env = ThrowdownVectorEnv(SETUP, 8, seat, BOTH)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    ended = 0
    for _, obs, rewards, terminated, truncated, infos in roll(env, 40):
        assert env.observation_space.contains(obs)
        assert rewards.shape == (8,) and not truncated.any() and (rewards[~terminated] == 0).all()
        assert obs["action_mask"].any(1).all()
        if terminated.any():
            assert (infos["_final_obs"] == terminated).all() and (infos["_final_info"] == terminated).all()
            assert (infos["final_info"]["episode"]["r"] == rewards).all()
            for row in np.flatnonzero(terminated):
                ended += 1
                assert env.single_observation_space.contains(infos["final_obs"][row])
                assert infos["final_info"]["episode"]["l"][row] >= 1
        else:
            assert infos == {}
    assert ended > 10


def test_vector_repeats_and_reuses_nothing():
    first = roll(ThrowdownVectorEnv(SETUP, 8, "coach", BOTH), 20)
    second = roll(ThrowdownVectorEnv(SETUP, 8, "coach", BOTH), 20)
    for a, b in zip(first, second):
        assert (a[1]["observation"] == b[1]["observation"]).all() and (a[2] == b[2]).all()
    assert len({id(step[1]["observation"]) for step in first}) == 20


def test_players_chosen_per_row_and_game():
    class Named(RandomAgent):
        rows = 0

        def act(self, view, rng):
            self.rows += len(view)
            return super().act(view, rng)

    players, calls = [Named(), Named()], []

    def assign(rows, rng):
        calls.append(len(rows))
        return [{"pilot": players[row % 2]} for row in rows]

    env = ThrowdownVectorEnv(SETUP, 8, "coach", assign)
    ended = sum(int(step[3].sum()) for step in roll(env, 30))
    assert calls[0] == 8 and sum(calls) >= 8 + ended
    assert min(p.rows for p in players) > 20


def test_seeds_per_row():
    env = ThrowdownVectorEnv(SETUP, 4, "coach", {"pilot": load("heuristic", SETUP, "pilot")})
    obs, _ = env.reset(seed=[7, 7, 8, 9])
    assert (obs["observation"][0] == obs["observation"][1]).all()
    assert (obs["observation"][0] != obs["observation"][2]).any()


def test_a_reset_mask_deals_its_rows_alone():
    env, twin = (ThrowdownVectorEnv(SETUP, 4, "pilot", BOTH, seed=1) for _ in range(2))
    mask, actions = np.array([True, False, True, False]), None
    for k, each in enumerate((env, twin)):
        shown, _ = each.reset(seed=3)
        actions = shown["action_mask"].argmax(axis=1)
        shown = each.step(actions)[0]
        counts = each.runner._count.copy()
        dealt = each.reset(seed=[5, 6, 5, 6], options={"reset_mask": mask} if k == 0 else None)[0]
        if k == 0:
            kept = np.flatnonzero(~mask)
            assert np.array_equal(dealt["observation"][kept], shown["observation"][kept])
            assert np.array_equal(env.runner._count, np.where(mask, 0, counts)) and counts.any()
            first = dealt
    assert np.array_equal(first["observation"][mask], dealt["observation"][mask])
    finished, obs = np.zeros(4, bool), first
    while not finished.all():  # what is told of a game that went on is told from its own deal
        obs, _, done, _, infos = env.step(env.action_space.sample())
        for row in np.flatnonzero(done & ~finished):
            assert infos["final_info"]["winner"][row] in ("coach", "pilot", None)
            assert infos["final_info"]["log"][row]
        finished |= done
    assert env.observation_space.contains(obs)


@pytest.mark.parametrize("mask", [[True], [1, 0, 0, 0], [False] * 4, "all", [True, None, False, False]])
def test_a_wrong_reset_mask_is_refused(mask):
    env = ThrowdownVectorEnv(SETUP, 4, "pilot", BOTH)
    env.reset(seed=1)
    before = env.runner.get_state()["games"]
    with pytest.raises(InvalidConfig, match="reset_mask must be 4 truth values"):
        env.reset(seed=2, options={"reset_mask": mask})
    assert np.array_equal(env.runner.get_state()["games"], before)
    fresh = ThrowdownVectorEnv(SETUP, 4, "pilot", BOTH)
    with pytest.raises(InvalidConfig, match="no game has been dealt yet"):
        fresh.reset(options={"reset_mask": [True, False, True, True]})
    fresh.reset(options={"reset_mask": [True] * 4})


@pytest.mark.parametrize("seat", ["coach", "pilot"])
def test_checkers_pass_on_solo(seat):
    env = ThrowdownSoloEnv(SETUP, seat, BOTH)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*environment's spec.*")
        check_env(env, skip_render_check=True)
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(env)


def test_solo_game_and_mistakes():
    env = ThrowdownSoloEnv(SETUP, "pilot", BOTH)
    with pytest.raises(IllegalAction, match="call reset"):
        env.step(0)
    obs, _ = env.reset(seed=3)
    wrong = int((obs["action_mask"] == 0).argmax())
    same, reward, over, _, info = env.step(wrong)
    assert (same["observation"] == obs["observation"]).all() and reward == 0 and not over
    assert "illegal now" in info["illegal_action"]
    with pytest.raises(IllegalAction, match="not an action"):
        env.step(9999)
    while not over:
        assert (env.action_masks() == obs["action_mask"]).all()
        obs, reward, over, truncated, _ = env.step(env.action_space.sample())
        assert not truncated
    assert not obs["action_mask"].any() and -1 <= reward <= 1
    strict = ThrowdownSoloEnv(SETUP, "pilot", BOTH, illegal="raise")
    strict.reset(seed=3)
    with pytest.raises(IllegalAction, match="illegal now"):
        strict.step(wrong)
