"""What a seat may do: 174 actions on four pages."""

from throwdown.envs.core.kit import ActionLayout, Named, Range, single, tr
from throwdown.envs.showdown.state import INITIALS, LIST, SLOTS, TEXTS


class Act(Named):
    """The actions, as they are numbered; of ranges the first."""

    PASS = 0
    OVER = 1
    MULLIGAN = 2
    KEEP = 3
    FILL = 4
    BUY = 5
    UPGRADE = 6
    HEAL = 7
    CARD = 8
    OWN = 40
    OPPOSING = 64
    ABILITY = 88
    FLIP = 136
    SWITCH = 140
    LEADER = 144
    STACK = 146
    PAY = 170
    WHIFF = 171
    JOIN = 172
    STAY = 173


SECOND, THIRD, FOURTH = Act.OWN, Act.ABILITY, Act.STACK
"""The first actions of the later pages."""


def _numbered(name: str, n: int, meaning: str) -> Range:
    return Range(name, tuple(f"{name} {k + 1}" for k in range(n)), meaning)


LAYOUT = ActionLayout(
    [
        [
            single("pass", tr("pass; be done with this step")),
            single("over", tr("stage nothing, and want the Combat to be over (SDA-16)")),
            single("mulligan", tr("shuffle the hand back and draw as many (SD-25)")),
            single("keep", tr("keep the hand (SD-25)")),
            single("fill", tr("fill the hand to handsize, an Action (SD-33, SD-42)")),
            single("buy", tr("buy this Turn's Combat, an Action (SD-43)")),
            single("upgrade", tr("Upgrade, an Action; whom comes next (SD-31, SD-40)")),
            single("heal", tr("heal a Wound, an Action; whose comes next (SD-32, SD-41)")),
            _numbered("card", LIST, tr("play, stage or discard this card of the own list")),
        ],
        [
            _numbered("own", SLOTS, tr("this own Character: bear, aim at, Upgrade, heal or Employ it")),
            _numbered("opposing", SLOTS, tr("this opposing Character: aim at it, or heal it")),
        ],
        [
            Range(
                "ability",
                tuple(f"ability {c + 1}{'ab'[k]}" for c in range(SLOTS) for k in range(TEXTS)),
                tr("stage this Ability of an own Character, of those that fit the Tic (SD-58)"),
            ),
            _numbered("flip", INITIALS, tr("flip this Initial Card (SD-118 to SD-120)")),
            _numbered("switch", INITIALS, tr("switch this Ship Vehicle on or off (SD-127)")),
            _numbered("leader", TEXTS, tr("use this Leader Action of the own Leader (SD-139 to SD-141)")),
        ],
        [
            _numbered("stack", SLOTS, tr("this place of the opposing Stack Whiffs (SD-62)")),
            single("pay", tr("pay for the card or Ability (SD-63)")),
            single("whiff", tr("leave it to Whiff (SD-64)")),
            single("join", tr("the Character joins the Combat (SHO-28)")),
            single("stay", tr("it stays out of it (SHO-28)")),
        ],
    ]
)
assert all(LAYOUT.labels[act].startswith(act.label[:3]) for act in Act)
