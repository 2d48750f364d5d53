"""What happened, one sentence an event."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.fusion.pile.actions import Spoil
from throwdown.envs.fusion.pile.state import Assist, Focus, Result
from throwdown.envs.fusion.words import names, telling
from throwdown.envs.fusion.world.cards import card_name

SENTENCES = {
    "CHALLENGER_NAMED": "{who} threw the gauntlet.",
    "INITIATIVE_LAID": "{who} laid {card} face-down.",
    "BLIND_LAID": "{who} laid {card} off the deck face-down, unseen.",
    "STAYED_OUT": "{who} stayed out of it.",
    "INITIATIVE_REVEALED": "{who} turned {card} up.",
    "INITIATIVE_TIED": "Both sides led with {card}: all cards went, initiative was laid anew.",
    "INITIATIVE_WON": "{who} won initiative with {card}, {n} above the card beneath.",
    "CALLED_OFF": "Nobody played on; it was called off.",
    "ROBO_PRESENT": "{who}'s Robo was there from the start.",
    "TURN_BEGUN": "It was the turn of {who}.",
    "PUSHED": "{who} Pushed {card}, a difference of {n}.",
    "FOLDED": "{who} Folded.",
    "STRIFE_GATHERED": "{who} caused {n} Strife in the Payload of her own side.",
    "FUSION_BROKEN": "The Lesser Fusion of {who} broke.",
    "PILE_WON": "{who} held the top of a Pile of {n}.",
    "SPOILS_ENDED": "{who} took no more.",
}
"""Events of this game that need no more than a seat, a card and a number."""


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence for an event."""
    who = setup.people[event.seat] if 0 <= event.seat < len(setup.seats) else "the deck"
    if event.kind in SENTENCES:
        card = card_name(event.card) if event.card != NONE else "a card"
        return SENTENCES[event.kind].format(who=who, card=card, n=event.amount)
    if event.kind in TOLD:
        return TOLD[event.kind](event, who, setup)
    return telling.narrate_world(event, setup)


def _tallied(event: Happening, who: str, setup: Setup) -> str:
    n, side = divmod(event.number, 2)
    return f"The Payload for {names.side_names(setup)[side]} held {n} {names.kind_name(event.amount)}."


def _laid_side(event: Happening, who: str, setup: Setup) -> str:
    if event.kind == "CHALLENGE_REFUSED":
        return f"Nobody stood against {names.side_names(setup)[event.amount]}: the Stakes came true."
    return f"{who} stood with {names.side_names(setup)[event.amount]}."


def _stakes(event: Happening, who: str, setup: Setup) -> str:
    what = ("the matter at hand", "a Faction's favor", "repairing the Location")
    return f"{who}'s Stakes were about {what[event.amount]}." if event.amount < len(Focus) else ""


def _beaten(event: Happening, who: str, setup: Setup) -> str:
    return (
        f"{who} Beat {card_name(event.amount)} Back with {card_name(event.card)}; both went under the Pile."
    )


def _assist(event: Happening, who: str, setup: Setup) -> str:
    if event.kind == "STRIKE_LENT":
        return f"{who} lent {setup.people[event.number]} {event.amount:+d} Strike."
    sort = "a card" if event.number == Assist.CARD else "Strike"
    return f"{who} Assisted {setup.people[event.amount]} with {sort}."


def _given(event: Happening, who: str, setup: Setup) -> str:
    card = card_name(event.card) if event.card != NONE else "a card"
    return f"{who} passed {card} to {setup.people[event.amount]}."


def _fusion(event: Happening, who: str, setup: Setup) -> str:
    if event.kind == "FUSION_PROPOSED":
        return f"{who} invited {setup.people[event.amount]} into a Lesser Fusion."
    if event.kind == "FUSION_ANSWERED":
        return f"{who} {'consented' if event.amount else 'declined'}."
    if event.kind == "CHARGE_LENT":
        return f"{who} paid {event.amount} Charge(s) in place of {setup.people[event.number]}."
    return f"{who} was in the Lesser Fusion of {setup.people[event.amount]}."


def _invoked(event: Happening, who: str, setup: Setup) -> str:
    return f"{who} Invoked {names.faction_name(event.amount, setup)}: {card_name(event.card)}."


def _spoil(event: Happening, who: str, setup: Setup) -> str:
    if event.kind == "CONCESSION_TAKEN":
        return f"{who} added {Spoil(event.amount).label} as a concession."
    return f"{who} spent {card_name(event.card)} for {Spoil(event.amount).label}."


def _fortified(event: Happening, who: str, setup: Setup) -> str:
    return f"{names.threat_name(event.amount, setup)} regained a Buffer."


def _assigned(event: Happening, who: str, setup: Setup) -> str:
    return f"{names.kind_name(event.amount)} hit {names.subject_name(event.number, setup)}, said {who}."


def _ended(event: Happening, who: str, setup: Setup) -> str:
    return f"The Throwdown was over ({Result(event.amount).label})."


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
