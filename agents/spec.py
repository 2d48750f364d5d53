"""Agents by spec: the one place where the names of agents are resolved."""

from __future__ import annotations

import hashlib
import os
from importlib import import_module
from pathlib import Path
from typing import Any

from throwdown.agents import (
    archive,
    base,
    code,
    heuristics,
    levels,
    personalities,
    policy,
    random,
    search,
    shipped,
    tabular,
)
from throwdown.agents.search import spec as searches
from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, Setup, did_you_mean
from throwdown.envs.core.names import Typed, check_open, may_open, typed
from throwdown.envs.tables.seating import check_role

FOREIGN = {
    ".onnx": "throwdown.agents.from_onnx:OnnxAgent",
    ".zip": "throwdown.training.from_sb3:Sb3Agent",
}
"""Readers of other libraries' files, by suffix. They are imported lazily, since only training may import PyTorch."""

OPENED = "a file or code"
"""What a spec refers to that is not shipped, for errors."""


def load(spec: Any, setup: Setup, role: str | None = None) -> base.Agent:
    """Return an agent bound to a setup.

    Args:
        spec: a name: ``random``, ``heuristic``, ``trained`` (the shipped policy for this scenario and role), ``solved``
            (the shipped solution of a small game), ``level:3`` (a rung of the scenario's ladder, see
            `agents.levels`), ``ROLE:bold`` (the trained policy with a taste, see `agents.personalities`); the path of
            a file that ends in ``.npz`` (a trained policy or the strategy of a solved game), ``.onnx``, or ``.zip`` (a
            Stable-Baselines3 model); a searching agent, see `agents.search.make_search`; or user code,
            ``FILE.py:NAME`` or ``MODULE:NAME``. Files are opened and code is run only for a path object or a text that
            is `names.Typed`, see `load_agent`. Or a code object: see `agents.code.as_agent`.
        setup: the setup it plays.
        role: the role that it must be able to play; ``trained`` needs it.

    Raises:
        InvalidConfig: the name is unknown, or names a file or code but is not typed, or the agent does not fit the
            setup or the role.
        InvalidRecord: the file is damaged.
        MissingExtra: the package that reads the file is not installed.
    """
    if role is not None and role not in setup.roles:
        raise InvalidConfig(f"'{role}' is not a role of {setup.game.id}{did_you_mean(role, setup.roles)}.")
    made = _make(_name(spec), setup, role) if isinstance(spec, str | os.PathLike) else code.as_agent(spec)
    agent = made.bind(setup)
    if role is not None:
        check_role(agent, role)
    return agent


def load_agent(spec: Any, setup: Setup, role: str | None = None) -> base.Agent:
    """Return an agent bound to a setup, as `load` does, but open files and run code too.

    Use it only for specs that the caller typed; specs read from files or messages must go to `load`.
    """
    return load(typed(spec), setup, role)


def _name(spec: str | os.PathLike[str]) -> str:
    """Return a spec as text, stripped of surrounding spaces."""
    text = str(spec).strip()
    return Typed(text) if may_open(spec) else text


def is_opened(spec: str) -> bool:
    """Return whether a spec names a file or code, which is loaded only if typed."""
    if search.is_search(spec):
        return searches.names_files(spec)
    if spec.startswith(levels.LEVEL) or personalities.is_personality(spec):
        return False
    return code.is_code(spec) or Path(spec).suffix in (archive.SUFFIX, *FOREIGN)


def _make(spec: str, setup: Setup, role: str | None) -> base.Agent:
    if spec == "random":
        return random.RandomAgent()
    if spec == "heuristic":
        return heuristics.make_heuristic(setup)
    if search.is_search(spec):
        return search.make_search(spec, setup, role)
    if is_opened(spec):
        check_open(spec, OPENED)
    if spec == shipped.TRAINED:
        if role is None:
            raise InvalidConfig(f"'{shipped.TRAINED}' is one policy per role; say which role it is to play.")
        return policy.PolicyAgent(shipped.find_shipped(setup, role), name=shipped.TRAINED)
    if spec == shipped.SOLVED:
        return tabular.TabularAgent(shipped.find_solved(setup), name=shipped.SOLVED)
    if spec.startswith(levels.LEVEL):
        return levels.make_level(spec, setup, role)
    if spec.endswith(archive.SUFFIX):
        return _from_file(spec)
    if personalities.is_personality(spec):
        return personalities.make_personality(spec, setup, role)
    if code.is_code(spec):
        return code.as_agent(code.find_code(spec), label_of(spec), spec)
    if reader := FOREIGN.get(Path(spec).suffix):
        module, _, name = reader.partition(":")
        made: base.Agent = getattr(import_module(module), name)(spec)
        return made
    if may_open(spec) and os.path.isdir(spec) and (files := sorted(Path(spec).glob(f"*{archive.SUFFIX}"))):
        raise InvalidConfig(f"'{spec}' is a folder; give a file in it, such as {files[0]}.")
    known = did_you_mean(
        spec, ["random", "heuristic", "ismcts", "search:", levels.LEVEL, shipped.TRAINED, shipped.SOLVED]
    )
    raise InvalidConfig(
        f"'{spec}' is not an agent{known}: it is random, heuristic, {shipped.TRAINED}, {levels.LEVEL}3, ROLE:bold, "
        "ismcts, search:FILE.npz, a path of an .npz, .onnx or .zip file, or code of your own as FILE.py:NAME or "
        "MODULE:NAME."
    )


def _from_file(path: str) -> base.Agent:
    kind = archive.read_header(path)["kind"]
    if kind == "policy":
        return policy.PolicyAgent(path)
    if kind == "table":
        return tabular.TabularAgent(path)
    raise InvalidRecord(f"'{path}' holds an agent of the kind '{kind}', which this release does not know.")


def label_of(spec: str) -> str:
    """Return an agent's label in tables: a file's name without folder and suffix, the bare name of code."""
    if search.is_search(spec) or personalities.is_personality(spec):
        return spec
    if code.is_code(spec):
        return spec.rpartition(":")[2]
    return Path(spec).stem if Path(spec).suffix in (archive.SUFFIX, *FOREIGN) else spec


def files_of(spec: str, setup: Setup, role: str) -> list[Path]:
    """Return an agent's files; none for code of this package or of modules.

    Raises:
        InvalidConfig: the spec names a file or code, but is not `names.Typed`.
    """
    if spec.partition(":")[0] == searches.SEARCH:
        return searches.policies_of(spec, setup, role)
    if is_opened(spec):
        check_open(spec, OPENED)
    if spec.startswith(levels.LEVEL):
        return levels.files_of_level(spec, setup, role)
    if personalities.is_personality(spec):
        return [personalities.FOLDER / f"{setup.game.id}.toml", shipped.find_shipped(setup, role)]
    if spec == shipped.SOLVED:
        return [shipped.find_solved(setup)]
    file = shipped.find_shipped(setup, role) if spec == shipped.TRAINED else code.file_of(spec) or Path(spec)
    return [file] if file.is_file() else []


def identity(spec: str, setup: Setup, role: str) -> str:
    """Return a spec with hashes of its files: equal texts mean equal agents."""
    hashes = (hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in files_of(spec, setup, role))
    return " ".join([spec, *hashes])
