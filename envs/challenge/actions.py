"""What a seat may do: 39 actions, of which obstacles, presses, Cores and targets share eight."""

from throwdown.envs.challenge.state import PRESSES, TEMPLATES
from throwdown.envs.core.kit import ActionLayout, Actions, Range, single, tr

WIDEST = 5
"""Difficulties of a band."""


def _numbered(name: str, first: int, n: int, meaning: str, title: str) -> Range:
    return Range(name, tuple(f"{name} {k}" for k in range(first, first + n)), meaning, title=title)


class Act(Actions):
    """The actions."""

    PASS = single(
        "pass",
        tr("pass; stand on the cards drawn; take the hostile Action; let a failure stand"),
        title=tr("Passing"),
    )
    CHOOSE = _numbered(
        "choose",
        1,
        PRESSES,
        tr("attempt this open obstacle; make this press; react with this Core; aim at this opponent"),
        title=tr("A choice by number"),
    )
    DOUBLE = single(
        "double", tr("Double Down: a second card for an Action (CH-25, CH-26)"), title=tr("Doubling Down")
    )
    DOUBLE_REACH = single(
        "double-reach",
        tr("Double Down while Busted, for an Action and 1 Stamina (CH-47)"),
        title=tr("Doubling Down by Reach For It"),
    )
    TRIPLE = single(
        "triple",
        tr("Triple Down: a third card for one more Action (CH-27, CH-28)"),
        title=tr("Tripling Down"),
    )
    TRIPLE_REACH = single(
        "triple-reach",
        tr("Triple Down while Busted, for an Action and 1 Stamina (CH-47)"),
        title=tr("Tripling Down by Reach For It"),
    )
    HEARTSEEKER = _numbered(
        "heartseeker", 1, 3, tr("a Bang for each point of Stamina (CH-48)"), title=tr("Heartseeker")
    )
    KNUCKLE = single(
        "knuckle-down",
        tr("try a failed Challenge again for 2 Stamina (CH-49 to CH-51)"),
        title=tr("Knuckling Down"),
    )
    FRENZY = single(
        "frenzy", tr("one more Action in this Round for 2 Stamina (CH-54, CH-55)"), title=tr("Frenzy")
    )
    REACT = single(
        "react",
        tr("an ordinary Reaction for an Action, after the hostile Action (CH-53)"),
        title=tr("A Reaction"),
    )
    REACT_FAST = single(
        "react-fast",
        tr("a Fast Reaction for an Action and 2 Stamina, before the hostile Action (CH-52)"),
        title=tr("A Fast Reaction"),
    )
    BOON_BANG = single("boon-bang", tr("spend the Boon for a Bang (CH-68)"), title=tr("Spending the Boon"))
    BOON_BUST = single(
        "boon-bust", tr("spend the Boon to end every Bust in force (CH-69)"), title=tr("Spending the Boon")
    )
    BOON_GIFT = single(
        "boon-gift", tr("give the Boon to an ally, for an Action (CH-70)"), title=tr("Giving the Boon")
    )
    TEMPLATE = _numbered(
        "template",
        1,
        TEMPLATES,
        tr("post this obstacle, or strike with this hazard (CHE-03, CHE-05)"),
        title=tr("Posting or striking"),
    )
    OFFSET = _numbered(
        "difficulty",
        0,
        WIDEST,
        tr("set the Difficulty this far above the lowest of the band (CHE-04)"),
        title=tr("Setting a Difficulty"),
    )
    TOKEN = single("token", tr("lay a Bust on the Character (CHE-07)"), title=tr("Laying a Bust"))


LAYOUT = ActionLayout(Act)
