"""Reports begin with sentences that follow from the figures, and their tables are as narrow as they should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from tests.evaluation.support import SIDES
from tests.support import FUSION, GAMES, pair, setup_of
from throwdown.agents import Agent, load
from throwdown.envs.core.game import Piece, Setup
from throwdown.envs.fusion.throwdown.actions import Act
from throwdown.envs.registry import games
from throwdown.envs.tables.view import View
from throwdown.evaluation import balance, statistics, study
from throwdown.evaluation.cross import CrossPlay
from throwdown.evaluation.exploiters import Exploiter
from throwdown.evaluation.legs import Leg, ban_actions, play_legs
from throwdown.evaluation.match import deal_seeds
from throwdown.evaluation.report import verdicts
from throwdown.evaluation.report.sections import COLUMNS, Section, fitted, show
from throwdown.evaluation.sides import two_sides

N = 400
KICK = Piece("Kick it in", "Tech", "Red", (1,), (3,))


def cross_play(rows: Sequence[str], columns: Sequence[str], shares: Any) -> CrossPlay:
    """Return a cross-play in which the columns' side wins these shares of the games."""
    wins = np.arange(N) < N * np.asarray(shares, np.float64)[..., None]
    returns = np.random.default_rng(1).permuted(np.where(wins, 1.0, -1.0), axis=2)
    lengths = np.ones(returns.shape, np.int64)
    return CrossPlay("g", "s", SIDES, tuple(rows), tuple(columns), np.arange(N), 0, returns, lengths)


def test_a_cross_play_says_who_is_the_strongest_and_which_side_is_ahead() -> None:
    said = verdicts.of_cross_play(cross_play(["weak", "strong"], ["only"], [[0.9], [0.6]]))
    assert len(said) == 2
    assert said[0].startswith("As the rows, strong is the strongest: it wins 40 % [")
    assert "in the place of weak, the next." in said[0]
    assert (
        said[1].startswith("Between strong as the rows and only as the columns, the columns win 60 % [")
        and "400 deals" in said[1]
    )


def test_a_cross_play_does_not_claim_what_chance_explains() -> None:
    said = verdicts.of_cross_play(cross_play(["one", "other"], ["only"], [[0.5], [0.51]]))
    assert said[0].startswith("As the rows, one did best") and said[0].endswith("it is stronger than other.")
    assert "neither side is measurably ahead" in said[1]


def test_the_side_that_loses_less_than_half_is_named_with_its_own_share() -> None:
    said = verdicts.of_cross_play(cross_play(["one"], ["only"], [[0.2]]))
    assert said == [said[0]] and "the rows win 80 % [" in said[0]


def measured(wins: float, *values: balance.ActionValue, idle: Sequence[Piece] = ()) -> balance.Balance:
    """Return a balance of one configuration of duel."""
    setup, flat = setup_of(), statistics.Interval(1.0, 1.0, 1.0)
    share = statistics.Interval(wins, wins - 0.03, wins + 0.03)
    figures = balance.Figures(share, flat, (1, 1, 1), flat, flat, flat, (), {})
    sides = two_sides(setup, "Balance")
    cells = [balance.Cell(setup)]
    return balance.Balance(
        setup.game.id,
        *(sides, (), cells, ("heuristic",), 1000, 1, [[figures]]),
        actions=[list(values)],
        idle=[list(idle)],
    )


def value(mean: float, half: float, piece: Piece | None = KICK) -> balance.ActionValue:
    name = "counter" if piece is None else piece.name
    return balance.ActionValue("pilot", name, 1.0, statistics.Interval(mean, mean - half, mean + half), piece)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (
            [value(0.2, 0.05)],
            "Too strong, as its side wins so much less without it: Kick it in (Tech of Red), 20",
        ),
        (
            [value(0.12, 0.1)],
            "Perhaps too strong, which more deals would show: Kick it in (Tech of Red), 12 [2",
        ),
        (
            [value(0.06, 0.02)],
            "Nothing is too strong: of 1 rated, Kick it in (Tech of Red) is worth most, 6 [4, 8]",
        ),
        ([value(0.01, 0.02)], "Nothing is too strong: none of the 1 rated is measurably worth anything"),
        ([value(0.5, 0.02, None)], ""),
    ],
)
def test_a_balance_says_whether_a_piece_is_too_strong(values: list[balance.ActionValue], said: str) -> None:
    found = verdicts.of_balance(measured(0.5, *values))
    assert len(found) == (3 if said else 2)
    assert found[1].startswith(said or "Shares of wins are known")


def test_a_balance_says_who_is_ahead_whether_that_is_fair_and_how_sure_it_is() -> None:
    fair = verdicts.of_balance(measured(0.6))
    assert fair[0] == (
        "Between equal heuristic players of duel, the Pilots win 60 % [57, 63] of the games: both have a fair chance."
    )
    assert fair[-1].startswith("Shares of wins are known to within 3 points")
    unfair = verdicts.of_balance(measured(0.1))[0]
    assert "Coach wins 90 % [87, 93]" in unfair and "not fair" in unfair
    assert "hardly use" not in unfair


