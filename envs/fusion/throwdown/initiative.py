"""From the challenge to the revealed initiative cards (TS-17 to TS-47)."""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, Out, emit
from throwdown.envs.core.jit import fill, kernel, wide
from throwdown.envs.core.rng import pick
from throwdown.envs.fusion.throwdown.drives import check_strike, lay
from throwdown.envs.fusion.throwdown.state import (
    ANSWER,
    ANSWER_PHASE,
    BY_INITIATIVE,
    CALLED_OFF,
    DRAWS,
    E_CALLED_OFF,
    E_GAVE_ALL,
    E_GIVEN,
    E_INVESTED,
    E_LAID,
    E_PASSED_ON,
    E_QUESTIONS,
    E_REFUSED,
    E_REVEALED,
    E_STAYED_OUT,
    E_SUPPORTED,
    E_TIED,
    E_VOTED,
    E_WON,
    GIVE_PHASE,
    GIVES,
    QUESTIONS,
    REFUSED,
    RELAY,
    RELAY_PHASE,
    RETURN_PHASE,
    RETURNS,
    REVEAL,
    SIDES,
    SPOILS,
    SUPPORT_PHASE,
    TURN,
    VOTE_PHASE,
    State,
)
from throwdown.envs.fusion.world.conflict import PRESENT, side_of
from throwdown.envs.fusion.world.damage import is_commitment_dead
from throwdown.envs.fusion.world.deal import draw, forget, hand_over, hand_size, spend_resource, to_trash
from throwdown.envs.fusion.world.order import INITIATIVE, MAX_STRIKE, OPEN_DIFFERENCE
from throwdown.envs.fusion.world.state import CARD_DISCARDED, COACH, FLESH, PIT_CREW, SOLO, STEEL, SYNCH


@kernel
def can_lead(s: State, p: int) -> bool:
    """Return whether a Pilot may lay an initiative card: whom a Rout would take at once may not (TS-130)."""
    return s.cfg.rout != 1 or not is_commitment_dead(s, p)


@kernel
def lay_initiative(s: State, seat: int, c: int, out: Out) -> None:
    """Lay a card face-down; who lays it commands her side (TS-24)."""
    cardset.remove(s.world.hand[seat], c)
    s.sealed[seat] = c
    s.conflict.commander[side_of(seat)] = seat
    emit(out, E_LAID, seat, c, 1, 1 << seat, 0)


@kernel
def await_answer(s: State, out: Out) -> bool:
    """Ask the challenged side, Pilots in seat order; who has no card cannot answer (TS-18, TS-22, C-77)."""
    if s.challenger == COACH:
        for p in range(max(1, s.at), s.cfg.pilots + 1):
            if hand_size(s, p) > 0 and can_lead(s, p):
                s.at = p
                s.phase = ANSWER_PHASE
                s.seat = p
                return True
    elif s.at <= COACH and hand_size(s, COACH) > 0:
        s.phase = ANSWER_PHASE
        s.seat = COACH
        return True
    refuse(s, out)
    return False


@kernel
def refuse(s: State, out: Out) -> None:
    """The challenged side refuses: it loses, without score or spoils (TS-22, C-145)."""
    s.winner = side_of(s.challenger)
    s.result = REFUSED
    emit(out, E_REFUSED, 1 if s.challenger == COACH else COACH, NONE, 1, EVERYONE, 0)
    unseal(s, wide(s.challenger), out)
    s.step = SPOILS


@kernel
def unseal(s: State, seat: int, out: Out) -> None:
    """Discard a laid initiative card for all to see."""
    c = wide(s.sealed[seat])
    s.sealed[seat] = NONE
    forget(s, seat, c)
    to_trash(s, seat, c)
    emit(out, CARD_DISCARDED, seat, c, 1, EVERYONE, 0)


@kernel
def answer(s: State, seat: int, c: int, out: Out) -> None:
    """Answer with a card, or with NONE leave it to the next Pilot."""
    if c == NONE:
        if seat != COACH:
            emit(out, E_PASSED_ON, seat, NONE, 1, EVERYONE, 0)
        s.at = seat + 1
        s.step = ANSWER
        return
    lay_initiative(s, seat, c, out)
    s.conflict.involved[COACH] = 1
    s.conflict.involved[s.conflict.commander[1]] = 1
    s.at = 1
    s.step = SIDES


@kernel
def pick_sides(s: State) -> bool:
    """Ask the other Pilots, up to a headcount of Harmony, Commander included (TS-26, C-84)."""
    while s.at <= s.cfg.pilots:
        count = 0
        for p in range(1, s.cfg.pilots + 1):
            count += s.conflict.involved[p]
        if count >= s.world.harmony:
            break
        if s.at != s.conflict.commander[1]:
            s.phase = SUPPORT_PHASE
            s.seat = s.at
            return True
        s.at += 1
    s.at = 1
    fill(s.votes, 0)
    s.step = QUESTIONS
    return False


