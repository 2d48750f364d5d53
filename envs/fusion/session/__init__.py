"""The session: Gambits and Throwdowns of one scenario, one after another, with everything carried over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from throwdown.envs.core.calls import Kernels
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Game, Positions, Setup
from throwdown.envs.core.records import row
from throwdown.envs.core.signals import Signals
from throwdown.envs.fusion.gambit import GAMBIT
from throwdown.envs.fusion.session import rules
from throwdown.envs.fusion.session.actions import LAYOUT
from throwdown.envs.fusion.session.obs import FIELDS, observe
from throwdown.envs.fusion.session.positions import builder, position
from throwdown.envs.fusion.session.state import BEGINS, EVENT_NAMES, PHASES, State
from throwdown.envs.fusion.session.words import text
from throwdown.envs.fusion.sheets.scenario import Options, Scenario
from throwdown.envs.fusion.sheets.setups import DEFAULT, make_setup, shipped
from throwdown.envs.fusion.sheets.writer import write_config
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.fusion.world.sides import CALLED
from throwdown.envs.fusion.world.state import COMMITMENTS


def write(sheet: Scenario, own: Options, state: State) -> None:
    """Write the configuration into a state."""
    write_config(sheet, own, state.throwdown.cfg)
    session = sheet.session
    state.scenes, state.quiet, state.mend = session.scenes, session.quiet, session.mend
    state.doom = session.doom if session.doom <= len(sheet.escalation) else 0
    state.begins = BEGINS.index(session.begins)


def make_session(
    game: Game, scenario: str | Mapping[str, Any], options: Mapping[str, Any], name: str
) -> Setup:
    """Return the setup of a scenario with options.

    Raises:
        InvalidConfig: there is no such scenario or option, or the session would be over before it begins.
    """
    setup = make_setup(game, scenario, options, name, write)
    cfg = row(setup.template).throwdown.cfg
    least = 1 if cfg.rout == 1 else len(COMMITMENTS)
    fallen = ((cfg.commitment == 0) & (cfg.commitment_max > 0)).sum(axis=1)
    alive = cfg.commitment.sum(axis=1) > 0
    if not any(fallen[p] < least and alive[p] for p in range(1, len(setup.seats))):
        raise InvalidConfig("no Pilot can lead a scene: every one has a Commitment that is lowered to 0.")
    return setup


SESSION = Game(
    id="session-v0",
    title="Session",
    state=State,
    kernels=Kernels(rules.setup, rules.legal, rules.apply, rules.returns, observe, rules.redeal),
    actions=LAYOUT,
    fields=FIELDS,
    phases=PHASES,
    events=EVENT_NAMES,
    text=text,
    make_setup=make_session,
    scenarios=shipped(),
    default=DEFAULT,
    positions=Positions(position.Position, position.to_position, builder.from_position),
    exits=("concede", "refuse", "decline"),
    parts=(THROWDOWN, GAMBIT),
    called=CALLED,
    signals=lambda setup: Signals(step=("number", "scene")),
)
GAMES = (SESSION,)
