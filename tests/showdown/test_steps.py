"""The course of a game: hands, openings, Actions, Missions, Leader Actions, discards, Turns."""

from __future__ import annotations

import pytest

from tests.showdown.support import action, ch, deal, fighters, missions, position, tic


def test_sd_01_13_15_23_24_a_game_begins_with_initial_cards_and_eight_cards() -> None:
    """SDA-43, SDE-08, golden 1: three Heroes and a Villain on their first faces."""
    game = deal(seed=3)
    view = game.table.view()["sides"]
    assert list(view["heroes_0"]["characters"]) == ["Red Sentai", "Blue Sentai", "Gold Sentai"]
    assert view["villains_0"]["characters"]["Doctor Umbra"]["power"] == 7
    assert [len(side["hand"]) for side in view.values()] == [8, 8] and game.phase == "mulligan"
    assert [side["deck"] for side in view.values()] == [52, 52]


def test_sd_25_each_side_may_mulligan_once() -> None:
    """SDA-42: Heroes, then Villains; what was drawn stays hidden."""
    game = deal(seed=3)
    before = game.table.view()["sides"]["heroes_0"]["hand"]
    game.do("mulligan")
    assert game.table.agent == "villains_0" and game.table.view()["sides"]["heroes_0"]["hand"] != before
    assert game.team("heroes").hand_n == 8 and game.team("heroes").deck_n == 52
    assert set(game.table.view("villains_0")["sides"]["heroes_0"]["hand"]) == {"??"}
    assert game.do("keep").phase == "action" and game.s.turn == 1


def test_sd_26_27_28_the_heroes_opening() -> None:
    """SD-16, SD-91, golden 26: all unemployed, Heroes and Supers healed, Allies not, a Leader Action gained."""
    own = [
        ch("Red Sentai", wounded=True),
        ch("Blue Sentai", employed=True),
        ch("Academy Cadet", wounded=True),
    ]
    game = position(
        phase="discard",
        decides="villains_0",
        turn=1,
        heroes={"characters": own},
        villains={"hand": {"Cackle": 1}},
    )
    game.do("pass")
    assert game.s.turn == 2 and game.table.agent == "heroes_0"
    assert not game.wounded("Red Sentai") and game.character("Blue Sentai").is_employed == 0
    assert (
        game.wounded("Academy Cadet") and game.team("heroes").leader == 1 and game.team("heroes").actions == 3
    )


def test_sda_29_supers_are_healed_in_the_opening() -> None:
    own = [ch("Red Sentai"), ch("Titan Guardian", wounded=True)]
    game = position(
        phase="discard",
        decides="villains_0",
        heroes={"characters": own},
        villains={"hand": {"Cackle": 1}, "characters": [ch("Umbra Rex")]},
    ).do("pass")
    assert not game.wounded("Titan Guardian")


def test_sd_139_36_nobody_holds_two_leader_actions() -> None:
    """Golden 36; SHO-40: the Villains have none before their own first opening."""
    game = position(
        phase="discard",
        decides="villains_0",
        heroes={"leader_action": True},
        villains={"hand": {"Cackle": 1}},
    )
    game.do("pass")
    assert game.team("heroes").leader == 1 and not [e for e in game.told("leader-gained") if e.seat == 0]
    game = deal().do("keep", "keep")
    assert game.team("villains").leader == 0 and game.team("heroes").leader == 1


@pytest.mark.parametrize(("wounds", "upgrades"), [(0, 0), (1, 1), (2, 2)])
def test_sd_34_35_37_the_villains_opening(wounds: int, upgrades: int) -> None:
    """SD-36, SD-154, SDA-03, SHO-01, SHO-03, golden 7 and 50: for every Wound, even if it is Wounded."""
    own = [ch("Doctor Umbra", wounded=True), ch("Gloom Grunt", wounded=True, employed=True)]
    game = action(n=0, villains={"characters": own, "wounds": wounds}, heroes={"leader_action": True}).do(
        "pass"
    )
    assert game.table.agent == "villains_0" and game.character("Doctor Umbra").upgrades == upgrades
    assert game.team("villains").drama == wounds and game.team("villains").actions == 4 - wounds
    assert not game.wounded("Doctor Umbra") and game.wounded("Gloom Grunt 2")
    assert game.character("Gloom Grunt 2").is_employed == 0
    order = [k for k in game.kinds() if k in ("upgraded", "healed")]
    assert order == ["upgraded"] * upgrades + ["healed"]


