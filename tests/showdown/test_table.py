"""The Table: Attachments, Keywords, Classes, flips, Ships, the Table Rule."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.showdown.support import Game, action, ch, missions, tic

THREE = [ch("Red Sentai"), ch("Blue Sentai"), ch("Gold Sentai")]


def test_sd_06_07_28_the_older_card_of_a_name_leaves_the_game() -> None:
    """SD-17, golden 28."""
    game = action(heroes={"characters": [*THREE, ch("Old Master")], "hand": {"Old Master": 1}}).play(
        "Old Master"
    )
    assert (
        game.count("heroes", "gone", "Old Master") == 1 and game.count("heroes", "trash", "Old Master") == 0
    )
    assert game.number("Old Master") == 4 and game.team("heroes").hand_n == 0


def test_sd_08_mooks_are_exempt_from_the_table_rule() -> None:
    """Golden 29; SD-143, SD-90."""
    grunts = [ch("Gloom Grunt"), ch("Gloom Grunt")]
    game = action(
        "villains", 4, villains={"characters": [ch("Doctor Umbra"), *grunts], "hand": {"Gloom Grunt": 1}}
    )
    game.play("Gloom Grunt")
    assert (
        sum(name.startswith("Gloom Grunt") for name in game.table.view()["sides"]["villains_0"]["characters"])
        == 3
    )


def test_sho_13_the_table_rule_covers_attachments_of_one_side() -> None:
    game = action(
        heroes={"characters": [ch("Red Sentai", "Beam Saber"), ch("Blue Sentai")], "hand": {"Beam Saber": 1}}
    )
    game.play("Beam Saber").on("Blue Sentai")
    assert game.gear("Red Sentai") == [] and game.gear("Blue Sentai") == ["Beam Saber"]
    assert game.count("heroes", "gone", "Beam Saber") == 1


def test_sho_13_on_one_character_the_replaced_copy_is_destroyed() -> None:
    """SD-99, SD-103, golden 31: the slot rule comes first, so the old copy is discarded, not removed."""
    game = action(
        heroes={"characters": [ch("Red Sentai", "Beam Saber"), ch("Blue Sentai")], "hand": {"Beam Saber": 1}}
    )
    game.play("Beam Saber").on("Red Sentai")
    assert (
        game.count("heroes", "trash", "Beam Saber") == 1 and game.count("heroes", "gone", "Beam Saber") == 0
    )


def test_sda_30_a_wounded_copy_is_no_breach_until_it_is_healed() -> None:
    """SHO-13, golden 51: then the one that came first leaves; it may be the one just healed."""
    own = [*THREE, ch("Old Master", wounded=True)]
    game = action(heroes={"characters": own, "hand": {"Old Master": 1}}).play("Old Master")
    assert game.count("heroes", "gone", "Old Master") == 0
    game.do("heal")
    assert game.count("heroes", "gone", "Old Master") == 1 and not game.s.characters[4].is_wounded


@pytest.mark.parametrize("places", list(permutations((1, 2, 3))))
@pytest.mark.parametrize("since", [1, 9])
def test_sho_13_of_several_breaches_at_one_moment_all_older_cards_leave(
    places: tuple[int, int, int], since: int
) -> None:
    """A healed Character and its Attachment both have twins; places decide nothing (SDA-31)."""
    saber = {"name": "Beam Saber", "since": since}
    own = [
        ch("Old Master", wounded=True, since=0, place=places[0], attachments=[saber]),
        ch("Old Master", since=5, place=places[1]),
        ch("Red Sentai", since=3, place=places[2], attachments=[{"name": "Beam Saber", "since": 6}]),
    ]
    game = action(heroes={"characters": own}).do("heal")
    assert game.count("heroes", "gone", "Old Master") == 1 and game.number("Old Master") == places[1] - 1
    assert game.count("heroes", "gone", "Beam Saber") == 1  # the older one, whoever bears it
    assert game.gear("Red Sentai") == (["Beam Saber"] if since == 1 else [])
    assert game.count("heroes", "trash", "Beam Saber") == (since == 9)  # destroyed with its bearer


def test_sda_31_attachments_of_a_removed_character_are_destroyed() -> None:
    own = [*THREE, ch("Old Master", "Beam Saber")]
    game = action(heroes={"characters": own, "hand": {"Old Master": 1}}).play("Old Master")
    assert game.count("heroes", "trash", "Beam Saber") == 1


def test_sd_18_97_98_an_attachment_adds_to_its_bearers_power() -> None:
    """SD-22, SD-30, golden 11; SHO-15: an own Character on the Table."""
    own = [ch("Red Sentai", wounded=True), ch("Blue Sentai"), ch("Gold Sentai")]
    game = action(heroes={"characters": own, "hand": {"Beam Saber": 1}}).play("Beam Saber")
    assert game.legal == ["own 2", "own 3"] and game.phase == "bearer"
    assert game.on("Blue Sentai").power("Blue Sentai") == 2


def test_sd_93_95_attachments_have_classes_by_their_text_only() -> None:
    """SD-92: only Characters bear, are Wounded, Upgraded, assigned."""
    game = action(heroes={"characters": [ch("Red Sentai", "Star Cruiser"), ch("Blue Sentai")]})
    cards = {card["name"]: card for card in game.table.setup.config["heroes"]["cards"]}
    assert cards["Star Cruiser"]["classes"] == ["Ship"] and cards["Hover Bike"]["classes"] == []
    assert game.do("upgrade").legal == ["own 1", "own 2"]
    game = action(heroes={"characters": [ch("Red Sentai", "Star Cruiser")], "hand": {"Hover Bike": 1}})
    assert game.play("Hover Bike").gear("Red Sentai") == ["Hover Bike", "Star Cruiser"]  # no bearer but she


def test_sd_102_mooks_bear_no_vehicles() -> None:
    """Golden 32; SD-98."""
    own = [ch("Doctor Umbra"), ch("Gloom Grunt"), ch("Mad Tinkerer")]
    game = action("villains", 4, villains={"characters": own, "hand": {"Doom Walker": 1, "Shock Baton": 1}})
    assert game.play("Doom Walker").legal == ["own 1", "own 3"]
    game = action("villains", 4, villains={"characters": own, "hand": {"Shock Baton": 1}})
    assert game.play("Shock Baton").legal == ["own 1", "own 2", "own 3"]


def test_sd_122_123_a_kaiju_bears_ship_equipment_only_and_uses_it_without_a_ship() -> None:
    """SDA-45, SHO-29: without a Ship Vehicle it is not immune."""
    own = [ch("Umbra Rex"), ch("Gloom Grunt")]
    hand = {"Rift Lance": 1, "Storm Barge": 1, "Shock Baton": 1, "Doom Walker": 1}
    game = action("villains", 4, villains={"characters": own, "hand": hand})
    assert game.play("Rift Lance").legal == ["own 1", "own 2"]
    for name in ("Storm Barge", "Doom Walker", "Shock Baton"):
        own = [ch("Umbra Rex"), ch("Mad Tinkerer"), ch("Wraith Spy")]
        game = action("villains", 4, villains={"characters": own, "hand": {name: 1}})
        assert game.play(name).legal == ["own 2", "own 3"], name
    fight = tic(
        5,
        {"characters": [ch("Red Sentai", in_combat=True)]},
        {"characters": [ch("Umbra Rex", "Rift Lance", in_combat=True)]},
    )
    assert fight.ability("Umbra Rex") in fight.legal


def test_sd_124_a_mecha_bears_ships_only() -> None:
    """SDA-45, SD-96."""
    villains = {"characters": [ch("Umbra Rex")]}
    own = [ch("Red Sentai"), ch("Titan Guardian")]
    game = action(heroes={"characters": own, "hand": {"Star Cruiser": 1}}, villains=villains)
    assert game.play("Star Cruiser").legal == ["own 1", "own 2"]
    for name in ("Beam Saber", "Hover Bike"):  # the only bearer is not asked for
        game = action(heroes={"characters": own, "hand": {name: 1}}, villains=villains).play(name)
        assert game.gear("Red Sentai") == [name] and game.gear("Titan Guardian") == []


def test_sd_126_a_ship_attachment_and_another_of_its_type_can_coexist() -> None:
    game = action(
        heroes={"characters": [ch("Red Sentai", "Hover Bike", "Star Cruiser")], "hand": {"Nova Cannon": 1}}
    )
    game.play("Nova Cannon")
    assert (
        game.gear("Red Sentai") == ["Hover Bike", "Nova Cannon", "Star Cruiser"]
        and game.power("Red Sentai") == 6
    )


def test_sd_127_a_ship_is_switched_once_a_turn_in_the_own_action_phase() -> None:
    """SHO-12: it enters active, and may be switched at once."""
    game = action(heroes={"characters": [ch("Red Sentai"), ch("Blue Sentai")], "hand": {"Star Cruiser": 1}})
    game.play("Star Cruiser").on("Red Sentai")
    assert game.character("Red Sentai").is_active == 1
    game.do("switch 1")
    assert game.character("Red Sentai").is_active == 0 and "switch 1" not in game.legal
    assert "switched in this Turn" in game.why("switch 1")


def test_sd_128_an_inactive_ship_has_no_texts_but_its_power() -> None:
    """SDA-39."""
    for ship, stageable in (("active", True), ("inactive", False)):
        own = [ch("Red Sentai", "Star Cruiser", in_combat=True, ship=ship)]
        game = tic(4, {"characters": own}, {"characters": [ch("Doctor Umbra", in_combat=True)]}).do("pass")
        assert (game.ability("Red Sentai") in game.legal) == stageable
        assert game.power("Red Sentai") == 4


def test_sd_128_ship_equipment_without_an_active_ship_is_blank() -> None:
    for ship, stageable in (("active", True), ("inactive", False)):
        own = [ch("Red Sentai", "Star Cruiser", "Nova Cannon", in_combat=True, ship=ship)]
        game = tic(5, {"characters": own}, {"characters": [ch("Doctor Umbra", in_combat=True)]}).do("pass")
        assert (game.ability("Red Sentai") in game.legal) == stageable


def test_sd_130_on_an_active_ship_other_equipment_is_blank() -> None:
    for ship, stageable in (("active", False), ("inactive", True)):
        own = [ch("Red Sentai", "Sentai Shield", "Star Cruiser", in_combat=True, ship=ship)]
        game = tic(3, {"characters": own}, {"characters": [ch("Doctor Umbra", in_combat=True)]}).do("pass")
        assert (game.ability("Red Sentai") in game.legal) == stageable


def test_sd_119_heroes_flip_once_their_leader_has_a_wound() -> None:
    """Golden 40; SDA-26: no Action."""
    assert "flip 1" not in action().legal
    assert "only when their Leader has a Wound" in action().why("flip 1")
    game = action(heroes={"wounds": 1}).do("flip 1")
    assert game.power("Red Sentai") == 4 and game.team("heroes").actions == 3


def test_sd_117_118_the_villain_flips_with_enough_drama() -> None:
    """Golden 41; SDA-27: it is not spent. SD-132: to its Super by the flip."""
    assert "flip 1" not in action("villains", 4, villains={"drama": 2}).legal
    game = action("villains", 4, villains={"drama": 3}).do("flip 1")
    assert game.power("Umbra Rex") == 12 and game.team("villains").drama == 3


def test_sd_120_a_card_flips_once_each_action_phase() -> None:
    """SDA-28: each card by itself; back again in a later one."""
    game = action(heroes={"wounds": 1}).do("flip 1")
    assert "flip 1" not in game.legal and {"flip 2", "flip 3"} <= set(game.legal)
    own = [ch("Red Sentai", face="back")]
    assert "flip 1" in action(heroes={"wounds": 1, "characters": own}).legal


def test_sho_18_only_cards_on_the_table_flip() -> None:
    own = [ch("Red Sentai", wounded=True), ch("Blue Sentai")]
    game = action(heroes={"wounds": 1, "characters": own})
    assert "flip 1" not in game.legal and "flip 2" in game.legal


def test_sd_121_125_a_flip_keeps_upgrades_and_attachments_that_still_fit() -> None:
    """Golden 44; SD-100, SHO-38: what no longer fits is destroyed at once."""
    own = [ch("Doctor Umbra", "Doom Walker", "Rift Lance", "Storm Barge", upgrades=2)]
    game = action("villains", 4, villains={"characters": own, "drama": 3}).do("flip 1")
    assert game.gear("Umbra Rex") == ["Rift Lance"] and game.character("Umbra Rex").upgrades == 2
    assert (
        game.count("villains", "trash", "Doom Walker") == game.count("villains", "trash", "Storm Barge") == 1
    )


def test_sd_131_heroes_play_a_super_while_the_villains_is_in_play() -> None:
    """Golden 42; SHO-33: Wounded counts."""
    hand = {"hand": {"Titan Guardian": 1}}
    game = action(heroes=hand)
    assert game.card("Titan Guardian") not in game.legal
    assert "the Villain's Super is not in Play" in game.why(game.card("Titan Guardian"))
    for wounded in (False, True):
        game = action(heroes=hand, villains={"characters": [ch("Umbra Rex", wounded=wounded)]})
        assert game.card("Titan Guardian") in game.legal


def test_sd_133_136_allies_demand_their_keyword_on_the_table() -> None:
    """Golden 34; SD-134: within the name; SDA-33, SDA-34: own ones, Wounded do not count."""
    for wounded, legal in ((False, True), (True, False)):
        own = [ch("Blue Sentai", wounded=wounded), ch("Academy Cadet")]
        game = action(heroes={"characters": own, "hand": {"Sentai Rookie": 1}})
        assert (game.card("Sentai Rookie") in game.legal) == legal
    assert "demands Sentai" in game.why(game.card("Sentai Rookie"))


def test_sd_14_initial_cards_ignore_keywords_and_lieutenant_hex_demands_a_villain() -> None:
    """SD-133: a Keyword is a demand and a label at once."""
    for wounded, legal in ((False, True), (True, False)):
        own = [ch("Doctor Umbra", wounded=wounded), ch("Gloom Grunt")]
        game = action("villains", 4, villains={"characters": own, "hand": {"Lieutenant Hex": 1}})
        assert (game.card("Lieutenant Hex") in game.legal) == legal
    own = [ch("Doctor Umbra", wounded=True), ch("Lieutenant Hex")]
    game = action("villains", 4, villains={"characters": own, "hand": {"Lieutenant Hex": 1}})
    assert game.card("Lieutenant Hex") in game.legal


def test_sd_137_attachments_look_at_their_bearer() -> None:
    own = [ch("Red Sentai"), ch("Academy Cadet"), ch("Sentai Rookie")]
    game = action(heroes={"characters": own, "hand": {"Sentai Shield": 1}}).play("Sentai Shield")
    assert game.legal == ["own 1", "own 3"]


def test_sd_138_requires_looks_at_everything_in_play() -> None:
    """Golden 35; SDA-33, SHO-14, SHO-38: Attachments and Wounded Characters count, its own words once it is there."""
    for wounded in (False, True):
        own = [ch("Red Sentai"), ch("Blue Sentai", "Star Cruiser", wounded=wounded)]
        game = action(heroes={"characters": own, "hand": {"Nova Cannon": 1}})
        assert game.card("Nova Cannon") in game.legal
    game = action(heroes={"characters": [ch("Red Sentai")], "hand": {"Nova Cannon": 1}})
    assert game.card("Nova Cannon") not in game.legal and "Requires Ship" in game.why(
        game.card("Nova Cannon")
    )
    own = [ch("Red Sentai", "Nova Cannon"), ch("Blue Sentai")]
    game = action(heroes={"characters": own, "hand": {"Beam Saber": 1}}).play("Beam Saber").on("Red Sentai")
    assert game.gear("Red Sentai") == ["Beam Saber", "Nova Cannon"]


def test_sho_32_a_mook_in_the_heroes_deck_is_never_played() -> None:
    """Golden 30; SD-143."""
    config = action().table.setup.config
    mook = {"name": "Turncoat", "kind": "ally", "classes": ["Mook"], "power": 1}
    heroes = {**config["heroes"], "cards": [*config["heroes"]["cards"][:-1], mook]}
    game = action(scenario={**config, "heroes": heroes}, heroes={"hand": {"Turncoat": 1}})
    assert game.card("Turncoat") not in game.legal and "is a Mook" in game.why(game.card("Turncoat"))


def test_sho_33_a_super_in_the_villains_hand_is_never_played() -> None:
    config = action().table.setup.config
    big = {"name": "Gloom Titan", "kind": "ally", "classes": ["Super"], "power": 5}
    villains = {**config["villains"], "cards": [*config["villains"]["cards"][:-1], big]}
    game = action(
        "villains", 4, scenario={**config, "villains": villains}, villains={"hand": {"Gloom Titan": 1}}
    )
    assert game.card("Gloom Titan") not in game.legal and "only by a flip" in game.why(
        game.card("Gloom Titan")
    )


def test_sd_94_who_is_changed_is_a_hero() -> None:
    from throwdown.envs.showdown.sheets import cards

    face = cards.FaceSheet.model_validate({"name": "X", "classes": ["Changed"]})
    assert cards.contains(face, "Hero") and cards.contains(face, "Changed")


@pytest.mark.parametrize(
    ("name", "term", "found"),
    [("Blue Sentai", "Sentai", True), ("Sentai", "Blue Sentai", False), ("Sentais", "Sentai", False)],
)
def test_sd_134_keywords_are_found_word_by_word(name: str, term: str, found: bool) -> None:
    """SDA-35."""
    from throwdown.envs.showdown.sheets import cards

    assert cards.contains(cards.FaceSheet.model_validate({"name": name}), term) == found


def test_sd_112_114_115_a_wounded_character_is_in_play_but_not_on_the_table() -> None:
    """SD-113: its Power does not count, its texts are blank, it cannot be Employed."""
    own = [ch("Red Sentai", wounded=True), ch("Blue Sentai", wounded=True), ch("Gold Sentai")]
    game = missions(heroes={"characters": own})
    assert game.legal == ["pass", "own 3"]
    view = game.table.view("villains_0")["sides"]["heroes_0"]["characters"]
    assert view["Red Sentai"]["wounded"] and len(view) == 3


def played(game: Game) -> int:
    return int(game.team("heroes").entered)


def test_sd_101_attachments_are_no_targets() -> None:
    """Every target is a Character."""
    own = [ch("Red Sentai", "Beam Saber", in_combat=True)]
    villains = {"characters": [ch("Doctor Umbra", in_combat=True)], "hand": {"Ray Blast": 1}}
    game = tic(4, {"characters": own}, villains).play("Ray Blast").do("pass", "pass", "pay")
    assert set(game.legal) == {"own 1", "opposing 1"}
    assert played(game) == 2
