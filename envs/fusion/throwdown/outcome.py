"""The outcome: Rout, spoils, what they are worth, discard and draw (TS-104 to TS-132)."""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Named, Out, allow, allow_each, cardset, entry, kernel, reset, tell
from throwdown.envs.fusion.throwdown import drives
from throwdown.envs.fusion.throwdown.actions import BASIC, FOR_COACH, SPOIL_EFFECT, ULTIMATE, Act, Spoil
from throwdown.envs.fusion.throwdown.state import Event, Phase, Result, State, Step
from throwdown.envs.fusion.world import (
    agenda,
    book,
    choices,
    conflict,
    damage,
    deal,
    stakes,
    subjects,
    terms,
    triggers,
    usage,
)
from throwdown.envs.fusion.world.terms import COACH, MAX_HARMONY, Choice, Location


class Condition(Named):
    """Conditions under which spoils change something, as bits.

    The first three come again, shifted, for involved Pilots alone; `CHARGED` and `VULNERABLE` are always theirs.
    """

    UNCHARGED = 1 << 0
    UNBUFFERED = 1 << 1
    LOWERED = 1 << 2
    CHARGED = 1 << 3
    VULNERABLE = 1 << 4
    SPLITTABLE = 1 << 5
    RAISABLE = 1 << 10
    REPAIRABLE = 1 << 11
    RUINABLE = 1 << 12
    ALIVE = 1 << 13
    WOUNDED = 1 << 14
    INVESTABLE = 1 << 15
    STRIKABLE = 1 << 16
    SHORT = 1 << 17
    WAVES = 1 << 18
    STORMS = 1 << 19


TO_INVOLVED = 6
_CONDITIONS = {
    Spoil.CHARGEUP_SELF: Condition.UNCHARGED << TO_INVOLVED,
    Spoil.CHARGEUP_TEAM: Condition.UNCHARGED,
    Spoil.FAVOR: Condition.INVESTABLE,
    Spoil.DISFAVOR: Condition.STRIKABLE,
    Spoil.FORTIFY_SELF: Condition.UNBUFFERED << TO_INVOLVED,
    Spoil.FORTIFY_TEAM: Condition.UNBUFFERED,
    Spoil.PURGE: Condition.CHARGED,
    Spoil.RECOVER_SELF: Condition.LOWERED << TO_INVOLVED,
    Spoil.RECOVER_THREAT: Condition.WOUNDED,
    Spoil.REPLENISH: Condition.SHORT,
    Spoil.SCHISM_TEAM: Condition.SPLITTABLE,
    Spoil.TRAUMA_PILOT: Condition.VULNERABLE,
    Spoil.TRAUMA_THREAT: Condition.ALIVE,
    Spoil.WAVE: Condition.WAVES,
    Spoil.CHARGEUP_TEAM_FULL: Condition.UNCHARGED,
    Spoil.FORTIFY_TEAM_FULL: Condition.UNBUFFERED,
    Spoil.RALLY: Condition.RAISABLE | Condition.UNCHARGED,
    Spoil.REBUILD: Condition.REPAIRABLE,
    Spoil.RUIN: Condition.RUINABLE,
    Spoil.RECOVER_SELF_ALL: Condition.LOWERED << TO_INVOLVED,
    Spoil.RECOVER_THREAT_ALL: Condition.WOUNDED,
    Spoil.REPLENISH_FULL: Condition.SHORT,
    Spoil.STORM: Condition.STORMS,
}
NEEDS = np.array([_CONDITIONS[spoil] for spoil in Spoil], np.int64)
"""[spoil]: the conditions of which one must hold."""


@kernel
def is_routed(s: State, side: int) -> bool:
    """Return whether a side is taken out (TS-129 to TS-132, C-28, C-133)."""
    c = s.conflict
    if side == 0:
        for t in range(s.cfg.threats):
            if conflict.is_engaged(s, t):
                return False
        return True
    if c.rumble > 0 and s.world.endurance[c.head] == 0:
        return True
    boss = c.commander[1]
    if s.cfg.rout == 1:
        return damage.is_commitment_dead(s, boss)
    return s.cfg.rout == 2 and damage.commitments_left(s, boss) == 0


@kernel
def end_early(s: State, out: Out) -> None:
    """End a Throwdown by a Rout, the side to move first (C-131, C-132, C-147), or by the deck's end (C-15).

    A Rout is tested once every point of a trigger has landed and cuts off the rest of the ability (TS-129, C-146);
    the end of the deck waits until nothing of it is left.
    """
    if s.result != Result.RUNNING or s.stage == 0 or s.pending.waiting > 0:
        return
    if s.conflict.stopped:
        if not agenda.is_idle(s):
            return
        reset(s.pending)
        cardset.clear(s.fresh)
        s.conflict.rumble = 0
        s.result = Result.CALLED_OFF
        tell(out, Event.CALLED_OFF)
        s.step = Step.SPOILS
        return
    for k in range(2):
        side = s.side if k == 0 else 1 - s.side
        if is_routed(s, side):
            reset(s.pending)
            tell(out, Event.ROUTED, s.conflict.commander[side])
            drives.concede(s, side, out)
            return


