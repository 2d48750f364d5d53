"""Whom and what an effect may concern, as words over subjects."""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.conflict import ConflictState, in_form, leader
from throwdown.envs.fusion.world.deal import hand_size
from throwdown.envs.fusion.world.state import (
    COACH,
    IN_PLAY,
    MAX_FACTIONS,
    MAX_FAVOR,
    MAX_PILOTS,
    MAX_RESOURCES,
    MAX_THREATS,
)
from throwdown.envs.fusion.world.triggers import lowered_commitments

PILOTS, THREATS, FACTIONS, RESOURCES = (
    0,
    MAX_PILOTS,
    MAX_PILOTS + MAX_THREATS,
    MAX_PILOTS + MAX_THREATS + MAX_FACTIONS,
)


SUBJECTS = RESOURCES + MAX_RESOURCES
"""Whom or what an effect may concern, as one word: Pilots (bit seat - 1), Threats, Factions, Resources."""


COACH_SUBJECT = SUBJECTS
"""Coach himself, who is never a choice."""


ON_THREATS = (1 << book.TRAUMA) | (1 << book.RECOVER)
"""Kinds that may hit Threats (ME-65, TS-116)."""


@kernel
def subjects(s: ConflictState, kind: int, aim: int, by: int, source: int) -> int:
    """Return whom or what an effect may concern now, as a word over subjects."""
    if kind == book.FAVOR or kind == book.DISFAVOR:
        return faction_word(s, kind, by)
    if kind == book.REPLENISH:
        return resource_word(s)
    if kind == book.SCHISM or kind == book.STRIFE:
        return 1 << (by - 1) if by != COACH and aim == book.SELF else cardset.ONE << COACH_SUBJECT
    is_for_all = kind == book.RALLY or kind == book.REBUILD or kind == book.RUIN or kind == book.TARRY_KIND
    if (
        is_for_all
        or kind == book.REVEAL
        or kind == book.BREAK
        or book.RUMBLE_STRIKE <= kind <= book.FORM_BUFFER
    ):
        return cardset.ONE << COACH_SUBJECT
    if aim == book.THREAT or (aim == book.OPPONENT and by != COACH and (ON_THREATS >> kind) & 1 != 0):
        return threat_word(s, kind)
    if aim == book.SELF and by == COACH and (ON_THREATS >> kind) & 1 != 0:
        return threat_word(s, kind) & (cardset.ONE << (THREATS + max(0, source)))
    word = seats_word(s, aim, by)
    if (aim == book.CHOICE or aim == book.EACH) and (ON_THREATS >> kind) & 1 != 0:
        word |= threat_word(s, kind)
    return useful(s, kind, word)


@kernel
def seats_word(s: ConflictState, aim: int, by: int) -> int:
    """Return the seats that a target names: Pilots as subjects, or Coach."""
    everyone = wide((1 << wide(s.cfg.pilots)) - 1)
    if aim == book.COACH_SEAT or (aim == book.OPPONENT and by != COACH):
        return cardset.ONE << COACH_SUBJECT
    if aim == book.OPPONENT or aim == book.COMMANDER:
        return cardset.ONE << (leader(s) - 1)
    if aim == book.SELF or aim == book.IMPLIED:
        return cardset.ONE << (by - 1 if by != COACH else COACH_SUBJECT)
    if aim == book.ALLY or aim == book.INVOLVED:
        word = wide(0)
        for p in range(1, s.cfg.pilots + 1):
            if s.conflict.involved[p] == 1 and (p != by or aim == book.INVOLVED):
                word |= cardset.ONE << (p - 1)
        return word
    return everyone


@kernel
def useful(s: ConflictState, kind: int, word: int) -> int:
    """Return those of the Pilots in a word for whom an effect would change something, which is public."""
    w, cfg, left = s.world, s.cfg, word & ((cardset.ONE << MAX_PILOTS) - 1)
    while left != 0:
        p = cardset.lowest(left) + 1
        left &= left - 1
        keep = True
        if kind == book.CHARGEUP:
            keep = w.charges[p] < cfg.charge_max[p]
        elif kind == book.FORTIFY:
            keep = w.buffers[p] < cfg.buffer_max[p]
        elif kind == book.RECOVER:
            keep = lowered_commitments(s, p) != 0
        elif kind == book.PURGE:
            keep = w.charges[p] > 0
        elif kind == book.TRAUMA:
            keep = can_suffer(s, p)
        elif kind == book.REPAIR:
            keep = w.endurance[p] > 0 and w.endurance[p] < cfg.endurance[p]
        elif kind == book.DISCARD or kind == book.BURN:
            keep = hand_size(s, p) > 0
        if not keep:
            word &= ~(cardset.ONE << (p - 1))
    return word


@kernel
def can_suffer(s: ConflictState, p: int) -> bool:
    """Return whether a Pilot has a Commitment, or in the Final Form a Robo, left to suffer Trauma."""
    if in_form(s, p):
        return bool(s.world.endurance[p] > 0)
    for k in range(4):
        if s.world.commitment[p, k] > 0:
            return True
    return False


@kernel
def threat_word(s: ConflictState, kind: int) -> int:
    """Return the Threats in play whom an effect would change."""
    word = wide(0)
    for t in range(s.cfg.threats):
        rating = s.world.rating[t]
        if rating > 0 and (kind != book.RECOVER or rating < s.cfg.rating_max[t]):
            word |= cardset.ONE << (THREATS + t)
    return word


@kernel
def can_invest(s: ConflictState, f: int, by: int) -> bool:
    """Return whether a Pilot could invest in a Faction or take a Strike off it (ME-20, ME-21, C-23)."""
    w = s.world
    if s.cfg.unstrike == 1 and w.strikes[f] > 0:
        return True
    return hand_size(s, by) > 0 and w.favor_n[f] < min(MAX_FAVOR, wide(s.cfg.favor_max[f]))


@kernel
def faction_word(s: ConflictState, kind: int, by: int) -> int:
    """Return the Factions that +Favor or +Disfavor may concern: revealed ones (SY-02)."""
    word = wide(0)
    investor = by if by != COACH else leader(s)
    for f in range(s.cfg.factions):
        if s.world.faction[f] == IN_PLAY and (kind == book.DISFAVOR or can_invest(s, f, investor)):
            if kind == book.DISFAVOR or s.cfg.favor_coach[f] == 0:
                word |= cardset.ONE << (FACTIONS + f)
    return word


@kernel
def resource_word(s: ConflictState) -> int:
    """Return the Resources below their maximum."""
    word = wide(0)
    for r in range(s.cfg.resources):
        if s.world.resource[r] < s.cfg.resource_max[r]:
            word |= cardset.ONE << (RESOURCES + r)
    return word
