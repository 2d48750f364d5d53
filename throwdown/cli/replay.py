"""``throwdown replay``: a recorded game, move by move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from throwdown.cli.common import JSON, check_folder, guarded, output, say
from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.core.errors import InvalidConfig, how_many

if TYPE_CHECKING:
    from rich.console import Console

    from throwdown.envs.tables.record import GameRecord
    from throwdown.envs.tables.table import Table


@guarded
def replay(
    file: Annotated[Path, typer.Argument(help="A record, or a game saved by `throwdown play`.")],
    seat: Annotated[str, typer.Option("--as", help="Show it as this seat saw it.")] = "",
    full: Annotated[
        bool, typer.Option("--full", help="Show everything, including hidden cards (the default).")
    ] = False,
    tables: Annotated[bool, typer.Option("--tables", help="Also show the table after every move.")] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            help="Write it as a page for a browser; with --as it contains only what that seat saw.",
        ),
    ] = None,
    verify: Annotated[bool, typer.Option("--verify", help="Only verify it.")] = False,
    as_json: JSON = False,
) -> None:
    """Show a recorded game move by move, and verify it; altered records are rejected.

    Example: throwdown replay game.json --as pilot_0
    """
    from throwdown.envs.tables.table import Table
    from throwdown.play.session import read_game, read_text

    if seat and full:
        raise InvalidConfig("--as and --full exclude each other: show one seat's view, or everything.")
    if html is not None and (tables or verify or as_json):
        raise InvalidConfig("--html writes a page; leave out --tables, --verify and --json.")
    check_folder(None if html is None else html.parent)
    game = read_game(read_text(file), f"'{file}'")[1]
    table, viewer = Table.replay(game), seat or None
    table.view(viewer)  # raises for a seat that is not at the table
    if html is not None:
        from throwdown.play.web.sheet import write_page

        write_page(table, viewer, html)
        say(f"The game is in {html}; open it in a browser.")
        return
    if verify or as_json:
        say(json.dumps(_facts(game, table, viewer), indent=1) if as_json else _verified(game, table))
        return
    _show_replay(game, viewer, tables, output())


def _verified(game: GameRecord, table: Table) -> str:
    state = "finished" if table.over else "not finished"
    return f"Verified: {how_many(len(game.moves), 'move')} of {game.game}, scenario {game.scenario}, {state}."


def _facts(game: GameRecord, table: Table, viewer: str | None) -> dict[str, Any]:
    """Return a replay as plain data, as seen by one seat or in full."""
    moves = [
        {"number": k, "agent": move.agent, "told": told(table, k, viewer)}
        | ({} if viewer and viewer != move.agent else {"action": move.action})
        for k, move in enumerate(game.moves, start=1)
    ]
    return {
        "verified": True,
        "game": game.game,
        "scenario": game.scenario,
        "seen_by": viewer,
        "dealt": told(table, 0, viewer),
        "moves": moves,
        "over": table.over,
        "returns": table.returns(),
        "view": table.view(viewer),
    }


def told(table: Table, number: int, viewer: str | None) -> list[str]:
    """Return the events of a move (0: the deal) in sentences, as seen by a seat."""
    return table.narrate(viewer, number, number + 1)


def _show_replay(game: GameRecord, viewer: str | None, tables: bool, console: Console) -> None:
    """Print the deal, then the events of each move, then the table at the end."""
    from rich.text import Text

    from throwdown.envs.tables import record
    from throwdown.envs.tables.table import Table
    from throwdown.play.screen import news_list, table_panel

    table = record.opening(game, Table)
    person = table.setup.person(viewer) if viewer else ""
    moves = plural("{n} move", "{n} moves", len(game.moves))
    values = {"game": table.game.title, "scenario": game.scenario, "moves": moves, "who": person}
    if viewer:
        head = tr("{game}, scenario {scenario}, {moves}, as {who} saw it.", **values)
    else:
        head = tr("{game}, scenario {scenario}, {moves}, in full.", **values)
    console.print(Text(head, "bold"))
    console.print(news_list(told(table, 0, viewer), person))
    console.print(table_panel(table, viewer, console.width))
    for number, move in enumerate(game.moves, start=1):
        record.follow(table, number, move)
        console.print(Text(f"{number}. {table.setup.person(move.agent)}", "bold"))
        console.print(news_list(told(table, number, viewer), person))
        if tables or number == len(game.moves):
            console.print(table_panel(table, viewer, console.width))
    returns = tr(", ").join(f"{table.setup.person(x)} {v + 0.0:+.3f}" for x, v in table.returns().items())
    text = tr("{prompt} Returns: {returns}. Verified.", prompt=table.prompt(), returns=returns)
    console.print(Text(text, "bold"))
