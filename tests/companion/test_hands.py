"""A real deck: the books agree with a real game to its end, and nothing that is told depends on a guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from tests.companion.support import Honest, books
from throwdown.envs.core.cards import FACES, FRENCH, NONE
from throwdown.envs.core.kit import IllegalAction, Setup
from throwdown.envs.fusion.sheets.setups import load_scenario
from throwdown.envs.fusion.world.cards import NAMES, cards_in
from throwdown.envs.fusion.world.terms import COACH
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.table import Table
from throwdown.play.throwdown.asks import TRASH, Ask
from throwdown.play.throwdown.hands import Hands
from throwdown.play.throwdown.hidden import HAND, HiddenCards, Known
from throwdown.play.throwdown.moves import relabel
from throwdown.play.throwdown.plays import OF_CARDS, Play, id_of, plays

DUEL = make_setup("throwdown-v0", "duel")


def test_actions_are_known_by_kind_and_card() -> None:
    layout = DUEL.game.actions
    for i, play in enumerate(plays(layout)):
        label = layout.labels[i]
        assert label == (f"{play.kind} {NAMES[play.card]}" if play.card != NONE else label)
        assert (play.kind in OF_CARDS) == (label.rpartition(" ")[2] in FRENCH.names), label
        assert id_of(layout, play) == i
    assert layout.labels[id_of(layout, Play("initiative"))] == "initiative 2C"


def small_deck(scenario: str, ranks: str, suits: str, **options: Any) -> Setup:
    """Return a scenario whose deck runs out, so that it is shuffled and Jokers come back."""
    return with_deck(scenario, {"ranks": ranks, "suits": suits}, **options)


def with_deck(scenario: str, deck: Mapping[str, Any], **options: Any) -> Setup:
    """Return a scenario with another deck."""
    data: Mapping[str, Any] = load_scenario(scenario)[1].model_dump()
    deck = {**data["deck"], **deck}
    return make_setup("throwdown-v0", {**data, "deck": deck}, **options)


EAGER = ("rumble", "boon", "escalate", "tech", "counter")
"""What persons like to do, so that rare things happen."""
GAMES = [
    *((DUEL, agent, seed) for seed in range(3) for agent in ("heuristic", "random")),
    *((make_setup("throwdown-v0", "mini"), "random", seed) for seed in range(8)),
    (make_setup("throwdown-v0", "trio"), "random", 3),
    (make_setup("throwdown-v0", "siege", coach_leftovers="invest"), "random", 11),
    (small_deck("titan", "6789TJQKA", "SHD"), "random", 2),
    *((small_deck("intrigue", "789TJQKA", "SHD"), "random", seed) for seed in (0, 1, 2)),
    *(
        (small_deck("intrigue", "789TJQKA", "SHD", jokers_return="at-once"), "random", seed)
        for seed in (36, 40)
    ),
]


@pytest.mark.parametrize(
    ("setup", "agent", "seed"), GAMES, ids=[f"{s.scenario}-{a}-{n}" for s, a, n in GAMES]
)
def test_the_books_agree_with_a_real_game_to_its_end(setup: Setup, agent: str, seed: int) -> None:
    """Strike, score, Harmony, Charges, Buffers, Schism, spoils, Piles, Trash, hand sizes: all that everybody sees."""
    honest = Honest(setup, Hands(setup, agent, seed, guess=seed + 5), seed, EAGER)
    honest.play()
    assert honest.real.over and honest.companion.table is not None
    assert books(honest.companion.table) == books(honest.real)
    assert honest.companion.table.returns() == honest.real.returns()


@pytest.mark.parametrize(
    ("scenario", "agent", "seed", "most"), [("duel", "trained", 4, 500), ("trio", "heuristic", 2, 60)]
)
def test_whatever_is_guessed_the_same_is_told_asked_and_done(
    scenario: str, agent: str, seed: int, most: int
) -> None:
    setup = make_setup("throwdown-v0", scenario)
    one, others = Hands(setup, agent, seed), [Hands(setup, agent, seed, guess) for guess in (1, 2)]
    honest, guesses = Honest(setup, one, seed), set[bytes]()
    while one.question is not None and most:
        text = honest.step()
        most -= 1
        for other in others:
            other.enter(text)
            assert (other.question, other.lines, other.scene()) == (one.question, one.lines, one.scene())
            assert other.row() == one.row() and len(other.played) == len(one.played)
            assert all(other.why(k) == one.why(k) for k in range(max(1, one.moves - 2), one.moves + 1))
            if other.books is not None and one.books is not None:
                assert books(other.books.table) == books(one.books.table)
                guesses |= {other.books.hidden.faces[0].tobytes(), one.books.hidden.faces[0].tobytes()}
    assert len(guesses) > 20, "the guesses do differ"


def dealt(setup: Setup = DUEL, seed: int = 1, agent: str = "heuristic") -> Hands:
    """Return a game of which all cards have been dealt; Coach has laid his card, and Red is to answer."""
    game = Hands(setup, agent, seed)
    game.enter("none")
    return game


def revealed(mine: str, his: str) -> Hands:
    """Return a game in which both initiative cards were turned up."""
    game = dealt()
    for text in ("lay", "none", his, mine):
        game.enter(text)
    return game


def test_a_card_that_lies_open_cannot_be_anywhere_else() -> None:
    game = revealed("9C", "AC")
    game.enter("pass")
    game.enter("counter 2C")
    assert game.question is not None and game.question.key.startswith("row:")
    game.enter("2C")  # the other one: both lie open then
    assert game.question is not None
    before = game.question, game.row(), game.lines
    with pytest.raises(
        IllegalAction, match="2C cannot be there: both copies are seen to lie on a Pile and open"
    ):
        game.enter("2C")
    for text, why in (
        ("XX", "'XX' is not a card"),
        ("*r", "is not a card"),
        ("", "not a card"),
        ("counter 9S 9S", "is not a card"),
    ):
        with pytest.raises(IllegalAction, match=why):
            game.enter(text)
    assert (game.question, game.row(), game.lines) == before


def test_what_the_rules_forbid_is_refused_with_their_reason() -> None:
    game = revealed("KC", "9C")
    assert game.question is not None and game.question.key == "move:buffer:1"
    with pytest.raises(IllegalAction, match="'Counter 9S' is not part of this decision: the prevention of"):
        game.enter("counter 9S")
    game.enter("accept")


def test_of_a_deck_with_one_card_of_a_kind_the_place_of_that_one_is_told() -> None:
    setup = make_setup("throwdown-v0", "duel", decks="separate")
    game = Hands(setup, "heuristic", 1)
    while game.question is not None and game.question.kind == "jokers":
        game.enter("none")
    for text in ("lay", "none", "none", "AC", "9C"):
        if game.question is not None and (game.question.kind == "jokers") == (text == "none"):
            game.enter(text)
    while game.question is not None and not (
        game.question.kind == "move" and "counter" in game.question.options[0].text
    ):
        game.enter("pass")
    with pytest.raises(
        IllegalAction, match="9C cannot be there: there is only one, and it lies in the Trash"
    ):
        game.enter("escalate 9C")


def test_a_hand_that_is_not_told_is_told_by_nothing() -> None:
    game = dealt()
    assert game.question is not None and [o.text for o in game.question.options] == ["initiative", "refuse"]
    with pytest.raises(IllegalAction, match="face-down: nobody is to know"):
        game.enter("initiative 9S")
    scene = game.scene()
    assert scene is not None
    assert {card for person in (*scene.far, *scene.near) for card in (*person.cards, *person.laid)} == {"??"}
    assert not any(person.is_viewer for person in scene.far), "nobody at the table is Coach"


@pytest.mark.parametrize("challenger", [COACH, 1])
def test_ts_44_a_tie_goes_on_with_other_cards(challenger: int) -> None:
    """TS-44: both lay the same face, and each lays another card, whoever is the first."""
    seed = next(k for k in range(99) if Table.from_setup(DUEL, k).state.challenger == challenger)
    game, told = Hands(DUEL, "heuristic", seed), {"sealed:0": ["8C", "6D"], "sealed:1": ["8C", "JS"]}
    tied = False
    while told["sealed:0"] or told["sealed:1"]:
        assert game.question is not None
        faces = told.get(game.question.key)
        game.enter(faces.pop(0) if faces else "none" if game.question.kind == "jokers" else "lay")
        tied |= any(line.text.startswith("Both sides had laid 8C") for line in game.lines)
    assert tied and game.table is not None
    view = game.table.view("pilot_0")
    assert view["pile"][0]["cards"] == [{"card": "JS", "by": "pilot_0"}]
    assert sorted(view["trash"]) == ["6D", "8C", "8C"]


def test_a_face_that_was_told_in_the_same_move_cannot_come_again() -> None:
    setup = with_deck("duel", {"copies": 1, "jokers": 0})
    game = Hands(setup, "heuristic", 1)
    for text in ("lay", "9C"):
        game.enter(text)
    assert game.question is not None and game.question.key == "sealed:1"
    assert "9C" not in [o.text for o in game.question.options]
    with pytest.raises(
        IllegalAction,
        match="9C cannot be there: there is only one, and it lies where you have just entered it",
    ):
        game.enter("9C")


def test_no_joker_is_asked_for_that_came_up_in_the_same_move() -> None:
    """Red draws her bonus, and once more because Coach's card is beyond his Strike: the last Joker came before."""
    game = Hands(DUEL, "heuristic", 1)
    for text in ("red red black", "lay", "black", "QC", "4D"):
        game.enter(text)
    assert any(line.text == "Red draws 1 card." for line in game.lines)
    assert game.question is not None and game.question.kind == "move"


