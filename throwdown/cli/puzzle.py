"""``throwdown puzzle``: positions with one best choice, for solving, and the search for them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from throwdown.cli import common
from throwdown.cli.solve import export_tree, solve_tree
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.errors import InvalidConfig, how_many

app = typer.Typer(no_args_is_help=True, help="Puzzles: positions with one best choice.")


@app.command()
@common.guarded
def play(
    name: Annotated[str, typer.Argument(help="The puzzle, such as duel-7; by default today's.")] = "",
) -> None:
    """Solve a puzzle in the terminal: make one choice, see its value, and play on if you like.

    Example: throwdown puzzle play duel-7
    """
    from throwdown.play.puzzles import puzzle_of
    from throwdown.play.session import Session
    from throwdown.play.terminal import Terminal

    one = puzzle_of(name)
    common.say(tr("Puzzle {name}: one choice is clearly better than all others. Which?", name=one.name))
    raise typer.Exit(Terminal(Session.of_puzzle(one), common.output()).run())


@app.command()
@common.guarded
def find(
    out: Annotated[Path, typer.Option(help="The file; if it exists, it is continued.")],
    scenario: common.SCENARIO = None,
    game: common.GAME = common.DEFAULT_GAME,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Puzzles in all.")] = 60,
    games: Annotated[int, typer.Option(min=1, help="Maximum number of games to search.")] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first game.")] = 0,
    exact: Annotated[
        bool, typer.Option("--exact", help="Solve the game, which must be small, and judge by the solution.")
    ] = False,
    workers: common.WORKERS = None,
    on: common.ON = "",
    quiet: common.QUIET = False,
) -> None:
    """Search for puzzles in games between the strongest players.

    It may be stopped at any time, and continues with the same file.

    Example: throwdown puzzle find -s duel --count 60 --out duel.json
    """
    from throwdown.envs.registry import make_setup
    from throwdown.play.finding import UNTIL, Finder, Solved

    if out.suffix != ".json":
        raise InvalidConfig(f"'{out}' must end in .json.")
    common.own_file(out)
    setup = make_setup(game, scenario)
    made_by = (
        f"throwdown puzzle find -g {game} -s {setup.scenario} --count {count} --seed {seed}"
        + " --exact" * exact
    )
    judge = Solved(solve_tree(export_tree(setup, quiet), quiet, UNTIL)) if exact else None
    with common.playing_bar(not quiet, setup.scenario, "looking for puzzles", "puzzles") as tell:
        made = Finder(setup, seed, judge).find(out, count, games, made_by, tell, workers, on)
    puzzles, tried = how_many(len(made.puzzles), "puzzle"), how_many(made.tried, "game")
    common.say(f"Wrote {puzzles} from {tried} of {setup.scenario} to {out}.")
