"""Scenes: who leads them, what may be tried in them, and how the session ends (S-01 to S-17)."""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, act_of, allow, allow_each, cardset, entry, kernel, tell
from throwdown.envs.fusion.gambit import outcome as gambit_outcome, state as gambit_state
from throwdown.envs.fusion.session import actions, editions, parts, state
from throwdown.envs.fusion.throwdown import outcome as throwdown_outcome
from throwdown.envs.fusion.world import (
    agenda,
    book,
    choices,
    damage,
    deal,
    stakes,
    terms,
    triggers,
    usage,
)
from throwdown.envs.fusion.world.terms import COACH, Choice


@kernel
def leader_of_scene(s: state.State) -> int:
    """Return the seat whose scene it is."""
    return COACH if s.side == 0 else s.acting


# Ends ----------------------------------------------------------------------------------------------------------------


@kernel
def stands(s: state.State, p: int) -> bool:
    """Return whether a Pilot can still lead: not Commitment-dead, nor in a Crisis (S-10, TS-130)."""
    return editions.can_lead(s.throwdown, p) and damage.commitments_left(s.throwdown, p) > 0


@kernel
def are_beaten(s: state.State) -> bool:
    """Return whether no Threat is left (S-09, ME-70)."""
    for t in range(s.throwdown.cfg.threats):
        if s.throwdown.world.rating[t] > 0:
            return False
    return True


@kernel
def next_pilot(s: state.State) -> int:
    """Return the Pilot who leads next: in seat order, one who still can; NONE if nobody can (S-03)."""
    n, last = s.throwdown.cfg.pilots, s.acting
    for i in range(n):
        p = (last + i) % n + 1
        if stands(s, p):
            return p
    return NONE


@kernel
def escalations(s: state.State) -> int:
    """Return how many Escalation Events have come to pass: the Omens Spent in this session (S-11)."""
    return cardset.popcount(s.throwdown.world.used[COACH] & ((1 << book.MAX_EVENTS) - 1))


@kernel
def find_end(s: state.State) -> int:
    """Return the result that the present world means, `Result.RUNNING` if none (S-09 to S-11)."""
    if are_beaten(s):
        return state.Result.THREATS_BEATEN
    if next_pilot(s) == NONE:
        return state.Result.TEAM_BROKEN
    return state.Result.DOOM if s.doom > 0 and escalations(s) >= s.doom else state.Result.RUNNING


@kernel
def find_late_end(s: state.State) -> int:
    """Return what it means that time runs out: the Pilots win if they are far enough ahead, else Coach (S-12)."""
    ahead = stakes.weigh_changes(s.throwdown, s.start) > s.lead / 100.0 + gambit_outcome.EVEN
    return state.Result.HELD_OUT if ahead else state.Result.OUT_OF_TIME


@entry
def end_of(states: np.ndarray) -> int:
    """Return the result that the world of a session set up from outside means."""
    return find_end(states[0])


@entry
def late_end_of(states: np.ndarray) -> int:
    """Return what it means for one that time runs out."""
    return find_late_end(states[0])


@kernel
def end(s: state.State, result: int, out: Out) -> None:
    """End the session."""
    s.result = result
    s.phase = Choice.OVER
    s.seat = leader_of_scene(s)
    s.over = True
    tell(out, state.Event.SESSION_ENDED, COACH, amount=result, number=s.number)


# Scenes --------------------------------------------------------------------------------------------------------------


@kernel
def next_scene(s: state.State, out: Out) -> None:
    """Open the next scene, which is the other side's, or let time run out (S-01, S-02, S-12)."""
    if s.number >= s.scenes:
        end(s, find_late_end(s), out)
        return
    s.number += 1
    s.side = 1 - s.side
    s.goal = actions.Goal.NONE
    if s.side == 1:
        s.acting = next_pilot(s)
    parts.stand_down(s)
    tell(out, state.Event.SCENE_OPENED, leader_of_scene(s), amount=s.number)
    s.step = state.Step.ASK


