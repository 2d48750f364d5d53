"""``throwdown demo``: train policies for a few minutes, rate them, and play against them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from throwdown.cli import common, evaluate, players, train
from throwdown.envs.core.errors import InvalidConfig, how_many
from throwdown.envs.core.names import typed

if TYPE_CHECKING:
    from throwdown.envs.core.kit import Setup
    from throwdown.evaluation import cross, sides, statistics
    from throwdown.evaluation.curve import Curve

SCENARIO = "duel"
DEMO_DEALS = 4000
TRAINED = "trained"
MINI_SHARE = 1 / 9
RUN: dict[str, Any] = {
    "preset": "none",
    "rows": 256,
    "parts": 2,
    "batch_size": 256,
    "critic": "own",
    "teacher": "heuristic",
    "teacher_weight": 2.0,
    "entropy": 0.02,
    "entropy_end": 0.002,
    "reverse_kl": 0.02,
    "magnet": 0.05,
}
"""Training on `duel` in a short time: first by copying the heuristic's moves, then by self-play."""
MINI_RUN: dict[str, Any] = {"scenario": "mini", "exact_every": 5}


@common.guarded
def demo(
    minutes: Annotated[float, typer.Option(min=0.001, help="Training time.")] = 3.0,
    out: Annotated[Path, typer.Option(help="Folder for the policies and the report.")] = Path("runs/demo"),
    seed: Annotated[int, typer.Option(min=0, help="Seed of training, deals and choices.")] = 1,
    deals: Annotated[int, typer.Option(min=2, help="Deals for the ratings.")] = DEMO_DEALS,
    quiet: common.QUIET = False,
) -> None:
    """Train both sides of FUSION's Throwdown for three minutes, rate them, and show how to play against them.

    A ninth of the time goes to `mini`, a game so small that the policies' exploitability is known exactly; the rest to
    `duel`, where both policies copy the heuristic for the first third and then learn by playing each other. A finished
    demo in the folder is replaced, file by file.

    Example: throwdown demo --minutes 1 --out runs/try
    """
    from throwdown.envs.registry import make_setup
    from throwdown.evaluation.curve import curve_of
    from throwdown.evaluation.report.cross_report import renderable
    from throwdown.evaluation.report.tables import Extras
    from throwdown.training.train import train as run_training

    common.own_folder(out)
    setup = make_setup(common.DEFAULT_GAME, SCENARIO)
    both = " and ".join(map(setup.called, setup.teams))
    small, large = minutes * MINI_SHARE, minutes * (1 - MINI_SHARE)
    common.say(
        f"Training on 'mini', a solvable game, for {how_many(round(60 * small), 'second')}; Ctrl-C stops and saves."
    )
    mini = run_training(MINI_RUN, out / "mini", not quiet, minutes=small, seed=seed)
    if not mini.is_complete:
        train.stop(mini)
    curve = curve_of(mini.log, make_setup(common.DEFAULT_GAME, MINI_RUN["scenario"]))
    common.say(_fallen(curve))
    common.say(
        f"Training {both} on '{SCENARIO}' for {how_many(f'{large:.2g}', 'minute')}, at first by copying the heuristic, "
        "then by self-play; Ctrl-C stops and saves."
    )
    result = run_training(
        RUN | {"game": setup.game.id, "scenario": SCENARIO}, out, not quiet, minutes=large, seed=seed
    )
    if not result.is_complete:
        train.stop(result)
    common.say(f"Rating them on {deals:,} deals against random and the heuristic.")
    found = _rate(setup, result.policies, deals, seed, not quiet)
    told = Extras(curve=curve)
    report = evaluate.save_report(found, out, told)
    common.output().print(renderable(found, told))
    for side in found.sides:
        common.say(verdict(found, side))
    common.say(f"\nPolicies: {', '.join(str(file) for file in result.policies.values())}. Report: {report}.")
    role = setup.roles[0]
    common.say(f"Play against the trained policy of {setup.called(role)}:\n")
    common.say(f"    {common.program()} play --against {result.policies[role]}")


def _fallen(curve: Curve) -> str:
    """Return a sentence on the fall of exploitability."""
    others = ", ".join(f"{name}'s is {100 * share:.1f} %" for name, share in curve.others.items())
    decisions, _, share = curve.points[-1]
    return (
        f"Its exact exploitability is {100 * share:.1f} % of half the range of returns after {decisions:,} decisions "
        f"({others})."
    )


def _rate(setup: Setup, policies: dict[str, Path], deals: int, seed: int, show: bool) -> cross.CrossPlay:
    """Return the cross-play of the trained policies and the baselines."""
    from throwdown.evaluation.runs import Recipe

    rows, columns = (
        {name: [name] for name in players.BASELINES}
        | {TRAINED: [typed(str(policies[setup.roles[p]])) for p in setup.teams[side]]}
        for side in setup.opponents("Rating")
    )
    what = setup.game.id, setup.config, setup.options, setup.scenario
    return evaluate.rated(Recipe(*what, rows, columns, deals, seed), show)


def _gain(found: cross.CrossPlay, side: sides.Side, other: str) -> statistics.Interval:
    """Return the trained agent's gain over another agent in its place: same opponents, same deals."""
    for x in found.comparisons:
        if x.side == side.name and {x.first, x.second} == {TRAINED, other}:
            return x.difference if x.first == TRAINED else x.difference.flipped()
    raise InvalidConfig(f"'{other}' was not rated as {side.called}.")


def verdict(found: cross.CrossPlay, side: sides.Side) -> str:
    """Return a sentence that compares the trained agent with random play and with the heuristic."""
    parts = []
    for other in players.BASELINES:
        gain, name = _gain(found, side, other), "the heuristic" if other == "heuristic" else other
        if gain.low > 0:
            words = f"beats {name}"
        else:
            words = (
                f"does not beat {name} but is weaker" if gain.high < 0 else f"does not measurably beat {name}"
            )
        parts.append(f"{words} ({gain.text(2)})")
    gains = "in brackets its gain in the other's place, against the same opponents on the same deals"
    return f"As {side.called}, the trained policy {' and '.join(parts)}; {gains}."
