"""Many games at once for one learner: one role or seat per row learns, every other seat is played inside, in batch.

`SeatRunner` is the only place where the other seats are played and the terminal reward is credited to the learner's own
last action; the vector environment, the solo environment and the training adapter are views of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from throwdown.envs.core.batch import Batch, Step
from throwdown.envs.core.errors import IllegalAction, InvalidConfig, did_you_mean
from throwdown.envs.core.game import Setup

Rows = NDArray[np.int64]


class Player(Protocol):
    """Who can sit on a seat: every agent of ``throwdown.agents`` is one."""

    def act(
        self, observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return a legal action per row: observations (n, width), masks (n, actions) -> int64, shape (n,)."""


class Company(Protocol):
    """Who sits on all the seats that do not learn."""

    def seat(self, rows: Rows, rng: np.random.Generator) -> None:
        """Choose who plays the games that are about to start in ``rows``."""

    def act(
        self,
        rows: Rows,
        seats: Rows,
        observations: NDArray[np.int8],
        masks: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.int64]:
        """Return an action for each of ``rows``, where ``seats`` are to move; shapes (k,), (k, width), (k, actions)."""


Assign = Callable[[Rows, np.random.Generator], Sequence[Mapping[str, Player]]]
"""Given the rows that start a game, returns for each the players by role or seat name."""
Players = Mapping[str, Player] | Assign


class AssignedPlayers:
    """A company of players, fixed or chosen anew for every game.

    Args:
        setup: what is played.
        rows: number of rows.
        players: players by role (``coach``) or seat name (``pilot_1``, which goes before its role), or a function that
            returns such a mapping for every row that starts a game.
        learning: the seats that learn; the others need a player.
    """

    def __init__(self, setup: Setup, rows: int, players: Players, learning: Sequence[int]) -> None:
        self.setup, self.players = setup, players
        self.others = [p for p in range(len(setup.seats)) if p not in learning]
        self._known: list[Player] = []
        self._who = np.full((rows, len(setup.seats)), -1, np.int64)
        if isinstance(players, Mapping):
            for name in players:
                if name not in (*setup.seats, *setup.roles):
                    near = did_you_mean(name, (*setup.seats, *setup.roles))
                    raise InvalidConfig(f"'{name}' is neither a seat nor a role here{near}.")
            self._who[:] = self._line(players)

    def _line(self, players: Mapping[str, Player]) -> Rows:
        line = np.full(len(self.setup.seats), -1, np.int64)
        for p in self.others:
            name, role = self.setup.seats[p], self.setup.roles[p]
            player = players.get(name, players.get(role))
            if player is None:
                raise InvalidConfig(f"nobody plays {name}: name a player for '{role}' or for '{name}'.")
            line[p] = self._index(player)
        return line

    def _index(self, player: Player) -> int:
        for k, known in enumerate(self._known):
            if known is player:
                return k
        self._known.append(player)
        return len(self._known) - 1

    def seat(self, rows: Rows, rng: np.random.Generator) -> None:
        """Choose the players of the games that are about to start."""
        if not isinstance(self.players, Mapping):
            for row, players in zip(rows, self.players(rows, rng)):
                self._who[row] = self._line(players)

    def act(
        self,
        rows: Rows,
        seats: Rows,
        observations: NDArray[np.int8],
        masks: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.int64]:
        """Return an action for each row, asking every player once."""
        who = self._who[rows, seats]
        first = int(who[0])
        if (who == first).all():
            return self._known[first].act(observations, masks, rng)
        actions = np.empty(len(rows), np.int64)
        for k in np.unique(who):
            mine = who == k
            actions[mine] = self._known[int(k)].act(observations[mine], masks[mine], rng)
        return actions


class Turn(NamedTuple):
    """What a step of a `SeatRunner` hands out; every array is fresh.

    Attributes:
        observations: int8, shape (n, width); of the learner who is to move.
        masks: int8, shape (n, actions); 1 = legal, never all zero.
        rewards: float32, shape (n,); the learner's return where a game ended, else 0.
        done: bool, shape (n,); rows in which a game ended.
        final: int8, shape (k, width); the learner's last observation in the k rows that are done, in their order.
        lengths: int64, shape (k,); the learner's decisions in those games.
    """

    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    final: NDArray[np.int8]
    lengths: Rows


def learning_seats(setup: Setup, learner: str) -> tuple[int, ...]:
    """Return the seats of a role, or the one of a seat's name."""
    if learner in setup.seats:
        return (setup.seat(learner),)
    if learner in setup.roles:
        return tuple(p for p, role in enumerate(setup.roles) if role == learner)
    names = (*dict.fromkeys(setup.roles), *setup.seats)
    near = did_you_mean(learner, names)
    raise InvalidConfig(
        f"'{learner}' is neither a seat nor a role here{near}; it must be one of {', '.join(names)}."
    )


