"""The actions of the Throwdown as people read them: name, card or target, cost, effect."""

from __future__ import annotations

from collections.abc import Mapping

from throwdown.envs.core.kit import NONE, Description, Setup
from throwdown.envs.fusion.throwdown import actions, assists, drives, state
from throwdown.envs.fusion.throwdown.words import explain, notes, phases
from throwdown.envs.fusion.words import describe as shared, names, powers, why_not
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.cards import card_id, card_name
from throwdown.envs.fusion.world.order import DIFFERENCE
from throwdown.envs.fusion.world.terms import COACH


def _gap(s: state.State, c: int, opens: bool) -> int:
    """Return how far a card exceeds the top of the Pile."""
    if opens:
        return int(why_not.plain_rule(drives.opening_gap)(s, c))
    return int(DIFFERENCE[int(s.cfg.order), c >> 2, explain.top_of(s) >> 2])


def play_effect(s: state.State, c: int, opens: bool) -> str:
    """Return what a card costs or wins by how far it exceeds the top one (TS-07 to TS-11, TS-92)."""
    p = int(s.seat)
    if p == COACH or s.pile_n == 0:
        return ""
    gap, strike = _gap(s, c, opens), explain.strike_now(s, p)
    if gap > strike:
        stage = int(s.stage) + (1 if opens else 0)
        points = stage - state.LAST_STAGE if stage > state.LAST_STAGE else stage
        return f"Dissonant, beyond Strike {strike}: costs {points} Harmony (Schism)"
    return "Resonant: +1 Charge" if gap == 1 else ""


def play_mark(s: state.State, c: int, opens: bool) -> str:
    """Return what is marked on a card by how far it exceeds the top one, see `Description`."""
    p = int(s.seat)
    if p == COACH or s.pile_n == 0:
        return ""
    gap = _gap(s, c, opens)
    return "costly" if gap > explain.strike_now(s, p) else "good" if gap == 1 else ""


def _initiative(s: state.State, what: str, setup: Setup) -> Description:
    return Description("Lay", what, "", "face-down as your initiative card")


def _counter(s: state.State, what: str, setup: Setup) -> Description:
    return Description(
        "Counter", what, "", _on_drive(s, what, False) or "beats the top card", _mark(s, what, False)
    )


def _on_drive(s: state.State, what: str, opens: bool) -> str:
    return play_effect(s, card_id(what), opens) if explain.phase_of(s) in phases.DRIVES else ""


def _mark(s: state.State, what: str, opens: bool) -> str:
    return play_mark(s, card_id(what), opens) if explain.phase_of(s) in phases.DRIVES else ""


def _block(s: state.State, what: str, setup: Setup) -> Description:
    top = f" with {card_name(explain.top_of(s))}" if s.pile_n else ""
    return Description("Block", what, "", f"goes to the Trash{top}")


def _opens(name: str) -> shared.Describe:
    def describe(s: state.State, what: str, setup: Setup) -> Description:
        now = int(s.stage)
        then = state.RUMBLE_STAGE if name == "Initiate Rumble" else now + 1
        more = _on_drive(s, what, True)
        yields = f"yields stage {now}, opens stage {then}"
        return Description(name, what, "", f"{yields}; {more}" if more else yields, _mark(s, what, True))

    return describe


def _give(s: state.State, what: str, setup: Setup) -> Description:
    phase = explain.phase_of(s)
    if phase == "return" and s.at < len(setup.people):
        return Description("Return", what, "", f"to {setup.people[s.at]}")
    return Description("Share" if phase == "share" else "Give", what)


def _refuse(s: state.State, what: str, setup: Setup) -> Description:
    loses = "your side loses, without score or spoils"
    alone = s.seat == COACH or s.cfg.pilots == 1
    return Description(
        "Refuse", "", "", loses if alone else f"the next Pilot may answer; if nobody does, {loses}"
    )


def _concede(s: state.State, what: str, setup: Setup) -> Description:
    return Description("Concede", "", "", f"yields stage {int(s.stage)} and the Throwdown")


