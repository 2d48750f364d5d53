"""The one driver of seats: it asks whoever plays a seat, checks what is chosen, and plays it, in many games at once.

Everything that lets players play is a user of it: environments with one learner, matches, restricted legs, self-play.
A table of one game, which persons sit at, asks its players by the same `Seated.choose`.
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
"""Stands for whoever steps a driver where it says who plays a seat."""
FROM_MASKS = frozenset({"setup", "seats", "observations", "masks", "texts"})
"""Parts of a view that are still there when its masks are narrowed."""


def checked(name: str, chosen: Any, masks: Bytes) -> Ints:
    """Return actions as int64; this is the one place that refuses illegal ones.

    Args:
        name: who has chosen, for the sentence.
        chosen: the actions.
        masks: int8, shape (n, actions).

    Raises:
        IllegalAction: they are not n integers, or one of them is illegal.
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
    """Return the tables of some games as text, each as one seat sees it."""
    render = setup.game.text.render
    return [render(row(states[i : i + 1]), seat, setup) for i, seat in zip(rows.tolist(), seats.tolist())]


@dataclass(eq=False)
class Seated:
    """A player on its seats.

    Attributes:
        player: who plays, bound to the setup.
        rng: its stream of chance.
        banned: int8, shape (actions,), or (phases, actions) where it depends on the phase; 1 at actions that it may not
            choose wherever it has another one; None: none.
        setup: what it plays, if games of several setups are under way in one batch.
    """

    player: Player
    rng: np.random.Generator
    banned: Bytes | None = None
    setup: Setup | None = None

    def seen(self, view: View, phases: Ints) -> View:
        """Return what the player is shown in games that are in some phases, which everybody knows."""
        if self.banned is None:
            return view
        return view.narrowed(self.banned if self.banned.ndim == 1 else self.banned[phases])

    def choose(self, view: View) -> Ints:
        """Return what the player chooses, a legal action per game."""
        return checked(self.player.name, self.player.act(view, self.rng), view.masks)


class Chance(Protocol):
    """Chance that does not come from a player's stream."""

    def draw(self, view: View, chances: Singles) -> Ints:
        """Return an action per game of a view from a distribution each: float32, shape (n, actions)."""


class Chronicler(Protocol):
    """Who notes how games were dealt and what was played in them; see `ending.Chronicle`."""

    def begin(self, rows: Ints, origins: Ints, followed: bool) -> None:
        """Note that games are dealt."""

    def forget(self) -> None:
        """Note that all games were taken up midway."""

    def note(self, rows: Ints, actions: Ints) -> None:
        """Note what is played."""


class Driver:
    """Plays the seats of games under way in a batch, one decision after another.

    After `deal` or `begin` its arrays say how things stand; an entry counts while the game goes on.

    Args:
        batch: the games, without autoreset.
        players: who plays.
        who: integers, shape (n, seats); a place in ``players`` for every seat of every game, or `CALLER` for a seat
            for which whoever steps the driver decides. Everything is the caller's by default.
        dice: draws for players that know their distribution.
        keeps_chances: whether to ask for distributions and keep them in ``chances``.

    Attributes:
        rows: int64, shape (n,); all games.
        memory: what was observed and done, if a player needs it.
        notes: who notes deals and moves, if somebody may ask for them later; None by default.
        observations: int8, shape (n, width); of the seats to move.
        masks: int8, shape (n, actions); of the seats to move.
        seats: int64, shape (n,); the seats to move, -1 where a game is over.
        chances: float32, shape (n, actions); the distribution of what was chosen last in a game, 1 for an action of a
            player that does not know; None unless they are kept.
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
        # Seat -1 is nobody's: the last column answers for it.
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
        """Whether games are under way: `deal` or `begin` has been called."""
        return self._step is not None

    @property
    def _present(self) -> BatchStep:
        if self._step is None:
            raise IllegalAction("no game has been dealt yet; reset before the first step.")
        return self._step

    @property
    def observations(self) -> Bytes:
        """What the seats to move observe."""
        return self._present.observations

    @property
    def masks(self) -> Bytes:
        """What is legal."""
        return self._present.masks

    @property
    def seats(self) -> Ints:
        """The seats to move."""
        return self._present.seats

    def add(self, seated: Seated) -> int:
        """Take in a player that is to play games dealt from now on; return its place in ``players``."""
        self.players.append(seated)
        return len(self.players) - 1

    def seat(self, rows: Ints, seats: Ints, place: int) -> None:
        """Put a player, or the `CALLER`, on some seats of games that are about to start."""
        self._who[rows[:, None], seats] = place

    def deal(self, seeds: Ints, rows: Ints | None = None) -> None:
        """Deal new games in some rows (None: in all) from their places in ``seeds``: int64, shape (n,)."""
        rows = self.rows if rows is None else rows
        if self.notes is not None:
            self.notes.begin(rows, seeds[rows], False)
        self._step = self.batch.reset(seeds, np.isin(self.rows, rows))
        self._remember(rows)

    def begin(self) -> None:
        """Take the games up from where they stand."""
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
        """Begin to note what is observed and done in games that have just been dealt, if a player needs that."""
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
        """Leave the present arrays to whoever holds them, and go on with fresh ones, to be filled by what is played.

        Only what is played next is looked at: call it when that is something in every row.
        """
        old = self._present
        self._step = old._replace(
            observations=np.empty_like(old.observations),
            masks=np.empty_like(old.masks),
            seats=old.seats.copy(),
        )

    def due(self, rows: Ints) -> Ints:
        """Return those of some games in which a player is to move, not the caller."""
        return np.asarray(rows[self._who[rows, self.seats[rows]] != CALLER], np.int64)

    def view(self, rows: Ints, setup: Setup | None = None) -> View:
        """Return what the seats to move in some games may know; close it before they go on."""
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
        """Return what players choose in some games in which they are to move: int64, shape (len(rows),)."""
        actions = np.empty(len(rows), np.int64)
        for seated, at in self._groups(rows):
            view = self.view(rows[at], seated.setup)
            actions[at] = self._ask(seated, seated.seen(view, self.batch.states["phase"][rows[at]]))
            view.close()
        return actions

    def _groups(self, rows: Ints) -> Iterator[tuple[Seated, Ints]]:
        """Yield every player that is to move and where in ``rows``, in the order of the players."""
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
        """Play actions that are known to be legal, one in each of some games, and look at what came of it."""
        movers = self.seats[rows]
        if self.notes is not None:
            self.notes.note(rows, actions)
        errors = self.batch.step_at(rows, actions, self._present)
        assert not errors.any()
        self._note(rows, movers, actions)

    def advance(self, rows: Ints) -> Ints:
        """Play one decision in those of some games in which a player is to move; return these games."""
        rows = self.due(rows)
        if len(rows):
            self.play(rows, self.choose(rows))
        return rows
