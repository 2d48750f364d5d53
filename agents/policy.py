"""The policy agent, which plays a saved net, and its file."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.agents import archive, base
from throwdown.agents.net import ACTIVATIONS, Net, outputs, probabilities, sample, stack
from throwdown.agents.packing import pack, unpack
from throwdown.envs.core import kit
from throwdown.envs.tables.view import View

KIND = "policy"
MOST_BYTES = 1 << 28
"""Maximum size of a file's layers as float32, in bytes: ample for a game with some thousand actions."""
_ENTRIES: dict[str, type] = {
    "game": str,
    "role": str,
    "width": int,
    "actions": int,
    "hidden": list,
    "activation": str,
    "scenario": str,
    "info": dict,
}


@dataclass(frozen=True, eq=False)
class Policy:
    """The content of a policy file.

    Attributes:
        game: the game's id.
        role: the role it was trained for.
        net: the policy net, one logit per action.
        value: a net with one output that estimates the return, or None.
        scenario: the scenario it was trained on.
        info: any metadata: plain numbers, texts, lists and dicts.
        layout: the names of the net's inputs and actions, see `carry.layout_of`; empty if not stored.
    """

    game: str
    role: str
    net: Net
    value: Net | None = None
    scenario: str = ""
    info: Mapping[str, Any] = field(default_factory=dict)
    layout: Mapping[str, Any] = field(default_factory=dict)


def _arrays(policy: Policy, packed: bool) -> dict[str, np.ndarray]:
    """Return the layers of both nets by name."""
    out: dict[str, np.ndarray] = {}
    for name, net in (("policy", policy.net), ("value", policy.value)):
        for k, (w, b) in enumerate(zip(net.weights, net.biases)) if net is not None else ():
            weights = np.asarray(w, np.float32)
            if packed:
                out[f"{name}.{k}.weight"], out[f"{name}.{k}.step"] = pack(weights)
            else:
                out[f"{name}.{k}.weight"] = weights
            out[f"{name}.{k}.bias"] = np.asarray(b, np.float32)
        if net is not None and net.scale is not None:
            out[f"{name}.scale"] = np.asarray(net.scale, np.float32)
    return out


def save_policy(path: str | os.PathLike[str], policy: Policy, packed: bool = False) -> Path:
    """Write a policy to an ``.npz`` file, atomically; see `archive`.

    Args:
        path: the file.
        policy: its content.
        packed: store weights in 8 bits (see `packing`), as in shipped policies: a quarter of the size, but errors of
            probabilities exceed 1e-5.

    Raises:
        InvalidConfig: the file would not be readable, see `archive.write_archive`, or the layers are too large.
    """
    sizes = policy.net.sizes
    header = {
        "game": policy.game,
        "role": policy.role,
        "scenario": policy.scenario,
        "width": sizes[0],
        "hidden": list(sizes[1:-1]),
        "actions": sizes[-1],
        "activation": policy.net.activation,
        "info": dict(policy.info),
        "layout": dict(policy.layout),
    }
    arrays = _arrays(policy, packed)
    if _floats(array.shape for array in arrays.values()) > MOST_BYTES:
        raise kit.InvalidConfig(f"'{path}' can hold layers of {MOST_BYTES >> 20} MiB at most.")
    return archive.write_archive(path, KIND, header, arrays)


def _floats(shapes: Iterable[tuple[int, ...]]) -> int:
    """Return the bytes of arrays of float32."""
    return 4 * sum(map(math.prod, shapes))


def load_policy(path: str | os.PathLike[str]) -> Policy:
    """Read a policy file.

    Raises:
        InvalidConfig: the file does not exist.
        InvalidRecord: it is damaged, not a policy, or of another version, or its results would not be finite.
    """
    damage = kit.InvalidRecord(f"the layers in '{path}' are incomplete or do not fit together.")

    def check(header: Mapping[str, Any], columns: Mapping[str, archive.Layout]) -> None:
        archive.check_entries(path, header, _ENTRIES)
        if not _fit(header, columns) or not _names_fit(header):
            raise damage
        if _floats(column.shape for column in columns.values()) > MOST_BYTES:
            raise kit.InvalidRecord(f"the layers in '{path}' take more than {MOST_BYTES >> 20} MiB.")

    header, arrays = archive.read_archive(path, KIND, check)
    layers = _unpacked(arrays)
    if not all(np.isfinite(array).all() for array in layers.values()):
        raise damage
    net = _net(layers, "policy", header["activation"])
    value = _net(layers, "value", header["activation"]) if "value.0.weight" in layers else None
    if not all(np.isfinite(one.reach()) for one in (net, value) if one is not None):
        raise kit.InvalidRecord(f"the weights in '{path}' are so large that its results would not be finite.")
    layout = header.get("layout", {})
    return Policy(header["game"], header["role"], net, value, header["scenario"], header["info"], layout)


