"""Why an Assist is illegal now, in one sentence."""

from __future__ import annotations

from throwdown.envs.core.cardset import popcount
from throwdown.envs.core.kit import NONE, Actions, Setup, plural, tr
from throwdown.envs.fusion.throwdown import assists, state
from throwdown.envs.fusion.throwdown.actions import LAYOUT, Act
from throwdown.envs.fusion.words import names, powers, why_not
from throwdown.envs.fusion.world import book, usage
from throwdown.envs.fusion.world.terms import COACH, USABLE, Resource, Robo


def explain_assist(s: state.State, action: int, setup: Setup) -> str:
    """Return why an Assist of a Pilot is illegal now, nothing if it is legal."""
    p, k, act = int(s.seat), action - Act.TECH, LAYOUT.act_of(action)
    if act == Act.RUMBLE_TECH:
        return _why_not_rumble_tech(s, p, setup)
    if act == Act.BOON:
        return _why_not_boon(s, p, action - act, setup)
    a = p * book.PAGE + k
    if not why_not.entry(setup, a, book.Ability.EXISTS):
        return _why_no_ability(s, p, act, action - act, setup)
    return (
        _why_not_allowed(s, p, k, setup)
        or _why_not_here(s, p, k, a, setup)
        or _why_not_fresh(s, p, k, a, setup)
        or _why_not_paid(s, p, a, setup)
    )


def _why_no_ability(s: state.State, p: int, act: Actions, n: int, setup: Setup) -> str:
    """Say that a Pilot has no such ability."""
    who = setup.people[p]
    if act == Act.SUMMON:
        if s.cfg.robo_present[p]:
            return tr("{who}'s Robo is here from the start, so it cannot be Summoned (TS-32).", who=who)
        return tr("{who} has no Robo to Summon (TS-85).", who=who)
    if act == Act.CHARGE:
        return tr("This scenario has no basic Charge Tech {n} (TS-12).", n=n)
    if act == Act.TECH:
        return tr("{who} has no Tech {n} (TS-79).", who=who, n=n)
    if act == Act.ROBO_TECH:
        return tr("{who} has no Robo Tech {n} (TS-96).", who=who, n=n)
    if act == Act.GEAR:
        return tr("{who} has no Gear {n} that could be activated (TS-87).", who=who, n=n)
    return tr("{who} has no Gear {n} that could be sacrificed (TS-87).", who=who, n=n)


def _why_not_allowed(s: state.State, p: int, k: int, setup: Setup) -> str:
    """Explain the one Assist of a turn, and Pink's exception (TS-76, TS-79)."""
    most, techs, others = int(s.cfg.tech_assists[p]), int(s.techs), int(s.others)
    who = setup.people[p]
    if (book.TECHS >> k) & 1:
        if techs >= most:
            return plural(
                "{who} has used {techs} of at most {n} Assist Tech this turn (TS-79).",
                "{who} has used {techs} of at most {n} Assist Techs this turn (TS-79).",
                most,
                who=who,
                techs=techs,
            )
        spent = others > 0 and most == 1
    else:
        spent = others > 0 or (techs > 0 and most == 1)
    return tr("{who} has already used her one Assist of this turn (TS-76).", who=who) if spent else ""


def _why_not_fresh(s: state.State, p: int, k: int, a: int, setup: Setup) -> str:
    """Explain that an ability is used up; ``p`` is 0 for those of the scenario."""
    c, name = s.conflict, powers.name(a, setup)
    if (int(c.turn_used[p]) >> k) & 1:
        return tr("'{ability}' was already used this turn.", ability=name)
    per = why_not.entry(setup, a, book.Ability.PER)
    if per == book.Per.CONFLICT and (int(c.used[p]) >> k) & 1:
        return tr(
            "'{ability}' was already used in this Throwdown; it can be used once a conflict.",
            ability=name,
        )
    if per == book.Per.SCENARIO and (int(s.world.used[p]) >> k) & 1:
        return tr("'{ability}' was already used; it can be used once a scenario.", ability=name)
    return ""


def _why_not_here(s: state.State, p: int, k: int, a: int, setup: Setup) -> str:
    """Explain what an ability needs: a Robo, Gear, or that there is no Rumble."""
    c, w, who = s.conflict, s.world, setup.people[p]
    rumbles = c.rumble > 0
    if k == book.Page.SUMMON:
        return _why_not_summon(s, p, setup)
    g = int(why_not.plain_rule(usage.gear_of)(k))
    if g != NONE:
        both = 1 << (book.Page.ACTIVATE + g) | 1 << (book.Page.SACRIFICE + g)
        if not (int(w.gear[p]) >> g) & 1:
            return tr("{who} no longer has Gear {n}: it was sacrificed (TS-87).", who=who, n=g)
        if int(c.used[p]) & both:
            return tr(
                "Gear {n} was already used in this Throwdown; each piece can be used once a conflict "
                "(C-114).",
                n=g,
            )
        return ""
    if why_not.entry(setup, a, book.Ability.FAMILY) == book.Family.ROBO:
        inside = c.position[p] != NONE and not c.ejected[p] if rumbles else c.robo[p] != Robo.ABSENT
        if inside:
            return ""
        return tr(
            "{who}'s Robo is not here, and its Techs cannot be used without it (TS-96, SY-10).", who=who
        )
    if rumbles and not why_not.entry(setup, a, book.Ability.FLAGS) & book.IN_RUMBLE:
        return tr("'{ability}' is switched off in a Rumble (TS-96).", ability=powers.name(a, setup))
    return ""


