"""Which Goofspiel is played: with five cards each, four or three."""

from collections.abc import Mapping
from typing import Any

from goofspiel.state import State

from throwdown.envs.core.kit import CUSTOM, Game, Setup, refuse_unknown, row

CARDS = {"five": 5, "four": 4, "three": 3}


def make_setup(
    game: Game, scenario: str | Mapping[str, Any], options: Mapping[str, Any], name: str = CUSTOM
) -> Setup:
    """Return the setup of a scenario.

    Raises:
        InvalidConfig: there is no such scenario or option.
    """
    refuse_unknown(game, scenario, options)
    template = game.state.blank()
    s: State = row(template)
    s.cards = CARDS[str(scenario)]
    return Setup(
        game=game,
        scenario=str(scenario),
        seats=("player_0", "player_1"),
        roles=("first", "second"),
        template=template,
    )
