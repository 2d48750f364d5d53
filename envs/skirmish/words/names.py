"""What people call things: processes, areas, loadouts, Interrupts, rows, places in the count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from throwdown.envs.core.kit import Setup
from throwdown.envs.skirmish import terrain
from throwdown.envs.skirmish.state import CPU, MCS, MOBS, Row, State, Status

RANKS = ("low A", *(str(n) for n in range(2, 11)), "J", "Q", "K", "high A")
"""The places of the count before the turns without a card."""
CHART = (
    "High Card",
    "Pair",
    "Two Pair",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Dead Man's Hand",
    "Four of a Kind",
    "Straight Flush",
    "Royal Flush",
    "Five of a Kind",
)
BOOTS = (
    "nothing",
    "raised damage",
    "double damage",
    "the others give up a card of their Team Hand",
    "double damage, Armored ignored",
    "the enemy's Uptimes are absent",
    "everybody draws a card",
    "MaxHP raised",
    "the others discard their best card",
    "everybody reloads",
    "four times the damage, Armored ignored",
    "statuses removed and HP restored",
)
UPTIMES = (
    "nothing",
    "Accuracy raised",
    "Resist raised",
    "Connect raised",
    "Evade raised",
    "cards may count one higher or lower",
    "the others draw one card less when they reload",
    "Damage raised",
    "nobody can be pushed",
    "an Interrupt charge a round",
    "everybody is Armored",
    "statuses cannot change",
)
assert len(CHART) == len(BOOTS) == len(UPTIMES) == len(Row)


def numbered(sheets: Sequence[dict[str, Any]]) -> list[str]:
    """Return the names of fighters, with numbers where several have the same."""
    names = [str(sheet["name"]) for sheet in sheets]
    return [
        f"{name} {names[: k + 1].count(name)}" if names.count(name) > 1 else name
        for k, name in enumerate(names)
    ]


def tagged(number: int, setup: Setup) -> str:
    """Return the name of a process by its number in events."""
    if number < MCS:
        return numbered(setup.config["mcs"])[number]
    fight, k = divmod(number - MCS, MOBS)
    return numbered(setup.config["fights"][fight]["mobs"])[k]


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
    return "The CPU" if number == CPU else tagged(number, setup)


def areas(setup: Setup) -> list[str]:
    """Return the names of the areas."""
    return [str(area["name"]) for area in setup.config["map"]["areas"]]


def loadout(s: State, p: int, k: int, setup: Setup) -> str:
    """Return the name of a process's loadout."""
    return str(sheet(s, p, setup)["loadouts"][k]["name"])


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
    return RANKS[count] if count < len(RANKS) else "after the Kings"


def rank(number: int) -> str:
    """Return a rank as it is compared: 2 to 14."""
    return "A" if number == 14 else RANKS[number - 1]


def status(k: int) -> str:
    """Return the name of a status effect."""
    return Status(k).label.capitalize()


def statuses(word: int) -> list[str]:
    """Return the names of the status effects in a word."""
    return [status(k) for k in Status if word >> k & 1]


def rows(word: int) -> list[str]:
    """Return the names of the rows in a word, weakest first."""
    return [CHART[k] for k in Row if word >> k & 1]


def count(n: int, thing: str) -> str:
    """Return a number of things."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def plural(n: int, name: str) -> str:
    """Return how many there are of a name: *2 Glitches*, *Brute*."""
    if n == 1:
        return name
    if name.endswith(("s", "x", "z", "ch", "sh")):
        return f"{n} {name}es"
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{n} {name[:-1]}ies"
    return f"{n} {name}s"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Return parts as an enumeration."""
    *first, end = parts
    return f"{', '.join(first)} {last} {end}" if first else end
