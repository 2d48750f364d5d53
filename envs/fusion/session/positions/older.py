"""Situations of a session of the older edition."""

from throwdown.envs.fusion.session.positions.builder import from_position
from throwdown.envs.fusion.session.positions.position import OlderPosition as Position, to_position

__all__ = ["Position", "from_position", "to_position"]
