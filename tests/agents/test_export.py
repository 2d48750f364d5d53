"""An exported policy says what the policy says."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from tests.agents.support import midgame
from tests.agents.test_net import ACTIONS, WIDTH, make_net, make_rows
from tests.support import setup_of_shipped
from throwdown.agents import Policy, PolicyAgent, load_policy
from throwdown.agents.export import ILLEGAL, export_onnx, to_onnx
from throwdown.agents.net import outputs, probabilities, stack
from throwdown.agents.shipped import shipped
from throwdown.envs.core.errors import InvalidConfig, MissingExtra
from throwdown.envs.tables.view import View


def run(policy: Policy, observations: np.ndarray, masks: np.ndarray) -> dict[str, np.ndarray]:
    """Run an exported policy and return its outputs by name."""
    pytest.importorskip("onnx")
    onnxruntime = pytest.importorskip("onnxruntime")
    session = onnxruntime.InferenceSession(
        to_onnx(policy).SerializeToString(), providers=["CPUExecutionProvider"]
    )
    names = [x.name for x in session.get_outputs()]
    return dict(zip(names, session.run(names, {"observation": observations, "action_mask": masks})))


@pytest.mark.parametrize("hidden", [(7,), (64, 64), (13, 6, 5)])
@pytest.mark.parametrize("activation", ["tanh", "relu"])
@pytest.mark.parametrize("scaled", [False, True])
def test_any_net(hidden: tuple[int, ...], activation: str, scaled: bool) -> None:
    net = make_net(1, (WIDTH, *hidden, ACTIONS), activation, scaled)
    value = make_net(2, (WIDTH, *hidden, 1), activation, scaled)
    rows, masks = make_rows()
    found = run(Policy("throwdown-v0", "coach", net, value), rows, masks)
    which = np.zeros(len(rows), np.int64)
    chances = probabilities(stack([net]), which, rows, masks)
    np.testing.assert_allclose(found["probabilities"], chances, atol=1e-5)
    np.testing.assert_allclose(found["value"], outputs(stack([value]), which, rows)[:, 0], atol=1e-4)
    assert (found["logits"][masks == 0] == ILLEGAL).all() and (found["probabilities"][masks == 0] == 0).all()
    logits = outputs(stack([net]), which, rows)
    np.testing.assert_allclose(found["logits"][masks == 1], logits[masks == 1], atol=1e-4)


@pytest.mark.parametrize("place", sorted(shipped()), ids="/".join)
def test_shipped_policies(place: tuple[str, str, str]) -> None:
    policy = load_policy(shipped()[place])
    step = midgame(setup_of_shipped(place), 64)
    agent, found = PolicyAgent(policy), run(policy, step.observations, step.masks)
    chances = agent.probabilities(View.of(step.observations, step.masks))
    np.testing.assert_allclose(found["probabilities"], chances, atol=1e-5)


def test_without_a_value_net_there_is_no_value() -> None:
    rows, masks = make_rows()
    found = run(Policy("throwdown-v0", "pilot", make_net(0, (WIDTH, 8, ACTIONS))), rows, masks)
    assert set(found) == {"logits", "probabilities"}


def test_the_file_says_what_it_plays(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    policy = Policy("throwdown-v0", "pilot", make_net(0, (WIDTH, 8, ACTIONS)), scenario="duel", info={"a": 1})
    model = onnx.load(export_onnx(policy, tmp_path / "pilot.onnx"))
    onnx.checker.check_model(model, full_check=True)
    about = {x.key: x.value for x in model.metadata_props}
    assert about == {"game": "throwdown-v0", "role": "pilot", "scenario": "duel", "info": '{"a": 1}'}
    with pytest.raises(InvalidConfig, match=r"must end in \.onnx"):
        export_onnx(policy, tmp_path / "pilot.bin")


def test_without_onnx_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [x for x in sys.modules if x == "onnx" or x.startswith("onnx.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(MissingExtra, match=r"pip install 'throwdown\[onnx\]'"):
        to_onnx(Policy("throwdown-v0", "pilot", make_net(0, (WIDTH, 8, ACTIONS))))
