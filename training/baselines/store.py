"""The table's folder: a small file per run, of its exploiters, and of the cross-play of a seed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from throwdown.envs.core.kit import InvalidConfig, InvalidRecord
from throwdown.envs.registry import make_setup
from throwdown.training.baselines.plan import ALGORITHMS, Arena, TableRun, name_of
from throwdown.training.results import load_json, save_json

Result = dict[str, Any]
PLAYERS = "players"
"""The folder of the players, which stays here: only the small files of results are shared."""


def file_of(folder: Path, job: TableRun) -> Path:
    """Return the file of a run's result."""
    return folder / f"{job.name}.json"


def hunt_file(folder: Path, job: TableRun) -> Path:
    """Return the file of a run's exploiters."""
    return folder / f"{job.name}.exploiters.json"


def cross_file(folder: Path, arena: Arena, seed: int) -> Path:
    """Return the file of a cross-play."""
    return folder / f"{arena.game}.{arena.scenario}.cross.{seed}.json"


def place_of(folder: Path, result: Result) -> Path:
    """Return the folder of a run's players."""
    return folder / PLAYERS / name_of(*(result[x] for x in ("game", "scenario", "algorithm", "seed")))


def read(folder: Path, job: TableRun) -> Result | None:
    """Return what a run's file holds, None if there is none.

    Raises:
        InvalidRecord: it is damaged, or of another run.
    """
    file = file_of(folder, job)
    if not file.is_file():
        return None
    found = load_json(file)
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


def results_of(folder: Path, arena: Arena, seed: int) -> dict[str, Result]:
    """Return the results of a seed, and of what does not learn, by algorithm."""
    found = {}
    for name, algorithm in ALGORITHMS.items():
        result = read(folder, TableRun(arena, name, seed if algorithm.learns else 0, 0))
        if result is not None:
            found[name] = result
    return found


def load_cross(folder: Path, arena: Arena, seed: int) -> Result:
    """Return a cross-play: ``cells`` holds, by ``ONE over OTHER``, the advantage, its standard error, and the deals."""
    file = cross_file(folder, arena, seed)
    return load_json(file) if file.is_file() else {"cells": {}}


def forget(folder: Path, job: TableRun, seeds: Sequence[int]) -> None:
    """Drop what was measured with an earlier run of a job: it has been made anew."""
    hunt_file(folder, job).unlink(missing_ok=True)
    for seed in (job.seed,) if ALGORITHMS[job.algorithm].learns else seeds:
        cross = load_cross(folder, job.arena, seed)
        kept = {pair: x for pair, x in cross["cells"].items() if job.algorithm not in pair.split(" over ")}
        if kept != cross["cells"]:
            save_json(cross_file(folder, job.arena, seed), cross | {"cells": kept})
