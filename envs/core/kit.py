"""What a game's folder is written with, in one place; the rest of core is imported from its own modules."""

from throwdown.envs.core import calls, cardset
from throwdown.envs.core.actions import ActionLayout, Range, card_range, single
from throwdown.envs.core.calls import Kernels
from throwdown.envs.core.cards import FRENCH, NONE, CardKit
from throwdown.envs.core.enums import Named, labels
from throwdown.envs.core.errors import InvalidConfig, InvalidPosition, did_you_mean
from throwdown.envs.core.events import Out, tell
from throwdown.envs.core.fields import Field, Fields
from throwdown.envs.core.game import Game, Setup
from throwdown.envs.core.jit import entry, fill, kernel, wide
from throwdown.envs.core.records import (
    Floats,
    Ints,
    copy_record,
    copy_values,
    int8,
    int16,
    int32,
    int64,
    nested,
    reset,
    row,
    wipe,
)
from throwdown.envs.core.rng import pick
from throwdown.envs.core.state import GameState

__all__ = [
    "FRENCH",
    "NONE",
    "ActionLayout",
    "CardKit",
    "Field",
    "Fields",
    "Floats",
    "Game",
    "GameState",
    "Ints",
    "InvalidConfig",
    "InvalidPosition",
    "Kernels",
    "Named",
    "Out",
    "Range",
    "Setup",
    "calls",
    "card_range",
    "cardset",
    "copy_record",
    "copy_values",
    "did_you_mean",
    "entry",
    "fill",
    "int8",
    "int16",
    "int32",
    "int64",
    "kernel",
    "labels",
    "nested",
    "pick",
    "reset",
    "row",
    "single",
    "tell",
    "wide",
    "wipe",
]
