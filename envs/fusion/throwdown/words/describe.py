"""The actions of the Throwdown as people read them: name, card or target, cost, effect."""

from __future__ import annotations

from collections.abc import Mapping

from throwdown.envs.core.kit import NONE, Description, Setup, tr
from throwdown.envs.fusion.throwdown import actions, assists, drives, state
from throwdown.envs.fusion.throwdown.state import Phase
from throwdown.envs.fusion.throwdown.words import notes
from throwdown.envs.fusion.throwdown.words.decisions import DRIVES, strike_now, top_of
from throwdown.envs.fusion.words import describe as shared, names, powers, why_not
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.cards import card_id, card_name
from throwdown.envs.fusion.world.order import DIFFERENCE
from throwdown.envs.fusion.world.terms import COACH


def _gap(s: state.State, c: int, opens: bool) -> int:
    """Return how far a card exceeds the top of the Pile."""
    if opens:
        return int(why_not.plain_rule(drives.opening_gap)(s, c))
    return int(DIFFERENCE[int(s.cfg.order), c >> 2, top_of(s) >> 2])


def play_effect(s: state.State, c: int, opens: bool) -> str:
    """Return what a card costs or wins by how far it exceeds the top one (TS-07 to TS-11, TS-92)."""
    p = int(s.seat)
    if p == COACH or s.pile_n == 0:
        return ""
    gap, strike = _gap(s, c, opens), strike_now(s, p)
    if gap > strike:
        stage = int(s.stage) + (1 if opens else 0)
        points = stage - state.LAST_STAGE if stage > state.LAST_STAGE else stage
        return tr("Dissonant, beyond Strike {strike}: costs {n} Harmony (Schism)", strike=strike, n=points)
    return tr("Resonant: +1 Charge") if gap == 1 else ""


def play_mark(s: state.State, c: int, opens: bool) -> str:
    """Return what is marked on a card by how far it exceeds the top one, see `Description`."""
    p = int(s.seat)
    if p == COACH or s.pile_n == 0:
        return ""
    gap = _gap(s, c, opens)
    return "costly" if gap > strike_now(s, p) else "good" if gap == 1 else ""


def _initiative(s: state.State, what: str, setup: Setup) -> Description:
    return Description(tr("Lay"), what, "", tr("face-down as your initiative card"))


def _counter(s: state.State, what: str, setup: Setup) -> Description:
    effect = _on_drive(s, what, False) or tr("beats the top card")
    return Description(tr("Counter"), what, "", effect, _mark(s, what, False))


def _on_drive(s: state.State, what: str, opens: bool) -> str:
    return play_effect(s, card_id(what), opens) if s.phase in DRIVES else ""


def _mark(s: state.State, what: str, opens: bool) -> str:
    return play_mark(s, card_id(what), opens) if s.phase in DRIVES else ""


def _block(s: state.State, what: str, setup: Setup) -> Description:
    effect = tr("goes to the Trash")
    if s.pile_n:
        effect = tr("goes to the Trash with {card}", card=card_name(top_of(s)))
    return Description(tr("Block"), what, "", effect)


def _opens(s: state.State, name: str, what: str, then: int) -> Description:
    """Return what a Drive is that opens another stage."""
    effect, more = (
        tr("yields stage {now}, opens stage {then}", now=int(s.stage), then=then),
        _on_drive(s, what, True),
    )
    return Description(
        name, what, "", tr("; ").join((effect, more)) if more else effect, _mark(s, what, True)
    )


def _escalate(s: state.State, what: str, setup: Setup) -> Description:
    return _opens(s, tr("Escalate"), what, int(s.stage) + 1)


def _rumble(s: state.State, what: str, setup: Setup) -> Description:
    return _opens(s, tr("Initiate Rumble"), what, state.RUMBLE_STAGE)


def _give(s: state.State, what: str, setup: Setup) -> Description:
    if s.phase == Phase.RETURN and s.at < len(setup.people):
        return Description(tr("Return"), what, "", tr("to {who}", who=setup.people[s.at]))
    return Description(tr("Share") if s.phase == Phase.SHARE else tr("Give"), what)


def _refuse(s: state.State, what: str, setup: Setup) -> Description:
    effect = tr("the next Pilot may answer; if nobody does, your side loses, without score or spoils")
    if s.seat == COACH or s.cfg.pilots == 1:
        effect = tr("your side loses, without score or spoils")
    return Description(tr("Refuse"), "", "", effect)


