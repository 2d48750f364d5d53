"""Symbols on the emblems of things, and the words of names that call for them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from throwdown.envs.core.colours import NamedDice
from throwdown.envs.pictures import shapes

Points = tuple[shapes.Point, ...]


def ray(n: int, outer: float, inner: float, turn: float = 0, x: float = 50, y: float = 50) -> Points:
    """Return a star with ``n`` points around (x, y), or a wheel's teeth."""
    found = []
    for k in range(2 * n):
        r, t = (inner if k % 2 else outer), math.pi * k / n + turn
        found.append((round(x + r * math.sin(t), 1), round(y - r * math.cos(t), 1)))
    return tuple(found)


def ring_of(n: int, r: float, turn: float = 0) -> Points:
    """Return a polygon with ``n`` corners around the middle."""
    return tuple(
        (50 + r * math.sin(2 * math.pi * k / n + turn), 50 - r * math.cos(2 * math.pi * k / n + turn))
        for k in range(n)
    )


def _disc(x: float, y: float, r: float) -> Points:
    return tuple((x + (a - 50) * r / 50, y + (b - 50) * r / 50) for a, b in ring_of(8, 54))


def both(*half: shapes.Point) -> Points:
    """Return points with their images at the other side of the middle."""
    return (*half, *shapes.mirror(half))


SYMBOLS: dict[str, tuple[tuple[Points, bool], ...]] = {
    "star": ((ray(5, 46, 19), False),),
    "bolt": ((((60, 2), (18, 56), (46, 56), (36, 98), (82, 38), (54, 38)), False),),
    "flame": (
        (
            (
                (52, 0),
                (52, 0),
                (30, 28),
                (36, 48),
                (20, 34),
                (20, 34),
                (6, 66),
                (20, 98),
                (50, 98),
                (82, 98),
                (94, 62),
                (76, 38),
                (76, 38),
                (68, 54),
                (68, 24),
            ),
            True,
        ),
    ),
    "drop": ((both((50, 2), (50, 2), (12, 54), (20, 96), (50, 96)), True),),
    "crown": ((both((50, 16), (32, 50), (8, 22), (16, 84), (50, 84)), False),),
    "anchor": (
        (
            both(
                (50, 4),
                (38, 4),
                (38, 24),
                (44, 28),
                (44, 36),
                (26, 36),
                (26, 46),
                (44, 46),
                (44, 78),
                (20, 66),
                (24, 56),
                (4, 56),
                (10, 82),
                (50, 98),
            ),
            False,
        ),
    ),
    "hammer": (
        (((20, 8), (72, 8), (88, 26), (72, 38), (58, 38), (58, 96), (42, 96), (42, 38), (20, 38)), False),
    ),
    "tower": (
        (
            both(
                (50, 22),
                (42, 22),
                (42, 8),
                (30, 8),
                (30, 22),
                (22, 22),
                (22, 8),
                (12, 8),
                (12, 42),
                (24, 50),
                (20, 94),
                (40, 94),
                (40, 68),
                (50, 60),
            ),
            False,
        ),
    ),
    "key": (
        (
            (
                (50, 4),
                (26, 4),
                (20, 30),
                (42, 46),
                (42, 96),
                (70, 96),
                (70, 84),
                (56, 84),
                (56, 74),
                (66, 74),
                (66, 62),
                (56, 62),
                (56, 46),
                (80, 30),
                (74, 4),
            ),
            False,
        ),
    ),
    "moon": ((((64, 4), (8, 8), (4, 92), (70, 98), (92, 70), (92, 70), (40, 76), (36, 24)), True),),
    "sword": (
        (
            both((50, 0), (42, 14), (42, 60), (24, 60), (24, 71), (44, 71), (44, 88), (40, 98), (50, 99)),
            False,
        ),
    ),
    "fist": (
        (
            (
                (14, 16),
                (86, 12),
                (92, 34),
                (90, 66),
                (76, 74),
                (76, 74),
                (74, 98),
                (74, 98),
                (32, 98),
                (32, 98),
                (30, 78),
                (30, 78),
                (10, 66),
            ),
            True,
        ),
    ),
    "boot": ((((28, 4), (62, 4), (62, 54), (94, 68), (96, 94), (18, 94), (24, 60)), False),),
    "eye": ((both((50, 18), (30, 20), (2, 50), (2, 50), (30, 80), (50, 82)), True),),
    "arrow": ((both((50, 2), (12, 46), (34, 46), (34, 96), (50, 96)), False),),
    "shield": ((both((50, 4), (14, 12), (14, 12), (12, 60), (50, 98), (50, 98)), True),),
    "wing": (
        (((24, 58), (74, 62), (74, 62), (60, 84), (28, 74)), True),
        (((12, 40), (88, 38), (88, 38), (76, 62), (18, 54)), True),
        (((2, 22), (98, 8), (98, 8), (92, 38), (6, 36)), True),
    ),
    "gear": ((ray(8, 48, 34), False),),
    "book": ((both((50, 22), (30, 12), (6, 16), (6, 84), (30, 80), (50, 92)), False),),
    "quill": (
        (((92, 4), (52, 10), (22, 44), (22, 70), (8, 96), (8, 96), (32, 78), (60, 70), (84, 40)), True),
    ),
    "tree": (
        (
            both((50, 2), (26, 34), (36, 34), (18, 58), (32, 58), (10, 80), (44, 80), (44, 98), (50, 98)),
            False,
        ),
    ),
    "bell": (
        (both((50, 4), (36, 8), (26, 30), (26, 62), (10, 80), (10, 80), (42, 82), (42, 96), (50, 96)), True),
    ),
    "lock": (
        (((28, 50), (28, 4), (72, 4), (72, 50)), True),
        (((14, 44), (86, 44), (86, 96), (14, 96)), False),
    ),
    "wall": ((((6, 20), (94, 20), (94, 84), (6, 84)), False),),
    "door": ((((20, 96), (20, 20), (36, 4), (64, 4), (80, 20), (80, 96)), False),),
    "crate": ((((8, 12), (92, 12), (92, 90), (8, 90)), False),),
    "skull": ((both((50, 4), (10, 6), (8, 54), (28, 66), (28, 92), (50, 92)), True),),
    "gun": (
        (
            (
                (4, 24),
                (92, 24),
                (96, 34),
                (92, 46),
                (54, 46),
                (48, 60),
                (36, 60),
                (30, 94),
                (6, 90),
                (14, 52),
                (4, 46),
            ),
            False,
        ),
    ),
    "wave": (
        (
            (
                (2, 70),
                (16, 26),
                (52, 8),
                (82, 30),
                (70, 50),
                (56, 36),
                (40, 56),
                (64, 76),
                (98, 78),
                (98, 96),
                (2, 96),
            ),
            True,
        ),
    ),
    "mountain": ((((2, 90), (34, 24), (48, 52), (62, 10), (98, 90)), False),),
    "claw": tuple(
        (((x, 2), (x + 14, 2), (x + 6, 50), (x - 14, 98), (x - 14, 98), (x - 8, 50)), True)
        for x in (20, 48, 76)
    ),
    "target": ((ring_of(12, 47), False),),
    "hourglass": ((both((50, 6), (16, 6), (16, 20), (44, 50), (16, 80), (16, 94), (50, 94)), False),),
    "heart": ((both((50, 24), (50, 24), (36, 2), (2, 14), (8, 56), (50, 98), (50, 98)), True),),
    "speech": ((((6, 10), (94, 10), (94, 68), (52, 68), (26, 96), (30, 68), (6, 68)), False),),
    "cross": ((both((50, 6), (34, 6), (34, 34), (6, 34), (6, 66), (34, 66), (34, 94), (50, 94)), False),),
    "cloud": (
        (((6, 82), (0, 50), (22, 42), (30, 8), (70, 8), (78, 36), (100, 44), (94, 82), (50, 82)), True),
    ),
    "people": (
        *((_disc(x, 38, 14), True) for x in (20, 80)),
        (both((50, 58), (10, 54), (0, 94), (50, 94)), True),
        (_disc(50, 26, 19), True),
        (both((50, 50), (24, 50), (18, 97), (18, 97), (50, 97)), True),
    ),
    "mask": ((both((50, 34), (30, 20), (2, 18), (2, 18), (8, 66), (38, 82), (50, 62)), True),),
}
"""What stands on signs: closed paths, and whether each is soft."""


