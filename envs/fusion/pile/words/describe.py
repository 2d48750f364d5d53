"""The actions of the pile edition that several decisions share, and Strike."""

from __future__ import annotations

from collections.abc import Mapping

from throwdown.envs.core.decisions import Answer
from throwdown.envs.core.kit import NONE, Actions, Description, Setup, tr
from throwdown.envs.fusion.pile.actions import ABILITIES, Act
from throwdown.envs.fusion.pile.state import State
from throwdown.envs.fusion.words import describe as shared
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.order import MAX_STRIKE
from throwdown.envs.fusion.world.terms import COACH, Robo

THE_PILE = tr("The Pile")
"""The title of the Pile."""


def strike(s: State, p: int) -> int:
    """Return a participant's Strike now: `table.strike_of` in plain Python, for records that are no arrays."""
    c, cfg, gear = s.conflict, s.cfg, int(s.world.gear[p])
    n = int(c.strike[p]) + int(s.modifier[p]) + int(c.bonus[p])
    if p != COACH:
        n += sum(int(cfg.gear_strike[p, g]) for g in range(book.MAX_GEAR) if (gear >> g) & 1)
        n += int(cfg.rider[p]) if c.robo[p] == Robo.SUMMONED else 0
        n += sum(int(c.bonus[q]) for q in range(1, 8) if q != p and s.fused[p] == p == s.fused[q])
    return max(0, min(MAX_STRIKE, n))


def _ability(s: State, k: int, setup: Setup) -> Description:
    owner = int(s.seat) if s.owner == NONE else int(s.owner)
    verb, _, number = ABILITIES[k].partition(" ")
    is_own, i = owner == s.seat and s.fused[owner] == NONE, int(number or 0)
    lost = int(s.cfg.gear_strike[owner, i]) if verb == "sacrifice" else 0
    return shared.ability_of(s, owner, verb, i, setup, strike(s, owner) if is_own else NONE, -lost)


SHARED: Mapping[Actions, Answer] = {
    **shared.SHARED,
    Act.ABILITY: _ability,
    Act.SPOILS_DONE: Description(tr("Done"), "", "", tr("no more effects")),
}
"""What the actions are in every decision that does not say otherwise."""
