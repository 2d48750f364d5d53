"""``throwdown baselines``: other people's algorithms beside ours."""

from pathlib import Path
from typing import Annotated

import typer

from throwdown.cli import common


@common.guarded
def baselines(
    out: Annotated[
        Path, typer.Option(help="Folder for a small JSON file per run, the players and the table.")
    ] = Path("runs/baselines"),
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="Only this game.", show_default="all")
    ] = None,
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help="Only this scenario.", show_default="all")
    ] = None,
    algorithm: Annotated[
        list[str] | None,
        typer.Option("--algorithm", "-a", help="Only this algorithm; may be repeated.", show_default="all"),
    ] = None,
    seed: Annotated[
        list[int] | None,
        typer.Option(min=1, help="Only this seed; may be repeated.", show_default="1 to 5"),
    ] = None,
    decisions: Annotated[
        int | None,
        typer.Option(min=1, help="Decisions to learn from in a run.", show_default="by scenario"),
    ] = None,
    exploit: Annotated[
        int | None,
        typer.Option(
            min=1, help="Also train exploiters of so many decisions where the exploitability is not exact."
        ),
    ] = None,
    plan: Annotated[bool, typer.Option("--plan", help="Only say what is left to do, and how long.")] = False,
    table: Annotated[bool, typer.Option("--table", help="Only make the table of what has run.")] = False,
    workers: common.WORKERS = None,
    quiet: common.QUIET = False,
) -> None:
    """Train and measure algorithms of the literature beside ours, with the same decisions, in one table.

    Settings are searched first, each with a tenth of the decisions. Runs already in the folder are not repeated, so
    the command can be stopped at any time. The folder's table.md holds all that has run in it, with seeds 1 to 5.

    Example: throwdown baselines -g kuhn-v0 -a psro -a ours --seed 1 --decisions 100000
    """
    from throwdown.envs.core.files import write_file
    from throwdown.envs.core.kit import InvalidConfig
    from throwdown.training.baselines import plan as plans
    from throwdown.training.baselines.table import has_runs, plan_text, table as table_of

    places = plans.arenas(game, scenario)
    names = algorithm or list(plans.ALGORITHMS)
    plans.check_algorithms(names)
    seeds = list(dict.fromkeys(seed or plans.SEEDS))
    if plan and table:
        raise InvalidConfig("--plan and --table are two answers; give one.")
    if plan:
        common.say(plan_text(out, list(plans.jobs_of(places, names, seeds, decisions))))
        return
    if not table:
        from throwdown.training.baselines.bench import fill, hunt

        common.own_folder(out)
        with common.playing_bar(not quiet, "baselines", "running") as tell:
            fill(out, places, names, seeds, decisions, workers, common.command_line(), tell)
        if exploit:
            with common.playing_bar(not quiet, "exploiters", "training") as tell:
                hunt(out, places, names, seeds, exploit, workers, tell)
    begun = [arena for arena in plans.ARENAS if has_runs(out, arena)]
    shown = [arena for arena in places if arena in begun]
    if not shown:
        raise InvalidConfig(f"'{out}' has no results of {game or 'any game'}; without --table they are made.")
    write_file(out / "table.md", table_of(out, begun, plans.SEEDS) + "\n")
    common.say(table_of(out, shown, seeds))
