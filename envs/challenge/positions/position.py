"""Any situation of a scene, a duel or a lone Attempt as plain data; published as JSON Schema.

`to_position` writes everything down, hidden cards, hidden Difficulties and chance included.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from throwdown.envs.challenge import decks, state
from throwdown.envs.challenge.words import names
from throwdown.envs.core.kit import NONE, Setup

Count = Annotated[int, Field(ge=0, le=127)]
Key = Annotated[int, Field(ge=0, lt=1 << 63)]
PHASES = state.Phase.labels()


class Part(BaseModel):
    """Base of a position's parts: fields that it does not have are refused."""

    model_config = ConfigDict(extra="forbid")


class CharacterPart(Part):
    """A Character; what is left out is as at the beginning of a game."""

    character: str | None = Field(
        None, description="her name; by default the first of the scenario's Characters"
    )
    stamina: Count | None = Field(None, description="Stamina left; all of it by default")
    actions: Count | None = Field(None, description="Actions left in this Round; all by default")
    frenzied: bool = Field(False, description="whether Frenzy has been bought in this Round")
    stagger: Annotated[int, Field(ge=0, le=state.FLAT)] = Field(
        0, description="forced Attempts while Staggered"
    )
    token: bool | None = Field(
        None,
        description="whether she is Busted until the Round ends, by a token or because her sheet says so; as dealt "
        "by default",
    )
    barred: bool = Field(False, description="whether no token may be laid on her in this Round")
    joker: Count = Field(
        0, description="the Round at whose end a Joker's Bust ends; 0: she is not Busted by one"
    )
    bang: Annotated[int, Field(ge=0, le=3)] = Field(0, description="the pending Bang")
    boon: bool | None = Field(None, description="whether she holds a Boon; as dealt by default")
    awarded: bool = Field(False, description="whether she has been awarded her Boon")
    harm: Count = Field(0, description="Harm suffered")
    dealt: Count = Field(0, description="Harm dealt by her presses")
    seen: Annotated[list[str], Field(max_length=decks.MOST_BANG)] = Field(
        [], description="the top cards of her deck that she has seen, the uppermost first"
    )
    discards: list[str] = Field([], description="her discards")
    above: list[str] = Field(
        [],
        description="cards that others have not seen, but that they know to lie above the discards last put under "
        "the deck",
    )
    draws: Annotated[int, Field(ge=0, le=1 << 30)] = Field(
        0, description="places of her deck that chance has decided so far"
    )


class BillPart(Part):
    """An obstacle or a hazard that the Table has posted, in the order in which it did."""

    kind: Literal["obstacle", "hazard"] = "obstacle"
    name: str
    difficulty: Annotated[int, Field(ge=0, le=25)]
    round: Annotated[int, Field(ge=1, le=8)] | None = Field(
        None, description="the Round in which it was posted; this Round by default"
    )
    known: bool = Field(False, description="whether the Difficulty is public")
    open: bool = Field(False, description="whether it is an obstacle that is still open")


class AttemptPart(Part):
    """An Attempt whose cards lie on the table."""

    by: str
    kind: Literal["obstacle", "forced", "fast", "reaction", "attack", "defence"]
    core: Literal["speed", "brawn", "brain", "heart"]
    cards: Annotated[list[str], Field(min_length=1, max_length=state.CARDS)]


class PressPart(Part):
    """A press that has been declared."""

    name: str
    by: str
    on: str | None = Field(None, description="the Character that is pressed on, unless it is being chosen")
    waiting: str | None = Field(None, description="the press that this one, a Fast Reaction, interrupts")


class Position(Part):
    """A situation; everything in it is optional. Seats are table_0 and character_0, or a_0, b_0, a_1, b_1."""

    phase: str = Field(
        "priority", description="what is being decided", json_schema_extra={"enum": list(PHASES)}
    )
    decides: str | None = Field(
        None, description="the seat that decides; while the game goes on it follows from the rest"
    )
    over: bool = Field(False, description="whether the game is over")
    round: Annotated[int, Field(ge=1, le=8)] = 1
    turn: str | None = Field(
        None, description="the seat that has or had priority; by default the one that begins the Round"
    )
    passes: Annotated[int, Field(ge=0, le=4)] = Field(0, description="consecutive passes")
    characters: dict[str, CharacterPart] = Field({}, description="the Characters by their seats")
    progress: Count = 0
    points: Count | None = Field(None, description="the Table's points; they follow from what it has posted")
    hostile_actions: Count | None = Field(
        None,
        description="hostile Actions left in this Round; by default all but one for each hazard posted in it",
    )
    tokens: Count | None = Field(None, description="Busts left; by default all that are not in force")
    posted: Annotated[list[BillPart], Field(max_length=state.BILLS)] = []
    posting: str | None = Field(None, description="the template whose Difficulty is being set")
    target: Count | None = Field(None, description="which entry of posted is attempted, counted from 0")
    hazard: Count | None = Field(None, description="which entry of posted strikes, counted from 0")
    reaction: Literal["none", "declared", "fast", "running"] = "none"
    press: PressPart | None = None
    attempt: AttemptPart | None = Field(None, description="the running Attempt")
    attack: AttemptPart | None = Field(None, description="an attack that waits for the defence")
    bar: Annotated[int, Field(ge=-32, le=64)] = Field(
        0, description="the number that the failed Attempt did not reach"
    )
    spent: Annotated[int, Field(ge=0, le=9999)] = Field(
        0,
        description="Actions used by a lone Attempt; otherwise Attempts and further cards of all Characters",
    )
    won: bool = Field(False, description="whether a lone Attempt succeeded")
    chance: Key = Field(0, description="the key of the random stream")
    asked: Annotated[int, Field(ge=0, le=1 << 40)] = Field(
        0, description="how many numbers have been drawn from it"
    )


