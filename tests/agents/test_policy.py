from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.agents.support import midgame, setup_of
from tests.agents.test_net import make_net
from throwdown.agents import Policy, PolicyAgent, RandomAgent, archive, load, load_policy, save_policy
from throwdown.agents.archive import HEADER
from throwdown.agents.net import probabilities, stack
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord
from throwdown.envs.tables.view import View


def make_policy(scenario: str = "duel", role: str = "pilot") -> Policy:
    setup = setup_of(scenario)
    net = make_net(0, (setup.width, 8, 8, setup.game.actions.n))
    value = make_net(1, (setup.width, 8, 1))
    return Policy(setup.game.id, role, net, value, scenario, {"steps": 7, "note": ["a", 1.5]})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return save_policy(tmp_path / "deep" / "pilot.npz", make_policy())


def rewrite(file: Path, changes: dict[str, Any], arrays: dict[str, Any] | None = None) -> None:
    """Change entries of the header, and arrays (None: left out)."""
    with np.load(file) as data:
        whole = {name: data[name] for name in data.files}
    header = json.loads(whole[HEADER].tobytes()) | changes
    whole |= {HEADER: np.frombuffer(json.dumps(header).encode(), np.uint8), **(arrays or {})}
    np.savez(file, **{name: array for name, array in whole.items() if array is not None})


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
    assert [f.name for f in file.parent.iterdir()] == ["pilot.npz"]


def test_a_failed_save_leaves_the_old_file(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(InvalidConfig, match="not JSON"):
        save_policy(file, Policy("throwdown-v0", "pilot", make_policy().net, info={"bad": lambda: 0}))
    assert file.read_bytes() == before
    assert [f.name for f in file.parent.iterdir()] == ["pilot.npz"]


def test_it_samples_by_default_and_can_be_deterministic(file: Path) -> None:
    setup = setup_of("duel")
    step = midgame(setup, 32)
    rng = np.random.default_rng(0)
    view = View.of(step.observations, step.masks)
    chances = probabilities(stack([make_policy().net]), np.zeros(32, np.int64), step.observations, step.masks)
    fixed = PolicyAgent(file, deterministic=True).bind(setup)
    np.testing.assert_array_equal(fixed.act(view, rng), chances.argmax(axis=1))
    loose = load(file, setup, "pilot")
    draws = {tuple(loose.act(view, rng)) for _ in range(5)}
    assert len(draws) > 1


def test_values(file: Path) -> None:
    step = midgame(setup_of("duel"), 4)
    assert PolicyAgent(file).values(step.observations).shape == (4,)
    with pytest.raises(InvalidConfig, match="without a value net"):
        PolicyAgent(Policy("throwdown-v0", "pilot", make_policy().net)).values(step.observations)


def test_equal_policies_give_equal_files(file: Path, tmp_path: Path) -> None:
    again = save_policy(tmp_path / "again.npz", make_policy())
    assert again.read_bytes() == file.read_bytes()


def coarse(weights: np.ndarray, inputs: np.ndarray) -> bool:
    """Return whether every input's weights are within half a step of others: a 128th of its largest."""
    return bool((np.abs(weights - inputs) <= np.abs(inputs).max(axis=0) / 127.9).all())


def test_a_packed_file_is_smaller_and_close(file: Path, tmp_path: Path) -> None:
    policy = make_policy()
    policy.net.weights[0][:, 3] = 0.0  # an input that was never met
    small = save_policy(tmp_path / "small.npz", policy, packed=True)
    assert small.stat().st_size < 0.5 * file.stat().st_size
    found = load_policy(small)
    assert found.value is not None and policy.value is not None
    for old, new in ((policy.net, found.net), (policy.value, found.value)):
        assert all(map(coarse, new.weights, old.weights)) and new.weights[0].dtype == np.float32
        assert any((x != y).any() for x, y in zip(old.weights, new.weights))
        for x, y in zip(old.biases, new.biases):
            np.testing.assert_array_equal(x, y)
    assert (found.net.weights[0][:, 3] == 0.0).all()
    again = save_policy(tmp_path / "again.npz", found, packed=True)
    assert again.read_bytes() == small.read_bytes()


def test_a_file_of_the_first_version_is_read(file: Path) -> None:
    rewrite(file, {"version": 1})
    np.testing.assert_array_equal(load_policy(file).net.flat(), make_policy().net.flat())


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("policy.0.step", None),
        ("policy.0.step", np.zeros(7, np.float32)),
        ("policy.1.step", np.zeros(8)),
        ("policy.1.step", np.full(8, np.nan, np.float32)),
        ("policy.1.step", np.full(8, 3e38, np.float32)),
        ("policy.1.weight", np.zeros((8, 8), np.float32)),
        ("policy.1.weight", np.zeros((8, 8), np.uint8)),
        ("policy.1.weight", None),
        ("policy.9.step", np.zeros(8, np.float32)),
        ("policy.step", np.zeros(8, np.float32)),
        ("policy.1.bias", np.zeros(8, np.int8)),
    ],
)
def test_damaged_packed_layers(tmp_path: Path, name: str, array: Any) -> None:
    file = save_policy(tmp_path / "packed.npz", make_policy(), packed=True)
    rewrite(file, {}, {name: array})
    with pytest.raises(InvalidRecord, match="do not fit together"):
        load_policy(file)


