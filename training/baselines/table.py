"""The table, from a folder of results; nothing is played."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core.kit import Floats, how_many
from throwdown.evaluation.nash import equilibrium
from throwdown.training.baselines.plan import ALGORITHMS, Arena, TableRun, fits, name_of
from throwdown.training.baselines.store import file_of, hunt_file, load_cross
from throwdown.training.results import load_json

HEAD = (
    *("algorithm", "runs", "trials", "decisions", "processor-hours", "over the usual opponent"),
    *("exploitability", "Nash average", "share"),
)


def nash_average(advantage: Floats) -> tuple[Floats, Floats]:
    """Return the Nash average of agents that play each other, and their shares (Balduzzi et al. 2018).

    Args:
        advantage: float64 (n, n); antisymmetric; the return of each over each.

    Returns:
        float64 (n,): the return of each against the equilibrium of greatest entropy, at most 0 up to 1e-4 of the range;
        and its share in the equilibrium.
    """
    _, shares = equilibrium(-advantage[None])
    return advantage @ shares[0], shares[0]


def averages(folder: Path, arena: Arena, seeds: Sequence[int]) -> dict[str, tuple[float, float]]:
    """Return the Nash average and share of every row that has met all others, by the mean cross-play of the seeds."""
    cells: dict[tuple[str, str], list[float]] = {}
    for seed in seeds:
        for pair, cell in load_cross(folder, arena, seed)["cells"].items():
            one, other = pair.split(" over ")
            cells.setdefault((one, other), []).append(cell[0])
    names = [name for name in ALGORITHMS if any(name in pair for pair in cells)]
    names = [x for x in names if all(x == y or (x, y) in cells or (y, x) in cells for y in names)]
    if len(names) < 2:
        return {}
    matrix = np.zeros((len(names), len(names)))
    for i, x in enumerate(names):
        for j, y in enumerate(names):
            if (x, y) in cells:
                matrix[i, j] = np.mean(cells[x, y])
                matrix[j, i] = -matrix[i, j]
    scores, shares = nash_average(matrix)
    return {name: (float(s), float(p)) for name, s, p in zip(names, scores, shares)}


class ArenaResults(NamedTuple):
    """What a folder has of an arena.

    Attributes:
        arena: the arena.
        runs: the results of every algorithm that fits it.
        averages: see `averages`.
    """

    arena: Arena
    runs: dict[str, list[dict[str, Any]]]
    averages: dict[str, tuple[float, float]]


def _found(folder: Path, arena: Arena, seeds: Sequence[int]) -> ArenaResults:
    runs = {}
    for name in filter(lambda name: fits(arena, name), ALGORITHMS):
        played = seeds if ALGORITHMS[name].learns else [0]
        files = [file_of(folder, TableRun(arena, name, seed, 0)) for seed in played]
        runs[name] = [load_json(file) for file in files if file.is_file()]
    return ArenaResults(arena, runs, averages(folder, arena, seeds))


def table(folder: str | Path, places: Sequence[Arena], seeds: Sequence[int]) -> str:
    """Return the table as Markdown, a section per arena; rows without a run are marked.

    Several arenas are summed up first, one row each.
    """
    every = [_found(Path(folder), arena, seeds) for arena in places]
    parts = [_section(Path(folder), found) for found in every]
    return "\n\n".join([_summary(every), *parts] if len(parts) > 1 else parts)


def _summary(every: Sequence[ArenaResults]) -> str:
    """Return a table with a row per arena and a column per algorithm: the exploitability, else the Nash average."""
    rows, shown = [], set[str]()
    for arena, runs, scores in every:
        exact = {name: f"{np.median(shares):.2f}" for name, some in runs.items() if (shares := _shares(some))}
        cells = exact or {name: f"{score:+.3f}" for name, (score, _) in scores.items()}
        rows.append((arena, "exploitability, %" if exact else "Nash average", cells))
        shown.update(cells)
    names = [name for name in ALGORITHMS if name in shown]
    lines = [" | ".join(("| game, scenario", "measure", *names)) + " |", "|---" * (2 + len(names)) + "|"]
    for arena, measure, cells in rows:
        row = (f"| `{arena.game}`, `{arena.scenario}`", measure, *(cells.get(name, "") for name in names))
        lines.append(" | ".join(row) + " |")
    return "\n".join(lines)


def _shares(runs: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return the exact exploitability of runs, in percent."""
    return [100 * run["exploitability"] for run in runs if run["exploitability"] is not None]


