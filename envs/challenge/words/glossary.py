"""What may be looked up: the words of the rules, and what a scenario brings along."""

from __future__ import annotations

from typing import Any

from throwdown.envs.challenge.sheets import library, sheet
from throwdown.envs.challenge.state import Mode
from throwdown.envs.challenge.words import names
from throwdown.envs.core.kit import Entry, Setup, plural, tr

WORDS = (
    (
        tr("Challenge"),
        tr("A task beyond everyday effort: a Core is tested against a Difficulty (CH-01, CH-02)."),
    ),
    (
        tr("Difficulty"),
        tr(
            "The number that an Attempt Score must reach. The band is public; the exact number stays hidden "
            "until an Attempt is judged (CHA-30, CHO-09)."
        ),
    ),
    (
        tr("Attempt Score"),
        tr("The value of the cards plus the Core, less the Stagger Penalty (CH-15, CH-63)."),
    ),
    (
        tr("Core"),
        tr(
            "Speed and Brawn belong to the Body and are black; Brain and Heart belong to the Soul and are "
            "red (CH-10, CH-11)."
        ),
    ),
    (tr("Ace"), tr("14 in the colour of the Core, 1 in the other one (CH-18).")),
    (
        tr("Joker"),
        tr(
            "As the first card it counts 15 in the colour of the Core and gives Bang II for the next "
            "Action; in the other colour it counts 0 and brings a Bust. As a later card it makes the "
            "Attempt Flop (CH-19 to CH-21, CH-33)."
        ),
    ),
    (tr("Double Down"), tr("A second card for one more Action (CH-25, CH-26).")),
    (tr("Flop"), tr("Only the first card counts, and nothing that was paid comes back (CH-31 to CH-33).")),
    (
        tr("Bang"),
        tr(
            "Before your next Action you see the top card of your deck; Bang II shows two cards, Bang III "
            "three (CH-35, CH-36)."
        ),
    ),
    (
        tr("Bust"),
        tr(
            "A Busted Character cannot Double or Triple Down without Reach For It (CH-41). A Bust by a "
            "token ends with the Round, and so does that of a Character that begins every Round Busted; a "
            "Bust by a Joker ends with the next Action (CH-44, CHA-23, CHE-15)."
        ),
    ),
    (tr("Stamina"), tr("Pays for Grunting; none is regained (CH-46, CHA-36).")),
    (
        tr("Grunting"),
        tr(
            "Five ways to spend Stamina: Reach For It, Heartseeker, Knuckle Down, Fast Reaction, Frenzy "
            "(CH-46)."
        ),
    ),
    (tr("Reach For It"), tr("1 Stamina to Double Down although Busted, 1 more to Triple Down (CH-47).")),
    (tr("Heartseeker"), tr("1, 2 or 3 Stamina for as many levels of Bang (CH-48).")),
    (tr("Knuckle Down"), tr("After a failure, 2 Stamina to draw the last card anew (CH-49 to CH-51).")),
    (
        tr("Fast Reaction"),
        tr(
            "For an Action and 2 Stamina you act before the hostile Action; a success cancels it (CH-52, "
            "CHA-35)."
        ),
    ),
    (tr("Reaction"), tr("An Action in answer to a hostile Action, once it is over (CH-53, CH-58, CHO-16).")),
    (tr("Frenzy"), tr("For 2 Stamina one more Action when all are used up; once a Round (CH-54, CH-55).")),
    (
        tr("Staggered"),
        tr(
            "Forced to make an Attempt without an Action left: −1, −2, −4, −8, −16 on all Attempts of the "
            "Round (CH-62 to CH-65)."
        ),
    ),
    (
        tr("Flat Footed"),
        tr("After five forced Attempts while Staggered, further ones fail without a card (CH-66)."),
    ),
    (
        tr("Boon"),
        tr(
            "A reward: spend it for a Bang or to end a Bust, or give it to an ally for an Action. A "
            "Character holds at most one (CH-68 to CH-72)."
        ),
    ),
    (
        tr("Progress"),
        tr(
            "Gained by overcoming an obstacle: the degree of success and the bonus of the band (CHE-06, "
            "CHO-31)."
        ),
    ),
    (tr("Harm"), tr("Suffered by failures, according to their degree (CHE-06, CHA-32).")),
    (tr("obstacle"), tr("A Challenge that lies open and may be attempted for an Action (CHE-03, CHE-06).")),
    (tr("hazard"), tr("A hostile Action of the Table: a Challenge that must be attempted at once (CHE-05).")),
    (
        tr("press"),
        tr("A hostile Action in a duel: the defender must reach the attacker's score (CHE-09, CHA-34)."),
    ),
)


DEFAULTS = {
    name: field.default for x in (sheet.RulesSheet, sheet.Scenario) for name, field in x.model_fields.items()
}
"""What fields of a scenario hold if they are left out."""


