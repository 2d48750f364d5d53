"""Hints for people: the best choice, the win chance of every choice, and the reasons."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from pydantic import BaseModel, ConfigDict

from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.tables.table import Table
from throwdown.evaluation.statistics import Interval, wilson
from throwdown.play.outlook import FIRST_SIDES, GAUGES, LIKELY, VALUE, WIN, YIELDED, Outlook, known, spread

LEAST_GAP = 0.01
"""The smallest difference in win chances that is mentioned."""
LEAST_YIELD = 0.05
"""The smallest difference in how often the other side gives up at once that is mentioned."""
LEAST_GAUGE = 0.05
"""The smallest difference in a gauge that is mentioned if the gauge decides."""
MUCH = 0.5
"""The smallest difference in a gauge that is mentioned if something else decides."""
LEAST_RETURN = 0.005
"""The smallest difference in returns that is mentioned."""
MOST_NAMED = 3
"""The maximum number of equally good choices named."""
PLAYERS = {
    "trained": (tr("the trained policy"), tr("the trained policies")),
    "heuristic": (tr("the heuristic"),) * 2,
}
MORE = (tr("a little more {gauge} (by {n})"), tr("more {gauge} (by {n})"))
LESS = (tr("a little less {gauge} (by {n})"), tr("less {gauge} (by {n})"))
FEWER = (tr("slightly fewer {gauge} (by {n})"), tr("fewer {gauge} (by {n})"))
"""What a choice leaves of a gauge: little apart, and by `MUCH`."""
COUNTED = ("commitment", "charges", "buffers", "threat_buffers")
"""Gauges that are counted in pieces."""
SEARCH = (tr("a search"),) * 2
"""The names of players: for one, and for all together."""


@dataclass(frozen=True)
class Option:
    """A choice and its value.

    Attributes:
        action: its id.
        name: its name for people.
        kind: the name without the card or object.
        effect: its cost and effect; may be empty.
        chance: of winning, with a 95 % interval: shares of 1. The interval covers the randomness of the playouts, not
            the play of real people.
        nobody: the share of games that nobody wins.
        value: the mean return, with a 95 % interval.
        games: the number of playouts.
        is_sure: whether it always ends the game, with the same result.
    """

    action: int
    name: str
    kind: str
    effect: str
    chance: Interval
    nobody: float
    value: Interval
    games: int
    is_sure: bool


class Lead(BaseModel):
    """The advantage of a choice over another.

    Attributes:
        rival: the other's text for programs.
        games: the additional games won in 100; 0 if about as many.
        leaves: what the other leaves more of, or less if negative, on average: of `outlook.GAUGES`, largest first.
        returns: how much less the other returns on average, if nothing else distinguishes them.
        yields: the games in 100 in which the other side gives up at once, after the choice and after the other; empty
            if that does not distinguish them.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    rival: str
    games: int
    leaves: dict[str, float]
    returns: float
    yields: list[int]

    def sentences(self, name: str, is_best: bool) -> list[str]:
        """Return the lead in words.

        Args:
            name: the other choice's name for people.
            is_best: whether it is the best of several others.
        """
        who = tr("{name}, the best of the others,", name=name) if is_best else name
        told = [self._price(who)]
        if self.yields:
            mine, other = (percent(n / 100) for n in self.yields)
            text = tr(
                "The other side gives up at once in {mine} of the games; after {name}, in {other}.",
                mine=mine,
                name=name,
                other=other,
            )
            told.append(text)
        return told

    def _price(self, who: str) -> str:
        n, what = self.games, self.left
        if not n and what:
            return tr("{who} wins about as often, but leaves {what} on average.", who=who, what=what)
        if not n and self.returns < LEAST_RETURN:
            return tr("{who} wins about as often.", who=who)
        if not n:
            less = f"{self.returns:.2f}"
            return tr("{who} wins about as often, but returns {less} less on average.", who=who, less=less)
        if what:
            return plural(
                "{who} wins {n} fewer game in 100 and leaves {what} on average.",
                "{who} wins {n} fewer games in 100 and leaves {what} on average.",
                n,
                who=who,
                what=what,
            )
        return plural("{who} wins {n} fewer game in 100.", "{who} wins {n} fewer games in 100.", n, who=who)

    @property
    def left(self) -> str:
        """The difference of the other choice in gauges, ``fewer Charges (by 0.8)``; empty if none."""
        found = []
        for gauge, gap in self.leaves.items():
            how = MORE if gap > 0 else FEWER if gauge in COUNTED else LESS
            text = how[abs(gap) >= MUCH]
            found.append(text.format(n=f"{abs(gap):.1f}", gauge=GAUGES[gauge]))
        return listed(found) if found else ""


