"""The flow of a Gambit: who decides what, which actions are legal, what follows (GA-03 to GA-31).

A decision is a `phase` and a `seat`; `step` says how the Gambit goes on once it is made. `apply` carries an action out,
`advance` then runs the steps of the rulebook until somebody must decide again. Strike Range has no place here (GA-31).
"""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, Out, emit
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.core.records import reset
from throwdown.envs.core.rng import pick
from throwdown.envs.fusion.gambit.actions import (
    ANSWER_PAGE,
    ANSWER_START,
    BLIND,
    CHOOSE_CONSEQUENCE,
    DECLINE,
    FLIP,
    NO_AND_BIT,
    NO_BUT_BIT,
    OTHER,
    OTHER_PAGE,
    PAGES,
    TAKE_ON,
    THRESHOLD_PAGE,
    THRESHOLD_START,
    YES_BUT_BIT,
)
from throwdown.envs.fusion.gambit.outcome import (
    call_off,
    choose_consequence,
    close,
    end,
    is_attained,
    legal_consequences,
    reach,
)
from throwdown.envs.fusion.gambit.state import (
    ACCEPT_PHASE,
    ACCEPT_STEP,
    ANSWER_PHASE,
    ANSWER_STEP,
    BLIND_SOURCE,
    CLOSE,
    CONSEQUENCE_PHASE,
    CONSEQUENCES,
    DECLINED,
    E_ACCEPTED,
    E_DECLINED,
    E_FLIPPED,
    E_LAID,
    E_PLAYED,
    E_PROPOSED,
    E_REVEALED,
    FROM_HAND,
    NEWER,
    NO_AND,
    NO_BUT,
    OUTCOME_PHASE,
    OUTCOME_STEP,
    PLAYED,
    REVEAL,
    THRESHOLD_PHASE,
    THRESHOLD_STEP,
    YES_AND,
    YES_BUT,
    State,
)
from throwdown.envs.fusion.world.choices import decide_choice, legal_choice
from throwdown.envs.fusion.world.conflict import FIRST_PHASE
from throwdown.envs.fusion.world.deal import (
    deck_of,
    draw_card,
    forget,
    hand_size,
    playable,
    setup_world,
    spend_card,
)
from throwdown.envs.fusion.world.effects import work
from throwdown.envs.fusion.world.hidden import random_face, redeal_world
from throwdown.envs.fusion.world.order import ACES, VALUE, order_index
from throwdown.envs.fusion.world.stakes import take_stock
from throwdown.envs.fusion.world.state import COACH

PLAIN = order_index(ACES.index("eleven"), 0)
"""Gambits compare plain numbers, an Ace being 11, whatever Aces are elsewhere (GA-13, C-02, C-07, C-08)."""


@kernel
def clear_conflict(s: State) -> None:
    """Start a Gambit over the present world: nobody has acted yet."""
    reset(s)
    take_stock(s)


@kernel
def setup(s: State, out: Out) -> None:
    """Deal a scenario and let Coach propose a Gambit to a Pilot."""
    setup_world(s, out)
    p = pick(s, wide(s.cfg.pilots)) + 1 if s.cfg.acting == NONE else wide(s.cfg.acting)
    begin_conflict(s, p, out)


@kernel
def begin_conflict(s: State, p: int, out: Out) -> None:
    """Propose a Gambit to a Pilot over the present world (GA-04, C-44)."""
    clear_conflict(s)
    s.acting = p
    s.conflict.involved[COACH] = 1
    s.conflict.involved[p] = 1
    s.conflict.commander[0] = COACH
    s.conflict.commander[1] = p
    if s.cfg.specialty_involved == 1:
        s.specialty = 1
    elif s.cfg.specialty_involved == 2 and s.cfg.specialty[p] > 0:
        s.specialty = pick(s, 2)
    emit(out, E_PROPOSED, p, NONE, s.specialty, EVERYONE, 0)
    s.step = ACCEPT_STEP
    s.phase = ACCEPT_PHASE
    s.seat = p


