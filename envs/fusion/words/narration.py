"""What happened: one sentence, in the past, for each event that every FUSION game shares."""

from __future__ import annotations

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, plural, tr
from throwdown.envs.core.narration import Narration, Teller, Value
from throwdown.envs.fusion.words import names, powers
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import COACH, Commitment, Event

_HARMS = (*book.DAMAGES, book.Kind.DISCARD, book.Kind.BURN, book.Kind.SCHISM)


def who_of(event: Happening, setup: Setup) -> str:
    """Return what people call the seat that an event is about."""
    return setup.people[event.seat] if 0 <= event.seat < len(setup.seats) else tr("Nobody")


def _commitment(event: Happening, setup: Setup) -> str:
    """Return the Commitment of an event, which stands where others have a card."""
    return names.COMMITMENTS[event.card] if 0 <= event.card < len(Commitment) else tr("a Commitment")


def _discarded(event: Happening, setup: Setup) -> str:
    card = names.described_card(event)
    if event.seat == NONE:
        return tr("{card} went to the Trash.", card=names.first_upper(card))
    return tr("{who} discarded {card}.", who=who_of(event, setup), card=card)


def _buffer_spent(event: Happening, setup: Setup) -> str:
    if event.seat == COACH:
        return tr(
            "{who} spent a Buffer of a Threat and prevented a point of damage.", who=who_of(event, setup)
        )
    return tr("{who} spent a Buffer and prevented a point of damage.", who=who_of(event, setup))


_VERBS = {
    "activate": tr("{who} Activated {ability}"),
    "sacrifice": tr("{who} Sacrificed {ability}"),
    "summon": tr("{who} Summoned {ability}"),
}
"""What is done with Gear and a Robo, by the first word of the ability's name in files."""


def _used(event: Happening, setup: Setup) -> str:
    who, a = who_of(event, setup), event.amount
    verb, _, thing = powers.key(a, setup).partition(" ")
    if verb in _VERBS:
        told = _VERBS[verb].format(who=who, ability=tr(thing))
    else:
        told = tr("{who} used {ability}", who=who, ability=powers.name(a, setup))
    effect = powers.effect(a, setup)
    return tr("{told}: {effect}.", told=told, effect=effect) if effect else f"{told}."


def _crisis(event: Happening, setup: Setup) -> str:
    if event.amount:
        return tr(
            "{who} entered a Crisis, with every Commitment at 0; their maxima fell by {n} for good.",
            who=who_of(event, setup),
            n=event.amount,
        )
    return tr("{who} entered a Crisis, with every Commitment at 0.", who=who_of(event, setup))


VALUES: dict[str, Value] = {
    "who": who_of,
    "whom": lambda e, setup: setup.people[e.amount],
    "card": lambda e, setup: names.described_card(e),
    "top": lambda e, setup: card_name(e.amount),
    "n": lambda e, setup: e.amount,
    "change": lambda e, setup: f"{e.amount:+d}",
    "stage": lambda e, setup: e.number,
    "commitment": _commitment,
    "threat": lambda e, setup: names.threat_name(e.amount, setup),
    "faction": lambda e, setup: names.faction_name(e.amount, setup),
    "position": lambda e, setup: names.position_name(e.amount, setup),
}
"""What the names in sentences stand for; the card is *a card* where the viewer may not know it."""


def _of_threat(form: str) -> Teller:
    """Return what tells an event of the Threat that stands where others have a seat."""
    return lambda e, setup: form.format(threat=names.threat_name(e.seat, setup), n=e.amount)


def _of_strikes(form: str) -> Teller:
    """Return what tells how many Strikes a Faction has."""
    return lambda e, setup: form.format(faction=names.faction_name(e.amount, setup), n=e.number)


def _favor(event: Happening, setup: Setup) -> str:
    card, faction = names.described_card(event), names.faction_name(event.amount, setup)
    if event.kind == "FAVOR_INVESTED":
        return tr("{who} invested {card} in {faction}.", who=who_of(event, setup), card=card, faction=faction)
    if event.kind == "FAVOR_TAKEN":
        return tr("{who} took {card} from {faction}.", who=who_of(event, setup), card=card, faction=faction)
    return tr("{card} was turned face-up on top of {faction}.", card=card, faction=faction)


def _resource(event: Happening, setup: Setup) -> str:
    resource = names.resource_title(event.amount, setup)
    if event.kind == "RESOURCE_SPENT":
        return tr("The team spent {n} of {resource}.", n=event.number, resource=resource)
    return tr("The team regained {n} of {resource}.", n=event.number, resource=resource)


def _location(event: Happening, setup: Setup) -> str:
    place = names.first_upper(names.location_name(setup))
    state = names.LOCATION_STATES.get(event.amount, tr("another"))
    if event.kind == "LOCATION_REBUILT":
        return tr("{place} was rebuilt and is {state} now.", place=place, state=state)
    return tr("{place} was ruined and is {state} now.", place=place, state=state)


