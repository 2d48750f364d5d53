"""Techs, Gear, Waves and all other abilities in words: what they cost, what they do, how often."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from throwdown.envs.core.kit import Setup, plural, tr
from throwdown.envs.fusion.sheets import abilities, writer
from throwdown.envs.fusion.sheets.scenario import Scenario
from throwdown.envs.fusion.words import names
from throwdown.envs.fusion.world import book

_KEPT = 32
_known: dict[int, tuple[Mapping[str, Any], dict[int, writer.Ability]]] = {}

WHOM: dict[int, str] = {
    book.Target.NONE: "",
    book.Target.SELF: tr("itself"),
    book.Target.CHOICE: tr("the chosen target"),
    book.Target.EACH: tr("each Pilot"),
    book.Target.TEAM: tr("every Pilot"),
    book.Target.PILOT: tr("a Pilot"),
    book.Target.ALLY: tr("an ally"),
    book.Target.THREAT: tr("a Threat"),
    book.Target.COACH: tr("Coach"),
    book.Target.COMMANDER: tr("the Pilots' Commander"),
    book.Target.INVOLVED: tr("an involved Pilot"),
}
"""Whom an effect concerns, where it is not the Pilot who fires it."""


class Measure(NamedTuple):
    """How much an effect does, to whom.

    Attributes:
        n: the number that the words go with.
        plain: the amount as people read it, such as ``2``.
        more: the same of what is added, such as ``+2``.
        whom: whom it concerns.
    """

    n: int
    plain: str
    more: str
    whom: str


EFFECTS: dict[int, Callable[[Measure], str]] = {
    book.Kind.CHARGEUP: lambda x: plural("{more} Charge", "{more} Charges", x.n, more=x.more),
    book.Kind.BURN: lambda x: tr("discard the whole Hand"),
    book.Kind.FAVOR: lambda x: plural(
        "a Faction gets {amount} card from the Hand, or loses a Strike",
        "a Faction gets {amount} cards from the Hand, or loses that many Strikes",
        x.n,
        amount=x.plain,
    ),
    book.Kind.FORTIFY: lambda x: plural("{more} Buffer", "{more} Buffers", x.n, more=x.more),
    book.Kind.RALLY: lambda x: tr("Harmony {more}", more=x.more),
    book.Kind.REBUILD: lambda x: tr("the Damaged Location stands again"),
    book.Kind.RECOVER: lambda x: tr("{more} for a lowered Commitment", more=x.more),
    book.Kind.REPLENISH: lambda x: plural(
        "{more} point of a Resource", "{more} points of a Resource", x.n, more=x.more
    ),
    book.Kind.STORM: lambda x: tr("a Storm of a Threat, for free"),
    book.Kind.TARRY: lambda x: tr(
        "as many cards as there are Active Omens go from the deck to the Trash (Tarry {amount})",
        amount=x.plain,
    ),
    book.Kind.WAVE: lambda x: tr("a Wave of a Threat, for free"),
    book.Kind.BREAK: lambda x: tr("a Lesser Fusion breaks"),
    book.Kind.DISFAVOR: lambda x: plural(
        "a Faction takes {amount} Strike", "a Faction takes {amount} Strikes", x.n, amount=x.plain
    ),
    book.Kind.PURGE: lambda x: tr("lose all Charges"),
    book.Kind.RUIN: lambda x: plural(
        "the Location is ruined by {amount} step",
        "the Location is ruined by {amount} steps",
        x.n,
        amount=x.plain,
    ),
    book.Kind.STRIFE: lambda x: tr("{amount} Strife: Harmony falls", amount=x.plain),
    book.Kind.SCHISM: lambda x: tr("{amount} Schism: Harmony falls", amount=x.plain),
    book.Kind.TRAUMA: lambda x: tr("{amount} Trauma on the Pilot herself", amount=x.plain),
    book.Kind.DRAW: lambda x: plural("draw {amount} card", "draw {amount} cards", x.n, amount=x.plain),
    book.Kind.DISCARD: lambda x: plural(
        "discard {amount} card", "discard {amount} cards", x.n, amount=x.plain
    ),
    book.Kind.STRIKE: lambda x: tr("{more} Strike this turn", more=x.more),
    book.Kind.RUMBLE_STRIKE: lambda x: tr("{more} Strike for the Final Form this turn", more=x.more),
    book.Kind.RUMBLE_CHARGE: lambda x: plural(
        "{more} Charge for the Final Form", "{more} Charges for the Final Form", x.n, more=x.more
    ),
    book.Kind.FORM_BUFFER: lambda x: plural(
        "{more} Buffer for the Final Form", "{more} Buffers for the Final Form", x.n, more=x.more
    ),
    book.Kind.REPAIR: lambda x: tr("{more} Endurance for the Robo", more=x.more),
    book.Kind.DAMAGE: lambda x: tr("{amount} damage of any kind, on any target", amount=x.plain),
    book.Kind.REVEAL: lambda x: tr("a hidden Faction is revealed"),
}
"""What each kind of effect does, fired at nobody or oneself."""

AIMED: dict[int, Callable[[Measure], str]] = {
    book.Kind.CHARGEUP: lambda x: plural(
        "{more} Charge for {whom}", "{more} Charges for {whom}", x.n, more=x.more, whom=x.whom
    ),
    book.Kind.BURN: lambda x: tr("{whom} discards the whole Hand", whom=x.whom),
    book.Kind.FORTIFY: lambda x: plural(
        "{more} Buffer for {whom}", "{more} Buffers for {whom}", x.n, more=x.more, whom=x.whom
    ),
    book.Kind.RECOVER: lambda x: tr("{more} for a lowered Commitment of {whom}", more=x.more, whom=x.whom),
    book.Kind.PURGE: lambda x: tr("{whom} loses all Charges", whom=x.whom),
    book.Kind.TRAUMA: lambda x: tr("{amount} Trauma on {whom}", amount=x.plain, whom=x.whom),
    book.Kind.DRAW: lambda x: plural(
        "{whom} draws {amount} card", "{whom} draws {amount} cards", x.n, amount=x.plain, whom=x.whom
    ),
    book.Kind.DISCARD: lambda x: plural(
        "{whom} discards {amount} card", "{whom} discards {amount} cards", x.n, amount=x.plain, whom=x.whom
    ),
    book.Kind.STRIKE: lambda x: tr("{more} Strike for {whom} this turn", more=x.more, whom=x.whom),
    book.Kind.REPAIR: lambda x: tr("{more} Endurance for the Robo of {whom}", more=x.more, whom=x.whom),
    book.Kind.DAMAGE: lambda x: tr("{amount} damage of any kind, on any target", amount=x.plain),
}
"""The same where it reads otherwise of somebody else."""

OFTEN: dict[int, str] = {
    book.Per.TURN: tr("once a turn"),
    book.Per.CONFLICT: tr("once a conflict"),
    book.Per.SCENARIO: tr("once a scenario"),
}
_HEALTH = (book.Kind.TRAUMA, book.Kind.RECOVER)


def _aim(effect: abilities.Effect, firer: abilities.Firer) -> int:
    """Return the target that words name: none where it is the Pilot who fires it."""
    if effect.target == book.Target.OPPONENT:
        if firer != "pilot":
            return book.Target.COMMANDER
        return book.Target.THREAT if effect.kind in _HEALTH else book.Target.COACH
    if effect.target not in (book.Target.NONE, book.Target.SELF):
        return effect.target
    if firer == "pilot" or effect.kind not in AIMED:
        return book.Target.NONE
    return book.Target.SELF if effect.kind in _HEALTH else book.Target.COACH


def _measure(effect: abilities.Effect, aim: int) -> Measure:
    if effect.amount == book.FULL:
        return Measure(effect.amount, tr("all"), tr("all missing"), WHOM[aim])
    n = max(2, effect.amount) if effect.scale else effect.amount  # per stage, more than one in the end
    return Measure(n, f"{effect.amount}", f"+{effect.amount}", WHOM[aim])


def effect_text(effect: abilities.Effect, firer: abilities.Firer = "pilot") -> str:
    """Return an effect in a few words, such as ``+2 Strike this turn``."""
    aim = _aim(effect, firer)
    measure = _measure(effect, aim)
    if effect.kind == book.Kind.RECOVER and aim in (book.Target.THREAT, book.Target.SELF):
        return tr("{more} Rating for {whom}", more=measure.more, whom=measure.whom)
    is_aimed = aim != book.Target.NONE and effect.kind in AIMED
    told = (AIMED if is_aimed else EFFECTS)[effect.kind](measure)
    return tr("{effect}, per stage", effect=told) if effect.scale else told


def effects_text(effects: Sequence[abilities.Effect], firer: abilities.Firer = "pilot") -> str:
    """Return what an ability does; `writer.Ability` has the effects."""
    return tr(", then ").join(effect_text(effect, firer) for effect in effects)


def firer_of(a: int) -> abilities.Firer:
    """Return who fires an ability by its id in the book."""
    if a < book.CoachPage.BOONS:
        return "event"
    return "threat" if book.THREAT_PAGES <= a < book.POSITION_PAGE else "pilot"


def abilities_of(setup: Setup) -> dict[int, writer.Ability]:
    """Return all abilities of a scenario by their ids in the book."""
    key = id(setup.config)
    if key not in _known:
        if len(_known) >= _KEPT:
            _known.clear()
        scenario = Scenario.model_validate(dict(setup.config))
        _known[key] = (setup.config, {ability.id: ability for ability in writer.abilities(scenario)})
    return _known[key][1]


def key(a: int, setup: Setup) -> str:
    """Return an ability's name by its id in the book, as data has it."""
    found = abilities_of(setup).get(a)
    return found.name if found else f"ability {a}"


