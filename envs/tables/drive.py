"""The driver of seats: asks the player of each seat to move, validates the choice and plays it, in many games at once.

All code that runs players uses it: environments with one learner, matches, restricted legs, self-play. A table of one
game, for people, asks its players with the same `Seated.choose`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from throwdown.envs.core.batch import BatchStep, as_array
from throwdown.envs.core.kit import Batch, Bytes, IllegalAction, Ints, Memory, Setup, Singles, imagine, row
from throwdown.envs.tables.seating import Player
from throwdown.envs.tables.view import View

CALLER = -1
"""Index of the caller of a driver among the players of seats."""
FROM_MASKS = frozenset({"setup", "seats", "observations", "masks", "texts"})
"""Parts of a view that remain when its masks are narrowed."""


def checked(name: str, chosen: Any, masks: Bytes) -> Ints:
    """Validate actions and return them as int64; the only place that refuses illegal ones.

    Args:
        name: the player's name in the error message.
        chosen: the actions.
        masks: int8, shape (n, actions).

    Raises:
        IllegalAction: they are not n integers, or one is illegal.
    """
    actions = as_array(chosen)
    if actions.shape != (len(masks),) or actions.dtype.kind not in "iu":
        raise IllegalAction(
            f"{name} chose actions of shape {actions.shape} and dtype {actions.dtype}; they must be integers of shape "
            f"({len(masks)},)."
        )
    inside = actions.clip(0, masks.shape[1] - 1)
    legal = (masks[np.arange(len(masks)), inside] != 0) & (inside == actions)
    if not legal.all():
        row = int(legal.argmin())
        raise IllegalAction(
            f"{name} chose action {int(actions[row])}, which is illegal in row {row}: its mask says what is legal."
        )
    return actions.astype(np.int64, copy=False)


def texts_of(setup: Setup, states: np.ndarray, rows: Ints, seats: Ints) -> list[str]:
    """Return tables as text, each as seen by one seat."""
    render = setup.game.text.render
    return [render(row(states[i : i + 1]), seat, setup) for i, seat in zip(rows.tolist(), seats.tolist())]


@dataclass(eq=False)
class Seated:
    """A player with its stream of chance and banned actions.

    Attributes:
        player: the player, bound to the setup.
        rng: its stream of chance.
        banned: int8, shape (actions,), or (phases, actions) if it depends on the phase; 1 = not to be chosen unless
            nothing else is legal; None: no ban.
        setup: the setup it plays, if a batch holds games of several setups.
    """

    player: Player
    rng: np.random.Generator
    banned: Bytes | None = None
    setup: Setup | None = None

    def seen(self, view: View, phases: Ints) -> View:
        """Return the player's view without banned actions; ``phases`` are those of its games."""
        if self.banned is None:
            return view
        return view.narrowed(self.banned if self.banned.ndim == 1 else self.banned[phases])

    def choose(self, view: View) -> Ints:
        """Return the player's choice, a legal action per game."""
        return checked(self.player.name, self.player.act(view, self.rng), view.masks)


class Chance(Protocol):
    """A source of chance other than the players' streams."""

    def draw(self, view: View, chances: Singles) -> Ints:
        """Sample an action for each game of a view from its distribution: float32, shape (n, actions)."""


class Chronicler(Protocol):
    """Records deals and moves of games; see `ending.Chronicle`."""

    def begin(self, rows: Ints, origins: Ints, followed: bool) -> None:
        """Record a deal of games."""

    def forget(self) -> None:
        """Record that all games were taken up midway."""

    def note(self, rows: Ints, actions: Ints) -> None:
        """Record moves."""


