"""Searches as exploiters."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from throwdown.agents import Budget, IsmctsAgent, PolicySearchAgent, load
from throwdown.envs.registry import make_setup
from throwdown.evaluation import deal_seeds
from throwdown.evaluation.responder import Response, responder


def test_a_search_gains_against_random_play() -> None:
    random = dict.fromkeys(("coach", "pilot"), "random")
    what = {"game": "throwdown-v0", "scenario": "mini"}
    response = Response(what, random, ["pilot"], Budget(30), deal_seeds(60, 1).tolist(), 1)
    told: list[tuple[int, int]] = []
    found = response.measure(lambda done, of: told.append((done, of)))
    assert found["interval"][0] > 0.1 and response.name == "ismcts:30" and told[-1] == (3, 3)
    assert found["gain"] == pytest.approx(found["returns"][0] - found["returns"][1])
    whole = found["positions"][-1]
    assert whole["gain"][1] > 0 and whole["after"].get("refuse", 0) < 0.1
    assert replace(response).measure() == found
    sent = pickle.loads(pickle.dumps(replace(response).fresh))()
    assert sent(20).mine.tolist() == response.play(20).mine.tolist()


def test_rollouts_are_those_of_the_policies_where_all_are_policies() -> None:
    setup = make_setup("throwdown-v0", "small")
    policies = {role: load("trained", setup, role) for role in ("coach", "pilot")}
    found = responder(setup, "pilot", policies, Budget(20))
    assert isinstance(found, PolicySearchAgent) and found.name == "search:trained:20"
    assert found.policy is policies["pilot"] and found.others == (policies["coach"],)
    mixed = policies | {"coach": load("heuristic", setup, "coach")}
    assert all(isinstance(responder(setup, role, mixed, Budget(20)), IsmctsAgent) for role in mixed)


def test_whoever_uses_more_than_a_mask_is_exploited_without_a_report() -> None:
    what, solved = {"game": "kuhn-v0", "scenario": None}, {"first": "random", "second": "ismcts:5"}
    found = Response(what, solved, ["first"], Budget(5), deal_seeds(40, 1).tolist()).measure()
    assert found["phases"] == found["positions"] == [] and len(found["interval"]) == 2
