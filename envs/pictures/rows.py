"""Rows of named cards, as wide as the table."""

from throwdown.envs.core.scene import HIDDEN, CardRow, Face
from throwdown.envs.pictures import canvas
from throwdown.envs.pictures.canvas import Canvas

Place = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels of the picture."""
TITLE, GAP = 20, 6
WIDEST = 108
"""The maximum width of a card."""
NUMBER = 27
"""The size of the symbol of a number."""
SIGN = 14
"""The size of the symbol of a small number."""
PART, LEAST = 0.4, 14
"""The share of a card below its name that is its emblem's at least, and the smallest emblem."""
INK = (28, 28, 34)
QUIET = (110, 106, 96)


def draw_rows(on: Canvas, rows: tuple[CardRow, ...], place: Place) -> None:
    """Draw rows one below the other, each as high as its share."""
    left, top, right, bottom = place
    room = bottom - top - GAP * (len(rows) - 1)
    shares, y = sum(row.share for row in rows), top
    for row in rows:
        height = room * row.share / shares
        _row(on, row, (left, y, right, y + height))
        y += height + GAP


def _row(on: Canvas, row: CardRow, place: Place) -> None:
    """Draw a row: its title, then its cards from the left."""
    left, top, right, bottom = place
    on.panel(left, top, right - left, bottom - top, row.is_lit)
    on.dot(left + 14, top + 13, 5, row.colour)
    on.write(left + 26, top + 13, row.title, 14, canvas.INK, is_bold=True)
    x = left + 38 + canvas.width_of(row.title, 14, True)
    on.write(x, top + 13, canvas.cut(row.note, 12.5, right - 8 - x), 12.5, canvas.DIM)
    if not row.faces:
        return
    room = right - left - 16
    width = min(WIDEST, (room + 5) / len(row.faces) - 5)
    for k, face in enumerate(row.faces):
        _face(on, face, (left + 8 + k * (width + 5), top + TITLE + 6, width, bottom - top - TITLE - 13))


def _signs(on: Canvas, face: Face, x: float, y: float) -> None:
    """Draw the small numbers of a card, each beside its symbol."""
    for sign in face.signs:
        on.emblem("symbol", sign.icon, "", x, y, SIGN)
        on.write(x + SIGN + 2, y + SIGN / 2, sign.number, 11, INK, is_bold=True)
        x += SIGN + 8 + canvas.width_of(sign.number, 11, True)


def _face(on: Canvas, face: Face, place: Place) -> None:
    """Draw a card: its name, number and marks; ``place`` is left, top, width and height."""
    x, y, width, height = place
    edge = canvas.GOLD if face.is_lit else canvas.EDGE
    if face.name == HIDDEN:
        on.box(x, y, width, height, canvas.BACK, canvas.LATTICE, 5, 1)
        return
    paper = (176, 172, 160) if face.is_dim else canvas.PAPER
    on.box(x, y, width, height, paper, edge, 5, 2.5 if face.is_lit else 0.8)
    room = width - 9 - (NUMBER + 2 if face.number else 0)
    lines = canvas.wrap(face.name, 10.5, room, 3)
    for k, line in enumerate(lines):
        on.write(x + 5, y + 10 + 12 * k, line, 10.5, INK)
    if face.number:
        at = x + width - NUMBER - 2
        on.emblem("symbol", "Power", "", at, y + 2, NUMBER)
        on.write(at + NUMBER / 2, y + 2 + NUMBER / 2, face.number, 15, canvas.PAPER, "mm", is_bold=True)
    top, step = y + 14 + 12 * max(1, len(lines)), 11.5
    if face.signs:
        _signs(on, face, x + 4, top - 4)
        top += SIGN
    notes = [line for note in face.notes for line in canvas.wrap(note, 9.5, width - 8, 2)]
    end = y + height - 4
    size = min(width - 8, max(end - top - step * len(notes), (end - top) * PART)) if face.kind else 0
    for k, note in enumerate(notes[: max(0, int((end - size - top) // step))]):
        on.write(x + 5, top + step * (k + 0.5), note, 9.5, QUIET)
    if size >= LEAST:
        on.emblem(face.kind, face.name, "", x + (width - size) / 2, end - size, size)
