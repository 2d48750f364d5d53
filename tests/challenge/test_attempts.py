"""Attempts: cards, Doubles, Triples, Flops, Bangs, Busts and Jokers, clause by clause."""

from __future__ import annotations

import pytest

from tests.challenge.support import Play, lone, scene, score, struck
from throwdown.envs.challenge import decks
from throwdown.envs.challenge.state import KINDS, KIT, Core
from throwdown.envs.core import cardset, deck as piles
from throwdown.envs.core.errors import IllegalAction


def test_ch_08_09_10_a_deck_has_54_cards_half_of_them_red() -> None:
    game = Play("duel")
    assert all(game.hero(h).deck.n == 54 for h in range(2)) and KINDS == 54
    red = {KIT.name(c) for c in range(KINDS) if decks.is_red_card(c)}
    assert len(red) == 27 and {"2D", "AH", "*r"} <= red and not red & {"2C", "AS", "*b"}


def test_ch_12_cho_03_every_character_has_a_deck_and_the_table_none() -> None:
    game = Play("duel").stack("8C", 0)
    game.do("choose 1", "pass")
    assert game.hero(0).deck.n == 53 and game.hero(1).deck.n == 54
    assert list(scene().table.view()["characters"]) == ["character_0"]


def test_ch_14_15_g_an_attempt_draws_the_top_card_and_adds_the_core() -> None:
    """G3.1: Speed −1 and an 8 make 7 (CHA-03: the Core is no card)."""
    assert score(lone("8C", value=-1).do("choose 1")) == 7


@pytest.mark.parametrize(("card", "value"), [("2C", 2), ("TD", 10), ("JS", 11), ("QH", 12), ("KC", 13)])
@pytest.mark.parametrize("core", Core)
def test_ch_16_17_numbers_and_courts(card: str, value: int, core: Core) -> None:
    assert decks.value(KIT.id(card), core) == value


@pytest.mark.parametrize(
    ("core", "card", "value"),
    [
        ("brawn", "AS", 14),
        ("brawn", "AC", 14),
        ("speed", "AH", 1),
        ("heart", "AD", 14),
        ("brain", "AS", 1),
        ("speed", "*b", 15),
        ("speed", "*r", 0),
        ("heart", "*r", 15),
        ("brain", "*b", 0),
    ],
)
def test_ch_11_18_19_22_aces_and_jokers_count_by_colour(core: str, card: str, value: int) -> None:
    """G3.6 to G3.10: black is right for Speed and Brawn, red for Brain and Heart."""
    assert score(lone(card, core=core).do("choose 1")) == value


@pytest.mark.parametrize(
    ("core", "card", "value"), [("heart", "AD", 16), ("brain", "KC", 15), ("speed", "*b", 17)]
)
def test_ch_15_the_core_is_added_to_special_cards_too(core: str, card: str, value: int) -> None:
    """G3.8, G3.11."""
    assert score(lone(card, core=core, value=2).do("choose 1")) == value


def test_ch_20_cho_11_a_wrong_joker_busts_for_the_next_action() -> None:
    """G3.10: the effect comes when the Attempt is over, so the Attempt itself could have been Doubled."""
    game = scene("*r 2C 2S").set(stamina=0).do("choose 1")
    assert "double" in game.legal
    game.do("pass")
    assert game.hero().joker == 2 and game.table.view()["characters"]["character_0"]["busted"] == ["joker"]
    game.do("pass", "choose 1")
    assert "double" not in game.legal


def test_ch_21_a_right_joker_gives_bang_ii_for_the_next_action() -> None:
    """G3.9."""
    game = scene("*b").do("choose 1", "pass")
    assert game.hero().bang == 2 and game.tops() == 0
    game.do("pass")  # the Table; the next Action decision shows the cards (CHO-05)
    assert game.tops() == 2


