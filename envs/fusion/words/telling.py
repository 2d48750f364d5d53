"""What happened: one sentence, in the past, for each event that every FUSION game shares."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.fusion.words import names, powers
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import COACH, Commitment, Location

_HARMS = (*book.DAMAGES, book.Kind.DISCARD, book.Kind.BURN, book.Kind.SCHISM)


def _commitment(event: Happening) -> str:
    """Return the Commitment of an event, which stands where others have a card."""
    return Commitment(event.card).label.capitalize() if 0 <= event.card < len(Commitment) else "a Commitment"


def _crisis(event: Happening) -> str:
    loss = f"; their maxima fell by {event.amount} for good" if event.amount else ""
    return f"entered a Crisis: every Commitment was at 0{loss}."


_BY_SEAT: dict[str, Callable[[Happening], str]] = {
    "CARD_DRAWN": lambda e: f"drew {names.described_card(e)}.",
    "CARD_DISCARDED": lambda e: f"discarded {names.described_card(e)}.",
    "CHARGED": lambda e: f"gained {names.count(e.amount, 'Charge')}.",
    "CHARGE_SPENT": lambda e: f"spent {names.count(e.amount, 'Charge')}.",
    "FORTIFIED": lambda e: f"regained {names.count(e.amount, 'Buffer')}.",
    "BUFFER_SPENT": lambda e: (
        f"spent a Buffer{' of a Threat' if e.seat == COACH else ''} and prevented a point of damage."
    ),
    "BUFFER_KEPT": lambda e: "let the point of damage pass.",
    "COMMITMENT_LOWERED": lambda e: f"suffered Trauma: {_commitment(e)} fell by {e.amount}.",
    "COMMITMENT_RECOVERED": lambda e: f"recovered {e.amount} of {_commitment(e)}.",
    "CHARGES_PURGED": lambda e: f"lost all {names.count(e.amount, 'Charge')} to a Purge.",
    "LESSON_RECORDED": lambda e: "recorded a Lesson.",
    "CRISIS_ENTERED": _crisis,
    "STRIKE_CHANGED": lambda e: f"had {e.amount:+d} Strike this turn.",
    "ROBO_SUMMONED": lambda e: "Summoned her Robo.",
    "GEAR_DESTROYED": lambda e: "destroyed a piece of Gear.",
    "TRAUMA_SHIFTED": lambda e: "let her Robo take the point of Trauma.",
    "EXTRA_CARD_TAKEN": lambda e: f"took {names.described_card(e)} from beside a Threat.",
    "CARD_INVESTED": lambda e: f"invested {names.described_card(e)} in a Threat.",
}
"""Sentences that begin with the seat's name."""

_ALONE: dict[str, Callable[[Happening], str]] = {
    "NOTHING": lambda e: "Nothing happened.",
    "JOKER_SURFACED": lambda e: (
        f"{names.first_upper(names.described_card(e))} surfaced as an Omen, and every Pilot was charged up."
    ),
    "DECK_RESHUFFLED": lambda e: (
        f"The Trash was shuffled back into the deck: {names.count(e.amount, 'card')}."
    ),
    "DECK_RAN_OUT": lambda e: "The deck ran out.",
    "JOKERS_RETURNED": lambda e: f"{names.count(e.amount, 'Spent Omen')} went back into the decks as Jokers.",
    "HARMONY_LOST": lambda e: f"Harmony fell by {e.amount}.",
    "HARMONY_RAISED": lambda e: f"The team rallied: Harmony rose by {e.amount}.",
    "TIME_LOST": lambda e: f"Time was lost: {names.count(e.amount, 'card')} of the deck went to the Trash.",
}

_OF_ROBO = {
    "ENDURANCE_LOST": "lost {n} Endurance",
    "ENDURANCE_REPAIRED": "regained {n} Endurance",
    "ROBO_LOST": "had no Endurance left and was out",
}
_OF_THREAT = {
    "RATING_LOWERED": "lost {n} Rating",
    "RATING_RECOVERED": "recovered {n} Rating",
    "THREAT_DEFEATED": "was defeated",
}
_OF_FACTION = {
    "STRIKE_ADDED": "took a Strike and had {n}",
    "STRIKE_REMOVED": "lost a Strike and had {n}",
    "FACTION_REMOVED": "left play",
    "FACTION_TURNED": "became a Threat",
    "FACTION_REVEALED": "was revealed",
}


