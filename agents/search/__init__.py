"""Searching agents: they simulate games in which hidden information is dealt anew."""

from throwdown.agents.search.base import SearchAgent
from throwdown.agents.search.budget import Budget, read_budget
from throwdown.agents.search.improve import PolicySearchAgent
from throwdown.agents.search.ismcts import IsmctsAgent
from throwdown.agents.search.spec import is_search, make_search, policy_file

__all__ = [
    "Budget",
    "IsmctsAgent",
    "PolicySearchAgent",
    "SearchAgent",
    "is_search",
    "make_search",
    "policy_file",
    "read_budget",
]
