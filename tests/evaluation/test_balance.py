"""Balance is what the games say: legs are matches, counts are those of the engine, differences are paired."""

from __future__ import annotations

import json
from math import comb, log2
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.evaluation.support import Conceder, First
from tests.support import pair
from throwdown.agents import RandomAgent, load, save_table
from throwdown.envs.core.batch import Batch, redeal_games
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.core.kit import Ints
from throwdown.envs.core.records import as_records
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.registry import find_game, make_setup
from throwdown.envs.tables.view import View
from throwdown.evaluation.balance import Cell
from throwdown.evaluation.exact import build_tree
from throwdown.evaluation.leads import Leads, follow, forget, lead_changes, reseed
from throwdown.evaluation.legs import Leg, LegResult, ban, batches, kinds_of, play_batch, play_legs
from throwdown.evaluation.match import deal_seeds, play
from throwdown.evaluation.report.balance_report import csv_rows, sections, to_dict, write_report
from throwdown.evaluation.signals import hidden_of, steps_of
from throwdown.evaluation.study import Tier, measure, tier
from throwdown.evaluation.variations import cells_of, varied

GAME = "throwdown-v0"
DEALS = 60 if IS_COMPILED else 3
each_game = pytest.mark.parametrize("id", ["throwdown-v0", "pile-v0", "gambit-v0", "session-v0"])


def won(scenario: str = "duel", id: str = GAME, **options: Any) -> Setup:
    return make_setup(id, scenario, **find_game(id).wins, **options)


def leg(setup: Setup, coach: str, pilots: str, seed: int = 1, **more: Any) -> Leg:
    players = pair(load(coach, setup, "coach"), load(pilots, setup, "pilot"))
    return Leg(setup, players, seed, **more)


def fixed(name: str, agent: Any) -> Tier:
    return Tier(name, lambda setup: pair(agent.bind(setup), agent.bind(setup)))


def midgame(setup: Setup, n: int = DEALS, plies: int = 9) -> Batch:
    batch = Batch(setup, n, seed=5)
    batch.reset()
    for _ in range(plies):
        batch.step(batch.random_actions(1 / 16))
    return batch


# Legs ------------------------------------------------------------------------------


def test_legs_are_matches_whatever_they_are_played_beside() -> None:
    """Other configurations, other layouts, other books: every leg plays the games that `match.play` plays."""
    duel, trio = won(), won("trio")
    legs = [
        leg(duel, "heuristic", "random", 3),
        leg(varied(duel, {"threats.0.rating": 1, "harmony": 2}), "random", "heuristic", 4),
        leg(trio, "random", "random", 5),
        leg(won(ace="eleven"), "heuristic", "heuristic", 6),
    ]
    seeds = deal_seeds(DEALS, 2)
    assert sorted(map(tuple, batches(legs, DEALS))) == [(0, 1, 3), (2,)]
    told: list[tuple[int, int]] = []
    play_batch(legs[:2], seeds, lambda *now: told.append(now))
    assert told == sorted(told) and told[-1] == (2 * DEALS, 2 * DEALS)
    for x, found in zip(legs, play_legs(legs, seeds)):
        match = play(x.setup, x.players, seeds, x.seed)
        np.testing.assert_array_equal(found.returns, match.of("pilot"))
        np.testing.assert_array_equal(found.lengths, match.lengths)


def test_many_legs_are_played_in_several_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    legs = [leg(won(), "random", "heuristic", k) for k in range(3)]
    seeds = deal_seeds(4, 1)
    at_once = [x.returns for x in play_legs(legs, seeds)]
    monkeypatch.setattr("throwdown.evaluation.legs.ROWS", 4)
    assert list(batches(legs, 4)) == [[0], [1], [2]]
    np.testing.assert_array_equal([x.returns for x in play_legs(legs, seeds)], at_once)


