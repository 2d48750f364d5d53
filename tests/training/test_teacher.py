"""A teacher's moves are copied at first, then the run goes its own way (kickstarting)."""

from __future__ import annotations

import numpy as np
import pytest

from tests.training.test_start import OWN, situations
from throwdown.agents import load
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.view import View
from throwdown.training.config import read_config
from throwdown.training.samples import weights_at
from throwdown.training.trainer import Trainer

COPIES = OWN | {
    "teacher": "heuristic",
    "teacher_until": 1.0,
    "steps": 100_000,
    "ema": 0.0,
    "learning_rate": 5e-3,
}


def agreement(settings, turns=8):
    """Return how likely the Pilot who has learnt for some turns is to move like the heuristic."""
    trainer = Trainer(read_config(settings, seed=4))
    for _ in range(turns):
        trainer.step()
    observations, masks = situations(256)
    setup = make_setup("throwdown-v0", "small")
    view = View.of(observations, masks, setup=setup)
    moves = load("heuristic", setup, "pilot").bind(setup).act(view, np.random.default_rng(0))
    chances = trainer.agents()["pilot"].probabilities(View.of(observations, masks))
    choice = masks.sum(1) > 1
    return float(chances[np.arange(len(moves)), moves][choice].mean())


def test_the_teacher_is_copied():
    assert agreement(COPIES) > agreement(COPIES | {"teacher_weight": 0.0}) + 0.1


@pytest.mark.parametrize(("progress", "weight"), [(0.0, 2.0), (0.15, 1.0), (0.3, 0.0), (1.0, 0.0)])
def test_its_weight_falls_to_nothing(progress, weight):
    config = read_config({"teacher": "heuristic", "teacher_weight": 2.0, "teacher_until": 0.3})
    assert weights_at(config, progress).teacher == pytest.approx(weight)
    assert weights_at(read_config({}), progress).teacher == 0.0


def test_what_cannot_teach_is_refused():
    with pytest.raises(InvalidConfig, match="share_net must be off"):
        read_config({"teacher": "heuristic", "share_net": True})
    with pytest.raises(InvalidConfig, match="'heuristics' is not an agent"):
        Trainer(read_config(OWN, teacher="heuristics"))
