"""N games as arrays: the only batch loop, and the entry points that everything else is built on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core import game as rules
from throwdown.envs.core.actions import count_members, is_member, nth_member, write_mask
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.core.events import empty_log
from throwdown.envs.core.game import Setup
from throwdown.envs.core.jit import announce, entry, kernel
from throwdown.envs.core.rng import mix, seed

NO_LOG = empty_log(0)
_RESTART = 1 << 40


@kernel
def start(s: Any, key: int, log: Any) -> None:
    """Deal a new game from a key."""
    seed(s.rng, key)
    rules.setup(s, log)


@entry
def reset_games(states: Any, keys: Any, which: Any, log: Any) -> None:
    """Deal a new game in every row of ``which`` (bool, shape (n,))."""
    for i in range(states.shape[0]):
        if which[i]:
            start(states[i], mix(keys[i], 0), log)


@entry
def look(states: Any, starts: Any, words: Any, masks: Any, observations: Any, seats: Any) -> None:
    """Write the legal sets, masks and observations of the seats to move; a finished game has none."""
    for i in range(states.shape[0]):
        show(states[i], starts, words[i], masks[i], observations[i])
        seats[i] = -1 if states[i].over else states[i].seat


@kernel
def show(s: Any, starts: Any, words: Any, mask: Any, observation: Any) -> None:
    """Write the legal set, mask and observation of the seat to move."""
    if s.over:
        words[:] = 0
    else:
        rules.legal(s, words)
    write_mask(words, starts, mask)
    rules.observe(s, s.seat, observation)


@entry
def step_games(
    states: Any,
    actions: Any,
    starts: Any,
    autoreset: bool,
    words: Any,
    masks: Any,
    observations: Any,
    seats: Any,
    rewards: Any,
    done: Any,
    errors: Any,
    final: Any,
    log: Any,
) -> None:
    """Play one action in every row; see `Batch.step`."""
    for i in range(states.shape[0]):
        s = states[i]
        rewards[i, :] = 0.0
        done[i] = False
        errors[i] = False
        if not is_member(words[i], starts, actions[i]):
            errors[i] = not (s.over and actions[i] == -1)
        else:
            mover = s.seat
            rules.apply(s, actions[i], log)
            if s.over:
                rules.returns(s, rewards[i])
                done[i] = True
                rules.observe(s, mover, final[i])
                if autoreset:
                    start(s, mix(s.rng.key, _RESTART), log)
        show(s, starts, words[i], masks[i], observations[i])
        seats[i] = -1 if s.over else s.seat


@entry
def apply_games(states: Any, rows: Any, actions: Any, starts: Any, words: Any, errors: Any, log: Any) -> None:
    """Play ``actions[k]`` in row ``rows[k]`` without looking at the result; refuse illegal ones."""
    for k in range(rows.shape[0]):
        i = rows[k]
        s = states[i]
        errors[k] = s.over
        if not s.over:
            rules.legal(s, words[0])
            errors[k] = not is_member(words[0], starts, actions[k])
            if not errors[k]:
                rules.apply(s, actions[k], log)


@entry
def observe_seats(states: Any, rows: Any, viewers: Any, out: Any) -> None:
    """Write the observation of ``viewers[k]`` in row ``rows[k]``."""
    for k in range(rows.shape[0]):
        rules.observe(states[rows[k]], viewers[k], out[k])


@entry
def read_returns(states: Any, out: Any) -> None:
    """Write the returns of every row; zeros for an unfinished game."""
    for i in range(states.shape[0]):
        out[i, :] = 0.0
        if states[i].over:
            rules.returns(states[i], out[i])


@entry
def redeal_games(states: Any, viewers: Any, keys: Any) -> None:
    """Resample what ``viewers[i]`` cannot know in row ``i``, from ``keys[i]``."""
    for i in range(states.shape[0]):
        seed(states[i].rng, mix(keys[i], 1))
        rules.redeal(states[i], viewers[i])


@kernel
def draw_action(words: Any, starts: Any, exits: Any, keep: float, key: int, number: int) -> int:
    """Return a uniform legal action; one of ``exits`` is kept with probability ``keep`` where there is a choice."""
    n = count_members(words)
    r = mix(key, number)
    a = nth_member(words, starts, ((r >> 31) * n) >> 32)
    for e in range(exits.shape[0]):
        if a == exits[e] and n > 1 and (r & 0xFFFF) >= keep * 65536:
            k = (r >> 16) % (n - 1)
            b = nth_member(words, starts, k)
            return b if b < a else nth_member(words, starts, k + 1)
    return a


@entry
def sample_actions(words: Any, starts: Any, exits: Any, keep: float, key: int, out: Any) -> None:
    """Write a random legal action per row; -1 where there is none."""
    for i in range(words.shape[0]):
        out[i] = draw_action(words[i], starts, exits, keep, key, i) if count_members(words[i]) > 0 else -1


@entry
def count_options(words: Any, out: Any) -> None:
    """Write the number of legal actions per row."""
    for i in range(words.shape[0]):
        out[i] = count_members(words[i])


@entry
def playouts(states: Any, plies: int, starts: Any, exits: Any, keep: float, key: int, words: Any, log: Any) -> Any:
    """Play random games one after another until ``plies`` actions are done.

    Returns:
        (plies, decisions with two or more legal actions, games).
    """
    total, decisions, games = 0, 0, 0
    s = states[0]
    while total < plies:
        rules.legal(s, words)
        decisions += 1 if count_members(words) > 1 else 0
        rules.apply(s, draw_action(words, starts, exits, keep, key, total), log)
        total += 1
        if s.over:
            games += 1
            start(s, mix(s.rng.key, _RESTART), log)
    return total, decisions, games


class Step(NamedTuple):
    """What a step of a `Batch` hands out; every array is fresh.

    Attributes:
        observations: int8, shape (n, width); of the seat to move.
        masks: int8, shape (n, actions); 1 = legal; all zero in a finished row.
        rewards: float32, shape (n, seats); the returns where a game ended, else 0.
        done: bool, shape (n,); rows in which a game ended in this step.
        seats: int64, shape (n,); the seat to move, -1 in a finished row.
        errors: bool, shape (n,); rows whose action was illegal; their game is unchanged.
        final: int8, shape (n, width); where done, the last observation of the seat that moved last.
    """

    observations: np.ndarray
    masks: np.ndarray
    rewards: np.ndarray
    done: np.ndarray
    seats: np.ndarray
    errors: np.ndarray
    final: np.ndarray


class Batch:
    """``n`` games of one setup as raw arrays.

    A row's game depends on its seed alone, never on ``n`` or on its place.

    Args:
        setup: what is played (`throwdown.Batch` takes an id and options instead).
        n: number of games, 1 or more.
        seed: row ``i`` is dealt from ``seed + i`` unless `reset` is given seeds.
        autoreset: whether a finished row starts its next game in the same step; if not, it waits for `reset` and takes
            the action -1 meanwhile.
    """

    def __init__(self, setup: Setup, n: int, seed: int = 0, autoreset: bool = True) -> None:
        if n < 1:
            raise InvalidConfig(f"n is {n}; a batch holds 1 game or more.")
        announce(setup.game.id)
        self.setup, self.game, self.n, self.seed, self.autoreset = setup, setup.game, n, seed, autoreset
        self.states = setup.game.allocate(n)
        self.states[:] = setup.template[0]
        self.starts = setup.game.actions.starts
        self.words = np.zeros((n, len(self.starts) - 1), np.int64)
        self.exits = np.array([setup.game.actions.first(x) for x in setup.game.exits], np.int64)
        self._plays = 0

    def reset(self, seeds: np.ndarray | None = None, rows: np.ndarray | None = None) -> Step:
        """Deal new games and return the first observations.

        Args:
            seeds: int64, shape (n,); one per row.
            rows: bool, shape (n,); the rows to deal anew, all by default.
        """
        keys = np.arange(self.n, dtype=np.int64) + self.seed if seeds is None else np.asarray(seeds, np.int64)
        which = np.ones(self.n, np.bool_) if rows is None else np.asarray(rows, np.bool_)
        if keys.shape != (self.n,) or which.shape != (self.n,):
            raise InvalidConfig(f"seeds and rows must have shape ({self.n},), one entry per game.")
        reset_games(self.states, keys, which, NO_LOG)
        return self.look()

    def _blank(self) -> Step:
        n, width, actions = self.n, self.setup.width, self.game.actions.n
        return Step(
            np.empty((n, width), np.int8),
            np.empty((n, actions), np.int8),
            np.zeros((n, len(self.setup.seats)), np.float32),
            np.zeros(n, np.bool_),
            np.empty(n, np.int64),
            np.zeros(n, np.bool_),
            np.zeros((n, width), np.int8),
        )

    def look(self) -> Step:
        """Return the present observations; rewards are zero."""
        out = self._blank()
        look(self.states, self.starts, self.words, out.masks, out.observations, out.seats)
        return out

    def step(self, actions: np.ndarray) -> Step:
        """Play one action per row (integers, shape (n,)).

        Raises:
            IllegalAction: the array has the wrong shape or dtype. A single illegal action raises nothing: its row is
                flagged in ``errors`` and left unchanged.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.n,) or not np.issubdtype(actions.dtype, np.integer):
            raise IllegalAction(
                f"actions have shape {actions.shape} and dtype {actions.dtype}; they must be {self.n} integers."
            )
        out = self._blank()
        step_games(
            self.states,
            actions.astype(np.int64),
            self.starts,
            self.autoreset,
            self.words,
            out.masks,
            out.observations,
            out.seats,
            out.rewards,
            out.done,
            out.errors,
            out.final,
            NO_LOG,
        )
        return out

    def random_actions(self, keep_exits: float = 1.0) -> np.ndarray:
        """Return a random legal action per row (int64); exits such as Concede are kept with that probability."""
        out = np.empty(self.n, np.int64)
        self._plays += 1
        sample_actions(self.words, self.starts, self.exits, keep_exits, mix(self.seed, self._plays), out)
        return out

    def observe(self, rows: np.ndarray, viewers: np.ndarray) -> np.ndarray:
        """Return the observations of given seats in given rows: int8, shape (len(rows), width)."""
        out = np.empty((len(rows), self.setup.width), np.int8)
        observe_seats(self.states, np.asarray(rows, np.int64), np.asarray(viewers, np.int64), out)
        return out

    def play(self, rows: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Play one action in each given row without observing; return the rows' error flags."""
        errors = np.zeros(len(rows), np.bool_)
        scratch = np.zeros((1, self.words.shape[1]), np.int64)
        apply_games(
            self.states, np.asarray(rows, np.int64), np.asarray(actions, np.int64), self.starts, scratch, errors, NO_LOG
        )
        return errors

    def returns(self) -> np.ndarray:
        """Return every seat's return: float32, shape (n, seats); zeros in unfinished rows."""
        out = np.zeros((self.n, len(self.setup.seats)), np.float32)
        read_returns(self.states, out)
        return out
