"""The Throwdown in words: every masked-out action is explained, no word tells what a seat may not know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.support import Sampler, setup_of, speak_in_brackets
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import Happening
from throwdown.envs.core.game import Setup
from throwdown.envs.core.records import as_records, row
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.fusion.throwdown.actions import LAYOUT
from throwdown.envs.fusion.throwdown.positions.builder import from_position
from throwdown.envs.fusion.throwdown.positions.position import Position
from throwdown.envs.fusion.throwdown.words import notes, text
from throwdown.envs.fusion.words import names
from throwdown.envs.fusion.world.book import Kind
from throwdown.envs.fusion.world.cards import NAMES, cards_in
from throwdown.envs.fusion.world.terms import Commitment
from throwdown.envs.tables.table import Table

CASES: list[tuple[str, dict[str, Any]]] = [
    ("duel", {}),
    ("small", {}),
    ("trio", {}),
    ("trio", {"decks": "separate", "block": "higher"}),
    ("titan", {}),
    ("siege", {"rumble_from": "any"}),
]


def games(setup: Setup, n: int) -> Iterator[tuple[Batch, Any]]:
    """Yield every decision of ``n`` random games."""
    batch = Batch(setup, n, seed=11, autoreset=False)
    step = batch.reset()
    while (step.seats >= 0).any():
        yield batch, step
        step = batch.step(batch.random_actions(0.2))


@pytest.mark.parametrize(("scenario", "options"), CASES)
def test_every_masked_out_action_is_explained(scenario: str, options: dict[str, Any]) -> None:
    setup, sampler = THROWDOWN.configure(scenario, options), Sampler(first=2, every=12)
    for batch, step in games(setup, 4):
        for k, s in enumerate(as_records(batch.states)):
            if step.seats[k] >= 0 and sampler.takes(int(s.phase)):
                for action in np.flatnonzero(step.masks[k] == 0):
                    why = text.explain(s, int(action), setup)
                    assert why.endswith(".") and "legal now" not in why, (why, LAYOUT.labels[action])
                for action in np.flatnonzero(step.masks[k]):
                    assert "is legal now" in text.explain(s, int(action), setup), LAYOUT.labels[action]
    assert len(sampler.seen) > 3


@pytest.mark.parametrize(("scenario", "options"), CASES)
def test_view_render_and_explain_ignore_what_a_seat_cannot_know(
    scenario: str, options: dict[str, Any]
) -> None:
    setup, sampler = THROWDOWN.configure(scenario, options), Sampler(first=3, every=12)
    for batch, step in games(setup, 2):
        for k in range(batch.n):
            viewer, mine = int(step.seats[k]), row(batch.states, k)
            if viewer < 0 or not sampler.takes(int(mine.phase)):
                continue
            other = _redealt(batch, k, viewer)
            assert text.view(mine, viewer, setup) == text.view(row(other.states), viewer, setup)
            assert text.render(mine, viewer, setup) == text.render(row(other.states), viewer, setup)
            assert text.prompt(mine, setup) == text.prompt(row(other.states), setup)
            for action in np.flatnonzero(step.masks[k] == 0)[::17]:
                why = text.explain(mine, int(action), setup)
                assert why == text.explain(row(other.states), int(action), setup)


def _redealt(batch: Batch, k: int, viewer: int) -> Batch:
    from throwdown.envs.core.batch import redeal_games

    other = Batch(batch.setup, 1, seed=0, autoreset=False)
    other.states[0] = batch.states[k]
    redeal_games(other.states, np.array([viewer]), np.array([k + 5]), batch.setup.make_out())
    return other


def test_the_view_is_plain_data_and_shows_all_that_is_public() -> None:
    setup = THROWDOWN.configure("trio", {})
    for batch, _ in games(setup, 2):
        s = row(batch.states)
        seen = text.view(s, 1, setup)
        assert json.loads(json.dumps(seen)) == seen
        assert list(seen["hands"]) == ["pilot_0"]
        assert sorted(seen["hands"]["pilot_0"]) == sorted(NAMES[c] for c in cards_in(s.world.hand[1]))
        assert seen["deck"] == [int(s.world.decks[0].n)]
        full = text.view(s, None, setup)
        assert json.loads(json.dumps(full)) == full and len(full["hands"]) == 4


def test_shared_hands_are_seen_by_allies_only() -> None:
    setup = THROWDOWN.configure("trio", {"share_hands": True})
    batch = Batch(setup, 1)
    batch.reset()
    assert list(text.view(row(batch.states), 1, setup)["hands"]) == ["pilot_0", "pilot_1", "pilot_2"]
    assert list(text.view(row(batch.states), 0, setup)["hands"]) == ["coach_0"]


def at(position: dict[str, Any], scenario: str = "duel", **options: Any) -> tuple[Any, Setup]:
    """Return the record of a position."""
    setup = THROWDOWN.configure(scenario, options)
    states = setup.game.allocate(1)
    states[:] = setup.template[0]
    from_position(Position.model_validate(position), setup, row(states))
    return row(states), setup


def leading(card: str, by: str) -> list[dict[str, Any]]:
    return [{"cards": [{"card": card, "by": by}]}]


COACH_TO_MOVE = {
    "hands": {"coach_0": ["8S", "QS", "9C", "8C"], "pilot_0": ["3H"]},
    "pile": [
        {"cards": [{"card": "5C", "by": "coach_0"}, {"card": "8D", "by": "pilot_0"}]},
    ],
    "strike": {"coach_0": 3},
}


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("counter 8S", "equal rank"),
        ("counter AH", "does not hold an AH"),
        ("counter QS", "is a difference of 4, beyond Coach's Strike of 3, which is a hard limit"),
        ("block 9C", "same rank"),
        ("block 8C", "must not have a lower suit"),
        ("escalate QS", "is a difference of 4, beyond"),
        ("ask pilot_0", "other side"),
        ("ask pilot_4", "There is no Pilot 4"),
        ("discard 8S", "not part of this decision: the Drive."),
        ("spoil rally", "not part of this decision: the Drive."),
        ("initiative 8S", "not part of this decision"),
    ],
)
def test_explain_names_card_and_rule(action: str, words: str) -> None:
    s, setup = at(COACH_TO_MOVE)
    assert words in text.explain(s, LAYOUT.parse(action), setup)


def test_explain_initiative_card_cannot_be_blocked() -> None:
    s, setup = at({"hands": {"pilot_0": ["5S"]}, "pile": leading("5C", "coach_0")})
    assert "initiative card cannot be Blocked" in text.explain(s, LAYOUT.parse("block 5S"), setup)


def test_explain_no_escalate_in_stage_3() -> None:
    pile = [*leading("5C", "coach_0"), *leading("6C", "pilot_0"), *leading("7C", "coach_0")]
    s, setup = at({"hands": {"pilot_0": ["5S"]}, "pile": pile})
    assert "no Escalate in stage 3" in text.explain(s, LAYOUT.parse("escalate 5S"), setup)


def test_explain_who_may_be_asked() -> None:
    position = {"pile": leading("5C", "coach_0"), "involved": ["pilot_0", "pilot_1"], "asked": ["pilot_1"]}
    s, setup = at({**position, "commander": "pilot_0"}, "trio")
    assert "already asked" in text.explain(s, LAYOUT.parse("ask pilot_1"), setup)
    assert "not involved" in text.explain(s, LAYOUT.parse("ask pilot_2"), setup)
    assert "Commander herself" in text.explain(s, LAYOUT.parse("ask pilot_0"), setup)
    ally, _ = at({**position, "commander": "pilot_0", "turn": "pilot_1"}, "trio")
    assert "only the Commander can Concede" in text.explain(ally, LAYOUT.parse("concede"), setup)


def test_explain_spoils() -> None:
    position = {"phase": "spoil", "pile": leading("5C", "pilot_0"), "charges": {"pilot_0": 3}}
    s, setup = at({**position, "winner": "pilots"})
    assert "would change nothing" in text.explain(s, LAYOUT.parse("spoil chargeup-team"), setup)
    assert "not for the Pilots" in text.explain(s, LAYOUT.parse("spoil purge"), setup)


def test_every_event_has_a_sentence_and_hidden_cards_stay_hidden() -> None:
    setup = THROWDOWN.configure("trio", {})
    for kind in THROWDOWN.event_names.values():
        card = 3 if kind.startswith("COMMITMENT") else NONE
        sentence = text.narrate(Happening(kind, 1, card, 1, 1), setup)
        assert sentence.endswith(".") and "??" not in sentence, sentence
    assert text.narrate(Happening("CARD_DRAWN", 1, NONE, 1, 0), setup) == "Red drew a card."
    assert text.narrate(Happening("CARD_DRAWN", 1, 51, 1, 0), setup) == "Red drew AS."


def test_a_decision_has_help_and_a_task() -> None:
    s, setup = at(COACH_TO_MOVE)
    assert "TS-58" in text.help(s) and text.prompt(s, setup).startswith("Coach: ")
    assert "8♦ Red" in text.render(s, None, setup)


def test_everything_that_labels_name_has_a_name() -> None:
    assert set(names.EFFECT_NAMES) == set(Kind) - {Kind.NONE} and set(names.COMMITMENTS) == set(Commitment)
    assert {f"spoil {name}" for name in notes.TITLES} == set(notes.NOTES)
    assert set(notes.NOTES) == {label for label in LAYOUT.labels if label.startswith("spoil ")}


def test_data_is_the_same_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.deal("throwdown-v0", 1, "intrigue")
    while table.phase not in ("assist", "drive"):
        table.play(table.legal()[0])
    english = table.position(), [table.view(seat) for seat in (None, *table.setup.seats)], table.legal()
    speak_in_brackets(monkeypatch)
    shown = table.render()
    for name in ("[Broker]", "[Press]", "[Gala under the dome]", "[Radio]", "[invitations]"):
        assert name in shown, name
    again = Table.from_setup_position(table.setup, english[0])
    for one in (table, again):
        views = [one.view(seat) for seat in (None, *table.setup.seats)]
        assert (one.position(), views, one.legal()) == english


def test_a_name_may_have_braces() -> None:
    data = setup_of(scenario="duel").config
    pilot, threat = {**data["pilots"][0], "name": "{card}"}, {**data["threats"][0], "name": "{n"}
    table = Table.deal("throwdown-v0", 3, {**data, "pilots": [pilot], "threats": [threat]})
    assert table.agent == "pilot_0" and table.prompt() == "{card}: lay an initiative card."
    assert "{card} drew " in " ".join(table.narrate()) and "Threat {n: Rating " in table.render()
