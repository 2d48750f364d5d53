"""Players as options with the names of the game's sides, roles or seats: ``--coach trained --pilot random``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import typer

from throwdown.envs.core.errors import InvalidConfig, did_you_mean
from throwdown.envs.core.names import cut, typed

if TYPE_CHECKING:
    from throwdown.envs.core.game import Setup

ANY_NAME = {"ignore_unknown_options": True, "allow_extra_args": True}
"""Settings of a command with ``--NAME AGENT`` options, see `read_players`: the names depend on the game."""
BASELINES = ("random", "heuristic")
MOST_TEAMS = 64


def read_players(context: typer.Context, setup: Setup) -> dict[str, list[str]]:
    """Return the given agents, by the name of a side, role or seat.

    Args:
        context: of a command with the settings `ANY_NAME`; its unparsed arguments are read, and errors list its
            options.
        setup: the game.

    Raises:
        InvalidConfig: an option or name does not exist, or an agent is missing.
    """
    from throwdown.envs.tables.seating import names_of

    names = names_of(setup)
    found: dict[str, list[str]] = {}
    words = list(context.args)
    while words:
        given, sign, spec = words.pop(0).partition("=")
        name = given.removeprefix("--").replace("-", "_")
        if not given.startswith("--") or name not in names:
            options = [text[2:] for x in context.command.params for text in x.opts if text.startswith("--")]
            near = did_you_mean(given.lstrip("-"), [*names, *options])
            raise InvalidConfig(
                f"{given} is neither an option nor a side, role or seat of {setup.game.id} with scenario "
                f"'{setup.scenario}'{near}; its players are {', '.join(names)}."
            )
        if not sign and words and not words[0].startswith("-"):
            spec = words.pop(0)
        if not spec.strip():
            raise InvalidConfig(f"{given} needs an agent, such as {given} random.")
        found.setdefault(name, []).append(typed(spec.strip()))
    return found


def one_each(setup: Setup, given: Mapping[str, Sequence[str]], default: Mapping[str, str]) -> dict[str, str]:
    """Return one agent per role, from agents given for roles or whole sides, else by default.

    Raises:
        InvalidConfig: an agent is given for a single seat, or two for one role.
    """
    for name, specs in given.items():
        if name not in setup.roles and name not in setup.sides:
            raise InvalidConfig(
                f"--{name} is one seat; give an agent for a role: {', '.join(dict.fromkeys(setup.roles))}."
            )
        if len(specs) > 1:
            raise InvalidConfig(f"--{name} is given several times; one agent is enough.")
    return {
        role: next((given[name][0] for name in (role, side) if name in given), default[role])
        for role, side in zip(setup.roles, setup.sides)
    }


def baselines(setup: Setup) -> list[str]:
    """Return the default agents: random, and the heuristic if the game has one."""
    from throwdown.agents.heuristics import has_heuristic

    return [name for name in BASELINES if name != "heuristic" or has_heuristic(setup)]


Pool = dict[str, list[str]]
"""Specs of agents by label: one for all seats of a side, or one for each."""


def lineups(setup: Setup, given: Mapping[str, Sequence[str]], by_seat: bool = False) -> tuple[Pool, Pool]:
    """Return the lineups of the first and of the second side in a cross-play.

    Args:
        setup: the setup of a two-sided zero-sum game.
        given: agents by the name of a side, role or seat; commas separate one agent per seat.
        by_seat: seat the agents of a side in every combination.

    Raises:
        InvalidConfig: the game is not a two-sided zero-sum game, a lineup is given twice, a seat has no agent, or there
            are too many combinations.
    """
    sides = setup.opponents("Cross-play")
    lines = [_lines(setup, side, given, by_seat) for side in sides]
    singles = [list(dict.fromkeys(spec for line in pool for spec in line)) for pool in lines]
    first, second = (
        _named(lines[k], labelled(singles[k], sides[k], sides, singles[1 - k]), sides[k]) for k in range(2)
    )
    return first, second


def _lines(setup: Setup, side: str, given: Mapping[str, Sequence[str]], by_seat: bool) -> list[list[str]]:
    """Return all lineups of a side: specs, one for all its seats or one for each."""
    mine = setup.teams[side]
    about = {name for p in mine for name in (setup.seats[p], setup.roles[p], side)}
    own: dict[str, Sequence[str]] = {name: specs for name, specs in given.items() if name in about}
    own = own or {side: baselines(setup)}
    if by_seat:
        names = list(dict.fromkeys(name for specs in own.values() for spec in specs for name in cut(spec)))
        if len(names) ** len(mine) > MOST_TEAMS:
            raise InvalidConfig(
                f"{len(names)} agents on {len(mine)} seats make {len(names) ** len(mine)} teams; "
                f"--by-seat plays {MOST_TEAMS} at most."
            )
        return [_shortest(line) for line in product(names, repeat=len(mine))]
    groups = _groups(setup, side, own)
    if len(groups) == 1:
        return [_shortest(cut(spec), len(mine)) for spec in own[groups[0][0]]]
    choices = [[_spread(setup, name, spec, len(seats)) for spec in own[name]] for name, seats in groups]
    order = [p for _, seats in groups for p in seats]
    found = []
    for chosen in product(*choices):
        by_place = dict(zip(order, (spec for part in chosen for spec in part)))
        found.append(_shortest([by_place[p] for p in mine]))
    if len(found) > MOST_TEAMS:
        raise InvalidConfig(
            f"the agents of {setup.called(side)} make {len(found)} teams; {MOST_TEAMS} are played at most."
        )
    return found


def _groups(setup: Setup, side: str, names: Iterable[str]) -> list[tuple[str, tuple[int, ...]]]:
    """Return the seats of a side for every name."""
    from throwdown.envs.tables.seating import place_seats

    others = (other for other in setup.teams if other != side)
    places = place_seats(setup, [*names, *others])
    return [(name, seats) for name, seats in places.items() if set(seats) <= set(setup.teams[side])]


def _spread(setup: Setup, name: str, spec: str, seats: int) -> list[str]:
    """Return one agent for each of some seats."""
    from throwdown.envs.tables.seating import wrong_size

    names = cut(spec)
    names = names * seats if len(names) == 1 else names
    if len(names) != seats:
        raise wrong_size(setup, name, len(names), seats)
    return names


def _shortest(line: Iterable[str], seats: int | None = None) -> list[str]:
    """Return a lineup as one agent if all seats have the same."""
    names = list(line)
    return names[:1] if len(set(names)) == 1 and len(names) == (seats or len(names)) else names


def _named(lines: Iterable[list[str]], labels: Mapping[str, str], side: str) -> Pool:
    """Return lineups by their labels."""
    label = {spec: name for name, spec in labels.items()}
    found: Pool = {}
    for line in lines:
        name = ",".join(label[spec] for spec in line)
        if name in found:
            raise InvalidConfig(f"{side} '{','.join(line)}' is named twice.")
        found[name] = line
    return found


def labelled(
    specs: Sequence[str], side: str, sides: Sequence[str], others: Iterable[str] = ()
) -> dict[str, str]:
    """Return agents' specs by label: a file's label is its bare name if that is unique.

    If two files of a side have one name, they and their partners on the other side are labelled by their paths, so
    that the labels of partners differ only by the side.

    Args:
        specs: names and files.
        side: the side of the agents.
        sides: the names of both sides.
        others: the specs of the other side.

    Raises:
        InvalidConfig: one is given twice.
    """
    from throwdown.agents import label_of

    crowded = [
        name
        for pool in (specs, others)
        for name, n in Counter(_kin(spec, sides) for spec in set(pool)).items()
        if n > 1
    ]
    found: dict[str, str] = {}
    for spec in specs:
        label = spec if _kin(spec, sides) in crowded else label_of(spec)
        if label in found:
            raise InvalidConfig(f"{side} '{spec}' is named twice.")
        found[label] = spec
    return found


def _kin(spec: str, sides: Sequence[str]) -> str:
    """Return the common part of partners' file names."""
    from throwdown.agents import label_of

    text = label_of(spec)
    for side in sides:
        text = text.replace(side, "*")
    return text


def describe_sides(setup: Setup) -> dict[str, Any]:
    """Return the players as plain data: the roles of every side, and the seats."""
    roles = {side: list(dict.fromkeys(setup.roles[p] for p in seats)) for side, seats in setup.teams.items()}
    return {"sides": roles, "seats": list(setup.seats)}
