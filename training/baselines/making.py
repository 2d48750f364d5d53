"""One run of the table: players are made, saved and measured."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import torch as th

from throwdown import __version__
from throwdown.agents import SUFFIX, Policy, SearchAgent, is_search, load, save_policy, save_table, usual
from throwdown.envs.core.kit import Floats, InvalidConfig, Setup
from throwdown.envs.registry import make_setup
from throwdown.evaluation.exact import Solver, Tree, build_tree, exploitability
from throwdown.training import checkpoint
from throwdown.training.baselines import spiel
from throwdown.training.baselines.mixtures import Lineup, advantages, exact_advantage, strategy_of
from throwdown.training.baselines.nfsp import CONFIG, Nfsp, Settings
from throwdown.training.baselines.plan import ALGORITHMS, TableRun
from throwdown.training.baselines.psro import Psro
from throwdown.training.baselines.store import PLAYERS
from throwdown.training.config import read_config
from throwdown.training.maskable import MaskableRun
from throwdown.training.run import Run
from throwdown.training.trainer import Trainer

DEALS, SEARCHED_DEALS = 4000, 100
"""Fresh deals for the return over the usual opponent, in either place; fewer for agents that search."""
SEARCHED_SETS = 6000
"""Information sets in which a searching agent is asked for the exact exploitability; in larger games it is left out."""
DEAL_SEED = 0xB4
STRATEGY = "strategy.npy"
"""The file among them with what they play on a small game's tree."""
Names = dict[str, list[tuple[float, str]]]
"""By side, what a lineup is loaded from: agents' names, or files of a run's folder, with their shares."""


def run_one(folder: str | Path, settings: Mapping[str, Any], job: TableRun) -> dict[str, Any]:
    """Do a run; return its result as plain data.

    Args:
        folder: the table's; players are saved in it, and checkpoints, from which an interrupted run goes on.
        settings: the settings, one of the algorithm's candidates.
        job: the run.
    """
    th.set_num_threads(1)
    place = Path(folder) / PLAYERS / job.name
    place.mkdir(parents=True, exist_ok=True)
    setup = make_setup(job.arena.game, job.arena.scenario)
    kind = ALGORITHMS[job.algorithm].kind
    start, learnt, seconds = time.process_time(), 0, 0.0
    if kind == "agent":
        names: Names = {side: [(1.0, settings["agent"])] for side in setup.teams}
    elif kind == "solver":
        solver = Solver(build_tree(setup, views=False, threads=1), settings["method"])
        solver.run(settings["iterations"])
        names, seconds = _table(place, setup, solver.tree, solver.average()), time.process_time() - start
    elif kind == "spiel":
        given = {name: x for name, x in settings.items() if name != "name"}
        found = getattr(spiel, settings["name"])(setup, given, job.decisions, job.seed)
        names, learnt = _table(place, setup, found.tree, found.strategy), found.decisions
        seconds = time.process_time() - start
    else:
        run = _trained(place / checkpoint.CHECKPOINT, settings, job)
        names, learnt, seconds = _saved(place, run), run.decisions, run.seconds
    result = {
        "game": job.arena.game,
        "scenario": job.arena.scenario,
        "rules": setup.game.rules_version,
        "version": __version__,
        "algorithm": job.algorithm,
        "seed": job.seed,
        "decisions": job.decisions,
        "settings": dict(settings),
        "learnt": learnt,
        "seconds": round(seconds, 1),
        "players": names,
    }
    result |= _measured(place, setup, lineup_of(place, names, setup), job.arena.is_exact)
    (place / checkpoint.CHECKPOINT).unlink(missing_ok=True)
    return result


def _begun(settings: Mapping[str, Any], job: TableRun) -> Run:
    what: dict[str, Any] = {"game": job.arena.game, "scenario": job.arena.scenario}
    what |= {"steps": job.decisions, "seed": job.seed, "eval_every": 0}
    kind = ALGORITHMS[job.algorithm].kind
    if kind == "maskable-ppo":
        return MaskableRun(read_config({"algorithm": kind, **settings, **what}), clock=time.process_time)
    alone = what | {"workers": 1, "device": "cpu"}
    if kind == "nfsp":
        return Nfsp(read_config(CONFIG | alone), clock=time.process_time, settings=Settings(**settings))
    return (Psro if kind == "psro" else Trainer)(read_config({**settings, **alone}), clock=time.process_time)


