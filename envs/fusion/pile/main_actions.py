"""The rotation of turns and the Main actions: Push, Beat-Back, Fold, and both Assists (TP-40 to TP-74)."""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, Out, emit
from throwdown.envs.core.jit import fill, kernel, wide
from throwdown.envs.fusion.pile.actions import (
    BEAT_PAGE,
    CARD_ASSIST_BIT,
    FOLD,
    OTHER_PAGE,
    PUSH_PAGE,
    STRIKE_ASSIST_BIT,
)
from throwdown.envs.fusion.pile.state import (
    ASSIST_DISCARD,
    ASSIST_PASS,
    BEGIN,
    CARD_ASSIST,
    E_ASSISTED,
    E_BEATEN,
    E_FOLDED,
    E_GIVEN,
    E_LENT,
    E_PILE_WON,
    E_PUSHED,
    E_TURN,
    FOUGHT,
    LAST_TURN,
    NO_ASSIST,
    SPOILS,
    TURN,
    State,
)
from throwdown.envs.fusion.pile.table import (
    add_strife,
    find_leaders,
    holder_of,
    is_up,
    lay,
    next_ally,
    next_turn,
    own_count,
    play_word,
    strike_of,
    take_out,
    top_card,
    top_owner,
)
from throwdown.envs.fusion.world.deal import discard, hand_over, to_trash
from throwdown.envs.fusion.world.order import BEATS, BLOCKS, DIFFERENCE, WITHIN
from throwdown.envs.fusion.world.state import COACH

# Turns ---------------------------------------------------------------------------------------------------------------


@kernel
def is_decided(s: State) -> bool:
    """Return whether everybody who has not Folded stands with the owner of the top card (C-46 to C-48)."""
    side = s.side[top_owner(s)]
    for p in range(s.cfg.pilots + 1):
        if is_up(s, p) and s.side[p] != side:
            return False
    return True


@kernel
def begin_turn(s: State, out: Out) -> None:
    """Hand the turn to the next seat, or end the fight (TP-40, TP-45, C-46)."""
    if s.conflict.stopped == 1:
        for p in range(s.cfg.pilots + 1):
            fold_one(s, p, out)
    if is_decided(s):
        win(s, out)
        return
    p = next_turn(s, wide(s.turn))
    fill(s.conflict.turn_used, 0)
    fill(s.conflict.threat_used, 0)
    s.done = 0
    s.turns += 1
    s.turn = p
    s.step = TURN
    emit(out, E_TURN, p, NONE, strike_of(s, p), EVERYONE, 0)


@kernel
def end_turn(s: State) -> None:
    """End the turn: what was received for it is over (C-61, TP-59)."""
    p = wide(s.turn)
    for q in range(s.cfg.pilots + 1):
        if q == p or s.fused[q] == p:
            s.conflict.bonus[q] = 0
    end_chain(s, p)
    s.step = BEGIN


@kernel
def end_chain(s: State, p: int) -> None:
    """What a Pilot received by Assists is no longer part of a chain."""
    s.modifier[p] = 0
    s.passed[p] = 0
    cardset.clear(s.received[p])


@kernel
def win(s: State, out: Out) -> None:
    """The side of the top card's owner wins, and she leads it (TP-03, TP-90, C-48, C-49)."""
    find_leaders(s)
    s.winner = s.side[top_owner(s)]
    s.result = FOUGHT
    s.step = SPOILS
    emit(out, E_PILE_WON, top_owner(s), NONE, s.pile_n, EVERYONE, 0)


# Push, Beat-Back, Fold -----------------------------------------------------------------------------------------------


@kernel
def is_unbound(s: State) -> bool:
    """Return whether a Threat in play lifts Coach's Strike limit (TP-14)."""
    for t in range(s.cfg.threats):
        if s.world.rating[t] > 0 and s.cfg.unbound[t] == 1:
            return True
    return False


