"""Games per second of matches between heuristics, every deal played in both assignments."""

from functools import partial

from throwdown.agents import load
from throwdown.benchmarks.harness import Group, Job, Measure
from throwdown.envs.registry import make_setup
from throwdown.evaluation import duel

PAIRS = 20_000


def match_job(pairs: int) -> Job:
    """Return the job of playing duplicate pairs of games on `duel`."""
    setup = make_setup("throwdown-v0", "duel")
    agent = load("heuristic", setup)

    def run() -> float:
        duel(setup, agent, agent, pairs, seed=1)
        return pairs

    return Job(run, {"pairs": pairs})


def match_group(is_quick: bool) -> Group:
    """Return the measure of matches."""
    match = Measure(
        name="heuristic_pairs",
        what="{pairs:,.0f} duplicate pairs of heuristics on `duel`",
        unit="pairs/s",
        setup=partial(match_job, PAIRS // (10 if is_quick else 1)),
        cost=3,
    )
    return (match,)
