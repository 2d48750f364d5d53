"""How long a person plays: the decisions of the person's seat in games of the usual agents, at six seconds each.

``python benchmarks/minutes.py`` prints ``GAME SCENARIO DECISIONS MINUTES`` for every scenario of every game; the
minutes are those of ``play/web/tables.toml``.
"""

import sys

import numpy as np

from throwdown.agents import default_opponent, load
from throwdown.envs.registry import games, make_setup
from throwdown.envs.tables import drive
from throwdown.envs.tables.table import Table
from throwdown.play.session import usual_people

GAMES = 12
SECONDS = 6
"""Seconds of a decision between several choices; where there is only one, nobody thinks."""


def decisions(game: str, scenario: str) -> float:
    """Return the mean number of decisions of the usual person's seat, between at least two choices."""
    setup = make_setup(game, scenario)
    own = usual_people(setup)
    agents = {role: load(default_opponent(setup, role), setup, role) for role in dict.fromkeys(setup.roles)}
    roles, made = dict(zip(setup.seats, setup.roles, strict=True)), 0
    for seed in range(GAMES):
        table, rng = Table.from_setup(setup, seed), np.random.default_rng(seed)
        while not table.over:
            seat = table.agent or ""
            made += seat == own and len(table.legal_ids()) > 1
            table.play(int(drive.Seated(agents[roles[seat]], rng).choose(table.decision())[0]))
    return made / GAMES


def main() -> None:
    """Print the figures of the games named on the command line, by default of all."""
    for id in sys.argv[1:] or games():
        for scenario in games()[id].scenarios:
            n = decisions(id, scenario)
            print(id, scenario, f"{n:.1f}", max(1, round(n * SECONDS / 60)), flush=True)


if __name__ == "__main__":
    main()
