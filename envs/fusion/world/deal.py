"""Cards on the move: the deal, decks and hands, Favor and Jokers."""

from __future__ import annotations

from throwdown.envs.core import deck
from throwdown.envs.core.events import EVERYONE
from throwdown.envs.core.kit import NONE, Out, cardset, copy_values, kernel, reset, tell
from throwdown.envs.fusion.world import jokers
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import ALL_OMENS, COACH, Event, Faction


@kernel
def deck_of(s: ConflictState, seat: int) -> int:
    """Return the index of the deck that a seat draws from and discards to (C-16)."""
    return 1 if s.cfg.decks == 2 and seat != COACH else 0


@kernel
def setup_world(s: ConflictState, out: Out) -> None:
    """Start a scenario: shuffle, fill every hand to its Max, lay the Threats' stacks and the Factions' Favor."""
    w, cfg = s.world, s.cfg
    reset(w)
    reset(s.conflict)
    copy_values(w.commitment, cfg.commitment)
    copy_values(w.commitment_max, cfg.commitment_max)
    copy_values(w.charges, cfg.charges)
    copy_values(w.buffers, cfg.buffers)
    copy_values(w.endurance, cfg.endurance)
    copy_values(w.gear, cfg.gear)
    copy_values(w.rating, cfg.rating)
    copy_values(w.threat_buffers, cfg.threat_buffers)
    copy_values(w.faction, cfg.faction_state)
    copy_values(w.strikes, cfg.faction_strikes)
    copy_values(w.resource, cfg.resource)
    w.harmony = cfg.harmony
    w.location = cfg.location
    w.crisis = cfg.crisis
    for d in range(cfg.decks):
        jokers.fill(w.decks[d], cfg.faces[d])
        surface_jokers(s, d, out)
    for p in range(cfg.pilots + 1):
        draw(s, p, hand_max(s, p), out)
    for t in range(cfg.threats):
        for _ in range(cfg.invested[t] if cfg.stacks else 0):
            c = draw_card(s, 0, out)
            if c != NONE:
                cardset.add(w.stack[t], c)
    deal_table(s, out)


@kernel
def deal_table(s: ConflictState, out: Out) -> None:
    """Deal the Factions' Favor, its top card face-up (PL-15), and the Threats' extra cards (SY-27)."""
    w, cfg = s.world, s.cfg
    for t in range(cfg.threats):
        for _ in range(cfg.extra[t]):
            c = draw_card(s, 0, out, Event.EXTRA_CARD_DEALT, COACH, amount=t)
            if c != NONE:
                cardset.add(w.extra, c)
    for f in range(cfg.factions):
        for _ in range(cfg.favor[f]):
            c = draw_card(s, favor_deck(s, f), out)
            if c != NONE:
                w.favor[f, w.favor_n[f]] = c
                w.favor_n[f] += 1
        w.favor_hidden[f] = w.favor_n[f]
        if w.faction[f] == Faction.IN_PLAY:
            turn_up(s, f, out)


@kernel
def hand_max(s: ConflictState, seat: int) -> int:
    """Return a seat's Hand Max, her Gear included (PL-09)."""
    n: int = s.cfg.hand_max[seat]
    gear = s.world.gear[seat]
    if gear != 0:
        for g in range(3):
            n += s.cfg.gear_hand[seat, g] * ((gear >> g) & 1)
    return n


@kernel
def surface_jokers(s: ConflictState, d: int, out: Out) -> None:
    """Turn Jokers on top of a deck into Omens, each a Charge for every Pilot (CD-24 to CD-26, C-11, C-13)."""
    joker = jokers.surface(s.world.decks[d], s.rng, d + 1)
    while joker != NONE:
        s.world.omens += 1
        tell(out, Event.JOKER_SURFACED, card=joker)
        for p in range(1, s.cfg.pilots + 1):
            chargeup(s, p, 1, out)
        joker = jokers.surface(s.world.decks[d], s.rng, d + 1)


