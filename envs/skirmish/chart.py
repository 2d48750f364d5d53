"""Team Hands: the row that cards make, climbing the chart, and what a row does at once."""

from throwdown.envs.core import cardset
from throwdown.envs.core.kit import NONE, Ints, Out, as_bits, kernel, tell
from throwdown.envs.skirmish import decks, terrain
from throwdown.envs.skirmish.state import ACE, CPU, FACES, FULL, MCS, MOBS, Event, Row, Side, State, Team

IMMEDIATE = as_bits(
    (Row.FIVE_OF_A_KIND, Row.STRAIGHT_FLUSH, Row.FOUR_OF_A_KIND, Row.FULL_HOUSE, Row.THREE_OF_A_KIND)
)
"""Rows whose Boot happens at once; the others wait for the side's next turn (SKA-30)."""
ACES, EIGHTS = 12, 6
"""Places of these ranks, Two first."""
STRAIGHT = 5
ROYAL = 0b11111 << 8


@kernel
def suit_ranks(word: int, suit: int) -> int:
    """Return the ranks of a suit in a word of cards as bits, Two first."""
    ranks = 0
    for rank in range(ACE - 1):
        if (word >> (4 * rank + suit)) & 1:
            ranks |= 1 << rank
    return ranks


@kernel
def most_of_straight(ranks: int) -> int:
    """Return how many cards of the fullest straight there are; the Ace is low or high (SKA-53)."""
    line = ranks << 1 | (ranks >> ACES) & 1
    most = 0
    for low in range(10):
        most = max(most, cardset.popcount(line >> low & 0b11111))
    return most


@kernel
def row_of(cards: Ints, n: int) -> int:
    """Return the best row of five or fewer of ``n`` cards (SKO-27)."""
    word, jokers = 0, 0
    for k in range(n):
        if cards[k] >= FACES:
            jokers += 1
        else:
            word |= 1 << cards[k]
    return row_of_word(word, jokers)


@kernel
def row_of_word(word: int, jokers: int) -> int:
    """Return the best row of the cards in a word and some Jokers, which are wild (SKA-11)."""
    n = cardset.popcount(word) + jokers
    first, second, ranks, flush, straight_flush, royal = 0, 0, 0, 0, 0, 0
    for suit in range(4):
        own = suit_ranks(word, suit)
        ranks |= own
        flush = max(flush, cardset.popcount(own))
        straight_flush = max(straight_flush, most_of_straight(own))
        royal = max(royal, cardset.popcount(own & ROYAL))
    for rank in range(ACE - 1):
        count = cardset.popcount(word >> (4 * rank) & 0xF)
        if count > first:
            first, second = count, first
        elif count > second:
            second = count
    aces = cardset.popcount(word >> (4 * ACES) & 0xF)
    eights = cardset.popcount(word >> (4 * EIGHTS) & 0xF)
    if first + jokers >= 5:
        return Row.FIVE_OF_A_KIND
    if royal + jokers >= STRAIGHT:
        return Row.ROYAL_FLUSH
    if straight_flush + jokers >= STRAIGHT:
        return Row.STRAIGHT_FLUSH
    is_dead = n == 4 and aces <= 2 and eights <= 2 and aces + eights + jokers == 4
    if first + jokers >= 4:
        return Row.FOUR_OF_A_KIND
    if is_dead:
        return Row.DEAD_MANS_HAND
    if n >= 5 and max(0, 3 - first) + max(0, 2 - second) <= jokers:
        return Row.FULL_HOUSE
    if flush + jokers >= STRAIGHT:
        return Row.FLUSH
    if most_of_straight(ranks) + jokers >= STRAIGHT:
        return Row.STRAIGHT
    if first + jokers >= 3:
        return Row.THREE_OF_A_KIND
    if first >= 2 and second >= 2:
        return Row.TWO_PAIR
    return Row.PAIR if first + jokers >= 2 else Row.HIGH_CARD


