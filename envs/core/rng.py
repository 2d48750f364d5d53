"""Chance: a random stream in each game's state, with ``pick`` as the only way to draw.

A stream is a counter-based generator (SplitMix64 over a key and a number), so an outcome depends only on the game's
seed and on the draw, never on batch size or row. A scripted stream answers from a list instead and multiplies the
probabilities of the answers: solvers enumerate chance in this way, with the same rules.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numba.extending import overload

from throwdown.envs.core.errors import InvalidConfig, brief
from throwdown.envs.core.jit import kernel
from throwdown.envs.core.records import Ints, Record, float64, int16, int64, reset

SCRIPT_LENGTH = 24


class Stream(Record):
    """The random stream in a game's state."""

    key: int = int64("the key of its numbers")
    count: int = int64("numbers used by `pick`")
    prob: float = float64("of the answers given so far, when scripted", start=1)
    scripted: int = int16("answers in the script, plus one; 0 = not scripted")
    at: int = int16("draws so far, when scripted")
    asked: int = int16("options of the first draw beyond the script, else 0")
    answers: Ints = int16("the script", SCRIPT_LENGTH)


class HasStream(Protocol):
    """A state with a random stream."""

    rng: Stream


_MASK = (1 << 64) - 1
SEEDS = 1 << 62


def check_seed(seed: Any) -> int:
    """Return a seed as an int.

    Raises:
        InvalidConfig: it is not a whole number from 0 to 2**62 - 1.
    """
    is_whole = isinstance(seed, int | np.integer) and not isinstance(seed, bool)
    if not is_whole or not 0 <= seed < SEEDS:
        raise InvalidConfig(f"seed is {brief(seed)}; it must be a whole number from 0 to 2**62 - 1.")
    return int(seed)


def mix(key: int, number: int) -> int:
    """Return 63 pseudo-random bits for (key, number) as a non-negative int64."""
    z = (int(key) * 0xD1342543DE82EF95 + (int(number) + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return (z ^ (z >> 31)) >> 1


@overload(mix)
def _mix(key: Any, number: Any) -> Any:
    a, b = np.uint64(0xD1342543DE82EF95), np.uint64(0x9E3779B97F4A7C15)
    c, d = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
    one, s27, s30, s31 = np.uint64(1), np.uint64(27), np.uint64(30), np.uint64(31)

    def compiled(key: Any, number: Any) -> Any:
        z = np.uint64(key) * a + (np.uint64(number) + one) * b
        z = (z ^ (z >> s30)) * c
        z = (z ^ (z >> s27)) * d
        return np.int64((z ^ (z >> s31)) >> one)

    return compiled


@kernel
def seed(st: Stream, key: int) -> None:
    """Restart a stream from a key."""
    reset(st)
    st.key = key


@kernel
def answer(st: Stream, n: int) -> int:
    """Return the script's next answer among ``n`` options; beyond its end record ``n`` and return 0."""
    at = st.at
    st.at = at + 1
    if at < st.scripted - 1:
        return int(st.answers[at])
    if st.asked == 0:
        st.asked = n
    return 0


@kernel
def choose(st: Stream, number: int, n: int) -> int:
    """Return a uniform choice in [0, n) that depends only on the stream's key and ``number``."""
    if n <= 1:
        return 0
    if st.scripted > 0:
        k = answer(st, n)
        st.prob /= n
        return k
    return ((mix(st.key, number) >> 31) * n) >> 32


@kernel
def pick(s: HasStream, n: int) -> int:
    """Return a uniform choice in [0, n) from the stream of game ``s``."""
    s.rng.count += 1
    return choose(s.rng, s.rng.count, n)
