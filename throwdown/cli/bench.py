"""``throwdown bench``: speed of the engine, the environments and training."""

import json
from pathlib import Path
from typing import Annotated

import typer

from throwdown.cli.common import QUIET, guarded, own_folder, playing_bar, say


@guarded
def bench(
    out: Annotated[Path, typer.Option(help="Folder for results.json and results.md.")] = Path("benchmarks"),
    quick: Annotated[bool, typer.Option(help="Measure only briefly, as a smoke test.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the figures as JSON instead of a table.")
    ] = False,
    quiet: QUIET = False,
) -> None:
    """Measure the speed of the engine, the environments and training against peers, in one run.

    All times are processor times, and peers and ours run in turn, so the machine need not be idle.

    Example: throwdown bench --quick
    """
    from throwdown.benchmarks.run import main as run_benchmarks

    own_folder(out)
    with playing_bar(not quiet, doing="measuring") as tell:
        data, text = run_benchmarks(out, quick, tell)
    say(json.dumps(data, indent=1) if as_json else text)
