"""Where one player's choices differ from another's: kinds of positions, and the gain that falls to each.

A player, such as an exploiter, plays in the place of another. In each position in which it has a choice, both
distributions over actions are compared. Their distance is the total variation: the least share of choices to change,
so that one becomes the other.

By the performance difference lemma (Kakade and Langford 2002) the gain is a sum over the new player's decisions of

    sum over a of (new(a) - old(a)) * Q(a),

where Q is the return if everybody then plays on as before. Two continuations a decision estimate such a term without
bias: the total variation times the difference of their returns, if the first begins with an action drawn from what the
new player chooses more often, the second with one from what it chooses less often.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from throwdown.agents import Agent
from throwdown.agents.base import draw
from throwdown.envs.core import kit
from throwdown.envs.tables import drive, seating
from throwdown.evaluation import legs, playout, signals, statistics

DEALS = 100
"""Games played side by side; their decisions are kept in memory."""
DECISIONS = 20_000
"""Decisions after which no further games are played."""
LEAST, MOST = 30, 40
"""Decisions that a kind of position needs to be told apart, and the maximum number of kinds."""
ROWS = 4096
"""Continuations played side by side."""
BANDS = (3, 6)
"""Numbers of cards from which a hand is a middling and a large one."""


class Situation(NamedTuple):
    """A kind of position, as the seat to move knows it.

    Attributes:
        phase: the phase, after the role if several roles are compared.
        progress: such as ``stage 2``; empty before the first, or if the game has no such number.
        hand: the number of cards in hand, if the game counts them, and the kinds of legal actions; those with several
            cards to choose from are marked with ``+``.
    """

    phase: str
    progress: str
    hand: str

    @property
    def text(self) -> str:
        """The kind in one line."""
        return " · ".join(part for part in self if part)


OTHERS = Situation("all other positions", "", "")
ALL = Situation("all positions", "", "")


@dataclass(frozen=True, eq=False)
class Sample:
    """The decisions in some games of the new player.

    Attributes:
        returns: float64, shape (games,); of its side.
        kinds: the kinds of positions.
        choices: the names of the choices.
        which: int64, shape (n,); the kind of every decision.
        games: int64, shape (n,); its game.
        differs: float64, shape (n,); the total variation of the two distributions, 0 to 1.
        gains: float64, shape (n,); estimates of the terms of the gain.
        before: float64, shape (kinds, choices); the old player's probabilities of the choices, summed over decisions.
        after: likewise of the new player.
    """

    returns: kit.Floats
    kinds: tuple[Situation, ...]
    choices: tuple[str, ...]
    which: kit.Ints
    games: kit.Ints
    differs: kit.Floats
    gains: kit.Floats
    before: kit.Floats
    after: kit.Floats


class SavedSample(BaseModel):
    """A `Sample` as plain data."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    returns: list[float]
    kinds: list[Situation]
    choices: list[str]
    which: list[Annotated[int, Field(ge=0)]]
    games: list[Annotated[int, Field(ge=0)]]
    differs: list[float]
    gains: list[float]
    before: list[list[float]]
    after: list[list[float]]

    def sample(self) -> Sample:
        """Return the sample.

        Raises:
            ValueError: its parts do not fit together.
        """
        kinds, games, n = len(self.kinds), len(self.returns), len(self.which)
        tables = [row for table in (self.before, self.after) for row in table]
        if (
            any(len(part) != n for part in (self.games, self.differs, self.gains))
            or [len(table) for table in (self.before, self.after)] != [kinds, kinds]
            or any(len(row) != len(self.choices) for row in tables)
            or max(self.which, default=0) >= max(kinds, 1)
            or max(self.games, default=0) >= max(games, 1)
        ):
            raise ValueError("the parts of a sample do not fit together")
        shape = (kinds, len(self.choices))
        return Sample(
            np.array(self.returns),
            tuple(self.kinds),
            tuple(self.choices),
            np.array(self.which, np.int64),
            np.array(self.games, np.int64),
            np.array(self.differs),
            np.array(self.gains),
            np.array(self.before).reshape(shape),
            np.array(self.after).reshape(shape),
        )


def saved(found: Sample) -> SavedSample:
    """Return a sample as plain data."""
    plain = {name: x.tolist() if isinstance(x, np.ndarray) else list(x) for name, x in vars(found).items()}
    return SavedSample.model_validate(plain)


