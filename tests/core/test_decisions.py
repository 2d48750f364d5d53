"""The table of a game's decisions: what is made from it, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from throwdown.envs.challenge.decisions import DECISIONS
from throwdown.envs.challenge.state import Phase
from throwdown.envs.core.decisions import Decision, Decisions, Wording, Words, ask, by_phase, by_step
from throwdown.envs.core.errors import InvalidGame
from throwdown.envs.core.kit import Out, kernel, row
from throwdown.envs.poker.actions import LAYOUT, Act
from throwdown.envs.poker.decisions import BET
from throwdown.envs.poker.flow import step
from throwdown.envs.poker.state import Round, State
from throwdown.envs.registry import make_setup

RULES = [kernel(lambda s, x, k=k: 10 * k + x) for k in range(5)]


def decisions(rows: dict[Any, Decision]) -> Decisions:
    return Decisions(Round, LAYOUT, rows, step)


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_every_phase_has_its_own_kernel(n: int) -> None:
    table = by_phase(RULES[:n])

    @kernel
    def call(s: State, x: int) -> int:
        return int(table(s, x))

    s = row(State.blank())
    for phase in range(n):
        s.phase = phase
        assert call(s, 3) == 10 * phase + 3 == table(s, 3)


def test_a_phase_without_a_decision_is_refused() -> None:
    with pytest.raises(InvalidGame, match="no decision is given for phase 'second-round'"):
        decisions({Round.FIRST_ROUND: BET})


def test_phases_are_numbered_from_0_on() -> None:
    with pytest.raises(InvalidGame, match="phase 'second-round' is 1, but comes as 0"):
        Decisions((Round.SECOND_ROUND, Round.FIRST_ROUND), LAYOUT, dict.fromkeys(Round, BET), step)


def test_actions_that_there_are_not_are_refused() -> None:
    with pytest.raises(InvalidGame, match="'first-round' names actions 'check', which there are not"):
        decisions(dict.fromkeys(Round, BET._replace(acts=("fold", "check"))))


def test_a_decision_without_words_is_refused() -> None:
    words = {phase: Wording("it", "do it", ("Do it.",), "It is all there is.") for phase in Phase}
    assert Words(DECISIONS, words)
    with pytest.raises(InvalidGame, match="decision 'target' has no words"):
        Words(DECISIONS, {phase: text for phase, text in words.items() if phase != Phase.TARGET})


def test_a_step_without_a_rule_is_refused() -> None:
    with pytest.raises(InvalidGame, match="no rule is given for step 'second-round'"):
        by_step(Round, {Round.FIRST_ROUND: RULES[0]})


def dealt() -> tuple[Any, Any]:
    setup = make_setup("leduc-v0")
    s = row(setup.template.copy())
    s.asks = True
    return s, row(setup.make_out())


def made(is_public: Any) -> Any:
    """Return a game of two questions: the first has one answer, a raise; the second is asked by the step."""

    @kernel
    def who(s: State) -> int:
        return 1

    @kernel
    def legal(s: State, out: Out) -> None:
        out.words[0] = 1 << Act.RAISE if s.phase == Round.FIRST_ROUND else 3

    @kernel
    def play(s: State, action: int, out: Out) -> None:
        s.raises += 1 if action == Act.RAISE else 0

    @kernel
    def go_on(s: State, out: Out) -> None:
        ask(s, Round.SECOND_ROUND)

    row = Decision(("raise",), who, legal, play, is_public)
    return Decisions(Round, LAYOUT, dict.fromkeys(Round, row), go_on)


@kernel
def is_first(s: State) -> bool:
    return bool(s.phase == Round.FIRST_ROUND)


@pytest.mark.parametrize(
    ("is_public", "phase", "raises"),
    [(False, 0, 0), (True, 1, 1), (is_first, 1, 1)],
    ids=["no", "yes", "where"],
)
def test_a_single_answer_is_played_unasked_where_it_is_public(
    is_public: Any, phase: int, raises: int
) -> None:
    settle = made(is_public).settle
    s, out = dealt()
    s.asks = True
    settle(s, out)
    assert (s.phase, s.raises, s.seat, s.asks) == (phase, raises, 1, True)


def test_an_answer_is_no_longer_asked_when_it_is_played() -> None:
    s, out = dealt()
    made(False).apply(s, int(Act.RAISE), out)
    assert (s.phase, s.raises, s.asks) == (1, 1, True)


@kernel
def nothing(s: State, out: Out) -> None:
    return


def test_the_legal_set_is_cleared_before_it_is_written() -> None:
    s, out = dealt()
    out.words[0] = 7
    decisions(dict.fromkeys(Round, BET._replace(legal=nothing))).legal(s, out)
    assert out.words[0] == 0


def test_what_can_answer_is_told_by_the_name_of_its_range() -> None:
    assert DECISIONS.range_of(14) == "heartseeker"
    s = row(State.blank())
    s.phase = Phase.TARGET
    assert DECISIONS.can_answer(s, 1) and not DECISIONS.can_answer(s, 0)
