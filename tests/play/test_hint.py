"""Hints: legal, repeatable, at full strength whoever plays, and from what the seat may know alone."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from tests.play.support import QUICK, deal, play_on
from tests.support import CASES, walk
from tests.throwdown.scenes import sheet, third
from tests.words import plain
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.table import Table
from throwdown.play import screen
from throwdown.play.hint import Hint, make_hint
from throwdown.play.outlook import VALUE, WIN, YIELDED, Adviser, Effort, Outlook, contenders
from throwdown.play.session import Session


def advised(table: Table, effort: Effort = QUICK, seed: int = 1) -> Hint:
    return make_hint(table, Adviser(table.setup).consider(table.decision(), [seed], effort))


def printed(hint: Hint, reward: str = "") -> str:
    console = Console(file=io.StringIO(), width=80)
    console.print(screen.advice(hint, reward))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def check(table: Table, hint: Hint) -> None:
    """A hint is about every legal choice, its figures are possible, and it is printed in 80 columns."""
    assert sorted(option.action for option in hint.options) == table.legal_ids()
    assert hint.action == hint.options[0].action and hint.seat == table.agent
    for option in hint.options:
        assert 0 <= option.chance.low <= option.chance.mean <= option.chance.high <= 1
        assert 0 <= option.nobody <= 1 - option.chance.mean + 1e-9
        assert option.value.low <= option.value.mean <= option.value.high and option.games > 0
        assert str(table.describe(option.action)).startswith(option.name)
    values = [option.value.mean for option in hint.options[1:]]
    assert values == sorted(values, reverse=True)
    if len(hint.options) == 1:
        assert hint.reason == f"There is no other choice. {table.forced()}"
    else:
        assert hint.reason.endswith(".")
    reader = plain.Reader(plain.names_for_programs(table.game.id))
    for told in (hint.reason, hint.about):
        reader.read(told, "hint", is_sentence=True)
        reader.ends(told, "hint")
    assert reader.found == {}
    text = printed(hint, "stakes")
    assert hint.best.name.split()[0] in text and max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_every_kind_of_decision_of_every_game_gets_a_hint(id: str, scenario: str) -> None:
    adviser, seen = None, set()
    for table in walk(id, scenario, seed=4, keep=0.02):
        is_forced = not table.over and len(table.legal_ids()) == 1
        if table.over or (table.phase, is_forced) in seen:
            continue
        seen.add((table.phase, is_forced))
        adviser = adviser or Adviser(table.setup)
        check(table, make_hint(table, adviser.consider(table.decision(), [1], Effort(1))))
    assert seen


@pytest.mark.parametrize(
    ("id", "scenario"),
    [
        ("throwdown-v0", "duel"),
        ("throwdown-v0", "trio"),
        ("pile-v0", "trio"),
        ("gambit-v0", "trio"),
        ("session-v0", "duel"),
        ("leduc-v0", None),
    ],
)
def test_a_hint_is_the_same_whatever_is_hidden(id: str, scenario: str | None) -> None:
    """The hidden part is dealt anew; the seat's own view stays, and so does the hint."""
    adviser, compared, differed = None, 0, 0
    for ply, table in enumerate(walk(id, scenario, seed=3, keep=0.0)):
        if table.over or compared == 12:
            break
        if len(table.legal_ids()) == 1 or ply % 3:
            continue
        adviser = adviser or Adviser(table.setup)
        here = make_hint(table, adviser.consider(table.decision(), [5], Effort(2)))
        for key in (1, 2):
            assert table.agent is not None
            other = table.redeal(table.agent, key)
            assert make_hint(other, adviser.consider(other.decision(), [5], Effort(2))) == here
            differed += other.content != table.content
            compared += 1
    assert compared and differed > compared / 2


def test_the_same_seed_gives_the_same_hint_and_another_one_other_games() -> None:
    session = deal(effort=Effort(8))
    session.advance()
    assert session.hint() == session.hint()
    assert advised(session.table, seed=1) != advised(session.table, seed=2)


def test_a_hint_does_not_depend_on_the_opponent() -> None:
    table = Table.from_setup(make_setup("throwdown-v0", "duel"), 3)
    found = [
        Session(table.clone(), ["pilot_0"], against, effort=QUICK).hint()
        for against in ("random", "level:1", "trained")
    ]
    assert found[0] == found[1] == found[2]
    assert "played out by the trained policies" in found[0].about


def test_every_role_is_played_by_the_strongest_that_ships() -> None:
    for id, scenario, name in (
        ("throwdown-v0", "duel", "trained"),
        ("throwdown-v0", "mini", "heuristic"),
        ("kuhn-v0", None, "ismcts:200"),
    ):
        players = Adviser(make_setup(id, scenario)).players
        assert {player.name for player in players.values()} == {name}


