"""What answers do, and what follows by itself."""

from throwdown.envs.core import deck
from throwdown.envs.core.kit import Out, kernel, tell
from throwdown.envs.poker.actions import Action
from throwdown.envs.poker.state import Event, State


@kernel
def mover(s: State) -> int:
    """Return whose turn it is: the first player begins every round, and the turn passes (PO-05)."""
    return s.acted % 2


@kernel
def bet(s: State, action: int, out: Out) -> None:
    """Fold, call or raise."""
    me = s.seat
    due = s.paid[1 - me] - s.paid[me]
    s.acted += 1
    if action == Action.FOLD:
        s.folded, s.over = me, True
        tell(out, Event.FOLDED, me)
        return
    s.paid[me] += due
    if action == Action.RAISE:
        s.paid[me] += s.stakes[s.phase]
        s.raises += 1
        tell(out, Event.RAISED, me, amount=s.stakes[s.phase])
    else:
        tell(out, Event.CALLED if due > 0 else Event.CHECKED, me, amount=due)


@kernel
def go_on(s: State, out: Out) -> bool:
    """End a round in which both have acted and paid alike (PO-09); return whether there was one to end.

    The shared card is turned up and all bet again (PO-10); after the last round the cards are shown (PO-11).
    """
    if s.acted < 2 or s.paid[0] != s.paid[1]:
        return False
    if s.phase + 1 == s.rounds:
        s.over = True
        for seat in range(2):
            tell(out, Event.SHOWN, seat, card=s.hand[seat])
        return True
    s.shared = deck.take(s.pack, s.rng, 0)
    tell(out, Event.TURNED_UP, card=s.shared)
    s.phase += 1
    s.raises, s.acted = 0, 0
    return True
