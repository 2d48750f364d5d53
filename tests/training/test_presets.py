"""Settings follow a game's size, and a run says which it took."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.training.support import TINY
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import make_setup
from throwdown.training.config import TrainConfig, read_config
from throwdown.training.presets import (
    LEAST_BATCH,
    LEAST_ROWS,
    LONG_DECISIONS,
    MAGNETS,
    MINIBATCHES,
    PRESETS,
    SMALL_SHARE,
    TURNS,
    Size,
    fitted,
    measure,
    told,
)
from throwdown.training.ship import command_of, settings_of
from throwdown.training.train import resume, run
from throwdown.training.trainer import Trainer

SMALL = PRESETS["small"]
KUHN = {"game": "kuhn-v0", "rows": 64, "batch_size": 64, "hidden": [8], "epochs": 2, "eval_every": 0}


def test_a_game_is_small_if_positions_repeat_and_long_by_its_decisions():
    assert Size(SMALL_SHARE, 1000).preset == "small"
    assert Size(SMALL_SHARE - 0.01, LONG_DECISIONS - 1).preset == "medium"
    assert Size(SMALL_SHARE - 0.01, LONG_DECISIONS).preset == "long"
    kuhn = make_setup("kuhn-v0")
    size = measure(kuhn)
    assert size == measure(kuhn) and size.repeated > 0.99 and 2 <= size.decisions <= 3
    assert measure(make_setup("throwdown-v0", "duel")).preset == "medium"
    mini = measure(make_setup("throwdown-v0", "mini"))
    assert 3.7 < mini.decisions < 4.0  # of 4.4 moves, some without a choice


def test_only_what_is_left_out_is_filled_in():
    kuhn = make_setup("kuhn-v0")
    config = fitted(read_config({"game": "kuhn-v0", "rows": 7}), kuhn)
    assert config.preset == "small" and config.rows == 7
    assert {name: getattr(config, name) for name in SMALL} == SMALL | {"rows": 7}
    for name in ("medium", "none"):
        same = fitted(read_config({"game": "kuhn-v0", "preset": name}), kuhn)
        assert same.model_dump() == TrainConfig(game="kuhn-v0", preset=name).model_dump()
        assert ("rows" in same.model_fields_set) == (name == "medium"), "kept, should the default change"
    assert fitted(read_config({"game": "kuhn-v0", "preset": "long"}), kuhn).rows == PRESETS["long"]["rows"]
    stock = read_config({"algorithm": "maskable-ppo", "game": "kuhn-v0"})
    assert fitted(stock, kuhn) == stock and told(stock) == ""
    with pytest.raises(InvalidConfig, match="maskable-ppo has no preset"):
        read_config({"algorithm": "maskable-ppo", "preset": "small"})


@pytest.mark.parametrize(
    ("game", "preset", "steps", "rows"),
    [
        ("kuhn-v0", "small", 10_000, LEAST_ROWS["small"]),
        ("kuhn-v0", "small", 1_000_000, 128),
        ("kuhn-v0", "small", 100_000_000, 2048),
        ("throwdown-v0", "medium", 2_000_000, 256),
        ("throwdown-v0", "medium", 100_000_000, 1024),
        ("throwdown-v0", "long", 10_000, LEAST_ROWS["long"]),
        ("throwdown-v0", "long", 100_000, 32),
        ("throwdown-v0", "long", 100_000_000, 64),
    ],
)
def test_a_short_run_has_smaller_turns_so_that_there_are_enough(game, preset, steps, rows):
    setup = make_setup(game)
    config = fitted(read_config({"game": game, "preset": preset, "steps": steps}), setup)
    assert config.rows == rows
    if rows > LEAST_ROWS[preset]:
        assert steps / (rows * measure(setup).decisions) >= TURNS[preset]
    usual = TrainConfig().model_dump() | PRESETS[preset]
    if preset == "small":
        assert config.batch_size == usual["batch_size"] // (usual["rows"] // rows)
    if preset == "medium":
        assert (config.batch_size, config.magnet_every) == (usual["batch_size"], usual["magnet_every"])
    timed = fitted(read_config({"game": game, "preset": preset, "minutes": 0.1}), setup)
    assert timed.rows == usual["rows"], "how many steps it has is not known"
    given = fitted(read_config({"game": game, "preset": preset, "steps": steps, "rows": 40}), setup)
    assert given.rows == 40


@pytest.mark.parametrize(
    ("steps", "batch", "magnet"), [(10_000, LEAST_BATCH, 1), (600_000, 512, 3), (100_000_000, 1024, 10)]
)
def test_a_short_run_of_a_long_game_has_enough_minibatches_and_magnets(steps, batch, magnet):
    setup = make_setup("throwdown-v0", "trio")
    config = fitted(read_config({"preset": "long", "steps": steps}), setup)
    assert (config.batch_size, config.magnet_every) == (batch, magnet)
    turns = steps / (config.rows * measure(setup).decisions)
    assert batch == LEAST_BATCH or steps / batch >= MINIBATCHES
    assert magnet == 1 or turns / magnet >= MAGNETS
    large = fitted(read_config({"preset": "long", "steps": steps, "rows": 4 * config.rows}), setup)
    assert large.magnet_every == max(1, min(10, int(turns / 4 / MAGNETS)))
    given = fitted(read_config({"preset": "long", "steps": steps, "batch_size": 7, "magnet_every": 3}), setup)
    assert (given.batch_size, given.magnet_every) == (7, 3)


def test_a_run_that_goes_on_for_longer_keeps_its_turns():
    trainer = Trainer(read_config({"game": "kuhn-v0", "hidden": [8], "eval_every": 0, "steps": 300}))
    assert trainer.config.rows == LEAST_ROWS["small"]
    longer = Trainer.of(trainer.get_state(), Path("checkpoint.pt"), steps=100_000_000)
    assert longer.config.rows == trainer.config.rows and longer.config.batch_size == trainer.config.batch_size


def test_a_run_keeps_and_tells_its_preset(tmp_path, capfd):
    run(Trainer(read_config(KUHN, steps=300)), tmp_path)
    assert "Settings: preset small (parts = 2, merge = True, rows = 64," in capfd.readouterr().err
    assert b"preset small" in next((tmp_path / "tensorboard").iterdir()).read_bytes()
    log = json.loads((tmp_path / "log.json").read_text())
    assert log["config"]["preset"] == "small" and log["config"]["ema"] == SMALL["ema"]
    longer = resume(tmp_path, progress=False, steps=600)
    assert longer.config == Trainer(read_config(KUHN, steps=600)).config
    again = read_config(log["config"])
    assert settings_of(again)["preset"] == "small" and "merge" not in settings_of(again)
    assert "--preset small" in command_of(again)


def test_a_run_that_began_without_presets_goes_on_without():
    state = Trainer(read_config(KUHN, preset="none", steps=300)).get_state()
    del state["config"]["preset"]
    assert Trainer.of(state, Path("checkpoint.pt")).config == read_config(
        KUHN, preset="none", scenario="standard", steps=300
    )
    assert read_config(TINY).preset == "auto"
