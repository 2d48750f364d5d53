"""The sheets of cards: what is printed on them, and what follows from that.

Which texts a kind of card can have; Classes, terms, who can bear what, and how many Abilities that gives.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from throwdown.envs.core.kit import how_many
from throwdown.envs.showdown import state

Name = Annotated[str, Field(min_length=1, max_length=60)]
Term = Annotated[str, Field(max_length=60)]
KindName = Literal["ally", "equipment", "vehicle", "combat", "event", "mission"]
OpName = Literal[
    "power", "shoot", "move", "move-in", "move-out", "wound", "heal", "upgrade", "draw", "discard", "discard-random",
    "drama", "valor", "whiff",
]  # fmt: skip
WhoName = Literal["any", "own", "opposing", "self", "initial", "each", "each-mook"]
MOST_CARDS = 60
AIMED = ("power", "shoot", "move", "move-in", "move-out", "wound", "heal", "upgrade")
NOT_STAGED = ("heal", "discard", "whiff")
STAGED_ONLY = ("shoot", "move", "move-in", "move-out")
LEADER_ONLY = ("power", "valor", "whiff")
TEXTS_OF = {
    "ally": ("stack", "employ"),
    "face": ("stack", "employ"),
    "equipment": ("stack",),
    "vehicle": ("stack",),
    "combat": ("stack",),
    "event": ("leader",),
    "mission": ("mission",),
    "leader": ("leader",),
}
"""Which texts a kind of card can have."""


class Sheet(BaseModel):
    """Base of all sheets: fields that it does not have are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class EffectSheet(Sheet):
    """One effect."""

    do: OpName
    amount: Annotated[int, Field(ge=-30, le=30)] = 1
    who: WhoName = "any"

    @model_validator(mode="after")
    def _check(self) -> EffectSheet:
        if self.amount == 0 or (self.amount < 0 and self.do != "power"):
            raise ValueError(
                f"amount is {self.amount} with do = '{self.do}'; give 1 or more; only with power it may be "
                "negative"
            )
        if self.who in ("each", "each-mook") and self.do != "heal":
            raise ValueError(
                f"who is '{self.who}' with do = '{self.do}'; only heal can reach each of several Characters"
            )
        if self.who != "any" and self.do not in AIMED:
            raise ValueError(
                f"who is '{self.who}' with do = '{self.do}', which is aimed at nobody; leave who out"
            )
        return self


class TextSheet(Sheet):
    """An Ability, or what a card says."""

    when: Literal["stack", "employ", "leader", "mission"]
    cost: Annotated[int, Field(ge=0, le=30)] = 0
    initiative: Annotated[int, Field(ge=1, le=60)] | Literal["X"] = "X"
    employ: Annotated[int, Field(ge=0, le=4)] = 0
    effects: Annotated[tuple[EffectSheet, ...], Field(min_length=1, max_length=state.EFFECTS)]

    @model_validator(mode="after")
    def _check(self) -> TextSheet:
        if self.when != "stack" and (self.cost or self.initiative != "X"):
            raise ValueError(
                f"cost and initiative are for when = 'stack'; this text has when = '{self.when}'"
            )
        if self.when != "mission" and self.employ:
            raise ValueError(f"employ is a price of when = 'mission'; this text has when = '{self.when}'")
        for effect in self.effects:
            self._check_effect(effect)
        aims = {effect.who for effect in self.effects if effect.do in AIMED}
        if self.when == "stack" and len(aims) > 1:
            raise ValueError(
                "effects of one text in the Stack share one target; give all of them the same who"
            )
        if any(effect.do == "whiff" for effect in self.effects[1:]):
            raise ValueError("whiff has to be the first effect of its text")
        return self

    def _check_effect(self, effect: EffectSheet) -> None:
        do = effect.do
        if self.when == "stack" and (do in NOT_STAGED or effect.who in ("each", "each-mook")):
            raise ValueError(f"do = '{do}' cannot be staged; a text in the Stack has other effects")
        if self.when != "stack" and do in STAGED_ONLY:
            raise ValueError(f"do = '{do}' is for the Stack (when = 'stack')")
        if self.when in ("employ", "mission") and do in LEADER_ONLY:
            raise ValueError(f"do = '{do}' needs a Combat, and there is none in a Mission Phase")
        if effect.who == "self" and self.when not in ("stack", "employ"):
            raise ValueError("who = 'self' is for Abilities of Characters and their Attachments")


