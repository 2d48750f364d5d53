"""Cards: drawing, reloading, discarding, and what the other side knows of a hand."""

from throwdown.envs.core import cardset, deck as piles
from throwdown.envs.core.kit import NONE, Out, kernel, tell
from throwdown.envs.skirmish.state import CPU, HAND, KINDS, MCS, Event, Hand, Reload, Row, Side, State


@kernel
def side_of_holder(holder: int) -> int:
    """Return the side of a holder of cards."""
    return Side.CPU if holder == CPU else Side.MCS


@kernel
def size(hand: Hand) -> int:
    """Return how many cards a hand holds."""
    return cardset.popcount(hand.cards)


@kernel
def shown_size(s: State, holder: int) -> int:
    """Return the size of a hand as the other side sees it: what is laid in secret counts still (SKO-42)."""
    n = size(s.hands[holder])
    if s.is_sealed:
        for k in range(s.lay_n):
            if s.lays[k].owner == holder and s.lays[k].card != NONE:
                n += 1
    return n


@kernel
def has_cards(s: State, side: int) -> bool:
    """Return whether a side can draw a card at all (SKA-01)."""
    d = s.teams[side].deck
    return bool(d.n > 0 or cardset.size(d.trash) > 0)


@kernel
def can_draw(s: State, holder: int) -> bool:
    """Return whether a holder can take one more card (SKE-02)."""
    return bool(size(s.hands[holder]) < HAND and has_cards(s, side_of_holder(holder)))


@kernel
def draw(s: State, holder: int, out: Out) -> None:
    """Draw a card, which `can_draw` allows; the discards come in only when the deck is empty (SKO-04)."""
    side = side_of_holder(holder)
    d = s.teams[side].deck
    if d.n == 0:
        piles.reshuffle(d)
        tell(out, Event.RESHUFFLED, side)
    card = piles.take(d, s.rng, side + 1)
    hand = s.hands[holder]
    hand.caps[size(hand)] = KINDS - 1
    hand.cards |= 1 << card
    hand.due = False
    tell(out, Event.CARD_DRAWN, side, card=card, amount=holder, seen=1 << side)


@kernel
def is_nullified(s: State, side: int) -> bool:
    """Return whether the other side's Flush Boot makes a side's Uptimes absent (SKA-34)."""
    return bool(s.teams[1 - side].boot_now == Row.FLUSH)


@kernel
def has_up(s: State, side: int, row: int) -> bool:
    """Return whether a side's Uptime of a row is in force."""
    return bool((s.teams[side].rows >> row) & 1 == 1 and not is_nullified(s, side))


@kernel
def reload(s: State, holder: int, out: Out) -> None:
    """Draw up to Draw; nothing is discarded (SKA-03); a Full House of the others takes one off (SKA-35)."""
    side = side_of_holder(holder)
    most = s.draw if holder == CPU else s.cfg.sheets[s.processes[holder].sheet].draw
    if has_up(s, 1 - side, Row.FULL_HOUSE):
        most = max(1, most - 1)
    before = size(s.hands[holder])
    n = before
    while n < most and can_draw(s, holder):
        draw(s, holder, out)
        n += 1
    tell(out, Event.RELOADED, side, amount=holder, number=n - before)


@kernel
def has_run_out(s: State, holder: int) -> bool:
    """Return whether a holder is an MC with Reload: Out without a card; what is laid in secret counts still."""
    if holder == CPU or s.hands[holder].cards != 0 or s.is_sealed:
        return False
    w = s.processes[holder]
    return w.is_up and s.cfg.sheets[w.sheet].reload == Reload.OUT


@kernel
def reload_out(s: State, holder: int, out: Out) -> None:
    """Let an MC with Reload: Out reload for free if it has run out, at once or when there is a card (SK-90, SKO-10)."""
    if has_run_out(s, holder):
        if can_draw(s, holder):
            reload(s, holder, out)
        else:
            s.hands[holder].due = True


@kernel
def reload_due(s: State, out: Out) -> None:
    """Let free reloads happen that have waited for a card (SKO-10)."""
    for i in range(s.cfg.mcs):
        if s.hands[i].due:
            reload_out(s, i, out)


@kernel
def drop_cap(hand: Hand, card: int, n: int) -> None:
    """Note that the other side has seen a card leave a hand of ``n``: it may have been the one known best."""
    at = 0
    while at < n - 1 and hand.caps[at] < card:
        at += 1
    for k in range(at, n - 1):
        hand.caps[k] = hand.caps[k + 1]
    hand.caps[n - 1] = NONE


@kernel
def take(s: State, holder: int, card: int) -> None:
    """Take a card out of a hand for all to see."""
    hand = s.hands[holder]
    drop_cap(hand, card, size(hand))
    hand.cards &= ~(1 << card)


@kernel
def discard(s: State, side: int, card: int) -> None:
    """Put a card on a side's open discards."""
    cardset.add(s.teams[side].deck.trash, card)


@kernel
def discard_hand(s: State, holder: int, out: Out) -> None:
    """Discard all that a holder has (SKA-45)."""
    hand = s.hands[holder]
    side = side_of_holder(holder)
    while hand.cards != 0:
        card = cardset.lowest(hand.cards)
        hand.cards &= hand.cards - 1
        discard(s, side, card)
        tell(out, Event.DISCARDED, side, card=card, amount=holder)
    hand.due = False
    for k in range(HAND):
        hand.caps[k] = NONE


@kernel
def highest(word: int) -> int:
    """Return the highest card of a hand that is not empty."""
    card = NONE
    while word != 0:
        card = cardset.lowest(word)
        word &= word - 1
    return card


@kernel
def discard_best(s: State, side: int, out: Out) -> None:
    """Let a side discard its best held card: by rank, then seat, then suit (SKO-24).

    The other side learns that no card still held is better.
    """
    best, owner = NONE, NONE
    first, last = (CPU, CPU + 1) if side == Side.CPU else (0, MCS)
    for holder in range(first, last):
        if s.hands[holder].cards != 0:
            card = highest(s.hands[holder].cards)
            if owner == NONE or card // 4 > best // 4:
                best, owner = card, holder
    if owner == NONE:
        return
    take(s, owner, best)
    discard(s, side, best)
    tell(out, Event.DISCARDED, side, card=best, amount=owner)
    rank = best // 4
    for holder in range(first, last):
        cap = best - 1 if holder == owner else 4 * rank - 1 if holder < owner else 4 * rank + 3
        hand = s.hands[holder]
        for k in range(size(hand)):
            hand.caps[k] = min(hand.caps[k], cap)
    reload_out(s, owner, out)
