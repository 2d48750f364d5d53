"""``throwdown play`` and ``throwdown replay``."""

from __future__ import annotations

import contextlib
import json
import secrets
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from throwdown.cli.common import (
    GAME,
    JSON,
    OPTIONS,
    SCENARIO,
    guarded,
    output,
    parse_options,
    program,
    refuse_with_resume,
    say,
)
from throwdown.envs.core.errors import InvalidConfig

if TYPE_CHECKING:
    from rich.console import Console

    from throwdown.envs.record import Record
    from throwdown.envs.table import Table
    from throwdown.play.session import Session


@guarded
def play(
    context: typer.Context,
    game: GAME = "throwdown-v0",
    scenario: SCENARIO = "duel",
    seat: Annotated[
        str,
        typer.Option(
            "--as", help="Your seat: pilot_0, coach_0, several with commas, or `pilots` for all of them."
        ),
    ] = "",
    against: Annotated[
        str,
        typer.Option(
            help="Who plays the other side: trained, heuristic, random, ismcts, search:FILE.npz, or a file: FILE.npz; "
            "by default the trained policy that ships for the scenario, or else the heuristic."
        ),
    ] = "",
    allies: Annotated[str, typer.Option(help="Who plays the other seats of your own side.")] = "heuristic",
    option: OPTIONS = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The deal; a new one every time if left out.")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the game in this file as you play.")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with a saved game, with the same opponents.")
    ] = None,
) -> None:
    """Play against an agent in the terminal; no training is needed.

    You are a Pilot unless you say otherwise; against a policy you take the role that it does not play. Type a choice's
    number or its text; ? explains what is being decided.

    Example: throwdown play --as coach_0 --save game.json
    """
    from throwdown.play.session import Session
    from throwdown.play.terminal import Terminal

    if resume is not None:
        refuse_with_resume(context, "save")
        session = Session.load(resume)
        session.path = resume if save in (None, resume) else _fresh(save)
    else:
        session = _new_session(game, scenario, option, seat, against, allies, seed)
        session.path = _fresh(save)
    with contextlib.suppress(ImportError):
        import_module("readline")  # line editing and history
    keep = save is not None or resume is not None
    raise typer.Exit(Terminal(session, output(), input, keep, f"{program()} play --resume {{}}").run())


def _fresh(save: Path | None) -> Path | None:
    """Refuse a file that holds something already, before anything is played."""
    if save is not None and save.exists():
        raise InvalidConfig(f"'{save}' exists; go on with it by --resume {save}, or choose another name.")
    return save


def _new_session(
    game: str, scenario: str, option: list[str] | None, seat: str, against: str, allies: str, seed: int | None
) -> Session:
    from throwdown.envs.registry import make_setup
    from throwdown.play.session import Session, usual_opponent

    setup = make_setup(game, scenario, **parse_options(option))
    chosen = secrets.randbelow(2**31) if seed is None else seed
    people = seat or _free_seat(against)
    other = against or usual_opponent(setup, people)
    return Session.deal(setup, chosen, people, against=other, allies=allies)


def _free_seat(against: str) -> str:
    """Return the seat to take against an agent: the one that it cannot play."""
    from throwdown.agents.archive import SUFFIX, read_header
    from throwdown.agents.search import policy_file

    file = policy_file(against)
    plays = read_header(file).get("role") if file.endswith(SUFFIX) else None
    return "coach_0" if plays == "pilot" else "pilot_0"


@guarded
def replay(
    file: Annotated[Path, typer.Argument(help="A record, or a game saved by `throwdown play`.")],
    seat: Annotated[str, typer.Option("--as", help="Show it as this seat saw it.")] = "",
    full: Annotated[
        bool, typer.Option("--full", help="Show everything, hidden cards too (the default).")
    ] = False,
    tables: Annotated[bool, typer.Option("--tables", help="Show the table after every move, too.")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Only verify it.")] = False,
    as_json: JSON = False,
) -> None:
    """Show a recorded game move by move, and verify it; a record that was changed is refused.

    Example: throwdown replay game.json --as pilot_0
    """
    from throwdown.envs.table import Table
    from throwdown.play.session import read_game, read_text

    if seat and full:
        raise InvalidConfig("--as and --full exclude each other: one seat's view, or everything.")
    game = read_game(read_text(file), f"'{file}'")[1]
    table, viewer = Table.replay(game), seat or None
    table.view(viewer)  # refuses a seat that is not at the table
    if verify or as_json:
        say(json.dumps(_facts(game, table, viewer), indent=1) if as_json else _verified(game, table))
        return
    _show_replay(game, viewer, tables, output())


def _verified(game: Record, table: Table) -> str:
    state = "finished" if table.over else "not finished"
    return f"Verified: {len(game.moves)} moves of {game.game}, scenario {game.scenario}, {state}."


def _facts(game: Record, table: Table, viewer: str | None) -> dict[str, Any]:
    """Return a replay as plain data: as one seat saw it, or everything."""
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
    """Return what happened at a move (0: the deal) in sentences, as a seat saw it."""
    lines = table.narrate(viewer, number)
    return lines[: len(lines) - len(table.narrate(viewer, number + 1))]


def _show_replay(game: Record, viewer: str | None, tables: bool, console: Console) -> None:
    """Print the deal, then move by move what happened, then the table at the end."""
    from rich.text import Text

    from throwdown.envs import record
    from throwdown.envs.table import Table
    from throwdown.play.screen import news_list, table_panel

    table = record.opening(game, Table)
    seen = f"as {viewer} saw it" if viewer else "in full"
    console.print(
        Text(f"{table.game.title}, scenario {game.scenario}, {len(game.moves)} moves, {seen}.", "bold")
    )
    console.print(news_list(told(table, 0, viewer), viewer or ""))
    console.print(table_panel(table, viewer, console.width))
    for number, move in enumerate(game.moves, start=1):
        record.follow(table, number, move)
        console.print(Text(f"{number}. {move.agent}", "bold"))
        console.print(news_list(told(table, number, viewer), viewer or ""))
        if tables or number == len(game.moves):
            console.print(table_panel(table, viewer, console.width))
    returns = ", ".join(f"{agent} {value + 0.0:+.3f}" for agent, value in table.returns().items())
    console.print(Text(f"{table.prompt()} Returns: {returns}. Verified.", "bold"))