def _unpacked(arrays: Mapping[str, np.ndarray]) -> dict[str, kit.Singles]:
    """Return the layers with weights in float32."""
    found = {name: array for name, array in arrays.items() if not name.endswith(".step")}
    for name in arrays.keys() - found.keys():
        weight = name.removesuffix("step") + "weight"
        found[weight] = unpack(arrays[weight], arrays[name])
    return found


def _names_fit(header: Mapping[str, Any]) -> bool:
    """Return whether the numbers of inputs, phases and actions that a header names match the net's."""
    layout = header.get("layout", {})
    if layout == {}:
        return True
    try:
        observation, phases, actions = (list(layout[part]) for part in ("observation", "phases", "actions"))
        sizes = [
            size for name, size in observation if isinstance(name, str) and type(size) is int and size > 0
        ]
    except (KeyError, TypeError, ValueError):
        return False
    are_texts = all(isinstance(text, str) for text in (*phases, *actions))
    return (
        are_texts
        and len(sizes) == len(observation)
        and (sum(sizes), len(actions)) == (header["width"], header["actions"])
    )


def _fit(header: Mapping[str, Any], columns: Mapping[str, archive.Layout]) -> bool:
    """Return whether a file's declared layers match the nets in its header."""
    width, actions, hidden = header["width"], header["actions"], header["hidden"]
    if header["activation"] not in ACTIVATIONS or not all(type(n) is int and n > 0 for n in hidden):
        return False
    shapes = {name: column.shape for name, column in columns.items() if not name.endswith(".step")}
    wanted = _shapes("policy", (width, *hidden, actions), shapes)
    if any(name.startswith("value.") for name in shapes):
        inner = [shapes.get(f"value.{k}.bias", ()) for k in range(len(shapes))]
        units = [n for shape in inner for n in shape]
        wanted |= _shapes("value", (width, *units), shapes)
        if len(units) < 2 or units[-1] != 1:
            return False
    return shapes == wanted and all(_is_packed_right(name, columns) for name in columns)


def _is_packed_right(name: str, columns: Mapping[str, archive.Layout]) -> bool:
    """Return whether an array has the right type: float32, or int8 for weights with a step per input."""
    layer, _, part = name.rpartition(".")
    if part == "step":
        weights = columns.get(f"{layer}.weight")
        inputs = () if weights is None or weights.dtype != np.int8 else weights.shape[1:]
        return columns[name].shape == inputs and columns[name].dtype == np.float32
    is_packed = part == "weight" and f"{layer}.step" in columns
    return columns[name].dtype == (np.int8 if is_packed else np.float32)


