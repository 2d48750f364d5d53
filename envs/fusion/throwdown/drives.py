"""A side's Drive, and what it does to Pile, stage and score (TS-56 to TS-73)."""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, act_of, allow, allow_each, cardset, fill, kernel, tell
from throwdown.envs.fusion.throwdown import state
from throwdown.envs.fusion.throwdown.actions import Act
from throwdown.envs.fusion.throwdown.state import Event, Opening, Phase, Result, State, Step
from throwdown.envs.fusion.world import conflict, deal, order, triggers
from throwdown.envs.fusion.world.terms import COACH, Robo


@kernel
def top_card(s: State) -> int:
    """Return the card on top of the Pile."""
    return int(s.pile_card[s.pile_n - 1])


@kernel
def lay(s: State, seat: int, c: int) -> None:
    """Lay a card on top of the Pile."""
    s.pile_card[s.pile_n] = c
    s.pile_by[s.pile_n] = seat
    s.pile_n += 1


@kernel
def is_opener(s: State) -> bool:
    """Return whether the top card is the one that opened the present stage."""
    return bool(s.pile_n - 1 == s.pile_from[s.stage])


@kernel
def can_be_blocked(s: State) -> bool:
    """Return whether the top card may be Blocked at all (TS-62, TS-63, C-95)."""
    if s.pile_n < 2:
        return False
    how = s.opened[s.stage]
    return not (is_opener(s) and (how == Opening.INITIATIVE or how == Opening.RUMBLE))


@kernel
def is_acting(s: State, p: int) -> bool:
    """Return whether a Pilot may act: involved, and in a Rumble part of the Final Form (TS-94, C-127)."""
    return s.conflict.involved[p] and (s.conflict.rumble == 0 or conflict.in_form(s, p))


@kernel
def begin_turn(s: State, out: Out) -> None:
    """Start the turn of the side to move."""
    s.at = 1
    s.techs = 0
    s.others = 0
    if s.side == 1:
        for p in range(1, s.cfg.pilots + 1):
            s.asked[p] = 0
            s.conflict.turn_used[p] = 0
        s.step = Step.ASSISTS
    elif s.cfg.coach_assists:
        fill(s.conflict.threat_used, 0)
        s.step = Step.COACH_ASSISTS
    else:
        s.step = Step.DRIVE


@kernel
def end_turn(s: State) -> None:
    """Hand the turn over; Strike gained for a turn is gone."""
    if s.side == 1:
        for p in range(1, s.cfg.pilots + 1):
            s.conflict.bonus[p] = 0
        s.conflict.form_strike = 0
    else:
        s.conflict.bonus[COACH] = 0
    s.side = 1 - s.side
    s.step = Step.TURN


@kernel
def ask_drive(s: State, out: Out) -> None:
    """Have the Commander declare the Drive (TS-56); the Head, if the Commander was forced out (C-126)."""
    if s.side == 1 and not is_acting(s, s.conflict.commander[1]):
        s.conflict.commander[1] = s.conflict.head
    ask(s, Phase.DRIVE)


@kernel
def strike_of(s: State, p: int) -> int:
    """Return the Strike of a seat now: in a Rumble the Final Form's is Harmony (TS-05, TS-12, TS-95)."""
    c = s.conflict
    if p != COACH and c.rumble > 0:
        return min(order.MAX_STRIKE, s.world.harmony + c.form_strike)
    n: int = c.strike[p] + c.bonus[p]
    if c.robo[p] == Robo.SUMMONED:
        n += s.cfg.rider[p]  # its Rider Bonus (TS-85)
    return max(0, min(order.MAX_STRIKE, n))


@kernel
def is_unbound(s: State) -> bool:
    """Return whether a Threat that takes part lifts Coach's Strike limit (TS-14)."""
    for t in range(s.cfg.threats):
        if s.cfg.unbound[t] and conflict.is_engaged(s, t):
            return True
    return False


@kernel
def legal_plays(s: State, p: int, out: Out) -> None:
    """Write the Counters, Blocks, Escalates and Rumble cards that ``p`` has within her Strike (C-92, C-103, C-111)."""
    by = s.cfg.order
    cards = deal.playable(s, p)
    top = top_card(s)
    rank = top >> 2
    opens = cards
    if p == COACH and not is_unbound(s):
        strike = strike_of(s, COACH)
        allow_each(out, Act.COUNTER, cards & order.WITHIN[by, rank, strike])
        opens = cards & order.OPEN_WITHIN[s.cfg.reference, by, rank, strike]
    else:
        allow_each(out, Act.COUNTER, cards & order.BEATS[by, rank])
    if can_be_blocked(s):
        allow_each(out, Act.BLOCK, cards & order.BLOCKS[int(s.cfg.strict_block), top])
    if can_escalate(s):
        allow_each(out, Act.ESCALATE, opens)
    if s.cfg.positions > 0 and can_rumble(s, p):
        allow_each(out, Act.RUMBLE, opens)


