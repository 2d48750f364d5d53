"""What a scenario may say: its sheets, checked field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, model_validator

from throwdown.envs.core.cards import RANKS, SUITS, pack
from throwdown.envs.core.kit import how_many
from throwdown.envs.skirmish import state
from throwdown.envs.skirmish.sheets.battlefield import MapSheet, Name, Sheet

Rating = Annotated[int, Field(ge=0, le=15)]
Amount = Annotated[int, Field(ge=0, le=100)]
LEAST_CARDS = 4


class LoadoutSheet(Sheet):
    """What a fighter carries; Accuracy and Connect only where they differ from the fighter's own."""

    name: Name
    range: Annotated[int, Field(ge=0, le=6)]
    damage: Annotated[int, Field(ge=0, le=30)]
    accuracy: Rating | None = None
    connect: Rating | None = None


class BonusSheet(Sheet):
    """A bonus action."""

    name: Name
    does: Literal["brace", "patch"]
    amount: Amount = 0


class InterruptSheet(Sheet):
    """An Interrupt: the cards that it demands, and what it does."""

    name: Name
    effect: Literal["strike", "fire", "shot", "storm", "cleanse", "ward", "raid", "reroute", "purge"]
    cards: Annotated[int, Field(ge=0, le=state.LAID)] = 0
    fit: Literal["any", "face", "rank", "suit"] = "any"
    amount: Amount = 0

    @model_validator(mode="after")
    def _check(self) -> InterruptSheet:
        if self.effect == "shot" and self.cards:
            raise ValueError(f"cards is {self.cards}; a shot takes the place of an attack and demands none")
        if self.effect in ("strike", "fire") and not 1 <= self.amount <= state.MOBS:
            raise ValueError(f"amount is {self.amount}; a {self.effect} hits 1 to {state.MOBS} times")
        return self


class MeterSheet(Sheet):
    """What charges an Interrupt meter, by how much, and what it holds when the game begins."""

    charge: Literal["none", "hit-near", "hit-far", "attack", "hack", "hit-taken"] = "none"
    gain: Annotated[int, Field(ge=0, le=state.FULL)] = 0
    start: Annotated[int, Field(ge=0, le=state.FULL)] = 0


class FighterSheet(Sheet):
    """A class, a mob or a boss."""

    name: Name
    accuracy: Rating
    evade: Rating
    connect: Rating = 0
    """0: no hacking"""
    resist: Rating
    hp: Annotated[int, Field(ge=1, le=60)]
    move: Annotated[int, Field(ge=0, le=20)] = 0
    most: Annotated[int, Field(ge=0, le=20)] = 0
    loadouts: Annotated[tuple[LoadoutSheet, ...], Field(min_length=1, max_length=state.LOADOUTS)]
    bonus: Annotated[tuple[BonusSheet, ...], Field(max_length=2)] = ()
    interrupts: Annotated[tuple[InterruptSheet, ...], Field(max_length=2)] = ()
    meter: MeterSheet = MeterSheet()
    flying: bool = False
    armored: bool = False
    push: bool = False
    """a hit pushes a step"""


class ClassSheet(FighterSheet):
    """A class of MCs."""

    draw: Annotated[int, Field(ge=1, le=state.HAND)]
    plays: Annotated[int, Field(ge=1, le=2)] = 1
    reload: Literal["round", "out", "turn"] = "round"

    @model_validator(mode="after")
    def _check(self) -> ClassSheet:
        if not self.most > 0 or self.move > self.most:
            raise ValueError(
                f"move is {self.move} and most is {self.most}; most (Max Move) must be 1 or more, and move "
                "at most that"
            )
        return self


class MobSheet(FighterSheet):
    """A mob, which takes Auto steps, or a boss, which has Move points."""

    boss: bool = False
    auto: Annotated[int, Field(ge=0, le=6)] = 0
    reload: Literal["round", "turn"] = "round"

    @model_validator(mode="after")
    def _check(self) -> MobSheet:
        if self.boss and (self.auto or not self.most or self.move > self.most):
            raise ValueError(
                "a boss needs move and most (Max Move), with most at least 1 and at least move, and no auto"
            )
        if not self.boss and (self.move or self.most or self.interrupts or self.reload == "turn"):
            raise ValueError("move, most, interrupts and reload are for a boss; a mob has auto")
        if len(self.loadouts) > 1:
            raise ValueError("loadouts has two entries; only MCs change their loadout")
        return self


