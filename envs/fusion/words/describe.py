"""The actions that every FUSION game shares, as people read them: name, card or target, cost, effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from throwdown.envs.core.kit import FRENCH, NONE, Description, Setup, tr
from throwdown.envs.fusion.words import names, powers, scene, why_not
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import COACH, MAX_FACTIONS, Choice, Commitment

Describe = Callable[[Any, str, Setup], Description]
"""Says what an action is: of a state, the part of its label after the verb, and a setup."""


def person(what: str, setup: Setup) -> str:
    """Return what people call ``pilot_2``, also where nobody sits there."""
    return setup.person(what) if what in setup.seats else tr("Pilot {n}", n=what.removeprefix("pilot_"))


def with_person(verb: str, effect: str = "") -> Describe:
    """Return what describes the choice of somebody."""

    def describe(s: ConflictState, what: str, setup: Setup) -> Description:
        on = scene.name_of(setup.seat(what), setup) if what in setup.seats else ""
        return Description(verb, person(what, setup), "", effect, on=on)

    return describe


def with_thing(verb: str, name_of: Callable[[int, Setup], str], effect: str = "") -> Describe:
    """Return what describes the choice of a Threat or a Faction."""

    def describe(s: ConflictState, what: str, setup: Setup) -> Description:
        name = name_of(int(what), setup)
        return Description(verb, name, "", effect, on=name)

    return describe


def _resource(s: ConflictState, what: str, setup: Setup) -> Description:
    r = int(what)
    return Description(tr("Choose"), names.resource_title(r, setup), on=scene.resource(r, setup))


def _commitment(s: ConflictState, what: str, setup: Setup) -> Description:
    p, k = int(s.seat), Commitment.of(what)
    if p == COACH:
        return Description(tr("Commitment"), names.COMMITMENTS[k])
    now, rises = int(s.world.commitment[p, k]), s.phase == Choice.RECOVER
    verb, then = (tr("Raise"), now + 1) if rises else (tr("Lower"), now - 1)
    return Description(verb, names.COMMITMENTS[k], "", tr("from {now} to {then}", now=now, then=then))


def _prevents(name: str, cost: str = "") -> Describe:
    """Return what describes a way to prevent the point of damage that is landing."""
    return lambda s, what, setup: Description(
        name, "", cost, tr("prevents {point}", point=why_not.landing(s, setup))
    )


def _fate(s: ConflictState) -> int:
    return int(s.pending.fate)


def _turn_faction(s: ConflictState, what: str, setup: Setup) -> Description:
    f = _fate(s)
    t = int(s.cfg.faction_threat[f]) if 0 <= f < MAX_FACTIONS else NONE
    faction = names.faction_name(f, setup)
    effect = tr("{faction} becomes a Threat", faction=faction)
    if t != NONE:
        threat = names.threat_name(t, setup)
        effect = tr("{faction} becomes the Threat {threat}", faction=faction, threat=threat)
    return Description(tr("Turn the Faction"), "", "", effect, on=faction)


def _attack(verb: str) -> Describe:
    """Return what describes a Wave or a Storm."""
    is_storm = verb == "storm"

    def describe(s: ConflictState, what: str, setup: Setup) -> Description:
        t, k = (int(part) for part in what.split("."))
        a = book.of_threat(t, k + (book.MAX_WAVES if is_storm else 0))
        if a not in powers.abilities_of(setup):
            return Description(
                tr("Storm {number}", number=what) if is_storm else tr("Wave {number}", number=what)
            )
        threat, effect = names.threat_name(t, setup), powers.effect(a, setup)
        if is_storm:
            told = tr("Storm of {threat}: {effect}", threat=threat, effect=effect)
        else:
            told = tr("Wave of {threat}: {effect}", threat=threat, effect=effect)
        return Description(powers.name(a, setup), "", "", told, on=threat)

    return describe


def _omen(s: ConflictState, what: str, setup: Setup) -> Description:
    a = book.CoachPage.EVENTS + int(what)
    if a not in powers.abilities_of(setup):
        return Description(tr("Omen {n}", n=what))
    return Description(powers.name(a, setup), "", tr("1 Omen"), powers.effect(a, setup))


SHARED: Mapping[str, Describe] = {
    "pilot": with_person(tr("Choose")),
    "threat": with_thing(tr("Choose"), names.threat_name),
    "faction": with_thing(tr("Choose"), names.faction_name),
    "resource": _resource,
    "commitment": _commitment,
    "buffer": _prevents(tr("Spend a Buffer"), tr("1 Buffer")),
    "fan-club": _prevents(tr("Ask the Fan Club"), tr("1 Fan Club")),
    "shift": _prevents(tr("Let the Robo take it"), tr("1 Endurance")),
    "accept": lambda s, what, setup: Description(
        tr("Accept"), "", "", tr("{point} lands", point=why_not.landing(s, setup))
    ),
    "remove-strike": lambda s, what, setup: Description(
        tr("Take a Strike off"),
        "",
        "",
        tr("{faction} loses a Strike", faction=names.faction_name(int(s.pending.faction), setup)),
        on=names.faction_name(int(s.pending.faction), setup),
    ),
    "remove-faction": lambda s, what, setup: Description(
        tr("Remove the Faction"),
        "",
        "",
        tr("{faction} leaves play", faction=names.faction_name(_fate(s), setup)),
        on=names.faction_name(_fate(s), setup),
    ),
    "turn-faction": _turn_faction,
    "damage": lambda s, what, setup: Description(tr("Damage"), names.EFFECT_NAMES[book.Kind.of(what)]),
    "discard": lambda s, what, setup: Description(tr("Discard"), what),
    "invest": lambda s, what, setup: Description(
        tr("Lay"),
        what,
        "",
        tr("on the stack of {faction}", faction=names.faction_name(int(s.pending.faction), setup)),
    ),
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
_UNKNOWN = {
    "tech": tr("Tech"),
    "robo-tech": tr("Robo tech"),
    "gear": tr("Gear"),
    "activate": tr("Activate"),
    "sacrifice": tr("Sacrifice"),
    "summon": tr("Summon"),
    "charge": tr("Charge"),
    "boon": tr("Boon"),
}
"""What an ability is called that nobody has."""


def describe(table: Mapping[str, Describe], s: Any, label: str, setup: Setup) -> Description:
    """Return what an action is, by its label and what describes the verbs; one with a card is done with that card."""
    verb, _, what = label.partition(" ")
    found = table[verb](s, what, setup)
    return found._replace(on=what) if what in FRENCH.names else found


def ability_of(p: int, verb: str, what: str, setup: Setup) -> Description:
    """Return what an ability on a Pilot's page is; one that she does not have goes by its label."""
    a = book.CoachPage.BOONS + int(what) if verb == "boon" else NONE
    if verb in ABILITY_VERBS and p != COACH:
        a = book.of_pilot(p, ABILITY_VERBS[verb] + int(what or 0))
    if a not in powers.abilities_of(setup):
        return Description(_UNKNOWN[verb], what)
    effect = powers.effect(a, setup)
    if verb == "summon":
        rider = int(setup.config["pilots"][p - 1]["robo"]["rider"])
        more = tr("+{n} Strike while it is here", n=rider) if rider else tr("her Robo comes")
        effect = tr(", ").join((effect, more)) if effect else more
    return Description(powers.name(a, setup), "", powers.cost(a, setup), effect)
