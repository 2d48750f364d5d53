"""The use and the value of Gambits in sessions: ``python -m throwdown.benchmarks.gambits trio``.

Counts the outcomes of the Pilots' scenes, and repeats the same deals with Pilots who decline every Gambit, and with
Pilots who rest wherever they may not challenge: their loss of wins is the value of Gambits to these players.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import typer

from throwdown.agents import load
from throwdown.envs.core.kit import Setup, in_a_sentence
from throwdown.envs.registry import make_setup
from throwdown.evaluation.legs import Leg, LegResult, ban, play_legs
from throwdown.evaluation.match import deal_seeds

GAME = "session-v0"
OUTCOMES = ("yes-but", "no-but", "no-and")
WITHOUT = {"declining": "accept-gambit", "resting": "venture"}
"""The alternatives of Pilots, and the kind of action that each excludes."""


class Count(NamedTuple):
    """Statistics of the Pilots' scenes and wins.

    Attributes:
        scenes: the Pilots' scenes per game.
        ventured: the share of scenes with a venture.
        played: the share of scenes with a Gambit.
        outcomes: the shares of "Yes, and" and of `OUTCOMES` among the Gambits played.
        wins: the share of games that the Pilots win.
        worth: the loss of wins by each alternative in `WITHOUT`: the mean and its standard error.
    """

    scenes: float
    ventured: float
    played: float
    outcomes: tuple[float, ...]
    wins: float
    worth: dict[str, tuple[float, float]]


def count(setup: Setup, player: str, deals: int, seed: int = 1) -> Count:
    """Return the statistics of a session's Gambits for ``player``: an agent for both sides, or ``COACH/PILOT``."""
    coach, _, pilot = player.partition("/")
    players = {
        side: load(spec, setup, setup.roles[setup.teams[side][0]])
        for side, spec in zip(setup.teams, (coach, pilot or coach), strict=True)
    }
    pilots = list(setup.teams)[-1]
    bans = [{}, *({pilots: ban(setup.game, kind)} for kind in WITHOUT.values())]
    first, *others = play_legs([Leg(setup, players, seed, x) for x in bans], deal_seeds(deals, seed))
    worth = {name: _worth(first, other) for name, other in zip(WITHOUT, others, strict=True)}
    uses = _uses(setup, first)
    scenes = uses["venture"] + uses["challenge"] + uses["rest"]
    played = uses["accept-gambit"]
    chosen = [uses[name] for name in OUTCOMES]
    shares = tuple(float(n) / max(1, played) for n in (played - sum(chosen), *chosen))
    share = float(first.wins.mean())
    return Count(scenes / deals, uses["venture"] / scenes, played / scenes, shares, share, worth)


def _uses(setup: Setup, result: LegResult) -> dict[str, int]:
    """Return the Pilots' choices by kind of action."""
    names = [act.label for act in setup.game.actions.acts]
    return dict(zip(names, result.uses[-1].tolist(), strict=True))


def _worth(one: LegResult, other: LegResult) -> tuple[float, float]:
    """Return the mean loss of wins on the same deals, and its standard error."""
    gap = one.wins - other.wins
    return float(gap.mean()), float(gap.std() / np.sqrt(len(gap)))


@in_a_sentence()
def main(
    scenarios: Annotated[list[str], typer.Argument(help="Scenarios of FUSION.")],
    player: Annotated[
        list[str] | None, typer.Option(help="An agent for both sides, or COACH/PILOT; may be repeated.")
    ] = None,
    deals: Annotated[int, typer.Option(min=2, help="Sessions of each scenario and player.")] = 400,
    seed: Annotated[int, typer.Option(min=0, help="Seed of deals and choices.")] = 1,
    edition: Annotated[str, typer.Option(help="newer or older.")] = "newer",
) -> None:
    """Print a table: a row per scenario and player."""
    head = [
        "scenario",
        "players",
        "scenes",
        "ventured",
        "Gambits",
        "yes-and, yes-but, no-but, no-and",
        "Pilots win",
    ]
    print("| " + " | ".join([*head, *(f"over {name}" for name in WITHOUT)]) + " |")
    print("|---" * (len(head) + len(WITHOUT)) + "|")
    for name in scenarios:
        setup = make_setup(GAME, name, edition=edition)
        for who in player or ["heuristic"]:
            x = count(setup, who, deals, seed)
            shares = ", ".join(f"{100 * share:.0f}" for share in x.outcomes)
            gains = [f"{100 * mean:+.1f} ± {196 * error:.1f}" for mean, error in x.worth.values()]
            row = [
                f"`{name}`",
                who,
                f"{x.scenes:.1f}",
                f"{100 * x.ventured:.0f} %",
                f"{100 * x.played:.0f} %",
            ]
            print(
                "| " + " | ".join([*row, f"{shares} %", f"{100 * x.wins:.0f} %", *gains]) + " |", flush=True
            )


if __name__ == "__main__":
    typer.run(main)
