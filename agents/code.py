"""Agents from user code: ``FILE.py:NAME`` or ``MODULE:NAME``, a class, a function or an object.

The object found is an `Agent`, or a function or an object with a method ``act``. The latter two choose for one game at
a time, and their parameter names select their inputs (see `PARAMETERS`).
"""

from __future__ import annotations

import hashlib
import inspect
import re
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from throwdown.agents.base import Agent
from throwdown.envs.core.kit import IllegalAction, Ints, InvalidConfig, as_action, brief, did_you_mean
from throwdown.envs.tables.view import View

PLACE = re.compile(r"(?P<file>.+\.py)?(?(file)|(?P<module>[A-Za-z_][\w.]*)):(?P<name>[A-Za-z_]\w*)")
_FILE = re.compile(r"(?P<file>.+\.py)(:.*)?")
"""A file of code, with or without a name in it."""
PARAMETERS = {
    "observation": "int8, shape (width,): the observation of the seat to move",
    "mask": "int8, shape (actions,): 1 = legal",
    "text": "the table as the seat sees it, and the decision",
    "legal": "the legal actions as texts",
    "seat": "the name of the seat to move",
    "setup": "the game's setup",
    "rng": "a `numpy.random.Generator`, the only source of chance to use",
}
"""The parameters that a function may have. It returns an action as its number or as its text."""
_NEEDS = {
    "observation": {"observations"},
    "mask": set[str](),
    "text": {"texts"},
    "legal": {"setup"},
    "seat": {"setup", "seats"},
    "setup": {"setup"},
    "rng": set[str](),
}


def is_code(spec: str) -> bool:
    """Return whether a spec names code, even if only its file."""
    return PLACE.fullmatch(spec) is not None or _FILE.fullmatch(spec) is not None


def file_of(spec: str) -> Path | None:
    """Return the file in a spec of code, None if it names a module."""
    found = _FILE.fullmatch(spec)
    return Path(found["file"]) if found else None


def find_code(spec: str, what: str = "agent", kinds: str = "a function, a class or an object") -> Any:
    """Load the object that a spec of code names.

    Args:
        spec: the spec.
        what: the expected thing, for errors.
        kinds: the Python types it may have, for errors.

    Raises:
        InvalidConfig: the file, the module or the name in it is missing or not given, or importing it fails.
    """
    found = PLACE.fullmatch(spec)
    if found is None:
        file = file_of(spec)
        if file is None:
            raise InvalidConfig(f"'{spec}' names no {what}: write FILE.py:NAME or MODULE:NAME.")
        _check_file(file)
        where = "it" if spec == str(file) else f"the file '{file}'"
        raise InvalidConfig(
            f"'{spec}' names no {what} in {where}: write {file}:NAME, where NAME is {kinds} of that file."
        )
    place = found["file"] or found["module"]
    try:
        module = _run_file(Path(place)) if found["file"] else _find_module(place)
    except InvalidConfig:
        raise
    except (Exception, SystemExit) as error:  # user code may raise anything
        raise InvalidConfig(f"'{place}' cannot be imported: {type(error).__name__}: {error}.") from error
    if not hasattr(module, found["name"]):
        names = [name for name in vars(module) if not name.startswith("_")]
        near = did_you_mean(found["name"], names)
        raise InvalidConfig(f"there is no '{found['name']}' in '{place}'{near}.")
    return getattr(module, found["name"])


def find_function(spec: str) -> Callable[..., Any]:
    """Load the function that a spec of code names.

    Raises:
        InvalidConfig: see `find_code`, or the object is not callable.
    """
    found = find_code(spec, "function", "a function")
    if not callable(found):
        raise InvalidConfig(f"'{spec}' is {brief(found)}, which is not a function.")
    called: Callable[..., Any] = found
    return called


def _check_file(path: Path) -> None:
    if not path.is_file():
        raise InvalidConfig(f"there is no file '{path}'.")


def _find_module(name: str) -> ModuleType:
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # a console script does not search the working directory
    return import_module(name)


