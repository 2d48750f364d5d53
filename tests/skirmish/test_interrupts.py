"""Interrupts: meters, the cards that they demand, and what they do, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from tests.skirmish.support import Fight, deal, turn
from tests.skirmish.test_turns import close, custom
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.skirmish import state as st

READY = {"meter": 10}


def own(
    name: str, what: str | None = None, *, hand: list[str] | None = None, card: str = "9S", **more: Any
) -> Fight:
    """An MC's own turn with a full meter."""
    mine = {name: READY | ({"interrupt": what} if what else {})}
    given = more.pop("processes", {})
    processes = {**given, name: {**given.get(name, {}), **mine[name]}}
    hands = {name: {"cards": hand or []}} | more.pop("hands", {})
    return turn(name, card, processes=processes, hands=hands, **more)


def off(name: str, what: str | None = None, *, hand: list[str] | None = None, **more: Any) -> Fight:
    """The window before a turn of the CPU, in which an MC has a full meter."""
    mine = {name: READY | ({"interrupt": what} if what else {})}
    processes = {**more.pop("processes", {}), **mine}
    hands = {name: {"cards": hand or []}} | more.pop("hands", {})
    later = [{"by": "cpu", "card": "TC"}]
    acting = "Hacker" if name != "Hacker" else "Ronin"
    return turn(acting, "9S", processes=processes, hands=hands, later=later, **more).do("pass")


# Meters -----------------------------------------------------------------------------------------------------------


def test_sk_49_sko_41_49_meters_begin_as_the_scenario_says() -> None:
    game = deal("boss")
    assert [int(w.meter) for w in game.s.processes[:4]] == [4, 4, 4, 4]
    assert int(game.process("Kernel Tyrant").meter) == 5
    data = custom([{"use": "ronin", "meter": {"charge": "hit-near", "gain": 3, "start": 0}}], ["glitch"])
    assert int(deal(data).process("Ronin").meter) == 0


def test_sk_50_each_role_charges_in_its_own_way() -> None:
    """Ronin by hits in the own area, Gunslinger by attacks, Sorcerer by hits elsewhere (SKO-30)."""
    near = turn("Ronin", "9S", processes=close()).attack("Glitch 1")
    assert int(near.process("Ronin").meter) == 7
    knives = {"Ronin": {"loadout": "knives"}}
    far = turn("Ronin", "9S", processes={**close(area="Concourse"), **knives}).attack("Glitch 1")
    assert int(far.process("Ronin").meter) == 4
    missed = turn("Gunslinger", "2S", processes=close()).attack("Glitch 1")
    assert int(missed.process("Gunslinger").meter) == 6
    blast = turn("Sorcerer", "9S", processes=close(area="Concourse")).attack("Glitch 1")
    here = turn("Sorcerer", "9S", processes=close()).attack("Glitch 1")
    assert (int(blast.process("Sorcerer").meter), int(here.process("Sorcerer").meter)) == (7, 4)
    none = turn("Ronin", "3S", processes=close()).attack("Glitch 1")
    assert int(none.process("Ronin").meter) == 4, "a miss charges nobody else"


def test_sk_51_55_ten_charges_make_it_ready_and_are_the_most() -> None:
    """9 and 2 are 10 (G2.15)."""
    game = turn("Gunslinger", "9S", processes={**close(), "Gunslinger": {"meter": 9}}).attack("Glitch 1")
    assert int(game.process("Gunslinger").meter) == 10
    nine = turn(processes={"Ronin": {"meter": 9, "interrupt": "Clean slate"}})
    with pytest.raises(IllegalAction, match="SK-51"):
        nine.do("interrupt 1")


def test_sk_56_using_it_takes_all_charges() -> None:
    """G2.16."""
    game = own("Ronin", "Clean slate").do("interrupt 1")
    assert int(game.process("Ronin").meter) == 0 and "interrupt 1" not in game.legal


def test_sk_47_sko_30_a_boss_is_charged_by_every_hit_that_it_takes() -> None:
    """By an Interrupt, too."""
    game = turn(scenario="boss", processes={"Kernel Tyrant": {"area": "Dock", "meter": 0}}).attack(
        "Kernel Tyrant"
    )
    assert int(game.process("Kernel Tyrant").meter) == 5
    cut = own(
        "Ronin", hand=["KC"], scenario="boss", processes={"Kernel Tyrant": {"area": "Dock", "meter": 0}}
    )
    cut.do("interrupt 1", "card 1")
    assert int(cut.process("Kernel Tyrant").meter) == 5


