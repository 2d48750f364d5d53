"""Whom and what an effect may concern, as words over subjects."""

from __future__ import annotations

from throwdown.envs.core.kit import Named, as_bits, cardset, kernel
from throwdown.envs.fusion.world import book, conflict, deal, terms, triggers
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import COACH, Faction


class Subject(Named):
    """Whom or what an effect may concern, as bits of one word.

    Where Pilots (seat - 1), Threats, Factions and Resources begin; Coach himself, who is never a choice, comes
    last.
    """

    PILOTS = 0
    THREATS = terms.MAX_PILOTS
    FACTIONS = terms.MAX_PILOTS + terms.MAX_THREATS
    RESOURCES = terms.MAX_PILOTS + terms.MAX_THREATS + terms.MAX_FACTIONS
    COACH = terms.MAX_PILOTS + terms.MAX_THREATS + terms.MAX_FACTIONS + terms.MAX_RESOURCES


ON_THREATS = as_bits((book.Kind.TRAUMA, book.Kind.RECOVER))
"""Kinds that may hit Threats (ME-65, TS-116)."""


@kernel
def subjects(s: ConflictState, kind: int, aim: int, by: int, source: int) -> int:
    """Return whom or what an effect may concern now, as a word over subjects."""
    if kind == book.Kind.FAVOR or kind == book.Kind.DISFAVOR:
        return faction_word(s, kind, by)
    if kind == book.Kind.REPLENISH:
        return resource_word(s)
    if kind == book.Kind.SCHISM or kind == book.Kind.STRIFE:
        return 1 << (by - 1) if by != COACH and aim == book.Target.SELF else cardset.ONE << Subject.COACH
    is_for_all = (
        kind == book.Kind.RALLY
        or kind == book.Kind.REBUILD
        or kind == book.Kind.RUIN
        or kind == book.Kind.TARRY
    )
    if is_for_all or kind == book.Kind.REVEAL or kind == book.Kind.BREAK or (book.FOR_FORM >> kind) & 1 != 0:
        return cardset.ONE << Subject.COACH
    if aim == book.Target.THREAT or (
        aim == book.Target.OPPONENT and by != COACH and (ON_THREATS >> kind) & 1 != 0
    ):
        return threat_word(s, kind, aim)
    if aim == book.Target.SELF and by == COACH and (ON_THREATS >> kind) & 1 != 0:
        return threat_word(s, kind, aim) & (cardset.ONE << (Subject.THREATS + max(0, source)))
    word = seats_word(s, aim, by)
    is_harm = by == COACH or (book.HARMS >> kind) & 1 != 0
    if is_harm and (aim == book.Target.PILOT or aim == book.Target.CHOICE):
        word &= exposed(s)
    if (aim == book.Target.CHOICE or aim == book.Target.EACH) and (ON_THREATS >> kind) & 1 != 0:
        word |= threat_word(s, kind, aim)
    return useful(s, kind, word)


@kernel
def seats_word(s: ConflictState, aim: int, by: int) -> int:
    """Return the seats that a target names: Pilots as subjects, or Coach."""
    everyone = (1 << s.cfg.pilots) - 1
    if aim == book.Target.COACH or (aim == book.Target.OPPONENT and by != COACH):
        return cardset.ONE << Subject.COACH
    if aim == book.Target.OPPONENT or aim == book.Target.COMMANDER:
        return cardset.ONE << (conflict.leader(s) - 1)
    if aim == book.Target.SELF or aim == book.Target.NONE:
        return cardset.ONE << (by - 1 if by != COACH else Subject.COACH)
    if aim == book.Target.ALLY or aim == book.Target.INVOLVED:
        word = 0
        for p in range(1, s.cfg.pilots + 1):
            if s.conflict.involved[p] and (p != by or aim == book.Target.INVOLVED):
                word |= cardset.ONE << (p - 1)
        return word
    return everyone


