"""What a choice does for the seat to move: in one sentence, with the odds of the cards that it may still draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from throwdown.envs.challenge import attempts
from throwdown.envs.challenge.actions import LAYOUT, Act
from throwdown.envs.challenge.state import Core, Kind, Mode, Phase, Reaction, Shelf, State
from throwdown.envs.challenge.words import chances, decisions, names
from throwdown.envs.core.kit import Setup, joined, plural, tr


def merit(s: State, action: int, rival: int, setup: Setup) -> str:
    """Return what a choice brings and costs; see `MoreTexts.merit`."""
    act = LAYOUT.act_of(action)
    teller = _TOLD.get((Phase(int(s.phase)), act))
    found = teller(s, action - act, setup) if teller else ""
    return joined(found) or decisions.WORDS.describe(s, action, setup).sentence


# Attempts ----------------------------------------------------------------------------------------------------------


def _choose(s: State, k: int, setup: Setup) -> str:
    """Return the odds of an Attempt at an open obstacle, or how the Cores of a press compare."""
    mode, seat = names.mode_of(setup), int(s.seat)
    if mode == Mode.DUEL:
        return _press(s, k, setup)
    if k >= s.open_n:
        return ""
    number = int(s.open[k])
    bill = s.bills[number]
    core = int(s.cfg.core) if mode == Mode.ATTEMPT else int(s.cfg.template_core[bill.shelf, bill.template])
    return _first_card(s, core, *chances.bars(s, number, seat), setup)


def _first_card(s: State, core: int, low: int, high: int, setup: Setup) -> str:
    """Return the odds of an Attempt's first card."""
    is_own = int(s.seat) == names.seat_of(0, setup)
    cards = chances.coming(s, 0, int(s.seat), setup)
    scores = chances.first_scores(s, 0, core, cards)
    known = {"core": names.core_text(s, 0, core), "odds": chances.odds(scores, low, high)}
    if len(cards) == 1 and is_own:
        return tr("you have seen the next card: {verdict}", verdict=chances.verdict(scores[0], low, high))
    if is_own:
        return tr("with {core}, {odds}", **known)
    return tr("the Character has {core}: {odds}", **known)


def _press(s: State, k: int, setup: Setup) -> str:
    h = names.hero_of(int(s.seat), setup)
    if k >= len(setup.config["presses"]):
        return ""
    mine, theirs = int(s.cfg.press_from[k]), int(s.cfg.press_to[k])
    gaps = {
        other: int(s.heroes[h].core[mine]) - int(s.heroes[other].core[theirs])
        for other in range(int(s.cfg.heroes))
        if other % 2 != h % 2 and not s.heroes[other].is_out
    }
    other = max(gaps, key=lambda q: gaps[q])
    known = {
        "core": names.core_text(s, h, mine),
        "other": names.core_text(s, other, theirs),
        "who": names.called(s, other, None, setup),
    }
    gap = gaps[other]
    if gap > 0:
        return tr("your {core} is {n} ahead of {who}'s {other} before the cards", n=gap, **known)
    if gap < 0:
        return tr("your {core} is {n} behind {who}'s {other} before the cards", n=-gap, **known)
    return tr("your {core} and {who}'s {other} are even before the cards", **known)


def _draw(s: State, _: int, setup: Setup) -> str:
    """Return the odds of a forced Attempt at a hazard; an attacker's cards are hidden."""
    if names.mode_of(setup) == Mode.DUEL:
        return ""
    bill = s.bills[int(s.hazard)]
    core = int(s.cfg.template_core[bill.shelf, bill.template])
    return _first_card(s, core, *chances.bars(s, int(s.hazard), int(s.seat)), setup)


def _react(s: State, k: int, setup: Setup) -> str:
    """Return the odds of a Core against the hazard, or as at priority."""
    if names.mode_of(setup) == Mode.DUEL or s.reaction != Reaction.FAST:
        return _choose(s, k, setup)
    return _first_card(s, k, *chances.bars(s, int(s.hazard), int(s.seat)), setup) if k < len(Core) else ""


# Further cards -----------------------------------------------------------------------------------------------------


def _stand(s: State, _: int, setup: Setup) -> str:
    score, bars = int(attempts.score_of(s, s.attempt)), chances.bars_now(s, int(s.seat))
    return chances.verdict(score, *bars) if bars else _against(s, score)