@kernel
def support(s: State, joins: bool, out: Out) -> None:
    """Carry out the decision of phase support."""
    s.conflict.involved[s.seat] = 1 if joins else 0
    emit(out, E_SUPPORTED if joins else E_STAYED_OUT, s.seat, NONE, 1, EVERYONE, 0)
    s.at += 1


@kernel
def answer_questions(s: State, out: Out) -> bool:
    """For whom does the Commander fight, and who began it (TS-29, TS-30, C-85)."""
    if s.cfg.fights_for == 3:
        while s.at <= s.cfg.pilots:
            if s.at != s.conflict.commander[1]:
                s.phase = VOTE_PHASE
                s.seat = s.at
                return True
            s.at += 1
        if s.votes[0] == s.votes[1]:
            s.phase = VOTE_PHASE
            s.seat = COACH
            return True
        s.for_team = 1 if s.votes[1] > s.votes[0] else 0
    else:
        s.for_team = pick(s, 2) if s.cfg.fights_for == 2 else s.cfg.fights_for
    if s.cfg.started_by == 3:
        s.started_by = side_of(s.challenger)
    else:
        s.started_by = pick(s, 2) if s.cfg.started_by == 2 else s.cfg.started_by
    emit(out, E_QUESTIONS, s.conflict.commander[1], NONE, s.for_team + 2 * s.started_by, EVERYONE, 0)
    s.step = DRAWS
    return False


@kernel
def vote(s: State, team: int, out: Out) -> None:
    """Carry out the decision of phase vote."""
    s.votes[team] += 1
    emit(out, E_VOTED, s.seat, NONE, team, EVERYONE, 0)
    s.at += 1


@kernel
def board_robos(s: State, out: Out) -> None:
    """Robos that are piloted already take part for a point of Pit Crew each, the Commander's first (TS-31, C-90)."""
    w = s.world
    for k in range(s.cfg.pilots):
        p = pilot_in_order(s, k)
        ready = s.cfg.robo_present[p] == 1 and s.conflict.involved[p] == 1 and w.endurance[p] > 0
        if ready and w.resource[PIT_CREW] > 0:
            spend_resource(s, PIT_CREW, 1, out)
            s.conflict.robo[p] = PRESENT


@kernel
def pilot_in_order(s: State, k: int) -> int:
    """Return the k-th Pilot: the Commander, then the others in seat order."""
    boss = wide(s.conflict.commander[1])
    if k == 0:
        return boss
    return k if k < boss else k + 1


@kernel
def from_gear(s: State, p: int) -> int:
    """Return the Strike that a Pilot's Gear adds (SY-06)."""
    n, gear = 0, wide(s.world.gear[p])
    for g in range(3):
        n += wide(s.cfg.gear_strike[p, g]) * ((gear >> g) & 1)
    return n


@kernel
def bonus_draw(s: State, p: int) -> int:
    """Return the Commander's bonus draw, her Gear included (TS-33, SY-06)."""
    n, gear = wide(s.world.commitment[p, SYNCH if s.for_team == 1 else SOLO]), wide(s.world.gear[p])
    for g in range(3):
        n += wide(s.cfg.gear_bonus[p, g]) * ((gear >> g) & 1)
    return n


@kernel
def coach_strike(s: State) -> int:
    """Return Coach's Strike: the top Rating, 1 for each further Threat, and their powers (TS-38, TS-14)."""
    n, top, more = 0, 0, -1
    for t in range(s.cfg.threats):
        if s.world.rating[t] > 0:
            more += 1
            top = max(top, wide(s.world.rating[t]))
            n += wide(s.cfg.strike_bonus[t])
    return n + top + max(0, more)


@kernel
def draw_and_range(s: State, out: Out) -> None:
    """Bring the Robos in, fix every Strike and give the Commander her bonus draw (TS-31, TS-33, TS-36, TS-38)."""
    if s.cfg.resources > 0:
        board_robos(s, out)
    for p in range(1, s.cfg.pilots + 1):
        base = wide(s.world.commitment[p, STEEL if s.started_by == 1 else FLESH])
        s.conflict.strike[p] = min(MAX_STRIKE, base + from_gear(s, p))
    s.conflict.strike[COACH] = min(MAX_STRIKE, coach_strike(s))
    boss = wide(s.conflict.commander[1])
    draw(s, boss, bonus_draw(s, boss), out)
    s.at = 1
    s.step = GIVES


