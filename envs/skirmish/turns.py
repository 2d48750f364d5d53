"""A turn: who takes it, what may be done in it, bonus actions, and its card for the Team Hand."""

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, act_of, allow, allow_each, kernel, tell
from throwdown.envs.skirmish import attacks, chart, decks, moves, terrain, windows
from throwdown.envs.skirmish.actions import Act, process_of, processes_of
from throwdown.envs.skirmish.state import (
    CPU,
    JACK,
    KING,
    MCS,
    MOST_HP,
    PROCESSES,
    Bonus,
    Event,
    Phase,
    Reload,
    Row,
    Side,
    State,
    Status,
    Step,
)

# Who takes it -------------------------------------------------------------------------------------------------------


@kernel
def activate_next(s: State, out: Out) -> None:
    """Activate the owner of the card, or let the CPU choose a process."""
    lay = s.lays[s.at]
    s.active, s.active_rank = lay.card, lay.rank if lay.card != NONE else 0
    if lay.owner == CPU:
        ask(s, Phase.ACTIVATE)
    else:
        start_turn(s, lay.owner, out)


@kernel
def eligible(s: State) -> int:
    """Return the processes that a card of the CPU can activate, as bits (SK-19, SK-20, SKA-06, SKO-34).

    A boss acts again only when all others have acted; who Lags comes after those who do not.
    """
    word, all_acted = 0, True
    for p in range(MCS, PROCESSES):
        w = s.processes[p]
        if w.is_up and not w.acted:
            word |= 1 << (p - MCS)
            all_acted = all_acted and terrain.sheet_of(s, p).boss
    b = terrain.boss(s)
    if b >= 0 and all_acted:
        word |= 1 << (b - MCS)
    prompt = 0
    for k in range(PROCESSES - MCS):
        if (word >> k) & 1 and not terrain.has_status(s, MCS + k, Status.LAG):
            prompt |= 1 << k
    return prompt if prompt != 0 else word


@kernel
def legal_activations(s: State, out: Out) -> None:
    """Write whom the card can activate, and whether the boss may reload the CPU instead."""
    if can_reload(s):
        allow(out, Act.RELOAD)
    allow_each(out, Act.MOB, eligible(s))


@kernel
def can_reload(s: State) -> bool:
    """Return whether a boss may reload the CPU instead of taking its turn (SK-92)."""
    b = terrain.boss(s)
    if b < 0 or (eligible(s) >> (b - MCS)) & 1 == 0:
        return False
    return bool(terrain.sheet_of(s, b).reload == Reload.TURN)


@kernel
def activate(s: State, action: int, out: Out) -> None:
    """Let a process of the CPU take the turn."""
    if action == Act.RELOAD:
        reload_boss(s, out)
    else:
        start_turn(s, process_of(action), out)


@kernel
def reload_boss(s: State, out: Out) -> None:
    """Let a boss with Reload: Turn reload the CPU instead of taking its turn (SKO-36)."""
    b = terrain.boss(s)
    s.processes[b].acted = True
    tell(out, Event.RELOADING, Side.CPU, amount=terrain.tag(s, b))
    decks.reload(s, CPU, out)
    decks.discard(s, Side.CPU, s.active)
    next_lay(s)


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
    s.step = Step.TURN
    if terrain.has_status(s, p, Status.LEAK):
        tell(out, Event.LEAKED, side, amount=terrain.tag(s, p), number=s.cfg.leak)
        attacks.hurt(s, p, s.cfg.leak, out)


# The turn -----------------------------------------------------------------------------------------------------------


@kernel
def ask_turn(s: State, out: Out) -> None:
    """Ask whose turn it is what to do; who is down does no more (SKO-14)."""
    w = s.processes[s.actor]
    if not w.is_up:
        s.step = Step.END_TURN
        return
    if not terrain.has_enemy(s, terrain.side_of(s.actor), w.area):
        s.is_closed = False  # SKO-16
    ask(s, Phase.TURN)


@kernel
def acting(s: State) -> int:
    """Return the side whose turn it is."""
    return terrain.side_of(s.actor)


@kernel
def legal_in_turn(s: State, out: Out) -> None:
    """Write what may be done in a turn."""
    allow(out, Act.PASS)
    allow_each(out, Act.AREA, moves.steps(s))
    windows.legal_unseen(s, out)
    windows.legal_interventions(s, out)
    attacks.legal_targets(s, out)
    legal_extras(s, out)


