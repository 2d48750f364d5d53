"""Any situation of a Throwdown as plain data: what can be written down, set up, saved and compared.

`Position` is published as JSON Schema. `to_position` writes everything down, hidden cards and chance included;
`from_position` fills in what a position leaves out and refuses what cannot occur (C-160).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from throwdown.envs.core.batch import look
from throwdown.envs.core.cards import FACES, NAMES, NONE, card_id, cards_in, words_of
from throwdown.envs.core.errors import InvalidPosition, ThrowdownError, did_you_mean
from throwdown.envs.core.events import make_out
from throwdown.envs.core.game import Setup
from throwdown.envs.core.rng import mix
from throwdown.envs.fusion.order import BEATS, MAX_STRIKE
from throwdown.envs.fusion.stakes import stock
from throwdown.envs.fusion.throwdown.actions import RECOVER_SELF
from throwdown.envs.fusion.throwdown.actions import SPOILS as SPOIL_NAMES
from throwdown.envs.fusion.throwdown.outcome import count_spoils, measure
from throwdown.envs.fusion.throwdown.state import (
    ANSWER,
    ASSISTS,
    BY_ESCALATE,
    BY_INITIATIVE,
    CONCEDED,
    DISCARDS,
    DRIVE,
    END,
    GIVES,
    LAST_STAGE,
    PHASES,
    QUESTIONS,
    REFUSED,
    RELAY,
    RESULTS,
    RETURNS,
    RUNNING,
    SPOILS,
    TURN,
)
from throwdown.envs.fusion.throwdown.state import (
    SIDES as SIDES_STEP,
)
from throwdown.envs.fusion.triggers import NO_DAMAGE, PURGE, SCHISM, THREAT_TRAUMA, TRAUMA
from throwdown.envs.fusion.world import COACH, COMMITMENTS, FLESH, MAX_HARMONY, STEEL

Side = Literal["coach", "pilots"]
SIDE_NAMES: tuple[Side, Side] = ("coach", "pilots")
Landing = Literal["trauma", "purge", "threat-trauma", "schism"]
LANDINGS: tuple[Landing, ...] = ("trauma", "purge", "threat-trauma", "schism")
Count = Annotated[int, Field(ge=0, le=1000)]

_STEPS = {
    "over": END,
    "challenge": ANSWER,
    "answer": ANSWER,
    "support": SIDES_STEP,
    "vote": QUESTIONS,
    "give": GIVES,
    "return": RETURNS,
    "relay": RELAY,
    "assist": ASSISTS,
    "drive": DRIVE,
    "ally-drive": DRIVE,
    "spoil": SPOILS,
    "spoil-pilot": SPOILS,
    "spoil-threat": SPOILS,
    "recover": SPOILS,
    "discard": DISCARDS,
}
_OPENING = ("challenge", "answer", "support", "vote", "give", "return", "relay")
_FIGHT = ("assist", "drive", "ally-drive")
_SPOILS = ("spoil", "spoil-pilot", "spoil-threat", "recover")
_END = ("discard", "over")
_DAMAGE = ("buffer", "commitment")


class Part(BaseModel):
    """Base of a position's parts: unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid")


class PileCard(Part):
    """One card of a Pile."""

    card: str = Field(description="the card, as in 9S or TH")
    by: str = Field(description="the seat that laid it")


class Pile(Part):
    """The Pile of one stage."""

    opened: Literal["initiative", "escalate"] | None = Field(
        default=None, description="how its first card opened the stage; initiative for stage 1, else escalate"
    )
    cards: list[PileCard] = Field(description="its cards, bottom to top")


class ThreatPosition(Part):
    """One Threat."""

    rating: Count | None = Field(default=None, description="its present Rating; the sheet's if left out")
    buffers: Count | None = Field(default=None, description="its Buffers; the sheet's if left out")
    invested: list[str] = Field(default=[], description="the cards invested in it")


class DeckPosition(Part):
    """A deck: what is not told lies in it in an order that the stream decides."""

    next: list[str] = Field(default=[], description="the cards whose place is known, the top card first")
    jokers: list[str] | None = Field(
        default=None,
        description="the Jokers still in it (*r, *b), those in `next` included; by default all but the Omens",
    )
    draws: Count = Field(default=0, description="places decided so far: the number of the stream's next draw")


class Damage(Part):
    """Damage that waits for somebody's decision."""

    trauma: dict[str, Count] = Field(default={}, description="points of Trauma per Pilot")
    purge: list[str] = Field(default=[], description="Pilots on whom a Purge waits")
    threat_trauma: dict[int, Count] = Field(
        default={}, description="points of Trauma per Threat (its number)"
    )
    schism: Count = Field(default=0, description="points of Schism")
    caused_by: str | None = Field(
        default=None, description="the Pilot who caused the Schism; none: the team is the target"
    )
    landing: Landing | None = Field(
        default=None, description="what the present point is; by default in the order of settling"
    )
    target: str | int | None = Field(
        default=None, description="the Pilot (seat) or Threat (number) whom it hits"
    )
    declined: str | None = Field(
        default=None, description="the last Pilot who let the present point pass unbuffered"
    )


class SpoilsLeft(Part):
    """The spoils that a side may still take."""

    basic: Count = Field(default=0, description="Basic Spoils")
    ultimate: Count = Field(default=0, description="Ultimate Spoils")


class Stream(Part):
    """Where chance stands."""

    key: int = Field(default=0, description="the key of the stream")
    count: int = Field(default=0, description="numbers drawn from it so far, apart from the decks'")


