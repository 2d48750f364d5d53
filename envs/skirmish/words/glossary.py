"""What may be looked up: the words of the rules, and what a scenario brings along."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.kit import Entry, Setup, plural, tr
from throwdown.envs.skirmish.sheets import library
from throwdown.envs.skirmish.words import effects, names

WORDS = (
    (
        tr("MC"),
        tr("A character of the players. Each has a hand of its own; all draw from one deck (SKA-01)."),
    ),
    (tr("CPU"), tr("The opponent, which runs the mobs with one hand for all of them (SKA-01).")),
    (tr("process"), tr("Any fighter on the map: an MC, a mob or a boss.")),
    (
        tr("mob"),
        tr("A process of the CPU; it moves by Auto steps, and only when a card activates it (SK-64, SK-65)."),
    ),
    (
        tr("boss"),
        tr(
            "A process of the CPU with Move points and an Interrupt. With a boss on the map the CPU may lay "
            "its whole hand, and the boss takes further turns when all other mobs have acted (SK-20)."
        ),
    ),
    (
        tr("Garbage Collector"),
        tr(
            "Passes between fights, unless the CPU chains them: HP return to MaxHP, statuses are removed "
            "and Team Hands are discarded (SK-93, SK-94, SKA-48)."
        ),
    ),
    (
        tr("Draw"),
        tr(
            "The hand size to which a reload draws. The CPU's Draw is the number of MCs plus the number of "
            "areas in which they stand (SK-22)."
        ),
    ),
    (
        tr("reload"),
        tr("Draw cards until the hand has the size given by Draw; nothing is discarded (SKA-03)."),
    ),
    (tr("Reload: Round"), tr("A reload takes the whole round (SK-89).")),
    (
        tr("Reload: Out"),
        tr(
            "Free, as soon as the last card is gone, or as soon as there is a card to draw again; a round "
            "may also be spent on it (SK-90, SKO-10)."
        ),
    ),
    (
        tr("Reload: Turn"),
        tr(
            "A reload takes one play, before or after laying cards (SK-91, SKO-07); that of a boss takes "
            "its turn (SK-92)."
        ),
    ),
    (
        tr("count"),
        tr(
            "The order of turns: cards from Two up to King, an Ace first or last, turns without a card at "
            "the end. With equal cards MCs come before the CPU (SK-12, SK-14, SK-17, SKA-09)."
        ),
    ),
    (
        tr("Joker"),
        tr(
            "When laid, it has any rank that its owner chooses; in a Team Hand it is wild again (SK-15, "
            "SKA-11)."
        ),
    ),
    (
        tr("Accuracy"),
        tr(
            "An attack with a lower card misses; a lower Accuracy is better, and a raise takes 1 off (SK-34, "
            "SKA-12)."
        ),
    ),
    (tr("Evade"), tr("An attack with a card that reaches it is dodged; lower is better (SK-35, SKA-12).")),
    (tr("Connect"), tr("Like Accuracy, but for hacks (SKA-40).")),
    (tr("Resist"), tr("Like Evade, but against hacks (SKA-40).")),
    (tr("Ace"), tr("An attack with it always hits, at double damage (SK-37).")),
    (
        tr("Damage"),
        tr("HP that a hit takes (SK-36). Raises come first, then doubling, then Armored (SKA-38)."),
    ),
    (
        tr("raise"),
        tr(
            "An improvement by one step: a quarter more HP or Damage, rounded up, or 1 off Accuracy, Evade, "
            "Connect or Resist (SKA-12, SKA-13)."
        ),
    ),
    (tr("cut"), tr("Three quarters, rounded down (SKA-13).")),
    (tr("Armored"), tr("Halves the HP lost to attacks and Interrupts, rounded up (SKA-37, SKO-39).")),
    (
        tr("Range"),
        tr(
            "The number of steps along open paths that a shot may go; 0 reaches only the attacker's own area "
            "(SK-38, SK-39)."
        ),
    ),
    (
        tr("Line of Sight"),
        tr(
            "A shot goes straight, or bends once by less than 90 degrees; a Line of Sight link on the map "
            "lifts this condition (SK-40 to SK-44)."
        ),
    ),
    (
        tr("Move points"),
        tr(
            "Gained in the first turn of each round, as many as Move says; at most Max Move are kept "
            "(SK-26, SK-27). Three of them pay for a card or another loadout at any time (SK-61, SK-62)."
        ),
    ),
    (tr("Auto"), tr("Steps of a mob in its turn, whatever they cost (SK-64, SKO-17).")),
    (
        tr("walk"),
        tr(
            "Any number of steps. The walk stops in an area where an enemy stands, and may go on after an "
            "attack (SK-60, SKO-16)."
        ),
    ),
    (tr("push"), tr("A forced step, chosen by the pushing side (SKA-41).")),
    (
        tr("Falling"),
        tr(
            "A process that enters such an area leaves it at once by a one-way path and loses four cuts of "
            "MaxHP (SK-96, SK-98)."
        ),
    ),
    (tr("Flying"), tr("Flyers treat Falling areas as ordinary ground, at three Move points a step (SK-99).")),
    (
        tr("Interrupt"),
        tr(
            "A special action that needs a full meter; many can be used in the turns of others (SK-47, "
            "SK-51)."
        ),
    ),
    (
        tr("meter"),
        tr("Ten charges make an Interrupt ready; using it takes all of them (SK-51, SK-55, SK-56)."),
    ),
    (
        tr("loadout"),
        tr("An MC's weapons: Range, Damage, and sometimes another Accuracy or Connect (SK-62)."),
    ),
    (tr("bonus action"), tr("An extra action in a process's own turn, once a round (SK-30).")),
    (
        tr("hack"),
        tr(
            "Goes with an attack and uses the same card: it inflicts a status if the card reaches Connect "
            "and is below Resist (SK-46, SKO-33)."
        ),
    ),
    (
        tr("Lag"),
        tr(
            "An MC's cards come one place later in the count; a mob is activated after those without Lag "
            "(SKO-34)."
        ),
    ),
    (tr("Exposed"), tr("Evade is 2 higher, so more cards hit.")),
    (tr("Jammed"), tr("Accuracy is 2 higher, so fewer cards hit.")),
    (tr("Leak"), tr("Costs HP at the start of each of its turns (SKO-35).")),
    (
        tr("Team Hand"),
        tr(
            "Cards given after attacks, one a round from each process; rows of the chart bring Boots and "
            "Uptimes (SK-66 to SK-68)."
        ),
    ),
    (tr("Boot"), tr("The effect of a new row, at once or for the next turn of the side (SK-67, SK-85).")),
    (
        tr("Uptime"),
        tr(
            "The effect of a row for as long as the Team Hand lasts; the Uptimes of one hand add up (SK-68, "
            "SK-86)."
        ),
    ),
    (
        tr("window"),
        tr("An opportunity to pay Move points or to interrupt before a turn of the other side (SKO-11)."),
    ),
)


def glossary(setup: Setup | None) -> list[Entry]:
    """Return what may be looked up: words, the chart, and what a setup (None: the library) defines."""
    found = [Entry(name, tr("word"), text, is_rule=True) for name, text in WORDS]
    for k in range(1, len(names.CHART)):
        text = tr("Boot: {boot}. Uptime: {uptime}.", boot=names.BOOTS[k], uptime=names.UPTIMES[k])
        found.append(Entry(names.CHART[k], tr("Team Hand"), text))
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
    for kind, sheets in zip((tr("class"), tr("mob")), fighters):
        seen = {str(x["name"]): x for x in sheets}
        found += [
            Entry(tr(name), tr("boss") if x.get("boss") else kind, fighter_text(x))
            for name, x in seen.items()
        ]
    found += [Entry(tr(x["name"]), tr("Interrupt"), effects.interrupt(x)) for x in interrupts]
    return found


def fighter_text(x: dict[str, Any]) -> str:
    """Return what a class or a mob is like."""
    parts = [
        tr("{n} HP", n=x["hp"]),
        tr("Accuracy {n}", n=x["accuracy"]),
        tr("Evade {n}", n=x["evade"]),
        tr("Resist {n}", n=x["resist"]),
    ]
    if x.get("connect"):
        parts.append(tr("Connect {n}", n=x["connect"]))
    if x.get("most"):
        parts.append(tr("Move {n} up to {most}", n=x["move"], most=x["most"]))
    else:
        parts.append(tr("Auto {n}", n=x.get("auto", 0)))
    if x.get("draw"):
        plays = plural("{n} play", "{n} plays", x.get("plays", 1))
        parts += [tr("Draw {n}", n=x["draw"]), plays, RELOADS[x["reload"]]]
    parts += [word for key, word in (("flying", tr("Flying")), ("armored", tr("Armored"))) if x.get(key)]
    loadouts = names.joined(_loadout(own) for own in x["loadouts"])
    text = [f"{names.joined(parts)}; {loadouts}."]
    meter = x.get("meter") or {}
    if meter.get("charge", "none") != "none":
        text.append(
            tr(
                "Its meter begins at {start} and gains {gain} for {charge}.",
                start=meter["start"],
                gain=meter["gain"],
                charge=effects.CHARGES[meter["charge"]],
            )
        )
    for own in x.get("bonus", ()):
        name = tr(own["name"])
        text.append(f"{name}: {effects.bonus(own)}.")
    return " ".join(text)


RELOADS = {"round": tr("Reload: Round"), "out": tr("Reload: Out"), "turn": tr("Reload: Turn")}


def _loadout(own: dict[str, Any]) -> str:
    return tr(
        "{name} (Range {range}, Damage {damage})",
        name=tr(own["name"]),
        range=own["range"],
        damage=own["damage"],
    )


def summary(setup: Setup) -> str:
    """Return what a scenario is made of in a few words."""
    config = setup.config
    fights = []
    for fight in config["fights"]:
        mobs = [mob["name"] for mob in fight["mobs"]]
        kinds = dict.fromkeys(mobs)
        fights.append(names.listed([names.several(mobs.count(x), x) for x in kinds]))
    return tr(
        "{mcs} against {mobs}, at {map}",
        mcs=names.listed([tr(mc["name"]) for mc in config["mcs"]]),
        mobs=tr(", then ").join(fights),
        map=tr(config["map"]["name"]),
    )
