"""Emblems of people: head and shoulders, with features chosen by dice."""

from __future__ import annotations

from throwdown.envs.core.colours import NamedDice, dark, light
from throwdown.envs.pictures import shapes

SKINS = ("#f3cda6", "#e0a878", "#b87a4b", "#8a5635", "#f7dcc2", "#6b4028")
HAIRS = ("#2b2320", "#5a3a22", "#8c3b1f", "#d9a441", "#e8e2d2", "#3a4a7a", "#8a3a6a", "#2f7a6a")


def person(
    dice: NamedDice, colour: str, hats: tuple[int, ...] = tuple(range(10)), masked: bool = False
) -> tuple[shapes.Shape, ...]:
    """Return somebody's head and shoulders.

    Args:
        dice: chooses hair, eyes, mouth and clothes.
        colour: of the clothes.
        hats: which of the ten things on a head, by number, are possible.
        masked: whether a mask hides the eyes.
    """
    skin, hair, hat = dice.pick(SKINS), dice.pick(HAIRS), dice.pick(hats)
    found: list[shapes.Shape] = [*_hair_behind(dice, hat, hair, colour)]
    found += shapes.body(((50, 72), (30, 74), (12, 80), (6, 99), (6, 99), (50, 99)), colour)
    collar = dice.roll(4)
    if collar == 0:
        found.append(shapes.Path(((38, 74), (50, 92), (62, 74)), light(colour, 0.6), shapes.INK, 2))
    elif collar == 1:
        found += shapes.pair(
            shapes.Path(((36, 72), (26, 82), (46, 94), (50, 84)), dark(colour, 0.45), shapes.INK, 2)
        )
    elif collar == 2:
        found.append(
            shapes.line((30, 80), (50, 90), (70, 80), colour=dice.pick(shapes.GLOWS), width=4, is_soft=True)
        )
    else:
        found += [shapes.Path(((38, 72), (62, 72), (64, 82), (36, 82)), dark(colour, 0.5), shapes.INK, 2)]
    wide = dice.between(24, 28)
    found += shapes.body(((50, 22), (wide, 22), (wide, 50), (wide + 6, 74), (50, 80)), skin, edge=2.5)
    y = dice.between(48, 52)
    found += _look(dice, y, hair, colour, masked)
    found.append(shapes.line((50, y + 4), (47.5, y + 12), (51, y + 13), colour=dark(skin, 0.35), width=2))
    lips = dice.roll(4)
    if lips == 0:
        found.append(shapes.line((42, 68), (50, 72), (58, 68), width=2.8, is_soft=True))
    elif lips == 1:
        found.append(shapes.line((42, 70), (58, 69), width=2.8))
    elif lips == 2:
        found.append(shapes.Path(((41, 67), (59, 67), (50, 75)), shapes.WHITE, shapes.INK, 2, is_soft=True))
    else:
        found.append(shapes.line((43, 71), (50, 68), (58, 70), width=2.8, is_soft=True))
    return (*found, *_hair(dice, hat, hair, colour))


def _look(dice: NamedDice, y: float, hair: str, colour: str, masked: bool) -> tuple[shapes.Shape, ...]:
    """Return eyes, glasses or a mask."""
    kind, x = dice.roll(8), dice.between(38, 41)
    if masked:
        edge: tuple[shapes.Point, ...] = (
            (50, y - 2),
            (34, y - 9),
            (21, y - 6),
            (26, y + 8),
            (42, y + 9),
            (50, y + 4),
        )
        glow = dice.pick((shapes.WHITE, *shapes.GLOWS))
        return (
            shapes.Path((*edge, *shapes.mirror(edge)), dark(colour, 0.55), shapes.INK, 2, is_soft=True),
            *shapes.pair(shapes.Path(((x - 7, y - 3), (x + 5, y + 1), (x - 3, y + 4)), glow)),
        )
    if kind in (0, 1):
        return (
            *shapes.pair(
                shapes.Path(
                    ((x - 9, y - 5), (x + 8, y - 5), (x + 6, y + 6), (x - 7, y + 6)),
                    "#16222e",
                    shapes.INK,
                    2,
                    is_soft=True,
                ),
                shapes.line((x - 5, y), (x, y - 3), colour="#9fd8ff", width=2),
            ),
            shapes.line((46, y - 2), (54, y - 2), width=2.5),
        )
    if kind == 2:
        return (
            shapes.Path(
                ((24, y - 6), (76, y - 6), (73, y + 6), (27, y + 6)), dice.pick(shapes.GLOWS), shapes.INK, 3
            ),
            shapes.line((32, y - 1), (48, y - 2), colour=shapes.WHITE, width=2.5),
        )
    brow = dice.between(-3, 3)
    eyes = shapes.pair(
        shapes.Oval(x, y, 4.6, 4 if kind % 2 else 3.2, shapes.WHITE, shapes.INK, 1.5),
        shapes.Oval(x + 0.8, y, 2.1, 2.1, shapes.INK),
        shapes.line((x - 6, y - 8 - brow / 2), (x + 5, y - 8 + brow / 2), colour=dark(hair, 0.3), width=3),
    )
    if kind == 7:
        return (
            *eyes,
            shapes.Path(((54, y - 6), (68, y - 6), (68, y + 5), (58, y + 7)), shapes.INK),
            shapes.line((30, y - 14), (68, y - 4), width=2.5),
        )
    return eyes


