"""What a seat may do: 76 actions on two pages."""

from throwdown.envs.core.kit import ActionLayout, Actions, Range, kernel, single, tr
from throwdown.envs.skirmish.state import AREAS, HAND, MCS, MOBS, Side, Status

RANKS = ("low A", *(str(n) for n in range(2, 11)), "J", "Q", "K", "high A")


def _numbered(name: str, n: int, meaning: str) -> Range:
    return Range(name, tuple(f"{name} {k + 1}" for k in range(n)), meaning)


class Act(Actions):
    """The actions; those before `AREA` are the steps of a commit."""

    PASS = single("pass", tr("pass; lay no more; end the turn; keep the card; no hack"))
    RELOAD = single("reload", tr("reload in this round (SK-11, SK-89), or in this turn (SK-91, SK-92)"))
    NO_CARD = single("no-card", tr("take a turn without a card after the Kings (SK-17)"))
    CARD = _numbered("card", HAND, tr("lay this card of the hand, from the lowest on (SK-08, SK-53)"))
    RANK = Range("rank", tuple(f"rank {r}" for r in RANKS), tr("the Ace or Joker is this (SK-14, SK-15)"))
    SHIFT = Range(
        "count", ("count -1", "count 0", "count +1"), tr("one earlier or later in the count (SK-75)")
    )
    AREA = _numbered("area", AREAS, tr("place, walk, push, fall or storm here"))
    MOB = _numbered("mob", MOBS, tr("this process of the CPU: attack, activate or aim at it"))
    MC = _numbered("mc", MCS, tr("this MC: attack, aim at or patch it"))
    HACK = Range("hack", tuple(f"hack {s.label}" for s in Status), tr("inflict this status (SK-46)"))
    BONUS = _numbered("bonus", 2, tr("use this bonus action (SK-30)"))
    PAY = _numbered("pay", MCS, tr("this MC, or the boss, pays 3 Move points for a card (SK-61, SK-63)"))
    SWAP = _numbered("swap", MCS, tr("this MC pays 3 Move points for its other loadout (SK-62)"))
    INTERRUPT = _numbered(
        "interrupt", MCS, tr("the Interrupt of this MC, or the boss: a card for it, or its effect")
    )
    SWITCH = single("switch", tr("take the other Interrupt, with a face card (SK-48)"))
    GIVE = single("give", tr("give the card to the Team Hand (SK-29)"))
    YIELD = _numbered("yield", 5, tr("give up this card of the Team Hand (SK-77)"))


LAYOUT = ActionLayout(Act)


@kernel
def process_of(action: int) -> int:
    """Return the process that an action names."""
    return MCS + action - Act.MOB if action < Act.MC else action - Act.MC


@kernel
def processes_of(side: int) -> int:
    """Return the first of the actions that name the processes of a side."""
    return Act.MC if side == Side.MCS else Act.MOB
