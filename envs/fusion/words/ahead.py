"""What is certain to change at once when a Pilot or Coach chooses something, as pairs of a gauge and its new value."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Setup, tr
from throwdown.envs.fusion.sheets.writer import Ability
from throwdown.envs.fusion.words import names, powers, why_not
from throwdown.envs.fusion.world import agenda, book, damage
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.order import MAX_STRIKE
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import ALL_OMENS, COACH, MAX_HARMONY, Point

Changes = tuple[tuple[str, int], ...]
_CHARGES, _BUFFERS, _ENDURANCE = tr("Charges"), tr("Buffers"), tr("Endurance")
_HARMONY, _STRIKE = tr("Harmony"), tr("Strike")
_RATING, FACTION_STRIKES = tr("Rating"), tr("Strikes")
FORM_BUFFERS, FORM_CHARGES = tr("Form's Buffers"), tr("Form's Charges")
OUT = 3
"""The number of Strikes at which a Faction leaves play (ME-51)."""
GAINS = (
    *(book.Kind.CHARGEUP, book.Kind.FORTIFY, book.Kind.RALLY, book.Kind.STRIKE),
    *(book.Kind.FORM_BUFFER, book.Kind.RUMBLE_CHARGE),
)
GAUGE_OF: dict[int, str] = {
    book.Kind.CHARGEUP: _CHARGES,
    book.Kind.PURGE: _CHARGES,
    book.Kind.FORTIFY: _BUFFERS,
    book.Kind.RALLY: _HARMONY,
    book.Kind.SCHISM: _HARMONY,
    book.Kind.STRIFE: _HARMONY,
    book.Kind.STRIKE: _STRIKE,
    book.Kind.FORM_BUFFER: FORM_BUFFERS,
    book.Kind.RUMBLE_CHARGE: FORM_CHARGES,
}
"""What an effect changes, by its kind."""
_NO_LIMIT = 127
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
    return lost(s, p, n) if int(why_not.plain_rule(damage.forms_robos)(s)) == 1 << (p - 1) else ()


def lost(s: ConflictState, p: int, n: int = 1) -> Changes:
    """Return a Pilot's Endurance after points that her Robo takes (TS-93)."""
    return ((_ENDURANCE, max(0, int(s.world.endurance[p]) - n)),)


def hit(s: ConflictState, setup: Setup) -> str:
    """Return the Threat or the Faction that the present point of damage hits, by its name; empty for others."""
    d = s.pending
    if d.kind == Point.THREAT_TRAUMA:
        return names.threat_name(int(d.target), setup)
    return names.faction_name(int(d.target), setup) if d.kind == Point.DISFAVOR else ""


def prevented(s: ConflictState) -> Changes:
    """Return the Buffers out of which the present point of damage is prevented (ME-71, C-26, TS-89)."""
    d = s.pending
    if d.kind == Point.THREAT_TRAUMA:
        return ((_BUFFERS, int(s.world.threat_buffers[d.target]) - 1),)
    if d.kind in (Point.RUIN, Point.FORM_TRAUMA):
        return ((FORM_BUFFERS, int(s.conflict.form_buffers) - 1),)
    return ((_BUFFERS, int(s.world.buffers[s.seat]) - 1),)


def struck(s: ConflictState, f: int, n: int) -> Changes:
    """Return a Faction's Strikes after more or fewer, unless it leaves play (ME-50)."""
    now = int(s.world.strikes[f]) + n
    return ((FACTION_STRIKES, max(0, now)),) if now < OUT else ()


def rated(s: ConflictState, t: int, n: int) -> Changes:
    """Return a Threat's Rating after a gain or a loss (ME-69)."""
    return ((_RATING, min(max(0, int(s.world.rating[t]) + n), int(s.cfg.rating_max[t]))),)


def accepted(s: ConflictState) -> Changes:
    """Return what the present point of damage lowers if nobody else prevents it."""
    if s.pending.kind == Point.SCHISM and s.world.harmony > 1:
        return split(s, 1)
    if s.pending.kind == Point.PURGE and s.pending.target == s.seat:
        return ((_CHARGES, 0),)
    if s.pending.kind == Point.THREAT_TRAUMA:
        return rated(s, int(s.pending.target), -1)
    return struck(s, int(s.pending.target), 1) if s.pending.kind == Point.DISFAVOR else ()


def aimed(s: ConflictState, x: int, setup: Setup) -> Changes:
    """Return what the present effect changes for a Threat or a Faction, unless another effect follows at once."""
    d = s.pending
    if d.depth != 1:  # at 0 nobody is asked for a target
        return ()
    own = [] if d.ability[0] == NONE else powers.abilities_of(setup)[int(d.ability[0])].effects[d.at[0] + 1 :]
    if own:
        return ()
    kind, n = int(d.effect[0]), int(why_not.plain_rule(agenda.top_amount)(s, why_not.rule_out(setup)))
    if x < Subject.FACTIONS:
        change = {book.Kind.TRAUMA: -n, book.Kind.RECOVER: n}.get(book.Kind(kind), 0)
        return rated(s, x - Subject.THREATS, change) if change else ()
    return struck(s, x - Subject.FACTIONS, n) if kind == book.Kind.DISFAVOR else ()


def ability(
    s: ConflictState, p: int, a: int, setup: Setup, strike: int, gain: int = 0, charges: int = 0
) -> Changes:
    """Return what a Pilot's ability is certain to change at once for her, the team and its Final Form.

    Effects are certain up to the first after which somebody may have to decide. Where cards are drawn, a Joker may
    surface, which charges Pilots up (CD-24).

    Args:
        s: the record of a game.
        p: the Pilot.
        a: the ability's id in the book.
        setup: what is played.
        strike: her Strike now.
        gain: of Strike, besides the ability's effects.
        charges: of the Final Form that it costs.
    """
    found = powers.abilities_of(setup)[a]
    w, is_rumble = s.world, bool(s.conflict.rumble)
    start = {_CHARGES: int(w.charges[p]), _BUFFERS: int(w.buffers[p])}
    most = {_CHARGES: int(s.cfg.charge_max[p]), _BUFFERS: int(s.cfg.buffer_max[p])}
    if is_rumble:  # in which the Strike is Harmony, which does not rise
        start |= {FORM_BUFFERS: int(s.conflict.form_buffers), FORM_CHARGES: int(s.conflict.form_charges)}
        most |= {FORM_BUFFERS: _NO_LIMIT, FORM_CHARGES: _NO_LIMIT}
    else:
        start |= {_HARMONY: int(w.harmony), _STRIKE: strike}
        most |= {_HARMONY: MAX_HARMONY, _STRIKE: MAX_STRIKE}
    now = dict(start)
    now[_CHARGES] -= found.cost.charges
    if is_rumble:
        now[FORM_CHARGES] -= charges
    else:
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
