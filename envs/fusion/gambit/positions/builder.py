"""Builds a Gambit's state out of a position, and refuses what cannot occur."""

from __future__ import annotations

from pydantic import BaseModel

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.errors import did_you_mean
from throwdown.envs.core.game import Setup
from throwdown.envs.fusion.gambit.actions import CONSEQUENCES as KINDS
from throwdown.envs.fusion.gambit.actions import WAVE
from throwdown.envs.fusion.gambit.positions.position import ABSENT, Position
from throwdown.envs.fusion.gambit.state import (
    ACCEPT_STEP,
    ANSWER_STEP,
    CALLED_OFF,
    CONSEQUENCES,
    END,
    FROM_HAND,
    NEWER,
    NO_BUT,
    NO_SOURCE,
    OPEN,
    OUTCOME_STEP,
    OUTCOMES,
    PHASES,
    PLAYED,
    RESULTS,
    SOURCES,
    THRESHOLD_STEP,
    YES_AND,
    YES_BUT,
    State,
)
from throwdown.envs.fusion.positions.conflict_builder import ConflictBuilder
from throwdown.envs.fusion.positions.world_builder import interpreted, need
from throwdown.envs.fusion.words.why_not import has_choice, plain_rule
from throwdown.envs.fusion.world.conflict import SHARED_PHASES
from throwdown.envs.fusion.world.deal import playable
from throwdown.envs.fusion.world.order import value
from throwdown.envs.fusion.world.stakes import span
from throwdown.envs.fusion.world.state import COACH

_STEPS = {
    "over": END,
    "accept": ACCEPT_STEP,
    "threshold": THRESHOLD_STEP,
    "answer": ANSWER_STEP,
    "outcome": OUTCOME_STEP,
}
_EMPTY_TABLE = ("over", "accept", "threshold")
_WAITING = SHARED_PHASES[1:]
_AFTER = ("consequence", *_WAITING)


def from_position(position: BaseModel, setup: Setup, s: State) -> None:
    """Write a position into a record; the record is unchanged if it is refused.

    Raises:
        InvalidPosition: the position cannot occur in this scenario.
    """
    Builder.write(position, setup, s)


