"""The rules of Kuhn and Leduc poker, clause by clause as in RULES.md."""

from throwdown.envs.core import deck
from throwdown.envs.core.kit import NONE, Out, cardset, kernel, pick, reset, tell
from throwdown.envs.poker.actions import Action
from throwdown.envs.poker.state import Event, State


@kernel
def setup(s: State, out: Out) -> None:
    """Deal a card each for an ante of 1 (PO-01 to PO-03)."""
    reset(s)
    deck.fill(s.pack, s.faces)
    for seat in range(2):
        s.hand[seat] = deck.take(s.pack, s.rng, 0)
        tell(out, Event.DEALT, seat, card=s.hand[seat], seen=1 << seat)


@kernel
def legal(s: State, out: Out) -> None:
    """Fold where there is something to call (PO-06), raise while raises are left (PO-08)."""
    word = 1 << Action.CALL
    if s.paid[s.seat] < s.paid[1 - s.seat]:
        word |= 1 << Action.FOLD
    if s.raises < s.most_raises:
        word |= 1 << Action.RAISE
    out.words[0] = word


@kernel
def apply(s: State, action: int, out: Out) -> None:
    """Fold, call or raise; the turn passes (PO-05), and a round ends when both have acted and paid alike (PO-09)."""
    me = s.seat
    due = s.paid[1 - me] - s.paid[me]
    s.acted += 1
    if action == Action.FOLD:
        s.folded, s.over = me, True
        tell(out, Event.FOLDED, me)
        return
    s.paid[me] += due
    s.seat = 1 - me
    if action == Action.RAISE:
        s.paid[me] += s.stakes[s.phase]
        s.raises += 1
        tell(out, Event.RAISED, me, amount=s.stakes[s.phase])
        return
    tell(out, Event.CALLED if due > 0 else Event.CHECKED, me, amount=due)
    if s.acted > 1:
        end_round(s, out)


@kernel
def end_round(s: State, out: Out) -> None:
    """Turn the shared card up and bet again (PO-10); after the last round show the cards (PO-11)."""
    if s.phase + 1 == s.rounds:
        s.over = True
        for seat in range(2):
            tell(out, Event.SHOWN, seat, card=s.hand[seat])
        return
    s.shared = deck.take(s.pack, s.rng, 0)
    tell(out, Event.TURNED_UP, card=s.shared)
    s.phase += 1
    s.seat, s.raises, s.acted = 0, 0, 0


@kernel
def rank_of(s: State, card: int) -> int:
    """Return the rank of a card: 0 Jack, 1 Queen, 2 King."""
    return card * 3 // s.kinds


@kernel
def strength(s: State, seat: int) -> int:
    """Return how good a hand is: a pair with the shared card beats all others, then the rank counts (PO-12)."""
    rank = rank_of(s, s.hand[seat])
    return rank + (3 if s.shared != NONE and rank == rank_of(s, s.shared) else 0)


@kernel
def returns(s: State, out: Out) -> None:
    """Give the loser's chips to the winner; equal hands win nothing (PO-13)."""
    loser = s.folded
    if loser == NONE and strength(s, 0) != strength(s, 1):
        loser = 0 if strength(s, 0) < strength(s, 1) else 1
    for seat in range(2):
        out.returns[seat] = 0 if loser == NONE else -s.paid[seat] if seat == loser else s.paid[loser]


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Deal the other's card anew from all that the viewer has not seen."""
    if s.over and s.folded == NONE:  # both have shown their cards
        return
    other, unseen = 1 - viewer, s.pack.cards
    cardset.add(unseen, s.hand[other])
    s.hand[other] = cardset.nth(unseen, pick(s, cardset.size(unseen)))
    cardset.remove(unseen, s.hand[other])
