"""The names of searching agents."""

from __future__ import annotations

from throwdown.agents.search.budget import read_budget
from throwdown.agents.search.ismcts import DEFAULT, IsmctsAgent
from throwdown.envs.core.errors import InvalidConfig

ISMCTS = "ismcts"
SAMPLE = "sample"


def is_search(spec: str) -> bool:
    """Return whether a name is one of a searching agent."""
    return spec.split(":", 1)[0] == ISMCTS


def make_search(spec: str) -> IsmctsAgent:
    """Return the agent of a name: ``ismcts``, then perhaps ``:BUDGET``, then perhaps ``:sample``.

    Raises:
        InvalidConfig: the name is malformed.
    """
    _, *parts = spec.split(":")
    is_sampling = bool(parts) and parts[-1] == SAMPLE
    if is_sampling:
        parts.pop()
    if len(parts) > 1:
        raise InvalidConfig(
            f"'{spec}' is not an agent: write {ISMCTS}, {ISMCTS}:BUDGET or {ISMCTS}:BUDGET:{SAMPLE}."
        )
    budget = read_budget(parts[0]) if parts else DEFAULT
    return IsmctsAgent(budget, "sample" if is_sampling else "most")
