"""Reports of a cross-play: tables for the terminal and for files, CSV, JSON, and a page with the pictures."""

import json
import math
import platform
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Group

from throwdown.envs.core.kit import InvalidRecord, parse_json, remove_files
from throwdown.evaluation import cross, quality, statistics
from throwdown.evaluation.nash import Cyclicity, Nash, NashScore, cyclicity, nash
from throwdown.evaluation.ratings import Rating, Ratings
from throwdown.evaluation.report import page, tables, verdicts
from throwdown.evaluation.report.sections import csv_text, show, to_markdown

FORMAT = "throwdown-evaluation"
VERSION = 2
TABLES = ("cross_play", "strengths", "nash", "comparisons", "contests", "seats", "decisions", "exploiters")
NOTHING = tables.Extras()


def renderable(result: cross.CrossPlay, extras: tables.Extras = NOTHING) -> Group:
    """Return the tables as a rich renderable for the terminal."""
    verdict = verdicts.of_cross_play(result)
    return show(cross.describe(result), tables.sections(result, extras), verdict)


def markdown(result: cross.CrossPlay, extras: tables.Extras = NOTHING) -> str:
    """Return the tables as Markdown, also readable as plain text."""
    told = tables.sections(result, extras)
    return to_markdown("Cross-play", cross.describe(result), told, verdicts.of_cross_play(result))


def _span(x: statistics.Interval, stem: str) -> dict[str, float]:
    return {stem: x.mean, f"{stem}_low": x.low, f"{stem}_high": x.high}


def _cells(result: cross.CrossPlay) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for i, row in enumerate(result.rows):
        for j, column in enumerate(result.columns):
            spans = _span(result.means[i][j], "mean") | _span(result.win_rates[i][j], "win_rate")
            length = float(result.mean_lengths[i, j])
            found.append({"row": row, "column": column, **spans, "mean_length": length})
    return found


def _strengths(result: cross.CrossPlay, ratings: Ratings) -> list[dict[str, Any]]:
    def row(rating: Rating, returns: statistics.Interval, wins: statistics.Interval) -> dict[str, Any]:
        spans = _span(returns, "mean") | _span(wins, "win_rate") | _span(rating.points, "rating")
        return {"side": rating.side, "agent": rating.name, **spans}

    return [row(r, x.returns, x.wins) for r, x in zip(ratings.agents, result.strengths)]


def _finite(x: float | None) -> float | None:
    return None if x is None or math.isinf(x) else x


def _saved(found: statistics.Factors) -> dict[str, Any]:
    gains = {"variance_reduction": _finite(found.duplicate)}
    return gains | ({"aivat": _finite(found.aivat), "both": _finite(found.both)} if found.both else {})


def _comparisons(result: cross.CrossPlay) -> list[dict[str, Any]]:
    found = []
    for x in result.comparisons:
        spans = _span(x.difference, "difference") | _saved(x.factors)
        found.append({"side": x.side, "first": x.first, "second": x.second, **spans})
    return found


def _contests(result: cross.CrossPlay) -> list[dict[str, Any]]:
    def row(x: cross.Contest) -> dict[str, Any]:
        spans = _span(x.returns, "returns") | _span(x.wins, "wins")
        return {"first": x.first, "second": x.second} | spans | _saved(x.factors)

    return [row(x) for x in result.contests]


def _seats(result: cross.CrossPlay) -> list[dict[str, Any]]:
    return [
        {"seat": x.seat, "agent": x.name, "teams": x.teams} | _span(x.returns, "mean") for x in result.by_seat
    ]


def _nash(found: Nash) -> list[dict[str, Any]]:
    def row(x: NashScore) -> dict[str, Any]:
        shares = _span(x.weight, "share") | _span(x.alpha_rank, "alpha_rank")
        return {"side": x.side, "agent": x.name} | shares | _span(x.returns, "score")

    return [row(x) for x in found.agents]


def _decisions(judged: Iterable[quality.Judged]) -> list[dict[str, Any]]:
    def row(x: quality.Judged) -> dict[str, Any]:
        what = {"side": x.side, "agent": x.name, "judge": x.judge, "decisions": x.decisions}
        return what | _span(x.agreement, "agreement") | _span(x.regret, "regret")

    return [row(x) for x in judged]


def _cyclicity(found: Cyclicity) -> dict[str, Any]:
    return _span(found.interaction, "interaction") | (_span(found.cycles, "cycles") if found.cycles else {})


def to_dict(result: cross.CrossPlay, extras: tables.Extras = NOTHING) -> dict[str, Any]:
    """Return the report's content as plain data; an infinite variance reduction is None."""
    ratings, averaged = cross.rate(result), nash(result)
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": result.game,
        "scenario": result.scenario,
        "verdict": verdicts.of_cross_play(result),
        "deals": len(result.deals),
        "seed": result.seed,
        "level": result.level,
        "aivat": result.luck is not None,
        "sides": [side.name for side in result.sides],
        "rows": list(result.rows),
        "columns": list(result.columns),
        "cross_play": _cells(result),
        "strengths": _strengths(result, ratings),
        "nash": _nash(averaged),
        "nash_value": _span(averaged.value, "mean"),
        "cyclicity": _cyclicity(cyclicity(result)),
        "comparisons": _comparisons(result),
        "contests": _contests(result),
        "seats": _seats(result),
        "exact": None if extras.exact is None else json.loads(json.dumps(asdict(extras.exact))),
        "decisions": _decisions(extras.judged),
        "curve": None if extras.curve is None else asdict(extras.curve),
        "exploiters": [x.model_dump(mode="json") for x in extras.exploiters],
        "advantage": _span(ratings.advantage, "rating"),
        "misfit": ratings.misfit,
        "made_with": {"python": platform.python_version(), "numpy": np.__version__},
    }


def read_json(path: Path | str) -> dict[str, Any]:
    """Return a saved report's data.

    Raises:
        InvalidRecord: the file is missing, damaged, or not a report of this version.
    """
    try:
        data = parse_json(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidRecord(f"{path} cannot be read as a saved evaluation: {error}.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InvalidRecord(f"{path} is not a saved evaluation.")
    if data.get("version") != VERSION:
        raise InvalidRecord(
            f"{path} is a saved evaluation of version {data.get('version')}, and this release reads version {VERSION}; "
            "run the evaluation again."
        )
    return data


def write_report(
    result: cross.CrossPlay, folder: Path | str, pictures: bool = True, extras: tables.Extras = NOTHING
) -> list[Path]:
    """Write the report into a folder, which is created if missing; return the files.

    They are ``report.md``, ``report.json``, a CSV per table, and with pictures a PNG file for each and ``report.html``,
    which shows everything in one file and needs no network.

    Raises:
        MissingExtra: pictures are requested but matplotlib is not installed; the other files are still written.
    """
    data, told = to_dict(result, extras), tables.sections(result, extras)
    files: dict[str, str | bytes] = {
        "report.md": markdown(result, extras),
        "report.json": json.dumps(data, indent=1),
    }
    files |= {f"{name}.csv": csv_text(data[name]) for name in TABLES if data[name]}
    remove_files(Path(folder), ["report.html", *(f"{name}.csv" for name in TABLES), *page.CAPTIONS])
    written = page.write_files(folder, files)
    if not pictures:
        return written
    from throwdown.evaluation.report import plots

    wanted = {section.picture for section in told if section.picture}
    drawn = {name: picture for name, picture in plots.all_pictures(result, extras).items() if name in wanted}
    html = page.html_page("Cross-play", cross.describe(result), told, drawn, verdicts.of_cross_play(result))
    return written + page.write_files(folder, {**drawn, "report.html": html})
