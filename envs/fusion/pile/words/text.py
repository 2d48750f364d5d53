"""The pile edition in words: the table, whose decision it is, the rules of it; why and what happened stand beside."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.fusion.pile.state import PHASES, Focus, Result, State
from throwdown.envs.fusion.pile.words import phases, tasks
from throwdown.envs.fusion.pile.words.describe import describe, strike
from throwdown.envs.fusion.pile.words.explain import explain
from throwdown.envs.fusion.pile.words.motives import motive
from throwdown.envs.fusion.pile.words.telling import narrate
from throwdown.envs.fusion.words import names, table
from throwdown.envs.fusion.words.glossary import glossary, summary
from throwdown.envs.fusion.words.lessons import lessons
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.terms import COACH

__all__ = ["describe", "explain", "glossary", "lessons", "motive", "narrate", "summary"]


def is_pvp(s: State) -> bool:
    """Return whether Pilots fight Pilots."""
    return bool(s.cfg.pvp > 0 and s.cfg.pilots > 1)


def side_name(s: State, side: int) -> str | None:
    """Return the name of a side, None for `NONE`."""
    if side == NONE:
        return None
    return (("opposition", "challenger") if is_pvp(s) else ("coach", "pilots"))[side]


def side_words(s: State, side: int) -> str:
    """Return what a sentence calls a side."""
    return (("the opposition", "the challenger's side") if is_pvp(s) else ("Coach", "the Pilots"))[side]


# The view ------------------------------------------------------------------------------------------------------------


def view(s: State, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return what ``viewer`` may know as plain data."""
    seats = setup.seats
    return {
        "game": setup.game.id,
        "viewer": None if viewer is None else seats[viewer],
        "phase": PHASES[int(s.phase)],
        "decides": None if s.over else seats[int(s.seat)],
        "turn": seats[int(s.turn)] if s.turns > 0 and s.result == Result.RUNNING else None,
        "challenger": seats[int(s.challenger)],
        "stakes": Focus(int(s.focus)).label,
        "sides": {n: side_name(s, int(s.side[p])) for p, n in enumerate(seats)},
        "folded": [n for p, n in enumerate(seats) if s.folded[p]],
        "leaders": {side_name(s, k): seats[x] for k in range(2) if (x := int(s.leader[k])) != NONE},
        "fusions": {n: seats[int(s.fused[p])] for p, n in enumerate(seats) if s.fused[p] != NONE},
        "pile": _pile(s, setup),
        "payloads": {side_name(s, k): _payload(s, k, setup) for k in range(2)},
        "strike": {n: strike(s, p) for p, n in enumerate(seats) if s.side[p] != NONE},
        "winner": side_name(s, int(s.winner)),
        "result": Result(int(s.result)).label,
        **table.team_view(s, viewer, setup),
        "hands": {name: _hand(s, viewer, p) for p, name in enumerate(seats)},
        "pilots": {name: _pilot(s, viewer, p, setup) for p, name in enumerate(seats[1:], 1)},
    }


def ending(s: State, setup: Setup) -> dict[str, Any]:
    """Return how it came to an end."""
    return {"result": Result(int(s.result)).label}


def _pile(s: State, setup: Setup) -> list[dict[str, Any]]:
    return [
        {
            "card": card_name(int(s.pile_card[i])),
            "by": setup.seats[int(s.pile_by[i])],
            "face_down": bool(i < s.pile_down),
        }
        for i in range(int(s.pile_n))
    ]


def _payload(s: State, side: int, setup: Setup) -> dict[str, Any]:
    """Return the triggers that a side is to receive."""
    found: dict[str, Any] = {}
    for kind in book.DAMAGES:
        n = int(s.conflict.payload[side, kind])
        if kind == book.Kind.STRIFE:
            n += int(s.conflict.payload[side, book.Kind.SCHISM])
        if n:
            found[book.Kind(kind).label] = n
    caused = {n: int(s.strife[p]) for p, n in enumerate(setup.seats) if s.strife[p] and s.side[p] == side}
    return {**found, "caused": caused} if caused else found


def _hand(s: State, viewer: int | None, holder: int) -> dict[str, Any]:
    """Return a hand: its size, the cards that ``viewer`` knows, and the face-down initiative card."""
    c = int(s.sealed[holder])
    laid = None if c == NONE else card_name(c) if viewer in (None, holder) else "??"
    if holder == COACH and s.blind != NONE:
        laid = card_name(int(s.blind)) if viewer is None else "??"
    return {**table.hand_view(s, viewer, holder), "initiative": laid}


def _pilot(s: State, viewer: int | None, p: int, setup: Setup) -> dict[str, Any]:
    return {
        **table.pilot_view(s, p, setup),
        "modifier": int(s.modifier[p]),
        "passed": int(s.passed[p]),
        "received": table.card_names(s.received[p]) if viewer in (None, p) else None,
    }


# The table in lines --------------------------------------------------------------------------------------------------


