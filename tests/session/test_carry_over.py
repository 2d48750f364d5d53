"""One world, whatever is fought in it (S-14)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.session.support import EVENTS, between, deal, play, settle, sheet, size, walk, world
from tests.support import content, outcomes
from throwdown import Table
from throwdown.envs.core.batch import act_one, open_one
from throwdown.envs.core.records import row
from throwdown.envs.fusion.session.positions.position import part_setup
from throwdown.envs.fusion.session.state import Active
from throwdown.envs.fusion.world.state import World
from throwdown.envs.registry import make_setup
from throwdown.testing.exact import deal_scripted

RICH = sheet(
    location="harbour",
    factions=["dockers"],
    resources={"pit_crew": {"value": 1, "max": 3}, "fan_club": {"value": 1, "max": 2}},
    deck={"jokers": 4},
    escalation=[{"name": "Flood", "effects": ["+Strife"]}],
    threats=[{"name": "Wall", "rating": 3, "buffer_max": 1, "buffers": 1}],
)
GAUGES: list[tuple[dict[str, Any], str, Any]] = [
    ({"harmony": 2}, "harmony", 2),
    ({"charges": {"pilot_0": 4}}, "charges", [0, 4, 2]),
    ({"buffers": {"pilot_1": 2}}, "buffers", [0, 0, 2]),
    ({"commitments": {"pilot_0": {"synch": 1}}}, "commitment", [[0] * 4, [3, 3, 1, 1], [3, 3, 2, 1]]),
    ({"resources": {"pit-crew": 2, "fan-club": 0}}, "resource", [2, 0]),
    ({"threats": [{"rating": 2, "buffers": 0}]}, "rating", [2]),
    ({"omens": 2, "spent": 1}, "omens", 2),
    ({"omens": 2, "spent": 1}, "spent", 1),
    ({"crisis": 3}, "crisis", 3),
    ({"location": "damaged"}, "location", 2),
    ({"used_up": {"coach_0": [0]}}, "used", [1]),
    ({"lessons": {"pilot_0": 2}}, "lessons", [0, 2]),
]


@pytest.mark.parametrize(("position", "name", "value"), GAUGES)
@pytest.mark.parametrize("conflict", ["throwdown", "gambit"])
def test_s_14_gauges_outlive_a_conflict(
    position: dict[str, Any], name: str, value: Any, conflict: str
) -> None:
    table = between(RICH, phase="scene", **position)
    begin = ("challenge none", "initiative 9H") if conflict == "throwdown" else ("venture none", "gambit")
    play(table, *begin)
    assert table.state.active != Active.NONE
    inside = world(table, name)
    play(table, "refuse" if conflict == "throwdown" else "decline")
    after = world(table, name)
    assert table.phase == "plot" and inside == after
    assert np.array_equal(np.array(after)[: len(value)] if isinstance(value, list) else after, value)


def test_s_14_hands_outlive_a_conflict_and_seed_the_next() -> None:
    table = between(
        sheet(1, rules={"discard_and_draw": False}), hands={"coach_0": ["9S", "QS"], "pilot_0": ["9H", "2H"]}
    )
    play(table, "challenge none", "initiative 9H", "refuse", "fiat")
    assert [size(table, p) for p in range(2)] == [2, 1] and "challenge none" in table.legal()
    play(table, "challenge none")
    assert table.legal() == ["initiative 2H"]


def test_s_14_losses_add_up_over_scenes() -> None:
    table = between(sheet(1, session={"scenes": 9}), side="coach")
    for harmony in (3, 2):
        play(table, "challenge strife", "initiative " + str(first_card(table)), "refuse", "rest")
        assert world(table, "harmony") == harmony


def first_card(table: Table) -> str:
    return str(table.position()["world"]["hands"]["coach_0"][0])


def test_s_14_what_is_of_one_conflict_does_not() -> None:
    robo = {"name": "Tin", "endurance": 4, "present": True}
    data = sheet(1, resources={"pit_crew": {"value": 2, "max": 3}})
    data["pilots"][0]["robo"] = robo
    table = play(between(data), "challenge none", "initiative 9H", "initiative QS", "board")
    assert table.state.throwdown.conflict.robo[1] == 1
    settle(table)
    assert table.state.throwdown.conflict.robo[1] == 0 and world(table, "resource")[0] == 1


def test_s_14_a_threat_left_out_of_a_throwdown_is_back_for_its_goal() -> None:
    """The Pilots win and waive their spoils; then the point of Trauma at stake may hit either Threat."""
    threats = [{"name": "Wall", "rating": 3}, {"name": "Gate", "rating": 2}]
    table = between(sheet(1, threats=threats))
    play(table, "challenge trauma", "initiative 9H", "initiative QS", "leave-out", "involve")
    assert table.state.throwdown.conflict.left_out == 1 and table.state.throwdown.conflict.strike[0] == 2
    while table.state.active:
        concede = table.agent == "coach_0" and "concede" in table.legal()
        table.play("concede" if concede else table.legal()[0 if table.phase == "drive" else -1])
    assert table.state.throwdown.conflict.left_out == 0
    assert table.phase == "target" and set(table.legal()) == {"threat 0", "threat 1"}


@pytest.mark.parametrize("edition", ["newer", "older"])
def test_s_14_between_conflicts_nothing_of_the_last_one_is_observed(edition: str) -> None:
    """All see what they saw before anything was fought, but for the world: who threw the gauntlet is of the past."""
    data = sheet(session={"edition": edition}, rules={"discard_and_draw": False})
    coachs = {"coach_0": ["9S", "QS"]} if edition == "newer" else {}
    table = between(data, hands={"pilot_0": ["9H", "QH"], **coachs})
    fields = table.game.fields.rows(table.setup.counts)
    of_a_throwdown = ("challenger", "turn", "stage", "result", "winner", "top", "under")

    def shown() -> dict[str, list[int]]:
        row = table.observe("coach_0")
        found = {name: (at, f) for at, name, f in fields if name.startswith("throwdown.")}
        return {
            name: row[at : at + f.size].tolist()
            for name, (at, f) in found.items()
            if name.removeprefix("throwdown.") in of_a_throwdown
        }

    before = shown()
    assert before["throwdown.challenger"] == [1, *[0] * 7], "nobody's is Coach's"
    play(table, "challenge none", "initiative 9H")
    assert shown()["throwdown.challenger"] == [0, 1, *[0] * 6]
    while table.state.active:
        wanted = [a for a in ("refuse", "sit-out", "spoils-done") if a in table.legal()]
        table.play(wanted[0] if wanted else table.legal()[0])
    assert table.phase == "plot" and shown() == before


@pytest.mark.parametrize("scenario", ["duel", "small", "trio"])
def test_a_conflict_inside_is_the_conflict_itself(scenario: str) -> None:
    """The same actions in a copy of the conflict's own record, by its own rules, lead to the same record and world."""
    checked = 0
    for seed in (1, 2):
        copy, before = None, (Active.NONE, 0)
        for table in walk(deal_shipped(scenario, seed), seed):
            s = table.state
            if copy is not None:
                checked += follow(copy, table, *before)
            before = int(s.active), int(s.goal)
            copy = None if before[0] == Active.NONE else alone(table, before[0])
    assert checked > 10