@kernel
def legal_main(s: State, p: int, out: Out) -> None:
    """Write the Main actions of a seat (TP-46, TP-50, C-63)."""
    words = out.words
    words[OTHER_PAGE] |= cardset.ONE << FOLD
    if s.turns > LAST_TURN:
        return
    order, top, cards = wide(s.cfg.order), top_card(s), play_word(s, p)
    if p == COACH and not is_unbound(s):
        words[PUSH_PAGE] = cards & WITHIN[order, top // 4, strike_of(s, p)]
    else:
        words[PUSH_PAGE] = cards & BEATS[order, top // 4]
    if s.pile_n - s.pile_down > 1:
        words[BEAT_PAGE] = cards & BLOCKS[0, top]
    if p != COACH and next_ally(s, p) != NONE:
        own = own_count(s, p)
        if own > 0:
            words[OTHER_PAGE] |= cardset.ONE << STRIKE_ASSIST_BIT
        if own > 1:
            words[OTHER_PAGE] |= cardset.ONE << CARD_ASSIST_BIT


@kernel
def push(s: State, p: int, c: int, out: Out) -> None:
    """Beat the top of the Pile; a Pilot beyond her Strike causes Strife (TP-09 to TP-12, TP-71 to TP-73, C-54)."""
    gap = wide(DIFFERENCE[s.cfg.order, c // 4, top_card(s) // 4])
    is_over = gap > strike_of(s, p)
    take_out(s, p, c, out)
    lay(s, p, c)
    emit(out, E_PUSHED, p, c, gap, EVERYONE, 0)
    if p != COACH:
        n = 1 if is_over else 0
        if s.cfg.pvp == 2:
            n += 1  # every Push, doubly beyond Strike (TP-110, C-75)
        if n > 0:
            add_strife(s, p, n, out)
    end_turn(s)


@kernel
def beat_back(s: State, p: int, c: int, out: Out) -> None:
    """Tuck the top card and its equal face-down under the Pile (TP-60 to TP-63, C-50, C-51, C-56)."""
    take_out(s, p, c, out)
    n = wide(s.pile_n)
    beaten, by = top_card(s), top_owner(s)
    for i in range(n, 1, -1):
        s.pile_card[i] = s.pile_card[i - 2]
        s.pile_by[i] = s.pile_by[i - 2]
    s.pile_card[0] = c
    s.pile_by[0] = p
    s.pile_card[1] = beaten
    s.pile_by[1] = by
    s.pile_n = n + 1
    s.pile_down += 2
    emit(out, E_BEATEN, p, c, beaten, EVERYONE, 0)
    find_leaders(s)
    end_turn(s)


@kernel
def fold_one(s: State, p: int, out: Out) -> None:
    """A participant leaves; her cards stay hidden before her until the end (TP-64, TP-68)."""
    if is_up(s, p):
        s.folded[p] = 1
        emit(out, E_FOLDED, p, NONE, 1, EVERYONE, 0)


@kernel
def fold(s: State, out: Out) -> None:
    """Leave the Throwdown, with one's partners in a Fusion (TP-64, P-16)."""
    p = wide(s.turn)
    for q in range(s.cfg.pilots + 1):
        if q == p or s.fused[q] == p:
            fold_one(s, q, out)
    end_turn(s)


# Assists -------------------------------------------------------------------------------------------------------------


@kernel
def begin_assist(s: State, kind: int) -> None:
    """Announce an Assist; the card to discard comes first (TP-52, TP-53)."""
    s.assist = kind
    s.phase = ASSIST_DISCARD
    s.seat = s.turn


@kernel
def pay_assist(s: State, c: int, out: Out) -> bool:
    """Discard a card for an Assist; return whether another to pass must be chosen (TP-52, C-60)."""
    p = wide(s.turn)
    discard(s, holder_of(s, p, c), c, out)
    if s.assist == CARD_ASSIST:
        s.phase = ASSIST_PASS
        return True
    finish_assist(s, NONE, out)
    return False


@kernel
def finish_assist(s: State, c: int, out: Out) -> None:
    """Pass on what was received and what is added to it (TP-53 to TP-58, C-61, C-158)."""
    p = wide(s.turn)
    q = next_ally(s, p)
    emit(out, E_ASSISTED, p, NONE, q, EVERYONE, s.assist)
    while cardset.size(s.received[p]) > 0:
        d = cardset.nth(s.received[p], 0)
        cardset.remove(s.received[p], d)
        pass_card(s, p, p, q, d, out)
    if c != NONE:
        pass_card(s, p, holder_of(s, p, c), q, c, out)
    n = wide(s.modifier[p])
    if s.assist != CARD_ASSIST:
        n += wide(s.cfg.assist_strike[s.world.harmony])
    s.modifier[q] = max(-100, min(100, wide(s.modifier[q]) + n))
    if n != 0:
        emit(out, E_LENT, p, NONE, n, EVERYONE, q)
    s.assist = NO_ASSIST
    end_turn(s)


@kernel
def pass_card(s: State, p: int, holder: int, q: int, c: int, out: Out) -> None:
    """Hand a card to the next ally, seen by these two only (TP-52)."""
    hand_over(s, holder, q, c)
    cardset.add(s.received[q], c)
    s.passed[q] += 1
    emit(out, E_GIVEN, p, c, q, (1 << p) | (1 << q), 0)


@kernel
def leave_pile(s: State, i: int) -> None:
    """Take a card out of the Pile and lay it on the Trash."""
    to_trash(s, wide(s.pile_by[i]), wide(s.pile_card[i]))
    for j in range(i, s.pile_n - 1):
        s.pile_card[j] = s.pile_card[j + 1]
        s.pile_by[j] = s.pile_by[j + 1]
    s.pile_n -= 1
    s.pile_card[s.pile_n] = 0
    s.pile_by[s.pile_n] = 0
    if i < s.pile_down:
        s.pile_down -= 1
