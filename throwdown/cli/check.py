"""``throwdown check``: faults of a game."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.cli import common
from throwdown.envs.core.errors import how_many

if TYPE_CHECKING:
    from throwdown.testing import Report

COLOURS = {"ok": "green", "fault": "bold red", "skipped": "dim"}


@common.guarded
def check(
    game: Annotated[str, typer.Argument(help="The game's id; `throwdown envs` lists them.")],
    scenario: Annotated[
        list[str] | None,
        typer.Option("--scenario", "-s", help="A scenario to check; may be repeated; by default all."),
    ] = None,
    exact: Annotated[
        str | None,
        typer.Option(
            help="A small scenario, or a TOML file, for enumerating all deals; by default the first that is small "
            "enough."
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Random games of every scenario to check closely.")] = 6,
    most_moves: Annotated[int, typer.Option(min=1, help="Moves after which a game must be over.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 0,
    quiet: common.QUIET = False,
    as_json: common.JSON = False,
) -> None:
    """Check a game that you have written, for errors in its rules and leaks of hidden information.

    The rules are compiled, and played compiled and in plain Python with every array index checked. Random games must
    end, with a legal action at every decision. Information hidden from a seat is dealt anew, which must change
    nothing that the seat observes or is told.

    Exits with 1 if there is a fault.

    Example: throwdown check kuhn-v0
    """
    from throwdown.testing import check_game

    with common.playing_bar(not quiet, game, "checking") as tell:
        found = check_game(
            game,
            scenario or None,
            exact_scenario=exact,
            games_each=games,
            most_moves=most_moves,
            seed=seed,
            progress=tell,
        )
    if as_json:
        rows = [{"state": one.state, **asdict(one)} for one in found.checks]
        common.say(json.dumps({"game": found.game, "is_sound": found.is_sound, "checks": rows}, indent=1))
    else:
        _show(found)
    raise typer.Exit(common.OK if found.is_sound else common.FAILED)


def _show(found: Report) -> None:
    from rich.text import Text

    console = common.output()
    for one in found.checks:
        head, *rest = one.lines()
        console.print(Text(head[:8], COLOURS[one.state]) + Text(head[8:]), soft_wrap=True)
        for line in rest:
            console.print(Text(line, "" if one.faults else "dim"), soft_wrap=True)
    n = len(found.faults)
    common.say(f"\n{found.game}: " + (f"{how_many(n, 'fault')}." if n else "no fault was found."))
