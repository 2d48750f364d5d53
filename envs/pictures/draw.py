"""A table as text on the terminal, or as a picture: people with their hands, and the middle of the table.

A game supplies the content (`scene.Scene`), not the positions; pictures of all games and moments have one size.
"""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from PIL import Image, ImageColor

from throwdown.envs.core.colours import mixed
from throwdown.envs.core.kit import Setup, tr
from throwdown.envs.core.scene import HIDDEN, Gauge, Person, Pile, Scene, Stock, Thing
from throwdown.envs.pictures import canvas
from throwdown.envs.pictures.board import draw_map
from throwdown.envs.pictures.canvas import Canvas
from throwdown.envs.pictures.rows import draw_rows

WIDTH, HEIGHT = 960, 720
"""The size of every picture in pixels: multiples of 16, for video codecs."""
EDGE, HEAD, FOOT = 14, 46, 38
FAR, MIDDLE, NEAR = 52, 190, 448
"""The tops of the people opposite, the middle of the table and the people on this side."""
SIDE, RIGHT = 248, 206
"""The width of the columns beside the middle."""
BOARD = 560
"""The width of a map; the middle is then to its right, and piles are shown as numbers only."""
ROW = 4
"""The number of people side by side."""
SIZES = ((62, 2), (52, 2), (44, 3))
"""The possible widths of the cards of a pile, and the maximum number of rows at each."""
FELT = "#1a4c3d"
FACE, BADGE = 104, 30
"""The size of the emblem of somebody with room, and of somebody without."""
LINES = 3
"""The maximum number of lines of a gauge's note."""


def to_terminal(text: str, title: str) -> None:
    """Print a rendered table with rich, red suits in red."""
    from rich.console import Console
    from rich.panel import Panel
    from rich.text import Text

    body = Text(text)
    body.highlight_regex(canvas.CARD.pattern, "bold")
    body.highlight_regex(r"(10|[2-9TJQKA])[♦♥]", "bold red")
    Console().print(Panel(body, title=title, expand=False))


def scene_of(s: Any, viewer: int | None, setup: Setup) -> Scene:
    """Return a game's scene; without one of its own, the lines of its `render`.

    Args:
        s: the record of one game.
        viewer: the viewing seat; None sees everything.
        setup: the setup.
    """
    game = setup.game
    if game.pictures is not None:
        return game.pictures.scene(s, viewer, setup)
    return Scene(game.title, lines=tuple(game.text.render(s, viewer, setup).splitlines()))


def to_array(scene: Scene) -> np.ndarray:
    """Return a picture of a table: uint8, shape (`HEIGHT`, `WIDTH`, 3)."""
    on = Canvas(_felt(scene.tint))
    _stripes(on, scene)
    if scene.card_rows:
        draw_rows(on, scene.card_rows, (EDGE, HEAD + 6, WIDTH - EDGE, HEIGHT - FOOT - 8))
        return np.asarray(on.image.resize((WIDTH, HEIGHT), Image.Resampling.BOX))
    _people(on, scene.far, len(scene.far), FAR, MIDDLE - FAR - 8)
    rows = [scene.near[i : i + ROW] for i in range(0, len(scene.near), ROW)]
    height = (HEIGHT - FOOT - NEAR - 6) / max(1, len(rows))
    for k, people in enumerate(rows):
        _people(on, people, min(ROW, len(scene.near)), NEAR + k * height, height - 6)
    if scene.map is not None and scene.map.is_alone:
        draw_map(on, scene.map, (EDGE, HEAD + 6, WIDTH - EDGE, HEIGHT - FOOT - 10), is_true=True)
    elif scene.map is not None:
        on.panel(EDGE, MIDDLE, BOARD, NEAR - MIDDLE - 8, False)
        draw_map(on, scene.map, (EDGE + 4, MIDDLE + 2, EDGE + BOARD - 4, NEAR - 10))
        _middle(on, scene, EDGE + BOARD + 8, WIDTH - EDGE)
    else:
        _things(on, scene.things)
        _middle(on, scene, EDGE + SIDE + 10, WIDTH - EDGE - RIGHT - 10)
        _right(on, scene.stocks, (*scene.gauges, *([scene.ring] if scene.ring else [])))
    return np.asarray(on.image.resize((WIDTH, HEIGHT), Image.Resampling.BOX))


def to_image(scene: Scene) -> Image.Image:
    """Return the picture as an image that can be saved."""
    return Image.fromarray(to_array(scene))