@each_game
def test_counts_are_those_of_the_engine(id: str) -> None:
    """Legal actions, forced moves and kinds, beside a loop that counts masks."""
    setup = won(id=id)
    found = play_legs([Leg(setup, pair(First(), First()))], deal_seeds(4, 1))[0]
    batch = Batch(setup, 4, autoreset=False)
    step = batch.reset(deal_seeds(4, 1))
    options, forced, uses = np.zeros(4), np.zeros(4), np.zeros_like(found.uses)
    kind_of = kinds_of(setup.game)[1]
    while (step.seats >= 0).any():
        counts = step.masks.sum(axis=1, dtype=np.int64)
        options += counts
        forced += counts == 1
        actions = np.where(step.seats >= 0, step.masks.argmax(axis=1), -1)
        for i in np.flatnonzero(step.seats >= 0):
            uses[int(setup.roles[step.seats[i]] == "pilot"), kind_of[actions[i]]] += 1
        step = batch.step(actions)
    np.testing.assert_array_equal(found.options, options)
    np.testing.assert_array_equal(found.forced, forced)
    np.testing.assert_array_equal(found.uses, uses)
    assert found.uses.sum() == found.lengths.sum()


def test_the_last_stage_is_that_of_the_state() -> None:
    setup = won("trio")
    batch = Batch(setup, DEALS, autoreset=False)
    step = batch.reset(deal_seeds(DEALS, 1))
    agent = load("heuristic", setup)
    found = play_legs([Leg(setup, pair(agent, agent))], deal_seeds(DEALS, 1))[0]
    streams = [np.random.default_rng([0, k]) for k in range(2)]
    while (step.seats >= 0).any():
        actions = np.full(DEALS, -1)
        for k, rows in enumerate((np.flatnonzero(step.seats == 0), np.flatnonzero(step.seats > 0))):
            if len(rows):
                actions[rows] = agent.act(View.of(step.observations[rows], step.masks[rows]), streams[k])
        step = batch.step(actions)
    np.testing.assert_array_equal(found.steps, as_records(batch.states).stage)


def test_an_agent_that_breaks_the_rules_is_refused() -> None:
    class Cheat(RandomAgent):
        name = "cheat"

        def act(self, view: Any, rng: Any) -> Any:
            return np.asarray(view.masks.argmin(axis=1), np.int64)

    with pytest.raises(IllegalAction, match=r"cheat chose action \d+, which is illegal in row"):
        play_legs([Leg(won(), pair(Cheat(), Cheat()))], deal_seeds(2))


# Restricted play ------------------------------------------------------------------------------


def test_what_is_banned_is_not_chosen_where_there_is_something_else() -> None:
    setup = won()
    names, _ = kinds_of(setup.game)

    def kinds(x: LegResult) -> Ints:
        return x.uses

    block, concede = names.index("block"), names.index("concede")
    legs = [
        leg(setup, "random", "random"),
        leg(setup, "random", "random", banned={"pilot": ban(setup.game, "block")}),
        leg(setup, "random", "random", banned={"coach": ban(setup.game, "concede")}),
    ]
    free, no_block, no_concede = play_legs(legs, deal_seeds(5 * DEALS, 1))
    assert (kinds(free)[:, block] > 0).all()
    assert kinds(no_block)[1, block] == 0 < kinds(no_block)[0, block]
    assert 0 < kinds(no_concede)[0, concede] < 0.8 * kinds(free)[0, concede]  # where nothing else is left
    assert kinds(no_concede)[1, concede] > 0


@pytest.mark.skipif(not IS_COMPILED, reason="plays hundreds of games")
def test_an_action_is_worth_what_going_without_it_costs() -> None:
    """Who concedes at once gains by not being allowed to; who plays at random loses without Counters."""
    cell = Cell(won(started_by="pilots"))
    found = measure([cell], [fixed("conceder", Conceder())], 200, is_full=True)
    concede = {x.side: x.value for x in found.actions[0] if x.kind == "concede"}
    assert found.restricted == "conceder" and all(value.high < 0 for value in concede.values())
    found = measure([cell], [tier("random", "random")], 400, is_full=True)
    counter = {x.side: x.value for x in found.actions[0] if x.kind == "counter"}
    assert set(counter) == {"coach", "pilot"} and all(value.low > 0 for value in counter.values())
    assert all(x.uses >= 0.02 for x in found.actions[0])