@kernel
def can_draw(s: State, seat: int) -> bool:
    """Return whether the deck that a seat draws from has a card to give, after a reshuffle if need be."""
    pile = s.world.decks[deck_of(s, seat)]
    return pile.n > 0 or (s.cfg.reshuffle == 1 and pile.trash[0] != 0)


@kernel
def legal(s: State, out: Out) -> None:
    """Write the legal set of the seat to move."""
    words, phase = out.words, s.phase
    for w in range(PAGES):
        words[w] = 0
    if phase < FIRST_PHASE:
        legal_choice(s, out)
    elif phase == ACCEPT_PHASE:
        words[OTHER_PAGE] = (cardset.ONE << TAKE_ON) | (cardset.ONE << DECLINE)
    elif phase == THRESHOLD_PHASE:
        words[THRESHOLD_PAGE] = s.world.hand[COACH, 0]
        words[OTHER_PAGE] = cardset.ONE * (1 if can_draw(s, COACH) else 0) << BLIND
    elif phase == ANSWER_PHASE:
        words[ANSWER_PAGE] = playable(s, wide(s.seat))
        words[OTHER_PAGE] = cardset.ONE * (1 if can_draw(s, s.seat) else 0) << FLIP
    elif phase == OUTCOME_PHASE:
        words[OTHER_PAGE] = (
            (cardset.ONE << YES_BUT_BIT) | (cardset.ONE << NO_BUT_BIT) | (cardset.ONE << NO_AND_BIT)
        )
    else:
        words[OTHER_PAGE] = cardset.ONE * legal_consequences(s, out) << CHOOSE_CONSEQUENCE


@kernel
def apply(s: State, action: int, out: Out) -> None:
    """Carry out a legal action, then go on to the next decision."""
    waits = False
    if s.phase < FIRST_PHASE:
        waits = decide_choice(s, action, out)
    elif action < ANSWER_START:
        lay_threshold(s, action - THRESHOLD_START, out)
    elif action < OTHER:
        answer(s, action - ANSWER_START, out)
    else:
        decide(s, action - OTHER, out)
    if not waits:
        advance(s, out)


@kernel
def decide(s: State, what: int, out: Out) -> None:
    """Carry out an action without a card."""
    if what == TAKE_ON:
        emit(out, E_ACCEPTED, s.acting, NONE, 0, EVERYONE, 0)
        s.step = THRESHOLD_STEP
    elif what == DECLINE:
        decline(s, out)
    elif what == BLIND:
        lay_blind(s, out)
    elif what == FLIP:
        flip(s, out)
    elif what >= CHOOSE_CONSEQUENCE:
        choose_consequence(s, what - CHOOSE_CONSEQUENCE, out)
    else:
        reach(s, YES_BUT if what == YES_BUT_BIT else (NO_BUT if what == NO_BUT_BIT else NO_AND), out)


@kernel
def advance(s: State, out: Out) -> None:
    """Run the steps of a Gambit until somebody must decide."""
    waits = False
    while not waits:
        if work(s, out):
            return
        step = s.step
        if step == THRESHOLD_STEP:
            waits = await_threshold(s, out)
        elif step == ANSWER_STEP:
            waits = await_answer(s, out)
        elif step == REVEAL:
            waits = reveal(s, out)
        elif step == CONSEQUENCES:
            waits = await_consequence(s)
        elif step == CLOSE:
            close(s, out)
        else:
            return


@kernel
def decline(s: State, out: Out) -> None:
    """The Pilot leaves it: no cards are played, nothing changes (GA-05)."""
    s.result = DECLINED
    emit(out, E_DECLINED, s.acting, NONE, 0, EVERYONE, 0)
    end(s, out)


@kernel
def await_threshold(s: State, out: Out) -> bool:
    """Ask Coach for the Threshold where he has a choice (GA-06, GA-07)."""
    if s.cfg.edition == NEWER and hand_size(s, COACH) > 0:
        s.phase = THRESHOLD_PHASE
        s.seat = COACH
        return True
    if can_draw(s, COACH):
        lay_blind(s, out)
    else:
        call_off(s, out)
    return False


