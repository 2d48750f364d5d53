"""Wounded Characters: off the Table, open to what targets Characters, and in Combat to its end if Wounded there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.showdown.support import (
    action,
    before_combat,
    ch,
    deal,
    fight,
    fighters,
    hurt,
    missions,
)  # fmt: skip
from throwdown.envs.core.errors import InvalidConfig

DOWN = {"in_combat": True, "wounded": True}
PAIR = {"characters": [ch("Red Sentai", **DOWN, upgrades=2), *fighters("Blue Sentai")]}
"""Red Sentai, Wounded in Combat with Power 4, and Blue Sentai."""


def with_card(side: str, **card: Any) -> dict[str, Any]:
    """The sample scenario with one more card in the place of a side's last."""
    config = deal().table.setup.config
    return {**config, side: {**config[side], "cards": [*config[side]["cards"][:-1], card]}}


def text(n: int, do: str, amount: int, **data: Any) -> dict[str, Any]:
    """A text for one Tic, for nothing."""
    return {"when": "stack", "cost": 0, "initiative": n, "effects": [{"do": do, "amount": amount, **data}]}


def test_sd_149_who_is_wounded_neither_joins_nor_works() -> None:
    """SDA-05, SHO-20: nor does it pay for Missions."""
    own = {
        "characters": [ch("Blue Sentai", wounded=True), ch("Gold Sentai", wounded=True)],
        "hand": {"Stakeout": 1},
    }
    game = missions(heroes=own, bought=True)
    assert game.legal == ["pass"] and "cannot be Employed (SD-149)" in game.why("own 1")
    game = before_combat(own, {}).do("pass")
    assert game.told("compared")[0].amount == 0 and game.team("heroes").wounds == 1


def test_sd_150_sho_51_no_text_on_it_or_its_attachments_is_in_force() -> None:
    """One that was staged before the Wound Whiffs: SD-73, of Attachments, too."""
    gear = ch("Red Sentai", "Nova Cannon", "Star Cruiser", face="back", **DOWN)
    game = fight(5, {"characters": [gear, *fighters("Blue Sentai")]}, {}).do("pass")
    assert not [move for move in game.legal if move.startswith("ability")]
    assert "its texts are blank (SD-150)" in game.why("ability 1a")
    own = {"characters": [ch("Red Sentai", "Sentai Shield", in_combat=True), *fighters("Blue Sentai")]}
    villains = {"characters": fighters("Doctor Umbra"), "leader_action": True, "hand": {"Cheap Shot": 1}}
    own["characters"][0]["bonus"] = -1
    game = fight(3, own, {**villains, "valor": 0}, scenario=slow_shield()).do(
        "pass", "ability 1a", "pass", "pay", "own 2"
    )
    assert game.power("Blue Sentai") == 3
    own["characters"][0]["bonus"] = -2
    game = fight(4, own, {**villains, "hand": {"Ray Blast": 1}}, scenario=slow_shield(4)).play("Ray Blast")
    game.do("pass", "ability 1a", "pass", "pay", "opposing 1", "pay", "own 2")
    assert hurt(game) == {"Red Sentai"} and game.power("Blue Sentai") == 1
    assert [game.card_of(e) for e in game.told("whiffed")] == ["Sentai Shield"]


def slow_shield(n: int = 3) -> dict[str, Any]:
    """The sample scenario with a Sentai Shield for another Tic."""
    config = deal().table.setup.config
    cards = [
        {**card, "texts": [{**x, "initiative": n} for x in card["texts"]]}
        if card["name"] == "Sentai Shield"
        else card
        for card in config["heroes"]["cards"]
    ]
    return {**config, "heroes": {**config["heroes"], "cards": cards}}


def test_sd_153_154_what_a_leaders_wound_costs_and_gives() -> None:
    """Free Valor is halved in every Combat (SD-53); no option changes what the Villain gets (SDA-03)."""
    game = before_combat({"wounds": 1}, {"characters": [ch("Doctor Umbra")]}).do(
        "pass", "join", "stay", "stay"
    )
    assert game.team("heroes").valor == 2 + 4
    assert action(heroes={"wounds": 1, "hand": {"Taunt": 3}}).do("fill").team("heroes").hand_n == 7
    with pytest.raises(InvalidConfig, match="villain_upgrade"):
        deal(villain_upgrade="once")
    config = deal().table.setup.config
    with pytest.raises(InvalidConfig, match="villain_upgrade"):
        deal({**config, "villain_upgrade": "per-wound"})


