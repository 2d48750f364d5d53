"""Decks, reloads, commits and the count, clause by clause."""

from __future__ import annotations

import numpy as np
import pytest

from tests.skirmish.support import ID, MCS, MOBS, Fight, commits, deal, position, turn
from tests.support import content
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.skirmish import state as st
from throwdown.envs.skirmish.words import names
from throwdown.envs.tables.table import Table

ALL = {"Ronin": ["2C"], "Gunslinger": ["3C", "4C"], "Sorcerer": ["5C"], "Hacker": ["6C"]}


def order(game: Fight) -> list[str]:
    """Who comes in the count, and when."""
    return [
        f"{names.holder(int(lay.owner), game.table.setup)} {names.place(int(lay.count))}"
        for lay in game.s.lays[: int(game.s.lay_n)]
    ]


# Decks and reloads ------------------------------------------------------------------------------------------------


def test_ska_01_02_each_side_has_a_deck_of_54_with_two_jokers() -> None:
    game = deal()
    for side in range(2):
        held = sum(len(game.hand(x)) for x in (MCS if side == 0 else ("CPU",)))
        assert int(game.team(side).deck.n) + held == 54
    assert {"*r", "*b"} <= set(st.KIT.names) and len(st.KIT.names) == 54


def test_sk_02_03_ska_03_sko_01_all_reload_first_mcs_by_seat_then_the_cpu() -> None:
    """Hands go up to Draw; the CPU's Draw is the MCs and one (SK-03)."""
    game = deal()
    reloaded = [(e.amount, e.number) for e in game.told("reloaded")]
    assert reloaded == [(0, 3), (1, 5), (2, 4), (3, 4), (st.CPU, 5)]
    assert int(game.s.draw) == 5


@pytest.mark.parametrize(("mcs", "draw"), [("ronin,ronin,hacker", 4), ("ronin", 2)])
def test_sk_03_the_cpus_first_draw_counts_the_mcs(mcs: str, draw: int) -> None:
    assert int(deal(mcs=mcs).s.draw) == draw


@pytest.mark.parametrize(
    ("areas", "draw"),
    [(("Dock", "Sump", "Bridge", "Dock"), 7), (("Sump", "Sump", "Sump", "Sump"), 5)],
)
def test_sk_22_23_ska_46_at_the_rounds_end_draw_counts_mcs_and_their_areas(
    areas: tuple[str, ...], draw: int
) -> None:
    """Four MCs in three areas make 7, in one 5; the CPU then draws up to it."""
    where = {name: {"area": area} for name, area in zip(MCS, areas, strict=True)}
    game = commits({}, processes=where).do("reload", "reload", "reload", "reload")
    assert int(game.s.round_no) == 2
    assert int(game.s.draw) == draw == len(game.hand("CPU"))


def test_ska_46_who_is_down_counts_no_more() -> None:
    game = commits({}, processes={"Hacker": {"hp": 0}, "Ronin": {"area": "Sump"}}).do(
        "reload", "reload", "reload"
    )
    assert int(game.s.draw) == 3 + 2


def test_ska_03_sko_47_a_reload_keeps_what_is_held_and_draws_up_to_draw() -> None:
    game = commits({"Ronin": ["2C", "3C"]}).do("reload", "reload", "reload", "reload")
    assert len(game.hand("Ronin")) == 3 and {"2C", "3C"} <= set(game.hand("Ronin"))
    full = commits({"Ronin": ["2C", "3C", "4C"]}).do("reload", "reload", "reload", "reload")
    assert full.hand("Ronin") == ["2C", "3C", "4C"], "with a full hand it is a pass (SKO-06)"


