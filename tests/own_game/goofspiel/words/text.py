"""What people read."""

from typing import Any

from goofspiel.state import CARDS, Event, State

from throwdown.envs.core.kit import NONE, Narration, Setup, plural


def view(s: State, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return what ``viewer`` may know as plain data."""
    known = [p for p in range(2) if viewer in (None, p) or s.over]
    return {
        "turn": None if s.over else setup.seats[int(s.seat)],
        "prize": None if s.prize == NONE else CARDS.name(int(s.prize)),
        "hands": {setup.seats[p]: [CARDS.name(c) for c in CARDS.cards_in(s.hands[p])] for p in known},
        "bids": {setup.seats[p]: [CARDS.name(int(c)) for c in s.bids[p] if c != NONE] for p in known},
        "points": {seat: int(s.points[p]) for p, seat in enumerate(setup.seats)},
    }


def render(s: State, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it."""
    seen = view(s, viewer, setup)
    lines = [f"Prize: {seen['prize'] or 'none'}"]
    for seat, points in seen["points"].items():
        hand = " ".join(seen["hands"].get(seat, ["??"]))
        won = plural("{n} point", "{n} points", points)
        bids = " ".join(seen["bids"].get(seat, ["??"]))
        lines.append(f"{setup.person(seat)}: {won}, hand {hand or 'empty'}, bids {bids or 'none'}")
    return "\n".join([*lines, prompt(s, setup)])


def prompt(s: State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        return "The game is over."
    return f"{setup.people[int(s.seat)]} bids for the {CARDS.name(int(s.prize))}."


def explain(s: State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an illegal action is illegal now."""
    if s.over:
        return "The game is over."
    if action >= s.cards:
        return f"There are but {s.cards} cards (GO-01)."
    return f"The {CARDS.name(action)} was bid before (GO-03)."


narrate = Narration(
    Event,
    {
        "who": lambda e, setup: "" if e.seat == NONE else setup.people[e.seat],
        "card": lambda e, setup: CARDS.name(e.card),
    },
).tell


def help(s: State) -> str:
    """Return the rules of what is being decided."""
    return "Bid one of your cards, face down; the higher bid wins the prize. Who has more points at the end wins."


def ending(s: State, setup: Setup) -> dict[str, Any]:
    """Return the score by side."""
    return {"score": {side: int(n) for side, n in zip(setup.teams, s.points, strict=True)}}
