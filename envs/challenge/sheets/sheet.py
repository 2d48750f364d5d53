"""What a scenario may say: its sheets, checked field by field."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from throwdown.envs.challenge import actions, state
from throwdown.envs.core.cards import RANKS, SUITS, pack
from throwdown.envs.core.kit import how_many

CoreName = Literal["speed", "brawn", "brain", "heart"]
BandName = Literal["simple", "average", "above-average", "champion", "hero", "super-hero"]
BANDS: tuple[BandName, ...] = ("simple", "average", "above-average", "champion", "hero", "super-hero")
CoreValue = Annotated[int, Field(ge=-9, le=9)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
assert state.Core.labels() == CoreName.__args__  # type: ignore[attr-defined]


class Sheet(BaseModel):
    """Base of all sheets: fields that it does not have are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class CharacterSheet(Sheet):
    """A Character: the values of her Cores, and her Stamina for a whole game."""

    name: Name
    speed: CoreValue
    brawn: CoreValue
    brain: CoreValue
    heart: CoreValue
    stamina: Annotated[int, Field(ge=0, le=20)]
    busted: bool = False
    """whether she begins every Round Busted"""
    presses: bool = True
    """whether she makes presses in a duel, Reactions included"""
    boons: Literal["harm", "round"] = "harm"
    """what earns her a Boon: Harm dealt or Progress made, once, or also every Round that she begins without one"""


class BandSheet(Sheet):
    """A band of Difficulty, and the Progress that its obstacles bring beside the degree."""

    low: Annotated[int, Field(ge=0, le=25)]
    high: Annotated[int, Field(ge=0, le=25)]
    bonus: Annotated[int, Field(ge=0, le=20)] = 0

    @model_validator(mode="after")
    def _check(self) -> BandSheet:
        if not self.low <= self.high < self.low + actions.WIDEST:
            raise ValueError(
                f"a band goes from its lowest Difficulty to one at most {actions.WIDEST - 1} higher, not "
                f"from {self.low} to {self.high}"
            )
        return self


class TemplateSheet(Sheet):
    """An obstacle or a hazard: which Core it challenges, and in which band."""

    name: Name
    core: CoreName
    band: BandName


class PressSheet(Sheet):
    """A press: with which Core one attacks, and with which the other defends."""

    name: Name
    attack: CoreName
    defence: CoreName


class DeckSheet(Sheet):
    """The cards of every personal deck: of each rank every suit, and Jokers."""

    ranks: Annotated[str, Field(min_length=1)] = RANKS
    suits: Annotated[str, Field(min_length=1)] = SUITS
    jokers: Literal["", "r", "b", "rb"] = "rb"

    @model_validator(mode="after")
    def _check(self) -> DeckSheet:
        self.cards()
        return self

    def cards(self) -> list[int]:
        """Return the ids of the cards."""
        return pack(self.ranks, self.suits, self.jokers)


LEAST_CARDS, LEAST_PLAIN = 8, 4
"""Cards of a deck: three and a replaced one may lie apart, and three more may have been seen.

Without Stamina, Boons and Jokers no card is replaced or seen ahead.
"""


class RulesSheet(Sheet):
    """Rulings that a scenario may change."""

    flop_limit: Annotated[int, Field(ge=0, le=60)] = 15
    """three cards that count more Flop (CH-31)"""
    flop_on_double: bool = False
    """whether two can, too (CHA-02)"""
    degree_step: Annotated[int, Field(ge=1, le=25)] = 5
    """points of margin, or of what is lacking, for a degree more (CHA-32)"""
    degree_most: Annotated[int, Field(ge=1, le=9)] = 3
    """the highest degree, and that of an automatic failure; a failed Double or Triple can do 1 more (CHO-25)"""


class AttemptSheet(Sheet):
    """A lone Attempt."""

    core: CoreName = "speed"
    value: CoreValue | None = None
    """of the Core; by default the Character's own"""
    stamina: Annotated[int, Field(ge=0, le=20)] | None = None
    """by default the Character's own"""
    band: BandName = "above-average"
    """from which a hidden Difficulty is chosen, all as likely"""
    difficulty: Annotated[int, Field(ge=0, le=25)] | None = None
    """a public Difficulty instead"""
    price: Annotated[int, Field(ge=0, le=100)] = 0
    """hundredths of what lies between success and failure, for every Action beyond the first"""


