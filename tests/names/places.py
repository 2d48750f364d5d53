"""Where the package can hold a name or open a file: every field of every model, and every call that opens something."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path, PurePath
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

import throwdown
from throwdown.envs.core.errors import ThrowdownError
from throwdown.play.web.base import Message, Request

ROOT = Path(throwdown.__file__).resolve().parents[1]
ROOMS = ("agents", "benchmarks", "envs", "evaluation", "play", "training", "throwdown")
CALLS = {
    *("open", "read_text", "read_bytes", "ZipFile", "InferenceSession", "pofile"),
    *("import_module", "exec_module", "spec_from_file_location", "run_path", "exec", "eval", "__import__"),
    *("system", "Popen"),
}
"""Calls that open a file or run code, whatever they are called on."""
LOADERS = {("np", "load"), ("th", "load"), ("kind", "load"), ("pickle", "load"), ("sqlite3", "connect")}


def models() -> list[type[BaseModel]]:
    """Return every pydantic model of the package whose module can be imported here."""
    for module in pkgutil.walk_packages(throwdown.__path__, "throwdown."):
        if not module.name.endswith("__main__"):
            try:
                importlib.import_module(module.name)
            except (ImportError, ThrowdownError):
                continue  # of an extra that is not installed
    found, new = set[type[BaseModel]](), [BaseModel]
    while new:
        for model in new.pop().__subclasses__():
            found.add(model)
            new.append(model)
    own = (model for model in found if model.__module__.startswith("throwdown."))
    return sorted(own, key=lambda model: (model.__module__, model.__qualname__))


def own_fields(model: type[BaseModel]) -> Iterator[tuple[str, Any]]:
    """Yield the fields that a model adds to those of its bases, with what they may hold."""
    below = {name for base in model.__mro__[1:] for name in getattr(base, "model_fields", {})}
    for name, field in model.model_fields.items():
        if name not in below:
            yield name, field.annotation


def holds(kind: Any, *wanted: Any) -> bool:
    """Return whether a type is one of some, or holds one."""
    if kind in wanted or (
        isinstance(kind, type) and any(isinstance(x, type) and issubclass(kind, x) for x in wanted)
    ):
        return True
    return get_origin(kind) is not Literal and any(holds(part, *wanted) for part in get_args(kind))


def is_told(model: type[BaseModel]) -> bool:
    """Return whether a model is part of what the server tells a page, which nothing reads."""
    return issubclass(model, Message) and not issubclass(model, Request)


def text_fields() -> dict[str, list[str]]:
    """Return the fields that can hold a text, by model, as ``play.session.SavedSession``, but for what is only told."""
    found: dict[str, list[str]] = {}
    for model in models():
        if is_told(model):
            continue
        fields = [name for name, kind in own_fields(model) if holds(kind, str, bytes, Any)]
        if fields:
            found[f"{model.__module__.removeprefix('throwdown.')}.{model.__qualname__}"] = fields
    return found


def path_fields() -> list[str]:
    """Return the fields that turn a text that is read into a path."""
    return [
        f"{x.__qualname__}.{name}" for x in models() for name, kind in own_fields(x) if holds(kind, PurePath)
    ]


TRUSTING = {
    *("Typed", "typed", "typed_names", "typed_setup"),
    *("load_agent", "make_raw", "make_vec", "make_solo", "make_sb3"),
}
"""Calls after which names may open files: of what says that they are typed, and of what people call in Python."""
TRUSTING_METHODS = {("throwdown", "make"), ("Table", "deal"), ("Table", "from_position")}


def openers() -> set[str]:
    """Return every function that calls what opens a file or runs code, as ``play.session.read_text``."""
    return _callers(lambda called: _is_one(called, CALLS, LOADERS))


def trusting() -> set[str]:
    """Return every function that has names opened which it is given."""
    return _callers(lambda called: _is_one(called, TRUSTING, TRUSTING_METHODS))


def _callers(is_meant: Callable[[ast.expr], bool]) -> set[str]:
    found = set[str]()
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            if not any(folder.is_symlink() for folder in file.parents):
                place = ".".join(file.relative_to(ROOT).with_suffix("").parts)
                found.update(_calls(ast.parse(file.read_text(encoding="utf-8")), place, is_meant))
    return found


def _calls(node: ast.AST, place: str, is_meant: Callable[[ast.expr], bool]) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        is_named = isinstance(child, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)
        if isinstance(child, ast.Call) and is_meant(child.func):
            yield place
        yield from _calls(child, f"{place}.{child.name}" if is_named else place, is_meant)


def _is_one(called: ast.expr, names: set[str], methods: set[tuple[str, str]]) -> bool:
    if isinstance(called, ast.Name):
        return called.id in names
    if not isinstance(called, ast.Attribute):
        return False
    owner = called.value.id if isinstance(called.value, ast.Name) else ""
    return called.attr in names or (owner, called.attr) in methods
