"""Pictures of a cross-play as PNG. Needs matplotlib, which is imported lazily."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from throwdown.envs.core.kit import MissingExtra
from throwdown.evaluation import cross, sides, statistics

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DPI, WIDEST = 120, 1000
"""Pixels per inch, and the maximum width in pixels: wider pictures have fewer pixels per inch."""
COLOURS = ("#b35806", "#542788")
"""Colours of the first and the second side: the ends of ColorBrewer's PuOr, a diverging scheme safe for colour-blind
readers."""
GREY = "#595959"
HEADING, PAD = 0.75, 0.12
"""Height of the title and width of the margin, in inches."""
_LONGEST = 22


def need_matplotlib() -> None:
    """Import matplotlib.

    ``MPLBACKEND`` may name the backend of the notebook that started this process. If that backend is not installed
    here, importing matplotlib would fail; nothing is displayed, so the variable is ignored.

    Raises:
        MissingExtra: it is not installed.
    """
    backend = None if "matplotlib" in sys.modules else os.environ.pop("MPLBACKEND", None)
    try:
        import matplotlib
    except ImportError:
        raise MissingExtra(
            "pictures need matplotlib: install it with pip install 'throwdown[train]'."
        ) from None
    finally:
        if backend is not None:
            os.environ["MPLBACKEND"] = backend
    if backend is not None:
        with suppress(ValueError):
            matplotlib.rcParams["backend"] = backend


def figure_of(width: float, height: float) -> Figure:
    """Return an empty figure of this size in inches, with space for a title."""
    need_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    room = (0.0, 0.0, 1.0, 1 - HEADING / height)
    figure.set_layout_engine("constrained", rect=room, w_pad=PAD, h_pad=PAD)
    return figure


def png(figure: Figure) -> bytes:
    """Return a figure as a PNG file."""
    out = io.BytesIO()
    dpi = min(DPI, WIDEST / figure.get_figwidth())
    figure.savefig(out, format="png", dpi=dpi, facecolor="white")
    return out.getvalue()


def short(name: str) -> str:
    """Return a shortened label: names, or each name of a team, are cut in the middle, where paths differ least."""
    text, parts = name, name.split(",")
    if len(name) > _LONGEST:
        each = (_LONGEST + 1) // len(parts) - 1
        text = f"{name[: _LONGEST // 2 - 1]}…{name[-_LONGEST // 2 :]}"
        text = ",".join(x[:each] for x in parts) if len(parts) > 1 and each > 1 else text
    return text.replace("$", r"\$")


def subtitle(result: cross.CrossPlay) -> str:
    """Return the line under a picture's title."""
    return (
        f"{result.game} · {result.scenario} · {len(result.deals):,} deals in every cell · seed {result.seed}"
    )


def title_of(figure: Figure, title: str, below: str) -> None:
    """Write a figure's title and the line under it, in a smaller font if they would not fit."""
    margin, height = 0.15 / figure.get_figwidth(), figure.get_figheight()
    for text, size in (
        (figure.text(margin, 1 - 0.3 / height, title, fontweight="bold", va="center"), 14.0),
        (figure.text(margin, 1 - 0.58 / height, below, color=GREY, va="center"), 10.0),
    ):
        text.set_fontsize(size)
        while size > 4.0 and text.get_window_extent().x1 > (1.0 - margin) * figure.bbox.width:
            size *= 0.97
            text.set_fontsize(size)


def number(x: float) -> str:
    """Return a signed number with a true minus sign."""
    return f"{x:+.3f}".replace("-", "\N{MINUS SIGN}")


def _annotate(
    axes: Axes, at: tuple[int, int], mean: statistics.Interval, wins: statistics.Interval, colour: str
) -> None:
    span = f"[{number(mean.low)}, {number(mean.high)}]\nwin {100 * wins.mean:.1f} %"
    for text, up, size, weight in ((number(mean.mean), 13, 14, "bold"), (span, -12, 9, "normal")):
        axes.annotate(
            text,
            at,
            (0, up),
            textcoords="offset points",
            ha="center",
            va="center",
            fontsize=size,
            color=colour,
            weight=weight,
            linespacing=1.4,
        )


