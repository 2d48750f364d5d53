"""The conflicts that lie in a session's record: how they begin, are played and leave the table."""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.actions import shift_members
from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, calls, copy_record, entry, fill, kernel, reset, wipe
from throwdown.envs.fusion.gambit import rules as gambit_rules
from throwdown.envs.fusion.session import actions, editions, state
from throwdown.envs.fusion.world import agenda, choices, conflict
from throwdown.envs.fusion.world.terms import COACH, Choice


@kernel
def lend(s: state.State, part: conflict.ConflictState) -> None:
    """Let a part go on with the session's stream."""
    copy_record(part.rng, s.rng)


@kernel
def reclaim(s: state.State, part: conflict.ConflictState) -> None:
    """Go on with a part's stream."""
    copy_record(s.rng, part.rng)


@kernel
def stand_down(s: state.State) -> None:
    """Leave the Throwdown's record with the world alone; who acts leads the Pilots meanwhile (S-14)."""
    t = s.throwdown
    reset(t)
    fill(t.conflict.involved, True)
    t.conflict.commander[0] = COACH
    t.conflict.commander[1] = max(1, s.acting)
    t.challenger = COACH
    t.seat = COACH
    editions.rest(t)
    t.phase = Choice.OVER
    t.over = True


@kernel
def open_throwdown(s: state.State, challenger: int, out: Out) -> None:
    """Begin a Throwdown over the present world."""
    s.active = state.Active.THROWDOWN
    lend(s, s.throwdown)
    editions.begin(s.throwdown, challenger, out)
    reclaim(s, s.throwdown)


@kernel
def open_gambit(s: state.State, p: int, out: Out) -> None:
    """Begin a Gambit over a copy of the present world."""
    s.active = state.Active.GAMBIT
    copy_record(s.gambit.cfg, s.throwdown.cfg)
    copy_record(s.gambit.world, s.throwdown.world)
    lend(s, s.gambit)
    gambit_rules.begin_conflict(s.gambit, p, 0 if s.goal == actions.Goal.NONE else 1, out)
    reclaim(s, s.gambit)


@kernel
def close_part(s: state.State) -> None:
    """Clear the conflict that is over away."""
    if s.active == state.Active.GAMBIT:
        wipe(s.gambit)
    s.active = state.Active.NONE
    stand_down(s)


@kernel
def is_part_over(s: state.State) -> bool:
    """Return whether the conflict that is being fought has ended."""
    if s.active == state.Active.GAMBIT:
        return s.gambit.over
    return s.throwdown.over


@kernel
def is_waiting(s: state.State) -> bool:
    """Return whether an effect between conflicts waits for somebody's decision."""
    return not agenda.is_idle(s.throwdown) or s.throwdown.pending.fate != NONE


# Decisions -----------------------------------------------------------------------------------------------------------


@kernel
def ask_part(s: state.State) -> None:
    """Have asked here what the part asks that waits."""
    if s.active == state.Active.GAMBIT:
        ask(s, s.gambit.phase)
    else:
        ask(s, state.THROWDOWN_PHASE[s.throwdown.phase])


@kernel
def mover(s: state.State) -> int:
    """Return who decides in the part that waits."""
    return s.gambit.seat if s.active == state.Active.GAMBIT else s.throwdown.seat


@kernel
def legal_in_part(s: state.State, out: Out) -> None:
    """What is legal in the part that waits; a Throwdown's own actions come after those of scenes."""
    if s.active == state.Active.GAMBIT:
        calls.legal(s.gambit, out)
        return
    calls.legal(s.throwdown, out)
    shift_members(out, choices.SHARED_ACTIONS, actions.MOVED)


@kernel
def play_in_part(s: state.State, action: int, out: Out) -> None:
    """Play an action in the part that waits, and keep the world up to date."""
    if s.active == state.Active.GAMBIT:
        lend(s, s.gambit)
        calls.apply(s.gambit, action, out)
        reclaim(s, s.gambit)
        copy_record(s.throwdown.world, s.gambit.world)
        return
    lend(s, s.throwdown)
    calls.apply(s.throwdown, actions.in_throwdown(action), out)
    reclaim(s, s.throwdown)


@entry
def stand_down_one(states: np.ndarray) -> None:
    """Prepare a session that is set up from outside for the world between conflicts."""
    stand_down(states[0])