def deal_shipped(scenario: str, seed: int) -> Table:
    return Table.deal("session-v0", seed, scenario)


def alone(table: Table, active: int) -> tuple[np.ndarray, Any]:
    """Return a copy of the conflict's record with what its own rules need."""
    name = "gambit" if active == Active.GAMBIT else "throwdown"
    setup = part_setup(table.setup, table.game.parts[active == Active.GAMBIT])
    states = setup.game.allocate(1)
    states[0] = getattr(table.state, name)
    out = setup.make_out(512)
    open_one(states, out)
    return states, (setup, out, name)


def follow(copy: tuple[np.ndarray, Any], table: Table, active: int, goal: int) -> int:
    """Play the session's last action in the copy and compare."""
    states, (setup, out, name) = copy
    label = table.history[-1][1]
    assert act_one(states, setup.game.actions.parse(label), out)
    s = table.state
    if s.active == active and not row(states).over:
        now = setup.game.allocate(1)
        now[0] = getattr(s, name)
        assert content(states) == content(now)
        return 1
    if goal == 0 and row(states).over:
        ours, theirs = World.blank(2).reshape(2, 1)
        ours[0], theirs[0] = s.throwdown.world, row(states).world
        assert content(ours) == content(theirs)
        return 1
    return 0


def test_the_gambits_world_is_the_sessions() -> None:
    for seed in range(4):
        for table in walk(deal(sheet(2), seed), seed):
            s = table.state
            if s.active == Active.GAMBIT:
                for field in s.gambit.world.dtype.names:
                    np.testing.assert_array_equal(
                        getattr(s.gambit.world, field), getattr(s.throwdown.world, field)
                    )
            else:
                assert not s.gambit.cfg.pilots and not s.gambit.world.hand.any()


@pytest.mark.parametrize("gambits", [False, True])
@pytest.mark.parametrize("edition", ["newer", "older"])
def test_no_chance_comes_twice(edition: str, gambits: bool) -> None:
    """There is one stream, which only ever goes on, whichever part of a session asks it."""
    rules = {"fights_for": "random", "started_by": "random", "specialty_involved": "random"}
    session = {"edition": edition, "scenes": 9, "begins": "random"}
    data = sheet(2, session, rules=rules, escalation=EVENTS, deck={"jokers": 4})
    data["pilots"] = [{**pilot, "specialty": "fortify"} for pilot in data["pilots"]]
    count = 0
    for ply, table in enumerate(walk(deal(data, 1), 3, keep=0.5, gambits=gambits)):
        s = table.state
        assert s.rng.key == s.throwdown.rng.key and s.rng.count >= max(count, s.throwdown.rng.count)
        count = int(s.rng.count)
        if ply == 60:
            break
    assert count > 0


