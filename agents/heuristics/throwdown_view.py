"""What the heuristic of the Throwdown reads off an observation, and the numbers that it weighs things with."""

from enum import auto
from typing import NamedTuple

import numpy as np

from throwdown.envs.core.cards import ACE, FACES, TWO
from throwdown.envs.core.kit import NONE, Ints, Named, kernel
from throwdown.envs.fusion.throwdown import obs, state as st
from throwdown.envs.fusion.throwdown.obs import FIELDS
from throwdown.envs.fusion.world.terms import MAX_FACTIONS, MAX_THREATS, SEATS

SLOTS, SLOT_WIDTH = obs.At.SLOTS, obs.SlotAt.END
TABLE, CRISIS, OMENS, LOCATION, STRIKES = (
    FIELDS.at("table"),
    FIELDS.at("crisis"),
    FIELDS.at("omens"),
    FIELDS.at("location"),
    FIELDS.at("strikes"),
)
FACTION, FAVOR = FIELDS.at("faction"), FIELDS.at("favor")

WEIGHTS = np.array(
    [
        # Coach, Pilots
        [9.0, 9.0],  # the best number of an initiative card
        [0.28, 0.45],  # a Counter, before what follows
        [0.10, -0.20],  # … if it will stand, in stage 1: Pilots would rather draw out an answer
        [0.05, -0.30],  # … in stage 2
        [1.00, 0.65],  # … in stage 3
        [0.35, 0.32],  # what a strong card is worth in hand
        [0.70, 0.60],  # a Block
        [0.50, 0.10],  # … of an Escalate
        [0.10, 0.24],  # an Escalate into stage 2
        [0.09, 0.28],  # an Escalate into stage 3
        [0.00, 0.12],  # a Dissonant play, per point of Schism
        [0.00, 0.06],  # a Resonant play
        [0.37, 0.00],  # how readily the Pilots answer out of range
        [0.00, 0.40],  # asking an ally
        [0.00, 0.15],  # handing back
        [0.00, 0.60],  # what a card must be worth before it is given to the Commander
        [0.10, 0.10],  # a Rumble
        [0.03, 0.03],  # … per card that it draws this side more than the other
        [0.70, 0.70],  # how much a card that stands counts while the other side could still Initiate Rumble
        [0.00, 0.00],  # an Escalate, by the share of all cards that this side holds
        [2.00, 1.50],  # what a card is worth that is paid for an effect, as a share of its worth in a Drive
    ]
)
"""What the ratings are made of, per side; in units of about a won Throwdown."""


class Weight(Named):
    """The rows of `WEIGHTS`."""

    BEST_OPENING = auto()
    PLAY = auto()
    STANDS_1 = auto()
    STANDS_2 = auto()
    STANDS_3 = auto()
    KEEP = auto()
    BLOCKING = auto()
    NEGATING = auto()
    ESCALATE_2 = auto()
    ESCALATE_3 = auto()
    DISSONANT = auto()
    RESONANT = auto()
    STRETCH = auto()
    ASKING = auto()
    HANDING_BACK = auto()
    GIVING = auto()
    RUMBLING = auto()
    RUMBLE_CARDS = auto()
    WAY_OUT = auto()
    LEADING = auto()
    PAYING = auto()


class Rules(NamedTuple):
    """What a scenario says: public, and the same in every row."""

    slots: int
    order: int
    reference: int
    strict_block: int
    positions: int  # 0: no Rumble
    rumble_from: int
    crisis_gate: int
    gate_giant: int
    rout: int
    giant: Ints  # [Threat]
    unbound: Ints  # [Threat]
    rider: Ints  # [seat]
    book: Ints


class Look(NamedTuple):
    """What the ratings need of one observation."""

    side: int
    me: int  # offset of the viewer's slot; the Commander's for Coach
    boss: int  # offset of the Commander's slot
    phase: int
    top: int
    stage: int
    tier: int  # 3 = nobody can escalate out of it, 2 = one Escalate is left, 1 = more
    rumble: int
    strike: int
    reach: int  # the other side's Strike
    free: int  # 1: the viewer's side may exceed its Strike
    theirs: int  # cards that the other side may play
    ours: int  # those of the viewer's side
    mine: int  # cards in the viewer's hand
    harmony: int
    escape: int  # 1: the other side may Initiate Rumble from here on
    giant: int  # 1: a Big Giant Monster is in play
    threats: int  # Threats in play


@kernel
def hot(row: Ints, start: int, size: int) -> int:
    """Return the index of the 1 in a one-hot block, or NONE."""
    for k in range(size):
        if row[start + k] == 1:
            return k
    return NONE


@kernel
def slot(p: int) -> int:
    """Return the offset of a Pilot's slot; Pilots count from 0."""
    return SLOTS + p * SLOT_WIDTH


@kernel
def commander_slot(row: Ints, slots: int) -> int:
    """Return the offset of the Commander's slot; the first one if there is none yet."""
    for p in range(slots):
        if row[slot(p) + obs.SlotAt.COMMANDER] == 1:
            return slot(p)
    return SLOTS


