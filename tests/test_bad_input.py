"""What cannot be meant is refused in the project's own words, which say what would be right."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import throwdown
from tests.support import GAMES, ROOT, setup_of
from throwdown import Batch, Table, make, make_solo, make_vec
from throwdown.evaluation import play

CASES: list[tuple[Callable[[], Any], str]] = [
    (lambda: make("throwdown-v0", seed=3), "seed is not an option of a game; it belongs to what deals"),
    (lambda: Table.from_position({}, seed=3), "seed is not an option of a game"),
    (lambda: opened().reset(options={"seed": 3}), "write env.reset(seed=3)."),
    (lambda: make_solo("kuhn-v0").reset(options={"seed": 3}), "write env.reset(seed=3)."),
    (lambda: make_vec("kuhn-v0").reset(options={"seed": 3}), "write env.reset(seed=3)."),
    (lambda: make_solo("kuhn-v0").reset(seed=-3), "seed is -3; it must be a whole number"),
    (lambda: make_solo("kuhn-v0").reset(seed=2.5), "seed is 2.5; it must be a whole number"),
    (lambda: make_solo("kuhn-v0", seed="x"), "seed is 'x'; it must be a whole number"),
    (lambda: make_vec("kuhn-v0", num_envs=2).reset(seed=-1), "seed is -1; it must be a whole number"),
    (lambda: make_vec("kuhn-v0", num_envs=2).reset(seed="ab"), "seed is 'ab'; it must be a whole number"),
    (lambda: make_vec("kuhn-v0", num_envs=2).reset(seed=[-1, 2]), "seed is -1; it must be a whole number"),
    (lambda: make_vec("kuhn-v0", num_envs="3"), "the number of games is '3'; it must be 1 or more."),
    (lambda: Batch("kuhn-v0", n=2).reset(seed=-1), "seed is -1; it must be a whole number"),
    (lambda: opened().observe("pilot_9"), "'pilot_9' is not an agent here; there are coach_0, pilot_0."),
    (lambda: opened().observe(0), "0 is not an agent here; there are coach_0, pilot_0."),
    (lambda: opened().action_space("pilot_9"), "'pilot_9' is not an agent here"),
    (lambda: opened().observation_space("pilot_9"), "'pilot_9' is not an agent here"),
    (lambda: make_solo(seat=5), "'5' is not a side, role or seat of throwdown-v0"),
    (lambda: make_solo(opponent=5), "5 is not an agent: name one, such as 'heuristic', or give"),
    (lambda: make_solo(opponent={"coach": None}), "None is not an agent: name one"),
    (lambda: make_solo(opponent=lambda x: 0), "<lambda> asks for 'x'; the parameters of an agent's function"),
    (lambda: make_solo("kuhn-v0", render_mode="foo"), "render_mode is 'foo'; it must be one of ansi"),
    (lambda: make("kuhn-v0", render_mode="foo"), "render_mode is 'foo'; it must be one of ansi, human, rgb"),
    (lambda: play(setup_of("kuhn-v0"), {"first": 5, "second": 6}, 3), "5 cannot play the first player: load"),
    (
        lambda: play(setup_of("kuhn-v0"), {"first": "random", "second": 6}, 3),
        "'random' cannot play the first",
    ),
]


def opened() -> Any:
    env = make("throwdown-v0", scenario="duel")
    env.reset(seed=1)
    return env


@pytest.mark.parametrize(("call", "says"), CASES, ids=[says for _, says in CASES])
def test_bad_input_is_refused_in_a_sentence(call: Callable[[], Any], says: str) -> None:
    with pytest.raises(throwdown.ThrowdownError) as error:
        call()
    assert says in str(error.value) and "\n" not in str(error.value) and str(error.value).endswith(".")


@pytest.mark.parametrize("scenario", [5, [1], 2.5, b"duel"], ids=str)
@pytest.mark.parametrize("id", GAMES)
def test_a_scenario_is_a_name_a_file_or_data(id: str, scenario: Any) -> None:
    for call in (make, Table.deal, make_solo):
        with pytest.raises(throwdown.InvalidConfig, match=r"scenario is .*; it must be a scenario's name"):
            call(id, scenario=scenario)


def test_a_batch_is_dealt_from_a_seed() -> None:
    batch = Batch("kuhn-v0", n=4, seed=1)
    one, other = batch.reset(seed=9), Batch("kuhn-v0", n=4, seed=9).reset()
    assert np.array_equal(one.observations, other.observations)


def test_mistakes_of_one_file_are_told_together(tmp_path: Path) -> None:
    from throwdown.agents.shipped import FOLDER

    text = (FOLDER.parents[1] / "envs/fusion/content/scenarios/duel.toml").read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text("harmny = 3\n" + text.replace("harmony = 4", "harmony = 9"), encoding="utf-8")
    with pytest.raises(throwdown.InvalidConfig) as error:
        make("throwdown-v0", scenario=str(file))
    head, *lines = str(error.value).splitlines()
    assert head == "Scenario 'mine': 2 mistakes."
    assert sorted(lines) == [
        "  'harmny' is not a field (did you mean 'harmony'?).",
        "  harmony is 9: it must be less than or equal to 7.",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "throwdown", "scenario", "check", str(file)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 2 and done.stderr.startswith("throwdown: Scenario 'mine': 2 mistakes.\n  ")
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) == 3
