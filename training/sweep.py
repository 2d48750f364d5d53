"""Sweeps: many training runs and exploiters side by side, slice by slice, here or on a Ray cluster."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, owned
from throwdown.training import checkpoint, exploit, train
from throwdown.training.config import algorithm_of, read_config
from throwdown.training.results import load_json, save_json
from throwdown.training.roles import opened
from throwdown.training.slices import SLICE, Slice, cut, in_slices, state_in
from throwdown.training.sweep_file import SweepRun, parts_of_exploiter

NOTE = "sweep.json"
"""The name of the file in a sweep's folder that holds its runs and their results."""


def advance(job: SweepRun, state: bytes | None, seconds: float) -> Slice:
    """Train a run for some seconds, at least one turn.

    Args:
        job: the run.
        state: its last checkpoint; None at the beginning.
        seconds: after which it stops; MaskablePPO, which does not continue to the bit, goes on to its end.
    """
    is_whole = job.kind == "train" and algorithm_of({"config": job.settings}) != "ppo"
    go = _train if job.kind == "train" else _exploit
    return cut(partial(go, job.settings), job.name, state, math.inf if is_whole else seconds)


def _train(
    settings: Mapping[str, Any], folder: Path, until: Callable[[], bool]
) -> tuple[float, dict[str, Any]]:
    """Return the share done, and the results once it is whole."""
    config, file = read_config(settings), folder / checkpoint.CHECKPOINT
    kind = train.kind_of(config.algorithm)
    run = kind.resume(file, opened(config).values()) if file.is_file() else kind(config)
    if not train.run(run, folder, progress=False, until=until).is_complete:
        return run.progress, {}
    last: dict[str, Any] = next((entry["win_rate"] for entry in reversed(run.log) if "win_rate" in entry), {})
    exact = next((entry["exact"]["exploitability"] for entry in reversed(run.log) if "exact" in entry), None)
    figures = {"decisions": run.decisions, "minutes": round(run.seconds / 60, 2)}
    return 1.0, figures | {"win_rate": last, "exploitability": exact}


def _exploit(
    settings: Mapping[str, Any], folder: Path, until: Callable[[], bool]
) -> tuple[float, dict[str, Any]]:
    """Return the share done, and the results once it is whole."""
    _, run, what, changes = parts_of_exploiter(settings)
    shares = [0.0]
    found = exploit.exploit(
        what,
        run.players,
        run.role,
        folder,
        run.steps,
        run.seed,
        run.deals,
        progress=shares.append,
        changes=changes,
        start=run.start,
        until=until,
    )
    if not found:
        return shares[-1], {}
    figures = {"decisions": found["steps"], "minutes": round(found["seconds"] / 60, 2)}
    return 1.0, figures | {name: found[name] for name in ("role", "gain", "interval")}


def sweep(
    jobs: Sequence[SweepRun],
    folder: Path,
    workers: int,
    on: str = "",
    progress: Callable[[int, int], None] | None = None,
    seconds: float = SLICE,
) -> list[dict[str, Any]]:
    """Train the runs of a sweep that are not finished; Ctrl-C stops them, and another call continues them.

    Args:
        jobs: the runs.
        folder: holds ``sweep.json``, and a folder per run as `train.train` or `exploit.exploit` writes it.
        workers: maximum number of runs side by side.
        on: the address of a Ray cluster; by default the runs are processes of this machine.
        progress: called as ``progress(thousandths done, of all)``.
        seconds: the time between two checkpoints of a run.

    Returns:
        The runs as in ``sweep.json``: `SweepRun.plain`, with ``result``, which is empty if they are not finished, and
        ``error``, the sentence of a run that failed: other runs go on, and the next call tries again.

    Raises:
        InvalidConfig: the folder holds other runs, or is in use.
        InvalidRecord: its ``sweep.json`` is damaged.
        ThrowdownError: a process died.
    """
    tell = progress or (lambda done, total: None)
    with owned(folder), train.stopping() as stop:
        book = _opened(folder, jobs)
        left = [job for job in jobs if not book[job.name]["result"]]
        shares = {job.name: float(job not in left) for job in jobs}
        parts = in_slices(advance, {folder / job.name: job for job in left}, workers, on, seconds, stop)
        with contextlib.closing(parts):
            for job, part in parts:
                shares[job.name] = 1.0 if part.error else part.share
                if part.result or part.error:
                    book[job.name] |= {"result": part.result, "error": part.error}
                    _save(folder, book)
                tell(round(1000 * sum(shares.values())), 1000 * len(jobs))
    return list(book.values())


def _opened(folder: Path, jobs: Sequence[SweepRun]) -> dict[str, dict[str, Any]]:
    """Return the entries of ``sweep.json`` by name, with new ones for new runs, and write them.

    Raises:
        InvalidConfig: the folder holds other runs.
        InvalidRecord: the file is damaged.
    """
    note, kept = folder / NOTE, dict[str, dict[str, Any]]()
    if note.is_file():
        try:
            kept = {run["name"]: dict(run) for run in load_json(note)["runs"]}
        except (LookupError, TypeError, ValueError):
            raise InvalidRecord(f"'{note}' is damaged; name another folder or delete this one.") from None
    mine = {job.name: job.plain() for job in jobs}
    for name, run in kept.items():
        same = mine.get(name)
        if same is None or any(run.get(what) != value for what, value in same.items()):
            why = "it has other settings" if same else "it is not in the file"
            raise InvalidConfig(
                f"'{folder}' holds a sweep with another run '{name}' ({why}); name another folder or delete this one."
            )
    for name in mine:
        if name not in kept and state_in(folder / name) is not None:
            raise InvalidConfig(
                f"'{folder / name}' holds another run; name another folder or delete this one."
            )
    new = {"result": {}, "error": ""}
    book = {name: run | {what: kept.get(name, new).get(what) for what in new} for name, run in mine.items()}
    _save(folder, book)
    return book


def _save(folder: Path, book: Mapping[str, Any]) -> None:
    save_json(folder / NOTE, {"runs": list(book.values())})


def table(runs: Sequence[Mapping[str, Any]]) -> str:
    """Return runs as a Markdown table."""
    rows = ["| run | decisions | minutes | result |", "|---|---|---|---|"]
    for run in runs:
        found = run["result"]
        size = f"{found['decisions']:,} | {found['minutes']:g}" if found else "– | –"
        rows.append(f"| {run['name']} | {size} | {told(run)} |")
    return "\n".join(rows)


def told(run: Mapping[str, Any]) -> str:
    """Return the result of a run in words."""
    found = run["result"]
    if not found:
        return run["error"] or "not finished"
    if "gain" in found:
        low, high = found["interval"]
        return f"{found['role']} gains {found['gain']:+.3f} [{low:+.3f}, {high:+.3f}]"
    rates = found["win_rate"]
    words = [f"{name.replace('_against_', ' against ')} {share:.1%}" for name, share in rates.items()]
    if found["exploitability"] is not None:
        words.append(f"exploitability {found['exploitability']:.2%}")
    return ", ".join(words)