@dataclass(frozen=True)
class Shift:
    """How much the choices in a kind of position differ.

    Attributes:
        kind: the kind.
        decisions: their number.
        per_game: decisions a game.
        differs: the mean total variation, 0 to 1.
        gain: the part of the gain that falls to these decisions, in returns a game.
        before: the shares of the choices that differ most, as the old player chooses.
        after: the same as the new player chooses.
    """

    kind: Situation
    decisions: int
    per_game: float
    differs: statistics.Interval
    gain: statistics.Interval
    before: dict[str, float]
    after: dict[str, float]


class Namer:
    """Names positions and choices of a setup: the kinds of actions, and which of several cards is played."""

    def __init__(self, setup: kit.Setup, roles: Sequence[str]) -> None:
        self.setup, self.tells_role = setup, len(roles) > 1
        self.names, self.kind_of = legs.kinds_of(setup.game)
        self.steps, self.held = signals.steps_of(setup), signals.held_of(setup)
        cards = set(kit.FRENCH_WITH_JOKERS.names)
        acts = setup.game.actions.acts
        self.of_cards = np.array(
            [all(x.removeprefix(f"{act.label} ") in cards for x in act.range.labels) for act in acts]
        )
        self.first = np.array([int(act) for act in acts])
        names: list[str] = []
        columns: list[int] = []
        for act, is_card in zip(acts, self.of_cards):
            labels, size = act.range.labels, len(act.range.labels)
            columns += [len(names)] * size if is_card else range(len(names), len(names) + size)
            names += [act.label, f"low {act.label}", f"high {act.label}"] if is_card else labels
        self.choices, self.columns = tuple(names), np.array(columns)

    def kinds(
        self, phases: kit.Ints, seats: kit.Ints, seen: kit.Bytes, masks: kit.Bytes
    ) -> tuple[tuple[Situation, ...], kit.Ints]:
        """Return the kinds of positions, and that of every position: int64, shape (n,)."""
        n = len(seats)
        counts = np.add.reduceat(masks.astype(np.int64), self.first, axis=1)
        options = np.minimum(counts, np.where(self.of_cards, 2, 1))
        progress = np.zeros(n) if self.steps is None else self.steps.read(seen, np.arange(n))
        held = np.zeros(n) if self.held is None else (seen * self.held[seats]).sum(axis=1)
        roles = [list(self.setup.roles).index(role) for role in self.setup.roles]
        keys = np.column_stack(
            [phases, np.array(roles)[seats], progress, np.digitize(held, BANDS), options]
        ).astype(np.int64)
        found, which = np.unique(keys, axis=0, return_inverse=True)
        return tuple(self._kind(key) for key in found.tolist()), which.reshape(-1)

    def _kind(self, key: Sequence[int]) -> Situation:
        phase, role, step, band, *options = key
        name = self.setup.game.phase_names[phase]
        name = f"{self.setup.roles[role]}: {name}" if self.tells_role else name
        progress = "" if self.steps is None or not step else f"{self.steps.name} {step}"
        may = ", ".join(kind + "+" * (n > 1) for kind, n in zip(self.names, options) if n)
        if self.held is None:
            return Situation(name, progress, may)
        low, high = BANDS
        cards = (f"0–{low - 1}", f"{low}–{high - 1}", f"{high} or more")[band]
        return Situation(name, progress, f"{cards} cards: {may}")

    def sums(self, chances: kit.Floats, masks: kit.Bytes, which: kit.Ints, kinds: int) -> kit.Floats:
        """Return the probabilities of the choices by kind of position: float64, shape (kinds, choices).

        Of several cards for an action, the lower half is ``low`` and the other ``high``.
        """
        rows, actions = np.nonzero(masks)
        range_of = self.kind_of[actions]
        seen = np.cumsum(masks != 0, axis=1)
        before = np.where(self.first[range_of] > 0, seen[rows, self.first[range_of] - 1], 0)
        last = np.append(self.first[1:], masks.shape[1])[range_of] - 1
        place, count = seen[rows, actions] - before - 1, seen[rows, last] - before
        half = np.where(self.of_cards[range_of] & (count > 1), 1 + (2 * place >= count), 0)
        found = np.zeros((kinds, len(self.choices)))
        np.add.at(found, (which[rows], self.columns[actions] + half), chances[rows, actions])
        return found


