"""What scenarios and the library define, as what may be looked up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from throwdown.envs.core.kit import Entry, Setup, plural, tr
from throwdown.envs.core.scenarios import scenario_names
from throwdown.envs.fusion.sheets import abilities, library, playbooks, writer
from throwdown.envs.fusion.sheets.scenario import Scenario
from throwdown.envs.fusion.words import names, powers
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.terms import Commitment, Location


def _told(ability: writer.Ability, firer: abilities.Firer, extra: str = "") -> str:
    """Return the cost, the effect and the limit of an ability in sentences."""
    price, often = powers.cost_text(ability) or extra, powers.OFTEN[ability.per]
    clauses = [names.first_upper(powers.effects_text(ability.effects, firer))]
    if price:
        clauses.append(tr("costs {price}", price=price))
    if ability.in_rumble and firer == "pilot":
        often = tr("{often}, also in a Rumble", often=often)
    return tr("{clauses}.", clauses=tr("; ").join((*clauses, often)))


def _with(text: str, *more: str) -> str:
    return " ".join(part for part in (tr(text), *more) if part)


def _listed(names: Iterable[str]) -> str:
    return tr(", ").join(map(tr, names))


def _pilot_text(sheet: playbooks.PilotSheet) -> str:
    """Return a Pilot's playbook in sentences."""
    points = [f"{name} {getattr(sheet, Commitment(k).label)}" for k, name in names.COMMITMENTS.items()]
    parts = [
        tr(
            "{commitments}; Charges up to {charges}, Buffers {buffers}, Hand {hand}.",
            commitments=tr(", ").join(points),
            charges=sheet.charge_max,
            buffers=sheet.buffer_max,
            hand=sheet.hand_max,
        )
    ]
    if sheet.specialty != "none":
        parts.append(tr("Specialty {effect}.", effect=names.EFFECT_NAMES[book.Kind.of(sheet.specialty)]))
    if sheet.techs:
        parts.append(tr("Techs: {names}.", names=_listed(tech.name for tech in sheet.techs)))
    if sheet.gear:
        parts.append(tr("Gear: {names}.", names=_listed(gear.name for gear in sheet.gear)))
    if sheet.robo:
        parts.append(tr("Robo: {name}.", name=tr(sheet.robo.name)))
    return _with(sheet.text, *parts)


def _pilot_entries(sheet: playbooks.PilotSheet, key: str) -> Iterator[Entry]:
    pilot = tr(sheet.name)
    yield Entry(pilot, tr("Pilot"), _pilot_text(sheet), key)
    for tech in sheet.techs:
        told = _with(tech.text, _told(writer.row_of(tech), "pilot"))
        yield Entry(tr(tech.name), tr("Tech of {pilot}", pilot=pilot), told)
    for gear in () if key else sheet.gear:  # in the library it has a shelf of its own
        yield Entry(tr(gear.name), tr("Gear of {pilot}", pilot=pilot), _gear_text(gear))
    if sheet.robo is not None:
        yield Entry(tr(sheet.robo.name), tr("Robo of {pilot}", pilot=pilot), _robo_text(sheet.robo))
        for robo_tech in sheet.robo.techs:
            told = _with(robo_tech.text, _told(writer.row_of(robo_tech), "pilot"))
            yield Entry(tr(robo_tech.name), tr("Robo Tech of {pilot}", pilot=pilot), told)


def _effects(texts: Sequence[str]) -> str:
    return powers.effects_text([abilities.parse(text) for text in texts])


def _gear_text(gear: playbooks.GearSheet) -> str:
    activate = [f"+Draw:Self({gear.draw})"] if gear.draw else gear.activate
    parts, carried = [], []
    if gear.hand_max:
        carried.append(tr("+{n} Hand Max", n=gear.hand_max))
    if gear.strike:
        carried.append(tr("+{n} Strike", n=gear.strike))
    if gear.bonus_draw:
        carried.append(tr("+{n} bonus draw", n=gear.bonus_draw))
    if carried:
        parts.append(tr("Carried: {effects}.", effects=tr(", ").join(carried)))
    if activate:
        parts.append(tr("Activated, once a conflict: {effects}.", effects=_effects(activate)))
    if gear.sacrifice:
        parts.append(tr("Sacrificed, for good: {effects}.", effects=_effects(gear.sacrifice)))
    return _with(gear.text, *parts)


