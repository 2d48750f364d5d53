"""The policy agent: a saved net that plays, and its file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.agents import archive, base
from throwdown.agents.net import ACTIVATIONS, Net, outputs, probabilities, sample, stack
from throwdown.envs.core import kit
from throwdown.envs.view import View

KIND = "policy"
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
    """What a policy file holds.

    Attributes:
        game: the game's id.
        role: the role it was trained for.
        net: the policy net, one logit per action.
        value: a net with one output that estimates the return, or None.
        scenario: the scenario it was trained on.
        info: anything worth keeping: plain numbers, texts, lists and dicts.
        layout: the names of what the net reads and of its actions, see `carry.layout_of`; empty if they are not kept.
    """

    game: str
    role: str
    net: Net
    value: Net | None = None
    scenario: str = ""
    info: Mapping[str, Any] = field(default_factory=dict)
    layout: Mapping[str, Any] = field(default_factory=dict)


def _arrays(policy: Policy) -> dict[str, kit.Singles]:
    """Return the layers of both nets by name."""
    out = {}
    for name, net in (("policy", policy.net), ("value", policy.value)):
        for k, (w, b) in enumerate(zip(net.weights, net.biases)) if net is not None else ():
            out[f"{name}.{k}.weight"] = np.asarray(w, np.float32)
            out[f"{name}.{k}.bias"] = np.asarray(b, np.float32)
        if net is not None and net.scale is not None:
            out[f"{name}.scale"] = np.asarray(net.scale, np.float32)
    return out


def save_policy(path: str | os.PathLike[str], policy: Policy) -> Path:
    """Write a policy to an ``.npz`` file, atomically; see `archive`.

    Weights keep their 32 bits: with 16 the probabilities would be off by more than 1e-5.
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
    return archive.write_archive(path, KIND, header, _arrays(policy))


def load_policy(path: str | os.PathLike[str]) -> Policy:
    """Read a policy file.

    Raises:
        InvalidConfig: there is no such file.
        InvalidRecord: it is damaged, no policy, or of another version.
    """
    found = archive.read_archive(path, KIND)
    archive.check_entries(path, found.header, _ENTRIES)
    try:
        return _read(found)
    except (KeyError, TypeError, kit.ThrowdownError, ValueError):
        raise kit.InvalidRecord(f"the layers in '{path}' are incomplete or do not fit together.") from None


def _read(found: archive.Archive) -> Policy:
    """Rebuild the nets of a file whose entries have been checked."""
    header, layers = found
    net = _net(layers, "policy", header["activation"])
    value = _net(layers, "value", header["activation"]) if "value.0.weight" in layers else None
    if net.sizes != (header["width"], *header["hidden"], header["actions"]):
        raise ValueError("the sizes in the header are not those of the layers")
    if value is not None and (value.sizes[0] != header["width"] or value.sizes[-1] != 1):
        raise ValueError("the value net reads other observations or has several outputs")
    layout = _layout(header.get("layout", {}), header)
    return Policy(header["game"], header["role"], net, value, header["scenario"], header["info"], layout)


def _layout(found: Any, header: Mapping[str, Any]) -> dict[str, Any]:
    """Return the names in a header after a look at them."""
    if found == {}:
        return {}
    observation, phases, actions = (found[part] for part in ("observation", "phases", "actions"))
    sizes = [size for name, size in observation if isinstance(name, str) and type(size) is int and size > 0]
    texts = [text for text in (*phases, *actions) if isinstance(text, str)]
    if len(sizes) < len(observation) or len(texts) < len(phases) + len(actions):
        raise ValueError("the layout is not made of names and sizes")
    if (sum(sizes), len(actions)) != (header["width"], header["actions"]):
        raise ValueError("the layout names another number of inputs or actions than the net has")
    return {"observation": observation, "phases": phases, "actions": actions}


def _net(layers: Mapping[str, np.ndarray], name: str, activation: str) -> Net:
    if activation not in ACTIVATIONS:
        raise ValueError("unknown activation")
    weights, biases = [], []
    for k in range(sum(key.startswith(f"{name}.") and key.endswith(".weight") for key in layers)):
        weights.append(_checked(layers[f"{name}.{k}.weight"], 2))
        biases.append(_checked(layers[f"{name}.{k}.bias"], 1))
    scale = _checked(layers[f"{name}.scale"], 1) if f"{name}.scale" in layers else None
    return Net(tuple(weights), tuple(biases), activation, scale)


def _checked(array: np.ndarray, dimensions: int) -> kit.Singles:
    """Return an array of a file as float32."""
    if array.ndim != dimensions or array.dtype != np.float32 or not np.isfinite(array).all():
        raise ValueError("an array has the wrong shape or type, or holds a number that is not finite")
    return array


class PolicyAgent(base.Agent):
    """Plays a saved net: samples from its distribution, or always takes its favourite.

    Args:
        policy: a policy, or the path of its file.
        deterministic: take the most probable action instead of sampling.
        name: what reports call it; by default what its file is called.
        temperature: above 0; divides the logits, so that a higher one plays more evenly.
        least: in [0, 1]; actions are never played that the net, at temperature 1, holds for less than so many times as
            probable as the most probable one.

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
        """Refuse a setup that the net was not made for."""
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
                f"{self.name} knows {actions} actions, but {game.id} has {game.actions.n}."
            )
        if width != setup.width:
            raise kit.InvalidConfig(
                f"{self.name} was trained on scenario '{policy.scenario}' with {self._made_for(setup)}, but scenario "
                f"'{setup.scenario}' with {_blocks(setup.counts)} is observed in {setup.width} numbers."
            )
        return self

    def _made_for(self, setup: kit.Setup) -> str:
        """Say which blocks of observations the net was made for."""
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
        """Return the legal actions that it may play."""
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
