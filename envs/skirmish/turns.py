"""A turn and what comes of it: attacks, hacks, steps, pushes, falls, damage, and cards for the Team Hand."""

from throwdown.envs.core.kit import NONE, Out, kernel, tell
from throwdown.envs.skirmish import chart, decks, terrain
from throwdown.envs.skirmish.state import (
    ACE,
    CPU,
    LAID,
    MCS,
    MOST_HP,
    Bonus,
    Charge,
    Doing,
    Event,
    Phase,
    Row,
    State,
    Status,
    Step,
)

FALL_CUTS = 4
"""Cuts of MaxHP that a fall costs (SK-98)."""


@kernel
def ask(s: State, phase: int, side: int) -> None:
    """Let a side decide."""
    s.phase, s.seat, s.todo = phase, side, Step.ASK


@kernel
def hurt(s: State, p: int, amount: int, out: Out) -> None:
    """Take HP off a process; at 0 it is down: its cards are discarded (SKA-45, SKO-28)."""
    w = s.processes[p]
    w.hp = max(0, w.hp - amount)
    tell(out, Event.HURT, terrain.side_of(p), amount=terrain.tag(s, p), number=amount)
    if w.hp > 0:
        return
    w.is_up, w.brace = False, False
    tell(out, Event.DOWN, terrain.side_of(p), amount=terrain.tag(s, p))
    discard_laid(s, p)
    if p < MCS:
        decks.discard_hand(s, p, out)


@kernel
def discard_laid(s: State, p: int) -> None:
    """Discard the cards laid for an Interrupt."""
    w = s.processes[p]
    for k in range(LAID):
        if w.laid[k] != NONE:
            decks.discard(s, terrain.side_of(p), w.laid[k])
            w.laid[k] = NONE
    w.laid_n = 0


@kernel
def start_turn(s: State, p: int, out: Out) -> None:
    """Begin a turn: Brace ends, income, the pending Boot, Leak (SKO-14)."""
    w, side = s.processes[p], terrain.side_of(p)
    sheet = terrain.sheet_of(s, p)
    team = s.teams[side]
    s.actor, s.has_attacked, s.is_closed, s.has_switched = p, False, False, False
    tell(out, Event.ACTIVATED, side, card=s.active, amount=terrain.tag(s, p))
    w.acted, w.brace = True, False
    if not w.has_income:
        w.has_income = True
        w.points = min(sheet.most, w.points + sheet.move)  # SK-26, SK-27
        w.steps = sheet.auto
    if team.boot > 0:
        team.boot_now, team.boot = team.boot, 0
        tell(out, Event.BOOTED, side, amount=terrain.tag(s, p), number=team.boot_now)
        if team.boot_now == Row.DEAD_MANS_HAND:  # SKA-33
            gain = min(MOST_HP, terrain.raised(s, w.max_hp)) - w.max_hp
            w.max_hp += gain
            w.hp += gain
    s.todo = Step.TURN
    if terrain.has_status(s, p, Status.LEAK):
        tell(out, Event.LEAKED, side, amount=terrain.tag(s, p), number=s.cfg.leak)
        hurt(s, p, s.cfg.leak, out)


@kernel
def ask_turn(s: State) -> None:
    """Ask whose turn it is what to do; who is down does no more (SKO-14)."""
    w = s.processes[s.actor]
    if not w.is_up:
        s.todo = Step.END_TURN
        return
    if not terrain.has_enemy(s, terrain.side_of(s.actor), w.area):
        s.is_closed = False  # SKO-16
    ask(s, Phase.TURN, terrain.side_of(s.actor))


@kernel
def end_turn(s: State, out: Out) -> None:
    """End a turn: its card goes, if it is still there, and its Boot is used up (SKA-30, SKA-51)."""
    side = terrain.side_of(s.actor)
    tell(out, Event.TURN_ENDED, side, amount=terrain.tag(s, s.actor))
    if s.active != NONE:
        decks.discard(s, side, s.active)
    s.teams[side].boot_now = 0
    next_lay(s)


@kernel
def next_lay(s: State) -> None:
    """Go on in the count."""
    s.actor, s.active, s.active_rank, s.window = NONE, NONE, 0, NONE
    s.at += 1
    s.todo = Step.COUNT


# Movement ---------------------------------------------------------------------------------------------------------


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
    s.faller, s.todo = p, Step.FALL


