"""From the challenge to the first turn: Stakes, sides, initiative, bonus draws (TP-16 to TP-40)."""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow, allow_each, cardset, kernel, pick, tell
from throwdown.envs.fusion.pile import table
from throwdown.envs.fusion.pile.actions import Act
from throwdown.envs.fusion.pile.state import Event, Focus, Phase, Result, State, Step
from throwdown.envs.fusion.world import book, deal, terms
from throwdown.envs.fusion.world.order import INITIATIVE, MAX_STRIKE, OPEN_DIFFERENCE
from throwdown.envs.fusion.world.terms import COACH, Commitment, Faction, Location, Resource, Robo

# The challenge -------------------------------------------------------------------------------------------------------


@kernel
def can_lay(s: State, p: int) -> bool:
    """Return whether a seat has an initiative card to lay, which is public."""
    if p != COACH or deal.hand_size(s, COACH) > 0:
        return deal.hand_size(s, p) > 0
    pile = s.world.decks[deal.deck_of(s, COACH)]
    return pile.n > 0 or (s.cfg.reshuffle == 1 and pile.trash[0] != 0)


@kernel
def may_challenge(s: State, p: int) -> bool:
    """Return whether a seat may throw the gauntlet (TP-16, TP-17, TP-109)."""
    return can_lay(s, p) and not (p == COACH and table.is_pvp(s))


@kernel
def name_challenger(s: State, out: Out) -> bool:
    """Find the challenger: the scenario's or a random seat, else the next who has a card; False if nobody has."""
    n = s.cfg.pilots + 1
    first = pick(s, n) if s.cfg.challenger == NONE else s.cfg.challenger
    for k in range(n):
        p = table.seat_after(s, first, k)
        if may_challenge(s, p):
            throw_gauntlet(s, p, out)
            return True
    return False


@kernel
def throw_gauntlet(s: State, p: int, out: Out) -> None:
    """Make a seat the challenger (TP-16)."""
    s.challenger = p
    s.side[p] = 0 if p == COACH else 1
    tell(out, Event.CHALLENGER_NAMED, p)


@kernel
def begin_challenge(s: State, out: Out) -> None:
    """Have the challenger set her Stakes and lay a card (TP-16 to TP-19)."""
    s.at = 1
    s.step = Step.SIDES
    if s.challenger != COACH and cardset.popcount(foci(s)) > 1:
        ask(s, Phase.STAKES)
    else:
        ask_card(s, s.challenger, out)


@kernel
def challenger(s: State) -> int:
    """Return who threw the gauntlet."""
    return s.challenger


@kernel
def foci(s: State) -> int:
    """Return what a Pilot's Stakes may be about, as a word (TP-97, P-02)."""
    word = 1 << Focus.FIGHT
    for f in range(s.cfg.factions):
        if s.world.faction[f] == Faction.IN_PLAY and not s.cfg.favor_coach[f]:
            word |= 1 << Focus.FAVOR
    return word | ((1 if s.world.location == Location.DAMAGED else 0) << Focus.REPAIR)


@kernel
def legal_stakes(s: State, out: Out) -> None:
    """Whatever is there to win."""
    allow_each(out, Act.STAKES, foci(s))


@kernel
def set_stakes(s: State, action: int, out: Out) -> None:
    """Say what the Stakes are about; the card comes next (TP-19)."""
    s.focus = action - Act.STAKES
    tell(out, Event.STAKES_SET, s.challenger, amount=s.focus)
    ask_card(s, s.challenger, out)


@kernel
def ask_card(s: State, p: int, out: Out) -> None:
    """Have a seat lay its initiative card: Coach blind, off the deck, if he has no hand (TP-17, TP-24)."""
    if p == COACH and deal.hand_size(s, COACH) == 0:
        lay_blind(s, out)
    else:
        ask(s, Phase.LAY)


@kernel
def lay_blind(s: State, out: Out) -> None:
    """Coach lays the deck's top card face-down; nobody knows it (TP-17, TP-24)."""
    s.blind = deal.draw_card(s, deal.deck_of(s, COACH), out, Event.BLIND_LAID, COACH, seen=0)


@kernel
def laid_by(s: State, p: int) -> int:
    """Return the face-down card of a seat, or NONE."""
    return s.blind if p == COACH and s.blind != NONE else s.sealed[p]


