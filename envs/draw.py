"""A rendered table on the terminal or as a picture: text on a grid, with cards drawn as cards."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

CARD = re.compile(r"(?<![\w-])(10|[2-9TJQKA])([♣♦♥♠])")
RED_SUITS = "♦♥"
CELL, LINE, MARGIN = 10, 24, 24
FELT, INK, PAPER, RED, BLACK = (24, 62, 52), (232, 236, 228), (250, 248, 240), (178, 34, 34), (24, 24, 28)


def to_terminal(text: str, title: str) -> None:
    """Print a rendered table with rich, red suits in red."""
    from rich.console import Console
    from rich.panel import Panel
    from rich.text import Text

    body = Text(text)
    body.highlight_regex(CARD.pattern, "bold")
    body.highlight_regex(r"(10|[2-9TJQKA])[♦♥]", "bold red")
    Console().print(Panel(body, title=title, expand=False))


@cache
def _font(size: int) -> Any:
    return ImageFont.load_default(size=size)


def _suit(draw: ImageDraw.ImageDraw, suit: str, x: float, y: float, r: float, colour: Any) -> None:
    """Draw a suit of radius ``r`` around (x, y); fonts seldom have all four."""
    if suit == "♦":
        draw.polygon([(x, y - r), (x + 0.75 * r, y), (x, y + r), (x - 0.75 * r, y)], fill=colour)
        return
    q = 0.55 * r
    if suit == "♥":
        for dx in (-q * 0.9, q * 0.9):
            draw.ellipse([x + dx - q, y - r * 0.8, x + dx + q, y - r * 0.8 + 2 * q], fill=colour)
        draw.polygon([(x - r, y - r * 0.1), (x + r, y - r * 0.1), (x, y + r)], fill=colour)
        return
    if suit == "♠":
        for dx in (-q * 0.9, q * 0.9):
            draw.ellipse([x + dx - q, y - r * 0.35, x + dx + q, y - r * 0.35 + 2 * q], fill=colour)
        draw.polygon([(x - r, y + r * 0.15), (x + r, y + r * 0.15), (x, y - r)], fill=colour)
    else:
        for dx, dy in ((0, -q), (-q, q * 0.4), (q, q * 0.4)):
            draw.ellipse([x + dx - q, y + dy - q, x + dx + q, y + dy + q], fill=colour)
    draw.polygon([(x, y), (x - q * 0.6, y + r), (x + q * 0.6, y + r)], fill=colour)


def _card(draw: ImageDraw.ImageDraw, rank: str, suit: str, x: float, y: float, width: float) -> None:
    """Draw a small card."""
    draw.rounded_rectangle([x, y + 1, x + width, y + LINE - 3], 4, fill=PAPER, outline=BLACK)
    colour = RED if suit in RED_SUITS else BLACK
    draw.text((x + 4, y + LINE / 2 - 1), rank, fill=colour, font=_font(15), anchor="lm")
    _suit(draw, suit, x + width - 9, y + LINE / 2 - 1, 6, colour)


def _line(draw: ImageDraw.ImageDraw, line: str, y: float) -> None:
    """Draw one line of text; each card takes two and a half cells."""
    x, at = float(MARGIN), 0
    for found in [*CARD.finditer(line), None]:
        stop = len(line) if found is None else found.start()
        for letter in line[at:stop]:
            draw.text((x + CELL / 2, y + LINE / 2), letter, fill=INK, font=_font(15), anchor="mm")
            x += CELL
        if found is not None:
            _card(draw, found[1], found[2], x, y, 3.2 * CELL)
            x += 3.6 * CELL
            at = found.end()


def to_array(text: str, title: str) -> np.ndarray:
    """Return a picture of a rendered table: uint8, shape (height, width, 3)."""
    lines = text.splitlines()
    longest = max(len(line) + 2 * len(CARD.findall(line)) for line in [*lines, title])
    size = (max(640, 2 * MARGIN + CELL * (longest + 1)), 2 * MARGIN + LINE * (len(lines) + 2))
    image = Image.new("RGB", size, FELT)
    draw = ImageDraw.Draw(image)
    draw.text((MARGIN, MARGIN / 2), title, fill=INK, font=_font(22))
    for i, line in enumerate(lines):
        _line(draw, line, MARGIN + LINE * (i + 1.2))
    return np.asarray(image)
