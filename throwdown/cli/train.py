"""``throwdown train``: training of policies by self-play."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from throwdown.cli.common import INTERRUPTED, ON, QUIET, guarded, own_folder, program, refuse_with_resume, say
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.names import typed

if TYPE_CHECKING:
    from throwdown.training.train import RunResult

SEED = Annotated[int | None, typer.Option(min=0, help="Seed of everything random.")]
NAMED = ("scenario", "against", "eval-against", "teacher")
"""The options that repeat a resumed run's files and code."""
MINUTES = Annotated[float | None, typer.Option(min=0.001, help="Total training time.")]


@guarded
def train(
    context: typer.Context,
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game's id.")] = None,
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help="A shipped scenario, or a TOML file of your own.")
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(
            help="Settings for a size of game: `small`, `medium` or `long`, or `none`.", show_default="auto"
        ),
    ] = None,
    algorithm: Annotated[
        str | None,
        typer.Option(help="The learner: `maskable-ppo` of sb3-contrib, or our own.", show_default="ppo"),
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="A TOML or YAML file with nets, schedules, opponents; see the docs.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for checkpoint, policies and log.", show_default="runs/train"),
    ] = None,
    minutes: MINUTES = None,
    steps: Annotated[
        int | None, typer.Option(min=1, help="Total decisions to train on, instead of a time.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, max=1024, help="Number of processes.", show_default="one per core, as far as they help"
        ),
    ] = None,
    on: ON = "",
    device: Annotated[
        str | None,
        typer.Option(
            help="Where nets learn: `cpu`, `cuda`, a graphics card, or `auto`, a card if there is one.",
            show_default="cpu",
        ),
    ] = None,
    seed: SEED = None,
    against: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ROLE=AGENT",
            help="The agent for a role that does not learn: a name, a file, or code as FILE.py:NAME.",
        ),
    ] = None,
    start: Annotated[
        list[str] | None,
        typer.Option(metavar="ROLE=POLICY", help="A role's initial policy: `trained` or a file."),
    ] = None,
    league: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ROLE=POLICY",
            help="A policy that is among a role's snapshots from the beginning, such as an exploiter; may be repeated.",
        ),
    ] = None,
    teacher: Annotated[str | None, typer.Option(help="An agent whose moves the roles copy at first.")] = None,
    eval_against: Annotated[
        list[str] | None, typer.Option(help="An agent to evaluate against during training; may be repeated.")
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(help="Continue the run in this folder; repeat the options for its files and code."),
    ] = None,
    log: Annotated[
        str,
        typer.Option(help="Your function for every turn's figures: FILE.py:NAME or MODULE:NAME."),
    ] = "",
    quiet: QUIET = False,
) -> None:
    """Train a policy for every role by self-play; Ctrl-C saves, and --resume continues.

    Options override the file. Give files and code as options: those named in a training file are not opened. Three
    minutes on two cores are enough to beat random in `duel`.

    Example: throwdown train --scenario duel --minutes 10 --out runs/mine
    """
    from throwdown.agents.code import find_function
    from throwdown.training import train as training
    from throwdown.training.checkpoint import CHECKPOINT

    logger = find_function(log) if log else None
    if resume is not None:
        refuse_with_resume(context, "minutes", "steps", "workers", "on", "device", *NAMED, "log", "quiet")
        named = [
            *_by_role("against", against).values(),
            *(eval_against or ()),
            *filter(None, (scenario, teacher)),
        ]
        result = training.resume(
            *(resume, not quiet, logger, named, on),
            **_given(steps=steps, minutes=minutes, workers=workers, device=device),
        )
    else:
        folder = out or Path("runs/train")
        own_folder(folder)
        if (folder / CHECKPOINT).exists():
            raise InvalidConfig(
                f"'{folder}' holds a run; continue it with --resume {folder}, or give another folder with --out."
            )
        changes = _given(
            preset=preset,
            algorithm=algorithm,
            game=game,
            scenario=scenario,
            steps=steps,
            minutes=minutes,
            workers=workers,
            device=device,
            seed=seed,
            teacher=teacher,
            against=_by_role("against", against) or None,
            start=_by_role("start", start) or None,
            league=_several("league", league) or None,
            eval_against=eval_against,
        )
        result = training.train(
            config if config is not None else {}, folder, not quiet, logger, on, **changes
        )
    for role, file in result.policies.items():
        say(f"{role}: {file}")
    for match, share in result.log[-1].get("win_rate", {}).items() if result.log else ():
        say(f"{match.replace('_against_', ' against ')}: {share:.1%} won")
    if not result.is_complete:
        stop(result)


def _several(option: str, pairs: list[str] | None) -> dict[str, list[str]]:
    """Return lists of names by role, given as ``ROLE=NAME``.

    Raises:
        InvalidConfig: one has no ``=``.
    """
    found: dict[str, list[str]] = {}
    for pair in pairs or ():
        role, sign, name = pair.partition("=")
        if not sign or not role.strip() or not name.strip():
            raise InvalidConfig(f"--{option} {pair}: write ROLE=NAME, such as --{option} pilot=mine.npz.")
        found.setdefault(role.strip(), []).append(typed(name.strip()))
    return found


def _by_role(option: str, pairs: list[str] | None) -> dict[str, str]:
    """Return names by role, given as ``ROLE=NAME``.

    Raises:
        InvalidConfig: one has no ``=``, or a role is given twice.
    """
    found = _several(option, pairs)
    for role, names in found.items():
        if len(names) > 1:
            raise InvalidConfig(f"--{option} names the {role} twice; one agent is enough.")
    return {role: name for role, (name,) in found.items()}


def _given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def stop(result: RunResult) -> None:
    """Print the command that continues a stopped run, and end the program."""
    from throwdown.training.roles import opened

    files = shlex.join(word for option in opened(result.config) for word in option.split(" ", 1))
    say(f"Stopped and saved. Continue with: {program()} train --resume {result.folder} {files}".rstrip())
    raise typer.Exit(INTERRUPTED)
