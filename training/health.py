"""What goes wrong in a run, told from its log in one sentence each, with the remedy."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from throwdown.envs.core.kit import InvalidConfig

Entry = Mapping[str, Any]
"""The figures of a turn, as in `Run.log`."""
WINDOW = 10
"""Turns over which returns must not vary."""
FLAT = 0.02
"""Returns vary no more if their deviation is at most this share of that of the first turn."""
DEAD = 0.05
"""A policy tries nothing more if its entropy is below this share of that of the first turn."""
EARLY = 0.5
"""The share of a run before which that is too early."""
ERRORS = 2.5
"""Standard errors by which a snapshot must win, twice in a row."""


class Diverged(InvalidConfig):
    """A run whose numbers are no longer finite."""


def faults(entry: Entry) -> list[str]:
    """Return the names of a turn's figures that are not finite, as ``SUBJECT/train/entropy``."""
    return [
        f"{name}/{what}"
        for name, figures in entry.items()
        if isinstance(figures, Mapping)
        for what, value in figures.items()
        if isinstance(value, float) and not math.isfinite(value)
    ]


def _flat(log: Sequence[Entry]) -> list[str]:
    """Return the sides whose returns have not varied for some turns."""
    first, last = log[0], log[-WINDOW:]
    names = [name for name, x in log[-1].items() if isinstance(x, Mapping) and len(last) == WINDOW]
    sides = [name for name in names if all("deviation" in e.get(name, ()) for e in (first, *last))]
    return [
        side for side in sides if all(e[side]["deviation"] <= FLAT * first[side]["deviation"] for e in last)
    ]


def entropy(log: Sequence[Entry], progress: float) -> str:
    """Return a sentence if a policy has become certain early, and games end alike; else an empty one."""
    if progress >= EARLY or not _flat(log):
        return ""
    for name, figures in log[-1].items():
        if not isinstance(figures, Mapping) or "train/entropy" not in figures:
            continue
        now, first = figures["train/entropy"], log[0].get(name, {}).get("train/entropy", 0.0)
        if now < DEAD * first:
            return (
                f"Warning: {name} has stopped trying other actions after {progress:.0%} of the run, and games end "
                f"alike: its entropy fell from {first:.2g} to {now:.2g}. Begin again with a larger entropy and "
                "barrier, a smaller learning_rate, or normalize_advantage off."
            )
    return ""


def returns(log: Sequence[Entry], progress: float) -> str:
    """Return a sentence if a side's games all end alike; else an empty one."""
    if not (sides := _flat(log)):
        return ""
    return (
        f"Warning: for {WINDOW} turns all games of {' and '.join(sides)} have ended alike, so nothing more is learnt. "
        "Unless this is the solution, begin again with a larger entropy, or with other opponents or rewards."
    )


def snapshots(log: Sequence[Entry], progress: float) -> str:
    """Return a sentence if the latest policies lose to earlier ones in two evaluations in a row; else an empty one.

    A pair of policies meets another in both seatings.
    """
    if "snapshots" not in log[-1]:
        return ""
    before = next((e["snapshots"] for e in reversed(log[:-1]) if "snapshots" in e), None)
    lost = _lost(log[-1]["snapshots"])
    if lost is None or before is None or _lost(before) is None:
        return ""
    new, old, mean = lost
    return (
        f"Warning: the policies of turn {new} lose to their own snapshot of turn {old}, by {mean:.2f} a game on the "
        "scale of 1: learning goes in circles. Begin again with a smaller learning_rate, a larger magnet, or snapshots "
        "in the mix."
    )


def _lost(found: Mapping[str, Any]) -> tuple[int, int, float] | None:
    """Return the turns of the newest policies and of the snapshot that beats them most, and by how much; or None."""
    first, second = found["turns"].values()
    matrix = np.asarray(found["returns"])
    if list(first) != list(second) or len(first) < 2:
        return None
    gains = (matrix[-1, :-1] - matrix[:-1, -1]) / 2  # of the snapshots, as the second side and as the first
    k = int(gains.argmax())
    if gains[k] <= ERRORS / math.sqrt(2 * found["games"]):
        return None
    return first[-1], first[k], float(gains[k])


CHECKS: dict[str, Callable[[Sequence[Entry], float], str]] = {
    "entropy": entropy,
    "returns": returns,
    "snapshots": snapshots,
}
"""The checks by name."""


def warnings(log: Sequence[Entry], progress: float, told: set[str]) -> dict[str, str]:
    """Return what is to be said after a turn: a sentence by the name of its check.

    Args:
        log: one entry per turn, the last one of this turn.
        progress: the share of the run that is done, 0 to 1.
        told: the checks that have spoken before: each speaks once.
    """
    found = {name: check(log, progress) for name, check in CHECKS.items() if name not in told}
    if "entropy" in told or found["entropy"]:
        found["returns"] = ""  # it says so, too
    return {name: text for name, text in found.items() if text}
