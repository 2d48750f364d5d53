"""Sensible MCs and a sensible CPU for Skirmish.

- **Commit**: lay the card that hits most enemies, the lowest of these, since whoever comes first acts first; an Ace or
  a Joker is the low Ace. Reload with an empty hand, or when nothing held hits anybody. The CPU lays all that it may.
- **A turn**: use what is free, attack whom the card can bring down, or else whom it can hurt; walk closer, or change
  the loadout, until somebody can be hit. Who stands idle with points to spare and a small hand pays for a card.
- **Interrupts** are used as soon as they can be, on whoever has least HP left.
- **Team Hand**: give every card that climbs, and the first two.
- **The CPU** places its mobs where they reach the start, activates whom the card serves best, and pushes people down
  shafts.
"""

from __future__ import annotations

import numpy as np

from throwdown.agents.heuristics.rated import RatedAgent, config_of, tie_break, which
from throwdown.envs.core.kit import Bytes, Floats, Ints, Setup, act_of, entry, kernel
from throwdown.envs.skirmish import chart, state as st
from throwdown.envs.skirmish.actions import Act, process_of
from throwdown.envs.skirmish.obs import RANKS, Area, Process, Seen, process

FEW = 2
"""The largest hand with which to pay for more cards."""
FAR = 99


@kernel
def end_of(side: int, mcs: int, mobs: int) -> int:
    """Return the number after the last process of a side."""
    return mcs if side == 0 else st.MCS + mobs


@kernel
def area_of(one: Process) -> int:
    """Return a process's area."""
    return which(one.area)


@kernel
def is_hit(one: Process, target: Process, rank: int) -> bool:
    """Return whether a card of a rank lets one process hit another."""
    return rank == st.ACE or one.accuracy <= rank < target.evade


@kernel
def need(a: int, b: int, reach: int, is_flying: bool, sight: Ints, hops: Ints) -> int:
    """Return the approximate number of steps from ``a`` until ``b`` is in reach."""
    if sight[a, b] <= reach:
        return 0
    return int(hops[1 if is_flying else 0, a, b])


@kernel
def nearest(row: Ints, p: int, a: int, rank: int, sight: Ints, hops: Ints, mcs: int, mobs: int) -> int:
    """Return the steps from area ``a`` to the nearest enemy whom a card lets process ``p`` hit."""
    o, side = process(row, p, mcs), 0 if p >= st.MCS else 1
    best = FAR
    for q in range(0 if side == 0 else st.MCS, end_of(side, mcs, mobs)):
        t = process(row, q, mcs)
        if t.is_up and is_hit(o, t, rank):
            reach, is_flying = o.reach, o.flying
            best = min(best, need(a, area_of(t), reach, is_flying, sight, hops))
    return best


@kernel
def rank_of_slot(row: Ints, k: int) -> int:
    """Return the rank at which a card of the hand would be played; a Joker is an Ace."""
    return min(st.ACE, which(Seen.of(row).slots[k]) + 2)


@kernel
def victims(row: Ints, p: int, rank: int, mcs: int, mobs: int) -> int:
    """Return the number of enemies a card lets a process hit, wherever they are; an Ace counts double."""
    n, side = 0, 0 if p >= st.MCS else 1
    for q in range(0 if side == 0 else st.MCS, end_of(side, mcs, mobs)):
        t = process(row, q, mcs)
        if t.is_up and is_hit(process(row, p, mcs), t, rank):
            n += 1
    return 2 * n if rank == st.ACE else n


@kernel
def rate_commit(row: Ints, a: int, mcs: int, mobs: int) -> float:
    """Rate a card to commit."""
    seen = Seen.of(row)
    is_cpu = seen.viewer[st.Side.CPU]
    if a == Act.PASS:
        return 0.0
    if a == Act.RELOAD:
        return 1.0
    if a == Act.NO_CARD:
        return -1.0
    rank = rank_of_slot(row, a - Act.CARD)
    if not is_cpu:
        n = victims(row, which(seen.asked), rank, mcs, mobs)
        return 10.0 * n - 0.1 * rank if n > 0 else 0.5
    total = 0
    for k in range(mobs):
        if process(row, st.MCS + k, mcs).is_up:
            total += victims(row, st.MCS + k, rank, mcs, mobs)
    return 5.0 + 10.0 * total - 0.1 * rank


@kernel
def rate_target(row: Ints, p: int, q: int, rank: int, mcs: int) -> float:
    """Rate an enemy as a target: brought down, or else with little HP left."""
    o, t = process(row, p, mcs), process(row, q, mcs)
    damage = o.damage * (2 if rank == st.ACE else 1)
    if t.armored:
        damage = (damage + 1) // 2
    hp = t.hp
    return (20.0 if damage >= hp else 0.0) - 0.1 * hp


