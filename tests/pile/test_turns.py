"""Turns and Main actions of the pile edition, one test a clause (TP-xx), ruling (C-xx, P-xx) or golden (G-xx)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pile.support import deal, fight, hand, kinds, pile_of, pilot, plain, play, told, whole
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.fusion.pile.actions import Spoil
from throwdown.envs.fusion.pile.state import Assist
from throwdown.envs.fusion.world.book import Kind
from throwdown.envs.fusion.world.cards import NAMES
from throwdown.envs.fusion.world.subjects import Subject

HANDS = {"coach_0": "KC QC", "pilot_0": "8D 9D 3C", "pilot_1": "4C 5C", "pilot_2": "6D 7D"}


def test_tp_40_turns_go_clockwise_and_coach_is_one_seat() -> None:
    t = fight(
        "2C@coach_0 3H@pilot_0", {"coach_0": "4S 7S", "pilot_0": "9D", "pilot_1": "5C 9C", "pilot_2": "6D"}
    )
    turns = []
    for action in ("push 9D", "fold", "fold"):
        turns.append(t.agent)
        t.play(action)
    assert turns == ["pilot_0", "pilot_1", "pilot_2"] and t.agent == "coach_0"


def test_tp_42_44_one_main_action_ends_the_turn() -> None:
    t = fight("4C@coach_0 5H@coach_0", HANDS)
    t.play("push 8D")
    assert t.agent == "pilot_1"


def test_tp_43_side_actions_come_before_and_none_twice() -> None:
    t = fight("4C@coach_0 5H@coach_0", HANDS)
    play(t, "recharge", "discard 3C")
    assert t.agent == "pilot_0" and "recharge" not in t.legal()
    with pytest.raises(IllegalAction, match="twice"):
        t.play("recharge")


def test_tp_45_c_46_it_ends_when_all_who_are_left_stand_with_the_top_card() -> None:
    t = fight("4C@coach_0 5H@pilot_1", HANDS, "coach_0")
    t.play("fold")
    assert t.view()["winner"] == "pilots" and "PILE_WON" in kinds(t)
    assert t.view()["leaders"]["pilots"] == "pilot_1"


def test_c_47_g_55_the_last_one_gets_turns_until_she_leads_or_folds() -> None:
    """G-55: A, on top, Folds; B is the last: she Pushes and wins, or Folds and A wins."""
    for action, winner in (("push 8D", "pilots"), ("fold", "coach")):
        t = fight("4C@pilot_0 5H@coach_0", {"coach_0": "KC", "pilot_0": "8D 2C"}, "coach_0", plain(1))
        t.play("fold")
        assert t.agent == "pilot_0" and t.view()["result"] == "running"
        t.play(action)
        assert t.view()["winner"] == winner


def test_c_48_a_folded_owner_of_the_top_card_wins() -> None:
    t = fight("4C@coach_0 5H@pilot_0", {"coach_0": "2C", "pilot_0": "2D"}, "pilot_0", plain(1))
    play(t, "fold", "fold")
    assert t.view()["winner"] == "pilots"


def test_tp_71_73_c_54_a_push_beats_the_top_card_even_an_allys() -> None:
    t = fight("4C@coach_0 8H@pilot_1", {"coach_0": "KC", "pilot_0": "8D 9D 7C AS"}, scenario=plain(2))
    assert [a for a in t.legal() if a.startswith("push")] == ["push 9D", "push AS"]
    with pytest.raises(IllegalAction, match="whoever laid it"):
        t.play("push 7C")


def test_cd_21_a_two_beats_an_ace_and_nothing_else_does() -> None:
    t = fight("4C@coach_0 AH@coach_0", {"coach_0": "KC", "pilot_0": "2D KD 3C AS"}, scenario=plain(1))
    assert [a for a in t.legal() if a.startswith("push")] == ["push 2D"]
    t.play("push 2D")
    assert told(t, "PUSHED")[0].amount == 1


@pytest.mark.parametrize(("card", "gap", "strife"), [("8D", 3, 0), ("9D", 4, 1)])
def test_g_03_tp_10_11_a_push_beyond_strike_stands_and_causes_strife(
    card: str, gap: int, strife: int
) -> None:
    """G-03: T = 5, Strike 3: 8 is clean, 9 puts one Strife into the Pilot's incoming Payload."""
    t = fight("4C@coach_0 5H@coach_0", HANDS)
    t.play(f"push {card}")
    assert pile_of(t)[-1] == card and told(t, "PUSHED")[0].amount == gap
    caused = t.view()["payloads"]["pilots"].get("caused", {})
    assert caused == ({"pilot_0": 1} if strife else {}) and t.view()["harmony"] == 4


