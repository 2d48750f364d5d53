"""Measures in processor time, run in turn, so that noise on a shared machine affects ours and the peers' alike."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

Clock = Callable[[], float]
Progress = Callable[[int, int], None]

ROUNDS = 7
TIMES = {"s": 1.0, "ms": 1e3}
"""Units for the time of one count; all others are rates, counts per second."""
PACKAGES = (
    "throwdown",
    "numpy",
    "numba",
    "pettingzoo",
    "gymnasium",
    "open_spiel",
    "torch",
    "stable-baselines3",
    "sb3-contrib",
    "envpool",
    "pgx",
    "jax",
)


class Job(NamedTuple):
    """A fixed amount of work.

    Attributes:
        run: does the work once and returns its amount.
        facts: plain figures about it.
    """

    run: Callable[[], float]
    facts: Mapping[str, float] = {}


def repeated(work: Callable[[], object], times: int) -> Callable[[], float]:
    """Return a run that does some work so many times."""

    def run() -> float:
        for _ in range(times):
            work()
        return times

    return run


@dataclass(frozen=True)
class Measure:
    """A quantity measured in processor time.

    Attributes:
        name: its key in the results.
        what: its row in the table; may name facts in braces.
        unit: ``s`` or ``ms`` for the time of one count, else a rate such as ``turns/s``.
        setup: prepares the job, untimed, and returns it.
        peer: the measure of the same group to compare with.
        short: its name as a peer.
        at_most: maximum number of rounds, if fewer than usual.
        is_warmed: whether there is an untimed warm-up run.
        cost: approximate seconds of a round, for the progress bar.
    """

    name: str
    what: str
    unit: str
    setup: Callable[[], Job]
    peer: str = ""
    short: str = ""
    at_most: int = 1000
    is_warmed: bool = True
    cost: int = 1


Group = Sequence[Measure]


class Spread(NamedTuple):
    """The median of the rounds, the lowest and the highest."""

    median: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{number(self.median)} ({number(self.low)} … {number(self.high)})"


def number(x: float) -> str:
    """Return a figure with about three digits."""
    return f"{x:,.{sum(x < bound for bound in (100, 10, 1, 0.1, 0.01))}f}"


def spread(values: Sequence[float]) -> Spread:
    """Return the median, the lowest and the highest of some values."""
    return Spread(statistics.median(values), min(values), max(values))


@dataclass
class Timed:
    """The results of a measure's rounds.

    Attributes:
        counts: amount of work of each round.
        seconds: processor seconds of each round.
        facts: the job's facts.
    """

    measure: Measure
    facts: Mapping[str, float]
    counts: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    @property
    def rates(self) -> list[float]:
        """Counts per second of every round."""
        return [count / seconds for count, seconds in zip(self.counts, self.seconds)]

    @property
    def figure(self) -> Spread:
        """The rate, or the time of one count, in the measure's unit."""
        scale = TIMES.get(self.measure.unit)
        return spread(self.rates if scale is None else [scale / rate for rate in self.rates])

    def ratio(self, peer: Timed) -> Spread:
        """Return the ratio of the rate to a peer's, round by round."""
        return spread([mine / other for mine, other in zip(self.rates, peer.rates)])


def processor_seconds() -> float:
    """Return the processor seconds of all threads of this process, and of its finished children."""
    own = time.process_time()
    if resource is None:
        return own
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own + children.ru_utime + children.ru_stime


def measure(
    groups: Sequence[Group],
    rounds: int = ROUNDS,
    tell: Progress | None = None,
    clock: Clock = processor_seconds,
) -> dict[str, Timed]:
    """Return the results of every measure; the measures of a group alternate, round by round.

    Args:
        groups: groups of measures to compare with one another.
        rounds: number of rounds of each.
        tell: called as ``tell(done, total)``.
        clock: returns the time in seconds.
    """
    done, total = 0, sum(m.cost * min(rounds, m.at_most) for group in groups for m in group)
    results: dict[str, Timed] = {}
    for group in groups:
        jobs = {m.name: m.setup() for m in group}
        results |= {m.name: Timed(m, jobs[m.name].facts) for m in group}
        for m in group:
            if m.is_warmed:
                jobs[m.name].run()
        for k in range(rounds):
            for m in group:
                if k < m.at_most:
                    begin = clock()
                    count = jobs[m.name].run()
                    results[m.name].seconds.append(clock() - begin)
                    results[m.name].counts.append(count)
                    done += m.cost
                    if tell is not None:
                        tell(done, total)
    return results


def table(results: Mapping[str, Timed]) -> str:
    """Return results as a Markdown table."""
    lines = ["| what | processor time, or rate by it | ratio to the peer | rounds |", "|---|---|---|---|"]
    peers = {found.measure.peer for found in results.values()}
    for name, found in results.items():
        m, ratio = found.measure, "1 (the peer)" if name in peers else ""
        if m.peer in results:
            peer = results[m.peer]
            ratio = f"{found.ratio(peer)} x {peer.measure.short or m.peer}"
        what = m.what.format(**found.facts)
        lines.append(f"| {what} | {found.figure} {m.unit} | {ratio} | {len(found.seconds)} |")
    return "\n".join(lines)


def as_data(results: Mapping[str, Timed]) -> dict[str, Any]:
    """Return results as plain data: every round, and the figures of the table."""
    data: dict[str, Any] = {}
    for name, found in results.items():
        m = found.measure
        data[name] = {"unit": m.unit, **found.figure._asdict(), "facts": dict(found.facts)}
        if m.peer in results:
            data[name] |= {"peer": m.peer, "ratio": found.ratio(results[m.peer])._asdict()}
        data[name] |= {"counts": found.counts, "seconds": found.seconds}
    return data


def machine() -> dict[str, Any]:
    """Return the machine and the versions of the packages."""
    versions = {}
    for package in PACKAGES:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "not installed"
    model = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return {"cpu": model, "cores": os.cpu_count(), "python": platform.python_version(), "versions": versions}