@kernel
def push(s: State, area: int, out: Out) -> None:
    """Push the target a step (SKA-41)."""
    tell(out, Event.PUSHED, terrain.side_of(s.target), amount=terrain.tag(s, s.target), number=area)
    arrive(s, s.target, area)


@kernel
def settle_fall(s: State) -> None:
    """Let who has arrived in a Falling area choose the way out (SK-96, SK-97); flyers stay (SK-99)."""
    p = s.faller
    w = s.processes[p]
    if w.is_up and s.cfg.falling[w.area] and not terrain.sheet_of(s, p).flying:
        ask(s, Phase.EXIT, terrain.side_of(p))
    else:
        s.faller, s.todo = NONE, Step.RESOLVE


@kernel
def fall(s: State, area: int, out: Out) -> None:
    """Fall along a way out: arrive, then take the damage (SKO-19)."""
    p = s.faller
    tell(out, Event.FELL, terrain.side_of(p), amount=terrain.tag(s, p), number=area)
    arrive(s, p, area)
    loss = s.processes[p].max_hp
    for _ in range(FALL_CUTS):
        loss = terrain.cut(s, loss)
    hurt(s, p, max(1, loss), out)


# Attacks ----------------------------------------------------------------------------------------------------------


@kernel
def attack(s: State, target: int, out: Out) -> None:
    """Attack with the turn's card (SK-28); a hacker first says what she would inflict (SKO-33)."""
    p = s.actor
    s.target, s.has_attacked, s.doing = target, True, Doing.ATTACK
    tell(
        out,
        Event.ATTACKED,
        terrain.side_of(p),
        card=s.active,
        amount=terrain.tag(s, p),
        number=terrain.tag(s, target),
    )
    if terrain.connect(s, p) > 0 and hackable(s, target) != 0:
        ask(s, Phase.HACK, terrain.side_of(p))
    else:
        resolve_attack(s, NONE, out)


@kernel
def hackable(s: State, target: int) -> int:
    """Return the statuses that can be inflicted, as bits."""
    if chart.is_locked(s, terrain.side_of(target)):
        return 0
    return ((1 << len(Status)) - 1) & ~s.processes[target].status


@kernel
def hits(rank: int, accuracy: int, evade: int) -> bool:
    """Return whether a card hits: an Ace always, else from Accuracy on and below Evade (SK-34 to SK-37)."""
    return rank == ACE or accuracy <= rank < evade


@kernel
def resolve_attack(s: State, status: int, out: Out) -> None:
    """Judge the attack and the hack that goes with it, both on the state as it is (SKO-33)."""
    p, target, rank = s.actor, s.target, s.active_rank
    is_ace = rank == ACE
    is_hit = hits(rank, terrain.accuracy(s, p), terrain.evade(s, target))
    is_hack = status != NONE and hits(rank, terrain.connect(s, p), terrain.resist(s, target))
    s.is_closed = False
    sheet = terrain.sheet_of(s, p)
    if sheet.charge == Charge.ATTACK:
        chart.charge(s, p, sheet.gain, out)
    if is_hit:
        hit(s, p, target, is_ace, False, out)
        is_near = s.processes[p].area == s.processes[target].area
        if sheet.charge == (Charge.HIT_NEAR if is_near else Charge.HIT_FAR):
            chart.charge(s, p, sheet.gain, out)
    elif rank < terrain.accuracy(s, p):  # SKA-15
        tell(out, Event.MISSED, terrain.side_of(p), amount=terrain.tag(s, p), number=terrain.tag(s, target))
    else:
        tell(out, Event.DODGED, terrain.side_of(target), amount=terrain.tag(s, target))
    if is_hack:
        tell(out, Event.HACKED, terrain.side_of(p), amount=terrain.tag(s, target), number=status)
        if s.processes[target].is_up:
            s.processes[target].status |= 1 << status
        if sheet.charge == Charge.HACK:
            chart.charge(s, p, sheet.gain, out)
    elif status != NONE:
        tell(out, Event.HACK_FAILED, terrain.side_of(p), amount=terrain.tag(s, target))
    if is_hit and sheet.push and terrain.is_pushable(s, target):
        ask(s, Phase.PUSH, terrain.side_of(p))
    else:
        s.todo = Step.RESOLVE


