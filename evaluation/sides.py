"""Names of sides and of their players in tables."""

from collections.abc import Sequence
from typing import NamedTuple

from throwdown.envs.core.kit import Ints, Setup
from throwdown.envs.tables.seating import Player


class Side(NamedTuple):
    """A side of a game, with its names.

    Attributes:
        name: the side's name in its setup.
        called: its name inside a sentence, such as ``the first player``.
    """

    name: str
    called: str

    @property
    def title(self) -> str:
        """Its name as a heading: ``First player``."""
        text = self.called.removeprefix("the ")
        return text[:1].upper() + text[1:]


Sides = tuple[Side, Side]


def two_sides(setup: Setup, what: str) -> Sides:
    """Return the two sides of a zero-sum game, in the order of their first seats.

    Args:
        setup: the game.
        what: the caller's task, as the subject of the error message.

    Raises:
        InvalidConfig: the game does not have two sides, or is not zero-sum.
    """
    first, second = setup.opponents(what)
    return Side(first, setup.called(first)), Side(second, setup.called(second))


def team_name(setup: Setup, side: str, seated: Sequence[tuple[Player, Ints]]) -> str:
    """Return the display name of a side's players: one agent's name, or those of all seats in order."""
    mine = setup.teams[side]
    names = [agent.name for p in mine for agent, seats in seated if p in seats]
    is_one = any(set(mine) <= set(seats.tolist()) for _, seats in seated)
    return names[0] if is_one else ",".join(names)
