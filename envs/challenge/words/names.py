"""What people call things: Characters, Cores, bands, obstacles, presses, cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from throwdown.envs.challenge.sheets.sheet import BANDS
from throwdown.envs.challenge.state import Core, Mode, Shelf, State
from throwdown.envs.core.kit import Setup, plural, tr

ACTIONS, STAMINA, BUSTS = tr("Actions"), tr("Stamina"), tr("Busts to lay")
"""The names of gauges."""
ROMAN = ("", "I", "II", "III")
CORES = {
    Core.SPEED.label: tr("Speed"),
    Core.BRAWN.label: tr("Brawn"),
    Core.BRAIN.label: tr("Brain"),
    Core.HEART.label: tr("Heart"),
}
BAND_NAMES = {
    "simple": tr("Simple"),
    "average": tr("Average"),
    "above-average": tr("Above Average"),
    "champion": tr("Champion"),
    "hero": tr("Hero"),
    "super-hero": tr("Super Hero"),
}


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
    return tr(str(characters(setup)[int(s.heroes[h].character)]["name"]))


def called(s: State, h: int, viewer: int | None, setup: Setup) -> str:
    """Return what texts call a hero: the seat's name for people, the Character where it differs, and who looks."""
    text, is_open = setup.people[seat_of(h, setup)], len(setup.config["cast"][h]) > 1
    if is_open:
        name = character(s, h, setup)
        is_alone = len(setup.config["cast"]) == 1
        text = name if is_alone else tr("{person} the {name}", person=text, name=name)
    return marked(text, viewer == seat_of(h, setup))


def marked(name: str, is_you: bool) -> str:
    """Return a name, marked if it is that of who looks."""
    return tr("{who} (you)", who=name) if is_you else name


def templates(shelf: int, setup: Setup) -> list[dict[str, Any]]:
    """Return the obstacles or the hazards as the scenario describes them."""
    if mode_of(setup) == Mode.ATTEMPT:
        return [{"name": "The Challenge", "core": setup.config["attempt"]["core"], "band": ""}]
    return list(setup.config["hazards" if shelf == Shelf.HAZARD else "obstacles"])


def template_name(shelf: int, k: int, setup: Setup) -> str:
    """Return the name of an obstacle or a hazard."""
    if mode_of(setup) == Mode.ATTEMPT:
        return tr("The Challenge")
    return tr(str(templates(shelf, setup)[k]["name"]))


def core_name(core: int) -> str:
    """Return a Core's name."""
    return CORES[Core(core).label]


def core_text(s: State, h: int, core: int) -> str:
    """Return a Core with its value: ``Speed +3``."""
    return f"{core_name(core)} {signed(int(s.heroes[h].core[core]))}"


def signed(n: int) -> str:
    """Return a number with its sign, and 0 without one."""
    return f"{n:+d}".replace("-", "−") if n else "0"


def points_text(points: int | None) -> str:
    """Return how many points the Table has or pays, None for what is hidden."""
    return tr("?? points") if points is None else plural("{n} point", "{n} points", points)


def band_text(s: State, shelf: int, k: int) -> str:
    """Return the band of a template with its Difficulties: ``Average 5–9``."""
    band = int(s.cfg.template_band[shelf, k])
    low, high = int(s.cfg.low[band]), int(s.cfg.high[band])
    name = BAND_NAMES[BANDS[band]]
    return f"{name} {low}" if low == high else f"{name} {low}–{high}"


def press_name(k: int, setup: Setup) -> str:
    """Return the name of a press."""
    return tr(str(setup.config["presses"][k]["name"]))


def joined(parts: Iterable[str]) -> str:
    """Return parts in a row."""
    return tr(", ").join(parts)


def listed(parts: Sequence[str]) -> str:
    """Return parts as an enumeration."""
    *first, last = parts
    return tr("{first} or {last}", first=joined(first), last=last) if first else last
