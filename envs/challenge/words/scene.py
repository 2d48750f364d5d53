"""Challenges as a picture: the open obstacles, the cards of the Attempt, and who plays."""

from __future__ import annotations

from typing import Any

from throwdown.envs.challenge.state import Mode, State
from throwdown.envs.challenge.words import names, text
from throwdown.envs.core import scene as drawn
from throwdown.envs.core.kit import Setup

COLOURS = ("#3f7fd0", "#d06a3f", "#4fa3a0", "#b0589a")
TABLE = "#8a8f98"
HARM, STAMINA, ACTIONS, PROGRESS = "#d05050", "#5fb26a", "#f0c454", "#6a9be0"


def scene(s: State, viewer: int | None, setup: Setup) -> drawn.Scene:
    """Return what a picture of the table shows, as ``viewer`` (None: everything) sees it."""
    seen, mode = text.view(s, viewer, setup), names.mode_of(setup)
    me = viewer if viewer is not None else len(setup.seats) - 1
    people = {p: _person(s, p, viewer, seen, setup) for p in range(len(setup.seats))}
    near = [p for p in people if setup.sides[p] == setup.sides[me]]
    far = [p for p in people if p not in near]
    return drawn.Scene(
        title=setup.game.title,
        place=_place(seen, mode),
        far=tuple(people[p] for p in far),
        near=tuple(people[p] for p in sorted(near, key=lambda p: p != me)),
        piles=_piles(seen, setup),
        things=_things(seen, setup),
        stocks=tuple(
            drawn.Stock(names.character(s, h, setup), int(s.heroes[h].deck.n), drawn.HIDDEN)
            for h in range(int(s.cfg.heroes))
        ),
        gauges=_gauges(seen, mode),
        prompt=text.prompt(s, setup),
    )


def _place(seen: dict[str, Any], mode: Mode) -> str:
    if mode == Mode.ATTEMPT:
        return "a lone Attempt"
    return f"Round {seen['round']} of {seen['rounds']}" + (" · over" if seen["turn"] is None else "")


def _person(s: State, p: int, viewer: int | None, seen: dict[str, Any], setup: Setup) -> drawn.Person:
    """Return a seat with what it has; cards seen by Bangs lie in its hand."""
    is_viewer, is_to_move = p == viewer, seen["turn"] == setup.seats[p]
    h = names.hero_of(p, setup)
    if h < 0:
        points = seen.get("points")
        notes = [f"{'??' if points is None else points} points"] if names.mode_of(setup) == Mode.SCENE else []
        return drawn.Person(
            name="Table",
            is_viewer=is_viewer,
            colour=TABLE,
            notes=tuple(notes),
            gauges=_table(s, seen),
            is_to_move=is_to_move,
            has_hand=False,
        )
    hero = seen["characters"][setup.seats[p]]
    cores = " ".join(f"{name.capitalize()} {names.signed(n)}" for name, n in hero["cores"].items())
    gauges = [
        drawn.Gauge("Actions", hero["actions"], int(s.cfg.actions), ACTIONS),
        drawn.Gauge("Stamina", hero["stamina"], int(s.cfg.cast_stamina[int(s.heroes[h].character)]), STAMINA),
    ]
    if names.mode_of(setup) != Mode.ATTEMPT:
        gauges.insert(0, drawn.Gauge("Harm", hero["harm"], hero["limit"], HARM))
    if hero["discards"]:
        gauges.append(drawn.Gauge("Discards", 0, note=_discards(hero["discards"])))
    out = ["out"] if hero["out"] else []
    return drawn.Person(
        name=names.called(s, h, None, setup),
        is_viewer=is_viewer,
        cards=tuple(hero["seen"]),
        colour=COLOURS[h],
        gauges=tuple(gauges),
        notes=(cores, *text.state_words(hero), *out),
        is_to_move=is_to_move,
        has_hand=False,
    )


