"""The table of a game's decisions: what is made from it, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from throwdown.envs.challenge import actions as challenge
from throwdown.envs.challenge.decisions import DECISIONS
from throwdown.envs.challenge.state import Phase
from throwdown.envs.core.calls import Kernels, register
from throwdown.envs.core.decisions import Decision, Decisions, Wording, Words, ask, by_phase, by_step
from throwdown.envs.core.errors import InvalidGame
from throwdown.envs.core.events import make_out
from throwdown.envs.core.kit import Description, GameState, Ints, Out, int8, kernel, row
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
    with pytest.raises(
        InvalidGame, match=r"'first-round' names <Act.CHOOSE: 1>, which the layout does not have"
    ):
        decisions(dict.fromkeys(Round, BET._replace(acts=(Act.FOLD, challenge.Act.CHOOSE))))


WORDING = Wording("it", "do it", ("Do it.",), "It is all there is.")
SAME = {act: Description(act.label) for act in challenge.Act}


def words(answers: dict[Any, Any], **own: dict[Any, Any]) -> Words:
    """Return words of Challenges: answers that decisions share, and own ones of phases by their labels."""
    rows = {phase: WORDING._replace(answers=own.get(phase.label, {})) for phase in Phase}
    return Words(DECISIONS, rows, answers)


def test_a_decision_without_words_is_refused() -> None:
    rows = dict.fromkeys(Phase, WORDING)
    assert Words(DECISIONS, rows, SAME)
    with pytest.raises(InvalidGame, match="decision 'target' has no words"):
        Words(DECISIONS, {phase: row for phase, row in rows.items() if phase != Phase.TARGET}, SAME)


def test_an_answer_without_words_is_refused() -> None:
    rest = {act: told for act, told in SAME.items() if act != challenge.Act.TOKEN}
    with pytest.raises(InvalidGame, match="answer 'token' of decision 'priority' has no words"):
        words(rest)
    assert words(rest, priority={challenge.Act.TOKEN: Description("Lay")})


def test_words_for_what_is_no_answer_of_a_decision_are_refused() -> None:
    with pytest.raises(InvalidGame, match="'token' has words, but is no answer of decision 'target'"):
        words(SAME, target={challenge.Act.TOKEN: Description("Lay")})


def test_an_answer_is_described_by_its_decision_first_and_by_its_place_in_its_range() -> None:
    found = words(SAME, target={challenge.Act.CHOOSE: lambda s, k, setup: Description(f"Aim at {k}")})
    s = row(State.blank())
    s.phase = Phase.TARGET
    assert found.describe(s, int(challenge.Act.CHOOSE) + 2, None).name == "Aim at 2"
    s.phase = Phase.REACTION
    assert found.describe(s, int(challenge.Act.CHOOSE) + 2, None).name == "choose"


def test_what_is_no_answer_now_has_a_name_all_the_same() -> None:
    act, own = challenge.Act, {challenge.Act.TEMPLATE: lambda s, k, setup: Description("Post")}
    rest = {act: told for act, told in SAME.items() if act not in (act.TEMPLATE, act.TOKEN)}
    found = words(rest, post=own, priority={**own, act.TOKEN: Description("Lay a Bust")})
    s = row(State.blank())
    s.phase = Phase.TARGET
    assert found.describe(s, int(act.TOKEN), None).name == "Lay a Bust"
    assert found.describe(s, int(act.TEMPLATE) + 1, None).name == "Post"


def test_a_step_without_a_rule_is_refused() -> None:
    with pytest.raises(InvalidGame, match="no rule is given for step 'second-round'"):
        by_step(Round, {Round.FIRST_ROUND: RULES[0]})


class Asked(GameState):
    """A game of two questions: the first has one answer, a raise; the second is asked by the step."""

    raises: int = int8("raises")


class AskedUnasked(Asked):
    """The same, in which a single answer is played unasked."""

    more: int = int8("nothing")


class AskedWhere(Asked):
    """The same, where the kernel says so."""

    most: int = int8("nothing")


@kernel
def second_seat(s: Asked) -> int:
    return 1


@kernel
def legal_raise(s: Asked, out: Out) -> None:
    out.words[0] = 1 << Act.RAISE if s.phase == Round.FIRST_ROUND else 3


@kernel
def play_raise(s: Asked, action: int, out: Out) -> None:
    s.raises += 1 if action == Act.RAISE else 0


@kernel
def ask_second(s: Asked, out: Out) -> None:
    ask(s, Round.SECOND_ROUND)


@kernel
def is_first(s: Asked) -> bool:
    return bool(s.phase == Round.FIRST_ROUND)


@kernel
def returns(s: Asked, out: Out) -> None:
    return


@kernel
def observe(s: Asked, viewer: int, row: Ints, out: Out) -> None:
    return


@kernel
def redeal(s: Asked, viewer: int, out: Out) -> None:
    return


def made(state: type[Asked], is_public: Any) -> Decisions:
    row = Decision((Act.RAISE,), second_seat, legal_raise, play_raise, is_public)
    table = Decisions(Round, LAYOUT, dict.fromkeys(Round, row), ask_second)
    rules = Kernels(table.settle, table.legal, table.apply, returns, observe, redeal)
    register(state.__name__, state.dtype, rules)
    return table


TABLES = [
    (Asked, made(Asked, False), 0, 0),
    (AskedUnasked, made(AskedUnasked, True), 1, 1),
    (AskedWhere, made(AskedWhere, is_first), 1, 1),
]


def dealt(state: type[Asked]) -> tuple[Any, Any]:
    s = row(state.blank())
    s.asks = True
    return s, row(make_out(LAYOUT.n))


@pytest.mark.parametrize(("state", "table", "phase", "raises"), TABLES, ids=["no", "yes", "where"])
def test_a_single_answer_is_played_unasked_where_it_is_public(
    state: type[Asked], table: Decisions, phase: int, raises: int
) -> None:
    settle = table.settle
    s, out = dealt(state)
    settle(s, out)
    assert (s.phase, s.raises, s.seat, s.asks) == (phase, raises, 1, True)


def test_an_answer_is_no_longer_asked_when_it_is_played() -> None:
    state, table, *_ = TABLES[0]
    s, out = dealt(state)
    table.apply(s, int(Act.RAISE), out)
    assert (s.phase, s.raises, s.asks) == (1, 1, True)


@kernel
def nothing(s: State, out: Out) -> None:
    return


def test_the_legal_set_is_cleared_before_it_is_written() -> None:
    setup = make_setup("leduc-v0")
    s, out = row(setup.template.copy()), row(setup.make_out())
    out.words[0] = 7
    decisions(dict.fromkeys(Round, BET._replace(legal=nothing))).legal(s, out)
    assert out.words[0] == 0


def test_what_can_answer_is_told_by_its_range() -> None:
    s = row(State.blank())
    s.phase = Phase.TARGET
    assert DECISIONS.can_answer(s, 1) and not DECISIONS.can_answer(s, 0)
