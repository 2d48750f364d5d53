"""A rendered table on the terminal or as a picture: text on a grid, with cards drawn as cards."""

import re
from functools import cache
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

CARD = re.compile(r"(?<![\w-])(10|[2-9TJQKA])([♣♦♥♠])")
RED_SUITS = "♦♥"
SIZE, LINE, MARGIN, CARD_WIDTH = 17, 32, 28, 42
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
        leaf = 0.42 * r
        for dx, dy in ((0, -0.55 * r), (-0.52 * r, 0.2 * r), (0.52 * r, 0.2 * r)):
            draw.ellipse([x + dx - leaf, y + dy - leaf, x + dx + leaf, y + dy + leaf], fill=colour)
    draw.polygon([(x, y - r * 0.2), (x - r * 0.35, y + r), (x + r * 0.35, y + r)], fill=colour)


def _card(draw: ImageDraw.ImageDraw, rank: str, suit: str, x: float, y: float) -> None:
    """Draw a small card."""
    draw.rounded_rectangle([x, y + 2, x + CARD_WIDTH, y + LINE - 3], 5, fill=PAPER, outline=BLACK)
    colour = RED if suit in RED_SUITS else BLACK
    draw.text((x + 6, y + LINE / 2), rank, fill=colour, font=_font(19), anchor="lm")
    _suit(draw, suit, x + CARD_WIDTH - 13, y + LINE / 2 - 1, 8, colour)


def _line(draw: ImageDraw.ImageDraw, line: str, y: float) -> float:
    """Draw one line, cards as cards; return where it ends."""
    indent = len(line) - len(line.lstrip())
    x, at = MARGIN + indent * SIZE / 2, indent
    for found in [*CARD.finditer(line), None]:
        part = line[at : len(line) if found is None else found.start()]
        draw.text((x, y + LINE / 2), part, fill=INK, font=_font(SIZE), anchor="lm")
        x += draw.textlength(part, font=_font(SIZE))
        if found is not None:
            _card(draw, found[1], found[2], x, y)
            x += CARD_WIDTH
            at = found.end()
    return x


def to_array(text: str, title: str) -> np.ndarray:
    """Return a picture of a rendered table: uint8, shape (height, width, 3)."""
    lines = text.splitlines()
    scratch = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    width = max(_line(scratch, line, 0) for line in [*lines, title])
    image = Image.new("RGB", (max(640, int(width) + MARGIN), 2 * MARGIN + LINE * (len(lines) + 1)), FELT)
    draw = ImageDraw.Draw(image)
    draw.text((MARGIN, MARGIN / 2), title, fill=INK, font=_font(24))
    for i, line in enumerate(lines):
        _line(draw, line, MARGIN + LINE * (i + 1))
    return np.asarray(image)
