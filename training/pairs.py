"""Makes pairs that ship: ``python -m throwdown.training.pairs SWEEP.toml...``, for maintainers.

The files are those of sweeps (``throwdown sweep``) whose runs differ in their scenarios and seeds. For every scenario

1. its runs learn by self-play;
2. an exploiter of every role learns against the best pair of these runs, as a cross-play of all finds it;
3. if one gains more than ``--bar``, every run learns on from that pair, with the exploiters and the policies of the
   other runs in the league, so that it meets ways of playing that its own self-play had missed, and with exploiters
   that learn all the time; a barrier keeps actions alive that none of them uses for a while;
4. the best runs of the last step by another cross-play ship, see `throwdown.training.ship`.

All runs of a step are side by side. A command that was stopped continues.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from throwdown.bars import playing_bar
from throwdown.envs.core.kit import InvalidConfig, Setup, ThrowdownError, in_a_sentence
from throwdown.envs.core.names import Typed
from throwdown.evaluation.workers import cores
from throwdown.training import ship
from throwdown.training.config import read_config
from throwdown.training.roles import learning_roles, setup_of
from throwdown.training.sweep_file import SweepRun, job_of, read_sweep

STEPS, DEALS = 10_000_000, 2000
"""Decisions that an exploiter learns from, and the deals of the cross-plays."""
BAR = 0.03
SHARE = 0.5
"""Decisions of step 3 over those of step 1."""
LEAGUE: dict[str, Any] = {
    "entropy": 0.006,
    "entropy_end": 0.002,
    "barrier": 0.1,
    "barrier_end": 0.001,
    "learning_rate": 1e-3,
    "magnet": 0.2,
    "magnet_every": 20,
    "teacher": "",
    "pool_size": 6,
    "snapshot_every": 20,
    "exploiter_every": 800,
}
"""Settings of step 3 that differ from those of step 1."""
SHARES = {"snapshots": 0.2, "exploiters": 0.3}
"""The shares of games of step 3 with the league or an earlier self, and with exploiters that learn all the time."""
_GAME = ("game", "scenario", "options")


class Seeds(NamedTuple):
    """The runs for one scenario.

    Attributes:
        name: that of its first run.
        jobs: its runs, by seed.
        setup: their setup.
        roles: their roles, all of which learn.
    """

    name: str
    jobs: list[SweepRun]
    setup: Setup
    roles: list[str]

    def files(self, folder: Path) -> list[dict[str, Typed]]:
        """Return the policies of the runs in a step's folder, by role."""
        return [{role: Typed(folder / job.name / f"{role}.npz") for role in self.roles} for job in self.jobs]


def pairs_of(jobs: Sequence[SweepRun]) -> list[Seeds]:
    """Return the runs by scenario.

    Raises:
        InvalidConfig: some are not of self-play, have no steps or the same name, or differ in more than their seeds.
    """
    names = [job.name for job in jobs]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise InvalidConfig(f"two runs are called '{twice}'; give them a name = \"...\" each.")
    found: dict[str, list[SweepRun]] = {}
    for job in jobs:
        what = [job.settings.get(field) for field in _GAME]
        found.setdefault(json.dumps(what), []).append(job)
    pairs = []
    for same in found.values():
        configs = [read_config(job.settings) for job in same if job.kind == "train"]
        setup = setup_of(configs[0]) if configs else None
        if setup is None or learning_roles(configs[0], setup) != list(dict.fromkeys(setup.roles)):
            raise InvalidConfig(f"'{same[0].name}' is no run in which all roles learn.")
        if len({config.model_copy(update={"seed": 0}).model_dump_json() for config in configs}) > 1:
            raise InvalidConfig(f"the runs of {same[0].name} differ in more than their seeds.")
        if configs[0].steps is None:
            raise InvalidConfig(
                f"the runs of {same[0].name} have no steps; a run limited by time cannot be repeated."
            )
        pairs.append(Seeds(same[0].name, same, setup, list(dict.fromkeys(setup.roles))))
    return pairs


def exploiters(pair: Seeds, best: Mapping[str, Typed]) -> list[SweepRun]:
    """Return the runs of step 2.

    Args:
        pair: the runs of the scenario.
        best: the policies of the best pair of step 1, by role.
    """
    what = {field: value for field in _GAME if (value := pair.jobs[0].settings.get(field)) is not None}
    players = dict(best)
    return [
        job_of(
            f"{pair.name}-{role}",
            what
            | {"kind": "exploit", "role": role, "players": players, "start": players[role], "steps": STEPS},
            list(best.values()),
        )
        for role in pair.roles
    ]


