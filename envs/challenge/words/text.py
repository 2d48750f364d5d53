"""What people read: the table, and who decides what."""

from __future__ import annotations

from typing import Any

import numpy as np

from throwdown.envs.challenge import attempts, decks
from throwdown.envs.challenge.state import CORES, KIT, Attempt, Core, Event, Kind, Mode, Phase, State
from throwdown.envs.challenge.words import names
from throwdown.envs.challenge.words.decisions import WORDS
from throwdown.envs.challenge.words.explain import (
    any_hand as any_hand,
    explain as explain,
    forced as forced,
    help as help,
)
from throwdown.envs.challenge.words.glossary import glossary as glossary, summary as summary
from throwdown.envs.challenge.words.headline import headline as headline
from throwdown.envs.challenge.words.merits import merit as merit
from throwdown.envs.challenge.words.narration import narrate as narrate
from throwdown.envs.core.kit import NONE, Setup, plural, tr

describe = WORDS.describe
TITLES = {Mode.SCENE: tr("Scene"), Mode.DUEL: tr("Duel"), Mode.ATTEMPT: tr("Attempt")}


# What one sees -----------------------------------------------------------------------------------------------------


def view(s: State, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return what ``viewer`` may know as plain data; ``??`` stands for cards that it may not know."""
    mode = names.mode_of(setup)
    seen: dict[str, Any] = {
        "game": setup.game.id,
        "mode": mode.label,
        "viewer": None if viewer is None else setup.seats[viewer],
        "phase": Phase(int(s.phase)).label,
        "turn": None if s.over else setup.seats[int(s.seat)],
        "round": int(s.round_no),
        "rounds": int(s.cfg.rounds),
        "attempt": attempt_view(s, s.attempt, viewer, setup),
        "characters": {
            setup.seats[names.seat_of(h, setup)]: hero_view(s, h, viewer, setup)
            for h in range(int(s.cfg.heroes))
        },
    }
    if mode == Mode.DUEL:
        return seen | {"attack": attempt_view(s, s.attack, viewer, setup), "press": press_view(s, setup)}
    is_table = viewer in (None, 0)
    return seen | {
        "progress": int(s.progress),
        "goal": int(s.cfg.goal),
        "open": [bill_view(s, int(s.open[k]), is_table, setup) for k in range(int(s.open_n))],
        "hazard": None if s.hazard == NONE else bill_view(s, int(s.hazard), is_table, setup),
        "posting": None if s.template == NONE else names.template_name(int(s.shelf), int(s.template), setup),
        "hostile_actions": int(s.hostile),
        "tokens": int(s.tokens),
        "points": int(s.points) if is_table else None,
    }


def bill_view(s: State, number: int, is_table: bool, setup: Setup) -> dict[str, Any]:
    """Return an obstacle or a hazard as plain data; ``difficulty`` is None for who may not know it."""
    bill = s.bills[number]
    shelf, k = int(bill.shelf), int(bill.template)
    is_known = is_table or bill.known
    return {
        "name": names.template_name(shelf, k, setup),
        "core": names.templates(shelf, setup)[k]["core"],
        "band": names.band_text(s, shelf, k),
        "difficulty": int(bill.difficulty) if is_known else None,
    }


def attempt_view(s: State, a: Attempt, viewer: int | None, setup: Setup) -> dict[str, Any] | None:
    """Return an Attempt as plain data; an attacker's cards are hers alone until they are revealed."""
    if a.hero == NONE:
        return None
    seat = names.seat_of(int(a.hero), setup)
    is_known = viewer in (None, seat) or a.kind != Kind.ATTACK
    return {
        "by": setup.seats[seat],
        "kind": Kind(int(a.kind)).label,
        "core": Core(int(a.core)).label,
        "cards": [KIT.name(int(c)) if is_known else "??" for c in a.cards[: int(a.n)]],
        "at": _aim(s, a, setup),
        "penalty": int(a.penalty),
        "flopped": a.flopped if is_known else None,
        "score": int(attempts.score_of(s, a)) if is_known else None,
    }


def _aim(s: State, a: Attempt, setup: Setup) -> str:
    """Return the name of the obstacle or the hazard that an Attempt is at, empty in duels."""
    kind = Kind(int(a.kind))
    if kind in (Kind.ATTACK, Kind.DEFENCE):
        return ""
    bill = s.bills[int(s.hazard if kind in (Kind.FORCED, Kind.FAST) else s.target)]
    return names.template_name(int(bill.shelf), int(bill.template), setup)


def press_view(s: State, setup: Setup) -> dict[str, Any] | None:
    """Return who presses on whom with what."""
    if s.attacker == NONE:
        return None
    return {
        "name": names.press_name(int(s.press), setup),
        "attack": Core(int(s.cfg.press_from[s.press])).label,
        "defence": Core(int(s.cfg.press_to[s.press])).label,
        "by": setup.seats[int(s.attacker)],
        "on": None if s.defender == NONE else setup.seats[int(s.defender)],
        "waiting": None if s.main_press == NONE else names.press_name(int(s.main_press), setup),
    }


def hero_view(s: State, h: int, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return a Character as plain data; the cards seen by Bangs are for her alone."""
    w = s.heroes[h]
    ahead = [int(c) for c in w.deck.ahead[: int(w.deck.ahead_n)]][::-1]
    is_own = viewer in (None, names.seat_of(h, setup))
    return {
        "character": names.character(s, h, setup),
        "cores": {Core(c).label: int(w.core[c]) for c in range(CORES)},
        "stamina": int(w.stamina),
        "actions": int(w.actions),
        "frenzied": w.frenzied,
        "stagger_penalty": int(decks.penalty_of(w)),
        "flat_footed": bool(attempts.is_flat(w)),
        "busted": [name for name, on in (("token", w.token), ("joker", w.joker)) if on],
        "bang": int(w.bang),
        "boon": w.boon,
        "harm": int(w.harm),
        "limit": int(s.cfg.limit),
        "out": w.is_out,
        "deck": int(w.deck.n),
        "seen": [KIT.name(c) if is_own else "??" for c in ahead],
        "discards": [KIT.name(c) for c in KIT.cards_in(np.asarray(w.deck.trash))],
    }


def render(s: State, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it."""
    seen, mode = view(s, viewer, setup), names.mode_of(setup)
    head = [TITLES[mode]]
    if mode != Mode.ATTEMPT:
        head.append(round_text(seen))
    if mode == Mode.SCENE:
        head.append(tr("Progress {n} of {goal}", n=seen["progress"], goal=seen["goal"]))
    lines = [" · ".join(head)]
    if mode == Mode.SCENE:
        lines.append(_table(seen, names.marked(setup.people[0], viewer == 0)))
    for k, bill in enumerate(seen.get("open", ())):
        lines.append(f"  {k + 1}. {bill_text(bill)}")
    lines += [hero_text(s, h, viewer, setup) for h in range(int(s.cfg.heroes))]
    lines += _running(seen, setup)
    return "\n".join([*lines, prompt(s, setup)])


def round_text(seen: dict[str, Any]) -> str:
    """Return which Round it is."""
    return tr("Round {n} of {rounds}", n=seen["round"], rounds=seen["rounds"])


def _table(seen: dict[str, Any], who: str) -> str:
    hostile = seen["hostile_actions"]
    return tr(
        "{who}: {points}, {hostile} left in this Round, {busts} to lay",
        who=who,
        points=names.points_text(seen["points"]),
        hostile=plural("{n} hostile Action", "{n} hostile Actions", hostile),
        busts=plural("{n} Bust", "{n} Busts", seen["tokens"]),
    )


def bill_text(bill: dict[str, Any]) -> str:
    """Return a line about an obstacle or a hazard."""
    return tr(
        "{name}: {core}, {band}, Difficulty {difficulty}",
        name=bill["name"],
        core=names.CORES[bill["core"]],
        band=bill["band"],
        difficulty="??" if bill["difficulty"] is None else bill["difficulty"],
    )


def hero_text(s: State, h: int, viewer: int | None, setup: Setup) -> str:
    """Return a line about a Character."""
    seen = hero_view(s, h, viewer, setup)
    name = names.called(s, h, viewer, setup)
    if seen["out"]:
        return tr("{who}: out with {n} Harm", who=name, n=seen["harm"])
    parts = [
        cores_text(seen),
        plural("{n} Action", "{n} Actions", seen["actions"]),
        tr("{n} Stamina", n=seen["stamina"]),
    ]
    if names.mode_of(setup) != Mode.ATTEMPT:
        parts.append(tr("Harm {n} of {limit}", n=seen["harm"], limit=seen["limit"]))
    parts += state_words(seen)
    deck = [tr("deck {n}", n=seen["deck"])]
    if seen["seen"]:
        deck.append(tr("on top: {cards}", cards=" ".join(seen["seen"])))
    if seen["discards"]:
        deck.append(plural("{n} discard", "{n} discards", len(seen["discards"])))
    return f"{name}: {names.joined(parts)}; {names.joined(deck)}"


def cores_text(seen: dict[str, Any]) -> str:
    """Return the Cores of a Character with their values."""
    return " ".join(f"{names.CORES[core]} {names.signed(n)}" for core, n in seen["cores"].items())


def state_words(seen: dict[str, Any]) -> list[str]:
    """Return what else holds of a Character, in a few words each."""
    found = []
    if seen["boon"]:
        found.append(tr("Boon"))
    if seen["bang"]:
        found.append(tr("Bang {level}", level=names.ROMAN[seen["bang"]]))
    if seen["busted"]:
        found.append(tr("Busted"))
    if seen["flat_footed"]:
        found.append(tr("Flat Footed"))
    elif seen["stagger_penalty"]:
        found.append(tr("Staggered −{n}", n=seen["stagger_penalty"]))
    return found


def _running(seen: dict[str, Any], setup: Setup) -> list[str]:
    """Return lines about what is going on."""
    lines = []
    if seen.get("hazard"):
        lines.append(tr("Hazard: {what}", what=bill_text(seen["hazard"])))
    if seen.get("posting"):
        lines.append(tr("The Table is posting: {what}", what=seen["posting"]))
    if seen.get("press"):
        lines.append(_press_text(seen["press"], setup))
    found = (seen.get("attack"), seen["attempt"])
    return lines + [_attempt_text(part, setup) for part in found if part is not None]


def _attempt_text(part: dict[str, Any], setup: Setup) -> str:
    values = {
        "who": setup.person(part["by"]),
        "core": names.CORES[part["core"]],
        "cards": " ".join(part["cards"]),
        "score": "??" if part["score"] is None else part["score"],
    }
    if part["kind"] == Kind.ATTACK.label:
        text = tr("Attack by {who} with {core}: {cards} = {score}", **values)
    else:
        text = tr("Attempt by {who} with {core}: {cards} = {score}", **values)
    return " ".join((text, tr("(Flop: the first card counts)"))) if part["flopped"] else text


def _press_text(press: dict[str, Any], setup: Setup) -> str:
    name, who = press["name"], setup.person(press["by"])
    text = tr("Press: {name} by {who}", name=name, who=who)
    if press["on"] is not None:
        text = tr("Press: {name} by {who} on {other}", name=name, who=who, other=setup.person(press["on"]))
    if press["waiting"] is None:
        return text
    return tr("{press}, while {waiting} waits", press=text, waiting=press["waiting"])


# Who decides what --------------------------------------------------------------------------------------------------


def prompt(s: State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        return " ".join((tr("The game is over."), decided(s, setup)))
    return f"{setup.people[int(s.seat)]}: {WORDS.ask(s, setup)}."


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for."""
    mode, config = names.mode_of(setup), setup.config
    if mode == Mode.ATTEMPT:
        if seat:
            return tr("You win if the Attempt Score reaches the Difficulty.")
        return tr("You win if the Attempt fails.")
    limit = config["limit"]
    if mode == Mode.DUEL and len(setup.seats) > 2:
        return tr(
            "You win when everybody on the other side has {limit} Harm; when the Rounds are over, the side "
            "with less Harm does better.",
            limit=limit,
        )
    if mode == Mode.DUEL:
        return tr(
            "You win when your opponent has {limit} Harm; when the Rounds are over, the side with less Harm "
            "does better.",
            limit=limit,
        )
    if seat == 0:
        return tr(
            "You win when the Character has {limit} Harm, and lose when she has {goal} Progress.",
            limit=limit,
            goal=config["goal"],
        )
    return tr(
        "You win with {goal} Progress, and lose with {limit} Harm; when the Rounds are over, the larger of "
        "the two shares decides.",
        goal=config["goal"],
        limit=limit,
    )


def decided(s: State, setup: Setup) -> str:
    """Return one sentence that says what decided a game that is over."""
    mode = names.mode_of(setup)
    if mode == Mode.ATTEMPT:
        return tr("The Attempt succeeded.") if s.won else tr("The Attempt failed.")
    if mode == Mode.SCENE:
        return _scene_decided(s)
    heroes = range(int(s.cfg.heroes))
    for k in range(2):
        if all(s.heroes[h].is_out for h in heroes if h % 2 == k):
            return tr("Side {side} took the other side out.", side="BA"[k])
    harm = [sum(int(s.heroes[h].harm) for h in heroes if h % 2 == k) for k in range(2)]
    return tr("The Rounds were over: side A had {a} Harm, side B {b}.", a=harm[0], b=harm[1])


def _scene_decided(s: State) -> str:
    goal, limit = int(s.cfg.goal), int(s.cfg.limit)
    if s.progress >= goal:
        return tr("The Character reached the goal of {goal} Progress.", goal=goal)
    if s.heroes[0].is_out:
        return tr("The Character was taken out with {limit} Harm.", limit=limit)
    return tr(
        "The Rounds were over: Progress {progress} of {goal}, Harm {harm} of {limit}.",
        progress=int(s.progress),
        goal=goal,
        harm=int(s.heroes[0].harm),
        limit=limit,
    )


def ending(s: State, setup: Setup) -> dict[str, Any]:
    """Return how a game that is over ended."""
    return {"result": decided(s, setup)}


def turning() -> tuple[str, ...]:
    """Return the kinds of events that tell why a game ended as it did."""
    kinds = (Event.PROGRESSED, Event.HARMED, Event.FLOPPED, Event.CANCELLED, Event.TAKEN_OUT, Event.SUCCEEDED)
    return tuple(kind.label for kind in kinds)


def chapters() -> tuple[str, ...]:
    """Return the kinds of events that begin a chapter: Rounds."""
    return (Event.ROUND_BEGAN.label,)
