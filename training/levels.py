"""Makes a ladder of levels and measures it: ``python -m throwdown.training.levels SCENARIO``.

A small net learns for a short time, by self-play or by copying the shipped policies, and is saved several times on the
way. Those nets and the shipped policies, each at several temperatures, and optionally a search with the latter, play
each other on the same deals. For every role the ladder takes the strongest and the weakest of these, and between them
those with the most equal steps: six levels, or more if that brings the steps nearer to a hundred points.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, get_args

import numpy as np

from throwdown.agents import TRAINED, Agent, save_policy
from throwdown.agents.levels import Level, ladder_file
from throwdown.agents.shipped import find_shipped, played
from throwdown.envs.core.kit import InvalidConfig, Setup, in_a_sentence, owned, write_file
from throwdown.envs.registry import make_setup
from throwdown.evaluation import cross, plan, ratings, statistics
from throwdown.evaluation.workers import check_place
from throwdown.training.config import read_config

NAMES = (
    "First Game",
    "Beginner",
    "Novice",
    "Apprentice",
    "Regular",
    "Veteran",
    "Adept",
    "Expert",
    "Champion",
    "Master",
)
FEWEST = 6
STEP = 100.0
"""The desired step between levels, in Elo points."""
KEPT = (8_000, 20_000, 35_000, 50_000, 75_000, 120_000, 300_000, 600_000, 1_000_000, 1_700_000, 3_000_000)
"""The numbers of decisions learnt from at which the small net is saved."""
TEMPERATURES = (1.0, 2.0)
WARM = (1.5, 2.0, 3.0)
"""The temperatures of the shipped policies, which also play unchanged."""
LEAST = 0.02
SMALL: dict[str, Any] = {"preset": "none", "hidden": [32, 32], "rows": 128, "critic": "own", "ema": 0.9}
"""Settings of the small net that differ from the defaults."""
COPYING: dict[str, Any] = {
    "teacher": TRAINED,
    "teacher_weight": 2,
    "teacher_until": 1,
    "inputs": "seen",
    "rows": 32,
    "batch_size": 256,
    "epochs": 2,
}
"""Those of a copying net, in place of these. In long games a net that learns by self-play in so short a time stays far
below the shipped policies; a copying one approaches them in many small steps."""


def names(count: int) -> list[str]:
    """Return the names of a ladder of ``count`` levels, spread over all names."""
    return [NAMES[round(k)] for k in np.linspace(0, len(NAMES) - 1, count)]


@dataclass(frozen=True)
class LadderPlan:
    """The plan of a ladder; see `main` for the fields."""

    game: str
    scenario: str
    deals: int = 2000
    seed: int = 1
    steps: int = 300_000
    copy: bool = False
    trial: int = 0
    search: str = ""
    by: cross.By = "wins"

    @property
    def command(self) -> str:
        """The command that makes the ladder."""
        command = f"python -m throwdown.training.levels {self.scenario} --game {self.game}"
        command += f" --deals {self.deals} --seed {self.seed} --steps {self.steps}" + " --copy" * self.copy
        command += f" --trial {self.trial}" * (self.trial > 0)
        command += f" --search {self.search}" * bool(self.search)
        return command + f" --by {self.by}" * (self.by != LadderPlan.by)


def kept_policies(recipe: LadderPlan, folder: Path) -> dict[int, dict[str, Path]]:
    """Train a small net; return the saved files, by decisions and role.

    It is saved at the end of a turn that reaches a mark, once for several marks.
    """
    from throwdown.training.trainer import Trainer

    marks = [decisions for decisions in KEPT if decisions <= recipe.steps]
    settings = SMALL | (COPYING if recipe.copy else {})
    settings |= {"game": recipe.game, "scenario": recipe.scenario, "seed": recipe.seed}
    settings["steps"] = recipe.steps + 1
    trainer = Trainer(read_config(settings))
    found: dict[int, dict[str, Path]] = {}
    for mark in marks:
        while trainer.decisions < mark:
            trainer.step()
        found[trainer.decisions] = {
            role: save_policy(
                folder / f"{recipe.scenario}-{role}-{trainer.decisions}.npz",
                replace(learner.policy(role, {"seed": recipe.seed}), value=None),  # levels do not use it
                packed=True,
            )
            for learner in trainer.learners.values()
            for role in learner.roles
        }
    return found


def candidates(
    role: str, kept: Mapping[int, Mapping[str, Path]], search: str, warm: Sequence[float] = WARM
) -> Iterator[Level]:
    """Yield the candidates for the levels of a role; their numbers, names and ratings are set later."""
    blank = (0.0, 0.0, 0.0)
    for decisions, files in kept.items():
        for temperature in TEMPERATURES:
            file = files[role].name
            yield Level(
                0, f"{decisions} at {temperature:g}", blank, file, temperature, LEAST, learnt=decisions
            )
    for temperature in warm:
        yield Level(0, f"{TRAINED} at {temperature:g}", blank, TRAINED, temperature, LEAST)
    yield Level(0, TRAINED, blank, TRAINED)
    if search:
        yield Level(0, f"search {search}", blank, TRAINED, search=search)


def count_levels(tried: Mapping[str, Sequence[Level]]) -> int:
    """Return the number of levels of every role: that of the shortest ladder with steps of `STEP` points."""
    spans = [
        max(level.rating[0] for level in found) - min(level.rating[0] for level in found)
        for found in tried.values()
    ]
    return int(np.clip(round(min(spans) / STEP) + 1, FEWEST, len(NAMES)))


def choose(found: Sequence[Level], steps: int = FEWEST) -> list[Level]:
    """Return the ladder of a role: the strongest, the weakest, and those between with the most equal steps."""
    if len(found) < steps:
        raise InvalidConfig(f"a ladder of {steps} levels needs as many candidates, not {len(found)}.")
    first, *inner, last = sorted(found, key=lambda level: level.rating[0])
    ladders = ([first, *between, last] for between in combinations(inner, steps - 2))
    return min(ladders, key=lambda ladder: sum(step**2 for step in _steps(ladder)))


def _steps(ladder: Sequence[Level]) -> Iterator[float]:
    """Yield the steps in points; their sum is the same for all ladders, so the sum of squares measures equality."""
    return (upper.rating[0] - lower.rating[0] for lower, upper in pairwise(ladder))


def measure(
    setup: Setup,
    pools: Mapping[str, Sequence[Level]],
    deals: int,
    seed: int,
    by: cross.By,
    workers: int | None = 1,
    on: str = "",
) -> tuple[dict[str, list[Level]], ratings.Ratings]:
    """Return the candidates of every side with their ratings from a round robin; see `plan.cross_play`."""
    first, second = setup.opponents("A ladder")
    lines: list[dict[str, Agent | list[Agent]]] = []
    for side in (first, second):
        role = setup.roles[setup.teams[side][0]]
        lines.append({x.name: x.agent(setup, role).bind(setup) for x in pools[role]})
    table = cross.rate(plan.cross_play(setup, lines[0], lines[1], deals, seed, workers=workers, on=on), by)
    points = {(x.side, x.name): x.points for x in table.agents}
    rated = {}
    for side in (first, second):
        role = setup.roles[setup.teams[side][0]]
        rated[role] = [replace(x, rating=_rounded(points[side, x.name])) for x in pools[role]]
    return rated, table


def _rounded(points: statistics.Interval) -> tuple[float, float, float]:
    return round(points.mean, 1), round(points.low, 1), round(points.high, 1)


def make_ladder(recipe: LadderPlan, workers: int | None = 1, on: str = "") -> dict[str, Any]:
    """Train, measure and choose; return the content of the ladder's file.

    The matches are played by at most ``workers`` processes, None for one per core; see `workers.start_workers`.
    """
    setup = make_setup(recipe.game, recipe.scenario)
    folder = ladder_file(recipe.game, recipe.scenario).parent
    folder.mkdir(parents=True, exist_ok=True)
    kept = kept_policies(recipe, folder)
    roles = [setup.roles[seats[0]] for seats in setup.teams.values()]
    # Copies come as near to the shipped policies as these do at higher temperatures.
    warm = () if recipe.copy else WARM
    pools = {role: list(candidates(role, kept, recipe.search, warm)) for role in roles}
    tried, _ = measure(setup, pools, recipe.trial or recipe.deals, recipe.seed, recipe.by, workers, on)
    steps = count_levels(tried)
    chosen = {role: choose(tried[role], steps) for role in roles}
    final, table = measure(setup, chosen, recipe.deals, recipe.seed + 1, recipe.by, workers, on)
    ladders = {role: sorted(final[role], key=lambda level: level.rating[0]) for role in roles}
    return {
        "command": recipe.command,
        "rules": setup.game.rules_version,
        "config": played(setup.config),
        "trained": {role: find_shipped(setup, role).name for role in roles},
        "by": recipe.by,
        "deals": recipe.deals,
        "advantage": [round(float(x), 1) for x in table.advantage],
        "misfit": round(table.misfit, 4),
        "roles": {
            role: [_entry(level, name) for level, name in zip(ladders[role], names(steps))] for role in roles
        },
    }


def write_ladder(file: Path, found: Mapping[str, Any]) -> None:
    """Write a ladder's file, then delete the nets of this and earlier ladders of the scenario that no level uses."""
    write_file(file, json.dumps(found, indent=1) + "\n")
    used = {level["policy"] for ladder in found["roles"].values() for level in ladder}
    own = re.compile(rf"{re.escape(file.stem)}-({'|'.join(map(re.escape, found['roles']))})-\d+\.npz")
    for net in file.parent.iterdir():
        if own.fullmatch(net.name) and net.name not in used:
            net.unlink()


