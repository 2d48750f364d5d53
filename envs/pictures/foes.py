"""Emblems of Threats, Monsters, Coach, mobs and the CPU: a head with features chosen by dice."""

from __future__ import annotations

from throwdown.envs.core.colours import NamedDice, dark, light, mixed
from throwdown.envs.pictures import shapes

SKULLS: tuple[tuple[shapes.Point, ...], ...] = (
    ((50, 14), (14, 12), (12, 50), (18, 78), (34, 92), (50, 92)),
    ((50, 22), (24, 8), (24, 8), (10, 34), (18, 66), (50, 98), (50, 98)),
    ((50, 10), (12, 10), (8, 46), (28, 62), (26, 94), (50, 92)),
    ((50, 16), (16, 20), (16, 20), (10, 62), (24, 90), (24, 90), (50, 94)),
    ((50, 10), (28, 12), (10, 60), (14, 92), (50, 90)),
    ((50, 20), (30, 16), (12, 28), (12, 28), (22, 58), (30, 92), (50, 96)),
)
HORNS: tuple[tuple[shapes.Point, ...], ...] = (
    ((20, 30), (4, 20), (6, 2), (6, 2), (18, 12), (38, 16)),
    ((18, 40), (0, 34), (2, 10), (2, 10), (14, 22), (26, 22)),
    ((30, 22), (22, 14), (24, -2), (24, -2), (36, 6), (42, 18)),
    ((16, 46), (-4, 40), (8, 24), (20, 30)),
    ((14, 34), (2, 6), (2, 6), (34, 16), (34, 16)),
)


