"""A Combat: who joins, Tics, and the comparison."""

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow, kernel, tell
from throwdown.envs.showdown import effects, table
from throwdown.envs.showdown.actions import Act
from throwdown.envs.showdown.state import SLOTS, End, Event, Phase, Side, State, Step

# Who joins --------------------------------------------------------------------------------------------------------


@kernel
def open_combat(s: State, out: Out) -> None:
    """Open a Combat: the Villains assign first (SD-49)."""
    tell(out, Event.COMBAT_BEGAN)
    s.in_combat = True
    s.side, s.at, s.step = Side.VILLAINS, NONE, Step.ASSIGN


@kernel
def ask_joining(s: State, out: Out) -> None:
    """Ask for the next eligible Character, in order of entry into Play (SHO-28)."""
    side = s.side
    c = effects.next_of(s, side, -1 if s.at == NONE else s.characters[s.at].seq)
    while c >= 0 and not table.is_eligible(s, c):
        c = effects.next_of(s, side, s.characters[c].seq)
    if c >= 0:
        s.at = c
        ask(s, Phase.ASSIGN)
    elif side == Side.VILLAINS and joined(s, side) > 0:
        s.side, s.at = Side.HEROES, NONE
    else:  # nobody eligible among the Villains: the Heroes are not asked (SHO-23)
        s.at = NONE
        start(s, out)


@kernel
def joined(s: State, side: int) -> int:
    """Return how many Characters of a side are in Combat."""
    n = 0
    for c in range(side * SLOTS, table.end_of(s, side)):
        n += s.characters[c].in_combat
    return n


@kernel
def must_join(s: State) -> bool:
    """Return whether the Character that is asked for is the Villains' last, and nobody has joined (SDA-04, SHO-28)."""
    if s.side == Side.HEROES or joined(s, Side.VILLAINS) > 0:
        return False
    for c in range(SLOTS, table.end_of(s, 1)):
        if table.is_eligible(s, c) and s.characters[c].seq > s.characters[s.at].seq:
            return False
    return True


@kernel
def assignments(s: State, out: Out) -> None:
    """Write that the Character that is asked for may join, and whether it may stay out."""
    allow(out, Act.JOIN)
    if not must_join(s):
        allow(out, Act.STAY)


@kernel
def assign(s: State, action: int, out: Out) -> None:
    """Let the Character that is asked for join, or stay out."""
    if action == Act.JOIN:
        s.characters[s.at].in_combat = True
        tell(out, Event.JOINED, s.side, card=s.characters[s.at].card, amount=s.at)


@kernel
def total(s: State, side: int) -> int:
    """Return a side's Power in Combat (SD-78, SHO-50)."""
    n = 0
    for c in range(side * SLOTS, table.end_of(s, side)):
        if table.is_fighting(s, c):
            n += table.power(s, c)
    return n


@kernel
def start(s: State, out: Out) -> None:
    """Take Valor, and begin the first Tic; without Heroes there is none (SD-51 to SD-54)."""
    if joined(s, Side.HEROES) == 0:
        s.side, s.step = Side.VILLAINS, Step.LAST
        return
    for side in range(2):
        s.teams[side].valor = 0
        bonus = s.cfg.bonus_valor >> s.teams[side].wounds if side == Side.HEROES else 0
        effects.gain_valor(s, side, total(s, side) + bonus, out)
    open_tic(s, 1, out)


@kernel
def open_tic(s: State, tic: int, out: Out) -> None:
    """Begin a Tic: the Villains compose first (SDA-17)."""
    s.tic, s.is_sealed = tic, True
    for side in range(2):
        s.teams[side].is_over = False
    tell(out, Event.TIC_BEGAN, amount=tic)
    s.side, s.step = Side.VILLAINS, Step.COMPOSE


# The end ----------------------------------------------------------------------------------------------------------


@kernel
def end_combat(s: State, out: Out) -> None:
    """Compare; a loss Wounds who is not yet Wounded, then the Leader, a tie nobody (SD-78 to SD-82, SHO-42)."""
    heroes, villains = total(s, Side.HEROES), total(s, Side.VILLAINS)
    tell(out, Event.COMPARED, amount=heroes, number=villains)
    if heroes == villains:
        tell(out, Event.COMBAT_TIED)
    else:
        winner = Side.HEROES if heroes > villains else Side.VILLAINS
        tell(out, Event.COMBAT_WON, winner)
        for half in range(2):
            for c in range(half * SLOTS, table.end_of(s, half)):
                if s.characters[c].in_combat and not s.characters[c].is_wounded:
                    if not s.cfg.wound_losers or table.side_of(c) != winner:
                        table.wound(s, c, out)
        wound_leader(s, 1 - winner, out)
    for half in range(2):
        for c in range(half * SLOTS, table.end_of(s, half)):
            s.characters[c].in_combat = False
    for side in range(2):
        s.teams[side].valor, s.teams[side].is_over = 0, False
    s.tic, s.in_combat, s.step = 0, False, Step.END_TURN


@kernel
def wound_leader(s: State, side: int, out: Out) -> None:
    """Wound a Leader; the last Wound decides the game (SD-10, SD-11, SHO-42)."""
    team = s.teams[side]
    team.wounds += 1
    tell(out, Event.LEADER_WOUNDED, side, amount=team.wounds)
    if team.wounds >= s.cfg.wounds:
        s.ended = End.VILLAINS if side == Side.HEROES else End.HEROES
