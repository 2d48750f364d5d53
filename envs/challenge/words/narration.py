"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.challenge.state import KIT, Event, Kind, Shelf
from throwdown.envs.challenge.words import names
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, tr

Told = str | Callable[[Happening, Setup], str]
ATTEMPTED = {
    Kind.OBSTACLE: tr("{who} made an Attempt with {core}."),
    Kind.FORCED: tr("{who} was forced to make an Attempt with {core}."),
    Kind.FAST: tr("{who} reacted with {core}."),
    Kind.REACTION: tr("{who} made the Reaction's Attempt with {core}."),
    Kind.ATTACK: tr("{who} attacked with {core}."),
    Kind.DEFENCE: tr("{who} defended with {core}."),
}


def _attempted(e: Happening, setup: Setup) -> str:
    return ATTEMPTED[Kind(e.number)].format(who=setup.people[e.seat], core=names.core_name(e.amount))


def _posted(e: Happening, setup: Setup) -> str:
    name = names.template_name(Shelf.OBSTACLE, e.amount, setup)
    return tr("The Table posted an obstacle: {name}.", name=name)


def _struck(e: Happening, setup: Setup) -> str:
    name = names.template_name(Shelf.HAZARD, e.amount, setup)
    return tr("The Table struck with a hazard: {name}.", name=name)


def _pressed(e: Happening, setup: Setup) -> str:
    who, other = setup.people[e.seat], setup.people[e.number]
    name = names.press_name(e.amount, setup)
    return tr("{who} pressed on {other}: {name}.", who=who, other=other, name=name)


def _overcame(e: Happening, setup: Setup) -> str:
    return tr("{name} was overcome.", name=names.template_name(Shelf.OBSTACLE, e.amount, setup))


def _given(e: Happening, setup: Setup) -> str:
    return tr("{who} gave the Boon to {other}.", who=setup.people[e.seat], other=setup.people[e.amount])


def _more(plain: str, reach: str) -> Told:
    return lambda e, setup: (reach if e.amount else plain).format(who=setup.people[e.seat])


def _counted(name: str, plain: str, last: str) -> Told:
    """Return what tells of Harm or Progress, which counts up to a number of the scenario (CHE-06, CHE-09)."""

    def told(e: Happening, setup: Setup) -> str:
        text = last if e.number == setup.config[name] else plain
        return text.format(who=setup.people[e.seat], amount=e.amount, number=e.number)

    return told


TOLD: dict[Event, Told] = {
    Event.ROUND_BEGAN: tr("Round {amount} began."),
    Event.POSTED: _posted,
    Event.HAZARD_STRUCK: _struck,
    Event.TOKEN_LAID: tr("The Table laid a Bust on the Character."),
    Event.PASSED: tr("{who} passed."),
    Event.ATTEMPTED: _attempted,
    Event.PRESSED: _pressed,
    Event.REACTED: tr("{who} declared a Reaction."),
    Event.REACTED_FAST: tr("{who} declared a Fast Reaction."),
    Event.CARD_SEEN: tr("{who} looked at the next card: {card}."),
    Event.CARD_DRAWN: tr("{who} drew {card}."),
    Event.CARD_SHOWN: tr("{who} showed {card}."),
    Event.DOUBLED: _more(tr("{who} Doubled Down."), tr("{who} Doubled Down by Reach For It.")),
    Event.TRIPLED: _more(tr("{who} Tripled Down."), tr("{who} Tripled Down by Reach For It.")),
    Event.FLOPPED: tr("{who} Flopped: only the first card counted."),
    Event.STAGGERED: tr("{who} was Staggered: −{amount}."),
    Event.FLAT_FOOTED: tr("{who} was Flat Footed and failed without a card."),
    Event.DIFFICULTY_REVEALED: tr("The Difficulty was {amount}."),
    Event.SUCCEEDED: tr("{who} succeeded in degree {amount}."),
    Event.FAILED: tr("{who} failed in degree {amount}."),
    Event.KNUCKLED_DOWN: tr("{who} Knuckled Down."),
    Event.HARMED: _counted(
        "limit",
        tr("{who} suffered {amount} Harm, {number} in all."),
        tr("{who} suffered {amount} Harm, which makes up the limit of {number}."),
    ),
    Event.PROGRESSED: _counted(
        "goal",
        tr("{who} made {amount} Progress, {number} in all."),
        tr("{who} made {amount} Progress, which makes up the goal of {number}."),
    ),
    Event.CANCELLED: tr("{who} was fast enough: the hostile Action was cancelled."),
    Event.OVERCOME: _overcame,
    Event.HEARTSEEKER: tr("{who} spent {amount} Stamina on Heartseeker."),
    Event.FRENZIED: tr("{who} went into a Frenzy for one more Action."),
    Event.BOON_GAINED: tr("{who} was awarded a Boon."),
    Event.BOON_BANGED: tr("{who} spent the Boon for a Bang."),
    Event.BOON_NULLIFIED: tr("{who} spent the Boon against being Busted."),
    Event.BOON_GIVEN: _given,
    Event.JOKER_BANGED: tr("The Joker gave {who} Bang II for the next Action."),
    Event.JOKER_BUSTED: tr("The Joker Busted {who} for the next Action."),
    Event.RESHUFFLED: tr("{who}'s discards were shuffled and put under the deck."),
    Event.TAKEN_OUT: tr("{who} was out."),
    Event.ROUNDS_OVER: tr("The last Round was over."),
    Event.BEGAN_BUSTED: tr("{who} begins the Round Busted."),
}
assert tuple(TOLD) == tuple(Event)


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence, in the past, for an event; ``??`` is a card that the viewer may not know."""
    told = TOLD[Event.of(event.kind)]
    if not isinstance(told, str):
        return told(event, setup)
    who = "" if event.seat == NONE else setup.people[event.seat]
    return told.format(who=who, card=KIT.name(event.card), amount=event.amount, number=event.number)
