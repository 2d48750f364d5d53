"""The command line: ``throwdown COMMAND``. Commands import their dependencies lazily."""

import sys
from typing import Annotated

import typer

from throwdown import __version__
from throwdown.cli.ablate import ablate
from throwdown.cli.balance import balance
from throwdown.cli.baselines import baselines
from throwdown.cli.bench import bench
from throwdown.cli.check import check
from throwdown.cli.common import guarded, say
from throwdown.cli.companion import companion
from throwdown.cli.demo import demo
from throwdown.cli.envs import envs
from throwdown.cli.evaluate import evaluate
from throwdown.cli.exploit import exploit
from throwdown.cli.library import library
from throwdown.cli.play import play
from throwdown.cli.players import ANY_NAME
from throwdown.cli.policy import app as policy_app
from throwdown.cli.puzzle import app as puzzle_app
from throwdown.cli.replay import replay
from throwdown.cli.scenario import app as scenario_app
from throwdown.cli.serve import serve
from throwdown.cli.solve import solve
from throwdown.cli.suite import suite
from throwdown.cli.sweep import sweep
from throwdown.cli.train import train
from throwdown.cli.words import words
from throwdown.envs.core.catalogue import translations

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
    guarded(translations)()


app.command()(envs)
app.add_typer(scenario_app, name="scenario")
app.command()(library)
app.add_typer(policy_app, name="policy")
app.command()(demo)
app.command()(train)
app.command()(sweep)
app.command(context_settings=ANY_NAME)(evaluate)
app.command()(balance)
app.command()(solve)
app.command(context_settings=ANY_NAME)(exploit)
app.command()(suite)
app.command()(ablate)
app.command()(baselines)
app.command()(play)
app.command()(companion)
app.command()(serve)
app.add_typer(puzzle_app, name="puzzle")
app.command()(replay)
app.command()(check)
app.command()(words)
app.command()(bench)


def main() -> None:
    """Run the command line."""
    app(args=sys.argv[1:], prog_name="throwdown")
