"""N games as arrays: the only batch loop, and the entry points that everything else is built on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core import calls as rules
from throwdown.envs.core.actions import count_members, is_member, nth_member
from throwdown.envs.core.cardset import lowest
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.core.jit import announce, entry, kernel
from throwdown.envs.core.rng import mix, seed

_RESTART = 1 << 40
BLOCK = 64


@kernel
def start(s: Any, key: int, out: Any) -> None:
    """Deal a new game from a key."""
    seed(s.rng, key)
    rules.setup(s, out)


@entry
def reset_games(states: Any, keys: Any, which: Any, outs: Any) -> None:
    """Deal a new game in every row of ``which`` (bool, shape (n,))."""
    for i in range(states.shape[0]):
        if which[i]:
            outs[0].count = 0
            start(states[i], mix(keys[i], 0), outs[0])


@kernel
def look_rows(
    states: Any, first: int, last: int, words: Any, masks: Any, observations: Any, seats: Any, out: Any
) -> None:
    """Write legal sets, masks and observations of the seats to move in rows [first, last)."""
    for i in range(first, last):
        s = states[i]
        consider(s, out)
        for w in range(words.shape[1]):
            words[i, w] = out.words[w]
        for a in range(masks.shape[1]):
            masks[i, a] = 0
        for w in range(words.shape[1]):
            word = out.words[w]
            while word != 0:
                masks[i, out.starts[w] + lowest(word)] = 1
                word &= word - 1
        rules.observe(s, s.seat, out)
        for j in range(observations.shape[1]):
            observations[i, j] = out.row[j]
        seats[i] = -1 if s.over else s.seat


@entry
def look(states: Any, words: Any, masks: Any, observations: Any, seats: Any, outs: Any) -> None:
    """Write the legal sets, masks and observations of the seats to move; a finished game has no legal action."""
    look_rows(states, 0, states.shape[0], words, masks, observations, seats, outs[0])


@kernel
def consider(s: Any, out: Any) -> None:
    """Write the legal set of the seat to move; empty in a finished game."""
    if s.over:
        for w in range(out.pages):
            out.words[w] = 0
    else:
        rules.legal(s, out)


@kernel
def step_row(s: Any, action: int, autoreset: bool, reward: Any, final: Any, out: Any) -> bool:
    """Play a legal action; return whether the game ended by it."""
    mover = s.seat
    rules.apply(s, action, out)
    if not s.over:
        return False
    rules.returns(s, reward)
    rules.observe(s, mover, out)
    for j in range(final.shape[0]):
        final[j] = out.row[j]
    if autoreset:
        start(s, mix(s.rng.key, _RESTART), out)
    return True


@entry
def step_games(
    states: Any,
    actions: Any,
    autoreset: bool,
    words: Any,
    masks: Any,
    observations: Any,
    rewards: Any,
    done: Any,
    seats: Any,
    errors: Any,
    final: Any,
    outs: Any,
) -> None:
    """Play one action in every row and look at the result, a block of rows at a time to stay in the cache."""
    out, n = outs[0], states.shape[0]
    for first in range(0, n, BLOCK):
        last = min(n, first + BLOCK)
        for i in range(first, last):
            s = states[i]
            for p in range(rewards.shape[1]):
                rewards[i, p] = 0.0
            for w in range(words.shape[1]):
                out.words[w] = words[i, w]
            is_legal = is_member(out, actions[i])
            errors[i] = not is_legal and not (s.over and actions[i] == -1)
            done[i] = is_legal and step_row(s, actions[i], autoreset, rewards[i], final[i], out)
        look_rows(states, first, last, words, masks, observations, seats, out)


@kernel
def look_one(s: Any, out: Any) -> None:
    """Write the legal set, the mask and the observation of the seat to move into ``out``."""
    consider(s, out)
    for a in range(out.starts[out.pages]):
        out.mask[a] = 0
    for w in range(out.pages):
        word = out.words[w]
        while word != 0:
            out.mask[out.starts[w] + lowest(word)] = 1
            word &= word - 1
    rules.observe(s, s.seat, out)


@entry
def open_one(states: Any, outs: Any) -> None:
    """Look at a single game."""
    if states[0].over:
        rules.returns(states[0], outs[0].returns)
    look_one(states[0], outs[0])


@entry
def act_one(states: Any, action: int, outs: Any) -> bool:
    """Play an action in a single game that was looked at, and look again; return False if it is illegal."""
    s, out = states[0], outs[0]
    if s.over or not is_member(out, action):
        return False
    out.count = 0
    rules.apply(s, action, out)
    if s.over:
        rules.returns(s, out.returns)
    look_one(s, out)
    return True


@entry
def apply_games(states: Any, rows: Any, actions: Any, errors: Any, outs: Any) -> None:
    """Play ``actions[k]`` in row ``rows[k]`` without looking at the result; refuse illegal ones."""
    out = outs[0]
    out.count = 0
    for k in range(rows.shape[0]):
        s = states[rows[k]]
        consider(s, out)
        errors[k] = not is_member(out, actions[k])
        if not errors[k]:
            rules.apply(s, actions[k], out)


@entry
def look_into(
    states: Any, rows: Any, words: Any, masks: Any, observations: Any, seats: Any, outs: Any
) -> None:
    """Write legal sets, masks and observations of the given rows, each at its place; see `look_at_row`."""
    for k in range(rows.shape[0]):
        look_at_row(states[rows[k]], rows[k], words, masks, observations, seats, outs[0])


@entry
def step_rows(
    states: Any,
    rows: Any,
    actions: Any,
    words: Any,
    masks: Any,
    observations: Any,
    seats: Any,
    errors: Any,
    outs: Any,
) -> None:
    """Play ``actions[k]`` in row ``rows[k]`` and look at the result; refuse what is not in the row's legal set."""
    out = outs[0]
    out.count = 0
    for k in range(rows.shape[0]):
        i = rows[k]
        s = states[i]
        for w in range(words.shape[1]):
            out.words[w] = words[i, w]
        errors[k] = not is_member(out, actions[k])
        if not errors[k]:
            rules.apply(s, actions[k], out)
            look_at_row(s, i, words, masks, observations, seats, out)


