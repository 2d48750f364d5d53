"""The outcome: what the cards gave, its consequences, and the clearing of the table (GA-12 to GA-30)."""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, act_of, allow_each, cardset, kernel, tell
from throwdown.envs.fusion.gambit import actions, state
from throwdown.envs.fusion.world import (
    agenda,
    book,
    choices,
    conflict,
    damage,
    deal,
    stakes,
    subjects,
    terms,
    usage,
)
from throwdown.envs.fusion.world.terms import COACH, Choice, Location
from throwdown.envs.fusion.world.triggers import schism

LESSON = 0.1
"""What a Lesson counts for in the stakes (G-02)."""
GOOD = 0.02
"""What a Favor card, a Strike, a Resource, an Omen or a step of the Location counts for in the stakes (G-03)."""
SMALL_SCALE = 10.0
"""What changed hands counts so many times with a small goal, up to half a win (G-01)."""
EVEN = 1e-6
"""Stakes below this are rounding."""


@kernel
def is_attained(outcome: int) -> bool:
    """Return whether the Pilot reaches her goal (GA-17, GA-20)."""
    return outcome == state.Outcome.YES_AND or outcome == state.Outcome.YES_BUT


@kernel
def is_positive(outcome: int) -> bool:
    """Return whether an outcome's consequences are positive (GA-17, GA-21, GA-28)."""
    return outcome == state.Outcome.YES_AND or outcome == state.Outcome.NO_BUT


@kernel
def reach(s: state.State, outcome: int, out: Out) -> None:
    """Fix the outcome: Coach owes one consequence, two if the Specialty is involved (GA-27, GA-30)."""
    p = s.acting
    s.outcome = outcome
    s.left = 2 if s.specialty else 1
    s.last = NONE
    tell(out, state.Event.OUTCOME_REACHED, p, amount=outcome)
    if outcome == state.Outcome.NO_AND:
        deal.chargeup(s, p, 1, out)  # at once, before the consequence (GA-25, C-42)
        if s.specialty:
            s.world.lessons[p] += 1
            tell(out, terms.Event.LESSON_RECORDED, p)
    s.step = state.Step.CONSEQUENCES


@kernel
def can_strife(s: conflict.ConflictState) -> bool:
    """Return whether +Strife would change anything (ME-61, ME-63, C-24)."""
    if s.world.harmony > 1:
        return True
    if s.cfg.clip_schism:
        return False
    for p in range(1, s.cfg.pilots + 1):
        if damage.commitments_left(s, p) > 0:
            return True
    return False


@kernel
def changes(s: conflict.ConflictState, kind: int, aim: int, by: int, out: Out) -> bool:
    """Return whether an effect would change anything, which is public; no effect at all may always be chosen."""
    if kind == book.Kind.NONE:
        return True
    if kind == book.Kind.STRIFE:
        return can_strife(s)
    if kind == book.Kind.WAVE:
        return usage.threats_with(s, 0, book.MAX_WAVES, out) != 0
    if kind == book.Kind.REBUILD:
        return s.world.location == Location.DAMAGED
    return subjects.subjects(s, kind, aim, by, NONE) != 0


@kernel
def would_change(s: state.State, kind: int, out: Out) -> bool:
    """Return whether a consequence would change anything."""
    by = s.acting if (actions.IS_POSITIVE >> kind) & 1 else COACH
    return changes(s, actions.CONSEQUENCE_EFFECT[kind, 0], actions.CONSEQUENCE_EFFECT[kind, 1], by, out)


@kernel
def consequences(s: state.State, out: Out) -> int:
    """Return what Coach may choose, as a word: what would change something; else, or by option, narrative (C-39)."""
    word, left = 0, actions.IS_POSITIVE if is_positive(s.outcome) else actions.IS_NEGATIVE
    while left != 0:
        kind = cardset.lowest(left)
        left &= left - 1
        if would_change(s, kind, out):
            word |= 1 << kind
    return word | (1 << actions.Consequence.NARRATIVE if word == 0 or s.cfg.narrative else 0)


@kernel
def ask_consequence(s: state.State, out: Out) -> None:
    """Ask Coach for the next consequence (C-39); without one the Gambit closes."""
    if s.left > 0:
        ask(s, state.Phase.CONSEQUENCE)
    else:
        close(s, out)


@kernel
def legal_consequences(s: state.State, out: Out) -> None:
    """Any consequence that may be chosen, or an Omen to be Spent first."""
    allow_each(out, actions.Act.CONSEQUENCE, consequences(s, out))
    legal_omens(s, out)


@kernel
def choose_consequence(s: state.State, action: int, out: Out) -> None:
    """Carry out a consequence, or Spend an Omen before that (GA-18, GA-23, SY-29)."""
    if act_of(actions.Act, action) == actions.Act.CONSEQUENCE:
        bring(s, action - actions.Act.CONSEQUENCE, out)
    else:
        spend_omen(s, action, out)