@kernel
def can_escalate(s: State) -> bool:
    """Return whether there is an Escalate in this stage (TS-66)."""
    return s.stage != state.LAST_STAGE and s.stage != state.STAGES


@kernel
def can_rumble(s: State, p: int) -> bool:
    """Return whether ``p`` may Initiate Rumble now (TS-74, TS-75, C-106, C-109, C-118)."""
    if (
        s.conflict.rumble > 0
        or s.stage > state.LAST_STAGE
        or (s.stage < state.LAST_STAGE and s.cfg.rumble_from == 0)
    ):
        return False
    if p == COACH and not passes_gate(s):
        return False
    for q in range(1, s.cfg.pilots + 1):
        if s.conflict.involved[q] and s.world.endurance[q] > 0:
            return True
    return False


@kernel
def has_giant(s: State) -> bool:
    """Return whether a Big Giant Monster takes part (TS-97)."""
    for t in range(s.cfg.threats):
        if s.cfg.giant[t] and conflict.is_engaged(s, t):
            return True
    return False


@kernel
def passes_gate(s: State) -> bool:
    """Return whether Coach meets the conditions of a Rumble (TS-75, SY-31, B-19)."""
    return s.world.crisis >= s.cfg.crisis_gate and (not s.cfg.gate_giant or has_giant(s))


@kernel
def can_ask(s: State, p: int) -> bool:
    """Return whether the Commander may ask a Pilot to Drive (C-91)."""
    return is_acting(s, p) and p != s.conflict.commander[1] and s.asked[p] == 0


@kernel
def legal_asks(s: State, out: Out) -> None:
    """Write the allies that the Commander may still ask; their cards play no part in it."""
    if s.side == 1:
        for p in range(1, s.cfg.pilots + 1):
            if can_ask(s, p):
                allow(out, Act.ASK + p - 1)


@kernel
def check_strike(s: State, p: int, gap: int, out: Out) -> None:
    """Classify a Pilot's play: Resonant charges her up, Dissonant fires Schism by stage (TS-07 to TS-11, TS-92)."""
    if gap > strike_of(s, p):
        in_rumble = s.conflict.rumble > 0
        x = s.conflict.rumble if in_rumble else s.stage
        tell(out, Event.DISSONATED, p, amount=x, number=s.stage)
        triggers.schism(s, p, 1 if in_rumble else x)
    elif gap == 1:
        tell(out, Event.RESONATED, p)
        deal.chargeup(s, p, 1, out)


@kernel
def score(s: State, side: int, out: Out) -> None:
    """Give a side the present stage (TS-51, TS-52)."""
    points = 1 << (s.stage - 1)
    s.score[side] += points
    s.scored[s.stage] = side
    tell(out, Event.STAGE_SCORED, s.conflict.commander[side], amount=points, number=s.stage)


@kernel
def counter(s: State, p: int, c: int, out: Out) -> None:
    """Beat the top of the Pile (TS-58)."""
    gap = order.DIFFERENCE[s.cfg.order, c >> 2, top_card(s) >> 2]
    deal.spend_card(s, p, c, out)
    lay(s, p, c)
    tell(out, Event.COUNTERED, p, card=c, amount=gap)
    if p != COACH:
        check_strike(s, p, gap, out)
    end_turn(s)


@kernel
def block(s: State, p: int, c: int, out: Out) -> None:
    """Discard the top card together with this one; an Escalate is undone by it (TS-60, TS-61, C-96, C-98)."""
    deal.spend_card(s, p, c, out)
    deal.to_trash(s, p, c)
    tell(out, Event.BLOCKED, p, card=c, amount=top_card(s))
    opener = is_opener(s)
    s.pile_n -= 1
    deal.to_trash(s, s.pile_by[s.pile_n], s.pile_card[s.pile_n])
    if opener:
        s.opened[s.stage] = Opening.NONE
        s.stage -= 1
        if s.conflict.rumble > 0:
            s.conflict.rumble -= 1
        points = 1 << (s.stage - 1)
        s.score[s.scored[s.stage]] -= points
        s.scored[s.stage] = NONE
        tell(out, Event.SCORE_NEGATED, p, amount=points)
    end_turn(s)


