"""Positions of public cards, and explanations why a card cannot be where the table says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from throwdown.envs.core.catalogue import tr
from throwdown.envs.fusion.words import names
from throwdown.envs.fusion.world.cards import card_name, cards_in
from throwdown.envs.fusion.world.terms import COACH
from throwdown.play.throwdown.hidden import deck_of
from throwdown.play.throwdown.moves import Books


def seen_places(books: Books, d: int, c: int) -> Iterator[str]:
    """Yield the places of the public copies of a face, of one deck."""
    s, setup = books.table.state, books.table.setup
    trash = cards_in(s.world.decks[d].trash).count(c)
    yield from [tr("in the Trash")] * trash
    for i in range(int(s.pile_n)):
        if s.pile_card[i] == c and deck_of(s, int(s.pile_by[i])) == d:
            yield tr("on a Pile")
    if d == 0:
        yield from [tr("open in {who}'s row", who=setup.people[COACH])] * books.known.open.count(c)
        yield from [tr("beside a Threat")] * cards_in(s.world.extra).count(c)
    for f in range(int(s.cfg.factions)):
        shown = s.world.favor[f][int(s.world.favor_hidden[f]) : int(s.world.favor_n[f])].tolist()
        if deck_of(s, COACH if s.cfg.favor_coach[f] else 1) == d:
            yield from [tr("on {faction}", faction=names.faction_name(f, setup))] * shown.count(c)


def why_not_there(books: Books, d: int, c: int, told: Sequence[int] = ()) -> str:
    """Return a sentence that explains why no unseen card of a deck has a face.

    Args:
        books: the state of the game.
        d: the deck.
        c: the face.
        told: faces told by the table since.
    """
    card, every = card_name(c), Counter(cards_in(books.table.state.cfg.faces[d]))[c]
    if every == 0:
        return tr("{card} cannot be there: it is not in this deck.", card=card)
    places = [*seen_places(books, d, c), *[tr("where you have just entered it")] * list(told).count(c)]
    where = tr(" and ").join(places) or tr("elsewhere")
    if every == 1:
        return tr("{card} cannot be there: there is only one, and it lies {where}.", card=card, where=where)
    return tr("{card} cannot be there: both copies are seen to lie {where}.", card=card, where=where)
