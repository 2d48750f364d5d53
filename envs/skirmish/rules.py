"""The rules of Skirmish as kernels, clause by clause as in RULES.md: the deal, moves and returns."""

from throwdown.envs.core import cardset, deck as piles
from throwdown.envs.core.kit import NONE, Out, kernel, reset
from throwdown.envs.skirmish import decks, flow, interrupts, legality, turns
from throwdown.envs.skirmish.actions import Act
from throwdown.envs.skirmish.hidden import redeal as redeal
from throwdown.envs.skirmish.state import MCS, PRICE, PROCESSES, End, Phase, State, Step


@kernel
def setup(s: State, out: Out) -> None:
    """Shuffle a deck for each side (SKA-01) and open the first fight."""
    reset(s)
    for side in range(2):
        piles.fill(s.teams[side].deck, s.cfg.faces)
    flow.open_fight(s, out)
    advance(s, out)


@kernel
def legal(s: State, out: Out) -> None:
    """Write the legal set, two words."""
    legality.write(s, out)


@kernel
def apply(s: State, action: int, out: Out) -> None:
    """Play an action, and on until somebody has a choice that public facts do not make."""
    act(s, action, out)
    advance(s, out)


@kernel
def advance(s: State, out: Out) -> None:
    """Do what the rules do by themselves until somebody has to be asked."""
    while not s.over:
        decks.reload_due(s, out)
        if flow.is_decided(s):
            flow.end_fight(s, out)
        elif s.todo == Step.ASK:
            action = legality.only_choice(s)
            if action < 0:
                return
            act(s, action, out)
        else:
            step(s, out)
    s.todo = Step.ASK


@kernel
def step(s: State, out: Out) -> None:
    """Take the step that comes next."""
    todo = s.todo
    if todo == Step.DEPLOY:
        flow.deploy_next(s)
    elif todo == Step.ROUND:
        flow.begin_round(s, out)
    elif todo == Step.COMMIT:
        flow.commit_next(s)
    elif todo == Step.COMMIT_CPU:
        flow.commit_cpu(s)
    elif todo == Step.REVEAL:
        flow.reveal(s, out)
    elif todo == Step.COUNT:
        flow.go_on(s, out)
    elif todo == Step.ACTIVATE:
        flow.activate_next(s, out)
    elif todo == Step.TURN:
        turns.ask_turn(s)
    elif todo == Step.FALL:
        turns.settle_fall(s)
    elif todo == Step.RESOLVE:
        interrupts.resolve(s, out)
    elif todo == Step.END_TURN:
        turns.end_turn(s, out)
    else:
        flow.end_round(s, out)


@kernel
def act(s: State, action: int, out: Out) -> None:
    """Play one action in the phase that it belongs to."""
    phase = s.phase
    if phase == Phase.COMMIT or phase == Phase.RANK or phase == Phase.SHIFT:
        flow.act_commit(s, action)
    elif phase == Phase.WINDOW or phase == Phase.TURN:
        act_freely(s, action, out)
    elif phase == Phase.ACTIVATE:
        if action == Act.RELOAD:
            flow.reload_boss(s, out)
        else:
            turns.start_turn(s, MCS + action - Act.MOB, out)
    elif phase == Phase.DEPLOY:
        flow.deploy(s, action - Act.AREA, out)
    elif phase == Phase.HACK:
        turns.resolve_attack(s, NONE if action == Act.PASS else action - Act.HACK, out)
    elif phase == Phase.PUSH:
        turns.push(s, action - Act.AREA, out)
    elif phase == Phase.EXIT:
        turns.fall(s, action - Act.AREA, out)
    elif phase == Phase.STORM:
        interrupts.storm(s, action - Act.AREA, out)
    elif phase == Phase.TARGET:
        interrupts.aim(s, process_of(action), out)
    elif phase == Phase.PATCH:
        turns.patch(s, process_of(action), out)
    elif phase == Phase.LAY:
        holder = interrupts.holder_of(s.by)
        interrupts.lay(s, cardset.nth_bit(s.hands[holder].cards, action - Act.CARD), out)
    elif phase == Phase.YIELD:
        turns.yield_card(s, action - Act.YIELD, out)
    elif action == Act.GIVE:
        turns.give(s, out)
    else:
        s.todo = Step.TURN


@kernel
def process_of(action: int) -> int:
    """Return the process that an action names."""
    return MCS + action - Act.MOB if action < Act.MC else action - Act.MC


@kernel
def act_freely(s: State, action: int, out: Out) -> None:
    """Act in a window or in one's own turn."""
    is_turn = s.phase == Phase.TURN
    if action == Act.PASS:
        s.todo = Step.END_TURN if is_turn else Step.ACTIVATE
        s.window = s.window if is_turn else flow.OPENED
    elif Act.PAY <= action < Act.SWITCH:
        k = (action - Act.PAY) % MCS
        p = turns.payer(s, k)
        s.todo = Step.TURN if is_turn else Step.COUNT
        if action < Act.SWAP:
            turns.pay(s, p, PRICE, out)
        elif action < Act.INTERRUPT:
            turns.swap(s, p, PRICE, out)
        else:
            interrupts.use(s, p, out)
    elif action < Act.MOB:
        turns.walk(s, action - Act.AREA, out)
    elif action < Act.HACK:
        turns.attack(s, process_of(action), out)
    elif action == Act.SWITCH:
        s.todo = Step.TURN
        turns.switch(s, out)
    else:
        turns.use_bonus(s, action - Act.BONUS, out)


@kernel
def returns(s: State, out: Out) -> None:
    """Write the returns: a win is worth 1; once the rounds are over half the lead in HP is (SKE-03, SKO-38)."""
    if s.ended == End.MCS:
        value = 1.0
    elif s.ended == End.CPU:
        value = -1.0
    else:
        value = 0.5 * min(1.0, max(-1.0, share(s, 0, MCS) - share(s, MCS, PROCESSES)))
    out.returns[0], out.returns[1] = value, -value


@kernel
def share(s: State, first: int, last: int) -> float:
    """Return the HP of processes as a share of their MaxHP; who is down counts with none (SKO-38)."""
    hp, most = 0, 0
    for p in range(first, last):
        w = s.processes[p]
        if w.sheet != NONE:
            hp += w.hp
            most += w.max_hp
    return hp / most
