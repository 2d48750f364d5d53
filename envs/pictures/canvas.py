"""Cards, names and gauges, drawn with Pillow at twice their size; a finished picture is halved."""

import math
import re
from contextlib import suppress
from functools import cache
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from throwdown.envs.core.catalogue import language, tr
from throwdown.envs.core.scene import HIDDEN, Gauge
from throwdown.envs.pictures.emblems import picture

CARD = re.compile(r"(?<![\w-])(10|[2-9TJQKA])([♣♦♥♠])")
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
FINE = 2
"""The scale of drawing: drawn pixels per pixel of the picture."""
INK, DIM, GOLD, SLOT = (236, 238, 230), (158, 182, 170), (240, 196, 84), (14, 44, 36)
PAPER, RED, BLACK, EDGE = (252, 250, 243), (186, 30, 40), (28, 28, 34), (172, 166, 150)
BACK, LATTICE = (44, 62, 110), (92, 112, 168)
PANEL, LIT, RIM = (20, 58, 47), (34, 82, 66), (70, 104, 90)
NOBODY = "#9fb4aa"
FADED = "#4b6a60"
"""Of a medal that nobody can win now."""
SHAPE = 1.42
"""A card's height over its width."""

Colour = Any
_HYPHENS = str.maketrans("−–—", "---")
"""Characters missing from the font."""


FONTS = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "LiberationSans-Regular.ttf",
    "arial.ttf",
    "Arial Unicode.ttf",
)
"""System fonts with more letters than Pillow's own, which covers English."""


@cache
def font(size: float) -> Any:
    """Return the font for the language of the process, in a size in pixels of the picture."""
    for name in () if language() == "en" else FONTS:
        with suppress(OSError):  # not on this system
            return ImageFont.truetype(name, size * FINE)
    return ImageFont.load_default(size=size * FINE)


def width_of(text: str, size: float, is_bold: bool = False) -> float:
    """Return the width of a text, in pixels of the picture."""
    return float(font(size).getlength(text.translate(_HYPHENS))) / FINE + (1 if is_bold else 0)


