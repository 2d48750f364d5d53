"""``throwdown evaluate``: any Coaches against any Pilots on the same deals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.cli_common import (
    GAME,
    JSON,
    OPTIONS,
    SCENARIO,
    complain,
    guarded,
    output,
    parse_options,
    playing_bar,
    say,
)
from throwdown.envs.core.errors import InvalidConfig, MissingExtra

if TYPE_CHECKING:
    from throwdown.agents import Agent
    from throwdown.envs.core.game import Setup
    from throwdown.evaluation.match import CrossPlay

BASELINES = ("random", "heuristic")


@guarded
def evaluate(
    game: GAME = "throwdown-v0",
    scenario: SCENARIO = "duel",
    coach: Annotated[
        list[str] | None,
        typer.Option(
            help="An agent that plays Coach: random, heuristic, ismcts, FILE.pt, search:FILE.pt; several may be given."
        ),
    ] = None,
    pilot: Annotated[
        list[str] | None, typer.Option(help="An agent that plays every Pilot; may be given several times.")
    ] = None,
    deals: Annotated[int, typer.Option(min=2, help="Deals, the same for every pair of agents.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, help="Of the deals and of the agents' choices.")] = 0,
    option: OPTIONS = None,
    out: Annotated[
        Path | None, typer.Option(help="Write a report (tables, CSV, JSON, pictures) here.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Play every Coach against every Pilot on the same deals, and print means and win rates with intervals.

    Without --coach or --pilot that role is played by random and by the heuristic.

    Example: throwdown evaluate --coach runs/demo/coach.pt --coach heuristic --deals 5000
    """
    from throwdown.envs.registry import make_setup
    from throwdown.evaluation.report import renderable, to_dict

    setup = make_setup(game, scenario, **parse_options(option))
    coaches = seat_agents(coach or list(BASELINES), setup, "coach")
    pilots = seat_agents(pilot or list(BASELINES), setup, "pilot")
    result = rated(setup, coaches, pilots, deals, seed, show=not as_json)
    if as_json:
        say(json.dumps(to_dict(result), indent=1))
    else:
        output().print(renderable(result))
    if out is not None:
        report = save_report(result, out)
        if not as_json:
            say(f"The report is in {report}.")


def seat_agents(specs: list[str], setup: Setup, role: str) -> dict[str, Agent]:
    """Return agents by label, able to play a role.

    Raises:
        InvalidConfig: one is unknown, does not fit, or is named twice.
    """
    from throwdown.agents import load
    from throwdown.agents.search import is_search

    found: dict[str, Agent] = {}
    for spec in specs:
        path = Path(spec.removeprefix("policy:"))
        label = path.stem if path.suffix == ".pt" and not is_search(spec) else spec
        label = spec if label in found else label
        if label in found:
            raise InvalidConfig(f"{role} '{spec}' is named twice.")
        found[label] = load(spec, setup, role)
    return found


def rated(
    setup: Setup, coaches: dict[str, Agent], pilots: dict[str, Agent], deals: int, seed: int, show: bool
) -> CrossPlay:
    """Return the cross-play of agents, with a progress bar."""
    from throwdown.evaluation.match import cross_play

    with playing_bar(show) as tell:
        return cross_play(setup, coaches, pilots, deals, seed, tell)


def save_report(result: CrossPlay, folder: Path) -> Path:
    """Write the report and return the file to look at first; without matplotlib it has no pictures."""
    from throwdown.evaluation.report import write_report

    try:
        write_report(result, folder)
    except (MissingExtra, ImportError) as error:
        complain(f"The report has no pictures: {error}")
        return folder / "report.md"
    return folder / "report.html"