@pytest.mark.parametrize(("card", "won"), [("QC", 1), ("JC", 0)])
def test_ch_23_24_equal_is_enough(card: str, won: int) -> None:
    """G3.12, G3.13; CHE-11 pays 1 for a success and −1 for a failure."""
    game = lone(card, actions=1, stamina=0).do("choose 1")
    assert game.table.over and game.s.won == won
    assert game.table.returns() == {"table_0": 1 - 2 * won, "character_0": 2 * won - 1}


def test_cha_37_a_score_may_be_below_zero() -> None:
    """G3.43: −1 does not reach 0."""
    game = lone("*r", value=-1, difficulty=0).do("choose 1")
    assert score(game) == -1
    assert game.do("pass").s.won == 0


def test_ch_25_26_doubling_adds_a_card_for_an_action() -> None:
    """G3.2, G3.3; CHA-07: the first card may be a Joker, too."""
    game = lone("8C 6D", value=-1).do("choose 1")
    assert game.hero().actions == 2
    assert score(game.do("double")) == 13 and game.hero().actions == 1
    assert score(lone("8C 2D", value=-1).do("choose 1", "double")) == 9
    assert score(lone("*b 2D").do("choose 1", "double")) == 17


def test_ch_27_28_31_cha_04_tripling_adds_a_third_card_up_to_fifteen() -> None:
    """G3.4: the Core is not part of the 15 (CHA-03), and exactly 15 is safe."""
    game = lone("8C 4D 3S", value=-1, difficulty=14).do("choose 1", "double", "triple")
    assert game.s.won == 1 and game.hero().actions == 0


def test_ch_31_32_a_triple_above_fifteen_flops_to_the_first_card() -> None:
    """G3.5: 8, 4, 4 counts 8, and all three Actions are spent."""
    game = lone("8C 4D 4S", value=-1, difficulty=8).do("choose 1", "double", "triple")
    assert game.s.won == 0 and game.hero().actions == 0 and "Flopped" in game.told()
    assert lone("8C 4D 4S", value=-1, difficulty=7).do("choose 1", "double", "triple").s.won == 1


@pytest.mark.parametrize("cards", ["9C *b", "9C *r"])
def test_ch_33_a_joker_on_the_double_flops(cards: str) -> None:
    """G3.14: whatever its colour; CHA-06: it has no other effect, and CHA-08: nothing can follow."""
    game = lone(cards, difficulty=10).do("choose 1", "double")
    assert game.table.over and game.s.won == 0
    assert game.hero().bang == 0 and game.hero().joker == 0


def test_ch_33_a_joker_on_the_triple_flops() -> None:
    """G3.15."""
    assert lone("5C 6D *b", difficulty=6).do("choose 1", "double", "triple").s.won == 0


def test_cha_02_a_double_does_not_flop_by_its_total() -> None:
    """G3.16: 13 and 12 make 25; the option plays it the other way."""
    assert score(lone("KC QD", difficulty=25).do("choose 1", "double")) == 25
    strict = lone("KC QD", difficulty=14, flop_on_double=True).do("choose 1", "double")
    assert strict.table.over and strict.s.won == 0


def test_cha_07_a_triple_after_a_first_card_of_fifteen_always_flops() -> None:
    assert lone("*b AD AH", difficulty=16).do("choose 1", "double", "triple").s.won == 0


def test_ch_29_cha_30_cards_are_decided_on_before_the_difficulty_is_known() -> None:
    """CHO-09: it is public from the judgement on."""
    game = scene("8C 4D 2S", difficulty=3).do("choose 1")
    assert game.table.view("character_0")["open"][0]["difficulty"] is None
    assert game.table.view("table_0")["open"][0]["difficulty"] == 13
    game.do("pass", "pass")
    assert game.table.view("character_0")["open"][0]["difficulty"] == 13


