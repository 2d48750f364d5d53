"""The rules of Kuhn and Leduc poker, clause by clause as in RULES.md."""

from throwdown.envs.core import deck
from throwdown.envs.core.kit import NONE, Out, kernel, reset, tell
from throwdown.envs.poker.decisions import DECISIONS
from throwdown.envs.poker.state import Event, State

legal, apply, _settle = DECISIONS.legal, DECISIONS.apply, DECISIONS.settle


@kernel
def setup(s: State, out: Out) -> None:
    """Deal a card each for an ante of 1 (PO-01 to PO-03)."""
    reset(s)
    deck.fill(s.pack, s.faces)
    for seat in range(2):
        s.hand[seat] = deck.take(s.pack, s.rng, 0)
        tell(out, Event.DEALT, seat, card=s.hand[seat], seen=1 << seat)
    _settle(s, out)


@kernel
def rank_of(s: State, card: int) -> int:
    """Return the rank of a card: 0 Jack, 1 Queen, 2 King."""
    return card * 3 // s.kinds


@kernel
def is_pair(s: State, card: int) -> bool:
    """Return whether a card makes a pair with the shared card."""
    return s.shared != NONE and rank_of(s, card) == rank_of(s, s.shared)


@kernel
def worth(s: State, card: int) -> int:
    """Return how good a card is as a hand: a pair with the shared card beats all, then ranks count (PO-12)."""
    return rank_of(s, card) + (3 if is_pair(s, card) else 0)


@kernel
def strength(s: State, seat: int) -> int:
    """Return how good a seat's hand is."""
    return worth(s, s.hand[seat])


@kernel
def returns(s: State, out: Out) -> None:
    """Give the loser's chips to the winner; equal hands win nothing (PO-13)."""
    loser = s.folded
    if loser == NONE and strength(s, 0) != strength(s, 1):
        loser = 0 if strength(s, 0) < strength(s, 1) else 1
    for seat in range(2):
        out.returns[seat] = 0 if loser == NONE else -s.paid[seat] if seat == loser else s.paid[loser]
