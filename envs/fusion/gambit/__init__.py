"""The Gambit, both drafts: one Pilot's card against Coach's hidden Threshold."""

from __future__ import annotations

from functools import partial

from throwdown.envs.core.game import lazy
from throwdown.envs.core.kit import Game, Kernels, tr
from throwdown.envs.fusion.gambit import actions, obs, redeal, rules, state
from throwdown.envs.fusion.sheets import pieces, setups
from throwdown.envs.fusion.world import sides, terms

CHOICES = {"outcome": ("yes-but", "no-but", "no-and"), "consequence": ("consequence",)}
"""What is chosen in a Gambit, by ranges of actions."""
GAMBIT = Game(
    id="gambit-v0",
    title=tr("Gambit"),
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
    exits=(actions.Act.DECLINE,),
    called=sides.CALLED,
    wins=setups.WINS,
    signals=partial(
        sides.count_hands,
        seals=False,
        ends=("outcome", state.Outcome.labels()),
        choices=CHOICES,
    ),
)
GAMES = (GAMBIT,)
