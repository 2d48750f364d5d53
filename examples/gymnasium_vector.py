"""Gymnasium: step many games as one vector environment; the other seats are played inside.

Run: python examples/gymnasium_vector.py --steps 200
"""

from __future__ import annotations

import argparse

import gymnasium
import numpy as np

import throwdown  # noqa: F401  (registers the environments)


def main(steps: int, num_envs: int = 64) -> tuple[int, float]:
    """Return how many games a random Pilot finished and the share that it won."""
    envs = gymnasium.make_vec("throwdown/duel-v0", num_envs=num_envs, opponent="heuristic", reward="win")
    rng = np.random.default_rng(0)
    seen, _ = envs.reset(seed=0)
    rewards = []
    for _ in range(steps):
        # A random legal action of each row: the largest of as many random numbers as there are legal actions.
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
