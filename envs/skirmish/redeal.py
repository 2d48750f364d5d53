"""Hidden information: dealing anew what a side cannot know of the other."""

from throwdown.envs.core import cardset
from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, calls, count_members, kernel, nth_member, pick, reset
from throwdown.envs.skirmish import commits
from throwdown.envs.skirmish.decisions import DECISIONS
from throwdown.envs.skirmish.state import CPU, HAND, KINDS, MCS, Phase, Side, State

_commit = DECISIONS.play_of(Phase.COMMIT, Phase.RANK, Phase.SHIFT)


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Deal the other side's hands anew, and what it has laid in secret.

    Whoever has begun a choice of several steps begins it anew: the viewer sees none of the first ones.
    """
    side = 1 - viewer
    if s.is_sealed:
        take_back(s, side)
    redeal_hands(s, side)
    if s.seat == side:
        begin_anew(s, side)
    elif s.is_sealed and side == Side.MCS:
        commit_anew(s, out)


@kernel
def take_back(s: State, side: int) -> None:
    """Take back what a side has laid in secret."""
    n = 0
    for k in range(s.lay_n):
        lay = s.lays[k]
        if (lay.owner == CPU) == (side == Side.CPU):
            if lay.card != NONE:
                s.hands[lay.owner].cards |= 1 << lay.card
            reset(lay)
        else:
            if n < k:
                commits.swap(s.lays[n], lay)
            n += 1
    s.lay_n = n
    if side == Side.MCS:
        s.reloading = 0


@kernel
def redeal_hands(s: State, side: int) -> None:
    """Deal as many cards to every hand of a side as it has, each not above what it is known to be at most."""
    d = s.teams[side].deck
    first, last = (CPU, CPU + 1) if side == Side.CPU else (0, MCS)
    for holder in range(first, last):
        d.cards[0] |= s.hands[holder].cards
        s.hands[holder].cards = 0
    for cap in range(KINDS):  # the tightest first, so that none is left without a card
        for holder in range(first, last):
            hand = s.hands[holder]
            for k in range(HAND):
                if hand.caps[k] == cap:
                    word = d.cards[0] & ((1 << (cap + 1)) - 1)
                    card = cardset.nth_bit(word, pick(s, cardset.popcount(word)))
                    cardset.remove(d.cards, card)
                    hand.cards |= 1 << card


@kernel
def begin_anew(s: State, side: int) -> None:
    """Let a side that decides begin with the first step of its choice."""
    if s.phase == Phase.LAY:
        s.by = NONE
        s.phase = Phase.TURN if s.actor != NONE else Phase.WINDOW
    elif s.is_sealed:
        s.card, s.rank, s.plays = NONE, 0, 0
        s.phase, s.by = Phase.COMMIT, CPU if side == Side.CPU else first_standing(s)


@kernel
def first_standing(s: State) -> int:
    """Return the first MC who stands."""
    for i in range(MCS):
        if s.processes[i].is_up:
            return i
    return 0


@kernel
def commit_anew(s: State, out: Out) -> None:
    """Let every MC lay anew, all that she may do as likely, while the CPU is laying."""
    by, plays, card, rank, phase, step = s.by, s.plays, s.card, s.rank, s.phase, s.step
    s.card, s.rank, s.seat = NONE, 0, Side.MCS
    for i in range(s.cfg.mcs):
        if s.processes[i].is_up:
            s.by, s.plays = i, 0
            ask(s, Phase.COMMIT)
            while s.asks:
                calls.legal(s, out)
                s.asks = False
                _commit(s, nth_member(out, pick(s, count_members(out))), out)
    s.by, s.plays, s.card, s.rank, s.step, s.seat = by, plays, card, rank, step, Side.CPU
    ask(s, phase)
