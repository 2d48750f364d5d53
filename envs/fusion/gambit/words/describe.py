"""The actions of a Gambit as people read them: name, card, effect."""

from __future__ import annotations

from collections.abc import Mapping

from throwdown.envs.core.kit import Description, Setup, tr
from throwdown.envs.fusion.gambit import actions, state
from throwdown.envs.fusion.gambit.words import labels
from throwdown.envs.fusion.words import describe as shared, names


def _consequence(s: state.State, what: str, setup: Setup) -> Description:
    if what == "narrative":
        return Description(tr("A turn of the story"), "", "", tr("nothing on the table changes"))
    return Description(names.first_upper(labels.TRIGGERS[what]), "", "", labels.CONSEQUENCES[what])


def _plain(name: str, effect: str = "") -> shared.Describe:
    return lambda s, what, setup: Description(name, "", "", effect)


DESCRIBE: Mapping[str, shared.Describe] = {
    **shared.SHARED,
    "threshold": lambda s, what, setup: Description(tr("Lay"), what, "", tr("face-down as the Threshold")),
    "answer": lambda s, what, setup: Description(tr("Play"), what, "", tr("against the Threshold")),
    "accept-gambit": _plain(tr("Take it on"), tr("cards decide what becomes of your intention")),
    "decline": _plain(tr("Decline"), tr("give the intention up; nothing happens")),
    "claim": _plain(
        tr("Claim your Specialty"), tr("if Coach agrees, two consequences of the outcome's sign follow")
    ),
    "no-claim": _plain(tr("No Specialty"), tr("one consequence follows")),
    "agree": _plain(tr("Agree"), tr("her Specialty is involved: two consequences follow")),
    "disagree": _plain(tr("Disagree"), tr("her Specialty is not involved: one consequence follows")),
    "blind": _plain(tr("Lay the top card of the deck"), tr("as the Threshold, which nobody has seen")),
    "flip": _plain(tr("Flip the top card of the deck"), tr("it counts as your card, whatever it is")),
    "yes-but": _plain(tr("Yes, but"), tr("you reach your goal, at a price")),
    "no-but": _plain(tr("No, but"), tr("you miss your goal, and get something good instead")),
    "no-and": _plain(tr("No, and"), tr("you miss your goal and it costs you, but you gain a Charge")),
    "consequence": _consequence,
}
"""What describes the actions, by their verbs."""


def describe(s: state.State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    return shared.describe(DESCRIBE, s, actions.LAYOUT.labels[action], setup)
