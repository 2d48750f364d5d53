"""Combat: who joins, Valor, Tics, Stacks, paying, effects by kind, the comparison."""

from __future__ import annotations

from typing import Any

import pytest

from tests.showdown.support import (
    RED,
    UMBRA,
    before_combat,
    ch,
    deal,
    fight,
    fighters,
    hurt,
    position,
    settle,
    tic,
)  # fmt: skip
from throwdown.envs.showdown.sheets import cards


def with_initiative(name: str, n: int) -> dict[str, Any]:
    """Return the sample scenario with a card of the Heroes that is staged in another Tic."""
    config = deal().table.setup.config
    cards = [
        card | {"texts": [text | {"initiative": n} for text in card["texts"]]}
        if card["name"] == name
        else card
        for card in config["heroes"]["cards"]
    ]
    return {**config, "heroes": {**config["heroes"], "cards": cards}}


def test_sd_49_50_sho_28_characters_join_one_by_one_villains_first() -> None:
    """SDA-04: in order of entry into Play; the Villains' last must if nobody has, unasked."""
    own = {"characters": [ch("Doctor Umbra"), ch("Gloom Grunt"), ch("Gloom Brute")]}
    game = before_combat({}, own).do("pass")
    assert (game.phase, game.table.agent, game.legal) == ("assign", "villains_0", ["join", "stay"])
    game.do("stay", "stay")
    assert [int(game.character(x).in_combat) for x in ("Doctor Umbra", "Gloom Grunt 2", "Gloom Brute 3")] == [
        0,
        0,
        1,
    ]
    assert game.table.agent == "heroes_0" and game.s.at == game.number("Red Sentai")
    game.do("stay", "stay", "join")
    assert game.character("Gold Sentai").in_combat == 1 and game.phase == "compose"


def test_sho_28_order_of_entry_not_of_places() -> None:
    own = {
        "characters": [ch("Doctor Umbra", since=2), ch("Gloom Grunt", since=0), ch("Gloom Brute", since=1)]
    }
    game = before_combat({}, own).do("pass")
    assert game.s.at == game.number("Gloom Grunt")


def test_sda_05_who_is_wounded_or_employed_does_not_join() -> None:
    heroes = {
        "characters": [ch("Red Sentai", wounded=True), ch("Blue Sentai", employed=True), ch("Gold Sentai")]
    }
    game = before_combat(heroes, {}).do("pass")
    assert game.table.agent == "heroes_0" and game.s.at == game.number("Gold Sentai")
    game.do("join")
    assert game.phase == "compose"


def test_sd_51_81_without_heroes_there_are_no_tics() -> None:
    """SDA-07, golden 12: the comparison as usual; who is not there is not Wounded."""
    game = before_combat({}, {"characters": [ch("Doctor Umbra")]}).do("pass", "stay", "stay", "stay")
    assert (
        game.team("heroes").wounds == 1 and not game.wounded("Red Sentai") and "tic-began" not in game.kinds()
    )
    assert game.s.turn == 2 and game.table.agent == "heroes_0"


def test_sho_28_without_an_eligible_hero_they_are_not_asked() -> None:
    game = before_combat({"characters": [ch("Red Sentai", wounded=True)]}, {}).do("pass")
    assert game.team("heroes").wounds == 1 and game.s.turn == 2


def test_sho_23_without_an_eligible_villain_neither_side_assigns() -> None:
    """SDA-06: 0 against 0, a tie."""
    game = before_combat({}, {"characters": [ch("Doctor Umbra", wounded=True)]}).do("pass")
    assert "combat-tied" in game.kinds() and game.s.turn == 2


@pytest.mark.parametrize(("wounds", "bonus"), [(0, 8), (1, 4), (2, 2), (3, 1)])
def test_sd_52_53_54_valor_is_the_power_assigned_and_the_leaders_bonus(wounds: int, bonus: int) -> None:
    """SHO-43, golden 9 and 10: Upgrades, Attachments and bonuses of the Turn included."""
    own = [ch("Red Sentai", "Beam Saber", upgrades=1, bonus=1), ch("Blue Sentai")]
    game = before_combat({"characters": own, "wounds": wounds}, {"characters": [ch("Doctor Umbra")]})
    game.do("pass", "join", "stay")
    assert game.team("heroes").valor == 5 + bonus and game.team("villains").valor == 7


