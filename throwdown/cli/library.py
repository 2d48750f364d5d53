"""``throwdown library``: components of scenarios, and the glossary."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.cli.common import DEFAULT_GAME, GAME, JSON, guarded, output, say
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.errors import InvalidConfig, did_you_mean

if TYPE_CHECKING:
    from throwdown.envs.core.texts import Entry


@guarded
def library(
    name: Annotated[
        str,
        typer.Argument(
            help="A name, a word of the rules, a clause such as TS-42, or a kind such as threats."
        ),
    ] = "",
    game: GAME = DEFAULT_GAME,
    as_json: JSON = False,
) -> None:
    """List the components of scenarios, or explain one entry: Pilots, Techs, Threats, Gear, words, clauses.

    Example: throwdown library tide
    """
    from throwdown.envs.registry import find_game

    found = find_game(game)
    every = found.entries()
    chosen = [entry for entry in every if not entry.is_rule] or list(every)
    if name:
        chosen = _of_kind(name, every) or found.look_up(name)
        if not chosen:
            near = did_you_mean(name.lower(), [entry.name.lower() for entry in every])
            raise InvalidConfig(
                f"'{name}' is not in the library of {game}{near}; `throwdown library` lists it."
            )
    if as_json:
        say(json.dumps([entry._asdict() for entry in chosen], indent=1))
    else:
        _print(chosen)


def _of_kind(name: str, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of a kind, in the singular or the plural, or with its owner: ``techs``, ``tech of red``."""
    word = name.lower().replace("-", " ")
    forms = {word, word.removesuffix("s"), word.removesuffix("ies") + "y"}
    return [entry for entry in entries if forms & {entry.kind.lower(), _kind(entry).lower()}]


def _kind(entry: Entry) -> str:
    """Return the kind of an entry without its owner, whose name may contain an "of", too."""
    return entry.kind.partition(" of ")[0]


def as_markdown(entries: Sequence[Entry]) -> str:
    """Return entries as Markdown, with one heading per kind, for the pages of the docs."""
    kinds: dict[str, list[Entry]] = {}
    for entry in entries:
        kinds.setdefault(_kind(entry), []).append(entry)
    lines = []
    for kind, some in kinds.items():
        plural = f"{kind[:-1]}ies" if kind.endswith("y") else kind if kind == "Gear" else f"{kind}s"
        lines += [f"### {plural[:1].upper()}{plural[1:]}", ""]
        for entry in some:
            whose = entry.kind.removeprefix(kind).strip()
            key = f"`{entry.key}`" if entry.key else ""
            notes = ", ".join(note for note in (whose, key) if note)
            lines.append(f"- **{entry.name}**{f' ({notes})' if notes else ''}: {entry.text}")
        lines.append("")
    return "\n".join(lines)


def _print(entries: Sequence[Entry]) -> None:
    """Print entries, one paragraph each, with their name in files if it differs."""
    from rich.text import Text

    for entry in entries:
        kind = entry.kind
        if entry.key:
            kind = tr("{kind}, '{key}' in files", kind=kind, key=entry.key)
        output().print(Text.assemble((entry.name, "bold"), (f" ({kind})", "dim"), f": {entry.text}"))
