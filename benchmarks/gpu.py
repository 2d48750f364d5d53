"""Training on a graphics card beside the kernels on processors, in less than ten minutes.

``python -m throwdown.benchmarks.gpu`` measures in seconds as they pass, unlike the other measurements: a card's work
takes no processor time. ``--device cpu`` measures the same in plain torch on one core.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from throwdown.benchmarks import harness
from throwdown.envs.core.kit import in_a_sentence, write_file

if TYPE_CHECKING:
    from throwdown.training.trainer import Trainer

WIDTHS, BATCHES = (128, 512, 1024), (1024, 4096, 16_384)
"""Units of both hidden layers, and decisions in a minibatch."""
OF_KERNELS = (128, 512), (1024,)
"""The same for the kernels."""
KERNELS: dict[str, Any] = {"learner": "auto"}
"""Settings of runs that learn by the kernels where they can: on a processor."""
ROWS = 8192
"""Games in a turn of `duel`: more than a hundred thousand decisions."""
PARTS = 16
SIZES = (1, 16, 256)
"""Sizes of arrays to move, in MB."""
SHIPPED = {
    "preset": "none",
    "scenario": "trio",
    "critic": "own",
    "hidden": [256, 256],
    "entropy": 0.02,
    "entropy_end": 0.003,
    "ema": 0.99,
    "eval_against": ["trained"],
}
"""Settings like those of the first run of the shipped policies of `trio`."""
Row = dict[str, Any]


def trainer_of(device: str, **settings: Any) -> Trainer:
    """Return a new run, in plain torch and without threads unless settings say otherwise.

    Raises:
        InvalidConfig: there is no such device.
    """
    from throwdown.training import config, trainer

    fixed = {"learner": "torch", "eval_every": 0, "seed": 1, "device": device, "workers": 1}
    return trainer.Trainer(config.read_config(fixed | settings))


def per_second(work: Callable[[], int], seconds: float) -> float:
    """Return what some work does in a second, after a warm-up.

    Args:
        work: returns the amount done, and only when it is done.
        seconds: for how long it is repeated at least.
    """
    work()
    begin, done = time.perf_counter(), 0
    while True:
        done += work()
        if (taken := time.perf_counter() - begin) >= seconds:
            return done / taken


def learning(
    device: str, widths: tuple[int, ...], batches: tuple[int, ...], rows: int, seconds: float, **settings: Any
) -> Iterator[Row]:
    """Yield the decisions learnt a second, by units and size of minibatches; games are played before."""
    way = " by kernels" if settings == KERNELS else ""
    from throwdown.training.samples import weights_at

    for units in widths:
        for batch in batches:
            shape = {"rows": rows, "hidden": [units] * 2, "batch_size": batch}
            run = trainer_of(device, scenario="duel", **shape | settings)
            jobs = list(run.jobs([run.games.play(rows, [1])[0]]))
            weights = weights_at(run.config, 0.0)

            def learn(jobs: list[Any] = jobs, weights: Any = weights) -> int:
                for learner, rollouts in jobs:
                    learner.learn(rollouts, weights)  # its figures are read at the end, so it has waited
                return sum(len(rollout) for _, rollouts in jobs for rollout in rollouts)

            rate = per_second(learn, seconds)
            yield {"what": f"learning{way}, {units} units, minibatches of {batch}", "decisions/s": rate}


def whole_runs(
    device: str, sizes: tuple[int, ...], rows: int, seconds: float, **settings: Any
) -> Iterator[Row]:
    """Yield the decisions played and learnt a second, by the number of processes."""
    from throwdown.training.crew import Players

    way = " by kernels" if settings == KERNELS else ""
    for size in sizes:
        run = trainer_of(device, scenario="duel", rows=rows, parts=PARTS, batch_size=4096, **settings)
        run.size = size

        def turn(run: Trainer = run) -> int:
            before = run.decisions
            run.advance()
            return run.decisions - before

        try:
            if size > 1 and isinstance(crew := run.gather(), Players):
                crew.wait()
            yield {"what": f"whole turns{way}, processes: {size}", "decisions/s": per_second(turn, seconds)}
        finally:
            run.close()


def transfers(device: str, sizes: tuple[int, ...], seconds: float) -> Iterator[Row]:
    """Yield the MB moved to the device a second as a learner moves them, by the size of an array in MB."""
    nets = next(iter(trainer_of(device, scenario="mini").learners.values())).nets
    for size in sizes:
        rows = nets.room(size * 1000, 1000)

        def move(rows: Any = rows, size: int = size) -> int:
            int(nets.sent(rows)[-1, -1])  # reading a number waits
            return size

        yield {"what": f"moving {size} MB", "MB/s": per_second(move, seconds)}


def strength(
    device: str, size: int, minutes: float, games: int, every: float, **settings: Any
) -> Iterator[Row]:
    """Yield the mean returns of a growing pair against the shipped one; training stops once it has caught up.

    Args:
        device: where to learn.
        size: the number of processes.
        minutes: how long to train at most, without the evaluations.
        games: of each evaluation and side.
        every: seconds of training between two of them.
        settings: of the run, beside those of `SHIPPED`.
    """
    run = trainer_of(device, minutes=minutes, parts=PARTS, **SHIPPED | settings)
    run.size, due = size, every
    try:
        while run.progress < 1.0:
            run.step()
            if run.seconds >= due or run.progress >= 1.0:
                due = run.seconds + every
                means = run.evaluate(games)["mean_return"]
                has_reached = sum(means.values()) >= 0.0
                word = "strength of the shipped pair reached" if has_reached else "training"
                facts = {"seconds": run.seconds, "decisions": run.decisions, **means}
                yield {"what": f"trio, {word}", **facts}
                if has_reached:
                    return
    finally:
        run.close()


def line(row: Row) -> str:
    """Return a row of the table of figures."""
    figures = (
        f"{x:,.0f} {name}" if abs(x) >= 10 else f"{x:+.2f} {name}" for name, x in list(row.items())[1:]
    )
    return f"| {row['what']} | {', '.join(figures)} |"


@in_a_sentence()
def main(
    device: Annotated[str, typer.Option(help="`cuda`, or `cpu`")] = "cuda",
    seconds: Annotated[float, typer.Option(help="seconds for each speed")] = 2.5,
    minutes: Annotated[
        float, typer.Option(help="minutes of training against the shipped pair of `trio`")
    ] = 3.5,
    workers: Annotated[int, typer.Option(min=1, help="largest number of processes, a power of two")] = PARTS,
    out: Annotated[Path, typer.Option(help="JSON file")] = Path("benchmarks/gpu.json"),
) -> None:
    """Measure, print a table as it grows, and keep the figures."""
    told = trainer_of(device, scenario="mini").notes().get("device", "Learning on the processor.")
    sizes = tuple(size for size in (1, 4, PARTS) if size < workers) + (min(workers, PARTS),)
    measures = (
        transfers(device, () if device == "cpu" else SIZES, seconds / 5),  # on a processor nothing is moved
        learning(device, WIDTHS, BATCHES, ROWS, seconds),
        learning("cpu", *OF_KERNELS, ROWS, seconds, **KERNELS),
        whole_runs(device, sizes, ROWS, 2 * seconds),
        whole_runs("cpu", sizes, ROWS, 2 * seconds, **KERNELS),
        strength(device, sizes[-1], minutes, 500, 20.0, rows=2048, batch_size=4096),
    )
    rows: list[Row] = []
    print(told, "| what | figures |", "|---|---|", sep="\n")
    for row in (row for measure in measures for row in measure):
        rows.append(row)
        print(line(row), flush=True)
        write_file(
            out,
            json.dumps({"machine": harness.machine() | {"device": told}, "figures": rows}, indent=1) + "\n",
        )


if __name__ == "__main__":
    typer.run(main)
