"""How a session ends (S-09 to S-13, S-16)."""

from __future__ import annotations

import pytest

from tests.session.support import EVENTS, between, deal, kinds, of, play, settle, sheet, world
from throwdown import Table
from throwdown.envs.core.errors import InvalidConfig, InvalidPosition
from throwdown.envs.fusion.session.state import Result

ESCALATING = sheet(escalation=EVENTS, deck={"jokers": 4})


def ending(table: Table) -> str:
    assert table.over and table.phase == "over" and table.agent is None
    return Result(int(table.state.result)).label


def wins(table: Table, side: str) -> bool:
    sign = 1.0 if side == "pilots" else -1.0
    coach, *pilots = table.returns().values()
    return coach == -sign and all(x == sign for x in pilots)


def test_s_09_pilots_win_when_every_threat_is_beaten() -> None:
    table = play(between(threats=[{"rating": 1}]), "challenge trauma", "initiative 9H", "refuse")
    assert ending(table) == "threats beaten" and wins(table, "pilots")
    assert kinds(table)[-1] == "SESSION_ENDED"


def test_s_09_one_threat_left_is_one_too_many() -> None:
    data = sheet(threats=[{"name": "Wall", "rating": 3}, {"name": "Gate", "rating": 2}])
    table = between(data, threats=[{"rating": 1}, {"rating": 1}])
    play(table, "challenge trauma", "initiative 9H", "refuse", "threat 0")
    assert not table.over and world(table, "rating")[:2] == [0, 1]


def test_s_10_coach_wins_when_nobody_can_lead() -> None:
    low = {"steel": 1, "flesh": 0, "synch": 0, "solo": 0}
    data = sheet(1, rules={"rout": "all-balances"})
    table = between(data, side="coach", harmony=1, commitments={"pilot_0": low})
    assert not table.over
    play(table, "challenge strife", "initiative 9S", "refuse")
    assert ending(table) == "team broken" and wins(table, "coach")


def test_s_10_one_commitment_is_enough_where_rout_says_so() -> None:
    data = sheet(1, escalation=EVENTS, deck={"jokers": 4})
    table = between(data, side="coach", omens=1, commitments={"pilot_0": {"steel": 1}})
    play(table, "omen 2", "commitment steel")
    assert ending(table) == "team broken"


def test_s_10_the_team_lasts_as_long_as_one_of_it() -> None:
    table = between(ESCALATING, side="coach", omens=1, commitments={"pilot_0": {"steel": 1}})
    play(table, "omen 2", "pilot pilot_0", "commitment steel", "fiat")
    assert not table.over and table.agent == "pilot_1"


def test_s_11_doom_is_a_number_of_escalation_events() -> None:
    table = between(sheet(escalation=EVENTS, deck={"jokers": 4}, session={"doom": 2}), side="coach", omens=2)
    table.play("omen 0")
    assert not table.over
    settle(play(table, "omen 1"))
    assert ending(table) == "doom" and wins(table, "coach")


def test_s_11_doom_counts_events_not_omens_that_lie_spent() -> None:
    """The fourth Spent Omen takes all four back into the deck; what has come to pass stays."""
    four = [*EVENTS, {"name": "Last", "effects": ["+Tarry"]}]
    data = sheet(escalation=four, deck={"jokers": 4}, session={"doom": 4}, rules={"jokers_return": "at-once"})
    table = between(data, side="coach", omens=1, spent=3, used_up={"coach_0": [0, 1, 2]})
    table.play("omen 3")
    assert ending(table) == "doom" and world(table, "spent") == 0


@pytest.mark.parametrize("doom", [0, 4])
def test_s_11_doom_never_comes_without_enough_events(doom: int) -> None:
    table = between(
        sheet(escalation=EVENTS, deck={"jokers": 4}, session={"doom": doom}), side="coach", omens=3
    )
    for action in ("omen 0", "omen 1", "omen 2"):
        settle(play(table, action))
    assert not table.over and table.state.doom == 0


