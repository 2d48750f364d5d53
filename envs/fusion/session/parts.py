"""The conflicts that lie in a session's record: how they begin, are played and leave the table."""

from __future__ import annotations

import numpy as np

from throwdown.envs.core import calls
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import Out
from throwdown.envs.core.jit import entry, fill, kernel, wide
from throwdown.envs.core.records import copy_record, wipe
from throwdown.envs.fusion.gambit.rules import begin_conflict as begin_gambit
from throwdown.envs.fusion.session.actions import GAMBIT_ACTIONS
from throwdown.envs.fusion.session.state import (
    GAMBIT_EVENTS,
    GAMBIT_PHASES,
    IN_GAMBIT,
    IN_THROWDOWN,
    NO_CONFLICT,
    SHARED_EVENTS,
    State,
)
from throwdown.envs.fusion.throwdown.rules import begin_conflict as begin_throwdown
from throwdown.envs.fusion.throwdown.rules import clear_conflict
from throwdown.envs.fusion.throwdown.state import END
from throwdown.envs.fusion.world.choices import SHARED_ACTIONS
from throwdown.envs.fusion.world.conflict import FIRST_PHASE, OVER, ConflictState
from throwdown.envs.fusion.world.state import COACH


@kernel
def lend(s: State, part: ConflictState) -> None:
    """Let a part go on with the session's stream."""
    copy_record(part.rng, s.rng)


@kernel
def reclaim(s: State, part: ConflictState) -> None:
    """Go on with a part's stream."""
    copy_record(s.rng, part.rng)


@kernel
def renumber(out: Out, first: int) -> None:
    """Give a Gambit's own events, from entry ``first`` of the log on, the numbers that they have here."""
    for i in range(first, min(wide(out.count), wide(out.room))):
        if out.events[i, 0] >= SHARED_EVENTS:
            out.events[i, 0] += GAMBIT_EVENTS


@kernel
def stand_down(s: State) -> None:
    """Leave the Throwdown's record with the world alone; who acts leads the Pilots meanwhile (S-14)."""
    t = s.throwdown
    clear_conflict(t)
    fill(t.conflict.involved, 1)
    t.conflict.commander[0] = COACH
    t.conflict.commander[1] = max(1, wide(s.acting))
    t.challenger = COACH
    t.seat = COACH
    t.step = END
    t.phase = OVER
    t.over = True


@kernel
def open_throwdown(s: State, challenger: int, out: Out) -> None:
    """Begin a Throwdown over the present world."""
    s.active = IN_THROWDOWN
    lend(s, s.throwdown)
    begin_throwdown(s.throwdown, challenger, out)
    reclaim(s, s.throwdown)


@kernel
def open_gambit(s: State, p: int, out: Out) -> None:
    """Begin a Gambit over a copy of the present world."""
    s.active = IN_GAMBIT
    copy_record(s.gambit.cfg, s.throwdown.cfg)
    copy_record(s.gambit.world, s.throwdown.world)
    first = wide(out.count)
    lend(s, s.gambit)
    begin_gambit(s.gambit, p, out)
    reclaim(s, s.gambit)
    renumber(out, first)


@kernel
def play_throwdown(s: State, action: int, out: Out) -> None:
    """Play an action of the Throwdown's, or a choice between conflicts."""
    lend(s, s.throwdown)
    calls.apply(s.throwdown, action, out)
    reclaim(s, s.throwdown)


@kernel
def play_gambit(s: State, action: int, out: Out) -> None:
    """Play an action of the Gambit's, and keep the world up to date."""
    first = wide(out.count)
    lend(s, s.gambit)
    calls.apply(s.gambit, action - GAMBIT_ACTIONS if action >= SHARED_ACTIONS else action, out)
    reclaim(s, s.gambit)
    copy_record(s.throwdown.world, s.gambit.world)
    renumber(out, first)


@kernel
def close_part(s: State) -> None:
    """Clear the conflict that is over away."""
    if s.active == IN_GAMBIT:
        wipe(s.gambit)
    s.active = NO_CONFLICT
    stand_down(s)


@kernel
def is_part_over(s: State) -> bool:
    """Return whether the conflict that is being fought has ended."""
    if s.active == IN_GAMBIT:
        return s.gambit.over
    return s.throwdown.over


@kernel
def is_waiting(s: State) -> bool:
    """Return whether an effect between conflicts waits for somebody's decision."""
    d = s.throwdown.pending
    return wide(d.waiting) + wide(d.depth) + wide(d.pay) > 0 or d.fate != NONE


@kernel
def mirror(s: State) -> None:
    """Show who decides what in the part that waits."""
    if s.active == IN_GAMBIT:
        phase = wide(s.gambit.phase)
        s.phase = phase + GAMBIT_PHASES if phase >= FIRST_PHASE else phase
        s.seat = s.gambit.seat
    else:
        s.phase = s.throwdown.phase
        s.seat = s.throwdown.seat


@entry
def stand_down_one(states: np.ndarray) -> None:
    """Prepare a session that is set up from outside for the world between conflicts."""
    stand_down(states[0])
