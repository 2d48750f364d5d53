"""Why an action is illegal, why there is no choice, and the rules of a decision."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.challenge import decks, rounds
from throwdown.envs.challenge.actions import LAYOUT, Act
from throwdown.envs.challenge.decisions import DECISIONS, TABLES
from throwdown.envs.challenge.state import Hero, Mode, Phase, Reaction, State
from throwdown.envs.challenge.words import names
from throwdown.envs.challenge.words.decisions import WORDS
from throwdown.envs.core.kit import Actions, Setup, plural, tr


def forced(s: State, setup: Setup) -> str:
    """Return one sentence that says why there is but the one legal action."""
    if names.mode_of(setup) == Mode.ATTEMPT and s.phase == Phase.PRIORITY:
        return tr("A lone Attempt begins with its first card (CHE-11).")
    return WORDS.forced(s, setup)


def help(s: State) -> str:
    """Return the rules of what is being decided."""
    return WORDS.help(s).format(limit=int(s.cfg.flop_limit))


def any_hand(s: State) -> None:
    """Let the Table have all points that it might, and an attacker's cards not have Flopped."""
    s.points = min(120, int(s.cfg.carry) + int(s.cfg.income))
    if decks.is_hidden(s):
        s.attempt.flopped = False


def explain(s: State, action: int, setup: Setup) -> str:
    """Return one sentence that says why an illegal action is illegal now."""
    refused = DECISIONS.refused(s, action)
    if refused:
        return refused
    act, is_table = LAYOUT.act_of(action), bool(rounds.is_tables(s))
    if is_table and act not in (*TABLES, Act.PASS):
        return tr("{what} is for a Character, but the Table decides now.", what=act.range.title)
    if not is_table and act in TABLES:
        return tr("{what} is for the Table, but a Character decides now.", what=act.range.title)
    not_asked = WORDS.not_asked(s, action)
    if not_asked:
        return not_asked
    if is_table:
        return _table(s, act, action, setup)
    return _REASONS[act](s, s.heroes[rounds.hero_of(s)], action)


def _table(s: State, act: Actions, action: int, setup: Setup) -> str:
    """Return why the Table may not do something in its phases."""
    if act == Act.TEMPLATE:
        shelf = int(s.shelf) if s.phase == Phase.POST else 1
        n = int(s.cfg.template_n[shelf])
        if action - Act.TEMPLATE >= n:
            return plural(
                "There is {n} template, numbered 1.",
                "There are {n} templates, numbered 1 to {n}.",
                n,
            )
        if s.phase == Phase.PRIORITY and s.hostile == 0:
            return tr("The Table has used all its hostile Actions in this Round (CHE-05).")
        name = names.template_name(shelf, action - Act.TEMPLATE, setup)
        points = int(s.points)
        return plural(
            "The Table has {n} point, too few for {name} (CHE-04).",
            "The Table has {n} points, too few for {name} (CHE-04).",
            points,
            name=name,
        )
    if act == Act.OFFSET:
        band = names.band_text(s, int(s.shelf), int(s.template))
        return plural(
            "The Difficulty must lie in {band}, and the Table has {n} point to pay for it (CHE-04).",
            "The Difficulty must lie in {band}, and the Table has {n} points to pay for it (CHE-04).",
            int(s.points),
            band=band,
        )
    if act == Act.TOKEN:
        if s.tokens == 0:
            return tr("The Table has no Bust left to lay (CHE-07).")
        return tr("A Bust is already in force, or has been nullified in this Round (CHO-08, CHO-22).")
    return tr("The Table must post an obstacle (CHE-03).")


def _choice(s: State, w: Hero, action: int) -> str:
    if s.phase == Phase.PRIORITY and w.actions == 0:
        return tr("No Action is left (CH-57).")
    if s.phase == Phase.TARGET:
        return tr("There is no such opponent, or she is out (CHO-36).")
    if s.cfg.mode == Mode.DUEL and not s.cfg.cast_presses[int(w.character)]:
        return tr("Your Character makes no presses (CHE-16).")
    if s.cfg.mode == Mode.DUEL:
        return plural("There is {n} press (CHE-09).", "There are {n} presses (CHE-09).", int(s.cfg.press_n))
    if s.phase == Phase.REACTION and s.reaction == Reaction.FAST:
        return tr("There are four Cores to react with (CHO-19).")
    return plural(
        "There is {n} open obstacle (CHE-06).", "There are {n} open obstacles (CHE-06).", int(s.open_n)
    )


