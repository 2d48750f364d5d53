"""What happened, one sentence an event."""

from __future__ import annotations

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, plural, tr
from throwdown.envs.core.narration import Narration
from throwdown.envs.fusion.pile.actions import Spoil
from throwdown.envs.fusion.pile.state import Assist, Event, Focus, Result
from throwdown.envs.fusion.pile.words.labels import RESULTS, SPOIL_WORDS
from throwdown.envs.fusion.words import names, narration
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.terms import COACH


def _who(event: Happening, setup: Setup) -> str:
    return setup.people[event.seat] if 0 <= event.seat < len(setup.seats) else tr("the deck")


def _tallied(event: Happening, setup: Setup) -> str:
    n, side = divmod(event.number, 2)
    return tr(
        "The Payload for {side} contained {n} {what}.",
        side=names.side_names(setup)[side],
        n=n,
        what=names.EFFECT_NAMES[event.amount],
    )


def _laid_side(event: Happening, setup: Setup) -> str:
    side = names.side_names(setup)[event.amount]
    if event.kind == "CHALLENGE_REFUSED":
        return tr("Nobody opposed {side}: the Stakes came true.", side=side)
    if event.seat == COACH:
        return tr("Coach took part.")
    return tr("{who} joined {side}.", who=_who(event, setup), side=side)


def _stakes(event: Happening, setup: Setup) -> str:
    told = {
        Focus.FIGHT: tr("{who}'s Stakes were the fight itself.", who=_who(event, setup)),
        Focus.FAVOR: tr("{who}'s Stakes were a Faction's favor.", who=_who(event, setup)),
        Focus.REPAIR: tr("{who}'s Stakes were the Damaged Location.", who=_who(event, setup)),
    }
    return told[Focus(event.amount)] if event.amount < len(Focus) else ""


def _beaten(event: Happening, setup: Setup) -> str:
    top, card = card_name(event.amount), card_name(event.card)
    return tr(
        "{who} Beat {top} Back with {card}; both went under the Pile.",
        who=_who(event, setup),
        top=top,
        card=card,
    )


def _assist(event: Happening, setup: Setup) -> str:
    if event.kind == "STRIKE_LENT":
        ally, n = setup.people[event.number], f"{event.amount:+d}"
        return tr("{who} gave {ally} {n} Strike for her next turn.", who=_who(event, setup), ally=ally, n=n)
    ally = setup.people[event.amount]
    if event.number == Assist.CARD:
        return tr("{who} Assisted {ally} with a card.", who=_who(event, setup), ally=ally)
    return tr("{who} Assisted {ally} with a change of Strike.", who=_who(event, setup), ally=ally)


def _given(event: Happening, setup: Setup) -> str:
    card = card_name(event.card) if event.card != NONE else tr("a card")
    return tr(
        "{who} passed {card} to {ally}.", who=_who(event, setup), card=card, ally=setup.people[event.amount]
    )


def _fusion(event: Happening, setup: Setup) -> str:
    n = event.amount
    if event.kind == "FUSION_PROPOSED":
        return tr("{who} invited {ally} into a Lesser Fusion.", who=_who(event, setup), ally=setup.people[n])
    if event.kind == "FUSION_ANSWERED":
        return (
            tr("{who} consented.", who=_who(event, setup))
            if n
            else tr("{who} declined.", who=_who(event, setup))
        )
    if event.kind == "CHARGE_LENT":
        ally = setup.people[event.number]
        return plural(
            "{who} paid {n} Charge in place of {ally}.",
            "{who} paid {n} Charges in place of {ally}.",
            n,
            who=_who(event, setup),
            ally=ally,
        )
    return tr("{who} entered the Lesser Fusion of {ally}.", who=_who(event, setup), ally=setup.people[n])


def _invoked(event: Happening, setup: Setup) -> str:
    faction = names.faction_name(event.amount, setup)
    return tr(
        "{who} Invoked {faction} and took {card}.",
        who=_who(event, setup),
        faction=faction,
        card=card_name(event.card),
    )


def _spoil(event: Happening, setup: Setup) -> str:
    effect = SPOIL_WORDS[Spoil(event.amount)].told
    if event.kind == "CONCESSION_TAKEN":
        return tr("{who} used a concession to {effect}.", who=_who(event, setup), effect=effect)
    return tr(
        "{who} spent {card} to {effect}.", who=_who(event, setup), card=card_name(event.card), effect=effect
    )


def _fortified(event: Happening, setup: Setup) -> str:
    return tr("{threat} regained a Buffer.", threat=names.threat_name(event.amount, setup))


def _assigned(event: Happening, setup: Setup) -> str:
    what, whom = names.EFFECT_NAMES[event.amount], names.subject_name(event.number, setup)
    return tr("{who} assigned {what} to {whom}.", what=what, whom=whom, who=_who(event, setup))


def _ended(event: Happening, setup: Setup) -> str:
    return tr("The Throwdown ended ({result}).", result=RESULTS[Result(event.amount).label])


_NARRATION = Narration(
    Event,
    narration.VALUES | {"who": _who},
    {
        Event.PAYLOAD_TALLIED: _tallied,
        Event.SIDE_TAKEN: _laid_side,
        Event.CHALLENGE_REFUSED: _laid_side,
        Event.STAKES_SET: _stakes,
        Event.BEATEN_BACK: _beaten,
        Event.ASSISTED: _assist,
        Event.STRIKE_LENT: _assist,
        Event.CARD_GIVEN: _given,
        Event.FUSION_PROPOSED: _fusion,
        Event.FUSION_ANSWERED: _fusion,
        Event.FUSED: _fusion,
        Event.CHARGE_LENT: _fusion,
        Event.FACTION_INVOKED: _invoked,
        Event.SPOIL_SPENT: _spoil,
        Event.CONCESSION_TAKEN: _spoil,
        Event.THREAT_FORTIFIED: _fortified,
        Event.DAMAGE_ASSIGNED: _assigned,
        Event.THROWDOWN_ENDED: _ended,
    },
)
narrate = narration.beside_world(_NARRATION)
