"""A map as a part of a picture: spots, ways between them, and figures on them."""

import math

from throwdown.envs.core.scene import Figure, Map, Spot, Way
from throwdown.envs.pictures import canvas
from throwdown.envs.pictures.canvas import Canvas

Place = tuple[float, float, float, float]
"""Left, top, right and bottom of a part of the picture, in pixels."""
WIDE, HIGH, FLAT = 108.0, 50.0, 26.0
"""Width and height of a spot, and the height of an empty one."""
ROAD, SIGHT, GROUND, PIT = "#7fa896", "#c9b458", (17, 48, 40), (40, 30, 30)
MOST = 6
"""The maximum number of figures side by side on a spot; the rest are counted."""


def draw_map(on: Canvas, board: Map, place: Place, is_true: bool = False) -> None:
    """Draw a map: ways first, then spots with their names and figures.

    Args:
        on: the canvas.
        board: the map.
        place: the area to fill.
        is_true: whether to keep angles: one scale for both directions.
    """
    at = _centres(board.spots, _shrunk(board.spots, place) if is_true else place)
    for way in board.ways:
        _way(on, way, board.spots, at)
    for spot, centre in zip(board.spots, at, strict=True):
        _spot(on, spot, *centre)


def _shrunk(spots: tuple[Spot, ...], place: Place) -> Place:
    """Return the part of a place filled by a map at one scale."""
    left, top, right, bottom = place
    xs, ys = [spot.x for spot in spots], [spot.y for spot in spots]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    room_x, room_y = right - left - WIDE - 8, bottom - top - HIGH - 8
    scale = min([room / size for room, size in ((room_x, wide), (room_y, high)) if size], default=0.0)
    off_x, off_y = (room_x - wide * scale) / 2, (room_y - high * scale) / 2
    return left + off_x, top + off_y, right - off_x, bottom - off_y


def _centres(spots: tuple[Spot, ...], place: Place) -> list[tuple[float, float]]:
    """Return the positions of the spots: the map fills the place, north is up."""
    left, top, right, bottom = place
    xs, ys = [spot.x for spot in spots], [spot.y for spot in spots]

    def along(value: float, low: float, high: float, start: float, end: float) -> float:
        return (start + end) / 2 if high == low else start + (value - low) / (high - low) * (end - start)

    return [
        (
            along(spot.x, min(xs), max(xs), left + WIDE / 2 + 4, right - WIDE / 2 - 4),
            along(spot.y, min(ys), max(ys), bottom - HIGH / 2 - 4, top + HIGH / 2 + 4),
        )
        for spot in spots
    ]


def _height(spot: Spot) -> float:
    return HIGH if spot.figures else FLAT


def _way(on: Canvas, way: Way, spots: tuple[Spot, ...], at: list[tuple[float, float]]) -> None:
    """Draw a way from edge to edge, with its price in the middle, and a tip if it is one-way."""
    (x, y), (to_x, to_y) = at[way.start], at[way.end]
    length = math.hypot(to_x - x, to_y - y) or 1.0
    ux, uy = (to_x - x) / length, (to_y - y) / length
    first, last = _reach(spots[way.start], ux, uy), _reach(spots[way.end], ux, uy)
    x, y, to_x, to_y = x + ux * first, y + uy * first, to_x - ux * last, to_y - uy * last
    if way.is_sight:
        for k in range(0, 20, 2):
            a, b = k / 20, (k + 1) / 20
            on.line(x + (to_x - x) * a, y + (to_y - y) * a, x + (to_x - x) * b, y + (to_y - y) * b, SIGHT, 1)
        return
    on.line(x, y, to_x, to_y, ROAD)
    if way.is_one_way:
        on.tip(to_x, to_y, ux, uy, ROAD)
    if way.note:
        middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2
        on.dot(middle_x, middle_y, 8, "#24564a")
        on.write(middle_x, middle_y, way.note, 11.5, canvas.INK, "mm")


def _reach(spot: Spot, ux: float, uy: float) -> float:
    """Return the distance from a spot's centre to its edge in a direction."""
    across = WIDE / 2 / abs(ux) if ux else math.inf
    down = _height(spot) / 2 / abs(uy) if uy else math.inf
    return min(across, down) + 1


def _spot(on: Canvas, spot: Spot, x: float, y: float) -> None:
    """Draw a spot around its centre."""
    high = _height(spot)
    left, top = x - WIDE / 2, y - high / 2
    is_lit = spot.is_lit or any(figure.is_lit for figure in spot.figures)
    on.box(
        left,
        top,
        WIDE,
        high,
        PIT if spot.colour else GROUND,
        canvas.GOLD if is_lit else spot.colour or ROAD,
        8,
        1.2,
    )
    note = f" · {spot.note}" if spot.note else ""
    on.write(x, top + 13, canvas.cut(spot.name + note, 12, WIDE - 8), 12, canvas.INK, "mm")
    shown = spot.figures if len(spot.figures) <= MOST else spot.figures[: MOST - 1]
    more = len(spot.figures) - len(shown)
    step = min(24.0, (WIDE - 8) / max(1, len(shown) + bool(more)))
    start = x - step * (len(shown) + bool(more) - 1) / 2
    for k, figure in enumerate(shown):
        _figure(on, figure, start + k * step, top + 29, step)
    if more:
        on.write(start + len(shown) * step, top + 29, f"+{more}", 11.5, canvas.INK, "mm")
    if spot.mark:
        on.dot(left + WIDE, top, 10, canvas.GOLD)
        on.write(left + WIDE, top, spot.mark, 12, "#1d1d1d", "mm")


def _figure(on: Canvas, figure: Figure, x: float, y: float, step: float) -> None:
    """Draw a figure: its emblem and its number, or a disc with its letters; and its gauge below."""
    if figure.is_lit:
        on.dot(x, y, 12, canvas.GOLD)
    on.dot(x, y, 8, figure.colour)
    if figure.kind:
        colour = figure.colour if figure.kind == "mc" else ""
        on.emblem(figure.kind, figure.name, colour, x - 10, y - 11, 20)
        if number := figure.sign[1:]:
            on.dot(x + 7, y + 5, 5, canvas.SLOT)
            on.write(x + 7, y + 5, number, 8, "#ffffff", "mm")
    else:
        on.write(x, y, figure.sign, 9.5, "#ffffff", "mm")
    wide = step - 4
    on.box(x - wide / 2, y + 11, wide, 4, canvas.SLOT, canvas.RIM, 1.5, 0.5)
    share = figure.gauge.value / figure.gauge.most if figure.gauge.most else 0
    if share > 0:
        on.box(x - wide / 2, y + 11, max(2.0, wide * share), 4, figure.gauge.colour or canvas.GOLD, None, 1.5)