def test_sda_14_valor_is_not_carried_over() -> None:
    """Golden 45: who moves in later adds Power, no Valor."""
    own = {"characters": [*fighters("Red Sentai"), ch("Blue Sentai")], "hand": {"Rescue Leap": 1}, "valor": 5}
    game = settle(tic(2, own, UMBRA).do("pass").play("Rescue Leap"), "pass")
    assert game.character("Blue Sentai").in_combat == 1 and game.team("heroes").valor == 3
    game.do("over", "over")
    assert game.team("heroes").valor == 0 and game.told("compared")[0].amount == 3


def test_sd_55_56_57_cards_are_staged_in_the_tic_of_their_initiative() -> None:
    """SD-109, golden 24: X in any; SDA-47, SD-60: whether they can be paid or not."""
    hand = {"Quick Jab": 1, "Taunt": 1, "Last Stand": 1}
    game = fight(3, {"hand": hand, "valor": 0}, {}).do("pass")
    assert [move for move in game.legal if move.startswith("card")] == [game.card("Last Stand")]
    assert "has Initiative 1, but this is Tic 3" in game.why(game.card("Quick Jab"))


def test_sd_135_combat_cards_demand_their_keyword_in_combat() -> None:
    """Golden 33; SDA-48: on staging only."""
    heroes = {"characters": [ch("Blue Sentai"), *fighters("Academy Cadet")], "hand": {"Team Strike": 1}}
    game = fight(4, heroes, {}).do("pass")
    assert game.card("Team Strike") not in game.legal and "demands Sentai" in game.why(
        game.card("Team Strike")
    )
    heroes["characters"] = [*fighters("Blue Sentai"), *fighters("Academy Cadet")]
    game = fight(4, heroes, {}).do("pass")
    assert game.card("Team Strike") in game.legal


def test_sd_58_59_abilities_of_characters_in_combat_are_staged() -> None:
    """SDA-32, SD-84, SD-85, golden 25: once a Turn, and staging counts as use."""
    own = [ch("Red Sentai", face="back", in_combat=True), ch("Blue Sentai", face="back")]
    game = fight(5, {"characters": own}, {}).do("pass")
    assert game.ability("Red Sentai") in game.legal and game.ability("Blue Sentai") not in game.legal
    game.do(game.ability("Red Sentai"))
    assert game.ability("Red Sentai") not in game.legal
    game.do("pass", "whiff")
    assert game.character("Red Sentai").used == 1 and game.s.tic == 6
    own = [ch("Red Sentai", face="back", in_combat=True, used=[1])]
    assert game.ability("Red Sentai") not in fight(5, {"characters": own}, {}).do("pass").legal


def test_sho_39_own_texts_and_those_of_attachments_are_used_apart() -> None:
    own = [ch("Red Sentai", "Nova Cannon", "Star Cruiser", face="back", in_combat=True, used=[1])]
    game = fight(5, {"characters": own}, {}).do("pass")
    assert game.ability("Red Sentai") in game.legal and game.ability("Red Sentai", 1) not in game.legal
    own[0].pop("used")
    game = fight(5, {"characters": own}, {}).do("pass")
    assert game.ability("Red Sentai", 1) in game.legal


def test_sho_11_a_move_of_its_own_character_is_staged_from_outside() -> None:
    """SD-146: on the Table, not Employed; it does not Whiff for being outside."""
    for employed, legal in ((False, True), (True, False)):
        own = [*fighters("Red Sentai"), ch("Blue Sentai", "Hover Bike", employed=employed)]
        game = fight(1, {"characters": own}, {}).do("pass")
        assert (game.ability("Blue Sentai") in game.legal) == legal
    own = [*fighters("Red Sentai"), ch("Blue Sentai", "Hover Bike")]
    game = settle(fight(1, {"characters": own}, {}).do("pass"), "ability 2a", "pass")
    assert game.character("Blue Sentai").in_combat == 1
    own = [*fighters("Red Sentai"), ch("Blue Sentai", "Hover Bike", in_combat=True)]
    game = settle(fight(1, {"characters": own}, {}).do("pass"), "ability 2a", "pass")
    assert game.character("Blue Sentai").in_combat == 0


