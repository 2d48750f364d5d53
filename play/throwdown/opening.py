"""Instructions for starting a game on a real table: shuffling and dealing."""

from __future__ import annotations

from collections.abc import Iterator

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.core.kit import Setup
from throwdown.envs.fusion.words import names
from throwdown.envs.fusion.world.cards import cards_in
from throwdown.envs.fusion.world.terms import COACH
from throwdown.envs.tables.table import Table
from throwdown.play.companion.dealer import Line


def instructions(setup: Setup) -> list[Line]:
    """Return the instructions before the first decision; the numbers of cards are the same in every deal."""
    return [Line(kind="do", text=text) for text in (*_shuffled(setup), *_dealt(setup))]


def _shuffled(setup: Setup) -> Iterator[str]:
    faces = setup.template["cfg"]["faces"][0]
    decks = int(setup.template["cfg"]["decks"][0])
    for d in range(decks):
        n = len(cards_in(faces[d]))
        if decks == 1:
            yield plural("Shuffle the deck of {n} card.", "Shuffle the deck of {n} cards.", n)
        else:
            whose = tr("Coach") if d == 0 else tr("the Pilots")
            yield plural(
                "Shuffle the deck of {whose}, {n} card.",
                "Shuffle the deck of {whose}, {n} cards.",
                n,
                whose=whose,
            )
    if any(c >= FACES for d in range(decks) for c in cards_in(faces[d])):
        yield tr(
            "The deck lies face-down, but its Jokers lie face-up in it: a Joker that comes to the top is seen at "
            "once, and is laid aside as an Omen."
        )


def _dealt(setup: Setup) -> Iterator[str]:
    s = Table.from_setup(setup, 0).state
    people = setup.people
    n = len(cards_in(s.world.hand[COACH]))
    yield plural(
        "Deal {who} {n} card face-down, in a row from left to right; nobody looks at it.",
        "Deal {who} {n} cards face-down, in a row from left to right; nobody looks at them.",
        n,
        who=people[COACH],
    )
    for p in range(1, len(people)):
        n = len(cards_in(s.world.hand[p]))
        yield plural("{who} draws {n} card.", "{who} draws {n} cards.", n, who=people[p])
    for t in range(int(s.cfg.threats)):
        n = len(cards_in(s.world.stack[t]))
        if n:
            yield plural(
                "Lay {n} card face-down on {threat}.",
                "Lay {n} cards face-down on {threat}.",
                n,
                threat=names.threat_name(t, setup),
            )
    for f in range(int(s.cfg.factions)):
        if n := int(s.world.favor_n[f]):
            yield plural(
                "Lay {n} card face-down on {faction}.",
                "Lay {n} cards face-down on {faction}.",
                n,
                faction=names.faction_name(f, setup),
            )