def test_what_remembers_cannot_be_restricted_nor_take_over(tmp_path: Path) -> None:
    setup = won("mini")
    tree = build_tree(setup, views=False)
    file = tmp_path / "uniform.npz"
    save_table(file, setup, tree.key, tree.first, tree.action, tree.uniform())
    agent = load(file, setup)
    with pytest.raises(InvalidConfig, match="uniform cannot be restricted"):
        Leg(setup, pair(agent, agent), banned={"coach": ban(setup.game, "block")})
    with pytest.raises(InvalidConfig, match="uniform cannot take over"):
        lead_changes(Leg(setup, pair(agent, agent)), deal_seeds(2))
    found = measure([Cell(setup)], [tier("random", "random"), tier("table", file)], 8)
    assert found.restricted == "random" and set(found.leads[0]) == {"random"}
    assert len(found.figures[0]) == 2 and len(found.rungs[0]) == 2
    alone = measure([Cell(setup)], [tier("table", file)], 8)
    assert alone.restricted is None and alone.actions == [] and alone.leads == [{}]


# What is hidden ------------------------------------------------------------------------------


def size(words: np.ndarray) -> int:
    return int(np.bitwise_count(words.astype(np.int64)).sum())


@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_hidden_bits_count_hands_that_others_may_hold(scenario: str) -> None:
    setup = won(scenario)
    batch, hidden = midgame(setup, plies=25), hidden_of(setup)
    assert hidden is not None
    step = batch.look()
    bits = hidden.bits(step.observations, np.arange(batch.n))
    for s, viewer, found in zip(as_records(batch.states), step.seats, bits):
        world, h = s.world, 0
        for seat in range(len(setup.seats)):
            if seat != viewer:
                h += size(world.hand[seat]) + int(s.sealed[seat] >= 0)
                h -= size(world.known[viewer - 1, seat - 1]) if viewer and seat else 0
        u = h + int(world.decks[0].n) + size(world.stack)
        assert found == pytest.approx(log2(comb(u, h)))


def test_hidden_bits_leak_nothing() -> None:
    """Dealt anew, what the seat to move cannot know changes neither the bits nor the stage."""
    setup = won("trio")
    batch, hidden, steps = midgame(setup, plies=40), hidden_of(setup), steps_of(setup)
    assert hidden is not None and steps is not None
    rows, before = np.arange(batch.n), batch.look()
    redeal_games(batch.states, before.seats, np.arange(batch.n) + 7, setup.make_out())
    after = batch.look()
    for signal in (hidden.bits, steps.read):
        np.testing.assert_array_equal(signal(before.observations, rows), signal(after.observations, rows))


def test_with_shared_hands_only_coach_is_hidden_from_pilots() -> None:
    open_, closed = won("trio", share_hands=True), won("trio")
    bits = []
    for setup in (open_, closed):
        found = play_legs([leg(setup, "random", "random")], deal_seeds(DEALS, 1))[0]
        bits.append(found.bits.sum() / found.lengths.sum())
    assert bits[0] < bits[1] - 3


def test_games_that_do_not_tell_have_no_figure() -> None:
    assert hidden_of(won(id="session-v0")) is None and steps_of(won(id="pile-v0")) is None
    steps = steps_of(won(id="session-v0"))
    assert steps is not None and steps.name == "scene"


# Leads ------------------------------------------------------------------------------