@kernel
def tier_of(stage: int) -> int:
    """Return how near a stage is to one that nobody can escalate out of, which is 3."""
    if stage <= st.LAST_STAGE:
        return stage
    return max(1, stage - st.RUMBLE_STAGE)


@kernel
def keep(c: int) -> float:
    """Return what a card is worth in hand, 0 to 1: high cards win stages, and a Two beats an Ace."""
    rank = c >> 2
    return 0.4 if rank == TWO else (1.0 if rank == ACE else rank / 13.0)


@kernel
def in_play(row: Ints, flags: Ints) -> int:
    """Return 1 if a Threat in play has a flag."""
    for t in range(MAX_THREATS):
        if flags[t] == 1 and row[obs.At.RATING + t] > 0:
            return 1
    return 0


@kernel
def may_rumble(row: Ints, rules: Rules, side: int, stage: int, rumble: int) -> bool:
    """Return whether a side may Initiate Rumble in this stage or a later one."""
    if rules.positions == 0 or rumble > 0 or stage > st.LAST_STAGE:
        return False
    gated = row[CRISIS] < rules.crisis_gate or (rules.gate_giant == 1 and in_play(row, rules.giant) == 0)
    if side == 0 and gated:
        return False
    for p in range(rules.slots):
        if row[slot(p) + obs.SlotAt.INVOLVED] == 1 and row[slot(p) + obs.SlotAt.ENDURANCE] > 0:
            return True
    return False


@kernel
def pilots_cards(row: Ints, slots: int) -> int:
    """Return how many cards the Pilots who take part hold."""
    n = 0
    for p in range(slots):
        n += int(row[slot(p) + obs.SlotAt.HAND_SIZE]) if row[slot(p) + obs.SlotAt.INVOLVED] == 1 else 0
    return n


@kernel
def look(row: Ints, rules: Rules) -> Look:
    """Gather what the ratings need."""
    seat = hot(row, obs.At.VIEWER, SEATS)
    boss = commander_slot(row, rules.slots)
    mine, table_ours, table_theirs = 0, 0, 0
    for c in range(FACES):
        mine += int(row[obs.At.HAND + c])
        table_ours += 1 if row[TABLE + c] == 1 else 0
        table_theirs += 1 if row[TABLE + c] == -1 else 0
    side = 0 if seat == 0 else 1
    me = boss if seat == 0 else slot(seat - 1)
    pilot, coach = int(row[me + obs.SlotAt.STRIKE]), int(row[obs.At.COACH_STRIKE])
    unbound = in_play(row, rules.unbound)
    pilots, coachs = pilots_cards(row, rules.slots), int(row[obs.At.COACH_HAND])
    stage, rumble = hot(row, obs.At.STAGE, st.STAGES) + 1, int(row[obs.At.RUMBLE])
    threats = 0
    for t in range(MAX_THREATS):
        threats += 1 if row[obs.At.RATING + t] > 0 else 0
    return Look(
        side,
        me,
        boss,
        hot(row, obs.At.PHASE, len(st.PHASES)),
        hot(row, obs.At.TOP, FACES),
        stage,
        tier_of(stage),
        rumble,
        coach if side == 0 else pilot,
        pilot if side == 0 else (99 if unbound == 1 else coach),
        unbound if side == 0 else 1,
        (pilots if side == 0 else coachs) + table_theirs,
        (coachs if side == 0 else pilots) + table_ours,
        mine,
        int(row[obs.At.HARMONY]),
        1 if may_rumble(row, rules, 1 - side, stage, rumble) else 0,
        in_play(row, rules.giant),
        threats,
    )


@kernel
def count_unseen(row: Ints, slots: int, copies: Ints, unseen: Ints) -> None:
    """Write how many copies of every face may be in the other side's hands, then their sum."""
    total = 0
    for c in range(FACES):
        n = int(copies[c]) - int(row[obs.At.HAND + c]) - int(row[obs.At.SEALED + c])
        n -= int(row[obs.At.PILES + c]) + int(row[obs.At.TRASH + c]) + abs(int(row[TABLE + c]))
        if slots > 1 and row[obs.At.VIEWER] == 0:
            for p in range(slots):
                o = SLOTS + slots * SLOT_WIDTH + p * FACES
                n -= int(row[o + c]) if row[obs.At.VIEWER + 1 + p] == 0 else 0
        unseen[c] = max(0, n)
        total += max(0, n)
    unseen[FACES] = total


@kernel
def most_strikes(row: Ints) -> int:
    """Return the most Strikes that a Faction in play has."""
    most = 0
    for f in range(MAX_FACTIONS):
        if row[FACTION + f] == 1:
            most = max(most, int(row[STRIKES + f]))
    return most


@kernel
def slack(row: Ints, o: int) -> int:
    """Return how many points of Trauma a Pilot takes, lowering the highest Commitment, until one of hers is at 0."""
    n = 1
    for k in range(4):
        now = int(row[o + obs.SlotAt.COMMITMENT + k])
        n += max(0, now - 1)
        if now == 0 and row[o + obs.SlotAt.COMMITMENT_MAX + k] > 0:
            return 0
    return n
