"""Hostile Actions, presses and hazards: what is done about them, and Reactions."""

from throwdown.envs.challenge import attempts, decks, preparing, rounds
from throwdown.envs.challenge.actions import Act
from throwdown.envs.challenge.state import CORES, Event, Hero, Kind, Mode, Phase, Reaction, Shelf, State
from throwdown.envs.core.kit import NONE, Out, allow, allow_each, kernel, tell

FAST_COST = 2
"""Stamina (CH-52)."""


@kernel
def attacking(s: State) -> int:
    """Return the seat that presses."""
    return decks.seat_of(s, s.attacker)


@kernel
def targets(s: State, out: Out) -> None:
    """Write at which of a hero's opponents, who must still be in, she may aim."""
    h = rounds.hero_of(s)
    for k in range(s.cfg.heroes // 2):
        if not s.heroes[(1 - (h & 1)) + 2 * k].is_out:
            allow(out, Act.CHOOSE + k)


@kernel
def aim(s: State, action: int, out: Out) -> None:
    """Press on one of the opponents."""
    declare(s, 1 - (s.seat & 1) + 2 * (action - Act.CHOOSE), out)


@kernel
def declare(s: State, target: int, out: Out) -> None:
    """Press on hero ``target``, who may answer (CHO-29)."""
    s.defender = target
    tell(out, Event.PRESSED, s.attacker, amount=s.press, number=target)
    rounds.ask_hero(s, Phase.ANSWER, target, out)


# The answer ---------------------------------------------------------------------------------------------------------


@kernel
def defending(s: State) -> int:
    """Return the seat that a hostile Action is aimed at."""
    return decks.seat_of(s, s.defender)


@kernel
def answers(s: State, out: Out) -> None:
    """Write how a hostile Action may be answered: with a Reaction, if an Action is left to pay it (CHA-35)."""
    w = s.heroes[rounds.hero_of(s)]
    preparing.legal_frenzy(w, out)
    if w.actions > 0 and (s.cfg.mode != Mode.DUEL or presses(s, w) > 0):
        if s.cfg.mode == Mode.DUEL or s.open_n > 0:
            allow(out, Act.REACT)
        if w.stamina >= FAST_COST:
            allow(out, Act.REACT_FAST)


@kernel
def answer(s: State, action: int, out: Out) -> None:
    """Take a hostile Action, or declare a Reaction."""
    if action == Act.PASS:
        strike(s, out)
    elif not preparing.prepare(s, action, out):
        declare_reaction(s, action == Act.REACT_FAST, out)


@kernel
def declare_reaction(s: State, is_fast: bool, out: Out) -> None:
    """Declare a Reaction, which is paid now (CHO-17): a Fast one comes first (CH-53), an ordinary one after."""
    h = rounds.hero_of(s)
    w = s.heroes[h]
    w.actions -= 1
    if is_fast:
        w.stamina -= FAST_COST
        s.reaction = Reaction.FAST
        tell(out, Event.REACTED_FAST, s.seat)
        rounds.ask_hero(s, Phase.REACTION, h, out)
    else:
        s.reaction = Reaction.DECLARED
        tell(out, Event.REACTED, s.seat)
        strike(s, out)


@kernel
def strike(s: State, out: Out) -> None:
    """Go on with a hostile Action that has been answered: the attacker draws, or the hazard is faced."""
    if s.attacker != NONE:
        attempts.attempt(s, s.attacker, Kind.ATTACK, s.cfg.press_from[s.press], out)
    else:
        attempts.face(s, 0, out)


@kernel
def presses(s: State, w: Hero) -> int:
    """Return how many presses a Character makes: all, or none (CHE-16)."""
    return s.cfg.press_n if s.cfg.cast_presses[w.character] else 0


@kernel
def legal_numbers(n: int, out: Out) -> None:
    """Write the first ``n`` of the numbered choices."""
    allow_each(out, Act.CHOOSE, (1 << n) - 1)


# Reactions ----------------------------------------------------------------------------------------------------------


@kernel
def reactions(s: State, out: Out) -> None:
    """Write with what a Reaction may be made: a press, a Core against a hazard, or an open obstacle (CHO-39)."""
    w = s.heroes[rounds.hero_of(s)]
    if s.cfg.mode == Mode.DUEL:
        legal_numbers(presses(s, w), out)
    else:
        legal_numbers(CORES if s.reaction == Reaction.FAST else s.open_n, out)
    preparing.legal_grunts(w, out)


@kernel
def react(s: State, action: int, out: Out) -> None:
    """React with what was chosen."""
    what = action - Act.CHOOSE
    if preparing.prepare(s, action, out):
        return
    if s.cfg.mode == Mode.DUEL:
        press_back(s, what, out)
    elif s.reaction == Reaction.FAST:
        attempts.attempt(s, 0, Kind.FAST, what, out)
    else:
        attempts.attempt_obstacle(s, what, Kind.REACTION, out)


@kernel
def press_back(s: State, press: int, out: Out) -> None:
    """React with a press on the attacker (CHO-18); a Fast one lets the first press wait."""
    if s.reaction == Reaction.FAST:
        s.main_press = s.press
    s.attacker, s.defender = s.defender, s.attacker
    s.press = press
    tell(out, Event.PRESSED, s.attacker, amount=press, number=s.defender)
    strike(s, out)


# Forced Attempts ----------------------------------------------------------------------------------------------------


@kernel
def before(s: State, out: Out) -> None:
    """Write what may precede a forced Attempt, and the drawing of its first card."""
    w = s.heroes[rounds.hero_of(s)]
    preparing.legal_frenzy(w, out)
    preparing.legal_grunts(w, out)


@kernel
def begin_forced(s: State, action: int, out: Out) -> None:
    """Draw for a forced Attempt."""
    if not preparing.prepare(s, action, out):
        draw_forced(s, rounds.hero_of(s), out)


@kernel
def draw_forced(s: State, h: int, out: Out) -> None:
    """Make a forced Attempt, which takes an Action or a step of Stagger."""
    attempts.pay_forced(s, h, out)
    if s.attacker != NONE:
        attempts.attempt(s, h, Kind.DEFENCE, s.cfg.press_to[s.press], out)
    else:
        s.target = s.hazard
        attempts.attempt(
            s, h, Kind.FORCED, s.cfg.template_core[Shelf.HAZARD, s.bills[s.hazard].template], out
        )
