"""N games by id: `throwdown.Batch`."""

from collections.abc import Mapping
from typing import Any

from throwdown.envs.core.batch import Batch as SetupBatch, BatchStep
from throwdown.envs.registry import typed_setup

__all__ = ["Batch", "BatchStep"]


class Batch(SetupBatch):
    """``n`` games of one kind as raw arrays; see `throwdown.envs.core.batch.Batch` for its methods.

    Args:
        id: the game's id.
        n: number of games.
        scenario: as in `throwdown.make`.
        seed: row ``i`` is dealt from ``seed + i``.
        autoreset: whether a finished row starts its next game in the same step.
        **options: options of the game.
    """

    def __init__(
        self,
        id: str = "throwdown-v0",
        n: int = 1024,
        scenario: str | Mapping[str, Any] | None = None,
        seed: int = 0,
        autoreset: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(typed_setup(id, scenario, **options), n, seed, autoreset)
