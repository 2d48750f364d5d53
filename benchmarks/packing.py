"""The loss of policies by packing to 8 bits per weight: ``python -m throwdown.benchmarks.packing FOLDER``.

Every role's policy in FOLDER is compared with its packed form: in the same seats, on the same deals, with the same
dice, against either form of the other role's policy.
"""

import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from throwdown.agents import Net, Policy, PolicyAgent, load_policy
from throwdown.agents.packing import pack, unpack
from throwdown.agents.shipped import FOLDER
from throwdown.envs.core.kit import in_a_sentence, write_file
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.seating import Lineup
from throwdown.evaluation.match import as_deals
from throwdown.evaluation.plan import Plan

PLAYED = {
    "throwdown-v0/duel": 40_000,
    "throwdown-v0/trio": 20_000,
    "pile-v0/trio": 10_000,
    "session-v0/trio": 4_000,
    "challenge-v0/scene": 20_000,
    "challenge-v0/duel": 20_000,
    "skirmish-v0/skirmish": 4_000,
    "showdown-v0/showdown": 3_000,
}
"""Number of deals by game and scenario."""
FORMS = ("full", "packed")


def packed(policy: Policy) -> Policy:
    """Return a policy as read back from a packed file."""

    def again(net: Net) -> Net:
        return replace(net, weights=tuple(unpack(*pack(weights)) for weights in net.weights))

    return replace(policy, net=again(policy.net), value=policy.value and again(policy.value))


def measure(place: str, folder: Path, deals: int, seed: int) -> dict[str, object]:
    """Return the difference in returns between a game and scenario's packed policies and the full ones.

    ``gain`` is [mean, low, high] by side, and ``equal`` the share of deals that end alike with packed and full
    policies on both sides.
    """
    game, scenario = place.split("/")
    setup = make_setup(game, scenario)
    pools: list[dict[str, Lineup]] = []
    for side in setup.opponents("Comparing policies"):
        roles = [setup.roles[p] for p in setup.teams[side]]
        team = {role: load_policy(folder / game / f"{scenario}-{role}.npz") for role in roles}
        pools.append(
            {
                form: [PolicyAgent(team[role] if form == "full" else packed(team[role])) for role in roles]
                for form in FORMS
            }
        )
    plan = Plan(setup, pools[0], pools[1], as_deals(deals, seed), seed, shared_dice=True)
    result = plan.assemble({unit: plan.play(unit) for unit in plan.units})
    gains = {x.side: [round(end, 4) + 0.0 for end in x.difference.flipped()] for x in result.comparisons}
    equal = np.mean(result.returns[0, 0] == result.returns[1, 1])
    return {"deals": deals, "gain": gains, "equal": round(float(equal), 3)}


@in_a_sentence()
def main(
    folder: Annotated[Path, typer.Argument(help="policies in full, GAME/SCENARIO-ROLE.npz")] = FOLDER,
    share: Annotated[float, typer.Option(help="of the deals that are played")] = 1.0,
    seed: Annotated[int, typer.Option(help="of the deals")] = 1,
    out: Annotated[Path | None, typer.Option(help="JSON file")] = None,
) -> None:
    """Measure the shipped policies."""
    found: dict[str, object] = {}
    for place, deals in PLAYED.items():
        found[place] = measure(place, folder, max(2, round(deals * share)), seed)
        print(f"{place}: {found[place]}, {time.process_time():.0f} s so far", file=sys.stderr)
    text = json.dumps({"seed": seed, "played": found}, indent=2) + "\n"
    if out is None:
        print(text, end="")
    else:
        write_file(out, text)


if __name__ == "__main__":
    typer.run(main)
