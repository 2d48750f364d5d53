"""How the decisions that all FUSION games share are put to people."""

from __future__ import annotations

from throwdown.envs.core.decisions import Wording
from throwdown.envs.core.kit import tr
from throwdown.envs.fusion.world.terms import Choice

CHOICES: dict[Choice, Wording] = {
    Choice.OVER: Wording(
        tr("nothing"),
        tr("it is over"),
        (tr("Nothing is left to decide."),),
        tr("Nothing is left to decide."),
    ),
    Choice.BUFFER: Wording(
        tr("what becomes of a point of damage"),
        tr("prevent the point of damage, or accept it"),
        (
            tr(
                "A Buffer prevents one point: of Trauma or a Purge on you, of Schism or Strife that you caused or that "
                "hits the whole team (ME-55, ME-64, ME-71); a Threat's Buffer one on that Threat (C-26), the Final "
                "Form's one on it or the Location (TS-89)."
            ),
            tr(
                "A Strike on a Faction costs a point of the Fan Club (ME-52); some Robos take their Pilot's Trauma "
                "(SY-11)."
            ),
            tr("What is accepted lands at once."),
        ),
        tr("Nothing is left that could prevent it (ME-55, ME-71)."),
    ),
    Choice.COMMITMENT: Wording(
        tr("the Commitment that is lowered"),
        tr("choose the Commitment that is lowered"),
        (
            tr(
                "A point of Trauma lowers one of your Commitments, of your choice, not below 0 (ME-66, ME-67)."
            ),
        ),
        tr("No other Commitment is above 0 (ME-66)."),
    ),
    Choice.RECOVER: Wording(
        tr("the Commitment that recovers"),
        tr("choose the Commitment that recovers"),
        (tr("A lowered Commitment rises, not above its maximum (ME-31)."),),
        tr("No other Commitment is lowered (ME-31)."),
    ),
    Choice.TARGET: Wording(
        tr("whom or what the effect concerns"),
        tr("choose whom or what the effect concerns"),
        (tr("Choose one of the targets that the effect would change (ME-06)."),),
        tr("The effect would change nothing anywhere else (ME-06)."),
    ),
    Choice.INVEST: Wording(
        tr("the card for the Faction"),
        tr("choose the card for the Faction"),
        (
            tr(
                "Lay a card of your Hand face-up on the Faction's stack, or take a Strike off it instead (ME-20, "
                "ME-21)."
            ),
        ),
        tr("No other card can go there (ME-20, ME-21)."),
    ),
    Choice.DISCARD_ONE: Wording(
        tr("the card to discard"),
        tr("discard a card"),
        (tr("The effect makes you discard; which cards is your choice."),),
        tr("No other card is in the Hand."),
    ),
    Choice.FATE: Wording(
        tr("what becomes of the Faction"),
        tr("remove the Faction, or turn it into a Threat"),
        (tr("A third Strike takes the Faction out of play, or makes it a Threat, as Coach picks (ME-51)."),),
        tr("Nothing else can become of the Faction (ME-51)."),
    ),
    Choice.ENDURANCE: Wording(
        tr("whose Robo takes the point"),
        tr("choose whose Robo takes the point"),
        (tr("One Robo of the Final Form loses the point of Endurance, of your choice (TS-92, C-125)."),),
        tr("No other Robo of the Final Form has Endurance left (TS-92)."),
    ),
    Choice.WAVE: Wording(
        tr("the Wave"),
        tr("choose a Wave"),
        (tr("Use one Wave of a Threat in play (ME-42)."),),
        tr("No other Wave is there (ME-42)."),
    ),
    Choice.STORM: Wording(
        tr("the Storm"),
        tr("choose a Storm"),
        (tr("Use one Storm of a Threat in play (ME-36)."),),
        tr("No other Storm is there (ME-36)."),
    ),
    Choice.PAY: Wording(
        tr("the card to pay with"),
        tr("discard a card to pay"),
        (tr("What you use costs cards from your Hand, which go to the Trash."),),
        tr("No other card in the Hand pays the cost."),
    ),
    Choice.DAMAGE: Wording(
        tr("the damage that is fired"),
        tr("choose the damage that is fired"),
        (tr("Any damage that would hit somebody; whom it hits is chosen next (ME-08)."),),
        tr("No other damage would hit anybody (ME-08)."),
    ),
}
"""The words of the shared decisions; to be completed by those of a game."""