def test_g_02_tp_09_strike_difference() -> None:
    for card, gap in (("3C", 1), ("9D", 7)):
        t = fight("2H@coach_0 2C@coach_0", HANDS)
        t.play(f"push {card}")
        assert told(t, "PUSHED")[0].amount == gap


def test_tp_13_14_coach_is_bound_by_his_strike() -> None:
    t = fight("3C@coach_0 4H@pilot_0", {"coach_0": "5C TC JC 9D", "pilot_0": "2C"}, "coach_0", plain(1))
    assert t.view()["strike"]["coach_0"] == 6
    assert [a for a in t.legal() if a.startswith("push")] == ["push 5C", "push 9D", "push TC"]
    with pytest.raises(IllegalAction, match="a hard limit"):
        t.play("push JC")


def test_tp_14_an_unbound_threat_lifts_the_limit() -> None:
    scenario = plain(1, threats=[{"name": "T", "rating": 1, "unbound": True}])
    t = fight("3C@coach_0 4H@pilot_0", {"coach_0": "KC", "pilot_0": "2C"}, "coach_0", scenario)
    t.play("push KC")
    assert t.view()["payloads"]["coach"] == {}


def test_c_67_coach_out_of_range_may_fold_or_beat_back() -> None:
    t = fight("3C@coach_0 4H@pilot_0", {"coach_0": "KC 4S", "pilot_0": "2C"}, "coach_0", plain(1))
    assert t.legal() == ["beat-back 4S", "fold"]


def test_tp_72_faction_cards_and_extra_cards_may_be_played() -> None:
    scenario = plain(
        1, factions=[{"name": "F", "favor": 1}], threats=[{"name": "T", "rating": 6, "extra": 1}]
    )
    t = fight(
        "3C@coach_0 4H@coach_0",
        {"coach_0": "2C", "pilot_0": "2D"},
        scenario=scenario,
        factions=[{"favor": ["9C"]}],
        extra=["TC"],
    )
    before = whole(t)
    t.play("push 9C")
    assert t.agent == "coach_0" and t.view()["factions"][0]["favor"] == 0
    t.play("push TC")
    assert t.view()["extra"] == [] and whole(t) == before


def test_g_48_tp_60_61_c_51_beat_back() -> None:
    """G-48: 4D(A), 7C(B), 9H(A); B Beats Back with 9S: 9S and 9H face-down, 4D, 7C on top; B leads; 5 cards."""
    pile = "4D@coach_0 7C@pilot_0 9H@coach_0"
    t = fight(pile, {"coach_0": "KC 8C", "pilot_0": "9S 9D"}, scenario=plain(1))
    assert [a for a in t.legal() if a.startswith("beat")] == ["beat-back 9S"]
    with pytest.raises(IllegalAction, match="lower suit"):
        t.play("beat-back 9D")
    t.play("beat-back 9S")
    assert pile_of(t) == ["9S-", "9H-", "4D", "7C"]
    assert t.view()["leaders"]["pilots"] == "pilot_0" and t.agent == "coach_0"
    assert t.view()["payloads"]["pilots"] == {}, "no Strike check (C-56)"


