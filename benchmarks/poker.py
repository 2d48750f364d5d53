"""Kuhn and Leduc poker as games of the kit: small, and their solutions are known.

The first player sits in Coach's seat. Rules, stakes and limits are OpenSpiel's ``kuhn_poker`` and ``leduc_poker``.
"""

from __future__ import annotations

from throwdown.envs.core.kit import ActionLayout, Field, Fields, Game, Kernels, Out, Setup, kernel, single
from throwdown.envs.core.records import Ints, int8, int64
from throwdown.envs.core.rng import pick
from throwdown.envs.core.state import GameState

FOLD, CALL, RAISE = range(3)


class State(GameState):
    """A hand of Kuhn or Leduc poker."""

    is_leduc: int = int64("1: two cards of each of the three ranks, and a second round", kept=True)
    kinds: int = int64("of cards that can be told apart: 3 ranks, or 6 cards", kept=True)
    left: Ints = int8("cards in the deck by kind", 6)
    hand: Ints = int8("each seat's card", 2)
    shared: int = int8("the open card, or -1 before the second round")
    paid: Ints = int8("chips paid by each seat", 2)
    raises: int = int8("raises in this round")
    acted: int = int8("actions in this round")
    folded: int = int8("the seat that folded, or -1")


@kernel
def draw(s: State) -> int:
    """Take a card and return its kind."""
    total = 0
    for kind in range(s.kinds):
        total += s.left[kind]
    k, kind = pick(s, total), 0
    while k >= s.left[kind]:
        k -= s.left[kind]
        kind += 1
    s.left[kind] -= 1
    return kind


@kernel
def setup(s: State, out: Out) -> None:
    """Deal a card each for an ante of 1."""
    for kind in range(s.kinds):
        s.left[kind] = (6 if s.is_leduc else 3) // s.kinds
    s.hand[0], s.hand[1] = draw(s), draw(s)
    s.shared, s.folded, s.seat, s.over, s.phase = -1, -1, 0, False, 0
    s.paid[0], s.paid[1] = 1, 1
    s.raises, s.acted = 0, 0


@kernel
def legal(s: State, out: Out) -> None:
    """Fold where there is something to call, raise while raises are left."""
    word = 1 << CALL
    if s.paid[s.seat] < s.paid[1 - s.seat]:
        word |= 1 << FOLD
    if s.raises < (2 if s.is_leduc else 1):
        word |= 1 << RAISE
    out.words[0] = word


@kernel
def apply(s: State, action: int, out: Out) -> None:
    """Fold, call or raise; a round ends when all are called and both have acted."""
    me = s.seat
    s.acted += 1
    if action == FOLD:
        s.folded, s.over = me, True
        return
    s.paid[me] = s.paid[1 - me]
    if action == RAISE:
        size = 1 if s.is_leduc == 0 else (4 if s.phase else 2)
        s.paid[me] += size
        s.raises += 1
    elif s.acted > 1:
        if s.is_leduc == 0 or s.phase == 1:
            s.over = True
            return
        s.phase, s.shared, s.raises, s.acted, s.seat = 1, draw(s), 0, 0, 0
        return
    s.seat = 1 - me


@kernel
def strength(s: State, seat: int) -> int:
    """Return how good a hand is; a pair beats all others."""
    rank = int(s.hand[seat] * 3 // s.kinds)
    return rank + (10 if s.shared >= 0 and rank == s.shared * 3 // s.kinds else 0)


@kernel
def returns(s: State, out: Out) -> None:
    """Give the loser's chips to the winner."""
    gain = 0.0
    if s.folded >= 0:
        gain = -float(s.paid[0]) if s.folded == 0 else float(s.paid[1])
    elif strength(s, 0) != strength(s, 1):
        gain = float(s.paid[1]) if strength(s, 0) > strength(s, 1) else -float(s.paid[0])
    out.returns[0], out.returns[1] = gain, -gain


@kernel
def observe(s: State, viewer: int, out: Out) -> None:
    """Write what a player sees."""
    out.row[0] = s.hand[viewer]
    out.row[1] = s.shared
    out.row[2], out.row[3] = s.paid[0], s.paid[1]
    out.row[4], out.row[5], out.row[6] = s.raises, s.acted, s.phase


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Draw the other's card anew."""
    s.left[s.hand[1 - viewer]] += 1
    s.hand[1 - viewer] = draw(s)


GAME = Game(
    id="poker",
    title="Kuhn and Leduc poker",
    state=State,
    kernels=Kernels(setup, legal, apply, returns, observe, redeal),
    actions=ActionLayout(
        [[single("fold", "give up"), single("call", "or check"), single("raise", "or bet")]]
    ),
    fields=Fields([Field("all", 7, -1, 20, "hand, shared card, chips of both, raises, actions, round")]),
    phases=("first", "second"),
    events=(),
    text=None,  # type: ignore[arg-type]
    make_setup=None,  # type: ignore[arg-type]
    scenarios=("poker",),
    rules_version="1",
)


def poker(is_leduc: bool, suits: bool = False) -> Setup:
    """Return Leduc poker, or Kuhn's; with ``suits`` Leduc tells the two cards of a rank apart."""
    template = GAME.allocate(1)
    template["is_leduc"], template["kinds"] = is_leduc, 6 if suits else 3
    return Setup(GAME, "poker", ("coach_0", "pilot_0"), ("coach", "pilot"), template, {})
