"""What people read for the labels of the Gambit: its drafts, outcomes, consequences and ends."""

from __future__ import annotations

from throwdown.envs.core.catalogue import tr

THRESHOLD, ANSWER = tr("Coach's Threshold"), tr("The Pilot's card")
"""The titles of the two cards that decide."""

EDITIONS = {"older": tr("older"), "newer": tr("newer")}
"""The drafts of the Gambit."""

RESULTS = {
    "running": tr("running"),
    "played": tr("played out"),
    "declined": tr("declined"),
    "called off": tr("called off"),
}
"""How a Gambit stands, or ended."""

OUTCOMES = {
    "yes-and": tr("Yes, and"),
    "yes-but": tr("Yes, but"),
    "no-but": tr("No, but"),
    "no-and": tr("No, and"),
}
"""The names of the outcomes."""

MEANINGS = {
    "yes-and": tr("Yes, and: the goal was reached, with a bonus"),
    "yes-but": tr("Yes, but: the goal was reached, at a price"),
    "no-but": tr("No, but: the goal was missed, with a consolation"),
    "no-and": tr("No, and: the goal was missed, at a price"),
}
"""What the outcomes mean."""

ENDINGS = {
    "yes-and": tr("so the goal was reached with a bonus"),
    "yes-but": tr("but the goal was reached at a price"),
    "no-but": tr("so the goal was missed, with a consolation"),
    "no-and": tr("so the goal was missed at a price"),
}
"""What followed from the comparison of the two cards, by the outcome."""

TRIGGERS = {
    "narrative": tr("A turn of the story"),
    "chargeup": tr("Chargeup"),
    "favor": tr("Favor"),
    "fortify": tr("Fortify"),
    "rebuild": tr("Rebuild"),
    "recover": tr("Recover"),
    "replenish": tr("Replenish"),
    "trauma": tr("Trauma"),
    "wave": tr("Wave"),
    "disfavor": tr("Disfavor"),
    "purge": tr("Purge"),
    "strife": tr("Strife"),
}
"""The names of what a Gambit may bring, and of what may be at stake in a scene."""

CONSEQUENCES = {
    "chargeup": tr("she gains a Charge"),
    "favor": tr("a Faction gets a card from her Hand, or loses a Strike"),
    "fortify": tr("she regains a Buffer"),
    "rebuild": tr("the Damaged Location stands again"),
    "recover": tr("a lowered Commitment of hers rises by 1"),
    "replenish": tr("a Resource rises by 1"),
    "wave": tr("a Threat uses a Wave for free"),
    "disfavor": tr("a Faction takes a Strike"),
    "purge": tr("she loses all her Charges"),
    "strife": tr("Harmony falls by 1"),
}
"""What Coach may choose, besides a turn of the story."""
