"""Assists by clause: Techs, Gear, Robos, boons, Waves, Storms, Omens; TS-76 to TS-87, G-43, G-46, G-47."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tests.throwdown.scenes import (
    CREW,
    GIANT,
    ROBO,
    RUMBLES,
    THREAT,
    assisting,
    coach_assisting,
    conflict,
    fight,
    kinds,
    of,
    rumbles,
    sheet,
    size,
    skip,
    starting,
    tech,
    third,
    world,
)
from throwdown import Table

STRIKE = tech("+Strike:Self(2)", per="turn", cost={"charges": 1})
DRAW = tech("+Draw:Self(1)")
WAVE = {"name": "Splash", "effects": ["+Purge:Commander"]}
STORM = {"name": "Flood", "effects": ["+Trauma:Commander(1)"]}
WET = {**THREAT, "waves": [WAVE], "storms": [STORM]}


class TestOneAssist:
    """Who Assists when, and how often."""

    def test_ts_48_ts_76_every_pilot_may_assist_once_before_the_drive(self) -> None:
        data = sheet({"techs": [STRIKE, DRAW]}, {"techs": [STRIKE]})
        table = assisting(data, hands={"pilot_0": ["9H"], "pilot_1": ["8H"], "coach_0": ["3C"]})
        assert starting(table, "tech") == ["tech 0", "tech 1"]
        table.play("tech 0")
        assert table.agent == "pilot_1" and table.phase == "assist"
        table.play("tech 0")
        assert table.agent == "pilot_0" and table.phase == "drive"

    def test_ts_49_ts_69_no_assist_after_the_drive_or_a_concede(self) -> None:
        table = assisting(sheet({"techs": [STRIKE]}), hands={"pilot_0": ["9H"], "coach_0": ["TS"]})
        table.play("pass")
        assert not starting(table, "tech", "charge") and table.phase == "drive"
        table.play("counter 9H")
        assert table.agent == "coach_0"
        conceded = skip(assisting(sheet({"techs": [STRIKE]})))
        conceded.play("concede")
        assert conceded.phase == "spoil"

    def test_who_could_pay_for_nothing_is_not_asked_and_hands_play_no_part_in_it(self) -> None:
        price = tech("+Chargeup:Team(1)", cost={"cards": 1, "card": "ace"})
        data = sheet({"techs": [price], "charges": 0}, charge_techs=[])
        for hand in (["9H", "AH"], ["9H", "8H"]):
            table = assisting(data, hands={"pilot_0": hand, "coach_0": ["3C"]})
            assert table.legal() == (["tech 0", "pass"] if "AH" in hand else ["pass"])

    def test_the_next_pilot_too_is_asked_whatever_her_hand(self) -> None:
        price = {"techs": [tech("+Chargeup:Team(1)", cost={"cards": 1, "card": "ace"})], "charges": 0}
        data = sheet(price, price, charge_techs=[])
        for hand in (["AH"], ["8H"]):
            table = assisting(data, hands={"pilot_0": ["9H"], "pilot_1": hand, "coach_0": ["3C"]})
            table.play("pass")
            assert (table.phase, table.agent) == ("assist", "pilot_1")

    def test_ts_79_sy_35_pink_may_use_several_techs_and_one_other(self) -> None:
        pink = {"techs": [STRIKE, DRAW, STRIKE], "tech_assists": 2, "gear": [{"name": "Kit", "draw": 1}]}
        table = assisting(sheet(pink))
        table.play("tech 0")
        assert table.agent == "pilot_0" and set(starting(table, "tech")) == {"tech 1", "tech 2"}
        table.play("tech 1")
        assert table.legal() == ["gear 0", "pass"]
        table.play("gear 0")
        assert table.phase == "drive"

    @pytest.mark.parametrize("first", ["tech 0", "gear 0"])
    def test_ts_79_sy_35_the_position_tells_which_assists_she_has_had(self, first: str) -> None:
        pink = {"techs": [STRIKE, DRAW], "tech_assists": 2, "gear": [{"name": "Kit", "draw": 1}]}
        table = assisting(sheet(pink, charge_techs=[]))
        table.play(first)
        had = {"techs": int(first == "tech 0"), "others": int(first == "gear 0")}
        assert table.position()["assisted"] == had
        again = Table.from_json(table.to_json())
        again.play("gear 0" if first == "tech 0" else "tech 0")
        assert again.position()["assisted"] == {"techs": 1, "others": 1} and again.legal() == [
            "tech 1",
            "pass",
        ]

    def test_ts_79_a_tech_comes_as_often_as_its_sheet_says(self) -> None:
        whole = tech("+Chargeup:Self(1)", per="scenario")
        table = assisting(sheet({"techs": [STRIKE, DRAW, whole], "tech_assists": 3, "buffers": 0}))
        for action in ("tech 0", "tech 1", "tech 2"):
            table.play(action)
        skip(table).play("counter 9H")
        skip(table).play("counter QS")
        assert table.phase == "assist" and starting(table, "tech") == ["tech 0"]
        assert "once a conflict" in table.explain("tech 1") and "once a scenario" in table.explain("tech 2")

    def test_ts_78_the_list_of_assists(self) -> None:
        pilot = {
            "techs": [STRIKE],
            "gear": [{"name": "Kit", "draw": 1, "sacrifice": ["+Draw:Self(2)"]}],
            "robo": {**ROBO, "techs": [tech("+Chargeup:Self(1)")]},
        }
        here = {"name": "Bay", "boons": [tech("+Draw:Self(1)")]}
        table = assisting(sheet(pilot, resources=CREW, location=here))
        legal = ["tech 0", "gear 0", "sacrifice 0", "summon", "charge 0", "boon 0", "pass"]
        assert table.legal() == legal
        assert "not here" in table.explain("robo-tech 0")


class TestCharges:
    """Basic Charge Techs and Strike for a time: TS-12."""

    def test_ts_12_every_pilot_has_the_basic_charge_techs(self) -> None:
        table = assisting(sheet({"steel": 3, "flesh": 3}, charge_techs=["focus", "surge"]))
        assert starting(table, "charge") == ["charge 0", "charge 1"]
        table.play("charge 1")
        assert world(table, "charges")[1] == 1 and conflict(table, "bonus")[1] == 3

    def test_ts_12_r_05_gained_strike_ends_with_the_turn(self) -> None:
        table = assisting(sheet({"techs": [STRIKE]}), top="5C", hands={"pilot_0": ["TH"], "coach_0": ["JS"]})
        table.play("tech 0")
        assert "DISSONATED" not in of(table, "counter TH")  # 5 above, Strike 3 + 2
        assert conflict(table, "bonus")[1] == 0

    def test_ts_12_a_wave_that_raises_coachs_strike_holds_for_his_drive(self) -> None:
        data = sheet(threats=[{**THREAT, "waves": [{"name": "Up", "effects": ["+Strike:Self(3)"]}]}])
        table = coach_assisting(data, ["QS", "JS"])
        table.play("wave 0.0")
        table.play("discard QS")
        table.play("counter JS")  # 6 above, Strike 4 + 3
        assert conflict(table, "bonus")[0] == 0

    def test_r_21_no_charge_tech_in_a_rumble(self) -> None:
        table = skip(rumbles(sheet({"robo": ROBO, "techs": [DRAW]}, **RUMBLES)))
        table.play("counter 7S")
        assert table.phase == "assist" and table.legal() == ["rumble-tech", "pass"]
        assert "switched off" in table.explain("charge 0")


class TestCosts:
    """What Techs cost."""

    def test_a_tech_is_paid_in_cards_of_a_class_before_it_acts(self) -> None:
        price = tech("+Trauma:Threat(1)", cost={"cards": 1, "card": "face-or-ace"})
        table = assisting(sheet({"techs": [price]}))
        table.play("tech 0")
        assert table.phase == "pay" and table.legal() == ["discard QH"] and world(table, "rating")[0] == 4
        table.play("discard QH")
        assert world(table, "rating")[0] == 3 and "QH" in table.position()["trash"]

    def test_a_tech_is_paid_in_charges_and_resources(self) -> None:
        price = tech("+Chargeup:Self(1)", cost={"charges": 2, "resource": "pit-crew", "points": 2})
        table = assisting(sheet({"techs": [price]}, resources=CREW))
        table.play("tech 0")
        assert world(table, "charges")[1] == 2 and world(table, "resource")[0] == 0

    def test_a_tech_may_cost_time(self) -> None:
        boon = {"name": "Bay", "boons": [tech("+Draw:Self(1)", tarry=1)]}
        table = assisting(sheet(location=boon, deck={"jokers": 4}), omens=2)
        happened = of(table, "boon 0")
        assert happened.count("CARD_DISCARDED") == 2 and "TIME_LOST" in happened


class TestGear:
    """Use Gear: TS-87."""

    KIT: ClassVar[dict[str, Any]] = {"name": "Kit", "draw": 2, "sacrifice": ["+Chargeup:Self(2)"]}

    def test_ts_87_activation_keeps_the_piece_for_a_later_conflict(self) -> None:
        table = assisting(sheet({"gear": [self.KIT]}))
        table.play("gear 0")
        assert size(table, 1) == 5 and world(table, "gear")[1] == 1

    def test_ts_87_sacrifice_destroys_it(self) -> None:
        table = assisting(sheet({"gear": [self.KIT]}))
        assert "GEAR_DESTROYED" in of(table, "sacrifice 0")
        assert world(table, "charges")[1] == 5 and world(table, "gear")[1] == 0

    def test_c_114_tp_84_a_piece_is_used_once_a_conflict_and_one_way_only(self) -> None:
        table = assisting(sheet({"gear": [self.KIT]}))
        table.play("gear 0")
        table.play("counter 9H")
        skip(table).play("counter QS")
        assert not starting(table, "gear", "sacrifice")
        assert "once a conflict" in table.explain("sacrifice 0")

    def test_c_128_gear_works_in_a_rumble(self) -> None:
        table = skip(rumbles(sheet({"robo": ROBO, "gear": [self.KIT]}, **RUMBLES)))
        table.play("counter 7S")
        assert {"gear 0", "sacrifice 0"} <= set(table.legal())

    def test_sy_06_gear_adds_to_strike_draws_and_hand_max_while_owned(self) -> None:
        gear = [
            {"name": "Bag", "hand_max": 1},
            {"name": "Gyro", "strike": 2},
            {"name": "Radio", "bonus_draw": 1},
        ]
        data = sheet({"gear": gear}, rules={"discard_and_draw": True})
        table = Table.deal(seed=1, scenario=data)
        assert size(table, 1) == 4
        table.play(table.legal()[0])
        table.play(table.legal()[0])
        assert conflict(table, "strike")[1] == 5 and kinds(table, 2).count("CARD_DRAWN") >= 3


class TestRobos:
    """Robos from the start and Summoned: TS-31, TS-32, TS-85, TS-86, G-43."""

    SUMMON: ClassVar[dict[str, Any]] = {**ROBO, "summon": ["+Chargeup:Self(1)"], "rider": 2}

    @staticmethod
    def begin(data: dict[str, Any]) -> Table:
        """Lay both initiative cards and have everybody join."""
        table = Table.deal(seed=3, scenario=data)
        table.play(table.legal()[0])
        table.play(table.legal()[0])
        while table.phase in ("support", "board"):
            table.play("support" if table.phase == "support" else "board")
        while table.phase in ("give", "return"):
            table.play("done" if "done" in table.legal() else table.legal()[0])
        return table

    def test_g_43_ts_31_ts_32_present_robos_cost_pit_crew_and_are_not_summoned(self) -> None:
        here = {"robo": {**self.SUMMON, "present": True}}
        data = sheet(here, here, {"robo": self.SUMMON}, resources={"pit_crew": {"value": 3, "max": 3}})
        data["harmony"] = 7
        table = self.begin(data)
        assert world(table, "resource")[0] == 1 and conflict(table, "robo")[1:4] == [1, 1, 0]
        assert conflict(table, "strike")[1] == 3  # no Rider Bonus
        assert world(table, "charges")[1:3] == [3, 3]  # no Summon Effect
        while not (table.agent == "pilot_2" and table.phase == "assist"):
            legal = table.legal()
            if table.phase == "assist":
                assert "summon" not in legal and "cannot be Summoned" in table.explain("summon")
            table.play("pass" if "pass" in legal else next(a for a in legal if a != "concede"))
        table.play("summon")
        assert world(table, "resource")[0] == 0 and conflict(table, "robo")[3] == 2

    def test_ts_31_c_90_who_cannot_be_paid_for_stays_out_the_commander_first(self) -> None:
        here = {"robo": {**ROBO, "present": True}}
        data = sheet(here, here, resources={"pit_crew": {"value": 2, "max": 3}})
        table = Table.from_position(
            {
                "phase": "answer",
                "turn": "pilot_1",
                "challenger": "coach_0",
                "sealed": {"coach_0": "9C"},
                "hands": {"pilot_1": ["5C"]},
                "resources": {"pit-crew": 1},
            },
            scenario=data,
        )
        table.play("initiative 5C")
        table.play("support")
        assert (table.agent, table.phase) == ("pilot_1", "board")
        table.play("board")
        assert (
            table.phase != "board"
            and conflict(table, "robo")[1:3] == [0, 1]
            and world(table, "resource")[0] == 0
        )

    def test_ts_85_summon_pays_fires_its_effect_and_opens_the_rider_bonus(self) -> None:
        data = sheet({"robo": self.SUMMON}, resources=CREW)
        table = assisting(data, top="5C", hands={"pilot_0": ["TH"], "coach_0": ["3C"]})
        happened = of(table, "summon")
        assert [k for k in happened if k not in ("ABILITY_USED", "EFFECT_AIMED")] == [
            "RESOURCE_SPENT",
            "ROBO_SUMMONED",
            "CHARGED",
        ]
        assert world(table, "resource")[0] == 1 and world(table, "charges")[1] == 4
        assert "DISSONATED" not in of(table, "counter TH")  # 5 above, Strike 3 + 2

    def test_ts_86_a_robo_is_summoned_once(self) -> None:
        table = assisting(sheet({"robo": self.SUMMON}, resources=CREW))
        table.play("summon")
        table.play("counter 9H")
        skip(table).play("counter QS")
        assert "summon" not in table.legal() and "already here" in table.explain("summon")

    def test_ts_85_no_pit_crew_no_summon(self) -> None:
        table = assisting(sheet({"robo": self.SUMMON}, resources={"pit_crew": {"value": 0, "max": 1}}))
        assert "summon" not in table.legal() and "Pit Crew" in table.explain("summon")

    def test_sy_10_robo_techs_need_the_robo(self) -> None:
        robo = {**ROBO, "techs": [tech("+Trauma:Threat(1)")]}
        table = assisting(sheet({"robo": robo}, resources=CREW))
        assert "robo-tech 0" not in table.legal()
        table.play("summon")
        table.play("counter 9H")
        skip(table).play("counter QS")
        table.play("robo-tech 0")
        assert world(table, "rating")[0] == 3

    def test_sy_11_trauma_shifting_takes_a_point_for_its_pilot(self) -> None:
        shift = {"robo": {**ROBO, "trauma_shift": True}, "techs": [tech("+Trauma:Self(2)")]}
        table = assisting(sheet(shift, resources=CREW), robos={"pilot_0": "summoned"})
        table.play("tech 0")
        assert table.legal() == ["shift", "accept"]
        table.play("shift")
        table.play("accept")
        assert world(table, "endurance")[1] == 3 and table.phase == "commitment"


class TestLocation:
    """Boons of the Location: SY-15, SY-16, R-06."""

    def test_r_06_a_boon_is_an_assist(self) -> None:
        data = sheet({}, {}, location={"name": "Bay", "boons": [tech("+Draw:Self(1)")]})
        table = assisting(data)
        table.play("boon 0")
        assert table.agent == "pilot_1" and "boon 0" not in table.legal()
        assert "once a conflict" in table.explain("boon 0") or "this turn" in table.explain("boon 0")

    def test_sy_15_a_razed_location_offers_nothing(self) -> None:
        data = sheet(location={"name": "Bay", "state": "razed", "boons": [tech("+Draw:Self(1)")]})
        table = assisting(data)
        assert "boon 0" not in table.legal() and "Razed" in table.explain("boon 0")


class TestCoach:
    """Waves, Storms and Omens: TS-50, TS-77, TS-82 to TS-84, G-46, G-47."""

    def test_ts_50_coach_assists_for_his_threats_then_drives_once(self) -> None:
        table = coach_assisting(sheet(threats=[WET]), ["9S", "QS"])
        assert table.phase == "coach-assist" and table.legal() == ["wave 0.0", "pass"]
        table.play("pass")
        assert table.phase == "drive" and table.agent == "coach_0"
        table.play("counter 9S")
        assert table.agent == "pilot_0"

    @pytest.mark.parametrize(
        ("card", "legal"),
        [("7D", []), ("QD", ["wave 0.0"]), ("AD", ["wave 0.0", "storm 0.0"])],
    )
    def test_g_46_ts_82_a_face_pays_a_wave_and_an_ace_both(self, card: str, legal: list[str]) -> None:
        table = coach_assisting(sheet(threats=[WET]), [card])
        assert starting(table, "wave", "storm") == legal

    @pytest.mark.parametrize(
        ("card", "legal"),
        [
            ("7D", ["wave 0.0"]),
            ("QD", ["wave 0.0", "wave 1.0", "storm 0.0"]),
            ("AD", ["wave 0.0", "wave 1.0", "storm 0.0", "storm 1.0"]),
        ],
    )
    def test_g_46_ts_84_c_121_the_monsters_are_cheaper_in_a_rumble(self, card: str, legal: list[str]) -> None:
        giant = {**GIANT, "waves": [WAVE], "storms": [STORM]}
        data = sheet({"robo": ROBO}, **{**RUMBLES, "threats": [giant, WET], "crisis": {"tier": 0}})
        table = rumbles(data, hands={"pilot_0": ["6H"], "coach_0": [card]})
        assert starting(table, "wave", "storm") == legal
        plain = coach_assisting(data, [card])
        assert ("wave 0.0" in plain.legal()) is (card != "7D")

    def test_g_47_the_newer_prices_are_not_the_older_ones(self) -> None:
        """A Jack pays a Wave in both drafts, J + Q + K pay a Storm in the older one only, an Ace in the newer only."""
        table = coach_assisting(sheet(threats=[WET]), ["JD", "QD", "KD"])
        assert starting(table, "wave", "storm") == ["wave 0.0"]
        table = coach_assisting(sheet(threats=[WET]), ["AD"])
        assert "storm 0.0" in table.legal()

    def test_ts_82_the_card_is_discarded_before_the_wave_acts(self) -> None:
        table = coach_assisting(sheet(threats=[WET]), ["QD", "7D"])
        table.play("wave 0.0")
        assert table.phase == "pay" and table.legal() == ["discard QD"] and world(table, "charges")[1] == 3
        table.play("discard QD")
        assert world(table, "charges")[1] == 0 and "QD" in table.position()["trash"]

    def test_ts_77_ts_83_c_112_once_a_threat_and_turn_as_long_as_he_can_pay(self) -> None:
        data = sheet(threats=[WET, {**WET, "name": "Tide"}])
        table = coach_assisting(data, ["QD", "QC", "AC", "KD"])
        table.play("wave 0.0")
        table.play("discard QD")
        assert starting(table, "wave", "storm") == ["wave 1.0", "storm 1.0"]
        assert "one a turn" in table.explain("storm 0.0")
        table.play("storm 1.0")
        table.play("discard AC")
        table.play("commitment steel")
        assert table.phase == "drive" and table.agent == "coach_0"

    def test_ts_83_a_threat_acts_again_next_turn(self) -> None:
        table = coach_assisting(sheet(threats=[WET]), ["QD", "QC", "6D"])
        table.play("wave 0.0")
        table.play("discard QD")
        table.play("counter 6D")
        skip(table).play("counter 9H")
        assert table.phase == "coach-assist" and "wave 0.0" in table.legal()

    def test_ts_82_a_defeated_threat_does_nothing(self) -> None:
        data = sheet(threats=[WET, {**THREAT, "name": "Rock"}])
        hands = {"coach_0": ["QD"], "pilot_0": ["9H"]}
        table = fight(data, by="pilot_0", hands=hands, threats=[{"rating": 0}, {}])
        assert not starting(table, "wave") and "not part" in table.explain("wave 0.0")

    def test_r_10_sy_29_an_omen_is_spent_in_coachs_assists_and_raises_the_tier(self) -> None:
        events = [{"name": "One", "effects": ["+Purge:Commander"]}, {"name": "Two", "effects": ["+Ruin"]}]
        data = sheet(
            escalation=events,
            deck={"jokers": 4},
            crisis={"tier": 1, "per_omen": 2},
            location={"name": "Bay"},
        )
        table = coach_assisting(data, ["9D"], omens=2)
        assert starting(table, "omen") == ["omen 0", "omen 1"]
        table.play("omen 0")
        assert world(table, "charges")[1] == 0 and world(table, "crisis") == 3
        assert (world(table, "omens"), world(table, "spent")) == (1, 1)
        assert starting(table, "omen") == ["omen 1"] and "once a scenario" in table.explain("omen 0")
        table.play("omen 1")
        assert world(table, "location") == 2 and table.phase == "drive"

    @pytest.mark.parametrize(("option", "when"), [("at-once", "omen 0"), ("next-shuffle", "rumble 6S")])
    def test_c_14_cd_28_the_fourth_spent_omen_brings_the_jokers_back(self, option: str, when: str) -> None:
        """The next shuffle is that of a Rumble's regrouping."""
        events = [{"name": "One", "effects": ["+Draw:Self(1)"]}]
        more = {"escalation": events, "deck": {"jokers": 4}, **RUMBLES}
        data = sheet({"robo": ROBO}, rules={"jokers_return": option}, **more)
        table = third(data, "coach_0", phase="coach-assist", omens=1, spent=3, deck={"jokers": []})
        returned = []
        for action in ("omen 0", "rumble 6S"):
            happened = of(skip(table) if action != "omen 0" else table, action)
            returned += [action] * happened.count("JOKERS_RETURNED")
            assert world(table, "spent") == (0 if returned else 4)
        assert returned == [when]
        assert len(table.position()["deck"]["jokers"]) + world(table, "omens") == 4


