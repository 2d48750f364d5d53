"""What a game asks: one table of its decisions, from which phases, dispatch and words are made.

A state's ``phase`` says which decision is asked. Its row of the table names the actions that can answer it and the
kernels that say who decides, what is legal and what a play does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, cast

from numba.extending import overload

from throwdown.envs.core.actions import ActionLayout
from throwdown.envs.core.cardset import lowest, popcount
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.compiler import OPTIONS, KernelCompiler
from throwdown.envs.core.enums import Named
from throwdown.envs.core.errors import InvalidGame
from throwdown.envs.core.jit import kernel

F = TypeVar("F", bound=Callable[..., Any])


class Decision(NamedTuple):
    """One thing that a game asks.

    Attributes:
        acts: the ranges of actions that can answer it, by name.
        who: ``who(s)``: a kernel that returns the seat that decides, from the rest of the state.
        legal: ``legal(s)``: a kernel that returns the legal answers as bits of the game's only page.
        play: ``play(s, action, out)``: a kernel that carries an answer out.
    """

    acts: tuple[str, ...]
    who: Callable[[Any], int]
    legal: Callable[[Any], int]
    play: Callable[[Any, int, Any], None]


class Wording(NamedTuple):
    """How a decision is put to people.

    Attributes:
        ask: what is to be done, to be read after a name and a colon; a function of state and setup where it varies.
        help: the rules of the decision in whole sentences, of which the first says what is decided.
        forced: one sentence that says why there is but one answer, where there is.
    """

    ask: str | Callable[[Any, Any], str]
    help: tuple[str, ...]
    forced: str


class Decisions:
    """All decisions of a game, by phase.

    Attributes:
        phases: the enum of what a state's ``phase`` may be.
        who: the kernel ``who(s)`` of the decision that is asked.
        legal: the kernel ``legal(s)`` likewise.
        play: the kernel ``play(s, action, out)`` likewise.
        settle: the kernel ``settle(s, out)``: go on to the next decision that leaves somebody a choice, and write into
            ``s.seat`` whose it is.
    """

    def __init__(
        self,
        phases: type[Named],
        layout: ActionLayout,
        rows: Mapping[Any, Decision],
        go_on: Callable[[Any, Any], bool],
        is_open: Callable[[Any], bool],
    ) -> None:
        """Make the dispatch.

        Args:
            phases: the enum of what a state's ``phase`` may be.
            layout: the actions, all on one page.
            rows: the decision of every phase.
            go_on: ``go_on(s, out)``: a kernel that carries out the next of what nobody decides, and returns whether
                there was any.
            is_open: ``is_open(s)``: a kernel that returns whether public facts alone make the legal set, so that a
                single answer may be given unasked.

        Raises:
            InvalidGame: a phase has no decision, or a decision names a range that the layout does not have.
        """
        missing = [phase.label for phase in phases if phase not in rows]
        if missing:
            raise InvalidGame(f"{phases.__module__}: no decision is given for phase '{missing[0]}'.")
        ranges = {r.name for page in layout.pages for r in page}
        for phase, row in rows.items():
            for name in row.acts:
                if name not in ranges:
                    raise InvalidGame(
                        f"{phases.__module__}: decision '{phase.label}' names actions '{name}', which there are not."
                    )
        self.phases, self.layout, self._rows = phases, layout, [rows[phase] for phase in phases]
        self.who = by_phase([row.who for row in self._rows])
        self.legal = by_phase([row.legal for row in self._rows])
        self.play = by_phase([row.play for row in self._rows])
        self.settle = _settling(self.who, self.legal, self.play, go_on, is_open)

    def can_answer(self, s: Any, action: int) -> bool:
        """Return whether an action is one of those that can answer what is asked, legal now or not."""
        return self.range_of(action) in self._rows[int(s.phase)].acts

    def range_of(self, action: int) -> str:
        """Return the name of the range that an action belongs to."""
        label = self.layout.labels[action]
        return next(r.name for page in self.layout.pages for r in page if label in r.labels)

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
    """What people are told of every decision of a game."""

    def __init__(self, decisions: Decisions, rows: Mapping[Any, Wording]) -> None:
        """Check that all have words.

        Raises:
            InvalidGame: a decision has none.
        """
        for phase in decisions.phases:
            if phase not in rows:
                raise InvalidGame(f"{decisions.phases.__module__}: decision '{phase.label}' has no words.")
        self._rows = [rows[phase] for phase in decisions.phases]

    def of(self, s: Any) -> Wording:
        """Return the words of the decision that is asked."""
        return self._rows[int(s.phase)]

    def ask(self, s: Any, setup: Any) -> str:
        """Return what is to be done, as everybody knows it."""
        ask = self.of(s).ask
        return ask if isinstance(ask, str) else ask(s, setup)

    def help(self, s: Any) -> str:
        """Return the rules of the decision."""
        return " ".join(self.of(s).help)

    def subject(self, s: Any) -> str:
        """Return what is decided, for the middle of a sentence."""
        return self.of(s).help[0].rstrip(".")


def _settling(who: Any, legal: Any, play: Any, go_on: Any, is_open: Any) -> Any:
    """Return the kernel `Decisions.settle`."""

    @kernel
    def settle(s: Any, out: Any) -> None:
        while not s.over:
            if go_on(s, out):
                continue
            s.seat = who(s)
            word = legal(s) if is_open(s) else 0
            if popcount(word) != 1:
                return
            play(s, lowest(word), out)

    return settle


def by_phase(rules: Sequence[F]) -> F:
    """Return a function that calls the kernel of the phase that a state is in, found by halving."""

    def choose(first: int, last: int) -> Any:
        if all(rule is rules[first] for rule in rules[first:last]):
            return rules[first]
        middle = (first + last) // 2
        low, high = choose(first, middle), choose(middle, last)

        def call(s: Any, *args: Any) -> Any:
            return low(s, *args) if s.phase < middle else high(s, *args)

        def compiled(s: Any, *args: Any) -> Any:
            return lambda s, *args: low(s, *args) if s.phase < middle else high(s, *args)

        overload(call, strict=False, jit_options={"pipeline_class": KernelCompiler, **OPTIONS})(compiled)
        return call

    return cast("F", choose(0, len(rules)))
