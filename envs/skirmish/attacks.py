"""Attacks and the hacks that go with them, hits and damage."""

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow, allow_each, kernel, tell
from throwdown.envs.skirmish import chart, decks, terrain
from throwdown.envs.skirmish.actions import Act, processes_of
from throwdown.envs.skirmish.state import ACE, LAID, MCS, Charge, Doing, Event, Phase, State, Status, Step


@kernel
def legal_targets(s: State, out: Out) -> None:
    """Write whom the turn's card may be used to attack (SK-28, SK-38, SK-39)."""
    if s.active != NONE and not s.has_attacked:
        p = s.actor
        enemies = terrain.enemies_within(s, p, terrain.reach(s, p))
        allow_each(out, processes_of(1 - terrain.side_of(p)), enemies)


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
        ask(s, Phase.HACK)
    else:
        resolve_attack(s, NONE, out)


# Hacks --------------------------------------------------------------------------------------------------------------


@kernel
def hackable(s: State, target: int) -> int:
    """Return the statuses that can be inflicted, as bits."""
    if chart.is_locked(s, terrain.side_of(target)):
        return 0
    return ((1 << len(Status)) - 1) & ~s.processes[target].status


@kernel
def legal_hacks(s: State, out: Out) -> None:
    """Write which statuses may be inflicted; the attack may go on alone, too."""
    allow(out, Act.PASS)
    allow_each(out, Act.HACK, hackable(s, s.target))


@kernel
def hack(s: State, action: int, out: Out) -> None:
    """Go on with the attack, with a hack or without."""
    resolve_attack(s, NONE if action == Act.PASS else action - Act.HACK, out)


# Hits ---------------------------------------------------------------------------------------------------------------


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
        ask(s, Phase.PUSH)
    else:
        s.step = Step.RESOLVE


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
