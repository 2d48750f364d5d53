"""What every game's state has."""

from __future__ import annotations

from throwdown.envs.core.records import Record, boolean, int8, nested
from throwdown.envs.core.rng import Stream


class GameState(Record):
    """Base of every game's state: the fields that the kit itself reads. A game's own fields follow."""

    rng: Stream = nested(Stream, "the game's chance")
    phase: int = int8("what is being decided, as the game's phases number it")
    seat: int = int8("who decides")
    over: bool = boolean("whether the game is over")
