"""Times of copying and viewing records, ours beside NumPy's: ``python -m throwdown.benchmarks.records``.

NumPy compares and copies nested records field by field; `envs.core.records` treats them as bytes. ``records.json``
holds the figures of the last run: microseconds, the best of many rounds taken in turn.
"""

import json
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from throwdown.envs.core import records
from throwdown.envs.core.kit import in_a_sentence, write_file
from throwdown.envs.registry import make_setup

GAMES = ("throwdown-v0", "session-v0")
ROWS, ROUNDS, TIMES = 64, 20, 50


def works(game: str) -> dict[str, tuple[Callable[[], Any], Callable[[], Any]]]:
    """Return each work as a pair of calls: by ours and by NumPy."""
    states = make_setup(game).allocate(ROWS)
    plain = states.view(np.ndarray)
    raw, into = plain.getfield(f"V{plain.itemsize}"), plain.copy()

    def assign() -> None:
        into[:] = plain

    return {
        "view bytes as records": (lambda: raw.getfield(plain.dtype), lambda: raw.view(plain.dtype)),
        f"copy {ROWS}": (lambda: records.duplicate(states), assign),
        f"copy 1 {ROWS} times": (lambda: records.duplicate(states[:1], ROWS), lambda: plain[:1].repeat(ROWS)),
    }


def measure(game: str) -> dict[str, dict[str, float]]:
    """Return the microseconds of each work, and how many times faster ours is."""
    best: dict[str, list[float]] = {}
    pairs = works(game)
    for _ in range(ROUNDS):
        for name, pair in pairs.items():
            took = [timeit.timeit(work, number=TIMES) / TIMES * 1e6 for work in pair]
            best[name] = [min(x) for x in zip(best.get(name, took), took)]
    return {
        name: {"ours": round(ours, 2), "numpy": round(other, 2), "times": round(other / ours, 1)}
        for name, (ours, other) in best.items()
    }


@in_a_sentence()
def main(out: Annotated[Path | None, typer.Option(help="JSON file.")] = None) -> None:
    """Measure the records of two games, and print a table."""
    found = {game: measure(game) for game in GAMES}
    print("| game | work | ours, us | NumPy, us | times faster |\n| --- | --- | ---: | ---: | ---: |")
    for game, rows in found.items():
        for name, one in rows.items():
            print(f"| `{game}` | {name} | {one['ours']} | {one['numpy']} | {one['times']} |")
    if out is not None:
        write_file(out, json.dumps({"numpy": np.__version__, "games": found}, indent=2) + "\n")


if __name__ == "__main__":
    typer.run(main)
