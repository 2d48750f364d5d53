"""What happened in a Throwdown: one sentence, in the past, for each of its events."""

from __future__ import annotations

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, plural, tr
from throwdown.envs.fusion.throwdown import actions, state
from throwdown.envs.fusion.throwdown.words import notes
from throwdown.envs.fusion.words import names, narration
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.terms import COACH

RESULTS: dict[int, str] = {
    state.Result.CONCEDED: tr("conceded"),
    state.Result.REFUSED: tr("refused"),
    state.Result.CALLED_OFF: tr("called off"),
}
"""How a Throwdown ended."""


def _voted(event: Happening, who: str, setup: Setup) -> str:
    if event.amount:
        return tr("{who} judged that the Commander fights for the team.", who=who)
    return tr("{who} judged that the Commander fights for herself.", who=who)


def _questions(event: Happening, who: str, setup: Setup) -> str:
    fights = tr("{who} fights for herself", who=who)
    if event.amount % 2:
        fights = tr("{who} fights for the team", who=who)
    began = tr("the Pilots began it") if event.amount >= 2 else tr("Coach began it")
    return tr("{fights}; {began}.", fights=fights, began=began)


def _dissonance(event: Happening, who: str, setup: Setup) -> str:
    if event.number >= state.RUMBLE_STAGE:
        return tr(
            "{who} played Dissonantly, which costs the Final Form {n} Endurance.", who=who, n=event.amount
        )
    return tr("{who} played Dissonantly: Schism({n}).", who=who, n=event.amount)


def _refused(event: Happening, who: str, setup: Setup) -> str:
    return (
        tr("Coach refused the challenge.") if event.seat == COACH else tr("The Pilots refused the challenge.")
    )


def _scored(event: Happening, who: str, setup: Setup) -> str:
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


def _ended(event: Happening, who: str, setup: Setup) -> str:
    how = RESULTS[event.amount]
    if event.seat == NONE:
        return tr("The Throwdown ended ({how}); nobody won.", how=how)
    if event.seat == COACH:
        return tr("The Throwdown ended ({how}); Coach won.", how=how)
    return tr("The Throwdown ended ({how}); the Pilots won.", how=how)


