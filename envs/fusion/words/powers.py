"""Techs, Gear, Waves and all other abilities in words: what they cost, what they do, how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from throwdown.envs.core.kit import Setup
from throwdown.envs.fusion.sheets import abilities, writer
from throwdown.envs.fusion.sheets.scenario import Scenario
from throwdown.envs.fusion.words import names
from throwdown.envs.fusion.world import book

_KEPT = 32
_known: dict[int, tuple[Mapping[str, Any], dict[int, writer.Ability]]] = {}

WHOM: dict[int, str] = {
    book.Target.CHOICE: "whoever is chosen",
    book.Target.EACH: "each Pilot",
    book.Target.TEAM: "every Pilot",
    book.Target.PILOT: "a Pilot",
    book.Target.ALLY: "an ally",
    book.Target.THREAT: "a Threat",
    book.Target.COACH: "Coach",
    book.Target.COMMANDER: "the Pilots' Commander",
    book.Target.INVOLVED: "an involved Pilot",
}
"""Whom an effect concerns, where it is not who fires it."""

EFFECTS: dict[int, str] = {
    book.Kind.CHARGEUP: "{more} Charge{s}",
    book.Kind.BURN: "discard the whole Hand",
    book.Kind.FAVOR: "{n} card{s} of the Hand for a Faction, or a Strike off it",
    book.Kind.FORTIFY: "{more} Buffer{s}",
    book.Kind.RALLY: "Harmony {more}",
    book.Kind.REBUILD: "the Damaged Location stands again",
    book.Kind.RECOVER: "{more} on a lowered Commitment",
    book.Kind.REPLENISH: "{more} point{s} of a Resource",
    book.Kind.STORM: "a Storm of a Threat, for free",
    book.Kind.TARRY: "as many cards of the deck as there are Active Omens go to the Trash (Tarry {n})",
    book.Kind.WAVE: "a Wave of a Threat, for free",
    book.Kind.BREAK: "a Lesser Fusion breaks",
    book.Kind.DISFAVOR: "{n} Strike{s} against a Faction",
    book.Kind.PURGE: "lose all Charges",
    book.Kind.RUIN: "the Location is ruined by {n} step{s}",
    book.Kind.STRIFE: "{n} Strife: Harmony falls",
    book.Kind.SCHISM: "{n} Schism: Harmony falls",
    book.Kind.TRAUMA: "{n} Trauma on oneself",
    book.Kind.DRAW: "draw {n} card{s}",
    book.Kind.DISCARD: "discard {n} card{s}",
    book.Kind.STRIKE: "{more} Strike this turn",
    book.Kind.RUMBLE_STRIKE: "{more} Strike for the Final Form this turn",
    book.Kind.RUMBLE_CHARGE: "{more} Charge{s} for the Final Form",
    book.Kind.FORM_BUFFER: "{more} Buffer{s} for the Final Form",
    book.Kind.REPAIR: "{more} Endurance for the Robo",
    book.Kind.DAMAGE: "{n} damage of a kind of one's choice, on any target",
    book.Kind.REVEAL: "a hidden Faction is revealed",
}
"""What each kind of effect does, fired at nobody or oneself."""

AIMED: dict[int, str] = {
    book.Kind.CHARGEUP: "{more} Charge{s} for {whom}",
    book.Kind.BURN: "{whom} discards the whole Hand",
    book.Kind.FORTIFY: "{more} Buffer{s} for {whom}",
    book.Kind.RECOVER: "{more} on a lowered Commitment of {whom}",
    book.Kind.PURGE: "{whom} loses all Charges",
    book.Kind.TRAUMA: "{n} Trauma on {whom}",
    book.Kind.DRAW: "{whom} draws {n} card{s}",
    book.Kind.DISCARD: "{whom} discards {n} card{s}",
    book.Kind.STRIKE: "{more} Strike for {whom} this turn",
    book.Kind.REPAIR: "{more} Endurance for the Robo of {whom}",
    book.Kind.DAMAGE: "{n} damage of any kind, on any target",
}
"""The same where it reads otherwise of somebody else."""

OFTEN: dict[int, str] = {
    book.Per.TURN: "once a turn",
    book.Per.CONFLICT: "once a conflict",
    book.Per.SCENARIO: "once a scenario",
}


def effect_text(effect: abilities.Effect, firer: abilities.Firer = "pilot") -> str:
    """Return an effect in a few words, such as ``+2 Strike this turn``."""
    n = "all" if effect.amount == book.FULL else f"{effect.amount}{' per stage' if effect.scale else ''}"
    s = "" if effect.amount == 1 and not effect.scale else "s"
    aimed = AIMED.get(effect.kind)
    whom = WHOM.get(effect.target, "")
    if effect.target == book.Target.OPPONENT:
        whom = WHOM[book.Target.COMMANDER] if firer != "pilot" else "Coach"
        if firer == "pilot" and effect.kind in (book.Kind.TRAUMA, book.Kind.RECOVER):
            whom = WHOM[book.Target.THREAT]
    elif not whom and firer != "pilot" and aimed:
        whom = "itself" if effect.kind in (book.Kind.TRAUMA, book.Kind.RECOVER) else "Coach"
    more = n if n == "all" else f"+{n}"
    if effect.kind == book.Kind.RECOVER and whom in (WHOM[book.Target.THREAT], "itself"):
        aimed = "{more} Rating for {whom}"
    return (aimed if whom and aimed else EFFECTS[effect.kind]).format(n=n, more=more, s=s, whom=whom)


def effects_text(effects: Sequence[abilities.Effect], firer: abilities.Firer = "pilot") -> str:
    """Return what an ability does; `writer.Ability` has the effects."""
    return ", then ".join(effect_text(effect, firer) for effect in effects)


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
    return names.first_upper(key(a, setup))


def effect(a: int, setup: Setup) -> str:
    """Return what an ability does by its id in the book; nothing if there is none."""
    found = abilities_of(setup).get(a)
    return effects_text(found.effects, firer_of(a)) if found else ""


def cost_text(ability: writer.Ability) -> str:
    """Return what its sheet says that an ability costs, such as ``1 Charge``; nothing if it is free."""
    cost, parts = ability.cost, []
    if cost.charges:
        parts.append(names.count(cost.charges, "Charge"))
    if cost.cards:
        kind = names.CLASSES[book.CardClass.of(cost.card)].removeprefix("any ")
        parts.append(names.count(cost.cards, "card") if cost.card == "any" else f"{cost.cards} x {kind}")
        if cost.cards == 1 and cost.card != "any":
            parts[-1] = kind
    if cost.resource:
        parts.append(f"{cost.points} {cost.resource.replace('-', ' ').title()}")
    if ability.tarry:
        parts.append(f"Tarry {ability.tarry}")
    return " and ".join(parts)


def cost(a: int, setup: Setup) -> str:
    """Return what an ability costs by its id in the book: what its sheet says, or else what the rules ask."""
    found = abilities_of(setup).get(a)
    if found is None:
        return ""
    if a >= book.POSITION_PAGE:
        return "1 Rumble Charge"
    place = a % book.PAGE
    if book.PAGE <= a < book.THREAT_PAGES:
        if place == book.Page.SUMMON:
            return "1 Pit Crew"
        if book.Page.SACRIFICE <= place < book.Page.SUMMON:
            return "the piece"
    return cost_text(found)


def sentence(a: int, setup: Setup) -> str:
    """Return an ability in a line: its name, cost, effect and how often it may be used."""
    found = abilities_of(setup)[a]
    price = cost(a, setup)
    return f"{name(a, setup)}{price and ', ' + price}: {effect(a, setup)} ({OFTEN[found.per]})"
