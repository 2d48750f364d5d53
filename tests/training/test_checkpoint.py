"""A checkpoint in which something is missing or makes no sense is refused in one sentence."""

from __future__ import annotations

import json

import pytest
import torch as th

from throwdown.envs.core.errors import InvalidConfig, InvalidRecord
from throwdown.training.config import read_config
from throwdown.training.results import load_json, save_json
from throwdown.training.trainer import Trainer

RUN = {
    "game": "kuhn-v0",
    "rows": 16,
    "batch_size": 16,
    "hidden": [4],
    "pool_size": 2,
    "snapshot_every": 1,
    "steps": 60,
    "mix": {"latest": 0.5, "snapshots": 0.5},
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    trainer = Trainer(read_config(RUN))
    trainer.step()
    path = tmp_path_factory.mktemp("run") / "checkpoint.pt"
    trainer.save(path)
    return th.load(path, weights_only=True)


def place(at, key):
    return int(key) if key.isdigit() and (isinstance(at, list) or key not in at) else key


def changed(whole, path, value):
    """Return a checkpoint with one entry changed; ``...`` removes it."""
    found = {**whole}
    at, (*way, last) = found, ["state", *path.split("/")]
    for key in way:
        key = place(at, key)
        at[key] = dict(at[key]) if isinstance(at[key], dict) else list(at[key])
        at = at[key]
    last = place(at, last)
    if value is ...:
        del at[last]
    else:
        at[last] = value(at[last]) if callable(value) else value
    return found


def nested(depth):
    found = []
    for _ in range(depth):
        found = [found, found]
    return found


NET = "learners/first"


@pytest.mark.parametrize(
    ("path", "value", "match"),
    [
        ("turn", ..., "the field 'turn' is missing"),
        ("turn", -1, "turn is -1"),
        ("turn", "2", "turn is '2'"),
        ("turn", 5, "its log has 1 entries for 5 turns"),
        ("seconds", float("nan"), "seconds is nan"),
        ("limits", [], "limits: it must have at least 1 item"),
        ("limits/0/steps", "many", "limits.0.steps is 'many'"),
        ("log", [7], "log.0 is 7"),
        ("log", [{"a": th.zeros(1)}], "not JSON serializable"),
        ("log", nested(60), "holds too much"),
        ("log", [{"a": th.zeros(1)}] * 3, "damaged"),
        ("config", ..., "the field 'config' is missing"),
        ("config", 3, "config is 3"),
        ("config/rows", 10**12, "rows is 1000000000000"),
        ("config/pool_size", 10**12, "pool_size is 1000000000000"),
        ("config/hidden", [5], "nets of another shape|of other layers|another shape or type"),
        ("rules", 7, "rules is 7"),
        ("pools/first", ..., "other roles than its settings name"),
        ("pools/first/flat", lambda x: x * float("nan"), "not finite"),
        ("pools/first/flat", lambda x: x[:, :-1], "nets of another shape"),
        ("pools/first/flat", lambda x: x.double(), "nets of another shape"),
        ("pools/first/flat", "zeros", "flat is 'zeros'"),
        ("pools/first/turns", [1, 2, 3], "more snapshots than it has places"),
        ("pools/first/rng", {}, "damaged: "),
        ("pools/first/rng/state/state", "int:x", "damaged: invalid literal for int"),
        (NET, ..., "other roles than its settings name"),
        (f"{NET}/decisions", -7, "decisions is -7"),
        (f"{NET}/noise", {"bit_generator": "MT19937"}, "damaged: "),
        (f"{NET}/weights/actor_head.bias", ..., "the layers of the weights do not match"),
        (f"{NET}/weights/actor_head.bias", lambda x: x[1:], "'actor_head.bias' of the weights has another shape"),
        (f"{NET}/weights/actor_head.bias", lambda x: x / 0, "'actor_head.bias' of the weights is not finite"),
        (f"{NET}/average/actor_head.bias", lambda x: x.double(), "of the average has another shape or type"),
        (f"{NET}/magnet", {"x": th.zeros(1)}, "the layers of the magnet do not match"),
        (f"{NET}/magnet", {}, "the layers of the magnet do not match"),
        (f"{NET}/moments", 3, "moments is 3"),
        (f"{NET}/moments/0/exp_avg", lambda x: x * float("inf"), "of parameter 0 is not finite"),
        (f"{NET}/moments/0/exp_avg_sq", ..., "of parameter 0 do not match"),
        (f"{NET}/moments", {99: {}}, "damaged: 99"),
    ],
)  # fmt: skip
def test_a_damaged_entry(whole, path, value, match, tmp_path):
    file = tmp_path / "checkpoint.pt"
    th.save(changed(whole, path, value), file)
    with pytest.raises((InvalidRecord, InvalidConfig), match=match) as error:
        Trainer.resume(file)
    assert str(error.value).isprintable() and str(error.value).endswith(".")


def test_what_is_whole_goes_on(whole, tmp_path):
    th.save(whole, tmp_path / "checkpoint.pt")
    assert Trainer.resume(tmp_path / "checkpoint.pt").turn == 1


@pytest.mark.parametrize("text", ["[" * 10**5, "7", '{"a": ' + "1" * 5000 + "}"])
def test_a_damaged_log(text, tmp_path):
    (tmp_path / "log.json").write_text(text)
    with pytest.raises(InvalidRecord, match=r"is damaged; delete it|holds no result"):
        load_json(tmp_path / "log.json")


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("a: &a [1]\nb: *a\n", r"it repeats '\*a'; write out what that stands for"),
        ("a: &a [*a]\n", r"it repeats '\*a'"),
        ("a0: &a0 [x, x]\n" + "".join(f"a{k + 1}: &a{k + 1} [*a{k}, *a{k}]\n" for k in range(60)), "it repeats"),
        ("[" * 20000, "nested too deeply|is not valid YAML"),
        ("a: " + "[" * 500 + "]" * 500, "nested too deeply"),
        ("rows: 2001-99-99\n", "is not valid YAML: month must be"),
        ("rows: " + "9" * 5000, "is not valid YAML"),
        ("? [a, b]\n: 1\n", "is not valid YAML"),
    ],
    ids=range(8),
)  # fmt: skip
def test_yaml_that_no_run_needs(text, match, tmp_path):
    pytest.importorskip("yaml")
    (tmp_path / "a.yaml").write_text(text)
    with pytest.raises(InvalidConfig, match=match) as error:
        read_config(tmp_path / "a.yaml")
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 500 + "]" * 500, "rows = " + "9" * 5000, "a" + ".a" * 5000 + " = 1"]
)
def test_toml_that_no_run_needs(text, tmp_path):
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(InvalidConfig, match="is not valid TOML: "):
        read_config(tmp_path / "a.toml")


def test_json_is_written_as_it_is_read(tmp_path):
    save_json(tmp_path / "log.json", {"a": [1, 2.5, None]})
    assert load_json(tmp_path / "log.json") == json.loads('{"a": [1, 2.5, null]}')
