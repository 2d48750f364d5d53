"""Checks for who writes a game: what this package's tests look for in its own games, for yours.

``assert check_game("nim-v0").is_sound`` in a test, or ``throwdown check nim-v0`` on the command line.
"""

from throwdown.testing.check import check_game
from throwdown.testing.report import Check, Report

__all__ = ["Check", "Report", "check_game"]