class Scenario(Sheet):
    """A scene, a duel or a lone Attempt."""

    title: Name
    description: str = ""
    mode: Literal["scene", "duel", "attempt"]
    cast: Annotated[tuple[tuple[CharacterSheet, ...], ...], Field(min_length=1, max_length=state.HEROES)]
    """for every hero the Characters from which the deal chooses one"""
    rounds: Annotated[int, Field(ge=1, le=8)] = 1
    actions: Annotated[int, Field(ge=1, le=6)] = 3
    goal: Annotated[int, Field(ge=1, le=100)] = 8
    limit: Annotated[int, Field(ge=1, le=100)] = 12
    boon_at: Annotated[int, Field(ge=0, le=100)] = 0
    income: Annotated[int, Field(ge=0, le=50)] = 0
    carry: Annotated[int, Field(ge=0, le=50)] = 0
    hostile: Annotated[int, Field(ge=0, le=6)] = 0
    tokens: Annotated[int, Field(ge=0, le=8)] = 0
    open_most: Annotated[int, Field(ge=1, le=state.OPEN)] = 3
    bands: dict[BandName, BandSheet]
    obstacles: Annotated[tuple[TemplateSheet, ...], Field(max_length=state.TEMPLATES)] = ()
    hazards: Annotated[tuple[TemplateSheet, ...], Field(max_length=state.TEMPLATES)] = ()
    presses: Annotated[tuple[PressSheet, ...], Field(max_length=state.PRESSES)] = ()
    deck: DeckSheet = DeckSheet()
    rules: RulesSheet = RulesSheet()
    attempt: AttemptSheet = AttemptSheet()

    @model_validator(mode="after")
    def _check(self) -> Scenario:
        heroes = len(self.cast)
        if heroes not in (want := (2, 4) if self.mode == "duel" else (1,)):
            raise ValueError(
                f"cast has {how_many(heroes, 'list')} of Characters; a {self.mode} has "
                f"{' or '.join(map(str, want))}"
            )
        if (
            not all(self.cast)
            or sum(map(len, self.cast)) > state.CAST * state.HEROES
            or len(self.people) > state.CAST
        ):
            raise ValueError(
                f"cast must list one or more Characters for every hero, at most {state.CAST} different ones"
            )
        if missing := [band for band in BANDS if band not in self.bands]:
            raise ValueError(f"bands lacks '{missing[0]}'")
        needs = {"scene": ("obstacles", *(("hazards",) if self.hostile else ())), "duel": ("presses",)}
        for name in needs.get(self.mode, ()):
            if not getattr(self, name):
                raise ValueError(f"{name} is empty; a {self.mode} needs one or more")
        for side in range(2 if self.mode == "duel" else 0):
            if not any(x.presses for sheets in self.cast[side::2] for x in sheets):
                raise ValueError(
                    f"cast: no Character of side {'AB'[side]} makes presses; a duel needs one or more on "
                    "each side"
                )
        self._check_deck()
        for name in ("obstacles", "hazards", "presses"):
            names = [part.name for part in getattr(self, name)]
            if twice := [x for x in names if names.count(x) > 1]:
                raise ValueError(f"{name} has '{twice[0]}' twice")
        return self

    def _check_deck(self) -> None:
        """Refuse a personal deck that could lack a card when one is drawn or looked at."""
        stamina = [
            x.stamina if self.attempt.stamina is None or self.mode != "attempt" else self.attempt.stamina
            for x in self.people
        ]
        has_boons = self.boon_at > 0 or any(x.boons == "round" for x in self.people)
        is_plain = not (any(stamina) or has_boons or self.deck.jokers)
        need, n = LEAST_PLAIN if is_plain else LEAST_CARDS, len(self.deck.cards())
        if n < need:
            why = "" if is_plain else " with Stamina, Boons or Jokers"
            raise ValueError(f"deck: a personal deck has {how_many(n, 'card')}; it needs {need} or more{why}")

    @property
    def people(self) -> list[CharacterSheet]:
        """The different Characters of the cast."""
        return list(dict.fromkeys(sheet for sheets in self.cast for sheet in sheets))

    @property
    def band_of_attempt(self) -> BandName:
        """The band of a lone Attempt: of a public Difficulty the one that it lies in."""
        difficulty = self.attempt.difficulty
        if difficulty is None:
            return self.attempt.band
        below = [band for band in BANDS if self.bands[band].low <= difficulty]
        return below[-1] if below else BANDS[0]


class Options(Sheet):
    """What may be chosen without another scenario: single values of its sheets."""

    cast: str | None = None
    """names of Characters, separated by commas: one for every hero"""


PLAIN = tuple(
    name for name in Scenario.model_fields if Scenario.model_fields[name].annotation in (int, "int")
)
"""The numbers of a scenario, which are options as well."""


MODES = dict(zip(("scene", "duel", "attempt"), state.Mode))
"""The numbers of the modes."""
