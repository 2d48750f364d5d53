"""A strategy of a solved game: probabilities by information set, with perfect recall."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.agents import archive, base
from throwdown.envs.core.kit import Floats, Ints, InvalidConfig, InvalidRecord, Setup, Singles
from throwdown.envs.tables.view import View

KIND = "table"
MOST_PACKED = 100
"""The maximum compression ratio of a file: names of information sets hardly compress."""
_COLUMNS = {"keys": np.int64, "first": np.int64, "actions": np.int16, "chances": np.float32}
_ENTRIES: dict[str, type] = {"game": str, "rules": str, "scenario": str, "config": dict}


class TabularAgent(base.Agent):
    """Plays a table of probabilities.

    Its choice depends on everything it has seen, so it needs the names of information sets.
    """

    needs = frozenset({"sets", "masks"})

    def __init__(self, source: str | os.PathLike[str], name: str = "") -> None:
        self.name = name or Path(source).stem
        self._about, columns = _read(source)
        self._first, self._actions, self._chances = (columns[x] for x in ("first", "actions", "chances"))
        self._place = {key: i for i, key in enumerate(columns["keys"].tolist())}

    def bind(self, setup: Setup) -> TabularAgent:
        """Check that the setup is the solved game."""
        if (setup.game.id, setup.game.rules_version) != (self._about["game"], self._about["rules"]):
            raise InvalidConfig(
                f"{self.name} solves {self._about['game']}, not {setup.game.id} as it is now."
            )
        if json.loads(json.dumps(setup.config)) != self._about["config"]:
            raise InvalidConfig(
                f"{self.name} was solved for a scenario other than '{setup.scenario}', or for other options."
            )
        if self._actions.max() >= setup.game.actions.n:
            raise InvalidRecord(
                f"{self.name} is damaged: it names actions that {setup.game.id} does not have."
            )
        return self

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return an action per game, sampled from the table."""
        chosen = np.empty(len(view), np.int64)
        for i, (low, high) in enumerate(map(self._span, view.sets)):
            chances = np.cumsum(self._chances[low:high])
            k = int(np.searchsorted(chances, rng.random() * chances[-1], side="right"))
            chosen[i] = self._actions[low + min(k, high - low - 1)]
        return chosen

    def probabilities(self, view: View) -> Singles:
        """Return the table's distribution per game: float32, shape (n, actions)."""
        found = np.zeros(view.masks.shape, np.float32)
        for i, (low, high) in enumerate(map(self._span, view.sets)):
            found[i, self._actions[low:high]] = self._chances[low:high]
        return found

    def _span(self, key: int) -> tuple[int, int]:
        """Return the range of an information set's actions in the table."""
        if key not in self._place:
            raise InvalidConfig(f"{self.name} does not know this situation; it was solved by other rules.")
        at = self._place[key]
        return int(self._first[at]), int(self._first[at + 1])


def save_table(
    path: str | Path,
    setup: Setup,
    keys: Ints,
    first: np.ndarray,
    actions: np.ndarray,
    chances: Floats,
) -> None:
    """Write a strategy to an ``.npz`` file.

    Args:
        path: the file.
        setup: the game that it solves.
        keys: int64 (I,); the information sets.
        first: (I + 1,); the start of each one's actions.
        actions: (S,); ids.
        chances: float64 (S,); their probabilities.
    """
    header = {
        "game": setup.game.id,
        "rules": setup.game.rules_version,
        "scenario": setup.scenario,
        "config": dict(setup.config),
    }
    given = (keys, first, actions, chances)
    columns = {name: np.asarray(x, dtype) for x, (name, dtype) in zip(given, _COLUMNS.items())}
    archive.write_archive(path, KIND, header, columns)


def _read(path: str | os.PathLike[str]) -> archive.Archive:
    """Read a table and check its columns."""

    def check(header: Mapping[str, Any], columns: Mapping[str, archive.Layout]) -> None:
        archive.check_entries(path, header, _ENTRIES)
        found = [columns.get(name) for name in _COLUMNS]
        if any(
            x is None or len(x.shape) != 1 or x.dtype != dtype for x, dtype in zip(found, _COLUMNS.values())
        ):
            raise InvalidRecord(f"'{path}' is damaged: a column of the table is missing.")
        sets, first, actions, chances = (x.shape[0] for x in found if x is not None)
        if len(columns) != len(found) or first != sets + 1 or sets < 1 or actions != chances:
            raise misfit
        if sum(x.size for x in columns.values()) > MOST_PACKED * Path(path).stat().st_size:
            raise InvalidRecord(f"'{path}' is damaged: its table is too large for a file of its size.")

    misfit = InvalidRecord(f"'{path}' is damaged: the columns of the table do not fit together.")
    found = archive.read_archive(path, KIND, check)
    first, actions, chances = (found.arrays[name] for name in ("first", "actions", "chances"))
    if first[0] != 0 or first[-1] != len(actions) or (np.diff(first) < 1).any() or (actions < 0).any():
        raise misfit
    if (
        not np.isfinite(chances).all()
        or (chances < 0).any()
        or (np.add.reduceat(chances, first[:-1]) <= 0).any()
    ):
        raise InvalidRecord(f"'{path}' is damaged: its chances are not probabilities.")
    return found
