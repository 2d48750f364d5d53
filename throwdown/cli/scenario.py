"""``throwdown scenario``: show scenarios, copy them, check files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.cli.common import DEFAULT_GAME, GAME, JSON, guarded, output, program, say
from throwdown.envs.core.errors import InvalidConfig

if TYPE_CHECKING:
    from throwdown.envs.core.game import Setup

app = typer.Typer(no_args_is_help=True, help="Look at scenarios, start one of your own, and check it.")

NAME = Annotated[
    str, typer.Argument(help="A shipped scenario, see `throwdown scenario list`, or a TOML file.")
]


def _source(game: str, name: str, what: str) -> Path:
    """Return the file of a shipped scenario, or a TOML file as given; its contents are checked."""
    from throwdown.envs.registry import find_game, make_setup

    found = find_game(game)
    folder = found.need_files(what)
    make_setup(game, name)
    return folder / f"{name}.toml" if name in found.scenarios else Path(name)


@app.command("list")
@guarded
def list_scenarios(game: GAME = DEFAULT_GAME, as_json: JSON = False) -> None:
    """List a game's scenarios with their players.

    Example: throwdown scenario list
    """
    from throwdown.envs.core.kit import words_of
    from throwdown.envs.registry import find_game

    found = find_game(game)
    setups = [found.configure(name) for name in found.scenarios]
    rows = [
        {
            "name": x.scenario,
            **{key: x.config.get(key, "") for key in ("title", "description")},
            "summary": words_of(found.text, "summary")(x),
            "seats": x.seats,
        }
        for x in setups
    ]
    if as_json:
        say(json.dumps(rows, indent=1))
        return
    for row in rows:
        parts = (
            row["title"] and f"{row['title']}.",
            row["description"],
            row["summary"] and f"{row['summary']}.",
            f"Seats: {', '.join(row['seats'])}.",
        )
        output().print(f"[bold]{row['name']}[/]  {' '.join(part for part in parts if part)}", soft_wrap=True)


@app.command()
@guarded
def show(name: NAME, game: GAME = DEFAULT_GAME) -> None:
    """Print a scenario as TOML.

    Example: throwdown scenario show duel
    """
    say(_source(game, name, "Showing a scenario").read_text(encoding="utf-8").rstrip("\n"))


@app.command()
@guarded
def copy(
    name: NAME,
    game: GAME = DEFAULT_GAME,
    file: Annotated[Path | None, typer.Argument(help="The file to write; by default NAME.toml.")] = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Overwrite an existing file.")] = False,
) -> None:
    """Copy a scenario to a file for editing.

    Example: throwdown scenario copy duel mine.toml
    """
    from throwdown.envs.core.files import write_file

    target = file or Path(f"{Path(name).stem}.toml")
    if target.suffix != ".toml":
        raise InvalidConfig(f"'{target}' must end in .toml, like all scenario files.")
    text = _source(game, name, "Copying a scenario").read_text(encoding="utf-8")
    if target.is_file() and not force:
        raise InvalidConfig(f"'{target}' exists; choose another name, or overwrite it with --force.")
    try:
        write_file(target, text)
    except OSError as error:
        raise InvalidConfig(f"'{target}' cannot be written: {error.strerror}.") from None
    own = "" if game == DEFAULT_GAME else f" --game {game}"
    say(f"Wrote {target}. Change it, check it with: {program()} scenario check {target}{own}")


@app.command()
@guarded
def check(
    file: Annotated[str, typer.Argument(help="A TOML file.")],
    game: GAME = DEFAULT_GAME,
    picture: Annotated[
        Path | None,
        typer.Option(help="Draw the map into this PNG file, if the game has maps.", metavar="FILE.png"),
    ] = None,
    start: Annotated[
        str | None, typer.Option("--from", help="The area whose view the picture shows.", metavar="AREA")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Check a scenario file; a mistake names the field.

    Example: throwdown scenario check mine.toml

    Example: throwdown scenario check skirmish --game skirmish-v0 --picture map.png --from Bridge
    """
    from throwdown.envs.core.kit import words_of
    from throwdown.envs.registry import find_game, make_setup

    found = find_game(game)
    found.need_files("Checking a scenario")
    setup = make_setup(game, file)
    if start is not None and picture is None:
        raise InvalidConfig(
            "--from chooses the area whose view a picture shows; give the picture's file: --picture map.png."
        )
    if picture is not None:
        _draw(setup, picture, start or "")
    if as_json:
        say(json.dumps(setup.config, indent=1))
        return
    title = setup.config.get("title", setup.scenario)
    told = words_of(found.text, "summary")(setup)
    say(f"'{setup.scenario}' is in order: {title}{told and '; ' + told}. Played by {', '.join(setup.seats)}.")
    if picture is not None:
        say(f"Drew the map into {picture}.")


def _draw(setup: Setup, file: Path, start: str) -> None:
    """Draw a scenario's map.

    Raises:
        InvalidConfig: the game has no maps, the area does not exist, or the file is not a writable PNG file.
    """
    from io import BytesIO

    from throwdown.envs.core.files import write_file
    from throwdown.envs.pictures import draw

    scene = setup.game.need_plans("Drawing a map").plan(setup, start)
    if file.suffix != ".png":
        raise InvalidConfig(f"'{file}' must end in .png: pictures are PNG files.")
    held = BytesIO()
    draw.to_image(scene).save(held, "PNG", optimize=True)
    try:
        write_file(file, held.getvalue())
    except OSError as error:
        raise InvalidConfig(f"'{file}' cannot be written: {error.strerror}.") from None