class Builder(ConflictBuilder[Position, State]):
    """One position on its way into a record.

    Attributes:
        phase: what is being decided.
    """

    model = Position
    jokers_only = "{place} holds Jokers only; they would have surfaced as Omens (CD-24)."
    phase: str

    def build(self) -> None:
        """Run all steps."""
        self.seats = self.setup.seats
        self.write_world()
        self.write_conflict()
        self.write_who()
        self.write_pending()
        self.phase = self.p.phase or self.default_phase()
        need(self.phase in PHASES, f"phase is '{self.phase}'{did_you_mean(self.phase, PHASES)}.")
        need(self.waits == (self.phase in _WAITING), self.mismatch(self.phase))
        self.write_all_cards()
        self.write_outcome()
        self.write_turn()
        self.write_stakes()

    def default_phase(self) -> str:
        """Return the phase that follows from what waits and from the cards on the table."""
        p = self.p
        if self.waits:
            return self.waiting_phase()
        if p.result is not None:
            return "over"
        if p.threshold is None:
            return "accept"
        if p.played is None:
            return "answer"
        return "consequence" if p.outcome is not None or self.is_higher() else "outcome"

    def is_higher(self) -> bool:
        """Return whether the Pilot's card exceeds the Threshold (GA-12, GA-13)."""
        new = self.card(self.p.played or "", "played")
        old = self.card(self.p.threshold or "", "threshold")
        self.check_suited(new, "played")
        self.check_suited(old, "threshold")
        return value(new // 4, "eleven") > value(old // 4, "eleven")

    def write_who(self) -> None:
        """Write whose Gambit it is, and whether her Specialty is involved."""
        p, s, cfg, c = self.p, self.s, self.cfg, self.s.conflict
        told = [name for name in ABSENT if getattr(p, name) not in (None, {}, [])]
        need(not told, f"{told[0] if told else ''} has no place in a position of a Gambit.")
        default = max(1, int(cfg.acting))
        s.acting = default if p.acting is None else self.pilot(p.acting, "acting")
        need(
            cfg.acting in (NONE, s.acting),
            f"acting: the scenario has the Gambit played by {self.seats[int(cfg.acting)]}.",
        )
        involved = cfg.specialty_involved == 1 if p.specialty_involved is None else p.specialty_involved
        s.specialty = int(involved)
        c.commander[0], c.commander[1] = COACH, s.acting
        c.involved[COACH] = c.involved[int(s.acting)] = 1

    # The table -------------------------------------------------------------------------------------------------------

    def read_table(self) -> None:
        """Lay the two cards on the table, face-down or face-up."""
        p, s, phase = self.p, self.s, self.phase
        s.sealed[:], s.blind, s.threshold, s.played = NONE, NONE, NONE, NONE
        self.sealed = {}
        s.source, s.flipped = self.source(), int(p.flipped)
        has_threshold, has_played = phase not in _EMPTY_TABLE, phase in ("outcome", *_AFTER)
        for name, given, due in (("threshold", p.threshold, has_threshold), ("played", p.played, has_played)):
            need(given is None or due, f"{name}: no such card is on the table in phase '{phase}'.")
            need(given is not None or not due, f"{name} is missing; it is on the table in phase '{phase}'.")
        if has_threshold:
            c = self.claim([p.threshold or ""], "threshold", 0)[0]
            if has_played:
                s.threshold = c
            elif s.source == FROM_HAND:
                s.sealed[COACH] = c
            else:
                s.blind = c
        if has_played:
            s.played = self.claim([p.played or ""], "played", self.deck_of(int(s.acting)))[0]

    def source(self) -> int:
        """Return where the Threshold came from."""
        p, is_newer = self.p, self.cfg.edition == NEWER
        before = self.phase in ("accept", "threshold") or p.result == "declined"
        need(p.source is None or not before, f"source: no Threshold was laid in phase '{self.phase}'.")
        need(p.source != "hand" or is_newer, "source: the older edition takes the Threshold off the deck.")
        need(
            not p.flipped or self.phase in ("over", "outcome", *_AFTER),
            f"flipped: the Pilot has not played in phase '{self.phase}'.",
        )
        if before or (self.phase == "over" and p.source is None):
            return NO_SOURCE
        return SOURCES.index(p.source or ("hand" if is_newer else "blind"))

    # The outcome -----------------------------------------------------------------------------------------------------

    def write_outcome(self) -> None:
        """Write the outcome and what Coach has still to choose."""
        p, s, phase = self.p, self.s, self.phase
        s.result = RESULTS.index(p.result or ("played" if phase == "over" else "running"))
        need(p.result is None or phase == "over", f"result: the Gambit is not over in phase '{phase}'.")
        s.outcome = self.outcome()
        if s.outcome == OPEN:
            need(not p.left and p.last is None, f"left, last: no outcome is reached in phase '{phase}'.")
            s.left, s.last = 0, NONE
            return
        every = 2 if s.specialty else 1
        low, high = {"over": (0, 0), "consequence": (1, every)}.get(phase, (0, every - 1))
        last = p.last or self.default_last()
        default = high if phase != "consequence" or last is None else low
        s.left = min(default, high) if p.left is None else p.left
        need(low <= s.left <= high, f"left is {int(s.left)}; in phase '{phase}' it is {low} to {high}.")
        need(
            (last is None) == (s.left == every),
            f"last must name the consequence chosen before if left is less than {every}, and only then.",
        )
        self.check_last(last)
        s.last = NONE if last is None else KINDS.index(last)

    def check_last(self, last: str | None) -> None:
        """Refuse a consequence that the outcome does not allow, or that leaves nothing to wait for."""
        if last is None:
            return
        need(last in KINDS, f"last is '{last}'{did_you_mean(last, KINDS)}.")
        is_positive = self.s.outcome in (YES_AND, NO_BUT)
        fits = last == "narrative" or (KINDS.index(last) < WAVE) == is_positive
        need(
            fits and not (self.waits and last == "narrative"),
            f"last: '{last}' cannot have been chosen for {OUTCOMES[int(self.s.outcome)]} in phase '{self.phase}'.",
        )

    def outcome(self) -> int:
        """Return the outcome that is given, or follows from the cards."""
        p, phase, name = self.p, self.phase, self.p.outcome
        if phase in ("accept", "threshold", "answer", "outcome") or p.result in ("declined", "called off"):
            need(name is None, f"outcome: none is reached in phase '{phase}'.")
            need(phase != "outcome" or not self.is_higher(), "played exceeds threshold: that is 'yes-and'.")
            return OPEN
        if phase != "over":
            name = name or ("yes-and" if self.is_higher() else None)
            need(
                name is None or (name == "yes-and") == self.is_higher(),
                f"outcome: '{name}' does not follow from {p.played} on {p.threshold}; a higher card is "
                "'yes-and', any other lets the Pilot pick one of the rest (GA-12, GA-14).",
            )
        need(name is not None, f"outcome is missing; it is settled in phase '{phase}'.")
        return OUTCOMES.index(name or "open")

    def default_last(self) -> str | None:
        """Return the consequence that must have been chosen last."""
        p = self.p
        if not self.waits:
            return "narrative" if self.phase == "over" else None
        if p.agenda:
            return p.agenda[0].effect if p.agenda[0].effect in KINDS else "wave"
        if p.damage.purge or p.damage.disfavor:
            return "purge" if p.damage.purge else "disfavor"
        return "strife"

    # Who decides -----------------------------------------------------------------------------------------------------

    def write_turn(self) -> None:
        """Write phase, step and seat, and refuse decisions that nobody has."""
        s, phase, me = self.s, self.phase, int(self.s.acting)
        s.phase, s.step = PHASES.index(phase), _STEPS.get(phase, CONSEQUENCES)
        s.over = phase == "over"
        s.seat = COACH if phase in ("threshold", "consequence") else me
        if phase in _WAITING:
            self.write_decider()
        if phase == "threshold":
            need(self.cfg.edition == NEWER, "phase: in the older edition the Threshold comes off the deck.")
        if phase in ("threshold", "answer"):
            held = plain_rule(playable)(s, int(s.seat)) if phase == "answer" else self.w.hand[COACH, 0]
            need(
                bool(held),
                f"hands: {self.seats[int(s.seat)]} has no card to choose in phase '{phase}'; it comes off the deck by "
                "itself.",
            )

    def mismatch(self, phase: str) -> str:
        """Return what is wrong where a phase and what waits do not fit."""
        if self.waits:
            return f"damage, agenda: nothing may wait in phase '{phase}'."
        return f"damage, agenda: nothing waits, but something does in phase '{phase}'."

    def write_decider(self) -> None:
        """Write who decides about what waits."""
        p, s, phase = self.p, self.s, self.phase
        told = None if p.decides is None else self.seat(p.decides, "decides")
        seat = self.waiting_seat(phase, int(s.acting) if told is None else told)
        if seat is None:
            seat = int(s.acting) if told is None else told
        need(seat != NONE, f"damage: nobody can decide anything about it in phase '{phase}'.")
        need(told in (None, seat), f"decides: in phase '{phase}' it is {self.seats[seat]}.")
        s.seat = seat
        need(
            has_choice(s, self.setup), f"agenda, damage: {self.seats[seat]} has no choice in phase '{phase}'."
        )

    def write_stakes(self) -> None:
        """Write what the stakes are measured against, their value at the end, and the stream."""
        s, p = self.s, self.p
        now = self.stock()
        s.start[:] = now if p.start is None else p.start
        self.write_stream()
        need(p.stakes is None or self.phase == "over", "stakes are measured when it is over.")
        if s.result == PLAYED:
            spans = [int(interpreted(span)(s, i)) for i in range(5)]
            change = sum(
                float(self.cfg.weights[i]) * (now[i] - int(s.start[i])) / spans[i]
                for i in range(5)
                if spans[i]
            )
            win = 0.5 if s.outcome in (YES_AND, YES_BUT) else -0.5
            s.stakes = win + change if p.stakes is None else p.stakes
        need(p.stakes in (None, 0.0) or s.result == PLAYED, "stakes: this Gambit came to nothing.")
        need(s.result != CALLED_OFF or s.over, "result: a Gambit that is called off is over.")
