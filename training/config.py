"""What a training run is made of: a validated file or plain data; every mistake is one sentence."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)

from throwdown.envs.core.files import DEPTH, parse_toml
from throwdown.envs.core.kit import InvalidConfig, one_sentence
from throwdown.envs.core.names import Typed, may_open, typed

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Positive = Annotated[float, Field(gt=0.0, allow_inf_nan=False)]
Weight = Annotated[float, Field(ge=0.0, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1)]
Size = Annotated[int, Field(ge=1, le=4096)]


def _keep(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    return Typed(value) if may_open(value) else check(value)


Name = Annotated[str, WrapValidator(_keep)]
"""An agent's or a scenario's: that of a file or of code only if it is `Typed`, which it stays, or a path."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MixConfig(_Part):
    """Who plays the side across from a learner, as shares of the games."""

    latest: Share = 1.0
    """Its nets as they are now; all learn from the game."""
    snapshots: Share = 0.0
    """Their earlier versions, drawn uniformly from the pools."""
    exploiters: Share = 0.0
    """Exploiters, second learners that meet nobody else (the league of Vinyals et al. 2019, in small)."""
    heuristic: Share = 0.0
    random: Share = 0.0

    @model_validator(mode="after")
    def _check(self) -> MixConfig:
        total = sum(self.shares.values())
        if abs(total - 1.0) > 1e-6:
            raise ValueError(f"the shares of the mix sum to {total:g}; they must sum to 1")
        return self

    @property
    def shares(self) -> dict[str, float]:
        """The shares by name."""
        return {name: float(getattr(self, name)) for name in MixConfig.model_fields}


MASKABLE: dict[str, Any] = {
    "rows": 8,
    "batch_size": 64,
    "epochs": 10,
    "learning_rate": 3e-4,
    "entropy": 0.0,
    "gamma": 0.99,
    "gae_lambda": 0.95,
    "normalize_advantage": True,
    "clip": 0.2,
    "value_weight": 0.5,
    "hidden": [64, 64],
    "activation": "tanh",
    "eval_every": 1,
}
"""The defaults of a run of MaskablePPO: its own, in 8 games side by side; a turn is a rollout and an update."""
MASKABLE_FIELDS = {
    *("algorithm", "game", "scenario", "options", "roles", "against", "steps", "minutes", "checkpoint_every"),
    *("eval_games", "eval_against", "exact_every", "seed", *MASKABLE),
}


