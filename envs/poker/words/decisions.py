"""How every decision is put to people."""

from throwdown.envs.core.decisions import Answer, Describe, Wording, Words
from throwdown.envs.core.kit import Description, Setup, plural, tr
from throwdown.envs.poker.actions import Act
from throwdown.envs.poker.decisions import DECISIONS
from throwdown.envs.poker.state import Round, State


def chips(n: int) -> str:
    """Return a number of chips."""
    return plural("{n} chip", "{n} chips", n)


def due(s: State) -> int:
    """Return how many chips the seat to move has to pay to stay in."""
    return int(s.paid[1 - int(s.seat)]) - int(s.paid[s.seat])


def _bet(s: State, setup: Setup) -> str:
    owed, stake = due(s), chips(int(s.stakes[s.phase]))
    if not owed:
        return tr("check or raise by {stake}", stake=stake)
    if s.raises < s.most_raises:
        return tr("fold, call {due} or raise by {stake}", due=chips(owed), stake=stake)
    return tr("fold or call {due}", due=chips(owed))


def _raise(s: State, k: int, setup: Setup) -> Description:
    stake = int(s.stakes[s.phase])
    effect = tr("the other player must pay {chips} more, or fold", chips=chips(stake))
    return Description(tr("Raise"), "", chips(due(s) + stake), effect)


def _call(s: State, k: int, setup: Setup) -> Description:
    owed = due(s)
    if owed:
        return Description(tr("Call"), "", chips(owed), tr("stay in"))
    return Description(tr("Check"), "", "", tr("pay nothing"))


PAID = tr("Chips paid")
"""The name of a player's gauge."""


def _paying(answer: Describe, raises: bool) -> Answer:
    """Return what describes an answer with the chips that the player then has paid."""

    def describe_paid(s: State, k: int, setup: Setup) -> Description:
        paid = int(s.paid[1 - int(s.seat)]) + (int(s.stakes[s.phase]) if raises else 0)
        return answer(s, k, setup)._replace(then=((PAID, paid),))

    return describe_paid


BET = Wording(
    tr("the bet"),
    _bet,
    (
        tr(
            "Fold to give up the pot, call to pay as much as the other player, or raise while the round has "
            "raises left."
        ),
        tr(
            "When both players have acted and paid the same, the round is over. A pair with the shared card "
            "beats all other hands; otherwise the higher rank wins: Jack, Queen, King."
        ),
    ),
    tr("It is the only legal choice."),
    {
        Act.FOLD: Description(tr("Fold"), "", "", tr("give up the pot"), gives_up=True),
        Act.CALL: _paying(_call, raises=False),
        Act.RAISE: _paying(_raise, raises=True),
    },
)
WORDS = Words(DECISIONS, dict.fromkeys(Round, BET))