def test_sho_03_drama_gained_in_the_opening_counts_at_once() -> None:
    game = action(n=0, villains={"wounds": 1, "drama": 2}, heroes={"leader_action": True}).do("pass")
    assert "flip 1" in game.legal


def test_sd_29_actions_must_be_spent() -> None:
    """SD-38, SDA-10, SHO-17: free options do not lift the duty; after the last Action the phase can be ended."""
    game = action(n=1, heroes={"wounds": 1})
    assert "pass" not in game.legal and "upgrade" in game.legal and "must still be spent" in game.why("pass")
    assert "pass" in action(n=0, heroes={"wounds": 1}).legal
    own = [ch("Red Sentai", wounded=True)]
    game = action(heroes={"characters": own, "hand": {"Quick Jab": 4, "Taunt": 3, "Finisher": 1}})
    assert game.legal == ["upgrade", "heal"]


def test_sho_17_without_anything_left_the_phase_ends_by_itself() -> None:
    game = action(n=1, heroes={"characters": [ch("Red Sentai")]}).do("upgrade")
    assert game.table.agent == "villains_0" and game.phase == "action"
    game = action(n=1, heroes={"characters": [ch("Red Sentai")], "leader_action": True}).do("upgrade")
    assert game.table.agent == "heroes_0" and game.phase == "action"


def test_sd_31_116_an_upgrade_is_a_point_of_power_for_an_initial_card_or_super() -> None:
    """SD-40, SHO-02, SHO-16, SHO-45, SDA-46: own ones, Wounded or not; Lieutenant Hex is no Villain here."""
    own = [ch("Red Sentai", wounded=True), ch("Blue Sentai"), ch("Academy Cadet"), ch("Titan Guardian")]
    game = action(heroes={"characters": own}, villains={"characters": [ch("Umbra Rex")]}).do("upgrade")
    assert game.legal == ["own 1", "own 2", "own 4"]
    assert game.on("Blue Sentai").power("Blue Sentai") == 2 and game.team("heroes").actions == 2
    own = [ch("Doctor Umbra"), ch("Lieutenant Hex")]
    game = action("villains", 4, villains={"characters": own}).do("upgrade")
    assert game.power("Doctor Umbra") == 8 and game.power("Lieutenant Hex") == 4


def test_sd_32_the_heroes_heal_their_own() -> None:
    """SDA-11, SD-112."""
    heroes = {
        "characters": [ch("Red Sentai"), ch("Academy Cadet", wounded=True), ch("Radio Ace", wounded=True)]
    }
    game = action(heroes=heroes, villains={"characters": [ch("Doctor Umbra", wounded=True)]}).do("heal")
    assert game.legal == ["own 2", "own 3"]
    assert not game.on("Radio Ace").wounded("Radio Ace")


def test_sd_41_the_villains_may_heal_heroes() -> None:
    """Golden 27; SHO-10: Allies, too."""
    heroes = {"characters": [ch("Red Sentai", wounded=True), ch("Academy Cadet", wounded=True)]}
    own = [ch("Doctor Umbra"), ch("Gloom Grunt", wounded=True)]
    game = action("villains", 4, heroes=heroes, villains={"characters": own}).do("heal")
    assert game.legal == ["own 2", "opposing 1", "opposing 2"]
    assert not game.on("Red Sentai").wounded("Red Sentai")


@pytest.mark.parametrize(
    ("side", "wounds", "drawn"), [("heroes", 2, 3), ("villains", 2, 5), ("heroes", 0, 5)]
)
def test_sd_33_42_filling_the_hand(side: str, wounds: int, drawn: int) -> None:
    """SD-105, SD-106, golden 5 and 6: the Heroes' handsize falls with Wounds, the Villains' does not."""
    cards = {"heroes": {"Taunt": 3}, "villains": {"Overload": 3}}[side]
    n = 3 if side == "heroes" else 4 - wounds
    game = action(side, n, **{side: {"wounds": wounds, "hand": cards}}).do("fill")
    assert game.team(side).hand_n == 3 + drawn


