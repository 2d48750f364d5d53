"""Why an Assist is illegal now, in one sentence."""

from __future__ import annotations

from throwdown.envs.core.cardset import popcount
from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.fusion.throwdown import actions, assists, state
from throwdown.envs.fusion.words import names, powers, why_not
from throwdown.envs.fusion.world import book, usage
from throwdown.envs.fusion.world.terms import COACH, Location, Resource, Robo


def explain_assist(s: state.State, k: int, setup: Setup) -> str:
    """Return why an Assist of a Pilot is illegal now, nothing if it is legal."""
    if k == actions.Assist.PASS:
        return ""
    p = int(s.seat)
    if k == actions.Assist.RUMBLE_TECH:
        return _why_not_rumble_tech(s, p, setup)
    if k >= actions.Assist.BOON:
        return _why_not_boon(s, p, k - actions.Assist.BOON, setup)
    a = p * book.PAGE + k
    if not why_not.entry(setup, a, book.Ability.EXISTS):
        return _why_no_ability(s, p, k, setup)
    return (
        _why_not_allowed(s, p, k, setup)
        or _why_not_here(s, p, k, a, setup)
        or _why_not_fresh(s, p, k, a, setup)
        or _why_not_paid(s, p, a, setup)
    )


def _why_no_ability(s: state.State, p: int, k: int, setup: Setup) -> str:
    """Say that a Pilot has no such ability."""
    name = setup.people[p]
    if k == actions.Assist.SUMMON:
        if s.cfg.robo_present[p] == 1:
            return f"{name}'s Robo is here from the start, so it cannot be Summoned (TS-32)."
        return f"{name} has no Robo to Summon (TS-85)."
    if k >= actions.Assist.CHARGE:
        return f"This scenario has no basic Charge Tech {k - actions.Assist.CHARGE} (TS-12)."
    if k < book.Page.ROBO_TECHS:
        return f"{name} has no Tech {k} (TS-79)."
    if k < book.Page.ACTIVATE:
        return f"{name} has no Robo Tech {k - book.Page.ROBO_TECHS} (TS-96)."
    g = (k - book.Page.ACTIVATE) % book.MAX_GEAR
    verb = "activated" if k < book.Page.SACRIFICE else "sacrificed"
    return f"{name} has no Gear {g} that could be {verb} (TS-87)."


def _why_not_allowed(s: state.State, p: int, k: int, setup: Setup) -> str:
    """Explain the one Assist of a turn, and Pink's exception (TS-76, TS-79)."""
    most, techs, others = int(s.cfg.tech_assists[p]), int(s.techs), int(s.others)
    name = setup.people[p]
    if (assists.TECH_BITS >> k) & 1:
        if techs >= most:
            return f"{name} has used {techs} of at most {most} Assist Techs this turn (TS-79)."
        spent = others > 0 and most == 1
    else:
        spent = others > 0 or (techs > 0 and most == 1)
    return f"{name} has used her one Assist of this turn (TS-76)." if spent else ""


def _why_not_fresh(s: state.State, p: int, k: int, a: int, setup: Setup) -> str:
    """Explain that an ability is used up; ``p`` is 0 for those of the scenario."""
    c, name = s.conflict, powers.name(a, setup)
    if (int(c.turn_used[p]) >> k) & 1:
        return f"'{name}' was used this turn already."
    per = why_not.entry(setup, a, book.Ability.PER)
    if per == book.Per.CONFLICT and (int(c.used[p]) >> k) & 1:
        return f"'{name}' was used in this Throwdown already, and it can be used only once a conflict."
    if per == book.Per.SCENARIO and (int(s.world.used[p]) >> k) & 1:
        return f"'{name}' was used already, and it can be used only once a scenario."
    return ""


def _why_not_here(s: state.State, p: int, k: int, a: int, setup: Setup) -> str:
    """Explain what an ability needs: a Robo, Gear, or that there is no Rumble."""
    c, w, name = s.conflict, s.world, setup.people[p]
    rumbles = c.rumble > 0
    if k == actions.Assist.SUMMON:
        return _why_not_summon(s, p, setup)
    if book.Page.ACTIVATE <= k < actions.Assist.SUMMON:
        g = (k - book.Page.ACTIVATE) % book.MAX_GEAR
        both = 1 << (book.Page.ACTIVATE + g) | 1 << (book.Page.SACRIFICE + g)
        if not (int(w.gear[p]) >> g) & 1:
            return f"{name} no longer has Gear {g}: it was sacrificed (TS-87)."
        if int(c.used[p]) & both:
            return f"Gear {g} was used in this Throwdown already; each piece once a conflict (C-114)."
        return ""
    if why_not.entry(setup, a, book.Ability.FAMILY) == book.Family.ROBO:
        inside = c.position[p] != NONE and c.ejected[p] == 0 if rumbles else c.robo[p] != Robo.ABSENT
        return "" if inside else f"{name}'s Robo is not here, and this is one of its Techs (TS-96, SY-10)."
    if rumbles and not why_not.entry(setup, a, book.Ability.FLAGS) & book.IN_RUMBLE:
        return f"'{powers.name(a, setup)}' is switched off in a Rumble (TS-96)."
    return ""


