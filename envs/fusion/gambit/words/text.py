"""The Gambit in words: the table, whose decision it is, why, what happened; what actions are stands beside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, tr
from throwdown.envs.fusion.gambit import actions, state
from throwdown.envs.fusion.gambit.words import labels, phases
from throwdown.envs.fusion.gambit.words.describe import describe
from throwdown.envs.fusion.gambit.words.explain import explain
from throwdown.envs.fusion.words import motives, names, narration, table, why_not
from throwdown.envs.fusion.words.glossary import glossary, summary
from throwdown.envs.fusion.words.lessons import lessons
from throwdown.envs.fusion.words.why_not import any_hand
from throwdown.envs.fusion.world import cards, terms

__all__ = ["any_hand", "describe", "explain", "glossary", "lessons", "summary"]

SIZES = ("small", "great")

# What one sees -----------------------------------------------------------------------------------------------------


def _threshold(s: state.State, viewer: int | None) -> str | None:
    """Return the Threshold as ``viewer`` knows it: a card, ``??``, or nothing."""
    if s.threshold != NONE:
        return cards.card_name(int(s.threshold))
    if s.sealed[terms.COACH] != NONE:
        return cards.card_name(int(s.sealed[terms.COACH])) if viewer in (None, terms.COACH) else "??"
    if s.blind != NONE:
        return cards.card_name(int(s.blind)) if viewer is None else "??"
    return None


def view(s: state.State, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return what ``viewer`` may know as plain data."""
    return {
        "game": setup.game.id,
        "edition": state.Edition(int(s.cfg.edition)).label,
        "viewer": None if viewer is None else setup.seats[viewer],
        "phase": state.PHASES[int(s.phase)],
        "turn": None if s.over else setup.seats[int(s.seat)],
        "acting": setup.seats[int(s.acting)],
        "specialty_involved": s.specialty,
        "goal": SIZES[int(s.great)],
        **_conflict(s, viewer),
        **table.team_view(s, viewer, setup),
        "hands": {name: table.hand_view(s, viewer, p) for p, name in enumerate(setup.seats)},
        "pilots": {name: table.pilot_view(s, p, setup) for p, name in enumerate(setup.seats[1:], 1)},
    }


def ending(s: state.State, setup: Setup) -> dict[str, Any]:
    """Return the outcome, or how it came to an end without one."""
    outcome = int(s.outcome)
    return {"result": (state.Outcome(outcome) if outcome else state.Result(int(s.result))).label}


def _conflict(s: state.State, viewer: int | None) -> dict[str, Any]:
    """Return the cards on the table and what came of them."""
    outcome, last, source = int(s.outcome), int(s.last), int(s.source)
    return {
        "threshold": _threshold(s, viewer),
        "threshold_source": state.Source(source).label if source else None,
        "threshold_face_up": bool(s.threshold != NONE),
        "played": None if s.played == NONE else cards.card_name(int(s.played)),
        "flipped": s.flipped,
        "outcome": state.Outcome(outcome).label if outcome else None,
        "consequences_left": int(s.left),
        "last_consequence": None if last == NONE else actions.Consequence(last).label,
        "result": state.Result(int(s.result)).label,
    }


