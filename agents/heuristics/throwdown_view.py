"""The Throwdown heuristic's reading of an observation, and its weights."""

from enum import auto
from typing import NamedTuple

import numpy as np

from throwdown.agents.heuristics.rated import which
from throwdown.envs.core.cards import ACE, FACES, TWO
from throwdown.envs.core.kit import Ints, Named, kernel
from throwdown.envs.fusion.throwdown import state as st
from throwdown.envs.fusion.throwdown.obs import Known, Pilot, Seen
from throwdown.envs.fusion.world.terms import COACH, MAX_FACTIONS, MAX_THREATS

WEIGHTS = np.array(
    [
        # Coach, Pilots
        [9.0, 9.0],  # the best number of an initiative card
        [0.28, 0.45],  # a Counter, before what follows
        [0.10, -0.20],  # … if it will stand, in stage 1: Pilots would rather draw out an answer
        [0.05, -0.30],  # … in stage 2
        [1.00, 0.65],  # … in stage 3
        [0.35, 0.32],  # value of a strong card in hand
        [0.70, 0.60],  # a Block
        [0.50, 0.10],  # … of an Escalate
        [0.10, 0.24],  # an Escalate into stage 2
        [0.09, 0.28],  # an Escalate into stage 3
        [0.00, 0.12],  # a Dissonant play, per point of Schism
        [0.00, 0.06],  # a Resonant play
        [0.37, 0.00],  # readiness of the Pilots to answer out of range
        [0.00, 0.40],  # asking an ally
        [0.00, 0.15],  # handing back
        [0.00, 0.60],  # minimum value of a card to give to the Commander
        [0.10, 0.10],  # a Rumble
        [0.03, 0.03],  # … per card that it draws this side more than the other
        [0.70, 0.70],  # factor of a card that stands while the other side could still Initiate Rumble
        [0.00, 0.00],  # an Escalate, by the share of all cards that this side holds
        [2.00, 1.50],  # value of a card paid for an effect, as a multiple of its value in a Drive
    ]
)
"""The weights of the ratings, per side; 1 is about a won Throwdown."""


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
    """A scenario's public rules, the same in every row."""

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
    """The inputs of the ratings, from one observation."""

    side: int
    me: int  # the viewer, counted from the first Pilot on; the Commander for Coach
    boss: int  # the Commander
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
def commander_of(row: Ints, slots: int) -> int:
    """Return the Commander, counted from 0; the first Pilot if there is none yet."""
    for p in range(slots):
        if Pilot.of(row, p).commander:
            return p
    return 0


@kernel
def tier_of(stage: int) -> int:
    """Return a stage's tier, by the Escalates left: 3 for a stage that nobody can escalate out of."""
    if stage <= st.LAST_STAGE:
        return stage
    return max(1, stage - st.RUMBLE_STAGE)


@kernel
def keep(c: int) -> float:
    """Return a card's value in hand, 0 to 1: high cards win stages, and a Two beats an Ace."""
    rank = c >> 2
    return 0.4 if rank == TWO else (1.0 if rank == ACE else rank / 13.0)


@kernel
def in_play(row: Ints, flags: Ints) -> int:
    """Return 1 if a Threat in play has a flag."""
    seen = Seen.of(row)
    for t in range(MAX_THREATS):
        if flags[t] == 1 and seen.threats.rating[t] > 0:
            return 1
    return 0


@kernel
def may_rumble(row: Ints, rules: Rules, side: int, stage: int, rumble: int) -> bool:
    """Return whether a side may Initiate Rumble in this stage or a later one."""
    seen = Seen.of(row)
    if rules.positions == 0 or rumble > 0 or stage > st.LAST_STAGE:
        return False
    gated = seen.team.crisis < rules.crisis_gate or (rules.gate_giant == 1 and in_play(row, rules.giant) == 0)
    if side == 0 and gated:
        return False
    for p in range(rules.slots):
        if Pilot.of(row, p).involved and Pilot.of(row, p).outfit.endurance > 0:
            return True
    return False


@kernel
def pilots_cards(row: Ints, slots: int) -> int:
    """Return the number of cards that the participating Pilots hold."""
    n = 0
    for p in range(slots):
        n += Pilot.of(row, p).hand_size if Pilot.of(row, p).involved else 0
    return n


@kernel
def look(row: Ints, rules: Rules) -> Look:
    """Read the inputs of the ratings."""
    seen = Seen.of(row)
    seat = which(seen.head.viewer)
    boss = commander_of(row, rules.slots)
    mine, table_ours, table_theirs = 0, 0, 0
    for c in range(FACES):
        mine += int(seen.head.hand[c])
        table_ours += 1 if seen.team.table[c] == 1 else 0
        table_theirs += 1 if seen.team.table[c] == -1 else 0
    side = 0 if seat == 0 else 1
    me = boss if seat == 0 else seat - 1
    pilot, coach = Pilot.of(row, me).strike, seen.coach_strike
    unbound = in_play(row, rules.unbound)
    pilots, coachs = pilots_cards(row, rules.slots), seen.coach_hand
    stage, rumble = which(seen.stage) + 1, seen.rumble
    threats = 0
    for t in range(MAX_THREATS):
        threats += 1 if seen.threats.rating[t] > 0 else 0
    return Look(
        side,
        me,
        boss,
        which(seen.phase),
        which(seen.top),
        stage,
        tier_of(stage),
        rumble,
        coach if side == 0 else pilot,
        pilot if side == 0 else (99 if unbound == 1 else coach),
        unbound if side == 0 else 1,
        (pilots if side == 0 else coachs) + table_theirs,
        (coachs if side == 0 else pilots) + table_ours,
        mine,
        seen.team.harmony,
        1 if may_rumble(row, rules, 1 - side, stage, rumble) else 0,
        in_play(row, rules.giant),
        threats,
    )


@kernel
def count_unseen(row: Ints, slots: int, copies: Ints, unseen: Ints) -> None:
    """Write the number of copies of every face that may be in the other side's hands, then their sum."""
    seen = Seen.of(row)
    total = 0
    for c in range(FACES):
        n = int(copies[c]) - int(seen.head.hand[c]) - int(seen.sealed[c])
        n -= int(seen.piles[c]) + int(seen.trash[c]) + abs(int(seen.team.table[c]))
        if slots > 1 and not seen.head.viewer[COACH]:
            for p in range(slots):
                n -= 0 if seen.head.viewer[1 + p] else int(Known.of(row, p, (slots,)).known[c])
        unseen[c] = max(0, n)
        total += max(0, n)
    unseen[FACES] = total


@kernel
def most_strikes(row: Ints) -> int:
    """Return the most Strikes that a Faction in play has."""
    seen = Seen.of(row)
    most = 0
    for f in range(MAX_FACTIONS):
        if seen.team.faction[f] == 1:
            most = max(most, int(seen.team.strikes[f]))
    return most


@kernel
def slack(pilot: Pilot) -> int:
    """Return the points of Trauma until a Commitment of a Pilot is at 0, if each point lowers the highest."""
    n = 1
    for k in range(4):
        now = int(pilot.gauges.commitment[k])
        n += max(0, now - 1)
        if now == 0 and pilot.gauges.commitment_max[k] > 0:
            return 0
    return n
