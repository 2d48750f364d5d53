"""The Throwdown, stages edition: deal, legality, one action, returns, redeal.

`apply` carries out one decision; `advance` then runs the steps of the rulebook until somebody must decide again.
"""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.core.events import EVERYONE, Out, emit
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.core.records import reset
from throwdown.envs.core.rng import pick
from throwdown.envs.fusion.throwdown.actions import (
    ASK,
    ASSIST_START,
    BLOCK_PAGE,
    CARDS,
    CONCEDE,
    COUNTER_PAGE,
    DONE,
    ESCALATE_PAGE,
    GIVE_PAGE,
    HAND_BACK,
    INITIATIVE_PAGE,
    OTHER,
    OTHER_PAGE,
    PAGES,
    REFUSE,
    RUMBLE_PAGE,
    SPOIL_NONE,
    SPOIL_PAGE,
    SPOIL_START,
    STAY_OUT,
    SUPPORT,
    TAKE_POSITION,
    VOTE_SELF,
    VOTE_TEAM,
)
from throwdown.envs.fusion.throwdown.assists import (
    assist,
    await_assists,
    await_coach_assists,
    coach_assist,
    legal_assists,
    legal_coach_assists,
)
from throwdown.envs.fusion.throwdown.drives import (
    ask,
    await_drive,
    begin_turn,
    block,
    concede,
    counter,
    escalate,
    hand_back,
    legal_asks,
    legal_plays,
)
from throwdown.envs.fusion.throwdown.initiative import (
    answer,
    answer_questions,
    await_answer,
    await_gives,
    await_relay,
    await_returns,
    can_lead,
    draw_and_range,
    give,
    lay_initiative,
    pick_sides,
    resolve_initiative,
    return_card,
    support,
    vote,
)
from throwdown.envs.fusion.throwdown.outcome import (
    await_discards,
    await_spoils,
    choose_spoil,
    drop,
    end_early,
    waive,
)
from throwdown.envs.fusion.throwdown.rumble import (
    assemble,
    await_positions,
    await_shares,
    initiate_rumble,
    legal_positions,
    legal_shares,
    regroup,
    share,
    share_with,
    take_position,
)
from throwdown.envs.fusion.throwdown.state import (
    ALLY_PHASE,
    ANSWER,
    ANSWER_PHASE,
    ASSEMBLE,
    ASSIST_PHASE,
    ASSISTS,
    CALLED_OFF,
    CHALLENGE_PHASE,
    COACH_ASSIST_PHASE,
    COACH_ASSISTS,
    DISCARD_PHASE,
    DISCARDS,
    DRAWS,
    DRIVE,
    DRIVE_PHASE,
    E_NAMED,
    GIVE_PHASE,
    GIVES,
    POSITION_PHASE,
    POSITIONS,
    QUESTIONS,
    REFUSED,
    REGROUP,
    RELAY,
    RELAY_PHASE,
    RETURN_PHASE,
    RETURNS,
    REVEAL,
    RUNNING,
    SHARES,
    SIDES,
    SPOIL_PHASE,
    SPOILS,
    SUPPORT_PHASE,
    TURN,
    VOTE_PHASE,
    State,
)
from throwdown.envs.fusion.world.choices import (
    DISCARD_PAGE,
    DISCARD_START,
    WAVE_START,
    decide_choice,
    legal_choice,
)
from throwdown.envs.fusion.world.conflict import FIRST_PHASE
from throwdown.envs.fusion.world.deal import setup_world
from throwdown.envs.fusion.world.effects import work
from throwdown.envs.fusion.world.hidden import can_see_hand, redeal_world
from throwdown.envs.fusion.world.stakes import take_stock
from throwdown.envs.fusion.world.state import COACH


@kernel
def clear_conflict(s: State) -> None:
    """Start a conflict over the present world: nobody has acted yet."""
    reset(s)
    take_stock(s)


@kernel
def setup(s: State, out: Out) -> None:
    """Deal a scenario and let the challenger lay the first card."""
    setup_world(s, out)
    challenger = pick(s, wide(s.cfg.pilots) + 1) if s.cfg.challenger == NONE else wide(s.cfg.challenger)
    begin_conflict(s, challenger if challenger == COACH or can_lead(s, challenger) else COACH, out)


