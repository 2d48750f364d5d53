"""What a redeal for a seat keeps, and what it deals anew, at tables where much is known and much is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import assert_conserved, conflict_of
from throwdown import Table
from throwdown.envs.fusion.world.cards import cards_in

PILOT = {"steel": 2, "flesh": 2, "synch": 2, "solo": 2, "charge_max": 3, "buffer_max": 2, "hand_max": 4}
DATA: dict[str, Any] = {
    "title": "Known",
    "harmony": 4,
    "coach": {"hand_max": 4},
    "pilots": [{**PILOT, "name": name} for name in ("Ada", "Bea", "Cyd")],
    "threats": [{"name": "Wall", "rating": 3, "invested": 2}, {"name": "Gate", "rating": 2, "invested": 1}],
    "factions": [{"name": "Guild", "favor": 3}, {"name": "Mob", "favor": 2, "controller": "coach"}],
    "rules": {"challenger": "coach_0"},
}
HANDS = {
    "coach_0": ["9S", "TS", "2S"],
    "pilot_0": ["3H", "4H"],
    "pilot_1": ["5H", "6H"],
    "pilot_2": ["7H", "8H"],
}
KNOWN = {
    "pilot_0": {"pilot_1": ["5H"], "pilot_2": ["7H", "8H"]},
    "pilot_1": {"pilot_0": ["3H"], "pilot_2": ["8H"]},
    "pilot_2": {"pilot_0": ["4H"]},
}
STAGE = [{"opened": "initiative", "cards": [{"card": "5C", "by": "coach_0"}]}]
PILOTS = ("pilot_0", "pilot_1", "pilot_2")
WORLD: dict[str, Any] = {
    "hands": HANDS,
    "known": KNOWN,
    "deck": {"jokers": ["*r", "*b"]},
    "omens": 2,
    "trash": ["KD", "QD"],
}
AT: dict[str, dict[str, Any]] = {
    "throwdown-v0": {
        "pile": STAGE,
        "phase": "drive",
        "turn": "pilot_0",
        "commander": "pilot_0",
        "involved": list(PILOTS),
    },
    "pile-v0": {
        "pile": [{"card": "5C", "by": "coach_0"}, {"card": "6C", "by": "coach_0"}],
        "sides": {"coach_0": 0, **dict.fromkeys(PILOTS, 1)},
        "phase": "turn",
        "turn": "pilot_0",
        "received": {"pilot_1": ["5H"]},
        "passed": {"pilot_1": 1},
    },
    "gambit-v0": {"phase": "threshold", "acting": "pilot_2"},
    "session-v0": {},
}


@pytest.mark.parametrize("viewer", ["coach_0", *PILOTS])
@pytest.mark.parametrize(("id", "decks"), [*((id, "shared") for id in AT), ("throwdown-v0", "separate")])
def test_a_redeal_keeps_what_is_known_and_the_size_of_all_else(id: str, decks: str, viewer: str) -> None:
    position = {"world": WORLD} if id == "session-v0" else {**WORLD, **AT[id]}
    if decks == "separate":
        position |= {"deck": {"jokers": ["*r"]}, "pilots_deck": {"jokers": ["*b"]}}
    table = Table.from_position(position, id, DATA, decks=decks)
    if id == "gambit-v0":
        table.play("threshold 2S")
    now, others = conflict_of(table.state).world, set()
    seat = table.setup.seats.index(viewer)
    for key in range(4):
        copy = table.redeal(viewer, key)
        assert copy.view(viewer) == table.view(viewer)
        assert (copy.observe(viewer) == table.observe(viewer)).all()
        assert_conserved(copy.state, copy.setup)
        new = conflict_of(copy.state).world
        for h in range(4):
            mine, theirs = cards_in(new.hand[h]), cards_in(now.hand[h])
            assert len(mine) == len(theirs) and (mine == theirs or h != seat)
            if seat and h and h != seat:
                known = cards_in(now.known[seat - 1, h - 1])
                assert known == cards_in(new.known[seat - 1, h - 1])
                assert all(mine.count(c) >= known.count(c) for c in known)
            for v in range(1, 4) if h else ():
                told, kept = cards_in(now.known[v - 1, h - 1]), cards_in(new.known[v - 1, h - 1])
                assert kept == (told if seat in (v, h) else []), "it would tell which cards lay there"
        for t in range(2):
            assert len(cards_in(new.stack[t])) == len(cards_in(now.stack[t]))
        for f in range(2):
            n, hidden = int(now.favor_n[f]), int(now.favor_hidden[f])
            assert (int(new.favor_n[f]), int(new.favor_hidden[f])) == (n, hidden)
            assert new.favor[f, hidden:n].tolist() == now.favor[f, hidden:n].tolist()
        assert new.decks[0].trash.tolist() == now.decks[0].trash.tolist()
        others.add(new.hand.tobytes() + new.stack.tobytes() + new.favor.tobytes())
    assert len(others) == 4, "what is hidden is dealt anew"


@pytest.mark.parametrize("viewer", ["coach_0", "pilot_0", "pilot_2"])
@pytest.mark.parametrize("known", [["5H"], ["AH"], ["AH", "AS"]])
@pytest.mark.parametrize("id", ["throwdown-v0", "pile-v0"])
def test_a_redealt_payer_can_pay_what_hardly_any_hand_could(id: str, viewer: str, known: list[str]) -> None:
    """Of the hands of five cards one in ten thousand holds the four Aces that are owed."""
    aces = ["AS", "AH", "AC", "AD"]
    position = {
        **WORLD,
        **AT[id],
        "hands": {**HANDS, "pilot_1": [*aces, "5H"]},
        "known": {"pilot_0": {"pilot_1": known}},
        "phase": "pay",
        "turn": "pilot_1",
        "choice": {"pay": 4, "pay_class": "ace", "payer": "pilot_1"},
    }
    table = Table.from_position(position, id, DATA)
    for key in range(4):
        world = table.redeal(viewer, key)
        hand = world.position()["hands"]["pilot_1"]
        assert sum(card[0] == "A" for card in hand) >= 4 and (
            viewer != "pilot_0" or set(known) <= set(hand)
        ), hand
        assert (world.observe(viewer) == table.observe(viewer)).all()
        assert_conserved(world.state, world.setup)
