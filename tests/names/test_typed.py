"""Files and code are opened for names that are typed, or passed in Python; what goes on has them typed again."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import throwdown
from tests.cli.support import call, refused
from throwdown.agents import label_of, load
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.names import Typed, again, beside, cut, may_open, typed
from throwdown.envs.registry import make_setup

BOT = "def low(mask):\n    return int(mask.argmax())\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder with somebody's own code and scenario."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "bots.py").write_text(BOT, encoding="utf-8")
    files = make_setup("throwdown-v0").game.need_files("The test")
    (tmp_path / "mine.toml").write_bytes((files / "mini.toml").read_bytes())
    return tmp_path


def test_a_name_is_read_unless_it_is_typed() -> None:
    name = Typed("bots.py:low")
    assert may_open(name) and may_open(Path("x")) and not may_open("bots.py:low") and not may_open(None)
    assert not any(map(may_open, (name.strip(), name + "", f"{name}", name.partition(":")[0])))
    assert all(map(may_open, (copy.deepcopy(name), pickle.loads(pickle.dumps(name)), *cut(Typed("a, b")))))
    assert cut("a, b") == ["a", "b"] and not any(map(may_open, cut("a, b")))
    assert list(map(may_open, typed(["a", 1]))) == [True, False] and typed({"a": "b"}) == {"a": "b"}
    assert may_open(again("x", [Typed("y"), Typed("x")]))
    assert not may_open(again("x", ["x"])) and not may_open(again("x", [Typed("y")]))


def test_a_file_names_only_files_below_its_folder(tmp_path: Path) -> None:
    deck, own = tmp_path / "own" / "decks" / "deck.toml", tmp_path / "own" / "mine.toml"
    deck.parent.mkdir(parents=True)
    for file in (deck, own, tmp_path / "other.toml"):
        file.write_text("")
    (tmp_path / "own" / "link.toml").symlink_to(tmp_path / "other.toml")
    assert beside("decks/deck.toml", own) == beside("decks/../decks/deck.toml", Typed(own)) == deck.resolve()
    for name in ("../other.toml", "link.toml", str(deck), "~/x.toml"):
        with pytest.raises(InvalidConfig, match=r"must lie in the folder|there is no file"):
            beside(name, own)
    for read in (str(own), {"title": "mine"}, None):
        with pytest.raises(InvalidConfig, match="only a file that somebody names"):
            beside("decks/deck.toml", read)


def test_python_may_name_files_and_code(folder: Path) -> None:
    assert throwdown.Table.deal("throwdown-v0", 1, "mine.toml").setup.scenario == "mine"
    assert throwdown.make("throwdown-v0", "mine.toml").unwrapped.setup.scenario == "mine"
    solo = throwdown.make_solo("throwdown-v0", scenario="mine.toml", opponent="bots.py:low")
    assert solo.setup.scenario == "mine"
    setup = make_setup("throwdown-v0", Path("mine.toml"))
    assert throwdown.load_agent("bots.py:low", setup).name == label_of("bots.py:low") == "low"
    with pytest.raises(InvalidConfig, match=r"'mine.toml' is a scenario's file, and what is read"):
        make_setup("throwdown-v0", "mine.toml")
    with pytest.raises(InvalidConfig, match=r"'bots.py:low' is a file or code, and what is read"):
        load("bots.py:low", setup)


def test_a_game_goes_on_with_code_that_is_typed_again(folder: Path) -> None:
    said = call("play", "-g", "kuhn-v0", "--seed", "1", "--against", "bots.py:low", typed="quit\n")
    assert "play --resume last --against bots.py:low" in said.output
    line = ["play", "--resume", "last"]
    assert "name it again with --against bots.py:low." in refused(call(*line))
    for other in ("trained", "./bots.py:low"):
        told = refused(call(*line, "--against", other))
        assert f"not by '{other}'" in told and "is played by bots.py:low" in told
    again = call(*line, "--against", "bots.py:low", typed="quit\n")
    assert again.exit_code == 0 and "low" in again.output


def test_a_game_with_real_cards_goes_on_with_code_that_is_typed_again(folder: Path) -> None:
    line = ["companion", "-s", "mini", "--deal", "program", "--against", "bots.py:low", "--seed", "1"]
    assert "companion --resume last --against bots.py:low" in call(*line, typed="quit\n").output
    assert "name it again with --against bots.py:low." in refused(call("companion", "--resume", "last"))
    assert call("companion", "--resume", "last", "--against", "bots.py:low", typed="quit\n").exit_code == 0


SETTINGS = """
game = "kuhn-v0"
roles = ["second"]
against = {first = "bots.py:low"}
rows = 2
hidden = [4]
eval_every = 0
"""


def test_a_run_plays_the_code_that_is_typed_and_goes_on_when_it_is_typed_again(
    torch: Any, folder: Path
) -> None:
    (folder / "run.toml").write_text(SETTINGS, encoding="utf-8")
    line = ["train", "--config", "run.toml", "--steps", "4", "--out", "run", "-q"]
    assert "add --against first=bots.py:low." in refused(call(*line))
    made = call(*line, "--against", "first=bots.py:low")
    assert made.exit_code == 0, made.output
    more = ["train", "--resume", "run", "--steps", "8", "-q"]
    assert "add --against first=bots.py:low." in refused(call(*more))
    assert (
        "'bots.py:high' is not a file or code of this run; name these, in the same words: bots.py:low."
        in refused(call(*more, *("--against", "first=bots.py:low"), *("--against", "second=bots.py:high")))
    )
    assert call(*more, "--against", "first=bots.py:low").exit_code == 0
    for pairs in (["first"], ["first=x", "first=y"]):
        options = [word for pair in pairs for word in ("--against", pair)]
        assert "--against" in refused(call("train", "-g", "kuhn-v0", "--out", "other", *options))


def test_a_run_on_a_scenario_of_one_s_own_goes_on_when_it_is_typed_again(torch: Any, folder: Path) -> None:
    from throwdown.training.train import resume, train

    settings = {"game": "throwdown-v0", "scenario": "mine.toml", "rows": 2, "hidden": [4], "eval_every": 0}
    train(settings, folder / "run", progress=False, steps=4)
    with pytest.raises(InvalidConfig, match=r"add --scenario mine\.toml\."):
        resume(folder / "run", progress=False, steps=100)
    assert resume(folder / "run", progress=False, steps=100, named=["mine.toml"]).is_complete
