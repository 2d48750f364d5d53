"""What a session asks: of whom, what is legal, and what an answer does; its parts ask by tables of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from throwdown.envs.core.decisions import Decision, Decisions
from throwdown.envs.core.kit import ActionLayout, Actions, Named
from throwdown.envs.fusion.gambit import state as gambit
from throwdown.envs.fusion.gambit.decisions import DECISIONS as GAMBIT
from throwdown.envs.fusion.pile.decisions import DECISIONS as PILE
from throwdown.envs.fusion.session import actions, flow, parts, scenes
from throwdown.envs.fusion.session.actions import Act
from throwdown.envs.fusion.session.state import Phase, PilePhase, StagesPhase
from throwdown.envs.fusion.throwdown.decisions import DECISIONS as STAGES
from throwdown.envs.fusion.world import choices
from throwdown.envs.fusion.world.decisions import CHOICES, coach
from throwdown.envs.fusion.world.terms import Choice

_OWN = {
    Phase.SCENE: Decision(
        (Act.VENTURE, Act.CHALLENGE, Act.REST), scenes.leader_of_scene, scenes.legal_scene, scenes.act
    ),
    Phase.RESPOND: Decision((Act.FIAT, Act.GAMBIT), coach, scenes.legal_responses, scenes.respond),
    Phase.PLOT: Decision((Act.CHALLENGE, Act.FIAT, choices.Act.OMEN), coach, scenes.legal_plot, scenes.plot),
}


def _in_part(
    decisions: Decisions, phases: Iterable[Named], own: type[Actions] | None = None
) -> Mapping[Named, Decision]:
    """Return the decisions of a part by the phases that they have here, in the order of those of its own.

    ``own`` are the part's own actions where they have other ids here.
    """

    def here(act: Actions) -> Actions:
        return act if own is None or isinstance(act, choices.Act) else own[act.name]

    return {
        phase: Decision(tuple(map(here, row.acts)), parts.mover, parts.legal_in_part, parts.play_in_part)
        for phase, row in zip(phases, decisions.rows, strict=True)
    }


def _decisions(
    layout: ActionLayout, throwdown: Decisions, phases: type[Named], own: type[Actions]
) -> Decisions:
    """Return the decisions of a session with the Throwdown of one edition."""
    first = (*Choice, *gambit.Phase)
    return Decisions(
        (*first, *Phase, *phases),
        layout,
        {
            **_in_part(GAMBIT, first),
            **_OWN,
            **_in_part(throwdown, (*Choice, *phases), own),
            Choice.OVER: CHOICES[Choice.OVER],
        },
        flow.step,
    )


DECISIONS = _decisions(actions.LAYOUT, STAGES, StagesPhase, actions.StagesAct)
OLDER_DECISIONS = _decisions(actions.OLDER_LAYOUT, PILE, PilePhase, actions.PileAct)
"""Those of the older edition."""
