"""Writes a scenario's sheets into what the rules read: the configuration record and the book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from throwdown.envs.core.cards import NONE, RANKS, SUITS
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.events import MAX_CONTENT
from throwdown.envs.fusion.sheets import playbooks
from throwdown.envs.fusion.sheets.abilities import (
    AbilitySheet,
    ActionSheet,
    CostSheet,
    Effect,
    TechSheet,
    parse,
)
from throwdown.envs.fusion.world import book, order, state
from throwdown.envs.fusion.world.cards import BLACK_JOKER, RED_JOKER, words_of
from throwdown.envs.fusion.world.terms import COACH, Commitment, Faction, Location

if TYPE_CHECKING:
    from throwdown.envs.fusion.sheets.scenario import DeckSheet, Options, RulesSheet, Scenario

_NOTHING = CostSheet()


class Ability(NamedTuple):
    """One row of the book, with its name as data has it, and as people read it inside a sentence."""

    id: int
    name: str
    title: str
    effects: list[Effect]
    family: int = book.Family.NONE
    per: int = book.Per.CONFLICT
    cost: CostSheet = _NOTHING
    tarry: int = 0
    immediate: bool = False
    in_rumble: bool = False


def _of(id: int, sheet: AbilitySheet, family: int = book.Family.NONE, per: str = "conflict") -> Ability:
    """Return the row of an ability's sheet; ``per`` counts where the sheet does not say."""
    cost = _NOTHING
    if isinstance(sheet, ActionSheet):
        cost, per = sheet.cost, sheet.per
    if isinstance(sheet, TechSheet):
        family = book.Family.of(sheet.family)
    title, effects, rumbles = tr(sheet.name), sheet.parsed(), sheet.in_a_rumble
    return Ability(
        id, sheet.name, title, effects, family, book.Per.of(per), cost, sheet.tarry, sheet.immediate, rumbles
    )


def row_of(sheet: AbilitySheet, per: str = "conflict") -> Ability:
    """Return what an ability's sheet says; ``per`` counts where it does not say how often."""
    return _of(0, sheet, per=per)


def _of_gear(page: int, g: int, gear: playbooks.GearSheet) -> Iterator[Ability]:
    activate = [f"+Draw:Self({gear.draw})"] if gear.draw else gear.activate
    sorts = (
        (book.Page.ACTIVATE, "activate", tr("activate {gear}", gear=tr(gear.name)), activate),
        (book.Page.SACRIFICE, "sacrifice", tr("sacrifice {gear}", gear=tr(gear.name)), gear.sacrifice),
    )
    for place, verb, title, effects in sorts:
        if effects:
            read = [parse(text) for text in effects]
            name = f"{verb} {gear.name}"
            yield Ability(page + place + g, name, title, read, immediate=gear.immediate, in_rumble=True)


def _of_robo(page: int, robo: playbooks.RoboSheet) -> Iterator[Ability]:
    for k, tech in enumerate(robo.techs):
        yield _of(page + book.Page.ROBO_TECHS + k, tech, book.Family.ROBO)
    if not robo.present:  # then it cannot be summoned (TS-32)
        name, title = f"summon {robo.name}", tr("summon {robo}", robo=tr(robo.name))
        yield Ability(page + book.Page.SUMMON, name, title, [parse(text) for text in robo.summon])


def _of_threat(t: int, threat: playbooks.ThreatSheet) -> Iterator[Ability]:
    first = book.THREAT_PAGES + t * book.THREAT_PAGE
    for k, wave in enumerate(threat.waves):
        yield _of(first + k, wave, per="turn")
    for k, storm in enumerate(threat.storms):
        yield _of(first + book.MAX_WAVES + k, storm, per="turn")


def all_threats(scenario: Scenario) -> list[playbooks.ThreatSheet]:
    """Return the Threats by slot, those that Factions may turn into last."""
    return scenario.threats + [f.threat for f in scenario.factions if f.threat is not None]


def abilities(scenario: Scenario) -> Iterator[Ability]:
    """Give every ability that a scenario defines."""
    for k, event in enumerate(scenario.escalation):
        yield _of(book.CoachPage.EVENTS + k, event, per="scenario")
    for k, boon in enumerate(scenario.location.boons if scenario.location else []):
        yield _of(book.CoachPage.BOONS + k, boon)
    for p, pilot in enumerate(scenario.pilots, start=1):
        page = p * book.PAGE
        for k, tech in enumerate(pilot.techs):
            yield _of(page + book.Page.TECHS + k, tech)
        for g, gear in enumerate(pilot.gear):
            yield from _of_gear(page, g, gear)
        if pilot.robo is not None:
            yield from _of_robo(page, pilot.robo)
        for k, charge_tech in enumerate(scenario.charge_techs):
            yield _of(page + book.Page.CHARGE_TECHS + k, charge_tech, book.Family.CHARGE)
    for t, threat in enumerate(all_threats(scenario)):
        yield from _of_threat(t, threat)
    for i, position in enumerate(scenario.positions):
        yield _of(book.POSITION_PAGE + i, position.tech)


