"""How Coach plays who does not know his hand: ``python -m tests.companion.strength``.

Trained policies play duels with real cards that the table deals, and as many as usual on the same numbers of deals.
"""

from __future__ import annotations

import sys

import numpy as np

from tests.companion.support import Honest
from throwdown.agents import load
from throwdown.envs.core.kit import Setup
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.drive import Seated
from throwdown.evaluation.match import play
from throwdown.evaluation.statistics import bootstrap, win_rate
from throwdown.play.throwdown.hands import Hands


class Trained(Honest):
    """An honest table at which the trained policy plays the Pilots."""

    def choose(self, legal: list[str]) -> str:
        """Return what the trained policy does."""
        agent = load("trained", self.real.setup, "pilot")
        rng = np.random.default_rng([self.rng.randrange(1 << 30), len(self.real.history)])
        action = int(Seated(agent, rng).choose(self.real.decision())[0])
        return self.real.game.actions.labels[action]


def duel(setup: Setup, seed: int) -> tuple[float, int]:
    """Play a duel; return what Coach got, and how many cards of his row were turned up."""
    table = Trained(setup, Hands(setup, "trained", seed), seed)
    turned = 0
    while (question := table.hands.question) is not None:
        turned += question.key.startswith("row:")
        table.step()
    return table.real.returns()["coach_0"], turned


def main(duels: int = 200) -> None:
    """Print how often Coach wins, with his cards in a row and as usual, and how many he shows."""
    setup = make_setup("throwdown-v0", "duel")
    found = np.array([duel(setup, seed) for seed in range(duels)])
    usual = play(setup, {role: load("trained", setup, role) for role in ("coach", "pilot")}, duels, 0)
    print(f"with his cards in a row Coach wins {win_rate(found[:, 0] > 0).percent()} of {duels} duels")
    print(
        f"and has {bootstrap(found[:, 1]).text()} cards turned up; as usual he wins {usual.win_rate('coach').percent()}"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
