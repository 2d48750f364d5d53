"""Redeals against all deals: every history of a small scenario is walked, so what fits a past is known exactly."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from throwdown.envs.core import calls as rules, rng
from throwdown.envs.core.batch import act_one, open_one
from throwdown.envs.core.errors import how_many
from throwdown.envs.core.events import CAPACITY, read
from throwdown.envs.core.game import Setup
from throwdown.envs.core.jit import loop
from throwdown.envs.core.records import content, duplicate, row
from throwdown.testing.hidden import observations, redealt

HISTORIES = 2000
"""So many histories are walked at most."""
TRIES = 5
"""For every history so many answers of chance are tried at most: most orders of drawing make the same deal."""
PASTS = 120
"""Of so many pasts of seats the redeals are looked at."""
DEALS, MOST_DEALS = 20, 1000
"""Redeals per deal that fits a past, and at most."""


class TooLarge(Exception):
    """A scenario has more histories than are walked."""


@dataclass(frozen=True, eq=False)
class History:
    """One way in which a game may have gone.

    Attributes:
        states: the state it led to, shape (1,), without its stream of chance.
        chance: the probability of all that chance did.
        path: the actions.
        pasts: what every seat has seen and done, as a key.
    """

    states: np.ndarray
    chance: float
    path: tuple[int, ...]
    pasts: tuple[bytes, ...]


@loop
def deal_scripted(states: Any, outs: Any) -> None:
    """Deal a game by the script of its stream."""
    outs[0].count = 0
    rules.setup(states[0], outs[0])


Play = Callable[[np.ndarray], None]


class TreeWalk:
    """All histories of a setup, level by level.

    Args:
        setup: what is played.
        most: how many histories there may be.
    """

    def __init__(self, setup: Setup, most: int = HISTORIES) -> None:
        self.setup, self.most, self.left = setup, most, TRIES * most
        self.outs = setup.make_out(CAPACITY)

    def histories(self) -> list[History]:
        """Return every history, the shortest first.

        Raises:
            TooLarge: there are too many.
        """
        root = History(self.setup.template, 1.0, (), (b"",) * len(self.setup.seats))
        level = list(self._outcomes(root, lambda states: deal_scripted(states, self.outs), None))
        found: list[History] = []
        while level:
            found += level
            if len(found) > self.most:
                raise TooLarge
            level = [after for history in level for after in self._after(history)]
        return found

    def _after(self, history: History) -> Iterator[History]:
        """Yield what follows a history by one more action."""
        open_one(history.states, self.outs)
        if not row(history.states).over:
            for action in np.flatnonzero(row(self.outs).mask[: self.setup.game.actions.n]).tolist():
                yield from self._outcomes(history, self._playing(action), action)

    def _playing(self, action: int) -> Play:
        def play(states: np.ndarray) -> None:
            open_one(states, self.outs)
            act_one(states, action, self.outs)

        return play

    def _outcomes(self, history: History, play: Play, action: int | None) -> list[History]:
        """Return what may follow a history, whatever chance answers; what nobody can tell apart is one."""
        found: dict[tuple[bytes, tuple[bytes, ...]], History] = {}
        mover = None if action is None else int(row(history.states).seat)
        path = history.path if action is None else (*history.path, action)
        for states, chance in self._answered(history.states, play):
            pasts = tuple(self._past(history, states, seat, action, mover) for seat in self._seats)
            key = content(states), pasts
            before = found[key].chance if key in found else 0.0
            found[key] = History(states, before + history.chance * chance, path, pasts)
        return list(found.values())

    @property
    def _seats(self) -> range:
        return range(len(self.setup.seats))

    def _past(
        self, history: History, states: np.ndarray, seat: int, action: int | None, mover: int | None
    ) -> bytes:
        """Return the key of a seat's past; what it sees at once has no order."""
        events = sorted(map(repr, read(self.outs, self.setup.game.event_names, seat)))
        done = action if seat == mover else None
        seen = observations(self.setup, states, seat).tobytes()
        return hashlib.blake2b(repr((history.pasts[seat], done, events, seen)).encode()).digest()

    def _answered(self, before: np.ndarray, play: Play) -> Iterator[tuple[np.ndarray, float]]:
        """Yield the states after a play for all answers of chance, and how likely these are."""
        script: list[int] = []
        options: list[int] = []
        while True:
            states = self._try(before, script, play)
            stream = row(states).rng
            if stream.asked > 0:
                if len(script) == rng.SCRIPT_LENGTH:
                    raise TooLarge
                options.append(int(stream.asked))
                script.append(0)
                continue
            chance = float(stream.prob)
            states["rng"] = np.zeros(1, states.dtype["rng"])
            yield states, chance
            while script and script[-1] + 1 == options[-1]:
                script.pop()
                options.pop()
            if not script:
                return
            script[-1] += 1

    def _try(self, before: np.ndarray, script: Sequence[int], play: Play) -> np.ndarray:
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        states = duplicate(before)
        stream = row(states).rng
        stream.prob, stream.at, stream.asked, stream.scripted = 1.0, 0, 0, len(script) + 1
        stream.answers[: len(script)] = script
        play(states)
        return states


