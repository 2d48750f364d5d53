"""What happened: one sentence, in the past, for each event that every FUSION game shares."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, plural, tr
from throwdown.envs.fusion.words import names, powers
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import COACH, Commitment

_HARMS = (*book.DAMAGES, book.Kind.DISCARD, book.Kind.BURN, book.Kind.SCHISM)

Teller = Callable[[Happening, str, Setup], str]
"""Says what happened: of an event, the name of its seat, and a setup."""


def _commitment(event: Happening) -> str:
    """Return the Commitment of an event, which stands where others have a card."""
    return names.COMMITMENTS[event.card] if 0 <= event.card < len(Commitment) else tr("a Commitment")


def _discarded(event: Happening, who: str, setup: Setup) -> str:
    card = names.described_card(event)
    if event.seat == NONE:
        return tr("{card} went to the Trash.", card=names.first_upper(card))
    return tr("{who} discarded {card}.", who=who, card=card)


def _buffer_spent(event: Happening, who: str, setup: Setup) -> str:
    if event.seat == COACH:
        return tr("{who} spent a Buffer of a Threat and prevented a point of damage.", who=who)
    return tr("{who} spent a Buffer and prevented a point of damage.", who=who)


def _crisis(event: Happening, who: str, setup: Setup) -> str:
    if event.amount:
        return tr(
            "{who} entered a Crisis: every Commitment was at 0; their maxima fell by {n} for good.",
            who=who,
            n=event.amount,
        )
    return tr("{who} entered a Crisis: every Commitment was at 0.", who=who)


_OF_SEATS: dict[str, Teller] = {
    "CARD_DRAWN": lambda e, who, setup: tr("{who} drew {card}.", who=who, card=names.described_card(e)),
    "CARD_DISCARDED": _discarded,
    "CHARGED": lambda e, who, setup: plural(
        "{who} gained {n} Charge.", "{who} gained {n} Charges.", e.amount, who=who
    ),
    "CHARGE_SPENT": lambda e, who, setup: plural(
        "{who} spent {n} Charge.", "{who} spent {n} Charges.", e.amount, who=who
    ),
    "FORTIFIED": lambda e, who, setup: plural(
        "{who} regained {n} Buffer.", "{who} regained {n} Buffers.", e.amount, who=who
    ),
    "BUFFER_SPENT": _buffer_spent,
    "BUFFER_KEPT": lambda e, who, setup: tr("{who} let the point of damage pass.", who=who),
    "COMMITMENT_LOWERED": lambda e, who, setup: tr(
        "{who} suffered Trauma: {commitment} fell by {n}.", who=who, commitment=_commitment(e), n=e.amount
    ),
    "COMMITMENT_RECOVERED": lambda e, who, setup: tr(
        "{who} recovered {n} of {commitment}.", who=who, commitment=_commitment(e), n=e.amount
    ),
    "CHARGES_PURGED": lambda e, who, setup: plural(
        "{who} lost all {n} Charge to a Purge.", "{who} lost all {n} Charges to a Purge.", e.amount, who=who
    ),
    "LESSON_RECORDED": lambda e, who, setup: tr("{who} recorded a Lesson.", who=who),
    "CRISIS_ENTERED": _crisis,
    "STRIKE_CHANGED": lambda e, who, setup: tr(
        "{who} had {change} Strike this turn.", who=who, change=f"{e.amount:+d}"
    ),
    "ROBO_SUMMONED": lambda e, who, setup: tr("{who} Summoned her Robo.", who=who),
    "GEAR_DESTROYED": lambda e, who, setup: tr("{who} destroyed a piece of Gear.", who=who),
    "TRAUMA_SHIFTED": lambda e, who, setup: tr("{who} let her Robo take the point of Trauma.", who=who),
    "EXTRA_CARD_TAKEN": lambda e, who, setup: tr(
        "{who} took {card} from beside a Threat.", who=who, card=names.described_card(e)
    ),
    "CARD_INVESTED": lambda e, who, setup: tr(
        "{who} invested {card} in a Threat.", who=who, card=names.described_card(e)
    ),
    "ENDURANCE_LOST": lambda e, who, setup: tr("{who}'s Robo lost {n} Endurance.", who=who, n=e.amount),
    "ENDURANCE_REPAIRED": lambda e, who, setup: tr(
        "{who}'s Robo regained {n} Endurance.", who=who, n=e.amount
    ),
    "ROBO_LOST": lambda e, who, setup: tr("{who}'s Robo had no Endurance left and was out.", who=who),
    "CARD_SHOWN": lambda e, who, setup: tr(
        "{who} showed {whom} {card}.", who=who, whom=setup.people[e.amount], card=names.described_card(e)
    ),
}

_OF_NOBODY: dict[str, Teller] = {
    "NOTHING": lambda e, who, setup: tr("Nothing happened."),
    "JOKER_SURFACED": lambda e, who, setup: tr(
        "{card} surfaced as an Omen, and every Pilot was charged up.",
        card=names.first_upper(names.described_card(e)),
    ),
    "DECK_RESHUFFLED": lambda e, who, setup: plural(
        "The Trash was shuffled back into the deck: {n} card.",
        "The Trash was shuffled back into the deck: {n} cards.",
        e.amount,
    ),
    "DECK_RAN_OUT": lambda e, who, setup: tr("The deck ran out."),
    "JOKERS_RETURNED": lambda e, who, setup: plural(
        "{n} Spent Omen went back into the decks as Jokers.",
        "{n} Spent Omens went back into the decks as Jokers.",
        e.amount,
    ),
    "HARMONY_LOST": lambda e, who, setup: tr("Harmony fell by {n}.", n=e.amount),
    "HARMONY_RAISED": lambda e, who, setup: tr("The team rallied: Harmony rose by {n}.", n=e.amount),
    "TIME_LOST": lambda e, who, setup: plural(
        "Time was lost: {n} card of the deck went to the Trash.",
        "Time was lost: {n} cards of the deck went to the Trash.",
        e.amount,
    ),
}

_OF_THREATS: dict[str, Callable[[Happening, str], str]] = {
    "RATING_LOWERED": lambda e, threat: tr("{threat} lost {n} Rating.", threat=threat, n=e.amount),
    "RATING_RECOVERED": lambda e, threat: tr("{threat} recovered {n} Rating.", threat=threat, n=e.amount),
    "THREAT_DEFEATED": lambda e, threat: tr("{threat} was defeated.", threat=threat),
}
_OF_FACTIONS: dict[str, Callable[[Happening, str], str]] = {
    "STRIKE_ADDED": lambda e, faction: tr(
        "{faction} took a Strike and had {n}.", faction=faction, n=e.number
    ),
    "STRIKE_REMOVED": lambda e, faction: tr(
        "{faction} lost a Strike and had {n}.", faction=faction, n=e.number
    ),
    "FACTION_REMOVED": lambda e, faction: tr("{faction} left play.", faction=faction),
    "FACTION_TURNED": lambda e, faction: tr("{faction} became a Threat.", faction=faction),
    "FACTION_REVEALED": lambda e, faction: tr("{faction} was revealed.", faction=faction),
}


def _favor(event: Happening, who: str, setup: Setup) -> str:
    card, faction = names.described_card(event), names.faction_name(event.amount, setup)
    if event.kind == "FAVOR_INVESTED":
        return tr("{who} invested {card} in {faction}.", who=who, card=card, faction=faction)
    if event.kind == "FAVOR_TAKEN":
        return tr("{who} took {card} from {faction}.", who=who, card=card, faction=faction)
    return tr("{card} lay on top of {faction}, face-up.", card=card, faction=faction)


def _resource(event: Happening, who: str, setup: Setup) -> str:
    resource = names.resource_title(event.amount, setup)
    if event.kind == "RESOURCE_SPENT":
        return tr("The team spent {n} of {resource}.", n=event.number, resource=resource)
    return tr("The team regained {n} of {resource}.", n=event.number, resource=resource)


def _location(event: Happening, who: str, setup: Setup) -> str:
    place = names.first_upper(names.location_name(setup))
    state = names.LOCATION_STATES.get(event.amount, tr("another"))
    if event.kind == "LOCATION_REBUILT":
        return tr("{place} was rebuilt and is {state}.", place=place, state=state)
    return tr("{place} was ruined and is {state}.", place=place, state=state)


def _gathered(event: Happening, who: str, setup: Setup) -> str:
    n, side = divmod(event.number, 2)
    return tr(
        "{n} {effect} of {who} went into the Payload for {side}.",
        n=n,
        effect=names.kind_name(event.amount),
        who=who,
        side=names.side_names(setup)[side],
    )


def _aimed(event: Happening, who: str, setup: Setup) -> str:
    whom, effect = names.subject_name(event.number, setup), names.EFFECT_NAMES[event.amount]
    is_own = event.number < Subject.THREATS and event.number + 1 == event.seat
    if event.amount in _HARMS:
        if is_own:
            return tr("{who} aimed {effect} at herself.", who=who, effect=effect)
        return tr("{effect} was aimed at {whom}.", effect=effect, whom=whom)
    if is_own:
        return tr("{who} chose herself for {effect}.", who=who, effect=effect)
    return tr("{whom} was chosen for {effect}.", whom=whom, effect=effect)


_OF_SCENARIOS: dict[str, Teller] = {
    "FAVOR_INVESTED": _favor,
    "FAVOR_TAKEN": _favor,
    "FAVOR_TURNED_UP": _favor,
    "RESOURCE_SPENT": _resource,
    "RESOURCE_GAINED": _resource,
    "LOCATION_RUINED": _location,
    "LOCATION_REBUILT": _location,
    "ABILITY_USED": lambda e, who, setup: tr(
        "{who} used {ability}: {effect}.",
        who=who,
        ability=powers.name(e.amount, setup),
        effect=powers.effect(e.amount, setup),
    ),
    "OMEN_SPENT": lambda e, who, setup: tr(
        "Coach Spent an Omen for {event}: {effect}.",
        event=powers.name(e.amount, setup),
        effect=powers.effect(e.amount, setup),
    ),
    "EFFECT_AIMED": _aimed,
    "TRIGGER_GATHERED": _gathered,
    "FORM_STRENGTHENED": lambda e, who, setup: tr(
        "The Final Form gained {n} by {effect}.", n=e.number, effect=names.kind_name(e.amount)
    ),
    "EXTRA_CARD_DEALT": lambda e, who, setup: tr(
        "{card} was dealt beside {threat}, face-up.",
        card=names.described_card(e),
        threat=names.threat_name(e.amount, setup),
    ),
}
"""Sentences that name what a scenario defines."""

_TELLERS = _OF_SEATS | _OF_NOBODY | _OF_SCENARIOS


def narrate_world(event: Happening, setup: Setup) -> str:
    """Return one sentence for a shared event; a card that the viewer may not know is *a card*."""
    kind = event.kind
    if kind in _OF_THREATS:
        return _OF_THREATS[kind](event, names.threat_name(event.seat, setup))
    if kind in _OF_FACTIONS:
        return _OF_FACTIONS[kind](event, names.faction_name(event.amount, setup))
    who = setup.people[event.seat] if 0 <= event.seat < len(setup.seats) else tr("Nobody")
    return _TELLERS[kind](event, who, setup)