@kernel
def rate_turn(row: Ints, a: int, sight: Ints, hops: Ints, other: Ints, mcs: int, mobs: int) -> float:
    """Rate an action of a turn."""
    seen = Seen.of(row)
    p, rank = which(seen.actor), seen.active_rank
    o = process(row, p, mcs)
    here = area_of(o)
    can_attack = rank > 0 and not seen.has_attacked
    gap = nearest(row, p, here, rank, sight, hops, mcs, mobs) if can_attack else FAR
    what = act_of(Act, a)
    if what == Act.PASS:
        return 0.0
    if what == Act.AREA:
        area = a - Act.AREA
        is_fall = Area.of(row, area, (mcs, mobs)).falling
        if not can_attack or gap == 0 or (is_fall and not o.flying):
            return -1.0
        closer = nearest(row, p, area, rank, sight, hops, mcs, mobs)
        return 10.0 + gap - closer if closer < gap else -1.0
    if what == Act.MOB or what == Act.MC:
        q = process_of(a)
        if is_hit(o, process(row, q, mcs), rank):
            return 50.0 + rate_target(row, p, q, rank, mcs)
        return 1.0 if gap == FAR else -1.0
    if what == Act.BONUS:
        return 40.0
    if what == Act.PAY:
        return rate_pay(row, a - Act.PAY, mcs) if gap == FAR else -1.0
    if what == Act.SWAP:
        i = a - Act.SWAP
        is_own = i == p and 0 < gap < FAR
        reach = other[i, 1 - o.loadout]
        return 5.0 if is_own and can_reach(row, p, here, rank, int(reach), sight, mcs, mobs) else -1.0
    return 60.0 if what == Act.INTERRUPT else -1.0


@kernel
def can_reach(row: Ints, p: int, a: int, rank: int, reach: int, sight: Ints, mcs: int, mobs: int) -> bool:
    """Return whether another Range would reach an enemy whom the card hits."""
    for q in range(st.MCS, end_of(1, mcs, mobs)):
        t = process(row, q, mcs)
        if t.is_up and is_hit(process(row, p, mcs), t, rank):
            if sight[a, area_of(t)] <= reach:
                return True
    return False


@kernel
def rate_pay(row: Ints, k: int, mcs: int) -> float:
    """Rate buying a card for Move points: with few cards in hand."""
    p = k if Seen.of(row).viewer[st.Side.MCS] else st.MCS
    held = process(row, p, mcs).hand
    return 2.0 - 0.1 * held if held <= FEW or p == st.MCS else -1.0


@kernel
def rate_give(row: Ints, a: int) -> float:
    """Rate giving a card: it climbs, or it is one of the first two."""
    if a == Act.PASS:
        return 0.0
    seen, word, jokers, n, best = Seen.of(row), 0, 0, 0, 0
    for k in range(st.TEAM + 1):
        card = seen.active[:] if k == st.TEAM else seen.own.cards[k]
        rank = which(card)
        if rank == RANKS - 1:
            jokers += 1
        elif rank >= 0:
            word |= 1 << (4 * rank + which(card[RANKS:]))
        n += 1 if rank >= 0 else 0
    for k in range(len(st.Row)):
        if seen.own.rows[k]:
            best = k
    return 1.0 if n <= 2 or chart.row_of_word(word, jokers) > best else -1.0


@kernel
def rate_deploy(row: Ints, area: int, sight: Ints, hops: Ints, mcs: int, mobs: int, start: int) -> float:
    """Rate a place for a mob: where it reaches the start, the farther away the better."""
    o = process(row, which(Seen.of(row).asked), mcs)
    reach, is_flying = o.reach, o.flying
    steps = need(area, start, reach, is_flying, sight, hops)
    return -float(max(0, steps - o.move)) + 0.1 * min(6, int(sight[area, start]))


@kernel
def rate_activate(row: Ints, a: int, sight: Ints, hops: Ints, mcs: int, mobs: int) -> float:
    """Rate the process that a CPU card activates: one near a victim."""
    if a == Act.RELOAD:
        return -200.0
    p = process_of(a)
    gap = nearest(row, p, area_of(process(row, p, mcs)), Seen.of(row).active_rank, sight, hops, mcs, mobs)
    steps = process(row, p, mcs).move
    return -float(max(0, gap - steps)) + 0.1 * process(row, p, mcs).damage


@kernel
def rate_push(row: Ints, area: int, mcs: int, mobs: int) -> float:
    """Rate the destination of a push: down a shaft, or else away from the victim's friends."""
    there = Area.of(row, area, (mcs, mobs))
    return (10.0 if there.falling else 0.0) - 0.1 * there.mcs_here


