"""Spoils, concessions and Payloads of the pile edition, one test a clause (TP-xx), ruling or golden (G-xx)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pile.support import deal, fight, hand, kinds, pile_of, pilot, plain, play, table, told, whole
from throwdown.envs.core.errors import IllegalAction, InvalidPosition


def won(pile: str, winner: int = 1, scenario: Any = None, **more: Any) -> Any:
    """Return the spoils of a Throwdown that a side has won with this Pile, ``5C@pilot_0 …``."""
    laid = [{"card": w.split("@")[0], "by": w.split("@")[1]} for w in pile.split()]
    more = {"result": "fought", "phase": "spoils", "winner": winner, **more}
    sides = {"coach_0": 0, **{f"pilot_{k}": 1 for k in range(3)}}
    flow = {"taker": winner, "won": len(laid), "leader": [0, 1], **more.pop("flow", {})}
    return table({"pile": laid, "sides": sides, "flow": flow, "deferred": False, **more}, scenario)


FIVE = "3C@coach_0 4C@pilot_0 5D@coach_0 6H@pilot_0 7S@pilot_0"
NO_BUFFERS = {f"pilot_{k}": 0 for k in range(3)}


def test_g_52_spoils_by_suit() -> None:
    """G-52: two Clubs, a Diamond, a Heart, a Spade: 2 Trauma, 1 cancelled, 1 Buffer, a third Trauma; 1 concession."""
    t = won(FIVE, buffers={"pilot_0": 1}, strife={"pilot_0": 1}, payloads={"1": {"trauma": 1}})
    before = whole(t)
    play(t, "spend trauma", "spend trauma", "spend cancel-strife", "spend restore")
    assert t.view()["payloads"] == {"coach": {"trauma": 2}, "pilots": {"trauma": 1}}
    assert t.view()["pilots"]["pilot_0"]["buffers"] == 2
    with pytest.raises(IllegalAction, match="Pile"):
        t.play("spend trauma")
    t.play("spade trauma")
    assert (t.phase, t.agent) == ("concession", "coach_0") and t.view()["payloads"]["coach"] == {"trauma": 3}
    t.play("concession cancel-trauma")
    assert len(told(t, "CONCESSION_TAKEN")) == 1 and t.phase != "concession"
    assert whole(t) == before


def test_tp_92_unspent_cards_are_discarded() -> None:
    t = won(FIVE)
    t.play("spoils-done")
    assert sorted(t.view()["trash"][0]) == ["3C", "4C", "5D", "6H", "7S"] and t.view()["pile"] == []


def test_tp_93_p_17_only_what_does_something_is_offered() -> None:
    t = won(FIVE)
    assert t.legal() == ["spend trauma", "spade trauma", "spoils-done"]
    with pytest.raises(IllegalAction, match="TP-95"):
        t.play("spend cancel-strife")
    with pytest.raises(IllegalAction, match="TP-94"):
        t.play("spend ruin")


def test_tp_94_ruin_takes_robos_or_monsters() -> None:
    crew = {"pit_crew": {"value": 1, "max": 1}, "fan_club": {"value": 0, "max": 1}}
    place = {"location": {"name": "L"}, "resources": crew}
    robo = {"name": "Robo", "endurance": 2}
    scenario = plain(3, pilots=[pilot("P", robo=robo), pilot("Q"), pilot("R")], **place)
    assert "spend ruin" not in won(FIVE, scenario=scenario).legal()
    t = won(FIVE, scenario=scenario, robos={"pilot_0": "summoned"})
    t.play("spend ruin")
    assert t.view()["payloads"]["coach"] == {"ruin": 1}
    play(t, "spoils-done")
    assert t.view()["location"] == "damaged"
    giant = plain(3, threats=[{"name": "T", "rating": 3, "giant": True}], **place)
    assert "spend ruin" in won("3D@pilot_0 4C@coach_0", 0, giant, flow={"leader": [0, 1]}).legal()


def test_tp_95_p_18_the_strife_of_who_has_fewest_buffers_goes_first() -> None:
    t = won(FIVE, strife={"pilot_0": 1, "pilot_1": 1}, buffers={"pilot_1": 0})
    t.play("spend cancel-strife")
    assert t.view()["payloads"]["pilots"] == {"caused": {"pilot_0": 1}}


@pytest.mark.parametrize(
    ("strife", "left"),
    [
        ({"pilot_0": 1}, {}),
        ({"pilot_0": 2, "pilot_2": 1}, {"pilot_0": 1, "pilot_2": 1}),
        ({"pilot_0": 1, "pilot_2": 1}, {"pilot_2": 1}),
    ],
)
def test_tp_95_p_18_only_strife_that_somebody_caused_is_struck_off(
    strife: dict[str, int], left: dict[str, int]
) -> None:
    """She who has no Buffer left has caused none; of two with as many it is the lower seat's."""
    t = won(FIVE, strife=strife, buffers={"pilot_0": 1, "pilot_1": 0, "pilot_2": 1})
    t.play("spend cancel-strife")
    assert t.view()["payloads"]["pilots"] == ({"caused": left} if left else {})


