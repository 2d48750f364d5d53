"""What a conflict was worth: the change since it began, whatever the scenario began with."""

from __future__ import annotations

import pytest

from tests.fusion.scenes import helped
from tests.throwdown.scenes import finish, skip
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


WEIGHTS = {"harmony": 0.06, "commitments": 0.07, "charges": 0.08, "buffers": 0.09, "ratings": 0.2}
MOVED: list[tuple[str, tuple[str, ...], float]] = [
    ("+Rally", (), 0.06 * 1 / 6),
    ("+Recover:Self", (), 0.07 * 1 / 18),
    ("+Chargeup:Self(2)", (), 0.08 * 2 / 10),
    ("+Chargeup:Ally(1)", (), 0.08 * 1 / 10),
    ("+Fortify:Self(2)", (), 0.09 * 2 / 9),
    ("+Fortify:Ally(1)", (), 0.09 * 1 / 9),
    ("+Trauma:Threat(1)", ("threat 0",), 0.2 * 1 / 6),
    ("+Trauma:Threat(1)", ("threat 1", "accept"), 0.2 * 1 / 6),
    ("+Trauma:Threat(1)", ("threat 1", "buffer"), 0.09 * 1 / 9),
]
"""What a Tech does, what is chosen, and what it is worth: the weight, times the change, over the whole gauge."""


@pytest.mark.parametrize(("effect", "choices", "worth"), MOVED)
def test_p_23_every_gauge_counts_by_its_weight(effect: str, choices: tuple[str, ...], worth: float) -> None:
    one = {"lowered": {"solo": 1}, "charges": 2, "buffers": 1}
    threats = [{"name": "Wall", "rating": 4}, {"name": "Gate", "rating": 2, "buffer_max": 3, "buffers": 1}]
    sheet_of = {"stakes": WEIGHTS, "threats": threats}
    table = helped(
        effect, pilots=(one, {"charges": 1, "buffers": 1}), sheet_of=sheet_of, rules={"rout": "off"}
    )
    for choice in choices:
        table.play(choice)
    skip(table).play("concede")
    assert finish(table).returns()["pilot_0"] == pytest.approx(-0.5 + worth)
