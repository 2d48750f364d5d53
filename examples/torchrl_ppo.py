"""TorchRL: train a masked actor by TorchRL's PPO loss on a wrapped environment.

Needs: pip install 'throwdown[train]' torchrl
Run: python examples/torchrl_ppo.py --frames 20000
"""

from __future__ import annotations

import argparse

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import Tensor, nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper, TransformedEnv
from torchrl.envs.transforms import DTypeCastTransform
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import throwdown  # noqa: F401  (registers the environments)

FRAMES, EPOCHS, BATCH = 512, 4, 128


def masked(logits: Tensor, mask: Tensor) -> MaskedCategorical:
    """Return the distribution over legal actions."""
    return MaskedCategorical(logits=logits, mask=mask.bool())


def make_env() -> TransformedEnv:
    """Return a Pilot's environment with observations as float32."""
    env = gymnasium.make("throwdown/duel-v0", opponent="random", reward="win")
    cast = DTypeCastTransform(torch.int8, torch.float32, in_keys=["observation"])
    return TransformedEnv(GymWrapper(env, categorical_action_encoding=True), cast)


def main(frames: int) -> float:
    """Return the win rate of the Pilot in the last batch of games."""
    torch.manual_seed(1)
    env = make_env()
    width, actions = env.observation_spec["observation"].shape[-1], env.action_spec.space.n

    def net(out: int) -> nn.Sequential:
        return nn.Sequential(nn.Linear(width, 128), nn.ReLU(), nn.Linear(128, out))

    actor = ProbabilisticActor(
        TensorDictModule(net(actions), ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        distribution_class=masked,
        return_log_prob=True,
    )
    critic = ValueOperator(net(1), in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss_of = ClipPPOLoss(actor, critic, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss_of.parameters(), lr=1e-3)
    collector = Collector(env, actor, frames_per_batch=FRAMES, total_frames=max(frames, FRAMES))
    won = 0.0
    for data in collector:
        ended = data["next", "done"].squeeze(-1)
        won = float((data["next", "reward"][ended] > 0).float().mean())
        for _ in range(EPOCHS):
            with torch.no_grad():
                advantage(data)
            for rows in torch.randperm(len(data)).split(BATCH):
                losses = loss_of(data[rows])
                loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
    collector.shutdown()
    return won


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=1_024)
    print(f"win rate of the Pilot: {main(parser.parse_args().frames):.1%}")
