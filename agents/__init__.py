"""Agents: players that use only what their seat may know."""

from throwdown.agents.archive import SUFFIX, read_header
from throwdown.agents.base import Agent
from throwdown.agents.code import CodeAgent, as_agent
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
from throwdown.agents.shipped import HEURISTIC, TRAINED, default_opponent, find_shipped, played
from throwdown.agents.spec import identity, is_opened, label_of, load, load_agent
from throwdown.agents.tabular import TabularAgent, save_table
from throwdown.envs.tables.view import View

__all__ = [
    "HEURISTIC",
    "SUFFIX",
    "TRAINED",
    "Agent",
    "Budget",
    "CodeAgent",
    "IsmctsAgent",
    "Net",
    "Policy",
    "PolicyAgent",
    "PolicySearchAgent",
    "RandomAgent",
    "SearchAgent",
    "TabularAgent",
    "View",
    "as_agent",
    "default_opponent",
    "find_shipped",
    "has_heuristic",
    "identity",
    "is_opened",
    "is_search",
    "label_of",
    "load",
    "load_agent",
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
