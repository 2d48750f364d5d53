"""Scenarios that are solved in no time."""

from __future__ import annotations

from typing import Any

SMALL: dict[str, Any] = {
    "title": "One card each",
    "harmony": 2,
    "coach": {"hand_max": 1},
    "deck": {"ranks": "345", "suits": "DS", "copies": 1, "jokers": 0},
    "pilots": [
        {
            "name": "Red",
            "steel": 1,
            "flesh": 1,
            "synch": 1,
            "solo": 1,
            "charge_max": 0,
            "buffer_max": 0,
            "hand_max": 2,
        }
    ],
    "threats": [{"name": "Drill", "rating": 2}],
    "rules": {"challenger": "coach_0", "fights_for": "team", "discard_and_draw": False},
}


def four_cards() -> dict[str, Any]:
    """Return a smaller one yet."""
    return {**SMALL, "deck": {**SMALL["deck"], "ranks": "34"}}


def team() -> dict[str, Any]:
    """Return the same for two Pilots with open hands."""
    red = {**SMALL["pilots"][0], "hand_max": 1}
    rules = {**SMALL["rules"], "share_hands": True}
    return {**four_cards(), "pilots": [red, {**red, "name": "Blue"}], "rules": rules}
