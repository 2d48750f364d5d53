"""``throwdown ablate``: the contribution of each part of training."""

from pathlib import Path
from typing import Annotated

import typer

from throwdown.cli import common

SMALL = "mini"
"""A scenario of the default game that is small enough to solve."""


@common.guarded
def ablate(
    out: Annotated[Path, typer.Option(help="Folder for a JSON file per finished run, and the table.")] = Path(
        "runs/ablation"
    ),
    game: common.GAME = common.DEFAULT_GAME,
    scenario: Annotated[
        str | None,
        typer.Option(
            "--scenario",
            "-s",
            help=f"One small enough to solve; by default '{SMALL}' of {common.DEFAULT_GAME}, else the game's own.",
        ),
    ] = None,
    minutes: Annotated[float, typer.Option(min=0.01, help="Processor time of training per run.")] = 5.0,
    seeds: Annotated[int, typer.Option(min=1, help="Runs per variant.")] = 3,
    seed: Annotated[int, typer.Option(min=0, help="The first seed.")] = 1,
    variant: Annotated[list[str] | None, typer.Option(help="Only this variant; may be repeated.")] = None,
    workers: common.WORKERS = None,
    on: common.ON = "",
    quiet: common.QUIET = False,
) -> None:
    """Train with each part of the method left out or added, and compare the exact exploitability.

    Runs already in the folder are not repeated, so the command can be stopped at any time; the table shows all runs.

    Example: throwdown ablate --minutes 1 --seeds 1 --variant all --variant "no entropy"
    """
    from throwdown.envs.core.files import write_file
    from throwdown.envs.registry import find_game
    from throwdown.training.ablation import ablate as run_ablation, all_runs, table

    common.own_folder(out)
    scenario = scenario or (SMALL if game == common.DEFAULT_GAME else find_game(game).default)
    with common.playing_bar(not quiet, scenario, "training") as tell:
        chosen = range(seed, seed + seeds)
        run_ablation(out, game, scenario, minutes, chosen, variant, workers, common.command_line(), tell, on)
    runs = all_runs(out, game, scenario, minutes)
    text = table(runs)
    commands = "\n".join(f"- `{command}`" for command in dict.fromkeys(run["command"] for run in runs))
    write_file(out / "table.md", f"{text}\n\nMade by\n\n{commands}\n")
    common.say(text)
