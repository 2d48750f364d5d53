"""Turns: attacks, hacks, movement, pushes, falls, bonus actions and what Move points pay for, clause by clause."""

from __future__ import annotations

import numpy as np
import pytest

from tests.skirmish.support import MCS, Fight, commits, deal, position, turn
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.skirmish import attacks, state as st, terrain

CARDS = {3: "3S", 4: "4S", 9: "9S", 10: "TS", 11: "JS", 12: "QS", 13: "KS", 14: "AS"}


def close(name: str = "Glitch 1", area: str = "Dock", **more: object) -> dict[str, object]:
    return {name: {"area": area, **more}}


def custom(mcs: list[object], mobs: list[object], **more: object) -> dict[str, object]:
    """A scenario like `skirmish` with other fighters."""
    return dict(deal().table.setup.config) | {"mcs": mcs, "fights": [{"mobs": mobs}]} | more


# Attacks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rank", "hp"), [(3, 7), (4, 1), (10, 1), (11, 1), (12, 7), (13, 7), (14, 0)])
def test_sk_34_35_36_37_ska_14_15_a_card_hits_from_accuracy_on_and_below_evade(rank: int, hp: int) -> None:
    """Ronin: Accuracy 4, Damage 6; a Glitch has Evade 12 and 7 HP; an Ace hits at double damage (G2.4 to G2.8)."""
    game = turn(card=CARDS[rank], processes=close()).attack("Glitch 1")
    assert game.hp("Glitch 1") == hp
    kinds = {e.kind for e in game.table.events}
    assert ("missed" in kinds) == (rank == 3) and ("dodged" in kinds) == (rank in (12, 13))


@pytest.mark.parametrize("rank", range(2, 15))
def test_ska_15_under_accuracy_and_over_evade_only_an_ace_hits(rank: int) -> None:
    """Accuracy 9, Evade 7 (G2.9); the report is a miss where both hold."""
    assert bool(attacks.hits(rank, 9, 7)) == (rank == 14)
    data = custom([{"use": "ronin", "accuracy": 9}], [{"use": "glitch", "evade": 7}])
    game = turn("Ronin", "8S", scenario=data, processes={"Glitch": {"area": "Dock"}}).attack("Glitch")
    assert game.told("missed") and not game.told("dodged")


def test_g_2_44_of_thirteen_ranks_eight_hit_accuracy_4_against_evade_11() -> None:
    """SK-34, SK-35, SK-37."""
    assert sum(bool(attacks.hits(rank, 4, 11)) for rank in range(2, 15)) == 8


def test_sk_28_38_sko_15_range_0_reaches_the_own_area_only() -> None:
    """And only enemies who stand (G2.19)."""
    game = turn(processes={**close(), **close("Glitch 2", "Concourse"), **close("Brute", hp=0)})
    assert game.act("Glitch 1") in game.legal
    for name, clause in (("Glitch 2", "SK-38"), ("Brute", "SKA-45")):
        with pytest.raises(IllegalAction, match=clause):
            game.attack(name)
    assert not any(x.startswith("mc") for x in game.legal)


def test_sk_39_40_41_more_range_counts_areas_outward() -> None:
    """Pistols, Range 2: from the Dock the Bridge lies straight ahead; the Gallery is round a right angle (SK-42)."""
    where = {**close("Glitch 1", "Bridge"), **close("Glitch 2", "Gallery"), **close("Brute", "Dock")}
    game = turn("Gunslinger", processes=where)
    assert game.act("Glitch 1") in game.legal and game.act("Brute") in game.legal
    with pytest.raises(IllegalAction, match="SK-38"):
        game.attack("Glitch 2")


def test_ska_45_who_is_brought_down_is_off_the_map_and_discards() -> None:
    """A mob's attack; the MC's cards go to the discards."""
    game = turn(
        "Brute",
        "9S",
        processes={"Brute": {"area": "Dock"}, "Sorcerer": {"hp": 5}},
        hands={"Sorcerer": {"cards": ["2C", "KD"]}},
    ).attack("Sorcerer")
    assert game.hp("Sorcerer") == 0 and not game.process("Sorcerer").is_up
    assert game.hand("Sorcerer") == []
    assert {"2C", "KD"} <= set(game.table.view()["team_hands"]["mcs_0"]["discards"])


