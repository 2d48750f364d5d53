"""Rounds, hostile Actions, Grunting, Stagger, Boons and ends, clause by clause."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.challenge.support import ID, Play, duel, lone, scene, score, struck, two_a_side
from throwdown import make_solo
from throwdown.envs.challenge import attempts, decks
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.registry import make_setup

# Rounds and the Table ----------------------------------------------------------------------------------------------


def test_che_01_02_03_04_cho_20_32_the_table_is_paid_and_posts_first() -> None:
    """22 points a Round; the Difficulty is paid; Core and band are public, the number is not (CHE-14, CHO-38)."""
    game = Play("scene", cast="courier")
    assert (game.table.phase, game.table.agent, int(game.s.points)) == ("post", "table_0", 22)
    assert (int(game.s.cfg.goal), int(game.s.cfg.limit), int(game.s.cfg.rounds)) == (8, 12, 5)
    assert "pass" not in game.legal
    game.do("template 5")
    assert game.table.view("character_0")["posting"] == "Rooftop gap"
    game.do("difficulty 2")
    assert game.s.points == 10 and game.table.agent == "character_0"
    bill = game.table.view("character_0")["open"][0]
    assert (bill["core"], bill["band"], bill["difficulty"]) == ("speed", "Above Average 10–14", None)
    assert game.table.view("character_0")["points"] is None and game.table.view("table_0")["points"] == 10


def test_che_02_no_more_than_the_carry_over_stays() -> None:
    game = scene(template=1, difficulty=0).do("pass", "pass")
    assert game.s.points == 6 + 22
    poor = scene(template=10, difficulty=4).do("pass", "pass")
    assert poor.s.points == 3 + 22


def test_ch_02_04_cha_01_the_bands_do_not_overlap() -> None:
    """Every template names its Core; 5 is Average (CHA-40: nothing goes beyond 25)."""
    cfg = scene().s.cfg
    assert list(zip(cfg.low.tolist(), cfg.high.tolist())) == [
        (1, 4),
        (5, 9),
        (10, 14),
        (15, 19),
        (20, 24),
        (25, 25),
    ]


def test_cho_20_with_all_slots_open_there_is_no_posting() -> None:
    game = scene(open_most=1).do("pass", "pass")
    assert game.s.round_no == 2 and game.table.phase == "priority"


def test_cho_21_what_cannot_be_paid_is_free_at_the_lowest() -> None:
    game = scene().set(points=0).do("pass")
    assert [x for x in game.legal if x.startswith("template")] == ["template 1"]
    game.do("template 1")
    assert game.legal == ["difficulty 0"]
    game.do("difficulty 0")
    assert game.s.points == 0 and game.s.bills[1].difficulty == 1


def test_che_04_only_what_can_be_paid_is_offered() -> None:
    game = scene().set(points=7).do("pass")
    assert "template 6" not in game.legal and "template 5" in game.legal
    game.do("template 5")
    assert game.legal == ["difficulty 0", "difficulty 1", "difficulty 2"]


def test_che_05_cho_33_hazards_are_counted_and_force_an_attempt() -> None:
    """CH-61, and CHA-10 (G3.31): two Actions left, one after it, and no penalty."""
    game = struck("KC").set(actions=2).do("pass", "pass")
    assert game.s.hostile == 2 and game.hero().actions == 1 and game.hero().stagger == 0
    game.do("pass")
    assert game.table.agent == "character_0"


def test_cho_09_a_difficulty_is_told_when_it_is_first_attempted_and_once() -> None:
    game = scene("2C 2D").set(stamina=0).do("choose 1", "pass")
    told = [e.amount for e in game.table.events if e.kind == "difficulty-revealed"]
    assert told == [10] and game.s.open_n == 1
    while game.table.agent == "table_0":
        game.do("pass")
    game.do("choose 1", "pass")
    assert [e.amount for e in game.table.events if e.kind == "difficulty-revealed"] == [10]


def test_che_05_no_more_hazards_than_hostile_actions() -> None:
    game = struck("KC", template=1).do("pass", "pass", "pass").set(hostile=0, tokens=0).do("pass")
    assert game.s.round_no == 2 and game.s.hostile == 3, "the Table had nothing left but to pass (CHO-24)"


def test_che_06_cho_30_31_an_obstacle_goes_for_progress_and_the_list_closes_up() -> None:
    """Above Average brings 1 beside the degree."""
    game = scene("KC").do("pass", "pass", "template 1", "difficulty 0")
    while game.table.agent == "table_0":
        game.do("pass")
    assert [x["name"] for x in game.table.view()["open"]] == ["Rooftop gap", "Gangway sprint"]
    game.stack("KC").do("choose 1", "pass")
    assert [x["name"] for x in game.table.view()["open"]] == ["Gangway sprint"]
    assert game.s.progress == 2 + 1


def test_cho_20_30_of_as_many_obstacles_as_may_be_open_one_goes_and_the_others_close_up() -> None:
    game = scene(open_most=4, rounds=8, template=1)
    for template in (2, 3, 4):
        while game.table.phase != "post":
            game.do("pass")
        game.do(f"template {template}", "difficulty 0")
    if game.table.agent == "table_0":
        game.do("pass")
    assert game.s.open.tolist() == [0, 1, 2, 3] and game.table.agent == "character_0"
    names = [x["name"] for x in game.table.view()["open"]]
    game.stack("KC").do("choose 2", "pass")
    assert [x["name"] for x in game.table.view()["open"]] == [names[0], *names[2:]]
    assert game.s.open.tolist() == [0, 2, 3, -1]


def test_che_06_a_failure_leaves_the_obstacle_and_harms() -> None:
    game = scene("2C").set(stamina=0).do("choose 1", "pass")
    assert game.s.open_n == 1 and game.hero().harm == 1 and game.s.progress == 0


@pytest.mark.parametrize(("progress", "harm", "value"), [(8, 0, 1.0), (0, 12, -1.0)])
def test_che_01_goal_and_limit_end_the_scene(progress: int, harm: int, value: float) -> None:
    game = scene("KC" if progress else "2C").set(
        stamina=0, progress=max(0, progress - 1), harm=max(0, harm - 1)
    )
    game.do("choose 1", "pass")
    assert game.table.over and game.table.returns() == {"table_0": -value, "character_0": value}


def test_che_08_the_rounds_are_over() -> None:
    game = scene().set(round_no=5, progress=4, harm=3).do("pass", "pass")
    assert game.table.over
    assert game.table.returns()["character_0"] == pytest.approx(0.5 * (4 / 8 - 3 / 12))


def test_che_07_cha_38_cho_22_a_token_busts_and_is_no_action() -> None:
    """CH-38, CH-40, CH-45: Bangs and Busts of the GM are the scenario's tokens and no more."""
    game = scene().do("pass", "token")
    assert (
        game.table.agent == "table_0" and game.hero().token == 1 and (game.s.tokens, game.s.hostile) == (1, 3)
    )
    assert "token" not in game.legal and game.s.passes == 1
    assert "token" not in Play("duel").legal


