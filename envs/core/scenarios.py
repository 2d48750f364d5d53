"""Scenarios in TOML files: their names, their data, and the library entries that they use by name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from throwdown.envs.core.errors import InvalidConfig, did_you_mean, harmless, one_sentence
from throwdown.envs.core.files import check_depth, parse_toml
from throwdown.envs.core.names import beside, check_open


def scenario_names(folder: Path) -> tuple[str, ...]:
    """Return the names of the scenarios in a folder."""
    return tuple(sorted(file.stem for file in folder.glob("*.toml")))


def read_scenario(
    scenario: str | Path | Mapping[str, Any], name: str, folder: Path
) -> tuple[str, dict[str, Any]]:
    """Return a scenario's name and its data, not yet validated.

    Args:
        scenario: the name of a scenario in the folder, a TOML file, or plain data. A text may name a file only if it
            is `names.Typed`.
        name: the name for plain data.
        folder: the folder of the game's own scenarios.

    Raises:
        InvalidConfig: the scenario does not exist or cannot be read.
    """
    if isinstance(scenario, Mapping):
        try:
            check_depth(dict(scenario))
        except ValueError as error:
            raise InvalidConfig(f"Scenario '{name}' cannot be read: {error}.") from None
        return name, _without_game(scenario)
    path, known = Path(scenario), scenario_names(folder)
    if str(scenario) in known:
        name, path = str(scenario), folder / f"{scenario}.toml"
    elif path.suffix == ".toml":
        check_open(scenario, "a scenario's file")
        name = harmless(path.stem)
    else:
        raise InvalidConfig(
            f"'{scenario}' is not a scenario{did_you_mean(str(scenario), known)}: give one of {', '.join(known)} or a "
            ".toml file."
        )
    return name, _without_game(read_toml(path, "scenario", str(scenario)))


def _without_game(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a scenario without its ``game`` line; see `registry.game_of`."""
    return {field: value for field, value in data.items() if field != "game"}