@cache
def _felt(tint: str) -> Image.Image:
    """Return the empty table, lit from above its middle, with a little of a colour in it."""
    y, x = np.mgrid[-1 : 1 : HEIGHT * canvas.FINE * 1j, -1 : 1 : WIDTH * canvas.FINE * 1j]
    light = np.clip(1.12 - 0.42 * (x * x + y * y), 0.55, 1.1)[..., None]
    felt = ImageColor.getrgb(mixed(FELT, tint, 0.16) if tint else FELT)
    return Image.fromarray((light * np.array(felt)).astype(np.uint8))


def _stripes(on: Canvas, scene: Scene) -> None:
    """Draw the content above and below the table."""
    on.box(0, 0, WIDTH, HEAD - 4, (12, 34, 28), None, 0)
    on.box(0, HEIGHT - FOOT, WIDTH, FOOT, (12, 34, 28), None, 0)
    on.write(EDGE + 4, (HEAD - 4) / 2, scene.title, 20, canvas.INK, is_bold=True)
    x = EDGE + 22 + canvas.width_of(scene.title, 20, True)
    on.write(x, (HEAD - 4) / 2 + 2, canvas.cut(scene.place, 15, WIDTH - EDGE - x), 15, canvas.DIM)
    y = HEIGHT - FOOT / 2
    on.write(EDGE + 4, y, canvas.cut(scene.prompt, 15, WIDTH - 2 * EDGE), 15, canvas.INK)


def _people(
    on: Canvas,
    people: tuple[Person, ...],
    beside: int,
    y: float,
    height: float,
) -> None:
    """Draw people side by side, each as wide as in a row of ``beside``."""
    n, gap = len(people), 8
    width = min(600.0, (WIDTH - 2 * EDGE - gap * (beside - 1)) / max(1, beside))
    left = (WIDTH - n * width - gap * (n - 1)) / 2
    for k, person in enumerate(people):
        _person(on, person, left + k * (width + gap), y, width, height)


