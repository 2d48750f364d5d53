"""Resumable cross-plays in parallel processes.

The results depend neither on the number of processes nor on interruptions: every unit of a `plan.Plan` is played
from its own seed. A part is written atomically as soon as its unit is played.
"""

import json
import shutil
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.agents import identity, load
from throwdown.envs import registry
from throwdown.envs.core.files import write_file, write_with
from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, Setup, owned, parse_json
from throwdown.envs.tables import seating
from throwdown.evaluation import cross, match, playout
from throwdown.evaluation.aivat import Baseline, fit_baseline, quick_games
from throwdown.evaluation.plan import Part, Plan, Unit
from throwdown.evaluation.workers import WORTH, distribute

FORMAT = 4
DAMAGED = (KeyError, ValueError, OSError, EOFError, zipfile.BadZipFile)
"""Exceptions that reading a damaged file may raise."""

Parts = dict[Unit, Part]


@dataclass(frozen=True)
class Recipe:
    """A cross-play as plain data, from which another process can build its plan.

    Attributes:
        game: id of the game.
        config: the scenario, as in `Setup.config`.
        options: rules and rewards.
        scenario: name of the scenario.
        rows: specs of agents (see `agents.load`) for the first side, by label: one for all its seats, or one for each.
        columns: the same for the second side.
        deals: number of deals.
        seed: of the deals and of the agents' choices.
        aivat: correct the returns by AIVAT, with a baseline fitted first.
        shared_dice: use the same dice in all games of a deal, see `playout.Dice`.
    """

    game: str
    config: Mapping[str, Any]
    options: Mapping[str, Any]
    scenario: str
    rows: Mapping[str, Sequence[str]]
    columns: Mapping[str, Sequence[str]]
    deals: int
    seed: int
    aivat: bool = False
    shared_dice: bool = False

    def plan(self, baseline: Baseline | None = None) -> Plan:
        """Load the agents.

        Raises:
            InvalidConfig, InvalidRecord: an agent is unknown, damaged, or does not fit.
        """
        setup = self._setup()
        rows, columns = (
            {label: load_lineup(specs, setup, side) for label, specs in pool.items()}
            for side, pool in self._pools(setup)
        )
        deals = match.deal_seeds(self.deals, self.seed)
        return Plan(setup, rows, columns, deals, self.seed, baseline, self.shared_dice)

    def _pools(self, setup: Setup) -> Iterable[tuple[str, Mapping[str, Sequence[str]]]]:
        return zip(setup.opponents("Cross-play"), (self.rows, self.columns))

    def _setup(self) -> Setup:
        return replace(registry.make_setup(self.game, self.config, **self.options), scenario=self.scenario)

    def settings(self) -> dict[str, Any]:
        """Return everything that determines the results as plain data; files by the hash of their content."""
        setup = self._setup()
        plain = {
            "game": [self.game, setup.game.rules_version],
            "scenario": self.config,
            "options": self.options,
            **{
                side: [
                    [label, *(identity(*place) for place in places_of(specs, setup, side))]
                    for label, specs in pool.items()
                ]
                for side, pool in self._pools(setup)
            },
            "deals": self.deals,
            "seed": self.seed,
            "aivat": self.aivat,
            "shared_dice": self.shared_dice,
        }
        found: dict[str, Any] = json.loads(json.dumps({"format": FORMAT, **plain}))
        return found


def places_of(specs: Sequence[str], setup: Setup, side: str) -> list[tuple[str, Setup, str]]:
    """Return spec, setup and role of every agent of a lineup: one for all seats if they have one role, or one for each.

    Raises:
        InvalidConfig: the numbers of agents and seats differ.
    """
    roles = [setup.roles[p] for p in setup.teams[side]]
    if len(specs) == 1:
        roles = roles[:1] if len(set(roles)) == 1 else roles
        specs = [*specs] * len(roles)
    if len(specs) != len(roles):
        raise seating.wrong_size(setup, side, len(specs), len(roles))
    return [(spec, setup, role) for spec, role in zip(specs, roles)]


def load_lineup(specs: Sequence[str], setup: Setup, side: str) -> seating.Lineup:
    """Load the agents of a side; see `places_of`."""
    team = [load(*place) for place in places_of(specs, setup, side)]
    return team[0] if len(team) == 1 else team


