"""Agents by name: the one place that says what a name stands for, wherever an agent is named."""

from __future__ import annotations

import hashlib
from importlib import import_module
from pathlib import Path
from typing import Any

from throwdown.agents.archive import SUFFIX, read_header
from throwdown.agents.base import Agent
from throwdown.agents.code import as_agent, file_of, find_code, is_code
from throwdown.agents.heuristics import make_heuristic
from throwdown.agents.policy import PolicyAgent
from throwdown.agents.random import RandomAgent
from throwdown.agents.search import is_search, make_search
from throwdown.agents.search.spec import SEARCH, policies_of
from throwdown.agents.shipped import TRAINED, find_shipped
from throwdown.agents.tabular import TabularAgent
from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, Setup, did_you_mean
from throwdown.envs.seating import check_role

SPECS = (
    "random",
    "heuristic",
    TRAINED,
    "FILE.npz",
    "ismcts[:BUDGET]",
    "search:FILE.npz[:BUDGET]",
    "FILE.py:NAME",
    "MODULE:NAME",
    "FILE.onnx",
    "FILE.zip",
)
FOREIGN = {
    ".onnx": "throwdown.agents.from_onnx:OnnxAgent",
    ".zip": "throwdown.training.from_sb3:Sb3Agent",
}
"""Which class reads a file that other libraries have written. It is imported when such a file is named: only training
may know PyTorch."""


def load(spec: Any, setup: Setup, role: str | None = None) -> Agent:
    """Return an agent, ready for a setup.

    Args:
        spec: a name: ``random``, ``heuristic``, ``trained`` (the policy that ships for this scenario and role); the
            path of a file that ends in ``.npz`` (a trained policy or the strategy of a solved game), ``.onnx``, or
            ``.zip`` (a model of Stable-Baselines3); an agent that searches, see `agents.search.make_search`; or
            somebody's own code, ``FILE.py:NAME`` or ``MODULE:NAME``. Or such code itself: see `agents.code.as_agent`.
        setup: what it is to play.
        role: the role that it must be able to play; ``trained`` needs it.

    Raises:
        InvalidConfig: the name is unknown, or the agent does not fit the setup or the role.
        InvalidRecord: the file is damaged.
        MissingExtra: a package that reads the file is not installed.
    """
    if role is not None and role not in setup.roles:
        raise InvalidConfig(f"'{role}' is not a role of {setup.game.id}{did_you_mean(role, setup.roles)}.")
    made = _make(spec.strip(), setup, role) if isinstance(spec, str) else as_agent(spec)
    agent = made.bind(setup)
    if role is not None:
        check_role(agent, role)
    return agent


def _make(spec: str, setup: Setup, role: str | None) -> Agent:
    if spec == "random":
        return RandomAgent()
    if spec == "heuristic":
        return make_heuristic(setup)
    if is_search(spec):
        return make_search(spec, setup, role)
    if spec == TRAINED:
        if role is None:
            raise InvalidConfig(f"'{TRAINED}' is one policy per role; say which role it is to play.")
        return PolicyAgent(find_shipped(setup, role), name=TRAINED)
    if spec.endswith(SUFFIX):
        return _from_file(spec)
    if is_code(spec):
        return as_agent(find_code(spec), label_of(spec))
    if reader := FOREIGN.get(Path(spec).suffix):
        module, _, name = reader.partition(":")
        made: Agent = getattr(import_module(module), name)(spec)
        return made
    known = did_you_mean(spec, ["random", "heuristic", "ismcts", "search:", TRAINED])
    raise InvalidConfig(
        f"'{spec}' is not an agent{known}: it is random, heuristic, {TRAINED}, ismcts, search:FILE{SUFFIX}, the path "
        f"of a {SUFFIX}, .onnx or .zip file, or code of your own as FILE.py:NAME or MODULE:NAME."
    )


def _from_file(path: str) -> Agent:
    kind = read_header(path)["kind"]
    if kind == "policy":
        return PolicyAgent(path)
    if kind == "table":
        return TabularAgent(path)
    raise InvalidRecord(f"'{path}' holds an agent of the kind '{kind}', which this release does not know.")


def label_of(spec: str) -> str:
    """Return what tables call an agent: a file's name without its folder and ending, the name of code alone."""
    if is_search(spec):
        return spec
    if is_code(spec):
        return spec.rpartition(":")[2]
    return Path(spec).stem if Path(spec).suffix in (SUFFIX, *FOREIGN) else spec


def files_of(spec: str, setup: Setup, role: str) -> list[Path]:
    """Return the files that an agent is read from; none for agents that are code of this package or of modules."""
    if spec.partition(":")[0] == SEARCH:
        return policies_of(spec, setup, role)
    file = find_shipped(setup, role) if spec == TRAINED else file_of(spec) or Path(spec)
    return [file] if file.is_file() else []


def identity(spec: str, setup: Setup, role: str) -> str:
    """Return a name, and hashes of the files that it stands for: the same text, the same agent."""
    hashes = (hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in files_of(spec, setup, role))
    return " ".join([spec, *hashes])
