"""The decisions that every FUSION game shares in words: what they are about, and why not."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from throwdown.envs.core.actions import is_member
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import NONE, Out, Setup, act_of, count_members, plural, row, tr
from throwdown.envs.fusion.words import names
from throwdown.envs.fusion.world import book, conflict, damage
from throwdown.envs.fusion.world.cards import card_name, cards_in
from throwdown.envs.fusion.world.choices import Act
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.decisions import CHOICES
from throwdown.envs.fusion.world.terms import COACH, Choice, Commitment, Faction, Point


def any_hand(s: ConflictState) -> None:
    """Let the seat to move hold every card, twice."""
    s.world.hand[s.seat] = (1 << FACES) - 1


def explain_omen(s: ConflictState, label: str, setup: Setup) -> str:
    """Return why an Omen cannot be Spent for an Escalation Event, in a phase in which Coach may; nothing if it can."""
    k = int(label.split()[1])
    if s.world.omens == 0:
        return tr("'{label}': there is no Active Omen to Spend (SY-29).", label=label)
    if not entry(setup, book.of_pilot(COACH, book.CoachPage.EVENTS + k), book.Ability.EXISTS):
        return tr("'{label}': the scenario has no such Escalation Event.", label=label)
    if not (int(s.world.used[COACH]) >> k) & 1:
        return ""
    return tr("'{label}': that Escalation Event has already happened.", label=label)


# What is being decided ---------------------------------------------------------------------------------------------


def entry(setup: Setup, a: int, place: int) -> int:
    """Return one number of an ability's row."""
    return 0 if setup.content is None else int(setup.content[a * book.ROW + place])


def effect_now(s: ConflictState, setup: Setup) -> tuple[int, int, int]:
    """Return the kind, the target and the firing seat of the effect that is being carried out."""
    d = s.pending
    i = int(d.depth) - 1
    if i < 0:
        return book.Kind.NONE, book.Target.NONE, COACH
    a, by = int(d.ability[i]), int(d.by[i])
    if a == NONE:
        return int(d.effect[i]), int(d.aim[i]), by
    place = book.Ability.EFFECTS + int(d.at[i]) * book.EFFECT
    return entry(setup, a, place + book.Effect.KIND), entry(setup, a, place + book.Effect.TARGET), by


_POINTS: dict[int, str] = {
    Point.RUIN: tr("Ruin on the Location"),
    Point.FORM_TRAUMA: tr("Trauma on the Final Form"),
    Point.ENDURANCE: tr("Endurance"),
}


def landing(s: ConflictState, setup: Setup) -> str:
    """Return what the present point of damage is."""
    d = s.pending
    kind, target = int(d.kind), int(d.target)
    if kind == Point.TRAUMA:
        return tr("Trauma on {target}", target=setup.people[target])
    if kind == Point.PURGE:
        return tr("a Purge on {target}", target=setup.people[target])
    if kind == Point.THREAT_TRAUMA:
        return tr("Trauma on {target}", target=names.threat_name(target, setup))
    if kind == Point.DISFAVOR:
        return tr("a Strike on {target}", target=names.faction_name(target, setup))
    if kind == Point.SCHISM:
        return plural("a point of Schism", "one of {n} points of Schism", int(d.schism))
    return _POINTS.get(kind, tr("no damage"))


def point(s: ConflictState, setup: Setup) -> str:
    """Return, in brackets, what a shared decision is about; nothing for other decisions."""
    about = _about(s, Choice(int(s.phase)), setup) if s.phase in CHOICES else ""
    return f" ({about})" if about else ""


def _about(s: ConflictState, phase: Choice, setup: Setup) -> str:
    d = s.pending
    if phase in (Choice.BUFFER, Choice.COMMITMENT, Choice.ENDURANCE):
        return landing(s, setup)
    if phase in (Choice.TARGET, Choice.RECOVER):
        kind = effect_now(s, setup)[0]
        return names.EFFECT_NAMES[kind] if kind else ""
    if phase == Choice.INVEST:
        return names.faction_name(int(d.faction), setup)
    if phase == Choice.FATE:
        return names.faction_name(int(d.fate), setup)
    if phase == Choice.PAY:
        return tr("{cards}, {n} to go", cards=names.CLASSES[int(d.pay_class)], n=int(d.pay))
    return tr("{n} to go", n=int(d.left)) if phase == Choice.DISCARD_ONE else ""


# Why not -----------------------------------------------------------------------------------------------------------

_plain_rules: dict[int, Any] = {}


