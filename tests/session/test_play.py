"""Random sessions: they end, in every way there is, no card is lost, and a seed is a game."""

from __future__ import annotations

import numpy as np
import pytest

from tests.session.support import EVENTS, GAME, census, deal, sheet, walk
from tests.support import pick_rows
from throwdown import Table
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.core.records import as_records
from throwdown.envs.fusion.session.state import Result
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.fusion.world.cards import cards_in
from throwdown.envs.registry import make_setup

SEEDS = range(5 if IS_COMPILED else 2)


RULES: list[tuple[str, dict[str, object]]] = [
    ("duel", {"deck_out": "stop"}),
    ("duel", {"deck_out": "no-cards", "discard_and_draw": False}),
    ("trio", {"decks": "separate", "share_hands": True}),
    ("trio", {"rout": "off", "jokers_return": "at-once", "coach_leftovers": "invest"}),
    ("duel", {"edition": "older", "specialty_involved": "yes"}),
]


@pytest.mark.parametrize(("scenario", "options"), [*((name, {}) for name in THROWDOWN.scenarios), *RULES])
def test_no_card_is_lost_and_every_session_ends(scenario: str, options: dict[str, object]) -> None:
    for seed in SEEDS:
        table = Table.deal(GAME, seed, scenario, **options)
        cfg = table.state.throwdown.cfg
        whole = [c for d in range(int(cfg.decks)) for c in cards_in(cfg.faces[d])]
        suited, jokers = sorted(c for c in whole if c < FACES), sum(c >= FACES for c in whole)
        low, high = table.game.fields.bounds(table.setup.counts)
        for ply, now in enumerate(walk(table, seed)):
            have, out = census(now.state)
            assert sorted(have.elements()) == suited and out == jokers
            row = now.observe()
            assert (low <= row).all() and (row <= high).all()
            assert ply < 400 * int(now.state.scenes), "the session does not end"
        assert table.state.result != Result.RUNNING and abs(table.returns()["coach_0"]) == 1


@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_scenes_are_counted_out(scenario: str) -> None:
    for seed in SEEDS:
        numbers = [int(t.state.number) for t in walk(Table.deal(GAME, seed, scenario, scenes=4), seed)]
        assert numbers == sorted(numbers) and numbers[0] == 1 and numbers[-1] <= 4
        assert set(numbers) == set(range(1, numbers[-1] + 1))


def test_random_play_reaches_every_end() -> None:
    data = sheet(1, {"scenes": 5, "doom": 2}, escalation=EVENTS, deck={"jokers": 4})
    batch = Batch(make_setup(GAME, data), 400 if IS_COMPILED else 60, seed=7, autoreset=False)
    step, rng = batch.reset(), np.random.default_rng(3)
    while (step.seats >= 0).any():
        step = batch.step(pick_rows(step.masks, rng, step.seats))
        assert not step.errors.any()
    found = {Result(r).label for r in np.unique(as_records(batch.states).result)}
    assert found == set(Result.labels()[1:])


def test_a_seed_is_a_game_in_tables_and_batches() -> None:
    setup = make_setup(GAME, sheet(2))
    batch = Batch(setup, 3, seed=5)
    step = batch.reset()
    table = Table.from_setup(setup, 6)
    for _ in range(60):
        np.testing.assert_array_equal(step.masks[1], table.mask())
        np.testing.assert_array_equal(step.observations[1], table.observe())
        actions = np.array([np.flatnonzero(m)[-1] for m in step.masks])
        table.play(int(actions[1]))
        if table.over:
            break
        step = batch.step(actions)
    assert table.history


def test_a_record_replays() -> None:
    table = deal(seed=4)
    for _ in walk(table, 4):
        pass
    again = Table.from_json(table.to_json())
    assert again.check == table.check and again.returns() == table.returns()