def _concede(s: state.State, what: str, setup: Setup) -> Description:
    return Description(tr("Concede"), "", "", tr("yields stage {n} and the Throwdown", n=int(s.stage)))


def _position(s: state.State, what: str, setup: Setup) -> Description:
    i = int(what)
    a = book.of_position(i)
    if a not in powers.abilities_of(setup):
        return Description(tr("Position"), what)
    tech = tr("Rumble Tech {tech}: {effect}", tech=powers.name(a, setup), effect=powers.effect(a, setup))
    return Description(names.position_name(i, setup), "", "", tech)


def _rumble_tech(s: state.State, what: str, setup: Setup) -> Description:
    i = int(s.conflict.position[s.seat])
    a = book.of_position(i)
    if i == NONE or a not in powers.abilities_of(setup):
        return Description(tr("Rumble Tech"))
    return Description(powers.name(a, setup), "", powers.cost(a, setup), powers.effect(a, setup))


def _attack(verb: str) -> shared.Describe:
    """Return what describes a Wave or a Storm, with its price where Coach pays one."""

    def describe(s: state.State, what: str, setup: Setup) -> Description:
        found = shared.SHARED[verb](s, what, setup)
        if s.phase != Phase.COACH_ASSIST or not found.effect:
            return found
        kind = int(why_not.plain_rule(assists.price)(s, int(what.split(".")[0]), verb == "storm"))
        return found._replace(cost=names.CLASSES[kind])

    return describe


def _ability(verb: str) -> shared.Describe:
    def describe(s: state.State, what: str, setup: Setup) -> Description:
        return shared.ability_of(int(s.seat), verb, what, setup)

    return describe


def _spoil(s: state.State, what: str, setup: Setup) -> Description:
    return Description(notes.TITLES[what], "", "", notes.NOTES[f"spoil {what}"])


def _plain(name: str, effect: str = "") -> shared.Describe:
    return lambda s, what, setup: Description(name, "", "", effect)


def _plain_at(name: str, cost: str, effect: str) -> shared.Describe:
    return lambda s, what, setup: Description(name, "", cost, effect)


def _threat(verb: str, effect: str) -> shared.Describe:
    """Return what describes a decision about the Threat that is asked about."""
    described = shared.with_thing(verb, names.threat_name, effect)
    return lambda s, what, setup: described(s, str(int(s.at)), setup)


DESCRIBE: Mapping[str, shared.Describe] = {
    **shared.SHARED,
    "initiative": _initiative,
    "counter": _counter,
    "block": _block,
    "escalate": _escalate,
    "rumble": _rumble,
    "give": _give,
    "concede": _concede,
    "refuse": _refuse,
    "support": _plain(tr("Support"), tr("take part and back the Commander up")),
    "stay-out": _plain(tr("Stay out"), tr("take no part in this Throwdown")),
    "vote-self": _plain(tr("For herself"), tr("the Commander draws as many cards as her Solo")),
    "vote-team": _plain(tr("For the team"), tr("the Commander draws as many cards as her Synch")),
    "involve": _threat(tr("Involve"), tr("it takes part")),
    "leave-out": _threat(tr("Leave out"), tr("no cards, Strike, Waves or Storms of it; hard to hurt")),
    "board": _plain_at(tr("Board the Robo"), tr("1 Pit Crew"), tr("it takes part")),
    "on-foot": _plain(tr("Go on foot"), tr("the Robo stays out of this Throwdown")),
    "done": _plain(tr("Done"), tr("no more cards")),
    "hand-back": _plain(tr("Hand back"), tr("leave the Drive to the Commander")),
    "ask": shared.with_person(tr("Ask"), tr("to Drive instead")),
    "position": _position,
    **{
        verb: _ability(verb)
        for verb in ("tech", "robo-tech", "gear", "sacrifice", "summon", "charge", "boon")
    },
    "rumble-tech": _rumble_tech,
    "pass": _plain(tr("Pass"), tr("no more Assists this turn")),
    "spoil": _spoil,
    "wave": _attack("wave"),
    "storm": _attack("storm"),
}
"""What describes the actions, by their verbs."""


def describe(s: state.State, action: int, setup: Setup) -> Description:
    """Return what an action of the seat to move is to people."""
    return shared.describe(DESCRIBE, s, actions.LAYOUT.labels[action], setup)