@dataclass(frozen=True)
class Hint:
    """The best choice, with the reasons.

    Attributes:
        seat: the seat to move.
        options: all legal choices: the recommended one, then the others by value.
        reason: the reason, in a few sentences.
        about: the playouts and their players.
        is_worth: whether returns tell more than the winner, so that values count.
        lead: the lead of the first option over the second; None if there is no other.
    """

    seat: str
    options: tuple[Option, ...]
    reason: str
    about: str
    is_worth: bool
    lead: Lead | None

    @property
    def best(self) -> Option:
        """The best choice."""
        return self.options[0]

    @property
    def action(self) -> int:
        """The id of the best action."""
        return self.best.action


def why_better(table: Table, outlook: Outlook, best: int, chosen: int) -> str:
    """Return why one choice was better than another, by their indices in an outlook: first without figures."""
    words = _Words(table, outlook, [best, chosen])
    better = tr("{name} was better.", name=words.names[best])
    told = [better, words.plain(chosen), *words.lead(chosen).sentences(words.names[chosen], is_best=False)]
    return " ".join(text for text in told if text)


def judged(table: Table, outlook: Outlook, action: str) -> str:
    """Return which choice was clearly better than the one made, and why; else that none was.

    Args:
        table: the game before the move.
        outlook: the results of the playouts of every choice.
        action: the choice made.
    """
    chosen = int(np.flatnonzero(outlook.actions == table.action_id(action))[0])
    best = outlook.best()
    if chosen == best or chosen in outlook.rivals():
        return plural(
            "As far as {games} game played out tells, no other choice was better.",
            "As far as {games} games played out tell, no other choice was better.",
            outlook.games,
            games=f"{outlook.games:,}",
        )
    return why_better(table, outlook, best, chosen)


