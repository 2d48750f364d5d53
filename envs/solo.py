"""One game for one learner as a plain gymnasium.Env: the other seats are played inside."""

from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from throwdown.envs import seating, vector
from throwdown.envs.core.kit import Bytes, IllegalAction, Setup, check_seed, row


class LegalDiscrete(spaces.Discrete):
    """All actions, of which `sample` without a mask draws one that is legal now."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.legal: Bytes = np.ones(n, np.int8)

    def sample(self, mask: Bytes | None = None, probability: Any = None) -> np.int64:
        """Return a random action among those of the mask, by default the present one."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, probability)


class ThrowdownSoloEnv(gymnasium.Env[dict[str, Bytes], np.int64]):
    """One game, seen from one seat (or from all seats of one role in turn).

    Args:
        setup: what is played (`throwdown.make_solo` takes an id and options instead).
        seat: the seat, role or side that learns.
        players: who plays the other seats, see `ThrowdownVectorEnv`.
        seed: used until `reset` is given one.
        render_mode: ``ansi`` or None.
        illegal: what an illegal action does. ``flag``: nothing; the game stays as it is, the reward is 0 and
            ``info["illegal_action"]`` holds a sentence. ``raise``: `IllegalAction`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}  # type: ignore[misc]

    def __init__(
        self,
        setup: Setup,
        seat: str,
        players: seating.Players | vector.Assign,
        seed: int = 0,
        render_mode: str | None = None,
        illegal: Literal["flag", "raise"] = "flag",
    ) -> None:
        self.runner = vector.SeatRunner(setup, 1, seat, players, seed)
        self.setup, self.render_mode, self.illegal = setup, render_mode, illegal
        self.observation_space: spaces.Dict = vector.seat_space(setup)  # type: ignore[assignment]
        self.action_space: LegalDiscrete = LegalDiscrete(setup.game.actions.n)
        self._mask = self.action_space.legal
        self._row: Bytes = np.zeros(setup.width, np.int8)
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Bytes], dict[str, Any]]:
        """Deal a new game and play up to the learner's first decision.

        Raises:
            InvalidConfig: the seed is no whole number from 0 to 2**62 - 1.
        """
        super().reset(seed=None if seed is None else check_seed(seed))
        if seed is not None:
            self.runner.seed(seed)
            self.action_space.seed(seed)
        turn = self.runner.reset()
        self._is_over = False
        return self._observe(turn.observations[0], turn.masks[0]), {}

    def step(self, action: np.int64 | int) -> tuple[dict[str, Bytes], float, bool, bool, dict[str, Any]]:
        """Play an action and, inside, everything up to the learner's next decision.

        Raises:
            IllegalAction: the game is over, the action is no number of this game, or it is illegal and the environment
                was made with ``illegal="raise"``; nothing has changed.
        """
        if self._is_over:
            raise IllegalAction("the game is over: call reset before the next step.")
        if not self.action_space.contains(np.int64(action)):
            raise IllegalAction(
                f"action {action} is not an action of this game: its actions run from 0 to {self.action_space.n - 1}."
            )
        if not self._mask[int(action)]:
            return self._refuse(int(action))
        turn = self.runner.step(np.array([action], np.int64))
        self._is_over = bool(turn.done[0])
        row = turn.final[0] if self._is_over else turn.observations[0]
        mask = np.zeros_like(turn.masks[0]) if self._is_over else turn.masks[0]
        return self._observe(row, mask), float(turn.rewards[0]), self._is_over, False, {}

    def _refuse(self, action: int) -> tuple[dict[str, Bytes], float, bool, bool, dict[str, Any]]:
        label = self.setup.game.actions.labels[action]
        sentence = f"'{label}' (action {action}) is illegal now; action_mask says what is legal."
        if self.illegal == "raise":
            raise IllegalAction(sentence)
        return self._observe(self._row, self._mask), 0.0, False, False, {"illegal_action": sentence}

    def _observe(self, row: Bytes, mask: Bytes) -> dict[str, Bytes]:
        self._row, self._mask = row, mask
        self.action_space.legal = mask
        return {"observation": row.copy(), "action_mask": mask.copy()}

    def action_masks(self) -> Bytes:
        """Return the present mask: int8, shape (actions,); all zero when the game is over."""
        return self._mask

    def render(self) -> str | None:
        """Return the table as the learner sees it."""
        if self.render_mode != "ansi":
            return None
        viewer, states = self.runner.seats[0], self.runner.driver.batch.states
        text: str = self.setup.game.text.render(row(states), viewer, self.setup)
        return text
