"""``throwdown scenario``: look at scenarios, start one's own, check it."""

import json
from pathlib import Path
from typing import Annotated

import typer

from throwdown.cli.common import JSON, guarded, output, say
from throwdown.envs.core.errors import InvalidConfig

app = typer.Typer(no_args_is_help=True, help="Look at scenarios, start one of your own, check it.")

NAME = Annotated[str, typer.Argument(help="A shipped scenario, see `throwdown scenario list`.")]


def _source(name: str) -> Path:
    """Return the file of a shipped scenario, or a TOML file as it was given; its contents are checked."""
    from throwdown.envs.fusion.sheets.setups import SCENARIO_FOLDER, load_scenario, shipped

    load_scenario(name)
    return SCENARIO_FOLDER / f"{name}.toml" if name in shipped() else Path(name)


@app.command("list")
@guarded
def list_scenarios(as_json: JSON = False) -> None:
    """List the shipped scenarios.

    Example: throwdown scenario list
    """
    from throwdown.envs.fusion.sheets.setups import load_scenario, shipped

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
    from throwdown.cli.common import program
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
    from throwdown.envs.fusion.sheets.setups import load_scenario

    name, sheet = load_scenario(file)
    if as_json:
        say(sheet.model_dump_json(indent=1))
        return
    pilots = ", ".join(pilot.name for pilot in sheet.pilots)
    threats = ", ".join(threat.name for threat in sheet.threats)
    say(f"'{name}' is in order: {sheet.title}; Pilots {pilots}; Threats {threats}; Harmony {sheet.harmony}.")
