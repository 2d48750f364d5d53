"""The Throwdown, stages edition: deal, legality, one action, returns, redeal.

`apply` carries out one decision; `advance` then runs the steps of the rulebook until somebody must decide again.
"""

from __future__ import annotations

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import NONE, Out, cardset, kernel, pick, reset, tell
from throwdown.envs.fusion.throwdown import assists, drives, initiative, outcome, rumble, turnout
from throwdown.envs.fusion.throwdown.actions import SPOIL_NONE, Act, Page, Start
from throwdown.envs.fusion.throwdown.state import Phase, Result, State, Step
from throwdown.envs.fusion.world import agenda, choices, deal, effects, hidden, stakes
from throwdown.envs.fusion.world.terms import COACH, FIRST_PHASE, Choice, Event


@kernel
def clear_conflict(s: State) -> None:
    """Start a conflict over the present world: nobody has acted yet."""
    reset(s)
    stakes.take_stock(s, s.start)


@kernel
def setup(s: State, out: Out) -> None:
    """Deal a scenario and let the challenger lay the first card."""
    deal.setup_world(s, out)
    challenger = pick(s, s.cfg.pilots + 1) if s.cfg.challenger == NONE else s.cfg.challenger
    begin_conflict(s, challenger if challenger == COACH or initiative.can_lead(s, challenger) else COACH, out)


@kernel
def begin_conflict(s: State, challenger: int, out: Out) -> None:
    """Let a challenger lay the first card of a conflict over the present world (TS-17)."""
    clear_conflict(s)
    s.challenger = challenger
    tell(out, Event.CHALLENGER_NAMED, s.challenger)
    s.step = Step.ANSWER
    s.phase = Phase.CHALLENGE
    s.seat = s.challenger


@kernel
def legal(s: State, out: Out) -> None:
    """Write the legal set of the seat to move."""
    words = out.words
    for w in range(Page.END):
        words[w] = 0
    phase, hand = s.phase, s.world.hand[s.seat, 0]
    if phase == Phase.DRIVE:
        drives.legal_plays(s, s.seat, out)
        drives.legal_asks(s, out)
        words[Page.OTHER] |= cardset.ONE << Act.CONCEDE
    elif phase == Phase.ALLY_DRIVE:
        drives.legal_plays(s, s.seat, out)
        words[Page.OTHER] = cardset.ONE << Act.HAND_BACK
    elif phase == Phase.ASSIST:
        assists.legal_assists(s, out)
    elif phase == Phase.COACH_ASSIST:
        assists.legal_coach_assists(s, out)
    elif phase < FIRST_PHASE:
        choices.legal_choice(s, out)
    elif phase == Phase.CHALLENGE or phase == Phase.RELAY:
        words[Page.INITIATIVE] = hand
    elif phase == Phase.ANSWER:
        words[Page.INITIATIVE] = hand
        words[Page.OTHER] = cardset.ONE << Act.REFUSE
    elif phase == Phase.DISCARD:
        words[choices.Page.DISCARD] = hand
    elif phase == Phase.SPOIL:
        words[Page.SPOIL] = s.offer | (cardset.ONE << SPOIL_NONE)
    else:
        legal_others(s, out)


@kernel
def legal_others(s: State, out: Out) -> None:
    """Write the legal set of the rarer phases."""
    phase, words = s.phase, out.words
    if phase == Phase.SUPPORT:
        words[Page.OTHER] = (cardset.ONE << Act.SUPPORT) | (cardset.ONE << Act.STAY_OUT)
    elif phase == Phase.VOTE:
        words[Page.OTHER] = (cardset.ONE << Act.VOTE_SELF) | (cardset.ONE << Act.VOTE_TEAM)
    elif phase == Phase.GIVE:
        words[Page.GIVE] = s.world.hand[s.seat, 0]
        words[Page.OTHER] = cardset.ONE << Act.DONE
    elif phase == Phase.RETURN:
        words[Page.GIVE] = s.world.hand[s.seat, 0]
    elif phase == Phase.POSITION:
        rumble.legal_positions(s, out)
    elif phase == Phase.THREATS:
        words[Page.OTHER] = (cardset.ONE << Act.INVOLVE) | (
            cardset.ONE * (1 if turnout.can_leave_out(s) else 0) << Act.LEAVE_OUT
        )
    elif phase == Phase.BOARD:
        words[Page.OTHER] = (cardset.ONE << Act.BOARD) | (cardset.ONE << Act.ON_FOOT)
    else:
        rumble.legal_shares(s, out)


@kernel
def apply(s: State, action: int, out: Out) -> None:
    """Carry out a legal action, then go on to the next decision."""
    waits = False
    if s.phase < FIRST_PHASE:
        waits = choices.decide_choice(s, action, out)
    elif action >= Start.SPOIL:
        if action - Start.SPOIL == SPOIL_NONE:
            outcome.waive(s, out)
        else:
            outcome.choose_spoil(s, action - Start.SPOIL, out)
    elif action >= Start.ASSIST:
        assists.assist(s, action - Start.ASSIST, out)
    elif action >= Start.OTHER:
        waits = decide(s, action - Start.OTHER, out)
    elif action >= Start.INITIATIVE:
        waits = play_card(
            s,
            Page.INITIATIVE + (action - Start.INITIATIVE) // FACES,
            (action - Start.INITIATIVE) % FACES,
            out,
        )
    elif action >= choices.Start.WAVE:
        assists.coach_assist(s, action - choices.Start.WAVE, out)
    elif action >= choices.Start.DISCARD:
        outcome.drop(s, action - choices.Start.DISCARD, out)
    else:
        rumble.share_with(s, action + 1, out)
    if not waits:
        advance(s, out)


