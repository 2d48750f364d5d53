"""What can go wrong, each with one sentence that says what was wrong and what would be right."""

import difflib
import re
import reprlib
from collections.abc import Iterable
from typing import Any

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but for tabs and line ends, what turns or hides text around it, and halves of characters."""
LONGEST = 2000
"""Characters of a message: what a file says may be of any length."""


def harmless(text: str) -> str:
    """Return a text in which characters that would steer a terminal are spelled out as in Python's literals."""
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def is_harmless(text: str) -> bool:
    """Return whether a text has no character that would steer a terminal."""
    return _UNSEEN.search(text) is None


_BREAK = re.compile(r"\n(?!  \S)")
"""A line break that does not begin one of several mistakes."""


class ThrowdownError(ValueError):
    """Base of every error that a user of the package can cause.

    Its text may quote what a file says, so it is of a bounded length, and no terminal obeys it. It is one line,
    but where it tells of several mistakes, an indented line each.
    """

    def __init__(self, message: object = "") -> None:
        text = _BREAK.sub(r"\\n", harmless(str(message))).replace("\t", "\\t")
        half = LONGEST // 2
        super().__init__(text if len(text) <= LONGEST else f"{text[:half]} … {text[-half:]}")


class IllegalAction(ThrowdownError):
    """An action that the rules do not allow now; the game is unchanged."""


class InvalidPosition(ThrowdownError):
    """A position that cannot occur."""


class UnknownGame(ThrowdownError):
    """An id that names no game."""


class InvalidGame(ThrowdownError):
    """A game that cannot be played as it was written: it does not import, lacks a part, or its rules do not compile."""


class InvalidConfig(ThrowdownError):
    """A scenario, option or training setting that is missing, misspelt or out of range."""


class InvalidRecord(ThrowdownError):
    """A saved file that is damaged, foreign or of another version."""


class MissingExtra(ThrowdownError):
    """A feature whose optional dependencies are not installed."""


def how_many(n: int | str, one: str, many: str = "") -> str:
    """Return a number with what it counts, for sentences that are not translated: ``1 card``, ``2 cards``.

    Args:
        n: the number, or a text of it.
        one: what it counts, for 1.
        many: the same for other numbers; by default with an ``s``.
    """
    return f"{n} {one if str(n) == '1' else many or f'{one}s'}"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that a misspelt one is most like; an empty string if it is like none."""
    near = difflib.get_close_matches(word[:100], list(known), n=1)
    return near[0] if near else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `` (did you mean 'x'?)`` for the nearest known word, or an empty string."""
    near = nearest(word, known)
    return f" (did you mean '{near}'?)" if near else ""


SHOWN = 160
"""Characters of a value that an error shows."""


class _Brief(reprlib.Repr):
    """Shows a value in a few words, however large or deep it is."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = 80

    def repr(self, x: Any) -> str:
        text = super().repr(x)
        return text if len(text) <= SHOWN else f"{text[: SHOWN - 4]} ..."

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if abs(x) < 10**self.maxlong else "a number of more than 80 digits"


brief = _Brief().repr
"""Return a value as Python writes it; what is long is cut."""


def reason(error: BaseException) -> str:
    """Return what somebody else's code raised, as the end of a sentence."""
    text = " ".join(str(error).split()).rstrip(".")
    kind = type(error).__name__
    return f"{kind}: {text if len(text) <= SHOWN else text[:SHOWN] + ' ...'}" if text else kind


def one_sentence(error: Any, what: str, known: Iterable[str] = ()) -> str:
    """Return what a pydantic ``ValidationError`` found, each mistake as a sentence that names the field.

    Several mistakes are counted first, and have a line each.

    Args:
        error: the error.
        what: what was being read, such as ``Scenario 'standard'``.
        known: field names among which a misspelt one is looked for.
    """
    words = list(known)
    every = error.errors()
    inner = {one["loc"][:k] for one in every for k in range(len(one["loc"]))}
    # a list whose only member is wrong is too short besides: that follows, and is not said
    found = [one for one in every if one["type"] != "too_short" or one["loc"] not in inner]
    told = list(dict.fromkeys(_mistake(one, words) for one in found))
    if len(told) == 1:
        return f"{what}: {told[0]}"
    return "\n".join([f"{what}: {len(told)} mistakes.", *(f"  {text}" for text in told)])


def _mistake(one: Any, known: Iterable[str]) -> str:
    """Return one of pydantic's errors as a sentence."""
    place = ".".join(str(x) for x in one["loc"])
    if one["type"] == "extra_forbidden":
        name = str(one["loc"][-1])
        return f"'{place}' is not a field{' there' if name in known else did_you_mean(name, known)}."
    if one["type"] == "missing":
        return f"the field '{place}' is missing."
    if told := _kind_told(one):
        return f"{place} {told}."
    text = one["msg"].removeprefix("Value error, ").removesuffix(".").replace("Input should be", "it must be")
    is_told = one["type"] == "value_error" or isinstance(one["input"], dict | list | tuple)
    given = "" if is_told else f" is {brief(one['input'])}"
    return f"{place + given + ': ' if place else ''}{text}."


def _kind_told(one: Any) -> str:
    """Return what kind of value was wanted, in the words of who writes TOML; empty if another thing is wrong."""
    given, kind = one["input"], one["type"]
    name = ".".join(str(x) for x in one["loc"] if not isinstance(x, int))
    quoted = f"is {brief(given)} in quotes" if isinstance(given, str) else f"is {_shown(given)}"
    if kind == "string_type":
        return f"is {_shown(given)}: it must be a text, in quotes"
    if kind.startswith(("int_", "float_")):
        number = "a whole number" if kind.startswith("int_") else "a number"
        return f"{quoted}: it must be {number}{', without quotes' if isinstance(given, str) else ''}"
    if kind.startswith("bool_"):
        return f"{quoted}: it must be true or false, without quotes"
    if kind in ("tuple_type", "list_type", "set_type", "frozen_set_type"):
        if isinstance(given, dict):
            return (
                f"is one table, where there can be several: write [[{name}]], in double brackets, or a list"
            )
        return f"is {_shown(given)}: it must be a list, in [brackets]"
    if kind in ("model_type", "model_attributes_type", "dict_type"):
        if isinstance(given, list | tuple):
            return f"is a list, where there is one table: write [{name}], in single brackets"
        return f"is {_shown(given)}: it must be a table, [{name}] or {{ NAME = VALUE }}"
    return ""


def _shown(given: Any) -> str:
    """Return a value as an error shows it: of a list or a table only what it is."""
    return (
        "a table"
        if isinstance(given, dict)
        else "a list"
        if isinstance(given, list | tuple)
        else brief(given)
    )
