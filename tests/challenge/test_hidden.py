"""Redealing: every consistent deal, all as likely, and nothing that cannot have been."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from tests.challenge.support import Play, duel, scene, struck
from throwdown.envs.challenge.state import FACES, KIT
from throwdown.envs.core import cardset, deck as piles
from throwdown.envs.core.batch import act_one, open_one, redeal_games
from throwdown.envs.core.events import CAPACITY, read
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.core.records import as_records

MANY = 3000 if IS_COMPILED else 400


def redealt(game: Play, seat: int, n: int = MANY) -> Any:
    states = np.repeat(game.table._states[:1], n)
    redeal_games(states, np.full(n, seat, np.int64), np.arange(n), game.table.setup.make_out())
    return as_records(states)


def assert_even(counts: Counter[Any], worlds: int) -> None:
    assert len(counts) == worlds
    expected = MANY / worlds
    chi = sum((k - expected) ** 2 / expected for k in counts.values())
    assert chi < (worlds - 1) + 6 * (2 * (worlds - 1)) ** 0.5


def test_cho_38_difficulties_are_those_that_the_table_could_pay() -> None:
    """An obstacle and a hazard of 10 to 14 out of 22 points: six pairs, all as likely; the points follow from them."""
    game = struck()
    found = redealt(game, 1)
    pairs = Counter((int(s.bills[0].difficulty), int(s.bills[1].difficulty)) for s in found)
    assert all(a + b <= 22 for a, b in pairs)
    assert_even(pairs, 6)
    assert all(s.points == 22 - s.bills[0].difficulty - s.bills[1].difficulty for s in found)
    assert all(s.bills[0].difficulty == game.s.bills[0].difficulty for s in redealt(game, 0, 20)), (
        "the Table's own"
    )


def test_cho_09_a_revealed_difficulty_stays() -> None:
    game = struck("2C", difficulty=2).set(stamina=0).do("pass", "pass")
    assert game.s.bills[1].known == 1
    found = redealt(game, 1)
    assert {int(s.bills[1].difficulty) for s in found} == {12}
    assert {int(s.bills[0].difficulty) for s in found} == {10}, "22 points leave no other"


def test_cho_21_a_template_that_is_being_posted_bounds_what_was_paid() -> None:
    """Obstacle of 10 to 14, then a hazard from 10 on is chosen: the first cost 12 at most."""
    game = scene().do("pass", "template 9")
    assert_even(Counter(int(s.bills[0].difficulty) for s in redealt(game, 1)), 3)


def test_cards_seen_by_a_bang_are_anything_to_others_and_stay_for_their_owner() -> None:
    game = scene().do("heartseeker 2")
    theirs, mine = redealt(game, 0), redealt(game, 1, 50)
    top = game.hero().deck.ahead[:2].tolist()
    assert all(s.heroes[0].deck.ahead[:2].tolist() == top for s in mine)
    assert len({int(s.heroes[0].deck.ahead[0]) for s in theirs}) == 54
    for s in theirs[:20]:
        deck = s.heroes[0].deck
        assert deck.ahead_n == 2 and deck.n == 54 == cardset.size(deck.cards) + 2


def test_cho_40_who_drew_a_third_card_had_no_joker_as_the_second() -> None:
    game = duel("2C 2D KH").set(0, stamina=0).do("choose 2", "pass", "double", "triple")
    assert game.s.attack.n == 3
    found = redealt(game, 1)
    seconds = Counter(int(s.attack.cards[1]) for s in found)
    assert len(seconds) == 52 and max(seconds) < FACES
    assert any(s.attack.cards[0] >= FACES for s in found) and any(s.attack.cards[2] >= FACES for s in found)
    assert {bool(s.attack.flopped) for s in found} == {True, False}
    two = duel("2C 2D").set(0, stamina=0, actions=2).do("choose 2", "pass", "double")
    assert any(s.attack.cards[1] >= FACES for s in redealt(two, 1))


def test_cha_29_cards_above_the_reshuffled_discards_stay_above() -> None:
    """Two cards are left and one more is wanted: others know that the first two are the rest of the old deck."""
    game = scene()
    deck = game.hero().deck
    for _ in range(52):
        cardset.add(deck.trash, piles.take(deck, game.s.rng, 1))
    on_top = set(KIT.cards_in(deck.cards))
    game.do("heartseeker 3")
    for s in redealt(game, 0, 60):
        seen = [int(c) for c in s.heroes[0].deck.ahead[:3]][::-1]
        assert set(seen[:2]) == on_top and seen[2] not in on_top


def test_cho_38_a_hidden_difficulty_is_any_of_its_band_and_no_other() -> None:
    assert {int(s.bills[0].difficulty) for s in redealt(scene(), 1, 100)} == {10, 11, 12, 13, 14}


def test_cha_29_cho_02_an_attackers_card_drawn_before_the_reshuffle_was_none_of_the_discards() -> None:
    """The last card of the old deck is known to be the first of the attack, for all others lie open."""
    game = duel().set(0, stamina=0)
    deck = game.hero(0).deck
    for _ in range(53):
        cardset.add(deck.trash, piles.take(deck, game.s.rng, 1))
    (last,) = KIT.cards_in(deck.cards) or [int(deck.ahead[0])]
    game.do("choose 2", "pass", "double")
    assert "put under the deck" in game.told() and game.s.attempt.cards[0] == last
    found = redealt(game, 1, 60)
    assert {int(s.attempt.cards[0]) for s in found} == {last}
    seconds = {int(s.attempt.cards[1]) for s in found}
    assert last not in seconds and len(seconds) > 10
    game.do("pass", "pass", "pass")
    assert cardset.has(deck.trash, last) and not cardset.has(deck.upper, last), "it lies open now"


def test_cho_40_who_is_asked_next_does_not_tell_that_an_attack_flopped() -> None:
    """In every deal that the defender thinks possible the same move brings the same question, Flop or not."""
    game = duel().set(0, stamina=0).do("choose 2", "pass")
    outs = game.table.setup.make_out(CAPACITY)
    action = game.table.action_id("double")
    asked, flops = set(), 0
    states = np.repeat(game.table._states[:1], 150)
    redeal_games(states, np.full(150, 1, np.int64), np.arange(150), outs)
    for i in range(150):
        open_one(states[i : i + 1], outs)
        assert act_one(states[i : i + 1], action, outs)
        s = as_records(states)[i]
        asked.add((int(s.seat), int(s.phase), tuple(read(outs, game.table.setup.game.event_names, 1))))
        flops += int(s.attempt.flopped)
    assert len(asked) == 1 and flops
