"""The action layout of a session: the Throwdown's pages, the Gambit's own, then one for scenes."""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.actions import ActionLayout, Range, single
from throwdown.envs.fusion.gambit import actions as gambit
from throwdown.envs.fusion.gambit.outcome import EFFECTS
from throwdown.envs.fusion.throwdown import actions as throwdown
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.choices import PAGES_SHARED, SHARED_ACTIONS

VENTURES = ("none", *gambit.CONSEQUENCES[gambit.CHARGEUP : gambit.WAVE])
"""What a Pilot may venture: nothing in particular, or a single-point trigger of GA-18."""
_AT_STAKE: tuple[tuple[str, int, int], ...] = (
    ("trauma", book.TRAUMA, book.THREAT),
    ("disfavor", book.DISFAVOR, book.IMPLIED),
    ("purge", book.PURGE, book.PILOT),
    ("strife", book.STRIFE, book.TEAM),
    ("wave", book.WAVE, book.IMPLIED),
)
"""What only a Throwdown can decide: for a Pilot the first (S-07), for Coach the triggers of GA-23."""
GOALS = (*VENTURES, *(row[0] for row in _AT_STAKE))
NO_GOAL, END_OF_VENTURES, FIRST_COACHS = 0, len(VENTURES), len(VENTURES) + 1
GOAL_EFFECT = np.array([*EFFECTS[: gambit.WAVE].tolist(), *(row[1:] for row in _AT_STAKE)], np.int64)
"""[goal]: kind and target of its effect."""

LAYOUT = ActionLayout(
    [
        *throwdown.LAYOUT.pages,
        *gambit.LAYOUT.pages[len(PAGES_SHARED) :],
        [
            Range(
                "venture",
                tuple(f"venture {name}" for name in VENTURES),
                "a Pilot's scene: try for this goal, and let Coach say what it takes (GA-02, GA-18)",
            ),
            Range(
                "challenge",
                tuple(f"challenge {name}" for name in GOALS),
                "throw the gauntlet: a Throwdown, with this goal at stake (TS-17, TS-22)",
            ),
            single("rest", "a Pilot's scene: try for nothing"),
            single("fiat", "Coach lets it go: the goal is reached, or his own scene is a quiet one (GA-02)"),
            single("gambit", "Coach proposes a Gambit for the goal (GA-04)"),
        ],
    ]
)

GAMBIT_PAGES = len(throwdown.LAYOUT.pages) - len(PAGES_SHARED)
"""What a Gambit's own pages are moved by."""
GAMBIT_ACTIONS = throwdown.LAYOUT.n - SHARED_ACTIONS
"""What a Gambit's own actions are moved by."""
PAGES = len(LAYOUT.pages)
SCENE_PAGE = PAGES - 1
SCENE_START = int(LAYOUT.starts[SCENE_PAGE])
_bit = LAYOUT.bit
VENTURE, CHALLENGE, REST, FIAT, GAMBIT = (
    _bit(name) for name in ("venture", "challenge", "rest", "fiat", "gambit")
)
"""Bits inside their page."""
