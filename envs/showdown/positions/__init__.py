"""Situations of the game as plain data, and how states are built out of them."""

from throwdown.envs.showdown.positions.builder import from_position
from throwdown.envs.showdown.positions.position import Position, to_position

__all__ = ["Position", "from_position", "to_position"]
