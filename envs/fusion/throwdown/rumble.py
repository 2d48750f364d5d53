"""The Rumble: Initiate Rumble, the Final Form, regrouping (TS-71 to TS-75, TS-88 to TS-103)."""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, Out, emit
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.throwdown.actions import DONE, GIVE_PAGE, OTHER_PAGE, TAKE_POSITION
from throwdown.envs.fusion.throwdown.drives import check_strike, end_turn, has_giant, lay, opening_gap, score
from throwdown.envs.fusion.throwdown.initiative import pilot_in_order
from throwdown.envs.fusion.throwdown.state import (
    ASSEMBLE,
    BY_RUMBLE,
    E_ASSEMBLED,
    E_POSITION,
    E_RUMBLE,
    E_SHARED,
    E_SHARED_ALL,
    POSITION_PHASE,
    POSITIONS,
    REGROUP,
    RUMBLE_STAGE,
    SHARE_PHASE,
    SHARE_TO_PHASE,
    SHARES,
    State,
)
from throwdown.envs.fusion.world.choices import CHOICE_PAGE
from throwdown.envs.fusion.world.conflict import in_form
from throwdown.envs.fusion.world.deal import (
    deck_of,
    draw,
    draw_card,
    hand_over,
    reshuffle,
    spend_card,
    to_trash,
)
from throwdown.envs.fusion.world.state import CARD_DRAWN, COACH

HEAD = 0
"""The Position that somebody must take (TS-99)."""


@kernel
def initiate_rumble(s: State, p: int, c: int, out: Out) -> None:
    """Yield the stage, discard every Pile and open the first stage of a Rumble (TS-71, TS-72, C-152)."""
    s.gap = opening_gap(s, c)
    score(s, 1 - s.side, out)
    spend_card(s, p, c, out)
    for i in range(s.pile_n):
        to_trash(s, wide(s.pile_by[i]), wide(s.pile_card[i]))
    s.pile_n = 0
    s.stage = RUMBLE_STAGE
    s.opened[s.stage] = BY_RUMBLE
    s.pile_from[s.stage] = 0
    lay(s, p, c)
    emit(out, E_RUMBLE, p, c, s.gap, EVERYONE, s.stage)
    s.at = 0
    s.step = POSITIONS


@kernel
def can_join(s: State, p: int) -> bool:
    """Return whether a Pilot joins the Final Form: involved, with a Robo that has Endurance."""
    return bool(s.conflict.involved[p] == 1 and s.world.endurance[p] > 0)


@kernel
def open_positions(s: State, p: int) -> int:
    """Return the Positions that a Pilot may choose, as a word; the last must be the Head if nobody is (TS-99)."""
    word = wide((1 << wide(s.cfg.positions)) - 1)
    later = 0
    for q in range(1, s.cfg.pilots + 1):
        if s.conflict.position[q] != NONE:
            word &= ~(wide(1) << wide(s.conflict.position[q]))
        elif q != p and can_join(s, q):
            later += 1
    return wide(1) << HEAD if later == 0 and word & 1 == 1 else word


@kernel
def await_positions(s: State, out: Out) -> bool:
    """Have every Pilot who joins choose a Position (TS-99)."""
    while s.at < s.cfg.pilots:
        p = pilot_in_order(s, wide(s.at))
        if can_join(s, p):
            word = open_positions(s, p)
            if cardset.popcount(word) > 1:
                s.phase = POSITION_PHASE
                s.seat = p
                return True
            take_position(s, p, cardset.lowest(word), out)
        else:
            s.at += 1
    s.step = ASSEMBLE
    return False


@kernel
def legal_positions(s: State, out: Out) -> None:
    """Write the Positions of the Pilot to move."""
    out.words[OTHER_PAGE] = open_positions(s, wide(s.seat)) << TAKE_POSITION


