"""What may be looked up: the words of the rules, and what a scenario brings along."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.kit import Entry, Setup
from throwdown.envs.skirmish.sheets import library
from throwdown.envs.skirmish.words import effects, names

WORDS = {
    "MC": "A character of the players; each has a hand of its own, all draw from one deck (SKA-01).",
    "CPU": "Who runs the mobs, with one hand for all of them (SKA-01).",
    "process": "Anything on the map: MCs, mobs, bosses.",
    "mob": "A process of the CPU; it moves by Auto steps, and only when a card activates it (SK-64, SK-65).",
    "boss": "A process of the CPU with Move points and an Interrupt; with one on the map the CPU may lay its "
    "whole hand, and the boss takes further turns when all others have acted (SK-20).",
    "Garbage Collector": "Passes between fights unless the CPU chains them: HP back to MaxHP, statuses gone, "
    "Team Hands discarded (SK-93, SK-94, SKA-48).",
    "Draw": "The hand to which one reloads. The CPU's is the number of MCs and of areas they stand in "
    "(SK-22).",
    "reload": "Draw up to Draw; nothing is discarded (SKA-03).",
    "Reload: Round": "A reload takes the whole round (SK-89).",
    "Reload: Out": "Free at once when the last card is gone; a round may be spent on it, too (SK-90).",
    "Reload: Turn": "A reload takes one play (SK-91); a boss's takes its turn (SK-92).",
    "count": "Cards come from Two up to King, an Ace first or last, turns without a card at the end; MCs "
    "come before the CPU (SK-12, SK-14, SK-17, SKA-09).",
    "Joker": "Laid, it is any rank that its owner says; in a Team Hand it is wild again (SK-15, SKA-11).",
    "Accuracy": "A card below it misses; lower is better, and a raise takes 1 off (SK-34, SKA-12).",
    "Evade": "A card that reaches it is dodged; lower is better (SK-35, SKA-12).",
    "Connect": "What Accuracy is to attacks, for hacks (SKA-40).",
    "Resist": "What Evade is to attacks, for hacks (SKA-40).",
    "Ace": "Always hits, at double damage (SK-37).",
    "Damage": "HP that a hit takes (SK-36). Raises come first, then doubling, then Armored (SKA-38).",
    "raise": "A step better: a quarter more HP or Damage, rounded up; 1 off Accuracy, Evade, Connect, Resist "
    "(SKA-12, SKA-13).",
    "cut": "Three quarters, rounded down (SKA-13).",
    "Armored": "Halves what attacks and Interrupts take, rounded up (SKA-37, SKO-39).",
    "Range": "How many steps along open paths a shot may go; 0 is the own area (SK-38, SK-39).",
    "Line of Sight": "A shot goes straight, or bends once by less than 90 degrees; a link on the map sets "
    "that aside (SK-40 to SK-44).",
    "Move points": "Move is gained in the first turn of a round, Max Move is the most that is kept (SK-26, "
    "SK-27). Three pay for a card or another loadout at any time (SK-61, SK-62).",
    "Auto": "Steps of a mob in its turn, whatever they cost (SK-64, SKO-17).",
    "walk": "Any number of steps, up to an area where an enemy stands; an attack opens the way again "
    "(SK-60, SKO-16).",
    "push": "A forced step, chosen by who pushes (SKA-41).",
    "Falling": "Who comes into such an area leaves it at once by a one-way path and loses four cuts of MaxHP "
    "(SK-96, SK-98).",
    "Flying": "Falling areas are ordinary ground, three points a step (SK-99).",
    "Interrupt": "A special action that a full meter allows, in many cases in the turns of others (SK-47, "
    "SK-51).",
    "meter": "Ten charges make an Interrupt ready; using it takes all of them (SK-51, SK-55, SK-56).",
    "loadout": "What an MC fights with: Range, Damage, and sometimes another Accuracy or Connect (SK-62).",
    "bonus action": "Something extra in an own turn, once a round (SK-30).",
    "hack": "Goes with an attack, on the same card: inflicts a status if it reaches Connect and stays below "
    "Resist (SK-46, SKO-33).",
    "Lag": "An MC's cards come one place later; a mob is activated after those who do not Lag (SKO-34).",
    "Exposed": "Evade is 2 higher, so more cards hit.",
    "Jammed": "Accuracy is 2 higher, so fewer cards hit.",
    "Leak": "Costs HP at the start of each own turn (SKO-35).",
    "Team Hand": "Cards given after attacks, one a round for each; rows of the chart bring Boots and Uptimes "
    "(SK-66 to SK-68).",
    "Boot": "What a new row brings at once, or to the next turn of the side (SK-67, SK-85).",
    "Uptime": "What a row brings as long as the Team Hand lasts; those of one hand add up (SK-68, SK-86).",
    "window": "A chance to pay Move points or to interrupt before a turn of the others (SKO-11).",
}


def glossary(setup: Setup | None) -> list[Entry]:
    """Return what may be looked up: words, the chart, and what a setup (None: the library) defines."""
    found = [Entry(name, "word", text) for name, text in WORDS.items()]
    for k in range(1, len(names.CHART)):
        text = f"Boot: {names.BOOTS[k]}. Uptime: {names.UPTIMES[k]}."
        found.append(Entry(names.CHART[k], "Team Hand", text))
    if setup is None:
        classes, mobs, what = (
            list(library.LIBRARY.shelf(kind).values()) for kind in ("classes", "mobs", "interrupts")
        )
        fighters = [library.resolve({"mcs": [dict(x) for x in classes]}, "the library")["mcs"]]
        fighters.append([dict(x) for x in mobs])
        interrupts = [{"cards": 0, "fit": "any", "amount": 0, **x} for x in what]
    else:
        fighters = [list(setup.config["mcs"]), [m for fight in setup.config["fights"] for m in fight["mobs"]]]
        interrupts = names.interrupts(setup)
    for kind, sheets in zip(("class", "mob"), fighters):
        seen = {str(x["name"]): x for x in sheets}
        found += [Entry(name, "boss" if x.get("boss") else kind, fighter_text(x)) for name, x in seen.items()]
    found += [Entry(x["name"], "Interrupt", effects.interrupt(x)) for x in interrupts]
    return found


def fighter_text(x: dict[str, Any]) -> str:
    """Return what a class or a mob is like."""
    parts = [f"{x['hp']} HP, Accuracy {x['accuracy']}, Evade {x['evade']}, Resist {x['resist']}"]
    if x.get("connect"):
        parts.append(f"Connect {x['connect']}")
    if x.get("most"):
        parts.append(f"Move {x['move']} up to {x['most']}")
    else:
        parts.append(f"Auto {x.get('auto', 0)}")
    if x.get("draw"):
        parts.append(
            f"Draw {x['draw']}, {names.count(x.get('plays', 1), 'play')}, Reload: {x['reload'].title()}"
        )
    parts += [word for word in ("Flying", "Armored") if x.get(word.lower())]
    loadouts = ", ".join(
        f"{own['name']} (Range {own['range']}, Damage {own['damage']})" for own in x["loadouts"]
    )
    text = f"{', '.join(parts)}; {loadouts}."
    if meter := x.get("meter"):
        if meter.get("charge", "none") != "none":
            text += f" Its meter begins at {meter['start']} and gains {meter['gain']} by "
            text += f"{effects.CHARGES[meter['charge']]}."
    for own in x.get("bonus", ()):
        text += f" {own['name']}: {effects.bonus(own)}."
    return text


def summary(setup: Setup) -> str:
    """Return what a scenario is made of in a few words."""
    config = setup.config
    mcs = names.listed([mc["name"] for mc in config["mcs"]])
    fights = []
    for fight in config["fights"]:
        mobs = [mob["name"] for mob in fight["mobs"]]
        kinds = dict.fromkeys(mobs)
        fights.append(names.listed([names.plural(mobs.count(x), x) for x in kinds]))
    return f"{mcs} against {', then '.join(fights)}, at {config['map']['name']}"
