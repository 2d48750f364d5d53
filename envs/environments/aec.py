"""Every game as a PettingZoo AEC environment."""

import secrets
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from throwdown.envs.core.batch import act_one, observe_seats, reset_games
from throwdown.envs.core.kit import (
    IllegalAction,
    InvalidConfig,
    Out,
    Setup,
    as_action,
    as_records,
    brief,
    check_seed,
    mix,
    open_one,
    row,
)
from throwdown.envs.environments import ending, spaces

RENDER_MODES = ("ansi", "human", "rgb_array")


class ThrowdownAEC(AECEnv[str, dict[str, np.ndarray], int]):
    """A game as an AEC environment; `make` wraps it with order and bounds checks.

    Observations are ``{"observation": int8 (width,), "action_mask": int8 (actions,)}``; the mask of a seat that is not
    to move is all zero. Rewards are paid once, to every seat, when the game ends; the infos then describe the ending,
    see `ending.NAMES`.

    Args:
        setup: the game's setup.
        render_mode: None, ``ansi``, ``human`` or ``rgb_array``.
        render_seat: the agent whose view is rendered; by default everything is shown.

    Raises:
        IllegalAction: the action of `step` is illegal; the game is unchanged.
    """

    metadata: dict[str, Any]

    def __init__(self, setup: Setup, render_mode: str | None = None, render_seat: str | None = None) -> None:
        super().__init__()
        spaces.check_render_mode(render_mode, RENDER_MODES)
        if render_seat is not None and render_seat not in setup.seats:
            raise InvalidConfig(
                f"render_seat is '{render_seat}'; it must be one of {', '.join(setup.seats)}."
            )
        self.setup, self.render_mode, self.render_seat = setup, render_mode, render_seat
        self.metadata = {
            "name": setup.game.id.replace("-", "_"),
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = list(setup.seats)
        self.agents: list[str] = []
        self._width, self._actions = setup.width, setup.game.actions.n
        self._make_spaces()
        self._states = setup.allocate(1)
        self._attach(setup.make_out())
        self._moves: list[int] = []
        self._seed = np.array([secrets.randbits(62)], np.int64)
        self._everything = np.ones(1, np.bool_)

    def _make_spaces(self) -> None:
        low, high = self.setup.game.fields.bounds(self.setup.counts)
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(low, high, dtype=np.int8),
                "action_mask": gymnasium.spaces.Box(0, 1, (self._actions,), np.int8),
            }
        )
        self._choices = actions = spaces.LegalDiscrete(self._actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        n = len(self.possible_agents)
        self.state_space = gymnasium.spaces.Box(np.tile(low, n), np.tile(high, n), dtype=np.int8)

    def _attach(self, outs: np.ndarray) -> None:
        out: Out = row(outs)
        self._out, self._returns = outs, out.returns
        self._row, self._mask = np.asarray(out.row[: self._width]), np.asarray(out.mask[: self._actions])
        self._choices.legal = self._mask
        self._no_mask = np.zeros(self._actions, np.int8)
        self._seat, self._over = as_records(self._states).seat, as_records(self._states).over

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """Return the observation space, the same object for all agents."""
        return self.observation_spaces[self.possible_agents[self._index(agent)]]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """Return the action space, the same object for all agents; `sample` draws one legal for the agent to move."""
        return self.action_spaces[self.possible_agents[self._index(agent)]]

    def _index(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise InvalidConfig(
                f"{agent!r} is not an agent here; there are {', '.join(self.possible_agents)}."
            )
        return self.possible_agents.index(agent)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a new game: with a seed, the game of `Table.deal`; without one, the next of the series."""
        spaces.check_options(options)
        self._moves = []
        self._seed[0] = mix(int(self._seed[0]), 0) >> 1 if seed is None else check_seed(seed)
        reset_games(self._states, self._seed, self._everything, self._out)
        open_one(self._states, self._out)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._seat[0]]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return an agent's observation and mask, in fresh arrays."""
        if agent == self.agent_selection and not self._over[0]:
            return {"observation": self._row.copy(), "action_mask": self._mask.copy()}
        return {"observation": self._view(agent), "action_mask": self._no_mask.copy()}

    def _view(self, agent: str) -> np.ndarray:
        row = np.empty((1, self._width), np.int8)
        viewer = np.array([self._index(agent)], np.int64)
        observe_seats(self._states, np.zeros(1, np.int64), viewer, row, self._out)
        return np.array(row[0])

    def describe(self, observation: Any) -> dict[str, int]:
        """Return every number of an observation by its name; see `Setup.describe`."""
        return self.setup.describe(observation)

    def state(self) -> np.ndarray:
        """Return the observations of all agents in one row: int8, shape (agents x width,)."""
        return np.concatenate([self._view(agent) for agent in self.possible_agents])

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move; for a finished agent it must be None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = as_action(action, self._actions)
        if number is None or not act_one(self._states, number, self._out):
            raise IllegalAction(self._refusal(action, number))
        self._moves.append(number)
        self._cumulative_rewards[agent] = 0.0
        if self._over[0]:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[self._seat[0]]
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        infos = ending.everyones_infos(
            ending.Story(self.setup, int(self._seed[0]), False, tuple(self._moves))
        )
        for seat, agent in enumerate(self.possible_agents):
            self.infos[agent] = infos[seat]
            self.rewards[agent] = float(self._returns[seat])
            self._cumulative_rewards[agent] = self.rewards[agent]
            self.terminations[agent] = True
        self._deads_step_first()

    def _refusal(self, action: Any, number: int | None) -> str:
        if number is None:
            who, last = self.agent_selection, self._actions - 1
            return f"{brief(action)} is not an action; {who} must choose a whole number from 0 to {last}."
        return self.setup.game.text.explain(row(self._states), number, self.setup)

    def render(self) -> str | np.ndarray | None:
        """Render the table: text (``ansi``), on the terminal (``human``), or a picture (``rgb_array``)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: ansi, human or rgb_array.")
            return None
        viewer = None if self.render_seat is None else self.possible_agents.index(self.render_seat)
        return render(row(self._states), viewer, self.setup, self.render_mode)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the whole game as plain data, which fits compiled and uncompiled processes."""
        state = self.__dict__.copy()
        for name in ("_row", "_mask", "_no_mask", "_seat", "_over", "_returns"):
            del state[name]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore a whole game."""
        self.__dict__.update(state)
        self._attach(self._out)


def render(s: Any, viewer: int | None, setup: Setup, mode: str) -> str | np.ndarray | None:
    """Render a table as seen by ``viewer`` (None: everything), in one of `RENDER_MODES`."""
    from throwdown.envs.pictures import draw  # most programs never render

    if mode == "rgb_array":
        return draw.to_array(draw.scene_of(s, viewer, setup))
    text = setup.game.text.render(s, viewer, setup)
    if mode == "ansi":
        return text
    draw.to_terminal(text, setup.game.title)
    return None


def make_env(setup: Setup, **options: Any) -> Any:
    """Return an environment wrapped with PettingZoo's order and bounds checks.

    Args:
        setup: the game's setup.
        **options: those of `ThrowdownAEC`, and ``terminate_illegal`` (False): instead of raising, end the game with -1
            for the agent that plays an illegal action, by PettingZoo's wrapper.
    """
    terminate_illegal = options.pop("terminate_illegal", False)
    env: Any = ThrowdownAEC(setup, **options)
    if terminate_illegal:
        env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)
