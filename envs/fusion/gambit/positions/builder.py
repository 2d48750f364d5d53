"""Builds a Gambit's state out of a position, and refuses what cannot occur."""

from __future__ import annotations

from pydantic import BaseModel

from throwdown.envs.core.kit import NONE, Setup, did_you_mean
from throwdown.envs.fusion.gambit import actions, outcome, state
from throwdown.envs.fusion.gambit.decisions import DECISIONS
from throwdown.envs.fusion.gambit.positions.position import ABSENT, Position
from throwdown.envs.fusion.positions import conflict_builder, world_builder
from throwdown.envs.fusion.words import why_not
from throwdown.envs.fusion.world import book, deal, order, stakes
from throwdown.envs.fusion.world.terms import COACH, Choice

_CLAIMS = ("claim", "agree")
_EMPTY_TABLE = ("over", "accept", *_CLAIMS, "threshold")
_WAITING = Choice.labels()[1:]
_AFTER = ("consequence", *_WAITING)


def from_position(position: BaseModel, setup: Setup, s: state.State) -> None:
    """Write a position into a record; the record is unchanged if it is refused.

    Raises:
        InvalidPosition: the position cannot occur in this scenario.
    """
    Builder.write(position, setup, s)


class Builder(conflict_builder.ConflictBuilder[Position, state.State]):
    """One position on its way into a record.

    Attributes:
        phase: what is being decided.
        escalated: whether an Escalation Event has happened, whose effects may be what waits.
        moment: the phase in whose course that is: an Omen may be Spent while there is no Threshold yet.
    """

    model = Position
    jokers_only = "{place} holds Jokers only; they would have surfaced as Omens (CD-24)."
    phase: str
    escalated: bool
    moment: str

    def build(self) -> None:
        """Run all steps."""
        self.seats = self.setup.seats
        self.write_world()
        self.write_conflict()
        self.write_who()
        self.write_pending()
        self.phase = self.p.phase or self.default_phase()
        world_builder.need(
            self.phase in state.PHASES, f"phase is '{self.phase}'{did_you_mean(self.phase, state.PHASES)}."
        )
        world_builder.need(self.waits == (self.phase in _WAITING), self.mismatch(self.phase))
        self.escalated = bool(int(self.w.used[COACH]) & ((1 << book.MAX_EVENTS) - 1))
        early = self.waits and self.escalated and self.p.threshold is None
        self.moment = "threshold" if early else self.phase
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
        return order.value(new // 4, "eleven") > order.value(old // 4, "eleven")

    def write_who(self) -> None:
        """Write whose Gambit it is, and whether her Specialty is involved."""
        p, s, cfg, c = self.p, self.s, self.cfg, self.s.conflict
        told = [name for name in ABSENT if getattr(p, name) not in (None, {}, [])]
        world_builder.need(not told, f"{told[0] if told else ''} has no place in a position of a Gambit.")
        default = max(1, int(cfg.acting))
        s.acting = default if p.acting is None else self.pilot(p.acting, "acting")
        world_builder.need(
            cfg.acting in (NONE, s.acting),
            f"acting: in this scenario {self.seats[int(cfg.acting)]} plays the Gambit.",
        )
        involved = cfg.specialty_involved == 1 if p.specialty_involved is None else p.specialty_involved
        s.specialty = involved
        s.great = cfg.goal > 0 if p.goal is None else p.goal == "great"
        c.commander[0], c.commander[1] = COACH, s.acting
        c.involved[COACH] = c.involved[int(s.acting)] = c.reaches_all = True

    # The table -------------------------------------------------------------------------------------------------------

    def read_table(self) -> None:
        """Lay the two cards on the table, face-down or face-up."""
        p, s, phase = self.p, self.s, self.moment
        s.sealed[:], s.blind, s.threshold, s.played = NONE, NONE, NONE, NONE
        self.sealed = {}
        s.source, s.flipped = self.source(), p.flipped
        has_threshold, has_played = phase not in _EMPTY_TABLE, phase in ("outcome", *_AFTER)
        for name, given, due in (("threshold", p.threshold, has_threshold), ("played", p.played, has_played)):
            world_builder.need(
                given is None or due, f"{name}: no such card is on the table in phase '{phase}'."
            )
            world_builder.need(
                given is not None or not due, f"{name} is missing; it is on the table in phase '{phase}'."
            )
        if has_threshold:
            c = self.claim([p.threshold or ""], "threshold", 0)[0]
            if has_played:
                s.threshold = c
            elif s.source == state.Source.HAND:
                s.sealed[COACH] = c
            else:
                s.blind = c
        if has_played:
            s.played = self.claim([p.played or ""], "played", self.deck_of(int(s.acting)))[0]

    def source(self) -> int:
        """Return where the Threshold came from."""
        p, is_newer = self.p, self.cfg.edition == state.Edition.NEWER
        before = self.moment in _EMPTY_TABLE[1:] or p.result == "declined"
        world_builder.need(
            p.source is None or not before, f"source: no Threshold was laid in phase '{self.phase}'."
        )
        world_builder.need(
            p.source != "hand" or is_newer, "source: in the older edition the Threshold comes from the deck."
        )
        world_builder.need(
            not p.flipped or self.moment in ("over", "outcome", *_AFTER),
            f"flipped: the Pilot has not played in phase '{self.phase}'.",
        )
        if before or (self.phase == "over" and p.source is None):
            return state.Source.NONE
        return state.Source.of(p.source or ("hand" if is_newer else "blind"))

    # The outcome -----------------------------------------------------------------------------------------------------

    def write_outcome(self) -> None:
        """Write the outcome and what Coach has still to choose."""
        p, s, phase = self.p, self.s, self.moment
        s.result = state.Result.of(p.result or ("played" if phase == "over" else "running"))
        world_builder.need(
            p.result is None or phase == "over", f"result: the Gambit is not over in phase '{phase}'."
        )
        s.outcome = self.outcome()
        if s.outcome == state.Outcome.OPEN:
            world_builder.need(
                not p.left and p.last is None, f"left, last: no outcome has been reached in phase '{phase}'."
            )
            s.left, s.last = 0, NONE
            return
        every = 2 if s.specialty else 1
        low, high = {"over": (0, 0), "consequence": (1, every)}.get(phase, (0, every - 1))
        default = high if phase != "consequence" or p.last is None else low
        high += int(self.waits and self.escalated)
        last = p.last or (None if p.left == every else self.default_last())
        s.left = min(default, high) if p.left is None else p.left
        world_builder.need(
            low <= s.left <= high, f"left is {int(s.left)}; in phase '{phase}' it is {low} to {high}."
        )
        world_builder.need(
            (last is None) == (s.left == every),
            f"last must name the consequence that was chosen before if left is less than {every}, and only "
            "then.",
        )
        self.check_last(last)
        s.last = NONE if last is None else actions.Consequence.of(last)

    def check_last(self, last: str | None) -> None:
        """Refuse a consequence that the outcome does not allow, or that leaves nothing to wait for."""
        if last is None:
            return
        world_builder.need(
            last in actions.Consequence.labels(),
            f"last is '{last}'{did_you_mean(last, actions.Consequence.labels())}.",
        )
        is_positive = self.s.outcome in (state.Outcome.YES_AND, state.Outcome.NO_BUT)
        fits = last == "narrative" or (actions.Consequence.of(last) in actions.POSITIVE) == is_positive
        world_builder.need(
            fits and (not self.waits or self.escalated or last != "narrative"),
            f"last: '{last}' cannot have been chosen for {state.Outcome(int(self.s.outcome)).label} in "
            f"phase '{self.phase}'.",
        )

    def outcome(self) -> int:
        """Return the outcome that is given, or follows from the cards."""
        p, phase, name = self.p, self.moment, self.p.outcome
        if phase in (*_EMPTY_TABLE[1:], "answer", "outcome") or p.result in ("declined", "called off"):
            world_builder.need(name is None, f"outcome: none has been reached in phase '{phase}'.")
            world_builder.need(
                phase != "outcome" or not self.is_higher(),
                "outcome must be 'yes-and', for played exceeds threshold.",
            )
            return state.Outcome.OPEN
        if phase != "over":
            name = name or ("yes-and" if self.is_higher() else None)
            world_builder.need(
                name is None or (name == "yes-and") == self.is_higher(),
                f"outcome: '{name}' does not follow from {p.played} on {p.threshold}; a higher card "
                "gives 'yes-and', any other card a choice of the other outcomes (GA-12, GA-14).",
            )
        world_builder.need(name is not None, f"outcome is missing; it has been settled in phase '{phase}'.")
        return state.Outcome.of(name or "open")

    def default_last(self) -> str | None:
        """Return the consequence that must have been chosen last."""
        p = self.p
        if not self.waits:
            return "narrative" if self.phase == "over" else None
        if p.agenda:
            return p.agenda[0].effect if p.agenda[0].effect in actions.Consequence.labels() else "wave"
        if p.damage.purge or p.damage.disfavor:
            return "purge" if p.damage.purge else "disfavor"
        return "strife"

    # Who decides -----------------------------------------------------------------------------------------------------

    def write_turn(self) -> None:
        """Write phase, step and seat, and refuse decisions that nobody has."""
        s, phase = self.s, self.phase
        step = DECISIONS.rows[state.PHASES.index(self.moment)].step
        s.phase, s.step = state.PHASES.index(phase), state.Step.CONSEQUENCES if step is None else step
        s.over = phase == "over"
        self.check_claim()
        if phase in _WAITING:
            self.write_decider()
        else:
            s.seat = s.acting if s.over else DECISIONS.who(s)
        if phase == "threshold":
            world_builder.need(
                self.cfg.edition == state.Edition.NEWER,
                "phase: in the older edition the Threshold comes from the deck.",
            )
        if phase in ("threshold", "answer"):
            held = (
                why_not.plain_rule(deal.playable)(s, int(s.seat))
                if phase == "answer"
                else self.w.hand[COACH, 0]
            )
            world_builder.need(
                bool(held),
                f"hands: {self.seats[int(s.seat)]} has no card to choose in phase '{phase}'; the card "
                "comes from the deck automatically.",
            )

    def check_claim(self) -> None:
        """Refuse a claim where the scenario settles it, or one that is settled before it was made."""
        asks = self.cfg.specialty_involved == state.CLAIMED and self.cfg.specialty[int(self.s.acting)] > 0
        world_builder.need(
            asks or self.phase not in _CLAIMS,
            f"phase '{self.phase}': the Specialty cannot be claimed here; that needs a Pilot who has one and "
            "rules.specialty_involved = 'claim' (C-44).",
        )
        early = self.phase in _CLAIMS or (
            self.phase == "accept" and self.cfg.specialty_involved == state.CLAIMED
        )
        world_builder.need(
            not (early and self.s.specialty),
            f"specialty_involved: the Specialty has not been claimed and agreed to in phase '{self.phase}'.",
        )

    def mismatch(self, phase: str) -> str:
        """Return what is wrong where a phase and what waits do not fit."""
        if self.waits:
            return f"damage, agenda: nothing can be waiting in phase '{phase}'."
        return f"damage, agenda: nothing is waiting, but phase '{phase}' needs something that is."

    def write_decider(self) -> None:
        """Write who decides about what waits."""
        p, s, phase = self.p, self.s, self.phase
        told = None if p.decides is None else self.seat(p.decides, "decides")
        seat = self.waiting_seat(phase, int(s.acting) if told is None else told)
        world_builder.need(seat != NONE, f"damage: there is nothing to decide about it in phase '{phase}'.")
        world_builder.need(told in (None, seat), f"decides: in phase '{phase}' it is {self.seats[seat]}.")

    def write_stakes(self) -> None:
        """Write what the stakes are measured against, their value at the end, and the stream."""
        s, p = self.s, self.p
        now = self.stock()
        goods = int(world_builder.interpreted(outcome.count_goods)(s))
        s.start[:] = now if p.start is None else p.start
        s.goods = goods if p.goods is None else p.goods
        self.write_stream()
        world_builder.need(
            p.stakes is None or self.phase == "over", "stakes are measured only when the Gambit is over."
        )
        if s.result == state.Result.PLAYED:
            spans = [int(world_builder.interpreted(stakes.span)(s, i)) for i in range(5)]
            change = sum(
                float(self.cfg.weights[i]) * (now[i] - int(s.start[i])) / spans[i]
                for i in range(5)
                if spans[i]
            )
            change += outcome.GOOD * (goods - int(s.goods))
            change += outcome.LESSON * (s.outcome == state.Outcome.NO_AND and s.specialty)
            weigh, attains = map(world_builder.interpreted, (outcome.weigh_goal, outcome.is_attained))
            worth = weigh(change, s.great, attains(s.outcome))
            s.stakes = worth if p.stakes is None else p.stakes
        world_builder.need(
            p.stakes in (None, 0.0) or s.result == state.Result.PLAYED, "stakes: this Gambit came to nothing."
        )
        world_builder.need(
            s.result != state.Result.CALLED_OFF or s.over,
            "result: a Gambit that has been called off is over.",
        )