def test_damaged_and_foreign_files(file: Path, tmp_path: Path) -> None:
    whole = file.read_bytes()
    spoilt = bytearray(whole)
    spoilt[len(whole) // 2] ^= 0xFF
    for bad in (b"", b"hello", whole[: len(whole) // 2], bytes(spoilt)):
        file.write_bytes(bad)
        with pytest.raises(InvalidRecord, match="not a readable agent file"):
            load_policy(file)
    with file.open("wb") as out:  # a pickle: it could run code, and is not read
        np.savez(out, header=np.array([{"format": "throwdown-agent"}], object))
    with pytest.raises(InvalidRecord, match="not a readable agent file"):
        load_policy(file)
    np.savez(file, weights=np.zeros(3))
    with pytest.raises(InvalidRecord, match="not an agent file of this package"):
        load_policy(file)
    with pytest.raises(InvalidConfig, match="no agent file"):
        load_policy(tmp_path / "nothing.npz")
    with pytest.raises(InvalidConfig, match=r"must end in \.npz"):
        save_policy(tmp_path / "policy.pt", make_policy())


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"format": "other"}, "not an agent file of this package"),
        ({"version": 0}, "version 0; this release reads versions 1 to 2"),
        ({"kind": "table"}, "holds a table, not a policy"),
        ({"kind": 3}, "which kind of agent"),
        ({"width": "471"}, "entry 'width'"),
        ({"width": 12}, "do not fit together"),
        ({"hidden": [8, "eight"]}, "do not fit together"),
        ({"activation": "sine"}, "do not fit together"),
    ],
)
def test_damaged_entries(file: Path, changes: dict[str, Any], match: str) -> None:
    rewrite(file, changes)
    with pytest.raises(InvalidRecord, match=match):
        load_policy(file)


@pytest.mark.parametrize(
    "array",
    [None, np.full(8, np.nan, np.float32), np.zeros(7, np.float32), np.zeros(8), np.array(["a"] * 8)],
    ids=["missing", "nan", "short", "float64", "text"],
)
def test_damaged_layers(file: Path, array: Any) -> None:
    rewrite(file, {}, {"policy.0.bias": array})
    with pytest.raises(InvalidRecord, match="do not fit together"):
        load_policy(file)


def packed(file: Path, name: str, content: bytes, how: int = zipfile.ZIP_DEFLATED) -> None:
    """Put other bytes in the place of an array."""
    with zipfile.ZipFile(file) as old:
        parts = {info.filename: old.read(info) for info in old.infolist()}
    with zipfile.ZipFile(file, "w") as new:
        for part, data in {**parts, f"{name}.npy": content}.items():
            new.writestr(part, data, how if part == f"{name}.npy" else zipfile.ZIP_DEFLATED)


