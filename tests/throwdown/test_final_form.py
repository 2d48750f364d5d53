"""The Final Form by clause: Positions and the Head, TS-89, TS-90, TS-95, TS-99 to TS-102, G-44, G-45."""

from __future__ import annotations

import pytest

from tests.throwdown.scenes import (
    MONSTER,
    ONE,
    ROBO,
    RUMBLES,
    THREAT,
    TWO,
    conflict,
    of,
    rumbles,
    sheet,
    size,
    skip,
    starting,
    tech,
    third,
)


class TestForm:
    """Positions, the Head, and what the Final Form has."""

    def test_ts_99_each_position_once_and_somebody_is_the_head(self) -> None:
        table = third(sheet(*[{"robo": ROBO}] * 3, **RUMBLES))
        table.play("rumble 6H")
        assert table.agent == "pilot_0" and table.legal() == ["position 0", "position 1", "position 2"]
        table.play("position 2")
        assert table.agent == "pilot_1" and table.legal() == ["position 0", "position 1"]
        assert "taken by Ada" in table.explain("position 2")
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
