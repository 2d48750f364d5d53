"""Reactions and duels, clause by clause."""

from __future__ import annotations

import numpy as np
import pytest

from tests.challenge.support import duel, scene, score, struck, two_a_side
from throwdown.envs.challenge.state import Reaction

# Reactions ---------------------------------------------------------------------------------------------------------


def test_ch_52_53_cha_35_cho_19_a_fast_reaction_cancels_a_hazard() -> None:
    """With any Core: 2 Stamina and an Action at the declaration (CHO-17), no Progress, no forced Attempt (CHO-39)."""
    game = struck("KC", template=8).do("react-fast")
    assert game.legal[:4] == ["choose 1", "choose 2", "choose 3", "choose 4"]
    assert (int(game.hero().actions), int(game.hero().stamina)) == (2, 4)
    game.do("choose 1", "pass")
    assert "cancelled" in game.told() and game.s.progress == 0 and game.hero().actions == 2
    assert game.table.agent == "character_0", "priority goes on as if there had been none (CHO-18)"


def test_cha_35_cho_09_19_a_failed_fast_reaction_lets_the_hazard_strike() -> None:
    """It does no Harm itself, and the Difficulty is known from then on."""
    game = struck("2C KD").set(stamina=2).do("react-fast", "choose 1", "pass")
    assert game.hero().harm == 0 and game.table.view("character_0")["hazard"]["difficulty"] == 10
    assert score(game) == 16 and game.hero().actions == 1
    game.do("pass")
    assert game.hero().harm == 0 and game.hero().actions == 1


def test_ch_53_58_cho_16_17_an_ordinary_reaction_attempts_an_obstacle_afterwards() -> None:
    game = struck("KC KD").set(stamina=0).do("react")
    assert game.hero().actions == 1 and game.s.reaction == Reaction.DECLARED
    game.do("pass")
    assert "Reaction's Attempt" in game.told(), "the one open obstacle is the only choice (CHO-24)"
    assert game.do("pass").s.progress == 3
    assert game.hero().actions == 1


def test_cho_16_no_reaction_without_an_open_obstacle() -> None:
    game = scene("KC", template=1).do("choose 1", "pass", "template 1", "difficulty 0")
    assert game.s.open_n == 0 and "react" not in game.legal and "react-fast" in game.legal


def test_cho_17_without_another_action_the_forced_attempt_staggers() -> None:
    """And the Reaction's Attempt carries the Penalty (CHA-14, CHO-27)."""
    game = struck("KC KD").set(actions=1, stamina=0).do("react")
    assert game.hero().stagger == 1
    assert "−1" in game.told() and game.s.progress == 3
    kings = struck("2C JD").set(actions=1, stamina=0).do("react")
    assert kings.s.progress == 2, "11 + 3 − 1 = 13 against 10: degree 1 and the bonus"


def test_che_13_the_reactions_choice_is_its_window_too() -> None:
    game = struck().set(boon=1).do("react-fast")
    assert {"heartseeker 1", "boon-bang"} <= set(game.legal)
    game.do("heartseeker 1")
    assert game.table.phase == "reaction" and game.tops() == 1


# Duels -------------------------------------------------------------------------------------------------------------


def test_che_09_cha_34_cho_28_29_the_attackers_score_is_what_the_defender_must_reach() -> None:
    """Trip: Speed +3 against Speed −1; a tie holds (G3.42), and the attacker suffers nothing."""
    game = duel("8C", "QC").set(0, stamina=0).set(1, stamina=0).do("choose 2", "pass")
    assert game.table.agent == "a_0" and game.table.phase == "cards"
    assert game.table.view("b_0")["attempt"]["cards"] == ["??"]
    game.do("pass")
    assert game.table.agent == "b_0" and game.table.view("b_0")["attack"]["score"] is None
    game.do("pass")
    assert game.hero(1).harm == 0 and game.hero(0).harm == 0, "12 − 1 holds against 8 + 3"
    lost = duel("9C", "QC").set(0, stamina=0).set(1, stamina=0).do("choose 2", "pass", "pass", "pass")
    assert lost.hero(1).harm == 1 and lost.hero(0).dealt == 1


def test_cho_28_only_the_defenders_double_counts_for_the_degree() -> None:
    game = duel("9C 2C", "QC").set(0, stamina=0).set(1, stamina=0)
    game.do("choose 2", "pass", "double", "pass", "pass")
    assert game.hero(1).harm == 1, "14 against 11: short by 3"


def test_cho_10_11_an_attackers_joker_takes_effect_at_the_reveal() -> None:
    game = duel("*b", "QC").set(1, stamina=0).do("choose 2", "pass", "pass")
    assert game.hero(0).bang == 0 and game.table.view("b_0")["attack"]["cards"] == ["??"]
    game.do("pass")
    assert game.hero(0).bang == 2


def test_cho_40_an_attacker_who_has_flopped_is_asked_all_the_same() -> None:
    """Otherwise the defender would learn of the Joker; others are told that both choices might be legal."""
    game = duel("9C *b").do("choose 2", "pass", "double")
    assert game.table.phase == "cards" and game.table.agent == "a_0" and game.legal == ["pass"]
    plain = duel("9C 2D").do("choose 2", "pass", "double")
    assert plain.table.options("b_0") == game.table.options("b_0") == plain.table.legal_ids()
    seen = [x.table.observe("b_0") for x in (game, plain)]
    np.testing.assert_array_equal(*seen)