@kernel
def ask_leader(s: state.State, out: Out) -> None:
    """Ask who leads the scene what is tried in it."""
    ask(s, state.Phase.PLOT if s.side == 0 else state.Phase.SCENE)


@kernel
def would_matter(s: state.State, goal: int, by: int, out: Out) -> bool:
    """Return whether a goal would change anything if it were reached now (S-04)."""
    return gambit_outcome.changes(
        s.throwdown, actions.GOAL_EFFECT[goal, 0], actions.GOAL_EFFECT[goal, 1], by, out
    )


@kernel
def goals(s: state.State, by: int, out: Out) -> int:
    """Return the goals of the scene's side that would change something, and none at all, as a word."""
    word, left = cardset.ONE << actions.Goal.NONE, actions.GOALS_OF[s.side]
    while left != 0:
        goal = cardset.lowest(left)
        left &= left - 1
        if would_matter(s, goal, by, out):
            word |= cardset.ONE << goal
    return word


@kernel
def is_calm(s: state.State) -> bool:
    """Return whether nobody may throw the gauntlet in this round, a scene of each side (S-19)."""
    return (s.number - 1) // 2 % (s.calm + 1) > 0


@kernel
def legal_scene(s: state.State, out: Out) -> None:
    """Write the legal set of a Pilot's scene."""
    p = s.acting
    word = goals(s, p, out)
    allow_each(out, actions.Act.VENTURE, word & actions.VENTURED)
    allow(out, actions.Act.REST)
    if not is_calm(s) and editions.may_challenge(s.throwdown, p):
        allow_each(out, actions.Act.CHALLENGE, word)


@kernel
def legal_plot(s: state.State, out: Out) -> None:
    """Write the legal set of Coach's scene."""
    allow(out, actions.Act.FIAT)
    if not is_calm(s) and editions.may_challenge(s.throwdown, COACH):
        allow_each(out, actions.Act.CHALLENGE, goals(s, COACH, out))
    allow_each(out, choices.Act.OMEN, usage.omen_word(s.throwdown, out))


@kernel
def act(s: state.State, action: int, out: Out) -> None:
    """A Pilot ventures for a goal, throws the gauntlet for one, or rests (S-05, S-07, S-20)."""
    what = act_of(actions.Act, action)
    if what == actions.Act.REST:
        tell(out, state.Event.RESTED, s.acting)
        let_pass(s, out)
    elif what == actions.Act.CHALLENGE:
        challenge(s, action - actions.Act.CHALLENGE, out)
    else:
        s.goal = action - actions.Act.VENTURE
        tell(out, state.Event.VENTURED, s.acting, amount=s.goal)
        ask(s, state.Phase.RESPOND)


@kernel
def legal_responses(s: state.State, out: Out) -> None:
    """Let the goal be reached, or propose a Gambit for it."""
    allow(out, actions.Act.FIAT)
    allow(out, actions.Act.GAMBIT)


@kernel
def respond(s: state.State, action: int, out: Out) -> None:
    """Coach says what a Pilot's goal takes: nothing, or a Gambit (S-05, GA-02)."""
    if action == actions.Act.GAMBIT:
        tell(out, state.Event.GAMBIT_OFFERED, COACH, amount=s.goal)
        parts.open_gambit(s, s.acting, out)
    else:
        let_go(s, out)


@kernel
def plot(s: state.State, action: int, out: Out) -> None:
    """Coach Spends an Omen, throws the gauntlet for a goal, or has a quiet scene (S-07, S-08, S-15)."""
    what = act_of(actions.Act, action)
    if what == actions.Act.FIAT:
        let_go(s, out)
    elif what == actions.Act.CHALLENGE:
        challenge(s, action - actions.Act.CHALLENGE, out)
    else:
        escalate(s, action - choices.Act.OMEN, out)


