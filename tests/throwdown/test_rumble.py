"""The Rumble by clause: TS-13, TS-63, TS-67, TS-71 to TS-75, TS-80, TS-81, TS-88 to TS-103, G-12, G-21, G-22, G-44."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tests.throwdown.scenes import (
    GIANT,
    ROBO,
    RUMBLES,
    THREAT,
    conflict,
    fight,
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
from throwdown.envs.fusion.world.book import Kind
from throwdown.envs.fusion.world.cards import NAMES
from throwdown.envs.fusion.world.subjects import Subject

ONE = sheet({"robo": ROBO}, **RUMBLES)
TWO = sheet({"robo": ROBO}, {"robo": ROBO}, **RUMBLES)
MONSTER = {**RUMBLES, "threats": [GIANT], "crisis": {"tier": 3}}


class TestInitiate:
    """When and how a Rumble begins."""

    def test_ts_57_ts_66_ts_71_it_is_the_way_on_from_stage_3(self) -> None:
        table = third(ONE)
        assert starting(table, "rumble") == ["rumble 6H", "rumble 7H", "rumble 8H"]
        assert not starting(table, "escalate")
        table.play("rumble 6H")
        state = table.state
        assert int(state.stage) == 4 and state.score.tolist() == [4, 3]
        assert state.pile_card[: int(state.pile_n)].tolist() == [18]  # only the 6H is left

    def test_ts_71_c_152_all_piles_are_discarded(self) -> None:
        table = third(ONE)
        table.play("rumble 6H")
        assert not {"3C", "4C", "3D", "4D", "5H"} & {c for h in table.position()["hands"].values() for c in h}
        assert table.position()["pile"] == [{"opened": "rumble", "cards": [{"card": "6H", "by": "pilot_0"}]}]

    def test_ts_71_the_turn_passes_after_the_regrouping(self) -> None:
        assert rumbles(ONE).agent == "coach_0"
        assert rumbles(ONE, by="coach_0").agent == "pilot_0"

    def test_ts_63_g_33_the_opener_cannot_be_blocked(self) -> None:
        table = skip(rumbles(ONE, hands={"pilot_0": ["6H"], "coach_0": ["6S", "7S"]}))
        assert not starting(table, "block") and "started the Rumble" in table.explain("block 6S")

    def test_ts_74_g_35_there_is_only_one_rumble(self) -> None:
        table = skip(rumbles(ONE))
        assert not starting(table, "rumble") and "TS-74" in table.explain("rumble 7S")

    @pytest.mark.parametrize(("option", "legal"), [("stage-3", False), ("any", True)])
    def test_c_109_in_stage_3_or_in_any_of_the_first(self, option: str, legal: bool) -> None:
        data = sheet({"robo": ROBO}, rules={"rumble_from": option}, **RUMBLES)
        table = fight(data)
        assert bool(starting(table, "rumble")) is legal
        if legal:
            table.play("rumble 9H")
            assert table.state.score.tolist() == [1, 0] and int(table.state.stage) == 4

    @pytest.mark.parametrize(
        ("crisis", "giant", "legal"),
        [
            ({"tier": 2, "gate": 3, "needs_giant": False}, False, False),
            ({"tier": 3, "gate": 3, "needs_giant": False}, False, True),
            ({"tier": 3, "gate": 3, "needs_giant": True}, False, False),
            ({"tier": 3, "gate": 3, "needs_giant": True}, True, True),
        ],
    )
    def test_ts_75_sy_31_coach_needs_a_crisis(self, crisis: dict[str, Any], giant: bool, legal: bool) -> None:
        data = sheet({"robo": ROBO}, **{**RUMBLES, "crisis": crisis, "threats": [GIANT if giant else THREAT]})
        table = third(data, by="coach_0")
        assert bool(starting(table, "rumble")) is legal
        if not legal:
            assert "TS-75" in table.explain("rumble 6S")

    def test_c_118_somebody_must_be_able_to_be_the_head(self) -> None:
        table = third(ONE, endurance={"pilot_0": 0})
        assert not starting(table, "rumble") and "Endurance" in table.explain("rumble 6H")

    def test_ts_70_g_37_c_106_nobody_must_concede_who_could_rumble(self) -> None:
        table = third(ONE, hands={"pilot_0": ["3S"], "coach_0": ["6S"]})
        assert table.legal() == ["rumble 3S", "concede"]

    def test_ts_70_g_37_in_stage_7_nothing_is_left(self) -> None:
        table = last_stage(hands={"pilot_0": ["3S"], "coach_0": []})
        assert table.legal() == ["concede"]

    def test_ts_72_c_103_coachs_opener_obeys_his_strike(self) -> None:
        table = third(
            ONE, by="coach_0", hands={"coach_0": ["6S", "TS"], "pilot_0": []}, strike={"coach_0": 4}
        )
        assert starting(table, "rumble") == ["rumble 6S"]

    @pytest.mark.parametrize(("card", "kind"), [("6H", "RESONATED"), ("9H", None), ("TH", "DISSONATED")])
    def test_ts_72_c_102_c_156_the_pilots_opener_is_held_against_harmony(
        self, card: str, kind: str | None
    ) -> None:
        """At Harmony 4 on a 5: 1 above is Resonant, 4 above safe, 5 above Dissonant by the Rumble stage, 1."""
        table = third(ONE, hands={"pilot_0": [card], "coach_0": []}, strike={"pilot_0": 0})
        happened = of(table, f"rumble {card}")
        assert [k for k in happened if k in ("RESONATED", "DISSONATED")] == ([kind] if kind else [])
        assert world(table, "endurance")[1] == (3 if kind == "DISSONATED" else 4)

    def test_c_156_positions_come_before_the_openers_check(self) -> None:
        table = third(TWO, hands={"pilot_0": ["TH"], "coach_0": []})
        assert "DISSONATED" not in of(table, "rumble TH") and table.phase == "position"
        happened = of(table, "position 1")
        assert happened[:4] == ["POSITION_TAKEN", "POSITION_TAKEN", "FORM_ASSEMBLED", "DISSONATED"]
        assert table.phase == "endurance" and table.agent == "pilot_1"  # the Head says whose

    def test_c_156_ts_129_the_openers_damage_lands_before_the_head_draws(self) -> None:
        table = third(TWO, hands={"pilot_0": ["TH"], "coach_0": []})
        table.play("rumble TH")
        table.play("position 1")
        assert table.phase == "endurance" and size(table, 2) == 0
        assert table.position()["after"] == "head-draw"
        happened = of(Table.from_position(table.position(), scenario=TWO), "pilot pilot_0")
        assert happened == of(table, "pilot pilot_0")
        assert happened[:5] == ["ENDURANCE_LOST", *["CARD_DRAWN"] * 4] and size(table, 2) == 4

    def test_c_156_ts_129_a_head_whom_it_routs_draws_nothing(self) -> None:
        table = third(ONE, hands={"pilot_0": ["TH"], "coach_0": []}, endurance={"pilot_0": 1})
        happened = of(table, "rumble TH")
        assert happened[-2:] == ["CONCEDED", "STAGE_SCORED"] and "ROUTED" in happened
        assert "CARD_DRAWN" not in happened and table.phase == "spoil" and size(table, 1) == 0


class TestForm:
    """Positions, the Head, and what the Final Form has."""

    def test_ts_99_each_position_once_and_somebody_is_the_head(self) -> None:
        table = third(sheet(*[{"robo": ROBO}] * 3, **RUMBLES))
        table.play("rumble 6H")
        assert table.agent == "pilot_0" and table.legal() == ["position 0", "position 1", "position 2"]
        table.play("position 2")
        assert table.agent == "pilot_1" and table.legal() == ["position 0", "position 1"]
        assert "Ada's" in table.explain("position 2")
        table.play("position 1")  # the last must be the Head then, and is not asked
        assert conflict(table, "head") == 3 and conflict(table, "position")[1:4] == [2, 1, 0]

    def test_ts_99_the_last_must_be_the_head(self) -> None:
        table = third(TWO)
        table.play("rumble 6H")
        table.play("position 1")
        assert conflict(table, "head") == 2

    def test_g_44_ts_89_ts_90_ts_95_ts_100_at_harmony_4(self) -> None:
        """Final Form Buffers 4, Strike 4, Charges 4 (C-119), and the Head draws 4."""
        table = third(ONE, harmony=4)
        happened = of(table, "rumble 6H")
        assert (conflict(table, "form_buffers"), conflict(table, "form_charges")) == (4, 4)
        assert (
            happened[happened.index("FORM_ASSEMBLED") :].count("CARD_DRAWN") >= 4 and size(table, 1) == 2 + 4
        )
        skip(table)
        table.play("counter 7S")
        skip(table)
        assert "Strike 4" in table.prompt()

    @pytest.mark.parametrize(("option", "charges"), [("harmony", 4), ("sum", 6), ("none", 0)])
    def test_c_119_rumble_charges_are_an_option(self, option: str, charges: int) -> None:
        data = sheet({"robo": ROBO}, {"robo": ROBO}, rules={"rumble_charges": option}, **RUMBLES)
        assert conflict(rumbles(data, card="7H"), "form_charges") == charges

    def test_ts_13_ts_95_strike_is_harmony_for_all_of_the_form(self) -> None:
        table = skip(rumbles(TWO, harmony=2, hands={"pilot_0": ["6H", "9H", "TH"], "coach_0": ["7S"]}))
        table.play("counter 7S")
        skip(table)
        assert "DISSONATED" not in of(table, "counter 9H")  # 2 above, Steel and Flesh are 3
        table = skip(rumbles(TWO, harmony=2, hands={"pilot_0": ["6H", "9H", "TH"], "coach_0": ["7S"]}))
        table.play("counter 7S")
        skip(table)
        assert "DISSONATED" in of(table, "counter TH")

    def test_ts_95_b_39_only_rumble_strike_changes_it(self) -> None:
        robo = {**ROBO, "techs": [tech("+Strike:Self(3)"), tech("+Rumble-Strike(2)")]}
        table = skip(rumbles(sheet({"robo": robo}, **RUMBLES)))
        table.play("counter 7S")
        table.play("robo-tech 0")
        assert "Strike 4" in table.prompt()
        table = skip(rumbles(sheet({"robo": robo}, **RUMBLES)))
        table.play("counter 7S")
        table.play("robo-tech 1")
        assert "Strike 6" in table.prompt()

    def test_ts_100_a_redeal_keeps_how_many_cards_the_head_drew(self) -> None:
        table = third(sheet(*[{"robo": ROBO}] * 3, **RUMBLES), harmony=3)
        table.play("rumble 6H")
        table.play("position 0")
        table.play("position 1")
        assert table.phase == "share" and size(table, 1) == 2 + 3
        fresh = [[int(w) for w in table.redeal("pilot_1", key).state.fresh] for key in range(4)]
        assert {sum(w.bit_count() for w in words) for words in fresh} == {3} and fresh[0] != fresh[1]

    def test_ts_100_what_a_teammate_knew_before_is_not_what_the_head_drew(self) -> None:
        known = {"pilot_1": {"pilot_0": ["7H"]}}
        hands = {"pilot_0": ["6H", "7H"], "coach_0": ["6S"]}
        table = third(sheet(*[{"robo": ROBO}] * 3, **RUMBLES), harmony=1, known=known, hands=hands)
        table.play("rumble 6H")
        table.play("position 0")
        table.play("position 1")
        assert table.phase == "share" and size(table, 1) == 2
        seen = {a for key in range(6) for a in table.redeal("pilot_1", key).legal()}
        assert "give 7H" not in seen and len(seen) > 3

    def test_ts_100_the_head_may_share_what_she_drew(self) -> None:
        draws = ["2C", "2D", "2H", "2S"]
        data = sheet(*[{"robo": ROBO}] * 3, **RUMBLES)
        table = third(data, deck={"next": draws}, hands={"pilot_0": ["6H", "8H"], "coach_0": ["7S"]})
        table.play("rumble 6H")
        table.play("position 0")
        table.play("position 1")
        assert table.phase == "share" and table.agent == "pilot_0"
        assert starting(table, "give") == [f"give {c}" for c in draws]
        assert "drew as the Head" in table.explain("give 8H")
        table.play("give 2D")
        assert table.phase == "share-to" and table.legal() == ["pilot pilot_1", "pilot pilot_2"]
        events = table.play("pilot pilot_2")
        assert size(table, 3) == 1 and [e.kind for e in events] == ["CARD_SHARED"]
        assert table.events_seen(1)[-1].card == 1 and table.events_seen(2)[-1].card == -1
        table.play("done")
        assert table.agent == "coach_0"

    def test_ts_100_with_one_teammate_nobody_is_asked_with_whom(self) -> None:
        table = third(TWO, deck={"next": ["2C", "2D", "2H", "2S"]})
        table.play("rumble 6H")
        table.play("position 0")
        table.play("position 1")
        table.play("give 2D")
        assert size(table, 2) == 1 and table.phase == "share"

    def test_g_45_ts_101_coach_draws_the_crisis_tier_with_the_monster(self) -> None:
        table = third(sheet({"robo": ROBO}, **MONSTER))
        before = size(table, 0)
        happened = of(table, "rumble 6H")
        assert size(table, 0) == before + 3 and "DECK_RESHUFFLED" in happened
        assert table.position()["trash"] == []

    def test_g_45_ts_102_c_154_without_it_one_for_each_threat_in_play(self) -> None:
        threats = [THREAT, {**THREAT, "name": "B"}, {**THREAT, "name": "C"}]
        data = sheet({"robo": ROBO}, **{**RUMBLES, "threats": threats, "crisis": {"tier": 7}})
        table = third(data, threats=[{}, {"rating": 0}, {}])
        before = size(table, 0)
        assert "DECK_RESHUFFLED" in of(table, "rumble 6H") and size(table, 0) == before + 2

    def test_c_120_the_pilots_draw_first(self) -> None:
        table = third(ONE)
        events = table.play("rumble 6H")
        drawn = [e.seat for e in events if e.kind == "CARD_DRAWN"]
        assert drawn == [1] * 4 + [0]
        assert [e.kind for e in events].index("DECK_RESHUFFLED") > drawn.index(1)

    @pytest.mark.parametrize("endurance", [{"pilot_0": 1}, {"pilot_2": 1}])
    def test_ts_99_a_point_of_endurance_is_enough_to_join(self, endurance: dict[str, int]) -> None:
        low = {"pilot_0": 0, "pilot_1": 0, "pilot_2": 0, **endurance}
        table = third(sheet(*[{"robo": ROBO}] * 3, **RUMBLES), endurance=low)
        table.play("rumble 6H")
        head = int(next(iter(endurance))[-1]) + 1
        assert conflict(table, "head") == head and conflict(table, "position")[head] == 0

    def test_r_02_a_pilot_without_endurance_does_not_join(self) -> None:
        table = third(sheet({}, {"robo": ROBO}, **RUMBLES))
        table.play("rumble 6H")
        assert conflict(table, "head") == 2 and conflict(table, "position")[1] == -1
        while table.phase == "share":
            table.play("done")
        skip(table).play("counter 7S")
        assert skip(table).agent == "pilot_1" and "ask pilot_0" not in table.legal()
        assert "not part of the Final Form" in table.explain("ask pilot_0")


class TestRumbleRules:
    """What is different in a Rumble."""

    @staticmethod
    def dissonant(stages: int, **more: Any) -> Table:
        """Have the Pilots play far beyond Harmony 2 in a stage of a Rumble."""
        laid = [[("2C", "coach_0")], [("2D", "coach_0")], [("2H", "coach_0")], [("2S", "coach_0")]][:stages]
        for k in range(stages - 1):
            laid[k].append((f"3{'CDH'[k]}", "pilot_0"))
        table = in_rumble(TWO, laid, harmony=2, hands={"pilot_0": ["KH"], "coach_0": ["3S"]}, **more)
        table.play("counter KH")
        return table

    @pytest.mark.parametrize("stage", [1, 2, 3, 4])
    def test_g_12_ts_92_schism_is_endurance_by_the_rumble_stage(self, stage: int) -> None:
        table = self.dissonant(stage)
        for _ in range(stage):
            assert table.phase == "endurance" and table.agent == "pilot_0"  # the Head, point by point (C-125)
            table.play("pilot pilot_1")
        assert world(table, "endurance")[1:3] == [4, 4 - stage] and world(table, "harmony") == 2

    @pytest.mark.parametrize("stage", [1, 3])
    @pytest.mark.parametrize("points", [1, 2])
    def test_ts_92_every_point_of_schism_counts_by_the_rumble_stage(self, stage: int, points: int) -> None:
        tear = {**THREAT, "waves": [{"name": "Tear", "effects": [f"+Schism:Team({points})"]}]}
        laid = [[("2C", "coach_0"), ("3C", "pilot_0")], [("2D", "coach_0"), ("3D", "pilot_0")]]
        laid = [*laid[: stage - 1], [("2H", "coach_0"), ("3H", "pilot_0")]]
        data = sheet({"robo": {**ROBO, "endurance": 9}}, **{**RUMBLES, "threats": [tear]})
        hands = {"pilot_0": ["KH"], "coach_0": ["QS"]}
        table = in_rumble(data, laid, phase="coach-assist", turn="coach_0", hands=hands)
        table.play("wave 0.0")
        table.play("discard QS")
        assert world(table, "endurance")[1] == 9 - points * stage and world(table, "harmony") == 4

    def test_ts_91_c_129_harmony_is_frozen_until_the_concede(self) -> None:
        boon = {"name": "Bay", "boons": [tech("+Rally")]}
        data = sheet({"robo": ROBO}, location=boon, **RUMBLES)
        table = skip(rumbles(data))
        table.play("counter 7S")
        table.play("boon 0")
        assert world(table, "harmony") == 4 and conflict(table, "rumble") == 1
        skip(table).play("concede")
        assert conflict(table, "rumble") == 0 and "spoil schism-team" in table.legal()
        table.play("spoil schism-team")
        assert world(table, "harmony") == 3

    def test_c_124_no_buffer_prevents_endurance_damage_of_schism(self) -> None:
        table = self.dissonant(1, form_buffers=3, buffers={"pilot_0": 2})
        assert table.phase == "endurance" and "buffer" not in table.legal()

    def test_ts_89_ts_93_trauma_hits_endurance_and_the_forms_buffers_soak_it(self) -> None:
        wave = {"name": "Bite", "effects": ["+Trauma:Commander(2)"]}
        data = sheet({"robo": ROBO}, {"robo": ROBO}, **{**RUMBLES, "threats": [{**THREAT, "waves": [wave]}]})
        table = rumbles(
            data,
            card="7H",
            buffers={"pilot_0": 2, "pilot_1": 2},
            hands={"pilot_0": ["7H"], "coach_0": ["QS"]},
        )
        table.play("wave 0.0")
        table.play("discard QS")
        assert table.phase == "buffer" and table.agent == "pilot_0" and table.legal() == ["buffer", "accept"]
        table.play("buffer")
        assert conflict(table, "form_buffers") == 3 and world(table, "buffers")[1:3] == [2, 2]
        table.play("accept")
        assert table.phase == "endurance" and table.legal() == ["pilot pilot_0", "pilot pilot_1"]
        table.play("pilot pilot_1")
        assert world(table, "endurance")[1:3] == [4, 3] and world(table, "commitment")[1] == [3, 3, 2, 1]

    def test_ts_94_c_127_a_robo_at_0_throws_its_pilot_out(self) -> None:
        table = self.dissonant(1, endurance={"pilot_1": 1})
        table.play("pilot pilot_1")
        assert conflict(table, "ejected")[2] == 1 and conflict(table, "involved")[2] == 1
        skip(table)
        assert table.agent == "coach_0"
        table.play("concede")
        assert table.phase == "spoil"

    def test_ts_94_c_126_the_head_commands_for_a_commander_who_is_out(self) -> None:
        laid = [[("2C", "coach_0")]]
        more = {"positions": {"pilot_0": 1, "pilot_1": 0}, "endurance": {"pilot_0": 1}}
        hands = {"pilot_0": ["KH"], "pilot_1": ["5H"], "coach_0": ["AS", "3S"]}
        table = in_rumble(TWO, laid, harmony=2, hands=hands, **more)
        table.play("counter KH")
        assert table.agent == "pilot_1" and table.phase == "endurance"
        table.play("pilot pilot_0")
        skip(table).play("counter AS")
        skip(table)
        assert table.agent == "pilot_1" and table.phase == "drive" and "ask pilot_0" not in table.legal()
        table.play("escalate 5H")
        assert int(table.state.stage) == 5

    def test_ts_80_ts_81_a_rumble_tech_costs_a_charge_and_counts_by_the_rumble_stage(self) -> None:
        laid = [[("2C", "coach_0"), ("3C", "pilot_0")], [("2D", "coach_0")]]
        hands = {"pilot_0": ["5H"], "coach_0": ["QS"]}
        table = in_rumble(
            TWO, laid, phase="assist", turn="pilot_1", form_charges=2, hands=hands, strike={"coach_0": 9}
        )
        table.play("rumble-tech")
        assert world(table, "rating")[0] == 2 and conflict(table, "form_charges") == 1  # 2 in Rumble stage 2
        table.play("counter 5H")
        skip(table).play("counter QS")
        assert table.agent == "pilot_0" and table.legal() == ["rumble-tech", "pass"]
        table.play("pass")
        assert table.agent == "pilot_0" and table.phase == "drive"  # pilot_1 has used hers

    def test_ts_81_no_charge_no_rumble_tech(self) -> None:
        table = in_rumble(TWO, [[("2C", "coach_0")]], form_charges=0)
        assert table.phase == "drive"
        robo = {**ROBO, "techs": [tech("+Chargeup:Self(1)")]}
        table = in_rumble(
            sheet({"robo": robo}, **RUMBLES),
            [[("2C", "coach_0")]],
            form_charges=0,
            phase="assist",
            turn="pilot_0",
        )
        assert "rumble-tech" not in table.legal() and "none left" in table.explain("rumble-tech")

    def test_ts_96_robo_techs_on_and_other_techs_off_unless_they_say_otherwise(self) -> None:
        robo = {**ROBO, "techs": [tech("+Chargeup:Self(1)")]}
        techs = [
            tech("+Draw:Self(1)"),
            tech("+Draw:Self(1)", family="daisho"),
            tech("+Draw:Self(1)", in_rumble=True),
        ]
        data = sheet({"robo": robo, "techs": techs}, **RUMBLES)
        table = in_rumble(data, [[("2C", "coach_0")]], phase="assist", turn="pilot_0")
        assert starting(table, "tech", "robo-tech") == ["tech 2", "robo-tech 0"]
        assert "TS-96" in table.explain("tech 0") and "TS-96" in table.explain("tech 1")

    def test_c_128_no_summon_in_a_rumble(self) -> None:
        table = in_rumble(ONE, [[("2C", "coach_0")]], phase="assist", turn="pilot_0")
        assert "summon" not in table.legal() and "C-128" in table.explain("summon")

    def test_c_143_resonant_in_a_rumble_charges_the_pilot(self) -> None:
        table = in_rumble(ONE, [[("2C", "coach_0")]], hands={"pilot_0": ["3H"], "coach_0": []})
        charges = conflict(table, "form_charges")
        table.play("counter 3H")
        assert world(table, "charges")[1] == 4 and conflict(table, "form_charges") == charges


class TestRuin:
    """Escalates in a Rumble: TS-67, TS-97, TS-98."""

    BAY: ClassVar[dict[str, Any]] = {"location": {"name": "Bay"}}

    def escalate(self, by: str, monster: bool, **more: Any) -> Table:
        data = sheet({"robo": ROBO}, **{**(MONSTER if monster else RUMBLES), **self.BAY})
        other = "coach_0" if by == "pilot_0" else "pilot_0"
        table = in_rumble(data, [[("5C", other)]], hands={"pilot_0": ["5H"], "coach_0": ["5S"]}, **more)
        table.play("escalate 5H" if by == "pilot_0" else "escalate 5S")
        return table

    def test_ts_67_c_123_the_pilots_escalate_ruins_and_a_form_buffer_soaks_it(self) -> None:
        table = self.escalate("pilot_0", False)
        assert table.phase == "buffer" and table.agent == "pilot_0"
        table.play("buffer")
        assert world(table, "location") == 3 and conflict(table, "form_buffers") == 3
        table = self.escalate("pilot_0", False, form_buffers=0)
        assert world(table, "location") == 2

    def test_me_46_c_35_the_ruin_of_a_dissonant_escalate_lands_before_its_endurance(self) -> None:
        data = sheet({"robo": ROBO}, {"robo": ROBO}, **{**RUMBLES, **self.BAY})
        hands = {"pilot_0": ["KH"], "coach_0": []}
        table = in_rumble(data, [[("2C", "coach_0")]], harmony=2, hands=hands)
        assert of(table, "escalate KH")[-1] == "DISSONATED" and table.phase == "buffer"
        assert of(table, "accept") == ["BUFFER_KEPT", "LOCATION_RUINED"]
        assert table.phase == "endurance" and world(table, "endurance")[1:3] == [4, 4]

    def test_ts_97_c_122_coachs_does_so_with_the_monster(self) -> None:
        table = self.escalate("coach_0", True)
        assert table.phase == "buffer" and table.agent == "pilot_0"
        table.play("accept")
        assert world(table, "location") == 2

    def test_ts_98_and_not_without_it(self) -> None:
        table = self.escalate("coach_0", False)
        assert table.phase != "buffer" and world(table, "location") == 3

    def test_c_110_the_opener_does_not_ruin(self) -> None:
        table = third(sheet({"robo": ROBO}, **{**MONSTER, **self.BAY}))
        assert "LOCATION_RUINED" not in of(table, "rumble 6H") and world(table, "location") == 3

    def test_g_32_c_97_c_99_a_blocked_escalate_goes_back_but_the_ruin_stands(self) -> None:
        data = sheet({"robo": ROBO}, **{**RUMBLES, **self.BAY})
        laid = [[("4C", "coach_0")], [("3C", "pilot_0"), ("4D", "coach_0")]]
        hands = {"pilot_0": ["5H"], "coach_0": ["5S"]}
        table = in_rumble(
            data, laid, hands=hands, form_buffers=0, scored=["pilots", "pilots", "pilots", "coach"]
        )
        assert table.state.score.tolist() == [8, 7]
        table.play("escalate 5H")
        assert table.state.score.tolist() == [24, 7] and conflict(table, "rumble") == 3
        skip(table).play("block 5S")
        assert table.state.score.tolist() == [8, 7] and int(table.state.stage) == 5
        assert conflict(table, "rumble") == 2 and world(table, "location") == 2


class TestStages:
    """Four stages more: TS-52, TS-53, TS-88, TS-103, G-21, G-22."""

    def test_ts_53_without_positions_three_stages_are_all(self) -> None:
        table = third(sheet({"robo": ROBO}, resources=RUMBLES["resources"]))
        assert starting(table, "rumble", "escalate") == []
        assert "no Rumble" in table.explain("rumble 6H")

    def test_g_22_ts_52_ts_88_seven_stages_double(self) -> None:
        """Coach yields every stage: Escalate, Escalate, Rumble, three Escalates, Concede: 127 to 0."""
        hands = {
            "coach_0": ["2C", "2D", "2H", "2S", "2C", "2D"],
            "pilot_0": ["3C", "3D", "3H", "3S", "3C", "3D"],
        }
        table, seen = fight(ONE, by="pilot_0", hands=hands), []
        for k, card in enumerate(hands["coach_0"]):
            skip(table).play(f"{'rumble' if k == 2 else 'escalate'} {card}")
            while table.phase == "share":
                table.play("done")
            seen.append(int(table.state.score[1]))
            skip(table).play(f"counter {hands['pilot_0'][k]}")
        skip(table).play("concede")
        assert seen == [1, 3, 7, 15, 31, 63] and table.state.score.tolist() == [0, 127]

    def test_g_21_scores_of_five_stages(self) -> None:
        hands = {"pilot_0": ["6H", "7H", "8H"], "coach_0": ["6S", "7S", "8S"]}
        table = fight(ONE, hands=hands)
        table.play("escalate 6H")  # Coach 1
        table.play("escalate 6S")  # Pilots 2
        table = skip(table)
        table.play("rumble 7H")  # Coach 5
        while table.phase == "share":
            table.play("done")
        table.play("escalate 7S")  # Pilots 10
        skip(table).play("concede")  # Coach 21
        assert table.state.score.tolist() == [21, 10] and table.state.basic.tolist() == [5, 0]

    def test_ts_103_nothing_comes_after_the_fourth(self) -> None:
        table = last_stage(hands={"pilot_0": ["3S", "KH"], "coach_0": []})
        assert starting(table, "escalate", "rumble") == [] and "stage 7" in table.explain("escalate 3S")
        table.play("concede")
        assert table.state.score.sum() == 127


def in_rumble(data: dict[str, Any], stages: list[list[tuple[str, str]]], **more: Any) -> Table:
    """Return a position in a Rumble, whose Piles are those of its stages; pilot_0 is the Head and commands."""
    laid = [
        {"opened": "escalate" if k else "rumble", "cards": [{"card": c, "by": p} for c, p in stage]}
        for k, stage in enumerate(stages)
    ]
    position = {
        "hands": {"pilot_0": ["9H", "KH"], "coach_0": ["QS", "AS"]},
        "pile": laid,
        "phase": "drive",
        "commander": "pilot_0",
        "involved": [f"pilot_{k}" for k in range(len(data["pilots"]))],
        **more,
    }
    return Table.from_position(position, scenario=data)


def last_stage(**more: Any) -> Table:
    """Return stage 7, the Pilots to Drive."""
    laid = [[("3C", "coach_0"), ("4C", "pilot_0")], [("3D", "coach_0"), ("4D", "pilot_0")]]
    laid += [[("3H", "coach_0"), ("4H", "pilot_0")], [("5C", "coach_0")]]
    return in_rumble(ONE, laid, **more)


def test_tp_74_all_that_is_told_of_a_rumble() -> None:
    """Who opens it and how far, Positions, the Form's gauges as they change, what is shared with whom, the stages."""
    data = {**sheet(*[{"robo": {**ROBO, "endurance": 2}}] * 3, **RUMBLES), "harmony": 3}
    hands = {"pilot_0": ["6H", "AC"], "pilot_1": ["8H"], "pilot_2": ["3H"]}
    hands["coach_0"] = ["7S", "9S", "KD", "QS", "9D"]
    deck = {"next": ["2C", "2D", "2H", "4S"]}
    table = third(data, commander="pilot_1", turn="pilot_1", hands=hands, deck=deck)
    for action in (
        "ask pilot_0",
        "rumble 6H",
        "position 0",
        "position 1",
        "give 2C",
        "pilot pilot_2",
        "done",
    ):
        table.play(action)
    for action in ("counter 7S", *("rumble-tech",) * 3, "ask pilot_0", "escalate AC"):
        table.play(action)
    charge, strike, buffer = int(Kind.RUMBLE_CHARGE), int(Kind.RUMBLE_STRIKE), int(Kind.FORM_BUFFER)
    apart = ("ABILITY_USED", "EFFECT_AIMED", "DECK_RESHUFFLED")
    assert [(e.kind, e.seat, e.amount, e.number) for e in table.events if e.kind not in apart] == [
        ("ALLY_ASKED", 2, 1, 0),
        ("STAGE_SCORED", 0, 4, 3),
        ("RUMBLE_INITIATED", 1, 1, 0),
        *(("POSITION_TAKEN", 2, 0, 0), ("POSITION_TAKEN", 1, 1, 0), ("POSITION_TAKEN", 3, 2, 0)),
        ("FORM_ASSEMBLED", 2, 3, 0),
        *(("RESONATED", 1, 1, 0), ("CHARGED", 1, 1, 0)),
        *(("CARD_DRAWN", 2, 1, 0),) * 3,
        *(("CARD_SHARED", 2, 3, 0), ("SHARING_ENDED", 2, 1, 0)),
        *(("CARD_DRAWN", 0, 1, 0), ("COUNTERED", 0, 1, 0)),
        *(("FORM_STRENGTHENED", 1, charge, -1), ("RATING_LOWERED", 0, 1, 0)),
        *(("FORM_STRENGTHENED", 2, charge, -1), ("FORM_STRENGTHENED", 2, strike, 1)),
        *(("FORM_STRENGTHENED", 3, charge, -1), ("FORM_STRENGTHENED", 2, buffer, 1)),
        *(("ALLY_ASKED", 2, 1, 0), ("STAGE_SCORED", 0, 8, 4), ("ESCALATED", 1, 4, 5)),
    ]
    aimed = [(e.seat, e.amount, e.number) for e in table.events if e.kind == "EFFECT_AIMED"]
    assert aimed == [(1, int(Kind.TRAUMA), int(Subject.THREATS))]
    shared = [e.kind for e in table.events].index("CARD_SHARED")
    seen = [table.events_seen(seat)[shared].card for seat in range(4)]
    assert seen == [-1, -1, NAMES.index("2C"), NAMES.index("2C")]