def _robo_text(robo: playbooks.RoboSheet) -> str:
    parts = [tr("Endurance {n}.", n=robo.endurance)]
    if robo.present:
        parts.append(tr("It is here from the start of a conflict."))
    elif robo.summon or robo.rider:
        told = [_effects(robo.summon)] if robo.summon else []
        told += [tr("+{n} Strike", n=robo.rider)] if robo.rider else []
        parts.append(tr("When Summoned: {effects}.", effects=tr(", ").join(told)))
    if robo.trauma_shift:
        parts.append(tr("It may take Trauma in place of its Pilot."))
    return _with(robo.text, *parts)


def _threat_text(sheet: playbooks.ThreatSheet) -> str:
    """Return a Threat in sentences."""
    parts = [tr("Rating {rating}, Buffers {buffers}.", rating=sheet.rating, buffers=sheet.buffer_max)]
    if sheet.giant:
        parts.append(tr("A Big Giant Monster."))
    if sheet.strike_bonus:
        parts.append(tr("+{n} Strike for Coach while it is in play.", n=sheet.strike_bonus))
    if sheet.unbound:
        parts.append(tr("Coach may exceed his Strike while it is in play."))
    if sheet.extra:
        parts.append(
            plural(
                "Coach may play {n} face-up card that is dealt beside it.",
                "Coach may play {n} face-up cards that are dealt beside it.",
                sheet.extra,
            )
        )
    if sheet.waves or sheet.storms:
        attacks = [attack.name for attack in (*sheet.waves, *sheet.storms)]
        parts.append(tr("Waves and Storms: {names}.", names=_listed(attacks)))
    return _with(sheet.text, *parts)


def _threat_entries(sheet: playbooks.ThreatSheet, key: str) -> Iterator[Entry]:
    threat = tr(sheet.name)
    yield Entry(threat, tr("Threat"), _threat_text(sheet), key)
    for kind, price, attacks in (
        (tr("Wave of {threat}", threat=threat), tr("a face card or an Ace"), sheet.waves),
        (tr("Storm of {threat}", threat=threat), tr("an Ace"), sheet.storms),
    ):
        for attack in attacks:
            told = _told(writer.row_of(attack, "turn"), "threat", price)
            yield Entry(tr(attack.name), kind, _with(attack.text, told))


def _faction_entries(sheet: playbooks.FactionSheet, key: str) -> Iterator[Entry]:
    if sheet.controller == "coach":
        stack = plural(
            "A Faction on Coach's side, with {n} card at the start and at most {most}.",
            "A Faction on Coach's side, with {n} cards at the start and at most {most}.",
            sheet.favor,
            most=sheet.favor_max,
        )
    else:
        stack = plural(
            "A Faction on the Pilots' side, with {n} card at the start and at most {most}.",
            "A Faction on the Pilots' side, with {n} cards at the start and at most {most}.",
            sheet.favor,
            most=sheet.favor_max,
        )
    parts = [stack]
    if sheet.strikes:
        parts.append(
            plural("Begins with {n} Strike against it.", "Begins with {n} Strikes against it.", sheet.strikes)
        )
    if sheet.threat:
        parts.append(tr("May turn into the Threat {threat}.", threat=tr(sheet.threat.name)))
    yield Entry(tr(sheet.name), tr("Faction"), _with(sheet.text, *parts), key)
    if sheet.threat:
        yield from _threat_entries(sheet.threat, "")


