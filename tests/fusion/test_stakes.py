"""What a conflict was worth: the change since it began, whatever the scenario began with."""

from __future__ import annotations

import pytest

from throwdown import Table

NOTHING = {
    "throwdown-v0": ({"challenger": "coach_0"}, ("refuse", "spoil none"), -0.5),
    "pile-v0": ({"challenger": "coach_0"}, ("sit-out", "spoils-done"), -0.5),
    "gambit-v0": (
        {"narrative": "allowed", "gambit_goal": "great", "specialty_involved": "no"},
        ("accept-gambit", "blind", "flip", "yes-but", "consequence narrative"),
        0.5,
    ),
}
"""Options, what is played where it can be, and the Pilots' half of a win."""


@pytest.mark.parametrize("id", NOTHING)
@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_p_23_where_nothing_changed_hands_only_the_win_counts(id: str, scenario: str) -> None:
    options, wanted, value = NOTHING[id]
    table = Table.deal(id, 4, scenario, reward="stakes", **options)
    while not table.over:
        legal = table.legal()
        table.play(next((a for a in wanted if a in legal), legal[0]))
    returns = table.returns()
    assert returns.pop("coach_0") == -value and set(returns.values()) == {value}
