"""The Gambit up to its outcome: one test a clause (GA-xx), ruling (C-xx) or golden (G-xx)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.gambit.support import RED_LOW, duel, kinds, table, whole
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import IllegalAction, InvalidPosition
from throwdown.envs.fusion.gambit import GAMBIT
from throwdown.envs.fusion.gambit.actions import Consequence
from throwdown.envs.fusion.gambit.state import Outcome, Result, Source
from throwdown.envs.fusion.world.cards import NAMES
from throwdown.envs.tables.table import Table

CLAIM = {"specialty_involved": "claim"}


def test_ga_03_initiation_play_outcome() -> None:
    t = table({"hands": {"coach_0": ["8D", "2D"], "pilot_0": ["9S", "2S"]}}, specialty_involved="no")
    phases = []
    while not t.over:
        phases.append(t.phase)
        wanted = ("accept-gambit", "threshold 8D", "answer 9S", "consequence narrative")
        t.play(next((a for a in wanted if a in t.legal()), t.legal()[0]))
    assert phases == ["accept", "threshold", "answer", "consequence"]


def listed(t: Table) -> list[tuple[str, int, int, int]]:
    """Return what was told of a Gambit, cards apart."""
    moves = ("CARD_DISCARDED", "CARD_DRAWN", "EFFECT_AIMED")
    return [(e.kind, e.seat, e.amount, e.number) for e in t.events if e.kind not in moves]


def test_ga_11_ga_18_ga_30_all_that_is_told_of_a_yes_and_with_a_specialty() -> None:
    hands = {"coach_0": ["2D", "8D"], "pilot_0": ["9S"]}
    t = table({"hands": hands, "phase": "accept", "buffers": {"pilot_0": 0}}, **CLAIM)
    for action in ("accept-gambit", "claim", "agree", "threshold 8D", "answer 9S"):
        t.play(action)
    for _ in range(2):
        assert t.phase == "consequence" and t.play("consequence fortify")
    fortify, hand, played = int(Consequence.FORTIFY), int(Source.HAND), int(Result.PLAYED)
    assert t.over and listed(t) == [
        ("GAMBIT_ACCEPTED", 1, 1, 0),
        ("SPECIALTY_CLAIMED", 1, 1, 0),
        ("SPECIALTY_JUDGED", 0, 1, 0),
        ("THRESHOLD_LAID", 0, hand, 0),
        ("CARD_PLAYED", 1, 1, 0),
        ("THRESHOLD_REVEALED", 0, hand, 0),
        ("OUTCOME_REACHED", 1, int(Outcome.YES_AND), 0),
        ("CONSEQUENCE_CHOSEN", 1, fortify, 0),
        ("FORTIFIED", 1, 1, 0),
        ("CONSEQUENCE_CHOSEN", 1, fortify, 0),
        ("CONSEQUENCE_REPEATED", 1, fortify, 0),
        ("FORTIFIED", 1, 1, 0),
        ("GAMBIT_ENDED", 1, played, 0),
    ]


def test_ga_25_ga_28_all_that_is_told_of_a_no_and() -> None:
    t = table({"hands": {"coach_0": ["2D"], "pilot_0": ["9S"]}, "phase": "threshold"})
    for action in ("blind", "flip", "no-and", "consequence strife", "accept"):
        t.play(action)
    blind, strife = int(Source.BLIND), int(Consequence.STRIFE)
    assert t.over and listed(t) == [
        ("THRESHOLD_LAID", 0, blind, 0),
        ("CARD_FLIPPED", 1, 1, 0),
        ("THRESHOLD_REVEALED", 0, blind, 0),
        ("OUTCOME_REACHED", 1, int(Outcome.NO_AND), 0),
        ("CHARGED", 1, 1, 0),
        ("CONSEQUENCE_CHOSEN", 1, strife, 0),
        ("BUFFER_KEPT", 1, 1, 0),
        ("HARMONY_LOST", 1, 1, 0),
        ("GAMBIT_ENDED", 1, int(Result.PLAYED), 0),
    ]


@pytest.mark.parametrize(("goal", "great"), [("small", 0), ("great", 1)])
@pytest.mark.parametrize(("involved", "specialty"), [("yes", 1), ("no", 0)])
def test_ga_04_what_is_told_of_a_proposal(goal: str, great: int, involved: str, specialty: int) -> None:
    t = Table.deal("gambit-v0", 3, "trio", gambit_goal=goal, specialty_involved=involved)
    p = t.setup.seats.index(str(t.agent))
    t.play("decline")
    assert [e for e in listed(t) if e[0].startswith("GAMBIT")] == [
        ("GAMBIT_PROPOSED", p, specialty, great),
        ("GAMBIT_DECLINED", p, 1, 0),
        ("GAMBIT_ENDED", p, int(Result.DECLINED), 0),
    ]


def test_ga_04_coach_proposes_and_the_pilot_answers_first() -> None:
    t = Table.deal("gambit-v0", 1)
    assert (t.phase, t.agent) == ("accept", "pilot_0")
    assert t.legal() == ["accept-gambit", "decline"]


@pytest.mark.parametrize("reward", ["win", "score", "stakes"])
def test_ga_05_declining_changes_nothing(reward: str) -> None:
    t = Table.deal("gambit-v0", 2, reward=reward)
    before = whole(t)
    t.play("decline")
    assert t.over and set(t.returns().values()) == {0.0}
    assert whole(t) == before


def test_ga_06_older_threshold_comes_off_the_deck_without_a_decision() -> None:
    t = table({"hands": {"coach_0": ["2D"], "pilot_0": ["9S"]}}, gambit_edition="older")
    t.play("accept-gambit")
    assert (t.phase, t.agent) == ("answer", "pilot_0")
    assert t.view()["threshold"] == "6C"
    assert t.view()["threshold_source"] == "blind"
    assert t.view()["hands"]["coach_0"]["cards"] == ["2D"]


def test_ga_07_newer_threshold_from_hand_or_blind() -> None:
    t = table({"hands": {"coach_0": ["2D", "KD"], "pilot_0": ["9S"]}})
    t.play("accept-gambit")
    assert (t.phase, t.agent) == ("threshold", "coach_0")
    assert [a for a in t.legal() if not a.startswith("omen")] == ["threshold 2D", "threshold KD", "blind"]
    t.play("threshold KD")
    assert t.view()["hands"]["coach_0"]["cards"] == ["2D"]


def test_ga_07_without_a_hand_card_it_is_blind() -> None:
    t = table({"hands": {"pilot_0": ["9S"]}})
    t.play("accept-gambit")
    assert t.phase == "answer"
    assert t.view()["threshold"] == "6C"


def test_ga_08_threshold_is_unknown_to_the_pilot_until_she_has_played() -> None:
    t = table({"hands": {"coach_0": ["KD"], "pilot_0": ["9S"]}, "phase": "threshold"})
    t.play("threshold KD")
    assert t.view("pilot_0")["threshold"] == "??"
    assert [e.card for e in t.events_seen("pilot_0") if e.kind == "THRESHOLD_LAID"] == [-1]
    other = table({"hands": {"coach_0": ["2D"], "pilot_0": ["9S"]}, "phase": "threshold"})
    other.play("threshold 2D")
    assert (t.observe("pilot_0") == other.observe("pilot_0")).all()
    t.play("answer 9S")
    assert t.view("pilot_0")["threshold"] == "KD"


def test_ga_09_the_pilot_plays_a_hand_card_or_flips() -> None:
    t = table({"hands": {"pilot_0": ["9S", "TS"]}, "threshold": "3D"})
    assert t.legal() == ["answer 9S", "answer TS", "flip"]
    t.play("flip")
    assert t.view()["played"] == "6C" and t.view()["flipped"]
    assert t.view()["hands"]["pilot_0"]["cards"] == ["9S", "TS"]


def test_ga_11_the_threshold_is_turned_up_after_the_play() -> None:
    t = duel("3S", "5D")
    told = kinds(t)
    assert told.index("CARD_PLAYED") < told.index("THRESHOLD_REVEALED")


def test_ga_12_higher_is_yes_and() -> None:
    t = duel("9S", "8D")
    assert (t.phase, t.agent, t.view()["outcome"]) == ("consequence", "coach_0", "yes-and")


def test_ga_13_value_counts_not_suit() -> None:
    assert duel("9S", "9C").phase == "outcome"
    assert duel("9C", "8S").phase == "consequence"


def test_ga_14_every_other_result_is_the_pilots_pick() -> None:
    t = duel("3S", "8D")
    assert (t.phase, t.agent) == ("outcome", "pilot_0")
    assert t.legal() == ["yes-but", "no-but", "no-and"]


def test_c_08_ace_is_eleven() -> None:
    """Whatever it is in the Throwdowns of a session is tested there."""
    hands = {"pilot_0": ["AS"]}
    for threshold, phase in (("TD", "consequence"), ("JD", "outcome"), ("QD", "outcome"), ("KD", "outcome")):
        t = table({"hands": hands, "threshold": threshold})
        t.play("answer AS")
        assert t.phase == phase


def test_ga_15_both_cards_are_discarded_and_it_is_over() -> None:
    t = duel("9S", "8D")
    t.play("consequence narrative")
    assert t.over
    assert sorted(t.position()["trash"]) == ["8D", "9S"]
    assert "threshold" not in t.position() and "played" not in t.position()


def test_ga_16_everybody_below_max_draws_nobody_discards() -> None:
    hands = {"coach_0": ["2D"], "pilot_0": ["9S", "2S", "3S", "4S", "5S"]}
    t = table({"hands": hands, "threshold": "8D"})
    t.play("answer 9S")
    t.play("consequence narrative")
    assert t.view()["hands"]["coach_0"]["size"] == 5
    assert t.view()["hands"]["pilot_0"]["size"] == 4


def test_c_41_older_gambit_refills_the_pilots_only() -> None:
    hands = {"coach_0": ["2D"], "pilot_0": ["9S", "2S", "3S"]}
    t = table({"hands": hands, "threshold": "8D"}, gambit_edition="older")
    t.play("answer 9S")
    t.play("consequence narrative")
    assert t.view()["hands"]["pilot_0"]["size"] == 3
    assert t.view()["hands"]["coach_0"]["size"] == 1


def test_c_149_order_of_refills() -> None:
    deck = {"next": ["6C", "5C", "4C", "3C"], "jokers": []}
    hands = {
        "coach_0": ["2D", "3D", "4D", "5D", "6D"],
        "pilot_0": ["2S", "3S"],
        "pilot_1": ["9S", "TS", "JS"],
    }
    hands["pilot_2"] = ["2H", "3H"]
    three = [{**RED_LOW["pilots"][0], "name": name, "hand_max": 3} for name in "ABC"]
    scenario = {**RED_LOW, "coach": {"hand_max": 6}, "pilots": three}
    t = table({"acting": "pilot_1", "hands": hands, "threshold": "8D", "deck": deck}, scenario)
    t.play("answer 9S")
    t.play("consequence narrative")
    drawn = [(t.setup.seats[e.seat], NAMES[e.card]) for e in t.events if e.kind == "CARD_DRAWN"]
    assert drawn == [("pilot_1", "6C"), ("pilot_0", "5C"), ("pilot_2", "4C"), ("coach_0", "3C")]


@pytest.mark.parametrize("edition", ["older", "newer"])
def test_ga_26_c_44_the_pilot_claims_her_specialty_and_coach_agrees_or_not(edition: str) -> None:
    """Before any card is laid, for all to see, and not again."""
    told = {"claim agree": True, "claim disagree": False, "no-claim": False}
    for said, involved in told.items():
        t = table({"hands": {"coach_0": ["2D"], "pilot_0": ["9S"]}}, gambit_edition=edition, **CLAIM)
        t.play("accept-gambit")
        assert (t.phase, t.agent, t.legal()) == ("claim", "pilot_0", ["claim", "no-claim"])
        for action in said.split(" "):
            assert not t.view()["specialty_involved"] and t.view()["threshold"] is None
            if action in ("agree", "disagree"):
                assert (t.phase, t.agent, t.legal()) == ("agree", "coach_0", ["agree", "disagree"])
            t.play(action)
        assert t.phase == ("answer" if edition == "older" else "threshold")
        asked = [(e.kind, e.seat, e.amount) for e in t.events if e.kind.startswith("SPECIALTY")]
        judged = [("SPECIALTY_JUDGED", 0, int(involved))] if said != "no-claim" else []
        assert asked == [("SPECIALTY_CLAIMED", 1, int(said != "no-claim")), *judged]
        for seat in ("coach_0", "pilot_0"):
            assert t.view(seat)["specialty_involved"] == involved


def test_c_44_a_scenario_may_settle_it_and_who_has_none_claims_none() -> None:
    seen = set()
    for seed in range(40):
        t = Table.deal("gambit-v0", seed, specialty_involved="random")
        seen.add(t.view("pilot_0")["specialty_involved"])
        t.play("accept-gambit")
        assert t.phase == "threshold"
    assert seen == {True, False}
    assert Table.deal("gambit-v0", 0, specialty_involved="yes").view()["specialty_involved"]
    assert not Table.deal("gambit-v0", 0, specialty_involved="no").view()["specialty_involved"]
    plain = [{**pilot, "specialty": "none"} for pilot in RED_LOW["pilots"]]
    t = Table.deal("gambit-v0", 0, {**RED_LOW, "pilots": plain}, **CLAIM)
    t.play("accept-gambit")
    assert t.phase == "threshold" and not t.view()["specialty_involved"]


def test_c_44_positions_of_a_claim() -> None:
    hands = {"coach_0": ["2D"], "pilot_0": ["9S"]}
    t = table({"hands": hands, "phase": "agree"}, **CLAIM)
    again = table(t.position(), **CLAIM)
    assert (again.agent, again.legal(), again.view()) == ("coach_0", ["agree", "disagree"], t.view())
    again.play("agree")
    assert again.view()["specialty_involved"] and again.phase == "threshold"
    for more, options in (
        ({"specialty_involved": True}, CLAIM),
        ({}, {"specialty_involved": "no"}),
        ({}, {}),
    ):
        with pytest.raises(InvalidPosition, match="pecialty"):
            table({"hands": hands, "phase": "claim", **more}, **options)


def test_ga_31_strike_range_does_not_apply() -> None:
    t = table({"hands": {"pilot_0": ["KS"]}, "threshold": "2D"})
    t.play("answer KS")
    assert t.view()["harmony"] == 4
    assert "HARMONY_LOST" not in kinds(t)


def test_ga_32_coach_is_always_the_opponent() -> None:
    with pytest.raises(InvalidPosition, match="acting"):
        table({"acting": "coach_0"})


def test_c_40_a_blind_threshold_is_unknown_to_coach() -> None:
    t = table({"hands": {"coach_0": ["2D"], "pilot_0": ["9S"]}, "phase": "threshold"})
    t.play("blind")
    assert t.view("coach_0")["threshold"] == "??"
    assert t.view("pilot_0")["threshold"] == "??"
    assert [e.card for e in t.events_seen("coach_0") if e.kind == "THRESHOLD_LAID"] == [-1]
    cards = {t.redeal("coach_0", k).view()["threshold"] for k in range(60)}
    assert len(cards) > 20


def test_c_40_redeal_keeps_what_coach_knows_and_hides_it_from_pilots() -> None:
    t = table({"hands": {"coach_0": ["2D", "KD"], "pilot_0": ["9S"]}, "phase": "threshold"})
    t.play("threshold KD")
    before = whole(t)
    assert {t.redeal("coach_0", k).view()["threshold"] for k in range(30)} == {"KD"}
    seen = [t.redeal("pilot_0", k) for k in range(60)]
    assert len({u.view()["threshold"] for u in seen}) > 20
    assert all(whole(u) == before for u in seen)
    assert all((u.observe("pilot_0") == t.observe("pilot_0")).all() for u in seen)


def test_c_40_a_redealt_blind_threshold_is_uniform() -> None:
    scenario = {**RED_LOW, "deck": {"ranks": "345", "suits": "D", "copies": 2, "jokers": 2}}
    scenario["pilots"], scenario["coach"] = [{**RED_LOW["pilots"][0], "hand_max": 1}], {"hand_max": 1}
    t = Table.from_position(
        {"hands": {"pilot_0": ["3D"]}, "threshold": "4D", "source": "blind"}, "gambit-v0", scenario
    )
    count = Counter(t.redeal("pilot_0", k).view()["threshold"] for k in range(1500))
    for card, share in (("3D", 0.2), ("4D", 0.4), ("5D", 0.4)):
        assert abs(count[card] / 1500 - share) < 0.05


def test_g_56_ga_10_c_37_king_beats_queen_and_equal_queens_are_a_pick() -> None:
    """A match, which the play phase calls an aim too, wins nothing by itself."""
    assert duel("KS", "QD").view()["outcome"] == "yes-and"
    assert duel("QS", "QC").phase == "outcome"


@pytest.mark.parametrize(
    ("played", "threshold", "phase"),
    [("AS", "TD", "consequence"), ("AS", "JD", "outcome"), ("AS", "QD", "outcome"), ("2S", "AD", "outcome")],
)
def test_g_57_aces_and_twos(played: str, threshold: str, phase: str) -> None:
    assert duel(played, threshold).phase == phase


def test_g_59_refill_after_a_played_card_and_after_a_flip() -> None:
    hands = {"pilot_0": ["9S", "2S", "3S"]}
    for action, drawn in (("answer 9S", 1), ("flip", 0)):
        t = table({"hands": hands, "threshold": "4D"})
        t.play(action)
        t.play("consequence narrative")
        assert t.over
        assert sum(e.kind == "CARD_DRAWN" and e.seat == 1 for e in t.events) == drawn


@pytest.mark.parametrize(
    ("action", "pick", "worth"),
    [("KS", None, 1.0), ("3S", "yes-but", 1 / 3), ("3S", "no-but", -1 / 3), ("3S", "no-and", -1.0)],
)
def test_rewards_score(action: str, pick: str | None, worth: float) -> None:
    t = table({"hands": {"pilot_0": [action]}, "threshold": "8D"}, reward="score")
    t.play(f"answer {action}")
    if pick:
        t.play(pick)
    t.play("consequence narrative")
    assert t.returns()["pilot_0"] == pytest.approx(worth)
    assert t.returns()["coach_0"] == pytest.approx(-worth)


def test_rewards_stakes_count_what_changed_hands() -> None:
    t = duel("3S", "8D", buffers={"pilot_0": 0})
    t.play("yes-but")
    t.play("consequence strife")
    assert t.returns()["pilot_0"] == pytest.approx(0.5 - 0.2 / 6)


def test_an_empty_deck_and_hand_calls_the_gambit_off() -> None:
    scenario = {**RED_LOW, "deck": {"ranks": "345", "suits": "D", "copies": 2, "jokers": 0}}
    scenario["pilots"] = [{**RED_LOW["pilots"][0], "hand_max": 1}]
    scenario["coach"] = {"hand_max": 1}
    position = {"hands": {"coach_0": ["3D", "3D", "4D", "4D", "5D", "5D"]}, "phase": "threshold"}
    t = Table.from_position(position, "gambit-v0", scenario, deck_out="no-cards")
    assert "blind" not in t.legal()
    t.play("threshold 3D")
    assert t.over and t.view()["result"] == "called off"
    assert set(t.returns().values()) == {0.0}
    assert t.position()["trash"] == ["3D"]


@pytest.mark.parametrize(("deck_out", "turns"), [("reshuffle", True), ("no-cards", False)])
def test_c_15_ga_09_an_empty_deck_gives_a_card_where_its_trash_returns(deck_out: str, turns: bool) -> None:
    scenario = {**RED_LOW, "deck": {"ranks": "345", "suits": "DH", "copies": 1, "jokers": 0}}
    scenario["pilots"], scenario["coach"] = [{**RED_LOW["pilots"][0], "hand_max": 1}], {"hand_max": 1}
    position = {"hands": {"coach_0": ["3D", "4D"], "pilot_0": ["5D"]}, "phase": "threshold"}
    position |= {"trash": ["3H", "4H", "5H"], "deck": {"next": [], "jokers": []}}
    t = Table.from_position(position, "gambit-v0", scenario, deck_out=deck_out)
    assert ("blind" in t.legal()) is turns
    t.play("threshold 3D")
    assert ("flip" in t.legal()) is turns and "answer 5D" in t.legal()


def test_illegal_actions_are_explained() -> None:
    t = table({"hands": {"coach_0": ["2D"], "pilot_0": ["9S"]}, "phase": "threshold"})
    for action in ("threshold KD", "flip", "decline", "consequence purge", "commitment steel"):
        before = t.position()
        with pytest.raises(IllegalAction) as error:
            t.play(action)
        assert str(error.value) == t.explain(action) != ""
        assert t.position() == before


def count_cards(states: np.ndarray) -> np.ndarray:
    """Return how many cards every game holds, Omens included."""

    def size(words: np.ndarray) -> np.ndarray:
        return np.bitwise_count(words.reshape(len(words), -1).astype(np.uint64)).sum(1).astype(np.int64)

    w = states["world"]
    n = size(w["decks"]["cards"]) + size(w["decks"]["trash"]) + size(w["hand"]) + size(w["stack"])
    n += w["decks"]["ahead_n"].sum(1) + w["omens"] + w["spent"] + w["favor_n"].sum(1) + size(w["extra"])
    n += (states["sealed"][:, 0] >= 0).astype(np.int64)
    for name in ("blind", "threshold", "played"):
        n += states[name] >= 0
    return n


@pytest.mark.parametrize(
    ("scenario", "options", "cards"),
    [
        ("duel", {}, 108),
        ("duel", {"gambit_edition": "older", "reward": "score"}, 108),
        ("trio", {"specialty_involved": "yes", "decks": "separate"}, 108),
        ("small", {"reward": "win"}, 16),
        (RED_LOW, {"deck_out": "no-cards"}, 108),
    ],
)
def test_random_games_keep_every_card_and_sum_to_zero(
    scenario: Any, options: dict[str, Any], cards: int
) -> None:
    batch = Batch(GAMBIT.configure(scenario, options), 64)
    step, games = batch.reset(), 0
    low, high = batch.game.fields.bounds(batch.setup.counts)
    for _ in range(40):
        step = batch.step(batch.random_actions(1 / 16))
        assert not step.errors.any()
        assert (count_cards(batch.states) == cards).all()
        assert (step.observations >= low).all() and (step.observations <= high).all()
        ended = step.rewards[step.done]
        games += len(ended)
        assert np.allclose(ended[:, 0], -ended[:, 1])
        assert (ended[:, 1:] == ended[:, 1:2]).all() and (np.abs(ended) <= 1).all()
    assert games > 100