@kernel
def play_card(s: State, page: int, c: int, out: Out) -> bool:
    """Carry out an action that names a card; return whether the decision goes on."""
    p = s.seat
    if page == Page.COUNTER:
        drives.counter(s, p, c, out)
    elif page == Page.BLOCK:
        drives.block(s, p, c, out)
    elif page == Page.ESCALATE:
        drives.escalate(s, p, c, out)
    elif page == Page.RUMBLE:
        rumble.initiate_rumble(s, p, c, out)
    elif page == Page.GIVE:
        if s.phase == Phase.GIVE:
            initiative.give(s, c, out)
        elif s.phase == Phase.RETURN:
            initiative.return_card(s, c, out)
        else:
            return rumble.share(s, c, out)
    elif s.phase == Phase.ANSWER:
        initiative.answer(s, p, c, out)
    elif s.phase == Phase.CHALLENGE:
        initiative.challenge(s, p, c, out)
    else:
        initiative.lay_initiative(s, p, c, out)
    return False


@kernel
def decide(s: State, what: int, out: Out) -> bool:
    """Carry out an action without a card; return whether the decision goes on."""
    if what == Act.CONCEDE:
        drives.concede(s, s.side, out)
    elif what == Act.REFUSE:
        initiative.answer(s, s.seat, NONE, out)
    elif what == Act.SUPPORT or what == Act.STAY_OUT:
        initiative.support(s, what == Act.SUPPORT, out)
    elif what == Act.VOTE_SELF or what == Act.VOTE_TEAM:
        initiative.vote(s, what - Act.VOTE_SELF, out)
    elif what == Act.DONE:
        if s.phase == Phase.GIVE:
            initiative.give(s, NONE, out)
        else:
            rumble.share(s, NONE, out)
    elif what == Act.HAND_BACK:
        drives.hand_back(s, out)
    elif what < Act.POSITION:
        drives.ask(s, what - Act.ASK + 1, out)
        return True
    elif what < Act.INVOLVE:
        rumble.take_position(s, s.seat, what - Act.POSITION, out)
    elif what < Act.BOARD:
        turnout.decide_threat(s, what == Act.INVOLVE)
    else:
        turnout.board(s, what == Act.BOARD, out)
    return False


@kernel
def advance(s: State, out: Out) -> None:
    """Run the steps of a Throwdown until somebody must decide."""
    waits = False
    worked = (
        s.phase < FIRST_PHASE and s.phase != Choice.PAY
    )  # that choice may have been the last of a trigger
    while not waits:
        if worked or s.conflict.stopped:
            outcome.end_early(s, out)
        worked = not agenda.is_idle(s)
        if worked:
            if effects.work_on(s, out):
                return
            continue
        step = s.step
        if step == Step.TURN:
            drives.begin_turn(s)
        elif step == Step.ASSISTS:
            waits = assists.await_assists(s, out)
        elif step == Step.COACH_ASSISTS:
            waits = assists.await_coach_assists(s, out)
        elif step == Step.DRIVE:
            waits = drives.await_drive(s)
        elif step == Step.ANSWER:
            waits = initiative.await_answer(s, out)
        elif step == Step.THREATS:
            waits = turnout.await_threats(s)
        elif step == Step.SIDES:
            waits = initiative.pick_sides(s)
        elif step == Step.QUESTIONS:
            waits = initiative.answer_questions(s, out)
        elif step == Step.BOARDING:
            waits = turnout.await_boarding(s)
        elif step == Step.DRAWS:
            initiative.draw_and_range(s, out)
        elif step == Step.GIVES:
            waits = initiative.await_gives(s)
        elif step == Step.RETURNS:
            waits = initiative.await_returns(s, out)
        elif step == Step.REVEAL:
            initiative.resolve_initiative(s, out)
        elif step == Step.RELAY:
            waits = initiative.await_relay(s)
        elif step == Step.POSITIONS:
            waits = rumble.await_positions(s, out)
        elif step == Step.ASSEMBLE:
            rumble.assemble(s, out)
        elif step == Step.HEAD_DRAW:
            rumble.draw_as_head(s, out)
        elif step == Step.SHARES:
            waits = rumble.await_shares(s)
        elif step == Step.REGROUP:
            rumble.regroup(s, out)
        elif step == Step.SPOILS:
            waits = outcome.await_spoils(s, out)
        elif step == Step.DISCARDS:
            waits = outcome.await_discards(s, out)
        else:
            return


@kernel
def returns(s: State, out: Out) -> None:
    """Write the return of every seat: the Pilots share theirs, Coach has its opposite."""
    value = 0.0
    if s.result != Result.CALLED_OFF:
        value = 1.0 if s.winner == 1 else -1.0
        if s.cfg.reward == 1 and s.result != Result.REFUSED:
            value = (s.score[1] - s.score[0]) / (s.score[1] + s.score[0])
        elif s.cfg.reward == 2:
            value = s.stakes
    out.returns[0] = -value
    for p in range(1, s.cfg.pilots + 1):
        out.returns[p] = value


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Resample what ``viewer`` cannot know."""
    hidden.redeal_world(s, viewer, s.sealed)
    if viewer != COACH and turnout.is_choice_sealed(s):
        turnout.redraw_leaving(s)
    head = s.conflict.head
    n = cardset.size(s.fresh)
    if n > 0 and not hidden.can_see_hand(s, viewer, head):
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
