"""Damage: what can be wrong with files and plain data, at random but always the same for a seed.

``THROWDOWN_FUZZ=100 pytest tests/fuzz`` tries a hundred times as many.
"""

from __future__ import annotations

import os
import pickle
import random
from collections.abc import Callable
from typing import Any

from throwdown.envs.core.errors import ThrowdownError

TIMES = int(os.environ.get("THROWDOWN_FUZZ", "1"))
"""How many times as much is tried as in a usual run of the tests."""
START = int(os.environ.get("THROWDOWN_FUZZ_SEED", "0"))


def nested(depth: int, leaf: Any = 0) -> Any:
    for _ in range(depth):
        leaf = [leaf]
    return leaf


def odd(rng: random.Random) -> Any:
    """Return a value that hardly fits anywhere, made anew."""
    return rng.choice(
        (
            None, True, False, 0, 1, -1, 2, 7, 255, -(2**31), 2**31, 2**63, -(2**63), 2**64, 10**400, 0.5, -0.0, 1e308,
            float("nan"), float("inf"), "", "0", "x", "pilot_0", "9S", "\x1b[2J", "\ud800", "\u202e", "a" * 3000,
            "int:x", "9" * 5000, [], {}, [[]], [None], {"": 0}, [0] * 500, {"a": {"b": {}}}, nested(90), nested(300),
        )
    )  # fmt: skip


def twin(data: Any) -> Any:
    """Return a copy; unlike `copy.deepcopy`, it may be nested deeply."""
    return pickle.loads(pickle.dumps(data))


def damaged(data: Any, rng: random.Random, wounds: int = 0) -> Any:
    """Return plain data with one to three entries changed."""
    found = {"": twin(data)}
    for _ in range(wounds or rng.choice((1, 1, 1, 2, 3))):
        _wound(found, rng)
    return found[""]


def _wound(whole: dict[str, Any], rng: random.Random) -> None:
    """Change one entry somewhere in nested lists and tables."""
    box: Any = whole
    key: Any = ""
    while isinstance(box[key], dict | list) and box[key] and rng.random() < 0.85:
        box = box[key]
        key = rng.choice(list(box)) if isinstance(box, dict) else rng.randrange(len(box))
    kind = rng.randrange(8)
    if kind == 0 and box is not whole:
        del box[key]
    elif kind == 1 and isinstance(box, dict) and box is not whole:
        box[rng.choice(["", "x", "use", str(key) + "s", "\x1b"])] = twin(box[key])
    elif kind == 2 and isinstance(box, list):
        box.insert(key, twin(rng.choice(box)))
    elif kind <= 4 and type(box[key]) is int:
        box[key] += rng.choice((-1, 1, 2, -7, 13, 100))
    else:
        box[key] = odd(rng)


def broken(content: bytes, rng: random.Random) -> bytes:
    """Return bytes of which some are changed, missing, doubled or out of place."""
    found = bytearray(content)
    for _ in range(rng.choice((1, 1, 1, 2, 5, 40))):
        at, kind = rng.randrange(len(found) or 1), rng.randrange(7)
        if kind <= 2 and found:
            found[at] ^= 1 << rng.randrange(8)
        elif kind == 3:
            del found[at : at + rng.choice((1, 4, 100, len(found)))]
        elif kind == 4:
            found[at:at] = rng.randbytes(rng.choice((1, 4, 64)))
        elif kind == 5:
            found[at : at + 4] = rng.choice((bytes(4), b"\xff" * 4, b"\x7f\xff\xff\xff"))
        else:
            found[at:at] = found[: rng.choice((1, 16, 400))]
    return bytes(found)


def is_taken(act: Callable[[], object]) -> bool:
    """Do something with damaged input; return whether it was taken. All it may raise is one sentence of the project."""
    try:
        act()
    except ThrowdownError as error:
        text = str(error)
        assert all(line.isprintable() for line in text.split("\n")) and 10 < len(text) < 2100, text
        return False
    return True


def each(count: int) -> range:
    """Return the seeds of so many tries."""
    return range(START, START + count * TIMES)
