"""Processes on the map: who stands where, who reaches whom, and what their numbers are now."""

from throwdown.envs.core.kit import kernel
from throwdown.envs.skirmish import decks
from throwdown.envs.skirmish.state import MCS, MOBS, PROCESSES, Row, Sheet, Side, State, Status


@kernel
def side_of(p: int) -> int:
    """Return the side of a process."""
    return Side.MCS if p < MCS else Side.CPU


@kernel
def tag(s: State, p: int) -> int:
    """Return a process's number in events: those of later fights have numbers of their own."""
    return p if p < MCS else p + MOBS * s.fight


@kernel
def first_of(side: int) -> int:
    """Return the first process of a side."""
    return 0 if side == Side.MCS else MCS


@kernel
def last_of(side: int) -> int:
    """Return the number after the last process of a side."""
    return MCS if side == Side.MCS else PROCESSES


@kernel
def sheet_of(s: State, p: int) -> Sheet:
    """Return what a process is like."""
    return s.cfg.sheets[s.processes[p].sheet]


@kernel
def standing(s: State, side: int) -> int:
    """Return how many of a side stand."""
    n = 0
    for p in range(first_of(side), last_of(side)):
        n += s.processes[p].is_up
    return n


@kernel
def boss(s: State) -> int:
    """Return the boss that stands, or -1."""
    for p in range(MCS, PROCESSES):
        if s.processes[p].is_up and sheet_of(s, p).boss:
            return p
    return -1


@kernel
def has_status(s: State, p: int, status: int) -> bool:
    """Return whether a process has a status effect."""
    return bool((s.processes[p].status >> status) & 1 == 1)


@kernel
def price(s: State, p: int, a: int, b: int) -> int:
    """Return what a step costs a process, 0 if it cannot take it (SK-58, SK-95, SK-99)."""
    if sheet_of(s, p).flying:
        return int(s.cfg.flight[a, b])
    return int(s.cfg.cost[a, b])


@kernel
def steps_from(s: State, p: int) -> int:
    """Return the areas to which a process could step from where it is, as bits."""
    word, a = 0, s.processes[p].area
    for b in range(s.cfg.areas):
        if price(s, p, a, b) > 0:
            word |= 1 << b
    return word


@kernel
def is_pushable(s: State, p: int) -> bool:
    """Return whether a process can be pushed: not with Four of a Kind, nor without a way (SK-72, SKO-40)."""
    is_barred = decks.has_up(s, side_of(p), Row.FOUR_OF_A_KIND)
    return s.processes[p].is_up and not is_barred and steps_from(s, p) != 0


@kernel
def has_enemy(s: State, side: int, area: int) -> bool:
    """Return whether an enemy of a side stands in an area."""
    for p in range(first_of(1 - side), last_of(1 - side)):
        if s.processes[p].is_up and s.processes[p].area == area:
            return True
    return False


@kernel
def enemies_within(s: State, p: int, reach: int) -> int:
    """Return the standing enemies within a Range of a process, as bits of the side (SK-38 to SK-44, SKO-15)."""
    return within(s, 1 - side_of(p), s.processes[p].area, reach)


@kernel
def within(s: State, side: int, area: int, reach: int) -> int:
    """Return who of a side stands within a Range of an area, as bits of the side."""
    word = 0
    for q in range(first_of(side), last_of(side)):
        w = s.processes[q]
        if w.is_up and w.area >= 0 and s.cfg.sight[area, w.area] <= reach:
            word |= 1 << (q - first_of(side))
    return word


@kernel
def reach(s: State, p: int) -> int:
    """Return the Range of a process's loadout."""
    return int(sheet_of(s, p).reach[s.processes[p].loadout])


@kernel
def pushable_enemies(s: State, p: int) -> int:
    """Return the enemies of a process that can be pushed, wherever they are, as bits of the side."""
    word, side = 0, 1 - side_of(p)
    for q in range(first_of(side), last_of(side)):
        if is_pushable(s, q):
            word |= 1 << (q - first_of(side))
    return word


@kernel
def accuracy(s: State, p: int) -> int:
    """Return a process's Accuracy: lower is better, so a raise takes 1 off (SKA-12)."""
    value: int = sheet_of(s, p).accuracy[s.processes[p].loadout]
    if has_status(s, p, Status.JAMMED):
        value += s.cfg.jammed
    return value - 1 if decks.has_up(s, side_of(p), Row.PAIR) else value


@kernel
def evade(s: State, p: int) -> int:
    """Return a process's Evade, likewise."""
    value = sheet_of(s, p).evade
    if has_status(s, p, Status.EXPOSED):
        value += s.cfg.exposed
    return value - 1 if decks.has_up(s, side_of(p), Row.STRAIGHT) else value


@kernel
def connect(s: State, p: int) -> int:
    """Return a process's Connect, likewise; 0 if it cannot hack."""
    value: int = sheet_of(s, p).connect[s.processes[p].loadout]
    return value - 1 if value > 0 and decks.has_up(s, side_of(p), Row.THREE_OF_A_KIND) else value


@kernel
def resist(s: State, p: int) -> int:
    """Return a process's Resist, likewise."""
    value = sheet_of(s, p).resist
    return value - 1 if decks.has_up(s, side_of(p), Row.TWO_PAIR) else value


@kernel
def raised(s: State, value: int) -> int:
    """Return HP or Damage raised by a step: a quarter more, rounded up (SKA-13)."""
    parts = s.cfg.cut_of
    return value + -(-value * (parts - s.cfg.cut_by) // parts)


@kernel
def cut(s: State, value: int) -> int:
    """Return HP cut by a step: three quarters, rounded down (SKA-13)."""
    return value * s.cfg.cut_by // s.cfg.cut_of


@kernel
def is_armored(s: State, p: int) -> bool:
    """Return whether a process is Armored: by itself, by Brace, by a Ward or by a Royal Flush."""
    w, side = s.processes[p], side_of(p)
    if sheet_of(s, p).armored or w.brace or s.teams[side].ward:
        return True
    return decks.has_up(s, side, Row.ROYAL_FLUSH)


@kernel
def damage(s: State, p: int, target: int, is_ace: bool, is_shot: bool) -> int:
    """Return the HP that a hit takes: raises, then multipliers, then Armored (SKA-37, SKA-38)."""
    side = side_of(p)
    value: int = sheet_of(s, p).damage[s.processes[p].loadout]
    boot = s.teams[side].boot_now if s.actor == p else 0
    if decks.has_up(s, side, Row.DEAD_MANS_HAND):
        value = raised(s, value)
    if boot == Row.PAIR:
        value = raised(s, value)
    if boot == Row.TWO_PAIR or boot == Row.STRAIGHT:
        value *= 2
    if boot == Row.ROYAL_FLUSH:
        value *= 4
    if is_ace:
        value *= 2
    if is_shot:
        value *= 2
    is_piercing = is_shot or boot == Row.STRAIGHT or boot == Row.ROYAL_FLUSH
    if is_armored(s, target) and not is_piercing:
        value = max(1, (value + 1) // 2)
    return value