@pytest.mark.parametrize("owner", ["coach_0", "pilot_1"])
def test_tp_61_c_16_whoever_laid_a_card_keeps_it_beaten_back(owner: str) -> None:
    """Under the Pile each card is still its owner's, and ends in the Trash of her deck."""
    pile = f"4D@pilot_1 7C@coach_0 9H@{owner}"
    decks = {"deck": {"jokers": []}, "pilots_deck": {"jokers": []}, "rules": {"decks": "separate"}}
    t = fight(pile, {"coach_0": "KC", "pilot_0": "9S", "pilot_1": "2D"}, **decks)
    t.play("beat-back 9S")
    laid = [("9S", "pilot_0"), ("9H", owner), ("4D", "pilot_1"), ("7C", "coach_0")]
    assert [(x["card"], x["by"]) for x in t.view()["pile"]] == laid
    while t.phase != "spoils":
        t.play("fold")
    t.play("spoils-done")
    mine, theirs = ({c for c, by in laid if (by == "coach_0") is coachs} for coachs in (True, False))
    assert set(t.view()["trash"][0]) & {c for c, _ in laid} == mine
    assert set(t.view()["trash"][1]) & {c for c, _ in laid} == theirs


def test_tp_60_an_equal_suit_beats_back() -> None:
    t = fight("4D@coach_0 9H@coach_0", {"coach_0": "KC", "pilot_0": "9H"}, scenario=plain(1))
    assert "beat-back 9H" in t.legal()


def test_g_49_c_50_53_one_face_up_card_cannot_be_beaten_back() -> None:
    pile = "9S@pilot_0- 9H@coach_0- 4D@coach_0"
    t = fight(pile, {"coach_0": "KC", "pilot_0": "4S 2C"}, scenario=plain(1))
    with pytest.raises(IllegalAction, match="only face-up card"):
        t.play("beat-back 4S")


def test_tp_62_beat_back_is_legal_on_an_allys_card() -> None:
    t = fight("4D@coach_0 9H@pilot_1", {"coach_0": "KC", "pilot_0": "9S"}, scenario=plain(2))
    t.play("beat-back 9S")
    assert t.view()["pile"][-1] == {"card": "4D", "by": "coach_0", "face_down": False}


def test_tp_64_67_68_fold_keeps_the_cards_and_what_was_done() -> None:
    t = fight("4C@coach_0 5H@coach_0", HANDS)
    play(t, "recharge", "discard 3C", "fold")
    assert t.view()["folded"] == ["pilot_0"] and hand(t, "pilot_0") == ["8D", "9D"]
    assert t.view("coach_0")["hands"]["pilot_0"] == {"size": 2, "cards": [], "initiative": None}
    assert t.view()["pilots"]["pilot_0"]["charges"] == 1
    play(t, "fold", "push 7D", "push QC")
    assert t.agent == "pilot_2", "out of the rotation"


def test_tp_65_p_10_without_cards_and_abilities_she_folds_by_herself() -> None:
    t = fight("4C@coach_0 5H@coach_0", {"coach_0": "8C", "pilot_0": "8D"}, scenario=plain(1))
    play(t, "push 8D", "fold")
    assert t.view()["winner"] == "pilots"
    t = fight("4C@coach_0 5H@coach_0", {"coach_0": "9C", "pilot_0": "8D"}, scenario=plain(1))
    play(t, "push 8D", "push 9C")
    assert told(t, "FOLDED")[0].seat == 1 and t.view()["winner"] == "coach"


def test_p_10_coach_without_threats_folds() -> None:
    t = fight(
        "4C@coach_0 5H@coach_0",
        {"coach_0": "KC", "pilot_0": "8D"},
        scenario=plain(1),
        threats=[{"rating": 0}, {"rating": 0}],
    )
    t.play("push 8D")
    assert told(t, "FOLDED")[0].seat == 0 and t.view()["winner"] == "pilots"


def test_c_63_there_is_no_pass() -> None:
    t = fight("4C@coach_0 KH@coach_0", {"coach_0": "2C", "pilot_0": "3D"}, scenario=plain(1))
    assert t.legal() == ["fold", "recharge"]


