"""Scenarios as setups: found, read, checked, given options and written into what the rules read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from throwdown.envs.core.errors import one_sentence
from throwdown.envs.core.game import CUSTOM
from throwdown.envs.core.kit import Game, InvalidConfig, Setup, did_you_mean, row, tr
from throwdown.envs.core.scenarios import field_names, read_scenario, strictly
from throwdown.envs.fusion.sheets import abilities, library, writer
from throwdown.envs.fusion.sheets.scenario import Options, RulesSheet, Scenario, SessionSheet
from throwdown.envs.fusion.world import conflict, obs

DEFAULT = "duel"
"""The scenario that is played if none is named."""
WINS = {"reward": "win"}
"""The options under which returns say who won."""
SCENARIO_FOLDER = library.CONTENT / "scenarios"


def load_scenario(scenario: str | Path | Mapping[str, Any], name: str = CUSTOM) -> tuple[str, Scenario]:
    """Return the name and the sheet of a shipped scenario, a TOML file, or plain data, which has the name given.

    Raises:
        InvalidConfig: there is no such scenario, or a field of it is wrong.
    """
    name, data = read_scenario(scenario, name, SCENARIO_FOLDER)
    try:
        return name, strictly(Scenario, library.resolve(data, f"Scenario '{name}'"))
    except ValidationError as error:
        raise InvalidConfig(one_sentence(error, f"Scenario '{name}'", field_names(abilities.Sheet))) from None


_OLDER = "session-v0 with edition = 'older'"
_SESSIONS = ("session-v0", _OLDER)
_STAGES = (
    *("block", "rout", "rumble_from", "rumble_charges", "escalate_reference", "initiative_tie", "started_by"),
    *("fights_for", "coach_leftovers"),
)
ONLY: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_STAGES, ("throwdown-v0", "session-v0")),
    **dict.fromkeys(("ace", "two_beats_ace"), ("throwdown-v0", "pile-v0", *_SESSIONS)),
    "reward": ("throwdown-v0", "pile-v0", "gambit-v0"),
    "threats": ("throwdown-v0", "session-v0"),
    "pvp": ("pile-v0",),
    "strike_assist": ("pile-v0", _OLDER),
    "challenger": ("throwdown-v0", "pile-v0"),
    **dict.fromkeys(("specialty_involved", "narrative"), ("gambit-v0", *_SESSIONS)),
    **dict.fromkeys(("gambit_pilot", "gambit_goal", "gambit_edition"), ("gambit-v0",)),
    **dict.fromkeys(SessionSheet.model_fields, _SESSIONS),
    **dict.fromkeys(("quiet", "idle"), ("session-v0",)),  # on the Pile nobody draws what Coach invests
}
"""The games that read an option; all read the others."""
_KEPT = ("ace", "two_beats_ace", "threats")
"""Settings that stand in every game's configuration, since records of it hold them."""


def _edition(game: Game) -> str:
    """Return what `ONLY` calls a game."""
    return _OLDER if any(part.id == "pile-v0" for part in game.parts) else game.id


def _reads(game: Game, name: str) -> bool:
    """Return whether a game reads an option."""
    own = _edition(game)
    return own in ONLY.get(name, (own,))


def drop_foreign(game: Game, config: dict[str, Any]) -> dict[str, Any]:
    """Return a configuration without the settings of other games, which tell apart what plays alike."""
    kept = {
        part: {name: x for name, x in config[part].items() if name in _KEPT or _reads(game, name)}
        for part in ("rules", "session")
    }
    return config | kept


def refuse_foreign(game: Game, sheet: Scenario, options: Mapping[str, Any]) -> None:
    """Refuse options of other games, and a scenario for Pilots against Pilots where they cannot fight.

    Raises:
        InvalidConfig: an option is not this game's.
    """
    own = _edition(game)
    if "older" in options:
        raise InvalidConfig(
            "'older' is a part of a scenario, [session.older], and not an option: leave it out."
        )
    for name in options:
        known = ONLY.get(name, (own,))
        if own not in known:
            known = known[
                : len(known) - (known[-2:] == _SESSIONS)
            ]  # a session of either edition is said once
            raise InvalidConfig(
                f"'{name}' is an option of {' and of '.join(known)}, but not of {own}: leave it out."
            )
    if sheet.rules.pvp != "off" and own != "pile-v0":
        raise InvalidConfig(
            f"rules.pvp is '{sheet.rules.pvp}', but Pilots fight Pilots only in pile-v0: play that game, or "
            f"give 'off' to {own}."
        )


