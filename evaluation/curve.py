"""How the exploitability of a policy fell while it was trained, on a game that can be solved."""

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
        setup: what was trained on.
        sets: information sets of the game.
        points: (decisions, seconds of learning, exploitability as a share of half the range of returns).
        others: the same share for agents that do not learn, by name.
        command: what repeats it.
    """

    scenario: str
    sets: int
    points: list[tuple[int, float, float]]
    others: dict[str, float] = field(default_factory=dict)
    command: str = ""


def curve_of(log: Sequence[Mapping[str, Any]], setup: Setup, command: str = "") -> Curve:
    """Return the curve of a run that was trained with ``exact_every``, beside random and the usual agent.

    Args:
        log: the run's entries, turn by turn.
        setup: what was trained on.
        command: what repeats it.
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
