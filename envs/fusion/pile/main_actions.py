"""The rotation of turns and the Main actions: Push, Beat-Back, Fold, and both Assists (TP-40 to TP-74)."""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow, allow_each, cardset, fill, kernel, tell
from throwdown.envs.fusion.pile import table
from throwdown.envs.fusion.pile.actions import Act
from throwdown.envs.fusion.pile.state import LAST_TURN, Assist, Event, Phase, Result, State, Step
from throwdown.envs.fusion.world import choices, deal
from throwdown.envs.fusion.world.order import BEATS, BLOCKS, DIFFERENCE, WITHIN
from throwdown.envs.fusion.world.terms import COACH

# Turns ---------------------------------------------------------------------------------------------------------------


@kernel
def is_decided(s: State) -> bool:
    """Return whether everybody who has not Folded stands with the owner of the top card (C-46 to C-48)."""
    side = s.side[table.top_owner(s)]
    for p in range(s.cfg.pilots + 1):
        if table.is_up(s, p) and s.side[p] != side:
            return False
    return True


@kernel
def begin_turn(s: State, out: Out) -> None:
    """Hand the turn to the next seat, or end the fight (TP-40, TP-45, C-46)."""
    if s.conflict.stopped:
        for p in range(s.cfg.pilots + 1):
            fold_one(s, p, out)
    if is_decided(s):
        win(s, out)
        return
    p = table.next_turn(s, s.turn)
    fill(s.conflict.turn_used, 0)
    fill(s.conflict.threat_used, 0)
    s.done = 0
    s.turns += 1
    s.turn = p
    s.step = Step.TURN
    tell(out, Event.TURN_BEGUN, p, amount=table.strike_of(s, p))


@kernel
def end_turn(s: State) -> None:
    """End the turn: what was received for it is over (C-61, TP-59)."""
    p = s.turn
    for q in range(s.cfg.pilots + 1):
        if q == p or s.fused[q] == p:
            s.conflict.bonus[q] = 0
    end_chain(s, p)
    s.step = Step.BEGIN


@kernel
def end_chain(s: State, p: int) -> None:
    """What a Pilot received by Assists is no longer part of a chain."""
    s.modifier[p] = 0
    s.passed[p] = 0
    cardset.clear(s.received[p])
    s.received_from[p] = 0


@kernel
def win(s: State, out: Out) -> None:
    """The side of the top card's owner wins, and she leads it (TP-03, TP-90, C-48, C-49)."""
    table.find_leaders(s)
    s.winner = s.side[table.top_owner(s)]
    s.result = Result.FOUGHT
    s.step = Step.SPOILS
    tell(out, Event.PILE_WON, table.top_owner(s), amount=s.pile_n)


# Push, Beat-Back, Fold -----------------------------------------------------------------------------------------------


@kernel
def is_unbound(s: State) -> bool:
    """Return whether a Threat in play lifts Coach's Strike limit (TP-14)."""
    for t in range(s.cfg.threats):
        if s.world.rating[t] > 0 and s.cfg.unbound[t]:
            return True
    return False