def test_chance_goes_on_after_a_goal() -> None:
    """What was left to chance in a Gambit is not drawn again after its goal has come true."""
    data = sheet(rules={"fights_for": "team", "specialty_involved": "random"})
    data["pilots"] = [{**pilot, "specialty": "fortify"} for pilot in data["pilots"]]
    table = play(between(data, charges={"pilot_0": 1}), "venture chargeup", "gambit", "accept-gambit")
    count = int(table.state.rng.count)
    play(table, "threshold 9S", "answer QH")
    while "GOAL_REACHED" not in [e.kind for e in table.events]:
        table.play(next(a for a in table.legal() if not a.startswith("omen")))
    assert int(table.state.rng.count) >= count == 1


def test_chance_goes_on_after_a_choice_that_a_goal_leaves() -> None:
    data = sheet(rules={"fights_for": "team", "specialty_involved": "random"})
    data["pilots"] = [{**pilot, "specialty": "fortify"} for pilot in data["pilots"]]
    lowered = {"pilot_0": {"steel": 2, "flesh": 1}}
    table = play(between(data, commitments=lowered), "venture recover", "gambit", "accept-gambit")
    count = int(table.state.rng.count)
    play(table, "threshold 9S", "answer QH", "consequence chargeup", "commitment steel")
    assert table.phase == "plot" and int(table.state.rng.count) >= count == 1


FEW = {"ranks": "23", "copies": 1, "jokers": 4}
"""Eight cards, two of them in hands, and all Jokers out as Omens."""
DRAWS = [{"name": "Dusk", "effects": ["+Draw:Coach(1)"]}]


@pytest.mark.parametrize(
    ("edition", "side", "before", "action"),
    [
        ("newer", "coach", (), "fiat"),
        ("newer", "coach", (), "omen 0"),
        ("newer", "pilots", (), "rest"),
        ("newer", "pilots", ("venture none",), "fiat"),
        ("newer", "pilots", ("venture none", "gambit", "accept-gambit", "threshold 2C"), "flip"),
        ("newer", "pilots", ("challenge none", "initiative 2D"), "refuse"),
        ("older", "coach", (), "challenge none"),
        ("older", "coach", (), "omen 0"),
    ],
)
def test_s_14_whatever_the_next_card_is_can_be_enumerated(
    edition: str, side: str, before: tuple[str, ...], action: str
) -> None:
    """Whichever part of a session draws it: each of the six cards left may be it, and nothing else is by chance."""
    pace = {"edition": edition, "scenes": 9, "quiet": 1, "mend": 0, "idle": 1}
    data = sheet(1, pace, deck=FEW, escalation=DRAWS, coach={"hand_max": 1})
    data["pilots"][0]["hand_max"] = 1
    hands = {"pilot_0": ["2D"], "coach_0": ["2C"]}
    if edition == "older":
        data["pilots"][0]["hand_max"], hands = 2, {"pilot_0": ["2D", "2C"]}
    table = between(data, side=side, hands=hands, omens=4, deck={"jokers": []})
    play(table, *before)
    found = outcomes(table._states, table.action_id(action), table.setup)
    assert [p for p, _ in found] == pytest.approx([1 / 6] * 6)
    assert len({row(state).throwdown.world.decks.tobytes() for _, state in found}) == 6


def test_s_14_a_deal_can_be_enumerated() -> None:
    """The first card dealt is one of eight, and the script of a session's stream says which."""
    data = sheet(1, deck={**FEW, "jokers": 0}, coach={"hand_max": 1}, threats=[{"name": "Wall", "rating": 3}])
    setup = make_setup("session-v0", data)
    for answers in ((), (3,)):
        states = setup.game.allocate(1)
        states[:] = setup.template
        stream = row(states).rng
        stream.scripted = len(answers) + 1
        stream.answers[: len(answers)] = answers
        deal_scripted(states, setup.make_out())
        assert stream.asked == 8 - len(answers) and stream.at > 1


def test_chance_goes_on_whatever_is_fought() -> None:
    """One stream: the deck of a seed is dealt in one order, however the scenes before a draw were spent."""
    orders = []
    for first in (("rest",), ("venture none", "fiat"), ("venture none", "gambit", "decline")):
        table = play(deal(sheet(1, session={"quiet": 0})), *first, "fiat", "challenge none")
        known = table.position()["throwdown"]["hands"]["pilot_0"]
        play(table, f"initiative {known[0]}", "refuse")
        orders.append(table.position()["world"]["hands"])
    assert orders[0] == orders[1] == orders[2]
