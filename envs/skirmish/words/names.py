"""What people call things: processes, areas, loadouts, Interrupts, rows, places in the count."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from throwdown.envs.core.kit import Setup, plural, tr
from throwdown.envs.skirmish import terrain
from throwdown.envs.skirmish.state import CPU, MCS, MOBS, Row, State, Status

RANKS = (tr("low A"), *(str(n) for n in range(2, 11)), "J", "Q", "K", tr("high A"))
"""The places of the count before the turns without a card."""
HP, MOVE, METER = tr("HP"), tr("Points"), tr("Meter")
"""The names of gauges."""
TEAM_HANDS = (tr("Team Hand · of the MCs"), tr("Team Hand · of the CPU"))
"""The titles of the Team Hands, by side."""
COUNT = tr("The count")
"""The title of the cards of a round in their order."""
CHART = (
    tr("High Card"),
    tr("Pair"),
    tr("Two Pair"),
    tr("Three of a Kind"),
    tr("Straight"),
    tr("Flush"),
    tr("Full House"),
    tr("Dead Man's Hand"),
    tr("Four of a Kind"),
    tr("Straight Flush"),
    tr("Royal Flush"),
    tr("Five of a Kind"),
)
BOOTS = (
    tr("nothing"),
    tr("raised damage"),
    tr("double damage"),
    tr("the other side gives up a card from its Team Hand"),
    tr("double damage that ignores Armored"),
    tr("the other side's Uptimes do not apply"),
    tr("everybody draws a card"),
    tr("MaxHP raised"),
    tr("the other side discards its best card"),
    tr("everybody reloads"),
    tr("four times the damage, ignoring Armored"),
    tr("statuses removed and HP restored"),
)
UPTIMES = (
    tr("nothing"),
    tr("Accuracy raised"),
    tr("Resist raised"),
    tr("Connect raised"),
    tr("Evade raised"),
    tr("cards may count one place higher or lower"),
    tr("the other side draws one card less when it reloads"),
    tr("Damage raised"),
    tr("nobody can be pushed"),
    tr("an Interrupt charge a round"),
    tr("everybody is Armored"),
    tr("statuses cannot change"),
)
STATUSES = {
    Status.LAG: tr("Lag"),
    Status.EXPOSED: tr("Exposed"),
    Status.JAMMED: tr("Jammed"),
    Status.LEAK: tr("Leak"),
}
assert len(CHART) == len(BOOTS) == len(UPTIMES) == len(Row)


def numbered(names: Sequence[str]) -> list[str]:
    """Return names of fighters, with numbers where several have the same."""
    return [
        f"{name} {names[: k + 1].count(name)}" if names.count(name) > 1 else name
        for k, name in enumerate(names)
    ]


def sign(name: str) -> str:
    """Return the letters for a fighter on the map: the first one of the name, and the number given by `numbered`."""
    number = name.rpartition(" ")[2]
    return name[0] + (number if number.isdigit() else "")


def named(sheets: Sequence[dict[str, Any]]) -> list[str]:
    """Return what people call things that a scenario describes."""
    return numbered([tr(str(sheet["name"])) for sheet in sheets])


def company(number: int, setup: Setup) -> tuple[Sequence[dict[str, Any]], int]:
    """Return the MCs or the mobs among whom a process is, by its number in events, and its place."""
    if number < MCS:
        return setup.config["mcs"], number
    fight, k = divmod(number - MCS, MOBS)
    return setup.config["fights"][fight]["mobs"], k


def tagged(number: int, setup: Setup) -> str:
    """Return the name of a process by its number in events."""
    sheets, k = company(number, setup)
    return named(sheets)[k]


def process(s: State, p: int, setup: Setup) -> str:
    """Return the name of a process."""
    return tagged(int(terrain.tag(s, p)), setup)


def sheet(s: State, p: int, setup: Setup) -> dict[str, Any]:
    """Return what a scenario says of a process."""
    if p < MCS:
        return dict(setup.config["mcs"][p])
    return dict(setup.config["fights"][int(s.fight)]["mobs"][p - MCS])


def has_process(s: State, p: int, setup: Setup) -> bool:
    """Return whether there is a process of this number, standing or not."""
    mine = setup.config["mcs"] if p < MCS else setup.config["fights"][int(s.fight)]["mobs"]
    return (p if p < MCS else p - MCS) < len(mine)


def holder(number: int, setup: Setup) -> str:
    """Return the name of a holder of cards."""
    return tr("The CPU") if number == CPU else tagged(number, setup)


def areas(setup: Setup) -> list[str]:
    """Return the names of the areas."""
    return named(setup.config["map"]["areas"])


def loadout(s: State, p: int, k: int, setup: Setup) -> str:
    """Return the name of a process's loadout."""
    return tr(str(sheet(s, p, setup)["loadouts"][k]["name"]))


def interrupt(s: State, p: int, setup: Setup) -> dict[str, Any] | None:
    """Return a process's present Interrupt as its scenario describes it."""
    own = sheet(s, p, setup)["interrupts"]
    return dict(own[int(s.processes[p].interrupt)]) if own else None


def interrupts(setup: Setup) -> list[dict[str, Any]]:
    """Return the different Interrupts of a scenario, in the order of their numbers."""
    found: list[dict[str, Any]] = []
    fighters = [*setup.config["mcs"], *(mob for fight in setup.config["fights"] for mob in fight["mobs"])]
    for fighter in fighters:
        found += [x for x in fighter["interrupts"] if x not in found]
    return found


def place(count: int) -> str:
    """Return a place in the count."""
    return RANKS[count] if count < len(RANKS) else tr("after the Kings")


def rank(number: int) -> str:
    """Return a rank as it is compared: 2 to 14."""
    return "A" if number == 14 else RANKS[number - 1]


def status(k: int) -> str:
    """Return the name of a status effect."""
    return STATUSES[Status(k)]


def statuses(word: int) -> list[str]:
    """Return the names of the status effects in a word."""
    return [status(k) for k in Status if word >> k & 1]


def rows(word: int) -> list[str]:
    """Return the names of the rows in a word, weakest first."""
    return [CHART[k] for k in Row if word >> k & 1]


def several(n: int, name: str) -> str:
    """Return how many there are of a mob: *2 Glitches*, *Brute*."""
    if n == 1:
        return tr(name)
    return MANY[name](n) if name in MANY else f"{n} {in_plural(name)}"


MANY: dict[str, Callable[[int], str]] = {
    "Glitch": lambda n: plural("{n} Glitch", "{n} Glitches", n),
    "Drone": lambda n: plural("{n} Drone", "{n} Drones", n),
    "Sentry": lambda n: plural("{n} Sentry", "{n} Sentries", n),
    "Brute": lambda n: plural("{n} Brute", "{n} Brutes", n),
}
"""The mobs of the library, of which a fight may have several."""


def in_plural(name: str) -> str:
    """Return the English plural of a name."""
    if name.endswith(("s", "x", "z", "ch", "sh")):
        return f"{name}es"
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}s"


def joined(parts: Iterable[str]) -> str:
    """Return parts in a row."""
    return tr(", ").join(parts)


def listed(parts: Sequence[str]) -> str:
    """Return parts as an enumeration."""
    *first, last = parts
    return tr("{first} and {last}", first=joined(first), last=last) if first else last
