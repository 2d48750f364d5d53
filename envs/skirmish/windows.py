"""What a side may do at any time of its turns, and in windows before those of the other: pay, swap, interrupt."""

from throwdown.envs.core.kit import Out, act_of, allow, allow_each, kernel, tell
from throwdown.envs.skirmish import decks, interrupts, state as st, terrain
from throwdown.envs.skirmish.actions import Act
from throwdown.envs.skirmish.state import CPU, HAND, MCS, PRICE, UNSEEN, Event, Side, State, Step

OPENED = 2
"""What `window` holds once the other side has had its chance."""
ANY_CARD = (1 << HAND) - 1


@kernel
def can_intervene(s: State, side: int) -> bool:
    """Return whether public facts leave a side something to do in a window (SKO-11)."""
    for p in range(terrain.first_of(side), terrain.last_of(side)):
        w = s.processes[p]
        if not w.is_up or (side == Side.CPU and not terrain.sheet_of(s, p).boss):
            continue
        if w.points >= PRICE and (decks.can_draw(s, interrupts.holder_of(p)) or can_swap(s, p)):
            return True
        if interrupts.may_use(s, p, True):
            return True
    return False


@kernel
def can_swap(s: State, p: int) -> bool:
    """Return whether a process has another loadout: an MC's alone can be exchanged (SK-62)."""
    return bool(p < MCS and terrain.sheet_of(s, p).loadouts == st.LOADOUTS)


@kernel
def of_window(s: State) -> int:
    """Return the side whose window it is."""
    return s.window


@kernel
def legal_in_window(s: State, out: Out) -> None:
    """Write what may be done in a window."""
    allow(out, Act.PASS)
    legal_unseen(s, out)
    legal_interventions(s, out)


@kernel
def legal_unseen(s: State, out: Out) -> None:
    """Write the slots that may be laid for an Interrupt, as others know, who cannot see the first step of it."""
    if s.rank != UNSEEN:
        return
    side = s.seat
    for p in range(terrain.first_of(side), terrain.last_of(side)):
        if interrupts.may_use(s, p, True) and interrupts.own(s, p).cards > s.processes[p].laid_n:
            allow_each(out, Act.CARD, ANY_CARD)


@kernel
def legal_interventions(s: State, out: Out) -> None:
    """Write what a side may do at any time: pay for cards and loadouts, and Interrupts (SK-47, SK-61 to SK-63)."""
    side = s.seat
    for p in range(terrain.first_of(side), terrain.last_of(side)):
        w = s.processes[p]
        if not w.is_up or (side == Side.CPU and not terrain.sheet_of(s, p).boss):
            continue
        k = p if side == Side.MCS else 0
        if w.points >= PRICE and decks.can_draw(s, interrupts.holder_of(p)):
            allow(out, Act.PAY + k)
        if w.points >= PRICE and can_swap(s, p):
            allow(out, Act.SWAP + k)
        if interrupts.may_use(s, p, s.rank == UNSEEN):
            allow(out, Act.INTERRUPT + k)


@kernel
def act_in_window(s: State, action: int, out: Out) -> None:
    """Do one more thing before the turn, or pass."""
    if action == Act.PASS:
        s.window, s.step = OPENED, Step.ACTIVATE
    else:
        intervene(s, action, out)


@kernel
def intervene(s: State, action: int, out: Out) -> None:
    """Pay for a card or a loadout, or use an Interrupt; by the first of these actions the CPU does so for its boss."""
    what = act_of(Act, action)
    p = terrain.boss(s) if s.seat == Side.CPU else action - what
    if what == Act.INTERRUPT:
        interrupts.use(s, p, out)
        return
    interrupts.resume(s)
    if what == Act.PAY:
        pay(s, p, out)
    else:
        swap(s, p, out)


@kernel
def pay(s: State, p: int, out: Out) -> None:
    """Pay Move points for a card (SK-61, SK-63)."""
    s.processes[p].points -= PRICE
    tell(out, Event.PAID, terrain.side_of(p), amount=terrain.tag(s, p))
    decks.draw(s, p if p < MCS else CPU, out)


@kernel
def swap(s: State, p: int, out: Out) -> None:
    """Pay Move points for the other loadout (SK-62)."""
    w = s.processes[p]
    w.points -= PRICE
    w.loadout = 1 - w.loadout
    tell(out, Event.SWAPPED, terrain.side_of(p), amount=terrain.tag(s, p), number=w.loadout)