def read_options(scenario: Scenario, options: Mapping[str, Any]) -> tuple[Options, Scenario]:
    """Split options into the environment's own and those of a sheet; apply the latter to the scenario."""
    own = {k: v for k, v in options.items() if k in Options.model_fields}
    sheets: dict[str, type[abilities.Sheet]] = {"rules": RulesSheet, "session": SessionSheet}
    parts = {
        part: {k: v for k, v in options.items() if k in sheet.model_fields} for part, sheet in sheets.items()
    }
    known = [*Options.model_fields, *RulesSheet.model_fields, *SessionSheet.model_fields]
    for k in options:
        if k not in known:
            near = did_you_mean(k, known)
            raise InvalidConfig(f"'{k}' is not an option{near or '; the options are ' + ', '.join(known)}.")
    try:
        chosen = strictly(Options, own)
        edition = parts["session"].get("edition", scenario.session.edition)
        pace = scenario.session.older if edition == "older" else None
        if pace is not None or any(parts.values()):
            data = scenario.model_dump(exclude_unset=False)
            if pace is not None:
                data["session"] |= {**pace.model_dump(exclude_none=True), "older": None}
            for part, values in parts.items():
                data[part] = {**data[part], **values}
            scenario = strictly(Scenario, data)
    except ValidationError as error:
        raise InvalidConfig(one_sentence(error, "Options", field_names(abilities.Sheet))) from None
    slots = chosen.max_pilots or len(scenario.pilots)
    if slots < len(scenario.pilots):
        raise InvalidConfig(f"max_pilots is {slots}, but the scenario has {len(scenario.pilots)} Pilots.")
    return Options(reward=chosen.reward, max_pilots=slots), scenario


def write_cfg(sheet: Scenario, own: Options, state: conflict.ConflictState) -> None:
    """Write a game's configuration where most games have it: into the field ``cfg``."""
    writer.write_config(sheet, own, state.cfg)


def make_setup(
    game: Game,
    scenario: str | Mapping[str, Any],
    options: Mapping[str, Any],
    name: str = CUSTOM,
    write: Callable[[Scenario, Options, Any], None] = write_cfg,
    choose: Callable[[Game, Scenario], Game] = lambda game, sheet: game,
) -> Setup:
    """Return a FUSION game's setup from a scenario and options; ``write`` puts them into a state of what is chosen."""
    name, sheet = load_scenario(scenario, name)
    own, sheet = read_options(sheet, options)
    game = choose(game, sheet)
    refuse_foreign(game, sheet, options)
    config = drop_foreign(game, sheet.model_dump())
    sheet = Scenario.model_validate(config)
    template = game.state.blank()
    write(sheet, own, row(template))
    seats = ("coach_0", *(f"pilot_{k}" for k in range(len(sheet.pilots))))
    roles = ("coach", *("pilot" for _ in sheet.pilots))
    slots = own.max_pilots or len(sheet.pilots)
    options = {name: value for name, value in own.model_dump().items() if _reads(game, name)}
    counts, book, alike = {obs.PILOT: slots}, writer.write_book(sheet), sheet.rules.share_hands
    people = _people(seats, [tr(pilot.name) for pilot in sheet.pilots])
    return Setup(
        game, name, seats, roles, template, config, options, counts, book, people=people, knows_alike=alike
    )


def _people(seats: tuple[str, ...], pilots: list[str]) -> tuple[str, ...]:
    """Return what people read for the seats: the Pilots' names, with the seat's where two have the same."""
    names = [tr("Coach"), *pilots]
    return tuple(
        f"{name} ({seat})" if names.count(name) > 1 else name for name, seat in zip(names, seats, strict=True)
    )