def test_sk_45_the_sorcerers_blast_is_an_attack() -> None:
    game = turn("Sorcerer", processes=close(area="Concourse")).attack("Glitch 1")
    assert game.hp("Glitch 1") == 1 and game.table.phase == "give"


@pytest.mark.parametrize(
    ("damage", "raises", "ace", "armored", "want"),
    [
        (6, 0, True, True, 6),
        (6, 1, True, True, 8),
        (5, 1, False, False, 7),
        (5, 0, False, True, 3),
        (1, 0, False, True, 1),
    ],
)
def test_ska_13_37_38_raises_then_multipliers_then_armored(
    damage: int, raises: int, ace: bool, armored: bool, want: int
) -> None:
    """G2.45: 6, raised to 8, doubled by the Ace to 16, halved to 8; halves are rounded up, and are 1 at least."""
    data = custom(
        [{"use": "ronin", "loadouts": [{"name": "blade", "range": 0, "damage": damage}]}],
        [{"use": "glitch", "hp": 30, "armored": armored}],
    )
    teams = {"mcs": {"boot_now": "pair"}} if raises else {}
    game = turn(
        card="AS" if ace else "9S", scenario=data, processes={"Glitch": {"area": "Dock"}}, teams=teams
    )
    assert 30 - game.attack("Glitch").hp("Glitch") == want


def test_ska_12_13_a_raise_is_a_quarter_up_and_a_cut_three_quarters_down() -> None:
    """G2.39: 26, 19, 14, 10, 7."""
    s = deal().s
    found = [26]
    for _ in range(4):
        found.append(int(terrain.cut(s, found[-1])))
    assert found == [26, 19, 14, 10, 7]
    assert [int(terrain.raised(s, x)) for x in (5, 6, 7, 9, 1)] == [7, 8, 9, 12, 2]


# Hacks and statuses ------------------------------------------------------------------------------------------------


def test_sk_46_ska_40_sko_33_46_a_hack_goes_with_the_attack_on_the_same_card() -> None:
    """Connect 4, Resist 10: a 9 works; Exposed does not help the attack that it comes with."""
    game = turn("Hacker", "9S", processes=close(area="Concourse")).attack("Glitch 1")
    assert game.legal == ["pass", "hack lag", "hack exposed", "hack jammed", "hack leak"]
    game.do("hack exposed")
    assert game.hp("Glitch 1") == 3 and game.process("Glitch 1").status == 1 << st.Status.EXPOSED
    late = turn("Hacker", "QS", processes=close(area="Concourse")).attack("Glitch 1").do("hack exposed")
    assert late.hp("Glitch 1") == 7 and late.told("hack-failed")
    ace = turn("Hacker", "AS", processes=close(area="Concourse", hp=5)).attack("Glitch 1").do("hack leak")
    assert ace.told("hacked"), "an Ace always works"


def test_sko_33_a_hack_that_works_charges_even_if_the_target_goes_down() -> None:
    game = turn("Hacker", "9S", processes=close(area="Concourse", hp=4)).attack("Glitch 1").do("hack leak")
    assert game.hp("Glitch 1") == 0 and int(game.process("Hacker").meter) == 4 + 3


def test_sko_33_34_nothing_is_asked_where_nothing_can_be_inflicted() -> None:
    """All four statuses, or locked; a status that the target has is not offered."""
    every = ["lag", "exposed", "jammed", "leak"]
    game = turn("Hacker", "9S", processes=close(area="Concourse", statuses=every)).attack("Glitch 1")
    assert game.table.phase == "give"
    some = turn("Hacker", "9S", processes=close(area="Concourse", statuses=every[:2])).attack("Glitch 1")
    assert some.legal == ["pass", "hack jammed", "hack leak"]
    lock = {"cpu": {"cards": ["2H", "2C", "2D", "2S", "*r"], "uptimes": ["five-of-a-kind"]}}
    locked = turn("Hacker", "9S", processes=close(area="Concourse"), teams=lock, options={"limit": 6})
    assert locked.attack("Glitch 1").table.phase == "give"


def test_sk_46_without_connect_there_is_no_hack() -> None:
    assert turn(processes=close()).attack("Glitch 1").table.phase == "give"


