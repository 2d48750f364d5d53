"""Positions of the Gambit: every situation survives being written down, the impossible ones are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from tests.gambit.support import HANDS, RED_LOW, rich
from tests.support import content
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.errors import InvalidPosition
from throwdown.envs.core.game import Setup
from throwdown.envs.core.records import row
from throwdown.envs.fusion.gambit import GAMBIT
from throwdown.envs.fusion.gambit.positions.builder import from_position
from throwdown.envs.fusion.gambit.positions.position import Position, to_position
from throwdown.envs.fusion.positions import world_builder as builder
from throwdown.envs.fusion.throwdown import assists
from throwdown.envs.fusion.world.terms import Choice, Point
from throwdown.envs.tables.table import Table

OPTIONS: list[tuple[str, dict[str, Any], int]] = [
    ("duel", {}, 12),
    ("duel", {"gambit_edition": "older", "decks": "separate", "schism": "clipped"}, 6),
    ("trio", {}, 12),
    ("intrigue", {"decks": "separate", "specialty_involved": "yes"}, 12),
    ("siege", {"specialty_involved": "random"}, 6),
    ("seven", {"jokers_return": "at-once"}, 6),
    ("titan", {"deck_out": "stop"}, 6),
]
ROWS = ("ability", "at", "by", "source", "effect", "aim", "amount", "scale")


def tidy(state: Any) -> bytes:
    """Return what a state says: places beyond the end of a list, and what nothing waits for, are left out."""
    states = np.array([state])
    s = row(states)
    w = s.world
    d = s.pending
    for f in range(len(w.favor)):
        w.favor[f, w.favor_n[f] :] = 0
    for pile in w.decks:
        pile.ahead[pile.ahead_n :] = 0
    for name in ROWS:
        d[name][d.depth :] = 0
    for name in ("effect", "aim", "amount"):
        d[name][d.ability != NONE] = 0
    if d.kind == Point.NONE and s.phase not in (Choice.RECOVER, Choice.DISCARD_ONE):
        d.target = NONE
    d.schism_by = d.schism_by if d.schism else NONE
    d.faction = d.faction if s.phase == Choice.INVEST else NONE
    d.payer, d.pay_class = (d.payer, d.pay_class) if d.pay else (NONE, 0)
    s.asks = not s.over  # which a table says of every position
    s.step = 0 if s.over else s.step
    return content(states)


def build(setup: Setup, position: Position | dict[str, Any]) -> Any:
    """Return the state of a position."""
    states = setup.game.allocate(1)
    from_position(Position.model_validate(position), setup, row(states))
    return row(states)


@pytest.mark.parametrize(("scenario", "options", "games"), OPTIONS)
def test_every_situation_survives_being_written_down_and_played_on(
    scenario: str, options: dict[str, Any], games: int
) -> None:
    setup = GAMBIT.configure(scenario, options)
    for seed in range(games):
        one, two = Batch(setup, 1, seed, autoreset=False), Batch(setup, 1, 0, autoreset=False)
        step = one.reset()
        two.reset()
        while True:
            position = Position.model_validate_json(to_position(row(one.states), setup).model_dump_json())
            from_position(position, setup, row(two.states))
            assert tidy(row(two.states)) == tidy(row(one.states))
            assert to_position(row(two.states), setup) == position
            if step.seats[0] < 0:
                break
            assert (one.look().masks == two.look().masks).all()
            actions = one.random_actions(0.1)
            step = one.step(actions)
            two.step(actions)
            assert tidy(row(two.states)) == tidy(row(one.states))


WAITS = {"hands": HANDS, "threshold": "8D", "played": "3S", "outcome": "yes-but"}
DISCARDS = {**WAITS, "agenda": [{"effect": "discard", "by": "pilot_0"}], "decides": "pilot_0", "last": "wave"}
WON = {"hands": {"pilot_0": ["3S"]}, "threshold": "8D", "played": "9S"}


@pytest.mark.parametrize(
    ("field", "page", "names", "places"),
    [
        ("used_up", "coach_0", ["Flood"], [0]),
        ("used", "pilot_0", ["Slash"], [0]),
        ("used_now", "pilot_1", ["Slash", 0], [0]),
    ],
)
def test_abilities_are_told_by_name_or_place(
    field: str, page: str, names: list[Any], places: list[int]
) -> None:
    setup = GAMBIT.configure(skilled(), {})
    back = to_position(build(setup, {field: {page: names}}), setup)
    assert getattr(back, field) == {page: places}


def skilled() -> dict[str, Any]:
    """Return a scenario whose Pilots have a Tech of the same name, and an Escalation Event."""
    sheet = rich(escalation=[{"name": "Flood", "effects": ["+Strife"]}])
    techs = [{"name": "Slash", "effects": ["+Trauma:Choice(1)"], "per": "conflict"}]
    return {**sheet, "pilots": [{**pilot, "techs": techs} for pilot in sheet["pilots"]]}


def test_a_name_on_many_pages_is_that_of_who_fired_it() -> None:
    setup = GAMBIT.configure(skilled(), {})
    told = {**WAITS, "agenda": [{"ability": "Slash", "by": "pilot_1"}]}
    assert build(setup, told).pending.ability[0] == 32
    with pytest.raises(InvalidPosition, match="may be any of"):
        build(setup, {**WAITS, "agenda": [{"ability": "Slash", "by": "coach_0"}]})


def test_rumble_techs_are_noted_where_the_throwdown_notes_them() -> None:
    assert builder.RUMBLE_PLACE == assists.RUMBLE_TECH


def test_commitments_follow_their_lowered_maxima() -> None:
    setup = GAMBIT.configure(rich(), {})
    s = build(setup, {"commitment_max": {"pilot_0": {"steel": 1}}})
    assert s.world.commitment[1].tolist() == [1, 2, 1, 1]


def test_what_is_left_out_is_as_the_sheets_have_it() -> None:
    setup = GAMBIT.configure("intrigue", {})
    s, cfg = build(setup, {}), row(setup.template).cfg
    for field, source in builder.SHEET_FIELDS.items():
        assert (s.world[field] == cfg[source]).all(), field
    assert s.pending.waiting == s.pending.depth == 0


BASE: list[tuple[dict[str, Any], str]] = [
    ({"factions": [{"state": "turned"}]}, "has no Threat"),
    ({"factions": [{"state": "removed", "favor": ["2C"]}]}, "at most 0"),
    ({"factions": [{"strikes": 3}]}, "third Strike"),
    ({"factions": [{"strikes": 4}]}, "0 to 3"),
    ({"factions": [{"favor": ["2C", "3C"], "hidden": 2}]}, "face-up"),
    ({"factions": [{}, {}, {}]}, "this scenario has 2"),
    ({"choice": {"fate": 0}}, "has not just had"),
    ({"used": {"pilot_0": [9]}}, "no ability at place 9"),
    ({"used": {"pilot_0": [15]}}, "no ability at place 15"),
    ({"used_up": {"pilot_0": ["Slosh"]}}, "did you mean 'Slash'"),
    ({"threats_used": {5: [0]}}, "no Threat 5"),
    ({"gear": {"pilot_0": [0]}}, "has no such piece"),
    ({"endurance": {"pilot_0": 1}}, "0 to 0"),
    ({"robos": {"pilot_0": "present"}}, "has no Robo"),
    ({"resources": {"pit-crew": 2}}, "0 to 1"),
    ({"resources": {"pit-cru": 1}}, "did you mean"),
    ({"location": "none"}, "does not fit"),
    ({"spent": 4, "omens": 2}, "Jokers"),
    ({"known": {"pilot_0": {"pilot_0": ["9S"]}}}, "can only know cards"),
    ({"known": {"coach_0": {"pilot_0": ["9S"]}}}, "not a Pilot"),
    ({"known": {"pilot_0": {"pilot_1": ["9S"]}}}, "can only know"),
    ({"extra": ["9S", "9S"], "trash": ["9S"]}, "lies in 3 places"),
    ({"bonus": {"pilot_0": 99}}, "bonus"),
    ({"commitment_max": {"pilot_0": {"steel": 3}}}, "0 to 2"),
    ({**WAITS, "damage": {"trauma": {"pilot_0": 200}}}, "at most 127"),
    ({**WAITS, "damage": {"schism": 1, "landing": "purge"}}, "no point of it is waiting"),
    ({**WAITS, "agenda": [{"effect": "wavy", "by": "coach_0"}]}, "there is no such effect"),
    ({**WAITS, "agenda": [{"effect": "wave", "by": "coach_0", "done": 2}]}, "0 to 1"),
    ({**WAITS, "agenda": [{"effect": "wave", "by": "coach_0", "amount": 999}]}, "at most 127"),
    ({**WAITS, "agenda": [{"ability": "Slesh", "by": "pilot_0"}]}, "did you mean 'Slash'"),
    ({**WAITS, "agenda": [{"ability": 7, "by": "pilot_0"}]}, "no ability 7"),
    ({**WAITS, "agenda": [{"by": "pilot_0"}]}, "either an ability or an effect"),
    ({**WON, "agenda": [{"effect": "favor", "by": "pilot_0"}], "phase": "invest"}, "leads to 'target'"),
    ({**DISCARDS, "choice": {"left": 3}}, "no choice"),
    ({**WAITS, "choice": {"pay": 1, "pay_class": "any"}}, "the seat that pays"),
]


@pytest.mark.parametrize(("position", "what"), BASE, ids=[what for _, what in BASE])
def test_the_impossible_is_refused_in_a_sentence(position: dict[str, Any], what: str) -> None:
    with pytest.raises(InvalidPosition, match=what) as refusal:
        build(GAMBIT.configure(skilled(), {}), position)
    assert "\n" not in str(refusal.value) and str(refusal.value).endswith(".")


def test_a_refused_position_leaves_the_record_alone() -> None:
    setup = GAMBIT.configure(skilled(), {})
    state = build(setup, {"hands": HANDS})
    before = content(np.array([state]))
    with pytest.raises(InvalidPosition):
        from_position(Position.model_validate({"harmony": 2, "spent": 4, "omens": 4}), setup, state)
    assert content(np.array([state])) == before


@pytest.mark.parametrize(
    "position",
    [
        {"threats_used": {0: [4]}},
        {"start": [0, 0, 0, 0, 99999]},
        {"rng": {"key": 2**63}},
        {"deck": {"draws": -1}},
        {"factions": [{"state": "gone"}]},
        {"junk": 1},
    ],
)
def test_the_schema_bounds_numbers(position: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Position.model_validate(position)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"hands": {"pilot_0": ["9S", "9S", "9S"]}}, "3 places"),
        ({"hands": {"pilot_0": ["*r"]}}, "Joker"),
        ({"phase": "answer", "hands": {"pilot_0": ["9S"]}}, "threshold is missing"),
        ({"phase": "accept", "threshold": "9S"}, "threshold"),
        ({"threshold": "8D", "played": "9S", "outcome": "no-but"}, "does not follow"),
        ({"threshold": "8D", "played": "9S", "phase": "outcome"}, "yes-and"),
        ({"charges": {"pilot_0": 9}}, "0 to"),
        ({"charges": {"pilot_4": 1}}, "pilot_4"),
        ({"phase": "buffer", "threshold": "8D", "played": "3S", "outcome": "yes-but"}, "damage"),
        ({"deck": {"next": ["*r", "9S"]}}, "surfaced"),
        ({"omens": 7}, "omens"),
        ({"harmony": 8}, "harmony"),
        ({"hands": {"pilot_0": ["1S"]}}, "not a card"),
    ],
)
def test_an_impossible_duel_is_refused_in_a_sentence(position: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidPosition, match=sentence) as error:
        Table.from_position(position, "gambit-v0")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("scenario", ["duel", "trio", RED_LOW], ids=["duel", "trio", "low"])
def test_positions_come_back_whole_at_every_decision(scenario: Any) -> None:
    for seed in range(6):
        t = Table.deal("gambit-v0", seed, scenario, specialty_involved="yes")
        t.play("accept-gambit")
        while True:
            u = Table.from_position(t.position(), "gambit-v0", scenario, specialty_involved="yes")
            assert u.position() == t.position()
            assert (u.mask() == t.mask()).all()
            assert [u.view(k) for k in u.setup.seats] == [t.view(k) for k in t.setup.seats]
            if t.over:
                break
            action = t.legal()[(seed * 7 + len(t.history)) % len(t.legal())]
            t.play(action)
            u.play(action)
            assert u.position() == t.position()
        assert Table.from_json(t.to_json()).position() == t.position()