def test_sda_10_a_full_hand_is_not_filled() -> None:
    """SHO-05."""
    game = action(heroes={"hand": {"Taunt": 3, "Finisher": 3, "Quick Jab": 2}})
    assert "fill" not in game.legal and "handsize of 8" in game.why("fill")


def test_sd_30_main_cards_only_are_put_on_the_table() -> None:
    """SD-17, SD-19, SD-21, SD-39."""
    game = action(heroes={"hand": {"Taunt": 1, "Stakeout": 1, "Beam Saber": 1, "Academy Cadet": 1}})
    assert [move for move in game.legal if move.startswith("card")] == [
        game.card("Academy Cadet"),
        game.card("Beam Saber"),
    ]
    assert "in a Combat" in game.why(game.card("Taunt")) and "in a Mission Phase" in game.why(
        game.card("Stakeout")
    )


def test_sd_43_a_combat_is_bought_for_an_action_once_a_turn() -> None:
    """SDA-08, SDA-09, golden 8: what is left is spent first; then come the Mission Phases."""
    game = action("villains", 2, villains={"characters": [ch("Doctor Umbra")]}).do("buy")
    assert "buy" not in game.legal and game.phase == "action" and "already has a Combat" in game.why("buy")
    game.do("upgrade")
    assert game.phase == "mission" and game.table.agent == "heroes_0"
    game = action("villains", 1, villains={"wounds": 3, "characters": [ch("Doctor Umbra")]}).do("buy")
    assert game.phase == "mission" and game.s.is_bought == 1


def test_sda_06_without_a_villain_who_could_join_no_combat_is_sold() -> None:
    game = action("villains", 4, villains={"characters": [ch("Doctor Umbra", wounded=True)]})
    assert "buy" not in game.legal and "No Villain could join" in game.why("buy")


def test_sd_44_47_the_mission_phases_follow_the_villains_actions() -> None:
    """SD-48, SDA-44: Heroes', then Villains'; without a Combat discards, Heroes first."""
    game = action("villains", 1, heroes={"hand": {"Taunt": 1}}, villains={"hand": {"Cackle": 1}}).do(
        "upgrade"
    )
    assert (game.phase, game.table.agent) == ("mission", "heroes_0")
    game.do("pass")
    assert (game.phase, game.table.agent) == ("mission", "villains_0")
    game.do("pass")
    assert (game.phase, game.table.agent) == ("discard", "heroes_0")
    assert game.do("pass").table.agent == "villains_0"


def test_sd_45_46_107_employed_characters_give_their_effect_and_stay_out() -> None:
    """Golden 37, SHO-09, SD-93: in the own Mission Phase; who is Employed does not join, but can be Wounded."""
    game = missions(bought=True, heroes={"characters": [ch("Red Sentai"), ch("Blue Sentai")]})
    game.on("Blue Sentai")
    assert game.team("heroes").hand_n == 2 and game.character("Blue Sentai").is_employed == 1
    game.do("pass", "pass")
    assert game.phase == "assign" and game.table.agent == "heroes_0"
    assert game.s.at == game.number("Red Sentai") and "own 2" not in game.legal
    wounding = missions("villains", heroes={"characters": [ch("Red Sentai"), ch("Blue Sentai", employed=True)]},
                        villains={"leader_action": True, "hand": {"Cheap Shot": 1}})  # fmt: skip
    wounding.play("Cheap Shot").on("Blue Sentai")
    assert wounding.wounded("Blue Sentai")


def test_sd_142_a_mission_is_played_once_a_game() -> None:
    """SDA-36, SHO-20, golden 39: several different ones in one phase; each goes to the discard pile."""
    game = missions(heroes={"hand": {"Training Montage": 1, "Stakeout": 1}, "missions": ["Training Montage"]})
    assert game.card("Training Montage") not in game.legal and "been played" in game.why(
        game.card("Training Montage")
    )
    game.play("Stakeout").on("Red Sentai")
    assert game.count("heroes", "trash", "Stakeout") == 1 and game.team("heroes").hand_n == 3
    assert game.card("Stakeout") not in game.legal and game.phase == "mission"


