"""Settings that follow a game's size, which random games tell."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core.kit import Batch, Setup
from throwdown.training.config import LONG_GAMES, SMALL_GAMES, TrainConfig, power_below
from throwdown.training.merge import merge

GAMES, MOVES = 128, 256
"""Numbers of random games side by side, and of moves in each."""
SMALL_SHARE = 0.5
"""A game is small if at least this share of the decisions has been met before."""
LONG_DECISIONS = 45
"""A game that is not small is long if it has at least so many decisions."""
TURNS = {"small": 2000, "medium": 500, "long": 200}
"""By preset: a run limited by steps plays fewer games in a turn than the preset says, until it has so many turns."""
LEAST_ROWS = {"small": 64, "medium": 64, "long": 16}
"""The least number of games in a turn that this leads to."""
MINIBATCHES, LEAST_BATCH = 1000, 256
"""Such a run of ``long`` has minibatches of fewer decisions, but not of fewer than 256, until it has so many."""
MAGNETS = 100
"""It replaces its magnet more often than the preset says, until it has had so many."""

PRESETS: dict[str, dict[str, Any]] = {
    # More turns, of fewer games, and a cheap critic. Much entropy: advantages have deviation 1 in every turn, so as
    # games become alike they would outweigh a little, and self-play would end in a pair of fixed moves.
    "small": SMALL_GAMES
    | {"rows": 2048, "batch_size": 2048, "learning_rate": 1e-3}
    | {"critic": "own", "entropy": 0.4, "entropy_end": 0.02, "magnet": 0.5},
    "medium": {"rows": 1024},
    "long": LONG_GAMES,
    "none": {},
}
"""By preset, the settings that differ from the defaults."""
EXPLOITER: dict[str, Any] = {
    "preset": "none",
    "hidden": [256, 256],
    "entropy": 0.03,
    "entropy_end": 0.001,
    "reverse_kl": 0.0,
    "magnet": 0.0,
    "critic": "own",
    "ema": 0.9,
}
"""Settings of an exploiter that differ from the defaults: it may overfit to its opponents."""


class Size(NamedTuple):
    """The size of a game in random play; decisions with a single legal action do not count.

    Attributes:
        repeated: the share of decisions, 0 to 1, in which the seat observes what one has observed before.
        decisions: the number of decisions in a game, of all seats.
    """

    repeated: float
    decisions: float

    @property
    def preset(self) -> str:
        """The preset for a game of this size."""
        if self.repeated >= SMALL_SHARE:
            return "small"
        return "long" if self.decisions >= LONG_DECISIONS else "medium"


def measure(setup: Setup) -> Size:
    """Return the size of a game; the same every time."""
    batch = Batch(setup, GAMES)
    step = batch.reset()
    seen: list[np.ndarray] = []
    games = 0
    for _ in range(MOVES):
        seen.append(step.observations[np.count_nonzero(step.masks, axis=1) > 1])
        step = batch.step(batch.random_actions())
        games += int(np.count_nonzero(step.done))
    found = np.concatenate(seen)
    n = max(1, len(found))
    return Size(1 - len(merge(found)) / n, n / max(1, games))


def fitted(config: TrainConfig, setup: Setup) -> TrainConfig:
    """Return a run's configuration with the name of its preset, and the preset's settings where it names none.

    With few ``steps`` the preset's turns are of fewer games, see `TURNS`: a policy that moves ten times learns little.
    In long games its minibatches and the life of its magnet are shorter as well, see `MINIBATCHES` and `MAGNETS`.
    """
    if config.algorithm != "ppo" or config.preset == "none":
        return config
    size = measure(setup)
    name = size.preset if config.preset == "auto" else config.preset
    values = dict(PRESETS[name])
    if config.steps is not None and name in TURNS:
        games = config.steps / max(1.0, size.decisions)
        rows = min(values["rows"], max(LEAST_ROWS[name], power_below(max(1, int(games / TURNS[name])))))
        if name == "small":
            values["batch_size"] //= values["rows"] // rows
        if name == "long":
            batch = max(LEAST_BATCH, power_below(max(1, config.steps // MINIBATCHES)))
            values["batch_size"] = min(values["batch_size"], batch)
            turns = games / (config.rows if "rows" in config.model_fields_set else rows)
            values["magnet_every"] = min(values["magnet_every"], max(1, int(turns / MAGNETS)))
        values["rows"] = rows
    filled = {field: x for field, x in values.items() if field not in config.model_fields_set}
    return config.model_copy(update={"preset": name, **filled})


def told(config: TrainConfig) -> str:
    """Return a sentence that names the preset of a result of `fitted`, and what it sets; empty without a preset."""
    if config.preset == "auto":
        return ""
    values = ", ".join(f"{field} = {getattr(config, field)}" for field in PRESETS[config.preset])
    return f"Settings: preset {config.preset} ({values or 'the defaults'})."