def test_c_76_a_guard_ends_endless_turns() -> None:
    t = fight("4C@coach_0 5H@coach_0", HANDS, flow={"turns": 401})
    assert [a for a in t.legal() if a.split()[0] in ("push", "fold", "card-assist")] == ["fold"]
    with pytest.raises(IllegalAction, match="C-76"):
        t.play("push 8D")


def test_c_76_the_guard_counts_every_turn() -> None:
    t = fight("4C@coach_0 5H@coach_0", HANDS, flow={"turns": 398})
    for card in ("8D", "TC", "JD"):
        assert t.position()["flow"]["turns"] == 398 + len(told(t, "TURN_BEGUN"))
        more = [a for a in t.legal() if a != "fold"]
        assert bool(more) is (len(told(t, "TURN_BEGUN")) <= 2), card
        t.play(next((a for a in more if a.startswith("push")), "fold"))
    assert t.position()["flow"]["turns"] == 401 and t.legal() == ["fold"]


# Assists -------------------------------------------------------------------------------------------------------------


def test_tp_52_card_assist_discards_one_and_passes_another() -> None:
    t = fight("4C@coach_0 5H@coach_0", HANDS)
    play(t, "card-assist", "discard 3C")
    assert (t.phase, t.legal()) == ("assist-pass", ["give 8D", "give 9D"])
    t.play("give 8D")
    assert hand(t, "pilot_0") == ["9D"] and hand(t, "pilot_1") == ["4C", "5C", "8D"]
    assert t.view()["trash"][0] == ["3C"] and t.agent == "pilot_1"
    assert t.view("pilot_1")["pilots"]["pilot_1"]["received"] == ["8D"]
    given = [t.events_seen(seat)[kinds(t).index("CARD_GIVEN")].card for seat in t.setup.seats]
    assert [c != -1 for c in given] == [False, True, True, False]


def test_tp_53_g_51_strike_assists_add_up() -> None:
    """G-51: P and Q Strike-Assist at +1 each: R has +2 for her turn; P and Q have each discarded 1."""
    t = fight("4C@coach_0 5H@coach_0", HANDS)
    play(t, "strike-assist", "discard 3C")
    assert t.view()["strike"]["pilot_1"] == 4
    play(t, "strike-assist", "discard 4C")
    assert t.view()["strike"] == {"coach_0": 6, "pilot_0": 3, "pilot_1": 3, "pilot_2": 5}
    assert sorted(t.view()["trash"][0]) == ["3C", "4C"]
    t.play("push 7D")
    assert t.view()["strike"]["pilot_2"] == 3, "for her next turn only (C-61)"


def test_tp_54_at_red_the_modifier_is_negative_and_strike_not_below_0() -> None:
    scenario = plain(3, pilots=[pilot("P"), pilot("Q", steel=0), pilot("R")])
    t = fight("4C@coach_0 5H@coach_0", HANDS, scenario=scenario, harmony=1)
    play(t, "strike-assist", "discard 3C")
    assert t.view()["pilots"]["pilot_1"]["modifier"] == -1 and t.view()["strike"]["pilot_1"] == 0


def test_tp_53_the_table_of_modifiers_is_the_scenarios() -> None:
    table = [-3, -2, -1, 5, 1, 2, 3]
    t = fight("4C@coach_0 5H@coach_0", HANDS, rules={"strike_assist": table})
    play(t, "strike-assist", "discard 3C")
    assert t.view()["strike"]["pilot_1"] == 8


def test_tp_55_56_c_60_158_a_chain_passes_everything_on() -> None:
    t = fight("4C@coach_0 5H@coach_0", HANDS)
    play(t, "card-assist", "discard 3C", "give 8D", "card-assist")
    assert t.legal() == ["discard 4C", "discard 5C"], "the received card is no discard"
    with pytest.raises(IllegalAction, match="passed on"):
        t.play("discard 8D")
    t.play("discard 4C")
    assert t.legal() == ["give 5C"]
    t.play("give 5C")
    assert hand(t, "pilot_2") == ["5C", "6D", "7D", "8D"] and hand(t, "pilot_1") == []
    assert sorted(t.view()["pilots"]["pilot_2"]["received"]) == ["5C", "8D"]


