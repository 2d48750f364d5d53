"""What the heuristics of FUSION's conflicts read off a scenario and the width of an observation."""

import numpy as np

from throwdown.agents.heuristics.rated import config_of
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import Fields, Ints, InvalidConfig, Setup
from throwdown.envs.fusion.world.obs import PILOT
from throwdown.envs.fusion.world.terms import SEATS

FULL_DECK = np.full(FACES, 2, np.int64)
"""The copies of each card in the full double deck."""


def copies_of(setup: Setup) -> Ints:
    """Return how many copies of each card a scenario's deck has: int64, shape (FACES,)."""
    words = np.asarray(config_of(setup).faces, np.int64).reshape(-1)
    copies: Ints = ((words[:, None] >> np.arange(FACES)) & 1).sum(axis=0)
    return copies


def slots_of(width: int, fields: Fields, game: str) -> int:
    """Return how many Pilot slots an observation of this width has.

    Raises:
        InvalidConfig: no number of Pilots gives this width.
    """
    for slots in range(1, SEATS):
        if fields.width({PILOT: slots}) == width:
            return slots
    raise InvalidConfig(
        f"an observation is {width} numbers wide, which does not fit any number of Pilots in {game}."
    )