def test_ska_36_mobs_have_no_meters() -> None:
    game = turn("Glitch 1", "9S", processes=close()).attack("Ronin").do("pass")
    assert all(int(w.meter) == 0 for w in game.s.processes[4:])


# Switching --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "ok"), [("JS", True), ("KS", True), ("TS", False), ("AS", False)])
def test_sk_48_57_ska_42_sko_29_a_face_card_switches_once_a_turn_and_leaves_the_meter(
    card: str, ok: bool
) -> None:
    """G2.17."""
    game = turn(card=card, processes={"Ronin": {"meter": 6}})
    assert ("switch" in game.legal) == ok
    if ok:
        game.do("switch")
        assert int(game.process("Ronin").interrupt) == 1 and int(game.process("Ronin").meter) == 6
        with pytest.raises(IllegalAction, match="SKO-29"):
            game.do("switch")


def test_ska_42_a_joker_declared_as_a_face_card_counts() -> None:
    game = turn(card="*r", rank=12)
    assert "switch" in game.legal


def test_sko_28_a_switch_discards_what_was_laid() -> None:
    game = own("Gunslinger", hand=["5C", "5D"], card="JS", processes=close()).do("interrupt 2", "card 1")
    assert int(game.process("Gunslinger").laid_n) == 1
    game.do("switch")
    assert int(game.process("Gunslinger").laid_n) == 0
    assert "5C" in game.table.view()["team_hands"]["mcs_0"]["discards"]


# Cards ------------------------------------------------------------------------------------------------------------


def test_sk_52_53_sko_28_cards_are_laid_one_by_one_and_each_must_fit() -> None:
    """Fan fire: two of one rank; a Joker fits anything. The last one needs a target."""
    game = own("Gunslinger", hand=["5C", "5D", "6C", "*r"], processes=close()).do("interrupt 2")
    assert game.legal == ["card 1", "card 2", "card 3", "card 4"]
    game.lay("5C")
    assert game.table.phase == "turn" and int(game.process("Gunslinger").laid_n) == 1
    game.do("interrupt 2")
    held = game.hand("Gunslinger")
    assert [held[int(x[5:]) - 1] for x in game.legal] == ["5D", "*r"]
    nobody = own("Gunslinger", hand=["5C", "5D"]).do("interrupt 2").lay("5C")
    with pytest.raises(IllegalAction, match="SKO-28"):
        nobody.do("interrupt 2")


def test_sko_28_an_ace_is_no_face_card() -> None:
    game = own("Ronin", hand=["AC", "QD"], processes=close()).do("interrupt 1")
    assert game.legal == ["card 1"] and game.hand("Ronin")[0] == "QD"
    with pytest.raises(IllegalAction, match="SKO-28"):
        own("Ronin", hand=["AC"], processes=close()).do("interrupt 1")


def test_sko_28_storm_takes_three_of_one_suit() -> None:
    game = own("Sorcerer", hand=["2C", "9C", "KC", "3D"], processes=close(area="Concourse")).do("interrupt 3")
    game.lay("2C").do("interrupt 3")
    held = game.hand("Sorcerer")
    assert [held[int(x[5:]) - 1] for x in game.legal] == ["9C", "KC"]


def test_sko_28_laid_cards_lie_open_and_are_no_hand_cards() -> None:
    game = own("Gunslinger", hand=["5C", "6C"], processes=close()).do("interrupt 2").lay("5C")
    seen = game.table.view("cpu_0")["processes"]["Gunslinger"]
    assert seen["laid"] == ["5C"] and seen["hand"] == ["??"]


def test_sko_10_laying_the_last_card_lets_reload_out_reload() -> None:
    game = own("Ronin", hand=["QD"], processes=close()).do("interrupt 1", "card 1")
    assert len(game.hand("Ronin")) == 3


def test_sko_28_who_goes_down_loses_what_was_laid() -> None:
    game = turn(
        "Glitch 1",
        "9S",
        processes={**close(), "Gunslinger": {"hp": 1, "meter": 10, "laid": ["5C"]}},
    ).attack("Gunslinger")
    assert "5C" in game.table.view()["team_hands"]["mcs_0"]["discards"]


# Off turn ---------------------------------------------------------------------------------------------------------


def test_sk_47_53_sko_11_12_off_turn_interrupts_come_in_windows() -> None:
    game = off("Ronin", hand=["QD"], processes=close())
    assert game.table.phase == "window" and "interrupt 1" in game.legal
    game.do("interrupt 1", "card 1")
    assert game.hp("Glitch 1") == 1 and game.table.phase == "activate"


