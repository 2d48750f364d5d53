"""What actions are to people: their names, costs and effects."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Description, Setup
from throwdown.envs.showdown import decks, flow, stack, table
from throwdown.envs.showdown.actions import LAYOUT, Act
from throwdown.envs.showdown.state import (
    BACK,
    CARDS,
    FRONT,
    INITIALS,
    LEADER,
    SLOTS,
    TEXTS,
    Phase,
    Side,
    State,
)
from throwdown.envs.showdown.words import names

ACTION = "1 Action"


def describe(s: State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    verb = LAYOUT.labels[action].partition(" ")[0]
    side = int(s.seat)
    if verb == "pass":
        return _pass(s)
    if verb == "card":
        return _card(s, side * CARDS + action - Act.CARD, setup)
    if verb in ("own", "opposing"):
        return _character(s, int(table.facing(side, action - Act.OWN)), setup)
    if verb == "ability":
        return _ability(s, side, action - Act.ABILITY, setup)
    if verb == "flip":
        return _flip(s, side, action - Act.FLIP, setup)
    if verb == "switch":
        return _switch(s, side, action - Act.SWITCH, setup)
    if verb == "leader":
        return _leader(side, action - Act.LEADER, setup)
    if verb == "stack":
        return _stop(s, side, action - Act.STACK, setup)
    if verb == "pay":
        return _pay(s, setup)
    if verb == "fill":
        n = int(decks.handsize(s, side)) - int(s.teams[side].hand_n)
        return Description("Fill the hand", "", ACTION, f"draw {names.count(max(0, n), 'card')}")
    return PLAIN[verb]


PLAIN = {
    "over": Description("Call it over", "", "", "stage nothing; Combat ends if the other side says so, too"),
    "mulligan": Description("Mulligan", "", "", "shuffle the hand back and draw as many"),
    "keep": Description("Keep", "the hand"),
    "buy": Description("Buy a Combat", "", ACTION, "it comes after both Mission Phases"),
    "upgrade": Description("Upgrade", "", ACTION, "+1 Power, for good"),
    "heal": Description("Heal", "", ACTION, "a Wounded Character returns to the Table"),
    "whiff": Description("Let it Whiff", "", "", "no Valor, no effect"),
    "join": Description("Join", "the Combat", "", "its Power counts, and it may be Wounded"),
    "stay": Description("Stay", "out of it"),
}
"""The actions that are the same whenever they are legal."""


def _pass(s: State) -> Description:
    """Return what id 0 is in the present phase."""
    if s.phase == Phase.ACTION:
        return Description("End the Step", "", "", "the other side goes on")
    if s.phase == Phase.MISSION:
        return Description("End the Mission Phase", "", "", "the Turn goes on")
    if s.phase == Phase.COMPOSE:
        done = s.teams[s.seat].stack_n > 0
        return (
            Description("Be done", "", "", "the Stack is composed")
            if done
            else Description("Stage nothing", "", "", "Combat goes on")
        )
    if s.phase == Phase.DISCARD:
        return Description("Keep", "the rest")
    return Description("Pass", "", "", "keep the Leader Action")


def _card(s: State, card: int, setup: Setup) -> Description:
    """Return what a card of the own list is in the present phase."""
    if not names.is_card(card, setup):
        return Description("Play", f"card {card % CARDS + 1}")
    own, is_villain = names.printed(card, setup), card // CARDS == Side.VILLAINS
    name = str(own["name"])
    does = names.card_text(own, is_villain)
    if s.phase in (Phase.DROP, Phase.DISCARD):
        return Description("Discard", name, "", does)
    if own["kind"] == "event":
        return Description("Play", name, "the Leader Action", names.effects_text(own["texts"][0], is_villain))
    if own["kind"] == "mission":
        return Description("Play", name, "", names.text_line(own["texts"][0], is_villain))
    if own["kind"] == "combat":
        cost = f"{own['texts'][0]['cost']} Valor"
        return Description("Stage", name, cost, names.effects_text(own["texts"][0], is_villain))
    return Description("Attach" if own["kind"] != "ally" else "Play", name, ACTION, does)


def _character(s: State, c: int, setup: Setup) -> Description:
    """Return what a Character is in the present phase."""
    name = names.character(s, c, setup)
    if s.characters[c].card == NONE:
        return Description("Choose", name)
    power = f"Power {int(table.power(s, c))}"
    if s.phase == Phase.MISSION:
        own = names.printed(int(s.characters[c].card), setup)
        texts = [names.effects_text(t, c >= SLOTS) for t in own["texts"] if t["when"] == "employ"]
        return Description("Employ", name, "", texts[0] if texts else "")
    verb = {
        Phase.BEARER: "Give it",
        Phase.UPGRADE: "Upgrade",
        Phase.HEAL: "Heal",
        Phase.EMPLOY: "Employ",
        Phase.AIM: "Aim",
    }.get(Phase(int(s.phase)), "Choose")
    join = {"Give it": f"to {name}", "Aim": f"at {name}"}.get(verb, name)
    return Description(verb, join, "", power)


def _ability(s: State, side: int, at: int, setup: Setup) -> Description:
    """Return what an Ability of an own Character is."""
    c = side * SLOTS + at // TEXTS
    who = names.character(s, c, setup)
    found = int(stack.nth_stageable(s, c, at % TEXTS)) if s.phase == Phase.COMPOSE else -1
    if found < 0:
        return Description("Use", f"Ability {at % TEXTS + 1} of {who}")
    gear, k = found // 2 - 1, found % 2
    card = int(table.text_card(s, c, gear))
    text = names.printed(card, setup)["texts"][k]
    what = f"{who}'s Ability" if gear < 0 else f"{names.card_name(card, setup)} of {who}"
    return Description("Use", what, f"{text['cost']} Valor", names.effects_text(text, side == Side.VILLAINS))


def _flip(s: State, side: int, k: int, setup: Setup) -> Description:
    """Return what flipping an Initial Card is."""
    if k >= len(setup.config[names.SIDES[side]]["initials"]):
        return Description("Flip", f"Initial Card {k + 1}")
    c = int(flow.initial_at(s, side, k))
    now = int(s.characters[c].card) if c >= 0 else side * CARDS + FRONT + k
    other = now + INITIALS if now % CARDS < BACK else now - INITIALS
    there = names.printed(other, setup)
    name = names.card_name(now, setup)
    to = f"{there['name']}, " if there["name"] != name else ""
    return Description("Flip", name, "", f"{to}{names.card_text(there, side == Side.VILLAINS)}")


def _switch(s: State, side: int, k: int, setup: Setup) -> Description:
    """Return what switching a Ship Vehicle is."""
    c = int(flow.ship_at(s, side, k))
    if c < 0:
        return Description("Switch", f"Ship {k + 1}")
    what = "off" if s.characters[c].is_active else "on"
    return Description("Switch", f"the Ship of {names.character(s, c, setup)} {what}")


def _leader(side: int, k: int, setup: Setup) -> Description:
    """Return what a printed Leader Action is."""
    own = names.printed(side * CARDS + LEADER, setup)
    if k >= len(own["texts"]):
        return Description("Leader Action", f"{k + 1}")
    does = names.effects_text(own["texts"][k], side == Side.VILLAINS)
    return Description(str(own["name"]), f"{k + 1}", "the Leader Action", does)


def _stop(s: State, side: int, k: int, setup: Setup) -> Description:
    """Return what a place of the opposing Stack is."""
    if s.is_sealed or k >= int(s.teams[1 - side].stack_n):
        return Description("Stop", f"place {k + 1} of the opposing Stack")
    entry = s.stack[(1 - side) * SLOTS + k]
    text = names.printed(int(entry.card), setup)["texts"][int(entry.text)]
    name = names.card_name(int(entry.card), setup)
    same = [
        j for j in range(int(s.teams[1 - side].stack_n)) if s.stack[(1 - side) * SLOTS + j].card == entry.card
    ]
    which = f", place {k + 1}" if len(same) > 1 else ""
    return Description("Stop", name + which, "", names.effects_text(text, side == Side.HEROES))


def _pay(s: State, setup: Setup) -> Description:
    """Return what paying is."""
    if s.phase != Phase.PAY:
        return Description("Pay", "what is staged")
    entry = s.stack[int(s.at)]
    text = names.printed(int(entry.card), setup)["texts"][int(entry.text)]
    does = names.effects_text(text, entry.card >= CARDS)
    return Description("Pay", "", f"{text['cost']} Valor of {int(s.teams[s.seat].valor)}", does)
