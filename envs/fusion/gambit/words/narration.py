"""What happened in a Gambit, in words."""

from __future__ import annotations

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import Setup, tr
from throwdown.envs.core.narration import Narration
from throwdown.envs.fusion.gambit import actions, state
from throwdown.envs.fusion.gambit.state import Event
from throwdown.envs.fusion.gambit.words import labels
from throwdown.envs.fusion.words import names, narration


def _laid(event: Happening, setup: Setup) -> str:
    card = names.described_card(event)
    if event.amount == state.Source.HAND:
        return tr("Coach laid {card} from his Hand face-down as the Threshold.", card=card)
    return tr("Coach laid {card} from the deck, unseen, face-down as the Threshold.", card=card)


def _proposed(event: Happening, setup: Setup) -> str:
    is_great = bool(event.number)
    if event.amount and is_great:
        return tr(
            "Coach proposed a Gambit for a great goal to {who}, with her Specialty involved.",
            who=narration.who_of(event, setup),
        )
    if event.amount:
        return tr(
            "Coach proposed a Gambit for a small goal to {who}, with her Specialty involved.",
            who=narration.who_of(event, setup),
        )
    if is_great:
        return tr("Coach proposed a Gambit for a great goal to {who}.", who=narration.who_of(event, setup))
    return tr("Coach proposed a Gambit for a small goal to {who}.", who=narration.who_of(event, setup))


def _claimed(event: Happening, setup: Setup) -> str:
    if event.amount:
        return tr("{who} claimed that her Specialty was involved.", who=narration.who_of(event, setup))
    return tr("{who} did not claim that her Specialty was involved.", who=narration.who_of(event, setup))


def _judged(event: Happening, setup: Setup) -> str:
    if event.amount:
        return tr("Coach agreed that the Specialty was involved.")
    return tr("Coach did not agree that the Specialty was involved.")


def _chosen(event: Happening, setup: Setup) -> str:
    trigger = labels.TRIGGERS[actions.Consequence(event.amount).label]
    if event.kind == "CONSEQUENCE_REPEATED":
        return tr(
            "The second consequence repeated the first ({trigger}), although they should differ (C-43).",
            trigger=trigger,
        )
    if event.amount == actions.Consequence.NARRATIVE:
        return tr("Coach chose a turn of the story for {who}.", who=narration.who_of(event, setup))
    return tr(
        "Coach chose {trigger} for {who}.",
        trigger=trigger,
        who=narration.who_of(event, setup),
    )


_NARRATION = Narration(
    Event,
    narration.VALUES
    | {
        "outcome": lambda e, setup: labels.MEANINGS[state.Outcome(e.amount).label],
        "result": lambda e, setup: labels.RESULTS[state.Result(e.amount).label],
    },
    {
        Event.GAMBIT_PROPOSED: _proposed,
        Event.SPECIALTY_CLAIMED: _claimed,
        Event.SPECIALTY_JUDGED: _judged,
        Event.THRESHOLD_LAID: _laid,
        Event.CONSEQUENCE_CHOSEN: _chosen,
        Event.CONSEQUENCE_REPEATED: _chosen,
    },
)
narrate = narration.beside_world(_NARRATION)