class SeatRunner:
    """Steps ``n`` games from one decision of the learner to its next.

    In every row the other seats are played until the learner is to move. If the game ends before that, by whose move
    ever, the learner's return is the reward of the learner's last action; the next game starts in the same step, and
    the others move first in it if they are to. A game that ends before the learner had any decision is dealt anew and
    leaves no trace. If a role has several seats, each of their decisions is a step of the learner.

    Args:
        setup: what is played.
        n: number of rows.
        learner: a seat (``pilot_0``) or a role (``pilot``: all its seats).
        company: who plays the other seats.
        seed: of the deals, the choice of players and the players' chance.
    """

    def __init__(self, setup: Setup, n: int, learner: str, company: Company, seed: int = 0) -> None:
        self.setup, self.n, self.learner, self.company = setup, n, learner, company
        self.seats = learning_seats(setup, learner)
        self._learns = np.zeros(len(setup.seats), np.bool_)
        self._learns[list(self.seats)] = True
        self.batch = Batch(setup, n, autoreset=False)
        self.rng = np.random.default_rng(seed)
        self._last = np.full(n, -1, np.int64)  # the learner's seat that acted last in the present game
        self._count = np.zeros(n, np.int64)  # its decisions in the present game
        self._all = np.arange(n, dtype=np.int64)
        self._to_move = np.zeros(n, np.int64)
        self._masks = np.zeros((n, setup.game.actions.n), np.int8)  # the learners' present masks

    def seed(self, seed: int) -> None:
        """Start all streams of chance afresh; `reset` deals from them."""
        self.rng = np.random.default_rng(seed)

    def reset(self, seeds: NDArray[np.int64] | None = None) -> Turn:
        """Deal new games in every row and play up to the learner's first decisions.

        Args:
            seeds: int64, shape (n,); of the deals, drawn from the runner's stream by default.
        """
        seeds = self.rng.integers(0, 1 << 62, self.n) if seeds is None else seeds
        self.company.seat(self._all, self.rng)
        self._last[:] = -1
        self._count[:] = 0
        step = self.batch.reset(seeds)
        return self._advance(step, self._all)

    def step(self, actions: NDArray[Any]) -> Turn:
        """Play the learner's action in every row (integers, shape (n,)).

        Raises:
            IllegalAction: an action is illegal or the array has the wrong shape; no row has moved.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.n,) or not np.issubdtype(actions.dtype, np.integer):
            raise IllegalAction(
                f"actions have shape {actions.shape} and dtype {actions.dtype}; they must be {self.n} integers."
            )
        legal = (actions >= 0) & (actions < self._masks.shape[1])
        legal[legal] = self._masks[legal, actions[legal]] != 0
        if not legal.all():
            row = int(np.flatnonzero(~legal)[0])
            raise IllegalAction(
                f"action {int(actions[row])} is illegal in row {row}; its mask says what is legal."
            )
        self._last[:] = self._to_move
        self._count += 1
        self.batch.play(self._all, actions)
        return self._advance(self._blank(), self._all)

    def _blank(self) -> Step:
        n, width, actions = self.n, self.setup.width, self.setup.game.actions.n
        empty = np.empty(0, np.bool_)
        return Step(
            np.empty((n, width), np.int8),
            np.empty((n, actions), np.int8),
            np.zeros((0, 0), np.float32),
            empty,
            np.empty(n, np.int64),
            empty,
            np.empty((0, 0), np.int8),
        )

    def _advance(self, step: Step, rows: Rows) -> Turn:
        """Play the others in ``rows`` until every row waits for its learner; collect what ended."""
        n = self.n
        rewards, done = np.zeros(n, np.float32), np.zeros(n, np.bool_)
        final, lengths = np.empty((n, self.setup.width), np.int8), np.zeros(n, np.int64)
        while len(rows):
            self.batch.look_at(rows, step)
            seats = step.seats[rows]
            over = rows[seats < 0]
            if len(over):
                self._finish(over, rewards, done, final, lengths)
                self.batch.restart(over)
                self.company.seat(over, self.rng)
                self.batch.look_at(over, step)
                seats = step.seats[rows]
            rows = rows[~self._learns[seats]]
            if len(rows):
                seats = step.seats[rows]
                actions = self.company.act(rows, seats, step.observations[rows], step.masks[rows], self.rng)
                if self.batch.play(rows, actions).any():
                    raise IllegalAction("one of the players inside chose an illegal action.")
        self._to_move, self._masks = step.seats, step.masks
        return Turn(step.observations, step.masks, rewards, done, final[done], lengths[done])

    def _finish(
        self,
        over: Rows,
        rewards: NDArray[np.float32],
        done: NDArray[np.bool_],
        final: NDArray[np.int8],
        lengths: Rows,
    ) -> None:
        """Credit the learner's last action where it had one."""
        played = over[self._last[over] >= 0]
        if len(played):
            seats = self._last[played]
            rewards[played] = self.batch.returns()[played, seats]
            done[played] = True
            final[played] = self.batch.observe(played, seats)
            lengths[played] = self._count[played]
        self._last[over] = -1
        self._count[over] = 0

    def look(self) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return the learners' present observations (n, width) and masks (n, actions), as fresh arrays."""
        step = self._blank()
        self.batch.look_at(self._all, step)
        return step.observations, step.masks

    def get_state(self) -> dict[str, Any]:
        """Return everything that the next steps depend on, but for the company: arrays and plain data."""
        return {
            "games": self.batch.states.view(np.uint8).reshape(self.n, -1).copy(),
            "last": self._last.copy(),
            "count": self._count.copy(),
            "to_move": self._to_move.copy(),
            "rng": self.rng.bit_generator.state,
        }

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Continue from what `get_state` returned."""
        games = np.asarray(state["games"], np.uint8)
        if games.shape != (self.n, self.setup.game.state.dtype.itemsize):
            raise InvalidConfig(
                "these games were saved with another number of rows or another version of the rules."
            )
        self.batch.states.view(np.uint8).reshape(self.n, -1)[:] = games
        self._last[:], self._count[:] = state["last"], state["count"]
        self._to_move = np.array(state["to_move"], np.int64)
        self.rng.bit_generator.state = state["rng"]
        self._masks = self.look()[1]


def seat_space(setup: Setup) -> spaces.Dict:
    """Return the observation space of one seat: the observation and the mask."""
    low, high = setup.game.fields.bounds(setup.counts)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.int8),
            "action_mask": spaces.MultiBinary(setup.game.actions.n),
        }
    )


class ThrowdownVectorEnv(
    gymnasium.vector.VectorEnv[dict[str, NDArray[np.int8]], NDArray[np.int64], NDArray[Any]]
):
    """``num_envs`` games as a gymnasium vector environment with same-step autoreset.

    Args:
        setup: what is played (`throwdown.make_vec` takes an id and options instead).
        num_envs: number of rows.
        seat: the seat that learns (``coach_0``), or a role (``pilot``: all its seats take the steps in turn).
        players: who plays the other seats, by role or seat name; or a function ``(rows, rng)`` that returns such a
            mapping for every row that starts a game.
        seed: used until `reset` is given one.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]

    def __init__(self, setup: Setup, num_envs: int, seat: str, players: Players, seed: int = 0) -> None:
        company = AssignedPlayers(setup, num_envs, players, learning_seats(setup, seat))
        self.runner = SeatRunner(setup, num_envs, seat, company, seed)
        self.num_envs, self.setup, self.render_mode = num_envs, setup, None
        self.single_observation_space = seat_space(setup)
        self.single_action_space = spaces.Discrete(setup.game.actions.n)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._masks: NDArray[np.int8] = np.ones((num_envs, setup.game.actions.n), np.int8)

    def _observe(self, turn: Turn) -> dict[str, NDArray[np.int8]]:
        self._masks = turn.masks
        return {"observation": turn.observations, "action_mask": turn.masks}

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[np.int8]], dict[str, Any]]:
        """Deal new games; a list of seeds gives every row its own deal."""
        seeds = None
        if isinstance(seed, int):
            self.runner.seed(seed)
        elif seed is not None:
            if len(seed) != self.num_envs:
                raise InvalidConfig(f"seed holds {len(seed)} numbers for {self.num_envs} rows.")
            seeds = np.array([self.runner.rng.integers(1 << 62) if s is None else s for s in seed], np.int64)
        return self._observe(self.runner.reset(seeds)), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[
        dict[str, NDArray[np.int8]], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Play one action per row; where a game ended, ``final_obs`` in the infos holds its last observation."""
        turn = self.runner.step(actions)
        infos = self._final(turn) if turn.done.any() else {}
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observe(turn), turn.rewards.astype(np.float64), turn.done, truncated, infos

    def _final(self, turn: Turn) -> dict[str, Any]:
        """Return gymnasium's infos of finished rows; the mask of a finished game is all zero."""
        final_obs = np.full(self.num_envs, None, object)
        returns, lengths = np.zeros(self.num_envs), np.zeros(self.num_envs, np.int64)
        for k, row in enumerate(np.flatnonzero(turn.done)):
            final_obs[row] = {"observation": turn.final[k], "action_mask": np.zeros_like(self._masks[0])}
        returns[turn.done], lengths[turn.done] = turn.rewards[turn.done], turn.lengths
        episode = {"r": returns, "_r": turn.done.copy(), "l": lengths, "_l": turn.done.copy()}
        return {
            "final_obs": final_obs,
            "_final_obs": turn.done.copy(),
            "final_info": {"episode": episode, "_episode": turn.done.copy()},
            "_final_info": turn.done.copy(),
        }

    def action_masks(self) -> NDArray[np.int8]:
        """Return the present masks: int8, shape (num_envs, actions)."""
        return self._masks
