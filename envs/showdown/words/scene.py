"""Showdown as a picture: two rows of Characters, the Stacks between them, and the viewer's hand."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core import scene as drawn
from throwdown.envs.core.kit import Setup
from throwdown.envs.showdown.state import Side, State
from throwdown.envs.showdown.words import names, text

COLOURS = ("#3f7fd0", "#a0569a")


def scene(s: State, viewer: int | None, setup: Setup) -> drawn.Scene:
    """Return what a picture of the Table shows, as ``viewer`` (None: everything) sees it."""
    seen = text.view(s, viewer, setup)
    near = Side.HEROES if viewer is None else Side(viewer)
    far = Side(1 - near)
    hands = [_hand(near, seen, setup, viewer)]
    if viewer is None:
        hands.insert(0, _hand(far, seen, setup, None))
    stacks = [_stack(side, seen, setup) for side in (far, near) if seen["tic"]]
    rows = [_table(far, seen, setup), *stacks, _table(near, seen, setup), *hands]
    return drawn.Scene(
        setup.game.title, place=_place(seen), card_rows=tuple(rows), prompt=text.prompt(s, setup)
    )


def _place(seen: dict[str, Any]) -> str:
    place = f"Turn {seen['turn_no']} of {seen['turns']}" if seen["turn_no"] else "first hands"
    if seen["tic"]:
        return f"{place} · Combat, Tic {seen['tic']}"
    return place + (" · Combat" if seen["in_combat"] else " · Combat bought" if seen["combat_bought"] else "")


def _table(side: Side, seen: dict[str, Any], setup: Setup) -> drawn.CardRow:
    """Return a side's Characters, and its Leader's numbers."""
    own = seen["sides"][setup.seats[side]]
    note = " · ".join([*text.leader_words(own), f"hand {len(own['hand'])}"])
    faces = tuple(_face(name, x) for name, x in own["characters"].items())
    is_asked = seen["turn"] == setup.seats[side]
    return drawn.CardRow(names.TITLES[side], note, faces, COLOURS[side], is_asked, 1.5)


def _face(name: str, x: dict[str, Any]) -> drawn.Face:
    """Return a Character as a card."""
    gear = [
        f"{g['name']}{' (off)' if g['kind'] == 'Ship Vehicle' and x['ship'] != 'active' else ''}"
        for g in x["attachments"]
    ]
    return drawn.Face(name, str(x["power"]), (*text.state_words(x), *gear), x["in_combat"], x["wounded"])


def _stack(side: Side, seen: dict[str, Any], setup: Setup) -> drawn.CardRow:
    """Return a side's Stack."""
    faces = tuple(
        drawn.Face(
            x["what"],
            notes=tuple(filter(None, (f"at {x['target']}" if x["target"] else "", x["status"]))),
            is_lit=x["status"] == "paid",
            is_dim=x["status"] == "whiffed",
        )
        for x in seen["sides"][setup.seats[side]]["stack"]
    )
    return drawn.CardRow(f"Stack of the {names.TITLES[side]}", "", faces, COLOURS[side], False, 0.8)


def _hand(side: Side, seen: dict[str, Any], setup: Setup, viewer: int | None) -> drawn.CardRow:
    """Return a hand, equal cards together."""
    hand = seen["sides"][setup.seats[side]]["hand"]
    held = {card["name"]: card for card in setup.config[names.SIDES[side]]["cards"]}
    faces = []
    for name in dict.fromkeys(hand):
        n, own = hand.count(name), held[name]
        power = own["kind"] in ("ally", "equipment", "vehicle")
        number = (
            names.signed(own["power"])
            if power and own["kind"] != "ally"
            else str(own["power"])
            if power
            else ""
        )
        lines = [names.text_line(line, side == Side.VILLAINS) for line in own["texts"]]
        times = [f"{n} of them"] if n > 1 else []
        faces.append(drawn.Face(name, number, (*times, *lines)))
    title = "Your hand" if side == viewer else f"Hand of the {names.TITLES[side]}"
    return drawn.CardRow(title, "" if faces else "empty", tuple(faces), COLOURS[side], False, 1.2)
