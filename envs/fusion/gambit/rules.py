"""The flow of a Gambit: who decides what, which actions are legal, what follows (GA-03 to GA-31).

A decision is a `phase` and a `seat`; `step` says how the Gambit goes on once it is made. `apply` carries an action out,
`advance` then runs the steps of the rulebook until somebody must decide again. Strike Range has no place here (GA-31).
"""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Out, cardset, kernel, pick, reset, tell
from throwdown.envs.fusion.gambit import actions, outcome, state
from throwdown.envs.fusion.world import choices, deal, decisions, hidden, order, stakes, usage
from throwdown.envs.fusion.world.terms import COACH, FIRST_PHASE, Event

PLAIN = order.order_index(order.Ace.ELEVEN, 0)
"""Gambits compare plain numbers, an Ace being 11, whatever Aces are elsewhere (GA-13, C-02, C-07, C-08)."""


@kernel
def clear_conflict(s: state.State) -> None:
    """Start a Gambit over the present world: nobody has acted yet."""
    reset(s)
    stakes.take_stock(s, s.start)
    s.goods = outcome.count_goods(s)


@kernel
def setup(s: state.State, out: Out) -> None:
    """Deal a scenario and let Coach propose a Gambit to a Pilot."""
    deal.setup_world(s, out)
    p = pick(s, s.cfg.pilots) + 1 if s.cfg.acting == NONE else s.cfg.acting
    begin_conflict(s, p, pick(s, 2) if s.cfg.goal == 2 else s.cfg.goal, out)


@kernel
def begin_conflict(s: state.State, p: int, great: int, out: Out) -> None:
    """Propose a Gambit for a small or a great goal to a Pilot over the present world (GA-04, C-44, G-01)."""
    clear_conflict(s)
    s.acting = p
    s.great = great == 1
    s.conflict.involved[COACH] = True
    s.conflict.involved[p] = True
    s.conflict.reaches_all = True
    s.conflict.commander[0] = COACH
    s.conflict.commander[1] = p
    if s.cfg.specialty_involved == 1:
        s.specialty = True
    elif s.cfg.specialty_involved == 2 and s.cfg.specialty[p] > 0:
        s.specialty = pick(s, 2) == 1
    tell(out, Event.GAMBIT_PROPOSED, p, amount=s.specialty, number=great)
    s.step = state.Step.ACCEPT
    s.phase = state.Phase.ACCEPT
    s.seat = p


@kernel
def can_draw(s: state.State, seat: int) -> bool:
    """Return whether the deck that a seat draws from has a card to give, after a reshuffle if need be."""
    pile = s.world.decks[deal.deck_of(s, seat)]
    return pile.n > 0 or (s.cfg.reshuffle == 1 and pile.trash[0] != 0)


@kernel
def legal(s: state.State, out: Out) -> None:
    """Write the legal set of the seat to move."""
    words, phase = out.words, s.phase
    for w in range(actions.Page.END):
        words[w] = 0
    if phase < FIRST_PHASE:
        decisions.legal_choice(s, out)
    elif phase == state.Phase.ACCEPT:
        words[actions.Page.OTHER] = (cardset.ONE << actions.Act.ACCEPT) | (cardset.ONE << actions.Act.DECLINE)
    elif phase == state.Phase.THRESHOLD:
        words[actions.Page.THRESHOLD] = s.world.hand[COACH, 0]
        words[actions.Page.OTHER] = cardset.ONE * (1 if can_draw(s, COACH) else 0) << actions.Act.BLIND
    elif phase == state.Phase.ANSWER:
        words[actions.Page.ANSWER] = deal.playable(s, s.seat)
        words[actions.Page.OTHER] = cardset.ONE * (1 if can_draw(s, s.seat) else 0) << actions.Act.FLIP
    elif phase == state.Phase.OUTCOME:
        words[actions.Page.OTHER] = (
            (cardset.ONE << actions.Act.YES_BUT)
            | (cardset.ONE << actions.Act.NO_BUT)
            | (cardset.ONE << actions.Act.NO_AND)
        )
    elif phase == state.Phase.CLAIM:
        words[actions.Page.OTHER] = (cardset.ONE << actions.Act.CLAIM) | (cardset.ONE << actions.Act.NO_CLAIM)
    elif phase == state.Phase.AGREE:
        words[actions.Page.OTHER] = (cardset.ONE << actions.Act.AGREE) | (cardset.ONE << actions.Act.DISAGREE)
    else:
        words[actions.Page.OTHER] = (
            cardset.ONE * outcome.legal_consequences(s, out) << actions.Act.CONSEQUENCE
        )
    if phase == state.Phase.THRESHOLD or phase == state.Phase.CONSEQUENCE:
        words[choices.Page.WAVE] = usage.omen_word(s, out) << choices.CoachAct.OMENS