def render(s: State, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it, in a few lines."""
    seen = view(s, viewer, setup)
    decks = " and ".join(str(n) for n in seen["decks"])
    lines = [
        f"Throwdown, pile edition | Harmony {seen['harmony']} ({names.HARMONY_NAMES[seen['harmony']]}) | "
        f"deck {decks} | Omens {seen['omens']} active, {seen['spent_omens']} spent | Stakes: {seen['stakes']}",
        _pile_line(seen["pile"], setup),
        *_table_lines(s, seen),
    ]
    lines += [_seat_line(p, name, viewer, seen, setup) for p, name in enumerate(setup.seats)]
    lines += [_payload_line(k, load, setup) for k, load in enumerate(seen["payloads"].values()) if load]
    lines.append(prompt(s, setup))
    return "\n".join(lines)


def _pile_line(pile: list[dict[str, Any]], setup: Setup) -> str:
    if not pile:
        return "No card is on the Pile."
    up = [x for x in pile if not x["face_down"]]
    down = [x["card"] for x in pile if x["face_down"]]
    line = "Pile, top first: " + ", ".join(f"{x['card']} ({setup.person(x['by'])})" for x in reversed(up))
    return line + (f"; face-down below: {' '.join(reversed(down))}" if down else "")


def _table_lines(s: State, seen: dict[str, Any]) -> list[str]:
    parts = []
    for k, t in enumerate(seen["threats"]):
        if not table.is_met(s, k):
            continue
        buffers = f", Buffers {t['buffers']}" if t["buffers"] else ""
        parts.append(f"{t['name']} {t['rating']}/{t['rating_max']}{buffers}")
    lines = ["Threats: " + " | ".join(parts)]
    if seen["location"] != "none":
        lines.append(f"Location: {seen['location']}")
    for f in seen["factions"]:
        top = f", top {f['top']} of {f['favor']}" if f["favor"] else ""
        lines.append(f"Faction {f['name']}: {f['state']}, Strikes {f['strikes']}{top}")
    if seen["resources"]:
        lines.append("Resources: " + ", ".join(f"{n} {x}" for n, x in seen["resources"].items()))
    if seen["extra"]:
        lines.append("Beside the Threats: " + " ".join(seen["extra"]))
    return lines


def _seat_line(p: int, name: str, viewer: int | None, seen: dict[str, Any], setup: Setup) -> str:
    hand = seen["hands"][name]
    cards = table.hand_text(hand)
    if hand["initiative"]:
        cards += f" + {hand['initiative']} face-down"
    notes = [seen["sides"][name] or "not in it"]
    if name in seen["folded"]:
        notes.append("Folded")
    if name in seen["fusions"]:
        notes.append(f"fused with {setup.person(seen['fusions'][name])}")
    if name in seen["strike"]:
        notes.append(f"Strike {seen['strike'][name]}")
    return (
        f"{names.called(p, viewer, setup)}: {cards} | {', '.join(notes)}{_gauges(seen['pilots'].get(name))}"
    )


def _gauges(pilot: dict[str, Any] | None) -> str:
    if pilot is None:
        return ""
    points = " ".join(
        f"{n.capitalize()} {x}/{pilot['commitment_max'][n]}" for n, x in pilot["commitments"].items()
    )
    robo = f" | Robo {pilot['robo']}, Endurance {pilot['endurance']}" if pilot["robo"] else ""
    return (
        f" | Charges {pilot['charges']}/{pilot['charge_max']} | Buffers {pilot['buffers']}/{pilot['buffer_max']}"
        f" | {points}{robo}"
    )


def _payload_line(side: int, load: dict[str, Any], setup: Setup) -> str:
    parts = [f"{n} {kind.capitalize()}" for kind, n in load.items() if kind != "caused"]
    parts += [f"{n} Strife of {setup.person(who)}" for who, n in load.get("caused", {}).items()]
    return f"Payload for {names.side_names(setup)[side]}: {', '.join(parts)}"


def prompt(s: State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        won = f"{names.first_upper(side_words(s, int(s.winner)))} won" if s.winner != NONE else "nobody won"
        with_pile = f" with a Pile of {names.count(int(s.won), 'card')}" if s.won else ""
        return f"The Throwdown is over ({Result(int(s.result)).label}): {won}{with_pile}."
    return f"{setup.people[int(s.seat)]}: {tasks.task(s, setup)}."


def help(s: State) -> str:
    """Return the rules of what is being decided."""
    return phases.HELP[PHASES[int(s.phase)]]


# Why -----------------------------------------------------------------------------------------------------------------


def forced(s: State, setup: Setup) -> str:
    """Return one sentence that says why the seat to move has but the one legal action."""
    phase, who = PHASES[int(s.phase)], setup.people[int(s.seat)]
    if phase == "turn":
        top = card_name(int(s.pile_card[int(s.pile_n) - 1])) if s.pile_n else "the Pile"
        return f"{who} must Fold: no card beats {top}, and nothing else can be done (TP-64, TP-71)."
    return phases.FORCED[phase]


def any_hand(s: State) -> None:
    """Let the seat to move hold every card, and her partners in a Fusion too; none came by an Assist."""
    for p in range(len(s.fused)):
        if p == s.seat or (s.fused[p] != NONE and s.fused[p] == s.fused[s.seat]):
            s.world.hand[p] = (1 << FACES) - 1
            s.received[p] = 0


def decided(s: State, setup: Setup) -> str:
    """Return one sentence that says what decided a Throwdown that is over."""
    if s.winner == NONE:
        return "Nobody played on, so nobody won (TP-27)."
    who = side_words(s, int(s.winner))
    if not s.won:
        return f"Nobody stood against {who}: the Stakes came true (TP-25, TP-26)."
    return f"{names.first_upper(who)} held the top of the Pile when everybody against it had Folded (TP-03, C-46)."


def turning() -> tuple[str, ...]:
    """Return the kinds of events that tell why a Throwdown ended as it did."""
    return (
        "INITIATIVE_WON",
        "CHALLENGE_REFUSED",
        "CALLED_OFF",
        "FOLDED",
        "PILE_WON",
        "SPOIL_SPENT",
        "THROWDOWN_ENDED",
    )


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for."""
    return (
        "You win when the card on top of the Pile is your side's and everybody against you has Folded; the Pile then "
        "buys effects by its suits, and the Payload hits who lost."
    )
