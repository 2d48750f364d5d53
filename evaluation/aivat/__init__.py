"""AIVAT: unbiased removal of luck (chance and the agents' own dice) from a game's return.

Burch, Schmid, Moravcik, Morrill and Bowling, AIVAT: A New Variance Reduction Technique for Agent Evaluation in
Imperfect Information Games, AAAI 2018, arXiv 1612.06915.
"""

from throwdown.evaluation.aivat.baseline import Baseline, Correction
from throwdown.evaluation.aivat.fit import fit_baseline, quick_games

__all__ = ["Baseline", "Correction", "fit_baseline", "quick_games"]