def test_tp_95_where_pilots_fight_pilots_the_other_sides_strife_stays() -> None:
    sides, buffers = {"pilot_0": 1, "pilot_1": 0, "pilot_2": 1}, {"pilot_1": 0, "pilot_2": 1}
    causers, leader = {"pilot_1": 1, "pilot_2": 1}, {"leader": [2, 1]}
    scenario = plain(rules={"pvp": "plain"})
    t = won("3C@pilot_1 5D@pilot_0", 1, scenario, sides=sides, strife=causers, buffers=buffers, flow=leader)
    t.play("spend cancel-strife")
    assert t.view()["payloads"] == {"challenger": {}, "opposition": {"caused": {"pilot_1": 1}}}


def test_tp_96_hearts_restore_buffers_of_members_at_once() -> None:
    t = won("3C@coach_0 6H@pilot_0 7H@pilot_0", buffers={"pilot_0": 0, "pilot_1": 1})
    t.play("spend restore")
    assert (t.phase, t.legal()) == ("restore", ["pilot pilot_0", "pilot pilot_1"])
    play(t, "pilot pilot_1", "spend restore")
    assert [p["buffers"] for p in t.view()["pilots"].values()] == [1, 2, 2]


def test_tp_96_coach_restores_threats() -> None:
    t = won("3D@pilot_0 6H@coach_0", 0, threats=[{"buffers": 0}], flow={"leader": [0, 1]})
    t.play("spend restore")
    assert t.view()["threats"][0]["buffers"] == 1


def test_tp_97_hearts_serve_what_the_stakes_were_about() -> None:
    scenario = plain(3, factions=[{"name": "F"}], location={"name": "L", "state": "damaged"})
    hands = {"hands": {"pilot_0": ["2C", "2D"]}}
    assert "spend rebuild" not in won(FIVE, scenario=scenario, **hands).legal()
    t = won(FIVE, scenario=scenario, stakes_about="repair", **hands)
    play(t, "spend rebuild", "spoils-done")
    assert t.view()["location"] == "standing"
    t = won(FIVE, scenario=scenario, stakes_about="favor", **hands)
    play(t, "spend favor", "spoils-done")
    assert (t.phase, t.agent) == ("invest", "pilot_0")
    t.play("invest 2D")
    assert t.over and t.view()["factions"][0]["top"] == "2D"


def test_tp_97_me_20_every_favor_of_the_spoils_is_a_card() -> None:
    scenario = plain(3, factions=[{"name": "F"}])
    hands = {"hands": {"pilot_0": ["2C", "2D", "3D"]}}
    t = won("3C@coach_0 6H@pilot_0 7H@pilot_0", scenario=scenario, stakes_about="favor", **hands)
    play(t, "spend favor", "spend favor", "spoils-done", "invest 2D", "invest 3D")
    assert t.over and t.position()["factions"][0]["favor"] == ["2D", "3D"]


