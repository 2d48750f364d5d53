"""Every file of examples/ runs as its first lines say, where its library is installed."""

from __future__ import annotations

import re
import runpy
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.extras import RLLIB
from tests.support import ROOT

FOLDER = ROOT / "examples"
NEEDS = {
    "pettingzoo_loop": "pettingzoo",
    "gymnasium_vector": "gymnasium",
    "sb3_maskable_ppo": "sb3_contrib",
    "cleanrl_ppo": "torch",
    "openspiel_cfr": "pyspiel",
    "text_agent": "throwdown",
    "rllib_ppo": RLLIB,
    "torchrl_ppo": "torchrl",
    "tianshou_dqn": "tianshou",
}
TINY = {"games": 2, "steps": 300, "decisions": 2048, "iterations": 1, "frames": 512}
"""Budgets that take seconds, by the name of the option."""


def test_every_example_is_run() -> None:
    assert {file.stem for file in FOLDER.glob("*.py")} == set(NEEDS)


@pytest.mark.parametrize("name", NEEDS)
def test_the_example_runs(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if find_spec(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed: make frameworks")
    file = FOLDER / f"{name}.py"
    text = file.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 100
    (told,) = re.findall(rf"^Run: python examples/{name}\.py --(\w+) \d+$", text, re.MULTILINE)
    monkeypatch.setattr(sys, "argv", [name, f"--{told}", str(TINY[told])])
    runpy.run_path(str(file), run_name="__main__")
    assert re.search(r"\d", capsys.readouterr().out.splitlines()[-1])


def test_pages_link_to_every_example() -> None:
    text = (ROOT / "docs" / "reference" / "frameworks.md").read_text(encoding="utf-8")
    linked = {Path(target).stem for target in re.findall(r"\((\S*examples/\S+\.py)\)", text)}
    assert linked == set(NEEDS)
