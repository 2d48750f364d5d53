"""The library: Pilots, Threats, Gear and more that scenarios take by name.

A scenario's entry may be a name of the library (``"hydra"``), or a table with ``use = "hydra"`` and whatever differs;
tables in it are merged, everything else is replaced.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from throwdown.envs.core.kit import InvalidConfig, did_you_mean

CONTENT = Path(__file__).parent.parent / "content"

BASIC_CHARGE_TECHS = ("focus",)
"""Entries of ``charge-techs.toml`` that a scenario has when it names none."""


class _Kind(NamedTuple):
    """Where the entries of a field are looked up, and which of their own fields are looked up in turn."""

    table: str
    inner: Mapping[str, _Kind]


_THREATS = _Kind("threats", {})
ENTRY_FIELDS: Mapping[str, _Kind] = {
    "pilots": _Kind("pilots", {"gear": _Kind("gear", {})}),
    "threats": _THREATS,
    "factions": _Kind("factions", {"threat": _THREATS}),
    "positions": _Kind("positions", {}),
    "location": _Kind("locations", {}),
    "charge_techs": _Kind("charge-techs", {}),
}
TABLES = ("pilots", "threats", "gear", "factions", "positions", "locations", "charge-techs")


@cache
def table(name: str) -> Mapping[str, Mapping[str, Any]]:
    """Return one file of the library: entries by name."""
    file = CONTENT / f"{name}.toml"
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidConfig(f"The library file '{file.name}' is not valid TOML: {error}.") from None


def merge(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``base`` with ``over`` laid on it, tables merged."""
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        merged[key] = merge(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return merged


def find(name: Any, kind: _Kind, place: str) -> dict[str, Any]:
    """Return an entry of the library.

    Raises:
        InvalidConfig: there is none of this name.
    """
    entries = table(kind.table)
    if not isinstance(name, str) or name not in entries:
        raise InvalidConfig(
            f"{place}: '{name}' is not in the library of {kind.table}{did_you_mean(str(name), entries)}; "
            f"it holds {', '.join(entries)}."
        )
    return copy.deepcopy(dict(entries[name]))


def entry(shelf: str, key: str) -> dict[str, Any]:
    """Return an entry of one of `TABLES` with everything that it takes from other entries put in."""
    inner = {kind.table: kind for kind in ENTRY_FIELDS.values()}.get(shelf, _Kind(shelf, {}))
    found: dict[str, Any] = _entry(key, inner, shelf)
    return found


def _entry(value: Any, kind: _Kind, place: str) -> Any:
    if isinstance(value, str):
        value = find(value, kind, place)
    elif isinstance(value, Mapping) and "use" in value:
        over = {key: part for key, part in value.items() if key != "use"}
        value = merge(find(value["use"], kind, f"{place}.use"), over)
    return _fields(value, kind.inner, f"{place}.") if isinstance(value, Mapping) else value


def _fields(data: Mapping[str, Any], fields: Mapping[str, _Kind], place: str) -> dict[str, Any]:
    data = dict(data)
    for key, kind in fields.items():
        value = data.get(key)
        if isinstance(value, list | tuple):
            data[key] = [_entry(part, kind, f"{place}{key}.{i}") for i, part in enumerate(value)]
        elif value is not None:
            data[key] = _entry(value, kind, place + key)
    return data


def resolve(data: Mapping[str, Any], what: str) -> dict[str, Any]:
    """Return a scenario's data with everything that it takes from the library put in.

    Args:
        data: the scenario; one that is resolved already stays the same.
        what: what is being read, for errors: ``Scenario 'duel'``.

    Raises:
        InvalidConfig: it takes something that the library does not have.
    """
    return _fields({"charge_techs": list(BASIC_CHARGE_TECHS), **data}, ENTRY_FIELDS, f"{what}: ")
