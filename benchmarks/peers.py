"""Kuhn and Leduc poker at random: our batch beside those of EnvPool, PGX and OpenSpiel, as far as installed.

Every library steps many games at once, on one thread and in its own way, and every time includes the choice among the
legal actions. The rows say what else a library computes. Sparrow Mahjong is the largest game with hidden hands that
EnvPool and PGX have; beside it stands another game, for as many players.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from throwdown.benchmarks.engine import ROWS, batch_job
from throwdown.benchmarks.harness import Group, Job, Measure

LIBRARIES = {"envpool": "EnvPool", "pgx": "PGX", "pyspiel": "OpenSpiel"}
"""Modules of the peers, and their names."""
MANY = 8192
"""Games of a batch large enough that a larger one gains PGX nothing."""
FEW = 128
"""Games of a batch that is a loop in Python, whose size therefore does not matter."""
COUNTED = 100
"""Untimed steps from which the mean length is taken, after as many to get there."""
SERIAL = {
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "JAX_PLATFORMS": "cpu",
}
"""Environment variables that keep JAX to one thread of the processor."""


class Compared(NamedTuple):
    """A game of the peers: its names there, ours beside it, and the work of a round.

    Attributes:
        key: its part of the measures' names.
        title: its name for readers.
        own: id and scenario of ours.
        own_title: the name of ours for readers.
        envpool: its name in EnvPool.
        pgx: its name in PGX.
        openspiel: its name in OpenSpiel; empty if OpenSpiel has it not.
        own_steps: our steps in a round.
        steps: steps of `ROWS` games by EnvPool in a round.
        pgx_steps: the same by PGX.
    """

    key: str
    title: str
    own: tuple[str, str]
    own_title: str
    envpool: str
    pgx: str
    openspiel: str
    own_steps: int
    steps: int
    pgx_steps: int


KUHN = Compared(
    key="kuhn",
    title="Kuhn poker",
    own=("kuhn-v0", "standard"),
    own_title="Kuhn poker",
    envpool="KuhnPoker-v1",
    pgx="kuhn_poker",
    openspiel="kuhn_poker",
    own_steps=10_000,
    steps=300,
    pgx_steps=2000,
)
LEDUC = Compared(
    key="leduc",
    title="Leduc poker",
    own=("leduc-v0", "standard"),
    own_title="Leduc poker",
    envpool="LeducHoldem-v1",
    pgx="leduc_holdem",
    openspiel="leduc_poker",
    own_steps=10_000,
    steps=300,
    pgx_steps=1000,
)
MAHJONG = Compared(
    key="mahjong",
    title="Sparrow Mahjong",
    own=("throwdown-v0", "trio"),
    own_title="Another game for three, `trio`",
    envpool="SparrowMahjong-v1",
    pgx="sparrow_mahjong",
    openspiel="",
    own_steps=2000,
    steps=50,
    pgx_steps=50,
)


def absent() -> list[str]:
    """Return the names of the peers that are not installed."""
    return [name for module, name in LIBRARIES.items() if find_spec(module) is None]


def stepped_job(step: Callable[[], Any], rows: int, steps: int, deals_apart: bool = False) -> Job:
    """Return the job of stepping a batch; it counts turns.

    Args:
        step: chooses at random, steps every game, and returns which games ended (bool, shape (rows,)).
        rows: number of games.
        steps: number of steps.
        deals_apart: whether the step after a game's end only deals the next one, and is thus no turn.
    """
    turns = games = over = 0
    for k in range(2 * COUNTED):
        dealt = over if deals_apart else 0
        over = int(np.asarray(step()).sum())
        if k >= COUNTED:
            turns, games = turns + rows - dealt, games + over
    share = turns / (COUNTED * rows)

    def run() -> float:
        ended = None
        for _ in range(steps):
            ended = step()
        np.asarray(ended)  # JAX returns before it has finished
        return steps * rows * share

    return Job(run, {"length": turns / games})


def envpool_job(name: str, steps: int) -> Job:
    """Return the job of stepping EnvPool's batch."""
    import envpool

    env = envpool.make(name, env_type="gymnasium", num_envs=ROWS, num_threads=1, seed=1)
    rng = np.random.default_rng(1)
    masks = env.reset()[1]["legal_action_mask"]

    def step() -> Any:
        nonlocal masks
        noise = rng.random(masks.shape, np.float32)
        _, _, ended, _, info = env.step((masks - noise).argmax(axis=1).astype(np.int32))
        masks = info["legal_action_mask"]
        return ended

    return stepped_job(step, ROWS, steps, deals_apart=True)


