"""Nothing that a seat sees or is told may change when all that it cannot know is dealt anew."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.support import (
    CASES,
    FUSION,
    FUSION_CASES,
    Sampler,
    all_cards,
    assert_conserved,
    cards_of,
    conflict_of,
    content,
    seeds,
    setup_of,
    walk,
)
from throwdown.envs.core.batch import Batch, open_one
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.fusion.world.cards import cards_in
from throwdown.envs.tables.table import Table
from throwdown.testing import exact, hidden
from throwdown.testing.hidden import redealt
from throwdown.testing.walks import moments

each_case = pytest.mark.parametrize(("id", "scenario"), CASES)
KEYS = 6


def cards_hidden(s: Any) -> bytes:
    """Return what nobody sees whole: hands, face-down cards and stacks, the order of decks."""
    if "heroes" in s.dtype.names:
        cards = [s.attempt.cards, s.attack.cards, *(x.deck.ahead for x in s.heroes)]
        return b"".join(np.asarray(part).tobytes() for part in (*cards, s.bills["difficulty"]))
    if "hands" in s.dtype.names:
        return b"".join(np.asarray(part).tobytes() for part in (s.hands["cards"], s.lays["card"]))
    if "characters" in s.dtype.names:
        return b"".join(np.asarray(part).tobytes() for part in (s.teams["hand"], s.stack["card"]))
    if "hand" in s.dtype.names:
        return np.asarray(s.hand).tobytes()
    s = conflict_of(s)
    parts = [s.world.hand, s.world.stack]
    parts += [getattr(s, name) for name in ("sealed", "blind") if name in s.dtype.names]
    return b"".join(np.asarray(part).tobytes() for part in parts)


@each_case
def test_observation_and_mask_tell_nothing_hidden(id: str, scenario: str) -> None:
    setup = setup_of(id, scenario)
    changed, sampler = set(), Sampler(first=8, every=10)
    for seed in seeds(id, 0, 12):
        for ply, table in enumerate(walk(id, scenario, seed, keep=0.02)):
            if not sampler.takes(table.phase) and not table.over:
                continue
            before = content(table._states)
            for seat in range(len(setup.seats)):
                many = redealt(setup, table._states, seat, range(seed * 1000 + ply, seed * 1000 + ply + KEYS))
                keys = range(seed * 1000 + ply, seed * 1000 + ply + KEYS)
                assert not list(hidden.observed(table, seat, keys))
                for i in range(len(many)):
                    if cards_hidden(many[i]) != cards_hidden(table.state):
                        changed.add(seat)
            assert content(table._states) == before
    alone = (
        {0} if (id, scenario) == ("challenge-v0", "attempt") else set()
    )  # its Table knows all but the future
    assert changed == set(range(len(setup.seats))) - alone, (
        "a redeal must change what is hidden from each seat"
    )


@pytest.mark.parametrize(("id", "scenario"), FUSION_CASES)
def test_redealt_games_are_possible_games(id: str, scenario: str) -> None:
    """Cards are conserved, hands keep their sizes, known cards stay, no Joker is held or on top."""
    setup, sampler = setup_of(id, scenario), Sampler(first=6, every=12)
    for seed in range(20, 26):
        for ply, table in enumerate(walk(id, scenario, seed, keep=0.02)):
            if not sampler.takes(table.phase) and not table.over:
                continue
            s = conflict_of(table.state)
            for seat in range(len(setup.seats)):
                for new in redealt(setup, table._states, seat, range(ply, ply + 3)):
                    assert_conserved(new, setup)
                    assert cards_of(new, setup) == cards_of(table.state, setup)
                    new = conflict_of(new)
                    assert [d.n for d in new.world.decks] == [d.n for d in s.world.decks]
                    for d in range(int(s.cfg.decks)):
                        np.testing.assert_array_equal(new.world.decks[d].trash, s.world.decks[d].trash)
                        assert_top_is_no_joker(new.world.decks[d])
                    for holder in range(len(setup.seats)):
                        mine, theirs = (
                            cards_in(new.world.hand[holder]),
                            cards_in(s.world.hand[holder]),
                        )
                        assert len(mine) == len(theirs) and all(c < FACES for c in mine)
                        if holder == seat:
                            assert mine == theirs
                        among = len(setup.seats) > 2 and seat > 0 and holder > 0
                        known = cards_in(s.world.known[seat - 1, holder - 1]) if among else []
                        held = mine + [int(new.sealed[holder])]
                        assert all(held.count(c) >= known.count(c) for c in known)
                        assert (new.sealed[holder] == NONE) == (s.sealed[holder] == NONE)
                    assert new.sealed[seat] == s.sealed[seat]


def assert_top_is_no_joker(deck: Any) -> None:
    if deck.jokers and deck.n:
        assert deck.ahead_n > 0 and deck.ahead[int(deck.ahead_n) - 1] < FACES


@each_case
def test_redeals_for_one_seat_after_another_stay_possible(id: str, scenario: str) -> None:
    """A state dealt anew for one seat is as good as any: it can be dealt anew for the next."""
    setup, sampler = setup_of(id, scenario), Sampler(first=4, every=16)
    for seed in range(30, 34):
        for ply, table in enumerate(walk(id, scenario, seed, keep=0.02)):
            if not sampler.takes(table.phase) and not table.over:
                continue
            many = table._states.copy()
            for turn in range(2 * len(setup.seats)):
                many = redealt(setup, many, turn % len(setup.seats), range(ply + turn, ply + turn + 1))
                if id in FUSION:
                    assert_conserved(many[0], setup)
                    assert cards_of(many[0], setup) == cards_of(table.state, setup)


@each_case
def test_words_tell_nothing_hidden(id: str, scenario: str) -> None:
    """`render`, `view`, `prompt`, `help` and the reasons for refusals, for every seat."""
    setup, sampler = setup_of(id, scenario), Sampler(first=3, every=40)
    for seed in seeds(id, 40, 4):
        for ply, table in enumerate(walk(id, scenario, seed, keep=0.02)):
            if not sampler.takes(table.phase) and not table.over:
                continue
            for seat in range(len(setup.seats)):
                assert not list(hidden.said(table, seat, range(ply, ply + 3)))


@each_case
def test_refusals_tell_nothing_hidden(id: str, scenario: str) -> None:
    for table in moments(setup_of(id, scenario), seeds(id, 60, 2), first=1, every=40, ends=False):
        assert not list(hidden.refused(table, range(60, 61)))


@each_case
def test_options_and_reasons_for_moves_tell_nothing_hidden(id: str, scenario: str) -> None:
    """`Table.options` and `Table.why`, for all who are not to move."""
    for n, table in enumerate(moments(setup_of(id, scenario), range(2), first=2, every=60, ends=False)):
        for seat in set(range(len(table.setup.seats))) - {int(table.state.seat)}:
            assert not list(hidden.answered(table, seat, range(n, n + 2)))


@each_case
def test_table_redeal_keeps_what_the_seat_was_told(id: str, scenario: str) -> None:
    """`Table.redeal`: the seat's view, words and observation stay, and the copy plays on."""
    setup, sampler = setup_of(id, scenario), Sampler(first=2, every=30)
    for seed in (70, 71):
        for table in walk(id, scenario, seed, keep=0.02):
            if table.over or not sampler.takes(table.phase):
                continue
            for seat, agent in enumerate(setup.seats):
                copy = table.redeal(agent, seed)
                np.testing.assert_array_equal(copy.observe(seat), table.observe(seat))
                assert copy.view(agent) == table.view(agent) and copy.render(agent) == table.render(agent)
                is_shown = (
                    table.view(agent).get("phase", table.phase) == table.phase
                )  # of a choice in steps others see none
                assert copy.agent == table.agent and (copy.phase == table.phase or not is_shown)
                if agent == table.agent:
                    assert copy.legal() == table.legal() and copy.prompt() == table.prompt()
                copy.play(copy.legal_ids()[0])
                copy.undo()


