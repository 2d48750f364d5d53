"""The table's folder: a small file per run, and the cross-play of what has run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, owned
from throwdown.envs.registry import make_setup
from throwdown.evaluation.workers import distribute
from throwdown.training import checkpoint
from throwdown.training.baselines.hunt import gain
from throwdown.training.baselines.making import PLAYERS, STRATEGY, lineup_of, run_one, searches, tree_of
from throwdown.training.baselines.mixtures import advantages, exact_advantage
from throwdown.training.baselines.plan import ALGORITHMS, Arena, TableRun, jobs_of

Result = dict[str, Any]
Progress = Callable[[int, int], None]
MEET_DEALS, MEET_SEARCHED = 1000, 40
"""Deals in either place between two rows; fewer if one of them searches."""
MEET_SEED = 0xB5


def file_of(folder: Path, job: TableRun) -> Path:
    """Return the file of a run's result."""
    return folder / f"{job.name}.json"


def read(folder: Path, job: TableRun) -> Result | None:
    """Return what a run's file holds, None if there is none.

    Raises:
        InvalidRecord: it is damaged, or of another run.
    """
    file = file_of(folder, job)
    if not file.is_file():
        return None
    found = checkpoint.load_json(file)
    of = job.arena.game, job.arena.scenario, job.algorithm, job.seed
    if tuple(found.get(name) for name in ("game", "scenario", "algorithm", "seed")) != of:
        raise InvalidRecord(f"'{file}' is no result of {job.name}; delete it, and the run is made again.")
    return found


def finished(folder: Path, job: TableRun) -> Result | None:
    """Return the result of a run, None if there is none yet.

    Raises:
        InvalidConfig: the file is of a run of another length or other rules.
        InvalidRecord: see `read`.
    """
    file, found = file_of(folder, job), read(folder, job)
    if found is None:
        return None
    rules = make_setup(job.arena.game, job.arena.scenario).game.rules_version
    if ALGORITHMS[job.algorithm].learns and found["decisions"] != job.decisions:
        raise InvalidConfig(
            f"'{file}' is a run of {found['decisions']:,} decisions, not of {job.decisions:,}; choose another folder "
            "or the same --decisions."
        )
    if found["rules"] != rules:
        raise InvalidConfig(
            f"'{file}' is of version {found['rules']} of the rules, not of {rules}; choose another folder."
        )
    return found


def best_of(folder: Path, trials: Sequence[TableRun]) -> dict[str, Any]:
    """Return the settings of the best of some finished trials."""
    found = {job: result for job in trials if (result := finished(folder, job)) is not None}

    def key(job: TableRun) -> float:
        share = found[job]["exploitability"]
        return float(-share if share is not None else found[job]["over"])

    best = max(found, key=key)
    return ALGORITHMS[best.algorithm].candidates[best.trial or 0]


Given = tuple[Mapping[str, Any], TableRun]
"""A run with its settings."""


def _do(folder: Path, given: Given) -> Result:
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
            left = [(settings, job) for settings, job in units if finished(folder, job) is None]
            done += len(units) - len(left)
            tell(done, total)
            for k, result in distribute(partial(_do, folder), left, workers):
                result |= {"command": command, "date": time.strftime("%Y-%m-%d")}
                checkpoint.save_json(file_of(folder, left[k][1]), result)
                forget(folder, left[k][1], seeds)
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
            settings = best_of(folder, trials) if trials else ALGORITHMS[job.algorithm].candidates[0]
            yield settings, job


def hunt_file(folder: Path, job: TableRun) -> Path:
    """Return the file of a run's exploiters."""
    return folder / f"{job.name}.exploiters.json"


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
        for name, x in results_of(folder, arena, seed).items()
        if name in algorithms and x["exploitability"] is None and not searches(x["players"])
        for job in [TableRun(arena, name, x["seed"], x["decisions"])]
        if _place(folder, x).is_dir()
    ]
    jobs = [job for job in dict.fromkeys(jobs) if not hunt_file(folder, job).is_file()]
    with owned(folder):
        for done, (k, result) in enumerate(distribute(partial(_hunted, folder, steps), jobs, workers)):
            checkpoint.save_json(hunt_file(folder, jobs[k]), result)
            if progress is not None:
                progress(done + 1, len(jobs))


