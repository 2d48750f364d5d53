"""The table of a game's decisions, the source of its phases, dispatch and words.

A state's ``phase`` is the current decision. Its row of the table holds the actions that can answer it and the kernels
for the deciding seat, the legal answers and their execution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from throwdown.envs.core import calls
from throwdown.envs.core.actions import ActionLayout, Actions, count_members, nth_member
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.enums import Named
from throwdown.envs.core.errors import InvalidGame
from throwdown.envs.core.jit import kernel
from throwdown.envs.core.state import GameState
from throwdown.envs.core.texts import Description

F = TypeVar("F", bound=Callable[..., Any])
Text = str | Callable[[Any, Any], str]
Describe = Callable[[Any, int, Any], Description]
"""Returns the description of an answer, given the state, the action's index in its range, and the setup."""
Answer = Description | Describe
"""The description of an answer, or a function if it varies."""


class Decision(NamedTuple):
    """A decision.

    Attributes:
        acts: the ranges of actions that can answer it.
        who: ``who(s)``: a kernel that returns the deciding seat from the rest of the state.
        legal: ``legal(s, out)``: a kernel that writes the legal answers into ``out.words``, initially 0.
        play: ``play(s, action, out)``: a kernel that executes an answer. No decision is pending when it is called; to
            continue with the same decision or another it calls `ask`.
        is_public: whether the legal set follows from public facts alone, so that a single answer is played
            automatically; a kernel ``is_public(s)`` if that varies.
        step: the state's step while it is pending, if that is always the same; for positions.
    """

    acts: tuple[Actions, ...]
    who: Callable[[Any], int]
    legal: Callable[[Any, Any], None]
    play: Callable[[Any, int, Any], None]
    is_public: bool | Callable[[Any], bool] = False
    step: Named | None = None


class Wording(NamedTuple):
    """The words of a decision.

    Attributes:
        name: its name, for the middle of a sentence: "the bet", "whom to press on".
        ask: the instruction, to be read after a name and a colon; a function of state and setup if it varies.
        help: the rules of the decision in whole sentences.
        forced: one sentence: why there is only one answer, if there is; or a function likewise.
        answers: the descriptions of its own answers, by range; shared ones are given to `Words`.
    """

    name: str
    ask: Text
    help: tuple[str, ...]
    forced: Text
    answers: Mapping[Any, Answer] = {}


class Decisions:
    """All decisions of a game, by phase.

    Attributes:
        phases: the possible values of a state's ``phase``.
        rows: the decision of every phase, by number.
        who: the kernel ``who(s)`` of the current decision.
        legal: the kernel ``legal(s, out)`` of the current decision; it clears ``out.words`` first.
        apply: the kernel ``apply(s, action, out)``: execute an answer, and `settle`.
        is_public: the kernel ``is_public(s)`` of the current decision.
        settle: the kernel ``settle(s, out)``: continue to the next decision with a choice, and write the deciding seat
            into ``s.seat``.
    """

    def __init__(
        self,
        phases: Iterable[Named],
        layout: ActionLayout,
        rows: Mapping[Any, Decision],
        step: Callable[[Any, Any], None],
    ) -> None:
        """Make the dispatch.

        Args:
            phases: the possible values of a state's ``phase`` in numerical order: an enum, or the members of several.
            layout: the actions.
            rows: the decision of every phase.
            step: ``step(s, out)``: a kernel that executes the next step without a decision while none is pending;
                before a decision it calls `ask`.

        Raises:
            InvalidGame: a phase has no decision, phases are not numbered from 0 on, or a decision names a range that is
                not in the layout.
        """
        self.phases = tuple(phases)
        for number, phase in enumerate(self.phases):
            if phase not in rows:
                raise InvalidGame(f"{phase.__module__}: no decision is given for phase '{phase.label}'.")
            if phase != number:
                raise InvalidGame(
                    f"{phase.__module__}: phase '{phase.label}' is {int(phase)}, but comes as {number}."
                )
        for phase in self.phases:
            for act in rows[phase].acts:
                if not any(act is known for known in layout.acts):
                    raise InvalidGame(
                        f"{phase.__module__}: decision '{phase.label}' names {act!r}, which the layout does not have."
                    )
        self.layout, self.rows = layout, tuple(rows[phase] for phase in self.phases)
        self.who = by_phase([row.who for row in self.rows])
        self.legal = _clearing(by_phase([row.legal for row in self.rows]))
        self.is_public = by_phase([_as_kernel(row.is_public) for row in self.rows])
        following = _following(self.who, self.is_public, step)
        self.settle = _settling(following)
        self.apply = _applying(self.play_of(*self.phases), following)

    def play_of(self, *phases: Named) -> Callable[[Any, int, Any], None]:
        """Return the kernel ``play(s, action, out)`` of the current decision, which must be one of ``phases``."""
        given = {int(phase) for phase in phases}
        other = self.rows[min(given)].play
        return by_phase([row.play if k in given else other for k, row in enumerate(self.rows)])

    def can_answer(self, s: Any, action: int) -> bool:
        """Return whether an action can answer the current decision, legal now or not."""
        return self.layout.act_of(action) in self.rows[int(s.phase)].acts

    def refused(self, s: Any, action: int) -> str:
        """Return why an action cannot be played at all; empty if the game has to explain it."""
        if not 0 <= action < self.layout.n:
            return tr(
                "There is no action {action}; they are numbered 0 to {last}.",
                action=action,
                last=self.layout.n - 1,
            )
        return tr("The game is over.") if s.over else ""


