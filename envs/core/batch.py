"""N games as arrays: the only batch loop, and the entry points of everything else."""

from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core import calls as rules
from throwdown.envs.core.actions import count_members, is_member, nth_member
from throwdown.envs.core.cardset import ONE, spread
from throwdown.envs.core.errors import IllegalAction, InvalidConfig, brief, how_many
from throwdown.envs.core.events import Out, words_of
from throwdown.envs.core.game import Setup
from throwdown.envs.core.jit import kernel, loop
from throwdown.envs.core.records import Ints
from throwdown.envs.core.rng import SEEDS, check_seed, mix, seed as start_stream
from throwdown.envs.core.state import GameState

_RESTART = 1 << 40


@kernel
def start(s: GameState, key: int, out: Out) -> None:
    """Deal a new game from a key."""
    start_stream(s.rng, key)
    rules.setup(s, out)


@loop
def reset_games(states: Any, keys: Any, which: Any, outs: Any) -> None:
    """Deal a new game in every row of ``which`` (bool, shape (n,))."""
    for i in range(states.shape[0]):
        if which[i]:
            outs[0].count = 0
            start(states[i], mix(keys[i], 0), outs[0])


@kernel
def consider(s: GameState, out: Out) -> None:
    """Write the legal set of the seat to move; empty in a finished game."""
    if s.over:
        for w in range(out.word_n):
            out.words[w] = 0
    else:
        rules.legal(s, out)


@kernel
def write_mask(mask: Any, out: Out) -> None:
    """Unpack the legal set ``out.words`` into a mask of bytes."""
    n = out.action_n
    for w in range(n >> 6):
        spread(out.words[w], mask, 64 * w)
    if n < 64:
        for a in range(n):
            mask[a] = (out.words[0] >> a) & 1
    elif n & 63 != 0:  # the last 64 actions, of two words
        w, k = (n - 64) >> 6, n & 63
        low = out.words[w] >> k & ~(-ONE << (64 - k))
        spread(low | out.words[w + 1] << (64 - k), mask, n - 64)


@kernel
def show(s: GameState, i: int, words: Any, masks: Any, observations: Any, seats: Any, out: Out) -> None:
    """Write mask and observation of the seat to move in row ``i``; either is skipped if it has no columns."""
    consider(s, out)
    if observations.shape[1] > 0:
        rules.observe(s, s.seat, observations[i], out)
    for w in range(words.shape[1]):
        words[i, w] = out.words[w]
    if masks.shape[1] > 0:
        write_mask(masks[i], out)
    seats[i] = -1 if s.over else s.seat


@kernel
def is_allowed(words: Any, i: int, action: int, out: Out) -> bool:
    """Return whether an action is in the legal set written for row ``i``."""
    return bool(0 <= action < out.action_n and (words[i, action >> 6] >> (action & 63)) & 1)


@loop
def look(states: Any, words: Any, masks: Any, observations: Any, seats: Any, outs: Any) -> None:
    """Write masks and observations of the seats to move; a finished game has no legal action."""
    for i in range(states.shape[0]):
        show(states[i], i, words, masks, observations, seats, outs[0])


@loop
def look_into(
    states: Any, rows: Any, words: Any, masks: Any, observations: Any, seats: Any, outs: Any
) -> None:
    """Write masks and observations of the given rows only, each at its own index."""
    for k in range(rows.shape[0]):
        show(states[rows[k]], rows[k], words, masks, observations, seats, outs[0])


@loop
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
) -> int:
    """Play one action in every row and look at the result; return how many games ended.

    The last movers' observations of these games are written to the first rows of ``final``.
    """
    out, ended = outs[0], 0
    for i in range(states.shape[0]):
        s, action = states[i], actions[i]
        for p in range(rewards.shape[1]):
            rewards[i, p] = 0.0
        is_legal, done[i] = is_allowed(words, i, action, out), False
        errors[i] = not is_legal and not (s.over and action == -1)
        if is_legal:
            mover = s.seat
            rules.apply(s, action, out)
            if s.over:
                rules.returns(s, out)
                for p in range(rewards.shape[1]):
                    rewards[i, p] = out.returns[p]
                rules.observe(s, mover, final[ended], out)
                done[i] = True
                ended += 1
                if autoreset:
                    start(s, mix(s.rng.key, _RESTART), out)
        show(s, i, words, masks, observations, seats, out)
    return ended


@loop
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
    """Play ``actions[k]`` in row ``rows[k]`` and look at the result; flag actions outside the row's legal set."""
    out = outs[0]
    for k in range(rows.shape[0]):
        i = rows[k]
        errors[k] = not is_allowed(words, i, actions[k], out)
        if not errors[k]:
            rules.apply(states[i], actions[k], out)
            show(states[i], i, words, masks, observations, seats, out)


