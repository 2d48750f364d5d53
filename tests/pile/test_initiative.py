"""The pile edition up to the first turn, one test a clause (TP-xx), ruling (C-xx, P-xx) or golden (G-xx)."""

from __future__ import annotations

import pytest

from tests.pile.support import deal, hand, kinds, pile_of, pilot, plain, play, table, told, whole
from throwdown.envs.core.errors import IllegalAction

COACH_CHALLENGES = {"challenger": "coach_0"}


def test_tp_16_a_pilot_challenges_with_a_hand_card_and_does_not_draw() -> None:
    t = deal(1)
    assert (t.phase, t.agent) == ("lay", "pilot_0")
    card = t.legal()[0]
    t.play(card)
    assert t.view()["hands"]["pilot_0"]["size"] == 2
    assert t.view("coach_0")["hands"]["pilot_0"]["initiative"] == "??"
    assert t.view("pilot_0")["hands"]["pilot_0"]["initiative"] == card.split()[1]


def test_tp_17_coach_challenges_blind() -> None:
    t = deal(1, plain(rules=COACH_CHALLENGES))
    assert t.phase == "side" and t.agent == "pilot_0"
    for seat in t.setup.seats:
        assert t.view(seat)["hands"]["coach_0"]["initiative"] == "??"
    assert t.view("coach_0")["hands"]["coach_0"]["size"] == 0
    assert t.legal() == ["oppose", "sit-out"]


def test_tp_18_whoever_starts_is_the_challenger() -> None:
    for name in ("coach_0", "pilot_1"):
        assert deal(3, plain(rules={"challenger": name})).view()["challenger"] == name
    seen = {deal(seed, plain(rules={})).view()["challenger"] for seed in range(40)}
    assert seen == {"coach_0", "pilot_0", "pilot_1", "pilot_2"}


def test_tp_21_the_round_goes_clockwise_from_the_challengers_left() -> None:
    t = deal(1, plain(rules={"challenger": "pilot_1"}))
    asked = []
    while t.phase in ("lay", "side"):
        if t.phase == "side":
            asked.append(t.agent)
        t.play(next(a for a in t.legal() if a != "sit-out"))
    assert asked == ["pilot_2", "coach_0", "pilot_0"]


def test_tp_22_24_pilots_lay_from_their_hands_coach_blind() -> None:
    t = deal(2)
    t.play(t.legal()[0])
    t.play("join")
    assert (t.phase, t.agent) == ("lay", "pilot_1")
    t.play(t.legal()[0])
    t.play("sit-out")
    assert t.agent == "coach_0" and t.legal() == ["oppose", "sit-out"]
    t.play("oppose")
    assert "BLIND_LAID" in kinds(t)
    assert t.events_seen("coach_0")[kinds(t).index("BLIND_LAID")].card == -1


def test_tp_25_26_g_19_a_refused_challenge_wins_with_the_cards_that_lie_there() -> None:
    """G-19: a Pilot challenges with 7H, nobody opposes: one Heart to spend."""
    position = {
        "hands": {"pilot_0": ["7H", "2C", "2D"]},
        "buffers": {"pilot_0": 1},
        "phase": "lay",
        "turn": "pilot_0",
    }
    t = table(position, plain(1), reward="win")
    play(t, "initiative 7H", "sit-out")
    assert t.view()["result"] == "refused" and t.view()["winner"] == "pilots"
    assert pile_of(t) == ["7H"] and (t.phase, t.agent) == ("spoils", "pilot_0")
    assert t.legal() == ["spend restore", "spoils-done"]
    t.play("spend restore")
    assert t.over and t.view()["pilots"]["pilot_0"]["buffers"] == 2
    assert t.returns() == {"coach_0": -1.0, "pilot_0": 1.0}


def test_c_64_no_strike_check_when_refused() -> None:
    t = deal(4, plain(2))
    play(t, t.legal()[0], "join")
    t.play(t.legal()[0])
    t.play("sit-out")
    assert t.view()["result"] == "refused" and "STRIFE_GATHERED" not in kinds(t)


def test_g_17_initiative_pile_is_stacked_in_numeric_order() -> None:
    """G-17: Pilots 8D and 5C, Coach 8S: 5C, 8D, 8S; Coach leads unchecked; his left acts first."""
    position = {
        "hands": {"pilot_0": ["8D", "2C"], "pilot_1": ["5C", "2D"]},
        "phase": "lay",
        "turn": "pilot_0",
    }
    deck = {"deck": {"next": ["8S", "9C", "9D", "TC", "TD"], "jokers": []}}
    t = table({**position, **deck}, plain(2))
    play(t, "initiative 8D", "join", "initiative 5C", "oppose")
    assert pile_of(t) == ["5C", "8D", "8S"]
    assert t.view()["leaders"]["coach"] == "coach_0" and "STRIFE_GATHERED" not in kinds(t)
    assert (t.phase, t.agent) == ("turn", "pilot_0")


