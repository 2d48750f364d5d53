"""Side actions of the pile edition, one test a clause (TP-xx), ruling (C-xx, P-xx) or golden (G-xx)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pile.support import fight, hand, kinds, pilot, plain, play, told, whole
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.fusion.world.cards import NAMES

HANDS = {"coach_0": "JC QC KC AC 4C", "pilot_0": "8D 9D 3C", "pilot_1": "4C 5C", "pilot_2": "6D 7D"}
PILE = "4H@coach_0 5H@coach_0"


def favor(*cards: str) -> list[dict[str, Any]]:
    """Return Factions of which the first holds these cards, the last one face-up."""
    return [{"favor": list(cards)}]


def outfitted(**more: Any) -> dict[str, Any]:
    """Return a scenario in which the first Pilot has Gear, Techs and a Robo."""
    gear = [
        {"name": "Rope", "draw": 2, "sacrifice": ["+Chargeup:Self(full)"]},
        {"name": "Lamp", "draw": 1, "sacrifice": ["+Draw:Self(3)"], "strike": 1},
    ]
    techs = [
        {"name": "Flare", "effects": ["+Trauma:Opponent(1)"], "cost": {"charges": 1}},
        {"name": "Now", "effects": ["+Trauma:Threat(1)"], "cost": {"cards": 1}, "immediate": True},
        {"name": "Focus", "effects": ["+Strike:Self(2)"], "per": "turn"},
    ]
    robo = {"name": "Robo", "endurance": 3, "rider": 2, "summon": ["+Draw:Self(1)"]}
    first = pilot("P", gear=gear, techs=techs, robo=robo, charges=1)
    resources = {"pit_crew": {"value": 1, "max": 2}, "fan_club": {"value": 0, "max": 1}}
    return plain(3, pilots=[first, pilot("Q", charges=2), pilot("R")], resources=resources, **more)


def test_tp_75_76_gear_is_activated_once() -> None:
    t = fight(PILE, HANDS, scenario=outfitted())
    t.play("activate 0")
    assert hand(t, "pilot_0") == ["3C", "8D", "9D", "JH", "JS"] and t.agent == "pilot_0"
    assert "activate 0" not in t.legal() and "sacrifice 0" not in t.legal()


def test_c_57_one_piece_of_gear_a_turn() -> None:
    t = fight(PILE, HANDS, scenario=outfitted())
    t.play("activate 0")
    with pytest.raises(IllegalAction, match="C-57"):
        t.play("activate 1")
    assert "sacrifice 1" in t.legal(), "to sacrifice is another action"


def test_tp_83_84_sacrificed_gear_is_gone() -> None:
    t = fight(PILE, HANDS, scenario=outfitted())
    assert t.view()["strike"]["pilot_0"] == 4
    t.play("sacrifice 1")
    assert t.view()["pilots"]["pilot_0"]["gear"] == [0] and t.view()["strike"]["pilot_0"] == 3
    assert "activate 1" not in t.legal()


def test_tp_85_summon_robo_once_with_its_effect_and_rider() -> None:
    t = fight(PILE, HANDS, scenario=outfitted())
    t.play("summon")
    assert t.view()["pilots"]["pilot_0"]["robo"] == "summoned" and t.view()["resources"]["pit crew"] == 0
    assert t.view()["hands"]["pilot_0"]["size"] == 4 and t.view()["strike"]["pilot_0"] == 6
    assert "summon" not in t.legal()


def test_tp_48_techs_are_extra_side_actions_and_damage_waits() -> None:
    t = fight(PILE, HANDS, scenario=outfitted())
    play(t, "tech 0", "tech 2")
    assert t.view()["payloads"]["coach"] == {"trauma": 1} and t.view()["threats"][0]["rating"] == 4
    assert t.view()["pilots"]["pilot_0"]["charges"] == 0 and t.view()["strike"]["pilot_0"] == 6
    with pytest.raises(IllegalAction, match="used"):
        t.play("tech 0")


def test_tp_49_me_48_an_immediate_tech_acts_at_once_its_card_goes_to_the_trash() -> None:
    t = fight(PILE, HANDS, scenario=outfitted())
    t.play("tech 1")
    assert (t.phase, t.agent) == ("pay", "pilot_0")
    t.play("discard 3C")
    assert t.view()["trash"][0] == ["3C"] and (t.phase, t.agent) == ("target", "pilot_0")
    play(t, "threat 0", "accept")
    assert t.view()["threats"][0]["rating"] == 3 and t.view()["payloads"]["coach"] == {}


def test_p_07_a_bonus_lasts_for_the_receivers_turn() -> None:
    t = fight(PILE, HANDS, scenario=outfitted())
    play(t, "tech 2", "push 9D")
    assert t.view()["strike"]["pilot_0"] == 4 and t.view()["payloads"]["pilots"] == {}


@pytest.mark.parametrize(("card", "charges"), [("7C", 1), ("7D", 2), ("7H", 3), ("7S", 3)])
def test_tp_82_g_50_recharge_gives_the_suits_value(card: str, charges: int) -> None:
    """G-50: 7H gives 3 (Clubs 1, Diamonds 2, Spades 4), up to the maximum (C-32)."""
    t = fight(PILE, {**HANDS, "pilot_0": card})
    play(t, "recharge", f"discard {card}")
    assert t.view()["pilots"]["pilot_0"]["charges"] == charges
    t = fight(PILE, {**HANDS, "pilot_0": card}, charges={"pilot_0": 2})
    play(t, "recharge", f"discard {card}")
    assert t.view()["pilots"]["pilot_0"]["charges"] == 3


def test_tp_82_p_28_not_with_a_full_gauge() -> None:
    t = fight(PILE, HANDS, charges={"pilot_0": 3})
    with pytest.raises(IllegalAction, match="full"):
        t.play("recharge")


def test_tp_80_invoke_takes_the_face_up_card_for_all_to_see() -> None:
    t = fight(PILE, HANDS, scenario=plain(factions=[{"name": "F", "favor": 2}]), factions=favor("2S", "9C"))
    before = whole(t)
    t.play("invoke 0")
    assert "9C" in hand(t, "pilot_0") and t.view()["factions"][0]["top"] == "2S" and whole(t) == before
    assert t.view("pilot_1")["hands"]["pilot_0"]["cards"] == ["9C"]
    with pytest.raises(IllegalAction, match="C-57"):
        t.play("invoke 0")


@pytest.mark.parametrize("cards", [("2S", "9C"), ("3C", "4H", "TD")])
def test_pl_15_c_45_it_is_told_which_card_comes_next(cards: tuple[str, ...]) -> None:
    scenario = plain(factions=[{"name": name, "favor": len(cards)} for name in ("F", "G")])
    t = fight(PILE, HANDS, scenario=scenario, factions=[{"favor": ["QS"]}, {"favor": list(cards)}])
    t.play("invoke 1")
    assert [(e.kind, NAMES[e.card], e.amount) for e in t.events_seen("pilot_2")] == [
        ("FAVOR_TAKEN", cards[-1], 1),
        ("FAVOR_TURNED_UP", cards[-2], 1),
        ("FACTION_INVOKED", cards[-1], 1),
    ]


def test_tp_81_coach_invokes_what_he_controls() -> None:
    scenario = plain(factions=[{"name": "F", "favor": 1, "controller": "coach"}])
    t = fight(PILE, HANDS, scenario=scenario, factions=favor("9C"))
    with pytest.raises(IllegalAction, match="TP-81"):
        t.play("invoke 0")
    t = fight(PILE, HANDS, "coach_0", scenario=scenario, factions=favor("9C"))
    t.play("invoke 0")
    assert "9C" in hand(t, "coach_0") and not t.state.world.known.any()


def waves(immediate: bool = False, **more: Any) -> dict[str, Any]:
    """Return a scenario whose Threats have Waves and a Storm."""
    wave = {"name": "Wash", "effects": ["+Trauma:Team(1)"], "immediate": immediate}
    other = {"name": "Foam", "effects": ["+Strife(1)"]}
    storm = {"name": "Flood", "effects": ["+Purge:Pilot"]}
    threats = [
        {"name": "T", "rating": 4, "waves": [wave, other], "storms": [storm]},
        {"name": "U", "rating": 2, "waves": [other]},
    ]
    return plain(2, threats=threats, **more)


TWO = {"coach_0": "JC QC KC AC 4C", "pilot_0": "8D", "pilot_1": "9D"}


def test_tp_86_g_47_a_wave_costs_a_face_a_storm_three_an_ace_pays_neither() -> None:
    t = fight(PILE, TWO, "coach_0", waves())
    assert [a for a in t.legal() if a.startswith(("wave", "storm"))] == [
        "wave 0.0",
        "wave 0.1",
        "wave 1.0",
        "storm 0.0",
    ]
    t.play("wave 0.0")
    assert (t.phase, t.legal()) == ("pay", ["discard JC", "discard QC", "discard KC"])
    t.play("discard KC")
    assert "storm 0.0" not in t.legal()
    t = fight(PILE, {**TWO, "coach_0": "AC AD 4C"}, "coach_0", waves())
    with pytest.raises(IllegalAction, match="the face card"):
        t.play("wave 0.0")
    t = fight(PILE, {**TWO, "coach_0": "JC QC KC"}, "coach_0", waves())
    play(t, "storm 0.0", "discard JC", "discard QC", "discard KC")
    assert t.view()["payloads"]["pilots"] == {"purge": 1} and t.view()["hands"]["coach_0"]["size"] == 0


def test_tp_87_88_each_wave_once_a_turn_then_fold() -> None:
    t = fight(PILE, TWO, "coach_0", waves())
    play(t, "wave 0.1", "discard JC")
    assert "wave 0.1" not in t.legal() and "wave 0.0" in t.legal()
    play(t, "wave 1.0", "discard QC", "wave 0.0", "discard KC", "fold")
    assert t.view()["folded"] == ["coach_0"]


def test_tp_87_waves_come_again_in_the_next_turn() -> None:
    t = fight(PILE, {"coach_0": "JC QC 6C", "pilot_0": "8D", "pilot_1": "9D"}, "coach_0", waves())
    play(t, "wave 0.1", "discard JC", "push 6C", "push 8D", "fold")
    assert t.agent == "coach_0" and {"wave 0.0", "wave 0.1"} <= set(t.legal())


@pytest.mark.parametrize(("change", "strike"), [(2, 8), (12, 15)])
def test_tp_13_p_07_what_coachs_strike_gains_lasts_until_his_turn_ends(change: int, strike: int) -> None:
    """His Threats make it 6: he may Push as far beyond the top card as it is now, and no farther."""
    wave = {"name": "Swell", "effects": [f"+Strike:Self({change})"]}
    scenario = plain(1, threats=[{"name": "T", "rating": 6, "waves": [wave]}])
    t = fight(
        "3H@coach_0 4H@pilot_0", {"coach_0": "JC 8D 9D TD JD QD KD", "pilot_0": "2C"}, "coach_0", scenario
    )
    play(t, "wave 0.0", "discard JC")
    assert t.view()["strike"]["coach_0"] == strike
    gaps = {"8D": 4, "9D": 5, "TD": 6, "JD": 7, "QD": 8, "KD": 9}
    pushes = [a.split()[1] for a in t.legal() if a.startswith("push")]
    assert pushes == [c for c, gap in gaps.items() if gap <= strike]
    t.play("fold")
    assert t.view()["strike"]["coach_0"] == 6


@pytest.mark.parametrize("seat", ["pilot_0", "pilot_2"])
def test_tp_48_sy_16_a_boon_of_the_location_is_a_side_action(seat: str) -> None:
    rest = {"name": "Rest", "effects": ["+Draw:Self(1)"], "cost": {"charges": 1}}
    other = {"name": "Work", "effects": ["+Chargeup:Self(1)"]}
    scenario = plain(3, location={"name": "Bay", "boons": [rest, other]})
    t = fight(PILE, HANDS, seat, scenario, charges=dict.fromkeys(("pilot_0", "pilot_1", "pilot_2"), 2))
    size = t.view()["hands"][seat]["size"]
    assert {"boon 0", "boon 1"} <= set(t.legal())
    t.play("boon 0")
    assert [(e.seat, e.amount) for e in told(t, "CHARGE_SPENT")] == [(int(seat[-1]) + 1, 1)]
    assert [e.seat for e in told(t, "ABILITY_USED")] == [int(seat[-1]) + 1]
    assert t.view()["hands"][seat]["size"] == size + 1 and t.view()["pilots"][seat]["charges"] == 1
    assert (t.phase, t.agent) == ("turn", seat), "her turn goes on"
    assert "boon 0" not in t.legal() and "boon 1" in t.legal()
    t.play("boon 1")
    assert t.view()["pilots"][seat]["charges"] == 2


def test_tp_86_only_threats_in_play() -> None:
    t = fight(PILE, TWO, "coach_0", waves(), threats=[{"rating": 0}])
    with pytest.raises(IllegalAction, match="not in play"):
        t.play("wave 0.0")


def test_me_47_p_24_damage_of_waves_waits_per_participant() -> None:
    t = fight(PILE, TWO, "coach_0", waves())
    play(t, "wave 0.0", "discard JC", "wave 0.1", "discard QC")
    assert t.view()["payloads"]["pilots"] == {"strife": 1, "trauma": 2}
    assert t.view()["harmony"] == 4


def test_me_48_ts_27_an_immediate_wave_is_aimed_at_those_who_take_part() -> None:
    wave = {"name": "Bite", "effects": ["+Trauma:Pilot(1)"], "immediate": True}
    t = fight(PILE, TWO, "coach_0", plain(3, threats=[{"name": "T", "rating": 4, "waves": [wave]}]))
    play(t, "wave 0.0", "discard JC")
    assert (t.phase, t.legal()) == ("target", ["pilot pilot_0", "pilot pilot_1"])
    assert "takes no part" in t.explain("pilot pilot_2")


def test_me_48_an_immediate_wave_lands_now() -> None:
    t = fight(PILE, TWO, "coach_0", waves(immediate=True), buffers={"pilot_0": 0, "pilot_1": 0})
    play(t, "wave 0.0", "discard JC")
    assert (t.phase, t.agent) == ("commitment", "pilot_0")
    play(t, "commitment solo", "commitment flesh")
    assert t.agent == "coach_0" and t.phase == "turn" and t.view()["payloads"]["pilots"] == {}


def test_sy_29_coach_spends_an_omen_on_his_turn() -> None:
    scenario = plain(2, escalation=[{"name": "Dusk", "effects": ["+Draw:Self(2)"]}])
    deck = {"deck": {"next": ["JS", "JH"], "jokers": ["*r", "*b", "*b"]}}
    t = fight(PILE, TWO, "coach_0", scenario, omens=1, **deck)
    t.play("omen 0")
    assert t.view()["hands"]["coach_0"]["size"] == 7 and t.view()["spent_omens"] == 1
    assert t.agent == "coach_0" and "omen 0" not in t.legal()


@pytest.mark.parametrize(
    ("seat", "actions"),
    [
        ("pilot_0", ("tech 0",)),
        ("pilot_0", ("boon 0",)),
        ("coach_0", ("wave 0.0", "discard JC")),
        ("coach_0", ("omen 0",)),
    ],
)
def test_me_74_an_amount_by_the_stage_counts_once_where_there_are_no_stages(
    seat: str, actions: tuple[str, ...]
) -> None:
    trick = {"name": "Trick", "effects": ["+Strike:Self(2*stage)"]}
    scenario = plain(
        2,
        pilots=[pilot("P", techs=[trick]), pilot("Q")],
        threats=[{"name": "T", "rating": 4, "waves": [trick]}],
        location={"name": "Bay", "boons": [trick]},
        escalation=[trick],
    )
    deck = {"deck": {"jokers": ["*r", "*b", "*b"]}}
    t = play(fight(PILE, TWO, seat, scenario, omens=1, **deck), *actions)
    assert [e.amount for e in told(t, "STRIKE_CHANGED")] == [2] and t.agent == seat


# The Lesser Fusion ---------------------------------------------------------------------------------------------------


def fused(t: Any) -> Any:
    return play(t, "fusion", "pilot pilot_1", "consent", "done")


def test_tp_77_p_12_fusion_takes_consent() -> None:
    t = fight(PILE, HANDS)
    t.play("fusion")
    assert (t.phase, t.legal()) == ("invite", ["pilot pilot_1", "pilot pilot_2", "done"])
    t.play("pilot pilot_1")
    assert (t.phase, t.agent, t.legal()) == ("consent", "pilot_1", ["consent", "decline"])
    play(t, "decline", "pilot pilot_2", "consent")
    assert t.view()["fusions"] == {"pilot_0": "pilot_0", "pilot_2": "pilot_0"}
    assert (t.phase, t.agent) == ("turn", "pilot_0") and "fusion" not in t.legal()


def test_tp_77_nobody_consents() -> None:
    t = fight(PILE, HANDS)
    play(t, "fusion", "pilot pilot_1", "decline", "done")
    assert t.view()["fusions"] == {} and t.agent == "pilot_0"
    with pytest.raises(IllegalAction, match="twice"):
        t.play("fusion")


def test_tp_78_partners_leave_the_rotation_and_share_hands() -> None:
    t = fused(fight(PILE, HANDS))
    assert [a for a in t.legal() if a.startswith("push")] == ["push 8D", "push 9D"]
    t = fused(fight(PILE, {**HANDS, "pilot_1": "6C 7C"}))
    assert "push 6C" in t.legal() and t.view("pilot_1")["hands"]["pilot_0"]["cards"] == ["3C", "8D", "9D"]
    assert t.view("pilot_0")["hands"]["pilot_1"]["cards"] == ["6C", "7C"]
    assert t.view("pilot_2")["hands"]["pilot_0"]["cards"] == []
    t.play("push 6C")
    assert t.agent == "pilot_2" and t.view()["pile"][-1]["by"] == "pilot_0"
    assert t.view()["hands"]["pilot_1"]["size"] == 1, "the card left the hand that it came from (P-15)"


def test_tp_78_partners_see_what_one_of_them_draws() -> None:
    t = fused(fight(PILE, HANDS, scenario=outfitted()))
    t.play("activate 0")
    assert t.view("pilot_1")["hands"]["pilot_0"]["cards"] == ["3C", "8D", "9D", "JH", "JS"]
    assert t.view("pilot_2")["hands"]["pilot_0"]["cards"] == []


def test_tp_79_c_73_a_broken_fusion_returns_the_cards_and_the_turn_goes_on() -> None:
    t = fused(fight(PILE, {"coach_0": "8C 9C", "pilot_0": "TD", "pilot_1": "6C 7C", "pilot_2": "2C"}))
    play(t, "push 6C", "fold", "push 8C", "fusion")
    assert t.view()["fusions"] == {} and (t.phase, t.agent) == ("turn", "pilot_0")
    assert hand(t, "pilot_0") == ["TD"] and hand(t, "pilot_1") == ["7C"]


def test_tp_79_breaking_is_no_main_action() -> None:
    t = fight(PILE, HANDS, fused={"pilot_0": "pilot_0", "pilot_1": "pilot_0"})
    t.play("fusion")
    assert t.view()["fusions"] == {} and t.agent == "pilot_0" and hand(t, "pilot_1") == ["4C", "5C"]
    t.play("push 8D")
    assert t.agent == "pilot_1"


def test_tp_77_p_14_charges_and_techs_are_joined() -> None:
    t = fight(PILE, HANDS, "pilot_1", outfitted(), charges={"pilot_0": 0, "pilot_1": 1})
    play(t, "fusion", "pilot pilot_0", "consent", "done")
    assert "partner pilot_0" in t.legal() and "partner pilot_2" not in t.legal()
    t.play("partner pilot_0")
    assert t.legal() == ["tech 0", "tech 1", "tech 2"], "Techs only, no Gear"
    t.play("tech 0")
    assert t.view()["payloads"]["coach"] == {"trauma": 1} and t.view()["pilots"]["pilot_1"]["charges"] == 0
    assert told(t, "CHARGE_LENT")[0].amount == 1


@pytest.mark.parametrize(
    ("boss", "owner"), [("pilot_0", "pilot_2"), ("pilot_2", "pilot_0"), ("pilot_1", "pilot_2")]
)
def test_tp_77_p_14_whoever_of_a_fusion_has_techs_lends_them(boss: str, owner: str) -> None:
    flare = {"name": "Flare", "effects": ["+Trauma:Opponent(1)"], "cost": {"charges": 2}}
    techs = {"techs": [flare], "charges": 0}
    pilots = [pilot(n, **(techs if f"pilot_{k}" == owner else {"charges": 1})) for k, n in enumerate("PQR")]
    whole_fusion = dict.fromkeys(("pilot_0", "pilot_1", "pilot_2"), boss)
    t = fight(PILE, HANDS, boss, plain(3, pilots=pilots), fused=whole_fusion)
    assert [a for a in t.legal() if a.startswith("partner")] == [f"partner {owner}"]
    play(t, f"partner {owner}", "tech 0")
    assert t.view()["payloads"]["coach"] == {"trauma": 1}
    lent = [(e.seat, e.amount, e.number) for e in told(t, "CHARGE_LENT")]
    others = sorted({1, 2, 3} - {int(owner[-1]) + 1}, key=lambda p: (p != int(boss[-1]) + 1, p))
    assert lent == [(p, 1, int(owner[-1]) + 1) for p in others]
    assert [p["charges"] for p in t.view()["pilots"].values()] == [0, 0, 0]


def test_tp_77_p_14_cards_of_any_partner_pay() -> None:
    t = fight(PILE, HANDS, "pilot_1", outfitted())
    play(t, "fusion", "pilot pilot_0", "consent", "done", "partner pilot_0", "tech 1")
    assert (t.phase, t.agent) == ("fusion-pay", "pilot_1")
    assert t.legal() == [f"discard {c}" for c in ("3C", "4C", "5C", "8D", "9D")]
    t.play("discard 4C")
    assert t.phase == "target" and t.agent == "pilot_0", "the owner of the Tech aims it"


def test_tp_77_p_14_a_cost_of_two_cards_is_paid_one_by_one_out_of_both_hands() -> None:
    salvo = {"name": "Salvo", "effects": ["+Draw:Self(1)"], "cost": {"cards": 2, "card": "face"}}
    scenario = plain(3, pilots=[pilot("P", techs=[salvo]), pilot("Q"), pilot("R")])
    hands = {"coach_0": "4C", "pilot_0": "KD 3C", "pilot_1": "QC 5C", "pilot_2": "JD"}
    pair = {"pilot_0": "pilot_0", "pilot_1": "pilot_0"}
    t = fight(PILE, hands, scenario=scenario, fused=pair)
    before = whole(t)
    t.play("tech 0")
    assert (t.phase, t.agent, t.legal()) == ("fusion-pay", "pilot_0", ["discard QC", "discard KD"])
    t.play("discard QC")
    assert hand(t, "pilot_1") == ["5C"] and t.view()["trash"][0] == ["QC"]
    assert (t.phase, t.legal()) == ("fusion-pay", ["discard KD"]), "another is owed, but not R's Jack"
    t.play("discard KD")
    assert (t.phase, t.agent) == ("turn", "pilot_0") and hand(t, "pilot_0") == ["3C", "JS"]
    assert sorted(t.view()["trash"][0]) == ["KD", "QC"] and whole(t) == before


def test_p_13_bonuses_of_partners_count() -> None:
    t = fight(PILE, HANDS, "pilot_1", outfitted())
    play(t, "fusion", "pilot pilot_0", "consent", "done", "partner pilot_0", "tech 2")
    assert t.view()["strike"]["pilot_1"] == 5


def test_p_16_a_fusion_folds_whole() -> None:
    t = fused(fight(PILE, HANDS))
    t.play("fold")
    assert t.view()["folded"] == ["pilot_0", "pilot_1"] and t.agent == "pilot_2"


def breakers(**more: Any) -> dict[str, Any]:
    wave = {"name": "Break", "effects": ["+BREAK!"]}
    return plain(4, threats=[{"name": "T", "rating": 6, "waves": [wave]}], **more)


def test_me_12_13_p_11_break_ends_the_greatest_fusion_at_once() -> None:
    both = {"pilot_0": "pilot_0", "pilot_1": "pilot_0", "pilot_2": "pilot_2", "pilot_3": "pilot_2"}
    t = fight(PILE, {**HANDS, "pilot_3": "2C"}, "coach_0", breakers(), fused=both)
    play(t, "wave 0.0", "discard JC")
    assert t.view()["fusions"] == {"pilot_2": "pilot_2", "pilot_3": "pilot_2"}
    three = {"pilot_1": "pilot_1", "pilot_2": "pilot_1", "pilot_3": "pilot_1"}
    t = fight(PILE, {**HANDS, "pilot_3": "2C"}, "coach_0", breakers(), fused=three)
    play(t, "wave 0.0", "discard JC")
    assert t.view()["fusions"] == {} and "FUSION_BROKEN" in kinds(t)


def test_p_11_a_fusion_that_has_folded_is_none_to_break() -> None:
    both = {"pilot_0": "pilot_0", "pilot_1": "pilot_0", "pilot_2": "pilot_2", "pilot_3": "pilot_2"}
    hands = {**HANDS, "pilot_3": "2C"}
    t = fight(PILE, hands, "coach_0", breakers(), fused=both, folded=["pilot_0", "pilot_1"])
    play(t, "wave 0.0", "discard JC")
    assert [(e.kind, e.seat) for e in t.events if e.kind == "FUSION_BROKEN"] == [("FUSION_BROKEN", 3)]
    assert t.view()["fusions"] == {"pilot_0": "pilot_0", "pilot_1": "pilot_0"}
    t = fight(PILE, hands, "coach_0", breakers(), fused=both, folded=[*both])
    play(t, "wave 0.0", "discard JC")
    assert t.view()["fusions"] == both and "FUSION_BROKEN" not in kinds(t)


def test_me_12_each_break_ends_one_fusion() -> None:
    """Another Wave in the same turn, which is no Break, leaves the second one whole."""
    waves = [{"name": "Break", "effects": ["+BREAK!"]}, {"name": "Foam", "effects": ["+Strife(1)"]}]
    scenario = plain(4, threats=[{"name": "T", "rating": 6, "waves": waves}])
    pairs = {"pilot_0": "pilot_0", "pilot_1": "pilot_0", "pilot_2": "pilot_2", "pilot_3": "pilot_2"}
    t = fight(PILE, {**HANDS, "pilot_3": "2C"}, "coach_0", scenario, fused=pairs)
    for wave, card in (("wave 0.0", "JC"), ("wave 0.1", "QC")):
        play(t, wave, f"discard {card}")
        assert t.agent == "coach_0" and t.view()["fusions"] == {"pilot_2": "pilot_2", "pilot_3": "pilot_2"}


def test_p_15_a_received_copy_leaves_last() -> None:
    t = fight(
        PILE,
        {**HANDS, "pilot_0": "8D 9D", "pilot_1": "8D 4C"},
        fused={"pilot_0": "pilot_0", "pilot_1": "pilot_0"},
        received={"pilot_0": ["8D"]},
        passed={"pilot_0": 1},
    )
    play(t, "strike-assist", "discard 8D")
    assert hand(t, "pilot_1") == ["4C"] and "8D" in hand(t, "pilot_2")


def test_tp_77_p_14_two_aces_of_two_partners_pay() -> None:
    """The leader chooses among all hands of the Fusion, one card after another; other cards pay nothing."""
    price = {"cards": 2, "card": "ace"}
    techs = [{"name": "Now", "effects": ["+Trauma:Threat(1)"], "cost": price, "immediate": True}]
    pilots = [pilot("P", techs=techs), pilot("Q"), pilot("R")]
    hands = {"coach_0": "4C", "pilot_0": "AS 9D", "pilot_1": "AC 4C", "pilot_2": "AD 7D"}
    together = dict.fromkeys(("pilot_0", "pilot_1", "pilot_2"), "pilot_2")
    came = {"received": {"pilot_2": ["AD"]}, "passed": {"pilot_2": 1}}
    t = fight(PILE, hands, "pilot_2", plain(3, pilots=pilots), fused=together, **came)
    play(t, "partner pilot_0", "tech 0")
    assert (t.phase, t.agent, t.legal()) == (
        "fusion-pay",
        "pilot_2",
        [f"discard {c}" for c in ("AC", "AD", "AS")],
    )
    t.play("discard AC")
    assert (t.phase, t.legal()) == ("fusion-pay", ["discard AD", "discard AS"])
    t.play("discard AD")
    assert t.phase == "target" and [hand(t, f"pilot_{k}") for k in range(3)] == [["9D", "AS"], ["4C"], ["7D"]]
    assert t.view()["pilots"]["pilot_2"]["received"] == [], "it is paid, and no longer to be passed on"


@pytest.mark.parametrize(
    ("folded", "broken"), [((), "pilot_4"), (("pilot_4",), "pilot_0"), (("pilot_0", "pilot_4"), "pilot_2")]
)
def test_me_12_p_11_a_fusion_that_has_folded_is_not_there_to_break(
    folded: tuple[str, ...], broken: str
) -> None:
    """The greatest of those that are left goes, of equal ones the next in turn."""
    names = [f"pilot_{k}" for k in range(7)]
    bosses = ["pilot_0", "pilot_0", "pilot_2", "pilot_2", "pilot_4", "pilot_4", "pilot_4"]
    fused = dict(zip(names, bosses, strict=True))
    wave = {"name": "Break", "effects": ["+BREAK!"]}
    data = plain(7, threats=[{"name": "T", "rating": 6, "waves": [wave]}])
    hands = {"coach_0": "JC QC", **dict(zip(names, ("6C", "7C", "8C", "6D", "7D", "8D", "9C"), strict=True))}
    gone = [name for name in names if fused[name] in folded]
    t = fight(PILE, hands, "coach_0", data, fused=fused, folded=gone)
    play(t, "wave 0.0", "discard JC")
    assert t.view()["fusions"] == {name: boss for name, boss in fused.items() if boss != broken}
    assert [e.seat - 1 for e in told(t, "FUSION_BROKEN")] == [int(broken[-1])]
