"""The rules of Showdown as kernels, clause by clause as in RULES.md: the deal and the returns."""

from throwdown.envs.core.kit import Out, kernel, reset
from throwdown.envs.showdown import decks, table
from throwdown.envs.showdown.decisions import DECISIONS
from throwdown.envs.showdown.state import CARDS, FRONT, End, State

legal, apply, _settle = DECISIONS.legal, DECISIONS.apply, DECISIONS.settle


@kernel
def setup(s: State, out: Out) -> None:
    """Put out the Initial Cards, shuffle and draw (SD-23, SD-24), up to the first question."""
    reset(s)
    for side in range(2):
        for k in range(s.cfg.initials[side]):
            table.enter(s, side, side * CARDS + FRONT + k)
        decks.fill(s, side)
        decks.draw(s, side, s.cfg.handsize, out)
    _settle(s, out)


@kernel
def returns(s: State, out: Out) -> None:
    """Write the returns: a win is worth 1 (SD-09 to SD-11)."""
    value = -1.0 if s.ended == End.VILLAINS else 1.0
    out.returns[0], out.returns[1] = value, -value
