"""Rules of the inventory that the other files test in passing, each by its number."""

from __future__ import annotations

from tests.pile.support import deal, fight, kinds, pile_of, pilot, plain, play, table, told
from tests.pile.test_payload import FIVE, won
from throwdown.envs.fusion.pile.actions import LAYOUT
from throwdown.envs.tables.table import Table

HANDS = {"coach_0": "KC QC", "pilot_0": "8D 9D 3C", "pilot_1": "4C 5C", "pilot_2": "6D 7D"}


def finish(t: Table) -> Table:
    """Play on without Folding where there is a choice."""
    while not t.over:
        t.play(next((a for a in t.legal() if a not in ("fold", "sit-out")), t.legal()[0]))
    return t


def test_tp_01_02_89_order_of_steps() -> None:
    t = finish(deal(3, plain(2)))
    told_ = kinds(t)
    order = [
        "CHALLENGER_NAMED",
        "INITIATIVE_REVEALED",
        "INITIATIVE_WON",
        "TURN_BEGUN",
        "PILE_WON",
        "THROWDOWN_ENDED",
    ]
    at = [told_.index(kind) for kind in order]
    assert at == sorted(at)
    won_at = told_.index("PILE_WON")
    assert "TURN_BEGUN" not in told_[won_at:] and "PUSHED" not in told_[won_at:]


def test_tp_03_90_the_owner_of_the_top_card_wins() -> None:
    t = fight("4C@coach_0 5H@pilot_1", HANDS, "coach_0")
    t.play("fold")
    assert t.view()["winner"] == "pilots" and told(t, "PILE_WON")[0].seat == 2


def test_tp_04_a_bigger_pile_is_worth_more() -> None:
    values = []
    for pile in ("4C@coach_0 5H@pilot_0", "2D@coach_0 3D@pilot_0 4C@coach_0 5H@pilot_0"):
        t = fight(pile, {"coach_0": "2C", "pilot_0": "2H"}, "coach_0", plain(1), {"reward": "score"})
        play(t, "fold", "spoils-done")
        values.append(t.returns()["pilot_0"])
    assert 0 < values[0] < values[1] < 1


def test_tp_05_06_12_triggers_gather_and_land_only_at_the_end() -> None:
    t = fight(
        "4C@coach_0 5H@coach_0", {"coach_0": "2C", "pilot_0": "KD"}, scenario=plain(1), buffers={"pilot_0": 0}
    )
    t.play("push KD")
    assert t.view()["harmony"] == 4 and t.view()["payloads"]["pilots"] == {"caused": {"pilot_0": 1}}
    play(t, "fold", "spoils-done")
    assert t.over and t.view()["harmony"] == 3


def test_tp_08_strike_starts_from_the_commitment_to_the_fight() -> None:
    t = fight("4C@coach_0 5H@coach_0", HANDS, scenario=plain(3, pilots=[pilot(n, steel=5) for n in "PQR"]))
    assert t.view()["strike"]["pilot_0"] == 5


def test_tp_15_31_coachs_initiative_is_not_checked() -> None:
    position = {"hands": {"pilot_0": ["2C", "3C"]}, "phase": "lay", "turn": "pilot_0"}
    t = table({**position, "deck": {"next": ["KS", "9C"], "jokers": []}}, plain(1))
    play(t, "initiative 2C", "oppose")
    assert pile_of(t) == ["2C", "KS"] and t.view()["payloads"] == {"coach": {}, "pilots": {}}


def test_tp_23_allies_join_by_the_same_process() -> None:
    t = deal(1)
    play(t, t.legal()[0], "join")
    assert t.phase == "lay" and t.view()["sides"]["pilot_1"] == "pilots"


def test_tp_27_28_29_the_highest_card_leads() -> None:
    hands = {"pilot_0": ["8D", "2C"], "pilot_1": ["9C", "2D"]}
    t = table(
        {"hands": hands, "phase": "lay", "turn": "pilot_0", "deck": {"next": ["9D"], "jokers": []}}, plain(2)
    )
    play(t, "initiative 8D", "join", "initiative 9C", "oppose")
    assert pile_of(t) == ["8D", "9C", "9D"] and told(t, "INITIATIVE_WON")[0].seat == 0, "rank, then suit"


def test_tp_32_a_far_initiative_does_not_hurt_threats() -> None:
    position = {"hands": {"pilot_0": ["2C", "3C"]}, "phase": "lay", "turn": "pilot_0"}
    t = table({**position, "deck": {"next": ["KS"], "jokers": []}}, plain(1))
    play(t, "initiative 2C", "oppose")
    assert [x["rating"] for x in t.view()["threats"]] == [4, 2]


def test_tp_34_35_the_location_is_the_scenarios() -> None:
    assert deal(1, plain(1, location={"name": "L", "state": "damaged"})).view()["location"] == "damaged"


def test_tp_46_47_69_70_the_actions_there_are_and_no_rumble() -> None:
    verbs = {label.split()[0] for label in LAYOUT.labels}
    assert {"push", "beat-back", "fold", "card-assist", "strike-assist"} <= verbs
    assert {"activate", "sacrifice", "fusion", "invoke", "recharge", "summon", "wave", "storm"} <= verbs
    assert "rumble" not in verbs


def test_tp_50_there_is_no_pass() -> None:
    assert not {"pass", "done-turn"} & {label.split()[0] for label in LAYOUT.labels}


def test_tp_51_57_both_assists_may_follow_each_other() -> None:
    t = fight("4C@coach_0 5H@coach_0", HANDS)
    assert {"card-assist", "strike-assist"} <= set(t.legal())
    play(t, "strike-assist", "discard 3C")
    assert {"card-assist", "strike-assist"} <= set(t.legal())


def test_tp_63_a_beat_back_can_leave_coach_without_a_push() -> None:
    pile = "2D@coach_0 3D@pilot_0 9H@coach_0"
    t = fight(pile, {"coach_0": "TC JC", "pilot_0": "9S"}, scenario=plain(1))
    t.play("beat-back 9S")
    assert [a for a in t.legal() if a.startswith("push")] == []


def test_tp_66_it_lasts_until_all_opponents_have_folded() -> None:
    t = fight("4C@coach_0 5H@coach_0", HANDS)
    play(t, "fold", "fold")
    assert t.view()["result"] == "running"
    t.play("fold")
    assert t.view()["winner"] == "coach"


def test_tp_91_both_payloads_are_told_before_they_land() -> None:
    t = fight("4C@coach_0 5H@pilot_0", {"coach_0": "2C", "pilot_0": "2D"}, "coach_0", strife={"pilot_0": 2})
    t.play("fold")
    assert [e.number for e in told(t, "PAYLOAD_TALLIED")] == [5] and "HARMONY_LOST" not in kinds(t)


def test_tp_100_spades_are_the_victors_too() -> None:
    assert "spade trauma" in won(FIVE).legal()


def test_tp_101_105_damage_first_then_the_rest() -> None:
    scenario = plain(3, location={"name": "L", "state": "damaged"})
    t = won(
        "3D@coach_0 6H@pilot_0",
        scenario=scenario,
        stakes_about="repair",
        strife={"pilot_1": 1},
        buffers={"pilot_1": 0},
    )
    play(t, "spend rebuild", "spoils-done")
    order = kinds(t)
    assert order.index("HARMONY_LOST") < order.index("LOCATION_REBUILT")
