"""``throwdown scenario``: look at scenarios, start one's own, check it."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.cli_common import JSON, guarded, output, say
from throwdown.envs.core.errors import InvalidConfig

if TYPE_CHECKING:
    from throwdown.agents.base import Agent
    from throwdown.envs.core.game import Setup
    from throwdown.evaluation.fairness import Fairness

LONG_GAMES = {
    "rows": 256,
    "epochs": 4,
    "gae_lambda": 0.98,
    "entropy": 0.02,
    "entropy_end": 0.005,
}
"""Training for scenarios of hundreds of decisions: credit reaches further back, and many small choices may be sure."""

app = typer.Typer(no_args_is_help=True, help="Look at scenarios, start one of your own, check it.")

NAME = Annotated[str, typer.Argument(help="A shipped scenario, see `throwdown scenario list`.")]


def _source(name: str) -> Path:
    """Return the file of a shipped scenario, or a TOML file as it was given; its contents are checked."""
    from throwdown.envs.fusion.sheets import SCENARIO_FOLDER, load_scenario, shipped

    load_scenario(name)
    return SCENARIO_FOLDER / f"{name}.toml" if name in shipped() else Path(name)


@app.command("list")
@guarded
def list_scenarios(as_json: JSON = False) -> None:
    """List the shipped scenarios.

    Example: throwdown scenario list
    """
    from throwdown.envs.fusion.sheets import load_scenario, shipped

    sheets = {name: load_scenario(name)[1] for name in shipped()}
    if as_json:
        keys = ("title", "description", "harmony")
        rows = [
            {"name": name, **{key: getattr(sheet, key) for key in keys}, "pilots": len(sheet.pilots)}
            for name, sheet in sheets.items()
        ]
        say(json.dumps(rows, indent=1))
        return
    for name, sheet in sheets.items():
        pilots = "1 Pilot" if len(sheet.pilots) == 1 else f"{len(sheet.pilots)} Pilots"
        output().print(f"[bold]{name}[/]  {sheet.title}, {pilots}. {sheet.description}", soft_wrap=True)


@app.command()
@guarded
def show(name: NAME) -> None:
    """Print a scenario as TOML.

    Example: throwdown scenario show duel
    """
    say(_source(name).read_text(encoding="utf-8").rstrip("\n"))


@app.command()
@guarded
def copy(
    name: NAME,
    file: Annotated[Path | None, typer.Argument(help="Where to write it; NAME.toml if left out.")] = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Write over a file that exists.")] = False,
) -> None:
    """Copy a scenario into a file to change it.

    Example: throwdown scenario copy duel mine.toml
    """
    from throwdown.cli_common import program
    from throwdown.envs.core.files import write_file

    target = file or Path(f"{Path(name).stem}.toml")
    if target.suffix != ".toml":
        raise InvalidConfig(f"'{target}' must end in .toml, as scenario files do.")
    text = _source(name).read_text(encoding="utf-8")
    if target.exists() and not force:
        raise InvalidConfig(f"'{target}' exists; choose another name, or write over it with --force.")
    try:
        write_file(target, text)
    except OSError as error:
        raise InvalidConfig(f"'{target}' cannot be written: {error.strerror}.") from None
    say(f"Wrote {target}. Change it, check it with: {program()} scenario check {target}")


@app.command()
@guarded
def check(
    file: Annotated[str, typer.Argument(help="A TOML file.")],
    as_json: JSON = False,
) -> None:
    """Check a scenario file; a mistake names the field.

    Example: throwdown scenario check mine.toml
    """
    from throwdown.envs.fusion.sheets import load_scenario

    name, sheet = load_scenario(file)
    if as_json:
        say(sheet.model_dump_json(indent=1))
        return
    pilots = ", ".join(pilot.name for pilot in sheet.pilots)
    threats = ", ".join(threat.name for threat in sheet.threats)
    say(f"'{name}' is in order: {sheet.title}; Pilots {pilots}; Threats {threats}; Harmony {sheet.harmony}.")


@app.command()
@guarded
def balance(
    names: Annotated[
        list[str] | None, typer.Argument(help="Scenarios or TOML files; all shipped ones.")
    ] = None,
    game: Annotated[str, typer.Option(help="The game's id.")] = "throwdown-v0",
    deals: Annotated[int, typer.Option(min=2, help="Games per scenario and kind of player.")] = 1000,
    train: Annotated[
        int,
        typer.Option(
            min=0,
            help="Also train a pair from so many decisions on each, a million in a minute or two; 0: none.",
        ),
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Of training, deals and choices.")] = 1,
    picture: Annotated[Path | None, typer.Option(help="Also draw the table into this PNG file.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bars.")] = False,
    as_json: JSON = False,
) -> None:
    """Say how often the Pilots win each scenario, for equal players on both sides.

    Example: throwdown scenario balance duel trio --deals 2000
    """
    from throwdown.cli_common import playing_bar
    from throwdown.envs.fusion.sheets import shipped
    from throwdown.envs.registry import make_setup
    from throwdown.evaluation.fairness import fairness, fairness_head, fairness_row

    if picture is not None and picture.suffix != ".png":
        raise InvalidConfig(f"'{picture}' must end in .png.")
    setups = [make_setup(game, name, reward="win") for name in names or shipped()]
    found: list[Fairness] = []
    for setup, name in zip(setups, names or shipped(), strict=True):
        pair = _trained(game, name, setup, train, seed, not quiet) if train else None
        with playing_bar(not quiet, setup.scenario) as tell:
            found.append(fairness(setup, deals, seed, pair, progress=tell))
        if not as_json:
            say((fairness_head(found[0].pairs) + "\n" if len(found) == 1 else "") + fairness_row(found[-1]))
    if as_json:
        say(json.dumps([x.to_dict() for x in found], indent=1))
    if picture is not None:
        _draw(picture, found, f"{game} · {deals:,} deals per scenario and pair · seed {seed}")


def _draw(file: Path, found: list[Fairness], subtitle: str) -> None:
    from throwdown.envs.core.files import write_file
    from throwdown.evaluation.pictures import fairness_png

    try:
        write_file(file, fairness_png(found, subtitle))
    except OSError as error:
        raise InvalidConfig(f"'{file}' cannot be written: {error.strerror}.") from None


def _trained(
    game: str, scenario: str, setup: Setup, steps: int, seed: int, show: bool
) -> tuple[Agent, Agent]:
    """Return a Coach and a Pilot trained on a scenario from so many decisions."""
    from throwdown.agents import load
    from throwdown.training.train import train

    with tempfile.TemporaryDirectory() as folder:
        config = {"game": game, "scenario": scenario, "options": {"reward": "win"}, **LONG_GAMES}
        result = train(config, Path(folder), show, steps=steps, seed=seed)
        if not result.is_complete:
            raise KeyboardInterrupt
        coach, pilot = (load(str(result.policies[role]), setup, role) for role in ("coach", "pilot"))
    return coach, pilot
