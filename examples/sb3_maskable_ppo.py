"""Stable-Baselines3: train sb3-contrib's MaskablePPO as the Pilot, save it and rate the file.

Needs: pip install 'throwdown[train]'
Run: python examples/sb3_maskable_ppo.py --steps 20000
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import mkdtemp

from sb3_contrib import MaskablePPO

import throwdown
from throwdown.envs.registry import make_setup
from throwdown.evaluation import play


def main(steps: int) -> float:
    """Return the win rate of the trained Pilot against a random Coach on 500 deals."""
    env = throwdown.make_sb3("throwdown-v0", num_envs=32, seat="pilot", opponent="random", seed=1)
    # Rewards come once, at the end of a short game: no discount.
    model = MaskablePPO("MlpPolicy", env, gamma=1.0, n_steps=64, batch_size=256, learning_rate=1e-3, seed=0)
    model.learn(steps)
    file = Path(mkdtemp()) / "pilot.zip"
    model.save(file)

    setup = make_setup("throwdown-v0", "duel", reward="win")
    agents = {
        "pilot": throwdown.load_agent(str(file), setup, "pilot"),
        "coach": throwdown.load_agent("random", setup, "coach"),
    }
    return float(play(setup, agents, deals=500, seed=1).win_rate("pilot").mean)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=4_096)
    print(f"win rate of the Pilot: {main(parser.parse_args().steps):.1%}")