def test_tp_58_c_158_mixed_chains() -> None:
    t = fight("4C@coach_0 5H@coach_0", HANDS)
    play(t, "card-assist", "discard 3C", "give 8D", "strike-assist", "discard 4C")
    assert hand(t, "pilot_2") == ["6D", "7D", "8D"] and t.view()["strike"]["pilot_2"] == 4
    t = fight("4C@coach_0 5H@coach_0", HANDS)
    play(t, "strike-assist", "discard 3C", "card-assist", "discard 4C", "give 5C")
    assert hand(t, "pilot_2") == ["5C", "6D", "7D"] and t.view()["strike"]["pilot_2"] == 4


def test_tp_59_a_turn_without_an_assist_ends_the_chain() -> None:
    t = fight("4C@coach_0 5H@coach_0", {**HANDS, "pilot_1": "4C 6C"})
    play(t, "card-assist", "discard 3C", "give 8D", "push 6C")
    assert t.view()["pilots"]["pilot_1"]["received"] == [] and hand(t, "pilot_1") == ["4C", "8D"]


def test_c_60_a_card_assist_takes_two_cards_of_ones_own() -> None:
    t = fight("4C@coach_0 5H@coach_0", {**HANDS, "pilot_0": "8D"})
    assert "strike-assist" in t.legal()
    with pytest.raises(IllegalAction, match="needs 2"):
        t.play("card-assist")


def test_c_62_no_ally_no_assist() -> None:
    t = fight("4C@coach_0 5H@coach_0", HANDS, folded=["pilot_1", "pilot_2"])
    with pytest.raises(IllegalAction, match="C-62"):
        t.play("strike-assist")
    t = fight("4C@coach_0 5H@coach_0", HANDS, folded=["pilot_1"])
    play(t, "strike-assist", "discard 3C")
    assert t.view()["pilots"]["pilot_2"]["modifier"] == 1


def test_c_158_a_received_card_recharged_has_left_the_chain_own_copy_first() -> None:
    t = fight("4C@coach_0 5H@coach_0", {**HANDS, "pilot_0": "8D 9D 3C", "pilot_1": "8D 4C 5C"})
    play(t, "card-assist", "discard 3C", "give 8D", "recharge", "discard 8D")
    assert t.view()["pilots"]["pilot_1"]["received"] == ["8D"]
    t = fight("4C@coach_0 5H@coach_0", HANDS)
    play(t, "card-assist", "discard 3C", "give 8D", "recharge", "discard 8D")
    assert t.view()["pilots"]["pilot_1"]["received"] == []


@pytest.mark.parametrize("giver", range(3))
def test_c_158_a_received_card_that_pays_for_a_tech_has_left_the_chain(giver: int) -> None:
    names, taker = [f"pilot_{k}" for k in range(3)], (giver + 1) % 3
    tech = {"name": "Trick", "effects": ["+Chargeup:Self(1)"], "cost": {"cards": 1, "card": "face"}}
    pilots = [pilot(n, techs=[tech] if k == taker else []) for k, n in enumerate("PQR")]
    hands = {"coach_0": "KC", names[giver]: "3C JD", names[taker]: "4C 6C", names[3 - giver - taker]: "7D"}
    t = fight("4C@coach_0 5H@coach_0", hands, names[giver], plain(3, pilots=pilots))
    before = whole(t)
    play(t, "card-assist", "discard 3C", "give JD")
    while t.agent != names[taker]:
        t.play("push 7D" if "push 7D" in t.legal() else "fold")
    assert t.view()["pilots"][names[taker]]["received"] == ["JD"]
    play(t, "tech 0", "discard JD")
    assert t.view()["pilots"][names[taker]]["received"] == []
    if "strike-assist" in t.legal():
        play(t, "strike-assist", "discard 4C")
        assert hand(t, names[taker]) == ["6C"] and whole(t) == before


