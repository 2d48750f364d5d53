"""The Throwdown, pile edition (older draft): everybody plays onto one Pile in turn, and damage lands at the end."""

from __future__ import annotations

from throwdown.envs.core.calls import Kernels
from throwdown.envs.core.game import Game, Positions
from throwdown.envs.fusion.pile import legality, outcome, redeal, rules
from throwdown.envs.fusion.pile.actions import LAYOUT
from throwdown.envs.fusion.pile.obs import FIELDS, observe
from throwdown.envs.fusion.pile.positions import builder, position
from throwdown.envs.fusion.pile.state import EVENT_NAMES, PHASES, State
from throwdown.envs.fusion.pile.words import text
from throwdown.envs.fusion.sheets.setups import DEFAULT, make_setup, shipped
from throwdown.envs.fusion.world.sides import CALLED, count_hands

PILE = Game(
    id="pile-v0",
    title="Throwdown, pile edition",
    state=State,
    kernels=Kernels(rules.setup, legality.legal, rules.apply, outcome.returns, observe, redeal.redeal),
    actions=LAYOUT,
    fields=FIELDS,
    phases=PHASES,
    events=EVENT_NAMES,
    text=text,
    make_setup=make_setup,
    scenarios=shipped(),
    default=DEFAULT,
    positions=Positions(position.Position, position.to_position, builder.from_position),
    exits=("fold", "sit-out"),
    called=CALLED,
    signals=count_hands,
)
GAMES = (PILE,)