@kernel
def best_attained(team: Team) -> int:
    """Return the highest row that a Team Hand has reached."""
    best = 0
    for row in range(len(Row)):
        if (team.rows >> row) & 1:
            best = row
    return best


@kernel
def give(s: State, side: int, card: int, out: Out) -> bool:
    """Put a card into the Team Hand; return whether the other side has to give one up (SK-67, SK-77)."""
    team = s.teams[side]
    team.cards[team.n] = card
    team.n += 1
    row = row_of(team.cards, team.n)
    is_climb = row > best_attained(team)
    if is_climb:
        team.rows |= 1 << row
        tell(out, Event.CLIMBED, side, number=row)
        if (IMMEDIATE >> row) & 1:
            happen(s, side, row, out)
        else:
            team.boot = row  # SKA-32
    if team.n >= s.cfg.limit:
        discard_team(s, side, out)
    return bool(is_climb and row == Row.THREE_OF_A_KIND and s.teams[1 - side].n > 0)


@kernel
def discard_team(s: State, side: int, out: Out) -> None:
    """Discard a Team Hand; its Uptimes end (SK-87, SKA-26)."""
    team = s.teams[side]
    for k in range(team.n):
        decks.discard(s, side, team.cards[k])
        team.cards[k] = NONE
    team.n, team.rows = 0, 0
    tell(out, Event.TEAM_DISCARDED, side)


@kernel
def give_up(s: State, side: int, place: int, out: Out) -> None:
    """Discard one card of a Team Hand, the side's choice; with the last one its rows end (SKO-23)."""
    team = s.teams[side]
    card = team.cards[place]
    for k in range(place, team.n - 1):
        team.cards[k] = team.cards[k + 1]
    team.n -= 1
    team.cards[team.n] = NONE
    decks.discard(s, side, card)
    tell(out, Event.GAVE_UP, side, card=card)
    if team.n == 0:
        team.rows = 0
        tell(out, Event.TEAM_DISCARDED, side)


@kernel
def is_locked(s: State, side: int) -> bool:
    """Return whether nobody may change the statuses of a side (SKA-39)."""
    return decks.has_up(s, side, Row.FIVE_OF_A_KIND)


@kernel
def happen(s: State, side: int, row: int, out: Out) -> None:
    """Bring about a Boot that happens at once (SKA-30, SKO-22)."""
    if row == Row.FIVE_OF_A_KIND:
        restore(s, side, out)
    elif row == Row.FOUR_OF_A_KIND:
        decks.discard_best(s, 1 - side, out)
    elif row == Row.STRAIGHT_FLUSH or row == Row.FULL_HOUSE:
        first, last = (CPU, CPU + 1) if side == Side.CPU else (0, MCS)
        for holder in range(first, last):
            if holder != CPU and not s.processes[holder].is_up:
                continue
            if row == Row.STRAIGHT_FLUSH:
                decks.reload(s, holder, out)
            elif decks.can_draw(s, holder):
                decks.draw(s, holder, out)


@kernel
def restore(s: State, side: int, out: Out) -> None:
    """Take the statuses off all who stand, and restore their HP (SK-69); the lock of this row comes after."""
    first, last = (MCS, MCS + MOBS) if side == Side.CPU else (0, MCS)
    for p in range(first, last):
        w = s.processes[p]
        if w.is_up:
            w.status, w.hp = 0, w.max_hp
    tell(out, Event.RESTORED, side)


@kernel
def charge(s: State, p: int, gain: int, out: Out) -> None:
    """Charge a process's meter, 10 at most (SK-55); without Interrupts there is none (SKA-36)."""
    w = s.processes[p]
    if s.cfg.sheets[w.sheet].interrupt_n == 0 or not w.is_up or w.meter == FULL:
        return
    w.meter = min(FULL, w.meter + gain)
    tell(out, Event.CHARGED, amount=terrain.tag(s, p), number=w.meter)
