"""Measurement: matches on paired deals, cross-play, ratings and reports, all with intervals."""

from throwdown.evaluation.balance import Balance, Cell, Tier, measure, tier
from throwdown.evaluation.cross import Comparison, CrossPlay, Plan, Strength, cross_play
from throwdown.evaluation.match import Duel, MatchResult, deal_seeds, duel, play
from throwdown.evaluation.nash import Cyclicity, Nash, cyclicity, nash
from throwdown.evaluation.ratings import Rating, Ratings, rate
from throwdown.evaluation.report import markdown, read_json, renderable, to_dict, write_report
from throwdown.evaluation.runs import Recipe, run
from throwdown.evaluation.statistics import (
    Interval,
    bootstrap,
    paired_difference,
    variance_reduction,
    win_rate,
)
from throwdown.evaluation.tables import Extras, describe

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
