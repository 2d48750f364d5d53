"""``throwdown evaluate``: any Coaches against any Pilots on the same deals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.cli.common import (
    GAME,
    JSON,
    OPTIONS,
    SCENARIO,
    check_folder,
    complain,
    guarded,
    output,
    parse_options,
    playing_bar,
    say,
)
from throwdown.envs.core.errors import InvalidConfig, MissingExtra

if TYPE_CHECKING:
    from throwdown.envs.core.game import Setup
    from throwdown.evaluation.cross import CrossPlay
    from throwdown.evaluation.exact.cross import Exact
    from throwdown.evaluation.quality import Judge, Judged
    from throwdown.evaluation.runs import Recipe
    from throwdown.evaluation.tables import Extras

BASELINES = ("random", "heuristic")
MOST_TEAMS = 64


@guarded
def evaluate(
    game: GAME = "throwdown-v0",
    scenario: SCENARIO = "duel",
    coach: Annotated[
        list[str] | None,
        typer.Option(
            help="An agent that plays Coach: random, heuristic, trained, ismcts, FILE.npz or search:FILE.npz; several "
            "may be given."
        ),
    ] = None,
    pilot: Annotated[
        list[str] | None,
        typer.Option(
            help="An agent that plays every Pilot, or one for each, such as heuristic,random,FILE.npz; "
            "may be given several times."
        ),
    ] = None,
    by_seat: Annotated[
        bool, typer.Option("--by-seat", help="Seat the Pilots' agents in every combination.")
    ] = False,
    deals: Annotated[int, typer.Option(min=2, help="Deals, the same for every pair of agents.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Of the deals and of the agents' choices.")] = 0,
    aivat: Annotated[
        bool, typer.Option("--aivat", help="Take the luck of cards and dice from the returns, without bias.")
    ] = False,
    shared_dice: Annotated[
        bool, typer.Option("--shared-dice", help="Throw the same dice for the agents in all games of a deal.")
    ] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Also compute what is exactly true; for games that can be solved.")
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
        typer.Option(min=2, help="Games per agent of which decisions are judged.", show_default="100"),
    ] = None,
    exploiters: Annotated[
        list[Path] | None, typer.Option(help="JSON files of finished exploiters; may be given several times.")
    ] = None,
    option: OPTIONS = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes at most; by default one per core.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write a report (tables, CSV, JSON, pictures) here; if interrupted, go on from here."
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
    as_json: JSON = False,
) -> None:
    """Play every Coach against every Pilot on the same deals, and print means and win rates with intervals.

    Without --coach or --pilot that role is played by random and by the heuristic.

    Example: throwdown evaluate --coach runs/demo/coach.npz --coach heuristic --deals 5000
    """
    from throwdown.envs.registry import make_setup
    from throwdown.evaluation.exploiters import read_exploiters
    from throwdown.evaluation.report import renderable, to_dict
    from throwdown.evaluation.runs import Recipe
    from throwdown.evaluation.tables import Extras

    check_folder(out)
    setup = make_setup(game, scenario, **parse_options(option))
    if judge is None and judged is not None:
        raise InvalidConfig(
            "--judged says how many games a judge looks at; name one by --judge, such as ismcts:1000."
        )
    if not exact and searches is not None:
        raise InvalidConfig("--searches belongs to --exact; without it, agents search as they play.")
    coach, pilot = coach or list(BASELINES), pilot or list(BASELINES)
    coaches = labelled(coach, "coach", _singles(pilot))
    pilots = teams(pilot, setup, by_seat, coach)
    what = setup.game.id, setup.config, setup.options, setup.scenario
    recipe = Recipe(*what, coaches, pilots, deals, seed, aivat, shared_dice)
    runs = read_exploiters(exploiters or ())
    known = exact_results(recipe, searches or 1, not quiet) if exact else None
    judging = None if judge is None else find_judge(judge, setup)
    result = rated(recipe, show=not quiet, folder=out, workers=workers)
    told = Extras(
        known, runs, [] if judging is None else judge_all(recipe, judging, judged or 100, not quiet)
    )
    if as_json:
        say(json.dumps(to_dict(result, told), indent=1))
    else:
        output().print(renderable(result, told))
    if out is not None:
        report = save_report(result, out, told)
        if not as_json:
            say(f"The report is in {report}.")


def exact_results(recipe: Recipe, searches: int, show: bool) -> Exact:
    """Return what is exactly true of a cross-play."""
    from throwdown.evaluation.exact.cross import exact_cross_play

    plan = recipe.plan()
    with playing_bar(show, doing="computing") as tell:
        return exact_cross_play(plan.setup, plan.coaches, plan.pilots, searches, recipe.seed, tell)


def find_judge(spec: str, setup: Setup) -> Judge:
    """Return the agent that judges decisions; refuse one that cannot."""
    from throwdown.agents import load
    from throwdown.evaluation.quality import as_judge

    if spec.partition(":")[0] == "search":
        raise InvalidConfig(
            f"'{spec}' cannot judge both roles; name a search without a policy, such as ismcts:1000."
        )
    return as_judge(load(spec, setup))


def judge_all(recipe: Recipe, judge: Judge, games: int, show: bool) -> list[Judged]:
    """Return how good the agents' decisions are by the values of a search."""
    from throwdown.evaluation.match import deal_seeds
    from throwdown.evaluation.quality import judge_agents

    plan = recipe.plan()
    with playing_bar(show, doing="judging") as tell:
        deals = deal_seeds(games, recipe.seed)
        return judge_agents(plan.setup, plan.coaches, plan.pilots, judge, deals, recipe.seed, tell)


