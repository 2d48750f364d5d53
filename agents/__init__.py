"""Agents: who plays, from observations and masks alone."""

from __future__ import annotations

from throwdown.agents.base import Agent
from throwdown.agents.heuristics import make_heuristic
from throwdown.agents.policy import Policy, PolicyAgent, load_policy, save_policy
from throwdown.agents.random import RandomAgent
from throwdown.agents.search import IsmctsAgent, PolicySearchAgent, is_search, make_search
from throwdown.agents.tabular import TabularAgent, save_table
from throwdown.envs.core.errors import InvalidConfig, did_you_mean
from throwdown.envs.core.game import Setup

SPECS = ("random", "heuristic", "policy:FILE", "FILE.npz", "ismcts[:BUDGET]", "search:FILE[:BUDGET]")

__all__ = [
    "SPECS",
    "Agent",
    "IsmctsAgent",
    "Policy",
    "PolicyAgent",
    "PolicySearchAgent",
    "RandomAgent",
    "TabularAgent",
    "load",
    "load_policy",
    "save_policy",
    "save_table",
]


def load(spec: str, setup: Setup, role: str | None = None) -> Agent:
    """Return an agent by its name, ready for a setup.

    Args:
        spec: ``random``, ``heuristic``, ``policy:FILE``, a path that ends in ``.pt`` or ``.npz`` (a solved game), or
            an agent that searches, see `agents.search.make_search`.
        setup: what it is to play.
        role: the role that it must be able to play.

    Raises:
        InvalidConfig: the name is unknown, or the agent does not fit the setup or the role.
        InvalidRecord: the policy file is damaged.
    """
    agent = _make(spec.strip(), setup).bind(setup)
    if role is not None and role not in setup.roles:
        raise InvalidConfig(f"'{role}' is not a role of {setup.game.id}{did_you_mean(role, setup.roles)}.")
    if role is not None and role not in agent.roles:
        raise InvalidConfig(f"{agent.name} plays the {' and the '.join(agent.roles)}, not the {role}.")
    return agent


def _make(spec: str, setup: Setup) -> Agent:
    if spec == "random":
        return RandomAgent()
    if spec == "heuristic":
        return make_heuristic(setup)
    if is_search(spec):
        return make_search(spec)
    if spec.startswith("policy:") or spec.endswith(".pt"):
        return PolicyAgent(spec.removeprefix("policy:"))
    if spec.endswith(".npz"):
        return TabularAgent(spec)
    known = did_you_mean(spec, ["random", "heuristic", "policy:", "ismcts", "search:"])
    raise InvalidConfig(
        f"'{spec}' is not an agent{known}: it is random, heuristic, ismcts, search:FILE, policy:FILE, or a .pt file."
    )
