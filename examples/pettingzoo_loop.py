"""PettingZoo: play the AEC environment, a heuristic Pilot against a random Coach.

Run: python examples/pettingzoo_loop.py --games 20
"""

from __future__ import annotations

import argparse

import numpy as np

import throwdown
from throwdown.agents import View


def main(games: int) -> float:
    """Return the Pilot's mean reward over this many games."""
    env = throwdown.make("throwdown-v0", scenario="duel", reward="win")
    pilot = throwdown.load_agent("heuristic", env.unwrapped.setup, "pilot")
    rng = np.random.default_rng(0)
    total = 0.0
    for game in range(games):
        env.reset(seed=game)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if agent == "pilot_0":
                total += reward
            if terminated or truncated:
                action = None  # PettingZoo's rule for agents whose game is over
            elif agent == "pilot_0":
                view = View.of(observation["observation"], observation["action_mask"])
                action = pilot.act(view, rng)[0]
            else:
                action = env.action_space(agent).sample(observation["action_mask"])
            env.step(action)
    return total / games


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    print(f"mean reward of the Pilot: {main(parser.parse_args().games):+.2f}")
