"""What happened, one sentence an event."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, plural, tr
from throwdown.envs.fusion.pile.actions import Spoil
from throwdown.envs.fusion.pile.state import Assist, Focus, Result
from throwdown.envs.fusion.pile.words.labels import RESULTS, SPOIL_WORDS
from throwdown.envs.fusion.words import names, narration
from throwdown.envs.fusion.world.cards import card_name

SENTENCES = {
    "CHALLENGER_NAMED": tr("{who} threw the gauntlet."),
    "INITIATIVE_LAID": tr("{who} laid {card} face-down."),
    "BLIND_LAID": tr("{who} laid {card} off the deck face-down, unseen."),
    "STAYED_OUT": tr("{who} stayed out of it."),
    "INITIATIVE_REVEALED": tr("{who} turned {card} up."),
    "INITIATIVE_TIED": tr("Both sides led with {card}: all cards went, initiative was laid anew."),
    "INITIATIVE_WON": tr("{who} won initiative with {card}, {n} above the card beneath."),
    "CALLED_OFF": tr("Nobody played on; it was called off."),
    "ROBO_PRESENT": tr("{who}'s Robo was there from the start."),
    "TURN_BEGUN": tr("It was the turn of {who}."),
    "PUSHED": tr("{who} Pushed {card}, a difference of {n}."),
    "FOLDED": tr("{who} Folded."),
    "STRIFE_GATHERED": tr("{who} caused {n} Strife in the Payload of her own side."),
    "FUSION_BROKEN": tr("The Lesser Fusion of {who} broke."),
    "PILE_WON": tr("{who} held the top of a Pile of {n}."),
    "SPOILS_ENDED": tr("{who} took no more."),
}
"""Events of this game that need no more than a seat, a card and a number."""


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence for an event."""
    who = setup.people[event.seat] if 0 <= event.seat < len(setup.seats) else tr("the deck")
    if event.kind in SENTENCES:
        card = card_name(event.card) if event.card != NONE else tr("a card")
        return SENTENCES[event.kind].format(who=who, card=card, n=event.amount)
    if event.kind in TOLD:
        return TOLD[event.kind](event, who, setup)
    return narration.narrate_world(event, setup)


def _tallied(event: Happening, who: str, setup: Setup) -> str:
    n, side = divmod(event.number, 2)
    return tr(
        "The Payload for {side} held {n} {what}.",
        side=names.side_names(setup)[side],
        n=n,
        what=names.kind_name(event.amount),
    )


def _laid_side(event: Happening, who: str, setup: Setup) -> str:
    side = names.side_names(setup)[event.amount]
    if event.kind == "CHALLENGE_REFUSED":
        return tr("Nobody stood against {side}: the Stakes came true.", side=side)
    return tr("{who} stood with {side}.", who=who, side=side)


def _stakes(event: Happening, who: str, setup: Setup) -> str:
    told = {
        Focus.FIGHT: tr("{who}'s Stakes were about the matter at hand.", who=who),
        Focus.FAVOR: tr("{who}'s Stakes were about a Faction's favor.", who=who),
        Focus.REPAIR: tr("{who}'s Stakes were about repairing the Location.", who=who),
    }
    return told[Focus(event.amount)] if event.amount < len(Focus) else ""


def _beaten(event: Happening, who: str, setup: Setup) -> str:
    top, card = card_name(event.amount), card_name(event.card)
    return tr("{who} Beat {top} Back with {card}; both went under the Pile.", who=who, top=top, card=card)


def _assist(event: Happening, who: str, setup: Setup) -> str:
    if event.kind == "STRIKE_LENT":
        ally, n = setup.people[event.number], f"{event.amount:+d}"
        return tr("{who} lent {ally} {n} Strike.", who=who, ally=ally, n=n)
    ally = setup.people[event.amount]
    if event.number == Assist.CARD:
        return tr("{who} Assisted {ally} with a card.", who=who, ally=ally)
    return tr("{who} Assisted {ally} with Strike.", who=who, ally=ally)


def _given(event: Happening, who: str, setup: Setup) -> str:
    card = card_name(event.card) if event.card != NONE else tr("a card")
    return tr("{who} passed {card} to {ally}.", who=who, card=card, ally=setup.people[event.amount])


def _fusion(event: Happening, who: str, setup: Setup) -> str:
    n = event.amount
    if event.kind == "FUSION_PROPOSED":
        return tr("{who} invited {ally} into a Lesser Fusion.", who=who, ally=setup.people[n])
    if event.kind == "FUSION_ANSWERED":
        return tr("{who} consented.", who=who) if n else tr("{who} declined.", who=who)
    if event.kind == "CHARGE_LENT":
        ally = setup.people[event.number]
        return plural(
            "{who} paid {n} Charge in place of {ally}.",
            "{who} paid {n} Charges in place of {ally}.",
            n,
            who=who,
            ally=ally,
        )
    return tr("{who} was in the Lesser Fusion of {ally}.", who=who, ally=setup.people[n])


def _invoked(event: Happening, who: str, setup: Setup) -> str:
    faction = names.faction_name(event.amount, setup)
    return tr("{who} Invoked {faction}: {card}.", who=who, faction=faction, card=card_name(event.card))


def _spoil(event: Happening, who: str, setup: Setup) -> str:
    effect = SPOIL_WORDS[Spoil(event.amount)].told
    if event.kind == "CONCESSION_TAKEN":
        return tr("{who} added {effect} as a concession.", who=who, effect=effect)
    return tr("{who} spent {card} for {effect}.", who=who, card=card_name(event.card), effect=effect)


def _fortified(event: Happening, who: str, setup: Setup) -> str:
    return tr("{threat} regained a Buffer.", threat=names.threat_name(event.amount, setup))


def _assigned(event: Happening, who: str, setup: Setup) -> str:
    what, whom = names.kind_name(event.amount), names.subject_name(event.number, setup)
    return tr("{what} hit {whom}, said {who}.", what=what, whom=whom, who=who)


def _ended(event: Happening, who: str, setup: Setup) -> str:
    return tr("The Throwdown was over ({result}).", result=RESULTS[Result(event.amount).label])


TOLD: dict[str, Callable[[Happening, str, Setup], str]] = {
    "PAYLOAD_TALLIED": _tallied,
    "SIDE_TAKEN": _laid_side,
    "CHALLENGE_REFUSED": _laid_side,
    "STAKES_SET": _stakes,
    "BEATEN_BACK": _beaten,
    "ASSISTED": _assist,
    "STRIKE_LENT": _assist,
    "CARD_GIVEN": _given,
    "FUSION_PROPOSED": _fusion,
    "FUSION_ANSWERED": _fusion,
    "FUSED": _fusion,
    "CHARGE_LENT": _fusion,
    "FACTION_INVOKED": _invoked,
    "SPOIL_SPENT": _spoil,
    "CONCESSION_TAKEN": _spoil,
    "THREAT_FORTIFIED": _fortified,
    "DAMAGE_ASSIGNED": _assigned,
    "THROWDOWN_ENDED": _ended,
}
