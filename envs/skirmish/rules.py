"""The rules of Skirmish as kernels, clause by clause as in RULES.md: the deal, moves and returns."""

from throwdown.envs.core import deck as piles
from throwdown.envs.core.kit import NONE, Out, kernel, reset
from throwdown.envs.skirmish import fights
from throwdown.envs.skirmish.decisions import DECISIONS
from throwdown.envs.skirmish.state import MCS, PROCESSES, End, State

legal, apply, _settle = DECISIONS.legal, DECISIONS.apply, DECISIONS.settle


@kernel
def setup(s: State, out: Out) -> None:
    """Shuffle a deck for each side (SKA-01) and open the first fight."""
    reset(s)
    for side in range(2):
        piles.fill(s.teams[side].deck, s.cfg.faces)
    fights.open_fight(s, out)
    _settle(s, out)


@kernel
def returns(s: State, out: Out) -> None:
    """Write the returns: a win is worth 1; once the rounds are over half the lead in HP is (SKE-03, SKO-38)."""
    if s.ended == End.MCS:
        value = 1.0
    elif s.ended == End.CPU:
        value = -1.0
    else:
        value = 0.5 * min(1.0, max(-1.0, share(s, 0, MCS) - share(s, MCS, PROCESSES)))
    out.returns[0], out.returns[1] = value, -value


@kernel
def share(s: State, first: int, last: int) -> float:
    """Return the HP of processes as a share of their MaxHP; who is down counts with none (SKO-38)."""
    hp, most = 0, 0
    for p in range(first, last):
        w = s.processes[p]
        if w.sheet != NONE:
            hp += w.hp
            most += w.max_hp
    return hp / most
