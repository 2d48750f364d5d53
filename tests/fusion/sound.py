"""What holds of every state of FUSION's games: gauges keep their bounds, and nothing outlasts its use."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.fusion.gambit.state import State as GambitState
from throwdown.envs.fusion.pile.state import Assist, Phase as PilePhase, State as PileState
from throwdown.envs.fusion.session.positions.position import part_of
from throwdown.envs.fusion.throwdown.state import Phase, State, Step
from throwdown.envs.fusion.world.cards import cards_in
from throwdown.envs.fusion.world.terms import SHARED_PHASES, Choice

WAITING = ("schism", "form", "endurance", "ruin", "trauma", "purge", "threat_trauma", "disfavor")
IDLE = (*WAITING, "waiting", "kind", "asked", "depth", "left", "pay")
BOUNDED = (
    ("commitment", "commitment_max"),
    ("charges", "charge_max"),
    ("buffers", "buffer_max"),
    ("endurance", "endurance"),
    ("rating", "rating_max"),
    ("threat_buffers", "threat_buffer_max"),
    ("favor_n", "favor_max"),
    ("resource", "resource_max"),
)
HANDED = (Phase.GIVE, Phase.RETURN)


def conflict_in(s: Any) -> Any:
    """Return the conflict of a state: of a session, the part that holds the world."""
    return s if "world" in s.dtype.names else part_of(s)[0]


def is_within(cards: Any, others: Any) -> bool:
    """Return whether all of some cards are among others; the last axis is that of the two words."""
    return not (np.asarray(cards) & ~np.asarray(others)).any()


def assert_sound(state: Any) -> None:
    """See that a state could have come about."""
    s = conflict_in(state)
    assert_bounded(s)
    assert_pending(s)
    if s.cfg.decks == 2:
        assert_apart(s)
    names = s.dtype.names
    if set(State.dtype.names) <= set(names):
        assert_stages(s)
    elif set(PileState.dtype.names) <= set(names):
        assert_pile(s)
    elif set(GambitState.dtype.names) <= set(names) and s.over:
        left = [int(s.blind), int(s.threshold), int(s.played), *s.sealed.tolist()]
        assert set(left) == {NONE}, "the table is cleared"


def assert_bounded(s: Any) -> None:
    """No gauge is below 0 or above its most, and who knows of a card in a hand is right."""
    w, cfg = s.world, s.cfg
    for name, most in BOUNDED:
        top = w[most] if most == "commitment_max" else cfg[most]
        assert (w[name] >= 0).all() and (w[name] <= top).all(), name
    assert (w.favor_hidden >= 0).all() and (w.favor_hidden <= w.favor_n).all()
    assert (w.strikes >= 0).all() and (w.strikes <= 3).all() and 1 <= w.harmony <= 7
    assert (s.conflict.strike >= 0).all() and (s.conflict.strike <= 15).all()
    held = w.hand[1:].copy()
    for p in np.flatnonzero(s.sealed[1:] != NONE):  # which card lies there face-down, nobody knows
        cardset.add(held[p], int(s.sealed[p + 1]))
    assert is_within(w.known, held[np.newaxis]), "a card known to be in a hand is there"
    assert not w.known[range(7), range(7)].any()


def assert_apart(s: Any) -> None:
    """Where Coach and the Pilots have a deck each, every card is where its deck's cards may be (C-16)."""
    w, cfg = s.world, s.cfg
    found: tuple[Counter[int], Counter[int]] = Counter(), Counter()
    for d in range(2):
        deck = w.decks[d]
        found[d].update(
            [*cards_in(deck.cards), *cards_in(deck.trash), *deck.ahead[: int(deck.ahead_n)].tolist()]
        )
    for p in range(int(cfg.pilots) + 1):
        found[min(p, 1)].update([*cards_in(w.hand[p]), int(s.sealed[p])])
    for name, d in (("blind", 0), ("threshold", 0), ("played", 1)):
        found[d].update([int(s[name])] if name in s.dtype.names else [])
    for t in range(int(cfg.threats)):
        found[0].update(cards_in(w.stack[t]))
    found[0].update(cards_in(w.extra))
    for f in range(int(cfg.factions)):
        found[0 if cfg.favor_coach[f] else 1].update(w.favor[f, : int(w.favor_n[f])].tolist())
    if "pile_card" in s.dtype.names:
        for c, by in zip(s.pile_card[: int(s.pile_n)], s.pile_by, strict=False):
            found[min(int(by), 1)].update([int(c)])
    for d in range(2):
        suited = {c: n for c, n in found[d].items() if 0 <= c < FACES}
        assert suited == Counter(c for c in cards_in(cfg.faces[d]) if c < FACES)


def assert_pending(s: Any) -> None:
    """The points that wait are counted, and nothing waits where play has gone on (C-27, C-36)."""
    d = s.pending
    assert int(d.waiting) == sum(int(np.sum(d[name])) for name in WAITING)
    is_paying = "owed" in s.dtype.names and s.phase == PilePhase.FUSION_PAY
    if s.over or (not SHARED_PHASES >> int(s.phase) & 1 and not is_paying):
        assert {name for name in IDLE if np.any(d[name])} == set() and int(d.fate) == NONE


def assert_stages(s: Any) -> None:
    """What belongs to one part of a Throwdown in stages is not there in another."""
    hand = s.world.hand[s.conflict.head] if s.conflict.head != NONE else np.zeros(2, np.int64)
    assert is_within(s.fresh, hand)
    assert s.phase in (Phase.SHARE, Phase.SHARE_TO, *Choice) or not s.fresh.any()
    assert (s.phase == Phase.SHARE_TO) == (s.shared != NONE)
    if s.stage > 0:
        assert s.leaving == 0 and set(s.sealed.tolist()) == {NONE}
    assert s.step in (Step.GIVES, Step.RETURNS) or not s.given.any()
    if s.over:
        assert s.pile_n == 0, "every Pile ends in the Trash (PL-04)"


def assert_pile(s: Any) -> None:
    """What belongs to one decision, turn or part of a fight on the Pile is not there in another."""
    assert is_within(s.received, s.world.hand)
    came = (s.received != 0).any(axis=-1)
    assert not s.received_from[~came & (s.passed == 0)].any()
    is_assist = s.phase in (PilePhase.ASSIST_DISCARD, PilePhase.ASSIST_PASS)
    assert (s.assist != Assist.NONE) == is_assist
    assert s.phase == PilePhase.PARTNER or s.phase == PilePhase.FUSION_PAY or s.owner == NONE
    assert (s.owed > 0) == (s.phase == PilePhase.FUSION_PAY)
    bosses = s.fused[s.fused != NONE]
    assert (s.fused[bosses] == bosses).all(), "a Fusion's leader leads herself"
    if s.result != 0:
        assert s.blind == NONE and set(s.sealed.tolist()) == {NONE}
    if s.over:
        assert s.pile_n == 0 and not s.strife.any() and not s.conflict.payload.any()
