"""Positions: written down and set up again, and what cannot occur is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.skirmish.support import ID, Fight, position, turn
from tests.support import content, speak_in_brackets
from throwdown.envs.core.errors import InvalidPosition
from throwdown.envs.tables.table import Table


def said(**data: Any) -> str:
    with pytest.raises(InvalidPosition) as error:
        position(**data)
    text = str(error.value)
    assert text.startswith("Position") and "\n" not in text
    return text


LAY = [{"by": "Ronin", "card": "9S"}]
TURN = {"phase": "turn", "acting": "Ronin", "active": "9S", "active_rank": 9, "lays": LAY, "window": "passed"}


def test_a_position_is_as_at_the_beginning_where_it_says_nothing() -> None:
    game = position()
    assert game.table.phase == "commit" and game.hp("Ronin") == 14 and game.area("Ronin") == "Dock"


def test_a_turn_can_be_set_up() -> None:
    game = turn()
    assert game.table.position()["acting"] == "Ronin" and game.table.setup.game.id == ID


def comes_back(game: Fight) -> None:
    """What a position writes is taken, and is the same state."""
    again = Table.from_position(game.table.position(), ID, game.table.setup.config)
    assert content(again._states) == content(game.table._states)


def test_sk_73_a_raised_max_hp_can_be_said_however_high_it_is() -> None:
    """A sheet may begin at 60 HP, and every Dead Man's Hand adds a quarter."""
    data = dict(turn().table.setup.config) | {"mcs": [{"use": "ronin", "hp": 60}]}
    game = turn(scenario=data, processes={"Ronin": {"max_hp": 148, "hp": 130}})
    assert game.hp("Ronin") == 130
    comes_back(game)


def test_sko_31_a_purge_of_an_mc_can_meet_eight_mobs() -> None:
    flood = {"name": "Flood", "effect": "purge", "amount": 1}
    mc = {"use": "ronin", "interrupts": [flood]}
    data = dict(turn().table.setup.config) | {"mcs": [mc], "fights": [{"mobs": ["sentry"] * 8}]}
    here = {f"Sentry {k}": {"area": "Dock"} for k in range(1, 9)}
    game = turn(scenario=data, processes={**here, "Ronin": {"meter": 10}}).do("interrupt 1")
    while game.table.phase == "push":
        comes_back(game)
        game.do(game.legal[0])
    assert len({e.amount for e in game.told("hurt")}) == 8


def test_a_given_card_may_be_anywhere_by_now() -> None:
    """The Team Hand was discarded with it, and a reshuffle of the same turn took it from the discards."""
    for rest in ({}, {"hands": {"Hacker": {"cards": ["9S"]}}}, {"teams": {"mcs": {"discards": ["9S"]}}}):
        comes_back(turn(active=None, has_attacked=True, **rest))


def test_a_position_is_the_same_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    table = turn(reloading=["Hacker"], later=[{"by": "cpu", "card": "TC"}]).table
    english = table.position()
    speak_in_brackets(monkeypatch)
    assert "[Ronin]" in table.render() and "[Dock]" in table.render()
    assert table.position() == english == position(**english).table.position()


