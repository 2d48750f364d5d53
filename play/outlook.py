"""Values of the choices of the seat to move, by playouts of the strongest players from possible worlds.

Every choice is tried in the same possible worlds with the same random numbers, so that differences are more precise
than values. Whatever agents the person plays against, every role is played by its strongest shipped player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from throwdown.agents import Agent, SearchAgent, View, default_opponent, load
from throwdown.agents.search.watch import is_late
from throwdown.envs import registry
from throwdown.envs.core import batch as loops, kit
from throwdown.envs.core.catalogue import tr
from throwdown.envs.tables import drive
from throwdown.evaluation.playout import Dice

GAUGES = {
    "harmony": tr("Harmony"),
    "commitment": tr("Commitments"),
    "charges": tr("Charges"),
    "buffers": tr("Buffers"),
    "rating": tr("Threat Rating"),
    "threat_buffers": tr("Threat Buffers"),
}
"""Fields of observations that count what is left after a conflict, in any game, with their names for people."""
FIRST_SIDES = ("rating", "threat_buffers")
"""Gauges that the first side wants high and the others low; all other gauges are the reverse."""
SEARCH = "ismcts:200"
"""The player of roles without heuristic and policy: random play would judge choices badly."""
SEARCH_COST = 50
"""The number of decisions that a decision by search counts as."""
VALUE, WIN, YIELDED = range(3)
"""Columns of `Outlook.ends`; the gauges follow."""
ROWS, FEWEST = 512, 8
"""The number of games in a round, and the minimum number of worlds in it."""
LATE_SHARE = 4
"""If it is late, one of this many worlds of the first round is played to the end."""
PATIENCE, SHOWN = 32, 4
"""The number of worlds before any choice is dropped, and the number of choices never dropped."""
LIKED = 0.1
"""The minimum probability, under the strongest player's policy, of a choice that breaks a tie."""
SURE, LIKELY = 3.0, 1.96
"""Standard errors beyond which a choice is dropped, and beyond which it is called worse."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Effort:
    """The budget of playouts, in games instead of time; only in `watched` calls the clock may end it earlier.

    Attributes:
        worlds: the maximum number of worlds in which to try the choices.
        decisions: in all games together; once they are made, no new round begins. A decision by search, which takes
            longer, counts as `SEARCH_COST`.

    Raises:
        InvalidConfig: one of them is less than 1.
    """

    worlds: int = 512
    decisions: int = 150_000

    def __post_init__(self) -> None:
        if self.worlds < 1 or self.decisions < 1:
            raise kit.InvalidConfig(
                f"an effort of {kit.how_many(self.worlds, 'world')} and {kit.how_many(self.decisions, 'decision')} "
                "tells nothing; both must be 1 or more."
            )


FULL, BRIEF = Effort(), Effort(128, 25_000)
"""The budgets of a hint, and of a look at a decision that was made already."""


class Outlook(NamedTuple):
    """Results of the playouts of every choice.

    Attributes:
        seat: the choosing seat.
        actions: int64, shape (k,); the choices.
        ends: float64, shape (worlds, k, 3 + gauges); the seat's return; +1 won, 0 nobody, -1 lost; 1 if the other
            side's first decision after the choice was to give up; and what is left of `gauges`. NaN in worlds in which
            a choice was no longer tried.
        at_once: bool, shape (k,); whether the choice itself always ends the game, with the same result.
        favour: float64, shape (k,); the probability that the strongest player makes the choice.
        gauges: the `GAUGES` of the last columns.
        players: by role, the name of its player.
        games: the number of games played.
    """

    seat: int
    actions: kit.Ints
    ends: kit.Floats
    at_once: kit.Flags
    favour: kit.Floats
    gauges: tuple[str, ...]
    players: dict[str, str]
    games: int

    def value(self, k: int) -> float:
        """Return the mean return of a choice."""
        return float(np.nanmean(self.ends[:, k, VALUE]))

    def gap(self, one: int, other: int, column: int) -> tuple[float, float]:
        """Return the lead of one choice over another in a column, in the same worlds, and the standard error."""
        return spread(self.ends[:, one, column] - self.ends[:, other, column])

    def best(self) -> int:
        """Return the best choice: the strongest player's favourite among `rivals`, else the highest return of them."""
        return max(self.rivals(), key=lambda k: (self.favour[k] * self.is_liked(k), self.value(k)))

    def is_liked(self, k: int) -> bool:
        """Return whether the strongest player makes a choice often enough to break a tie."""
        return bool(self.favour[k] >= LIKED)

    def rivals(self) -> list[int]:
        """Return the choices whose returns do not differ significantly from the best one's."""
        return np.flatnonzero(contenders(self.ends[:, :, VALUE], LIKELY)).tolist()