def _why_not_summon(s: state.State, p: int, setup: Setup) -> str:
    who, c, w = setup.people[p], s.conflict, s.world
    if c.rumble > 0:
        return tr("Nobody can Summon in a Rumble: the Robos are in the Final Form (C-128).")
    if c.robo[p] != Robo.ABSENT:
        return tr("{who}'s Robo is already here and cannot be Summoned again (TS-86).", who=who)
    if w.endurance[p] <= 0:
        return tr("{who}'s Robo has no Endurance left (TS-94).", who=who)
    if w.resource[Resource.PIT_CREW] > 0:
        return ""
    return tr("Summoning costs a point of Pit Crew, but none is left (TS-85).")


def _why_not_paid(s: state.State, p: int, a: int, setup: Setup) -> str:
    """Explain what an ability costs and its Pilot lacks."""
    w, name, who = s.world, powers.name(a, setup), setup.people[p]
    charges, cards, points = (
        why_not.entry(setup, a, place)
        for place in (book.Ability.CHARGES, book.Ability.CARDS, book.Ability.POINTS)
    )
    if w.charges[p] < charges:
        return plural(
            "'{ability}' costs {n} Charge, but {who} has {left}.",
            "'{ability}' costs {n} Charges, but {who} has {left}.",
            charges,
            ability=name,
            who=who,
            left=int(w.charges[p]),
        )
    r = why_not.entry(setup, a, book.Ability.RESOURCE) - 1
    if r >= 0 and w.resource[r] < points:
        return tr(
            "'{ability}' costs {n} of a Resource, which has {left} left.",
            ability=name,
            n=points,
            left=int(w.resource[r]),
        )
    kind = why_not.entry(setup, a, book.Ability.CARD_CLASS)
    if cards and count_payable(s, p, kind) < cards:
        return tr(
            "'{ability}' costs {n} of {cards}, which {who} does not hold.",
            ability=name,
            n=cards,
            cards=names.CLASSES[kind],
            who=who,
        )
    return ""


def count_payable(s: state.State, seat: int, kind: int) -> int:
    """Return how many cards in a hand may pay a cost of a class."""
    return sum(popcount(int(word) & usage.CARDS_OF[kind]) for word in s.world.hand[seat])


def _why_not_rumble_tech(s: state.State, p: int, setup: Setup) -> str:
    c = s.conflict
    if c.rumble == 0:
        return tr("Rumble Techs are for Rumbles (TS-80).")
    a = book.POSITION_PAGE + int(c.position[p])
    if ((int(c.used[p]) | int(c.turn_used[p])) >> assists.RUMBLE_TECH) & 1:
        return tr(
            "{who} has already used '{ability}'; each Rumble Tech can be used once a Rumble (TS-80).",
            who=setup.people[p],
            ability=powers.name(a, setup),
        )
    if c.form_charges <= 0:
        return tr("A Rumble Tech costs a Charge of the Final Form, but it has none left (TS-81).")
    return _why_not_allowed(s, p, assists.RUMBLE_TECH, setup)


def _why_not_boon(s: state.State, p: int, i: int, setup: Setup) -> str:
    k = book.CoachPage.BOONS + i
    if not why_not.entry(setup, k, book.Ability.EXISTS):
        return tr("The Location has no boon {n} (SY-16).", n=i)
    if not USABLE >> int(s.world.location) & 1:
        return tr("The Location is Razed and offers nothing (SY-15).")
    return (
        _why_not_allowed(s, p, assists.BOON + i, setup)
        or _why_not_fresh(s, COACH, k, k, setup)
        or _why_not_paid(s, p, k, setup)
    )


# Coach -------------------------------------------------------------------------------------------------------------


def explain_coach_assist(s: state.State, label: str, setup: Setup) -> str:
    """Return why a Wave, a Storm or an Omen of Coach's Assists is illegal now, nothing if it is legal."""
    verb, number = label.split(" ")
    if verb == "omen":
        return _why_not_omen(s, int(number), setup)
    why = why_not.why_no_wave(s, verb, number, setup)
    if why:
        return why
    t = int(number.split(".")[0])
    threat = names.threat_name(t, setup)
    if s.conflict.threat_used[t]:
        return tr(
            "{threat} has already used a Wave or a Storm this turn; each Threat may use one a turn (TS-83).",
            threat=threat,
        )
    kind = int(why_not.plain_rule(assists.price)(s, t, verb == "storm"))
    if count_payable(s, COACH, kind) > 0:
        return ""
    price = names.CLASSES[kind]
    if verb == "storm":
        return tr("A Storm of {threat} costs {cards}, which Coach lacks (TS-82).", threat=threat, cards=price)
    return tr("A Wave of {threat} costs {cards}, which Coach lacks (TS-82).", threat=threat, cards=price)


def _why_not_omen(s: state.State, k: int, setup: Setup) -> str:
    a = book.CoachPage.EVENTS + k
    if not why_not.entry(setup, a, book.Ability.EXISTS):
        return tr("This scenario has no Escalation Event {n} (SY-29).", n=k)
    if (int(s.world.used[COACH]) >> k) & 1:
        return tr(
            "'{event}' has already happened; each Escalation Event comes once a scenario (SY-29).",
            event=powers.name(a, setup),
        )
    return tr("There is no Active Omen to Spend (SY-29).") if s.world.omens <= 0 else ""
