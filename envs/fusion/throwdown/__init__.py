"""The Throwdown, stages edition: Counter, Block, Escalate, Concede."""

from __future__ import annotations

from functools import partial

from throwdown.envs.core.calls import Kernels
from throwdown.envs.core.game import Game, Positions
from throwdown.envs.fusion.sheets.setups import DEFAULT, make_setup, shipped
from throwdown.envs.fusion.throwdown import rules
from throwdown.envs.fusion.throwdown.actions import LAYOUT
from throwdown.envs.fusion.throwdown.obs import FIELDS, observe
from throwdown.envs.fusion.throwdown.positions import builder, position
from throwdown.envs.fusion.throwdown.state import EVENT_NAMES, PHASES, State
from throwdown.envs.fusion.throwdown.words import text
from throwdown.envs.fusion.world.sides import CALLED, count_hands

THROWDOWN = Game(
    id="throwdown-v0",
    title="Throwdown",
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
    exits=("concede", "refuse"),
    called=CALLED,
    signals=partial(count_hands, step=("stage", "stage")),
)
GAMES = (THROWDOWN,)
