"""Checkpoint files: tensors and plain data only, written atomically, read with ``weights_only=True``."""

import json
import pickle
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import torch as th
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from throwdown.envs.core.files import check_depth
from throwdown.envs.core.kit import (
    InvalidConfig,
    InvalidRecord,
    ThrowdownError,
    one_sentence,
    write_with,
)
from throwdown.training.config import algorithm_of

FORMAT = "throwdown-training"
CHECKPOINT = "checkpoint.pt"
"""The name of a run's checkpoint in its folder."""
VERSION = 5
TENSORS = ("weights", "average", "magnet", "moments")
"""Entries whose tensors stay tensors; elsewhere they were arrays."""
BIG = "int:"  # integers beyond 64 bits, such as the state of a random stream, are stored as text


Number = Annotated[int, Field(ge=0, lt=1 << 62)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, arbitrary_types_allowed=True)


class SavedPool(_Part):
    """A pool of snapshots, as returned by `opponents.Pool.get_state`."""

    flat: np.ndarray
    turns: list[Number]
    rng: dict[str, Any]


class SavedLearner(_Part):
    """A learner, as returned by `learner.Learner.get_state`."""

    weights: dict[str, th.Tensor]
    average: dict[str, th.Tensor]
    magnet: dict[str, th.Tensor]
    moments: dict[int, dict[str, th.Tensor]]
    decisions: Number
    turns: Number


class SavedModel(_Part):
    """A model of MaskablePPO: its policy, and its optimizer's moments."""

    weights: dict[str, th.Tensor]
    moments: dict[int, dict[str, th.Tensor]]
    decisions: Number


class Limit(_Part):
    """The limits of a run, and the number of decisions after which they were changed."""

    steps: Number | None
    minutes: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None
    decisions: Number = 0


class SavedRun(_Part):
    """The common part of all checkpoints, as returned by `run.Run.get_state`."""

    config: dict[str, Any]
    rules: str
    scenario: dict[str, Any]
    turn: Number
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    limits: Annotated[list[Limit], Field(min_length=1)]
    log: list[dict[str, Any]]


class SavedSelfPlay(SavedRun):
    """A run of self-play, as returned by `trainer.Trainer.get_state`."""

    pools: dict[str, SavedPool]
    learners: dict[str, SavedLearner]


class SavedMaskable(SavedRun):
    """A run of MaskablePPO, as returned by `maskable.MaskableRun.get_state`."""

    models: dict[str, SavedModel]


def check_run(state: Mapping[str, Any]) -> None:
    """Validate a run's entries.

    Raises:
        ValueError: an entry is missing or invalid; the message, part of a sentence, names it.
    """
    kind = SavedMaskable if algorithm_of(state) == "maskable-ppo" else SavedSelfPlay
    try:
        kind.model_validate(state)
    except ValidationError as error:
        raise ValueError(one_sentence(error, "it", kind.model_fields)) from None
    check_depth(state["log"])
    json.dumps(state["log"])
    if len(state["log"]) != state["turn"]:
        raise ValueError(f"its log has {len(state['log'])} entries for {state['turn']} turns")


def check_like(name: str, given: Mapping[str, Any], wanted: Mapping[str, th.Tensor]) -> None:
    """Check that tensors have the shapes of others and are finite.

    Raises:
        ValueError: one does not; the message, part of a sentence, names it.
    """
    if given.keys() != wanted.keys():
        raise ValueError(f"the layers of the {name} do not match")
    for key, tensor in wanted.items():
        found = given[key]
        if not isinstance(found, th.Tensor) or (found.shape, found.dtype) != (tensor.shape, tensor.dtype):
            raise ValueError(f"'{key}' of the {name} has another shape or type")
        if not bool(th.isfinite(found).all()):
            raise ValueError(f"'{key}' of the {name} is not finite")


def load_moments(optimizer: th.optim.Adam, moments: Mapping[int, Mapping[str, th.Tensor]]) -> None:
    """Load an optimizer's running means from another's ``state_dict()["state"]``.

    Raises:
        ValueError: their layers differ, or they are not finite.
    """
    parameters = dict(enumerate(p for group in optimizer.param_groups for p in group["params"]))
    for k, found in moments.items():
        like = {"step": th.zeros(()), **dict.fromkeys(("exp_avg", "exp_avg_sq"), parameters[k])}
        check_like(f"moments of parameter {k}", found, like)
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": deepcopy(moments), "param_groups": groups})


@contextmanager
def whole(path: Path) -> Iterator[None]:
    """Convert the errors of damaged entries to `InvalidRecord`; mistakes of the user pass unchanged.

    Raises:
        InvalidRecord: the checkpoint is damaged.
    """
    try:
        yield
    except ThrowdownError:
        raise
    except DAMAGED as error:
        what = " ".join(str(error).split()) or type(error).__name__
        raise InvalidRecord(f"the checkpoint '{path}' is damaged: {what.rstrip('.')}.") from None


DAMAGED = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RuntimeError,
    TypeError,
    ValueError,
    pickle.PickleError,
)
"""Exceptions raised by setting up a run from invalid entries."""


def _pack(value: Any) -> Any:
    """Convert arrays to tensors, and big integers and all kinds of text to plain text, recursively."""
    if isinstance(value, np.ndarray):
        return th.from_numpy(np.ascontiguousarray(value).copy())
    if isinstance(value, dict):
        return {k: _pack(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_pack(v) for v in value]
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, str):
        return str(value)
    return f"{BIG}{value}" if isinstance(value, int) and abs(value) >= 1 << 63 else value


def _unpack(value: Any, keep: bool = False) -> Any:
    """Undo `_pack`; with ``keep``, tensors stay tensors."""
    if isinstance(value, th.Tensor):
        return value if keep else value.numpy()
    if isinstance(value, dict):
        return {k: _unpack(v, keep or k in TENSORS) for k, v in value.items()}
    if isinstance(value, list):
        return [_unpack(v, keep) for v in value]
    return int(value[len(BIG) :]) if isinstance(value, str) and value.startswith(BIG) else value


def save_checkpoint(path: Path, state: dict[str, Any]) -> None:
    """Write a checkpoint."""
    data = {"format": FORMAT, "version": VERSION, "state": _pack(state)}
    write_with(path, lambda file: th.save(data, file))


def load_checkpoint(path: Path) -> dict[str, Any]:
    """Read a checkpoint.

    Raises:
        InvalidConfig: there is no such file.
        InvalidRecord: the file is damaged, not a checkpoint, or of another version.
    """
    if not path.is_file():
        raise InvalidConfig(f"there is no checkpoint '{path}'.")
    try:
        data = th.load(path, map_location="cpu", weights_only=True)
    except Exception:  # a damaged pickle can raise nearly anything
        raise InvalidRecord(
            f"'{path}' is not a readable checkpoint: it is damaged or of another kind."
        ) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("state"), dict):
        raise InvalidRecord(f"'{path}' is not a training checkpoint of this package.")
    if data.get("version") != VERSION:
        raise InvalidRecord(
            f"'{path}' is of version {data.get('version')}; this release reads version {VERSION}."
        )
    with whole(path):
        check_depth(data["state"])
        state: dict[str, Any] = _unpack(data["state"])
        check_run(state)
    return state