def pgx_job(name: str, rows: int, steps: int) -> Job:
    """Return the job of stepping PGX's games under ``vmap``, the choice and the step compiled as one.

    Compiled so, it deals a new game in every row at every step, and takes it where one has ended.
    """
    for variable, value in SERIAL.items():
        os.environ.setdefault(variable, value)
    import jax
    import pgx
    from pgx.experimental import act_randomly, auto_reset

    env = pgx.make(name)
    step_all = jax.vmap(auto_reset(env.step, env.init))

    def advance(state: Any, key: Any) -> Any:
        key, choice, deal = jax.random.split(key, 3)
        actions = act_randomly(choice, state.legal_action_mask)
        return step_all(state, actions, jax.random.split(deal, rows)), key

    compiled = jax.jit(advance, donate_argnums=(0, 1))  # it may write over the states that it was given
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), rows))
    key = jax.random.PRNGKey(2)

    def step() -> Any:
        nonlocal state, key
        state, key = compiled(state, key)
        return state.terminated

    return stepped_job(step, rows, steps)


def trajectories_job(name: str, times: int) -> Job:
    """Return the job of recording batches of OpenSpiel's trajectories; it counts turns."""
    import pyspiel
    from open_spiel.python import policy

    game, seeds = pyspiel.load_game(name), count()
    uniform = policy.python_policy_to_pyspiel_policy(policy.TabularPolicy(game))

    def play(games: int) -> Any:
        return pyspiel.record_batched_trajectories(game, [uniform] * 2, {}, games, True, next(seeds), -1)

    length = float(np.sum(play(16 * ROWS).valid)) / (16 * ROWS)

    def run() -> float:
        for _ in range(times):
            play(ROWS)
        return times * ROWS * length

    return Job(run, {"length": length})


def vector_job(name: str, steps: int) -> Job:
    """Return the job of stepping OpenSpiel's vector of environments."""
    import pyspiel
    from open_spiel.python import rl_environment, vector_env
    from open_spiel.python.rl_agent import StepOutput

    game, rng = pyspiel.load_game(name), random.Random(1)
    samplers = [rl_environment.ChanceEventSampler(seed=k) for k in range(FEW)]
    envs = vector_env.SyncVectorEnv(
        [rl_environment.Environment(game, chance_event_sampler=s) for s in samplers]
    )
    now = envs.reset()

    def step() -> Any:
        nonlocal now
        seen = [found.observations for found in now]
        legal = [each["legal_actions"][each["current_player"]] for each in seen]
        outputs = [StepOutput(action=rng.choice(actions), probs=None) for actions in legal]
        now, _, ended, _ = envs.step(outputs, reset_if_done=True)
        return ended

    return stepped_job(step, FEW, steps)


def group_of(compared: Compared, part: int) -> Group:
    """Return the measures of a game; those of peers only if installed."""
    missing = absent()

    def beside(library: str, name: str, how: str, setup: Callable[[], Job]) -> list[Measure]:
        if library in missing:
            return []
        return [
            Measure(
                name=f"{compared.key}_{name}",
                what=f"{compared.title}, {library}{how} (mean length {{length:.2f}})",
                unit="decisions/s",
                setup=setup,
                peer=f"{compared.key}_own",
            )
        ]

    game, scenario = compared.own
    own = Measure(
        name=f"{compared.key}_own",
        what=f"{compared.own_title}, {ROWS:,} games: observation and mask of the seat to move, next game dealt in the "
        "same step (mean length {length:.2f})",
        unit="decisions/s",
        setup=partial(batch_job, scenario, compared.own_steps // part, game),
        short="Throwdown",
    )
    group = [own]
    group += beside(
        "EnvPool",
        "envpool",
        f" (C++), {ROWS:,} games: observations of all seats, mask, next game dealt in a step of its own",
        partial(envpool_job, compared.envpool, compared.steps // part),
    )
    for rows in (ROWS, MANY) if compared.openspiel else (ROWS,):
        group += beside(
            "PGX",
            f"pgx_{rows}",
            f" (JAX), {rows:,} games: observation and mask of the seat to move, next game dealt in the same step",
            partial(pgx_job, compared.pgx, rows, compared.pgx_steps * ROWS // rows // part),
        )
    if compared.openspiel:
        group += beside(
            "OpenSpiel",
            "trajectories",
            f"'s batched trajectories (C++), {ROWS:,} games: observation and mask of the seat to move, its policy "
            "looked up, every turn kept",
            partial(trajectories_job, compared.openspiel, 300 // part),
        )
        group += beside(
            "OpenSpiel",
            "vector",
            f"'s SyncVectorEnv (games in C++, loop in Python), {FEW} games: observations of all seats, legal "
            "actions, next game dealt in the same step",
            partial(vector_job, compared.openspiel, 400 // part),
        )
    return group


def peer_groups(is_quick: bool) -> list[Group]:
    """Return the measures of every game."""
    return [group_of(compared, 10 if is_quick else 1) for compared in (KUHN, LEDUC, MAHJONG)]