@kernel
def return_jokers(s: ConflictState) -> None:
    """Put the four Spent Omens back among the open cards of their decks (CD-28)."""
    if s.world.spent < ALL_OMENS:
        return
    s.world.spent = 0
    for d in range(s.cfg.decks):
        jokers.put_back(s.world.decks[d], s.cfg.faces[d])


@kernel
def reshuffle(s: ConflictState, d: int, out: Out) -> None:
    """Shuffle a deck with its Trash; four Spent Omens go along (OP-14, C-14)."""
    pile = s.world.decks[d]
    spent = s.world.spent
    return_jokers(s)
    deck.reshuffle(pile)
    tell(out, Event.DECK_RESHUFFLED, amount=pile.n)
    if spent > s.world.spent:
        tell(out, Event.JOKERS_RETURNED, amount=spent)
        for other in range(s.cfg.decks):
            surface_jokers(s, other, out)
    else:
        surface_jokers(s, d, out)


@kernel
def draw_card(
    s: ConflictState,
    d: int,
    out: Out,
    event: int = NONE,
    seat: int = NONE,
    amount: int = 1,
    seen: int = EVERYONE,
) -> int:
    """Take the top card of a deck, reshuffling an empty one first (C-15); NONE if there is none to take.

    ``event``, if any, is told of the card before the Jokers that it uncovered surface.
    """
    pile = s.world.decks[d]
    if pile.n == 0 and s.cfg.reshuffle == 1 and pile.trash[0] != 0:
        reshuffle(s, d, out)
    if pile.n == 0:
        if s.cfg.reshuffle == 2 and not s.conflict.stopped:
            s.conflict.stopped = True
            tell(out, Event.DECK_RAN_OUT, amount=d)
        return NONE
    c = deck.take(pile, s.rng, d + 1)
    if event != NONE:
        tell(out, event, seat, card=c, amount=amount, seen=seen)
    if pile.jokers > 0:
        surface_jokers(s, d, out)
    return c


@kernel
def draw(s: ConflictState, seat: int, n: int, out: Out) -> None:
    """Draw up to ``n`` cards into a hand, one at a time (OP-04, C-11)."""
    for _ in range(n):
        c = draw_card(s, deck_of(s, seat), out, Event.CARD_DRAWN, seat, seen=1 << seat)
        if c == NONE:
            return
        cardset.add(s.world.hand[seat], c)


@kernel
def to_trash(s: ConflictState, seat: int, c: int) -> None:
    """Lay a card on the Trash of its owner's deck."""
    cardset.add(s.world.decks[deck_of(s, seat)].trash, c)


@kernel
def forget(s: ConflictState, holder: int, c: int) -> None:
    """A card of ``holder`` was seen to leave: whoever knew of a copy knows of one less."""
    if holder != COACH:
        for v in range(s.cfg.pilots):
            if cardset.has(s.world.known[v, holder - 1], c):
                cardset.remove(s.world.known[v, holder - 1], c)


@kernel
def leave_hand(s: ConflictState, seat: int, c: int) -> None:
    """Take a card out of a hand for all to see."""
    cardset.remove(s.world.hand[seat], c)
    forget(s, seat, c)


@kernel
def hand_over(s: ConflictState, giver: int, taker: int, c: int) -> None:
    """Move a card from hand to hand, seen by these two only.

    Any card that somebody else knew in the giver's hand may have been the one: her knowledge of that hand is gone.
    """
    w = s.world
    cardset.remove(w.hand[giver], c)
    cardset.add(w.hand[taker], c)
    for v in range(1, s.cfg.pilots + 1):
        if v != giver and v != taker:
            cardset.clear(w.known[v - 1, giver - 1])
    if cardset.has(w.known[taker - 1, giver - 1], c):
        cardset.remove(w.known[taker - 1, giver - 1], c)
    cardset.add(w.known[giver - 1, taker - 1], c)


