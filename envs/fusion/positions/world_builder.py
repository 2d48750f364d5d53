"""Builds the part of a state that all FUSION games share out of a position, and refuses what cannot occur."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from pydantic import BaseModel

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.errors import ThrowdownError
from throwdown.envs.core.kit import NONE, Ints, InvalidPosition, Setup, copy_record, did_you_mean, row
from throwdown.envs.core.rng import mix
from throwdown.envs.fusion.positions import conflict, world
from throwdown.envs.fusion.words import names, powers
from throwdown.envs.fusion.world import book, conflict as world_conflict, stakes, terms
from throwdown.envs.fusion.world.cards import card_id, cards_in, words_of
from throwdown.envs.fusion.world.terms import COACH, Commitment, Faction, Location

P = TypeVar("P", bound=conflict.ConflictPosition)
S = TypeVar("S", bound=world_conflict.ConflictState)
STRIKES = 3
"""Strikes that a Faction has at most; at the third it leaves play (ME-51)."""
RUMBLE_PLACE = book.PAGE - 1
"""The place on a Pilot's page where the use of her Rumble Tech is noted."""


SHEET_FIELDS = {
    **{name: name for name in ("commitment", "commitment_max", "charges", "buffers", "endurance", "gear")},
    **{name: name for name in ("rating", "threat_buffers", "resource", "location", "crisis")},
    "faction": "faction_state",
    "strikes": "faction_strikes",
}
"""Fields of the world that are as the sheets have them; and where these have them."""


def need(holds: bool, text: str) -> None:
    """Refuse a position in one sentence unless a condition holds."""
    if not holds:
        raise InvalidPosition(text)


def interpreted(rule: Any) -> Any:
    """Return a rule as plain Python: nothing is compiled to set a position up."""
    return getattr(rule, "py_func", rule)


