"""How every decision is put to people."""

from __future__ import annotations

from throwdown.envs.core.decisions import Wording, Words
from throwdown.envs.core.kit import NONE, Setup, tr
from throwdown.envs.skirmish.decisions import DECISIONS
from throwdown.envs.skirmish.state import Phase, State
from throwdown.envs.skirmish.words import names

COMMIT = tr("choose in secret what to lay")
"""All that others know of a commit, whichever step it is at (SKO-42)."""
WINDOW = tr("pay Move points or interrupt before the next turn, or pass")
ONLY = tr("It is the only legal choice.")


def _placing(s: State, setup: Setup) -> str:
    return tr("place {who}", who=names.process(s, int(s.by), setup))


def _in_turn(s: State, setup: Setup) -> str:
    return tr("play the turn of {who}", who=names.process(s, int(s.actor), setup))


def _pushing(s: State, setup: Setup) -> str:
    return tr("choose where {who} is pushed", who=names.process(s, int(s.target), setup))


def _falling(s: State, setup: Setup) -> str:
    return tr("choose where {who} falls", who=names.process(s, int(s.faller), setup))


def _laying(s: State, setup: Setup) -> str:
    """Return what others see of it, who do not know that an Interrupt has been begun."""
    return WINDOW if s.actor == NONE else _in_turn(s, setup)


WORDS = Words(
    DECISIONS,
    {
        Phase.DEPLOY: Wording(
            tr("where to place the mob"),
            _placing,
            (tr("Place the mob in any area but the start; Falling areas are for flyers (SK-05, SKO-01)."),),
            tr("There is no other area where this mob may stand (SKO-01)."),
        ),
        Phase.COMMIT: Wording(
            tr("what to lay"),
            COMMIT,
            (
                tr("Choose in secret what to lay; all is turned up together (SK-08, SKA-05)."),
                tr(
                    "Cards come in the count from Two to King, an Ace first or last (SK-12, SK-14). An MC lays a "
                    "card or reloads; with an empty hand she may come after the Kings (SKO-06). The CPU lays as "
                    "many cards as there are mobs, with a boss any number (SK-18, SK-20)."
                ),
            ),
            ONLY,
        ),
        Phase.RANK: Wording(
            tr("as which rank to play the card"),
            COMMIT,
            (
                tr(
                    "An Ace is low or high, a Joker is any rank; an Ace always hits at double damage (SK-14, "
                    "SK-15, SK-37)."
                ),
            ),
            ONLY,
        ),
        Phase.SHIFT: Wording(
            tr("where the card counts"),
            COMMIT,
            (tr("A Flush lets a card come one earlier or later in the count (SK-75, SKA-52)."),),
            ONLY,
        ),
        Phase.WINDOW: Wording(
            tr("what to do before the next turn"),
            WINDOW,
            (
                tr(
                    "Before a turn of the others you may pay 3 Move points for a card or a loadout, or use an "
                    "Interrupt (SK-47, SK-61, SK-62, SKO-11)."
                ),
            ),
            tr("No card of the hand fits the Interrupt (SKO-11)."),
        ),
        Phase.ACTIVATE: Wording(
            tr("whom the card activates"),
            tr("choose whom the card activates"),
            (
                tr(
                    "Every card of the CPU activates another process; a boss acts again when all have acted "
                    "(SK-19, SKA-06)."
                ),
            ),
            tr("Nobody else is left whom the card could activate (SK-19, SKA-06)."),
        ),
        Phase.TURN: Wording(
            tr("what to do in the turn"),
            _in_turn,
            (
                tr(
                    "Attack with the card, walk, use bonus actions and Interrupts, in any order (SK-28 to SK-33)."
                ),
                tr(
                    "A card hits from Accuracy on and below Evade (SK-34 to SK-36). A walk ends where an enemy "
                    "stands, until you attack (SK-60)."
                ),
            ),
            tr("There is nothing to do but to end the turn (SK-28 to SK-33)."),
        ),
        Phase.HACK: Wording(
            tr("the status to inflict"),
            tr("choose the status that the hack is to inflict"),
            (
                tr(
                    "The hack goes with the attack, on the same card: it works from Connect on and below Resist "
                    "(SK-46, SKA-40)."
                ),
            ),
            ONLY,
        ),
        Phase.PUSH: Wording(
            tr("where to push"),
            _pushing,
            (tr("Choose the step along which the target is pushed (SKA-41)."),),
            tr("There is no other way to push (SKA-41)."),
        ),
        Phase.EXIT: Wording(
            tr("the way out"),
            _falling,
            (tr("Nobody who cannot fly stays in a Falling area: choose the way out (SK-96, SK-97)."),),
            tr("There is no other way out (SK-96)."),
        ),
        Phase.GIVE: Wording(
            tr("whether to give the card"),
            tr("give the card to the Team Hand, or keep it"),
            (
                tr("The card of an attack may go to the Team Hand, once a round for each (SK-29)."),
                tr(
                    "A stronger row brings a Boot to the side's next turn, and an Uptime as long as the hand "
                    "lasts (SK-67, SK-68)."
                ),
            ),
            ONLY,
        ),
        Phase.YIELD: Wording(
            tr("the card to give up"),
            tr("give up a card of the Team Hand"),
            (tr("The others made Three of a Kind: give up a card of your Team Hand (SK-77)."),),
            tr("There is no other card in the Team Hand (SKO-23)."),
        ),
        Phase.LAY: Wording(
            tr("the card for the Interrupt"),
            _laying,
            (
                tr(
                    "Cards for an Interrupt are laid one by one, and each must fit those laid (SK-52, SKO-28)."
                ),
            ),
            tr("No other card of the hand fits (SKO-28)."),
        ),
        Phase.TARGET: Wording(
            tr("the Interrupt's target"),
            tr("choose the Interrupt's target"),
            (tr("Choose whom the Interrupt meets (SKO-31)."),),
            tr("There is no other target (SKO-31)."),
        ),
        Phase.STORM: Wording(
            tr("the area of the storm"),
            tr("choose the area of the storm"),
            (tr("Choose an area within Range; every enemy there is hit (SKO-31)."),),
            tr("No enemy stands in another area within Range (SKO-31)."),
        ),
        Phase.PATCH: Wording(
            tr("whom to patch"),
            tr("choose who is patched"),
            (tr("Choose somebody wounded in the area (SKO-37)."),),
            tr("Nobody else in the area is wounded (SKO-37)."),
        ),
    },
)
