"""States stay sound: gauges keep their bounds, and nothing outlasts what it was for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fusion.sound import assert_sound, conflict_in
from tests.support import older, walk
from throwdown.envs.core.cards import NONE

PLIES = 60
SESSION = "session-v0"


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    ("id", "scenario"),
    [("throwdown-v0", "duel"), ("pile-v0", "small"), (SESSION, "duel"), (SESSION, older("trio"))],
    ids=["throwdown", "pile", "session", "older session"],
)
def test_pl_04_05_08_c_27_nothing_waits_lies_or_is_known_that_should_not(
    id: str, scenario: Any, seed: int
) -> None:
    """Piles end in the Trash (PL-04), hands are kept between conflicts (PL-08) and no gauge leaves its bounds."""
    for ply, table in enumerate(walk(id, scenario, seed, 0.05)):
        assert_sound(table.state)
        if ply == PLIES:
            break


@pytest.mark.parametrize("scenario", ["intrigue", "trio"])
@pytest.mark.parametrize("id", ["throwdown-v0", "pile-v0", "gambit-v0", SESSION])
def test_c_16_of_two_decks_every_card_stays_with_its_own(id: str, scenario: str) -> None:
    """Who draws, lays, discards, invests or stakes a card moves one of her own deck, and it ends in its own Trash."""
    for ply, table in enumerate(walk(id, scenario, 1, 0.05, decks="separate")):
        assert_sound(table.state)
        if ply == PLIES // 2:
            break


SPOILED: dict[str, Any] = {
    "charges": lambda s: s.world.charges.__setitem__(1, s.cfg.charge_max[1] + 1),
    "a card known that is not there": lambda s: s.world.known.__setitem__((0, 1), 1),
    "a point that is not counted": lambda s: s.pending.trauma.__setitem__(1, 1),
    "a card of the Head's that is not in her hand": lambda s: s.fresh.__setitem__(0, 1 << 40),
    "an initiative card left lying": lambda s: s.sealed.__setitem__(1, 0),
    "Harmony": lambda s: setattr(s.world, "harmony", 8),
}


@pytest.mark.parametrize("what", SPOILED)
def test_what_is_not_sound_is_seen(what: str) -> None:
    """The check itself: it would be worth nothing if it took whatever there is."""
    for table in walk("throwdown-v0", "trio", 1):
        s = conflict_in(table.state)
        if s.stage == 2 and table.phase == "drive":
            break
    assert s.conflict.head == NONE
    assert_sound(s)
    SPOILED[what](s)
    with pytest.raises(AssertionError):
        assert_sound(s)