class FightSheet(Sheet):
    """A fight: what the CPU brings, and whether the Garbage Collector passes before it."""

    mobs: Annotated[tuple[MobSheet, ...], Field(min_length=1, max_length=state.MOBS)]
    collect: bool = True

    @model_validator(mode="after")
    def _check(self) -> FightSheet:
        if (n := sum(mob.boss for mob in self.mobs)) > 1:
            raise ValueError(f"mobs has {n} bosses; a fight has one at most")
        return self


class DeckSheet(Sheet):
    """The cards of both decks: of each rank every suit, and Jokers."""

    ranks: Annotated[str, Field(min_length=1)] = RANKS
    suits: Annotated[str, Field(min_length=1)] = SUITS
    jokers: Literal["", "r", "b", "rb"] = "rb"

    @model_validator(mode="after")
    def _check(self) -> DeckSheet:
        if len(self.cards()) < LEAST_CARDS:
            raise ValueError(
                f"a deck has {how_many(len(self.cards()), 'card')}; it needs {LEAST_CARDS} or more"
            )
        return self

    def cards(self) -> list[int]:
        """Return the ids of the cards."""
        return pack(self.ranks, self.suits, self.jokers)


class RulesSheet(Sheet):
    """Numbers that the text leaves open."""

    exposed: Annotated[int, Field(ge=0, le=15)] = 2
    jammed: Annotated[int, Field(ge=0, le=15)] = 2
    leak: Annotated[int, Field(ge=0, le=60)] = 2
    cut_by: Annotated[int, Field(ge=0, le=20)] = 3
    cut_of: Annotated[int, Field(ge=1, le=20)] = 4

    @model_validator(mode="after")
    def _check(self) -> RulesSheet:
        if self.cut_by >= self.cut_of or 2 * self.cut_by < self.cut_of:
            raise ValueError(
                f"cut_by is {self.cut_by} and cut_of is {self.cut_of}; a cut must leave at least a half, "
                "and less than all"
            )
        return self


class Scenario(Sheet):
    """A fight, or several in a row."""

    title: Name
    description: str = ""
    map: MapSheet
    mcs: Annotated[tuple[ClassSheet, ...], Field(min_length=1, max_length=state.MCS)]
    fights: Annotated[tuple[FightSheet, ...], Field(min_length=1, max_length=state.FIGHTS)]
    rounds: Annotated[int, Field(ge=1, le=100)] = 16
    limit: Annotated[int, Field(ge=5, le=state.TEAM)] = 5
    deck: DeckSheet = DeckSheet()
    rules: RulesSheet = RulesSheet()

    @model_validator(mode="after")
    def _check(self) -> Scenario:
        if (n := len(set(self.fighters()))) > state.SHEETS:
            raise ValueError(f"the scenario has {n} different classes and mobs; at most {state.SHEETS}")
        if (n := len(set(self.interrupts()))) > state.INTERRUPTS:
            raise ValueError(f"the scenario has {n} different Interrupts; at most {state.INTERRUPTS}")
        grounds = [area for area in self.map.areas if not (area.start or area.falling)]
        if not grounds:
            raise ValueError(
                "map: the CPU has no area to place mobs: one that is neither the start nor Falling"
            )
        return self

    def fighters(self) -> Iterator[FighterSheet]:
        """Return all classes and mobs, as often as they are in it."""
        yield from self.mcs
        for fight in self.fights:
            yield from fight.mobs

    def interrupts(self) -> list[InterruptSheet]:
        """Return the different Interrupts."""
        return list(dict.fromkeys(x for fighter in self.fighters() for x in fighter.interrupts))


class Options(Sheet):
    """What may be chosen without another scenario."""

    mcs: str | None = None
    """names of classes, separated by commas"""
    map: str | None = None
    """the name of a map"""
