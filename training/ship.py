"""Ships policies of finished runs in the package: ``python -m throwdown.training.ship RUN_FOLDER...``.

For maintainers; `throwdown.agents.shipped` documents the folder and its metadata.
"""

import argparse
import json
import platform
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from throwdown.agents import TRAINED, Policy, load, load_policy, save_policy, usual
from throwdown.agents.shipped import find_shipped, place_of
from throwdown.envs.core.kit import InvalidConfig, Setup, in_a_sentence
from throwdown.envs.core.names import Typed, again
from throwdown.envs.tables.seating import Lineup
from throwdown.evaluation import cross, plan, statistics
from throwdown.training.config import LOG, TrainConfig, map_names, read_config
from throwdown.training.presets import PRESETS
from throwdown.training.roles import learning_roles, opened, setup_of, start_policy

_FLAGS = ("game", "scenario", "preset", "steps", "minutes", "seed")
"""Settings with an option of ``throwdown train``."""


def settings_of(config: TrainConfig) -> dict[str, Any]:
    """Return the settings of a run that differ from the defaults and from its preset."""
    usual = TrainConfig().model_dump() | PRESETS.get(config.preset, {})
    return {name: value for name, value in config.model_dump().items() if value != usual[name]}


def command_of(config: TrainConfig, limits: Sequence[Mapping[str, Any]] = ()) -> str:
    """Return the command that made a run; settings without an option are referred to a file.

    Args:
        config: of the run.
        limits: its ``steps`` and ``minutes``, and those set on resuming; by default those of ``config``.
    """
    given = settings_of(config)
    given |= {"scenario": config.scenario, "seed": config.seed, **(limits[0] if limits else {})}
    rest = " --config settings.toml" if set(given) - set(_FLAGS) else ""
    files = [option for option in opened(config, is_new=True) if not option.startswith("--scenario")]
    commands = [" ".join([f"throwdown train {_flags(given)}{rest}", *files])]
    commands += [f"throwdown train --resume RUN {_flags(limit)}" for limit in limits[1:]]
    return " && ".join(commands)


def _flags(given: Mapping[str, Any]) -> str:
    return " ".join(f"--{name} {given[name]}" for name in _FLAGS if given.get(name) is not None)


def _plain(interval: statistics.Interval) -> list[float]:
    return [round(x, 4) for x in interval]


def figures_of(result: cross.CrossPlay, own: str) -> dict[str, Any]:
    """Return the results of the trained policies of a side, from its perspective: [mean, low, high] each."""
    first, second = (side.name for side in result.sides)
    k, found = result.names(own).index(TRAINED), {}
    for j, other in enumerate(result.names(second if own == first else first)):
        at = (k, j) if own == first else (j, k)
        mean, wins = result.means[at[0]][at[1]], result.win_rates[at[0]][at[1]]
        if own == first:
            mean, wins = mean.flipped(), statistics.Interval(1 - wins.mean, 1 - wins.high, 1 - wins.low)
        found[other] = {"return": _plain(mean), "wins": _plain(wins)}
    gains = {}
    for x in result.comparisons:
        if x.side == own and TRAINED in (x.first, x.second):
            gap = x.difference if x.first == TRAINED else x.difference.flipped()
            gains[x.second if x.first == TRAINED else x.first] = _plain(gap)
    return {"deals": len(result.deals), "seed": result.seed, "against": found, "gain_over": gains}


def rate(setup: Setup, files: Mapping[str, Path], deals: int, seed: int) -> cross.CrossPlay:
    """Return the cross-play of trained policies, the default agent (also for untrained roles) and random play."""
    base = usual(setup)
    pools: list[dict[str, Lineup]] = []
    for side in setup.opponents("Shipping policies"):
        roles = [setup.roles[p] for p in setup.teams[side]]
        pool: dict[str, Lineup] = {name: load(name, setup) for name in dict.fromkeys((base, "random"))}
        if set(roles) & set(files):
            team = {role: load(files.get(role, base), setup, role) for role in roles}
            pool = {TRAINED: [team[role] for role in roles] if len(team) > 1 else team[roles[0]]} | pool
        pools.append(pool)
    return plan.cross_play(setup, pools[0], pools[1], deals, seed)


def side_of(setup: Setup, role: str) -> str:
    """Return the side of a role.

    Raises:
        InvalidConfig: the role is on both, so no figure is its own.
    """
    sides = {side for side, other in zip(setup.sides, setup.roles) if other == role}
    if len(sides) > 1:
        raise InvalidConfig(
            f"{setup.called(role)} of {setup.game.id} plays on several sides; its policy cannot ship."
        )
    return sides.pop()


