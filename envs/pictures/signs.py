"""Emblems of things: shields, places, signs, and cards by their type, each with a symbol."""

from __future__ import annotations

import math
from collections.abc import Sequence

from throwdown.envs.core.colours import NamedDice, dark, hue, light
from throwdown.envs.pictures import shapes, symbols
from throwdown.envs.pictures.symbols import Points, choice, ray, ring_of, symbol


def _pale(dice: NamedDice) -> str:
    return dice.pick((shapes.WHITE, "#ffe08a", "#ffd9c2", "#d6f0ff"))


SHIELDS: tuple[Points, ...] = (
    ((50, 5), (12, 5), (12, 5), (10, 62), (50, 98), (50, 98)),
    ((50, 12), (32, 10), (10, 4), (10, 4), (14, 78), (50, 97)),
    ((50, 4), (10, 10), (10, 10), (22, 40), (6, 70), (50, 97), (50, 97)),
    ((50, 6), (14, 6), (14, 6), (14, 94), (14, 94), (50, 80), (50, 80)),
)


def faction(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a coat of arms: a shield, parted in two colours, with a charge."""
    half, other, parted = dice.pick(SHIELDS), hue(dice.between(0, 1), 0.42, 0.5), dice.roll(5)
    found = [*shapes.body(half, colour)]
    if parted == 1:
        found.append(shapes.Path(((20, 40), (50, 22), (80, 40), (80, 56), (50, 38), (20, 56)), other))
    elif parted == 2:
        found.append(shapes.Path(((18, 14), (36, 12), (78, 62), (66, 74), (18, 26)), other))
    elif parted == 3:
        found += [shapes.Path(((20, 12), (80, 12), (80, 34), (20, 34)), other)]
    elif parted == 4:
        found.append(shapes.Path(((40, 8), (60, 8), (60, 86), (50, 92), (40, 86)), other))
    charge = symbol(choice(dice, symbols.BANNERS), _pale(dice), dice.between(0.42, 0.5), 50, 48)
    trim = light(colour, 0.55)
    whole = (*half, *shapes.mirror(half))
    return (
        *found,
        *shapes.moved((shapes.Path(whole, line=trim, width=2.5, is_soft=True),), 0.88, 50, 49),
        *charge,
    )


def location(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a view in a round frame: sky, sun or moon, hills, and what was built there."""
    sky, ground = light(colour, 0.45), dark(colour, 0.45)
    x, y, r = dice.between(28, 72), dice.between(24, 36), dice.between(8, 13)
    found: list[shapes.Shape] = [
        shapes.Oval(50, 50, 45, 45, sky, shapes.INK, 4),
        shapes.Oval(x, y, r, r, dice.pick(("#fff3b0", shapes.WHITE, "#ffb38a"))),
    ]
    top = dice.between(50, 62)
    far = ((10, 70), (20, top), (36, top + 8), (52, top - 10), (70, top + 6), (86, top - 4), (90, 70))
    found.append(shapes.Path(far, colour, is_soft=dice.roll(2) == 0))
    built, n = dice.roll(4), dice.roll(3) + 3
    for k in range(n):
        a, w = 18 + 64 * k / n, 52 / n
        high = dice.between(26, 60)
        if built == 0:
            found.append(shapes.Path(((a, 84), (a, high), (a + w, high), (a + w, 84)), ground))
            found.append(shapes.Oval(a + w / 2, high + 8, 1.8, 2.6, "#ffe08a"))
        elif built == 1:
            found.append(shapes.Path(((a, 84), (a + w / 2, high), (a + w, 84)), ground))
        elif built == 2 and k < 2:
            found += [
                shapes.Path(
                    ((24 + 34 * k, 84), (24 + 34 * k, high - 4), (28 + 34 * k, high - 4), (28 + 34 * k, 84)),
                    ground,
                ),
                shapes.Path(
                    (
                        (16 + 34 * k, high + 2),
                        (54 + 32 * k, high - 6),
                        (54 + 32 * k, high - 2),
                        (16 + 34 * k, high + 6),
                    ),
                    ground,
                ),
            ]
        elif built == 3 and k < 2:
            found.append(
                shapes.Path(
                    (
                        (20 + 32 * k, 84),
                        (20 + 32 * k, high + 8),
                        (34 + 32 * k, high - 12),
                        (48 + 32 * k, high + 8),
                        (48 + 32 * k, 84),
                    ),
                    ground,
                    is_soft=True,
                )
            )
    low = dice.between(72, 78)
    found.append(
        shapes.Path(
            ((9, 70), (30, low - 4), (60, low + 4), (91, 70), (80, 92), (50, 98), (20, 92)),
            dark(colour, 0.7),
            is_soft=True,
        )
    )
    return (
        *found,
        shapes.Oval(50, 50, 45, 45, line=shapes.INK, width=8),
        shapes.Oval(50, 50, 42, 42, line=light(colour, 0.7), width=2),
    )


def resource(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a token with what it stands for."""
    n = dice.pick((6, 8, 12))
    found: list[shapes.Shape] = [
        shapes.Path(ring_of(n, 46, dice.pick((0.0, math.pi / n))), colour, shapes.INK, 3.5)
    ]
    found += [
        shapes.Oval(50, 50, 34, 34, light(colour, 0.3)),
        shapes.Path(ring_of(24, 34)[:13] + ((50, 50),), colour),
    ]
    return (*found, *symbol(choice(dice, symbols.STORES), _pale(dice), dice.between(0.44, 0.52)))


# Challenges ---------------------------------------------------------------------------------------------------------


def obstacle(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a road sign."""
    turn, stripes = dice.roll(3), dice.between(0.38, 0.46)
    edge = (ring_of(4, 48), ray(3, 52, 30, 0, 50, 58), ring_of(5, 48))[turn]
    found: list[shapes.Shape] = [
        shapes.Path(edge, "#f4c542", shapes.INK, 4),
        *shapes.moved((shapes.Path(edge, line=shapes.INK, width=3),), 0.84, 50, 51),
    ]
    return (
        *found,
        *symbol(choice(dice, symbols.WAYS), colour, stripes, 50, 58 if turn == 1 else 51, edge=2.5),
    )


def hazard(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a burst with what bursts."""
    n, turn = dice.roll(5) + 8, dice.between(0, 0.4)
    burst = ray(n, 49, dice.between(32, 38), turn)
    found = [
        shapes.Path(burst, "#e8452f", shapes.INK, 4),
        *shapes.moved((shapes.Path(burst, "#ffb347"),), 0.74),
    ]
    return (
        *found,
        *symbol(choice(dice, symbols.PERILS), dark(colour, 0.25), dice.between(0.42, 0.5), edge=2),
    )


def press(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a blow that leaves lines behind it."""
    found: list[shapes.Shape] = [shapes.Oval(50, 50, 45, 45, colour, shapes.INK, 4)]
    for k in range(dice.roll(3) + 2):
        y = 24 + 16 * k
        found.append(
            shapes.Path(((6 + abs(34 - y) / 4, y), (34, y)), line=light(colour, 0.6), width=4, is_open=True)
        )
    return (
        *found,
        *symbol(
            choice(dice, symbols.PUSHES),
            _pale(dice),
            0.5,
            dice.between(52, 58),
            dice.between(46, 54),
        ),
    )


def table(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return the Table that plays against Characters: cards in a hand that nobody sees."""
    found: list[shapes.Shape] = [
        shapes.Oval(50, 52, 46, 40, dark(colour, 0.5), shapes.INK, 3.5),
        shapes.Oval(50, 49, 42, 35, "#2d6b54", shapes.INK, 2),
    ]
    for k in range(3):
        x, y = 32 + 18 * k, dice.between(42, 50)
        found.append(
            shapes.Path(
                ((x - 9, y - 13), (x + 7, y - 15), (x + 10, y + 12), (x - 6, y + 14)),
                shapes.WHITE,
                shapes.INK,
                2.5,
            )
        )
        found.append(shapes.Path(((x - 5, y - 8), (x + 4, y - 10), (x + 6, y + 7), (x - 2, y + 9)), colour))
    return tuple(found)


# Cards --------------------------------------------------------------------------------------------------------------


def _card(colour: str, paper: str) -> tuple[shapes.Shape, ...]:
    edge = ((14, 3), (86, 3), (92, 9), (92, 91), (86, 97), (14, 97), (8, 91), (8, 9))
    return (
        shapes.Path(edge, colour, shapes.INK, 4),
        *shapes.moved((shapes.Path(edge, paper, light(colour, 0.5), 2),), 0.85),
    )


def equipment(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a piece of Equipment before a shield."""
    back = shapes.body(((50, 6), (14, 14), (14, 14), (12, 62), (50, 98), (50, 98)), colour)
    return (
        *back,
        *symbol(choice(dice, symbols.ARMS), _pale(dice), dice.between(0.5, 0.58), 50, 47),
        shapes.Oval(50, 84, 3, 3, dice.pick((shapes.WHITE, "#ffe08a"))),
    )


def vehicle(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a craft from above, with its drives."""
    flame, cabin = dice.pick(("#ffb347", "#7be0ff", "#ff7ab8")), dice.pick(("#9fd8ff", "#12202e", "#ffe08a"))
    nose, span, back = dice.between(2, 14), dice.between(2, 16), dice.between(56, 82)
    found: list[shapes.Shape] = []
    for x in dice.pick(((50,), (40, 60), (34, 50, 66))):
        found.append(shapes.Path(((x - 6, 82), (x, 100), (x + 6, 82)), flame, shapes.INK, 2))
    kind = dice.roll(3)
    wing: Points
    if kind == 0:
        wing = ((50, 34), (span, back), (span, back + 12), (36, 82), (50, 82))
    elif kind == 1:
        wing = ((50, 44), (span + 12, 34), (span, back), (span + 10, 88), (30, 70), (50, 80))
    else:
        wing = ((50, 60), (span, 50), (span + 4, 86), (50, 86))
    found += shapes.body(wing, dark(colour, 0.3), is_soft=False)
    found += shapes.body(((50, nose), (50, nose), (36, 40), (34, 86), (50, 86)), colour)
    found += [
        shapes.Oval(50, 46, 7, dice.between(9, 14), cabin, shapes.INK, 2.5),
        shapes.Path(((50, 64), (44, 78), (56, 78)), shapes.WHITE),
    ]
    return tuple(found)


def combat(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a Combat Card: a blow in a burst."""
    burst = ray(dice.roll(4) + 7, 42, dice.between(24, 30), dice.between(0, 0.5))
    return (
        *_card(colour, dark(colour, 0.55)),
        shapes.Path(burst, light(colour, 0.35)),
        *symbol(choice(dice, symbols.BLOWS), _pale(dice), dice.between(0.46, 0.54)),
    )


def event(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a Plot card that is played at once: a page with a turn of the story."""
    found = [*_card(colour, "#f1e3c2"), shapes.Path(((70, 90), (86, 74), (86, 90)), dark(colour, 0.2))]
    for k in range(3):
        found.append(
            shapes.Path(
                ((22, 74 + 6 * k), (dice.between(44, 66), 74 + 6 * k)),
                line="#8d7a58",
                width=2.5,
                is_open=True,
            )
        )
    return (*found, *symbol(choice(dice, symbols.TURNS), colour, dice.between(0.44, 0.52), 50, 41, edge=2))


def mission(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a Mission: a mark on a map."""
    found = [*_card(colour, "#27455a")]
    for k in range(3):
        y = 24 + 24 * k
        found.append(
            shapes.Path(
                ((16, y), (40, y + dice.between(-9, 9)), (66, y + dice.between(-9, 9)), (84, y)),
                line="#3f6a86",
                width=2.5,
                is_soft=True,
                is_open=True,
            )
        )
    here = dice.between(26, 38), dice.between(70, 80)
    way = shapes.Path(
        (here, (50, 62), (60, 74), (70, 56)), line="#ff7a5c", width=3.5, is_soft=True, is_open=True
    )
    return (
        *found,
        way,
        shapes.Oval(*here, 4, 4, "#ff7a5c"),
        *symbol(choice(dice, symbols.AIMS), _pale(dice), 0.44, dice.between(50, 60), 38),
    )


def framed(inner: Sequence[shapes.Shape], colour: str, dice: NamedDice) -> tuple[shapes.Shape, ...]:
    """Return a figure before the rays of a leader's medal."""
    sun = ray(dice.roll(3) + 7, 50, 40)
    return (
        shapes.Path(sun, "#f4c542", shapes.INK, 3),
        shapes.Oval(50, 50, 38, 38, dark(colour, 0.45), shapes.INK, 2),
        *shapes.moved(inner, 0.72, 50, 54),
    )


FIGURES = {"valor": ("star", "#e0ac2b"), "tic": ("hourglass", "#4a8fd8")}
"""The symbols of Showdown's numbers and their colours."""


def sign(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return the symbol of a number: a burst for Power, on which it can be written, a disc for another one."""
    name = dice.name.lower()
    if name == "power":
        return shapes.Path(ray(11, 46, 37), "#c8342b", shapes.INK, 4), shapes.Path(ray(11, 38, 31), "#e2503a")
    icon, ground = FIGURES.get(name, (choice(dice, symbols.BANNERS), colour))
    disc, gleam = (
        shapes.Oval(50, 50, 45, 45, ground, shapes.INK, 4),
        shapes.Oval(50, 50, 39, 39, light(ground, 0.2)),
    )
    return (disc, gleam, *symbol(icon, shapes.WHITE, dice.between(0.52, 0.58), edge=2))


def pips(n: int) -> tuple[shapes.Shape, ...]:
    """Return marks for the number of one of several of a name: a tall one for five."""
    tall = [True] * (n // 5) + [False] * (n % 5)
    x = 50 - 5.5 * (len(tall) - 1)
    marks = [((x + 11 * k, 88 if is_tall else 93), (x + 11 * k, 93)) for k, is_tall in enumerate(tall)]
    return tuple(
        shapes.Path(mark, line=colour, width=width, is_open=True)
        for colour, width in ((shapes.INK, 10.5), ("#ffe08a", 6.5))
        for mark in marks
    )