@kernel
def layer(s: State) -> int:
    """Return who lays a card: first the challenger, then whoever has taken a side."""
    is_first = not s.relay and laid_by(s, s.challenger) == NONE
    return s.challenger if is_first else seat_at_hand(s)


@kernel
def legal_cards(s: State, out: Out) -> None:
    """Any card in hand."""
    allow_each(out, Act.INITIATIVE, s.world.hand[s.seat, 0])


@kernel
def lay_initiative(s: State, action: int, out: Out) -> None:
    """Lay a card of one's hand face-down (TP-16, TP-22)."""
    p, c = s.seat, action - Act.INITIATIVE
    cardset.remove(s.world.hand[p], c)
    s.sealed[p] = c
    tell(out, Event.INITIATIVE_LAID, p, card=c, seen=1 << p)
    if p != s.challenger or s.relay:
        s.at += 1


# The round of all others ---------------------------------------------------------------------------------------------


@kernel
def side_word(s: State, p: int) -> int:
    """Return which side a seat may take, as a word from `Act.JOIN` on.

    Pilots stand together unless Pilots fight Pilots (P-01).
    """
    with_it, against = 1, 1 << (Act.OPPOSE - Act.JOIN)
    if s.relay:
        return with_it if s.side[p] == (0 if s.challenger == COACH else 1) else against
    if table.is_pvp(s):
        return with_it | against if p != COACH else 0
    return against if p == COACH or s.challenger == COACH else with_it


@kernel
def is_asked(s: State, p: int) -> bool:
    """Return whether a seat has a side to choose: it can lay a card, and after a tie it took part before (C-157)."""
    if not can_lay(s, p) or side_word(s, p) == 0:
        return False
    return s.side[p] != NONE if s.relay else True


@kernel
def seat_at_hand(s: State) -> int:
    """Return the seat at which the round stands."""
    return table.seat_after(s, s.challenger, s.at)


@kernel
def ask_sides(s: State, out: Out) -> None:
    """Ask every seat clockwise from the challenger's left (TP-21); then see who stands against whom."""
    while s.at <= s.cfg.pilots:
        p = seat_at_hand(s)
        if is_asked(s, p):
            ask(s, Phase.SIDE)
            return
        if s.side[p] != NONE:
            s.side[p] = NONE
            tell(out, Event.STAYED_OUT, p)
        s.at += 1
    sides = (1 if has_side(s, 0) else 0) | (2 if has_side(s, 1) else 0)
    if sides == 3:
        s.step = Step.REVEAL
    elif sides == 0:
        call_off(s, out)
    else:
        refuse(s, sides - 1, out)


@kernel
def has_side(s: State, side: int) -> bool:
    """Return whether anybody takes part on a side."""
    return table.count_side(s, side) > 0 or s.side[COACH] == side


@kernel
def legal_sides(s: State, out: Out) -> None:
    """A side that is open to the seat, or none."""
    allow_each(out, Act.JOIN, side_word(s, s.seat))
    allow(out, Act.SIT_OUT)


@kernel
def take_side(s: State, action: int, out: Out) -> None:
    """Take a side, with a card, or no part (TP-21 to TP-24)."""
    p = s.seat
    if action == Act.SIT_OUT:
        s.side[p] = NONE
        s.at += 1
        tell(out, Event.STAYED_OUT, p)
        return
    first = 0 if s.challenger == COACH else 1
    s.side[p] = first if action == Act.JOIN else 1 - first
    tell(out, Event.SIDE_TAKEN, p, amount=s.side[p])
    ask_card(s, p, out)
    if not s.asks:
        s.at += 1


# Initiative ----------------------------------------------------------------------------------------------------------


@kernel
def turn_up_all(s: State, out: Out) -> None:
    """Turn every laid card up and stack them in numeric order, the lowest at the bottom (TP-27, C-65)."""
    order = s.cfg.order
    for p in range(s.cfg.pilots + 1):
        c = laid_by(s, p)
        if c == NONE:
            continue
        tell(out, Event.INITIATIVE_REVEALED, p, card=c)
        if s.sealed[p] != NONE:
            deal.forget(s, p, c)
        s.sealed[p] = NONE
        i = s.pile_n
        while i > 0 and INITIATIVE[order, s.pile_card[i - 1]] > INITIATIVE[order, c]:
            s.pile_card[i] = s.pile_card[i - 1]
            s.pile_by[i] = s.pile_by[i - 1]
            i -= 1
        s.pile_card[i] = c
        s.pile_by[i] = p
        s.pile_n += 1
    s.blind = NONE


