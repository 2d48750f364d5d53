"""The ladder of levels: opponents from beginner to strongest, each with a measured rating.

A level plays a policy after shorter or longer training, at a higher or normal temperature, or with search. It never
plays actions that its policy considers absurd (`PolicyAgent.least`), and knows no more than its seat may know.
`throwdown.training.levels` builds and measures a ladder.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from throwdown.agents.base import Agent
from throwdown.agents.policy import PolicyAgent
from throwdown.agents.search import make_search
from throwdown.agents.shipped import FOLDER, TRAINED, find_shipped
from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.core.kit import InvalidConfig, Setup
from throwdown.envs.core.names import listed

LEVEL = "level:"
"""The prefix of a level's spec, as in ``level:3``."""


@dataclass(frozen=True)
class Level:
    """One rung of a ladder.

    Attributes:
        number: 1 is the weakest.
        name: its display name.
        rating: Elo points [mean, low, high] at 95 %, relative to the mean of the ladder.
        policy: its policy's file, in the folder of the ladder, or ``trained``.
        temperature: divides the policy's logits; 1 plays the policy unchanged.
        least: see `PolicyAgent`.
        search: the budget of its search; empty: no search.
        learnt: decisions that its policy was trained on, if the policy is the ladder's own.
    """

    number: int
    name: str
    rating: tuple[float, float, float]
    policy: str
    temperature: float = 1.0
    least: float = 0.0
    search: str = ""
    learnt: int = 0

    @property
    def how(self) -> str:
        """A short description of its play."""
        if self.search:
            return tr("the trained policy, searching with a budget of {budget}", budget=self.search)
        if self.policy == TRAINED:
            plays = tr("the trained policy")
        else:
            plays = plural(
                "a small net after {learnt} decision",
                "a small net after {learnt} decisions",
                self.learnt,
                learnt=f"{self.learnt:,}",
            )
        if self.temperature == 1.0:
            return plays
        return tr("{plays}, at temperature {degrees}", plays=plays, degrees=f"{self.temperature:g}")

    def files(self, setup: Setup, role: str) -> list[Path]:
        """Return the files of the policies that it uses."""
        if self.search:
            return [find_shipped(setup, other) for other in dict.fromkeys(setup.roles)]
        folder = ladder_file(setup.game.id, setup.scenario).parent
        return [find_shipped(setup, role) if self.policy == TRAINED else folder / self.policy]

    def agent(self, setup: Setup, role: str) -> Agent:
        """Return its agent, not yet bound."""
        if self.search:
            return make_search(f"search:{TRAINED}:{self.search}", setup, role)
        file = self.files(setup, role)[0]
        return PolicyAgent(file, name=self.name, temperature=self.temperature, least=self.least)


def ladder_file(game: str, scenario: str) -> Path:
    """Return the path of a scenario's ladder, whether or not it exists."""
    return FOLDER / game / "levels" / f"{scenario}.json"


def read_ladder(setup: Setup) -> dict[str, Any]:
    """Return a scenario's ladder with its provenance.

    Raises:
        InvalidConfig: the scenario has no ladder.
    """
    file = listed(ladder_file(setup.game.id, "").parent, setup.scenario, ".json")
    if file is None:
        have = ", ".join(f"{f.stem} ({f.parent.parent.name})" for f in sorted(FOLDER.glob("*/levels/*.json")))
        raise InvalidConfig(
            f"no levels have been measured for scenario '{setup.scenario}' of {setup.game.id}; there are levels for "
            f"{have or 'nothing'}."
        )
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def older_rules(setup: Setup) -> str:
    """Return the version of the rules under which a scenario's ladder was measured; empty if current."""
    rules = str(read_ladder(setup)["rules"])
    return "" if rules == setup.game.rules_version else rules


def levels(setup: Setup, role: str) -> list[Level]:
    """Return the levels of a role, the weakest first.

    Raises:
        InvalidConfig: the role has none.
    """
    found = read_ladder(setup)["roles"][role]
    return [Level(number, **entry) for number, entry in enumerate(found, 1)]


def find_level(spec: str, setup: Setup, role: str | None) -> Level:
    """Return the level with a spec such as ``level:3`` or ``level:Novice``.

    Raises:
        InvalidConfig: the level does not exist.
    """
    if role is None:
        raise InvalidConfig(f"'{spec}' is a level of one role; say which role it is to play.")
    found, text = levels(setup, role), spec.removeprefix(LEVEL).strip().lower()
    for level in found:
        if text in (str(level.number), level.name.lower()):
            return level
    have = ", ".join(f"{level.number} ({level.name})" for level in found)
    raise InvalidConfig(f"'{spec}' is not a level of {setup.called(role)}; there are {have}.")


def make_level(spec: str, setup: Setup, role: str | None) -> Agent:
    """Return the agent of a level's spec, not yet bound; raises as `find_level` does."""
    return find_level(spec, setup, role).agent(setup, role or "")


def files_of_level(spec: str, setup: Setup, role: str) -> list[Path]:
    """Return the files of a level."""
    return [ladder_file(setup.game.id, setup.scenario), *find_level(spec, setup, role).files(setup, role)]