class Position(Part):
    """A situation of the Throwdown, stages edition; everything in it is optional.

    Seats are coach_0, pilot_0 and so on. Cards that lie nowhere else are in the deck. What is left out is as the
    scenario has it at the start, hands are empty, and phase and turn follow from the cards on the table: a position
    with a Pile is a Commander's Drive.
    """

    stage: Count | None = Field(
        default=None, description="the stage, 0 before initiative is won; by default one per Pile"
    )
    phase: str | None = Field(
        default=None, description="what is being decided", json_schema_extra={"enum": [*PHASES, None]}
    )
    turn: str | None = Field(default=None, description="the seat that decides")
    hands: dict[str, list[str]] = Field(default={}, description="the cards in every hand")
    sealed: dict[str, str] = Field(default={}, description="face-down initiative cards")
    pile: list[Pile] = Field(
        default=[], description="all Piles, one per stage: those set aside first, the present one last"
    )
    trash: list[str] = Field(default=[], description="the Trash (Coach's, if there are two)")
    deck: DeckPosition = Field(default=DeckPosition(), description="the deck (Coach's, if there are two)")
    pilots_trash: list[str] = Field(default=[], description="the Pilots' Trash, if decks are separate")
    pilots_deck: DeckPosition = Field(
        default=DeckPosition(), description="the Pilots' deck, if decks are separate"
    )
    known: dict[str, dict[str, list[str]]] = Field(
        default={},
        description="viewer, then holder: cards that a Pilot knows to be in another's hand or face-down",
    )
    omens: Count | None = Field(default=None, description="Jokers that surfaced")
    challenger: str | None = Field(default=None, description="the seat that laid the first initiative card")
    commander: str | None = Field(default=None, description="the Pilots' Commander")
    involved: list[str] | None = Field(
        default=None, description="who takes part; by default Commanders and who laid a card"
    )
    started_by: Side | None = Field(default=None, description="the side that began it (TS-30)")
    for_team: bool | None = Field(
        default=None, description="whether the Commander fights for the team (TS-29)"
    )
    votes: dict[Literal["self", "team"], Count] = Field(default={}, description="votes on that so far")
    strike: dict[str, Count] = Field(
        default={}, description="Strike per seat; by default from the sheets (TS-36, TS-38)"
    )
    bonus: dict[str, Count] = Field(default={}, description="Strike gained this turn")
    asked: list[str] = Field(default=[], description="allies who were offered the Drive this turn")
    given: dict[str, Count] = Field(default={}, description="cards that the Commander owes each giver")
    harmony: Count | None = Field(default=None, description="1 Red to 7 Violet")
    commitments: dict[str, dict[Literal["steel", "flesh", "synch", "solo"], Count]] = Field(
        default={}, description="Commitments per Pilot"
    )
    charges: dict[str, Count] = Field(default={}, description="Charges per Pilot")
    buffers: dict[str, Count] = Field(default={}, description="Buffers per Pilot")
    threats: list[ThreatPosition] = Field(default=[], description="the Threats in the scenario's order")
    scored: list[Side] | None = Field(
        default=None, description="who scored each yielded stage; follows from the Piles"
    )
    score: dict[Side, Count] | None = Field(
        default=None, description="the points; they follow from the stages (C-160)"
    )
    damage: Damage = Field(default=Damage(), description="damage that waits for a decision")
    result: str | None = Field(
        default=None, description="how it ended, or running", json_schema_extra={"enum": [*RESULTS, None]}
    )
    winner: Side | None = Field(default=None, description="the side that won")
    taker: Side | None = Field(default=None, description="the side that takes spoils")
    spoils: dict[Side, SpoilsLeft] | None = Field(
        default=None, description="the spoils left; by default what the score gives"
    )
    spoil: str | None = Field(
        default=None, description="the spoil whose target is being chosen", examples=["trauma-pilot"]
    )
    spoil_target: str | None = Field(default=None, description="the Pilot whose Commitment is to recover")
    start: list[int] | None = Field(
        default=None,
        min_length=5,
        max_length=5,
        description="before the conflict: Harmony and the sums of Commitments, of Charges, of Buffers (less Threats') "
        "and of Ratings (negative), which the stakes are measured against; by default those of the position",
    )
    stakes: float | None = Field(default=None, description="the Pilots' stakes, once they are measured")
    rng: Stream = Field(default=Stream(), description="where chance stands")


def _names(words: Any) -> list[str]:
    return [NAMES[c] for c in cards_in(words)]


def _side(seat: int) -> int:
    return 0 if seat == COACH else 1


