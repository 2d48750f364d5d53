"""``throwdown companion``: a game with real cards."""

from __future__ import annotations

import contextlib
import secrets
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from throwdown.cli import common
from throwdown.envs.core.errors import InvalidConfig


@common.guarded
def companion(
    context: typer.Context,
    game: common.GAME = common.DEFAULT_GAME,
    scenario: common.SCENARIO = None,
    deal: Annotated[
        str,
        typer.Option(
            help="hands: you shuffle and deal a real deck, and enter only revealed cards; program: the program deals, "
            "and says which cards to take out of an open deck."
        ),
    ] = "hands",
    against: Annotated[
        str,
        typer.Option(
            help="The agent that plays Coach: trained, coach:bold, heuristic, random and others; see `throwdown play`."
        ),
    ] = "",
    level: Annotated[
        str,
        typer.Option(
            help="Coach's strength: the number, from 1 on, or the name of one of the scenario's levels."
        ),
    ] = "",
    option: common.OPTIONS = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of Coach's choices; by default a new one every time.")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Save the game in this file as you play.")] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Continue a saved game; `last` is the last one played.")
    ] = None,
) -> None:
    """Play with real cards: you play all Pilots, the program plays Coach and keeps track of the game.

    It tells you how to move the cards, and you type the cards that are revealed; any entry can be corrected later.
    Type help for a list of commands.

    Example: throwdown companion --scenario duel
    """
    from throwdown.agents.levels import LEVEL
    from throwdown.envs.registry import make_setup
    from throwdown.play import storage
    from throwdown.play.companion.companion import Companion
    from throwdown.play.companion.terminal import CompanionTerminal

    if resume is not None:
        common.refuse_with_resume(context, "save", "against")
        file = storage.companion_file() if str(resume) == storage.LAST and not resume.exists() else resume
        common.own_file(save or file)
        found = Companion.load(file, [against] if against else [])
        found.path = common.fresh(save) if save not in (None, resume) else file
    else:
        if level and against:
            raise InvalidConfig("--level and --against both choose the agent for Coach; give one of them.")
        common.own_file(save)
        setup = make_setup(game, scenario, **common.parse_options(option))
        chosen = secrets.randbelow(2**31) if seed is None else seed
        found = Companion(setup, deal, f"{LEVEL}{level}" if level else against, chosen, common.fresh(save))
    with contextlib.suppress(ImportError):
        import_module("readline")  # line editing and history
    files = common.named_again({"--against": found.against})
    how = f"{common.program()} companion --resume {{}}{files}"
    raise typer.Exit(CompanionTerminal(found, common.output(), input, how).run())
