"""What a Character may do before an Attempt, or between its cards: Heartseeker, the Boon, and Frenzy."""

from throwdown.envs.challenge import decks, rounds
from throwdown.envs.challenge.actions import Act
from throwdown.envs.challenge.state import Event, Hero, State
from throwdown.envs.core.kit import Out, act_of, allow, kernel, tell

FRENZY_COST = 2
"""Stamina (CH-54)."""


@kernel
def legal_grunts(w: Hero, out: Out) -> None:
    """Write what prepares an Attempt: Heartseeker, and the Boon as a Bang or against a Bust (CHO-06, CHO-07)."""
    for k in range(1, decks.MOST_BANG + 1):
        if w.stamina >= k and w.bang + k <= decks.MOST_BANG:
            allow(out, Act.HEARTSEEKER + k - 1)
    if w.boon and w.bang < decks.MOST_BANG:
        allow(out, Act.BOON_BANG)
    if w.boon and decks.is_busted(w):
        allow(out, Act.BOON_BUST)


@kernel
def can_frenzy(w: Hero) -> bool:
    """Return whether there is Frenzy: where no Action is left, once a Round (CH-54, CH-55, CHA-16)."""
    return w.actions == 0 and not w.frenzied and w.stamina >= FRENZY_COST


@kernel
def legal_frenzy(w: Hero, out: Out) -> None:
    """Write passing, and Frenzy where there is."""
    allow(out, Act.PASS)
    if can_frenzy(w):
        allow(out, Act.FRENZY)


@kernel
def prepare(s: State, action: int, out: Out) -> bool:
    """Spend Stamina or the Boon, if the action does; the decision stays."""
    h = rounds.hero_of(s)
    w = s.heroes[h]
    if act_of(Act, action) == Act.HEARTSEEKER:
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