def test_sko_11_a_window_is_held_although_no_card_fits() -> None:
    """Leaving it out would betray the hand; it then holds a pass only."""
    game = off("Ronin", hand=["2D"], processes=close())
    assert game.table.phase == "window" and game.legal == ["pass"]
    assert off("Ronin", hand=[], processes=close()).table.phase == "activate", "an empty hand is public"
    assert off("Ronin", hand=["QD"]).table.phase == "activate", "without a target there is nothing to lay for"


def test_sk_47_a_boss_interrupts_before_turns_of_mcs() -> None:
    boss = {"Kernel Tyrant": {"meter": 10, "area": "Dock"}}
    game = turn(scenario="boss", later=[{"by": "Hacker", "card": "TC"}], processes=boss).do("pass")
    assert game.table.agent == "cpu_0" and game.legal == ["pass", "interrupt 1"]


# What they do -----------------------------------------------------------------------------------------------------


def test_sko_31_39_counter_cut_hits_without_a_card_in_the_own_area() -> None:
    """Halved by Armored."""
    game = own("Ronin", hand=["QD"], processes={**close(), **close("Brute")}).do("interrupt 1", "card 1")
    assert set(game.legal) == {game.act("Glitch 1"), game.act("Brute")}
    game.attack("Brute")
    assert game.hp("Brute") == 4
    assert int(game.process("Ronin").meter) == 0, "an Interrupt hit charges no MC (SKO-30)"


def test_sko_31_clean_slate_takes_statuses_off_and_heals_a_cut() -> None:
    """14 − 10 = 4."""
    game = own("Ronin", "Clean slate", processes={"Ronin": {"hp": 5, "statuses": ["leak", "lag"]}}).do(
        "interrupt 1"
    )
    assert game.hp("Ronin") == 9 and not game.process("Ronin").status
    full = own("Ronin", "Clean slate", processes={"Ronin": {"hp": 13}}).do("interrupt 1")
    assert full.hp("Ronin") == 14


def test_sko_31_fan_fire_hits_twice_also_the_same_and_a_second_without_target_is_lost() -> None:
    game = own("Gunslinger", hand=["5C", "5D"], processes={**close(), **close("Brute")})
    game.do("interrupt 2").lay("5C").do("interrupt 2").lay("5D")
    game.attack("Glitch 1").attack("Glitch 1")
    assert game.hp("Glitch 1") == 0 and game.table.phase == "turn"
    one = own("Gunslinger", hand=["5C", "5D"], processes=close(hp=4)).do("interrupt 2").lay("5C")
    one.do("interrupt 2").lay("5D")
    assert one.hp("Glitch 1") == 0 and one.table.phase == "turn"


def test_sk_54_sko_32_a_called_shot_takes_the_place_of_the_attack() -> None:
    """Ten or higher or any Ace; double, Armored ignored; an Ace doubles no further; the card cannot be given."""
    game = own("Gunslinger", "Called shot", card="TS", processes=close("Brute")).do("interrupt 2")
    assert game.hp("Brute") == 0 or game.hp("Brute") == 7 - 8
    assert game.table.phase == "turn" and game.s.has_attacked
    assert not any(x.startswith("mob") for x in game.legal)
    low = own("Gunslinger", "Called shot", card="9S", processes=close())
    with pytest.raises(IllegalAction, match="SK-54"):
        low.do("interrupt 2")
    data = custom(["gunslinger"], [{"use": "glitch", "hp": 30}])
    mine = {"Gunslinger": READY | {"interrupt": "Called shot"}, "Glitch": {"area": "Dock"}}
    ace = turn("Gunslinger", "AS", scenario=data, processes=mine).do("interrupt 1")
    assert ace.hp("Glitch") == 30 - 8
    assert int(ace.process("Gunslinger").meter) == 0, "it is no attack (SKO-30)"


def test_sk_54_a_called_shot_is_not_for_other_turns() -> None:
    assert off("Gunslinger", "Called shot", processes=close()).table.phase == "activate"
    other = turn("Ronin", "TS", processes={**close(), "Gunslinger": READY | {"interrupt": "Called shot"}})
    assert "interrupt 2" not in other.legal


def test_sko_16_a_called_shot_opens_the_walk_again() -> None:
    game = own(
        "Gunslinger",
        "Called shot",
        card="TS",
        processes={**close("Brute", "Concourse"), "Gunslinger": {"points": 6}},
    ).do("area 2")
    assert not any(x.startswith("area") for x in game.legal)
    game.process("Brute").hp = 30
    game.do("interrupt 2").attack("Brute")
    assert any(x.startswith("area") for x in game.legal)