class _Finished(NamedTuple):
    """A finished run of a shipped scenario."""

    folder: Path
    config: TrainConfig
    limits: list[dict[str, Any]]

    def pack(self, aside: Path, role: str, temperature: float) -> Path:
        """Write the role's policy into a folder as it would ship, and return its file."""
        policy = tempered(load_policy(self.folder / f"{role}.npz"), temperature)
        return save_policy(aside / f"{role}.npz", policy, packed=True)


def _read(folder: Path, named: Collection[str]) -> _Finished:
    """Return a run.

    Raises:
        InvalidConfig: it is not finished, or its scenario does not ship; see `ship`.
    """
    if not (folder / LOG).is_file():
        raise InvalidConfig(f"there is no run in '{folder}': it has no {LOG}.")
    log = json.loads((folder / LOG).read_text(encoding="utf-8"))
    if "limits" not in log:
        raise InvalidConfig(
            f"the run in '{folder}' is of an older release, which did not record how a run was made."
        )
    config = read_config(map_names(log["config"], lambda name: again(name, named)))
    setup = setup_of(config)
    if not log["is_complete"] or setup.scenario not in setup.game.scenarios:
        raise InvalidConfig(f"the run in '{folder}' is not finished, or its scenario does not ship.")
    for limit in log["limits"][:-1]:
        if limit["steps"] is None or limit["decisions"] < limit["steps"]:
            raise InvalidConfig(
                f"the run in '{folder}' had its limits changed on the way, so no single command repeats it."
            )
    return _Finished(folder, config, log["limits"])


def _check_rivals(runs: Sequence[_Finished]) -> None:
    """Check that runs can be compared.

    Raises:
        InvalidConfig: they played another game or scenario, other roles learnt, or one is named twice.
    """
    first, *others = runs
    for k, run in enumerate(others, 1):
        if _learnt(run) != _learnt(first):
            raise InvalidConfig(
                f"the runs in '{first.folder}' and '{run.folder}' differ in their game, scenario, options or learning "
                "roles; ship one of them."
            )
        if run.config in (rival.config for rival in runs[:k]):
            raise InvalidConfig(
                f"the run in '{run.folder}' has the settings and the seed of another; name each run once."
            )


def _learnt(run: _Finished) -> tuple[Any, ...]:
    """Return what was learnt in a run: the game, the scenario with its options, and the roles."""
    setup = setup_of(run.config)
    return setup.game.id, setup.scenario, setup.config, setup.options, learning_roles(run.config, setup)


def _method(run: _Finished) -> TrainConfig:
    """Return the settings of a run without its seed."""
    return run.config.model_copy(update={"seed": 0})


def choose(
    setup: Setup, runs: Sequence[Mapping[str, Path]], deals: int, seed: int
) -> dict[str, tuple[int, list[list[float]]]]:
    """Return by side the best of several runs, and the mean return of every run's policies: [mean, low, high].

    Every run's policies of a side play those of all runs of the other side, on the same deals.

    Args:
        setup: the game.
        runs: by role, the policies of a run, the same roles in all; the default agent plays the others.
        deals: the number of deals.
        seed: of the cross-play.
    """
    base = usual(setup)
    pools: list[dict[str, Lineup]] = []
    for side in setup.opponents("Shipping policies"):
        roles = [setup.roles[p] for p in setup.teams[side]]
        teams = [{role: load(files.get(role, base), setup, role) for role in roles} for files in runs]
        pools.append({str(k): [team[role] for role in roles] for k, team in enumerate(teams)})
    found: dict[str, list[list[float]]] = {}
    for one in plan.cross_play(setup, pools[0], pools[1], deals, seed).strengths:
        found.setdefault(one.side, []).append(_plain(one.returns))
    return {side: (max(range(len(all_)), key=lambda k: all_[k][0]), all_) for side, all_ in found.items()}