def _gathered(event: Happening, setup: Setup) -> str:
    n, side = divmod(event.number, 2)
    return tr(
        "{n} {effect} from {who} went into the Payload for {side}.",
        n=n,
        effect=names.EFFECT_NAMES[event.amount],
        who=who_of(event, setup),
        side=names.side_names(setup)[side],
    )


def _time_lost(event: Happening, setup: Setup) -> str:
    if not event.amount:
        return tr("Time was lost, but no card went from the deck to the Trash.")
    return plural(
        "Time was lost: {n} card went from the deck to the Trash.",
        "Time was lost: {n} cards went from the deck to the Trash.",
        event.amount,
    )


def _aimed(event: Happening, setup: Setup) -> str:
    whom, effect = names.subject_name(event.number, setup), names.EFFECT_NAMES[event.amount]
    is_own = event.number < Subject.THREATS and event.number + 1 == event.seat
    if event.amount in _HARMS:
        if is_own:
            return tr("{who} aimed {effect} at herself.", who=who_of(event, setup), effect=effect)
        return tr("{effect} was aimed at {whom}.", effect=effect, whom=whom)
    if is_own:
        return tr("{who} chose herself for the effect: {effect}.", who=who_of(event, setup), effect=effect)
    return tr("{whom} was chosen for the effect: {effect}.", whom=whom, effect=effect)


def _strengthened(event: Happening, setup: Setup) -> str:
    effect = names.EFFECT_NAMES[event.amount]
    if event.number < 0:
        return tr("The Final Form spent {n} {effect}.", n=-event.number, effect=effect)
    change = f"{event.number:+d}"
    return tr("The Final Form got {change} {effect}.", change=change, effect=effect)


_WORLD = Narration(
    Event,
    VALUES,
    {
        Event.CARD_DISCARDED: _discarded,
        Event.CHARGED: lambda e, setup: plural(
            "{who} gained {n} Charge.", "{who} gained {n} Charges.", e.amount, who=who_of(e, setup)
        ),
        Event.CHARGE_SPENT: lambda e, setup: plural(
            "{who} spent {n} Charge.", "{who} spent {n} Charges.", e.amount, who=who_of(e, setup)
        ),
        Event.FORTIFIED: lambda e, setup: plural(
            "{who} regained {n} Buffer.", "{who} regained {n} Buffers.", e.amount, who=who_of(e, setup)
        ),
        Event.BUFFER_SPENT: _buffer_spent,
        Event.CHARGES_PURGED: lambda e, setup: plural(
            "{who} lost {n} Charge to a Purge.",
            "{who} lost all {n} Charges to a Purge.",
            e.amount,
            who=who_of(e, setup),
        ),
        Event.ABILITY_USED: _used,
        Event.CRISIS_ENTERED: _crisis,
        Event.JOKER_SURFACED: lambda e, setup: tr(
            "{card} surfaced as an Omen, and every Pilot was charged up.",
            card=names.first_upper(names.described_card(e)),
        ),
        Event.DECK_RESHUFFLED: lambda e, setup: plural(
            "The Trash was shuffled back into the deck: {n} card.",
            "The Trash was shuffled back into the deck: {n} cards.",
            e.amount,
        ),
        Event.JOKERS_RETURNED: lambda e, setup: plural(
            "{n} Spent Omen went back into the decks as Jokers.",
            "{n} Spent Omens went back into the decks as Jokers.",
            e.amount,
        ),
        Event.TIME_LOST: _time_lost,
        Event.RATING_LOWERED: _of_threat(tr("{threat} lost {n} Rating.")),
        Event.RATING_RECOVERED: _of_threat(tr("{threat} recovered {n} Rating.")),
        Event.THREAT_DEFEATED: _of_threat(tr("{threat} was defeated.")),
        Event.STRIKE_ADDED: _of_strikes(tr("{faction} took a Strike and has {n} now.")),
        Event.STRIKE_REMOVED: _of_strikes(tr("{faction} lost a Strike and has {n} now.")),
        **dict.fromkeys((Event.FAVOR_INVESTED, Event.FAVOR_TAKEN, Event.FAVOR_TURNED_UP), _favor),
        **dict.fromkeys((Event.RESOURCE_SPENT, Event.RESOURCE_GAINED), _resource),
        **dict.fromkeys((Event.LOCATION_RUINED, Event.LOCATION_REBUILT), _location),
        Event.OMEN_SPENT: lambda e, setup: tr(
            "Coach Spent an Omen for {event}: {effect}.",
            event=powers.name(e.amount, setup),
            effect=powers.effect(e.amount, setup),
        ),
        Event.EFFECT_AIMED: _aimed,
        Event.TRIGGER_GATHERED: _gathered,
        Event.FORM_STRENGTHENED: _strengthened,
    },
)


def beside_world(own: Narration) -> Teller:
    """Return what tells a game's own events and those of every game."""
    return lambda event, setup: (own if own.has(event) else _WORLD).tell(event, setup)