def test_sda_16_combat_ends_when_both_call_it_over_in_one_tic() -> None:
    """SD-76, SD-77, SHO-44: both are asked in every Tic, and it binds for that Tic only."""
    game = fight(1, {}, {})
    assert game.legal == ["pass", "over"]
    game.do("over", "pass")
    assert game.s.tic == 2 and game.do("pass", "over").s.tic == 3
    game.do("over", "over")
    assert "compared" in game.kinds() and game.s.turn == 2


def test_sho_44_over_is_closed_once_something_is_staged() -> None:
    game = fight(1, {}, {"hand": {"Smoke Screen": 1}})
    assert "over" in game.legal
    game.play("Smoke Screen")
    assert "over" not in game.legal and "already staged" in game.why("over")


def test_sda_16_from_tic_10_on_it_ends_when_nothing_is_staged() -> None:
    """SDE-07."""
    assert fight(9, {}, {}).do("pass", "pass").s.tic == 10
    game = fight(10, {}, {}).do("pass", "pass")
    assert game.s.turn == 2 and game.s.tic == 0


def test_sd_61_sda_17_both_stacks_are_revealed_together() -> None:
    """SHO-25, SDE-05: until then the other side sees the number of Combat Cards, and nothing else."""
    villains = {"characters": fighters("Doctor Umbra", "Gloom Gunner"), "hand": {"Gang Rush": 2}}
    game = fight(2, {}, villains).play("Gang Rush").do(fight(2, {}, villains).ability("Gloom Gunner"), "pass")
    seen = game.table.view("heroes_0")["sides"]["villains_0"]
    assert [x["what"] for x in seen["stack"]] == ["??"] and len(seen["hand"]) == 1
    own = game.table.view("villains_0")["sides"]["villains_0"]["stack"]
    assert [x["what"] for x in own] == ["Gang Rush", "Gloom Gunner 2's Ability"]
    game.do("pass")
    assert [game.card_of(e) for e in game.told("revealed")] == ["Gang Rush", "Gloom Gunner"]


def test_sd_63_sda_18_the_villains_pay_and_aim_first() -> None:
    """SD-67, SHO-07: each Stack in the order staged."""
    game = fight(4, {"hand": {"Team Strike": 1}}, {"hand": {"Ray Blast": 2}})
    game.play("Ray Blast", "Ray Blast").do("pass").play("Team Strike").do("pass")
    assert (game.phase, game.table.agent) == ("pay", "villains_0")
    game.do("pay", "opposing 1", "pay", "own 1")
    assert (game.phase, game.table.agent) == ("pay", "heroes_0") and game.team("villains").valor == 26
    game.do("pay")
    assert game.legal == ["own 1", "opposing 1"]


def test_sd_64_75_147_148_what_is_not_paid_whiffs_and_is_destroyed() -> None:
    """Golden 23: on purpose, cost 0 included, or for lack of Valor unasked (SHO-07)."""
    game = fight(8, {"hand": {"Finisher": 1}}, {}).do("pass").play("Finisher").do("pass", "whiff")
    assert (
        game.power("Red Sentai") == 2 and game.count("heroes", "trash", "Finisher") == 1 and game.s.tic == 9
    )
    game = fight(8, {"hand": {"Finisher": 1}, "valor": 5}, {}).do("pass").play("Finisher").do("pass")
    assert game.phase == "compose" and game.told("whiffed") and game.team("heroes").valor == 5
    own = [ch("Gold Sentai", face="back", in_combat=True)]
    game = fight(1, {"characters": own}, {}).do("pass", "ability 1a", "pass")
    assert game.phase == "pay" and game.do("whiff").character("Gold Sentai").in_combat == 1


