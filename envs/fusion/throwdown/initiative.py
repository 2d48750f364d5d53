"""From the challenge to the revealed initiative cards (TS-17 to TS-47)."""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow, allow_each, cardset, kernel, pick, tell
from throwdown.envs.fusion.throwdown import drives, turnout
from throwdown.envs.fusion.throwdown.actions import Act
from throwdown.envs.fusion.throwdown.state import Event, Opening, Phase, Result, State, Step
from throwdown.envs.fusion.world import conflict, damage, deal, terms
from throwdown.envs.fusion.world.order import INITIATIVE, MAX_STRIKE, OPEN_DIFFERENCE
from throwdown.envs.fusion.world.terms import COACH, Commitment


@kernel
def can_lead(s: State, p: int) -> bool:
    """Return whether a Pilot may lay an initiative card: whom a Rout would take at once may not (TS-130)."""
    return s.cfg.rout != 1 or not damage.is_commitment_dead(s, p)


@kernel
def lay_initiative(s: State, seat: int, c: int, out: Out) -> None:
    """Lay a card face-down; who lays it commands her side (TS-24)."""
    cardset.remove(s.world.hand[seat], c)
    s.sealed[seat] = c
    s.conflict.commander[conflict.side_of(seat)] = seat
    tell(out, Event.INITIATIVE_LAID, seat, card=c, seen=1 << seat)


@kernel
def challenger(s: State) -> int:
    """Return who throws the gauntlet."""
    return s.challenger


@kernel
def legal_cards(s: State, out: Out) -> None:
    """Any card in hand."""
    allow_each(out, Act.INITIATIVE, s.world.hand[s.seat, 0])


@kernel
def challenge(s: State, action: int, out: Out) -> None:
    """Throw the gauntlet; Coach then chooses his Threats, before anybody answers (TS-17, TS-37)."""
    lay_initiative(s, s.seat, action - Act.INITIATIVE, out)
    s.at = 0
    s.step = Step.THREATS if s.seat == COACH else Step.ANSWER


@kernel
def seat_at_hand(s: State) -> int:
    """Return the seat at which a round stands."""
    return s.at


@kernel
def ask_challenged(s: State, out: Out) -> None:
    """Ask the challenged side, Pilots in seat order; who has no card cannot answer (TS-18, TS-22, C-77)."""
    if s.challenger == COACH:
        for p in range(max(1, s.at), s.cfg.pilots + 1):
            if deal.hand_size(s, p) > 0 and can_lead(s, p):
                s.at = p
                ask(s, Phase.ANSWER)
                return
    elif s.at <= COACH and deal.hand_size(s, COACH) > 0:
        ask(s, Phase.ANSWER)
        return
    refuse(s, out)


@kernel
def refuse(s: State, out: Out) -> None:
    """The challenged side refuses: it loses, without score or spoils (TS-22, C-145)."""
    s.winner = conflict.side_of(s.challenger)
    s.result = Result.REFUSED
    tell(out, Event.CHALLENGE_REFUSED, 1 if s.challenger == COACH else COACH)
    s.leaving = 0  # there is nothing for them to stay out of, and nobody learns who would have
    unseal(s, s.challenger, out)
    s.step = Step.SPOILS


@kernel
def unseal(s: State, seat: int, out: Out) -> None:
    """Discard a laid initiative card for all to see."""
    c = s.sealed[seat]
    s.sealed[seat] = NONE
    deal.forget(s, seat, c)
    deal.to_trash(s, seat, c)
    tell(out, terms.Event.CARD_DISCARDED, seat, card=c)


@kernel
def legal_answers(s: State, out: Out) -> None:
    """Any card in hand, or none."""
    legal_cards(s, out)
    allow(out, Act.REFUSE)


@kernel
def answer(s: State, action: int, out: Out) -> None:
    """Answer with a card, or leave it to the next Pilot."""
    seat = s.seat
    if action == Act.REFUSE:
        if seat != COACH:
            tell(out, Event.CHALLENGE_PASSED_ON, seat)
        s.at = seat + 1
        s.step = Step.ANSWER
        return
    lay_initiative(s, seat, action - Act.INITIATIVE, out)
    s.conflict.involved[COACH] = True
    s.conflict.involved[s.conflict.commander[1]] = True
    s.at = 0 if seat == COACH else 1
    s.step = Step.THREATS if seat == COACH else Step.SIDES