def _discards(cards: list[str]) -> str:
    """Return discards by colour, which is all that matters of them: what is left can be counted."""
    suited = [card for card in cards if not card.startswith("*")]
    found = []
    for colour, suits, joker in (("black", "CS", "*b"), ("red", "DH", "*r")):
        ranks = [card[0].replace("T", "10") for card in suited if card[1] in suits]
        ranks += ["Joker"] * (joker in cards)
        if ranks:
            found.append(f"{colour} {' '.join(ranks)}")
    return ", ".join(found)


def _table(s: State, seen: dict[str, Any]) -> tuple[drawn.Gauge, ...]:
    if not s.cfg.hostile:
        return ()
    return (
        drawn.Gauge("Hostile Actions", seen["hostile_actions"], int(s.cfg.hostile), HARM),
        drawn.Gauge("Busts to lay", seen["tokens"], int(s.cfg.tokens), TABLE),
    )


def _piles(seen: dict[str, Any], setup: Setup) -> tuple[drawn.Pile, ...]:
    """Return the cards of the Attempts that are going on."""
    found = []
    for part in (seen.get("attack"), seen["attempt"]):
        if part is None:
            continue
        who = setup.person(part["by"])
        title = {"attack": "Attack", "defence": "Defence"}.get(part["kind"], "Attempt")
        colour = COLOURS[names.hero_of(setup.seat(part["by"]), setup)]
        cards = tuple(drawn.Laid(card, who, colour) for card in part["cards"])
        what = f" · {part['at']}" if part["at"] else ""
        note = _total(part, seen["characters"][part["by"]])
        total = "" if part["score"] is None else str(part["score"])
        is_lit = part is seen["attempt"]
        found.append(drawn.Pile(f"{title} of {who}{what}", cards, note, is_lit, total=total))
    if not found:
        found.append(drawn.Pile("No cards are out"))
    return tuple(found)


def _total(part: dict[str, Any], hero: dict[str, Any]) -> str:
    """Return the running total of an Attempt, and how it comes about."""
    core, score = part["core"], part["score"]
    if score is None:
        return f"{core.capitalize()}: ??"
    value, penalty = hero["cores"][core], part["penalty"]
    cards = score - value + penalty
    less = f", Stagger −{penalty}" if penalty else ""
    flop = "Flop: " if part["flopped"] else ""
    return f"{flop}cards {cards}, {core.capitalize()} {names.signed(value)}{less}: score {score}"


def _things(seen: dict[str, Any], setup: Setup) -> tuple[drawn.Thing, ...]:
    """Return the obstacles, the hazard, or the press."""
    found = []
    bills = [(bill, "") for bill in seen.get("open", ())]
    if seen.get("hazard"):
        bills.append((seen["hazard"], "Hazard: "))
    for bill, kind in bills:
        difficulty = "??" if bill["difficulty"] is None else bill["difficulty"]
        gauge = drawn.Gauge(bill["core"].capitalize(), 0, note=bill["band"])
        found.append(drawn.Thing(kind + bill["name"], f"Difficulty {difficulty}", (gauge,)))
    if seen.get("posting"):
        found.append(drawn.Thing(seen["posting"], "is being posted"))
    if press := seen.get("press"):
        on = "" if press["on"] is None else f" on {setup.person(press['on'])}"
        gauge = drawn.Gauge(press["attack"].capitalize(), 0, note=f"against {press['defence'].capitalize()}")
        found.append(drawn.Thing(press["name"], f"{setup.person(press['by'])}{on}", (gauge,)))
        if press["waiting"]:
            found.append(drawn.Thing(press["waiting"], "waits for it"))
    return tuple(found)


def _gauges(seen: dict[str, Any], mode: Mode) -> tuple[drawn.Gauge, ...]:
    if mode != Mode.SCENE:
        return ()
    return (drawn.Gauge("Progress", seen["progress"], seen["goal"], PROGRESS),)
