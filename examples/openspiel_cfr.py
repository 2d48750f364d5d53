"""OpenSpiel: solve a small scenario by OpenSpiel's CFR+, and measure how exploitable the result is.

Needs: pip install 'throwdown[openspiel]'
Run: python examples/openspiel_cfr.py --iterations 20
"""

from __future__ import annotations

import argparse

import pyspiel

from throwdown.envs.registry import make_setup
from throwdown.evaluation.exact.openspiel import to_openspiel


def main(iterations: int) -> tuple[float, float]:
    """Return the exploitability of uniform play and of the average strategy of CFR+."""
    # "mini" of the Throwdown works alike and takes minutes; `throwdown solve` is many times faster.
    game = pyspiel.convert_to_cached_tree(to_openspiel(make_setup("leduc-v0")))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    uniform = pyspiel.UniformRandomPolicy(game)
    return pyspiel.exploitability(game, uniform), pyspiel.exploitability(game, solver.average_policy())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=20)
    before, after = main(parser.parse_args().iterations)
    print(f"exploitability: {before:.3f} of uniform play, {after:.3f} of CFR+")