def test_sd_65_66_targets_are_in_combat() -> None:
    """SHO-06: either side's, own ones included; MOVE one's own; without a target it Whiffs unpaid."""
    own = {"characters": [*fighters("Red Sentai"), ch("Blue Sentai")], "hand": {"Snap Shot": 1}}
    game = fight(2, own, {}).do("pass").play("Snap Shot").do("pass", "pay")
    assert game.legal == ["own 1", "opposing 1"]
    game = fight(2, {"hand": {"Rescue Leap": 1}, "characters": fighters("Red Sentai")}, {})
    game.do("pass").play("Rescue Leap").do("pass")
    assert game.told("whiffed") and game.team("heroes").valor == 30


def test_sd_69_sda_22_a_move_into_combat_takes_who_is_outside_and_fit() -> None:
    own = [
        *fighters("Red Sentai"),
        ch("Blue Sentai"),
        ch("Gold Sentai", employed=True),
        ch("Radio Ace", wounded=True),
        ch("Old Master"),
    ]
    game = (
        fight(2, {"characters": own, "hand": {"Rescue Leap": 1}}, {})
        .do("pass")
        .play("Rescue Leap")
        .do("pass", "pay")
    )
    assert game.legal == ["own 2", "own 5"]


@pytest.mark.parametrize("card", ["Ray Blast", "Dirty Trick"])
def test_sd_68_69_70_moves_come_before_shoots_and_powers(card: str) -> None:
    """SDA-21, golden 20: the target has left, so the SHOOT (or the malus) Whiffs."""
    n = {"Ray Blast": 4, "Dirty Trick": 3}[card]
    own = {"characters": fighters("Red Sentai", "Blue Sentai"), "hand": {"Fall Back": 1}}
    game = fight(n, own, {"hand": {card: 1}}, scenario=with_initiative("Fall Back", n))
    game.play(card).do("pass").play("Fall Back").do("pass", "pay", "opposing 2", "pay", "own 2")
    assert game.character("Blue Sentai").in_combat == 0 and game.power("Blue Sentai") == 1
    assert [game.card_of(e) for e in game.told("whiffed")] == [card] and not game.wounded("Blue Sentai")


def test_sd_71_sda_13_shoots_come_before_power() -> None:
    """Golden 21, SHO-49: who is Wounded is still there, so the bonus takes effect, and adds nothing at the end."""
    game = fight(
        4,
        {"characters": fighters("Red Sentai", "Blue Sentai"), "hand": {"Team Strike": 1}},
        {"hand": {"Ray Blast": 1}},
    )
    game.play("Ray Blast").do("pass").play("Team Strike").do("pass", "pay", "opposing 1", "pay", "own 1")
    assert game.wounded("Red Sentai") and game.character("Red Sentai").in_combat == 1
    assert not game.told("whiffed") and game.power("Red Sentai") == 5
    assert game.do("over", "over").told("compared")[0].amount == 1


def test_sd_72_the_rest_comes_last() -> None:
    """Study the Foe: draws, aimed at nobody."""
    game = fight(4, {"hand": {"Study the Foe": 1, "Team Strike": 1}}, {})
    game.do("pass").play("Study the Foe", "Team Strike").do("pass", "pay", "pay", "own 1")
    kinds = [k for k in game.kinds() if k in ("changed", "card-drawn")]
    assert kinds == ["changed", "card-drawn", "card-drawn"] and game.team("heroes").hand_n == 2


def test_sda_19_mutual_shoots_both_hit() -> None:
    """Golden 22; SD-73: judged before any of the kind is produced."""
    own = {"characters": [ch("Blue Sentai", face="back", in_combat=True), ch("Red Sentai")]}
    villains = {"characters": [ch("Doctor Umbra"), *fighters("Gloom Gunner")]}
    own["characters"][0]["bonus"] = -2
    game = fight(2, own, villains).do(
        "ability 2a", "pass", "ability 1a", "pass", "pay", "opposing 1", "pay", "opposing 2"
    )
    assert game.wounded("Blue Sentai") and game.wounded("Gloom Gunner 2")


