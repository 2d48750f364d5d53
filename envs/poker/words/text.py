"""What people read: the table, refusals, what happened, and the rules of a decision."""

from typing import Any

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Description, Entry, Setup
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
    for p, (agent, n) in enumerate(seen["paid"].items()):
        folded = ", folded" if agent == seen["folded"] else ""
        you = " (you)" if p == viewer else ""
        lines.append(
            f"{setup.people[p]}{you}: {seen['hands'].get(agent, '??')}, {chips(n)} in the pot{folded}"
        )
    lines.append(prompt(s, setup))
    return "\n".join(lines)


def chips(n: int) -> str:
    """Return a number of chips."""
    return "1 chip" if n == 1 else f"{n} chips"


def prompt(s: State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        return "The game is over."
    me = int(s.seat)
    due = int(s.paid[1 - me]) - int(s.paid[me])
    ways = ["fold", f"call {chips(due)}"] if due else ["check"]
    if s.raises < s.most_raises:
        ways.append(f"raise by {chips(int(s.stakes[s.phase]))}")
    *first, last = ways
    return f"{setup.people[me]} decides: " + (f"{', '.join(first)} or {last}." if first else f"{last}.")


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
    who = "" if event.seat == NONE else setup.people[event.seat]
    card = card_name(setup, event.card)
    return SENTENCES[Event.of(event.kind)].format(who=who, card=card, chips=chips(event.amount))


def help(s: State) -> str:
    """Return the rules of what is being decided."""
    return (
        "Fold to give the pot up, call to pay as much as the other, or raise while the round has raises left. "
        "When both have acted and paid alike, the round is over. A pair with the shared card beats all other hands; "
        "otherwise the higher rank wins: Jack, Queen, King."
    )


def describe(s: State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    me = int(s.seat)
    due = int(s.paid[1 - me]) - int(s.paid[me])
    stake = int(s.stakes[s.phase])
    if action == Action.FOLD:
        return Description("Fold", "", "", "give the pot up")
    if action == Action.CALL:
        return (
            Description("Call", "", chips(due), "stay in")
            if due
            else Description("Check", "", "", "pay nothing")
        )
    return Description("Raise", "", chips(due + stake), f"the other must pay {chips(stake)} more, or fold")


def decided(s: State, setup: Setup) -> str:
    """Return one sentence that says what decided a game that is over."""
    if s.folded != NONE:
        return f"{setup.people[int(s.folded)]} folded."
    shown = [f"{name} showed: {card_name(setup, int(s.hand[p]))}" for p, name in enumerate(setup.people)]
    return f"{'; '.join(shown)}."


def turning() -> tuple[str, ...]:
    """Return the kinds of events that tell why a game ended as it did."""
    return (Event.RAISED.label, Event.FOLDED.label, Event.TURNED_UP.label, Event.SHOWN.label)


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for."""
    return "You win the pot with the better card at the end, or when the other folds."


_WORDS = {
    "pot": "What everybody has paid so far; the winner gets it (PO-03).",
    "call": "Pay as much as the other has paid; with nothing to pay it is a check (PO-07).",
    "raise": "Pay as much as the other and more on top, which the other must match or fold (PO-08).",
    "fold": "Give the pot up; only where there is something to call (PO-06).",
    "pair": "A card of the rank of the shared one: it beats every other hand. Kuhn poker has none.",
}


def glossary(setup: Setup | None) -> list[Entry]:
    """Return what may be looked up."""
    return [Entry(name, "word", text) for name, text in _WORDS.items()]