def test_sko_34_exposed_and_jammed_move_evade_and_accuracy_by_two() -> None:
    game = turn(processes=close(statuses=["exposed", "jammed"]))
    p = game.number("Glitch 1")
    assert (int(terrain.evade(game.s, p)), int(terrain.accuracy(game.s, p))) == (14, 4)


def test_sko_35_14_leak_costs_two_at_the_start_of_each_own_turn() -> None:
    """Who is brought down by it has no turn; the card is discarded and the Boot spent."""
    leak = {"statuses": ["leak"]}
    game = turn(later=[{"by": "Hacker", "card": "TC"}], processes={"Hacker": leak}).do("pass")
    assert game.hp("Hacker") == 7 and int(game.s.actor) == 3
    gone = turn(
        later=[{"by": "Hacker", "card": "TC"}, {"by": "Sorcerer", "card": "JC"}],
        processes={"Hacker": leak | {"hp": 2}},
        teams={"mcs": {"boot": "pair"}},
    ).do("pass")
    assert gone.hp("Hacker") == 0 and int(gone.s.actor) == 2
    assert int(gone.team().boot) == 0 and int(gone.team().boot_now) == 0
    assert "TC" in gone.table.view()["team_hands"]["mcs_0"]["discards"]


def test_sko_14_a_turn_starts_with_brace_income_boot_and_then_leak() -> None:
    """A raise of MaxHP comes before Leak: 2 of 9 HP become 5 of 12, then 3."""
    game = turn(
        later=[{"by": "Hacker", "card": "TC"}],
        processes={"Hacker": {"statuses": ["leak"], "hp": 2, "brace": True}},
        teams={"mcs": {"boot": "dead-mans-hand"}},
    ).do("pass")
    w = game.process("Hacker")
    assert (int(w.hp), int(w.max_hp), int(w.brace), int(w.points)) == (3, 12, 0, 3)


# Movement ---------------------------------------------------------------------------------------------------------


def test_sk_26_27_income_comes_once_a_round_up_to_max_move() -> None:
    """Move 3, Max Move 8, 7 points held: 8 (G2.12); a second turn brings nothing (G2.13)."""
    game = turn(later=[{"by": "Hacker", "card": "TC"}], processes={"Hacker": {"points": 7}}).do("pass")
    assert int(game.process("Hacker").points) == 8
    hands = {"Gunslinger": ["3C", "4C"], "CPU": []}
    twice = commits(hands).do("reload", "card 1", "card 1", "reload", "reload")
    assert int(twice.process("Gunslinger").points) == 2
    twice.do("pass")
    assert int(twice.s.actor) == 1 and int(twice.process("Gunslinger").points) == 2


def test_sk_27_what_is_not_spent_is_kept() -> None:
    game = turn(processes={"Ronin": {"points": 5}}).do("pass")
    assert int(game.process("Ronin").points) == 5 and int(game.s.round_no) == 2


def test_sk_31_58_59_a_step_costs_what_the_map_says_and_no_half_is_taken() -> None:
    game = turn(processes={"Ronin": {"points": 4}}).do("area 2")
    assert game.area("Ronin") == "Concourse" and int(game.process("Ronin").points) == 2
    assert game.go("Bridge") in game.legal
    with pytest.raises(IllegalAction, match="SK-59"):
        game.do(game.go("Gallery"))
    with pytest.raises(IllegalAction, match="SK-58"):
        game.do(game.go("Throne"))


def test_sk_33_60_101_ska_20_sko_16_a_walk_ends_at_an_enemy_until_one_attacks() -> None:
    """Before and after the attack one may walk; leaving the area in which the turn began is free."""
    game = turn(processes={**close("Glitch 1", "Concourse"), "Ronin": {"points": 8}}).do("area 2")
    assert not any(x.startswith("area") for x in game.legal)
    with pytest.raises(IllegalAction, match="SK-60"):
        game.do("area 3")
    game.attack("Glitch 1").do("pass")
    assert game.go("Bridge") in game.legal
    held = turn(processes={**close("Glitch 1", "Dock"), "Ronin": {"points": 8}})
    assert held.go("Concourse") in held.legal, "the turn began beside an enemy"


def test_ska_20_sko_16_where_the_last_enemy_has_gone_down_the_way_is_free() -> None:
    game = turn("Gunslinger", processes={**close("Glitch 1", "Concourse", hp=4), "Gunslinger": {"points": 6}})
    game.do("area 2").attack("Glitch 1").do("pass", game.go("Bridge"))
    assert game.area("Gunslinger") == "Bridge"


