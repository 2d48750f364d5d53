"""Refuses positions whose parts, each possible by itself, do not go together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from throwdown.envs.challenge import attempts, decks, hostile, posting, preparing, state
from throwdown.envs.challenge.decisions import DECISIONS
from throwdown.envs.challenge.positions.draft import Draft
from throwdown.envs.challenge.state import Kind, Mode, Phase, Reaction, Shelf
from throwdown.envs.challenge.words import names
from throwdown.envs.core.kit import NONE
from throwdown.envs.core.situations import need, need_part

ATTEMPTS: dict[Kind, tuple[tuple[Mode, ...], tuple[str, ...], tuple[Reaction, ...]]] = {
    Kind.OBSTACLE: ((Mode.SCENE, Mode.ATTEMPT), (), (Reaction.NONE,)),
    Kind.FORCED: ((Mode.SCENE,), ("hazard",), (Reaction.NONE, Reaction.DECLARED, Reaction.RUNNING)),
    Kind.FAST: ((Mode.SCENE,), ("hazard",), (Reaction.FAST,)),
    Kind.REACTION: ((Mode.SCENE,), ("hazard",), (Reaction.RUNNING,)),
    Kind.ATTACK: ((Mode.DUEL,), ("press",), tuple(Reaction)),
    Kind.DEFENCE: ((Mode.DUEL,), ("press", "attack"), tuple(Reaction)),
}
"""Where there are such Attempts, the parts of a position that go with one, and what can have become of a Reaction.

An attack waits until the defence stands (CHO-29).
"""


_NONE: Mapping[Mode, tuple[str, ...]] = dict.fromkeys(Mode, ())
DECIDERS: dict[Callable[..., int], Mapping[Mode, tuple[str, ...]]] = {
    posting.table: {Mode.SCENE: ()},
    hostile.attacking: {Mode.DUEL: ("press",)},
    hostile.defending: {Mode.SCENE: ("hazard",), Mode.DUEL: ("press",)},
    attempts.attempting: dict.fromkeys(Mode, ("attempt",)),
}
"""By who decides: where that is, and the parts of a position that are there."""


class Scope(NamedTuple):
    """What a position can be while something is decided, beside what `DECIDERS` says.

    Attributes:
        parts: by what is played: more parts that are there.
        reactions: what can have become of a Reaction; of a running Attempt `ATTEMPTS` says it.
        check: refuses what else does not belong to it.
    """

    parts: Mapping[Mode, tuple[str, ...]] = _NONE
    reactions: tuple[Reaction, ...] = (Reaction.NONE,)
    check: Callable[[Draft], None] | None = None


PARTS = ("attempt", "attack", "posting", "hazard", "press")
MODES = {Mode.SCENE: "a scene's", Mode.DUEL: "a duel's", Mode.ATTEMPT: "a lone Attempt's"}


def check(b: Draft) -> None:
    """Refuse what cannot have come about."""
    check_end(b)
    if b.p.over:
        return
    for h in range(int(b.s.cfg.heroes)):
        check_hero(b, h)
    check_turn(b)
    need(b.mode != Mode.ATTEMPT or b.s.open_n == 1, "posted: the Challenge of a lone Attempt must be open.")
    waits = b.s.reaction == Reaction.FAST and b.p.press is not None and b.phase != Phase.REACTION
    need((b.s.main_press != NONE) == waits, "press.waiting is the press that a Fast Reaction's interrupts.")
    for name in ("attempt", "attack"):
        check_attempt(b, name)
    seat = names.hero_of(int(b.s.seat), b.setup)
    need(seat < 0 or not b.s.heroes[seat].is_out, "harm: who is out decides nothing any more.")
    scope = scope_of(b)
    if scope.check is not None:
        scope.check(b)


def scope_of(b: Draft) -> Scope:
    """Return what the position can be."""
    return SCOPES.get(b.phase, Scope())


def check_parts(b: Draft) -> None:
    """Refuse a phase that does not occur here, parts that it lacks or has no place for, and Reactions likewise."""
    p, reactions = b.p, scope_of(b).reactions
    parts = DECIDERS.get(DECISIONS.rows[b.phase].who, _NONE)
    where = " or ".join(MODES[mode] for mode in parts)
    need(b.mode in parts, f"phase '{p.phase}' is {where}.")
    due = {*parts[b.mode], *scope_of(b).parts.get(b.mode, ())}
    if p.attempt is not None:
        modes, beside, reactions = ATTEMPTS[Kind.of(p.attempt.kind)]
        need(b.mode in modes, f"attempt.kind is '{p.attempt.kind}' in a {b.mode.label}.")
        due |= set(beside)
        if b.phase == Phase.KNUCKLE:  # it has been judged
            due.discard("attack")
    for name in PARTS:
        need_part(name, getattr(p, name) is not None, name in due, p.phase)
    if p.press is not None:
        need_part("press.on", p.press.on is not None, b.phase != Phase.TARGET, p.phase)
    need(
        Reaction.of(p.reaction) in reactions,
        f"reaction is '{p.reaction}', which does not fit phase '{p.phase}'"
        + (f" of such an attempt: '{p.attempt.kind}'." if p.attempt else "."),
    )


def check_end(b: Draft) -> None:
    """Refuse an end that has not come, and a game that goes on after it."""
    s = b.s
    if b.mode == Mode.ATTEMPT:
        return
    sides = {h % 2 for h in range(int(s.cfg.heroes))}
    is_out = any(all(s.heroes[h].is_out for h in range(side, int(s.cfg.heroes), 2)) for side in sides)
    need(
        b.p.over or not is_out,
        "harm: a Character that is out decides nothing, and a side whose Characters are all out has lost.",
    )
    is_last = b.p.round == s.cfg.rounds
    is_won = b.mode == Mode.SCENE and s.progress >= s.cfg.goal
    need(
        not b.p.over or is_out or is_won or is_last,
        "over: neither the goal, nor the Harm limit, nor the end of the last Round has been reached.",
    )


# Characters -------------------------------------------------------------------------------------------------------


def is_busted_by_nature(b: Draft, h: int) -> bool:
    """Return whether a Character begins every Round Busted (CHE-15)."""
    return bool(b.mode != Mode.ATTEMPT and b.s.cfg.cast_busted[int(b.s.heroes[h].character)])


def tokens_laid(b: Draft) -> int:
    """Return how many of the Table's tokens have been laid in this Round, as its Busts show: at most one (CHO-22)."""
    w = b.s.heroes[0]
    return int(b.mode == Mode.SCENE and not is_busted_by_nature(b, 0) and bool(w.token or w.barred))