def test_tp_97_a_pilot_by_herself_may_spend_hearts_on_favor_and_repair() -> None:
    scenario = plain(1, factions=[{"name": "F"}], location={"name": "L", "state": "damaged"})
    alone: dict[str, Any] = {"sides": {"coach_0": 0, "pilot_0": 1}, "hands": {"pilot_0": ["2C"]}}
    assert "spend favor" in won(FIVE, scenario=scenario, stakes_about="favor", **alone).legal()
    assert "spend rebuild" in won(FIVE, scenario=scenario, stakes_about="repair", **alone).legal()


def test_tp_98_99_c_70_a_spade_lets_the_loser_add_one_effect() -> None:
    t = won("4S@coach_0 6S@pilot_0 7S@pilot_0", buffers={"pilot_0": 0, "pilot_1": 0, "pilot_2": 0})
    play(t, "spade trauma", "spade trauma", "spoils-done")
    assert (t.phase, t.agent) == ("concession", "coach_0")
    play(t, "concession trauma", "concession cancel-trauma")
    assert t.view()["payloads"]["pilots"] == {"trauma": 1}
    assert (t.phase, t.agent) == ("payload", "coach_0"), "the loser's side takes its damage first (P-21)"


def test_c_70_concessions_are_optional() -> None:
    t = won("4S@coach_0 6S@pilot_0")
    play(t, "spade trauma", "spoils-done", "spoils-done")
    assert told(t, "CONCESSION_TAKEN") == [] and t.phase == "payload"


def test_c_52_face_down_cards_count() -> None:
    pile = [
        {"card": "9C", "by": "pilot_0", "face_down": True},
        {"card": "9C", "by": "coach_0", "face_down": True},
        {"card": "4D", "by": "pilot_0"},
    ]
    t = won(FIVE)
    t = table(
        {
            "pile": pile,
            "result": "fought",
            "phase": "spoils",
            "decides": "pilot_0",
            "winner": 1,
            "sides": {"coach_0": 0, "pilot_0": 1},
            "flow": {"taker": 1, "won": 3},
            "deferred": False,
        }
    )
    t.play("spend trauma")
    assert pile_of(t) == ["9C-", "4D"], "the other one stays face-down"
    t.play("spend trauma")
    assert t.view()["payloads"]["coach"] == {"trauma": 2}


GATHERED: list[tuple[str, str, str, dict[str, int]]] = [
    ("pilot_2", "+Trauma:Threat(2)", "coach", {"trauma": 2}),
    ("pilot_2", "+Trauma:Opponent(1)", "coach", {"trauma": 1}),
    ("pilot_2", "+Trauma:Each(1)", "coach", {"trauma": 2}),
    ("pilot_2", "+Trauma:Self(1)", "pilots", {"trauma": 1}),
    ("pilot_2", "+Trauma:Pilot(1)", "pilots", {"trauma": 1}),
    ("pilot_2", "+Trauma:Commander(1)", "pilots", {"trauma": 1}),
    ("pilot_2", "+Trauma:Team(1)", "pilots", {"trauma": 3}),
    ("pilot_2", "+Purge:Team", "pilots", {"purge": 3}),
    ("pilot_2", "+Strife(2)", "pilots", {"strife": 2}),
    ("pilot_2", "+Ruin", "coach", {"ruin": 1}),
    ("coach_0", "+Trauma:Pilot(2)", "pilots", {"trauma": 2}),
    ("coach_0", "+Trauma:Team(1)", "pilots", {"trauma": 3}),
    ("coach_0", "+Trauma:Each(1)", "pilots", {"trauma": 3}),
    ("coach_0", "+Purge:Each", "pilots", {"purge": 3}),
    ("coach_0", "+Trauma:Self(1)", "coach", {"trauma": 1}),
    ("coach_0", "+Trauma:Threat(1)", "coach", {"trauma": 1}),
    ("coach_0", "+Disfavor", "pilots", {"disfavor": 1}),
    ("coach_0", "+Ruin(2)", "pilots", {"ruin": 2}),
    ("coach_0", "+Schism(2)", "pilots", {"strife": 2}),
]
"""Who fires what, whose Payload it goes into, and what lies there: one on each counts once per member (ME-47)."""