def _cut(*points: shapes.Point, width: float = 6, is_soft: bool = False) -> shapes.Path:
    return shapes.Path(points, line=shapes.INK, width=width, is_open=True, is_soft=is_soft)


HOLES: dict[str, tuple[shapes.Shape, ...]] = {
    "flame": (
        shapes.Path(((52, 44), (52, 44), (34, 70), (36, 92), (66, 92), (68, 70)), "#ffd166", is_soft=True),
    ),
    "eye": (shapes.Oval(50, 50, 15, 15, shapes.INK),),
    "gear": (shapes.Oval(50, 50, 14, 14, shapes.INK),),
    "key": (shapes.Oval(50, 24, 10, 9, shapes.INK),),
    "skull": (shapes.Oval(32, 42, 10, 10, shapes.INK), shapes.Oval(68, 42, 10, 10, shapes.INK)),
    "target": (shapes.Oval(50, 50, 30, 30, shapes.INK), shapes.Oval(50, 50, 15, 15, shapes.WHITE)),
    "wall": (
        *(_cut((6, y), (94, y)) for y in (42, 62)),
        *(_cut((x, y), (x, y + 21)) for x, y in ((36, 20), (66, 42), (36, 62))),
    ),
    "book": (_cut((50, 22), (50, 92)),),
    "quill": (_cut((84, 12), (14, 90), width=4),),
    "fist": (
        *(_cut((x, 16), (x, 44), width=5) for x in (33, 51, 69)),
        _cut((12, 50), (50, 46), (66, 54), (54, 68), (34, 66), width=5, is_soft=True),
    ),
    "boot": (_cut((20, 80), (96, 80)), _cut((46, 34), (62, 34), width=5)),
    "lock": (
        shapes.Path(((42, 44), (42, 18), (58, 18), (58, 44)), shapes.INK, is_soft=True),
        shapes.Oval(50, 66, 8, 8, shapes.INK),
        _cut((50, 66), (50, 82)),
    ),
    "door": (_cut((34, 92), (34, 26), (66, 26), (66, 92), width=5), shapes.Oval(58, 62, 5, 5, shapes.INK)),
    "crate": (_cut((10, 14), (90, 88)), _cut((10, 88), (90, 14))),
    "speech": tuple(shapes.Oval(x, 40, 8, 8, shapes.INK) for x in (27, 50, 73)),
    "mask": (shapes.Oval(29, 48, 11, 8, shapes.INK), shapes.Oval(71, 48, 11, 8, shapes.INK)),
    "tower": (shapes.Oval(50, 46, 6, 9, shapes.INK),),
    "shield": (_cut((50, 12), (50, 84)), _cut((24, 40), (76, 40))),
}
"""What is cut out of symbols, or drawn on them."""