def check_hero(b: Draft, h: int) -> None:
    """Refuse what a Character cannot have come to in this Round."""
    s, w, cfg = b.s, b.s.heroes[h], b.s.cfg
    place = f"characters.{b.setup.seats[names.seat_of(h, b.setup)]}"
    joker, now = int(w.joker), b.p.round
    need(
        joker in (0, now, now + 1) and joker != 1, f"{place}.joker is {joker}; it can be {now} or {now + 1}."
    )
    if w.frenzied:
        most = int(cfg.cast_stamina[int(w.character)]) - preparing.FRENZY_COST
        need(w.actions <= 1, f"{place}.frenzied: after Frenzy, at most one Action is left (CH-54).")
        need(w.stamina <= most, f"{place}.frenzied: after Frenzy, at most {most} Stamina is left (CH-54).")
    need(
        not w.stagger or w.actions == 0 or w.frenzied,
        f"{place}.stagger is {int(w.stagger)}; with an Action left nobody is Staggered (CH-62).",
    )
    may_be = is_busted_by_nature(b, h) or (b.mode == Mode.SCENE and s.tokens < cfg.tokens)
    need(
        may_be or not (w.token or w.barred),
        f"{place}: there are no tokens in a {b.mode.label} (CHO-35)."
        if b.mode != Mode.SCENE
        else f"{place}: the Table has all its tokens left, so none has been laid.",
    )
    need(
        not (w.token and w.barred),
        f"{place}.barred: a token bars another only once it has been nullified (CHO-08).",
    )


def check_turn(b: Draft) -> None:
    """Refuse a turn that has not come yet: the first in a Round is settled by its number (CHA-33, CHO-36)."""
    s, n = b.s, max(2, int(b.s.cfg.heroes))
    first = (b.p.round - 1) % n
    while b.mode == Mode.DUEL and s.heroes[first].is_out:
        first = (first + 1) % n
    if b.mode == Mode.ATTEMPT or b.p.turn is None or s.turn == first:
        return
    heroes = [s.heroes[h] for h in range(int(s.cfg.heroes))]
    has_begun = s.passes > 0 or s.hostile < s.cfg.hostile * (b.mode == Mode.SCENE)
    need(
        has_begun or any(w.actions < s.cfg.actions for w in heroes),
        f"turn is '{b.p.turn}'; Round {b.p.round} is begun by another seat, which has neither passed nor "
        "acted.",
    )


# What is posted ---------------------------------------------------------------------------------------------------


def check_bills(b: Draft) -> None:
    """Refuse more than a Round can bring: an obstacle, and as many hazards as there are hostile Actions."""
    bills = [b.s.bills[k] for k in range(int(b.s.bill_n))]
    for shelf, most in ((Shelf.OBSTACLE, 1), (Shelf.HAZARD, int(b.s.cfg.hostile))):
        for round_no in range(1, b.p.round + 1):
            n = sum(bill.shelf == shelf and bill.round_no == round_no for bill in bills)
            need(
                n <= most,
                f"posted has {n} {shelf.label}s of Round {round_no}; a Round has at most {most}.",
            )


