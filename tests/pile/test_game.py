"""The pile edition as a whole: many games, positions, words, and who knows what."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.pile.support import deal, fight, hand, plain, play, table
from tests.support import pair, setup_of, walk
from throwdown.agents import load
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import InvalidPosition
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.fusion.pile import PILE, obs as layout
from throwdown.envs.fusion.pile.state import State
from throwdown.envs.tables.table import Table
from throwdown.evaluation.match import play as play_match

compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="thousands of games take compiled rules")
CASES: list[Any] = ["duel", "trio", "seven", plain(1), plain(3), plain(7)]


@compiled_only
@pytest.mark.parametrize("scenario", CASES, ids=["duel", "trio", "seven", "plain-1", "plain-3", "plain-7"])
def test_c_76_a_thousand_random_games_end(scenario: Any) -> None:
    batch = Batch(setup_of("pile-v0", scenario), 256, seed=3)
    batch.reset()
    ended = 0
    for _ in range(20_000):
        step = batch.step(batch.random_actions(1 / 16))
        assert not step.errors.any()
        ended += int(step.done.sum())
        if ended >= 1000:
            return
    pytest.fail(f"only {ended} games ended")


@compiled_only
def test_the_heuristic_beats_random_play_in_both_roles() -> None:
    """By the win, over the same deals: a standard error is 0.015 here."""
    setup = setup_of("pile-v0", "trio", reward="win")

    def wins(coach: str, pilots: str) -> float:
        return (
            play_match(setup, pair(load(coach, setup), load(pilots, setup)), 1000, 5).win_rate("pilot").mean
        )

    assert wins("random", "heuristic") > wins("random", "random") + 0.15
    assert wins("heuristic", "random") < wins("random", "random") - 0.3


def test_the_state_stays_small() -> None:
    assert State.dtype.itemsize < 3000
    assert PILE.fields.width({"pilot": 7}) <= 2048
    assert PILE.actions.n <= 1024


@pytest.mark.parametrize("scenario", ["duel", "trio", "small"])
def test_positions_play_on_alike(scenario: str) -> None:
    for ply, t in enumerate(walk("pile-v0", scenario, 7)):
        if ply % 4 and not t.over:
            continue
        u = Table.from_position(t.position(), "pile-v0", scenario)
        assert (u.phase, u.agent, u.legal()) == (t.phase, t.agent, t.legal())
        for seat in t.setup.seats:
            np.testing.assert_array_equal(u.observe(seat), t.observe(seat))
        assert u.returns() == t.returns()


@pytest.mark.parametrize(
    ("position", "named"),
    [
        ({"pile": [{"card": "9C", "by": "pilot_9"}]}, "not a seat"),
        ({"pile": [{"card": "9C", "by": "coach_0", "face_down": True}]}, "face-up"),
        (
            {"pile": [{"card": "9C", "by": "coach_0"}, {"card": "8C", "by": "coach_0", "face_down": True}]},
            "bottom",
        ),
        ({"hands": {"pilot_0": ["9C", "9C", "9C"]}}, "three|3 places"),
        ({"sides": {"pilot_0": 0}}, "cannot be on Coach's side"),
        ({"phase": "trun"}, "did you mean 'turn'"),
        ({"phase": "turn"}, "pile is empty"),
        ({"phase": "spoils"}, "winner is missing"),
        ({"flow": {"nonsense": 1}}, "not a field"),
        ({"flow": {"turns": [1, 2]}}, "another shape"),
        (
            {"phase": "drop", "hands": {"pilot_0": ["9C"]}, "flow": {"step": 9}},
            "step is 9; in phase 'drop' it is 8",
        ),
        (
            {"phase": "side", "hands": {"pilot_0": ["9C"]}, "flow": {"at": 4}},
            "at is 4; in phase 'side' it is at most 3",
        ),
        ({"payloads": {"2": {"trauma": 1}}}, "not a side"),
        ({"payloads": {"1": {"trama": 1}}}, "did you mean 'trauma'"),
        ({"received": {"pilot_0": ["9C"]}}, "not in the hand of"),
        ({"strike": {"pilot_0": 99}}, "at most"),
    ],
)
def test_impossible_positions_are_refused_in_a_sentence(position: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidPosition, match=named) as error:
        table(position)
    assert str(error.value).endswith(".") and "\n" not in str(error.value)


def test_every_refusal_is_a_sentence() -> None:
    for scenario in ("duel", "trio"):
        for ply, t in enumerate(walk("pile-v0", scenario, 11, keep=0.03)):
            if t.over:
                break
            legal = set(t.legal_ids())
            for action in range(ply % 5, t.game.actions.n, 5):
                said = t.explain(action)
                assert (said == "") == (action in legal)
                assert not said or (said.endswith(".") and "\n" not in said and len(said) < 300), said


def test_the_shown_strike_is_the_rules() -> None:
    for t in walk("pile-v0", "trio", 5):
        row = t.observe("coach_0")
        for p, name in enumerate(t.setup.seats[1:]):
            if name in t.view()["strike"] and t.state.pile_n > 0:
                assert t.view()["strike"][name] == layout.Pilot.of(row, p).strike


def test_folded_hands_stay_hidden() -> None:
    t = fight(
        "4C@coach_0 5H@coach_0", {"coach_0": "KC", "pilot_0": "8D 9D", "pilot_1": "3C"}, scenario=plain(2)
    )
    t.play("fold")
    hands = {tuple(t.redeal("coach_0", seed).view()["hands"]["pilot_0"]["cards"]) for seed in range(12)}
    assert len(hands) > 4


def test_received_cards_are_known_to_giver_and_taker_only() -> None:
    hands = {"coach_0": "KC", "pilot_0": "8D 9D 3C", "pilot_1": "4C 5C", "pilot_2": "6D"}
    t = fight("4H@coach_0 5H@coach_0", hands)
    play(t, "card-assist", "discard 3C", "give 8D")
    assert t.view("pilot_0")["hands"]["pilot_1"]["cards"] == ["8D"]
    assert (
        t.view("pilot_2")["hands"]["pilot_1"]["cards"] == []
        and t.view("coach_0")["pilots"]["pilot_1"]["passed"] == 1
    )
    for seed in range(8):
        assert t.redeal("pilot_0", seed).view()["pilots"]["pilot_1"]["received"] == ["8D"]
    seen = {tuple(t.redeal("coach_0", seed).view()["pilots"]["pilot_1"]["received"]) for seed in range(12)}
    assert len(seen) > 4


RECEIVED = {"coach_0": "KC", "pilot_0": "9D", "pilot_1": "8D 5C KS 2S", "pilot_2": "6D 7D"}
GIVEN = ["8D", "5C"]


def dealt_anew(
    viewer: str, known: dict[str, list[str]], givers: int = 2
) -> list[tuple[Counter[str], Counter[str]]]:
    """Return, of deals as ``viewer`` may imagine them, the second Pilot's hand and what of it came by Assists."""
    flow = {"received_from": [0, 0, givers, 0, 0, 0, 0, 0]}
    at = {name: {"pilot_1": cards} for name, cards in known.items()}
    came = {"received": {"pilot_1": GIVEN}, "passed": {"pilot_1": 2}, "known": at, "flow": flow}
    t = fight("4H@coach_0 5H@coach_0", RECEIVED, "pilot_1", **came)
    found = []
    for seed in range(16):
        u = t.redeal(viewer, seed)
        cards, held = Counter(u.view()["pilots"]["pilot_1"]["received"]), Counter(hand(u, "pilot_1"))
        assert cards <= held and (held.total(), cards.total()) == (4, 2)
        found.append((held, cards))
    return found


