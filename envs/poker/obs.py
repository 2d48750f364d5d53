"""What a player observes."""

from throwdown.envs.core.kit import NONE, Field, Fields, Ints, Out, kernel
from throwdown.envs.poker.state import KINDS, Round, State

FIELDS = Fields(
    [
        Field("viewer", 2, 0, 1, "who looks, one-hot over seats"),
        Field("mover", 2, 0, 1, "who decides, one-hot; none when it is over"),
        Field("hand", KINDS, 0, 1, "the viewer's card, one-hot"),
        Field("shared", KINDS, 0, 1, "the shared card, one-hot; none in the first round"),
        Field("round", len(Round), 0, 1, "the round, one-hot"),
        Field("paid", 2, 1, 13, "chips in the pot: the viewer's, the other's"),
        Field("raises", 1, 0, 2, "raises in this round"),
        Field("acted", 1, 0, 4, "actions in this round"),
    ]
)
_at = FIELDS.at
VIEWER, MOVER, HAND, SHARED = _at("viewer"), _at("mover"), _at("hand"), _at("shared")
ROUND, PAID, RAISES, ACTED = _at("round"), _at("paid"), _at("raises"), _at("acted")


@kernel
def observe(s: State, viewer: int, row: Ints, out: Out) -> None:
    """Write what ``viewer`` knows."""
    row[VIEWER + viewer] = 1
    if not s.over:
        row[MOVER + s.seat] = 1
    row[HAND + s.hand[viewer]] = 1
    if s.shared != NONE:
        row[SHARED + s.shared] = 1
    row[ROUND + s.phase] = 1
    row[PAID] = s.paid[viewer]
    row[PAID + 1] = s.paid[1 - viewer]
    row[RAISES] = s.raises
    row[ACTED] = s.acted
