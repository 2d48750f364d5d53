"""Scenarios of games that keep them as TOML files: which there are, and what is in them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from throwdown.envs.core.errors import InvalidConfig, did_you_mean, harmless
from throwdown.envs.core.files import check_depth, parse_toml


def scenario_names(folder: Path) -> tuple[str, ...]:
    """Return the names of the scenarios in a folder."""
    return tuple(sorted(file.stem for file in folder.glob("*.toml")))


def read_scenario(
    scenario: str | Path | Mapping[str, Any], name: str, folder: Path
) -> tuple[str, dict[str, Any]]:
    """Return the name and the data, not yet validated, of a scenario.

    Args:
        scenario: the name of one in the folder, a TOML file, or plain data.
        name: what plain data is called.
        folder: where the game keeps its own.

    Raises:
        InvalidConfig: there is no such scenario, or it cannot be read.
    """
    if isinstance(scenario, Mapping):
        try:
            check_depth(dict(scenario))
        except ValueError as error:
            raise InvalidConfig(f"Scenario '{name}' cannot be read: {error}.") from None
        return name, dict(scenario)
    path, known = Path(scenario), scenario_names(folder)
    if str(scenario) in known:
        name, path = str(scenario), folder / f"{scenario}.toml"
    elif path.suffix == ".toml":
        name = harmless(path.stem)
    else:
        raise InvalidConfig(
            f"'{scenario}' is not a scenario{did_you_mean(str(scenario), known)}: give one of {', '.join(known)} or a "
            ".toml file."
        )
    try:
        return name, parse_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidConfig(f"The scenario file '{scenario}' cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise InvalidConfig(f"The scenario file '{scenario}' is not valid TOML: {error}.") from None