def test_ska_21_allies_do_not_block() -> None:
    game = turn(processes={"Hacker": {"area": "Concourse"}, "Ronin": {"points": 4}}).do("area 2", "area 3")
    assert game.area("Ronin") == "Bridge"


def test_sk_64_65_sko_17_45_ska_44_a_mob_takes_auto_steps_whatever_they_cost() -> None:
    """G2.35: Auto/2 is two steps; a mob that is not activated takes none."""
    game = turn("Glitch 1", "9S", processes={"Glitch 1": {"area": "Throne", "steps": 2}})
    game.do(game.go("Bridge"), game.go("Gallery"))
    assert game.area("Glitch 1") == "Gallery" and not any(x.startswith("area") for x in game.legal)
    with pytest.raises(IllegalAction, match="SK-64"):
        game.do(game.go("Bridge"))
    assert game.area("Glitch 2") == "Throne"


def test_ska_44_an_extra_turn_of_a_boss_refills_nothing() -> None:
    cards = [{"by": "cpu", "card": x} for x in ("TC", "JC")]
    game = turn(
        "Kernel Tyrant",
        "9S",
        scenario="boss",
        later=cards,
        processes={
            **{name: {"acted": True} for name in ("Glitch", "Drone", "Sentry", "Brute")},
            "Kernel Tyrant": {"points": 1},
        },
    ).do("pass")
    assert int(game.s.actor) == game.number("Kernel Tyrant")
    assert int(game.process("Kernel Tyrant").points) == 1


@pytest.mark.parametrize(("name", "ok"), [("Glitch 1", False), ("Drone 1", True)])
def test_sk_95_99_sko_18_one_way_paths_are_one_way_but_for_flyers_at_a_shaft(name: str, ok: bool) -> None:
    """From the Sump up the Shaft (G2.36)."""
    game = turn(name, "9S", processes={name: {"area": "Sump", "steps": 1}})
    assert (game.go("Shaft") in game.legal) == ok


def test_sk_99_flyers_stay_in_falling_areas_and_pay_three_points() -> None:
    flyer = {"use": "ronin", "flying": True}
    data = custom([flyer], ["glitch"])
    game = turn("Ronin", "9S", scenario=data, processes={"Ronin": {"area": "Bridge", "points": 6}})
    game.do(game.go("Shaft"))
    assert game.area("Ronin") == "Shaft" and game.hp("Ronin") == 14 and int(game.process("Ronin").points) == 3
    game.do(game.go("Bridge"))
    assert int(game.process("Ronin").points) == 0


def test_sk_96_97_98_sko_19_who_walks_into_a_falling_area_leaves_it_at_once() -> None:
    """Two ways out: the player chooses; four cuts of 14 are 10, 7, 5, 3 (G2.37)."""
    game = turn(processes={"Ronin": {"area": "Bridge", "points": 3}}).do("area 6")
    assert game.table.phase == "exit" and game.table.agent == "mcs_0"
    assert game.legal == [game.go("Concourse"), game.go("Sump")]
    game.do(game.go("Sump"))
    assert game.area("Ronin") == "Sump" and game.hp("Ronin") == 14 - 3
    assert int(game.process("Ronin").points) == 2, "the way out costs nothing (SKO-17)"


def test_sko_16_who_falls_beside_an_enemy_has_ended_the_walk() -> None:
    game = turn(processes={"Ronin": {"area": "Bridge", "points": 8}, **close("Glitch 1", "Sump")})
    game.do(game.go("Shaft"), game.go("Sump"))
    assert not any(x.startswith("area") for x in game.legal)


def test_sko_39_armored_does_not_help_against_falls_and_leaks() -> None:
    ward = {"mcs": {"ward": True}}
    game = turn(processes={"Ronin": {"area": "Bridge", "points": 3}}, teams=ward).do("area 6", "area 7")
    assert game.hp("Ronin") == 11
    leak = turn(
        later=[{"by": "Hacker", "card": "TC"}], processes={"Hacker": {"statuses": ["leak"]}}, teams=ward
    )
    assert leak.do("pass").hp("Hacker") == 7


# Pushes -----------------------------------------------------------------------------------------------------------