@kernel
def begin_conflict(s: State, challenger: int, out: Out) -> None:
    """Let a challenger lay the first card of a conflict over the present world (TS-17)."""
    clear_conflict(s)
    s.challenger = challenger
    emit(out, E_NAMED, s.challenger, NONE, 1, EVERYONE, 0)
    s.step = ANSWER
    s.phase = CHALLENGE_PHASE
    s.seat = s.challenger


@kernel
def legal(s: State, out: Out) -> None:
    """Write the legal set of the seat to move."""
    words = out.words
    for w in range(PAGES):
        words[w] = 0
    phase, hand = s.phase, s.world.hand[s.seat, 0]
    if phase == DRIVE_PHASE:
        legal_plays(s, wide(s.seat), out)
        legal_asks(s, out)
        words[OTHER_PAGE] |= cardset.ONE << CONCEDE
    elif phase == ALLY_PHASE:
        legal_plays(s, wide(s.seat), out)
        words[OTHER_PAGE] = cardset.ONE << HAND_BACK
    elif phase == ASSIST_PHASE:
        legal_assists(s, out)
    elif phase == COACH_ASSIST_PHASE:
        legal_coach_assists(s, out)
    elif phase < FIRST_PHASE:
        legal_choice(s, out)
    elif phase == CHALLENGE_PHASE or phase == RELAY_PHASE:
        words[INITIATIVE_PAGE] = hand
    elif phase == ANSWER_PHASE:
        words[INITIATIVE_PAGE] = hand
        words[OTHER_PAGE] = cardset.ONE << REFUSE
    elif phase == DISCARD_PHASE:
        words[DISCARD_PAGE] = hand
    elif phase == SPOIL_PHASE:
        words[SPOIL_PAGE] = wide(s.offer) | (cardset.ONE << SPOIL_NONE)
    else:
        legal_others(s, out)


@kernel
def legal_others(s: State, out: Out) -> None:
    """Write the legal set of the rarer phases."""
    phase, words = s.phase, out.words
    if phase == SUPPORT_PHASE:
        words[OTHER_PAGE] = (cardset.ONE << SUPPORT) | (cardset.ONE << STAY_OUT)
    elif phase == VOTE_PHASE:
        words[OTHER_PAGE] = (cardset.ONE << VOTE_SELF) | (cardset.ONE << VOTE_TEAM)
    elif phase == GIVE_PHASE:
        words[GIVE_PAGE] = s.world.hand[s.seat, 0]
        words[OTHER_PAGE] = cardset.ONE << DONE
    elif phase == RETURN_PHASE:
        words[GIVE_PAGE] = s.world.hand[s.seat, 0]
    elif phase == POSITION_PHASE:
        legal_positions(s, out)
    else:
        legal_shares(s, out)


