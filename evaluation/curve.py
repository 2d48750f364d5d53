"""The exploitability of a policy in the course of training, on a game small enough to solve."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from throwdown.agents import load, usual
from throwdown.envs.core.kit import Setup
from throwdown.evaluation.exact import build_tree, exploitability, tabulate


@dataclass(frozen=True)
class Curve:
    """Exploitability over a training run.

    Attributes:
        setup: the setup trained on.
        sets: number of information sets of the game.
        points: (decisions, seconds of learning, exploitability as a share of half the range of returns).
        others: the same share for agents that do not learn, by name.
        command: command line that repeats the run.
    """

    scenario: str
    sets: int
    points: list[tuple[int, float, float]]
    others: dict[str, float] = field(default_factory=dict)
    command: str = ""


def curve_of(log: Sequence[Mapping[str, Any]], setup: Setup, command: str = "") -> Curve:
    """Return the curve of a run trained with ``exact_every``, with the random and the default agent for comparison.

    Args:
        log: the run's entries, one per turn of training.
        setup: the setup trained on.
        command: command line that repeats the run.
    """
    tree = build_tree(setup)
    points = [
        (int(entry["decisions"]), float(entry["seconds"]), float(entry["exact"]["exploitability"]))
        for entry in log
        if "exact" in entry
    ]
    others = {}
    for name in dict.fromkeys(("random", usual(setup))):
        agent = load(name, setup)
        others[name] = exploitability(tree, tabulate(tree, dict.fromkeys(tree.sides, agent))).share
    return Curve(setup.scenario, len(tree.side), points, others, command)
