"""The whole opening of a Throwdown with a Commander from the middle of the team: who is asked what, in which order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.throwdown.scenes import ROBO, THREAT, conflict, hand_of, sheet
from throwdown import Table
from throwdown.envs.fusion.world.cards import NAMES

HANDS = {
    "coach_0": ["9S", "TS"],
    "pilot_0": ["2H", "3H"],
    "pilot_1": ["4H", "5H"],
    "pilot_2": ["6H", "7H"],
    "pilot_3": ["8H", "9H"],
}
NEXT = ["2C", "3C", "4C", "5C", "6C", "7C"]


def opening(answers: dict[str, list[str]], **more: Any) -> tuple[Table, list[tuple[str, str]]]:
    """Play an opening by what is answered in each phase; return it at the first Drive, and who was asked what."""
    here = {**ROBO, "present": True}
    kit = {"name": "Kit", "strike": 1, "bonus_draw": 1}
    gear = [{"name": "Bag", "draw": 1}, {"name": "Box", "draw": 1}, kit]
    pilots = [
        {"synch": 1, "solo": 3, "steel": 1, "flesh": 3, "robo": here, "gear": gear if k == 1 else []}
        for k in range(4)
    ]
    data = sheet(
        *pilots,
        rules={"fights_for": "vote", "started_by": "challenger", "threats": "all"},
        resources={"pit_crew": {"value": 4, "max": 4}},
        threats=[THREAT],
        charge_techs=[],
        **more,
    )
    table = Table.from_position(
        {"phase": "challenge", "turn": "coach_0", "hands": HANDS, "deck": {"next": NEXT, "jokers": []}},
        scenario=data,
    )
    asked, left = [], {phase: list(said) for phase, said in answers.items()}
    while table.phase not in ("drive", "assist", "coach-assist"):
        asked.append((str(table.phase), str(table.agent)))
        table.play(left[str(table.phase)].pop(0))
    assert not any(left.values()), left
    return table, asked


ANSWERS = {
    "challenge": ["initiative 9S"],
    "answer": ["refuse", "initiative 5H"],
    "support": ["support", "stay-out", "support"],
    "vote": ["vote-self", "vote-team", "vote-self"],
    "board": ["board", "on-foot", "board"],
    "give": ["give 3H", "done", "give 8H", "give 9H"],
    "return": ["give 2C", "give 4H", "give 3H"],
}


def who_sees(table: Table, kind: str) -> list[tuple[str, list[str]]]:
    """Return every card that events of a kind are about, and the seats that are told which one it is."""
    seen = {seat: [e.card for e in table.events_seen(seat) if e.kind == kind] for seat in table.setup.seats}
    cards = [e.card for e in table.events if e.kind == kind]
    return [(NAMES[c], [seat for seat in seen if seen[seat][i] == c]) for i, c in enumerate(cards)]


SAID = ("SUPPORTED", "STAYED_OUT", "VOTED", "BOARDED", "WENT_ON_FOOT", "RESOURCE_SPENT")


def test_ts_17_ts_37_the_order_of_questions() -> None:
    table, asked = opening(ANSWERS)
    assert asked == [
        ("challenge", "coach_0"),
        *(("answer", f"pilot_{k}") for k in (0, 1)),
        *(("support", f"pilot_{k}") for k in (0, 2, 3)),
        *(("vote", f"pilot_{k}") for k in (0, 2, 3)),
        *(("board", f"pilot_{k}") for k in (1, 0, 3)),
        *(("give", f"pilot_{k}") for k in (0, 0, 3, 3)),
        *(("return", "pilot_1"),) * 3,
    ]
    assert conflict(table, "involved")[:5] == [1, 1, 1, 0, 1]
    assert conflict(table, "robo")[1:5] == [0, 1, 0, 1] and int(table.state.world.resource[0]) == 2
    assert conflict(table, "strike")[:5] == [4, 3, 4, 3, 3], "she began nothing: Flesh, and her Gear"
    told = {e.kind: (e.seat, e.amount) for e in table.events}
    assert told["QUESTIONS_ANSWERED"] == (2, 0)
    given = [(e.kind, e.seat, e.amount) for e in table.events if e.kind in ("CARD_GIVEN", "GIVING_ENDED")]
    assert given == [
        ("CARD_GIVEN", 1, 2),
        ("GIVING_ENDED", 1, 1),
        *(("CARD_GIVEN", 4, 2),) * 2,
        ("CARD_GIVEN", 2, 1),
        *(("CARD_GIVEN", 2, 4),) * 2,
    ]
    assert who_sees(table, "CARD_GIVEN") == [
        (card, sorted(pair))
        for card, *pair in (
            ("3H", "pilot_0", "pilot_1"),
            ("8H", "pilot_3", "pilot_1"),
            ("9H", "pilot_3", "pilot_1"),
            ("2C", "pilot_1", "pilot_0"),
            ("4H", "pilot_1", "pilot_3"),
            ("3H", "pilot_1", "pilot_3"),
        )
    ], "giver and taker, and nobody else (TS-34, TS-35)"
    assert who_sees(table, "INITIATIVE_LAID") == [("9S", ["coach_0"]), ("5H", ["pilot_1"])]
    assert who_sees(table, "CARD_DRAWN") == [(card, ["pilot_1"]) for card in NEXT[:4]]
    said = [(e.kind, e.seat, e.amount) for e in table.events if e.kind in SAID]
    assert said == [
        *(("SUPPORTED", 1, 1), ("STAYED_OUT", 3, 1), ("SUPPORTED", 4, 1)),
        *(("VOTED", 1, 0), ("VOTED", 3, 1), ("VOTED", 4, 0)),
        *(("BOARDED", 2, 1), ("RESOURCE_SPENT", -1, 0), ("WENT_ON_FOOT", 1, 1)),
        *(("BOARDED", 4, 1), ("RESOURCE_SPENT", -1, 0)),
    ]
    drawn = [e.seat for e in table.events if e.kind == "CARD_DRAWN"]
    assert drawn == [2, 2, 2, 2], "Solo 3 and her Gear"
    assert hand_of(table, "pilot_0") == ["2C", "2H"] and hand_of(table, "pilot_3") == ["3H", "4H"]
    assert hand_of(table, "pilot_1") == ["3C", "4C", "5C", "8H", "9H"]


@pytest.mark.parametrize(
    ("votes", "team"), [(["team"] * 3, 1), (["self"] * 3, 0), (["team", "self", "team"], 1)]
)
def test_ts_29_c_85_the_majority_of_the_others_says_for_whom_she_fights(votes: list[str], team: int) -> None:
    table, _ = opening({**ANSWERS, "vote": [f"vote-{vote}" for vote in votes]})
    assert int(table.state.for_team) == team


def test_ts_26_ts_34_whoever_waives_something_is_followed_by_the_next_seat() -> None:
    answers = {
        **ANSWERS,
        "answer": ["initiative 3H"],
        "support": ["support"] * 3,
        "board": ["on-foot"] * 4,
        "give": ["done", "give 6H", "done", "done"],
        "return": ["give 2H"],
    }
    table, asked = opening(answers)
    seats = {phase: [seat for what, seat in asked if what == phase] for phase in answers}
    assert seats["support"] == seats["vote"] == ["pilot_1", "pilot_2", "pilot_3"]
    assert seats["board"] == [f"pilot_{k}" for k in range(4)]
    assert seats["give"] == ["pilot_1", "pilot_2", "pilot_2", "pilot_3"] and seats["return"] == ["pilot_0"]
    assert hand_of(table, "pilot_2") == ["2H", "7H"] and "6H" in hand_of(table, "pilot_0")