@kernel
def look_at_row(s: Any, i: int, words: Any, masks: Any, observations: Any, seats: Any, out: Any) -> None:
    """Write what the seat to move in row ``i`` sees; of a finished game only seat -1 and an empty legal set."""
    consider(s, out)
    for w in range(words.shape[1]):
        words[i, w] = out.words[w]
    seats[i] = -1 if s.over else s.seat
    if s.over:
        return
    for a in range(masks.shape[1]):
        masks[i, a] = 0
    for w in range(words.shape[1]):
        word = out.words[w]
        while word != 0:
            masks[i, out.starts[w] + lowest(word)] = 1
            word &= word - 1
    rules.observe(s, s.seat, out)
    for j in range(observations.shape[1]):
        observations[i, j] = out.row[j]


@kernel
def mark_legal(s: Any, mask: Any, out: Any) -> None:
    """Write the mask of a game that is not over."""
    rules.legal(s, out)
    for a in range(mask.shape[0]):
        mask[a] = 0
    for w in range(out.pages):
        word = out.words[w]
        while word != 0:
            mask[out.starts[w] + lowest(word)] = 1
            word &= word - 1


@entry
def restart_games(states: Any, rows: Any, outs: Any) -> None:
    """Deal the next game of each given row, as a step with autoreset does."""
    out = outs[0]
    out.count = 0
    for k in range(rows.shape[0]):
        s = states[rows[k]]
        start(s, mix(s.rng.key, _RESTART), out)


@entry
def observe_seats(states: Any, rows: Any, viewers: Any, observations: Any, outs: Any) -> None:
    """Write the observation of ``viewers[k]`` in row ``rows[k]``."""
    out = outs[0]
    for k in range(rows.shape[0]):
        rules.observe(states[rows[k]], viewers[k], out)
        for j in range(observations.shape[1]):
            observations[k, j] = out.row[j]


@entry
def read_returns(states: Any, values: Any) -> None:
    """Write the returns of every finished row."""
    for i in range(states.shape[0]):
        if states[i].over:
            rules.returns(states[i], values[i])


@entry
def redeal_games(states: Any, viewers: Any, keys: Any) -> None:
    """Resample what ``viewers[i]`` cannot know in row ``i``, from ``keys[i]``."""
    for i in range(states.shape[0]):
        seed(states[i].rng, mix(keys[i], 1))
        rules.redeal(states[i], viewers[i])


@kernel
def draw_action(out: Any, n: int, keep: float, key: int, number: int) -> int:
    """Return one of the ``n`` legal actions; an exit is kept with probability ``keep`` where there is a choice."""
    r = mix(key, number)
    a = nth_member(out, ((r >> 31) * n) >> 32)
    for e in range(out.exit_n):
        if a == out.exits[e] and n > 1 and (r & 0xFFFF) >= keep * 65536:
            k = (r >> 16) % (n - 1)
            b = nth_member(out, k)
            return b if b < a else nth_member(out, k + 1)
    return a


