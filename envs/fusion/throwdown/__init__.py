"""The Throwdown, stages edition: Counter, Block, Escalate, Concede."""

from __future__ import annotations

from functools import partial

from throwdown.envs.core.game import lazy
from throwdown.envs.core.kit import Game, Kernels, tr
from throwdown.envs.fusion.sheets import pieces, setups
from throwdown.envs.fusion.throwdown import actions, obs, redeal, rules, state
from throwdown.envs.fusion.throwdown.words import notes
from throwdown.envs.fusion.world import sides, terms

THROWDOWN = Game(
    id="throwdown-v0",
    title=tr("Throwdown"),
    rules_version="2",
    state=state.State,
    kernels=Kernels(rules.setup, rules.legal, rules.apply, rules.returns, obs.observe, redeal.redeal),
    actions=actions.LAYOUT,
    fields=obs.FIELDS,
    phases=state.PHASES,
    events=(*terms.Event, *state.Event),
    text=lazy(f"{__name__}.words.text"),
    pictures=lazy(f"{__name__}.words.scene"),
    pieces=pieces.pieces,
    make_setup=setups.make_setup,
    files=setups.SCENARIO_FOLDER,
    default=setups.DEFAULT,
    positions=lazy(f"{__name__}.positions"),
    exits=(actions.Act.CONCEDE, actions.Act.REFUSE),
    called=sides.CALLED,
    wins=setups.WINS,
    notes=notes.NOTES,
    signals=partial(sides.count_hands, step=("stage", "stage")),
)
GAMES = (THROWDOWN,)