@kernel
def await_gives(s: State) -> bool:
    """Let involved allies give the Commander cards (TS-34)."""
    while s.at <= s.cfg.pilots:
        p = wide(s.at)
        if s.conflict.involved[p] == 1 and p != s.conflict.commander[1] and hand_size(s, p) > 0:
            s.phase = GIVE_PHASE
            s.seat = p
            return True
        s.at += 1
    s.at = 1
    s.step = RETURNS
    return False


@kernel
def give(s: State, c: int, out: Out) -> None:
    """Give the Commander a card; with NONE, no more."""
    p, boss = wide(s.seat), wide(s.conflict.commander[1])
    if c == NONE:
        emit(out, E_GAVE_ALL, p, NONE, s.given[p], EVERYONE, 0)
        s.at += 1
        return
    hand_over(s, p, boss, c)
    s.given[p] += 1
    emit(out, E_GIVEN, p, c, boss, (1 << p) | (1 << boss), 0)


@kernel
def await_returns(s: State, out: Out) -> bool:
    """Have the Commander return as many cards to every giver (TS-35, C-86), then let Coach draw (TS-37, C-88)."""
    while s.at <= s.cfg.pilots:
        if s.given[s.at] > 0:
            s.phase = RETURN_PHASE
            s.seat = s.conflict.commander[1]
            return True
        s.at += 1
    w = s.world
    for t in range(s.cfg.threats):
        if w.rating[t] > 0:
            while cardset.size(w.stack[t]) > 0:
                c = cardset.nth(w.stack[t], 0)
                cardset.remove(w.stack[t], c)
                cardset.add(w.hand[COACH], c)
                emit(out, E_INVESTED, COACH, c, t, 1 << COACH, 0)
    s.step = REVEAL
    return False


@kernel
def return_card(s: State, c: int, out: Out) -> None:
    """Return a card to the giver whose turn it is."""
    boss, p = wide(s.seat), wide(s.at)
    hand_over(s, boss, p, c)
    s.given[p] -= 1
    emit(out, E_GIVEN, boss, c, p, (1 << p) | (1 << boss), 0)


@kernel
def await_relay(s: State) -> bool:
    """After a tie, have the same Commanders lay again, the challenger's first (C-78, C-151)."""
    first = side_of(s.challenger)
    for k in range(2):
        seat = wide(s.conflict.commander[first if k == 0 else 1 - first])
        if s.sealed[seat] == NONE:
            s.phase = RELAY_PHASE
            s.seat = seat
            return True
    s.step = REVEAL
    return False


@kernel
def resolve_tie(s: State, out: Out) -> None:
    """Discard identical cards; lay new ones if both can, else call it off (TS-44, C-78)."""
    boss = wide(s.conflict.commander[1])
    emit(out, E_TIED, NONE, s.sealed[COACH], 1, EVERYONE, 0)
    unseal(s, COACH, out)
    unseal(s, boss, out)
    if s.cfg.call_off_ties == 1 or hand_size(s, COACH) == 0 or hand_size(s, boss) == 0:
        s.result = CALLED_OFF
        emit(out, E_CALLED_OFF, NONE, NONE, 1, EVERYONE, 0)
        s.step = SPOILS
    else:
        s.step = RELAY


@kernel
def resolve_initiative(s: State, out: Out) -> None:
    """Turn both cards up: the higher by rank, then suit, stays; its Strike is checked (TS-41 to TS-47)."""
    boss, order = wide(s.conflict.commander[1]), wide(s.cfg.order)
    mine, theirs = wide(s.sealed[boss]), wide(s.sealed[COACH])
    emit(out, E_REVEALED, COACH, theirs, 1, EVERYONE, 0)
    emit(out, E_REVEALED, boss, mine, 1, EVERYONE, 0)
    if mine == theirs:
        resolve_tie(s, out)
        return
    pilots_win = INITIATIVE[order, mine] > INITIATIVE[order, theirs]
    seat, loser = (boss, COACH) if pilots_win else (COACH, boss)
    high, low = (mine, theirs) if pilots_win else (theirs, mine)
    gap = OPEN_DIFFERENCE[order, high // 4, low // 4]
    s.stage = 1
    s.opened[1] = BY_INITIATIVE
    s.pile_from[1] = 0
    s.sealed[seat] = NONE
    forget(s, seat, high)
    lay(s, seat, high)
    emit(out, E_WON, seat, high, gap, EVERYONE, 1)
    if pilots_win:
        check_strike(s, boss, gap, out)
    elif gap > s.conflict.strike[COACH]:
        draw(s, boss, 1, out)
    unseal(s, loser, out)
    s.side = side_of(loser)
    s.step = TURN
