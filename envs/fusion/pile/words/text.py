"""The pile edition in words: the table, whose decision it is, the rules of it; why and what happened stand beside."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Finish, Setup, plural, tr
from throwdown.envs.core.texts import without_clauses
from throwdown.envs.fusion.pile.state import PHASES, Focus, Result, State
from throwdown.envs.fusion.pile.words import labels
from throwdown.envs.fusion.pile.words.decisions import WORDS
from throwdown.envs.fusion.pile.words.describe import strike
from throwdown.envs.fusion.pile.words.explain import explain
from throwdown.envs.fusion.pile.words.merits import merit as merit
from throwdown.envs.fusion.pile.words.motives import motive
from throwdown.envs.fusion.pile.words.narration import narrate
from throwdown.envs.fusion.words import headline as parts, names, table
from throwdown.envs.fusion.words.glossary import glossary, summary
from throwdown.envs.fusion.words.lessons import lessons
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.terms import COACH, Commitment, Location, Robo

describe, forced, help = WORDS.describe, WORDS.forced, WORDS.help

__all__ = ["explain", "glossary", "lessons", "motive", "narrate", "summary"]


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
    if is_pvp(s):
        return (tr("the opposition"), tr("the challenger's side"))[side]
    return (tr("Coach"), tr("the Pilots"))[side]


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
    lines = [
        _header(seen),
        _pile_line(seen["pile"], setup),
        *_table_lines(s, seen, setup),
    ]
    lines += [_seat_line(p, name, viewer, seen, setup) for p, name in enumerate(setup.seats)]
    lines += [_payload_line(k, load, setup) for k, load in enumerate(seen["payloads"].values()) if load]
    lines.append(prompt(s, setup))
    return "\n".join(lines)


def _header(seen: dict[str, Any]) -> str:
    harmony = names.HARMONY_NAMES[seen["harmony"]]
    decks = [str(n) for n in seen["decks"]]
    parts = (
        tr("Throwdown, pile edition"),
        tr("Harmony {n} ({colour})", n=seen["harmony"], colour=harmony),
        tr("deck {n}", n=decks[0]) if len(decks) == 1 else tr("deck {n} and {m}", n=decks[0], m=decks[1]),
        tr("Omens {n} Active, {m} Spent", n=seen["omens"], m=seen["spent_omens"]),
        tr("Stakes: {stakes}", stakes=labels.STAKES[seen["stakes"]]),
    )
    return " | ".join(parts)


def _pile_line(pile: list[dict[str, Any]], setup: Setup) -> str:
    if not pile:
        return tr("No card is on the Pile.")
    up = [f"{x['card']} ({setup.person(x['by'])})" for x in reversed(pile) if not x["face_down"]]
    down = [x["card"] for x in reversed(pile) if x["face_down"]]
    cards = tr(", ").join(up)
    if not down:
        return tr("Pile, top first: {cards}", cards=cards)
    return tr("Pile, top first: {cards}; face-down below: {below}", cards=cards, below=" ".join(down))


def _table_lines(s: State, seen: dict[str, Any], setup: Setup) -> list[str]:
    w, cfg = s.world, s.cfg
    met = [_threat(s, t, setup) for t in range(int(cfg.threats)) if table.is_met(s, t)]
    lines = [tr("Threats: {threats}", threats=" | ".join(met))]
    if w.location != Location.NONE:
        lines.append(tr("Location: {state}", state=names.LOCATION_STATES[int(w.location)]))
    lines += [_faction(f) for f in seen["factions"]]
    if cfg.resources:
        points = [f"{names.resource_name(r, setup)} {w.resource[r]}" for r in range(int(cfg.resources))]
        lines.append(tr("Resources: {points}", points=tr(", ").join(points)))
    if seen["extra"]:
        lines.append(tr("Beside the Threats: {cards}", cards=" ".join(seen["extra"])))
    return lines


def _threat(s: State, t: int, setup: Setup) -> str:
    threat = f"{names.threat_name(t, setup)} {s.world.rating[t]}/{s.cfg.rating_max[t]}"
    n = int(s.world.threat_buffers[t])
    return tr("{threat}, Buffers {n}", threat=threat, n=n) if n else threat


def _faction(seen: dict[str, Any]) -> str:
    state = names.FACTION_NOTES[seen["state"]]
    known = {"faction": tr(seen["name"]), "state": state, "n": seen["strikes"]}
    if not seen["favor"]:
        return tr("Faction {faction}: {state}, Strikes {n}", **known)
    return tr(
        "Faction {faction}: {state}, Strikes {n}, top {card} of {favor}",
        card=seen["top"],
        favor=seen["favor"],
        **known,
    )


def _seat_line(p: int, name: str, viewer: int | None, seen: dict[str, Any], setup: Setup) -> str:
    hand = seen["hands"][name]
    cards = table.hand_text(hand)
    if hand["initiative"]:
        cards = tr("{hand} + {card} face-down", hand=cards, card=hand["initiative"])
    side = seen["sides"][name]
    notes = [labels.SIDES[side] if side else tr("takes no part")]
    if name in seen["folded"]:
        notes.append(tr("Folded"))
    if name in seen["fusions"]:
        notes.append(tr("fused with {who}", who=setup.person(seen["fusions"][name])))
    if name in seen["strike"]:
        notes.append(tr("Strike {n}", n=seen["strike"][name]))
    parts = [cards, tr(", ").join(notes), *_gauges(seen["pilots"].get(name))]
    return f"{names.called(p, viewer, setup)}: {' | '.join(parts)}"


def _gauges(pilot: dict[str, Any] | None) -> list[str]:
    if pilot is None:
        return []
    points = [
        f"{names.COMMITMENTS[Commitment.of(n)]} {x}/{pilot['commitment_max'][n]}"
        for n, x in pilot["commitments"].items()
    ]
    parts = [
        tr("Charges {n}/{most}", n=pilot["charges"], most=pilot["charge_max"]),
        tr("Buffers {n}/{most}", n=pilot["buffers"], most=pilot["buffer_max"]),
        " ".join(points),
    ]
    if pilot["robo"]:
        robo = table.ROBOS[Robo.of(pilot["robo"])]
        parts.append(tr("{robo}, Endurance {n}", robo=robo, n=pilot["endurance"]))
    return parts


def _payload_line(side: int, load: dict[str, Any], setup: Setup) -> str:
    parts = [f"{n} {names.EFFECT_NAMES[book.Kind.of(kind)]}" for kind, n in load.items() if kind != "caused"]
    parts += [
        tr("{n} Strife caused by {who}", n=n, who=setup.person(who))
        for who, n in load.get("caused", {}).items()
    ]
    damage = tr(", ").join(parts)
    return tr("Payload for {side}: {damage}", side=names.side_names(setup)[side], damage=damage)


def prompt(s: State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        return _over(s)
    return f"{setup.people[int(s.seat)]}: {WORDS.ask(s, setup)}."


def _over(s: State) -> str:
    result = labels.RESULTS[Result(int(s.result)).label]
    if s.winner == NONE:
        return tr("The Throwdown is over ({result}): nobody won.", result=result)
    side = names.first_upper(side_words(s, int(s.winner)))
    if not s.won:
        return tr("The Throwdown is over ({result}): {side} won.", result=result, side=side)
    return plural(
        "The Throwdown is over ({result}): {side} won with a Pile of {n} card.",
        "The Throwdown is over ({result}): {side} won with a Pile of {n} cards.",
        int(s.won),
        result=result,
        side=side,
    )


# Why -----------------------------------------------------------------------------------------------------------------


def any_hand(s: State) -> None:
    """Let the seat to move hold every card, and her partners in a Fusion too; none came by an Assist."""
    for p in range(len(s.fused)):
        if p == s.seat or (s.fused[p] != NONE and s.fused[p] == s.fused[s.seat]):
            s.world.hand[p] = (1 << FACES) - 1
            s.received[p] = 0


def decided(s: State, setup: Setup) -> str:
    """Return one sentence that says what decided a Throwdown that is over."""
    if s.winner == NONE:
        return tr("Nobody played on, so nobody won (TP-27).")
    side = side_words(s, int(s.winner))
    if not s.won:
        return tr("Nobody opposed {side}: the Stakes came true (TP-25, TP-26).", side=side)
    return tr(
        "{side} held the top of the Pile when everybody on the other side had Folded (TP-03, C-46).",
        side=names.first_upper(side),
    )


def headline(s: State, finish: Finish, setup: Setup) -> str:
    """Return which card held the top of the Pile; what decided it, where nobody opposed it."""
    if s.winner == NONE or not s.won:
        return without_clauses(decided(s, setup))
    tops: list[Happening] = []
    for event in finish.events:
        if event.kind in ("INITIATIVE_WON", "PUSHED"):
            tops.append(event)
        elif event.kind == "BEATEN_BACK":
            del tops[-1:]
        elif event.kind == "PILE_WON":
            break
    n, side = int(s.won), 1 - int(s.winner)
    loser = side_words(s, side) if is_pvp(s) else parts.whom(side, finish, setup)
    if tops and tops[-1].seat == event.seat:
        return plural(
            "{whose} {card} held the top of {n} card; {loser} Folded.",
            "{whose} {card} held the top of {n} cards; {loser} Folded.",
            n,
            whose=parts.whose(event.seat, finish, setup),
            card=parts.rank(tops[-1].card),
            loser=loser,
        )
    return plural(
        "{side} held the top of {n} card; {loser} Folded.",
        "{side} held the top of {n} cards; {loser} Folded.",
        n,
        side=names.first_upper(side_words(s, int(s.winner))),
        loser=loser,
    )


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
    """Return one sentence that says what a seat plays for, and one on the deck if that is a small one."""
    text = tr(
        "You win when the card on top of the Pile is your side's and everybody on the other side has Folded. "
        "The cards of the Pile then buy effects by their suits, and the Payload hits the losing side."
    )
    return names.with_deck(text, setup)