def test_sho_20_a_missions_price_takes_any_own_character_on_the_table() -> None:
    own = [
        ch("Doctor Umbra"),
        ch("Gloom Grunt"),
        ch("Gloom Brute", employed=True),
        ch("Gloom Gunner", wounded=True),
    ]
    game = missions("villains", villains={"characters": own, "hand": {"Dark Ritual": 1}}).play("Dark Ritual")
    assert game.phase == "mission" and game.team("villains").drama == 1
    assert [int(game.s.characters[24 + k].is_employed) for k in range(3)] == [1, 1, 1]
    assert game.character("Doctor Umbra").upgrades == 1


def test_sho_21_what_is_possible_is_compulsory_and_the_rest_is_skipped() -> None:
    """SD-108: in printed order. Training Montage with one Hero Upgrades that one, with more two different ones."""
    one = missions(heroes={"characters": [ch("Red Sentai")], "hand": {"Training Montage": 1}}).play(
        "Training Montage"
    )
    assert one.character("Red Sentai").upgrades == 1 and one.phase == "mission"
    game = missions(heroes={"hand": {"Training Montage": 1}}).play("Training Montage")
    assert game.legal == ["own 1", "own 2"]
    game.on("Blue Sentai")
    assert game.phase == "mission" and game.character("Gold Sentai").upgrades == 1
    game = missions("villains", villains={"hand": {"Steal the Plans": 1}}).play("Steal the Plans")
    assert game.team("villains").hand_n == 1 and game.phase == "mission"


def test_sho_21_reinforce_heals_before_it_upgrades() -> None:
    own = {"characters": [ch("Doctor Umbra", wounded=True)], "hand": {"Reinforce": 1}}
    game = missions("villains", villains=own).play("Reinforce")
    assert not game.wounded("Doctor Umbra") and game.character("Doctor Umbra").upgrades == 1


def test_sho_10_allies_are_healed_by_actions_and_effects() -> None:
    """SD-91: *a Character* reaches both sides, *you control* one's own."""
    own = {"characters": [ch("Red Sentai"), ch("Gold Sentai"), ch("Academy Cadet", wounded=True)]}
    game = missions(heroes=own, villains={"characters": [ch("Doctor Umbra", wounded=True)]}).on("Gold Sentai")
    assert set(game.legal) == {"own 3", "opposing 1"}
    game = missions(heroes={**own, "leader_action": True, "hand": {"Second Wind": 1}},
                    villains={"characters": [ch("Doctor Umbra", wounded=True)]}).play("Second Wind")  # fmt: skip
    assert not game.wounded("Academy Cadet") and game.wounded("Doctor Umbra")


def test_field_hospital_heals_each_own_character() -> None:
    own = [ch("Red Sentai", wounded=True), ch("Academy Cadet", wounded=True)]
    game = missions(heroes={"characters": own, "hand": {"Field Hospital": 1}},
                    villains={"characters": [ch("Doctor Umbra", wounded=True)]}).play("Field Hospital")  # fmt: skip
    assert (
        not game.wounded("Red Sentai") and not game.wounded("Academy Cadet") and game.wounded("Doctor Umbra")
    )


def test_sho_05_what_changes_nothing_cannot_be_chosen() -> None:
    """No heal without a Wounded Character, no Employ or Mission that would do nothing."""
    game = missions(heroes={"hand": {"Field Hospital": 1}})
    assert game.card("Field Hospital") not in game.legal and "own 3" not in game.legal
    assert "heal" not in action().legal
    full = dict.fromkeys(("Quick Jab", "Team Strike"), 4) | dict.fromkeys(
        ("Snap Shot", "Focused Beam", "Taunt", "Finisher", "Last Stand"), 3
    )
    game = missions(heroes={"hand": full | {"Plot Twist": 1}, "leader_action": True})
    assert game.team("heroes").hand_n == 24 and "own 2" not in game.legal and "leader 1" not in game.legal
    assert game.card("Plot Twist") in game.legal  # it leaves the hand first


def test_sho_41_a_hand_holds_24_cards() -> None:
    """SD-105, golden 49, SHO-20: effects draw beyond handsize, up to 24, what is played not counted; the rest stay."""
    full = {
        "Quick Jab": 4,
        "Team Strike": 4,
        "Snap Shot": 3,
        "Focused Beam": 3,
        "Taunt": 3,
        "Finisher": 3,
        "Last Stand": 3,
    }
    game = missions(heroes={"hand": full}).on("Blue Sentai")
    assert game.team("heroes").hand_n == 24 and len(game.told("card-drawn")) == 1
    game = missions(heroes={"hand": {**full, "Stakeout": 1}}).play("Stakeout").on("Gold Sentai")
    assert game.team("heroes").hand_n == 24 and len(game.told("card-drawn")) == 1
    game = action(heroes={"hand": {**full, "Plot Twist": 1}, "leader_action": True}).play("Plot Twist")
    assert game.team("heroes").hand_n == 24 and len(game.told("card-drawn")) == 1
    game = missions(heroes={"hand": {"Quick Jab": 4, "Team Strike": 4}}).on("Blue Sentai")
    assert game.team("heroes").hand_n == 10