def test_sk_89_ska_04_sko_06_a_round_of_reloading_brings_the_cards_at_its_end_and_no_turn() -> None:
    """The cards come before the CPU's Draw is made anew; there is no income either."""
    game = commits({"Ronin": ["4C"], "Gunslinger": ["3C"], "CPU": ["2C"]})
    game.do("reload", "card 1", "reload", "reload", "card 1")
    assert [e.amount for e in game.told("reloading")] == [0, 2, 3]
    assert game.hand("Ronin") == ["4C"] and game.table.phase == "activate"
    game.do("mob 1", "pass", "pass")
    assert int(game.s.round_no) == 2 and len(game.hand("Ronin")) == 3
    assert [int(game.process(x).points) for x in ("Ronin", "Gunslinger", "Sorcerer")] == [0, 2, 0]
    last = [(e.kind, e.amount) for e in game.table.events if e.kind == "reloaded"]
    assert last[-4:] == [("reloaded", 0), ("reloaded", 2), ("reloaded", 3), ("reloaded", st.CPU)]


def test_sk_90_sko_10_reload_out_is_free_when_the_last_card_is_gone() -> None:
    """At the reveal, not before: the secret commit betrays nothing."""
    game = commits({**ALL, "CPU": ["KC"]}).do("card 1")
    assert game.hand("Ronin") == []
    game.do("card 1", "card 1", "card 1", "card 1", "card 1")
    assert len(game.hand("Ronin")) == 3, "she reloaded at the reveal"
    assert game.hand("Sorcerer") == [], "who has Reload: Round did not"


def few(ranks: str, team: list[str]) -> Fight:
    """A Ronin who has laid the last card of the deck, by which her turn is; all others are in the Team Hand."""
    data = dict(deal("tutorial").table.setup.config) | {"deck": {"ranks": ranks, "suits": "C", "jokers": ""}}
    mobs = {"Glitch 1": {"area": "Alley", "hp": 7}, "Glitch 2": {"area": "Loft"}}
    teams = {"mcs": {"cards": team}}
    game = commits({"Ronin": [f"{ranks[-1]}C"]}, scenario=data, teams=teams, processes=mobs).do("card 1")
    assert game.table.phase == "turn" and game.hand("Ronin") == []
    return game


def test_sko_10_reload_out_without_a_card_waits_until_one_is_discarded() -> None:
    game = few("2345", ["2C", "3C", "4C"])
    assert int(game.s.hands[0].due) == 1 and not [e for e in game.told("reloaded") if e.number]
    again = Table.from_position(game.table.position(), ID, game.table.setup.config)
    assert content(again._states) == content(game.table._states)
    game.do("pass")
    assert [e.number for e in game.told("reloaded") if e.amount == 0][-1] == 1
    assert game.hand("Ronin") == ["5C"] and int(game.s.hands[0].due) == 0


def test_sko_10_what_is_discarded_together_is_drawn_up_to_draw() -> None:
    """The Team Hand goes with its fifth card."""
    game = few("23479", ["2C", "3C", "4C", "7C"]).attack("Glitch 1").do("give")
    assert [e.number for e in game.told("reloaded") if e.amount == 0][-1] == 3
    assert len(game.hand("Ronin")) == 3 and int(game.team().deck.n) == 2


def test_sk_90_who_reloads_out_may_spend_a_round_as_well() -> None:
    game = commits(ALL)
    assert "reload" in game.legal
    game.do("reload")
    assert game.hand("Ronin") == ["2C"]


def test_sk_91_sko_07_reload_turn_takes_one_play() -> None:
    """A Gunslinger with Reload: Turn reloads with one play and lays a card with the other."""
    options = {"use": "gunslinger", "reload": "turn"}
    data = dict(deal().table.setup.config) | {"mcs": [options]}
    game = commits({"Gunslinger": ["3C", "4C"], "CPU": []}, scenario=data, processes={})
    game.do("reload")
    assert set(game.legal) == {"card 1", "card 2", "pass"}
    game.do("card 1")
    assert game.table.phase == "turn" and [int(x.owner) for x in game.s.lays[: int(game.s.lay_n)]] == [0]
    game.do("pass")
    assert len(game.hand("Gunslinger")) == 5


