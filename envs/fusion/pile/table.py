"""Who sits where and on whose side, whose turn comes next, the Pile, and what a side's cards and Strike are."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Out, cardset, kernel, tell
from throwdown.envs.fusion.pile.state import Event, State
from throwdown.envs.fusion.world import book, deal, terms
from throwdown.envs.fusion.world.order import MAX_STRIKE
from throwdown.envs.fusion.world.terms import COACH, Robo


@kernel
def is_pvp(s: State) -> bool:
    """Return whether Pilots fight Pilots here (TP-109)."""
    return s.cfg.pvp > 0 and s.cfg.pilots > 1


@kernel
def seat_after(s: State, p: int, k: int) -> int:
    """Return the seat ``k`` places to the left of ``p`` (C-66)."""
    return (p + k) % (s.cfg.pilots + 1)


@kernel
def is_up(s: State, p: int) -> bool:
    """Return whether a participant has not Folded."""
    return bool(s.side[p] != NONE and not s.folded[p])


@kernel
def has_turns(s: State, p: int) -> bool:
    """Return whether a seat is in the rotation: fused partners are not (TP-78)."""
    return is_up(s, p) and (s.fused[p] == NONE or s.fused[p] == p)


@kernel
def next_turn(s: State, p: int) -> int:
    """Return the next seat of the rotation, clockwise; NONE if nobody is left (TP-40)."""
    for k in range(1, s.cfg.pilots + 2):
        q = seat_after(s, p, k)
        if has_turns(s, q):
            return q
    return NONE


@kernel
def next_ally(s: State, p: int) -> int:
    """Return the next Pilot of the rotation on the side of ``p``, or NONE (TP-52, C-62)."""
    for k in range(1, s.cfg.pilots + 1):
        q = seat_after(s, p, k)
        if q != COACH and s.side[q] == s.side[p] and has_turns(s, q):
            return q
    return NONE


@kernel
def count_side(s: State, side: int) -> int:
    """Return how many Pilots take part on a side."""
    n = 0
    for p in range(1, s.cfg.pilots + 1):
        n += 1 if s.side[p] == side else 0
    return n


# The Pile ------------------------------------------------------------------------------------------------------------


@kernel
def top_card(s: State) -> int:
    """Return the card on top of the Pile."""
    return int(s.pile_card[s.pile_n - 1])


@kernel
def top_owner(s: State) -> int:
    """Return the seat that laid the top card."""
    return int(s.pile_by[s.pile_n - 1])


@kernel
def lay(s: State, seat: int, c: int) -> None:
    """Lay a card on top of the Pile (PL-03): who lies highest of a side leads it."""
    s.pile_card[s.pile_n] = c
    s.pile_by[s.pile_n] = seat
    s.pile_n += 1
    lead(s, seat)


@kernel
def lead(s: State, seat: int) -> None:
    """Let a seat decide for its side."""
    side = s.side[seat]
    s.leader[side] = seat
    command(s, side)


@kernel
def command(s: State, side: int) -> None:
    """Tell the shared rules who decides for the Pilots: where they fight each other, the leader of this side."""
    boss = s.leader[side if is_pvp(s) else 1]
    if boss != NONE:
        s.conflict.commander[1] = boss


@kernel
def find_leaders(s: State) -> None:
    """The owner of its highest face-up card leads a side; else who led it before (C-49, P-19)."""
    for i in range(s.pile_down, s.pile_n):
        lead(s, s.pile_by[i])


# Strike and Strife ---------------------------------------------------------------------------------------------------


@kernel
def strike_of(s: State, p: int) -> int:
    """Return a participant's Strike Range now (TP-08, TP-13, C-158): a Fusion adds its partners' bonuses."""
    n: int = s.conflict.strike[p] + s.modifier[p]
    if p == COACH:
        n += s.conflict.bonus[p]
        return max(0, min(MAX_STRIKE, n))
    gear = s.world.gear[p]
    if gear != 0:
        for g in range(book.MAX_GEAR):
            n += s.cfg.gear_strike[p, g] * ((gear >> g) & 1)
    if s.conflict.robo[p] == Robo.SUMMONED:
        n += s.cfg.rider[p]
    for q in range(1, s.cfg.pilots + 1):
        if q == p or in_fusion(s, p, q):
            n += s.conflict.bonus[q]
    return max(0, min(MAX_STRIKE, n))


@kernel
def add_strife(s: State, p: int, n: int, out: Out) -> None:
    """Put Strife into the Payload that its causer's own side receives (TP-12, C-58)."""
    s.strife[p] = min(99, s.strife[p] + n)
    tell(out, Event.STRIFE_GATHERED, p, amount=n)


