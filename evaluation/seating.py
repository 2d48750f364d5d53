"""Who plays what: agents by the names of sides, roles or seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.envs.core.errors import InvalidConfig, did_you_mean
from throwdown.envs.core.game import Setup
from throwdown.evaluation.playout import PlayOut, Progress, Seats, Seeds, Watch
from throwdown.evaluation.statistics import Floats

Lineup = Agent | Sequence[Agent]
"""Who plays some seats: one agent for all, or one for each of them."""
Players = Mapping[str, Lineup]
"""Who plays, by the names of sides, roles or seats; a seat's own name counts before its role's, and that before its
side's."""


class Side(NamedTuple):
    """One of the sides of a game, as tables name it.

    Attributes:
        name: of the side in its setup.
        called: the same inside a sentence, such as ``the Pilots``.
    """

    name: str
    called: str

    @property
    def title(self) -> str:
        """The same as a heading: ``Pilots``."""
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


def names_of(setup: Setup) -> tuple[str, ...]:
    """Return the names by which players are seated: of sides, roles and seats, each once."""
    return tuple(dict.fromkeys((*setup.teams, *setup.roles, *setup.seats)))


def check_names(setup: Setup, names: Sequence[str]) -> None:
    """Refuse a name that nothing in a setup has.

    Raises:
        InvalidConfig: the sentence says which names there are.
    """
    known = names_of(setup)
    for name in names:
        if name not in known:
            near = did_you_mean(name, known)
            raise InvalidConfig(
                f"'{name}' is no side, role or seat of {setup.game.id} with scenario '{setup.scenario}'{near}; "
                f"there are {', '.join(known)}."
            )


def place_seats(setup: Setup, names: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """Return the seats that every name stands for, names in the order of their first seats.

    A seat goes to its own name before its role's, and to that before its side's.

    Raises:
        InvalidConfig: a name is unknown or left without a seat, or a seat without a name.
    """
    check_names(setup, names)
    found: dict[str, tuple[int, ...]] = {}
    for p, place in enumerate(zip(setup.seats, setup.roles, setup.sides)):
        name = next((x for x in place if x in names), None)
        if name is None:
            ways = " or ".join(dict.fromkeys(place))
            raise InvalidConfig(
                f"nobody plays {setup.seats[p]} of '{setup.scenario}'; name an agent for {ways}."
            )
        found[name] = (*found.get(name, ()), p)
    if idle := [name for name in names if name not in found]:
        raise InvalidConfig(
            f"'{idle[0]}' is left without a seat: others are named for all that it stands for."
        )
    return found


def seat_players(setup: Setup, players: Players) -> list[Seats]:
    """Return who plays which seats, bound to the setup: in the order of their first seats.

    Raises:
        InvalidConfig: see `place_seats`; or an agent does not play its role or fit the setup, or a lineup has another
            number of agents than of seats.
    """
    found: list[Seats] = []
    for name, seats in place_seats(setup, tuple(players)).items():
        lineup = players[name]
        if isinstance(lineup, Agent):
            found.append((_seated(lineup, seats, setup), np.array(seats)))
        elif len(lineup) != len(seats):
            raise wrong_size(setup, name, len(lineup), len(seats))
        else:
            found += [(_seated(x, (p,), setup), np.array([p])) for x, p in zip(lineup, seats)]
    return found


def wrong_size(setup: Setup, name: str, agents: int, seats: int) -> InvalidConfig:
    """Return what to raise where neither one agent is named for some seats, nor one for each."""
    return InvalidConfig(
        f"there are {agents} agents for the {seats} seats of {setup.called(name)} in '{setup.scenario}'; name one "
        "agent, or one for each seat."
    )


def _seated(agent: Agent, seats: Sequence[int], setup: Setup) -> Agent:
    for role in dict.fromkeys(setup.roles[p] for p in seats):
        if not agent.plays(role):
            raise InvalidConfig(f"{agent.name} plays the {' and the '.join(agent.roles)}, not the {role}.")
    return agent.bind(setup)


def team_name(setup: Setup, side: str, seated: Sequence[Seats]) -> str:
    """Return what tables call who plays a side: one agent's name, or those of all seats in their order."""
    mine = setup.teams[side]
    names = [agent.name for p in mine for agent, seats in seated if p in seats]
    is_one = any(set(mine) <= set(seats.tolist()) for _, seats in seated)
    return names[0] if is_one else ",".join(names)


def agents_of(lineup: Lineup) -> list[Agent]:
    """Return the agents of a lineup."""
    return [lineup] if isinstance(lineup, Agent) else list(lineup)


def play_out(
    setup: Setup,
    seated: Sequence[Seats],
    deals: Seeds,
    seed: int,
    progress: Progress | None = None,
    watch: Watch | None = None,
    dice: int | None = None,
) -> tuple[Floats, NDArray[np.int64]]:
    """Play every deal once.

    Args:
        setup: what is played.
        seated: see `seat_players`.
        deals: int64, shape (n,); seeds.
        seed: of the agents' choices.
        progress: called as ``progress(games done, games)`` whenever games end.
        watch: who looks on.
        dice: see `playout.Dice`.

    Returns:
        float64, shape (sides, n), the return of every side in the order of `Setup.teams`; and int64, shape (n,), the
        decisions of all seats.
    """
    return PlayOut(setup, list(seated), deals, seed, watch, dice).run(progress)
