"""Builds the cards, the conflict and what waits out of a position, and refuses what cannot occur."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from typing import TypeVar

import numpy as np

from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.core.kit import how_many
from throwdown.envs.fusion.positions import conflict, world_builder
from throwdown.envs.fusion.words import why_not
from throwdown.envs.fusion.world import book, conflict as world_conflict, deal, deciders, order
from throwdown.envs.fusion.world.cards import NAMES, cards_in, words_of
from throwdown.envs.fusion.world.decisions import CHOICES
from throwdown.envs.fusion.world.terms import Choice, Faction, Point, Robo

P = TypeVar("P", bound=conflict.ConflictPosition)
S = TypeVar("S", bound=world_conflict.ConflictState)


class ConflictBuilder(world_builder.WorldBuilder[P, S]):
    """Reads the shared part of a position; a game adds its own.

    Attributes:
        hands: the cards in every hand that is told.
        sealed: face-down cards by seat; a game fills it in `read_table`.
        waits: whether damage, effects or costs wait.
    """

    hands: dict[int, list[int]]
    sealed: dict[int, int]

    @abstractmethod
    def read_table(self) -> None:
        """Read, and claim, the cards that lie on the table in this game; fill ``sealed``."""

    # Cards ---------------------------------------------------------------------------------------------------------

    def write_all_cards(self) -> None:
        """Read where every card lies, and write it."""
        p, w = self.p, self.w
        self.hands = self.claim_hands()
        stacks = self.claim_stacks()
        extra = self.claim(p.extra, "extra", 0)
        self.read_table()
        trash = [self.claim(p.trash, "trash", 0), self.claim(p.pilots_trash, "pilots_trash", 1)]
        ahead = [self.claim_next(p.deck, "deck", 0), self.claim_next(p.pilots_deck, "pilots_deck", 1)]
        self.check_second_deck()
        self.check_cards()
        self.write_cards(self.hands, stacks)
        w.extra = words_of(extra)
        self.write_known()
        jokers = self.read_jokers()
        for d in range(self.decks):
            w.decks[d].trash = words_of(trash[d])
            self.write_deck(d, jokers[d], ahead[d], "deck")

    def check_cards(self) -> None:
        """Refuse more cards than there are."""
        for d in range(self.decks):
            have = Counter(c for c in cards_in(self.cfg.faces[d]) if c < FACES)
            owner = "" if self.decks == 1 else f" of {('Coach', 'the Pilots')[d]}"
            n, size = sum(self.used[d].values()), len(cards_in(self.cfg.faces[d]))
            world_builder.need(
                n <= size, f"The position names {how_many(n, 'card')}; the deck{owner} holds {size}."
            )
            for c, k in self.used[d].items():
                world_builder.need(c in have, f"{NAMES[c]} is not in the deck{owner} of this scenario.")
                world_builder.need(
                    k <= have[c],
                    f"{NAMES[c]} lies in {how_many(k, 'place')}; the deck{owner} holds {have[c]} of it.",
                )

    def write_known(self) -> None:
        """Write who knows which cards."""
        for viewer, held in self.p.known.items():
            v = self.pilot(viewer, "known")
            for holder, texts in held.items():
                h = self.pilot(holder, f"known.{viewer}")
                cards = [self.card(text, f"known.{viewer}.{holder}") for text in texts]
                there = Counter([*self.hands.get(h, []), *([self.sealed[h]] if h in self.sealed else [])])
                world_builder.need(
                    v != h and not Counter(cards) - there,
                    f"known.{viewer}.{holder}: {viewer} can only know cards that {holder} has.",
                )
                self.w.known[v - 1, h - 1] = words_of(cards)

    def read_jokers(self) -> list[list[int]]:
        """Return the Jokers that are still in each deck, and write the Active Omens: all others but those Spent."""
        decks, spent = (self.p.deck, self.p.pilots_deck), int(self.w.spent)
        every = [self.jokers_of(d) for d in range(self.decks)]
        total = sum(len(x) for x in every)
        out = spent if self.p.omens is None else spent + self.gauge("omens", self.p.omens, total, 0)
        world_builder.need(
            out <= total,
            f"omens and spent add up to {out}, but there are only {how_many(total, 'Joker')} (CD-26).",
        )
        left: list[list[int]] = []
        for d in range(self.decks):
            named = decks[d].jokers
            rest = every[d] if named is None else [self.card(x, "deck.jokers") for x in named]
            world_builder.need(
                not Counter(rest) - Counter(every[d]), "deck.jokers names Jokers that the deck does not have."
            )
            gone = 0 if named is not None else min(out - self.out_of(every, left), len(every[d]))
            left.append(rest[gone:])
        gone = total - sum(len(x) for x in left)
        world_builder.need(
            gone == out or self.p.omens is None,
            f"omens is {self.p.omens}, but {gone - spent} of {how_many(total, 'Joker')} came up; each must "
            "be an Omen (CD-26).",
        )
        world_builder.need(
            gone >= spent,
            f"spent is {spent}, but the deck lacks only {how_many(gone, 'Joker')} (SY-28).",
        )
        self.w.omens = gone - spent
        return left

    @staticmethod
    def out_of(every: list[list[int]], left: list[list[int]]) -> int:
        """Return how many Jokers have left the decks that were read so far."""
        return sum(len(a) - len(b) for a, b in zip(every, left))

    # The conflict --------------------------------------------------------------------------------------------------

    def write_conflict(self) -> None:
        """Write what is told of the conflict: abilities used, Strike gained, Robos, what the Final Form has."""
        p, c = self.p, self.s.conflict
        for field, place, given in (("used", "used", p.used), ("turn_used", "used_now", p.used_now)):
            for name, told in given.items():
                seat = self.seat(name, place)
                getattr(c, field)[seat] = self.abilities(f"{place}.{name}", seat, told)
        for t, used in p.threats_used.items():
            self.below("threats_used", t, int(self.cfg.threats), "Threat")
            c.threat_used[t] = sum(1 << k for k in set(used))
        for name, x in p.bonus.items():
            world_builder.need(
                abs(x) <= order.MAX_STRIKE,
                f"bonus.{name} is {x}; it is {-order.MAX_STRIKE} to {order.MAX_STRIKE}.",
            )
            c.bonus[self.seat(name, "bonus")] = x
        for name, state in p.robos.items():
            seat = self.pilot(name, "robos")
            world_builder.need(
                state == "absent" or self.cfg.endurance[seat] > 0, f"robos: {name} has no Robo (SY-09)."
            )
            c.robo[seat] = Robo.of(state)
        for name in p.ejected or ():
            c.ejected[self.pilot(name, "ejected")] = True
        for field, value in (("form_buffers", p.form_buffers), ("form_charges", p.form_charges)):
            setattr(c, field, self.gauge(field, value, 127, 0))
        world_builder.need(
            abs(p.form_strike) <= order.MAX_STRIKE,
            f"form_strike is {p.form_strike}; it is {-order.MAX_STRIKE} to {order.MAX_STRIKE}.",
        )
        world_builder.need(
            not p.stopped or self.cfg.reshuffle == 2, "stopped needs rules.deck_out = 'stop' (C-15)."
        )
        c.form_strike, c.stopped, c.broken = p.form_strike, p.stopped, p.broken

    def hand_max(self, seat: int) -> int:
        """Return a seat's Hand Max."""
        return int(world_builder.interpreted(deal.hand_max)(self.s, seat))

    # What waits ----------------------------------------------------------------------------------------------------

    def write_pending(self) -> None:
        """Write the damage, the effects and the costs that wait."""
        p, d = self.p, self.s.pending
        self.write_damage(p.damage)
        world_builder.need(
            len(p.agenda) <= world_conflict.DEPTH,
            f"agenda lists {len(p.agenda)} effects; at most {world_conflict.DEPTH} can wait.",
        )
        for i, item in enumerate(p.agenda):
            self.write_carried(i, item)
        d.depth = len(p.agenda)
        choice = p.choice
        d.left = self.fit("choice.left", choice.left, d, "left")
        for field, given in (("faction", choice.faction), ("fate", choice.fate)):
            if given is not None:
                setattr(d, field, self.below(f"choice.{field}", given, int(self.cfg.factions), "Faction"))
        if choice.pay:
            world_builder.need(
                choice.payer is not None, "choice.payer is missing; it must name the seat that pays."
            )
            world_builder.need(
                choice.pay_class in book.CardClass.labels()[1:], f"choice.pay_class is '{choice.pay_class}'."
            )
            d.pay = self.fit("choice.pay", choice.pay, d, "pay")
            d.pay_class = book.CardClass.of(choice.pay_class)
            d.payer = self.seat(str(choice.payer), "choice.payer")
        self.check_strikes()
        self.waits = bool(int(d.waiting) + int(d.depth) + int(d.pay) > 0 or choice.fate is not None)

    def check_strikes(self) -> None:
        """Refuse a Faction in play with three Strikes, unless its fate is what waits (ME-51)."""
        w, fate = self.w, int(self.s.pending.fate)
        for f in range(int(self.cfg.factions)):
            out = w.faction[f] == Faction.IN_PLAY and w.strikes[f] >= world_builder.STRIKES
            world_builder.need(
                out <= (f == fate), f"factions.{f} has its third Strike and is out of play (ME-51)."
            )
            world_builder.need(
                (f == fate) <= out, f"choice.fate: factions.{f} has not just had its third Strike (ME-51)."
            )

    def write_damage(self, given: conflict.Damage) -> None:
        """Write the damage that waits and which point of it is landing."""
        d, cfg = self.s.pending, self.cfg
        for name, x in given.trauma.items():
            d.trauma[self.pilot(name, "damage.trauma")] = self.fit("damage.trauma", x, d, "trauma")
        for name in given.purge:
            d.purge[self.pilot(name, "damage.purge")] = True
        for t, x in given.threat_trauma.items():
            self.below("damage.threat_trauma", t, int(cfg.threats), "Threat")
            d.threat_trauma[t] = self.fit("damage.threat_trauma", x, d, "threat_trauma")
        for f, x in given.disfavor.items():
            self.below("damage.disfavor", f, int(cfg.factions), "Faction")
            d.disfavor[f] = self.fit("damage.disfavor", x, d, "disfavor")
        for field in ("schism", "form", "endurance", "ruin"):
            setattr(d, field, getattr(given, field))
        if given.caused_by is not None:
            d.schism_by = self.pilot(given.caused_by, "damage.caused_by")
        rows = ("trauma", "purge", "threat_trauma", "disfavor", "schism", "form", "endurance", "ruin")
        d.waiting = sum(int(np.sum(getattr(d, field))) for field in rows)
        if given.landing is not None:
            self.write_landing(given)
        d.asked = 0 if given.declined is None else self.seat(given.declined, "damage.declined")

    def write_landing(self, given: conflict.Damage) -> None:
        """Write which point is landing, and whom it hits."""
        d, name = self.s.pending, str(given.landing)
        field = {"threat-trauma": "threat_trauma", "form-trauma": "form"}.get(name, name)
        place = f"damage.landing is {name}"
        points = getattr(d, field)
        if np.ndim(points):
            target = int(np.argmax(points > 0)) if given.target is None else self.hit(given.target, name)
            world_builder.need(points[target] > 0, f"{place}, but no point of it is waiting for its target.")
            d.target = target
        else:
            world_builder.need(points > 0, f"{place}, but no point of it is waiting.")
        d.kind = Point.of(name)

    def hit(self, target: str | int, landing: str) -> int:
        """Return the Pilot, Threat or Faction whom a point hits."""
        if landing in ("trauma", "purge"):
            return self.pilot(str(target), "damage.target")
        what, n = ("Threat", "threats") if landing == "threat-trauma" else ("Faction", "factions")
        world_builder.need(
            isinstance(target, int), f"damage.target: '{target}' is not the number of a {what}."
        )
        return self.below("damage.target", int(target), int(getattr(self.cfg, n)), what)

    def write_carried(self, i: int, item: conflict.Carried) -> None:
        """Write one entry of the agenda."""
        d, place = self.s.pending, f"agenda.{i}"
        world_builder.need(
            (item.ability is None) != (item.effect is None),
            f"{place} must be either an ability or an effect.",
        )
        by = d.by[i] = self.seat(item.by, f"{place}.by")
        d.scale[i] = self.fit(f"{place}.scale", item.scale, d, "scale")
        threats = int(self.cfg.threats)
        d.source[i] = (
            NONE if item.source is None else self.below(f"{place}.source", item.source, threats, "Threat")
        )
        if item.ability is not None:
            a = d.ability[i] = self.ability(f"{place}.ability", item.ability, by)
            at = d.at[i] = self.gauge(f"{place}.done", item.done, self.entry(a, book.Ability.COUNT), 0)
            d.effect[i] = self.entry(a, book.Ability.EFFECTS + at * book.EFFECT + book.Effect.KIND)
            return
        world_builder.need(
            item.effect in book.Kind.labels()[1:],
            f"{place}.effect is '{item.effect}'; there is no such effect.",
        )
        world_builder.need(
            item.target in (None, *book.Target.labels()),
            f"{place}.target is '{item.target}'; there is no such target.",
        )
        d.ability[i], d.at[i] = NONE, self.gauge(f"{place}.done", item.done, 1, 0)
        d.amount[i] = self.fit(f"{place}.amount", item.amount, d, "amount")
        d.effect[i] = book.Kind.of(str(item.effect))
        d.aim[i] = book.Target.of(item.target or book.Target(0).label)

    def waiting_phase(self) -> str:
        """Return the shared phase that what waits leads to."""
        code = int(deciders.find_phase(self.states, self.setup.make_out()))
        world_builder.need(
            code != NONE,
            "There is nothing to decide about the damage that is waiting: it would have landed at once "
            "(ME-44).",
        )
        return Choice(code).label

    def waiting_seat(self, phase: str, turn: int | None) -> int:
        """Write which shared decision is asked, and of whom.

        Args:
            phase: its name.
            turn: who decides where only the position can tell, or None.

        Returns:
            The seat that decides, or `NONE` where nobody does.
        """
        s, d, choice = self.s, self.s.pending, Choice.of(phase)
        leads = int(deciders.find_phase(self.states, self.setup.make_out()))
        world_builder.need(
            choice == leads or (choice == Choice.RECOVER and leads == Choice.TARGET),
            f"phase is '{phase}', but what waits leads to "
            f"{'none' if leads == NONE else Choice(leads).label!r}.",
        )
        if choice in (Choice.RECOVER, Choice.DISCARD_ONE):
            d.target = NONE if turn is None else turn
        s.phase, s.seat = choice, why_not.plain_rule(CHOICES[choice].who)(s)
        if s.seat != NONE:
            held, left, name = len(self.hands.get(int(s.seat), [])), int(d.left), self.setup.seats[s.seat]
            world_builder.need(
                held > left or choice != Choice.DISCARD_ONE,
                f"choice.left is {left}, with {how_many(held, 'card')} in hand, so there is no choice.",
            )
            world_builder.need(
                why_not.has_choice(s, self.setup), f"In phase '{phase}' {name} has nothing to decide."
            )
        return int(s.seat)

    def firer(self) -> int:
        """Return who fired the first effect of the agenda, or `NONE`."""
        d = self.s.pending
        return int(d.by[0]) if d.depth > 0 else NONE