@kernel
def look_one(s: GameState, out: Out) -> None:
    """Write legal set, mask, observation and returns of a single game to ``out``."""
    consider(s, out)
    write_mask(out.mask, out)
    rules.observe(s, s.seat, out.row[: out.width], out)
    if s.over:
        rules.returns(s, out)


@loop
def open_one(states: Any, outs: Any) -> None:
    """Look at a single game."""
    look_one(states[0], outs[0])


@loop
def act_one(states: Any, action: int, outs: Any) -> bool:
    """Play an action in a single game and look at the result; return False if it is illegal. Look at it first."""
    s, out = states[0], outs[0]
    if s.over or not is_member(out, action):
        return False
    out.count = 0
    rules.apply(s, action, out)
    look_one(s, out)
    return True


@loop
def apply_games(states: Any, rows: Any, actions: Any, errors: Any, outs: Any) -> None:
    """Play ``actions[k]`` in row ``rows[k]`` without looking at the result; flag illegal ones."""
    out = outs[0]
    out.count = 0
    for k in range(rows.shape[0]):
        s = states[rows[k]]
        consider(s, out)
        errors[k] = not is_member(out, actions[k])
        if not errors[k]:
            rules.apply(s, actions[k], out)


@loop
def restart_games(states: Any, rows: Any, outs: Any) -> None:
    """Deal the next game of each given row, as a step with autoreset does."""
    out = outs[0]
    out.count = 0
    for k in range(rows.shape[0]):
        s = states[rows[k]]
        start(s, mix(s.rng.key, _RESTART), out)


@loop
def observe_seats(states: Any, rows: Any, viewers: Any, observations: Any, outs: Any) -> None:
    """Write the observation of ``viewers[k]`` in row ``rows[k]``."""
    out = outs[0]
    for k in range(rows.shape[0]):
        rules.observe(states[rows[k]], viewers[k], observations[k], out)


@loop
def read_returns(states: Any, values: Any, outs: Any) -> None:
    """Write the returns of every finished row."""
    out = outs[0]
    for i in range(states.shape[0]):
        if states[i].over:
            rules.returns(states[i], out)
            for p in range(values.shape[1]):
                values[i, p] = out.returns[p]


@loop
def redeal_games(states: Any, viewers: Any, keys: Any, outs: Any) -> None:
    """Resample the information hidden from ``viewers[i]`` in row ``i``, seeded by ``keys[i]``."""
    for i in range(states.shape[0]):
        start_stream(states[i].rng, mix(keys[i], 1))
        rules.redeal(states[i], viewers[i], outs[0])


@kernel
def draw_action(out: Out, n: int, keep: float, key: int, number: int) -> int:
    """Return one of the ``n`` legal actions; an exit is accepted with probability ``keep`` if there are others."""
    r = mix(key, number)
    a = nth_member(out, ((r >> 31) * n) >> 32)
    for e in range(out.exit_n):
        if a == out.exits[e] and n > 1 and (r & 0xFFFF) >= keep * 65536:
            k = (r >> 16) % (n - 1)
            b = nth_member(out, k)
            return b if b < a else nth_member(out, k + 1)
    return a


@loop
def sample_actions(words: Any, keep: float, key: int, actions: Any, outs: Any) -> None:
    """Write a random legal action per row; -1 if there is none."""
    out = outs[0]
    for i in range(words.shape[0]):
        for w in range(words.shape[1]):
            out.words[w] = words[i, w]
        n = count_members(out)
        actions[i] = draw_action(out, n, keep, key, i) if n > 0 else -1


