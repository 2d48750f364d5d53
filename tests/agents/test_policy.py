from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.agents.support import midgame, setup_of
from tests.agents.test_net import make_net
from throwdown.agents import Policy, PolicyAgent, RandomAgent, load, load_policy, save_policy
from throwdown.agents.net import probabilities, stack
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord, MissingExtra


def make_policy(scenario: str = "duel", role: str = "pilot") -> Policy:
    setup = setup_of(scenario)
    net = make_net(0, (setup.width, 8, 8, setup.game.actions.n))
    value = make_net(1, (setup.width, 8, 1))
    return Policy(setup.game.id, role, net, value, scenario, {"steps": 7, "note": ["a", 1.5]})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    pytest.importorskip("torch")
    return save_policy(tmp_path / "deep" / "pilot.pt", make_policy())


def rewrite(file: Path, **changes: Any) -> None:
    torch = pytest.importorskip("torch")
    torch.save(torch.load(file, weights_only=True) | changes, file)


def test_a_file_gives_back_what_was_saved(file: Path) -> None:
    old, new = make_policy(), load_policy(file)
    assert (new.game, new.role, new.scenario, dict(new.info)) == (
        old.game,
        old.role,
        old.scenario,
        dict(old.info),
    )
    assert new.value is not None and old.value is not None
    np.testing.assert_array_equal(new.net.flat(), old.net.flat())
    np.testing.assert_array_equal(new.value.flat(), old.value.flat())
    assert [f.name for f in file.parent.iterdir()] == ["pilot.pt"]


def test_a_failed_save_leaves_the_old_file(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(Exception, match="pickle"):
        save_policy(file, Policy("throwdown-v0", "pilot", make_policy().net, info={"bad": lambda: 0}))
    assert file.read_bytes() == before
    assert [f.name for f in file.parent.iterdir()] == ["pilot.pt"]


def test_it_samples_by_default_and_can_be_deterministic(file: Path) -> None:
    setup = setup_of("duel")
    step = midgame(setup, 32)
    rng = np.random.default_rng(0)
    chances = probabilities(stack([make_policy().net]), np.zeros(32, np.int64), step.observations, step.masks)
    fixed = PolicyAgent(file, deterministic=True).bind(setup)
    np.testing.assert_array_equal(fixed.act(step.observations, step.masks, rng), chances.argmax(axis=1))
    loose = load(f"policy:{file}", setup, "pilot")
    draws = {tuple(loose.act(step.observations, step.masks, rng)) for _ in range(5)}
    assert len(draws) > 1


def test_values(file: Path) -> None:
    step = midgame(setup_of("duel"), 4)
    assert PolicyAgent(file).values(step.observations).shape == (4,)
    with pytest.raises(InvalidConfig, match="without a value net"):
        PolicyAgent(Policy("throwdown-v0", "pilot", make_policy().net)).values(step.observations)


def test_damaged_and_foreign_files(file: Path, tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    whole = file.read_bytes()
    for bad in (b"", b"hello", whole[: len(whole) // 2]):
        file.write_bytes(bad)
        with pytest.raises(InvalidRecord, match="not a readable policy file"):
            load_policy(file)
    torch.save({"weights": torch.zeros(3)}, file)
    with pytest.raises(InvalidRecord, match="not a policy file of this package"):
        load_policy(file)
    with pytest.raises(InvalidConfig, match="no policy file"):
        load_policy(tmp_path / "nothing.pt")


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"version": 0}, "version 0; this release reads version 1"),
        ({"width": "471"}, "entry 'width'"),
        ({"width": 12}, "do not fit together"),
        ({"layers": {}}, "do not fit together"),
        ({"activation": "sine"}, "do not fit together"),
    ],
)
def test_damaged_entries(file: Path, changes: dict[str, Any], match: str) -> None:
    rewrite(file, **changes)
    with pytest.raises(InvalidRecord, match=match):
        load_policy(file)


def test_weights_that_are_not_finite_are_refused(file: Path) -> None:
    torch = pytest.importorskip("torch")
    data = torch.load(file, weights_only=True)
    data["layers"]["policy.0.bias"][0] = float("nan")
    torch.save(data, file)
    with pytest.raises(InvalidRecord, match="do not fit together"):
        load_policy(file)


def test_it_refuses_a_setup_that_does_not_fit() -> None:
    agent = PolicyAgent(make_policy())
    with pytest.raises(
        InvalidConfig, match=r"scenario 'duel' with max_pilots 1, .* 'trio' with max_pilots 3"
    ):
        agent.bind(setup_of("trio"))
    other = make_policy()
    with pytest.raises(InvalidConfig, match="plays gambit-v0, not throwdown-v0"):
        PolicyAgent(Policy("gambit-v0", "pilot", other.net)).bind(setup_of("duel"))
    with pytest.raises(InvalidConfig, match="plays the umpire"):
        PolicyAgent(Policy("throwdown-v0", "umpire", other.net)).bind(setup_of("duel"))
    few = make_net(0, (setup_of("duel").width, 8, 9))
    with pytest.raises(InvalidConfig, match="knows 9 actions"):
        PolicyAgent(Policy("throwdown-v0", "pilot", few)).bind(setup_of("duel"))


def test_names(file: Path) -> None:
    setup = setup_of("duel")
    assert isinstance(load("random", setup, "coach"), RandomAgent)
    assert load("heuristic", setup, "coach").name == "heuristic"
    assert load(str(file), setup).name == "policy:pilot"
    for spec, match in (("heuristics", "did you mean 'heuristic'"), ("me", "is not an agent")):
        with pytest.raises(InvalidConfig, match=match):
            load(spec, setup)
    with pytest.raises(InvalidConfig, match="plays the pilot, not the coach"):
        load(str(file), setup, "coach")
    with pytest.raises(InvalidConfig, match="did you mean 'coach'"):
        load("random", setup, "couch")


def test_without_torch_the_sentence_says_what_to_install(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtra, match=r"pip install 'throwdown\[train\]'"):
        load_policy(file)