def test_sho_45_effects_upgrade_wounded_characters_too() -> None:
    """SD-93, SHO-21, SDA-46: it counts once they are healed."""
    own = {"characters": [ch("Red Sentai"), ch("Blue Sentai", wounded=True)], "hand": {"Training Montage": 1}}
    game = missions(heroes=own).play("Training Montage")
    assert game.character("Red Sentai").upgrades == game.character("Blue Sentai").upgrades == 1
    alone = {"characters": [ch("Blue Sentai", wounded=True)], "hand": {"Training Montage": 1}}
    game = missions(heroes=alone).play("Training Montage")
    assert game.power("Blue Sentai") == 2 and game.wounded("Blue Sentai")
    own = {"characters": [ch("Doctor Umbra", wounded=True), ch("Gloom Grunt"), ch("Gloom Brute")]}
    game = missions("villains", villains={**own, "hand": {"Dark Ritual": 1}}).play("Dark Ritual")
    assert game.character("Doctor Umbra").upgrades == 1 and game.character("Doctor Umbra").is_employed == 0
    game = action(heroes={"characters": [ch("Red Sentai"), ch("Blue Sentai", wounded=True)]}).do("upgrade")
    assert game.on("Blue Sentai").character("Blue Sentai").upgrades == 1


def test_sd_151_sho_46_who_is_wounded_in_combat_is_a_target_there() -> None:
    """SDA-13: of cards, of the Abilities of others, and of a Gain (SHO-22); who was Wounded outside is none."""
    own = {"characters": [*PAIR["characters"], ch("Academy Cadet", wounded=True)]}
    game = fight(4, {**own, "hand": {"Team Strike": 1}}, {}).do("pass").play("Team Strike").do("pass", "pay")
    assert game.legal == ["own 1", "own 2", "opposing 1"] and "is not in Combat" in game.why("own 3")
    villains = {"characters": [*fighters("Doctor Umbra"), *fighters("Gloom Gunner")]}
    game = fight(2, own, villains).do("ability 2a", "pass", "pass", "pay")
    assert game.legal == ["own 1", "own 2", "opposing 1", "opposing 2"]
    game = fight(3, {**own, "leader_action": True}, {}).do("pass", "leader 2")
    assert game.legal == ["own 1", "own 2"] and game.on("Red Sentai").power("Red Sentai") == 6


@pytest.mark.parametrize(("bonus", "left"), [(-2, 0), (0, 0), (1, 1)])
def test_sho_47_a_shoot_takes_the_upgrades_of_who_is_wounded(bonus: int, left: int) -> None:
    """SD-145, SD-152: all up to its number, above it as many; no second Wound, and never a Whiff."""
    own = {"characters": [ch("Red Sentai", **DOWN, upgrades=3, bonus=bonus - 3), *fighters("Blue Sentai")]}
    game = fight(4, own, {"hand": {"Ray Blast": 1}}).play("Ray Blast").do("pass", "pass", "pay", "opposing 1")
    assert game.character("Red Sentai").upgrades == left and not hurt(game) and not game.told("whiffed")
    own["characters"][0]["upgrades"] = 0
    game = fight(4, own, {"hand": {"Ray Blast": 1}}).play("Ray Blast").do("pass", "pass", "pay", "opposing 1")
    assert [e.number for e in game.told("shot")] == [0] and not game.told("whiffed")


def test_sho_48_a_wound_is_not_offered_at_who_is_wounded() -> None:
    """SHO-26, SHO-05; neither an Event nor what is staged."""
    own = {"characters": [ch("Red Sentai", **DOWN), *fighters("Blue Sentai", "Gold Sentai")]}
    villains = {"leader_action": True, "hand": {"Cheap Shot": 1}}
    game = fight(3, own, villains).play("Cheap Shot")
    assert game.legal == ["opposing 2", "opposing 3"]
    assert "is already Wounded (SD-152, SHO-48)" in game.why("opposing 1")
    sting = with_card("villains", name="Sting", kind="combat", texts=[text(4, "wound", 2)])
    game = fight(4, own, {"hand": {"Sting": 1}}, scenario=sting).play("Sting").do("pass", "pass", "pay")
    assert game.legal == ["own 1", "opposing 2", "opposing 3"]
    assert "is already Wounded (SD-152, SHO-48)" in game.why("opposing 1")


