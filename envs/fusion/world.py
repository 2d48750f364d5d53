"""What outlives one conflict, and what may be done to it: draws, discards, hands and who knows what of them.

Every FUSION game's record has ``rng``, ``cfg`` (`CONFIG`), ``world`` (`WORLD`) and ``damage`` (`triggers.DAMAGE`); the
kernels here take the record and touch nothing else, so all the games share them. Seat 0 is Coach, seats 1 to 7 Pilots.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from throwdown.envs.core import cardset, deck
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.core.events import EVERYONE, emit
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.core.rng import pick

MAX_PILOTS = 7
SEATS = MAX_PILOTS + 1
MAX_THREATS = 8
COACH = 0
COMMITMENTS = ("steel", "flesh", "synch", "solo")
STEEL, FLESH, SYNCH, SOLO = range(4)
MAX_HARMONY = 7

CONFIG = np.dtype(
    [
        ("faces", np.int64, (2, 2)),  # [deck, word]: the cards of each deck
        ("weights", np.float32, (5,)),  # of the stakes: Harmony, Commitments, Charges, Buffers, Ratings
        ("commitment_max", np.int16, (SEATS, 4)),
        ("commitment", np.int16, (SEATS, 4)),  # at the start
        ("charge_max", np.int16, (SEATS,)),
        ("charges", np.int16, (SEATS,)),
        ("buffer_max", np.int16, (SEATS,)),
        ("buffers", np.int16, (SEATS,)),
        ("hand_max", np.int16, (SEATS,)),
        ("specialty", np.int16, (SEATS,)),  # the Gambit Specialty of a Pilot's playbook
        ("rating_max", np.int16, (MAX_THREATS,)),
        ("rating", np.int16, (MAX_THREATS,)),
        ("threat_buffer_max", np.int16, (MAX_THREATS,)),
        ("threat_buffers", np.int16, (MAX_THREATS,)),
        ("invested", np.int16, (MAX_THREATS,)),  # cards dealt onto each Threat's stack
        ("pilots", np.int16),
        ("threats", np.int16),
        ("slots", np.int16),  # Pilot slots of the observation
        ("harmony", np.int16),
        ("order", np.int16),  # see `order.order_index`
        ("strict_block", np.int16),  # 1: only a higher suit Blocks
        ("clip_schism", np.int16),  # 1: points beyond Red are lost
        ("reshuffle", np.int16),  # 1: an empty deck takes its Trash back
        ("decks", np.int16),  # 1: one for all; 2: Coach's and the Pilots'
        ("reference", np.int16),  # see `order.REFERENCES`
        ("call_off_ties", np.int16),
        ("share_hands", np.int16),
        ("final_step", np.int16),  # 1: discard and draw when it is over
        ("challenger", np.int16),  # a seat, or -1 for a random one
        ("started_by", np.int16),  # 0 Coach, 1 Pilots, 2 random, 3 the challenger's side
        ("fights_for", np.int16),  # 0 herself, 1 the team, 2 random, 3 by vote
        ("reward", np.int16),  # 0 win, 1 score, 2 stakes
        ("specialty_involved", np.int16),  # 0 no, 1 yes, 2 random
        ("edition", np.int16),  # of the Gambit: 0 older, 1 newer
        ("acting", np.int16),  # the Pilot in a Gambit: a seat, or -1 for a random one
    ],
    align=True,
)

WORLD = np.dtype(
    [
        ("decks", deck.DECK, (2,)),
        ("hand", np.int64, (SEATS, 2)),
        ("known", np.int64, (SEATS, SEATS, 2)),  # [viewer, holder]: cards that viewer knows to be there
        ("stack", np.int64, (MAX_THREATS, 2)),  # invested cards, unknown to everyone
        ("commitment", np.int16, (SEATS, 4)),
        ("charges", np.int16, (SEATS,)),
        ("buffers", np.int16, (SEATS,)),
        ("rating", np.int16, (MAX_THREATS,)),
        ("threat_buffers", np.int16, (MAX_THREATS,)),
        ("harmony", np.int16),  # 1 (Red) to 7 (Violet)
        ("omens", np.int16),  # Active ones
        ("lessons", np.int16, (SEATS,)),
    ],
    align=True,
)

EVENTS = (
    "NOTHING",
    "CARD_DRAWN",
    "CARD_DISCARDED",
    "JOKER_SURFACED",
    "DECK_RESHUFFLED",
    "CHARGED",
    "CHARGE_SPENT",
    "FORTIFIED",
    "BUFFER_SPENT",
    "BUFFER_KEPT",
    "HARMONY_LOST",
    "HARMONY_RAISED",
    "COMMITMENT_LOWERED",
    "COMMITMENT_RECOVERED",
    "CHARGES_PURGED",
    "RATING_LOWERED",
    "RATING_RECOVERED",
    "LESSON_RECORDED",
)
(
    NOTHING,
    CARD_DRAWN,
    CARD_DISCARDED,
    JOKER_SURFACED,
    DECK_RESHUFFLED,
    CHARGED,
    CHARGE_SPENT,
    FORTIFIED,
    BUFFER_SPENT,
    BUFFER_KEPT,
    HARMONY_LOST,
    HARMONY_RAISED,
    COMMITMENT_LOWERED,
    COMMITMENT_RECOVERED,
    CHARGES_PURGED,
    RATING_LOWERED,
    RATING_RECOVERED,
    LESSON_RECORDED,
) = range(len(EVENTS))


@kernel
def deck_of(s: Any, seat: int) -> int:
    """Return the index of the deck that a seat draws from and discards to (C-16)."""
    return 1 if s.cfg.decks == 2 and seat != COACH else 0


@kernel
def setup_world(s: Any, out: Any) -> None:
    """Start a scenario: shuffle, fill every hand to its Max, lay the Threats' stacks."""
    w, cfg = s.world, s.cfg
    w.commitment[:] = cfg.commitment
    w.charges[:] = cfg.charges
    w.buffers[:] = cfg.buffers
    w.rating[:] = cfg.rating
    w.threat_buffers[:] = cfg.threat_buffers
    w.lessons[:] = 0
    w.harmony = cfg.harmony
    w.omens = 0
    w.hand[:] = 0
    w.stack[:] = 0
    if cfg.pilots > 1:
        w.known[:] = 0
    for d in range(cfg.decks):
        deck.fill(w.decks[d], cfg.faces[d])
        surface_jokers(s, d, out)
    for p in range(cfg.pilots + 1):
        draw(s, p, wide(cfg.hand_max[p]), out)
    for t in range(cfg.threats):
        for _ in range(cfg.invested[t]):
            c = draw_card(s, 0, out)
            if c != NONE:
                cardset.add(w.stack[t], c)