def redeals(setup: Setup, most: int = HISTORIES) -> Iterator[str]:
    """See that redeals of a small scenario make all deals that fit a seat's past, no other, and each as often as it is.

    Yields:
        A sentence for each fault.

    Raises:
        TooLarge: the scenario has too many histories.
    """
    alike: dict[tuple[int, bytes], list[History]] = defaultdict(list)
    for history in TreeWalk(setup, most).histories():
        for seat, past in enumerate(history.pasts):
            alike[seat, past].append(history)
    groups = list(alike.items())
    for i in np.unique(np.linspace(0, len(groups) - 1, min(len(groups), PASTS)).astype(np.int64)).tolist():
        (seat, _), fitting = groups[i]
        yield from _compare(setup, seat, fitting)


def _compare(setup: Setup, seat: int, fitting: list[History]) -> Iterator[str]:
    """Compare redeals for a seat with all that fits its past."""
    labels = [setup.game.actions.labels[action] for action in fitting[0].path]
    where = f"scenario '{setup.scenario}', {'after ' + ', '.join(labels) if labels else 'at the deal'}"
    who, n = setup.seats[seat], min(DEALS * len(fitting), MOST_DEALS)
    made = redealt(setup, fitting[0].states, seat, range(n))
    made["rng"] = np.zeros(1, made.dtype["rng"])
    known = {content(history.states) for history in fitting}
    for i in range(n):
        if content(made[i : i + 1]) not in known:
            name = _odd_field(made[i : i + 1], [history.states for history in fitting])
            yield f"{where}: a redeal for {who} deals what its past excludes, in the field '{name}'."
            return
    expected: dict[bytes, float] = defaultdict(float)
    for history in fitting:
        expected[_shown(setup, history.states)[0]] += history.chance
    counts = Counter(_shown(setup, made))
    if n == DEALS * len(fitting) and set(expected) - set(counts):
        left = len(set(expected) - set(counts))
        yield f"{where}: a redeal for {who} never makes {left} of {how_many(len(expected), 'deal')} that fit its past."
    elif len({history.path for history in fitting}) == 1 and not _fits(counts, expected):
        yield f"{where}: a redeal for {who} makes some deals that fit its past more often than they occur."


def _odd_field(made: np.ndarray, fitting: list[np.ndarray]) -> str:
    """Return the field of a state that is as in none of those that fit, or the first in which it differs from one."""
    names = made.dtype.names or ()
    values = [{name: content_of(states, name) for name in names} for states in (made, *fitting)]
    odd = [name for name in names if values[0][name] not in [one[name] for one in values[1:]]]
    differ = [name for name in names if values[0][name] != values[1][name]]
    return (odd or differ)[0]


def content_of(states: np.ndarray, name: str) -> bytes:
    """Return the values of a field of states."""
    column = np.ascontiguousarray(np.asarray(states)[name])
    return content(column.reshape(-1)) if column.dtype.names else column.tobytes()


def _shown(setup: Setup, states: np.ndarray) -> list[bytes]:
    """Return what all seats together observe in some states."""
    seen = [observations(setup, states, seat) for seat in range(len(setup.seats))]
    return [rows.tobytes() for rows in np.concatenate(seen, axis=1)]


def _fits(counts: Counter[bytes], expected: Mapping[bytes, float]) -> bool:
    """Return whether counts are what chances let expect: chi-square, so far out that sound ones never are."""
    n, whole = counts.total(), sum(expected.values())
    wanted = {key: n * chance / whole for key, chance in expected.items()}
    chi = sum((counts[key] - many) ** 2 / many for key, many in wanted.items())
    degrees = len(wanted) - 1
    return bool(chi <= degrees + 8 * (2 * degrees) ** 0.5 + 8)
