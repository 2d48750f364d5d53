"""Refuses positions whose parts, each possible by itself, do not go together."""

from __future__ import annotations

from typing import Any

from throwdown.envs.challenge import attempts, decks, preparing, state
from throwdown.envs.challenge.positions.draft import Draft
from throwdown.envs.challenge.state import Kind, Mode, Phase, Reaction, Shelf
from throwdown.envs.challenge.words import names
from throwdown.envs.core.kit import NONE
from throwdown.envs.core.situations import need

HOSTILE = (Phase.ANSWER, Phase.REACTION, Phase.BEFORE)
CARDS = (Phase.CARDS, Phase.KNUCKLE)
REACTIONS = {
    Phase.REACTION: (Reaction.FAST, Reaction.RUNNING),
    Phase.BEFORE: tuple(Reaction),
    Phase.CARDS: tuple(Reaction),
    Phase.KNUCKLE: tuple(Reaction),
}
"""What can have become of a Reaction in the phases in which there may be one."""


def check(b: Draft) -> None:
    """Refuse what cannot have come about."""
    check_end(b)
    if b.p.over:
        return
    for h in range(int(b.s.cfg.heroes)):
        check_hero(b, h)
    check_turn(b)
    check_phase(b)
    check_post(b)
    check_attack(b)
    for name in ("attempt", "attack"):
        check_attempt(b, name)
    if b.phase in CARDS:
        check_cards(b)


def check_end(b: Draft) -> None:
    """Refuse an end that has not come, and a game that goes on after it."""
    s = b.s
    if b.mode == Mode.ATTEMPT:
        return
    sides = {h % 2 for h in range(int(s.cfg.heroes))}
    is_out = any(all(s.heroes[h].is_out for h in range(side, int(s.cfg.heroes), 2)) for side in sides)
    need(
        b.p.over or not is_out, "harm: who is out decides nothing any more, and a side that is out has lost."
    )
    is_last = b.p.round == s.cfg.rounds
    is_won = b.mode == Mode.SCENE and s.progress >= s.cfg.goal
    need(
        not b.p.over or is_out or is_won or is_last,
        "over: neither goal, Harm limit nor the last Round is reached.",
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
        need(w.actions <= 1, f"{place}.frenzied: no more than one Action is left then (CH-54).")
        need(w.stamina <= most, f"{place}.frenzied: of its Stamina no more than {most} is left then (CH-54).")
    need(
        not w.stagger or w.actions == 0 or w.frenzied,
        f"{place}.stagger is {int(w.stagger)}; with an Action left nobody is Staggered (CH-62).",
    )
    may_be = is_busted_by_nature(b, h) or (b.mode == Mode.SCENE and s.tokens < cfg.tokens)
    need(
        may_be or not (w.token or w.barred),
        f"{place}: nobody laid a token: there are none in a {b.mode.label} (CHO-35)."
        if b.mode != Mode.SCENE
        else f"{place}: the Table has all its tokens left, so none was laid.",
    )
    need(not (w.token and w.barred), f"{place}.barred: the token has been nullified then (CHO-08).")


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
        f"turn is '{b.p.turn}'; Round {b.p.round} is begun by another, who has neither passed nor acted.",
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
                f"posted has {n} {shelf.label}s of Round {round_no}; a Round brings {most} at most.",
            )


def check_post(b: Draft) -> None:
    """Refuse that the Table posts what it may not: an obstacle is posted once, before anything else (CHO-20)."""
    s, p = b.s, b.p
    if b.phase not in (Phase.POST, Phase.DIFFICULTY):
        return
    if s.shelf == Shelf.HAZARD:
        need(s.hostile > 0, "posting: no hostile Action is left for a hazard.")
        need(p.turn is None or s.turn == 1, "turn: a hazard is posted at the Table's priority.")
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


# The phase --------------------------------------------------------------------------------------------------------


def check_phase(b: Draft) -> None:
    """Refuse what does not belong to the phase."""
    p, s, phase = b.p, b.s, b.phase
    is_scenes = phase in (Phase.POST, Phase.DIFFICULTY)
    need(b.mode == Mode.SCENE or not is_scenes, f"phase '{p.phase}' is a scene's.")
    is_duels = b.mode == Mode.DUEL and s.cfg.heroes > 2
    need(is_duels or phase != Phase.TARGET, "phase 'target' is a duel's of two a side.")
    is_own = b.mode != Mode.ATTEMPT or phase in (Phase.PRIORITY, *CARDS)
    need(is_own, f"phase '{p.phase}' is none of a lone Attempt.")
    if b.mode == Mode.ATTEMPT:
        need(s.open_n == 1, "posted: the Challenge of a lone Attempt is open.")
        can_begin = s.heroes[0].actions > 0 or phase != Phase.PRIORITY
        need(can_begin, "actions is 0; a lone Attempt takes an Action (CH-14).")
    need((p.attempt is not None) == (phase in CARDS), f"attempt does not fit '{p.phase}'.")
    if b.mode == Mode.SCENE:
        strikes = phase in HOSTILE or (p.attempt is not None and p.attempt.kind != "obstacle")
        need((p.hazard is not None) == strikes, f"hazard does not fit phase '{p.phase}'.")
    else:
        strikes = phase in (*HOSTILE, Phase.TARGET) or (b.mode == Mode.DUEL and p.attempt is not None)
        need((p.press is not None) == strikes, f"press does not fit phase '{p.phase}'.")
        is_aimed = p.press is None or p.press.on is not None
        need(is_aimed or phase == Phase.TARGET, f"press.on is missing in phase '{p.phase}'.")
        need(phase != Phase.TARGET or not is_aimed, "press.on: in phase 'target' it is being chosen.")
    check_reaction(b)
    seat = names.hero_of(int(s.seat), b.setup)
    need(seat < 0 or not s.heroes[seat].is_out, "harm: who is out decides nothing any more.")