def test_cha_33_priority_alternates_and_who_begins_changes() -> None:
    game = scene("KC")
    assert game.s.turn == 0
    game.do("choose 1", "pass")
    assert game.table.agent == "table_0"
    game.do("pass", "pass")
    assert game.s.round_no == 2
    game.do("template 1", "difficulty 0")
    assert game.table.agent == "table_0"


def test_cho_23_an_action_resets_the_passes_and_preparing_does_not() -> None:
    game = scene("KC KD").do("pass", "template 1", "difficulty 0")
    assert game.s.passes == 0
    acted = scene("KC").set(passes=1).do("choose 1", "pass")
    assert acted.s.passes == 0 and acted.s.round_no == 1
    other = scene().do("pass", "token")
    assert other.s.passes == 1
    other.do("pass")
    assert other.s.round_no == 2


def test_ch_57_60_cha_13_39_three_actions_a_round_for_everything() -> None:
    game = struck("KC 2D 2H").do("react", "pass")
    assert game.hero().actions == 1, "the Reaction took one, the forced Attempt another"
    game.set(stagger=2, frenzied=1).do("pass", "choose 1", "pass")
    while game.s.round_no == 1:
        game.do("pass")
    assert (int(game.hero().actions), int(game.hero().stagger), int(game.hero().frenzied)) == (3, 0, 0)


