"""Measurement: matches on paired deals, cross-play, ratings and reports, all with intervals."""

from throwdown.evaluation.balance import Balance, Cell
from throwdown.evaluation.cross import Comparison, CrossPlay, Strength, describe, rate
from throwdown.evaluation.match import Duel, MatchResult, deal_seeds, duel, play
from throwdown.evaluation.nash import Cyclicity, Nash, cyclicity, nash
from throwdown.evaluation.plan import Plan, cross_play
from throwdown.evaluation.ratings import Rating, Ratings
from throwdown.evaluation.report.cross_report import markdown, read_json, renderable, to_dict, write_report
from throwdown.evaluation.report.tables import Extras
from throwdown.evaluation.runs import Recipe, run
from throwdown.evaluation.statistics import (
    Interval,
    bootstrap,
    paired_difference,
    variance_reduction,
    win_rate,
)
from throwdown.evaluation.study import Tier, measure, tier

__all__ = [
    "Balance",
    "Cell",
    "Comparison",
    "CrossPlay",
    "Cyclicity",
    "Duel",
    "Extras",
    "Interval",
    "MatchResult",
    "Nash",
    "Plan",
    "Rating",
    "Ratings",
    "Recipe",
    "Strength",
    "Tier",
    "bootstrap",
    "cross_play",
    "cyclicity",
    "deal_seeds",
    "describe",
    "duel",
    "markdown",
    "measure",
    "nash",
    "paired_difference",
    "play",
    "rate",
    "read_json",
    "renderable",
    "run",
    "tier",
    "to_dict",
    "variance_reduction",
    "win_rate",
    "write_report",
]