class Store:
    """The folder that stores a cross-play, during play and afterwards.

    ``run.json`` holds the settings, ``parts`` a file per unit, and ``results.npz`` everything once it is complete.

    Raises:
        InvalidConfig: the folder holds a cross-play with other settings.
    """

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        self.folder, self.parts = folder, folder / "parts"
        self.whole, note = folder / "results.npz", folder / "run.json"
        if note.is_file():
            self._compare(note, settings)
        else:
            self.clear()
            write_file(note, json.dumps(settings, indent=1))

    def _compare(self, note: Path, settings: Mapping[str, Any]) -> None:
        try:
            kept = parse_json(note.read_text(encoding="utf-8"))
        except ValueError:
            raise InvalidRecord(f"'{note}' is damaged; name another folder or delete this one.") from None
        other = [name for name in settings if not isinstance(kept, dict) or kept.get(name) != settings[name]]
        if other:
            raise InvalidConfig(
                f"'{self.folder}' holds an evaluation with other settings ({', '.join(other)}); "
                "name another folder or delete this one."
            )

    def baseline(self, fit: Callable[[], Baseline]) -> Baseline:
        """Return AIVAT's baseline, fitting it once: parts played with different baselines do not combine."""
        file = self.folder / "baseline.npz"
        if not file.is_file():
            made = fit()
            columns: dict[str, Any] = asdict(made)
            write_with(file, lambda out: np.savez_compressed(out, **columns))
            return made
        try:
            with np.load(file, allow_pickle=False) as data:
                numbers = float(data["bias"]), int(data["seat"]), float(data["deal"])
                return Baseline(data["weights"], *numbers)
        except DAMAGED:
            raise InvalidRecord(f"'{file}' is damaged; name another folder or delete this one.") from None

    def clear(self) -> None:
        """Delete all results."""
        shutil.rmtree(self.parts, ignore_errors=True)
        self.whole.unlink(missing_ok=True)
        (self.folder / "baseline.npz").unlink(missing_ok=True)

    def load(self, plan: Plan) -> Parts:
        """Return the stored parts; a damaged file counts as missing."""
        if self.whole.is_file():
            try:
                with np.load(self.whole, allow_pickle=False) as data:
                    return {unit: data["-".join(map(str, unit))] for unit in plan.units}
            except DAMAGED:
                self.whole.unlink()
        found: Parts = {}
        for unit in plan.units:
            try:
                found[unit] = np.load(self._file(unit), allow_pickle=False)
            except DAMAGED:
                continue
        return found

    def _file(self, unit: Unit) -> Path:
        return self.parts / f"{'-'.join(map(str, unit))}.npy"

    def add(self, unit: Unit, part: Part) -> None:
        """Store a part."""
        write_with(self._file(unit), lambda file: np.save(file, part, allow_pickle=False))

    def finish(self, parts: Parts) -> None:
        """Merge all parts into one file."""
        columns: dict[str, Any] = {"-".join(map(str, unit)): part for unit, part in sorted(parts.items())}
        write_with(self.whole, lambda file: np.savez_compressed(file, **columns))
        shutil.rmtree(self.parts, ignore_errors=True)


def run(
    recipe: Recipe,
    folder: Path | None = None,
    workers: int | None = None,
    progress: playout.Progress | None = None,
    worth: float = WORTH,
    on: str = "",
    fit: Callable[[Plan], Baseline] | None = None,
) -> cross.CrossPlay:
    """Play a cross-play, or the rest of an interrupted one.

    Args:
        recipe: the cross-play.
        folder: folder for results, from which an interrupted run resumes; by default results are not stored.
        workers: maximum number of processes, by default one per core; the results are the same.
        progress: called as ``progress(games done, games)``.
        worth: seconds of remaining work above which processes are started.
        on: where they run, see `workers.start_workers`.
        fit: fits AIVAT's baseline; by default on games of the cross-play's own agents.

    Raises:
        InvalidConfig: the folder holds results of other settings or is in use by another run, or an agent does not
            fit.
    """
    with nullcontext() if folder is None else owned(folder):
        return _run(recipe, folder, workers, progress, worth, on, fit or _fitted)


def _run(
    recipe: Recipe,
    folder: Path | None,
    workers: int | None,
    progress: playout.Progress | None,
    worth: float,
    on: str,
    fit: Callable[[Plan], Baseline],
) -> cross.CrossPlay:
    plan = recipe.plan()
    store = None if folder is None else Store(folder, recipe.settings())
    if recipe.aivat:
        plan = replace(plan, baseline=fit(plan) if store is None else store.baseline(lambda: fit(plan)))
    parts = {} if store is None else store.load(plan)
    left = [unit for unit in plan.units if unit not in parts]
    tell = _counter(plan, parts, progress)
    tell()
    make = partial(_player, recipe, plan.baseline)
    for k, part in distribute(plan.play, left, workers, on, make, worth):
        parts[left[k]] = part
        if store is not None:
            store.add(left[k], part)
        tell()
    if store is not None and left:
        store.finish(parts)
    return plan.assemble(parts)


def _fitted(plan: Plan) -> Baseline:
    cells = (plan.players(*cell) for cell in product(plan.rows.values(), plan.columns.values()))
    return fit_baseline(plan.setup, quick_games(plan.setup, cells), plan.seed)


def _counter(plan: Plan, parts: Parts, progress: playout.Progress | None) -> Any:
    def tell() -> None:
        if progress is not None:
            progress(sum(part.shape[1] for part in parts.values()), plan.games)

    return tell


def _player(recipe: Recipe, baseline: Baseline | None) -> Callable[[Unit], Part]:
    return recipe.plan(baseline).play