def _heat_map(axes: Axes, result: cross.CrossPlay) -> Any:
    """Draw the matrix; return the image, for the colour bar."""
    means = np.array([[x.mean for x in row] for row in result.means])
    limit = max(0.2, float(np.ceil(np.abs(means).max() * 10) / 10))
    turned = result.is_wide
    image = axes.imshow(means.T if turned else means, cmap="PuOr", vmin=-limit, vmax=limit, aspect="auto")
    for i, row in enumerate(result.means):
        for j, mean in enumerate(row):
            colour = "white" if abs(mean.mean) > 0.62 * limit else "#1a1a1a"
            _annotate(axes, (i, j) if turned else (j, i), mean, result.win_rates[i][j], colour)
    names = [(side.title, result.names(side.name)) for side in reversed(result.sides)]
    (across, columns), (down, rows) = reversed(names) if turned else names
    axes.set_xticks(range(len(columns)), [short(x) for x in columns], fontsize=11)
    axes.set_yticks(range(len(rows)), [short(x) for x in rows], fontsize=11)
    axes.set_xticks(np.arange(len(columns) - 1) + 0.5, minor=True)
    axes.set_yticks(np.arange(len(rows) - 1) + 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel(across, fontsize=12, labelpad=8)
    axes.set_ylabel(down, fontsize=12, labelpad=8)
    return image


def cross_play_png(result: cross.CrossPlay) -> bytes:
    """Return the heat map of the mean return of the columns' side, with intervals and win rates."""
    columns, rows = result.columns, result.rows
    if result.is_wide:
        columns, rows = rows, columns
    first, second = result.sides
    longest = max(len(short(x)) for x in columns)
    width = max(1.75, 0.1 * longest) * len(columns) + 3.6 + (0.8 if result.is_wide else 0)
    figure = figure_of(max(6.6, width), max(2.0, 0.95 * len(rows)) + 1.9)
    axes = figure.add_subplot()
    image = _heat_map(axes, result)
    bar = figure.colorbar(image, ax=axes, pad=0.03)
    bar.ax.tick_params(labelsize=10, length=0)
    bar.outline.set_visible(False)
    bar.set_label(f"{first.title} ahead  ←   →  {second.title} ahead", fontsize=9)
    title_of(figure, f"Mean return of {second.called}, {100 * result.level:g} % intervals", subtitle(result))
    return png(figure)


def label_rows(axes: Axes, names: list[str]) -> None:
    """Write names beside horizontal bars, the first one lowest, and leave out the frame."""
    axes.set_yticks(range(len(names)), [short(x) for x in names], fontsize=11)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)


def bars(axes: Axes, spans: list[statistics.Interval], colour: str, text: str = "") -> None:
    """Draw horizontal bars with their intervals; ``text`` formats the numbers, by default with their signs."""
    means = [x.mean for x in spans]
    ends = [[max(0.0, x.mean - x.low) for x in spans], [max(0.0, x.high - x.mean) for x in spans]]
    axes.barh(range(len(spans)), means, height=0.55, color=colour, alpha=0.75)
    axes.errorbar(means, range(len(spans)), xerr=ends, fmt="none", ecolor="#1a1a1a", capsize=4, lw=1.4)
    for k, x in enumerate(spans):
        right = x.mean >= 0
        at, side = (max(x.high, x.mean), "left") if right else (min(x.low, x.mean), "right")
        shown = text.format(x.mean) if text else number(x.mean)
        gap = (7 if right else -7, 0)
        axes.annotate(shown, (at, k), gap, textcoords="offset points", ha=side, va="center", fontsize=10)


def _strengths(axes: Axes, result: cross.CrossPlay, side: sides.Side, colour: str) -> None:
    """Draw one side's strengths, the strongest on top."""
    found = sorted((x for x in result.strengths if x.side == side.name), key=lambda x: x.returns.mean)
    bars(axes, [x.returns for x in found], colour)
    label_rows(axes, [x.name for x in found])
    axes.axvline(0, color="#1a1a1a", lw=0.8)
    axes.set_title(side.title, fontsize=12, loc="left", color=colour, fontweight="bold")


def strength_png(result: cross.CrossPlay) -> bytes:
    """Return bars of every agent's mean return over its opponents on its own side, with intervals."""
    counts = [len(result.rows), len(result.columns)]
    figure = figure_of(8.0, 0.5 * sum(counts) + 2.9)
    panels = figure.subplots(2, 1, sharex=True, height_ratios=[n + 0.2 for n in counts])
    ends = [end for x in result.strengths for end in (x.returns.low, x.returns.high)]
    low, high = min(0.0, *ends), max(0.0, *ends)
    room = 0.18 * max(high - low, 0.1)  # space for the numbers beside the bars
    for axes, side, colour in zip(panels, result.sides, COLOURS):
        _strengths(axes, result, side, colour)
        axes.set_xlim(low - room, high + room)
    panels[1].set_xlabel("mean return on its own side, over all opponents", fontsize=11)
    title_of(figure, f"Strength by side, {100 * result.level:g} % intervals", subtitle(result))
    return png(figure)
