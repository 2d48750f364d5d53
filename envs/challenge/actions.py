"""What a seat may do: 39 actions, of which obstacles, presses, Cores and targets share eight."""

from throwdown.envs.challenge.state import PRESSES, TEMPLATES
from throwdown.envs.core.kit import ActionLayout, Named, Range, single, tr

WIDEST = 5
"""Difficulties of a band."""


class Act(Named):
    """The actions, as they are numbered; of ranges the first."""

    PASS = 0
    CHOOSE = 1
    DOUBLE = 9
    DOUBLE_REACH = 10
    TRIPLE = 11
    TRIPLE_REACH = 12
    HEARTSEEKER = 13
    KNUCKLE = 16
    FRENZY = 17
    REACT = 18
    REACT_FAST = 19
    BOON_BANG = 20
    BOON_BUST = 21
    BOON_GIFT = 22
    TEMPLATE = 23
    OFFSET = 33
    TOKEN = 38


def _range(name: str, start: int, n: int, meaning: str) -> Range:
    return Range(name, tuple(f"{name} {k}" for k in range(start, start + n)), meaning)


LAYOUT = ActionLayout(
    [
        [
            single("pass", tr("pass; stand on the cards drawn; take what comes; leave a failure as it is")),
            _range(
                "choose",
                1,
                PRESSES,
                tr("attempt this open obstacle; press this way; react with this Core; aim at this opponent"),
            ),
            single("double", tr("Double Down: a second card for an Action (CH-25, CH-26)")),
            single("double-reach", tr("Double Down while Busted, for an Action and 1 Stamina (CH-47)")),
            single("triple", tr("Triple Down: a third card for one more Action (CH-27, CH-28)")),
            single("triple-reach", tr("Triple Down while Busted, for an Action and 1 Stamina (CH-47)")),
            _range("heartseeker", 1, 3, tr("a Bang for each point of Stamina (CH-48)")),
            single("knuckle-down", tr("try a failed Challenge again for 2 Stamina (CH-49 to CH-51)")),
            single("frenzy", tr("one more Action in this Round for 2 Stamina (CH-54, CH-55)")),
            single("react", tr("an ordinary Reaction for an Action, after the hostile Action (CH-53)")),
            single("react-fast", tr("a Fast Reaction for an Action and 2 Stamina, before it (CH-52)")),
            single("boon-bang", tr("spend the Boon for a Bang (CH-68)")),
            single("boon-bust", tr("spend the Boon to end every Bust in force (CH-69)")),
            single("boon-gift", tr("give the Boon to an ally, for an Action (CH-70)")),
            _range(
                "template",
                1,
                TEMPLATES,
                tr("post this obstacle, or strike with this hazard (CHE-03, CHE-05)"),
            ),
            _range("difficulty", 0, WIDEST, tr("this far above the band's lowest Difficulty (CHE-04)")),
            single("token", tr("lay a Bust on the Character (CHE-07)")),
        ]
    ]
)
assert all(
    LAYOUT.labels[act].startswith(act.label[:4]) for act in Act if act not in (Act.OFFSET, Act.KNUCKLE)
)