def test_a_price_that_only_some_hands_can_pay_is_taken_from_any_guess() -> None:
    """Hammerfall costs a face card or an Ace: it may be used whatever the guess has in Hammer's hand."""
    data: Mapping[str, Any] = load_scenario("duel")[1].model_dump()
    setup = make_setup(
        "throwdown-v0",
        {**data, "pilots": ["hammer"], "resources": load_scenario("siege")[1].model_dump()["resources"]},
    )
    for guess in range(8):
        game = Hands(setup, "random", 1, guess)
        while game.question is not None and game.question.key != "move:assist:1":
            told = {"sealed:0": "TC", "sealed:1": "9C"}.get(game.question.key, game.question.options[0].text)
            game.enter(told)
        assert game.question is not None
        game.enter("hammerfall")
        assert game.question is not None and game.question.key == "move:pay:1", guess
        assert {o.what[0] for o in game.question.options} == set("JQKA")
        game.enter("discard KS")
        assert game.table is not None and game.table.view("pilot_0")["trash"].count("KS") == 1


def test_jokers_are_asked_for_only_where_some_are_left() -> None:
    game = Hands(DUEL, "heuristic", 1)
    assert game.question is not None and game.question.kind == "jokers"
    game.enter("red, black, *r black")
    assert game.table is not None and int(game.table.state.world.omens) == 4
    game.enter("lay")
    assert game.question is not None and game.question.key == "sealed:0", "no Joker is left to come up"
    assert any("draws 3 cards" in line.text for line in game.lines)


