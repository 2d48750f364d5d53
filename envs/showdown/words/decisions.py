"""The rules of a decision, and why there is no choice."""

from __future__ import annotations

from throwdown.envs.core.kit import Setup, tr
from throwdown.envs.showdown.state import Phase, State

HELP = {
    Phase.MULLIGAN: (tr("Keep the hand, or shuffle it back once and draw as many (SD-25)."),),
    Phase.ACTION: (
        tr(
            "All Actions must be spent while any is legal (SD-29, SD-38, SHO-17): bring out a Main Card, Upgrade, "
            "heal, fill the hand; the Villains may buy the Turn's Combat (SD-43)."
        ),
        tr("Flips, Ship switches and a Leader Action are free (SDA-26)."),
    ),
    Phase.BEARER: (
        tr("Attachments go onto own Characters on the Table that fit them (SD-97 to SD-102, SHO-15)."),
    ),
    Phase.UPGRADE: (
        tr(
            "An Upgrade is +1 Power for an own Initial Card or Super, Wounded or not (SD-31, SD-40, SHO-16, SHO-45)."
        ),
    ),
    Phase.HEAL: (
        tr("A healed Character returns to the Table; the Villains may heal Heroes', too (SD-32, SD-41)."),
    ),
    Phase.WINDOW: (tr("After every Action of the other side you may use a Leader Action (SD-141, SHO-04)."),),
    Phase.MISSION: (
        tr("Employ Characters for their effects, and play Missions, each once a game (SD-45, SD-142)."),
    ),
    Phase.EMPLOY: (
        tr("The Mission's price: who is Employed does not join the Combat of this Turn (SD-107, SHO-20)."),
    ),
    Phase.TARGET: (tr("Effects come in printed order; what is possible is compulsory (SHO-21)."),),
    Phase.DROP: (tr("You choose which card of your hand you discard (SHO-19)."),),
    Phase.STOP: (tr("The card stays in the Stack and Whiffs (SD-62)."),),
    Phase.ASSIGN: (
        tr(
            "One Character after the other joins or stays out; the Villains need at least one (SD-49, SHO-28)."
        ),
        tr("Power that joins is Valor now and counts at the end (SD-52, SD-78)."),
    ),
    Phase.COMPOSE: (
        tr(
            "Stage Combat Cards of this Tic, or of any, face down, and Abilities; whether you can pay does not matter "
            "yet (SD-57 to SD-60)."
        ),
        tr(
            "Combat ends when both sides call it over in one Tic, or from Tic 10 on when nothing is staged (SDA-16)."
        ),
    ),
    Phase.REACT: (
        tr("Between the reveal and the payment a Leader Action may make an opposing card Whiff (SD-62)."),
    ),
    Phase.PAY: (
        tr("Pay in Valor and aim, or let it Whiff (SD-63, SD-64)."),
        tr("First come MOVEs, then SHOOTs, then Power, then the rest (SD-69 to SD-72)."),
    ),
    Phase.AIM: (
        tr(
            "A card may be aimed at Characters in Combat, Wounded or not; a MOVE into it at one outside (SD-65, SD-69, "
            "SHO-46)."
        ),
    ),
    Phase.LAST: (tr("The last Leader Action before Powers are compared (SHO-27)."),),
    Phase.DISCARD: (tr("A Turn without Combat ends with discards: any Combat Cards of the hand (SD-83)."),),
}
"""The rules of each decision, what it is first."""
FORCED = {
    Phase.ACTION: tr("Nothing else can be done with this Step (SHO-17)."),
    Phase.WINDOW: tr("No Leader Action would change anything now (SHO-04, SHO-05)."),
    Phase.MISSION: tr("There is neither a Mission to play nor anybody to Employ (SHO-05)."),
    Phase.REACT: tr("The hand holds nothing that touches the Stack (SHO-04)."),
    Phase.LAST: tr("No Leader Action would change anything now (SHO-05)."),
    Phase.DISCARD: tr("The hand holds no Combat Card (SD-83)."),
    Phase.COMPOSE: tr("Nothing else fits this Tic (SD-55)."),
    Phase.DROP: tr("There is no other card in hand (SHO-19)."),
}
"""Why a decision has but one answer, if it has."""


def forced(s: State, setup: Setup) -> str:
    """Return one sentence that says why there is but the one legal action."""
    return FORCED.get(Phase(int(s.phase)), tr("It is the only legal choice."))


def help(s: State) -> str:
    """Return the rules of what is being decided."""
    return " ".join(HELP[Phase(int(s.phase))])
