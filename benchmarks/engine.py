"""Decisions a second: batches, playouts and the AEC environment beside PettingZoo's connect_four."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from throwdown.envs import make, make_raw
from throwdown.envs.core.batch import Batch, playouts
from throwdown.envs.core.errors import MissingExtra
from throwdown.envs.registry import make_setup

CONCEDE = 1 / 16
"""Random playouts keep a Concede (or a refusal) with this probability where there is another legal action."""


def connect_four(wrapped: bool) -> Callable[[], Any]:
    """Return a maker of the peer, with its own wrappers or bare."""
    try:
        from pettingzoo.classic.connect_four import connect_four as module
    except ImportError:
        raise MissingExtra(
            "The peer, PettingZoo's connect_four, is not installed: pip install 'throwdown[dev]'."
        ) from None
    maker: Callable[[], Any] = module.env if wrapped else module.raw_env
    return maker


def choose(mask: np.ndarray, exits: frozenset[int], rng: np.random.Generator) -> int:
    """Return a random legal action; an exit such as Concede seldom, where there is another one."""
    legal = np.flatnonzero(mask)
    action = int(legal[rng.integers(len(legal))])
    while action in exits and len(legal) > 1 and rng.random() >= CONCEDE:
        action = int(legal[rng.integers(len(legal))])
    return action


def aec_rate(maker: Callable[[], Any], seconds: float) -> float:
    """Return the turns a second of an AEC environment under random legal play."""
    env, rng, turns, games = maker(), np.random.default_rng(0), 0, 0
    setup = getattr(env.unwrapped, "setup", None)
    exits = frozenset(setup.game.actions.first(name) for name in setup.game.exits) if setup else frozenset()
    env.reset(seed=0)
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        games += 1
        env.reset(seed=games)
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(choose(observation["action_mask"], exits, rng))
            turns += 1
    return turns / (time.perf_counter() - begin)


def batch_rate(scenario: str, n: int, seconds: float) -> dict[str, float]:
    """Return a batch's decisions a second with observations and masks, and what its games look like.

    Decisions are the actions chosen among two or more legal ones; the share of the others is taken from the masks of a
    second, uncounted run.
    """
    batch = Batch(make_setup("throwdown-v0", scenario), n)
    step = batch.reset()
    plies = games = 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        for _ in range(20):
            step = batch.step(batch.random_actions(CONCEDE), step)
            games += int(step.done.sum())
        plies += 20 * n
    rate = plies / (time.perf_counter() - begin)
    share = []
    for _ in range(200):
        step = batch.step(batch.random_actions(CONCEDE), step)
        share.append(float((step.masks.sum(axis=1, dtype=np.int64) > 1).mean()))
    return {"decisions": rate * float(np.mean(share)), "plies": rate, "length": plies / games}


def playout_rate(scenario: str, plies: int) -> dict[str, float]:
    """Return random plies and decisions a second without observations, and the mean length of a game."""
    batch = Batch(make_setup("throwdown-v0", scenario), 1)
    batch.reset()
    playouts(batch.states, 1000, CONCEDE, 1, batch._out)
    begin = time.perf_counter()
    done, decisions, games = playouts(batch.states, plies, CONCEDE, 2, batch._out)
    seconds = time.perf_counter() - begin
    return {"plies": done / seconds, "decisions": decisions / seconds, "length": done / games}


def rounds(measure: Callable[[], float], times: int) -> float:
    """Return the best of some measurements: on a shared machine the least disturbed one."""
    return max(measure() for _ in range(times))


def measure_engine(quick: bool) -> dict[str, float]:
    """Return every engine figure of the table."""
    seconds, times = (0.3, 1) if quick else (1.5, 3)
    wrapped = rounds(lambda: aec_rate(connect_four(True), seconds), times)
    bare = rounds(lambda: aec_rate(connect_four(False), seconds), times)
    figures = {"peer_wrapped": wrapped, "peer_raw": bare}
    for scenario in ("duel", "trio"):
        runs = [batch_rate(scenario, 1024, seconds) for _ in range(times)]
        best = max(runs, key=lambda run: run["decisions"])
        figures |= {f"batch_{scenario}_{k}": v for k, v in best.items()}
    plays = [playout_rate("duel", 300_000 if quick else 3_000_000) for _ in range(2 * times)]
    figures |= {f"playout_{k}": v for k, v in max(plays, key=lambda run: run["plies"]).items()}
    figures["aec_raw"] = rounds(lambda: aec_rate(lambda: make_raw("throwdown-v0"), seconds), times)
    figures["aec_two_wrappers"] = rounds(lambda: aec_rate(lambda: make("throwdown-v0"), seconds), times)
    figures["aec_three_wrappers"] = rounds(
        lambda: aec_rate(lambda: make("throwdown-v0", terminate_illegal=True), seconds), times
    )
    figures["state_bytes"] = float(make_setup("throwdown-v0").game.state.dtype.itemsize)
    return figures
