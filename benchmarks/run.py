"""``make bench``: measure everything in one run, and save it with machine and versions."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from throwdown.benchmarks import engine, exact, harness, learner, matches, peers, search, start
from throwdown.envs.core.kit import how_many, write_file
from throwdown.envs.registry import make_setup

GAMES_IN_MEMORY = 65_536
QUICK_ROUNDS = 3
LEARNT = ("throwdown-v0/duel", "throwdown-v0/trio")
"""What learning and whole turns are measured on; `benchmarks.learner` measures them on more."""
NOTE = """Processor time of all threads and child processes together. Compared measures run in turn, round by round.
A figure is the median of the rounds, in brackets the lowest and the highest; a ratio is taken within each round."""


def training_groups(is_quick: bool) -> list[harness.Group]:
    """Return self-play and learning against an instant environment, and learning and whole turns in three ways.

    Without the extra ``train`` there are none.
    """
    try:
        from throwdown.training.throughput import Throughput
    except ImportError:
        return []

    work = cache(Throughput)

    def measure_of(name: str, what: str, peer: str = "", short: str = "") -> harness.Measure:
        return harness.Measure(
            name=f"rollout_{name}",
            what=what,
            unit="decisions/s",
            setup=lambda: harness.Job(getattr(work(), name)),
            peer=peer,
            short=short,
        )

    places = {place: learner.ROWS[place] // (4 if is_quick else 1) for place in LEARNT}
    stock = "MaskablePPO on an instant environment"
    return [
        (
            measure_of("maskable_ppo_instant", f"{stock}, 1,024 rows", short=stock),
            measure_of(
                "self_play", "Self-play in training, 1,024 rows", "rollout_maskable_ppo_instant", "self-play"
            ),
            measure_of("learning", "Learning from it", "rollout_self_play"),
        ),
        *learner.learner_groups(places, learner.HIDDEN),
        *learner.rank_groups(places, learner.HIDDEN),
    ]


def all_groups(is_quick: bool) -> list[harness.Group]:
    """Return all groups of measures."""
    return [
        engine.engine_group(is_quick),
        *training_groups(is_quick),
        *exact.exact_groups(is_quick),
        matches.match_group(is_quick),
        *search.search_groups(is_quick),
        start.start_group(is_quick),
        *peers.peer_groups(is_quick),
    ]


def main(
    out: str | Path = "benchmarks", is_quick: bool = False, tell: harness.Progress | None = None
) -> tuple[dict[str, Any], str]:
    """Measure, save ``results.json`` and ``results.md`` in ``out``, and return their content.

    Args:
        out: the folder.
        is_quick: whether to measure briefly.
        tell: called as ``tell(done, total)``.
    """
    results = harness.measure(all_groups(is_quick), QUICK_ROUNDS if is_quick else harness.ROUNDS, tell)
    about, state = harness.machine(), make_setup("throwdown-v0").game.state.dtype.itemsize
    data = {"machine": about, "quick": is_quick, "state_bytes": state, "figures": harness.as_data(results)}
    versions = ", ".join(f"{k} {v}" for k, v in about["versions"].items())
    missing = peers.absent()
    skipped = f"Not installed, so not measured: {', '.join(missing)}.\n\n" if missing else ""
    text = (
        f"{harness.table(results)}\n\n{NOTE}\n\n{skipped}The states of {GAMES_IN_MEMORY:,} games of `duel` take "
        f"{state * GAMES_IN_MEMORY / 1e6:.0f} MB.\n\n"
        f"{about['cpu']}, {how_many(about['cores'], 'core')}, Python {about['python']}, {versions}."
    )
    write_file(Path(out) / "results.json", json.dumps(data, indent=1) + "\n")
    write_file(Path(out) / "results.md", f"{text} Made by `make bench`.\n")
    return data, text
