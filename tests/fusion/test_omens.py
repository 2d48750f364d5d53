"""Omens: a shipped scenario has an Event for each of the four, and then the Jokers go back (SY-29, SY-30, CD-28)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.session.support import walk
from tests.support import assert_conserved
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.fusion.session.positions.position import part_of
from throwdown.envs.fusion.sheets.setups import load_scenario
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.fusion.world.cards import NAMES
from throwdown.envs.tables.table import Table

WITH_OMENS = [name for name in THROWDOWN.scenarios if load_scenario(name)[1].deck.jokers]
OMENS = 4
FOUGHT = {
    "pile": [{"opened": "initiative", "cards": [{"card": "4C", "by": "pilot_0"}]}],
    "commander": "pilot_0",
    "involved": ["pilot_0"],
    "turn": "coach_0",
    "phase": "coach-assist",
}
PILED = {
    "pile": [{"card": "3C", "by": "coach_0"}, {"card": "4C", "by": "pilot_0"}],
    "phase": "turn",
    "turn": "coach_0",
}
AT = {
    "throwdown-v0": FOUGHT,
    "pile-v0": PILED,
    "gambit-v0": {"phase": "threshold"},
    "session-v0": {},
}
"""Where Coach decides in each game."""


@pytest.mark.parametrize("name", WITH_OMENS)
def test_sy_29_sy_30_a_scenario_with_omens_has_an_event_for_each(name: str) -> None:
    _, sheet = load_scenario(name)
    assert len(sheet.escalation) == OMENS == sheet.deck.jokers
    assert len({event.name for event in sheet.escalation}) == OMENS and all(
        x.effects for x in sheet.escalation
    )


def table(id: str, **more: Any) -> Table:
    """Return a duel with Coach to decide, a single card in the deck and the rest in the Trash."""
    hands = {"coach_0": ["9D", "JD"], "pilot_0": ["9H"]}
    laid = {"throwdown-v0": ["4C"], "pile-v0": ["3C", "4C"]}.get(id, [])
    lying = [*hands["coach_0"], *hands["pilot_0"], *laid, "KS"]
    left = Counter(name for name in NAMES[:52] for _ in range(2)) - Counter(lying)
    world = {"hands": hands, "trash": sorted(left.elements()), "deck": {"next": ["KS"], "jokers": []}, **more}
    world["threats"] = [{"invested": []}]
    position: dict[str, Any] = {**AT[id], **world}
    if id == "session-v0":
        position = {"side": "coach", "world": position}
    return Table.from_position(position, id, "duel")


def spent(table: Table) -> int:
    """Return how many Omens lie Spent."""
    return int(part_of(table.state)[0].world.spent if table.game.parts else table.state.world.spent)


@pytest.mark.parametrize("id", AT)
def test_sy_30_cd_28_the_fourth_spent_omen_returns_with_the_next_ordinary_shuffle(id: str) -> None:
    gone = table(id, omens=2, spent=2, used_up={"coach_0": [2, 3]})
    gone.play("omen 1")  # Falling Tiles
    while "omen 0" not in gone.legal():
        gone.play(gone.legal()[-1])
    assert spent(gone) == 3
    gone.play("omen 0")  # The Gate Groans: Coach draws the last card
    assert spent(gone) == OMENS and not any(e.kind == "JOKERS_RETURNED" for e in gone.events)
    for _ in range(80):
        if gone.over or any(e.kind == "JOKERS_RETURNED" for e in gone.events):
            break
        legal = gone.legal()
        gone.play(next((a for a in legal if a.startswith("challenge")), legal[0]))
    assert any(e.kind == "JOKERS_RETURNED" and e.amount == OMENS for e in gone.events)
    assert spent(gone) == 0
    assert_conserved(gone.state, gone.setup)


def test_cd_28_jokers_return_to_the_deck_that_is_not_shuffled_too() -> None:
    hands = {"coach_0": ["9D", "JD"], "pilot_0": ["9H"]}
    left = Counter(NAMES[:52]) - Counter([*hands["coach_0"], "KS"])
    world = {"hands": hands, "trash": sorted(left.elements()), "deck": {"next": ["KS"], "jokers": []}}
    gone = {"omens": 0, "spent": OMENS, "used_up": {"coach_0": [0, 1, 2, 3]}, "threats": [{"invested": []}]}
    position = {**FOUGHT, **world, **gone, "pilots_deck": {"jokers": []}, "phase": "drive"}
    fought = Table.from_position(position, "throwdown-v0", "duel", decks="separate")
    fought.play("concede")
    while not fought.over:
        fought.play("spoil none" if "spoil none" in fought.legal() else fought.legal()[0])
    assert spent(fought) == 0 and "JOKERS_RETURNED" in [e.kind for e in fought.events]
    assert_conserved(fought.state, fought.setup)


@pytest.mark.skipif(not IS_COMPILED, reason="whole sessions take long in plain Python")
@pytest.mark.parametrize("name", ["trio", "siege"])
def test_sy_30_the_jokers_return_in_whole_sessions(name: str) -> None:
    returned = 0
    for seed in range(12):
        dealt = Table.deal("session-v0", seed, name, doom=0, scenes=30)
        for now in walk(dealt, seed):
            omens = [] if now.over else [a for a in now.legal() if a.startswith("omen ")]
            if omens:
                now.play(omens[0])
        returned += sum(event.kind == "JOKERS_RETURNED" for event in dealt.events)
    assert returned
