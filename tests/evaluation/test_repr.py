"""What results show of themselves: a table, not arrays."""

from __future__ import annotations

import numpy as np

from throwdown.agents import load
from throwdown.envs.registry import make_setup
from throwdown.evaluation import cross_play, duel, play
from throwdown.evaluation.study import measure, tier
from throwdown.evaluation.variations import cells_of


def test_results_show_themselves_as_tables() -> None:
    setup = make_setup("throwdown-v0", "duel", reward="win")
    agents = {name: load(name, setup) for name in ("random", "heuristic")}
    match = play(setup, {"coach": agents["random"], "pilot": agents["heuristic"]}, 6, seed=1)
    shown = repr(match)
    assert shown.startswith("throwdown-v0 · scenario duel · 6 deals · seed 1")
    assert match.mean("pilot").text() in shown and match.win_rate("coach").percent() in shown
    assert "heuristic against random, in both assignments of 6 deals" in repr(
        duel(setup, agents["heuristic"], agents["random"], 6, seed=1)
    )
    cross = cross_play(setup, agents, agents, deals=6, seed=1)
    assert repr(cross).startswith("throwdown-v0 · scenario duel · 6 deals in every cell")
    found = measure(cells_of([setup], {}), [tier("random", "random")], deals=6)
    assert found.figures[0][0].wins.percent() in repr(found)
    for result in (match, cross, found):
        lines = repr(result).splitlines()
        assert "array(" not in repr(result) and len(lines) > 4 and max(map(len, lines)) <= 100
        assert "random" in repr(result) and not any(line != line.rstrip() for line in lines)
    assert np.array_equal(match.returns[0], -match.returns[1])
