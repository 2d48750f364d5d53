"""The common part of all games' states: seat to move, phase, end and random stream."""

from throwdown.envs.core.records import Record, boolean, int16, nested
from throwdown.envs.core.rng import Stream


class GameState(Record):
    """The fields with which the state of every game begins."""

    rng: Stream = nested(Stream, "chance", kept=True)
    phase: int = int16("what is being decided, an index of the game's phases")
    seat: int = int16("who decides")
    over: bool = boolean("whether the game is over")
    asks: bool = boolean("whether what is being decided waits for an answer (see `decisions`)")