def test_cha_35_cho_18_a_fast_press_comes_first_and_may_cancel() -> None:
    """The Bruiser's Shove against Brawn −1 holds the Courier off; the Trip is never drawn (CHO-10)."""
    game = duel("2D 9C", "KC").set(0, stamina=0, bang=0).do("choose 2", "react-fast")
    assert game.hero(1).actions == 2 and game.hero(1).stamina == 5
    game.do("choose 1", "pass")
    assert game.table.agent == "a_0" and game.table.phase == "cards"
    game.do("pass")
    assert game.hero(0).harm > 0 and "cancelled" in game.told() and game.tops(0) == 1
    assert game.table.agent == "b_0", "priority passes on to the next"


def test_cha_35_a_fast_press_that_is_held_lets_the_first_one_go_on() -> None:
    game = (
        duel("KC 9C", "2C 2S")
        .set(0, stamina=0)
        .set(1, stamina=2)
        .do("choose 2", "react-fast", "choose 1", "pass")
    )
    game.do("pass")
    assert game.table.view()["press"]["name"] == "Trip" and game.table.agent == "a_0"
    game.do("pass")
    while game.s.attacker != -1:
        game.do("pass")
    assert game.hero(1).harm > 0


def test_cho_18_an_ordinary_press_back_follows_and_is_not_answered() -> None:
    game = duel("2C KD", "KC 2S").set(0, stamina=0).set(1, stamina=0).do("choose 2", "react", "pass", "pass")
    assert game.table.phase == "reaction" and game.table.agent == "b_0"
    game.do("choose 1")
    assert game.table.phase == "cards" and game.table.agent == "b_0"
    game.do("pass")
    assert game.table.agent == "a_0" and game.table.phase == "cards", "no answer to a Reaction"


def test_cho_18_whoever_presses_back_presses_as_she_chose() -> None:
    game = duel("2C KD", "KC 2S").set(0, stamina=0).set(1, stamina=0).do("choose 2", "react", "pass", "pass")
    assert game.s.press == 1
    game.do("choose 1")
    cfg = game.s.cfg
    assert game.s.press == 0 and game.s.attempt.core == cfg.press_from[0] != cfg.press_from[1]


def test_cho_40_that_an_attacker_flopped_is_told_at_the_reveal_and_not_before() -> None:
    game = duel("9C *b", "QC").set(0, stamina=0).set(1, stamina=0).do("choose 2", "pass", "double", "pass")
    assert "flopped" not in [e.kind for e in game.table.events]
    game.do("pass")
    seen = [(e.kind, e.seat) for e in game.table.events_seen("b_0", 0)]
    assert seen.count(("flopped", 0)) == 1 and seen.index(("flopped", 0)) > seen.index(("card-shown", 0))


def test_cho_34_cho_35_a_boon_for_harm_dealt_and_no_tokens_in_a_duel() -> None:
    game = (
        duel("KC", "2C").set(0, stamina=0, dealt=2).set(1, stamina=0).do("choose 2", "pass", "pass", "pass")
    )
    assert game.hero(0).boon == 1 and game.s.tokens == 0


def test_che_09_harm_up_to_the_limit_loses() -> None:
    game = duel("KC", "2C").set(0, stamina=0).set(1, stamina=0, harm=9).do("choose 2", "pass", "pass", "pass")
    assert game.table.over and game.table.returns() == {"a_0": 1.0, "b_0": -1.0}


def test_che_09_the_lead_counts_when_the_rounds_are_over() -> None:
    game = duel().set(0, harm=2, round_no=6).set(1, harm=6).do("pass", "pass")
    assert game.table.over and game.table.returns()["a_0"] == pytest.approx(0.2)


def test_cho_36_che_10_two_a_side() -> None:
    """Seats a1, b1, a2, b2; the Round begins with another one; targets are named; who is out has no seat."""
    game = two_a_side()
    assert game.table.setup.seats == ("a_0", "b_0", "a_1", "b_1") and game.table.setup.sides == (
        "a",
        "b",
        "a",
        "b",
    )
    game.do("choose 1")
    assert game.table.phase == "target" and game.legal == ["choose 1", "choose 2"]
    game.do("choose 2")
    assert game.table.agent == "b_1"
    other = two_a_side().do("pass", "pass", "pass", "pass")
    assert other.s.round_no == 2 and other.table.agent == "b_0"
    out = two_a_side().set(1, is_out=1)
    out.do("pass")
    assert out.table.agent == "a_1"
    out.do("choose 1")
    assert out.table.agent == "b_1" and out.table.phase == "answer", "there is but one target left (CHO-24)"


def test_cho_36_a_side_loses_when_both_are_out_and_harm_is_summed() -> None:
    game = two_a_side().set(1, is_out=1, harm=10).set(3, harm=9, stamina=0).set(0, stamina=0)
    game.stack("KC", 0).stack("2C", 3).do("choose 2", "pass", "pass", "pass")
    assert game.table.over and set(game.table.returns().values()) == {1.0, -1.0}
    even = two_a_side().set(0, harm=4, round_no=6).set(1, harm=10, is_out=1).do("pass", "pass", "pass")
    assert even.table.returns()["b_1"] == pytest.approx(-0.5 * 6 / 20)


def test_cho_36_a_reaction_of_who_is_out_lapses() -> None:
    game = two_a_side().set(1, harm=9, stamina=0).set(0, stamina=0).stack("KC", 0).stack("2C", 1)
    game.do("choose 2", "choose 1", "react", "pass", "pass")
    assert game.hero(1).is_out == 1 and game.table.agent == "a_1" and game.s.reaction == Reaction.NONE