def begin(shape: str, descr: str = "<f4") -> bytes:
    """Return the beginning of an array."""
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}".encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


@pytest.mark.parametrize(
    "content",
    [
        begin("(99999999999,)"),
        begin("(" + "9" * 90 + ",)"),
        begin("(8,)"),
        begin("(8,)") + bytes(33),
        begin("(-8,)"),
        begin("(8,)", "|O") + bytes(64),
        begin("((((8,))))"),
        b"\x93NUMPY\x02\x00",
        b"\x93NUMPY\x01\x00\xff\xff" + b"[" * 0xFFFF,
        b"",
    ],
    ids=range(10),
)
def test_an_array_that_lies_about_itself(file: Path, content: bytes) -> None:
    packed(file, "policy.0.bias", content)
    with pytest.raises(InvalidRecord, match="not a readable agent file"):
        load_policy(file)


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing(file: Path, how: int) -> None:
    packed(file, "policy.0.bias", begin("(8,)") + bytes(32), how)
    with pytest.raises(InvalidRecord, match="not a readable agent file"):
        load_policy(file)


def test_nothing_is_unpacked_that_no_layer_needs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bomb of zeros: what it says of its size is enough to refuse it."""
    unpacked: list[str] = []
    entries = archive._entries

    def noted(source: Any, info: zipfile.ZipInfo, about: archive.Entry) -> np.ndarray:
        unpacked.append(info.filename)
        return entries(source, info, about)

    monkeypatch.setattr(archive, "_entries", noted)
    for name in ("x", "policy.0.weight", "policy.scale", "value.7.bias"):
        packed(file, name, begin("(5000000,)") + bytes(20_000_000))
        with pytest.raises(InvalidRecord, match="do not fit together"):
            load_policy(file)
    packed(file, HEADER, begin("(5000000,)", "|u1") + bytes(5_000_000))
    with pytest.raises(InvalidRecord, match="not a readable agent file"):
        load_policy(file)
    assert set(unpacked) == {f"{HEADER}.npy"}


def test_layers_are_bounded(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("throwdown.agents.policy.MOST_BYTES", 1 << 10)
    with pytest.raises(InvalidRecord, match="take more than"):
        load_policy(file)
    with pytest.raises(InvalidConfig, match="MiB at most"):
        save_policy(file, make_policy())


@pytest.mark.parametrize("activation", ["tanh", "relu"])
@pytest.mark.parametrize("name", ["policy.0.weight", "policy.1.weight", "policy.2.bias", "value.1.weight"])
def test_weights_whose_results_are_not_finite(file: Path, name: str, activation: str) -> None:
    with np.load(file) as data:
        array = np.full_like(data[name], 3e38)
    rewrite(file, {"activation": activation}, {name: array})
    with pytest.raises(InvalidRecord, match="so large that its results would not be finite"):
        load_policy(file)


@pytest.mark.parametrize(
    "text", ["[" * 10**5, '{"a":' * 500 + "1" + "}" * 500, '{"version": ' + "1" * 5000 + "}"]
)
def test_headers_that_are_no_plain_data(file: Path, text: str) -> None:
    with np.load(file) as data:
        whole = {name: data[name] for name in data.files}
    np.savez(file, **{**whole, HEADER: np.frombuffer(text.encode(), np.uint8)})
    with pytest.raises(InvalidRecord, match="not a readable agent file"):
        load_policy(file)


def test_a_kind_of_a_later_release_is_refused(file: Path) -> None:
    rewrite(file, {"kind": "oracle"})
    with pytest.raises(InvalidRecord, match="kind 'oracle', which this release does not know"):
        load(file, setup_of("duel"))


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
    assert load(file, setup).name == "pilot"
    for spec, match in (("heuristics", "did you mean 'heuristic'"), ("me", "is not an agent")):
        with pytest.raises(InvalidConfig, match=match):
            load(spec, setup)
    with pytest.raises(InvalidConfig, match="plays the pilot, not the coach"):
        load(file, setup, "coach")
    with pytest.raises(InvalidConfig, match="did you mean 'coach'"):
        load("random", setup, "couch")
