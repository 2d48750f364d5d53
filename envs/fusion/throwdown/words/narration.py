"""What happened in a Throwdown: one sentence, in the past, for each of its events."""

from __future__ import annotations

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, plural, tr
from throwdown.envs.core.narration import Narration
from throwdown.envs.fusion.throwdown import actions, state
from throwdown.envs.fusion.throwdown.state import Event
from throwdown.envs.fusion.throwdown.words import notes
from throwdown.envs.fusion.words import narration
from throwdown.envs.fusion.world.terms import COACH

RESULTS: dict[int, str] = {
    state.Result.CONCEDED: tr("conceded"),
    state.Result.REFUSED: tr("refused"),
    state.Result.CALLED_OFF: tr("called off"),
}
"""How a Throwdown ended."""


def _voted(event: Happening, setup: Setup) -> str:
    if event.amount:
        return tr("{who} voted: the Commander fights for the team.", who=narration.who_of(event, setup))
    return tr("{who} voted: the Commander fights for herself.", who=narration.who_of(event, setup))


def _questions(event: Happening, setup: Setup) -> str:
    fights = tr("{who} fights for herself", who=narration.who_of(event, setup))
    if event.amount % 2:
        fights = tr("{who} fights for the team", who=narration.who_of(event, setup))
    began = tr("the Pilots began the Throwdown") if event.amount >= 2 else tr("Coach began the Throwdown")
    return tr("{fights}; {began}.", fights=fights, began=began)


def _dissonance(event: Happening, setup: Setup) -> str:
    if event.number >= state.RUMBLE_STAGE:
        return tr(
            "{who} played Dissonantly, which cost the Final Form {n} Endurance.",
            who=narration.who_of(event, setup),
            n=event.amount,
        )
    return tr(
        "{who} played Dissonantly, which caused {n} Schism.",
        who=narration.who_of(event, setup),
        n=event.amount,
    )


def _refused(event: Happening, setup: Setup) -> str:
    return (
        tr("Coach refused the challenge.") if event.seat == COACH else tr("The Pilots refused the challenge.")
    )


def _scored(event: Happening, setup: Setup) -> str:
    if event.seat == COACH:
        return plural(
            "Coach scored stage {stage}: {n} point.",
            "Coach scored stage {stage}: {n} points.",
            event.amount,
            stage=event.number,
        )
    return plural(
        "The Pilots scored stage {stage}: {n} point.",
        "The Pilots scored stage {stage}: {n} points.",
        event.amount,
        stage=event.number,
    )


def _ended(event: Happening, setup: Setup) -> str:
    how = RESULTS[event.amount]
    if event.seat == NONE:
        return tr("The Throwdown ended ({how}); nobody won.", how=how)
    if event.seat == COACH:
        return tr("The Throwdown ended ({how}); Coach won.", how=how)
    return tr("The Throwdown ended ({how}); the Pilots won.", how=how)


_NARRATION = Narration(
    Event,
    narration.VALUES | {"spoil": lambda e, setup: notes.NOTES[f"spoil {actions.Spoil(e.amount).label}"]},
    {
        Event.CHALLENGE_REFUSED: _refused,
        Event.VOTED: _voted,
        Event.QUESTIONS_ANSWERED: _questions,
        Event.CONCEDED: lambda e, setup: tr(
            "{who} Conceded in stage {n}.", who=narration.who_of(e, setup), n=e.number
        ),
        Event.DISSONATED: _dissonance,
        Event.STAGE_SCORED: _scored,
        Event.SCORE_NEGATED: lambda e, setup: plural(
            "{who} undid the Escalate: its {n} point no longer counted.",
            "{who} undid the Escalate: its {n} points no longer counted.",
            e.amount,
            who=narration.who_of(e, setup),
        ),
        Event.SPOILS_WAIVED: lambda e, setup: plural(
            "{who} waived {n} spoil.", "{who} waived {n} spoils.", e.amount, who=narration.who_of(e, setup)
        ),
        Event.THROWDOWN_ENDED: _ended,
    },
)
narrate = narration.beside_world(_NARRATION)
