"""Review of finished games: win chances over time, luck and skill, and the most costly decisions.

A review has three parts.

* *From their information.* Every choice of each of the person's decisions is played out by the strongest players in
  possible worlds, as for a hint. The *cost* of a decision is the lead in win rate of the best choice over the one made;
  choices without a significant difference cost nothing.
* *With hindsight.* The same from the actual state: all hands open, future draws drawn anew. Between two decisions the
  win chance changes for one reason only, so that the result is a sum of terms, as in AIVAT (Burch, Schmid, Moravčík,
  Morrill & Bowling 2018): the gain of each choice over the strongest player's average choice is the chooser's; all
  other changes, the deal and the draws, are luck.
* *Quality.* The share won of the total difference between the best and the worst choices of the person's decisions:
  100 % is never a costly choice, 0 % always the worst one. It is free of a game's units, so games can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from throwdown.agents import View
from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.tables.table import Table
from throwdown.evaluation.statistics import Interval
from throwdown.play.hint import percent, why_better
from throwdown.play.outlook import BRIEF, LIKELY, WIN, Adviser, Effort, Outlook, known, spread
from throwdown.play.session import Session

DEALS = 256
"""The number of fresh deals for estimating the win chance before the deal."""
COSTLIEST = 3
_KNOWN, _TRUE, _DEALT = range(3)


class WeighedChoice(NamedTuple):
    """A choice's id, its name for people, and its win chance: a share of 1; a draw counts half."""

    action: int
    name: str
    chance: Interval


@dataclass(frozen=True)
class Judgement:
    """The review of a decision.

    Attributes:
        move: its number, counted from 1.
        seat: the deciding seat.
        is_own: whether a person decided.
        chosen: the id of the choice made.
        options: the possible choices, the best first; empty unless ``is_own``.
        could_know: the deciding side's win chance with the best choice, from the information of the seat.
        cost: the lead of the best choice over the one made: shares of 1; for decisions of others nothing.
        at_stake: the lead of the best choice over the worst.
        hindsight: the win chance of the person's side with everything open, before the choice.
        changed: the change of that by the choice: shares of 1.
        reason: why the best choice was better, if the one made was costly; else empty.
    """

    move: int
    seat: str
    is_own: bool
    chosen: int
    options: tuple[WeighedChoice, ...]
    could_know: float
    cost: Interval
    at_stake: float
    hindsight: float
    changed: float
    reason: str = ""

    @property
    def is_costly(self) -> bool:
        """Whether the choice was significantly worse than the best one."""
        return self.cost.low > 0


@dataclass(frozen=True)
class Summary:
    """The review of a whole game for the person's side. Chances are shares of 1; a draw counts half.

    Attributes:
        result: 1 won, .5 nobody, 0 lost.
        before: the win chance before the deal, between the strongest players.
        luck: the change by the deal and the draws.
        own: the change by the person's choices.
        others: the change by the others' choices. The four add up to ``result``.
        quality: of the person's decisions, in percent; None if nothing was at stake.
        decisions: the number of the person's decisions reviewed.
        costliest: the numbers of the most costly moves, the worst first.
    """

    result: float
    before: float
    luck: float
    own: float
    others: float
    quality: Interval | None
    decisions: int
    costliest: tuple[int, ...]

    def sentences(self) -> list[str]:
        """Return the summary in sentences."""
        told = []
        if self.quality is not None:
            mean, low, high = (f"{x:.0f}" for x in self.quality)
            text = tr(
                "Your decisions were worth {mean} % of what they could have won or lost (likely "
                "between {low} and {high} %).",
                mean=mean,
                low=low,
                high=high,
            )
            told.append(text)
        text = tr(
            "Before the deal your chance was {before}. Luck changed it by {luck}, your choices by {own} and those of "
            "others by {others}.",
            before=percent(self.before),
            luck=_points(self.luck),
            own=_points(self.own),
            others=_points(self.others),
        )
        meant = tr(
            "Luck is the cards: how the deal and the draws changed your chance to win, measured by playing on many "
            "times from before and after each of them. Choices are measured against what the strongest player "
            "would have done on average. A point is one game won in 100."
        )
        return [*told, text, meant, self._costly()]

    def _costly(self) -> str:
        if not self.costliest:
            return tr("None of your choices was clearly worse than another.")
        return plural(
            "One choice cost you clearly.",
            "{n} choices cost you clearly.",
            len(self.costliest),
        )


