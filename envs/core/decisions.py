"""What a game asks: one table of its decisions, from which phases, dispatch and words are made.

A state's ``phase`` says which decision is asked. Its row of the table names the actions that can answer it and the
kernels that say who decides, what is legal and what a play does.
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
"""Returns what an answer is to people, by the state, the action's place in its range, and the setup."""
Answer = Description | Describe
"""What an answer is to people, or a function where that varies."""


class Decision(NamedTuple):
    """One thing that a game asks.

    Attributes:
        acts: the ranges of actions that can answer it.
        who: ``who(s)``: a kernel that returns the seat that decides, from the rest of the state.
        legal: ``legal(s, out)``: a kernel that writes the legal answers into ``out.words``, which are 0 before.
        play: ``play(s, action, out)``: a kernel that carries an answer out. When it is called nothing is asked any
            more; to go on with the same decision or another it calls `ask`.
        is_public: whether public facts alone make the legal set, so that a single answer is played unasked; a kernel
            ``is_public(s)`` where that varies.
        step: where it goes on from when the answer is given, if that is always the same step; for positions.
    """

    acts: tuple[Actions, ...]
    who: Callable[[Any], int]
    legal: Callable[[Any, Any], None]
    play: Callable[[Any, int, Any], None]
    is_public: bool | Callable[[Any], bool] = False
    step: Named | None = None


class Wording(NamedTuple):
    """How a decision is put to people.

    Attributes:
        name: what is decided, for the middle of a sentence: "the bet", "whom to press on".
        ask: what is to be done, to be read after a name and a colon; a function of state and setup where it varies.
        help: the rules of the decision in whole sentences.
        forced: one sentence that says why there is but one answer, where there is; a function likewise.
        answers: what its answers are to people, by their ranges; those that it shares are given to `Words`.
    """

    name: str
    ask: Text
    help: tuple[str, ...]
    forced: Text
    answers: Mapping[Any, Answer] = {}


class Decisions:
    """All decisions of a game, by phase.

    Attributes:
        phases: what a state's ``phase`` may be.
        rows: the decision of every phase, by its number.
        who: the kernel ``who(s)`` of the decision that is asked.
        legal: the kernel ``legal(s, out)`` likewise; it clears ``out.words`` first.
        apply: the kernel ``apply(s, action, out)``: carry an answer out, and `settle`.
        is_public: the kernel ``is_public(s)`` of the decision that is asked.
        settle: the kernel ``settle(s, out)``: go on to the next decision that leaves somebody a choice, and write into
            ``s.seat`` whose it is.
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
            phases: what a state's ``phase`` may be, in the order of their numbers: an enum, or the members of several.
            layout: the actions.
            rows: the decision of every phase.
            step: ``step(s, out)``: a kernel that carries out the next of what nobody decides while nothing is asked;
                where somebody is to decide next, it calls `ask`.

        Raises:
            InvalidGame: a phase has no decision, phases are not numbered from 0 on, or a decision names a range that
                the layout does not have.
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
        """Return the kernel ``play(s, action, out)`` of the decision that is asked, which must be one of ``phases``."""
        given = {int(phase) for phase in phases}
        other = self.rows[min(given)].play
        return by_phase([row.play if k in given else other for k, row in enumerate(self.rows)])

    def can_answer(self, s: Any, action: int) -> bool:
        """Return whether an action is one of those that can answer what is asked, legal now or not."""
        return self.layout.act_of(action) in self.rows[int(s.phase)].acts

    def refused(self, s: Any, action: int) -> str:
        """Return why an action is none that could be played at all; empty if its game has to say."""
        if not 0 <= action < self.layout.n:
            return tr(
                "There is no action {action}; they are numbered 0 to {last}.",
                action=action,
                last=self.layout.n - 1,
            )
        return tr("The game is over.") if s.over else ""


class Words:
    """What people are told of every decision of a game.

    Attributes:
        rows: the words of every phase, by its number; with all answers.
    """

    def __init__(
        self, decisions: Decisions, rows: Mapping[Any, Wording], answers: Mapping[Any, Answer] | None = None
    ) -> None:
        """Check that all have words.

        Args:
            decisions: the decisions.
            rows: the words of every phase.
            answers: what the answers are to people that several decisions have, by their ranges.

        Raises:
            InvalidGame: a decision or one of its answers has none, or an answer is described that it does not have.
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
        self._elsewhere = {**dict(answer for row in reversed(found) for answer in row.answers.items()), **shared}

    def of(self, s: Any) -> Wording:
        """Return the words of the decision that is asked."""
        return self.rows[int(s.phase)]

    def ask(self, s: Any, setup: Any) -> str:
        """Return what is to be done, as everybody knows it."""
        return _text(self.of(s).ask, s, setup)

    def help(self, s: Any) -> str:
        """Return the rules of the decision."""
        return " ".join(self.of(s).help)

    def forced(self, s: Any, setup: Any) -> str:
        """Return why there is but one answer."""
        return _text(self.of(s).forced, s, setup)

    def describe(self, s: Any, action: int, setup: Any) -> Description:
        """Return the description of an action; if it is no answer now, as in the first decision that it can answer."""
        act = self._decisions.layout.act_of(action)
        answer = self.of(s).answers.get(act) or self._elsewhere[act]
        return answer if isinstance(answer, Description) else answer(s, action - act, setup)

    def not_asked(self, s: Any, action: int) -> str:
        """Return why an action cannot answer what is asked; empty if it can, legal now or not."""
        if self._decisions.can_answer(s, action):
            return ""
        what = self._decisions.layout.title(action)
        return tr("{what} is not part of this decision: {decision}.", what=what, decision=self.of(s).name)


def _text(text: Text, s: Any, setup: Any) -> str:
    return text if isinstance(text, str) else text(s, setup)


@kernel
def ask(s: Any, phase: int) -> None:
    """Have a decision asked."""
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
        for page in range(out.pages):
            out.words[page] = 0
        legal(s, out)

    return legal_set


def _following(who: Any, is_public: Any, step: Any) -> Any:
    """Return the kernel ``following(s, out)``: go on until something is asked; return an answer that is played unasked.

    It returns NONE where somebody has to be asked, and at the end of the game.
    """

    @kernel
    def next_asked(s: Any, out: Any) -> int:
        while not s.over and not s.asks:
            step(s, out)
        if not s.over:
            s.seat = who(s)
        return NONE

    if is_public is _never:  # so that nothing is compiled which cannot happen
        return next_asked

    @kernel
    def next_unasked(s: Any, out: Any) -> int:
        next_asked(s, out)
        if s.over or not is_public(s):
            return NONE
        calls.legal(s, out)  # which is compiled already, with the other rules
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
    """Return a function that calls the kernel of the phase that a state is in."""
    return calls.by_number(rules, _phase_of)


def by_step(steps: type[Named], rules: Mapping[Any, F]) -> F:
    """Return a function that calls the kernel of the step that a state is at.

    Raises:
        InvalidGame: a step has no kernel.
    """
    missing = [step.label for step in steps if step not in rules]
    if missing:
        raise InvalidGame(f"{steps.__module__}: no rule is given for step '{missing[0]}'.")
    return calls.by_number([rules[step] for step in steps], _step_of)
