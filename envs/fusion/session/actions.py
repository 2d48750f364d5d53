"""The action layouts of a session: the Gambit's pages, one for scenes, then the Throwdown's own."""

from __future__ import annotations

from dataclasses import replace
from enum import auto

import numpy as np

from throwdown.envs.core.kit import ActionLayout, Named, Range, single, tr
from throwdown.envs.fusion.gambit import actions as gambit
from throwdown.envs.fusion.pile import actions as pile
from throwdown.envs.fusion.throwdown import actions as throwdown
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.choices import PAGES_SHARED, SHARED_ACTIONS


class Goal(Named):
    """What may be at stake.

    Nothing in particular; a single-point trigger of GA-18, which a Pilot may venture; or what only a Throwdown can
    decide: for a Pilot Trauma (S-07), for Coach the triggers of GA-23.
    """

    NONE = auto()
    CHARGEUP = auto()
    FAVOR = auto()
    FORTIFY = auto()
    REBUILD = auto()
    RECOVER = auto()
    REPLENISH = auto()
    TRAUMA = auto()
    DISFAVOR = auto()
    PURGE = auto()
    STRIFE = auto()
    WAVE = auto()


_EFFECTS: dict[Goal, tuple[int, int]] = {
    Goal.NONE: (book.Kind.NONE, book.Target.NONE),
    Goal.CHARGEUP: (book.Kind.CHARGEUP, book.Target.SELF),
    Goal.FAVOR: (book.Kind.FAVOR, book.Target.NONE),
    Goal.FORTIFY: (book.Kind.FORTIFY, book.Target.SELF),
    Goal.REBUILD: (book.Kind.REBUILD, book.Target.NONE),
    Goal.RECOVER: (book.Kind.RECOVER, book.Target.SELF),
    Goal.REPLENISH: (book.Kind.REPLENISH, book.Target.NONE),
    Goal.TRAUMA: (book.Kind.TRAUMA, book.Target.THREAT),
    Goal.DISFAVOR: (book.Kind.DISFAVOR, book.Target.NONE),
    Goal.PURGE: (book.Kind.PURGE, book.Target.PILOT),
    Goal.STRIFE: (book.Kind.STRIFE, book.Target.TEAM),
    Goal.WAVE: (book.Kind.WAVE, book.Target.NONE),
}
GOAL_EFFECT = np.array([_EFFECTS[goal] for goal in Goal], np.int64)
"""[goal]: kind and target of its effect."""
END_OF_VENTURES, FIRST_COACHS = Goal.TRAUMA, Goal.DISFAVOR
"""What only a Throwdown can decide begins here, and what is Coach's."""
VENTURES = Goal.labels()[:END_OF_VENTURES]

_SCENE = (
    Range(
        "venture",
        tuple(f"venture {name}" for name in VENTURES),
        tr("a Pilot's scene: try for this goal, and let Coach say what it takes (GA-02, GA-18)"),
    ),
    Range(
        "challenge",
        tuple(f"challenge {name}" for name in Goal.labels()),
        tr("throw the gauntlet: a Throwdown, with this goal at stake (TS-17, TS-22)"),
    ),
    single("rest", tr("a Pilot's scene: try for nothing")),
    single("fiat", tr("Coach lets it go: the goal is reached, or his own scene is a quiet one (GA-02)")),
    single("gambit", tr("Coach proposes a Gambit for the goal (GA-04)")),
)


def _lay_out(throwdown: ActionLayout) -> ActionLayout:
    """Return the layout of a session with the Throwdown of one edition; what a Gambit has too is renamed there."""
    taken = {r.name for page in gambit.LAYOUT.pages for r in page}
    own = [
        [replace(r, labels=(f"{r.name}-it",)) if r.name in taken else r for r in page]
        for page in throwdown.pages[len(PAGES_SHARED) :]
    ]
    return ActionLayout([*gambit.LAYOUT.pages, _SCENE, *own])


LAYOUT = _lay_out(throwdown.LAYOUT)
OLDER_LAYOUT = _lay_out(pile.LAYOUT)


class Page(Named):
    """The page of its own, and the first of the Throwdown's own."""

    SCENE = len(gambit.LAYOUT.pages)
    THROWDOWN = auto()


class Start(Named):
    """The first actions of these pages."""

    SCENE = int(LAYOUT.starts[Page.SCENE])
    THROWDOWN = int(LAYOUT.starts[Page.THROWDOWN])


THROWDOWN_PAGES = Page.THROWDOWN - len(PAGES_SHARED)
"""What a Throwdown's own pages are moved by."""
THROWDOWN_ACTIONS = Start.THROWDOWN - SHARED_ACTIONS
"""What a Throwdown's own actions are moved by."""


_bit = LAYOUT.bit


class Act(Named):
    """Places in the page of scenes."""

    VENTURE = _bit("venture")
    CHALLENGE = _bit("challenge")
    REST = _bit("rest")
    FIAT = _bit("fiat")
    GAMBIT = _bit("gambit")