def test_s_12_when_nothing_has_changed_time_is_coachs() -> None:
    table = deal(sheet(session={"scenes": 3}))
    play(table, "rest", "fiat")
    assert not table.over
    assert of(table, "rest")[-1] == "SESSION_ENDED"
    assert ending(table) == "out of time" and wins(table, "coach")


@pytest.mark.parametrize("entry", range(5))
def test_s_12_every_gauge_counts(entry: int) -> None:
    """Harmony, Commitments, Charges, Buffers and Ratings."""
    data = sheet(session={"lead": 0})
    now = between(data, scene=6).position()["start"]
    for more, result in ((1, "held out"), (-1, "out of time")):
        table = between(data, scene=6, start=[n - more * (k == entry) for k, n in enumerate(now)])
        assert ending(play(table, "rest")) == result


@pytest.mark.parametrize(
    ("more", "lead", "result"),
    [
        (0, 0, "out of time"),
        (1, 0, "held out"),
        (-1, 0, "out of time"),
        (3, 9, "held out"),
        (3, 10, "out of time"),
    ],
)
def test_s_12_pilots_win_on_time_if_they_are_ahead(more: int, lead: int, result: str) -> None:
    """By so many points of Harmony, of which each is worth a thirtieth, more than it was when the session began."""
    data = sheet(session={"lead": lead})
    now = between(data, scene=6).position()["start"]
    table = between(data, scene=6, start=[now[0] - more, *now[1:]])
    again = Table.from_setup_position(table.setup, table.position())
    play(again, "rest")
    assert ending(again) == result and wins(again, "coach" if result == "out of time" else "pilots")
    over = Table.from_setup_position(table.setup, again.position())
    assert over.returns() == again.returns()


def test_s_12_s_16_a_threat_that_falls_in_the_last_scene_falls_in_time() -> None:
    table = between(scene=6, threats=[{"rating": 1}])
    play(table, "challenge trauma", "initiative 9H", "refuse")
    assert ending(table) == "threats beaten"


def test_s_16_the_end_comes_before_the_goal() -> None:
    """A Throwdown whose spoils beat the last Threat ends the session; the goal at stake is moot."""
    table = play(
        between(sheet(1), threats=[{"rating": 1}]), "challenge chargeup", "initiative 9H", "initiative QS"
    )
    while table.phase != "spoil":
        table.play("concede" if "concede" in table.legal() and table.agent == "coach_0" else table.legal()[0])
    settle(play(table, "spoil trauma-threat"))
    assert ending(table) == "threats beaten" and "GOAL_REACHED" not in kinds(table)


def test_s_16_pilots_come_first_when_two_ends_meet() -> None:
    data = sheet(
        escalation=[{"name": "Fall", "effects": ["+Trauma:Threat(1)"]}],
        deck={"jokers": 4},
        session={"doom": 1},
    )
    table = between(data, side="coach", omens=1, threats=[{"rating": 1}])
    settle(play(table, "omen 0"))
    assert ending(table) == "threats beaten"


def test_s_13_every_seat_of_a_full_table_has_its_return() -> None:
    table = Table.from_position({"scene": 8}, "session-v0", "seven", scenes=8)
    table.play("rest")
    assert table.returns() == {"coach_0": 1, **{f"pilot_{p}": -1 for p in range(7)}}


def test_s_13_no_option_changes_the_returns() -> None:
    assert wins(play(deal(sheet(session={"scenes": 1})), "rest"), "coach")
    for reward in ("win", "score", "stakes"):
        with pytest.raises(InvalidConfig, match=r"'reward'.*not of session-v0"):
            deal(reward=reward)


def test_a_team_that_cannot_lead_at_all_is_refused() -> None:
    data = sheet(1)
    data["pilots"][0]["lowered"] = {"steel": 3}
    with pytest.raises(InvalidConfig, match="no Pilot can lead"):
        deal(data)
    with pytest.raises(InvalidPosition, match="would be over"):
        between(threats=[{"rating": 0}])