class Review:
    """Reviews a finished game.

    Args:
        session: the game.
        viewer: a person's seat: chances are those of its side.
        effort: the budget for each decision.

    Attributes:
        moves: the numbers of the moves with a choice.

    Raises:
        IllegalAction: the game goes on.
    """

    def __init__(self, session: Session, viewer: str = "", effort: Effort = BRIEF) -> None:
        table = session.table
        if not table.over:
            raise kit.IllegalAction(tr("The game is not over yet; it can be reviewed when it is."))
        self.table, self.people, self.seed, self.effort = table, session.people, session.seed, effort
        self.viewer = viewer or session.people[0]
        self.first = session.given + 1
        self._adviser = Adviser(table.setup)
        self._sides = dict(zip(table.setup.seats, table.setup.sides))
        found = [(move, table.before(move)) for move in range(self.first, len(table.history) + 1)]
        self._tables = {move: then for move, then in found if len(then.legal_ids()) > 1}
        self.moves = list(self._tables)

    def judge(self, move: int) -> Judgement:
        """Return the review of a decision.

        Raises:
            IllegalAction: there was no choice at the move.
        """
        if move not in self._tables:
            raise kit.IllegalAction(tr("There was no choice at move {move}.", move=move))
        then, (seat, text) = self._tables[move], self.table.history[move - 1]
        chosen = then.action_id(text)
        is_own = seat in self.people
        true = self._adviser.consider(_open(then), (self.seed, move, _TRUE), self.effort)
        expected, got = _expected(true), _chance(true, _index(true, chosen))
        if self._sides[seat] != self._sides[self.viewer]:
            expected, got = 1 - expected, 1 - got
        nothing = Interval(0.0, 0.0, 0.0)
        options: tuple[WeighedChoice, ...] = ()
        could_know, cost, at_stake, reason = 0.0, nothing, 0.0, ""
        if is_own:
            outlook = self._adviser.consider(then.decision(), (self.seed, move, _KNOWN), self.effort)
            order = sorted(range(len(outlook.actions)), key=lambda k: -_chance(outlook, k))
            best = max(outlook.rivals(), key=lambda k: _chance(outlook, k))
            order = [best, *(k for k in order if k != best)]
            options = tuple(_worth(then, outlook, k) for k in order)
            could_know = _chance(outlook, best)
            at_stake = could_know - min(_chance(outlook, k) for k in order)
            cost = _cost(outlook, best, _index(outlook, chosen))
            if cost.low > 0:
                reason = why_better(then, outlook, best, _index(outlook, chosen))
        return Judgement(
            move, seat, is_own, chosen, options, could_know, cost, at_stake, expected, got - expected, reason
        )

    def summary(self, judged: Sequence[Judgement]) -> Summary:
        """Return the summary of the game.

        Args:
            judged: all decisions, see `moves`.
        """
        value = self.table.returns()[self.viewer]
        result, before = (1 + float(np.sign(value))) / 2, self._before()
        mine = self._sides[self.viewer]
        own = sum(x.changed for x in judged if x.is_own and self._sides[x.seat] == mine)
        others = sum(x.changed for x in judged) - own
        decided = [x for x in judged if x.is_own]
        costly = sorted((x for x in decided if x.is_costly), key=lambda x: -x.cost.mean)
        return Summary(
            result,
            before,
            result - before - own - others,
            own,
            others,
            _quality(decided),
            len(decided),
            tuple(x.move for x in costly[:COSTLIEST]),
        )

    def _before(self) -> float:
        """Return the win chance of the viewer's side before the deal."""
        return self._adviser.before(self.table.setup.seat(self.viewer), (self.seed, _DEALT), DEALS)


def _open(table: Table) -> View:
    """Return the view of a seat that sees everything except future draws."""
    view = table.decision()
    seats = np.array(view.seats)

    def worlds(rng: np.random.Generator) -> kit.Worlds:
        states = table.open_states()
        states["rng"]["key"] = rng.integers(0, 1 << 62, 1)
        return kit.Worlds(table.setup, states, seats)

    return view.replaced(worlds=worlds)


def _index(outlook: Outlook, action: int) -> int:
    return int(np.flatnonzero(outlook.actions == action)[0])


def _chance(outlook: Outlook, k: int) -> float:
    """Return the win rate of a choice; a draw counts half."""
    return float((1 + known(outlook.ends[:, k, WIN]).mean()) / 2)


def _expected(outlook: Outlook) -> float:
    """Return the win rate of the strongest player's own choice."""
    chances = np.array([_chance(outlook, k) for k in range(len(outlook.actions))])
    return float(outlook.favour @ chances / outlook.favour.sum())


def _worth(table: Table, outlook: Outlook, k: int) -> WeighedChoice:
    mean, error = spread((1 + outlook.ends[:, k, WIN]) / 2)
    low, high = max(0.0, mean - LIKELY * error), min(1.0, mean + LIKELY * error)
    action = int(outlook.actions[k])
    return WeighedChoice(action, table.describe(action).title, Interval(mean, low, high))


def _cost(outlook: Outlook, best: int, chosen: int) -> Interval:
    """Return the lead in win rate of the best choice over another; its mean is 0 if it is not significant."""
    mean, error = (x / 2 for x in outlook.gap(best, chosen, WIN))
    if mean - LIKELY * error <= 0:
        return Interval(0.0, 0.0, max(0.0, mean + LIKELY * error))
    return Interval(mean, mean - LIKELY * error, mean + LIKELY * error)


def _quality(decided: Sequence[Judgement]) -> Interval | None:
    stake = sum(x.at_stake for x in decided)
    if stake <= 0:
        return None
    lost = sum(x.cost.mean for x in decided)
    error = float(np.sqrt(sum((x.cost.high - x.cost.mean) ** 2 for x in decided)))
    mean, wide = 100 * (1 - lost / stake), 100 * error / stake
    return Interval(max(0.0, mean), max(0.0, mean - wide), min(100.0, mean + wide))


def _points(share: float) -> str:
    n = round(100 * share)
    sign = "+" if n > 0 else "−" if n < 0 else ""
    return plural("{sign}{n} point", "{sign}{n} points", abs(n), sign=sign)
