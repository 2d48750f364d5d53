"""Hidden information: dealing anew what a seat cannot know."""

from throwdown.envs.core.kit import NONE, Out, cardset, kernel, pick
from throwdown.envs.poker.state import State


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Deal the other's card anew from all that the viewer has not seen."""
    if s.over and s.folded == NONE:  # both have shown their cards
        return
    other, unseen = 1 - viewer, s.pack.cards
    cardset.add(unseen, s.hand[other])
    s.hand[other] = cardset.nth(unseen, pick(s, cardset.size(unseen)))
    cardset.remove(unseen, s.hand[other])
