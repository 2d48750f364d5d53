"""What the stages of a Throwdown are called."""

from throwdown.envs.core.catalogue import tr
from throwdown.envs.fusion.throwdown import state

STAGE_NAMES = (
    *(tr("before the stages"), tr("Confrontation"), tr("Struggle"), tr("Final Attack")),
    *(tr("Robo time"), tr("Did you see that"), tr("Dayum"), tr("Final round for real")),
)
"""Names of the stages, 4 to 7 being those of a Rumble."""


def pile_title(stage: int) -> str:
    """Return the title of a stage's Pile."""
    rumble = stage - state.LAST_STAGE
    number = tr("Rumble {n}", n=rumble) if rumble > 0 else str(stage)
    return f"{number} · {STAGE_NAMES[stage]}"
