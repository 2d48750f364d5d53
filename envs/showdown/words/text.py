"""What people read: the Table, and who decides what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from throwdown.envs.core.kit import NONE, Finish, Ints, Setup, plural, tr
from throwdown.envs.showdown import combat, decks, stack, state as st, table
from throwdown.envs.showdown.state import CARDS, GEARS, LEADER, SLOTS, Event, Phase, Side, State, Status
from throwdown.envs.showdown.words import names
from throwdown.envs.showdown.words.decisions import WORDS
from throwdown.envs.showdown.words.explain import any_hand as any_hand, explain as explain
from throwdown.envs.showdown.words.glossary import glossary as glossary, summary as summary
from throwdown.envs.showdown.words.merits import merit as merit
from throwdown.envs.showdown.words.narration import narrate as narrate

describe, forced, help = WORDS.describe, WORDS.forced, WORDS.help

# What one sees -----------------------------------------------------------------------------------------------------


def view(s: State, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return what ``viewer`` may know as plain data, names as people read them; ``??`` stands for hidden cards."""
    return {
        "game": setup.game.id,
        "viewer": None if viewer is None else setup.seats[viewer],
        "phase": Phase(int(s.phase)).label,
        "turn": None if s.over else setup.seats[int(s.seat)],
        "turn_no": int(s.turn),
        "turns": int(s.cfg.turns),
        "combat_bought": s.is_bought,
        "in_combat": s.in_combat,
        "tic": int(s.tic),
        "asked": names.asked(s, setup),
        "sides": {setup.seats[side]: side_view(s, side, viewer, setup) for side in Side},
    }