@kernel
def surface_jokers(s: Any, d: int, out: Any) -> None:
    """Turn Jokers on top of a deck into Omens, each a Charge for every Pilot (CD-24 to CD-26, C-11, C-13)."""
    joker = deck.surface(s.world.decks[d], s.rng, d + 1)
    while joker != NONE:
        s.world.omens += 1
        emit(out, JOKER_SURFACED, NONE, joker, 1, EVERYONE, 0)
        for p in range(1, s.cfg.pilots + 1):
            chargeup(s, p, 1, out)
        joker = deck.surface(s.world.decks[d], s.rng, d + 1)


@kernel
def draw_card(s: Any, d: int, out: Any) -> int:
    """Take the top card of a deck, reshuffling an empty one first (C-15); NONE if there is none to take."""
    pile = s.world.decks[d]
    if pile.n == 0 and s.cfg.reshuffle == 1 and pile.trash[0] != 0:
        deck.reshuffle(pile)
        emit(out, DECK_RESHUFFLED, NONE, NONE, pile.n, EVERYONE, 0)
        surface_jokers(s, d, out)
    if pile.n == 0:
        return NONE
    c = deck.take(pile, s.rng, d + 1)
    if pile.jokers > 0:
        surface_jokers(s, d, out)
    return c


@kernel
def draw(s: Any, seat: int, n: int, out: Any) -> None:
    """Draw up to ``n`` cards into a hand, one at a time (OP-04, C-11)."""
    for _ in range(n):
        c = draw_card(s, deck_of(s, seat), out)
        if c == NONE:
            return
        cardset.add(s.world.hand[seat], c)
        emit(out, CARD_DRAWN, seat, c, 1, 1 << seat, 0)


@kernel
def to_trash(s: Any, seat: int, c: int) -> None:
    """Lay a card on the Trash of its owner's deck."""
    cardset.add(s.world.decks[deck_of(s, seat)].trash, c)


@kernel
def forget(s: Any, holder: int, c: int) -> None:
    """A card of ``holder`` was seen to leave: whoever knew of a copy knows of one less."""
    if s.cfg.pilots > 1:
        for v in range(1, s.cfg.pilots + 1):
            if cardset.has(s.world.known[v, holder], c):
                cardset.remove(s.world.known[v, holder], c)


@kernel
def leave_hand(s: Any, seat: int, c: int) -> None:
    """Take a card out of a hand for all to see."""
    cardset.remove(s.world.hand[seat], c)
    forget(s, seat, c)


