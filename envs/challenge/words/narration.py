"""What happened, in sentences."""

from __future__ import annotations

from throwdown.envs.challenge.state import KIT, Event, Kind, Mode, Shelf
from throwdown.envs.challenge.words import names
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, tr
from throwdown.envs.core.narration import Narration, Teller, Value, called_card


def _has_name(seat: int, setup: Setup) -> bool:
    """Return whether a seat is one Character from the start, by whose name people go."""
    is_duel = names.mode_of(setup) == Mode.DUEL
    return is_duel or (seat == 1 and len(setup.config["cast"][0]) == 1)


def _who(e: Happening, setup: Setup) -> str:
    """Return who did something, for the beginning of a sentence."""
    if e.seat == NONE:
        return ""
    if _has_name(e.seat, setup):
        return setup.people[e.seat]
    return tr("The Character") if e.seat else tr("The Table")


def _whom(e: Happening, setup: Setup) -> str:
    """Return the same inside a sentence."""
    return setup.people[e.seat] if _has_name(e.seat, setup) else tr("the Character")


VALUES: dict[str, Value] = {
    "who": _who,
    "whom": _whom,
    "card": lambda e, setup: called_card(KIT.name(e.card)),
    "amount": lambda e, setup: e.amount,
    "number": lambda e, setup: e.number,
}
"""What the names in sentences stand for; the card is ``??`` where the viewer may not know it."""
ATTEMPTED = {
    Kind.OBSTACLE: tr("{who} made an Attempt with {core}."),
    Kind.FORCED: tr("{who} was forced to make an Attempt with {core}."),
    Kind.FAST: tr("{who} reacted with {core}."),
    Kind.REACTION: tr("{who} made the Reaction's Attempt with {core}."),
    Kind.ATTACK: tr("{who} attacked with {core}."),
    Kind.DEFENCE: tr("{who} defended with {core}."),
}


def _attempted(e: Happening, setup: Setup) -> str:
    return ATTEMPTED[Kind(e.number)].format(who=_who(e, setup), core=names.core_name(e.amount))


def _posted(e: Happening, setup: Setup) -> str:
    name = names.template_name(Shelf.OBSTACLE, e.amount, setup)
    return tr("The Table posted an obstacle: {name}.", name=name)


def _struck(e: Happening, setup: Setup) -> str:
    name = names.template_name(Shelf.HAZARD, e.amount, setup)
    return tr("The Table struck with a hazard: {name}.", name=name)


def _pressed(e: Happening, setup: Setup) -> str:
    who, other = setup.people[e.seat], setup.people[e.number]
    name = names.press_name(e.amount, setup)
    return tr("{who} pressed on {other}: {name}.", who=who, other=other, name=name)


def _overcame(e: Happening, setup: Setup) -> str:
    return tr("{name} was overcome.", name=names.template_name(Shelf.OBSTACLE, e.amount, setup))


def _given(e: Happening, setup: Setup) -> str:
    return tr("{who} gave the Boon to {other}.", who=setup.people[e.seat], other=setup.people[e.amount])


def _more(plain: str, reach: str) -> Teller:
    return lambda e, setup: (reach if e.amount else plain).format(who=_who(e, setup))


def _counted(name: str, plain: str, last: str) -> Teller:
    """Return what tells of Harm or Progress, which counts up to a number of the scenario (CHE-06, CHE-09)."""

    def told(e: Happening, setup: Setup) -> str:
        text = last if e.number == setup.config[name] else plain
        return text.format(who=_who(e, setup), amount=e.amount, number=e.number)

    return told


_NARRATION = Narration(
    Event,
    VALUES,
    {
        Event.POSTED: _posted,
        Event.HAZARD_STRUCK: _struck,
        Event.ATTEMPTED: _attempted,
        Event.PRESSED: _pressed,
        Event.DOUBLED: _more(tr("{who} Doubled Down."), tr("{who} Doubled Down by Reach For It.")),
        Event.TRIPLED: _more(tr("{who} Tripled Down."), tr("{who} Tripled Down by Reach For It.")),
        Event.HARMED: _counted(
            "limit",
            tr("{who} suffered {amount} Harm and has {number} now."),
            tr("{who} suffered {amount} Harm and reached the limit of {number}."),
        ),
        Event.PROGRESSED: _counted(
            "goal",
            tr("{who} made {amount} Progress and has {number} now."),
            tr("{who} made {amount} Progress and reached the goal of {number}."),
        ),
        Event.OVERCOME: _overcame,
        Event.BOON_GIVEN: _given,
    },
)
narrate = _NARRATION.tell
