"""The games for Stable-Baselines3: a VecEnv over `SeatRunner`."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import logger, spaces
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from throwdown.envs.core.kit import Bytes, Flags, Ints, InvalidConfig, Setup, Singles, brief
from throwdown.envs.environments import ending, vector
from throwdown.envs.environments.spaces import draw_legal
from throwdown.envs.tables import seating

LARGEST_STAKE = 1.0
"""The largest absolute return in any reward scheme."""

StepResult = tuple[Bytes, Singles, Flags, list[dict[str, Any]]]


class SelfPlayVecEnv(VecEnv):
    """``rows`` games in which one role, side or seat learns.

    Observations are flat int8 rows, fresh in every step (the rollout buffer stores them after the next one); masks go
    through ``env_method("action_masks")`` as one block, and the infos of running games are one shared dict. Those of a
    finished game hold its outcome, see `ending.NAMES`.

    Args:
        setup: the setup.
        rows: number of games.
        learner: the learner's role, side or seat.
        players: the players of the other seats, by seat, role or side.
        seed: of the runner.
        illegal: the treatment of an illegal action. ``raise``: `IllegalAction`. ``resample``: a random legal action is
            played instead, as if by a rule of the game; ``illegal_actions`` counts them, and the infos of a finished
            game hold its own count by that name.
    """

    def __init__(
        self,
        setup: Setup,
        rows: int,
        learner: str,
        players: seating.Players,
        seed: int = 0,
        illegal: Literal["raise", "resample"] = "raise",
    ) -> None:
        if illegal not in ("raise", "resample"):
            raise InvalidConfig(f"illegal is {brief(illegal)}; it must be 'raise' or 'resample'.")
        self.runner = vector.SeatRunner(setup, rows, learner, players, seed)
        low, high = setup.game.fields.bounds(setup.counts)
        self._masks: Bytes = np.ones((rows, setup.game.actions.n), np.int8)
        self._infos: list[dict[str, Any]] = [{}] * rows
        self._actions: Ints = np.zeros(rows, np.int64)
        self.illegal, self.illegal_actions = illegal, 0
        self._replaced = np.zeros(rows, np.int64)  # actions in the current game of each row
        super().__init__(rows, spaces.Box(low, high, dtype=np.int8), spaces.Discrete(setup.game.actions.n))

    def reset(self) -> Bytes:
        """Deal new games."""
        turn = self.runner.reset()
        self._replaced[:] = 0
        self._masks = turn.masks
        return turn.observations

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Restart all streams of chance; the next `reset` deals from them."""
        if seed is not None:
            self.runner.seed(seed)
        return super().seed(seed)

    def step_async(self, actions: Ints) -> None:
        """Store the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> StepResult:
        """Play the stored actions.

        Raises:
            IllegalAction: they are not integers of shape (rows,), or one is illegal and ``illegal`` is ``raise``.
        """
        turn = self.runner.step(self._legal() if self.illegal == "resample" else self._actions)
        self._masks = turn.masks
        rewards = turn.rewards / np.float32(LARGEST_STAKE)
        infos = self._final(turn) if turn.done.any() else self._infos
        return turn.observations, rewards, turn.done, infos

    def _legal(self) -> Ints:
        """Return the actions to play: a random legal one for each that is illegal."""
        chosen = np.array(self._actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            return chosen  # rejected by the runner
        inside = chosen.clip(0, self._masks.shape[1] - 1)
        wrong = np.flatnonzero((inside != chosen) | (self._masks[self.runner.driver.rows, inside] == 0))
        if len(wrong):
            if not self.illegal_actions:
                logger.warn(
                    "the learner chose an illegal action: a random legal one is played in its place, and "
                    "illegal_actions counts it. MaskablePPO of sb3-contrib chooses legal actions only."
                )
            self.illegal_actions += len(wrong)
            self._replaced[wrong] += 1
            chosen[wrong] = draw_legal(self._masks[wrong], self.runner.rng)
        return chosen

    def _final(self, turn: vector.Turn) -> list[dict[str, Any]]:
        infos = self._infos.copy()
        for k, row in enumerate(np.flatnonzero(turn.done).tolist()):
            known = {
                "episode": {"r": float(turn.rewards[row]), "l": int(turn.lengths[k]), "t": 0.0},
                "terminal_observation": turn.final[k],
                "TimeLimit.truncated": False,
                "illegal_actions": int(self._replaced[row]),
            }
            self._replaced[row] = 0
            infos[row] = ending.Infos(turn.endings[k], **known)
        return infos

    def describe(self, observation: Bytes) -> dict[str, int]:
        """Return a row's observation as values by name; see `Setup.describe`."""
        return self.runner.setup.describe(observation)

    def action_masks(self) -> Bytes:
        """Return the current masks: int8, shape (rows, actions)."""
        return self._masks

    def has_attr(self, attr_name: str) -> bool:
        """Return whether the environments have an attribute."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute once per row."""
        value = None if attr_name == "render_mode" else getattr(self, attr_name)
        return [value] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all rows."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Call a method; all masks come as one block in a list, which SB3 reshapes."""
        if method_name == "action_masks" and indices is None:
            return [self._masks]
        if method_name == "action_masks":
            return list(self._masks[list(self._get_indices(indices))])
        return [getattr(self, method_name)(*args, **kwargs)] * len(list(self._get_indices(indices)))

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Report that episodes are monitored: `step_wait` fills ``info["episode"]`` itself."""
        return [wrapper_class is Monitor] * len(list(self._get_indices(indices)))

    def get_images(self) -> Sequence[Any]:
        """Return no pictures."""
        return [None] * self.num_envs

    def close(self) -> None:
        """Nothing to release."""

    def get_state(self) -> dict[str, Any]:
        """Return the games and everything else that the next steps depend on, except the players."""
        return self.runner.get_state()

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Continue from a result of `get_state`."""
        self.runner.set_state(state)
        self._masks = self.runner.look()[1]
