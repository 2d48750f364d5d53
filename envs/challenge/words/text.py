"""What people read: the table, who decides what, and what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from throwdown.envs.challenge import attempts, decks
from throwdown.envs.challenge.state import CORES, KIT, Attempt, Core, Event, Kind, Mode, Phase, Shelf, State
from throwdown.envs.challenge.words import names
from throwdown.envs.challenge.words.describe import describe as describe
from throwdown.envs.challenge.words.explain import (
    any_hand as any_hand,
    explain as explain,
    forced as forced,
    help as help,
)
from throwdown.envs.challenge.words.glossary import glossary as glossary, summary as summary
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup

TITLES = {Mode.SCENE: "Scene", Mode.DUEL: "Duel", Mode.ATTEMPT: "Attempt"}
MINUS = "−"


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
    is_known = is_table or bill.known == 1
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
        "flopped": bool(a.flopped) if is_known else None,
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
        "frenzied": bool(w.frenzied),
        "stagger_penalty": int(decks.penalty_of(w)),
        "flat_footed": bool(attempts.is_flat(w)),
        "busted": [name for name, on in (("token", w.token), ("joker", w.joker)) if on],
        "bang": int(w.bang),
        "boon": bool(w.boon),
        "harm": int(w.harm),
        "limit": int(s.cfg.limit),
        "out": bool(w.is_out),
        "deck": int(w.deck.n),
        "seen": [KIT.name(c) if is_own else "??" for c in ahead],
        "discards": [KIT.name(c) for c in KIT.cards_in(np.asarray(w.deck.trash))],
    }


def render(s: State, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it."""
    seen = view(s, viewer, setup)
    mode = names.mode_of(setup)
    lines = [TITLES[mode]]
    if mode != Mode.ATTEMPT:
        lines[0] += f" · Round {seen['round']} of {seen['rounds']}"
    if mode == Mode.SCENE:
        lines[0] += f" · Progress {seen['progress']} of {seen['goal']}"
        points = "??" if seen["points"] is None else seen["points"]
        hostile = names.count(seen["hostile_actions"], "hostile Action")
        lines.append(
            f"Table{' (you)' if viewer == 0 else ''}: {points} points, {hostile} left in this Round, "
            f"{names.count(seen['tokens'], 'Bust')} to lay"
        )
    for k, bill in enumerate(seen.get("open", ())):
        lines.append(f"  {k + 1}. {bill_text(bill)}")
    lines += [hero_text(s, h, viewer, setup) for h in range(int(s.cfg.heroes))]
    lines += _running(s, seen, setup)
    return "\n".join([*lines, prompt(s, setup)])


def bill_text(bill: dict[str, Any]) -> str:
    """Return a line about an obstacle or a hazard."""
    difficulty = "??" if bill["difficulty"] is None else bill["difficulty"]
    return f"{bill['name']}: {bill['core'].capitalize()}, {bill['band']}, Difficulty {difficulty}"


def hero_text(s: State, h: int, viewer: int | None, setup: Setup) -> str:
    """Return a line about a Character."""
    seen = hero_view(s, h, viewer, setup)
    name = names.called(s, h, viewer, setup)
    if seen["out"]:
        return f"{name}: out with {seen['harm']} Harm"
    cores = " ".join(f"{core.capitalize()} {names.signed(n)}" for core, n in seen["cores"].items())
    parts = [cores, names.count(seen["actions"], "Action"), names.count(seen["stamina"], "Stamina")]
    if names.mode_of(setup) != Mode.ATTEMPT:
        parts.append(f"Harm {seen['harm']} of {seen['limit']}")
    parts += state_words(seen)
    top = f", on top {' '.join(seen['seen'])}" if seen["seen"] else ""
    discards = f", {names.count(len(seen['discards']), 'discard')}" if seen["discards"] else ""
    return f"{name}: {', '.join(parts)}; deck {seen['deck']}{top}{discards}"


def state_words(seen: dict[str, Any]) -> list[str]:
    """Return what else holds of a Character, in a few words each."""
    found = []
    if seen["boon"]:
        found.append("Boon")
    if seen["bang"]:
        found.append(f"Bang {names.ROMAN[seen['bang']]}")
    if seen["busted"]:
        found.append("Busted")
    if seen["flat_footed"]:
        found.append("Flat Footed")
    elif seen["stagger_penalty"]:
        found.append(f"Staggered {MINUS}{seen['stagger_penalty']}")
    return found


