"""A role's league plays from the first turn to the last, beside its snapshots."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.training.support import TINY, same
from throwdown.agents import load_policy
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import make_setup
from throwdown.training.config import read_config
from throwdown.training.opponents import FIRST
from throwdown.training.roles import setup_of
from throwdown.training.trainer import Trainer

MIX = {"latest": 0.4, "snapshots": 0.6}
OWN = TINY | {"critic": "own", "mix": MIX}


def test_the_league_is_never_replaced_and_plays(files, tmp_path):
    """Snapshots take turns in the other places; who meets the league learns something else."""
    trainer = Trainer(read_config(OWN, league={"pilot": [files["pilot"]]}))
    pool, net = trainer.pools["pilot"], load_policy(files["pilot"]).net
    alone = Trainer(read_config(OWN))
    for _ in range(6):
        trainer.step(), alone.step()
    assert (pool.nets.flat[FIRST] == net.flat()).all() and pool.snapshots == 1 + OWN["pool_size"]
    assert pool.turns[0] == 0 and max(pool.turns) == 6 and min(pool.turns[1:]) > 0
    assert trainer.pools["coach"].snapshots == OWN["pool_size"]
    found, other = (x.learners["coach"].get_state()["weights"] for x in (trainer, alone))
    assert not same(found, other)


def test_results_between_snapshots_leave_the_league_out(files):
    trainer = Trainer(read_config(OWN, league={"pilot": [files["pilot"], files["pilot"]]}))
    for _ in range(3):
        trainer.step()
    found = trainer.snapshots(4)
    assert all(len(turns) == 2 and turns[-1] == 3 for turns in found["turns"].values())
    assert np.shape(found["returns"]) == (2, 2)


def test_what_can_be_in_no_league_is_refused_in_a_sentence(files, tmp_path):
    named = {"pilot": [files["pilot"]]}
    for changes, sentence in (
        ({"league": {"pilot": ["heuristic"]}}, "league: 'heuristic' is not a policy"),
        ({"league": {"coach": [files["pilot"]]}}, "plays the pilot, not the coach"),
        ({"league": {"pilots": []}}, "league: 'pilots' is not a role of throwdown-v0"),
        ({"league": named, "hidden": [16]}, r"has the layers \[16, 8\] tanh, the run \[16\] tanh"),
        (
            {"league": named, "roles": ["coach"], "mix": {"latest": 1.0}},
            "snapshots; give mix.snapshots a share",
        ),
        ({"league": named, "mix": {"latest": 1.0}}, "the games of snapshots; give mix.snapshots a share"),
        ({"league": {"pilot": [str(files["pilot"])]}}, "name it on the command line"),
    ):
        with pytest.raises(InvalidConfig, match=sentence):
            Trainer(read_config(OWN, **changes))


def test_roles_of_a_side_need_leagues_of_one_size(files, monkeypatch):
    """They sit down together, each with the policy of the same place."""
    setup = replace(make_setup("throwdown-v0", "trio"), roles=("coach", "pilot", "pilot", "ace"))
    monkeypatch.setattr("throwdown.training.roles.make_setup", lambda *_, **__: setup)
    with pytest.raises(InvalidConfig, match=r"league names 1 for pilot, 0 for ace, who play together"):
        setup_of(read_config(OWN, league={"pilot": [files["pilot"]]}))
    setup_of(read_config(OWN, league={"pilot": [files["pilot"]], "ace": [files["pilot"]]}))