class _PlainModule:
    """A module of rules, each of which is plain Python once it is asked for."""

    def __init__(self, module: types.ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        found = plain_rule(getattr(self._module, name))
        setattr(self, name, found)
        return found


def plain_rule(rule: Any) -> Any:
    """Return a rule, and all that it calls, as plain Python: nothing is compiled to explain a position."""
    if isinstance(rule, types.ModuleType) and rule.__name__.startswith("throwdown"):
        return _plain_rules.setdefault(id(rule), _PlainModule(rule))
    function = getattr(rule, "py_func", rule)
    if not isinstance(function, types.FunctionType) or not function.__module__.startswith("throwdown"):
        return rule
    if id(rule) not in _plain_rules:
        around = dict(function.__globals__)
        plain = types.FunctionType(
            function.__code__, around, function.__name__, function.__defaults__, function.__closure__
        )
        _plain_rules[id(rule)] = plain
        for name in function.__code__.co_names:
            if name in around:
                around[name] = plain_rule(around[name])
    return _plain_rules[id(rule)]


def rule_out(setup: Setup) -> Out:
    """Return an empty record for what rules of legality read and write."""
    out: Out = row(setup.make_out())
    return out


def _offered(s: ConflictState, setup: Setup) -> Out:
    """Return the legal set in a shared phase."""
    out = rule_out(setup)
    plain_rule(CHOICES[Choice(int(s.phase))].legal)(s, out)
    return out


def has_choice(s: ConflictState, setup: Setup) -> bool:
    """Return whether a shared decision would be asked here: one on whom or what an effect falls takes two answers."""
    if s.phase == Choice.BUFFER:
        return not plain_rule(damage.is_moot)(s, s.pending.kind)
    n = plain_rule(count_members)(_offered(s, setup))
    return bool(n > (s.phase in (Choice.TARGET, Choice.RECOVER, Choice.COMMITMENT, Choice.ENDURANCE)))


def is_offered(s: ConflictState, action: int, setup: Setup) -> bool:
    """Return whether an action is legal in a shared phase."""
    return bool(plain_rule(is_member)(_offered(s, setup), action))


def explain_choice(s: ConflictState, action: int, setup: Setup) -> str:
    """Return why an action is illegal in a shared phase that its range belongs to; nothing if it is legal."""
    act = act_of(Act, action)
    if act == NONE or is_offered(s, action, setup):
        return ""
    label, phase = setup.game.actions.labels[action], Choice(int(s.phase)).label
    verb, what = label.split(" ")[0], label.split(" ")[-1]
    if act == Act.DISCARD:
        return _why_not_discard(s, action - Act.DISCARD, setup)
    if act == Act.INVEST:
        return _why_not_invest(s, action - Act.INVEST, setup)
    if verb in ("wave", "storm"):
        return why_no_wave(s, verb, what, setup) or tr(
            "'{label}' is not available now (ME-36, ME-42).", label=label
        )
    if act == Act.DAMAGE:
        return tr(
            "+{damage} would change nothing now (ME-08).", damage=names.EFFECT_NAMES[book.Kind.of(what)]
        )
    if act == Act.COMMITMENT:
        return _why_not_commitment(s, what, phase, setup)
    if phase == "buffer":
        return _why_not_prevented(s, verb, setup)
    if act == Act.REMOVE_STRIKE:
        return _why_not_unstrike(s, setup)
    if phase == "endurance":
        return tr("{who}'s Robo is not in the Final Form, or has no Endurance left (TS-93).", who=what)
    return _why_not_subject(s, verb, what, setup)


def lacks_card(s: ConflictState, c: int, setup: Setup) -> str:
    """Return that the seat to move does not hold a card; nothing if she does."""
    seat = int(s.seat)
    if c in cards_in(s.world.hand[seat]):
        return ""
    return tr("{who} has no {card} in hand.", who=setup.people[seat], card=card_name(c))


def _why_not_discard(s: ConflictState, c: int, setup: Setup) -> str:
    cards, card = names.CLASSES[int(s.pending.pay_class)], card_name(c)
    return lacks_card(s, c, setup) or tr("{card} cannot pay: the cost is {cards}.", card=card, cards=cards)


def _why_not_invest(s: ConflictState, c: int, setup: Setup) -> str:
    f = int(s.pending.faction)
    return lacks_card(s, c, setup) or tr(
        "{faction} already holds the most cards that it may, {n} (ME-22).",
        faction=names.faction_name(f, setup),
        n=int(s.world.favor_n[f]),
    )


def _why_not_unstrike(s: ConflictState, setup: Setup) -> str:
    f = int(s.pending.faction)
    if not s.cfg.unstrike:
        return tr("In this scenario Favor does not remove Strikes ('favor_removes_strikes' is off).")
    return tr("{faction} has no Strike that could be removed (ME-21).", faction=names.faction_name(f, setup))


def why_no_wave(s: ConflictState, verb: str, number: str, setup: Setup) -> str:
    """Return why there is no such Wave or Storm of a Threat in play; nothing if there is."""
    t, k = (int(x) for x in number.split("."))
    n = int(s.cfg.threats)
    if t >= n:
        return tr("There is no Threat {t}; this scenario has {n}, numbered from 0.", t=t, n=n)
    place = k + (book.MAX_WAVES if verb == "storm" else 0)
    if not entry(setup, book.THREAT_PAGES + t * book.THREAT_PAGE + place, book.Ability.EXISTS):
        threat = names.threat_name(t, setup)
        if verb == "storm":
            return tr("{threat} has no Storm {n}.", threat=threat, n=k)
        return tr("{threat} has no Wave {n}.", threat=threat, n=k)
    return _why_no_part(s, t, setup)


def _why_no_part(s: ConflictState, t: int, setup: Setup) -> str:
    """Return why a Threat has no part in what happens; nothing if it has."""
    threat = names.threat_name(t, setup)
    if s.world.rating[t] <= 0:
        return tr("{threat} is not in play (ME-70).", threat=threat)
    if plain_rule(conflict.is_engaged)(s, t):
        return ""
    return tr("{threat} takes no part in this Throwdown (TS-37).", threat=threat)


def _why_not_commitment(s: ConflictState, what: str, phase: str, setup: Setup) -> str:
    who, commitment = setup.people[int(s.seat)], names.COMMITMENTS[Commitment.of(what)]
    if phase == "recover":
        return tr(
            "{who}'s {commitment} is not lowered, so it cannot recover (ME-31).",
            who=who,
            commitment=commitment,
        )
    return tr(
        "{who}'s {commitment} is already 0; Trauma lowers another Commitment (ME-66, ME-67).",
        who=who,
        commitment=commitment,
    )


def _why_not_prevented(s: ConflictState, verb: str, setup: Setup) -> str:
    kind, who, what = int(s.pending.kind), setup.people[int(s.seat)], landing(s, setup)
    if verb == "fan-club":
        return tr(
            "The Fan Club prevents only Strikes on Factions; this point is {point} (ME-52).", point=what
        )
    if verb == "shift":
        if kind != Point.TRAUMA:
            return tr("A Robo takes only Trauma of its Pilot; this point is {point} (SY-11).", point=what)
        return tr("{who} has no Robo here that could take her Trauma (SY-11).", who=who)
    if kind == Point.DISFAVOR:
        return tr("A Strike on a Faction is prevented by the Fan Club, not by a Buffer (ME-52).")
    if s.conflict.rumble > 0:
        return tr("In a Rumble the Pilots' own Buffers cannot be used (TS-89).")
    return tr("{who} has no Buffer left.", who=who)


_TOO_FEW: dict[str, Callable[[int, int], str]] = {
    "pilot": lambda i, n: plural(
        "There is no Pilot {i} here; this scenario has {n} Pilot, numbered from 0.",
        "There is no Pilot {i} here; this scenario has {n} Pilots, numbered from 0.",
        n,
        i=i,
    ),
    "threat": lambda i, n: plural(
        "There is no Threat {i} here; this scenario has {n} Threat, numbered from 0.",
        "There is no Threat {i} here; this scenario has {n} Threats, numbered from 0.",
        n,
        i=i,
    ),
    "faction": lambda i, n: plural(
        "There is no Faction {i} here; this scenario has {n} Faction, numbered from 0.",
        "There is no Faction {i} here; this scenario has {n} Factions, numbered from 0.",
        n,
        i=i,
    ),
    "resource": lambda i, n: plural(
        "There is no Resource {i} here; this scenario has {n} Resource, numbered from 0.",
        "There is no Resource {i} here; this scenario has {n} Resources, numbered from 0.",
        n,
        i=i,
    ),
}


def _why_not_subject(s: ConflictState, verb: str, what: str, setup: Setup) -> str:
    """Explain a subject that the present effect does not concern, or would not change."""
    i = int(what.split("_")[-1])
    n = int(getattr(s.cfg, f"{verb}s"))
    if i >= n:
        return _TOO_FEW[verb](i, n)
    code, _, by = effect_now(s, setup)
    effect = names.kind_name(code)
    if verb == "pilot":
        is_harm = by == COACH or book.HARMS >> code & 1
        if is_harm and not (s.conflict.involved[i + 1] or s.conflict.reaches_all):
            return tr(
                "{who} takes no part in this Throwdown, so no harm can be aimed at her (TS-27).",
                who=setup.people[i + 1],
            )
        return tr(
            "{effect} does not concern {who}, or would change nothing for her (ME-06, C-136).",
            effect=effect,
            who=setup.people[i + 1],
        )
    if verb == "resource":
        return tr(
            "{effect} does not concern {resource}, or it is at its maximum (ME-34).",
            effect=effect,
            resource=names.resource_name(i, setup),
        )
    if verb == "threat":
        return _why_no_part(s, i, setup) or tr(
            "{effect} does not concern {threat}, or would change nothing for it (ME-06, C-136).",
            effect=effect,
            threat=names.threat_name(i, setup),
        )
    faction = names.faction_name(i, setup)
    if s.world.faction[i] != Faction.IN_PLAY:
        return tr("{faction} is not in play (SY-02).", faction=faction)
    return tr(
        "{effect} does not concern {faction}, or would change nothing for it (ME-20, ME-50).",
        effect=effect,
        faction=faction,
    )