@kernel
def is_alive(s: State, side: int) -> bool:
    """Return whether an involved member of a side is still up (TS-110, C-139)."""
    if side == 0:
        for t in range(s.cfg.threats):
            if conflict.is_engaged(s, t):
                return True
        return False
    for p in range(1, s.cfg.pilots + 1):
        if s.conflict.involved[p] and not damage.is_commitment_dead(s, p):
            return True
    return False


@kernel
def count_spoils(s: State) -> None:
    """Work out what each side may take (TS-106 to TS-110, C-134, C-135, C-138)."""
    winner, loser = s.winner, 1 - s.winner
    s.basic[winner] = s.stage
    s.ultimate[winner] = (1 if s.score[loser] == 0 else 0) + (2 if s.score[winner] == 127 else 0)
    s.basic[loser] = 1 if 2 * s.score[loser] > s.score[winner] and is_alive(s, loser) else 0
    s.ultimate[loser] = 0


@kernel
def pilots_open(s: State) -> int:
    """Return what could change for Pilots, as a word of conditions."""
    word, w, cfg = 0, s.world, s.cfg
    for p in range(1, cfg.pilots + 1):
        mine = 0
        if w.charges[p] < cfg.charge_max[p]:
            mine |= Condition.UNCHARGED
        if w.buffers[p] < cfg.buffer_max[p]:
            mine |= Condition.UNBUFFERED
        if triggers.lowered_commitments(s, p) != 0:
            mine |= Condition.LOWERED
        can_fall = damage.commitments_left(s, p) > 0
        if s.conflict.involved[p]:
            mine |= mine << TO_INVOLVED
            mine |= Condition.CHARGED if w.charges[p] > 0 else 0
            mine |= Condition.VULNERABLE if can_fall else 0
        if can_fall and not cfg.clip_schism:
            mine |= Condition.SPLITTABLE
        word |= mine
    return word


@kernel
def world_open(s: State, out: Out) -> int:
    """Return what could change apart from Pilots, as a word of conditions."""
    word, w, cfg = 0, s.world, s.cfg
    if w.harmony < MAX_HARMONY:
        word |= Condition.RAISABLE
    if w.harmony > 1:
        word |= Condition.SPLITTABLE
    if w.location == Location.DAMAGED:
        word |= Condition.REPAIRABLE
    if (terms.USABLE >> w.location) & 1:
        word |= Condition.RUINABLE
    for t in range(cfg.threats):
        if conflict.is_engaged(s, t):
            word |= (
                Condition.ALIVE if w.rating[t] == cfg.rating_max[t] else Condition.ALIVE | Condition.WOUNDED
            )
    if cfg.factions > 0:
        by = s.conflict.commander[s.taker]
        word |= (
            Condition.INVESTABLE
            if subjects.subjects(s, book.Kind.FAVOR, book.Target.NONE, by, NONE) != 0
            else 0
        )
        word |= (
            Condition.STRIKABLE
            if subjects.subjects(s, book.Kind.DISFAVOR, book.Target.NONE, by, NONE) != 0
            else 0
        )
    if cfg.resources > 0 and subjects.subjects(s, book.Kind.REPLENISH, book.Target.NONE, COACH, NONE) != 0:
        word |= Condition.SHORT
    if cfg.coach_assists:
        word |= Condition.WAVES if usage.threats_with(s, 0, book.MAX_WAVES, out) != 0 else 0
        word |= Condition.STORMS if usage.threats_with(s, book.MAX_WAVES, book.MAX_STORMS, out) != 0 else 0
    return word


@kernel
def useful_spoils(s: State, out: Out) -> int:
    """Return the spoils that the taking side may choose, as a word: those that would change something (C-136)."""
    side, word = s.taker, 0
    kinds = (BASIC if s.basic[side] > 0 else 0) | (ULTIMATE if s.ultimate[side] > 0 else 0)
    if kinds == 0:
        return 0
    kinds &= FOR_COACH if side == 0 else ~FOR_COACH
    open_to = pilots_open(s) | world_open(s, out)
    for kind in range(NEEDS.shape[0]):
        if NEEDS[kind] & open_to != 0:
            word |= 1 << kind
    return word & kinds


@kernel
def ask_spoils(s: State, out: Out) -> None:
    """Let the winner, then the loser choose its spoils (TS-104, C-137)."""
    if s.result == Result.CONCEDED:
        if s.taker == NONE:
            count_spoils(s)
            s.taker = s.winner
        while True:
            s.offer = useful_spoils(s, out)
            if s.offer != 0:
                ask(s, Phase.SPOIL)
                return
            if s.taker != s.winner:
                break
            s.taker = 1 - s.winner
    measure(s)
    s.at = 0
    s.step = Step.DISCARDS