def wrap(text: str, size: float, room: float, most: int) -> list[str]:
    """Wrap a text to at most ``most`` lines, the last one shortened if necessary; NBSP keeps words together."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if width_of(longer, size) <= room or not lines[-1] or len(lines) == most:
            lines[-1] = longer
        else:
            lines.append(word)
    return [cut(line.replace("\xa0", " "), size, room) for line in lines]


def cut(text: str, size: float, room: float) -> str:
    """Return a text, shortened if it is wider than ``room`` pixels."""
    if width_of(text, size) <= room:
        return text
    while text and width_of(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip(" ,·") + "…"


def suit(draw: ImageDraw.ImageDraw, symbol: str, x: float, y: float, r: float, colour: Colour) -> None:
    """Draw a suit of radius ``r`` around (x, y), in drawn pixels; few fonts have all four."""
    if symbol == "♦":
        draw.polygon([(x, y - r), (x + 0.75 * r, y), (x, y + r), (x - 0.75 * r, y)], fill=colour)
        return
    q = 0.55 * r
    if symbol == "♥":
        for dx in (-q * 0.9, q * 0.9):
            draw.ellipse([x + dx - q, y - r * 0.8, x + dx + q, y - r * 0.8 + 2 * q], fill=colour)
        draw.polygon([(x - r, y - r * 0.1), (x + r, y - r * 0.1), (x, y + r)], fill=colour)
        return
    if symbol == "♠":
        for dx in (-q * 0.9, q * 0.9):
            draw.ellipse([x + dx - q, y - r * 0.35, x + dx + q, y - r * 0.35 + 2 * q], fill=colour)
        draw.polygon([(x - r, y + r * 0.15), (x + r, y + r * 0.15), (x, y - r)], fill=colour)
    else:
        leaf = 0.42 * r
        for dx, dy in ((0, -0.55 * r), (-0.52 * r, 0.2 * r), (0.52 * r, 0.2 * r)):
            draw.ellipse([x + dx - leaf, y + dy - leaf, x + dx + leaf, y + dy + leaf], fill=colour)
    draw.polygon([(x, y - r * 0.2), (x - r * 0.35, y + r), (x + r * 0.35, y + r)], fill=colour)


@cache
def card(text: str, width: int, colour: str = "", by: str = "") -> Image.Image:
    """Return the image of a card with its shadow, in drawn pixels.

    Args:
        text: such as ``TH``, ``J`` without a suit, ``*r`` for a Joker, or `HIDDEN`.
        width: in pixels of the picture.
        colour: of the player who laid it, for a mark at its foot.
        by: that player's name; the mark shows its first letter.
    """
    w, h, r = width * FINE, round(width * SHAPE) * FINE, 0.11 * width * FINE
    image = Image.new("RGBA", (w + 4 * FINE, h + 4 * FINE))
    draw = ImageDraw.Draw(image)
    for k in range(3):
        draw.rounded_rectangle([k, k + FINE, w + 2 * FINE - k, h + 2 * FINE - k], r, fill=(0, 0, 0, 26))
    if text == HIDDEN:
        _back(image, w, h, r)
    else:
        draw.rounded_rectangle([0, 0, w - 1, h - 1], r, fill=PAPER, outline=EDGE, width=FINE // 2)
        _face(draw, text, w, h)
    if colour:
        x, y, q = w * 0.21, h * 0.83, w * 0.15
        draw.ellipse([x - q, y - q, x + q, y + q], fill=colour, outline=PAPER, width=FINE // 2)
        draw.text((x, y), by[:1], fill=PAPER, font=font(w * 0.2 / FINE), anchor="mm", stroke_width=1)
    return image


def _face(draw: ImageDraw.ImageDraw, text: str, w: float, h: float) -> None:
    if text.startswith("*"):
        colour = RED if text.endswith("r") else BLACK
        _star(draw, w * 0.2, h * 0.15, w * 0.14, colour)
        draw.text((w / 2, h / 2), tr("Joker"), fill=colour, font=font(w * 0.28 / FINE), anchor="mm")
        return
    rank, symbol = text[0].replace("T", "10"), SUITS.get(text[1:2], "")
    colour = RED if symbol in ("♦", "♥") else BLACK
    if not symbol:
        draw.text((w / 2, h * 0.5), rank, fill=colour, font=font(w * 0.6 / FINE), anchor="mm")
        return
    draw.text(
        (w * 0.21, h * 0.15), rank, fill=colour, font=font(w * 0.31 / FINE), anchor="mm", stroke_width=1
    )
    suit(draw, symbol, w * 0.21, h * 0.36, w * 0.115, colour)
    suit(draw, symbol, w * 0.6, h * 0.58, w * 0.27, colour)


def _star(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, colour: Colour) -> None:
    """Draw a star with five points, missing from the font."""
    radii = [r if k % 2 == 0 else r * 0.42 for k in range(10)]
    turns = [math.pi * k / 5 for k in range(10)]
    draw.polygon([(x + q * math.sin(t), y - q * math.cos(t)) for q, t in zip(radii, turns)], fill=colour)


def _back(image: Image.Image, w: int, h: int, r: float) -> None:
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle([0, 0, w - 1, h - 1], r, fill=PAPER, outline=EDGE, width=FINE // 2)
    inner, gap = Image.new("RGB", (w, h), BACK), 5 * FINE
    lines = ImageDraw.Draw(inner)
    for x in range(-h, w, gap):
        lines.line([(x, 0), (x + h, h)], fill=LATTICE, width=FINE // 2)
        lines.line([(x, h), (x + h, 0)], fill=LATTICE, width=FINE // 2)
    mask, edge = Image.new("L", (w, h)), 0.07 * w
    ImageDraw.Draw(mask).rounded_rectangle([edge, edge, w - 1 - edge, h - 1 - edge], r * 0.7, fill=255)
    image.paste(inner, (0, 0), mask)


@cache
def _turned(text: str, width: int, degrees: float) -> Image.Image:
    return card(text, width).rotate(degrees, Image.Resampling.BICUBIC, expand=True)


class Canvas:
    """A picture being drawn; places and sizes are in pixels of the finished picture.

    Args:
        ground: the background, `FINE` times as large as the picture.

    Attributes:
        image: the drawing so far, as large as the ground.
    """

    def __init__(self, ground: Image.Image) -> None:
        self.image = ground.copy()
        self._draw = ImageDraw.Draw(self.image)

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 13,
        fill: Colour = INK,
        anchor: str = "lm",
        is_bold: bool = False,
    ) -> None:
        """Write a text; ``anchor`` as in Pillow."""
        stroke = 1 if is_bold and size >= 15 else 0
        at, said = (x * FINE, y * FINE), text.translate(_HYPHENS)
        self._draw.text(
            at, said, fill=fill, font=font(size), anchor=anchor, stroke_width=stroke, stroke_fill=fill
        )

    def box(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: Colour,
        edge: Colour = None,
        r: float = 6,
        line: float = 1,
    ) -> None:
        """Draw a rounded rectangle."""
        at = [x * FINE, y * FINE, (x + w) * FINE - 1, (y + h) * FINE - 1]
        self._draw.rounded_rectangle(
            at, r * FINE, fill=fill, outline=edge, width=round(line * FINE) if edge else 0
        )

    def panel(self, x: float, y: float, w: float, h: float, is_lit: bool) -> None:
        """Draw the background of a person or a pile, lit if it matters now."""
        self.box(x, y, w, h, LIT if is_lit else PANEL, GOLD if is_lit else None, 10, 1.5)

    def dot(self, x: float, y: float, r: float, colour: Colour) -> None:
        """Draw a disc around (x, y)."""
        at = [(x - r) * FINE, (y - r) * FINE, (x + r) * FINE, (y + r) * FINE]
        self._draw.ellipse(at, fill=colour or NOBODY)

    def line(self, x: float, y: float, to_x: float, to_y: float, colour: Colour, width: float = 2) -> None:
        """Draw a straight line."""
        at = [x * FINE, y * FINE, to_x * FINE, to_y * FINE]
        self._draw.line(at, fill=colour, width=round(width * FINE))

    def tip(self, x: float, y: float, ux: float, uy: float, colour: Colour, size: float = 8) -> None:
        """Draw the tip of an arrow at (x, y), pointing along (ux, uy), a unit vector."""
        back_x, back_y = x - ux * size, y - uy * size
        side = size * 0.55
        corners = [(x, y), (back_x - uy * side, back_y + ux * side), (back_x + uy * side, back_y - ux * side)]
        self._draw.polygon([(a * FINE, b * FINE) for a, b in corners], fill=colour)

    def lay(self, text: str, x: float, y: float, width: int, colour: str = "", by: str = "") -> None:
        """Lay a card with its upper left corner at (x, y)."""
        sprite = card(text, width, colour, by)
        self.image.paste(sprite, (round(x * FINE), round(y * FINE)), sprite)

    def emblem(self, kind: str, name: str, colour: str, x: float, y: float, size: float) -> None:
        """Draw the emblem of a kind and name with its upper left corner at (x, y)."""
        sprite = picture(kind, name, colour, round(size * FINE))
        self.image.paste(sprite, (round(x * FINE), round(y * FINE)), sprite)

    def medal(self, x: float, y: float, text: str, colour: Colour) -> None:
        """Hang a medal with a text from a pile's upper right corner (x, y)."""
        corners = [(x - 30, y), (x - 6, y), (x - 6, y + 24), (x - 18, y + 31), (x - 30, y + 24)]
        self._draw.polygon([(a * FINE, b * FINE) for a, b in corners], fill=colour)
        self.write(x - 18, y + 13, text, 16, INK if colour == FADED else SLOT, "mm", is_bold=True)

    def ring(self, x: float, y: float, r: float, g: Gauge) -> None:
        """Draw a gauge as arcs around (x, y), from the top on, clockwise."""
        at = [(x - r) * FINE, (y - r) * FINE, (x + r) * FINE, (y + r) * FINE]
        colours, step = g.colour.split() or [NOBODY], 360 / g.most
        for k in range(g.most):
            fill: Colour = colours[k % len(colours)] if k < g.value else RIM
            start = -90 + k * step
            self._draw.arc(at, start + 3, start + step - 3, fill=fill, width=round(5 * FINE))

    def fan(self, cards: tuple[str, ...], x: float, y: float, room: float, width: int) -> float:
        """Draw a hand as a fan from (x, y) on, at most ``room`` wide; return its width."""
        n = len(cards)
        step = 0 if n < 2 else min(width * 0.62, max(2.0, (room - width) / (n - 1)))
        bend = min(4.0, 26 / max(1, n))
        for i, text in enumerate(cards):
            off = i - (n - 1) / 2
            sprite = _turned(text, width, round(-bend * off, 2))
            flat = round(width * SHAPE)
            low = 0.11 * width * (2 * off / max(1, n - 1)) ** 2 if n > 2 else 0.0
            cx, cy = x + width / 2 + i * step, y + flat / 2 + low
            at = (round(cx * FINE - sprite.width / 2), round(cy * FINE - sprite.height / 2))
            self.image.paste(sprite, at, sprite)
        return 0 if n == 0 else width + (n - 1) * step

    def gauge(self, x: float, y: float, room: float, g: Gauge, label: float) -> float:
        """Draw a gauge from (x, y) on, at most ``room`` wide, its name in ``label`` pixels; return its right end."""
        if label:
            self.write(x, y, cut(g.name, 11.5, label - 4), 11.5, DIM)
        said = g.note or (str(g.value) if g.most == 0 or g.most > 8 else "")
        x, room = x + label, room - label
        if g.most:
            x += self._scale(x, y, room - (width_of(said, 11.5) + 5 if said else 0), g) + 3
        self.write(x, y, cut(said, 11.5, max(8.0, room)), 11.5, INK)
        return x + width_of(said, 11.5)

    def _scale(self, x: float, y: float, room: float, g: Gauge) -> float:
        """Draw the steps of a gauge, or a bar if there are too many; return the width."""
        colours: list[Colour] = list(g.colour.split()) or [GOLD]
        step = min(11.0, room / g.most)
        if step < 5:
            wide = max(12.0, room - 4)
            self.box(x, y - 4, wide, 8, SLOT, RIM, 2.5, 0.5)
            if g.value > 0:
                self.box(x, y - 4, max(4.0, wide * min(1.0, g.value / g.most)), 8, colours[0], None, 2.5)
            return wide + 2
        for i in range(g.most):
            fill, edge = (colours[i % len(colours)], None) if i < g.value else (SLOT, RIM)
            self.box(x + i * step, y - 5, step - 2, 10, fill, edge, 2.5, 0.5)
        return g.most * step