class TrainConfig(_Part):
    """A training run. The defaults learn a game of some hundred actions in about three minutes on two cores.

    A net plays all seats of a role; sides, which are paid, meet each other.
    """

    algorithm: Literal["ppo", "maskable-ppo"] = "ppo"
    """What learns: our PPO with what makes self-play converge, or sb3-contrib's MaskablePPO, which has its own defaults
    and few of the fields below."""
    game: str = "throwdown-v0"
    scenario: Name | dict[str, Any] | None = None
    """By default the game's own."""
    options: dict[str, Any] = {}
    roles: list[str] = []
    """The roles that learn; by default all that `against` does not name."""
    against: dict[str, Name] = {}
    """Who plays a role that does not learn, by role: an agent's name or file; by default the heuristic, if the game has
    one, or else random play."""
    start: dict[str, Name] = {}
    """The policy that a role starts from, by role: ``trained`` or a file; it must have the run's hidden layers."""
    rows: Annotated[int, Field(ge=2, le=1 << 20)] = 1024
    """Games played side by side in a turn, all to their end."""
    batch_size: Count = 1024
    """Decisions in a minibatch."""
    epochs: Count = 1
    learning_rate: Positive = 2e-3
    learning_rate_end: Weight = 2e-5
    schedule: Literal["linear", "sqrt"] = "linear"
    """How the entropy's weight goes from ``entropy`` to ``entropy_end``: in a line, or as end * sqrt(1 / progress)."""
    entropy: Weight = 0.05
    """Weight of the entropy, the temperature of magnetic mirror descent with a uniform magnet."""
    entropy_end: Weight = 0.01
    barrier: Weight = 0.0
    """Weight of KL(uniform || new), a log barrier that keeps actions alive which looked bad early; 0: none."""
    barrier_end: Positive = 1e-4
    """What it falls to, by the same factor in equal times."""
    reverse_kl: Weight = 0.05
    """Weight of KL(new || old), the divergence from the policy that played the games."""
    magnet: Weight = 0.2
    """Weight of KL(new || magnet); the magnet is an earlier policy (NashPG)."""
    magnet_every: Count = 10
    """Turns after which the magnet is replaced by the present policy."""
    ema: Annotated[float, Field(ge=0.0, lt=1.0)] = 0.98
    """Decay, per turn, of the exponential moving average of the weights that is evaluated and saved; 0: none. It covers
    about 1 / (1 - ema) turns, but never more than a quarter of those done."""
    critic: Literal["own", "full"] = "full"
    """What the critic sees: what the seat observes, or what all seats observe (in training only)."""
    teacher: Name = ""
    """Whose moves the roles learn to copy at first, an agent's name or file: kickstarting (Schmitt et al. 2018, arXiv
    1803.03835). Empty: nobody's."""
    teacher_weight: Weight = 1.0
    """Weight of the loss, -log of the chance of the teacher's move, at the start."""
    teacher_until: Annotated[float, Field(gt=0.0, le=1.0)] = 0.3
    """The share of the run after which that weight has fallen, in a line, to 0."""
    share_net: bool = False
    """Whether all roles are played by one net, which learns from both seats."""
    gamma: Annotated[float, Field(gt=0.0, le=1.0)] = 1.0
    gae_lambda: Share = 0.95
    """Lambda of the advantages."""
    value_lambda: Share = 1.0
    """Lambda of the returns that the critic learns."""
    normalize_advantage: bool = True
    clip: Positive = 0.2
    value_weight: Positive = 0.5
    keep: Annotated[float, Field(gt=0.0, le=1.0)] = 1.0
    """The share of a turn's decisions, those with the largest advantages either way, that the policy learns from."""
    merge: bool = False
    """Whether equal decisions of a turn are one, with the mean of their advantages and as much weight as all of them.
    The gradient is the same. Small games repeat themselves so often that learning gets many times cheaper."""
    hidden: Annotated[list[Size], Field(min_length=1, max_length=8)] = [128, 128]
    activation: Literal["tanh", "relu"] = "relu"
    inputs: Literal["range", "seen"] = "range"
    """What the numbers of observations are divided by: the ends of their ranges, or how large they are in random games,
    which helps where ranges are wide and most numbers small, such as counts of cards."""
    matmul_precision: Literal["highest", "high", "medium"] = "highest"
    """As in `torch.set_float32_matmul_precision`: "medium" learns from products in bfloat16, which is faster on
    a processor that is made for them. It changes the result."""
    steps: Count | None = None
    """Decisions to learn from, all roles together. A run by steps is repeatable to the bit."""
    minutes: Positive | None = None
    """Time to learn for; 3 if neither this nor ``steps`` is given."""
    mix: MixConfig = MixConfig()
    pool_size: Annotated[int, Field(ge=1, le=1000)] = 8
    """Snapshots kept of every role."""
    snapshot_every: Count = 8
    """Turns between two snapshots."""
    exploiter_every: Count = 100
    """Turns after which an exploiter starts anew from the net that it exploits with."""
    workers: Annotated[int, Field(ge=1, le=64)] | None = None
    """Threads; by default as many as there are cores, at most 2. It does not change the result."""
    checkpoint_every: Count = 16
    """Turns between two checkpoints."""
    eval_every: Annotated[int, Field(ge=0)] = 50
    """Turns between two evaluations against fixed opponents; 0: none."""
    eval_games: Count = 500
    eval_against: list[Name] = []
    """Names of the fixed opponents; by default random play and the game's heuristic, if it has one."""
    exact_every: Annotated[int, Field(ge=0)] = 0
    """Turns between two computations of the exact exploitability, in games that are small enough; the first is after
    the first turn; 0: none."""
    seed: Annotated[int, Field(ge=0)] = 0

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, data: Any) -> Any:
        is_stock = isinstance(data, Mapping) and data.get("algorithm") == "maskable-ppo"
        return MASKABLE | dict(data) if is_stock else data

    @model_validator(mode="after")
    def _check(self) -> TrainConfig:
        other = [name for name in TrainConfig.model_fields if name in self.model_fields_set - MASKABLE_FIELDS]
        if self.algorithm == "maskable-ppo" and other:
            raise ValueError(
                f"maskable-ppo has no {' and no '.join(other)}; leave that out, or train with the algorithm ppo"
            )
        if self.steps is not None and self.minutes is not None:
            raise ValueError("give either steps or minutes, not both")
        if len(set(self.roles)) < len(self.roles):
            raise ValueError("a role is named twice")
        if self.share_net and self.teacher:
            raise ValueError("a teacher plays one role at a time; share_net must be off")
        if self.share_net and self.start:
            raise ValueError("start gives every role a policy of its own; share_net must be off")
        return self

    @property
    def limit(self) -> tuple[int | None, float | None]:
        """Return (steps, seconds): one of them ends the run."""
        if self.steps is not None:
            return self.steps, None
        return None, 60.0 * (self.minutes or 3.0)

    @property
    def parallel(self) -> int:
        """Return how many threads work at a time."""
        return min(self.workers or os.cpu_count() or 1, 2)


