"""Scenarios as setups: found, read, checked, given options and written into what the rules read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from throwdown.envs.challenge.sheets import library, sheet
from throwdown.envs.challenge.state import KIT, Core, Shelf, State
from throwdown.envs.core import kit, scenarios
from throwdown.envs.core.game import CUSTOM

FILES = scenarios.ScenarioFiles(
    library.CONTENT / "scenarios",
    sheet.Sheet,
    sheet.Scenario,
    sheet.Options,
    sheet.PLAIN,
    {"rules": sheet.RulesSheet, "attempt": sheet.AttemptSheet},
)
DEFAULT = "scene"
"""The scenario that is played if none is named."""
ALLIES = (kit.tr("Ada"), kit.tr("Ben"), kit.tr("Amir"), kit.tr("Bea"))
"""The heroes of a duel of one or two a side, as people call them: of side A and of side B in turn."""


def load(scenario: Any, options: Mapping[str, Any], name: str = CUSTOM) -> tuple[str, sheet.Scenario]:
    """Return the name and the sheet of a scenario with options.

    Raises:
        InvalidConfig: there is no such scenario or option, or a field is wrong.
    """
    name, data, own = FILES.read(scenario, options, name)
    data = library.resolve(data, f"Scenario '{name}'")
    if "cast" in own and isinstance(data.get("cast"), list):
        data["cast"] = _named_cast(own["cast"], len(data["cast"]), name)
    return name, FILES.check(name, data)


def _named_cast(text: str, heroes: int, name: str) -> list[list[dict[str, Any]]]:
    """Return the cast that the option names: one Character for every hero.

    Raises:
        InvalidConfig: there are more or fewer, or the library lacks one.
    """
    names = [part.strip() for part in text.split(",")]
    if len(names) != heroes:
        raise kit.InvalidConfig(
            f"cast names {kit.how_many(len(names), 'Character')}; '{name}' has {heroes}: separate them by commas."
        )
    return [[library.LIBRARY.find(part, "characters", "cast")] for part in names]


def make_setup(game: kit.Game, scenario: Any, options: Mapping[str, Any], name: str = CUSTOM) -> kit.Setup:
    """Return the setup of a scenario with options.

    Raises:
        InvalidConfig: there is no such scenario or option, or a field is wrong.
    """
    name, found = load(scenario, options, name)
    template = game.state.blank()
    write(found, kit.row(template))
    heroes = len(found.cast)
    if found.mode == "duel":
        seats = tuple(f"{'ab'[h % 2]}_{h // 2}" for h in range(heroes))
        roles = tuple("ab"[h % 2] for h in range(heroes))
        people = _people(found)
    else:
        seats, roles = ("table_0", "character_0"), ("table", "character")
        people = (kit.tr("Table"), *_people(found))
    slots = {"scene": found.open_most, "duel": 0, "attempt": 1}[found.mode]
    return kit.Setup(
        game=game,
        scenario=name,
        seats=seats,
        roles=roles,
        template=template,
        config=found.model_dump(mode="json"),
        counts={"hero": heroes, "slot": slots},
        people=people,
    )


def _people(found: sheet.Scenario) -> tuple[str, ...]:
    """Return what people read for the heroes: the Character if the deal does not choose, else her side."""
    names = [kit.tr(sheets[0].name) if len(sheets) == 1 else "" for sheets in found.cast]
    if len(names) == 1:
        return (names[0] or kit.tr("Character"),)
    sides = ALLIES[: len(names)]
    return tuple(_person(name, side, names.count(name) == 1) for name, side in zip(names, sides))


def _person(name: str, side: str, is_alone: bool) -> str:
    """Return what people read for a hero of a duel, whose Character may be open, or another hero's as well."""
    if not name:
        return side
    return name if is_alone else kit.tr("{name} {side}", name=name, side=side)


def write(found: sheet.Scenario, s: State) -> None:
    """Write a scenario into a state."""
    cfg = s.cfg
    cfg.mode, cfg.heroes = sheet.MODES[found.mode], len(found.cast)
    cfg.faces[:] = KIT.words_of(found.deck.cards())
    for field in sheet.PLAIN:
        setattr(cfg, field, getattr(found, field))
    cfg.flop_limit, cfg.flop_on_double = found.rules.flop_limit, found.rules.flop_on_double
    cfg.step, cfg.most = found.rules.degree_step, found.rules.degree_most
    for band, name in enumerate(sheet.BANDS):
        cfg.low[band], cfg.high[band] = found.bands[name].low, found.bands[name].high
        cfg.bonus[band] = found.bands[name].bonus
    for shelf, templates in zip(Shelf, (found.obstacles, found.hazards)):
        cfg.template_n[shelf] = len(templates)
        for k, template in enumerate(templates):
            cfg.template_core[shelf, k] = Core.of(template.core)
            cfg.template_band[shelf, k] = sheet.BANDS.index(template.band)
    cfg.press_n = len(found.presses)
    for k, press in enumerate(found.presses):
        cfg.press_from[k], cfg.press_to[k] = Core.of(press.attack), Core.of(press.defence)
    _write_cast(found, s)
    if found.mode == "attempt":
        _write_attempt(found, s)


def _write_cast(found: sheet.Scenario, s: State) -> None:
    cfg, people = s.cfg, found.people
    for k, person in enumerate(people):
        cfg.cast_core[k] = [getattr(person, core) for core in Core.labels()]
        cfg.cast_stamina[k] = person.stamina
        cfg.cast_busted[k] = person.busted
        cfg.cast_presses[k], cfg.cast_boons[k] = person.presses, person.boons == "round"
    for h, sheets in enumerate(found.cast):
        cfg.candidate_n[h] = len(sheets)
        cfg.candidate[h, : len(sheets)] = [people.index(person) for person in sheets]


def _write_attempt(found: sheet.Scenario, s: State) -> None:
    """Write a lone Attempt: its Challenge is the first obstacle, and a public Difficulty a band of its own."""
    cfg, own = s.cfg, found.attempt
    cfg.core, cfg.price, cfg.known = Core.of(own.core), own.price, own.difficulty is not None
    if own.value is not None:
        cfg.cast_core[:, cfg.core] = own.value
    if own.stamina is not None:
        cfg.cast_stamina[:] = own.stamina
    band = sheet.BANDS.index(found.band_of_attempt)
    cfg.template_n[:], cfg.template_core[Shelf.OBSTACLE, 0], cfg.template_band[Shelf.OBSTACLE, 0] = (
        0,
        cfg.core,
        band,
    )
    if own.difficulty is not None:
        cfg.low[band] = cfg.high[band] = own.difficulty
