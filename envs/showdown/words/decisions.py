"""How every decision is put to people."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.decisions import Wording, Words
from throwdown.envs.core.kit import Setup, tr
from throwdown.envs.showdown.decisions import DECISIONS
from throwdown.envs.showdown.state import Phase, State
from throwdown.envs.showdown.words import names

ONLY = tr("It is the only legal choice.")
"""Why there is but one answer, where there is no more to be said."""


def _of(form: str) -> Callable[[State, Setup], str]:
    """Return what puts into a text what the decision is about, and the Tic."""
    return lambda s, setup: form.format(what=names.asked(s, setup), tic=int(s.tic))


def _acting(s: State, setup: Setup) -> str:
    left = int(s.teams[s.seat].actions)
    if left:
        return tr("take an Action, {n} left", n=left)
    return tr("no Action is left; flip, switch, or end the Step")


def _aiming(s: State, setup: Setup) -> str:
    what, left = names.asked(s, setup), int(s.left)
    if left > 1:
        return tr("choose whom {what} means, {n} to choose", what=what, n=left)
    return tr("choose whom {what} means", what=what)


WORDS = Words(
    DECISIONS,
    {
        Phase.MULLIGAN: Wording(
            tr("whether to keep the hand"),
            tr("keep the hand, or shuffle it back and draw anew"),
            (tr("Keep the hand, or shuffle it back once and draw as many (SD-25)."),),
            ONLY,
        ),
        Phase.ACTION: Wording(
            tr("an Action"),
            _acting,
            (
                tr(
                    "All Actions must be spent while any is legal (SD-29, SD-38, SHO-17): bring out a Main Card, "
                    "Upgrade, heal, fill the hand; the Villains may buy the Turn's Combat (SD-43)."
                ),
                tr("Flips, Ship switches and a Leader Action are free (SDA-26)."),
            ),
            tr("Nothing else can be done with this Step (SHO-17)."),
        ),
        Phase.BEARER: Wording(
            tr("who bears the Attachment"),
            _of(tr("choose who gets {what}")),
            (tr("Attachments go onto own Characters on the Table that fit them (SD-97 to SD-102, SHO-15)."),),
            ONLY,
        ),
        Phase.UPGRADE: Wording(
            tr("whom to Upgrade"),
            tr("choose whom to Upgrade"),
            (
                tr(
                    "An Upgrade is +1 Power for an own Initial Card or Super, Wounded or not (SD-31, SD-40, SHO-16, "
                    "SHO-45)."
                ),
            ),
            ONLY,
        ),
        Phase.HEAL: Wording(
            tr("whose Wound is healed"),
            tr("choose whose Wound is healed"),
            (
                tr(
                    "A healed Character returns to the Table; the Villains may heal Heroes', too (SD-32, SD-41)."
                ),
            ),
            ONLY,
        ),
        Phase.WINDOW: Wording(
            tr("a Leader Action after the other side's Action"),
            tr("use the Leader Action after the other side's Action, or pass"),
            (tr("After every Action of the other side you may use a Leader Action (SD-141, SHO-04)."),),
            tr("No Leader Action would change anything now (SHO-04, SHO-05)."),
        ),
        Phase.MISSION: Wording(
            tr("Missions, and whom to Employ"),
            tr("play Missions, Employ Characters, or end the Mission Phase"),
            (
                tr(
                    "Employ Characters for their effects, and play Missions, each once a game (SD-45, SD-142)."
                ),
            ),
            tr("There is neither a Mission to play nor anybody to Employ (SHO-05)."),
        ),
        Phase.EMPLOY: Wording(
            tr("whom the Mission Employs"),
            _of(tr("choose whom {what} Employs")),
            (
                tr(
                    "The Mission's price: who is Employed does not join the Combat of this Turn (SD-107, SHO-20)."
                ),
            ),
            ONLY,
        ),
        Phase.TARGET: Wording(
            tr("whom an effect means"),
            _aiming,
            (tr("Effects come in printed order; what is possible is compulsory (SHO-21)."),),
            ONLY,
        ),
        Phase.DROP: Wording(
            tr("which card to discard"),
            _of(tr("choose a card to discard to {what}")),
            (tr("You choose which card of your hand you discard (SHO-19)."),),
            tr("There is no other card in hand (SHO-19)."),
        ),
        Phase.STOP: Wording(
            tr("which card Whiffs"),
            _of(tr("choose the card that Whiffs by {what}")),
            (tr("The card stays in the Stack and Whiffs (SD-62)."),),
            ONLY,
        ),
        Phase.ASSIGN: Wording(
            tr("whether a Character joins the Combat"),
            _of(tr("decide whether {what} joins the Combat")),
            (
                tr(
                    "One Character after the other joins or stays out; the Villains need at least one (SD-49, SHO-28)."
                ),
                tr("Power that joins is Valor now and counts at the end (SD-52, SD-78)."),
            ),
            ONLY,
        ),
        Phase.COMPOSE: Wording(
            tr("what to stage"),
            _of(tr("compose the Stack of Tic {tic} in secret")),
            (
                tr(
                    "Stage Combat Cards of this Tic, or of any, face down, and Abilities; whether you can pay does "
                    "not matter yet (SD-57 to SD-60)."
                ),
                tr(
                    "Combat ends when both sides call it over in one Tic, or from Tic 10 on when nothing is staged "
                    "(SDA-16)."
                ),
            ),
            tr("Nothing else fits this Tic (SD-55)."),
        ),
        Phase.REACT: Wording(
            tr("a Leader Action on the opposing Stack"),
            tr("use a Leader Action on the opposing Stack, or pass"),
            (
                tr(
                    "Between the reveal and the payment a Leader Action may make an opposing card Whiff (SD-62)."
                ),
            ),
            tr("The hand holds nothing that touches the Stack (SHO-04)."),
        ),
        Phase.PAY: Wording(
            tr("whether to pay"),
            _of(tr("pay for {what}, or let it Whiff")),
            (
                tr("Pay in Valor and aim, or let it Whiff (SD-63, SD-64)."),
                tr("First come MOVEs, then SHOOTs, then Power, then the rest (SD-69 to SD-72)."),
            ),
            ONLY,
        ),
        Phase.AIM: Wording(
            tr("the target"),
            _of(tr("choose the target of {what}")),
            (
                tr(
                    "A card may be aimed at Characters in Combat, Wounded or not; a MOVE into it at one outside "
                    "(SD-65, SD-69, SHO-46)."
                ),
            ),
            ONLY,
        ),
        Phase.LAST: Wording(
            tr("the last Leader Action"),
            tr("use the Leader Action before Powers are compared, or pass"),
            (tr("The last Leader Action before Powers are compared (SHO-27)."),),
            tr("No Leader Action would change anything now (SHO-05)."),
        ),
        Phase.DISCARD: Wording(
            tr("what to discard"),
            tr("discard Combat Cards, or pass"),
            (tr("A Turn without Combat ends with discards: any Combat Cards of the hand (SD-83)."),),
            tr("The hand holds no Combat Card (SD-83)."),
        ),
    },
)
