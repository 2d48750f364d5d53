"""``throwdown sweep``: many training runs side by side."""

from pathlib import Path
from typing import Annotated

import typer

from throwdown.cli import common


@common.guarded
def sweep(
    file: Annotated[Path, typer.Argument(help="A TOML file of runs; see the docs.", show_default=False)],
    out: Annotated[Path, typer.Option(help="Folder for sweep.json and a folder per run.")] = Path(
        "runs/sweep"
    ),
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Maximum number of runs side by side.", show_default="one per core"),
    ] = None,
    on: common.ON = "",
    named: Annotated[
        list[str] | None,
        typer.Option(help="A file or code that the file names, named again; may be repeated."),
    ] = None,
    quiet: common.QUIET = False,
) -> None:
    """Train many runs side by side: seeds, settings, scenarios, exploiters.

    Every run is a process with one thread. Finished runs are not repeated; Ctrl-C saves, and the same command
    continues. Files and code that the file names are opened only if you name them with --named, too.

    Example: throwdown sweep runs.toml --workers 8 --out runs/seeds
    """
    from throwdown.evaluation.workers import cores
    from throwdown.training.sweep import sweep as run_sweep, table
    from throwdown.training.sweep_file import read_sweep

    common.own_folder(out)
    jobs = read_sweep(file, named or ())
    most = workers or (len(jobs) if on else cores())
    with common.playing_bar(not quiet, "", f"training {len(jobs)} runs") as tell:
        runs = run_sweep(jobs, out, most, on, tell)
    common.say(table(runs))
    if any(run["error"] for run in runs):
        raise typer.Exit(common.FAILED)
    if not all(run["result"] for run in runs):
        common.say("Stopped and saved. Continue with the same command.")
        raise typer.Exit(common.INTERRUPTED)
