"""What happened, in sentences."""

from __future__ import annotations

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, plural, tr
from throwdown.envs.core.narration import Narration, Teller, Value, fill
from throwdown.envs.showdown import state as st
from throwdown.envs.showdown.state import CARDS, Event, Side
from throwdown.envs.showdown.words import names


def _called(e: Happening, setup: Setup) -> str:
    """Return what the Character is called that an event is about."""
    return names.called(e.card, e.amount, setup)


VALUES: dict[str, Value] = {
    "who": lambda e, setup: "" if e.seat == NONE else setup.people[e.seat],
    "one": _called,
    "card": lambda e, setup: names.card_name(e.card, setup),
    "amount": lambda e, setup: e.amount,
    "number": lambda e, setup: e.number,
}
"""What the names in sentences stand for; the card is *a card* where the viewer may not know it."""


def _of_side(heroes: str, villains: str) -> Teller:
    """Return what tells an event of a side."""
    return lambda e, setup: (villains if e.seat == Side.VILLAINS else heroes).format(amount=e.amount)


def _staged(ability: str, card: str) -> Teller:
    """Return what tells an Ability from a Combat Card."""
    return lambda e, setup: fill(card if e.amount == NONE else ability, VALUES, e, setup)


def _drawn(e: Happening, setup: Setup) -> str:
    text = tr("The {who} drew a card.") if e.card == NONE else tr("The {who} drew {card}.")
    return fill(text, VALUES, e, setup)


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
    was, now = names.card_name(other, setup), names.card_name(e.card, setup)
    power = names.printed(e.card, setup)["power"]
    if was == now:
        return tr("{card} flipped: Power {power}.", card=now, power=power)
    return tr("{other} flipped: {card}, Power {power}.", other=was, card=now, power=power)


def _switched(e: Happening, setup: Setup) -> str:
    who = _called(e, setup)
    if e.number:
        return tr("The Ship of {who} was switched on.", who=who)
    return tr("The Ship of {who} was switched off.", who=who)


def _leader(e: Happening, setup: Setup) -> str:
    text = names.printed(e.card, setup)["texts"][e.number]
    return tr(
        "The {who} used the Leader Action of {card}: {does}.",
        who=setup.people[e.seat],
        card=names.card_name(e.card, setup),
        does=names.effects_text(text, e.seat == Side.VILLAINS),
    )


def _composed(e: Happening, setup: Setup) -> str:
    if not e.number:
        return tr("The {who} composed a Stack without Combat Cards.", who=setup.people[e.seat])
    return plural(
        "The {who} composed a Stack with {n} Combat Card, face down.",
        "The {who} composed a Stack with {n} Combat Cards, face down.",
        e.number,
        who=setup.people[e.seat],
    )


def _upgraded(e: Happening, setup: Setup) -> str:
    who = _called(e, setup)
    return plural(
        "{who} was Upgraded and has {n} Upgrade now.",
        "{who} was Upgraded and has {n} Upgrades now.",
        e.number,
        who=who,
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
    return tr("{who} got {change} Power for this Turn.", who=who, change=change)


_NARRATION = Narration(
    Event,
    VALUES,
    {
        Event.STEP_BEGAN: _of_side(tr("The Heroes' Step began."), tr("The Villains' Step began.")),
        Event.MISSIONS_BEGAN: _of_side(
            tr("The Heroes' Mission Phase began."), tr("The Villains' Mission Phase began.")
        ),
        Event.CARD_DRAWN: _drawn,
        Event.UPGRADED: _upgraded,
        Event.PLAYED: _played,
        Event.ATTACHED: _attached,
        Event.FLIPPED: _flipped,
        Event.SWITCHED: _switched,
        Event.LEADER_ACTION: _leader,
        Event.COMPOSED: _composed,
        Event.REVEALED: _staged(
            tr("The {who} revealed an Ability of {card}."), tr("The {who} revealed {card}.")
        ),
        Event.PAID: _staged(
            tr("The {who} paid {number} Valor for an Ability of {card}."),
            tr("The {who} paid {number} Valor for {card}."),
        ),
        Event.AIMED: _aimed,
        Event.WHIFFED: _staged(tr("An Ability of {card} Whiffed."), tr("{card} Whiffed.")),
        Event.MOVED: _moved,
        Event.SHOT: _shot,
        Event.CHANGED: _changed,
        Event.LEADER_WOUNDED: _of_side(
            tr("The Leader of the Heroes took a Wound and has {amount} now."),
            tr("The Leader of the Villains took a Wound and has {amount} now."),
        ),
    },
)
narrate = _NARRATION.tell
