"""How the decisions that all FUSION games share are put to people."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.decisions import Answer, Wording
from throwdown.envs.core.kit import FRENCH, NONE, Description, Setup, tr
from throwdown.envs.fusion.words import ahead, describe, names, why_not
from throwdown.envs.fusion.world.choices import Act
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import COACH, MAX_FACTIONS, Choice, Commitment


def _prevents(name: str, cost: str, then: Callable[[ConflictState], ahead.Changes]) -> Answer:
    """Return what describes a way to prevent the point of damage that is landing."""
    return lambda s, k, setup: Description(
        name,
        "",
        cost,
        tr("prevents {point}", point=why_not.landing(s, setup)),
        on=ahead.hit(s, setup),
        then=then(s),
    )


def _accept(s: ConflictState, k: int, setup: Setup) -> Description:
    effect = tr("{point} lands", point=why_not.landing(s, setup))
    return Description(tr("Accept"), "", "", effect, on=ahead.hit(s, setup), then=ahead.accepted(s))


def _aimed(act: Act, first: int) -> Answer:
    """Return what describes a Threat or a Faction as the target of the present effect."""
    answer = describe.SHARED[act]
    assert callable(answer)
    return lambda s, k, setup: answer(s, k, setup)._replace(then=ahead.aimed(s, first + k, setup))


def _wear(s: ConflictState, k: int, setup: Setup) -> Description:
    return describe.with_person(tr("Choose"))(s, k, setup)._replace(then=ahead.lost(s, k + 1))


def _commitment(verb: str, change: int) -> Answer:
    """Return what describes the Commitment that is lowered or recovers."""

    def describe_one(s: ConflictState, k: int, setup: Setup) -> Description:
        p, name = int(s.seat), names.COMMITMENTS[Commitment(k)]
        if p == COACH:
            return Description(tr("Commitment"), name)
        now = int(s.world.commitment[p, k])
        effect = tr("from {now} to {then}", now=now, then=now + change)
        return Description(verb, name, "", effect, then=((name, now + change),))

    return describe_one


def _invest(s: ConflictState, k: int, setup: Setup) -> Description:
    faction = names.faction_name(int(s.pending.faction), setup)
    effect = tr("on the stack of {faction}", faction=faction)
    return Description(tr("Lay"), FRENCH.names[k], "", effect, on=FRENCH.names[k])


def _remove_strike(s: ConflictState, k: int, setup: Setup) -> Description:
    faction = names.faction_name(int(s.pending.faction), setup)
    return Description(
        tr("Remove a Strike"),
        "",
        "",
        tr("{faction} loses a Strike", faction=faction),
        on=faction,
        then=ahead.struck(s, int(s.pending.faction), -1),
    )


def _remove_faction(s: ConflictState, k: int, setup: Setup) -> Description:
    faction = names.faction_name(int(s.pending.fate), setup)
    return Description(
        tr("Remove the Faction"), "", "", tr("{faction} leaves play", faction=faction), on=faction
    )


def _turn_faction(s: ConflictState, k: int, setup: Setup) -> Description:
    f = int(s.pending.fate)
    t = int(s.cfg.faction_threat[f]) if 0 <= f < MAX_FACTIONS else NONE
    faction = names.faction_name(f, setup)
    effect = tr("{faction} becomes a Threat", faction=faction)
    if t != NONE:
        threat = names.threat_name(t, setup)
        effect = tr("{faction} becomes the Threat {threat}", faction=faction, threat=threat)
    return Description(tr("Turn the Faction"), "", "", effect, on=faction)


CHOICES: dict[Choice, Wording] = {
    Choice.OVER: Wording(
        tr("nothing"),
        tr("the conflict is over"),
        (tr("Nothing is left to decide."),),
        tr("Nothing is left to decide."),
    ),
    Choice.BUFFER: Wording(
        tr("the prevention of a point of damage"),
        tr("prevent the point of damage, or accept it"),
        (
            tr(
                "A Buffer prevents one point: of Trauma or a Purge on you, or of Schism or Strife that you "
                "caused or that hits the whole team (ME-55, ME-64, ME-71). A Threat's Buffer prevents a "
                "point on that Threat (C-26), and a Buffer of the Final Form a point on the Form or the "
                "Location (TS-89)."
            ),
            tr(
                "A point of the Fan Club prevents a Strike on a Faction (ME-52); some Robos can take their "
                "Pilot's Trauma (SY-11)."
            ),
            tr("Damage that you accept lands at once."),
        ),
        tr("Nothing is left that could prevent the point (ME-55, ME-71)."),
        {
            Act.BUFFER: _prevents(tr("Spend a Buffer"), tr("1 Buffer"), ahead.prevented),
            Act.FAN_CLUB: _prevents(tr("Ask the Fan Club"), tr("1 Fan Club"), lambda s: ()),
            Act.SHIFT: _prevents(
                tr("Let the Robo take the point"), tr("1 Endurance"), lambda s: ahead.lost(s, int(s.seat))
            ),
            Act.ACCEPT: _accept,
        },
    ),
    Choice.COMMITMENT: Wording(
        tr("the Commitment that is lowered"),
        tr("choose the Commitment that is lowered"),
        (
            tr(
                "A point of Trauma lowers one of your Commitments, which you choose, but not below 0 "
                "(ME-66, ME-67)."
            ),
        ),
        tr("No other Commitment is above 0 (ME-66)."),
        {Act.COMMITMENT: _commitment(tr("Lower"), -1)},
    ),
    Choice.RECOVER: Wording(
        tr("the Commitment that recovers"),
        tr("choose the Commitment that recovers"),
        (tr("A lowered Commitment rises, but not above its maximum (ME-31)."),),
        tr("No other Commitment is lowered (ME-31)."),
        {Act.COMMITMENT: _commitment(tr("Raise"), 1)},
    ),
    Choice.TARGET: Wording(
        tr("the target of the effect"),
        tr("choose the target of the effect"),
        (tr("Choose a target for which the effect would change something (ME-06)."),),
        tr("The effect would change nothing for any other target (ME-06)."),
        {
            Act.THREAT: _aimed(Act.THREAT, Subject.THREATS),
            Act.FACTION: _aimed(Act.FACTION, Subject.FACTIONS),
        },
    ),
    Choice.INVEST: Wording(
        tr("the card for the Faction"),
        tr("choose the card for the Faction"),
        (
            tr(
                "Lay a card from your Hand face-up on the Faction's stack, or remove a Strike from the "
                "Faction instead (ME-20, ME-21)."
            ),
        ),
        tr("No other card can go there (ME-20, ME-21)."),
        {Act.INVEST: _invest, Act.REMOVE_STRIKE: _remove_strike},
    ),
    Choice.DISCARD_ONE: Wording(
        tr("the card to discard"),
        tr("discard a card"),
        (tr("The effect makes you discard; you choose the cards."),),
        tr("No other card is in the Hand."),
    ),
    Choice.FATE: Wording(
        tr("the fate of the Faction"),
        tr("remove the Faction, or turn it into a Threat"),
        (tr("With a third Strike the Faction leaves play or becomes a Threat; Coach chooses (ME-51)."),),
        tr("There is no other fate for the Faction (ME-51)."),
        {Act.REMOVE_FACTION: _remove_faction, Act.TURN_FACTION: _turn_faction},
    ),
    Choice.ENDURANCE: Wording(
        tr("the Robo that loses Endurance"),
        tr("choose the Robo that loses Endurance"),
        (tr("One Robo of the Final Form loses a point of Endurance; you choose which (TS-92, C-125)."),),
        tr("No other Robo of the Final Form has Endurance left (TS-92)."),
        {Act.PILOT: _wear},
    ),
    Choice.WAVE: Wording(
        tr("the Wave"),
        tr("choose a Wave"),
        (tr("Use one Wave of a Threat in play (ME-42)."),),
        tr("There is no other Wave (ME-42)."),
    ),
    Choice.STORM: Wording(
        tr("the Storm"),
        tr("choose a Storm"),
        (tr("Use one Storm of a Threat in play (ME-36)."),),
        tr("There is no other Storm (ME-36)."),
    ),
    Choice.PAY: Wording(
        tr("the card to pay with"),
        tr("discard a card to pay"),
        (tr("The ability costs cards from your Hand, which go to the Trash."),),
        tr("No other card in the Hand can pay the cost."),
    ),
    Choice.DAMAGE: Wording(
        tr("the kind of damage to fire"),
        tr("choose the kind of damage to fire"),
        (tr("Any kind of damage that could hit a target; the target is chosen next (ME-08)."),),
        tr("No other kind of damage could hit a target (ME-08)."),
    ),
}
"""The words of the shared decisions; to be completed by those of a game."""