def test_what_players_hardly_use_is_named_and_told_by_players_that_search() -> None:
    """Else a Tech that wins every game is called fair where the heuristic does not use it."""
    idle = measured(0.5, idle=[KICK])
    seldom = measured(0.5, replace(value(0.06, 0.02), uses=0.1))
    for found in (idle, seldom):
        text = " ".join(verdicts.of_balance(found))
        assert (
            "These players hardly use Kick it in (Tech of Red), so they do not show what that is worth."
            in text
        )
    share = statistics.Interval(0.73, 0.64, 0.81)
    tried = balance.Tried("ismcts:200", 100, share, False, ((KICK, 1.31),))
    text = " ".join(verdicts.of_balance(replace(idle, tried=[tried])))
    assert (
        "These players hardly use Kick it in (Tech of Red), which players that search (ismcts:200, 100 deals) use 1.3 "
        "times a game. Between those, the Pilots win 73 % [64, 81] of the games: not fair" in text
    )
    neither = replace(tried, uses=((KICK, 0.0),), is_fair=True)
    text = " ".join(verdicts.of_balance(replace(idle, tried=[neither])))
    assert "Kick it in (Tech of Red); nor do players that search (ismcts:200, 100 deals)." in text


class Plain(Agent):
    """Uses no piece of the scenario where there is another action, and else the legal action with the lowest number."""

    name = "plain"

    def __init__(self, setup: Setup) -> None:
        self.pieces = [a for piece in setup.game.pieces(setup) for a in piece.actions]

    def act(self, view: View, rng: np.random.Generator) -> Any:
        masks = view.masks.copy()
        masks[:, self.pieces] = 0
        return np.where(masks.any(axis=1), masks.argmax(axis=1), view.masks.argmax(axis=1))


def test_search_tries_what_others_hardly_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "SEARCH", "random")
    monkeypatch.setattr(study, "SEARCH_DEALS", 20)
    data = dict(setup_of().config)
    pilot = {**data["pilots"][0], "techs": [{"name": "Reach", "effects": ["+Strike:Self(9)"]}]}
    setup = setup_of(scenario={**data, "pilots": [pilot]})
    found = study.measure([balance.Cell(setup)], [study.tier("plain", Plain(setup))], deals=20)
    (tried,) = found.tried
    assert tried is not None and tried.deals == 20
    assert {piece.name: n for piece, n in tried.uses}["Reach"] > 0
    assert balance.hardly_used([replace(value(0.1, 0.1), uses=1.0)], ()) == []


def test_unfair_configurations_are_named_the_worst_first() -> None:
    one = measured(0.8)
    figures = [[replace(one.figures[0][0], wins=statistics.Interval(x, x, x))] for x in (0.8, 0.5, 0.05)]
    cells = [balance.Cell(setup_of(), values) for values in (("duel", "1"), ("duel", "2"), ("duel", "3"))]
    found = replace(one, axes=("scenario", "harmony"), cells=cells, figures=figures, actions=[], idle=[])
    assert verdicts.of_balance(found)[0] == (
        "Between equal heuristic players, both sides have a fair chance, 30 % to 70 %, in 1 of 3 configurations. "
        "Not fair: duel, harmony 3 (Coach wins 95 %) and duel, harmony 1 (the Pilots win 80 %)."
    )


def test_exploiters_are_told_by_what_they_gain() -> None:
    safe = Exploiter(role="coach", against="trained", steps=1000, seeds=[1], gain=0.01, interval=(-0.1, 0.1))
    found = Exploiter(role="pilot", against="trained", steps=1000, seeds=[1], gain=0.3, interval=(0.2, 0.4))
    called = setup_of().called
    assert verdicts.of_exploiters([safe], called)[0].startswith("No exploiter gained anything")
    said = verdicts.of_exploiters([safe, found], called)
    assert said[0].startswith(
        "Trained can be exploited: as the Pilots, a player trained against it alone gains +0.30"
    )
    assert said[1] == "As Coach, nothing was gained that chance does not explain."
    searched = safe.model_copy(update={"role": "pilot", "steps": 0, "search": "search:trained:1000"})
    assert verdicts.of_exploiters([safe, searched], called)[0].endswith(
        "after 1,000 decisions of training and with search:trained:1000."
    )
    assert verdicts.of_exploiters([found, searched], called)[1].startswith("A gain is a lower bound")
    best = searched.model_copy(update={"gain": 0.5, "interval": (0.4, 0.6)})
    assert verdicts.of_exploiters([found, best], called)[0].endswith(
        "a player that searches against it alone gains +0.500 [+0.400, +0.600] a game with search:trained:1000."
    )


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        (
            (-0.3, -0.2),
            "favours the columns: the columns gain at least 0.200 a game on average, where results lie up to 2 apart",
        ),
        ((0.2, 0.3), "favours the rows: the rows gain at least 0.200"),
        ((-0.01, 0.02), "the game is even, to within 0.02 a game"),
    ],
)
def test_a_solution_says_whom_the_game_favours(ends: tuple[float, float], said: str) -> None:
    assert said in verdicts.of_value(ends, 1.0, SIDES)[0]


