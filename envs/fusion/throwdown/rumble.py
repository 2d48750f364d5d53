"""The Rumble: the Final Form, regrouping (TS-88 to TS-103)."""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow, allow_each, cardset, kernel, tell
from throwdown.envs.fusion.throwdown import drives, turnout
from throwdown.envs.fusion.throwdown.actions import Act
from throwdown.envs.fusion.throwdown.state import Event, Phase, State, Step
from throwdown.envs.fusion.world import choices, conflict, deal, terms
from throwdown.envs.fusion.world.terms import COACH

HEAD = 0
"""The Position that somebody must take (TS-99)."""


@kernel
def can_join(s: State, p: int) -> bool:
    """Return whether a Pilot joins the Final Form: involved, with a Robo that has Endurance."""
    return bool(s.conflict.involved[p] and s.world.endurance[p] > 0)


@kernel
def open_positions(s: State, p: int) -> int:
    """Return the Positions that a Pilot may choose, as a word; the last must be the Head if nobody is (TS-99)."""
    word = (1 << s.cfg.positions) - 1
    later = 0
    for q in range(1, s.cfg.pilots + 1):
        if s.conflict.position[q] != NONE:
            word &= ~(1 << s.conflict.position[q])
        elif q != p and can_join(s, q):
            later += 1
    return 1 << HEAD if later == 0 and word & 1 == 1 else word


@kernel
def ask_positions(s: State, out: Out) -> None:
    """Have every Pilot who joins choose a Position (TS-99)."""
    while s.at < s.cfg.pilots:
        p = turnout.pilot_in_order(s, s.at)
        if can_join(s, p):
            word = open_positions(s, p)
            if cardset.popcount(word) > 1:
                ask(s, Phase.POSITION)
                return
            take_position(s, p, cardset.lowest(word), out)
        else:
            s.at += 1
    s.step = Step.ASSEMBLE


@kernel
def legal_positions(s: State, out: Out) -> None:
    """Any Position that is open to her."""
    allow_each(out, Act.POSITION, open_positions(s, s.seat))


@kernel
def choose_position(s: State, action: int, out: Out) -> None:
    """Take a Position in the Final Form (TS-99)."""
    take_position(s, s.seat, action - Act.POSITION, out)


@kernel
def take_position(s: State, p: int, i: int, out: Out) -> None:
    """Take a Position in the Final Form."""
    s.conflict.position[p] = i
    if i == HEAD:
        s.conflict.head = p
    tell(out, Event.POSITION_TAKEN, p, amount=i)
    s.at += 1


@kernel
def assemble(s: State, out: Out) -> None:
    """The Final Form stands: its Buffers, its Charges, the opener's Strike check (TS-89, TS-90, C-156)."""
    c, harmony = s.conflict, s.world.harmony
    c.rumble = 1
    c.form_buffers = harmony
    c.form_charges = 0
    if s.cfg.rumble_charges == 0:
        c.form_charges = harmony
    elif s.cfg.rumble_charges == 1:
        for p in range(1, s.cfg.pilots + 1):
            if conflict.in_form(s, p):
                c.form_charges += s.world.charges[p]
    tell(out, Event.FORM_ASSEMBLED, c.head, amount=harmony)
    opener = s.pile_by[0]
    if opener != COACH:
        drives.check_strike(s, opener, s.gap, out)
    s.step = Step.HEAD_DRAW


@kernel
def draw_as_head(s: State, out: Out) -> None:
    """The Head draws as many cards as Harmony, once the opener's damage has landed (TS-100, C-156)."""
    cardset.clear(s.fresh)
    head = s.conflict.head
    for _ in range(s.world.harmony):
        card = deal.draw_card(s, deal.deck_of(s, head), out, terms.Event.CARD_DRAWN, head, seen=1 << head)
        if card != NONE:
            cardset.add(s.world.hand[head], card)
            cardset.add(s.fresh, card)
    s.shared = NONE
    s.step = Step.SHARES


@kernel
def teammates(s: State) -> int:
    """Return the Head's teammates in the Final Form, as a word (bit seat - 1)."""
    word = 0
    for p in range(1, s.cfg.pilots + 1):
        if conflict.in_form(s, p) and p != s.conflict.head:
            word |= 1 << (p - 1)
    return word


@kernel
def ask_shares(s: State, out: Out) -> None:
    """Let the Head share the cards that she drew with her teammates (TS-100)."""
    if teammates(s) != 0 and cardset.size(s.fresh) > 0 and conflict.in_form(s, s.conflict.head):
        ask(s, Phase.SHARE)
    else:
        s.step = Step.REGROUP


@kernel
def head(s: State) -> int:
    """Return the seat in the Head."""
    return s.conflict.head


@kernel
def legal_shares(s: State, out: Out) -> None:
    """Any card that the Head drew, or no more."""
    allow_each(out, Act.GIVE, s.fresh[0])
    allow(out, Act.DONE)


@kernel
def share(s: State, action: int, out: Out) -> None:
    """Share a card, with whom there is, or no more."""
    if action == Act.DONE:
        tell(out, Event.SHARING_ENDED, s.seat)
        cardset.clear(s.fresh)
        return
    s.shared = action - Act.GIVE
    word = teammates(s)
    if cardset.popcount(word) > 1:
        ask(s, Phase.SHARE_TO)
    else:
        share_with(s, cardset.lowest(word) + 1, out)


@kernel
def legal_teammates(s: State, out: Out) -> None:
    """Any teammate in the Final Form."""
    allow_each(out, choices.Act.PILOT, teammates(s))


@kernel
def choose_teammate(s: State, action: int, out: Out) -> None:
    """Say who gets the card at hand."""
    share_with(s, action - choices.Act.PILOT + 1, out)


@kernel
def share_with(s: State, p: int, out: Out) -> None:
    """Hand the card at hand to a teammate."""
    head, c = s.conflict.head, s.shared
    cardset.remove(s.fresh, c)
    deal.hand_over(s, head, p, c)
    s.shared = NONE
    tell(out, Event.CARD_SHARED, head, card=c, amount=p, seen=(1 << p) | (1 << head))


@kernel
def regroup(s: State, out: Out) -> None:
    """Coach reshuffles and draws: the Crisis tier with the Monster, else one per Threat (TS-101, TS-102, C-154)."""
    cardset.clear(s.fresh)
    deal.reshuffle(s, 0, out)
    n = s.world.crisis
    if not drives.has_giant(s):
        n = 0
        for t in range(s.cfg.threats):
            n += 1 if conflict.is_engaged(s, t) else 0
    deal.draw(s, COACH, n, out)
    drives.end_turn(s)
