"""What happened, in sentences."""

from __future__ import annotations

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, plural, tr
from throwdown.envs.core.narration import Narration, Value, called_card
from throwdown.envs.skirmish import state as st
from throwdown.envs.skirmish.state import Event
from throwdown.envs.skirmish.words import names

VALUES: dict[str, Value] = {
    "who": lambda e, setup: setup.people[e.seat],
    "one": lambda e, setup: names.tagged(e.amount, setup),
    "other": lambda e, setup: names.tagged(e.number, setup),
    "holder": lambda e, setup: names.holder(e.amount, setup),
    "card": lambda e, setup: tr("a card") if e.card == NONE else called_card(st.KIT.name(e.card)),
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
"""What the names in sentences stand for; the card is *a card* where the viewer may not know it."""


def _activated(e: Happening, setup: Setup) -> str:
    one = names.tagged(e.amount, setup)
    if e.card == NONE:
        return tr("{one} took a turn without a card.", one=one)
    return tr("{one} took a turn with {card}.", one=one, card=called_card(st.KIT.name(e.card)))


def _reloaded(e: Happening, setup: Setup) -> str:
    holder = names.holder(e.amount, setup)
    if not e.number:
        return tr("{holder} reloaded, but drew no card.", holder=holder)
    return plural("{holder} reloaded: {n} card.", "{holder} reloaded: {n} cards.", e.number, holder=holder)


narrate = Narration(Event, VALUES, {Event.RELOADED: _reloaded, Event.ACTIVATED: _activated}).tell