@pytest.mark.parametrize(("id", "scenario"), FUSION_CASES)
def test_events_name_hidden_cards_only_to_those_who_may_know(id: str, scenario: str) -> None:
    """What a seat reads of a card that went into a hand or face-down is its own, or one that it handled."""
    setup = setup_of(id, scenario)
    blank = dict.fromkeys(range(len(setup.seats)), 0)
    for seed in range(80, 90):
        *_, table = walk(id, scenario, seed, keep=0.02)
        whole = table.events
        for seat in range(len(setup.seats)):
            seen = table.events_seen(seat)
            assert len(seen) == len(whole)
            for a, b in zip(seen, whole, strict=True):
                assert (a.kind, a.seat, a.amount, a.number) == (b.kind, b.seat, b.amount, b.number)
                assert a.card in (b.card, NONE)
                if b.kind in ("CARD_DRAWN", "INITIATIVE_LAID", "INVESTED_CARDS_TAKEN"):
                    assert (a.card != NONE) == (a.seat == seat)
                    blank[seat] += a.card == NONE
                if b.kind == "CARD_GIVEN":
                    assert (a.card != NONE) == (seat in (b.seat, b.amount))
                if b.kind in ("COUNTERED", "BLOCKED", "ESCALATED", "CARD_DISCARDED", "INITIATIVE_REVEALED"):
                    assert a.card == b.card != NONE
    assert all(blank.values())