def test_sd_73_an_ability_whiffs_if_its_character_has_gone() -> None:
    own = {"characters": [ch("Red Sentai", face="back", in_combat=True), *fighters("Blue Sentai")]}
    game = fight(5, own, {}).do("pass", "ability 1a", "pass", "pay", "own 2")
    assert game.power("Blue Sentai") == 3
    own["characters"][0]["bonus"] = -3
    own["characters"][0]["attachments"] = []
    villains = {"characters": [ch("Umbra Rex", "Rift Lance", in_combat=True)]}
    game = fight(5, own, villains).do(
        "ability 1a", "pass", "ability 1a", "pass", "pay", "opposing 1", "pay", "own 2"
    )
    assert game.wounded("Red Sentai") and game.power("Blue Sentai") == 1 and game.told("whiffed")


@pytest.mark.parametrize(
    ("base", "upgrades", "x", "wounded", "left"),
    [
        ("Academy Cadet", 2, "Focused Beam", True, 0),
        ("Sentai Rookie", 3, "Snap Shot", False, 1),
        ("Lieutenant Hex", 1, "Snap Shot", False, 0),
    ],
)
def test_sd_145_shoot(base: str, upgrades: int, x: str, wounded: bool, left: int) -> None:
    """Golden 16, 17, 18."""
    tic_of = {"Focused Beam": 5, "Snap Shot": 2}[x]
    side = "villains" if base == "Lieutenant Hex" else "heroes"
    target = [ch(base, in_combat=True, upgrades=upgrades)]
    heroes = {"characters": fighters("Red Sentai") + (target if side == "heroes" else []), "hand": {x: 1}}
    villains = {"characters": fighters("Doctor Umbra") + (target if side == "villains" else [])}
    game = fight(tic_of, heroes, villains).do("pass").play(x).do("pass", "pay").on(base)
    assert game.wounded(base) == wounded and game.character(base).upgrades == left


def test_sda_20_several_shoots_on_one_target_come_one_after_another() -> None:
    """SD-74, SHO-36, SHO-47: the target's controller first; a second one at who is Wounded is an effect, no Whiff."""
    own = {
        "characters": [*fighters("Blue Sentai", upgrades=3), *fighters("Red Sentai")],
        "hand": {"Snap Shot": 2},
    }
    game = (
        fight(2, own, {}).do("pass").play("Snap Shot", "Snap Shot").do("pass", "pay", "own 1", "pay", "own 1")
    )
    assert game.wounded("Blue Sentai") and game.character("Blue Sentai").upgrades == 0
    assert len(game.told("shot")) == 2 and not game.told("whiffed")
    weak = {"characters": [*fighters("Blue Sentai"), *fighters("Red Sentai")], "hand": {"Snap Shot": 2}}
    game = (
        fight(2, weak, {})
        .do("pass")
        .play("Snap Shot", "Snap Shot")
        .do("pass", "pay", "own 1", "pay", "own 1")
    )
    assert [e.number for e in game.told("shot")] == [0, 0] and not game.told("whiffed")
    assert hurt(game) == {"Blue Sentai"} and len(game.told("wounded")) == 1


def test_sd_74_of_two_shoots_that_of_the_targets_controller_comes_first() -> None:
    """Snap Shot shoots for 2, the Gloom Gunner for 1, whoever of them is shot at."""
    for target, lost in (("Blue Sentai", [2, 1]), ("Doctor Umbra", [1, 2])):
        own = {"characters": [*fighters("Blue Sentai", upgrades=3), *fighters("Red Sentai")]}
        villains = {"characters": [*fighters("Doctor Umbra", upgrades=3), *fighters("Gloom Gunner")]}
        game = fight(2, {**own, "hand": {"Snap Shot": 1}}, villains).do("ability 2a", "pass")
        game.play("Snap Shot").do("pass", "pay").on(target).do("pay").on(target)
        assert [e.number for e in game.told("shot")] == lost and not game.wounded(target)


def test_sho_08_the_floor_of_power_applies_to_the_total() -> None:
    own = {"characters": fighters("Red Sentai", bonus=-5), "hand": {"Team Strike": 1}}
    game = fight(4, own, {})
    assert game.power("Red Sentai") == 0
    game.do("pass").play("Team Strike").do("pass", "pay", "own 1")
    assert game.power("Red Sentai") == 0 and game.character("Red Sentai").bonus == -2


