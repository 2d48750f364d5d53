"""Reads a position of a Throwdown: its cards, its damage, who commands and what is being decided."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np

from throwdown.envs.core.cards import FACES, NAMES, NONE, cards_in, words_of
from throwdown.envs.core.errors import did_you_mean
from throwdown.envs.fusion.builder import WorldBuilder, need
from throwdown.envs.fusion.order import BEATS
from throwdown.envs.fusion.throwdown.position import LANDINGS, Pile, Position
from throwdown.envs.fusion.throwdown.state import CONCEDED, PHASES, REFUSED, RESULTS, RUNNING
from throwdown.envs.fusion.triggers import PURGE, SCHISM, THREAT_TRAUMA, TRAUMA
from throwdown.envs.fusion.world import COACH, COMMITMENTS, MAX_HARMONY

OPENING_PHASES = ("challenge", "answer", "support", "vote", "give", "return", "relay")
FIGHT_PHASES = ("assist", "drive", "ally-drive")
SPOILS_PHASES = ("spoil", "spoil-pilot", "spoil-threat", "recover")
END_PHASES = ("discard", "over")
DAMAGE_PHASES = ("buffer", "commitment")


def side_of(seat: int) -> int:
    """Return the side of a seat."""
    return 0 if seat == COACH else 1


class Reader(WorldBuilder[Position]):
    """Reads a position and writes the cards, the gauges and the damage; `Builder` writes the conflict."""

    model = Position
    jokers_only = (
        "The deck holds Jokers only, which would have surfaced: every Joker must be an Omen then (CD-24)."
    )

    # Names and numbers ---------------------------------------------------------------------------------------------

    def seat(self, name: str, place: str) -> int:
        """Return the seat of a name."""
        known = self.setup.seats
        need(
            name in known,
            f"{place}: '{name}' is no seat of this game{did_you_mean(name, known)}; they are {', '.join(known)}.",
        )
        return self.setup.seat(name)

    def pilot(self, name: str, place: str) -> int:
        """Return the seat of a Pilot's name."""
        p = self.seat(name, place)
        need(p != COACH, f"{place}: '{name}' is not a Pilot.")
        return p

    def gauge(self, place: str, given: int | None, most: int, default: int) -> int:
        """Return a number in [0, most], or its default."""
        if given is None:
            return default
        need(0 <= given <= most, f"{place} is {given}; here it is 0 to {most}.")
        return given

    # The world -----------------------------------------------------------------------------------------------------

    def write_world(self) -> None:
        """Write Harmony, gauges and Threats."""
        p, w, cfg = self.p, self.w, self.cfg
        self.write_gauges()
        w["harmony"] = self.gauge("harmony", p.harmony, MAX_HARMONY, int(cfg["harmony"]))
        need(w["harmony"] >= 1, "harmony is 0; its floor is 1, Red (ME-62).")
        for field, given in (("charges", p.charges), ("buffers", p.buffers)):
            for name, x in given.items():
                seat = self.pilot(name, field)
                w[field][seat] = self.gauge(f"{field}.{name}", x, int(cfg[field[:-1] + "_max"][seat]), 0)
        for name, points in p.commitments.items():
            seat = self.pilot(name, "commitments")
            for key, x in points.items():
                k = COMMITMENTS.index(key)
                most = int(cfg["commitment_max"][seat, k])
                w["commitment"][seat, k] = self.gauge(f"commitments.{name}.{key}", x, most, 0)
        self.write_threats()

    def write_threats(self) -> None:
        """Write Ratings and Buffers of Threats."""
        w, cfg, n = self.w, self.cfg, int(self.cfg["threats"])
        need(
            len(self.p.threats) <= n,
            f"threats lists {len(self.p.threats)}; this scenario has {n}.",
        )
        for t, threat in enumerate(self.p.threats):
            place = f"threats.{t}"
            most = int(cfg["rating_max"][t]), int(cfg["threat_buffer_max"][t])
            w["rating"][t] = self.gauge(f"{place}.rating", threat.rating, most[0], int(cfg["rating"][t]))
            w["threat_buffers"][t] = self.gauge(
                f"{place}.buffers", threat.buffers, most[1], int(cfg["threat_buffers"][t])
            )

    # Cards ---------------------------------------------------------------------------------------------------------

    def collect(self) -> None:
        """Read where every card lies."""
        p = self.p
        self.hands = self.claim_hands()
        self.sealed = {
            (seat := self.seat(n, "sealed")): self.claim([card], f"sealed.{n}", self.deck_of(seat))[0]
            for n, card in p.sealed.items()
        }
        self.stacks = self.claim_stacks()
        self.piles = [self.read_pile(pile, f"stage {k}") for k, pile in enumerate(p.pile, 1)]
        self.trash = [self.claim(p.trash, "trash", 0), self.claim(p.pilots_trash, "pilots_trash", 1)]
        self.next = [self.claim_next(p.deck, "deck", 0), self.claim_next(p.pilots_deck, "pilots_deck", 1)]
        self.check_second_deck()

    def read_pile(self, pile: Pile, stage: str) -> list[tuple[int, int]]:
        """Return the cards of a Pile, each with the seat that laid it."""
        need(len(pile.cards) > 0, f"pile: the Pile of {stage} has no card; its opening card always stays.")
        place = f"pile ({stage})"
        seats = [self.seat(x.by, place) for x in pile.cards]
        return [(self.claim([x.card], place, self.deck_of(b))[0], b) for x, b in zip(pile.cards, seats)]

    def check_cards(self) -> None:
        """Refuse more cards than there are."""
        for d in range(self.decks):
            have = Counter(c for c in cards_in(self.cfg["faces"][d]) if c < FACES)
            owner = "" if self.decks == 1 else f" of {('Coach', 'the Pilots')[d]}"
            n, size = sum(self.used[d].values()), len(cards_in(self.cfg["faces"][d]))
            need(n <= size, f"The position names {n} cards; the deck{owner} holds {size}.")
            for c, k in self.used[d].items():
                need(c in have, f"{NAMES[c]} is not in the deck{owner} of this scenario.")
                need(
                    k <= have[c],
                    f"{NAMES[c]} lies in {k} places; the deck{owner} holds {have[c]} of it.",
                )

    def lay_out(self) -> None:
        """Write hands, face-down cards, stacks and Trashes."""
        s, w = self.s, self.w
        self.write_cards(self.hands, self.stacks)
        s["sealed"] = NONE
        for seat, c in self.sealed.items():
            s["sealed"][seat] = c
        for d in range(self.decks):
            w.decks[d].trash = words_of(self.trash[d])

    def write_known(self) -> None:
        """Write who knows which cards."""
        for viewer, held in self.p.known.items():
            v = self.pilot(viewer, "known")
            for holder, texts in held.items():
                h = self.pilot(holder, f"known.{viewer}")
                cards = [self.card(text, f"known.{viewer}.{holder}") for text in texts]
                there = Counter([*self.hands.get(h, []), *([self.sealed[h]] if h in self.sealed else [])])
                need(
                    v != h and not Counter(cards) - there,
                    f"known.{viewer}.{holder}: {viewer} can only know cards that {holder}, another Pilot, has.",
                )
                self.w["known"][v, h] = words_of(cards)

    def read_jokers(self) -> list[list[int]]:
        """Return the Jokers that are still in each deck, and write the Omens."""
        decks = (self.p.deck, self.p.pilots_deck)
        every = [self.jokers_of(d) for d in range(self.decks)]
        total = sum(len(x) for x in every)
        omens = self.gauge("omens", self.p.omens, total, NONE)
        left = []
        for d in range(self.decks):
            named = decks[d].jokers
            gone = 0 if named is not None else min(max(0, omens), len(every[d]))
            rest = every[d][gone:] if named is None else [self.card(x, "deck.jokers") for x in named]
            need(not Counter(rest) - Counter(every[d]), "deck.jokers names Jokers that the deck never held.")
            omens = omens - gone if named is None and omens > 0 else omens
            left.append(rest)
        out = total - sum(len(x) for x in left)
        need(
            self.p.omens in (None, out),
            f"omens is {self.p.omens}, but {out} of {total} Jokers are out of the deck; each is an Omen (CD-26).",
        )
        self.w["omens"] = out
        return left

    def write_decks(self) -> None:
        """Write the decks: what lies nowhere else is in them."""
        jokers = self.read_jokers()
        for d in range(self.decks):
            self.write_deck(d, jokers[d], self.next[d], "deck")

    # The conflict --------------------------------------------------------------------------------------------------

    def blank(self) -> None:
        """Write a conflict in which nothing has happened."""
        s = self.s
        for name in ("commander", "scored", "started_by", "for_team", "winner", "taker", "spoil", "target"):
            s[name] = NONE
        self.write_stream()
        s["damage"]["schism_by"] = s["damage"]["target"] = NONE

    def read_damage(self) -> None:
        """Write the damage that waits and which point of it is landing."""
        given, d = self.p.damage, self.s["damage"]
        for name, x in given.trauma.items():
            d["trauma"][self.pilot(name, "damage.trauma")] = x
        for name in given.purge:
            d["purge"][self.pilot(name, "damage.purge")] = 1
        for t, x in given.threat_trauma.items():
            need(0 <= t < self.cfg["threats"], f"damage.threat_trauma: there is no Threat {t}.")
            d["threat_trauma"][t] = x
        d["schism"] = given.schism
        if given.caused_by is not None:
            d["schism_by"] = self.pilot(given.caused_by, "damage.caused_by")
        queues = (d["trauma"], d["purge"], d["threat_trauma"])
        self.waiting = int(sum(q.sum() for q in queues) + given.schism)
        d["waiting"] = self.waiting
        if self.waiting:
            self.read_landing()

    def read_landing(self) -> None:
        """Write which point is landing, by default the first in the order of settling, and whom it hits."""
        given, d = self.p.damage, self.s["damage"]
        queues = {TRAUMA: d["trauma"], THREAT_TRAUMA: d["threat_trauma"], PURGE: d["purge"]}
        first = next((kind for kind, q in queues.items() if q.any()), SCHISM)
        kind = first if given.landing is None else LANDINGS.index(given.landing) + 1
        if kind == SCHISM:
            need(given.schism > 0, "damage.landing is schism, but no point of it waits.")
        else:
            target = (
                int(np.argmax(queues[kind] > 0)) if given.target is None else self.hit(given.target, kind)
            )
            place = f"damage.landing is {LANDINGS[kind - 1]}"
            need(queues[kind][target] > 0, f"{place}, but no point of it waits for its target.")
            d["target"] = target
        d["kind"] = kind
        d["asked"] = 0 if given.declined is None else self.pilot(given.declined, "damage.declined")

    def hit(self, target: str | int, kind: int) -> int:
        """Return the Pilot or Threat whom a point hits."""
        if kind == THREAT_TRAUMA:
            fits = isinstance(target, int) and 0 <= target < self.cfg["threats"]
            need(fits, f"damage.target: there is no Threat {target}.")
            return int(target)
        return self.pilot(str(target), "damage.target")

    def buffer_seat(self) -> int:
        """Return who may spend a Buffer on the point that is landing, or NONE."""
        d, w = self.s["damage"], self.w
        if d["kind"] == THREAT_TRAUMA:
            return COACH if w["threat_buffers"][d["target"]] > 0 else NONE
        for seat in range(max(1, int(d["asked"]) + 1), len(self.setup.seats)):
            hit = d["schism_by"] in (NONE, seat) if d["kind"] == SCHISM else d["target"] == seat
            if hit and w["buffers"][seat] > 0:
                return seat
        return NONE

    def read_who(self) -> None:
        """Find the Pilots' Commander, the challenger and how it stands."""
        p = self.p
        self.laid = [by for pile in self.piles for _, by in pile]
        self.turn = None if p.turn is None else self.seat(p.turn, "turn")
        self.boss = self.find_commander()
        if p.challenger is not None:
            self.challenger = self.seat(p.challenger, "challenger")
        elif not self.laid and len(self.sealed) < 2 and p.phase in (None, "challenge", "answer"):
            fixed = max(0, int(self.cfg["challenger"]))
            self.challenger = next(iter(self.sealed), fixed if self.turn is None else self.turn)
        else:
            fixed = int(self.cfg["challenger"])
            self.challenger = self.boss if fixed > COACH else COACH

    def find_commander(self) -> int:
        """Return the Pilot who commands, as far as the position tells."""
        p = self.p
        if p.commander is not None:
            return self.pilot(p.commander, "commander")
        if p.challenger is not None and self.seat(p.challenger, "challenger") != COACH:
            return self.seat(p.challenger, "challenger")
        clues = [seat for seat in self.sealed if seat != COACH]
        deciding = p.phase in (None, "drive", "spoil", "relay", "return") and not self.waiting
        if self.turn and deciding and p.turn not in p.asked:
            clues.append(self.turn)
        return next(iter([*clues, *(by for by in self.laid if by != COACH)]), 1)

    def read_phase(self) -> None:
        """Find result and phase, from what is told and what lies on the table."""
        p = self.p
        need(
            p.phase is None or p.phase in PHASES,
            f"phase is '{p.phase}'{did_you_mean(p.phase or '', PHASES)}.",
        )
        need(p.result is None or p.result in RESULTS, f"result is '{p.result}'; it is one of {RESULTS}.")
        ended = p.phase in (*SPOILS_PHASES, *END_PHASES) or p.winner is not None
        need(
            p.result is not None or not ended or bool(self.piles) or bool(p.stage),
            f"phase '{p.phase}' needs a result: {', '.join(RESULTS[1:])}.",
        )
        self.result = RESULTS.index(p.result) if p.result else CONCEDED if ended else RUNNING
        self.phase = p.phase or self.guess_phase()

    def guess_phase(self) -> str:
        """Return the phase that a position without one is in."""
        if self.waiting:
            return "buffer" if self.buffer_seat() != NONE else "commitment"
        if self.result != RUNNING:
            return "spoil" if self.piles else "over"
        if self.piles:
            return "ally-drive" if self.p.turn in self.p.asked and self.p.turn else "drive"
        need(len(self.sealed) < 2, f"phase is missing: it is one of {', '.join(OPENING_PHASES[2:])}.")
        return "answer" if self.sealed else "challenge"

    def check_phase(self) -> None:
        """Refuse a phase without what it needs."""
        phase, place = self.phase, f"phase '{self.phase}'"
        running = phase in OPENING_PHASES or phase in FIGHT_PHASES
        need(running <= (self.result == RUNNING), f"{place} cannot be in a Throwdown that has a result.")
        ended = phase in (*SPOILS_PHASES, *END_PHASES)
        need(ended <= (self.result != RUNNING), f"{place} needs a result; it is running.")
        need(
            (phase in SPOILS_PHASES) <= (self.result == CONCEDED),
            f"{place} needs a conceded Throwdown: no spoils are taken otherwise.",
        )
        fight = phase in FIGHT_PHASES or phase in SPOILS_PHASES or (phase in DAMAGE_PHASES)
        fight |= phase == "discard" and self.result == CONCEDED
        need(fight <= bool(self.piles), f"{place} needs a Pile: the card that won initiative.")
        need(
            (not fight) <= (not self.piles),
            f"{place} has no Pile: initiative is not won yet, or the Piles are cleared away.",
        )
        need(
            (phase in DAMAGE_PHASES) == (self.waiting > 0),
            f"{place}: damage waits in buffer and commitment only.",
        )
        self.check_sealed(place)

    def check_sealed(self, place: str) -> None:
        """Refuse face-down cards that cannot lie there, or are missing."""
        both = {COACH, self.boss}
        fitting: list[set[int]] = [both] if self.phase in OPENING_PHASES else [set()]
        if self.phase == "relay":
            fitting = [set(), {self.boss if self.challenger else COACH}]
        elif self.phase in ("challenge", "answer"):
            fitting = [{self.challenger}] if self.phase == "answer" else [set()]
        names = " and ".join(self.setup.seats[x] for x in sorted(fitting[-1])) or "nobody"
        need(
            set(self.sealed) in fitting,
            f"{place}: face-down initiative cards are missing or wrong; of {names}.",
        )
        need(
            self.phase in ("challenge", "answer") or self.result == REFUSED or self.challenger in both,
            "challenger: who challenged laid a card and so is a Commander (TS-24).",
        )

    def check_piles(self) -> None:
        """Refuse Piles that no sequence of Drives leaves behind."""
        order = int(self.cfg["order"])
        sides = [side_of(by) for by in self.laid]
        need(
            all(a != b for a, b in pairwise(sides)),
            "pile: Coach and the Pilots lay cards in turn, also from Pile to Pile (C-160).",
        )
        for k, pile in enumerate(self.piles, 1):
            for (below, _), (above, _) in pairwise(pile):
                fits = (int(BEATS[order, below >> 2]) >> above) & 1
                need(
                    bool(fits),
                    f"pile (stage {k}): {NAMES[above]} does not beat {NAMES[below]}, on which it lies (TS-58).",
                )