@pytest.mark.parametrize(
    ("cards", "moves", "degree"),
    [
        ("8C", ("pass",), 0),  # 11 against 10: success
        ("6C", ("pass",), 1),  # 9: short by 1
        ("2C", ("pass",), 1),  # 5: short by 5
        ("2C 2D", ("double", "pass"), 2),  # 7: short by 3, and Doubled
        ("2C *r", ("double",), 2),  # Flop to 5: short by 5, and Doubled (CHO-25)
        ("2C 2D KH", ("double", "triple"), 2),  # a Triple adds one degree, not two (CHO-25)
    ],
)
def test_ch_30_cha_32_cho_25_failures_hurt_by_degree(cards: str, moves: tuple[str, ...], degree: int) -> None:
    game = scene(cards).set(stamina=0).do("choose 1", *moves)
    assert game.hero().harm == degree


@pytest.mark.parametrize(("cards", "harm"), [("KC", 1), ("7C", 2), ("2C", 3), ("*r", 3), ("*r *b", 4)])
def test_cha_32_cho_25_degrees_of_failure_grow_by_fives_up_to_three_and_one(cards: str, harm: int) -> None:
    """Difficulty 14 with Brawn −1: short by 2, 8, 13, 15 (no more than 3), and 1 more for a Double."""
    game = scene(cards, template=6, difficulty=4).set(stamina=0).do("choose 1")
    if len(cards.split()) > 1:
        game.do("double")
    else:
        game.do("pass")
    assert game.hero().harm == harm


@pytest.mark.parametrize(("card", "gain"), [("2C", 1), ("7C", 2), ("QC", 3)])
def test_cha_32_degrees_of_success(card: str, gain: int) -> None:
    """Difficulty 5 with Speed +3: margins 0, 5 and 10; an Average obstacle has no bonus (CHO-31)."""
    assert scene(card, template=1).do("choose 1", "pass").s.progress == gain


# Bangs -------------------------------------------------------------------------------------------------------------


def test_ch_35_36_48_heartseeker_shows_as_many_cards_as_it_costs() -> None:
    """G3.23: the owner alone sees them."""
    game = scene().set(stamina=3).do("heartseeker 3")
    assert game.hero().stamina == 0 and game.hero().bang == 3 and game.tops() == 3
    mine, theirs = (
        game.table.view(x)["characters"]["character_0"]["seen"] for x in ("character_0", "table_0")
    )
    assert len(mine) == 3 and "??" not in mine and theirs == ["??"] * 3


def test_ch_37_seen_cards_are_played_in_their_order() -> None:
    """G3.18."""
    game = scene().do("heartseeker 3")
    seen = game.table.view("character_0")["characters"]["character_0"]["seen"]
    game.set(stamina=0).do("choose 1", "double")
    assert game.table.view()["attempt"]["cards"] == seen[:2]
    assert game.table.view("character_0")["characters"]["character_0"]["seen"] == seen[2:]


def test_ch_39_cha_21_cha_28_cho_07_bangs_add_up_to_three() -> None:
    """G3.34; what would go beyond III is not offered."""
    game = scene().do("heartseeker 1", "heartseeker 1")
    assert game.hero().bang == 2 and game.tops() == 2
    assert "heartseeker 1" in game.legal and "heartseeker 2" not in game.legal
    game.set(boon=1).do("boon-bang")
    assert game.hero().bang == 3 and not any(x.startswith("heartseeker") for x in game.legal)
    assert "boon-bang" not in game.set(boon=1).legal


def test_cho_04_seen_cards_stay_known_and_count_for_the_next_bang() -> None:
    game = scene(template=1).do("heartseeker 3")
    top = game.table.view("character_0")["characters"]["character_0"]["seen"]
    game.do("choose 1", "pass")
    if game.table.phase == "knuckle":
        game.do("pass")
    assert game.hero().bang == 0 and game.tops() == 2
    game.do("pass", "heartseeker 2")
    assert game.table.view("character_0")["characters"]["character_0"]["seen"] == top[1:]


def test_cha_20_cho_05_a_bang_is_shown_at_the_next_action_decision() -> None:
    game = scene().set(bang=2, actions=0, stamina=2)
    game.do("pass")
    assert game.tops() == 0
    game.do("template 1", "difficulty 0")
    assert game.table.phase == "answer" and game.tops() == 2


