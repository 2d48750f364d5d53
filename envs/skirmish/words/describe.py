"""What actions are to people that several decisions share: their names, costs and effects."""

from __future__ import annotations

from throwdown.envs.core.cardset import nth_bit, popcount
from throwdown.envs.core.decisions import Answer
from throwdown.envs.core.kit import NONE, Description, Setup, plural, tr
from throwdown.envs.skirmish import state as st, terrain
from throwdown.envs.skirmish.actions import Act
from throwdown.envs.skirmish.state import MCS, Side, State
from throwdown.envs.skirmish.words import effects, names

POINTS = plural("{n} Move point", "{n} Move points", st.PRICE)


def holder(s: State) -> int:
    """Return whose hand slots mean now, or NONE."""
    if s.seat == Side.CPU:
        return st.CPU
    return int(s.by) if 0 <= s.by < MCS else int(s.actor)


def card_of(s: State, slot: int) -> int:
    """Return the card in a slot of the hand that is used now, or NONE."""
    h = holder(s)
    hand = int(s.hands[h].cards) if 0 <= h <= st.CPU else 0
    return int(nth_bit(hand, slot)) if slot < popcount(hand) else NONE


def hp(n: int) -> str:
    """Return a number of HP."""
    return tr("{n} HP", n=int(n))


def hurt(s: State, p: int, n: int) -> tuple[tuple[str, int], ...]:
    """Return the HP of a process after a loss, or a gain below 0."""
    return ((names.HP, max(0, int(s.processes[p].hp) - n)),)


def spent(s: State, p: int, n: int) -> tuple[tuple[str, int], ...]:
    """Return the Move points of a process after some are paid; those of the CPU's are not on the table."""
    return ((names.MOVE, int(s.processes[p].points) - n),)


def area(k: int, setup: Setup) -> tuple[str, str]:
    """Return what an area is called, and its name on the map; empty for one that there is not."""
    have = names.areas(setup)
    on = have[k] if k < len(have) else ""
    return on or tr("area {n}", n=k + 1), on


def falls(s: State, k: int) -> str:
    """Return what is to be said of an area where people fall."""
    return tr("who cannot fly falls there") if k < s.cfg.areas and s.cfg.falling[k] else ""


def process(s: State, q: int, setup: Setup) -> str:
    """Return what a process is called; empty for one that there is not."""
    return names.process(s, q, setup) if names.has_process(s, q, setup) else ""


def nobody(q: int) -> Description:
    """Return what the choice of a process is that there is not."""
    if q < MCS:
        return Description(tr("Choose"), tr("MC {n}", n=q + 1))
    return Description(tr("Choose"), tr("process of the CPU {n}", n=q - MCS + 1))


def _payer(s: State, k: int, setup: Setup) -> tuple[int, str]:
    """Return who pays Move points or interrupts, and the name; empty if there is no such process."""
    p = k if s.seat == Side.MCS else int(terrain.boss(s))
    return p, process(s, p, setup) if p >= 0 else ""


def _draw(s: State, k: int, setup: Setup) -> Description:
    p, name = _payer(s, k, setup)
    if not name:
        return Description(tr("Draw"), tr("with {who}", who=k + 1))
    then = spent(s, p, st.PRICE) if p < MCS else ()
    return Description(tr("Draw a card"), tr("with {who}", who=name), POINTS, on=name, then=then)


def _swap(s: State, k: int, setup: Setup) -> Description:
    p, name = _payer(s, k, setup)
    if not name:
        return Description(tr("Swap"), tr("with {who}", who=k + 1))
    own = names.sheet(s, p, setup)["loadouts"]
    if len(own) == 1:
        return Description(tr("Swap"), tr("of {who}", who=name), on=name)
    to = own[1 - int(s.processes[p].loadout)]
    what = tr("{loadout} with {who}", loadout=tr(to["name"]), who=name)
    effect = tr("Range {range}, Damage {damage}", range=to["range"], damage=to["damage"])
    then = spent(s, p, st.PRICE)
    return Description(tr("Take"), what, POINTS, effect, on=name, then=then)


def _interrupt(s: State, k: int, setup: Setup) -> Description:
    p, name = _payer(s, k, setup)
    if not name:
        return Description(tr("Interrupt"), tr("with {who}", who=k + 1))
    own = names.interrupt(s, p, setup)
    if own is None:
        return Description(tr("Interrupt"), tr("of {who}", who=name), on=name)
    left = int(own["cards"]) - int(s.processes[p].laid_n)
    cost = tr("10 charges")
    if left:
        cost = plural("10 charges and {n} card", "10 charges and {n} cards", left)
    then = ((names.METER, 0),) if p < MCS and not left else ()
    return Description(
        tr(own["name"]), tr("by {who}", who=name), cost, effects.effect(own), on=name, then=then
    )


SHARED: dict[Act, Answer] = {Act.PAY: _draw, Act.SWAP: _swap, Act.INTERRUPT: _interrupt}
"""What can be done at any time."""
