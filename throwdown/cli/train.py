"""``throwdown train`` and ``throwdown demo``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from throwdown.cli.common import INTERRUPTED, guarded, output, program, refuse_with_resume, say
from throwdown.cli.evaluate import BASELINES, labelled, rated, save_report, teams
from throwdown.envs.core.errors import InvalidConfig

if TYPE_CHECKING:
    from throwdown.evaluation.cross import CrossPlay
    from throwdown.evaluation.curve import Curve
    from throwdown.evaluation.statistics import Interval
    from throwdown.training.train import Result

SEED = Annotated[int | None, typer.Option(min=0, help="Everything random follows from it.")]
MINUTES = Annotated[float | None, typer.Option(min=0.001, help="How long to train, in all.")]
DEMO_DEALS = 4000
TRAINED = "trained"
MINI_SHARE = 1 / 6
MINI_RUN = {"scenario": "mini", "rows": 2048, "learning_rate": 1e-3, "exact_every": 5}


@guarded
def train(
    context: typer.Context,
    game: Annotated[str | None, typer.Option("--game", "-g", help="The game's id.")] = None,
    scenario: Annotated[
        str | None, typer.Option("--scenario", "-s", help="A shipped scenario, or a TOML file of your own.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="A TOML or YAML file with nets, schedules, opponents; see the docs.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Receives the checkpoint, policies, log.", show_default="runs/train"),
    ] = None,
    minutes: MINUTES = None,
    steps: Annotated[
        int | None, typer.Option(min=1, help="How many decisions to learn from in all, instead.")
    ] = None,
    seed: SEED = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with the run in this folder.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
) -> None:
    """Train Coach and Pilots by self-play; Ctrl-C saves, and --resume goes on.

    The options go before what the file says. Three minutes on two cores are enough to beat random in `duel`.

    Example: throwdown train --scenario duel --minutes 10 --out runs/mine
    """
    from throwdown.training import train as training
    from throwdown.training.train import CHECKPOINT

    if resume is not None:
        refuse_with_resume(context, "minutes", "steps", "quiet")
        result = training.resume(resume, not quiet, **_given(steps=steps, minutes=minutes))
    else:
        folder = out or Path("runs/train")
        if (folder / CHECKPOINT).exists():
            raise InvalidConfig(
                f"'{folder}' holds a run; go on with it by --resume {folder}, or name another folder by --out."
            )
        changes = _given(game=game, scenario=scenario, steps=steps, minutes=minutes, seed=seed)
        result = training.train(config if config is not None else {}, folder, not quiet, **changes)
    for role, file in result.policies.items():
        say(f"{role}: {file}")
    if not result.is_complete:
        _stopped(result)


def _given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _stopped(result: Result) -> None:
    say(f"Stopped and saved. Go on with: {program()} train --resume {result.folder}")
    raise typer.Exit(INTERRUPTED)


@guarded
def demo(
    minutes: Annotated[float, typer.Option(min=0.001, help="How long to train.")] = 3.0,
    out: Annotated[Path, typer.Option(help="Receives the policies and the report.")] = Path("runs/demo"),
    seed: Annotated[int, typer.Option(min=0, help="Of training, deals and choices.")] = 1,
    deals: Annotated[int, typer.Option(min=2, help="Deals for the ratings.")] = DEMO_DEALS,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bars.")] = False,
) -> None:
    """Train a Coach and a Pilot for three minutes, rate them, and show how to play against them.

    A sixth of the time goes to `mini`, a game so small that the exploitability of what is learnt is known exactly; the
    rest to `duel`. A finished demo in the folder is replaced, file by file.

    Example: throwdown demo --minutes 1 --out runs/try
    """
    from throwdown.evaluation.curve import curve_of
    from throwdown.evaluation.report import renderable
    from throwdown.evaluation.tables import Extras
    from throwdown.training.config import SMALL_GAMES
    from throwdown.training.train import train as run_training

    small, large = minutes * MINI_SHARE, minutes * (1 - MINI_SHARE)
    say(f"Training on 'mini', which can be solved, for {60 * small:.0f} seconds; Ctrl-C stops and saves.")
    mini = run_training(SMALL_GAMES | MINI_RUN, out / "mini", not quiet, minutes=small, seed=seed)
    if not mini.is_complete:
        _stopped(mini)
    curve = curve_of(mini.log, "mini")
    say(_fallen(curve))
    say(f"Training a Coach and a Pilot on 'duel' by self-play for {large:g} minutes; Ctrl-C stops and saves.")
    result = run_training({"scenario": "duel"}, out, not quiet, minutes=large, seed=seed)
    if not result.is_complete:
        _stopped(result)
    say(f"Rating them on {deals:,} deals against random and the heuristic.")
    found = _rate(result.policies, deals, seed, not quiet)
    told = Extras(curve=curve)
    report = save_report(found, out, told)
    output().print(renderable(found, told))
    for role in ("coach", "pilot"):
        say(verdict(found, role))
    say(f"\nPolicies: {', '.join(str(file) for file in result.policies.values())}. Report: {report}.")
    say("Play against the trained Coach:\n")
    say(f"    {program()} play --against {result.policies['coach']}")


def _fallen(curve: Curve) -> str:
    """Return one sentence that says how exploitability fell."""
    others = ", ".join(f"{name}'s is {100 * share:.1f} %" for name, share in curve.others.items())
    decisions, _, share = curve.points[-1]
    return (
        f"Its exact exploitability is {100 * share:.1f} % of half the range of returns after {decisions:,} decisions "
        f"({others})."
    )


def _rate(policies: dict[str, Path], deals: int, seed: int, show: bool) -> CrossPlay:
    """Return the cross-play of the trained and the baselines."""
    from throwdown.envs.registry import make_setup
    from throwdown.evaluation.runs import Recipe

    setup = make_setup("throwdown-v0", "duel")
    coaches = labelled(list(BASELINES), "coach") | {TRAINED: str(policies["coach"])}
    pilots = teams(list(BASELINES), setup) | {TRAINED: [str(policies["pilot"])]}
    what = setup.game.id, setup.config, setup.options, setup.scenario
    return rated(Recipe(*what, coaches, pilots, deals, seed), show)


def _gain(found: CrossPlay, role: str, other: str) -> Interval:
    """Return how much more the trained agent gets than another in its place: same opponents, same deals."""
    for x in found.comparisons:
        if x.role == role and {x.first, x.second} == {TRAINED, other}:
            return x.difference if x.first == TRAINED else x.difference.flipped()
    raise InvalidConfig(f"'{other}' was not rated as {role}.")


def verdict(found: CrossPlay, role: str) -> str:
    """Return one sentence that says whether the trained agent beats random, and whether the heuristic."""
    parts = []
    for other in BASELINES:
        gain, name = _gain(found, role, other), "the heuristic" if other == "heuristic" else other
        if gain.low > 0:
            words = f"beats {name}"
        else:
            words = (
                f"does not beat {name} but is weaker" if gain.high < 0 else f"does not measurably beat {name}"
            )
        parts.append(f"{words} ({gain.text(2)})")
    gains = "in brackets what it gains in its place, against the same opponents on the same deals"
    return f"The trained {role.capitalize()} {' and '.join(parts)}; {gains}."