def _running(s: State, seen: dict[str, Any], setup: Setup) -> list[str]:
    """Return lines about what is going on."""
    lines = []
    if seen.get("hazard"):
        lines.append(f"Hazard: {bill_text(seen['hazard'])}")
    if seen.get("posting"):
        lines.append(f"The Table is posting: {seen['posting']}")
    if seen.get("press"):
        lines.append(_press_text(seen["press"], setup))
    for title, part in (("Attack", seen.get("attack")), ("Attempt", seen["attempt"])):
        if part is not None:
            score = "??" if part["score"] is None else part["score"]
            flop = " (Flop: the first card counts)" if part["flopped"] else ""
            title = "Attack" if part["kind"] == "attack" else title
            who = setup.person(part["by"])
            lines.append(
                f"{title} by {who} with {part['core'].capitalize()}: {' '.join(part['cards'])} = {score}{flop}"
            )
    return lines


def _press_text(press: dict[str, Any], setup: Setup) -> str:
    on = "" if press["on"] is None else f" on {setup.person(press['on'])}"
    waits = "" if press["waiting"] is None else f", while {press['waiting']} waits"
    return f"Press: {press['name']} by {setup.person(press['by'])}{on}{waits}"


# Who decides what --------------------------------------------------------------------------------------------------


def prompt(s: State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        return f"The game is over. {decided(s, setup)}"
    return f"{setup.people[int(s.seat)]}: {task_of(s, setup)}."


def task_of(s: State, setup: Setup) -> str:
    """Return what the decision asks for, as everybody knows it."""
    phase = Phase(int(s.phase))
    if phase == Phase.PRIORITY:
        return {
            Mode.SCENE: "strike with a hazard, or pass" if s.seat == 0 else "act, or pass",
            Mode.DUEL: "press, or pass",
            Mode.ATTEMPT: "draw the first card",
        }[names.mode_of(setup)]
    if phase == Phase.REACTION:
        is_core = names.mode_of(setup) == Mode.SCENE and s.reaction == 2
        return "choose the Core to react with" if is_core else "choose what to react with"
    if phase == Phase.CARDS:
        return f"stand, or {'Double' if s.attempt.n == 1 else 'Triple'} Down"
    return {
        Phase.POST: "choose an obstacle to post",
        Phase.DIFFICULTY: "set the Difficulty",
        Phase.TARGET: "choose on whom to press",
        Phase.ANSWER: "take the hostile Action, or react",
        Phase.BEFORE: "prepare, or draw for the forced Attempt",
        Phase.KNUCKLE: "leave the failure, or Knuckle Down",
    }[phase]


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for."""
    mode, config = names.mode_of(setup), setup.config
    if mode == Mode.ATTEMPT:
        return (
            "You win if the Attempt Score reaches the Difficulty."
            if seat
            else "You win if the Attempt fails."
        )
    if mode == Mode.DUEL:
        rest = "; once the Rounds are over, less Harm is better"
        whom = "everybody of the other side" if len(setup.seats) > 2 else "the other"
        return f"You win when {whom} has {config['limit']} Harm{rest}."
    mine, theirs = f"{config['goal']} Progress", f"{config['limit']} Harm"
    if seat == 0:
        return f"You win when the Character has {theirs}, and lose when she has {mine}."
    return f"You win with {mine}, and lose with {theirs}; once the Rounds are over, the larger share counts."


def decided(s: State, setup: Setup) -> str:
    """Return one sentence that says what decided a game that is over."""
    mode = names.mode_of(setup)
    if mode == Mode.ATTEMPT:
        return f"The Attempt {'succeeded' if s.won else 'failed'}."
    if mode == Mode.SCENE:
        if s.progress >= s.cfg.goal:
            return f"The Character reached the goal of {int(s.cfg.goal)} Progress."
        if s.heroes[0].is_out:
            return f"The Character was taken out by {int(s.cfg.limit)} Harm."
        return (
            f"The Rounds were over: Progress {int(s.progress)} of {int(s.cfg.goal)}, Harm {int(s.heroes[0].harm)} of "
            f"{int(s.cfg.limit)}."
        )
    heroes = range(int(s.cfg.heroes))
    for k in range(2):
        if all(s.heroes[h].is_out for h in heroes if h % 2 == k):
            return f"Side {'BA'[k]} took the other out."
    harm = [sum(int(s.heroes[h].harm) for h in heroes if h % 2 == k) for k in range(2)]
    return f"The Rounds were over: side A had {harm[0]} Harm, side B {harm[1]}."


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


# What happened -----------------------------------------------------------------------------------------------------


def _attempted(e: Happening, setup: Setup) -> str:
    core = names.core_name(e.amount)
    forms = {
        Kind.OBSTACLE: "{who} made an Attempt with {core}.",
        Kind.FORCED: "{who} was forced to make an Attempt with {core}.",
        Kind.FAST: "{who} reacted with {core}.",
        Kind.REACTION: "{who} made the Reaction's Attempt with {core}.",
        Kind.ATTACK: "{who} attacked with {core}.",
        Kind.DEFENCE: "{who} defended with {core}.",
    }
    return forms[Kind(e.number)].format(who="{who}", core=core)


def _posted(e: Happening, setup: Setup) -> str:
    return f"The Table posted an obstacle: {names.template_name(Shelf.OBSTACLE, e.amount, setup)}."


def _struck(e: Happening, setup: Setup) -> str:
    return f"The Table struck with a hazard: {names.template_name(Shelf.HAZARD, e.amount, setup)}."


def _pressed(e: Happening, setup: Setup) -> str:
    return f"{{who}} pressed on {setup.people[e.number]}: {names.press_name(e.amount, setup)}."


def _overcame(e: Happening, setup: Setup) -> str:
    return f"{names.template_name(Shelf.OBSTACLE, e.amount, setup)} was overcome."


def _more(which: str) -> Callable[[Happening, Setup], str]:
    return lambda e, setup: f"{{who}} {which} Down{' by Reach For It' if e.amount else ''}."


TOLD: dict[Event, str | Callable[[Happening, Setup], str]] = {
    Event.ROUND_BEGAN: "Round {amount} began.",
    Event.POSTED: _posted,
    Event.HAZARD_STRUCK: _struck,
    Event.TOKEN_LAID: "The Table laid a Bust on the Character.",
    Event.PASSED: "{who} passed.",
    Event.ATTEMPTED: _attempted,
    Event.PRESSED: _pressed,
    Event.REACTED: "{who} declared a Reaction.",
    Event.REACTED_FAST: "{who} declared a Fast Reaction.",
    Event.CARD_SEEN: "{who} looked at the next card: {card}.",
    Event.CARD_DRAWN: "{who} drew {card}.",
    Event.CARD_SHOWN: "{who} showed {card}.",
    Event.DOUBLED: _more("Doubled"),
    Event.TRIPLED: _more("Tripled"),
    Event.FLOPPED: "{who} Flopped: only the first card counted.",
    Event.STAGGERED: "{who} was Staggered: −{amount}.",
    Event.FLAT_FOOTED: "{who} was Flat Footed and failed without a card.",
    Event.DIFFICULTY_REVEALED: "The Difficulty was {amount}.",
    Event.SUCCEEDED: "{who} succeeded in degree {amount}.",
    Event.FAILED: "{who} failed in degree {amount}.",
    Event.KNUCKLED_DOWN: "{who} Knuckled Down.",
    Event.HARMED: "{who} suffered {amount} Harm, {number} in all.",
    Event.PROGRESSED: "{who} made {amount} Progress, {number} in all.",
    Event.CANCELLED: "{who} was fast enough: the hostile Action was cancelled.",
    Event.OVERCOME: _overcame,
    Event.HEARTSEEKER: "{who} spent {amount} Stamina on Heartseeker.",
    Event.FRENZIED: "{who} went into a Frenzy for one more Action.",
    Event.BOON_GAINED: "{who} was awarded a Boon.",
    Event.BOON_BANGED: "{who} spent the Boon for a Bang.",
    Event.BOON_NULLIFIED: "{who} spent the Boon against being Busted.",
    Event.BOON_GIVEN: lambda e, setup: f"{{who}} gave the Boon to {setup.people[e.amount]}.",
    Event.JOKER_BANGED: "The Joker gave {who} Bang II for the next Action.",
    Event.JOKER_BUSTED: "The Joker Busted {who} for the next Action.",
    Event.RESHUFFLED: "{who}'s discards were shuffled and put under the deck.",
    Event.TAKEN_OUT: "{who} was out.",
    Event.ROUNDS_OVER: "The last Round was over.",
}
assert tuple(TOLD) == tuple(Event)


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence, in the past, for an event; ``??`` is a card that the viewer may not know."""
    told = TOLD[Event.of(event.kind)]
    form = told if isinstance(told, str) else told(event, setup)
    who = "" if event.seat == NONE else setup.people[event.seat]
    return form.format(who=who, card=KIT.name(event.card), amount=event.amount, number=event.number)