def test_sko_07_a_reload_turn_may_follow_the_last_card() -> None:
    """All plays are chosen together, so "card, then reload" is the same commit as "reload, then card"."""
    data = dict(deal().table.setup.config) | {"mcs": [{"use": "gunslinger", "reload": "turn"}]}
    hands = {"Gunslinger": ["3C"], "CPU": ["KC"]}
    game = commits(hands, scenario=data).do("card 1")
    assert set(game.legal) == {"pass", "reload"}
    other = commits(hands, scenario=data).do("reload")
    assert set(other.legal) == {"pass", "card 1"}
    again = Table.from_position(game.table.position(), ID, data)
    assert again.legal() == game.legal
    assert content(game.do("reload").table._states) == content(other.do("card 1").table._states)
    assert game.table.agent == "cpu_0" and int(game.s.lay_n) == 1 and int(game.s.reloading) == 1
    plain = commits(hands, scenario=dict(data) | {"mcs": ["gunslinger"]}).do("card 1")
    assert plain.table.agent == "cpu_0", "others commit with their last card"


def test_sk_91_with_one_play_reload_turn_is_reload_round() -> None:
    data = dict(deal().table.setup.config) | {"mcs": [{"use": "sorcerer", "reload": "turn"}]}
    game = commits({"Sorcerer": ["3C", "4C"]}, scenario=data).do("reload")
    assert int(game.s.round_no) == 2 and len(game.hand("Sorcerer")) == 4


def boss_with_turn() -> dict[str, object]:
    boss = {"use": "kernel-tyrant", "reload": "turn"}
    return dict(deal("boss").table.setup.config) | {"fights": [{"mobs": ["glitch", boss]}]}


def test_sk_92_sko_36_a_boss_with_reload_turn_reloads_instead_of_its_turn() -> None:
    """No income, no Boot; its turn counts as taken."""
    data = boss_with_turn()
    game = position(
        data,
        phase="activate",
        lays=[{"by": "cpu", "card": "9C"}],
        window="passed",
        draw=5,
        teams={"cpu": {"boot": "pair"}},
        processes={"Kernel Tyrant": {"meter": 0}},
    )
    assert game.legal == ["reload", "mob 1", "mob 2"]
    game.do("reload")
    assert len(game.hand("CPU")) == 5 and int(game.s.round_no) == 2
    assert int(game.process("Kernel Tyrant").points) == 0 and int(game.team(1).boot) == st.Row.PAIR
    assert "9C" in game.table.view("cpu_0")["team_hands"]["cpu_0"]["discards"]


def test_sk_92_without_it_no_boss_reloads() -> None:
    game = position("boss", phase="activate", lays=[{"by": "cpu", "card": "9C"}], window="passed")
    assert "reload" not in game.legal


def test_ska_01_sko_04_the_discards_come_back_when_a_card_is_needed_and_the_deck_is_empty() -> None:
    deck = [c for c in st.KIT.names if c not in ("2C", "3C")]
    game = commits({"Ronin": ["2C"]}, teams={"mcs": {"discards": deck}}).do(
        "reload", "reload", "reload", "reload"
    )
    assert [e.seat for e in game.told("reshuffled")] == [0]
    assert sum(len(game.hand(x)) for x in MCS) == 3 + 5 + 4 + 4
    assert int(game.team(0).deck.n) == 54 - 16


def test_ska_01_when_both_are_empty_a_draw_yields_nothing() -> None:
    data = dict(deal("tutorial").table.setup.config) | {"deck": {"ranks": "2345", "suits": "C", "jokers": ""}}
    game = commits({"Ronin": ["2C", "3C", "4C"], "CPU": []}, scenario=data, teams={"mcs": {"cards": ["5C"]}})
    game.do("card 1")
    assert game.s.hands[0].cards != 0
    assert not game.told("reshuffled")


# Commits ----------------------------------------------------------------------------------------------------------


