"""The file of a sweep: its runs, named by what they differ in."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from throwdown.agents import is_opened, played, usual
from throwdown.envs.core.files import parse_toml
from throwdown.envs.core.kit import InvalidConfig, Setup, ThrowdownError, one_sentence
from throwdown.envs.core.names import again, may_open
from throwdown.training.config import Count, Name, algorithm_of, map_names, read_config
from throwdown.training.roles import exploiter_config, setup_of

LONGEST = 120
"""The maximum length of a run's name, which is that of its folder."""
_UNSAFE = re.compile(r"[^A-Za-z0-9._]+")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SweepFile(_Part):
    """The file of a sweep. Its runs are all combinations of a table of ``runs`` and one value of every grid list."""

    base: dict[str, Any] = {}
    """Settings of all runs: the fields of a training file."""
    grid: dict[str, Annotated[list[Any], Field(min_length=1)]] = {}
    """Fields with lists of values to combine."""
    runs: list[dict[str, Any]] = []
    """Settings that override those of ``base``; one table of them each."""


class ExploiterRun(_Part):
    """The fields of a run of the kind ``exploit`` that are not settings of its training."""

    role: str
    """The exploiting role, or a side."""
    players: dict[str, Name] = {}
    """By role, the agent; by default the heuristic, if the game has one, else random play."""
    start: Name = ""
    """The initial policy, ``trained`` or a file; by default none."""
    steps: Count = 1_000_000
    """Decisions to learn from."""
    seed: Annotated[int, Field(ge=0)] = 1
    """Seed of the exploiter's learning."""
    deals: Annotated[int, Field(ge=2)] = 20_000
    """Fresh deals for measuring the gain."""


@dataclass(frozen=True)
class SweepRun:
    """A run of a sweep.

    Attributes:
        name: what it differs in; the name of its folder.
        kind: ``train`` or ``exploit``.
        settings: the fields of a `TrainConfig`; for an exploiter, with those of `ExploiterRun`.
        content: a hash of the rules and the scenario.
    """

    name: str
    kind: Literal["train", "exploit"]
    settings: dict[str, Any]
    content: str = ""

    def plain(self) -> dict[str, Any]:
        """Return the run as plain data; equal data mean equal runs."""
        data = {"name": self.name, "kind": self.kind, "settings": self.settings, "content": self.content}
        found: dict[str, Any] = json.loads(json.dumps(data, default=str))
        return found


def read_sweep(file: Path, named: Collection[str] = ()) -> list[SweepRun]:
    """Return the runs in a sweep's file.

    Args:
        file: a TOML file; see `SweepFile`.
        named: the files and the code that it names, as `core.names.Typed`: others are not opened.

    Raises:
        InvalidConfig: the file cannot be read, names no runs, or has a mistake, or two runs do not differ.
    """
    what = f"The sweep file '{file}'"
    try:
        data = parse_toml(file.read_text(encoding="utf-8"))
        sheet = SweepFile.model_validate(data)
    except OSError as error:
        raise InvalidConfig(f"{what} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise InvalidConfig(f"{what} is not text.") from None
    except ValidationError as error:
        raise InvalidConfig(one_sentence(error, what, SweepFile.model_fields)) from None
    except ValueError as error:
        raise InvalidConfig(f"{what} is not valid TOML: {error}.") from None
    jobs: dict[str, SweepRun] = {}
    for name, settings in _combined(sheet):
        try:
            job = job_of(name, settings, named)
        except ThrowdownError as error:
            raise InvalidConfig(f"{what}, run '{name}': {error}") from None
        if name in jobs:
            raise InvalidConfig(
                f"{what} has two runs '{name}'; leave one out, or give them a name = \"...\" each."
            )
        jobs[name] = job
    if not jobs:
        raise InvalidConfig(
            f"{what} names no runs; write a [grid] with a list such as seed = [1, 2, 3], or [[runs]] with settings."
        )
    return list(jobs.values())


def _combined(sheet: SweepFile) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and the settings of every run."""
    for run in sheet.runs or ([{}] if sheet.grid else []):
        own = {field: value for field, value in run.items() if field != "name"}
        for values in itertools.product(*sheet.grid.values()):
            other = dict(zip(sheet.grid, values))
            differs = [run["name"], *other.items()] if "name" in run else [*{**own, **other}.items()]
            name = _slug([x[1] if x[0] == "kind" else x for x in differs]).strip("-.")
            yield name or "base", {**sheet.base, **own, **other}


def _slug(value: Any) -> str:
    """Return data as a part of a folder's name."""
    if isinstance(value, Mapping):
        value = [part for pair in value.items() for part in pair]
    if isinstance(value, list | tuple):
        return "-".join(_slug(part) for part in value)
    return _UNSAFE.sub("-", str(value).lower() if isinstance(value, bool) else str(value)).strip("-")


def job_of(name: str, settings: dict[str, Any], named: Collection[str]) -> SweepRun:
    """Return a run with its settings validated.

    Raises:
        ThrowdownError: a field is wrong, or a file or code is not named again.
    """
    if len(name) > LONGEST:
        raise InvalidConfig('what it differs in is too long for a folder\'s name; give it a name = "...".')
    kind = settings.pop("kind", "train")
    if kind not in ("train", "exploit"):
        raise InvalidConfig(f"kind is {kind!r}; it must be 'train' or 'exploit'.")
    settings = _opening(settings, named)
    if kind == "exploit":
        setup = parts_of_exploiter(settings)[0]
    else:
        settings = _alone(settings)
        setup = setup_of(read_config(settings))
    text = json.dumps([setup.game.rules_version, played(setup.config)], sort_keys=True)
    return SweepRun(name, kind, settings, hashlib.sha256(text.encode()).hexdigest()[:16])


def _opening(settings: Mapping[str, Any], named: Collection[str]) -> dict[str, Any]:
    """Return settings in which the files and the code that were named again are typed.

    Raises:
        InvalidConfig: others are named.
    """

    def change(name: str) -> str:
        name = again(name, named)
        if (is_opened(name) or name.endswith(".toml")) and not may_open(name):
            raise InvalidConfig(
                f"'{name}' is a file or code, and those that a sweep names are opened only if somebody names them, "
                f"too: add --named {name}."
            )
        return name

    found = map_names(settings, change)
    players = settings.get("players")
    return found | ({"players": map_names({"against": players}, change)["against"]} if players else {})


def _alone(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return training settings with one thread: runs are side by side, and threads do not change a result."""
    return dict(settings) if algorithm_of({"config": settings}) != "ppo" else {**settings, "workers": 1}


def parts_of_exploiter(
    settings: Mapping[str, Any],
) -> tuple[Setup, ExploiterRun, dict[str, Any], dict[str, Any]]:
    """Return the setup of an exploiter, its own fields, those of the game, and the changes of its training.

    Raises:
        InvalidConfig: a field is wrong.
    """
    own = {name: settings[name] for name in ExploiterRun.model_fields if name in settings}
    try:
        run = ExploiterRun.model_validate(own)
    except ValidationError as error:
        raise InvalidConfig(one_sentence(error, "Exploiter", ExploiterRun.model_fields)) from None
    what = {name: settings[name] for name in ("game", "scenario", "options") if name in settings}
    changes = {name: value for name, value in settings.items() if name not in own and name not in what}
    changes = _alone(changes)
    setup = setup_of(read_config(what))
    players = dict.fromkeys(setup.roles, usual(setup)) | run.players
    run = run.model_copy(update={"players": players})
    _, config = exploiter_config(what, players, run.role, run.start)
    read_config(config | {"steps": run.steps, "seed": run.seed} | changes)
    return setup, run, what, changes