def test_g_18_tp_30_a_pilot_beyond_strike_causes_strife() -> None:
    """G-18: Pilot TC with Strike 3 over Coach's 4H: leads, difference 6, one Strife incoming."""
    position = {"hands": {"pilot_0": ["TC", "2C"]}, "phase": "lay", "turn": "pilot_0"}
    t = table({**position, "deck": {"next": ["4H", "9C", "9D", "TD"], "jokers": []}}, plain(1))
    play(t, "initiative TC", "oppose")
    assert told(t, "INITIATIVE_WON")[0].amount == 6
    assert t.view()["payloads"]["pilots"] == {"caused": {"pilot_0": 1}}
    assert t.agent == "coach_0"


def test_tp_30_an_allys_card_beneath_counts() -> None:
    position = {
        "hands": {"pilot_0": ["TC", "2C"], "pilot_1": ["9C", "2D"]},
        "phase": "lay",
        "turn": "pilot_0",
    }
    t = table({**position, "deck": {"next": ["4H"], "jokers": []}}, plain(2))
    play(t, "initiative TC", "join", "initiative 9C", "oppose")
    assert pile_of(t) == ["4H", "9C", "TC"] and "STRIFE_GATHERED" not in kinds(t)


def test_c_06_a_two_does_not_beat_an_ace_in_initiative() -> None:
    t = table(
        {
            "hands": {"pilot_0": ["2S", "2C"]},
            "phase": "lay",
            "turn": "pilot_0",
            "deck": {"next": ["AC"], "jokers": []},
        },
        plain(1),
    )
    play(t, "initiative 2S", "oppose")
    assert pile_of(t) == ["2S", "AC"]


def test_c_65_157_identical_top_cards_are_discarded_and_laid_anew() -> None:
    position = {
        "hands": {"pilot_0": ["7D", "9D", "2C"], "pilot_1": ["3C", "4C"]},
        "phase": "lay",
        "turn": "pilot_0",
    }
    t = table({**position, "deck": {"next": ["7D", "5C"], "jokers": []}}, plain(2))
    before = whole(t)
    play(t, "initiative 7D", "join", "initiative 3C", "oppose")
    assert "INITIATIVE_TIED" in kinds(t) and sorted(t.view()["trash"][0]) == ["3C", "7D", "7D"]
    assert (t.phase, t.agent) == ("side", "pilot_0") and t.legal() == ["join", "sit-out"]
    play(t, "join", "initiative 9D")
    assert t.agent == "pilot_1"
    t.play("sit-out")
    assert t.legal() == ["oppose", "sit-out"]
    t.play("oppose")
    assert pile_of(t) == ["5C", "9D"] and whole(t) == before


@pytest.mark.parametrize("first", ["pilot_0", "pilot_1"])
def test_c_65_p_27_of_equal_cards_of_one_side_that_of_the_last_seat_leads(first: str) -> None:
    hands = {"pilot_0": ["9D", "2C"], "pilot_1": ["9D", "3C"]}
    position = {"hands": hands, "phase": "lay", "turn": first, "challenger": first}
    t = table({**position, "deck": {"next": ["5C"], "jokers": []}}, plain(2))
    t.play("initiative 9D")
    while t.phase in ("side", "lay"):
        t.play(next(a for a in t.legal() if a in ("join", "oppose", "initiative 9D")))
    assert pile_of(t) == ["5C", "9D", "9D"] and t.view()["leaders"]["pilots"] == "pilot_1"


@pytest.mark.parametrize(("pvp", "opposing"), [("off", [0, 0, 0, 0]), ("plain", [0, 0, 0, 1])])
def test_tp_21_who_takes_part_and_against_whom(pvp: str, opposing: list[int]) -> None:
    hands = {"pilot_0": ["9D", "2C"], "pilot_1": ["2D", "3C"], "pilot_2": ["8D", "4C"], "coach_0": []}
    position = {"hands": hands, "phase": "lay", "turn": "pilot_0", "challenger": "pilot_0"}
    t = table({**position, "deck": {"next": ["5C"], "jokers": []}}, plain(3), pvp=pvp)
    play(t, "initiative 9D", "sit-out", "oppose" if pvp == "plain" else "join", "initiative 8D")
    if pvp == "off":
        t.play("oppose")
    involved = [int(pvp == "off"), 1, 0, 1]
    assert t.state.conflict.involved.tolist()[:4] == involved and t.phase == "turn"
    assert t.state.conflict.opposes.tolist()[:4] == opposing
    assert t.state.conflict.strike.tolist()[1:4] == [3, 3, 3]


