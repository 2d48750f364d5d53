"""Interrupts: when one can be used, the cards that it demands, and what it does."""

from throwdown.envs.core.cardset import lowest, nth_bit
from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow, allow_each, kernel, tell
from throwdown.envs.skirmish import attacks, chart, decks, terrain
from throwdown.envs.skirmish.actions import Act, process_of, processes_of
from throwdown.envs.skirmish.state import (
    CPU,
    FACES,
    FULL,
    MCS,
    Doing,
    Effect,
    Event,
    Fit,
    Interrupt,
    Phase,
    Side,
    State,
    Step,
)

JOKERS = 0b11 << FACES
FACE_CARDS = 0xFFF << 4 * 9
"""Jacks, Queens and Kings."""
ONE_SUIT = sum(1 << 4 * rank for rank in range(13))
SHOT_FROM = 10
"""A shot at the usual counts needs a Ten or higher, or any Ace (SKO-32)."""


@kernel
def own(s: State, p: int) -> Interrupt:
    """Return a process's present Interrupt; it must have one."""
    found: Interrupt = s.cfg.interrupts[terrain.sheet_of(s, p).interrupt[s.processes[p].interrupt]]
    return found


@kernel
def has_target(s: State, p: int) -> bool:
    """Return whether the effect has something to act on (SKO-31)."""
    effect = own(s, p).effect
    if effect == Effect.STRIKE or effect == Effect.PURGE:
        return terrain.enemies_within(s, p, 0) != 0
    if effect == Effect.FIRE or effect == Effect.STORM or effect == Effect.SHOT:
        return terrain.enemies_within(s, p, terrain.reach(s, p)) != 0
    if effect == Effect.REROUTE:
        return terrain.pushable_enemies(s, p) != 0
    if effect == Effect.RAID:
        return holds_cards(s, 1 - terrain.side_of(p))
    return True


@kernel
def holds_cards(s: State, side: int) -> bool:
    """Return whether a side holds a card."""
    first, last = (CPU, CPU + 1) if side == Side.CPU else (0, MCS)
    for holder in range(first, last):
        if s.hands[holder].cards != 0:
            return True
    return False


@kernel
def is_at_count(s: State, p: int) -> bool:
    """Return whether a process may use its turn's card for a shot instead of an attack (SK-54, SKO-32)."""
    return s.actor == p and s.active != NONE and not s.has_attacked and s.active_rank >= SHOT_FROM


@kernel
def holder_of(p: int) -> int:
    """Return whose hand a process uses."""
    return p if p < MCS else CPU


@kernel
def fitting(s: State, p: int) -> int:
    """Return the cards of the hand that fit those laid already, as a word (SKO-28)."""
    word = s.hands[holder_of(p)].cards
    fit, w = own(s, p).fit, s.processes[p]
    if fit == Fit.FACE:
        return word & (FACE_CARDS | JOKERS)
    for k in range(w.laid_n):
        card: int = w.laid[k]
        if card < FACES and fit == Fit.RANK:
            return word & (0xF << (card - card % 4) | JOKERS)
        if card < FACES and fit == Fit.SUIT:
            return word & (ONE_SUIT << card % 4 | JOKERS)
    return word


@kernel
def may_use(s: State, p: int, is_public: bool) -> bool:
    """Return whether a process may lay a card for its Interrupt, or use it.

    Args:
        s: the game.
        p: the process.
        is_public: as far as everybody knows, who cannot see whether a card of the hand fits (SKO-11).
    """
    w = s.processes[p]
    if not w.is_up or w.meter < FULL or terrain.sheet_of(s, p).interrupt_n == 0:
        return False
    what = own(s, p)
    if what.effect == Effect.SHOT and not is_at_count(s, p):
        return False
    needed = what.cards - w.laid_n
    if needed > 0:
        word = s.hands[holder_of(p)].cards if is_public else fitting(s, p)
        return word != 0 and (needed > 1 or has_target(s, p))
    return has_target(s, p)


@kernel
def use(s: State, p: int, out: Out) -> None:
    """Begin with an Interrupt: choose a card that it demands, or let it happen."""
    if own(s, p).cards > s.processes[p].laid_n:
        s.by = p
        ask(s, Phase.LAY)
    else:
        fire(s, p, out)


@kernel
def laying(s: State) -> int:
    """Return the side that lays a card."""
    return terrain.side_of(s.by)


@kernel
def legal_cards(s: State, out: Out) -> None:
    """Write the slots of the cards that the Interrupt can take next."""
    p = s.by
    hand, fit, k = s.hands[holder_of(p)].cards, fitting(s, p), 0
    while hand != 0:
        if fit & hand & -hand:
            allow(out, Act.CARD + k)
        hand &= hand - 1
        k += 1


@kernel
def lay(s: State, action: int, out: Out) -> None:
    """Lay a card for an Interrupt; with the last one it happens (SK-52)."""
    p = s.by
    w, card = s.processes[p], nth_bit(s.hands[holder_of(p)].cards, action - Act.CARD)
    s.by = NONE
    decks.take(s, holder_of(p), card)
    w.laid[w.laid_n] = card
    w.laid_n += 1
    tell(out, Event.INTERRUPT_CARD, terrain.side_of(p), card=card, amount=terrain.tag(s, p))
    if w.laid_n == own(s, p).cards:
        fire(s, p, out)
    else:
        go_back(s)
    decks.reload_out(s, holder_of(p), out)


