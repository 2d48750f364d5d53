"""Challenges as a picture: the open obstacles, the cards of the Attempt, and who plays."""

from __future__ import annotations

from typing import Any

from throwdown.envs.challenge.state import Mode, State
from throwdown.envs.challenge.words import names, text
from throwdown.envs.core import scene as drawn
from throwdown.envs.core.kit import Setup, tr

COLOURS = ("#3f7fd0", "#d06a3f", "#4fa3a0", "#b0589a")
TABLE = "#8a8f98"
TITLES = {"attack": tr("Attack by {who}"), "defence": tr("Defence by {who}")}
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
    told = tr("A lone Attempt") if mode == Mode.ATTEMPT else text.round_text(seen)
    return drawn.place(told, seen["turn"] is None)


def _person(s: State, p: int, viewer: int | None, seen: dict[str, Any], setup: Setup) -> drawn.Person:
    """Return a seat with what it has; cards seen by Bangs lie in its hand."""
    is_to_move = seen["turn"] == setup.seats[p]
    h = names.hero_of(p, setup)
    if h < 0:
        note = names.points_text(seen.get("points"))
        return drawn.Person(
            name=setup.people[p],
            is_viewer=p == viewer,
            colour=TABLE,
            notes=(note,) if names.mode_of(setup) == Mode.SCENE else (),
            gauges=_table(s, seen),
            is_to_move=is_to_move,
            has_hand=False,
            kind="table",
        )
    hero = seen["characters"][setup.seats[p]]
    gauges = [
        drawn.Gauge(names.ACTIONS, hero["actions"], int(s.cfg.actions), ACTIONS),
        drawn.Gauge(
            names.STAMINA, hero["stamina"], int(s.cfg.cast_stamina[int(s.heroes[h].character)]), STAMINA
        ),
    ]
    if names.mode_of(setup) != Mode.ATTEMPT:
        gauges.insert(0, drawn.Gauge(tr("Harm"), hero["harm"], hero["limit"], HARM))
    if hero["discards"]:
        gauges.append(drawn.Gauge(tr("Discards"), 0, note=_discards(hero["discards"])))
    out = [tr("out")] if hero["out"] else []
    return drawn.Person(
        name=names.called(s, h, None, setup),
        is_viewer=p == viewer,
        cards=tuple(hero["seen"]),
        colour=COLOURS[h],
        gauges=tuple(gauges),
        notes=(text.cores_text(hero), *text.state_words(hero), *out),
        is_to_move=is_to_move,
        has_hand=False,
        kind="character",
    )


def _discards(cards: list[str]) -> str:
    """Return discards by colour, which is all that matters of them: what is left can be counted."""
    suited = [card for card in cards if not card.startswith("*")]
    found = []
    for form, suits, joker in ((tr("black {cards}"), "CS", "*b"), (tr("red {cards}"), "DH", "*r")):
        ranks = [card[0].replace("T", "10") for card in suited if card[1] in suits]
        ranks += [tr("Joker")] * (joker in cards)
        if ranks:
            found.append(form.format(cards=" ".join(ranks)))
    return names.joined(found)


def _table(s: State, seen: dict[str, Any]) -> tuple[drawn.Gauge, ...]:
    if not s.cfg.hostile:
        return ()
    return (
        drawn.Gauge(tr("Hostile Actions"), seen["hostile_actions"], int(s.cfg.hostile), HARM),
        drawn.Gauge(names.BUSTS, seen["tokens"], int(s.cfg.tokens), TABLE),
    )


def _piles(seen: dict[str, Any], setup: Setup) -> tuple[drawn.Pile, ...]:
    """Return the cards of the Attempts that are going on."""
    found = []
    for part in (seen.get("attack"), seen["attempt"]):
        if part is None:
            continue
        who = setup.person(part["by"])
        title = TITLES.get(part["kind"], tr("Attempt by {who}")).format(who=who)
        colour = COLOURS[names.hero_of(setup.seat(part["by"]), setup)]
        cards = tuple(drawn.Laid(card, who, colour) for card in part["cards"])
        what = f" · {part['at']}" if part["at"] else ""
        note = _total(part, seen["characters"][part["by"]])
        total = "" if part["score"] is None else str(part["score"])
        is_lit = part is seen["attempt"]
        found.append(drawn.Pile(title + what, cards, note, is_lit, total=total))
    if not found:
        found.append(drawn.Pile(tr("No cards are on the table")))
    return tuple(found)


def _total(part: dict[str, Any], hero: dict[str, Any]) -> str:
    """Return the running total of an Attempt, and how it comes about."""
    core, score = names.CORES[part["core"]], part["score"]
    if score is None:
        return f"{core}: ??"
    value, penalty = hero["cores"][part["core"]], part["penalty"]
    parts = [tr("cards {n}", n=score - value + penalty), f"{core} {names.signed(value)}"]
    if penalty:
        parts.append(tr("Stagger −{n}", n=penalty))
    total = names.joined(parts)
    if part["flopped"]:
        return tr("Flop: {parts}: score {score}", parts=total, score=score)
    return tr("{parts}: score {score}", parts=total, score=score)


def _things(seen: dict[str, Any], setup: Setup) -> tuple[drawn.Thing, ...]:
    """Return the obstacles, the hazard, or the press."""
    found = [_bill(bill, bill["name"], "obstacle") for bill in seen.get("open", ())]
    if hazard := seen.get("hazard"):
        found.append(_bill(hazard, tr("Hazard: {what}", what=hazard["name"]), "hazard"))
    if seen.get("posting"):
        found.append(drawn.Thing(seen["posting"], tr("is being posted"), kind="obstacle"))
    if press := seen.get("press"):
        who = setup.person(press["by"])
        if press["on"] is not None:
            who = tr("{who} on {other}", who=who, other=setup.person(press["on"]))
        against = tr("against {core}", core=names.CORES[press["defence"]])
        gauge = drawn.Gauge(names.CORES[press["attack"]], 0, note=against)
        found.append(drawn.Thing(press["name"], who, (gauge,), kind="press"))
        if press["waiting"]:
            found.append(drawn.Thing(press["waiting"], tr("waits"), kind="press"))
    return tuple(found)


def _bill(bill: dict[str, Any], name: str, kind: str) -> drawn.Thing:
    """Return an obstacle or a hazard."""
    difficulty = "??" if bill["difficulty"] is None else bill["difficulty"]
    gauge = drawn.Gauge(names.CORES[bill["core"]], 0, note=bill["band"])
    return drawn.Thing(name, tr("Difficulty {difficulty}", difficulty=difficulty), (gauge,), kind=kind)


def _gauges(seen: dict[str, Any], mode: Mode) -> tuple[drawn.Gauge, ...]:
    if mode != Mode.SCENE:
        return ()
    return (drawn.Gauge(tr("Progress"), seen["progress"], seen["goal"], PROGRESS),)
