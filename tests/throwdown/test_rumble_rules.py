"""What is different in a Rumble, by clause: TS-67, TS-80, TS-81, TS-91 to TS-98, G-12, G-32."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tests.throwdown.scenes import (
    MONSTER,
    ONE,
    ROBO,
    RUMBLES,
    THREAT,
    TWO,
    conflict,
    in_rumble,
    of,
    rumbles,
    sheet,
    skip,
    starting,
    tech,
    third,
    world,
)
from throwdown import Table


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
