"""Hidden information: what a side may not know, and what it does, clause by clause."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.leak.test_leaks import redealt
from tests.skirmish.support import ID, MOBS, commits, position, turn
from throwdown.envs.core.records import as_records
from throwdown.envs.registry import make_setup
from throwdown.envs.skirmish import state as st
from throwdown.envs.tables.table import Table

HANDS = {
    "Ronin": ["AC", "2C"],
    "Gunslinger": ["3C", "4C"],
    "Sorcerer": ["5C"],
    "Hacker": ["6C"],
    "CPU": ["KC", "QC"],
}


def seen(table: Table, seat: int) -> tuple[bytes, str, str]:
    """All that a seat observes and reads."""
    return table.observe(seat).tobytes(), table.render(seat), str(table.view(seat))


def test_sko_42_ske_01_06_the_cpu_sees_the_same_whatever_the_mcs_commit() -> None:
    """Hand sizes as before, no reloads, no steps: its observation and mask are equal for every commit."""
    plans = [
        ("card 2", "rank low A", "card 1", "card 1", "card 1", "card 1"),
        ("card 1", "reload", "card 1", "reload"),
        ("reload", "card 2", "pass", "reload", "card 1"),
        ("card 2", "rank high A", "card 1", "pass", "reload", "reload"),
    ]
    found = set()
    for plan in plans:
        game = commits(HANDS)
        before = seen(game.table, 1)
        for move in plan:
            game.do(move)
            now = seen(game.table, 1)
            if game.table.agent == "mcs_0":
                assert now == before, f"after {move}"
        assert game.table.agent == "cpu_0"
        found.add((*seen(game.table, 1), game.table.mask().tobytes()))
    assert len(found) == 1


def test_sko_42_nor_do_the_mcs_see_what_the_cpu_has_laid() -> None:
    game = commits(HANDS).do("reload", "card 1", "pass", "reload", "reload")
    before = seen(game.table, 0)
    game.do("card 1")
    assert game.table.agent == "cpu_0" and seen(game.table, 0) == before


def test_sko_42_who_reloads_is_public_after_the_reveal() -> None:
    game = commits({**HANDS, "CPU": []}).do("reload", "card 1", "pass", "reload", "reload")
    assert game.table.view("cpu_0")["reloading"] == ["Ronin", "Sorcerer", "Hacker"]


def test_ske_06_hands_are_for_their_side() -> None:
    game = commits(HANDS)
    mine, theirs = game.table.view("mcs_0"), game.table.view("cpu_0")
    assert mine["processes"]["Ronin"]["hand"] == ["2C", "AC"] and mine["cpu"]["hand"] == ["??", "??"]
    assert theirs["processes"]["Ronin"]["hand"] == ["??", "??"] and theirs["cpu"]["hand"] == ["QC", "KC"]


def lays(s: Any, cpu: bool) -> list[tuple[int, int]]:
    """What the CPU, or what the MCs, have laid: owners and cards."""
    every = [(int(s.lays[k].owner), int(s.lays[k].card)) for k in range(s.lay_n)]
    return [x for x in every if (x[0] == st.CPU) == cpu]


def test_ske_06_ones_own_commits_stay_where_the_other_sides_are_imagined_anew() -> None:
    game = commits(HANDS).do("reload", "card 1", "pass", "reload", "reload", "card 1")
    assert game.table.agent == "cpu_0"
    setup, states = make_setup(ID, "skirmish"), game.table._states
    now = as_records(states)[0]
    mcs, cpu = lays(now, False), lays(now, True)
    assert mcs and cpu
    for x in redealt(setup, states, 0, range(20)):  # who is about to choose begins anew
        assert (lays(x, False), lays(x, True)) == (mcs, [])
    imagined = redealt(setup, states, 1, range(40))
    assert all(lays(x, True) == cpu for x in imagined)
    assert len({tuple(lays(x, False)) for x in imagined}) > 1


def raided() -> Any:
    """The CPU has shown a Jack as its best card of three."""
    meter = {"Hacker": {"meter": 10}}
    game = turn(
        "Hacker",
        "9S",
        processes=meter,
        hands={"Hacker": {"cards": ["QD"]}, "cpu": {"cards": ["2C", "9D", "JS"]}},
    )
    return game.do("interrupt 4", "card 1")


def cpu_hands(game: Any, n: int = 60) -> list[list[int]]:
    """The CPU's hand as the MCs may imagine it."""
    setup = make_setup(ID, "skirmish")
    many = redealt(setup, game.table._states, 0, range(n))
    return [st.KIT.cards_in(np.array([x.hands[st.CPU].cards])) for x in many]


def test_ske_07_sko_24_after_a_best_card_was_shown_none_still_held_is_better() -> None:
    """And every card that is not better can be there."""
    found = cpu_hands(raided(), 400)
    jack = st.KIT.id("JS")
    assert all(max(hand) < jack and len(hand) == 2 for hand in found)
    assert len({card for hand in found for card in hand}) == jack


def test_ske_07_cards_drawn_since_can_be_anything() -> None:
    game = raided()
    game.process("Hacker")
    game.do("pass")
    assert len(game.hand("CPU")) == 5
    found = cpu_hands(game, 200)
    jack = st.KIT.id("JS")
    assert all(sum(card < jack for card in hand) >= 2 for hand in found)
    assert any(max(hand) > jack for hand in found)


def test_ske_07_a_card_that_leaves_may_have_been_one_of_those() -> None:
    """Of two known to be at most Tens one may be the card that was laid; a better one that is laid was drawn since."""

    def caps(slot: int) -> list[str]:
        known = {"cards": ["2C", "9D", "KS"], "at_most": ["TS", "TS", "*b"]}
        game = position(hands={"cpu": known}, processes={name: {"hp": 0} for name in MOBS[1:]})
        game.do("reload", "reload", "reload", "reload", f"card {slot}")
        assert int(game.s.actor) == 4, "its only mob"
        return [st.KIT.name(int(c)) for c in game.s.hands[st.CPU].caps if c >= 0]

    assert caps(2) == ["TS", "*b"] and caps(3) == ["TS", "TS"]


def test_sko_11_a_window_depends_on_public_facts_alone() -> None:
    """With another hand the MCs would be asked all the same."""
    close = {"Glitch 1": {"area": "Dock"}, "Ronin": {"meter": 10}}
    for cards in (["2C", "3C"], ["KC", "3C"], ["*r", "2D"]):
        game = turn(
            "Hacker",
            "9S",
            later=[{"by": "cpu", "card": "TC"}],
            processes=close,
            hands={"Ronin": {"cards": cards}},
        ).do("pass")
        assert game.table.phase == "window" and game.table.agent == "mcs_0"
