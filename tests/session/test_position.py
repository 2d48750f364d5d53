"""Any situation of a session can be written down, set up again and played on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.session.support import EVENTS, GAMBITS, GAME, between, sheet, walk
from tests.support import Sampler, choose
from throwdown import Table
from throwdown.envs.core.errors import InvalidPosition
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.fusion.session.positions.position import Position


def assert_same(a: Table, b: Table) -> None:
    assert (a.phase, a.agent, a.returns()) == (b.phase, b.agent, b.returns())
    assert a.legal() == b.legal() and a.position() == b.position()
    for seat in range(len(a.setup.seats)):
        assert (a.observe(seat) == b.observe(seat)).all()


@pytest.mark.parametrize("scenario", ["duel", "small", "trio"])
def test_positions_round_trip_and_play_on_alike(scenario: str) -> None:
    sampler = Sampler(first=3, every=12)
    for seed in range(4 if IS_COMPILED else 2):
        followers: list[Table] = []
        table = Table.deal(GAME, seed, scenario)
        ply = 0
        while True:
            if sampler.takes((int(table.state.active), table.phase)) or table.over:
                followers.append(Table.from_position(table.position(), GAME, scenario))
                assert_same(table, followers[-1])
            if table.over:
                break
            wanted = [a for a in table.legal() if seed % 2 and a in GAMBITS]
            action = (
                table.action_id(wanted[0]) if wanted else choose(table.game, table.legal_ids(), seed, ply)
            )
            for one in (table, *followers[-3:]):
                one.play(action)
            for one in followers[-3:]:
                assert (one.phase, one.agent, one.legal()) == (table.phase, table.agent, table.legal())
            ply += 1


def test_an_empty_position_is_the_pilots_first_scene() -> None:
    table = Table.from_position({}, GAME, sheet())
    assert (table.phase, table.agent, int(table.state.number)) == ("scene", "pilot_0", 1)


THROWDOWN = {"hands": {"coach_0": ["9S"], "pilot_0": ["9H"]}, "turn": "pilot_0"}
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"world": {}, "throwdown": THROWDOWN}, "only one of them"),
    ({"goal": "glory"}, "goal is 'glory'"),
    ({"scene": 7}, "there are 6"),
    ({"scene": 0}, "numbered from 1"),
    ({"phase": "drive"}, "no conflict is being fought"),
    ({"side": "coach", "phase": "scene"}, "does not fit the scene's side"),
    ({"turn": "pilot_9"}, "not a seat"),
    ({"acting": "coach_0"}, "must be a Pilot"),
    ({"goal": "favor"}, "no goal has been declared"),
    ({"phase": "respond", "goal": "trauma"}, "cannot be the goal of a venture"),
    ({"phase": "respond", "goal": "strife"}, "not a goal of the scene's side"),
    ({"result": "doom"}, "does not fit the world"),
    ({"throwdown": THROWDOWN, "phase": "scene"}, "must be left out while throwdown"),
    ({"throwdown": THROWDOWN, "side": "coach"}, "not on that side"),
    ({"throwdown": THROWDOWN, "acting": "pilot_1"}, "does not lead"),
    ({"world": {"threats": [{"rating": 0}]}}, "would be over"),
    ({"world": {"hands": {"coach_0": ["9S", "9S", "9S"]}}}, "9S"),
]


@pytest.mark.parametrize(("position", "words"), REFUSED)
def test_impossible_positions_are_refused_in_one_sentence(position: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidPosition, match=words) as refusal:
        Table.from_position(position, GAME, sheet())
    assert str(refusal.value).endswith(".") and "\n" not in str(refusal.value)


def test_an_effect_that_waits_can_be_set_up() -> None:
    data = sheet(escalation=EVENTS, deck={"jokers": 4})
    table = between(data, side="coach", after="ask", damage={"trauma": {"pilot_0": 1}})
    assert (table.phase, table.agent) == ("commitment", "pilot_0")
    table.play("commitment steel")
    assert table.phase == "plot"


def test_a_cost_that_waits_can_be_set_up() -> None:
    owed = {"pay": 2, "pay_class": "any", "payer": "pilot_0"}
    table = between(sheet(1), choice=owed)
    assert (table.phase, table.agent) == ("pay", "pilot_0")
    table.play("discard 2H")
    assert (table.phase, table.legal()) == ("pay", ["discard 9H", "discard QH"])
    table.play("discard 9H")
    assert table.phase == "plot"


def test_the_schema_describes_every_field() -> None:
    for name, part in Position.model_json_schema()["properties"].items():
        assert part.get("description"), name


def test_positions_after_every_move_name_what_is_at_stake() -> None:
    for table in walk(Table.deal(GAME, 3, "duel"), 3):
        assert table.position()["goal"] == table.view()["session"]["goal"]
