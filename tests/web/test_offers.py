"""What the first screen offers: every scenario has a name and the rest, and the puzzle of the day suits the person."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

import pytest

from throwdown.envs.registry import games, make_setup
from throwdown.play import puzzles, storage
from throwdown.play.session import usual_people
from throwdown.play.web import after, offers

GAMES = [id for id in games() if id != "nim-v0"]


@pytest.mark.parametrize("id", GAMES)
def test_every_scenario_is_offered_with_all_that_people_ask(id: str) -> None:
    game = games()[id]
    info = next(x for x in offers.catalogue().games if x.id == id)
    assert sorted(x.scenario for x in info.tables) == sorted(game.scenarios)
    for table in info.tables:
        setup = make_setup(id, table.scenario)
        assert re.fullmatch(r"[A-Z].{3,40}", table.name) and table.name.lower() != table.scenario
        assert re.fullmatch(r"[A-Z].{15,}\.|[A-Z].*\?", table.about), table.about
        own = setup.sides[setup.seat(usual_people(setup))]
        others = {side: len(seats) for side, seats in setup.teams.items() if side != own}
        assert table.sides == [len(setup.teams[own]), *others.values()]
        assert 1 <= table.minutes <= 60 and 1 <= table.difficulty <= 3
        assert table.picture and all(re.fullmatch("#[0-9a-f]{6}", x) for x in table.colours)
        assert len(table.colours) == 2
        assert offers.seats(id, table.scenario).title == table.name


def test_names_are_told_apart_and_small_tables_lie_beside_the_gallery() -> None:
    every = [(info.id, table) for info in offers.catalogue().games for table in info.tables]
    names = [table.name for id, table in every if id in GAMES]
    assert len(set(names)) == len(names)
    shown = {(id, table.scenario) for id, table in every if not table.is_more}
    assert {id for id, _ in shown} >= set(GAMES) - {"kuhn-v0", "leduc-v0"}
    assert not any(scenario.startswith("mini") for _, scenario in shown)


def test_a_game_without_an_entry_is_offered_by_its_title() -> None:
    game = games()["kuhn-v0"]
    assert offers.table_info(game, "other").name == "Kuhn poker: other"
    assert offers.table_info(game, "other").minutes == 0


def test_levels_have_numbers_and_searches_lie_apart() -> None:
    found = offers.opponents(make_setup("throwdown-v0", "duel"))
    coach = [x for x in found if "coach" in x.roles]
    assert [x.level for x in coach if x.level] == [1, 2, 3, 4, 5, 6]
    assert {x.spec for x in coach if x.is_more} == {*offers.SEARCHES, "heuristic", "random"}
    poker = offers.opponents(make_setup("kuhn-v0", "standard"))
    assert poker[0].spec == "solved" and not poker[0].is_more


def test_newcomers_get_easy_puzzles(tmp_path: Path) -> None:
    today = after.records(tmp_path).today
    assert today is not None and (today.grade, today.game) == ("easy", "throwdown-v0") and today.cards
    for name in ("duel-1", "duel-2", "duel-3"):
        storage.note_puzzle(name, True, tmp_path)
    day = datetime.date.today()
    assert after.records(tmp_path).today == after.today_told(puzzles.daily(day))
    days = [day + datetime.timedelta(k) for k in range(60)]
    assert {puzzles.daily(x, 2).puzzle.grade for x in days} == {"easy"}
    assert {puzzles.daily(x).puzzle.grade for x in days} == {"easy", "medium", "hard"}


def test_grades_follow_the_policy_and_the_lead() -> None:
    every = [x.puzzle for x in puzzles.puzzles()]
    assert all(x.hardness >= 0.25 for x in every if x.grade == "hard")
    assert all(x.hardness < 0.25 and x.lead[0] >= 0.3 for x in every if x.grade == "easy")
    assert len({x.grade for x in every}) == 3