@pytest.mark.parametrize(("seat", "effect", "side", "payload"), GATHERED)
def test_me_46_47_whose_payload_damage_goes_into(
    seat: str, effect: str, side: str, payload: dict[str, int]
) -> None:
    trick = {"name": "Trick", "effects": [effect]}
    threats = [{"name": name, "rating": n, "waves": [trick]} for name, n in (("A", 3), ("B", 2), ("C", 1))]
    pilots = [pilot("P"), pilot("Q"), pilot("R", techs=[trick])]
    scenario = plain(3, pilots=pilots, threats=threats, factions=[{"name": "F"}], location={"name": "L"})
    hands = {"coach_0": "KC 4C", "pilot_0": "8D", "pilot_1": "9D", "pilot_2": "7D"}
    t = fight("4H@coach_0 5H@coach_0", hands, seat, scenario, threats=[{}, {"rating": 0}, {}])
    play(t, *(("wave 2.0", "discard KC") if seat == "coach_0" else ("tech 0",)))
    other = "pilots" if side == "coach" else "coach"
    assert t.view()["payloads"][side] == payload and t.view()["payloads"][other] == {}
    told_of = [(e.amount, e.number) for e in told(t, "TRIGGER_GATHERED")]
    n = next(iter(payload.values()))
    assert [number for _, number in told_of] == [2 * n + (side == "pilots")]


def test_tp_91_nothing_is_put_off_any_more_once_the_payloads_are_told() -> None:
    t = fight("4C@coach_0 5H@pilot_0", {"coach_0": "2C", "pilot_0": "2D"}, "coach_0", plain(1))
    assert t.position().get("deferred", True)
    t.play("fold")
    assert t.phase == "spoils" and t.position()["deferred"] is False


# Application ---------------------------------------------------------------------------------------------------------


def test_tp_07_g_53_the_losers_payload_lands_on_the_winner() -> None:
    """G-53: 2 Strife-type triggers of the loser's hit the winner all the same."""
    t = won(
        "3D@coach_0 5D@pilot_0", payloads={"1": {"strife": 2}}, buffers={f"pilot_{k}": 0 for k in range(3)}
    )
    t.play("spoils-done")
    assert t.view()["harmony"] == 2 and t.over


def test_tp_102_c_69_the_receiving_leader_assigns() -> None:
    t = won("3D@coach_0 5D@pilot_0", payloads={"0": {"trauma": 2}, "1": {"trauma": 1}})
    t.play("spoils-done")
    assert (t.phase, t.agent, t.legal()) == ("payload", "coach_0", ["threat 0", "threat 1"])
    t.play("threat 1")
    assert t.view()["threats"][1]["rating"] == 1 and t.phase == "payload"
    play(t, "threat 0", "buffer")
    assert t.view()["threats"][0] == {"name": "T", "rating": 4, "rating_max": 4, "buffers": 0, "invested": []}
    assert (t.phase, t.agent) == ("payload", "pilot_0") and "pilot pilot_2" in t.legal()


def test_p_20_only_participants_are_hit() -> None:
    t = won(
        "3D@coach_0 5D@pilot_0",
        payloads={"1": {"trauma": 1}},
        sides={"coach_0": 0, "pilot_0": 1, "pilot_2": 1},
    )
    t.play("spoils-done")
    assert t.legal() == ["pilot pilot_0", "pilot pilot_2"]


def test_tp_103_robos_take_trauma() -> None:
    robo = {"name": "Robo", "endurance": 2, "trauma_shift": True}
    crew = {"pit_crew": {"value": 1, "max": 1}, "fan_club": {"value": 0, "max": 1}}
    t = won(
        "3D@coach_0 5D@pilot_0",
        scenario=plain(1, pilots=[pilot("P", robo=robo)], resources=crew),
        sides={"coach_0": 0, "pilot_0": 1},
        payloads={"1": {"trauma": 1}},
        robos={"pilot_0": "summoned"},
    )
    play(t, "spoils-done")
    assert (t.phase, t.legal()) == ("buffer", ["buffer", "shift", "accept"])
    t.play("shift")
    assert t.view()["pilots"]["pilot_0"]["endurance"] == 1