@kernel
def exposed(s: ConflictState) -> int:
    """Return the Pilots whom damage and Coach's abilities may be aimed at: who stays out, is out of it (TS-27)."""
    word = 0
    for p in range(1, s.cfg.pilots + 1):
        if s.conflict.involved[p] or s.conflict.reaches_all:
            word |= cardset.ONE << (p - 1)
    return word


@kernel
def useful(s: ConflictState, kind: int, word: int) -> int:
    """Return those of the Pilots in a word for whom an effect would change something, which is public."""
    w, cfg, left = s.world, s.cfg, word & ((cardset.ONE << terms.MAX_PILOTS) - 1)
    while left != 0:
        p = cardset.lowest(left) + 1
        left &= left - 1
        keep = True
        if kind == book.Kind.CHARGEUP:
            keep = w.charges[p] < cfg.charge_max[p]
        elif kind == book.Kind.FORTIFY:
            keep = w.buffers[p] < cfg.buffer_max[p]
        elif kind == book.Kind.RECOVER:
            keep = triggers.lowered_commitments(s, p) != 0
        elif kind == book.Kind.PURGE:
            keep = w.charges[p] > 0
        elif kind == book.Kind.TRAUMA:
            keep = can_suffer(s, p)
        elif kind == book.Kind.REPAIR:
            keep = w.endurance[p] > 0 and w.endurance[p] < cfg.endurance[p]
        elif kind == book.Kind.DISCARD or kind == book.Kind.BURN:
            keep = deal.hand_size(s, p) > 0
        if not keep:
            word &= ~(cardset.ONE << (p - 1))
    return word


@kernel
def can_suffer(s: ConflictState, p: int) -> bool:
    """Return whether a Pilot has a Commitment, or in the Final Form a Robo, left to suffer Trauma."""
    if conflict.in_form(s, p):
        return bool(s.world.endurance[p] > 0)
    for k in range(4):
        if s.world.commitment[p, k] > 0:
            return True
    return False


@kernel
def threat_word(s: ConflictState, kind: int, aim: int) -> int:
    """Return the Threats in play whom an effect would change: those that take part, *each* of them all (ORC-22)."""
    word = 0
    for t in range(s.cfg.threats):
        rating = s.world.rating[t]
        is_meant = conflict.is_engaged(s, t) or (rating > 0 and aim == book.Target.EACH)
        if is_meant and (kind != book.Kind.RECOVER or rating < s.cfg.rating_max[t]):
            word |= cardset.ONE << (Subject.THREATS + t)
    return word


@kernel
def can_invest(s: ConflictState, f: int, by: int) -> bool:
    """Return whether a Pilot could invest in a Faction or take a Strike off it (ME-20, ME-21, C-23)."""
    w = s.world
    if s.cfg.unstrike and w.strikes[f] > 0:
        return True
    return deal.hand_size(s, by) > 0 and w.favor_n[f] < min(terms.MAX_FAVOR, s.cfg.favor_max[f])


@kernel
def faction_word(s: ConflictState, kind: int, by: int) -> int:
    """Return the Factions that +Favor or +Disfavor may concern: revealed ones (SY-02)."""
    word = 0
    investor = by if by != COACH else conflict.leader(s)
    for f in range(s.cfg.factions):
        if s.world.faction[f] == Faction.IN_PLAY and (
            kind == book.Kind.DISFAVOR or can_invest(s, f, investor)
        ):
            if kind == book.Kind.DISFAVOR or not s.cfg.favor_coach[f]:
                word |= cardset.ONE << (Subject.FACTIONS + f)
    return word


@kernel
def resource_word(s: ConflictState) -> int:
    """Return the Resources below their maximum."""
    word = 0
    for r in range(s.cfg.resources):
        if s.world.resource[r] < s.cfg.resource_max[r]:
            word |= cardset.ONE << (Subject.RESOURCES + r)
    return word
