"""The policies that ship with the package: one file per game, scenario and role, with its provenance.

Trained ones are stored in ``policies/GAME/SCENARIO-ROLE.npz`` by `throwdown.training.ship`; those of the older
edition of a session in ``SCENARIO-older-ROLE.npz``. The ``info`` of such a policy holds its training (command,
settings, seed, decisions, seconds), its configuration and its scores.

Strategies of solved games are stored in ``policies/GAME/solved/SCENARIO.npz`` by ``throwdown solve SCENARIO --game GAME
--until 0.0001 --out FILE``.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from throwdown.agents.archive import SUFFIX, read_header
from throwdown.agents.heuristics import usual
from throwdown.envs.core.kit import InvalidConfig, Setup

FOLDER = Path(__file__).resolve().parent / "policies"
TRAINED, HEURISTIC, SOLVED = "trained", "heuristic", "solved"
_WORDS = ("title", "description")
"""Parts of a configuration that do not affect play."""

Place = tuple[str, str, str]


def _place(setup: Setup, role: str) -> Place:
    """Return a setup's game, its scenario with the game's variant, and a role."""
    return setup.game.id, "-".join(filter(None, (setup.scenario, setup.game.variant))), role


def place_of(setup: Setup, role: str) -> Path:
    """Return the path of the policy for a setup's game and scenario and a role, whether or not it exists."""
    game, scenario, _ = _place(setup, role)
    return FOLDER / game / f"{scenario}-{role}{SUFFIX}"


def shipped() -> dict[Place, Path]:
    """Return the files by game, scenario and role; a variant of the game stands behind the scenario."""
    found: dict[Place, Path] = {}
    for file in FOLDER.glob(f"*/*{SUFFIX}"):
        scenario, _, role = file.stem.rpartition("-")
        found[file.parent.name, scenario, role] = file
    return dict(sorted(found.items()))


def made_for(place: Place) -> dict[str, Any]:
    """Return what `envs.registry.make_setup` needs for the setup of a shipped policy: game, scenario and options."""
    header = read_header(shipped()[place])
    return {
        "game": header["game"],
        "scenario": header["scenario"],
        "options": header["info"].get("settings", {}).get("options", {}),
    }


def _how_to_ask(place: Place) -> str:
    """Return the scenario, the options and the game of a shipped policy as text."""
    made = made_for(place)
    options = ", ".join(f"{name}={x}" for name, x in made["options"].items())
    return f"{made['scenario']}{options and ' with ' + options} ({made['game']})"


def find_shipped(setup: Setup, role: str) -> Path:
    """Return the policy file for a setup's game and scenario and a role.

    Raises:
        InvalidConfig: there is none; the message lists the shipped ones.
    """
    found = shipped()
    place = _place(setup, role)
    if place not in found:
        known = ", ".join(_how_to_ask(other) for other in found if other[2] == role)
        instead = (
            f"there is one for {known}" if known else "choose another agent, such as heuristic or random"
        )
        game = setup.game.id + (f" ({setup.game.title})" if setup.game.variant else "")
        raise InvalidConfig(
            f"no trained {role} for scenario '{setup.scenario}' of {game} comes with the package; {instead}."
        )
    return found[place]


def find_solved(setup: Setup) -> Path:
    """Return the strategy of a setup's game and scenario.

    Raises:
        InvalidConfig: there is none.
    """
    path = FOLDER / setup.game.id / "solved" / f"{setup.scenario}{SUFFIX}"
    if path not in FOLDER.glob(f"*/solved/*{SUFFIX}"):
        raise InvalidConfig(
            f"no solution of scenario '{setup.scenario}' of {setup.game.id} comes with the package; throwdown solve "
            "finds those of small games."
        )
    return path


def is_solved(setup: Setup) -> bool:
    """Return whether the package ships a solution of exactly this configuration."""
    try:
        header = read_header(find_solved(setup))
    except InvalidConfig:
        return False
    return header["rules"] == setup.game.rules_version and played(header["config"]) == played(setup.config)


def played(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a configuration that affect play, after a round trip through JSON."""
    plain: dict[str, Any] = json.loads(json.dumps(dict(config)))
    return {name: value for name, value in plain.items() if name not in _WORDS}


def ships_for(setup: Setup, role: str) -> bool:
    """Return whether the package ships a policy trained or re-rated under exactly this configuration."""
    path = shipped().get(_place(setup, role))
    if path is None:
        return False
    header = read_header(path)
    info = header["info"]
    fits = (header["width"], header["actions"]) == (setup.width, setup.game.actions.n)
    return fits and info["rules"] == setup.game.rules_version and _is_played(info["config"], setup)


def _is_played(config: Mapping[str, Any], setup: Setup) -> bool:
    """Return whether a stored configuration, as read by this release, equals a setup's."""
    try:
        known = setup.game.configure(config, setup.options, setup.scenario)
    except InvalidConfig:
        return False
    return played(known.config) == played(setup.config)


def default_opponent(setup: Setup, role: str) -> str:
    """Return the spec of the default opponent for a role.

    It is the solution of a solved game; else the shipped policy if that was trained or re-rated under exactly this
    configuration and is not recorded as weaker than the default agent; else that agent: the heuristic, which adapts to
    the rules of the setup, or random play if there is none.
    """
    if is_solved(setup):
        return SOLVED
    base = usual(setup)
    if not ships_for(setup, role):
        return base
    figures = read_header(place_of(setup, role))["info"]["figures"]
    return base if figures["gain_over"][base][2] < 0 else TRAINED