@kernel
def taker(s: State) -> int:
    """Return the Commander of the side that takes spoils."""
    return int(s.conflict.commander[s.taker])


@kernel
def legal_spoils(s: State, out: Out) -> None:
    """What is offered, or no more."""
    allow_each(out, Act.SPOIL, s.offer)
    allow(out, Act.SPOIL_NONE)


@kernel
def take_spoil(s: State, action: int, out: Out) -> None:
    """Take a spoil, whose effect is carried out next (TS-112 to TS-127), or waive those that are left."""
    if action == Act.SPOIL_NONE:
        tell(out, Event.SPOILS_WAIVED, s.seat, amount=s.basic[s.taker] + s.ultimate[s.taker])
        s.basic[s.taker] = 0
        s.ultimate[s.taker] = 0
        return
    kind = action - Act.SPOIL
    if (BASIC >> kind) & 1:
        s.basic[s.taker] -= 1
    else:
        s.ultimate[s.taker] -= 1
    tell(out, Event.SPOIL_TAKEN, s.seat, amount=kind)
    agenda.fire(s, SPOIL_EFFECT[kind, 0], SPOIL_EFFECT[kind, 1], SPOIL_EFFECT[kind, 2], s.seat)


@kernel
def measure(s: State) -> None:
    """Work out the Pilots' stakes: half the win, half what changed hands (see the docs on rewards)."""
    if s.result == Result.CALLED_OFF:
        s.stakes = 0.0
        return
    s.stakes = (0.5 if s.winner == 1 else -0.5) + stakes.weigh_changes(s, s.start)


@kernel
def seat_in_order(s: State, k: int) -> int:
    """Return who comes k-th in the final step: the winner's side first, Commanders before the others (C-148)."""
    first = s.winner if s.winner != NONE else (0 if s.challenger == COACH else 1)
    if k == (0 if first == 0 else s.cfg.pilots):
        return COACH
    j = k - 1 if first == 0 else k
    boss = s.conflict.commander[1] if s.conflict.commander[1] != NONE else 1
    if j == 0:
        return boss
    return j if j < boss else j + 1


@kernel
def ask_discards(s: State, out: Out) -> None:
    """Have everybody discard down to Max, then draw up to Max, and clear the Piles away (TS-128, C-148)."""
    if s.cfg.final_step:
        while s.at <= s.cfg.pilots:
            p = dropper(s)
            if deal.hand_size(s, p) > deal.hand_max(s, p):
                ask(s, Phase.DISCARD)
                return
            s.at += 1
        for k in range(s.cfg.pilots + 1):
            p = seat_in_order(s, k)
            deal.draw(s, p, deal.hand_max(s, p) - deal.hand_size(s, p), out)
    for i in range(s.pile_n):
        deal.to_trash(s, s.pile_by[i], s.pile_card[i])
    s.pile_n = 0
    tell(
        out,
        Event.THROWDOWN_ENDED,
        s.conflict.commander[s.winner] if s.winner != NONE else NONE,
        amount=s.result,
    )
    s.step = Step.END


@kernel
def end(s: State, out: Out) -> None:
    """Nothing follows any more."""
    s.phase, s.over = Choice.OVER, True


@kernel
def dropper(s: State) -> int:
    """Return the seat at which the final step stands."""
    return seat_in_order(s, s.at)


@kernel
def drop(s: State, action: int, out: Out) -> None:
    """Discard a card in the final step; Coach may be allowed to invest it instead (TS-128, C-71)."""
    p, c = s.seat, action - choices.Act.DISCARD
    t = poorest_threat(s) if p == COACH and s.cfg.invest_leftovers else NONE
    if t == NONE:
        deal.discard(s, p, c, out)
        return
    cardset.remove(s.world.hand[COACH], c)
    cardset.add(s.world.stack[t], c)
    tell(out, terms.Event.CARD_INVESTED, COACH, card=c, amount=t, seen=1 << COACH)


@kernel
def poorest_threat(s: State) -> int:
    """Return the Threat in play with the fewest invested cards, or NONE."""
    best = NONE
    for t in range(s.cfg.threats):
        if s.world.rating[t] > 0:
            if best == NONE or cardset.size(s.world.stack[t]) < cardset.size(s.world.stack[best]):
                best = t
    return best


@entry
def complete_spoils(states: np.ndarray, counts: bool, offers: bool, measures: bool, outs: np.ndarray) -> None:
    """Work out, in a position set up from outside, what each side may take, what is offered and what it was worth."""
    s: State = states[0]
    out: Out = outs[0]
    if counts:
        count_spoils(s)
    if offers:
        s.offer = useful_spoils(s, out)
    if measures:
        measure(s)
