"""What may be looked up: the words of the rules, and what scenarios and the library define."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from throwdown.envs.core.kit import Entry, Setup
from throwdown.envs.fusion.sheets import abilities, library, playbooks, writer
from throwdown.envs.fusion.sheets.scenario import Scenario
from throwdown.envs.fusion.words import names, powers

WORDS = {
    "Ace": (
        "Beats every other card and counts 11; only a Two beats it, and the Ace then counts 1 (CD-15 to "
        "CD-17)."
    ),
    "Assist": (
        "What may be done before the Drive: a Tech, Gear, the Robo, a boon; of Coach a Wave, a Storm, an "
        "Omen. Each Pilot Assists once a turn (TS-48, TS-76, TS-77)."
    ),
    "Beat-Back": (
        "Pile edition: a card of the top card's rank and no lower suit; both go face-down under the Pile, "
        "and what lay beneath leads again (TP-60, TP-61)."
    ),
    "Block": (
        "Discard the top card of the Pile together with a card of the same rank and no lower suit; your "
        "side's card before it leads again. A Blocked Escalate is undone (TS-60, TS-61)."
    ),
    "Boon": "What a Location offers to Pilots until it is Razed; it commonly costs time, Tarry (SY-15, SY-16).",
    "Buffer": (
        "A token that prevents one point of damage when it is spent. Pilots and Threats have a few; "
        "Fortify brings them back (ME-23, ME-71, SY-25)."
    ),
    "Burn": "The whole Hand is discarded (ME-15).",
    "Charge": (
        "What Techs are paid with; each Pilot has a gauge of them. A Resonant play, a Joker and Chargeup "
        "fill it, a Purge empties it (ME-17, TS-09, SY-24)."
    ),
    "Chargeup": "Adds Charges to a Pilot's gauge; what does not fit is lost (ME-17, ME-18).",
    "Coach": (
        "Who plays the opposition: all Threats together. His Strike is a hard limit, and comes from their "
        "Ratings (TS-14, SY-26)."
    ),
    "Commander": (
        "Whoever laid a side's initiative card. She Drives, draws the bonus cards, and alone can Concede "
        "(TS-24, TS-25)."
    ),
    "Commitment": (
        "A Pilot's four values: Steel, Flesh, Synch and Solo. Trauma lowers them, Recover raises them "
        "again; with all of them at 0 she is in Crisis (ME-31, ME-66, ME-68)."
    ),
    "Concede": (
        "Give up the stage and the Throwdown: the other side scores the stage and wins. Whoever can do "
        "nothing else must (TS-68, TS-70)."
    ),
    "Counter": "Lay a card of a higher rank than the top card of the Pile (TS-58).",
    "Crisis": (
        "The tier says how bad things are; it rises with Spent Omens and opens Coach's way into a Rumble "
        "(SY-31). A Pilot whose Commitments are all 0 is in a Crisis of her own, which lowers their "
        "maxima (ME-68, SY-32)."
    ),
    "Disfavor": (
        "A Strike against a Faction; a point of the Fan Club prevents it, and the third ends the Faction "
        "(ME-50 to ME-52)."
    ),
    "Dissonant": (
        "A play that lies further above the top card than one's Strike. It counts, but the team suffers "
        "Schism by the number of the stage; Coach may not do it at all (TS-10, TS-11, TS-14)."
    ),
    "Drive": "What ends a side's turn: Counter, Block, Escalate, Initiate Rumble or Concede (TS-48, TS-56).",
    "Endurance": "What a Robo has instead of Commitments. At 0 its Pilot is out of the Rumble (TS-93, TS-94).",
    "Escalate": "Let the other side score the present stage and open the next one with a card of yours (TS-64).",
    "Escalation Event": "What the scenario holds ready for Coach: one happens for every Omen that he Spends (SY-29).",
    "Faction": (
        "An outside power. The top card of its stack, face-up, is its side's to play; Favor adds cards, "
        "three Strikes end it (SY-01, SY-03, SY-04)."
    ),
    "Fan Club": "A Resource: a point prevents a Strike against a Faction (SY-19).",
    "Favor": "A card of the Hand goes to a Faction's stack, or a Strike is taken off it (ME-20, ME-21).",
    "Final Form": (
        "What the Pilots' Robos become in a Rumble: each takes a Position, one is the Head. It has "
        "Buffers, Charges and a Strike of its own, by Harmony (TS-89, TS-90, TS-95, TS-99)."
    ),
    "Flesh": "A Commitment: her Strike in a Throwdown that Coach began.",
    "Fold": "Pile edition: leave the Throwdown for good (TP-64).",
    "Fortify": "A spent Buffer returns (ME-23).",
    "FUSION!": (
        "Pile edition: Pilots join into a Lesser Fusion, which shares Hands, Charges and Techs, or break "
        "it (TP-77 to TP-79)."
    ),
    "Gambit": "A conflict of two cards: Coach lays the Threshold, the Pilot a card against it (GA-03).",
    "Gear": (
        "Things that a Pilot carries. A piece is activated, once a conflict, or sacrificed for good "
        "(TS-87, SY-06)."
    ),
    "Hand Max": "How many cards somebody holds after a conflict: more are discarded, fewer are drawn (TS-128).",
    "Harmony": (
        "How well the team holds together, 1 Red to 7 Violet. It is how many Pilots may be involved, and "
        "the Final Form's Strike, Buffers and draw. Schism lowers it, Rally raises it; in Red, Schism "
        "hurts everybody instead (ME-25, ME-61 to ME-63, SY-20, SY-21)."
    ),
    "Head": (
        "The Position that leads the Final Form: she draws, assigns its damage, and falls with it (TS-93, "
        "TS-99)."
    ),
    "Initiative": (
        "Both sides lay a card face-down; the higher one, by rank, then suit, opens stage 1, and the "
        "other side takes the first turn (TS-41, TS-47)."
    ),
    "Invoke": "Pile edition: take a Faction's face-up card into the Hand (TP-80).",
    "Joker": (
        "Comes out of the deck as an Active Omen when it reaches the top; every Pilot then gains a Charge "
        "(CD-24 to CD-26)."
    ),
    "Lesson": "What a Pilot may record after a Gambit (SY-36).",
    "Location": (
        "Where it happens: Standing, Damaged or Razed. It offers boons; Ruin wears it down, Rebuild mends "
        "it (SY-15, SY-16)."
    ),
    "Monster": (
        "A Big Giant Monster: a Threat that in a Rumble makes Waves and Storms cheaper, and Coach's "
        "Escalates ruin the Location (TS-84, TS-97)."
    ),
    "Omen": (
        "A Joker that has surfaced. Coach Spends an Active Omen for an Escalation Event; four Spent ones "
        "go back into the deck (SY-28 to SY-30)."
    ),
    "Payload": (
        "Pile edition: the damage that has been collected for a side, which lands at the end (ME-47, TP-91)."
    ),
    "Pile": "The cards that have been played in a stage; the top one is to be beaten (TS-58).",
    "Pilot": "One of the heroes, with a playbook of her own.",
    "Pit Crew": "A Resource: a point brings a Robo in (SY-18, TS-85).",
    "Position": "A place in the Final Form, with a Rumble Tech (TS-80, TS-99).",
    "Purge": "A Pilot loses all Charges; a Buffer prevents it (ME-54, ME-55).",
    "Push": "Pile edition: lay a card that beats the top one, whoever laid that (TP-71, TP-73).",
    "Rally": "Harmony rises; at 7 every Pilot gains a Charge instead (ME-25, ME-26).",
    "Rating": "How strong a Threat is: its health, and what Coach's Strike and draws come from (SY-26).",
    "Rebuild": "A Damaged Location stands again (ME-28).",
    "Recharge": "Pile edition: discard a card for Charges by its suit (TP-82).",
    "Recover": "A lowered Commitment, or a Threat's Rating, rises (ME-31).",
    "Replenish": "A Resource of the team rises (ME-34).",
    "Resonant": (
        "A play exactly 1 above the top card and within Strike: it gives the Pilot a Charge (TS-08, TS-09)."
    ),
    "Resource": "What the team shares and spends by points, such as the Pit Crew and the Fan Club (SY-17).",
    "Rider Bonus": "What a Summoned Robo adds to its Pilot's Strike (SY-10, TS-85).",
    "Robo": (
        "A Pilot's machine. It may have to be Summoned, has Techs and Endurance, and joins the Final Form "
        "(SY-09, SY-10)."
    ),
    "Ruin": "The Location goes down a step, from Standing to Damaged to Razed (ME-57, ME-58).",
    "Rumble": "Up to four more stages in which the Pilots' Robos fight as the Final Form (TS-71, TS-88).",
    "Rumble Tech": "What a Position can do once a Rumble, for a Charge of the Final Form (TS-80, TS-81).",
    "Rout": "A Pilots' Commander with a Commitment at 0 is out of the conflict: her side must Concede (TS-129).",
    "Sacrifice": "Destroy a piece of Gear for its stronger effect (TS-87).",
    "Schism": (
        "Harmony falls by a point; a Buffer of the Pilot who caused it prevents that. In a Rumble it "
        "harms Robos (ME-61, ME-64, ME-73, TS-92)."
    ),
    "Solo": "A Commitment: how many cards the Commander draws when she fights for herself (TS-33).",
    "Specialty": (
        "A kind of help that a Pilot is best at; a Gambit in which it counts has a second consequence "
        "(GA-27)."
    ),
    "Spoil": (
        "What is taken after a Throwdown: the winner one per stage, a loser with more than half the "
        "points one (TS-106 to TS-110)."
    ),
    "Stage": (
        "A round of a Throwdown with a Pile of its own. The stages are worth 1, 2 and 4 points, those of "
        "a Rumble 8 to 64 (TS-52)."
    ),
    "Stakes": "What a challenge is about (TP-19, TP-90).",
    "Steel": "A Commitment: her Strike in a Throwdown that the Pilots began.",
    "Storm": "The strongest thing a Threat can do; it costs Coach an Ace (TS-82).",
    "Strife": "The older word for Schism: Harmony falls (ME-61, ME-73).",
    "Strike": (
        "How far a card may safely lie above the one it beats. Coach may never exceed his (TS-05 to "
        "TS-07, TS-14). A Strike against a Faction is something else: see Disfavor."
    ),
    "Summon": "Bring a Robo in for a point of Pit Crew: its Summon Effect fires, its Rider Bonus counts (TS-85).",
    "Synch": "A Commitment: how many cards the Commander draws when she fights for the team (TS-33).",
    "Tarry": "Time is lost: as many cards as there are Active Omens go from the deck to the Trash (ME-39).",
    "Tech": "Something that a Pilot can do, for Charges or cards (TS-79).",
    "Threat": "What the Pilots are up against. At Rating 0 it is defeated (ME-69, ME-70).",
    "Threshold": "The hidden card that a Pilot has to exceed in a Gambit (GA-07, GA-12).",
    "Throwdown": "A conflict of two sides that lay cards against each other until one Concedes.",
    "Trash": "Where discarded cards lie, face-up; it becomes the deck again when that runs out (OP-01, OP-15).",
    "Trauma": (
        "Lowers a Pilot's Commitment, a Threat's Rating, or in a Rumble a Robo's Endurance (ME-66, ME-69, "
        "TS-93)."
    ),
    "Wave": "Something that a Threat can do; it costs Coach a face card or an Ace (TS-82).",
}
"""The words of the rules, in our own words, with the clauses."""


def glossary(setup: Setup | None) -> list[Entry]:
    """Return the words of the rules, and what a setup's scenario (None: the library) defines."""
    words = [Entry(name, "word", text) for name, text in WORDS.items()]
    return [*words, *(shelf_entries() if setup is None else scenario_entries(setup))]


