"""What a seat may do: 174 actions on four pages."""

from throwdown.envs.core.kit import ActionLayout, Actions, Range, single, tr
from throwdown.envs.showdown.state import INITIALS, LIST, SLOTS, TEXTS


def _numbered(name: str, n: int, meaning: str) -> Range:
    return Range(name, tuple(f"{name} {k + 1}" for k in range(n)), meaning)


class Act(Actions):
    """The actions; `OPPOSING` follows `OWN`, so that one word holds the Characters of both sides."""

    PASS = single("pass", tr("pass; be done with this step"))
    OVER = single("over", tr("stage nothing, and want the Combat to be over (SDA-16)"))
    MULLIGAN = single("mulligan", tr("shuffle the hand back and draw as many (SD-25)"))
    KEEP = single("keep", tr("keep the hand (SD-25)"))
    FILL = single("fill", tr("fill the hand to handsize, an Action (SD-33, SD-42)"))
    BUY = single("buy", tr("buy this Turn's Combat, an Action (SD-43)"))
    UPGRADE = single("upgrade", tr("Upgrade, an Action; whom comes next (SD-31, SD-40)"))
    HEAL = single("heal", tr("heal a Wound, an Action; whose comes next (SD-32, SD-41)"))
    CARD = _numbered("card", LIST, tr("play, stage or discard this card of the own list"))
    OWN = _numbered("own", SLOTS, tr("this own Character: bear, aim at, Upgrade, heal or Employ it"))
    OPPOSING = _numbered("opposing", SLOTS, tr("this opposing Character: aim at it, or heal it"))
    ABILITY = Range(
        "ability",
        tuple(f"ability {c + 1}{'ab'[k]}" for c in range(SLOTS) for k in range(TEXTS)),
        tr("stage this Ability of an own Character, of those that fit the Tic (SD-58)"),
    )
    FLIP = _numbered("flip", INITIALS, tr("flip this Initial Card (SD-118 to SD-120)"))
    SWITCH = _numbered("switch", INITIALS, tr("switch this Ship Vehicle on or off (SD-127)"))
    LEADER = _numbered("leader", TEXTS, tr("use this Leader Action of the own Leader (SD-139 to SD-141)"))
    STACK = _numbered("stack", SLOTS, tr("this place of the opposing Stack Whiffs (SD-62)"))
    PAY = single("pay", tr("pay for the card or Ability (SD-63)"))
    WHIFF = single("whiff", tr("leave it to Whiff (SD-64)"))
    JOIN = single("join", tr("the Character joins the Combat (SHO-28)"))
    STAY = single("stay", tr("it stays out of it (SHO-28)"))


LAYOUT = ActionLayout(Act)