BANNERS = (
    "star",
    "crown",
    "anchor",
    "hammer",
    "tower",
    "key",
    "moon",
    "sword",
    "eye",
    "wing",
    "gear",
    "book",
    "quill",
    "tree",
    "bell",
    "flame",
    "heart",
    "wave",
)
WAYS = ("wall", "gear", "lock", "tower", "mountain", "door", "hourglass", "crate", "eye", "bell", "shield")
PERILS = ("bolt", "flame", "skull", "claw", "drop", "fist", "wave", "gear", "eye")
BLOWS = ("fist", "boot", "sword", "bolt", "claw", "gun", "flame", "arrow", "star", "target", "shield")
TURNS = ("hourglass", "book", "quill", "moon", "heart", "eye", "bell", "star", "crown", "mask")
ARMS = ("sword", "shield", "gun", "hammer", "wing", "key", "gear", "bolt")
AIMS = ("target", "tower", "key", "crown", "mountain", "eye", "anchor", "star", "book")
STORES = ("hammer", "gear", "heart", "bolt", "drop", "book", "wing", "star", "crate", "flame", "shield")
PUSHES = ("fist", "boot", "claw", "arrow", "bolt", "star", "eye", "heart", "mask")
MEANT = {
    "fist": "slam shove jab batter strike grapple smash punch push under",
    "boot": "sprint trip dash leap step run stomp walk kick fall",
    "sword": "saber sword blade lance finisher cut duel baton last",
    "gun": "cannon shot gun rifle pistol blast",
    "bolt": "shock wired cable overload volt battery grid storm",
    "star": "nova beam focused hope glory",
    "flame": "fire burst burn flare blaze vaporize reactor",
    "cloud": "smoke fog mist screen",
    "shield": "shield armor guard plating",
    "speech": "taunt mockery bluff cackle monologue witness press whisper",
    "mask": "trick decoy ambush dirty false steal spy evil",
    "eye": "study stakeout expose look watch suspicious observatory",
    "bell": "alarm siren bell",
    "cross": "hospital rescue medic second heal",
    "heart": "fan fans friend",
    "people": "crew gang horde team crowd gather reinforce",
    "hammer": "hammer training tool guild toppling",
    "anchor": "harbour dock dockers ship gangway",
    "door": "hatch door gate",
    "mountain": "gap rooftop cliff climb",
    "crate": "crate shelf cart cargo",
    "skull": "death doom dread dark",
    "book": "plan plans academy ritual twist scheme map",
}
"""Words of names that call for a symbol; other names get one by dice."""
_SYMBOL_OF = {word: symbol for symbol, words in MEANT.items() for word in words.split()}


def choice(dice: NamedDice, options: Sequence[str]) -> str:
    """Return the symbol that a word of a name calls for, the last first, or one of several by dice."""
    chosen = dice.pick(options)
    return next(
        (_SYMBOL_OF[word] for word in reversed(dice.name.lower().split()) if word in _SYMBOL_OF), chosen
    )


def symbol(
    name: str, colour: str, scale: float, x: float = 50, y: float = 50, edge: float = 3, turn: float = 0
) -> tuple[shapes.Shape, ...]:
    """Return a symbol at a scale, its middle at (x, y), turned by degrees."""
    found = [shapes.Path(p, colour, shapes.INK, edge / scale, is_soft=soft) for p, soft in SYMBOLS[name]]
    return shapes.moved((*found, *HOLES.get(name, ())), scale, x, y, turn)