def _side_name(side: int) -> Side | None:
    return None if side == NONE else SIDE_NAMES[side]


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is unset, so that positions say only what there is to say."""
    return {k: v for k, v in values.items() if v is not None}


def to_position(s: Any, setup: Setup) -> Position:
    """Return everything about a state, hidden cards and chance included."""
    seats, pilots = setup.seats, setup.seats[1:]
    w, result = s["world"], int(s["result"])
    values = {
        "stage": int(s["stage"]),
        "phase": PHASES[s["phase"]],
        "turn": None if s["over"] else seats[s["seat"]],
        "hands": {n: _names(w["hand"][p]) for p, n in enumerate(seats)},
        "sealed": {n: NAMES[s["sealed"][p]] for p, n in enumerate(seats) if s["sealed"][p] != NONE},
        "pile": _piles(s, setup),
        "known": _known(s, setup),
        "omens": int(w["omens"]),
        "involved": [n for p, n in enumerate(seats) if s["involved"][p]],
        "strike": {n: int(s["strike"][p]) for p, n in enumerate(seats)},
        "bonus": {n: int(s["bonus"][p]) for p, n in enumerate(seats) if s["bonus"][p]},
        "asked": [n for p, n in enumerate(seats) if s["asked"][p]],
        "given": {n: int(s["given"][p]) for p, n in enumerate(seats) if s["given"][p]},
        "harmony": int(w["harmony"]),
        "commitments": {n: _commitments(w["commitment"][p]) for p, n in enumerate(pilots, 1)},
        "charges": {n: int(w["charges"][p]) for p, n in enumerate(pilots, 1)},
        "buffers": {n: int(w["buffers"][p]) for p, n in enumerate(pilots, 1)},
        "threats": _threats(s),
        "scored": [_side_name(s["scored"][k]) for k in range(1, s["stage"] + 1) if s["scored"][k] != NONE],
        "score": {n: int(s["score"][k]) for k, n in enumerate(SIDE_NAMES)},
        "damage": _damage(s, setup),
        "result": RESULTS[result],
        "start": [int(x) for x in s["start"]],
        "stakes": float(s["stakes"]) if s["step"] in (DISCARDS, END) else None,
        "rng": {"key": int(s["rng"]["key"]), "count": int(s["rng"]["count"])},
    }
    return Position.model_validate(_plain({**values, **_who(s, setup), **_decks(s), **_outcome(s, setup)}))


def _commitments(values: Any) -> dict[str, int]:
    return {name: int(values[k]) for k, name in enumerate(COMMITMENTS)}


def _who(s: Any, setup: Setup) -> dict[str, Any]:
    boss, for_team, votes = int(s["commander"][1]), int(s["for_team"]), s["votes"]
    return {
        "challenger": setup.seats[s["challenger"]],
        "commander": None if boss == NONE else setup.seats[boss],
        "started_by": _side_name(s["started_by"]),
        "for_team": None if for_team == NONE else bool(for_team),
        "votes": {name: int(votes[k]) for k, name in enumerate(("self", "team")) if votes[k]},
    }


def _outcome(s: Any, setup: Setup) -> dict[str, Any]:
    if s["result"] == RUNNING:
        return {}
    basic, ultimate = s["basic"], s["ultimate"]
    return {
        "winner": _side_name(s["winner"]),
        "taker": _side_name(s["taker"]) if s["step"] == SPOILS else None,
        "spoils": {
            n: {"basic": int(basic[k]), "ultimate": int(ultimate[k])} for k, n in enumerate(SIDE_NAMES)
        },
        "spoil": None if s["spoil"] == NONE else SPOIL_NAMES[s["spoil"]],
        "spoil_target": setup.seats[s["target"]] if PHASES[s["phase"]] == "recover" else None,
    }


def _piles(s: Any, setup: Setup) -> list[dict[str, Any]]:
    n, stages = int(s["pile_n"]), int(s["stage"])
    if n == 0:
        return []
    bounds = [int(s["pile_from"][k]) for k in range(1, stages + 1)] + [n]
    how = {BY_INITIATIVE: "initiative", BY_ESCALATE: "escalate"}
    return [
        {
            "opened": how[int(s["opened"][k + 1])],
            "cards": [
                {"card": NAMES[s["pile_card"][i]], "by": setup.seats[s["pile_by"][i]]}
                for i in range(bounds[k], bounds[k + 1])
            ],
        }
        for k in range(stages)
    ]


def _threats(s: Any) -> list[dict[str, Any]]:
    w = s["world"]
    return [
        {
            "rating": int(w["rating"][t]),
            "buffers": int(w["threat_buffers"][t]),
            "invested": _names(w["stack"][t]),
        }
        for t in range(s["cfg"]["threats"])
    ]


def _known(s: Any, setup: Setup) -> dict[str, dict[str, list[str]]]:
    known: dict[str, dict[str, list[str]]] = {}
    if len(setup.seats) > 2:
        for v, viewer in enumerate(setup.seats):
            for h, holder in enumerate(setup.seats):
                cards = _names(s["world"]["known"][v, h])
                if cards:
                    known.setdefault(viewer, {})[holder] = cards
    return known


def _decks(s: Any) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for d, prefix in enumerate(("", "pilots_")[: s["cfg"]["decks"]]):
        pool = s["world"]["decks"][d]
        ahead = [int(c) for c in pool["ahead"][: pool["ahead_n"]]][::-1]
        jokers = [c for c in [*ahead, *cards_in(pool["cards"])] if c >= FACES]
        out[prefix + "trash"] = _names(pool["trash"])
        out[prefix + "deck"] = {
            "next": [NAMES[c] for c in ahead],
            "jokers": [NAMES[c] for c in sorted(jokers)],
            "draws": int(pool["draws"]),
        }
    return out


def _damage(s: Any, setup: Setup) -> dict[str, Any]:
    d, seats = s["damage"], setup.seats
    if d["waiting"] == 0:
        return {}
    kind, by, asked = int(d["kind"]), int(d["schism_by"]), int(d["asked"])
    on_pilot = kind in (TRAUMA, PURGE)
    target = seats[d["target"]] if on_pilot else int(d["target"]) if kind == THREAT_TRAUMA else None
    return _plain(
        {
            "trauma": {n: int(d["trauma"][p]) for p, n in enumerate(seats) if d["trauma"][p]},
            "purge": [n for p, n in enumerate(seats) if d["purge"][p]],
            "threat_trauma": {t: int(x) for t, x in enumerate(d["threat_trauma"]) if x},
            "schism": int(d["schism"]),
            "caused_by": seats[by] if d["schism"] and by != NONE else None,
            "landing": None if kind == NO_DAMAGE else LANDINGS[kind - 1],
            "target": target,
            "declined": seats[asked] if asked and kind != THREAT_TRAUMA else None,
        }
    )


def _complete(states: np.ndarray, start: bool, spoils: bool, stakes: bool) -> None:
    """Work out, by the rules, what a position left out."""
    s: Any = states.view(np.recarray)[0]
    if start:
        s.start[:] = [_interpreted(stock)(s, i) for i in range(5)]
    if spoils:
        _interpreted(count_spoils)(s)
    if stakes:
        _interpreted(measure)(s)


def _interpreted(rule: Any) -> Any:
    """Return a rule as plain Python: this module holds no compiled code."""
    return getattr(rule, "py_func", rule)


def from_position(position: BaseModel, setup: Setup, s: Any) -> None:
    """Write a position into a record; the record is unchanged if it is refused.

    Raises:
        InvalidPosition: the position cannot occur in this scenario.
    """
    if not isinstance(position, Position):
        raise InvalidPosition("The position must be a `Position` of this game.")
    states = setup.game.allocate(1)
    states[:] = setup.template[0]
    _Builder(position, setup, states).build()
    for name in states.dtype.names or ():
        s[name] = states[0][name]


def _need(holds: bool, text: str) -> None:
    if not holds:
        raise InvalidPosition(text)


class _Builder:
    """Fills one state from a position, step by step; every step refuses what it finds impossible."""

    def __init__(self, position: Position, setup: Setup, states: np.ndarray) -> None:
        self.p, self.setup, self.states, self.s = position, setup, states, states[0]
        self.cfg, self.world = self.s["cfg"], self.s["world"]
        self.decks = int(self.cfg["decks"])
        self.used: list[Counter[int]] = [Counter(), Counter()]

    def build(self) -> None:
        """Run all steps."""
        self.write_world()
        self.collect()
        self.check_cards()
        self.write_cards()
        self.write_decks()
        self.blank()
        self.read_damage()
        self.read_who()
        self.read_phase()
        self.check_phase()
        self.write_stages()
        self.write_commanders()
        self.write_involved()
        self.write_questions()
        self.write_turn()
        self.write_outcome()
        self.write_seat()
        self.finish()

    # Names and numbers ---------------------------------------------------------------------------------------------

    def seat(self, name: str, place: str) -> int:
        """Return the seat of a name."""
        known = self.setup.seats
        _need(
            name in known,
            f"{place}: '{name}' is no seat of this game{did_you_mean(name, known)}; they are {', '.join(known)}.",
        )
        return self.setup.seat(name)

    def pilot(self, name: str, place: str) -> int:
        """Return the seat of a Pilot's name."""
        p = self.seat(name, place)
        _need(p != COACH, f"{place}: '{name}' is not a Pilot.")
        return p

    def card(self, text: str, place: str) -> int:
        """Return the id of a card's text."""
        try:
            return card_id(text)
        except ThrowdownError as error:
            raise InvalidPosition(f"{place}: {error}") from None

    def gauge(self, place: str, given: int | None, most: int, default: int) -> int:
        """Return a number in [0, most], or its default."""
        if given is None:
            return default
        _need(0 <= given <= most, f"{place} is {given}; here it is 0 to {most}.")
        return given

    # The world -----------------------------------------------------------------------------------------------------

    def write_world(self) -> None:
        """Write Harmony, gauges and Threats."""
        p, w, cfg = self.p, self.world, self.cfg
        for name in ("commitment", "charges", "buffers", "rating", "threat_buffers"):
            w[name] = cfg[name]
        w["harmony"] = self.gauge("harmony", p.harmony, MAX_HARMONY, int(cfg["harmony"]))
        _need(w["harmony"] >= 1, "harmony is 0; its floor is 1, Red (ME-62).")
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
        w, cfg, n = self.world, self.cfg, int(self.cfg["threats"])
        _need(
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

    def deck_of(self, seat: int) -> int:
        """Return the deck of a seat."""
        return 1 if self.decks == 2 and seat != COACH else 0

    def claim(self, texts: Iterable[str], place: str, deck: int) -> list[int]:
        """Return the ids of cards that lie somewhere, which no Joker does, and count them as used."""
        cards = [self.card(text, place) for text in texts]
        for c in cards:
            _need(
                c < FACES, f"{place}: a Joker never lies there; it leaves the deck as an Omen (CD-27, C-10)."
            )
            self.used[deck][c] += 1
        return cards

    def collect(self) -> None:
        """Read where every card lies."""
        p = self.p
        self.hands = {
            (seat := self.seat(n, "hands")): self.claim(cards, f"hands.{n}", self.deck_of(seat))
            for n, cards in p.hands.items()
        }
        self.sealed = {
            (seat := self.seat(n, "sealed")): self.claim([card], f"sealed.{n}", self.deck_of(seat))[0]
            for n, card in p.sealed.items()
        }
        self.stacks = [self.claim(t.invested, f"threats.{i}.invested", 0) for i, t in enumerate(p.threats)]
        self.piles: list[list[tuple[int, int]]] = []
        for k, pile in enumerate(p.pile, 1):
            _need(
                len(pile.cards) > 0,
                f"pile: the Pile of stage {k} has no card; its opening card always stays.",
            )
            seats = [self.seat(x.by, f"pile (stage {k})") for x in pile.cards]
            place = f"pile (stage {k})"
            self.piles.append(
                [(self.claim([x.card], place, self.deck_of(b))[0], b) for x, b in zip(pile.cards, seats)]
            )
        self.trash = [self.claim(p.trash, "trash", 0), self.claim(p.pilots_trash, "pilots_trash", 1)]
        self.next = [self.read_next(p.deck, "deck", 0), self.read_next(p.pilots_deck, "pilots_deck", 1)]
        _need(
            self.decks == 2 or not (self.trash[1] or self.next[1] or p.pilots_deck.jokers),
            "pilots_deck and pilots_trash exist only where rules.decks is 'separate'; this scenario has one deck.",
        )

    def read_next(self, deck: DeckPosition, place: str, d: int) -> list[int]:
        """Return the cards on top of a deck, the top card first; Jokers may lie there, but not on top."""
        cards = [self.card(text, f"{place}.next") for text in deck.next]
        self.used[d].update(c for c in cards if c < FACES)
        _need(
            not cards or cards[0] < FACES,
            f"{place}.next: a Joker on top of the deck would have surfaced as an Omen (CD-24, C-11).",
        )
        return cards

    def check_cards(self) -> None:
        """Refuse more cards than there are."""
        for d in range(self.decks):
            have = Counter(c for c in cards_in(self.cfg["faces"][d]) if c < FACES)
            owner = "" if self.decks == 1 else f" of {('Coach', 'the Pilots')[d]}"
            n, size = sum(self.used[d].values()), len(cards_in(self.cfg["faces"][d]))
            _need(n <= size, f"The position names {n} cards; the deck{owner} holds {size}.")
            for c, k in self.used[d].items():
                _need(c in have, f"{NAMES[c]} is not in the deck{owner} of this scenario.")
                _need(
                    k <= have[c],
                    f"{NAMES[c]} lies in {k} places; the deck{owner} holds {have[c]} of it.",
                )

    def write_cards(self) -> None:
        """Write hands, face-down cards, stacks and who knows what."""
        s, w = self.s, self.world
        s["sealed"] = NONE
        for seat, cards in self.hands.items():
            w["hand"][seat] = words_of(cards)
        for seat, c in self.sealed.items():
            s["sealed"][seat] = c
        for t, cards in enumerate(self.stacks):
            w["stack"][t] = words_of(cards)
        for viewer, held in self.p.known.items():
            v = self.pilot(viewer, "known")
            for holder, texts in held.items():
                h = self.pilot(holder, f"known.{viewer}")
                cards = [self.card(text, f"known.{viewer}.{holder}") for text in texts]
                there = Counter([*self.hands.get(h, []), *([self.sealed[h]] if h in self.sealed else [])])
                _need(
                    v != h and not Counter(cards) - there,
                    f"known.{viewer}.{holder}: {viewer} can only know cards that {holder}, another Pilot, has.",
                )
                w["known"][v, h] = words_of(cards)

    def read_jokers(self) -> list[list[int]]:
        """Return the Jokers that are still in each deck, and write the Omens."""
        decks = (self.p.deck, self.p.pilots_deck)
        every = [[c for c in cards_in(self.cfg["faces"][d]) if c >= FACES] for d in range(self.decks)]
        total = sum(len(x) for x in every)
        omens = self.gauge("omens", self.p.omens, total, NONE)
        left = []
        for d in range(self.decks):
            named = decks[d].jokers
            gone = 0 if named is not None else min(max(0, omens), len(every[d]))
            rest = every[d][gone:] if named is None else [self.card(x, "deck.jokers") for x in named]
            _need(not Counter(rest) - Counter(every[d]), "deck.jokers names Jokers that the deck never held.")
            omens = omens - gone if named is None and omens > 0 else omens
            left.append(rest)
        out = total - sum(len(x) for x in left)
        _need(
            self.p.omens in (None, out),
            f"omens is {self.p.omens}, but {out} of {total} Jokers are out of the deck; each is an Omen (CD-26).",
        )
        self.world["omens"] = out
        return left

    def write_decks(self) -> None:
        """Write the decks: what lies nowhere else is in them."""
        jokers = self.read_jokers()
        for d in range(self.decks):
            pool, deck = self.world["decks"][d], (self.p.deck, self.p.pilots_deck)[d]
            ahead = self.next[d]
            hidden = Counter(jokers[d]) - Counter(c for c in ahead if c >= FACES)
            _need(
                sum(hidden.values()) == len(jokers[d]) - sum(c >= FACES for c in ahead),
                "deck.next holds a Joker that is not in the deck.",
            )
            faces = Counter(c for c in cards_in(self.cfg["faces"][d]) if c < FACES) - self.used[d]
            rest = sorted(faces.elements())
            pool["draws"] = deck.draws
            if jokers[d] and not ahead:
                _need(
                    len(rest) > 0,
                    "The deck holds Jokers only, which would have surfaced: every Joker must be an Omen then (CD-24).",
                )
                ahead = [rest.pop(self.choice(d, deck.draws, len(rest)))]
            pool["cards"] = words_of([*rest, *hidden.elements()])
            pool["trash"] = words_of(self.trash[d])
            pool["jokers"] = len(jokers[d])
            pool["ahead_n"] = len(ahead)
            pool["ahead"][: len(ahead)] = ahead[::-1]
            pool["n"] = len(rest) + sum(hidden.values()) + len(ahead)

    def choice(self, deck: int, draws: int, n: int) -> int:
        """Return which suited card lies on top: while a deck holds Jokers, its top card is fixed and is none."""
        bits = mix(self.p.rng.key, ((deck + 1) << 32) + draws)
        return ((bits >> 31) * n) >> 32

    # The conflict --------------------------------------------------------------------------------------------------

    def blank(self) -> None:
        """Write a conflict in which nothing has happened."""
        s = self.s
        for name in ("commander", "scored", "started_by", "for_team", "winner", "taker", "spoil", "target"):
            s[name] = NONE
        s["rng"]["key"], s["rng"]["count"], s["rng"]["prob"] = self.p.rng.key, self.p.rng.count, 1.0
        s["damage"]["schism_by"] = s["damage"]["target"] = NONE

    def read_damage(self) -> None:
        """Write the damage that waits and which point of it is landing."""
        given, d = self.p.damage, self.s["damage"]
        for name, x in given.trauma.items():
            d["trauma"][self.pilot(name, "damage.trauma")] = x
        for name in given.purge:
            d["purge"][self.pilot(name, "damage.purge")] = 1
        for t, x in given.threat_trauma.items():
            _need(0 <= t < self.cfg["threats"], f"damage.threat_trauma: there is no Threat {t}.")
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
            _need(given.schism > 0, "damage.landing is schism, but no point of it waits.")
        else:
            target = (
                int(np.argmax(queues[kind] > 0)) if given.target is None else self.hit(given.target, kind)
            )
            place = f"damage.landing is {LANDINGS[kind - 1]}"
            _need(queues[kind][target] > 0, f"{place}, but no point of it waits for its target.")
            d["target"] = target
        d["kind"] = kind
        d["asked"] = 0 if given.declined is None else self.pilot(given.declined, "damage.declined")

    def hit(self, target: str | int, kind: int) -> int:
        """Return the Pilot or Threat whom a point hits."""
        if kind == THREAT_TRAUMA:
            fits = isinstance(target, int) and 0 <= target < self.cfg["threats"]
            _need(fits, f"damage.target: there is no Threat {target}.")
            return int(target)
        return self.pilot(str(target), "damage.target")

    def buffer_seat(self) -> int:
        """Return who may spend a Buffer on the point that is landing, or NONE."""
        d, w = self.s["damage"], self.world
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
        _need(
            p.phase is None or p.phase in PHASES,
            f"phase is '{p.phase}'{did_you_mean(p.phase or '', PHASES)}.",
        )
        _need(p.result is None or p.result in RESULTS, f"result is '{p.result}'; it is one of {RESULTS}.")
        ended = p.phase in (*_SPOILS, *_END) or p.winner is not None
        _need(
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
        _need(len(self.sealed) < 2, f"phase is missing: it is one of {', '.join(_OPENING[2:])}.")
        return "answer" if self.sealed else "challenge"

    def check_phase(self) -> None:
        """Refuse a phase without what it needs."""
        phase, place = self.phase, f"phase '{self.phase}'"
        running = phase in _OPENING or phase in _FIGHT
        _need(running <= (self.result == RUNNING), f"{place} cannot be in a Throwdown that has a result.")
        ended = phase in (*_SPOILS, *_END)
        _need(ended <= (self.result != RUNNING), f"{place} needs a result; it is running.")
        _need(
            (phase in _SPOILS) <= (self.result == CONCEDED),
            f"{place} needs a conceded Throwdown: no spoils are taken otherwise.",
        )
        fight = phase in _FIGHT or phase in _SPOILS or (phase in _DAMAGE)
        fight |= phase == "discard" and self.result == CONCEDED
        _need(fight <= bool(self.piles), f"{place} needs a Pile: the card that won initiative.")
        _need(
            (not fight) <= (not self.piles),
            f"{place} has no Pile: initiative is not won yet, or the Piles are cleared away.",
        )
        _need(
            (phase in _DAMAGE) == (self.waiting > 0), f"{place}: damage waits in buffer and commitment only."
        )
        self.check_sealed(place)

    def check_sealed(self, place: str) -> None:
        """Refuse face-down cards that cannot lie there, or are missing."""
        both = {COACH, self.boss}
        need: list[set[int]] = [both] if self.phase in _OPENING else [set()]
        if self.phase == "relay":
            need = [set(), {self.boss if self.challenger else COACH}]
        elif self.phase in ("challenge", "answer"):
            need = [{self.challenger}] if self.phase == "answer" else [set()]
        names = " and ".join(self.setup.seats[x] for x in sorted(need[-1])) or "nobody"
        _need(
            set(self.sealed) in need, f"{place}: face-down initiative cards are missing or wrong; of {names}."
        )
        _need(
            self.phase in ("challenge", "answer") or self.result == REFUSED or self.challenger in both,
            "challenger: who challenged laid a card and so is a Commander (TS-24).",
        )

    # Stages and score ----------------------------------------------------------------------------------------------

    def write_stages(self) -> None:
        """Write the Piles, the stages and who scored them."""
        s, n = self.s, len(self.piles)
        if self.p.stage is not None:
            stage = self.p.stage
        else:
            stage = n or len(self.p.scored or ())
        _need(
            stage <= LAST_STAGE,
            f"stage is {stage}; without a Rumble {LAST_STAGE} is the last (TS-53, TS-66).",
        )
        _need(stage == n or not n, f"stage is {stage}, but pile lists {n}: every stage has its Pile (PL-22).")
        fought = self.phase in _END and self.result == CONCEDED
        _need(
            (stage > 0) == (bool(n) or fought), f"stage is {stage}, which does not fit phase '{self.phase}'."
        )
        s["stage"] = stage
        at = 0
        for k, pile in enumerate(self.piles, 1):
            how = self.p.pile[k - 1].opened or ("initiative" if k == 1 else "escalate")
            _need((how == "initiative") == (k == 1), f"pile: stage {k} cannot be opened by {how}.")
            s["opened"][k] = BY_INITIATIVE if k == 1 else BY_ESCALATE
            s["pile_from"][k] = at
            for c, by in pile:
                s["pile_card"][at], s["pile_by"][at] = c, by
                at += 1
        s["pile_n"] = at
        self.check_piles()
        self.write_score(stage)

    def check_piles(self) -> None:
        """Refuse Piles that no sequence of Drives leaves behind."""
        order = int(self.cfg["order"])
        sides = [_side(by) for by in self.laid]
        _need(
            all(a != b for a, b in pairwise(sides)),
            "pile: Coach and the Pilots lay cards in turn, also from Pile to Pile (C-160).",
        )
        for k, pile in enumerate(self.piles, 1):
            for (below, _), (above, _) in pairwise(pile):
                fits = (int(BEATS[order, below >> 2]) >> above) & 1
                _need(
                    bool(fits),
                    f"pile (stage {k}): {NAMES[above]} does not beat {NAMES[below]}, on which it lies (TS-58).",
                )

    def write_score(self, stage: int) -> None:
        """Write who scored each stage: the opponent of who opened the next one (C-160)."""
        s, given = self.s, self.p.scored
        winner = None if self.p.winner is None else SIDE_NAMES.index(self.p.winner)
        if self.piles:
            scored = [1 - _side(pile[0][1]) for pile in self.piles[1:]]
            if self.result == CONCEDED:
                scored.append(_side(self.laid[-1]))
        elif stage and given is None and self.p.score is not None:
            scored = [(self.p.score.get("pilots", 0) >> k) & 1 for k in range(stage)]
        elif stage and given is None and winner is not None and stage == 1:
            scored = [winner]
        else:
            scored = [SIDE_NAMES.index(x) for x in given or ()]
        told = None if given is None else [SIDE_NAMES.index(x) for x in given]
        _need(
            told in (None, scored) and len(scored) == max(0, stage - (self.result != CONCEDED)),
            "scored does not fit: who opens a stage yielded the one before; the winner scored the last (C-160).",
        )
        for k, side in enumerate(scored):
            s["scored"][k + 1] = side
            s["score"][side] += 1 << k
        points = {name: int(s["score"][k]) for k, name in enumerate(SIDE_NAMES)}
        _need(
            self.p.score is None or {**dict.fromkeys(SIDE_NAMES, 0), **self.p.score} == points,
            f"score does not fit: the stages give Coach {points['coach']} and the Pilots {points['pilots']} (C-160).",
        )

    # Who takes part ------------------------------------------------------------------------------------------------

    def write_commanders(self) -> None:
        """Write challenger and Commanders."""
        s = self.s
        s["challenger"] = self.challenger
        self.sides = self.phase not in ("challenge", "answer") and self.result != REFUSED
        if self.sides:
            s["commander"] = [COACH, self.boss]
        elif self.phase != "challenge":
            s["commander"][_side(self.challenger)] = self.challenger
        told = self.p.commander
        _need(
            told is None or s["commander"][1] == self.boss,
            f"commander is {told}, but no Pilot of this phase has laid an initiative card (TS-24).",
        )

    def write_involved(self) -> None:
        """Write who takes part."""
        s, given, place = self.s, self.p.involved, "involved"
        if not self.sides:
            _need(
                not given,
                "involved must be empty: sides are taken after both initiative cards are laid (TS-26).",
            )
            return
        seats = {COACH, self.boss, *self.laid}
        if given is None:
            seats |= {self.seat(name, "asked") for name in self.p.asked}
            if self.turn is not None and self.phase in ("assist", "ally-drive", "give"):
                seats.add(self.turn)
        else:
            _need(len(set(given)) == len(given), "involved lists a seat twice.")
            told = {self.seat(name, place) for name in given} | {COACH}
            missing = [self.setup.seats[x] for x in sorted(seats - told)]
            _need(not missing, f"involved lacks {', '.join(missing)}, a Commander or who laid a card.")
            seats = told
        for seat in seats:
            s["involved"][seat] = 1

    def write_questions(self) -> None:
        """Write the answers to the questions, and the Strikes that follow from them."""
        s, p, cfg, side = self.s, self.p, self.cfg, _side(self.challenger)
        votes: dict[str, int] = dict(p.votes.items())
        for k, name in enumerate(("self", "team")):
            s["votes"][k] = votes.get(name, 0)
        answered = self.sides and self.phase not in ("support", "vote")
        if p.started_by is not None:
            s["started_by"] = SIDE_NAMES.index(p.started_by)
        elif answered:
            s["started_by"] = cfg["started_by"] if cfg["started_by"] < 2 else side
        if p.for_team is not None:
            s["for_team"] = p.for_team
        elif answered:
            s["for_team"] = cfg["fights_for"] == 1
        _need(
            answered or s["started_by"] == NONE, "started_by is answered only after sides are taken (TS-30)."
        )
        _need(answered or s["for_team"] == NONE, "for_team is answered only after sides are taken (TS-29).")
        if answered:
            self.write_strikes()
        for name, x in p.strike.items():
            s["strike"][self.seat(name, "strike")] = self.gauge(f"strike.{name}", x, MAX_STRIKE, 0)

    def write_strikes(self) -> None:
        """Write the Strikes of the sheets (TS-36, TS-38)."""
        s, w = self.s, self.world
        for seat in range(1, len(self.setup.seats)):
            points = w["commitment"][seat, STEEL if s["started_by"] == 1 else FLESH]
            s["strike"][seat] = min(MAX_STRIKE, points)
        ratings = [int(x) for x in w["rating"] if x > 0]
        s["strike"][COACH] = min(MAX_STRIKE, max(ratings) + len(ratings) - 1) if ratings else 0

    def write_turn(self) -> None:
        """Write what holds for this turn: whose it is, Strike gained, who was asked, what is owed."""
        s, p = self.s, self.p
        s["side"] = 1 - _side(self.laid[-1]) if self.laid else 0
        for name, x in p.bonus.items():
            s["bonus"][self.pilot(name, "bonus")] = self.gauge(f"bonus.{name}", x, MAX_STRIKE, 0)
        for name in p.asked:
            seat = self.pilot(name, "asked")
            _need(
                s["involved"][seat] == 1 and seat != self.boss, f"asked: {name} is no ally in this Throwdown."
            )
            s["asked"][seat] = 1
        for name, x in p.given.items():
            seat = self.pilot(name, "given")
            _need(seat != self.boss, "given: the Commander owes herself nothing (TS-35).")
            _need(self.phase in ("give", "return"), f"given: nothing is owed in phase '{self.phase}'.")
            s["given"][seat] = x
        owed, held = int(s["given"].sum()), len(self.hands.get(self.boss, []))
        _need(owed <= held, f"given: {owed} cards are owed, but the Commander holds {held} (TS-35).")

    # Outcome -------------------------------------------------------------------------------------------------------

    def write_outcome(self) -> None:
        """Write who won and the spoils that are left."""
        s, p = self.s, self.p
        s["result"] = self.result
        winner = NONE
        if self.result == CONCEDED:
            winner = int(s["scored"][s["stage"]])
        elif self.result == REFUSED:
            winner = _side(self.challenger)
        s["winner"] = winner
        told = None if p.winner is None else SIDE_NAMES.index(p.winner)
        _need(
            told in (None, winner),
            f"winner is '{p.winner}', but it is {_side_name(winner) or 'nobody'}: who did not yield the last stage.",
        )
        taking = self.result == CONCEDED and (self.phase in _SPOILS or self.phase in _DAMAGE)
        if taking:
            seat = _side(self.turn) if self.turn is not None and self.phase in _SPOILS else winner
            s["taker"] = seat if p.taker is None else SIDE_NAMES.index(p.taker)
        _need(taking or p.taker is None, f"taker: no spoils are taken in phase '{self.phase}'.")
        for k, name in enumerate(SIDE_NAMES):
            left = (p.spoils or {}).get(name, SpoilsLeft())
            s["basic"][k] = self.gauge(f"spoils.{name}.basic", left.basic, 7, 0)
            s["ultimate"][k] = self.gauge(f"spoils.{name}.ultimate", left.ultimate, 3, 0)
        self.write_spoil()

    def write_spoil(self) -> None:
        """Write the spoil whose target is being chosen."""
        s, p, phase = self.s, self.p, self.phase
        choosing = phase in ("spoil-pilot", "spoil-threat", "recover")
        name = "recover-self" if phase == "recover" and p.spoil is None else p.spoil
        _need((name is not None) == choosing, f"spoil is '{name}', which does not fit phase '{phase}'.")
        _need(
            name is None or name in SPOIL_NAMES,
            f"spoil is '{name}'{did_you_mean(name or '', SPOIL_NAMES)}; no such spoil.",
        )
        if name is not None:
            s["spoil"] = SPOIL_NAMES.index(name)
        _need(
            (phase == "recover") == (p.spoil_target is not None),
            "spoil_target is the Pilot who recovers; it belongs to phase 'recover'.",
        )
        if p.spoil_target is not None:
            _need(s["spoil"] == RECOVER_SELF, "phase 'recover' belongs to the spoil recover-self.")
            s["target"] = self.pilot(p.spoil_target, "spoil_target")

    # Who decides ---------------------------------------------------------------------------------------------------

    def write_seat(self) -> None:
        """Write phase, step, the seat to decide and where the rounds stand."""
        s, phase = self.s, self.phase
        s["phase"] = PHASES.index(phase)
        s["step"] = (TURN if self.result == RUNNING else SPOILS) if phase in _DAMAGE else _STEPS[phase]
        s["over"] = phase == "over"
        must = self.must_decide()
        seat = must if self.turn is None else self.turn
        who = "nobody" if must is None or must == NONE else self.setup.seats[must]
        if phase == "over":
            _need(self.turn is None, "turn: nobody decides when it is over.")
            return
        _need(seat is not None and seat != NONE, f"phase '{phase}' needs turn, the seat that decides.")
        _need(
            must is None or seat == must,
            f"turn is {self.p.turn or 'missing'}, but in phase '{phase}' here {who} decides.",
        )
        s["seat"] = COACH if seat is None else seat
        self.write_round(int(s["seat"]))
        self.check_seat(int(s["seat"]))

    def must_decide(self) -> int | None:
        """Return who decides where that is certain, None where the position must tell."""
        s, phase = self.s, self.phase
        if phase == "challenge":
            return self.challenger
        if phase == "answer":
            holders = [seat for seat in range(1, len(self.setup.seats)) if self.hands.get(seat)]
            if self.challenger != COACH:
                return COACH
            return next(iter(holders), NONE) if self.turn is None else None
        if phase == "drive":
            return COACH if s["side"] == 0 else self.boss
        if phase == "buffer":
            return self.buffer_seat()
        if phase == "commitment":
            return int(s["damage"]["target"]) if s["damage"]["kind"] == TRAUMA else NONE
        if phase in _SPOILS:
            return int(s["commander"][s["taker"]])
        if phase == "return":
            return self.boss
        if phase == "relay":
            first = COACH if self.challenger == COACH else self.boss
            return first if not self.sealed else self.boss if first == COACH else COACH
        return None

    def write_round(self, seat: int) -> None:
        """Write the place at which a round stands."""
        s, phase, n = self.s, self.phase, len(self.setup.seats)
        if phase in ("answer", "support", "vote", "give", "assist"):
            s["at"] = n if phase == "vote" and seat == COACH else seat
        elif phase == "return":
            s["at"] = next((p for p in range(1, n) if s["given"][p] > 0), n)
        elif phase == "discard":
            s["at"] = self.order().index(seat)
        elif phase != "challenge":
            coach = s["side"] == 0 and (phase == "drive" or s["step"] == SPOILS)
            s["at"] = 1 if coach else n

    def order(self) -> list[int]:
        """Return the seats in the order of the final step (C-148)."""
        s, n = self.s, len(self.setup.seats)
        boss = max(1, int(s["commander"][1]))
        pilots = [boss, *(p for p in range(1, n) if p != boss)]
        first = int(s["winner"]) if s["winner"] != NONE else _side(self.challenger)
        return [COACH, *pilots] if first == 0 else [*pilots, COACH]

    def check_seat(self, seat: int) -> None:
        """Refuse a decision that this seat cannot have."""
        s, phase, name = self.s, self.phase, self.setup.seats[seat]
        held = len(self.hands.get(seat, []))
        place = f"phase '{phase}': {name}"
        if phase in ("challenge", "answer", "give", "return", "relay"):
            _need(held > 0, f"{place} has no card in hand to lay or give.")
        if phase == "answer":
            _need(_side(seat) != _side(self.challenger), f"{place} is not challenged.")
        if phase in ("support", "give", "ally-drive", "assist"):
            _need(seat != COACH, f"{place} is not a Pilot.")
        if phase in ("support", "give", "ally-drive"):
            _need(seat != self.boss, f"{place} is the Commander herself.")
        if phase in ("give", "ally-drive", "assist"):
            _need(s["involved"][seat] == 1, f"{place} is not involved.")
        if phase in ("ally-drive", "assist"):
            _need(s["side"] == 1, f"{place} cannot act, for it is Coach's turn: the Pilots' card is on top.")
        if phase == "ally-drive":
            s["asked"][seat] = 1
        if phase == "assist":
            can = self.world["charges"][seat] > 0 and s["strike"][seat] < MAX_STRIKE
            _need(bool(can), f"{place} has no Charge, or no Strike to gain.")
        if phase == "vote":
            self.check_vote(seat, place)
        if phase == "discard":
            most = int(self.cfg["hand_max"][seat])
            _need(held > most, f"{place} holds {held} cards, not more than her Max of {most} (TS-128).")

    def check_vote(self, seat: int, place: str) -> None:
        """Refuse a vote that is not hers."""
        votes = self.s["votes"]
        _need(self.cfg["fights_for"] == 3, f"{place} has no vote: rules.fights_for is not 'vote'.")
        _need(seat != self.boss, f"{place} does not judge herself (TS-29).")
        _need(seat != COACH or votes[0] == votes[1], f"{place} votes only to break a tie (C-85).")

    def finish(self) -> None:
        """Work out by the rules what was left out, and make sure that there is something to decide."""
        p, s = self.p, self.s
        spoils = (
            p.spoils is None and self.result == CONCEDED and p.taker is None and self.phase in _SPOILS[:1]
        )
        measured = p.stakes is None and self.phase in _END
        if p.start is not None:
            s["start"] = p.start
        if p.stakes is not None:
            s["stakes"] = p.stakes
        _complete(self.states, p.start is None, spoils, measured)
        if self.phase == "over":
            s["at"] = len(self.setup.seats) if self.cfg["final_step"] == 1 else 0
            return
        layout, width = self.setup.game.actions, self.setup.width
        words = np.zeros((1, len(layout.starts) - 1), np.int64)
        masks, rows = np.zeros((1, layout.n), np.int8), np.zeros((1, width), np.int8)
        look(self.states, words, masks, rows, np.zeros(1, np.int64), make_out(layout.starts))
        least = 2 if self.phase == "spoil" else 1  # nobody is asked only to waive
        _need(
            int(masks.sum()) >= least,
            f"In phase '{self.phase}' {self.setup.seats[s['seat']]} has nothing to decide.",
        )
