"""The words of the Gambit: the table, the prompts, the events, why an action is illegal, what the rules say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Description, Setup
from throwdown.envs.fusion.gambit import actions, state
from throwdown.envs.fusion.gambit.outcome import legal_consequences
from throwdown.envs.fusion.gambit.rules import can_draw
from throwdown.envs.fusion.words import describe as shared, motives, names, table, telling, why_not
from throwdown.envs.fusion.words.glossary import glossary as glossary, summary as summary
from throwdown.envs.fusion.words.lessons import lessons as lessons
from throwdown.envs.fusion.words.why_not import any_hand as any_hand
from throwdown.envs.fusion.world import choices, terms, usage
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.terms import COACH

_WORDS = {
    "yes-and": "Yes, and: the goal was attained, with something good on top",
    "yes-but": "Yes, but: the goal was attained, at a price",
    "no-but": "No, but: the goal was missed, with something good instead",
    "no-and": "No, and: the goal was missed, and it got worse",
}
SIZES = ("small", "great")
TASKS = why_not.TASKS | {
    "over": "the Gambit is over",
    "accept": "take the Gambit on, or decline",
    "claim": "claim that her Specialty is involved, or not",
    "agree": "agree that her Specialty is involved, or not",
    "threshold": "lay a Hand card face-down as the Threshold",
    "answer": "play a card face-up",
    "outcome": "pick what becomes of it: Yes, but; No, but; or No, and",
    "consequence": "choose a consequence",
}
"""What each phase asks for; see `task_of`."""
HELP = why_not.HELP | {
    "over": "The Gambit is over; what came of it was Coach's choice (GA-18, GA-23).",
    "accept": "Coach proposes a Gambit for what you intend. Taking it on brings cards into play; declining costs "
    "nothing, and nothing happens (GA-04, GA-05).",
    "claim": "If your Specialty is involved, a second consequence of the same sign follows: two good ones, or two bad "
    "ones. You claim it, Coach agrees or not (GA-27, GA-28, C-44).",
    "agree": "She claims that what she does is what her Specialty is about. If you agree, the outcome brings two "
    "consequences of one sign, whichever it is (GA-27, GA-28, C-44).",
    "threshold": "Your card is the Threshold that the Pilot must exceed without having seen it. A card off the deck "
    "spares your Hand, but you do not know it either (GA-07, GA-08, C-40). Before that you may Spend Active Omens, "
    "each for an Escalation Event (SY-29).",
    "answer": "Only a strictly higher number than the Threshold's gives 'Yes, and'; an Ace counts 11, suits do not "
    "count and Strike Range has no part in it (GA-12, GA-13, GA-31, C-02). The top cards of the Pilots' Factions are "
    "yours to play like those of your Hand (C-45). Flipping spares both (GA-09).",
    "outcome": "Your card is not higher. 'yes-but' attains the goal and costs you; 'no-but' misses it and helps "
    "you; 'no-and' misses it and costs you, but gives you a Charge at once, and a Lesson if your Specialty is "
    "involved (GA-14, GA-20 to GA-29). Nothing is won or lost by a small goal but what changes hands (G-01).",
    "consequence": "Coach chooses what comes of it: one of the lesser triggers of the right sign that would change "
    "something, and a turn of the story where there is none (GA-18, GA-23, C-39). With the Specialty involved there "
    "are two, and they should differ (GA-27, C-43). He may also Spend Active Omens (SY-29).",
}
"""The rules of each decision."""
FORCED = why_not.FORCED | {
    "accept": "There is nothing else to answer (GA-04).",
    "claim": "There is nothing else to say (C-44).",
    "agree": "There is nothing else to say (C-44).",
    "threshold": "There is no other card to lay (GA-07).",
    "answer": "There is no other card to show (GA-09).",
    "outcome": "There is no other outcome (GA-14).",
    "consequence": "No other consequence of that sign would change anything (C-136).",
}
"""Why a decision has but one answer, if it has."""
_OWN_WHEN = {
    "threshold": ("threshold",),
    "answer": ("answer",),
    "accept-gambit": ("accept",),
    "decline": ("accept",),
    "claim": ("claim",),
    "no-claim": ("claim",),
    "agree": ("agree",),
    "disagree": ("agree",),
    "blind": ("threshold",),
    "flip": ("answer",),
    **dict.fromkeys(("yes-but", "no-but", "no-and"), ("outcome",)),
    "consequence": ("consequence",),
    "omen": ("threshold", "consequence"),
}
WHEN = {**why_not.WHEN, **_OWN_WHEN}
"""The phases in which the actions of each range can be legal."""


def _is_positive(s: state.State) -> bool:
    return int(s.outcome) in (state.Outcome.YES_AND, state.Outcome.NO_BUT)


# What one sees -----------------------------------------------------------------------------------------------------


def _threshold(s: state.State, viewer: int | None) -> str | None:
    """Return the Threshold as ``viewer`` knows it: a card, ``??``, or nothing."""
    if s.threshold != NONE:
        return card_name(int(s.threshold))
    if s.sealed[COACH] != NONE:
        return card_name(int(s.sealed[COACH])) if viewer in (None, COACH) else "??"
    if s.blind != NONE:
        return card_name(int(s.blind)) if viewer is None else "??"
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
        "specialty_involved": bool(s.specialty),
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
        "played": None if s.played == NONE else card_name(int(s.played)),
        "flipped": bool(s.flipped),
        "outcome": state.Outcome(outcome).label if outcome else None,
        "consequences_left": int(s.left),
        "last_consequence": None if last == NONE else actions.Consequence(last).label,
        "result": state.Result(int(s.result)).label,
    }


def render(s: state.State, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it, in a few lines."""
    seen = view(s, viewer, setup)
    involved = ", her Specialty involved" if seen["specialty_involved"] else ""
    lines = [
        f"Gambit ({seen['edition']} edition) of {setup.person(seen['acting'])} for a {seen['goal']} goal{involved} · "
        f"Harmony {seen['harmony']} {names.HARMONY_NAMES[seen['harmony']]} · "
        f"deck {' + '.join(map(str, seen['decks']))} · Omens {seen['omens']}",
        _table_line(seen),
    ]
    for p, name in enumerate(setup.seats):
        hand = seen["hands"][name]
        gauges = (
            f", {table.gauges_line(s, p, setup)}, Lessons {seen['pilots'][name]['lessons']}"
            if p != COACH
            else ""
        )
        lines.append(f"  {names.called(p, viewer, setup)}: {table.hand_text(hand)}{gauges}")
    return "\n".join([*lines, *table.render_world(s, viewer, setup), prompt(s, setup)])


