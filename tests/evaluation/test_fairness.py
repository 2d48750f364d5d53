"""No scenario that is there to be played is decided before it starts."""

from __future__ import annotations

import pytest

from throwdown.envs.fusion.sheets import shipped
from throwdown.envs.registry import make_setup
from throwdown.evaluation.fairness import fairness


@pytest.mark.parametrize("id", ["throwdown-v0", "pile-v0", "session-v0"])
@pytest.mark.parametrize("scenario", [name for name in shipped() if not name.startswith("mini")])
def test_each_side_wins_three_games_in_ten(id: str, scenario: str) -> None:
    found = fairness(make_setup(id, scenario, reward="win"), 1000, 1, names=("heuristic",))
    assert found.is_fair("heuristic"), f"the Pilots win {found.wins[0].percent()} of {scenario}"
