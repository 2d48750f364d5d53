"""The Throwdown, pile edition (older draft): everybody plays onto one Pile in turn, and damage lands at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from throwdown.envs.core.game import lazy
from throwdown.envs.core.kit import Game, Kernels, Setup, tr
from throwdown.envs.fusion.pile import actions, obs, redeal, rules, state
from throwdown.envs.fusion.sheets import pieces, setups
from throwdown.envs.fusion.sheets.scenario import Options, Scenario
from throwdown.envs.fusion.world import sides, terms


def write(sheet: Scenario, own: Options, s: state.State) -> None:
    """Write the configuration into a state: here nobody draws invested cards, so there are none (PL-23, C-140)."""
    setups.write_cfg(sheet, own, s)
    s.cfg.stacks = False


def make_pile(game: Game, scenario: str | Mapping[str, Any], options: Mapping[str, Any], name: str) -> Setup:
    """Return the setup of a scenario with options.

    Raises:
        InvalidConfig: there is no such scenario or option.
    """
    return setups.make_setup(game, scenario, options, name, write)


PILE = Game(
    id="pile-v0",
    title=tr("Throwdown, pile edition"),
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
    make_setup=make_pile,
    files=setups.SCENARIO_FOLDER,
    default=setups.DEFAULT,
    positions=lazy(f"{__name__}.positions"),
    exits=(actions.Act.FOLD, actions.Act.SIT_OUT),
    called=sides.CALLED,
    wins=setups.WINS,
    signals=sides.count_hands,
)
GAMES = (PILE,)