def test_sk_08_10_ska_05_all_lay_in_secret_the_cpu_last() -> None:
    game = commits({**ALL, "CPU": ["KC"]})
    assert game.table.agent == "mcs_0" and int(game.s.by) == 0
    game.do("card 1")
    assert int(game.s.by) == 1 and not game.told("card-laid")
    game.do("card 1", "pass", "card 1", "card 1")
    assert game.table.agent == "cpu_0"
    game.do("card 1")
    assert len(game.told("card-laid")) == 5


def test_sk_09_sko_06_two_plays_are_laid_at_once_and_the_second_is_free() -> None:
    game = commits(ALL).do("card 1", "card 1")
    assert int(game.s.by) == 1 and set(game.legal) == {"pass", "card 1"}
    game.do("pass")
    assert int(game.s.by) == 2


def test_sko_06_who_has_cards_lays_one_or_reloads() -> None:
    game = commits(ALL)
    assert set(game.legal) == {"reload", "card 1"}
    with pytest.raises(IllegalAction, match="SK-17"):
        game.do("no-card")


def test_sk_11_17_ska_43_an_empty_hand_reloads_or_comes_after_the_kings() -> None:
    """Without a card one may walk, but not attack (G2.14)."""
    game = commits({"CPU": ["KC"]}, processes={"Glitch 1": {"area": "Dock"}})
    assert set(game.legal) == {"reload", "no-card"}
    game.do("no-card", "reload", "reload", "reload", "card 1")
    assert order(game) == ["The CPU K", "Ronin after the Kings"]
    game.do("mob 2", "pass")
    assert game.table.phase == "turn" and int(game.s.actor) == 0
    assert not any(x.startswith("mob") for x in game.legal) and any(x.startswith("area") for x in game.legal)
    game.do("pass")
    assert int(game.s.round_no) == 2


def test_sk_16_28_a_card_serves_one_attack() -> None:
    game = turn(processes={"Glitch 1": {"area": "Dock"}}).attack("Glitch 1").do("give")
    with pytest.raises(IllegalAction, match="SK-28"):
        game.attack("Glitch 1")


def test_sk_18_ska_07_08_the_cpu_lays_at_most_as_many_as_there_are_mobs() -> None:
    """G2.10: seven cards, four mobs."""
    hand = ["2C", "3C", "4C", "5C", "6C", "7C", "8C"]
    down = {name: {"hp": 0} for name in MOBS[:3]}
    game = commits({"CPU": hand}, processes=down).do("reload", "reload", "reload", "reload")
    for _ in range(4):
        assert "pass" in game.legal, "any number is allowed (SKA-07)"
        game.do("card 1")
    assert game.table.phase == "activate" and game.hand("CPU") == hand[4:]
    few = commits({"CPU": hand}, processes=down).do("reload", "reload", "reload", "reload", "pass")
    assert int(few.s.round_no) == 2 and not few.told("card-laid")


def test_sk_20_with_a_boss_the_cpu_may_lay_its_whole_hand() -> None:
    """G2.11: seven cards for three mobs and a boss, which acts four times."""
    hand = ["2C", "3C", "4C", "5C", "6C", "7C", "8C"]
    game = commits({"CPU": hand}, scenario="boss", processes={"Brute": {"hp": 0}})
    game.do("reload", "reload", "reload", "reload", *["card 1"] * 7)
    acted = []
    while int(game.s.round_no) == 1:
        if game.table.phase == "activate":
            game.do(game.legal[0])
        acted.append(int(game.s.actor))
        game.do("pass")
        game.do("pass") if game.table.phase == "window" else None
    boss = game.number("Kernel Tyrant")
    assert acted == [4, 5, 6, boss, boss, boss, boss]


def test_sk_19_ska_06_each_card_activates_another_mob_which_is_chosen_when_it_comes() -> None:
    game = commits({"CPU": ["2C", "3C"]}).do("reload", "reload", "reload", "reload", "card 1", "card 1")
    assert game.table.phase == "activate" and len(game.legal) == 7
    game.do("mob 3", "pass")
    assert "mob 3" not in game.legal and len(game.legal) == 6


