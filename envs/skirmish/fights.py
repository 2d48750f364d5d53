"""The opening of a fight, in which the CPU places its mobs."""

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow, kernel, reset, tell
from throwdown.envs.skirmish import chart, decks, terrain
from throwdown.envs.skirmish.actions import Act
from throwdown.envs.skirmish.state import CPU, MCS, PROCESSES, Event, Phase, Side, State, Step


@kernel
def open_fight(s: State, out: Out) -> None:
    """Begin a fight: places, reloads, then the CPU places its mobs (SK-01 to SK-06, SKO-01, SKO-02)."""
    tell(out, Event.FIGHT_BEGAN, amount=s.fight)
    for i in range(s.cfg.mcs):
        enter_mc(s, i)
    if s.cfg.collects[s.fight]:
        collect(s, out)
    for p in range(MCS, PROCESSES):
        enter_mob(s, p)
    s.round_no, s.draw = 0, terrain.standing(s, Side.MCS) + 1  # SK-03
    for i in range(s.cfg.mcs):
        if s.processes[i].is_up:
            decks.reload(s, i, out)
    decks.reload(s, CPU, out)
    s.step = Step.DEPLOY


@kernel
def enter_mc(s: State, i: int) -> None:
    """Put an MC at the start; a raise of MaxHP ends with its fight (SK-04, SKO-02)."""
    w = s.processes[i]
    sheet = s.cfg.sheets[s.cfg.mc[i]]
    if w.sheet == NONE:
        w.sheet, w.is_up, w.hp, w.meter = s.cfg.mc[i], True, sheet.hp, sheet.meter
    w.max_hp = sheet.hp
    w.hp = min(w.hp, w.max_hp)
    w.area, w.points, w.steps, w.brace = s.cfg.start, 0, 0, False  # SKA-49


@kernel
def enter_mob(s: State, p: int) -> None:
    """Bring in a process of the CPU; a boss begins at the X, the others are placed (SK-05, SK-06)."""
    w, k = s.processes[p], p - MCS
    reset(w)
    if k >= s.cfg.mob_n[s.fight]:
        return
    w.sheet, w.is_up = s.cfg.mob[s.fight, k], True
    sheet = terrain.sheet_of(s, p)
    w.hp, w.max_hp, w.meter = sheet.hp, sheet.hp, sheet.meter
    if sheet.boss:
        w.area = s.cfg.x


@kernel
def collect(s: State, out: Out) -> None:
    """Let the Garbage Collector pass: HP and statuses restored, Team Hands discarded (SK-01, SKA-48)."""
    if s.fight == 0:  # nothing has happened yet
        return
    for i in range(s.cfg.mcs):
        w = s.processes[i]
        w.is_up, w.hp, w.status = True, w.max_hp, 0
    for side in range(2):
        if s.teams[side].n > 0:
            chart.discard_team(s, side, out)
        s.teams[side].boot = 0
    tell(out, Event.COLLECTED)


# Placing mobs -------------------------------------------------------------------------------------------------------


@kernel
def deploy_next(s: State, out: Out) -> None:
    """Let the CPU place its next mob; the first round follows the last (SK-07)."""
    for p in range(MCS, PROCESSES):
        if s.processes[p].is_up and s.processes[p].area == NONE:
            s.by = p
            ask(s, Phase.DEPLOY)
            return
    s.by, s.step = NONE, Step.ROUND


@kernel
def cpu(s: State) -> int:
    """Return the CPU's seat."""
    return Side.CPU


@kernel
def grounds(s: State, out: Out) -> None:
    """Write where the next mob may be placed: not at the start, falling areas for flyers only (SKO-01)."""
    is_flying = terrain.sheet_of(s, s.by).flying
    for area in range(s.cfg.areas):
        if area != s.cfg.start and (not s.cfg.falling[area] or is_flying):
            allow(out, Act.AREA + area)


@kernel
def deploy(s: State, action: int, out: Out) -> None:
    """Place a mob."""
    area = action - Act.AREA
    s.processes[s.by].area = area
    tell(out, Event.DEPLOYED, Side.CPU, amount=terrain.tag(s, s.by), number=area)
    s.step = Step.DEPLOY