# Pilots against Pilots -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pvp", "clean", "beyond"), [("plain", 0, 1), ("grave", 1, 2)])
def test_tp_110_c_75_strife_per_push(pvp: str, clean: int, beyond: int) -> None:
    sides = {"pilot_0": 1, "pilot_1": 0, "pilot_2": 1}
    for card, n in (("6C", clean), ("TC", beyond)):
        t = fight(
            "4C@pilot_1 5H@pilot_1", {"pilot_0": "6C TC", "pilot_1": "7C"}, rules={"pvp": pvp}, sides=sides
        )
        t.play(f"push {card}")
        assert t.view()["payloads"]["challenger"].get("caused", {}) == ({"pilot_0": n} if n else {})


def test_tp_109_pvp_plays_to_the_end() -> None:
    for seed in range(6):
        t = deal(seed, pvp="grave", reward="win")
        while not t.over:
            legal = [a for a in t.legal() if a != "sit-out"]
            t.play(legal[(seed * 31 + len(t.history)) % len(legal)])
        values = t.returns()
        sides = t.view()["sides"]
        assert values["coach_0"] == 0
        for name, side in sides.items():
            if side is not None:
                assert values[name] == (1 if side == t.view()["winner"] else -1)


def test_tp_49_pl_03_cards_are_conserved() -> None:
    t = fight("4C@coach_0 5H@coach_0", HANDS)
    before = whole(t)
    play(t, "card-assist", "discard 3C", "give 8D", "push 8D", "fold")
    assert whole(t) == before


def test_tp_65_p_10_a_coach_without_cards_folds_by_himself_unless_he_has_waves() -> None:
    hands = {"coach_0": "", "pilot_0": "9D 2C"}
    t = play(fight("4C@coach_0 5H@coach_0", hands, scenario=plain(1)), "push 9D")
    assert t.view()["folded"] == ["coach_0"] and t.view()["winner"] == "pilots"
    wet = plain(1, threats=[{"name": "T", "rating": 4, "waves": [{"name": "W", "effects": ["+Strife"]}]}])
    t = play(fight("4C@coach_0 5H@coach_0", hands, scenario=wet), "push 9D")
    assert (t.agent, t.legal()) == ("coach_0", ["fold"])


def test_tp_65_a_coach_with_an_extra_card_is_asked() -> None:
    beside = plain(1, threats=[{"name": "T", "rating": 6, "extra": 1}])
    t = fight("4C@coach_0 5H@coach_0", {"coach_0": "", "pilot_0": "9D"}, scenario=beside, extra=["TC"])
    assert play(t, "push 9D").agent == "coach_0" and t.legal() == ["push TC", "fold"]


