"""Leader Actions: when they can be used, by which Events and texts, and the windows that are there for them alone."""

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, act_of, allow, kernel, tell
from throwdown.envs.showdown import decks, effects
from throwdown.envs.showdown.actions import Act
from throwdown.envs.showdown.state import (
    CARDS,
    LEADER,
    LIST,
    TEXTS,
    Event,
    Kind,
    Op,
    Phase,
    Side,
    State,
    Step,
    When,
)


@kernel
def is_usable(s: State, side: int, card: int, k: int) -> bool:
    """Return whether a Leader Action can be used now; after the reveal those that touch the Stack (SDA-23)."""
    text = s.cfg.cards[card].texts[k]
    if text.when != When.LEADER or (s.phase == Phase.REACT) != (text.effects[0].op == Op.WHIFF):
        return False
    played = 1 if s.cfg.cards[card].kind == Kind.EVENT else 0
    return effects.is_useful(s, side, text, NONE, played) and effects.is_playable(s, side, card)


@kernel
def choices(s: State, out: Out) -> None:
    """Add the Leader Actions that can be used: of Events in hand, and of the Leader (SDA-24)."""
    side = s.seat
    if not s.teams[side].leader:
        return
    for k in range(LIST):
        card = side * CARDS + k
        if s.teams[side].hand[k] > 0 and s.cfg.cards[card].kind == Kind.EVENT and is_usable(s, side, card, 0):
            allow(out, Act.CARD + k)
    for k in range(TEXTS):
        if is_usable(s, side, side * CARDS + LEADER, k):
            allow(out, Act.LEADER + k)


@kernel
def is_use(s: State, action: int) -> bool:
    """Return whether an action that is a card or the Leader's uses a Leader Action."""
    return act_of(Act, action) == Act.LEADER or s.cfg.cards[decks.card_at(s, action)].kind == Kind.EVENT


@kernel
def use(s: State, action: int, out: Out) -> None:
    """Use a Leader Action: of an Event, which is discarded, or of the Leader (SD-140, SDA-25)."""
    side, card, k = s.seat, decks.card_at(s, action), max(0, action - Act.LEADER)
    s.teams[side].leader = False
    if s.cfg.cards[card].kind == Kind.EVENT:
        decks.leave_hand(s, card)
        s.teams[side].trash[card % CARDS] += 1
    tell(out, Event.LEADER_ACTION, side, card=card, number=k)
    effects.begin(s, side, card, k, NONE)


# Windows ----------------------------------------------------------------------------------------------------------


@kernel
def in_window(s: State, out: Out) -> None:
    """Write the Leader Actions that can be used, and passing."""
    allow(out, Act.PASS)
    choices(s, out)


@kernel
def ask_window(s: State, out: Out) -> None:
    """Let the other side use a Leader Action after an Action, if it holds one (SDA-24, SHO-04)."""
    if s.teams[1 - s.side].leader:
        ask(s, Phase.WINDOW)
    else:
        s.step = Step.ACTION


@kernel
def interrupt(s: State, action: int, out: Out) -> None:
    """Pass, or use a Leader Action; the Step goes on after it."""
    s.step = Step.ACTION
    if action != Act.PASS:
        use(s, action, out)


@kernel
def ask_reaction(s: State, out: Out) -> None:
    """Ask who may touch the opposing Stack, by public facts alone: Villains, then Heroes (SDA-23, SHO-04)."""
    side = s.side
    team = s.teams[side]
    may = team.leader and effects.stoppable(s, side) != 0 and s.cfg.whiffs[side]
    if may and (team.hand_n > 0 or stops(s, side)):
        ask(s, Phase.REACT)
    else:
        end_reactions(s)


@kernel
def stops(s: State, side: int) -> bool:
    """Return whether the Leader itself has an Action that makes cards Whiff."""
    for k in range(TEXTS):
        text = s.cfg.cards[side * CARDS + LEADER].texts[k]
        if text.when == When.LEADER and text.effects[0].op == Op.WHIFF:
            return True
    return False


@kernel
def react(s: State, action: int, out: Out) -> None:
    """Pass, or use a Leader Action on the opposing Stack (SD-62)."""
    if action == Act.PASS:
        end_reactions(s)
    else:
        use(s, action, out)


@kernel
def end_reactions(s: State) -> None:
    """Let the other side react, or begin to pay."""
    if s.side == Side.VILLAINS:
        s.side = Side.HEROES
    else:
        s.side, s.at, s.step = Side.VILLAINS, NONE, Step.PAY


@kernel
def ask_last(s: State, out: Out) -> None:
    """Let who holds a Leader Action use it before the comparison: Villains, then Heroes (SHO-27)."""
    if s.teams[s.side].leader:
        ask(s, Phase.LAST)
    else:
        end_last(s)


@kernel
def be_last(s: State, action: int, out: Out) -> None:
    """Pass, or use a Leader Action before Powers are compared."""
    if action == Act.PASS:
        end_last(s)
    else:
        use(s, action, out)


@kernel
def end_last(s: State) -> None:
    """Let the other side be last, or compare."""
    if s.side == Side.VILLAINS:
        s.side = Side.HEROES
    else:
        s.step = Step.END_COMBAT