def test_tp_104_c_58_only_the_causer_buffers_her_strife() -> None:
    t = won("3D@coach_0 5D@pilot_0", strife={"pilot_1": 1})
    t.play("spoils-done")
    assert (t.phase, t.agent) == ("buffer", "pilot_1")
    t.play("accept")
    assert t.over and t.view()["harmony"] == 3


def test_tp_104_me_61_strife_and_schism_that_nobody_caused_lower_harmony_together() -> None:
    for payload, left in (({"strife": 1, "schism": 2}, 2), ({"schism": 1}, 4), ({"strife": 2}, 3)):
        t = won("3D@coach_0 5D@pilot_0", harmony=5, payloads={"1": payload}, buffers=NO_BUFFERS)
        t.play("spoils-done")
        assert t.over and t.view()["harmony"] == left, payload


def test_tp_104_pink_is_the_exception() -> None:
    scenario = plain(3, pilots=[pilot("P"), pilot("Q", buffer_max=0), pilot("R", buffers_for_all=True)])
    t = won("3D@coach_0 5D@pilot_0", scenario=scenario, strife={"pilot_1": 1})
    t.play("spoils-done")
    assert (t.phase, t.agent) == ("buffer", "pilot_2")
    t.play("buffer")
    assert t.over and t.view()["harmony"] == 4


def test_me_63_strife_in_the_red_is_trauma_for_each() -> None:
    t = won(
        "3D@coach_0 5D@pilot_0", strife={"pilot_1": 1}, harmony=1, buffers={f"pilot_{k}": 0 for k in range(3)}
    )
    t.play("spoils-done")
    for k in range(3):
        assert (t.phase, t.agent) == ("commitment", f"pilot_{k}")
        t.play("commitment solo")
    assert t.over and t.view()["harmony"] == 1


def test_c_28_me_68_a_crisis_is_all_commitments_at_zero() -> None:
    low = {"pilot_0": {"steel": 1, "flesh": 0, "synch": 0, "solo": 0}}
    t = won(
        "3D@coach_0 5D@pilot_0",
        scenario=plain(1),
        sides={"coach_0": 0, "pilot_0": 1},
        commitments=low,
        payloads={"1": {"trauma": 1}},
        buffers={"pilot_0": 0},
    )
    t.play("spoils-done")
    assert t.over and "CRISIS_ENTERED" in kinds(t)


def test_c_27_damage_without_a_target_is_lost() -> None:
    t = won(
        "3D@coach_0 5D@pilot_0",
        payloads={"0": {"trauma": 9}, "1": {"purge": 1}},
        threats=[{"rating": 1, "buffers": 0}, {"rating": 0}],
    )
    t.play("spoils-done")
    assert t.over and [x["rating"] for x in t.view()["threats"]] == [0, 0]


def test_me_50_disfavor_and_purge_of_a_payload() -> None:
    scenario = plain(3, factions=[{"name": "F"}, {"name": "G"}])
    t = won(
        "3D@coach_0 5D@pilot_0",
        scenario=scenario,
        payloads={"1": {"purge": 1, "disfavor": 1}},
        charges={"pilot_1": 2},
    )
    play(t, "spoils-done", "damage purge", "accept")
    assert t.view()["pilots"]["pilot_1"]["charges"] == 0
    assert (t.phase, t.agent, t.legal()) == ("payload", "pilot_0", ["faction 0", "faction 1"])
    t.play("faction 1")
    assert t.over and t.view()["factions"][1]["strikes"] == 1


def test_c_30_c_140_a_converted_factions_cards_go_to_the_trash() -> None:
    mob = {"name": "Mob", "rating": 3}
    t = won(
        "3D@coach_0 5D@pilot_0",
        scenario=plain(1, factions=[{"name": "F", "strikes": 2, "favor": 2, "threat": mob}]),
        sides={"coach_0": 0, "pilot_0": 1},
        payloads={"1": {"disfavor": 1}},
        factions=[{"favor": ["3C", "4C"], "strikes": 2}],
    )
    play(t, "spoils-done", "turn-faction")
    told = t.position()
    assert told["factions"][0]["state"] == "turned" and {"3C", "4C"} <= set(told["trash"])
    assert [x["invested"] for x in told["threats"]] == [[], [], []] and told["threats"][2]["rating"] == 3


