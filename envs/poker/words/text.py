"""What people read: the table, refusals, what happened, and the rules of a decision."""

from typing import Any

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.poker.actions import LAYOUT, Action
from throwdown.envs.poker.state import RANKS, SUITED, Event, Round, State

NAMES = {"J": "Jack", "Q": "Queen", "K": "King", "S": " of spades", "H": " of hearts"}


def card_name(setup: Setup, card: int) -> str:
    """Return a card's name, such as ``Queen``; ``??`` for `NONE`."""
    kit = SUITED if setup.config["suits"] else RANKS
    return kit.name(card) if card == NONE else "".join(NAMES[letter] for letter in kit.name(card))


def view(s: State, viewer: int | None, setup: Setup) -> dict[str, Any]:
    """Return what ``viewer`` may know as plain data."""
    shown = {
        agent: card_name(setup, int(s.hand[p]))
        for p, agent in enumerate(setup.seats)
        if viewer in (None, p) or (s.over and s.folded == NONE)
    }
    return {
        "round": Round(int(s.phase)).label,
        "turn": None if s.over else setup.seats[int(s.seat)],
        "hands": shown,
        "shared": None if s.shared == NONE else card_name(setup, int(s.shared)),
        "paid": {agent: int(s.paid[p]) for p, agent in enumerate(setup.seats)},
        "folded": None if s.folded == NONE else setup.seats[int(s.folded)],
    }


def render(s: State, viewer: int | None, setup: Setup) -> str:
    """Return the table as ``viewer`` (None: everything) sees it."""
    seen = view(s, viewer, setup)
    lines = [f"{setup.game.title}, {seen['round'].replace('-', ' ')}"]
    if seen["shared"] is not None:
        lines.append(f"shared card: {seen['shared']}")
    for agent, n in seen["paid"].items():
        folded = ", folded" if agent == seen["folded"] else ""
        lines.append(f"{agent}: {seen['hands'].get(agent, '??')}, {chips(n)} in the pot{folded}")
    lines.append("The game is over." if s.over else prompt(s, setup))
    return "\n".join(lines)


def chips(n: int) -> str:
    """Return a number of chips."""
    return "1 chip" if n == 1 else f"{n} chips"


def prompt(s: State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    me = int(s.seat)
    due = int(s.paid[1 - me]) - int(s.paid[me])
    ways = ["fold", f"call {chips(due)}"] if due else ["check"]
    if s.raises < s.most_raises:
        ways.append(f"raise by {chips(int(s.stakes[s.phase]))}")
    *first, last = ways
    return f"{setup.seats[me]} decides: " + (f"{', '.join(first)} or {last}." if first else f"{last}.")


def explain(s: State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an illegal action is illegal now."""
    if not 0 <= action < LAYOUT.n:
        return f"There is no action {action}; they are numbered 0 to {LAYOUT.n - 1}."
    if s.over:
        return "The game is over."
    if action == Action.FOLD:
        return "There is nothing to call, so nobody folds (PO-06)."
    if action == Action.RAISE:
        most = "the only raise" if s.most_raises == 1 else f"all {int(s.most_raises)} raises"
        return f"This round has had {most} that it may have (PO-08)."
    return ""


SENTENCES = {
    Event.DEALT: "{who} was dealt a card: {card}.",
    Event.TURNED_UP: "The shared card is turned up: {card}.",
    Event.FOLDED: "{who} folded.",
    Event.CHECKED: "{who} checked.",
    Event.CALLED: "{who} called {chips}.",
    Event.RAISED: "{who} raised by {chips}.",
    Event.SHOWN: "{who} showed: {card}.",
}


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence for an event."""
    who = "" if event.seat == NONE else setup.seats[event.seat]
    card = card_name(setup, event.card)
    return SENTENCES[Event.of(event.kind)].format(who=who, card=card, chips=chips(event.amount))


def help(s: State) -> str:
    """Return the rules of what is being decided."""
    return (
        "Fold to give the pot up, call to pay as much as the other, or raise while the round has raises left. "
        "When both have acted and paid alike, the round is over. A pair with the shared card beats all other hands; "
        "otherwise the higher rank wins: Jack, Queen, King."
    )
