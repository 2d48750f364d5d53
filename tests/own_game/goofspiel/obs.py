"""What a player observes."""

from goofspiel.state import MOST, State

from throwdown.envs.core.kit import NONE, Field, Fields, Ints, Out, cardset, kernel

FIELDS = Fields(
    [
        Field("viewer", 2, 0, 1, "who looks, one-hot over seats"),
        Field("mover", 2, 0, 1, "who decides, one-hot; none when it is over"),
        Field("prize", MOST, 0, 1, "the prize that is bid for, one-hot"),
        Field("prizes", MOST, 0, 1, "prizes that are still face down"),
        Field("hand", MOST, 0, 1, "the viewer's cards"),
        Field("bids", MOST, -1, MOST - 1, "the viewer's bids by round, -1 where there is none"),
        Field("won", MOST, -1, 1, "by round: 1 won by the viewer, -1 by the other, 0 by nobody or not over"),
        Field("points", 2, 0, MOST * (MOST + 1) // 2, "points of the viewer, of the other"),
    ]
)
_at = FIELDS.at
VIEWER, MOVER, PRIZE, PRIZES = _at("viewer"), _at("mover"), _at("prize"), _at("prizes")
HAND, BIDS, WON, POINTS = _at("hand"), _at("bids"), _at("won"), _at("points")


@kernel
def observe(s: State, viewer: int, row: Ints, out: Out) -> None:
    """Write what ``viewer`` knows."""
    row[VIEWER + viewer] = 1
    if not s.over:
        row[MOVER + s.seat] = 1
    if s.prize != NONE:
        row[PRIZE + s.prize] = 1
    for card in range(MOST):
        row[PRIZES + card] = cardset.has(s.prizes, card)
        row[HAND + card] = cardset.has(s.hands[viewer], card)
        row[BIDS + card] = s.bids[viewer, card]
        if s.winners[card] != NONE:
            row[WON + card] = 1 if s.winners[card] == viewer else -1
    row[POINTS] = s.points[viewer]
    row[POINTS + 1] = s.points[1 - viewer]