def _run_file(path: Path) -> ModuleType:
    """Import a file once, under a unique module name, so that its classes and functions can be pickled."""
    _check_file(path)
    path = path.resolve()
    name = f"throwdown_agent_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # for modules beside it
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def as_agent(given: Any, name: str = "", place: str = "") -> Agent:
    """Return an agent made from an `Agent`, a class of agents, a function, or an object with a method ``act``.

    Args:
        given: one of these; a class is instantiated without arguments.
        name: its name in tables; by default its own name.
        place: the spec of code that it came from, for errors.

    Raises:
        InvalidConfig: it is none of these, or its parameters are not among `PARAMETERS`.
    """
    called = str(name or getattr(given, "name", "") or getattr(given, "__name__", type(given).__name__))
    if isinstance(given, type):
        try:
            given = given()
        except Exception as error:
            raise InvalidConfig(
                f"{place or called} cannot be made without arguments: {type(error).__name__}: {error}."
            ) from error
    if isinstance(given, Agent):
        if not isinstance(getattr(given, "name", None), str):
            given.name = called
        return given
    choose = getattr(given, "act", given)
    if not callable(choose):
        what = f"'{place}' is {brief(given)}, which" if place else brief(given)
        how = "name" if place else "name one, such as 'heuristic', or give"
        raise InvalidConfig(
            f"{what} is not an agent: {how} an Agent, a function, or an object with a method act."
        )
    return CodeAgent(choose, called, place)


class CodeAgent(Agent):
    """Calls a function for every game's action.

    Args:
        choose: takes some of `PARAMETERS` by name, and returns an action as its number or as its text. Its attribute
            ``illegal``, or that of the object whose method it is, counts illegal answers, see `Agent`.
        name: its name in tables.
        place: its name in errors; by default the name.

    Raises:
        InvalidConfig: the function has other parameters.
    """

    def __init__(self, choose: Callable[..., Any], name: str, place: str = "") -> None:
        self.name, self.choose, place = name, choose, place or name
        try:
            parameters = inspect.signature(choose).parameters.values()
        except (TypeError, ValueError):
            raise InvalidConfig(f"the parameters of {place} cannot be inspected.") from None
        self.asks = [p.name for p in parameters if p.name in PARAMETERS]
        odd = [
            p.name
            for p in parameters
            if p.name not in PARAMETERS
            and p.default is p.empty
            and p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)
        ]
        if odd or not self.asks:
            wrong = f"asks for '{odd[0]}'{did_you_mean(odd[0], PARAMETERS)}" if odd else "asks for nothing"
            raise InvalidConfig(
                f"{place} {wrong}; the parameters of an agent's function are some of {', '.join(PARAMETERS)}."
            )
        self.needs = frozenset({"masks"}).union(*(_NEEDS[ask] for ask in self.asks))
        self._counts = getattr(choose, "__self__", choose)
        self.illegal = self._illegal()

    def _illegal(self) -> int:
        return int(getattr(self._counts, "illegal", 0))

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return a legal action per game."""
        chosen = [self._ask(view, k, rng) for k in range(len(view))]
        self.illegal = self._illegal()
        return np.array(chosen, np.int64)

    def _ask(self, view: View, k: int, rng: np.random.Generator) -> int:
        given: dict[str, Callable[[], Any]] = {
            "observation": lambda: view.observations[k],
            "mask": lambda: view.masks[k],
            "text": lambda: view.texts[k],
            "legal": lambda: [view.setup.game.actions.labels[i] for i in np.flatnonzero(view.masks[k])],
            "seat": lambda: view.setup.seats[view.seats[k]],
            "setup": lambda: view.setup,
            "rng": lambda: rng,
        }
        answer = self.choose(**{ask: given[ask]() for ask in self.asks})
        if isinstance(answer, str):
            return self._number(answer, view, k)
        number = as_action(answer, view.masks.shape[1])
        if number is None:
            raise IllegalAction(
                f"{self.name} answered {brief(answer)}; it must answer an action's number or its text."
            )
        return number

    def _number(self, text: str, view: View, k: int) -> int:
        """Return the number of an action given as text."""
        try:
            action = view.setup.game.actions.parse(text)
        except IllegalAction as error:
            raise IllegalAction(f"{self.name} answered: {error}") from None
        if not view.masks[k, action]:
            raise IllegalAction(f"{self.name} answered '{text.strip()}', which is not legal now.")
        return action
