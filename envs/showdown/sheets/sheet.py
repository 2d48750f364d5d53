"""The sheets: cards, decks and scenarios, with what makes a deck legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from throwdown.envs.core.kit import NONE, how_many
from throwdown.envs.showdown import state
from throwdown.envs.showdown.sheets.printed import can_bear, contains, has_class, most_abilities, tics_of

Name = Annotated[str, Field(min_length=1, max_length=60)]
Term = Annotated[str, Field(max_length=60)]
KindName = Literal["ally", "equipment", "vehicle", "combat", "event", "mission"]
OpName = Literal[
    "power", "shoot", "move", "move-in", "move-out", "wound", "heal", "upgrade", "draw", "discard", "discard-random",
    "drama", "valor", "whiff",
]  # fmt: skip
WhoName = Literal["any", "own", "opposing", "self", "initial", "each", "each-mook"]
MOST_CARDS = 60
TERMS = 63
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
                f"amount is {self.amount} with do = '{self.do}'; give 1 or more, or with power also less"
            )
        if self.who in ("each", "each-mook") and self.do != "heal":
            raise ValueError(f"who is '{self.who}' with do = '{self.do}'; only heal reaches each of several")
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
            raise ValueError(f"do = '{do}' is for a Combat, which never goes on in a Mission Phase")
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
                f"'{self.name}' has {how_many(len(self.texts), 'text')}; a card of kind {kind} has {_span(least, most)}"
            )
        if sum(text.when == "employ" for text in self.texts) > 1:
            raise ValueError(f"'{self.name}' has two texts with when = 'employ'; give it one")
        if kind in ("combat", "event", "mission", "leader") and self.power:
            raise ValueError(f"'{self.name}' has power {self.power}; a card of kind {kind} has none")
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
                f"'{self.front.name}' has power {self.front.power} in front and {self.back.power} on its back; it "
                "begins on the face with less"
            )
        return self


class LeaderSheet(Printed):
    """A Leader."""

    @model_validator(mode="after")
    def _check(self) -> LeaderSheet:
        self.check_texts("leader", 0, state.TEXTS)
        return self


class DeckSheet(Sheet):
    """A deck with its Leader and its Initial Cards."""

    title: Name
    side: Literal["heroes", "villains"]
    leader: LeaderSheet
    initials: Annotated[tuple[InitialSheet, ...], Field(min_length=1, max_length=state.INITIALS)]
    cards: Annotated[tuple[CardSheet, ...], Field(min_length=1, max_length=state.LIST)]

    @model_validator(mode="after")
    def _check(self) -> DeckSheet:
        """Refuse a deck that breaks the rules of deck building (SD-03 to SD-06, SD-16, SHO-30, SHO-31)."""
        if (n := self.size) > MOST_CARDS:
            raise ValueError(f"cards counts {n}; a deck has at most {MOST_CARDS}")
        names = [card.name for card in self.cards]
        if twice := [x for x in names if names.count(x) > 1]:
            raise ValueError(f"cards lists '{twice[0]}' twice; list it once and give its copies")
        starting = [x.front.name for x in self.initials]
        if twice := [x for x in starting if starting.count(x) > 1]:
            raise ValueError(f"initials has '{twice[0]}' twice; the Table Rule allows one of a name")
        supers = [card for card in self.cards if has_class(card, "Super")]
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
        if term and not any(contains(face, term) for x in self.initials for face in (x.front, x.back)):
            raise ValueError(
                f"leader '{self.leader.name}' has the Keyword {term}, which no Initial Card fulfils; give one that does"
            )
        self._check_room()
        return self

    def _check_room(self) -> None:
        """Refuse a deck in which something could be done for which there is no action (SDE-02)."""
        gear = [card for card in self.cards if card.kind in ("equipment", "vehicle")]
        ships = [card.name for card in gear if card.kind == "vehicle" and has_class(card, "Ship")]
        if (n := len(ships)) > state.INITIALS:
            raise ValueError(
                f"cards has {n} different Ship Vehicles, '{ships[0]}' among them; a side can switch {state.INITIALS}"
            )
        allies = [card for card in self.cards if card.kind == "ally"]
        for bearer in (*allies, *(face for x in self.initials for face in (x.front, x.back))):
            own = [card for card in gear if can_bear(bearer, card)]
            for tic in sorted(tics_of(bearer, *own)):
                if (n := most_abilities(bearer, own, tic)) > state.TEXTS:
                    raise ValueError(
                        f"'{bearer.name}' could have {n} Abilities in {f'Tic {tic}' if tic else 'every Tic'}, those of "
                        f"Attachments included; a Character stages {state.TEXTS} in a Tic, so give one of them another "
                        "initiative"
                    )

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(card.copies for card in self.cards)

    def _with_sets(self) -> Iterator[tuple[str, Printed | InitialSheet]]:
        yield self.leader.name, self.leader
        for initial in self.initials:
            yield initial.front.name, initial
        for card in self.cards:
            yield card.name, card

    def printed(self) -> list[Printed | None]:
        """Return what is printed on a side's cards, by their numbers (see `state`)."""
        found: list[Printed | None] = [None] * state.CARDS
        found[: len(self.cards)] = self.cards
        for k, initial in enumerate(self.initials):
            found[state.FRONT + k], found[state.BACK + k] = initial.front, initial.back
        found[state.LEADER] = self.leader
        return found


class Scenario(Sheet):
    """Two decks, and how long they fight."""

    title: Name
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
                raise ValueError(f"{side} has the deck '{deck.title}', which is one of {deck.side}")
        if self.wounds > self.villain_actions:
            raise ValueError(
                f"wounds is {self.wounds} and villain_actions {self.villain_actions}; every Wound costs an Action, so "
                "give no more Wounds than Actions"
            )
        if self.wounds >= self.handsize:
            raise ValueError(
                f"wounds is {self.wounds} and handsize {self.handsize}; every Wound costs the Heroes a card, so give "
                "fewer Wounds than cards"
            )
        if (n := len(self.terms())) > TERMS:
            raise ValueError(f"the decks demand {n} different Keywords; at most {TERMS}")
        return self

    def terms(self) -> list[str]:
        """Return the terms that cards demand."""
        every = [card for deck in (self.heroes, self.villains) for card in deck.printed() if card is not None]
        return sorted({term for card in every for term in (card.keyword, card.requires) if term})


class Options(Sheet):
    """What may be chosen without another scenario."""

    heroes: str | None = None
    """the name of a deck"""
    villains: str | None = None


def all_fields() -> list[str]:
    """Return the names of all fields of all sheets."""
    kinds, found = [Sheet], []
    for kind in kinds:
        kinds += kind.__subclasses__()
        found += list(kind.model_fields)
    return found


PLAIN = (
    "turns", "wounds", "handsize", "hero_actions", "villain_actions", "bonus_valor", "quiet_tic", "mulligan",
    "wound_scope", "wounded_power",
)  # fmt: skip
"""What a scenario says besides its decks; all are options as well."""


def option_names() -> list[str]:
    """Return the names of all options."""
    return [*Options.model_fields, *PLAIN]


def with_options(data: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a scenario's data with the values of options in their places."""
    return {**data, **options}


def slots_of(deck: DeckSheet) -> int:
    """Return how many Characters a side can ever have in Play."""
    allies = sum(card.copies for card in deck.cards if card.kind == "ally")
    return min(state.SLOTS, len(deck.initials) + allies)


def names_of(cards: Sequence[Printed | None]) -> list[int]:
    """Return for every card of a side the first that has its name."""
    names = [None if card is None else card.name for card in cards]
    return [NONE if name is None else names.index(name) for name in names]
