"""Scenarios as setups: found, read, checked, given options and written into what the rules read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from throwdown.envs.core import kit, scenarios
from throwdown.envs.skirmish import state as st
from throwdown.envs.skirmish.sheets import battlefield, library, sheet

FILES = scenarios.ScenarioFiles(
    library.CONTENT / "scenarios",
    battlefield.Sheet,
    sheet.Scenario,
    sheet.Options,
    ("rounds", "limit"),
    {"rules": sheet.RulesSheet},
)
DEFAULT = "skirmish"
"""The scenario that is played if none is named."""


def load(scenario: Any, options: Mapping[str, Any], name: str = kit.CUSTOM) -> tuple[str, sheet.Scenario]:
    """Return the name and the sheet of a scenario with options.

    Raises:
        InvalidConfig: there is no such scenario or option, or a field is wrong.
    """
    name, data, own = FILES.read(scenario, options, name)
    if "mcs" in own:
        own["mcs"] = [part.strip() for part in own["mcs"].split(",")]
    data = library.resolve(data | own, f"Scenario '{name}'", scenarios.file_of(scenario))
    return name, FILES.check(name, data)


def make_setup(
    game: kit.Game, scenario: Any, options: Mapping[str, Any], name: str = kit.CUSTOM
) -> kit.Setup:
    """Return the setup of a scenario with options.

    Raises:
        InvalidConfig: there is no such scenario or option, or a field is wrong.
    """
    name, found = load(scenario, options, name)
    template = game.state.blank()
    write(found, kit.row(template))
    return kit.Setup(
        game=game,
        scenario=name,
        seats=("mcs_0", "cpu_0"),
        roles=("mcs", "cpu"),
        template=template,
        config=found.model_dump(mode="json"),
        counts={
            "mc": len(found.mcs),
            "mob": max(len(fight.mobs) for fight in found.fights),
            "area": len(found.map.areas),
        },
        people=(kit.tr("MCs"), kit.tr("CPU")),
    )


def write(found: sheet.Scenario, s: st.State) -> None:
    """Write a scenario into a state."""
    cfg = s.cfg
    cfg.faces[:] = st.KIT.words_of(found.deck.cards())
    cfg.rounds, cfg.limit = found.rounds, found.limit
    for field in sheet.RulesSheet.model_fields:
        setattr(cfg, field, getattr(found.rules, field))
    battlefield.Battlefield(found.map).write(cfg)
    sheets, interrupts = list(dict.fromkeys(found.fighters())), found.interrupts()
    for k, what in enumerate(interrupts):
        own = cfg.interrupts[k]
        own.effect, own.fit = st.Effect.of(what.effect), st.Fit.of(what.fit)
        own.cards, own.amount = what.cards, what.amount
    for k, fighter in enumerate(sheets):
        _write_fighter(fighter, cfg.sheets[k], interrupts)
    cfg.mcs, cfg.fights = len(found.mcs), len(found.fights)
    cfg.mc[: cfg.mcs] = [sheets.index(mc) for mc in found.mcs]
    _write_fights(found, cfg, sheets)


def _write_fights(found: sheet.Scenario, cfg: st.Config, sheets: Sequence[sheet.FighterSheet]) -> None:
    for f, fight in enumerate(found.fights):
        cfg.mob_n[f], cfg.collects[f] = len(fight.mobs), fight.collect
        for k, mob in enumerate(fight.mobs):
            cfg.mob[f, k] = sheets.index(mob)


def _write_fighter(
    fighter: sheet.FighterSheet, own: st.Sheet, interrupts: Sequence[sheet.InterruptSheet]
) -> None:
    for field in ("evade", "resist", "hp", "move", "most", "flying", "armored", "push"):
        setattr(own, field, getattr(fighter, field))
    own.loadouts = len(fighter.loadouts)
    for k, loadout in enumerate(fighter.loadouts):
        own.reach[k], own.damage[k] = loadout.range, loadout.damage
        own.accuracy[k] = fighter.accuracy if loadout.accuracy is None else loadout.accuracy
        own.connect[k] = fighter.connect if loadout.connect is None else loadout.connect
    for k, bonus in enumerate(fighter.bonus):
        own.bonus[k], own.worth[k] = st.Bonus.of(bonus.does), bonus.amount
    own.interrupt_n = len(fighter.interrupts)
    for k, what in enumerate(fighter.interrupts):
        own.interrupt[k] = interrupts.index(what)
    meter = fighter.meter
    own.charge, own.gain = st.Charge.of(meter.charge), meter.gain
    own.meter = meter.start if fighter.interrupts else 0
    if isinstance(fighter, sheet.ClassSheet):
        own.draw, own.plays, own.reload = fighter.draw, fighter.plays, st.Reload.of(fighter.reload)
    elif isinstance(fighter, sheet.MobSheet):
        own.boss, own.auto, own.reload = fighter.boss, fighter.auto, st.Reload.of(fighter.reload)
