"""Who turns out: the Threats that Coach brings, the Robos that are boarded, by clause (TS-31, TS-37, TS-38)."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import numpy as np
import pytest

from tests.throwdown.scenes import CREW, ROBO, conflict, fight, kinds, sheet, size, world
from throwdown import InvalidPosition, Table
from throwdown.envs.core.batch import redeal_games
from throwdown.envs.core.records import as_records
from throwdown.envs.fusion.throwdown.obs import Seen

WAVE = {"name": "Surge", "effects": ["+Trauma:Pilot(1)"]}
THREE: list[dict[str, Any]] = [
    {"name": "Big", "rating": 4, "invested": 1, "waves": [WAVE]},
    {"name": "Mid", "rating": 3, "invested": 2, "waves": [WAVE]},
    {"name": "Low", "rating": 2, "invested": 3, "strike_bonus": 2, "unbound": True},
]


def dealt(challenger: str = "coach_0", **rules: Any) -> Table:
    """Return a game with three Threats, Coach's initiative card laid."""
    data = sheet(rules={"challenger": challenger, **rules}, threats=THREE)
    table = Table.deal(seed=1, scenario=data)
    while table.phase in ("challenge", "answer"):
        if table.phase == "answer" and table.agent != "coach_0":
            break
        table.play(table.legal()[0])
    return table


def choose(table: Table, *choices: str) -> Table:
    """Play Coach's choices, then go on to the first Drive or Assist."""
    for choice in choices:
        table.play(choice)
    while table.phase in ("answer", "give", "return"):
        table.play("done" if "done" in table.legal() else table.legal()[0])
    return table


