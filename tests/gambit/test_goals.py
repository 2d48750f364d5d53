"""What a Gambit is worth: the goal, small or great, and the goods that change hands."""

from __future__ import annotations

import pytest

from tests.gambit.support import duel, play, rich, table
from throwdown.envs.tables.table import Table


def test_g_01_a_small_goal_is_nobodys_win() -> None:
    for reward, worth in (("win", 1.0), ("score", 1 / 3)):
        t = duel("3S", "8D", goal="small", reward=reward, buffers={"pilot_0": 0}, harmony=4)
        assert "small goal" in t.render()
        u = Table.from_json(t.to_json())
        t.play("yes-but")
        t.play("consequence strife")
        assert t.returns()["pilot_0"] == pytest.approx(-worth)
        u.play("no-and")
        u.play("consequence narrative")
        assert u.returns()["pilot_0"] == pytest.approx(worth), "the Charge"
    t = duel("3S", "8D", goal="small", reward="win")
    t.play("no-but")
    t.play("consequence narrative")
    assert t.returns()["pilot_0"] == 0


def test_g_02_a_lesson_counts() -> None:
    t = duel("3S", "8D", goal="great", specialty_involved=True, charges={"pilot_0": 3})
    t.play("no-and")
    t.play("consequence narrative")
    t.play("consequence narrative")
    assert t.returns()["pilot_0"] == pytest.approx(-0.5 + 0.1)


@pytest.mark.parametrize(
    ("card", "picks", "steps"),
    [
        ("9S", ["consequence favor"], 1),
        ("9S", ["consequence rebuild"], 1),
        ("9S", ["consequence replenish", "resource 0"], 1),
        ("3S", ["no-and", "consequence disfavor", "faction 0"], -1),
        ("3S", ["no-and", "consequence disfavor", "faction 1"], 1),
    ],
)
def test_g_03_goods_count_in_the_stakes(card: str, picks: list[str], steps: int) -> None:
    t = play(card, goal="small")
    before = t.position()["charges"]
    for pick in picks:
        t.play(pick)
    while not t.over:
        t.play(t.legal()[0])
    gained = 0.05 / 4 * (sum(t.position()["charges"].values()) - sum(before.values()))
    assert t.returns()["pilot_0"] == pytest.approx(10 * (0.02 * steps + gained))
    assert Table.from_position(t.position(), "gambit-v0", rich()).returns() == pytest.approx(t.returns())


def test_g_01_a_small_goal_is_worth_half_a_win_at_most() -> None:
    t = play(
        "3S",
        rich(stakes={"harmony": 0.5, "commitments": 0, "charges": 0, "buffers": 0, "ratings": 0}),
        goal="small",
    )
    t.play("no-and")
    t.play("consequence strife")
    while not t.over:
        t.play("accept" if "accept" in t.legal() else t.legal()[0])
    assert t.returns()["pilot_0"] == pytest.approx(-0.5)  # ten times half a sixth


def test_g_03_an_omen_that_is_spent_is_gone() -> None:
    scenario = rich(escalation=[{"name": "Hush", "effects": ["+Draw:Self(1)"]}])
    t = table({"hands": {"coach_0": ["9D"]}, "phase": "threshold", "goal": "small"}, scenario)
    for action in ("omen 0", "blind"):
        t.play(action)
    if "no-but" in t.legal():
        t.play("no-but")
    t.play("consequence narrative")
    assert t.returns()["pilot_0"] == pytest.approx(10 * 0.02)


def test_g_03_a_favor_card_played_is_one_lost() -> None:
    t = play("QC", goal="small")
    t.play("consequence replenish")
    t.play("resource 1")
    assert t.returns()["pilot_0"] == pytest.approx(0)


def test_g_01_a_goal_is_small_or_great_and_everybody_knows() -> None:
    seen = set()
    for seed in range(12):
        t = Table.deal("gambit-v0", seed)
        goal = t.view("pilot_0")["goal"]
        assert t.view("coach_0")["goal"] == goal and f"a {goal} goal" in "\n".join(t.narrate("pilot_0", 0))
        seen.add(goal)
    assert seen == {"small", "great"}
    assert all(Table.deal("gambit-v0", 0, gambit_goal=goal).view()["goal"] == goal for goal in seen)
