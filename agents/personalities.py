"""Personalities: a strong policy with a taste. ``ROLE:bold`` plays the shipped policy, biased in close choices.

A choice is close if its probability under the policy is at least `CLOSE` times the favourite's. Policies are trained
with an entropy bonus, so the log-probability of a choice estimates its return (soft Q-learning: Haarnoja, Tang,
Abbeel and Levine, ICML 2017, arXiv 1702.08165); the cost of a choice that is just close is measured and stored with
the ratings. Other choices are never played. Among close choices the policy's probabilities are multiplied by
``exp(PUSH * taste)``. The taste of an action depends only on its verb and its card, and is readable in
``personalities/GAME.toml``. So a personality knows only what its policy knows, and plays nothing that its policy
would not.
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from throwdown.agents.base import Agent, draw
from throwdown.agents.policy import PolicyAgent
from throwdown.agents.shipped import FOLDER as POLICIES, find_shipped
from throwdown.envs.core import cards, catalogue
from throwdown.envs.core.kit import Ints, InvalidConfig, Setup, Singles, did_you_mean
from throwdown.envs.core.names import listed
from throwdown.envs.tables.view import View

FOLDER = Path(__file__).resolve().parent / "personalities"
CLOSE = 0.05
"""The minimum probability of a close choice, as a share of the favourite's."""
PUSH = 3.0
"""The weight of a taste of 1: such a choice is played ``exp(PUSH)`` times as often, relative to one without taste."""


class Personality(BaseModel):
    """A personality's names and tastes.

    Attributes:
        name: its name in ``ROLE:NAME``.
        title: its display name.
        about: its preferences in a sentence, for display.
        likes: the taste for actions by their text or verb, in [-1, 1].
        high: the taste for high cards by the verb, in [-1, 1]: in full for an Ace, reversed for a Two.
    """

    model_config = ConfigDict(extra="forbid")
    name: str
    title: str
    about: str
    likes: dict[str, float] = {}
    high: dict[str, float] = {}

    def taste(self, label: str) -> float:
        """Return the taste for an action."""
        verb, _, what = label.partition(" ")
        found = self.likes.get(label, self.likes.get(verb, 0.0))
        ranks = cards.RANKS
        if len(what) == 2 and what[0] in ranks:
            found += self.high.get(verb, 0.0) * (2 * ranks.index(what[0]) / (len(ranks) - 1) - 1)
        return found


@cache
def personalities(game: str) -> dict[str, dict[str, Personality]]:
    """Return a game's personalities by role and name; empty if it has no file of them."""
    file = listed(FOLDER, game, ".toml")
    if file is None:
        return {}
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        role: {name: _personality(name, **entry) for name, entry in entries.items()}
        for role, entries in data.items()
    }


def _personality(name: str, title: str, about: str, **tastes: Any) -> Personality:
    return Personality(name=name, title=catalogue.tr(title), about=catalogue.tr(about), **tastes)


def is_personality(spec: str) -> bool:
    """Return whether a spec has the form ``ROLE:NAME``, for a role with personalities in any game."""
    role, _, name = spec.partition(":")
    return bool(name) and any(role in personalities(file.stem) for file in FOLDER.glob("*.toml"))


def find_personality(spec: str, setup: Setup) -> tuple[str, Personality]:
    """Return the role and the personality of a spec.

    Raises:
        InvalidConfig: the game has no such personality.
    """
    role, _, name = spec.partition(":")
    found = personalities(setup.game.id).get(role, {})
    if name not in found:
        known = ", ".join(f"{role}:{other}" for other in found) or "none"
        hint = did_you_mean(name, found)
        raise InvalidConfig(
            f"'{spec}' is not a personality of {setup.game.id}{hint}; for the role {role} it has {known}."
        )
    return role, found[name]


def is_close(plain: Singles) -> NDArray[np.bool_]:
    """Return the close choices, given a policy's probabilities: bool, shape (n, actions)."""
    return np.asarray(plain >= CLOSE * plain.max(axis=1, keepdims=True))


class PersonalityAgent(Agent):
    """Plays a scenario's shipped policy, with a taste.

    Args:
        role: the role it plays.
        personality: its taste.
        setup: the setup it plays.

    Raises:
        InvalidConfig: no policy ships for the scenario and the role.
    """

    def __init__(self, role: str, personality: Personality, setup: Setup) -> None:
        self.name, self.roles = f"{role}:{personality.name}", (role,)
        self.personality = personality
        self.policy = PolicyAgent(find_shipped(setup, role))
        tastes = [personality.taste(label) for label in setup.game.actions.labels]
        self._weights = np.exp(PUSH * np.array(tastes, np.float64))

    def bind(self, setup: Setup) -> PersonalityAgent:
        """Raise `InvalidConfig` for a setup that its policy does not fit."""
        self.policy.bind(setup)
        return self

    def probabilities(self, view: View) -> Singles:
        """Return the distribution over all actions per game: float32, shape (n, actions)."""
        plain = self.policy.probabilities(view)
        leaning = np.where(is_close(plain), plain * self._weights, 0.0)
        return np.asarray(leaning / leaning.sum(axis=1, keepdims=True), np.float32)

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return a legal action per game."""
        return draw(self.probabilities(view), rng.random(len(view)))


def make_personality(spec: str, setup: Setup, role: str | None) -> PersonalityAgent:
    """Return the agent of a spec, not yet bound.

    Raises:
        InvalidConfig: the personality does not exist or plays another role, or no policy ships for the scenario.
    """
    own, found = find_personality(spec, setup)
    if role not in (None, own):
        raise InvalidConfig(f"'{spec}' plays {setup.called(own)}, not {setup.called(role or '')}.")
    return PersonalityAgent(own, found, setup)


def ratings_file(game: str, scenario: str) -> Path:
    """Return the path of the ratings of a scenario's personalities, whether or not it exists."""
    return POLICIES / game / "personalities" / f"{scenario}.json"


def read_ratings(setup: Setup) -> dict[str, Any]:
    """Return the ratings of a scenario's personalities with their provenance; empty if there are none."""
    file = listed(ratings_file(setup.game.id, "").parent, setup.scenario, ".json")
    found: dict[str, Any] = {} if file is None else json.loads(file.read_text(encoding="utf-8"))
    return found
