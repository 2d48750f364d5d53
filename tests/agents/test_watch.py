"""Who watches a search: it ends by a clock, or when somebody has left, and else finds what it always finds."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

import numpy as np
import pytest

from tests.support import setup_of
from throwdown.agents import load
from throwdown.agents.search import Budget, IsmctsAgent
from throwdown.agents.search.watch import is_late, is_watched, watched
from throwdown.envs.tables.table import Table
from throwdown.play.outlook import FEWEST, Adviser, Effort


class LeftError(Exception):
    """Whoever waited is gone."""


def ticks() -> Callable[[], float]:
    """Return a clock that goes on by a second whenever it is looked at."""
    times = count()
    return lambda: float(next(times))


def gone_after(looks: int) -> Callable[[], None]:
    """Return a check that raises when it was asked so often."""
    left = count(looks, -1)

    def check() -> None:
        if next(left) <= 0:
            raise LeftError

    return check


def test_without_anybody_who_watches_nothing_is_late() -> None:
    assert not is_watched() and not is_late()
    with watched(5, clock=ticks()):
        assert is_watched() and [is_late() for _ in range(6)] == [False] * 4 + [True] * 2
    assert not is_watched()


def test_a_budget_ends_when_it_is_late_but_never_before_its_first_range() -> None:
    budget = Budget(simulations=100)
    assert list(budget.chunks(30)) == [(0, 100)]
    with watched():
        assert list(budget.chunks(30)) == [(0, 30), (30, 60), (60, 90), (90, 100)]
    with watched(3, clock=ticks()):
        assert list(budget.chunks(30)) == [(0, 30), (30, 60)]
    with watched(0, clock=ticks()):
        assert list(budget.chunks(30)) == list(Budget(seconds=100.0).chunks(30)) == [(0, 30)]
    with watched(check=gone_after(2)), pytest.raises(LeftError):
        list(budget.chunks(30))


@pytest.mark.parametrize("spec", ["ismcts:300", "search:trained:300"])
def test_who_is_watched_finds_the_same_and_less_when_it_is_late(spec: str) -> None:
    table = Table.deal("throwdown-v0", seed=4, scenario="duel")
    agent = load(spec, table.setup, table.setup.roles[table.setup.seat(table.agent or "")])
    worlds = table.worlds(np.random.default_rng(1))
    found = agent.search(table.setup, worlds.states, 7)  # type: ignore[attr-defined]
    with watched():
        same = agent.search(table.setup, worlds.states, 7)  # type: ignore[attr-defined]
    with watched(0, clock=ticks()):
        late = agent.search(table.setup, worlds.states, 7)  # type: ignore[attr-defined]
    for one, other in zip(found, same, strict=True):
        assert np.array_equal(one, other)
    assert 0 < late[-1] < found[-1]


def test_a_hint_makes_do_with_fewer_games_when_it_is_late() -> None:
    table = Table.from_setup(setup_of("throwdown-v0", "duel"), 4)
    adviser, effort = Adviser(table.setup), Effort(worlds=512)
    whole = adviser.consider(table.decision(), (1,), effort)
    with watched():
        same = adviser.consider(table.decision(), (1,), effort)
    with watched(0, clock=ticks()):
        late = adviser.consider(table.decision(), (1,), effort)
    assert np.array_equal(whole.ends, same.ends, equal_nan=True)
    k = len(whole.actions)
    assert np.isfinite(late.ends).all() and FEWEST * k <= late.games < whole.games
    n = len(late.ends)
    assert np.array_equal(late.ends, whole.ends[:n]), (
        "the worlds that are left are played as they would have been"
    )
    with watched(2 + len(whole.ends), clock=ticks()):
        later = adviser.consider(table.decision(), (1,), effort)
    assert late.games < later.games <= whole.games


def test_a_hint_ends_at_once_when_nobody_waits_for_it() -> None:
    table = Table.from_setup(setup_of("throwdown-v0", "duel"), 4)
    with watched(check=gone_after(3)), pytest.raises(LeftError):
        Adviser(table.setup).consider(table.decision(), (1,))
    with watched(check=gone_after(3)), pytest.raises(LeftError):
        Adviser(table.setup).before(0, (1,), 4)
    agent = IsmctsAgent(Budget(simulations=1000))
    with watched(check=gone_after(3)), pytest.raises(LeftError):
        agent.act(table.decision(), np.random.default_rng(1))