def _hunted(folder: Path, steps: int, job: TableRun) -> Result:
    setup = make_setup(job.arena.game, job.arena.scenario)
    result = checkpoint.load_json(file_of(folder, job))
    lineup = lineup_of(_place(folder, result), result["players"], setup)
    what = {"game": job.arena.game, "scenario": job.arena.scenario}
    gains = {side: gain(setup, what, lineup, side, steps, 1) for side in setup.teams}
    return {"steps": steps, "gains": {side: [round(x, 5) for x in pair] for side, pair in gains.items()}}


def results_of(folder: Path, arena: Arena, seed: int) -> dict[str, Result]:
    """Return the results of a seed, and of what does not learn, by algorithm."""
    found = {}
    for name, algorithm in ALGORITHMS.items():
        result = read(folder, TableRun(arena, name, seed if algorithm.learns else 0, 0))
        if result is not None:
            found[name] = result
    return found


def cross_file(folder: Path, arena: Arena, seed: int) -> Path:
    """Return the file of a cross-play."""
    return folder / f"{arena.game}.{arena.scenario}.cross.{seed}.json"


def load_cross(folder: Path, arena: Arena, seed: int) -> Result:
    """Return a cross-play: ``cells`` holds, by ``ONE over OTHER``, the advantage, its standard error, and the deals."""
    file = cross_file(folder, arena, seed)
    return checkpoint.load_json(file) if file.is_file() else {"cells": {}}


def forget(folder: Path, job: TableRun, seeds: Sequence[int]) -> None:
    """Drop what was measured with an earlier run of a job: it has been made anew."""
    hunt_file(folder, job).unlink(missing_ok=True)
    for seed in (job.seed,) if ALGORITHMS[job.algorithm].learns else seeds:
        cross = load_cross(folder, job.arena, seed)
        kept = {pair: x for pair, x in cross["cells"].items() if job.algorithm not in pair.split(" over ")}
        if kept != cross["cells"]:
            checkpoint.save_json(cross_file(folder, job.arena, seed), cross | {"cells": kept})


def meet(folder: Path, arena: Arena, seed: int, workers: int | None = 1) -> None:
    """Let all rows of a seed that have players here play each other, where they have not yet."""
    results = results_of(folder, arena, seed)
    here = [name for name, x in results.items() if _place(folder, x).is_dir()]
    if not any(ALGORITHMS[name].learns for name in here):
        return
    cross = load_cross(folder, arena, seed)
    pairs = [(a, b) for a, b in combinations(here, 2) if f"{a} over {b}" not in cross["cells"]]
    do = partial(meeting, folder, arena, results)
    for k, cell in distribute(do, pairs, workers):
        cross["cells"][" over ".join(pairs[k])] = cell
        checkpoint.save_json(cross_file(folder, arena, seed), cross)


def _place(folder: Path, result: Result) -> Path:
    name = f"{result['game']}.{result['scenario']}.{result['algorithm']}.{result['seed']}"
    return folder / PLAYERS / name


def meeting(
    folder: Path, arena: Arena, results: Mapping[str, Result], pair: tuple[str, str]
) -> tuple[float, float, int]:
    """Return the advantage of one row over another as a mean over both places, its standard error, and the deals.

    On small trees it is exact, with neither error nor deals.
    """
    found = [results[name] for name in pair]
    files = [_place(folder, x) / STRATEGY for x in found]
    if all(file.is_file() for file in files):
        tree = tree_of(arena.game, arena.scenario)
        one, other = (np.load(file).astype(np.float64) for file in files)
        return round(exact_advantage(tree, one, other), 5), 0.0, 0
    setup = make_setup(arena.game, arena.scenario)
    one_lineup, other_lineup = (lineup_of(_place(folder, x), x["players"], setup) for x in found)
    deals = MEET_SEARCHED if any(searches(x["players"]) for x in found) else MEET_DEALS
    gains = advantages(setup, one_lineup, other_lineup, deals, MEET_SEED)
    return round(float(gains.mean()), 5), round(float(gains.std(ddof=1) / deals**0.5), 5), deals
