"""The configuration of a training run, validated from a file or plain data; every mistake gets one sentence."""

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

LOG = "log.json"
"""The name of the log in a run's folder; it holds the run's settings."""

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Positive = Annotated[float, Field(gt=0.0, allow_inf_nan=False)]
Weight = Annotated[float, Field(ge=0.0, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=1)]
Size = Annotated[int, Field(ge=1, le=4096)]


def _keep(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    return Typed(value) if may_open(value) else check(value)


Name = Annotated[str, WrapValidator(_keep)]
"""The name of an agent or a scenario; for a file or code, a path or `Typed`, which is preserved."""


def power_below(n: int) -> int:
    """Return the largest power of two that is at most ``n``."""
    return 1 << n.bit_length() - 1


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class MixConfig(_Part):
    """The opponents of a learner, as shares of the games."""

    latest: Share = 1.0
    """The current nets of the other side; all learn from the game."""
    snapshots: Share = 0.0
    """Their earlier versions and their league, drawn uniformly from the pools."""
    exploiters: Share = 0.0
    """Exploiters: second learners whose only opponent is this learner (the league of Vinyals et al. 2019, in small)."""
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
    "n_steps": 2048,
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
"""The defaults of a run of MaskablePPO: its own, with 8 parallel games; a turn is a rollout and an update."""
MASKABLE_FIELDS = {
    *("algorithm", "game", "scenario", "options", "roles", "against", "steps", "minutes", "checkpoint_every"),
    *("eval_games", "eval_against", "exact_every", "seed", *MASKABLE),
}


class TrainConfig(_Part):
    """A training run. The defaults learn a game of some hundred actions in about three minutes on two cores.

    One net plays all seats of a role; the sides, which receive the returns, play against each other.
    """

    preset: Literal["auto", "small", "medium", "long", "none"] = "auto"
    """The size of game for which fields that are left out are set: ``small`` if positions repeat, ``long`` if a game
    has 45 decisions or more, ``medium``: the defaults. ``auto`` measures it in random games; ``none``: the defaults.
    With few ``steps`` a preset has fewer ``rows``, so that there are enough turns, and in long games also a smaller
    ``batch_size`` and ``magnet_every``."""
    algorithm: Literal["ppo", "maskable-ppo"] = "ppo"
    """The learning algorithm: our PPO with regularisation for self-play, or sb3-contrib's MaskablePPO, which has its
    own defaults and uses few of the fields below."""
    game: str = "throwdown-v0"
    scenario: Name | dict[str, Any] | None = None
    """The default is the game's own."""
    options: dict[str, Any] = {}
    roles: list[str] = []
    """The roles that learn; by default all those not in `against`."""
    against: dict[str, Name] = {}
    """By role, the player of a role that does not learn: an agent's name or file; by default the heuristic, if the game
    has one, else random play."""
    start: dict[str, Name] = {}
    """By role, the initial policy, of exploiters too: ``trained`` or a file; it must have the run's hidden layers."""
    league: dict[str, list[Name]] = {}
    """By role, policies that are among its snapshots from the beginning and are never replaced, such as exploiters of
    an earlier run: ``trained`` or files, with the run's hidden layers. Roles of one side need equally many."""
    rows: Annotated[int, Field(ge=2, le=1 << 20)] = 1024
    """Parallel games in a turn, all played to the end."""
    n_steps: Annotated[int, Field(ge=2)] = 2048
    """MaskablePPO's decisions of a role in each of its parallel games between two updates."""
    batch_size: Count = 1024
    """Decisions in a minibatch."""
    epochs: Count = 1
    learning_rate: Positive = 2e-3
    learning_rate_end: Weight = 2e-5
    schedule: Literal["linear", "sqrt"] = "linear"
    """The schedule of the entropy's weight from ``entropy`` to ``entropy_end``: linear, or end * sqrt(1 / progress)."""
    entropy: Weight = 0.05
    """Weight of the entropy, the temperature of magnetic mirror descent with a uniform magnet."""
    entropy_end: Weight = 0.01
    barrier: Weight = 0.0
    """Weight of KL(uniform || new), a log barrier that keeps alive actions that looked bad early; 0: none."""
    barrier_end: Positive = 1e-4
    """The barrier's weight at the end, reached by exponential decay."""
    reverse_kl: Weight = 0.05
    """Weight of KL(new || old), the divergence from the policy that played the games."""
    magnet: Weight = 0.2
    """Weight of KL(new || magnet); the magnet is an earlier policy (NashPG)."""
    magnet_every: Count = 10
    """Turns after which the magnet is replaced by the current policy."""
    ema: Annotated[float, Field(ge=0.0, lt=1.0)] = 0.98
    """Decay, per turn, of the exponential moving average of the weights that is evaluated and saved; 0: none. Its
    window is about 1 / (1 - ema) turns, but never more than an eighth of the turns done."""
    critic: Literal["own", "full"] = "full"
    """The critic's input: the seat's own observation, or those of all seats (in training only)."""
    teacher: Name = ""
    """The teacher whose moves the roles copy at first, an agent's name or file: kickstarting (Schmitt et al. 2018,
    arXiv 1803.03835). Empty: none."""
    teacher_weight: Weight = 1.0
    """Weight of the copying loss at the start: -log of the probability of the teacher's move."""
    teacher_until: Annotated[float, Field(gt=0.0, le=1.0)] = 0.3
    """The share of the run over which that weight falls linearly to 0."""
    share_net: bool = False
    """Whether one net plays all roles and learns from both seats."""
    gamma: Annotated[float, Field(gt=0.0, le=1.0)] = 1.0
    gae_lambda: Share = 0.95
    """Lambda of the advantage estimates."""
    value_lambda: Share = 1.0
    """Lambda of the critic's target returns."""
    normalize_advantage: bool = True
    clip: Positive = 0.2
    value_weight: Positive = 0.5
    keep: Annotated[float, Field(gt=0.0, le=1.0)] = 1.0
    """The share of a turn's decisions that the policy learns from: those with the largest absolute advantages."""
    merge: bool = False
    """Whether to merge equal decisions of a turn into one, with the mean of their advantages and the sum of their
    weights. The gradient is the same. Small games repeat positions so often that learning becomes many times
    cheaper."""
    hidden: Annotated[list[Size], Field(min_length=1, max_length=8)] = [128, 128]
    activation: Literal["tanh", "relu"] = "relu"
    inputs: Literal["range", "seen"] = "range"
    """The divisor of observations: the bounds of their ranges, or their size in random games, which helps if ranges are
    wide and most values small, such as counts of cards."""
    learner: Literal["auto", "torch"] = "auto"
    """What computes gradients: our kernels, two to five times as fast, for nets of two equal ReLU layers of a multiple
    of 16 units, and PyTorch for all others; or PyTorch always. Results are equal up to rounding."""
    device: Literal["auto", "cpu", "cuda"] = "cpu"
    """Where nets learn: on the processor, or in plain PyTorch on a graphics card with CUDA, which ``auto`` takes if
    there is one. Games are played on the processor. On a card minibatches are those of ``parts = 1``."""
    matmul_precision: Literal["highest", "high", "medium"] = "highest"
    """As in `torch.set_float32_matmul_precision`: "medium" learns with bfloat16 products, which is faster on processors
    with support for them, and slower on others. The kernels take them for the second layer where more than a third of
    the first layer's units are positive. It changes the result."""
    steps: Count | None = None
    """Decisions to learn from, of all roles together. A run limited by steps is repeatable to the bit."""
    minutes: Positive | None = None
    """Learning time in minutes; 3 if neither this nor ``steps`` is given."""
    mix: MixConfig = MixConfig()
    pool_size: Annotated[int, Field(ge=1, le=1000)] = 8
    """Snapshots stored per role, beside the league."""
    snapshot_every: Count = 8
    """Turns between two snapshots."""
    exploiter_every: Count = 100
    """Turns after which an exploiter restarts from the current net of its role."""
    parts: Annotated[int, Field(ge=1, le=1024)] = 4
    """Parts of a turn, a power of two: as many processes can play and learn them side by side. The number changes the
    result as another seed does."""
    workers: Annotated[int, Field(ge=1, le=1024)] | None = None
    """Number of processes, at most that of the parts; by default that of the cores, or one with two threads for a short
    run; 1: one without threads. It does not change the result."""
    checkpoint_every: Count = 16
    """Turns between two checkpoints."""
    eval_every: Annotated[int, Field(ge=0)] = 50
    """Turns between two evaluations against fixed opponents; 0: none."""
    eval_games: Count = 500
    eval_against: list[Name] = []
    """Names of the fixed opponents; by default random play, and the game's heuristic if it has one."""
    exact_every: Annotated[int, Field(ge=0)] = 0
    """Turns between two computations of the exact exploitability, for games small enough; the first follows the first
    turn; 0: none."""
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
        if self.algorithm == "ppo" and self.n_steps != MASKABLE["n_steps"]:  # a log names every field
            raise ValueError("ppo has no n_steps; its turns are whole games, as many as rows")
        if self.parts != power_below(self.parts):
            raise ValueError(
                f"parts is {self.parts}; it must be a power of two, such as {power_below(self.parts)}"
            )
        if self.steps is not None and self.minutes is not None:
            raise ValueError("give either steps or minutes, not both")
        if len(set(self.roles)) < len(self.roles):
            raise ValueError("a role is named twice")
        if self.share_net and self.teacher:
            raise ValueError("a teacher plays one role at a time; share_net must be off")
        if self.share_net and self.start:
            raise ValueError("start gives every role a policy of its own; share_net must be off")
        if self.league and not self.mix.snapshots:
            raise ValueError("the league plays in the games of snapshots; give mix.snapshots a share of them")
        return self

    @property
    def limit(self) -> tuple[int | None, float | None]:
        """The limit, (steps, seconds): one of them is set and ends the run."""
        if self.steps is not None:
            return self.steps, None
        return None, 60.0 * (self.minutes or 3.0)

    @property
    def cut(self) -> int:
        """The number of parts of a turn: `parts`, or fewer if there are fewer games."""
        return power_below(min(self.parts, self.rows))


NAMES = ("scenario", "against", "start", "league", "teacher", "eval_against")
"""The settings that hold one or several of `Name`."""


def map_names(settings: Mapping[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """Return settings with every `Name` converted."""

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
    """Return settings typed by a person or passed in Python: the files and code that they name may be opened."""
    return map_names(settings, typed)


SMALL_GAMES: dict[str, Any] = {
    "parts": 2,
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
"""Settings for small games that differ from the defaults: positions repeat, so a turn of many games costs little, and
the remaining gain lies in actions that looked bad early."""

LONG_GAMES: dict[str, Any] = {
    "rows": 64,
    "batch_size": 1024,
    "critic": "own",
    "inputs": "seen",
    "entropy": 0.02,
    "entropy_end": 0.005,
    "barrier": 0.1,
    "magnet_every": 10,
}
"""Settings for games of a hundred decisions; most differ from the defaults. Few games have many decisions, many of them
clear; what seats see has wide ranges and is mostly small; and where there is little entropy, only the barrier
keeps actions alive that looked bad early."""


def read_config(
    source: str | os.PathLike[str] | Mapping[str, Any] | TrainConfig, **changes: Any
) -> TrainConfig:
    """Return a validated configuration.

    Args:
        source: a TOML or YAML file, plain data, or a configuration. Named files and code are opened only if they are
            `Typed`, see `typed_names`.
        changes: fields that override those of the source, ``against``, ``start`` and ``league`` role by role;
            ``steps`` and ``minutes`` replace each other.

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
    for field in ("against", "start", "league"):
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
            if isinstance(event, yaml.AliasEvent):  # a few lines of aliases can expand beyond memory
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


def algorithm_of(state: Mapping[str, Any]) -> Any:
    """Return the learner of a run: the `TrainConfig.algorithm` of its configuration, unchecked."""
    config = state.get("config")
    return config.get("algorithm", "ppo") if isinstance(config, dict) else "ppo"
