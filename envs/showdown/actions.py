"""What a seat may do: 174 actions."""

from throwdown.envs.core.kit import ActionLayout, Actions, Range, single, tr
from throwdown.envs.showdown.state import INITIALS, LIST, SLOTS, TEXTS


def _numbered(name: str, n: int, meaning: str, title: str) -> Range:
    return Range(name, tuple(f"{name} {k + 1}" for k in range(n)), meaning, title=title)


class Act(Actions):
    """The actions; `OPPOSING` follows `OWN`, so that one word holds the Characters of both sides."""

    PASS = single("pass", tr("pass; be done with this step"), title=tr("Passing"))
    OVER = single(
        "over",
        tr("stage nothing and call the Combat over (SDA-16)"),
        title=tr("Calling the Combat over"),
    )
    MULLIGAN = single(
        "mulligan", tr("shuffle the hand back and draw as many cards (SD-25)"), title=tr("A mulligan")
    )
    KEEP = single("keep", tr("keep the hand (SD-25)"), title=tr("Keeping the hand"))
    FILL = single(
        "fill", tr("fill the hand to handsize, an Action (SD-33, SD-42)"), title=tr("Filling the hand")
    )
    BUY = single("buy", tr("buy this Turn's Combat, an Action (SD-43)"), title=tr("Buying a Combat"))
    UPGRADE = single(
        "upgrade",
        tr("Upgrade, an Action; the Character is chosen next (SD-31, SD-40)"),
        title=tr("Upgrading"),
    )
    HEAL = single(
        "heal",
        tr("heal a Wound, an Action; the Character is chosen next (SD-32, SD-41)"),
        title=tr("Healing"),
    )
    CARD = _numbered(
        "card", LIST, tr("play, stage or discard this card of your list"), title=tr("A card of the hand")
    )
    OWN = _numbered(
        "own",
        SLOTS,
        tr("your Character in this place: give it an Attachment, aim at, Upgrade, heal or Employ it"),
        title=tr("One of your Characters"),
    )
    OPPOSING = _numbered(
        "opposing",
        SLOTS,
        tr("the opposing Character in this place: aim at it, or heal it"),
        title=tr("An opposing Character"),
    )
    ABILITY = Range(
        "ability",
        tuple(f"ability {c + 1}{'ab'[k]}" for c in range(SLOTS) for k in range(TEXTS)),
        tr("stage this Ability of your Character, counted among those that fit the Tic (SD-58)"),
        title=tr("An Ability"),
    )
    FLIP = _numbered("flip", INITIALS, tr("flip this Initial Card (SD-118 to SD-120)"), title=tr("Flipping"))
    SWITCH = _numbered(
        "switch", INITIALS, tr("switch this Ship Vehicle on or off (SD-127)"), title=tr("Switching a Ship")
    )
    LEADER = _numbered(
        "leader",
        TEXTS,
        tr("use this Leader Action of your Leader (SD-139 to SD-141)"),
        title=tr("A Leader Action"),
    )
    STACK = _numbered(
        "stack",
        SLOTS,
        tr("the card in this place of the opposing Stack Whiffs (SD-62)"),
        title=tr("A place of the opposing Stack"),
    )
    PAY = single("pay", tr("pay for the card or Ability (SD-63)"), title=tr("Paying"))
    WHIFF = single("whiff", tr("let the card or Ability Whiff (SD-64)"), title=tr("Letting something Whiff"))
    JOIN = single("join", tr("the Character joins the Combat (SHO-28)"), title=tr("Joining the Combat"))
    STAY = single(
        "stay", tr("the Character stays out of the Combat (SHO-28)"), title=tr("Staying out of the Combat")
    )


LAYOUT = ActionLayout(Act)
