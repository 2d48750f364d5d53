"""``throwdown play`` and ``throwdown replay``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.support import call, refused
from throwdown.envs.registry import make_setup


def test_the_last_game_can_be_resumed(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(nowhere / "data"))
    assert "play --resume last" in call("play", "--seed", "3", typed="1\nquit\n").output
    again = call("play", "--resume", "last", typed="quit\n")
    assert again.exit_code == 0 and "seed 3" in again.output


def test_play_and_replay(nowhere: Path) -> None:
    result = call("play", "--seed", "3", "--save", "game.json", typed="1\n1\n")
    assert result.exit_code == 0 and "Saved to game.json" in result.output
    assert "exists" in refused(call("play", "--save", "game.json"))
    again = call("play", "--resume", "game.json", typed="hint\nquit\n")
    said = refused(call("play", "--resume", "game.json", "--as", "coach_0"))
    assert (
        "--as cannot be changed with --resume; only --save, --from, --against and --allies can be given."
        in said
    )
    tried = call("play", "--resume", "game.json", "--from", "0", typed="quit\n")
    assert tried.exit_code == 0 and "Saved to" not in tried.output
    assert "--from needs a saved game" in refused(call("play", "--from", "0"))
    assert "give a number from 0" in refused(call("play", "--resume", "game.json", "--from", "999"))
    (nowhere / "kept.json").write_text("another game")
    assert "'kept.json' exists" in refused(call("play", "--resume", "game.json", "--save", "kept.json"))
    assert (nowhere / "kept.json").read_text() == "another game"
    assert again.exit_code == 0 and "Best: " in again.output and "you win" in again.output
    assert "Verified" in call("replay", "game.json", "--verify").output
    facts = json.loads(call("replay", "game.json", "--json", "--as", "pilot_0").stdout)
    hidden = [move for move in facts["moves"] if move["agent"] == "coach_0"]
    assert hidden and all("action" not in move for move in hidden)


def test_play_names_the_usual_opponent(nowhere: Path) -> None:
    from throwdown.play.session import usual_opponent

    for scenario in ("duel", "small"):
        name = usual_opponent(make_setup("throwdown-v0", scenario), "pilot_0")
        said = call("play", "--scenario", scenario, "--seed", "1", typed="quit\n").output
        assert f"You are Red. Coach: {name}." in said
    said = call("play", "--against", "trained", "--seed", "1", "--save", "game.json", typed="1\nquit\n")
    assert "Coach: trained." in said.output
    assert "Coach: trained." in call("play", "--resume", "game.json", typed="quit\n").output


def test_replay_shows_the_game_in_full_or_as_a_seat_saw_it(saved: Path) -> None:
    full, seen = call("replay", str(saved)), call("replay", str(saved), "--as", "pilot_0")
    assert full.exit_code == seen.exit_code == 0
    assert "in full" in full.output and "as Red saw it" in seen.output
    assert "Coach drew a card" in seen.output and "Coach drew a card" not in full.output
    assert "Returns:" in seen.output
    assert "is not at this table" in refused(call("replay", str(saved), "--as", "nobody"))
    assert "exclude each other" in refused(call("replay", str(saved), "--as", "pilot_0", "--full"))


def test_a_changed_record_is_refused(saved: Path) -> None:
    data = json.loads(saved.read_text())
    data["record"]["moves"][2]["check"] = "0" * 16
    saved.write_text(json.dumps(data))
    assert "Move 3" in refused(call("replay", str(saved)))
    saved.write_text("{}")
    assert "not a game record" in refused(call("replay", str(saved)))