def summary(setup: Setup) -> str:
    """Return what a scenario is made of: ``Pilots Red and Blue; Threats Tide; Harmony 4 Green``."""
    config = setup.config
    parts = []
    for word in ("pilots", "threats", "factions"):
        found = [str(sheet["name"]) for sheet in config.get(word, ())]
        if found:
            parts.append(
                f"{word.capitalize() if len(found) > 1 else word[:-1].capitalize()} {', '.join(found)}"
            )
    if config.get("location"):
        parts.append(f"Location {names.location_name(setup)}")
    harmony = int(config["harmony"])
    return "; ".join([*parts, f"Harmony {harmony} {names.HARMONY_NAMES[harmony]}"])


def _told(ability: writer.Ability, firer: abilities.Firer, extra: str = "") -> str:
    """Return the cost, the effect and the limit of an ability in sentences."""
    price = powers.cost_text(ability) or extra
    often = f"{powers.OFTEN[ability.per]}" + (
        ", also in a Rumble" if ability.in_rumble and firer == "pilot" else ""
    )
    effect = names.first_upper(powers.effects_text(ability.effects, firer))
    return f"{effect}{'; costs ' + price if price else ''}; {often}."


def _with(text: str, *more: str) -> str:
    return " ".join(part for part in (text, *more) if part)


