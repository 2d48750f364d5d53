"""Coach's decisions without knowledge of his own hand.

His agent's action probabilities are averaged over many possible worlds, with different arrangements of the unseen
cards. Actions without a card, or with a face-down one only, he plays directly. All others need an open card: as long as
a face-down card might allow a likely action, he has one of them turned up and decides again; once such actions are
unlikely, he acts with the open cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from throwdown.agents import Agent
from throwdown.envs.core import kit
from throwdown.envs.fusion.words.why_not import plain_rule
from throwdown.envs.fusion.world import deal
from throwdown.envs.fusion.world.cards import words_of
from throwdown.envs.fusion.world.terms import COACH
from throwdown.envs.tables import drive
from throwdown.envs.tables.view import View
from throwdown.play.throwdown.hidden import can_pay
from throwdown.play.throwdown.moves import Books
from throwdown.play.throwdown.plays import FACE_DOWN, FROM_HAND, Play, plays

WORLDS, FEW = 64, 8
"""Possible worlds sampled for a decision; the latter for an agent that searches in each of them."""
DOUBT = 0.1
"""The largest probability of actions possible only with a face-down card at which he acts."""
TRIES = 200
"""The maximum number of guesses for a world in which his hand can pay the current cost."""
WITH_A_CARD = ("counter", "block", "escalate", "rumble", "discard", "wave", "storm")
"""Kinds of actions that need an open card of his."""
_CHOICE, _PLACE, _WORLDS = 1, 2, 3  # separate the random streams


class Wish(NamedTuple):
    """Coach's choice.

    Attributes:
        play: his action; None: to have a card turned up.
        place: the position of his card in the row, counted from 0, or `NONE`.
    """

    play: Play | None
    place: int = kit.NONE


class Coach:
    """Decides for Coach.

    Args:
        agent: the agent that plays Coach.
        setup: the game's setup.
        seed: with the table's answers, determines all random choices.
    """

    def __init__(self, agent: Agent, setup: kit.Setup, seed: int) -> None:
        self.agent, self.setup, self.seed = agent, setup, seed
        self._batch = kit.Batch(setup, FEW if "worlds" in agent.needs else WORLDS)

    def decide(self, books: Books) -> Wish:
        """Return Coach's choice."""
        weights, may = self.wishes(books), self._possible(books)
        every, face_down = plays(self.setup.game.actions), _face_down(books)
        laid = [i for i in np.flatnonzero(weights).tolist() if every[i].kind in face_down]
        plain = [i for i in may if every[i].kind not in (*WITH_A_CARD, *face_down)]
        opened = [i for i in may if every[i].kind in WITH_A_CARD and i not in laid]
        first, second = np.random.default_rng([self.seed, books.acts, _CHOICE]).random(2)
        down, seen = books.known.down, plain + opened
        if laid and (first < weights[laid].sum() or not seen):
            best = every[max(laid, key=lambda i: weights[i])]
            return Wish(Play(best.kind), self._any(books) if down else _place(books, best))
        doubt = 1.0 - float(weights[laid + seen].sum())
        is_sure = doubt <= DOUBT or (books.table.phase == "pay" and bool(opened))
        if down and not (seen and is_sure):
            return Wish(None, self._any(books))
        chosen = every[seen[_drawn(weights[seen], second)]]
        return Wish(chosen, _place(books, chosen))

    def _any(self, books: Books) -> int:
        """Return the position of one of his face-down cards."""
        down = books.known.down
        return down[
            int(np.random.default_rng([self.seed, books.acts, _PLACE, len(down)]).integers(len(down)))
        ]

    def wishes(self, books: Books) -> np.ndarray:
        """Return his agent's action probabilities, averaged over possible worlds: float64, shape (actions,)."""
        rng = np.random.default_rng([self.seed, books.acts, _WORLDS, len(books.known.down)])
        batch = self._batch
        batch.states[:] = books.table.open_states()
        self._imagine(books, rng)
        step, seats = batch.look(), np.full(batch.n, COACH, np.int64)
        rows = np.arange(batch.n, dtype=np.int64)
        parts: dict[str, Callable[..., Any]] = {
            "setup": lambda: self.setup,
            "seats": lambda: seats,
            "observations": lambda: step.observations,
            "masks": lambda: step.masks,
            "texts": lambda: drive.texts_of(self.setup, batch.states, rows, seats),
            "worlds": lambda stream: kit.imagine(self.setup, batch.states, rows, stream),
        }
        view = View(rows, parts)
        known = self.agent.probabilities(view)
        if known is not None:
            return np.asarray(known.mean(axis=0, dtype=np.float64))
        chosen = drive.Seated(self.agent, rng).choose(view)
        return np.bincount(chosen, minlength=len(self.setup.game.actions.labels)) / batch.n

    def _imagine(self, books: Books, rng: np.random.Generator) -> None:
        """Write possible worlds into all records."""
        hidden, states = books.hidden, kit.as_records(self._batch.states)
        guesses = hidden.guesses(self._batch.n, rng)
        guesses.write(states, books.known)
        for i in range(self._batch.n):
            s, tries = kit.row(self._batch.states, i), TRIES
            while tries and not can_pay(s):
                hidden.guesses(1, rng).write(states[i : i + 1], books.known)
                tries -= 1

    def _possible(self, books: Books) -> list[int]:
        """Return his possible actions with open cards, and those without any."""

        def only_open(s: Any) -> None:
            s.world.hand[COACH] = words_of(books.known.open)

        return books.table.amended(only_open).legal_ids()


def _face_down(books: Books) -> tuple[str, ...]:
    """Return the kinds of actions in which his card stays face-down."""
    s = books.table.state
    invests = books.table.phase == "discard" and s.cfg.invest_leftovers and bool((s.world.rating > 0).any())
    return (*FACE_DOWN, "discard") if invests else FACE_DOWN


def _place(books: Books, play: Play) -> int:
    """Return the position in Coach's row of an action's card; `NONE` if it is elsewhere, or there is none."""
    c = play.card
    if c == kit.NONE:
        return kit.NONE
    on_table = int(plain_rule(deal.table_word)(books.table.state, COACH))
    return kit.NONE if play.kind not in FROM_HAND and (on_table >> c) & 1 else books.known.held.index(c)


def _drawn(weights: np.ndarray, chance: float) -> int:
    """Return a random position with probability proportional to its weight; the first if all weights are 0."""
    total = np.cumsum(weights)
    return int((total > chance * total[-1]).argmax())