class TestThreats:
    """TS-37, TS-38 and what follows from them."""

    @pytest.mark.parametrize("challenger", ["coach_0", "pilot_0"])
    def test_ts_37_ts_38_coach_chooses_right_after_his_card(self, challenger: str) -> None:
        table = dealt(challenger)
        asked = []
        while table.phase == "threats":
            assert table.agent == "coach_0" and table.legal() == ["involve", "leave-out"]
            asked.append(table.prompt().split("whether ")[1][:3])
            table.play("involve")
        assert asked == ["Big", "Mid", "Low"]
        assert (table.phase == "answer") == (challenger == "coach_0")
        assert kinds(table).count("INITIATIVE_LAID") == (1 if challenger == "coach_0" else 2)

    def test_ts_37_c_88_only_the_stacks_of_those_that_take_part_are_drawn(self) -> None:
        table = dealt()
        before = size(table, 0)
        choose(table, "involve", "leave-out", "leave-out")
        taken = Counter(e.amount for e in table.events if e.kind == "INVESTED_CARDS_TAKEN")
        assert taken == {0: 1} and size(table, 0) == before + 1
        assert [int(w[0]).bit_count() + int(w[1]).bit_count() for w in world(table, "stack")[:3]] == [0, 2, 3]

    @pytest.mark.parametrize(
        ("choices", "strike"),
        [
            (("involve", "involve", "involve"), 8),
            (("involve", "involve", "leave-out"), 5),
            (("leave-out", "involve", "leave-out"), 3),
            (("leave-out", "leave-out", "involve"), 4),
        ],
    )
    def test_ts_38_strike_is_that_of_those_that_take_part(
        self, choices: tuple[str, ...], strike: int
    ) -> None:
        table = choose(dealt(), *choices)
        assert conflict(table, "strike")[0] == strike
        assert table.view()["left_out"] == [t for t, x in enumerate(choices) if x == "leave-out"]

    def test_ts_37_at_least_one_takes_part(self) -> None:
        table = dealt()
        table.play("leave-out")
        table.play("leave-out")
        assert table.legal() == ["involve"] and "One Threat must" in table.explain("leave-out")

    def test_ts_37_a_single_threat_and_the_option_ask_nothing(self) -> None:
        assert dealt(threats="all").phase == "answer"
        table = choose(dealt(threats="all"))
        assert conflict(table, "strike")[0] == 8 and conflict(table, "left_out") == 0
        data = sheet(threats=[*THREE[:2]])
        position = {
            "phase": "challenge",
            "turn": "coach_0",
            "threats": [{"rating": 4}, {"rating": 0}],
            "hands": {"coach_0": ["9C"], "pilot_0": ["8C"]},
        }
        table = Table.from_position(position, scenario=data)
        table.play("initiative 9C")
        assert table.phase == "answer"

    def test_ts_37_nobody_else_learns_of_it_before_the_cards_are_turned_up(self) -> None:
        """Neither the choices nor their order, number or Coach's Strike tell; afterwards everybody knows."""
        tables = [dealt("pilot_0") for _ in range(2)]
        table = tables[0]
        plies = []
        for t, choices in zip(tables, (("involve",) * 3, ("leave-out", "leave-out", "involve"))):
            shown = []
            for choice in choices:
                shown.append((t.render("pilot_0"), t.view("pilot_0"), t.observe("pilot_0").tobytes()))
                events = len(t.events)
                t.play(choice)
                if t.phase == "threats":
                    assert len(t.events) == events
            plies.append(shown)
        assert plies[0] == plies[1]
        assert table.view()["stage"] == 1 and tables[1].view("pilot_0")["left_out"] == [0, 1]
        assert Seen.of(tables[1].observe("pilot_0")).left_out[:3].tolist() == [True, True, False]
        told = [e.amount for e in tables[1].events_seen(1) if e.kind == "THREAT_LEFT_OUT"]
        assert told == [0, 1] and "Big: Rating 4/4, Buffers 0/0, invested 1, takes no part" in tables[
            1
        ].render("pilot_0")

    def test_ts_37_it_stays_sealed_while_others_decide(self) -> None:
        """Support, votes and the card swap come between; a redeal for a Pilot draws the choice anew."""
        data = sheet({}, {}, threats=THREE, rules={"fights_for": "vote"})
        tables = []
        for choices in (("involve",) * 3, ("leave-out", "involve", "leave-out")):
            table = Table.deal(seed=1, scenario=data)
            table.play(table.legal()[0])
            for choice in choices:
                table.play(choice)
            tables.append(table)
        phases = []
        while tables[0].phase not in ("assist", "drive", "coach-assist"):
            phases.append(tables[0].phase)
            for viewer in ("pilot_0", "pilot_1"):
                a, b = ((t.render(viewer), t.view(viewer), t.observe(viewer).tobytes()) for t in tables)
                assert a == b, phases[-1]
            assert tables[0].observe("coach_0").tobytes() != tables[1].observe("coach_0").tobytes()
            assert tables[1].view("coach_0")["leaving"] == [0, 2] and "leaving" not in tables[1].view(
                "pilot_0"
            )
            action = "done" if phases[-2:] == ["give", "give"] else tables[0].legal()[0]
            for t in tables:
                t.play(action)
        assert phases == ["answer", "support", "vote", "give", "give", "return"]

    def test_ts_37_redeals_of_the_sealed_choice_are_uniform(self) -> None:
        n = 7000
        table = dealt()
        for asked, sets in ((0, 1), (1, 2), (2, 4), (3, 7)):
            many = np.repeat(table._states[:1], n)
            redeal_games(many, np.full(n, 1, np.int64), np.arange(n), table.setup.make_out())
            found = Counter(int(s.leaving) for s in as_records(many))
            assert set(found) == set(range(sets))
            assert all(abs(k - n / sets) < 6 * (n / sets) ** 0.5 for k in found.values()), asked
            own = np.repeat(table._states[:1], 20)
            redeal_games(own, np.zeros(20, np.int64), np.arange(20), table.setup.make_out())
            assert {int(s.leaving) for s in as_records(own)} == {int(table.state.leaving)}
            if table.phase == "threats":
                table.play("involve")

    def test_ts_37_a_beaten_threat_is_not_told_of_as_left_out(self) -> None:
        hands = {"coach_0": ["9C", "2C"], "pilot_0": ["9D", "3C"]}
        threats = [{"rating": 0}, {"rating": 3}, {"rating": 2}]
        position = {"hands": hands, "phase": "challenge", "threats": threats}
        table = Table.from_position(position, scenario=sheet(threats=THREE))
        table.play("initiative 9C")
        choose(table, "leave-out", "involve", "initiative 9D")
        assert [e.amount for e in table.events if e.kind == "THREAT_LEFT_OUT"] == [1]

    def test_ts_37_a_redeal_for_coach_keeps_what_he_chose(self) -> None:
        table = dealt()
        for choice in ("leave-out", "involve"):
            table.play(choice)
        assert {int(table.redeal("coach_0", key).state.leaving) for key in range(6)} == {1}
        assert {int(table.redeal("pilot_0", key).state.leaving) for key in range(20)} == {0, 1, 2, 3}

    def test_ts_22_a_refused_challenge_tells_nothing(self) -> None:
        table = dealt()
        for choice in ("leave-out", "involve", "involve"):
            table.play(choice)
        table.play("refuse")
        assert table.over and int(table.state.leaving) == 0
        assert "THREAT_LEFT_OUT" not in kinds(table) and "leaving" not in table.view()

    def test_ts_132_coach_is_routed_once_those_that_took_part_have_fallen(self) -> None:
        data = sheet(threats=THREE[:2], escalation=[])
        data["pilots"][0]["techs"] = [{"name": "Hit", "effects": ["+Trauma:Threat(1)"]}]
        table = fight(data, phase="assist", threats=[{"rating": 4}, {"rating": 1}], left_out=[0])
        table.play("tech 0")
        assert "ROUTED" in kinds(table) and world(table, "rating")[:2] == [4, 0]

    def test_ts_37_those_left_out_give_no_wave_and_are_out_of_harm_but_for_each(self) -> None:
        table = fight(
            sheet(threats=THREE[:2]),
            by="pilot_0",
            phase="coach-assist",
            hands={"coach_0": ["KS", "AS"], "pilot_0": ["9H"]},
            left_out=[0],
        )
        waves = [a for a in table.legal() if a.startswith("wave")]
        assert waves == ["wave 1.0"] and "takes no part" in table.explain("wave 0.0")
        for aim, hurt in (("Threat", [4, 2]), ("Each", [3, 2])):
            data = sheet(threats=THREE[:2])
            data["pilots"][0]["techs"] = [{"name": "Hit", "effects": [f"+Trauma:{aim}(1)"]}]
            table = fight(data, phase="assist", left_out=[0])
            table.play("tech 0")
            while table.phase in ("buffer", "commitment", "target"):
                table.play(table.legal()[0])
            assert world(table, "rating")[:2] == hurt

    def test_ts_14_powers_are_those_of_threats_that_take_part(self) -> None:
        for left_out, free in (([], True), ([2], False)):
            table = fight(
                sheet(threats=THREE),
                by="pilot_0",
                top="3C",
                hands={"coach_0": ["QS"], "pilot_0": ["9H"]},
                left_out=left_out,
            )
            assert ("counter QS" in table.legal()) == free

    def test_positions_keep_both_and_refuse_what_cannot_be(self) -> None:
        data = sheet(threats=THREE)
        table = dealt()
        for choice in ("leave-out", "involve", "leave-out", "initiative", "done"):
            again = Table.from_position(table.position(), scenario=data)
            assert again.view() == table.view() and again.legal() == table.legal()
            assert again.observe("coach_0").tobytes() == table.observe("coach_0").tobytes()
            table.play(next(a for a in [*table.legal(), choice] if a.startswith(choice)))
            if table.phase not in ("threats", "answer"):
                break
        assert table.view()["left_out"] == [0, 2]
        assert "leaving" not in table.view()
        for wrong, says in (
            ({"left_out": [0, 1, 2]}, "at least one Threat"),
            ({"left_out": [3]}, "no Threat 3"),
            ({"leaving": [0]}, "leaving must be empty"),
        ):
            with pytest.raises(InvalidPosition, match=says):
                fight(data, **wrong)
        position = {
            "phase": "threats",
            "challenger": "coach_0",
            "sealed": {"coach_0": "9C"},
            "hands": {"pilot_0": ["8C"]},
            "round": 1,
        }
        table = Table.from_position({**position, "leaving": [0]}, scenario=data)
        assert (table.agent, table.phase) == ("coach_0", "threats") and "Mid" in table.prompt()
        for wrong, says in (
            ({"leaving": [1]}, "Coach decides about Threat 1 now"),
            ({"round": 5}, "round is 5"),
            ({"threats": [{"rating": 4}, {"rating": 0}, {"rating": 0}], "round": 0}, "several Threats"),
            ({"left_out": [0]}, "left_out must be empty"),
        ):
            with pytest.raises(InvalidPosition, match=says):
                Table.from_position({**position, **wrong}, scenario=data)
        with pytest.raises(InvalidPosition, match="several Threats in play"):
            Table.from_position(position, scenario=data, threats="all")