def test_a_lead_changes_when_the_other_side_is_ahead() -> None:
    shares = np.array(
        [
            [0.5, 0.8, 0.5, 0.8, 1.0],
            [0.5, 0.8, 0.5, 0.2, 1.0],
            [0.75, 0.25, 0.74, 0.26, 0.0],
            [0.5, 0.5, 0.5, 0.5, 0.5],
        ]
    )
    leads = Leads(shares, 100)
    assert leads.changes.tolist() == [0, 2, 1, 0]
    assert leads.ahead.tolist() == [0.25, 0.75, 0.0, 0.5, 0.75]
    assert leads.mean_changes().mean == 0.75


def test_what_is_public_stays_and_the_rest_is_dealt_anew() -> None:
    """A spectator's view: hands keep their sizes, and hold old cards no more often than chance has it."""
    setup = won()
    batch = midgame(setup, 400 if IS_COMPILED else 20, plies=6)
    before, looks = batch.states.copy(), batch.look()
    forget(setup, batch.states, np.random.default_rng(1))
    after = batch.look()
    np.testing.assert_array_equal(looks.seats, after.seats)
    for name in ("stage", "score", "pile_n", "pile_card", "phase", "over"):
        np.testing.assert_array_equal(before[name], batch.states[name])
    kept = expected = 0.0
    for old, new in zip(as_records(before), as_records(batch.states)):
        for seat in range(2):
            a, b = old.world.hand[seat], new.world.hand[seat]
            assert size(a) == size(b)
            kept += size(a & b)
            unseen = int(old.world.decks[0].n) + size(old.world.stack) + size(old.world.hand)
            expected += size(a) * size(b) / unseen
    assert kept < 2.5 * expected  # a double deck: a card may be kept as its twin


def test_every_stream_is_seeded_anew() -> None:
    states = midgame(won(id="session-v0"), 3).states
    reseed(states, np.array([5, 6, 7]))
    assert states["rng"]["key"].tolist() == [5, 6, 7]
    inner = [
        states[name]["rng"]["key"] for name in states.dtype.names if "rng" in (states.dtype[name].names or ())
    ]
    assert all(keys.tolist() == [5, 6, 7] for keys in inner)


def test_the_course_of_a_game() -> None:
    x = leg(won(), "heuristic", "heuristic", 3)
    seeds = deal_seeds(6 if IS_COMPILED else 2, 1)
    states = follow(x, seeds, 5)
    assert states.shape == (len(seeds), 5) and not states["over"].any()
    assert (np.diff(states["stage"].astype(int), axis=1) >= 0).all()
    one, two = (lead_changes(x, seeds, points=3, continuations=16) for _ in range(2))
    np.testing.assert_array_equal(one.shares, two.shares)
    assert one.shares.shape == (len(seeds), 3)
    assert np.isin(one.shares[:, -1], (0, 1)).mean() > 0.5 > np.isin(one.shares[:, 0], (0, 1)).mean()


# The study ------------------------------------------------------------------------------


@pytest.mark.skipif(not IS_COMPILED, reason="plays thousands of games")
@pytest.mark.parametrize("id", ["throwdown-v0", "pile-v0", "session-v0"])
@pytest.mark.parametrize("scenario", [name for name in THROWDOWN.scenarios if not name.startswith("mini")])
def test_each_side_wins_three_games_in_ten(id: str, scenario: str) -> None:
    """No scenario that is there to be played is decided before it starts."""
    found = measure([Cell(won(scenario, id))], [tier("heuristic", "heuristic")], 400, is_full=False)
    figures = found.figures[0][0]
    assert figures.is_fair, f"the Pilots win {figures.wins.percent()} of {scenario}"