def test_pl_23_c_140_nobody_deals_stacks_that_nobody_draws() -> None:
    threats = [{"name": "T", "rating": 4, "invested": 3, "extra": 2}]
    t = deal(1, plain(1, threats=threats))
    assert t.position()["threats"][0]["invested"] == []
    with pytest.raises(InvalidPosition, match="no invested cards"):
        won(FIVE, threats=[{"invested": ["9C"]}])


# The end -------------------------------------------------------------------------------------------------------------


def test_tp_106_107_g_54_drop_and_draw() -> None:
    """G-54: a Pilot with 5 discards 2, with 1 draws 2 (Max 3); Coach discards all."""
    hands = {"coach_0": ["KC", "QC"], "pilot_0": ["2C", "2D", "2H", "2S", "3S"], "pilot_1": ["8C"]}
    t = won("3D@coach_0 5D@pilot_0", hands=hands)
    t.play("spoils-done")
    assert (t.phase, t.agent) == ("drop", "pilot_0")
    play(t, "discard 2C", "discard 2D")
    assert t.over and [t.view()["hands"][f"pilot_{k}"]["size"] for k in range(3)] == [3, 3, 3]
    assert t.view()["hands"]["coach_0"]["size"] == 0 and {"KC", "QC"} <= set(t.view()["trash"][0])


def test_c_19_the_winner_draws_first_then_clockwise() -> None:
    t = won(
        "3D@coach_0 5D@pilot_1",
        hands={"pilot_0": ["2C", "2D"], "pilot_1": ["8C", "8D"], "pilot_2": ["9C", "9D"]},
        flow={"leader": [0, 2]},
    )
    t.play("spoils-done")
    assert [e.seat for e in told(t, "CARD_DRAWN")] == [2, 3, 1]


def test_c_19_a_coach_who_won_lays_down_first() -> None:
    hands = {"coach_0": ["2C"], "pilot_0": ["2D", "3D", "4D", "6D"], "pilot_1": [], "pilot_2": []}
    t = won("3D@pilot_0 5D@coach_0", 0, hands=hands)
    while not t.over:
        t.play("spoils-done" if "spoils-done" in t.legal() else t.legal()[0])
    assert [e.seat for e in told(t, "CARD_DISCARDED")][-2:] == [0, 1]


def test_tp_107_without_the_final_step_hands_stay() -> None:
    setup = {"discard_and_draw": False}
    t = fight(
        "4C@coach_0 5H@pilot_0", {"coach_0": "2C", "pilot_0": "2D 3D 4D 6D"}, "coach_0", plain(1), setup
    )
    play(t, "fold", "spoils-done")
    assert t.over and hand(t, "pilot_0") == ["2D", "3D", "4D", "6D"] and hand(t, "coach_0") == ["2C"]


@pytest.mark.parametrize(("reward", "value"), [("win", 1.0), ("score", 2 / 6), ("stakes", 0.5)])
def test_p_23_rewards(reward: str, value: float) -> None:
    t = fight(
        "4C@coach_0 5H@pilot_0", {"coach_0": "2C", "pilot_0": "2D"}, "coach_0", plain(1), {"reward": reward}
    )
    play(t, "fold", "spoils-done")
    assert t.returns() == {"coach_0": pytest.approx(-value), "pilot_0": pytest.approx(value)}


@pytest.mark.parametrize(("reward", "value"), [("win", 1.0), ("stakes", 0.5)])
def test_p_23_rewards_among_pilots(reward: str, value: float) -> None:
    sides = {"pilot_0": 1, "pilot_1": 0}
    hands = {"pilot_0": "2D", "pilot_1": "2C"}
    t = fight(
        "4C@pilot_1 5H@pilot_0", hands, "pilot_1", rules={"pvp": "plain", "reward": reward}, sides=sides
    )
    while not t.over:
        t.play(next(a for a in ("fold", "spoils-done", *t.legal()) if a in t.legal()))
    assert t.returns() == {"coach_0": 0, "pilot_0": value, "pilot_1": -value, "pilot_2": 0}