@kernel
def legal_extras(s: State, out: Out) -> None:
    """Write bonus actions, and the switch that a face card allows (SK-30, SKA-42)."""
    p = s.actor
    w, sheet = s.processes[p], terrain.sheet_of(s, p)
    for k in range(2):
        bonus = sheet.bonus[k]
        is_useful = bonus == Bonus.BRACE or (bonus == Bonus.PATCH and patchable(s, p) != 0)
        if is_useful and (w.bonus >> k) & 1 == 0:
            allow(out, Act.BONUS + k)
    if sheet.interrupt_n == 2 and not s.has_switched and JACK <= s.active_rank <= KING:
        allow(out, Act.SWITCH)


@kernel
def act_in_turn(s: State, action: int, out: Out) -> None:
    """Do one more thing in a turn, or end it."""
    what = act_of(Act, action)
    if what == Act.PASS:
        s.step = Step.END_TURN
    elif what == Act.AREA:
        moves.walk(s, action - Act.AREA, out)
    elif what == Act.MOB or what == Act.MC:
        attacks.attack(s, process_of(action), out)
    elif what == Act.BONUS:
        use_bonus(s, action - Act.BONUS, out)
    elif what == Act.SWITCH:
        switch(s, out)
    else:
        windows.intervene(s, action, out)


@kernel
def switch(s: State, out: Out) -> None:
    """Take the other Interrupt; the meter stays, laid cards go (SK-48, SK-57, SKO-28)."""
    p = s.actor
    w = s.processes[p]
    attacks.discard_laid(s, p)
    w.interrupt = 1 - w.interrupt
    s.has_switched, s.step = True, Step.TURN
    tell(out, Event.SWITCHED, terrain.side_of(p), amount=terrain.tag(s, p), number=w.interrupt)


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
    s.step = Step.COUNT


# Bonus actions ------------------------------------------------------------------------------------------------------


@kernel
def use_bonus(s: State, k: int, out: Out) -> None:
    """Use a bonus action (SK-30)."""
    p = s.actor
    w = s.processes[p]
    w.bonus |= 1 << k
    if terrain.sheet_of(s, p).bonus[k] == Bonus.BRACE:
        w.brace = True
        tell(out, Event.BRACED, terrain.side_of(p), amount=terrain.tag(s, p))
        s.step = Step.TURN
    else:
        s.left = terrain.sheet_of(s, p).worth[k]
        ask(s, Phase.PATCH)


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
def legal_patches(s: State, out: Out) -> None:
    """Write who can be patched."""
    allow_each(out, processes_of(s.seat), patchable(s, s.actor))


@kernel
def patch(s: State, action: int, out: Out) -> None:
    """Heal a process."""
    target = process_of(action)
    w = s.processes[target]
    amount = min(s.left, w.max_hp - w.hp)
    w.hp += amount
    s.left = 0
    tell(out, Event.PATCHED, terrain.side_of(target), amount=terrain.tag(s, target), number=amount)
    s.step = Step.TURN


# The Team Hand ------------------------------------------------------------------------------------------------------


@kernel
def offer(s: State) -> None:
    """After an attack ask for its card, unless one was given in this round already (SK-29, SKO-20)."""
    s.doing, s.target = NONE, NONE
    w = s.processes[s.actor]
    if w.is_up and not w.gave and s.active != NONE:
        ask(s, Phase.GIVE)
    else:
        s.step = Step.TURN


@kernel
def legal_gifts(s: State, out: Out) -> None:
    """Write that the card may be given, or kept."""
    allow(out, Act.PASS)
    allow(out, Act.GIVE)


@kernel
def give(s: State, action: int, out: Out) -> None:
    """Give the card to the Team Hand (SK-66), or keep it."""
    s.step = Step.TURN
    if action == Act.PASS:
        return
    p, card = s.actor, s.active
    side = terrain.side_of(p)
    s.processes[p].gave, s.active = True, NONE
    tell(out, Event.GIVEN, side, card=card, amount=terrain.tag(s, p))
    if chart.give(s, side, card, out):
        s.step = Step.YIELD


@kernel
def ask_yield(s: State, out: Out) -> None:
    """Ask the other side for a card of its Team Hand."""
    ask(s, Phase.YIELD)


@kernel
def yielding(s: State) -> int:
    """Return the side that gives up a card."""
    return 1 - terrain.side_of(s.actor)


@kernel
def legal_yields(s: State, out: Out) -> None:
    """Write which cards of the Team Hand there are."""
    allow_each(out, Act.YIELD, (1 << s.teams[s.seat].n) - 1)


@kernel
def yield_card(s: State, action: int, out: Out) -> None:
    """Give up a card of the Team Hand to the others' Three of a Kind (SK-77)."""
    chart.give_up(s, s.seat, action - Act.YIELD, out)
    s.step = Step.TURN
