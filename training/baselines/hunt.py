"""Learned exploiters of a lineup, which may draw its agents before each game: a lower bound of its exploitability."""

import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from throwdown.agents import PolicyAgent
from throwdown.envs.core.kit import Ints, Setup, Singles
from throwdown.envs.tables.drive import Seated
from throwdown.training.baselines.mixtures import Lineup, returns_of
from throwdown.training.config import read_config
from throwdown.training.opponents import Assignment, Blocks, OpponentMix
from throwdown.training.presets import EXPLOITER
from throwdown.training.selfplay import SelfPlay
from throwdown.training.trainer import Trainer

DEALS = 4000
DEAL_SEED = 0xB6


class Drawn(OpponentMix):
    """Seats an agent of a lineup, drawn in every game, where a role does not learn."""

    lineup: Lineup

    def seat(self, assignment: Assignment, blocks: Blocks, log_probs: Singles) -> tuple[list[Seated], Ints]:
        """Return the players as `OpponentMix.seat` does."""
        players, who = super().seat(assignment, blocks, log_probs)
        rng = blocks.rngs[0]
        for part in self.parts:
            if part.role not in self.pools:
                mixture = self.lineup[list(self.setup.teams)[part.side]]
                shares = np.array([share for share, _ in mixture])
                who[:, part.seats] = len(players) + rng.choice(len(mixture), (len(who), 1), p=shares)
                players += [Seated(agent, rng) for _, agent in mixture]
        return players, who


def gain(
    setup: Setup, what: Mapping[str, Any], lineup: Lineup, side: str, steps: int, seed: int
) -> tuple[float, float]:
    """Train an exploiter of a lineup; return its gain over the lineup's own players, and the gain's standard error.

    Args:
        setup: the setup.
        what: the fields ``game`` and ``scenario`` of its training.
        lineup: the players of both sides; one of a role that learns in place of them.
        side: the side that exploits.
        steps: decisions to learn from.
        seed: of the learning.
    """
    role = setup.roles[setup.teams[side][0]]
    rest = {other: "random" for other in dict.fromkeys(setup.roles) if other != role}
    fields = {"roles": [role], "against": rest, "steps": steps, "seed": seed}
    config = read_config({**EXPLOITER, **what, **fields, "eval_every": 0, "workers": 1, "device": "cpu"})
    trainer = Trainer(config, clock=time.process_time)
    trainer.opponents = opponents = Drawn(setup, trainer.config, trainer.pools, trainer.rivals)
    opponents.lineup = lineup
    trainer.games = SelfPlay(setup, opponents, False)
    while trainer.progress < 1.0:
        trainer.step()
    better = [(1.0, PolicyAgent(trainer.policy(role, {})).bind(setup))]
    base, mine = (returns_of(setup, {**lineup, **own}, DEALS, DEAL_SEED) for own in ({}, {side: better}))
    sign = 1.0 if side == list(setup.teams)[1] else -1.0
    found = sign * (mine - base)
    return float(found.mean()), float(found.std(ddof=1) / DEALS**0.5)