def check_reaction(b: Draft) -> None:
    """Refuse a Reaction that cannot have come so far."""
    p, s, phase = b.p, b.s, b.phase
    can_be: tuple[int, ...] = (
        REACTIONS.get(phase, (Reaction.NONE,)) if p.hazard is not None or p.press else (Reaction.NONE,)
    )
    need(s.reaction in can_be, f"reaction is '{p.reaction}', which does not fit phase '{p.phase}'.")
    waits = b.mode == Mode.DUEL and s.reaction == Reaction.FAST and phase != Phase.REACTION
    need((s.main_press != NONE) == waits, "press.waiting is the press that a Fast Reaction's interrupts.")
    if phase != Phase.REACTION:
        return
    if b.mode == Mode.DUEL:
        makes = s.cfg.cast_presses[int(s.heroes[int(s.defender)].character)]
        need(makes, f"phase is '{p.phase}'; who makes no presses cannot react (CHE-16).")
    else:
        need(s.reaction == Reaction.FAST or s.open_n, "reaction: no obstacle is open to react with (CHO-16).")


def check_attack(b: Draft) -> None:
    """Refuse a press without its attack, which waits until the defence stands (CHO-29), and one that has no press."""
    s, p = b.s, b.p
    is_defence = p.attempt is not None and s.attempt.kind == Kind.DEFENCE
    waits = b.mode == Mode.DUEL and (b.phase == Phase.BEFORE or (b.phase == Phase.CARDS and is_defence))
    need(
        not waits or p.attack is not None,
        f"attack is missing: in phase '{p.phase}' that of the press stands.",
    )
    need(waits or p.attack is None, f"attack does not fit phase '{p.phase}'.")


def check_attempt(b: Draft, name: str) -> None:
    """Refuse an Attempt that is not the one that press, hazard or obstacle ask for."""
    s, part, a = b.s, getattr(b.p, name), getattr(b.s, name)
    if part is None or b.mode == Mode.ATTEMPT:
        need(
            part is None or (s.target == 0 and a.core == s.cfg.core),
            "target, attempt.core: they are the Challenge's.",
        )
        return
    kind = int(a.kind)
    if b.mode == Mode.DUEL:
        who, cores = (s.attacker, s.cfg.press_from) if kind == Kind.ATTACK else (s.defender, s.cfg.press_to)
        need(a.hero == who, f"{name}.by is '{part.by}', whom the press does not ask for this.")
        core = int(cores[int(s.press)])
    else:
        is_hostile = kind in (Kind.FORCED, Kind.FAST)
        is_there = s.target == s.hazard if is_hostile else s.target in s.open[: int(s.open_n)]
        need(is_there, f"target: {'the hazard' if is_hostile else 'an open obstacle'} is attempted.")
        bill = s.bills[int(s.target)]
        core = int(a.core) if kind == Kind.FAST else int(s.cfg.template_core[bill.shelf, bill.template])
        runs = {
            Kind.FAST: (Reaction.FAST,),
            Kind.REACTION: (Reaction.RUNNING,),
            Kind.OBSTACLE: (Reaction.NONE,),
        }
        other = (Reaction.NONE, Reaction.DECLARED, Reaction.RUNNING)
        need(s.reaction in runs.get(Kind(kind), other), f"reaction is '{b.p.reaction}' at such an attempt.")
    need(a.core == core, f"{name}.core is '{part.core}'; here it is {state.Core(core).label}.")


def check_cards(b: Draft) -> None:
    """Refuse cards about which nothing is left to decide."""
    s, p, a = b.s, b.p, b.s.attempt
    if b.phase == Phase.CARDS:
        need(a.n < state.CARDS, "attempt.cards: with three cards nothing is left to decide.")
        is_hidden = bool(decks.is_hidden(s))
        need(is_hidden or not a.flopped, "attempt.cards have Flopped, so nothing is left to decide.")
        need(p.bar == 0, f"bar is {p.bar}; it is revealed when the cards are judged.")
        return
    need(a.kind != Kind.ATTACK, "attempt: an attack cannot fail.")
    need(attempts.score_of(s, a) < p.bar, f"bar is {p.bar}, which the attempt reaches.")
    cost = attempts.KNUCKLE_COST
    need(s.heroes[int(a.hero)].stamina >= cost, f"phase is 'knuckle', which takes {cost} Stamina.")
    if b.mode != Mode.DUEL:
        bill: Any = s.bills[int(s.target)]
        need(p.bar == bill.difficulty, f"bar is {p.bar}; the Difficulty is {int(bill.difficulty)}.")
        need(bill.known, "posted: a Difficulty that has been judged is known.")
