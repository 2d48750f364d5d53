"""Hidden information: dealing anew what a seat cannot know."""

from throwdown.envs.challenge import attempts, decks, posting, rounds
from throwdown.envs.challenge.state import CARDS, Attempt, Deck, Mode, State
from throwdown.envs.core import cardset
from throwdown.envs.core.kit import NONE, Out, kernel, pick


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Deal anew the unseen cards of all other decks, and the Table's hidden Difficulties for who is not the Table."""
    for h in range(s.cfg.heroes):
        if decks.seat_of(s, h) != viewer:
            redeal_deck(s, h)
    if s.cfg.heroes == 1 and viewer != rounds.TABLE:
        redeal_bills(s)


@kernel
def redeal_deck(s: State, h: int) -> None:
    """Draw the cards that only their owner knows anew: those of an attacker's Attempt, and those seen by Bangs."""
    d = s.heroes[h].deck
    for i in range(d.ahead_n):
        cardset.add(d.cards, d.ahead[i])
    place = 0
    if s.attack.hero == h:
        redeal_attempt(s, s.attack, d)
        place = s.attack.n
    elif s.attempt.hero == h and decks.is_hidden(s):
        redeal_attempt(s, s.attempt, d)
        place = s.attempt.n
    for i in range(d.ahead_n - 1, -1, -1):
        d.ahead[i] = draw_unseen(s, d, place)
        place += 1


@kernel
def draw_unseen(s: State, d: Deck, place: int) -> int:
    """Take a card for a place among those that others have not seen, counted from the oldest.

    The first places hold the cards that are known to lie above the discards that were put under the deck.
    """
    is_upper = place < cardset.size(d.upper)
    word = d.cards[0] & d.upper[0] if is_upper else d.cards[0] & ~d.upper[0]
    card = cardset.nth_bit(word, pick(s, cardset.popcount(word)))
    cardset.remove(d.cards, card)
    return card


@kernel
def redeal_attempt(s: State, a: Attempt, d: Deck) -> None:
    """Draw the cards of a hidden Attempt anew; one of three cards had not Flopped with two."""
    n = a.n
    for k in range(n):
        cardset.add(d.cards, a.cards[k])
    while True:
        for k in range(min(n, CARDS - 1)):
            a.cards[k] = draw_unseen(s, d, k)
        a.n = min(n, CARDS - 1)
        a.flopped = attempts.flops(s, a)
        if n < CARDS or not a.flopped:
            break
        for k in range(CARDS - 1):
            cardset.add(d.cards, a.cards[k])
    if n == CARDS:
        a.cards[CARDS - 1] = draw_unseen(s, d, CARDS - 1)
        a.n = CARDS
        a.flopped = attempts.flops(s, a)


@kernel
def redeal_bills(s: State) -> None:
    """Choose the hidden Difficulties anew among those that the Table could have paid, all as likely."""
    while True:
        for k in range(s.bill_n):
            bill = s.bills[k]
            if not bill.known:
                band = s.cfg.template_band[bill.shelf, bill.template]
                low, high = s.cfg.low[band], s.cfg.high[band]
                bill.difficulty = low + pick(s, high - low + 1)
        if s.cfg.mode == Mode.ATTEMPT or could_pay(s):
            return


@kernel
def could_pay(s: State) -> bool:
    """Return whether the Table could have paid all its bills; write the points that it then has left."""
    points, round_no = 0, 0
    for k in range(s.bill_n):
        bill = s.bills[k]
        points, round_no = points_in(s, points, round_no, bill.round_no), bill.round_no
        if not posting.fits(s, bill.shelf, bill.template, points):
            return False
        if posting.lowest_of(s, bill.shelf) <= points:
            points -= bill.difficulty
            if points < 0:
                return False
        elif bill.difficulty != s.cfg.low[s.cfg.template_band[bill.shelf, bill.template]]:
            return False
    s.points = points_in(s, points, round_no, s.round_no)
    return s.template == NONE or posting.fits(s, s.shelf, s.template, s.points)


@kernel
def points_in(s: State, points: int, since: int, round_no: int) -> int:
    """Return how many points the Table has at the beginning of a Round if it had so many in an earlier one."""
    for _ in range(round_no - since):
        points = min(points, s.cfg.carry) + s.cfg.income
    return points