@dataclass(frozen=True, eq=False)
class Contrast:
    """A player in the place of another.

    Attributes:
        setup: the game's setup.
        new: the new players by role: of one role, or of several of one side.
        old: all players before, by role; they choose from observations and masks alone, see `legs.is_plain`.
        seed: of all choices.
    """

    setup: kit.Setup
    new: Mapping[str, Agent]
    old: Mapping[str, Agent]
    seed: int = 0

    def play(self, deals: playout.Seeds) -> Sample:
        """Play every deal once with the new player, and compare its choices."""
        setup, rng = self.setup, np.random.default_rng([self.seed, *deals[:1]])
        seats = np.array([role in self.new for role in setup.roles])
        watch = playout.Collector(seats, 1.0, rng)
        seated = seating.seat_players(setup, dict(self.old) | dict(self.new))
        returns, _ = playout.play_out(setup, seated, deals, self.seed, watch=watch, dice=self.seed)
        payee, namer = int(seats.argmax()), Namer(setup, list(self.new))
        mine = returns[list(setup.teams).index(setup.sides[payee])]
        states, games = np.concatenate(watch.states), np.concatenate(watch.games)
        if not len(states):
            none = np.zeros(0)
            sums = np.zeros((0, len(namer.choices)))
            return Sample(mine, (), namer.choices, games, games, none, none, sums, sums)
        driver = self._going_on(states, rng)
        driver.choose(driver.rows)
        assert driver.chances is not None
        old, new = driver.chances.astype(np.float64), np.concatenate(watch.chances).astype(np.float64)
        phases = states["phase"].astype(np.int64)
        kinds, which = namer.kinds(phases, driver.seats, driver.observations, driver.masks)
        before, after = (namer.sums(chances, driver.masks, which, len(kinds)) for chances in (old, new))
        differs = np.abs(new - old).sum(axis=1) / 2
        gains = np.zeros(len(states))
        # Single precision leaves equal distributions a little apart.
        changed = np.flatnonzero(differs > 1e-6)
        for first in range(0, len(changed), ROWS):
            at = changed[first : first + ROWS]
            gains[at] = differs[at] * self._gaps(states[at], (new - old)[at], payee, rng)
        return Sample(mine, kinds, namer.choices, which, games, differs, gains, before, after)

    def _going_on(self, states: np.ndarray, rng: np.random.Generator) -> drive.Driver:
        """Return a driver in which everybody plays on from some states as before."""
        setup = self.setup
        batch = kit.Batch(setup, len(states), autoreset=False)
        batch.states[:] = states
        keys = np.tile(np.arange(-(-len(states) // 2)), 2)[: len(states)]
        dice = playout.Dice(int(rng.integers(1 << 62)), keys, len(setup.seats))
        driver = drive.Driver(batch, dice=dice, keeps_chances=True)
        for role, agent in self.old.items():
            seats = np.flatnonzero([role == other for other in setup.roles])
            driver.seat(driver.rows, seats, driver.add(drive.Seated(agent, rng)))
        driver.begin()
        return driver

    def _gaps(
        self, states: np.ndarray, shifts: kit.Floats, payee: int, rng: np.random.Generator
    ) -> kit.Floats:
        """Return the difference of returns of two continuations, with the same dice, from every state: (n,).

        Args:
            states: shape (n,).
            shifts: float64, shape (n, actions); the new probabilities less the old ones.
            payee: the seat whose return counts.
            rng: the source of randomness.
        """
        n = len(states)
        driver = self._going_on(np.concatenate([states, states]), rng)
        more, less = (draw(np.maximum(x, 0.0), rng.random(n)) for x in (shifts, -shifts))
        driver.play(driver.rows, np.concatenate([more, less]))
        while len(driver.advance(driver.rows)):
            pass
        returns = driver.batch.returns()[:, payee].astype(np.float64)
        return np.asarray(returns[:n] - returns[n:])


def sample(contrast: Contrast, deals: playout.Seeds) -> Sample:
    """Play deals, int64, shape (n,), until there are `DECISIONS` decisions, and compare the choices."""
    parts: list[Sample] = []
    for first in range(0, len(deals), DEALS):
        parts.append(contrast.play(deals[first : first + DEALS]))
        if sum(len(part.which) for part in parts) >= DECISIONS:
            break
    return join(parts)


def join(parts: Sequence[Sample]) -> Sample:
    """Return samples of different games as one."""
    kinds = tuple(dict.fromkeys(kind for part in parts for kind in part.kinds))
    place = {kind: k for k, kind in enumerate(kinds)}
    starts = np.cumsum([0, *(len(part.returns) for part in parts)])
    sums = np.zeros((2, len(kinds), len(parts[0].choices)))
    which = []
    for part in parts:
        at = np.array([place[kind] for kind in part.kinds], np.int64)
        which.append(at[part.which])
        sums[0][at] += part.before
        sums[1][at] += part.after
    return Sample(
        np.concatenate([part.returns for part in parts]),
        kinds,
        parts[0].choices,
        np.concatenate(which),
        np.concatenate([part.games + start for part, start in zip(parts, starts)]),
        np.concatenate([part.differs for part in parts]),
        np.concatenate([part.gains for part in parts]),
        *sums,
    )


def by_phase(found: Sample) -> Sample:
    """Return a sample with kinds of positions that are told apart by the phase alone."""
    coarse = [kind._replace(progress="", hand="") for kind in found.kinds]
    kinds = tuple(dict.fromkeys(coarse))
    at = np.array([kinds.index(kind) for kind in coarse], np.int64)
    groups = np.zeros((len(kinds), len(coarse)))
    groups[at, np.arange(len(coarse))] = 1
    return replace(
        found, kinds=kinds, which=at[found.which], before=groups @ found.before, after=groups @ found.after
    )


def differences(found: Sample, shown: int = 3) -> list[Shift]:
    """Return the kinds of positions, those with the greatest clear gain first, then by how much is chosen otherwise.

    The last two are all others, and all positions together. Intervals resample games, which are independent.

    Args:
        found: the decisions; none if there are fewer than two games, or no decision.
        shown: number of choices told of each.
    """
    games, n = len(found.returns), len(found.kinds)
    if games < 2 or not n:
        return []
    counts = np.bincount(found.which, minlength=n)
    order = np.argsort(-counts, kind="stable")[:MOST]
    told = order[counts[order] >= LEAST]
    groups = np.zeros((len(told) + 2, n))
    groups[np.arange(len(told)), told] = 1
    groups[-2] = 1 - groups.sum(axis=0)
    groups[-1] = 1
    kept = np.flatnonzero(groups @ counts > 0)
    groups = groups[kept]
    kinds = [*(found.kinds[k] for k in told), OTHERS, ALL]
    cells = found.games * n + found.which
    numbers, distances, parts = (
        np.bincount(cells, values, games * n).astype(np.float64).reshape(games, n) @ groups.T
        for values in (np.ones(len(cells)), found.differs, found.gains)
    )
    differs = statistics.bootstrap_columns(statistics.linearised(distances, numbers))
    gains = statistics.bootstrap_columns(parts)
    before, after = (groups @ sums / numbers.sum(axis=0)[:, None] for sums in (found.before, found.after))
    rows = []
    for k, place in enumerate(kept.tolist()):
        most = np.argsort(-np.abs(after[k] - before[k]), kind="stable")[:shown]
        most = most[(before[k] + after[k])[most] > 0.005]
        shares = ({found.choices[c]: float(x[k, c]) for c in most.tolist()} for x in (before, after))
        count = int(numbers[:, k].sum())
        rows.append(Shift(kinds[place], count, count / games, _within(differs[k]), gains[k], *shares))
    first = [row for row in rows if row.kind not in (OTHERS, ALL)]
    first.sort(key=lambda x: (-x.gain.mean if x.gain.low > 0 else 0.0, -x.per_game * x.differs.mean))
    return first + rows[len(first) :]


def _within(share: statistics.Interval) -> statistics.Interval:
    """Return the interval of a share, cut to 0 and 1."""
    return statistics.Interval(*(min(1.0, max(0.0, x)) for x in share))


def tell(found: Sample | None) -> dict[str, list[dict[str, Any]]]:
    """Return the differences as plain data: by ``phases``, and by kinds of ``positions``; none without a sample."""
    if found is None:
        return {"phases": [], "positions": []}
    return {"phases": to_rows(differences(by_phase(found))), "positions": to_rows(differences(found))}


def to_rows(found: Iterable[Shift]) -> list[dict[str, Any]]:
    """Return differences as plain data, which `from_rows` reads, rounded to four digits."""
    rows = []
    for x in found:
        row: dict[str, Any] = x.kind._asdict() | {"decisions": x.decisions, "per_game": round(x.per_game, 4)}
        row |= {"differs": [round(y, 4) for y in x.differs], "gain": [round(y, 5) for y in x.gain]}
        for name, shares in (("before", x.before), ("after", x.after)):
            row[name] = {choice: round(share, 4) for choice, share in shares.items()}
        rows.append(row)
    return rows


def from_rows(rows: Iterable[Mapping[str, Any]]) -> list[Shift]:
    """Return differences from plain data."""
    return [
        Shift(
            Situation(x["phase"], x["progress"], x["hand"]),
            x["decisions"],
            x["per_game"],
            statistics.Interval(*x["differs"]),
            statistics.Interval(*x["gain"]),
            x["before"],
            x["after"],
        )
        for x in rows
    ]