def read_toml(path: Path, what: str, name: str = "") -> dict[str, Any]:
    """Return the data of a TOML file.

    Args:
        path: the file.
        what: its kind, for errors.
        name: its name in errors; by default the path.

    Raises:
        InvalidConfig: it cannot be read, or is not TOML.
    """
    try:
        return parse_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidConfig(f"The {what} file '{name or path}' cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InvalidConfig(f"The {what} file '{name or path}' cannot be read: it is not text.") from None
    except ValueError as error:
        raise InvalidConfig(f"The {what} file '{name or path}' is not valid TOML: {error}.") from None


def file_of(scenario: Any) -> Any:
    """Return the file of a scenario, as given; None if it is not a file."""
    return scenario if isinstance(scenario, str | Path) and Path(scenario).suffix == ".toml" else None


def refuse_options(options: Iterable[str], known: Sequence[str]) -> None:
    """Raise if an option is unknown.

    Raises:
        InvalidConfig: one is.
    """
    for option in options:
        if option not in known:
            near = did_you_mean(option, known) or f"; the options are {', '.join(known)}"
            raise InvalidConfig(f"'{option}' is not an option{near}.")


class Checked(Protocol):
    """A model that validates data, as pydantic's do."""

    @classmethod
    def model_validate(cls, obj: Any) -> Self:
        """Return data as a model, or raise pydantic's ``ValidationError``, which is a ``ValueError``."""

    @classmethod
    def model_validate_json(cls, json_data: str, *, strict: bool) -> Self:
        """Return data as a model, or raise pydantic's ``ValidationError``, which is a ``ValueError``."""


_Model = TypeVar("_Model", bound=Checked)


def checked(kind: type[_Model], data: Mapping[str, Any], what: str, fields: Iterable[str]) -> _Model:
    """Return validated data as a sheet.

    Args:
        kind: the sheet's model.
        data: the data.
        what: its name for errors: ``Scenario 'boss'``.
        fields: valid field names, for suggestions.

    Raises:
        InvalidConfig: a field is wrong.
    """
    try:
        return strictly(kind, data)
    except ValueError as error:
        raise InvalidConfig(one_sentence(error, what, fields)) from None


def strictly(kind: type[_Model], data: Mapping[str, Any]) -> _Model:
    """Return strictly validated data as a sheet, as if read from a file: texts and numbers are not converted.

    Raises:
        ValueError: pydantic's ``ValidationError``.
    """
    try:
        text = json.dumps(data, default=_plain)
    except ValueError:  # a number of thousands of digits, which is valid in no field
        return kind.model_validate(data)
    return kind.model_validate_json(text, strict=True)


def _plain(value: Any) -> Any:
    """Convert values unknown to JSON: NumPy numbers, sets, and others, such as TOML dates, to text."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return list(value) if isinstance(value, Set | range) else str(value)


def field_names(base: Any) -> list[str]:
    """Return the names of the fields of a model and of all models derived from it, as files have them."""
    kinds = [base]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return [field.alias or name for kind in kinds for name, field in kind.model_fields.items()]


@dataclass(frozen=True)
class ScenarioFiles:
    """A game's scenarios in TOML files, and the options that change single values of one.

    Attributes:
        folder: holds the files.
        base: the pydantic model that all sheets of the game derive from.
        scenario: the sheet of a scenario.
        options: a sheet of options that the game reads in its own way.
        plain: fields of a scenario that are options as well.
        parts: sheets whose fields are options as well, by the scenario's field that holds them.
    """

    folder: Path
    base: type[Checked]
    scenario: Any
    options: Any
    plain: tuple[str, ...] = ()
    parts: Mapping[str, Any] = field(default_factory=dict)

    def option_names(self) -> list[str]:
        """Return the names of all options."""
        parts = (name for part in self.parts.values() for name in part.model_fields)
        return [*self.options.model_fields, *self.plain, *parts]

    def read(
        self, scenario: Any, options: Mapping[str, Any], name: str
    ) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """Return a scenario's name, its data with the values of options in their places, and the game's own options.

        Raises:
            InvalidConfig: there is no such scenario or option, or an option of the game's own is wrong.
        """
        refuse_options(options, self.option_names())
        name, data = read_scenario(scenario, name, self.folder)
        mine = {option: value for option, value in options.items() if option in self.options.model_fields}
        own = checked(self.options, mine, f"Scenario '{name}'", field_names(self.base))
        data |= {option: value for option, value in options.items() if option in self.plain}
        for part, sheet in self.parts.items():
            if given := {option: value for option, value in options.items() if option in sheet.model_fields}:
                data[part] = {**data.get(part, {}), **given}
        return name, data, own.model_dump(exclude_none=True)

    def check(self, name: str, data: Mapping[str, Any]) -> Any:
        """Return a scenario's data as its sheet.

        Raises:
            InvalidConfig: a field is wrong.
        """
        return checked(self.scenario, data, f"Scenario '{name}'", field_names(self.base))


class Library:
    """Library entries for scenarios: used by name, or by a table with ``use = NAME`` and overrides.

    Args:
        folder: contains a file of tables, or a folder with a file per entry, for every kind of entries.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._shelves: dict[str, Mapping[str, Mapping[str, Any]]] = {}

    def shelf(self, kind: str) -> Mapping[str, Mapping[str, Any]]:
        """Return all entries of a kind by name."""
        if kind not in self._shelves:
            path = self.folder / kind
            if path.is_dir():
                files = sorted(path.glob("*.toml"))
                self._shelves[kind] = {f.stem: parse_toml(f.read_text(encoding="utf-8")) for f in files}
            else:
                self._shelves[kind] = parse_toml(path.with_suffix(".toml").read_text(encoding="utf-8"))
        return self._shelves[kind]

    def find(self, name: Any, kind: str, place: str) -> dict[str, Any]:
        """Return an entry by name.

        Raises:
            InvalidConfig: it does not exist.
        """
        entries = self.shelf(kind)
        if not isinstance(name, str) or name not in entries:
            raise InvalidConfig(
                f"{place}: '{name}' is not in the library of {kind}{did_you_mean(str(name), entries)}; it holds "
                f"{', '.join(entries)}."
            )
        return dict(entries[name])

    def entry_or_file(self, value: Any, kind: str, place: str, file: object) -> Any:
        """Return an entry, or the data of a TOML file that the scenario refers to.

        Args:
            value: as for `entry`, or the path of a ``.toml`` file, relative to the folder of the scenario's file.
            kind: kind of entries: ``decks``.
            place: its place in the scenario, for errors.
            file: the scenario's own file, as given; see `names.beside`.

        Raises:
            InvalidConfig: the entry or file does not exist, or cannot be read.
        """
        if isinstance(value, str) and value.endswith(".toml"):
            return read_toml(beside(value, file), kind.removesuffix("s"), value)
        return self.entry(value, kind, place)

    def entry(self, value: Any, kind: str, place: str) -> Any:
        """Return a value of a scenario with library entries inserted, in lists for each member.

        Raises:
            InvalidConfig: an entry does not exist.
        """
        if isinstance(value, list | tuple):
            return [self.entry(part, kind, f"{place}.{i}") for i, part in enumerate(value)]
        if isinstance(value, str):
            return self.find(value, kind, place)
        if isinstance(value, Mapping) and "use" in value:
            own = {key: part for key, part in value.items() if key != "use"}
            return self.find(value["use"], kind, f"{place}.use") | own
        return value
