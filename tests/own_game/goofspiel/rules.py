"""The rules of Goofspiel, clause by clause as in RULES.md."""

from goofspiel.state import Event, State

from throwdown.envs.core.kit import NONE, Out, cardset, kernel, pick, reset, tell


@kernel
def setup(s: State, out: Out) -> None:
    """Give everybody the same cards, and turn a prize up (GO-01, GO-02)."""
    reset(s)
    for card in range(s.cards):
        cardset.add(s.prizes, card)
        cardset.add(s.hands[0], card)
        cardset.add(s.hands[1], card)
    turn_prize(s, out)


@kernel
def turn_prize(s: State, out: Out) -> None:
    """Turn one of the prizes up that are face down (GO-02)."""
    s.prize = cardset.nth(s.prizes, pick(s, cardset.size(s.prizes)))
    cardset.remove(s.prizes, s.prize)
    tell(out, Event.PRIZE_TURNED, card=s.prize)


@kernel
def legal(s: State, out: Out) -> None:
    """Bid a card that is held (GO-03)."""
    out.words[0] = s.hands[s.seat][0]


@kernel
def apply(s: State, action: int, out: Out) -> None:
    """Lay a bid face down; after the second one the prize is given away (GO-03, GO-04)."""
    me = s.seat
    cardset.remove(s.hands[me], action)
    s.bids[me, s.rounds] = action
    tell(out, Event.BID_LAID, me, card=action, seen=1 << me)
    s.seat = 1 - me
    if s.seat == 0:
        give_prize(s, out)


@kernel
def give_prize(s: State, out: Out) -> None:
    """Give the prize to the higher bid, or to nobody; after the last round show all bids (GO-04, GO-05)."""
    now = s.rounds
    winner = winner_of(s, now)
    s.winners[now] = winner
    if winner == NONE:
        tell(out, Event.PRIZE_LOST, card=s.prize)
    else:
        s.points[winner] += s.prize + 1
        tell(out, Event.PRIZE_WON, winner, card=s.prize)
    s.prize = NONE
    s.rounds += 1
    s.over = s.rounds == s.cards
    if s.over:
        show_bids(s, out)
    else:
        turn_prize(s, out)


@kernel
def winner_of(s: State, now: int) -> int:
    """Return who bid more in a round, or `NONE` (GO-04)."""
    mine, theirs = s.bids[0, now], s.bids[1, now]
    return NONE if mine == theirs else 0 if mine > theirs else 1


@kernel
def show_bids(s: State, out: Out) -> None:
    """Show what everybody has bid (GO-05)."""
    for seat in range(2):
        for now in range(s.cards):
            tell(out, Event.BID_SHOWN, seat, card=s.bids[seat, now], number=now)


@kernel
def returns(s: State, out: Out) -> None:
    """Who has more points has won (GO-06)."""
    lead = s.points[0] - s.points[1]
    out.returns[0] = 0 if lead == 0 else 1 if lead > 0 else -1
    out.returns[1] = -out.returns[0]


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Deal the other's bids anew until they are such that the same prizes were won."""
    if s.over:  # all bids have been shown
        return
    other = 1 - viewer
    laid = s.rounds + (1 if other < s.seat else 0)
    deal_bids(s, other, laid)
    while not are_possible(s):
        deal_bids(s, other, laid)


@kernel
def deal_bids(s: State, seat: int, laid: int) -> None:
    """Let a seat have bid any cards."""
    hand = s.hands[seat]
    for card in range(s.cards):
        cardset.remove(hand, card)
        cardset.add(hand, card)
    for now in range(laid):
        s.bids[seat, now] = cardset.nth(hand, pick(s, cardset.size(hand)))
        cardset.remove(hand, s.bids[seat, now])


@kernel
def are_possible(s: State) -> bool:
    """Return whether the bids win the prizes that were won."""
    for now in range(s.rounds):
        if winner_of(s, now) != s.winners[now]:
            return False
    return True
