"""The action layouts of a session: the Gambit's actions, those of scenes, then the Throwdown's own."""

from __future__ import annotations

from dataclasses import replace
from enum import auto
from typing import Any

import numpy as np

from throwdown.envs.core.kit import ActionLayout, Actions, Named, as_bits, kernel, single, tr
from throwdown.envs.fusion.gambit import actions as gambit
from throwdown.envs.fusion.pile import actions as pile
from throwdown.envs.fusion.throwdown import actions as throwdown
from throwdown.envs.fusion.world import book, choices


class Goal(Named):
    """What may be at stake."""

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


_Effects = dict[Goal, tuple[int, int]]
_ANYBODYS: _Effects = {Goal.NONE: (book.Kind.NONE, book.Target.NONE)}
"""Nothing in particular."""
_VENTURES: _Effects = {
    Goal.CHARGEUP: (book.Kind.CHARGEUP, book.Target.SELF),
    Goal.FAVOR: (book.Kind.FAVOR, book.Target.NONE),
    Goal.FORTIFY: (book.Kind.FORTIFY, book.Target.SELF),
    Goal.REBUILD: (book.Kind.REBUILD, book.Target.NONE),
    Goal.RECOVER: (book.Kind.RECOVER, book.Target.SELF),
    Goal.REPLENISH: (book.Kind.REPLENISH, book.Target.NONE),
}
"""A single-point trigger of GA-18, which a Pilot may venture."""
_PILOTS: _Effects = {Goal.TRAUMA: (book.Kind.TRAUMA, book.Target.THREAT)}
"""What only a Throwdown can decide for a Pilot (S-07)."""
_COACHS: _Effects = {
    Goal.DISFAVOR: (book.Kind.DISFAVOR, book.Target.NONE),
    Goal.PURGE: (book.Kind.PURGE, book.Target.PILOT),
    Goal.STRIFE: (book.Kind.STRIFE, book.Target.TEAM),
    Goal.WAVE: (book.Kind.WAVE, book.Target.NONE),
}
"""What only a Throwdown can decide for Coach: the triggers of GA-23."""
_EFFECTS = {**_ANYBODYS, **_VENTURES, **_PILOTS, **_COACHS}
GOAL_EFFECT = np.array([_EFFECTS[goal] for goal in Goal], np.int64)
"""[goal]: kind and target of its effect."""
VENTURED = as_bits((*_ANYBODYS, *_VENTURES))
"""What a Pilot may venture, as bits."""
GOALS_OF = (as_bits(_COACHS), as_bits((*_VENTURES, *_PILOTS)))
"""[side]: its goals as bits, beside nothing in particular."""


class Act(Actions):
    """The actions of scenes."""

    VENTURE = choices.named(
        "venture",
        tuple(goal.label for goal in (*_ANYBODYS, *_VENTURES)),
        tr("a Pilot's scene: try for this goal; Coach then decides how (GA-02, GA-18)"),
        first=gambit.LAYOUT.n,
    )
    CHALLENGE = choices.named(
        "challenge",
        Goal.labels(),
        tr("throw the gauntlet: a Throwdown with this goal at stake (TS-17, TS-22)"),
    )
    REST = single("rest", tr("a Pilot's scene: rest, without trying for a goal"))
    FIAT = single("fiat", tr("Coach lets the goal be reached, or has a quiet scene of his own (GA-02)"))
    GAMBIT = single("gambit", tr("Coach proposes a Gambit for the goal (GA-04)"))


_BEFORE = (choices.Act, gambit.Act, Act)
THROWDOWN_START = ActionLayout(*_BEFORE).n
"""Where the Throwdown's own actions begin."""
MOVED = THROWDOWN_START - choices.SHARED_ACTIONS
"""How much higher their ids are than in a game of its own."""


def _moved(act: type[Actions]) -> type[Actions]:
    """Return a Throwdown's own actions as they are numbered here; what is labelled as in a Gambit is renamed."""
    taken = gambit.LAYOUT.labels
    ranges = {
        member.name: replace(
            member.range,
            first=member + MOVED,
            labels=(f"{member.label}-it",) if member.label in taken else member.range.labels,
        )
        for member in act
    }
    make: Any = Actions  # as a function
    moved: type[Actions] = make(act.__name__, ranges, module=__name__)
    return moved


@kernel
def in_throwdown(action: int) -> int:
    """Return what an action of a Throwdown is in a game of its own."""
    return action if action < THROWDOWN_START else action - MOVED


StagesAct = _moved(throwdown.Act)
PileAct = _moved(pile.Act)
LAYOUT, OLDER_LAYOUT = (ActionLayout(*_BEFORE, act) for act in (StagesAct, PileAct))
