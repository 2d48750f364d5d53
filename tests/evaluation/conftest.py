from __future__ import annotations

import pytest

from tests.evaluation.support import Conceder, First
from throwdown.agents.random import RandomAgent
from throwdown.envs.core.game import Setup
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.evaluation import CrossPlay, cross_play


@pytest.fixture(scope="session")
def setup() -> Setup:
    return THROWDOWN.configure("duel", {})


@pytest.fixture(scope="session")
def result(setup: Setup) -> CrossPlay:
    agents = {"random": RandomAgent(), "conceder": Conceder(), "first | <b>": First()}
    return cross_play(setup, agents, agents, 120, seed=3)