@kernel
def bring(s: state.State, kind: int, out: Out) -> None:
    """Carry out a consequence; what it leaves to choose is asked next (GA-18, GA-23, C-39)."""
    p = s.acting
    tell(out, state.Event.CONSEQUENCE_CHOSEN, p, amount=kind)
    if kind == s.last:
        tell(out, state.Event.CONSEQUENCE_REPEATED, p, amount=kind)  # a warning only (C-43)
    s.left -= 1
    s.last = kind
    if kind == actions.Consequence.STRIFE:
        schism(s, p, 1)
    elif kind != actions.Consequence.NARRATIVE:
        agenda.fire(
            s,
            actions.CONSEQUENCE_EFFECT[kind, 0],
            actions.CONSEQUENCE_EFFECT[kind, 1],
            1,
            p if (actions.IS_POSITIVE >> kind) & 1 else COACH,
        )


@kernel
def legal_omens(s: state.State, out: Out) -> None:
    """Any Escalation Event for which an Omen may be Spent (SY-29)."""
    allow_each(out, choices.Act.OMEN, usage.omen_word(s, out))


@kernel
def spend_omen(s: state.State, action: int, out: Out) -> None:
    """Spend an Omen; what Coach was asked is asked again once its effects are done (SY-29)."""
    usage.spend_omen(s, action - choices.Act.OMEN, 1, out)


@kernel
def count_goods(s: conflict.ConflictState) -> int:
    """Return Favor less Strikes, Resources and the Location's state less Omens, the Pilots' side (G-03)."""
    w = s.world
    n = w.location - w.omens
    for f in range(s.cfg.factions):
        n += (w.favor_n[f] - w.strikes[f]) * (-1 if s.cfg.favor_coach[f] else 1)
    for r in range(s.cfg.resources):
        n += w.resource[r]
    return n


@kernel
def measure(s: state.State) -> None:
    """Work out the Pilots' stakes: what changed hands, a Lesson, and half a win if the goal is great (G-01 to G-03)."""
    change = stakes.weigh_changes(s, s.start) + GOOD * (count_goods(s) - s.goods)
    if s.outcome == state.Outcome.NO_AND and s.specialty:
        change += LESSON
    s.stakes = weigh_goal(change, s.great, is_attained(s.outcome))


@kernel
def weigh_goal(change: float, is_great: bool, has_attained: bool) -> float:
    """Return the stakes: half a win hangs on a great goal; with a small one all is what changed hands (G-01)."""
    if is_great:
        return change + (0.5 if has_attained else -0.5)
    return max(-0.5, min(0.5, SMALL_SCALE * change))


@kernel
def verdict(s: state.State) -> float:
    """Return who won, +1 for the Pilots: by a great goal, else by what changed hands; 0 if nothing did (G-01)."""
    if s.great:
        return 1.0 if is_attained(s.outcome) else -1.0
    if abs(s.stakes) < EVEN:
        return 0.0
    return 1.0 if s.stakes > 0 else -1.0


@kernel
def close(s: state.State, out: Out) -> None:
    """All consequences are done: count them, then clear the table."""
    s.result = state.Result.PLAYED
    measure(s)
    clear_table(s, out)


@kernel
def call_off(s: state.State, out: Out) -> None:
    """There is no card to lay or to turn: the Gambit comes to nothing."""
    s.result = state.Result.CALLED_OFF
    tell(out, state.Event.GAMBIT_CALLED_OFF, s.acting)
    clear_table(s, out)


@kernel
def trash_card(s: state.State, seat: int, c: int, out: Out) -> None:
    """Lay a card of the table on the Trash for all to see, if there is one."""
    if c != NONE:
        deal.to_trash(s, seat, c)
        tell(out, terms.Event.CARD_DISCARDED, seat, card=c)


@kernel
def clear_table(s: state.State, out: Out) -> None:
    """Discard both cards, then let everybody draw up to Max (GA-15, GA-16, C-41)."""
    trash_card(s, s.acting, s.played, out)
    trash_card(s, COACH, s.threshold, out)
    trash_card(s, COACH, s.sealed[COACH], out)
    trash_card(s, COACH, s.blind, out)
    s.played = NONE
    s.threshold = NONE
    s.sealed[COACH] = NONE
    s.blind = NONE
    if s.cfg.final_step:
        for k in range(s.cfg.pilots + 1):
            p = refill_seat(s, k)
            if p != COACH or s.cfg.edition == state.Edition.NEWER:
                deal.draw(s, p, deal.hand_max(s, p) - deal.hand_size(s, p), out)
    end(s, out)


@kernel
def refill_seat(s: state.State, k: int) -> int:
    """Return who draws k-th: the acting Pilot, the others in seat order, Coach (C-149)."""
    p = s.acting
    if k == 0:
        return p
    if k == s.cfg.pilots:
        return COACH
    return k if k < p else k + 1


@kernel
def end(s: state.State, out: Out) -> None:
    """End the Gambit."""
    tell(out, state.Event.GAMBIT_ENDED, s.acting, amount=s.result)
    s.phase = Choice.OVER
    s.seat = s.acting
    s.over = True