def _pilot_text(sheet: playbooks.PilotSheet) -> str:
    """Return a Pilot's playbook in sentences."""
    points = ", ".join(
        f"{name.capitalize()} {getattr(sheet, name)}" for name in ("steel", "flesh", "synch", "solo")
    )
    parts = [
        f"{points}; Charges up to {sheet.charge_max}, Buffers {sheet.buffer_max}, Hand {sheet.hand_max}."
    ]
    if sheet.specialty != "none":
        parts.append(f"Specialty {sheet.specialty.capitalize()}.")
    if sheet.techs:
        parts.append(f"Techs: {', '.join(tech.name for tech in sheet.techs)}.")
    if sheet.gear:
        parts.append(f"Gear: {', '.join(gear.name for gear in sheet.gear)}.")
    if sheet.robo:
        parts.append(f"Robo: {sheet.robo.name}.")
    return _with(sheet.text, *parts)


def _pilot_entries(sheet: playbooks.PilotSheet, key: str) -> Iterator[Entry]:
    yield Entry(sheet.name, "Pilot", _pilot_text(sheet), key)
    for tech in sheet.techs:
        yield Entry(tech.name, f"Tech of {sheet.name}", _with(tech.text, _told(writer.row_of(tech), "pilot")))
    for gear in sheet.gear:
        yield Entry(gear.name, f"Gear of {sheet.name}", _gear_text(gear))
    if sheet.robo is not None:
        yield Entry(sheet.robo.name, f"Robo of {sheet.name}", _robo_text(sheet.robo))
        for robo_tech in sheet.robo.techs:
            told = _told(writer.row_of(robo_tech), "pilot")
            yield Entry(robo_tech.name, f"Robo Tech of {sheet.name}", _with(robo_tech.text, told))