class TestRobos:
    """TS-31: are Robos involved?"""

    HERE: ClassVar[dict[str, Any]] = {"robo": {**ROBO, "present": True}}

    def begin(self, crew: int = 2, **position: Any) -> Table:
        data = sheet(self.HERE, self.HERE, resources={"pit_crew": {"value": 2, "max": 3}})
        start = {
            "phase": "answer",
            "turn": "pilot_1",
            "challenger": "coach_0",
            "sealed": {"coach_0": "9C"},
            "hands": {"pilot_1": ["5C"]},
            "resources": {"pit-crew": crew},
            **position,
        }
        table = Table.from_position(start, scenario=data)
        table.play("initiative 5C")
        table.play("support")
        return table

    @pytest.mark.parametrize("choices", [("board", "board"), ("board", "on-foot"), ("on-foot", "on-foot")])
    def test_ts_31_sy_18_every_pilot_says_whether_her_robo_takes_part(self, choices: tuple[str, str]) -> None:
        table = self.begin()
        for pilot, choice in zip(("pilot_1", "pilot_0"), choices):
            assert (table.agent, table.phase) == (pilot, "board") and table.legal() == ["board", "on-foot"]
            table.play(choice)
        paid = choices.count("board")
        assert table.phase != "board" and world(table, "resource")[0] == 2 - paid
        assert conflict(table, "robo")[1:3] == [int(c == "board") for c in reversed(choices)]

    def test_ts_31_a_point_that_one_leaves_pays_for_the_next(self) -> None:
        table = self.begin(crew=1)
        table.play("on-foot")
        assert (table.agent, table.phase) == ("pilot_0", "board")
        table.play("board")
        assert conflict(table, "robo")[1:3] == [1, 0] and world(table, "resource")[0] == 0

    @pytest.mark.parametrize(
        "told", [{"resources": {"pit-crew": 0}}, {"endurance": {"pilot_0": 0, "pilot_1": 0}}]
    )
    def test_ts_31_c_90_nothing_is_asked_without_crew_or_endurance(self, told: dict[str, Any]) -> None:
        table = self.begin(**told)
        assert not {"BOARDED", "WENT_ON_FOOT"} & set(kinds(table)) and conflict(table, "robo")[1:3] == [0, 0]
        assert int(table.state.stage) == 1

    def test_ts_31_a_position_may_ask(self) -> None:
        table = self.begin()
        again = Table.from_position(table.position(), scenario=sheet(self.HERE, self.HERE, resources=CREW))
        assert (again.agent, again.phase, again.legal()) == ("pilot_1", "board", ["board", "on-foot"])
        again.play("board")
        table.play("board")
        assert again.view() == table.view()
        with pytest.raises(InvalidPosition, match="no Robo here"):
            Table.from_position(
                {
                    "phase": "board",
                    "turn": "pilot_0",
                    "challenger": "coach_0",
                    "commander": "pilot_0",
                    "sealed": {"coach_0": "9C", "pilot_0": "5C"},
                },
                scenario=sheet(),
            )