def _person(
    on: Canvas,
    who: Person,
    x: float,
    y: float,
    width: float,
    height: float,
) -> None:
    """Draw one person: name, hand, and gauges, beside the hand where there is room, else below."""
    on.panel(x, y, width, height, who.is_to_move)
    is_wide = width >= 380 or height < 120
    size = (min(FACE, height - 14) if width >= 380 else BADGE) if who.kind else 0
    if who.kind:
        on.emblem(who.kind, who.name, who.colour, x + 7, y + (7 if width >= 380 else 3), size)
    else:
        on.dot(x + 15, y + 14, 5.5, who.colour)
    start = x + (size + 14 if who.kind else 28)
    on.write(start, y + 16, who.called, 15, canvas.INK, is_bold=True)
    after = start + 8 + canvas.width_of(who.called, 15, True)
    on.write(after, y + 17, canvas.cut(" · ".join(who.notes), 12, x + width - 8 - after), 12, canvas.DIM)
    top, end = y + 34, y + height - 6
    if is_wide:
        step = 17 if end - top < 150 else 21
        rows = max(1, int((end - top - 12) / step) + 1)
        columns = 2 if len(who.gauges) > rows and width >= 380 else 1
        column = min(180.0, width * 0.33) if columns > 1 else min(240.0, width * 0.47) if who.gauges else 0.0
        left = start - 8 if width >= 380 and who.kind else x
        _hand(on, who, (left, top, x + width - left - columns * column - 12, end))
        for k in range(columns):
            at = (x + width - (columns - k) * column, top + 4, column - 10, end)
            _gauges(on, who.gauges[k * rows : (k + 1) * rows], at, step)
        return
    below, half = 17 * ((min(len(who.gauges), 8) + 1) // 2) + 6, (width - 20) / 2
    _hand(on, who, (x, top, width, end - below))
    for k in range(2):
        _gauges(on, who.gauges[k:8:2], (x + 10 + k * half, end - below + 12, half - 8, end + 8))


Place = tuple[float, float, float, float]
"""Left, top, width and bottom of a part of the picture, in pixels."""


def _hand(on: Canvas, who: Person, at: Place) -> None:
    """Draw a person's hand, and beside it the person's cards on the table."""
    x, top, room, end = at
    least = 1 + 0.12 * (len(who.cards) - 1) + 1.1 * len(who.laid)
    card = int(min(88, (end - top) / (canvas.SHAPE + 0.16), (room - 28) / least if least > 0 else 88))
    laid = len(who.laid) * (card + 8)
    used = on.fan(who.cards, x + 16, top, room - 28 - laid, card)
    for k, text in enumerate(who.laid):
        on.lay(text, x + 24 + used + k * (card + 8), top, card, who.colour, who.name)
    if not who.cards and not who.laid and who.has_hand:
        on.write(x + 16, top + card * canvas.SHAPE / 2, tr("no cards"), 12, canvas.DIM)


def _gauges(on: Canvas, gauges: tuple[Gauge, ...], at: Place, step: float = 17) -> None:
    """Draw as many gauges as fit, one below the other; a note on its own may take `LINES`."""
    x, y, room, end = at
    label = min(room * 0.66, max((canvas.width_of(g.name, 11.5) for g in gauges), default=0) + 9)
    for g in gauges:
        notes = [g.note] if g.most else canvas.wrap(g.note, 11.5, room - label, LINES)
        for k, note in enumerate(notes):
            y += 14 if k else 0
            if y + 8 <= end:
                on.gauge(x, y, room, replace(g, name="" if k else g.name, note=note), label)
        y += step


def _things(on: Canvas, things: tuple[Thing, ...]) -> None:
    """Draw the left column, its things one below the other."""
    step = min(46.0, (NEAR - MIDDLE - 4) / max(1, len(things)))
    for k, thing in enumerate(things):
        _thing(on, thing, MIDDLE + k * step, step - 4)


def _thing(on: Canvas, thing: Thing, y: float, height: float) -> None:
    """Draw a thing in two lines, or in one if there are many: gauges then replace its words."""
    on.box(EDGE, y, SIDE, height, canvas.PANEL, None, 7)
    card = int(min(24, (height - 4) / canvas.SHAPE))
    end = EDGE + SIDE - 8 - (card + (min(3, len(thing.cards)) - 1) * card * 0.6 if thing.cards else 0)
    for k, text in enumerate(thing.cards[-3:]):
        on.lay(text, end + k * card * 0.6, y + 2, card)
    is_tall = height >= 31
    has_two = is_tall and bool(thing.gauges and thing.note)
    line = y + height * (0.3 if has_two else 0.5)
    left = EDGE + 8.0
    if thing.kind:
        on.emblem(thing.kind, thing.name, "", EDGE + 4, y + 2, height - 4)
        left = EDGE + height + 5
    name = canvas.cut(thing.name, 13, end - left - 6)
    on.write(left, line, name, 13)
    after = left + 8 + canvas.width_of(name, 13)
    if is_tall or not thing.gauges:
        on.write(after, line + 1, canvas.cut(thing.note, 11.5, end - 4 - after), 11.5, canvas.DIM)
    x = left if has_two else after
    for g in thing.gauges:
        label = canvas.width_of(g.name, 11.5) + 6 if is_tall else 0
        x = on.gauge(x, y + height * 0.7 if has_two else line, end - x, g, label) + 8


def _middle(on: Canvas, scene: Scene, left: float, right: float) -> None:
    """Draw the piles side by side from ``left`` to ``right``, or lines of text."""
    room, n = right - left, len(scene.piles)
    if not (scene.things or scene.stocks or scene.gauges or scene.map):
        room = WIDTH - 2 * EDGE if scene.lines else 300.0 * n
        left = (WIDTH - room) / 2
    shares, x = sum(pile.share for pile in scene.piles), left
    for pile in scene.piles:
        width = (room - 8 * (n - 1)) * pile.share / shares
        _pile(on, pile, x, width, scene.ring)
        x += width + 8
    step = min(26, (NEAR - MIDDLE) / max(1, len(scene.lines)))
    for k, line in enumerate(scene.lines):
        _line(on, line, left + 8, MIDDLE + (k + 0.5) * step, room - 16)


def _pile(on: Canvas, pile: Pile, x: float, width: float, ring: Gauge | None = None) -> None:
    """Draw a pile as rows of overlapping cards, the one in use within a ring."""
    height = NEAR - MIDDLE - 8
    on.panel(x, MIDDLE, width, height, pile.is_lit)
    if pile.worth:
        on.medal(x + width, MIDDLE, pile.worth, pile.owner or (canvas.GOLD if pile.is_lit else canvas.FADED))
    across = x + (width - 30 if pile.worth else width) / 2
    is_long = canvas.width_of(pile.title, 13) > width - (42 if pile.worth else 12)
    heading = pile.title.split(" · ", 1) if is_long else [pile.title]
    for k, part in enumerate(heading):
        size, ink = (13.0, canvas.INK) if k == 0 else (11.5, canvas.DIM)
        room = width - (36 if pile.worth else 8)
        on.write(across, MIDDLE + 14 + 15 * k, canvas.cut(part, size, room), size, ink, "mm")
    notes = canvas.wrap(pile.note, 12, width - 12, 2)
    for k, line in enumerate(reversed(notes)):
        on.write(x + width / 2, MIDDLE + height - 12 - 14 * k, line, 12, canvas.DIM, "mm")
    if pile.total:
        height -= 24
        total = canvas.cut(tr("Total {n}", n=pile.total), 18, width - 8)
        on.write(
            x + width / 2, MIDDLE + height + 8 - 14 * len(notes), total, 18, canvas.INK, "mm", is_bold=True
        )
    n, room = len(pile.cards), width - 20
    card, most = _laying(max(1, n), room)
    if ring and pile.is_lit and n <= most:
        on.ring(x + width / 2, MIDDLE + 1 + height / 2, min(width / 2 - 6, height / 2 - 38), ring)
    if n == 0:
        return
    rows, high = -(-n // most), card * canvas.SHAPE
    tall = min(high + 14, (height - 70 - high) / max(1, rows - 1))
    top = MIDDLE + 38 + (0 if rows > 1 else (height - 74 - high) / 2)
    step = min(44.0, (room - card) / max(1, min(n, most) - 1))
    for i, laid in enumerate(pile.cards):
        row, column = divmod(i, most)
        mine = min(most, n - row * most)
        start = x + (width - card - (mine - 1) * step) / 2
        on.lay(laid.card, start + column * step, top + row * tall, card, laid.colour, laid.by)


def _laying(n: int, room: float) -> tuple[int, int]:
    """Return the width of a pile's cards and the number in a row: the largest at which all are readable."""
    card, rows = SIZES[-1]
    for card, rows in SIZES:
        most = max(1, int((room - card) / (card * 0.435)) + 1)
        if -(-n // most) <= rows:
            return card, most
    return card, -(-n // rows)


def _line(on: Canvas, line: str, x: float, y: float, room: float) -> None:
    """Write a line, with its cards drawn as cards."""
    indent = len(line) - len(line.lstrip())
    x, at, end = x + indent * 7, indent, x + room
    for found in [*canvas.CARD.finditer(line), None]:
        part = canvas.cut(line[at : len(line) if found is None else found.start()], 14, max(0, end - x))
        on.write(x, y, part, 14)
        x += canvas.width_of(part, 14)
        if found is None or x + 24 > end:
            return
        letters = {symbol: letter for letter, symbol in canvas.SUITS.items()}
        on.lay(found[1].replace("10", "T") + letters[found[2]], x + 2, y - 12, 17)
        x, at = x + 22, found.end()


def _right(on: Canvas, stocks: tuple[Stock, ...], gauges: tuple[Gauge, ...]) -> None:
    """Draw heaps of cards, and the gauges of the table below them."""
    left, card = WIDTH - EDGE - RIGHT, 50
    step = min(86.0, RIGHT / max(1, len(stocks)))
    for k, stock in enumerate(stocks):
        x = left + (k + 0.5) * step - card / 2
        depth = min(4, stock.n // 12 + 1) if stock.n else 0
        for i in range(depth):
            on.lay(stock.top or HIDDEN, x + 2 * i, MIDDLE + 6 - 2 * i, card)
        if not depth:
            on.box(x, MIDDLE + 6, card, card * canvas.SHAPE, None, (70, 104, 90), 6)
    notes = [[f"{stock.name} {stock.n}"] for stock in stocks]
    if any(canvas.width_of(note, 12) > step - 3 for (note,) in notes) and len(stocks) > 2:
        notes = [[canvas.cut(stock.name, 12, step - 3), str(stock.n)] for stock in stocks]
    for k, lines in enumerate(notes):
        for i, line in enumerate(lines):
            at = MIDDLE + 20 + 14 * i + card * canvas.SHAPE
            on.write(left + (k + 0.5) * step, at, line, 12, canvas.DIM, "mm")
    more = 14 * (max((len(lines) for lines in notes), default=1) - 1)
    y = MIDDLE + (44 + more + card * canvas.SHAPE if stocks else 12)
    _gauges(on, gauges, (left + 4, y, RIGHT - 8, NEAR - 6), 19)