@kernel
def apply(s: state.State, action: int, out: Out) -> None:
    """Carry out a legal action, then go on to the next decision."""
    waits = False
    if s.phase < FIRST_PHASE:
        waits = decisions.decide_choice(s, action, out)
    elif action < actions.Start.THRESHOLD:  # of the shared ones only Omens are legal here (SY-29)
        usage.spend_omen(s, action - choices.Start.WAVE - choices.CoachAct.OMENS, 1, out)
    elif action < actions.Start.ANSWER:
        lay_threshold(s, action - actions.Start.THRESHOLD, out)
    elif action < actions.Start.OTHER:
        answer(s, action - actions.Start.ANSWER, out)
    else:
        decide(s, action - actions.Start.OTHER, out)
    if not waits:
        advance(s, out)


@kernel
def decide(s: state.State, what: int, out: Out) -> None:
    """Carry out an action without a card."""
    if what == actions.Act.ACCEPT:
        tell(out, Event.GAMBIT_ACCEPTED, s.acting)
        s.step = state.Step.CLAIM
    elif what == actions.Act.DECLINE:
        decline(s, out)
    elif what <= actions.Act.NO_CLAIM:
        claim(s, what == actions.Act.CLAIM, out)
    elif what <= actions.Act.DISAGREE:
        judge(s, what == actions.Act.AGREE, out)
    elif what == actions.Act.BLIND:
        lay_blind(s, out)
    elif what == actions.Act.FLIP:
        flip(s, out)
    elif what >= actions.Act.CONSEQUENCE:
        outcome.choose_consequence(s, what - actions.Act.CONSEQUENCE, out)
    else:
        outcome.reach(
            s,
            state.Outcome.YES_BUT
            if what == actions.Act.YES_BUT
            else (state.Outcome.NO_BUT if what == actions.Act.NO_BUT else state.Outcome.NO_AND),
            out,
        )


@kernel
def advance(s: state.State, out: Out) -> None:
    """Run the steps of a Gambit until somebody must decide."""
    waits = False
    while not waits:
        if decisions.work(s, out):
            return
        step = s.step
        if step == state.Step.CLAIM:
            waits = await_claim(s)
        elif step == state.Step.JUDGE:
            waits = await_judgement(s)
        elif step == state.Step.THRESHOLD:
            waits = await_threshold(s, out)
        elif step == state.Step.ANSWER:
            waits = await_answer(s, out)
        elif step == state.Step.REVEAL:
            waits = reveal(s, out)
        elif step == state.Step.CONSEQUENCES:
            waits = await_consequence(s)
        elif step == state.Step.CLOSE:
            outcome.close(s, out)
        else:
            return


@kernel
def decline(s: state.State, out: Out) -> None:
    """The Pilot leaves it: no cards are played, nothing changes (GA-05)."""
    s.result = state.Result.DECLINED
    tell(out, Event.GAMBIT_DECLINED, s.acting)
    outcome.end(s, out)


@kernel
def await_claim(s: state.State) -> bool:
    """Ask the Pilot whether her Specialty is involved, where that is the table's to say (GA-26, C-44)."""
    s.step = state.Step.THRESHOLD
    if s.cfg.specialty_involved != state.CLAIMED or s.cfg.specialty[s.acting] == 0:
        return False
    s.phase = state.Phase.CLAIM
    s.seat = s.acting
    return True


@kernel
def claim(s: state.State, is_claimed: bool, out: Out) -> None:
    """The Pilot claims her Specialty, which Coach has to agree to, or leaves it out."""
    tell(out, Event.SPECIALTY_CLAIMED, s.acting, amount=1 if is_claimed else 0)
    if is_claimed:
        s.step = state.Step.JUDGE


@kernel
def await_judgement(s: state.State) -> bool:
    """Ask Coach about the claim."""
    s.phase = state.Phase.AGREE
    s.seat = COACH
    s.step = state.Step.THRESHOLD
    return True


@kernel
def judge(s: state.State, agrees: bool, out: Out) -> None:
    """Coach says whether the Specialty is involved."""
    s.specialty = agrees
    tell(out, Event.SPECIALTY_JUDGED, COACH, amount=s.specialty)


@kernel
def await_threshold(s: state.State, out: Out) -> bool:
    """Ask Coach for the Threshold where he has a choice (GA-06, GA-07)."""
    if s.cfg.edition == state.Edition.NEWER and deal.hand_size(s, COACH) > 0:
        s.phase = state.Phase.THRESHOLD
        s.seat = COACH
        return True
    if can_draw(s, COACH):
        lay_blind(s, out)
    else:
        outcome.call_off(s, out)
    return False