@entry
def sample_actions(words: Any, keep: float, key: int, actions: Any, outs: Any) -> None:
    """Write a random legal action per row; -1 where there is none."""
    out = outs[0]
    for i in range(words.shape[0]):
        for w in range(words.shape[1]):
            out.words[w] = words[i, w]
        n = count_members(out)
        actions[i] = draw_action(out, n, keep, key, i) if n > 0 else -1


@entry
def playouts(states: Any, plies: int, keep: float, key: int, outs: Any) -> Any:
    """Play random games one after another in the first row until ``plies`` actions are done.

    Returns:
        (plies, decisions with two or more legal actions, games).
    """
    total, decisions, games = 0, 0, 0
    s, out = states[0], outs[0]
    while total < plies:
        rules.legal(s, out)
        n = count_members(out)
        decisions += 1 if n > 1 else 0
        rules.apply(s, draw_action(out, n, keep, key, total), out)
        total += 1
        if s.over:
            games += 1
            start(s, mix(s.rng.key, _RESTART), out)
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
        self.words = np.zeros((n, len(setup.game.actions.starts) - 1), np.int64)
        self._out = setup.make_out()
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
        reset_games(self.states, keys, which, self._out)
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
        step = self._blank()
        look(self.states, self.words, step.masks, step.observations, step.seats, self._out)
        return step

    def step(self, actions: np.ndarray, into: Step | None = None) -> Step:
        """Play one action per row (integers, shape (n,)).

        Args:
            actions: the actions.
            into: an earlier step of this batch whose arrays are overwritten; fresh ones by default.

        Raises:
            IllegalAction: the array has the wrong shape or dtype. A single illegal action raises nothing: its row is
                flagged in ``errors`` and left unchanged.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.n,) or not np.issubdtype(actions.dtype, np.integer):
            raise IllegalAction(
                f"actions have shape {actions.shape} and dtype {actions.dtype}; they must be {self.n} integers."
            )
        step = self._blank() if into is None else into
        step_games(
            self.states,
            actions.astype(np.int64),
            self.autoreset,
            self.words,
            step.masks,
            step.observations,
            step.rewards,
            step.done,
            step.seats,
            step.errors,
            step.final,
            self._out,
        )
        return step

    def random_actions(self, keep_exits: float = 1.0) -> np.ndarray:
        """Return a random legal action per row (int64); exits such as Concede are kept with that probability."""
        actions = np.empty(self.n, np.int64)
        self._plays += 1
        sample_actions(self.words, keep_exits, mix(self.seed, self._plays), actions, self._out)
        return actions

    def observe(self, rows: np.ndarray, viewers: np.ndarray) -> np.ndarray:
        """Return the observations of given seats in given rows: int8, shape (len(rows), width)."""
        observations = np.empty((len(rows), self.setup.width), np.int8)
        observe_seats(
            self.states, np.asarray(rows, np.int64), np.asarray(viewers, np.int64), observations, self._out
        )
        return observations

    def play(self, rows: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Play one action in each given row without observing; return the rows' error flags.

        Call `look` or `look_at` before the next `step`.
        """
        errors = np.zeros(len(rows), np.bool_)
        apply_games(self.states, np.asarray(rows, np.int64), np.asarray(actions, np.int64), errors, self._out)
        return errors

    def look_at(self, rows: np.ndarray, into: Step) -> None:
        """Write masks, observations and seats of the given rows into their places in ``into``; nothing else changes.

        In a finished row only the seat (-1) is written.
        """
        arrays = self.words, into.masks, into.observations, into.seats
        look_into(self.states, np.asarray(rows, np.int64), *arrays, self._out)

    def step_at(self, rows: np.ndarray, actions: np.ndarray, into: Step) -> np.ndarray:
        """Play one action in each given row and look at it, as `look_at` does; return the rows' error flags.

        The rows must have been looked at since they were last dealt, played or written.
        """
        errors = np.zeros(len(rows), np.bool_)
        arrays = self.words, into.masks, into.observations, into.seats
        rows, actions = np.asarray(rows, np.int64), np.asarray(actions, np.int64)
        step_rows(self.states, rows, actions, *arrays, errors, self._out)
        return errors

    def restart(self, rows: np.ndarray) -> None:
        """Deal the next game in the given rows, as a step with autoreset does.

        Call `look` or `look_at` before the next `step`.
        """
        restart_games(self.states, np.asarray(rows, np.int64), self._out)

    def returns(self) -> np.ndarray:
        """Return every seat's return: float32, shape (n, seats); zeros in unfinished rows."""
        values = np.zeros((self.n, len(self.setup.seats)), np.float32)
        read_returns(self.states, values)
        return values