@kernel
def rate_hack(a: int) -> float:
    """Rate a status: Exposed, then Jammed, Leak and Lag."""
    if a == Act.PASS:
        return -1.0
    k = a - Act.HACK
    if k == st.Status.EXPOSED:
        return 4.0
    return 3.0 if k == st.Status.JAMMED else 2.0 if k == st.Status.LEAK else 1.0


@kernel
def rate_yield(row: Ints, k: int) -> float:
    """Rate a card of the Team Hand to give up: one whose rank occurs once."""
    seen = Seen.of(row)
    rank, same = which(seen.own.cards[k]), 0
    for j in range(st.TEAM):
        if which(seen.own.cards[j]) == rank:
            same += 1
    return -1.0 * same


@kernel
def rate(row: Ints, a: int, sight: Ints, hops: Ints, other: Ints, mcs: int, mobs: int, start: int) -> float:
    """Rate a legal action."""
    phase = which(Seen.of(row).phase)
    if phase == st.Phase.COMMIT:
        return rate_commit(row, a, mcs, mobs)
    if phase == st.Phase.TURN:
        return rate_turn(row, a, sight, hops, other, mcs, mobs)
    if phase == st.Phase.WINDOW:
        what = act_of(Act, a)
        if what == Act.PAY:
            return rate_pay(row, a - Act.PAY, mcs)
        return 60.0 if what == Act.INTERRUPT else 0.0 if what == Act.PASS else -1.0
    if phase == st.Phase.ACTIVATE:
        return rate_activate(row, a, sight, hops, mcs, mobs)
    if phase == st.Phase.DEPLOY:
        return rate_deploy(row, a - Act.AREA, sight, hops, mcs, mobs, start)
    if phase == st.Phase.GIVE:
        return rate_give(row, a)
    if phase == st.Phase.HACK:
        return rate_hack(a)
    if phase == st.Phase.PUSH:
        return rate_push(row, a - Act.AREA, mcs, mobs)
    if phase == st.Phase.YIELD:
        return rate_yield(row, a - Act.YIELD)
    if phase == st.Phase.STORM:
        return float(Area.of(row, a - Act.AREA, (mcs, mobs)).mobs_here)
    if phase == st.Phase.TARGET or phase == st.Phase.PATCH:
        return -float(process(row, process_of(a), mcs).hp)
    return -float(a)


@entry
def choose(
    observations: np.ndarray,
    masks: np.ndarray,
    sight: Ints,
    hops: Ints,
    other: Ints,
    mcs: int,
    mobs: int,
    start: int,
    chances: Floats,
    out: Ints,
) -> None:
    """Write the best-rated legal action per row; a fraction of the chances breaks ties."""
    for i in range(observations.shape[0]):
        best = -1e9
        for a in range(masks.shape[1]):
            if masks[i, a] != 0:
                rating = rate(observations[i], a, sight, hops, other, mcs, mobs, start)
                rating += 1e-5 * tie_break(chances[i], a)
                if rating > best:
                    best, out[i] = rating, a


def hop_counts(cost: np.ndarray, falling: np.ndarray, is_flying: bool) -> Ints:
    """Return the least number of steps between areas, `FAR` where there is no way: int64, shape (areas, areas)."""
    n = len(cost)
    hops = np.full((n, n), FAR, np.int64)
    for a in range(n):
        hops[a, a] = 0
        for _ in range(n):
            for b in range(n):
                for c in range(n):
                    is_shut = falling[c] and not is_flying
                    if cost[b, c] and hops[a, b] + 1 < hops[a, c] and not is_shut:
                        hops[a, c] = hops[a, b] + 1
    return hops


class Heuristic(RatedAgent):
    """Plays as the docstring of this module says, in both roles; it has to be bound to a setup."""

    game = "skirmish-v0"
    numbers: tuple[Ints, Ints, Ints, int, int, int]

    def read(self, setup: Setup) -> None:
        """Read the numbers of a scenario."""
        cfg = config_of(setup)
        falling = np.array(cfg.falling)
        hops = [hop_counts(np.array(cfg[name]), falling, name == "flight") for name in ("cost", "flight")]
        other = np.array([cfg.sheets[cfg.mc[i]].reach for i in range(cfg.mcs)], np.int64)
        sight = np.array(cfg.sight, np.int64)
        counts = setup.counts
        self.numbers = sight, np.array(hops), other, counts["mc"], counts["mob"], int(cfg.start)

    def choose(self, observations: Bytes, masks: Bytes, chances: Floats, out: Ints) -> None:
        """Write the best-rated legal action of each row."""
        choose(observations, masks, *self.numbers, chances, out)