@kernel
def ask_supporters(s: State, out: Out) -> None:
    """Ask the other Pilots, up to a headcount of Harmony, Commander included (TS-26, C-84)."""
    while s.at <= s.cfg.pilots:
        count = 0
        for p in range(1, s.cfg.pilots + 1):
            count += s.conflict.involved[p]
        if count >= s.world.harmony:
            break
        if s.at != s.conflict.commander[1]:
            ask(s, Phase.SUPPORT)
            return
        s.at += 1
    s.at = 1
    s.step = Step.QUESTIONS


@kernel
def legal_support(s: State, out: Out) -> None:
    """Join or not."""
    allow(out, Act.SUPPORT)
    allow(out, Act.STAY_OUT)


@kernel
def support(s: State, action: int, out: Out) -> None:
    """Back the Commander up, or stay out (TS-26)."""
    joins = action == Act.SUPPORT
    s.conflict.involved[s.seat] = joins
    tell(out, Event.SUPPORTED if joins else Event.STAYED_OUT, s.seat)
    s.at += 1


@kernel
def answer_questions(s: State, out: Out) -> None:
    """For whom does the Commander fight, and who began it (TS-29, TS-30, C-85)."""
    if s.cfg.fights_for == 3:
        while s.at <= s.cfg.pilots:
            if s.at != s.conflict.commander[1]:
                ask(s, Phase.VOTE)
                return
            s.at += 1
        if s.votes[0] == s.votes[1]:
            ask(s, Phase.VOTE)
            return
        s.for_team = 1 if s.votes[1] > s.votes[0] else 0
    else:
        s.for_team = pick(s, 2) if s.cfg.fights_for == 2 else s.cfg.fights_for
    if s.cfg.started_by == 3:
        s.started_by = conflict.side_of(s.challenger)
    else:
        s.started_by = pick(s, 2) if s.cfg.started_by == 2 else s.cfg.started_by
    tell(out, Event.QUESTIONS_ANSWERED, s.conflict.commander[1], amount=s.for_team + 2 * s.started_by)
    s.at = 0
    s.step = Step.BOARDING


@kernel
def voter(s: State) -> int:
    """Return whose vote it is: the Pilot's at hand, after the last of them Coach's (C-85)."""
    return s.at if s.at <= s.cfg.pilots else COACH


@kernel
def legal_votes(s: State, out: Out) -> None:
    """For herself or for the team."""
    allow(out, Act.VOTE_SELF)
    allow(out, Act.VOTE_TEAM)


@kernel
def vote(s: State, action: int, out: Out) -> None:
    """Judge for whom the Commander fights (TS-29)."""
    team = action - Act.VOTE_SELF
    s.votes[team] += 1
    tell(out, Event.VOTED, s.seat, amount=team)
    s.at += 1


@kernel
def from_gear(s: State, p: int) -> int:
    """Return the Strike that a Pilot's Gear adds (SY-06)."""
    n, gear = 0, s.world.gear[p]
    for g in range(3):
        n += s.cfg.gear_strike[p, g] * ((gear >> g) & 1)
    return n


@kernel
def bonus_draw(s: State, p: int) -> int:
    """Return the Commander's bonus draw."""
    return bonus_for(s, p, s.for_team == 1)


@kernel
def bonus_for(s: State, p: int, is_team: bool) -> int:
    """Return a Commander's bonus draw for the team or for herself, her Gear included (TS-33, SY-06)."""
    n: int = s.world.commitment[p, Commitment.SYNCH if is_team else Commitment.SOLO]
    gear = s.world.gear[p]
    for g in range(3):
        n += s.cfg.gear_bonus[p, g] * ((gear >> g) & 1)
    return n


@kernel
def draw_and_range(s: State, out: Out) -> None:
    """Fix the Pilots' Strikes and give the Commander her bonus draw (TS-33, TS-36)."""
    for p in range(1, s.cfg.pilots + 1):
        base = s.world.commitment[p, Commitment.STEEL if s.started_by == 1 else Commitment.FLESH]
        s.conflict.strike[p] = min(MAX_STRIKE, base + from_gear(s, p))
    boss = s.conflict.commander[1]
    deal.draw(s, boss, bonus_draw(s, boss), out)
    s.at = 1
    s.step = Step.GIVES


@kernel
def ask_givers(s: State, out: Out) -> None:
    """Let involved allies give the Commander cards (TS-34)."""
    while s.at <= s.cfg.pilots:
        p = s.at
        if s.conflict.involved[p] and p != s.conflict.commander[1] and deal.hand_size(s, p) > 0:
            ask(s, Phase.GIVE)
            return
        s.at += 1
    s.at = 1
    s.step = Step.RETURNS


@kernel
def legal_gifts(s: State, out: Out) -> None:
    """Any card in hand, or no more."""
    allow_each(out, Act.GIVE, s.world.hand[s.seat, 0])
    allow(out, Act.DONE)