def kinds_of(seen: list[tuple[Counter[str], Counter[str]]]) -> int:
    """Return how many different cards are thought to have come by Assists."""
    return len({tuple(sorted(came.elements())) for _, came in seen})


def test_tp_52_c_158_who_knows_which_cards_came_by_an_assist() -> None:
    """She who has them and she who gave them; to all others they are any cards of the hand that they do not know."""
    giver = {"pilot_0": [*GIVEN, "KS"], "pilot_2": ["KS"]}
    assert all(came == Counter(GIVEN) for _, came in dealt_anew("pilot_1", giver))
    assert all(came == Counter(GIVEN) and held["KS"] for held, came in dealt_anew("pilot_0", giver))
    assert all(kinds_of(dealt_anew(viewer, giver)) > 8 for viewer in ("pilot_2", "coach_0"))
    assert all(held["KS"] > came["KS"] for held, came in dealt_anew("pilot_2", giver))


def test_c_158_who_gave_one_of_the_cards_knows_that_one() -> None:
    seen = dealt_anew("pilot_0", {"pilot_0": ["8D", "KS"]}, givers=2 | 8)
    assert all(came["8D"] and came["KS"] < held["KS"] for held, came in seen) and kinds_of(seen) > 8


def test_c_158_where_too_few_others_are_left_a_known_card_must_have_come_by_the_assist() -> None:
    """Of four cards she knows three: two came by Assists, so one of those did, and the fourth."""
    known = Counter(["8D", "KS", "2S"])
    seen = dealt_anew("pilot_2", {"pilot_2": list(known)})
    assert all(came == Counter(["8D"]) + (held - known) for held, came in seen) and kinds_of(seen) > 8


def test_c_158_both_copies_of_a_face_may_have_been_received() -> None:
    """pilot_0 gave one 8D; that the other card is its twin is as likely as any of the three others left."""
    t = fight(
        *("8C@coach_0 9C@coach_0", {"coach_0": "9C", "pilot_0": "9D", "pilot_1": "8D 8H", "pilot_2": "9H"}),
        scenario=plain(deck={"ranks": "89", "copies": 2, "jokers": 0}),
        deck={"jokers": []},
        trash=["8C", "8S", "8S", "9S", "9S", "9H", "9D"],
        known={"pilot_0": {"pilot_1": ["8D"]}},
        received={"pilot_1": ["8D", "8H"]},
        passed={"pilot_1": 2},
        flow={"received_from": [0, 0, 1 << 1, *[0] * 5]},
    )
    found = [tuple(t.redeal("pilot_0", k).view()["pilots"]["pilot_1"]["received"]) for k in range(12)]
    assert ("8D", "8D") in found and len(set(found)) > 1 and all(len(cards) == 2 for cards in found)


def test_table_and_record_round_trip() -> None:
    t = deal(5, "trio")
    while not t.over and len(t.history) < 30:
        t.play([a for a in t.legal() if a not in ("fold", "sit-out")][-1])
    assert Table.from_json(t.to_json()).position() == t.position()