def make_hint(table: Table, outlook: Outlook) -> Hint:
    """Return the hint for the seat to move at a table.

    Args:
        table: the game; only the descriptions of the seat's own choices are read.
        outlook: the results of the playouts of every choice, see `outlook.Adviser`.
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
        words.lead(order[1]) if len(order) > 1 else None,
    )


class _Words:
    """Describes an outlook in words.

    Args:
        table: the game.
        outlook: the results of the playouts.
        order: the choices, the recommended one first.
    """

    def __init__(self, table: Table, outlook: Outlook, order: list[int]) -> None:
        self.table, self.outlook, self.order = table, outlook, order
        told = [table.describe(int(action)) for action in outlook.actions]
        self.names, self.kinds = [one.title for one in told], [one.name for one in told]
        self.effects = [": ".join(part for part in (one.cost, one.effect) if part) for one in told]
        self.is_worth = bool((abs(outlook.ends[:, :, VALUE] - outlook.ends[:, :, WIN]) > 1e-6).any())

    def option(self, k: int) -> Option:
        """Return a choice with its value."""
        outlook = self.outlook
        values, wins = (known(outlook.ends[:, k, column]) for column in (VALUE, WIN))
        n, share = len(wins), float((wins > 0).mean())
        mean, error = spread(values)
        chance = Interval(share, share, share) if outlook.at_once[k] else wilson(share, n)
        value = Interval(mean, mean - LIKELY * error, mean + LIKELY * error)
        action, nobody = int(outlook.actions[k]), float((wins == 0).mean())
        names = self.names[k], self.kinds[k], self.effects[k]
        return Option(action, *names, chance, nobody, value, n, bool(outlook.at_once[k]))

    def reason(self) -> str:
        """Return the reason for the first choice."""
        if len(self.order) == 1:
            return tr("There is no other choice. {reason}", reason=self.table.forced())
        rivals = self.outlook.rivals()
        alike = [k for k in self.order[1:] if k in rivals]
        worse = [k for k in self.order[1:] if k not in rivals]
        parts = [self.plain(worse[0] if worse else None)]
        parts += [self._alike(alike, bool(worse))] if alike else []
        if worse:
            parts += self.lead(worse[0]).sentences(self.names[worse[0]], is_best=len(worse) > 1)
        parts += [self._dearer(), self._undecided()]
        return " ".join(part for part in parts if part)

    def plain(self, rival: int | None) -> str:
        """Return in one sentence without figures what the first choice does; empty if the game's words do not tell.

        Args:
            rival: another choice, beside which it is seen.
        """
        best, actions, wins = self.order[0], self.outlook.actions, self.outlook.ends[:, :, WIN]
        if self.outlook.at_once[best] and known(wins[:, best]).min() > 0 and known(wins).min() <= 0:
            return tr("{name} wins at once.", name=self.names[best])
        return self.table.merit(int(actions[best]), None if rival is None else int(actions[rival]))

    def _alike(self, alike: list[int], others: bool) -> str:
        """Return the equally good choices, and the remaining advantage of the first one."""
        told, best = self._as_good(alike) if others else self._common(), self.order[0]
        if not self.outlook.is_liked(best):
            return tr("{told}.", told=told)
        return tr("{told}; {liked}.", told=told, liked=self._liked(best))

    def _as_good(self, alike: list[int]) -> str:
        names, more = [self.names[k] for k in alike[:MOST_NAMED]], len(alike) - MOST_NAMED
        names += [tr("{n} more", n=more)] if more > 0 else []
        if len(names) == 1:
            return tr("As far as these games tell, {names} is equally good", names=names[0])
        return tr("As far as these games tell, {names} are equally good", names=listed(names))

    def _common(self) -> str:
        """Return the common result of equally good choices."""
        wins = known(self.outlook.ends[:, :, WIN])
        if (wins < 0).all():
            return tr("No choice won any of these games, so all are equally good")
        if (wins > 0).all():
            return tr("Every choice won all of these games, so all are equally good")
        return tr(
            "The choices differ by no more than chance explains in so many games, so all are equally good"
        )

    def _liked(self, best: int) -> str:
        """Return how often the strongest player makes the first choice."""
        player, name = self._player(self.table.setup.roles[self.outlook.seat]), self.names[best]
        share = float(self.outlook.favour[best])
        if share >= 1:
            return tr("{player} prefers {name}", player=player, name=name)
        if share >= 0.995:
            return tr("{player} prefers {name} (nearly always)", player=player, name=name)
        often = percent(share)
        return tr("{player} prefers {name} ({often} of the time)", player=player, name=name, often=often)

    def lead(self, k: int) -> Lead:
        """Return the lead of the first choice over another."""
        best = self.order[0]
        gap, error = self._more_wins(best, k)
        is_clear = gap >= max(LEAST_GAP, LIKELY * error)
        leaves = self._leaves(k, best, MUCH if is_clear else LEAST_GAUGE)
        less = -self.outlook.gap(k, best, VALUE)[0]
        return Lead(
            rival=self.table.game.actions.labels[int(self.outlook.actions[k])],
            games=_in_100(gap) if is_clear else 0,
            leaves=leaves,
            returns=0.0 if is_clear or leaves else round(less, 4),
            yields=self._yields(best, k),
        )

    def _dearer(self) -> str:
        """Return the choice that wins more often than the first one, and why the first is still better."""
        best, value = self.order[0], self.outlook.value
        poorer = [k for k in self.order[1:] if value(k) < value(best)]
        for k in sorted(poorer, key=lambda k: -self._more_wins(k, best)[0]):
            gap, error = self._more_wins(k, best)
            if gap >= max(LEAST_GAP, LIKELY * error):
                return self._bought(k, _in_100(gap))
        return ""

    def _bought(self, k: int, n: int) -> str:
        """Return the price of a choice that wins n more games in 100."""
        who, lead = self.names[k], self.lead(k)
        if what := lead.left:
            return plural(
                "{who} wins {n} more game in 100, but leaves {what} on average.",
                "{who} wins {n} more games in 100, but leaves {what} on average.",
                n,
                who=who,
                what=what,
            )
        return plural(
            "{who} wins {n} more game in 100, but returns {less} less on average.",
            "{who} wins {n} more games in 100, but returns {less} less on average.",
            n,
            who=who,
            less=f"{lead.returns:.2f}",
        )

    def _yields(self, one: int, other: int) -> list[int]:
        """Return in how many of 100 games the other side gives up at once after two choices; empty if about equal."""
        ends = self.outlook.ends[:, :, YIELDED]
        gap, error = self.outlook.gap(one, other, YIELDED)
        if abs(gap) < max(LEAST_YIELD, LIKELY * error):
            return []
        return [round(100 * float(known(ends[:, choice]).mean())) for choice in (one, other)]

    def _undecided(self) -> str:
        nobody = float((known(self.outlook.ends[:, self.order[0], WIN]) == 0).mean())
        if nobody < LEAST_GAP:
            return ""
        return tr("In {share} of the games nobody wins.", share=percent(nobody))

    def _more_wins(self, one: int, other: int) -> tuple[float, float]:
        """Return the lead in win rate of one choice over another, as a share of 1, and the standard error."""
        wins = self.outlook.ends[:, :, WIN]
        both = np.isfinite(wins[:, one]) & np.isfinite(wins[:, other])
        return spread((wins[both, one] > 0) * 1.0 - (wins[both, other] > 0))

    def _leaves(self, one: int, other: int, least: float) -> dict[str, float]:
        """Return the gauges that are worse for the seat after one choice than after another, by ``least`` or more."""
        if not self.is_worth:
            return {}
        found = {}
        setup = self.table.setup
        is_first = setup.sides[self.outlook.seat] == next(iter(setup.teams))
        for column, name in enumerate(self.outlook.gauges, start=YIELDED + 1):
            gap, error = self.outlook.gap(one, other, column)
            if abs(gap) >= max(least, LIKELY * error) and (gap < 0) != (is_first != (name in FIRST_SIDES)):
                found[name] = round(gap, 4)
        most = sorted(found, key=lambda name: -abs(found[name]))[:MOST_NAMED]
        return {name: found[name] for name in most}

    def about(self) -> str:
        """Return a description of the playouts and their players."""
        setup, outlook = self.table.setup, self.outlook
        named = {role: self._player(role) for role in outlook.players}
        told = [tr("{name} for {role}", name=name, role=setup.called(role)) for role, name in named.items()]
        who = listed(told)
        if len(set(outlook.players.values())) == 1:
            who = PLAYERS.get(next(iter(outlook.players.values())), SEARCH)[1]
        return plural(
            "Chances of winning ({game}), from {games} game played out by {who}.",
            "Chances of winning ({game}), from {games} games played out by {who}.",
            outlook.games,
            game=self.table.game.title,
            games=f"{outlook.games:,}",
            who=who,
        )

    def _player(self, role: str) -> str:
        return PLAYERS.get(self.outlook.players[role], SEARCH)[0]


def listed(texts: list[str]) -> str:
    """Join texts: ``a, b and c``."""
    if len(texts) == 1:
        return texts[0]
    return tr("{some} and {last}", some=tr(", ").join(texts[:-1]), last=texts[-1])


def percent(share: float) -> str:
    """Format a share of 1 in percent: ``62 %``."""
    return tr("{n} %", n=f"{100 * share:.0f}")


def _in_100(gap: float) -> int:
    """Return a difference in win chances as games in 100, at least one."""
    return max(1, round(100 * gap))
