"""Pictures of a balance study as PNG. Needs matplotlib, which is imported lazily."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from throwdown.envs.core.errors import how_many
from throwdown.evaluation import balance, decks, leads, statistics
from throwdown.evaluation.report.pictures import COLOURS, GREY, figure_of, png, short, title_of
from throwdown.evaluation.sides import Side

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_Value = balance.ActionValue | decks.Gain
MARKS = ("o", "s", "D", "^", "v", "P", "X", "*")
INKS = (GREY, *COLOURS, "#1b7837", "#2166ac", "#b2182b", "#8c510a", "#01665e")
"""Colours and markers of the tiers, in order; colour-blind readers can tell the colours apart."""
MOST_ROWS, MOST_TIERS = 40, len(MARKS)
WIDE = 8.3
"""Maximum width of a picture in inches, as long as its panels can be stacked."""
MOST_BARS = 24
"""Maximum number of bars per side; values nearest 0 are left out."""


def draw(found: balance.Balance, subtitle: str) -> dict[str, bytes]:
    """Return the pictures that have data, as PNG files by name."""
    pictures = {}
    if len(found.axes) == 2 and found.axes[0] != "scenario":
        pictures["wins.png"] = heat_map_png(found, subtitle)
    elif len(found.cells) <= MOST_ROWS:
        pictures["wins.png"] = wins_png(found, subtitle)
    if found.swaps:
        pictures["swaps.png"] = swaps_png(found, subtitle)
    if len(found.cells) == 1 and found.actions and found.actions[0]:
        pictures["actions.png"] = actions_png(found, subtitle)
    if len(found.cells) == 1 and found.leads and found.leads[0]:
        pictures["course.png"] = course_png(found, subtitle)
    return pictures


def _percent(x: float) -> str:
    return f"{100 * x:.0f}"


def heat_map_png(found: balance.Balance, subtitle: str) -> bytes:
    """Return the second side's share of wins over two axes: a heat map per tier; from 30 to 70 % it is in bold."""
    rows, columns = (list(dict.fromkeys(cell.values[k] for cell in found.cells)) for k in range(2))
    tiers = found.tiers[:MOST_TIERS]
    size = (max(2.6, 0.72 * len(columns) + 0.6), max(1.6, 0.5 * len(rows)))
    across = max(1, min(len(tiers), int((WIDE - 2.2) / size[0])))
    down = -(-len(tiers) // across)
    figure = figure_of(max(6.6, size[0] * across + 2.2), (size[1] + 0.9) * down + 1.3)
    grid = figure.subplots(down, across, sharey=True, squeeze=False)
    for axes in grid.flat[len(tiers) :]:
        axes.set_axis_off()
    panels = list(grid.flat[: len(tiers)])
    for k, (axes, tier) in enumerate(zip(panels, tiers)):
        wins = np.array([row[k].wins.mean for row in found.figures]).reshape(len(rows), len(columns))
        image = _cells(axes, wins)
        axes.set_xticks(range(len(columns)), columns)
        axes.set_yticks(range(len(rows)), rows)
        axes.set_xlabel(short(found.axes[1]), fontsize=11)
        axes.set_title(f"{short(tier)}, both sides", fontsize=11, loc="left")
    for axes in panels[::across]:
        axes.set_ylabel(short(found.axes[0]), fontsize=11)
    bar = figure.colorbar(image, ax=list(grid.flat), pad=0.02, ticks=[0, 0.3, 0.5, 0.7, 1])
    bar.ax.set_yticklabels(["0 %", "30 %", "50 %", "70 %", "100 %"])
    bar.ax.tick_params(length=0)
    bar.outline.set_visible(False)
    title_of(figure, f"Games won by {found.sides[1].called}, in percent; bold: 30 to 70", subtitle)
    return png(figure)


def _cells(axes: Axes, wins: Any) -> Any:
    """Draw one heat map; return the image, for the colour bar."""
    image = axes.imshow(wins, cmap="PuOr", vmin=0, vmax=1, aspect="auto")
    for i, j in np.ndindex(wins.shape):
        is_fair = balance.FAIR[0] <= wins[i, j] <= balance.FAIR[1]
        ink = "#1a1a1a" if 0.2 < wins[i, j] < 0.8 else "white"
        weight = "bold" if is_fair else "normal"
        axes.text(j, i, _percent(wins[i, j]), ha="center", va="center", fontsize=11, color=ink, weight=weight)
    axes.set_xticks(np.arange(wins.shape[1] - 1) + 0.5, minor=True)
    axes.set_yticks(np.arange(wins.shape[0] - 1) + 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=1.5)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    return image


def wins_png(found: balance.Balance, subtitle: str) -> bytes:
    """Return the second side's share of wins per cell and tier, with intervals and the fair band."""
    labels = [", ".join(cell.values) or cell.setup.scenario for cell in found.cells]
    figure = figure_of(8.0, 0.5 * len(labels) + 2.2)
    axes = figure.add_subplot()
    axes.axvspan(*balance.FAIR, color="#e8f1e4", lw=0)
    axes.axvline(0.5, color=GREY, lw=0.8, ls=":")
    tiers = found.tiers[:MOST_TIERS]
    for k, tier in enumerate(tiers):
        wins = [row[k].wins for row in found.figures]
        at = [i + 0.22 * (k - (len(tiers) - 1) / 2) for i in range(len(labels))]
        ends = [[x.mean - x.low for x in wins], [x.high - x.mean for x in wins]]
        means = [x.mean for x in wins]
        look: dict[str, Any] = {"fmt": MARKS[k], "color": INKS[k], "label": short(tier)}
        axes.errorbar(means, at, xerr=ends, capsize=3, lw=1.4, ms=6, **look)
    axes.set_yticks(range(len(labels)), [short(x) for x in labels], fontsize=11)
    axes.set_ylabel(", ".join(found.axes), fontsize=11)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.set_xticks(np.linspace(0, 1, 11), [f"{10 * i} %" for i in range(11)], fontsize=10)
    axes.set_xlabel(f"games won by {found.sides[1].called}; the band is 30 % to 70 %", fontsize=11)
    _plain(axes, "y")
    axes.legend(ncols=len(tiers), loc="lower left", bbox_to_anchor=(0, 1.0), frameon=False, fontsize=10)
    title_of(figure, "Is a scenario decided before it starts?", subtitle)
    return png(figure)


def _plain(axes: Axes, grid: Any) -> None:
    axes.tick_params(length=0)
    axes.grid(axis=grid, color="#eeeeee")
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)


