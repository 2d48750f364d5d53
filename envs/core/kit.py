"""What everything on top of core is written with, in one place: games, environments, agents, measurement, training."""

from throwdown.envs.core import calls, cardset
from throwdown.envs.core.actions import (
    ActionLayout,
    Range,
    as_action,
    card_range,
    count_members,
    nth_member,
    single,
)
from throwdown.envs.core.batch import Batch, open_one, redeal_games
from throwdown.envs.core.calls import Kernels, by_record
from throwdown.envs.core.cards import FRENCH, FRENCH_WITH_JOKERS, NONE, CardKit
from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.core.enums import Named, labels
from throwdown.envs.core.errors import (
    IllegalAction,
    InvalidConfig,
    InvalidPosition,
    InvalidRecord,
    MissingExtra,
    ThrowdownError,
    brief,
    did_you_mean,
    one_sentence,
)
from throwdown.envs.core.events import Out, tell
from throwdown.envs.core.fields import Field, Fields
from throwdown.envs.core.files import parse_json, remove_files, write_file, write_with
from throwdown.envs.core.game import DeckList, Game, Piece, Setup
from throwdown.envs.core.jit import entry, fill, kernel, wide
from throwdown.envs.core.locks import owned
from throwdown.envs.core.recall import Memory
from throwdown.envs.core.records import (
    Bytes,
    Flags,
    Floats,
    Ints,
    Record,
    Singles,
    allocate,
    as_records,
    copy_record,
    copy_values,
    float64,
    int8,
    int16,
    int32,
    int64,
    nested,
    reset,
    row,
    wipe,
)
from throwdown.envs.core.rng import SEEDS, Stream, check_seed, mix, pick
from throwdown.envs.core.state import GameState
from throwdown.envs.core.texts import Description, Entry, Lesson, words_of
from throwdown.envs.core.worlds import Worlds, imagine

__all__ = [
    "FRENCH",
    "FRENCH_WITH_JOKERS",
    "NONE",
    "SEEDS",
    "ActionLayout",
    "Batch",
    "Bytes",
    "CardKit",
    "DeckList",
    "Description",
    "Entry",
    "Field",
    "Fields",
    "Flags",
    "Floats",
    "Game",
    "GameState",
    "IllegalAction",
    "Ints",
    "InvalidConfig",
    "InvalidPosition",
    "InvalidRecord",
    "Kernels",
    "Lesson",
    "Memory",
    "MissingExtra",
    "Named",
    "Out",
    "Piece",
    "Range",
    "Record",
    "Setup",
    "Singles",
    "Stream",
    "ThrowdownError",
    "Worlds",
    "allocate",
    "as_action",
    "as_records",
    "brief",
    "by_record",
    "calls",
    "card_range",
    "cardset",
    "check_seed",
    "copy_record",
    "copy_values",
    "count_members",
    "did_you_mean",
    "entry",
    "fill",
    "float64",
    "imagine",
    "int8",
    "int16",
    "int32",
    "int64",
    "kernel",
    "labels",
    "mix",
    "nested",
    "nth_member",
    "one_sentence",
    "open_one",
    "owned",
    "parse_json",
    "pick",
    "plural",
    "redeal_games",
    "remove_files",
    "reset",
    "row",
    "single",
    "tell",
    "tr",
    "wide",
    "wipe",
    "words_of",
    "write_file",
    "write_with",
]
