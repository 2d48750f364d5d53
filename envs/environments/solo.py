"""One game for one learner as a plain gymnasium.Env: the other seats are played inside."""

from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from throwdown.envs.core.kit import Bytes, IllegalAction, Setup, as_action, brief, check_seed, row
from throwdown.envs.environments import spaces as own, vector
from throwdown.envs.environments.aec import RENDER_MODES, render
from throwdown.envs.environments.ending import Infos
from throwdown.envs.tables import seating


class ThrowdownSoloEnv(gymnasium.Env[dict[str, Bytes], np.int64]):
    """One game, seen from one seat (or from all seats of one role in turn).

    Args:
        setup: the game's setup (`throwdown.make_solo` takes an id and options instead).
        seat: the seat, role or side that learns.
        players: the players of the other seats, see `ThrowdownVectorEnv`.
        seed: used until `reset` is given one.
        render_mode: None, ``ansi``, ``human`` or ``rgb_array``.
        illegal: the response to an illegal action. ``flag``: the game is unchanged, the reward is 0 and
            ``info["illegal_action"]`` holds a sentence. ``raise``: `IllegalAction`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        setup: Setup,
        seat: str,
        players: seating.Players | vector.Assign,
        seed: int = 0,
        render_mode: str | None = None,
        illegal: Literal["flag", "raise"] = "flag",
    ) -> None:
        own.check_render_mode(render_mode, self.metadata["render_modes"])
        self.runner = vector.SeatRunner(setup, 1, seat, players, seed)
        self.runner.ended = setup.game.allocate(1)
        self.setup, self.render_mode, self.illegal = setup, render_mode, illegal
        self.observation_space: spaces.Dict = own.seat_space(setup)  # type: ignore[assignment]
        self.action_space: own.LegalDiscrete = own.LegalDiscrete(setup.game.actions.n)
        self._mask = self.action_space.legal
        self._row: Bytes = np.zeros(setup.width, np.int8)
        self._is_over, self._is_dealt = True, False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Bytes], dict[str, Any]]:
        """Deal a new game and play up to the learner's first decision.

        Raises:
            InvalidConfig: the seed is not a whole number from 0 to 2**62 - 1, or is among the options.
        """
        own.check_options(options)
        super().reset(seed=None if seed is None else check_seed(seed))
        if seed is not None:
            self.runner.seed(seed)
            self.action_space.seed(seed)
        turn = self.runner.reset()
        self._is_over, self._is_dealt = False, True
        return self._observe(turn.observations[0], turn.masks[0]), {}

    def step(self, action: np.int64 | int) -> tuple[dict[str, Bytes], float, bool, bool, dict[str, Any]]:
        """Play an action and, inside, everything up to the learner's next decision.

        When the game ends, the infos describe the ending; see `ending.NAMES`.

        Raises:
            IllegalAction: the game is over, the action is out of range, or it is illegal and the environment was made
                with ``illegal="raise"``; nothing has changed.
        """
        if self._is_over:
            raise IllegalAction("the game is over: call reset before the next step.")
        number = as_action(action, len(self._mask))
        if number is None:
            raise IllegalAction(
                f"{brief(action)} is not an action; they are whole numbers from 0 to {len(self._mask) - 1}."
            )
        if not self._mask[number]:
            return self._refuse(number)
        turn = self.runner.step(np.array([number], np.int64))
        self._is_over = bool(turn.done[0])
        row = turn.final[0] if self._is_over else turn.observations[0]
        mask = np.zeros_like(turn.masks[0]) if self._is_over else turn.masks[0]
        infos = Infos(turn.endings[0]) if self._is_over else {}
        return self._observe(row, mask), float(turn.rewards[0]), self._is_over, False, infos

    def _refuse(self, action: int) -> tuple[dict[str, Bytes], float, bool, bool, dict[str, Any]]:
        label = self.setup.game.actions.labels[action]
        sentence = f"'{label}' (action {action}) is illegal now; action_mask says what is legal."
        if self.illegal == "raise":
            raise IllegalAction(sentence)
        return self._observe(self._row, self._mask), 0.0, False, False, {"illegal_action": sentence}

    def _observe(self, row: Bytes, mask: Bytes) -> dict[str, Bytes]:
        self._row, self._mask = row, mask
        self.action_space.legal = mask
        if self.render_mode == "human":
            self.render()
        return {"observation": row.copy(), "action_mask": mask.copy()}

    def describe(self, observation: Any) -> dict[str, int]:
        """Return every number of an observation by its name; see `Setup.describe`."""
        return self.setup.describe(observation)

    def action_masks(self) -> Bytes:
        """Return the current mask: int8, shape (actions,); all zero when the game is over."""
        return self._mask

    def render(self) -> str | Bytes | None:
        """Render the table as seen by the learner: text, on the terminal, or a picture, uint8 (height, width, 3).

        Raises:
            IllegalAction: no game has been dealt yet.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: ansi, human or rgb_array.")
            return None
        if not self._is_dealt:
            raise IllegalAction("no game has been dealt yet; call reset before render.")
        viewer = int(self.runner.seats[0])
        return render(row(self._states()), viewer, self.setup, self.render_mode)

    def _states(self) -> np.ndarray:
        """Return the game; once it is over, the runner has already dealt the next one, still unseen."""
        ended = self.runner.ended
        return ended if self._is_over and ended is not None else self.runner.driver.batch.states
