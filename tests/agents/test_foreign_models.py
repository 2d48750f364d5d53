"""Models that other libraries have trained: what trains, what plays, and what is refused when it is seated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import throwdown
from tests.support import refusal, setup_of
from throwdown.agents import load
from throwdown.envs.core.errors import IllegalAction, InvalidConfig, InvalidRecord
from throwdown.evaluation import play

ALGORITHMS = ("PPO", "A2C", "DQN", "RecurrentPPO")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Models of other libraries, trained for a moment by algorithms that know no masks."""
    pytest.importorskip("sb3_contrib")
    import sb3_contrib
    import stable_baselines3

    folder, found = tmp_path_factory.mktemp("models"), {}
    for name in ALGORITHMS:
        env = throwdown.make_sb3("kuhn-v0", num_envs=4, opponent="random", seed=1)
        given = {"n_steps": 8} if name != "DQN" else {"learning_starts": 8, "buffer_size": 100}
        given |= {"batch_size": 8} if "PPO" in name else {}
        policy = "MlpLstmPolicy" if name == "RecurrentPPO" else "MlpPolicy"
        algorithm = getattr(stable_baselines3, name, None) or getattr(sb3_contrib, name)
        with pytest.warns(UserWarning, match="a random legal one is played in its place"):
            model = algorithm(policy, env, seed=1, **given).learn(200)
        assert 0 < env.illegal_actions < model.num_timesteps
        found[name] = folder / f"{name}.zip"
        model.save(found[name])
    return found


def test_algorithms_without_masks_train(trained: dict[str, Path]) -> None:
    setup = setup_of("kuhn-v0")
    for name in ("PPO", "A2C"):
        agent = load(trained[name], setup, "second")
        play(setup, {"first": load("random", setup), "second": agent}, 10, seed=1)


@pytest.mark.filterwarnings("ignore:.*a random legal one is played")
def test_illegal_actions_are_counted_game_by_game_or_refused() -> None:
    pytest.importorskip("stable_baselines3")
    env = throwdown.make_sb3("kuhn-v0", num_envs=8, opponent="random", seed=1)
    env.reset()
    wrong, told = 0, 0
    for _ in range(30):
        wrong += int((env.action_masks()[:, 0] == 0).sum())
        _, _, done, infos = env.step(np.zeros(8, np.int64))
        told += sum(infos[row]["illegal_actions"] for row in np.flatnonzero(done))
    open_games = int(env._replaced.sum())
    assert env.illegal_actions == wrong == told + open_games > 0
    strict = throwdown.make_sb3("kuhn-v0", num_envs=8, opponent="random", seed=1, illegal="raise")
    strict.reset()
    said = refusal(IllegalAction, lambda: [strict.step(np.zeros(8, np.int64)) for _ in range(30)])
    assert said.startswith("the learner chose action 0, which is illegal in row")
    with pytest.raises(InvalidConfig, match="it must be 'raise' or 'resample'"):
        throwdown.make_sb3("kuhn-v0", illegal="flag")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["DQN", "RecurrentPPO"])
def test_models_that_cannot_play_are_refused_when_they_are_seated(
    trained: dict[str, Path], name: str
) -> None:
    says = f"is a model of {name}, which cannot play here; those of MaskablePPO, PPO, A2C can."
    assert says in refusal(InvalidConfig, lambda: load(trained[name], setup_of("kuhn-v0")))


def test_a_model_of_stable_baselines_that_is_not_finite_is_refused(
    trained: dict[str, Path], tmp_path: Path
) -> None:
    import torch
    from stable_baselines3 import PPO

    for name, value in (("nan", float("nan")), ("inf", float("inf"))):
        model = PPO.load(trained["PPO"])
        with torch.no_grad():
            model.policy.action_net.weight[0, 0] = value
            model.policy.action_net.bias[0] = value
        model.save(tmp_path / f"{name}.zip")
        said = refusal(InvalidRecord, lambda name=name: load(tmp_path / f"{name}.zip", setup_of("kuhn-v0")))
        assert said == f"{name} computed logits that are not finite; its file may be damaged."


@pytest.mark.parametrize(
    ("shape", "answer", "says"),
    [
        ((8, 9), (8, 4), r"takes exactly 8 games at once for 'observation'; export it with"),
        ((9,), (4,), r"takes 'observation' with 1 axis; it must take two, \(N, 9\)"),
        ((1, 9), (1, 1, 4), r"returns logits of shape \(2, 1, 4\) for two games; they must have shape"),
        (("n", 9), (4,), r"returns logits of shape \(4,\)|cannot be run on kuhn-v0"),
    ],
)
def test_nets_of_other_shapes_are_refused_when_they_are_seated(
    tmp_path: Path, shape: tuple[Any, ...], answer: tuple[Any, ...], says: str
) -> None:
    setup = setup_of("kuhn-v0")
    shape = tuple(setup.width if size == 9 else size for size in shape)
    answer = tuple(setup.game.actions.n if size == 4 else size for size in answer)
    file = constant_onnx(tmp_path / "odd.onnx", shape, np.zeros(answer, np.float32))
    says = says.replace("9", str(setup.width)).replace("4", str(setup.game.actions.n))
    with pytest.raises(InvalidConfig, match=says):
        load(file, setup)


def test_a_net_that_is_not_finite_is_refused_when_it_is_seated(tmp_path: Path) -> None:
    setup = setup_of("kuhn-v0")
    answer = np.full((1, setup.game.actions.n), np.nan, np.float32)
    file = constant_onnx(tmp_path / "odd.onnx", (1, setup.width), answer)
    with pytest.raises(InvalidRecord, match="odd computed logits that are not finite"):
        load(file, setup)


def constant_onnx(target: Path, shape: tuple[Any, ...], answer: np.ndarray) -> Path:
    """Write a model that takes observations of a shape and always answers the same."""
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    from onnx import helper, numpy_helper

    given = helper.make_tensor_value_info("observation", onnx.TensorProto.FLOAT, shape)
    found = helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, answer.shape)
    node = helper.make_node("Constant", [], ["logits"], value=numpy_helper.from_array(answer))
    model = helper.make_model(helper.make_graph([node], "odd", [given], [found]))
    model.opset_import[0].version = 17
    model.ir_version = 9
    onnx.save(model, target)
    return target
