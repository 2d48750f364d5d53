"""What a training run is made of: a validated file or plain data; every mistake is one sentence."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from throwdown.envs.core.errors import InvalidConfig, one_sentence

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Positive = Annotated[float, Field(gt=0.0)]
Count = Annotated[int, Field(ge=1)]
Size = Annotated[int, Field(ge=1, le=4096)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MixConfig(_Part):
    """Who plays the other seats, as shares of the games."""

    latest: Share = 0.25
    """The other role's net as it is now."""
    snapshots: Share = 0.2
    """Its earlier versions, drawn uniformly from the pool."""
    heuristic: Share = 0.5
    random: Share = 0.05

    @model_validator(mode="after")
    def _check(self) -> MixConfig:
        total = self.latest + self.snapshots + self.heuristic + self.random
        if abs(total - 1.0) > 1e-6:
            raise ValueError(f"the shares of the mix sum to {total:g}; they must sum to 1")
        return self


class TrainConfig(_Part):
    """A training run. The defaults train `duel` on two cores in about three minutes."""

    game: str = "throwdown-v0"
    scenario: str | dict[str, Any] = "duel"
    options: dict[str, Any] = {}
    roles: Annotated[list[str], Field(min_length=1)] = ["coach", "pilot"]
    """The roles that learn, in turn; a role that does not is played by the heuristic and random shares alone."""
    rows: Count = 1024
    """Games played side by side, per role."""
    n_steps: Count = 16
    """Decisions per row between two updates."""
    batch_size: Count = 512
    epochs: Count = 2
    learning_rate: Positive = 1e-3
    learning_rate_end: Positive = 2e-4
    entropy: Annotated[float, Field(ge=0.0)] = 0.1
    entropy_end: Annotated[float, Field(ge=0.0)] = 0.05
    gamma: Annotated[float, Field(gt=0.0, le=1.0)] = 1.0
    gae_lambda: Share = 0.95
    clip: Positive = 0.2
    value_weight: Positive = 0.5
    hidden: Annotated[list[Size], Field(min_length=1, max_length=8)] = [128, 64]
    activation: Literal["tanh", "relu"] = "relu"
    steps: Count | None = None
    """Decisions to learn from, all roles together. A run by steps is repeatable to the bit."""
    minutes: Positive | None = None
    """Time to learn for; 3 if neither this nor ``steps`` is given."""
    mix: MixConfig = MixConfig()
    pool_size: Count = 8
    """Snapshots kept of every role."""
    snapshot_every: Count = 8
    """Turns between two snapshots."""
    rollouts_per_turn: Count = 1
    """Rollouts a role learns from before the roles see each other's new nets."""
    workers: Annotated[int, Field(ge=1, le=64)] | None = None
    """Roles that learn side by side; by default as many as there are cores. It does not change the result."""
    checkpoint_every: Count = 16
    """Turns between two checkpoints."""
    eval_every: Annotated[int, Field(ge=0)] = 0
    """Turns between two evaluations against the heuristic; 0: none."""
    eval_games: Count = 2000
    seed: Annotated[int, Field(ge=0)] = 0

    @model_validator(mode="after")
    def _check(self) -> TrainConfig:
        if self.steps is not None and self.minutes is not None:
            raise ValueError("give either steps or minutes, not both")
        if self.batch_size > self.rows * self.n_steps:
            raise ValueError(
                f"batch_size is {self.batch_size}, but a rollout of {self.rows} rows and {self.n_steps} steps holds "
                f"only {self.rows * self.n_steps} decisions"
            )
        if len(set(self.roles)) < len(self.roles):
            raise ValueError("a role is named twice")
        return self

    @property
    def limit(self) -> tuple[int | None, float | None]:
        """Return (steps, seconds): one of them ends the run."""
        if self.steps is not None:
            return self.steps, None
        return None, 60.0 * (self.minutes or 3.0)

    @property
    def parallel(self) -> int:
        """Return how many roles learn at a time."""
        return min(self.workers or os.cpu_count() or 1, len(self.roles))


def read_config(
    source: str | os.PathLike[str] | Mapping[str, Any] | TrainConfig, **changes: Any
) -> TrainConfig:
    """Return a validated configuration.

    Args:
        source: a TOML or YAML file, plain data, or a configuration.
        changes: fields that go before those of the source; ``steps`` and ``minutes`` replace each other.

    Raises:
        InvalidConfig: the file cannot be read, or a field is wrong.
    """
    if isinstance(source, TrainConfig):
        what, data = "Training", source.model_dump(exclude_unset=True)
    elif isinstance(source, Mapping):
        what, data = "Training", dict(source)
    else:
        what, data = f"Training file '{source}'", _read_file(Path(source))
    changes = {k: v for k, v in changes.items() if v is not None}
    for one, other in (("steps", "minutes"), ("minutes", "steps")):
        if one in changes:
            data.pop(other, None)
    try:
        return TrainConfig.model_validate({**data, **changes})
    except ValidationError as error:
        raise InvalidConfig(
            one_sentence(error, what, [*TrainConfig.model_fields, *MixConfig.model_fields])
        ) from None


def _read_file(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidConfig(f"The training file '{path}' cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InvalidConfig(f"The training file '{path}' is not text.") from None
    if path.suffix in (".yaml", ".yml"):
        return _parse_yaml(path, text)
    if path.suffix != ".toml":
        raise InvalidConfig(f"The training file '{path}' must end in .toml or .yaml.")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidConfig(f"The training file '{path}' is not valid TOML: {error}.") from None


def _parse_yaml(path: Path, text: str) -> dict[str, Any]:
    try:
        import yaml  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        raise InvalidConfig(f"'{path}' needs PyYAML to be read; install it, or write TOML.") from None
    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        line = str(error).replace("\n", " ")
        raise InvalidConfig(f"The training file '{path}' is not valid YAML: {line}.") from None
    if not isinstance(data, dict):
        raise InvalidConfig(f"The training file '{path}' must hold fields and their values.")
    return data
