"""What follows by itself: the next bet, the shared card, the end."""

from throwdown.envs.core import deck
from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import Out, kernel, tell
from throwdown.envs.poker.state import Event, State


@kernel
def step(s: State, out: Out) -> None:
    """Ask for the next bet; end a round in which both have acted and paid alike (PO-09).

    The shared card is turned up and all bet again (PO-10); after the last round the cards are shown (PO-11).
    """
    if s.acted < 2 or s.paid[0] != s.paid[1]:
        ask(s, s.phase)
    elif s.phase + 1 == s.rounds:
        s.over = True
        for seat in range(2):
            tell(out, Event.SHOWN, seat, card=s.hand[seat])
    else:
        s.shared = deck.take(s.pack, s.rng, 0)
        tell(out, Event.TURNED_UP, card=s.shared)
        s.raises, s.acted = 0, 0
        ask(s, s.phase + 1)
