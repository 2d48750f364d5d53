"""The Throwdown, pile edition (older draft): everybody plays onto one Pile in turn, and damage lands at the end."""

from __future__ import annotations

from throwdown.envs.core.game import later
from throwdown.envs.core.kit import Game, Kernels
from throwdown.envs.fusion.pile import actions, legality, obs, outcome, redeal, rules, state
from throwdown.envs.fusion.sheets import pieces, setups
from throwdown.envs.fusion.world import sides, terms

PILE = Game(
    id="pile-v0",
    title="Throwdown, pile edition",
    state=state.State,
    kernels=Kernels(rules.setup, legality.legal, rules.apply, outcome.returns, obs.observe, redeal.redeal),
    actions=actions.LAYOUT,
    fields=obs.FIELDS,
    phases=state.PHASES,
    events=(*terms.WORLD_EVENTS, *terms.PILE_EVENTS),
    text=later(f"{__name__}.words.text"),
    pictures=later(f"{__name__}.words.scene"),
    pieces=pieces.pieces,
    make_setup=setups.make_setup,
    scenarios=setups.shipped(),
    files=setups.SCENARIO_FOLDER,
    default=setups.DEFAULT,
    positions=later(f"{__name__}.positions"),
    exits=("fold", "sit-out"),
    called=sides.CALLED,
    wins=setups.WINS,
    signals=sides.count_hands,
)
GAMES = (PILE,)
