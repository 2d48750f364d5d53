"""Outcome, spoils and damage in the stages edition, by clause; see RULES.md for what each clause says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.throwdown.scenes import fight, finish, kinds, piles, sheet, stage_one
from throwdown import Table


def finished(scored: str, stage: int, **more: Any) -> Table:
    """Return a position in which pilot_0 is about to concede; ``scored`` is who scored so far: ``cp…``."""
    names, other = {"c": "coach_0", "p": "pilot_0"}, {"c": "p", "p": "c"}
    ranks, stages = iter("23456789TJQK"), []
    for k in range(stage):
        laid = [other[scored[k - 1]] if k else "c"]
        last = scored[k] if k < len(scored) else "c"  # who yields a stage is not the one who leads it
        if laid[-1] != last:
            laid.append(last)
        stages.append([(f"{next(ranks)}C", names[who]) for who in laid])
    return Table.from_position(
        {"pile": piles(*stages), "phase": "drive", "hands": {}, **more}, discard_and_draw=False
    )


class TestOutcome:
    """Outcome, spoils, final step: TS-104 to TS-128, G-23 to G-27."""

    def test_g_23_ts_68_ts_107_conceding_at_once_is_a_wipe(self) -> None:
        table = stage_one("3S", hands={"pilot_0": [], "coach_0": []})
        table.play("concede")
        assert table.state.score.tolist() == [1, 0]
        assert table.state.basic.tolist() == [1, 0] and table.state.ultimate.tolist() == [1, 0]

    @pytest.mark.parametrize(
        ("mine", "theirs", "extra"),
        [(4, 3, True), (5, 2, False), (2, 1, False), (6, 1, False), (7, 0, False)],
    )
    def test_g_25_c_135_losers_extra_basic(self, mine: int, theirs: int, extra: bool) -> None:
        stage = (mine + theirs + 1).bit_length() - 1
        scored = "".join("c" if mine >> k & 1 else "p" for k in range(stage - 1))
        table = finished(scored, stage, charges={"pilot_0": 0})
        table.play("concede")
        assert table.state.score.tolist() == [mine, theirs]
        assert int(table.state.basic[1]) == int(extra)
        assert int(table.state.basic[0]) == stage
        assert int(table.state.ultimate[0]) == int(theirs == 0)

    def test_g_24_c_98_scores_sum_to_the_stage_bits(self) -> None:
        for stage in (1, 2, 3):
            for bits in range(2 ** (stage - 1)):
                scored = "".join("cp"[bits >> k & 1] for k in range(stage - 1))
                table = finished(scored, stage)
                table.play("concede")
                coach, pilots = table.state.score.tolist()
                assert coach + pilots == 2**stage - 1 and coach > pilots

    @pytest.mark.parametrize(("reward", "value"), [("win", -1.0), ("score", (2 - 5) / 7)])
    def test_ts_51_the_rewards_of_every_seat(self, reward: str, value: float) -> None:
        laid = [("3C", "coach_0")], [("3D", "pilot_0")], [("3H", "coach_0")]
        position = {"pile": piles(*laid), "phase": "drive", "involved": ["pilot_0"], "commander": "pilot_0"}
        table = Table.from_position(position, scenario=sheet({}, {}, {}), reward=reward)
        table.play("concede")
        assert table.state.score.tolist() == [5, 2]
        finish(table)
        assert table.returns() == {
            "coach_0": pytest.approx(-value),
            **{f"pilot_{k}": pytest.approx(value) for k in range(3)},
        }

    @pytest.mark.parametrize("reward", ["win", "score"])
    def test_ts_22_a_refusal_is_a_win_however_it_is_rewarded(self, reward: str) -> None:
        position = {"phase": "challenge", "turn": "coach_0", "hands": {"coach_0": ["9C"], "pilot_0": ["2C"]}}
        table = Table.from_position(position, scenario="duel", reward=reward, discard_and_draw=False)
        table.play("initiative 9C")
        table.play("refuse")
        assert table.returns() == {"coach_0": 1.0, "pilot_0": -1.0}

    def test_ts_106_c_137_winner_then_loser(self) -> None:
        table = finished("pp", 3, charges={"pilot_0": 0})
        table.play("concede")
        assert table.agent == "coach_0" and table.phase == "spoil"
        table.play("spoil none")
        assert table.agent == "pilot_0" and table.phase == "spoil"

    def test_spoils_that_would_change_nothing_are_not_offered(self) -> None:
        table = stage_one(
            "3S",
            by="pilot_0",
            hands={"coach_0": []},
            charges={"pilot_0": 3},
            buffers={"pilot_0": 2},
            harmony=7,
        )
        table.play("concede")
        assert set(table.legal()) == {"spoil trauma-threat", "spoil none"}

    def test_ts_119_me_71_threat_buffers_and_defeat(self) -> None:
        """Also G-68: a Threat of Rating 1 with one Buffer takes two points."""
        table = stage_one("3S", by="pilot_0", hands={"coach_0": []}, threats=[{"rating": 1, "buffers": 1}])
        table.play("concede")
        table.play("spoil trauma-threat")
        assert table.agent == "coach_0" and table.phase == "buffer"
        table.play("buffer")
        assert int(table.state.world.rating[0]) == 1
        assert int(table.state.world.threat_buffers[0]) == 0

    def test_ts_123_rally_raises_harmony(self) -> None:
        table = stage_one("3S", by="pilot_0", hands={"coach_0": []}, harmony=4)
        table.play("concede")
        table.play("spoil rally")
        assert int(table.state.world.harmony) == 5

    def test_g_61_me_26_rally_at_violet_charges_the_team(self) -> None:
        table = stage_one("3S", by="pilot_0", hands={"coach_0": []}, harmony=7, charges={"pilot_0": 0})
        table.play("concede")
        table.play("spoil rally")
        assert int(table.state.world.harmony) == 7 and int(table.state.world.charges[1]) == 1

    def test_ts_128_c_148_discard_then_draw_then_the_piles(self) -> None:
        hands = {"pilot_0": ["4C", "5C", "6C", "7C"], "coach_0": ["9C"]}
        table = stage_one("3S", hands=hands, charges={"pilot_0": 3})
        table.play("concede")
        while table.phase in ("spoil", "buffer", "commitment"):
            table.play("spoil none" if "spoil none" in table.legal() else table.legal()[-1])
        assert table.agent == "pilot_0" and table.phase == "discard"
        table.play("discard 4C")
        assert table.over
        world = table.state.world
        assert [sum(int(w).bit_count() for w in world.hand[p]) for p in (0, 1)] == [5, 3]
        assert int(table.state.pile_n) == 0

    @pytest.mark.parametrize(
        ("winner", "order"), [("coach", [0, 0, 2, 2, 1, 3, 3, 3]), ("pilots", [2, 2, 1, 3, 3, 3, 0, 0])]
    )
    def test_ts_128_c_148_c_116_all_discard_then_the_winners_draw_commanders_first_and_last_go_the_piles(
        self, winner: str, order: list[int]
    ) -> None:
        """pilot_1 commands; seats draw what they lack, out of a deck that takes back its Trash without the Pile."""
        data = sheet({}, {}, {}, {}, rules={"discard_and_draw": True})
        data["deck"] = {"ranks": "23456789T", "copies": 1, "jokers": 0}
        hands = {"coach_0": ["2C", "2D", "2H"], "pilot_0": ["3C", "3D"], "pilot_1": ["4C"]}
        hands["pilot_3"] = ["6C", "6D", "6H", "6S"]
        by = "coach_0" if winner == "coach" else "pilot_1"
        held = {card for cards in hands.values() for card in cards} | {"5C"}
        rest = [r + s for r in "23456789T" for s in "CDHS" if r + s not in held]
        turn = {"commander": "pilot_1", "turn": "pilot_1" if winner == "coach" else "coach_0"}
        table = fight(data, by=by, hands=hands, **turn, trash=rest[:-3])
        table.play("concede")
        while table.phase == "spoil":
            table.play("spoil none")
        assert table.agent == "pilot_3" and "CARD_DRAWN" not in kinds(table), "nobody draws before"
        happened = table.play("discard 6C")
        assert [event.seat for event in happened if event.kind == "CARD_DRAWN"] == order
        assert table.over and [event.kind for event in happened].count("DECK_RESHUFFLED") == 1
        assert table.position()["trash"] == ["5C"]

    @pytest.mark.parametrize(("challenger", "order"), [("coach_0", [0, 2, 1]), ("pilot_1", [2, 1, 0])])
    @pytest.mark.parametrize("ends", ["refused", "called off"])
    def test_r_31_c_145_c_148_after_a_refused_or_called_off_one_the_challengers_side_draws_first(
        self, challenger: str, order: list[int], ends: str
    ) -> None:
        rules = {"discard_and_draw": True, "initiative_tie": "call-off", "challenger": challenger}
        hands = {name: ["9C"] for name in ("coach_0", "pilot_1")}
        if ends == "refused":
            hands[challenger] = ["2C", "9C"]
        position = {"phase": "challenge", "turn": challenger, "hands": hands}
        table = Table.from_position(position, scenario=sheet({}, {}, rules=rules))
        table.play("initiative 9C")
        happened = table.play("refuse" if ends == "refused" else "initiative 9C")
        while not table.over:
            happened += table.play("stay-out" if table.phase == "support" else table.legal()[-1])
        assert table.position()["result"] == ends
        told = [event.kind for event in happened]
        last = told.index("CHALLENGE_REFUSED" if ends == "refused" else "CALLED_OFF")
        drawn = [event.seat for event in happened[last:] if event.kind == "CARD_DRAWN"]
        if ends == "refused" and challenger == "coach_0":
            order = [0, 1, 2]  # nobody commands the Pilots: they draw in seat order
        assert list(dict.fromkeys(drawn)) == order

    def test_c_139_a_dead_side_gets_no_extra_spoil(self) -> None:
        alive = finished("pp", 3, charges={"pilot_0": 0})
        dead = finished("pp", 3, charges={"pilot_0": 0}, commitments={"pilot_0": {"steel": 0}})
        for table, extra in ((alive, 1), (dead, 0)):
            table.play("concede")
            assert int(table.state.basic[1]) == extra


class TestDamage:
    """Schism, Trauma, Buffers: TS-10, ME-60 to ME-71, C-24 to C-27, G-62."""

    @staticmethod
    def schism(stage: int, harmony: int, buffers: int, **more: Any) -> Table:
        """Return a game just after a Dissonant Counter in a stage."""
        stages = [[("3C", "coach_0")], [("3D", "coach_0")], [("3H", "coach_0")]][:stage]
        for k in range(stage - 1):
            stages[k].append((f"4{'CD'[k]}", "pilot_0"))
        position = {
            "hands": {"pilot_0": ["KS"], "coach_0": ["2C"]},
            "pile": piles(*stages),
            "turn": "pilot_0",
            "phase": "drive",
            "harmony": harmony,
            "buffers": {"pilot_0": buffers},
            "strike": {"pilot_0": 1},
        }
        table = Table.from_position(position, **more)
        table.play("counter KS")
        return table

    def test_g_62_schism_2_from_3_is_1_without_trauma(self) -> None:
        table = self.schism(2, 3, 0)
        assert int(table.state.world.harmony) == 1 and table.phase == "drive"

    def test_g_62_me_63_strife_at_red_is_trauma(self) -> None:
        table = self.schism(3, 2, 0)
        assert int(table.state.world.harmony) == 1
        traumas = 0
        while table.phase == "commitment":
            assert table.agent == "pilot_0"
            table.play("commitment synch")
            traumas += 1
        assert traumas == 2 and int(table.state.world.commitment[1, 2]) == 2

    def test_me_64_one_buffer_per_point_is_her_decision(self) -> None:
        table = self.schism(2, 5, 2)
        assert table.agent == "pilot_0" and table.legal() == ["buffer", "accept"]
        table.play("buffer")
        table.play("accept")
        assert int(table.state.world.harmony) == 4 and int(table.state.world.buffers[1]) == 1

    def test_c_24_clipped_option_loses_points_beyond_red(self) -> None:
        table = self.schism(3, 2, 0, schism="clipped")
        assert int(table.state.world.harmony) == 1 and table.phase == "drive"

    def test_c_155_trauma_each_hits_the_whole_table(self) -> None:
        table = Table.from_position(
            {
                "hands": {"pilot_0": ["KS"], "coach_0": ["2C"]},
                "pile": piles([("3C", "coach_0")]),
                "phase": "drive",
                "commander": "pilot_0",
                "involved": ["pilot_0"],
                "harmony": 1,
                "buffers": {"pilot_0": 0, "pilot_1": 0, "pilot_2": 0},
                "strike": {"pilot_0": 1},
            },
            scenario="trio",
        )
        table.play("counter KS")
        seen = []
        while table.phase == "commitment":
            seen.append(table.agent)
            table.play("commitment steel")
        assert seen == ["pilot_0", "pilot_1", "pilot_2"]