@loop
def playouts(states: Any, plies: int, keep: float, key: int, outs: Any) -> Any:
    """Play random games in sequence in the first row for ``plies`` actions.

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


def as_array(given: Any) -> np.ndarray:
    """Return ``given`` as an array; an empty one has an integer dtype."""
    try:
        found = np.asarray(given)
    except ValueError:  # lists of different lengths
        return np.empty(0, np.object_)
    return found if found.size or found.ndim != 1 else found.astype(np.int64)


class BatchStep(NamedTuple):
    """The result of a step of a `Batch`; every array is fresh.

    Attributes:
        observations: int8, shape (n, width); of the seat to move.
        masks: int8, shape (n, actions); 1 = legal; all zero in a finished row.
        rewards: float32, shape (n, seats); the returns where a game ended, else 0.
        done: bool, shape (n,); rows in which a game ended in this step.
        seats: int64, shape (n,); the seat to move, -1 in a finished row.
        errors: bool, shape (n,); rows whose action was illegal; their game is unchanged.
        final: int8, shape (k, width); in the k rows that are done, in their order, the last observation of the seat
            that moved last.
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

    A row's game depends on its seed alone, not on ``n`` or the row's index.

    Args:
        setup: the setup (`throwdown.Batch` takes an id and options instead).
        n: number of games, 1 or more.
        seed: row ``i`` is dealt from ``seed + i`` unless `reset` is given seeds.
        autoreset: whether a finished row starts its next game in the same step; if not, it takes the action -1 until
            `reset`.
    """

    def __init__(self, setup: Setup, n: int, seed: int = 0, autoreset: bool = True) -> None:
        if not hasattr(n, "__index__") or n < 1:
            raise InvalidConfig(f"n is {brief(n)}; a batch holds 1 game or more.")
        self.setup, self.game, self.n, self.autoreset = setup, setup.game, int(n), autoreset
        self.seed = check_seed(seed)
        self.states = setup.allocate(n)
        self.words = np.zeros((n, words_of(setup.game.actions.n)), np.int64)
        self._final = np.empty((n, setup.width), np.int8)
        self._out = setup.make_out()
        self._plays = 0
        blank = self._blank()
        self._shapes = [
            (name, array.dtype, array.shape) for name, array in zip(blank._fields, blank) if name != "final"
        ]

    def reset(
        self, seeds: np.ndarray | None = None, rows: np.ndarray | None = None, *, seed: int | None = None
    ) -> BatchStep:
        """Deal new games and return the first observations.

        Args:
            seeds: whole numbers from 0 to 2**62 - 1, shape (n,); one per row.
            rows: bool, shape (n,); the rows to deal anew, all by default.
            seed: instead of ``seeds``: row ``i`` is dealt from ``seed + i``, by default from the batch's own.

        Raises:
            InvalidConfig: they are something else.
        """
        if seeds is None:
            keys = np.arange(self.n, dtype=np.int64) + (self.seed if seed is None else check_seed(seed))
        else:
            keys = self._numbers("seeds", seeds, self.n, SEEDS)
        which = np.ones(self.n, np.bool_) if rows is None else np.asarray(rows)
        if which.shape != (self.n,) or which.dtype != np.bool_:
            raise InvalidConfig(
                f"rows of a reset must be {how_many(self.n, 'truth value')}, of shape ({self.n},)."
            )
        reset_games(self.states, keys, which, self._out)
        return self.look()

    def _numbers(self, name: str, given: Any, n: int | None, end: int) -> Ints:
        """Validate ``n`` integers in [0, ``end``) for compiled code, which checks nothing."""
        found = as_array(given)
        if found.ndim != 1 or n not in (None, len(found)) or found.dtype.kind not in "iu":
            size = "whole numbers" if n is None else how_many(n, "whole number")
            shape = "one-dimensional" if n is None else f"of shape ({n},)"
            raise InvalidConfig(f"{name} must be {size}, {shape}.")
        if len(found) and (found.min() < 0 or found.max() >= end):
            wrong = found[(found < 0) | (found >= end)][0]
            raise InvalidConfig(f"{name} hold {wrong}; they must be whole numbers from 0 to {end - 1}.")
        return np.ascontiguousarray(found, np.int64)

    def _rows(self, given: Any) -> Ints:
        return self._numbers("rows", given, None, self.n)

    def _actions(self, given: Any, n: int) -> Ints:
        """Return one action per row; actions out of range are flagged when played."""
        found = as_array(given)
        if found.shape != (n,) or found.dtype.kind not in "iu":
            raise IllegalAction(
                f"actions have shape {found.shape} and dtype {found.dtype}; they must be {how_many(n, 'integer')}."
            )
        if found.dtype == np.uint64:
            found = np.minimum(found, np.uint64(1 << 62))
        return np.ascontiguousarray(found, np.int64)

    def _check(self, into: BatchStep) -> BatchStep:
        """Raise unless the arrays are those of a step of this batch."""
        for name, dtype, shape in self._shapes:
            array = getattr(into, name)
            is_array = isinstance(array, np.ndarray) and array.dtype == dtype and array.shape == shape
            if not is_array or not (array.flags.c_contiguous and array.flags.writeable):
                raise InvalidConfig(f"into.{name} must be a writable array of {dtype} and shape {shape}.")
        return into

    def _blank(self) -> BatchStep:
        n, width, actions = self.n, self.setup.width, self.game.actions.n
        return BatchStep(
            np.empty((n, width), np.int8),
            np.empty((n, actions), np.int8),
            np.zeros((n, len(self.setup.seats)), np.float32),
            np.zeros(n, np.bool_),
            np.empty(n, np.int64),
            np.zeros(n, np.bool_),
            np.empty((0, width), np.int8),
        )

    def look(self) -> BatchStep:
        """Return the current observations; rewards are zero."""
        step = self._blank()
        look(self.states, self.words, step.masks, step.observations, step.seats, self._out)
        return step

    def step(self, actions: np.ndarray, into: BatchStep | None = None) -> BatchStep:
        """Play one action per row (integers, shape (n,)).

        Args:
            actions: the actions.
            into: an earlier step of this batch, whose arrays except ``final`` are overwritten; new arrays by default.

        Raises:
            IllegalAction: the array has the wrong shape or dtype. A single illegal action raises nothing: its row is
                flagged in ``errors`` and left unchanged.
            InvalidConfig: ``into`` is no step of this batch.
        """
        chosen = self._actions(actions, self.n)
        step = self._blank() if into is None else self._check(into)
        ended = step_games(
            self.states,
            chosen,
            self.autoreset,
            self.words,
            step.masks,
            step.observations,
            step.rewards,
            step.done,
            step.seats,
            step.errors,
            self._final,
            self._out,
        )
        return step._replace(final=self._final[:ended].copy())

    def random_actions(self, keep_exits: float = 1.0) -> np.ndarray:
        """Return a random legal action per row (int64); exits are accepted with probability ``keep_exits``."""
        if not 0.0 <= keep_exits <= 1.0:
            raise InvalidConfig(f"keep_exits is {keep_exits}; it must be a probability.")
        actions = np.empty(self.n, np.int64)
        self._plays += 1
        sample_actions(self.words, keep_exits, mix(self.seed, self._plays), actions, self._out)
        return actions

    def observe(self, rows: np.ndarray, viewers: np.ndarray) -> np.ndarray:
        """Return the observations of given seats in given rows: int8, shape (len(rows), width).

        Args:
            rows: whole numbers from 0 to n - 1.
            viewers: seats, one per row.

        Raises:
            InvalidConfig: they are something else.
        """
        places = self._rows(rows)
        seats = self._numbers("viewers", viewers, len(places), len(self.setup.seats))
        observations = np.empty((len(places), self.setup.width), np.int8)
        observe_seats(self.states, places, seats, observations, self._out)
        return observations

    def count_options(self, rows: np.ndarray) -> Ints:
        """Return the number of legal actions in given rows: int64, shape (len(rows),).

        Args:
            rows: whole numbers from 0 to n - 1; not checked.
        """
        found: Ints = np.bitwise_count(self.words[rows].view(np.uint64)).sum(axis=1, dtype=np.int64)
        return found

    def play(self, rows: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Play one action in each given row without observing; return the rows' error flags.

        Call `look` or `look_at` before the next `step`.

        Raises:
            InvalidConfig, IllegalAction: rows or actions have the wrong shape or dtype, or there is no such row.
        """
        places = self._rows(rows)
        errors = np.zeros(len(places), np.bool_)
        apply_games(self.states, places, self._actions(actions, len(places)), errors, self._out)
        return errors

    def look_at(self, rows: np.ndarray, into: BatchStep) -> None:
        """Write masks, observations and seats of the given rows to ``into``, each at its own index.

        Raises:
            InvalidConfig: there is no such row, or ``into`` is no step of this batch.
        """
        places, step = self._rows(rows), self._check(into)
        look_into(self.states, places, self.words, step.masks, step.observations, step.seats, self._out)

    def step_at(self, rows: np.ndarray, actions: np.ndarray, into: BatchStep) -> np.ndarray:
        """Play one action in each given row and look at it, as `look_at` does; return the rows' error flags.

        The rows must have been looked at since they were last dealt, played or written.

        Raises:
            InvalidConfig, IllegalAction: see `play` and `look_at`.
        """
        places, step = self._rows(rows), self._check(into)
        chosen, errors = self._actions(actions, len(places)), np.zeros(len(places), np.bool_)
        arrays = self.words, step.masks, step.observations, step.seats
        step_rows(self.states, places, chosen, *arrays, errors, self._out)
        return errors

    def restart(self, rows: np.ndarray) -> None:
        """Deal the next game in the given rows, as a step with autoreset does.

        Call `look` or `look_at` before the next `step`.

        Raises:
            InvalidConfig: there is no such row.
        """
        restart_games(self.states, self._rows(rows), self._out)

    def returns(self) -> np.ndarray:
        """Return every seat's return: float32, shape (n, seats); zeros in unfinished rows."""
        values = np.zeros((self.n, len(self.setup.seats)), np.float32)
        read_returns(self.states, values, self._out)
        return values