def _cards(s: State, w: Hero, action: int) -> str:
    a = s.attempt
    if a.flopped:
        return tr("The Attempt has Flopped, which ends it (CHA-08).")
    is_double = action in (Act.DOUBLE, Act.DOUBLE_REACH)
    if is_double != (a.n == 1):
        if a.n == 1:
            return tr("You have drawn one card: now you could Double Down.")
        return tr("You have drawn two cards: now you could Triple Down.")
    if w.actions == 0:
        return tr("No Action is left to pay for another card (CH-26, CH-28).")
    if not decks.is_busted(w):
        return tr("You are not Busted, so there is nothing to reach for (CHO-26).")
    if action in (Act.DOUBLE, Act.TRIPLE):
        return tr("You are Busted, so you can go on only by Reach For It (CH-41, CH-47).")
    return tr("Reach For It costs 1 Stamina, and you have none (CH-47).")


def _heartseeker(s: State, w: Hero, action: int) -> str:
    level = action - Act.HEARTSEEKER + 1
    if s.phase == Phase.PRIORITY and w.actions == 0:
        return tr("Without an Action left there is nothing to prepare for (CHO-06).")
    if w.bang + level > decks.MOST_BANG:
        level_now = names.ROMAN[int(w.bang)]
        return tr("You have Bang {level}; together they would be more than III (CHO-07).", level=level_now)
    return tr("It costs {n} Stamina, but you have {own} (CH-48).", n=level, own=int(w.stamina))


def _boon(s: State, w: Hero, action: int) -> str:
    if not w.boon:
        return tr("You hold no Boon (CH-67).")
    if w.actions == 0 and s.phase == Phase.PRIORITY:
        return tr("Without an Action left there is nothing to use the Boon for (CHO-06).")
    if action == Act.BOON_GIFT:
        return tr("No ally is still in the game without a Boon (CHO-37).")
    if action == Act.BOON_BANG:
        return tr("You already have Bang III (CHO-07).")
    return tr("You are not Busted (CH-69).")


def _frenzy(s: State, w: Hero, action: int) -> str:
    if w.actions > 0:
        return tr("You can buy Frenzy only when all your Actions of the Round are used up (CH-54, CHA-16).")
    if w.frenzied:
        return tr("Frenzy may be bought only once a Round (CH-55).")
    if s.phase == Phase.CARDS and s.attempt.flopped:
        return tr("The Attempt has Flopped, which ends it (CHA-08).")
    return tr("Frenzy costs 2 Stamina, but you have {own} (CH-54).", own=int(w.stamina))


def _react(s: State, w: Hero, action: int) -> str:
    if s.cfg.mode == Mode.DUEL and not s.cfg.cast_presses[int(w.character)]:
        return tr("Your Character makes no presses (CHE-16).")
    if w.actions == 0:
        return tr("A Reaction costs an Action, but none is left (CHA-35).")
    if action == Act.REACT:
        return tr("There is no open obstacle to attempt as a Reaction (CHO-16).")
    return tr("A Fast Reaction costs 2 Stamina, but you have {own} (CH-52).", own=int(w.stamina))


def _knuckle(s: State, w: Hero, action: int) -> str:
    return tr("Knuckling Down costs 2 Stamina, but you have {own} (CH-49).", own=int(w.stamina))


def _pass(s: State, w: Hero, action: int) -> str:
    return tr("A lone Attempt cannot be passed (CHE-11).")


_REASONS: dict[Actions, Callable[[State, Hero, int], str]] = {
    Act.CHOOSE: _choice,
    **dict.fromkeys((Act.DOUBLE, Act.DOUBLE_REACH, Act.TRIPLE, Act.TRIPLE_REACH), _cards),
    Act.HEARTSEEKER: _heartseeker,
    **dict.fromkeys((Act.BOON_BANG, Act.BOON_BUST, Act.BOON_GIFT), _boon),
    Act.FRENZY: _frenzy,
    **dict.fromkeys((Act.REACT, Act.REACT_FAST), _react),
    Act.KNUCKLE: _knuckle,
    Act.PASS: _pass,
}
"""What says why a Character may not do something in its phase."""