@kernel
def hit(s: State, p: int, target: int, is_ace: bool, is_shot: bool, out: Out) -> None:
    """Hit a target; a boss is charged by it (SKO-30)."""
    amount = terrain.damage(s, p, target, is_ace, is_shot)
    tell(out, Event.HIT, terrain.side_of(p), amount=terrain.tag(s, target), number=amount)
    hurt(s, target, amount, out)
    sheet = terrain.sheet_of(s, target)
    if sheet.charge == Charge.HIT_TAKEN:
        chart.charge(s, target, sheet.gain, out)


@kernel
def offer(s: State) -> None:
    """After an attack ask for its card, unless one was given in this round already (SK-29, SKO-20)."""
    s.doing, s.target = NONE, NONE
    w = s.processes[s.actor]
    if w.is_up and not w.gave and s.active != NONE:
        ask(s, Phase.GIVE, terrain.side_of(s.actor))
    else:
        s.todo = Step.TURN


@kernel
def give(s: State, out: Out) -> None:
    """Give the card to the Team Hand (SK-66)."""
    p, card = s.actor, s.active
    side = terrain.side_of(p)
    s.processes[p].gave, s.active = True, NONE
    tell(out, Event.GIVEN, side, card=card, amount=terrain.tag(s, p))
    s.todo = Step.TURN
    if chart.give(s, side, card, out):
        ask(s, Phase.YIELD, 1 - side)


@kernel
def yield_card(s: State, place: int, out: Out) -> None:
    """Give up a card of the Team Hand to the others' Three of a Kind (SK-77)."""
    chart.give_up(s, s.seat, place, out)
    s.todo = Step.TURN


# Other things that Move points, bonus actions and face cards do ----------------------------------------------------


@kernel
def payer(s: State, k: int) -> int:
    """Return who pays or interrupts by the ``k``-th of these actions: the MC, or the boss."""
    return k if s.seat == 0 else terrain.boss(s)


@kernel
def pay(s: State, p: int, price: int, out: Out) -> None:
    """Pay Move points for a card (SK-61, SK-63)."""
    s.processes[p].points -= price
    tell(out, Event.PAID, terrain.side_of(p), amount=terrain.tag(s, p))
    decks.draw(s, p if p < MCS else CPU, out)


@kernel
def swap(s: State, p: int, price: int, out: Out) -> None:
    """Pay Move points for the other loadout (SK-62)."""
    w = s.processes[p]
    w.points -= price
    w.loadout = 1 - w.loadout
    tell(out, Event.SWAPPED, terrain.side_of(p), amount=terrain.tag(s, p), number=w.loadout)


@kernel
def switch(s: State, out: Out) -> None:
    """Take the other Interrupt; the meter stays, laid cards go (SK-48, SK-57, SKO-28)."""
    p = s.actor
    w = s.processes[p]
    discard_laid(s, p)
    w.interrupt = 1 - w.interrupt
    s.has_switched = True
    tell(out, Event.SWITCHED, terrain.side_of(p), amount=terrain.tag(s, p), number=w.interrupt)


@kernel
def use_bonus(s: State, k: int, out: Out) -> None:
    """Use a bonus action (SK-30)."""
    p = s.actor
    w = s.processes[p]
    w.bonus |= 1 << k
    if terrain.sheet_of(s, p).bonus[k] == Bonus.BRACE:
        w.brace = True
        tell(out, Event.BRACED, terrain.side_of(p), amount=terrain.tag(s, p))
        s.todo = Step.TURN
    else:
        s.left = terrain.sheet_of(s, p).worth[k]
        ask(s, Phase.PATCH, terrain.side_of(p))


@kernel
def patchable(s: State, p: int) -> int:
    """Return the wounded of the own side in a process's area, itself included, as bits of the side (SKO-37)."""
    word, side = 0, terrain.side_of(p)
    for q in range(terrain.first_of(side), terrain.last_of(side)):
        w = s.processes[q]
        if w.is_up and w.area == s.processes[p].area and w.hp < w.max_hp:
            word |= 1 << (q - terrain.first_of(side))
    return word


@kernel
def patch(s: State, target: int, out: Out) -> None:
    """Heal a process."""
    w = s.processes[target]
    amount = min(s.left, w.max_hp - w.hp)
    w.hp += amount
    s.left = 0
    tell(out, Event.PATCHED, terrain.side_of(target), amount=terrain.tag(s, target), number=amount)
    s.todo = Step.TURN
