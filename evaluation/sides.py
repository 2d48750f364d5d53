"""What tables call sides, and those who play them."""

from collections.abc import Sequence
from typing import NamedTuple

from throwdown.envs.core.kit import Ints, Setup
from throwdown.envs.tables.seating import Player


class Side(NamedTuple):
    """One of the sides of a game, as tables name it.

    Attributes:
        name: of the side in its setup.
        called: the same inside a sentence, such as ``the first player``.
    """

    name: str
    called: str

    @property
    def title(self) -> str:
        """The same as a heading: ``First player``."""
        text = self.called.removeprefix("the ")
        return text[:1].upper() + text[1:]


Sides = tuple[Side, Side]


def two_sides(setup: Setup, what: str) -> Sides:
    """Return the two sides of a zero-sum game, in the order of their first seats.

    Args:
        setup: the game.
        what: who asks, for the sentence.

    Raises:
        InvalidConfig: it has another number of sides, or is not zero-sum.
    """
    first, second = setup.opponents(what)
    return Side(first, setup.called(first)), Side(second, setup.called(second))


def team_name(setup: Setup, side: str, seated: Sequence[tuple[Player, Ints]]) -> str:
    """Return what tables call who plays a side: one agent's name, or those of all seats in their order."""
    mine = setup.teams[side]
    names = [agent.name for p in mine for agent, seats in seated if p in seats]
    is_one = any(set(mine) <= set(seats.tolist()) for _, seats in seated)
    return names[0] if is_one else ",".join(names)
