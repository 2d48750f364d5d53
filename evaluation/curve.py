"""How the exploitability of a policy fell while it was trained, on a game that can be solved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from throwdown.agents import load
from throwdown.envs.registry import make_setup
from throwdown.evaluation.exact import build_tree, exploitability, tabulate


@dataclass(frozen=True)
class Curve:
    """Exploitability over a training run.

    Attributes:
        scenario: what was trained.
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


def curve_of(
    log: Sequence[Mapping[str, Any]], scenario: str, command: str = "", game: str = "throwdown-v0"
) -> Curve:
    """Return the curve of a run that was trained with ``exact_every``, beside random and the heuristic.

    Args:
        log: the run's entries, turn by turn.
        scenario: what was trained.
        command: what repeats it.
        game: the game's id.
    """
    setup = make_setup(game, scenario)
    tree = build_tree(setup)
    points = [
        (int(entry["decisions"]), float(entry["seconds"]), float(entry["exact"]["exploitability"]))
        for entry in log
        if "exact" in entry
    ]
    others = {}
    for name in ("random", "heuristic"):
        agent = load(name, setup)
        others[name] = exploitability(tree, tabulate(tree, dict.fromkeys(tree.sides, agent))).share
    return Curve(scenario, len(tree.side), points, others, command)