def test_cho_06_preparing_keeps_the_decision_and_costs_no_action() -> None:
    """Not offered when answering, nor after the first card."""
    game = scene().do("heartseeker 1")
    assert game.table.phase == "priority" and game.hero().actions == 3
    game.set(boon=1).do("boon-bang")
    assert game.table.phase == "priority" and game.hero().boon == 0 and game.hero().actions == 3
    for other in (struck().set(boon=1), scene("8C").set(boon=1).do("choose 1")):
        assert not {"heartseeker 1", "boon-bang"} & set(other.legal)
    none = scene().set(actions=0, boon=1)
    assert none.legal == ["pass", "frenzy"]


def test_cho_10_only_an_attempt_uses_up_bang_and_jokers_bust() -> None:
    game = scene().set(bang=1, joker=2, stamina=0)
    game.do("pass", "pass")
    assert game.s.round_no == 2 and game.hero().bang == 1 and game.hero().joker == 2
    game.do("template 5", "difficulty 0", "pass").stack("KC").do("choose 1")
    assert game.hero().bang == 0 and game.hero().joker == 0


def test_cha_24_a_forced_attempt_is_an_action_for_bang_and_bust() -> None:
    game = struck("KC", template=1).set(bang=1, joker=2, stamina=0).do("pass")
    assert game.hero().bang == 0 and game.hero().joker == 0 and game.hero().actions == 2


# Busts -------------------------------------------------------------------------------------------------------------


def test_ch_41_47_cha_22_cho_26_the_busted_go_on_by_reach_for_it_only() -> None:
    """G3.19; a Bang still shows its cards."""
    game = scene("2C 2D 2H").set(token=1, bang=1, stamina=2).do("choose 1")
    assert "double" not in game.legal and "double-reach" in game.legal
    game.do("double-reach")
    assert game.hero().stamina == 1 and game.hero().actions == 1 and "triple-reach" in game.legal
    assert "double-reach" not in scene("2C").do("choose 1").legal


def test_ch_47_cha_27_a_triple_needs_another_stamina() -> None:
    """G3.20: with the last Stamina spent there is nothing left but to stand."""
    game = scene("2C 2D 2H").set(token=1, stamina=1).do("choose 1", "double-reach")
    assert game.tops() == 1 and game.hero().harm > 0 and game.hero().actions == 1
    frenzied = scene("2C 2D 2H").set(token=1, stamina=4, actions=2).do("choose 1", "double-reach", "frenzy")
    frenzied.set(stamina=0)
    with pytest.raises(IllegalAction, match="Reach For It costs 1 Stamina"):
        frenzied.do("triple-reach")
    paid = scene("2C 2D 2H").set(token=1, stamina=2).do("choose 1", "double-reach", "triple-reach")
    assert paid.hero().stamina == 0 and paid.hero().actions == 0


def test_ch_42_cho_22_a_second_bust_changes_nothing() -> None:
    """G3.21: a token may lie on a Joker's Bust, not on another token."""
    game = scene().set(joker=2).do("pass")
    assert "token" in game.legal
    game.do("token")
    assert game.hero().token == 1 and "token" not in game.legal
    assert game.table.view()["characters"]["character_0"]["busted"] == ["token", "joker"]
    assert decks.is_busted(game.hero())


def test_ch_44_a_tokens_bust_ends_with_the_round() -> None:
    """G3.22; it may come back at once."""
    game = scene().do("pass", "token", "pass")
    assert game.s.round_no == 2 and game.hero().token == 0
    game.do("template 1", "difficulty 0")
    assert "token" in game.legal


def test_cha_23_a_jokers_bust_ends_at_the_latest_with_the_next_round() -> None:
    game = scene().set(joker=2).do("pass", "pass")
    assert game.s.round_no == 2 and game.hero().joker == 2
    game.do("template 1", "difficulty 0", "pass", "pass")
    assert game.s.round_no == 3 and game.hero().joker == 0


# Knuckle Down ------------------------------------------------------------------------------------------------------