def test_tp_74_all_that_is_told_of_a_fight() -> None:
    """Who did what, by how much, and to whom; what a Spade cancelled, a Concession added and a trigger hit."""
    hands = {"coach_0": "9S KC", "pilot_0": "8D 2C 3C 9S", "pilot_1": "9H 4D 2D", "pilot_2": "3D 2H 2S"}
    scenario = plain(3, factions=[{"name": "F", "favor": 1}])
    t = fight("4C@coach_0 5H@coach_0", hands, scenario=scenario, factions=[{"favor": ["TC"]}])
    play(t, "recharge", "discard 2C", "strike-assist", "discard 3C")
    play(
        t,
        "invoke 0",
        "card-assist",
        "discard 2D",
        "give 4D",
        "fold",
        "push 9S",
        "beat-back 9S",
        "push TC",
        "fold",
    )
    play(t, "spend trauma", "spade cancel-strife", "spoils-done", "concession trauma", "threat 1")
    strife, spoils = int(Kind.STRIFE), [int(s) for s in (Spoil.TRAUMA, Spoil.CANCEL_STRIFE)]
    assert [(e.kind, e.seat, e.amount, e.number) for e in t.events if e.kind != "CARD_DISCARDED"] == [
        ("CHARGED", 1, 1, 0),
        ("ASSISTED", 1, 2, int(Assist.STRIKE)),
        ("STRIKE_LENT", 1, 1, 2),
        ("TURN_BEGUN", 2, 4, 0),
        ("FAVOR_TAKEN", 2, 0, 0),
        ("FACTION_INVOKED", 2, 0, 0),
        ("ASSISTED", 2, 3, int(Assist.CARD)),
        ("CARD_GIVEN", 2, 3, 0),
        ("STRIKE_LENT", 2, 1, 3),
        ("TURN_BEGUN", 3, 4, 0),
        ("FOLDED", 3, 1, 0),
        ("TURN_BEGUN", 0, 6, 0),
        ("PUSHED", 0, 4, 0),
        ("TURN_BEGUN", 1, 3, 0),
        ("BEATEN_BACK", 1, NAMES.index("9S"), 0),
        ("TURN_BEGUN", 2, 3, 0),
        ("PUSHED", 2, 5, 0),
        ("STRIFE_GATHERED", 2, 1, 0),
        ("TURN_BEGUN", 0, 6, 0),
        ("FOLDED", 0, 1, 0),
        ("PILE_WON", 2, 5, 0),
        ("PAYLOAD_TALLIED", -1, strife, 2 * 1 + 1),
        ("SPOIL_SPENT", 2, spoils[0], 0),
        ("SPOIL_SPENT", 2, spoils[1], 0),
        ("SPOILS_ENDED", 2, 1, 0),
        ("CONCESSION_TAKEN", 0, spoils[0], 0),
        ("DAMAGE_ASSIGNED", 0, int(Kind.TRAUMA), Subject.THREATS + 1),
        ("RATING_LOWERED", 1, 1, 0),
    ]
    assert (t.phase, t.agent) == ("payload", "pilot_1")
    assert [e.seat for e in told(t, "CARD_DISCARDED")] == [1, 1, 2, 0, 0, 1]


@pytest.mark.parametrize("has", ["tech", "boon", "ally"])
def test_tp_65_p_10_who_has_no_card_is_asked_while_she_could_do_anything(has: str) -> None:
    """An ability that she cannot pay for now, a boon of the Location or an ally to fuse with: one of them is enough."""
    tech = {"name": "Charge", "effects": ["+Chargeup:Self(1)"], "cost": {"charges": 3}}
    boon = {"name": "Rest", "effects": ["+Draw:Self(1)"]}
    more: dict[str, Any] = {
        "tech": {"pilots": [pilot("P", techs=[tech]), pilot("Q")]},
        "boon": {"location": {"name": "Bay", "state": "damaged", "boons": [boon]}},
        "ally": {},
    }[has]
    hands = {"coach_0": "TC", "pilot_0": "8D", "pilot_1": "9D 2C"}
    sides = {"coach_0": 0, "pilot_0": 1, "pilot_1": 1 if has == "ally" else -1}
    t = fight("4C@coach_0 5H@coach_0", hands, scenario=plain(2, **more), sides=sides)
    play(t, "push 8D", *(["push 9D"] if has == "ally" else []), "push TC")
    assert (t.phase, t.agent) == ("turn", "pilot_0") and told(t, "FOLDED") == []
    assert t.legal() == {"tech": ["fold"], "boon": ["fold", "boon 0"], "ally": ["fold", "fusion"]}[has]


def test_tp_65_p_10_boons_of_a_razed_location_keep_nobody_in() -> None:
    boon = {"name": "Rest", "effects": ["+Draw:Self(1)"]}
    razed = plain(1, location={"name": "Bay", "state": "razed", "boons": [boon]})
    t = fight("4C@coach_0 5H@coach_0", {"coach_0": "TC", "pilot_0": "8D"}, scenario=razed)
    play(t, "push 8D", "push TC")
    assert [e.seat for e in told(t, "FOLDED")] == [1] and t.view()["winner"] == "coach"
