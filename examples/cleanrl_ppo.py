"""CleanRL style: PPO with action masks in one file of PyTorch, on the vector environment.

Needs: pip install 'throwdown[train]'
Run: python examples/cleanrl_ppo.py --decisions 200000
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import throwdown

NUM_ENVS, NUM_STEPS, EPOCHS, BATCHES = 64, 32, 4, 4
GAMMA, LAMBDA, CLIP, ENTROPY, VALUE, LEARNING_RATE = 1.0, 0.95, 0.2, 0.01, 0.5, 1e-3


class Agent(nn.Module):
    """An actor and a critic over one trunk."""

    def __init__(self, width: int, actions: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(width, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.actor, self.critic = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, x: Tensor, mask: Tensor) -> tuple[Categorical, Tensor]:
        """Return the distribution over legal actions and the values."""
        hidden = self.trunk(x)
        logits = self.actor(hidden).masked_fill(~mask, -1e8)
        return Categorical(logits=logits), self.critic(hidden).squeeze(-1)


def tensors(seen: dict[str, np.ndarray]) -> tuple[Tensor, Tensor]:
    """Return observations as float32, shape (N, width), and masks as bool, shape (N, actions)."""
    return torch.as_tensor(seen["observation"]).float(), torch.as_tensor(seen["action_mask"]).bool()


def main(decisions: int) -> float:
    """Return the win rate of the last quarter of the games that the learning Pilot played."""
    torch.manual_seed(1)
    envs = throwdown.make_vec(
        "throwdown-v0", num_envs=NUM_ENVS, seat="pilot", opponent="random", reward="win", seed=1
    )
    agent = Agent(envs.setup.width, envs.setup.game.actions.n)
    optimizer = torch.optim.Adam(agent.parameters(), lr=LEARNING_RATE, eps=1e-5)
    seen, _ = envs.reset(seed=1)
    outcomes: list[float] = []
    for _ in range(max(1, decisions // (NUM_ENVS * NUM_STEPS))):
        rollout = []
        for _ in range(NUM_STEPS):
            x, mask = tensors(seen)
            with torch.no_grad():
                policy, value = agent(x, mask)
            action = policy.sample()
            seen, reward, done, _, _ = envs.step(action.numpy())
            outcomes += reward[done].tolist()
            row = (torch.as_tensor(reward).float(), torch.as_tensor(done).float())
            rollout.append((x, mask, action, policy.log_prob(action), value, *row))
        xs, masks, actions, before, values, rewards, dones = (torch.stack(part) for part in zip(*rollout))

        # Generalised advantage estimation. A game that ends resets in the same step, so `done` cuts the sum.
        with torch.no_grad():
            following = agent(*tensors(seen))[1]
        advantages, gain = torch.zeros_like(rewards), torch.zeros(NUM_ENVS)
        for t in reversed(range(NUM_STEPS)):
            delta = rewards[t] + GAMMA * following * (1 - dones[t]) - values[t]
            gain = delta + GAMMA * LAMBDA * (1 - dones[t]) * gain
            advantages[t], following = gain, values[t]

        flat = [part.flatten(0, 1) for part in (xs, masks, actions, before, advantages, advantages + values)]
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(flat[0])).chunk(BATCHES):
                x, mask, action, old, gain, goal = (part[rows] for part in flat)
                policy, value = agent(x, mask)
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                ratio = (policy.log_prob(action) - old).exp()
                surrogate = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                loss = -surrogate - ENTROPY * policy.entropy().mean() + VALUE * (value - goal).square().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
    last = outcomes[-max(1, len(outcomes) // 4) :]
    return float((np.array(last) > 0).mean())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=8_192)
    print(f"win rate of the Pilot: {main(parser.parse_args().decisions):.1%}")
