"""Agents from anywhere: somebody's own code, ONNX files, models of Stable-Baselines3."""

from __future__ import annotations

import itertools
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import throwdown
from tests.support import pair, setup_of
from throwdown.agents import Agent, as_agent, identity, label_of, load, load_agent
from throwdown.agents.code import PARAMETERS
from throwdown.envs.core.errors import IllegalAction, InvalidConfig, InvalidRecord
from throwdown.envs.core.names import Typed
from throwdown.envs.tables.table import Table
from throwdown.evaluation import play
from throwdown.evaluation.study import measure, tier
from throwdown.evaluation.variations import cells_of
from throwdown.play.session import Session

BOTS = '''
import numpy as np
from throwdown.agents import Agent
from helper import LAST

def lowest(observation, mask):
    return int(np.flatnonzero(mask)[0])

def reader(text, legal, seat):
    assert "??" in text or "Hand" in text or seat
    return legal[LAST]

class Bold:
    """An object with a method act."""
    def act(self, mask, rng):
        return rng.choice(np.flatnonzero(mask))

class Whole(Agent):
    def act(self, view, rng):
        return view.masks.argmax(axis=1)

ready = Bold()
number = 7
def wordy(legal):
    return "kick the table"
def wrong(legal):
    return "refuse" if "refuse" not in legal else "concede"
def silent(mask):
    return None
def curious(state):
    return 0
class Needy:
    def __init__(self, model): ...
    def act(self, mask): ...
'''


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "bots.py"
    file.write_text(BOTS, encoding="utf-8")
    (tmp_path / "helper.py").write_text("LAST = -1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return file


@pytest.mark.parametrize("name", ["lowest", "reader", "Bold", "Whole", "ready"])
def test_code_in_a_file_plays(bots: Path, name: str) -> None:
    setup = setup_of(scenario="duel")
    agent = load_agent(f"{bots}:{name}", setup, "coach")
    assert isinstance(agent, Agent) and agent.name == name
    match = play(setup, pair(agent, load("random", setup)), 3, seed=1)
    again = play(setup, pair(load_agent(f"{bots}:{name}", setup), load("random", setup)), 3, seed=1)
    assert np.array_equal(match.returns, again.returns)


def test_code_in_a_module_of_this_folder_plays(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bots.rename(bots.with_name("bots_of_this_test.py"))
    assert load_agent("bots_of_this_test:lowest", setup_of()).name == "lowest"


def test_code_plays_wherever_an_agent_is_named(bots: Path) -> None:
    setup, spec = setup_of(scenario="duel"), Typed("bots.py:reader")
    solo = throwdown.make_solo(opponent=str(spec))
    solo.reset(seed=1)
    throwdown.make_vec(num_envs=2, opponent={"coach": str(spec)}).reset(seed=1)
    session = Session.deal(setup, 1, "pilot_0", against=spec)
    session.advance()
    assert session.name_of("coach_0") == "reader"
    measure(cells_of([setup], {}), [tier("code", spec)], deals=4, is_full=True)


def test_functions_and_objects_play_as_they_are() -> None:
    def first(mask: np.ndarray) -> int:
        return int(mask.argmax())

    env = throwdown.make_solo(opponent=first)
    observation, _ = env.reset(seed=1)
    assert observation["action_mask"].any()
    assert as_agent(first).name == "first"
    assert as_agent(first, "other").name == "other"


def test_a_text_agent_sees_what_its_seat_sees_and_nothing_else() -> None:
    seen: list[tuple[str, list[str], str]] = []

    def reader(text: str, legal: list[str], seat: str) -> str:
        seen.append((text, legal, seat))
        return legal[0]

    setup = setup_of(scenario="duel")
    agent = load(reader, setup)
    table = Table.from_setup(setup, 3)
    for _ in range(6):
        viewer = table.agent
        assert viewer is not None
        choice = int(agent.act(table.decision(), np.random.default_rng(1))[0])
        text, legal, seat = seen[-1]
        assert (text, legal, seat) == (table.render(viewer), table.legal(), viewer)
        other = next(name for name in setup.seats if name != viewer)
        assert table.redeal(viewer, 5).render(viewer) == text, f"{viewer} sees cards of {other}"
        table.play(choice)
    play(setup, pair(agent, agent), 2, seed=1)
    assert {seat for _, _, seat in seen} == set(setup.seats)


def test_every_parameter_can_be_asked_for() -> None:
    setup, asked = setup_of(scenario="duel"), {}

    def all_of(observation: Any, mask: Any, text: Any, legal: Any, seat: Any, setup: Any, rng: Any) -> int:
        asked.update(locals())
        return int(mask.argmax())

    play(setup, pair(all_of_agent := load(all_of, setup), all_of_agent), 1, seed=1)
    assert set(PARAMETERS) <= set(asked)
    assert asked["observation"].shape == (setup.width,) and asked["mask"].shape == (setup.game.actions.n,)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("bots.py:Blod", "there is no 'Blod' in 'bots.py' (did you mean 'Bold'?)."),
        ("none.py:Bold", "there is no file 'none.py'."),
        ("no_such_module_at_all:Bold", "'no_such_module_at_all' cannot be imported: ModuleNotFoundError"),
        ("broken.py:Bold", "'broken.py' cannot be imported: ZeroDivisionError"),
        ("none.py", "there is no file 'none.py'."),
        (
            "bots.py",
            "'bots.py' names no agent in it: write bots.py:NAME, where NAME is a function, a class or",
        ),
        ("bots.py:", "'bots.py:' names no agent in the file 'bots.py': write bots.py:NAME, where NAME is"),
        ("bots.py:Bold.act", "'bots.py:Bold.act' names no agent in the file 'bots.py': write bots.py:NAME"),
        ("bots.py:number", "'bots.py:number' is 7, which is not an agent: name an Agent, a function, or"),
        (
            "bots.py:curious",
            "bots.py:curious asks for 'state' (did you mean 'seat'?); the parameters of an agent's function are",
        ),
        ("bots.py:Needy", "bots.py:Needy cannot be made without arguments: TypeError"),
        ("runs/mine", "'runs/mine' is a folder; give a file in it, such as runs/mine/coach.npz."),
        ("runs", "'runs' is not an agent"),
        ("bots.zip", "there is no file 'bots.zip'."),
        ("bots.onnx", "there is no file 'bots.onnx'."),
        ("bots.pt", "'bots.pt' is not an agent"),
    ],
)
def test_what_is_no_agent_is_one_sentence(bots: Path, spec: str, says: str) -> None:
    bots.with_name("broken.py").write_text("1 / 0\n", encoding="utf-8")
    (run := bots.with_name("runs") / "mine").mkdir(parents=True)
    (run / "coach.npz").touch()
    if spec.endswith(".zip") and find_spec("sb3_contrib") is None:
        pytest.skip("needs Stable-Baselines3")
    with pytest.raises(InvalidConfig) as error:
        load_agent(spec, setup_of())
    assert says in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["bots.py", "none.py", "bots.py:"])
