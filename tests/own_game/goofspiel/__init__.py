"""Goofspiel with hidden bids: a game of a package of its own."""

from goofspiel import rules
from goofspiel.actions import LAYOUT
from goofspiel.obs import FIELDS, observe
from goofspiel.sheet import make_setup
from goofspiel.state import Event, Phase, State
from goofspiel.words import text

from throwdown.envs.core.kit import Game, Kernels

GAMES = (
    Game(
        id="goofspiel-v0",
        title="Goofspiel",
        state=State,
        kernels=Kernels(rules.setup, rules.legal, rules.apply, rules.returns, observe, rules.redeal),
        actions=LAYOUT,
        fields=FIELDS,
        text=text,
        make_setup=make_setup,
        phases=Phase,
        events=Event,
        scenarios=("five", "four", "three"),
    ),
)
