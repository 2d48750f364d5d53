"""The Throwdown, stages edition: deal, legality, one action, returns, redeal.

`apply` carries out one decision; `advance` then runs the steps of the rulebook until somebody must decide again.
"""

from __future__ import annotations

from typing import Any

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.core.events import EVERYONE, emit
from throwdown.envs.core.jit import fill, kernel, wide
from throwdown.envs.core.rng import pick
from throwdown.envs.fusion.stakes import take_stock
from throwdown.envs.fusion.throwdown.actions import (
    ACCEPT,
    ASK,
    BLOCK_PAGE,
    CARD_PAGES,
    CHARGE,
    CHOOSE_COMMITMENT,
    CHOOSE_PILOT,
    CHOOSE_THREAT,
    CONCEDE,
    COUNTER_PAGE,
    DISCARD_PAGE,
    DONE,
    ESCALATE_PAGE,
    GIVE_PAGE,
    HAND_BACK,
    INITIATIVE_PAGE,
    OTHER,
    OTHER_PAGE,
    PAGES,
    PASS,
    REFUSE,
    SPEND_BUFFER,
    SPOIL_NONE,
    SPOIL_PAGE,
    SPOIL_START,
    STAY_OUT,
    SUPPORT,
    VOTE_SELF,
    VOTE_TEAM,
)
from throwdown.envs.fusion.throwdown.drives import (
    ask,
    assist,
    await_assists,
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
    choose_target,
    legal_spoils,
    take_spoil,
    targets,
    waive,
)
from throwdown.envs.fusion.throwdown.state import (
    ALLY_PHASE,
    ANSWER,
    ANSWER_PHASE,
    ASSIST_PHASE,
    ASSISTS,
    CALLED_OFF,
    CHALLENGE_PHASE,
    DISCARD_PHASE,
    DISCARDS,
    DRAWS,
    DRIVE,
    DRIVE_PHASE,
    E_NAMED,
    GIVE_PHASE,
    GIVES,
    QUESTIONS,
    RECOVER_PHASE,
    REFUSED,
    RELAY,
    RELAY_PHASE,
    RETURN_PHASE,
    RETURNS,
    REVEAL,
    RUNNING,
    SIDES,
    SPOIL_PHASE,
    SPOIL_PILOT_PHASE,
    SPOIL_THREAT_PHASE,
    SPOILS,
    SUPPORT_PHASE,
    TURN,
    VOTE_PHASE,
)
from throwdown.envs.fusion.triggers import (
    BUFFER,
    COMMITMENT,
    clear_damage,
    decide_buffer,
    decide_commitment,
    lowered_commitments,
    settle,
)
from throwdown.envs.fusion.world import discard, resample, settle_top, setup_world


@kernel
def clear_conflict(s: Any) -> None:
    """Start a conflict over the present world: nobody has acted yet."""
    clear_damage(s)
    s.stakes = 0.0
    take_stock(s)
    fill(s.sealed, NONE)
    fill(s.involved, 0)
    fill(s.strike, 0)
    fill(s.bonus, 0)
    fill(s.asked, 0)
    fill(s.given, 0)
    fill(s.votes, 0)
    fill(s.commander, NONE)
    fill(s.score, 0)
    fill(s.basic, 0)
    fill(s.ultimate, 0)
    fill(s.scored, NONE)
    fill(s.opened, 0)
    fill(s.pile_from, 0)
    s.pile_n = 0
    s.stage = 0
    s.side = 0
    s.at = 0
    s.started_by = NONE
    s.for_team = NONE
    s.winner = NONE
    s.result = RUNNING
    s.taker = NONE
    s.spoil = NONE
    s.target = NONE
    s.over = False


@kernel
def setup(s: Any, out: Any) -> None:
    """Deal a scenario and let the challenger lay the first card."""
    setup_world(s, out)
    clear_conflict(s)
    s.challenger = pick(s, wide(s.cfg.pilots) + 1) if s.cfg.challenger == NONE else s.cfg.challenger
    emit(out, E_NAMED, s.challenger, NONE, 1, EVERYONE, 0)
    s.step = ANSWER
    s.phase = CHALLENGE_PHASE
    s.seat = s.challenger


@kernel
def legal(s: Any, out: Any) -> None:
    """Write the legal set of the seat to move."""
    words = out.words
    for w in range(PAGES):
        words[w] = 0
    phase, hand = s.phase, s.world.hand[s.seat, 0]
    if phase == DRIVE_PHASE:
        legal_plays(s, s.seat, out)
        legal_asks(s, out)
        words[OTHER_PAGE] |= cardset.ONE << CONCEDE
    elif phase == ALLY_PHASE:
        legal_plays(s, s.seat, out)
        words[OTHER_PAGE] = cardset.ONE << HAND_BACK
    elif phase == ASSIST_PHASE:
        words[OTHER_PAGE] = (cardset.ONE << CHARGE) | (cardset.ONE << PASS)
    elif phase == CHALLENGE_PHASE or phase == RELAY_PHASE:
        words[INITIATIVE_PAGE] = hand
    elif phase == ANSWER_PHASE:
        words[INITIATIVE_PAGE] = hand
        words[OTHER_PAGE] = cardset.ONE << REFUSE
    elif phase == DISCARD_PHASE:
        words[DISCARD_PAGE] = hand
    elif phase == BUFFER:
        words[OTHER_PAGE] = (cardset.ONE << SPEND_BUFFER) | (cardset.ONE << ACCEPT)
    elif phase == SPOIL_PHASE:
        words[SPOIL_PAGE] = legal_spoils(s) | (cardset.ONE << SPOIL_NONE)
    else:
        legal_others(s, out)


