"""What each phase of a Gambit asks for, and the rules of it."""

from __future__ import annotations

from throwdown.envs.core.kit import Setup, tr
from throwdown.envs.fusion.gambit import rules, state
from throwdown.envs.fusion.words import why_not
from throwdown.envs.fusion.world import usage

TASKS = why_not.TASKS | {
    "over": tr("the Gambit is over"),
    "accept": tr("take the Gambit on, or decline"),
    "claim": tr("claim that her Specialty is involved, or not"),
    "agree": tr("agree that her Specialty is involved, or not"),
    "threshold": tr("lay a Hand card face-down as the Threshold"),
    "answer": tr("play a card face-up"),
    "outcome": tr("pick what becomes of it: Yes, but; No, but; or No, and"),
    "consequence": tr("choose a consequence"),
}
"""What each phase asks for; see `task_of`."""
HELP = why_not.HELP | {
    "over": tr("The Gambit is over; what came of it was Coach's choice (GA-18, GA-23)."),
    "accept": tr(
        "Coach proposes a Gambit for what you intend. Taking it on brings cards into play; declining costs "
        "nothing, and nothing happens (GA-04, GA-05)."
    ),
    "claim": tr(
        "If your Specialty is involved, a second consequence of the same sign follows: two good ones, or two bad "
        "ones. You claim it, Coach agrees or not (GA-27, GA-28, C-44)."
    ),
    "agree": tr(
        "She claims that what she does is what her Specialty is about. If you agree, the outcome brings two "
        "consequences of one sign, whichever it is (GA-27, GA-28, C-44)."
    ),
    "threshold": tr(
        "Your card is the Threshold that the Pilot must exceed without having seen it. A card off the deck "
        "spares your Hand, but you do not know it either (GA-07, GA-08, C-40). Before that you may Spend Active Omens, "
        "each for an Escalation Event (SY-29)."
    ),
    "answer": tr(
        "Only a strictly higher number than the Threshold's gives 'Yes, and'; an Ace counts 11, suits do not "
        "count and Strike Range has no part in it (GA-12, GA-13, GA-31, C-02). The top cards of the Pilots' Factions "
        "are yours to play like those of your Hand (C-45). Flipping spares both (GA-09)."
    ),
    "outcome": tr(
        "Your card is not higher. 'yes-but' attains the goal and costs you; 'no-but' misses it and helps "
        "you; 'no-and' misses it and costs you, but gives you a Charge at once, and a Lesson if your Specialty is "
        "involved (GA-14, GA-20 to GA-29). Nothing is won or lost by a small goal but what changes hands (G-01)."
    ),
    "consequence": tr(
        "Coach chooses what comes of it: one of the lesser triggers of the right sign that would change "
        "something, and a turn of the story where there is none (GA-18, GA-23, C-39). With the Specialty involved "
        "there are two, and they should differ (GA-27, C-43). He may also Spend Active Omens (SY-29)."
    ),
}
"""The rules of each decision."""
FORCED = why_not.FORCED | {
    "accept": tr("There is nothing else to answer (GA-04)."),
    "claim": tr("There is nothing else to say (C-44)."),
    "agree": tr("There is nothing else to say (C-44)."),
    "threshold": tr("There is no other card to lay (GA-07)."),
    "answer": tr("There is no other card to show (GA-09)."),
    "outcome": tr("There is no other outcome (GA-14)."),
    "consequence": tr("No other consequence of that sign would change anything (C-136)."),
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


def is_positive(s: state.State) -> bool:
    """Return whether the outcome brings something good."""
    return int(s.outcome) in (state.Outcome.YES_AND, state.Outcome.NO_BUT)


def task_of(s: state.State, setup: Setup) -> str:
    """Return what the decision asks for: the deck's top card only where there is one (C-15), likewise an Omen."""
    phase = state.PHASES[int(s.phase)]
    task = _consequence(s, setup) if phase == "consequence" else TASKS[phase]
    if phase in ("threshold", "answer") and why_not.plain_rule(rules.can_draw)(s, int(s.seat)):
        if phase == "threshold":
            task = tr("{task}, or take the deck's top card blind", task=task)
        else:
            task = tr("{task}, or flip the deck's top card", task=task)
    spends = phase in ("threshold", "consequence") and why_not.plain_rule(usage.omen_word)(
        s, why_not.RuleOut(setup)
    )
    return tr("{task}, or Spend an Omen", task=task) if spends else task


def _consequence(s: state.State, setup: Setup) -> str:
    who, n = setup.people[int(s.acting)], int(s.left)
    if is_positive(s):
        return tr("choose a positive consequence for {who} ({n} to go)", who=who, n=n)
    return tr("choose a negative consequence for {who} ({n} to go)", who=who, n=n)