@kernel
def take_position(s: State, p: int, i: int, out: Out) -> None:
    """Take a Position in the Final Form."""
    s.conflict.position[p] = i
    if i == HEAD:
        s.conflict.head = p
    emit(out, E_POSITION, p, NONE, i, EVERYONE, s.stage)
    s.at += 1


@kernel
def assemble(s: State, out: Out) -> None:
    """The Final Form stands: its Buffers, its Charges, the opener's Strike check, the Head's draw (TS-89 to TS-100)."""
    c, harmony = s.conflict, wide(s.world.harmony)
    c.rumble = 1
    c.form_buffers = harmony
    c.form_charges = 0
    if s.cfg.rumble_charges == 0:
        c.form_charges = harmony
    elif s.cfg.rumble_charges == 1:
        for p in range(1, s.cfg.pilots + 1):
            if in_form(s, p):
                c.form_charges += s.world.charges[p]
    emit(out, E_ASSEMBLED, c.head, NONE, harmony, EVERYONE, s.stage)
    opener = wide(s.pile_by[0])
    if opener != COACH:
        check_strike(s, opener, wide(s.gap), out)
    cardset.clear(s.fresh)
    head = wide(c.head)
    for _ in range(harmony):
        card = draw_card(s, deck_of(s, head), out)
        if card != NONE:
            cardset.add(s.world.hand[head], card)
            cardset.add(s.fresh, card)
            emit(out, CARD_DRAWN, head, card, 1, 1 << head, s.stage)
    s.shared = NONE
    s.step = SHARES


@kernel
def teammates(s: State) -> int:
    """Return the Head's teammates in the Final Form, as a word (bit seat - 1)."""
    word = wide(0)
    for p in range(1, s.cfg.pilots + 1):
        if in_form(s, p) and p != s.conflict.head:
            word |= wide(1) << (p - 1)
    return word


@kernel
def await_shares(s: State) -> bool:
    """Let the Head share the cards that she drew with her teammates (TS-100)."""
    if teammates(s) != 0 and cardset.size(s.fresh) > 0 and in_form(s, wide(s.conflict.head)):
        s.phase = SHARE_PHASE
        s.seat = s.conflict.head
        return True
    s.step = REGROUP
    return False


@kernel
def legal_shares(s: State, out: Out) -> None:
    """Write the cards that the Head may share, or to whom the one at hand may go."""
    if s.phase == SHARE_TO_PHASE:
        out.words[CHOICE_PAGE] = teammates(s)
        return
    out.words[GIVE_PAGE] = s.fresh[0]
    out.words[OTHER_PAGE] = cardset.ONE << DONE


@kernel
def share(s: State, c: int, out: Out) -> bool:
    """Share a card, with NONE no more; return whether it must be said with whom."""
    if c == NONE:
        emit(out, E_SHARED_ALL, s.seat, NONE, 1, EVERYONE, s.stage)
        cardset.clear(s.fresh)
        return False
    s.shared = c
    word = teammates(s)
    if cardset.popcount(word) > 1:
        s.phase = SHARE_TO_PHASE
        return True
    share_with(s, cardset.lowest(word) + 1, out)
    return False


@kernel
def share_with(s: State, p: int, out: Out) -> None:
    """Hand the card at hand to a teammate."""
    head, c = wide(s.conflict.head), wide(s.shared)
    cardset.remove(s.fresh, c)
    hand_over(s, head, p, c)
    s.shared = NONE
    emit(out, E_SHARED, head, c, p, (1 << p) | (1 << head), s.stage)


@kernel
def regroup(s: State, out: Out) -> None:
    """Coach reshuffles and draws: the Crisis tier with the Monster, else one per Threat (TS-101, TS-102, C-154)."""
    cardset.clear(s.fresh)
    reshuffle(s, 0, out)
    n = wide(s.world.crisis)
    if not has_giant(s):
        n = 0
        for t in range(s.cfg.threats):
            n += 1 if s.world.rating[t] > 0 else 0
    draw(s, COACH, n, out)
    end_turn(s)