def labelled(specs: list[str], role: str, others: Iterable[str] = ()) -> dict[str, str]:
    """Return agents' specs by label: files are called by their name alone, where that is clear.

    Where two files of a role have one name, they and those of the other role that belong to them are called by their
    paths, so that partners have labels that differ in the role alone.

    Args:
        specs: names and files.
        role: who is named.
        others: those of the other role.

    Raises:
        InvalidConfig: one is named twice.
    """
    crowded = [
        name
        for pool in (specs, others)
        for name, n in Counter(_kin(spec) for spec in set(pool)).items()
        if n > 1
    ]
    found: dict[str, str] = {}
    for spec in specs:
        label = spec if _kin(spec) in crowded else _stem(spec)
        if label in found:
            raise InvalidConfig(f"{role} '{spec}' is named twice.")
        found[label] = spec
    return found


def _singles(specs: Iterable[str]) -> list[str]:
    """Return every agent of some teams once."""
    return list(dict.fromkeys(name.strip() for spec in specs for name in spec.split(",")))


def _stem(spec: str) -> str:
    """Return what a file is called; other names are as they are."""
    from throwdown.agents.archive import SUFFIX
    from throwdown.agents.search import is_search

    return Path(spec).stem if spec.endswith(SUFFIX) and not is_search(spec) else spec


def _kin(spec: str) -> str:
    """Return what files of partners have in common."""
    return _stem(spec).replace("coach", "*").replace("pilot", "*")


def teams(
    specs: list[str], setup: Setup, by_seat: bool = False, others: Iterable[str] = ()
) -> dict[str, list[str]]:
    """Return the specs of the Pilots' agents by label: one for all, or one for each.

    Raises:
        InvalidConfig: one is named twice, or there are too many combinations.
    """
    names = _singles(specs)
    label = {spec: name for name, spec in labelled(names, "pilot", others).items()}
    lines = [[name.strip() for name in spec.split(",")] for spec in specs]
    pilots = setup.roles.count("pilot")
    if by_seat:
        if len(names) ** pilots > MOST_TEAMS:
            raise InvalidConfig(
                f"{len(names)} agents on {pilots} seats make {len(names) ** pilots} teams; "
                f"--by-seat plays {MOST_TEAMS} at most."
            )
        lines = [list(line) for line in product(names, repeat=pilots)]
    lines = [line[:1] if len(set(line)) == 1 and len(line) == pilots else line for line in lines]
    found: dict[str, list[str]] = {}
    for line in lines:
        name = ",".join(label[spec] for spec in line)
        if name in found:
            raise InvalidConfig(f"pilot '{','.join(line)}' is named twice.")
        found[name] = line
    return found


def rated(recipe: Recipe, show: bool, folder: Path | None = None, workers: int | None = None) -> CrossPlay:
    """Return the cross-play of agents, with a progress bar."""
    from throwdown.evaluation.runs import run

    try:
        with playing_bar(show, unit="games") as tell:
            return run(recipe, folder, workers, tell)
    except KeyboardInterrupt:
        if folder is not None:
            complain(f"the same command goes on with what is in '{folder}'.")
        raise


def save_report(result: CrossPlay, folder: Path, extras: Extras | None = None) -> Path:
    """Write the report and return the file to look at first; without matplotlib it has no pictures."""
    from throwdown.evaluation.report import NOTHING, write_report

    try:
        write_report(result, folder, extras=extras or NOTHING)
    except (MissingExtra, ImportError) as error:
        complain(f"The report has no pictures: {error}")
        return folder / "report.md"
    return folder / "report.html"
