"""Rates a scenario's shipped policies anew: ``python -m throwdown.training.rerate GAME SCENARIO``.

For maintainers, after a change of rules that keeps the layouts: the policies stay, and their record gets new ratings,
the rules of these ratings, and the rules of the training.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from throwdown.agents import load_policy, save_policy
from throwdown.agents.shipped import made_for, shipped
from throwdown.envs.core.kit import InvalidConfig, in_a_sentence
from throwdown.envs.registry import find_game, make_setup
from throwdown.training.ship import figures_of, rate, side_of


def rerate(game: str, scenario: str, deals: int = 4000, seed: int = 1) -> list[Path]:
    """Rate a scenario's shipped policies as `throwdown.training.ship` does, and write the ratings into their records.

    Returns the files. ``rules``, ``config`` and ``figures`` of a record are then those of this release; ``learnt_by``
    keeps the rules version of the policy's training.

    Args:
        game: its id.
        scenario: its name, with the variant of the game if there is one, such as ``trio-older``.
        deals: deals of the rating.
        seed: of the rating.

    Raises:
        InvalidConfig: the scenario has no shipped policies, or one no longer fits the game's layouts.
    """
    own = find_game(game).id
    files = {place[2]: file for place, file in shipped().items() if place[:2] == (own, scenario)}
    if not files:
        raise InvalidConfig(f"no policy ships for scenario '{scenario}' of {game}, so none can be rated.")
    what = made_for((own, scenario, next(iter(files))))
    setup = make_setup(what["game"], what["scenario"], **what["options"])
    result = rate(setup, files, deals, seed)
    written = []
    for role, file in files.items():
        policy = load_policy(file)
        learnt = policy.info.get("learnt_by", policy.info["rules"])
        now = {"rules": setup.game.rules_version, "config": dict(setup.config), "learnt_by": learnt}
        info = {**policy.info, **now, "figures": figures_of(result, side_of(setup, role))}
        written.append(save_policy(file, replace(policy, info=info), packed=True))
    return written


@in_a_sentence()
def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m throwdown.training.rerate", description=__doc__)
    parser.add_argument("game", help="the game's id")
    parser.add_argument("scenario", help="the scenario's name")
    parser.add_argument("--deals", type=int, default=4000, help="deals of the rating")
    parser.add_argument("--seed", type=int, default=1, help="seed of the rating")
    x = parser.parse_args()
    for file in rerate(x.game, x.scenario, x.deals, x.seed):
        print(f"{file}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