def brute(**more: object) -> Fight:
    return turn("Brute", "9S", processes={"Brute": {"area": "Bridge"}, "Ronin": {"area": "Bridge"}}, **more)


def test_ska_41_sko_40_a_hit_of_the_brute_pushes_and_the_pusher_chooses() -> None:
    """Also beside enemies; the push is obligatory."""
    game = brute().attack("Ronin")
    assert game.table.phase == "push" and game.table.agent == "cpu_0" and "pass" not in game.legal
    assert set(game.legal) == {game.go(x) for x in ("Concourse", "Throne", "Gallery", "Shaft")}
    game.do(game.go("Throne"))
    assert game.area("Ronin") == "Throne" and game.hp("Ronin") == 9


def test_sk_97_98_ska_50_who_is_pushed_down_a_shaft_chooses_the_way_out() -> None:
    game = brute().attack("Ronin")
    game.do(game.go("Shaft"))
    assert game.table.phase == "exit" and game.table.agent == "mcs_0"
    game.do(game.go("Concourse"))
    assert game.area("Ronin") == "Concourse" and game.hp("Ronin") == 14 - 5 - 3


def test_sk_97_the_cpu_chooses_for_mobs() -> None:
    """G2.38; a Reroute pushes a Glitch down the shaft."""
    meter = {"Hacker": {"meter": 10, "interrupt": "Reroute"}}
    game = turn("Hacker", "9S", processes={**close("Glitch 1", "Bridge"), **meter}).do("interrupt 4")
    game.attack("Glitch 1").do(game.go("Shaft"))
    assert game.table.phase == "exit" and game.table.agent == "cpu_0"
    game.do(game.go("Sump"))
    assert game.area("Glitch 1") == "Sump" and game.hp("Glitch 1") == 7 - 1, "7, 5, 3, 2, 1"


def test_sko_40_who_is_brought_down_is_not_pushed() -> None:
    game = turn("Brute", "9S", processes={"Brute": {"area": "Bridge"}, "Ronin": {"area": "Bridge", "hp": 5}})
    assert game.attack("Ronin").table.phase == "give"


def test_sk_72_four_of_a_kind_bars_pushes() -> None:
    """G2.42."""
    teams = {"mcs": {"cards": ["2H", "2C", "2D", "2S"], "uptimes": ["four-of-a-kind"]}}
    assert brute(teams=teams).attack("Ronin").table.phase == "give"


def test_ska_50_every_fall_hurts() -> None:
    """A shaft over a shaft: two falls."""
    two = {
        "name": "Well",
        "areas": [
            {"name": "Top", "x": 0, "y": 0, "start": True},
            {"name": "Upper", "x": 4, "y": 0, "falling": True},
            {"name": "Lower", "x": 8, "y": 0, "falling": True},
            {"name": "Floor", "x": 12, "y": 0, "boss": True},
        ],
        "routes": [
            {"from": "Top", "to": "Upper", "one-way": True},
            {"from": "Upper", "to": "Lower", "one-way": True},
            {"from": "Lower", "to": "Floor", "one-way": True},
        ],
    }
    data = custom(["ronin"], ["glitch"], map=two)
    game = turn("Ronin", "9S", scenario=data, processes={"Ronin": {"points": 3}}).do("area 2")
    assert game.area("Ronin") == "Floor" and game.hp("Ronin") == 14 - 6
    assert [e.number for e in game.told("fell")] == [2, 3]


# Bonus actions and Move points --------------------------------------------------------------------------------------


def test_sk_30_sko_37_brace_lasts_to_the_next_own_turn_and_comes_once_a_round() -> None:
    game = turn(later=[{"by": "cpu", "card": "TC"}], processes={"Sentry 1": {"area": "Concourse"}}).do(
        "bonus 1"
    )
    assert "bonus 1" not in game.legal
    with pytest.raises(IllegalAction, match="SK-30"):
        game.do("bonus 1")
    game.do("pass", game.act("Sentry 1")).attack("Ronin")
    assert game.hp("Ronin") == 14 - 2, "Damage 4 is halved"


