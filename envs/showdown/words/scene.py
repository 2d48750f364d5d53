"""Showdown as a picture: two rows of Characters, the Stacks between them, and the two Leaders."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core import scene as drawn
from throwdown.envs.core.kit import Setup
from throwdown.envs.showdown.state import Side, State
from throwdown.envs.showdown.words import names, text

COLOURS = ("#3f7fd0", "#a0569a")
WOUND, VALOR, DRAMA = "#d05050", "#f0c454", "#b06ac0"


def scene(s: State, viewer: int | None, setup: Setup) -> drawn.Scene:
    """Return what a picture of the Table shows, as ``viewer`` (None: everything) sees it."""
    seen = text.view(s, viewer, setup)
    near = Side.HEROES if viewer is None else Side(viewer)
    far = Side(1 - near)
    return drawn.Scene(
        title=setup.game.title,
        place=_place(seen),
        far=(_person(far, viewer, seen, setup),),
        near=(_person(near, viewer, seen, setup),),
        piles=tuple(_pile(side, seen, setup) for side in (far, near)),
        stocks=tuple(
            drawn.Stock(f"{names.TITLES[side]}' deck", seen["sides"][setup.seats[side]]["deck"], drawn.HIDDEN)
            for side in (far, near)
        ),
        prompt=text.prompt(s, setup),
    )


def _place(seen: dict[str, Any]) -> str:
    place = f"Turn {seen['turn_no']} of {seen['turns']}" if seen["turn_no"] else "first hands"
    if seen["tic"]:
        return f"{place} · Combat, Tic {seen['tic']}"
    return place + (" · Combat" if seen["in_combat"] else " · Combat bought" if seen["combat_bought"] else "")


def _person(side: Side, viewer: int | None, seen: dict[str, Any], setup: Setup) -> drawn.Person:
    """Return a side: its Leader, and its Characters as cards before it."""
    own = seen["sides"][setup.seats[side]]
    gauges = [drawn.Gauge("Leader Wounds", own["wounds"], own["last_wound"], WOUND)]
    if own["drama"] is not None:
        gauges.append(drawn.Gauge("Drama", own["drama"], 0, DRAMA))
    if own["power"] is not None:
        gauges += [drawn.Gauge("Power", own["power"]), drawn.Gauge("Valor", own["valor"], 0, VALOR)]
    notes = [names.count(own["actions"], "Action")] if own["actions"] else []
    if own["leader_action"]:
        notes.append("Leader Action")
    you = " (you)" if side == viewer else ""
    return drawn.Person(
        name=f"{names.TITLES[side]}{you}",
        cards=tuple(own["hand"]),
        colour=COLOURS[side],
        gauges=tuple(gauges),
        notes=tuple(notes),
        laid=tuple(_card(name, x) for name, x in own["characters"].items()),
        is_to_move=seen["turn"] == setup.seats[side],
    )


def _card(name: str, x: dict[str, Any]) -> str:
    """Return a Character as the text of a card."""
    words = text.state_words(x) + [gear["name"] for gear in x["attachments"]]
    return "\n".join([f"{name} {x['power']}", *words])


def _pile(side: Side, seen: dict[str, Any], setup: Setup) -> drawn.Pile:
    """Return a side's Stack."""
    own = seen["sides"][setup.seats[side]]
    cards = tuple(drawn.Laid(x["what"], names.TITLES[side], COLOURS[side]) for x in own["stack"])
    aims = [text.entry_text(x) for x in own["stack"] if x["target"] or x["status"] != "open"]
    return drawn.Pile(f"Stack of the {names.TITLES[side]}", cards, ", ".join(aims), bool(cards))
