"""The speed of learning, by the kernels and by plain torch: ``python -m throwdown.benchmarks.learner``.

With the defaults of training: learning from games already played, and whole turns with self-play, on one core and in
two processes. All learn from the same games, round by round; ``learner.json`` holds the figures of the last run.

With ``--strength`` it shows instead that after equally many decisions both play equally well, by whole runs of
several seeds; ``learner_strength.json`` holds these figures.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from throwdown.benchmarks import harness
from throwdown.envs.core.kit import InvalidConfig, did_you_mean, in_a_sentence, write_file

ROWS = {
    "throwdown-v0/duel": 1024,
    "throwdown-v0/trio": 512,
    "skirmish-v0/skirmish": 128,
    "showdown-v0/showdown": 128,
}
"""Games in a turn by game and scenario: some ten thousand decisions of every role."""
HIDDEN = 128
"""Units of a hidden layer by default."""
KINDS = {"torch": "plain torch", "auto": "the kernels", "medium": "the kernels with bfloat16"}
"""Learners by name: a value of ``learner`` or, for the kernels, of ``matmul_precision``."""
RANKS = {1: "one process", 2: "the busiest of two processes"}
"""Numbers of processes, and what is measured of them."""

MARKS = {"throwdown-v0/mini": (160_000, 360_000, 1_000_000), "throwdown-v0/duel": (1_500_000,)}
"""By game and scenario, after how many decisions strength is measured; the last end a run."""
SEEDS = (1, 2, 3)
DEALS = 4000
"""The number of deals on which it is measured in a game too large to be solved."""


def settings_of(kind: str) -> dict[str, str]:
    """Return the settings of a learner."""
    return {"matmul_precision": kind} if kind == "medium" else {"learner": kind}


class TimedRun:
    """A run of training: learns from its first games again and again, or does turns, in ``size`` processes."""

    def __init__(self, place: str, kind: str, rows: int, hidden: int, size: int = 1) -> None:
        from throwdown.training import config, samples, trainer

        game, scenario = place.split("/")
        settings = {"game": game, "scenario": scenario, "rows": rows, "eval_every": 0} | settings_of(kind)
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


def strengths(place: str, kind: str, seed: int) -> dict[tuple[int, str], float]:
    """Return the strength of a run by decisions and measure: the exact exploitability, or mean returns."""
    from throwdown.training import config, trainer

    game, scenario = place.split("/")
    settings = {"game": game, "scenario": scenario, "seed": seed, "workers": 1} | settings_of(kind)
    settings |= {"steps": MARKS[place][-1], "eval_every": 0, "eval_against": ["heuristic"]}
    run = trainer.Trainer(config.read_config(settings))
    found: dict[tuple[int, str], float] = {}
    for mark in MARKS[place]:
        while run.decisions < mark:
            run.step()
        if scenario == "mini":
            found[mark, "exploitability"] = run.exploitability()["exploitability"]
        else:
            found |= {(mark, name): x for name, x in run.evaluate(DEALS)["mean_return"].items()}
    return found


def compare_strengths() -> list[dict[str, Any]]:
    """Return a row per game, number of decisions and measure, with the figures of every seed by kind."""
    rows = []
    for place in MARKS:
        found: dict[str, list[dict[tuple[int, str], float]]] = {kind: [] for kind in KINDS}
        for seed in SEEDS:
            for kind, some in found.items():
                some.append(strengths(place, kind, seed))
                print(f"{place}, seed {seed}, {KINDS[kind]}: {some[-1]}", file=sys.stderr, flush=True)
        for mark, what in found["torch"][0]:
            figures = {kind: [round(x[mark, what], 4) for x in some] for kind, some in found.items()}
            rows.append({"place": place, "decisions": mark, "measure": what, **figures})
    return rows


def strength_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows of `compare_strengths` as a Markdown table."""
    seeds = f"seeds {SEEDS[0]} to {SEEDS[-1]}"
    lines = [
        f"| game | decisions | measure | {' | '.join(f'{name}, {seeds}' for name in KINDS.values())} |",
        "|---" * (3 + len(KINDS)) + "|",
    ]
    for row in rows:
        figures = " | ".join(", ".join(f"{x:.3f}" for x in row[kind]) for kind in KINDS)
        what = row["measure"].replace("_", " ")
        lines.append(f"| `{row['place'].split('/')[1]}` | {row['decisions']:,} | {what} | {figures} |")
    return "\n".join(lines)


@in_a_sentence()
def main(
    only: Annotated[list[str] | None, typer.Option(help="GAME/SCENARIO; several times")] = None,
    hidden: Annotated[int, typer.Option(help="units of a hidden layer")] = HIDDEN,
    rounds: Annotated[int, typer.Option(help="number of rounds, after one to warm up")] = 3,
    strength: Annotated[bool, typer.Option("--strength", help="measure strength instead of speed")] = False,
    out: Annotated[Path | None, typer.Option(help="JSON file")] = None,
) -> None:
    """Measure, and print a table."""
    if strength:
        rows = compare_strengths()
        print(strength_table(rows))
        if out is not None:
            write_file(out, json.dumps({"machine": harness.machine(), "rows": rows}, indent=1) + "\n")
        return
    for place in only or ():
        if place not in ROWS:
            raise InvalidConfig(
                f"'{place}' is not measured{did_you_mean(place, ROWS)}; there are {', '.join(ROWS)}."
            )
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