def test_sko_37_patch_heals_anybody_wounded_in_the_area() -> None:
    """Herself included; four HP, not above MaxHP."""
    hurt = {"Hacker": {"hp": 8}, "Ronin": {"hp": 3}, "Sorcerer": {"hp": 1, "area": "Sump"}}
    game = turn("Hacker", "9S", processes=hurt).do("bonus 1")
    assert game.legal == ["mc 1", "mc 4"]
    game.do("mc 4")
    assert game.hp("Hacker") == 9
    whole = turn("Hacker", "9S")
    with pytest.raises(IllegalAction, match="SKO-37"):
        whole.do("bonus 1")


def test_sk_32_61_62_three_points_pay_for_a_card_or_another_loadout() -> None:
    game = turn(processes={"Ronin": {"points": 6}}).do("pay 1")
    assert len(game.hand("Ronin")) == 1 and int(game.process("Ronin").points) == 3
    game.do("swap 1")
    assert int(game.process("Ronin").loadout) == 1 and int(game.process("Ronin").points) == 0
    with pytest.raises(IllegalAction, match="SK-61"):
        game.do("pay 1")


def test_sko_12_in_a_turn_of_ones_side_every_mc_may_pay() -> None:
    game = turn(processes={"Hacker": {"points": 3}})
    assert {"pay 4", "swap 4"} <= set(game.legal) and "pay 1" not in game.legal


def test_sk_61_62_sko_11_ska_22_off_turn_there_is_a_window_before_each_turn_of_the_others() -> None:
    """G2.34; it closes when nothing is left to do."""
    game = turn(later=[{"by": "cpu", "card": "TC"}], processes={"Hacker": {"points": 3}}).do("pass")
    assert game.table.phase == "window" and game.table.agent == "mcs_0"
    assert game.legal == ["pass", "pay 4", "swap 4"]
    game.do("pay 4")
    assert game.table.phase == "activate" and len(game.hand("Hacker")) == 1


def test_sko_11_without_anything_to_do_there_is_no_window() -> None:
    assert turn(later=[{"by": "cpu", "card": "TC"}]).do("pass").table.phase == "activate"


def test_ska_23_during_commits_nothing_is_paid() -> None:
    game = commits({"Ronin": ["2C"]}, processes={"Ronin": {"points": 8}})
    assert set(game.legal) == {"reload", "card 1"}


def test_sk_63_a_boss_pays_for_a_card_in_its_window_and_its_sides_turns() -> None:
    points = {"Kernel Tyrant": {"points": 4}}
    game = turn("Ronin", "9S", scenario="boss", later=[{"by": "Hacker", "card": "TC"}], processes=points).do(
        "pass"
    )
    assert game.table.agent == "cpu_0" and game.legal == ["pass", "pay 1"]
    game.do("pay 1")
    assert len(game.hand("CPU")) == 1 and int(game.s.actor) == 3
    own = turn("Glitch", "9S", scenario="boss", processes=points)
    assert "pay 1" in own.legal
    with pytest.raises(IllegalAction, match="SK-63"):
        own.do("pay 2")


def test_ska_51_a_card_that_did_not_attack_is_discarded() -> None:
    game = turn().do("pass")
    assert "9S" in game.table.view()["team_hands"]["mcs_0"]["discards"]


def test_ske_05_single_public_choices_are_made_unasked() -> None:
    """One way out of a shaft; one mob for the card."""
    down = {name: {"hp": 0} for name in ("Glitch 2", "Drone 1", "Drone 2", "Sentry 1", "Sentry 2", "Brute")}
    game = turn(later=[{"by": "cpu", "card": "TC"}], processes=down).do("pass")
    assert game.table.phase == "turn" and int(game.s.actor) == game.number("Glitch 1")


def test_sk_24_sko_03_a_fight_ends_the_moment_nobody_of_a_side_stands() -> None:
    """The offer of the card lapses; what is in play is discarded."""
    down = {name: {"hp": 0} for name in ("Glitch 2", "Drone 1", "Drone 2", "Sentry 1", "Sentry 2", "Brute")}
    game = turn(
        card="9S", later=[{"by": "Hacker", "card": "TC"}], processes={**down, **close("Glitch 1", hp=3)}
    )
    game.attack("Glitch 1")
    assert game.table.over and int(game.s.ended) == st.End.MCS
    discards = game.table.view()["team_hands"]["mcs_0"]["discards"]
    assert {"9S", "TC"} <= set(discards)
    np.testing.assert_array_equal([int(w.is_up) for w in game.s.processes[:4]], 1)
    assert position().table.phase == "commit" and len(MCS) == 4