def _table_line(seen: dict[str, Any]) -> str:
    if seen["threshold"] is None:
        return "No card is on the table."
    source = "Coach's Hand" if seen["threshold_source"] == "hand" else "the deck"
    side = "face-up" if seen["threshold_face_up"] else "face-down"
    line = f"Threshold {seen['threshold']} ({side}, off {source})"
    if seen["played"] is not None:
        line += f" against {seen['played']} ({'flipped' if seen['flipped'] else 'played'})"
    return line + (f": {seen['outcome']}" if seen["outcome"] else "")


def task_of(s: state.State, setup: Setup) -> str:
    """Return what the decision asks for: the deck's top card only where there is one (C-15), likewise an Omen."""
    phase = state.PHASES[int(s.phase)]
    task = TASKS[phase]
    if phase == "consequence":
        sign = "positive" if _is_positive(s) else "negative"
        task = f"choose a {sign} consequence for {setup.people[int(s.acting)]} ({int(s.left)} to go)"
    off_deck = {"threshold": ", or take the deck's top card blind", "answer": ", or flip the deck's top card"}
    if phase in off_deck and why_not.plain_rule(can_draw)(s, int(s.seat)):
        task += off_deck[phase]
    spends = phase in ("threshold", "consequence") and why_not.plain_rule(usage.omen_word)(
        s, why_not.RuleOut(setup)
    )
    return task + (", or Spend an Omen" if spends else "")


