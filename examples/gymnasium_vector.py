"""Gymnasium: step many games as one vector environment; the other seats are played inside.

Run: python examples/gymnasium_vector.py --steps 200
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np

import throwdown  # noqa: F401  (registers the environments)


def main(steps: int, num_envs: int = 64) -> tuple[int, float]:
    """Return the number of games that a random Pilot finished, and the share of games it won."""
    envs = gymnasium.make_vec("throwdown/duel-v0", num_envs=num_envs, opponent="heuristic", reward="win")
    rng = np.random.default_rng(0)
    seen, _ = envs.reset(seed=0)
    rewards = []
    for _ in range(steps):
        # A random legal action per row: the one with the largest of random numbers for all legal actions.
        mask = seen["action_mask"]
        actions = np.where(mask == 1, rng.random(mask.shape), -1).argmax(axis=1)
        seen, reward, terminated, truncated, _ = envs.step(actions)
        # Same-step autoreset: a row that ended already shows its next game. The infos hold the last observation of the
        # old one, "final_obs", and who won it, in "final_info".
        rewards += reward[terminated | truncated].tolist()
    envs.close()
    return len(rewards), float((np.array(rewards) > 0).mean())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200)
    finished, won = main(parser.parse_args().steps)
    print(f"{finished} games finished, {won:.0%} won by the random Pilot")
