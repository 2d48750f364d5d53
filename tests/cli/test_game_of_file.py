"""Which game a scenario's file is of: its line says so, or its fields do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.support import call, refused
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.names import typed
from throwdown.envs.registry import find_game, game_of, games, make_setup

WITH_FILES = sorted(id for id, game in games().items() if game.files)
FIRST = {find_game(id).files: id for id in sorted(WITH_FILES, key=lambda id: id == "throwdown-v0")}
"""Of games that share their scenarios the one that is meant without a line."""


def copied(id: str, folder: Path, line: str = "") -> Path:
    """A game's own scenario as a file of somebody's."""
    game = find_game(id)
    assert game.files is not None
    text = (game.files / f"{game.default}.toml").read_text(encoding="utf-8")
    file = folder / "mine.toml"
    file.write_text(f"{line}\n{text}", encoding="utf-8")
    return file


@pytest.mark.parametrize("id", WITH_FILES)
def test_a_file_is_of_the_game_that_its_line_or_its_fields_say(id: str, tmp_path: Path) -> None:
    assert game_of(copied(id, tmp_path, f'game = "{id}"')) == id
    assert game_of(copied(id, tmp_path)) == FIRST[find_game(id).files]


@pytest.mark.parametrize("id", WITH_FILES)
def test_a_command_plays_the_game_of_the_file(id: str, tmp_path: Path) -> None:
    file = copied(id, tmp_path, f'game = "{id}"')
    assert "is in order" in call("scenario", "check", str(file)).stdout
    assert make_setup(id, file).game.id == id


def test_a_file_of_another_game_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = copied("skirmish-v0", tmp_path)
    text = refused(call("scenario", "check", str(file), "--game", "throwdown-v0"))
    assert (
        f"'{file}' is a scenario of skirmish-v0, not of throwdown-v0" in text and "--game skirmish-v0" in text
    )
    with pytest.raises(InvalidConfig, match="is a scenario of skirmish-v0"):
        make_setup("showdown-v0", typed(str(file)))


def test_a_line_that_names_no_game_is_refused(tmp_path: Path) -> None:
    text = refused(call("scenario", "check", str(copied("skirmish-v0", tmp_path, 'game = "skirmsh-v0"'))))
    assert "'skirmsh-v0' is not a game (did you mean 'skirmish-v0'?)" in text


def test_mistakes_of_the_right_game_are_told_as_such(tmp_path: Path) -> None:
    file = copied("skirmish-v0", tmp_path, "roundss = 3")
    assert "'roundss' is not a field" in refused(call("scenario", "check", str(file)))
