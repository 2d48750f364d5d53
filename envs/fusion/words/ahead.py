"""What is certain to change at once when a Pilot or Coach chooses something, as pairs of a gauge and its new value."""

from __future__ import annotations

from throwdown.envs.core.kit import Setup, tr
from throwdown.envs.fusion.sheets.writer import Ability
from throwdown.envs.fusion.words import powers, why_not
from throwdown.envs.fusion.world import book, damage
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.order import MAX_STRIKE
from throwdown.envs.fusion.world.terms import ALL_OMENS, COACH, MAX_HARMONY, Point

Changes = tuple[tuple[str, int], ...]
_CHARGES, _BUFFERS, _ENDURANCE = tr("Charges"), tr("Buffers"), tr("Endurance")
_HARMONY, _STRIKE = tr("Harmony"), tr("Strike")
GAINS = (book.Kind.CHARGEUP, book.Kind.FORTIFY, book.Kind.RALLY, book.Kind.STRIKE)
GAUGE_OF: dict[int, str] = {
    book.Kind.CHARGEUP: _CHARGES,
    book.Kind.PURGE: _CHARGES,
    book.Kind.FORTIFY: _BUFFERS,
    book.Kind.RALLY: _HARMONY,
    book.Kind.SCHISM: _HARMONY,
    book.Kind.STRIFE: _HARMONY,
    book.Kind.STRIKE: _STRIKE,
}
"""What an effect changes, by its kind."""
ALONE = (book.Target.NONE, book.Target.SELF)
DRAWING = (book.Kind.DRAW, book.Kind.TARRY, book.Kind.REVEAL, book.Kind.WAVE, book.Kind.STORM)


def charged(s: ConflictState, p: int, n: int) -> Changes:
    """Return a Pilot's Charges after a gain (ME-18)."""
    return ((_CHARGES, min(int(s.world.charges[p]) + n, int(s.cfg.charge_max[p]))),)


def split(s: ConflictState, n: int) -> Changes:
    """Return Harmony after points of Schism or Strife that nobody prevents (ME-61)."""
    return ((_HARMONY, max(1, int(s.world.harmony) - n)),)


def worn(s: ConflictState, p: int, n: int) -> Changes:
    """Return a Pilot's Endurance after points that only her Robo can take (TS-92); nothing if another's can."""
    if int(why_not.plain_rule(damage.forms_robos)(s)) != 1 << (p - 1):
        return ()
    return ((_ENDURANCE, max(0, int(s.world.endurance[p]) - n)),)


def prevented(s: ConflictState) -> Changes:
    """Return the Buffers of who prevents the present point of damage; a Threat's and the Form's are not hers."""
    if s.pending.kind in (Point.THREAT_TRAUMA, Point.RUIN, Point.FORM_TRAUMA):
        return ()
    return ((_BUFFERS, int(s.world.buffers[s.seat]) - 1),)


def shifted(s: ConflictState) -> Changes:
    """Return the Endurance of who lets her Robo take a point (SY-11)."""
    return ((_ENDURANCE, int(s.world.endurance[s.seat]) - 1),)


def accepted(s: ConflictState) -> Changes:
    """Return what the present point of damage lowers if nobody else prevents it."""
    if s.pending.kind == Point.SCHISM and s.world.harmony > 1:
        return split(s, 1)
    if s.pending.kind == Point.PURGE and s.pending.target == s.seat:
        return ((_CHARGES, 0),)
    return ()


def ability(s: ConflictState, p: int, a: int, setup: Setup, strike: int, gain: int = 0) -> Changes:
    """Return what a Pilot's ability is certain to change at once for her and the team.

    Effects are certain up to the first after which somebody may have to decide. Where cards are drawn, a Joker may
    surface, which charges Pilots up (CD-24).

    Args:
        s: the record of a game.
        p: the Pilot.
        a: the ability's id in the book.
        setup: what is played.
        strike: her Strike now.
        gain: of Strike, besides the ability's effects.
    """
    found = powers.abilities_of(setup)[a]
    w, is_rumble = s.world, bool(s.conflict.rumble)
    start = {_CHARGES: int(w.charges[p]), _BUFFERS: int(w.buffers[p])}
    most = {_CHARGES: int(s.cfg.charge_max[p]), _BUFFERS: int(s.cfg.buffer_max[p])}
    if not is_rumble:  # in which the Strike is Harmony, which does not rise
        start |= {_HARMONY: int(w.harmony), _STRIKE: strike}
        most |= {_HARMONY: MAX_HARMONY, _STRIKE: MAX_STRIKE}
    now = dict(start)
    now[_CHARGES] -= found.cost.charges
    if not is_rumble:
        now[_STRIKE] = min(MAX_STRIKE, strike + gain)
    waits = bool(found.cost.cards)
    for effect in found.effects:
        name = GAUGE_OF.get(effect.kind, "")
        is_plain = effect.kind in GAINS and effect.target in ALONE and not effect.scale
        waits = waits or not is_plain
        if name in now and waits:
            del now[name]
        elif name in now:
            n = now[name] + effect.amount
            now[name] = min(most[name], n)
            if name == _HARMONY:  # at Violet the team charges up instead (ME-26)
                now[_CHARGES] = min(most[_CHARGES], now[_CHARGES] + n - now[name])
    if draws(found) and has_jokers(s):
        now.pop(_CHARGES, None)
    return tuple((name, n) for name, n in now.items() if n != start[name])


def draws(ability: Ability) -> bool:
    """Return whether an ability takes cards off a deck."""
    return bool(ability.tarry) or any(effect.kind in DRAWING for effect in ability.effects)


def has_jokers(s: ConflictState) -> bool:
    """Return whether a deck still has Jokers, which all can count."""
    return any(s.world.decks[d].jokers > 0 for d in range(int(s.cfg.decks)))


def team(s: ConflictState, kind: int, n: int) -> Changes:
    """Return what an effect on the whole team, or a spoil or a consequence, changes for Harmony."""
    if kind in (book.Kind.SCHISM, book.Kind.STRIFE) and not s.conflict.rumble:
        return split(s, n)
    if kind == book.Kind.RALLY and s.world.harmony + n <= MAX_HARMONY and not s.conflict.rumble:
        return ((_HARMONY, int(s.world.harmony) + n),)
    return ()


def omen(s: ConflictState, a: int, setup: Setup) -> Changes:
    """Return the Omens after one is Spent for an Escalation Event, unless a Joker may surface."""
    found = powers.abilities_of(setup)[a]
    is_certain = s.seat == COACH and not (draws(found) and has_jokers(s)) and s.world.spent + 1 < ALL_OMENS
    return ((tr("Omens"), int(s.world.omens) - 1),) if is_certain else ()