def _entry(level: Level, name: str) -> dict[str, Any]:
    """Return a level as stored in the file: its number is its place."""
    entry = asdict(replace(level, name=name))
    del entry["number"]
    return entry


@in_a_sentence()
def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m throwdown.training.levels", description=__doc__)
    parser.add_argument("scenario", help="a scenario for which trained policies ship")
    parser.add_argument("--game", default="throwdown-v0", help="the game's id")
    parser.add_argument(
        "--deals", type=int, default=LadderPlan.deals, help="deals on which all candidates meet"
    )
    parser.add_argument(
        "--seed", type=int, default=LadderPlan.seed, help="seed of training, deals and choices"
    )
    parser.add_argument(
        "--steps", type=int, default=LadderPlan.steps, help="decisions that the small net learns from"
    )
    parser.add_argument(
        "--search",
        default=LadderPlan.search,
        help="simulations of a level that searches, which takes long; by default there is no such level",
    )
    parser.add_argument("--copy", action="store_true", help="let the small net copy the shipped policies")
    parser.add_argument(
        "--trial",
        type=int,
        default=LadderPlan.trial,
        help="deals on which the candidates meet before; by default as many as --deals",
    )
    parser.add_argument(
        "--by",
        choices=get_args(cross.By),
        default=LadderPlan.by,
        help="what counts: wins, or returns in [-1, 1]",
    )
    parser.add_argument("--workers", type=int, help="maximum number of processes; by default one per core")
    parser.add_argument(
        "--on",
        type=check_place,
        default="",
        help="where to play: ray:auto or ray://HOST:PORT for a Ray cluster",
    )
    given = vars(parser.parse_args())
    place = {name: given.pop(name) for name in ("workers", "on")}
    check_place(place["on"])
    recipe = LadderPlan(**given)
    file = ladder_file(recipe.game, recipe.scenario)
    with owned(file.parent, file.name):
        found = make_ladder(recipe, **place)
        write_ladder(file, found)
    for role, ladder in found["roles"].items():
        for number, x in enumerate(ladder, 1):
            print(
                f"{role} {number} {x['name']}: {x['rating']} ({x['policy']}, temperature {x['temperature']:g})"
            )


if __name__ == "__main__":
    main()
