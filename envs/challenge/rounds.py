"""Rounds and turns: who may act, until all have passed."""

from throwdown.envs.challenge import decks
from throwdown.envs.challenge.state import End, Event, Mode, Phase, Reaction, Shelf, State
from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, kernel, tell

TABLE = 0
"""The Table's seat, in games that have a Table."""


@kernel
def hero_of(s: State) -> int:
    """Return the hero who decides; where there is a Table, there is one hero."""
    return s.seat if s.cfg.heroes > 1 else 0


@kernel
def is_tables(s: State) -> bool:
    """Return whether the Table decides."""
    return bool(s.cfg.heroes == 1 and s.seat == TABLE)


@kernel
def end_of(s: State) -> int:
    """Return how a game that is over ended."""
    if s.cfg.mode == Mode.ATTEMPT:
        return End.SUCCESS if s.won else End.FAILURE
    if s.cfg.mode == Mode.SCENE and s.progress >= s.cfg.goal:
        return End.GOAL
    for side in range(min(2, s.cfg.heroes)):
        is_out = True
        for h in range(side, s.cfg.heroes, 2):
            is_out = is_out and s.heroes[h].is_out
        if is_out:
            return End.HARM
    return End.ROUNDS


@kernel
def ask_hero(s: State, phase: int, h: int, out: Out) -> None:
    """Let hero ``h`` decide; at an Action decision she sees the cards of a pending Bang (CHO-05)."""
    ask(s, phase)
    is_action = s.heroes[h].actions > 0 if phase == Phase.PRIORITY else True
    if phase != Phase.CARDS and phase != Phase.KNUCKLE and phase != Phase.TARGET and is_action:
        decks.look(s, h, out)


@kernel
def begin_round(s: State, out: Out) -> None:
    """Refresh Actions, pay the Table and let it post an obstacle if there is room (CHE-02, CHE-03, CHO-20)."""
    s.round_no += 1
    s.passes = 0
    tell(out, Event.ROUND_BEGAN, amount=s.round_no)
    for h in range(s.cfg.heroes):
        w = s.heroes[h]
        w.actions = s.cfg.actions
        if s.cfg.cast_busted[w.character] and not w.is_out:  # CHE-15
            w.token = True
            tell(out, Event.BEGAN_BUSTED, decks.seat_of(s, h))
        if s.cfg.cast_boons[w.character] and not w.boon and not w.is_out:  # CHE-17
            w.boon = True
            tell(out, Event.BOON_GAINED, decks.seat_of(s, h))
    s.turn = (s.round_no - 1) % actors(s)  # CHA-33, CHO-36
    if s.cfg.mode == Mode.DUEL:
        while s.heroes[s.turn].is_out:
            s.turn = (s.turn + 1) % actors(s)
        give_priority(s, out)
        return
    s.points = min(s.points, s.cfg.carry) + s.cfg.income
    s.hostile = s.cfg.hostile
    if s.open_n < s.cfg.open_most:
        s.shelf = Shelf.OBSTACLE
        ask(s, Phase.POST)
    else:
        give_priority(s, out)


@kernel
def actors(s: State) -> int:
    """Return how many have priority in turn: Character and Table, or the heroes of a duel."""
    return max(2, s.cfg.heroes)


@kernel
def give_priority(s: State, out: Out) -> None:
    """Let the one whose turn it is act or pass."""
    if s.cfg.mode == Mode.SCENE and s.turn == 1:
        ask(s, Phase.PRIORITY)
    else:
        ask_hero(s, Phase.PRIORITY, s.turn, out)


@kernel
def next_turn(s: State, out: Out) -> None:
    """Pass priority on to the next who is still in; nothing if the game is over."""
    if s.over:
        return
    s.turn = (s.turn + 1) % actors(s)
    while s.cfg.mode == Mode.DUEL and s.heroes[s.turn].is_out:
        s.turn = (s.turn + 1) % actors(s)
    give_priority(s, out)


@kernel
def yield_turn(s: State, out: Out) -> None:
    """Pass; when all who are still in have passed in succession, the Round ends (CHA-33, CHO-23, CHO-36)."""
    s.passes += 1
    tell(out, Event.PASSED, s.seat)
    active = actors(s)
    for h in range(s.cfg.heroes):
        active -= s.heroes[h].is_out
    if s.passes < active:
        next_turn(s, out)
        return
    end_round(s, out)


@kernel
def end_round(s: State, out: Out) -> None:
    """End tokens, Stagger and Jokers' Busts that are due (CH-44, CHA-13, CHA-23), then the Round."""
    for h in range(s.cfg.heroes):
        w = s.heroes[h]
        w.token, w.barred, w.stagger, w.frenzied = False, False, 0, False
        if w.joker <= s.round_no:
            w.joker = 0
    if s.round_no >= s.cfg.rounds:
        s.over = True
        tell(out, Event.ROUNDS_OVER)
    else:
        begin_round(s, out)


@kernel
def end_action(s: State, out: Out) -> None:
    """Pass priority on after an Action and all that it brought about (CHO-18)."""
    s.reaction, s.target, s.hazard = Reaction.NONE, NONE, NONE
    s.attacker, s.defender, s.press, s.main_press = NONE, NONE, NONE, NONE
    next_turn(s, out)