def _why_not_summon(s: state.State, p: int, setup: Setup) -> str:
    name, c, w = setup.people[p], s.conflict, s.world
    if c.rumble > 0:
        return "Nobody can Summon in a Rumble: the Robos are in the Final Form (C-128)."
    if c.robo[p] != Robo.ABSENT:
        return f"{name}'s Robo is here already and cannot be Summoned again (TS-86)."
    if w.endurance[p] <= 0:
        return f"{name}'s Robo has no Endurance left (TS-94)."
    return (
        "Summoning costs a point of Pit Crew, and none is left (TS-85)."
        if w.resource[Resource.PIT_CREW] <= 0
        else ""
    )


def _why_not_paid(s: state.State, p: int, a: int, setup: Setup) -> str:
    """Explain what an ability costs and its Pilot lacks."""
    w, name = s.world, powers.name(a, setup)
    charges, cards = (
        why_not.entry(setup, a, book.Ability.CHARGES),
        why_not.entry(setup, a, book.Ability.CARDS),
    )
    if w.charges[p] < charges:
        return f"'{name}' costs {charges} Charges; {setup.people[p]} has {int(w.charges[p])}."
    r = why_not.entry(setup, a, book.Ability.RESOURCE) - 1
    if r >= 0 and w.resource[r] < why_not.entry(setup, a, book.Ability.POINTS):
        points = why_not.entry(setup, a, book.Ability.POINTS)
        return f"'{name}' costs {points} of a Resource that has {int(w.resource[r])} left."
    kind = why_not.entry(setup, a, book.Ability.CARD_CLASS)
    if cards and count_payable(s, p, kind) < cards:
        return f"'{name}' costs {cards} of {names.CLASSES[kind]}, which {setup.people[p]} does not hold."
    return ""


def count_payable(s: state.State, seat: int, kind: int) -> int:
    """Return how many cards in a hand may pay a cost of a class."""
    return sum(popcount(int(word) & usage.CARDS_OF[kind]) for word in s.world.hand[seat])


def _why_not_rumble_tech(s: state.State, p: int, setup: Setup) -> str:
    c, name = s.conflict, setup.people[p]
    if c.rumble == 0:
        return "Rumble Techs are for Rumbles (TS-80)."
    a = book.POSITION_PAGE + int(c.position[p])
    if (int(c.used[p]) >> actions.Assist.RUMBLE_TECH) & 1 or (
        int(c.turn_used[p]) >> actions.Assist.RUMBLE_TECH
    ) & 1:
        return (
            f"{name} has used '{powers.name(a, setup)}'; each Rumble Tech can be used once a Rumble (TS-80)."
        )
    if c.form_charges <= 0:
        return "A Rumble Tech costs a Charge of the Final Form, which has none left (TS-81)."
    return _why_not_allowed(s, p, actions.Assist.RUMBLE_TECH, setup)


def _why_not_boon(s: state.State, p: int, i: int, setup: Setup) -> str:
    k = book.CoachPage.BOONS + i
    if not why_not.entry(setup, k, book.Ability.EXISTS):
        return f"There is no boon {i} of a Location here (SY-16)."
    if s.world.location <= Location.RAZED:
        return "The Location is Razed and offers nothing (SY-15)."
    return (
        _why_not_allowed(s, p, actions.Assist.BOON + i, setup)
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
    if s.conflict.threat_used[t]:
        return f"{names.threat_name(t, setup)} has used a Wave or a Storm this turn; each Threat does so once (TS-83)."
    kind = int(why_not.plain_rule(assists.price)(s, t, verb == "storm"))
    if count_payable(s, COACH, kind) == 0:
        who = names.threat_name(t, setup)
        return f"A {verb.capitalize()} of {who} costs {names.CLASSES[kind]}, which Coach lacks (TS-82)."
    return ""


def _why_not_omen(s: state.State, k: int, setup: Setup) -> str:
    a = book.CoachPage.EVENTS + k
    if not why_not.entry(setup, a, book.Ability.EXISTS):
        return f"This scenario has no Escalation Event {k} (SY-29)."
    if (int(s.world.used[COACH]) >> k) & 1:
        name = powers.name(a, setup)
        return f"'{name}' has already happened; each Escalation Event comes once a scenario (SY-29)."
    return "There is no Active Omen to Spend (SY-29)." if s.world.omens <= 0 else ""
