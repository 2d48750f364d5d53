"""Decks are compared as they are played: a swap changes one card, a matrix meets every deck with every other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import DeckList, Setup
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.core.names import Typed
from throwdown.envs.registry import find_game, make_setup
from throwdown.evaluation.balance import Balance
from throwdown.evaluation.decks import Swap, gains, read_decks, read_swaps, strengths
from throwdown.evaluation.report.balance_report import sections, to_dict, write_report
from throwdown.evaluation.report.verdicts import of_balance
from throwdown.evaluation.study import measure, tier
from throwdown.evaluation.variations import cells_of, swap_cells, varied

GAME = "showdown-v0"
DEALS = 40 if IS_COMPILED else 4
SIDES = ("heroes", "villains")


def mini() -> Setup:
    return make_setup(GAME, "mini")


def decks(setup: Setup) -> dict[str, DeckList]:
    return dict(find_game(GAME).need_decks("A test").decks(setup))


# Swaps -----------------------------------------------------------------------------


def test_a_swap_changes_one_copy_of_one_card() -> None:
    setup = mini()
    (base, cell) = swap_cells(setup, [Swap("heroes", "Snap Shot", "Last Stand")])
    assert base.setup is setup and cell.values == ("heroes: Snap Shot → Last Stand",)
    assert decks(setup)["heroes"].cards == {"Beam Saber": 1, "Last Stand": 2, "Snap Shot": 3}
    assert decks(cell.setup)["heroes"].cards == {"Beam Saber": 1, "Last Stand": 3, "Snap Shot": 2}
    assert decks(cell.setup)["villains"] == decks(setup)["villains"]
    own = {card["name"]: card["texts"] for card in setup.config["heroes"]["cards"]}
    for card in cell.setup.config["heroes"]["cards"]:
        assert card["texts"] == own[card["name"]]  # what the deck prints, not the library


def test_the_last_copy_goes_and_a_card_of_the_library_comes() -> None:
    (_, cell) = swap_cells(mini(), [Swap("heroes", "Beam Saber", "Taunt")])
    assert decks(cell.setup)["heroes"].cards == {"Last Stand": 2, "Snap Shot": 3, "Taunt": 1}
    assert "Beam Saber" in decks(cell.setup)["heroes"].others


def test_any_stands_for_every_card_that_keeps_the_deck_legal() -> None:
    setup = make_setup(GAME, "showdown")
    deck = decks(setup)["heroes"]
    found = read_swaps(setup, ["heroes:any=taunt", "heroes:taunt=any", "heroes:Quick Jab=taunt"])
    out = [x.out for x in found if x.into == "Taunt"]
    assert out == [name for name in deck.cards if name != "Taunt"]
    # A deck has one Super at most, and the Titan Guardian is one: another copy can come for none but itself.
    into = {x.into for x in found if x.out == "Taunt"}
    assert into == {*deck.cards, *deck.others} - {"Taunt", "Titan Guardian"}
    assert len(set(found)) == len(found) == len(out) + len(into)
    assert all("Gloom" not in name for name in deck.others)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("taunt", "'taunt' is not SIDE:OUT=IN; write it like heroes:beam-saber=last-stand."),
        ("heroes:taunt", "is not SIDE:OUT=IN"),
        ("hero:beam-saber=taunt", "'hero' is not a side (did you mean 'heroes'?)"),
        (
            "heroes:beam-sabre=taunt",
            "the deck 'Mini Heroes' has no 'beam-sabre' (did you mean 'beam-saber'?)",
        ),
        ("heroes:beam-saber=gloom-grunt", "the library has no 'gloom-grunt'"),
        ("heroes:beam-saber=beam-saber", "swap a card for a different one"),
    ],
)
def test_swaps_that_cannot_be_are_refused(text: str, says: str) -> None:
    with pytest.raises(InvalidConfig) as error:
        read_swaps(mini(), [text])
    assert says in str(error.value) and str(error.value).endswith(".") and "\n" not in str(error.value)


def test_a_swap_that_breaks_a_rule_says_which() -> None:
    with pytest.raises(InvalidConfig, match="2 Super cards"):
        read_swaps(make_setup(GAME, "showdown"), ["heroes:taunt=titan-guardian"])


def test_a_gain_is_the_sides_own() -> None:
    """By hand: the second side wins 2 of 4 deals; 3 of 4 after a swap, which the first side loses by."""
    before, after = np.array([1.0, 1, 0, 0]), np.array([1.0, 1, 1, 0])
    swaps = [Swap("heroes", "A", "B"), Swap("villains", "C", "D")]
    found = gains(swaps, SIDES, ["random"], [[before], [after], [after]])
    assert [(x.side, x.name, x.tier, x.value.mean) for x in found] == [
        ("heroes", "A → B", "random", -0.25),
        ("villains", "C → D", "random", 0.25),
    ]
    assert found[1].value.low >= 0 and found[1].value.high > 0.25


# A matrix --------------------------------------------------------------------------


def test_a_deck_is_as_strong_as_its_mean_over_the_others() -> None:
    values = [("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")]
    wins = [[np.full(10, share)] for share in (0.0, 0.5, 1.0, 0.5)]
    found = strengths(SIDES, SIDES, ["random"], values, wins)
    assert {(x.side, x.deck): x.wins.mean for x in found} == {
        ("heroes", "a"): 0.75,
        ("heroes", "b"): 0.25,
        ("villains", "x"): 0.5,
        ("villains", "y"): 0.5,
    }


def test_decks_are_found_by_name_by_file_and_all_of_a_size(tmp_path: Path) -> None:
    full = read_decks(make_setup(GAME, "showdown"), "all")
    assert {side: set(some) for side, some in full.items()} == {
        "heroes": {"sentai", "sentai-printed"},
        "villains": {"gloom", "gloom-printed"},
    }
    assert read_decks(mini(), "all") == {
        "heroes": {"mini-heroes": "mini-heroes"},
        "villains": {"mini-villains": "mini-villains"},
    }
    file = tmp_path / "mine.toml"
    file.write_text('title = "Mine"\nside = "villains"\nleader = "baroness-static"\n', encoding="utf-8")
    with pytest.raises(InvalidConfig, match=r"(?s)Deck '.*mine.toml'.*initials"):
        read_decks(mini(), Typed(file))
    for text, says in (
        ("sentei", "not in the library of decks .did you mean 'sentai'"),
        ("sentai,sentai", "named twice"),
        (str(tmp_path / "none.toml"), "The deck file '.*none.toml' cannot be read"),
    ):
        with pytest.raises(InvalidConfig, match=says):
            read_decks(mini(), Typed(text))


# Played ----------------------------------------------------------------------------


def swapped() -> Balance:
    setup = mini()
    swaps = read_swaps(setup, ["heroes:snap-shot=last-stand", "villains:dirty-trick=death-throes"])
    tiers = [tier("random", "random"), tier("heuristic", "heuristic")]
    return measure(swap_cells(setup, swaps), tiers, DEALS, axes=["swap"], is_full=False, swaps=swaps)


def test_gains_are_differences_of_the_games_played(tmp_path: Path) -> None:
    found = swapped()
    assert [(x.side, x.tier) for x in found.swaps] == [
        (side, tier) for side in SIDES for tier in ("random", "heuristic")
    ]
    for k, gain in enumerate(found.swaps):
        cell, t = 1 + k // 2, k % 2
        gap = found.figures[cell][t].wins.mean - found.figures[0][t].wins.mean
        assert gain.value.mean == pytest.approx(gap if gain.side == "villains" else -gap)
    table = next(x for x in sections(found) if "swaps of one card" in x.title)
    assert len(table.rows) == 4 and table.rows[0][:2] == ["heroes", "Snap Shot → Last Stand"]
    assert "Of 2 swaps, " in of_balance(found)[1]
    assert [x["in"] for x in to_dict(found)["swaps"]] == ["Last Stand"] * 2 + ["Death Throes"] * 2
    pytest.importorskip("matplotlib")
    assert "swaps.png" in [path.name for path in write_report(found, tmp_path)]


def test_a_matrix_is_a_grid_of_decks() -> None:
    setup = mini()
    lean = varied(setup, {"heroes.cards.2.copies": 2}).config["heroes"]
    axes = {"heroes": {"mini-heroes": "mini-heroes", "lean": lean}, "villains": {"own": "mini-villains"}}
    cells = cells_of([setup], axes)
    assert [decks(cell.setup)["heroes"].cards["Snap Shot"] for cell in cells] == [3, 2]
    found = measure(cells, [tier("random", "random")], DEALS, axes=list(axes), is_full=False)
    wins = [row[0].wins.mean for row in found.figures]
    assert {(x.side, x.deck): x.wins.mean for x in found.strengths} == pytest.approx(
        {
            ("heroes", "mini-heroes"): 1 - wins[0],
            ("heroes", "lean"): 1 - wins[1],
            ("villains", "own"): sum(wins) / 2,
        }
    )
    assert "for the Villains" not in of_balance(found)[1] and "For the Heroes" in of_balance(found)[1]
    grid = measure(cells, [tier("random", "random")], 2, axes=["a", "b"], is_full=False)
    assert not grid.strengths


def test_every_card_is_rated_by_doing_without() -> None:
    """Restricted play rates each card that is used; those who go without never play it of their own accord."""
    found = measure([*cells_of([mini()], {})], [tier("random", "random")], DEALS)
    names = {x.kind for x in found.actions[0] if x.piece is not None} | {x.name for x in found.idle[0]}
    both = decks(mini())
    assert {*both["heroes"].cards, *both["villains"].cards} <= names