def known(values: kit.Floats) -> kit.Floats:
    """Return the values that are not NaN: shape (n,)."""
    return np.asarray(values[np.isfinite(values)], np.float64)


def spread(values: kit.Floats) -> tuple[float, float]:
    """Return the mean of the values that are not NaN, and its standard error; shape (n,), at least one not NaN."""
    found = known(values)
    return float(found.mean()), float(found.std() / np.sqrt(len(found)))


def contenders(values: kit.Floats, errors: float) -> kit.Flags:
    """Return the choices that are at most ``errors`` standard errors worse than the best one: bool, shape (k,).

    Only choices tried in every world are compared.

    Args:
        values: shape (worlds, k); NaN if a choice was not tried.
        errors: standard errors of the difference in the same worlds.
    """
    found = np.isfinite(values[-1])
    best = int(np.where(found, np.nanmean(values, axis=0), -np.inf).argmax())
    for k in np.flatnonzero(found):
        gap, error = spread(values[:, best] - values[:, k])
        found[k] = gap <= errors * error
    return np.asarray(found, np.bool_)


class Adviser:
    """Evaluates choices in games of a setup.

    Args:
        setup: the setup.

    Attributes:
        players: the strongest player of every role.
    """

    def __init__(self, setup: kit.Setup) -> None:
        self.setup = setup
        self.players = {role: strongest(setup, role) for role in dict.fromkeys(setup.roles)}
        is_slow = any(isinstance(player, SearchAgent) for player in self.players.values())
        self._cost = SEARCH_COST if is_slow else 1
        self._verdict = _verdict_of(setup)
        self._side = np.array([list(setup.teams).index(side) for side in setup.sides])
        self._exits = setup.game.exits
        places = {name: np.zeros(setup.width) for name in GAUGES}
        at = 0
        for _, _, field in setup.game.fields.rows(setup.counts):
            if field.name in GAUGES:
                places[field.name][at : at + field.size] = 1
            at += field.size
        self.gauges = {name: where for name, where in places.items() if where.any()}

    def consider(
        self,
        view: View,
        seed: Sequence[int],
        effort: Effort = FULL,
        progress: Progress | None = None,
    ) -> Outlook:
        """Evaluate every choice of the single seat to move in a view, from the view alone.

        If `watched` and late, fewer worlds of the first round are played, and no further rounds.

        Args:
            view: of the seat to move in one game.
            seed: everything random follows from it.
            effort: the budget.
            progress: called as ``progress(done, all)`` after every round.
        """
        rng = np.random.default_rng(list(seed))
        seat, actions = int(view.seats[0]), np.flatnonzero(view.masks[0])
        player = self.players[self.setup.roles[seat]]
        likes = player.probabilities(view)
        favour = actions == player.act(view, rng)[0] if likes is None else likes[0, actions]
        rounds: list[kit.Floats] = []
        decisions, games = 0, 0
        left, at_once = np.arange(len(actions)), np.ones(len(actions), np.bool_)
        while games < effort.worlds and decisions < effort.decisions:
            n = min(max(FEWEST, ROWS // self._cost // len(left)), effort.worlds - games)
            latest = self._play(view, actions[left], n, rng, is_needed=not rounds)
            if latest is None:
                break
            ends, ended, made = latest
            rounds.append(np.full((len(ends), len(actions), ends.shape[2]), np.nan))
            rounds[-1][:, left] = ends
            at_once[left] &= ended
            games, decisions = games + n, decisions + made * self._cost
            left = self._left(np.concatenate(rounds)[:, :, VALUE])
            if progress is not None:
                progress(
                    *max((games, effort.worlds), (decisions, effort.decisions), key=lambda x: x[0] / x[1])
                )
        table = np.concatenate(rounds)
        at_once &= np.nanmin(table[:, :, VALUE], axis=0) == np.nanmax(table[:, :, VALUE], axis=0)
        names = {role: player.name for role, player in self.players.items()}
        played = int(np.isfinite(table[:, :, VALUE]).sum())
        return Outlook(
            seat, actions, table, at_once, favour.astype(np.float64), tuple(self.gauges), names, played
        )

    def before(self, seat: int, seed: Sequence[int], games: int) -> float:
        """Return a side's win rate before the cards are dealt: a share of 1; nobody's win counts half."""
        rng, setup = np.random.default_rng(list(seed)), self.setup
        deals = rng.integers(0, 1 << 62, games)
        batch = kit.Batch(setup, games, autoreset=False)
        driver = self._driver(batch, deals, rng)
        driver.deal(deals)
        rows = driver.rows
        while len(rows):
            is_late()
            driver.advance(rows)
            rows = rows[driver.seats[rows] >= 0]
        return float((1 + self._wins(batch, seat).mean()) / 2)

    def _driver(self, batch: kit.Batch, deals: kit.Ints, rng: np.random.Generator) -> drive.Driver:
        """Return a driver with the strongest players on all seats."""
        setup = self.setup
        driver = drive.Driver(batch, dice=Dice(0, deals, len(setup.seats)))
        for role, player in self.players.items():
            seats = np.array([p for p, other in enumerate(setup.roles) if other == role])
            driver.seat(driver.rows, seats, driver.add(drive.Seated(player, rng)))
        return driver

    def _wins(self, batch: kit.Batch, seat: int) -> kit.Floats:
        """Return the winners of finished games, overwriting their configuration: +1 the seat, 0 nobody, -1 others."""
        places, numbers = self._verdict
        # The same states under the configuration whose returns tell the winner.
        np.asarray(batch.states).view(np.uint8).reshape(batch.n, -1)[:, places] = numbers
        return np.asarray(np.sign(batch.returns()[:, seat]), np.float64)

    def _left(self, values: kit.Floats) -> kit.Ints:
        """Return the choices to try further."""
        found = np.isfinite(values[-1])
        if len(values) >= PATIENCE:
            means = np.where(found, np.nanmean(values, axis=0), -np.inf)
            found = contenders(values, SURE)
            found[means.argsort()[::-1][:SHOWN]] = True
        return np.flatnonzero(found)

    def _play(
        self, view: View, actions: kit.Ints, n: int, rng: np.random.Generator, is_needed: bool
    ) -> tuple[kit.Floats, kit.Flags, int] | None:
        """Play actions in n possible worlds to the end.

        Returns:
            None if it is late and the round is not needed, with some worlds played to the end; else the columns of
            `Outlook.ends`: shape (worlds, k, 3 + gauges); whether a game always ended with an action: bool, shape (k,);
            and the number of decisions.
        """
        setup, k, fewer = self.setup, len(actions), max(FEWEST, n // LATE_SHARE)
        batch = kit.Batch(setup, n * k, autoreset=False)
        batch.states[:] = np.repeat(np.concatenate([view.worlds(rng).states for _ in range(n)]), k)
        deals = np.repeat(rng.integers(0, 1 << 62, n), k)
        driver = self._driver(batch, deals, rng)
        driver.begin()
        driver.play(driver.rows, np.tile(actions, n))
        rows, decisions = driver.rows[driver.seats >= 0], n * k
        ended = np.all((driver.seats < 0).reshape(n, k), axis=0)
        mine, (yielded, answered) = self._side == self._side[view.seats[0]], np.zeros((2, n * k), np.bool_)
        while len(rows):
            if is_late():
                if not is_needed:
                    return None
                n = min(n, fewer)
                rows = rows[rows < n * k]
                if not len(rows):
                    break
            decisions += len(rows)
            chosen = driver.choose(rows)
            answers = ~mine[driver.seats[rows]] & ~answered[rows]
            answered[rows] |= answers
            yielded[rows] |= answers & np.isin(chosen, self._exits)
            driver.play(rows, chosen)
            rows = rows[driver.seats[rows] >= 0]
        ends = self._ends(batch, int(view.seats[0]), yielded)[: n * k].reshape(n, k, -1)
        return ends, np.asarray(ended, np.bool_), decisions

    def _ends(self, batch: kit.Batch, seat: int, yielded: kit.Flags) -> kit.Floats:
        """Return the columns of `Outlook.ends` of finished games: shape (n, 3 + gauges)."""
        values = batch.returns()[:, seat]
        rows = np.zeros((batch.n, self.setup.width), np.int8)
        viewers = np.full(batch.n, seat, np.int64)
        loops.observe_seats(batch.states, np.arange(batch.n), viewers, rows, self.setup.make_out())
        wins = self._wins(batch, seat)
        return np.column_stack([values, wins, yielded, *(rows @ where for where in self.gauges.values())])


def strongest(setup: kit.Setup, role: str) -> Agent:
    """Return the strongest shipped player of a role: a trained policy, else the heuristic, else a search."""
    name = default_opponent(setup, role)
    found = load(SEARCH if name == "random" else name, setup, role)
    # Games are played out from their middle, where nobody knows what a solution needs: all that was seen before.
    return load(SEARCH, setup, role) if "sets" in found.needs else found


def _verdict_of(setup: kit.Setup) -> tuple[np.ndarray, np.ndarray]:
    """Return the bytes of a state, as positions and values, that make its returns tell the winner."""
    game = setup.game
    wanted = registry.make_setup(game.id, setup.config, **{**setup.options, **game.wins})
    own, other = (np.asarray(one.template).view(np.uint8) for one in (setup, wanted))
    places = np.flatnonzero(own != other)
    return places, other[places]
