"""The session: Gambits and Throwdowns of one scenario, one after another, with everything carried over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from throwdown.envs.core.decisions import Decisions
from throwdown.envs.core.game import lazy
from throwdown.envs.core.kit import Game, InvalidConfig, Kernels, Setup, row, tr
from throwdown.envs.core.signals import Signals
from throwdown.envs.fusion import gambit, pile, throwdown
from throwdown.envs.fusion.gambit import actions as gambit_actions
from throwdown.envs.fusion.session import actions, decisions, obs, redeal, rules, state
from throwdown.envs.fusion.sheets import pieces, setups, writer
from throwdown.envs.fusion.sheets.scenario import Options, Scenario
from throwdown.envs.fusion.throwdown.words import notes
from throwdown.envs.fusion.world import sides
from throwdown.envs.fusion.world.terms import Commitment


def write(sheet: Scenario, own: Options, s: state.State) -> None:
    """Write the configuration into a state."""
    session, cfg = sheet.session, s.throwdown.cfg
    is_older = session.edition == "older"
    writer.write_config(sheet, own, cfg)
    cfg.edition = not is_older
    cfg.stacks = not is_older  # on the Pile nobody draws invested cards (PL-23, C-140)
    s.scenes, s.mend, s.lead = session.scenes, session.mend, session.lead
    s.calm = session.calm
    s.quiet, s.idle = (0, 0) if is_older else (session.quiet, session.idle)
    s.doom = session.doom if session.doom <= len(sheet.escalation) else 0
    s.begins = state.Begins.of(session.begins)


def choose_edition(game: Game, sheet: Scenario) -> Game:
    """Return the session of a scenario's edition.

    Raises:
        InvalidConfig: the draft of its Gambits is another.
    """
    edition, draft = sheet.session.edition, sheet.rules.gambit_edition
    if draft not in (None, edition):
        raise InvalidConfig(
            f"'gambit_edition' is '{draft}', but session-v0 plays one edition throughout, here the "
            f"{edition}: leave it out, or give edition = '{draft}', which also changes the Throwdowns."
        )
    return OLDER if edition == "older" else SESSION


def make_session(
    game: Game, scenario: str | Mapping[str, Any], options: Mapping[str, Any], name: str
) -> Setup:
    """Return the setup of a scenario with options.

    Raises:
        InvalidConfig: there is no such scenario or option, or the session would be over before it begins.
    """
    setup = setups.make_setup(game, scenario, options, name, write, choose_edition)
    cfg = row(setup.template).throwdown.cfg
    least = 1 if cfg.rout == 1 and setup.game is SESSION else len(Commitment)
    fallen = ((cfg.commitment == 0) & (cfg.commitment_max > 0)).sum(axis=1)
    alive = cfg.commitment.sum(axis=1) > 0
    if not any(fallen[p] < least and alive[p] for p in range(1, len(setup.seats))):
        raise InvalidConfig("no Pilot can lead a scene: every Pilot has a Commitment at 0.")
    return setup


def signals(setup: Setup) -> Signals:
    """Return what fields of the observation say how far a session has come, and how it ended."""
    ends = ("result", tuple(result.label for result in state.Result))
    chosen = {"venture": ("venture",), "challenge": ("challenge",), **gambit.CHOICES}
    return Signals(step=("number", "scene"), ends=ends, choices=chosen)


def _kernels(table: Decisions) -> Kernels:
    """Return the rules of an edition."""
    return Kernels(rules.setup, table.legal, table.apply, rules.returns, obs.observe, redeal.redeal)


SESSION = Game(
    id="session-v0",
    title=tr("Session"),
    rules_version="3",
    state=state.State,
    kernels=_kernels(decisions.DECISIONS),
    actions=actions.LAYOUT,
    fields=obs.FIELDS,
    phases=state.PHASES,
    events=(*throwdown.THROWDOWN.events, *gambit.state.Event, *state.Event),
    text=lazy(f"{__name__}.words.text"),
    pictures=lazy(f"{__name__}.words.scene"),
    pieces=pieces.pieces,
    make_setup=make_session,
    files=setups.SCENARIO_FOLDER,
    default=setups.DEFAULT,
    positions=lazy(f"{__name__}.positions"),
    exits=(actions.StagesAct.of("concede"), actions.StagesAct.of("refuse"), gambit_actions.Act.DECLINE),
    parts=(throwdown.THROWDOWN, gambit.GAMBIT),
    called=sides.CALLED,
    notes=notes.NOTES,
    signals=signals,
)
OLDER = replace(
    SESSION,
    title=tr("Session, older edition"),
    variant="older",
    state=state.OlderState,
    kernels=_kernels(decisions.OLDER_DECISIONS),
    actions=actions.OLDER_LAYOUT,
    fields=obs.OLDER_FIELDS,
    phases=state.OLDER_PHASES,
    events=(*pile.PILE.events, *gambit.state.Event, *state.Event),
    positions=lazy(f"{__name__}.positions.older"),
    exits=(actions.PileAct.of("fold"), actions.PileAct.of("sit-out"), gambit_actions.Act.DECLINE),
    parts=(pile.PILE, gambit.GAMBIT),
    notes={},
)
"""What ``session-v0`` is with ``edition = "older"``: the same rules over another record."""
GAMES = (SESSION,)
