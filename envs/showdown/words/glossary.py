"""What may be looked up: the words of the rules, and what a scenario brings along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from throwdown.envs.core.kit import Entry, Setup, plural, tr
from throwdown.envs.showdown.sheets import library
from throwdown.envs.showdown.words import names

WORDS = (
    (
        tr("Turn"),
        tr(
            "A round of the game: Heroes Step, Villains Step, both Mission Phases, then a Combat or a "
            "Discard Phase (SD-26 to SD-48)."
        ),
    ),
    (
        tr("Leader"),
        tr(
            "Each side has one. Its Wounds cost the Heroes handsize and Valor, and the Villains Actions "
            "(SD-33, SD-38, SD-53)."
        ),
    ),
    (
        tr("Leader Wound"),
        tr(
            "The side that loses a Combat takes one; a Leader with as many as the game allows loses it "
            "(SD-10, SD-11, SD-80)."
        ),
    ),
    (
        tr("Leader Action"),
        tr(
            "A side gains one each Turn if it holds none. It can be used at any time, for an Event or an "
            "action of the Leader (SD-139 to SD-141)."
        ),
    ),
    (
        tr("Action"),
        tr(
            "The Heroes have three in a Step, the Villains four less one for each Leader Wound; all must be "
            "spent (SD-29, SD-38)."
        ),
    ),
    (tr("Main Card"), tr("An Ally or an Attachment: a card that is put on the Table (SD-17).")),
    (
        tr("Ally"),
        tr("A Character played from the hand; its Wounds do not heal by themselves (SD-90, SD-91)."),
    ),
    (
        tr("Attachment"),
        tr(
            "Equipment or a Vehicle: it adds to its Character's Power. A Character bears one of each sort; "
            "Ship Attachments count separately (SD-97, SD-98, SD-126)."
        ),
    ),
    (
        tr("Table Rule"),
        tr(
            "A side never has two cards of the same name on the Table: the older one leaves the game. Mooks "
            "are exempt (SD-06 to SD-08)."
        ),
    ),
    (
        tr("Wounded"),
        tr(
            "A Wounded Character is in Play, but off the Table: until it is healed it has no texts and can "
            "neither be assigned to Combat nor Employed. If it is Wounded in Combat, it stays there as a "
            "target, without Power (SD-114, SD-149 to SD-152, SHO-50)."
        ),
    ),
    (
        tr("Employed"),
        tr(
            "Used for an effect in a Mission Phase; an Employed Character cannot join a Combat until its "
            "side's next Step (SD-107, SHO-09)."
        ),
    ),
    (tr("Upgrade"), tr("+1 Power until it is removed, for example by a SHOOT (SD-116, SD-145).")),
    (
        tr("Combat"),
        tr("The Villains buy a Combat for an Action; it takes place at the end of the Turn (SD-43, SDA-09)."),
    ),
    (
        tr("Valor"),
        tr(
            "Pays for Combat Cards: the Power of the Characters assigned, and for the Heroes 8 more, halved "
            "by every Leader Wound (SD-52, SD-53)."
        ),
    ),
    (
        tr("Tic"),
        tr(
            "A part of a Combat. A card is staged in the Tic of its Initiative; one with Initiative X, in "
            "any Tic (SD-55, SD-56)."
        ),
    ),
    (
        tr("Stack"),
        tr("The Combat Cards, face down, and Abilities that a side stages in a Tic (SD-57, SD-58)."),
    ),
    (
        tr("Whiff"),
        tr("To have no effect: because it is unpaid, or has lost its target or its source (SD-147, SD-148)."),
    ),
    (
        tr("SHOOT"),
        tr(
            "A Character with Power up to the number is Wounded and loses all Upgrades; one with more Power "
            "loses as many Upgrades as the number (SD-145)."
        ),
    ),
    (tr("WOUND"), tr("Wounds a Character with Power up to the number, also outside Combat (SD-144).")),
    (tr("MOVE"), tr("A Character you control goes into Combat or out of it (SD-146).")),
    (
        tr("Drama"),
        tr(
            "The Drama Pool gains one point a Turn for every Wound of the Villains' Leader; with enough "
            "Drama the Villain can flip (SD-117, SD-118)."
        ),
    ),
    (
        tr("flip"),
        tr(
            "To turn an Initial Card to its other face, at most once in each Action Phase (SD-118 to SD-121)."
        ),
    ),
    (
        tr("Keyword"),
        tr(
            "A card's demand: a Character with the same words in its name, Keyword or Classes (SD-133 to "
            "SD-137)."
        ),
    ),
    (
        tr("Requires"),
        tr(
            "A card's demand for something in Play, which may also be an Attachment or a Wounded Character "
            "(SD-138)."
        ),
    ),
    (
        tr("Mook"),
        tr(
            "An Ally of the Villains. Any number of the same name may be on the Table; Mooks bear no "
            "Vehicles (SD-08, SD-102, SD-143)."
        ),
    ),
    (
        tr("Kaiju"),
        tr(
            "A Class of Characters that bear only Ship Equipment, and use it without a Ship (SD-122, SD-123)."
        ),
    ),
    (tr("Mecha"), tr("A Class of Characters that bear only Ship Attachments (SD-124, SDA-45).")),
    (
        tr("Ship"),
        tr(
            "A Vehicle that can be switched on and off. An active Ship blanks other Equipment and protects "
            "against SHOOTs of cards that are not Ships (SD-126 to SD-130)."
        ),
    ),
    (
        tr("Super"),
        tr(
            "At most one in a deck. The Heroes can play theirs only while the Villain's Super is in Play "
            "(SD-131, SD-132, SHO-30)."
        ),
    ),
    (tr("Changed"), tr("The other face of a Hero; it still counts as a Hero (SD-94).")),
    (tr("Mission"), tr("A card played in a Mission Phase, each one once a game (SD-142).")),
    (tr("Event"), tr("A card played with a Leader Action; it costs no Action (SD-20, SDA-25).")),
)


def glossary(setup: Setup | None) -> list[Entry]:
    """Return what may be looked up: words, and what a setup (None: the library) defines."""
    found = [Entry(name, tr("word"), text, is_rule=True) for name, text in WORDS]
    if setup is None:
        every: list[tuple[Mapping[str, Any], bool]] = []
        for kind in ("cards", "leaders"):
            every += [(_filled(own), own["set"] == "V") for own in library.LIBRARY.shelf(kind).values()]
        for initial in library.LIBRARY.shelf("initials").values():
            every += [(_filled(initial[face]), initial["set"] == "V") for face in ("front", "back")]
    else:
        every = []
        for side in names.SIDES:
            deck, is_villain = setup.config[side], side == "villains"
            faces = [initial[face] for initial in deck["initials"] for face in ("front", "back")]
            every += [(own, is_villain) for own in (*deck["cards"], *faces, deck["leader"])]
    seen: dict[str, list[str]] = {}
    kinds: dict[str, str] = {}
    for own, is_villain in every:
        name = str(own["name"])
        kinds.setdefault(name, names.KINDS[own.get("kind", "character" if own["power"] else "leader")])
        text = tr("{card}.", card=names.card_text(own, is_villain))
        if text not in seen.setdefault(name, []):
            seen[name].append(text)
    return found + [Entry(tr(name), kinds[name], _faces(texts)) for name, texts in seen.items()]


def _faces(texts: Sequence[str]) -> str:
    """Return what stands on the faces of a card."""
    return " ".join([texts[0], *(tr("Other face: {text}", text=text) for text in texts[1:])])


def _filled(own: Mapping[str, Any]) -> dict[str, Any]:
    """Return a card of the library with everything that files may leave out."""
    texts = [
        {
            "cost": 0,
            "initiative": "X",
            "employ": 0,
            **text,
            "effects": [{"amount": 1, "who": "any", **effect} for effect in text["effects"]],
        }
        for text in own.get("texts", ())
    ]
    plain = {"power": 0, "classes": [], "keyword": "", "requires": ""}
    return plain | dict(own) | {"texts": texts}


def summary(setup: Setup) -> str:
    """Return what a scenario is made of in a few words."""
    config = setup.config
    return tr(
        "{heroes} against {villains}, {turns}, {wounds}",
        heroes=names.field(config["heroes"], "title"),
        villains=names.field(config["villains"], "title"),
        turns=plural("{n} Turn", "{n} Turns", config["turns"]),
        wounds=plural("{n} Leader Wound", "{n} Leader Wounds", config["wounds"]),
    )
