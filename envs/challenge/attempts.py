"""The course of an Attempt: its cards, the Flop, the score, degrees, and what follows from Jokers."""

from throwdown.envs.challenge import decks
from throwdown.envs.challenge.state import CARDS, FACES, FLAT, Attempt, Event, Hero, Mode, State
from throwdown.envs.core.kit import NONE, Out, kernel, reset, tell


@kernel
def begin(s: State, h: int, kind: int, core: int, out: Out) -> None:
    """Begin an Attempt of hero ``h`` with a Core and draw its first card (CH-14); its Action has been paid."""
    a = s.attempt
    reset(a)
    a.hero, a.kind, a.core = h, kind, core
    a.penalty = decks.penalty_of(s.heroes[h])
    tell(out, Event.ATTEMPTED, decks.seat_of(s, h), amount=core, number=kind)
    draw_next(s, out)


@kernel
def draw_next(s: State, out: Out) -> None:
    """Draw the Attempt's next card; the second and third may Flop it (CH-31, CH-33)."""
    a = s.attempt
    card = decks.draw(s, a.hero, out)
    a.cards[a.n] = card
    a.n += 1
    seat = decks.seat_of(s, a.hero)
    tell(out, Event.CARD_DRAWN, seat, card=card, number=a.n, seen=1 << seat if decks.is_hidden(s) else -1)
    a.flopped = flops(s, a)
    if a.flopped and not decks.is_hidden(s):
        tell(out, Event.FLOPPED, seat)


@kernel
def total_of(a: Attempt) -> int:
    """Return what all its cards count together."""
    total = 0
    for k in range(a.n):
        total += decks.value(a.cards[k], a.core)
    return total


@kernel
def flops(s: State, a: Attempt) -> bool:
    """Return whether an Attempt Flops: by a Joker after the first card (CH-33), or by three cards above 15 (CH-31)."""
    for k in range(1, a.n):
        if a.cards[k] >= FACES:
            return True
    is_summed = a.n == CARDS or (a.n == CARDS - 1 and s.cfg.flop_on_double)  # CHA-02
    return bool(is_summed and total_of(a) > s.cfg.flop_limit)


@kernel
def score_of(s: State, a: Attempt) -> int:
    """Return the Attempt Score: cards and Core (CH-15) less the Stagger Penalty (CH-63), without a floor (CHA-37)."""
    cards = decks.value(a.cards[0], a.core) if a.flopped else total_of(a)
    return int(cards + s.heroes[a.hero].core[a.core] - a.penalty)


@kernel
def degree_of(s: State, margin: int, n: int) -> int:
    """Return the degree of a success (margin of 0 or more) or of a failure with so many cards (CHA-32, CHO-25)."""
    step, most = s.cfg.step, s.cfg.most
    if margin >= 0:
        return min(most, 1 + margin // step)
    return min(most, 1 + (-margin - 1) // step) + (1 if n > 1 else 0)  # CH-30


@kernel
def is_flat(w: Hero) -> bool:
    """Return whether a hero is Flat Footed: forced Attempts fail by themselves (CH-66, CHO-14)."""
    return bool(w.stagger >= FLAT)


@kernel
def pay_forced(s: State, h: int, out: Out) -> None:
    """Take an Action for a forced Attempt (CHA-10), or a step of Stagger if none is left (CH-62, CHA-11)."""
    w = s.heroes[h]
    if w.actions > 0:
        w.actions -= 1
        return
    w.stagger += 1
    tell(out, Event.STAGGERED, decks.seat_of(s, h), amount=decks.penalty_of(w))


@kernel
def close(s: State, a: Attempt, out: Out) -> None:
    """End an Attempt: its Bang and Joker's Bust are used up, first-card Jokers take effect (CHO-10 to CHO-12)."""
    w = s.heroes[a.hero]
    w.bang, w.joker = 0, 0
    heed_joker(s, a, a.cards[0], out)
    if a.n == 1:
        heed_joker(s, a, a.replaced, out)
    for k in range(a.n):
        decks.discard(w.deck, a.cards[k])
    if a.replaced != NONE:
        decks.discard(w.deck, a.replaced)
    reset(a)


@kernel
def heed_joker(s: State, a: Attempt, card: int, out: Out) -> None:
    """Let a Joker that was drawn first grant Bang II or Bust its owner for the next Action (CH-20, CH-21)."""
    if card < FACES:
        return
    h = a.hero
    if decks.value(card, a.core) > 0:
        decks.gain_bang(s.heroes[h], 2)
        tell(out, Event.JOKER_BANGED, decks.seat_of(s, h), amount=2)
    else:
        s.heroes[h].joker = s.round_no + 1  # CHA-23: at the latest to the end of the next Round
        tell(out, Event.JOKER_BUSTED, decks.seat_of(s, h))


@kernel
def suffer(s: State, h: int, harm: int, out: Out) -> None:
    """Give a hero Harm, up to the limit (CHE-06): there she is out, and with the last of a side it is over (CHO-36)."""
    w = s.heroes[h]
    w.harm = min(s.cfg.limit, w.harm + harm)
    tell(out, Event.HARMED, decks.seat_of(s, h), amount=harm, number=w.harm)
    if w.harm < s.cfg.limit or s.cfg.mode == Mode.ATTEMPT:
        return
    w.is_out = True
    tell(out, Event.TAKEN_OUT, decks.seat_of(s, h))
    for other in range(h & 1, s.cfg.heroes, 2):
        if not s.heroes[other].is_out:
            return
    s.over = True