class Driver:
    """Plays the seats of games under way in a batch, one decision after another.

    After `deal` or `begin` its arrays describe the current decisions; in finished games only ``seats`` is valid.

    Args:
        batch: the games, without autoreset.
        players: the players.
        who: integers, shape (n, seats); the index in ``players`` for every seat of every game, or `CALLER` for a seat
            whose actions the caller passes to `play`. All seats are the caller's by default.
        dice: samples the actions of players that return distributions.
        keeps_chances: whether to request distributions and store them in ``chances``.

    Attributes:
        rows: int64, shape (n,); all games.
        memory: the history of observations and actions, if a player needs it.
        notes: the chronicler of deals and moves; None by default.
        observations: int8, shape (n, width); of the seats to move.
        masks: int8, shape (n, actions); of the seats to move.
        seats: int64, shape (n,); the seats to move, -1 in finished games.
        chances: float32, shape (n, actions); the distribution of the last choice in each game, one-hot for players
            without distributions; None unless ``keeps_chances``.
    """

    def __init__(
        self,
        batch: Batch,
        players: Sequence[Seated] = (),
        who: np.ndarray | None = None,
        dice: Chance | None = None,
        keeps_chances: bool = False,
    ) -> None:
        self.batch, self.setup, self.players, self.dice = batch, batch.setup, list(players), dice
        self.rows = np.arange(batch.n, dtype=np.int64)
        # Seat -1 is nobody's: it indexes the last column.
        self._who = np.full((batch.n, len(self.setup.seats) + 1), CALLER, np.int16)
        if who is not None:
            self._who[:, :-1] = who
        self.memory: Memory | None = None
        self.notes: Chronicler | None = None
        self._step: BatchStep | None = None
        shape = (batch.n, self.setup.game.actions.n)
        self.chances = np.zeros(shape, np.float32) if keeps_chances else None

    @property
    def is_dealt(self) -> bool:
        """Whether `deal` or `begin` has been called."""
        return self._step is not None

    @property
    def _present(self) -> BatchStep:
        if self._step is None:
            raise IllegalAction("no game has been dealt yet; reset before the first step.")
        return self._step

    @property
    def observations(self) -> Bytes:
        """Observations of the seats to move."""
        return self._present.observations

    @property
    def masks(self) -> Bytes:
        """Masks of legal actions."""
        return self._present.masks

    @property
    def seats(self) -> Ints:
        """The seats to move."""
        return self._present.seats

    def add(self, seated: Seated) -> int:
        """Add a player for games dealt from now on; return its index in ``players``."""
        self.players.append(seated)
        return len(self.players) - 1

    def seat(self, rows: Ints, seats: Ints, place: int) -> None:
        """Assign a player, or the `CALLER`, to seats of games before they are dealt."""
        self._who[rows[:, None], seats] = place

    def deal(self, seeds: Ints, rows: Ints | None = None) -> None:
        """Deal new games in some rows (None: all) from their entries in ``seeds``: int64, shape (n,)."""
        rows = self.rows if rows is None else rows
        if self.notes is not None:
            self.notes.begin(rows, seeds[rows], False)
        self._step = self.batch.reset(seeds, np.isin(self.rows, rows))
        self._remember(rows)

    def begin(self) -> None:
        """Take up the batch's games from their current states."""
        if self.notes is not None:
            self.notes.forget()
        self._step = self.batch.look()
        self._remember(self.rows)

    def restart(self, rows: Ints) -> None:
        """Deal the next game in some rows."""
        if self.notes is not None:
            self.notes.begin(rows, self.batch.states["rng"]["key"][rows], True)
        self.batch.restart(rows)
        self._remember(rows)
        self.batch.look_at(rows, self._present)

    def _remember(self, rows: Ints) -> None:
        """Start the history of games that have just been dealt, if a player needs it."""
        if self.memory is None:
            if any("sets" in x.player.needs for x in self.players):
                self.memory = Memory(self.setup, self.batch.states)
            return
        self._note(rows, np.full(len(rows), -1), np.full(len(rows), -1))

    def _note(self, rows: Ints, movers: Ints, actions: Ints) -> None:
        if self.memory is not None:
            where, what = np.full(self.batch.n, -2, np.int64), np.full(self.batch.n, -1, np.int64)
            where[rows], what[rows] = movers, actions
            self.memory.follow(where, what)

    def renew(self) -> None:
        """Continue with new arrays, so that the caller may keep the current ones.

        The new arrays are filled only in the rows played next: call it before an action is played in every row.
        """
        old = self._present
        self._step = old._replace(
            observations=np.empty_like(old.observations),
            masks=np.empty_like(old.masks),
            seats=old.seats.copy(),
        )

    def due(self, rows: Ints) -> Ints:
        """Return the rows of ``rows`` in which a player, not the caller, is to move."""
        return np.asarray(rows[self._who[rows, self.seats[rows]] != CALLER], np.int64)

    def view(self, rows: Ints, setup: Setup | None = None) -> View:
        """Return the view of the seats to move in some games; close it before the games go on."""
        step, states, played = self._present, self.batch.states, setup or self.setup
        seats = step.seats[rows]
        parts: dict[str, Callable[..., Any]] = {
            "setup": lambda: played,
            "seats": lambda: seats,
            "observations": lambda: step.observations[rows],
            "masks": lambda: step.masks[rows],
            "texts": lambda: texts_of(played, states, rows, seats),
            "worlds": lambda rng: imagine(played, states, rows, rng),
        }
        if (memory := self.memory) is not None:
            parts["sets"] = lambda: memory.sets(rows, seats)
        return View(rows, parts)

    def choose(self, rows: Ints) -> Ints:
        """Return the players' choices in some games in which they are to move: int64, shape (len(rows),)."""
        actions = np.empty(len(rows), np.int64)
        for seated, at in self._groups(rows):
            view = self.view(rows[at], seated.setup)
            actions[at] = self._ask(seated, seated.seen(view, self.batch.states["phase"][rows[at]]))
            view.close()
        return actions

    def _groups(self, rows: Ints) -> Iterator[tuple[Seated, Ints]]:
        """Yield every player to move with its indices into ``rows``, in the order of the players."""
        who = self._who[rows, self.seats[rows]]
        for k in np.flatnonzero(np.bincount(who)).tolist():
            yield self.players[k], np.flatnonzero(who == k)

    def _ask(self, seated: Seated, view: View) -> Ints:
        wanted = self.chances is not None or self.dice is not None
        known = seated.player.probabilities(view) if wanted else None
        if known is not None and self.dice is not None:
            chosen = checked(seated.player.name, self.dice.draw(view, known), view.masks)
        else:
            chosen = seated.choose(view)
        if self.chances is not None:
            self.chances[view.rows] = 0 if known is None else known
            if known is None:
                self.chances[view.rows, chosen] = 1
        return chosen

    def play(self, rows: Ints, actions: Ints) -> None:
        """Play one action in each of some games and observe the results; legality is not checked."""
        movers = self.seats[rows]
        if self.notes is not None:
            self.notes.note(rows, actions)
        errors = self.batch.step_at(rows, actions, self._present)
        assert not errors.any()
        self._note(rows, movers, actions)

    def advance(self, rows: Ints) -> Ints:
        """Play one decision in those of some games in which a player is to move; return their rows."""
        rows = self.due(rows)
        if len(rows):
            self.play(rows, self.choose(rows))
        return rows