def has_runs(folder: str | Path, arena: Arena) -> bool:
    """Return whether a folder has any results of an arena."""
    return any(Path(folder).glob(f"{arena.game}.{arena.scenario}.*.json"))


def _section(folder: Path, found: ArenaResults) -> str:
    arena = found.arena
    lines = [f"### `{arena.game}`, `{arena.scenario}`", ""]
    lines += ["| " + " | ".join(HEAD) + " |", "|---" * len(HEAD) + "|"]
    for name, runs in found.runs.items():
        lines.append("| " + " | ".join(_row(folder, arena, name, runs, found.averages.get(name))) + " |")
    return "\n".join(lines)


def _row(
    folder: Path,
    arena: Arena,
    name: str,
    runs: Sequence[Mapping[str, Any]],
    average: tuple[float, float] | None,
) -> list[str]:
    if not runs:
        return [name, "not run", *[""] * (len(HEAD) - 2)]
    learns = ALGORITHMS[name].learns
    trials = len(list(folder.glob(f"{arena.game}.{arena.scenario}.{name}.trial-*.json")))
    hours = np.mean([run["seconds"] for run in runs]) / 3600
    shares = _shares(runs)
    overs = [run["over"] for run in runs]
    error = np.mean([run["error"] for run in runs])
    return [
        name,
        str(len(runs)),
        str(trials) if trials else "",
        f"{np.mean([run['learnt'] for run in runs]) / 1e6:.2f} M" if learns else "",
        f"{hours:.4f}" if hours else "",
        f"{np.mean(overs):+.3f}{f' ± {error:.3f}' if error else ''}{_span(overs, '+.3f')}",
        f"{np.median(shares):.2f} %{_span(shares, '.2f')}" if shares else _hunted(folder, arena, name, runs),
        "" if average is None else f"{average[0]:+.3f}",
        "" if average is None else f"{average[1]:.2f}",
    ]


def _hunted(folder: Path, arena: Arena, name: str, runs: Sequence[Mapping[str, Any]]) -> str:
    """Return the mean gain of the two sides' exploiters, over the runs that have some; it is a lower bound."""
    files = [hunt_file(folder, TableRun(arena, name, run["seed"], 0)) for run in runs]
    found = [load_json(file) for file in files if file.is_file()]
    if not found:
        return ""
    gains = [np.mean([x for x, _ in one["gains"].values()]) for one in found]
    return f"≥ {np.mean(gains):+.3f}{_span(gains, '+.3f')}"


def _span(values: Sequence[Any], form: str) -> str:
    """Return the lowest and the highest of several values."""
    return f" ({min(values):{form}} to {max(values):{form}})" if len(values) > 1 else ""


def plan_text(folder: Path, plan: Sequence[tuple[list[TableRun], list[TableRun]]]) -> str:
    """Return the plan as Markdown: by arena and algorithm what is left to do, and about how many processor-hours."""
    lines = [
        "| game | scenario | algorithm | trials left | runs left | processor-hours, about |",
        "|---" * 6 + "|",
    ]
    total = 0.0
    for trials, runs in plan:
        left = [[job for job in some if not file_of(folder, job).is_file()] for some in (trials, runs)]
        jobs = left[0] + left[1]
        if jobs:
            job = jobs[0]
            hours = sum(x.decisions for x in jobs) * _seconds(folder, job) / 3600
            total += hours
            lines.append(
                f"| {job.arena.game} | {job.arena.scenario} | {job.algorithm} | {len(left[0])} | {len(left[1])} | "
                f"{hours:.2f} |"
            )
    count = sum(len(a) + len(b) for a, b in plan)
    return "\n".join(
        [*lines, "", f"{how_many(count, 'run')} in all; about {total:,.0f} processor-hours of learning left."]
    )


def _seconds(folder: Path, job: TableRun) -> float:
    """Return the processor-seconds for a decision, by the longest runs in the folder of the algorithm in the arena."""
    speed = ALGORITHMS[job.algorithm].speed
    files = folder.glob(name_of(job.arena.game, job.arena.scenario, job.algorithm, "*.json"))
    runs = [run for file in files for run in [load_json(file)] if run.get("seconds")]
    if not runs:
        return 1 / speed if speed else 0.0
    longest = max(run["decisions"] for run in runs)
    return float(np.mean([run["seconds"] / longest for run in runs if run["decisions"] == longest]))