@kernel
def legal_others(s: Any, out: Any) -> None:
    """Write the legal set of the rarer phases."""
    phase, w, words = s.phase, s.world, out.words
    if phase == SUPPORT_PHASE:
        words[OTHER_PAGE] = (cardset.ONE << SUPPORT) | (cardset.ONE << STAY_OUT)
    elif phase == VOTE_PHASE:
        words[OTHER_PAGE] = (cardset.ONE << VOTE_SELF) | (cardset.ONE << VOTE_TEAM)
    elif phase == GIVE_PHASE:
        words[GIVE_PAGE] = w.hand[s.seat, 0]
        words[OTHER_PAGE] = cardset.ONE << DONE
    elif phase == RETURN_PHASE:
        words[GIVE_PAGE] = w.hand[s.seat, 0]
    elif phase == COMMITMENT:
        for k in range(4):
            if w.commitment[s.seat, k] > 0:
                words[OTHER_PAGE] |= cardset.ONE << (CHOOSE_COMMITMENT + k)
    elif phase == RECOVER_PHASE:
        words[OTHER_PAGE] = cardset.ONE * lowered_commitments(s, s.target) << CHOOSE_COMMITMENT
    elif phase == SPOIL_PILOT_PHASE:
        words[OTHER_PAGE] = cardset.ONE * targets(s, s.spoil) << CHOOSE_PILOT
    elif phase == SPOIL_THREAT_PHASE:
        words[OTHER_PAGE] = cardset.ONE * targets(s, s.spoil) << CHOOSE_THREAT


@kernel
def apply(s: Any, action: int, out: Any) -> None:
    """Carry out a legal action, then go on to the next decision."""
    if action < CARD_PAGES * FACES:
        waits = play_card(s, action // FACES, action % FACES, out)
    elif action < SPOIL_START:
        waits = decide(s, action - OTHER, out)
    elif action - SPOIL_START == SPOIL_NONE:
        waive(s, out)
        waits = False
    else:
        waits = choose_spoil(s, action - SPOIL_START, out)
    if not waits:
        advance(s, out)


@kernel
def play_card(s: Any, page: int, c: int, out: Any) -> bool:
    """Carry out an action that names a card; return whether the decision goes on."""
    p = wide(s.seat)
    if page == COUNTER_PAGE:
        counter(s, p, c, out)
    elif page == BLOCK_PAGE:
        block(s, p, c, out)
    elif page == ESCALATE_PAGE:
        escalate(s, p, c, out)
    elif page == DISCARD_PAGE:
        discard(s, p, c, out)
    elif page == GIVE_PAGE:
        if s.phase == GIVE_PHASE:
            give(s, c, out)
        else:
            return_card(s, c, out)
    elif s.phase == ANSWER_PHASE:
        answer(s, p, c, out)
    else:
        lay_initiative(s, p, c, out)
    return False


@kernel
def decide(s: Any, what: int, out: Any) -> bool:
    """Carry out an action without a card; return whether the decision goes on."""
    if what == CONCEDE:
        concede(s, out)
    elif what == CHARGE or what == PASS:
        assist(s, what == CHARGE, out)
    elif what == SPEND_BUFFER or what == ACCEPT:
        decide_buffer(s, what == SPEND_BUFFER, out)
    elif what == REFUSE:
        answer(s, wide(s.seat), NONE, out)
    elif what == SUPPORT or what == STAY_OUT:
        support(s, what == SUPPORT, out)
    elif what == VOTE_SELF or what == VOTE_TEAM:
        vote(s, what - VOTE_SELF, out)
    elif what == DONE:
        give(s, NONE, out)
    elif what == HAND_BACK:
        hand_back(s, out)
    elif what < CHOOSE_COMMITMENT:
        ask(s, what - ASK + 1, out)
        return True
    elif what < CHOOSE_PILOT:
        if s.phase == RECOVER_PHASE:
            take_spoil(s, what - CHOOSE_COMMITMENT, out)
        else:
            decide_commitment(s, what - CHOOSE_COMMITMENT, out)
    elif what < CHOOSE_THREAT:
        return choose_target(s, what - CHOOSE_PILOT + 1, out)
    else:
        return choose_target(s, what - CHOOSE_THREAT, out)
    return False


@kernel
def advance(s: Any, out: Any) -> None:
    """Run the steps of a Throwdown until somebody must decide."""
    waits = False
    while not waits:
        if s.damage.waiting > 0 and settle(s, out):
            return
        step = s.step
        if step == TURN:
            begin_turn(s)
        elif step == ASSISTS:
            waits = await_assists(s)
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
        elif step == SPOILS:
            waits = await_spoils(s, out)
        elif step == DISCARDS:
            waits = await_discards(s, out)
        else:
            return


@kernel
def returns(s: Any, out: Any) -> None:
    """Write the return of every seat: the Pilots share theirs, Coach has its opposite."""
    value = 0.0
    if s.result != CALLED_OFF:
        value = 1.0 if s.winner == 1 else -1.0
        if s.cfg.reward == 1 and s.result != REFUSED:
            value = (s.score[1] - s.score[0]) / (s.score[1] + s.score[0])
        elif s.cfg.reward == 2:
            value = s.stakes
    out[0] = -value
    for p in range(1, s.cfg.pilots + 1):
        out[p] = value


@kernel
def redeal(s: Any, viewer: int) -> None:
    """Resample what ``viewer`` cannot know."""
    resample(s, viewer, s.sealed)


@kernel
def settle_decks(s: Any) -> None:
    """Count the decks of a position that was set up from outside."""
    for d in range(s.cfg.decks):
        settle_top(s, d)