def resource_names(scenario: Scenario) -> list[str]:
    """Return the names of the team's Resources, in the order of their indices."""
    return [] if scenario.resources is None else list(scenario.resources.named())


def write_book(scenario: Scenario) -> np.ndarray:
    """Return the book of a scenario: int16, shape (`events.MAX_CONTENT`,)."""
    rows = np.zeros(MAX_CONTENT, np.int16)
    resources = resource_names(scenario)
    for ability in abilities(scenario):
        row, cost = rows[ability.id * book.ROW : (ability.id + 1) * book.ROW], ability.cost
        row[book.Ability.EXISTS], row[book.Ability.FAMILY], row[book.Ability.PER] = (
            1,
            ability.family,
            ability.per,
        )
        row[book.Ability.CHARGES], row[book.Ability.CARDS] = cost.charges, cost.cards
        row[book.Ability.CARD_CLASS] = book.CardClass.of(cost.card) if cost.cards else book.CardClass.NONE
        if cost.resource:
            row[book.Ability.RESOURCE], row[book.Ability.POINTS] = (
                resources.index(cost.resource) + 1,
                cost.points,
            )
        row[book.Ability.TARRY], row[book.Ability.COUNT] = ability.tarry, len(ability.effects)
        row[book.Ability.FLAGS] = book.IMMEDIATE * ability.immediate + book.IN_RUMBLE * ability.in_rumble
        for i, effect in enumerate(ability.effects):
            place = book.Ability.EFFECTS + i * book.EFFECT
            row[place : place + book.EFFECT] = effect
    return rows


def _faces(deck: DeckSheet, separate: bool) -> np.ndarray:
    """Return the cards of Coach's and the Pilots' deck: int64, shape (2, 2)."""
    faces = [RANKS.index(r) * 4 + SUITS.index(s) for r in deck.ranks for s in deck.suits]
    jokers = [RED_JOKER, BLACK_JOKER, RED_JOKER, BLACK_JOKER][: deck.jokers]
    if separate:
        return np.stack([words_of(faces + jokers[d::2]) for d in range(2)])
    return np.stack([words_of(faces * deck.copies + jokers), np.zeros(2, np.int64)])


def _seat(name: str) -> int:
    """Return the seat of ``coach_0`` or ``pilot_2``; -1 for ``random``."""
    return {"random": -1, "coach_0": COACH}[name] if "pilot_" not in name else int(name.split("_")[1]) + 1


def _write_pilot(p: int, sheet: playbooks.PilotSheet, cfg: state.Config) -> None:
    for k, name in enumerate(Commitment.labels()):
        cfg.commitment_max[p, k] = getattr(sheet, name)
        cfg.commitment[p, k] = getattr(sheet, name) - sheet.lowered.get(name, 0)  # type: ignore[call-overload]
    cfg.charge_max[p], cfg.charges[p] = sheet.charge_max, sheet.charges
    cfg.buffer_max[p] = sheet.buffer_max
    cfg.buffers[p] = sheet.buffer_max if sheet.buffers is None else sheet.buffers
    cfg.hand_max[p] = sheet.hand_max
    cfg.specialty[p] = playbooks.SPECIALTIES.index(sheet.specialty)
    cfg.tech_assists[p], cfg.buffers_for_all[p] = sheet.tech_assists, sheet.buffers_for_all
    cfg.gear[p] = (1 << len(sheet.gear)) - 1
    for g, gear in enumerate(sheet.gear):
        cfg.gear_hand[p, g], cfg.gear_strike[p, g] = gear.hand_max, gear.strike
        cfg.gear_bonus[p, g] = gear.bonus_draw
    if sheet.robo is not None:
        cfg.endurance[p], cfg.rider[p] = sheet.robo.endurance, sheet.robo.rider
        cfg.robo_present[p], cfg.trauma_shift[p] = sheet.robo.present, sheet.robo.trauma_shift


def _write_threat(t: int, threat: playbooks.ThreatSheet, dormant: bool, cfg: state.Config) -> None:
    """Write a Threat; one that a Faction may turn into has nothing until then."""
    cfg.rating_max[t], cfg.threat_buffer_max[t] = threat.rating, threat.buffer_max
    cfg.giant[t], cfg.strike_bonus[t] = threat.giant, threat.strike_bonus
    cfg.unbound[t], cfg.from_hand[t] = threat.unbound, threat.initiative_from_hand
    if not dormant:
        cfg.rating[t] = threat.rating - threat.lowered
        cfg.threat_buffers[t] = threat.buffer_max if threat.buffers is None else threat.buffers
        cfg.invested[t], cfg.extra[t] = threat.invested, threat.extra