def _effects(texts: Sequence[str]) -> str:
    return powers.effects_text([abilities.parse(text) for text in texts])


def _gear_text(gear: playbooks.GearSheet) -> str:
    activate = [f"+Draw:Self({gear.draw})"] if gear.draw else gear.activate
    parts = []
    carried = {"Hand Max": gear.hand_max, "Strike": gear.strike, "bonus draw": gear.bonus_draw}
    if any(carried.values()):
        parts.append(f"Carried: {', '.join(f'+{n} {name}' for name, n in carried.items() if n)}.")
    if activate:
        parts.append(f"Activate, once a conflict: {_effects(activate)}.")
    if gear.sacrifice:
        parts.append(f"Sacrifice, for good: {_effects(gear.sacrifice)}.")
    return _with(gear.text, *parts)


def _robo_text(robo: playbooks.RoboSheet) -> str:
    parts = [f"Endurance {robo.endurance}."]
    if robo.present:
        parts.append("Here from the start of a conflict.")
    elif robo.summon or robo.rider:
        told = ([_effects(robo.summon)] if robo.summon else []) + (
            [f"+{robo.rider} Strike"] if robo.rider else []
        )
        parts.append(f"When Summoned: {', '.join(told)}.")
    if robo.trauma_shift:
        parts.append("It may take Trauma for its Pilot.")
    return _with(robo.text, *parts)


