"""The table of a game's decisions: what is made from it, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from throwdown.envs.challenge.decisions import DECISIONS
from throwdown.envs.challenge.state import Phase
from throwdown.envs.challenge.words.decisions import WORDS
from throwdown.envs.core.decisions import Decision, Decisions, Wording, Words, by_phase
from throwdown.envs.core.errors import InvalidGame
from throwdown.envs.core.kit import kernel, row
from throwdown.envs.poker.actions import LAYOUT
from throwdown.envs.poker.decisions import BET
from throwdown.envs.poker.legality import is_open
from throwdown.envs.poker.plays import go_on
from throwdown.envs.poker.state import Round, State

RULES = [kernel(lambda s, x, k=k: 10 * k + x) for k in range(5)]


def decisions(rows: dict[Any, Decision]) -> Decisions:
    return Decisions(Round, LAYOUT, rows, go_on, is_open)


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_every_phase_has_its_own_kernel(n: int) -> None:
    table = by_phase(RULES[:n])

    @kernel
    def ask(s: State, x: int) -> int:
        return int(table(s, x))

    s = row(State.blank())
    for phase in range(n):
        s.phase = phase
        assert ask(s, 3) == 10 * phase + 3 == table(s, 3)


def test_a_phase_without_a_decision_is_refused() -> None:
    with pytest.raises(InvalidGame, match="no decision is given for phase 'second-round'"):
        decisions({Round.FIRST_ROUND: BET})


def test_actions_that_there_are_not_are_refused() -> None:
    with pytest.raises(InvalidGame, match="'first-round' names actions 'check', which there are not"):
        decisions(dict.fromkeys(Round, BET._replace(acts=("fold", "check"))))


def test_a_decision_without_words_is_refused() -> None:
    words = {phase: Wording("do it", ("Do it.",), "It is all there is.") for phase in Phase}
    assert Words(DECISIONS, words)
    with pytest.raises(InvalidGame, match="decision 'target' has no words"):
        Words(DECISIONS, {phase: text for phase, text in words.items() if phase != Phase.TARGET})


def test_words_of_a_decision_say_what_is_decided() -> None:
    for phase in Phase:
        s = row(State.blank())
        s.phase = phase
        assert WORDS.subject(s) == WORDS.of(s).help[0][:-1] and WORDS.of(s).forced


def test_what_can_answer_is_told_by_the_name_of_its_range() -> None:
    assert DECISIONS.range_of(14) == "heartseeker"
    s = row(State.blank())
    s.phase = Phase.TARGET
    assert DECISIONS.can_answer(s, 1) and not DECISIONS.can_answer(s, 0)
