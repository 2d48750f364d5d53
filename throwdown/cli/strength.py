"""``throwdown ablate`` and ``throwdown exploit``: what training is worth, and what can be gained against its result."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from throwdown.cli.common import (
    GAME,
    JSON,
    OPTIONS,
    SCENARIO,
    check_folder,
    guarded,
    parse_options,
    playing_bar,
    say,
)

QUIET = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")]


def _command() -> str:
    """Return what repeats this run, on any machine."""
    return shlex.join(["throwdown", *sys.argv[1:]])


@guarded
def ablate(
    out: Annotated[Path, typer.Option(help="Holds a JSON file per finished run, and the table.")] = Path(
        "runs/ablation"
    ),
    scenario: Annotated[
        str, typer.Option("--scenario", "-s", help="A scenario that is small enough to be solved.")
    ] = "mini",
    minutes: Annotated[float, typer.Option(min=0.01, help="Processor time that a run learns for.")] = 5.0,
    seeds: Annotated[int, typer.Option(min=1, help="Runs per variant.")] = 3,
    first: Annotated[int, typer.Option(min=0, help="The first seed.")] = 1,
    variant: Annotated[list[str] | None, typer.Option(help="Only this variant; may be repeated.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Runs side by side.")] = 2,
    quiet: QUIET = False,
) -> None:
    """Train with each part of the method left out or added, and compare the exact exploitability.

    Runs that are in the folder already are not run again, so it can be stopped at any time; the table shows them all.

    Example: throwdown ablate --minutes 1 --seeds 1 --variant all --variant "no entropy"
    """
    from throwdown.envs.core.files import write_file
    from throwdown.training.ablation import ablate as run_ablation
    from throwdown.training.ablation import all_runs, table

    check_folder(out)
    with playing_bar(not quiet, scenario, "training") as tell:
        seeds_ = range(first, first + seeds)
        run_ablation(out, scenario, minutes, seeds_, variant, workers, _command(), tell)
    runs = all_runs(out, scenario, minutes)
    text = table(runs)
    commands = "\n".join(f"- `{command}`" for command in dict.fromkeys(run["command"] for run in runs))
    write_file(out / "table.md", f"{text}\n\nMade by\n\n{commands}\n")
    say(text)


@guarded
def exploit(
    coach: Annotated[str, typer.Option(help="Who plays Coach: an agent's name or file.")] = "heuristic",
    pilot: Annotated[str, typer.Option(help="Who plays the Pilots.")] = "heuristic",
    game: GAME = "throwdown-v0",
    scenario: SCENARIO = "duel",
    steps: Annotated[
        int, typer.Option(min=1, help="Decisions that every exploiter learns from.")
    ] = 1_000_000,
    seeds: Annotated[int, typer.Option(min=1, help="Exploiters per role.")] = 1,
    first: Annotated[int, typer.Option(min=0, help="The first seed.")] = 1,
    start: Annotated[
        str, typer.Option(help="A policy that exploiters start from: 'trained' or a file; else from nothing.")
    ] = "",
    role: Annotated[list[str] | None, typer.Option(help="Only this role exploits; may be repeated.")] = None,
    deals: Annotated[int, typer.Option(min=2, help="Fresh deals on which a gain is measured.")] = 20_000,
    option: OPTIONS = None,
    out: Annotated[Path, typer.Option(help="A folder per exploiter.")] = Path("runs/exploit"),
    as_json: JSON = False,
    quiet: QUIET = False,
) -> None:
    """Train exploiters against a Coach and Pilots, and report what they gain: a lower bound of exploitability.

    Stopped runs go on from where they stood; finished ones are only read. `exploiters.json` in the folder is what
    `throwdown evaluate --exploiters` takes.

    Example: throwdown exploit --coach trained --pilot trained --start trained --steps 3000000
    """
    from throwdown.training.checkpoint import save_json
    from throwdown.training.exploit import check, results_in
    from throwdown.training.exploit import exploit as run_exploiter

    check_folder(out)
    what = {"game": game, "scenario": scenario, "options": parse_options(option)}
    pair = {"coach": coach, "pilot": pilot}
    roles = list(dict.fromkeys(role or ["coach", "pilot"]))
    for name in roles:
        check(what, pair, name, start)
    found = []
    for name in roles:
        for seed in range(first, first + seeds):
            with playing_bar(not quiet, scenario, f"{name} exploits, seed {seed}") as tell:
                folder = out / f"{name}-{seed}"
                result = run_exploiter(
                    *(what, pair, name, folder, steps, seed, deals, _command()),
                    progress=lambda share: tell(round(share * steps), steps),
                    start=start,
                )
            found.append(result)
    save_json(out / "exploiters.json", results_in(out))
    if as_json:
        say(json.dumps(found, indent=1))
        return
    for x in found:
        low, high = x["interval"]
        say(
            f"{x['role']}, seed {x['seed']}: gains {x['gain']:+.3f} [{low:+.3f}, {high:+.3f}] in place of "
            f"{x['in_place_of']} against {x['against']}, after {x['steps']:,} decisions."
        )
