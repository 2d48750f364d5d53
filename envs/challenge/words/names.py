"""What people call things: Characters, Cores, bands, obstacles, presses, cards."""

from __future__ import annotations

from typing import Any

from throwdown.envs.challenge.sheets.sheet import BANDS
from throwdown.envs.challenge.state import Core, Mode, Shelf, State
from throwdown.envs.core.kit import Setup

ROMAN = ("", "I", "II", "III")


def mode_of(setup: Setup) -> Mode:
    """Return what a setup plays."""
    return Mode.of(str(setup.config["mode"]))


def hero_of(seat: int, setup: Setup) -> int:
    """Return a seat's hero, or -1 for the Table."""
    return seat if len(setup.config["cast"]) > 1 else seat - 1


def seat_of(h: int, setup: Setup) -> int:
    """Return a hero's seat."""
    return h if len(setup.config["cast"]) > 1 else h + 1


def characters(setup: Setup) -> list[dict[str, Any]]:
    """Return the different Characters of the cast, in the order of their numbers."""
    found: list[dict[str, Any]] = []
    for sheets in setup.config["cast"]:
        found += [sheet for sheet in sheets if sheet not in found]
    return found


def character(s: State, h: int, setup: Setup) -> str:
    """Return the name of the Character that a hero is."""
    return str(characters(setup)[int(s.heroes[h].character)]["name"])


def called(s: State, h: int, viewer: int | None, setup: Setup) -> str:
    """Return what texts call a hero: the seat's name for people, the Character where it differs, and who looks."""
    person, name = setup.people[seat_of(h, setup)], character(s, h, setup)
    text = person if name == person else f"{person} the {name}"
    return f"{text} (you)" if viewer == seat_of(h, setup) else text


def templates(shelf: int, setup: Setup) -> list[dict[str, Any]]:
    """Return the obstacles or the hazards."""
    if mode_of(setup) == Mode.ATTEMPT:
        return [{"name": "The Challenge", "core": setup.config["attempt"]["core"], "band": ""}]
    return list(setup.config["hazards" if shelf == Shelf.HAZARD else "obstacles"])


def template_name(shelf: int, k: int, setup: Setup) -> str:
    """Return the name of an obstacle or a hazard."""
    return str(templates(shelf, setup)[k]["name"])


def core_name(core: int) -> str:
    """Return a Core's name."""
    return Core(core).label.capitalize()


def core_text(s: State, h: int, core: int) -> str:
    """Return a Core with its value: ``Speed +3``."""
    return f"{core_name(core)} {signed(int(s.heroes[h].core[core]))}"


def signed(n: int) -> str:
    """Return a number with its sign, and 0 without one."""
    return f"{n:+d}".replace("-", "−") if n else "0"


def band_text(s: State, shelf: int, k: int) -> str:
    """Return the band of a template with its Difficulties: ``Average 5–9``."""
    band = int(s.cfg.template_band[shelf, k])
    low, high = int(s.cfg.low[band]), int(s.cfg.high[band])
    name = BANDS[band].replace("-", " ").title()
    return f"{name} {low}" if low == high else f"{name} {low}–{high}"


def press_name(k: int, setup: Setup) -> str:
    """Return the name of a press."""
    return str(setup.config["presses"][k]["name"])


def count(n: int, thing: str) -> str:
    """Return a number of things."""
    return f"{n} {thing}" if n == 1 or thing == "Stamina" else f"{n} {thing}s"


def listed(parts: list[str], last: str = "or") -> str:
    """Return parts as an enumeration."""
    *first, end = parts
    return f"{', '.join(first)} {last} {end}" if first else end
