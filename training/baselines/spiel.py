"""OpenSpiel's own NFSP and Deep CFR on a small game as exported to it, see `evaluation.exact.openspiel`.

OpenSpiel 2 ships both in PyTorch; it no longer ships R-NaD. They seed the global streams of NumPy and PyTorch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core.kit import Floats, Setup
from throwdown.evaluation.exact import Tree
from throwdown.evaluation.exact.openspiel import ThrowdownGame, from_policy, to_openspiel


class Found(NamedTuple):
    """What an algorithm has learnt.

    Attributes:
        tree: the game.
        strategy: float64 (S,).
        decisions: the number of decisions of the players that it has learnt from.
    """

    tree: Tree
    strategy: Floats
    decisions: int


def _normalised(game: ThrowdownGame, policy: Any) -> Floats:
    strategy = from_policy(game, policy)
    mass = np.add.reduceat(strategy, game.tree.first[:-1])
    return np.asarray(strategy / np.repeat(mass, game.tree.sizes), np.float64)


def nfsp(setup: Setup, settings: Mapping[str, Any], decisions: int, seed: int) -> Found:
    """Train OpenSpiel's NFSP for a number of decisions; no more memory is asked for than so many fill."""
    from open_spiel.python import policy, rl_environment
    from open_spiel.python.pytorch import nfsp as theirs

    memories = ("reservoir_buffer_capacity", "replay_buffer_capacity")
    settings = {**settings, **{name: min(settings[name], decisions) for name in memories}}
    game = to_openspiel(setup)
    env = rl_environment.Environment(game, include_full_state=False)
    env.seed(seed)
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    agents = [
        theirs.NFSP(k, size, actions, seed=2 * seed + k, epsilon_decay_duration=decisions // 2, **settings)
        for k in range(2)
    ]
    done = 0
    while done < decisions:
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
            done += 1
        for agent in agents:
            agent.step(step)

    class Average(policy.Policy):  # type: ignore[misc]
        def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
            player = state.current_player()
            legal = state.legal_actions(player)
            mask = np.zeros(actions, bool)
            mask[legal] = True
            seen = np.array(state.information_state_tensor(player))
            _, _, chances = agents[player]._act(seen, mask)
            return {k: float(chances[k]) for k in legal}

    return Found(game.tree, _normalised(game, Average(game, [0, 1])), done)


def deep_cfr(setup: Setup, settings: Mapping[str, Any], decisions: int, seed: int) -> Found:
    """Run OpenSpiel's Deep CFR until its traversals have met a number of decisions."""
    from open_spiel.python.pytorch.deep_cfr import DeepCFRSolver

    game = to_openspiel(setup)
    solver = DeepCFRSolver(game, num_iterations=1, seed=seed, **settings)

    def met() -> int:
        memories = [*solver.advantage_buffers, solver.strategy_buffer]
        return sum(int(memory.add_calls) for memory in memories if memory is not None)

    while met() < decisions:
        for player in range(2):
            for _ in range(solver._num_traversals):
                solver._traverse_game_tree(solver._root_node, player)
            solver._reinitialize_advantage_network(player)
            solver._learn_advantage_network(player)
        solver._iteration += 1
    solver._learn_strategy_network()
    return Found(game.tree, _normalised(game, solver), met())
