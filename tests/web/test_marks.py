"""What is marked on the cards in hand: what a card brings or costs beyond others, told before it is played."""

from __future__ import annotations

import numpy as np
import pytest

from throwdown.envs.registry import make_setup
from throwdown.envs.tables.table import Table
from throwdown.play.session import Session
from throwdown.play.web.live import Live

SEEN = {
    "throwdown-v0": {"", "good", "costly"},
    "pile-v0": {"", "costly"},
}


@pytest.mark.parametrize("game", SEEN)
def test_marks_agree_with_what_the_cards_do(game: str) -> None:
    rng, seen = np.random.default_rng(5), set()
    for seed in range(6):
        table = Table.from_setup(make_setup(game, "duel"), seed)
        while not table.over:
            ids = table.legal_ids()
            for i in ids:
                told = table.describe(i)
                seen.add(told.mark)
                assert (told.mark == "costly") == ("Dissonant" in told.effect), told
                assert (told.mark == "good") == ("Resonant: " in told.effect), told
            table.play(int(rng.choice(ids)))
    assert seen == SEEN[game]


def test_the_page_is_told_of_the_marks() -> None:
    rng, seen = np.random.default_rng(0), set()
    for seed in range(4):
        session = Session.deal(make_setup("throwdown-v0", "duel"), seed, against="random")
        live = Live("game-key", "player-1", session)
        live.begin()
        while not live.table.over:
            choices = live.choices()
            for choice in choices:
                assert choice.mark == live.table.describe(choice.action).mark
                seen.add(choice.mark)
            live.act(len(live.table.history), choices[int(rng.integers(len(choices)))].action)
    assert len(seen) > 1
