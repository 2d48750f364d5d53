"""The actions that every FUSION game shares, as people read them: name, card or target, cost, effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from throwdown.envs.core.cards import ACE
from throwdown.envs.core.decisions import Answer, Describe
from throwdown.envs.core.kit import FRENCH, NONE, Actions, Description, Setup, tr
from throwdown.envs.fusion.words import ahead, names, powers, scene
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.choices import Act
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.order import VALUE
from throwdown.envs.fusion.world.terms import COACH


def person(k: int, setup: Setup) -> str:
    """Return what people call the k-th Pilot, also where nobody sits there."""
    return setup.people[k + 1] if k + 1 < len(setup.seats) else tr("Pilot {n}", n=k)


def with_person(verb: str, effect: str = "") -> Describe:
    """Return what describes the choice of a Pilot."""

    def describe(s: ConflictState, k: int, setup: Setup) -> Description:
        on = scene.name_of(k + 1, setup) if k + 1 < len(setup.seats) else ""
        return Description(verb, person(k, setup), "", effect, on=on)

    return describe


def with_thing(verb: str, name_of: Callable[[int, Setup], str], effect: str = "") -> Describe:
    """Return what describes the choice of a Threat or a Faction."""

    def describe(s: ConflictState, k: int, setup: Setup) -> Description:
        name = name_of(k, setup)
        return Description(verb, name, "", effect, on=name)

    return describe


def with_card(verb: str, effect: str = "") -> Describe:
    """Return what describes the choice of a card."""
    return lambda s, k, setup: card(verb, k, effect)


def card(verb: str, k: int, effect: str = "") -> Description:
    """Return what the choice of a card is."""
    return Description(verb, FRENCH.names[k], "", effect, on=FRENCH.names[k])


def counts(order: int, k: int) -> str:
    """Return that an Ace counts another number than one takes it for; empty for other cards."""
    return tr("counts {n}", n=int(VALUE[order, k >> 2])) if k >> 2 == ACE else ""


def gap_tag(order: int, k: int, gap: int) -> str:
    """Return by how much a card exceeds the top one, and what an Ace counts in it."""
    if k >> 2 != ACE:
        return f"{gap:+d}"
    return tr("{gap} as {n}", gap=f"{gap:+d}", n=int(VALUE[order, ACE]))


def initiative(s: ConflictState, k: int, setup: Setup) -> Description:
    """Return what an initiative card is."""
    told = card(tr("Lay"), k, tr("face-down as your initiative card"))
    return told._replace(tag=names.first_upper(counts(int(s.cfg.order), k)))


def _resource(s: ConflictState, k: int, setup: Setup) -> Description:
    name = names.resource_title(k, setup)
    return Description(tr("Choose"), name, on=name)


def _attack(is_storm: bool) -> Describe:
    """Return what describes a Wave or a Storm."""

    def describe(s: ConflictState, k: int, setup: Setup) -> Description:
        t, i = divmod(k, book.MAX_STORMS if is_storm else book.MAX_WAVES)
        a = book.of_threat(t, i + (book.MAX_WAVES if is_storm else 0))
        if a not in powers.abilities_of(setup):
            number = f"{t}.{i}"
            name = tr("Storm {number}", number=number) if is_storm else tr("Wave {number}", number=number)
            return Description(name)
        threat, effect = names.threat_name(t, setup), powers.effect(a, setup)
        if is_storm:
            told = tr("Storm of {threat}: {effect}", threat=threat, effect=effect)
        else:
            told = tr("Wave of {threat}: {effect}", threat=threat, effect=effect)
        return Description(powers.name(a, setup), "", "", told, on=threat)

    return describe


wave, storm = _attack(is_storm=False), _attack(is_storm=True)


def omen(s: ConflictState, k: int, setup: Setup) -> Description:
    """Return what an Escalation Event is."""
    a = book.CoachPage.EVENTS + k
    if a not in powers.abilities_of(setup):
        return Description(tr("Omen {n}", n=k))
    return Description(
        powers.name(a, setup), "", tr("1 Omen"), powers.effect(a, setup), then=ahead.omen(s, a, setup)
    )


SHARED: Mapping[Actions, Answer] = {
    Act.PILOT: with_person(tr("Choose")),
    Act.THREAT: with_thing(tr("Choose"), names.threat_name),
    Act.FACTION: with_thing(tr("Choose"), names.faction_name),
    Act.RESOURCE: _resource,
    Act.DAMAGE: lambda s, k, setup: Description(tr("Fire"), names.EFFECT_NAMES[book.DAMAGES[k]]),
    Act.DISCARD: with_card(tr("Discard")),
    Act.WAVE: wave,
    Act.STORM: storm,
    Act.OMEN: omen,
}
"""What the shared actions are in every decision that does not say otherwise."""

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
    "robo-tech": tr("Robo Tech"),
    "gear": tr("Gear"),
    "activate": tr("Activate"),
    "sacrifice": tr("Sacrifice"),
    "summon": tr("Summon"),
    "charge": tr("Charge"),
    "boon": tr("Boon"),
}
"""What an ability is called that nobody has."""


def ability_of(
    s: ConflictState, p: int, verb: str, k: int, setup: Setup, strike: int = NONE, gain: int = 0
) -> Description:
    """Return what an ability on a Pilot's page is; one that she does not have goes by its number.

    Args:
        s: the record of a game.
        p: the Pilot's seat.
        verb: of the action.
        k: its number.
        setup: what is played.
        strike: her Strike now, if only she pays for it and it counts.
        gain: of Strike, besides the ability's effects.
    """
    a = book.CoachPage.BOONS + k if verb == "boon" else NONE
    if verb in ABILITY_VERBS and p != COACH:
        a = book.of_pilot(p, ABILITY_VERBS[verb] + k)
    if a not in powers.abilities_of(setup):
        return Description(_UNKNOWN[verb], "" if verb == "summon" else str(k))
    effect = powers.effect(a, setup)
    if verb == "summon":
        rider = int(setup.config["pilots"][p - 1]["robo"]["rider"])
        more = tr("+{n} Strike while it is here", n=rider) if rider else tr("her Robo comes")
        effect, gain = tr(", ").join((effect, more)) if effect else more, gain + rider
    then = () if strike == NONE else ahead.ability(s, p, a, setup, strike, gain)
    return Description(powers.name(a, setup), "", powers.cost(a, setup), effect, then=then)