def test_sd_129_who_is_on_an_active_ship_is_immune_to_shots_of_others() -> None:
    """SHO-34, golden 43: no possible target; if there is no other, the SHOOT Whiffs unpaid."""
    own = {"characters": [ch("Red Sentai", "Star Cruiser", in_combat=True, ship="active")]}
    game = fight(4, own, {"hand": {"Ray Blast": 1}}).play("Ray Blast").do("pass", "pass", "pay")
    assert game.told("aimed")[0].amount == game.number("Doctor Umbra")  # the only target, so nobody is asked
    own = {"characters": [ch("Red Sentai", "Star Cruiser", in_combat=True, ship="inactive")]}
    game = fight(4, own, {"hand": {"Ray Blast": 1}}).play("Ray Blast").do("pass", "pass", "pay")
    assert game.legal == ["own 1", "opposing 1"]
    own = {"characters": [ch("Red Sentai", "Star Cruiser", in_combat=True)]}
    villains = {"characters": [ch("Doctor Umbra", "Storm Barge", in_combat=True)], "hand": {"Ray Blast": 1}}
    game = fight(4, own, villains).play("Ray Blast").do("pass", "pass")
    assert game.told("whiffed") and game.team("villains").valor == 30
    game = fight(4, own, villains).do("ability 1a", "pass", "pass", "pay")
    assert game.legal == ["own 1", "opposing 1"]


def test_sho_36_two_moves_out_at_one_character_are_effects() -> None:
    own = {"characters": fighters("Red Sentai", "Blue Sentai"), "hand": {"Fall Back": 2}}
    game = (
        fight(3, own, {}).do("pass").play("Fall Back", "Fall Back").do("pass", "pay", "own 2", "pay", "own 2")
    )
    assert not game.told("whiffed") and game.character("Blue Sentai").in_combat == 0


def test_sd_62_sda_23_a_leader_action_may_make_a_staged_card_whiff() -> None:
    """SHO-04: after the reveal; asked whatever is in hand, as long as there is a card in it."""
    heroes = {"leader_action": True, "hand": {"Plot Armor": 1}}
    game = fight(4, heroes, {"hand": {"Ray Blast": 1}}).play("Ray Blast").do("pass", "pass")
    assert (game.phase, game.table.agent) == ("react", "heroes_0")
    game.play("Plot Armor")
    assert [game.card_of(e) for e in game.told("whiffed")] == ["Ray Blast"] and game.s.tic == 5
    assert game.team("heroes").leader == 0
    heroes = {"leader_action": True, "hand": {"Taunt": 1}}
    assert fight(4, heroes, {"hand": {"Ray Blast": 1}}).play("Ray Blast").do("pass", "pass").phase == "react"
    heroes = {"leader_action": True}
    assert fight(4, heroes, {"hand": {"Ray Blast": 1}}).play("Ray Blast").do("pass", "pass").phase == "pay"
    villains = {"leader_action": True, "hand": {"Cackle": 1}}
    game = fight(4, {"hand": {"Team Strike": 1}}, villains).do("pass").play("Team Strike").do("pass")
    assert game.phase == "pay"


def test_sho_04_of_two_staged_cards_one_is_chosen_to_whiff() -> None:
    heroes = {"leader_action": True, "hand": {"Plot Armor": 1}}
    game = fight(3, heroes, {"hand": {"Dirty Trick": 2}}).play("Dirty Trick", "Dirty Trick")
    game.do("pass", "pass").play("Plot Armor")
    assert (game.phase, game.table.agent) == ("stop", "heroes_0") and not game.told("whiffed")
    game.do(game.legal[1])
    assert [game.card_of(e) for e in game.told("whiffed")] == ["Dirty Trick"]


