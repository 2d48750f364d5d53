"""What is legal."""

from throwdown.envs.core.kit import kernel
from throwdown.envs.poker.actions import Action
from throwdown.envs.poker.state import State


@kernel
def bets(s: State) -> int:
    """Fold where there is something to call (PO-06), raise while raises are left (PO-08)."""
    word = 1 << Action.CALL
    if s.paid[s.seat] < s.paid[1 - s.seat]:
        word |= 1 << Action.FOLD
    if s.raises < s.most_raises:
        word |= 1 << Action.RAISE
    return word


@kernel
def is_open(s: State) -> bool:
    """Return whether a single answer may be given unasked: everybody is asked every time."""
    return False
