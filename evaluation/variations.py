"""Variations of scenarios: the cells of a grid of values."""

import copy
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from throwdown.envs.core.kit import InvalidConfig, Setup, did_you_mean
from throwdown.evaluation.balance import Cell
from throwdown.evaluation.decks import AS_IT_IS, Swap

MAX_CELLS = 10_000
RULES = "rules"
"""The part of a scenario whose fields may be named without a prefix."""


def varied(setup: Setup, changes: Mapping[str, Any], texts: Mapping[str, str] | None = None) -> Setup:
    """Return a setup with some values of its scenario changed, under the same name and options.

    Args:
        setup: the scenario.
        changes: values by their paths, such as ``harmony``, ``threats.0.rating`` or ``rules.rout``; the prefix
            ``rules.`` may be left out.
        texts: the same values as typed, for fields that hold text.

    Raises:
        InvalidConfig: a path leads nowhere, or a value is out of range.
    """
    data = copy.deepcopy(dict(setup.config))
    for path, value in changes.items():
        _put(data, path, value, (texts or {}).get(path))
    return setup.game.configure(data, setup.options, setup.scenario)


def _put(data: dict[str, Any], path: str, value: Any, text: str | None) -> None:
    names = path.split(".")
    if names[0] not in data and names[0] in data.get(RULES, {}):
        names = [RULES, *names]
    at: Any = data
    for name in names[:-1]:
        at = at[_key(at, name, path)]
    key = _key(at, names[-1], path)
    at[key] = text if text is not None and isinstance(at[key], str) else value


def _key(at: Any, name: str, path: str) -> str | int:
    """Return the key or index that a part of a path names; raise if there is none."""
    if isinstance(at, list) and name.isdecimal() and int(name) < len(at):
        return int(name)
    if isinstance(at, dict) and name in at:
        return name
    known = (
        [str(k) for k in range(len(at))] if isinstance(at, list) else list(at if isinstance(at, dict) else ())
    )
    raise InvalidConfig(
        f"'{path}' is not a value of the scenario: there is no '{name}'{did_you_mean(name, known)}."
    )


def cells_of(setups: Sequence[Setup], axes: Mapping[str, Mapping[str, Any]]) -> list[Cell]:
    """Return a cell for every scenario and every combination of values; the last axis varies fastest.

    Args:
        setups: the scenarios; if there are several, a scenario's name is the first of its cells' values.
        axes: by path, the values by their text.

    Raises:
        InvalidConfig: there are too many cells, or a value does not fit.
    """
    options = [list(values) for values in axes.values()]
    found: list[Cell] = []
    for setup in setups:
        for texts in product(*options):
            if len(found) == MAX_CELLS:
                raise InvalidConfig(f"the grid has more than {MAX_CELLS:,} cells; leave some values out.")
            words = dict(zip(axes, texts))
            changes = {path: axes[path][text] for path, text in words.items()}
            name = (setup.scenario,) if len(setups) > 1 else ()
            found.append(Cell(varied(setup, changes, words) if changes else setup, (*name, *texts)))
    return found


def swap_cells(setup: Setup, swaps: Sequence[Swap]) -> list[Cell]:
    """Return a cell for the unchanged scenario, then one for every swap of a card.

    Raises:
        InvalidConfig: there are too many swaps, or a deck would break a rule.
    """
    if len(swaps) >= MAX_CELLS:
        raise InvalidConfig(f"these are {len(swaps):,} swaps, more than {MAX_CELLS - 1:,}; name fewer cards.")
    decks = setup.game.need_decks("Swapping cards")
    return [
        Cell(setup, (AS_IT_IS,)),
        *(Cell(decks.swapped(setup, x.side, x.out, x.into), (x.text(),)) for x in swaps),
    ]
