"""Searches as exploiters."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from throwdown.agents import Budget, IsmctsAgent, PolicySearchAgent, load
from throwdown.envs.core.errors import InvalidRecord
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


class Stopped(Exception):
    """Somebody stopped the run."""


@pytest.mark.parametrize("pilot", ["random", "ismcts:2"])
def test_a_stopped_search_continues(tmp_path: Path, pilot: str) -> None:
    """What it has played is read, not played again, whether or not it has a sample."""
    what, pair = {"game": "throwdown-v0", "scenario": "mini"}, {"coach": "random", "pilot": pilot}
    response = Response(what, pair, ["pilot"], Budget(5), deal_seeds(60, 1).tolist(), 1)

    def stop(done: int, of: int) -> None:
        if done == 2:
            raise Stopped

    with pytest.raises(Stopped):
        replace(response).measure(stop, folder=tmp_path)
    files = sorted(file.name for file in tmp_path.iterdir())
    assert files == ["part-0.json", "part-20.json"]
    told: list[int] = []
    found = replace(response).measure(lambda done, of: told.append(done), folder=tmp_path)
    assert told == [3] and found == replace(response).measure()

    file = tmp_path / "part-20.json"
    whole = json.loads(file.read_text())
    damaged = ["", "7", json.dumps(whole | {"mine": "much"})]
    if whole["sample"]:
        for wrong in ({"which": [10**6]}, {"before": []}, {"gains": []}, {"games": [-1]}, {"choices": []}):
            damaged.append(json.dumps(whole | {"sample": whole["sample"] | wrong}))
    for text in damaged:
        file.write_text(text)
        with pytest.raises(
            InvalidRecord, match=r"part-20\.json' is damaged; delete it to play its deals again"
        ):
            replace(response).measure(folder=tmp_path)