def check_post(b: Draft) -> None:
    """Refuse that the Table posts what it may not: an obstacle is posted once, before anything else (CHO-20)."""
    s, p = b.s, b.p
    if s.shelf == Shelf.HAZARD:
        need(s.hostile > 0, "posting: the Table has no hostile Action left for a hazard.")
        need(p.turn is None or s.turn == 1, "turn: a hazard is posted when the Table has priority.")
        s.turn = 1
        return
    most = int(s.cfg.open_most)
    need(s.open_n < most, f"phase is '{p.phase}'; with {most} open nothing is posted in this Round (CHO-20).")
    now = [k for k in range(int(s.bill_n)) if s.bills[k].round_no == p.round]
    w = s.heroes[0]
    is_first = not now and s.passes == 0 and s.turn == (p.round - 1) % 2
    is_fresh = w.actions == s.cfg.actions and not (w.stagger or w.frenzied or w.barred)
    need(
        is_first and is_fresh and s.hostile == s.cfg.hostile,
        f"phase is '{p.phase}'; an obstacle is posted before anything else in a Round (CHO-20).",
    )


# What is decided --------------------------------------------------------------------------------------------------


def check_beginning(b: Draft) -> None:
    """Refuse a lone Attempt that cannot begin."""
    can_begin = b.mode != Mode.ATTEMPT or b.s.heroes[0].actions > 0
    need(can_begin, "actions is 0; a lone Attempt takes an Action (CH-14).")


def check_target(b: Draft) -> None:
    """Refuse a target where there is none to choose."""
    need(b.s.cfg.heroes > 2, f"phase '{b.p.phase}' exists only in a duel of two a side.")


def check_reacting(b: Draft) -> None:
    """Refuse a Reaction of a Character that makes no presses, or without an obstacle to react with."""
    s, p = b.s, b.p
    if b.mode == Mode.DUEL:
        makes = s.cfg.cast_presses[int(s.heroes[int(s.defender)].character)]
        need(makes, f"phase is '{p.phase}'; a Character that makes no presses cannot react (CHE-16).")
    else:
        need(s.reaction == Reaction.FAST or s.open_n, "reaction: no obstacle is open to react with (CHO-16).")


def check_attempt(b: Draft, name: str) -> None:
    """Refuse an Attempt that is not the one that press, hazard or obstacle ask for."""
    s, part, a = b.s, getattr(b.p, name), getattr(b.s, name)
    if part is None:
        return
    kind = int(a.kind)
    if b.mode == Mode.DUEL:
        who, cores = (s.attacker, s.cfg.press_from) if kind == Kind.ATTACK else (s.defender, s.cfg.press_to)
        need(a.hero == who, f"{name}.by is '{part.by}', who does not make this Attempt in the press.")
        core = int(cores[int(s.press)])
    elif b.mode == Mode.ATTEMPT:
        need(s.target == 0, "target: it is the Challenge.")
        core = int(s.cfg.core)
    else:
        is_hostile = kind in (Kind.FORCED, Kind.FAST)
        is_there = s.target == s.hazard if is_hostile else s.target in s.open[: int(s.open_n)]
        need(is_there, f"target: {'the hazard' if is_hostile else 'an open obstacle'} is attempted.")
        bill = s.bills[int(s.target)]
        core = int(a.core) if kind == Kind.FAST else int(s.cfg.template_core[bill.shelf, bill.template])
    need(a.core == core, f"{name}.core is '{part.core}'; here it is {state.Core(core).label}.")


def check_cards(b: Draft) -> None:
    """Refuse cards about which nothing is left to decide."""
    a = b.s.attempt
    need(a.n < state.CARDS, "attempt.cards: after three cards nothing is left to decide.")
    is_hidden = bool(decks.is_hidden(b.s))
    need(is_hidden or not a.flopped, "attempt.cards: they have Flopped, so nothing is left to decide.")
    need(b.p.bar == 0, f"bar is {b.p.bar}; it is unknown until the cards are judged.")


def check_failure(b: Draft) -> None:
    """Refuse an Attempt that has not failed, or that cannot be retried."""
    s, p, a = b.s, b.p, b.s.attempt
    need(a.kind != Kind.ATTACK, "attempt: an attack cannot fail.")
    need(attempts.score_of(s, a) < p.bar, f"bar is {p.bar}, which the attempt reaches.")
    cost = attempts.KNUCKLE_COST
    need(s.heroes[int(a.hero)].stamina >= cost, f"phase is 'knuckle', which costs {cost} Stamina.")
    if b.mode != Mode.DUEL:
        bill: Any = s.bills[int(s.target)]
        need(p.bar == bill.difficulty, f"bar is {p.bar}; the Difficulty is {int(bill.difficulty)}.")
        need(bill.known, "posted: a Difficulty against which an Attempt has been judged must be known.")


SCOPES: dict[Phase, Scope] = {
    Phase.POST: Scope(check=check_post),
    Phase.DIFFICULTY: Scope({Mode.SCENE: ("posting",)}, check=check_post),
    Phase.PRIORITY: Scope(check=check_beginning),
    Phase.TARGET: Scope(check=check_target),
    Phase.REACTION: Scope(_NONE, (Reaction.FAST, Reaction.RUNNING), check_reacting),
    Phase.BEFORE: Scope({Mode.DUEL: ("attack",)}, tuple(Reaction)),
    Phase.CARDS: Scope(check=check_cards),
    Phase.KNUCKLE: Scope(check=check_failure),
}
"""What positions of a decision can be; others need no more than `DECIDERS` says."""
