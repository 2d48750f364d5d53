"""Verdicts: the conclusion of a measurement in one to three plain sentences, with its confidence."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from throwdown.envs.core.kit import Piece, how_many
from throwdown.evaluation import balance, cross, statistics
from throwdown.evaluation.exploiters import Exploiter
from throwdown.evaluation.report import sections
from throwdown.evaluation.sides import Side, Sides

STRONG = 0.10
"""A piece worth at least this share of wins is called too strong."""
CLEAR = 0.05
"""Bound that the lower end of its interval must exceed."""
MOST_NAMED = 3


def listed(names: Sequence[str]) -> str:
    """Return names joined as in *this, that and these*; of many, only the first."""
    shown = list(names[:MOST_NAMED])
    if len(names) > MOST_NAMED:
        shown.append(f"{len(names) - MOST_NAMED} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def share(x: statistics.Interval) -> str:
    """Return a share of wins with its interval: ``54 % [51, 57]``."""
    return x.percent(0)


def paragraph(said: Sequence[str]) -> str:
    """Return sentences as a paragraph for the terminal."""
    return textwrap.fill(" ".join(said), sections.COLUMNS)


def _start(text: str) -> str:
    return text[:1].upper() + text[1:]


# Cross-play ----------------------------------------------------------------------------------------------------------


def of_cross_play(result: cross.CrossPlay) -> list[str]:
    """Return the strongest agent of each side, and which side is ahead between these."""
    best = {side.name: _best(result, side) for side in result.sides}
    said = [_strongest(result, side, best[side.name]) for side in result.sides]
    first, second = (best[side.name] for side in result.sides)
    wins = result.win_rates[result.rows.index(first)][result.columns.index(second)]
    sure = f"{len(result.deals):,} deals, and {100 * result.level:g} % intervals in brackets"
    names = zip((first, second), result.sides)
    met = " and ".join(f"{name} as {side.called}" for name, side in names)
    said.append(_ahead(wins, result.sides, f"Between {met}", sure))
    return [x for x in said if x]


def _best(result: cross.CrossPlay, side: Side) -> str:
    return max((x for x in result.strengths if x.side == side.name), key=lambda x: x.returns.mean).name


def _strongest(result: cross.CrossPlay, side: Side, best: str) -> str:
    """Return the strongest of a side's agents, and those that may be as strong."""
    if len(result.names(side.name)) == 1:
        return ""
    gaps = {}
    for x in result.comparisons:
        if x.side == side.name and best in (x.first, x.second):
            other = x.second if x.first == best else x.first
            gaps[other] = x.difference if x.first == best else x.difference.flipped()
    (wins,) = [x.wins for x in result.strengths if (x.side, x.name) == (side.name, best)]
    unclear = [name for name, gap in gaps.items() if gap.low <= 0]
    if unclear:
        return (
            f"As {side.called}, {best} did best, winning {share(wins)} of its games, but these deals do not show "
            f"that it is stronger than {listed(unclear)}."
        )
    nearest = min(gaps, key=lambda name: gaps[name].mean)
    return (
        f"As {side.called}, {best} is the strongest: it wins {share(wins)} of its games, and gains "
        f"{gaps[nearest].text(2)} a game in the place of {nearest}, the next."
    )


def _ahead(wins: statistics.Interval, sides: Sides, when: str, sure: str) -> str:
    """Return a sentence on the side that wins more."""
    first, second = (side.called for side in sides)
    if wins.low > 0.5:
        who, much = second, wins
    elif wins.high < 0.5:
        who, much = first, statistics.Interval(1 - wins.mean, 1 - wins.high, 1 - wins.low)
    else:
        said = f"neither side is measurably ahead, with {share(wins)} of the games won by {second}"
        return f"{when}, {said}: {sure}."
    return f"{when}, {who} {_verb(who, 'win')} {share(much)} of the games: {sure}."


def _verb(who: str, stem: str) -> str:
    """Return a verb that agrees: *the blues win*, *Max wins*, *the first player wins*."""
    return stem if who.startswith("the ") and who.endswith("s") else f"{stem}s"


