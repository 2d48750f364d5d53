"""What a bet does for the seat to move: in one sentence, from its own card and what everybody has seen."""

from __future__ import annotations

from throwdown.envs.core.kit import Setup, joined, plural, tr
from throwdown.envs.poker.actions import Act
from throwdown.envs.poker.state import State
from throwdown.envs.poker.words import decisions, hands


def merit(s: State, action: int, rival: int, setup: Setup) -> str:
    """Return how the hand stands, and what a bet costs and brings; see `MoreTexts.merit`."""
    if action == Act.FOLD:
        paid = int(s.paid[s.seat])
        lost = plural("it gives up the {n} chip you paid", "it gives up the {n} chips you paid", paid)
        return joined(lost, hands.standing(s))
    if action == Act.RAISE:
        return joined(hands.standing(s), _raise(s))
    return joined(hands.standing(s), _call(s))


def _raise(s: State) -> str:
    stake, is_last = int(s.stakes[s.phase]), s.phase + 1 == s.rounds
    if is_last and not hands.compared(s)[0]:
        return tr("the raise is a bluff, which wins only if the other player folds")
    return plural(
        "the other player must pay {n} chip more to see it",
        "the other player must pay {n} chips more to see it",
        stake,
    )


def _call(s: State) -> str:
    """Return what a call or check costs, and what comes next."""
    n, is_last = decisions.due(s), s.phase + 1 == s.rounds
    if not n and not s.acted:
        return tr("it costs nothing, and leaves the next bet to the other player")
    if not n:
        return tr("it costs nothing, and the cards are shown") if is_last else tr("the shared card is free")
    if is_last:
        return plural("for {n} chip the cards are shown", "for {n} chips the cards are shown", n)
    return plural("for {n} chip you see the shared card", "for {n} chips you see the shared card", n)