@kernel
def discard(s: ConflictState, seat: int, c: int, out: Out) -> None:
    """Discard a card from a hand (OP-01)."""
    leave_hand(s, seat, c)
    to_trash(s, seat, c)
    tell(out, Event.CARD_DISCARDED, seat, card=c)


@kernel
def hand_size(s: ConflictState, seat: int) -> int:
    """Return the number of cards in a hand, which is public."""
    return cardset.size(s.world.hand[seat])


@kernel
def favor_deck(s: ConflictState, f: int) -> int:
    """Return the deck that a Faction's cards come from."""
    return deck_of(s, COACH if s.cfg.favor_coach[f] else 1)


@kernel
def turn_up(s: ConflictState, f: int, out: Out) -> None:
    """The top card of a Faction's stack lies face-up (PL-15, C-45)."""
    w = s.world
    n = w.favor_n[f]
    if n > 0 and w.favor_hidden[f] >= n:
        w.favor_hidden[f] = n - 1
        tell(out, Event.FAVOR_TURNED_UP, card=w.favor[f, n - 1], amount=f)


@kernel
def is_source(s: ConflictState, seat: int, f: int) -> bool:
    """Return whether a seat may use the top card of a Faction (SY-03, SY-05)."""
    w = s.world
    mine = s.cfg.favor_coach[f] == (seat == COACH)
    return bool(mine and w.faction[f] == Faction.IN_PLAY and w.favor_n[f] > 0)


@kernel
def table_word(s: ConflictState, seat: int) -> int:
    """Return the cards on the table that a seat may play, as a word: Factions' tops, Threats' extra cards (TP-72)."""
    word = s.world.extra[0] if seat == COACH else 0
    for f in range(s.cfg.factions):
        if is_source(s, seat, f):
            word |= cardset.ONE << s.world.favor[f, s.world.favor_n[f] - 1]
    return word


@kernel
def playable(s: ConflictState, seat: int) -> int:
    """Return the cards that a seat may play, as a word: her Hand's and those on the table (TS-58, C-111)."""
    word: int = s.world.hand[seat, 0]
    if s.cfg.factions > 0 or seat == COACH:
        word |= table_word(s, seat)
    return word


@kernel
def take_favor(s: ConflictState, seat: int, f: int, out: Out) -> int:
    """Take the top card of a Faction's stack; the next is turned up (TP-80, C-45)."""
    w = s.world
    w.favor_n[f] -= 1
    c: int = w.favor[f, w.favor_n[f]]
    tell(out, Event.FAVOR_TAKEN, seat, card=c, amount=f)
    turn_up(s, f, out)
    return c


@kernel
def spend_card(s: ConflictState, seat: int, c: int, out: Out) -> None:
    """Take a card that a seat plays from where it lies: from the table before her Hand."""
    w = s.world
    if seat == COACH and cardset.has(w.extra, c):
        cardset.remove(w.extra, c)
        tell(out, Event.EXTRA_CARD_TAKEN, seat, card=c)
        return
    for f in range(s.cfg.factions):
        if is_source(s, seat, f) and w.favor[f, w.favor_n[f] - 1] == c:
            take_favor(s, seat, f, out)
            return
    leave_hand(s, seat, c)


@kernel
def spend_resource(s: ConflictState, r: int, n: int, out: Out) -> None:
    """Spend points of a Resource (SY-17)."""
    s.world.resource[r] -= n
    tell(out, Event.RESOURCE_SPENT, amount=r, number=n)


@kernel
def chargeup(s: ConflictState, p: int, n: int, out: Out) -> None:
    """+Chargeup: up to the gauge's maximum (ME-17, ME-18, C-32)."""
    gain = min(n, s.cfg.charge_max[p] - s.world.charges[p])
    if gain > 0:
        s.world.charges[p] += gain
        tell(out, Event.CHARGED, p, amount=gain)