@pytest.mark.skipif(not IS_COMPILED, reason="plays hundreds of games")
def test_the_ladder_and_a_grid() -> None:
    tiers = [tier("random", "random"), tier("heuristic", "heuristic")]
    cells = cells_of([won()], {"threats.0.rating": {"1": 1, "4": 4}, "coach.hand_max": {"3": 3, "7": 7}})
    assert [cell.values for cell in cells] == [("1", "3"), ("1", "7"), ("4", "3"), ("4", "7")]
    found = measure(cells, tiers, 300, axes=["threats.0.rating", "coach.hand_max"], is_full=False)
    wins = np.array([[x.wins.mean for x in row] for row in found.figures])
    assert (wins[0] > wins[3] + 0.1).all()  # a weaker Threat and a smaller hand favour the Pilots
    assert found.actions == found.rungs == found.leads == [] and found.step_name == "stage"
    again = measure(cells[:1], tiers, 300, is_full=True)
    assert again.figures[0] == found.figures[0]  # a cell's figures do not depend on the rest of the grid
    assert {(x.side, x.lower, x.upper) for x in again.rungs[0]} == {
        ("coach", "random", "heuristic"),
        ("pilot", "random", "heuristic"),
    }
    assert all(x.gain.low > 0 for x in again.rungs[0])


