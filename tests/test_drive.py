"""Views say what a seat may know while it decides; the driver asks everybody once, checks, and leaves seats alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.support import setup_of
from throwdown.agents import Agent, RandomAgent, View, load
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.environments.vector import SeatRunner
from throwdown.envs.tables.drive import CALLER, Driver, Seated
from throwdown.envs.tables.seating import line_up, place_seats, seats_of
from throwdown.envs.tables.table import Table
from throwdown.evaluation.exact import build_tree

RANDOM = RandomAgent()


class Looker(RandomAgent):
    """Plays at random and keeps what it makes of every view."""

    name = "looker"

    def __init__(self, look: Callable[[View], object], *needs: str) -> None:
        self.look, self.needs = look, frozenset(needs)
        self.found: list[object] = []

    def act(self, view: View, rng: np.random.Generator) -> NDArray[np.int64]:
        self.found.append(self.look(view))
        return super().act(view, rng)


@pytest.fixture(scope="module")
def duel() -> Setup:
    return setup_of()


@pytest.fixture(scope="module")
def trio() -> Setup:
    return setup_of(scenario="trio")


def everyone(setup: Setup, player: Agent, n: int = 8, **options: bool) -> Driver:
    who = np.zeros((n, len(setup.seats)), np.int64)
    return Driver(
        Batch(setup, n, autoreset=False), [Seated(player, np.random.default_rng(1))], who, **options
    )


def play_on(driver: Driver) -> None:
    rows = driver.rows
    while len(rows):
        rows = driver.advance(rows)


# Views ------------------------------------------------------------------------------------------


def test_a_view_of_arrays_says_what_it_was_given(duel: Setup) -> None:
    view = View.of(np.zeros((2, 3), np.int8), np.ones((2, 4), np.int8), setup=duel, sets=[5, 7])
    assert len(view) == 2 and view.rows.tolist() == [0, 1] and view.sets == [5, 7]
    assert view.observations.shape == (2, 3) and view.masks.shape == (2, 4) and view.setup is duel
    assert len(View.of(np.zeros(3, np.int8), np.ones(4, np.int8))) == 1
    with pytest.raises(
        InvalidConfig, match=r"cannot tell which seats are to move, only observations, masks, "
    ):
        _ = view.seats
    with pytest.raises(InvalidConfig, match="cannot tell possible worlds"):
        view.worlds(np.random.default_rng(1))
    for masks in (np.ones((3, 4), np.int8), np.ones((1, 1, 4), np.int8)):
        with pytest.raises(InvalidConfig, match=r"one row a game\.$"):
            View.of(np.zeros((2, 3), np.int8), masks)


def test_a_closed_view_keeps_what_was_asked_for_and_nothing_else(duel: Setup) -> None:
    """Else it would show what the next seat to move observes."""
    looker = Looker(lambda view: (view, view.masks, view.narrowed(np.zeros(view.masks.shape[1], np.int8))))
    driver = everyone(duel, looker)
    driver.deal(np.arange(8))
    play_on(driver)
    for view, masks, narrow in looker.found[:6]:  # type: ignore[misc]
        np.testing.assert_array_equal(view.masks, masks)
        assert set(vars(view)) == {"rows", "masks", "_parts", "_is_closed"} and not view._parts
        for late in (view, narrow):
            with pytest.raises(
                InvalidConfig, match="cannot tell observations any more: its games have gone on"
            ):
                _ = late.observations
        with pytest.raises(InvalidConfig, match="any more"):
            view.worlds(np.random.default_rng(1))


def test_parts_are_made_only_when_they_are_asked_for() -> None:
    made: list[str] = []

    def part(name: str) -> Callable[[], np.ndarray]:
        def make() -> np.ndarray:
            made.append(name)
            return np.ones((1, 2), np.int8)

        return make

    view = View(np.zeros(1, np.int64), {name: part(name) for name in ("observations", "masks")})
    assert made == []
    assert view.masks is view.masks and made == ["masks"]


def test_narrowed_masks_lose_actions_only_where_others_are_legal() -> None:
    masks = np.array([[1, 1, 0], [0, 1, 0], [0, 1, 1]], np.int8)
    view = View.of(masks, masks, sets=[1, 2, 3]).narrowed(np.array([0, 1, 0], np.int8))
    assert view.masks.tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    np.testing.assert_array_equal(view.observations, masks)
    with pytest.raises(InvalidConfig, match="cannot tell information sets"):
        _ = view.sets


@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_a_view_agrees_with_the_table(scenario: str) -> None:
    """Move by move one game, in the driver and at a table."""
    setup = setup_of(scenario=scenario)
    names = ("setup", "seats", "observations", "masks", "sets")
    looker = Looker(lambda view: [getattr(view, name) for name in names], *names)
    driver, table = everyone(setup, looker, 1), Table.from_setup(setup, 5)
    driver.deal(np.array([5]))
    while not table.over:
        rows = driver.rows
        action = driver.choose(rows)
        driver.play(rows, action)
        view = table.decision()
        for mine, name in zip(looker.found[-1], names):  # type: ignore[call-overload]
            np.testing.assert_array_equal(mine, getattr(view, name))
        table.play(int(action[0]))
    assert driver.seats[0] == -1
    with pytest.raises(IllegalAction, match="nobody decides"):
        table.decision()


# Seats ------------------------------------------------------------------------------------------


def test_the_nearest_name_of_a_seat_counts(trio: Setup) -> None:
    setup = replace(trio, sides=("villains", "heroes", "heroes", "heroes"))
    assert seats_of(setup, "heroes") == seats_of(setup, "pilot") == (1, 2, 3)
    a, b, c = RandomAgent(), RandomAgent(), RandomAgent()
    found = line_up(setup, {"heroes": a, "pilot_1": b, "villains": c})
    assert [(x is y, seats.tolist()) for (x, seats), y in zip(found, (c, a, b))] == [
        (True, [0]),
        (True, [1, 3]),
        (True, [2]),
    ]
    team = line_up(setup, {"pilot": [a, b, c], "coach": a})
    assert [player for player, _ in team] == [a, a, b, c]
    assert place_seats(setup, ["pilot", "coach"], free=(0,)) == {"pilot": (1, 2, 3)}
    for players, sentence in (
        ({"pilot": a}, "nobody plays coach_0 of 'trio'; name an agent for coach_0 or coach or villains"),
        ({"heros": a, "coach": a}, "'heros' is not a side, role or seat .*did you mean 'heroes'"),
        ({"pilot": [a, b], "coach": a}, "2 agents for the 3 seats of the Pilots in 'trio'"),
        ({"heroes": a, "pilot": b, "coach": c}, "'heroes' is left without a seat"),
    ):
        with pytest.raises(InvalidConfig, match=sentence):
            line_up(setup, players)
    a.roles = ("pilot",)
    with pytest.raises(InvalidConfig, match="random plays the pilot, not the coach"):
        line_up(setup, {"coach": a, "pilot": a})


def test_seats_of_the_caller_are_left_to_the_caller(trio: Setup) -> None:
    looker = Looker(lambda view: view.seats.tolist())
    who = np.full((6, 4), CALLER)
    who[:, 1:] = 0
    driver = Driver(Batch(trio, 6, autoreset=False), [Seated(looker, np.random.default_rng(1))], who)
    driver.deal(np.arange(6))
    mine = 0
    while (driver.seats >= 0).any():
        play_on(driver)
        assert set(driver.seats.tolist()) <= {0, -1}
        rows = driver.rows[driver.seats == 0]
        mine += len(rows)
        driver.play(rows, driver.masks[rows].argmax(axis=1))
    assert mine > 6
    assert {seat for seats in looker.found for seat in seats} == {1, 2, 3}  # type: ignore[attr-defined]


def test_who_plays_what_changes_no_game(trio: Setup) -> None:
    """One player with one stream plays the same games, alone or beside a caller who plays as it would."""
    alone = everyone(trio, RANDOM, keeps_chances=True)
    alone.deal(np.arange(8))
    legal = alone.masks.sum(axis=1)
    alone.advance(alone.rows)
    assert alone.chances is not None
    np.testing.assert_allclose(alone.chances.max(axis=1), 1 / legal, rtol=1e-6)
    play_on(alone)
    beside = Driver(Batch(trio, 8, autoreset=False))
    beside.deal(np.arange(8))
    rng = np.random.default_rng(1)
    rows = beside.rows
    while len(rows):
        beside.play(rows, RANDOM.act(View.of(beside.observations[rows], beside.masks[rows]), rng))
        rows = rows[beside.seats[rows] >= 0]
    np.testing.assert_array_equal(alone.batch.returns(), beside.batch.returns())


@pytest.mark.parametrize(
    ("answer", "sentence"), [(-1, "action -1"), (9999, "action 9999"), (None, "action ")]
)
def test_an_illegal_choice_is_refused_in_one_sentence(duel: Setup, answer: int | None, sentence: str) -> None:
    class Wrong(RandomAgent):
        name = "wrong"

        def act(self, view: View, rng: np.random.Generator) -> NDArray[np.int64]:
            illegal = view.masks.argmin(axis=1)
            return illegal if answer is None else np.full(len(view), answer)

    driver = everyone(duel, Wrong(), 3)
    driver.deal(np.arange(3))
    before = driver.batch.states.tobytes()
    match = rf"^wrong chose {sentence}.* illegal in row 0: its mask says what is legal\.$"
    with pytest.raises(IllegalAction, match=match):
        driver.advance(driver.rows)
    assert driver.batch.states.tobytes() == before
    with pytest.raises(IllegalAction, match=match):
        Seated(Wrong(), np.random.default_rng(1)).choose(Table.from_setup(duel, 1).decision())


# Memory -----------------------------------------------------------------------------------------


def test_what_is_remembered_begins_anew_with_every_game() -> None:
    """Beside a learner, game after game in the same rows, all information sets are those of the solved game."""
    setup = setup_of(scenario="mini")
    known = set(build_tree(setup, views=False).key.tolist())
    looker = Looker(lambda view: list(view.sets), "sets", "masks")
    runner = SeatRunner(setup, 4, "coach", {"pilot": looker}, 3)
    turn, ended = runner.reset(), 0
    for _ in range(60):
        turn = runner.step(turn.masks.argmax(axis=1))
        ended += int(turn.done.sum())
    seen = [key for keys in looker.found for key in keys]  # type: ignore[attr-defined]
    assert ended > 20 and len(seen) > 40 and set(seen) <= known


def test_players_that_search_play_beside_a_learner(duel: Setup) -> None:
    runner = SeatRunner(duel, 2, "coach", {"pilot": load("ismcts:3", duel)}, 3)
    turn, ended = runner.reset(), 0
    for _ in range(30):
        turn = runner.step(turn.masks.argmax(axis=1))
        ended += int(turn.done.sum())
    assert ended > 0
