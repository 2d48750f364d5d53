"""The speed of learning, by the kernels and by plain torch: ``python -m throwdown.benchmarks.learner``.

With the defaults of training: learning from games already played, and whole turns with self-play, on one core and in
two processes. All learn from the same games, round by round; ``learner.json`` holds the figures of the last run.
"""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from throwdown.benchmarks import harness
from throwdown.envs.core.files import write_file

ROWS = {
    "throwdown-v0/duel": 1024,
    "throwdown-v0/trio": 512,
    "skirmish-v0/skirmish": 128,
    "showdown-v0/showdown": 128,
}
"""Games in a turn by game and scenario: some ten thousand decisions of every role."""
HIDDEN = 128
"""Units of a hidden layer by default."""
KINDS = {"torch": "plain torch", "auto": "the kernels"}
"""Values of the setting ``learner``, and what they mean."""
RANKS = {1: "one process", 2: "the busiest of two processes"}
"""Numbers of processes, and what is measured of them."""


class TimedRun:
    """A run of training: learns from its first games again and again, or does turns, in ``size`` processes."""

    def __init__(self, place: str, kind: str, rows: int, hidden: int, size: int = 1) -> None:
        from throwdown.training import config, samples, trainer

        game, scenario = place.split("/")
        settings = {"game": game, "scenario": scenario, "rows": rows, "learner": kind, "eval_every": 0}
        machine = {"workers": 1, "device": "cpu"}
        self.trainer = trainer.Trainer(config.read_config(settings | machine, hidden=[hidden] * 2))
        self.trainer.size = size
        self.weights = samples.weights_at(self.trainer.config, 0.0)
        cut = self.trainer.config.cut
        self.taken = [self.trainer.games.play(rows // cut, [k])[0] for k in range(cut)]

    def learn(self) -> int:
        """Learn from the first turn's games."""
        for learner, rollouts in self.trainer.jobs(self.taken):
            learner.learn(rollouts, self.weights)
        return sum(len(rollout) for taken in self.taken for rollout in taken.values())

    def turn(self) -> int:
        """Play games and learn from them."""
        before = self.trainer.decisions
        self.trainer.advance()
        return self.trainer.decisions - before


def learner_groups(places: dict[str, int], hidden: int) -> list[harness.Group]:
    """Return the measures of learning and of whole turns, by game and scenario."""

    def group(place: str, rows: int, what: str, title: str) -> harness.Group:
        def measure_of(kind: str) -> harness.Measure:
            return harness.Measure(
                name=f"{what}_{place}_{kind}",
                what=f"{title}, `{place.split('/')[1]}`, {KINDS[kind]}",
                unit="decisions/s",
                setup=lambda: harness.Job(getattr(TimedRun(place, kind, rows, hidden), what)),
                peer="" if kind == "torch" else f"{what}_{place}_torch",
                short=KINDS["torch"],
            )

        return [measure_of(kind) for kind in KINDS]

    titles = {"learn": "Learning", "turn": "Self-play and learning"}
    return [
        group(place, rows, what, title) for place, rows in places.items() for what, title in titles.items()
    ]


def rank_groups(places: dict[str, int], hidden: int) -> list[harness.Group]:
    """Return the measures of turns in one process and in two, by game and scenario.

    Of two, the processor time of the first counts, which does everything that the other does, and more.
    """

    def group(place: str, rows: int) -> harness.Group:
        def measure_of(size: int) -> harness.Measure:
            return harness.Measure(
                name=f"ranks_{place}_{size}",
                what=f"Self-play and learning, `{place.split('/')[1]}`, {RANKS[size]}",
                unit="decisions/s",
                setup=lambda: harness.Job(TimedRun(place, "auto", rows, hidden, size).turn),
                peer="" if size == 1 else f"ranks_{place}_1",
                short=RANKS[1],
            )

        return [measure_of(size) for size in RANKS]

    return [group(place, rows) for place, rows in places.items()]


def main(
    only: Annotated[list[str] | None, typer.Option(help="GAME/SCENARIO; several times")] = None,
    hidden: Annotated[int, typer.Option(help="units of a hidden layer")] = HIDDEN,
    rounds: Annotated[int, typer.Option(help="number of rounds, after one to warm up")] = 3,
    out: Annotated[Path | None, typer.Option(help="JSON file")] = None,
) -> None:
    """Measure, and print a table."""
    places = {place: ROWS[place] for place in only or ROWS}
    results = harness.measure(
        [*learner_groups(places, hidden), *rank_groups(places, hidden)],
        rounds,
        lambda done, total: print(f"{done} of {total}", file=sys.stderr, flush=True),
    )
    print(harness.table(results))
    if out is not None:
        data = {"machine": harness.machine(), "hidden": hidden, "figures": harness.as_data(results)}
        write_file(out, json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    typer.run(main)