@pytest.mark.parametrize(("flag", "total"), [("none", 1), ("counts", 8)])
def test_sho_50_its_power_does_not_count_at_the_end(flag: str, total: int) -> None:
    """SD-78; by an option it does: printed 2, two Upgrades, a Beam Saber, and a bonus of 2 (SHO-49, SDA-39)."""
    down = ch("Red Sentai", "Beam Saber", **DOWN, upgrades=2)
    own = {"characters": [down, *fighters("Blue Sentai")], "hand": {"Last Stand": 1}}
    game = (
        fight(3, own, {}, options={"wounded_power": flag})
        .do("pass")
        .play("Last Stand")
        .do("pass", "pay", "own 1")
    )
    sides = game.table.view("villains_0")["sides"]
    assert sides["heroes_0"]["power"] == total and game.power("Red Sentai") == 7
    assert game.table.observed("heroes_0")["own_power"] == total
    assert game.do("over", "over").told("compared")[0].amount == total


def test_sho_52_it_may_be_moved_out_and_not_in() -> None:
    """SD-97, SDA-22: its Attachments go along; who was Wounded outside is not moved in."""
    own = {
        "characters": [
            ch("Red Sentai", "Beam Saber", **DOWN),
            *fighters("Blue Sentai"),
            ch("Gold Sentai", wounded=True),
        ]
    }
    game = (
        fight(3, {**own, "hand": {"Fall Back": 1}}, {})
        .do("pass")
        .play("Fall Back")
        .do("pass", "pay", "own 1")
    )
    assert game.character("Red Sentai").in_combat == 0 and game.gear("Red Sentai") == ["Beam Saber"]
    assert game.wounded("Red Sentai")
    game = fight(2, {**own, "hand": {"Rescue Leap": 1}}, {}).do("pass").play("Rescue Leap").do("pass")
    assert [game.card_of(e) for e in game.told("whiffed")] == ["Rescue Leap"]


def test_sho_53_it_takes_no_wound_from_the_end_and_leaves_with_the_others() -> None:
    """SD-79: the Wounds of others are told, not its own."""
    game = fight(1, {"characters": [ch("Radio Ace", **DOWN), *fighters("Red Sentai")]}, {}).do("over", "over")
    assert hurt(game) == {"Red Sentai", "Doctor Umbra"}
    assert game.wounded("Radio Ace") and game.character("Radio Ace").in_combat == 0


def test_sho_37_who_is_healed_where_it_was_wounded_fights_on() -> None:
    """Power and texts with it, and it may be Wounded again; the Valor stays."""
    own = {"characters": [ch("Red Sentai", face="back", **DOWN), *fighters("Blue Sentai")]}
    heroes = {**own, "leader_action": True, "hand": {"Second Wind": 1}, "valor": 9}
    game = fight(5, heroes, {}).do("pass").play("Second Wind")
    assert game.character("Red Sentai").in_combat == 1 and not game.wounded("Red Sentai")
    assert game.ability("Red Sentai") in game.legal and game.team("heroes").valor == 9
    game.do("over", "over", "over")
    assert game.told("compared")[0].amount == 5 and "Red Sentai" in hurt(game)


def test_sho_54_its_keyword_counts_in_combat_alone() -> None:
    """SD-135, SDA-33: for Combat Cards, not for what looks at the Table."""
    own = {"characters": [ch("Red Sentai", **DOWN), *fighters("Academy Cadet")], "hand": {"Team Strike": 1}}
    game = fight(4, own, {}).do("pass")
    assert game.card("Team Strike") in game.legal
    own["characters"][0]["in_combat"] = False
    game = fight(4, own, {}).do("pass")
    assert game.card("Team Strike") not in game.legal


def test_sho_54_it_is_no_party_to_the_table_rule() -> None:
    """SDA-30: until it is healed, in Combat as outside."""
    own = {"characters": [ch("Old Master", **DOWN), *fighters("Red Sentai"), ch("Old Master")]}
    game = fight(3, {**own, "leader_action": True, "hand": {"Second Wind": 1}}, {}).do("pass")
    assert game.count("heroes", "gone", "Old Master") == 0
    game.play("Second Wind")
    assert game.count("heroes", "gone", "Old Master") == 1 and game.number("Old Master") == 2


def test_sho_55_on_an_active_ship_it_stays_immune() -> None:
    """SD-129, SHO-12."""
    for ship, legal in (
        ("active", ["own 1", "opposing 2"]),
        ("inactive", ["own 1", "opposing 1", "opposing 2"]),
    ):
        own = {"characters": [ch("Red Sentai", "Star Cruiser", ship=ship, **DOWN), *fighters("Blue Sentai")]}
        game = fight(4, own, {"hand": {"Ray Blast": 1}}).play("Ray Blast").do("pass", "pass", "pay")
        assert game.legal == legal
