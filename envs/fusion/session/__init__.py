"""The session: Gambits and Throwdowns of one scenario, one after another, with everything carried over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from throwdown.envs.core.game import later
from throwdown.envs.core.kit import Game, InvalidConfig, Kernels, Setup, row
from throwdown.envs.core.signals import Signals
from throwdown.envs.fusion import gambit, throwdown
from throwdown.envs.fusion.session import actions, obs, rules
from throwdown.envs.fusion.session.state import PHASES, Begins, State
from throwdown.envs.fusion.sheets import pieces, setups, writer
from throwdown.envs.fusion.sheets.scenario import Options, Scenario
from throwdown.envs.fusion.throwdown.words import notes
from throwdown.envs.fusion.world import sides, terms
from throwdown.envs.fusion.world.terms import Commitment


def write(sheet: Scenario, own: Options, state: State) -> None:
    """Write the configuration into a state."""
    writer.write_config(sheet, own, state.throwdown.cfg)
    session = sheet.session
    state.scenes, state.quiet, state.mend = session.scenes, session.quiet, session.mend
    state.doom = session.doom if session.doom <= len(sheet.escalation) else 0
    state.begins = Begins.of(session.begins)


def make_session(
    game: Game, scenario: str | Mapping[str, Any], options: Mapping[str, Any], name: str
) -> Setup:
    """Return the setup of a scenario with options.

    Raises:
        InvalidConfig: there is no such scenario or option, or the session would be over before it begins.
    """
    setup = setups.make_setup(game, scenario, options, name, write)
    cfg = row(setup.template).throwdown.cfg
    least = 1 if cfg.rout == 1 else len(Commitment)
    fallen = ((cfg.commitment == 0) & (cfg.commitment_max > 0)).sum(axis=1)
    alive = cfg.commitment.sum(axis=1) > 0
    if not any(fallen[p] < least and alive[p] for p in range(1, len(setup.seats))):
        raise InvalidConfig("no Pilot can lead a scene: every one has a Commitment that is lowered to 0.")
    return setup


SESSION = Game(
    id="session-v0",
    title="Session",
    state=State,
    kernels=Kernels(rules.setup, rules.legal, rules.apply, rules.returns, obs.observe, rules.redeal),
    actions=actions.LAYOUT,
    fields=obs.FIELDS,
    phases=PHASES,
    events=(*terms.WORLD_EVENTS, *terms.THROWDOWN_EVENTS, *terms.GAMBIT_EVENTS, *terms.SESSION_EVENTS),
    text=later(f"{__name__}.words.text"),
    pictures=later(f"{__name__}.words.scene"),
    pieces=pieces.pieces,
    make_setup=make_session,
    scenarios=setups.shipped(),
    files=setups.SCENARIO_FOLDER,
    default=setups.DEFAULT,
    positions=later(f"{__name__}.positions"),
    exits=("concede", "refuse", "decline"),
    parts=(throwdown.THROWDOWN, gambit.GAMBIT),
    called=sides.CALLED,
    wins=setups.WINS,
    notes=notes.NOTES,
    signals=lambda setup: Signals(step=("number", "scene")),
)
GAMES = (SESSION,)