# Balance -------------------------------------------------------------------------------------------------------------


def of_balance(found: balance.Balance) -> list[str]:
    """Return which side has the better chance, which pieces are too strong, and the confidence."""
    said = [_fairness(found) if len(found.cells) == 1 else _fair_cells(found)]
    if len(found.cells) == 1 and found.actions:
        said.append(_pieces(found))
    if found.swaps:
        said.append(_swaps(found))
    if found.strengths:
        said.append(_decks(found))
    said = [x for x in said if x]
    widest = max((x.wins.high - x.wins.low) / 2 for row in found.figures for x in row)
    said.append(
        f"Shares of wins are known to within {how_many(f'{100 * widest:.0f}', 'point')}, with 95 % confidence: every "
        f"kind of player played {how_many(f'{found.deals:,}', 'deal')}."
    )
    return said


def _fairness(found: balance.Balance) -> str:
    """Return the winner of the only configuration, between players of the last tier."""
    x, tier = found.figures[0][-1], found.tiers[-1]
    fair = "both have a fair chance" if x.is_fair else "not fair, as one side wins less than 30 %"
    return _ahead(
        x.wins, found.sides, f"Between equal {tier} players of {found.cells[0].setup.scenario}", fair
    )


def _swaps(found: balance.Balance) -> str:
    """Return the swap that gains most, and the number of measurable gains."""
    mine = [x for x in found.swaps if x.tier == found.tiers[-1]]
    best = max(mine, key=lambda x: x.value.mean)
    better, worse = sum(x.value.low > 0 for x in mine), sum(x.value.high < 0 for x in mine)
    gain = statistics.Interval(*(100 * x for x in best.value)).text(1)
    return (
        f"Of {how_many(len(mine), 'swap')}, {better} measurably gained and {worse} measurably lost; most gained "
        f"{best.swap.text()}, with {gain} points of win rate."
    )


def _decks(found: balance.Balance) -> str:
    """Return the strongest deck of every side that has several."""
    mine = [x for x in found.strengths if x.tier == found.tiers[-1]]
    said = []
    for side in found.sides:
        if len(own := [x for x in mine if x.side == side.name]) > 1:
            best = max(own, key=lambda x: x.wins.mean)
            said.append(
                f"for {side.called}, the deck {best.deck} does best, winning {share(best.wins)} of its games"
            )
    return _start("; ".join(said) + "." if said else "")


def _fair_cells(found: balance.Balance) -> str:
    """Return the number of fair configurations between players of the last tier, and the unfair ones."""
    unfair = []
    for cell, row in zip(found.cells, found.figures):
        wins = row[-1].wins.mean
        if not row[-1].is_fair:
            who = found.sides[1] if wins > 0.5 else found.sides[0]
            won = f"{who.called} {_verb(who.called, 'win')} {100 * max(wins, 1 - wins):.0f} %"
            unfair.append((-abs(wins - 0.5), f"{_cell_name(found, cell)} ({won})"))
    worst = [text for _, text in sorted(unfair)]
    n, tier = len(found.cells), found.tiers[-1]
    if not worst:
        return f"All {n} configurations give both sides a fair chance between equal {tier} players: 30 % to 70 %."
    return (
        f"Between equal {tier} players, both sides have a fair chance, 30 % to 70 %, in {n - len(worst)} of {n} "
        f"configurations. Not fair: {listed(worst)}."
    )


def _cell_name(found: balance.Balance, cell: balance.Cell) -> str:
    """Return a configuration's name: its scenario, and the values of the other axes."""
    parts = [x if axis == "scenario" else f"{axis} {x}" for axis, x in zip(found.axes, cell.values)]
    return ", ".join(parts) or cell.setup.scenario