def numbered(setup: Setup | None) -> list[tuple[str, str]]:
    """Return the words that name numbers of a scenario; without one they name the fields that hold them."""

    def number(name: str, field: str) -> str:
        if setup is None:
            return field.format(n=DEFAULTS[name])
        return str(setup.config[name] if name in setup.config else setup.config["rules"][name])

    limit = number("flop_limit", tr("flop_limit ({n} if it is left out)"))
    actions = number("actions", tr("actions ({n} if it is left out)"))
    step = number("degree_step", tr("degree_step ({n} if it is left out)"))
    points = (
        tr("{field} points", field=step) if setup is None else plural("{n} point", "{n} points", int(step))
    )
    most = number("degree_most", tr("degree_most ({n} if it is left out)"))
    return [
        (
            tr("Triple Down"),
            tr(
                "A third card for one more Action; above {limit} together the cards Flop (CH-27, CH-28, "
                "CH-31).",
                limit=limit,
            ),
        ),
        (
            tr("Action"),
            tr(
                "{n} a Round; Attempts, further cards, Reactions and forced Attempts each take one "
                "(CH-57, CH-60).",
                n=actions,
            ),
        ),
        (
            tr("degree"),
            tr(
                "A success has degree 1, and 1 more for every {points} of margin, at most {most}. A failure "
                "has degree 1 for every {points} (or part of them) that it fell short, at most {most}, and "
                "1 more after a Double or Triple (CHA-32, CHO-25).",
                points=points,
                most=most,
            ),
        ),
    ]


def glossary(setup: Setup | None) -> list[Entry]:
    """Return what may be looked up: words, and what a setup (None: the library) defines."""
    found = [Entry(name, tr("word"), text, is_rule=True) for name, text in (*WORDS, *numbered(setup))]
    if setup is None:
        parts = {
            kind: [dict(x) for x in library.LIBRARY.shelf(kind).values()] for kind in library.SHELVES.values()
        }
        people = parts["characters"]
    else:
        parts = {kind: list(setup.config[kind]) for kind in ("obstacles", "hazards", "presses")}
        people = names.characters(setup)
    found += [Entry(tr(x["name"]), tr("Character"), character_text(x)) for x in people]
    found += [Entry(tr(x["name"]), tr("obstacle"), template_text(x)) for x in parts["obstacles"]]
    found += [Entry(tr(x["name"]), tr("hazard"), template_text(x)) for x in parts["hazards"]]
    return found + [Entry(tr(x["name"]), tr("press"), press_text(x)) for x in parts["presses"]]


def character_text(x: dict[str, Any]) -> str:
    """Return what a Character is."""
    cores = names.joined(f"{name} {names.signed(x[core])}" for core, name in names.CORES.items())
    told = [tr("{cores}; {n} Stamina.", cores=cores, n=x["stamina"])]
    if x.get("busted", False):
        told.append(tr("Begins every Round Busted (CHE-15)."))
    if not x.get("presses", True):
        told.append(tr("Makes no presses (CHE-16)."))
    if x.get("boons", "harm") == "round":
        told.append(tr("Begins every Round with a Boon (CHE-17)."))
    return " ".join(told)


def template_text(x: dict[str, Any]) -> str:
    """Return what an obstacle or a hazard is."""
    core, band = names.CORES[x["core"]], names.BAND_NAMES[x["band"]]
    return tr("It challenges {core}, {band}.", core=core, band=band)


def press_text(x: dict[str, Any]) -> str:
    """Return what a press is."""
    attack, defence = names.CORES[x["attack"]], names.CORES[x["defence"]]
    return tr("{attack} attacks, {defence} defends.", attack=attack, defence=defence)


def summary(setup: Setup) -> str:
    """Return what a scenario is made of in a few words."""
    config, mode = setup.config, names.mode_of(setup)
    cast = names.listed([tr(x["name"]) for x in names.characters(setup)])
    if mode == Mode.ATTEMPT:
        own = config["attempt"]
        return tr(
            "{cast} with {core} against {difficulty}, {actions}",
            cast=cast,
            core=names.CORES[own["core"]],
            difficulty=names.BAND_NAMES[own["band"]] if own["difficulty"] is None else own["difficulty"],
            actions=plural("{n} Action", "{n} Actions", config["actions"]),
        )
    rounds = plural("{n} Round", "{n} Rounds", config["rounds"])
    if mode == Mode.DUEL:
        return tr(
            "{cast}, {presses}, {rounds}, out at {limit} Harm",
            cast=cast,
            presses=plural("{n} press", "{n} presses", len(config["presses"])),
            rounds=rounds,
            limit=config["limit"],
        )
    return tr(
        "{cast}, {obstacles}, {hazards}, {rounds}, goal {goal}, limit {limit} Harm",
        cast=cast,
        obstacles=plural("{n} obstacle", "{n} obstacles", len(config["obstacles"])),
        hazards=plural("{n} hazard", "{n} hazards", len(config["hazards"])),
        rounds=rounds,
        goal=config["goal"],
        limit=config["limit"],
    )