def test_ts_14_an_explicit_exception_lifts_coachs_limit() -> None:
    bound = fight(sheet(), by="pilot_0", hands={"coach_0": ["KS"], "pilot_0": ["2H"]})
    free = fight(
        sheet(threats=[{**THREAT, "unbound": True}]),
        by="pilot_0",
        hands={"coach_0": ["KS"], "pilot_0": ["2H"]},
    )
    assert not starting(bound, "counter") and "hard limit" in bound.explain("counter KS")
    assert starting(free, "counter", "escalate") == ["counter KS", "escalate KS"]
    assert "DISSONATED" not in of(free, "counter KS")


def test_sy_27_extra_cards_and_powers_of_threats() -> None:
    """A strike_bonus adds to Coach's Strike; a card beside a Threat may be played by him alone."""
    data = sheet(threats=[{**THREAT, "strike_bonus": 2, "extra": 1}])
    table = fight(data, by="pilot_0", hands={"coach_0": ["QS"], "pilot_0": ["2H"]}, extra=["9S"])
    assert conflict(table, "strike")[0] == 6
    assert starting(table, "counter") == ["counter 9S"]
    assert "EXTRA_CARD_TAKEN" in of(table, "counter 9S") and world(table, "extra")[0] == 0


def test_ts_58_sy_03_a_factions_top_card_is_a_source_for_drives() -> None:
    data = sheet({}, {}, factions=[{"name": "Dockers"}])
    table = fight(data, hands={"pilot_0": ["2H"], "coach_0": ["3C"]}, factions=[{"favor": ["4C", "8D"]}])
    assert starting(table, "counter") == ["counter 8D"]
    assert "FAVOR_TAKEN" in of(table, "counter 8D")
    assert world(table, "favor_n")[0] == 1 and size(table, 1) == 1


def test_r_04_the_card_on_the_table_goes_before_the_one_in_hand() -> None:
    data = sheet(factions=[{"name": "Dockers"}])
    table = fight(data, hands={"pilot_0": ["8D"], "coach_0": ["3C"]}, factions=[{"favor": ["8D"]}])
    table.play("counter 8D")
    assert size(table, 1) == 1 and world(table, "favor_n")[0] == 0


def test_r_28_coachs_faction_lends_to_him_alone() -> None:
    data = sheet(factions=[{"name": "Guild", "controller": "coach"}])
    mine = fight(data, hands={"pilot_0": ["2H"]}, factions=[{"favor": ["8D"]}])
    his = fight(data, by="pilot_0", hands={"coach_0": []}, factions=[{"favor": ["8D"]}])
    assert not starting(mine, "counter") and starting(his, "counter") == ["counter 8D"]
