"""Throwdown: tabletop card duels as environments to train in, to measure in, and to play."""

from __future__ import annotations

__version__ = "0.3.0"

from typing import TYPE_CHECKING, Any

from throwdown import (
    interrupt as interrupt,
)  # first, since Ctrl-C may come during the slow imports below
from throwdown.envs import ids, make, register
from throwdown.envs.core.errors import (
    IllegalAction,
    InvalidConfig,
    InvalidGame,
    InvalidPosition,
    InvalidRecord,
    MissingExtra,
    ThrowdownError,
    UnknownGame,
)

if TYPE_CHECKING:
    from throwdown.agents import load_agent
    from throwdown.api import make_sb3, make_solo, make_vec
    from throwdown.envs.environments.batch import Batch
    from throwdown.envs.tables.table import Table, position_schema

__all__ = [
    "Batch",
    "IllegalAction",
    "InvalidConfig",
    "InvalidGame",
    "InvalidPosition",
    "InvalidRecord",
    "MissingExtra",
    "Table",
    "ThrowdownError",
    "UnknownGame",
    "__version__",
    "ids",
    "load_agent",
    "make",
    "make_sb3",
    "make_solo",
    "make_vec",
    "position_schema",
]

_LAZY = {
    "Batch": ("throwdown.envs.environments.batch", "Batch"),
    "Table": ("throwdown.envs.tables.table", "Table"),
    "position_schema": ("throwdown.envs.tables.table", "position_schema"),
    "load_agent": ("throwdown.agents", "load_agent"),
    "make_sb3": ("throwdown.api", "make_sb3"),
    "make_solo": ("throwdown.api", "make_solo"),
    "make_vec": ("throwdown.api", "make_vec"),
}


def __getattr__(name: str) -> Any:
    """Import attributes that need Numba lazily."""
    if name not in _LAZY:
        raise AttributeError(f"module 'throwdown' has no attribute '{name}'")
    from importlib import import_module

    module, attribute = _LAZY[name]
    value = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


register()
