"""``make bench``: measure everything in one run, print the table, save it with machine and versions."""

from __future__ import annotations

import json
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from throwdown.benchmarks.engine import measure_engine
from throwdown.benchmarks.exact import exact_rows, measure_exact
from throwdown.benchmarks.matches import match_rows, measure_matches
from throwdown.benchmarks.search import measure_search, search_rows
from throwdown.benchmarks.start import measure_start
from throwdown.envs.core.files import write_file

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
)
GAMES_IN_MEMORY = 65_536


def machine() -> dict[str, Any]:
    """Return what was measured on, and with which versions."""
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


def measure_training(quick: bool) -> dict[str, float]:
    """Return rollout collection beside an instantly answering environment; nothing without the extra ``train``."""
    try:
        from throwdown.training.throughput import measure
    except ImportError:
        return {}
    return {f"rollout_{k}": v for k, v in measure(quick=quick).items()}


def table(f: dict[str, float]) -> str:
    """Return the figures as a Markdown table of ratios to peers."""
    wrapped, raw = f["peer_wrapped"], f["peer_raw"]
    rows = [
        ("connect_four, PettingZoo, wrapped", f"{wrapped:,.0f} turns/s", "1 (the peer)"),
        ("connect_four, PettingZoo, raw", f"{raw:,.0f} turns/s", "1 (the peer)"),
    ]
    for scenario in ("duel", "trio"):
        rate = f[f"batch_{scenario}_decisions"]
        length = f[f"batch_{scenario}_length"]
        what = f"Batch of 1,024 `{scenario}` games, observations and masks (mean length {length:.1f})"
        rows.append((what, f"{rate:,.0f} decisions/s", f"{rate / wrapped:.0f} x wrapped"))
    plies = f["playout_plies"]
    what = f"Playouts of `duel` without observations (mean length {f['playout_length']:.1f})"
    rows.append((what, f"{plies:,.0f} plies/s", f"{plies / wrapped:.0f} x wrapped"))
    for key, what, peer, name in (
        ("aec_raw", "AEC environment, raw", raw, "raw"),
        ("aec_two_wrappers", "AEC environment, order and bounds checks", wrapped, "wrapped"),
        ("aec_three_wrappers", "AEC environment, all three stock wrappers", wrapped, "wrapped"),
    ):
        rows.append((what, f"{f[key]:,.0f} turns/s", f"{f[key] / peer:.2f} x {name}"))
    if "rollout_ratio" in f:
        what, ratio = "Self-play in training, 1,024 rows", 100 * f["rollout_ratio"]
        steps = f"{f['rollout_self_play']:,.0f} decisions/s"
        rows.append((what, steps, f"{ratio:.0f} % of MaskablePPO on an instant environment"))
        part = f["rollout_learning"] / f["rollout_self_play"]
        rows.append(
            ("Learning from it", f"{f['rollout_learning']:,.0f} decisions/s", f"{part:.2f} x self-play")
        )
    rows += exact_rows(f) + match_rows(f) + search_rows(f)
    memory = f["state_bytes"] * GAMES_IN_MEMORY / 1e6
    rows.append((f"States of {GAMES_IN_MEMORY:,} games", f"{memory:.0f} MB", ""))
    rows.append(("First start of a process (compiles)", f"{f['first_start']:.0f} s", ""))
    rows.append(("Cached start of a process", f"{f['cached_start']:.1f} s", ""))
    lines = ["| what | rate or time, one core | ratio in the same run |", "|---|---|---|"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def main(out: str | Path = "benchmarks", quick: bool = False, as_json: bool = False) -> dict[str, Any]:
    """Measure, print and save ``results.json`` and ``results.md`` in ``out``; return what was saved."""
    figures = measure_engine(quick) | measure_training(quick) | measure_exact(quick)
    figures |= measure_matches(quick) | measure_search(quick) | measure_start()
    about = machine()
    result = {"machine": about, "quick": quick, "figures": figures}
    text = table(figures)
    note = f"{about['cpu']}, {about['cores']} cores, Python {about['python']}, " + ", ".join(
        f"{k} {v}" for k, v in about["versions"].items()
    )
    write_file(Path(out) / "results.json", json.dumps(result, indent=1) + "\n")
    write_file(Path(out) / "results.md", f"{text}\n\n{note}. Made by `make bench`.\n")
    print(json.dumps(result, indent=1) if as_json else f"{text}\n\n{note}")
    return result
