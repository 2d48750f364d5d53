"""Scenes: who leads them, what may be tried in them, and how the session ends (S-01 to S-17)."""

from __future__ import annotations

import numpy as np

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, Out, emit
from throwdown.envs.core.jit import entry, kernel, wide
from throwdown.envs.fusion.gambit.outcome import changes, is_attained
from throwdown.envs.fusion.gambit.state import PLAYED
from throwdown.envs.fusion.session.actions import (
    CHALLENGE,
    END_OF_VENTURES,
    FIAT,
    FIRST_COACHS,
    GAMBIT,
    GOAL_EFFECT,
    GOALS,
    NO_GOAL,
    REST,
    SCENE_PAGE,
    VENTURE,
)
from throwdown.envs.fusion.session.parts import (
    close_part,
    lend,
    open_gambit,
    open_throwdown,
    reclaim,
    stand_down,
)
from throwdown.envs.fusion.session.state import (
    ASK,
    BEATEN,
    BROKEN,
    CLOSE,
    DOOM,
    E_ENDED,
    E_GAMBIT,
    E_GAUNTLET,
    E_LET_GO,
    E_MISSED,
    E_REACHED,
    E_RESTED,
    E_SCENE,
    E_VENTURED,
    END,
    GOAL,
    IN_GAMBIT,
    PLOT_PHASE,
    RESPOND_PHASE,
    RUNNING,
    SCENE_PHASE,
    TIME,
    State,
)
from throwdown.envs.fusion.throwdown.initiative import can_lead
from throwdown.envs.fusion.throwdown.outcome import poorest_threat
from throwdown.envs.fusion.throwdown.state import CONCEDED, REFUSED
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.agenda import fire
from throwdown.envs.fusion.world.choices import OMENS, WAVE_PAGE
from throwdown.envs.fusion.world.conflict import OVER
from throwdown.envs.fusion.world.damage import commitments_left
from throwdown.envs.fusion.world.deal import draw_card, hand_size
from throwdown.envs.fusion.world.effects import work
from throwdown.envs.fusion.world.state import CARD_INVESTED, COACH
from throwdown.envs.fusion.world.triggers import recover_threat
from throwdown.envs.fusion.world.usage import can_spend_omen, spend_omen


@kernel
def leader_of_scene(s: State) -> int:
    """Return the seat whose scene it is."""
    return COACH if s.side == 0 else wide(s.acting)


# Ends ----------------------------------------------------------------------------------------------------------------


@kernel
def stands(s: State, p: int) -> bool:
    """Return whether a Pilot can still lead: not Commitment-dead, nor in a Crisis (S-10, TS-130)."""
    return can_lead(s.throwdown, p) and commitments_left(s.throwdown, p) > 0


@kernel
def are_beaten(s: State) -> bool:
    """Return whether no Threat is left (S-09, ME-70)."""
    for t in range(s.throwdown.cfg.threats):
        if s.throwdown.world.rating[t] > 0:
            return False
    return True


@kernel
def next_pilot(s: State) -> int:
    """Return the Pilot who leads next: in seat order, one who still can; NONE if nobody can (S-03)."""
    n, last = wide(s.throwdown.cfg.pilots), wide(s.acting)
    for i in range(n):
        p = (last + i) % n + 1
        if stands(s, p):
            return p
    return NONE


@kernel
def escalations(s: State) -> int:
    """Return how many Escalation Events have come to pass: the Omens Spent in this session (S-11)."""
    return cardset.popcount(wide(s.throwdown.world.used[COACH]) & ((1 << book.MAX_EVENTS) - 1))


@kernel
def find_end(s: State) -> int:
    """Return the result that the present world means, `RUNNING` if none (S-09 to S-11)."""
    if are_beaten(s):
        return BEATEN
    if next_pilot(s) == NONE:
        return BROKEN
    return DOOM if s.doom > 0 and escalations(s) >= s.doom else RUNNING


@entry
def end_of(states: np.ndarray) -> int:
    """Return the result that the world of a session set up from outside means."""
    return find_end(states[0])


@kernel
def end(s: State, result: int, out: Out) -> None:
    """End the session."""
    s.result = result
    s.step = END
    s.phase = OVER
    s.seat = leader_of_scene(s)
    s.over = True
    emit(out, E_ENDED, COACH, NONE, result, EVERYONE, s.number)


# Scenes --------------------------------------------------------------------------------------------------------------


@kernel
def next_scene(s: State, out: Out) -> None:
    """Open the next scene, which is the other side's, or let time run out (S-01, S-02, S-12)."""
    if s.number >= s.scenes:
        end(s, TIME, out)
        return
    s.number += 1
    s.side = 1 - wide(s.side)
    s.goal = NO_GOAL
    if s.side == 1:
        s.acting = next_pilot(s)
    stand_down(s)
    emit(out, E_SCENE, leader_of_scene(s), NONE, s.number, EVERYONE, 0)
    s.step = ASK


@kernel
def ask(s: State) -> None:
    """Ask who leads the scene what is tried in it."""
    s.seat = leader_of_scene(s)
    s.phase = PLOT_PHASE if s.side == 0 else SCENE_PHASE


@kernel
def would_matter(s: State, goal: int, by: int, out: Out) -> bool:
    """Return whether a goal would change anything if it were reached now (S-04)."""
    return changes(s.throwdown, wide(GOAL_EFFECT[goal, 0]), wide(GOAL_EFFECT[goal, 1]), by, out)


@kernel
def goals(s: State, first: int, last: int, by: int, out: Out) -> int:
    """Return the goals in [first, last) that would change something, and none at all, as a word."""
    word = cardset.ONE << NO_GOAL
    for goal in range(first, last):
        if would_matter(s, goal, by, out):
            word |= cardset.ONE << goal
    return word