def ship(
    folders: Sequence[Path],
    deals: int = 4000,
    seed: int = 1,
    temperature: float = 1.0,
    roles: Collection[str] = (),
    named: Collection[str] = (),
) -> list[Path]:
    """Pack the policies of a finished run, rate them and write them into the package with their provenance.

    Of several runs a side's policies are those of the run whose policies have the highest return in a cross-play of all
    runs. The record's ``seeds`` then holds the returns of the runs that differ from it in their seeds alone, and
    ``others`` those of the runs with other settings.

    Returns the files.

    Args:
        folders: the runs' folders.
        deals: the number of deals of the rating and of the cross-play.
        seed: of both.
        temperature: above 0; divides the logits of the shipped policies, so that lower ones favour likely actions more.
        roles: the roles whose policies to ship, by default all that learnt; shipped policies of the others stay.
        named: the files and the code that the runs named, as `core.names.Typed` again: a log alone opens none.

    Raises:
        InvalidConfig: the temperature is out of range, a run is not finished, its scenario is not a shipped one, or the
            runs are of several scenarios.
    """
    if not 0.0 < temperature < np.inf:
        raise InvalidConfig(f"temperature is {temperature}; it must be above 0.")
    runs = [_read(folder, named) for folder in folders]
    _check_rivals(runs)
    config = runs[0].config
    setup, learnt = setup_of(config), learning_roles(config, setup_of(config))
    if set(roles) - set(learnt):
        raise InvalidConfig(
            f"{', '.join(sorted(set(roles) - set(learnt)))} did not learn in '{folders[0]}'; {', '.join(learnt)} did."
        )
    chosen = [role for role in learnt if role in roles or not roles]
    kept = {role: find_shipped(setup, role) for role in learnt if role not in chosen}
    best: dict[str, tuple[int, list[list[float]]]] = {}
    made: list[tuple[Path, Policy]] = []
    with TemporaryDirectory() as aside:
        packed = [
            {role: run.pack(Path(aside) / str(k), role, temperature) for role in learnt}
            for k, run in enumerate(runs)
        ]
        if len(runs) > 1:
            best = choose(setup, packed, deals, seed)
        of = {role: best[side_of(setup, role)][0] if best else 0 for role in chosen}
        result = rate(setup, {role: packed[of[role]][role] for role in chosen} | kept, deals, seed)
        for role in chosen:
            run, side = runs[of[role]], side_of(setup, role)
            policy = load_policy(packed[of[role]][role])
            record = _record(run.config, run.limits, setup) | {"temperature": temperature}
            if best:
                same = [_method(x) == _method(run) for x in runs]
                record["seeds"] = {
                    str(x.config.seed): found
                    for x, found, is_same in zip(runs, best[side][1], same)
                    if is_same
                }
                record["others"] = [found for found, is_same in zip(best[side][1], same) if not is_same]
            info = {**policy.info, **record, "figures": figures_of(result, side)}
            made.append((place_of(setup, role), replace(policy, info=info)))
    # A run's records name the policies that it started from, which may be those in these places.
    return [save_policy(place, policy, packed=True) for place, policy in made]


def tempered(policy: Policy, temperature: float) -> Policy:
    """Return a policy with its logits divided by a temperature."""
    net, factor = policy.net, np.float32(1.0 / temperature)
    weights = (*net.weights[:-1], net.weights[-1] * factor)
    return replace(
        policy, net=replace(net, weights=weights, biases=(*net.biases[:-1], net.biases[-1] * factor))
    )


def _record(config: TrainConfig, limits: Sequence[Mapping[str, Any]], setup: Setup) -> dict[str, Any]:
    """Return the provenance of a run's policies.

    Raises:
        InvalidConfig: an initial policy is no longer in its place.
    """
    started = {
        role: {"policy": name, "decisions": start_policy(name, setup, role).info.get("decisions")}
        for role, name in config.start.items()
    }
    return {
        "command": command_of(config, limits),
        "settings": config.model_dump(),
        "start": started,
        "rules": setup.game.rules_version,
        "config": dict(setup.config),
        "made_with": {
            "python": platform.python_version(),
            "numpy": np.__version__,
            "torch": version("torch"),
        },
    }


@in_a_sentence()
def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m throwdown.training.ship", description=__doc__)
    parser.add_argument(
        "folders", type=Path, nargs="+", help="a finished run, or several of which the best ship"
    )
    parser.add_argument("--deals", type=int, default=4000, help="deals of the rating")
    parser.add_argument("--seed", type=int, default=1, help="seed of the rating")
    parser.add_argument(
        "--temperature", type=float, default=1.0, help="divides the logits of the shipped policies"
    )
    parser.add_argument(
        "--role", action="append", default=[], help="a role whose policy is to ship; by default all"
    )
    parser.add_argument(
        "--named",
        action="append",
        default=[],
        type=Typed,
        help="a file or code named by the run; repeat it here",
    )
    x = parser.parse_args()
    for file in ship(x.folders, x.deals, x.seed, x.temperature, x.role, x.named):
        print(f"{file}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
