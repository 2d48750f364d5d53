"""The two cards: Coach's hidden Threshold, the Pilot's card against it, and what they come to (GA-06 to GA-14).

Strike Range has no place here (GA-31).
"""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, act_of, allow, allow_each, cardset, kernel, tell
from throwdown.envs.fusion.gambit import outcome
from throwdown.envs.fusion.gambit.actions import Act
from throwdown.envs.fusion.gambit.state import Edition, Event, Outcome, Phase, Source, State, Step
from throwdown.envs.fusion.world import deal, order
from throwdown.envs.fusion.world.terms import COACH

PLAIN = order.order_index(order.Ace.ELEVEN, 0)
"""Gambits compare plain numbers, an Ace being 11, whatever Aces are elsewhere (GA-13, C-02, C-07, C-08)."""


@kernel
def can_draw(s: State, seat: int) -> bool:
    """Return whether the deck that a seat draws from has a card to give, after a reshuffle if need be."""
    pile = s.world.decks[deal.deck_of(s, seat)]
    return pile.n > 0 or (s.cfg.reshuffle == 1 and pile.trash[0] != 0)


# Coach's card --------------------------------------------------------------------------------------------------------


@kernel
def ask_threshold(s: State, out: Out) -> None:
    """Ask Coach for the Threshold where he has a choice (GA-06, GA-07)."""
    if s.cfg.edition == Edition.NEWER and deal.hand_size(s, COACH) > 0:
        ask(s, Phase.THRESHOLD)
    elif can_draw(s, COACH):
        lay_blind(s, out)
    else:
        outcome.call_off(s, out)


@kernel
def legal_thresholds(s: State, out: Out) -> None:
    """Any card in hand, the deck's top card, or an Omen to be Spent first."""
    allow_each(out, Act.THRESHOLD, s.world.hand[COACH, 0])
    if can_draw(s, COACH):
        allow(out, Act.BLIND)
    outcome.legal_omens(s, out)


@kernel
def lay_threshold(s: State, action: int, out: Out) -> None:
    """Coach lays a card face-down, or Spends an Omen before that (GA-07, SY-29)."""
    if action == Act.BLIND:
        lay_blind(s, out)
    elif act_of(Act, action) == Act.THRESHOLD:
        lay_own(s, action - Act.THRESHOLD, out)
    else:
        outcome.spend_omen(s, action, out)


@kernel
def lay_own(s: State, c: int, out: Out) -> None:
    """Coach lays a card of his Hand face-down: he alone knows it (GA-07, C-40)."""
    cardset.remove(s.world.hand[COACH], c)
    s.sealed[COACH] = c
    s.source = Source.HAND
    tell(out, Event.THRESHOLD_LAID, COACH, card=c, amount=Source.HAND, seen=1 << COACH)
    s.step = Step.ANSWER


@kernel
def lay_blind(s: State, out: Out) -> None:
    """Coach lays the deck's top card face-down: nobody knows it (GA-06, GA-08, C-40)."""
    by, source = deal.deck_of(s, COACH), Source.BLIND
    s.blind = deal.draw_card(s, by, out, Event.THRESHOLD_LAID, COACH, amount=source, seen=0)
    s.source = source
    s.step = Step.ANSWER


# The Pilot's card ----------------------------------------------------------------------------------------------------


@kernel
def ask_answer(s: State, out: Out) -> None:
    """Ask the Pilot for her card where she has one, in Hand or on the table (GA-09, C-45)."""
    if deal.playable(s, s.acting) != 0:
        ask(s, Phase.ANSWER)
    elif can_draw(s, s.acting):
        flip(s, out)
    else:
        outcome.call_off(s, out)


@kernel
def legal_answers(s: State, out: Out) -> None:
    """Any card that she may play, or the deck's top card."""
    allow_each(out, Act.ANSWER, deal.playable(s, s.seat))
    if can_draw(s, s.seat):
        allow(out, Act.FLIP)


@kernel
def answer(s: State, action: int, out: Out) -> None:
    """The Pilot shows a card face-up, hers or the deck's (GA-09)."""
    if action == Act.FLIP:
        flip(s, out)
        return
    p, c = s.acting, action - Act.ANSWER
    deal.spend_card(s, p, c, out)
    s.played = c
    tell(out, Event.CARD_PLAYED, p, card=c)
    s.step = Step.REVEAL


@kernel
def flip(s: State, out: Out) -> None:
    """The Pilot turns up the top card of the deck (GA-09)."""
    p = s.acting
    s.played = deal.draw_card(s, deal.deck_of(s, p), out, Event.CARD_FLIPPED, p)
    s.flipped = True
    s.step = Step.REVEAL


# The comparison ------------------------------------------------------------------------------------------------------


@kernel
def is_higher(new: int, old: int) -> bool:
    """Return whether a card's value exceeds another's; suits do not count (GA-12, GA-13, C-37, C-38)."""
    return bool(order.VALUE[PLAIN, new // 4] > order.VALUE[PLAIN, old // 4])


@kernel
def reveal(s: State, out: Out) -> None:
    """Turn the Threshold up and compare; the Pilot picks the outcome unless hers is higher (GA-11, GA-12, GA-14)."""
    c = s.sealed[COACH] if s.source == Source.HAND else s.blind
    if s.source == Source.HAND:
        deal.forget(s, COACH, c)
    s.sealed[COACH] = NONE
    s.blind = NONE
    s.threshold = c
    tell(out, Event.THRESHOLD_REVEALED, COACH, card=c, amount=s.source)
    if is_higher(s.played, c):
        outcome.reach(s, Outcome.YES_AND, out)
    else:
        ask(s, Phase.OUTCOME)


@kernel
def legal_outcomes(s: State, out: Out) -> None:
    """Any outcome that a card which is not higher allows (GA-14)."""
    allow(out, Act.YES_BUT)
    allow(out, Act.NO_BUT)
    allow(out, Act.NO_AND)


@kernel
def pick_outcome(s: State, action: int, out: Out) -> None:
    """The Pilot picks what becomes of it (GA-14)."""
    if action == Act.YES_BUT:
        outcome.reach(s, Outcome.YES_BUT, out)
    else:
        outcome.reach(s, Outcome.NO_BUT if action == Act.NO_BUT else Outcome.NO_AND, out)