def test_what_was_read_is_not_told_which_files_there_are(bots: Path, name: str) -> None:
    with pytest.raises(InvalidConfig, match="is a file or code, and what is read from files and messages"):
        load(name, setup_of())


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("wordy", "wordy answered: 'kick the table' is not an action of this game"),
        ("wrong", "which is not legal now."),
        ("silent", "silent answered None; it must answer an action's number or its text."),
    ],
)
def test_wrong_answers_are_refused(bots: Path, name: str, says: str) -> None:
    setup = setup_of(scenario="duel")
    with pytest.raises(IllegalAction) as error:
        play(setup, pair(load_agent(f"bots.py:{name}", setup), load("random", setup)), 2, seed=1)
    assert says in str(error.value)


def test_results_know_the_code_by_what_the_file_holds(bots: Path) -> None:
    setup = setup_of()
    before = identity(Typed("bots.py:Bold"), setup, "coach")
    bots.write_text(BOTS + "\n# changed\n", encoding="utf-8")
    assert before.startswith("bots.py:Bold ") and identity(Typed("bots.py:Bold"), setup, "coach") != before


def test_labels_are_short() -> None:
    names = ["a/bots.py:Bold", "a.b:Bold", "runs/x.zip", "runs/x.onnx", "runs/x.npz", "ismcts:100", "random"]
    assert [label_of(name) for name in names] == ["Bold", "Bold", "x", "x", "x", "ismcts:100", "random"]


