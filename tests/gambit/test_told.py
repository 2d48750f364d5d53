"""The words of a Gambit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.gambit.support import rich
from tests.support import Sampler
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import Happening
from throwdown.envs.fusion.gambit import GAMBIT
from throwdown.envs.fusion.gambit.actions import LAYOUT
from throwdown.envs.fusion.gambit.words import text
from throwdown.envs.tables.table import Table


@pytest.mark.parametrize(
    "scenario", ["trio", "intrigue", "siege", rich()], ids=["trio", "intrigue", "siege", "rich"]
)
def test_positions_words_and_reasons_hold_at_every_decision(scenario: Any) -> None:
    setup = GAMBIT.configure(scenario, {"specialty_involved": "yes"})
    rng, sampler = np.random.default_rng(1), Sampler(first=4, every=10)
    for seed in range(12):
        t = Table.deal("gambit-v0", seed, scenario, specialty_involved="yes")
        t.play("accept-gambit")
        while not t.over:
            if not sampler.takes(t.phase):
                t.play(str(rng.choice(t.legal())))
                continue
            assert t.narrate() and all(line.endswith(".") for line in t.narrate())
            assert text.prompt(t.state, setup).endswith(".") and text.help(t.state)
            u = Table.from_position(t.position(), "gambit-v0", scenario, specialty_involved="yes")
            assert u.position() == t.position() and (u.mask() == t.mask()).all()
            assert [u.view(k) for k in setup.seats] == [t.view(k) for k in setup.seats]
            legal = t.mask()
            for a in rng.choice(LAYOUT.n, 60, replace=False):
                why = text.explain(t.state, int(a), setup)
                assert ("is legal now" in why) == bool(legal[a]), (LAYOUT.labels[a], why)
            t.play(str(rng.choice(t.legal())))
    assert "consequence" in sampler.seen


def test_every_event_has_words() -> None:
    setup = GAMBIT.configure("intrigue", {})
    for kind in GAMBIT.event_names.values():
        card = 3 if kind.startswith("COMMITMENT") else NONE
        sentence = text.narrate(Happening(kind, 1, card, 1, 1), setup)
        assert sentence.endswith(".") and "??" not in sentence, sentence
