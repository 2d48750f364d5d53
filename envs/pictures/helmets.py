"""Emblems of Pilots, Robos and bosses."""

from __future__ import annotations

from throwdown.envs.core.colours import NamedDice, dark, hue, light
from throwdown.envs.pictures import shapes

METAL = "#8d99a8"
HELMETS: tuple[tuple[shapes.Point, ...], ...] = (
    ((50, 8), (18, 8), (12, 44), (14, 78), (34, 94), (50, 94)),
    ((50, 10), (26, 10), (14, 24), (10, 58), (26, 90), (50, 96)),
    ((50, 6), (30, 8), (8, 34), (18, 60), (22, 94), (50, 92)),
    ((50, 12), (14, 10), (14, 10), (12, 60), (38, 94), (50, 94)),
)
VISORS: tuple[tuple[shapes.Point, ...], ...] = (
    ((50, 36), (26, 34), (18, 40), (18, 56), (30, 64), (50, 62)),
    ((50, 48), (22, 32), (18, 36), (20, 60), (40, 66), (50, 72)),
    ((50, 40), (40, 36), (20, 36), (16, 54), (34, 64), (46, 58), (50, 56)),
    ((50, 34), (30, 30), (20, 38), (24, 70), (40, 80), (50, 80)),
    ((50, 44), (18, 40), (16, 46), (20, 56), (50, 60)),
)


