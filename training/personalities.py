"""Measure personalities beside the ladder of levels: ``python -m throwdown.training.personalities SCENARIO``.

Every level of the ladder and every personality of a role meets every level of the other side on the same deals. Points
are set so that the levels have on average what they have in their ladder: so both can stand in one list.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from typing import Any

from throwdown.agents import Agent
from throwdown.agents.levels import Level, levels
from throwdown.agents.personalities import (
    CLOSE,
    PUSH,
    PersonalityAgent,
    personalities,
    ratings_file,
)
from throwdown.agents.shipped import find_shipped, played
from throwdown.envs.core.kit import InvalidConfig, Setup, write_file
from throwdown.envs.registry import make_setup
from throwdown.evaluation import cross, ratings


def shift(ladder: Sequence[Level], points: Mapping[str, float]) -> float:
    """Return what to add to the points of levels, by name, so that their mean is that of their ladder."""
    return sum(level.rating[0] - points[level.name] for level in ladder) / len(ladder)


def measure(setup: Setup, deals: int, seed: int) -> dict[str, Any]:
    """Return the ratings of a game's personalities by role, with what made them, as their file holds it.

    Raises:
        InvalidConfig: the game has no personalities, or the scenario no ladder.
    """
    known = personalities(setup.game.id)
    if not known:
        raise InvalidConfig(f"{setup.game.id} has no personalities.")
    sides = setup.opponents("Ratings of personalities")
    roles = [setup.roles[setup.teams[side][0]] for side in sides]
    lines: list[dict[str, Agent | list[Agent]]] = []
    for role in roles:
        line: dict[str, Agent | list[Agent]] = {
            x.name: x.agent(setup, role).bind(setup) for x in levels(setup, role)
        }
        line |= {
            f"{role}:{name}": PersonalityAgent(role, x, setup).bind(setup)
            for name, x in known.get(role, {}).items()
        }
        lines.append(line)
    table = ratings.rate(cross.cross_play(setup, lines[0], lines[1], deals, seed))
    points = {(x.side, x.name): x.points for x in table.agents}
    found: dict[str, dict[str, list[float]]] = {}
    for side, role in zip(sides, roles):
        if role not in known:
            continue
        ladder = levels(setup, role)
        more = shift(ladder, {level.name: points[side, level.name].mean for level in ladder})
        found[role] = {
            name: [round(float(x + more), 1) for x in points[side, f"{role}:{name}"]] for name in known[role]
        }
    return {
        "command": f"python -m throwdown.training.personalities {setup.scenario} --game {setup.game.id} "
        f"--deals {deals} --seed {seed}",
        "config": played(setup.config),
        "trained": {role: find_shipped(setup, role).name for role in roles},
        "close": CLOSE,
        "push": PUSH,
        "tastes": {
            role: {name: x.model_dump(include={"likes", "high"}) for name, x in entries.items()}
            for role, entries in known.items()
        },
        "deals": deals,
        "misfit": round(table.misfit, 4),
        "ratings": found,
    }


def main() -> None:
    """Read the command line, measure, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m throwdown.training.personalities", description=__doc__)
    parser.add_argument("scenario", help="one that has a ladder of levels")
    parser.add_argument("--game", default="throwdown-v0", help="the game")
    parser.add_argument("--deals", type=int, default=1000, help="deals that all meet on")
    parser.add_argument("--seed", type=int, default=1, help="of deals and choices")
    given = parser.parse_args()
    setup = make_setup(given.game, given.scenario)
    found = measure(setup, given.deals, given.seed)
    file = ratings_file(given.game, given.scenario)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_file(file, json.dumps(found, indent=1) + "\n")
    for role, entries in found["ratings"].items():
        for name, (mean, low, high) in entries.items():
            print(f"{role}:{name}: {mean:+.0f} [{low:+.0f}, {high:+.0f}]")


if __name__ == "__main__":
    main()