def test_sho_27_the_last_window_is_before_the_comparison() -> None:
    """Villains, then Heroes, once each, also without Tics."""
    heroes, villains = {"leader_action": True, **RED}, {"leader_action": True, **UMBRA}
    game = tic(1, heroes, villains).do("over", "over")
    assert (game.phase, game.table.agent) == ("last", "villains_0")
    game.do("pass")
    assert (game.phase, game.table.agent) == ("last", "heroes_0")
    game.do("leader 2")
    assert game.told("compared")[0].amount == 4
    game = before_combat({"leader_action": True}, {"characters": [ch("Doctor Umbra")]}).do(
        "pass", "stay", "stay", "stay"
    )
    assert game.phase == "last"


@pytest.mark.parametrize(("bonus", "won"), [(4, "villains"), (5, None), (6, "heroes")])
def test_sd_78_79_80_82_the_larger_power_wins(bonus: int, won: str | None) -> None:
    """SDA-02, golden 13, 14, 15: all who are still in Combat are Wounded, then the losing Leader; in a tie nobody."""
    heroes = {"characters": [*fighters("Red Sentai", bonus=bonus), ch("Blue Sentai")]}
    game = tic(1, heroes, UMBRA).do("over", "over")
    assert hurt(game) == ({"Red Sentai", "Doctor Umbra"} if won else set())
    assert game.team("heroes").wounds == (won == "villains") and game.team("villains").wounds == (
        won == "heroes"
    )
    if won:
        kinds = game.kinds()
        assert kinds.index("leader-wounded") > kinds.index("wounded")


def test_sda_02_only_losers_may_be_wounded_by_an_option() -> None:
    game = tic(1, RED, UMBRA, options={"wound_scope": "losers"}).do("over", "over")
    assert hurt(game) == {"Red Sentai"}


def test_sd_10_11_the_fourth_leader_wound_ends_the_game() -> None:
    """SHO-42, SDA-40, golden 46 and 47: at once, also in Turn 15."""
    game = tic(1, {**RED, "wounds": 3}, UMBRA, turn=15).do("over", "over")
    assert game.table.over and game.table.returns() == {"heroes_0": -1.0, "villains_0": 1.0}
    strong = {"characters": fighters("Red Sentai", bonus=9)}
    game = tic(1, strong, {**UMBRA, "wounds": 3}).do("over", "over")
    assert game.table.over and game.table.returns()["heroes_0"] == 1.0


def test_sho_37_who_is_healed_in_a_combat_but_was_not_in_it_stays_outside() -> None:
    own = {
        "characters": [*fighters("Red Sentai"), ch("Academy Cadet", wounded=True)],
        "leader_action": True,
        "hand": {"Second Wind": 1},
    }
    game = fight(3, own, {}).do("pass").play("Second Wind")
    assert not game.wounded("Academy Cadet") and game.character("Academy Cadet").in_combat == 0
    assert (game.phase, game.table.agent) == ("compose", "heroes_0")


def test_sho_35_no_ability_is_usable_outside_combat_and_mission_phase() -> None:
    """SD-86 to SD-89, SDA-38: all Abilities are staged or Employed, so no window opens for who is Wounded."""
    kinds = {kind: set(texts) for kind, texts in cards.TEXTS_OF.items()}
    assert kinds["ally"] == kinds["face"] == {"stack", "employ"}
    own = {"characters": [ch("Red Sentai", face="back"), ch("Doc Sprocket"), ch("Blue Sentai")], "valor": 30}
    game = position(phase="action", decides="heroes_0", heroes={**own, "actions": 3})
    assert not [move for move in game.legal if move.startswith(("ability", "employ"))]
    assert game.why("ability 1a") == "An Ability is not part of this decision: an Action."


def test_sde_01_04_single_choices_are_made_unasked() -> None:
    """SDE-02: what public facts leave alone; payments are always asked."""
    game = fight(4, {"hand": {"Team Strike": 1}}, {}).do("pass").play("Team Strike").do("pass")
    assert game.phase == "pay"
    own = {"characters": [ch("Red Sentai")]}
    game = position(
        phase="action", decides="heroes_0", heroes={**own, "actions": 3, "hand": {"Beam Saber": 1}}
    )
    assert game.play("Beam Saber").phase == "action" and game.gear("Red Sentai") == ["Beam Saber"]
