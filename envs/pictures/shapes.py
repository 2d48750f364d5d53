"""Shapes of emblems as plain data, in a box of 100 x 100 from the upper left corner; SVG and Pillow draw the same."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from PIL import Image, ImageDraw

from throwdown.envs.core.colours import dark
from throwdown.envs.core.errors import InvalidConfig

BOX = 100
"""Width and height of an emblem in its own units."""
INK, WHITE = "#141a22", "#fdf8ec"
GLOWS = ("#ffd166", "#ff8a5c", "#7be0ff", "#b6ff8a", "#ff7ab8", "#fff3b0")
"""Colours of what shines."""
STEPS = 8
"""Straight pieces of a curve in a drawing with Pillow."""
SHARP = 4
"""How much larger an emblem is drawn with Pillow before it is reduced."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Path:
    """A polygon, or a line through points.

    Attributes:
        points: its corners; a soft path passes the middles between them, and has a sharp corner where a point is
            given twice.
        fill: a colour ``#rrggbb``; empty: none.
        line: the colour of its edge; empty: none.
        width: of the line; of a filled path, of the edge around it.
        is_soft: whether its corners are rounded.
        is_open: whether it is a line with two ends.
    """

    points: tuple[Point, ...]
    fill: str = ""
    line: str = ""
    width: float = 0
    is_soft: bool = False
    is_open: bool = False


@dataclass(frozen=True)
class Oval:
    """An ellipse around (x, y) with the radii ``rx`` and ``ry``; colours as in `Path`."""

    x: float
    y: float
    rx: float
    ry: float
    fill: str = ""
    line: str = ""
    width: float = 0


Shape = Path | Oval


# Making shapes ---------------------------------------------------------------------------------------------------


def line(*points: Point, colour: str = INK, width: float = 4, is_soft: bool = False) -> Path:
    """Return a line through points."""
    return Path(points, line=colour, width=width, is_open=True, is_soft=is_soft)


def mirror(points: Iterable[Point]) -> tuple[Point, ...]:
    """Return points at the other side of the middle, the last one first."""
    return tuple((BOX - x, y) for x, y in reversed(tuple(points)))


def pair(*shapes: Shape) -> tuple[Shape, ...]:
    """Return shapes, each with its image at the other side of the middle."""
    found: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Oval):
            found += [shape, replace(shape, x=BOX - shape.x)]
        else:
            found += [shape, replace(shape, points=mirror(shape.points))]
    return tuple(found)


def body(half: Sequence[Point], colour: str, is_soft: bool = True, edge: float = 3.5) -> tuple[Shape, ...]:
    """Return a symmetric figure with its right side in shadow, and a dark edge.

    Args:
        half: its left side, from the top of the middle to the bottom of the middle.
        colour: of its left side.
        is_soft: whether its corners are rounded.
        edge: width of its edge; 0: none.
    """
    other = mirror(half)
    whole = Path((*half, *other), colour, INK if edge else "", edge, is_soft)
    shade = (other[0], *other, other[-1]) if is_soft else other
    return whole, Path(shade, dark(colour, 0.22), is_soft=is_soft)


def moved(
    shapes: Iterable[Shape], scale: float, x: float = 50, y: float = 50, turn: float = 0
) -> tuple[Shape, ...]:
    """Return shapes at a scale, the middle of their box at (x, y), turned by ``turn`` degrees clockwise."""
    across, down = scale * math.cos(math.radians(turn)), scale * math.sin(math.radians(turn))

    def at(a: float, b: float) -> Point:
        return x + (a - 50) * across - (b - 50) * down, y + (a - 50) * down + (b - 50) * across

    found: list[Shape] = []
    for shape in shapes:
        width = shape.width * scale
        if isinstance(shape, Oval):
            cx, cy = at(shape.x, shape.y)
            found.append(replace(shape, x=cx, y=cy, rx=shape.rx * scale, ry=shape.ry * scale, width=width))
        else:
            found.append(replace(shape, points=tuple(at(*point) for point in shape.points), width=width))
    return tuple(found)


