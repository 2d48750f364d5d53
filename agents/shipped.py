"""The trained policies that come with the package: one file per game, scenario and role, and what made it.

They lie in ``policies/GAME/SCENARIO-ROLE.npz``; `throwdown.training.ship` puts them there. The ``info`` of such a
policy says how it was made (command, settings, seed, decisions, seconds), on which configuration, and what it scored.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from throwdown.agents.archive import SUFFIX, read_header
from throwdown.agents.heuristics import usual
from throwdown.envs.core.kit import InvalidConfig, Setup

FOLDER = Path(__file__).resolve().parent / "policies"
TRAINED, HEURISTIC = "trained", "heuristic"
_WORDS = ("title", "description")
"""Parts of a configuration that nobody plays by."""

Place = tuple[str, str, str]


def place_of(game: str, scenario: str, role: str) -> Path:
    """Return where the policy for a scenario and role lies, or would lie."""
    return FOLDER / game / f"{scenario}-{role}{SUFFIX}"


def shipped() -> dict[Place, Path]:
    """Return the files by game, scenario and role."""
    found: dict[Place, Path] = {}
    for file in sorted(FOLDER.glob(f"*/*{SUFFIX}")):
        scenario, _, role = file.stem.rpartition("-")
        found[file.parent.name, scenario, role] = file
    return found


def find_shipped(setup: Setup, role: str) -> Path:
    """Return the file of the policy for a setup's game and scenario and a role.

    Raises:
        InvalidConfig: there is none; the sentence names those that there are.
    """
    found = shipped()
    place = (setup.game.id, setup.scenario, role)
    if place not in found:
        names = sorted({(game, scenario) for game, scenario, other in found if other == role})
        known = ", ".join(f"{scenario} ({game})" for game, scenario in names)
        instead = f"there is one for {known}" if known else "name another agent, such as heuristic or random"
        raise InvalidConfig(
            f"no trained {role} for scenario '{setup.scenario}' of {setup.game.id} comes with the package; {instead}."
        )
    return found[place]


def played(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a configuration that matter in play, as JSON gives them back."""
    plain: dict[str, Any] = json.loads(json.dumps(dict(config)))
    return {name: value for name, value in plain.items() if name not in _WORDS}


def ships_for(setup: Setup, role: str) -> bool:
    """Return whether a policy ships that was trained or rated anew under exactly this configuration."""
    path = shipped().get((setup.game.id, setup.scenario, role))
    if path is None:
        return False
    header = read_header(path)
    info = header["info"]
    fits = (header["width"], header["actions"]) == (setup.width, setup.game.actions.n)
    return fits and info["rules"] == setup.game.rules_version and _is_played(info["config"], setup)


def _is_played(config: Mapping[str, Any], setup: Setup) -> bool:
    """Return whether a configuration that was written down says, read as this release reads it, what a setup plays."""
    try:
        known = setup.game.configure(config, setup.options, setup.scenario)
    except InvalidConfig:
        return False
    return played(known.config) == played(setup.config)


def default_opponent(setup: Setup, role: str) -> str:
    """Return who plays a role unless somebody says otherwise.

    It is the shipped policy if it was trained or rated anew under exactly this configuration and its record does not
    say that it is weaker than the usual agent; else that agent: the heuristic, which reads the rules that it plays by,
    or random play where there is none.
    """
    base = usual(setup)
    if not ships_for(setup, role):
        return base
    figures = read_header(place_of(setup.game.id, setup.scenario, role))["info"]["figures"]
    return base if figures["gain_over"][base][2] < 0 else TRAINED