def to_position(s: state.State, setup: Setup) -> Position:
    """Return everything about a state."""
    seats = setup.seats

    def told(number: int) -> int | None:
        return None if number == NONE else number

    is_posting = s.template != NONE
    return Position.model_validate(
        {
            "phase": state.Phase(int(s.phase)).label,
            "decides": seats[int(s.seat)],
            "over": s.over,
            "round": int(s.round_no),
            "turn": seats[turn_seat(int(s.turn), setup)],
            "passes": int(s.passes),
            "characters": {
                seats[names.seat_of(h, setup)]: _character(s, h, setup) for h in range(int(s.cfg.heroes))
            },
            "progress": int(s.progress),
            "points": int(s.points),
            "hostile_actions": int(s.hostile),
            "tokens": int(s.tokens),
            "posted": [_bill(s, k, setup) for k in range(int(s.bill_n))],
            "posting": template_name(s.shelf, s.template, setup) if is_posting else None,
            "target": told(int(s.target)),
            "hazard": told(int(s.hazard)),
            "reaction": state.Reaction(int(s.reaction)).label,
            "press": _press(s, setup),
            "attempt": _attempt(s.attempt, setup),
            "attack": _attempt(s.attack, setup),
            "bar": int(s.bar),
            "spent": int(s.spent),
            "won": s.won,
            "chance": int(s.rng.key),
            "asked": int(s.rng.count),
        }
    )


def turn_seat(turn: int, setup: Setup) -> int:
    """Return the seat whose turn it is: of a scene 0 is the Character's turn, whose seat is the second."""
    return turn if len(setup.config["cast"]) > 1 else 1 - turn


def template_name(shelf: int, k: int, setup: Setup) -> str:
    """Return how an obstacle or a hazard is called in a position."""
    return str(names.templates(int(shelf), setup)[int(k)]["name"])


def _character(s: state.State, h: int, setup: Setup) -> dict[str, Any]:
    w: Any = s.heroes[h]
    deck, listed = w.deck, state.KIT.cards_in
    numbers = ("stamina", "actions", "stagger", "joker", "bang", "harm", "dealt")
    flags = ("frenzied", "token", "barred", "boon", "awarded")
    return {
        "character": names.characters(setup)[int(w.character)]["name"],
        **{name: int(w[name]) for name in numbers},
        **{name: bool(w[name]) for name in flags},
        "seen": [state.KIT.name(int(c)) for c in deck.ahead[: int(deck.ahead_n)][::-1]],
        "discards": [state.KIT.name(c) for c in listed(np.asarray(deck.trash))],
        "above": [state.KIT.name(c) for c in listed(np.asarray(deck.upper))],
        "draws": int(deck.draws),
    }


def _bill(s: state.State, k: int, setup: Setup) -> dict[str, Any]:
    bill = s.bills[k]
    return {
        "kind": state.Shelf(int(bill.shelf)).label,
        "name": template_name(bill.shelf, bill.template, setup),
        "difficulty": int(bill.difficulty),
        "round": max(1, int(bill.round_no)),
        "known": bill.known,
        "open": k in s.open[: int(s.open_n)].tolist(),
    }


def _attempt(a: state.Attempt, setup: Setup) -> dict[str, Any] | None:
    if a.hero == NONE:
        return None
    return {
        "by": setup.seats[names.seat_of(int(a.hero), setup)],
        "kind": state.Kind(int(a.kind)).label,
        "core": state.Core(int(a.core)).label,
        "cards": [state.KIT.name(int(c)) for c in a.cards[: int(a.n)]],
    }


def _press(s: state.State, setup: Setup) -> dict[str, Any] | None:
    if s.attacker == NONE:
        return None
    presses = setup.config["presses"]
    return {
        "name": presses[int(s.press)]["name"],
        "by": setup.seats[int(s.attacker)],
        "on": None if s.defender == NONE else setup.seats[int(s.defender)],
        "waiting": None if s.main_press == NONE else presses[int(s.main_press)]["name"],
    }