def test_cho_24_a_choice_that_public_facts_make_is_not_asked() -> None:
    """The Table's are asked even if its points leave but one (CHO-38)."""
    game = struck("KC").set(actions=0, stamina=0).do("pass")
    assert game.table.phase != "answer" and game.s.attempt.n == 0
    alone = scene().set(points=0).do("pass", "template 1")
    assert alone.legal == ["difficulty 0"]


# Grunting ----------------------------------------------------------------------------------------------------------


def test_ch_46_cha_36_grunting_costs_stamina_which_does_not_come_back() -> None:
    game = scene().do("heartseeker 2")
    assert game.hero().stamina == 4
    game.do("pass", "pass")
    assert game.s.round_no == 2 and game.hero().stamina == 4


def test_ch_54_55_cha_16_frenzy_once_a_round_when_all_actions_are_used() -> None:
    """G3.26."""
    game = scene()
    with pytest.raises(IllegalAction, match="all your Actions of the Round are used up"):
        game.do("frenzy")
    game.set(actions=0, stamina=6).do("frenzy")
    assert game.hero().actions == 1 and game.hero().stamina == 4
    game.set(actions=0)
    with pytest.raises(IllegalAction, match="once a Round"):
        game.do("frenzy")


def test_ch_26_56_cho_15_frenzy_pays_for_a_double_but_not_for_a_fourth_card() -> None:
    """G3.25, G3.27: offered after the first and second card."""
    game = scene("2C 2D 2H 2S").set(actions=1, stamina=2).do("choose 1")
    with pytest.raises(IllegalAction, match="No Action is left to pay"):
        game.do("double")
    game.do("frenzy", "double")
    assert game.hero().actions == 0 and game.hero().stamina == 0
    full = scene("2C 2D 2H 2S", difficulty=4).set(stamina=1).do("choose 1", "double", "triple")
    assert full.tops() == 1 and full.s.attempt.n == 0


def test_cho_15_frenzy_when_answering_and_at_priority() -> None:
    assert "frenzy" in struck().set(actions=0).legal and "frenzy" in scene().set(actions=0).legal


def test_cha_15_frenzy_before_a_forced_draw_spares_the_stagger() -> None:
    game = struck("KC").set(actions=0, stamina=2).do("pass")
    assert game.table.phase == "before" and "frenzy" in game.legal
    game.do("frenzy")
    assert "drew KC" in game.told() and game.hero().stagger == 0 and game.hero().actions == 0


def test_cha_31_the_window_comes_before_the_first_card() -> None:
    game = struck("KC").do("pass")
    assert game.table.phase == "before" and "heartseeker 1" in game.legal
    game.do("pass")
    assert game.table.phase == "cards" and "heartseeker 1" not in game.legal


# Stagger -----------------------------------------------------------------------------------------------------------


def test_ch_62_64_65_cha_11_12_penalties_double_with_forced_attempts() -> None:
    """G3.28, G3.29, with six hostile Actions; CH-66, CHO-14: the sixth fails without a card, in degree 3."""
    game = scene(hostile=6, template=9, limit=100).set(actions=0, stamina=0)
    penalties = []
    for _ in range(6):
        while game.table.agent != "table_0":
            game.do("pass")
        n, harm = int(game.hero().deck.n), int(game.hero().harm)
        game.set(points=30).do("template 1", "difficulty 0")
        penalties.append(int(decks.penalty_of(game.hero())))
        if len(penalties) == 6:
            assert game.hero().deck.n == n and game.hero().harm == harm + 3
            assert "Flat Footed" in game.told()
    assert penalties == [1, 2, 4, 8, 16, 16]


