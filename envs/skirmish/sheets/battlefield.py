"""Maps: which steps there are, and who can be shot from where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from throwdown.envs.core.kit import did_you_mean
from throwdown.envs.skirmish.state import AREAS, OUT_OF_SIGHT

Name = Annotated[str, Field(min_length=1, max_length=60)]
FLIGHT = 3
"""Move points of a flyer's step along a path that touches a Falling area (SK-99)."""


class Sheet(BaseModel):
    """Base of all sheets: fields that it does not have are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, serialize_by_alias=True)


class AreaSheet(Sheet):
    """An area and its centre."""

    name: Name
    x: Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
    y: Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
    start: bool = False
    """MCs start here"""
    boss: bool = False
    """the X: a boss starts here"""
    falling: bool = False


class RouteSheet(Sheet):
    """A path between two areas; the exits of a Falling area are one-way and cost nothing."""

    origin: Name = Field(alias="from")
    to: Name
    cost: Annotated[int, Field(ge=1, le=20)] = 1
    one_way: bool = Field(alias="one-way", default=False)


class MapSheet(Sheet):
    """A battlefield."""

    name: Name
    areas: Annotated[tuple[AreaSheet, ...], Field(min_length=2, max_length=AREAS)]
    routes: Annotated[tuple[RouteSheet, ...], Field(min_length=1, max_length=42)]
    links: Annotated[tuple[tuple[Name, Name], ...], Field(max_length=21)] = ()
    """pairs of areas with an explicit Line of Sight"""

    @model_validator(mode="after")
    def _check(self) -> MapSheet:
        names = [area.name for area in self.areas]
        if twice := [x for x in names if names.count(x) > 1]:
            raise ValueError(f"areas has '{twice[0]}' twice")
        for flag, what in (("start", "the start of the MCs"), ("boss", "the X of the boss")):
            if (n := sum(getattr(area, flag) for area in self.areas)) != 1:
                raise ValueError(f"areas marks {n} areas as {what} ({flag} = true); a map has exactly one")
        for area in self.areas:
            if area.falling and (area.start or area.boss):
                raise ValueError(f"area '{area.name}' is a Falling area; nobody can start there")
        self._check_paths(names)
        return self

    def _check_paths(self, names: Sequence[str]) -> None:
        seen: set[tuple[str, str]] = set()
        for route in self.routes:
            self._check_pair("route", route.origin, route.to, names)
            ways = [(route.origin, route.to)] + ([] if route.one_way else [(route.to, route.origin)])
            for way in ways:
                if way in seen:
                    raise ValueError(f"routes has two ways from '{way[0]}' to '{way[1]}'; leave one out")
                seen.add(way)
        for a, b in self.links:
            self._check_pair("link", a, b, names)
        for area in self.areas:
            if area.falling and not any(r.one_way and r.origin == area.name for r in self.routes):
                raise ValueError(
                    f"area '{area.name}' is a Falling area without a one-way route that leads out of it"
                )
        self._check_reach()

    def _check_reach(self) -> None:
        """Refuse areas that nobody can come to, and two in one place, of which a picture shows one."""
        (start,) = (area.name for area in self.areas if area.start)
        found, ends = {start}, [start]
        while ends:
            here = ends.pop()
            steps = {r.to for r in self.routes if r.origin == here}
            steps |= {r.origin for r in self.routes if r.to == here and not r.one_way}
            ends += steps - found
            found |= steps
        if lost := [area.name for area in self.areas if area.name not in found]:
            raise ValueError(
                f"no route leads from the start '{start}' to area '{lost[0]}'; add one, or leave the area out"
            )
        places: dict[tuple[float, float], str] = {}
        for area in self.areas:
            other = places.setdefault((area.x, area.y), area.name)
            if other != area.name:
                raise ValueError(
                    f"areas '{other}' and '{area.name}' are both at x = {area.x:g}, y = {area.y:g}; move one"
                )

    @staticmethod
    def _check_pair(what: str, a: str, b: str, names: Sequence[str]) -> None:
        for name in (a, b):
            if name not in names:
                raise ValueError(
                    f"a {what} names '{name}', which is not an area{did_you_mean(name, names)}; there are "
                    f"{', '.join(names)}"
                )
        if a == b:
            raise ValueError(f"a {what} leads from '{a}' to itself")


class Battlefield:
    """A map as the rules read it: tables over [from, to].

    Attributes:
        cost: Move points on foot, 0 where there is no path.
        flight: the same for flyers.
        sight: the least Range that reaches, `OUT_OF_SIGHT` where none does.
        exits: areas to which an area's one-way paths lead, as bits.
    """

    def __init__(self, sheet: MapSheet) -> None:
        self.names = [area.name for area in sheet.areas]
        self._areas, n = sheet.areas, len(sheet.areas)
        self.cost = [[0] * n for _ in range(n)]
        self.exits = [0] * n
        for route in sheet.routes:
            a, b = self.names.index(route.origin), self.names.index(route.to)
            self.cost[a][b] = route.cost
            if route.one_way:
                self.exits[a] |= 1 << b
            else:
                self.cost[b][a] = route.cost
        self.flight = [[self._flight(a, b) for b in range(n)] for a in range(n)]
        links = {frozenset(map(self.names.index, pair)) for pair in sheet.links}
        self.sight = [[self._sight(a, b, frozenset((a, b)) in links) for b in range(n)] for a in range(n)]

    def _flight(self, a: int, b: int) -> int:
        if not (self._areas[a].falling or self._areas[b].falling):
            return self.cost[a][b]
        return FLIGHT if self.cost[a][b] or self.cost[b][a] else 0

    def _sight(self, a: int, b: int, is_linked: bool) -> int:
        if a == b:
            return 0
        paths = list(self._paths((a,), b))
        shots = [len(path) - 1 for path in paths if self._is_clear(path)]
        if is_linked:  # the link sets the shape aside, not the distance (SKA-17)
            shots.append(min((len(path) - 1 for path in paths), default=1))
        return min(shots, default=OUT_OF_SIGHT)

    def _paths(self, path: tuple[int, ...], end: int) -> Iterator[tuple[int, ...]]:
        if path[-1] == end:
            yield path
            return
        for b, cost in enumerate(self.cost[path[-1]]):
            if cost and b not in path:
                yield from self._paths((*path, b), end)

    def _is_clear(self, path: Sequence[int]) -> bool:
        """Return whether a path bends at most once, by more than 0 and less than 90 degrees (SKA-16)."""
        bends = 0
        for a, b, c in zip(path, path[1:], path[2:]):
            u, v = self._way(a, b), self._way(b, c)
            cross, dot = u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1]
            if abs(cross) > 1e-9 * (abs(u[0]) + abs(u[1])) * (abs(v[0]) + abs(v[1])) or dot < 0:
                bends += 1
                if dot <= 1e-9 * (abs(u[0]) + abs(u[1])) * (abs(v[0]) + abs(v[1])):
                    return False
        return bends <= 1

    def _way(self, a: int, b: int) -> tuple[float, float]:
        return self._areas[b].x - self._areas[a].x, self._areas[b].y - self._areas[a].y

    def write(self, cfg: Any) -> None:
        """Write the map into a configuration (`state.Config`)."""
        n = len(self.names)
        cfg.areas = n
        for a, area in enumerate(self._areas):
            cfg.falling[a] = area.falling
            cfg.start, cfg.x = (a if area.start else cfg.start), (a if area.boss else cfg.x)
        cfg.sight[:] = OUT_OF_SIGHT
        for name in ("cost", "flight", "sight"):
            getattr(cfg, name)[:n, :n] = getattr(self, name)
        cfg.exits[:n] = self.exits