@pytest.mark.parametrize("deck_out", ["stop", "no-cards", "reshuffle"])
def test_c_15_stop_ends_the_fight_when_the_deck_runs_out(deck_out: str) -> None:
    """Three cards are in the deck and the Gear draws five: under ``stop`` everybody Folds at the turn's end."""
    scenario = plain(1, pilots=[pilot("P", gear=[{"name": "G", "draw": 5}])])
    scenario["deck"] = {"ranks": "23456789", "copies": 1, "jokers": 0}
    held = ("2C", "3C", "9C", "8D", "4C", "5H")
    rest = [r + s for r in "23456789" for s in "CDHS" if r + s not in held]
    t = fight(
        "4C@coach_0 5H@pilot_0",
        {"coach_0": "2C 9C 3C", "pilot_0": "8D"},
        scenario=scenario,
        rules={"deck_out": deck_out},
        deck={"next": rest[:3]},
        trash=rest[3:],
    )
    t.play("activate 0")
    assert len(told(t, "CARD_DRAWN")) == (5 if deck_out == "reshuffle" else 3)
    assert len(told(t, "DECK_RAN_OUT")) == (deck_out == "stop")
    assert (t.phase, t.agent) == ("turn", "pilot_0"), "her turn goes on"
    t.play("push 8D")
    if deck_out == "stop":
        assert [x.seat for x in told(t, "FOLDED")] == [0, 1] and t.phase == "spoils" and t.agent == "pilot_0"
    else:
        assert (t.phase, t.agent) == ("turn", "coach_0") and not told(t, "FOLDED")


def test_random_games_are_conserved_and_end() -> None:
    for seed in range(12):
        for pilots in (1, 3, 7):
            t = deal(seed, plain(pilots))
            before, plies = whole(t), 0
            while not t.over:
                legal = [
                    a for a in t.legal() if a not in ("fold", "sit-out") or (seed + plies) % 7 == 0
                ] or t.legal()
                t.play(legal[(seed * 7919 + plies * 104729) % len(legal)])
                plies += 1
                assert plies < 2000
            assert whole(t) == before


def test_me_46_c_35_the_side_picks_the_order_of_different_damage() -> None:
    low = {"harmony": 2, "buffers": {f"pilot_{k}": 0 for k in range(3)}, "charges": {"pilot_0": 1}}
    t = won(FIVE, 0, payloads={"1": {"strife": 2, "purge": 1}}, **low)
    play(t, "spoils-done")
    assert (t.phase, t.agent) == ("order", "pilot_0") and t.legal() == ["damage purge", "damage strife"]
    again = type(t).from_json(t.to_json())
    assert again.legal() == t.legal()
    play(t, "damage strife")
    assert t.view()["harmony"] == 1 and t.phase == "commitment", (
        "Strife in the Red is Trauma, before the Purge"
    )
    assert t.view()["pilots"]["pilot_0"]["charges"] == 1
    while t.phase == "commitment":
        t.play(t.legal()[0])
    assert t.over and len(told(t, "CHARGES_PURGED")) == 1


def test_me_45_of_one_kind_all_land_before_the_next() -> None:
    t = won(FIVE, 0, payloads={"1": {"strife": 2, "trauma": 2}}, buffers={f"pilot_{k}": 0 for k in range(3)})
    play(t, "spoils-done", "damage trauma", "pilot pilot_0")
    while t.phase == "commitment":
        t.play(t.legal()[0])
    assert t.phase == "payload", "the second Trauma, not a choice of the kind again"


@pytest.mark.parametrize(
    ("name", "value"), [("taker", 99), ("leader", [0, 9]), ("landing", -3), ("owner", 8), ("step", 77)]
)
def test_a_flow_out_of_range_is_refused(name: str, value: Any) -> None:
    with pytest.raises(InvalidPosition, match=f"flow.{name} is out of range"):
        won(FIVE, flow={name: value})
