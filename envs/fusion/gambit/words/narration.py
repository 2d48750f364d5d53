"""What happened in a Gambit, in words."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import Setup, tr
from throwdown.envs.fusion.gambit import actions, state
from throwdown.envs.fusion.gambit.words import labels
from throwdown.envs.fusion.words import names, narration
from throwdown.envs.fusion.world import terms


def _laid(event: Happening, name: str) -> str:
    card = names.described_card(event)
    if event.amount == state.Source.HAND:
        return tr("Coach laid {card} face-down out of his Hand as the Threshold.", card=card)
    return tr("Coach laid {card} face-down blind off the deck as the Threshold.", card=card)


def _proposed(event: Happening, name: str) -> str:
    is_great = bool(event.number)
    if event.amount and is_great:
        return tr("Coach proposed a Gambit for a great goal to {who}, with her Specialty involved.", who=name)
    if event.amount:
        return tr("Coach proposed a Gambit for a small goal to {who}, with her Specialty involved.", who=name)
    if is_great:
        return tr("Coach proposed a Gambit for a great goal to {who}.", who=name)
    return tr("Coach proposed a Gambit for a small goal to {who}.", who=name)


def _claimed(event: Happening, name: str) -> str:
    if event.amount:
        return tr("{who} claimed her Specialty.", who=name)
    return tr("{who} left her Specialty out of it.", who=name)


def _judged(event: Happening, name: str) -> str:
    if event.amount:
        return tr("Coach agreed that the Specialty was involved.")
    return tr("Coach did not agree that the Specialty was involved.")


def _chosen(event: Happening, name: str) -> str:
    trigger = labels.TRIGGERS[actions.Consequence(event.amount).label]
    if event.kind == "CONSEQUENCE_REPEATED":
        return tr(
            "The second consequence repeated the first ({trigger}); the rules want a different one (C-43).",
            trigger=trigger,
        )
    if event.amount == actions.Consequence.NARRATIVE:
        return tr("Coach chose a turn of the story for {who}.", who=name)
    return tr("Coach chose +{trigger} for {who}.", trigger=names.first_upper(trigger), who=name)


_TOLD: dict[str, Callable[[Happening, str], str]] = {
    "GAMBIT_PROPOSED": _proposed,
    "GAMBIT_ACCEPTED": lambda e, name: tr("{who} took the Gambit on.", who=name),
    "GAMBIT_DECLINED": lambda e, name: tr("{who} declined; nothing happened.", who=name),
    "SPECIALTY_CLAIMED": _claimed,
    "SPECIALTY_JUDGED": _judged,
    "THRESHOLD_LAID": _laid,
    "CARD_PLAYED": lambda e, name: tr("{who} played {card} face-up.", who=name, card=names.described_card(e)),
    "CARD_FLIPPED": lambda e, name: tr(
        "{who} flipped {card} off the deck.", who=name, card=names.described_card(e)
    ),
    "THRESHOLD_REVEALED": lambda e, name: tr("The Threshold was {card}.", card=names.described_card(e)),
    "OUTCOME_REACHED": lambda e, name: tr(
        "{outcome}.", outcome=labels.MEANINGS[state.Outcome(e.amount).label]
    ),
    "CONSEQUENCE_CHOSEN": _chosen,
    "CONSEQUENCE_REPEATED": _chosen,
    "GAMBIT_CALLED_OFF": lambda e, name: tr("No card was left; the Gambit was called off."),
    "GAMBIT_ENDED": lambda e, name: tr(
        "The Gambit was over ({result}).", result=labels.RESULTS[state.Result(e.amount).label]
    ),
}
assert tuple(_TOLD) == tuple(event.label for event in terms.GAMBIT_EVENTS)


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence, in the past, for an event; a card that the viewer may not know is *a card*."""
    if event.kind not in _TOLD:
        return narration.narrate_world(event, setup)
    return _TOLD[event.kind](event, setup.people[event.seat])