def test_ch_49_50_51_only_the_last_card_is_drawn_anew() -> None:
    """G3.24: Speed −1, 8 and 2 against 12, then a 6 makes 13; it counts as a success, and takes no Action."""
    game = lone("8C 2D 6H", value=-1, stamina=2).do("choose 1", "double", "pass")
    assert game.table.phase == "knuckle" and game.hero().stamina == 2
    actions = int(game.hero().actions)
    game.do("knuckle-down")
    assert game.s.won == 1 and game.hero().stamina == 0 and game.hero().actions == actions


def test_ch_49_it_needs_a_failure_and_two_stamina() -> None:
    assert lone("2C", stamina=1).do("choose 1", "pass").table.over
    assert lone("KC", stamina=2).do("choose 1", "pass").s.won == 1


def test_cha_17_cho_13_a_failed_retry_leaves_the_first_result() -> None:
    """Difficulty 14, Brawn −1: a King fails by 2, the Two drawn instead by 13; the first degree stands, once."""
    game = scene("KC 2C", template=6, difficulty=4).set(stamina=4).do("choose 1", "pass", "knuckle-down")
    assert game.hero().harm == 1 and game.hero().stamina == 2 and game.table.phase != "knuckle"


def test_cha_18_a_flopped_triple_is_tested_again_with_the_new_card() -> None:
    """5, 4, 7 Flops; with a 5 instead it counts 14."""
    game = lone("5C 4D 7S 5H", difficulty=14, stamina=2).do("choose 1", "double", "triple", "knuckle-down")
    assert game.s.won == 1
    again = lone("5C 4D 7S 8H", difficulty=14, stamina=2).do("choose 1", "double", "triple", "knuckle-down")
    assert again.s.won == 0


def test_cho_12_every_first_card_joker_has_its_effect() -> None:
    """A wrong Joker is replaced by a right one: both count for the next Action."""
    game = scene("*r *b", difficulty=4).do("choose 1", "pass", "knuckle-down")
    assert game.hero().joker == 2 and game.hero().bang == 2 and game.s.progress == 2


# Decks -------------------------------------------------------------------------------------------------------------

SHORT = {"ranks": "23", "suits": "CDHS", "jokers": ""}


def short(**options: object) -> Play:
    """A scene with a deck of eight cards, at the Character's first priority."""
    data = {**Play("scene", cast="courier").table.setup.config, "deck": SHORT, **options}
    return Play(data).do("template 1", "difficulty 0")


def test_cha_29_cho_01_discards_come_back_only_when_a_card_is_wanting() -> None:
    game = short(limit=100)
    deck = game.hero().deck
    while deck.n > 0:
        cardset.add(deck.trash, piles.take(deck, game.s.rng, 1))
    assert cardset.size(deck.trash) == 8 and deck.n == 0
    game.do("choose 1")
    assert deck.n == 7 and cardset.size(deck.trash) == 0 and "put under the deck" in game.told()


def test_cha_29_a_look_puts_the_shuffled_discards_underneath() -> None:
    game = short()
    deck = game.hero().deck
    for _ in range(6):
        cardset.add(deck.trash, piles.take(deck, game.s.rng, 1))
    on_top = set(KIT.cards_in(deck.cards))
    game.do("heartseeker 3")
    seen = [int(c) for c in deck.ahead[: int(deck.ahead_n)]][::-1]
    assert len(seen) == 3 and set(seen[:2]) == on_top and seen[2] not in on_top and deck.n == 8


def test_cho_02_cards_of_the_running_attempt_lie_apart() -> None:
    game = short(limit=100)
    deck = game.hero().deck
    for _ in range(7):
        cardset.add(deck.trash, piles.take(deck, game.s.rng, 1))
    last = KIT.cards_in(deck.cards)
    game.do("choose 1")
    assert deck.n == 0
    game.do("double")
    assert deck.n == 6 and not cardset.has(deck.cards, last[0])


def test_cha_09_a_forced_attempt_may_be_doubled() -> None:
    game = struck("2C 9D").do("pass", "pass")
    assert game.table.phase == "cards" and "double" in game.legal
    assert score(game.do("double")) == 14
