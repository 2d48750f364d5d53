"""Abilities as data: their effects in the rulebook's notation, and the sheets that carry them.

An effect is a text such as ``+Trauma:Threat(2)``: a kind, whom it concerns, and an amount. `parse` reads it into the
numbers of a row of the book; `AbilitySheet` and its kin say who carries it out and what it costs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator, model_validator

from throwdown.envs.core.errors import is_harmless
from throwdown.envs.core.kit import did_you_mean
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.order import MAX_STRIKE

Firer = Literal["pilot", "threat", "event"]
"""Who carries an ability out: a Pilot, Coach for a Threat, or Coach for the scenario."""

MAX_AMOUNT = 9
ALIASES = {"restore": "recover"}
FULL_WORDS = ("full", "all")
KINDS = book.Kind.labels()[1:]

_PILOTS = ("pilot", "choice", "team", "each", "commander")
_HANDS = ("pilot", "commander", "coach", "opponent")
_TABLE = ("none", "choice")
BY_PILOTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("chargeup", "fortify"), ("none", "self", "ally", *_PILOTS)),
    "recover": ("none", "self", "ally", "pilot", "choice", "commander", "threat"),
    "purge": ("self", "ally", *_PILOTS),
    "trauma": ("self", "ally", *_PILOTS, "threat", "opponent"),
    **dict.fromkeys(("strife", "schism"), ("none", "self", "team")),
    **dict.fromkeys(("burn", "draw"), ("none", "self", "ally", *_HANDS, "team")),
    "discard": ("none", "self", "ally", *_HANDS),
    "strike": ("none", "self", "ally", "commander", "team"),
    "repair": ("none", "self", "ally", "pilot", "choice", "team", "each"),
    **dict.fromkeys(("favor", "disfavor", "replenish"), _TABLE),
    **dict.fromkeys(("rally", "rebuild", "ruin", "tarry", "wave", "storm", "reveal"), ("none",)),
    "damage": ("choice",),
    **dict.fromkeys(("rumble-strike", "rumble-charge", "form-buffer"), ("none",)),
}
BY_COACH: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("chargeup", "fortify", "purge"), (*_PILOTS, "opponent")),
    "recover": ("self", "pilot", "choice", "commander", "threat", "opponent"),
    "trauma": ("self", *_PILOTS, "threat", "opponent"),
    **dict.fromkeys(("strife", "schism"), ("none", "team")),
    **dict.fromkeys(("burn", "draw"), ("none", "self", *_HANDS, "team")),
    "discard": ("none", "self", *_HANDS),
    "strike": ("none", "self", "coach"),
    **dict.fromkeys(("favor", "disfavor", "replenish"), _TABLE),
    **dict.fromkeys(("rally", "rebuild", "ruin", "tarry", "wave", "storm", "break", "reveal"), ("none",)),
    "damage": ("choice",),
}
"""Whom an effect may concern, by its kind; ``none`` stands for no target part: it is implied."""

TO_FULL = ("chargeup", "fortify", "recover", "replenish", "repair")
NEEDS_AMOUNT = ("trauma", "strike")
"""Effects that are written with an amount; the others are of 1 where none is said."""
ALL_OR_NOTHING = ("burn", "purge", "rebuild", "break", "wave", "storm")
RUMBLE_ONLY = ("rumble-strike", "rumble-charge", "form-buffer")

_NOTATION = re.compile(
    r"\+?\s*([a-z][a-z-]*)!?\s*(?::\s*([a-z-]+)\s*)?(?:\(\s*([^()]*?)\s*\))?", re.IGNORECASE
)
_AMOUNT = re.compile(r"(?:(\d+)\s*\*\s*)?stage|(\d+)", re.IGNORECASE)


class Effect(NamedTuple):
    """An effect as the book holds it, see `throwdown.envs.fusion.world.book`."""

    kind: int
    target: int
    amount: int
    scale: int

    @property
    def name(self) -> str:
        """The kind's name."""
        return book.Kind(self.kind).label


def _kind(word: str, text: str) -> str:
    kind = ALIASES.get(word.lower(), word.lower())
    if kind not in KINDS:
        raise ValueError(
            f"'{word}' in '{text}' is not an effect{did_you_mean(kind, KINDS)}; the effects are "
            f"{', '.join(KINDS)}"
        )
    return kind


