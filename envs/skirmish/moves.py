"""Movement: steps, pushes, and falls."""

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow_each, kernel, tell
from throwdown.envs.skirmish import attacks, terrain
from throwdown.envs.skirmish.actions import Act
from throwdown.envs.skirmish.state import Doing, Event, Phase, State, Step

FALL_CUTS = 4
"""Cuts of MaxHP that a fall costs (SK-98)."""


@kernel
def steps(s: State) -> int:
    """Return where whose turn it is may walk (SK-31, SK-58 to SK-60, SK-64)."""
    if s.is_closed:
        return 0
    p = s.actor
    w, word = s.processes[p], 0
    has_points = terrain.sheet_of(s, p).most > 0
    for area in range(s.cfg.areas):
        price = terrain.price(s, p, w.area, area)
        if price > 0 and (price <= w.points if has_points else w.steps > 0):
            word |= 1 << area
    return word


@kernel
def walk(s: State, area: int, out: Out) -> None:
    """Take a step: for Move points, or as one of the Auto steps, which ignore prices (SK-58, SK-64, SKO-17)."""
    p = s.actor
    w = s.processes[p]
    if terrain.sheet_of(s, p).most > 0:
        w.points -= terrain.price(s, p, w.area, area)
    else:
        w.steps -= 1
    s.doing = Doing.WALK
    tell(out, Event.MOVED, terrain.side_of(p), amount=terrain.tag(s, p), number=area)
    arrive(s, p, area)


@kernel
def arrive(s: State, p: int, area: int) -> None:
    """Put a process into an area; where an enemy stands the mover's walk ends (SK-60, SKO-16)."""
    s.processes[p].area = area
    if p == s.actor and terrain.has_enemy(s, terrain.side_of(p), area):
        s.is_closed = True
    s.faller, s.step = p, Step.FALL


# Pushes -------------------------------------------------------------------------------------------------------------


@kernel
def pushing(s: State) -> int:
    """Return the side that pushes: by an attack, or by an Interrupt."""
    return terrain.side_of(s.actor if s.doing == Doing.ATTACK else s.shooter)


@kernel
def legal_pushes(s: State, out: Out) -> None:
    """Write where the target may be pushed."""
    allow_each(out, Act.AREA, terrain.steps_from(s, s.target))


@kernel
def push(s: State, action: int, out: Out) -> None:
    """Push the target a step (SKA-41)."""
    area = action - Act.AREA
    tell(out, Event.PUSHED, terrain.side_of(s.target), amount=terrain.tag(s, s.target), number=area)
    arrive(s, s.target, area)


# Falls --------------------------------------------------------------------------------------------------------------


@kernel
def settle_fall(s: State, out: Out) -> None:
    """Let who has arrived in a Falling area choose the way out (SK-96, SK-97); flyers stay (SK-99)."""
    p = s.faller
    w = s.processes[p]
    if w.is_up and s.cfg.falling[w.area] and not terrain.sheet_of(s, p).flying:
        ask(s, Phase.EXIT)
    else:
        s.faller, s.step = NONE, Step.RESOLVE


@kernel
def falling(s: State) -> int:
    """Return the side of who falls (SK-97)."""
    return terrain.side_of(s.faller)


@kernel
def legal_exits(s: State, out: Out) -> None:
    """Write the ways out of a Falling area (SK-96)."""
    allow_each(out, Act.AREA, s.cfg.exits[s.processes[s.faller].area])


@kernel
def fall(s: State, action: int, out: Out) -> None:
    """Fall along a way out: arrive, then take the damage (SKO-19)."""
    p, area = s.faller, action - Act.AREA
    tell(out, Event.FELL, terrain.side_of(p), amount=terrain.tag(s, p), number=area)
    arrive(s, p, area)
    attacks.hurt(s, p, fall_loss(s, p), out)


@kernel
def fall_loss(s: State, p: int) -> int:
    """Return the HP that a fall costs a process (SK-98)."""
    loss = s.processes[p].max_hp
    for _ in range(FALL_CUTS):
        loss = terrain.cut(s, loss)
    return max(1, loss)
