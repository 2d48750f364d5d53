"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, plural, tr
from throwdown.envs.showdown import state as st
from throwdown.envs.showdown.state import CARDS, Event, Side
from throwdown.envs.showdown.words import names

Told = str | Callable[[Happening, Setup], str]


def _called(e: Happening, setup: Setup) -> str:
    """Return what the Character is called that an event is about."""
    return names.called(e.card, e.amount, setup)


def _one(form: str) -> Told:
    """Return what tells an event of a Character."""
    return lambda e, setup: form.format(one=_called(e, setup), number=e.number)


def _of_side(heroes: str, villains: str) -> Told:
    """Return what tells an event of a side."""
    return lambda e, setup: (villains if e.seat == Side.VILLAINS else heroes).format(amount=e.amount)


def _staged(ability: str, card: str) -> Told:
    """Return what tells an Ability from a Combat Card."""
    return lambda e, setup: _filled(card if e.amount == NONE else ability, e, setup)


def _filled(form: str, e: Happening, setup: Setup) -> str:
    """Return a sentence with what an event says."""
    who = "" if e.seat == NONE else setup.people[e.seat]
    return form.format(who=who, card=names.card_name(e.card, setup), amount=e.amount, number=e.number)


def _drawn(e: Happening, setup: Setup) -> str:
    return _filled(tr("The {who} drew a card.") if e.card == NONE else tr("The {who} drew {card}."), e, setup)


def _attached(e: Happening, setup: Setup) -> str:
    return tr(
        "The {who} attached {card} to {bearer}.",
        who=setup.people[e.seat],
        card=names.card_name(e.card, setup),
        bearer=names.called(e.number, e.amount, setup),
    )


def _aimed(e: Happening, setup: Setup) -> str:
    target = names.called(e.number, e.amount, setup)
    return tr("{card} was aimed at {target}.", card=names.card_name(e.card, setup), target=target)


def _played(e: Happening, setup: Setup) -> str:
    return tr("The {who} put {ally} on the Table.", who=setup.people[e.seat], ally=_called(e, setup))


def _flipped(e: Happening, setup: Setup) -> str:
    is_front = e.card % CARDS < st.BACK
    other = e.card + st.INITIALS if is_front else e.card - st.INITIALS
    return tr(
        "{other} flipped: {card}, Power {power}.",
        other=names.card_name(other, setup),
        card=names.card_name(e.card, setup),
        power=names.printed(e.card, setup)["power"],
    )


def _switched(e: Happening, setup: Setup) -> str:
    who = _called(e, setup)
    if e.number:
        return tr("The Ship of {who} is active now.", who=who)
    return tr("The Ship of {who} is inactive now.", who=who)


def _leader(e: Happening, setup: Setup) -> str:
    text = names.printed(e.card, setup)["texts"][e.number]
    return tr(
        "The {who} used a Leader Action of {card}: {does}.",
        who=setup.people[e.seat],
        card=names.card_name(e.card, setup),
        does=names.effects_text(text, e.seat == Side.VILLAINS),
    )


def _composed(e: Happening, setup: Setup) -> str:
    return plural(
        "The {who} composed a Stack with {n} Combat Card face down.",
        "The {who} composed a Stack with {n} Combat Cards face down.",
        e.number,
        who=setup.people[e.seat],
    )


def _moved(e: Happening, setup: Setup) -> str:
    who = _called(e, setup)
    return tr("{who} moved into Combat.", who=who) if e.number else tr("{who} moved out of Combat.", who=who)


def _shot(e: Happening, setup: Setup) -> str:
    who = _called(e, setup)
    if not e.number:
        return tr("{who} was Shot.", who=who)
    return plural(
        "{who} was Shot and lost {n} Upgrade.", "{who} was Shot and lost {n} Upgrades.", e.number, who=who
    )


def _changed(e: Happening, setup: Setup) -> str:
    who, change = _called(e, setup), names.signed(e.number)
    return tr("{who} has {change} Power this Turn.", who=who, change=change)


TOLD: dict[Event, Told] = {
    Event.MULLIGAN: tr("The {who} shuffled their hand back and drew anew."),
    Event.KEPT: tr("The {who} kept their hand."),
    Event.TURN_BEGAN: tr("Turn {amount} began."),
    Event.STEP_BEGAN: _of_side(tr("The Heroes Step began."), tr("The Villains Step began.")),
    Event.MISSIONS_BEGAN: _of_side(
        tr("The Heroes Mission Phase began."), tr("The Villains Mission Phase began.")
    ),
    Event.DISCARDS_BEGAN: tr("The Discard Phase began."),
    Event.CARD_DRAWN: _drawn,
    Event.HEALED: _one(tr("{one} was healed.")),
    Event.LEADER_GAINED: tr("The {who} gained a Leader Action."),
    Event.UPGRADED: _one(tr("{one} was Upgraded to {number}.")),
    Event.DRAMA: tr("Drama rose by {amount} to {number}."),
    Event.VALOR: tr("The {who} gained {amount} Valor."),
    Event.PLAYED: _played,
    Event.ATTACHED: _attached,
    Event.DESTROYED: tr("{card} was destroyed."),
    Event.REMOVED: tr("{card}, the older one of its name, left the game."),
    Event.FLIPPED: _flipped,
    Event.SWITCHED: _switched,
    Event.BOUGHT: tr("The {who} bought a Combat."),
    Event.EMPLOYED: _one(tr("{one} was Employed.")),
    Event.MISSION: tr("The {who} played the Mission {card}."),
    Event.LEADER_ACTION: _leader,
    Event.DISCARDED: tr("The {who} discarded {card}."),
    Event.JOINED: _one(tr("{one} joined the Combat.")),
    Event.COMBAT_BEGAN: tr("The Combat began."),
    Event.TIC_BEGAN: tr("Tic {amount} began."),
    Event.COMPOSED: _composed,
    Event.REVEALED: _staged(tr("The {who} revealed an Ability of {card}."), tr("The {who} revealed {card}.")),
    Event.OVER: tr("The {who} wanted the Combat to be over."),
    Event.PAID: _staged(
        tr("The {who} paid {number} Valor for an Ability of {card}."),
        tr("The {who} paid {number} Valor for {card}."),
    ),
    Event.AIMED: _aimed,
    Event.WHIFFED: _staged(tr("An Ability of {card} Whiffed."), tr("{card} Whiffed.")),
    Event.MOVED: _moved,
    Event.SHOT: _shot,
    Event.WOUNDED: _one(tr("{one} was Wounded.")),
    Event.CHANGED: _changed,
    Event.COMPARED: tr("Powers were compared: {amount} of the Heroes, {number} of the Villains."),
    Event.COMBAT_WON: tr("The {who} won the Combat."),
    Event.COMBAT_TIED: tr("The Combat was a tie."),
    Event.LEADER_WOUNDED: _of_side(
        tr("The Leader of the Heroes took a Wound: {amount} now."),
        tr("The Leader of the Villains took a Wound: {amount} now."),
    ),
    Event.TIME_UP: tr("The last Turn was over."),
}
assert tuple(TOLD) == tuple(Event)


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence, in the past, for an event; a card that the viewer may not know is *a card*."""
    told = TOLD[Event.of(event.kind)]
    return _filled(told, event, setup) if isinstance(told, str) else told(event, setup)
