"""Sentences for the table: the events, in the game's own words, and instructions for the real cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.fusion.words import names
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.terms import COACH
from throwdown.envs.tables.table import Table
from throwdown.play.companion.dealer import PROGRAM, Line


class Sighting(NamedTuple):
    """An event as seen by the table.

    Attributes:
        event: the event; its card is `NONE` if the table may not know it.
        eyes: the only person who may know the card; empty: everybody.
    """

    event: Happening
    eyes: str = ""


class _About(NamedTuple):
    """The data of an instruction: an event, the number of Coach's card in the row, and the game."""

    event: Happening
    place: int
    setup: Setup

    @property
    def who(self) -> str:
        return self.setup.people[self.event.seat]

    @property
    def card(self) -> str:
        return card_name(self.event.card)

    @property
    def is_coach(self) -> bool:
        return self.event.seat == COACH


def _laid_face_down(x: _About) -> str:
    if not x.is_coach or x.place == NONE:
        return ""
    return tr(
        "Lay card {number} of {who}'s row in front of him, face-down, as his initiative card.",
        number=x.place + 1,
        who=x.who,
    )


def _invested(x: _About) -> str:
    threat = names.threat_name(x.event.amount, x.setup)
    return tr(
        "Lay card {number} of {who}'s row face-down on {threat}.",
        number=x.place + 1,
        who=x.who,
        threat=threat,
    )


def _of_coach(text: Callable[[_About], str]) -> Callable[[_About], str]:
    return lambda x: text(x) if x.is_coach else ""


_ALWAYS: dict[str, Callable[[_About], str]] = {
    "OMEN_SPENT": lambda x: tr("Turn one of the Omens face-down."),
    "RUMBLE_INITIATED": lambda x: tr("Put all Piles into the Trash; {card} begins the new one.", card=x.card),
    "THROWDOWN_ENDED": lambda x: tr("Put what is left of the Piles into the Trash."),
}
_HANDS: dict[str, Callable[[_About], str]] = {
    **_ALWAYS,
    "INITIATIVE_LAID": _laid_face_down,
    "CARD_INVESTED": _invested,
    "COUNTERED": _of_coach(lambda x: tr("Lay {who}'s {card} on the Pile.", who=x.who, card=x.card)),
    "BLOCKED": _of_coach(
        lambda x: tr(
            "Put {who}'s {card} and the top card of the Pile into the Trash.", who=x.who, card=x.card
        )
    ),
    "ESCALATED": _of_coach(lambda x: tr("Begin the next Pile with {who}'s {card}.", who=x.who, card=x.card)),
    "JOKER_SURFACED": lambda x: tr("Lay the Joker in front of Coach; it is an Omen."),
    "DECK_RESHUFFLED": lambda x: tr("Shuffle the Trash into the deck; its Jokers stay face-up in it."),
    "JOKERS_RETURNED": lambda x: tr("Shuffle the four Jokers into the deck as well, face-up."),
    "FACTION_TURNED": lambda x: tr("What is left of its stack lies face-down on the new Threat."),
}
_PROGRAM: dict[str, Callable[[_About], str]] = {
    **_ALWAYS,
    "INITIATIVE_REVEALED": _of_coach(
        lambda x: tr("Take {card} out of the deck as {who}'s initiative card.", card=x.card, who=x.who)
    ),
    "COUNTERED": _of_coach(
        lambda x: tr("Take {card} out of the deck and lay it on the Pile for {who}.", card=x.card, who=x.who)
    ),
    "BLOCKED": _of_coach(
        lambda x: tr(
            "Take {card} out of the deck; it goes to the Trash with the top card of the Pile.", card=x.card
        )
    ),
    "ESCALATED": _of_coach(
        lambda x: tr(
            "Take {card} out of the deck and begin the next Pile with it for {who}.", card=x.card, who=x.who
        )
    ),
    "RUMBLE_INITIATED": lambda x: (
        tr(
            "Put all Piles into the Trash, take {card} out of the deck and begin a new one with it.",
            card=x.card,
        )
        if x.is_coach
        else tr("Put all Piles into the Trash; {card} begins the new one.", card=x.card)
    ),
    "JOKER_SURFACED": lambda x: tr(
        "Take {joker} out of the deck and lay it in front of Coach; it is an Omen.",
        joker=names.described_card(x.event),
    ),
    "FAVOR_TURNED_UP": lambda x: tr(
        "Take {card} out of the deck and lay it face-up on {faction}.",
        card=x.card,
        faction=names.faction_name(x.event.amount, x.setup),
    ),
    "EXTRA_CARD_DEALT": lambda x: tr(
        "Take {card} out of the deck and lay it face-up beside {threat}.",
        card=x.card,
        threat=names.threat_name(x.event.amount, x.setup),
    ),
    "DECK_RESHUFFLED": lambda x: tr("Put the Trash back among the cards of the deck."),
    "JOKERS_RETURNED": lambda x: tr("Put the four Jokers back among them, too."),
}
_QUIET = ("CARD_DRAWN", "INVESTED_CARDS_TAKEN")
"""Events covered by instructions."""