class Printed(Sheet):
    """What all cards have in common."""

    name: Name
    set: Annotated[str, Field(max_length=3)] = ""
    keyword: Term = ""
    requires: Term = ""
    classes: Annotated[tuple[Name, ...], Field(max_length=6)] = ()
    power: Annotated[int, Field(ge=0, le=30)] = 0
    texts: Annotated[tuple[TextSheet, ...], Field(max_length=state.TEXTS)] = ()

    def check_texts(self, kind: str, least: int, most: int) -> None:
        """Refuse texts that a kind of card does not have.

        Raises:
            ValueError: there is one, or there are too few or too many.
        """
        for text in self.texts:
            if text.when not in TEXTS_OF[kind]:
                raise ValueError(
                    f"'{self.name}' has a text with when = '{text.when}'; a card of kind {kind} has "
                    f"{' or '.join(TEXTS_OF[kind])}"
                )
        if not least <= len(self.texts) <= most:
            raise ValueError(
                f"'{self.name}' has {how_many(len(self.texts), 'text')}; a card of kind {kind} has "
                f"{_span(least, most)}"
            )
        if sum(text.when == "employ" for text in self.texts) > 1:
            raise ValueError(f"'{self.name}' has two texts with when = 'employ'; give it one")
        if kind in ("combat", "event", "mission", "leader") and self.power:
            raise ValueError(f"'{self.name}' has power {self.power}; a card of kind {kind} must have none")
        if kind in ("combat", "event") and any(e.who == "self" for text in self.texts for e in text.effects):
            raise ValueError(
                f"'{self.name}' has who = 'self', which is for Abilities of Characters and Attachments"
            )


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


class CardSheet(Printed):
    """A card of a deck."""

    kind: KindName
    copies: Annotated[int, Field(ge=1, le=MOST_CARDS)] = 1

    @model_validator(mode="after")
    def _check(self) -> CardSheet:
        is_single = self.kind in ("combat", "event", "mission")
        self.check_texts(self.kind, int(is_single), 1 if is_single else state.TEXTS)
        return self


class FaceSheet(Printed):
    """A face of an Initial Card."""

    @model_validator(mode="after")
    def _check(self) -> FaceSheet:
        self.check_texts("face", 0, state.TEXTS)
        return self


class InitialSheet(Sheet):
    """A Hero or a Villain, with two faces; it begins on the first."""

    front: FaceSheet
    back: FaceSheet
    drama: Annotated[int, Field(ge=0, le=60)] = 0
    set: Annotated[str, Field(max_length=3)] = ""

    @model_validator(mode="after")
    def _check(self) -> InitialSheet:
        if self.front.power > self.back.power:
            raise ValueError(
                f"'{self.front.name}' has power {self.front.power} in front and {self.back.power} on its "
                "back; it begins on the face with less"
            )
        return self


class LeaderSheet(Printed):
    """A Leader."""

    @model_validator(mode="after")
    def _check(self) -> LeaderSheet:
        self.check_texts("leader", 0, state.TEXTS)
        return self


# What follows from it -------------------------------------------------------------------------------------------


def classes_of(card: Printed) -> tuple[str, ...]:
    """Return a card's Classes; who is Changed is a Hero, too (SD-94)."""
    more = ("Hero",) if has_class(card, "Changed") and not has_class(card, "Hero") else ()
    return (*card.classes, *more)


def has_class(card: Printed, name: str) -> bool:
    """Return whether a card has a Class, however that is spelt."""
    return name.lower() in (own.lower() for own in card.classes)


def can_bear(bearer: Printed, gear: CardSheet) -> bool:
    """Return whether a Character can ever bear an Attachment (SD-102, SD-122 to SD-124, SD-137, SDA-45)."""
    is_kaiju, is_mecha = has_class(bearer, "Kaiju"), has_class(bearer, "Mecha")
    if gear.kind == "vehicle" and (is_kaiju or has_class(bearer, "Mook")):
        return False
    if (is_kaiju or is_mecha) and not has_class(gear, "Ship"):
        return False
    return not gear.keyword or contains(bearer, gear.keyword)


def tics_of(*cards: Printed) -> set[int]:
    """Return the Tics in which cards have texts; 0 stands for those that no text names."""
    named = {text.initiative for card in cards for text in card.texts if text.when == "stack"}
    return {0} | {tic for tic in named if tic != "X"}


def most_abilities(bearer: Printed, gear: list[CardSheet], tic: int) -> int:
    """Return how many Abilities a Character can have in a Tic, with the best Attachment in each place.

    On an active Ship other Equipment is blank, without one Ship Equipment, but for a Kaiju's (SD-123, SD-128, SD-130).
    """
    best: dict[tuple[str, bool], int] = {}
    for card in gear:
        place = card.kind, has_class(card, "Ship")
        best[place] = max(best.get(place, 0), _fitting(card, tic))
    ship = best.get(("vehicle", True))
    others = best.get(("equipment", has_class(bearer, "Kaiju")), 0)
    shipped = 0 if ship is None else ship + best.get(("equipment", True), 0)
    return _fitting(bearer, tic) + best.get(("vehicle", False), 0) + max(others, shipped)


def _fitting(card: Printed, tic: int) -> int:
    return sum(text.when == "stack" and text.initiative in ("X", tic) for text in card.texts)


def contains(card: Printed, term: str) -> bool:
    """Return whether a term stands, word for word, in a card's name, Keyword or Classes (SD-134, SDA-35)."""
    wanted = term.split()
    for text in (card.name, card.keyword, *classes_of(card)):
        words = text.split()
        if any(words[i : i + len(wanted)] == wanted for i in range(len(words) - len(wanted) + 1)):
            return True
    return False