@pytest.mark.parametrize(
    ("trash", "deck_out", "asked"),
    [([], "reshuffle", False), (["5S"], "reshuffle", True), (["5S"], "no-cards", False)],
)
def test_tp_24_coach_answers_where_the_deck_has_a_card(trash: list[str], deck_out: str, asked: bool) -> None:
    few = {"ranks": "2345", "copies": 1, "jokers": 0}
    held = [r + s for r in "2345" for s in "CDHS" if r + s not in trash]
    position = {"hands": {"pilot_0": held}, "trash": trash, "phase": "lay", "turn": "pilot_0"}
    t = table({**position, "deck": {"next": [], "jokers": []}}, plain(1, deck=few), deck_out=deck_out)
    t.play("initiative 2C")
    assert ((t.phase, t.agent) == ("side", "coach_0")) is asked
    assert (t.view()["result"] == "refused") is not asked


def test_c_157_a_side_that_does_not_lay_again_has_refused() -> None:
    t = table(
        {
            "hands": {"pilot_0": ["7D", "2C"]},
            "phase": "lay",
            "turn": "pilot_0",
            "deck": {"next": ["7D", "5C"], "jokers": []},
        },
        plain(1),
    )
    play(t, "initiative 7D", "oppose", "sit-out", "oppose")
    assert t.view()["result"] == "refused" and t.view()["winner"] == "coach"


def test_c_157_nobody_lays_again_is_called_off() -> None:
    t = table(
        {
            "hands": {"pilot_0": ["7D", "2C"]},
            "phase": "lay",
            "turn": "pilot_0",
            "deck": {"next": ["7D", "5C"], "jokers": []},
        },
        plain(1),
    )
    play(t, "initiative 7D", "oppose", "sit-out", "sit-out")
    assert t.over and t.view()["result"] == "called off" and set(t.returns().values()) == {0.0}
    assert len(told(t, "CALLED_OFF")) == 1
    assert t.view()["hands"]["pilot_0"]["size"] == 3


def test_c_157_whoever_holds_too_many_drops_after_a_fight_called_off() -> None:
    hands = {"pilot_0": ["7D", "2C", "2D", "2H", "2S"], "pilot_1": ["3C", "3D", "3H", "3S"]}
    deck = {"next": ["7D", "5C"], "jokers": []}
    t = table({"hands": hands, "phase": "lay", "turn": "pilot_0", "deck": deck}, plain(2))
    play(t, "initiative 7D", "sit-out", "oppose", "sit-out", "sit-out")
    assert t.view()["result"] == "called off" and (t.phase, t.agent) == ("drop", "pilot_0")
    t.play("discard 2C")
    assert (t.phase, t.agent) == ("drop", "pilot_1")
    t.play("discard 3C")
    assert t.over and [t.view()["hands"][f"pilot_{k}"]["size"] for k in range(2)] == [3, 3]


def test_tp_33_a_threat_lets_coach_choose_his_card() -> None:
    scenario = plain(1, threats=[{"name": "T", "rating": 3, "initiative_from_hand": True}])
    t = deal(5, scenario)
    assert t.view()["hands"]["coach_0"]["size"] == 3
    play(t, t.legal()[0], "oppose")
    assert (t.phase, t.agent) == ("lay", "coach_0") and all(a.startswith("initiative") for a in t.legal())


def test_tp_36_present_robos_cost_pit_crew_and_cannot_be_summoned() -> None:
    robo = {"name": "Robo", "endurance": 3, "present": True, "summon": ["+Draw:Self(1)"]}
    scenario = plain(2, resources={"pit_crew": {"value": 1, "max": 2}, "fan_club": {"value": 0, "max": 1}})
    scenario["pilots"] = [pilot("P", robo=robo), pilot("Q", robo={**robo, "present": False})]
    t = deal(6, scenario)
    play(t, t.legal()[0], "join")
    t.play(t.legal()[0])
    t.play("oppose")
    robos = [x["robo"] for x in t.view()["pilots"].values()]
    assert robos == ["present", "absent"] and t.view()["resources"]["pit crew"] == 0
    assert [e.seat for e in told(t, "ROBO_PRESENT")] == [1]


def test_tp_36_robos_of_those_who_sit_out_or_have_no_endurance_left_stay_away() -> None:
    here = {"name": "Robo", "endurance": 3, "present": True}
    robos = (here, here, here, {**here, "present": False})
    crew = {"pit_crew": {"value": 4, "max": 4}, "fan_club": {"value": 0, "max": 1}}
    scenario = plain(4, pilots=[pilot(n, robo=r) for n, r in zip("PQRS", robos, strict=True)], resources=crew)
    hands = {"pilot_0": ["9D", "2C"], "pilot_1": ["2D"], "pilot_2": ["8D", "3C"], "pilot_3": ["7D", "4C"]}
    t = table({"hands": hands, "phase": "lay", "turn": "pilot_0", "endurance": {"pilot_2": 0}}, scenario)
    play(t, "initiative 9D", "sit-out", "join", "initiative 8D", "join", "initiative 7D", "oppose")
    assert [e.seat for e in told(t, "ROBO_PRESENT")] == [1] and t.view()["resources"]["pit crew"] == 3