def test_a_move_that_wins_at_once_is_found() -> None:
    """Coach holds no card, so whatever beats the top of stage 3 wins."""
    table = third(sheet(), hands={"pilot_0": ["KC", "2D"], "coach_0": []})
    hint = advised(table, Effort(16))
    labels = table.game.actions.labels
    chances = {labels[option.action]: option.chance.mean for option in hint.options}
    assert labels[hint.action] == "counter KC" and chances["counter KC"] == 1 and chances["concede"] == 0
    assert "Concede wins 100 fewer games in 100" in hint.reason or "counter" not in hint.reason


def test_what_the_cards_decide_is_known_exactly() -> None:
    """With the King a call in Kuhn poker is sure to win, and folding to lose."""
    for seed in range(50):
        table = Table.deal("kuhn-v0", seed)
        table.play("raise")
        assert table.agent is not None
        if table.observed()["hand[2]"]:
            break
    call, fold = advised(table, Effort(8)).options
    assert (call.name, call.chance, call.is_sure) == ("Call", (1, 1, 1), True)
    assert (fold.name, fold.chance, fold.is_sure) == ("Fold", (0, 0, 0), True)


def ends(id: str, scenario: str, effort: Effort, **options: Any) -> np.ndarray:
    table = Table.from_setup(make_setup(id, scenario, **options), 3)
    return Adviser(table.setup).consider(table.decision(), [2], effort).ends


def test_who_won_is_read_whatever_returns_count() -> None:
    win, stakes, score = (
        ends("throwdown-v0", "small", Effort(6), reward=reward) for reward in ("win", "stakes", "score")
    )
    np.testing.assert_array_equal(win[:, :, VALUE], win[:, :, WIN])
    np.testing.assert_array_equal(win[:, :, WIN], stakes[:, :, WIN])
    np.testing.assert_array_equal(win[:, :, WIN], score[:, :, WIN])
    assert (stakes[:, :, VALUE] != stakes[:, :, WIN]).any()


def test_who_gains_without_being_on_a_side_has_not_won() -> None:
    """Where Pilots fight Pilots the stakes pay others, too."""
    setup = make_setup("pile-v0", "trio", reward="stakes", pvp="grave")
    batch = Batch(setup, 400, seed=1, autoreset=False)
    step = batch.reset()
    while (step.seats >= 0).any():
        step = batch.step(batch.random_actions(1 / 16))
    paid, stakes = batch.returns()[:, 3], Adviser(setup)._ends(batch, 3, np.zeros(400, np.bool_))
    np.testing.assert_array_equal(stakes[:, VALUE], paid)
    assert set(stakes[paid != 0, WIN]) == {-1, 0, 1}


def test_the_effort_bounds_what_is_played() -> None:
    table = Table.from_setup(make_setup("throwdown-v0", "small"), 3)
    adviser, told = Adviser(table.setup), []
    few = adviser.consider(table.decision(), [1], Effort(10), lambda done, of: told.append(done / of))
    assert len(few.ends) == 10 and told[-1] == 1
    assert len(adviser.consider(table.decision(), [1], Effort(5000, decisions=1)).ends) < 512
    poker = Table.deal("leduc-v0", 3)
    slow = Adviser(poker.setup).consider(poker.decision(), [1], Effort(5000, decisions=3000))
    assert len(slow.ends) < 100  # decisions of a search count more
    for bad in ({"worlds": 0}, {"decisions": 0}):
        with pytest.raises(InvalidConfig, match="both must be 1 or more"):
            Effort(**bad)


def test_there_is_no_hint_where_nothing_is_to_be_decided() -> None:
    session = deal()
    play_on(session, 1)
    with pytest.raises(IllegalAction, match="nothing to decide"):
        session.hint()


# What figures mean, on made-up ones -----------------------------------------------------------------------------------


def judged(values: Any, **more: Any) -> Outlook:
    """Return an outlook with returns (worlds, k); who won follows from their sign unless it is given."""
    table = np.asarray(values, np.float64)
    n, k = table.shape
    wins, yielded = more.get("wins", np.sign(table)), more.get("yielded", np.zeros((n, k)))
    gauges = [np.broadcast_to(np.asarray(g, np.float64), (n, k)) for g in more.get("gauges", {}).values()]
    ends = np.stack([table, np.broadcast_to(wins, (n, k)), np.broadcast_to(yielded, (n, k)), *gauges], axis=2)
    assert (VALUE, WIN, YIELDED) == (0, 1, 2)
    favour = np.asarray(more.get("favour", np.zeros(k)), np.float64)
    names = tuple(more.get("gauges", {}))
    players = dict.fromkeys(("coach", "pilot"), "trained")
    return Outlook(1, more["actions"][:k], ends, np.zeros(k, np.bool_), favour, names, players, n * k)


@pytest.fixture
def table() -> Table:
    """A Drive of the Pilot with some choices."""
    return third(sheet(), hands={"pilot_0": ["6H", "7H", "8H", "9C", "KD"], "coach_0": ["6S", "7S"]})


