"""Nothing that a seat sees of a session may change when all that it cannot know is dealt anew."""

from __future__ import annotations

import numpy as np
import pytest

from tests.session.support import GAME, between, census, play, walk
from tests.support import Sampler
from throwdown import Table
from throwdown.envs.fusion.session.positions.position import part_of
from throwdown.envs.fusion.session.state import Active


@pytest.mark.parametrize("options", [{}, {"share_hands": True}, {"decks": "separate"}])
@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_redealing_what_is_hidden_changes_nothing_seen(scenario: str, options: dict[str, object]) -> None:
    moved, sampler = set(), Sampler(first=3, every=20)
    for seed in range(2):
        dealt = Table.deal(GAME, seed, scenario, **options)
        for ply, table in enumerate(walk(dealt, seed, gambits=seed % 2 == 1)):
            if table.over or not sampler.takes((int(table.state.active), table.phase)):
                continue
            cards, position = census(table.state), table.position()
            for seat, name in enumerate(table.setup.seats):
                other = table.redeal(name, 100 * ply + seat)
                np.testing.assert_array_equal(other.observe(seat), table.observe(seat))
                assert (other.phase, other.agent) == (table.phase, table.agent)
                assert census(other.state) == cards
                if table.agent == name:
                    assert other.legal() == table.legal()
                if other.position() != position:
                    moved.add(int(table.state.active))
    assert moved == {Active.NONE, Active.GAMBIT, Active.THROWDOWN}


@pytest.mark.parametrize("conflict", ["gambit", "throwdown"])
def test_a_redeal_follows_from_its_key_in_every_part(conflict: str) -> None:
    """A part draws on the session's stream, not on one of its own: other keys, other hands."""
    opening = ("venture none", "gambit") if conflict == "gambit" else ("challenge none", "initiative 9H")
    table = play(between(phase="scene"), *opening)
    hands = [
        str(part_of(table.redeal("pilot_0", key).state)[0].world.hand[0].tolist()) for key in (1, 2, 3, 1)
    ]
    assert len(set(hands)) == 3 and hands[0] == hands[3]


def test_views_show_no_more_than_they_may() -> None:
    sampler = Sampler(first=2, every=20)
    for ply, table in enumerate(walk(Table.deal(GAME, 2, "trio"), 2)):
        if table.over or not sampler.takes((int(table.state.active), table.phase)):
            continue
        for seat in range(len(table.setup.seats)):
            other = table.redeal(seat, ply)
            assert other.render(seat) == table.render(seat) and other.view(seat) == table.view(seat)