def test_sk_20_a_boss_may_act_first_and_again_when_all_have() -> None:
    game = position(
        "boss",
        phase="activate",
        lays=[{"by": "cpu", "card": x} for x in ("2C", "3C")],
        window="passed",
        processes={name: {"acted": True} for name in ("Glitch", "Drone", "Sentry")},
    )
    assert set(game.legal) == {game.act("Brute"), game.act("Kernel Tyrant")}
    game.do(game.act("Kernel Tyrant"), "pass")
    assert int(game.s.actor) == game.number("Brute"), "the boss comes again only after the Brute"


def test_sk_23_between_rounds_only_the_cpu_reloads() -> None:
    game = commits({"CPU": ["2C"]}, processes={name: {"area": "Sump"} for name in MCS})
    assert "reload" in game.legal
    game.do("reload", "reload", "reload", "reload")
    assert "reload" not in game.legal


# The count --------------------------------------------------------------------------------------------------------


def test_sk_12_13_ska_09_10_sko_09_the_count_goes_up_mcs_first() -> None:
    """Low Ace, Two to King, high Ace, then turns without a card; equal places by seat, MCs before the CPU (G2.43)."""
    hands = {
        "Ronin": ["AC"],
        "Gunslinger": ["5C", "5D"],
        "Sorcerer": ["AD"],
        "Hacker": [],
        "CPU": ["2C", "5H", "KC"],
    }
    game = commits(hands).do("card 1", "rank high A", "card 2", "card 1", "card 1", "rank low A", "no-card")
    game.do("card 1", "card 1", "card 1")
    assert order(game) == [
        "Sorcerer low A",
        "The CPU 2",
        "Gunslinger 5",
        "Gunslinger 5",
        "The CPU 5",
        "The CPU K",
        "Ronin high A",
        "Hacker after the Kings",
    ]
    laid = [st.KIT.name(int(x.card)) for x in game.s.lays[2:4]]
    assert laid == ["5D", "5C"], "cards of one owner in the order laid"


def test_sk_14_an_ace_is_low_or_high() -> None:
    game = commits({"Ronin": ["AC"]}).do("card 1")
    assert game.table.phase == "rank" and game.legal == ["rank low A", "rank high A"]


def test_sk_15_ska_11_a_joker_is_any_rank_and_then_that_rank() -> None:
    """As an Ace it hits always and doubles."""
    game = commits({"Ronin": ["*r"], "CPU": []}, processes={"Glitch 1": {"area": "Dock", "hp": 7}}).do(
        "card 1"
    )
    assert len(game.legal) == 14
    game.do("rank low A", "reload", "reload", "reload")
    assert int(game.s.active_rank) == 14
    game.attack("Glitch 1")
    assert game.hp("Glitch 1") == 0
    seven = commits({"Ronin": ["*r"]}).do("card 1", "rank 7", "reload", "reload", "reload")
    assert int(seven.s.active_rank) == 7 and order(seven) == ["Ronin 7"]


def test_sk_21_ska_43_the_round_ends_with_the_last_card() -> None:
    game = turn("Ronin", "9S", later=[{"by": "Hacker", "card": "TC"}])
    game.do("pass")
    assert int(game.s.actor) == 3 and int(game.s.round_no) == 1
    game.do("pass")
    assert int(game.s.round_no) == 2


def test_sk_25_a_new_round_begins_with_commits() -> None:
    game = turn("Ronin", "9S").do("pass")
    assert game.table.phase == "commit" and int(game.s.round_no) == 2


