"""A search as an exploiter: a local best response to frozen players, by rollouts against their own policies.

A best response at every decision by itself, with everybody's known policy afterwards, is a lower bound of what a best
response gains (Lisý and Bowling, arXiv 1612.07547), as a learned exploiter is, but without any training. Where the
players are not all policies, whose nets the rollouts need, the search is ISMCTS, which knows the rules alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, ValidationError

from throwdown.agents import Agent, Budget, IsmctsAgent, PolicyAgent, PolicySearchAgent, SearchAgent, load
from throwdown.agents.base import draw
from throwdown.envs.core.kit import Floats, Ints, InvalidRecord, Setup, Singles, parse_json, write_file
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.view import View
from throwdown.evaluation import contrast, legs, match, playout
from throwdown.evaluation.statistics import bootstrap
from throwdown.evaluation.workers import WORTH, distribute

CHUNK = 20
"""Deals of a unit of work."""
PART = "part-{}.json"
"""The file of a finished unit of work, by the index of its first deal."""


class Planner(Agent):
    """A searching agent that tells the distribution from which it draws, see `contrast.Contrast`."""

    def __init__(self, search: SearchAgent[Any, Any], seed: int) -> None:
        self.search, self.name, self.roles, self.needs = search, search.name, search.roles, search.needs
        self.rng = np.random.default_rng(seed)

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return a legal action per game, by a search in each."""
        return draw(self.probabilities(view), rng.random(len(view)))

    def probabilities(self, view: View) -> Singles:
        """Return the result of a search in each game: float32, shape (n, actions)."""
        return self.search.distributions(view.worlds(self.rng), self.rng).astype(np.float32)


def responder(setup: Setup, role: str, players: Mapping[str, Agent], budget: Budget) -> SearchAgent[Any, Any]:
    """Return the search that plays a role against some players.

    Args:
        setup: the game's setup.
        role: the role.
        players: the frozen players of all roles.
        budget: per decision.
    """
    own, others = players[role], [player for other, player in players.items() if other != role]
    if isinstance(own, PolicyAgent):
        nets = [player for player in others if isinstance(player, PolicyAgent)]
        if len(nets) == len(others):
            return PolicySearchAgent(own, nets, budget).bind(setup)
    return IsmctsAgent(budget).bind(setup)


def gain_of(mine: Floats, base: Floats, seed: int) -> dict[str, Any]:
    """Return the gain over what the frozen players get on the same deals: shapes (deals,).

    Returns:
        ``gain``, its 95 % ``interval``, and both mean ``returns``.
    """
    gain = bootstrap(mine - base, seed=seed)
    return {
        "gain": gain.mean,
        "interval": [gain.low, gain.high],
        "returns": [float(np.mean(mine)), float(np.mean(base))],
    }


class Stint(NamedTuple):
    """The games of a unit of work.

    Attributes:
        mine: float64, shape (deals,); returns with the search.
        base: float64, shape (deals,); returns of the players whose places it takes.
        sample: the search's decisions beside theirs; None if they cannot be compared.
    """

    mine: Floats
    base: Floats
    sample: contrast.Sample | None


class _Saved(BaseModel):
    """A `Stint` as plain data."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    mine: list[float]
    base: list[float]
    sample: contrast.SavedSample | None


def _write_part(file: Path, part: Stint) -> None:
    sample = None if part.sample is None else contrast.saved(part.sample)
    saved = _Saved(mine=part.mine.tolist(), base=part.base.tolist(), sample=sample)
    write_file(file, saved.model_dump_json())


def _read_part(file: Path) -> Stint:
    """Return a finished unit of work.

    Raises:
        InvalidRecord: the file is damaged.
    """
    try:
        saved = _Saved.model_validate(parse_json(file.read_text(encoding="utf-8")))
        sample = None if saved.sample is None else saved.sample.sample()
    except (ValidationError, ValueError):
        raise InvalidRecord(f"'{file}' is damaged; delete it to play its deals again.") from None
    return Stint(np.array(saved.mine), np.array(saved.base), sample)


@dataclass(frozen=True)
class Response:
    """A search in some roles of a side against frozen players.

    Attributes:
        what: the fields ``game``, ``scenario`` and ``options`` of a setup.
        players: the frozen players by role: names or files.
        roles: the searching roles.
        budget: of the search, per decision.
        deals: the seeds of the deals.
        seed: of all choices.
    """

    what: Mapping[str, Any]
    players: Mapping[str, str]
    roles: Sequence[str]
    budget: Budget
    deals: Sequence[int] = field(repr=False)
    seed: int = 0

    @cached_property
    def _seated(self) -> tuple[Setup, dict[str, Agent], dict[str, SearchAgent[Any, Any]]]:
        setup = make_setup(self.what["game"], self.what["scenario"], **self.what.get("options", {}))
        old = {role: load(name, setup, role) for role, name in self.players.items()}
        return setup, old, {role: responder(setup, role, old, self.budget) for role in self.roles}

    @property
    def name(self) -> str:
        """The name of the search, or of those of several roles."""
        return ", ".join(dict.fromkeys(search.name for search in self._seated[2].values()))

    def measure(
        self,
        progress: playout.Progress | None = None,
        workers: int | None = 1,
        on: str = "",
        folder: Path | None = None,
    ) -> dict[str, Any]:
        """Play all deals; return the gain as `training.exploit.exploit` does, with the positions behind it.

        Args:
            progress: called as ``progress(units done, units)``.
            workers: maximum number of processes, see `workers.distribute`.
            on: where they run.
            folder: keeps finished units, so that a stopped run continues, in files named as `PART`.

        Raises:
            InvalidRecord: a file in the folder is damaged.
        """
        units = range(0, len(self.deals), CHUNK)
        files = {} if folder is None else {first: folder / PART.format(first) for first in units}
        found = {first: _read_part(file) for first, file in files.items() if file.is_file()}
        left = [first for first in units if first not in found]
        for k, part in distribute(self.play, left, workers, on, replace(self).fresh, WORTH):
            found[left[k]] = part
            if files:
                _write_part(files[left[k]], part)
            if progress is not None:
                progress(len(found), len(units))
        parts = [found[first] for first in units]
        mine, base = (
            np.concatenate(x) for x in ([part.mine for part in parts], [part.base for part in parts])
        )
        samples = [part.sample for part in parts if part.sample is not None]
        return gain_of(mine, base, self.seed) | contrast.tell(contrast.join(samples) if samples else None)

    def fresh(self) -> Callable[[int], Stint]:
        """Return `play`: a copy without agents is sent to other processes, which load their own."""
        return self.play

    def play(self, first: int) -> Stint:
        """Play a unit of work, from one of the deals on, with the search and without it."""
        setup, old, searches = self._seated
        deals, seed = np.array(self.deals[first : first + CHUNK], np.int64), match.leg_seed(self.seed, first)
        new: dict[str, Agent] = {
            role: Planner(search, match.leg_seed(seed, k))
            for k, (role, search) in enumerate(searches.items())
        }
        side = setup.sides[setup.roles.index(self.roles[0])]
        base = match.play(setup, dict(old), deals, seed, dice=seed).of(side)
        if all(legs.is_plain(agent) for agent in old.values()):
            sample = contrast.Contrast(setup, new, old, seed).play(deals)
            return Stint(sample.returns, base, sample)
        return Stint(match.play(setup, old | new, deals, seed, dice=seed).of(side), base, None)
