"""Seating: players by the names of sides, roles or seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np

from throwdown.envs.core.kit import Ints, InvalidConfig, Setup, Singles, did_you_mean, how_many
from throwdown.envs.tables.view import View


class Player(Protocol):
    """The player of a seat, such as a `throwdown.agents.Agent`, where the attributes are documented."""

    name: str
    roles: tuple[str, ...] | None
    needs: frozenset[str]
    illegal: int

    def bind(self, setup: Setup) -> Player:
        """Prepare for a setup and return self."""

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return a legal action per game of the view: int64, shape (n,)."""

    def probabilities(self, view: View) -> Singles | None:
        """Return the distribution that `act` samples from, or None."""


Lineup = Player | Sequence[Player]
"""The players of some seats: one for all, or one for each."""
Players = Mapping[str, Lineup]
"""Players by the names of sides, roles or seats; a seat's own name takes precedence over its role's, and that over its
side's."""


def each(lineup: Lineup) -> list[Player]:
    """Return the players of a lineup."""
    return list(lineup) if isinstance(lineup, Sequence) else [lineup]


def names_of(setup: Setup) -> tuple[str, ...]:
    """Return the names of sides, roles and seats, each once."""
    return tuple(dict.fromkeys((*setup.teams, *setup.roles, *setup.seats)))


def check_names(setup: Setup, names: Sequence[str]) -> None:
    """Raise if a name is not a side, role or seat of a setup.

    Raises:
        InvalidConfig: a name is unknown; the message lists the known ones.
    """
    known = names_of(setup)
    for name in names:
        if name not in known:
            near = did_you_mean(str(name), known)
            raise InvalidConfig(
                f"'{name}' is not a side, role or seat of {setup.game.id} with scenario '{setup.scenario}'{near}; "
                f"there are {', '.join(known)}."
            )


def seats_of(setup: Setup, name: str) -> tuple[int, ...]:
    """Return the seats with a name: a single seat, or all seats of a role or side.

    Raises:
        InvalidConfig: the name is unknown.
    """
    check_names(setup, [name])
    owners = next(names for names in (setup.seats, setup.roles, setup.sides) if name in names)
    return tuple(p for p, owner in enumerate(owners) if owner == name)


def default_role(setup: Setup) -> str:
    """Return the default role of a learner or a person: the game's last role."""
    return setup.roles[-1]


def place_seats(setup: Setup, names: Sequence[str], free: Sequence[int] = ()) -> dict[str, tuple[int, ...]]:
    """Return the seats of every name, in the order of their first seats.

    A seat's own name takes precedence over its role's, and that over its side's.

    Args:
        setup: the setup.
        names: of sides, roles or seats.
        free: seats to leave out.

    Raises:
        InvalidConfig: a name is unknown or left without a seat, or a seat without a name.
    """
    check_names(setup, names)
    found: dict[str, tuple[int, ...]] = {}
    for p, place in enumerate(zip(setup.seats, setup.roles, setup.sides)):
        if p in free:
            continue
        name = next((x for x in place if x in names), None)
        if name is None:
            ways = " or ".join(dict.fromkeys(place))
            raise InvalidConfig(
                f"nobody plays {setup.seats[p]} of '{setup.scenario}'; name an agent for {ways}."
            )
        found[name] = (*found.get(name, ()), p)
    idle = [name for name in names if name not in found and not set(seats_of(setup, name)) <= set(free)]
    if idle:
        raise InvalidConfig(
            f"'{idle[0]}' is left without a seat: others are named for all that it stands for."
        )
    return found


def seat_players(setup: Setup, players: Players) -> list[tuple[Player, Ints]]:
    """Return the players, bound to the setup, with their seats, in the order of their first seats.

    Raises:
        InvalidConfig: see `line_up`; or a player does not fit the setup.
    """
    return [(player.bind(setup), seats) for player, seats in line_up(setup, players)]


def line_up(setup: Setup, players: Players, free: Sequence[int] = ()) -> list[tuple[Player, Ints]]:
    """Return the players with their seats, in the order of their first seats, not yet bound to the setup.

    Args:
        setup: the setup.
        players: see `Players`.
        free: seats that need no player.

    Raises:
        InvalidConfig: see `place_seats`; or a player does not play its role, or a lineup has another number of players
            than of seats.
    """
    found: list[tuple[Player, Ints]] = []
    for name, seats in place_seats(setup, tuple(players), free).items():
        lineup = players[name]
        members = [lineup] if isinstance(lineup, str) else each(lineup)
        if odd := [x for x in members if not hasattr(x, "act")]:
            raise InvalidConfig(
                f"{odd[0]!r} cannot play {setup.called(name)}: load it by throwdown.load_agent."
            )
        if not isinstance(lineup, Sequence):
            found.append((lineup, np.array(seats, np.int64)))
        elif len(lineup) != len(seats):
            raise wrong_size(setup, name, len(lineup), len(seats))
        else:
            found += [(player, np.array([p], np.int64)) for player, p in zip(lineup, seats)]
    for player, places in found:
        for p in places.tolist():
            check_role(player, setup.roles[p])
    return found


def wrong_size(setup: Setup, name: str, players: int, seats: int) -> InvalidConfig:
    """Return the exception for a lineup with neither one player for all its seats nor one for each."""
    return InvalidConfig(
        f"there are {players} agents for the {how_many(seats, 'seat')} of {setup.called(name)} in "
        f"'{setup.scenario}'; name one agent, or one for each seat."
    )


def check_role(player: Player, role: str) -> None:
    """Raise if a player does not play a role.

    Raises:
        InvalidConfig: the player plays other roles only.
    """
    if player.roles is not None and role not in player.roles:
        raise InvalidConfig(f"{player.name} plays the {' and the '.join(player.roles)}, not the {role}.")