def test_tp_37_38_bonus_draws_go_clockwise_from_the_winner() -> None:
    hands = {"pilot_0": ["3D", "2C"], "pilot_1": ["KC", "2D"], "pilot_2": ["4D", "2H"]}
    t = table({"hands": hands, "phase": "lay", "turn": "pilot_0", "deck": {"next": ["5H"], "jokers": []}})
    play(t, "initiative 3D", "join", "initiative KC", "join", "initiative 4D", "oppose")
    drawn = [t.setup.seats[e.seat] for e in told(t, "CARD_DRAWN")]
    assert drawn == ["pilot_1"] * 2 + ["pilot_2"] * 2 + ["coach_0"] * 9 + ["pilot_0"] * 2


def test_tp_38_gear_adds_to_the_bonus_draw() -> None:
    scenario = plain(
        1,
        pilots=[pilot("P", gear=[{"name": "G", "bonus_draw": 2, "draw": 1, "sacrifice": ["+Draw:Self(1)"]}])],
    )
    t = deal(7, scenario)
    play(t, t.legal()[0], "oppose")
    assert sum(e.seat == 1 for e in told(t, "CARD_DRAWN")) == 3 + 2 + 2


def test_tp_39_c_59_g_09_coachs_draw_and_strike() -> None:
    """G-09: Ratings 2, 3, 1: Strike 6, bonus draw against 4 Pilots 10."""
    threats = [{"name": name, "rating": n} for name, n in (("A", 2), ("B", 3), ("C", 1))]
    t = deal(8, plain(4, threats=threats))
    t.play(t.legal()[0])
    for _ in range(3):
        t.play("join")
        t.play(t.legal()[0])
    t.play("oppose")
    assert t.view()["strike"]["coach_0"] == 6
    assert sum(e.seat == 0 for e in told(t, "CARD_DRAWN")) == 10


def test_tp_39_only_opposing_pilots_count() -> None:
    t = deal(8, plain(4))
    play(t, t.legal()[0], "sit-out", "sit-out", "sit-out", "oppose")
    assert sum(e.seat == 0 for e in told(t, "CARD_DRAWN")) == 1 + 6


def test_p_06_commitments_are_read_from_steel_and_synch() -> None:
    scenario = plain(1, pilots=[pilot("P", steel=5, flesh=1, synch=4, solo=0)])
    t = deal(9, scenario)
    play(t, t.legal()[0], "oppose")
    assert t.view()["strike"]["pilot_0"] == 5
    assert sum(e.seat == 1 for e in told(t, "CARD_DRAWN")) == 3 + 4


def test_p_01_pilots_cannot_stand_with_coach() -> None:
    t = deal(1, plain(rules=COACH_CHALLENGES))
    with pytest.raises(IllegalAction, match="fixed"):
        t.play("join")


def test_p_02_tp_20_stakes_are_asked_where_they_matter() -> None:
    """None of them is more than what Hearts may be spent on: no damage can be named."""
    faction = {"name": "F", "favor": 1}
    t = deal(2, plain(1, factions=[faction], location={"name": "L", "state": "damaged"}))
    assert (t.phase, t.legal()) == ("stakes", ["stakes fight", "stakes favor", "stakes repair"])
    t.play("stakes repair")
    assert t.view()["stakes"] == "repair" and t.phase == "lay"
    assert deal(2, plain(1)).phase == "lay"


def test_tp_109_sides_are_chosen_in_pvp() -> None:
    t = deal(3, pvp="plain")
    t.play(t.legal()[0])
    assert (t.phase, t.agent, t.legal()) == ("side", "pilot_1", ["join", "oppose", "sit-out"])
    t.play("oppose")
    t.play(t.legal()[0])
    t.play("join")
    t.play(t.legal()[0])
    assert t.phase == "turn" and t.view()["sides"]["coach_0"] is None
    assert [t.view()["sides"][f"pilot_{k}"] for k in range(3)] == ["challenger", "opposition", "challenger"]


def test_p_04_pvp_takes_two_pilots() -> None:
    t = deal(3, plain(1), pvp="plain")
    t.play(t.legal()[0])
    assert t.agent == "coach_0"


def test_hidden_hands_and_blind_cards_are_redealt() -> None:
    t = deal(2, plain(2))
    t.play(t.legal()[0])
    mine = hand(t, "pilot_0")
    for seed in range(10):
        u = t.redeal("pilot_0", seed)
        assert hand(u, "pilot_0") == mine and whole(u) == whole(t)