def name(a: int, setup: Setup) -> str:
    """Return an ability's name by its id in the book, as people read it."""
    found = abilities_of(setup).get(a)
    return names.first_upper(found.title) if found else tr("Ability {n}", n=a)


def effect(a: int, setup: Setup) -> str:
    """Return what an ability does by its id in the book; nothing if there is none."""
    found = abilities_of(setup).get(a)
    return effects_text(found.effects, firer_of(a)) if found else ""


def cost_text(ability: writer.Ability) -> str:
    """Return what its sheet says that an ability costs, such as ``1 Charge``; nothing if it is free."""
    cost, parts = ability.cost, []
    if cost.charges:
        parts.append(plural("{n} Charge", "{n} Charges", cost.charges))
    if cost.cards and cost.card == "any":
        parts.append(plural("{n} card", "{n} cards", cost.cards))
    elif cost.cards:
        kind = names.CLASSES[book.CardClass.of(cost.card)]
        parts.append(kind if cost.cards == 1 else tr("{n} x {cards}", n=cost.cards, cards=kind))
    if cost.resource:
        resource = names.resource_called(cost.resource)
        parts.append(tr("{n} {resource}", n=cost.points, resource=resource))
    if ability.tarry:
        parts.append(tr("Tarry {n}", n=ability.tarry))
    return tr(" and ").join(parts)


def cost(a: int, setup: Setup) -> str:
    """Return what an ability costs by its id in the book: what its sheet says, or else what the rules ask."""
    found = abilities_of(setup).get(a)
    if found is None:
        return ""
    if a >= book.POSITION_PAGE:
        return tr("1 Rumble Charge")
    place = a % book.PAGE
    if book.PAGE <= a < book.THREAT_PAGES:
        if place == book.Page.SUMMON:
            return tr("1 Pit Crew")
        if (book.SACRIFICES >> place) & 1:
            return tr("the piece of Gear")
    return cost_text(found)


def sentence(a: int, setup: Setup) -> str:
    """Return an ability in a line: its name, cost, effect and how often it may be used."""
    title, price = name(a, setup), cost(a, setup)
    ability = tr(", ").join((title, price)) if price else title
    often = OFTEN[abilities_of(setup)[a].per]
    return tr("{ability}: {effect} ({often})", ability=ability, effect=effect(a, setup), often=often)
