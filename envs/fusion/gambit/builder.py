"""Builds a Gambit's state out of a position, and refuses what cannot occur."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pydantic import BaseModel

from throwdown.envs.core.cards import NAMES, NONE, cards_in, words_of
from throwdown.envs.core.errors import did_you_mean
from throwdown.envs.core.game import Setup
from throwdown.envs.fusion.builder import WorldBuilder, interpreted, need
from throwdown.envs.fusion.gambit.actions import CONSEQUENCES as KINDS
from throwdown.envs.fusion.gambit.position import Position
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
)
from throwdown.envs.fusion.order import value
from throwdown.envs.fusion.positions import DeckPosition
from throwdown.envs.fusion.stakes import span
from throwdown.envs.fusion.triggers import PURGE, SCHISM, TRAUMA
from throwdown.envs.fusion.world import COACH, COMMITMENTS

_STEPS = {
    "over": END,
    "accept": ACCEPT_STEP,
    "threshold": THRESHOLD_STEP,
    "answer": ANSWER_STEP,
    "outcome": OUTCOME_STEP,
}
_EMPTY_TABLE = ("over", "accept", "threshold")
_DAMAGE = ("buffer", "commitment")
_AFTER = ("consequence", "recover", *_DAMAGE)
_POSITIVE, _NEGATIVE = ("chargeup", "fortify", "recover"), ("purge", "strife")


def from_position(position: BaseModel, setup: Setup, s: Any) -> None:
    """Write a position into a record; the record is unchanged if it is refused.

    Raises:
        InvalidPosition: the position cannot occur in this scenario.
    """
    Builder.write(position, setup, s)


class Builder(WorldBuilder[Position]):
    """One position on its way into a record."""

    model = Position
    jokers_only = "{place} holds Jokers only; they would have surfaced as Omens (CD-24)."

    def build(self) -> None:
        """Run all steps."""
        self.seats = self.setup.seats
        self.phase = self.p.phase or self.default_phase()
        self.write_team()
        self.lay_out()
        self.write_table()
        self.write_known()
        self.write_outcome()
        self.write_damage()
        self.write_decks()
        self.write_turn()
        self.write_stakes()

    def default_phase(self) -> str:
        """Return the phase that follows from the cards on the table."""
        p = self.p
        if p.damage.purge or p.damage.strife or p.damage.trauma:
            return "buffer"
        if p.result is not None:
            return "over"
        if p.threshold is None:
            return "accept"
        if p.played is None:
            return "answer"
        return "consequence" if p.outcome is not None or self.is_higher() else "outcome"

    def is_higher(self) -> bool:
        """Return whether the Pilot's card exceeds the Threshold (GA-12, GA-13)."""
        new, old = (
            self.suited(self.p.played or "", "played"),
            self.suited(self.p.threshold or "", "threshold"),
        )
        return value(new // 4, "eleven") > value(old // 4, "eleven")

    def seat(self, name: str, place: str) -> int:
        """Return the seat of a name."""
        return self.find(name, self.seats, place)

    def pilot(self, name: str, place: str) -> int:
        """Return the seat of a Pilot's name."""
        return self.find(name, self.seats[1:], place)

    def find(self, name: str, known: tuple[str, ...], place: str) -> int:
        """Return the seat of a name that must be one of several."""
        need(
            name in known,
            f"{place}: '{name}' is not one of {', '.join(known)}{did_you_mean(name, known)}.",
        )
        return self.seats.index(name)

    def suited(self, text: str, place: str) -> int:
        """Return the id of a suited card's text."""
        c = self.card(text, place)
        self.check_suited(c, place)
        return c

    def use(self, c: int, place: str, d: int) -> None:
        """Count a card as taken from its deck, which must hold it."""
        super().use(c, place, d)
        have = Counter(cards_in(self.cfg.faces[d]))[c]
        owner = "" if self.decks == 1 else (" of Coach", " of the Pilots")[d]
        n = self.used[d][c]
        need(n <= have, f"{place}: {NAMES[c]} lies in {n} places; the deck{owner} holds {have} of it.")

    def write_team(self) -> None:
        """Write Harmony, the Pilots' gauges and the Threats."""
        w, cfg, p = self.w, self.cfg, self.p
        self.write_gauges()
        w.harmony = cfg.harmony if p.harmony is None else p.harmony
        self.write_gauge("charges", p.charges, w.charges, cfg.charge_max)
        self.write_gauge("buffers", p.buffers, w.buffers, cfg.buffer_max)
        for name, n in p.lessons.items():
            need(n <= 100, f"lessons: {name} has {n}; a position holds 100 at most.")
            w.lessons[self.pilot(name, "lessons")] = n
        for k, commitment in enumerate(COMMITMENTS):
            points = {n: v[commitment] for n, v in p.commitments.items() if commitment in v}
            self.write_gauge(
                f"commitments.{commitment}", points, w.commitment[:, k], cfg.commitment_max[:, k]
            )
        self.write_threats()

    def write_threats(self) -> None:
        """Write Ratings and Threats' Buffers."""
        w, cfg, p = self.w, self.cfg, self.p
        need(
            len(p.threats) <= int(cfg.threats),
            f"threats lists {len(p.threats)}; the scenario has {int(cfg.threats)}.",
        )
        for t, threat in enumerate(p.threats):
            given: tuple[tuple[str, int | None, Any, Any], ...] = (
                ("rating", threat.rating, w.rating, cfg.rating_max),
                ("buffers", threat.buffers, w.threat_buffers, cfg.threat_buffer_max),
            )
            for name, n, now, most in given:
                if n is not None:
                    need(n <= most[t], f"threats.{t}.{name} is {n}, above its maximum {int(most[t])}.")
                    now[t] = n

    def write_gauge(self, place: str, given: dict[str, int], now: Any, most: Any) -> None:
        """Write a gauge of the Pilots, each within its maximum."""
        for name, n in given.items():
            seat = self.pilot(name, place)
            need(n <= most[seat], f"{place}: {name} has {n}, above her maximum {int(most[seat])}.")
            now[seat] = n

    def lay_out(self) -> None:
        """Write hands, stacks and Trashes."""
        p, w = self.p, self.w
        self.write_cards(self.claim_hands(), self.claim_stacks())
        w.decks[0].trash = words_of(self.claim(p.trash, "trash", 0))
        if self.decks == 2:
            w.decks[1].trash = words_of(self.claim(p.pilots_trash, "pilots_trash", 1))
        self.check_second_deck()

    def write_table(self) -> None:
        """Write whose Gambit it is, the Threshold and the Pilot's card."""
        p, s, cfg, phase = self.p, self.s, self.cfg, self.phase
        default = max(1, int(cfg.acting))
        s.acting = default if p.acting is None else self.pilot(p.acting, "acting")
        need(
            cfg.acting in (NONE, s.acting),
            f"acting: the scenario has the Gambit played by {self.seats[int(cfg.acting)]}.",
        )
        involved = cfg.specialty_involved == 1 if p.specialty_involved is None else p.specialty_involved
        s.specialty = int(involved)
        s.sealed[:], s.blind, s.threshold, s.played = NONE, NONE, NONE, NONE
        s.source, s.flipped = self.source(), int(p.flipped)
        self.lay_cards(phase not in _EMPTY_TABLE, phase in ("outcome", *_AFTER))

    def lay_cards(self, has_threshold: bool, has_played: bool) -> None:
        """Lay the two cards on the table, face-down or face-up."""
        p, s, phase = self.p, self.s, self.phase
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

    def write_known(self) -> None:
        """Write which cards of others' hands the players know."""
        need(len(self.seats) > 2 or not self.p.known, "known: with one Pilot nobody has seen another's hand.")
        for viewer, holders in self.p.known.items():
            v = self.seat(viewer, "known")
            for holder, texts in holders.items():
                h = self.seat(holder, f"known.{viewer}")
                need(h != v, f"known.{viewer}: nobody needs telling of her own hand.")
                cards = [self.suited(text, f"known.{viewer}.{holder}") for text in texts]
                extra = Counter(cards) - Counter(cards_in(self.w.hand[h]))
                need(
                    not extra,
                    f"known.{viewer}.{holder}: {NAMES[next(iter(extra), 0)]} is not in that hand.",
                )
                self.w.known[v, h] = words_of(cards)

    def write_outcome(self) -> None:
        """Write the outcome and what Coach has still to choose."""
        p, s, phase = self.p, self.s, self.phase
        s.result = RESULTS.index(p.result or ("played" if phase == "over" else "running"))
        need(
            p.result is None or phase == "over",
            f"result: the Gambit is not over in phase '{phase}'.",
        )
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
        """Refuse a consequence that the outcome or the phase does not allow."""
        s, phase = self.s, self.phase
        fitting = ("narrative", *(_POSITIVE if s.outcome in (YES_AND, NO_BUT) else _NEGATIVE))
        due = {"recover": ("recover",), "buffer": _NEGATIVE, "commitment": ("strife",)}.get(phase, fitting)
        need(
            last is None or (last in fitting and last in due),
            f"last: '{last}' cannot have been chosen for {OUTCOMES[int(s.outcome)]} in phase '{phase}'.",
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
        if self.phase in _DAMAGE:
            return "purge" if self.p.damage.purge else "strife"
        return {"recover": "recover", "over": "narrative"}.get(self.phase)

    def write_damage(self) -> None:
        """Write the damage that waits, as `triggers.settle` would have left it."""
        given, d, me = self.p.damage, self.s.damage, int(self.s.acting)
        d.schism_by = d.target = NONE
        kinds = [bool(given.trauma), given.purge, given.strife]
        phase = self.phase
        if phase not in _DAMAGE:
            need(not any(kinds), f"damage: none waits in phase '{phase}'.")
            return
        need(sum(kinds) == 1, f"damage must be one of trauma, purge and strife in phase '{phase}'.")
        need(given.purge == (KINDS[int(self.s.last)] == "purge"), "damage does not come from `last`.")
        d.kind, d.target = (PURGE if given.purge else SCHISM), me
        self.write_points()
        if KINDS[int(self.s.last)] == "strife":
            d.schism_by = me
        d.waiting = sum(int(x) for x in d.trauma) + int(d.purge[me]) + int(d.schism)
        self.check_damage()
        if d.kind == SCHISM:
            d.target = NONE

    def write_points(self) -> None:
        """Write the points that wait."""
        given, d, w, me = self.p.damage, self.s.damage, self.w, int(self.s.acting)
        if given.trauma:
            need(w.harmony == 1, "damage: Strife brings Trauma only where Harmony is 1 (ME-63).")
            seats = sorted(self.pilot(name, "damage.trauma") for name in given.trauma)
            d.kind, d.target = TRAUMA, seats[0]
            for seat in seats:
                d.trauma[seat] = 1
        elif given.purge:
            d.purge[me] = 1
            need(w.charges[me] > 0, "damage: a Purge of no Charges changes nothing.")
        else:
            d.schism = 1
            need(w.harmony > 1 or self.cfg.clip_schism == 0, "damage: this Strife changes nothing.")

    def check_damage(self) -> None:
        """Refuse damage about which there is nothing to decide."""
        d, w, p = self.s.damage, self.w, int(self.s.damage.target)
        name, up = self.seats[p], sum(1 for x in w.commitment[p] if x > 0)
        need(d.kind != TRAUMA or up > 0, f"damage: {name} has no Commitment left to lose (C-27).")
        if self.phase == "buffer":
            need(w.buffers[p] > 0, f"damage: {name} has no Buffer to spend.")
        else:
            need(d.kind == TRAUMA and up > 1, f"damage: {name} has no Commitment to choose.")
            d.asked = p if w.buffers[p] > 0 else 0  # she has let it pass

    def write_decks(self) -> None:
        """Write the decks: whatever lies nowhere else."""
        gone = 0
        for d in range(self.decks):
            place, deck = ("deck", "pilots_deck")[d], (self.p.deck, self.p.pilots_deck)[d]
            jokers = self.jokers(d, deck)
            self.write_deck(d, jokers, self.claim_next(deck, place, d), place)
            gone += len(self.jokers_of(d)) - len(jokers)
        need(
            self.p.omens in (None, gone),
            f"omens is {self.p.omens}, but {gone} Jokers are out of the deck; each is an Omen (CD-26).",
        )
        self.w.omens = gone

    def jokers(self, d: int, deck: DeckPosition) -> list[int]:
        """Return the Jokers still in a deck; by default all but the Omens, Coach's going first."""
        every = self.jokers_of(d)
        if deck.jokers is None:
            before = len(self.jokers_of(0)) if d == 1 else 0
            return every[max(0, (self.p.omens or 0) - before) :]
        names = {NAMES[c]: c for c in every}
        for text in deck.jokers:
            need(text in names, f"deck.jokers: '{text}' is not a Joker of this deck (*r or *b).")
        given = sorted(names[text] for text in deck.jokers)
        need(not Counter(given) - Counter(every), "deck.jokers names Jokers that the deck never held.")
        return given

    def claim_next(self, deck: DeckPosition, place: str, d: int) -> list[int]:
        """Return the cards on top of a deck, the top card first."""
        for text in deck.next:
            is_joker = text.startswith("*")
            need(not is_joker or text in ("*r", "*b"), f"{place}.next: '{text}' is not a card.")
        return super().claim_next(deck, place, d)

    def write_turn(self) -> None:
        """Write phase, step and seat, and refuse decisions that nobody has."""
        s, phase, me = self.s, self.phase, int(self.s.acting)
        s.phase, s.step = PHASES.index(phase), _STEPS.get(phase, CONSEQUENCES)
        s.over = phase == "over"
        s.seat = COACH if phase in ("threshold", "consequence") else me
        if phase in _DAMAGE and s.damage.kind == TRAUMA:
            s.seat = s.damage.target
        if phase == "threshold":
            need(self.cfg.edition == NEWER, "phase: in the older edition the Threshold comes off the deck.")
        if phase in ("threshold", "answer"):
            name = self.seats[int(s.seat)]
            need(
                bool(self.w.hand[int(s.seat), 0]),
                f"hands: {name} has no card to choose in phase '{phase}'; it comes off the deck by itself.",
            )
        if phase == "recover":
            low = int((self.w.commitment[me] < self.cfg.commitment_max[me]).sum())
            need(low > 1, f"commitments: {self.seats[me]} has no choice of lowered Commitments to recover.")

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
