"""The words of a session: what is seen, why not, what happened."""

from __future__ import annotations

import pytest

from tests.session.support import GAME, between, deal, play, sheet, walk
from tests.support import Sampler
from throwdown import Table


@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_every_situation_can_be_told(scenario: str) -> None:
    table, sampler = Table.deal(GAME, 1, scenario), Sampler(first=3, every=10)
    for ply, now in enumerate(walk(table, 1)):
        if not sampler.takes((int(now.state.active), now.phase)):
            continue
        for seat in (None, *range(len(now.setup.seats))):
            lines = now.render(seat).splitlines()
            assert lines[0].startswith("Scene ") and lines[-1] == now.prompt()
        if not now.over:
            assert now.prompt().startswith(f"{now.setup.person(now.agent)}: ") and len(now.help()) > 20
        for action in range(ply % 7, now.game.actions.n, 7):
            reason = now.explain(action)
            assert bool(reason) != bool(now.mask()[action]) and "\n" not in reason
    told = table.narrate()
    assert all(line.endswith((".", "!")) for line in told)


REASONS = [
    ("challenge strife", "goal for Coach only"),
    ("venture fortify", "would change nothing"),
    ("fiat", "not part of this decision"),
    ("gambit", "not part of this decision"),
    ("counter 9S", "belongs to a Throwdown"),
    ("yes-but", "belongs to a Gambit"),
    ("accept", "belongs to an effect"),
]


@pytest.mark.parametrize(("action", "words"), REASONS)
def test_why_not(action: str, words: str) -> None:
    table = between(buffers={"pilot_0": 2})
    assert words in table.explain(action)


def test_why_not_during_a_conflict() -> None:
    table = play(between(), "challenge trauma")
    assert "a Throwdown is still going on" in table.explain("rest")
    assert "belongs to a Gambit" in table.explain("flip")
    play(table, "initiative 9H", "refuse", "fiat", "venture none", "gambit")
    assert "a Gambit is still going on" in table.explain("rest")
    assert "belongs to a Throwdown" in table.explain("concede")


def test_a_session_is_told_from_start_to_end() -> None:
    table = play(deal(sheet(1, {"scenes": 2})), "venture none", "fiat", "fiat")
    told = [line for line in table.narrate() if "drew" not in line]
    assert told[0] == "Scene 1 began, led by Ada."
    assert told[-1] == "The session ended in scene 2 (out of time); Coach won."
    assert "Coach had a quiet scene." in told and "Ada ventured without a goal." in told
    assert table.prompt() == "The session is over (out of time): Coach won."


def test_the_view_says_where_the_session_stands() -> None:
    seen = between(scene=3, charges={"pilot_0": 1}).view("coach_0")
    assert seen["session"]["scene"] == 3 and seen["session"]["side"] == "pilots" and seen["turn"] == "pilot_0"
    assert seen["game"] == GAME and seen["phase"] == "scene"
