"""Decks, hands and discard piles: how many copies of every card of the side's own list they hold."""

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import Ints, Out, act_of, allow, kernel, tell
from throwdown.envs.core.rng import Stream, answer, choose
from throwdown.envs.showdown.actions import Act
from throwdown.envs.showdown.state import CARDS, HAND, LEADER, LIST, Event, Kind, Phase, Side, State, Step

RANDOM = 7
"""Tells random discards from draws among the uses of the stream."""


@kernel
def fill(s: State, side: int) -> None:
    """Make a side's deck."""
    team = s.teams[side]
    team.deck_n = 0
    for k in range(LIST):
        team.deck[k] = s.cfg.deck[side, k]
        team.deck_n += s.cfg.deck[side, k]


@kernel
def take(counts: Ints, n: int, st: Stream, number: int) -> int:
    """Take a card at random out of ``n`` cards; which depends on the stream and ``number`` alone."""
    if st.scripted > 0:  # which copy it is makes no difference, so chance is asked for the kind
        kinds = 0
        for k in range(LIST):
            if counts[k] > 0:
                kinds += 1
        left, found = answer(st, kinds) if kinds > 1 else 0, 0
        for k in range(LIST):
            if counts[k] > 0:
                if left == 0:
                    found = k
                    break
                left -= 1
        st.prob *= counts[found] / n
    else:
        found, left = 0, choose(st, number, n)
        while left >= counts[found]:
            left -= counts[found]
            found += 1
    counts[found] -= 1
    return found


@kernel
def can_draw(s: State, side: int, played: int) -> bool:
    """Return whether a draw would bring a card once ``played`` cards left the hand (SDA-41, SHO-41)."""
    return bool(s.teams[side].deck_n > 0 and s.teams[side].hand_n - played < HAND)


@kernel
def draw(s: State, side: int, n: int, out: Out) -> None:
    """Draw cards, as far as there are any and the hand has room (SD-105, SDA-41, SHO-41)."""
    team = s.teams[side]
    for _ in range(n):
        if can_draw(s, side, 0):
            team.draws += 1
            k = take(team.deck, team.deck_n, s.rng, (side << 32) + team.draws)
            team.deck_n -= 1
            team.hand[k] += 1
            team.hand_n += 1
            tell(out, Event.CARD_DRAWN, side, card=side * CARDS + k, seen=1 << side)


@kernel
def put_back(s: State, side: int) -> None:
    """Shuffle the whole hand back into the deck."""
    team = s.teams[side]
    for k in range(LIST):
        team.deck[k] += team.hand[k]
        team.hand[k] = 0
    team.deck_n += team.hand_n
    team.hand_n = 0


@kernel
def leave_hand(s: State, card: int) -> None:
    """Take a card out of its side's hand."""
    team = s.teams[card // CARDS]
    team.hand[card % CARDS] -= 1
    team.hand_n -= 1


@kernel
def discard(s: State, card: int, out: Out) -> None:
    """Discard a card from hand (SD-104)."""
    leave_hand(s, card)
    s.teams[card // CARDS].trash[card % CARDS] += 1
    tell(out, Event.DISCARDED, card // CARDS, card=card)


@kernel
def discard_random(s: State, side: int, n: int, out: Out) -> None:
    """Discard cards at random, every card of the hand as likely (SHO-19)."""
    team = s.teams[side]
    for _ in range(n):
        if team.hand_n > 0:
            s.rng.count += 1
            k = take(team.hand, team.hand_n, s.rng, (RANDOM << 40) + s.rng.count)
            team.hand[k] += 1
            discard(s, side * CARDS + k, out)


@kernel
def handsize(s: State, side: int) -> int:
    """Return what the hand is filled to: a Wound on the Heroes' Leader lowers it by one (SD-33, SD-42, SD-106)."""
    lost = s.teams[0].wounds if side == 0 else 0
    return max(0, s.cfg.handsize - lost)


@kernel
def card_at(s: State, action: int) -> int:
    """Return the card that an action names: one of the list of who decides, or its Leader."""
    return s.seat * CARDS + (LEADER if act_of(Act, action) == Act.LEADER else action - Act.CARD)


# Mulligans --------------------------------------------------------------------------------------------------------


@kernel
def ask_mulligan(s: State, out: Out) -> None:
    """Ask whether a hand is kept: the Heroes, then the Villains (SD-25, SDA-42)."""
    if s.side > Side.VILLAINS or not s.cfg.mulligan:
        s.step = Step.BEGIN_TURN
    else:
        ask(s, Phase.MULLIGAN)


@kernel
def mulligans(s: State, out: Out) -> None:
    """Write that the hand can be kept or not."""
    allow(out, Act.MULLIGAN)
    allow(out, Act.KEEP)


@kernel
def mulligan(s: State, action: int, out: Out) -> None:
    """Keep the hand, or shuffle it back and draw as many anew, once (SD-25)."""
    side = s.side
    if action == Act.KEEP:
        tell(out, Event.KEPT, side)
    else:
        tell(out, Event.MULLIGAN, side)
        put_back(s, side)
        draw(s, side, s.cfg.handsize, out)
    s.side += 1


# Discards ---------------------------------------------------------------------------------------------------------


@kernel
def ask_discard(s: State, out: Out) -> None:
    """Ask for a discard while there is any card in hand: the Heroes, then the Villains (SD-83, SDA-44, SHO-24)."""
    if s.teams[s.side].hand_n > 0:
        ask(s, Phase.DISCARD)
    else:
        end_discards(s)


@kernel
def discards(s: State, out: Out) -> None:
    """Write that any Combat Card may be discarded, or no more (SD-83)."""
    allow(out, Act.PASS)
    for k in range(LIST):
        if s.teams[s.seat].hand[k] > 0 and s.cfg.cards[s.seat * CARDS + k].kind == Kind.COMBAT:
            allow(out, Act.CARD + k)


@kernel
def discard_more(s: State, action: int, out: Out) -> None:
    """Discard a card, or be done."""
    if action == Act.PASS:
        end_discards(s)
    else:
        discard(s, card_at(s, action), out)


@kernel
def end_discards(s: State) -> None:
    """End a side's discards."""
    if s.side == Side.HEROES:
        s.side = Side.VILLAINS
    else:
        s.step = Step.END_TURN