TINY = {
    "title": "Tiny",
    "harmony": 2,
    "coach": {"hand_max": 2},
    "deck": {"ranks": "34", "suits": "DHS", "copies": 1, "jokers": 0},
    "pilots": [
        {
            "name": "A",
            "steel": 1,
            "flesh": 1,
            "synch": 0,
            "solo": 0,
            "charge_max": 0,
            "buffer_max": 0,
            "hand_max": 1,
        }
    ],
    "threats": [{"name": "T", "rating": 1, "invested": 1}],
    "rules": {"challenger": "coach_0"},
}


@pytest.mark.parametrize("sealed", [False, True])
def test_redeals_are_uniform(sealed: bool) -> None:
    """Six different cards, two of them mine or one mine and sealed: every consistent deal comes equally often."""
    setup, n = setup_of(scenario=TINY), 12000
    table = Table.from_setup(setup, 3)
    if sealed:
        table.play(table.legal()[0])
    many = redealt(setup, table._states, 1, range(n))
    deals: dict[tuple[Any, ...], int] = {}
    for s in many:
        w = s.world
        key = (*w.hand[0].tolist(), int(s.sealed[0]), *w.stack[0].tolist())
        deals[key] = deals.get(key, 0) + 1
    # Five cards that the Pilot does not see: a Coach hand of two (in order, if one is sealed) and a stack of one.
    worlds = 5 * 4 * 3 if sealed else 10 * 3
    assert len(deals) == worlds
    expected = n / worlds
    chi = sum((k - expected) ** 2 / expected for k in deals.values())
    assert chi < (worlds - 1) + 6 * (2 * (worlds - 1)) ** 0.5


def test_redeal_draws_the_future_anew_too() -> None:
    """The order of the deck is hidden as well: the cards drawn after a redeal differ."""
    setup = setup_of(scenario="duel")
    drawn = set()
    for key in range(40):
        table = Table.from_setup(setup, 5)
        new = redealt(setup, table._states, 1, range(key, key + 1))
        table._states[:] = new
        open_one(table._states, table._out)
        while table.phase in ("challenge", "answer", "vote"):
            table.play(table.legal()[0])
        drawn.add(table.state.world.hand[1].tobytes())
    assert len(drawn) > 10


def test_keys_decide_a_redeal() -> None:
    setup = setup_of(scenario="trio")
    batch = Batch(setup, 1, seed=1)
    batch.reset()
    a, b = (redealt(setup, batch.states, 2, range(7, 17)) for _ in range(2))
    assert content(a) == content(b)
    assert len({cards_hidden(s) for s in a}) == 10
    assert all_cards(a[0]) == all_cards(b[9])


@each_case
def test_moves_of_others_tell_nothing_hidden(id: str, scenario: str) -> None:
    """What is seen alike is followed by the same question; and what events tell, a redeal knows."""
    for n, table in enumerate(
        moments(setup_of(id, scenario), seeds(id, 90, 4), first=4, every=40, ends=False)
    ):
        if "is_sealed" in table.state.dtype.names and table.state.is_sealed:
            continue  # in how many steps others choose is not seen either
        legal = table.legal_ids()
        actions = sorted({legal[n % len(legal)], legal[-n % len(legal)]})
        for seat in set(range(len(table.setup.seats))) - {int(table.state.seat)}:
            assert not list(hidden.followed(table, seat, actions, range(n, n + KEYS)))


@each_case
def test_events_of_a_deal_tell_nothing_hidden(id: str, scenario: str) -> None:
    setup = setup_of(id, scenario)
    for seat in range(len(setup.seats)):
        assert not list(hidden.dealt(setup, seat, range(64)))


@pytest.mark.parametrize(("id", "scenario"), [("kuhn-v0", "standard"), ("leduc-v0", "standard")])
def test_redeals_make_every_deal_that_fits(id: str, scenario: str) -> None:
    """Of small scenarios every history is walked: redeals make what fits a seat's past, all of it, and nothing else."""
    assert not list(exact.redeals(setup_of(id, scenario), most=20_000))