def test_what_costs_cards_takes_as_many_as_are_held() -> None:
    """An ability that costs a face card can be used by any hand that may hold one, and its price is asked for."""
    setup = make_setup("throwdown-v0", "trio")
    for seed in range(12):
        game = Hands(setup, "random", seed)
        honest = Honest(setup, game, seed)
        while game.question is not None:
            paying = game.question.key.startswith("move:pay")
            honest.step()
            honest.check()
            if paying:
                return
    raise AssertionError("nobody pays in these games")


def test_guesses_are_as_likely_one_as_another() -> None:
    table, known = Table.from_setup(DUEL, 3), Known((None,) * 5)
    hidden = HiddenCards.read(table.state, known)
    guesses = hidden.guesses(4000, np.random.default_rng(1))
    assert (np.sort(guesses.faces[0], axis=1) == np.sort(hidden.faces[0])).all()
    place = hidden.place(HAND, COACH)
    share = (guesses.faces[0][:, place.at] == NAMES.index("9S")).sum() / (4000 * 5)
    assert abs(share - 2 / 104) < 0.004


def test_coach_shows_no_card_where_he_needs_none_and_leaves_open_what_he_showed() -> None:
    game = dealt(agent="heuristic")
    assert game.row() == ["??"] * 4, "his initiative card stays face-down"
    game = revealed("TC", "9C")
    seen: list[str] = []
    while game.question is not None and game.question.key.startswith("row:"):
        free = [o.text for o in game.question.options if o.text not in seen]
        seen.append(free[len(free) // 2])
        game.enter(seen[-1])
    still = [card for card in game.row() if card != "??"]
    assert seen and len(set(still) - set(seen)) == 0 and len(still) >= len(seen) - 1


def test_a_face_that_was_told_may_be_the_one_that_the_guess_has_for_the_next() -> None:
    """Two cards of the deck go to the Trash; the first is the one that was guessed to come second."""
    setup = with_deck("duel", {"copies": 1})
    table = Table.from_setup_position(setup, {"hands": {"coach_0": ["3H"]}, "trash": ["9C", "4D"]})
    first, second = (NAMES.index(card) for card in ("9C", "4D"))
    asks = [Ask(TRASH, at, 0, guess=c) for at, c in enumerate((first, second))]
    then = table.amended(lambda s: relabel(s, Known(), asks, [second])).state
    assert cards_in(then.world.decks[0].trash) == sorted((first, second))
    every = HiddenCards.read(then, Known()).pool(0) + Counter(cards_in(then.world.decks[0].trash))
    assert sorted(every.elements()) == list(range(FACES))
    with pytest.raises(IllegalAction, match="cannot be there"):
        table.amended(lambda s: relabel(s, Known(), asks, [second, second]))