def test_sda_41_an_empty_deck_yields_nothing() -> None:
    cards = action().table.setup.config["heroes"]["cards"]
    trash = {card["name"]: card["copies"] for card in cards}
    game = action(heroes={"discards": trash})
    assert (
        game.team("heroes").deck_n == 0 and "fill" not in game.legal and "deck is empty" in game.why("fill")
    )
    game = missions(heroes={"discards": {**trash, "Taunt": 2}}).on("Blue Sentai")
    assert game.team("heroes").hand_n == 1 and not game.s.over


def test_sho_19_a_random_discard_comes_from_the_whole_hand() -> None:
    """SD-104: every kind of card, by chance."""
    lost = set()
    for chance in range(40):
        own = {"characters": [ch("Doctor Umbra"), ch("Wraith Spy")]}
        game = missions(
            "villains",
            chance=chance,
            heroes={"hand": {"Taunt": 1, "Beam Saber": 1, "Plot Twist": 1}},
            villains=own,
        )
        game.on("Wraith Spy")
        lost.add(game.card_of(game.told("discarded")[0]))
        assert game.team("heroes").hand_n == 2
    assert lost == {"Taunt", "Beam Saber", "Plot Twist"}


def test_sho_19_who_discards_one_chooses_any_card() -> None:
    """Then the other effects follow."""
    game = missions(
        "villains", heroes={"hand": {"Taunt": 1, "Beam Saber": 1}}, villains={"hand": {"Steal the Plans": 1}}
    )
    game.play("Steal the Plans")
    assert (game.phase, game.table.agent) == ("drop", "heroes_0")
    assert game.legal == [game.card("Beam Saber"), game.card("Taunt")]
    game.play("Beam Saber")
    assert game.count("heroes", "trash", "Beam Saber") == 1 and game.team("villains").hand_n == 1
    assert game.phase == "mission"


def test_sd_20_140_events_use_the_leader_action_and_no_action() -> None:
    """SDA-25; SD-141: then the Event is discarded."""
    game = action(heroes={"leader_action": True, "hand": {"Plot Twist": 1}}).play("Plot Twist")
    assert game.team("heroes").actions == 3 and game.team("heroes").leader == 0
    assert game.count("heroes", "trash", "Plot Twist") == 1 and game.team("heroes").hand_n == 2
    game = action(heroes={"hand": {"Plot Twist": 1}})
    assert game.card("Plot Twist") not in game.legal and "you hold none" in game.why(game.card("Plot Twist"))


def test_sd_140_leader_actions_are_printed_on_the_leader_too() -> None:
    """SDE-06."""
    game = action(heroes={"leader_action": True}).do("leader 1")
    assert game.team("heroes").hand_n == 1 and game.team("heroes").leader == 0
    assert "leader 1" not in game.legal


def test_sho_04_windows_follow_actions_and_nothing_else() -> None:
    """SD-141, SDA-24: asked exactly when the side holds a Leader Action, whatever its hand."""
    villains = {"leader_action": True, "characters": [ch("Doctor Umbra")]}
    game = action(heroes={"hand": {"Academy Cadet": 1}}, villains=villains).play("Academy Cadet")
    assert (game.phase, game.table.agent) == ("window", "villains_0")
    assert game.do("leader 1").table.agent == "heroes_0" and game.phase == "action"
    game.do("fill")
    assert game.table.agent == "heroes_0"
    game = action(heroes={"wounds": 1}, villains=villains).do("flip 1")
    assert game.table.agent == "heroes_0"
    game = action(heroes={"leader_action": True}, villains=villains).do("leader 1")
    assert game.table.agent == "heroes_0"


