"""Narration of events: by the sentences of their lines, or by functions for more complex sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any

from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.errors import InvalidGame
from throwdown.envs.core.events import Events, Happening

Value = Callable[[Happening, Any], object]
"""Returns the value of a name in a sentence, given an event and the setup."""
Teller = Callable[[Happening, Any], str]
"""Returns the sentence for an event, given the setup."""


class Narration:
    """The sentences for all events of a game."""

    def __init__(
        self,
        events: Iterable[Events],
        values: Mapping[str, Value],
        tellers: Mapping[Any, Teller] | None = None,
    ) -> None:
        """Check that every event has a sentence or a function.

        Args:
            events: the events.
            values: the values of names in sentences.
            tellers: the functions for events without a sentence.

        Raises:
            InvalidGame: an event has neither a sentence nor a function, or both; a function is for an event that the
                game does not have; or a sentence names an unknown value.
        """
        events, tellers = tuple(events), tellers or {}
        for kind in events:
            where = f"{kind.__module__}: event '{kind.label}'"
            if kind in tellers and kind.sentence:
                raise InvalidGame(f"{where} has both a sentence and a function that tells it.")
            if kind not in tellers and not kind.sentence:
                raise InvalidGame(f"{where} has neither a sentence nor a function that tells it.")
            for _, name, _, _ in Formatter().parse(kind.sentence):
                if name is not None and name not in values:
                    raise InvalidGame(f"{where} names '{name}' in its sentence, which stands for nothing.")
        for kind in tellers:
            if kind not in events:
                raise InvalidGame(
                    f"{kind.__module__}: event '{kind.label}' is told, but is none of the game's."
                )
        self._values = values
        self._tellers = {kind.label: teller for kind, teller in tellers.items()}
        self._sentences = {kind.label: kind.sentence for kind in events}

    def has(self, event: Happening) -> bool:
        """Return whether an event is one of the game's."""
        return event.kind in self._sentences

    def tell(self, event: Happening, setup: Any) -> str:
        """Return the sentence for an event."""
        if event.kind in self._tellers:
            return self._tellers[event.kind](event, setup)
        return fill(self._sentences[event.kind], self._values, event, setup)


class _Values:
    """The values of an event, each computed when a sentence names it."""

    def __init__(self, values: Mapping[str, Value], event: Happening, setup: Any) -> None:
        self._values, self._event, self._setup = values, event, setup

    def __getitem__(self, name: str) -> object:
        return self._values[name](self._event, self._setup)


_JOKERS = {"*r": tr("the red Joker"), "*b": tr("the black Joker")}


def called_card(text: str) -> str:
    """Return what sentences call a card, given its text."""
    return _JOKERS.get(text, text)


def fill(sentence: str, values: Mapping[str, Value], event: Happening, setup: Any) -> str:
    """Return a sentence about an event with the values of its names."""
    return sentence.format_map(_Values(values, event, setup))
