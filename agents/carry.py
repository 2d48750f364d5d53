"""Transfer of nets to another layout: inputs and actions that both layouts name keep their weights, others start at 0.

A release that adds an action or an observation field keeps its trained policies, and a policy for one scenario can
continue from another scenario's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from throwdown.agents.net import Net
from throwdown.agents.policy import Policy
from throwdown.envs.core import kit

PHASE = "phase"
"""The field with the phase, one number for each phase (one-hot)."""
NOWHERE = -1


def layout_of(setup: kit.Setup) -> dict[str, Any]:
    """Return the names of a setup's observations and actions, as plain data.

    ``observation`` holds [name, size] of every field, ``phases`` the phases in the order of the field `PHASE`, and
    ``actions`` the text of every action.
    """
    game = setup.game
    return {
        "observation": [[name, field.size] for _, name, field in game.fields.rows(setup.counts)],
        "phases": [game.phase_names[k] for k in sorted(game.phase_names)],
        "actions": list(game.actions.labels),
    }


def fits(policy: Policy, setup: kit.Setup) -> bool:
    """Return whether a policy's inputs and actions match a setup's, as far as its file names them."""
    sizes = policy.net.sizes
    if (sizes[0], sizes[-1]) != (setup.width, setup.game.actions.n):
        return False
    return not policy.layout or policy.layout == layout_of(setup)


def carried(policy: Policy, setup: kit.Setup) -> Policy:
    """Return a policy for a setup's layout; it plays as before wherever no new input or action is involved.

    The value net is transferred too. Inputs and actions that only the new layout has get weights 0.

    Raises:
        InvalidConfig: the policy plays another game, or its file does not name its inputs.
    """
    if policy.game != setup.game.id:
        raise kit.InvalidConfig(f"the {policy.role}'s policy plays {policy.game}, not {setup.game.id}.")
    if fits(policy, setup):
        return policy
    if not policy.layout:
        raise kit.InvalidConfig(
            f"the {policy.role}'s policy reads {kit.how_many(policy.net.sizes[0], 'number')} and knows "
            f"{kit.how_many(policy.net.sizes[-1], 'action')}; its file does not name them, so the policy cannot be "
            f"transferred to the {setup.width} and {setup.game.actions.n} of '{setup.scenario}'."
        )
    old, new = policy.layout, layout_of(setup)
    inputs = _inputs(old, new)
    actions = _places(old["actions"], new["actions"])
    net = _actions(_columns(policy.net, inputs), actions)
    value = None if policy.value is None else _columns(policy.value, inputs)
    return replace(policy, net=net, value=value, layout=new, scenario=setup.scenario)


def _places(old: Sequence[str], new: Sequence[str]) -> kit.Ints:
    """Return the old index of every new name, or `NOWHERE`."""
    at = {name: k for k, name in enumerate(old)}
    return np.array([at.get(name, NOWHERE) for name in new], np.int64)


def _inputs(old: Mapping[str, Any], new: Mapping[str, Any]) -> kit.Ints:
    """Return the old index of every input; fields grow at their end, and phases are matched by name."""
    at, starts = 0, {}
    for name, size in old["observation"]:
        starts[name] = (at, size)
        at += size
    found: list[int] = []
    for name, size in new["observation"]:
        start, had = starts.get(name, (0, 0))
        inner = range(size)
        if name.rpartition(".")[2] == PHASE and (had, size) == (len(old["phases"]), len(new["phases"])):
            inner = _places(old["phases"], new["phases"]).tolist()
        found += [start + k if 0 <= k < had else NOWHERE for k in inner]
    return np.array(found, np.int64)


def _columns(net: Net, inputs: kit.Ints) -> Net:
    is_old = inputs != NOWHERE
    weights = np.where(is_old, net.weights[0][:, inputs], np.float32(0.0))
    scale = None if net.scale is None else np.where(is_old, net.scale[inputs], np.float32(1.0))
    return replace(net, weights=(weights, *net.weights[1:]), scale=scale)


def _actions(net: Net, actions: kit.Ints) -> Net:
    is_old = actions != NOWHERE
    weights = np.where(is_old[:, None], net.weights[-1][actions], np.float32(0.0))
    biases = np.where(is_old, net.biases[-1][actions], np.float32(0.0))
    return replace(net, weights=(*net.weights[:-1], weights), biases=(*net.biases[:-1], biases))
