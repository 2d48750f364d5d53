"""What people read: the table, refusals, what happened, and the rules of a decision."""

from typing import Any

from throwdown.envs.core.kit import NONE, Entry, Happening, Setup, plural, tr
from throwdown.envs.core.narration import Narration, Value
from throwdown.envs.poker.actions import Act
from throwdown.envs.poker.decisions import DECISIONS
from throwdown.envs.poker.state import RANKS, SUITED, Event, Round, State
from throwdown.envs.poker.words.decisions import WORDS, chips as chips
from throwdown.envs.poker.words.hands import headline as headline
from throwdown.envs.poker.words.merits import merit as merit

help = WORDS.help

NAMES = {
    "J": tr("Jack"),
    "JS": tr("Jack of spades"),
    "JH": tr("Jack of hearts"),
    "Q": tr("Queen"),
    "QS": tr("Queen of spades"),
    "QH": tr("Queen of hearts"),
    "K": tr("King"),
    "KS": tr("King of spades"),
    "KH": tr("King of hearts"),
}
ROUNDS = (tr("First round"), tr("Second round"))


def card_name(setup: Setup, card: int) -> str:
    """Return a card's name, such as ``Queen``; ``??`` for `NONE`."""
    text = (SUITED if setup.config["suits"] else RANKS).name(card)
    return NAMES.get(text, text)


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
    lines = [tr("{game} · {round}", game=setup.game.title, round=ROUNDS[int(s.phase)])]
    if seen["shared"] is not None:
        lines.append(tr("shared card: {card}", card=seen["shared"]))
    for p, (agent, n) in enumerate(seen["paid"].items()):
        values = {
            "who": player(setup, p, viewer),
            "card": seen["hands"].get(agent, "??"),
            "chips": chips(n),
        }
        if agent == seen["folded"]:
            lines.append(tr("{who}: {card}, {chips} in the pot, folded", **values))
        else:
            lines.append(tr("{who}: {card}, {chips} in the pot", **values))
    lines.append(prompt(s, setup))
    return "\n".join(lines)


def player(setup: Setup, p: int, viewer: int | None) -> str:
    """Return what texts call a player, marked if she looks."""
    name = setup.people[p]
    return tr("{who} (you)", who=name) if p == viewer else name


def prompt(s: State, setup: Setup) -> str:
    """Return one line that says who decides what."""
    if s.over:
        return tr("The game is over.")
    return tr("{who} decides: {what}.", who=setup.people[int(s.seat)], what=WORDS.ask(s, setup))


def explain(s: State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an illegal action is illegal now."""
    refused = DECISIONS.refused(s, action)
    if refused:
        return refused
    if action == Act.FOLD:
        return tr("There is no bet to call, so folding is not allowed (PO-06).")
    if action == Act.RAISE:
        return plural(
            "This round has already had its one raise (PO-08).",
            "This round has already had its {n} raises (PO-08).",
            int(s.most_raises),
        )
    return ""


describe = WORDS.describe
VALUES: dict[str, Value] = {
    "who": lambda e, setup: "" if e.seat == NONE else setup.people[e.seat],
    "card": lambda e, setup: card_name(setup, e.card),
    "chips": lambda e, setup: chips(e.amount),
}


def _dealt(e: Happening, setup: Setup) -> str:
    if e.card == NONE:
        return tr("{who} was dealt a card.", who=setup.people[e.seat])
    return tr("{who} was dealt a card: {card}.", who=setup.people[e.seat], card=card_name(setup, e.card))


narrate = Narration(Event, VALUES, {Event.DEALT: _dealt}).tell


def decided(s: State, setup: Setup) -> str:
    """Return one sentence that says what decided a game that is over."""
    if s.folded != NONE:
        return Event.FOLDED.sentence.format(who=setup.people[int(s.folded)])
    (one, other), cards = setup.people, [card_name(setup, int(s.hand[p])) for p in range(2)]
    return tr(
        "{one} showed: {card}; {other} showed: {other_card}.",
        one=one,
        card=cards[0],
        other=other,
        other_card=cards[1],
    )


def turning() -> tuple[str, ...]:
    """Return the kinds of events that tell why a game ended as it did."""
    return (Event.RAISED.label, Event.FOLDED.label, Event.TURNED_UP.label, Event.SHOWN.label)


def goal(seat: int, setup: Setup) -> str:
    """Return one sentence that says what a seat plays for."""
    return tr("You win the pot with the better card at the end, or when the other player folds.")


_WORDS = (
    (tr("pot"), tr("All chips paid so far; the winner gets them (PO-03).")),
    (
        tr("call"),
        tr("Pay as much as the other player has paid; with nothing to pay, this is a check (PO-07)."),
    ),
    (
        tr("raise"),
        tr(
            "Pay as much as the other player and more on top, which that player must then match, or fold "
            "(PO-08)."
        ),
    ),
    (tr("fold"), tr("Give up the pot; only when there is a bet to call (PO-06).")),
    (
        tr("pair"),
        tr("A card of the same rank as the shared card; it beats every other hand. Kuhn poker has none."),
    ),
)


def glossary(setup: Setup | None) -> list[Entry]:
    """Return what may be looked up."""
    return [Entry(name, tr("word"), text, is_rule=True) for name, text in _WORDS]