def narrate_world(event: Happening, setup: Setup) -> str:
    """Return one sentence for a shared event; a card that the viewer may not know is *a card*."""
    kind, n = event.kind, event.amount
    name = setup.people[event.seat] if 0 <= event.seat < len(setup.seats) else "Nobody"
    if kind == "CARD_DISCARDED" and event.seat == NONE:
        card = names.described_card(event)
        return f"{names.first_upper(card)} went to the Trash."
    if kind in _ALONE:
        return _ALONE[kind](event)
    if kind in _BY_SEAT:
        return f"{name} {_BY_SEAT[kind](event)}"
    if kind in _OF_ROBO:
        return f"{name}'s Robo {_OF_ROBO[kind].format(n=n)}."
    if kind in _OF_THREAT:
        return f"{names.threat_name(event.seat, setup)} {_OF_THREAT[kind].format(n=n)}."
    if kind in _OF_FACTION:
        return f"{names.faction_name(n, setup)} {_OF_FACTION[kind].format(n=event.number)}."
    if kind in _TABLE:
        return _TABLE[kind](event, name, setup)
    return f"{kind.replace('_', ' ').capitalize()}."


def _favor(event: Happening, name: str, setup: Setup) -> str:
    card, faction = names.described_card(event), names.faction_name(event.amount, setup)
    if event.kind == "FAVOR_INVESTED":
        return f"{name} invested {card} in {faction}."
    if event.kind == "FAVOR_TAKEN":
        return f"{name} took {card} from {faction}."
    return f"{card} lay on top of {faction}, face-up."


def _resource(event: Happening, name: str, setup: Setup) -> str:
    verb = "spent" if event.kind == "RESOURCE_SPENT" else "regained"
    return f"The team {verb} {event.number} of {names.resource_name(event.amount, setup).title()}."


def _location(event: Happening, name: str, setup: Setup) -> str:
    verb = "was rebuilt and is" if event.kind == "LOCATION_REBUILT" else "was ruined and is"
    state = Location(event.amount).label if event.amount < len(Location) else "another"
    place = names.location_name(setup)
    return f"{names.first_upper(place)} {verb} {state}."


def _gathered(event: Happening, name: str, setup: Setup) -> str:
    n, side = divmod(event.number, 2)
    return f"{n} {names.kind_name(event.amount)} of {name} went into the Payload for {names.side_names(setup)[side]}."


def _shown(event: Happening, name: str, setup: Setup) -> str:
    return f"{name} showed {setup.people[event.amount]} {names.described_card(event)}."


def _form(event: Happening, name: str, setup: Setup) -> str:
    return f"The Final Form gained {event.number} by {names.kind_name(event.amount)}."


def _aimed(event: Happening, name: str, setup: Setup) -> str:
    whom, what = names.subject_name(event.number, setup), book.Kind(event.amount).label.capitalize()
    is_harm = event.amount in _HARMS
    if event.number < Subject.THREATS and event.number + 1 == event.seat:
        return f"{name} aimed {what} at herself." if is_harm else f"{name} chose herself for {what}."
    return f"{what} was aimed at {whom}." if is_harm else f"{whom} was chosen for {what}."


_TABLE: dict[str, Callable[[Happening, str, Setup], str]] = {
    "FAVOR_INVESTED": _favor,
    "FAVOR_TAKEN": _favor,
    "FAVOR_TURNED_UP": _favor,
    "RESOURCE_SPENT": _resource,
    "RESOURCE_GAINED": _resource,
    "LOCATION_RUINED": _location,
    "LOCATION_REBUILT": _location,
    "ABILITY_USED": lambda e, name, setup: (
        f"{name} used {powers.name(e.amount, setup)}: {powers.effect(e.amount, setup)}."
    ),
    "OMEN_SPENT": lambda e, name, setup: (
        f"Coach Spent an Omen for {powers.name(e.amount, setup)}: {powers.effect(e.amount, setup)}."
    ),
    "EFFECT_AIMED": _aimed,
    "TRIGGER_GATHERED": _gathered,
    "CARD_SHOWN": _shown,
    "FORM_STRENGTHENED": _form,
    "EXTRA_CARD_DEALT": lambda e, name, setup: (
        f"{names.described_card(e)} was dealt beside {names.threat_name(e.amount, setup)}, face-up."
    ),
}
"""Sentences that name what a scenario defines."""