def _write_table(scenario: Scenario, cfg: state.Config) -> None:
    """Write the Factions, Resources, the Location and the Crisis."""
    slot = len(scenario.threats)
    cfg.faction_threat[:] = NONE
    for f, faction in enumerate(scenario.factions):
        cfg.faction_state[f] = Faction.IN_PLAY if faction.revealed else Faction.HIDDEN
        cfg.faction_strikes[f], cfg.favor_coach[f] = faction.strikes, faction.controller == "coach"
        cfg.favor[f], cfg.favor_max[f] = faction.favor, faction.favor_max
        if faction.threat is not None:
            cfg.faction_threat[f] = slot
            slot += 1
    resources = [] if scenario.resources is None else list(scenario.resources.named().values())
    for r, resource in enumerate(resources):
        cfg.resource[r], cfg.resource_max[r] = resource.value, resource.max
    cfg.factions, cfg.resources = len(scenario.factions), len(resources)
    cfg.positions = len(scenario.positions)
    cfg.location = Location.NONE if scenario.location is None else Location.of(scenario.location.state)
    crisis = scenario.crisis
    cfg.crisis, cfg.crisis_per_omen, cfg.crisis_gate = crisis.tier, crisis.per_omen, crisis.gate
    cfg.gate_giant, cfg.crisis_loss = crisis.needs_giant, crisis.loss


def _write_rules(rules: RulesSheet, cfg: state.Config) -> None:
    cfg.order = order.order_index(order.Ace.of(rules.ace), int(rules.two_beats_ace))
    cfg.strict_block = rules.block == "higher"
    cfg.clip_schism = rules.schism == "clipped"
    cfg.reshuffle = ["no-cards", "reshuffle", "stop"].index(rules.deck_out)
    cfg.jokers_return = rules.jokers_return == "at-once"
    cfg.decks = 2 if rules.decks == "separate" else 1
    cfg.reference = order.Reference.of(rules.escalate_reference)
    cfg.call_off_ties = rules.initiative_tie == "call-off"
    cfg.share_hands, cfg.final_step = rules.share_hands, rules.discard_and_draw
    cfg.invest_leftovers = rules.coach_leftovers == "invest"
    cfg.rout = ["off", "any-balance", "all-balances"].index(rules.rout)
    cfg.rumble_from = rules.rumble_from == "any"
    cfg.rumble_charges = ["harmony", "sum", "none"].index(rules.rumble_charges)
    cfg.unstrike = rules.favor_removes_strikes
    cfg.pvp = ["off", "plain", "grave"].index(rules.pvp)
    cfg.assist_strike[1:] = rules.strike_assist
    cfg.challenger = _seat(rules.challenger)
    cfg.started_by = ["coach", "pilots", "random", "challenger"].index(rules.started_by)
    cfg.fights_for = ["self", "team", "random", "vote"].index(rules.fights_for)
    cfg.choose_threats = rules.threats == "chosen"
    cfg.edition = rules.gambit_edition != "older"
    cfg.acting = _seat(rules.gambit_pilot)
    cfg.specialty_involved = ["no", "yes", "random", "claim"].index(rules.specialty_involved)
    cfg.goal = ["small", "great", "random"].index(rules.gambit_goal)
    cfg.narrative = rules.narrative == "allowed"


def _write_assists(scenario: Scenario, cfg: state.Config) -> None:
    """Write which abilities of each Pilot's page there are, and whether Coach has any."""
    for ability in abilities(scenario):
        page, k = divmod(ability.id, book.PAGE)
        if 0 < page <= len(scenario.pilots) and ability.id < book.THREAT_PAGES:
            cfg.assists[page] |= 1 << k
    threats = all_threats(scenario)
    cfg.coach_assists = bool(scenario.escalation) or any(t.waves or t.storms for t in threats)


def write_config(scenario: Scenario, options: Options, cfg: state.Config) -> None:
    """Write a scenario into a `state.Config`."""
    cfg.faces[:] = _faces(scenario.deck, scenario.rules.decks == "separate")
    cfg.weights[:] = list(scenario.stakes.model_dump().values())
    cfg.hand_max[COACH] = scenario.coach.hand_max
    for p, pilot in enumerate(scenario.pilots, start=1):
        _write_pilot(p, pilot, cfg)
    threats = all_threats(scenario)
    for t, threat in enumerate(threats):
        _write_threat(t, threat, t >= len(scenario.threats), cfg)
    cfg.pilots, cfg.threats = len(scenario.pilots), len(threats)
    cfg.slots, cfg.harmony = options.max_pilots or len(scenario.pilots), scenario.harmony
    cfg.reward = ["win", "score", "stakes"].index(options.reward)
    cfg.stacks = True
    _write_table(scenario, cfg)
    _write_rules(scenario.rules, cfg)
    _write_assists(scenario, cfg)