class Teller:
    """Tells the table the events and the instructions.

    Args:
        setup: the game's setup.
        deal: `PROGRAM` or `HANDS`.
    """

    def __init__(self, setup: Setup, deal: str) -> None:
        self.setup, self.is_mirrored = setup, deal == PROGRAM
        self._do = _PROGRAM if self.is_mirrored else _HANDS

    def lines(self, seen: Iterable[Sighting], place: int = NONE) -> list[Line]:
        """Return the sentences on events; ``place`` is the row position of Coach's played card."""
        found: list[Line] = []
        turned = False  # whether Coach's initiative card is open and will be discarded next
        for (kind, seat), group in groupby(seen, lambda x: (x.event.kind, x.event.seat)):
            some = list(group)
            if kind in _QUIET:
                found += self._drawn(kind, seat, some)
                continue
            for one in some:
                found += self._one(one, place, turned)
                turned = (turned or kind == "INITIATIVE_REVEALED") and kind != "CARD_DISCARDED"
        return found

    def _one(self, one: Sighting, place: int, turned: bool) -> list[Line]:
        event, setup = one.event, self.setup
        public = event._replace(card=NONE) if one.eyes else event
        found = [Line(kind="told", text=setup.game.text.narrate(public, setup))]
        about = _About(event, place, setup)
        if text := self._do[event.kind](about) if event.kind in self._do else "":
            found.append(Line(kind="do", text=text))
        is_ours = (event.seat == COACH and not turned) or event.seat == NONE
        if self.is_mirrored and event.kind == "CARD_DISCARDED" and is_ours:
            found.append(
                Line(
                    kind="do",
                    text=tr("Take {card} out of the deck and put it into the Trash.", card=about.card),
                )
            )
        return found

    def _drawn(self, kind: str, seat: int, some: Sequence[Sighting]) -> list[Line]:
        """Return the instruction for drawn cards."""
        who, n = self.setup.people[seat], len(some)
        cards = [card_name(x.event.card) for x in some if x.event.card != NONE]
        if cards and seat != COACH:
            text = tr("Take {cards} out of the deck into {who}'s hand.", cards=", ".join(cards), who=who)
            return [Line(kind="do", text=text, eyes=some[0].eyes)]
        if self.is_mirrored:
            told = plural("{who} drew {n} card.", "{who} drew {n} cards.", n, who=who)
            return [Line(kind="told", text=told)]
        if kind == "INVESTED_CARDS_TAKEN":
            threats = dict.fromkeys(names.threat_name(x.event.amount, self.setup) for x in some)
            text = tr(
                "Move the cards on {threats} to the right end of {who}'s row, face-down.",
                threats=", ".join(threats),
                who=who,
            )
        elif seat == COACH:
            text = plural(
                "Deal {n} card to the right end of {who}'s row, face-down.",
                "Deal {n} cards to the right end of {who}'s row, face-down.",
                n,
                who=who,
            )
        else:
            text = plural("{who} draws {n} card.", "{who} draws {n} cards.", n, who=who)
        return [Line(kind="do", text=text)]


def verdict(table: Table) -> str:
    """Return the winner of a finished game, in a sentence."""
    value = table.returns()[table.setup.seats[-1]]
    return tr("The Pilots won.") if value > 0 else tr("Coach won.") if value < 0 else tr("Nobody won.")