def prompt(s: state.State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        result = state.Result(int(s.result)).label
        return f"The Gambit is over: {state.Outcome(int(s.outcome)).label if result == 'played' else result}."
    return f"{setup.people[int(s.seat)]}: {task_of(s, setup)}{why_not.point(s, setup)}."


def help(s: state.State) -> str:
    """Return the rules of what is being decided."""
    return HELP[state.PHASES[int(s.phase)]]


# Why not -----------------------------------------------------------------------------------------------------------


def explain(s: state.State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an action is illegal now."""
    label, phase = actions.LAYOUT.labels[action], state.PHASES[int(s.phase)]
    mover, verb = setup.people[int(s.seat)], label.split()[0]
    if s.over:
        return f"'{label}' comes too late: the Gambit is over."
    if verb == "accept" and phase == "accept":
        return "'accept' lets damage land; write 'accept-gambit' to take the Gambit on."
    if phase not in WHEN[verb]:
        return f"'{label}' does not fit the decision: {mover} is to {task_of(s, setup)}."
    return _why_not(s, action, setup) or f"'{label}' is legal now."


def _why_not(s: state.State, action: int, setup: Setup) -> str:
    """Return why an action is illegal whose range belongs to the phase; nothing if it is legal."""
    label = actions.LAYOUT.labels[action]
    if label.startswith("omen"):
        return why_not.explain_omen(s, label, setup)
    if action < choices.SHARED_ACTIONS:
        return why_not.explain_choice(s, action, setup)
    if action < actions.Start.OTHER:
        return _why_not_card(s, label.split()[0], (action - choices.SHARED_ACTIONS) % FACES, setup)
    if label in ("blind", "flip"):
        return _why_not_off_deck(s, setup)
    return _why_not_consequence(s, label.split()[1], setup) if label.startswith("consequence") else ""


def _why_not_card(s: state.State, verb: str, c: int, setup: Setup) -> str:
    if verb == "answer" and card_name(c) in _on_table(s, setup):
        return ""
    lacks = why_not.lacks_card(s, c, setup)
    if lacks and verb == "answer" and int(s.cfg.factions):
        return f"{lacks[:-1]}, and it is not the top card of a Faction of the Pilots' (GA-09, C-45)."
    return lacks


def _on_table(s: state.State, setup: Setup) -> list[str]:
    """Return the cards of Factions that the Pilots may play (C-45)."""
    seen = table.team_view(s, None, setup)["factions"]
    return [f["top"] for f in seen if f["state"] == "in play" and f["controller"] == "pilots"]


def _why_not_off_deck(s: state.State, setup: Setup) -> str:
    d = int(s.cfg.decks == 2 and s.seat != COACH)
    pile = s.world.decks[d]
    if pile.n > 0 or (s.cfg.reshuffle == 1 and pile.trash[0] != 0):
        return ""
    return "The deck is empty and cannot be reshuffled: a card must be played."


def _why_not_consequence(s: state.State, kind: str, setup: Setup) -> str:
    acting, outcome = setup.people[int(s.acting)], state.Outcome(int(s.outcome)).label
    k = actions.Consequence.of(kind)
    if (why_not.plain_rule(legal_consequences)(s, why_not.RuleOut(setup)) >> k) & 1:
        return ""
    if k == actions.Consequence.NARRATIVE:
        return "'narrative' is for when no trigger would change anything (C-39); 'narrative = \"allowed\"' lifts that."
    if _is_positive(s) != (k < actions.Consequence.WAVE):
        sign = "positive" if _is_positive(s) else "negative"
        return f"'{outcome}' brings {sign} consequences, and '{kind}' is not one (GA-28)."
    reasons = {
        "chargeup": f"{acting}'s Charges are full",
        "favor": f"no Faction of the Pilots can take a card from {acting} or lose a Strike",
        "fortify": f"{acting} has all her Buffers",
        "rebuild": "there is no Damaged Location",
        "recover": f"no Commitment of {acting} is lowered",
        "replenish": "no Resource is below its maximum",
        "wave": "no Threat in play has a Wave",
        "disfavor": "no Faction is in play",
        "purge": f"{acting} has no Charges",
        "strife": "Harmony is at its lowest and nobody can be hurt by it",
    }
    return f"'{kind}' would change nothing: {reasons[kind]} (C-136)."


# Why, and what actions are -------------------------------------------------------------------------------------------


def forced(s: state.State, setup: Setup) -> str:
    """Return one sentence that says why the seat to move has but the one legal action."""
    return FORCED[state.PHASES[int(s.phase)]]


motive = motives.teller(
    {
        "THRESHOLD_LAID": lambda e: (
            "The Threshold is the hidden card that the Pilot has to exceed: a high one makes the goal hard (GA-07, "
            "GA-12)."
        ),
        "CARD_PLAYED": lambda e: (
            "The card is compared with the Threshold, and must exceed it (GA-03, GA-12)."
        ),
    }
)
"""Return what a move is for, by what an event shows of it; see `motives.teller`."""


def decided(s: state.State, setup: Setup) -> str:
    """Return one sentence that says what decided a Gambit that is over."""
    if s.result != state.Result.PLAYED or s.played == NONE or s.threshold == NONE:
        return ""
    mine, other = card_name(int(s.played)), card_name(int(s.threshold))
    beats = "is higher than" if s.outcome == state.Outcome.YES_AND else "is not higher than"
    return f"{mine} {beats} the Threshold, {other} (GA-12); {_WORDS[state.Outcome(int(s.outcome)).label]}."


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for."""
    if seat == COACH:
        return "You lay a hidden card, the Threshold: the Pilot gets what she wants if hers is higher."
    return (
        "You get what you want, and more, with a card higher than Coach's hidden Threshold; with a lower one you "
        "choose what it costs you."
    )


def _consequence(s: state.State, what: str, setup: Setup) -> Description:
    if what == "narrative":
        return Description("A turn of the story", "", "", "nothing on the table changes")
    return Description(what.capitalize(), "", "", CONSEQUENCES[what])


CONSEQUENCES = {
    "chargeup": "she gains a Charge",
    "favor": "a card of her Hand for a Faction, or a Strike off it",
    "fortify": "she regains a Buffer",
    "rebuild": "the Damaged Location stands again",
    "recover": "a lowered Commitment of hers rises by 1",
    "replenish": "a Resource rises by 1",
    "wave": "a Threat uses a Wave for free",
    "disfavor": "a Strike against a Faction",
    "purge": "she loses all her Charges",
    "strife": "Harmony falls by 1",
}
"""What Coach may choose, besides a turn of the story."""


def _plain(name: str, effect: str = "") -> shared.Describe:
    return lambda s, what, setup: Description(name, "", "", effect)


DESCRIBE: Mapping[str, shared.Describe] = {
    **shared.SHARED,
    "threshold": lambda s, what, setup: Description("Lay", what, "", "face-down as the Threshold"),
    "answer": lambda s, what, setup: Description("Play", what, "", "against the Threshold"),
    "accept-gambit": _plain("Take it on", "cards decide what becomes of your intention"),
    "decline": _plain("Decline", "give the intention up; nothing happens"),
    "claim": _plain("Claim your Specialty", "if Coach agrees, two consequences of the outcome's sign follow"),
    "no-claim": _plain("No Specialty", "one consequence follows"),
    "agree": _plain("Agree", "her Specialty is involved: two consequences follow"),
    "disagree": _plain("Disagree", "her Specialty is not involved: one consequence follows"),
    "blind": _plain("Lay the top card of the deck", "as the Threshold, which nobody has seen"),
    "flip": _plain("Flip the top card of the deck", "it counts as your card, whatever it is"),
    "yes-but": _plain("Yes, but", "you reach your goal, at a price"),
    "no-but": _plain("No, but", "you miss your goal, and get something good instead"),
    "no-and": _plain("No, and", "you miss your goal and it costs you, but you gain a Charge"),
    "consequence": _consequence,
}
"""What describes the actions, by their verbs."""


def turning() -> tuple[str, ...]:
    """Return the kinds of events that tell why a Gambit ended as it did."""
    return (
        "GAMBIT_DECLINED",
        "THRESHOLD_REVEALED",
        "OUTCOME_REACHED",
        "CONSEQUENCE_CHOSEN",
        "GAMBIT_CALLED_OFF",
    )


def describe(s: state.State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    verb, _, what = actions.LAYOUT.labels[action].partition(" ")
    return DESCRIBE[verb](s, what, setup)


# What happened -----------------------------------------------------------------------------------------------------


def _laid(event: Happening) -> str:
    source = "out of his Hand" if event.amount == state.Source.HAND else "blind off the deck"
    return f"Coach laid {names.described_card(event)} face-down {source} as the Threshold."


def _chosen(event: Happening, name: str) -> str:
    kind = actions.Consequence(event.amount).label
    if event.kind == "CONSEQUENCE_REPEATED":
        return f"The second consequence repeated the first ({kind}); the rules want a different one (C-43)."
    what = "a turn of the story" if kind == "narrative" else f"+{kind.capitalize()}"
    return f"Coach chose {what} for {name}."


_TOLD: dict[str, Callable[[Happening, str], str]] = {
    "GAMBIT_PROPOSED": lambda e, name: (
        f"Coach proposed a Gambit for a {SIZES[e.number]} goal to {name}"
        f"{', with her Specialty involved' if e.amount else ''}."
    ),
    "GAMBIT_ACCEPTED": lambda e, name: f"{name} took the Gambit on.",
    "GAMBIT_DECLINED": lambda e, name: f"{name} declined; nothing happened.",
    "SPECIALTY_CLAIMED": lambda e, name: (
        f"{name} claimed her Specialty." if e.amount else f"{name} left her Specialty out of it."
    ),
    "SPECIALTY_JUDGED": lambda e, name: (
        f"Coach {'agreed' if e.amount else 'did not agree'} that the Specialty was involved."
    ),
    "THRESHOLD_LAID": lambda e, name: _laid(e),
    "CARD_PLAYED": lambda e, name: f"{name} played {names.described_card(e)} face-up.",
    "CARD_FLIPPED": lambda e, name: f"{name} flipped {names.described_card(e)} off the deck.",
    "THRESHOLD_REVEALED": lambda e, name: f"The Threshold was {names.described_card(e)}.",
    "OUTCOME_REACHED": lambda e, name: f"{_WORDS[state.Outcome(e.amount).label]}.",
    "CONSEQUENCE_CHOSEN": _chosen,
    "CONSEQUENCE_REPEATED": _chosen,
    "GAMBIT_CALLED_OFF": lambda e, name: "No card was left; the Gambit was called off.",
    "GAMBIT_ENDED": lambda e, name: f"The Gambit was over ({state.Result(e.amount).label}).",
}
assert tuple(_TOLD) == tuple(event.label for event in terms.GAMBIT_EVENTS)


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence, in the past, for an event; a card that the viewer may not know is *a card*."""
    if event.kind not in _TOLD:
        return telling.narrate_world(event, setup)
    return _TOLD[event.kind](event, setup.people[event.seat])
