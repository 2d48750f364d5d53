"""What a seat may do: 76 actions."""

from throwdown.envs.core.kit import ActionLayout, Actions, Range, act_of, kernel, single, tr
from throwdown.envs.skirmish.state import AREAS, HAND, MCS, MOBS, Side, Status

RANKS = ("low A", *(str(n) for n in range(2, 11)), "J", "Q", "K", "high A")


def _numbered(name: str, n: int, meaning: str, title: str) -> Range:
    return Range(name, tuple(f"{name} {k + 1}" for k in range(n)), meaning, title=title)


class Act(Actions):
    """The actions; those before `AREA` are the steps of a commit."""

    PASS = single(
        "pass", tr("pass; lay no more cards; end the turn; keep the card; no hack"), title=tr("Passing")
    )
    RELOAD = single(
        "reload",
        tr("reload in this round (SK-11, SK-89), or in this turn (SK-91, SK-92)"),
        title=tr("Reloading"),
    )
    NO_CARD = single(
        "no-card", tr("take a turn without a card after the Kings (SK-17)"), title=tr("A turn without a card")
    )
    CARD = _numbered(
        "card",
        HAND,
        tr("lay this card of the hand, counted from the lowest (SK-08, SK-53)"),
        title=tr("A card of the hand"),
    )
    RANK = Range(
        "rank",
        tuple(f"rank {r}" for r in RANKS),
        tr("play the Ace or Joker as this rank (SK-14, SK-15)"),
        title=tr("A rank"),
    )
    SHIFT = Range(
        "count",
        ("count -1", "count 0", "count +1"),
        tr("count the card one place earlier or later, or as it is (SK-75)"),
        title=tr("Moving a card in the count"),
    )
    AREA = _numbered(
        "area",
        AREAS,
        tr("the area to place a mob in, walk to, push or fall to, or storm"),
        title=tr("An area"),
    )
    MOB = _numbered(
        "mob",
        MOBS,
        tr("attack, activate or aim at this process of the CPU"),
        title=tr("A process of the CPU"),
    )
    MC = _numbered("mc", MCS, tr("attack, aim at or patch this MC"), title=tr("An MC"))
    HACK = Range(
        "hack",
        tuple(f"hack {s.label}" for s in Status),
        tr("inflict this status (SK-46)"),
        title=tr("A hack"),
    )
    BONUS = _numbered("bonus", 2, tr("use this bonus action (SK-30)"), title=tr("A bonus action"))
    PAY = _numbered(
        "pay",
        MCS,
        tr("this MC, or the boss, pays 3 Move points for a card (SK-61, SK-63)"),
        title=tr("Paying for a card"),
    )
    SWAP = _numbered(
        "swap",
        MCS,
        tr("this MC pays 3 Move points for its other loadout (SK-62)"),
        title=tr("Changing the loadout"),
    )
    INTERRUPT = _numbered(
        "interrupt",
        MCS,
        tr("use the Interrupt of this MC or the boss, or begin to lay cards for it"),
        title=tr("An Interrupt"),
    )
    SWITCH = single(
        "switch",
        tr("take the other Interrupt, with a face card (SK-48)"),
        title=tr("Switching the Interrupt"),
    )
    GIVE = single(
        "give", tr("give the card to the Team Hand (SK-29)"), title=tr("Giving a card to the Team Hand")
    )
    YIELD = _numbered(
        "yield",
        5,
        tr("give up this card from the Team Hand (SK-77)"),
        title=tr("Giving up a card of the Team Hand"),
    )


LAYOUT = ActionLayout(Act)


@kernel
def process_of(action: int) -> int:
    """Return the process that an action names."""
    return action - Act.MC if act_of(Act, action) == Act.MC else MCS + action - Act.MOB


@kernel
def processes_of(side: int) -> int:
    """Return the first of the actions that name the processes of a side."""
    return Act.MC if side == Side.MCS else Act.MOB