def _position(s: state.State, what: str, setup: Setup) -> Description:
    i = int(what)
    a = book.of_position(i)
    if a not in powers.abilities_of(setup):
        return Description("Position", what)
    return Description(
        names.position_name(i, setup),
        "",
        "",
        f"Rumble Tech {powers.name(a, setup)}: {powers.effect(a, setup)}",
    )


def _rumble_tech(s: state.State, what: str, setup: Setup) -> Description:
    i = int(s.conflict.position[s.seat])
    a = book.of_position(i)
    if i == NONE or a not in powers.abilities_of(setup):
        return Description("Rumble Tech")
    return Description(powers.name(a, setup), "", powers.cost(a, setup), powers.effect(a, setup))


def _attack(verb: str) -> shared.Describe:
    """Return what describes a Wave or a Storm, with its price where Coach pays one."""

    def describe(s: state.State, what: str, setup: Setup) -> Description:
        found = shared.SHARED[verb](s, what, setup)
        if explain.phase_of(s) != "coach-assist" or not found.effect:
            return found
        kind = int(why_not.plain_rule(assists.price)(s, int(what.split(".")[0]), verb == "storm"))
        return found._replace(cost=names.CLASSES[kind])

    return describe


def _ability(verb: str) -> shared.Describe:
    def describe(s: state.State, what: str, setup: Setup) -> Description:
        return shared.ability_of(int(s.seat), verb, what, setup)

    return describe


def _spoil(s: state.State, what: str, setup: Setup) -> Description:
    name = "No spoil" if what == "none" else names.first_upper(what.replace("-", " "))
    return Description(name, "", "", notes.NOTES[f"spoil {what}"])


def _plain(name: str, effect: str = "") -> shared.Describe:
    return lambda s, what, setup: Description(name, "", "", effect)


def _plain_at(name: str, cost: str, effect: str) -> shared.Describe:
    return lambda s, what, setup: Description(name, "", cost, effect)


DESCRIBE: Mapping[str, shared.Describe] = {
    **shared.SHARED,
    "initiative": _initiative,
    "counter": _counter,
    "block": _block,
    "escalate": _opens("Escalate"),
    "rumble": _opens("Initiate Rumble"),
    "give": _give,
    "concede": _concede,
    "refuse": _refuse,
    "support": _plain("Support", "take part and back the Commander up"),
    "stay-out": _plain("Stay out", "take no part in this Throwdown"),
    "vote-self": _plain("For herself", "the Commander draws as many cards as her Solo"),
    "vote-team": _plain("For the team", "the Commander draws as many cards as her Synch"),
    "involve": lambda s, what, setup: Description(
        "Involve", names.threat_name(int(s.at), setup), "", "it takes part"
    ),
    "leave-out": lambda s, what, setup: Description(
        "Leave out",
        names.threat_name(int(s.at), setup),
        "",
        "no cards, Strike, Waves or Storms of it; hard to hurt",
    ),
    "board": _plain_at("Board the Robo", "1 Pit Crew", "it takes part"),
    "on-foot": _plain("Go on foot", "the Robo stays out of this Throwdown"),
    "done": _plain("Done", "no more cards"),
    "hand-back": _plain("Hand back", "leave the Drive to the Commander"),
    "ask": lambda s, what, setup: Description("Ask", shared.person(what, setup), "", "to Drive instead"),
    "position": _position,
    **{
        verb: _ability(verb)
        for verb in ("tech", "robo-tech", "gear", "sacrifice", "summon", "charge", "boon")
    },
    "rumble-tech": _rumble_tech,
    "pass": _plain("Pass", "no more Assists this turn"),
    "spoil": _spoil,
    "wave": _attack("wave"),
    "storm": _attack("storm"),
}
"""What describes the actions, by their verbs."""


def describe(s: state.State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    verb, _, what = actions.LAYOUT.labels[action].partition(" ")
    return DESCRIBE[verb](s, what, setup)
