"""Decisions per second: batches, playouts and the AEC environment, against PettingZoo's connect_four."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from throwdown.benchmarks.harness import Group, Job, Measure
from throwdown.envs import make, make_raw, registry
from throwdown.envs.core.batch import playouts
from throwdown.envs.core.kit import Batch, MissingExtra

CONCEDE = 1 / 16
"""Probability with which random playouts keep a Concede (or a refusal) if there is another legal action."""
ROWS = 1024


def connect_four(is_wrapped: bool) -> Any:
    """Return the peer, with or without its own wrappers."""
    try:
        from pettingzoo.classic.connect_four import connect_four as module
    except ImportError:
        raise MissingExtra(
            "The peer, PettingZoo's connect_four, is not installed: pip install 'throwdown[dev]'."
        ) from None
    return module.env() if is_wrapped else module.raw_env()


def choose(mask: np.ndarray, exits: frozenset[int], rng: np.random.Generator) -> int:
    """Return a random legal action; an exit such as Concede seldom, if there is another one."""
    legal = np.flatnonzero(mask)
    action = int(legal[rng.integers(len(legal))])
    while action in exits and len(legal) > 1 and rng.random() >= CONCEDE:
        action = int(legal[rng.integers(len(legal))])
    return action


def play_turns(env: Any, exits: frozenset[int], turns: int) -> float:
    """Play whole games of random legal actions for at least ``turns`` turns; return their number."""
    rng, done, games = np.random.default_rng(0), 0, 0
    while done < turns:
        games += 1
        env.reset(seed=games)
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(choose(observation["action_mask"], exits, rng))
            done += 1
    return done


def aec_job(maker: Callable[[], Any], turns: int) -> Job:
    """Return the job of playing an AEC environment."""
    env = maker()
    setup = getattr(env.unwrapped, "setup", None)
    exits = frozenset(setup.game.exits) if setup else frozenset()
    return Job(partial(play_turns, env, exits, turns))


def batch_job(scenario: str, steps: int, game: str = "throwdown-v0") -> Job:
    """Return the job of stepping a batch with observations and masks.

    It counts decisions, the actions chosen among two or more legal ones; their share comes from the masks of untimed
    steps.
    """
    batch = Batch(registry.make_setup(game, scenario), ROWS)
    step = batch.reset()
    plies = decisions = games = 0
    for k in range(600):
        is_choice = step.masks.sum(axis=1, dtype=np.int64) > 1
        step = batch.step(batch.random_actions(CONCEDE), step)
        if k >= 200:
            plies, decisions, games = plies + ROWS, decisions + is_choice.sum(), games + step.done.sum()

    def run() -> float:
        into = step
        for _ in range(steps):
            into = batch.step(batch.random_actions(CONCEDE), into)
        return float(steps * ROWS * decisions / plies)

    facts = {"length": plies / games, "share": decisions / plies, "bytes": batch.states.dtype.itemsize}
    return Job(run, facts)


def playout_job(scenario: str, plies: int) -> Job:
    """Return the job of playing random games without observations."""
    batch = Batch(registry.make_setup("throwdown-v0", scenario), 1)
    batch.reset()
    done, decisions, games = playouts(batch.states, 100_000, CONCEDE, 1, batch._out)

    def run() -> float:
        return float(playouts(batch.states, plies, CONCEDE, 2, batch._out)[0])

    return Job(run, {"length": done / games, "share": decisions / done})


def engine_group(is_quick: bool) -> Group:
    """Return the measures of the engine, against connect_four with and without its wrappers."""
    part = 10 if is_quick else 1

    def peer(short: str, turns: int) -> Measure:
        return Measure(
            name=f"peer_{short}",
            what=f"connect_four, PettingZoo, {short}",
            unit="turns/s",
            setup=partial(aec_job, partial(connect_four, short == "wrapped"), turns // part),
            short=short,
        )

    def batch(scenario: str, steps: int, game: str = "throwdown", of: str = "", also: str = "") -> Measure:
        return Measure(
            name=f"batch_{scenario}" if not of else f"batch_{game}_{scenario}",
            what=f"Batch of {ROWS:,} `{scenario}` games{of}, observations and masks (mean length "
            f"{{length:.1f}}{also})",
            unit="decisions/s",
            setup=partial(batch_job, scenario, steps // part, f"{game}-v0"),
            peer="peer_wrapped",
        )

    def other(game: str, title: str, scenario: str, steps: int) -> Measure:
        return batch(scenario, steps, game, f" of {title}", ", states of {bytes:,} bytes")

    def aec(name: str, what: str, maker: Callable[[], Any], turns: int, peer: str) -> Measure:
        return Measure(
            name=f"aec_{name}",
            what=f"AEC environment, {what}",
            unit="turns/s",
            setup=partial(aec_job, maker, turns // part),
            peer=peer,
        )

    playout = Measure(
        name="playout",
        what="Playouts of `duel` without observations (mean length {length:.1f})",
        unit="plies/s",
        setup=partial(playout_job, "duel", 10_000_000 // part),
        peer="peer_wrapped",
    )
    raw, two = partial(make_raw, "throwdown-v0"), partial(make, "throwdown-v0")
    three = partial(make, "throwdown-v0", terminate_illegal=True)
    return (
        peer("wrapped", 15_000),
        peer("raw", 30_000),
        batch("duel", 3000),
        batch("trio", 2000),
        other("challenge", "Challenges", "scene", 2000),
        other("challenge", "Challenges", "duel", 2000),
        other("skirmish", "Skirmish", "tutorial", 1000),
        other("skirmish", "Skirmish", "skirmish", 1000),
        other("showdown", "Showdown", "mini", 2000),
        other("showdown", "Showdown", "showdown", 1000),
        playout,
        aec("raw", "raw", raw, 100_000, "peer_raw"),
        aec("two_wrappers", "order and bounds checks", two, 30_000, "peer_wrapped"),
        aec("three_wrappers", "all three stock wrappers", three, 20_000, "peer_wrapped"),
    )