@kernel
def challenge(s: state.State, goal: int, out: Out) -> None:
    """Throw the gauntlet with a goal at stake (S-07, TS-17)."""
    p = leader_of_scene(s)
    s.goal = goal
    tell(out, state.Event.GAUNTLET_THROWN, p, amount=goal)
    parts.open_throwdown(s, p, out)


@kernel
def let_go(s: state.State, out: Out) -> None:
    """Coach lets a Pilot have her goal, or has a quiet scene of his own (S-05, S-08, GA-02)."""
    tell(out, state.Event.LET_GO, COACH, amount=s.goal)
    if s.side == 1:
        s.step = state.Step.GOAL
        if s.goal == actions.Goal.NONE:
            let_pass(s, out)
        return
    invest_quietly(s, s.quiet, out)
    for t in range(s.throwdown.cfg.threats):
        triggers.recover_threat(s.throwdown, t, s.mend, out)
    s.step = state.Step.CLOSE


@kernel
def let_pass(s: state.State, out: Out) -> None:
    """A Pilots' scene goes by in which nobody has tried anything: Coach uses the time (S-20)."""
    invest_quietly(s, s.idle, out)
    s.step = state.Step.CLOSE


@kernel
def invest_quietly(s: state.State, n: int, out: Out) -> None:
    """Lay cards off the deck face-down on the Threat in play that has the fewest (S-08, S-20, B-17, PL-23)."""
    t = s.throwdown
    parts.lend(s, t)
    for _ in range(n):
        at = throwdown_outcome.poorest_threat(t)
        if at == NONE:
            break
        c = deal.draw_card(t, 0, out, terms.Event.CARD_INVESTED, COACH, amount=at, seen=0)
        if c == NONE:
            break
        cardset.add(t.world.stack[at], c)
    parts.reclaim(s, t)


@kernel
def escalate(s: state.State, k: int, out: Out) -> None:
    """Coach Spends an Omen in a scene of his, which goes on (S-15, SY-29)."""
    parts.lend(s, s.throwdown)
    usage.spend_omen(s.throwdown, k, 1, out)
    work(s, out)
    parts.reclaim(s, s.throwdown)


@kernel
def is_won(s: state.State) -> bool:
    """Return whether the conflict that is over attained the goal of who declared it (S-06, S-07)."""
    if s.active == state.Active.GAMBIT:
        return s.gambit.result == gambit_state.Result.PLAYED and gambit_outcome.is_attained(s.gambit.outcome)
    return bool(s.throwdown.winner == s.side)  # nobody's, if it was called off


@kernel
def end_conflict(s: state.State, out: Out) -> None:
    """Leave a conflict that is over: its goal comes true or not."""
    won = is_won(s)
    declined = s.active == state.Active.GAMBIT and s.gambit.result == gambit_state.Result.DECLINED
    parts.close_part(s)
    s.step = state.Step.GOAL if won else state.Step.CLOSE
    if declined:
        let_pass(s, out)
    if not won and s.goal != actions.Goal.NONE:
        tell(out, state.Event.GOAL_MISSED, leader_of_scene(s), amount=s.goal)


@kernel
def reach_goal(s: state.State, out: Out) -> None:
    """The goal comes true (S-05 to S-07); nothing is left to chance before somebody has chosen something."""
    s.step = state.Step.CLOSE
    if s.goal == actions.Goal.NONE:
        return
    by, goal = leader_of_scene(s), s.goal
    tell(out, state.Event.GOAL_REACHED, by, amount=goal)
    agenda.fire(s.throwdown, actions.GOAL_EFFECT[goal, 0], actions.GOAL_EFFECT[goal, 1], 1, by)
    work(s, out)


@kernel
def work(s: state.State, out: Out) -> None:
    """Carry out what waits between conflicts, until somebody must decide."""
    s.throwdown.over = False
    editions.settle(s.throwdown, out)
