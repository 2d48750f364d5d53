"""The course of a game: who decides, what nobody decides, and Turns."""

from throwdown.envs.core.decisions import by_step
from throwdown.envs.core.kit import NONE, Out, kernel, tell
from throwdown.envs.showdown import combat, decks, effects, leader, missions, resolve, stack, steps, table
from throwdown.envs.showdown.state import SLOTS, End, Event, Side, State, Step

# Who decides ------------------------------------------------------------------------------------------------------


@kernel
def at_turn(s: State) -> int:
    """Return the side whose Step, Phase, Stack or payment it is."""
    return s.side


@kernel
def waiting(s: State) -> int:
    """Return the other side."""
    return 1 - s.side


@kernel
def resolving(s: State) -> int:
    """Return the side whose text is resolved."""
    return s.by


@kernel
def suffering(s: State) -> int:
    """Return the side against which it is."""
    return 1 - s.by


# Turns ------------------------------------------------------------------------------------------------------------


@kernel
def begin_turn(s: State, out: Out) -> None:
    """Begin a Turn with the Heroes Step."""
    s.turn += 1
    tell(out, Event.TURN_BEGAN, amount=s.turn)
    s.side, s.step = Side.HEROES, Step.OPENING


@kernel
def end_turn(s: State, out: Out) -> None:
    """End a Turn: what was gained for it ends; after the last the Heroes have won (SD-09, SD-110, SD-111)."""
    s.is_bought = False
    for half in range(2):
        for c in range(half * SLOTS, table.end_of(s, half)):
            w = s.characters[c]
            if w.card != NONE:
                w.bonus, w.used, w.has_switched = 0, 0, False
                for k in range(len(w.gear_used)):
                    w.gear_used[k] = 0
    if s.ended == NONE and s.turn >= s.cfg.turns:
        tell(out, Event.TIME_UP)
        s.ended = End.CLOCK
    if s.ended == NONE:
        s.step = Step.BEGIN_TURN
    else:
        s.over = True


_next = by_step(
    Step,
    {
        Step.MULLIGAN: decks.ask_mulligan,
        Step.BEGIN_TURN: begin_turn,
        Step.OPENING: steps.open_step,
        Step.ACTION: steps.ask_action,
        Step.WINDOW: leader.ask_window,
        Step.MISSION: missions.ask_mission,
        Step.ASSIGN: combat.ask_joining,
        Step.COMPOSE: stack.ask_stack,
        Step.REACT: leader.ask_reaction,
        Step.PAY: stack.ask_payment,
        Step.RESOLVE: resolve.resolve,
        Step.LAST: leader.ask_last,
        Step.END_COMBAT: combat.end_combat,
        Step.DISCARD: decks.ask_discard,
        Step.END_TURN: end_turn,
    },
)


@kernel
def step(s: State, out: Out) -> None:
    """Go on with the text that is resolved; without one take the next step."""
    if s.by != NONE:
        effects.go_on(s, out)
    else:
        _next(s, out)
