"""The sheets of decks and scenarios, with what makes a deck legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field, model_validator

from throwdown.envs.core.kit import NONE
from throwdown.envs.showdown import state
from throwdown.envs.showdown.sheets import cards as sheets

TERMS = 63


class DeckSheet(sheets.Sheet):
    """A deck with its Leader and its Initial Cards."""

    title: sheets.Name
    side: Literal["heroes", "villains"]
    leader: sheets.LeaderSheet
    initials: Annotated[tuple[sheets.InitialSheet, ...], Field(min_length=1, max_length=state.INITIALS)]
    cards: Annotated[tuple[sheets.CardSheet, ...], Field(min_length=1, max_length=state.LIST)]

    @model_validator(mode="after")
    def _check(self) -> DeckSheet:
        """Refuse a deck that breaks the rules of deck building (SD-03 to SD-06, SD-16, SHO-30, SHO-31)."""
        if (n := self.size) > sheets.MOST_CARDS:
            raise ValueError(f"cards counts {n}; a deck has at most {sheets.MOST_CARDS}")
        names = [card.name for card in self.cards]
        if twice := [x for x in names if names.count(x) > 1]:
            raise ValueError(f"cards lists '{twice[0]}' twice; list it once, with its number of copies")
        starting = [x.front.name for x in self.initials]
        if twice := [x for x in starting if starting.count(x) > 1]:
            raise ValueError(
                f"initials has '{twice[0]}' twice; the Table Rule allows only one card of a name"
            )
        supers = [card for card in self.cards if sheets.has_class(card, "Super")]
        if (n := sum(card.copies for card in supers)) > 1:
            raise ValueError(
                f"cards has {n} Super cards, '{supers[0].name}' among them; a deck has at most one"
            )
        sets = {printed.set: name for name, printed in self._with_sets() if printed.set}
        if len(sets) > 1:
            (a, first), (b, second) = list(sets.items())[:2]
            raise ValueError(
                f"'{first}' is of Set {a} and '{second}' of Set {b}; a deck has cards of one Set"
            )
        term = self.leader.keyword
        if term and not any(sheets.contains(face, term) for x in self.initials for face in (x.front, x.back)):
            raise ValueError(
                f"leader '{self.leader.name}' has the Keyword {term}, which no Initial Card has; give an "
                "Initial Card that has it"
            )
        self._check_room()
        return self

    def _check_room(self) -> None:
        """Refuse a deck in which something could be done for which there is no action (SDE-02)."""
        gear = [card for card in self.cards if card.kind in ("equipment", "vehicle")]
        ships = [card.name for card in gear if card.kind == "vehicle" and sheets.has_class(card, "Ship")]
        if (n := len(ships)) > state.INITIALS:
            raise ValueError(
                f"cards has {n} different Ship Vehicles, '{ships[0]}' among them; a side can switch "
                f"{state.INITIALS}"
            )
        allies = [card for card in self.cards if card.kind == "ally"]
        for bearer in (*allies, *(face for x in self.initials for face in (x.front, x.back))):
            own = [card for card in gear if sheets.can_bear(bearer, card)]
            for tic in sorted(sheets.tics_of(bearer, *own)):
                if (n := sheets.most_abilities(bearer, own, tic)) > state.TEXTS:
                    raise ValueError(
                        f"'{bearer.name}' could have {n} Abilities in "
                        f"{f'Tic {tic}' if tic else 'every Tic'}, those of Attachments included; a Character "
                        f"stages {state.TEXTS} in a Tic, so give one of them another initiative"
                    )

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(card.copies for card in self.cards)

    def _with_sets(self) -> Iterator[tuple[str, sheets.Printed | sheets.InitialSheet]]:
        yield self.leader.name, self.leader
        for initial in self.initials:
            yield initial.front.name, initial
        for card in self.cards:
            yield card.name, card

    def printed(self) -> list[sheets.Printed | None]:
        """Return what is printed on a side's cards, by their numbers (see `state`)."""
        found: list[sheets.Printed | None] = [None] * state.CARDS
        found[: len(self.cards)] = self.cards
        for k, initial in enumerate(self.initials):
            found[state.FRONT + k], found[state.BACK + k] = initial.front, initial.back
        found[state.LEADER] = self.leader
        return found


class Scenario(sheets.Sheet):
    """Two decks, and how long they fight."""

    title: sheets.Name
    description: str = ""
    heroes: DeckSheet
    villains: DeckSheet
    turns: Annotated[int, Field(ge=1, le=100)] = 15
    wounds: Annotated[int, Field(ge=1, le=8)] = 4
    """Leader Wounds that lose the game"""
    handsize: Annotated[int, Field(ge=1, le=state.HAND)] = 8
    hero_actions: Annotated[int, Field(ge=1, le=10)] = 3
    villain_actions: Annotated[int, Field(ge=1, le=10)] = 4
    bonus_valor: Annotated[int, Field(ge=0, le=30)] = 8
    quiet_tic: Annotated[int, Field(ge=1, le=20)] = 10
    """from this Tic on a Combat ends when nobody stages anything"""
    mulligan: bool = True
    wound_scope: Literal["all", "losers"] = "all"
    wounded_power: Literal["none", "counts"] = "none"
    """what the Power of who is Wounded in Combat is at its end"""

    @model_validator(mode="after")
    def _check(self) -> Scenario:
        for side in ("heroes", "villains"):
            deck: DeckSheet = getattr(self, side)
            if deck.side != side:
                raise ValueError(f"{side} has the deck '{deck.title}', which is a deck of the {deck.side}")
        if self.wounds > self.villain_actions:
            raise ValueError(
                f"wounds is {self.wounds} and villain_actions {self.villain_actions}; every Wound costs an "
                "Action, so give no more Wounds than Actions"
            )
        if self.wounds >= self.handsize:
            raise ValueError(
                f"wounds is {self.wounds} and handsize {self.handsize}; every Wound costs the Heroes a card, "
                "so give fewer Wounds than cards"
            )
        if (n := len(self.terms())) > TERMS:
            raise ValueError(f"the decks demand {n} different Keywords; at most {TERMS}")
        return self

    def terms(self) -> list[str]:
        """Return the terms that cards demand."""
        every = [card for deck in (self.heroes, self.villains) for card in deck.printed() if card is not None]
        return sorted({term for card in every for term in (card.keyword, card.requires) if term})


class Options(sheets.Sheet):
    """What may be chosen without another scenario."""

    heroes: str | None = None
    """the name of a deck"""
    villains: str | None = None


PLAIN = (
    "turns", "wounds", "handsize", "hero_actions", "villain_actions", "bonus_valor", "quiet_tic", "mulligan",
    "wound_scope", "wounded_power",
)  # fmt: skip
"""What a scenario says besides its decks; all are options as well."""


def slots_of(deck: DeckSheet) -> int:
    """Return how many Characters a side can ever have in Play."""
    allies = sum(card.copies for card in deck.cards if card.kind == "ally")
    return min(state.SLOTS, len(deck.initials) + allies)


def names_of(cards: Sequence[sheets.Printed | None]) -> list[int]:
    """Return for every card of a side the first that has its name."""
    names = [None if card is None else card.name for card in cards]
    return [NONE if name is None else names.index(name) for name in names]
