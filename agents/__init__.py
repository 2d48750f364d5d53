"""Agents: who plays, from what a seat may know alone."""

from throwdown.agents.archive import SUFFIX, read_header
from throwdown.agents.base import Agent
from throwdown.agents.heuristics import has_heuristic, make_heuristic, usual
from throwdown.agents.net import Net
from throwdown.agents.policy import Policy, PolicyAgent, load_policy, save_policy
from throwdown.agents.random import RandomAgent
from throwdown.agents.search import (
    Budget,
    IsmctsAgent,
    PolicySearchAgent,
    SearchAgent,
    is_search,
    make_search,
    policy_file,
)
from throwdown.agents.search.spec import identity
from throwdown.agents.shipped import HEURISTIC, TRAINED, default_opponent, find_shipped, played
from throwdown.agents.tabular import TabularAgent, save_table
from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, Setup, did_you_mean
from throwdown.envs.seating import check_role
from throwdown.envs.view import View

SPECS = ("random", "heuristic", TRAINED, "FILE.npz", "ismcts[:BUDGET]", "search:FILE.npz[:BUDGET]")

__all__ = [
    "HEURISTIC",
    "SPECS",
    "SUFFIX",
    "TRAINED",
    "Agent",
    "Budget",
    "IsmctsAgent",
    "Net",
    "Policy",
    "PolicyAgent",
    "PolicySearchAgent",
    "RandomAgent",
    "SearchAgent",
    "TabularAgent",
    "View",
    "default_opponent",
    "find_shipped",
    "has_heuristic",
    "identity",
    "is_search",
    "load",
    "load_policy",
    "make_heuristic",
    "make_search",
    "played",
    "policy_file",
    "read_header",
    "save_policy",
    "save_table",
    "usual",
]


def load(spec: str, setup: Setup, role: str | None = None) -> Agent:
    """Return an agent by its name, ready for a setup.

    Args:
        spec: ``random``, ``heuristic``, ``trained`` (the policy that ships for this scenario and role), the path of an
            agent's file, which ends in ``.npz`` (a trained policy or the strategy of a solved game), or an agent that
            searches, see `agents.search.make_search`.
        setup: what it is to play.
        role: the role that it must be able to play; ``trained`` needs it.

    Raises:
        InvalidConfig: the name is unknown, or the agent does not fit the setup or the role.
        InvalidRecord: the file is damaged.
    """
    if role is not None and role not in setup.roles:
        raise InvalidConfig(f"'{role}' is not a role of {setup.game.id}{did_you_mean(role, setup.roles)}.")
    agent = _make(spec.strip(), setup, role).bind(setup)
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
    known = did_you_mean(spec, ["random", "heuristic", "ismcts", "search:", TRAINED])
    raise InvalidConfig(
        f"'{spec}' is not an agent{known}: it is random, heuristic, {TRAINED}, ismcts, search:FILE{SUFFIX}, or the "
        f"path of a {SUFFIX} file."
    )


def _from_file(path: str) -> Agent:
    kind = read_header(path)["kind"]
    if kind == "policy":
        return PolicyAgent(path)
    if kind == "table":
        return TabularAgent(path)
    raise InvalidRecord(f"'{path}' holds an agent of the kind '{kind}', which this release does not know.")
