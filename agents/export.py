"""Export of a trained policy as an ONNX graph, for programs that do not use this package. Needs the package onnx."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from throwdown.agents.net import Net
from throwdown.agents.policy import Policy
from throwdown.envs.core.kit import InvalidConfig, MissingExtra, write_file

OPSET, IR = 17, 8
"""Old enough for every runtime still in use."""
ILLEGAL = -1e8
"""Logit of an illegal action: its probability is exactly 0."""
SUFFIX = ".onnx"


def _onnx() -> Any:
    try:
        import onnx.checker
        import onnx.helper
        import onnx.numpy_helper
    except ImportError:
        raise MissingExtra("ONNX files need the package onnx: pip install 'throwdown[onnx]'.") from None
    return onnx


class _Graph:
    """Nodes and weights, in order of addition."""

    def __init__(self) -> None:
        self.onnx = _onnx()
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def constant(self, name: str, array: np.ndarray) -> str:
        self.weights.append(self.onnx.numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def node(self, kind: str, inputs: list[str], out: str, **attributes: Any) -> str:
        self.nodes.append(self.onnx.helper.make_node(kind, inputs, [out], name=out, **attributes))
        return out

    def net(self, net: Net, features: str, name: str) -> str:
        """Add a net and return the name of its output."""
        x = features
        if net.scale is not None:
            x = self.node("Mul", [x, self.constant(f"{name}_scale", net.scale)], f"{name}_scaled")
        last = len(net.weights) - 1
        for k, (w, b) in enumerate(zip(net.weights, net.biases)):
            inputs = [x, self.constant(f"{name}_weight_{k}", w), self.constant(f"{name}_bias_{k}", b)]
            x = self.node("Gemm", inputs, f"{name}_layer_{k}", transB=1)
            if k < last:
                kind = {"tanh": "Tanh", "relu": "Relu"}[net.activation]
                x = self.node(kind, [x], f"{name}_unit_{k}")
        return x


def to_onnx(policy: Policy) -> Any:
    """Return a policy as a checked ONNX model.

    Inputs are ``observation``, int8 (N, width), and ``action_mask``, int8 (N, actions) with 1 = legal. Outputs are
    ``logits`` and ``probabilities``, float32 (N, actions): at illegal actions -1e8 and 0. A policy with a value net
    also has ``value``, float32 (N,), the estimated return. The metadata name its game and role.

    Raises:
        MissingExtra: the package onnx is not installed.
    """
    graph = _Graph()
    features = graph.node("Cast", ["observation"], "features", to=graph.onnx.TensorProto.FLOAT)
    plain = graph.net(policy.net, features, "policy")
    legal = graph.node("Cast", ["action_mask"], "legal", to=graph.onnx.TensorProto.BOOL)
    floor = graph.constant("illegal", np.array(ILLEGAL, np.float32))
    graph.node("Where", [legal, plain, floor], "logits")
    graph.node("Softmax", ["logits"], "probabilities", axis=1)
    if policy.value is not None:
        value = graph.net(policy.value, features, "value")
        graph.node("Squeeze", [value, graph.constant("last", np.array([1], np.int64))], "value")
    return _model(graph, policy)


def _model(graph: _Graph, policy: Policy) -> Any:
    """Build the model from a graph and its description."""
    onnx, info, proto = graph.onnx, graph.onnx.helper.make_tensor_value_info, graph.onnx.TensorProto
    width, actions = policy.net.sizes[0], policy.net.sizes[-1]
    inputs = [
        info(name, proto.INT8, ["N", n]) for name, n in (("observation", width), ("action_mask", actions))
    ]
    outputs = [info(name, proto.FLOAT, ["N", actions]) for name in ("logits", "probabilities")]
    if policy.value is not None:
        outputs.append(info("value", proto.FLOAT, ["N"]))
    model = onnx.helper.make_model(
        onnx.helper.make_graph(graph.nodes, "policy", inputs, outputs, graph.weights),
        opset_imports=[onnx.helper.make_opsetid("", OPSET)],
        ir_version=IR,
        producer_name="throwdown",
    )
    about = {"game": policy.game, "role": policy.role, "scenario": policy.scenario}
    onnx.helper.set_model_props(model, {**about, "info": json.dumps(dict(policy.info))})
    onnx.checker.check_model(model, full_check=True)
    return model


def export_onnx(policy: Policy, path: str | os.PathLike[str]) -> Path:
    """Write a policy as an ONNX file, atomically; see `to_onnx`.

    Raises:
        InvalidConfig: the path does not end in ``.onnx``, or cannot be written.
        MissingExtra: the package onnx is not installed.
    """
    target = Path(path)
    if target.suffix != SUFFIX:
        raise InvalidConfig(f"'{target}' must end in {SUFFIX}.")
    data: bytes = to_onnx(policy).SerializeToString()
    try:
        write_file(target, data)
    except OSError as error:
        raise InvalidConfig(f"'{target}' cannot be written: {error.strerror}.") from None
    return target