@kernel
def lay_threshold(s: state.State, c: int, out: Out) -> None:
    """Coach lays a card of his Hand face-down: he alone knows it (GA-07, C-40)."""
    cardset.remove(s.world.hand[COACH], c)
    s.sealed[COACH] = c
    s.source = state.Source.HAND
    tell(out, Event.THRESHOLD_LAID, COACH, card=c, amount=state.Source.HAND, seen=1 << COACH)
    s.step = state.Step.ANSWER


@kernel
def lay_blind(s: state.State, out: Out) -> None:
    """Coach lays the deck's top card face-down: nobody knows it (GA-06, GA-08, C-40)."""
    by, source = deal.deck_of(s, COACH), state.Source.BLIND
    s.blind = deal.draw_card(s, by, out, Event.THRESHOLD_LAID, COACH, amount=source, seen=0)
    s.source = source
    s.step = state.Step.ANSWER


@kernel
def await_answer(s: state.State, out: Out) -> bool:
    """Ask the Pilot for her card where she has one, in Hand or on the table (GA-09, C-45)."""
    if deal.playable(s, s.acting) != 0:
        s.phase = state.Phase.ANSWER
        s.seat = s.acting
        return True
    if can_draw(s, s.acting):
        flip(s, out)
    else:
        outcome.call_off(s, out)
    return False


@kernel
def answer(s: state.State, c: int, out: Out) -> None:
    """The Pilot plays a card face-up (GA-09)."""
    p = s.acting
    deal.spend_card(s, p, c, out)
    s.played = c
    tell(out, Event.CARD_PLAYED, p, card=c)
    s.step = state.Step.REVEAL


@kernel
def flip(s: state.State, out: Out) -> None:
    """The Pilot turns up the top card of the deck (GA-09)."""
    p = s.acting
    s.played = deal.draw_card(s, deal.deck_of(s, p), out, Event.CARD_FLIPPED, p)
    s.flipped = True
    s.step = state.Step.REVEAL


@kernel
def is_higher(new: int, old: int) -> bool:
    """Return whether a card's value exceeds another's; suits do not count (GA-12, GA-13, C-37, C-38)."""
    return bool(order.VALUE[PLAIN, new // 4] > order.VALUE[PLAIN, old // 4])


@kernel
def reveal(s: state.State, out: Out) -> bool:
    """Turn the Threshold up and compare; return whether the Pilot picks the outcome (GA-11, GA-12, GA-14)."""
    c = s.sealed[COACH] if s.source == state.Source.HAND else s.blind
    if s.source == state.Source.HAND:
        deal.forget(s, COACH, c)
    s.sealed[COACH] = NONE
    s.blind = NONE
    s.threshold = c
    tell(out, Event.THRESHOLD_REVEALED, COACH, card=c, amount=s.source)
    if is_higher(s.played, c):
        outcome.reach(s, state.Outcome.YES_AND, out)
        return False
    s.step = state.Step.OUTCOME
    s.phase = state.Phase.OUTCOME
    s.seat = s.acting
    return True


@kernel
def await_consequence(s: state.State) -> bool:
    """Ask Coach for the next consequence (C-39)."""
    if s.left == 0:
        s.step = state.Step.CLOSE
        return False
    s.phase = state.Phase.CONSEQUENCE
    s.seat = COACH
    return True


@kernel
def returns(s: state.State, out: Out) -> None:
    """Write the return of every seat: the Pilots share theirs, Coach has its opposite."""
    value = 0.0
    if s.result == state.Result.PLAYED:
        value = s.stakes if s.cfg.reward == 2 else outcome.verdict(s)
        if s.cfg.reward == 1 and (
            not s.great or s.outcome == state.Outcome.YES_BUT or s.outcome == state.Outcome.NO_BUT
        ):
            value /= 3.0
    out.returns[0] = -value
    for p in range(1, s.cfg.pilots + 1):
        out.returns[p] = value


@kernel
def redeal(s: state.State, viewer: int, out: Out) -> None:
    """Resample what ``viewer`` cannot know; nobody knows a blind Threshold."""
    pool = s.world.decks[deal.deck_of(s, COACH)]
    is_blind = s.blind != NONE
    if is_blind:
        cardset.add(pool.cards, s.blind)
    hidden.redeal_world(s, viewer, s.sealed)
    if is_blind:
        c = hidden.random_face(s, pool, usage.ANY_CARD)
        cardset.remove(pool.cards, c)
        pool.n -= 1
        s.blind = c