NAMES = ("scenario", "against", "start", "teacher", "eval_against")
"""The settings that hold a `Name`, or several."""


def map_names(settings: Mapping[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """Return settings in which every `Name` is changed."""

    def changed(value: Any) -> Any:
        if isinstance(value, str):
            return change(value)
        if isinstance(value, list):
            return [changed(part) for part in value]
        return {role: changed(part) for role, part in value.items()} if isinstance(value, Mapping) else value

    is_data = isinstance(settings.get("scenario"), Mapping)
    fields = [field for field in NAMES if field in settings and not (field == "scenario" and is_data)]
    return {**settings, **{field: changed(settings[field]) for field in fields}}


def typed_names(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings that somebody typed or passed in Python: what they name is opened, also files and code."""
    return map_names(settings, typed)


SMALL_GAMES: dict[str, Any] = {
    "merge": True,
    "rows": 4096,
    "batch_size": 4096,
    "epochs": 10,
    "learning_rate": 5e-4,
    "entropy_end": 0.003,
    "barrier": 0.1,
    "magnet_every": 20,
    "ema": 0.999,
}
"""Settings for small games, where these differ from the defaults: games repeat themselves, so that a turn of many games
costs little, and what is left to gain lies in actions that looked bad early."""


def read_config(
    source: str | os.PathLike[str] | Mapping[str, Any] | TrainConfig, **changes: Any
) -> TrainConfig:
    """Return a validated configuration.

    Args:
        source: a TOML or YAML file, plain data, or a configuration. Files and code that it names are opened only if
            they are `Typed`, see `typed_names`.
        changes: fields that go before those of the source, ``against`` and ``start`` role by role; ``steps`` and
            ``minutes`` replace each other.

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
    for field in ("against", "start"):
        if isinstance(changes.get(field), Mapping) and isinstance(data.get(field), Mapping):
            changes[field] = {**data[field], **changes[field]}
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
        return parse_toml(text)
    except ValueError as error:
        raise InvalidConfig(f"The training file '{path}' is not valid TOML: {error}.") from None


def _parse_yaml(path: Path, text: str) -> dict[str, Any]:
    try:
        import yaml  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        raise InvalidConfig(f"'{path}' needs PyYAML to be read; install it, or write TOML.") from None
    try:
        depth = 0
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if isinstance(event, yaml.AliasEvent):  # a few lines of them stand for more than fits into memory
                raise ValueError(f"it repeats '*{event.anchor}'; write out what that stands for")
            if depth > DEPTH:
                raise ValueError("it is nested too deeply")
        data = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError) as error:
        line = " ".join(str(error).split())
        raise InvalidConfig(f"The training file '{path}' is not valid YAML: {line}.") from None
    if not isinstance(data, dict):
        raise InvalidConfig(f"The training file '{path}' must hold fields and their values.")
    return data