def _shapes(name: str, sizes: tuple[int, ...], given: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of a net's arrays; a scale is optional."""
    found: dict[str, tuple[int, ...]] = {}
    for k, (inputs, units) in enumerate(pairwise(sizes)):
        found |= {f"{name}.{k}.weight": (units, inputs), f"{name}.{k}.bias": (units,)}
    return found | ({f"{name}.scale": sizes[:1]} if f"{name}.scale" in given else {})


def _net(layers: Mapping[str, kit.Singles], name: str, activation: str) -> Net:
    """Build a net from a file's checked layers."""
    depth = sum(key.startswith(f"{name}.") and key.endswith(".weight") for key in layers)
    weights, biases = (
        tuple(layers[f"{name}.{k}.{part}"] for k in range(depth)) for part in ("weight", "bias")
    )
    return Net(weights, biases, activation, layers.get(f"{name}.scale"))


class PolicyAgent(base.Agent):
    """Plays a saved net: samples from its distribution, or always takes its most probable action.

    Args:
        policy: a policy, or the path of its file.
        deterministic: take the most probable action instead of sampling.
        name: its name in reports; by default the name of its file.
        temperature: above 0; divides the logits: the higher, the more uniform the play.
        least: in [0, 1]; actions whose probability at temperature 1 is below this share of the greatest probability
            are never played.

    Raises:
        InvalidConfig: temperature or least is out of range, or see `load_policy`.
        InvalidRecord: see `load_policy`.
    """

    def __init__(
        self,
        policy: Policy | str | os.PathLike[str],
        deterministic: bool = False,
        name: str = "",
        temperature: float = 1.0,
        least: float = 0.0,
    ) -> None:
        if not 0.0 < temperature < np.inf or not 0.0 <= least <= 1.0:
            raise kit.InvalidConfig(
                f"temperature is {temperature} and least {least}; the first must be above 0, the second from 0 to 1."
            )
        self.policy = policy if isinstance(policy, Policy) else load_policy(policy)
        self.name = name or ("policy" if isinstance(policy, Policy) else Path(policy).stem)
        self.roles = (self.policy.role,)
        self._temperature = 0.0 if deterministic else temperature
        self._least = least
        self._nets = stack([self.policy.net])
        self._value = None if self.policy.value is None else stack([self.policy.value])

    def bind(self, setup: kit.Setup) -> PolicyAgent:
        """Raise `InvalidConfig` for a setup that the net does not fit."""
        policy, game = self.policy, setup.game
        width, actions = policy.net.sizes[0], policy.net.sizes[-1]
        if policy.game != game.id:
            raise kit.InvalidConfig(f"{self.name} plays {policy.game}, not {game.id}.")
        if policy.role not in setup.roles:
            raise kit.InvalidConfig(
                f"{self.name} plays the {policy.role}{kit.did_you_mean(policy.role, setup.roles)}, "
                f"which {game.id} does not have."
            )
        if actions != game.actions.n:
            raise kit.InvalidConfig(
                f"{self.name} knows {kit.how_many(actions, 'action')}, but {game.id} has {game.actions.n}."
            )
        if width != setup.width:
            raise kit.InvalidConfig(
                f"{self.name} was trained on scenario '{policy.scenario}' with {self._made_for(setup)}, but scenario "
                f"'{setup.scenario}' with {_blocks(setup.counts)} is observed in {setup.width} numbers."
            )
        return self

    def _made_for(self, setup: kit.Setup) -> str:
        """Return a description of the observations that the net was made for."""
        width = self.policy.net.sizes[0]
        for n in range(1, 64):
            counts = dict.fromkeys(setup.counts, n)
            if setup.game.fields.width(counts) == width:
                return f"{_blocks(counts)}, in {width} numbers"
        return f"observations of {width} numbers"

    def act(self, view: View, rng: np.random.Generator) -> kit.Ints:
        """Return a legal action per game."""
        n, which = len(view), np.zeros(len(view), np.int64)
        masks = self._masks(view)
        return sample(self._nets, which, view.observations, masks, rng.random(n), self._temperature)

    def probabilities(self, view: View) -> kit.Singles:
        """Return the distribution over all actions per game: float32, shape (n, actions)."""
        which = np.zeros(len(view), np.int64)
        return probabilities(self._nets, which, view.observations, self._masks(view), self._temperature)

    def _masks(self, view: View) -> kit.Bytes:
        """Return the masks of the legal actions that it may play."""
        if self._least == 0.0:
            return view.masks
        which = np.zeros(len(view), np.int64)
        found = probabilities(self._nets, which, view.observations, view.masks)
        return np.asarray(found >= self._least * found.max(axis=1, keepdims=True), np.int8) * view.masks

    def values(self, observations: kit.Bytes) -> kit.Singles:
        """Return the estimated return per row: float32, shape (n,).

        Raises:
            InvalidConfig: the policy was saved without a value net.
        """
        if self._value is None:
            raise kit.InvalidConfig(f"{self.name} was saved without a value net.")
        return outputs(self._value, np.zeros(len(observations), np.int64), observations)[:, 0]


def _blocks(counts: Mapping[str, int]) -> str:
    return ", ".join(f"max_{thing}s {n}" for thing, n in counts.items()) or "one layout"
