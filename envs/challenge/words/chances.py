"""What the next card of a personal deck may bring, as far as a seat can know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from throwdown.envs.challenge import attempts, decks
from throwdown.envs.challenge.state import KIT, Attempt, Hero, Kind, State
from throwdown.envs.challenge.words import names
from throwdown.envs.core.kit import Setup, copy_record, plural, row, tr


def coming(s: State, h: int, viewer: int, setup: Setup) -> list[int]:
    """Return the cards that may be hero ``h``'s next one, each as likely: only one if its owner has seen it."""
    d = s.heroes[h].deck
    ahead = [int(c) for c in d.ahead[: int(d.ahead_n)]]
    if ahead and viewer == names.seat_of(h, setup):
        return ahead[-1:]
    left = KIT.cards_in(d.cards) + ahead
    return left or KIT.cards_in(d.trash)


def band(s: State, shelf: int, template: int) -> tuple[int, int]:
    """Return the lowest and the highest Difficulty of a template."""
    k = int(s.cfg.template_band[shelf, template])
    return int(s.cfg.low[k]), int(s.cfg.high[k])


def bars(s: State, number: int, viewer: int) -> tuple[int, int]:
    """Return the lowest and the highest Difficulty that a posted obstacle or hazard may have for a seat."""
    bill = s.bills[number]
    if bill.known or viewer == 0:
        return int(bill.difficulty), int(bill.difficulty)
    return band(s, int(bill.shelf), int(bill.template))


def bars_now(s: State, viewer: int) -> tuple[int, int] | None:
    """Return what the running Attempt may have to reach; None if that is hidden altogether."""
    if s.bar:
        return int(s.bar), int(s.bar)
    if s.attempt.kind in (Kind.ATTACK, Kind.DEFENCE):
        return None
    return bars(s, int(s.target), viewer)


def first_scores(s: State, h: int, core: int, cards: Sequence[int]) -> list[int]:
    """Return the Attempt Scores with one card."""
    w: Hero = s.heroes[h]
    own = int(w.core[core]) - int(decks.penalty_of(w))
    return [int(decks.value(card, core)) + own for card in cards]


class Next(NamedTuple):
    """What another card makes of an Attempt: the scores that it can have, all equally likely, and how many Flop."""

    scores: list[int]
    flops: int


def next_card(s: State, setup: Setup, is_new: bool) -> Next:
    """Return what one more card makes of the running Attempt, or its last card drawn anew, for the seat to move."""
    a: Attempt = row(Attempt.blank())
    copy_record(a, s.attempt)
    a.n = int(a.n) + is_new
    scores, flops = [], 0
    for card in coming(s, int(a.hero), int(s.seat), setup):
        a.cards[int(a.n) - 1] = card
        a.flopped = attempts.flops(s, a)
        flops += bool(a.flopped)
        scores.append(int(attempts.score_of(s, a)))
    return Next(scores, flops)


def odds(scores: Sequence[int], low: int, high: int) -> str:
    """Return how many of equally likely scores reach a Difficulty, or what a band allows at least and at most."""
    n, enough, lucky = len(scores), sum(x >= high for x in scores), sum(x >= low for x in scores)
    if not lucky:
        return tr("no card reaches {bar}", bar=low)
    if low == high:
        return plural(
            "{n} of {of} cards reaches {bar}", "{n} of {of} cards reach {bar}", enough, of=n, bar=high
        )
    if enough == lucky:
        return plural(
            "{n} of {of} cards reaches even {bar}, the most that the Difficulty can be",
            "{n} of {of} cards reach even {bar}, the most that the Difficulty can be",
            enough,
            of=n,
            bar=high,
        )
    least = plural(
        "{n} of {of} cards reaches {bar}, the least that the Difficulty can be",
        "{n} of {of} cards reach {bar}, the least that the Difficulty can be",
        lucky,
        of=n,
        bar=low,
    )
    if not enough:
        return tr("{least}, and none reaches {bar}, the most", least=least, bar=high)
    return plural(
        "{least}, and {n} reaches {bar}, the most", "{least}, and {n} reach {bar}, the most", enough,
        least=least, bar=high,
    )  # fmt: skip


def verdict(score: int, low: int, high: int) -> str:
    """Return whether one score reaches a Difficulty, or a part of a band."""
    if score >= high:
        return tr("a score of {score} is enough", score=score)
    if score < low:
        return tr("a score of {score} is not enough: {bar} is the least", score=score, bar=low)
    return tr(
        "a score of {score} is enough if the Difficulty is no higher; it may be {low} to {high}",
        score=score,
        low=low,
        high=high,
    )
