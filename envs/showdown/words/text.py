"""What people read: the Table, who decides what, and what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Ints, Setup
from throwdown.envs.showdown import combat, decks, stack, state as st, table
from throwdown.envs.showdown.state import CARDS, GEARS, LEADER, SLOTS, Event, Phase, Side, State, Status
from throwdown.envs.showdown.words import names
from throwdown.envs.showdown.words.describe import describe as describe
from throwdown.envs.showdown.words.explain import (
    any_hand as any_hand,
    explain as explain,
    forced as forced,
    help as help,
)
from throwdown.envs.showdown.words.glossary import glossary as glossary, summary as summary

# What one sees -----------------------------------------------------------------------------------------------------


def view(s: State, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return what ``viewer`` may know as plain data; ``??`` stands for cards that it may not know."""
    return {
        "game": setup.game.id,
        "viewer": None if viewer is None else setup.seats[viewer],
        "phase": Phase(int(s.phase)).label,
        "turn": None if s.over else setup.seats[int(s.seat)],
        "turn_no": int(s.turn),
        "turns": int(s.cfg.turns),
        "combat_bought": bool(s.is_bought),
        "in_combat": bool(s.in_combat),
        "tic": int(s.tic),
        "asked": asked(s, setup),
        "sides": {setup.seats[side]: side_view(s, side, viewer, setup) for side in Side},
    }


def asked(s: State, setup: Setup) -> str | None:
    """Return the card or the Character that the decision is about, as everybody knows it."""
    if s.over:
        return None
    if s.card != NONE:
        return names.card_name(int(s.card), setup)
    if s.phase == Phase.ASSIGN:
        return names.character(s, int(s.at), setup)
    if s.phase in (Phase.PAY, Phase.AIM):
        return entry_name(s, int(s.at), setup)
    return None