# Tables -------------------------------------------------------------------------------------------------------------


def test_tables_fit_the_terminal() -> None:
    head = ["side", *(f"agent number {k}" for k in range(9))]
    rows = [["pilot", *(f"+0.12{k} [+0.100, +0.140]\nwin 51.0 % [49.0, 53.0]" for k in range(9))]] * 2
    console = Console(width=COLUMNS, record=True)
    console.print(show("what", [Section("A title", head, rows)], ["A verdict."]))
    text = console.export_text()
    assert text.startswith("A verdict.")
    for k in range(9):
        assert f"+0.12{k} " in text and f"number {k}" in text
    assert "[+0.100, +0.140]" in text, "an interval stays on one line"
    assert all(len(line) <= COLUMNS for line in text.splitlines())
    assert all(part[0][0] == "side" for part in fitted(Section("A title", head, rows)))


def test_a_narrow_table_is_left_alone() -> None:
    section = Section("A title", ["side", "mean"], [["pilot", "+0.120 [+0.100, +0.140]"]])
    assert fitted(section) == [[section.head, *section.rows]]


# Pieces -------------------------------------------------------------------------------------------------------------


def pieces_of(setup: Setup) -> list[Piece]:
    assert setup.game.pieces is not None
    return list(setup.game.pieces(setup))


def test_every_named_piece_of_a_scenario_is_told_with_its_actions() -> None:
    setup = setup_of("throwdown-v0", "trio")
    found = {(piece.name, piece.owner): piece for piece in pieces_of(setup)}
    labels = setup.game.actions.labels
    point = found["Point the Way", "Red"]
    assert (point.kind, point.seats, [labels[a] for a in point.actions]) == ("Tech", (1,), ["tech 0"])
    focus = found["Focus", ""]
    assert focus.kind == "Charge Tech" and focus.seats == (1, 2, 3)
    kinds = {piece.kind for piece in found.values()}
    assert {"Tech", "Robo Tech", "Robo", "Gear", "Wave", "Storm", "Event", "boon", "Charge Tech"} == kinds
    assert labels[found["Breaker", "Tide"].actions[0]].startswith("wave 0.")


@pytest.mark.parametrize("id", [id for id in GAMES if setup_of(id).game.pieces])
def test_no_action_of_a_seat_is_two_pieces(id: str) -> None:
    for name in ("trio", "seven") if id in FUSION else games()[id].scenarios:
        setup = setup_of(id, name)
        every = tuple(setup.game.phase_names)
        used = [
            (p, a, phase)
            for piece in pieces_of(setup)
            for p in piece.seats
            for a in piece.actions
            for phase in piece.phases or every
        ]
        assert len(used) == len(set(used)) and (used or name == "attempt")
        assert all(0 <= p < len(setup.seats) for p, _, _ in used)


def test_a_piece_of_some_phases_is_counted_and_banned_in_these_alone() -> None:
    """The same action posts an obstacle and strikes with a hazard: each is told apart, and goes without the other."""
    setup = setup_of("challenge-v0", "scene")
    found = {(piece.kind, piece.name): piece for piece in pieces_of(setup)}
    gap, crate = found["obstacle", "Rooftop gap"], found["hazard", "Flung crate"]
    assert gap.actions == crate.actions and gap.phases != crate.phases
    players = dict.fromkeys(setup.teams, load("random", setup))
    without = {"table_0": ban_actions(setup.game, gap.actions, gap.phases)}
    free, banned = play_legs([Leg(setup, players), Leg(setup, players, banned=without)], deal_seeds(40, 1))
    for result in (free, banned):
        both = result.uses_of(gap) + result.uses_of(crate)
        assert both[0, gap.actions[0]] == result.choices[0, gap.actions[0]] and not both[1].any()
        assert result.by_phase.sum() == result.choices.sum() == result.lengths.sum()
        assert result.uses_of(crate).sum() > 0
    assert banned.uses_of(gap).sum() == 0 < free.uses_of(gap).sum()


def test_a_ban_of_one_seat_leaves_the_others_alone() -> None:
    setup = setup_of("throwdown-v0", "trio", reward="win")
    agent = load("random", setup)
    techs = list(range(Act.TECH, Act.ROBO_TECH))
    bans = {"pilot_0": ban_actions(setup.game, techs)}
    legs = [Leg(setup, pair(agent, agent)), Leg(setup, pair(agent, agent), banned=bans)]
    free, banned = play_legs(legs, deal_seeds(12, 1))
    assert (free.choices[1:3, techs].sum(axis=1) > 0).all()
    assert banned.choices[1, techs].sum() == 0 < banned.choices[2, techs].sum()
    assert free.choices.sum() == free.uses.sum() == free.lengths.sum()