# Drawing ---------------------------------------------------------------------------------------------------------


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _pair(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _curves(shape: Path) -> tuple[Point, list[tuple[Point, Point]]]:
    """Return the start of a soft path, and its curves: a corner that draws each, and its end."""
    p = shape.points
    if shape.is_open:
        ends = [_middle(a, b) for a, b in pairwise(p[1:-1])]
        return p[0], list(zip(p[1:-1], [*ends, p[-1]], strict=True))
    ends = [_middle(a, b) for a, b in zip(p, (*p[1:], p[0]), strict=True)]
    return ends[-1], list(zip(p, ends, strict=True))


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _path_data(shape: Path) -> str:
    end = "" if shape.is_open else "z"
    if not shape.is_soft:
        return "M" + "L".join(map(_pair, shape.points)) + end
    start, curves = _curves(shape)
    return f"M{_pair(start)}" + "".join(f"Q{_pair(by)} {_pair(to)}" for by, to in curves) + end


def _is_edged(shape: Shape) -> bool:
    """Return whether a shape has an edge around its filling, and so an element of its own."""
    return bool(shape.fill and shape.line)


def _stroke(shape: Shape) -> float:
    """Return the width of a stroke along an edge, whose inner half the filling covers."""
    return shape.width * 2 if _is_edged(shape) else shape.width


def svg(shapes: Iterable[Shape]) -> str:
    """Return shapes as an SVG document."""
    parts: list[list[str]] = []  # of each element: all before its end, and its paint
    for shape in shapes:
        paint = f' fill="{shape.fill}"' if shape.fill else ""
        if shape.line:
            paint += "" if shape.line == INK else f' stroke="{shape.line}"'
            paint += f' stroke-width="{_number(_stroke(shape))}"'
        if isinstance(shape, Oval):
            x, y, rx, ry = map(_number, (shape.x, shape.y, shape.rx, shape.ry))
            parts.append([f'<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}', paint])
        elif parts and parts[-1][1] == paint and parts[-1][0].startswith("<path") and not _is_edged(shape):
            parts[-1][0] += _path_data(shape)
        else:
            parts.append([f'<path d="{_path_data(shape)}', paint])
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {BOX} {BOX}" fill="none" stroke="{INK}"'
    # The half of a line that is inside a shape lies under its filling.
    head += ' stroke-width="0" paint-order="stroke"'
    inside = "".join(f'{start}"{paint}/>' for start, paint in parts)
    return f'{head} stroke-linejoin="round" stroke-linecap="round">{inside}</svg>'


def corners(shape: Path) -> list[Point]:
    """Return the corners of a path, its curves as straight pieces."""
    if not shape.is_soft:
        return list(shape.points)
    start, curves = _curves(shape)
    found, here = [start], start
    for by, to in curves:
        straight = by in (here, to)
        for k in [STEPS] if straight else range(1, STEPS + 1):
            t = k / STEPS
            u = 1 - t
            found.append(
                (
                    u * u * here[0] + 2 * u * t * by[0] + t * t * to[0],
                    u * u * here[1] + 2 * u * t * by[1] + t * t * to[1],
                )
            )
        here = to
    return found


def image(shapes: Iterable[Shape], size: int) -> Image.Image:
    """Return shapes as an image with a transparent ground.

    Args:
        shapes: what to draw, the lowest first.
        size: width and height in pixels.
    """
    scale = size * SHARP / BOX
    drawn = Image.new("RGBA", (size * SHARP, size * SHARP))
    draw = ImageDraw.Draw(drawn)
    for shape in shapes:
        width = max(1, round(_stroke(shape) * scale))
        if isinstance(shape, Oval):
            _oval(draw, shape, scale)
            continue
        points = [(x * scale, y * scale) for x, y in corners(shape)]
        if shape.line:
            around = points if shape.is_open else [*points, points[0], points[1]]
            draw.line(around, fill=shape.line, width=width, joint="curve")
            for x, y in around if shape.is_open or not shape.is_soft else ():
                r = width / 2
                draw.ellipse([x - r, y - r, x + r, y + r], fill=shape.line)
        if shape.fill:
            draw.polygon(points, fill=shape.fill)
    return drawn.reduce(SHARP)


def _oval(draw: ImageDraw.ImageDraw, shape: Oval, scale: float) -> None:
    grown = _stroke(shape) / 2 if shape.line else 0
    rx, ry = shape.rx + grown, shape.ry + grown
    at = [(shape.x - rx) * scale, (shape.y - ry) * scale, (shape.x + rx) * scale, (shape.y + ry) * scale]
    width = max(1, round(shape.width * scale)) if shape.line else 0
    draw.ellipse(at, fill=shape.fill or None, outline=shape.line or None, width=width)


def checked(colour: str) -> str:
    """Return a colour ``#rrggbb``.

    Raises:
        InvalidConfig: it is none.
    """
    digits = colour[1:].lower()
    if len(colour) != 7 or colour[0] != "#" or set(digits) - set("0123456789abcdef"):
        raise InvalidConfig(f"{colour!r} is not a colour; write it like #d64045.")
    return "#" + digits
