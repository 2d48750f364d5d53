"""What a Character may do before an Attempt, or between its cards: Heartseeker, the Boon, and Frenzy."""

from throwdown.envs.challenge import decks, rounds
from throwdown.envs.challenge.actions import Act
from throwdown.envs.challenge.state import (
    Event,
    Hero,
    State,
)
from throwdown.envs.core.kit import Out, kernel, tell

FRENZY_COST = 2
"""Stamina (CH-54)."""


@kernel
def grunts(w: Hero) -> int:
    """Return what prepares an Attempt: Heartseeker, and the Boon as a Bang or against a Bust (CHO-06, CHO-07)."""
    word = 0
    for k in range(1, decks.MOST_BANG + 1):
        if w.stamina >= k and w.bang + k <= decks.MOST_BANG:
            word |= 1 << (Act.HEARTSEEKER + k - 1)
    if w.boon and w.bang < decks.MOST_BANG:
        word |= 1 << Act.BOON_BANG
    if w.boon and decks.is_busted(w):
        word |= 1 << Act.BOON_BUST
    return word


@kernel
def frenzy(w: Hero) -> int:
    """Return Frenzy where no Action is left, once a Round (CH-54, CH-55, CHA-16)."""
    can = w.actions == 0 and not w.frenzied and w.stamina >= FRENZY_COST
    return 1 << Act.FRENZY if can else 0


@kernel
def prepare(s: State, action: int, out: Out) -> bool:
    """Spend Stamina or the Boon, if the action does; the decision stays."""
    h = rounds.hero_of(s)
    w = s.heroes[h]
    if Act.HEARTSEEKER <= action < Act.KNUCKLE:
        level = action - Act.HEARTSEEKER + 1
        w.stamina -= level
        decks.gain_bang(w, level)
        tell(out, Event.HEARTSEEKER, s.seat, amount=level)
    elif action == Act.FRENZY:
        w.stamina -= FRENZY_COST
        w.actions, w.frenzied = 1, True
        tell(out, Event.FRENZIED, s.seat)
    elif action == Act.BOON_BANG:
        w.boon = False
        decks.gain_bang(w, 1)
        tell(out, Event.BOON_BANGED, s.seat)
    elif action == Act.BOON_BUST:
        w.boon = False
        w.barred = w.token or w.barred  # CHO-08
        w.token, w.joker = False, 0
        tell(out, Event.BOON_NULLIFIED, s.seat)
    else:
        return False
    rounds.ask_hero(s, s.phase, h, out)
    return True
