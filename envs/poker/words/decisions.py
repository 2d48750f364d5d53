"""How every decision is put to people."""

from throwdown.envs.core.decisions import Wording, Words
from throwdown.envs.core.kit import Setup, plural, tr
from throwdown.envs.poker.decisions import DECISIONS
from throwdown.envs.poker.state import Round, State


def chips(n: int) -> str:
    """Return a number of chips."""
    return plural("{n} chip", "{n} chips", n)


def _bet(s: State, setup: Setup) -> str:
    due, stake = int(s.paid[1 - int(s.seat)]) - int(s.paid[s.seat]), chips(int(s.stakes[s.phase]))
    if not due:
        return tr("check or raise by {stake}", stake=stake)
    if s.raises < s.most_raises:
        return tr("fold, call {due} or raise by {stake}", due=chips(due), stake=stake)
    return tr("fold or call {due}", due=chips(due))


BET = Wording(
    tr("the bet"),
    _bet,
    (
        tr(
            "Fold to give the pot up, call to pay as much as the other, or raise while the round has raises left."
        ),
        tr(
            "When both have acted and paid alike, the round is over. A pair with the shared card beats all other "
            "hands; otherwise the higher rank wins: Jack, Queen, King."
        ),
    ),
    tr("It is the only legal choice."),
)
WORDS = Words(DECISIONS, dict.fromkeys(Round, BET))
