"""The Gambit in words: the table, whose decision it is, why; what happened and what actions are stands beside."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.kit import NONE, Finish, Setup, tr
from throwdown.envs.fusion.gambit import actions, state
from throwdown.envs.fusion.gambit.words import labels
from throwdown.envs.fusion.gambit.words.decisions import WORDS
from throwdown.envs.fusion.gambit.words.explain import explain as explain
from throwdown.envs.fusion.gambit.words.merits import merit as merit
from throwdown.envs.fusion.gambit.words.narration import narrate as narrate
from throwdown.envs.fusion.words import headline as parts, motives, names, table, why_not
from throwdown.envs.fusion.words.glossary import glossary as glossary, summary as summary
from throwdown.envs.fusion.words.lessons import lessons as lessons
from throwdown.envs.fusion.words.why_not import any_hand as any_hand
from throwdown.envs.fusion.world import cards, terms

describe, forced, help = WORDS.describe, WORDS.forced, WORDS.help

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
            return tr("Threshold {card} (face-up, from Coach's Hand)", card=card)
        return tr("Threshold {card} (face-up, from the deck)", card=card)
    if is_coachs:
        return tr("Threshold {card} (face-down, from Coach's Hand)", card=card)
    return tr("Threshold {card} (face-down, from the deck)", card=card)


def prompt(s: state.State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        result = labels.RESULTS[state.Result(int(s.result)).label]
        if s.result == state.Result.PLAYED:
            result = labels.OUTCOMES[state.Outcome(int(s.outcome)).label]
        return tr("The Gambit is over ({result}).", result=result)
    return f"{setup.people[int(s.seat)]}: {WORDS.ask(s, setup)}{why_not.point(s, setup)}."


# Why, and what actions are -------------------------------------------------------------------------------------------


motive = motives.teller(
    {
        "THRESHOLD_LAID": lambda e: tr(
            "The Threshold is the hidden card that the Pilot has to exceed: a high Threshold makes the goal "
            "hard to reach (GA-07, GA-12)."
        ),
        "CARD_PLAYED": lambda e: tr(
            "The card is compared with the Threshold, and must exceed it (GA-03, GA-12)."
        ),
    }
)
"""Return what a move is for, by what an event shows of it; see `motives.teller`."""


def decided(s: state.State, setup: Setup) -> str:
    """Return one sentence that says what decided a Gambit that is over."""
    if s.result != state.Result.PLAYED or s.outcome == state.Outcome.OPEN:
        return ""
    return tr("{outcome} (GA-12).", outcome=labels.MEANINGS[state.Outcome(int(s.outcome)).label])


def headline(s: state.State, finish: Finish, setup: Setup) -> str:
    """Return how the Pilot's card compared with the Threshold, and what came of it."""
    if s.result == state.Result.DECLINED:
        who = setup.people[int(s.acting)]
        if finish.viewer == s.acting:
            return tr("You declined the Gambit, and nothing happened.")
        return tr("{who} declined the Gambit, and nothing happened.", who=who)
    played = [event for event in finish.events if event.kind in ("CARD_PLAYED", "CARD_FLIPPED")]
    shown = [event for event in finish.events if event.kind == "THRESHOLD_REVEALED"]
    if not played or not shown:
        return tr("The Gambit was called off: no card was left.")
    known = {
        "whose": parts.whose(played[-1].seat, finish, setup),
        "card": parts.rank(played[-1].card),
        "threshold": parts.rank(shown[-1].card),
        "outcome": labels.ENDINGS[state.Outcome(int(s.outcome)).label],
    }
    if s.outcome == state.Outcome.YES_AND:
        return tr("{whose} {card} beat the Threshold, the {threshold}, {outcome}.", **known)
    return tr("{whose} {card} did not beat the Threshold, the {threshold}, {outcome}.", **known)


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for, and one on the deck if that is a small one."""
    text = tr(
        "With a card higher than Coach's hidden Threshold you reach your goal and gain a bonus; otherwise "
        "you choose between three worse outcomes."
    )
    if seat == terms.COACH:
        text = tr("You lay a hidden card, the Threshold: the Pilot reaches her goal if her card is higher.")
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
