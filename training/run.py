"""The base of training runs: limits, log, evaluation and checkpoints, for any learner."""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np
import torch as th

from throwdown.agents import Agent, Policy, PolicyAgent, label_of, load, played, save_policy, usual
from throwdown.envs.core.kit import Floats, InvalidConfig, Setup
from throwdown.envs.core.names import again
from throwdown.evaluation.exact import Tree, build_tree, exploitability, tabulate
from throwdown.evaluation.match import play
from throwdown.training import checkpoint, health
from throwdown.training.config import TrainConfig, algorithm_of, map_names, read_config
from throwdown.training.presets import fitted, told
from throwdown.training.roles import learning_roles, opened, setup_of


def returns_of(
    setup: Setup, side: str, own: Mapping[str, Agent], others: Mapping[str, Agent], deals: int, seed: int
) -> Floats:
    """Play fresh deals and return a side's returns: float64, shape (deals,).

    Args:
        setup: the setup.
        side: the side.
        own: its players by role.
        others: the players of the other sides, by role.
        deals: the number of deals.
        seed: of deals and choices.
    """
    lines: dict[str, Agent | list[Agent]] = {}
    for name, seats in setup.teams.items():
        team = [(own if name == side else others)[setup.roles[p]] for p in seats]
        lines[name] = team[0] if all(agent is team[0] for agent in team) else team
    return play(setup, lines, deals, seed).of(side)


