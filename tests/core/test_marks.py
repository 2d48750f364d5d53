"""Files that an editor begins with a byte-order mark are read like any other."""

from __future__ import annotations

from pathlib import Path

import polib

from throwdown import Table
from throwdown.envs.core import catalogue
from throwdown.envs.core.files import parse_json, parse_toml
from throwdown.envs.registry import find_game, make_setup
from throwdown.play import words
from throwdown.play.session import Session, read_text
from throwdown.training.config import read_config

MARK = b"\xef\xbb\xbf"


def marked(target: Path, content: str | bytes) -> Path:
    target.write_bytes(MARK + (content.encode() if isinstance(content, str) else content))
    return target


def test_texts() -> None:
    assert parse_json('\ufeff{"a": 1}') == parse_toml("\ufeffa = 1") == {"a": 1}


def test_scenarios(tmp_path: Path) -> None:
    for id in ("throwdown-v0", "skirmish-v0"):
        shipped = find_game(id).need_files("a test") / "mini.toml"
        file = marked(tmp_path / "mini.toml", shipped.read_bytes())
        assert find_game(id).configure(file).config == make_setup(id, "mini").config


def test_games(tmp_path: Path) -> None:
    table = Table.deal("kuhn-v0", seed=7)
    file = marked(tmp_path / "game.json", table.to_json())
    assert Table.load(file).content == table.content
    session = Session.load(file)
    again = marked(tmp_path / "session.json", session.to_json())
    assert Session.from_json(read_text(again)).seed == 7


def test_training_files(tmp_path: Path) -> None:
    assert read_config(marked(tmp_path / "a.toml", 'game = "kuhn-v0"\nsteps = 100\n')).steps == 100


def test_translations(tmp_path: Path) -> None:
    text = 'msgid ""\nmsgstr ""\n"Language: eo\\n"\n\nmsgid "You won."\nmsgstr "Vi venkis."\n'
    file = marked(tmp_path / "eo.po", text)
    assert catalogue.read_translation(str(file)).gettext("You won.") == "Vi venkis."
    assert words.check(file).done == 1
    words.write(file)
    assert not file.read_bytes().startswith(MARK)
    found = polib.pofile(str(file)).find("You won.")
    assert found is not None and found.msgstr == "Vi venkis."
