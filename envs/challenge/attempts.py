"""An Attempt: its cards, the Flop, the score, and how it is judged."""

from throwdown.envs.challenge import consequences, decks, preparing, rounds
from throwdown.envs.challenge.actions import Act
from throwdown.envs.challenge.state import CARDS, FACES, FLAT, Attempt, Event, Hero, Kind, Phase, State
from throwdown.envs.core.kit import NONE, Out, allow, copy_record, kernel, reset, tell

KNUCKLE_COST = 2
"""Stamina (CH-49)."""


@kernel
def attempt(s: State, h: int, kind: int, core: int, out: Out) -> None:
    """Begin an Attempt and go on as its first card says."""
    begin(s, h, kind, core, out)
    s.spent += 1
    after_card(s, out)


@kernel
def attempt_obstacle(s: State, slot: int, kind: int, out: Out) -> None:
    """Attempt an open obstacle, at priority or as an ordinary Reaction."""
    s.target = s.open[slot]
    bill = s.bills[s.target]
    attempt(s, 0, kind, s.cfg.template_core[bill.shelf, bill.template], out)


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


# Another card -------------------------------------------------------------------------------------------------------


@kernel
def after_card(s: State, out: Out) -> None:
    """Ask for another card, unless there are three or the Attempt has Flopped (CHA-08).

    Of hidden cards nobody may see whether they Flopped, so the owner is asked all the same (CHO-40).
    """
    a = s.attempt
    if a.n == CARDS or (a.flopped and not decks.is_hidden(s)):
        stand(s, out)
    else:
        rounds.ask_hero(s, Phase.CARDS, a.hero, out)


@kernel
def attempting(s: State) -> int:
    """Return the seat whose Attempt it is."""
    return decks.seat_of(s, s.attempt.hero)


@kernel
def are_cards_public(s: State) -> bool:
    """Return whether an Attempt's cards are: an attacker's Flop is hidden, so who could go on is asked (CHO-40)."""
    return not (s.attempt.flopped and can_go_on(s.heroes[s.attempt.hero]))


@kernel
def further(s: State, out: Out) -> None:
    """Write whether to stand or to draw another card; a Flop ends it."""
    allow(out, Act.PASS)
    w = s.heroes[rounds.hero_of(s)]
    if s.attempt.flopped or not can_go_on(w):
        return
    if w.actions == 0:
        allow(out, Act.FRENZY)
    elif decks.is_busted(w):
        allow(out, Act.DOUBLE_REACH if s.attempt.n == 1 else Act.TRIPLE_REACH)
    else:
        allow(out, Act.DOUBLE if s.attempt.n == 1 else Act.TRIPLE)


@kernel
def can_go_on(w: Hero) -> bool:
    """Return whether a Character may draw another card; the Busted by Reach For It only (CH-41, CH-47, CHO-26)."""
    if w.actions == 0:
        return preparing.can_frenzy(w)
    return not decks.is_busted(w) or w.stamina > 0


@kernel
def go_further(s: State, action: int, out: Out) -> None:
    """Stand, or draw another card."""
    if action == Act.PASS:
        stand(s, out)
    elif not preparing.prepare(s, action, out):
        is_reach = action == Act.DOUBLE_REACH or action == Act.TRIPLE_REACH
        draw_another(s, 1 if is_reach else 0, out)


@kernel
def draw_another(s: State, stamina: int, out: Out) -> None:
    """Double or Triple Down: an Action at the declaration, and Stamina if Busted (CH-26, CH-28, CH-47)."""
    w = s.heroes[s.attempt.hero]
    w.actions -= 1
    w.stamina -= stamina
    s.spent += 1
    event = Event.DOUBLED if s.attempt.n == 1 else Event.TRIPLED
    tell(out, event, s.seat, amount=stamina)
    draw_next(s, out)
    after_card(s, out)


@kernel
def stand(s: State, out: Out) -> None:
    """Keep the cards: an attacker's wait for the defence (CHO-29), all others are judged."""
    if s.attempt.kind == Kind.ATTACK:
        copy_record(s.attack, s.attempt)
        reset(s.attempt)
        face(s, s.defender, out)
    else:
        judge(s, out)


# Judgement ----------------------------------------------------------------------------------------------------------


@kernel
def judge(s: State, out: Out) -> None:
    """Compare the score with what is to be reached (CH-23, CH-24); a failure may be retried (CH-49)."""
    a = s.attempt
    reveal(s, out)
    margin = score_of(s, a) - s.bar
    if margin < 0 and s.heroes[a.hero].stamina >= KNUCKLE_COST:
        rounds.ask_hero(s, Phase.KNUCKLE, a.hero, out)
    else:
        conclude(s, margin, out)


@kernel
def reveal(s: State, out: Out) -> None:
    """Make public what is to be reached: a Difficulty (CHO-09), or an attacker's cards, whose Attempt is over."""
    if s.attack.hero == NONE:
        bill = s.bills[s.target]
        if not bill.known:
            tell(out, Event.DIFFICULTY_REVEALED, amount=bill.difficulty)
        bill.known, s.bar = True, bill.difficulty
        return
    seat = decks.seat_of(s, s.attack.hero)
    for k in range(s.attack.n):
        tell(out, Event.CARD_SHOWN, seat, card=s.attack.cards[k])
    if s.attack.flopped:
        tell(out, Event.FLOPPED, seat)
    s.bar = score_of(s, s.attack)
    close(s, s.attack, out)


@kernel
def retries(s: State, out: Out) -> None:
    """Write what may be done about a failure."""
    allow(out, Act.PASS)
    allow(out, Act.KNUCKLE)


@kernel
def retry(s: State, action: int, out: Out) -> None:
    """Leave a failure as it is, or Knuckle Down."""
    if action == Act.KNUCKLE:
        knuckle_down(s, out)
    else:
        conclude(s, score_of(s, s.attempt) - s.bar, out)


@kernel
def knuckle_down(s: State, out: Out) -> None:
    """Replace the last card (CH-51); if that fails as well, the first result stands (CHA-17, CHO-13)."""
    a = s.attempt
    h = a.hero
    s.heroes[h].stamina -= KNUCKLE_COST
    tell(out, Event.KNUCKLED_DOWN, decks.seat_of(s, h))
    before = score_of(s, a) - s.bar
    a.replaced = a.cards[a.n - 1]
    a.n -= 1
    draw_next(s, out)
    after = score_of(s, a) - s.bar
    conclude(s, after if after >= 0 else before, out)


@kernel
def conclude(s: State, margin: int, out: Out) -> None:
    """End the Attempt with a margin, and let its consequences follow."""
    a = s.attempt
    h, kind, degree = a.hero, a.kind, degree_of(s, margin, a.n)
    close(s, a, out)
    consequences.settle(s, h, kind, margin >= 0, degree, out)


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


# Forced Attempts ----------------------------------------------------------------------------------------------------


@kernel
def face(s: State, h: int, out: Out) -> None:
    """Let hero ``h`` face a hostile Action; who is Flat Footed fails without a card (CH-66, CHO-14)."""
    if not is_flat(s.heroes[h]):
        rounds.ask_hero(s, Phase.BEFORE, h, out)
        return
    tell(out, Event.FLAT_FOOTED, decks.seat_of(s, h))
    reveal(s, out)
    consequences.settle(s, h, Kind.DEFENCE if s.attacker != NONE else Kind.FORCED, False, s.cfg.most, out)


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