@pytest.mark.skipif(find_spec("onnxruntime") is None, reason="onnxruntime is not installed")
def test_an_onnx_file_plays_as_the_policy_that_it_was_made_of(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    from throwdown.agents import PolicyAgent
    from throwdown.agents.export import export_onnx

    setup = setup_of("kuhn-v0")
    policy = random_policy(setup)
    file = export_onnx(policy, tmp_path / "net.onnx")
    agent, own = load(file, setup), PolicyAgent(policy).bind(setup)
    decision = Table.from_setup(setup, 2).decision()
    assert np.allclose(agent.probabilities(decision), own.probabilities(decision), atol=1e-6)
    assert play(setup, {"first": agent, "second": load("random", setup)}, 20, seed=1).returns.shape == (2, 20)
    with pytest.raises(InvalidConfig, match="net plays kuhn-v0, not leduc-v0"):
        load(file, setup_of("leduc-v0"))
    plain = anonymous(file, tmp_path / "plain.onnx")
    assert load(plain, setup_of("leduc-v0")).roles is None, "without metadata, what fits may play"
    with pytest.raises(InvalidConfig, match=r"plain takes \d+ numbers as tensor\(int8\) for 'observation'"):
        load(plain, setup_of())
    (tmp_path / "bad.onnx").write_bytes(b"nothing")
    with pytest.raises(InvalidRecord, match=r"bad\.onnx' is not a runnable ONNX model"):
        load(tmp_path / "bad.onnx", setup)


def test_a_model_of_stable_baselines_plays(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import MaskablePPO
    from stable_baselines3 import A2C

    from throwdown.training.from_sb3 import Sb3Agent

    setup = setup_of("kuhn-v0")
    envs = throwdown.make_sb3("kuhn-v0", num_envs=4), throwdown.make_solo("kuhn-v0")
    models = (
        MaskablePPO("MlpPolicy", envs[0], n_steps=8, batch_size=8, seed=1),
        MaskablePPO("MultiInputPolicy", envs[1], n_steps=8, batch_size=8, seed=1),
        A2C("MlpPolicy", envs[0], seed=1),
    )
    decision = Table.from_setup(setup, 2).decision()
    for k, model in enumerate(models):
        file = tmp_path / f"model{k}.zip"
        model.save(file)
        agent = load(file, setup)
        chances = agent.probabilities(decision)
        assert chances is not None and agent.name == f"model{k}"
        assert np.allclose(chances, Sb3Agent(model).probabilities(decision))
        assert chances.sum() == pytest.approx(1) and (chances[decision.masks == 0] == 0).all()
        given = decision.observations
        if k == 1:
            given = {"observation": given, "action_mask": decision.masks}
        masks = {"action_masks": decision.masks} if k < 2 else {}
        favourite = model.predict(given, deterministic=True, **masks)[0]
        assert k == 2 or chances.argmax() == favourite[0]
        play(setup, {"first": load("random", setup), "second": agent}, 10, seed=1)
    with pytest.raises(InvalidConfig, match="model0 was trained on observations of shape"):
        load(tmp_path / "model0.zip", setup_of())
    (tmp_path / "bad.zip").write_bytes(b"nothing")
    with pytest.raises(InvalidRecord, match="is not a model saved by Stable-Baselines3"):
        load(tmp_path / "bad.zip", setup)


def test_make_sb3_trains_and_is_seeded() -> None:
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import MaskablePPO

    env = throwdown.make_sb3("kuhn-v0", num_envs=4, opponent="random", seed=1)
    first = env.reset()
    env.seed(7)
    one = env.reset()
    env.seed(7)
    assert np.array_equal(env.reset(), one) and first.shape == one.shape == (
        4,
        env.observation_space.shape[0],
    )
    MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=8, seed=1).learn(64)


def anonymous(source: Path, target: Path) -> Path:
    """Write a model again as other programs would: it does not say what it plays."""
    import onnx

    model = onnx.load(source)
    del model.metadata_props[:]
    onnx.save(model, target)
    return target


def random_policy(setup: Any) -> Any:
    from throwdown.agents import Net, Policy

    rng, sizes = np.random.default_rng(1), (setup.width, 8, setup.game.actions.n)
    weights = tuple(rng.normal(size=(m, n)).astype(np.float32) for n, m in itertools.pairwise(sizes))
    biases = tuple(rng.normal(size=m).astype(np.float32) for m in sizes[1:])
    return Policy(setup.game.id, setup.roles[0], Net(weights, biases, "relu"))
