"""What is legal: one word of bits for every decision."""

from throwdown.envs.challenge import decks, flow
from throwdown.envs.challenge.actions import Act
from throwdown.envs.challenge.state import CORES, Hero, Mode, Reaction, Shelf, State
from throwdown.envs.core.kit import Out, kernel


@kernel
def is_priority_public(s: State) -> bool:
    """Return whether public facts alone make the legal set at a priority (CHO-24).

    What the Table may strike with follows from its hidden points; a lone Attempt is always begun by its player.
    """
    return bool(s.cfg.mode != Mode.ATTEMPT and (not flow.is_tables(s) or s.hostile == 0))


@kernel
def are_cards_public(s: State) -> bool:
    """Return whether an Attempt's cards are: an attacker's Flop is hidden, so who could go on is asked (CHO-40)."""
    return bool(not s.attempt.flopped or more_cards(s, s.heroes[s.attempt.hero]) == 1 << Act.PASS)


# The Table --------------------------------------------------------------------------------------------------------


@kernel
def obstacles(s: State, out: Out) -> None:
    """Write what the Table may post."""
    out.words[0] = templates(s, Shelf.OBSTACLE)


@kernel
def templates(s: State, shelf: int) -> int:
    """Return the templates of a shelf that the Table may post."""
    word = 0
    for t in range(s.cfg.template_n[shelf]):
        if flow.fits(s, shelf, t, s.points):
            word |= 1 << (Act.TEMPLATE + t)
    return word


@kernel
def offsets(s: State, out: Out) -> None:
    """Write the Difficulties of the chosen template's band that the Table can pay; the free one is the lowest."""
    band = s.cfg.template_band[s.shelf, s.template]
    low, high = s.cfg.low[band], s.cfg.high[band]
    word = 1
    for k in range(1, high - low + 1):
        if low + k <= s.points:
            word |= 1 << k
    out.words[0] = word << Act.OFFSET


@kernel
def at_priority(s: State, out: Out) -> None:
    """Write what whoever has priority may do."""
    out.words[0] = table_actions(s) if flow.is_tables(s) else hero_actions(s)


@kernel
def table_actions(s: State) -> int:
    """Return what the Table may do at its priority: pass, strike with a hazard (CHE-05), lay a token (CHO-22)."""
    word = 1 << Act.PASS
    if s.hostile > 0:
        word |= templates(s, Shelf.HAZARD)
    w = s.heroes[0]
    if s.tokens > 0 and not w.token and not w.barred:
        word |= 1 << Act.TOKEN
    return word


# Characters -------------------------------------------------------------------------------------------------------


@kernel
def hero_actions(s: State) -> int:
    """Return what a Character may do at her priority."""
    h = flow.hero_of(s)
    w = s.heroes[h]
    if s.cfg.mode == Mode.ATTEMPT:
        return 1 << Act.CHOOSE | grunts(w)
    if w.actions == 0:
        return 1 << Act.PASS | frenzy(w)
    word = 1 << Act.PASS | grunts(w)
    if s.cfg.mode == Mode.SCENE:
        return word | numbered(s.open_n)
    if s.cfg.heroes > 2 and w.boon:
        ally = s.heroes[h ^ 2]
        if not ally.is_out and not ally.boon:
            word |= 1 << Act.BOON_GIFT  # CHO-37
    return word | presses(s, w)


@kernel
def presses(s: State, w: Hero) -> int:
    """Return the presses that a Character makes: all, or none (CHE-16)."""
    return numbered(s.cfg.press_n) if s.cfg.cast_presses[w.character] else 0


@kernel
def numbered(n: int) -> int:
    """Return the first ``n`` of the numbered choices."""
    return ((1 << n) - 1) << Act.CHOOSE


@kernel
def targets(s: State, out: Out) -> None:
    """Write at which of a hero's opponents, who must still be in, she may aim."""
    word, h = 0, flow.hero_of(s)
    for k in range(s.cfg.heroes // 2):
        if not s.heroes[(1 - (h & 1)) + 2 * k].is_out:
            word |= 1 << k
    out.words[0] = word << Act.CHOOSE


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
    can = w.actions == 0 and not w.frenzied and w.stamina >= flow.FRENZY_COST
    return 1 << Act.FRENZY if can else 0


@kernel
def answers(s: State, out: Out) -> None:
    """Write how a hostile Action may be answered: with a Reaction, if an Action is left to pay it (CHA-35)."""
    w = s.heroes[flow.hero_of(s)]
    word = 1 << Act.PASS | frenzy(w)
    if w.actions > 0 and (s.cfg.mode != Mode.DUEL or presses(s, w) != 0):
        if s.cfg.mode == Mode.DUEL or s.open_n > 0:
            word |= 1 << Act.REACT
        if w.stamina >= flow.FAST_COST:
            word |= 1 << Act.REACT_FAST
    out.words[0] = word


@kernel
def reactions(s: State, out: Out) -> None:
    """Write with what a Reaction may be made: a press, a Core against a hazard, or an open obstacle (CHO-39)."""
    w = s.heroes[flow.hero_of(s)]
    if s.cfg.mode == Mode.DUEL:
        out.words[0] = presses(s, w) | grunts(w)
    else:
        out.words[0] = numbered(CORES if s.reaction == Reaction.FAST else s.open_n) | grunts(w)


@kernel
def before(s: State, out: Out) -> None:
    """Write what may precede a forced Attempt, and the drawing of its first card."""
    w = s.heroes[flow.hero_of(s)]
    out.words[0] = 1 << Act.PASS | grunts(w) | frenzy(w)


@kernel
def further(s: State, out: Out) -> None:
    """Write whether to stand or to draw another card; a Flop ends it."""
    out.words[0] = 1 << Act.PASS if s.attempt.flopped else more_cards(s, s.heroes[flow.hero_of(s)])


@kernel
def retries(s: State, out: Out) -> None:
    """Write what may be done about a failure."""
    out.words[0] = 1 << Act.PASS | 1 << Act.KNUCKLE


@kernel
def more_cards(s: State, w: Hero) -> int:
    """Return whether to stand or to go on; the Busted may go on by Reach For It only (CH-41, CH-47, CHO-26)."""
    word = 1 << Act.PASS | frenzy(w)
    if w.actions == 0:
        return word
    is_busted = decks.is_busted(w)
    if not is_busted:
        return word | 1 << (Act.DOUBLE if s.attempt.n == 1 else Act.TRIPLE)
    if w.stamina > 0:
        word |= 1 << (Act.DOUBLE_REACH if s.attempt.n == 1 else Act.TRIPLE_REACH)
    return word