def side_view(s: State, side: int, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return a side as plain data."""
    team = s.teams[side]
    here = [c for c in range(side * SLOTS, (side + 1) * SLOTS) if s.characters[c].card != NONE]
    return {
        "leader": names.card_name(side * CARDS + LEADER, setup),
        "wounds": int(team.wounds),
        "last_wound": int(s.cfg.wounds),
        "drama": int(team.drama) if side == Side.VILLAINS else None,
        "leader_action": team.leader,
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
        "wounded": w.is_wounded,
        "employed": w.is_employed,
        "in_combat": w.in_combat,
        "flipped": w.has_flipped,
        "used": [k + 1 for k in range(st.TEXTS) if w.used >> k & 1],
        "ship": None if not has_ship else "active" if w.is_active else "inactive",
        "attachments": gear,
    }


def stack_view(s: State, side: int, viewer: int | None, setup: Setup) -> list[dict[str, Any]]:
    """Return a Stack; while it is composed the other side sees how many Combat Cards lie face down, and no more."""
    if s.is_sealed and viewer not in (None, side):
        return [{"what": "??", "target": None, "status": "open"}] * int(stack.staged_cards(s, side))
    return [
        {
            "what": names.entry(s, k, setup),
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
    head = [turn_text(seen) if seen["turn_no"] else tr("First hands")]
    if seen["tic"]:
        head.append(tr("Combat, Tic {tic}", tic=seen["tic"]))
    elif seen["in_combat"]:
        head.append(tr("Combat"))
    elif seen["combat_bought"]:
        head.append(tr("a Combat has been bought"))
    lines = [" · ".join(head)]
    order = [Side.VILLAINS, Side.HEROES] if viewer != Side.VILLAINS else [Side.HEROES, Side.VILLAINS]
    for side in order:
        lines += side_lines(seen["sides"][setup.seats[side]], names.TITLES[side])
    return "\n".join([*lines, prompt(s, setup)])


def turn_text(seen: dict[str, Any]) -> str:
    """Return which Turn it is."""
    return tr("Turn {n} of {turns}", n=seen["turn_no"], turns=seen["turns"])


def leader_words(own: dict[str, Any]) -> list[str]:
    """Return what is to be said of a Leader and its side, but for cards."""
    parts = [tr("Leader Wounds {n} of {most}", n=own["wounds"], most=own["last_wound"])]
    if own["drama"] is not None:
        parts.append(tr("Drama {n}", n=own["drama"]))
    if own["leader_action"]:
        parts.append(tr("Leader Action"))
    if own["actions"]:
        parts.append(plural("{n} Action", "{n} Actions", own["actions"]))
    if own["power"] is not None:
        parts += [tr("Power {n}", n=own["power"]), tr("Valor {n}", n=own["valor"])]
    return [*parts, tr("deck {n}", n=own["deck"])]


def side_lines(own: dict[str, Any], title: str) -> list[str]:
    """Return a side in a few lines."""
    comma = tr(", ")
    lines = [f"{title} ({own['leader']}): {comma.join(leader_words(own))}"]
    lines += [f"    {character_text(name, x)}" for name, x in own["characters"].items()]
    if own["stack"]:
        lines.append("    " + tr("Stack: {cards}", cards=comma.join(map(entry_text, own["stack"]))))
    lines.append("    " + tr("hand: {cards}", cards=hand_text(own["hand"])))
    if own["discards"]:
        discards = comma.join(names.copies(n, name) for name, n in own["discards"].items())
        lines.append("    " + tr("discards: {cards}", cards=discards))
    return lines


def entry_text(x: dict[str, Any]) -> str:
    """Return what lies at a place of a Stack, with its target and what became of it."""
    aim = f" → {x['target']}" if x["target"] else ""
    status = "" if x["status"] == Status.OPEN.label else f" ({names.STATUSES[x['status']]})"
    return f"{x['what']}{aim}{status}"


def hand_text(cards: Iterable[str]) -> str:
    """Return a hand in one line."""
    own = list(cards)
    if not own:
        return tr("empty")
    if set(own) == {"??"}:
        return plural("{n} card", "{n} cards", len(own))
    return tr(", ").join(names.copies(own.count(name), name) for name in dict.fromkeys(own))


STATES = {"wounded": tr("Wounded"), "employed": tr("Employed"), "in_combat": tr("in Combat")}
"""What may hold of a Character."""


def state_words(x: dict[str, Any]) -> list[str]:
    """Return what holds of a Character in single words."""
    words = []
    if x["upgrades"]:
        words.append(plural("{n} Upgrade", "{n} Upgrades", x["upgrades"]))
    if x["bonus"]:
        words.append(tr("{change} this Turn", change=names.signed(x["bonus"])))
    return words + [word for key, word in STATES.items() if x[key]]


def character_text(name: str, x: dict[str, Any]) -> str:
    """Return a line about a Character."""
    comma, parts = tr(", "), [tr("Power {n}", n=x["power"]), *state_words(x)]
    for gear in x["attachments"]:
        kind = [names.GEAR_NAMES[gear["kind"]]]
        if gear["kind"] == "Ship Vehicle":
            kind.append(names.SHIPS[x["ship"]])
        parts.append(f"{gear['name']} ({comma.join(kind)})")
    return f"{name}: {comma.join(parts)}"


# Who decides what --------------------------------------------------------------------------------------------------


def prompt(s: State, setup: Setup) -> str:
    """Return one line that says who decides what, as everybody knows it."""
    if s.over:
        return tr("The game is over. {decided}", decided=decided(s, setup))
    return tr("{who}: {task}.", who=setup.people[int(s.seat)], task=WORDS.ask(s, setup))


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for."""
    turns, wounds = setup.config["turns"], setup.config["wounds"]
    if seat == Side.HEROES:
        return plural(
            "You win when the Villains' Leader has {n} Wound, or when Turn {turns} is over; you lose when "
            "your own Leader has {n} Wound.",
            "You win when the Villains' Leader has {n} Wounds, or when Turn {turns} is over; you lose when "
            "your own Leader has {n} Wounds.",
            wounds,
            turns=turns,
        )
    return plural(
        "You win when the Heroes' Leader has {n} Wound before Turn {turns} is over; you lose when your own "
        "Leader has {n} Wound.",
        "You win when the Heroes' Leader has {n} Wounds before Turn {turns} is over; you lose when your own "
        "Leader has {n} Wounds.",
        wounds,
        turns=turns,
    )


def decided(s: State, setup: Setup) -> str:
    """Return one sentence that says what decided a game that is over."""
    wounds = int(s.cfg.wounds)
    if s.ended == st.End.CLOCK:
        return tr("Turn {n} ended, and the Heroes held out.", n=int(s.cfg.turns))
    if s.ended == st.End.HEROES:
        return plural("The Villains' Leader has {n} Wound.", "The Villains' Leader has {n} Wounds.", wounds)
    return plural("The Heroes' Leader has {n} Wound.", "The Heroes' Leader has {n} Wounds.", wounds)


def headline(s: State, finish: Finish, setup: Setup) -> str:
    """Return which Combat beat a Leader, with its Powers; or that the Heroes held out."""
    if s.ended == st.End.CLOCK:
        turn, n = int(s.cfg.turns), int(s.teams[0].wounds)
        if not n:
            return tr(
                "The Heroes held out to the end of Turn {turn}, and their Leader was unharmed.", turn=turn
            )
        return tr(
            "The Heroes held out to the end of Turn {turn}, though their Leader was Wounded ({n} of {most}).",
            n=n,
            turn=turn,
            most=int(s.cfg.wounds),
        )
    powers = [e for e in finish.events if e.kind == Event.COMPARED.label][-1]
    known = {
        "turn": int(s.turn),
        "most": max(powers.amount, powers.number),
        "least": min(powers.amount, powers.number),
    }
    if s.ended == st.End.HEROES:
        return tr("The Heroes won the Combat of Turn {turn} by {most} Power to {least}, and the Villains' Leader fell.",
                  **known)  # fmt: skip
    return tr("The Villains won the Combat of Turn {turn} by {most} Power to {least}, and the Heroes' Leader fell.",
              **known)  # fmt: skip


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
