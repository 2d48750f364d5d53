"""How every decision is put to people."""

from __future__ import annotations

from throwdown.envs.challenge.decisions import DECISIONS
from throwdown.envs.challenge.state import Mode, Phase, Reaction, State
from throwdown.envs.challenge.words import names
from throwdown.envs.core.decisions import Wording, Words
from throwdown.envs.core.kit import Setup, tr


def _at_priority(s: State, setup: Setup) -> str:
    mode = names.mode_of(setup)
    if mode == Mode.SCENE:
        return tr("strike with a hazard, or pass") if s.seat == 0 else tr("act, or pass")
    return tr("press, or pass") if mode == Mode.DUEL else tr("draw the first card")


def _reacting(s: State, setup: Setup) -> str:
    is_core = names.mode_of(setup) == Mode.SCENE and s.reaction == Reaction.FAST
    return tr("choose the Core to react with") if is_core else tr("choose what to react with")


def _further(s: State, setup: Setup) -> str:
    return tr("stand, or Double Down") if s.attempt.n == 1 else tr("stand, or Triple Down")


WORDS = Words(
    DECISIONS,
    {
        Phase.POST: Wording(
            tr("the obstacle to post"),
            tr("choose an obstacle to post"),
            (
                tr(
                    "Post one obstacle: you pay as many points as its Difficulty, which you set next and which stays "
                    "hidden until it is attempted (CHE-03, CHE-04)."
                ),
                tr("Harder bands bring the Character more Progress (CHO-31)."),
            ),
            tr("The Table can pay for no other obstacle, and must post one (CHE-03)."),
        ),
        Phase.DIFFICULTY: Wording(
            tr("its Difficulty"),
            tr("set the Difficulty"),
            (
                tr(
                    "Set the exact Difficulty inside the band and pay it; the Character knows the band only (CHE-04, "
                    "CHA-30)."
                ),
            ),
            tr("The Table can pay for no other Difficulty of the band (CHE-04)."),
        ),
        Phase.PRIORITY: Wording(
            tr("an Action, or passing"),
            _at_priority,
            (
                tr(
                    "One Action, or pass; priority then goes on, and when all pass in succession the Round ends "
                    "(CHA-33)."
                ),
                tr("Preparing yourself, by Stamina or a Boon, keeps the decision (CHO-06)."),
            ),
            tr("There is nothing to do but this (CHA-33)."),
        ),
        Phase.TARGET: Wording(
            tr("whom to press on"),
            tr("choose on whom to press"),
            (tr("Choose on whom you press (CHO-36)."),),
            tr("There is no other opponent left (CHO-36)."),
        ),
        Phase.ANSWER: Wording(
            tr("the answer to a hostile Action"),
            tr("take the hostile Action, or react"),
            (
                tr(
                    "Take the hostile Action, or react for an Action: a Fast Reaction comes first and may cancel "
                    "it, an ordinary one follows it (CH-52, CH-53, CHA-35)."
                ),
                tr("The forced Attempt costs an Action, too (CHA-10, CHO-17)."),
            ),
            tr("No Action is left for a Reaction (CHA-35)."),
        ),
        Phase.REACTION: Wording(
            tr("what to react with"),
            _reacting,
            (tr("Choose what you react with; your Reaction is paid already (CHO-16 to CHO-19)."),),
            tr("There is nothing else to react with (CHO-16)."),
        ),
        Phase.BEFORE: Wording(
            tr("what precedes a forced Attempt"),
            tr("prepare, or draw for the forced Attempt"),
            (
                tr("Prepare yourself, or draw."),
                tr(
                    "The forced Attempt takes an Action, or Staggers you if none is left (CH-62 to CH-65); Frenzy "
                    "gives one more (CHA-15)."
                ),
            ),
            tr("There is neither Stamina nor a Boon to prepare yourself with (CHO-06)."),
        ),
        Phase.CARDS: Wording(
            tr("whether to draw another card"),
            _further,
            (
                tr("Stand, or pay an Action for one more card (CH-25 to CH-28)."),
                tr(
                    "Three cards above {limit}, or a Joker after the first card, Flop: only the first card counts "
                    "(CH-31, CH-33)."
                ),
            ),
            tr("The Attempt has Flopped, or no Action is left for another card (CH-31, CH-33)."),
        ),
        Phase.KNUCKLE: Wording(
            tr("what to do about a failure"),
            tr("leave the failure, or Knuckle Down"),
            (
                tr("The Attempt has failed."),
                tr(
                    "For 2 Stamina the last card is drawn anew (CH-49 to CH-51); if that fails, too, the first result "
                    "stands (CHA-17)."
                ),
            ),
            tr("There is not Stamina enough to Knuckle Down (CH-49)."),
        ),
    },
)
