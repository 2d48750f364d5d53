"""``throwdown play``: a game in the terminal."""

from __future__ import annotations

import contextlib
import secrets
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from throwdown.cli import common
from throwdown.envs.core.errors import InvalidConfig

if TYPE_CHECKING:
    from throwdown.play.session import Session


@common.guarded
def play(
    context: typer.Context,
    game: common.GAME = common.DEFAULT_GAME,
    scenario: common.SCENARIO = None,
    seat: Annotated[
        str,
        typer.Option(
            "--as",
            help="Your seats by name, separated by commas, such as pilot_0 or coach_0; a role in the plural, such as "
            "pilots, stands for all its seats. `throwdown envs` lists the names.",
        ),
    ] = "",
    against: Annotated[
        str,
        typer.Option(
            help="The opponent: trained, coach:bold, heuristic, random, ismcts, search:FILE.npz, a file (.npz, .onnx, "
            ".zip) or your own code (FILE.py:NAME); by default the shipped policy for the scenario, or else the "
            "heuristic."
        ),
    ] = "",
    allies: Annotated[
        str,
        typer.Option(
            help="The agent for the other seats of your own side; by default the shipped policies for the scenario, or "
            "else the heuristic."
        ),
    ] = "",
    level: Annotated[
        str,
        typer.Option(
            help="The opponent's strength: the number, from 1 on, or the name of a level of the scenario's ladder; "
            "`throwdown policy levels` lists them."
        ),
    ] = "",
    option: common.OPTIONS = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the deal; by default a new one every time.")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Save the game in this file as you play.")] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="Continue a saved game with the same opponents; `last` is the last one played. Repeat the options for "
            "agents from files or code."
        ),
    ] = None,
    begin: Annotated[
        int | None,
        typer.Option(
            "--from", min=0, help="With --resume: replay the game from its position after this many moves."
        ),
    ] = None,
    explain: Annotated[
        bool | None,
        typer.Option(
            "--explain/--no-explain",
            help="Explain your options, their costs and the other side's goals as they first come up; by default in "
            "your first three games.",
        ),
    ] = None,
) -> None:
    """Play against an agent in the terminal; no training is needed.

    By default you get a seat of the game's choice (in FUSION's games, a Pilot's); against a policy, one of a role that
    it does not play. Type the number or the text of a choice, or ? for an explanation of the decision.

    Example: throwdown play --as coach_0 --save game.json
    """
    from throwdown.agents.levels import LEVEL
    from throwdown.play import storage
    from throwdown.play.course import course_of
    from throwdown.play.session import Session
    from throwdown.play.terminal import Terminal

    if resume is not None and str(resume) == storage.LAST and not resume.exists():
        resume = storage.last_file()
    common.own_file(save or (resume if begin is None else None))
    if resume is not None:
        common.refuse_with_resume(context, "save", "from", "against", "allies")
        session = Session.load(resume, [name for name in (against, allies) if name])
        session.path = resume if save in (None, resume) else common.fresh(save)
        if begin is not None:
            session = session.branch(begin, session.people[0])
            session.path = common.fresh(save)
    elif begin is not None:
        raise InvalidConfig("--from needs a saved game: --resume FILE.")
    else:
        if level and against:
            raise InvalidConfig("--level and --against both choose the opponent; give one of them.")
        against = f"{LEVEL}{level}" if level else against
        session = _new_session(game, scenario, option, seat, against, allies, seed)
        session.path = common.fresh(save)
    with contextlib.suppress(ImportError):
        import_module("readline")  # line editing and history
    keep = save is not None or (resume is not None and begin is None)
    tutor = course_of(session.table.game.id, explain)
    files = common.named_again({"--against": session.against, "--allies": session.allies})
    how = f"{common.program()} play --resume {{}}{files}"
    raise typer.Exit(Terminal(session, common.output(), input, keep, how, tutor).run())


def _new_session(
    game: str,
    scenario: str | None,
    option: list[str] | None,
    seat: str,
    against: str,
    allies: str,
    seed: int | None,
) -> Session:
    from throwdown.envs.registry import make_setup
    from throwdown.play.session import Session, usual_opponent, usual_people

    setup = make_setup(game, scenario, **common.parse_options(option))
    chosen = secrets.randbelow(2**31) if seed is None else seed
    people = seat or usual_people(setup, against)
    other = against or usual_opponent(setup, people)
    return Session.deal(setup, chosen, people, against=other, allies=allies)
