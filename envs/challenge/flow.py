"""The course of a game: what comes next while nobody is asked."""

from throwdown.envs.challenge import hostile
from throwdown.envs.challenge.state import State
from throwdown.envs.core.kit import Out, kernel


@kernel
def step(s: State, out: Out) -> None:
    """Let a hostile Action that has been answered strike."""
    s.strikes = False
    hostile.strike(s, out)