def test_the_number_of_processes_changes_nothing(
    loopback: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("throwdown.evaluation.study.WORTH", 0.0)
    monkeypatch.setattr("throwdown.evaluation.legs.ROWS", 20)
    monkeypatch.setattr("throwdown.evaluation.balance.SELDOM", 100.0)  # so that a search tries the pieces
    for name, value in {"SEARCH": "ismcts:2", "SEARCH_DEALS": 2, "LEAD_GAMES": 2}.items():
        monkeypatch.setattr(f"throwdown.evaluation.study.{name}", value)
    tiers = [tier("random", "random"), tier("both", "heuristic", "trained")]
    cells = cells_of([won()], {"harmony": {"2": 2, "6": 6}})
    one, two = (to_dict(measure(cells, tiers, 10, axes=["harmony"], workers=n)) for n in (1, 2))
    assert one == two and loopback == [2] * 5


def test_processes_load_the_players_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Code of a file, too, which no other process has imported."""
    monkeypatch.setattr("throwdown.evaluation.study.WORTH", 0.0)
    file = tmp_path / "mine.py"
    file.write_text("def first(mask):\n    return int(mask.argmax())\n")
    tiers = [tier("random", "random"), tier("mine", f"{file}:first")]
    cells = cells_of([won()], {"harmony": {"2": 2, "6": 6}})
    monkeypatch.setattr("throwdown.evaluation.legs.ROWS", 20)
    one, two = (
        to_dict(measure(cells, tiers, 10, axes=["harmony"], is_full=False, workers=n)) for n in (1, 2)
    )
    assert one == two


def test_a_comparison_is_paired_by_deals() -> None:
    cells = cells_of([won()], {"ace": {"trump": "trump", "eleven": "eleven"}, "harmony": {"2": 2, "6": 6}})
    found = measure(
        cells, [tier("random", "random")], 20, axes=["ace", "harmony"], is_full=False, compares=True
    )
    assert [x.values for x in found.differences] == [("trump",), ("eleven",)]
    for k, x in enumerate(found.differences):
        first, second = found.figures[2 * k][0], found.figures[2 * k + 1][0]
        assert x.wins.mean == pytest.approx(second.wins.mean - first.wins.mean)
        assert x.length.mean == pytest.approx(second.length.mean - first.length.mean)


def test_nothing_to_play_is_refused() -> None:
    for cells, tiers, deals in (
        ([], [tier("random", "random")], 9),
        ([Cell(won())], [], 9),
        ([Cell(won())], [tier("random", "random")], 1),
    ):
        with pytest.raises(InvalidConfig, match="balance needs"):
            measure(cells, tiers, deals)


# Variations ------------------------------------------------------------------------------


def test_a_scenario_is_varied_and_keeps_its_name_and_options() -> None:
    setup = won()
    other = varied(
        setup, {"threats.0.rating": 2, "rout": "off", "rules.ace": "eleven", "pilots.0.hand_max": 5}
    )
    assert (other.scenario, other.options["reward"]) == ("duel", "win")
    assert other.config["threats"][0]["rating"] == 2 and other.config["pilots"][0]["hand_max"] == 5
    assert (other.config["rules"]["rout"], other.config["rules"]["ace"]) == ("off", "eleven")
    assert setup.config["threats"][0]["rating"] == 4  # the original is as it was


def test_text_made_of_digits_stays_text() -> None:
    mini = make_setup("throwdown-v0", "mini", reward="win")
    cells = cells_of([mini], {"deck.ranks": {"3456": 3456, "34567": 34567}, "harmony": {"2": 2}})
    assert [x.setup.config["deck"]["ranks"] for x in cells] == ["3456", "34567"]
    assert cells[0].setup.config["harmony"] == 2


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("harmoni", 3, r"'harmoni' is not a value of the scenario: .*did you mean 'harmony'"),
        ("threats.7.rating", 3, "there is no '7'"),
        ("threats.0.ratin", 3, "did you mean 'rating'"),
        ("location.boons", 3, "there is no 'boons'"),
        ("harmony.more", 3, "there is no 'more'"),
        ("harmony", 9, "Scenario 'duel': harmony is 9"),
        ("rules.rout", "on", "rout"),
    ],
)
def test_what_cannot_be_varied_is_one_sentence(path: str, value: Any, says: str) -> None:
    with pytest.raises(InvalidConfig, match=says):
        varied(won(), {path: value})


def test_a_grid_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("throwdown.evaluation.variations.MAX_CELLS", 3)
    with pytest.raises(InvalidConfig, match="more than 3 cells"):
        cells_of([won()], {"harmony": {str(k): k for k in range(1, 5)}})


def test_shares_say_how_games_ended_and_what_was_chosen() -> None:
    found = measure([Cell(won("trio", "gambit-v0"))], [tier("heuristic", "heuristic")], 60, is_full=False)
    (figures,) = found.figures[0]
    ended, chosen = figures.shares["ended"], figures.shares["consequence"]
    assert sum(ended.values()) == pytest.approx(1) and sum(chosen.values()) == pytest.approx(1)
    assert ended["open"] == 0, "nobody declines"
    assert any("yes-and" in str(row) for part in sections(found) for row in part.rows)


# Reports ------------------------------------------------------------------------------


def test_a_report_says_everything(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    tiers = [tier("random", "random"), tier("heuristic", "heuristic")]
    found = measure([Cell(won())], tiers, 12)
    files = write_report(found, tmp_path)
    assert [file.name for file in files] == [
        *("balance.md", "balance.json", "balance.csv"),
        *("wins.png", "actions.png", "course.png", "balance.html"),
    ]
    assert json.loads((tmp_path / "balance.json").read_text()) == json.loads(json.dumps(to_dict(found)))
    page, text = (tmp_path / "balance.html").read_text(), (tmp_path / "balance.md").read_text()
    assert page.count("data:image/png;base64,") == 3 and "<h1>Balance</h1>" in page
    for part in sections(found):
        assert part.title in text and all(len(row) == len(part.head) for row in part.rows)
        assert all(note in text for note in part.notes)
    assert len(sections(found)) == 6


def test_a_report_of_a_grid(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    axes = {"harmony": {"2": 2, "3": 3}, "rout": {"off": "off", "any-balance": "any-balance"}}
    cells = cells_of([won()], axes)
    found = measure(cells, [tier("random", "random")], 4, axes=list(axes), is_full=False, compares=True)
    assert "wins.png" in [file.name for file in write_report(found, tmp_path)]
    assert sections(found)[0].title == "rout: any-balance minus off, on the same deals"
    rows = csv_rows(found)
    assert len(rows) == 4 and rows[0]["harmony"] == "2" and rows[0]["players"] == "random"
    assert len((tmp_path / "balance.csv").read_text().splitlines()) == 5
