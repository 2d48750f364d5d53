"""Spaces shared by environments, and checks of their arguments."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from throwdown.envs.core.kit import Bytes, Ints, InvalidConfig, Setup


class LegalDiscrete(spaces.Discrete):
    """All actions; `sample` without a mask draws a currently legal one."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.legal: np.ndarray = np.ones(n, np.int8)

    def sample(self, mask: Bytes | None = None, probability: Any = None) -> np.int64:
        """Return a random action of the mask, by default the current mask."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, **_given(probability))


class LegalMultiDiscrete(spaces.MultiDiscrete):
    """All actions in every row; `sample` without a mask draws currently legal ones."""

    def __init__(self, rows: int, n: int) -> None:
        super().__init__(np.full(rows, n))
        self.legal: np.ndarray = np.ones((rows, n), np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random action per row: int64, shape (rows,); by default from the current masks."""
        if mask is None and probability is None:
            return draw_legal(self.legal, self.np_random)
        return super().sample(mask, **_given(probability))


def _given(probability: Any) -> dict[str, Any]:
    """Return the keyword argument to pass on: Gymnasium supports probabilities since 1.1."""
    return {} if probability is None else {"probability": probability}


def draw_legal(masks: Bytes, rng: np.random.Generator) -> Ints:
    """Return a random legal action per row: int64, shape (n,)."""
    return np.asarray((masks * (1 - rng.random(masks.shape))).argmax(axis=1), np.int64)


def seat_space(setup: Setup) -> spaces.Dict:
    """Return the observation space of one seat: the observation and the mask."""
    low, high = setup.game.fields.bounds(setup.counts)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int8),
            "action_mask": spaces.MultiBinary(setup.game.actions.n),
        }
    )


def check_render_mode(mode: str | None, known: Sequence[str]) -> None:
    """Raise `InvalidConfig` for an unknown render mode."""
    if mode is not None and mode not in known:
        raise InvalidConfig(f"render_mode is {mode!r}; it must be one of {', '.join(known)}.")


def check_options(options: Mapping[str, Any] | None) -> None:
    """Raise `InvalidConfig` for a seed among the options of ``reset``, where it would be ignored."""
    if options and "seed" in options:
        raise InvalidConfig("seed is not among the options of reset; write env.reset(seed=3).")
