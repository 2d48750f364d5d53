"""The only decision of poker: fold, call or raise."""

from throwdown.envs.core.kit import Out, allow, kernel, tell
from throwdown.envs.poker.actions import Act
from throwdown.envs.poker.state import Event, State


@kernel
def bettor(s: State) -> int:
    """Return whose turn it is: the first player begins every round, and the turn passes (PO-05)."""
    return s.acted % 2


@kernel
def legal_bets(s: State, out: Out) -> None:
    """Fold where there is something to call (PO-06), raise while raises are left (PO-08)."""
    allow(out, Act.CALL)
    if s.paid[s.seat] < s.paid[1 - s.seat]:
        allow(out, Act.FOLD)
    if s.raises < s.most_raises:
        allow(out, Act.RAISE)


@kernel
def bet(s: State, action: int, out: Out) -> None:
    """Fold, call or raise."""
    me = s.seat
    due = s.paid[1 - me] - s.paid[me]
    s.acted += 1
    if action == Act.FOLD:
        s.folded, s.over = me, True
        tell(out, Event.FOLDED, me)
        return
    s.paid[me] += due
    if action == Act.RAISE:
        s.paid[me] += s.stakes[s.phase]
        s.raises += 1
        tell(out, Event.RAISED, me, amount=s.stakes[s.phase])
    else:
        tell(out, Event.CALLED if due > 0 else Event.CHECKED, me, amount=due)