class Run(ABC):
    """A training run, between two turns.

    Args:
        config: the run.
        is_new: whether it is new, and so reads the initial policies.
        clock: returns seconds, for ``seconds`` and ``minutes``; `time.process_time` for processor time.

    Attributes:
        roles: the learning roles.
        rivals: the players of the other roles.
        turn: the number of turns done.
        seconds: the time spent in them.
        limits: the ``steps`` and ``minutes`` of the run, with another entry for every change on resuming; all but the
            last also have the number of ``decisions`` at the change.
        log: one entry of plain figures per turn.
        told: the names of the warnings in it: each comes once.
    """

    def __init__(
        self, config: TrainConfig, is_new: bool = True, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        th.set_num_threads(1)
        self.setup, self.is_new, self.clock = setup_of(config), is_new, clock
        # Stored, so that the run stays the same when a default changes.
        named = {"scenario": self.setup.scenario} if config.scenario is None else {}
        self.config = fitted(config.model_copy(update=named), self.setup)
        if config.algorithm == "ppo":
            self.config = self.config.model_copy(update={"parts": self.config.parts})
        self.roles = learning_roles(self.config, self.setup)
        against = {
            role: config.against.get(role, usual(self.setup)) for role in dict.fromkeys(self.setup.roles)
        }
        self.rivals = {
            role: load(name, self.setup, role) for role, name in against.items() if role not in self.roles
        }
        self.turn, self.seconds = 0, 0.0
        self.limits: list[dict[str, Any]] = [{"steps": config.steps, "minutes": config.minutes}]
        self.log: list[dict[str, Any]] = []
        self.told: set[str] = set()

    def notes(self) -> dict[str, str]:
        """Return sentences for the beginning of the run, by subject."""
        words = told(self.config)
        return {"preset": words} if words else {}

    @property
    @abstractmethod
    def decisions(self) -> int:
        """The number of decisions learnt from, of all roles, without exploiters."""

    @abstractmethod
    def advance(self) -> dict[str, Any]:
        """Do one turn; return its figures by subject."""

    @abstractmethod
    def policy(self, role: str, info: dict[str, Any]) -> Policy:
        """Return the policy of a learning role, with metadata for its file."""

    @abstractmethod
    def restore(self, state: Mapping[str, Any]) -> None:
        """Restore the learners from a result of `get_state`."""

    def close(self) -> None:  # noqa: B027 - most runs have nothing to end
        """End what else the run keeps going, if anything."""

    @property
    def progress(self) -> float:
        """The share of the run that is done, 0 to 1."""
        steps, seconds = self.config.limit
        done = self.decisions / steps if steps is not None else self.seconds / (seconds or 1.0)
        return min(1.0, done)

    @property
    def sides(self) -> list[str]:
        """The learning sides."""
        learning = {side for side, role in zip(self.setup.sides, self.setup.roles) if role in self.roles}
        return [side for side in self.setup.teams if side in learning]

    @cached_property
    def tree(self) -> Tree:
        """The game as a tree."""
        return build_tree(self.setup)

    def step(self) -> dict[str, Any]:
        """Do one turn and, when due, measure the policies' strength; return the turn's figures, with any warnings.

        Raises:
            Diverged: what was learnt is not finite; the run cannot go on.
        """
        start, before = self.clock(), self.decisions
        figures = self.advance()
        took = self.clock() - start
        self.seconds += took
        entry: dict[str, Any] = {"turn": self.turn, "seconds": self.seconds, "decisions": self.decisions}
        entry |= {"steps_per_second": (self.decisions - before) / took, **figures}
        if wrong := [*health.faults(entry), *self.faults()]:
            raise health.Diverged(
                f"training broke down in turn {self.turn}: {', '.join(wrong)} {'is' if len(wrong) == 1 else 'are'} not "
                "finite; begin again with a smaller learning_rate."
            )
        self.examine(entry)
        self.log.append(entry)
        if found := health.warnings(self.log, self.progress, self.told):
            entry["warnings"] = found
            self.told |= found.keys()
        return entry

    def faults(self) -> list[str]:
        """Return what of the learners is not finite; nothing, unless a learner can tell."""
        return []

    def examine(self, entry: dict[str, Any]) -> None:
        """Add the policies' strength to a turn's figures, when due."""
        c = self.config
        if c.eval_every and self.turn % c.eval_every == 0:
            entry.update(self.evaluate(c.eval_games))
        if c.exact_every and (self.turn == 1 or self.turn % c.exact_every == 0):
            entry["exact"] = self.exploitability()

    def agents(self) -> dict[str, Agent]:
        """Return the player of each role: the current policy to save, or the role's rival."""
        own = {role: PolicyAgent(self.policy(role, {})).bind(self.setup) for role in self.roles}
        return {role: own.get(role) or self.rivals[role] for role in dict.fromkeys(self.setup.roles)}

    def exploitability(self) -> dict[str, float]:
        """Return the exact exploitability, and every side's gain by a best response, as shares of half the range.

        Raises:
            InvalidConfig: the game is too large to be solved, or is not zero-sum with two sides.
        """
        found = exploitability(self.tree, tabulate(self.tree, self.agents()))
        gains = {f"{side}_gain": gain / found.half_range for side, gain in zip(self.tree.sides, found.gains)}
        return {"exploitability": found.share, **gains}

    def evaluate(self, games: int, seed: int = 1) -> dict[str, dict[str, float]]:
        """Return the results of every learning side against fixed opponents on all other roles.

        ``win_rate`` and ``mean_return`` have an entry per ``SIDE_against_OPPONENT``; a draw is half a win.
        """
        agents = self.agents()
        wins, means = dict[str, float](), dict[str, float]()
        for name in self.config.eval_against or dict.fromkeys(("random", usual(self.setup))):
            others = {role: load(name, self.setup, role) for role in agents}
            for side in self.sides:
                found = returns_of(self.setup, side, agents, others, games, seed)
                label = f"{side}_against_{label_of(name)}"
                wins[label], means[label] = float((1 + np.sign(found)).mean() / 2), float(found.mean())
        return {"win_rate": wins, "mean_return": means}

    def get_state(self) -> dict[str, Any]:
        """Return the whole run as arrays and plain data."""
        return {
            "config": self.config.model_dump(exclude_unset=True),
            "rules": self.setup.game.rules_version,
            "scenario": played(self.setup.config),
            "turn": self.turn,
            "seconds": self.seconds,
            "limits": self.limits,
            "log": self.log,
        }

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Continue from a result of `get_state`."""
        if state["rules"] != self.setup.game.rules_version:
            raise InvalidConfig(
                f"the checkpoint was made with version {state['rules']} of the rules of {self.config.game}; "
                f"this release plays version {self.setup.game.rules_version}."
            )
        if state["scenario"] != played(self.setup.config):
            raise InvalidConfig(
                f"scenario '{self.setup.scenario}' has changed since the run began; undo that, or begin a new run."
            )
        self.turn, self.seconds = int(state["turn"]), float(state["seconds"])
        self.log = list(state["log"])
        self.told = {name for entry in self.log for name in entry.get("warnings", ())}
        self.restore(state)
        *before, last = state["limits"]
        if last != self.limits[-1]:
            before.append(last | {"decisions": self.decisions})
        self.limits = [*before, self.limits[-1]]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a checkpoint, atomically."""
        checkpoint.save_checkpoint(Path(path), self.get_state())

    def save_policies(self, folder: Path) -> dict[str, Path]:
        """Write every role's policy, as ``ROLE.npz``, and return the files by role."""
        info = {"decisions": self.decisions, "seconds": self.seconds, "seed": self.config.seed}
        return {role: save_policy(folder / f"{role}.npz", self.policy(role, info)) for role in self.roles}

    @classmethod
    def resume(cls, path: str | os.PathLike[str], named: Collection[str] = (), **changes: Any) -> Self:
        """Return the run in a checkpoint, ready for its next turn.

        Args:
            path: the checkpoint.
            named: the files and the code that the run names, as `core.names.Typed` again: others are not opened.
            changes: fields of the configuration to change, such as ``steps``.

        Raises:
            InvalidConfig: there is no checkpoint, or it is of other rules or another scenario, or it names files or
                code that are not named again, or others are.
            InvalidRecord: it is damaged.
        """
        return cls.of(checkpoint.load_checkpoint(Path(path)), Path(path), named, **changes)

    @classmethod
    def of(cls, state: Mapping[str, Any], path: Path, named: Collection[str] = (), **changes: Any) -> Self:
        """Return the run in the state read from a checkpoint; see `resume`."""
        with checkpoint.whole(path):
            given = map_names(state["config"], lambda name: again(name, named))
            # A run that began without presets goes on without.
            preset = {"preset": "none"} if algorithm_of(state) == "ppo" else {}
            config = read_config(preset | given, **changes)
            own = set(opened(config).values())
            if other := set(named) - own:
                hint = f"name these, in the same words: {', '.join(sorted(own))}" if own else "leave it out"
                raise InvalidConfig(f"'{min(other)}' is not a file or code of this run; {hint}.")
            run = cls(config, is_new=False)
            run.set_state(state)
        return run