def test_sk_75_ska_52_sko_08_a_flush_moves_a_card_by_one_in_the_count_only() -> None:
    """Below the low Ace and above the high one there is nothing; the attack keeps the rank."""
    flush = {"mcs": {"cards": ["2H", "4H", "6H", "8H", "TH"], "uptimes": ["flush"]}}
    six = {"limit": 6}
    game = commits({"Ronin": ["2C"], "CPU": []}, options=six, teams=flush).do("card 1")
    assert game.legal == ["count -1", "count 0", "count +1"]
    game.do("count -1", "reload", "reload", "reload")
    assert order(game) == ["Ronin low A"] and int(game.s.active_rank) == 2
    ace = commits({"Ronin": ["AC"]}, options=six, teams=flush).do("card 1", "rank low A")
    assert ace.legal == ["count 0", "count +1"]
    high = commits({"Ronin": ["AC"]}, options=six, teams=flush).do("card 1", "rank high A")
    assert high.legal == ["count -1", "count 0"]
    king = commits({"Ronin": ["KC"], "CPU": []}, options=six, teams=flush).do("card 1", "count +1")
    king.do("reload", "reload", "reload")
    assert order(king) == ["Ronin high A"] and int(king.s.active_rank) == 13


def test_sko_34_an_mc_who_lags_comes_one_place_later_at_the_reveal() -> None:
    """At most at the high Ace's; turns without a card do not move."""
    lag = {name: {"statuses": ["lag"]} for name in MCS}
    hands = {"Ronin": ["2C"], "Gunslinger": ["KC"], "Sorcerer": ["AC"], "CPU": []}
    game = commits(hands, processes=lag).do("card 1", "card 1", "card 1", "rank high A", "no-card")
    assert order(game) == ["Ronin 3", "Gunslinger high A", "Sorcerer high A", "Hacker after the Kings"]


def test_sko_34_a_mob_that_lags_waits_for_those_who_do_not() -> None:
    slow = {"Glitch 1": {"statuses": ["lag"]}}
    game = turn(
        "Ronin",
        "9S",
        later=[{"by": "cpu", "card": x} for x in ("TC", "JC")],
        processes={**slow, **{name: {"hp": 0} for name in MOBS[2:]}},
    ).do("pass")
    assert int(game.s.actor) == game.number("Glitch 2"), "the only one without Lag, so nobody was asked"
    game.do("pass")
    assert int(game.s.actor) == game.number("Glitch 1")


def test_ska_08_sko_13_a_card_that_nobody_can_use_is_discarded() -> None:
    """Its owner is down, or every mob has acted: no window, no turn, no Boot used up."""
    game = turn(
        "Ronin",
        "9S",
        later=[{"by": "Hacker", "card": "TC"}, {"by": "cpu", "card": "JC"}],
        processes={"Hacker": {"hp": 0}, **{name: {"acted": True} for name in MOBS}},
        teams={"mcs": {"boot": "pair"}, "cpu": {"boot": "pair"}},
    ).do("pass")
    assert int(game.s.round_no) == 2
    assert [(e.amount, st.KIT.name(e.card)) for e in game.told("lapsed")] == [(3, "TC"), (st.CPU, "JC")]
    assert int(game.team(0).boot) == int(game.team(1).boot) == st.Row.PAIR


def test_ske_02_a_hand_holds_twelve_cards() -> None:
    cards = [f"{rank}{suit}" for suit in "CD" for rank in "234567"]
    game = turn("Ronin", "9S", hands={"Ronin": {"cards": cards}}, processes={"Ronin": {"points": 6}})
    assert "pay 1" not in game.legal
    with pytest.raises(IllegalAction, match="SKE-02"):
        game.do("pay 1")


def test_ske_01_the_second_step_must_follow() -> None:
    game = commits({"Ronin": ["AC", "2C"]}).do("card 2")
    assert game.legal == ["rank low A", "rank high A"]
    assert game.table.view("cpu_0")["phase"] == "commit"


def test_perm_every_order_of_equal_cards_is_kept() -> None:
    """The count is the same whichever way the MCs' seats are asked."""
    rng = np.random.default_rng(3)
    for seed in range(5):
        game = deal(seed=seed)
        while game.table.phase in ("deploy", "commit", "rank", "shift"):
            game.do(str(rng.choice(game.legal)))
        lays = game.s.lays[: int(game.s.lay_n)]
        keys = [(int(x.count), int(x.owner)) for x in lays]
        assert keys == sorted(keys)
    assert game.table.setup.game.id == ID
