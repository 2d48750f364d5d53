"""What a player observes."""

from throwdown.envs.core.kit import NONE, Fields, Flags, Ints, Observation, Out, kernel
from throwdown.envs.core.observations import flags, number, numbers
from throwdown.envs.poker.state import KINDS, Round, State


class Seen(Observation):
    """What a player observes."""

    viewer: Flags = flags("the viewer, one-hot over seats", 2)
    mover: Flags = flags("the seat that decides, one-hot; none when the game is over", 2)
    hand: Flags = flags("the viewer's card, one-hot", KINDS)
    shared: Flags = flags("the shared card, one-hot; none in the first round", KINDS)
    round_: Flags = flags("the round, one-hot", len(Round))
    paid: Ints = numbers("chips in the pot: the viewer's, the other player's", 1, 13, 2)
    raises: int = number("raises in this round", 0, 2)
    acted: int = number("actions in this round", 0, 4)


FIELDS = Fields(Seen)


@kernel
def observe(s: State, viewer: int, row: Ints, out: Out) -> None:
    """Write what ``viewer`` knows."""
    seen = Seen.of(row)
    seen.viewer[viewer] = True
    if not s.over:
        seen.mover[s.seat] = True
    seen.hand[s.hand[viewer]] = True
    if s.shared != NONE:
        seen.shared[s.shared] = True
    seen.round_[s.phase] = True
    seen.paid[0] = s.paid[viewer]
    seen.paid[1] = s.paid[1 - viewer]
    seen.raises = s.raises
    seen.acted = s.acted