def _location_entries(sheet: playbooks.LocationSheet, key: str) -> Iterator[Entry]:
    place, state = tr(sheet.name), names.LOCATION_STATES[Location.of(sheet.state)]
    parts = [tr("{state} at the start.", state=names.first_upper(state))]
    if sheet.boons:
        parts.append(tr("Boons: {names}.", names=_listed(boon.name for boon in sheet.boons)))
    yield Entry(place, tr("Location"), _with(sheet.text, *parts), key)
    for boon in sheet.boons:
        told = _with(boon.text, _told(writer.row_of(boon), "pilot"))
        yield Entry(tr(boon.name), tr("boon of {place}", place=place), told)


def _position_entries(sheet: playbooks.PositionSheet, key: str) -> Iterator[Entry]:
    position, tech = tr(sheet.name), tr(sheet.tech.name)
    told = _told(writer.row_of(sheet.tech), "pilot", tr("1 Rumble Charge"))
    yield Entry(position, tr("Position"), tr("Its Rumble Tech is {tech}.", tech=tech), key)
    kind = tr("Rumble Tech of the {position}", position=position)
    yield Entry(tech, kind, _with(sheet.tech.text, told))


def _gear_entries(sheet: playbooks.GearSheet, key: str) -> Iterator[Entry]:
    yield Entry(tr(sheet.name), tr("Gear"), _gear_text(sheet), key)


def _charge_tech_entries(sheet: abilities.ChargeTechSheet, key: str) -> Iterator[Entry]:
    told = _with(sheet.text, _told(writer.row_of(sheet), "pilot"))
    yield Entry(tr(sheet.name), tr("Charge Tech"), told, key)


def _event_entry(sheet: abilities.AbilitySheet, kind: str) -> Entry:
    told = _told(writer.row_of(sheet, "scenario"), "event", tr("1 Omen"))
    return Entry(tr(sheet.name), kind, _with(sheet.text, told))


def of_scenario(setup: Setup) -> list[Entry]:
    """Return what a setup's scenario defines."""
    sheet = Scenario.model_validate(dict(setup.config))
    found: list[Entry] = []
    for pilot in sheet.pilots:
        found += _pilot_entries(pilot, "")
    for threat in sheet.threats:
        found += _threat_entries(threat, "")
    for faction in sheet.factions:
        found += _faction_entries(faction, "")
    if sheet.location is not None:
        found += _location_entries(sheet.location, "")
    for position in sheet.positions:
        found += _position_entries(position, "")
    for tech in sheet.charge_techs:
        found += _charge_tech_entries(tech, "")
    return [*found, *(_event_entry(event, tr("Escalation Event")) for event in sheet.escalation)]


SHELVES: Mapping[str, tuple[type[abilities.Sheet], Any]] = {
    "pilots": (playbooks.PilotSheet, _pilot_entries),
    "threats": (playbooks.ThreatSheet, _threat_entries),
    "gear": (playbooks.GearSheet, _gear_entries),
    "factions": (playbooks.FactionSheet, _faction_entries),
    "positions": (playbooks.PositionSheet, _position_entries),
    "locations": (playbooks.LocationSheet, _location_entries),
    "charge-techs": (abilities.ChargeTechSheet, _charge_tech_entries),
}
"""The sheet and the entries of each file of the library."""
assert tuple(SHELVES) == library.TABLES


def of_library() -> list[Entry]:
    """Return what the library holds, and the Escalation Events of the scenarios that ship."""
    found: list[Entry] = []
    for shelf, (sheet, tell) in SHELVES.items():
        for key in library.table(shelf):
            found += tell(sheet.model_validate(library.entry(shelf, key)), key)
    return [*found, *_event_entries()]


def _event_entries() -> Iterator[Entry]:
    """Give the Escalation Events of the scenarios that ship, which have no shelf of their own."""
    from throwdown.envs.fusion.sheets import setups

    for name in scenario_names(setups.SCENARIO_FOLDER):
        for event in setups.load_scenario(name)[1].escalation:
            yield _event_entry(event, tr("Escalation Event of {scenario}", scenario=name))
