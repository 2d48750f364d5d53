"""Errors, each with one sentence that states the fault and its remedy."""

import contextlib
import difflib
import re
import reprlib
from collections.abc import Iterable, Iterator
from typing import Any

_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters except tabs and line ends, bidirectional and invisible formatting characters, and surrogates."""
TRAIN_MODULES = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard", "matplotlib")
"""The modules of the extra ``train``."""
LONGEST = 2000
"""Maximum length of a message in characters: quoted content of files may be of any length."""


def harmless(text: str) -> str:
    """Return a text with terminal control characters escaped as in Python literals."""
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def is_harmless(text: str) -> bool:
    """Return whether a text has no terminal control characters."""
    return _UNSEEN.search(text) is None


_BREAK = re.compile(r"\n(?!  \S)")
"""A line break other than those before the entries of a list of mistakes."""


class ThrowdownError(ValueError):
    """Base of every error that a user of the package can cause.

    Its text may quote files, so it has a bounded length and no terminal control characters. It is one line, or, for
    several mistakes, a heading with an indented line each.
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
    """A game with a fault in its code: it does not import, lacks a part, or its rules do not compile."""


class InvalidConfig(ThrowdownError):
    """A scenario, option or training setting that is missing, misspelt or out of range."""


class InvalidRecord(ThrowdownError):
    """A saved file that is damaged, foreign or of another version."""


class WorkerLost(ThrowdownError):
    """A process has ended, and with it the work that it did."""


class MissingExtra(ThrowdownError):
    """A feature whose optional dependencies are not installed."""


def missing_extra(error: ImportError) -> MissingExtra:
    """Return the error for a missing module of an extra.

    Raises:
        ImportError: the module is of no extra, so that this is a defect.
    """
    name = (error.name or "").partition(".")[0]
    if name not in TRAIN_MODULES:
        raise error
    return MissingExtra(f"This command needs {name}, which is not installed: pip install 'throwdown[train]'.")


@contextlib.contextmanager
def in_a_sentence() -> Iterator[None]:
    """End the program with the sentence of an error on stderr and exit code 1; decorates the main of a module.

    The module imports what belongs to an extra where it is used, not when it is loaded itself.
    """
    try:
        yield
    except ThrowdownError as error:
        raise SystemExit(str(error)) from None
    except ImportError as error:
        raise SystemExit(str(missing_extra(error))) from None


def how_many(n: int | str, one: str, many: str = "") -> str:
    """Return a number with its noun, for sentences that are not translated: ``1 card``, ``2 cards``.

    Args:
        n: the number, or its text.
        one: the noun for 1.
        many: the noun for other numbers; by default with an ``s``.
    """
    return f"{n} {one if str(n) == '1' else many or f'{one}s'}"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word most similar to a misspelt one; an empty string if none is similar."""
    near = difflib.get_close_matches(word[:100], list(known), n=1)
    return near[0] if near else ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `` (did you mean 'x'?)`` for the nearest known word, or an empty string."""
    near = nearest(word, known)
    return f" (did you mean '{near}'?)" if near else ""


SHOWN = 160
"""Maximum length of a value in errors, in characters."""


class _Brief(reprlib.Repr):
    """Shows a value briefly, however large or deep it is."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = 80

    def repr(self, x: Any) -> str:
        text = super().repr(x)
        return text if len(text) <= SHOWN else f"{text[: SHOWN - 4]} ..."

    def repr_int(self, x: int, level: int) -> str:
        return repr(x) if abs(x) < 10**self.maxlong else "a number of more than 80 digits"


brief = _Brief().repr
"""Return the repr of a value; long ones are truncated."""


def reason(error: BaseException) -> str:
    """Return an exception of foreign code as the end of a sentence."""
    text = " ".join(str(error).split()).rstrip(".")
    kind = type(error).__name__
    return f"{kind}: {text if len(text) <= SHOWN else text[:SHOWN] + ' ...'}" if text else kind


def one_sentence(error: Any, what: str, known: Iterable[str] = ()) -> str:
    """Return the mistakes in a pydantic ``ValidationError``, each as a sentence that names the field.

    Several mistakes have a line each, below their number.

    Args:
        error: the error.
        what: the thing read, such as ``Scenario 'standard'``.
        known: valid field names, for suggestions.
    """
    words = list(known)
    every = error.errors()
    inner = {one["loc"][:k] for one in every for k in range(len(one["loc"]))}
    # a list whose only member is wrong is also too short: a consequence, not reported
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
    text = one["msg"].removeprefix("Value error, ").removesuffix(".").replace(" after validation", "")
    text = re.sub(r"^\w+ should ", "it must ", text)
    is_told = one["type"] == "value_error" or isinstance(one["input"], dict | list | tuple)
    given = "" if is_told else f" is {brief(one['input'])}"
    return f"{place + given + ': ' if place else ''}{text}."


def _kind_told(one: Any) -> str:
    """Return the required kind of value, in terms of TOML; empty if the mistake is not one of kind."""
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
    """Return a value as shown in errors: only the kind for a list or a table."""
    return (
        "a table"
        if isinstance(given, dict)
        else "a list"
        if isinstance(given, list | tuple)
        else brief(given)
    )
