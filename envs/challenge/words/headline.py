"""Why a game of Challenges was won or lost, in one short sentence."""

from __future__ import annotations

from throwdown.envs.challenge import attempts
from throwdown.envs.challenge.state import Attempt, Event, Kind, Mode, Shelf, State
from throwdown.envs.challenge.words import names
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import Finish, Setup, row, tr


def headline(s: State, finish: Finish, setup: Setup) -> str:
    """Return which Attempt decided it, or how far both sides had come when the Rounds were over."""
    mode = names.mode_of(setup)
    if mode == Mode.ATTEMPT:
        return _attempt(s, finish)
    if _last(finish, Event.ROUNDS_OVER):
        return _rounds_over(s, finish, setup)
    return _scene(s, finish, setup) if mode == Mode.SCENE else _duel(finish, setup)


def _last(finish: Finish, *kinds: Event) -> Happening | None:
    """Return the last event of some kinds, or None."""
    labels = [kind.label for kind in kinds]
    return next((e for e in reversed(finish.events) if e.kind in labels), None)


def _attempt(s: State, finish: Finish) -> str:
    """Return how the Attempt Score compared with the Difficulty, from the cards that were drawn."""
    a: Attempt = row(Attempt.blank())
    a.hero, a.core = 0, s.cfg.core
    score = before = 0
    for event in finish.events:
        if event.kind == Event.CARD_DRAWN.label:
            a.cards[event.number - 1], a.n = event.card, event.number
            a.flopped = attempts.flops(s, a)
            score = int(attempts.score_of(s, a))
        elif event.kind == Event.KNUCKLED_DOWN.label:
            before = score
    bar = int(s.bills[0].difficulty)
    if s.won:
        return tr("The score of {score} reached the Difficulty of {bar}.", score=score, bar=bar)
    short = bar - max(score, before)
    return tr(
        "The score of {score} fell {n} short of the Difficulty of {bar}.",
        n=short,
        score=bar - short,
        bar=bar,
    )


def _scene(s: State, finish: Finish, setup: Setup) -> str:
    overcame, gained = _last(finish, Event.OVERCOME), _last(finish, Event.PROGRESSED)
    if s.progress >= s.cfg.goal and overcame and gained:
        return tr(
            "{name} was overcome for {n} Progress, and the goal of {goal} was reached.",
            name=names.template_name(Shelf.OBSTACLE, overcame.amount, setup),
            n=gained.amount,
            goal=int(s.cfg.goal),
        )
    harmed, tried = _last(finish, Event.HARMED), _last(finish, Event.ATTEMPTED)
    struck = _last(finish, Event.HAZARD_STRUCK)
    known = {"n": harmed.amount if harmed else 0, "limit": int(s.cfg.limit)}
    if struck and tried and tried.number == Kind.FORCED:
        hazard = names.template_name(Shelf.HAZARD, struck.amount, setup)
        return tr("{hazard} did {n} Harm, and the limit of {limit} was reached.", hazard=hazard, **known)
    return tr("A failed Attempt cost {n} Harm, and the limit of {limit} was reached.", **known)


def _duel(finish: Finish, setup: Setup) -> str:
    out, attack = _last(finish, Event.TAKEN_OUT), _last(finish, Event.ATTEMPTED)
    strikes = [e for e in finish.events if e.kind == Event.ATTEMPTED.label and e.number == Kind.ATTACK]
    by = strikes[-1].seat if strikes else attack.seat if attack else 0
    presses = [e for e in finish.events if e.kind == Event.PRESSED.label and e.seat == by]
    if not out or not presses:
        return ""
    press = names.press_name(presses[-1].amount, setup)
    known = {"press": press, "who": setup.people[by], "other": setup.people[out.seat]}
    if by == finish.viewer:
        return tr("Your {press} took {other} out.", **known)
    if out.seat == finish.viewer:
        return tr("{who}'s {press} took you out.", **known)
    return tr("{who}'s {press} took {other} out.", **known)


def _rounds_over(s: State, finish: Finish, setup: Setup) -> str:
    if names.mode_of(setup) == Mode.SCENE:
        return tr(
            "The Rounds ended {n} Progress short of the goal, with {harm} of {limit} Harm.",
            n=int(s.cfg.goal - s.progress),
            harm=int(s.heroes[0].harm),
            limit=int(s.cfg.limit),
        )
    side = finish.viewer % 2
    mine, theirs = (
        sum(int(s.heroes[h].harm) for h in range(int(s.cfg.heroes)) if h % 2 == k) for k in (side, 1 - side)
    )
    if len(setup.seats) > 2:
        return tr(
            "The Rounds ended: your side had {mine} Harm, the other {theirs}.", mine=mine, theirs=theirs
        )
    other = setup.people[1 - finish.viewer]
    return tr(
        "The Rounds ended: you had {mine} Harm, {other} {theirs}.", mine=mine, theirs=theirs, other=other
    )
