"""What environments tell besides observations: how a game ended, and what every number of an observation is."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils import average_total_reward

import throwdown
from tests.support import CASES, GAMES
from throwdown.envs.environments.ending import NAMES, Infos
from throwdown.envs.tables.record import dump
from throwdown.envs.tables.table import Table


def played_env(id: str, seed: int = 3, **options: Any) -> tuple[Any, Table]:
    """Return an environment with a finished random game, and the same game at a table."""
    env, table = throwdown.make(id, **options), Table.deal(id, seed, **options)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    while not table.over:
        action = int(rng.choice(table.legal_ids()))
        assert not env.unwrapped.infos[env.agent_selection]
        env.step(action)
        table.play(action)
    return env, table


@pytest.mark.parametrize("id", GAMES)
def test_infos_say_how_a_game_ended_as_the_seat_saw_it(id: str) -> None:
    env, table = played_env(id)
    wins = table.game.wins
    again = Table.deal(id, 3, **wins)
    for _, text in table.history:
        again.play(text)
    best = max(again.returns(), key=again.returns().__getitem__)
    for seat, agent in enumerate(env.possible_agents):
        info = env.unwrapped.infos[agent]
        assert isinstance(info, dict) and set(info) == set(NAMES)
        value = again.returns()[best]
        assert info["winner"] == (table.setup.sides[table.setup.seats.index(best)] if value > 0 else None)
        assert info["log"] == "\n".join(table.narrate(agent))
        if "stage" in table.view():
            assert info["stage"] == table.view()["stage"] and info["result"] == table.view()["result"]
            assert list(info["score"].values()) == list(table.view()["score"].values())
        assert info["log"] != "\n".join(table.narrate()) or table.events_seen(seat) == table.events


def test_infos_are_worked_out_only_when_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    whole = Table.play
    env = throwdown.make("kuhn-v0")
    env.reset(seed=1)
    monkeypatch.setattr(Table, "play", lambda self, action: made.append(action) or whole(self, action))
    while env.agents and not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    info = env.unwrapped.infos["player_0"]
    assert "winner" in info and len(info) == len(NAMES) and not made
    assert info["winner"] in ("first", "second") and made
    before = len(made)
    assert info["winner"] and info["log"] and env.unwrapped.infos["player_1"]["log"]
    assert len(made) == before, "the game is played once more for all that is read of it"


def test_infos_behave_as_plain_dicts() -> None:
    calls: list[str] = []
    info = Infos({"a": lambda: calls.append("a") or 1, "b": lambda: 2}, c=3)
    assert "a" in info and info["c"] == 3 and info.get("d", 4) == 4 and not calls
    assert dict(info) == {"c": 3, "a": 1, "b": 2} == {**info} == info == info.copy()
    assert json.loads(json.dumps(info)) == dict(info) and calls == ["a"]
    other = Infos({"a": lambda: 1})
    other["a"] = 5
    assert other["a"] == 5 and list(other.values()) == [5] and repr(other) == "{'a': 5}"
    for twin in (pickle.loads(pickle.dumps(info)), copy.deepcopy(info)):
        assert type(twin) is dict and twin == info


def test_a_finished_environment_can_be_pickled_with_its_infos() -> None:
    env, table = played_env("kuhn-v0")
    twin = pickle.loads(pickle.dumps(env.unwrapped))
    assert twin.infos["player_0"]["log"] == "\n".join(table.narrate("player_0"))
    env.reset(seed=4)
    twin.reset(seed=4)
    assert twin.action_space("player_0").sample() in Table.deal("kuhn-v0", 4).legal_ids()
    assert not env.unwrapped.infos["player_0"]


@pytest.mark.parametrize(("id", "scenario"), [("throwdown-v0", "duel"), ("kuhn-v0", None)])
def test_one_learner_is_told_how_its_game_ended(id: str, scenario: str | None) -> None:
    env = throwdown.make_solo(id, scenario=scenario, opponent="random", seed=5)
    env.reset(seed=5)
    for _ in range(3):  # the games that follow one another in a row are known, too
        over, info, reward = False, {}, 0.0
        while not over:
            _, reward, over, _, info = env.step(env.action_space.sample())
            assert over == ("winner" in info)
        assert len(info["log"].splitlines()) > 2
        if id == "kuhn-v0":
            assert (info["winner"] == env.setup.sides[env.runner.seats[0]]) == (reward > 0)
        env.reset()


def test_vectors_tell_in_arrays_and_sb3_in_a_list() -> None:
    vec = throwdown.make_vec("kuhn-v0", num_envs=8, opponent="random", seed=1)
    observation, _ = vec.reset(seed=1)
    ended = 0
    for _ in range(6):
        actions = np.array([np.flatnonzero(mask)[0] for mask in observation["action_mask"]])
        observation, rewards, done, _, infos = vec.step(actions)
        if done.any():
            final = infos["final_info"]
            for row in range(8):
                assert (final["winner"][row] is not None) == done[row] == final["_winner"][row]
                if done[row]:
                    ended += 1
                    own = vec.setup.sides[1]
                    assert (final["winner"][row] == own) == (rewards[row] > 0)
                    assert len(final["log"][row].splitlines()) > 2
    assert ended > 8, "games that follow others in their rows are told, too"
    pytest.importorskip("stable_baselines3")
    env = throwdown.make_sb3("kuhn-v0", num_envs=4, opponent="random", seed=1)
    env.reset()
    for _ in range(6):
        _, rewards, done, infos = env.step(np.array([np.flatnonzero(m)[0] for m in env.action_masks()]))
        for row in range(4):
            assert ("winner" in infos[row]) == done[row]
            if done[row]:
                assert (infos[row]["winner"] == "second") == (rewards[row] > 0)
                assert infos[row]["episode"]["r"] == rewards[row] and infos[row].get("log")


def test_games_taken_up_midway_have_no_story() -> None:
    pytest.importorskip("stable_baselines3")
    env = throwdown.make_sb3("kuhn-v0", num_envs=2, opponent="random", seed=1)
    env.reset()
    env.set_state(env.get_state())
    done = np.zeros(2, np.bool_)
    while not done.any():
        _, _, done, infos = env.step(np.array([np.flatnonzero(m)[0] for m in env.action_masks()]))
    assert infos[int(done.argmax())]["winner"] is None


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_every_number_of_an_observation_has_a_name(id: str, scenario: str) -> None:
    env = throwdown.make(id, scenario=scenario)
    env.reset(seed=1)
    seen = env.observe(env.agent_selection)
    told = env.describe(seen)
    assert (
        list(told.values())
        == seen["observation"].tolist()
        == list(env.describe(seen["observation"]).values())
    )
    assert len(told) == env.unwrapped.setup.width, "no two numbers have one name"
    assert Table.deal(id, 1, scenario).observed() == told
    with pytest.raises(throwdown.InvalidConfig, match="has shape"):
        env.describe(np.zeros(3))


def test_names_of_numbers_are_words() -> None:
    table = Table.deal("throwdown-v0", 7, "duel")
    told = table.observed()
    hand = {name[5:-1] for name, value in told.items() if name.startswith("hand[") and value}
    assert hand == {text.split()[1] for text in table.legal()}
    assert told["phase[challenge]"] == 1 and told["phase[drive]"] == 0 and told["harmony"] == 4
    assert {"pilot_0.commitment[Steel]", "pilot_0.charges", "viewer[1]", "damage[schism]"} <= set(told)
    solo = throwdown.make_solo("throwdown-v0")
    observation, _ = solo.reset(seed=1)
    vec = throwdown.make_vec("throwdown-v0", num_envs=2)
    rows, _ = vec.reset(seed=1)
    assert solo.describe(observation).keys() == vec.describe(rows["observation"][0]).keys() == told.keys()


@pytest.mark.parametrize("id", GAMES)
def test_pettingzoo_plays_at_random_without_masks(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`average_total_reward` samples from the action space alone, which knows what is legal."""
    mean = average_total_reward(throwdown.make(id), max_episodes=3, max_steps=2000)
    assert mean == pytest.approx(0, abs=1e-6) and "Average total reward" in capsys.readouterr().out


def test_a_table_shows_itself() -> None:
    table = Table.deal("throwdown-v0", 7, "duel")
    assert repr(table).startswith("Table: throwdown-v0, 'duel', 0 moves\n") and table.render() in repr(table)
    table.play(table.legal()[0])
    assert "1 move\n" in repr(table)
    assert dump(table)


@pytest.mark.parametrize("reward", ["stakes", "score", "win"])
def test_who_has_won_does_not_depend_on_what_is_paid(reward: str) -> None:
    for seed in range(12):
        env, table = played_env("throwdown-v0", seed, reward=reward)
        winner = {"coach": "coach", "pilots": "pilot"}.get(str(table.view()["winner"]))
        assert env.unwrapped.infos["pilot_0"]["winner"] == winner