def league_runs(
    pair: Seeds, best: Mapping[str, Typed], others: Mapping[str, Sequence[Typed]]
) -> list[SweepRun]:
    """Return the runs of step 3.

    Args:
        pair: the runs of the scenario.
        best: the policies of the best pair of step 1, by role.
        others: the league, by role; equally many for all roles.
    """
    found = []
    for job in pair.jobs:
        mix = {**job.settings.get("mix", {}), **SHARES, "latest": 0.0}
        mix["latest"] = round(1 - sum(mix.values()), 6)
        changes = LEAGUE | {
            "mix": mix,
            "steps": round(SHARE * job.settings["steps"]),
            "start": dict(best),
            "league": {role: list(files) for role, files in others.items()},
        }
        named = [*best.values(), *(file for files in others.values() for file in files)]
        found.append(job_of(job.name, job.settings | changes, named))
    return found


def best_of(pair: Seeds, folder: Path, deals: int = DEALS) -> tuple[dict[str, Typed], list[dict[str, Typed]]]:
    """Return the policies of the best pair of a step by a cross-play of all, by role, and those of all runs."""
    files = pair.files(folder)
    if len(files) == 1:
        return files[0], files
    paths = [{role: Path(file) for role, file in one.items()} for one in files]
    chosen = ship.choose(pair.setup, paths, deals, 1)
    return {role: files[chosen[ship.side_of(pair.setup, role)][0]][role] for role in pair.roles}, files


def _run(jobs: Sequence[SweepRun], folder: Path, workers: int) -> dict[str, dict[str, Any]]:
    """Do a step; return the results of its runs by name.

    Raises:
        ThrowdownError: a run failed, or the step was stopped.
    """
    from throwdown.training.sweep import sweep

    with playing_bar(True, folder.name, f"training {len(jobs)} runs of the step") as tell:
        runs = sweep(jobs, folder, workers, progress=tell)
    if failed := next((run for run in runs if run["error"]), None):
        raise ThrowdownError(f"'{failed['name']}' failed: {failed['error']}")
    if not all(run["result"] for run in runs):
        raise ThrowdownError("Stopped and saved. Continue with the same command.")
    return {run["name"]: run["result"] for run in runs}


def make_pairs(jobs: Sequence[SweepRun], folder: Path, workers: int, bar: float) -> list[list[Path]]:
    """Do steps 1 to 3; return the folders of the runs of the last step, by scenario.

    Args:
        jobs: the runs of step 1.
        folder: has a folder for every step: ``self-play``, ``exploiters`` and ``league``.
        workers: maximum number of runs side by side.
        bar: the gain of an exploiter up to which a scenario has no step 3.

    Raises:
        InvalidConfig: see `pairs_of`.
        ThrowdownError: a run failed, or it was stopped; everything is saved.
    """
    pairs = pairs_of(jobs)
    first, second, third = (folder / step for step in ("self-play", "exploiters", "league"))
    _run(jobs, first, workers)
    found = [best_of(pair, first) for pair in pairs]
    hunts = [exploiters(pair, best) for pair, (best, _) in zip(pairs, found)]
    results = _run([job for some in hunts for job in some], second, workers)
    last: list[list[Path]] = []
    runs: list[SweepRun] = []
    for pair, hunt, (best, files) in zip(pairs, hunts, found):
        is_done = all(results[job.name]["gain"] <= bar for job in hunt)
        last.append([(first if is_done else third) / job.name for job in pair.jobs])
        if not is_done:
            others = {
                role: [Typed(second / job.name / f"{role}.npz")]
                + [one[role] for one in files if one[role] != best[role]]
                for role, job in zip(pair.roles, hunt)
            }
            runs += league_runs(pair, best, others)
    if runs:
        _run(runs, third, workers)
    return last


@in_a_sentence()
def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m throwdown.training.pairs", description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", metavar="SWEEP.toml", help="files of sweeps")
    parser.add_argument("--out", type=Path, default=Path("runs/pairs"), help="folder of the runs")
    parser.add_argument("--workers", type=int, default=cores(), help="maximum number of runs side by side")
    parser.add_argument(
        "--bar",
        type=float,
        default=BAR,
        help=f"the gain of an exploiter above which a pair learns on in a league; by default {BAR}",
    )
    parser.add_argument("--ship", action="store_true", help="put the best policies into the package")
    x = parser.parse_args()
    jobs = [job for file in x.files for job in read_sweep(file)]
    for folders in make_pairs(jobs, x.out, x.workers, x.bar):
        print(" ".join(map(str, folders)))
        if x.ship:
            named = [Typed(file) for file in x.out.glob("*/*/*.npz")]
            for file in ship.ship(folders, named=named):
                print(f"{file}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
