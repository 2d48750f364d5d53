"""What can go wrong, each with one sentence that says what was wrong and what would be right."""

import difflib
from collections.abc import Iterable
from typing import Any


class ThrowdownError(ValueError):
    """Base of every error that a user of the package can cause."""


class IllegalAction(ThrowdownError):
    """An action that the rules do not allow now; the game is unchanged."""


class InvalidPosition(ThrowdownError):
    """A position that cannot occur."""


class UnknownGame(ThrowdownError):
    """An id that names no game."""


class InvalidConfig(ThrowdownError):
    """A scenario, option or training setting that is missing, misspelt or out of range."""


class InvalidRecord(ThrowdownError):
    """A saved file that is damaged, foreign or of another version."""


class MissingExtra(ThrowdownError):
    """A feature whose optional dependencies are not installed."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `` (did you mean 'x'?)`` for the nearest known word, or an empty string."""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean '{near[0]}'?)" if near else ""


def one_sentence(error: Any, what: str, known: Iterable[str] = ()) -> str:
    """Return what a pydantic ``ValidationError`` found, each mistake as a sentence that names the field.

    Several mistakes are counted first, and have a line each.

    Args:
        error: the error.
        what: what was being read, such as ``Scenario 'standard'``.
        known: field names among which a misspelt one is looked for.
    """
    words = list(known)
    told = list(dict.fromkeys(_mistake(one, words) for one in error.errors()))
    if len(told) == 1:
        return f"{what}: {told[0]}"
    return "\n".join([f"{what}: {len(told)} mistakes.", *(f"  {text}" for text in told)])


def _mistake(one: Any, known: Iterable[str]) -> str:
    """Return one of pydantic's errors as a sentence."""
    place = ".".join(str(x) for x in one["loc"])
    if one["type"] == "extra_forbidden":
        return f"'{place}' is not a field{did_you_mean(str(one['loc'][-1]), known)}."
    if one["type"] == "missing":
        return f"the field '{place}' is missing."
    text = one["msg"].removeprefix("Value error, ").rstrip(".")
    given = "" if one["type"] == "value_error" else f" is {one['input']!r}"
    return f"{place + given + ': ' if place else ''}{text}."
