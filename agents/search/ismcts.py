"""An agent with information set Monte Carlo tree search, which needs only the rules of a game."""

from typing import Literal, NamedTuple

import numpy as np

from throwdown.agents.search.base import Room, SearchAgent
from throwdown.agents.search.budget import Budget
from throwdown.agents.search.tree import ACTING, ROOM, SINGLE, Manner, SearchTree, grow, read_root
from throwdown.envs.core.kit import Floats, Ints, InvalidConfig, Setup, Worlds, allocate, open_one, row

Observer = Literal["acting", "single"]
Final = Literal["most", "sample"]
OBSERVERS: dict[str, int] = {"acting": ACTING, "single": SINGLE}
DEFAULT = Budget(simulations=1000)


class Searched(NamedTuple):
    """The result of a search at its root.

    Attributes:
        visits: int64, shape (actions,); 0 for illegal actions.
        values: float64, shape (actions,); mean return of the searcher's seat.
        simulations: number of simulations; 0 if there was nothing to decide.
    """

    visits: Ints
    values: Floats
    simulations: int


class TreeRoom(Room):
    """Memory for one search, with a tree."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, 2)
        self.tree = allocate(SearchTree.dtype, 1)


class IsmctsAgent(SearchAgent[TreeRoom, Searched]):
    """Information set Monte Carlo tree search with random playouts.

    Args:
        budget: per decision. The same seed gives the same play if it is a number of simulations.
        final: ``most`` plays the most visited action, ``sample`` plays in proportion to visits.
        observer: the seat whose view identifies a node. ``acting`` (the deciding seat): others play their own hands
            and never learn the searcher's. ``single`` (the searcher): all deals share the statistics of others'
            actions, which converges sooner in large games, but to opponents who ignore their own hands.
        exploration: UCB1's constant, for returns in [0, 1].
        keep_exits: probability with which playouts keep an exit such as Concede.
        threads: games searched concurrently; the result is the same.
    """

    def __init__(
        self,
        budget: Budget = DEFAULT,
        final: Final = "most",
        observer: Observer = "acting",
        exploration: float = 0.7,
        keep_exits: float = 1 / 16,
        threads: int = 1,
    ) -> None:
        super().__init__(budget, threads)
        if final not in ("most", "sample") or observer not in OBSERVERS:
            raise InvalidConfig(
                f"final is '{final}' and observer '{observer}'; they must be most or sample, and acting or single."
            )
        if exploration < 0 or not 0 <= keep_exits <= 1:
            raise InvalidConfig("exploration must be 0 or more, and keep_exits from 0 to 1.")
        self.final, self.observer = final, observer
        self.exploration, self.keep_exits = exploration, keep_exits
        self.name = f"ismcts:{budget.text}" + (":sample" if final == "sample" else "")

    def make_room(self, setup: Setup) -> TreeRoom:
        """Return memory for a search."""
        return TreeRoom(setup)

    def search_in(self, room: TreeRoom, key: int) -> Searched:
        """Search for the seat to move in the world in ``room``."""
        setup, states, out, tree = room.setup, room.states, room.out, room.tree
        n, done = setup.game.actions.n, 0
        open_one(states, out)
        visits, values = row(out).mask[:n].astype(np.int64), np.zeros(n)
        if visits.sum() == 1:
            return Searched(visits, values, 0)
        how = Manner(OBSERVERS[self.observer], self.exploration, self.keep_exits, setup.width)
        for first, last in self.budget.chunks():
            grow(states, key, first, last, self.budget.simulations or ROOM, tree, how, out)
            done = last
        read_root(tree, visits, values, out)
        return Searched(visits, values, done)

    def plan(self, found: Searched) -> Floats:
        """Return the distribution to play after a search."""
        visits = found.visits
        if self.final == "sample":
            return np.asarray(visits / visits.sum(), np.float64)
        chances = np.zeros(len(visits))
        chances[visits.argmax()] = 1.0
        return chances

    def action_values(self, worlds: Worlds, rng: np.random.Generator) -> Floats:
        """Return every action's mean return by the search: (n, actions), NaN for actions not tried."""
        values = np.full((len(worlds), worlds.setup.game.actions.n), np.nan)
        for i, key in enumerate(rng.integers(0, 1 << 62, len(worlds)).tolist()):
            found = self.search(worlds.setup, worlds.states[i : i + 1], key)
            tried = found.visits > 0
            values[i, tried] = found.values[tried]
        return values
