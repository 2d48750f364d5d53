"""Bad input, one clear sentence each."""

from __future__ import annotations

import runpy
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.panel import Panel
from rich.table import Table as RichTable
from rich.text import Text as RichText

import throwdown
from tests.support import ROOT, refusal, run_python, walk
from throwdown.cli import common
from throwdown.envs import make_raw
from throwdown.envs.core import errors
from throwdown.envs.core.errors import (
    IllegalAction,
    InvalidConfig,
    InvalidGame,
    InvalidPosition,
    InvalidRecord,
    MissingExtra,
    ThrowdownError,
    UnknownGame,
    did_you_mean,
    how_many,
)


def test_every_error_is_of_one_family() -> None:
    for error in (
        *(
            IllegalAction,
            InvalidConfig,
            InvalidGame,
            InvalidPosition,
            InvalidRecord,
            MissingExtra,
            UnknownGame,
        ),
    ):
        assert issubclass(error, ThrowdownError) and issubclass(error, ValueError)
        assert getattr(throwdown, error.__name__) is error


def test_did_you_mean() -> None:
    assert did_you_mean("harmoni", ["harmony", "coach"]) == " (did you mean 'harmony'?)"
    assert did_you_mean("zzz", ["harmony", "coach"]) == ""


def test_sentences_count_one_thing_and_many() -> None:
    assert [how_many(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [how_many(n, "entry", "entries") for n in ("1", "1,000")] == ["1 entry", "1,000 entries"]


NOT_SEEDS = (-1, 2**62, True, 1.0, "7", 10**5000)


@pytest.mark.parametrize("seed", NOT_SEEDS, ids=lambda x: type(x).__name__)
def test_seeds_are_checked_everywhere(seed: Any) -> None:
    """A table, a batch, and all that is dealt anew say the same."""
    table, batch = throwdown.Table.deal(seed=1), throwdown.Batch(n=2)
    solo, vec = throwdown.make_solo(opponent="random"), throwdown.make_vec(num_envs=2, opponent="random")
    acts: list[Callable[[], Any]] = [
        lambda: throwdown.Table.deal(seed=seed),
        lambda: table.redeal("pilot_0", seed),
        lambda: throwdown.Batch(n=2, seed=seed),
        lambda: make_raw("throwdown-v0").reset(seed=seed),
        lambda: solo.reset(seed=seed),
        lambda: vec.reset(seed=seed if not isinstance(seed, str) else [seed, 1]),
        lambda: vec.reset(seed=[1, seed]),
        lambda: throwdown.make_solo(opponent="random", seed=seed),
        lambda: throwdown.make_vec(num_envs=2, opponent="random", seed=seed),
    ]
    for act in acts:
        assert "must be a whole number from 0 to 2**62 - 1" in refusal(InvalidConfig, act)
    text = refusal(InvalidConfig, lambda: batch.reset(seeds=[seed, seed]))
    assert text.startswith(("seeds hold", "seeds must be 2 whole numbers"))


def test_a_redeal_is_for_one_seat() -> None:
    table = throwdown.Table.deal(seed=1)
    for seat in (None, "pilot_9", 9):
        assert "seats are" in refusal(InvalidConfig, lambda seat=seat: table.redeal(seat, 1))  # type: ignore[misc]


@pytest.mark.parametrize("text", ["", "counter", "counter 9X", "countr 9S", "fly"])
def test_action_texts_that_name_nothing(text: str) -> None:
    table = throwdown.Table.deal(seed=1)
    assert f"'{text}' is not an action" in refusal(IllegalAction, lambda: table.play(text))
    refusal(IllegalAction, lambda: table.explain(text))


@pytest.mark.parametrize("action", [-1, 10**6, 1.5, None])
def test_action_ids_that_name_nothing(action: Any) -> None:
    table = throwdown.Table.deal(seed=1)
    assert "is not an action" in refusal(IllegalAction, lambda: table.play(action))


def test_illegal_action_texts_say_why() -> None:
    table = throwdown.Table.deal(seed=1)
    refusal(IllegalAction, lambda: table.play("concede"))
    refusal(IllegalAction, lambda: table.play("vote-team"))


@pytest.mark.parametrize("position", [{}, {"junk": 1}, {"stage": "x"}], ids=repr)
def test_impossible_positions(position: dict[str, Any]) -> None:
    refusal(InvalidPosition, lambda: throwdown.Table.from_position({**position, "nonsense": 1}))


def test_a_position_in_which_nothing_is_legal() -> None:
    """Who is to pay for what has been left out."""
    position = next(
        t.position() for t in walk("pile-v0", "trio", 3, keep=0) if t.phase == "pay" and not t.over
    )
    assert throwdown.Table.from_position(position, "pile-v0", "trio").legal()
    del position["choice"]
    text = refusal(InvalidPosition, lambda: throwdown.Table.from_position(position, "pile-v0", "trio"))
    assert "phase is 'pay', but nobody can decide there" in text


def test_a_position_in_which_nothing_is_left_to_land() -> None:
    position = next(t.position() for t in walk("pile-v0", "trio", 3, keep=0) if t.phase == "payload")
    assert throwdown.Table.from_position(position, "pile-v0", "trio").legal()
    position["payloads"] = {}
    text = refusal(InvalidPosition, lambda: throwdown.Table.from_position(position, "pile-v0", "trio"))
    assert "payloads hold none of the damage that is landing" in text


def test_aec_refuses_before_the_first_reset() -> None:
    with pytest.raises(AttributeError):
        _ = throwdown.make("throwdown-v0").rewards


def test_raw_environment_names_who_must_choose() -> None:
    env = make_raw("throwdown-v0")
    env.reset(seed=1)
    text = refusal(IllegalAction, lambda: env.step(10**6))
    assert env.agent_selection in text and "0 to" in text


def test_missing_attributes_are_missing() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = throwdown.nonsense
    assert set(throwdown.__all__) >= {"make", "Table", "Batch", "ids"}


def test_import_needs_no_torch_and_no_compiler() -> None:
    """A broken torch is not noticed by who does not train."""
    code = (
        f"{NO_TORCH}import throwdown\nthrowdown.Table, throwdown.Batch\n"
        "import throwdown.envs.environments.aec\nprint('fine')\n"
    )
    assert run_python(code).strip() == "fine"


NO_TORCH = "import sys; sys.modules['torch'] = None; sys.modules['stable_baselines3'] = None\n"
RUN = [
    "throwdown." + ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for folder in ("benchmarks", "training", "play")
    for file in sorted((ROOT / folder).rglob("*.py"))
    if '__name__ == "__main__"' in file.read_text(encoding="utf-8")
]
"""The modules that are run by ``python -m``."""


def test_a_module_that_is_run_loads_without_torch() -> None:
    code = (
        f"from importlib import import_module\nfor name in {RUN}:\n    import_module(name)\nprint('fine')\n"
    )
    assert len(RUN) > 15 and run_python(NO_TORCH + code).strip() == "fine"


@pytest.mark.parametrize(
    "line",
    [
        "throwdown.benchmarks.gpu",
        "throwdown.benchmarks.learner --only throwdown-v0/duel --rounds 1",
        "throwdown.benchmarks.strength challenge-v0/duel",
        "throwdown.training.levels duel",
        "throwdown.training.pairs benchmarks/pairs/challenge.toml",
    ],
)
def test_a_module_that_needs_torch_says_so(line: str, tmp_path: Path) -> None:
    name, *words = line.split()
    words = [str(ROOT / word) if word.endswith(".toml") else word for word in words]
    code = (
        f"import os, runpy; os.chdir({str(tmp_path)!r}); sys.argv[1:] = {words}\n"
        f"try:\n    runpy.run_module({name!r}, run_name='__main__')\n"
        "except SystemExit as end:\n    print(end.code)\n"
    )
    told = run_python(NO_TORCH + code)
    assert told == "This command needs torch, which is not installed: pip install 'throwdown[train]'.\n"


@pytest.mark.parametrize(
    ("flag", "row"),
    [("--table", "| ours | 5 |"), ("--plan", "| kuhn-v0 | standard | openspiel-deep-cfr | 0 | 5 |")],
)
def test_the_table_of_baselines_is_read_without_torch(flag: str, row: str, tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    folder.mkdir()
    for file in (ROOT / "benchmarks/baselines").glob("kuhn-v0.*.json"):
        shutil.copy(file, folder)
    code = (
        f"sys.argv[1:] = ['baselines', '-g', 'kuhn-v0', {flag!r}, '--out', {str(folder)!r}]\n"
        "from throwdown.cli.main import main\nmain()\n"
    )
    assert row in run_python(NO_TORCH + "sys.modules['pyspiel'] = None\n" + code)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("throwdown.benchmarks.gambits nosuch", "'nosuch' is not a scenario"),
        ("throwdown.benchmarks.leaderboard --add nosuch.json", "nosuch.json"),
        ("throwdown.benchmarks.learner --only throwdown-v0/dule", "did you mean 'throwdown-v0/duel'?"),
        ("throwdown.benchmarks.strength nosuch", "no policies ship for 'nosuch'"),
        ("throwdown.training.ship nosuch", "there is no run in 'nosuch'"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*found in sys.modules")
def test_a_module_that_is_run_refuses_in_a_sentence(
    line: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, *words = line.split()
    monkeypatch.setattr(sys, "argv", [name, *words])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module(name, run_name="__main__")
    told = str(caught.value.code)
    assert says in told and "\n" not in told.strip()


def test_what_is_printed_steers_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    nasty, shown = "a\x1b]0;title\x07b\u202e\ud800", "a\\x1b]0;title\\x07b\\u202e\\ud800"
    common.say(nasty)
    common.complain(nasty)
    told = capsys.readouterr()
    assert told.out == f"{shown}\n" and told.err == f"throwdown: {shown}\n"
    table = RichTable(nasty)
    table.add_row(nasty)
    for thing in (RichText(nasty), nasty, Panel(nasty, title=nasty), table):
        common.output().print(thing)
        text = capsys.readouterr().out
        assert "\\x1b]0;tit" in text and "\x1b]" not in text and "\u202e" not in text


def test_a_large_value_is_cut() -> None:
    """However many members it has, and whatever they hold."""
    deck = [{"name": f"a card of number {n}", "texts": [{"when": "stack"}] * 5} for n in range(60)]
    for value in ({"cards": deck, "title": "x"}, deck, "x" * 1_000, 10**200):
        assert len(errors.brief(value)) <= errors.SHOWN
    assert errors.brief({"a": [1, 2]}) == "{'a': [1, 2]}"