def test_sd_144_a_wound_may_be_aimed_at_any_character_that_is_weak_enough() -> None:
    """SHO-26, golden 19, SDA-12, SDA-37: in or out of Combat, either side, not a Wounded one; Upgrades stay."""
    heroes = {
        "characters": [
            ch("Red Sentai", upgrades=1),
            ch("Blue Sentai", upgrades=1),
            ch("Gold Sentai", wounded=True),
        ]
    }
    own = {
        "leader_action": True,
        "hand": {"Cheap Shot": 1},
        "characters": [ch("Doctor Umbra"), ch("Gloom Grunt")],
    }
    game = missions("villains", heroes=heroes, villains=own).play("Cheap Shot")
    assert game.legal == ["own 2", "opposing 2"]
    game.on("Blue Sentai")
    assert game.wounded("Blue Sentai") and game.character("Blue Sentai").upgrades == 1


def test_sd_83_combat_cards_only_may_be_discarded() -> None:
    """SHO-24, golden 38: one at a time, while there is any card in hand."""
    game = position(phase="discard", decides="heroes_0", heroes={"hand": {"Taunt": 2, "Beam Saber": 1}})
    assert game.legal == ["pass", game.card("Taunt")] and "not a Combat Card" in game.why(
        game.card("Beam Saber")
    )
    game.play("Taunt", "Taunt")
    assert game.legal == ["pass"] and game.count("heroes", "trash", "Taunt") == 2


def test_sd_09_111_the_heroes_win_at_the_end_of_turn_15() -> None:
    """Golden 48; SDA-01."""
    game = position(phase="discard", decides="villains_0", turn=15, villains={"hand": {"Cackle": 1}}).do(
        "pass"
    )
    assert game.table.over and game.table.returns() == {"heroes_0": 1.0, "villains_0": -1.0}
    assert "held out" in game.table.render()


def test_sd_110_what_is_gained_ends_with_the_turn() -> None:
    """SDA-15, SHO-39: marks of used Abilities, too."""
    own = [ch("Red Sentai", bonus=3, used=[1]), ch("Blue Sentai")]
    game = position(
        phase="discard", decides="villains_0", heroes={"characters": own}, villains={"hand": {"Cackle": 1}}
    )
    assert game.power("Red Sentai") == 5
    game.do("pass")
    assert game.power("Red Sentai") == 2 and game.character("Red Sentai").used == 0


def test_sho_22_power_and_valor_are_for_combats() -> None:
    """Captain Beacon's +2 while composing or before the comparison; the Baroness's Valor while composing."""
    for phase in ("action", "mission"):
        game = position(
            phase=phase,
            decides="heroes_0",
            heroes={"leader_action": True, "actions": 3 if phase == "action" else 0},
        )
        assert "leader 1" in game.legal and "leader 2" not in game.legal
    fight = {"characters": fighters("Red Sentai"), "leader_action": True}
    game = tic(1, fight, {"characters": fighters("Doctor Umbra"), "leader_action": True})
    assert "leader 2" in game.legal
    game.do("leader 2")
    assert game.team("villains").valor == 32 and game.phase == "compose"
    game.do("pass", "leader 2")
    assert game.power("Red Sentai") == 4


def test_sd_12_no_card_loses_the_game_and_it_ends_in_turn_15_at_last() -> None:
    """SDE-03, SDE-07: random games end, one side wins."""
    import numpy as np

    from throwdown.envs.core.kit import Batch
    from throwdown.envs.registry import make_setup

    batch = Batch(make_setup("showdown-v0", "showdown"), 64, seed=3, autoreset=False)
    batch.reset(np.arange(64))
    for _ in range(1500):
        if batch.states["over"].all():
            break
        assert not batch.step(batch.random_actions()).errors.any()
    assert batch.states["over"].all() and set(np.unique(batch.states["ended"])) == {0, 1, 2}
    for side in range(2):
        team = batch.states["teams"][:, side]
        zones = sum(team[zone].astype(int) for zone in ("deck", "hand", "trash", "gone"))
        here = batch.states["characters"][:, 24 * side : 24 * side + 24]
        for game in range(64):
            cards = zones[game].copy()
            for card in [*here["card"][game], *here["gear"][game].ravel()]:
                if card >= 0 and card % 41 < 32:
                    cards[card % 41] += 1
            assert (cards == batch.states["cfg"]["deck"][game, side]).all()
