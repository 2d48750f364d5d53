"""Showdown as a picture: two rows of Characters, the Stacks between them, and the viewer's hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from throwdown.envs.core import scene as drawn
from throwdown.envs.core.kit import Setup, tr
from throwdown.envs.showdown.state import SLOTS, Side, State
from throwdown.envs.showdown.words import names, text

COLOURS = ("#3f7fd0", "#a0569a")
STACKS = (tr("Stack of the Heroes"), tr("Stack of the Villains"))
HANDS = (tr("Hand of the Heroes"), tr("Hand of the Villains"))


def scene(s: State, viewer: int | None, setup: Setup) -> drawn.Scene:
    """Return what a picture of the Table shows, as ``viewer`` (None: everything) sees it."""
    seen = text.view(s, viewer, setup)
    near = Side.HEROES if viewer is None else Side(viewer)
    far = Side(1 - near)
    hands = [_hand(near, seen, setup, viewer)]
    if viewer is None:
        hands.insert(0, _hand(far, seen, setup, None))
    stacks = [_stack(s, side, seen, setup) for side in (far, near) if seen["tic"]]
    rows = [_table(far, seen, setup), *stacks, _table(near, seen, setup), *hands]
    return drawn.Scene(
        setup.game.title, place=_place(seen), card_rows=tuple(rows), prompt=text.prompt(s, setup)
    )


def _place(seen: dict[str, Any]) -> str:
    place = [text.turn_text(seen) if seen["turn_no"] else tr("First hands")]
    if seen["tic"]:
        place.append(tr("Combat, Tic {tic}", tic=seen["tic"]))
    elif seen["in_combat"]:
        place.append(tr("Combat"))
    elif seen["combat_bought"]:
        place.append(tr("Combat bought"))
    return " · ".join(place)


def _table(side: Side, seen: dict[str, Any], setup: Setup) -> drawn.CardRow:
    """Return a side's Characters, and its Leader's numbers."""
    own = seen["sides"][setup.seats[side]]
    note = " · ".join([*text.leader_words(own), tr("hand {n}", n=len(own["hand"]))])
    leader = drawn.Face(own["leader"], notes=(names.KINDS["leader"],), kind="leader")
    faces = (leader, *(_face(name, x, side) for name, x in own["characters"].items()))
    is_asked = seen["turn"] == setup.seats[side]
    return drawn.CardRow(names.TITLES[side], note, faces, COLOURS[side], is_asked, 1.5)


def _face(name: str, x: dict[str, Any], side: Side) -> drawn.Face:
    """Return a Character as a card."""
    is_off = x["ship"] != "active"
    gear = [
        tr("{ship} (off)", ship=g["name"]) if g["kind"] == "Ship Vehicle" and is_off else g["name"]
        for g in x["attachments"]
    ]
    notes, kind = (*text.state_words(x), *gear), _kind("ally", x["classes"], side)
    return drawn.Face(name, str(x["power"]), notes, x["in_combat"], x["wounded"], kind)


def _kind(kind: str, classes: Sequence[str], side: Side) -> str:
    """Return the kind of the emblem of a card."""
    if kind != "ally":
        return kind
    own = {name.lower() for name in classes}
    return "monster" if "kaiju" in own else "robo" if "mecha" in own else ("hero", "villain")[side]


def _signs(text: names.Data) -> tuple[drawn.Sign, ...]:
    """Return when a text of the Stack takes effect and what it costs; nothing of other texts."""
    if text["when"] != "stack":
        return ()
    tic, cost = str(text["initiative"]), str(text["cost"])
    return drawn.Sign(tr("Tic"), tic, "Tic"), drawn.Sign(tr("Valor"), cost, "Valor")


def _stack(s: State, side: Side, seen: dict[str, Any], setup: Setup) -> drawn.CardRow:
    """Return a side's Stack."""
    shown = enumerate(seen["sides"][setup.seats[side]]["stack"])
    faces = tuple(_entry(x, s.stack[side * SLOTS + k], setup) for k, x in shown)
    return drawn.CardRow(STACKS[side], "", faces, COLOURS[side], False, 0.8)


def _entry(x: dict[str, Any], entry: Any, setup: Setup) -> drawn.Face:
    """Return what lies at a place of a Stack; ``entry`` is told only where it is shown."""
    if x["what"] == drawn.HIDDEN:
        return drawn.Face(x["what"], notes=(names.STATUSES[x["status"]],))
    text = names.printed(int(entry.card), setup)["texts"][int(entry.text)]
    aim = (tr("at {who}", who=x["target"]),) if x["target"] else ()
    notes, status = (*aim, names.STATUSES[x["status"]]), x["status"]
    return drawn.Face(
        x["what"],
        notes=notes,
        is_lit=status == "paid",
        is_dim=status == "whiffed",
        kind="combat",
        signs=_signs(text),
    )


def _hand(side: Side, seen: dict[str, Any], setup: Setup, viewer: int | None) -> drawn.CardRow:
    """Return a hand, equal cards together."""
    hand = seen["sides"][setup.seats[side]]["hand"]
    held = {names.field(card, "name"): card for card in setup.config[names.SIDES[side]]["cards"]}
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
        signs = _signs(own["texts"][0]) if len(own["texts"]) == 1 else ()
        if signs:
            lines = [names.effects_text(own["texts"][0], side == Side.VILLAINS)]
        times = [tr("{n} of them", n=n)] if n > 1 else []
        kind = _kind(own["kind"], own["classes"], side)
        faces.append(drawn.Face(name, number, (*times, *lines), kind=kind, signs=signs))
    title = tr("Your hand") if side == viewer else HANDS[side]
    return drawn.CardRow(title, "" if faces else tr("empty"), tuple(faces), COLOURS[side], False, 1.2)
