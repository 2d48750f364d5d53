"""What actions are to people: their names, costs and effects."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Actions, Description, Setup, tr
from throwdown.envs.showdown import decks, stack, steps, table
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

ACTION, LEADER_ACTION = tr("1 Action"), tr("the Leader Action")


def describe(s: State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    act = LAYOUT.act_of(action)
    side = int(s.seat)
    if act == Act.PASS:
        return _pass(s)
    if act == Act.CARD:
        return _card(s, side * CARDS + action - Act.CARD, setup)
    if act in (Act.OWN, Act.OPPOSING):
        return _character(s, int(table.facing(side, action - Act.OWN)), setup)
    if act == Act.ABILITY:
        return _ability(s, side, action - Act.ABILITY, setup)
    if act == Act.FLIP:
        return _flip(s, side, action - Act.FLIP, setup)
    if act == Act.SWITCH:
        return _switch(s, side, action - Act.SWITCH, setup)
    if act == Act.LEADER:
        return _leader(side, action - Act.LEADER, setup)
    if act == Act.STACK:
        return _stop(s, side, action - Act.STACK, setup)
    if act == Act.PAY:
        return _pay(s, setup)
    if act == Act.JOIN:
        effect = tr("its Power counts, and it may be Wounded")
        return Description(tr("Join"), tr("the Combat"), "", effect, on=names.asked(s, setup) or "")
    if act == Act.FILL:
        n = int(decks.handsize(s, side)) - int(s.teams[side].hand_n)
        return Description(tr("Fill the hand"), "", ACTION, names.drawn(max(0, n)))
    return PLAIN[act]


PLAIN: dict[Actions, Description] = {
    Act.OVER: Description(
        tr("Call it over"), "", "", tr("stage nothing; Combat ends if the other side says so, too")
    ),
    Act.MULLIGAN: Description(tr("Mulligan"), "", "", tr("shuffle the hand back and draw as many")),
    Act.KEEP: Description(tr("Keep"), tr("the hand")),
    Act.BUY: Description(tr("Buy a Combat"), "", ACTION, tr("it comes after both Mission Phases")),
    Act.UPGRADE: Description(tr("Upgrade"), "", ACTION, tr("+1 Power, for good")),
    Act.HEAL: Description(tr("Heal"), "", ACTION, tr("a Wounded Character returns to the Table")),
    Act.WHIFF: Description(tr("Let it Whiff"), "", "", tr("no Valor, no effect")),
    Act.STAY: Description(tr("Stay"), tr("out of it")),
}
"""The actions that are the same whenever they are legal."""


def _pass(s: State) -> Description:
    """Return what id 0 is in the present phase."""
    if s.phase == Phase.ACTION:
        return Description(tr("End the Step"), "", "", tr("the other side goes on"))
    if s.phase == Phase.MISSION:
        return Description(tr("End the Mission Phase"), "", "", tr("the Turn goes on"))
    if s.phase == Phase.COMPOSE:
        if s.teams[s.seat].stack_n > 0:
            return Description(tr("Be done"), "", "", tr("the Stack is composed"))
        return Description(tr("Stage nothing"), "", "", tr("Combat goes on"))
    if s.phase == Phase.DISCARD:
        return Description(tr("Keep"), tr("the rest"))
    return Description(tr("Pass"), "", "", tr("keep the Leader Action"))


def _card(s: State, card: int, setup: Setup) -> Description:
    """Return what a card of the own list is in the present phase."""
    if not names.is_card(card, setup):
        return Description(tr("Play"), tr("card {n}", n=card % CARDS + 1))
    own, is_villain = names.printed(card, setup), card // CARDS == Side.VILLAINS
    name, kind = names.card_name(card, setup), own["kind"]
    if s.phase in (Phase.DROP, Phase.DISCARD):
        return Description(tr("Discard"), name, "", names.card_text(own, is_villain), on=name)
    if kind == "mission":
        return Description(tr("Play"), name, "", names.text_line(own["texts"][0], is_villain), on=name)
    if kind in ("event", "combat"):
        does = names.effects_text(own["texts"][0], is_villain)
        if kind == "event":
            return Description(tr("Play"), name, LEADER_ACTION, does, on=name)
        return Description(tr("Stage"), name, _valor(own["texts"][0]), does, on=name)
    verb = tr("Play") if kind == "ally" else tr("Attach")
    return Description(verb, name, ACTION, names.card_text(own, is_villain), on=name)


def _valor(text: names.Data) -> str:
    """Return what a text costs."""
    return tr("{n} Valor", n=text["cost"])


CHOOSE = {
    Phase.BEARER: (tr("Give it"), tr("to {who}")),
    Phase.UPGRADE: (tr("Upgrade"), "{who}"),
    Phase.HEAL: (tr("Heal"), "{who}"),
    Phase.EMPLOY: (tr("Employ"), "{who}"),
    Phase.AIM: (tr("Aim"), tr("at {who}")),
}
"""What choosing a Character is called."""


def _character(s: State, c: int, setup: Setup) -> Description:
    """Return what a Character is in the present phase."""
    name = names.character(s, c, setup)
    if s.characters[c].card == NONE:
        return Description(tr("Choose"), name)
    if s.phase == Phase.MISSION:
        own = names.printed(int(s.characters[c].card), setup)
        texts = [names.effects_text(t, c >= SLOTS) for t in own["texts"] if t["when"] == "employ"]
        return Description(tr("Employ"), name, "", texts[0] if texts else "", on=name)
    verb, form = CHOOSE.get(Phase(int(s.phase)), (tr("Choose"), "{who}"))
    effect = tr("Power {n}", n=int(table.power(s, c)))
    return Description(verb, form.format(who=name), "", effect, on=name)


def _ability(s: State, side: int, at: int, setup: Setup) -> Description:
    """Return what an Ability of an own Character is."""
    c = side * SLOTS + at // TEXTS
    who = names.character(s, c, setup)
    found = int(stack.nth_stageable(s, c, at % TEXTS)) if s.phase == Phase.COMPOSE else -1
    if found < 0:
        return Description(tr("Use"), tr("Ability {n} of {who}", n=at % TEXTS + 1, who=who))
    gear, k = found // 2 - 1, found % 2
    card = int(table.text_card(s, c, gear))
    text = names.printed(card, setup)["texts"][k]
    what = names.ability(who, "" if gear < 0 else names.card_name(card, setup))
    does = names.effects_text(text, side == Side.VILLAINS)
    return Description(tr("Use"), what, _valor(text), does, on=who)


def _flip(s: State, side: int, k: int, setup: Setup) -> Description:
    """Return what flipping an Initial Card is."""
    if k >= len(setup.config[names.SIDES[side]]["initials"]):
        return Description(tr("Flip"), tr("Initial Card {n}", n=k + 1))
    c = int(steps.initial_at(s, side, k))
    now = int(s.characters[c].card) if c >= 0 else side * CARDS + FRONT + k
    other = now + INITIALS if now % CARDS < BACK else now - INITIALS
    name, to = names.card_name(now, setup), names.card_name(other, setup)
    does = names.card_text(names.printed(other, setup), side == Side.VILLAINS)
    does = does if to == name else tr(", ").join((to, does))
    return Description(tr("Flip"), name, "", does, on=names.character(s, c, setup) if c >= 0 else "")


def _switch(s: State, side: int, k: int, setup: Setup) -> Description:
    """Return what switching a Ship Vehicle is."""
    c = int(steps.ship_at(s, side, k))
    if c < 0:
        return Description(tr("Switch"), tr("Ship {n}", n=k + 1))
    who = names.character(s, c, setup)
    if s.characters[c].is_active:
        return Description(tr("Switch"), tr("the Ship of {who} off", who=who), on=who)
    return Description(tr("Switch"), tr("the Ship of {who} on", who=who), on=who)


def _leader(side: int, k: int, setup: Setup) -> Description:
    """Return what a printed Leader Action is."""
    card = side * CARDS + LEADER
    texts = names.printed(card, setup)["texts"]
    if k >= len(texts):
        return Description(tr("Leader Action"), f"{k + 1}")
    does = names.effects_text(texts[k], side == Side.VILLAINS)
    return Description(names.card_name(card, setup), f"{k + 1}", LEADER_ACTION, does)


def _stop(s: State, side: int, k: int, setup: Setup) -> Description:
    """Return what a place of the opposing Stack is."""
    if s.is_sealed or k >= int(s.teams[1 - side].stack_n):
        return Description(tr("Stop"), tr("place {n} of the opposing Stack", n=k + 1))
    at = (1 - side) * SLOTS + k
    entry = s.stack[at]
    text = names.printed(int(entry.card), setup)["texts"][int(entry.text)]
    name = names.card_name(int(entry.card), setup)
    same = [
        j for j in range(int(s.teams[1 - side].stack_n)) if s.stack[(1 - side) * SLOTS + j].card == entry.card
    ]
    if len(same) > 1:
        name = tr("{card}, place {n}", card=name, n=k + 1)
    does = names.effects_text(text, side == Side.HEROES)
    return Description(tr("Stop"), name, "", does, on=names.entry(s, at, setup))


def _pay(s: State, setup: Setup) -> Description:
    """Return what paying is."""
    if s.phase != Phase.PAY:
        return Description(tr("Pay"), tr("what is staged"))
    entry = s.stack[int(s.at)]
    text = names.printed(int(entry.card), setup)["texts"][int(entry.text)]
    does = names.effects_text(text, entry.card >= CARDS)
    cost = tr("{n} Valor of {valor}", n=text["cost"], valor=int(s.teams[s.seat].valor))
    return Description(tr("Pay"), "", cost, does, on=names.entry(s, int(s.at), setup))
