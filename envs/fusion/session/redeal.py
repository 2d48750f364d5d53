"""What a seat cannot know of a session, dealt anew."""

from __future__ import annotations

from throwdown.envs.core.kit import Out, calls, copy_record, kernel
from throwdown.envs.fusion.session import parts
from throwdown.envs.fusion.session.state import Active, State


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Resample what ``viewer`` cannot know."""
    if s.active == Active.GAMBIT:
        parts.lend(s, s.gambit)
        calls.redeal(s.gambit, viewer, out)
        parts.reclaim(s, s.gambit)
        copy_record(s.throwdown.world, s.gambit.world)
    else:
        parts.lend(s, s.throwdown)
        calls.redeal(s.throwdown, viewer, out)
        parts.reclaim(s, s.throwdown)