@kernel
def give(s: State, action: int, out: Out) -> None:
    """Give the Commander a card, or no more."""
    p, boss, c = s.seat, s.conflict.commander[1], action - Act.GIVE
    if action == Act.DONE:
        tell(out, Event.GIVING_ENDED, p, amount=s.given[p])
        s.at += 1
        return
    deal.hand_over(s, p, boss, c)
    s.given[p] += 1
    tell(out, Event.CARD_GIVEN, p, card=c, amount=boss, seen=(1 << p) | (1 << boss))


@kernel
def ask_returns(s: State, out: Out) -> None:
    """Have the Commander return as many cards to every giver (TS-35, C-86); then Coach's Threats turn out."""
    while s.at <= s.cfg.pilots:
        if s.given[s.at] > 0:
            ask(s, Phase.RETURN)
            return
        s.at += 1
    turnout.bring_threats(s, out)
    s.step = Step.REVEAL


@kernel
def commander(s: State) -> int:
    """Return the Pilots' Commander."""
    return int(s.conflict.commander[1])


@kernel
def legal_returns(s: State, out: Out) -> None:
    """Any card in hand."""
    allow_each(out, Act.GIVE, s.world.hand[s.seat, 0])


@kernel
def return_card(s: State, action: int, out: Out) -> None:
    """Return a card to the giver whose turn it is."""
    boss, p, c = s.seat, s.at, action - Act.GIVE
    deal.hand_over(s, boss, p, c)
    s.given[p] -= 1
    tell(out, Event.CARD_GIVEN, boss, card=c, amount=p, seen=(1 << p) | (1 << boss))


@kernel
def ask_relay(s: State, out: Out) -> None:
    """After a tie, have the same Commanders lay again, the challenger's first (C-78, C-151)."""
    if s.sealed[relayer(s)] == NONE:
        ask(s, Phase.RELAY)
    else:
        s.step = Step.REVEAL


@kernel
def relayer(s: State) -> int:
    """Return the Commander who lays next: the challenger's side's, then the other."""
    first = conflict.side_of(s.challenger)
    seat: int = s.conflict.commander[first]
    return seat if s.sealed[seat] == NONE else s.conflict.commander[1 - first]


@kernel
def lay_again(s: State, action: int, out: Out) -> None:
    """Lay a new initiative card after the tie (TS-44)."""
    lay_initiative(s, s.seat, action - Act.INITIATIVE, out)


@kernel
def resolve_tie(s: State, out: Out) -> None:
    """Discard identical cards; lay new ones if both can, else call it off (TS-44, C-78)."""
    boss = s.conflict.commander[1]
    tell(out, Event.INITIATIVE_TIED, card=s.sealed[COACH])
    unseal(s, COACH, out)
    unseal(s, boss, out)
    if s.cfg.call_off_ties or deal.hand_size(s, COACH) == 0 or deal.hand_size(s, boss) == 0:
        s.result = Result.CALLED_OFF
        tell(out, Event.CALLED_OFF)
        s.step = Step.SPOILS
    else:
        s.step = Step.RELAY


@kernel
def resolve_initiative(s: State, out: Out) -> None:
    """Turn both cards up: the higher by rank, then suit, stays; its Strike is checked (TS-41 to TS-47)."""
    boss, order = s.conflict.commander[1], s.cfg.order
    mine, theirs = s.sealed[boss], s.sealed[COACH]
    tell(out, Event.INITIATIVE_REVEALED, COACH, card=theirs)
    tell(out, Event.INITIATIVE_REVEALED, boss, card=mine)
    if mine == theirs:
        resolve_tie(s, out)
        return
    pilots_win = INITIATIVE[order, mine] > INITIATIVE[order, theirs]
    seat, loser = (boss, COACH) if pilots_win else (COACH, boss)
    high, low = (mine, theirs) if pilots_win else (theirs, mine)
    gap = OPEN_DIFFERENCE[order, high // 4, low // 4]
    s.stage = 1
    s.opened[1] = Opening.INITIATIVE
    s.pile_from[1] = 0
    s.sealed[seat] = NONE
    deal.forget(s, seat, high)
    drives.lay(s, seat, high)
    tell(out, Event.INITIATIVE_WON, seat, card=high, amount=gap, number=1)
    if pilots_win:
        drives.check_strike(s, boss, gap, out)
    elif gap > s.conflict.strike[COACH]:
        deal.draw(s, boss, 1, out)
    unseal(s, loser, out)
    s.side = conflict.side_of(loser)
    s.step = Step.TURN
