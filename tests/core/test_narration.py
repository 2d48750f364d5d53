"""The events of a game: their numbers, and that every one of them is told."""

from __future__ import annotations

from typing import Any

import pytest

from throwdown.envs.core.errors import InvalidGame
from throwdown.envs.core.events import Events, Happening, event
from throwdown.envs.core.narration import Narration


class Event(Events):
    RALLIED = event("{who} rallied.")
    FLED = event()


class Later(Events):
    RESTED = event("{who} rested.", first=40)
    ROSE = event()


VALUES = {"who": lambda e, setup: setup[e.seat], "other": lambda e, setup: setup[99]}
SETUP = ("Ada", "Bo")


def fled(e: Happening, setup: Any) -> str:
    return f"{setup[e.seat]} fled."


def test_events_are_numbered_from_0_or_from_a_first_one_on() -> None:
    assert [int(x) for x in Event] == [0, 1] and [int(x) for x in Later] == [40, 41]


def test_an_event_is_told_by_its_line_or_by_a_function() -> None:
    tell = Narration(Event, VALUES, {Event.FLED: fled}).tell
    assert tell(Happening("rallied", 1, -1, 0, 0), SETUP) == "Bo rallied."
    assert tell(Happening("fled", 0, -1, 0, 0), SETUP) == "Ada fled."


def test_an_event_that_nothing_tells_is_refused() -> None:
    with pytest.raises(InvalidGame, match="event 'fled' has neither a sentence nor a function"):
        Narration(Event, VALUES)


def test_an_event_that_is_told_twice_is_refused() -> None:
    with pytest.raises(InvalidGame, match="event 'rallied' has both a sentence and a function"):
        Narration(Event, VALUES, {Event.FLED: fled, Event.RALLIED: fled})


def test_an_event_of_another_game_is_refused() -> None:
    with pytest.raises(InvalidGame, match="event 'rose' is told, but is none of the game's"):
        Narration(Event, VALUES, {Event.FLED: fled, Later.ROSE: fled})


def test_a_sentence_that_names_what_there_is_not_is_refused() -> None:
    with pytest.raises(InvalidGame, match="event 'rallied' names 'who' in its sentence, which stands for"):
        Narration(Event, {}, {Event.FLED: fled})
