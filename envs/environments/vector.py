"""Many games at once for one learner: one role or seat per row learns, every other seat is played inside, in batch.

`SeatRunner` credits the terminal reward to the learner's own last action; the vector environment, the solo environment
and the training adapter are views of it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from throwdown.envs.core.kit import (
    SEEDS,
    Batch,
    Bytes,
    Flags,
    Floats,
    Ints,
    InvalidConfig,
    Setup,
    Singles,
    check_seed,
    how_many,
)
from throwdown.envs.environments import ending, spaces as own
from throwdown.envs.tables import drive, seating

MOST_IDLE = 1000
"""Maximum number of consecutive games without a decision of the learner."""
Assign = Callable[[Ints, np.random.Generator], Sequence[seating.Players]]
"""A function that returns the players of every row that starts a game."""


class Turn(NamedTuple):
    """The result of a step of a `SeatRunner`; every array is fresh.

    Attributes:
        observations: int8, shape (n, width); of the learner's seat to move.
        masks: int8, shape (n, actions); 1 = legal, never all zero.
        rewards: float32, shape (n,); the learner's return where a game ended, else 0.
        done: bool, shape (n,); rows in which a game ended.
        final: int8, shape (k, width); the learner's last observation in the k rows that are done, in their order.
        lengths: int64, shape (k,); the learner's decisions in those games.
        endings: k mappings of functions that compute the infos on those endings, see `ending.NAMES`.
    """

    observations: Bytes
    masks: Bytes
    rewards: Singles
    done: Flags
    final: Bytes
    lengths: Ints
    endings: list[ending.Makers]


class SeatRunner:
    """Steps ``n`` games from one decision of the learner to its next.

    In every row the other seats are played until the learner is to move. If the game ends first, whoever made the last
    move, the learner's return is the reward of the learner's last action; the next game starts in the same step, up to
    the learner's first decision. A game that ends before any decision of the learner is discarded and replaced. If a
    role has several seats, each of their decisions is a step of the learner.

    Args:
        setup: the games' setup.
        n: number of rows.
        learner: the name of a seat, or of a role or a side, all of whose seats learn.
        players: the players of the other seats, by the name of a seat, a role or a side; or a function ``(rows, rng)``
            that returns such a mapping for every row that starts a game.
        seed: of the deals, the choice of players and the players' chance.

    Raises:
        InvalidConfig: a name is unknown, a seat has no player, or a player does not fit.
    """

    def __init__(
        self, setup: Setup, n: int, learner: str, players: seating.Players | Assign, seed: int = 0
    ) -> None:
        if not isinstance(n, int | np.integer) or n < 1:  # type: ignore[redundant-expr]
            raise InvalidConfig(f"the number of games is {n!r}; it must be 1 or more.")
        self.setup, self.n, self.learner = setup, n, learner
        self.seats = seating.seats_of(setup, learner)
        self.driver = drive.Driver(Batch(setup, n, autoreset=False))
        self.driver.notes = self.chronicle = ending.Chronicle(setup, n)
        self.ended: np.ndarray | None = None  # if set, receives every row's last game at its end
        self.rng = np.random.default_rng(check_seed(seed))
        self._assign = None if isinstance(players, Mapping) else players
        self._last = np.full(n, -1, np.int64)  # the learner's seat that acted last in the current game
        self._count = np.zeros(n, np.int64)  # its decisions in the current game
        if isinstance(players, Mapping):
            self._put(self.driver.rows, players)

    @property
    def is_dealt(self) -> bool:
        """Whether games have been dealt by `reset`."""
        return self.driver.is_dealt

    @property
    def to_move(self) -> Ints:
        """Int64, shape (n,): the learner's seat to move."""
        return self.driver.seats

    def seed(self, seed: int) -> None:
        """Restart all random streams; `reset` deals from them."""
        self.rng = np.random.default_rng(check_seed(seed))
        for seated in self.driver.players:
            seated.rng = self.rng

    def _choose_players(self, rows: Ints) -> None:
        """Choose the players of the games about to start."""
        if self._assign is not None:
            for row, players in zip(rows, self._assign(rows, self.rng)):
                self._put(np.array([row]), players)

    def _put(self, rows: Ints, players: seating.Players) -> None:
        for player, seats in seating.line_up(self.setup, players, self.seats):
            known = [k for k, seated in enumerate(self.driver.players) if seated.player is player]
            place = known[0] if known else self.driver.add(drive.Seated(player.bind(self.setup), self.rng))
            self.driver.seat(rows, seats, place)

    def reset(self, seeds: Ints | None = None, rows: Ints | None = None) -> Turn:
        """Deal new games and play up to the learner's first decisions.

        Args:
            seeds: int64, shape (n,); of the deals, drawn from the runner's stream by default.
            rows: the rows to deal anew, all by default; the games in the others continue.
        """
        seeds = self.rng.integers(0, 1 << 62, self.n) if seeds is None else seeds
        rows = self.driver.rows if rows is None else rows
        self._choose_players(rows)
        self._last[rows] = -1
        self._count[rows] = 0
        self.driver.deal(seeds, rows)
        return self._advance()

    def step(self, actions: np.ndarray) -> Turn:
        """Play the learner's action in every row (integers, shape (n,)).

        Raises:
            IllegalAction: an action is illegal or the array has the wrong shape; no row has moved.
        """
        chosen = drive.checked("the learner", actions, self.driver.masks)
        self._last[:] = self.to_move
        self._count += 1
        self.driver.renew()  # the rows handed out stay as they are
        self.driver.play(self.driver.rows, chosen)
        return self._advance()

    def _advance(self) -> Turn:
        """Play the others until every row waits for its learner; collect the finished games."""
        driver, n = self.driver, self.n
        rewards, done = np.zeros(n, np.float32), np.zeros(n, np.bool_)
        final, lengths = np.empty((n, self.setup.width), np.int8), np.zeros(n, np.int64)
        ends: dict[int, ending.Makers] = {}
        rows = driver.rows
        for _ in range(MOST_IDLE):
            if not len(rows):
                break
            over = rows[driver.seats[rows] < 0]
            if len(over):
                ends |= self._finish(over, rewards, done, final, lengths)
                self._choose_players(over)
                driver.restart(over)
            rows = driver.advance(rows)
        else:
            names = " and ".join(self.setup.seats[seat] for seat in self.seats)
            raise InvalidConfig(
                f"{names} decided nothing in {MOST_IDLE:,} games of '{self.setup.scenario}' in a row; let another seat "
                "learn."
            )
        endings = [ends[row] for row in np.flatnonzero(done).tolist()]
        return Turn(driver.observations, driver.masks, rewards, done, final[done], lengths[done], endings)

    def _finish(
        self,
        over: Ints,
        rewards: Singles,
        done: Flags,
        final: Bytes,
        lengths: Ints,
    ) -> dict[int, ending.Makers]:
        """Credit the learner's last action, if any; return the functions for the infos on those endings, by row."""
        ends: dict[int, ending.Makers] = {}
        played = over[self._last[over] >= 0]
        if len(played):
            seats = self._last[played]
            rewards[played] = self.driver.batch.returns()[played, seats]
            done[played] = True
            final[played] = self.driver.batch.observe(played, seats)
            lengths[played] = self._count[played]
            for row, seat in zip(played.tolist(), seats.tolist()):
                ends[row] = self.chronicle.makers(row, seat)
            if self.ended is not None:
                self.ended[played] = self.driver.batch.states[played]
        self._last[over] = -1
        self._count[over] = 0
        return ends

    def look(self) -> tuple[Bytes, Bytes]:
        """Return the learners' current observations (n, width) and masks (n, actions), as fresh arrays."""
        return self.driver.observations.copy(), self.driver.masks.copy()

    def get_state(self) -> dict[str, Any]:
        """Return everything that the next steps depend on except the players: arrays and plain data."""
        memory = self.driver.memory
        return {
            "games": self.driver.batch.states.view(np.uint8).reshape(self.n, -1).copy(),
            "last": self._last.copy(),
            "count": self._count.copy(),
            "keys": None if memory is None else memory.keys.copy(),
            "rng": self.rng.bit_generator.state,
        }

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Restore the result of `get_state`."""
        games = np.asarray(state["games"], np.uint8)
        if games.shape != (self.n, self.setup.game.state.dtype.itemsize):
            raise InvalidConfig(
                "these games were saved with another number of rows or another version of the rules."
            )
        self.driver.batch.states.view(np.uint8).reshape(self.n, -1)[:] = games
        self.driver.begin()
        if self.driver.memory is not None:
            self.driver.memory.keys[:] = state["keys"]
        self._last[:], self._count[:] = state["last"], state["count"]
        self.rng.bit_generator.state = state["rng"]


class ThrowdownVectorEnv(gymnasium.vector.VectorEnv[dict[str, Bytes], Ints, np.ndarray]):
    """``num_envs`` games as a gymnasium vector environment with same-step autoreset.

    Args:
        setup: the games' setup (`throwdown.make_vec` takes an id and options instead).
        num_envs: number of rows.
        seat: the seat that learns, or a role or a side, whose seats all learn and take the steps in turn.
        players: the players of the other seats, by the name of a seat, a role or a side; or a function ``(rows, rng)``
            that returns such a mapping for every row that starts a game.
        seed: used until `reset` is given one.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]

    def __init__(
        self, setup: Setup, num_envs: int, seat: str, players: seating.Players | Assign, seed: int = 0
    ) -> None:
        self.runner = SeatRunner(setup, num_envs, seat, players, seed)
        self.num_envs, self.setup, self.render_mode = num_envs, setup, None
        self.single_observation_space = own.seat_space(setup)
        self.single_action_space = spaces.Discrete(setup.game.actions.n)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space: own.LegalMultiDiscrete = own.LegalMultiDiscrete(num_envs, setup.game.actions.n)
        self._masks: Bytes = self.action_space.legal

    def _observe(self, turn: Turn) -> dict[str, Bytes]:
        self._masks = self.action_space.legal = turn.masks
        return {"observation": turn.observations, "action_mask": turn.masks}

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Bytes], dict[str, Any]]:
        """Deal new games; a list of seeds gives every row its own deal.

        Args:
            seed: of all random streams, or of every row's deal.
            options: ``reset_mask``, bool, shape (num_envs,): the rows to deal anew, while the others continue; other
                options are ignored.

        Raises:
            InvalidConfig: a seed is not a whole number from 0 to 2**62 - 1, a row has none, or it is among the options;
                the mask has another shape or type, or leaves out a row without a game.
        """
        own.check_options(options)
        rows = self._chosen_rows((options or {}).get("reset_mask"))
        seeds = None
        if isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str):
            if len(seed) != self.num_envs:
                raise InvalidConfig(
                    f"seed holds {how_many(len(seed), 'number')} for {how_many(self.num_envs, 'row')}."
                )
            drawn = (self.runner.rng.integers(SEEDS) if s is None else check_seed(s) for s in seed)
            seeds = np.fromiter(drawn, np.int64, self.num_envs)
        elif seed is not None:
            self.runner.seed(seed)
        return self._observe(self.runner.reset(seeds, rows)), {}

    def _chosen_rows(self, mask: Any) -> Ints | None:
        """Return the rows selected by a mask, None for all."""
        if mask is None:
            return None
        chosen = np.asarray(mask)
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_ or not chosen.any():
            raise InvalidConfig(
                f"reset_mask must be {how_many(self.num_envs, 'truth value')}, of shape ({self.num_envs},), one of "
                "them True."
            )
        if not self.runner.is_dealt and not chosen.all():
            raise InvalidConfig(
                "reset_mask leaves out rows in which no game has been dealt yet; reset all first."
            )
        return np.flatnonzero(chosen)

    def step(self, actions: Ints) -> tuple[dict[str, Bytes], Floats, Flags, Flags, dict[str, Any]]:
        """Play one action per row; where a game ended, ``final_obs`` in the infos holds its last observation."""
        turn = self.runner.step(actions)
        infos = self._final(turn) if turn.done.any() else {}
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observe(turn), turn.rewards.astype(np.float64), turn.done, truncated, infos

    def _final(self, turn: Turn) -> dict[str, Any]:
        """Return gymnasium's infos of finished rows; the mask of a finished game is all zero.

        Each of `ending.NAMES` is an array of objects, None where no game ended.
        """
        final_obs = np.full(self.num_envs, None, object)
        returns, lengths = np.zeros(self.num_envs), np.zeros(self.num_envs, np.int64)
        for k, row in enumerate(np.flatnonzero(turn.done)):
            final_obs[row] = {"observation": turn.final[k], "action_mask": np.zeros_like(self._masks[0])}
        returns[turn.done], lengths[turn.done] = turn.rewards[turn.done], turn.lengths
        episode = {"r": returns, "_r": turn.done.copy(), "l": lengths, "_l": turn.done.copy()}
        return {
            "final_obs": final_obs,
            "_final_obs": turn.done.copy(),
            "final_info": self._endings_of(turn, episode=episode, _episode=turn.done.copy()),
            "_final_info": turn.done.copy(),
        }

    def _endings_of(self, turn: Turn, **known: Any) -> ending.Infos:
        rows = np.flatnonzero(turn.done).tolist()

        def column(name: str) -> np.ndarray:
            found = np.full(self.num_envs, None, object)
            for row, makers in zip(rows, turn.endings):
                found[row] = makers[name]()
            return found

        makers = {name: partial(column, name) for name in ending.NAMES}
        return ending.Infos(makers, **known, **{f"_{name}": turn.done.copy() for name in ending.NAMES})

    def describe(self, observation: Any) -> dict[str, int]:
        """Return every number of one row's observation by its name; see `Setup.describe`."""
        return self.setup.describe(observation)

    def action_masks(self) -> Bytes:
        """Return the current masks: int8, shape (num_envs, actions)."""
        return self._masks