def _amount(word: str | None, kind: str, text: str) -> tuple[int, int]:
    """Return an amount and whether it counts once per stage."""
    if word is None:
        if kind in NEEDS_AMOUNT:
            raise ValueError(f"'{text}' has no amount, but {kind} needs one: write for example '{text}(1)'")
        return 1, 0
    if kind in ALL_OR_NOTHING:
        raise ValueError(f"'{text}' has an amount, but {kind} takes none: write '{text.split('(')[0]}'")
    if word.lower() in FULL_WORDS:
        if kind not in TO_FULL:
            raise ValueError(
                f"'{text}' has the amount '{word}', which only {', '.join(TO_FULL)} take: give a number"
            )
        return book.FULL, 0
    found = _AMOUNT.fullmatch(word)
    if not found:
        raise ValueError(
            f"'{word}' in '{text}' is not an amount: give a whole number, full, stage or a multiple such "
            "as 2*stage"
        )
    scale = int("stage" in word.lower())
    n = int(found[1] or found[2] or 1)
    most = MAX_STRIKE if kind == "strike" else MAX_AMOUNT
    if not 1 <= n <= most:
        raise ValueError(f"the amount {n} in '{text}' is out of range: give 1 to {most}")
    return n, scale


def _misses(text: str, kind: str, target: str, able: tuple[str, ...]) -> str:
    """Return what is wrong with a target that a kind cannot have."""
    can = [f"'{name}'" for name in able if name != "none"]
    if not can:
        return f"'{text}' has the target '{target}', but {kind} takes none: leave it out"
    right = f"{', '.join(can[:-1])} or {can[-1]}" if len(can) > 1 else can[0]
    if target == "none":
        return f"'{text}' has no target, but {kind} needs one: give {right}"
    return f"'{text}' has the target '{target}', which {kind} cannot have: give {right}"


def parse(text: str, firer: Firer = "pilot") -> Effect:
    """Read an effect such as ``+Chargeup:Team(1)``.

    Raises:
        ValueError: it is no effect, or not one that this firer may have.
    """
    found = _NOTATION.fullmatch(text.strip())
    if not found:
        raise ValueError(
            f"'{text}' is not an effect: write +Name, +Name:Target or +Name:Target(amount), as in "
            "+Trauma:Threat(1)"
        )
    kind = _kind(found[1], text)
    target = (found[2] or "none").lower()
    if target not in book.Target.labels():
        known = book.Target.labels()[1:]
        raise ValueError(
            f"'{found[2]}' in '{text}' is not a target{did_you_mean(target, known)}; the targets are "
            f"{', '.join(known)}"
        )
    able = (BY_PILOTS if firer == "pilot" else BY_COACH).get(kind, ())
    if firer == "event" and kind in ("trauma", "recover"):
        able = tuple(name for name in able if name != "self")  # no Threat fires an event
    if not able:
        raise ValueError(f"'{text}' is not for {'Pilots' if firer == 'pilot' else 'Coach'} to fire")
    if target not in able:
        raise ValueError(_misses(text, kind, target, able))
    n, scale = _amount(found[3], kind, text)
    return Effect(book.Kind.of(kind), book.Target.of(target), n, scale)


def at_most(n: int, what: str) -> Callable[[list[Any]], list[Any]]:
    """Return a check of a list's length that does not repeat the list in its error."""

    def check(entries: list[Any]) -> list[Any]:
        if len(entries) > n:
            raise ValueError(f"{len(entries)} {what} are too many; give at most {n}")
        return entries

    return check


Effects = Annotated[list[str], AfterValidator(at_most(book.MAX_EFFECTS, "effects"))]