def test_ch_63_the_penalty_lowers_the_score() -> None:
    """G3.30: the third forced Attempt while Staggered, Brawn −1 and a 9: 9 − 1 − 4."""
    game = struck("9C 2D", template=2).set(actions=0, stamina=2, stagger=2).do("pass", "pass")
    assert score(game) == 4


def test_cha_14_cho_27_unforced_attempts_carry_the_penalty_without_doubling_it() -> None:
    game = scene("KC").set(stagger=3).do("choose 1")
    assert score(game) == 13 + 3 - 4 and game.hero().stagger == 3
    press = duel("KC").set(0, stagger=2).do("choose 2", "pass")
    assert score(press) == 13 + 3 - 2


def test_cho_14_the_flat_footed_fail_even_with_a_frenzy_action() -> None:
    """It is kept, and so are Bang and Joker's Bust (CHO-10); CHA-19: there is nothing to Knuckle Down on."""
    game = struck("KC", template=9).set(actions=1, stagger=5, bang=1, joker=2).do("pass")
    assert game.hero().harm == 3 and game.hero().actions == 1 and game.table.phase != "knuckle"
    assert game.hero().bang == 1 and game.hero().joker == 2 and game.s.bills[1].known == 1
    assert attempts.is_flat(game.hero())
    free = scene("KC").set(stagger=5).do("choose 1")
    assert score(free) == 13 + 3 - 16


# Boons -------------------------------------------------------------------------------------------------------------


def test_ch_67_72_cha_26_a_boon_at_progress_four_and_never_two() -> None:
    """G3.32."""
    game = scene("KC").set(progress=1).do("choose 1", "pass")
    assert game.s.progress == 4 and game.hero().boon == 1
    game.set(boon=0, progress=4)
    game.do("pass", "pass", "template 1", "difficulty 0")
    while game.table.agent == "table_0":
        game.do("pass")
    game.stack("2C").do("choose 1", "pass")
    assert game.s.progress == 5 and game.hero().boon == 0, "it is awarded once"
    held = scene("KC").set(progress=1, boon=1).do("choose 1", "pass")
    assert held.hero().boon == 1 and held.hero().awarded == 1


def test_ch_68_a_boon_is_a_bang() -> None:
    game = scene().set(boon=1).do("boon-bang")
    assert game.hero().bang == 1 and game.hero().boon == 0 and game.tops() == 1


def test_ch_43_69_cha_25_cho_08_a_boon_ends_every_bust_in_force() -> None:
    """No token for the rest of the Round if one was among them; a Joker may Bust again."""
    game = scene("*r").set(boon=1, token=1, joker=2, stamina=0).do("boon-bust")
    assert not decks.is_busted(game.hero()) and game.hero().barred == 1
    game.do("choose 1", "pass")
    assert game.hero().joker == 2 and "token" not in game.legal
    only = scene().set(boon=1, joker=2).do("boon-bust", "pass")
    assert "token" in only.legal
    assert "boon-bust" not in scene().set(boon=1).legal


def test_ch_70_cho_37_a_boon_may_be_given_to_an_ally() -> None:
    """G3.33: for an Action; not to who holds one or is out; Bang and Bust stay."""
    game = two_a_side().set(0, boon=1, actions=1, bang=1, joker=2).do("boon-gift")
    assert game.hero(0).boon == 0 and game.hero(2).boon == 1 and game.hero(0).actions == 0
    assert game.hero(0).bang == 1 and game.hero(0).joker == 2 and game.table.agent == "b_0"
    assert "boon-gift" not in two_a_side().set(0, boon=1).set(2, boon=1).legal
    assert "boon-gift" not in two_a_side().set(0, boon=1).set(2, is_out=1).legal
    assert "boon-gift" not in Play("duel").set(0, boon=1).legal