class WorldBuilder(ABC, Generic[P, S]):
    """One position on its way into a record, step by step; every step refuses what it finds impossible.

    Attributes:
        model: the game's position.
        jokers_only: what to say of a deck that holds nothing else.
    """

    model: ClassVar[type[conflict.ConflictPosition]]
    jokers_only: ClassVar[str]

    def __init__(self, position: P, setup: Setup, states: np.ndarray) -> None:
        self.p, self.setup, self.states = position, setup, states
        self.s: S = row(states)
        self.w, self.cfg = self.s.world, self.s.cfg
        self.decks = int(self.cfg.decks)
        self.used: list[Counter[int]] = [Counter(), Counter()]

    @classmethod
    def write(cls, position: BaseModel, setup: Setup, s: S) -> None:
        """Write a position into a record; the record is unchanged if it is refused.

        Raises:
            InvalidPosition: the position cannot occur in this scenario.
        """
        if not isinstance(position, cls.model):
            raise InvalidPosition("The position must be a `Position` of this game.")
        states = setup.allocate(1)
        cls(position, setup, states).build()  # type: ignore[arg-type]
        copy_record(s, row(states))

    @abstractmethod
    def build(self) -> None:
        """Run all steps."""

    def seat(self, name: str, place: str) -> int:
        """Return the seat of a name."""
        known = self.setup.seats
        need(
            name in known,
            f"{place}: '{name}' is not a seat of this game{did_you_mean(name, known)}; they are "
            f"{', '.join(known)}.",
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

    def below(self, place: str, x: int, n: int, what: str) -> int:
        """Return a number of one of ``n`` things."""
        need(0 <= x < n, f"{place}: there is no {what} {x}; this scenario has {n}, numbered from 0.")
        return x

    def fit(self, place: str, x: int, record: Any, field: str) -> int:
        """Return a number that a field of a record can hold."""
        limits = np.iinfo(record.dtype[field].base)
        need(limits.min <= x <= limits.max, f"{place} is {x}; here it is at most {limits.max}.")
        return x

    # Abilities -----------------------------------------------------------------------------------------------------

    def entry(self, a: int, k: int) -> int:
        """Return an entry of an ability's row in the book."""
        rows, row = self.setup.content, a * book.ROW
        return 0 if rows is None or not 0 <= row < book.SIZE else int(rows[row + k])

    def exists(self, a: int) -> bool:
        """Return whether the scenario has an ability."""
        return self.entry(a, book.Ability.EXISTS) == 1

    def abilities(self, place: str, seat: int, told: conflict.Marks) -> int:
        """Return abilities on the page of a seat, which are told by their places or names, as a word."""
        word = 0
        for x in told:
            k = self.place_of(place, seat, x) if isinstance(x, str) else x
            rumbles = k == RUMBLE_PLACE and seat != COACH and self.cfg.positions > 0
            there = k < book.PAGE and self.exists(book.of_pilot(seat, k))
            need(there or rumbles, f"{place}: there is no ability at place {k} of that page.")
            word |= 1 << k
        return word

    def place_of(self, place: str, seat: int, name: str) -> int:
        """Return the place of an ability on the page of a seat."""
        pages = {k: book.of_pilot(seat, k) for k in range(book.PAGE)}
        known = {powers.key(a, self.setup): k for k, a in pages.items() if self.exists(a)}
        need(name in known, f"{place}: there is no ability '{name}'{did_you_mean(name, known)} on that page.")
        return known[name]

    def ability(self, place: str, told: int | str, by: int) -> int:
        """Return the id of an ability that is told by it or by its name; the same on many pages: of who fired it."""
        if isinstance(told, int):
            need(self.exists(told), f"{place}: the scenario has no ability {told}.")
            return told
        every = {a: powers.key(a, self.setup) for a in range(book.SIZE // book.ROW) if self.exists(a)}
        found = [a for a, name in every.items() if name == told]
        need(
            bool(found), f"{place}: the scenario has no ability '{told}'{did_you_mean(told, every.values())}."
        )
        mine = [a for a in found if a // book.PAGE == by and a < book.THREAT_PAGES]
        need(len(found) == 1 or len(mine) == 1, f"{place}: '{told}' may be any of the abilities {found}.")
        return (mine or found)[0]

    # Cards ---------------------------------------------------------------------------------------------------------

    def card(self, text: str, place: str) -> int:
        """Return the id of a card's text."""
        try:
            return card_id(text)
        except ThrowdownError as error:
            raise InvalidPosition(f"{place}: {error}") from None

    def check_suited(self, c: int, place: str) -> None:
        """Refuse a Joker."""
        need(c < FACES, f"{place}: a Joker is never there; it leaves the deck as an Omen (CD-27, C-10).")

    def deck_of(self, seat: int) -> int:
        """Return the deck of a seat."""
        return 1 if self.decks == 2 and seat != COACH else 0

    def jokers_of(self, d: int) -> list[int]:
        """Return the Jokers that a deck has at first."""
        return [c for c in cards_in(self.cfg.faces[d]) if c >= FACES]

    def claim(self, texts: Iterable[str], place: str, d: int) -> list[int]:
        """Return the ids of cards that lie somewhere, which no Joker does, each taken from its deck."""
        cards = [self.card(text, place) for text in texts]
        for c in cards:
            self.check_suited(c, place)
            self.use(c, place, d)
        return cards

    def use(self, c: int, place: str, d: int) -> None:
        """Count a card as taken from its deck."""
        self.used[d][c] += 1

    def claim_hands(self) -> dict[int, list[int]]:
        """Return the cards in the hand of every seat that is told."""
        hands = {}
        for name, texts in self.p.hands.items():
            seat = self.seat(name, "hands")
            hands[seat] = self.claim(texts, f"hands.{name}", self.deck_of(seat))
        return hands

    def claim_stacks(self) -> list[list[int]]:
        """Return the cards invested in every Threat that is told."""
        can_hold = self.cfg.stacks or not any(x.invested for x in self.p.threats)
        need(
            can_hold,
            "threats: this edition has no invested cards, because nobody could draw them (PL-23, C-140).",
        )
        return [self.claim(x.invested, f"threats.{t}.invested", 0) for t, x in enumerate(self.p.threats)]

    def claim_next(self, deck: world.DeckPosition, place: str, d: int) -> list[int]:
        """Return the cards on top of a deck, the top card first; Jokers may lie there, but not on top."""
        cards = []
        for text in deck.next:
            cards.append(self.card(text, f"{place}.next"))
            if cards[-1] < FACES:
                self.use(cards[-1], f"{place}.next", d)
        need(
            not cards or cards[0] < FACES,
            f"{place}.next: a Joker on top of the deck would have surfaced as an Omen (CD-24, C-11).",
        )
        return cards

    def check_second_deck(self) -> None:
        """Refuse a deck that the scenario lacks."""
        p = self.p
        need(
            self.decks == 2 or not (p.pilots_trash or p.pilots_deck.next or p.pilots_deck.jokers),
            "pilots_deck and pilots_trash exist only if rules.decks is 'separate'; this scenario has one "
            "deck.",
        )

    def write_cards(self, hands: dict[int, list[int]], stacks: list[list[int]]) -> None:
        """Write hands and stacks."""
        for seat, cards in hands.items():
            self.w.hand[seat] = words_of(cards)
        for t, cards in enumerate(stacks):
            self.w.stack[t] = words_of(cards)

    def write_deck(self, d: int, jokers: list[int], ahead: list[int], place: str) -> None:
        """Write a deck, with these Jokers and these cards on top: what lies nowhere else is in it."""
        deck, pool = (self.p.deck, self.p.pilots_deck)[d], self.w.decks[d]
        surplus = Counter(jokers)
        surplus.subtract(c for c in ahead if c >= FACES)
        need(min(surplus.values(), default=0) >= 0, f"{place}.next holds a Joker that is not in the deck.")
        hidden = list(surplus.elements())
        faces = Counter(c for c in cards_in(self.cfg.faces[d]) if c < FACES) - self.used[d]
        rest = sorted(faces.elements())
        if jokers and not ahead:
            need(len(rest) > 0, self.jokers_only.format(place=place))
            ahead = [rest.pop(self.choice(d, deck.draws, len(rest)))]
        pool.cards[:] = words_of([*rest, *hidden])
        pool.draws, pool.jokers, pool.ahead_n = deck.draws, len(jokers), len(ahead)
        pool.n = len(rest) + len(hidden) + len(ahead)
        pool.ahead[: len(ahead)] = ahead[::-1]

    def choice(self, d: int, draws: int, n: int) -> int:
        """Return which suited card lies on top: while a deck holds Jokers, its top card is fixed and is none."""
        return ((mix(self.p.rng.key, ((d + 1) << 32) + draws) >> 31) * n) >> 32

    # The world -----------------------------------------------------------------------------------------------------

    def write_world(self) -> None:
        """Write the team's gauges, Threats, Factions, Resources and the Location."""
        p, w, cfg = self.p, self.w, self.cfg
        for field, source in SHEET_FIELDS.items():
            setattr(w, field, getattr(cfg, source))
        w.harmony = self.gauge("harmony", p.harmony, terms.MAX_HARMONY, int(cfg.harmony))
        need(w.harmony >= 1, "harmony is 0; its floor is 1, Red (ME-62).")
        for field, given in (("charges", p.charges), ("buffers", p.buffers)):
            for name, x in given.items():
                seat = self.pilot(name, field)
                most = int(getattr(cfg, field[:-1] + "_max")[seat])
                getattr(w, field)[seat] = self.gauge(f"{field}.{name}", x, most, 0)
        self.write_commitments("commitment_max", p.commitment_max, cfg.commitment_max)
        w.commitment[:] = np.minimum(w.commitment, w.commitment_max)
        self.write_commitments("commitment", p.commitments, w.commitment_max)
        self.write_threats()
        self.write_factions()
        self.check_dormant()
        self.write_outfit()

    def write_commitments(self, field: str, given: Mapping[str, Mapping[Any, int]], most: Ints) -> None:
        """Write Commitments, or their maxima."""
        place = "commitments" if field == "commitment" else field
        for name, points in given.items():
            seat = self.pilot(name, place)
            for key, x in points.items():
                k = Commitment.of(key)
                getattr(self.w, field)[seat, k] = self.gauge(
                    f"{place}.{name}.{key}", x, int(most[seat, k]), 0
                )

    def write_threats(self) -> None:
        """Write Ratings and Buffers of Threats."""
        w, cfg, n = self.w, self.cfg, int(self.cfg.threats)
        need(len(self.p.threats) <= n, f"threats lists {len(self.p.threats)}; this scenario has {n}.")
        for t, threat in enumerate(self.p.threats):
            place = f"threats.{t}"
            most = int(cfg.rating_max[t]), int(cfg.threat_buffer_max[t])
            w.rating[t] = self.gauge(f"{place}.rating", threat.rating, most[0], int(cfg.rating[t]))
            w.threat_buffers[t] = self.gauge(
                f"{place}.buffers", threat.buffers, most[1], int(cfg.threat_buffers[t])
            )

    def write_factions(self) -> None:
        """Write what Factions are, their Strikes and their stacks."""
        p, n = self.p, int(self.cfg.factions)
        need(len(p.factions) <= n, f"factions lists {len(p.factions)}; this scenario has {n}.")
        for f, faction in enumerate(p.factions):
            self.write_faction(f, faction)

    def write_faction(self, f: int, faction: conflict.FactionPosition) -> None:
        """Write one Faction."""
        w, cfg, place = self.w, self.cfg, f"factions.{f}"
        if faction.state is not None:
            w.faction[f] = Faction.of(faction.state)
            turns = faction.state != "turned" or cfg.faction_threat[f] != NONE
            need(turns, f"{place}.state: this Faction has no Threat into which it could turn (ME-51).")
        default = int(cfg.faction_strikes[f])
        w.strikes[f] = self.gauge(f"{place}.strikes", faction.strikes, STRIKES, default)
        cards = self.claim(faction.favor, f"{place}.favor", 0 if cfg.favor_coach[f] else self.deck_of(1))
        most = (
            min(terms.MAX_FAVOR, int(cfg.favor_max[f]))
            if w.faction[f] in (Faction.HIDDEN, Faction.IN_PLAY)
            else 0
        )
        need(len(cards) <= most, f"{place}.favor lists {len(cards)} cards; it holds at most {most}.")
        shown = int(bool(cards) and w.faction[f] != Faction.HIDDEN)
        hidden = len(cards) - shown if faction.hidden is None else faction.hidden
        need(
            hidden <= len(cards) - shown,
            f"{place}.hidden is {hidden}, but the top card lies face-up (PL-15).",
        )
        need(
            shown == 1 or hidden == len(cards),
            f"{place}.hidden is {hidden}, but nobody has seen a card of a Faction that is not revealed.",
        )
        w.favor[f][: len(cards)] = cards
        w.favor_n[f], w.favor_hidden[f] = len(cards), hidden

    def check_dormant(self) -> None:
        """Refuse Threats in play that Factions have not turned into."""
        w, cfg = self.w, self.cfg
        for f in range(int(cfg.factions)):
            t = int(cfg.faction_threat[f])
            need(
                t == NONE or w.faction[f] == Faction.TURNED or w.rating[t] == w.threat_buffers[t] == 0,
                f"threats.{t} is not in play before factions.{f} turns into it (ME-51).",
            )

    def write_outfit(self) -> None:
        """Write Robos' Endurance, Gear, Lessons, Resources, the Location, Omens Spent and abilities used up."""
        p, w, cfg = self.p, self.w, self.cfg
        for name, x in p.endurance.items():
            seat = self.pilot(name, "endurance")
            w.endurance[seat] = self.gauge(f"endurance.{name}", x, int(cfg.endurance[seat]), 0)
        for name, pieces in p.gear.items():
            seat = self.pilot(name, "gear")
            owned = [g for g in range(book.MAX_GEAR) if (int(cfg.gear[seat]) >> g) & 1]
            need(set(pieces) <= set(owned), f"gear.{name}: {name} has no such piece.")
            w.gear[seat] = sum(1 << g for g in set(pieces))
        for name, x in p.lessons.items():
            w.lessons[self.pilot(name, "lessons")] = self.gauge(f"lessons.{name}", x, 127, 0)
        known = names.resource_names(self.setup)
        for name, x in p.resources.items():
            need(name in known, f"resources: there is no '{name}'{did_you_mean(name, known)} here.")
            r = known.index(name)
            w.resource[r] = self.gauge(f"resources.{name}", x, int(cfg.resource_max[r]), 0)
        if p.location is not None:
            there = (p.location != "none") == (cfg.location != 0)
            need(there, f"location is '{p.location}', which does not fit this scenario.")
            w.location = Location.of(p.location)
        w.spent = self.gauge("spent", p.spent, terms.ALL_OMENS, 0)
        w.crisis = self.gauge("crisis", p.crisis, terms.MAX_CRISIS, int(cfg.crisis))
        for name, told in p.used_up.items():
            seat = self.seat(name, "used_up")
            w.used[seat] = self.abilities(f"used_up.{name}", seat, told)

    # Chance ---

    def write_stream(self) -> None:
        """Write where chance stands."""
        s, given = self.s, self.p.rng
        s.rng.key, s.rng.count, s.rng.prob = given.key, given.count, 1.0

    def stock(self) -> list[int]:
        """Return what the stakes count."""
        return [int(interpreted(stakes.stock)(self.s, i)) for i in range(5)]