def actions_png(found: balance.Balance, subtitle: str) -> bytes:
    """Draw the value of every kind of action to each side, in points of win rate, with intervals."""
    title = f"Values of actions to {found.restricted} players"
    return _bars(
        found, found.actions[0], "points of win rate that the side loses without it", title, subtitle
    )


def swaps_png(found: balance.Balance, subtitle: str) -> bytes:
    """Draw the gains from card swaps to players of the last tier, in points of win rate, with intervals."""
    gains = [x for x in found.swaps if x.tier == found.tiers[-1]]
    title = f"Gains from swaps of one card to {found.tiers[-1]} players"
    return _bars(found, gains, "points of win rate that the side gains by the swap", title, subtitle)


def _bars(found: balance.Balance, values: Sequence[_Value], meaning: str, title: str, subtitle: str) -> bytes:
    """Return values of both sides as bars."""
    sides = [
        (side, colour, _largest([x for x in values if x.side == side.name]))
        for side, colour in zip(found.sides, COLOURS)
    ]
    shown = [x for x in sides if x[2]]
    counts = [len(some) for *_, some in shown]
    figure = figure_of(8.0, 0.36 * sum(counts) + 0.9 * len(counts) + 1.3)
    panels = figure.subplots(len(shown), 1, sharex=True, squeeze=False, height_ratios=counts)[:, 0]
    for axes, (side, colour, some) in zip(panels, shown):
        _values(axes, side, colour, sorted(some, key=lambda x: x.value.mean))
    panels[-1].set_xlabel(meaning, fontsize=11)
    title_of(figure, title, subtitle)
    return png(figure)


def _largest(values: list[_Value]) -> list[_Value]:
    """Return the values farthest from 0."""
    return sorted(values, key=lambda x: -abs(x.value.mean))[:MOST_BARS]


def _values(axes: Axes, side: Side, colour: str, values: list[_Value]) -> None:
    """Draw one side's values, the largest on top."""
    means = np.array([100 * x.value.mean for x in values])
    ends = [
        [100 * (x.value.mean - x.value.low) for x in values],
        [100 * (x.value.high - x.value.mean) for x in values],
    ]
    axes.barh(range(len(values)), means, height=0.6, color=colour, alpha=0.75)
    axes.errorbar(means, range(len(values)), xerr=ends, fmt="none", ecolor="#1a1a1a", capsize=3, lw=1.2)
    axes.axvline(0, color="#1a1a1a", lw=0.8)
    labels = [" → ".join(map(short, x.name.split(" → "))) for x in values]
    axes.set_yticks(range(len(values)), labels, fontsize=10)
    axes.set_ylim(-0.6, len(values) - 0.4)
    axes.set_title(side.title, fontsize=12, loc="left", color=colour, fontweight="bold")
    _plain(axes, "x")


def course_png(found: balance.Balance, subtitle: str) -> bytes:
    """Draw the share of games in which somebody is ahead, from start to end, per tier, with intervals."""
    figure = figure_of(8.0, 4.6)
    axes = figure.add_subplot()
    when, games = np.linspace(0, 1, leads.POINTS), 0
    for k, (tier, x) in enumerate(list(found.leads[0].items())[:MOST_TIERS]):
        games = len(x.shares)
        spans = [statistics.wilson(float(share), games) for share in x.ahead]
        label = f"{short(tier)}: {x.mean_changes().mean:.2f} lead changes a game"
        axes.fill_between(
            when, [y.low for y in spans], [y.high for y in spans], color=INKS[k], alpha=0.12, lw=0
        )
        axes.plot(when, x.ahead, marker=MARKS[k], color=INKS[k], lw=1.8, label=label)
    axes.set_ylim(-0.02, 1.02)
    axes.set_xlim(-0.01, 1.01)
    axes.set_yticks(np.linspace(0, 1, 6), [f"{20 * i} %" for i in range(6)])
    axes.set_xticks(np.linspace(0, 1, 6), [f"{20 * i} %" for i in range(6)])
    axes.set_xlabel("how much of the game is played, in decisions", fontsize=11)
    axes.set_ylabel("games in which somebody is ahead", fontsize=11)
    _plain(axes, "both")
    axes.legend(loc="upper left", frameon=False, fontsize=10)
    title_of(figure, f"When is a game decided? The first {how_many(games, 'deal')}", subtitle)
    return png(figure)
