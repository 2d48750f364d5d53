"""``throwdown bench``: how fast everything is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from throwdown.cli.common import guarded


@guarded
def bench(
    out: Annotated[Path, typer.Option(help="Folder for results.json and results.md.")] = Path("benchmarks"),
    quick: Annotated[bool, typer.Option(help="Measure briefly, to see that it works.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the figures as JSON instead of a table.")
    ] = False,
) -> None:
    """Measure the speed of the engine, the environments and training, beside peers, in one run.

    Example: throwdown bench --quick
    """
    from throwdown.benchmarks.run import main as run_benchmarks

    run_benchmarks(out, quick, as_json)
