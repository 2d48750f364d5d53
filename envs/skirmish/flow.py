"""The course of a game: rounds, the count, and what comes next."""

from throwdown.envs.core.cardset import popcount
from throwdown.envs.core.decisions import ask, by_step
from throwdown.envs.core.kit import NONE, Out, kernel, reset, tell
from throwdown.envs.skirmish import (
    chart,
    commits,
    decks,
    fights,
    interrupts,
    moves,
    state as st,
    terrain,
    turns,
    windows,
)
from throwdown.envs.skirmish.state import (
    CPU,
    MCS,
    PROCESSES,
    Doing,
    Event,
    Lay,
    Phase,
    Row,
    Side,
    State,
    Step,
)


@kernel
def clear_round(s: State) -> None:
    """Forget what counts for one round only."""
    for p in range(PROCESSES):
        w = s.processes[p]
        w.has_income, w.gave, w.acted, w.bonus, w.steps = False, False, False, 0, 0
    for k in range(s.lay_n):
        reset(s.lays[k])
    s.lay_n, s.at, s.reloading, s.plays = 0, 0, 0, 0
    for i in range(MCS):
        s.hands[i].due = False  # a round begins with secret commits, and after the reveal it is seen anew
    for side in range(2):
        s.teams[side].ward = False


@kernel
def begin_round(s: State, out: Out) -> None:
    """Begin a round; a Straight Flush charges all of its side (SK-71, SKO-25)."""
    clear_round(s)
    s.round_no += 1
    tell(out, Event.ROUND_BEGAN, amount=s.round_no)
    for p in range(PROCESSES):
        if s.processes[p].is_up and decks.has_up(s, terrain.side_of(p), Row.STRAIGHT_FLUSH):
            chart.charge(s, p, 1, out)
    s.is_sealed, s.by, s.step = True, NONE, Step.COMMIT


@kernel
def go_on(s: State, out: Out) -> None:
    """Come to the next card in the count: a window for the other side, then the turn (SK-13, SKO-11)."""
    if s.at >= s.lay_n:
        s.step = Step.END_ROUND
        return
    lay = s.lays[s.at]
    owner = lay.owner
    side = decks.side_of_holder(owner)
    can_act = s.processes[owner].is_up if owner != CPU else turns.eligible(s) != 0
    if not can_act:  # SKO-13
        tell(out, Event.LAPSED, side, card=lay.card, amount=owner)
        discard_lay(s, lay)
        turns.next_lay(s)
    elif s.window != windows.OPENED and windows.can_intervene(s, 1 - side):
        s.window = 1 - side
        ask(s, Phase.WINDOW)
    else:
        s.window, s.step = windows.OPENED, Step.ACTIVATE


@kernel
def discard_lay(s: State, lay: Lay) -> None:
    """Discard a laid card."""
    if lay.card != NONE:
        decks.discard(s, decks.side_of_holder(lay.owner), lay.card)


@kernel
def end_round(s: State, out: Out) -> None:
    """End a round: those who spent it reload, then the CPU with its new Draw (SK-21 to SK-23, SKA-04)."""
    for i in range(s.cfg.mcs):
        if (s.reloading >> i) & 1 and s.processes[i].is_up:
            decks.reload(s, i, out)
    areas, n = 0, 0
    for i in range(s.cfg.mcs):
        if s.processes[i].is_up:
            n += 1
            areas |= 1 << s.processes[i].area
    s.draw = n + popcount(areas)
    decks.reload(s, CPU, out)
    if s.round_no >= s.cfg.rounds:
        clear_round(s)
        s.ended, s.over = st.End.ROUNDS, True  # SKO-38
        tell(out, Event.ROUNDS_OVER)
    else:
        s.step = Step.ROUND


@kernel
def resolve(s: State, out: Out) -> None:
    """Go on with what pushes and falls have interrupted."""
    if s.doing == Doing.WALK:
        s.doing, s.step = NONE, Step.TURN
    elif s.doing == Doing.ATTACK:
        turns.offer(s)
    elif s.doing == Doing.FIRE:
        if s.left > 0 and s.processes[s.shooter].is_up and interrupts.targets(s) != 0:
            ask(s, Phase.TARGET)
        else:
            interrupts.go_back(s)
    elif s.doing == Doing.PURGE:
        interrupts.purge(s, out)
    else:
        interrupts.go_back(s)


@kernel
def is_decided(s: State) -> bool:
    """Return whether a side has nobody left standing (SK-24)."""
    return terrain.standing(s, Side.MCS) == 0 or terrain.standing(s, Side.CPU) == 0


@kernel
def end_fight(s: State, out: Out) -> None:
    """End a fight at once: what is open lapses, what is in play is discarded (SKO-03)."""
    winner = Side.CPU if terrain.standing(s, Side.MCS) == 0 else Side.MCS
    tell(out, Event.FIGHT_WON, winner)
    if s.actor != NONE and s.active != NONE:
        decks.discard(s, terrain.side_of(s.actor), s.active)
    first = s.at if s.actor == NONE else s.at + 1
    for k in range(first, s.lay_n):
        discard_lay(s, s.lays[k])
    clear_round(s)
    s.actor, s.active, s.active_rank, s.window = NONE, NONE, 0, NONE
    s.doing, s.target, s.shooter, s.faller, s.left, s.by = NONE, NONE, NONE, NONE, 0, NONE
    for side in range(2):
        s.teams[side].boot_now = 0
    if winner == Side.MCS and s.fight + 1 < s.cfg.fights:
        s.fight += 1
        fights.open_fight(s, out)
    else:
        s.ended, s.over = st.End.MCS if winner == Side.MCS else st.End.CPU, True


_next = by_step(
    Step,
    {
        Step.DEPLOY: fights.deploy_next,
        Step.ROUND: begin_round,
        Step.COMMIT: commits.commit_next,
        Step.COMMIT_CPU: commits.commit_cpu,
        Step.REVEAL: commits.reveal,
        Step.COUNT: go_on,
        Step.ACTIVATE: turns.activate_next,
        Step.TURN: turns.ask_turn,
        Step.FALL: moves.settle_fall,
        Step.RESOLVE: resolve,
        Step.AIM: interrupts.ask_aim,
        Step.YIELD: turns.ask_yield,
        Step.END_TURN: turns.end_turn,
        Step.END_ROUND: end_round,
    },
)


@kernel
def step(s: State, out: Out) -> None:
    """Take the next step; before each, reloads that are due happen (SKO-10), and a fight that is decided ends (SK-24).

    What may make a reload due therefore asks through a step.
    """
    decks.reload_due(s, out)
    if is_decided(s):
        end_fight(s, out)
    else:
        _next(s, out)
    if s.asks or s.over:
        s.step = Step.DEPLOY  # equal games have equal records, whatever led to them
