"""Reports of a cross-play: tables for the terminal and for files, CSV, JSON, and a page with the pictures."""

from __future__ import annotations

import csv
import io
import json
import math
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from throwdown.envs.core.errors import InvalidRecord
from throwdown.envs.core.files import write_file
from throwdown.evaluation.cross import CrossPlay
from throwdown.evaluation.ratings import Rating, Ratings, rate
from throwdown.evaluation.statistics import Interval

FORMAT = "throwdown-evaluation"
VERSION = 1
TABLES = ("cross_play", "strengths", "comparisons")

Rows = list[list[str]]


def describe(result: CrossPlay) -> str:
    """Return one line that says what was played, on how many deals."""
    what = f"{result.game} · scenario {result.scenario} · {len(result.deals):,} deals in every cell"
    return f"{what} · seed {result.seed} · {100 * result.level:g} % intervals"


def _factor(x: float) -> str:
    return "no difference on any deal" if math.isinf(x) else f"{x:.2f}"


def _verdict(gap: Interval, first: str, second: str) -> str:
    if gap.low > 0 or gap.high < 0:
        return first if gap.low > 0 else second
    return "undecided"


def matrix_rows(result: CrossPlay) -> tuple[list[str], Rows]:
    """Return the header and rows of the matrix: the Pilots' mean return and win rate."""
    head = ["Coach \\ Pilots", *result.pilots]
    rows = []
    for name, means, wins in zip(result.coaches, result.means, result.win_rates):
        rows.append([name, *(f"{m.text()}\nwin {w.percent()}" for m, w in zip(means, wins))])
    return head, rows


def strength_rows(result: CrossPlay) -> tuple[list[str], Rows]:
    """Return the header and rows of every agent's mean over its opponents and of its rating."""
    head = ["role", "agent", "mean return", "win rate", "rating (Elo points)"]
    points = [x.points.text(0) for x in rate(result).agents]
    rows = [[x.role, x.name, x.returns.text(), x.wins.percent(), p] for x, p in zip(result.strengths, points)]
    return head, rows


def comparison_rows(result: CrossPlay) -> tuple[list[str], Rows]:
    """Return the header and rows of the paired differences."""
    head = ["role", "first - second", "difference", "stronger", "variance reduction"]
    rows = []
    for x in result.comparisons:
        verdict = _verdict(x.difference, x.first, x.second)
        factor = _factor(x.factors.duplicate)
        rows.append([x.role, f"{x.first} - {x.second}", x.difference.text(), verdict, factor])
    return head, rows


def _sections(result: CrossPlay) -> list[tuple[str, list[str], Rows]]:
    found = [
        ("The Pilots' mean return and win rate", *matrix_rows(result)),
        ("Strength in the own role, mean over all opponents", *strength_rows(result)),
    ]
    if result.comparisons:
        found.append(("Differences on the same deals", *comparison_rows(result)))
    return found


def notes(result: CrossPlay) -> list[str]:
    """Return what a reader has to know to read the tables."""
    ratings, lengths = rate(result), result.mean_lengths
    ahead = ratings.advantage.text(0)
    return [
        "Returns are the Pilots' view in the matrix and the own role's view elsewhere; the two sides' returns sum to "
        "0. A game is won if its return is above 0; a return of exactly 0 counts as half.",
        "Every cell was played on the same deals, and intervals resample deals (BCa bootstrap). Variance reduction: "
        "how many times as many games on different deals would give an interval as narrow. Who is called stronger "
        "rests on that one comparison; of many, a few are wrong by chance.",
        f"Ratings are Bradley-Terry within a role's pool. Average Pilots are {ahead} points ahead of average Coaches; "
        f"the model misses a cell's win rate by at most {100 * ratings.misfit:.1f} points in 100.",
        f"Mean game length by cell: {lengths.min():.1f} to {lengths.max():.1f} decisions.",
    ]


def renderable(result: CrossPlay) -> Group:
    """Return the tables as a rich renderable for the terminal."""
    parts: list[Any] = [Text(describe(result), style="bold"), Text()]
    for title, head, rows in _sections(result):
        table = Table(
            title=title, title_justify="left", box=box.SIMPLE_HEAVY, show_lines=title.startswith("The Pilots")
        )
        for k, name in enumerate(head):
            table.add_column(Text(name), overflow="fold", no_wrap=False, style="bold" if k == 0 else "")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        parts.append(table)
    parts += [Text(note, style="dim") for note in notes(result)]
    return Group(*parts)


