"""What a seat may do: 76 actions on two pages."""

from throwdown.envs.core.kit import ActionLayout, Named, Range, kernel, single, tr
from throwdown.envs.skirmish.state import AREAS, HAND, MCS, MOBS, Side, Status


class Act(Named):
    """The actions, as they are numbered; of ranges the first."""

    PASS = 0
    RELOAD = 1
    NO_CARD = 2
    CARD = 3
    RANK = 15
    SHIFT = 29
    AREA = 32
    MOB = 39
    MC = 47
    HACK = 51
    BONUS = 55
    PAY = 57
    SWAP = 61
    INTERRUPT = 65
    SWITCH = 69
    GIVE = 70
    YIELD = 71


RANKS = ("low A", *(str(n) for n in range(2, 11)), "J", "Q", "K", "high A")
SECOND = Act.MOB
"""The first action of the second page."""


def _numbered(name: str, start: int, n: int, meaning: str) -> Range:
    return Range(name, tuple(f"{name} {k}" for k in range(start, start + n)), meaning)


LAYOUT = ActionLayout(
    [
        [
            single("pass", tr("pass; lay no more; end the turn; keep the card; no hack")),
            single("reload", tr("reload in this round (SK-11, SK-89), or in this turn (SK-91, SK-92)")),
            single("no-card", tr("take a turn without a card after the Kings (SK-17)")),
            _numbered("card", 1, HAND, tr("lay this card of the hand, from the lowest on (SK-08, SK-53)")),
            Range("rank", tuple(f"rank {r}" for r in RANKS), tr("the Ace or Joker is this (SK-14, SK-15)")),
            Range(
                "count", ("count -1", "count 0", "count +1"), tr("one earlier or later in the count (SK-75)")
            ),
            _numbered("area", 1, AREAS, tr("place, walk, push, fall or storm here")),
        ],
        [
            _numbered("mob", 1, MOBS, tr("this process of the CPU: attack, activate or aim at it")),
            _numbered("mc", 1, MCS, tr("this MC: attack, aim at or patch it")),
            Range("hack", tuple(f"hack {s.label}" for s in Status), tr("inflict this status (SK-46)")),
            _numbered("bonus", 1, 2, tr("use this bonus action (SK-30)")),
            _numbered(
                "pay", 1, MCS, tr("this MC, or the boss, pays 3 Move points for a card (SK-61, SK-63)")
            ),
            _numbered("swap", 1, MCS, tr("this MC pays 3 Move points for its other loadout (SK-62)")),
            _numbered(
                "interrupt", 1, MCS, tr("the Interrupt of this MC, or the boss: a card for it, or its effect")
            ),
            single("switch", tr("take the other Interrupt, with a face card (SK-48)")),
            single("give", tr("give the card to the Team Hand (SK-29)")),
            _numbered("yield", 1, 5, tr("give up this card of the Team Hand (SK-77)")),
        ],
    ]
)
assert all(LAYOUT.labels[act].startswith(act.label[:4]) for act in Act if act != Act.SHIFT)


@kernel
def process_of(action: int) -> int:
    """Return the process that an action names."""
    return MCS + action - Act.MOB if action < Act.MC else action - Act.MC


@kernel
def aimed(side: int) -> int:
    """Return where the actions that name a process of a side begin on their page."""
    return Act.MC - SECOND if side == Side.MCS else 0
