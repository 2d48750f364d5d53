"""Measurement: matches on paired deals, cross-play, ratings and reports, all with intervals."""

from __future__ import annotations

from throwdown.evaluation.balance import Balance, Cell, Tier, measure, tier
from throwdown.evaluation.match import (
    Comparison,
    CrossPlay,
    Duel,
    MatchResult,
    Strength,
    cross_play,
    deal_seeds,
    duel,
    play,
)
from throwdown.evaluation.ratings import Rating, Ratings, rate
from throwdown.evaluation.report import describe, markdown, read_json, renderable, to_dict, write_report
from throwdown.evaluation.statistics import (
    Interval,
    bootstrap,
    bootstrap_columns,
    paired_difference,
    variance_reduction,
    win_rate,
)

__all__ = [
    "Balance",
    "Cell",
    "Comparison",
    "CrossPlay",
    "Duel",
    "Interval",
    "MatchResult",
    "Rating",
    "Ratings",
    "Strength",
    "Tier",
    "bootstrap",
    "bootstrap_columns",
    "cross_play",
    "deal_seeds",
    "describe",
    "duel",
    "markdown",
    "measure",
    "paired_difference",
    "play",
    "rate",
    "read_json",
    "renderable",
    "tier",
    "to_dict",
    "variance_reduction",
    "win_rate",
    "write_report",
]
