"""Team Hands: the chart, Boots and Uptimes, clause by clause."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.skirmish.support import Fight, commits, turn
from tests.skirmish.test_turns import close, custom
from throwdown.envs.skirmish import chart, decks, state as st, terrain
from throwdown.envs.skirmish.state import Row
from throwdown.envs.skirmish.words import names

SIX = {"limit": 6}


def row(cards: str) -> str:
    """The row that cards make."""
    ids = [st.KIT.id(x) for x in cards.split()]
    return names.CHART[int(chart.row_of(np.array([*ids, *[-1] * (6 - len(ids))], np.int8), len(ids)))]


def up(name: str) -> dict[str, Any]:
    """A Team Hand with one Uptime: six junk cards would be discarded, so five and a limit of six."""
    cards = {
        "pair": ["2H", "2C"],
        "two-pair": ["2H", "2C", "4H", "4C"],
        "three-of-a-kind": ["2H", "2C", "2D"],
    }
    return {"cards": cards.get(name, ["2H", "7C", "9D", "JH", "4S"]), "uptimes": [name]}


def offered(card: str, cards: list[str], uptimes: list[str], **more: Any) -> Fight:
    """The Ronin has attacked with a card that she may give to this Team Hand."""
    teams = {"mcs": {"cards": cards, "uptimes": uptimes}} | more.pop("teams", {})
    game = turn(card=card, processes={**close("Brute"), **more.pop("processes", {})}, teams=teams, **more)
    return game.attack("Brute")


# The chart --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "want"),
    [
        ("9C", "High Card"),
        ("9C 9H", "Pair"),
        ("9C *r", "Pair"),
        ("9C 9H 4C 4S", "Two Pair"),
        ("9C 9H 9S", "Three of a Kind"),
        ("9C 9H *b", "Three of a Kind"),
        ("2C 3H 4S 5D 6C", "Straight"),
        ("AC 2H 3S 4D 5C", "Straight"),
        ("TC JH QS KD AC", "Straight"),
        ("QC KH AS 2D 3C", "High Card"),
        ("2C 3H *r 5D 6C", "Straight"),
        ("2C 4C 6C 8C TC", "Flush"),
        ("2C 4C 6C 8C *r", "Flush"),
        ("9C 9H 4C 4S 4D", "Full House"),
        ("9C 9H 4C 4S *r", "Full House"),
        ("AC AH 8C 8S", "Dead Man's Hand"),
        ("AC *r 8C 8S", "Dead Man's Hand"),
        ("AC AH 8C 8S 8D", "Full House"),
        ("AC AH 8C 8S 2D", "Two Pair"),
        ("9C 9H 9S 9D", "Four of a Kind"),
        ("9C 9H *r *b", "Four of a Kind"),
        ("2C 3C 4C 5C 6C", "Straight Flush"),
        ("AC 2C 3C 4C 5C", "Straight Flush"),
        ("TC JC QC KC AC", "Royal Flush"),
        ("TC JC *r KC AC", "Royal Flush"),
        ("9C 9H 9S 9D *r", "Five of a Kind"),
        ("9C 9H 9S *r *b", "Five of a Kind"),
        ("2H 3H 4H 5H 6H 9S", "Straight Flush"),
        ("9C 9H 9S 4C 4D 2H", "Full House"),
    ],
)
def test_sk_66_81_82_83_84_ska_11_53_sko_27_the_row_of_cards(cards: str, want: str) -> None:
    """Jokers are wild and may double a card; an Ace is low or high, and no straight goes round it."""
    assert row(cards) == want


def test_sk_69_to_sk_80_rows_stand_in_this_order() -> None:
    """SK-69, SK-70, SK-71, SK-72, SK-73, SK-74, SK-75, SK-76, SK-77, SK-78, SK-79 and SK-80, strongest first."""
    strongest_first = [
        "Five of a Kind",
        "Royal Flush",
        "Straight Flush",
        "Four of a Kind",
        "Dead Man's Hand",
        "Full House",
        "Flush",
        "Straight",
        "Three of a Kind",
        "Two Pair",
        "Pair",
        "High Card",
    ]
    assert list(names.CHART)[::-1] == strongest_first


# Giving and climbing ----------------------------------------------------------------------------------------------


def test_sk_29_ska_24_sko_20_the_card_of_an_attack_may_be_given_a_miss_too() -> None:
    game = turn(card="3S", processes=close()).attack("Glitch 1")
    assert game.told("missed") and game.legal == ["pass", "give"]
    game.do("give")
    assert game.table.view()["team_hands"]["mcs_0"]["cards"] == ["3S"]
    kept = turn(card="3S", processes=close()).attack("Glitch 1").do("pass", "pass")
    assert "3S" in kept.table.view()["team_hands"]["mcs_0"]["discards"]


def test_sk_29_ska_25_one_card_a_round_for_each() -> None:
    """G2.31: the second attack's card cannot go in; another MC's can."""
    game = turn("Gunslinger", "9S", processes={**close(), "Gunslinger": {"gave": True}}).attack("Glitch 1")
    assert game.table.phase == "turn"
    other = turn("Ronin", "9S", processes={**close(), "Gunslinger": {"gave": True}}).attack("Glitch 1")
    assert other.table.phase == "give"


def test_sk_67_68_79_ska_30_31_a_pair_boots_the_next_turn_and_runs_as_an_uptime() -> None:
    """G2.25: Accuracy is raised at once; the Boot serves the next turn of any MC, and is used up by it."""
    game = offered("9S", ["9C"], []).do("give")
    assert game.rows() == ["Pair"] and int(game.team().boot) == Row.PAIR
    assert int(terrain.accuracy(game.s, 0)) == 3
    later = offered(
        "9S", ["9C"], [], later=[{"by": "Hacker", "card": "TC"}, {"by": "Sorcerer", "card": "JC"}]
    )
    later.do("give", "pass")
    assert int(later.team().boot_now) == Row.PAIR and int(later.team().boot) == 0 and int(later.s.actor) == 3
    later.do("pass")
    assert int(later.team().boot_now) == 0 and int(later.s.actor) == 2


def test_sk_86_ska_28_uptimes_of_one_hand_add_up() -> None:
    """G2.26: Two Pair over Pair, both run."""
    game = offered("4S", ["9C", "9H", "4C"], ["pair"]).do("give")
    assert game.rows() == ["Pair", "Two Pair"] and int(game.team().boot) == Row.TWO_PAIR
    assert (int(terrain.accuracy(game.s, 0)), int(terrain.resist(game.s, 0))) == (3, 9)


def test_ska_28_sko_21_a_row_that_is_skipped_or_lower_adds_nothing() -> None:
    """Three of a Kind at once: no Pair; a Two Pair under it is no climb."""
    game = offered("9S", ["9C", "*r"], ["pair"]).do("give")
    assert game.rows() == ["Pair", "Three of a Kind"]
    lower = offered("4S", ["9C", "9H", "4C"], ["three-of-a-kind"]).do("give")
    assert lower.rows() == ["Three of a Kind"] and int(lower.team().boot) == 0


def test_sk_84_ska_27_dead_mans_hand_is_above_a_full_house() -> None:
    """G2.27, G2.28: from it to a Full House is no climb."""
    game = offered("8S", ["AC", "AH", "8C"], ["pair"]).do("give")
    assert game.rows()[-1] == "Dead Man's Hand"
    more = offered("8S", ["AC", "AH", "8C", "8D"], ["dead-mans-hand"], options=SIX).do("give")
    assert more.rows() == ["Dead Man's Hand"] and int(more.team().boot) == 0


def test_sk_87_ska_26_the_fifth_card_discards_the_hand_after_its_row() -> None:
    """G2.29: the Boot stays, the Uptimes end."""
    game = offered("6S", ["2C", "3H", "4S", "5D"], []).do("give")
    assert int(game.team().boot) == Row.STRAIGHT
    assert int(game.team().n) == 0 and game.rows() == []
    assert {"2C", "6S"} <= set(game.table.view()["team_hands"]["mcs_0"]["discards"])


def test_sk_87_sko_44_with_a_limit_of_six_it_stays() -> None:
    game = offered("6S", ["2C", "3H", "4S", "5D"], [], options=SIX).do("give")
    assert game.rows() == ["Straight"] and int(game.team().n) == 5


def test_ska_29_sko_23_a_card_given_up_leaves_the_rows_the_last_one_ends_them() -> None:
    theirs = {"cpu": {"cards": ["5C", "5H"], "uptimes": ["pair"]}}
    game = offered("9S", ["9C", "9H"], ["pair"], teams=theirs).do("give")
    assert (
        game.table.phase == "yield" and game.table.agent == "cpu_0" and game.legal == ["yield 1", "yield 2"]
    )
    game.do("yield 2")
    assert game.rows(1) == ["Pair"] and int(game.team(1).n) == 1
    assert game.table.view()["team_hands"]["cpu_0"]["discards"] == ["5H"]
    last = offered("9S", ["9C", "9H"], ["pair"], teams={"cpu": {"cards": ["5C"]}}).do("give")
    assert int(last.team(1).n) == 0 and last.rows(1) == []


def test_sk_77_sko_23_an_empty_team_hand_gives_nothing() -> None:
    assert offered("9S", ["9C", "9H"], ["pair"]).do("give").table.phase == "turn"


def test_sk_85_ska_32_sko_43_boots_do_not_stack() -> None:
    """G2.30: the newer replaces the one that waits."""
    game = offered("4S", ["9C", "9H", "4C"], ["pair"])
    game.team().boot = int(Row.PAIR)
    game.do("give")
    assert int(game.team().boot) == Row.TWO_PAIR


# Boots ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("boot", "want"), [("pair", 5), ("two-pair", 8), ("straight", 8), ("royal-flush", 16), (None, 4)]
)
def test_sk_70_76_78_79_boots_raise_double_and_quadruple(boot: str | None, want: int) -> None:
    """Pistols, Damage 4, on a target of 30 HP."""
    data = custom(["gunslinger"], [{"use": "glitch", "hp": 30}])
    teams = {"mcs": {"boot_now": boot}} if boot else {}
    game = turn("Gunslinger", "9S", scenario=data, teams=teams, processes={"Glitch": {"area": "Dock"}})
    assert 30 - game.attack("Glitch").hp("Glitch") == want


@pytest.mark.parametrize(("boot", "want"), [("two-pair", 4), ("straight", 8), ("royal-flush", 16)])
def test_sk_70_76_a_straight_and_a_royal_flush_ignore_armored(boot: str, want: int) -> None:
    data = custom(["gunslinger"], [{"use": "glitch", "hp": 30, "armored": True}])
    teams = {"mcs": {"boot_now": boot}}
    game = turn("Gunslinger", "9S", scenario=data, teams=teams, processes={"Glitch": {"area": "Dock"}})
    assert 30 - game.attack("Glitch").hp("Glitch") == want


def test_sk_73_ska_33_dead_mans_hand_raises_maxhp_and_hp_for_the_fight() -> None:
    game = turn(later=[{"by": "Hacker", "card": "TC"}], teams={"mcs": {"boot": "dead-mans-hand"}}).do("pass")
    assert (game.hp("Hacker"), int(game.process("Hacker").max_hp)) == (12, 12)
    game.do("pass")
    assert int(game.process("Hacker").max_hp) == 12


def test_sk_75_ska_34_a_flush_makes_the_enemys_uptimes_absent_for_the_turn() -> None:
    """And back they are when it ends."""
    game = turn(
        later=[{"by": "Hacker", "card": "TC"}],
        teams={"mcs": {"boot": "flush"}, "cpu": up("straight")},
        options=SIX,
    )
    p = game.number("Glitch 1")
    assert int(terrain.evade(game.s, p)) == 11
    game.do("pass")
    assert int(game.team().boot_now) == Row.FLUSH and int(terrain.evade(game.s, p)) == 12
    game.do("pass")
    assert int(terrain.evade(game.s, p)) == 11


def test_sk_72_sko_24_four_of_a_kind_takes_the_others_best_card() -> None:
    """A Joker goes before an Ace; laid cards are not looked at."""
    hands = {"cpu": {"cards": ["2C", "AD", "KC"]}}
    game = offered("9S", ["9C", "9H", "9D"], ["three-of-a-kind"], hands=hands).do("give")
    assert game.hand("CPU") == ["2C", "KC"]
    joker = {"cpu": {"cards": ["2C", "AD", "*b"]}}
    assert offered("9S", ["9C", "9H", "9D"], ["three-of-a-kind"], hands=joker).do("give").hand("CPU") == [
        "2C",
        "AD",
    ]


def test_sk_72_88_ska_35_sko_24_the_mcs_lose_their_best_by_rank_then_seat_then_suit() -> None:
    def after(**held: list[str]) -> list[list[str]]:
        game = turn(
            "Glitch 1",
            "9S",
            processes={"Glitch 1": {"area": "Dock"}},
            teams={"cpu": {"cards": ["9C", "9H", "9D"], "uptimes": ["three-of-a-kind"]}},
            hands={name: {"cards": cards} for name, cards in held.items()},
        )
        game.attack("Sorcerer").do("give")
        return [game.hand(name) for name in held]

    assert after(Ronin=["KC", "5C"], Hacker=["AC"]) == [["5C", "KC"], []], "rank"
    assert after(Gunslinger=["KC"], Hacker=["KS"]) == [[], ["KS"]], "seat"
    assert after(Gunslinger=["KC", "KS"], Hacker=["2S"]) == [["KC"], ["2S"]], "suit"


def test_sko_10_a_forced_discard_empties_a_hand_and_reload_out_reloads() -> None:
    game = turn(
        "Glitch 1",
        "9S",
        processes={"Glitch 1": {"area": "Dock"}},
        teams={"cpu": {"cards": ["9C", "9H", "9D"], "uptimes": ["three-of-a-kind"]}},
        hands={"Ronin": {"cards": ["KC"]}, "Hacker": {"cards": ["2S"]}},
    )
    game.attack("Sorcerer").do("give")
    assert len(game.hand("Ronin")) == 3 and "KC" not in game.hand("Ronin")


def test_sk_74_sko_22_a_full_house_lets_all_who_stand_draw_a_card() -> None:
    """The hand cap is observed."""
    full = [f"{r}{s}" for s in "DH" for r in "234567"]
    game = offered(
        "9S",
        ["9C", "9H", "4C", "4S"],
        ["two-pair"],
        hands={"Hacker": {"cards": full}},
        processes={"Sorcerer": {"hp": 0}},
    ).do("give")
    assert [len(game.hand(x)) for x in ("Ronin", "Gunslinger", "Sorcerer", "Hacker")] == [1, 1, 0, 12]


def test_sk_71_sko_22_a_straight_flush_lets_all_reload() -> None:
    game = offered("6S", ["2S", "3S", "4S", "5S"], []).do("give")
    assert [len(game.hand(x)) for x in ("Ronin", "Gunslinger", "Sorcerer", "Hacker")] == [3, 5, 4, 4]


def test_sk_69_five_of_a_kind_restores_all_who_stand() -> None:
    hurt = {name: {"hp": 1, "statuses": ["leak"]} for name in ("Ronin", "Hacker")}
    game = offered("9S", ["9C", "9H", "9D", "*r"], ["four-of-a-kind"], processes=hurt).do("give")
    assert (game.hp("Ronin"), game.hp("Hacker")) == (14, 9)
    assert not game.process("Hacker").status and not game.process("Ronin").status


def test_sk_88_ska_35_the_cpus_rows_serve_its_mobs() -> None:
    """Straight Flush: the CPU reloads; Full House: it draws one; Five of a Kind: all mobs that stand."""

    def given(card: str, cards: list[str], **more: Any) -> Fight:
        own = {"Glitch 1": {"area": "Dock", "hp": 3}} | more.pop("processes", {})
        game = turn("Glitch 1", card, processes=own, teams={"cpu": {"cards": cards, **more}})
        return game.attack("Sorcerer").do("give")

    assert len(given("6S", ["2S", "3S", "4S", "5S"]).hand("CPU")) == 5
    house = given("9S", ["9C", "9H", "4C", "4S"], uptimes=["two-pair"])
    assert len(house.hand("CPU")) == 1
    five = given("9S", ["9C", "9H", "9D", "*r"], uptimes=["four-of-a-kind"])
    assert five.hp("Glitch 1") == 7
    pair = given("9S", ["9C"])
    assert int(terrain.accuracy(pair.s, pair.number("Brute"))) == 2 and int(pair.team(1).boot) == Row.PAIR


def test_ska_30_31_the_cpus_boot_attaches_to_its_next_turn() -> None:
    gone = {x: {"hp": 0} for x in ("Drone 1", "Drone 2", "Sentry 1", "Sentry 2", "Brute")}
    own = {"Glitch 1": {"area": "Dock"}, "Glitch 2": {"area": "Dock"}, **gone}
    game = turn(
        "Glitch 1", "9S", processes=own, teams={"cpu": {"cards": ["9C"]}}, later=[{"by": "cpu", "card": "TC"}]
    )
    game.attack("Hacker").do("give", "pass")
    assert int(game.s.actor) == game.number("Glitch 2") and int(game.team(1).boot_now) == Row.PAIR
    game.attack("Ronin")
    assert game.hp("Ronin") == 14 - 7, "Damage 5 is raised to 7"


# Uptimes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("pair", (4, 12, 4, 9)),
        ("two-pair", (5, 12, 4, 8)),
        ("three-of-a-kind", (5, 12, 3, 9)),
        ("straight", (5, 11, 4, 9)),
    ],
)
def test_sk_76_77_78_79_ska_12_uptimes_raise_the_four_ratings(name: str, numbers: tuple[int, ...]) -> None:
    """Of the Hacker: Accuracy 5, Evade 12, Connect 4, Resist 9."""
    game = turn(teams={"mcs": up(name)}, options=SIX)
    s, p = game.s, game.number("Hacker")
    found = (terrain.accuracy(s, p), terrain.evade(s, p), terrain.connect(s, p), terrain.resist(s, p))
    assert tuple(map(int, found)) == numbers


def test_sk_77_connect_is_raised_for_who_has_one() -> None:
    game = turn(teams={"mcs": up("three-of-a-kind")})
    assert int(terrain.connect(game.s, game.number("Ronin"))) == 0


def test_sk_73_sko_26_dead_mans_hand_raises_damage_and_a_boot_raises_it_again() -> None:
    """5, 7, 9."""
    data = custom(
        [{"use": "ronin", "loadouts": [{"name": "blade", "range": 0, "damage": 5}]}],
        [{"use": "glitch", "hp": 30}],
    )
    hand = {"cards": ["AC", "AH", "8C", "8S"], "uptimes": ["dead-mans-hand"]}
    one = turn(card="9S", scenario=data, processes={"Glitch": {"area": "Dock"}}, teams={"mcs": hand})
    assert 30 - one.attack("Glitch").hp("Glitch") == 7
    both = {"mcs": hand | {"boot_now": "pair"}}
    two = turn(card="9S", scenario=data, processes={"Glitch": {"area": "Dock"}}, teams=both)
    assert 30 - two.attack("Glitch").hp("Glitch") == 9


def test_sk_70_a_royal_flush_makes_all_armored() -> None:
    game = turn("Glitch 1", "9S", processes=close(), teams={"mcs": up("royal-flush")}, options=SIX)
    assert game.attack("Ronin").hp("Ronin") == 14 - 3


def test_sk_71_sko_25_a_straight_flush_charges_at_the_start_of_each_round() -> None:
    """Only meters that there are (SKA-36)."""
    game = turn(teams={"mcs": up("straight-flush")}, options=SIX).do("pass")
    assert [int(game.process(x).meter) for x in ("Ronin", "Gunslinger")] == [5, 5]
    cpu = turn(scenario="boss", teams={"cpu": up("straight-flush")}, options=SIX).do("pass")
    assert int(cpu.process("Kernel Tyrant").meter) == 6 and int(cpu.process("Brute").meter) == 0


def test_sk_74_a_full_house_makes_the_others_draw_one_less() -> None:
    """G2.40; of MCs each, at least one (SKA-35)."""
    teams = {"mcs": up("full-house")}
    game = commits({}, teams=teams, options=SIX).do("reload", "reload", "reload", "reload")
    assert int(game.s.draw) == 5 and len(game.hand("CPU")) == 4
    mine = commits({}, teams={"cpu": up("full-house")}, options=SIX).do(
        "reload", "reload", "reload", "reload"
    )
    assert [len(mine.hand(x)) for x in ("Ronin", "Gunslinger")] == [2, 4]


def test_sk_69_ska_39_five_of_a_kind_locks_statuses() -> None:
    """A Clean slate removes none then."""
    meter = {"Ronin": {"meter": 10, "interrupt": "Clean slate", "statuses": ["leak"], "hp": 5}}
    game = turn(processes=meter, teams={"mcs": up("five-of-a-kind")}, options=SIX).do("interrupt 1")
    assert game.process("Ronin").status and game.hp("Ronin") == 9


def test_uptimes_end_with_the_hand() -> None:
    """SK-68, SK-87."""
    game = offered("3S", ["9C", "9H", "4C", "2D"], ["pair"])
    assert bool(decks.has_up(game.s, 0, Row.PAIR))
    game.do("give")
    assert not bool(decks.has_up(game.s, 0, Row.PAIR))
