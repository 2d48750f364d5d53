"""Measures personalities beside the ladder of levels: ``python -m throwdown.training.personalities SCENARIO``.

Every level of the ladder and every personality of a role plays every level of the other side on the same deals. The
points are shifted so that the mean of the levels is that of their ladder, and both can stand in one list.

The cost of a close choice is measured, too: in many games the shipped policy now and then plays any of its close
choices, and the resulting loss is estimated; see `cost`.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from throwdown.agents import Agent, PolicyAgent
from throwdown.agents.base import draw
from throwdown.agents.levels import Level, levels
from throwdown.agents.personalities import (
    CLOSE,
    PUSH,
    PersonalityAgent,
    is_close,
    personalities,
    ratings_file,
)
from throwdown.agents.shipped import find_shipped, played
from throwdown.envs.core.kit import (
    Batch,
    Floats,
    Ints,
    InvalidConfig,
    Setup,
    in_a_sentence,
    owned,
    write_file,
)
from throwdown.envs.registry import make_setup
from throwdown.envs.tables import drive
from throwdown.envs.tables.view import View
from throwdown.evaluation import cross, match, plan, statistics
from throwdown.evaluation.playout import Seeds
from throwdown.evaluation.workers import WORTH, check_place, distribute

OFTEN = 0.25
"""The share of decisions at which a policy strays."""
AT_ONCE = 4096
"""The number of games played at once."""


def shift(ladder: Sequence[Level], points: Mapping[str, float]) -> float:
    """Return the shift of the points of levels, by name, that makes their mean that of their ladder."""
    return sum(level.rating[0] - points[level.name] for level in ladder) / len(ladder)


class Straying(Agent):
    """Plays a policy but now and then a random one of its close choices, and accounts for these.

    Args:
        policy: the policy.
        games: the number of games.

    Attributes:
        account: float64, shape (games,): the distance of its stray choices from its favourites, minus the mean of the
            close ones; 0 is a favourite, 1 a choice only just close, on a scale of log-probabilities.
    """

    def __init__(self, policy: PolicyAgent, games: int) -> None:
        self.name, self.policy, self.account = policy.name, policy, np.zeros(games)

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return a legal action per game."""
        plain = self.policy.probabilities(view)
        close = is_close(plain)
        stray = (rng.random(len(view)) < OFTEN)[:, None]
        chosen = draw(
            np.where(stray, close / close.sum(axis=1, keepdims=True), plain), rng.random(len(stray))
        )
        far = np.log(plain / plain.max(axis=1, keepdims=True), out=np.zeros(plain.shape), where=close)
        far /= math.log(CLOSE)
        more = far[np.arange(len(chosen)), chosen] - far.sum(axis=1) / close.sum(axis=1)
        self.account[view.rows] += np.where(stray[:, 0], more, 0.0)
        return chosen


def cost(
    setup: Setup, role: str, games: int, seed: int, workers: int | None = 1, on: str = ""
) -> statistics.Interval:
    """Return the loss of return by a choice only just close against the favourite, averaged over a role's decisions.

    The shipped policies play all roles, and that of the role strays, see `Straying`. It does so at random, so other
    differences between games cancel out: the cost is the least-squares slope of the loss on the account.

    Args:
        setup: the game.
        role: the straying role.
        games: the number of games.
        seed: of deals and choices.
        workers: maximum number of processes, None for one per core; the result is the same.
        on: where they run, see `workers.start_workers`.
    """
    deals = match.deal_seeds(games, seed)
    units = [(start, deals[start : start + AT_ONCE]) for start in range(0, games, AT_ONCE)]
    parts = dict(distribute(partial(_strayed, setup, role, seed), units, workers, on, worth=WORTH))
    account, lost = np.concatenate([parts[k] for k in range(len(units))], axis=1)
    account -= account.mean()
    return statistics.bootstrap(account * (lost - lost.mean()) / np.mean(account**2), seed=seed)


def _strayed(setup: Setup, role: str, seed: int, unit: tuple[int, Seeds]) -> Floats:
    """Play some games of `cost`; return the account and the loss of each: float64, shape (2, n).

    Args:
        setup: the game.
        role: the straying role.
        seed: of choices.
        unit: the number of the first game, and the seeds of the deals.
    """
    start, deals = unit
    roles = list(dict.fromkeys(setup.roles))
    policies = {x: PolicyAgent(find_shipped(setup, x)).bind(setup) for x in roles}
    straying = Straying(policies[role], len(deals))
    players = [
        drive.Seated(straying if x == role else policies[x], np.random.default_rng([seed, start, k]))
        for k, x in enumerate(roles)
    ]
    batch = Batch(setup, len(deals), autoreset=False)
    who = np.array([roles.index(x) for x in setup.roles])
    driver = drive.Driver(batch, players, np.tile(who, (len(deals), 1)))
    driver.deal(deals)
    rows = driver.rows
    while len(rows):
        rows = driver.advance(rows)
    return np.stack([straying.account, -batch.returns()[:, setup.roles.index(role)]])


def measure(
    setup: Setup, deals: int, games: int, seed: int, workers: int | None = 1, on: str = ""
) -> dict[str, Any]:
    """Return the ratings of a game's personalities by role, and their provenance, as stored in their file.

    At most ``workers`` processes play, None for one per core; see `workers.start_workers`.

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
    table = cross.rate(plan.cross_play(setup, lines[0], lines[1], deals, seed, workers=workers, on=on))
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
        f"--deals {deals} --games {games} --seed {seed}",
        "config": played(setup.config),
        "trained": {role: find_shipped(setup, role).name for role in roles},
        "close": CLOSE,
        "push": PUSH,
        "games": games,
        "costs": {
            role: [round(float(x), 4) for x in cost(setup, role, games, seed, workers, on)] for role in known
        },
        "tastes": {
            role: {name: x.model_dump(include={"likes", "high"}) for name, x in entries.items()}
            for role, entries in known.items()
        },
        "deals": deals,
        "misfit": round(table.misfit, 4),
        "ratings": found,
    }


@in_a_sentence()
def main() -> None:
    """Read the command line, measure, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m throwdown.training.personalities", description=__doc__)
    parser.add_argument("scenario", help="a scenario with a ladder of levels")
    parser.add_argument("--game", default="throwdown-v0", help="the game's id")
    parser.add_argument("--deals", type=int, default=1000, help="deals on which all meet")
    parser.add_argument("--games", type=int, default=200_000, help="games in which the policy strays")
    parser.add_argument("--seed", type=int, default=1, help="seed of deals and choices")
    parser.add_argument("--workers", type=int, help="maximum number of processes; by default one per core")
    parser.add_argument(
        "--on", default="", help="where to play: ray:auto or ray://HOST:PORT for a Ray cluster"
    )
    given = parser.parse_args()
    check_place(given.on)
    setup = make_setup(given.game, given.scenario)
    file = ratings_file(given.game, given.scenario)
    with owned(file.parent, file.name):
        found = measure(setup, given.deals, given.games, given.seed, given.workers, given.on)
        write_file(file, json.dumps(found, indent=1) + "\n")
    for role, entries in found["ratings"].items():
        for name, (mean, low, high) in entries.items():
            print(f"{role}:{name}: {mean:+.0f} [{low:+.0f}, {high:+.0f}]")
        cost = statistics.Interval(*found["costs"][role])
        print(f"a choice that is just close enough for a bias costs {cost.text()} of return")


if __name__ == "__main__":
    main()