class Words:
    """The words of all decisions of a game.

    Attributes:
        rows: the words of every phase, by number; with all answers.
    """

    def __init__(
        self, decisions: Decisions, rows: Mapping[Any, Wording], answers: Mapping[Any, Answer] | None = None
    ) -> None:
        """Check that the words are complete.

        Args:
            decisions: the decisions.
            rows: the words of every phase.
            answers: the descriptions of answers shared by several decisions, by range.

        Raises:
            InvalidGame: a decision or one of its answers has no words, or words are given for an answer it does not
                have.
        """
        shared = answers or {}
        found = []
        for phase, row in zip(decisions.phases, decisions.rows, strict=True):
            if phase not in rows:
                raise InvalidGame(f"{phase.__module__}: decision '{phase.label}' has no words.")
            where, told = f"of decision '{phase.label}'", {**shared, **rows[phase].answers}
            for act in row.acts:
                if act not in told:
                    raise InvalidGame(f"{phase.__module__}: answer '{act.label}' {where} has no words.")
            for act in rows[phase].answers:
                if act not in row.acts:
                    raise InvalidGame(
                        f"{phase.__module__}: '{act.label}' has words, but is no answer {where}."
                    )
            found.append(rows[phase]._replace(answers={act: told[act] for act in row.acts}))
        self._decisions, self.rows = decisions, tuple(found)
        self._elsewhere = {
            **dict(answer for row in reversed(found) for answer in row.answers.items()),
            **shared,
        }

    def of(self, s: Any) -> Wording:
        """Return the words of the current decision."""
        return self.rows[int(s.phase)]

    def ask(self, s: Any, setup: Any) -> str:
        """Return the instruction, from public information."""
        return _text(self.of(s).ask, s, setup)

    def help(self, s: Any) -> str:
        """Return the rules of the decision."""
        return " ".join(self.of(s).help)

    def forced(self, s: Any, setup: Any) -> str:
        """Return why there is only one answer."""
        return _text(self.of(s).forced, s, setup)

    def describe(self, s: Any, action: int, setup: Any) -> Description:
        """Return the description of an action; if it is no answer now, as in the first decision that it can answer."""
        act, label = self._decisions.layout.act_of(action), Description(self._decisions.layout.labels[action])
        answer = self.of(s).answers.get(act) or self._elsewhere.get(act, label)
        return answer if isinstance(answer, Description) else answer(s, action - act, setup)

    def not_asked(self, s: Any, action: int) -> str:
        """Return why an action cannot answer the current decision; empty if it can, legal now or not."""
        if self._decisions.can_answer(s, action):
            return ""
        what = self._decisions.layout.title(action)
        return tr("{what} is not part of this decision: {decision}.", what=what, decision=self.of(s).name)


def _text(text: Text, s: Any, setup: Any) -> str:
    return text if isinstance(text, str) else text(s, setup)


@kernel
def ask(s: Any, phase: int) -> None:
    """Make a decision pending."""
    s.phase, s.asks = phase, True


@kernel
def _always(s: Any) -> bool:
    return True


@kernel
def _never(s: Any) -> bool:
    return False


def _as_kernel(answer: bool | Callable[[Any], bool]) -> Callable[[Any], bool]:
    if callable(answer):
        return answer
    return _always if answer else _never


def _clearing(legal: Any) -> Any:
    """Return the kernel `Decisions.legal`."""

    @kernel
    def legal_set(s: Any, out: Any) -> None:
        for w in range(out.word_n):
            out.words[w] = 0
        legal(s, out)

    return legal_set


def _following(who: Any, is_public: Any, step: Any) -> Any:
    """Return the kernel ``following(s, out)``: continue to the next decision; return an answer to play automatically.

    It returns NONE if a seat has to decide, and at the end of the game.
    """

    @kernel
    def next_asked(s: Any, out: Any) -> int:
        while not s.over and not s.asks:
            step(s, out)
        if not s.over:
            s.seat = who(s)
        return NONE

    if is_public is _never:  # avoids compiling what cannot happen
        return next_asked

    @kernel
    def next_unasked(s: Any, out: Any) -> int:
        next_asked(s, out)
        if s.over or not is_public(s):
            return NONE
        calls.legal(s, out)  # already compiled with the other rules
        return nth_member(out, 0) if count_members(out) == 1 else NONE

    return next_unasked


def _settling(following: Any) -> Any:
    """Return the kernel `Decisions.settle`."""

    @kernel
    def settle(s: Any, out: Any) -> None:
        action = following(s, out)
        if action != NONE:
            calls.apply(s, action, out)

    return settle


def _applying(play: Any, following: Any) -> Any:
    """Return the kernel `Decisions.apply`."""

    @kernel
    def apply(s: Any, action: int, out: Any) -> None:
        while action != NONE:
            s.asks = False
            play(s, action, out)
            action = following(s, out)

    return apply


@kernel
def _phase_of(s: GameState) -> int:
    return s.phase


@kernel
def _step_of(s: Any) -> int:
    return int(s.step)


def by_phase(rules: Sequence[F]) -> F:
    """Return a function that calls the kernel of a state's current phase."""
    return calls.by_number(rules, _phase_of)


def by_step(steps: type[Named], rules: Mapping[Any, F]) -> F:
    """Return a function that calls the kernel of a state's current step.

    Raises:
        InvalidGame: a step has no kernel.
    """
    missing = [step.label for step in steps if step not in rules]
    if missing:
        raise InvalidGame(f"{steps.__module__}: no rule is given for step '{missing[0]}'.")
    return calls.by_number([rules[step] for step in steps], _step_of)