def _threat_entries(sheet: playbooks.ThreatSheet, key: str) -> Iterator[Entry]:
    powers_of = {
        f"+{sheet.strike_bonus} Strike for Coach while it is in play.": sheet.strike_bonus,
        "Coach may exceed his Strike while it is in play.": sheet.unbound,
        f"Face-up beside it, for Coach to play: {names.count(sheet.extra, 'card')}.": sheet.extra,
    }
    attacks = [*sheet.waves, *sheet.storms]
    parts = [f"Rating {sheet.rating}, Buffers {sheet.buffer_max}."]
    parts += ["A Big Giant Monster."] if sheet.giant else []
    parts += [text for text, is_so in powers_of.items() if is_so]
    parts += [f"Waves and Storms: {', '.join(attack.name for attack in attacks)}."] if attacks else []
    yield Entry(sheet.name, "Threat", _with(sheet.text, *parts), key)
    for sort, price, some in (
        ("Wave", "a face card or an Ace", sheet.waves),
        ("Storm", "an Ace", sheet.storms),
    ):
        for attack in some:
            told = _told(writer.row_of(attack, "turn"), "threat", price)
            yield Entry(attack.name, f"{sort} of {sheet.name}", _with(attack.text, told))


def _faction_entries(sheet: playbooks.FactionSheet, key: str) -> Iterator[Entry]:
    side = "Coach's" if sheet.controller == "coach" else "the Pilots'"
    cards = names.count(sheet.favor, "card")
    parts = [f"A Faction of {side} with {cards} at the start, {sheet.favor_max} at most."]
    if sheet.strikes:
        parts.append(f"Begins with {names.count(sheet.strikes, 'Strike')} against it.")
    if sheet.threat:
        parts.append(f"May turn into the Threat {sheet.threat.name}.")
    yield Entry(sheet.name, "Faction", _with(sheet.text, *parts), key)
    if sheet.threat:
        yield from _threat_entries(sheet.threat, "")


def _location_entries(sheet: playbooks.LocationSheet, key: str) -> Iterator[Entry]:
    boons = f"Boons: {', '.join(boon.name for boon in sheet.boons)}." if sheet.boons else ""
    yield Entry(
        sheet.name, "Location", _with(sheet.text, f"{sheet.state.capitalize()} at the start.", boons), key
    )
    for boon in sheet.boons:
        yield Entry(boon.name, f"boon of {sheet.name}", _with(boon.text, _told(writer.row_of(boon), "pilot")))


def _position_entries(sheet: playbooks.PositionSheet, key: str) -> Iterator[Entry]:
    told = _told(writer.row_of(sheet.tech), "pilot", "1 Rumble Charge")
    yield Entry(sheet.name, "Position", f"Its Rumble Tech is {sheet.tech.name}.", key)
    yield Entry(sheet.tech.name, f"Rumble Tech of the {sheet.name}", _with(sheet.tech.text, told))


def _gear_entries(sheet: playbooks.GearSheet, key: str) -> Iterator[Entry]:
    yield Entry(sheet.name, "Gear", _gear_text(sheet), key)


def _charge_tech_entries(sheet: abilities.ChargeTechSheet, key: str) -> Iterator[Entry]:
    yield Entry(sheet.name, "Charge Tech", _with(sheet.text, _told(writer.row_of(sheet), "pilot")), key)


def scenario_entries(setup: Setup) -> list[Entry]:
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
    for event in sheet.escalation:
        told = _told(writer.row_of(event, "scenario"), "event", "1 Omen")
        found.append(Entry(event.name, "Escalation Event", _with(event.text, told)))
    return found


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


def shelf_entries() -> list[Entry]:
    """Return what the library holds, and the Escalation Events of the scenarios that ship."""
    found: list[Entry] = []
    for shelf, (sheet, tell) in SHELVES.items():
        for key in library.table(shelf):
            found += tell(sheet.model_validate(library.entry(shelf, key)), key)
    found = [entry for entry in found if not entry.kind.startswith("Gear of ")]  # it has a shelf of its own
    return [*found, *_event_entries()]


def _event_entries() -> Iterator[Entry]:
    """Give the Escalation Events of the scenarios that ship, which have no shelf of their own."""
    from throwdown.envs.fusion.sheets import setups

    for name in setups.shipped():
        for event in setups.load_scenario(name)[1].escalation:
            told = _told(writer.row_of(event, "scenario"), "event", "1 Omen")
            yield Entry(event.name, f"Escalation Event of {name}", _with(event.text, told))