@kernel
def opening_gap(s: State, c: int) -> int:
    """Return the Strike difference of a card that opens a stage (C-100)."""
    if s.cfg.reference == 0:
        return int(order.OPEN_DIFFERENCE[s.cfg.order, c >> 2, top_card(s) >> 2])
    return order.VALUE[s.cfg.order, c >> 2] if s.cfg.reference == 1 else 0


@kernel
def escalate(s: State, p: int, c: int, out: Out) -> None:
    """Yield the stage and open the next one (TS-64, TS-65, C-101, C-102)."""
    gap = opening_gap(s, c)
    score(s, 1 - s.side, out)
    deal.spend_card(s, p, c, out)
    s.stage += 1
    s.opened[s.stage] = Opening.ESCALATE
    s.pile_from[s.stage] = s.pile_n
    lay(s, p, c)
    tell(out, Event.ESCALATED, p, card=c, amount=gap, number=s.stage)
    if s.stage > state.RUMBLE_STAGE:
        s.conflict.rumble += 1
        if p != COACH or has_giant(s):
            triggers.ruin(s, 1)  # TS-67, TS-97, C-122
    if p != COACH:
        check_strike(s, p, gap, out)
    end_turn(s)


@kernel
def initiate_rumble(s: State, p: int, c: int, out: Out) -> None:
    """Yield the stage, discard every Pile and open the first stage of a Rumble (TS-71, TS-72, C-152)."""
    s.gap = opening_gap(s, c)
    score(s, 1 - s.side, out)
    deal.spend_card(s, p, c, out)
    for i in range(s.pile_n):
        deal.to_trash(s, s.pile_by[i], s.pile_card[i])
    s.pile_n = 0
    s.stage = state.RUMBLE_STAGE
    s.opened[s.stage] = Opening.RUMBLE
    s.pile_from[s.stage] = 0
    lay(s, p, c)
    tell(out, Event.RUMBLE_INITIATED, p, card=c, amount=s.gap)
    s.at = 0
    s.step = Step.POSITIONS


@kernel
def concede(s: State, side: int, out: Out) -> None:
    """Yield the stage and the Throwdown (TS-68, TS-69, C-131); a Rumble ends with it (C-129)."""
    tell(out, Event.CONCEDED, s.conflict.commander[side], number=s.stage)
    score(s, 1 - side, out)
    s.winner = 1 - side
    s.result = Result.CONCEDED
    s.conflict.rumble = 0
    cardset.clear(s.fresh)
    s.step = Step.SPOILS


@kernel
def ask_ally(s: State, p: int, out: Out) -> None:
    """Offer the Drive to an ally, once a turn (C-91)."""
    tell(out, Event.ALLY_ASKED, s.seat, amount=p)
    s.asked[p], s.ally = 1, p
    ask(s, Phase.ALLY_DRIVE)


# Decisions -----------------------------------------------------------------------------------------------------------


@kernel
def driver(s: State) -> int:
    """Return the Commander of the side to move."""
    return int(s.conflict.commander[s.side])


@kernel
def legal_drives(s: State, out: Out) -> None:
    """Any card that is a play, an ally to ask, or Concede."""
    legal_plays(s, s.seat, out)
    legal_asks(s, out)
    allow(out, Act.CONCEDE)


@kernel
def drive(s: State, action: int, out: Out) -> None:
    """Play a card, Concede, or ask an ally (TS-56)."""
    if action == Act.CONCEDE:
        concede(s, s.side, out)
    elif act_of(Act, action) == Act.ASK:
        ask_ally(s, action - Act.ASK + 1, out)
    else:
        play_card(s, action, out)


@kernel
def ally(s: State) -> int:
    """Return the ally who was asked to Drive."""
    return s.ally


@kernel
def legal_ally_drives(s: State, out: Out) -> None:
    """Any card that is a play, or hand the Drive back."""
    legal_plays(s, s.seat, out)
    allow(out, Act.HAND_BACK)


@kernel
def drive_as_ally(s: State, action: int, out: Out) -> None:
    """Play a card for the Commander, or leave the Drive to her (TS-57)."""
    if action == Act.HAND_BACK:
        tell(out, Event.DRIVE_HANDED_BACK, s.seat)
        s.step = Step.DRIVE
    else:
        play_card(s, action, out)


@kernel
def play_card(s: State, action: int, out: Out) -> None:
    """Counter, Block, Escalate or Initiate Rumble."""
    what = act_of(Act, action)
    if what == Act.COUNTER:
        counter(s, s.seat, action - Act.COUNTER, out)
    elif what == Act.BLOCK:
        block(s, s.seat, action - Act.BLOCK, out)
    elif what == Act.ESCALATE:
        escalate(s, s.seat, action - Act.ESCALATE, out)
    else:
        initiate_rumble(s, s.seat, action - Act.RUMBLE, out)