@kernel
def legal_scene(s: State, out: Out) -> None:
    """Write the legal set of a Pilot's scene."""
    p = wide(s.acting)
    word = goals(s, NO_GOAL + 1, FIRST_COACHS, p, out)
    ventures = word & ((cardset.ONE << END_OF_VENTURES) - 1)
    out.words[SCENE_PAGE] = (ventures << VENTURE) | (cardset.ONE << REST)
    if hand_size(s.throwdown, p) > 0:
        out.words[SCENE_PAGE] |= word << CHALLENGE


@kernel
def legal_plot(s: State, out: Out) -> None:
    """Write the legal set of Coach's scene."""
    out.words[SCENE_PAGE] = cardset.ONE << FIAT
    if hand_size(s.throwdown, COACH) > 0:
        out.words[SCENE_PAGE] |= goals(s, FIRST_COACHS, len(GOALS), COACH, out) << CHALLENGE
    for k in range(book.MAX_EVENTS):
        if can_spend_omen(s.throwdown, k, out):
            out.words[WAVE_PAGE] |= cardset.ONE << (OMENS + k)


@kernel
def legal_own(s: State, out: Out) -> None:
    """Write the legal set of a decision about a scene; every word is 0 before."""
    if s.phase == SCENE_PHASE:
        legal_scene(s, out)
    elif s.phase == PLOT_PHASE:
        legal_plot(s, out)
    else:
        out.words[SCENE_PAGE] = (cardset.ONE << FIAT) | (cardset.ONE << GAMBIT)


@kernel
def decide_scene(s: State, what: int, out: Out) -> bool:
    """Carry out an action of the page of scenes; return whether another decision on the same goal follows."""
    if what < CHALLENGE:
        return venture(s, what - VENTURE, out)
    if what < REST:
        challenge(s, what - CHALLENGE, out)
    elif what == REST:
        emit(out, E_RESTED, s.acting, NONE, 1, EVERYONE, 0)
        s.step = CLOSE
    elif what == GAMBIT:
        emit(out, E_GAMBIT, COACH, NONE, s.goal, EVERYONE, 0)
        open_gambit(s, wide(s.acting), out)
    else:
        let_go(s, out)
    return False


@kernel
def venture(s: State, goal: int, out: Out) -> bool:
    """A Pilot says what she wants; Coach says what it takes (S-05, GA-02)."""
    s.goal = goal
    emit(out, E_VENTURED, s.acting, NONE, goal, EVERYONE, 0)
    s.phase = RESPOND_PHASE
    s.seat = COACH
    return True


@kernel
def challenge(s: State, goal: int, out: Out) -> None:
    """Throw the gauntlet with a goal at stake (S-07, TS-17)."""
    p = leader_of_scene(s)
    s.goal = goal
    emit(out, E_GAUNTLET, p, NONE, goal, EVERYONE, 0)
    open_throwdown(s, p, out)


@kernel
def let_go(s: State, out: Out) -> None:
    """Coach lets a Pilot have her goal, or has a quiet scene of his own (S-05, S-08, GA-02)."""
    emit(out, E_LET_GO, COACH, NONE, s.goal, EVERYONE, 0)
    if s.side == 1:
        s.step = GOAL
        return
    invest_quietly(s, out)
    for t in range(s.throwdown.cfg.threats):
        recover_threat(s.throwdown, t, wide(s.mend), out)
    s.step = CLOSE


@kernel
def invest_quietly(s: State, out: Out) -> None:
    """Lay cards off the deck face-down on the Threat in play that has the fewest (S-08, B-17, PL-23)."""
    t = s.throwdown
    lend(s, t)
    for _ in range(s.quiet):
        at = poorest_threat(t)
        c = draw_card(t, 0, out)
        if at == NONE or c == NONE:
            break
        cardset.add(t.world.stack[at], c)
        emit(out, CARD_INVESTED, COACH, c, at, 0, 0)
    reclaim(s, t)


@kernel
def escalate(s: State, k: int, out: Out) -> None:
    """Coach Spends an Omen in a scene of his, which goes on (S-15, SY-29)."""
    lend(s, s.throwdown)
    spend_omen(s.throwdown, k, 1, out)
    work(s.throwdown, out)
    reclaim(s, s.throwdown)


@kernel
def is_won(s: State) -> bool:
    """Return whether the conflict that is over attained the goal of who declared it (S-06, S-07)."""
    if s.active == IN_GAMBIT:
        return s.gambit.result == PLAYED and is_attained(wide(s.gambit.outcome))
    t = s.throwdown
    return (t.result == CONCEDED or t.result == REFUSED) and t.winner == s.side


@kernel
def end_conflict(s: State, out: Out) -> None:
    """Leave a conflict that is over: its goal comes true or not."""
    won = is_won(s)
    close_part(s)
    s.step = GOAL if won else CLOSE
    if not won and s.goal != NO_GOAL:
        emit(out, E_MISSED, leader_of_scene(s), NONE, s.goal, EVERYONE, 0)


@kernel
def reach_goal(s: State, out: Out) -> None:
    """The goal comes true (S-05 to S-07)."""
    s.step = CLOSE
    if s.goal == NO_GOAL:
        return
    by, goal = leader_of_scene(s), wide(s.goal)
    emit(out, E_REACHED, by, NONE, goal, EVERYONE, 0)
    lend(s, s.throwdown)
    fire(s.throwdown, wide(GOAL_EFFECT[goal, 0]), wide(GOAL_EFFECT[goal, 1]), 1, by)
    work(s.throwdown, out)
    reclaim(s, s.throwdown)