def test_sko_31_storm_hits_every_enemy_in_an_area_within_range() -> None:
    where = {**close("Glitch 1", "Concourse"), **close("Glitch 2", "Concourse"), **close("Brute", "Sump")}
    game = own("Sorcerer", hand=["2C", "9C", "KC"], processes=where)
    game.do("interrupt 3").lay("2C").do("interrupt 3").lay("9C").do("interrupt 3").lay("KC")
    assert set(game.legal) == {game.go("Concourse"), game.go("Sump")}
    game.do(game.go("Concourse"))
    assert (game.hp("Glitch 1"), game.hp("Glitch 2"), game.hp("Brute")) == (1, 1, 7)
    assert game.table.phase == "turn"


def test_sko_31_ward_makes_the_whole_side_armored_until_the_round_ends() -> None:
    game = own("Sorcerer", "Ward", later=[{"by": "cpu", "card": "TC"}], processes=close()).do(
        "interrupt 3", "pass"
    )
    game.do(game.act("Glitch 1")).attack("Ronin")
    assert game.hp("Ronin") == 14 - 3
    game.do("pass", "pass")
    assert int(game.s.round_no) == 2 and int(game.team().ward) == 0


def test_sko_31_backdoor_takes_the_cpus_best_card_and_needs_one() -> None:
    hands = {"cpu": {"cards": ["2C", "KD", "4S"]}}
    game = own("Hacker", hand=["QD"], hands=hands).do("interrupt 4", "card 1")
    assert game.hand("CPU") == ["2C", "4S"]
    with pytest.raises(IllegalAction, match="SKO-28"):
        own("Hacker", hand=["QD"]).do("interrupt 4")


def test_sko_31_40_reroute_pushes_any_enemy_wherever_it_stands() -> None:
    game = (
        own("Hacker", "Reroute", processes=close("Glitch 1", "Gallery")).do("interrupt 4").attack("Glitch 1")
    )
    assert game.table.phase == "push" and set(game.legal) == {game.go("Concourse"), game.go("Bridge")}
    game.do(game.go("Bridge"))
    assert game.area("Glitch 1") == "Bridge" and game.table.phase == "turn"


def test_sk_72_four_of_a_kind_bars_a_reroute() -> None:
    teams = {"cpu": {"cards": ["2H", "2C", "2D", "2S"], "uptimes": ["four-of-a-kind"]}}
    with pytest.raises(IllegalAction, match="SKO-31"):
        own("Hacker", "Reroute", teams=teams).do("interrupt 4")


def purge(**more: Any) -> Fight:
    processes = {
        "Kernel Tyrant": {"meter": 10, "area": "Bridge"},
        "Ronin": {"area": "Bridge"},
        "Hacker": {"area": "Bridge"},
    } | more.pop("processes", {})
    return turn("Kernel Tyrant", "9S", scenario="boss", processes=processes, **more).do("interrupt 1")


def test_sko_31_39_purge_pushes_each_mc_in_the_area_by_seat_and_then_takes_three() -> None:
    """Falls as usual; Armored does not help against the three."""
    game = purge(teams={"mcs": {"ward": True}})
    assert game.table.phase == "push" and int(game.s.target) == 0
    game.do(game.go("Throne"))
    assert game.hp("Ronin") == 11 and int(game.s.target) == 3
    game.do(game.go("Shaft"))
    assert game.table.phase == "exit" and game.table.agent == "mcs_0"
    game.do(game.go("Sump"))
    assert game.hp("Hacker") == 9 - 2 - 3 and game.area("Hacker") == "Sump"
    assert game.table.phase == "turn" and int(game.process("Kernel Tyrant").meter) == 0


def test_sko_31_sk_72_where_pushes_are_barred_a_purge_takes_the_three_all_the_same() -> None:
    game = purge(teams={"mcs": {"cards": ["2H", "2C", "2D", "2S"], "uptimes": ["four-of-a-kind"]}})
    assert game.table.phase == "turn" and (game.hp("Ronin"), game.hp("Hacker")) == (11, 6)


def test_sko_26_a_boot_serves_interrupt_hits_of_whose_turn_it_is() -> None:
    boot = {"mcs": {"boot_now": "pair"}}
    mine = own("Ronin", hand=["QD"], processes=close(), teams=boot).do("interrupt 1", "card 1")
    assert mine.hp("Glitch 1") == 0, "6 is raised to 8"
    other = turn(
        "Hacker",
        "9S",
        processes={**close(), "Ronin": READY},
        hands={"Ronin": {"cards": ["QD"]}},
        teams=boot,
    ).do("interrupt 1", "card 1")
    assert other.hp("Glitch 1") == 1, "it is the Hacker's Boot"
    assert st.FULL == 10
