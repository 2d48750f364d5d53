"""Scenarios that are damaged, as data and as files, and those that are taken are played."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.fuzz.support import broken, damaged, each, is_taken
from tests.support import FUSION, OTHERS, choose, setup_of
from throwdown.envs.core.game import Setup
from throwdown.envs.registry import games, make_setup
from throwdown.envs.tables.table import Table
from throwdown.training.config import read_config


def play(setup: Setup) -> None:
    table = Table.from_setup(setup, 3)
    for ply in range(6):
        if not table.over:
            assert table.mask().any(), table.render()
            table.play(choose(table.game, table.legal_ids(), 5, ply, keep=0.02))
            table.render(), table.observe(0)


CASES = [(id, scenario) for id in FUSION for scenario in ("duel", "trio")]
CASES += [(id, scenario) for id, scenario in OTHERS if games()[id].files is not None]


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_a_damaged_scenario_is_refused_in_a_sentence_or_can_be_played(id: str, scenario: str) -> None:
    data: dict[str, Any] = dict(setup_of(id, scenario).config)
    for seed in each(25):
        worse = damaged(data, random.Random(seed))
        if isinstance(worse, dict):
            is_taken(lambda worse=worse: play(make_setup(id, worse)))  # type: ignore[misc]


@pytest.mark.parametrize(("id", "scenario"), [("throwdown-v0", "trio"), ("challenge-v0", "duel-2v2")])
def test_a_damaged_file_is_refused_in_a_sentence_or_can_be_played(
    id: str, scenario: str, tmp_path: Path
) -> None:
    content = (games()[id].need_files("The test") / f"{scenario}.toml").read_bytes()
    file = tmp_path / "mine.toml"
    for seed in each(80):
        file.write_bytes(broken(content, random.Random(seed)))
        is_taken(lambda: play(make_setup(id, file)))


@pytest.mark.parametrize("scenario", ["kuhn", "mini", "mini-2m"])
def test_damaged_options_are_refused_in_a_sentence(scenario: str) -> None:
    id, name = ("kuhn-v0", None) if scenario == "kuhn" else ("throwdown-v0", scenario)
    options = dict(setup_of(id, name).options) | {"reward": "win", "ace": "eleven"}
    for seed in each(40):
        worse = damaged(options, random.Random(seed))
        if isinstance(worse, dict) and all(isinstance(key, str) for key in worse):
            is_taken(lambda worse=worse: play(make_setup(id, name, **worse)))  # type: ignore[misc]


YAML = b"""
game: throwdown-v0
scenario: duel
rows: 64
hidden: [16, 8]
mix: {latest: 0.5, snapshots: 0.5}
against: {coach: heuristic}
minutes: 3
"""


@pytest.mark.parametrize("suffix", ["yaml", "toml"])
def test_a_damaged_training_file_is_refused_in_a_sentence(suffix: str, tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    content = YAML if suffix == "yaml" else YAML.replace(b": ", b" = ").replace(b"= 0.", b"= 0.")
    file = tmp_path / f"mine.{suffix}"
    for seed in each(200):
        file.write_bytes(broken(content, random.Random(seed)))
        is_taken(lambda: read_config(file))
