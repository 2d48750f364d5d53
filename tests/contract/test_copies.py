"""Whatever the package makes can be copied and pickled in the middle of a game, and goes on as what it was made of."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import gymnasium
import numpy as np
import pytest

import throwdown
from tests.support import GAMES, run_python, widest
from throwdown.agents import load
from throwdown.envs.core.game import lazy
from throwdown.envs.core.records import content
from throwdown.envs.registry import find_game, make_setup

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.deepcopy,
    "pickle": lambda x: pickle.loads(pickle.dumps(x)),
}
PLIES = 12


@pytest.fixture(params=WAYS)
def again(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    return WAYS[request.param]


def heard(parts: Any) -> list[bytes]:
    """Return what a step hands out in a form that compares."""
    if isinstance(parts, dict):
        return [part for name in sorted(parts) for part in [name.encode(), *heard(parts[name])]]
    if isinstance(parts, list | tuple):
        return [found for part in parts for found in heard(part)]
    array = np.asarray(parts)
    if array.dtype == object:
        return heard(array.tolist()) if array.ndim else [repr(parts).encode()]
    return [array.tobytes()]


def rows_of(env: Any, shown: Any) -> Any:
    """Return a legal action per row by what is shown, or of one game."""
    masks = shown["action_mask"] if isinstance(shown, dict) else env.action_masks()
    return masks.shape[-1] - 1 - masks[..., ::-1].argmax(axis=-1)  # the last one, which does not fold


def goes_on(env: Any, shown: Any) -> list[bytes]:
    """Play on and return all that was handed out."""
    found = []
    for _ in range(PLIES):
        handed = env.step(rows_of(env, shown))
        shown = handed[0]
        found += heard(handed)
        if isinstance(env, gymnasium.Env) and handed[2]:
            shown, _ = env.reset()
            found += heard(shown)
    return found


MAKERS: dict[str, Callable[[str], Any]] = {
    "make_solo": lambda id: throwdown.make_solo(id, seed=3),
    "make_vec": lambda id: throwdown.make_vec(id, 3, seed=3),
    "gymnasium.make": lambda id: gymnasium.make(f"throwdown/{id}", seed=3),
    "gymnasium.make_vec": lambda id: gymnasium.make_vec(f"throwdown/{id}", 3, seed=3),
}


@pytest.mark.parametrize("maker", MAKERS)
def test_environments_with_a_learner(maker: str, again: Callable[[Any], Any]) -> None:
    env = MAKERS[maker]("leduc-v0")
    shown, _ = env.reset(seed=5)
    shown = env.step(rows_of(env, shown))[0]
    other = again(env)
    assert goes_on(other, shown) == goes_on(env, shown)


@pytest.mark.parametrize("id", GAMES)
def test_every_game_with_a_learner(id: str, again: Callable[[Any], Any]) -> None:
    env = throwdown.make_vec(id, 2, seed=3, **widest(id))
    shown, _ = env.reset(seed=5)
    shown = env.step(rows_of(env, shown))[0]
    assert goes_on(again(env), shown) == goes_on(env, shown)


def test_environments_of_stable_baselines(again: Callable[[Any], Any]) -> None:
    pytest.importorskip("stable_baselines3")
    env = throwdown.make_sb3("leduc-v0", 3, seed=3)
    env.reset()
    shown = env.step(rows_of(env, None))[0]
    assert goes_on(again(env), shown) == goes_on(env, shown)


@pytest.mark.parametrize("id", GAMES)
def test_tables_and_agent_environments(id: str, again: Callable[[Any], Any]) -> None:
    env = throwdown.make(id)
    env.reset(seed=5)
    table = throwdown.Table.deal(id, seed=5)
    for _ in range(PLIES):
        if not table.over:
            table.play(int(table.mask().argmax()))
            env.step(env.observe(env.agent_selection)["action_mask"].argmax())
    ours, theirs = (table, env), again((table, env))
    for one, two in ((ours, theirs), (theirs, ours)):
        while not one[0].over and len(one[0].history) < 2 * PLIES:
            action = int(one[0].mask().argmax())
            for board, stage in (one, two):
                board.play(action)
                stage.step(np.array(action))
    assert theirs[0].to_json() == table.to_json() and theirs[0].narrate() == table.narrate()
    assert heard(theirs[1].last()) == heard(env.last()) and theirs[1].rewards == env.rewards


@pytest.mark.parametrize("id", GAMES)
def test_batches_and_setups(id: str, again: Callable[[Any], Any]) -> None:
    setup = make_setup(id, **widest(id))
    batch = throwdown.Batch(id, 4, **widest(id))
    batch.reset(seed=2)
    for _ in range(PLIES):
        batch.step(batch.random_actions())
    other, twin = again((batch, setup))
    assert other.game is twin.game is find_game(id)
    for _ in range(PLIES):
        actions = batch.random_actions()
        assert np.array_equal(other.random_actions(), actions)
        assert heard(batch.step(actions)) == heard(other.step(actions))
    assert content(twin.template) == content(setup.template)
    for field in fields(setup):
        if field.name not in ("template", "game"):
            assert np.array_equal(getattr(twin, field.name), getattr(setup, field.name)), field.name


def test_a_scenario_of_ones_own_keeps_its_name_and_data(again: Callable[[Any], Any]) -> None:
    setup = make_setup("throwdown-v0", "duel")
    own = make_setup("throwdown-v0", {**setup.config, "harmony": 3}, reward="win")
    named = replace(own, scenario="evening")
    for one in (own, named):
        two = again(one)
        assert (two.scenario, two.config, two.options) == (one.scenario, one.config, one.options)


AGENTS = ("random", "heuristic", "trained", "level:2", "ismcts:3", "search:trained:3", "coach:bold")


@pytest.mark.parametrize("spec", AGENTS)
def test_agents(spec: str, again: Callable[[Any], Any]) -> None:
    setup = make_setup("throwdown-v0", "duel")
    agent = load(spec, setup, "coach")
    table = throwdown.Table.from_setup(setup, 4)
    while table.agent != "coach_0":
        table.play(int(table.mask().argmax()))
    other = again(agent).bind(setup)
    acts = [who.act(table.decision(), np.random.default_rng(k)) for k in range(5) for who in (agent, other)]
    assert acts[::2] == acts[1::2] and other.name == agent.name


def test_what_stands_for_a_module_is_copied(again: Callable[[Any], Any]) -> None:
    assert again(lazy("json")).dumps([1]) == "[1]"


def test_a_pickle_is_read_by_a_process_that_has_loaded_nothing(tmp_path: Any) -> None:
    env = throwdown.make_vec("kuhn-v0", 3, seed=3)
    shown, _ = env.reset(seed=5)
    (tmp_path / "env").write_bytes(pickle.dumps((env, make_setup("leduc-v0"))))
    read = (
        f"import pickle; env, setup = pickle.load(open({str(tmp_path / 'env')!r}, 'rb'))\n"
        f"shown = env.step({rows_of(env, shown).tolist()})[0]\n"
        "print(shown['observation'].tobytes().hex(), setup.game.id)"
    )
    handed = env.step(rows_of(env, shown))[0]["observation"].tobytes().hex()
    assert run_python(read).split() == [handed, "leduc-v0"]
