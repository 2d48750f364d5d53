"""Nets of other libraries, as ONNX files. Needs the package onnxruntime."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.agents.base import LogitsAgent
from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, MissingExtra, Setup, Singles, how_many
from throwdown.envs.tables.view import View

_DTYPES = {
    "tensor(float)": np.float32,
    "tensor(double)": np.float64,
    "tensor(int8)": np.int8,
    "tensor(uint8)": np.uint8,
    "tensor(int32)": np.int32,
    "tensor(int64)": np.int64,
    "tensor(bool)": np.bool_,
}


class OnnxAgent(LogitsAgent):
    """Samples from the policy in an ONNX file.

    The model takes observations (N, width) and optionally masks (N, actions), in an input with ``mask`` in its name,
    both of any type; N may be fixed at 1. Its output ``logits``, or else its first one, is (N, actions); logits of
    illegal actions are ignored. Metadata ``game`` and ``role``, as written by `export.to_onnx`, name its game and role.

    Args:
        path: the file.

    Raises:
        InvalidConfig: the file does not exist.
        InvalidRecord: it is not an ONNX model.
        MissingExtra: onnxruntime is not installed.
    """

    needs = frozenset({"observations", "masks"})

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path, self.name = Path(path), Path(path).stem
        if not self.path.is_file():
            raise InvalidConfig(f"there is no file '{path}'.")
        self._session = _open(self.path)
        self._inputs = self._session.get_inputs()
        names = [out.name for out in self._session.get_outputs()]
        self._output = "logits" if "logits" in names else names[0]
        about = self._session.get_modelmeta().custom_metadata_map
        self._game = about.get("game")
        self.roles = (about["role"],) if "role" in about else None

    def bind(self, setup: Setup) -> OnnxAgent:
        """Raise `InvalidConfig` for a setup that the model does not fit."""
        if self._game not in (None, setup.game.id):
            raise InvalidConfig(f"{self.name} plays {self._game}, not {setup.game.id}.")
        sizes = {"mask": setup.game.actions.n, "observation": setup.width}
        for given in self._inputs:
            self._check(given, sizes[self._kind(given)], setup)
        output = next(out for out in self._session.get_outputs() if out.name == self._output)
        if output.shape and isinstance(output.shape[-1], int) and output.shape[-1] != setup.game.actions.n:
            raise InvalidConfig(
                f"{self.name} knows {how_many(output.shape[-1], 'action')}, but {setup.game.id} has "
                f"{setup.game.actions.n}."
            )
        self.try_out(setup)
        return self

    def _check(self, given: Any, wanted: int, setup: Setup) -> None:
        """Raise `InvalidConfig` for an input that is not (N, wanted), with N free or 1."""
        if len(given.shape) != 2:
            raise InvalidConfig(
                f"{self.name} takes '{given.name}' with {how_many(len(given.shape), 'axis', 'axes')}; it must take "
                f"two, (N, {wanted})."
            )
        games, size = given.shape
        if isinstance(games, int) and games != 1:
            raise InvalidConfig(
                f"{self.name} takes exactly {games} games at once for '{given.name}'; export it with a first axis of "
                "any length (dynamic_axes), or of 1."
            )
        if given.type not in _DTYPES or (isinstance(size, int) and size != wanted):
            raise InvalidConfig(
                f"{self.name} takes {how_many(size, 'number')} as {given.type} for '{given.name}', but scenario "
                f"'{setup.scenario}' of {setup.game.id} has {wanted}."
            )

    @staticmethod
    def _kind(given: Any) -> str:
        return "mask" if "mask" in given.name else "observation"

    def logits(self, view: View) -> Singles:
        """Return the logits per game and action: float32, shape (n, actions)."""
        whole = {"mask": view.masks, "observation": view.observations}
        feed: dict[str, np.ndarray] = {
            x.name: whole[self._kind(x)].astype(_DTYPES[x.type]) for x in self._inputs
        }
        parts = [feed]
        if self._inputs[0].shape[0] == 1:
            parts = [{name: rows[k : k + 1] for name, rows in feed.items()} for k in range(len(view))]
        found = [self._session.run([self._output], part)[0] for part in parts]
        return np.concatenate(found).astype(np.float32, copy=False)


def _open(path: Path) -> Any:
    try:
        import onnxruntime
    except ImportError:
        raise MissingExtra("ONNX files need the package onnxruntime: pip install onnxruntime.") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # matches run in several processes
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime exports no class for its errors
        raise InvalidRecord(f"'{path}' is not a runnable ONNX model: {str(error).splitlines()[0]}.") from None