def reason(table: Table, values: Any, **more: Any) -> str:
    return make_hint(table, judged(values, actions=np.array(table.legal_ids()), **more)).reason


ALONE = (
    "The Six beats the Five, and brings a Charge; Coach must Counter it with anything from a Seven to a Ten, "
    "Block it or Concede."
)
FIRST = f"{ALONE[:-1]}; it keeps the Seven."
HALF = np.array([1.0, -1.0] * 50)


def test_what_is_surely_worse_is_said_to_be_and_by_how_much(table: Table) -> None:
    worse = HALF.copy()
    worse[:20:2] = -1
    text = reason(table, np.column_stack([HALF, worse]), favour=[0, 1])
    assert text == f"{FIRST} Counter 7H wins 10 fewer games in 100."
    values = np.column_stack([HALF, worse]) / 2
    text = reason(table, values, gauges={"harmony": [1.0, 0.3], "charges": [1.0, 0.8]})
    assert (
        text == f"{FIRST} Counter 7H wins 10 fewer games in 100 and leaves less Harmony (by 0.7) on average."
    )


def test_between_equals_the_strongest_players_liking_decides(table: Table) -> None:
    values = np.column_stack([HALF, -HALF, np.full(100, -1.0)])
    actions = np.array(table.legal_ids())
    found = judged(values, actions=actions, favour=[0.1, 0.7, 0.2])
    assert found.best() == 1 and found.rivals() == [0, 1]
    text = make_hint(table, found).reason
    assert "Counter 6H is equally good; the trained policy prefers Counter 7H (70 % of the time)" in text
    assert "Counter 8H wins 50 fewer games in 100" in text
    liked_by_none = judged(np.column_stack([HALF - 0.01, -HALF]), actions=actions, favour=[0.04, 0.02])
    assert liked_by_none.best() == 1
    assert "all are equally good; the trained policy prefers" in reason(table, values[:, :2], favour=[0, 1])


def test_a_game_that_is_lost_or_won_whatever_is_chosen_is_said_to_be(table: Table) -> None:
    for value, text in ((-1, "No choice won any of these games"), (1, "Every choice won all of these games")):
        assert reason(table, np.full((9, 3), value)) == f"{ALONE} {text}, so all are equally good."
    assert reason(table, [[0, -1]] * 9).startswith(
        f"{FIRST} Counter 7H wins about as often, but returns 1.00 less on average."
    )
    draws = reason(table, np.zeros((9, 3)))
    assert draws == (
        f"{ALONE} The choices differ by no more than chance explains in so many games, so all are equally good. "
        "In 100 % of the games nobody wins."
    )


def test_the_price_of_winning_more_often_is_named(table: Table) -> None:
    """What counts are returns; who wins less often by the best choice is told what is gained by it."""
    wins = np.column_stack([HALF, np.where(np.arange(100) % 10 == 1, 1.0, HALF)])
    values = wins * 0.5 + [0.4, 0.0]
    text = reason(table, values, wins=wins, gauges={"harmony": [1.0, -1.0], "rating": [2.0, 1.0]})
    assert "Counter 7H wins 10 more games in 100, but leaves less Harmony (by 2.0) on average." in text
    assert "Threat Rating" not in text  # less of that is what a Pilot wants
    assert "but returns 0.30 less on average" in reason(table, values, wins=wins)
    noise = np.column_stack([np.zeros(100), np.roll(HALF, 1) * (np.arange(100) % 4 < 2)])
    liked = reason(table, wins * 0.1 + noise, wins=wins, favour=[1.0, 0.0])
    assert (
        liked.startswith(f"{ALONE} The choices differ by no more") and "in 100, but" not in liked
    )  # it returns more, too


def test_the_other_side_giving_up_is_told(table: Table) -> None:
    yielded = np.column_stack([HALF > 0, np.zeros(100)])
    text = reason(table, np.column_stack([np.ones(100), HALF]), yielded=yielded)
    assert "gives up at once in 50 % of the games; after Counter 7H, in 0 %." in text


def test_games_without_a_winner_are_told(table: Table) -> None:
    draws = np.where(np.arange(100) < 10, 0.0, 1.0)
    assert "In 10 % of the games nobody wins." in reason(table, np.column_stack([draws, -np.ones(100)]))


def test_what_was_dropped_early_cannot_be_the_best() -> None:
    values = np.column_stack([HALF, np.where(np.arange(100) < 10, 1.0, np.nan)])
    assert contenders(values, 3.0).tolist() == [True, False]


def test_the_best_of_every_kind_of_choice_is_shown(table: Table) -> None:
    k = len(table.legal_ids())
    found = judged(np.tile(-np.arange(k) / k, (9, 1)), actions=np.array(table.legal_ids()))
    hint = make_hint(table, found)
    kinds = {option.kind for option in hint.options}
    text = printed(hint)
    assert 1 < len(kinds) <= screen.HINT_ROWS < k and f"of {k} choices" in text
    assert all(kind in text for kind in kinds)