_TELLERS: dict[str, narration.Teller] = {
    "CHALLENGER_NAMED": lambda e, who, setup: tr("{who} challenges.", who=who),
    "CHALLENGE_PASSED_ON": lambda e, who, setup: tr("{who} left the challenge unanswered.", who=who),
    "CHALLENGE_REFUSED": _refused,
    "GIVING_ENDED": lambda e, who, setup: tr("{who} gave no more cards.", who=who),
    "INITIATIVE_LAID": lambda e, who, setup: tr(
        "{who} laid {card} face-down as initiative card.", who=who, card=names.described_card(e)
    ),
    "THREAT_LEFT_OUT": lambda e, who, setup: tr(
        "{threat} took no part.", threat=names.threat_name(e.amount, setup)
    ),
    "BOARDED": lambda e, who, setup: tr("{who} brought her Robo.", who=who),
    "WENT_ON_FOOT": lambda e, who, setup: tr("{who} left her Robo out of it.", who=who),
    "SUPPORTED": lambda e, who, setup: tr("{who} backed the Commander up.", who=who),
    "STAYED_OUT": lambda e, who, setup: tr("{who} stayed out.", who=who),
    "VOTED": _voted,
    "QUESTIONS_ANSWERED": _questions,
    "CARD_GIVEN": lambda e, who, setup: tr(
        "{who} gave {card} to {whom}.", who=who, card=names.described_card(e), whom=setup.people[e.amount]
    ),
    "INITIATIVE_REVEALED": lambda e, who, setup: tr(
        "{who} turned up {card}.", who=who, card=names.described_card(e)
    ),
    "INITIATIVE_TIED": lambda e, who, setup: tr(
        "Both sides had laid {card}: a tie.", card=names.described_card(e)
    ),
    "INITIATIVE_WON": lambda e, who, setup: tr(
        "{who} won initiative with {card}, a difference of {n}.",
        who=who,
        card=names.described_card(e),
        n=e.amount,
    ),
    "INVESTED_CARDS_TAKEN": lambda e, who, setup: tr(
        "{who} took {card} that was invested in {threat}.",
        who=who,
        card=names.described_card(e),
        threat=names.threat_name(e.amount, setup),
    ),
    "CALLED_OFF": lambda e, who, setup: tr("The Throwdown was called off."),
    "ASSIST_PASSED": lambda e, who, setup: tr("{who} made no more Assists.", who=who),
    "ALLY_ASKED": lambda e, who, setup: tr(
        "{who} asked {whom} to Drive.", who=who, whom=setup.people[e.amount]
    ),
    "DRIVE_HANDED_BACK": lambda e, who, setup: tr("{who} handed the Drive back to the Commander.", who=who),
    "COUNTERED": lambda e, who, setup: tr(
        "{who} Countered with {card}, a difference of {n}.",
        who=who,
        card=names.described_card(e),
        n=e.amount,
    ),
    "BLOCKED": lambda e, who, setup: tr(
        "{who} Blocked {top} with {card}; both went to the Trash.",
        who=who,
        top=card_name(e.amount),
        card=names.described_card(e),
    ),
    "ESCALATED": lambda e, who, setup: tr(
        "{who} Escalated to stage {stage} with {card}, a difference of {n}.",
        who=who,
        stage=e.number,
        card=names.described_card(e),
        n=e.amount,
    ),
    "CONCEDED": lambda e, who, setup: tr("{who} Conceded in stage {n}.", who=who, n=e.number),
    "RESONATED": lambda e, who, setup: tr("{who} played Resonantly.", who=who),
    "DISSONATED": _dissonance,
    "STAGE_SCORED": _scored,
    "SCORE_NEGATED": lambda e, who, setup: plural(
        "{who} undid the Escalate: {n} point no longer counted.",
        "{who} undid the Escalate: {n} points no longer counted.",
        e.amount,
        who=who,
    ),
    "RUMBLE_INITIATED": lambda e, who, setup: tr(
        "{who} Initiated Rumble with {card}, a difference of {n}; all Piles were discarded.",
        who=who,
        card=names.described_card(e),
        n=e.amount,
    ),
    "POSITION_TAKEN": lambda e, who, setup: tr(
        "{who} became the {position} of the Final Form.",
        who=who,
        position=names.position_name(e.amount, setup),
    ),
    "FORM_ASSEMBLED": lambda e, who, setup: tr(
        "{who} heads the Final Form, which has Buffers and Strike {n}.", who=who, n=e.amount
    ),
    "CARD_SHARED": lambda e, who, setup: tr(
        "{who} shared {card} with {whom}.",
        who=who,
        card=names.described_card(e),
        whom=setup.people[e.amount],
    ),
    "SHARING_ENDED": lambda e, who, setup: tr("{who} shared no more cards.", who=who),
    "ROUTED": lambda e, who, setup: tr("{who} was routed and must Concede.", who=who),
    "SPOIL_TAKEN": lambda e, who, setup: tr(
        "{who} took a spoil: {spoil}.", who=who, spoil=notes.NOTES[f"spoil {actions.Spoil(e.amount).label}"]
    ),
    "SPOILS_WAIVED": lambda e, who, setup: plural(
        "{who} waived {n} spoil.", "{who} waived {n} spoils.", e.amount, who=who
    ),
    "THROWDOWN_ENDED": _ended,
}


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence, in the past, for an event; a card that the viewer may not know is *a card*."""
    if event.kind not in _TELLERS:
        return narration.narrate_world(event, setup)
    who = setup.people[event.seat] if event.seat != NONE else tr("Nobody")
    return _TELLERS[event.kind](event, who, setup)