def render(s: state.State, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it, in a few lines."""
    seen = view(s, viewer, setup)
    lines = [_header(seen, setup), _table_line(seen)]
    for p, name in enumerate(setup.seats):
        parts = [table.hand_text(seen["hands"][name])]
        if p != terms.COACH:
            parts += [table.gauges_line(s, p, setup), tr("Lessons {n}", n=seen["pilots"][name]["lessons"])]
        known = tr(", ").join(parts)
        lines.append(f"  {names.called(p, viewer, setup)}: {known}")
    return "\n".join([*lines, *table.render_world(s, viewer, setup), prompt(s, setup)])


def _header(seen: dict[str, Any], setup: Setup) -> str:
    known = {"edition": labels.EDITIONS[seen["edition"]], "who": setup.person(seen["acting"])}
    if seen["goal"] == "great":
        gambit = tr("Gambit ({edition} edition) of {who} for a great goal", **known)
    else:
        gambit = tr("Gambit ({edition} edition) of {who} for a small goal", **known)
    if seen["specialty_involved"]:
        gambit = tr("{gambit}, her Specialty involved", gambit=gambit)
    parts = (
        gambit,
        tr("Harmony {n} {colour}", n=seen["harmony"], colour=names.HARMONY_NAMES[seen["harmony"]]),
        tr("deck {n}", n=" + ".join(map(str, seen["decks"]))),
        tr("Omens {n}", n=seen["omens"]),
    )
    return " · ".join(parts)


def _table_line(seen: dict[str, Any]) -> str:
    if seen["threshold"] is None:
        return tr("No card is on the table.")
    line = _threshold_text(seen)
    if seen["played"] is not None:
        if seen["flipped"]:
            line = tr("{threshold} against {card} (flipped)", threshold=line, card=seen["played"])
        else:
            line = tr("{threshold} against {card} (played)", threshold=line, card=seen["played"])
    return f"{line}: {labels.OUTCOMES[seen['outcome']]}" if seen["outcome"] else line


def _threshold_text(seen: dict[str, Any]) -> str:
    """Return the Threshold, how it lies and where it came from."""
    card, is_coachs = seen["threshold"], seen["threshold_source"] == "hand"
    if seen["threshold_face_up"]:
        if is_coachs:
            return tr("Threshold {card} (face-up, off Coach's Hand)", card=card)
        return tr("Threshold {card} (face-up, off the deck)", card=card)
    if is_coachs:
        return tr("Threshold {card} (face-down, off Coach's Hand)", card=card)
    return tr("Threshold {card} (face-down, off the deck)", card=card)


def prompt(s: state.State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        result = labels.RESULTS[state.Result(int(s.result)).label]
        if s.result == state.Result.PLAYED:
            result = labels.OUTCOMES[state.Outcome(int(s.outcome)).label]
        return tr("The Gambit is over: {result}.", result=result)
    return f"{setup.people[int(s.seat)]}: {phases.task_of(s, setup)}{why_not.point(s, setup)}."


def help(s: state.State) -> str:
    """Return the rules of what is being decided."""
    return phases.HELP[state.PHASES[int(s.phase)]]


# Why, and what actions are -------------------------------------------------------------------------------------------


def forced(s: state.State, setup: Setup) -> str:
    """Return one sentence that says why the seat to move has but the one legal action."""
    return phases.FORCED[state.PHASES[int(s.phase)]]


motive = motives.teller(
    {
        "THRESHOLD_LAID": lambda e: tr(
            "The Threshold is the hidden card that the Pilot has to exceed: a high one makes the goal hard (GA-07, "
            "GA-12)."
        ),
        "CARD_PLAYED": lambda e: tr(
            "The card is compared with the Threshold, and must exceed it (GA-03, GA-12)."
        ),
    }
)
"""Return what a move is for, by what an event shows of it; see `motives.teller`."""


def decided(s: state.State, setup: Setup) -> str:
    """Return one sentence that says what decided a Gambit that is over."""
    if s.result != state.Result.PLAYED or s.played == NONE or s.threshold == NONE:
        return ""
    known = {
        "card": cards.card_name(int(s.played)),
        "threshold": cards.card_name(int(s.threshold)),
        "outcome": labels.MEANINGS[state.Outcome(int(s.outcome)).label],
    }
    if s.outcome == state.Outcome.YES_AND:
        return tr("{card} is higher than the Threshold, {threshold} (GA-12); {outcome}.", **known)
    return tr("{card} is not higher than the Threshold, {threshold} (GA-12); {outcome}.", **known)


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for, and one on the deck if that is a small one."""
    text = tr(
        "You get what you want, and more, with a card higher than Coach's hidden Threshold; with a lower one you "
        "choose what it costs you."
    )
    if seat == terms.COACH:
        text = tr("You lay a hidden card, the Threshold: the Pilot gets what she wants if hers is higher.")
    return names.with_deck(text, setup)


def turning() -> tuple[str, ...]:
    """Return the kinds of events that tell why a Gambit ended as it did."""
    return (
        "GAMBIT_DECLINED",
        "THRESHOLD_REVEALED",
        "OUTCOME_REACHED",
        "CONSEQUENCE_CHOSEN",
        "GAMBIT_CALLED_OFF",
    )


# What happened -----------------------------------------------------------------------------------------------------


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