class Sheet(BaseModel):
    """Base of all sheets: unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @field_validator("*", mode="before")
    @classmethod
    def _is_harmless(cls, value: Any) -> Any:
        """Refuse texts that would steer the terminal on which they are shown; those of other sheets check theirs."""
        texts = [value, *value] if isinstance(value, list | tuple | dict) else [value]
        if not all(is_harmless(text) for text in texts if isinstance(text, str)):
            raise ValueError("it contains control characters")
        return value


class CostSheet(Sheet):
    """What an ability costs."""

    charges: Annotated[int, Field(ge=0, le=30)] = 0
    """Charges of the Pilot who uses it."""
    cards: Annotated[int, Field(ge=0, le=5)] = 0
    """Cards to be discarded from her hand."""
    card: Literal["any", "face", "ace", "face-or-ace"] = "any"
    """Which cards these may be."""
    resource: str = ""
    """A team Resource, by its name."""
    points: Annotated[int, Field(ge=1, le=30)] = 1
    """Points of that Resource."""


def draws(effects: list[str], firer: Firer = "pilot") -> bool:
    """Return whether one of the effects draws cards."""
    return any(parse(text, firer).kind == book.Kind.DRAW for text in effects)


class AbilitySheet(Sheet):
    """What everything that fires effects has."""

    firer: ClassVar[Firer] = "pilot"
    rumbles: ClassVar[bool] = False

    name: str
    """a name for people"""
    effects: Effects
    """one to three effects, such as `+Trauma:Threat(1)`, carried out in this order"""
    text: str = ""
    """a sentence for people"""
    immediate: bool = False
    """whether it skips the Payload in the pile edition (ME-48)"""
    tarry: Annotated[int, Field(ge=0, le=9)] = 0
    """how often its use fires +Tarry"""

    @field_validator("effects")
    @classmethod
    def _read(cls, effects: list[str]) -> list[str]:
        if not effects:
            raise ValueError("there are none; give one to three")
        for text in effects:
            parse(text, cls.firer)
        return effects

    @model_validator(mode="after")
    def _place(self) -> AbilitySheet:
        for text in self.effects:
            kind = parse(text, self.firer).name
            if kind in RUMBLE_ONLY and not self.in_a_rumble:
                raise ValueError(f"'{self.name}' fires {kind}, but it cannot be used in a Rumble")
        return self

    @property
    def in_a_rumble(self) -> bool:
        """Whether it may be used in a Rumble."""
        return self.rumbles

    def parsed(self) -> list[Effect]:
        """Return its effects as the book holds them."""
        return [parse(text, self.firer) for text in self.effects]


class ActionSheet(AbilitySheet):
    """An ability that is used for a price: a boon of a Location, or a Tech of some family."""

    per: Literal["turn", "conflict", "scenario"] = "conflict"
    """how often it may be used: once a turn, once a conflict, once a scenario"""
    cost: CostSheet = CostSheet()
    """what it costs"""

    @model_validator(mode="after")
    def _ends(self) -> ActionSheet:
        if self.per == "turn" and draws(self.effects, self.firer):
            raise ValueError(
                f"'{self.name}' draws cards every turn, so a conflict might never end (C-117): "
                "per must be 'conflict' or 'scenario'"
            )
        return self


class BoonSheet(ActionSheet):
    """A boon of a Location; it commonly costs +Tarry."""

    rumbles: ClassVar[bool] = True


class TechSheet(ActionSheet):
    """A Tech of a playbook that is used as an Assist."""

    family: Literal["chroma", "daisho"] = "chroma"
    """its family; both are switched off in a Rumble unless `in_rumble` says otherwise"""
    in_rumble: bool = False
    """whether it may be used in a Rumble all the same"""

    @property
    def in_a_rumble(self) -> bool:
        """Whether it may be used in a Rumble."""
        return self.in_rumble


class ChargeTechSheet(ActionSheet):
    """A basic Charge Tech, open to every Pilot."""


class RoboTechSheet(ActionSheet):
    """A Tech of a Robo, usable while it is there."""

    rumbles: ClassVar[bool] = True


class RumbleTechSheet(AbilitySheet):
    """The Rumble Tech of a Position: it costs one Rumble Charge, once a conflict."""

    rumbles: ClassVar[bool] = True


class AttackSheet(AbilitySheet):
    """A Wave or a Storm of a Threat; what Coach pays for it is a rule."""

    firer: ClassVar[Firer] = "threat"

    @model_validator(mode="after")
    def _ends(self) -> AttackSheet:
        if draws(self.effects, self.firer):
            raise ValueError(
                f"'{self.name}' draws cards, which a Wave or a Storm may not do: it can be used every "
                "turn, so a conflict might never end (C-117)"
            )
        return self


class EventSheet(AbilitySheet):
    """An Escalation Event: it fires once, when Coach Spends an Omen."""

    firer: ClassVar[Firer] = "event"