@kernel
def legal_main(s: State, p: int, out: Out) -> None:
    """Write the Main actions of a seat (TP-46, TP-50, C-63)."""
    allow(out, Act.FOLD)
    if s.turns > LAST_TURN:
        return
    order, top, cards = s.cfg.order, table.top_card(s), table.play_word(s, p)
    if p == COACH and not is_unbound(s):
        allow_each(out, Act.PUSH, cards & WITHIN[order, top // 4, table.strike_of(s, p)])
    else:
        allow_each(out, Act.PUSH, cards & BEATS[order, top // 4])
    if s.pile_n - s.pile_down > 1:
        allow_each(out, Act.BEAT_BACK, cards & BLOCKS[0, top])
    if p != COACH and table.next_ally(s, p) != NONE:
        own = table.own_count(s, p)
        if own > 0:
            allow(out, Act.STRIKE_ASSIST)
        if own > 1:
            allow(out, Act.CARD_ASSIST)


@kernel
def push(s: State, p: int, c: int, out: Out) -> None:
    """Beat the top of the Pile; a Pilot beyond her Strike causes Strife (TP-09 to TP-12, TP-71 to TP-73, C-54)."""
    gap = DIFFERENCE[s.cfg.order, c // 4, table.top_card(s) // 4]
    is_over = gap > table.strike_of(s, p)
    table.take_out(s, p, c, out)
    table.lay(s, p, c)
    tell(out, Event.PUSHED, p, card=c, amount=gap)
    if p != COACH:
        n = 1 if is_over else 0
        if s.cfg.pvp == 2:
            n += 1  # every Push, doubly beyond Strike (TP-110, C-75)
        if n > 0:
            table.add_strife(s, p, n, out)
    end_turn(s)


@kernel
def beat_back(s: State, p: int, c: int, out: Out) -> None:
    """Tuck the top card and its equal face-down under the Pile (TP-60 to TP-63, C-50, C-51, C-56)."""
    table.take_out(s, p, c, out)
    n = s.pile_n
    beaten, by = table.top_card(s), table.top_owner(s)
    for i in range(n, 1, -1):
        s.pile_card[i] = s.pile_card[i - 2]
        s.pile_by[i] = s.pile_by[i - 2]
    s.pile_card[0] = c
    s.pile_by[0] = p
    s.pile_card[1] = beaten
    s.pile_by[1] = by
    s.pile_n = n + 1
    s.pile_down += 2
    tell(out, Event.BEATEN_BACK, p, card=c, amount=beaten)
    table.find_leaders(s)
    end_turn(s)


@kernel
def fold_one(s: State, p: int, out: Out) -> None:
    """A participant leaves; her cards stay hidden before her until the end (TP-64, TP-68)."""
    if table.is_up(s, p):
        s.folded[p] = True
        tell(out, Event.FOLDED, p)


@kernel
def fold(s: State, out: Out) -> None:
    """Leave the Throwdown, with one's partners in a Fusion (TP-64, P-16)."""
    p = s.turn
    for q in range(s.cfg.pilots + 1):
        if q == p or s.fused[q] == p:
            fold_one(s, q, out)
    end_turn(s)


# Assists -------------------------------------------------------------------------------------------------------------


@kernel
def begin_assist(s: State, kind: int) -> None:
    """Announce an Assist; the card to discard comes first (TP-52, TP-53)."""
    s.assist = kind
    ask(s, Phase.ASSIST_DISCARD)


@kernel
def legal_assist_discards(s: State, out: Out) -> None:
    """Any card but those that came by an Assist (C-60)."""
    allow_each(out, choices.Act.DISCARD, table.own_word(s, s.turn))


@kernel
def pay_assist(s: State, action: int, out: Out) -> None:
    """Discard a card for an Assist; another to pass may come next (TP-52, C-60)."""
    p, c = s.turn, action - choices.Act.DISCARD
    deal.discard(s, table.holder_of(s, p, c), c, out)
    if s.assist == Assist.CARD:
        ask(s, Phase.ASSIST_PASS)
    else:
        finish_assist(s, NONE, out)


@kernel
def legal_passes(s: State, out: Out) -> None:
    """Any card but those that came by an Assist: they are passed on anyway (C-60)."""
    allow_each(out, Act.GIVE, table.own_word(s, s.turn))


@kernel
def pass_on(s: State, action: int, out: Out) -> None:
    """Choose the card to pass (TP-52)."""
    finish_assist(s, action - Act.GIVE, out)


@kernel
def finish_assist(s: State, c: int, out: Out) -> None:
    """Pass on what was received and what is added to it (TP-53 to TP-58, C-61, C-158)."""
    p = s.turn
    q = table.next_ally(s, p)
    tell(out, Event.ASSISTED, p, amount=q, number=s.assist)
    while cardset.size(s.received[p]) > 0:
        d = cardset.nth(s.received[p], 0)
        cardset.remove(s.received[p], d)
        pass_card(s, p, p, q, d, out)
    if c != NONE:
        pass_card(s, p, table.holder_of(s, p, c), q, c, out)
    n = s.modifier[p]
    if s.assist != Assist.CARD:
        n += s.cfg.assist_strike[s.world.harmony]
    s.modifier[q] = max(-100, min(100, s.modifier[q] + n))
    if n != 0:
        tell(out, Event.STRIKE_LENT, p, amount=n, number=q)
    s.assist = Assist.NONE
    end_turn(s)


@kernel
def pass_card(s: State, p: int, holder: int, q: int, c: int, out: Out) -> None:
    """Hand a card to the next ally, seen by these two only (TP-52)."""
    deal.hand_over(s, holder, q, c)
    cardset.add(s.received[q], c)
    s.passed[q] += 1
    s.received_from[q] |= (1 << p) | (1 << holder)
    tell(out, Event.CARD_GIVEN, p, card=c, amount=q, seen=(1 << p) | (1 << q))


@kernel
def leave_pile(s: State, i: int) -> None:
    """Take a card out of the Pile and lay it on the Trash."""
    deal.to_trash(s, s.pile_by[i], s.pile_card[i])
    for j in range(i, s.pile_n - 1):
        s.pile_card[j] = s.pile_card[j + 1]
        s.pile_by[j] = s.pile_by[j + 1]
    s.pile_n -= 1
    if i < s.pile_down:
        s.pile_down -= 1
