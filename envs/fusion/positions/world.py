"""The part of a position that all FUSION games share: decks, hands, gauges, Threats and chance.

`positions.conflict.ConflictPosition` extends `WorldPosition`; `read_world` writes down what that holds.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import Ints, Setup
from throwdown.envs.fusion.world.cards import NAMES, cards_in
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.state import World
from throwdown.envs.fusion.world.terms import Commitment

Count = Annotated[int, Field(ge=0, le=1000)]
CommitmentName = Literal["steel", "flesh", "synch", "solo"]


class Part(BaseModel):
    """Base of a position's parts: unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid")


class ThreatPosition(Part):
    """One Threat."""

    rating: Count | None = Field(default=None, description="its present Rating; by default as its sheet says")
    buffers: Count | None = Field(default=None, description="its Buffers; by default as its sheet says")
    invested: list[str] = Field(default=[], description="the cards invested in it")


class DeckPosition(Part):
    """A deck: what is not told lies in it in an order that the stream decides."""

    next: list[str] = Field(
        default=[], description="cards whose place in the deck is fixed, the top card first"
    )
    jokers: list[str] | None = Field(
        default=None,
        description="the Jokers still in the deck (*r, *b), including those in `next`; by default all but the Omens",
    )
    draws: Annotated[int, Field(ge=0, lt=2**31)] = Field(
        default=0,
        description="places that chance has decided so far: the number of the next draw from the stream",
    )


class Stream(Part):
    """Where chance stands."""

    key: Annotated[int, Field(ge=-(2**63), lt=2**63)] = Field(default=0, description="the key of the stream")
    count: Annotated[int, Field(ge=0, lt=2**63)] = Field(
        default=0, description="numbers drawn from the stream so far, without those for the decks"
    )


class WorldPosition(Part):
    """A situation of the world in which conflicts happen; everything in it is optional."""

    hands: dict[str, list[str]] = Field(default={}, description="the cards in every hand")
    trash: list[str] = Field(default=[], description="the Trash (Coach's Trash, if there are two)")
    deck: DeckPosition = Field(
        default=DeckPosition(), description="the deck (Coach's deck, if there are two)"
    )
    pilots_trash: list[str] = Field(default=[], description="the Pilots' Trash, if decks are separate")
    pilots_deck: DeckPosition = Field(
        default=DeckPosition(), description="the Pilots' deck, if decks are separate"
    )
    known: dict[str, dict[str, list[str]]] = Field(
        default={},
        description="by viewer, then by holder: cards that a Pilot knows another Pilot to hold in hand or face-down",
    )
    omens: Count | None = Field(default=None, description="Active Omens: Jokers that have surfaced")
    harmony: Count | None = Field(default=None, description="Harmony, 1 Red to 7 Violet")
    commitments: dict[str, dict[CommitmentName, Count]] = Field(
        default={}, description="Commitments per Pilot"
    )
    charges: dict[str, Count] = Field(default={}, description="Charges per Pilot")
    buffers: dict[str, Count] = Field(default={}, description="Buffers per Pilot")
    threats: list[ThreatPosition] = Field(default=[], description="the Threats, in the scenario's order")
    start: list[Annotated[int, Field(ge=-(2**15), lt=2**15)]] | None = Field(
        default=None,
        min_length=5,
        max_length=5,
        description="the reference for the stakes, from before the conflict: Harmony, and the sums of Commitments, "
        "of Charges, of Buffers (minus those of Threats) and of Ratings (negative); by default those of "
        "the position",
    )
    stakes: float | None = Field(default=None, description="the Pilots' stakes, once they have been measured")
    rng: Stream = Field(default=Stream(), description="the state of the random stream")


def names(words: Ints) -> list[str]:
    """Return the cards of a set as texts."""
    return [NAMES[c] for c in cards_in(words)]


def told(values: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is unset, so that positions say only what there is to say."""
    return {k: v for k, v in values.items() if v is not None}


def read_world(s: ConflictState, setup: Setup) -> dict[str, Any]:
    """Return the fields of `WorldPosition` but for the stakes."""
    w, pilots = s.world, setup.seats[1:]
    return {
        "hands": {n: names(w.hand[p]) for p, n in enumerate(setup.seats)},
        "known": read_known(s, setup),
        "omens": int(w.omens),
        "harmony": int(w.harmony),
        "commitments": {
            n: {c: int(w.commitment[p, k]) for k, c in enumerate(Commitment.labels())}
            for p, n in enumerate(pilots, 1)
        },
        "charges": {n: int(w.charges[p]) for p, n in enumerate(pilots, 1)},
        "buffers": {n: int(w.buffers[p]) for p, n in enumerate(pilots, 1)},
        "threats": [read_threat(w, t) for t in range(s.cfg.threats)],
        "start": [int(x) for x in s.start],
        "rng": {"key": int(s.rng.key), "count": int(s.rng.count)},
        **read_decks(s),
    }


def read_threat(w: World, t: int) -> dict[str, Any]:
    """Return a Threat."""
    return {
        "rating": int(w.rating[t]),
        "buffers": int(w.threat_buffers[t]),
        "invested": names(w.stack[t]),
    }


def read_known(s: ConflictState, setup: Setup) -> dict[str, dict[str, list[str]]]:
    """Return who knows which cards of whom; with one Pilot nobody knows any."""
    known: dict[str, dict[str, list[str]]] = {}
    if len(setup.seats) > 2:
        for v, viewer in enumerate(setup.seats[1:]):
            for h, holder in enumerate(setup.seats[1:]):
                cards = names(s.world.known[v, h])
                if cards:
                    known.setdefault(viewer, {})[holder] = cards
    return known


def read_decks(s: ConflictState) -> dict[str, Any]:
    """Return decks and Trashes."""
    out: dict[str, Any] = {}
    for d, prefix in enumerate(("", "pilots_")[: s.cfg.decks]):
        pool = s.world.decks[d]
        ahead = [int(c) for c in pool.ahead[: pool.ahead_n]][::-1]
        jokers = [c for c in [*ahead, *cards_in(pool.cards)] if c >= FACES]
        out[prefix + "trash"] = names(pool.trash)
        out[prefix + "deck"] = {
            "next": [NAMES[c] for c in ahead],
            "jokers": [NAMES[c] for c in sorted(jokers)],
            "draws": int(pool.draws),
        }
    return out