@kernel
def enter(s: State) -> None:
    """Note who takes part, and fix every Strike (TP-08, TP-13, P-08)."""
    c, w = s.conflict, s.world
    total = 0
    for t in range(s.cfg.threats):
        if w.rating[t] > 0:
            total += w.rating[t] + s.cfg.strike_bonus[t]
    for p in range(s.cfg.pilots + 1):
        c.involved[p] = s.side[p] != NONE
        c.opposes[p] = p != COACH and s.side[p] == 0
        c.strike[p] = min(MAX_STRIKE, total if p == COACH else w.commitment[p, Commitment.STEEL])


@kernel
def refuse(s: State, side: int, out: Out) -> None:
    """Nobody steps up against a side: its cards are the final Pile, its Stakes come true (TP-25, TP-26, C-64)."""
    tell(out, Event.CHALLENGE_REFUSED, s.challenger, amount=side)
    enter(s)
    turn_up_all(s, out)
    table.find_leaders(s)
    s.winner = side
    s.result = Result.REFUSED
    s.step = Step.SPOILS


@kernel
def call_off(s: State, out: Out) -> None:
    """Nobody has a card to lay, or nobody lays one again: it comes to nothing."""
    s.result = Result.CALLED_OFF
    tell(out, Event.CALLED_OFF)
    s.at = 0
    s.step = Step.DROPS


@kernel
def resolve_initiative(s: State, out: Out) -> None:
    """Build the first Pile; the owner of its top card leads and has her Strike checked (TP-27 to TP-31)."""
    enter(s)
    turn_up_all(s, out)
    top, under = table.top_card(s), s.pile_card[s.pile_n - 2]
    p = table.top_owner(s)
    if top == under and s.side[p] != s.side[s.pile_by[s.pile_n - 2]]:
        resolve_tie(s, out)
        return
    table.find_leaders(s)
    gap = OPEN_DIFFERENCE[s.cfg.order, top // 4, under // 4]
    tell(out, Event.INITIATIVE_WON, p, card=top, amount=gap)
    if p != COACH and gap > table.strike_of(s, p):
        table.add_strife(s, p, 1, out)
    s.turn = p
    s.step = Step.DRAWS


@kernel
def resolve_tie(s: State, out: Out) -> None:
    """Identical top cards of opposite sides: all cards go, whoever plays on lays anew (C-65, C-157)."""
    tell(out, Event.INITIATIVE_TIED, card=table.top_card(s))
    for i in range(s.pile_n):
        deal.to_trash(s, s.pile_by[i], s.pile_card[i])
        tell(out, terms.Event.CARD_DISCARDED, s.pile_by[i], card=s.pile_card[i])
    s.pile_n = 0
    s.relay = True
    s.at = 0
    s.step = Step.SIDES


# Scope and bonus draws -----------------------------------------------------------------------------------------------


@kernel
def draw_bonus(s: State, out: Out) -> None:
    """Robos that are present take part, then everybody draws, the winner first (TP-36 to TP-39)."""
    for p in range(1, s.cfg.pilots + 1):
        able = s.side[p] != NONE and s.cfg.robo_present[p] and s.world.endurance[p] > 0
        if able and s.world.resource[Resource.PIT_CREW] > 0:
            deal.spend_resource(s, Resource.PIT_CREW, 1, out)
            s.conflict.robo[p] = Robo.PRESENT
            tell(out, Event.ROBO_PRESENT, p)
    for k in range(s.cfg.pilots + 1):
        p = table.seat_after(s, s.turn, k)
        if s.side[p] != NONE:
            deal.draw(s, p, bonus_of(s, p), out)
    s.step = Step.BEGIN


@kernel
def bonus_of(s: State, p: int) -> int:
    """Return a bonus draw: Commitment to the Team; for Coach, Pilots against him plus Ratings (TP-38, TP-39)."""
    if p == COACH:
        n = table.count_side(s, 1 - s.side[COACH])
        for t in range(s.cfg.threats):
            n += s.world.rating[t]
        return n
    n = int(s.world.commitment[p, Commitment.SYNCH])
    for g in range(book.MAX_GEAR):
        n += s.cfg.gear_bonus[p, g] * ((s.world.gear[p] >> g) & 1)
    return max(0, n)
