"""Pictures beside the matrix: Nash averages, variance reduction, decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from throwdown.evaluation import cross, statistics
from throwdown.evaluation.curve import Curve
from throwdown.evaluation.nash import NashScore, nash
from throwdown.evaluation.report import pictures, tables

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WAYS = (
    ("duplicate", "o", pictures.GREY),
    ("aivat", "s", pictures.COLOURS[0]),
    ("both", "D", pictures.COLOURS[1]),
)
LABELS = {"duplicate": "the same deals", "aivat": "AIVAT", "both": "both"}
BEYOND = 1e4
"""Upper limit of drawn factors; larger ones mean no difference, or hardly any."""


def all_pictures(result: cross.CrossPlay, extras: tables.Extras) -> dict[str, bytes]:
    """Return the report's pictures as PNG by file name."""
    found = {
        "cross_play.png": pictures.cross_play_png(result),
        "strength.png": pictures.strength_png(result),
        "nash.png": nash_png(result),
    }
    if result.luck is not None and result.comparisons:
        found["factors.png"] = factors_png(result)
    if extras.exact is not None or extras.judged:
        found["quality.png"] = quality_png(result, extras)
    if extras.curve is not None:
        found["exploitability.png"] = curve_png(extras.curve)
    return found


def curve_png(curve: Curve) -> bytes:
    """Return the curve of exploitability over decisions, on a logarithmic scale, as PNG."""
    figure = pictures.figure_of(8, 4.6)
    below = f"exact, {curve.sets:,} information sets, percent of half the range of returns"
    pictures.title_of(figure, f"Exploitability while learning {curve.scenario}", below)
    axes = figure.subplots()
    decisions = [point[0] / 1000 for point in curve.points]
    axes.plot(
        decisions,
        [100 * point[2] for point in curve.points],
        color=pictures.COLOURS[0],
        lw=2,
        marker="o",
        ms=4,
    )
    for name, share in curve.others.items():
        axes.axhline(100 * share, color=pictures.GREY, lw=1.2, ls="--")
        axes.annotate(
            name,
            (1, 100 * share),
            (-4, 4),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            ha="right",
            fontsize=10,
            color=pictures.GREY,
        )
    if curve.points:
        last = 100 * curve.points[-1][2]
        axes.annotate(
            f"{last:.1f} %",
            (decisions[-1], last),
            (0, 9),
            textcoords="offset points",
            ha="right",
            fontsize=11,
            fontweight="bold",
        )
    axes.set_yscale("log")
    shown = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]
    axes.set_yticks(shown, [f"{value:g} %" for value in shown])
    axes.minorticks_off()
    shares = [100 * share for share in (*curve.others.values(), *(point[2] for point in curve.points))]
    axes.set_ylim(min(shares) / 1.5, max(shares) * 1.4)
    axes.set_xlabel("thousand decisions, both sides together")
    axes.set_xlim(left=0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd")
    return pictures.png(figure)


def _room(axes: Axes, spans: list[statistics.Interval]) -> None:
    low, high = min(0.0, *(x.low for x in spans)), max(0.0, *(x.high for x in spans))
    room = 0.3 * max(high - low, 0.02)
    axes.set_xlim(low - (room if low < 0 else 0), high + room)


def nash_png(result: cross.CrossPlay) -> bytes:
    """Return bars of every agent's share in the equilibrium, and of its score against it."""
    found = nash(result)
    counts = [len(result.rows), len(result.columns)]
    figure = pictures.figure_of(8.3, 0.5 * sum(counts) + 2.9)
    panels = figure.subplots(2, 2, sharex="col", sharey="row", height_ratios=[n + 0.2 for n in counts])
    for (left, right), side, colour in zip(panels, result.sides, pictures.COLOURS):
        agents: list[NashScore] = sorted(
            (x for x in found.agents if x.side == side.name), key=lambda x: (x.weight.mean, x.returns.mean)
        )
        pictures.bars(left, [x.weight for x in agents], colour, "{:.0%}")
        pictures.bars(right, [x.returns for x in agents], colour, "")
        for axes in (left, right):
            pictures.label_rows(axes, [x.name for x in agents])
        left.set_title(side.title, fontsize=12, loc="left", color=colour, fontweight="bold")
        right.axvline(0, color="#1a1a1a", lw=0.8)
    panels[1][0].set_xlim(0, 1.2)
    panels[1][0].set_xticks(np.linspace(0, 1, 5), ["0 %", "25 %", "50 %", "75 %", "100 %"])
    panels[1][0].set_xlabel("share in the equilibrium", fontsize=11)
    _room(panels[1][1], [x.returns for x in found.agents])
    panels[1][1].set_xlabel("mean return against it, on its own side", fontsize=11)
    pictures.title_of(
        figure, f"Nash averaging, {100 * result.level:g} % intervals", pictures.subtitle(result)
    )
    return pictures.png(figure)


def factors_png(result: cross.CrossPlay) -> bytes:
    """Return the variance reduction by pairing deals and AIVAT in every comparison, on a logarithmic scale."""
    rows = result.comparisons[::-1]
    figure = pictures.figure_of(8.0, 0.42 * len(rows) + 2.6)
    axes = figure.add_subplot()
    for way, marker, colour in WAYS:
        gains = [min(float(getattr(x.factors, way) or np.nan), BEYOND) for x in rows]
        axes.plot(gains, range(len(rows)), marker, color=colour, ms=8, label=LABELS[way])
    axes.set_xscale("log")
    low, high = axes.get_xlim()
    ticks = [
        x * 10.0**k for k in range(-1, 5) for x in (1, 2, 5) if low <= x * 10.0**k <= high or x * 10.0**k == 1
    ]
    axes.set_xticks(ticks, [f"{x:,g}" for x in ticks])
    axes.minorticks_off()
    axes.axvline(1, color="#1a1a1a", lw=0.8)
    pictures.label_rows(axes, ["" for _ in rows])
    axes.set_yticks(
        range(len(rows)), [f"{pictures.short(x.first)} - {pictures.short(x.second)}" for x in rows]
    )
    names = [side.name for side in result.sides]
    for tick, x in zip(axes.get_yticklabels(), rows):
        tick.set_color(pictures.COLOURS[names.index(x.side)])
    axes.grid(axis="x", color="#e5e5e5")
    axes.set_axisbelow(True)
    axes.set_xlabel("times as many games for an equally narrow interval", fontsize=11)
    axes.legend(ncols=3, loc="lower left", bbox_to_anchor=(0, 1.0), frameon=False, fontsize=10)
    pictures.title_of(figure, "Games saved by the same deals and by AIVAT", pictures.subtitle(result))
    return pictures.png(figure)


def quality_png(result: cross.CrossPlay, extras: tables.Extras) -> bytes:
    """Return bars of every agent's loss per decision."""
    if extras.exact is not None:
        lost = {
            (x.side, x.name): statistics.Interval(x.regret, x.regret, x.regret) for x in extras.exact.quality
        }
        source = "against an opponent in equilibrium, exactly"
    else:
        lost = {(x.side, x.name): x.regret for x in extras.judged}
        source = f"by the values of {extras.judged[0].judge}"
    counts = [sum(own == side.name for own, _ in lost) for side in result.sides]
    figure = pictures.figure_of(8.0, 0.5 * sum(counts) + 2.9)
    panels = figure.subplots(2, 1, sharex=True, height_ratios=[n + 0.2 for n in counts])
    for axes, side, colour in zip(panels, result.sides, pictures.COLOURS):
        mine = ((name, x) for (own, name), x in lost.items() if own == side.name)
        rows = sorted(mine, key=lambda x: -x[1].mean)
        pictures.bars(axes, [x for _, x in rows], colour, "{:.4f}")
        pictures.label_rows(axes, [name for name, _ in rows])
        axes.set_title(side.title, fontsize=12, loc="left", color=colour, fontweight="bold")
    _room(panels[1], list(lost.values()))
    panels[1].set_xlabel("mean loss of return per decision", fontsize=11)
    pictures.title_of(figure, f"Decisions, judged {source}", pictures.subtitle(result))
    return pictures.png(figure)
