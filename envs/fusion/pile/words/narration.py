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


def _who(event: Happening, setup: Setup) -> str:
    return setup.people[event.seat] if 0 <= event.seat < len(setup.seats) else tr("the deck")


def _tallied(event: Happening, setup: Setup) -> str:
    n, side = divmod(event.number, 2)
    return tr(
        "The Payload for {side} held {n} {what}.",
        side=names.side_names(setup)[side],
        n=n,
        what=names.kind_name(event.amount),
    )


def _laid_side(event: Happening, setup: Setup) -> str:
    side = names.side_names(setup)[event.amount]
    if event.kind == "CHALLENGE_REFUSED":
        return tr("Nobody stood against {side}: the Stakes came true.", side=side)
    return tr("{who} stood with {side}.", who=_who(event, setup), side=side)


def _stakes(event: Happening, setup: Setup) -> str:
    told = {
        Focus.FIGHT: tr("{who}'s Stakes were about the matter at hand.", who=_who(event, setup)),
        Focus.FAVOR: tr("{who}'s Stakes were about a Faction's favor.", who=_who(event, setup)),
        Focus.REPAIR: tr("{who}'s Stakes were about repairing the Location.", who=_who(event, setup)),
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
        return tr("{who} lent {ally} {n} Strike.", who=_who(event, setup), ally=ally, n=n)
    ally = setup.people[event.amount]
    if event.number == Assist.CARD:
        return tr("{who} Assisted {ally} with a card.", who=_who(event, setup), ally=ally)
    return tr("{who} Assisted {ally} with Strike.", who=_who(event, setup), ally=ally)


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
    return tr("{who} was in the Lesser Fusion of {ally}.", who=_who(event, setup), ally=setup.people[n])


def _invoked(event: Happening, setup: Setup) -> str:
    faction = names.faction_name(event.amount, setup)
    return tr(
        "{who} Invoked {faction}: {card}.",
        who=_who(event, setup),
        faction=faction,
        card=card_name(event.card),
    )


def _spoil(event: Happening, setup: Setup) -> str:
    effect = SPOIL_WORDS[Spoil(event.amount)].told
    if event.kind == "CONCESSION_TAKEN":
        return tr("{who} added {effect} as a concession.", who=_who(event, setup), effect=effect)
    return tr(
        "{who} spent {card} for {effect}.", who=_who(event, setup), card=card_name(event.card), effect=effect
    )


def _fortified(event: Happening, setup: Setup) -> str:
    return tr("{threat} regained a Buffer.", threat=names.threat_name(event.amount, setup))


def _assigned(event: Happening, setup: Setup) -> str:
    what, whom = names.kind_name(event.amount), names.subject_name(event.number, setup)
    return tr("{what} hit {whom}, said {who}.", what=what, whom=whom, who=_who(event, setup))


def _ended(event: Happening, setup: Setup) -> str:
    return tr("The Throwdown was over ({result}).", result=RESULTS[Result(event.amount).label])


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