@kernel
def lay_threshold(s: State, c: int, out: Out) -> None:
    """Coach lays a card of his Hand face-down: he alone knows it (GA-07, C-40)."""
    cardset.remove(s.world.hand[COACH], c)
    s.sealed[COACH] = c
    s.source = FROM_HAND
    emit(out, E_LAID, COACH, c, FROM_HAND, 1 << COACH, 0)
    s.step = ANSWER_STEP


@kernel
def lay_blind(s: State, out: Out) -> None:
    """Coach lays the deck's top card face-down: nobody knows it (GA-06, GA-08, C-40)."""
    c = draw_card(s, deck_of(s, COACH), out)
    s.blind = c
    s.source = BLIND_SOURCE
    emit(out, E_LAID, COACH, c, BLIND_SOURCE, 0, 0)
    s.step = ANSWER_STEP


@kernel
def await_answer(s: State, out: Out) -> bool:
    """Ask the Pilot for her card where she has one, in Hand or on the table (GA-09, C-45)."""
    if playable(s, wide(s.acting)) != 0:
        s.phase = ANSWER_PHASE
        s.seat = s.acting
        return True
    if can_draw(s, s.acting):
        flip(s, out)
    else:
        call_off(s, out)
    return False


@kernel
def answer(s: State, c: int, out: Out) -> None:
    """The Pilot plays a card face-up (GA-09)."""
    p = wide(s.acting)
    spend_card(s, p, c, out)
    s.played = c
    emit(out, E_PLAYED, p, c, 1, EVERYONE, 0)
    s.step = REVEAL


@kernel
def flip(s: State, out: Out) -> None:
    """The Pilot turns up the top card of the deck (GA-09)."""
    p = wide(s.acting)
    c = draw_card(s, deck_of(s, p), out)
    s.played = c
    s.flipped = 1
    emit(out, E_FLIPPED, p, c, 1, EVERYONE, 0)
    s.step = REVEAL


@kernel
def is_higher(new: int, old: int) -> bool:
    """Return whether a card's value exceeds another's; suits do not count (GA-12, GA-13, C-37, C-38)."""
    return bool(VALUE[PLAIN, new // 4] > VALUE[PLAIN, old // 4])


@kernel
def reveal(s: State, out: Out) -> bool:
    """Turn the Threshold up and compare; return whether the Pilot picks the outcome (GA-11, GA-12, GA-14)."""
    c = wide(s.sealed[COACH]) if s.source == FROM_HAND else wide(s.blind)
    if s.source == FROM_HAND:
        forget(s, COACH, c)
    s.sealed[COACH] = NONE
    s.blind = NONE
    s.threshold = c
    emit(out, E_REVEALED, COACH, c, s.source, EVERYONE, 0)
    if is_higher(wide(s.played), c):
        reach(s, YES_AND, out)
        return False
    s.step = OUTCOME_STEP
    s.phase = OUTCOME_PHASE
    s.seat = s.acting
    return True


@kernel
def await_consequence(s: State) -> bool:
    """Ask Coach for the next consequence (C-39)."""
    if s.left == 0:
        s.step = CLOSE
        return False
    s.phase = CONSEQUENCE_PHASE
    s.seat = COACH
    return True


@kernel
def returns(s: State, out: Out) -> None:
    """Write the return of every seat: the Pilots share theirs, Coach has its opposite."""
    value = 0.0
    if s.result == PLAYED:
        value = 1.0 if is_attained(s.outcome) else -1.0
        if s.cfg.reward == 1 and (s.outcome == YES_BUT or s.outcome == NO_BUT):
            value /= 3.0
        elif s.cfg.reward == 2:
            value = s.stakes
    out.returns[0] = -value
    for p in range(1, s.cfg.pilots + 1):
        out.returns[p] = value


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Resample what ``viewer`` cannot know; nobody knows a blind Threshold."""
    pool = s.world.decks[deck_of(s, COACH)]
    is_blind = s.blind != NONE
    if is_blind:
        cardset.add(pool.cards, wide(s.blind))
    redeal_world(s, viewer, s.sealed)
    if is_blind:
        c = random_face(s, pool)
        cardset.remove(pool.cards, c)
        pool.n -= 1
        s.blind = c