@pytest.mark.parametrize(
    ("data", "part"),
    [
        ({"phase": "walk"}, "phase is 'walk'"),
        ({"fight": 2}, "fight is 2"),
        ({"round": 17}, "round is 17"),
        ({"processes": {"Ronn": {}}}, "did you mean 'Ronin'"),
        ({"processes": {"Ronin": {"hp": 15}}}, "processes.Ronin.hp is 15"),
        ({"processes": {"Ronin": {"max_hp": 15}}}, "max_hp is 15"),
        ({"processes": {"Ronin": {"area": "Attic"}}}, "processes.Ronin.area is 'Attic'"),
        ({"processes": {"Ronin": {"area": "Shaft"}}}, "only a flyer can be at Shaft"),
        ({"processes": {"Ronin": {"points": 9}}}, "points is 9; it can be at most 8"),
        ({"processes": {"Glitch 1": {"steps": 3}}}, "steps is 3"),
        ({"processes": {"Glitch 1": {"meter": 3}}}, "meter is 3"),
        ({"processes": {"Ronin": {"loadout": "axe"}}}, "loadout is 'axe'"),
        ({"processes": {"Ronin": {"interrupt": "Ward"}}}, "interrupt is 'Ward'"),
        ({"processes": {"Ronin": {"laid": ["9S"]}}}, "meter must be full"),
        ({"processes": {"Gunslinger": {"meter": 10, "laid": ["9S", "9C"]}}}, "once all its cards are laid"),
        ({"processes": {"Sorcerer": {"meter": 10, "laid": ["9S", "9C"]}}}, "9C does not fit"),
        ({"processes": {"Gunslinger": {"bonus_used": [0]}}}, "bonus_used"),
        ({"hands": {"Ronin": {"cards": ["9S", "9S"]}}}, "9S, which is already elsewhere"),
        ({"hands": {"Ronin": {"cards": ["9X"]}}}, "9X"),
        ({"hands": {"Ronin": {"cards": ["9S"], "at_most": ["8S"]}}}, "at_most"),
        (
            {"hands": {"Ronin": {"cards": ["9S"]}}, "processes": {"Ronin": {"hp": 0}}},
            "a process that is down",
        ),
        ({"teams": {"mcs": {"cards": ["2C", "3C", "4C", "5C", "7D"]}}}, "with 5 the Team Hand"),
        ({"teams": {"mcs": {"cards": ["2C", "2D"]}}}, "uptimes lacks Pair"),
        ({"teams": {"mcs": {"uptimes": ["pair"]}}}, "without a Team Hand"),
        ({"teams": {"mcs": {"boot": "full-house"}}}, "does not wait"),
        ({"draw": 9}, "draw is 9"),
        ({**TURN, "lays": [{"by": "Ronin", "card": "9S", "rank": 8}]}, "rank is 8"),
        ({**TURN, "lays": [{"by": "Ronin", "card": "9S", "place": 3}]}, "place is 3"),
        ({**TURN, "lays": [*LAY, {"by": "Hacker", "card": "2S"}]}, "order of the count"),
        ({**TURN, "lays": [*LAY, {"by": "Ronin", "card": "TS"}]}, "which may lay 1"),
        ({**TURN, "lays": [{"by": "cpu"}]}, "the CPU takes no turn without a card"),
        ({**TURN, "active": "8S"}, "active is '8S'"),
        ({**TURN, "active_rank": 8}, "active_rank is 8"),
        ({**TURN, "acting": "Hacker"}, "belongs to another"),
        ({**TURN, "acting": None, "active": None, "active_rank": 0}, "acting is missing"),
        ({**TURN, "decides": "cpu"}, "decides is 'cpu'"),
        ({**TURN, "active": None}, "only a card that attacked"),
        ({**TURN, "phase": "give"}, "no card to give"),
        ({**TURN, "phase": "exit"}, "faller is missing"),
        ({**TURN, "phase": "push"}, "doing is missing in phase 'push'"),
        (
            {**TURN, "phase": "push", "acting": None, "doing": "purge", "target": "Glitch 1"},
            "shooter is missing",
        ),
        ({**TURN, "phase": "push", "doing": "walk", "target": "Glitch 1"}, "attack or reroute or purge"),
        ({**TURN, "target": "Glitch 1"}, "target does not fit phase 'turn'"),
        ({**TURN, "plays": 1}, "it counts in a commit"),
        ({"phase": "window", "lays": [{"by": "cpu", "card": "9S"}]}, "window must name the side"),
        ({"phase": "window", "window": "mcs", "lays": [{"by": "cpu", "card": "9S"}]}, "there is none"),
        ({"phase": "deploy"}, "round is 1 in phase 'deploy'"),
        ({"phase": "rank"}, "card is missing in phase 'rank'"),
        ({"plays": 1}, "plays is 1; 0 have been laid"),
        ({"asked_of": "cpu"}, "no card left to lay"),
        ({"ended": "mcs"}, "both sides stand"),
        ({"ended": "rounds"}, "the last round has not ended"),
        (
            {"processes": {name: {"hp": 0} for name in ("Ronin", "Gunslinger", "Sorcerer", "Hacker")}},
            "is over",
        ),
        ({"nobody": 1}, "nobody"),
    ],
)
def test_what_cannot_occur_is_refused_in_a_sentence(data: dict[str, Any], part: str) -> None:
    assert part in said(**data)