def _hair_behind(dice: NamedDice, hat: int, hair: str, colour: str) -> tuple[shapes.Shape, ...]:
    """Return what is seen behind a head."""
    long = dice.between(60, 88)
    if hat in (0, 6):
        return shapes.body(((50, 14), (18, 12), (14, 50), (18, long), (50, long)), hair)
    if hat == 2:
        return shapes.body(((50, 6), (18, 8), (12, 40), (14, 92), (50, 92)), dark(colour, 0.35))
    if hat == 8:
        return (shapes.Oval(50, 34, 34, 30, light(colour, 0.5), shapes.INK, 3),)
    return ()


def _hair(dice: NamedDice, hat: int, hair: str, colour: str) -> tuple[shapes.Shape, ...]:
    """Return what is on a head: hair, a hood, a hat, a cap, horns of hair, a bandana, a headset, a crown."""
    a, side = dice.between(8, 14), dice.between(34, 42)
    if hat == 0:
        return (
            shapes.Path(
                ((22, 48), (22, 20), (50, a), (78, 20), (78, 48), (66, side), (44, 30), (34, side)),
                hair,
                shapes.INK,
                3,
                is_soft=True,
            ),
        )
    if hat == 1:
        return tuple(
            shapes.Path(
                ((34 + 8 * k, 30), (30 + 10 * k - a / 3, 4 + abs(2 - k) * 3), (46 + 6 * k, 26)),
                hair,
                shapes.INK,
                2.5,
            )
            for k in range(4)
        )
    if hat == 2:
        return (
            shapes.Path(
                ((20, 60), (16, 26), (50, 4), (84, 26), (80, 60), (70, 32), (50, 24), (30, 32)),
                colour,
                shapes.INK,
                3,
                is_soft=True,
            ),
        )
    if hat == 3:
        brim = shapes.Path(
            ((6, 34), (50, 24), (94, 34), (50, 44)), dark(colour, 0.3), shapes.INK, 3, is_soft=True
        )
        return (
            shapes.Path(((28, 34), (32, a), (50, a + 5), (68, a), (72, 34)), colour, shapes.INK, 3),
            brim,
            shapes.line((30, 30), (50, 33), (70, 30), colour=shapes.WHITE, width=3, is_soft=True),
        )
    if hat == 4:
        cap = shapes.Path(
            ((22, 36), (22, 14), (50, a), (78, 14), (78, 36)), colour, shapes.INK, 3, is_soft=True
        )
        return (
            cap,
            shapes.Path(
                ((20, 38), (50, 30), (80, 36), (92, 42), (50, 42)),
                dark(colour, 0.4),
                shapes.INK,
                3,
                is_soft=True,
            ),
            shapes.Oval(50, 24, 5, 5, shapes.WHITE),
        )
    if hat == 5:
        return (
            shapes.Path(
                ((22, 40), (22, 18), (50, a), (78, 18), (78, 40), (50, 30)),
                colour,
                shapes.INK,
                3,
                is_soft=True,
            ),
            shapes.Path(((76, 36), (94, 30), (90, 44)), colour, shapes.INK, 2.5),
            shapes.line((26, 36), (50, 28), (74, 36), colour=light(colour, 0.6), width=2.5, is_soft=True),
        )
    if hat == 6:
        cover = shapes.Path(
            ((20, 46), (20, 16), (50, a), (80, 16), (80, 46), (70, 30), (50, 34), (32, 28)),
            hair,
            shapes.INK,
            3,
            is_soft=True,
        )
        return (
            cover,
            *shapes.pair(
                shapes.Path(((20, 40), (12, 42), (12, 60), (22, 62)), dark(colour, 0.3), shapes.INK, 2.5)
            ),
            shapes.line((16, 42), (24, 12), (76, 12), (84, 42), width=4, is_soft=True),
        )
    if hat == 7:
        return (
            shapes.Path(
                ((26, 36), (24, a), (38, 24), (50, 6), (62, 24), (76, a), (74, 36)), "#f4c542", shapes.INK, 3
            ),
            shapes.Oval(50, 28, 3.5, 3.5, "#d64045"),
        )
    if hat == 8:
        return (
            shapes.Path(
                ((24, 40), (30, 20), (50, a + 4), (70, 20), (76, 40), (50, 28)),
                hair,
                shapes.INK,
                3,
                is_soft=True,
            ),
        )
    return (
        *shapes.pair(
            shapes.Path(((26, 36), (14, 30), (18, 8), (40, 12), (50, 24)), hair, shapes.INK, 3, is_soft=True)
        ),
        shapes.Path(((26, 40), (36, 22), (64, 22), (74, 40), (50, 30)), hair, is_soft=True),
    )