SPOTTED = "fencer,wrestler,spotter,spotter"


def test_che_15_who_is_in_a_bad_position_begins_every_round_busted() -> None:
    """A Boon frees her, for that Round only (CHO-08); who is out begins none."""
    game = two_a_side(SPOTTED)
    assert [int(game.hero(h).token) for h in range(4)] == [1, 1, 0, 0]
    assert "began the Round Busted" in game.told() and decks.is_busted(game.hero())
    game.set(0, boon=1).do("boon-bust")
    assert not decks.is_busted(game.hero())
    game.set(1, is_out=1)
    while game.s.round_no == 1:
        game.do(game.legal[-1])
    assert (int(game.hero(0).token), int(game.hero(1).token)) == (1, 0)


def test_che_16_who_makes_no_presses_has_none_to_choose_nor_to_react_with() -> None:
    game = two_a_side(SPOTTED).set(3, actions=0).do("choose 1", "choose 2")
    assert game.table.agent == "b_1" and not {"react", "react-fast"} & set(game.legal)
    assert "makes no presses (CHE-16)" in game.table.explain("react")
    while game.table.agent != "a_1" or game.table.phase != "priority":
        game.do("pass" if "pass" in game.legal else game.legal[0])
    assert not [move for move in game.legal if move.startswith("choose")] and "boon-gift" in game.legal
    assert "makes no presses (CHE-16)" in game.table.explain("choose 1")


def test_che_17_ch_72_a_round_brings_a_boon_to_who_holds_none() -> None:
    """Beside that of CHO-34, never a second one, and none to who is out."""
    game = two_a_side(SPOTTED)
    assert [int(game.hero(h).boon) for h in range(4)] == [0, 0, 1, 1] and game.hero(2).awarded == 0
    game.set(2, boon=0, is_out=1).set(3, boon=1)
    while game.s.round_no == 1:
        game.do("pass" if "pass" in game.legal else game.legal[0])
    assert [int(game.hero(h).boon) for h in range(2, 4)] == [0, 1]
    held = two_a_side(SPOTTED).set(2, boon=0)
    while held.s.round_no == 1:
        held.do("pass" if "pass" in held.legal else held.legal[0])
    assert held.hero(2).boon == 1


# The deal, and lone Attempts ---------------------------------------------------------------------------------------


def test_che_12_the_deal_chooses_characters_alike() -> None:
    batch = Batch(make_setup(ID, "duel"), 800, seed=3)
    batch.reset()
    for h in range(2):
        counts = Counter(batch.states["heroes"]["character"][:, h].tolist())
        assert set(counts) == {0, 1, 2, 3} and all(abs(n - 200) < 75 for n in counts.values())


def test_che_11_a_lone_attempt_is_begun_and_not_passed_by() -> None:
    game = lone("8C 9D", price=20, actions=3)
    assert game.legal == ["choose 1"]
    with pytest.raises(IllegalAction, match="cannot be passed"):
        game.do("pass")
    game.do("choose 1", "double", "pass")
    assert game.table.returns()["character_0"] == pytest.approx(1 - 2 * 0.2)


def test_che_11_the_table_decides_nothing_in_a_lone_attempt() -> None:
    with pytest.raises(InvalidConfig, match="table_0 decided nothing in 1,000 games of 'attempt' in a row"):
        make_solo(ID, "table_0", "random", "attempt").reset(seed=1)


def test_che_11_a_hidden_difficulty_is_any_of_the_band() -> None:
    batch = Batch(make_setup(ID, "attempt"), 1000, seed=3)
    batch.reset()
    counts = Counter(batch.states["bills"]["difficulty"][:, 0].tolist())
    assert set(counts) == {10, 11, 12, 13, 14} and all(abs(n - 200) < 75 for n in counts.values())
