"""The value of each part of training: one run per variant and seed, measured by exact exploitability."""

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.envs.core.kit import InvalidConfig, did_you_mean, how_many, owned
from throwdown.envs.registry import make_setup
from throwdown.evaluation.exact import build_tree, exploitability, tabulate
from throwdown.evaluation.workers import distribute
from throwdown.training import config, train
from throwdown.training.results import load_json, save_json

STOCK = "MaskablePPO as it comes"
VARIANTS: dict[str, dict[str, Any]] = {
    "all": {},
    "no magnet": {"magnet": 0.0},
    "no entropy": {"entropy": 0.0, "entropy_end": 0.0},
    "neither": {"magnet": 0.0, "entropy": 0.0, "entropy_end": 0.0},
    "no magnet, more entropy": {"magnet": 0.0, "entropy": 0.1, "entropy_end": 0.05},
    "no barrier": {"barrier": 0.0},
    "no reverse KL": {"reverse_kl": 0.0},
    "no moving average": {"ema": 0.0},
    "moving average of a hundred turns": {"ema": 0.99},
    "critic sees its own hand only": {"critic": "own"},
    "one net for both roles": {"share_net": True},
    "a quarter of the decisions": {"keep": 0.25},
    "equal decisions not merged": {"merge": False},
    "snapshots in a quarter of the games": {"mix": {"latest": 0.75, "snapshots": 0.25}},
    "exploiters in a quarter of the games": {"mix": {"latest": 0.75, "exploiters": 0.25}},
    STOCK: {"algorithm": "maskable-ppo"},
}
POINTS = 24
"""The number of measurements of exploitability in a run."""


def run_one(game: str, scenario: str, minutes: float, job: tuple[str, int]) -> dict[str, Any]:
    """Train a variant with a seed on one core for some minutes; return its curve as plain data.

    The limit is processor time, so that other work on the machine has little effect. It counts learning only, without
    the measurements of exploitability.
    """
    variant, seed = job
    setup = make_setup(game, scenario)
    tree = build_tree(setup, threads=1)
    what = {"game": game, "scenario": scenario, "seed": seed, "minutes": minutes, "eval_every": 0}
    ours = {} if variant == STOCK else config.SMALL_GAMES | {"preset": "none", "workers": 1, "device": "cpu"}
    settings = config.read_config(ours | VARIANTS[variant] | what)
    run = train.kind_of(settings.algorithm)(settings, clock=time.process_time)
    curve: list[list[float]] = []
    while not curve or run.seconds < 60 * minutes:
        run.step()
        if run.seconds >= 60 * minutes * len(curve) / POINTS:
            found = exploitability(tree, tabulate(tree, run.agents()))
            curve.append([round(run.seconds, 1), run.decisions, found.share])
    return {
        "game": game,
        "scenario": scenario,
        "variant": variant,
        "seed": seed,
        "minutes": minutes,
        "information_sets": len(tree.side),
        "exploitability": curve[-1][2],
        "curve": curve,
    }


def _file(folder: Path, variant: str, seed: int) -> Path:
    return folder / f"{_stem(variant)}-{seed}.json"


def _stem(variant: str) -> str:
    return variant.replace(" ", "-").replace(".", "").replace(",", "")


def ablate(
    folder: str | Path,
    game: str,
    scenario: str,
    minutes: float = 5.0,
    seeds: range = range(1, 4),
    variants: list[str] | None = None,
    workers: int | None = None,
    command: str = "",
    progress: Callable[[int, int], None] | None = None,
    on: str = "",
) -> list[dict[str, Any]]:
    """Run the missing runs of a folder; return all runs asked for.

    Args:
        folder: holds one JSON file per finished run; finished runs are not repeated.
        game: its id.
        scenario: one small enough to be solved.
        minutes: of processor time for learning, per run.
        seeds: of the runs.
        variants: names from `VARIANTS`; all by default.
        workers: the maximum number of parallel runs, by default one per core.
        command: stored in the files.
        progress: called as ``progress(runs done, runs)``.
        on: where they run, see `evaluation.workers.start_workers`.

    Raises:
        InvalidConfig: a variant is unknown; a finished run is of another game, scenario or length; or other runs are in
            progress in the folder.
    """
    names = list(VARIANTS) if variants is None else variants
    for name in names:
        if name not in VARIANTS:
            raise InvalidConfig(
                f"'{name}' is not a variant{did_you_mean(name, VARIANTS)}; there are {', '.join(map(repr, VARIANTS))}."
            )
    wanted = [(name, seed) for name in names for seed in seeds]
    tell = progress or (lambda done, total: None)
    with owned(folder):
        runs = dict(_finished(Path(folder), wanted, game, scenario, minutes))
        tell(len(runs), len(wanted))
        missing = [job for job in wanted if job not in runs]
        for k, found in distribute(partial(run_one, game, scenario, minutes), missing, workers, on):
            runs[missing[k]] = found | {"command": command, "date": time.strftime("%Y-%m-%d")}
            save_json(_file(Path(folder), *missing[k]), runs[missing[k]])
            tell(len(runs), len(wanted))
    return [runs[job] for job in wanted]


def _finished(
    folder: Path, wanted: list[tuple[str, int]], game: str, scenario: str, minutes: float
) -> Iterator[tuple[tuple[str, int], dict[str, Any]]]:
    for name, seed in wanted:
        file = _file(folder, name, seed)
        if file.is_file():
            run = load_json(file)
            if not _is_of(run, game, scenario, minutes):
                length = how_many(f"{run['minutes']:g}", "minute")
                raise InvalidConfig(
                    f"'{file}' is a run of {length} on '{run['scenario']}' of "
                    f"{run.get('game', 'a game that it does not name')}, not of {minutes:g} on '{scenario}' of {game}; "
                    "choose another folder."
                )
            yield (name, seed), run


def _is_of(run: Mapping[str, Any], game: str, scenario: str, minutes: float) -> bool:
    return (run.get("game"), run["scenario"], run["minutes"]) == (game, scenario, minutes)


def all_runs(folder: str | Path, game: str, scenario: str, minutes: float) -> list[dict[str, Any]]:
    """Return all finished runs of a game, scenario and length in a folder, by variant and seed."""
    stems = {_stem(name) for name in VARIANTS}
    files = [file for file in Path(folder).glob("*-*.json") if file.stem.rpartition("-")[0] in stems]
    runs = [load_json(file) for file in files]
    mine = [run for run in runs if _is_of(run, game, scenario, minutes)]
    order = list(VARIANTS)
    return sorted(mine, key=lambda run: (order.index(run["variant"]), run["seed"]))


def table(runs: list[dict[str, Any]]) -> str:
    """Return runs as a Markdown table: exploitability in percent of half the range, by variant."""
    rows = ["| variant | runs | median | lowest | highest | decisions |", "|---|---|---|---|---|---|"]
    for name in dict.fromkeys(run["variant"] for run in runs):
        mine = [run for run in runs if run["variant"] == name]
        shares = 100 * np.array([run["exploitability"] for run in mine])
        decisions = np.median([run["curve"][-1][1] for run in mine]) / 1e6
        figures = (
            f"{np.median(shares):.2f} % | {shares.min():.2f} % | {shares.max():.2f} % | {decisions:.1f} M"
        )
        rows.append(f"| {name} | {len(mine)} | {figures} |")
    return "\n".join(rows)