def _against(s: State, score: int) -> str:
    if s.attempt.kind == Kind.ATTACK:
        return tr("the defence has to reach {n}", n=score)
    return plural(
        "the score of {score} stands against a hidden attack of {n} card",
        "the score of {score} stands against a hidden attack of {n} cards",
        int(s.attack.n),
        score=score,
    )


def _more(s: State, _: int, setup: Setup) -> str:
    """Return what one more card brings."""
    scores, flops = chances.next_card(s, setup, True)
    now, bars = int(attempts.score_of(s, s.attempt)), chances.bars_now(s, int(s.seat))
    if len(scores) == 1:
        told = tr("you have seen the next card: it makes {n}", n=scores[0])
        return tr("{told}, as the Attempt Flops", told=told) if flops else told
    if not bars:
        better = sum(x > now for x in scores)
        odds = plural(
            "{n} of {of} cards raises the score", "{n} of {of} cards raise the score", better, of=len(scores)
        )
    elif now >= bars[1]:
        odds = tr("the score is enough already, but a higher one may bring a higher degree")
    else:
        odds = chances.odds(scores, *bars)
    if not flops:
        return tr("{odds}; no card Flops", odds=odds)
    if flops == len(scores):
        return tr("every card Flops, so that only the first one counts")
    return plural(
        "{odds}; {n} of {of} cards Flops", "{odds}; {n} of {of} cards Flop", flops, odds=odds, of=len(scores)
    )


def _knuckle(s: State, _: int, setup: Setup) -> str:
    """Return what drawing the last card anew brings."""
    odds = chances.odds(chances.next_card(s, setup, False).scores, int(s.bar), int(s.bar))
    return tr("{odds}; if the new card fails, too, the first result stands", odds=odds)


# The Table ---------------------------------------------------------------------------------------------------------


def _template(shelf: Shelf) -> Callable[[State, int, Setup], str]:
    def told(s: State, k: int, setup: Setup) -> str:
        if k >= len(names.templates(shelf, setup)) or names.mode_of(setup) == Mode.ATTEMPT:
            return ""
        return _first_card(s, int(s.cfg.template_core[shelf, k]), *chances.band(s, shelf, k), setup)

    return told


def _difficulty(s: State, k: int, setup: Setup) -> str:
    low = chances.band(s, int(s.shelf), int(s.template))[0]
    core = int(s.cfg.template_core[s.shelf, s.template])
    told = _first_card(s, core, low + k, low + k, setup)
    left = int(s.points) - low - k
    return plural("{told}; {n} point is left", "{told}; {n} points are left", left, told=told)


def _pass(s: State, _: int, setup: Setup) -> str:
    h = names.hero_of(int(s.seat), setup)
    if h < 0:
        return plural(
            "{n} hostile Action is left; the Round ends when all pass in succession",
            "{n} hostile Actions are left; the Round ends when all pass in succession",
            int(s.hostile),
        )
    return plural(
        "{n} Action is left; it is lost if the others pass, too",
        "{n} Actions are left; they are lost if the others pass, too",
        int(s.heroes[h].actions),
    )


_TOLD: Mapping[tuple[Phase, int], Callable[[State, int, Setup], str]] = {
    (Phase.POST, Act.TEMPLATE): _template(Shelf.OBSTACLE),
    (Phase.PRIORITY, Act.TEMPLATE): _template(Shelf.HAZARD),
    (Phase.DIFFICULTY, Act.OFFSET): _difficulty,
    (Phase.PRIORITY, Act.PASS): _pass,
    (Phase.PRIORITY, Act.CHOOSE): _choose,
    (Phase.REACTION, Act.CHOOSE): _react,
    (Phase.BEFORE, Act.PASS): _draw,
    (Phase.CARDS, Act.PASS): _stand,
    (Phase.CARDS, Act.DOUBLE): _more,
    (Phase.CARDS, Act.DOUBLE_REACH): _more,
    (Phase.CARDS, Act.TRIPLE): _more,
    (Phase.CARDS, Act.TRIPLE_REACH): _more,
    (Phase.KNUCKLE, Act.KNUCKLE): _knuckle,
}