def _trained(file: Path, settings: Mapping[str, Any], job: TableRun) -> Run:
    """Train to the end. Our own learner's runs go on from their checkpoint, bit by bit; others begin anew."""
    kind = {"psro": Psro, "ppo": Trainer}.get(ALGORITHMS[job.algorithm].kind)
    if kind is not None and file.is_file():
        run: Run = kind.resume(file)
        run.clock = time.process_time
    else:
        run = _begun(settings, job)
    while run.progress < 1.0:
        run.step()
        if kind is not None and run.turn % run.config.checkpoint_every == 0:
            run.save(file)
    return run


def _saved(place: Path, run: Run) -> Names:
    """Save a run's players."""
    policies: dict[str, list[tuple[float, Policy]]]
    if isinstance(run, Psro):
        policies = run.population()
    else:
        policies = {role: [(1.0, run.policy(role, {}))] for role in run.roles}
    names: Names = {}
    for side, seats in run.setup.teams.items():
        roles = {run.setup.roles[seat] for seat in seats}
        if len(roles) > 1:
            raise InvalidConfig(f"the {side} of {run.setup.game.id} has several roles; the table needs one.")
        role = roles.pop()
        names[side] = []
        for k, (share, policy) in enumerate(policies[role]):
            names[side].append((share, save_policy(place / f"{role}-{k}.npz", policy).name))
    return names


def _table(place: Path, setup: Setup, tree: Tree, strategy: Floats) -> Names:
    save_table(place / "table.npz", setup, tree.key, tree.first, tree.action, strategy)
    return {side: [(1.0, "table.npz")] for side in setup.teams}


def lineup_of(place: Path, names: Mapping[str, Any], setup: Setup) -> Lineup:
    """Return the players of a finished run.

    Args:
        place: the run's folder of players.
        names: ``players`` of its result.
        setup: the setup.

    Raises:
        InvalidConfig: a file is missing.
    """
    found = {}
    for side, parts in names.items():
        role = setup.roles[setup.teams[side][0]]
        specs = [place / Path(name).name if name.endswith(SUFFIX) else name for _, name in parts]
        found[side] = [(float(share), load(spec, setup, role)) for (share, _), spec in zip(parts, specs)]
    return found


def searches(names: Mapping[str, Any]) -> bool:
    """Return whether a result's players search, which takes long."""
    return any(is_search(name) for parts in names.values() for _, name in parts)


@lru_cache(maxsize=1)
def tree_of(game: str, scenario: str) -> Tree:
    """Return the tree of a small game."""
    return build_tree(make_setup(game, scenario), threads=1)


def usual_lineup(setup: Setup) -> Lineup:
    """Return the usual opponent on both sides."""
    name = usual(setup)
    return {side: [(1.0, load(name, setup, setup.roles[seats[0]]))] for side, seats in setup.teams.items()}


@lru_cache(maxsize=1)
def usual_strategy(game: str, scenario: str) -> Floats:
    """Return what the usual opponent plays on a small game's tree; agents without probabilities are slow to ask."""
    return strategy_of(tree_of(game, scenario), usual_lineup(make_setup(game, scenario)))


def _measured(place: Path, setup: Setup, lineup: Lineup, is_exact: bool) -> dict[str, Any]:
    """Return the exploitability and the mean advantage over the usual opponent, exact where the tree allows.

    Elsewhere the former is None. What a lineup plays on a tree is saved, for the cross-play.
    """
    is_slow = any(isinstance(agent, SearchAgent) for x in lineup.values() for _, agent in x)
    tree = tree_of(setup.game.id, setup.scenario) if is_exact else None
    if tree is not None and (not is_slow or len(tree.side) <= SEARCHED_SETS):
        strategy = strategy_of(tree, lineup)
        np.save(place / STRATEGY, strategy.astype(np.float32))
        share = exploitability(tree, strategy).share
        other = usual_strategy(setup.game.id, setup.scenario)
        over, error, deals = exact_advantage(tree, strategy, other), 0.0, 0
    else:
        deals = SEARCHED_DEALS if is_slow else DEALS
        gains = advantages(setup, lineup, usual_lineup(setup), deals, DEAL_SEED)
        share, over, error = None, float(gains.mean()), float(gains.std(ddof=1) / deals**0.5)
    return {"exploitability": share, "usual": usual(setup), "over": over, "error": error, "deals": deals}
