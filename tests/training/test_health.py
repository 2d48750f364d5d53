"""A run that goes wrong says so once, in one sentence, and leaves its last good state."""

from __future__ import annotations

import json

import pytest
import torch as th

from throwdown.training import health
from throwdown.training.config import read_config
from throwdown.training.health import WINDOW, Diverged, faults, warnings
from throwdown.training.train import resume, run
from throwdown.training.trainer import Trainer

TURNS = 3 * WINDOW
KUHN = {"game": "kuhn-v0", "rows": 32, "batch_size": 32, "hidden": [8], "epochs": 1, "eval_every": 0}


def log_of(entropy=1.0, deviation=0.8, turns=TURNS):
    """Return the log of a run that ends with some figures."""

    def entry(entropy, deviation):
        return {"turn": 1, "coach": {"train/entropy": entropy, "deviation": deviation}}

    return [entry(1.0, 0.8), *(entry(entropy, deviation) for _ in range(turns - 1))]


def snapshots_of(loss, games=50, luck=0.0, late=0):
    """Return an entry in which the newest policies lose to the second of four snapshots, in both seatings.

    The second side wins ``luck`` more, whoever plays it; its snapshots are ``late`` turns later.
    """
    returns = [[luck] * 4 for _ in range(4)]
    returns[3][1], returns[1][3] = luck + loss, luck - loss
    turns = {"coach": [0, 8, 16, 24], "pilot": [turn + late for turn in (0, 8, 16, 24)]}
    return {"snapshots": {"returns": returns, "turns": turns, "games": games}}


ONE_SNAPSHOT = {"snapshots": {"returns": [[0.5]], "turns": {"coach": [0], "pilot": [0]}, "games": 50}}


def is_sentence(text):
    return text.startswith("Warning: ") and text.endswith(".") and "\n" not in text


@pytest.mark.parametrize(
    ("log", "progress", "found"),
    [
        (log_of(), 0.2, []),
        (log_of(entropy=0.001, deviation=0.001), 0.2, ["entropy"]),
        (log_of(entropy=0.001, deviation=0.5), 0.2, []),  # a sure policy whose games still differ
        (log_of(entropy=0.001, deviation=0.001), 0.9, ["returns"]),
        (log_of(deviation=0.001), 0.2, ["returns"]),
        (log_of(entropy=0.5, deviation=0.001), 0.2, ["returns"]),
        (log_of(deviation=0.001, turns=WINDOW - 1), 0.2, []),
        ([*log_of(), *log_of(deviation=0.001, turns=WINDOW)[1:]], 0.2, []),
        ([snapshots_of(0.5), *log_of(), snapshots_of(0.5)], 0.2, ["snapshots"]),
        ([snapshots_of(0.1), *log_of(), snapshots_of(0.5)], 0.2, []),  # once is chance
        ([snapshots_of(0.1, 2000), snapshots_of(0.1, 2000)], 0.2, ["snapshots"]),
        ([*log_of(), snapshots_of(0.5)], 0.2, []),
        ([snapshots_of(-0.5), snapshots_of(-0.5)], 0.2, []),
        ([snapshots_of(0.0, luck=0.9), snapshots_of(0.0, luck=0.9)], 0.2, []),  # the better seat
        ([snapshots_of(0.0, luck=-0.9), snapshots_of(0.0, luck=-0.9)], 0.2, []),
        ([snapshots_of(0.5, late=1), snapshots_of(0.5, late=1)], 0.2, []),  # no pairs
        ([ONE_SNAPSHOT, ONE_SNAPSHOT], 0.2, []),
    ],
)
def test_what_goes_wrong_is_told_once(log, progress, found):
    told = warnings(log, progress, set())
    assert list(told) == found and all(is_sentence(text) for text in told.values())
    assert not warnings(log, progress, set(told))


def test_returns_that_never_varied_are_told():
    log = [{"coach": {"deviation": 0.0}}] * WINDOW
    assert list(warnings(log, 0.9, set())) == ["returns"]
    assert not warnings(log[1:], 0.9, set())


def test_the_sentence_names_the_turns():
    log = [snapshots_of(0.5), snapshots_of(0.5)]
    assert "the policies of turn 24 lose to their own snapshot of turn 8, by 0.50 a game" in health.snapshots(
        log, 0.2
    )


def test_figures_that_are_not_finite_are_named():
    entry = {
        "turn": 3,
        "coach": {"train/kl_old": float("nan"), "deviation": 0.1},
        "pilot": {"loss": float("inf")},
    }
    assert faults(entry) == ["coach/train/kl_old", "pilot/loss"]


NET, FIGURE = "the net of first", "first/train/entropy"


def break_down(trainer, turn, what):
    """Make a net or a figure infinite at the end of a turn."""
    advance = trainer.advance

    def broken():
        figures = advance()
        if trainer.turn == turn and what == FIGURE:
            figures["first"]["train/entropy"] = float("inf")
        elif trainer.turn == turn:
            with th.no_grad():
                next(trainer.learners["first"].nets.parameters())[:] = float("inf")
        return figures

    trainer.advance = broken


@pytest.mark.parametrize("what", [NET, FIGURE])
def test_no_broken_state_is_saved_over_a_good_one(tmp_path, what):
    trainer = Trainer(read_config(KUHN, preset="none", checkpoint_every=2, steps=1000))
    break_down(trainer, 5, what)
    said = rf"^training broke down in turn 5: {what} is not finite; .*keeps its last good state\.$"
    with pytest.raises(Diverged, match=said):
        run(trainer, tmp_path, progress=False)
    log = json.loads((tmp_path / "log.json").read_text())
    assert "broke down in turn 5" in log["error"] and len(log["turns"]) == 4
    assert b"broke down" in next((tmp_path / "tensorboard").iterdir()).read_bytes()
    kept = Trainer.resume(tmp_path / "checkpoint.pt")
    assert kept.turn == 4 and not kept.faults()
    assert resume(tmp_path, progress=False, steps=kept.decisions + 1).is_complete


def test_a_run_that_breaks_down_at_once_leaves_nothing(tmp_path):
    trainer = Trainer(read_config(KUHN, preset="none", steps=1000))
    break_down(trainer, 1, NET)
    with pytest.raises(Diverged, match=r"holds no state yet\.$"):
        run(trainer, tmp_path, progress=False)
    assert not (tmp_path / "checkpoint.pt").exists()


def test_warnings_are_shown_and_kept(tmp_path, monkeypatch, capfd):
    monkeypatch.setitem(health.CHECKS, "returns", lambda log, progress: "Warning: a test.")
    trainer = Trainer(read_config(KUHN, preset="none", steps=600))
    result = run(trainer, tmp_path)
    assert len(result.log) > 2 and [e.get("warnings") for e in result.log[:2]] == [
        {"returns": "Warning: a test."},
        None,
    ]
    assert capfd.readouterr().err.count("Warning: a test.") == 1
    assert b"Warning: a test." in next((tmp_path / "tensorboard").iterdir()).read_bytes()
    again = Trainer.resume(tmp_path / "checkpoint.pt", steps=700)
    assert "warnings" not in again.step()