@kernel
def hand_over(s: Any, giver: int, taker: int, c: int) -> None:
    """Move a card from hand to hand, seen by these two only.

    Any card that somebody else knew in the giver's hand may have been the one: her knowledge of that hand is gone.
    """
    w = s.world
    cardset.remove(w.hand[giver], c)
    cardset.add(w.hand[taker], c)
    for v in range(1, s.cfg.pilots + 1):
        if v != giver and v != taker:
            cardset.clear(w.known[v, giver])
    if cardset.has(w.known[taker, giver], c):
        cardset.remove(w.known[taker, giver], c)
    cardset.add(w.known[giver, taker], c)


@kernel
def discard(s: Any, seat: int, c: int, out: Any) -> None:
    """Discard a card from a hand (OP-01)."""
    leave_hand(s, seat, c)
    to_trash(s, seat, c)
    emit(out, CARD_DISCARDED, seat, c, 1, EVERYONE, 0)


@kernel
def hand_size(s: Any, seat: int) -> int:
    """Return the number of cards in a hand, which is public."""
    return cardset.size(s.world.hand[seat])


@kernel
def chargeup(s: Any, p: int, n: int, out: Any) -> None:
    """+Chargeup: up to the gauge's maximum (ME-17, ME-18, C-32)."""
    gain = min(n, wide(s.cfg.charge_max[p]) - wide(s.world.charges[p]))
    if gain > 0:
        s.world.charges[p] += gain
        emit(out, CHARGED, p, NONE, gain, EVERYONE, 0)


@kernel
def can_see_hand(s: Any, viewer: int, holder: int) -> bool:
    """Return whether a hand is open to ``viewer``: her own, and an ally's if hands are shared."""
    return viewer == holder or (s.cfg.share_hands == 1 and viewer != COACH and holder != COACH)


@kernel
def resample(s: Any, viewer: int, sealed: Any) -> None:
    """Deal all that ``viewer`` cannot know anew, uniformly over consistent deals.

    Hidden are the hands of others but for the cards she knows to be there, their face-down cards in ``sealed`` (a card
    or NONE per seat, shape (8,)), the Threats' stacks, and the order of the decks.
    """
    w = s.world
    for d in range(s.cfg.decks):
        pool = w.decks[d]
        deck.reopen(pool)
        for h in range(s.cfg.pilots + 1):
            if deck_of(s, h) == d and not can_see_hand(s, viewer, h):
                if sealed[h] != NONE:
                    cardset.add(w.hand[h], sealed[h])
                cardset.subtract(w.hand[h], w.known[viewer, h])
                cardset.merge(pool.cards, w.hand[h])
        if d == 0:
            for t in range(s.cfg.threats):
                cardset.merge(pool.cards, w.stack[t])
    for d in range(s.cfg.decks):
        for h in range(s.cfg.pilots + 1):
            if deck_of(s, h) == d and not can_see_hand(s, viewer, h):
                refill(s, d, w.hand[h])
                cardset.merge(w.hand[h], w.known[viewer, h])
                if sealed[h] != NONE:
                    c = cardset.nth(w.hand[h], pick(s, cardset.size(w.hand[h])))
                    cardset.remove(w.hand[h], c)
                    sealed[h] = c
        if d == 0:
            for t in range(s.cfg.threats):
                refill(s, d, w.stack[t])
        settle_top(s, d)


@kernel
def refill(s: Any, d: int, cards: Any) -> None:
    """Replace a hidden set, already returned to the open part of the deck, by as many random suited cards."""
    n = cardset.size(cards)
    cardset.clear(cards)
    pool = s.world.decks[d]
    for _ in range(n):
        c = random_face(s, pool)
        cardset.remove(pool.cards, c)
        cardset.add(cards, c)


@kernel
def random_face(s: Any, pool: Any) -> int:
    """Return a random suited card among those whose place is open."""
    low = (cardset.ONE << FACES) - 1
    n0 = cardset.popcount(pool.cards[0] & low)
    k = pick(s, n0 + cardset.popcount(pool.cards[1] & low))
    return cardset.nth_bit(pool.cards[0] & low, k) if k < n0 else cardset.nth_bit(pool.cards[1] & low, k - n0)


@kernel
def settle_top(s: Any, d: int) -> None:
    """Count a deck again and, while it holds Jokers, fix a top card that is none: a Joker would have surfaced."""
    pool = s.world.decks[d]
    pool.n = cardset.size(pool.cards)
    if pool.jokers > 0 and pool.n > 0:
        c = random_face(s, pool)
        cardset.remove(pool.cards, c)
        pool.ahead[0] = c
        pool.ahead_n = 1