@kernel
def apply(s: State, action: int, out: Out) -> None:
    """Carry out a legal action, then go on to the next decision."""
    waits = False
    if s.phase < FIRST_PHASE:
        waits = decide_choice(s, action, out)
    elif action >= SPOIL_START:
        if action - SPOIL_START == SPOIL_NONE:
            waive(s, out)
        else:
            choose_spoil(s, action - SPOIL_START, out)
    elif action >= ASSIST_START:
        assist(s, action - ASSIST_START, out)
    elif action >= OTHER:
        waits = decide(s, action - OTHER, out)
    elif action >= CARDS:
        waits = play_card(s, INITIATIVE_PAGE + (action - CARDS) // FACES, (action - CARDS) % FACES, out)
    elif action >= WAVE_START:
        coach_assist(s, action - WAVE_START, out)
    elif action >= DISCARD_START:
        drop(s, action - DISCARD_START, out)
    else:
        share_with(s, action + 1, out)
    if not waits:
        advance(s, out)


@kernel
def play_card(s: State, page: int, c: int, out: Out) -> bool:
    """Carry out an action that names a card; return whether the decision goes on."""
    p = wide(s.seat)
    if page == COUNTER_PAGE:
        counter(s, p, c, out)
    elif page == BLOCK_PAGE:
        block(s, p, c, out)
    elif page == ESCALATE_PAGE:
        escalate(s, p, c, out)
    elif page == RUMBLE_PAGE:
        initiate_rumble(s, p, c, out)
    elif page == GIVE_PAGE:
        if s.phase == GIVE_PHASE:
            give(s, c, out)
        elif s.phase == RETURN_PHASE:
            return_card(s, c, out)
        else:
            return share(s, c, out)
    elif s.phase == ANSWER_PHASE:
        answer(s, p, c, out)
    else:
        lay_initiative(s, p, c, out)
    return False


@kernel
def decide(s: State, what: int, out: Out) -> bool:
    """Carry out an action without a card; return whether the decision goes on."""
    if what == CONCEDE:
        concede(s, wide(s.side), out)
    elif what == REFUSE:
        answer(s, wide(s.seat), NONE, out)
    elif what == SUPPORT or what == STAY_OUT:
        support(s, what == SUPPORT, out)
    elif what == VOTE_SELF or what == VOTE_TEAM:
        vote(s, what - VOTE_SELF, out)
    elif what == DONE:
        if s.phase == GIVE_PHASE:
            give(s, NONE, out)
        else:
            share(s, NONE, out)
    elif what == HAND_BACK:
        hand_back(s, out)
    elif what < TAKE_POSITION:
        ask(s, what - ASK + 1, out)
        return True
    else:
        take_position(s, wide(s.seat), what - TAKE_POSITION, out)
    return False


@kernel
def advance(s: State, out: Out) -> None:
    """Run the steps of a Throwdown until somebody must decide."""
    waits = False
    was_asked = s.phase < FIRST_PHASE  # the point that was decided may have been the last
    while not waits:
        d = s.pending
        if was_asked or d.waiting + d.depth + d.pay > 0 or s.conflict.stopped == 1:
            was_asked = False
            if work(s, out):
                return
            if s.result == RUNNING and s.stage > 0 and end_early(s, out):
                continue
        step = s.step
        if step == TURN:
            begin_turn(s)
        elif step == ASSISTS:
            waits = await_assists(s, out)
        elif step == COACH_ASSISTS:
            waits = await_coach_assists(s, out)
        elif step == DRIVE:
            waits = await_drive(s)
        elif step == ANSWER:
            waits = await_answer(s, out)
        elif step == SIDES:
            waits = pick_sides(s)
        elif step == QUESTIONS:
            waits = answer_questions(s, out)
        elif step == DRAWS:
            draw_and_range(s, out)
        elif step == GIVES:
            waits = await_gives(s)
        elif step == RETURNS:
            waits = await_returns(s, out)
        elif step == REVEAL:
            resolve_initiative(s, out)
        elif step == RELAY:
            waits = await_relay(s)
        elif step == POSITIONS:
            waits = await_positions(s, out)
        elif step == ASSEMBLE:
            assemble(s, out)
        elif step == SHARES:
            waits = await_shares(s)
        elif step == REGROUP:
            regroup(s, out)
        elif step == SPOILS:
            waits = await_spoils(s, out)
        elif step == DISCARDS:
            waits = await_discards(s, out)
        else:
            return


@kernel
def returns(s: State, out: Out) -> None:
    """Write the return of every seat: the Pilots share theirs, Coach has its opposite."""
    value = 0.0
    if s.result != CALLED_OFF:
        value = 1.0 if s.winner == 1 else -1.0
        if s.cfg.reward == 1 and s.result != REFUSED:
            value = (s.score[1] - s.score[0]) / (s.score[1] + s.score[0])
        elif s.cfg.reward == 2:
            value = s.stakes
    out.returns[0] = -value
    for p in range(1, s.cfg.pilots + 1):
        out.returns[p] = value


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Resample what ``viewer`` cannot know."""
    redeal_world(s, viewer, s.sealed)
    head = wide(s.conflict.head)
    n = cardset.size(s.fresh)
    if n > 0 and not can_see_hand(s, viewer, head):
        redraw_fresh(s, viewer, head, n)


@kernel
def redraw_fresh(s: State, viewer: int, head: int, n: int) -> None:
    """Resample which of the Head's cards are those that she drew: none that ``viewer`` knew before."""
    cardset.clear(s.fresh)
    cardset.merge(s.fresh, s.world.hand[head])
    if viewer != COACH:
        cardset.subtract(s.fresh, s.world.known[viewer - 1, head - 1])
    while cardset.size(s.fresh) > n:
        cardset.remove(s.fresh, cardset.nth(s.fresh, pick(s, cardset.size(s.fresh))))
    if s.shared != NONE:
        s.shared = cardset.nth(s.fresh, pick(s, n))