def markdown(result: CrossPlay) -> str:
    """Return the tables as Markdown, which is readable as plain text too."""
    parts = ["# Cross-play", describe(result)]
    for title, head, rows in _sections(result):
        lines = [[cell.replace("|", "\\|").replace("\n", "; ") for cell in row] for row in [head, *rows]]
        widths = [max(len(row[k]) for row in lines) for k in range(len(head))]
        text = ["| " + " | ".join(c.ljust(w) for c, w in zip(row, widths)) + " |" for row in lines]
        text.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
        parts += [f"## {title}", "\n".join(text)]
    return "\n\n".join(parts + notes(result)) + "\n"


def _span(x: Interval, stem: str) -> dict[str, float]:
    return {stem: x.mean, f"{stem}_low": x.low, f"{stem}_high": x.high}


def _cells(result: CrossPlay) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for i, coach in enumerate(result.coaches):
        for j, pilot in enumerate(result.pilots):
            spans = _span(result.means[i][j], "mean") | _span(result.win_rates[i][j], "win_rate")
            length = float(result.mean_lengths[i, j])
            found.append({"coach": coach, "pilots": pilot, **spans, "mean_length": length})
    return found


def _strengths(result: CrossPlay, ratings: Ratings) -> list[dict[str, Any]]:
    def row(rating: Rating, returns: Interval, wins: Interval) -> dict[str, Any]:
        spans = _span(returns, "mean") | _span(wins, "win_rate") | _span(rating.points, "rating")
        return {"role": rating.role, "agent": rating.name, **spans}

    return [row(r, x.returns, x.wins) for r, x in zip(ratings.agents, result.strengths)]


def _finite(x: float | None) -> float | None:
    return None if x is None or math.isinf(x) else x


def _comparisons(result: CrossPlay) -> list[dict[str, Any]]:
    found = []
    for x in result.comparisons:
        gains = {"variance_reduction": _finite(x.factors.duplicate)}
        gains |= (
            {"aivat": _finite(x.factors.aivat), "both": _finite(x.factors.both)} if x.factors.both else {}
        )
        spans = _span(x.difference, "difference")
        found.append({"role": x.role, "first": x.first, "second": x.second, **spans, **gains})
    return found


def to_dict(result: CrossPlay) -> dict[str, Any]:
    """Return everything that the report says as plain data; an infinite variance reduction is None."""
    ratings = rate(result)
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": result.game,
        "scenario": result.scenario,
        "deals": len(result.deals),
        "seed": result.seed,
        "level": result.level,
        "coaches": list(result.coaches),
        "pilots": list(result.pilots),
        "cross_play": _cells(result),
        "strengths": _strengths(result, ratings),
        "comparisons": _comparisons(result),
        "advantage": _span(ratings.advantage, "rating"),
        "misfit": ratings.misfit,
        "made_with": {"python": platform.python_version(), "numpy": np.__version__},
    }


def _csv_text(rows: Sequence[dict[str, Any]]) -> str:
    out = io.StringIO()
    if rows:
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return out.getvalue()


def read_json(path: Path | str) -> dict[str, Any]:
    """Return a saved report's data.

    Raises:
        InvalidRecord: the file is missing, damaged, or not a report of this version.
    """
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidRecord(f"{path} cannot be read as a saved evaluation: {error}.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != VERSION:
        raise InvalidRecord(f"{path} is not a saved evaluation of version {VERSION}.")
    return data


def write_report(result: CrossPlay, folder: Path | str, pictures: bool = True) -> list[Path]:
    """Write the report into a folder, which is made if need be; return the files.

    They are ``report.md``, ``report.json``, a CSV per table, and with pictures ``cross_play.png``, ``strength.png``
    and ``report.html``, which shows everything in one file.

    Raises:
        MissingExtra: pictures are wanted but matplotlib is not installed; the other files are written all the same.
    """
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    data = to_dict(result)
    files: dict[str, str | bytes] = {"report.md": markdown(result), "report.json": json.dumps(data, indent=1)}
    files |= {f"{name}.csv": _csv_text(data[name]) for name in TABLES if data[name]}
    written = _write_all(place, files.items())
    if not pictures:
        return written
    from throwdown.evaluation import page
    from throwdown.evaluation import pictures as draw

    drawn = {"cross_play.png": draw.cross_play_png(result), "strength.png": draw.strength_png(result)}
    html = page.html_page(describe(result), _sections(result), notes(result), drawn)
    return written + _write_all(place, [*drawn.items(), ("report.html", html)])


def _write_all(place: Path, files: Iterable[tuple[str, str | bytes]]) -> list[Path]:
    written = []
    for name, content in files:
        write_file(place / name, content)
        written.append(place / name)
    return written
