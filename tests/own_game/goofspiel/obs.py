"""What a player observes."""

from goofspiel.state import MOST, State

from throwdown.envs.core.kit import (
    NONE,
    Fields,
    Flags,
    Ints,
    Observation,
    Out,
    cardset,
    flags,
    kernel,
    numbers,
)


class Seen(Observation):
    """What a player observes."""

    viewer: Flags = flags("the viewer, one-hot over seats", 2)
    mover: Flags = flags("the seat that decides, one-hot; none when the game is over", 2)
    prize: Flags = flags("the prize that is bid for, one-hot", MOST)
    prizes: Flags = flags("prizes that are still face down", MOST)
    hand: Flags = flags("the viewer's cards", MOST)
    bids: Ints = numbers("the viewer's bids by round, -1 where there is none", -1, MOST - 1, MOST)
    won: Ints = numbers(
        "by round: 1 won by the viewer, -1 by the other, 0 by nobody or not over", -1, 1, MOST
    )
    points: Ints = numbers("points of the viewer, of the other", 0, MOST * (MOST + 1) // 2, 2)


FIELDS = Fields(Seen)


@kernel
def observe(s: State, viewer: int, row: Ints, out: Out) -> None:
    """Write what ``viewer`` knows."""
    seen = Seen.of(row)
    seen.viewer[viewer] = True
    if not s.over:
        seen.mover[s.seat] = True
    if s.prize != NONE:
        seen.prize[s.prize] = True
    for card in range(MOST):
        seen.prizes[card] = cardset.has(s.prizes, card)
        seen.hand[card] = cardset.has(s.hands[viewer], card)
        seen.bids[card] = s.bids[viewer, card]
        if s.winners[card] != NONE:
            seen.won[card] = 1 if s.winners[card] == viewer else -1
    seen.points[0] = s.points[viewer]
    seen.points[1] = s.points[1 - viewer]