@kernel
def go_back(s: State) -> None:
    """Return to the turn or to the window in which the Interrupt came."""
    s.doing, s.shooter, s.target, s.left = NONE, NONE, NONE, 0
    resume(s)


@kernel
def resume(s: State) -> None:
    """Go on with the turn, or with the count if it is nobody's turn."""
    s.step = Step.TURN if s.actor != NONE else Step.COUNT


@kernel
def fire(s: State, p: int, out: Out) -> None:
    """Let an Interrupt happen: the meter drops to zero (SK-56)."""
    w, side = s.processes[p], terrain.side_of(p)
    what = own(s, p)
    effect = what.effect
    w.meter = 0
    attacks.discard_laid(s, p)
    tell(
        out,
        Event.INTERRUPTED,
        side,
        amount=terrain.tag(s, p),
        number=terrain.sheet_of(s, p).interrupt[w.interrupt],
    )
    s.shooter, s.step = p, Step.AIM
    if effect == Effect.STRIKE or effect == Effect.FIRE or effect == Effect.SHOT:
        s.doing, s.left = Doing.FIRE, 1 if effect == Effect.SHOT else what.amount
        if effect == Effect.SHOT:
            s.has_attacked, s.is_closed = True, False
    elif effect == Effect.REROUTE:
        s.doing = Doing.REROUTE
    elif effect == Effect.PURGE:
        s.doing, s.left, s.step = Doing.PURGE, terrain.enemies_within(s, p, 0), Step.RESOLVE
    elif effect != Effect.STORM:
        if effect == Effect.CLEANSE:
            cleanse(s, p, out)
        elif effect == Effect.WARD:
            s.teams[side].ward = True
        else:
            decks.discard_best(s, 1 - side, out)
        go_back(s)


@kernel
def cleanse(s: State, p: int, out: Out) -> None:
    """Take a process's statuses off and heal what a cut of MaxHP takes (SKO-31)."""
    w = s.processes[p]
    if not chart.is_locked(s, terrain.side_of(p)):
        w.status = 0
    amount = min(w.max_hp - terrain.cut(s, w.max_hp), w.max_hp - w.hp)
    w.hp += amount
    tell(out, Event.PATCHED, terrain.side_of(p), amount=terrain.tag(s, p), number=amount)


@kernel
def ask_aim(s: State, out: Out) -> None:
    """Ask whom, or which area, the Interrupt meets."""
    ask(s, Phase.STORM if own(s, s.shooter).effect == Effect.STORM else Phase.TARGET)


@kernel
def aiming(s: State) -> int:
    """Return the side whose Interrupt is resolved."""
    return terrain.side_of(s.shooter)


@kernel
def legal_targets(s: State, out: Out) -> None:
    """Write whom the Interrupt can be aimed at."""
    allow_each(out, processes_of(1 - s.seat), targets(s))


@kernel
def targets(s: State) -> int:
    """Return whom the Interrupt that is being resolved can be aimed at, as bits of the other side."""
    p = s.shooter
    effect = own(s, p).effect
    if effect == Effect.REROUTE:
        return terrain.pushable_enemies(s, p)
    return terrain.enemies_within(s, p, 0 if effect == Effect.STRIKE else terrain.reach(s, p))


@kernel
def legal_storms(s: State, out: Out) -> None:
    """Write the areas within Range in which an enemy stands."""
    p = s.shooter
    side = terrain.side_of(p)
    for area in range(s.cfg.areas):
        if s.cfg.sight[s.processes[p].area, area] <= terrain.reach(s, p) and terrain.has_enemy(s, side, area):
            allow(out, Act.AREA + area)


@kernel
def aim(s: State, action: int, out: Out) -> None:
    """Aim the Interrupt at a process: a hit that needs no card, or a push."""
    p, target = s.shooter, process_of(action)
    if s.doing == Doing.REROUTE:
        s.target = target
        ask(s, Phase.PUSH)
        return
    s.left -= 1
    attacks.hit(s, p, target, False, own(s, p).effect == Effect.SHOT, out)
    s.step = Step.RESOLVE


@kernel
def storm(s: State, action: int, out: Out) -> None:
    """Hit every enemy in an area."""
    p, area = s.shooter, action - Act.AREA
    side = 1 - terrain.side_of(p)
    for q in range(terrain.first_of(side), terrain.last_of(side)):
        if s.processes[q].is_up and s.processes[q].area == area:
            attacks.hit(s, p, q, False, False, out)
    go_back(s)


@kernel
def purge(s: State, out: Out) -> None:
    """Go on with a Purge, seat by seat: a push, then fixed damage, also where the push is barred (SKO-31)."""
    p = s.shooter
    if s.target != NONE:
        target = s.target
        s.target = NONE
        if s.processes[target].is_up:
            attacks.hurt(s, target, own(s, p).amount, out)
        return
    if s.left == 0:
        go_back(s)
        return
    bit = lowest(s.left)
    s.left &= s.left - 1
    s.target = terrain.first_of(1 - terrain.side_of(p)) + bit
    if terrain.is_pushable(s, s.target):
        ask(s, Phase.PUSH)
