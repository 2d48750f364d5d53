"""The table's folder: a small file per run, and the cross-play of what has run."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.envs.core.kit import owned
from throwdown.envs.registry import make_setup
from throwdown.evaluation.workers import distribute
from throwdown.training.baselines import store
from throwdown.training.baselines.hunt import gain
from throwdown.training.baselines.making import STRATEGY, lineup_of, run_one, searches, tree_of
from throwdown.training.baselines.mixtures import advantages, exact_advantage
from throwdown.training.baselines.plan import ALGORITHMS, Arena, TableRun, jobs_of
from throwdown.training.results import load_json, save_json

Progress = Callable[[int, int], None]
MEET_DEALS, MEET_SEARCHED = 1000, 40
"""Deals in either place between two rows; fewer if one of them searches."""
MEET_SEED = 0xB5


Given = tuple[Mapping[str, Any], TableRun]
"""A run with its settings."""


def _do(folder: Path, given: Given) -> store.Result:
    return run_one(folder, *given)


def fill(
    folder: str | Path,
    places: Sequence[Arena],
    algorithms: Sequence[str],
    seeds: Sequence[int],
    decisions: int | None = None,
    workers: int | None = None,
    command: str = "",
    progress: Progress | None = None,
) -> None:
    """Do the missing runs: first the trials of settings, then the runs, then the cross-play.

    It can be stopped at any time: finished runs are not repeated, and runs of our own learner go on from their
    checkpoints.

    Args:
        folder: of the table.
        places: the games.
        algorithms: names from `plan.ALGORITHMS`.
        seeds: of the runs.
        decisions: per run; by default the arena's.
        workers: maximum number of runs side by side, by default one per core.
        command: stored in the files.
        progress: called as ``progress(done, all)`` with numbers of runs.

    Raises:
        InvalidConfig: a file in the folder is of another run, or another process fills it.
    """
    folder, tell = Path(folder), progress or (lambda done, total: None)
    with owned(folder):
        plan = list(jobs_of(places, algorithms, seeds, decisions))
        total = sum(len(trials) + len(runs) for trials, runs in plan)
        done = 0
        for stage in (_tried, _chosen):  # the second needs the first's results
            units = list(stage(folder, plan))
            left = [(settings, job) for settings, job in units if store.finished(folder, job) is None]
            done += len(units) - len(left)
            tell(done, total)
            for k, result in distribute(partial(_do, folder), left, workers):
                result |= {"command": command, "date": time.strftime("%Y-%m-%d")}
                save_json(store.file_of(folder, left[k][1]), result)
                store.forget(folder, left[k][1], seeds)
                done += 1
                tell(done, total)
        for arena in places:
            for seed in seeds:
                meet(folder, arena, seed, workers)


def _tried(folder: Path, plan: Sequence[tuple[list[TableRun], list[TableRun]]]) -> Iterator[Given]:
    for trials, _ in plan:
        for job, settings in zip(trials, ALGORITHMS[trials[0].algorithm].candidates if trials else ()):
            yield settings, job


def _chosen(folder: Path, plan: Sequence[tuple[list[TableRun], list[TableRun]]]) -> Iterator[Given]:
    for trials, runs in plan:
        for job in runs:
            settings = store.best_of(folder, trials) if trials else ALGORITHMS[job.algorithm].candidates[0]
            yield settings, job


def hunt(
    folder: str | Path,
    places: Sequence[Arena],
    algorithms: Sequence[str],
    seeds: Sequence[int],
    steps: int,
    workers: int | None = None,
    progress: Progress | None = None,
) -> None:
    """Train the missing exploiters, one for each side, of finished runs whose exploitability is not exact.

    What searches is left out: an exploiter would learn for years.

    Args:
        folder: of the table.
        places: the games.
        algorithms: the rows.
        seeds: of the runs.
        steps: decisions of an exploiter.
        workers: maximum number of processes.
        progress: called as ``progress(done, all)``.
    """
    folder = Path(folder)
    jobs = [
        job
        for arena in places
        for seed in seeds
        for name, x in store.results_of(folder, arena, seed).items()
        if name in algorithms and x["exploitability"] is None and not searches(x["players"])
        for job in [TableRun(arena, name, x["seed"], x["decisions"])]
        if store.place_of(folder, x).is_dir()
    ]
    jobs = [job for job in dict.fromkeys(jobs) if not store.hunt_file(folder, job).is_file()]
    with owned(folder):
        for done, (k, result) in enumerate(distribute(partial(_hunted, folder, steps), jobs, workers)):
            save_json(store.hunt_file(folder, jobs[k]), result)
            if progress is not None:
                progress(done + 1, len(jobs))


def _hunted(folder: Path, steps: int, job: TableRun) -> store.Result:
    setup = make_setup(job.arena.game, job.arena.scenario)
    result = load_json(store.file_of(folder, job))
    lineup = lineup_of(store.place_of(folder, result), result["players"], setup)
    what = {"game": job.arena.game, "scenario": job.arena.scenario}
    gains = {side: gain(setup, what, lineup, side, steps, 1) for side in setup.teams}
    return {"steps": steps, "gains": {side: [round(x, 5) for x in pair] for side, pair in gains.items()}}


def meet(folder: Path, arena: Arena, seed: int, workers: int | None = 1) -> None:
    """Let all rows of a seed that have players here play each other, where they have not yet."""
    results = store.results_of(folder, arena, seed)
    here = [name for name, x in results.items() if store.place_of(folder, x).is_dir()]
    if not any(ALGORITHMS[name].learns for name in here):
        return
    cross = store.load_cross(folder, arena, seed)
    pairs = [(a, b) for a, b in combinations(here, 2) if f"{a} over {b}" not in cross["cells"]]
    do = partial(meeting, folder, arena, results)
    for k, cell in distribute(do, pairs, workers):
        cross["cells"][" over ".join(pairs[k])] = cell
        save_json(store.cross_file(folder, arena, seed), cross)


def meeting(
    folder: Path, arena: Arena, results: Mapping[str, store.Result], pair: tuple[str, str]
) -> tuple[float, float, int]:
    """Return the advantage of one row over another as a mean over both places, its standard error, and the deals.

    On small trees it is exact, with neither error nor deals.
    """
    found = [results[name] for name in pair]
    files = [store.place_of(folder, x) / STRATEGY for x in found]
    if all(file.is_file() for file in files):
        tree = tree_of(arena.game, arena.scenario)
        one, other = (np.load(file).astype(np.float64) for file in files)
        return round(exact_advantage(tree, one, other), 5), 0.0, 0
    setup = make_setup(arena.game, arena.scenario)
    one_lineup, other_lineup = (lineup_of(store.place_of(folder, x), x["players"], setup) for x in found)
    deals = MEET_SEARCHED if any(searches(x["players"]) for x in found) else MEET_DEALS
    gains = advantages(setup, one_lineup, other_lineup, deals, MEET_SEED)
    return round(float(gains.mean()), 5), round(float(gains.std(ddof=1) / deals**0.5), 5), deals
