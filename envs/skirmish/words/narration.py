"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, plural, tr
from throwdown.envs.skirmish import state as st
from throwdown.envs.skirmish.state import Event
from throwdown.envs.skirmish.words import names

VALUES: dict[str, Callable[[Happening, Setup], object]] = {
    "who": lambda e, setup: setup.people[e.seat],
    "one": lambda e, setup: names.tagged(e.amount, setup),
    "other": lambda e, setup: names.tagged(e.number, setup),
    "holder": lambda e, setup: names.holder(e.amount, setup),
    "card": lambda e, setup: tr("a card") if e.card == NONE else st.KIT.name(e.card),
    "where": lambda e, setup: names.areas(setup)[e.number],
    "place": lambda e, setup: names.place(e.number),
    "row": lambda e, setup: names.CHART[e.number],
    "boot": lambda e, setup: names.BOOTS[e.number],
    "status": lambda e, setup: names.status(e.number),
    "loadout": lambda e, setup: tr(setup.config["mcs"][e.amount]["loadouts"][e.number]["name"]),
    "own": lambda e, setup: tr(setup.config["mcs"][e.amount]["interrupts"][e.number]["name"]),
    "interrupt": lambda e, setup: tr(names.interrupts(setup)[e.number]["name"]),
    "mobs": lambda e, setup: names.listed(names.named(setup.config["fights"][e.amount]["mobs"])),
    "amount": lambda e, setup: e.amount,
    "number": lambda e, setup: e.number,
}
"""What the names in sentences stand for."""


class _Values:
    """The values of an event, each worked out where a sentence names it."""

    def __init__(self, event: Happening, setup: Setup) -> None:
        self._event, self._setup = event, setup

    def __getitem__(self, name: str) -> object:
        return VALUES[name](self._event, self._setup)


def _activated(e: Happening, setup: Setup) -> str:
    one = names.tagged(e.amount, setup)
    if e.card == NONE:
        return tr("{one} took a turn, without a card.", one=one)
    return tr("{one} took a turn with {card}.", one=one, card=st.KIT.name(e.card))


def _reloaded(e: Happening, setup: Setup) -> str:
    holder = names.holder(e.amount, setup)
    return plural("{holder} reloaded: {n} card.", "{holder} reloaded: {n} cards.", e.number, holder=holder)


TOLD: dict[Event, str | Callable[[Happening, Setup], str]] = {
    Event.FIGHT_BEGAN: tr("A fight began: {mobs}."),
    Event.COLLECTED: tr("The Garbage Collector passed: all were restored."),
    Event.DEPLOYED: tr("{one} was placed at {where}."),
    Event.RELOADED: _reloaded,
    Event.CARD_DRAWN: tr("{holder} drew {card}."),
    Event.RESHUFFLED: tr("The discards of the {who} were shuffled into a new deck."),
    Event.ROUND_BEGAN: tr("Round {amount} began."),
    Event.CARD_LAID: tr("{holder} laid {card} at {place}."),
    Event.RELOADING: tr("{one} chose to reload."),
    Event.IDLE: tr("{one} had no card and comes after the Kings."),
    Event.ACTIVATED: _activated,
    Event.LAPSED: tr("{card} of {holder} lapsed."),
    Event.BOOTED: tr("{one} had the Boot of a {row}: {boot}."),
    Event.LEAKED: tr("{one} leaked."),
    Event.MOVED: tr("{one} went to {where}."),
    Event.PUSHED: tr("{one} was pushed to {where}."),
    Event.FELL: tr("{one} fell to {where}."),
    Event.ATTACKED: tr("{one} attacked {other}."),
    Event.MISSED: tr("{one} missed {other}."),
    Event.DODGED: tr("{one} dodged."),
    Event.HIT: tr("{one} was hit."),
    Event.HURT: tr("{one} lost {number} HP."),
    Event.HACKED: tr("The hack worked: {status} on {one}."),
    Event.HACK_FAILED: tr("The hack of {one} failed."),
    Event.DOWN: tr("{one} was down."),
    Event.CHARGED: tr("{one}'s meter rose to {number}."),
    Event.GIVEN: tr("{one} gave {card} to the Team Hand."),
    Event.CLIMBED: tr("The Team Hand of the {who} climbed to a {row}: {boot}."),
    Event.TEAM_DISCARDED: tr("The Team Hand of the {who} was discarded."),
    Event.GAVE_UP: tr("The {who} gave up {card} of their Team Hand."),
    Event.DISCARDED: tr("{holder} discarded {card}."),
    Event.RESTORED: tr("All of the {who} were restored."),
    Event.BRACED: tr("{one} braced."),
    Event.PATCHED: tr("{one} regained {number} HP."),
    Event.PAID: tr("{one} paid 3 Move points for a card."),
    Event.SWAPPED: tr("{one} took the {loadout}."),
    Event.SWITCHED: tr("{one} switched to {own}."),
    Event.INTERRUPT_CARD: tr("{one} laid {card} for the Interrupt."),
    Event.INTERRUPTED: tr("{one} used {interrupt}."),
    Event.TURN_ENDED: tr("{one}'s turn was over."),
    Event.FIGHT_WON: tr("The {who} won the fight."),
    Event.ROUNDS_OVER: tr("The last round was over."),
}
assert tuple(TOLD) == tuple(Event)


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence, in the past, for an event; a card that the viewer may not know is *a card*."""
    told = TOLD[Event.of(event.kind)]
    return told.format_map(_Values(event, setup)) if isinstance(told, str) else told(event, setup)
