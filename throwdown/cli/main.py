"""The command line: ``throwdown COMMAND``. What a command needs is imported when it runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from throwdown import __version__
from throwdown.cli.balance import balance
from throwdown.cli.common import JSON, guarded, output, playing_bar, say
from throwdown.cli.evaluate import evaluate
from throwdown.cli.play import play, replay
from throwdown.cli.policy import app as policy_app
from throwdown.cli.scenario import app as scenario_app
from throwdown.cli.solve import solve
from throwdown.cli.strength import ablate, exploit
from throwdown.cli.train import demo, train

app = typer.Typer(
    name="throwdown",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(is_asked: bool) -> None:
    if is_asked:
        say(f"throwdown {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Tabletop card duels: train agents in them, measure them, play against them.

    Start with: throwdown play

    Exit codes: 0 done, 1 failed, 2 wrong usage or input, 130 stopped by Ctrl-C.
    """


@app.command()
@guarded
def envs(as_json: JSON = False) -> None:
    """List the games with the sizes of their actions and observations.

    Example: throwdown envs --json
    """
    from throwdown.envs.registry import games, make_setup

    rows = [
        {
            "id": game.id,
            "title": game.title,
            "actions": game.actions.n,
            "observation_width": {name: make_setup(game.id, name).width for name in game.scenarios},
            "scenarios": list(game.scenarios),
        }
        for game in games().values()
    ]
    if as_json:
        say(json.dumps(rows, indent=1))
        return
    _show_envs(rows)


def _show_envs(rows: list[dict[str, object]]) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAVY)
    for name in ("id", "title", "actions", "scenario: observation width"):
        table.add_column(name)
    for row in rows:
        widths = row["observation_width"]
        assert isinstance(widths, dict)
        shown = ", ".join(f"{name}: {width}" for name, width in widths.items())
        table.add_row(str(row["id"]), str(row["title"]), str(row["actions"]), shown)
    output().print(table)


@app.command()
@guarded
def bench(
    out: Annotated[Path, typer.Option(help="Folder for results.json and results.md.")] = Path("benchmarks"),
    quick: Annotated[bool, typer.Option(help="Measure briefly, to see that it works.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the figures as JSON instead of a table.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
) -> None:
    """Measure the speed of the engine, the environments and training, beside peers, in one run.

    All of it is processor time, and peers and ours are run in turn, so it need not have the machine for itself.

    Example: throwdown bench --quick
    """
    from throwdown.benchmarks.run import main as run_benchmarks

    with playing_bar(not quiet, doing="measuring") as tell:
        data, text = run_benchmarks(out, quick, tell)
    say(json.dumps(data, indent=1) if as_json else text)


app.add_typer(scenario_app, name="scenario")
app.add_typer(policy_app, name="policy")
app.command()(demo)
app.command()(train)
app.command()(evaluate)
app.command()(balance)
app.command()(solve)
app.command()(exploit)
app.command()(ablate)
app.command()(play)
app.command()(replay)


def main() -> None:
    """Run the command line."""
    app(args=sys.argv[1:], prog_name="throwdown")