def threat(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a foe's head: horns, eyes, a mouth, marks."""
    bone = dice.pick((shapes.WHITE, "#d9c7a0", dark(colour, 0.5), "#c9d2dc", light(colour, 0.5)))
    found: list[shapes.Shape] = []
    horns = dice.roll(len(HORNS) + 1)
    if horns < len(HORNS):
        found += shapes.pair(shapes.Path(HORNS[horns], bone, shapes.INK, 3.5, is_soft=True))
    else:
        found += _spikes(dice, bone)
    found += shapes.body(dice.pick(SKULLS), colour, is_soft=dice.roll(4) > 0)
    y, glow = dice.between(40, 50), dice.pick(shapes.GLOWS)
    found += _mark(dice, light(colour, 0.45), glow)
    found += _eyes(dice, y, glow)
    return (*found, *_mouth(dice, dice.between(72, 78), bone))


def _spikes(dice: NamedDice, bone: str) -> tuple[shapes.Shape, ...]:
    """Return a comb of spikes."""
    n, found = dice.roll(3) + 2, []
    for k in range(n):
        x = 50 - 34 * (k + 0.5) / n
        found.append(shapes.Path(((x - 6, 30), (x - 10, 4 + 5 * k), (x + 6, 24)), bone, shapes.INK, 3))
    return shapes.pair(*found)


def _mark(dice: NamedDice, pale: str, glow: str) -> tuple[shapes.Shape, ...]:
    """Return what is on a forehead."""
    mark, x = dice.roll(6), dice.between(5, 9)
    if mark == 0:
        return (shapes.Path(((50, 16), (50 - x, 26), (50, 36), (50 + x, 26)), glow, shapes.INK, 2.5),)
    if mark == 1:
        return shapes.pair(shapes.line((30, 22), (44, 30), colour=pale, width=3.5))
    if mark == 2:
        return tuple(
            shapes.line((50 - x + k, 18 + 5 * k), (50 + x - k, 18 + 5 * k), colour=pale, width=3)
            for k in range(3)
        )
    if mark == 3:
        return (shapes.line((62, 20), (70, 46), (66, 60), colour=pale, width=3),)
    if mark == 4:
        return shapes.pair(shapes.Oval(26, 66, 3.5, 3.5, pale), shapes.Oval(34, 74, 2.5, 2.5, pale))
    return (shapes.Path(((50, 14), (44, 34), (56, 34)), pale),)


def _eyes(dice: NamedDice, y: float, glow: str) -> tuple[shapes.Shape, ...]:
    """Return eyes at a height."""
    kind, x, r = dice.roll(7), dice.between(31, 35), dice.between(5.5, 8)
    if kind == 0:
        return shapes.pair(
            shapes.Path(((x - 10, y - 8), (x + 11, y + 2), (x + 8, y + 8), (x - 8, y + 6)), shapes.INK),
            shapes.Path(((x - 6, y - 3), (x + 6, y + 3), (x - 5, y + 4)), glow),
        )
    if kind == 1:
        return shapes.pair(
            shapes.Oval(x, y, r + 4, r + 4, shapes.INK),
            shapes.Oval(x + 1.5, y, r - 1, r - 1, glow),
            shapes.Oval(x + 2, y, 1.6, r - 2.5, shapes.INK),
        )
    if kind == 2:
        found = (
            shapes.Path(
                ((18, y - 6), (50, y), (82, y - 6), (80, y + 8), (50, y + 11), (20, y + 8)), shapes.INK
            ),
        )
        return found + shapes.pair(
            shapes.Path(((x - 8, y - 1), (x + 7, y + 2), (x + 6, y + 6), (x - 6, y + 5)), glow)
        )
    if kind == 3:
        return (
            shapes.Oval(50, y, 17, 14, shapes.INK),
            shapes.Oval(50, y, 11, 10, glow),
            shapes.Oval(50, y, 5, 8, shapes.INK),
            shapes.Oval(47, y - 4, 2.2, 2.2, shapes.WHITE),
        )
    if kind == 4:
        return shapes.pair(
            shapes.Path(((x - 10, y), (x, y - 8), (x + 10, y + 4), (x, y + 8)), shapes.INK, is_soft=True),
            shapes.Oval(x + 1, y + 1, 4, 4, glow),
        )
    if kind == 5:
        return (
            *shapes.pair(shapes.Oval(x - 1, y + 2, 7, 7, shapes.INK), shapes.Oval(x, y + 2, 4, 4, glow)),
            shapes.Oval(50, y - 8, 6, 6, shapes.INK),
            shapes.Oval(50, y - 8, 3.2, 3.2, glow),
        )
    return shapes.pair(
        shapes.line((x - 9, y - 5), (x + 8, y + 4), width=9),
        shapes.line((x - 6, y - 2), (x + 6, y + 4), colour=glow, width=3.5),
    )


def _mouth(dice: NamedDice, y: float, bone: str) -> tuple[shapes.Shape, ...]:
    """Return a mouth at a height."""
    kind, w = dice.roll(7), dice.between(15, 21)
    left, right = 50 - w, 50 + w
    if kind == 0:
        teeth = [(left + 2 * w * k / 8, y + (5 if k % 2 else -3)) for k in range(9)]
        return (
            shapes.Path(
                ((left - 3, y - 5), (right + 3, y - 5), (right - 2, y + 8), (left + 2, y + 8)), shapes.INK
            ),
            shapes.line(*teeth, colour=bone, width=2.5),
        )
    if kind == 1:
        box = shapes.Path(((left, y - 5), (right, y - 5), (right, y + 7), (left, y + 7)), shapes.INK)
        return (
            box,
            *(
                shapes.line(
                    (left + 2 * w * k / 6, y - 2), (left + 2 * w * k / 6, y + 4), colour=bone, width=2.5
                )
                for k in range(1, 6)
            ),
        )
    if kind == 2:
        grin = shapes.Path(
            ((left - 2, y - 6), (50, y + 4), (right + 2, y - 6), (50, y + 22)), shapes.INK, is_soft=True
        )
        return (
            grin,
            *shapes.pair(shapes.Path(((left + 5, y - 1), (left + 8, y + 10), (left + 12, y)), shapes.WHITE)),
        )
    if kind == 3:
        return (
            shapes.line((left, y + 5), (50, y - 5), (right, y + 5), width=5, is_soft=True),
            *shapes.pair(
                shapes.Path(
                    ((left + 3, y + 3), (left + 6, y - 9), (left + 10, y + 1)), shapes.WHITE, shapes.INK, 1.5
                )
            ),
        )
    if kind == 4:
        seam = shapes.line((left, y), (right, y), width=3.5)
        return (
            seam,
            *(
                shapes.line((left + 2 * w * k / 5, y - 5), (left + 2 * w * k / 5, y + 5), width=3)
                for k in range(6)
            ),
        )
    if kind == 5:
        beak = shapes.Path(((38, y - 10), (50, y - 15), (62, y - 10), (50, y + 12)), bone, shapes.INK, 3)
        return (beak, shapes.line((42, y - 6), (58, y - 6), width=2.5))
    found = [shapes.Oval(50, y, w - 2, 9, shapes.INK)]
    return (
        *found,
        *shapes.pair(shapes.Path(((38, y - 7), (41, y + 2), (44, y - 8)), shapes.WHITE)),
        shapes.Path(((44, y + 8), (47, y + 1), (53, y + 1), (56, y + 8)), "#b8323c"),
    )


JAWS: tuple[tuple[shapes.Point, ...], ...] = (
    ((50, 12), (20, 10), (8, 40), (16, 58), (6, 78), (22, 98), (50, 96)),
    ((50, 20), (32, 6), (12, 20), (4, 56), (20, 72), (18, 98), (50, 98)),
    ((50, 14), (12, 18), (14, 46), (2, 70), (20, 96), (50, 98)),
)


def monster(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a Big Giant Monster: plates around it, many teeth in a wide jaw."""
    plate, glow = (
        dice.pick((dark(colour, 0.45), mixed(colour, "#ffb347", 0.6), light(colour, 0.4))),
        dice.pick(shapes.GLOWS),
    )
    n, long = dice.roll(3) + 3, dice.between(8, 16)
    back = []
    for k in range(n):
        x, y = 46 - 42 * k / (n - 1), 12 + 46 * (k / (n - 1)) ** 1.6
        back.append(
            shapes.Path(
                ((x - 5, y + 12), (x - 8 * k / n - 3, y - long), (x + 9, y + 8)), plate, shapes.INK, 3
            )
        )
    found = [*shapes.pair(*reversed(back)), *shapes.body(dice.pick(JAWS), colour)]
    for k in range(dice.roll(3) + 1):
        found += shapes.pair(
            shapes.line(
                (20 + 5 * k, 26 + 7 * k), (34 + 3 * k, 22 + 7 * k), colour=dark(colour, 0.45), width=3
            )
        )
    y = dice.between(38, 44)
    eyes = dice.roll(4)
    if eyes == 3:
        found += [
            shapes.Oval(50, y - 4, 14, 11, shapes.INK),
            shapes.Oval(50, y - 4, 9, 8, glow),
            shapes.Oval(50, y - 4, 2.5, 7, shapes.INK),
        ]
    else:
        for k in range(eyes % 2 + 1):
            a, b = 30 + 11 * k, y - 13 * k
            found += shapes.pair(
                shapes.Path(
                    ((a - 11 + 3 * k, b - 6), (a + 10 - 3 * k, b + 2), (a + 5, b + 7), (a - 7, b + 5)),
                    shapes.INK,
                ),
                shapes.Oval(a, b + 1, 4.2 - k, 3.4 - k, glow),
            )
    found += shapes.pair(shapes.Oval(44, 58, 2.4, 1.8, shapes.INK))
    top, deep, teeth = dice.between(64, 68), dice.between(84, 90), dice.roll(3) + 3
    found.append(
        shapes.Path(
            (
                (50, top + 2),
                (30, top - 4),
                (16, top),
                (22, deep),
                (50, deep + 6),
                (78, deep),
                (84, top),
                (70, top - 4),
            ),
            "#4a0f18",
            shapes.INK,
            3,
            is_soft=True,
        )
    )
    bone = dice.pick((shapes.WHITE, "#efe2c0"))
    for k in range(teeth):
        x, w = 48 - 26 * k / teeth, 24 / teeth
        found += shapes.pair(shapes.Path(((x - w, top + 1), (x - w / 2, top + 12 - k), (x, top + 1)), bone))
        if k < teeth - 1:
            found += shapes.pair(
                shapes.Path(((x - w - 3, deep + 2), (x - w / 2 - 3, deep - 9 + k), (x - 3, deep + 2)), bone)
            )
    return tuple(found)


def coach(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return Coach's mask above his collar."""
    mask: tuple[shapes.Point, ...] = (
        (50, 18),
        (36, 22),
        (18, 6),
        (18, 6),
        (14, 36),
        (20, 66),
        (50, 96),
        (50, 96),
    )
    found = [*shapes.pair(shapes.Path(((14, 66), (2, 98), (50, 99), (44, 84)), "#232a3d", shapes.INK, 3))]
    found += [
        *shapes.body(mask, colour),
        shapes.Path(((50, 20), (42, 30), (50, 40), (58, 30)), "#f4c542", shapes.INK, 2.5),
    ]
    y = dice.between(46, 50)
    found += shapes.pair(
        shapes.Path(((22, y - 8), (46, y + 4), (40, y + 10), (24, y + 6)), shapes.INK),
        shapes.Path(((26, y - 2), (42, y + 5), (28, y + 4)), "#ffe082"),
    )
    found += shapes.pair(shapes.line((26, 66), (34, 72), colour=dark(colour, 0.5), width=3))
    smile = dice.between(70, 84)
    found.append(shapes.line((34, 76), (50, smile), (66, 76), width=5, is_soft=True))
    return tuple(found)


SHELLS: tuple[tuple[shapes.Point, ...], ...] = (
    ((50, 26), (22, 26), (16, 54), (30, 82), (50, 82)),
    ((50, 22), (34, 24), (14, 66), (34, 80), (50, 76)),
    ((50, 30), (20, 24), (20, 24), (26, 62), (50, 90), (50, 90)),
    ((50, 24), (24, 30), (24, 30), (18, 72), (18, 72), (50, 84)),
    ((50, 20), (18, 40), (28, 64), (24, 84), (50, 78)),
)


def mob(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a small machine with legs or wings, and eyes."""
    limbs, n, glow = dice.roll(4), dice.roll(2) + 2, dice.pick(shapes.GLOWS)
    found: list[shapes.Shape] = []
    for k in range(n):
        y = 44 + 30 * k / n
        knee, foot = dice.between(4, 14), y + dice.between(4, 22)
        if limbs in (0, 1):
            found += shapes.pair(
                shapes.line((30, y), (knee, y - 8 + 6 * k), (knee - 2, foot), colour=shapes.INK, width=8),
                shapes.line(
                    (30, y), (knee, y - 8 + 6 * k), (knee - 2, foot), colour=dark(colour, 0.3), width=4
                ),
            )
        elif limbs == 2 and k < 2:
            found += shapes.pair(
                shapes.Path(
                    ((32, 40 + 12 * k), (2, 20 + 20 * k), (2, 40 + 24 * k), (30, 56 + 8 * k)),
                    light(colour, 0.55),
                    shapes.INK,
                    3,
                    is_soft=True,
                )
            )
        elif k == 0:
            found += shapes.pair(
                shapes.Path(
                    ((26, 40), (4, 46), (4, 76), (14, 84), (14, 62), (26, 64)),
                    dark(colour, 0.3),
                    shapes.INK,
                    3,
                )
            )
    if dice.roll(2):
        tip = dice.between(24, 40)
        found += shapes.pair(
            shapes.line((42, 30), (tip, 8), width=4), shapes.Oval(tip, 8, 3.6, 3.6, glow, shapes.INK, 2)
        )
    found += shapes.body(dice.pick(SHELLS), colour)
    found += _mark(dice, light(colour, 0.4), glow)[: 1 if dice.roll(2) else 2]
    found += _eyes(dice, dice.between(46, 54), glow)
    if dice.roll(2):
        y = dice.between(68, 72)
        found += shapes.pair(shapes.Path(((38, y), (40, y + 16), (48, y + 3)), shapes.WHITE, shapes.INK, 2))
    return tuple(found)


def cpu(dice: NamedDice, colour: str) -> tuple[shapes.Shape, ...]:
    """Return a chip with an eye."""
    found: list[shapes.Shape] = []
    n, glow = dice.roll(3) + 3, dice.pick(shapes.GLOWS)
    for k in range(n):
        at = 24 + 52 * (k + 0.5) / n
        for points in (((at, 4), (at, 96)), ((4, at), (96, at))):
            found += [
                shapes.line(*points, colour=shapes.INK, width=9),
                shapes.line(*points, colour="#d8b45a", width=5),
            ]
    found += shapes.body(
        ((50, 14), (20, 14), (14, 20), (14, 80), (20, 86), (50, 86)), "#2c3542", is_soft=False
    )
    found += [shapes.Path(((26, 26), (74, 26), (74, 74), (26, 74)), "#1c2430", colour, 3)]
    return (
        *found,
        *_eyes(dice, 46, glow),
        shapes.line((36, 66), (44, 62), (52, 67), (64, 63), colour=colour, width=3.5),
    )
