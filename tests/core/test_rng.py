from __future__ import annotations

from collections import Counter, defaultdict

import numba
import numpy as np
import pytest
from hypothesis import given, strategies as st

from tests.support import outcomes, setup_of
from throwdown.envs.core.batch import apply_games, redeal_games
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.records import as_records, row
from throwdown.envs.core.rng import Stream, choose, mix, seed
from throwdown.envs.fusion.world.cards import cards_in
from throwdown.envs.tables.table import Table

PINNED = [8147104208329303767, 7643304776068282224, 3294405466373473548]
INT64 = st.integers(-(2**63), 2**63 - 1)


@numba.njit
def compiled_mix(key: int, number: int) -> int:
    return mix(key, number)


@given(INT64, st.integers(0, 2**62))
def test_mix_is_the_same_compiled_and_plain(key: int, number: int) -> None:
    value = mix(key, number)
    assert 0 <= value < 2**63
    assert compiled_mix(np.int64(key), np.int64(number)) == value


def test_mix_is_pinned() -> None:
    """Seeds in records must mean the same game for ever: change these with the rules version only."""
    assert [mix(0, 0), mix(1, 2), mix(2**62 - 1, 7)] == PINNED


@pytest.mark.parametrize("n", [2, 3, 7, 52, 104])
def test_choices_are_uniform(n: int) -> None:
    st_ = row(Stream.blank())
    seed(st_, 12345)
    draws = 200 * n
    counts = Counter(int(choose(st_, k, n)) for k in range(draws))
    assert set(counts) == set(range(n))
    chi = sum((c - 200) ** 2 / 200 for c in counts.values())
    assert chi < (n - 1) + 6 * (2 * (n - 1)) ** 0.5


def test_a_choice_depends_on_key_and_number_alone() -> None:
    st_ = row(Stream.blank())
    seed(st_, 9)
    first = [int(choose(st_, k, 1000)) for k in range(50)]
    assert first[::-1] == [int(choose(st_, k, 1000)) for k in range(49, -1, -1)]
    seed(st_, 10)
    assert first != [int(choose(st_, k, 1000)) for k in range(50)]
    assert st_.count == 0


# A scripted stream enumerates chance with the very same rules.


def at_the_bonus_draw(scenario: str = "small", seed_: int = 4) -> tuple[Table, int]:
    """Return a table whose next action makes the Commander draw."""
    table = Table.deal("throwdown-v0", seed_, scenario)
    table.play(table.legal_ids()[0])
    assert table.phase == "answer"
    return table, table.legal_ids()[0]


def test_enumerated_chance_of_one_draw_is_exact() -> None:
    table, action = at_the_bonus_draw()
    s, before = table.state, table.state.world.hand[1].copy()
    left = Counter(cards_in(s.world.decks[0].cards))
    found = outcomes(table._states, action, table.setup)
    assert sum(p for p, _ in found) == pytest.approx(1)
    laid = table.game.actions.labels[action].split()[1]
    chances: defaultdict[int, float] = defaultdict(float)
    for p, child in found:
        new = Counter(cards_in(row(child).world.hand[1])) - Counter(cards_in(before))
        gone = Counter(cards_in(before)) - Counter(cards_in(row(child).world.hand[1]))
        if not new:  # the drawn card is another copy of the one that was laid
            assert not gone
            chances[table.game.actions.parse(f"initiative {laid}")] += p
        else:
            chances[next(iter(new))] += p
    assert dict(chances) == pytest.approx({c: n / left.total() for c, n in left.items()})
    assert len(found) == len(left) == len({row(child).world.hand[1].tobytes() for _, child in found})


def test_enumerated_chance_agrees_with_play() -> None:
    """Playing the action with many keys gives the outcomes as often as the script says."""
    table, action = at_the_bonus_draw()
    expected: defaultdict[bytes, float] = defaultdict(float)
    for p, child in outcomes(table._states, action, table.setup):
        expected[row(child).world.hand[1].tobytes()] += p
    n = 4000
    many = table.game.allocate(n)
    many[:] = table.state
    as_records(many).rng.key = [mix(k, 3) for k in range(n)]
    errors = np.zeros(n, np.bool_)
    apply_games(many, np.arange(n), np.full(n, action), errors, table.setup.make_out())
    assert not errors.any()
    seen = Counter(h.tobytes() for h in as_records(many).world.hand[:, 1])
    assert set(seen) == set(expected)
    chi = sum((seen[h] - n * p) ** 2 / (n * p) for h, p in expected.items())
    assert chi < len(expected) + 6 * (2 * len(expected)) ** 0.5


def test_enumerated_chance_with_questions_and_jokers_sums_to_one() -> None:
    """A duel asks who started it by a coin and draws past Jokers: a deeper tree of chance."""
    setup = setup_of(scenario="duel", started_by="random", fights_for="self")
    found_any = 0
    for seed_ in range(6):
        table = Table.from_setup(setup, seed_)
        table.play(table.legal_ids()[0])
        state = table._states.copy()
        row(state).world.commitment[1, 3] = 1  # one card of bonus draw keeps the tree small
        found = outcomes(state, table.legal_ids()[0], setup)
        assert sum(p for p, _ in found) == pytest.approx(1)
        assert all(0 < p <= 0.5 for p, _ in found)
        assert {int(row(c).started_by) for _, c in found} == {0, 1}
        found_any += len(found)
    assert found_any > 6 * FACES


def test_a_script_leaves_no_trace_in_plain_play() -> None:
    setup = setup_of(scenario="small")
    table, action = at_the_bonus_draw()
    child = outcomes(table._states, action, setup)[0][1]
    assert row(child).rng.scripted > 0
    redeal_games(child, np.zeros(1, np.int64), np.zeros(1, np.int64), setup.make_out())
    assert row(child).rng.scripted == 0 and row(child).rng.prob == 1
