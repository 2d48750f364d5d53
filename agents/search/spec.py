"""The names of searching agents."""

from __future__ import annotations

from pathlib import Path

from throwdown.agents.policy import PolicyAgent
from throwdown.agents.search import improve, ismcts
from throwdown.agents.search.budget import Budget, read_budget
from throwdown.agents.search.improve import PolicySearchAgent
from throwdown.agents.search.ismcts import IsmctsAgent
from throwdown.envs.core.errors import InvalidConfig

ISMCTS, SEARCH, SAMPLE, AND = "ismcts", "search", "sample", "+"
OTHER = {"coach": "pilot", "pilot": "coach"}


def is_search(spec: str) -> bool:
    """Return whether a name is one of a searching agent."""
    return spec.split(":", 1)[0] in (ISMCTS, SEARCH)


def make_search(spec: str) -> IsmctsAgent | PolicySearchAgent:
    """Return the agent of a name.

    Args:
        spec: ``ismcts``, ``ismcts:BUDGET`` or ``ismcts:BUDGET:sample``; or ``search:FILE`` or ``search:FILE:BUDGET``,
            where FILE is a policy's, beside which lies that of the other role, or ``OWN+OTHER`` names both.

    Raises:
        InvalidConfig: the name is malformed, or a file is missing.
        InvalidRecord: a policy file is damaged.
    """
    kind, *parts = spec.split(":")
    if kind == SEARCH:
        return _on_policy(spec, parts)
    is_sampling = bool(parts) and parts[-1] == SAMPLE
    if is_sampling:
        parts.pop()
    if len(parts) > 1:
        raise InvalidConfig(
            f"'{spec}' is not an agent: write {ISMCTS}, {ISMCTS}:BUDGET or {ISMCTS}:BUDGET:{SAMPLE}."
        )
    return IsmctsAgent(_budget(parts, ismcts.DEFAULT), "sample" if is_sampling else "most")


def _budget(parts: list[str], default: Budget) -> Budget:
    return read_budget(parts[0]) if parts else default


def _on_policy(spec: str, parts: list[str]) -> PolicySearchAgent:
    if not parts or not parts[0] or len(parts) > 2:
        raise InvalidConfig(
            f"'{spec}' is not an agent: write {SEARCH}:FILE or {SEARCH}:FILE:BUDGET, where FILE is a policy's."
        )
    budget = _budget(parts[1:], improve.DEFAULT)
    own, _, other = parts[0].partition(AND)
    policy = PolicyAgent(own)
    return PolicySearchAgent(policy, PolicyAgent(other or _beside(own, policy.policy.role)), budget)


def _beside(file: str, role: str) -> Path:
    """Return the file of the other role's policy, whose name differs by the role alone."""
    path = Path(file)
    found = path.with_name(path.name.replace(role, OTHER.get(role, role)))
    if found == path or not found.is_file():
        raise InvalidConfig(
            f"'{file}' has no policy of the other role beside it; name both as {SEARCH}:{file}{AND}OTHER."
        )
    return found


def policy_file(spec: str) -> str:
    """Return the policy file in an agent's name, ``search:FILE`` or a file; else the name."""
    kind, _, rest = spec.partition(":")
    return rest.partition(":")[0].partition(AND)[0] if kind == SEARCH else spec
