"""The Gambit, both drafts: one Pilot's card against Coach's hidden Threshold."""

from __future__ import annotations

from functools import partial

from throwdown.envs.core.calls import Kernels
from throwdown.envs.core.game import Game, Positions
from throwdown.envs.fusion.gambit import rules
from throwdown.envs.fusion.gambit.actions import LAYOUT
from throwdown.envs.fusion.gambit.obs import FIELDS, observe
from throwdown.envs.fusion.gambit.positions import builder, position
from throwdown.envs.fusion.gambit.state import EVENT_NAMES, PHASES, State
from throwdown.envs.fusion.gambit.words import text
from throwdown.envs.fusion.sheets.setups import DEFAULT, make_setup, shipped
from throwdown.envs.fusion.world.sides import CALLED, count_hands

GAMBIT = Game(
    id="gambit-v0",
    title="Gambit",
    state=State,
    kernels=Kernels(rules.setup, rules.legal, rules.apply, rules.returns, observe, rules.redeal),
    actions=LAYOUT,
    fields=FIELDS,
    phases=PHASES,
    events=EVENT_NAMES,
    text=text,
    make_setup=make_setup,
    scenarios=shipped(),
    default=DEFAULT,
    positions=Positions(position.Position, position.to_position, builder.from_position),
    exits=("decline",),
    called=CALLED,
    signals=partial(count_hands, seals=False),
)
GAMES = (GAMBIT,)