def _pieces(found: balance.Balance) -> str:
    """Return the pieces that are too strong, or the value of the strongest, in points of win rate."""
    rated = sorted((x for x in found.actions[0] if x.piece), key=lambda x: -x.value.mean)
    if not rated:
        return _seldom(found).strip()
    worth = {x.name: f"{x.name}, {_points(x.value)}" for x in rated}
    strong = [worth[x.name] for x in rated if x.value.mean >= STRONG and x.value.low > CLEAR]
    maybe = [worth[x.name] for x in rated if x.value.mean >= STRONG and x.value.low <= CLEAR]
    top = rated[0]
    if strong:
        said = f"Too strong, as its side wins so much less without it: {listed(strong)} points."
    elif maybe:
        said = f"Perhaps too strong, which more deals would show: {listed(maybe)} points of win rate."
    elif top.value.low > 0:
        said = f"Nothing is too strong: of {len(rated)} rated, {top.name} is worth most, {_points(top.value)} points."
    else:
        said = (
            f"Nothing is too strong: none of the {len(rated)} rated is measurably worth anything to its side."
        )
    return said + _seldom(found)


def _seldom(found: balance.Balance) -> str:
    """Return the rarely used pieces, and the results of searching players with them."""
    pieces = balance.hardly_used(found.actions[0], found.idle[0] if found.idle else ())
    if not pieces:
        return ""
    tried = found.tried[0] if found.tried else None
    if tried is None:
        return f" These players hardly use {_named(pieces)}, so they do not show what that is worth."
    who = f"players that search ({tried.tier}, {how_many(tried.deals, 'deal')})"
    used = {x: n for x, n in tried.uses if n >= balance.SELDOM}
    if not used:
        return f" These players hardly use {_named(pieces)}; nor do {who}."
    often = listed([f"{n:.1f} times a game" if k == 0 else f"{n:.1f}" for k, n in enumerate(used.values())])
    fair = "both have a fair chance" if tried.is_fair else "not fair, as one side wins less than 30 %"
    ahead = _ahead(tried.wins, found.sides, "Between those", fair)
    return f" These players hardly use {_named(list(used))}, which {who} use {often}. {ahead}"


def _named(pieces: Sequence[Piece]) -> str:
    return listed([f"{x.name} ({balance.sort_of(x)})" for x in pieces])


def _points(x: statistics.Interval) -> str:
    return "{:.0f} [{:.0f}, {:.0f}]".format(*(100 * v for v in x))


# Exploiters and solutions --------------------------------------------------------------------------------------------


def of_exploiters(found: Sequence[Exploiter], called: Callable[[str], str]) -> list[str]:
    """Return the agents that were exploited, by falling gain.

    Args:
        found: finished runs.
        called: returns a role's display name.
    """
    gains = sorted((x for x in found if x.interval[0] > 0), key=lambda x: -x.gain)
    if not gains:
        longest = max(found, key=lambda x: x.steps)
        tried = list(dict.fromkeys(x.effort for x in (longest, *(x for x in found if x.search))))
        return [
            f"No exploiter gained anything that chance does not explain {listed(tried)}.",
            "That is no proof: one that learns longer may still find something.",
        ]
    top = gains[0]
    gain = statistics.Interval(top.gain, *top.interval).text()
    kind = "that searches" if top.search else "trained"
    said = [
        f"{_start(top.against)} can be exploited: as {called(top.role)}, a player {kind} against it alone"
    ]
    said[0] += f" gains {gain} a game {top.effort}."
    won = {x.role for x in gains}
    if safe := [called(x.role) for x in found if x.role not in won]:
        said.append(
            f"As {listed(list(dict.fromkeys(safe)))}, nothing was gained that chance does not explain."
        )
    return [*said, "A gain is a lower bound: a better exploiter would gain more."]


def of_value(value: tuple[float, float], half_range: float, sides: Sides) -> list[str]:
    """Return the value of a solved game, and the side that it favours.

    Args:
        value: lower and upper end of the first side's return in equilibrium.
        half_range: half the range of returns.
        sides: both sides.
    """
    low, high = value
    first, second = (side.called for side in sides)
    if low <= 0 <= high:
        return [f"Played perfectly, the game is even, to within {max(-low, high):.2g} a game."]
    who, much = (first, low) if low > 0 else (second, -high)
    return [
        f"Played perfectly, the game favours {who}: {who} {_verb(who, 'gain')} at least {much:.3f} a game on average, "
        f"where results lie up to {2 * half_range:.3g} apart."
    ]
