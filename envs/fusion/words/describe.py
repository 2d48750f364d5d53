"""The actions that every FUSION game shares, as people read them: name, card or target, cost, effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from throwdown.envs.core.kit import NONE, Description, Setup
from throwdown.envs.fusion.words import names, powers, why_not
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import COACH, MAX_FACTIONS, Choice, Commitment

Describe = Callable[[Any, str, Setup], Description]
"""Says what an action is: of a state, the part of its label after the verb, and a setup."""


def person(what: str, setup: Setup) -> str:
    """Return what people call ``pilot_2``, also where nobody sits there."""
    return setup.person(what) if what in setup.seats else what.replace("_", " ").capitalize()


def _aim(kind: str) -> Describe:
    """Return what describes the choice of a target."""
    name_of: dict[str, Callable[[int, Setup], str]] = {
        "threat": names.threat_name,
        "faction": names.faction_name,
        "resource": lambda r, setup: names.resource_name(r, setup).title(),
    }

    def describe(s: ConflictState, what: str, setup: Setup) -> Description:
        if kind == "pilot":
            name = person(what, setup)
        else:
            name = name_of[kind](int(what), setup)
        return Description("Choose", name)

    return describe


def _commitment(s: ConflictState, what: str, setup: Setup) -> Description:
    p, k = int(s.seat), Commitment.of(what)
    if p == COACH:
        return Description("Commitment", what.capitalize())
    now, rises = int(s.world.commitment[p, k]), s.phase == Choice.RECOVER
    verb, then = ("Raise", now + 1) if rises else ("Lower", now - 1)
    return Description(verb, what.capitalize(), "", f"from {now} to {then}")


def _buffer(s: ConflictState, what: str, setup: Setup) -> Description:
    return Description("Spend a Buffer", "", "1 Buffer", f"prevents {why_not.landing(s, setup)}")


def _accept(s: ConflictState, what: str, setup: Setup) -> Description:
    return Description("Accept", "", "", f"{why_not.landing(s, setup)} lands")


def _fan_club(s: ConflictState, what: str, setup: Setup) -> Description:
    return Description("Ask the Fan Club", "", "1 Fan Club", f"prevents {why_not.landing(s, setup)}")


def _shift(s: ConflictState, what: str, setup: Setup) -> Description:
    return Description("Let the Robo take it", "", "1 Endurance", f"prevents {why_not.landing(s, setup)}")


def _fate(s: ConflictState) -> int:
    return int(s.pending.fate)


def _remove_faction(s: ConflictState, what: str, setup: Setup) -> Description:
    return Description("Remove the Faction", "", "", f"{names.faction_name(_fate(s), setup)} leaves play")


def _turn_faction(s: ConflictState, what: str, setup: Setup) -> Description:
    f = _fate(s)
    t = int(s.cfg.faction_threat[f]) if 0 <= f < MAX_FACTIONS else NONE
    as_what = f"becomes the Threat {names.threat_name(t, setup)}" if t != NONE else "becomes a Threat"
    return Description("Turn the Faction", "", "", f"{names.faction_name(f, setup)} {as_what}")


def _damage(s: ConflictState, what: str, setup: Setup) -> Description:
    return Description("Damage", what.capitalize())


def _invest(s: ConflictState, what: str, setup: Setup) -> Description:
    return Description(
        "Lay", what, "", f"on the stack of {names.faction_name(int(s.pending.faction), setup)}"
    )


def _discard(s: ConflictState, what: str, setup: Setup) -> Description:
    return Description("Discard", what)


def _attack(verb: str) -> Describe:
    """Return what describes a Wave or a Storm."""
    first = book.MAX_WAVES if verb == "storm" else 0

    def describe(s: ConflictState, what: str, setup: Setup) -> Description:
        t, k = (int(part) for part in what.split("."))
        a = book.of_threat(t, first + k)
        whose = f"{verb.capitalize()} of {names.threat_name(t, setup)}"
        if a not in powers.abilities_of(setup):
            return Description(f"{verb.capitalize()} {what}")
        return Description(powers.name(a, setup), "", "", f"{whose}: {powers.effect(a, setup)}")

    return describe


def _omen(s: ConflictState, what: str, setup: Setup) -> Description:
    a = book.CoachPage.EVENTS + int(what)
    if a not in powers.abilities_of(setup):
        return Description(f"Omen {what}")
    return Description(powers.name(a, setup), "", "1 Omen", powers.effect(a, setup))


SHARED: Mapping[str, Describe] = {
    **{kind: _aim(kind) for kind in ("pilot", "threat", "faction", "resource")},
    "commitment": _commitment,
    "buffer": _buffer,
    "fan-club": _fan_club,
    "shift": _shift,
    "accept": _accept,
    "remove-strike": lambda s, what, setup: Description(
        "Take a Strike off", "", "", f"{names.faction_name(int(s.pending.faction), setup)} loses a Strike"
    ),
    "remove-faction": _remove_faction,
    "turn-faction": _turn_faction,
    "damage": _damage,
    "discard": _discard,
    "invest": _invest,
    "wave": _attack("wave"),
    "storm": _attack("storm"),
    "omen": _omen,
}
"""What describes the shared actions, by their verbs."""

ABILITY_VERBS = {
    "tech": book.Page.TECHS,
    "robo-tech": book.Page.ROBO_TECHS,
    "gear": book.Page.ACTIVATE,
    "activate": book.Page.ACTIVATE,
    "sacrifice": book.Page.SACRIFICE,
    "summon": book.Page.SUMMON,
    "charge": book.Page.CHARGE_TECHS,
}
"""The first place on a Pilot's page by the verb of an action."""


def ability_of(p: int, verb: str, what: str, setup: Setup) -> Description:
    """Return what an ability on a Pilot's page is; one that she does not have goes by its label."""
    a = book.CoachPage.BOONS + int(what) if verb == "boon" else NONE
    if verb in ABILITY_VERBS and p != COACH:
        a = book.of_pilot(p, ABILITY_VERBS[verb] + int(what or 0))
    if a not in powers.abilities_of(setup):
        return Description(verb.replace("-", " ").capitalize(), what)
    effect = powers.effect(a, setup)
    if verb == "summon":
        rider = int(setup.config["pilots"][p - 1]["robo"]["rider"])
        more = f"+{rider} Strike while it is here" if rider else "her Robo comes"
        effect = f"{effect}, {more}" if effect else more
    return Description(powers.name(a, setup), "", powers.cost(a, setup), effect)
