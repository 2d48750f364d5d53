"""``throwdown evaluate``: any agents of one side against any agents of the other, on the same deals."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.cli import common
from throwdown.cli.players import lineups, read_players
from throwdown.envs.core.errors import InvalidConfig, MissingExtra

if TYPE_CHECKING:
    from throwdown.envs.core.game import Setup
    from throwdown.evaluation import cross, quality
    from throwdown.evaluation.exact.cross import Exact
    from throwdown.evaluation.report import tables
    from throwdown.evaluation.runs import Recipe


@common.guarded
def evaluate(
    context: typer.Context,
    game: common.GAME = common.DEFAULT_GAME,
    scenario: common.SCENARIO = None,
    by_seat: Annotated[
        bool, typer.Option("--by-seat", help="Seat the agents of a side in every combination.")
    ] = False,
    deals: Annotated[int, typer.Option(min=2, help="Deals, the same for every pair of agents.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deals and of the agents' choices.")] = 0,
    aivat: Annotated[
        bool,
        typer.Option("--aivat", help="Subtract the luck of cards and dice from the returns, without bias."),
    ] = False,
    shared_dice: Annotated[
        bool, typer.Option("--shared-dice", help="Give the agents the same dice in all games of a deal.")
    ] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Also compute exact results; for games small enough to solve.")
    ] = False,
    searches: Annotated[
        int | None,
        typer.Option(
            min=1, help="With --exact: searches to average in every information set.", show_default="1"
        ),
    ] = None,
    judge: Annotated[
        str | None, typer.Option(help="A searching agent that judges decisions, such as ismcts:1000.")
    ] = None,
    judged: Annotated[
        int | None,
        typer.Option(min=2, help="Games per agent with judged decisions.", show_default="100"),
    ] = None,
    exploiters: Annotated[
        list[Path] | None, typer.Option(help="JSON files of finished exploiters; may be given several times.")
    ] = None,
    option: common.OPTIONS = None,
    workers: common.WORKERS = None,
    on: common.ON = "",
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write a report (tables, CSV, JSON, pictures) here; if interrupted, continue from here."
        ),
    ] = None,
    quiet: common.QUIET = False,
    as_json: common.JSON = False,
) -> None:
    """Play all agents of one side against all of the other on the same deals, and print means and win rates.

    The game's sides, roles and seats are options for agents and may be repeated: `--coach trained --coach random
    --pilot heuristic` in FUSION's games, `--first FILE.npz --second random` in poker. An agent plays all seats of the
    name, unless there is one for each: `--pilot heuristic,random,FILE.npz`. A side without agents is played by random
    and by the heuristic. `throwdown envs` lists the names. An agent is random, heuristic, trained, ismcts,
    search:FILE.npz, a file (.npz, .onnx, .zip) or code (FILE.py:NAME).

    Example: throwdown evaluate --coach runs/demo/coach.npz --coach heuristic --deals 5000
    """
    from throwdown.envs.registry import make_setup
    from throwdown.evaluation.exploiters import read_exploiters
    from throwdown.evaluation.report import tables
    from throwdown.evaluation.report.cross_report import renderable, to_dict
    from throwdown.evaluation.runs import Recipe

    common.own_folder(out)
    setup = make_setup(game, scenario, **common.parse_options(option))
    if judge is None and judged is not None:
        raise InvalidConfig(
            "--judged is the number of games for a judge; give one with --judge, such as ismcts:1000."
        )
    if not exact and searches is not None:
        raise InvalidConfig("--searches belongs to --exact; without it, agents search as they play.")
    rows, columns = lineups(setup, read_players(context, setup), by_seat)
    what = setup.game.id, setup.config, setup.options, setup.scenario
    recipe = Recipe(*what, rows, columns, deals, seed, aivat, shared_dice)
    runs = read_exploiters(exploiters or ())
    known = exact_results(recipe, searches or 1, not quiet) if exact else None
    if judge is not None:
        find_judge(judge, setup)
    result = rated(recipe, show=not quiet, folder=out, workers=workers, on=on)
    judging = [] if judge is None else judge_all(recipe, judge, judged or 100, not quiet, workers, on)
    told = tables.Extras(known, runs, judging)
    if as_json:
        common.say(json.dumps(to_dict(result, told), indent=1))
    else:
        common.output().print(renderable(result, told))
    if out is not None:
        report = save_report(result, out, told)
        if not as_json:
            common.say(f"The report is in {report}.")


def exact_results(recipe: Recipe, searches: int, show: bool) -> Exact:
    """Return the exact results of a cross-play."""
    from throwdown.evaluation.exact.cross import exact_cross_play

    plan = recipe.plan()
    with common.playing_bar(show, doing="computing") as tell:
        return exact_cross_play(plan.setup, plan.rows, plan.columns, searches, recipe.seed, tell)


def find_judge(spec: str, setup: Setup) -> quality.Judge:
    """Return the agent that judges decisions; raise if it cannot."""
    from throwdown.agents import load
    from throwdown.evaluation.quality import as_judge

    if spec.partition(":")[0] == "search":
        raise InvalidConfig(
            f"'{spec}' cannot judge both sides; give a search without a policy, such as ismcts:1000."
        )
    return as_judge(load(spec, setup))


def judge_all(
    recipe: Recipe, judge: str, games: int, show: bool, workers: int | None, on: str
) -> list[quality.Judged]:
    """Return the quality of the agents' decisions by the values of a search."""
    from throwdown.evaluation.quality import judge_agents

    with common.playing_bar(show, doing="judging") as tell:
        make = functools.partial(_judging, recipe, judge, games)
        return judge_agents(_trial(recipe, judge, games), tell, workers, on, make)


def _trial(recipe: Recipe, judge: str, games: int) -> quality.Trial:
    from throwdown.evaluation import match, quality

    plan, deals = recipe.plan(), match.deal_seeds(games, recipe.seed)
    return quality.Trial(plan.setup, plan.rows, plan.columns, find_judge(judge, plan.setup), deals, plan.seed)


def _judging(recipe: Recipe, judge: str, games: int) -> Callable[[int], quality.Judged]:
    return _trial(recipe, judge, games).judged


def rated(
    recipe: Recipe, show: bool, folder: Path | None = None, workers: int | None = None, on: str = ""
) -> cross.CrossPlay:
    """Return the cross-play of agents, with a progress bar."""
    from throwdown.evaluation.runs import run

    try:
        with common.playing_bar(show, unit="games") as tell:
            return run(recipe, folder, workers, tell, on=on)
    except KeyboardInterrupt:
        if folder is not None:
            common.complain(f"the same command continues from what is in '{folder}'.")
        raise


def save_report(result: cross.CrossPlay, folder: Path, extras: tables.Extras | None = None) -> Path:
    """Write the report, without pictures if matplotlib is not installed, and return its main file."""
    from throwdown.evaluation.report.cross_report import NOTHING, write_report

    try:
        write_report(result, folder, extras=extras or NOTHING)
    except (MissingExtra, ImportError) as error:
        common.complain(f"The report has no pictures: {error}")
        return folder / "report.md"
    return folder / "report.html"