def side_view(s: State, side: int, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return a side as plain data."""
    team = s.teams[side]
    here = [c for c in range(side * SLOTS, (side + 1) * SLOTS) if s.characters[c].card != NONE]
    return {
        "leader": names.card_name(side * CARDS + LEADER, setup),
        "wounds": int(team.wounds),
        "last_wound": int(s.cfg.wounds),
        "drama": int(team.drama) if side == Side.VILLAINS else None,
        "leader_action": bool(team.leader),
        "actions": int(team.actions),
        "valor": int(team.valor),
        "power": int(combat.total(s, side)) if s.in_combat else None,
        "handsize": int(decks.handsize(s, side)),
        "deck": int(team.deck_n),
        "hand": hand_view(s, side, viewer, setup),
        "discards": counted(team.trash, side, setup),
        "removed": counted(team.gone, side, setup),
        "missions": [
            names.card_name(side * CARDS + k, setup) for k in range(st.LIST) if int(team.missions) >> k & 1
        ],
        "characters": {names.character(s, c, setup): character_view(s, c, setup) for c in here},
        "stack": stack_view(s, side, viewer, setup),
    }


def counted(counts: Ints, side: int, setup: Setup) -> dict[str, int]:
    """Return cards by name with their copies."""
    return {names.card_name(side * CARDS + k, setup): int(n) for k, n in enumerate(counts) if n > 0}


def hand_view(s: State, side: int, viewer: int | None, setup: Setup) -> list[str]:
    """Return a hand; the other side sees its size."""
    if viewer not in (None, side):
        return ["??"] * int(s.teams[side].hand_n)
    return [name for name, n in counted(s.teams[side].hand, side, setup).items() for _ in range(n)]


def character_view(s: State, c: int, setup: Setup) -> dict[str, Any]:
    """Return a Character as plain data."""
    w = s.characters[c]
    own = names.printed(int(w.card), setup)
    gear = [
        {
            "name": names.card_name(int(w.gear[k]), setup),
            "kind": names.GEARS[k],
            "used": bool(w.gear_used[k]),
            "blank": not table.is_live(s, c, k),
        }
        for k in range(GEARS)
        if w.gear[k] != NONE
    ]
    has_ship = w.gear[st.Gear.SHIP_VEHICLE] != NONE
    return {
        "power": int(table.power(s, c)),
        "printed": own["power"],
        "classes": list(own["classes"]),
        "upgrades": int(w.upgrades),
        "bonus": int(w.bonus),
        "wounded": bool(w.is_wounded),
        "employed": bool(w.is_employed),
        "in_combat": bool(w.in_combat),
        "flipped": bool(w.has_flipped),
        "used": [k + 1 for k in range(st.TEXTS) if w.used >> k & 1],
        "ship": None if not has_ship else "active" if w.is_active else "inactive",
        "attachments": gear,
    }


def entry_name(s: State, k: int, setup: Setup) -> str:
    """Return what lies at a place of a Stack."""
    entry = s.stack[k]
    name = names.card_name(int(entry.card), setup)
    if entry.source == NONE:
        return name
    who = names.character(s, int(entry.source), setup)
    return f"{who}'s Ability" if entry.gear == NONE else f"{name} of {who}"


def stack_view(s: State, side: int, viewer: int | None, setup: Setup) -> list[dict[str, Any]]:
    """Return a Stack; while it is composed the other side sees how many Combat Cards lie face down, and no more."""
    if s.is_sealed and viewer not in (None, side):
        return [{"what": "??", "target": None, "status": "open"}] * int(stack.staged_cards(s, side))
    return [
        {
            "what": entry_name(s, k, setup),
            "target": None
            if s.stack[k].target == NONE
            else names.character(s, int(s.stack[k].target), setup),
            "status": Status(int(s.stack[k].status)).label,
        }
        for k in range(side * SLOTS, side * SLOTS + int(s.teams[side].stack_n))
    ]


def render(s: State, viewer: int | None, setup: Setup) -> str:
    """Return the Table as ``viewer`` (None: everything) sees it."""
    seen = view(s, viewer, setup)
    head = f"Turn {seen['turn_no']} of {seen['turns']}" if seen["turn_no"] else "First hands"
    if seen["tic"]:
        head += f" · Combat, Tic {seen['tic']}"
    elif seen["in_combat"]:
        head += " · Combat"
    elif seen["combat_bought"]:
        head += " · a Combat is bought"
    lines = [head]
    order = [Side.VILLAINS, Side.HEROES] if viewer != Side.VILLAINS else [Side.HEROES, Side.VILLAINS]
    for side in order:
        lines += side_lines(seen["sides"][setup.seats[side]], names.TITLES[side])
    return "\n".join([*lines, prompt(s, setup)])


def leader_words(own: dict[str, Any]) -> list[str]:
    """Return what is to be said of a Leader and its side, but for cards."""
    parts = [f"Leader Wounds {own['wounds']} of {own['last_wound']}"]
    if own["drama"] is not None:
        parts.append(f"Drama {own['drama']}")
    if own["leader_action"]:
        parts.append("Leader Action")
    if own["actions"]:
        parts.append(names.count(own["actions"], "Action"))
    if own["power"] is not None:
        parts += [f"Power {own['power']}", f"Valor {own['valor']}"]
    return [*parts, f"deck {own['deck']}"]


def side_lines(own: dict[str, Any], title: str) -> list[str]:
    """Return a side in a few lines."""
    lines = [f"{title} ({own['leader']}): {', '.join(leader_words(own))}"]
    lines += [f"    {character_text(name, x)}" for name, x in own["characters"].items()]
    if own["stack"]:
        lines.append(f"    Stack: {', '.join(entry_text(x) for x in own['stack'])}")
    lines.append(f"    hand: {hand_text(own['hand'])}")
    if own["discards"]:
        lines.append(
            f"    discards: {', '.join(names.copies(n, name) for name, n in own['discards'].items())}"
        )
    return lines


def entry_text(x: dict[str, Any]) -> str:
    """Return what lies at a place of a Stack, with its target and what became of it."""
    aim = f" → {x['target']}" if x["target"] else ""
    return str(x["what"]) + aim + ("" if x["status"] == "open" else f" ({x['status']})")


def hand_text(cards: Iterable[str]) -> str:
    """Return a hand in one line."""
    own = list(cards)
    if not own:
        return "empty"
    if set(own) == {"??"}:
        return names.count(len(own), "card")
    return ", ".join(names.copies(own.count(name), name) for name in dict.fromkeys(own))


def state_words(x: dict[str, Any]) -> list[str]:
    """Return what holds of a Character in single words."""
    words = []
    if x["upgrades"]:
        words.append(names.count(x["upgrades"], "Upgrade"))
    if x["bonus"]:
        words.append(f"{names.signed(x['bonus'])} this Turn")
    words += [
        word
        for word, key in (("Wounded", "wounded"), ("Employed", "employed"), ("in Combat", "in_combat"))
        if x[key]
    ]
    return words


def character_text(name: str, x: dict[str, Any]) -> str:
    """Return a line about a Character."""
    parts = [f"Power {x['power']}", *state_words(x)]
    for gear in x["attachments"]:
        ship = f", {x['ship']}" if gear["kind"] == "Ship Vehicle" else ""
        parts.append(f"{gear['name']} ({gear['kind']}{ship})")
    return f"{name}: {', '.join(parts)}"


# Who decides what --------------------------------------------------------------------------------------------------


def prompt(s: State, setup: Setup) -> str:
    """Return one line that says who decides what, as everybody knows it."""
    if s.over:
        return f"The game is over. {decided(s, setup)}"
    return f"{setup.people[int(s.seat)]}: {task_of(s, setup)}."


def task_of(s: State, setup: Setup) -> str:
    """Return what a decision asks for."""
    phase, what = Phase(int(s.phase)), asked(s, setup)
    left = int(s.teams[s.seat].actions)
    if phase == Phase.ACTION:
        return f"take an Action, {left} left" if left else "no Action is left; flip, switch, or end the Step"
    if phase == Phase.TARGET and s.left > 1:
        return f"choose whom {what} means, {int(s.left)} to choose"
    if phase == Phase.AIM:
        return f"choose the target of {what}"
    return {
        Phase.MULLIGAN: "keep the hand, or shuffle it back and draw anew",
        Phase.BEARER: f"choose who gets {what}",
        Phase.UPGRADE: "choose whom to Upgrade",
        Phase.HEAL: "choose whose Wound is healed",
        Phase.WINDOW: "use the Leader Action after the other side's Action, or pass",
        Phase.MISSION: "play Missions, Employ Characters, or end the Mission Phase",
        Phase.EMPLOY: f"choose whom {what} Employs",
        Phase.TARGET: f"choose whom {what} means",
        Phase.DROP: f"choose a card to discard to {what}",
        Phase.STOP: f"choose the card that Whiffs by {what}",
        Phase.ASSIGN: f"decide whether {what} joins the Combat",
        Phase.COMPOSE: f"compose the Stack of Tic {int(s.tic)} in secret",
        Phase.REACT: "use a Leader Action on the opposing Stack, or pass",
        Phase.PAY: f"pay for {what}, or let it Whiff",
        Phase.LAST: "use the Leader Action before Powers are compared, or pass",
        Phase.DISCARD: "discard Combat Cards, or pass",
    }[phase]


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for."""
    turns, wounds = setup.config["turns"], names.count(setup.config["wounds"], "Wound")
    if seat == Side.HEROES:
        return f"You win when the Villains' Leader has {wounds}, or when Turn {turns} is over; you lose at {wounds}."
    return f"You win when the Heroes' Leader has {wounds} before Turn {turns} is over; you lose at {wounds}."


def decided(s: State, setup: Setup) -> str:
    """Return one sentence that says what decided a game that is over."""
    wounds = names.count(int(s.cfg.wounds), "Wound")
    if s.ended == st.End.CLOCK:
        return f"Turn {int(s.cfg.turns)} was over: the Heroes have held out."
    loser = names.TITLES[Side.VILLAINS if s.ended == st.End.HEROES else Side.HEROES]
    return f"The {loser}' Leader has {wounds}."


def ending(s: State, setup: Setup) -> dict[str, Any]:
    """Return how a game that is over ended."""
    return {"result": decided(s, setup)}


def turning() -> tuple[str, ...]:
    """Return the kinds of events that tell why a game ended as it did."""
    return tuple(
        kind.label for kind in (Event.LEADER_WOUNDED, Event.FLIPPED, Event.COMBAT_WON, Event.TIME_UP)
    )


def chapters() -> tuple[str, ...]:
    """Return the kinds of events that begin a chapter: Turns."""
    return (Event.TURN_BEGAN.label,)


# What happened -----------------------------------------------------------------------------------------------------

Told = str | Callable[[Happening, Setup], str]


def _one(form: str) -> Told:
    """Return what names the Character of an event in ``{one}``."""

    def told(e: Happening, setup: Setup) -> str:
        return form.replace("{one}", names.called(e.card, e.amount, setup))

    return told


def _attached(e: Happening, setup: Setup) -> str:
    return f"The {{who}} attached {{card}} to {names.called(e.number, e.amount, setup)}."


def _aimed(e: Happening, setup: Setup) -> str:
    return f"{{card}} was aimed at {names.called(e.number, e.amount, setup)}."


def _played(e: Happening, setup: Setup) -> str:
    return f"The {{who}} put {names.called(e.card, e.amount, setup)} on the Table."


def _flipped(e: Happening, setup: Setup) -> str:
    k = e.card % CARDS
    other = e.card + st.INITIALS if k < st.BACK else e.card - st.INITIALS
    return (
        f"{names.card_name(other, setup)} flipped: {{card}}, Power {names.printed(e.card, setup)['power']}."
    )


def _switched(e: Happening, setup: Setup) -> str:
    state = "active" if e.number else "inactive"
    return f"The Ship of {names.called(e.card, e.amount, setup)} is {state} now."


def _leader(e: Happening, setup: Setup) -> str:
    text = names.printed(e.card, setup)["texts"][e.number]
    return (
        f"The {{who}} used a Leader Action of {{card}}: {names.effects_text(text, e.seat == Side.VILLAINS)}."
    )


def _staged(ability: str, card: str) -> Told:
    """Return what tells an Ability from a Combat Card."""
    return lambda e, setup: card if e.amount == NONE else ability


def _composed(e: Happening, setup: Setup) -> str:
    return f"The {{who}} composed a Stack with {names.count(e.number, 'Combat Card')} face down."


def _moved(e: Happening, setup: Setup) -> str:
    way = "into" if e.number else "out of"
    return f"{names.called(e.card, e.amount, setup)} moved {way} Combat."


def _shot(e: Happening, setup: Setup) -> str:
    lost = f" and lost {names.count(e.number, 'Upgrade')}" if e.number else ""
    return f"{names.called(e.card, e.amount, setup)} was Shot{lost}."


def _changed(e: Happening, setup: Setup) -> str:
    return f"{names.called(e.card, e.amount, setup)} has {names.signed(e.number)} Power this Turn."


TOLD: dict[Event, Told] = {
    Event.MULLIGAN: "The {who} shuffled their hand back and drew anew.",
    Event.KEPT: "The {who} kept their hand.",
    Event.TURN_BEGAN: "Turn {amount} began.",
    Event.STEP_BEGAN: "The {who} Step began.",
    Event.MISSIONS_BEGAN: "The {who} Mission Phase began.",
    Event.DISCARDS_BEGAN: "The Discard Phase began.",
    Event.CARD_DRAWN: "The {who} drew {card}.",
    Event.HEALED: _one("{one} was healed."),
    Event.LEADER_GAINED: "The {who} gained a Leader Action.",
    Event.UPGRADED: _one("{one} was Upgraded to {number}."),
    Event.DRAMA: "Drama rose by {amount} to {number}.",
    Event.VALOR: "The {who} gained {amount} Valor.",
    Event.PLAYED: _played,
    Event.ATTACHED: _attached,
    Event.DESTROYED: "{card} was destroyed.",
    Event.REMOVED: "{card}, the older one of its name, left the game.",
    Event.FLIPPED: _flipped,
    Event.SWITCHED: _switched,
    Event.BOUGHT: "The {who} bought a Combat.",
    Event.EMPLOYED: _one("{one} was Employed."),
    Event.MISSION: "The {who} played the Mission {card}.",
    Event.LEADER_ACTION: _leader,
    Event.DISCARDED: "The {who} discarded {card}.",
    Event.JOINED: _one("{one} joined the Combat."),
    Event.COMBAT_BEGAN: "The Combat began.",
    Event.TIC_BEGAN: "Tic {amount} began.",
    Event.COMPOSED: _composed,
    Event.REVEALED: _staged("The {who} revealed an Ability of {card}.", "The {who} revealed {card}."),
    Event.OVER: "The {who} wanted the Combat to be over.",
    Event.PAID: _staged(
        "The {who} paid {number} Valor for an Ability of {card}.", "The {who} paid {number} Valor for {card}."
    ),
    Event.AIMED: _aimed,
    Event.WHIFFED: _staged("An Ability of {card} Whiffed.", "{card} Whiffed."),
    Event.MOVED: _moved,
    Event.SHOT: _shot,
    Event.WOUNDED: _one("{one} was Wounded."),
    Event.CHANGED: _changed,
    Event.COMPARED: "Powers were compared: {amount} of the Heroes, {number} of the Villains.",
    Event.COMBAT_WON: "The {who} won the Combat.",
    Event.COMBAT_TIED: "The Combat was a tie.",
    Event.LEADER_WOUNDED: "The Leader of the {who} took a Wound: {amount} now.",
    Event.TIME_UP: "The last Turn was over.",
}
assert tuple(TOLD) == tuple(Event)


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence, in the past, for an event; a card that the viewer may not know is *a card*."""
    told = TOLD[Event.of(event.kind)]
    form = told if isinstance(told, str) else told(event, setup)
    who = "" if event.seat == NONE else setup.people[event.seat]
    card = "a card" if event.card == NONE else names.card_name(event.card, setup)
    return form.format(who=who, card=card, amount=event.amount, number=event.number)