# Hands, one's own or a Fusion's --------------------------------------------------------------------------------------


@kernel
def in_fusion(s: State, p: int, q: int) -> bool:
    """Return whether ``q`` is a partner of the Fusion that ``p`` leads."""
    return s.fused[p] == p and q != p and s.fused[q] == p


@kernel
def hand_word(s: State, p: int, w: int) -> int:
    """Return a word of a hand, a Fusion's partners' included: at least one copy, or both (TP-77, TP-78)."""
    hand = s.world.hand
    one, both = hand[p, 0], hand[p, 1]
    if s.fused[p] == p:
        for q in range(1, s.cfg.pilots + 1):
            if in_fusion(s, p, q):
                both |= hand[q, 1] | (one & hand[q, 0])
                one |= hand[q, 0]
    return int(one if w == 0 else both)


@kernel
def cards_held(s: State, p: int) -> int:
    """Return the number of cards in a hand, a Fusion's partners' included."""
    n = deal.hand_size(s, p)
    if s.fused[p] == p:
        for q in range(1, s.cfg.pilots + 1):
            if in_fusion(s, p, q):
                n += deal.hand_size(s, q)
    return n


@kernel
def holder_of(s: State, p: int, c: int) -> int:
    """Return whose hand a card leaves: one's own, then a partner's, last a received copy (C-73, C-158, P-15)."""
    if cardset.copies(s.world.hand[p], c) <= cardset.copies(s.received[p], c):
        for q in range(1, s.cfg.pilots + 1):
            if in_fusion(s, p, q) and cardset.has(s.world.hand[q], c):
                return q
    return p


@kernel
def play_word(s: State, p: int) -> int:
    """Return the cards that a seat may play, as a word: out of its hand, or off the table (TP-72)."""
    word = hand_word(s, p, 0)
    if s.cfg.factions > 0 or p == COACH:
        word |= deal.table_word(s, p)
    return word


@kernel
def take_out(s: State, p: int, c: int, out: Out) -> None:
    """Take a card that is played from where it lies (TP-72)."""
    off_table = (s.cfg.factions > 0 or p == COACH) and (deal.table_word(s, p) >> c) & 1 != 0
    if off_table or cardset.has(s.world.hand[p], c):
        deal.spend_card(s, p, c, out)
    else:
        deal.leave_hand(s, holder_of(s, p, c), c)
    trim_received(s, p)


@kernel
def trim_received(s: State, p: int) -> None:
    """A card received by an Assist that has left the hand is out of the chain; one's own copy goes first (C-158)."""
    s.received[p, 0] = s.received[p, 0] & s.world.hand[p, 0]
    s.received[p, 1] = s.received[p, 1] & s.world.hand[p, 1]


@kernel
def own_word(s: State, p: int) -> int:
    """Return the cards in a hand, less those received by an Assist, as a word (C-60)."""
    one, both = hand_word(s, p, 0), hand_word(s, p, 1)
    r0, r1 = s.received[p, 0], s.received[p, 1]
    return int((one & ~r0) | (both & ~r1))


@kernel
def own_count(s: State, p: int) -> int:
    """Return how many cards a hand holds, less those received by an Assist."""
    return cards_held(s, p) - cardset.size(s.received[p])


@kernel
def show_hands(s: State, out: Out) -> None:
    """Partners in a Fusion know each other's hands (TP-78)."""
    for h in range(1, s.cfg.pilots + 1):
        if s.fused[h] != NONE:
            for v in range(1, s.cfg.pilots + 1):
                if v != h and s.fused[v] == s.fused[h]:
                    show_hand(s, h, v, out)


@kernel
def show_hand(s: State, h: int, v: int, out: Out) -> None:
    """Show a Pilot the cards of another's hand that she does not know."""
    known, hand = s.world.known[v - 1, h - 1], s.world.hand[h]
    for w in range(2):
        left = hand[w] & ~known[w]
        while left != 0:
            tell(
                out, terms.Event.CARD_SHOWN, h, card=cardset.lowest(left), amount=v, seen=(1 << v) | (1 << h)
            )
            left &= left - 1
        known[w] = hand[w]
