"""Hints for people: what to play, how likely every choice wins, and why."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from throwdown.envs.table import Table
from throwdown.evaluation.statistics import Interval, wilson
from throwdown.play.outlook import COACH, COACHS, LIKELY, VALUE, WIN, YIELDED, Outlook, known, spread

LEAST_GAP = 0.01
"""A difference in win chances that is worth a word."""
LEAST_YIELD = 0.05
"""A difference in how often the other side gives up at once that is worth a word."""
LEAST_GAUGE = 0.05
"""A difference in what is left that is worth a word where it decides."""
MUCH = 0.5
"""One that is worth a word where something else decides."""
MOST_NAMED = 3
"""Choices that are as good, by name."""
PLAYERS = {"trained": ("the trained policy", "the trained policies"), "heuristic": ("the heuristic",) * 2}
SEARCH = ("a search", "a search")
"""What players are called, one of them and all together."""


@dataclass(frozen=True)
class Option:
    """A choice and what it is worth.

    Attributes:
        action: its text for programs.
        name: what people call it.
        kind: what it is called without the card or thing that it is done with.
        effect: what it costs and does, if anything.
        chance: of winning, with an interval at 95 %: shares of 1. It covers the luck of the games that were played out,
            not what people would really play.
        nobody: how often nobody wins: a share of 1.
        value: the mean return, with an interval at 95 %.
        games: that were played out after it.
        is_sure: whether it ends the game, always alike.
    """

    action: str
    name: str
    kind: str
    effect: str
    chance: Interval
    nobody: float
    value: Interval
    games: int
    is_sure: bool


@dataclass(frozen=True)
class Hint:
    """What to play, and why.

    Attributes:
        seat: whose hint it is.
        options: all legal ones: first the one to play, then by value.
        reason: why, in a few sentences.
        about: what was played out, and by whom.
        is_worth: whether returns say more than who won, so that values count.
    """

    seat: str
    options: tuple[Option, ...]
    reason: str
    about: str
    is_worth: bool

    @property
    def best(self) -> Option:
        """The one to play."""
        return self.options[0]

    @property
    def action(self) -> str:
        """The text of the action to play."""
        return self.best.action


def make_hint(table: Table, outlook: Outlook) -> Hint:
    """Return the hint for the seat to move at a table.

    Args:
        table: the game; only what describes the seat's own choices is read.
        outlook: how games ended after every choice, see `outlook.Adviser`.
    """
    best = outlook.best()
    rest = sorted(range(len(outlook.actions)), key=lambda k: -outlook.value(k))
    order = [best, *(k for k in rest if k != best)]
    words = _Words(table, outlook, order)
    return Hint(
        table.setup.seats[outlook.seat],
        tuple(words.option(k) for k in order),
        words.reason(),
        words.about(),
        words.is_worth,
    )


class _Words:
    """Puts an outlook into words.

    Args:
        table: the game.
        outlook: how games ended.
        order: the choices, the one to play first.
    """

    def __init__(self, table: Table, outlook: Outlook, order: list[int]) -> None:
        self.table, self.outlook, self.order = table, outlook, order
        told = [table.describe(int(action)) for action in outlook.actions]
        self.names, self.kinds = [one.title for one in told], [one.name for one in told]
        self.effects = [": ".join(part for part in (one.cost, one.effect) if part) for one in told]
        self.is_worth = bool((abs(outlook.ends[:, :, VALUE] - outlook.ends[:, :, WIN]) > 1e-6).any())

    def option(self, k: int) -> Option:
        """Return a choice with what it is worth."""
        outlook = self.outlook
        values, wins = (known(outlook.ends[:, k, column]) for column in (VALUE, WIN))
        n, share = len(wins), float((wins > 0).mean())
        mean, error = spread(values)
        chance = Interval(share, share, share) if outlook.at_once[k] else wilson(share, n)
        value = Interval(mean, mean - LIKELY * error, mean + LIKELY * error)
        label, nobody = self.table.game.actions.labels[int(outlook.actions[k])], float((wins == 0).mean())
        names = self.names[k], self.kinds[k], self.effects[k]
        return Option(label, *names, chance, nobody, value, n, bool(outlook.at_once[k]))

    def reason(self) -> str:
        """Return why the first choice is to be made."""
        if len(self.order) == 1:
            return f"There is no other choice. {self.table.forced()}"
        rivals = self.outlook.rivals()
        alike = [k for k in self.order[1:] if k in rivals]
        worse = [k for k in self.order[1:] if k not in rivals]
        parts = [self._alike(alike, bool(worse))] if alike else []
        parts += [self._worse(worse), self._answered(worse[0])] if worse else []
        parts += [self._dearer(), self._undecided()]
        return " ".join(part for part in parts if part)

    def _alike(self, alike: list[int], others: bool) -> str:
        """Return which choices are as good, and what speaks for the first one all the same."""
        names, more = [self.names[k] for k in alike[:MOST_NAMED]], len(alike) - MOST_NAMED
        names += [f"{more} more"] if more > 0 else []
        if others:
            told = f"As far as these games tell, {listed(names)} {'are' if len(names) > 1 else 'is'} as good"
        else:
            told = f"{self._common()}, so any of them is as good"
        best = self.order[0]
        if not self.outlook.is_liked(best):
            return f"{told}."
        player = self._player(self.table.setup.roles[self.outlook.seat])
        share = float(self.outlook.favour[best])
        often = f" ({_percent(share)} of the time)" if share < 0.995 else " (nearly always)"
        return f"{told}; {player} prefers {self.names[best]}{often if share < 1 else ''}."

    def _common(self) -> str:
        """Return what choices have in common of which none is better."""
        wins = known(self.outlook.ends[:, :, WIN])
        if (wins < 0).all():
            return "No choice won any of these games"
        if (wins > 0).all():
            return "Every choice won all of these games"
        return "The choices differ by no more than chance does in so many games"

    def _worse(self, worse: list[int]) -> str:
        """Return by how much the next best choice is worse."""
        best, k = self.order[0], worse[0]
        gap, error = self._more_wins(best, k)
        who = self.names[k] if len(worse) == 1 else f"{self.names[k]}, the best of the rest,"
        if gap >= max(LEAST_GAP, LIKELY * error):
            less = self._leaves(k, best, MUCH)
            return f"{who} wins {_games(gap)} fewer{less and f' and {less}'}."
        return f"{who} wins about as often, but {self._lacks(k, best)}."

    def _dearer(self) -> str:
        """Return which choice wins more often than the first one, and why it is not the first all the same."""
        best, value = self.order[0], self.outlook.value
        poorer = [k for k in self.order[1:] if value(k) < value(best)]
        for k in sorted(poorer, key=lambda k: -self._more_wins(k, best)[0]):
            gap, error = self._more_wins(k, best)
            if gap >= max(LEAST_GAP, LIKELY * error):
                return f"{self.names[k]} wins {_games(gap)} more, but {self._lacks(k, best)}."
        return ""

    def _answered(self, k: int) -> str:
        """Return how often the first choice makes the other side give up at once, if that tells it from another."""
        ends, best = self.outlook.ends[:, :, YIELDED], self.order[0]
        gap, error = self.outlook.gap(best, k, YIELDED)
        if abs(gap) < max(LEAST_YIELD, LIKELY * error):
            return ""
        mine, other = (_percent(float(known(ends[:, choice]).mean())) for choice in (best, k))
        return f"The other side gives up at once in {mine} of the games; after {self.names[k]}, in {other}."

    def _undecided(self) -> str:
        nobody = float((known(self.outlook.ends[:, self.order[0], WIN]) == 0).mean())
        return f"In {_percent(nobody)} of the games nobody wins." if nobody >= LEAST_GAP else ""

    def _more_wins(self, one: int, other: int) -> tuple[float, float]:
        """Return how many more games one choice wins than another, as a share of 1, and the standard error."""
        wins = self.outlook.ends[:, :, WIN]
        both = np.isfinite(wins[:, one]) & np.isfinite(wins[:, other])
        return spread((wins[both, one] > 0) * 1.0 - (wins[both, other] > 0))

    def _lacks(self, one: int, other: int) -> str:
        """Return what is to be regretted after one choice, against another that returns more."""
        less = -self.outlook.gap(one, other, VALUE)[0]
        return self._leaves(one, other, LEAST_GAUGE) or f"returns {less:.2f} less on average"

    def _leaves(self, one: int, other: int, least: float) -> str:
        """Return which gauges stand worse for the seat after one choice than after another, by ``least`` or more."""
        if not self.is_worth:
            return ""
        found = []
        is_coach = self.table.setup.roles[self.outlook.seat] == COACH
        for column, name in enumerate(self.outlook.gauges, start=YIELDED + 1):
            gap, error = self.outlook.gap(one, other, column)
            if abs(gap) >= max(least, LIKELY * error) and (gap < 0) != (is_coach != (name in COACHS)):
                found.append((abs(gap), f"{abs(gap):.1f} {'more' if gap > 0 else 'less'} {name}"))
        texts = [text for _, text in sorted(found, reverse=True)[:MOST_NAMED]]
        return f"leaves {listed(texts)} on average" if texts else ""

    def about(self) -> str:
        """Return what was played out, and by whom."""
        setup, outlook = self.table.setup, self.outlook
        named = {role: self._player(role) for role in outlook.players}
        who = listed([f"{name} for {setup.called(role)}" for role, name in named.items()])
        if len(set(outlook.players.values())) == 1:
            who = PLAYERS.get(next(iter(outlook.players.values())), SEARCH)[1]
        return (
            f"Chances of winning ({self.table.game.title}), from {outlook.games:,} games played out by {who}."
        )

    def _player(self, role: str) -> str:
        return PLAYERS.get(self.outlook.players[role], SEARCH)[0]


def listed(texts: list[str]) -> str:
    """Return texts in a row: ``a, b and c``."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _games(gap: float) -> str:
    """Return a difference in win chances: ``8 games in 100``."""
    n = max(1, round(100 * gap))
    return f"{n} game{'' if n == 1 else 's'} in 100"