def pilot(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a helmet: shell, visor, crest, cheeks and chin."""
    helmet, visor, crest, cheek, chin = (dice.roll(n) for n in (len(HELMETS), len(VISORS), 6, 4, 4))
    glass = dice.pick(("#0e1a2b", "#1c2b3a", "#2a1a33", "#12302e"))
    trim = dice.pick((shapes.WHITE, "#f4c542", "#cfd8e3", dark(colour, 0.55)))
    found = [*_behind(crest, trim, dice), *shapes.body(HELMETS[helmet], colour)]
    half = VISORS[visor]
    found += [shapes.Path((*half, *shapes.mirror(half)), glass, trim, 4, is_soft=dice.roll(3) > 0)]
    y = half[0][1] + dice.between(4, 7)
    found.append(shapes.line((27, y + 6), (30, y), (46, y + 1), colour="#9fd8ff", width=3.5, is_soft=True))
    if cheek == 1:
        found += shapes.pair(shapes.Oval(14, 58, 5, 8, trim, shapes.INK, 2))
    elif cheek == 2:
        found += shapes.pair(shapes.Path(((12, 48), (4, 44), (8, 66), (16, 70)), trim, shapes.INK, 2))
    elif cheek == 3:
        found += shapes.pair(shapes.line((20, 70), (34, 80), colour=dark(colour, 0.5), width=3))
    if chin == 0:
        found += [shapes.line((42, 84), (58, 84)), shapes.line((44, 89), (56, 89), width=3)]
    elif chin == 1:
        found.append(shapes.Path(((42, 80), (58, 80), (54, 92), (46, 92)), trim, shapes.INK, 2))
    elif chin == 2:
        found += shapes.pair(shapes.line((40, 82), (40, 90), width=3)) + (
            shapes.line((50, 82), (50, 92), width=3),
        )
    return (*found, *_before(crest, trim, dice))


def _behind(crest: int, trim: str, dice: NamedDice) -> tuple[shapes.Shape, ...]:
    """Return what stands up behind a helmet."""
    if crest == 0:
        tip = dice.between(2, 16)
        return shapes.pair(shapes.Path(((22, 26), (tip, 4), (36, 12)), trim, shapes.INK, 3))
    if crest == 1:
        return (shapes.Path(((40, 20), (46, 1), (54, 1), (60, 20)), trim, shapes.INK, 3),)
    if crest == 2:
        x = dice.between(72, 84)
        return (shapes.line((68, 22), (x, 4), width=4), shapes.Oval(x, 5, 4, 4, trim, shapes.INK, 2))
    return ()


def _before(crest: int, trim: str, dice: NamedDice) -> tuple[shapes.Shape, ...]:
    """Return what is painted on a helmet."""
    low = dice.between(24, 30)
    if crest == 3:
        return (shapes.Path(((50, 8), (43, 10), (46, low), (54, low), (57, 10)), trim),)
    if crest == 4:
        return (
            shapes.Path(
                ((50, low - 2), (30, 10), (44, 14), (50, 6), (56, 14), (70, 10)), trim, shapes.INK, 2
            ),
        )
    if crest == 5:
        return (shapes.Oval(50, 21, 6, 6, trim, shapes.INK, 2), shapes.Oval(48.5, 19.5, 2, 2, shapes.WHITE))
    return ()


ROBO_HEADS: tuple[tuple[shapes.Point, ...], ...] = (
    ((50, 14), (30, 14), (20, 30), (20, 66), (34, 88), (50, 92)),
    ((50, 18), (24, 18), (16, 40), (26, 78), (40, 92), (50, 92)),
    ((50, 12), (36, 16), (22, 22), (18, 74), (30, 84), (50, 84)),
    ((50, 16), (20, 22), (24, 60), (38, 90), (50, 94)),
)


def robo(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a giant machine's head: plates, antennae, an eye band, a grille."""
    metal = dice.pick((METAL, "#c9d2dc", "#5c6877", "#d8cfae"))
    fin, glow = dice.roll(4), dice.pick(shapes.GLOWS)
    x, y = dice.between(4, 22), dice.between(0, 12)
    horn = dice.pick((((34, 34), (x, y), (46, 22)), ((40, 26), (x + 8, y), (x + 18, y), (48, 18))))
    found = [
        *shapes.pair(shapes.Path(((22, 40), (8, 36), (6, 66), (20, 72)), dark(metal, 0.25), shapes.INK, 3))
    ]
    found += [*shapes.body(dice.pick(ROBO_HEADS), metal, is_soft=False)]
    found += shapes.pair(shapes.Path(((24, 64), (40, 72), (40, 90), (30, 80)), colour))
    brow = dice.between(34, 42)
    found.append(
        shapes.Path(
            ((22, brow), (50, brow + 8), (78, brow), (74, brow + 20), (50, brow + 24), (26, brow + 20)),
            shapes.INK,
        )
    )
    eye = dice.roll(3)
    if eye == 0:
        found += shapes.pair(
            shapes.Path(((28, brow + 8), (45, brow + 13), (43, brow + 18), (30, brow + 16)), glow)
        )
    elif eye == 1:
        found.append(
            shapes.Path(
                (
                    (28, brow + 8),
                    (50, brow + 14),
                    (72, brow + 8),
                    (70, brow + 13),
                    (50, brow + 20),
                    (30, brow + 13),
                ),
                glow,
            )
        )
    else:
        found += shapes.pair(shapes.Oval(37, brow + 13, 5, 4, glow, light(glow, 0.6), 1.5))
    if fin:
        found += shapes.pair(shapes.Path(horn, dice.pick(("#f4c542", colour, shapes.WHITE)), shapes.INK, 3))
    found.append(
        shapes.Path(
            ((42, 8 + fin), (58, 8 + fin), (56, brow + 4), (50, brow + 9), (44, brow + 4)),
            colour,
            shapes.INK,
            3,
        )
    )
    found.append(shapes.Oval(50, 22 + fin, 3.5, 3.5, glow))
    for k in range(dice.roll(3) + 1):
        found.append(shapes.line((44 - k, 70 + 6 * k), (56 + k, 70 + 6 * k), width=3))
    return tuple(found)


def boss(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a machine with a crown of its own."""
    crown = shapes.Path(
        ((16, 30), (12, 4), (32, 18), (50, 0), (68, 18), (88, 4), (84, 30)), "#f4c542", shapes.INK, 3.5
    )
    return (
        *robo(dice, colour),
        crown,
        shapes.Oval(50, 20, 4.5, 4.5, hue(dice.between(0, 1), 0.55, 0.8), shapes.INK, 2),
    )
