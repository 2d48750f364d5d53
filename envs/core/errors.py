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
    """Return the first mistake that a pydantic ``ValidationError`` found, as a sentence that names the field.

    Args:
        error: the error.
        what: what was being read, such as ``Scenario 'standard'``.
        known: field names among which a misspelt one is looked for.
    """
    first = error.errors()[0]
    place = ".".join(str(x) for x in first["loc"])
    more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    if first["type"] == "extra_forbidden":
        return f"{what}: '{place}' is not a field{did_you_mean(str(first['loc'][-1]), known)}{more}."
    if first["type"] == "missing":
        return f"{what}: the field '{place}' is missing{more}."
    text = first["msg"].removeprefix("Value error, ").rstrip(".")
    given = "" if first["type"] == "value_error" else f" is {first['input']!r}"
    return f"{what}: {place + given + ': ' if place else ''}{text}{more}."
