"""Sweeps: many training runs and exploiters side by side, each in a process of its own, here or on a Ray cluster.

A run is advanced slice by slice: a slice takes the last checkpoint and returns the new files, as bytes. So this process
alone writes the folder, no folder needs to be shared, and a slice whose process or machine dies is just repeated.
"""

from __future__ import annotations

import signal
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from throwdown.envs.core.errors import reason
from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, ThrowdownError, owned, write_file
from throwdown.evaluation.workers import start_workers
from throwdown.training import checkpoint, exploit, train
from throwdown.training.config import read_config
from throwdown.training.roles import opened
from throwdown.training.sweep_file import SweepRun, parts_of_exploiter

NOTE = "sweep.json"
"""The name of the file in a sweep's folder that holds its runs and their results."""
SLICE = 30.0
"""Seconds of training in a slice, after which its files are stored."""
_asked = threading.Event()
"""Set in a worker process by Ctrl-C."""


@dataclass(frozen=True)
class Slice:
    """What a slice of a run returns.

    Attributes:
        files: the files of its folder by path; all that were written.
        share: the share of the run that is done, 0 to 1.
        result: the results of a finished run.
        error: the sentence that ended the run.
    """

    files: Mapping[str, bytes]
    share: float
    result: dict[str, Any] = field(default_factory=dict)
    error: str = ""


def advance(job: SweepRun, state: bytes | None, seconds: float) -> Slice:
    """Train a run for some seconds, at least one turn.

    Args:
        job: the run.
        state: its last checkpoint; None at the beginning.
        seconds: after which it stops; MaskablePPO, which does not continue to the bit, goes on to its end.
    """
    end = time.monotonic() + seconds
    is_whole = job.kind == "train" and checkpoint.algorithm_of({"config": job.settings}) != "ppo"
    with tempfile.TemporaryDirectory(prefix="throwdown-") as place:
        folder = Path(place)
        if state is not None:
            write_file(folder / checkpoint.CHECKPOINT, state)
        try:
            kind = _train if job.kind == "train" else _exploit
            share, result = kind(
                job.settings, folder, lambda: _asked.is_set() or (not is_whole and time.monotonic() >= end)
            )
        except ThrowdownError as error:
            return Slice(_files(folder), 0.0, error=str(error).replace(f"'{place}'", f"'{job.name}'"))
        return Slice(_files(folder), share, result)


def _files(folder: Path) -> dict[str, bytes]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


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
        pool = start_workers(min(workers, max(1, len(left))), _hear, on=on)
        waiting: dict[Future[Slice], SweepRun] = {}
        try:
            while waiting or (left and not stop.is_set()):
                # Only as many as run at once: what waits in a pool would begin after Ctrl-C.
                while left and len(waiting) < workers and not stop.is_set():
                    job = left.pop(0)
                    waiting[pool.submit(advance, job, _state(folder / job.name), seconds)] = job
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    job, part = waiting.pop(future), _taken(future, stop.is_set())
                    if part is None:
                        continue
                    _store(folder / job.name, part)
                    shares[job.name] = 1.0 if part.error else part.share
                    if part.result or part.error:
                        book[job.name] |= {"result": part.result, "error": part.error}
                        _save(folder, book)
                    else:
                        left.insert(0, job)
                    tell(round(1000 * sum(shares.values())), 1000 * len(jobs))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return list(book.values())


def _hear() -> None:
    """Let Ctrl-C, which goes to all processes, end a slice instead of its process."""
    if threading.current_thread() is threading.main_thread():
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as it is in a shell's background
            signal.signal(signal.SIGINT, lambda *_: _asked.set())


def _taken(future: Future[Slice], is_stopped: bool) -> Slice | None:
    """Return a slice; None if it is lost because of Ctrl-C.

    Raises:
        ThrowdownError: its process died.
    """
    try:
        return future.result()
    except BrokenExecutor as error:
        if is_stopped:
            return None
        raise ThrowdownError(
            f"a process of the sweep died, perhaps for want of memory ({reason(error)}); the same command continues."
        ) from None


def _opened(folder: Path, jobs: Sequence[SweepRun]) -> dict[str, dict[str, Any]]:
    """Return the entries of ``sweep.json`` by name, with new ones for new runs, and write them.

    Raises:
        InvalidConfig: the folder holds other runs.
        InvalidRecord: the file is damaged.
    """
    note, kept = folder / NOTE, dict[str, dict[str, Any]]()
    if note.is_file():
        try:
            kept = {run["name"]: dict(run) for run in checkpoint.load_json(note)["runs"]}
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
        if name not in kept and _state(folder / name) is not None:
            raise InvalidConfig(
                f"'{folder / name}' holds another run; name another folder or delete this one."
            )
    new = {"result": {}, "error": ""}
    book = {name: run | {what: kept.get(name, new).get(what) for what in new} for name, run in mine.items()}
    _save(folder, book)
    return book


def _save(folder: Path, book: Mapping[str, Any]) -> None:
    checkpoint.save_json(folder / NOTE, {"runs": list(book.values())})


def _state(folder: Path) -> bytes | None:
    """Return the checkpoint of a run, if there is one."""
    file = folder / checkpoint.CHECKPOINT
    return file.read_bytes() if file.is_file() else None


def _store(folder: Path, part: Slice) -> None:
    """Write the files of a slice; a finished exploiter has no checkpoint any more."""
    for name, data in part.files.items():
        write_file(folder / name, data)
    if checkpoint.CHECKPOINT not in part.files:
        (folder / checkpoint.CHECKPOINT).unlink(missing_ok=True)


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
