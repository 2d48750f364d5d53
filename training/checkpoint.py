"""Checkpoint files: tensors and plain data only, written atomically, read with ``weights_only=True``."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import torch as th

from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, parse_json, write_file, write_with

FORMAT = "throwdown-training"
VERSION = 3
BIG = "int:"  # integers beyond 64 bits, such as the state of a random stream, are kept as text


def _pack(value: Any) -> Any:
    """Turn arrays into tensors and big integers into text, all the way down."""
    if isinstance(value, np.ndarray):
        return th.from_numpy(np.ascontiguousarray(value).copy())
    if isinstance(value, dict):
        return {k: _pack(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_pack(v) for v in value]
    if isinstance(value, np.generic):
        return value.item()
    return f"{BIG}{value}" if isinstance(value, int) and abs(value) >= 1 << 63 else value


def _unpack(value: Any, keep: bool = False) -> Any:
    """Undo `_pack`; what torch itself saved (``keep``) stays tensors."""
    if isinstance(value, th.Tensor):
        return value if keep else value.numpy()
    if isinstance(value, dict):
        return {
            k: _unpack(v, keep or k in ("weights", "optimizer", "average", "magnet"))
            for k, v in value.items()
        }
    if isinstance(value, list):
        return [_unpack(v, keep) for v in value]
    return int(value[len(BIG) :]) if isinstance(value, str) and value.startswith(BIG) else value


def save_checkpoint(path: Path, state: dict[str, Any]) -> None:
    """Write a checkpoint."""
    data = {"format": FORMAT, "version": VERSION, "state": _pack(state)}
    write_with(path, lambda file: th.save(data, file))


def save_json(path: Path, data: Any) -> None:
    """Write plain data."""
    write_file(path, json.dumps(data, indent=1))


def load_json(path: Path) -> dict[str, Any]:
    """Read plain data by name.

    Raises:
        InvalidRecord: the file is damaged.
    """
    try:
        data = parse_json(path.read_text(encoding="utf-8"))
    except ValueError:
        raise InvalidRecord(f"'{path}' is damaged; delete it to make it again.") from None
    if not isinstance(data, dict):
        raise InvalidRecord(f"'{path}' holds no result; delete it, or choose another folder.")
    return data


def load_checkpoint(path: Path) -> dict[str, Any]:
    """Read a checkpoint.

    Raises:
        InvalidConfig: there is no such file.
        InvalidRecord: it is damaged, no checkpoint, or of another version.
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
    state: dict[str, Any] = _unpack(data["state"])
    return state
