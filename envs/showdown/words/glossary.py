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
            "Heroes Step, Villains Step, both Mission Phases, then a Combat or a Discard Phase (SD-26 to "
            "SD-48)."
        ),
    ),
    (
        tr("Leader"),
        tr(
            "Each side has one; its Wounds cost the Heroes cards in hand and Valor, the Villains Actions "
            "(SD-33, SD-38, SD-53)."
        ),
    ),
    (
        tr("Leader Wound"),
        tr("Who loses a Combat takes one; the last of them loses the game (SD-10, SD-11, SD-80)."),
    ),
    (
        tr("Leader Action"),
        tr(
            "One a Turn if none is held; used at any time for what Events and Leaders offer (SD-139 to "
            "SD-141)."
        ),
    ),
    (
        tr("Action"),
        tr(
            "Heroes have three a Step, Villains four less their Leader Wounds; all must be spent (SD-29, "
            "SD-38)."
        ),
    ),
    (tr("Main Card"), tr("An Ally or an Attachment: what is put on the Table (SD-17).")),
    (tr("Ally"), tr("A Character played from hand; its Wounds do not heal by themselves (SD-90, SD-91).")),
    (
        tr("Attachment"),
        tr(
            "Equipment or a Vehicle: it adds to its Character's Power; one of each sort, Ships apart (SD-97, "
            "SD-98, SD-126)."
        ),
    ),
    (
        tr("Table Rule"),
        tr(
            "Never two cards of one name on a side of the Table: the older leaves the game. Mooks are exempt "
            "(SD-06 to SD-08)."
        ),
    ),
    (
        tr("Wounded"),
        tr(
            "In Play, but off the Table: without texts, and neither assigned to Combat nor Employed, until healed. "
            "Who is Wounded in Combat stays there as a target, without Power (SD-114, SD-149 to SD-152, SHO-50)."
        ),
    ),
    (
        tr("Employed"),
        tr(
            "Used for an effect in the Mission Phase; cannot join a Combat until the own next Step (SD-107, "
            "SHO-09)."
        ),
    ),
    (tr("Upgrade"), tr("+1 Power until it is removed, as by a SHOOT (SD-116, SD-145).")),
    (tr("Combat"), tr("The Villains buy it for an Action; it comes at the end of the Turn (SD-43, SDA-09).")),
    (
        tr("Valor"),
        tr(
            "What Combat Cards cost: the Power of who was assigned, and for the Heroes 8, halved by every "
            "Leader Wound (SD-52, SD-53)."
        ),
    ),
    (
        tr("Tic"),
        tr(
            "Combat goes Tic by Tic; a card is staged in the Tic of its Initiative, with X in any (SD-55, "
            "SD-56)."
        ),
    ),
    (tr("Stack"), tr("What a side stages in a Tic: Combat Cards face down, and Abilities (SD-57, SD-58).")),
    (
        tr("Whiff"),
        tr("To come to nothing: unpaid, without a target, or without its source (SD-147, SD-148)."),
    ),
    (
        tr("SHOOT"),
        tr(
            "Power up to the number: Wounded, and all Upgrades lost; above it: as many Upgrades lost "
            "(SD-145)."
        ),
    ),
    (tr("WOUND"), tr("A Wound for a Character of Power up to the number, also outside Combat (SD-144).")),
    (tr("MOVE"), tr("A Character you control goes into or out of Combat (SD-146).")),
    (
        tr("Drama"),
        tr(
            "One point a Turn for every Wound of the Villains' Leader; enough of it lets the Villain flip "
            "(SD-117, SD-118)."
        ),
    ),
    (tr("flip"), tr("An Initial Card turns to its other face; once each Action Phase (SD-118 to SD-121).")),
    (
        tr("Keyword"),
        tr("What a card demands: the same words in a name, a Keyword or a Class (SD-133 to SD-137)."),
    ),
    (
        tr("Requires"),
        tr("What a card demands in Play, Attachments and Wounded Characters included (SD-138)."),
    ),
    (tr("Mook"), tr("An Ally of the Villains, of any number; no Vehicles (SD-08, SD-102, SD-143).")),
    (tr("Kaiju"), tr("Bears Ship Equipment only, and uses it without a Ship (SD-122, SD-123).")),
    (tr("Mecha"), tr("Bears Ship Attachments only (SD-124, SDA-45).")),
    (
        tr("Ship"),
        tr(
            "A Vehicle that is active or not; an active one blanks other Equipment and guards against SHOOTs "
            "of cards that are no Ships (SD-126 to SD-130)."
        ),
    ),
    (
        tr("Super"),
        tr(
            "At most one in a deck; Heroes play theirs while the Villain's is in Play (SD-131, SD-132, "
            "SHO-30)."
        ),
    ),
    (tr("Changed"), tr("A Hero's other face; it counts as a Hero (SD-94).")),
    (tr("Mission"), tr("Played in a Mission Phase, each once a game (SD-142).")),
    (tr("Event"), tr("A card with a Leader Action; it costs no Action (SD-20, SDA-25).")),
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
